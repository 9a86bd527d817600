/* See owned.h. */
#include "script/owned.h"

#include "base/list.h"
#include "base/sort.h"

/* Wider than any layout: opposite edges are looked for through the whole polygon. */
#define FAR (INT64_C(1) << 40)

typedef struct owning {
    lob_ctx *ctx;
    const lob_pairs_ask *ask;
    const lob_polygons *polygons;
    lob_polygon_at *polygon_at; /* by polygon */
    uint32_t *polygon_of;       /* by edge of a */
    uint32_t *place_of;         /* by edge: where KLayout has it in the polygon */
    uint32_t edge_count;
} owning;

static lob_edge64 turned(lob_edge64 e) {
    return (lob_edge64){e.to, e.from};
}

/* KLayout walks contours the other way round, from the same point on. */
static lob_status number_edges(owning *o) {
    lob_polygon_at at = {0};
    uint32_t polygon = 0, edge = 0;
    for (; lob_polygon_next(o->polygons, &at); polygon++) {
        uint32_t before = 0;
        o->polygon_at[polygon] = at;
        for (uint32_t c = at.contour; c < at.contour + at.count; c++) {
            const uint32_t count = o->polygons->contours[c].count;
            for (uint32_t i = 0; i < count; i++, edge++) {
                o->polygon_of[edge] = polygon;
                o->place_of[edge] = before + count - i;
            }
            before += count;
        }
    }
    o->edge_count = edge;
    return lob_poll(o->ctx);
}

static lob_status begin(lob_ctx *ctx, owning *o) {
    const size_t points = (size_t)o->polygons->point_count + 1, contours = (size_t)o->polygons->contour_count + 1;
    o->polygon_at = LOB_NEW_ARRAY(ctx->arena, lob_polygon_at, contours);
    o->polygon_of = LOB_NEW_ARRAY(ctx->arena, uint32_t, points);
    o->place_of = LOB_NEW_ARRAY(ctx->arena, uint32_t, points);
    return o->polygon_at && o->polygon_of && o->place_of ? number_edges(o) : lob_fail_memory(ctx);
}

static int by_polygon(const void *a, const void *b, void *unused) {
    (void)unused;
    const lob_owned_pair *x = a, *y = b;
    return (x->polygon > y->polygon) - (x->polygon < y->polygon);
}

/* Pairs as they lie on polygons of a; those of two polygons of one layer from either side. */
static lob_status own(owning *o, const lob_edge_pairs *pairs, lob_owned_pairs *found) {
    const bool is_two = o->ask->scope == LOB_SCOPE_LAYERS;
    found->items = LOB_NEW_ARRAY(o->ctx->arena, lob_owned_pair, 2 * (size_t)pairs->count + 1);
    found->count = 0;
    if (!found->items) {
        return lob_fail_memory(o->ctx);
    }
    for (uint32_t i = 0; i < pairs->count; i++) {
        const lob_pair_owners owners = pairs->owners[i];
        const lob_edge_pair pair = pairs->items[i], other = {pair.second, pair.first};
        const uint32_t first = o->polygon_of[owners.first];
        if (is_two) {
            found->items[found->count++] = (lob_owned_pair){first, false, pair};
            continue;
        }
        const uint32_t second = o->polygon_of[owners.second];
        const bool turns = first == second && o->place_of[owners.second] < o->place_of[owners.first];
        found->items[found->count++] = (lob_owned_pair){first, first == second, turns ? other : pair};
        if (first != second) {
            found->items[found->count++] = (lob_owned_pair){second, false, other};
        }
    }
    return lob_sort(o->ctx, found->items, found->count, sizeof *found->items, by_polygon, NULL);
}

static lob_owned_pairs run_of(const lob_owned_pairs *all, uint32_t from) {
    lob_owned_pairs run = {all->items + from, 0, all->is_symmetric};
    while (from + run.count < all->count && all->items[from + run.count].polygon == all->items[from].polygon) {
        run.count++;
    }
    return run;
}

