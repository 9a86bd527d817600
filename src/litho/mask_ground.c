/* Masks as operands of regions, and the ground between their figures: what a mask of dark polarity has for features. */
#include "litho/mask_impl.h"

/* Hulls and holes of merged polygons: cut into rings without holes. */
lob_status lob_mask_add_to(lob_ctx *ctx, lob_region *region, int operand, const lob_mask *mask) {
    lob_polygons rings;
    LOB_TRY(lob_polygons_cut(ctx, &mask->polygons, &rings));
    for (uint32_t i = 0; i < rings.contour_count; i++) {
        const lob_contour *c = &rings.contours[i];
        LOB_TRY(lob_region_add(ctx, region, operand, rings.points + c->first, c->count));
    }
    return LOB_OK;
}

lob_status lob_mask_ground(lob_ctx *ctx, const lob_mask *mask, lob_box64 within, lob_mask *ground) {
    lob_region *region;
    lob_polygons polygons;
    LOB_TRY(lob_region_new(ctx, 1, &region));
    LOB_TRY(lob_region_add_box(ctx, region, 0, within));
    LOB_TRY(lob_mask_add_to(ctx, region, 1, mask));
    LOB_TRY(lob_region_polygons(ctx, region, LOB_REGION_NOT, &polygons));
    lob_mask_keep(ground, &polygons, mask->unit_nm);
    return LOB_OK;
}
