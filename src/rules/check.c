/* See check.h. Invariant: edges lie in `edges` polygon by polygon, of a before those of b, each with the inside on its
 * right; a place in the R-tree is the number of its edge. */
#include "rules/check.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "geom/rtree.h"
#include "rules/grow.h"

enum { POLL_EVERY = 4096 };

typedef struct sided_edge {
    lob_edge64 e;
    uint32_t polygon; /* counted over both layers */
    bool is_b;
} sided_edge;

typedef struct found_pair {
    lob_edge_pair pair;
    uint32_t first, second; /* edges */
} found_pair;

typedef struct check_run {
    lob_ctx *ctx;
    const lob_check *check;
    sided_edge *edges;
    uint32_t edge_count;
    lob_rtree tree;
    void *tree_block;
    found_pair *pairs;
    uint32_t pair_count, pair_capacity;
} check_run;

/* ---- edges ---- */

static int64_t least(int64_t a, int64_t b) {
    return a < b ? a : b;
}

static int64_t most(int64_t a, int64_t b) {
    return a > b ? a : b;
}

/* Whether an edge may be one of a pair that touches the window, or shield one: a shield runs through all that the pair
 * spans, whose every point is nearer to both edges than one and a half distances. */
static bool may_matter(const check_run *r, lob_edge64 e) {
    const lob_check *c = r->check;
    const int64_t more = 2 * c->rule.distance + 1;
    return !c->has_window ||
           (least(e.from.x, e.to.x) <= c->window.right + more && most(e.from.x, e.to.x) >= c->window.left - more &&
            least(e.from.y, e.to.y) <= c->window.top + more && most(e.from.y, e.to.y) >= c->window.bottom - more);
}

static void add_polygons(check_run *r, const lob_polygons *p, bool is_b, uint32_t *polygon) {
    for (uint32_t i = 0; p && i < p->contour_count; i++) {
        const lob_contour *c = &p->contours[i];
        const lob_point64 *points = p->points + c->first;
        *polygon += !c->is_hole;
        for (uint32_t k = 0; k < c->count; k++) {
            /* Contours have the inside on the left. */
            lob_edge64 e = {points[k + 1 == c->count ? 0 : k + 1], points[k]};
            if (may_matter(r, e)) {
                r->edges[r->edge_count++] = (sided_edge){e, *polygon, is_b};
            }
        }
    }
}

/* ---- polygons that touch in a corner ---- */

static int compare_points(lob_point64 a, lob_point64 b) {
    return a.y != b.y ? (a.y > b.y) - (a.y < b.y) : (a.x > b.x) - (a.x < b.x);
}

typedef struct corner {
    lob_point64 at;
    uint32_t polygon;
} corner;

static int by_corner(const void *a, const void *b) {
    const corner *x = a, *y = b;
    int order = compare_points(x->at, y->at);
    return order ? order : (x->polygon > y->polygon) - (x->polygon < y->polygon);
}

static uint32_t root_of(uint32_t *parents, uint32_t i) {
    while (parents[i] != i) {
        parents[i] = parents[parents[i]];
        i = parents[i];
    }
    return i;
}

static void join_corners(corner *corners, uint32_t count, uint32_t *parents) {
    qsort(corners, count, sizeof *corners, by_corner);
    for (uint32_t i = 1; i < count; i++) {
        if (compare_points(corners[i - 1].at, corners[i].at) == 0) {
            uint32_t a = root_of(parents, corners[i - 1].polygon), b = root_of(parents, corners[i].polygon);
            parents[a < b ? b : a] = a < b ? a : b;
        }
    }
}

static uint32_t hull_count(const lob_polygons *p) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < p->contour_count; i++) {
        count += !p->contours[i].is_hole;
    }
    return count;
}

/* Polygons of a that share a vertex are one, as KLayout merges them; edges then know the least of them. */
static lob_status join_touching(check_run *r, const lob_polygons *p) {
    const uint32_t hulls = p ? hull_count(p) : 0;
    if (hulls < 2) {
        return LOB_OK;
    }
    corner *corners = lob_malloc((size_t)p->point_count * sizeof *corners);
    uint32_t *parents = lob_malloc(((size_t)hulls + 1) * sizeof *parents);
    if (corners && parents) {
        uint32_t polygon = 0, count = 0;
        for (uint32_t i = 0; i < p->contour_count; i++) {
            polygon += !p->contours[i].is_hole;
            for (uint32_t k = 0; k < p->contours[i].count; k++) {
                corners[count++] = (corner){p->points[p->contours[i].first + k], polygon};
            }
        }
        for (uint32_t i = 0; i <= hulls; i++) {
            parents[i] = i;
        }
        join_corners(corners, count, parents);
        for (uint32_t i = 0; i < r->edge_count; i++) {
            r->edges[i].polygon = r->edges[i].is_b ? r->edges[i].polygon : root_of(parents, r->edges[i].polygon);
        }
    }
    bool fine = corners && parents;
    lob_free(corners);
    lob_free(parents);
    return fine ? LOB_OK : lob_fail_memory(r->ctx);
}

