/* The edges of a check, in runs. See check_impl.h. */
#include <math.h>

#include "base/alloc.h"
#include "base/sets.h"
#include "base/sort.h"
#include "rules/check_impl.h"

static int64_t least(int64_t a, int64_t b) {
    return a < b ? a : b;
}

static int64_t most(int64_t a, int64_t b) {
    return a > b ? a : b;
}

/* Whether an edge may be one of a pair that touches the window, or shield one: a shield runs through all that the pair
 * spans, whose every point is nearer to both edges than one and a half distances. */
static bool may_matter(const lob_check *c, lob_edge64 e) {
    const int64_t more = 2 * c->rule.distance + 1;
    return !c->has_window ||
           (least(e.from.x, e.to.x) <= c->window.right + more && most(e.from.x, e.to.x) >= c->window.left - more &&
            least(e.from.y, e.to.y) <= c->window.top + more && most(e.from.y, e.to.y) >= c->window.bottom - more);
}

/* ---- directions ---- */

static uint8_t octant_of(lob_edge64 e) {
    int64_t x = e.to.x - e.from.x, y = e.to.y - e.from.y;
    uint8_t octant = 0;
    if (y < 0 || (y == 0 && x < 0)) { /* turned by 180 degrees */
        octant = 4;
        x = -x;
        y = -y;
    }
    if (x <= 0) { /* by 90 */
        const int64_t old = x;
        octant += 2;
        x = y;
        y = -old;
    }
    return (uint8_t)(octant + (y >= x));
}

/* ---- runs ---- */

static lob_box joined(lob_box a, lob_box b) {
    return (lob_box){a.left < b.left ? a.left : b.left, a.bottom < b.bottom ? a.bottom : b.bottom,
                     a.right > b.right ? a.right : b.right, a.top > b.top ? a.top : b.top};
}

static double area_around(lob_box box, int64_t distance) {
    const double more = 2 * (double)distance;
    return ((double)box.right - box.left + more) * ((double)box.top - box.bottom + more);
}

typedef struct taking {
    const lob_check *check;
    check_edges *edges;
    double area, slab_area; /* that the edges of the last run search, one by one: their boxes, and turned as they run */
} taking;

enum { SLANTED_FROM = 2 }; /* times what a slab has, has the box of an edge that is long and slanted */

static double slab_around(lob_edge64 e, int64_t distance) {
    const double x = (double)e.to.x - (double)e.from.x, y = (double)e.to.y - (double)e.from.y;
    return (sqrt(x * x + y * y) + 2 * (double)distance) * 2 * (double)distance;
}

/* Long slanted edges search by slabs, which bend away from each other: the arms of a wide spiral, the needles of a
 * star. `edge` lies behind the last one of the run. */
static bool slabs_join(const taking *t, const check_run_of_edges *run, double slab_area) {
    const check_run_of_edges both = {.first = run->first, .count = run->count + 1};
    const check_slab slab = check_slab_of_run(t->edges, &both, (double)t->check->rule.distance);
    return (slab.high - slab.low) * (slab.left - slab.right) <= 4 * slab_area;
}

/* To the last run, when its box then is searched for no more than four times what its edges would be searched for. */
static void add_to_run(taking *t, const check_edge *edge, uint32_t polygon, bool is_b, bool is_first) {
    check_edges *e = t->edges;
    const int64_t distance = t->check->rule.distance;
    const double area = area_around(edge->box, distance), slab_area = slab_around(edge->e, distance);
    check_run_of_edges *run = e->run_count > 0 ? &e->runs[e->run_count - 1] : NULL;
    e->items[e->count++] = *edge;
    if (!is_first && run && run->count < CHECK_RUN_MAX) {
        const lob_box both = joined(run->box, edge->box);
        if (area_around(both, distance) <= 4 * (t->area + area) &&
            (area <= SLANTED_FROM * slab_area || slabs_join(t, run, t->slab_area + slab_area))) {
            run->box = both;
            t->area += area;
            t->slab_area += slab_area;
            run->count++;
            run->octants |= (uint8_t)(1 << edge->octant);
            return;
        }
    }
    t->area = area;
    t->slab_area = slab_area;
    e->runs[e->run_count++] =
        (check_run_of_edges){e->count - 1, 1, polygon, edge->box, is_b, (uint8_t)(1 << edge->octant)};
}

static void add_polygons(taking *t, const lob_polygons *p, bool is_b, uint32_t *polygon) {
    for (uint32_t i = 0; p && i < p->contour_count; i++) {
        const lob_contour *c = &p->contours[i];
        const lob_point64 *points = p->points + c->first;
        bool is_first = true;
        *polygon += !c->is_hole;
        for (uint32_t k = 0; k < c->count; k++) {
            /* Contours have the inside on the left. */
            const lob_edge64 e = {points[k + 1 == c->count ? 0 : k + 1], points[k]};
            if (may_matter(t->check, e)) {
                const lob_box64 box = {least(e.from.x, e.to.x), least(e.from.y, e.to.y), most(e.from.x, e.to.x),
                                       most(e.from.y, e.to.y)};
                const check_edge edge = {e, lob_box_cut(box), octant_of(e)};
                add_to_run(t, &edge, *polygon, is_b, is_first);
                is_first = false;
            }
        }
    }
}

