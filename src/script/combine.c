/* Booleans, merging, sizing: what geom/region.h does, over values. */
#include "script/ops.h"

lob_status lob_script_refuse(lob_ctx *ctx, const char *what) {
    lob_status status = lob_fail(ctx, LOB_E_DRC_RUN_FAILED, "The built-in engine does not run this deck: %s", what);
    lob_hint(ctx, "Run the deck with engine klayout, or with engine auto, which does so by itself.");
    lob_error_text(&ctx->error, "reason", LOB_STR("unsupported"));
    return status;
}

/* The merged form, when it is there already: fewer edges, none of them doubled. */
static const lob_polygons *best(const lob_value *a) {
    return a->has_parts ? &a->parts : &a->raw;
}

lob_status lob_op_boolean(lob_ctx *ctx, lob_value *a, lob_value *b, lob_region_op op, lob_value *result) {
    lob_region *region;
    lob_polygons merged;
    LOB_TRY(lob_region_new(ctx, 1, &region));
    LOB_TRY(lob_value_add(ctx, best(a), region, 0));
    LOB_TRY(lob_value_add(ctx, best(b), region, 1));
    LOB_TRY(lob_region_polygons(ctx, region, op, &merged));
    return lob_value_put_merged(ctx, result, &merged);
}

static lob_status join_regions(lob_ctx *ctx, const lob_value *a, const lob_value *b, lob_value *result) {
    const lob_polygons *of[2] = {&a->raw, &b->raw};
    lob_polygon_list list = {0};
    for (int i = 0; i < 2; i++) {
        for (uint32_t k = 0; k < of[i]->contour_count; k++) {
            const lob_contour *c = &of[i]->contours[k];
            LOB_TRY(lob_polygon_list_add(ctx, &list, of[i]->points + c->first, c->count, c->is_hole));
        }
    }
    const lob_polygons all = lob_polygon_list_view(&list);
    return lob_value_put_raw(ctx, result, &all);
}

lob_status lob_op_join(lob_ctx *ctx, const lob_value *a, const lob_value *b, lob_value *result) {
    const uint64_t count = (uint64_t)a->count + b->count;
    result->is_symmetric = a->is_symmetric && b->is_symmetric;
    if (a->kind == LOB_VALUE_REGION) {
        return join_regions(ctx, a, b, result);
    }
    lob_edge_pair *pairs = lob_arena_alloc(ctx->arena, (count + 1) * sizeof *pairs);
    lob_edge64 *edges = lob_arena_alloc(ctx->arena, (count + 1) * sizeof *edges);
    if (!pairs || !edges || count > UINT32_MAX) {
        return lob_fail_memory(ctx);
    }
    for (uint32_t i = 0; i < count; i++) {
        const lob_value *of = i < a->count ? a : b;
        const uint32_t at = i < a->count ? i : i - a->count;
        if (a->kind == LOB_VALUE_PAIRS) {
            pairs[i] = of->pairs[at];
        } else {
            edges[i] = of->edges[at];
        }
    }
    return a->kind == LOB_VALUE_PAIRS ? lob_value_put_pairs(ctx, result, pairs, (uint32_t)count)
                                      : lob_value_put_edges(ctx, result, edges, (uint32_t)count);
}

lob_status lob_op_merged(lob_ctx *ctx, lob_value *a, lob_value *result) {
    const lob_polygons *parts;
    LOB_TRY(lob_value_parts(ctx, a, &parts));
    return lob_value_put_merged(ctx, result, parts);
}

/* ---- sized ---- */

static bool is_along_axes(const lob_polygons *p, lob_polygon_at at) {
    for (uint32_t c = at.contour; c < at.contour + at.count; c++) {
        const lob_point64 *ring = p->points + p->contours[c].first;
        const uint32_t count = p->contours[c].count;
        for (uint32_t i = 0; i < count; i++) {
            const lob_point64 a = ring[i], b = ring[i + 1 == count ? 0 : i + 1];
            if (a.x != b.x && a.y != b.y) {
                return false;
            }
        }
    }
    return true;
}

/* What lies within dx and dy of a border is added to the polygon, or taken from it. */
static lob_status size_one(lob_ctx *ctx, const lob_polygons *p, lob_polygon_at at, int64_t dx, int64_t dy,
                           lob_polygons *sized) {
    const int64_t mx = dx < 0 ? -dx : dx, my = dy < 0 ? -dy : dy;
    const bool is_grown = dx > 0 || dy > 0;
    const lob_polygons one = lob_polygon_view(p, at);
    lob_region *region;
    LOB_TRY(lob_region_new(ctx, 1, &region));
    LOB_TRY(lob_value_add(ctx, &one, region, 0));
    for (uint32_t c = 0; c < one.contour_count; c++) {
        const lob_point64 *ring = p->points + one.contours[c].first;
        const uint32_t count = one.contours[c].count;
        for (uint32_t i = 0; i < count; i++) {
            const lob_point64 a = ring[i], b = ring[i + 1 == count ? 0 : i + 1];
            const lob_box64 box = {(a.x < b.x ? a.x : b.x) - mx, (a.y < b.y ? a.y : b.y) - my,
                                   (a.x < b.x ? b.x : a.x) + mx, (a.y < b.y ? b.y : a.y) + my};
            LOB_TRY(box.left < box.right && box.bottom < box.top ? lob_region_add_box(ctx, region, 1, box) : LOB_OK);
        }
    }
    return lob_region_polygons(ctx, region, is_grown ? LOB_REGION_OR : LOB_REGION_NOT, sized);
}

lob_status lob_op_sized(lob_ctx *ctx, lob_value *a, int64_t dx, int64_t dy, lob_value *result) {
    const lob_polygons *whole;
    lob_polygon_list list = {0};
    lob_polygon_at at = {0};
    lob_ctx own;
    lob_status status = LOB_OK;
    LOB_TRY(lob_value_whole(ctx, a, &whole));
    if ((dx < 0 && dy > 0) || (dx > 0 && dy < 0)) {
        return lob_script_refuse(ctx, "sized that grows one way and shrinks the other");
    }
    LOB_TRY(lob_ctx_child(ctx, &own, 0));
    while (status == LOB_OK && lob_polygon_next(whole, &at)) {
        lob_polygons sized;
        if (!is_along_axes(whole, at)) {
            status = lob_script_refuse(ctx, "sized of polygons with slanted edges");
            break;
        }
        lob_arena_reset(own.arena);
        status = lob_ctx_join(ctx, &own, size_one(&own, whole, at, dx, dy, &sized));
        for (uint32_t c = 0; status == LOB_OK && c < sized.contour_count; c++) {
            const lob_contour *contour = &sized.contours[c];
            status = lob_polygon_list_add(ctx, &list, sized.points + contour->first, contour->count, contour->is_hole);
        }
        status = status == LOB_OK ? lob_poll(ctx) : status;
    }
    lob_ctx_drop(&own);
    const lob_polygons all = lob_polygon_list_view(&list);
    return status == LOB_OK ? lob_value_put_raw(ctx, result, &all) : status;
}
