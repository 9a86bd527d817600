/* Shapes of a value handed to the interpreter, and chosen by their place: for decks that look at each by themselves.
 *
 * Places count what the deck sees: whole polygons and merged edges, or both as drawn, and pairs. They stay the same
 * while the value lives.
 */
#include "script/fetch.h"

static void put_point(lob_buf *out, lob_point64 p) {
    lob_talk_put_integer(out, p.x);
    lob_talk_put_integer(out, p.y);
}

static void put_edge(lob_buf *out, lob_edge64 e) {
    put_point(out, e.from);
    put_point(out, e.to);
}

/* The contours of a polygon, each with the number of its points, the inside on the right as in KLayout. */
static uint32_t put_polygon(lob_buf *out, const lob_polygons *p, lob_polygon_at at) {
    uint32_t points = 0;
    lob_talk_put_integer(out, at.count);
    for (uint32_t c = at.contour; c < at.contour + at.count; c++) {
        const lob_contour *contour = &p->contours[c];
        lob_talk_put_integer(out, contour->count);
        for (uint32_t i = 0; i < contour->count; i++) {
            put_point(out, p->points[contour->first + (i == 0 ? 0 : contour->count - i)]);
        }
        points += contour->count;
    }
    return points;
}

static lob_status seen_polygons(lob_ctx *ctx, lob_value *value, bool is_raw, const lob_polygons **p) {
    *p = &value->raw;
    return is_raw ? LOB_OK : lob_value_whole(ctx, value, p);
}

/* Not to be written when they are as drawn. */
static lob_status seen_edges(lob_ctx *ctx, const lob_value *value, bool is_raw, const lob_edge64 **edges,
                             uint32_t *count) {
    lob_edge64 *merged;
    *edges = value->edges;
    *count = value->count;
    if (!is_raw) {
        LOB_TRY(lob_edges_merged(ctx, value, &merged, count));
        *edges = merged;
    }
    return LOB_OK;
}

static lob_status fetch_polygons(lob_ctx *ctx, lob_value *value, bool is_raw, uint64_t from, lob_buf *out) {
    const lob_polygons *p;
    lob_polygon_at at = {0};
    uint32_t points = 0;
    LOB_TRY(seen_polygons(ctx, value, is_raw, &p));
    for (uint64_t i = 0; lob_polygon_next(p, &at); i++) {
        if (i < from) {
            continue;
        }
        uint32_t size = 0;
        for (uint32_t c = at.contour; c < at.contour + at.count; c++) {
            size += p->contours[c].count;
        }
        if (size > LOB_FETCH_POINTS) {
            return lob_script_refuse(ctx, "a look at a polygon of more than 50,000 corners");
        }
        if (points + size > LOB_FETCH_POINTS) {
            return LOB_OK; /* the next request goes on */
        }
        points += put_polygon(out, p, at);
    }
    return LOB_OK;
}

lob_status lob_op_fetch(lob_ctx *ctx, lob_value *value, bool is_raw, uint64_t from, lob_buf *out) {
    const uint64_t most = LOB_FETCH_POINTS / 4;
    const lob_edge64 *edges;
    uint32_t count;
    if (value->kind == LOB_VALUE_REGION) {
        return fetch_polygons(ctx, value, is_raw, from, out);
    }
    if (value->kind == LOB_VALUE_PAIRS) {
        for (uint64_t i = from; i < value->count && i < from + most; i++) {
            put_edge(out, value->pairs[i].first);
            put_edge(out, value->pairs[i].second);
        }
        return LOB_OK;
    }
    LOB_TRY(seen_edges(ctx, value, is_raw, &edges, &count));
    for (uint64_t i = from; i < count && i < from + most; i++) {
        put_edge(out, edges[i]);
    }
    return LOB_OK;
}

/* ---- chosen ---- */

static lob_status pick_polygons(lob_ctx *ctx, lob_value *value, bool is_raw, const uint64_t *places, uint32_t count,
                                lob_value *result) {
    const lob_polygons *p;
    lob_polygon_list list = {0};
    lob_polygon_at at = {0};
    uint32_t next = 0;
    LOB_TRY(seen_polygons(ctx, value, is_raw, &p));
    for (uint64_t i = 0; next < count && lob_polygon_next(p, &at); i++) {
        for (uint32_t c = at.contour; places[next] == i && c < at.contour + at.count; c++) {
            const lob_contour *contour = &p->contours[c];
            LOB_TRY(lob_polygon_list_add(ctx, &list, p->points + contour->first, contour->count, contour->is_hole));
        }
        next += places[next] == i;
    }
    const lob_polygons all = lob_polygon_list_view(&list);
    return lob_value_put_raw(ctx, result, &all);
}

static lob_status pick_pairs(lob_ctx *ctx, const lob_value *value, const uint64_t *places, uint32_t count,
                             lob_value *result) {
    uint32_t kept = 0;
    lob_edge_pair *pairs = LOB_NEW_ARRAY(ctx->arena, lob_edge_pair, (size_t)count + 1);
    if (!pairs) {
        return lob_fail_memory(ctx);
    }
    for (uint32_t i = 0; i < count && places[i] < value->count; i++) {
        pairs[kept++] = value->pairs[places[i]];
    }
    result->is_symmetric = value->is_symmetric;
    result->lacks_order = value->lacks_order;
    return lob_value_put_pairs(ctx, result, pairs, kept);
}

lob_status lob_op_pick(lob_ctx *ctx, lob_value *value, bool is_raw, const uint64_t *places, uint32_t count,
                       lob_value *result) {
    const lob_edge64 *edges;
    uint32_t all, kept = 0;
    if (value->kind == LOB_VALUE_REGION) {
        return pick_polygons(ctx, value, is_raw, places, count, result);
    }
    if (value->kind == LOB_VALUE_PAIRS) {
        return pick_pairs(ctx, value, places, count, result);
    }
    LOB_TRY(seen_edges(ctx, value, is_raw, &edges, &all));
    lob_edge64 *picked = LOB_NEW_ARRAY(ctx->arena, lob_edge64, (size_t)count + 1);
    if (!picked) {
        return lob_fail_memory(ctx);
    }
    for (uint32_t i = 0; i < count && places[i] < all; i++) {
        picked[kept++] = edges[places[i]];
    }
    result->is_merged = !is_raw;
    return lob_value_put_edges(ctx, result, picked, kept);
}
