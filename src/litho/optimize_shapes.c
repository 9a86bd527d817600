/* Masks cut and put together as polygons, so that what is not touched keeps its points. */
#include "litho/optimize_impl.h"

#include <math.h>

#include "litho/mask_impl.h"

static lob_status take(lob_ctx *ctx, lob_region *region, lob_region_op op, double unit_nm, lob_mask *mask) {
    lob_polygons polygons;
    LOB_TRY(lob_region_polygons(ctx, region, op, &polygons));
    lob_mask_keep(mask, &polygons, unit_nm);
    return LOB_OK;
}

lob_status lob_optimize_box(lob_ctx *ctx, const lob_mask *mask, lob_region_op op, lob_box64 box, lob_mask *out) {
    lob_region *region;
    LOB_TRY(lob_region_new(ctx, 1, &region));
    LOB_TRY(lob_mask_add_to(ctx, region, 0, mask));
    LOB_TRY(lob_region_add_box(ctx, region, 1, box));
    return take(ctx, region, op, mask->unit_nm, out);
}

lob_status lob_optimize_less(lob_ctx *ctx, const lob_mask *mask, const lob_mask *other, lob_mask *out) {
    lob_region *region;
    LOB_TRY(lob_region_new(ctx, 1, &region));
    LOB_TRY(lob_mask_add_to(ctx, region, 0, mask));
    LOB_TRY(lob_mask_add_to(ctx, region, 1, other));
    return take(ctx, region, LOB_REGION_NOT, mask->unit_nm, out);
}

lob_status lob_optimize_put(lob_ctx *ctx, const lob_mask *old, lob_box64 box, const lob_mask *fresh, lob_mask *mask) {
    lob_region *region;
    lob_mask rest;
    LOB_TRY(lob_optimize_box(ctx, old, LOB_REGION_NOT, box, &rest));
    LOB_TRY(lob_region_new(ctx, 1, &region));
    LOB_TRY(lob_mask_add_to(ctx, region, 0, &rest));
    LOB_TRY(lob_mask_add_to(ctx, region, 1, fresh));
    return take(ctx, region, LOB_REGION_OR, old->unit_nm, mask);
}

/* Every coordinate times `by`, the unit divided. */
lob_status lob_optimize_refine(lob_ctx *ctx, int64_t by, lob_mask *mask) {
    lob_polygons *p = &mask->polygons;
    lob_point64 *points = LOB_NEW_ARRAY(ctx->arena, lob_point64, (size_t)p->point_count + 1);
    if (points == NULL) {
        return lob_fail_memory(ctx);
    }
    for (uint32_t i = 0; i < p->point_count; i++) {
        points[i] = (lob_point64){p->points[i].x * by, p->points[i].y * by};
    }
    lob_polygons finer = *p;
    finer.points = points;
    lob_mask_keep(mask, &finer, mask->unit_nm / (double)by);
    return LOB_OK;
}

static bool is_multiple(double large, double small, int64_t *times) {
    const double nearly = 1e-9, ratio = large / small, whole = floor(ratio + .5);
    *times = whole >= 1 && whole < 1e6 ? (int64_t)whole : 0;
    return *times > 0 && fabs(ratio - whole) <= nearly * whole;
}

lob_status lob_optimize_check_unit(lob_ctx *ctx, double pixel_nm, double unit_nm) {
    int64_t times;
    if (is_multiple(pixel_nm, unit_nm, &times) || is_multiple(unit_nm, pixel_nm, &times)) {
        return LOB_OK;
    }
    return lob_ilt_fail(ctx, "pixel_unit", "Neither the pixel nor the mask's unit is a multiple of the other",
                        "Make pixel_nm a multiple or a whole fraction of the layout's unit.");
}

lob_status lob_optimize_unit(lob_ctx *ctx, double pixel_nm, lob_mask *mask, int64_t *units) {
    LOB_TRY(lob_optimize_check_unit(ctx, pixel_nm, mask->unit_nm));
    if (is_multiple(pixel_nm, mask->unit_nm, units)) {
        return LOB_OK;
    }
    int64_t times;
    is_multiple(mask->unit_nm, pixel_nm, &times);
    *units = 1;
    return lob_optimize_refine(ctx, times, mask);
}

/* Where a tidied pixel and its grey value are on different sides, the pixel is right. */
static void agree(const lob_bits *bits, lob_plane *smooth) {
    const float in = .51f, out = .49f;
    const uint32_t width = smooth->frame.width;
    for (size_t i = 0; i < (size_t)width * smooth->frame.height; i++) {
        const bool is_set = lob_bits_at(bits, (uint32_t)(i % width), (uint32_t)(i / width));
        float *value = &smooth->values[i];
        *value = is_set && *value < in ? in : !is_set && *value > out ? out : *value;
    }
}

/* Free pixels obey width and spacing as pixels do: their outlines are checked alike, contours cut corners off. */
static bool follows_pixels(const lob_optimize_setup *setup) {
    return setup->manhattan || (setup->model == LOB_ILT_PIXEL && setup->evaluation.checks & LOB_CHECK_MRC);
}

lob_status lob_optimize_outline(lob_ctx *ctx, const lob_optimize_setup *setup, const lob_bits *bits, lob_plane *smooth,
                                double unit_nm, lob_mask *mask) {
    int64_t units;
    if (!follows_pixels(setup)) {
        agree(bits, smooth);
        return lob_mask_of_plane(ctx, smooth, .5f, unit_nm, setup->area_min_nm2, mask);
    }
    LOB_TRY(lob_mask_of_bits(ctx, bits, mask));
    if (!is_multiple(mask->unit_nm, unit_nm, &units)) {
        units = 1;
    }
    LOB_TRY(units > 1 ? lob_optimize_refine(ctx, units, mask) : LOB_OK);
    mask->unit_nm = unit_nm;
    return LOB_OK;
}