/* ---- the tree of edges ---- */

static lob_box edge_box(lob_edge64 e, int64_t more) {
    lob_box64 box = lob_box64_add_point((lob_box64){e.from.x, e.from.y, e.from.x, e.from.y}, e.to.x, e.to.y);
    return lob_box_cut((lob_box64){box.left - more, box.bottom - more, box.right + more, box.top + more});
}

static lob_status build_tree(check_run *r) {
    uint32_t count = r->edge_count;
    lob_box *boxes = lob_malloc((size_t)count * sizeof *boxes);
    void *scratch = lob_malloc(lob_rtree_scratch_size(count));
    r->tree_block = lob_malloc(lob_rtree_size(count));
    if (boxes && scratch && r->tree_block) {
        for (uint32_t i = 0; i < count; i++) {
            boxes[i] = edge_box(r->edges[i].e, 0);
        }
        lob_rtree_build(&r->tree, boxes, count, r->tree_block, scratch);
    }
    bool fine = boxes && scratch && r->tree_block;
    lob_free(boxes);
    lob_free(scratch);
    return fine ? LOB_OK : lob_fail_memory(r->ctx);
}

static lob_status take_edges(check_run *r, lob_check_polygons polygons) {
    uint64_t count = (uint64_t)(polygons.a ? polygons.a->point_count : 0) + (polygons.b ? polygons.b->point_count : 0);
    uint32_t polygon = 0;
    if (count > LOB_RTREE_COUNT_MAX) {
        lob_status status = lob_fail(r->ctx, LOB_E_QUERY_TOO_LARGE, "The layers have too many edges for one check");
        lob_hint(r->ctx, "Check a smaller box");
        lob_error_text(&r->ctx->error, "reason", LOB_STR("edges"));
        return status;
    }
    r->edges = lob_malloc((size_t)count * sizeof *r->edges + 1);
    if (!r->edges) {
        return lob_fail_memory(r->ctx);
    }
    add_polygons(r, polygons.a, false, &polygon);
    add_polygons(r, polygons.b, true, &polygon);
    LOB_TRY(join_touching(r, polygons.a));
    return r->edge_count ? build_tree(r) : LOB_OK;
}

/* ---- pairs ---- */

static bool may_pair(const check_run *r, const sided_edge *a, const sided_edge *b) {
    switch (r->check->scope) {
    case LOB_SCOPE_WITHIN:
        return a->polygon == b->polygon;
    case LOB_SCOPE_BETWEEN:
        return a->polygon != b->polygon;
    case LOB_SCOPE_LAYERS:
        return a->is_b != b->is_b;
    case LOB_SCOPE_BOTH:
        break;
    }
    return true;
}

/* Whether edge q may stand between the edges of a pair. */
static bool may_shield(const check_run *r, const found_pair *pair, uint32_t q) {
    const sided_edge *edge = &r->edges[q];
    if (q == pair->first || q == pair->second) {
        return false;
    }
    if (r->check->scope == LOB_SCOPE_WITHIN) {
        return edge->polygon == r->edges[pair->first].polygon;
    }
    return r->check->scope != LOB_SCOPE_LAYERS || edge->is_b || edge->polygon == r->edges[pair->first].polygon;
}

static lob_status keep_pair(check_run *r, const found_pair *pair) {
    if (r->pair_count == LOB_CHECK_PAIRS_MAX) {
        lob_status status = lob_fail(r->ctx, LOB_E_QUERY_TOO_LARGE, "The check finds too many violations");
        lob_hint(r->ctx, "Check a smaller box, or a smaller distance");
        lob_error_text(&r->ctx->error, "reason", LOB_STR("pairs"));
        return status;
    }
    LOB_TRY(lob_list_grow(r->ctx, &r->pairs, r->pair_count, &r->pair_capacity, sizeof *r->pairs));
    r->pairs[r->pair_count++] = *pair;
    return LOB_OK;
}

static lob_status pairs_of_edge(check_run *r, uint32_t first) {
    const sided_edge *a = &r->edges[first];
    const lob_rtree_query query = {
        .window = edge_box(a->e, r->check->rule.distance - 1)}; /* a gap between boxes is one between edges */
    lob_rtree_cursor cursor;
    uint64_t work = 0;
    uint32_t item;
    lob_rtree_begin(&r->tree, &cursor);
    while (lob_rtree_next(&r->tree, &cursor, &query, &item, &work)) {
        if (item == LOB_RTREE_PAUSE) {
            LOB_TRY(lob_poll(r->ctx));
            continue;
        }
        found_pair found = {.first = first, .second = r->tree.ids[item]};
        if (found.second > first && may_pair(r, a, &r->edges[found.second]) &&
            lob_edges_check(&r->check->rule, a->e, r->edges[found.second].e, &found.pair)) {
            LOB_TRY(keep_pair(r, &found));
        }
    }
    return LOB_OK;
}