typedef struct pair_list {
    lob_owned_pair *items;
    uint32_t count, room;
} pair_list;

static lob_status add(lob_ctx *ctx, pair_list *list, lob_owned_pair pair) {
    LOB_TRY(LOB_LIST_ROOM(ctx, ctx->arena, list->items, list->count, list->room));
    list->items[list->count++] = pair;
    return LOB_OK;
}

/* ---- opposite ---- */

/* Whether edge q crosses both lines that join the pair, off their ends. */
static bool is_cut_within(const lob_edge_pair *pair, lob_edge64 q) {
    const lob_pair_joins joins = lob_pair_joins_of(pair);
    const lob_edge64 lines[2] = {joins.one, joins.other};
    if (!lob_joins_are_cut(&joins, q)) {
        return false;
    }
    for (int i = 0; i < 2; i++) {
        const lob_edge64 l = lines[i];
        const __int128 dx = q.to.x - q.from.x, dy = q.to.y - q.from.y;
        const bool meets_from = dx * (l.from.y - q.from.y) == dy * (l.from.x - q.from.x);
        const bool meets_to = dx * (l.to.y - q.from.y) == dy * (l.to.x - q.from.x);
        if (meets_from || meets_to) {
            return false;
        }
    }
    return true;
}

static bool is_cut_by_polygon(const owning *o, uint32_t polygon, const lob_edge_pair *pair) {
    const lob_polygon_at at = o->polygon_at[polygon];
    for (uint32_t c = at.contour; c < at.contour + at.count; c++) {
        const lob_contour *contour = &o->polygons->contours[c];
        const lob_point64 *ring = o->polygons->points + contour->first;
        for (uint32_t i = 0; i < contour->count; i++) {
            if (is_cut_within(pair, (lob_edge64){ring[i + 1 == contour->count ? 0 : i + 1], ring[i]})) {
                return true;
            }
        }
    }
    return false;
}

/* The parts of `edge` that have one of the others across the polygon. */
static lob_status across(const owning *o, uint32_t polygon, lob_edge64 edge, const lob_edge64 *others, uint32_t count,
                         lob_edge64 **parts, uint32_t *part_count) {
    lob_check_rule rule = lob_check_rule_of(LOB_CHECK_WIDTH, FAR);
    *parts = LOB_NEW_ARRAY(o->ctx->arena, lob_edge64, (size_t)count + 1);
    *part_count = 0;
    rule.metrics = LOB_METRICS_PROJECTION;
    if (!*parts) {
        return lob_fail_memory(o->ctx);
    }
    for (uint32_t i = 0; i < count; i++) {
        lob_edge_pair pair;
        if (lob_edges_check(&rule, edge, others[i], &pair) && !is_cut_by_polygon(o, polygon, &pair)) {
            (*parts)[(*part_count)++] = pair.first;
        }
    }
    return LOB_OK;
}

/* What stays of each pair's first edge. Pairs of one layer come back as single edges: what becomes of the other side is
 * decided over there. */
static lob_status filter_opposite(const owning *o, lob_owned_pairs run, pair_list *list) {
    const bool is_two = o->ask->scope == LOB_SCOPE_LAYERS;
    lob_edge64 *edges = LOB_NEW_ARRAY(o->ctx->arena, lob_edge64, 2 * (size_t)run.count + 1);
    uint32_t count = 0;
    if (!edges) {
        return lob_fail_memory(o->ctx);
    }
    for (uint32_t i = 0; i < run.count; i++) {
        edges[count++] = run.items[i].pair.first;
        if (run.items[i].is_within) {
            edges[count++] = run.items[i].pair.second;
        }
    }
    LOB_TRY(is_two ? LOB_OK : lob_edges_unite(o->ctx, edges, &count));
    for (uint32_t i = 0, k = 0; i < count; i++) {
        const lob_edge64 second = is_two ? run.items[k++].pair.second : turned(edges[i]);
        lob_edge64 *parts, *left = &edges[i];
        uint32_t part_count, left_count = o->ask->opposite == LOB_OPPOSITE_NOT;
        LOB_TRY(across(o, run.items->polygon, edges[i], edges, count, &parts, &part_count));
        if (part_count > 0) {
            const bool takes_rest = o->ask->opposite == LOB_OPPOSITE_NOT;
            LOB_TRY(lob_edge_divide(o->ctx, edges[i], parts, part_count, takes_rest, &left, &left_count));
        }
        for (uint32_t e = 0; e < left_count; e++) {
            LOB_TRY(add(o->ctx, list,
                        (lob_owned_pair){run.items->polygon, false, {left[e], is_two ? second : turned(left[e])}}));
        }
    }
    return LOB_OK;
}

