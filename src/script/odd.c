/* Where single polygons wind around a point twice or more, or the wrong way round: what a drawing tool left crossed. */
#include "script/ops.h"

static lob_status add_odd(lob_ctx *ctx, const lob_polygons *p, lob_polygon_at at, lob_region *region) {
    bool is_plain = true;
    for (uint32_t c = at.contour; c < at.contour + at.count && is_plain; c++) {
        const lob_contour *contour = &p->contours[c];
        LOB_TRY(lob_ring_is_plain(ctx, p->points + contour->first, contour->count, &is_plain));
    }
    const lob_contour *hull = &p->contours[at.contour];
    if (!is_plain && at.count > 1) {
        return lob_script_refuse(ctx, "odd_polygons of a polygon with holes that crosses itself");
    }
    return is_plain ? LOB_OK : lob_region_add_odd(ctx, region, 0, p->points + hull->first, hull->count);
}

static lob_status gather(lob_ctx *own, const lob_polygons *p, lob_polygon_at at, lob_ctx *ctx, lob_polygon_list *list) {
    lob_region *region;
    lob_polygons parts, whole;
    LOB_TRY(lob_region_new(own, 1, &region));
    LOB_TRY(add_odd(own, p, at, region));
    LOB_TRY(lob_region_polygons(own, region, LOB_REGION_OR, &parts));
    LOB_TRY(lob_polygons_join(own, &parts, &whole));
    for (uint32_t c = 0; c < whole.contour_count; c++) {
        const lob_contour *contour = &whole.contours[c];
        LOB_TRY(lob_polygon_list_add(ctx, list, whole.points + contour->first, contour->count, contour->is_hole));
    }
    return LOB_OK;
}

lob_status lob_op_odd(lob_ctx *ctx, const lob_value *a, lob_value *result) {
    lob_polygon_list list = {0};
    lob_polygon_at at = {0};
    lob_status status = LOB_OK;
    lob_ctx own;
    LOB_TRY(lob_ctx_child(ctx, &own, 0));
    for (uint32_t n = 0; status == LOB_OK && lob_polygon_next(&a->raw, &at); n++) {
        lob_arena_reset(own.arena);
        status = lob_ctx_join(ctx, &own, gather(&own, &a->raw, at, ctx, &list));
        status = status == LOB_OK && n % 4096 == 4095 ? lob_poll(ctx) : status;
    }
    lob_ctx_drop(&own);
    const lob_polygons all = lob_polygon_list_view(&list);
    return status == LOB_OK ? lob_value_put_raw(ctx, result, &all) : status;
}