static lob_status find_pairs(check_run *r) {
    for (uint32_t i = 0; i < r->edge_count; i++) {
        if (i % POLL_EVERY == 0) {
            LOB_TRY(lob_poll(r->ctx));
        }
        if (r->check->scope == LOB_SCOPE_LAYERS && r->edges[i].is_b) {
            break; /* every pair has its first edge in a */
        }
        LOB_TRY(pairs_of_edge(r, i));
    }
    return LOB_OK;
}

/* ---- shields ---- */

/* An edge that cuts both joining lines has its box near one of the two edges; the lines lie in the box of the parts. */
static lob_status look_for_shield(check_run *r, const found_pair *pair, const lob_edge_pair *seen, bool *is_shielded) {
    lob_box64 box = lob_box64_from(edge_box(pair->pair.first, 0));
    const lob_rtree_query query = {
        .window = lob_box_cut(lob_box64_join(box, lob_box64_from(edge_box(pair->pair.second, 0))))};
    lob_rtree_cursor cursor;
    uint64_t work = 0;
    uint32_t item;
    *is_shielded = false;
    lob_rtree_begin(&r->tree, &cursor);
    while (!*is_shielded && lob_rtree_next(&r->tree, &cursor, &query, &item, &work)) {
        if (item == LOB_RTREE_PAUSE) {
            LOB_TRY(lob_poll(r->ctx));
            continue;
        }
        uint32_t q = r->tree.ids[item];
        *is_shielded = may_shield(r, pair, q) && lob_pair_is_shielded(seen, r->edges[q].e);
    }
    return LOB_OK;
}

/* Two polygons are looked at from either side, and one view of the violation is enough. */
static bool seen_both_ways(const check_run *r, const found_pair *pair) {
    return r->check->scope != LOB_SCOPE_LAYERS && r->edges[pair->first].polygon != r->edges[pair->second].polygon;
}

static lob_status is_pair_shielded(check_run *r, const found_pair *pair, bool *is_shielded) {
    const lob_edge_pair other = {pair->pair.second, pair->pair.first};
    bool needs_both = r->check->shields == LOB_SHIELDS_BOTH_WAYS ||
                      (r->check->shields == LOB_SHIELDS_USUAL && seen_both_ways(r, pair));
    LOB_TRY(look_for_shield(r, pair, &pair->pair, is_shielded));
    if (*is_shielded ? needs_both : r->check->shields == LOB_SHIELDS_EITHER_WAY) {
        LOB_TRY(look_for_shield(r, pair, &other, is_shielded));
    }
    return LOB_OK;
}

static lob_status drop_shielded(check_run *r) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < r->pair_count; i++) {
        bool is_shielded;
        if (i % POLL_EVERY == 0) {
            LOB_TRY(lob_poll(r->ctx));
        }
        LOB_TRY(is_pair_shielded(r, &r->pairs[i], &is_shielded));
        if (!is_shielded) {
            r->pairs[kept++] = r->pairs[i];
        }
    }
    r->pair_count = kept;
    return LOB_OK;
}

/* ---- the result ---- */

static int compare_edges(const lob_edge64 *a, const lob_edge64 *b) {
    int order = compare_points(a->from, b->from);
    return order ? order : compare_points(a->to, b->to);
}

static int compare_pairs(const void *a, const void *b) {
    const lob_edge_pair *x = a, *y = b;
    int order = compare_edges(&x->first, &y->first);
    return order ? order : compare_edges(&x->second, &y->second);
}

static lob_status give_pairs(check_run *r, lob_edge_pairs *pairs) {
    lob_edge_pair *items = LOB_NEW_ARRAY(r->ctx->arena, lob_edge_pair, r->pair_count + 1);
    const bool keeps_equal = r->check->shields == LOB_SHIELDS_BOTH_WAYS;
    uint32_t count = 0;
    if (!items) {
        return lob_fail_memory(r->ctx);
    }
    for (uint32_t i = 0; i < r->pair_count; i++) {
        items[i] = r->pairs[i].pair;
        if (r->check->scope != LOB_SCOPE_LAYERS && compare_edges(&items[i].second, &items[i].first) < 0) {
            items[i] = (lob_edge_pair){r->pairs[i].pair.second, r->pairs[i].pair.first};
        }
    }
    qsort(items, r->pair_count, sizeof *items, compare_pairs);
    for (uint32_t i = 0; i < r->pair_count; i++) {
        if (count == 0 || keeps_equal || compare_pairs(&items[count - 1], &items[i]) != 0) {
            items[count++] = items[i];
        }
    }
    *pairs = (lob_edge_pairs){items, count};
    return LOB_OK;
}

lob_status lob_check_run(lob_ctx *ctx, const lob_check *check, lob_check_polygons polygons, lob_edge_pairs *pairs) {
    check_run r = {.ctx = ctx, .check = check};
    lob_status status = take_edges(&r, polygons);
    if (status == LOB_OK) {
        status = find_pairs(&r);
    }
    if (status == LOB_OK && !check->ignores_shields) {
        status = drop_shielded(&r);
    }
    if (status == LOB_OK) {
        status = give_pairs(&r, pairs);
    }
    lob_free(r.edges);
    lob_free(r.tree_block);
    lob_free(r.pairs);
    return status;
}
