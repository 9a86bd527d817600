/* Values as sets: each polygon, edge or pair once. Polygons are the same when their contours are, wherever these begin
 * and whichever way they run. */
#include "base/sort.h"
#include "script/ops.h"

typedef struct listing {
    lob_point64 *points;
    lob_contour *contours;
    lob_polygon_at *at; /* by polygon */
    uint32_t count;
} listing;

static int compare_points(lob_point64 a, lob_point64 b) {
    return a.y != b.y ? (a.y > b.y) - (a.y < b.y) : (a.x > b.x) - (a.x < b.x);
}

static bool runs_backwards(const lob_point64 *ring, uint32_t count, bool is_hole) {
    __int128 area = 0;
    for (uint32_t i = 0; i < count; i++) {
        const lob_point64 a = ring[i], b = ring[i + 1 == count ? 0 : i + 1];
        area += (__int128)a.x * b.y - (__int128)a.y * b.x;
    }
    return is_hole ? area > 0 : area < 0;
}

/* From the lowest point on, the inside on the left. */
static void put_ring(const lob_polygons *p, const lob_contour *c, lob_point64 *to) {
    const lob_point64 *ring = p->points + c->first;
    const bool turns = runs_backwards(ring, c->count, c->is_hole);
    uint32_t low = 0;
    for (uint32_t i = 1; i < c->count; i++) {
        low = compare_points(ring[i], ring[low]) < 0 ? i : low;
    }
    for (uint32_t i = 0; i < c->count; i++) {
        to[i] = ring[(turns ? low + c->count - i : low + i) % c->count];
    }
}

static int by_contour(const void *a, const void *b, void *list) {
    const lob_contour *x = a, *y = b;
    const lob_point64 *points = ((listing *)list)->points;
    if (x->count != y->count) {
        return x->count < y->count ? -1 : 1;
    }
    for (uint32_t i = 0; i < x->count; i++) {
        const int order = compare_points(points[x->first + i], points[y->first + i]);
        if (order) {
            return order;
        }
    }
    return 0;
}

/* By the lowest corner first, so that a result reads from the bottom up. */
static int by_polygon(const void *a, const void *b, void *list) {
    const listing *l = list;
    const lob_polygon_at *x = a, *y = b;
    const lob_contour *hulls[2] = {&l->contours[x->contour], &l->contours[y->contour]};
    const int order = compare_points(l->points[hulls[0]->first], l->points[hulls[1]->first]);
    if (order || x->count != y->count) {
        return order ? order : x->count < y->count ? -1 : 1;
    }
    for (uint32_t i = 0; i < x->count; i++) {
        const int next = by_contour(&l->contours[x->contour + i], &l->contours[y->contour + i], list);
        if (next) {
            return next;
        }
    }
    return 0;
}

static lob_status list_polygons(lob_ctx *ctx, const lob_polygons *p, listing *l) {
    lob_polygon_at at = {0};
    uint32_t used = 0;
    l->points = lob_arena_alloc(ctx->arena, ((size_t)p->point_count + 1) * sizeof *l->points);
    l->contours = lob_arena_alloc(ctx->arena, ((size_t)p->contour_count + 1) * sizeof *l->contours);
    l->at = lob_arena_alloc(ctx->arena, ((size_t)p->contour_count + 1) * sizeof *l->at);
    if (!l->points || !l->contours || !l->at) {
        return lob_fail_memory(ctx);
    }
    while (lob_polygon_next(p, &at)) {
        for (uint32_t c = at.contour; c < at.contour + at.count; c++) {
            put_ring(p, &p->contours[c], l->points + used);
            l->contours[c] = (lob_contour){used, p->contours[c].count, p->contours[c].is_hole};
            used += p->contours[c].count;
        }
        LOB_TRY(lob_sort(ctx, l->contours + at.contour + 1, at.count - 1, sizeof *l->contours, by_contour, l));
        l->at[l->count++] = at;
    }
    return lob_sort(ctx, l->at, l->count, sizeof *l->at, by_polygon, l);
}

lob_status lob_polygons_unite(lob_ctx *ctx, const lob_polygons *polygons, lob_polygons *united) {
    listing l = {0};
    lob_polygon_list list = {0};
    LOB_TRY(list_polygons(ctx, polygons, &l));
    for (uint32_t i = 0; i < l.count; i++) {
        const bool is_new = i == 0 || by_polygon(&l.at[i - 1], &l.at[i], &l) != 0;
        for (uint32_t c = l.at[i].contour; is_new && c < l.at[i].contour + l.at[i].count; c++) {
            const lob_contour *contour = &l.contours[c];
            LOB_TRY(lob_polygon_list_add(ctx, &list, l.points + contour->first, contour->count, contour->is_hole));
        }
    }
    *united = lob_polygon_list_view(&list);
    return LOB_OK;
}

