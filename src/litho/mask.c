/* Masks from layouts, and what every mask has.
 *
 * Invariant: polygons are in the merged form of geom/region.h, so any point is inside an odd number of contours or
 * outside of all, and drawing may count crossings.
 */
#include "litho/mask_impl.h"

#include "base/limits.h"
#include "db/figure.h"

void lob_mask_keep(lob_mask *mask, const lob_polygons *polygons, double unit_nm) {
    *mask = (lob_mask){.polygons = *polygons, .box = LOB_BOX64_EMPTY, .unit_nm = unit_nm};
    for (uint32_t i = 0; i < polygons->point_count; i++) {
        mask->box = lob_box64_add_point(mask->box, polygons->points[i].x, polygons->points[i].y);
    }
}

static lob_status copy_polygons(lob_ctx *ctx, const lob_polygons *from, lob_polygons *to) {
    lob_point64 *points = lob_arena_alloc(ctx->arena, from->point_count * sizeof *points);
    lob_contour *contours = lob_arena_alloc(ctx->arena, from->contour_count * sizeof *contours);
    if (!points || !contours) {
        return lob_fail_memory(ctx);
    }
    for (uint32_t i = 0; i < from->point_count; i++) {
        points[i] = from->points[i];
    }
    for (uint32_t i = 0; i < from->contour_count; i++) {
        contours[i] = from->contours[i];
    }
    *to = (lob_polygons){points, contours, from->point_count, from->contour_count};
    return LOB_OK;
}

/* ---- layouts ---- */

static lob_status add_hit(lob_ctx *ctx, const lob_layout *layout, const lob_hit *hit, lob_region *region) {
    if (hit->kind == LOB_KIND_BOX && hit->trans->is_orthogonal) {
        return lob_region_add_box(ctx, region, 0, hit->box);
    }
    lob_figure figure;
    LOB_TRY(lob_figure_make(ctx, layout, hit->shapes, hit->kind, hit->index, hit->member, hit->trans, &figure));
    return lob_region_add(ctx, region, 0, figure.ring, figure.ring_count);
}

static lob_status merge_layer(lob_ctx *ctx, const lob_layout *layout, lob_cell_index cell,
                              const lob_walk_options *options, lob_polygons *polygons) {
    lob_region *region;
    lob_walk *walk;
    LOB_TRY(lob_region_new(ctx, 1, &region));
    LOB_TRY(lob_walk_open(ctx, layout, cell, options, &walk));
    for (;;) {
        const lob_hit *hit;
        LOB_TRY(lob_walk_next(walk, &hit));
        if (!hit) {
            return lob_region_polygons(ctx, region, LOB_REGION_OR, polygons);
        }
        LOB_TRY(add_hit(ctx, layout, hit, region));
    }
}

lob_status lob_mask_of_layout(lob_ctx *ctx, const lob_layout *layout, lob_cell_index cell, lob_layer_index layer,
                              const lob_box64 *window, lob_mask *mask) {
    const lob_walk_options options = lob_walk_shapes(window ? *window : LOB_WALK_EVERYTHING, &layer, 1);
    lob_ctx own;
    lob_polygons polygons;
    LOB_TRY(lob_ctx_child(ctx, &own, LOB_LIMIT_REQUEST_MEMORY_SIZE));
    lob_status status = merge_layer(&own, layout, cell, &options, &polygons);
    if (status == LOB_OK) {
        lob_polygons kept;
        status = copy_polygons(ctx, &polygons, &kept);
        if (status == LOB_OK) {
            lob_mask_keep(mask, &kept, lob_layout_dbu(layout) * 1000);
        }
    }
    lob_ctx_drop(&own);
    return lob_ctx_join(ctx, &own, status);
}

/* ---- moving ---- */

void lob_mask_move(lob_mask *mask, int64_t dx, int64_t dy) {
    /* The points are the mask's own: who made it put them into the arena. */
    lob_point64 *points = (lob_point64 *)(uintptr_t)mask->polygons.points;
    for (uint32_t i = 0; i < mask->polygons.point_count; i++) {
        points[i].x += dx;
        points[i].y += dy;
    }
    if (!lob_box64_is_empty(mask->box)) {
        mask->box = (lob_box64){mask->box.left + dx, mask->box.bottom + dy, mask->box.right + dx, mask->box.top + dy};
    }
}
