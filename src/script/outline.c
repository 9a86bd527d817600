/* See outline.h. */
#include "script/outline.h"

static lob_status number_edges(lob_ctx *ctx, lob_outlines *set, lob_box *boxes) {
    const lob_polygons *p = set->polygons;
    lob_polygon_at at = {0};
    set->box = LOB_BOX64_EMPTY;
    while (lob_polygon_next(p, &at)) {
        for (uint32_t c = at.contour; c < at.contour + at.count; c++) {
            const lob_contour *contour = &p->contours[c];
            for (uint32_t i = contour->first; i < contour->first + contour->count; i++) {
                const uint32_t end = i + 1 == contour->first + contour->count ? contour->first : i + 1;
                const lob_point64 from = p->points[i], to = p->points[end];
                const lob_box64 box = lob_box64_add_point((lob_box64){from.x, from.y, from.x, from.y}, to.x, to.y);
                set->polygon_of[i] = set->count;
                set->end_of[i] = end;
                set->box = lob_box64_join(set->box, box);
                boxes[i] = lob_box_cut(box);
            }
        }
        set->count++;
        if (set->count % 4096 == 0) {
            LOB_TRY(lob_poll(ctx));
        }
    }
    return LOB_OK;
}

lob_status lob_outlines_make(lob_ctx *ctx, const lob_polygons *polygons, lob_outlines *set) {
    const uint32_t n = polygons->point_count;
    set->polygons = polygons;
    set->polygon_of = lob_arena_alloc(ctx->arena, (n + 1) * sizeof *set->polygon_of);
    set->end_of = lob_arena_alloc(ctx->arena, (n + 1) * sizeof *set->end_of);
    lob_box *boxes = lob_arena_alloc(ctx->arena, (n + 1) * sizeof *boxes);
    void *block = lob_arena_alloc(ctx->arena, lob_rtree_size(n));
    void *scratch = lob_arena_alloc(ctx->arena, lob_rtree_scratch_size(n));
    if (!set->polygon_of || !set->end_of || !boxes || !block || !scratch) {
        return lob_fail_memory(ctx);
    }
    LOB_TRY(number_edges(ctx, set, boxes));
    return lob_rtree_make(ctx, &set->tree, boxes, n, block, scratch);
}