/* Filters leave single edges of pairs, several of which may be the same. */
static lob_status unite(lob_ctx *ctx, const pair_list *list, lob_owned_pairs *found) {
    lob_edge_pair *pairs = LOB_NEW_ARRAY(ctx->arena, lob_edge_pair, (size_t)list->count + 1);
    *found = (lob_owned_pairs){list->items, 0, false};
    if (!pairs) {
        return lob_fail_memory(ctx);
    }
    for (uint32_t i = 0; i < list->count;) {
        const lob_owned_pairs all = {list->items, list->count, false}, run = run_of(&all, i);
        const uint32_t polygon = run.items->polygon;
        uint32_t count = run.count;
        for (uint32_t k = 0; k < count; k++) {
            pairs[k] = run.items[k].pair;
        }
        i += count;
        LOB_TRY(lob_pairs_unite(ctx, pairs, &count));
        for (uint32_t k = 0; k < count; k++) { /* never further than what has been read */
            found->items[found->count++] = (lob_owned_pair){polygon, false, pairs[k]};
        }
    }
    return LOB_OK;
}

/* ---- sides of rectangles ---- */

static bool is_same(lob_edge64 a, lob_edge64 b) {
    return a.from.x == b.from.x && a.from.y == b.from.y && a.to.x == b.to.x && a.to.y == b.to.y;
}

/* The side of the rectangle that the edge is in full; 4: none. Sides count along the contour. */
static uint32_t side_of(const owning *o, uint32_t polygon, lob_edge64 edge) {
    const lob_contour *hull = &o->polygons->contours[o->polygon_at[polygon].contour];
    const lob_point64 *ring = o->polygons->points + hull->first;
    for (uint32_t i = 0; i < 4; i++) {
        if (is_same(edge, (lob_edge64){ring[(i + 1) % 4], ring[i]})) {
            return i;
        }
    }
    return 4;
}

static bool is_allowed(uint32_t violated, uint32_t sides) {
    for (; violated && sides; sides >>= 4) {
        uint32_t set = sides & 15;
        for (int turn = 0; turn < 4 && set; turn++) {
            if (set == violated) {
                return true;
            }
            set = (set << 1 & 15) | set >> 3;
        }
    }
    return false;
}

static bool is_rectangle(const owning *o, uint32_t polygon) {
    const lob_polygon_at at = o->polygon_at[polygon];
    const lob_contour *hull = &o->polygons->contours[at.contour];
    const lob_point64 *p = o->polygons->points + hull->first;
    if (at.count != 1 || hull->count != 4) {
        return false;
    }
    return p[0].y == p[1].y ? p[1].x == p[2].x && p[2].y == p[3].y && p[3].x == p[0].x
                            : p[0].x == p[1].x && p[1].y == p[2].y && p[2].x == p[3].x && p[3].y == p[0].y;
}

