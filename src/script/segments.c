/* Figures moved; shapes and pieces of single edges: polygons around them, their beginnings, ends and middles. Ends off
 * the grid are rounded half away from zero, as in KLayout. */
#include <math.h>

#include "script/ops.h"

static lob_point64 at(double x, double y) {
    return (lob_point64){(int64_t)round(x), (int64_t)round(y)};
}

lob_status lob_op_extended(lob_ctx *ctx, const lob_value *a, const int64_t by[4], lob_value *result) {
    const double begin = (double)by[0], end = (double)by[1], out = (double)by[2], in = (double)by[3];
    lob_polygon_list list = {0};
    lob_edge64 *edges;
    uint32_t merged;
    LOB_TRY(lob_edges_merged(ctx, a, &edges, &merged));
    for (uint32_t i = 0; i < merged; i++) {
        const lob_edge64 e = edges[i];
        const bool is_point = e.from.x == e.to.x && e.from.y == e.to.y; /* runs to the right, as KLayout has it */
        const double dx = is_point ? 1 : (double)(e.to.x - e.from.x), dy = (double)(e.to.y - e.from.y);
        const double scale = 1.0 / sqrt(dx * dx + dy * dy); /* not dx / length: halves are to round as KLayout's do */
        const double ux = dx * scale, uy = dy * scale;      /* its outside is on the left: (-uy, ux) */
        const double fx = (double)e.from.x - ux * begin, fy = (double)e.from.y - uy * begin;
        const double tx = (double)e.to.x + ux * end, ty = (double)e.to.y + uy * end;
        lob_point64 ring[4] = {at(fx - uy * out, fy + ux * out), at(tx - uy * out, ty + ux * out),
                               at(tx + uy * in, ty - ux * in), at(fx + uy * in, fy - ux * in)};
        const uint32_t count = lob_ring_compress(ring, 4);
        LOB_TRY(count ? lob_polygon_list_add(ctx, &list, ring, count, false) : LOB_OK);
    }
    const lob_polygons all = lob_polygon_list_view(&list);
    return lob_value_put_raw(ctx, result, &all);
}

lob_status lob_op_segments(lob_ctx *ctx, const lob_value *a, lob_segment_kind kind, int64_t length, double fraction,
                           lob_value *result) {
    lob_edge64 *edges;
    uint32_t merged;
    LOB_TRY(lob_edges_merged(ctx, a, &edges, &merged));
    for (uint32_t i = 0; i < merged; i++) {
        lob_edge64 *e = &edges[i];
        const double dx = (double)(e->to.x - e->from.x), dy = (double)(e->to.y - e->from.y);
        const double full = sqrt(dx * dx + dy * dy);
        const double part = fmax(full * fraction, (double)length) / full;
        const double mx = (double)e->from.x + dx * 0.5, my = (double)e->from.y + dy * 0.5;
        if (kind == LOB_SEGMENT_START) {
            e->to = at((double)e->from.x + dx * part, (double)e->from.y + dy * part);
        } else if (kind == LOB_SEGMENT_END) {
            e->from = at((double)e->to.x - dx * part, (double)e->to.y - dy * part);
        } else {
            *e = (lob_edge64){at(mx - dx * 0.5 * part, my - dy * 0.5 * part),
                              at(mx + dx * 0.5 * part, my + dy * 0.5 * part)};
        }
    }
    return lob_value_put_edges(ctx, result, edges, merged);
}

/* ---- moved ---- */

typedef struct motion {
    int quarters;
    int64_t dx, dy;
} motion;

static lob_point64 moved(motion m, lob_point64 p) {
    static const int cosines[4] = {1, 0, -1, 0}, sines[4] = {0, 1, 0, -1};
    const int c = cosines[m.quarters & 3], s = sines[m.quarters & 3];
    return (lob_point64){c * p.x - s * p.y + m.dx, s * p.x + c * p.y + m.dy};
}

static lob_edge64 moved_edge(motion m, lob_edge64 e) {
    return (lob_edge64){moved(m, e.from), moved(m, e.to)};
}

static lob_status move_region(lob_ctx *ctx, const lob_value *a, motion m, lob_value *result) {
    lob_point64 *points = lob_arena_alloc(ctx->arena, ((size_t)a->raw.point_count + 1) * sizeof *points);
    if (!points) {
        return lob_fail_memory(ctx);
    }
    for (uint32_t i = 0; i < a->raw.point_count; i++) {
        points[i] = moved(m, a->raw.points[i]);
    }
    lob_polygons all = a->raw;
    all.points = points;
    return lob_value_put_raw(ctx, result, &all);
}

lob_status lob_op_moved(lob_ctx *ctx, const lob_value *a, int quarters, int64_t dx, int64_t dy, lob_value *result) {
    const motion m = {quarters, dx, dy};
    if (a->kind == LOB_VALUE_REGION) {
        return move_region(ctx, a, m, result);
    }
    lob_edge_pair *pairs = lob_arena_alloc(ctx->arena, ((size_t)a->count + 1) * sizeof *pairs);
    lob_edge64 *edges = lob_arena_alloc(ctx->arena, ((size_t)a->count + 1) * sizeof *edges);
    if (!pairs || !edges) {
        return lob_fail_memory(ctx);
    }
    for (uint32_t i = 0; i < a->count; i++) {
        if (a->kind == LOB_VALUE_EDGES) {
            edges[i] = moved_edge(m, a->edges[i]);
        } else {
            pairs[i] = (lob_edge_pair){moved_edge(m, a->pairs[i].first), moved_edge(m, a->pairs[i].second)};
        }
    }
    result->is_merged = a->is_merged;
    result->is_symmetric = a->is_symmetric;
    result->lacks_order = a->lacks_order;
    return a->kind == LOB_VALUE_EDGES ? lob_value_put_edges(ctx, result, edges, a->count)
                                      : lob_value_put_pairs(ctx, result, pairs, a->count);
}