/* ---- what b has as well ---- */

static lob_status add_all(lob_ctx *ctx, lob_polygon_list *list, const lob_polygons *p) {
    for (uint32_t c = 0; c < p->contour_count; c++) {
        const lob_contour *contour = &p->contours[c];
        LOB_TRY(lob_polygon_list_add(ctx, list, p->points + contour->first, contour->count, contour->is_hole));
    }
    return LOB_OK;
}

/* Both in one order: polygons alike stand in a row, those of a with lower places. */
static lob_status in_polygons(lob_ctx *ctx, lob_value *a, lob_value *b, bool is_inverse, lob_value *result) {
    const lob_polygons *x, *y;
    listing l = {0};
    lob_polygon_list both = {0}, list = {0};
    LOB_TRY(lob_value_whole(ctx, a, &x));
    LOB_TRY(lob_value_whole(ctx, b, &y));
    LOB_TRY(add_all(ctx, &both, x));
    LOB_TRY(add_all(ctx, &both, y));
    const lob_polygons all = lob_polygon_list_view(&both);
    LOB_TRY(list_polygons(ctx, &all, &l));
    for (uint32_t i = 0, end; i < l.count; i = end) {
        bool is_there = false;
        for (end = i; end < l.count && by_polygon(&l.at[i], &l.at[end], &l) == 0; end++) {
            is_there = is_there || l.at[end].contour >= x->contour_count;
        }
        for (uint32_t k = i; k < end && is_there != is_inverse; k++) {
            for (uint32_t c = l.at[k].contour; c < x->contour_count && c < l.at[k].contour + l.at[k].count; c++) {
                const lob_contour *contour = &all.contours[c];
                LOB_TRY(
                    lob_polygon_list_add(ctx, &list, all.points + contour->first, contour->count, contour->is_hole));
            }
        }
    }
    const lob_polygons kept = lob_polygon_list_view(&list);
    return lob_value_put_raw(ctx, result, &kept);
}

static int by_edge(const void *a, const void *b, void *unused) {
    (void)unused;
    const lob_edge64 *x = a, *y = b;
    const int order = compare_points(x->from, y->from);
    return order ? order : compare_points(x->to, y->to);
}

static int by_pair(const void *a, const void *b, void *unused) {
    const lob_edge_pair *x = a, *y = b;
    const int order = by_edge(&x->first, &y->first, unused);
    return order ? order : by_edge(&x->second, &y->second, unused);
}

lob_status lob_edges_unite(lob_ctx *ctx, lob_edge64 *edges, uint32_t *count) {
    uint32_t kept = 0;
    LOB_TRY(lob_sort(ctx, edges, *count, sizeof *edges, by_edge, NULL));
    for (uint32_t i = 0; i < *count; i++) {
        if (kept == 0 || by_edge(&edges[kept - 1], &edges[i], NULL) != 0) {
            edges[kept++] = edges[i];
        }
    }
    *count = kept;
    return LOB_OK;
}

lob_status lob_pairs_unite(lob_ctx *ctx, lob_edge_pair *pairs, uint32_t *count) {
    uint32_t kept = 0;
    LOB_TRY(lob_sort(ctx, pairs, *count, sizeof *pairs, by_pair, NULL));
    for (uint32_t i = 0; i < *count; i++) {
        if (kept == 0 || by_pair(&pairs[kept - 1], &pairs[i], NULL) != 0) {
            pairs[kept++] = pairs[i];
        }
    }
    *count = kept;
    return LOB_OK;
}

static lob_status in_edges(lob_ctx *ctx, const lob_value *a, const lob_value *b, bool is_inverse, lob_value *result) {
    lob_edge64 *x, *y;
    uint32_t n, m, kept = 0, k = 0;
    LOB_TRY(lob_edges_merged(ctx, a, &x, &n));
    LOB_TRY(lob_edges_merged(ctx, b, &y, &m));
    LOB_TRY(lob_edges_unite(ctx, x, &n));
    LOB_TRY(lob_edges_unite(ctx, y, &m));
    for (uint32_t i = 0; i < n; i++) {
        while (k < m && by_edge(&y[k], &x[i], NULL) < 0) {
            k++;
        }
        if ((k < m && by_edge(&y[k], &x[i], NULL) == 0) != is_inverse) {
            x[kept++] = x[i];
        }
    }
    result->is_merged = true;
    return lob_value_put_edges(ctx, result, x, kept);
}

lob_status lob_op_in(lob_ctx *ctx, lob_value *a, lob_value *b, bool is_inverse, lob_value *result) {
    return a->kind == LOB_VALUE_REGION ? in_polygons(ctx, a, b, is_inverse, result)
                                       : in_edges(ctx, a, b, is_inverse, result);
}
