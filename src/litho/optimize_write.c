/* A mask as a layout file: one cell of polygons, and its target beside it. Invariant: the file appears whole or not at
 * all (lob_write_file). */
#include <math.h>

#include "db/builder.h"
#include "io/write.h"
#include "litho/optimize_impl.h"

static lob_status fail_range(lob_ctx *ctx) {
    lob_status status = lob_fail(ctx, LOB_E_QUERY_TOO_LARGE,
                                 "The coordinates of the mask are too large for a layout "
                                 "file");
    lob_error_text(&ctx->error, "reason", LOB_STR("coordinates"));
    lob_hint(ctx, "Coordinates have 32 bits: use a coarser unit, or a smaller window.");
    return status;
}

static bool fits(int64_t value) {
    return value >= INT32_MIN && value <= INT32_MAX;
}

static lob_status put_ring(lob_ctx *ctx, const lob_sink *sink, const lob_element *element, const lob_point64 *ring,
                           uint32_t count) {
    lob_point *points = LOB_NEW_ARRAY(ctx->arena, lob_point, (size_t)count + 1);
    if (points == NULL) {
        return lob_fail_memory(ctx);
    }
    for (uint32_t i = 0; i < count; i++) {
        if (!fits(ring[i].x) || !fits(ring[i].y)) {
            return fail_range(ctx);
        }
        points[i] = (lob_point){(int32_t)ring[i].x, (int32_t)ring[i].y};
    }
    return sink->polygon(sink->self, element, points, count);
}

static lob_status put_polygons(lob_ctx *ctx, const lob_sink *sink, const lob_mask *mask, uint32_t layer,
                               uint32_t datatype) {
    const lob_element element = {.layer = layer, .datatype = datatype};
    lob_polygons rings;
    LOB_TRY(lob_polygons_cut(ctx, &mask->polygons, &rings));
    for (uint32_t i = 0; i < rings.contour_count; i++) {
        const lob_contour *c = &rings.contours[i];
        LOB_TRY(put_ring(ctx, sink, &element, rings.points + c->first, c->count));
    }
    return LOB_OK;
}

/* In units of the mask, which are those of the target or finer. */
static lob_status put_target(lob_ctx *ctx, const lob_sink *sink, const lob_mask *mask, const lob_optimize_file *file) {
    lob_mask target = *file->target;
    const int64_t by = llround(target.unit_nm / mask->unit_nm);
    LOB_TRY(by > 1 ? lob_optimize_refine(ctx, by, &target) : LOB_OK);
    return put_polygons(ctx, sink, &target, file->target_layer, file->target_datatype);
}

static lob_status put_layout(lob_ctx *ctx, const lob_sink *sink, const lob_mask *mask, const lob_optimize_file *file) {
    const double nm_um = 1e-3;
    const bool is_oasis = file->is_oasis;
    const lob_layout_event event = {.format = is_oasis ? "oas" : "gds",
                                    .dbu_um = mask->unit_nm * nm_um,
                                    .user_unit = is_oasis ? 0 : mask->unit_nm * nm_um,
                                    .library = is_oasis ? (lob_str){"", 0} : LOB_STR("LIB"),
                                    .version = is_oasis ? 100 : 600};
    LOB_TRY(sink->begin_layout(sink->self, &event));
    LOB_TRY(sink->begin_cell(sink->self, file->cell));
    LOB_TRY(put_polygons(ctx, sink, mask, file->layer, file->datatype));
    LOB_TRY(file->target ? put_target(ctx, sink, mask, file) : LOB_OK);
    LOB_TRY(sink->end_cell(sink->self));
    return sink->end_layout(sink->self);
}

static lob_status build(lob_ctx *ctx, const lob_mask *mask, const lob_optimize_file *file, lob_layout **layout) {
    lob_builder *builder = lob_builder_new(ctx, NULL);
    if (builder == NULL) {
        return ctx->error.code;
    }
    lob_status status = put_layout(ctx, lob_builder_sink(builder), mask, file);
    if (status == LOB_OK) {
        status = lob_builder_freeze(builder, layout);
    }
    lob_builder_drop(builder);
    return status;
}

lob_status lob_optimize_write(lob_ctx *ctx, const lob_mask *mask, const lob_optimize_file *file) {
    const lob_write_options options = {.format = file->is_oasis ? LOB_FORMAT_OAS : LOB_FORMAT_GDS};
    const char *path = lob_arena_strdup(ctx->arena, file->path.data, file->path.size);
    lob_write_warnings warnings = {.count = 0};
    lob_layout *layout;
    if (path == NULL) {
        return lob_fail_memory(ctx);
    }
    LOB_TRY(build(ctx, mask, file, &layout));
    const lob_status status = lob_write_file(ctx, layout, &options, path, &warnings);
    lob_layout_drop(layout);
    return status;
}