static lob_status filter_sides(const owning *o, lob_owned_pairs run, pair_list *list) {
    const uint32_t polygon = run.items->polygon;
    const bool is_box = is_rectangle(o, polygon), is_two = o->ask->scope == LOB_SCOPE_LAYERS;
    uint32_t violated = 0;
    for (uint32_t i = 0; is_box && i < run.count; i++) {
        violated |= (1U << side_of(o, polygon, run.items[i].pair.first)) & 15;
    }
    const bool is_waived = is_allowed(violated, o->ask->sides);
    for (uint32_t i = 0; i < run.count; i++) {
        const lob_edge_pair p = run.items[i].pair;
        if (!is_waived || side_of(o, polygon, p.first) == 4) {
            LOB_TRY(
                add(o->ctx, list, (lob_owned_pair){polygon, false, {p.first, is_two ? p.second : turned(p.first)}}));
        }
    }
    return LOB_OK;
}

/* ---- what passes ---- */

static lob_status keep_passed(const owning *o, const lob_owned_pairs *kept, const lob_owned_pairs *near,
                              pair_list *list) {
    uint32_t k = 0, n = 0, count;
    lob_edge64 *edges;
    lob_polygon_at at = {0};
    for (uint32_t i = 0; lob_polygon_next(o->polygons, &at); i++) {
        const bool has_kept = k < kept->count && kept->items[k].polygon == i;
        const bool has_near = n < near->count && near->items[n].polygon == i;
        const lob_owned_pairs x = has_kept ? run_of(kept, k) : (lob_owned_pairs){0};
        const lob_owned_pairs y = has_near ? run_of(near, n) : (lob_owned_pairs){0};
        k += x.count;
        n += y.count;
        LOB_TRY(lob_passed_edges(o->ctx, o->polygons, at, o->ask, x, y, &edges, &count));
        for (uint32_t e = 0; e < count; e++) {
            LOB_TRY(add(o->ctx, list, (lob_owned_pair){i, false, {edges[e], turned(edges[e])}}));
        }
    }
    return LOB_OK;
}

static lob_status find(owning *o, lob_check_polygons polygons, bool ignores_shields, lob_owned_pairs *found) {
    static const lob_team team = {0}; /* as many threads as pay; the pairs are the same */
    const lob_check check = {
        .rule = o->ask->rule, .scope = o->ask->scope, .ignores_shields = ignores_shields, .team = &team};
    lob_edge_pairs pairs = {0};
    LOB_TRY(o->ask->rule.distance > 0 ? lob_check_run(o->ctx, &check, polygons, &pairs) : LOB_OK);
    return own(o, &pairs, found);
}

lob_status lob_owned_check(lob_ctx *ctx, lob_value *a, lob_value *b, const lob_pairs_ask *ask, lob_owned_pairs *found) {
    owning o = {.ctx = ctx, .ask = ask};
    lob_check_polygons polygons = {0};
    pair_list list = {0};
    LOB_TRY(lob_value_whole(ctx, a, &o.polygons));
    LOB_TRY(b ? lob_value_whole(ctx, b, &polygons.b) : LOB_OK);
    polygons.a = o.polygons;
    LOB_TRY(begin(ctx, &o));
    LOB_TRY(find(&o, polygons, ask->is_transparent, found));
    found->is_symmetric = ask->scope != LOB_SCOPE_LAYERS;
    if (ask->is_negative) {
        lob_owned_pairs near = *found;
        LOB_TRY(ask->is_transparent ? LOB_OK : find(&o, polygons, true, &near));
        LOB_TRY(keep_passed(&o, found, &near, &list));
        *found = (lob_owned_pairs){list.items, list.count, false};
    }
    for (int pass = 0; pass < 2; pass++) {
        if (pass == 0 ? ask->opposite == LOB_OPPOSITE_ANY : ask->sides == 0) {
            continue;
        }
        list = (pair_list){0};
        for (uint32_t i = 0; i < found->count;) {
            const lob_owned_pairs run = run_of(found, i);
            LOB_TRY(pass == 0 ? filter_opposite(&o, run, &list) : filter_sides(&o, run, &list));
            i += run.count;
        }
        LOB_TRY(unite(ctx, &list, found));
    }
    return LOB_OK;
}