/* ---- polygons that touch in a corner ---- */

typedef struct corner {
    lob_point64 at;
    uint32_t polygon;
} corner;

static int by_corner(const void *a, const void *b, void *unused) {
    const corner *x = a, *y = b;
    (void)unused;
    const int order = lob_point_compare(x->at, y->at);
    return order ? order : (x->polygon > y->polygon) - (x->polygon < y->polygon);
}

static lob_status join_corners(lob_ctx *ctx, corner *corners, uint32_t count, uint32_t *parents) {
    LOB_TRY(lob_sort(ctx, corners, count, sizeof *corners, by_corner, NULL));
    for (uint32_t i = 1; i < count; i++) {
        if (corners[i - 1].at.x == corners[i].at.x && corners[i - 1].at.y == corners[i].at.y) {
            lob_sets_join(parents, corners[i - 1].polygon, corners[i].polygon);
        }
    }
    return LOB_OK;
}

static uint32_t hull_count(const lob_polygons *p) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < p->contour_count; i++) {
        count += !p->contours[i].is_hole;
    }
    return count;
}

static lob_status find_roots(lob_ctx *ctx, const lob_polygons *p, uint32_t hulls, corner *corners, uint32_t *parents) {
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
    return join_corners(ctx, corners, count, parents);
}

/* Polygons of a that share a vertex are one, as KLayout merges them; runs then know the least of them. */
static lob_status join_touching(lob_ctx *ctx, const lob_polygons *p, check_edges *edges) {
    const uint32_t hulls = p ? hull_count(p) : 0;
    if (hulls < 2) {
        return LOB_OK;
    }
    corner *corners = lob_malloc((size_t)p->point_count * sizeof *corners);
    uint32_t *parents = lob_malloc(((size_t)hulls + 1) * sizeof *parents);
    const lob_status status = corners && parents ? find_roots(ctx, p, hulls, corners, parents) : lob_fail_memory(ctx);
    for (uint32_t i = 0; status == LOB_OK && i < edges->run_count; i++) {
        check_run_of_edges *run = &edges->runs[i];
        run->polygon = run->is_b ? run->polygon : lob_set_first(parents, run->polygon);
    }
    lob_free(corners);
    lob_free(parents);
    return status;
}

/* ---- the tree ---- */

static lob_status build_tree(lob_ctx *ctx, check_edges *e) {
    lob_box *boxes = lob_malloc((size_t)e->run_count * sizeof *boxes);
    void *scratch = lob_malloc(lob_rtree_scratch_size(e->run_count));
    e->block = lob_malloc(lob_rtree_size(e->run_count));
    lob_status status = boxes && scratch && e->block ? LOB_OK : lob_fail_memory(ctx);
    if (status == LOB_OK) {
        for (uint32_t i = 0; i < e->run_count; i++) {
            boxes[i] = e->runs[i].box;
        }
        status = lob_rtree_make(ctx, &e->tree, boxes, e->run_count, e->block, scratch);
    }
    lob_free(boxes);
    lob_free(scratch);
    return status;
}

lob_status lob_check_edges_take(lob_ctx *ctx, const lob_check *check, lob_check_polygons polygons, check_edges *edges) {
    const uint64_t count =
        (uint64_t)(polygons.a ? polygons.a->point_count : 0) + (polygons.b ? polygons.b->point_count : 0);
    taking t = {.check = check, .edges = edges};
    uint32_t polygon = 0;
    *edges = (check_edges){.slabs = NULL};
    if (count > LOB_RTREE_COUNT_MAX) {
        lob_status status = lob_fail(ctx, LOB_E_QUERY_TOO_LARGE, "The layers have too many edges for one check");
        lob_hint(ctx, "Check a smaller box");
        lob_error_text(&ctx->error, "reason", LOB_STR("edges"));
        return status;
    }
    edges->items = lob_malloc((size_t)count * sizeof *edges->items);
    edges->runs = lob_malloc((size_t)count * sizeof *edges->runs);
    lob_status status = edges->items && edges->runs ? LOB_OK : lob_fail_memory(ctx);
    if (status == LOB_OK) {
        add_polygons(&t, polygons.a, false, &polygon);
        add_polygons(&t, polygons.b, true, &polygon);
        status = join_touching(ctx, polygons.a, edges);
    }
    if (status == LOB_OK && edges->run_count > 0) {
        status = build_tree(ctx, edges);
    }
    return status;
}

void lob_check_edges_release(check_edges *edges) {
    lob_free(edges->items);
    lob_free(edges->runs);
    lob_free(edges->block);
    lob_free(atomic_load(&edges->slabs));
}
