/* See tcp_merge.h. Both layouts go as events into one builder; names connect them, so a cell that one places and the
 * other defines is found. Invariant: the builder hears of one layout: one beginning, one end. */
#include "bridge/tcp_merge.h"

#include "db/builder.h"
#include "db/emit.h"
#include "gen/limits.h"

/* Of every event but the first and the last, of which `is_mute` keeps one. */
typedef struct joint {
    const lob_sink *to;
    bool begins, ends;
} joint;

static lob_status begin_layout(void *self, const lob_layout_event *event) {
    const joint *j = self;
    return j->begins ? j->to->begin_layout(j->to->self, event) : LOB_OK;
}

static lob_status end_layout(void *self) {
    const joint *j = self;
    return j->ends ? j->to->end_layout(j->to->self) : LOB_OK;
}

#define PASS(name, parameters, ...)                                                                                    \
    static lob_status pass_##name parameters {                                                                         \
        const joint *j = self;                                                                                         \
        return j->to->name(j->to->self __VA_OPT__(, ) __VA_ARGS__);                                                    \
    }
PASS(layer_name, (void *self, uint32_t layer, uint32_t datatype, lob_str name), layer, datatype, name)
PASS(begin_cell, (void *self, lob_str name), name)
PASS(box, (void *self, const lob_element *element, lob_box box), element, box)
PASS(polygon, (void *self, const lob_element *element, const lob_point *points, uint32_t count), element, points, count)
PASS(path, (void *self, const lob_element *element, const lob_path_event *path), element, path)
PASS(text, (void *self, const lob_element *element, const lob_text_event *text), element, text)
PASS(instance, (void *self, const lob_element *element, const lob_instance_event *instance), element, instance)
PASS(property, (void *self, const lob_prop *prop), prop)
PASS(end_cell, (void *self))
PASS(warning, (void *self, const char *kind, const char *text, uint64_t offset), kind, text, offset)
PASS(layer_range, (void *self, const lob_layer_range *range, lob_str name), range, name)
PASS(context, (void *self, lob_str cell, const lob_str *strings, uint32_t count), cell, strings, count)

static lob_status add(lob_ctx *ctx, const lob_layout *layout, joint *j) {
    const lob_sink sink = {.self = j,
                           .begin_layout = begin_layout,
                           .layer_name = pass_layer_name,
                           .begin_cell = pass_begin_cell,
                           .box = pass_box,
                           .polygon = pass_polygon,
                           .path = pass_path,
                           .text = pass_text,
                           .instance = pass_instance,
                           .property = pass_property,
                           .end_cell = pass_end_cell,
                           .warning = pass_warning,
                           .end_layout = end_layout,
                           .layer_range = pass_layer_range,
                           .context = j->to->context ? pass_context : NULL};
    return lob_layout_emit(ctx, layout, &sink);
}

static lob_status refuse(lob_ctx *ctx, const char *reason, const char *message) {
    lob_status status = lob_fail(ctx, LOB_E_INVALID_TARGET, "%s", message);
    lob_error_text(&ctx->error, "reason", lob_str_from(reason));
    lob_hint(ctx, "Open the file by itself with open_layout.");
    return status;
}

/* A cell that both define would have to be the sum of two, or one of them: neither is asked for. */
static lob_status check(lob_ctx *ctx, const lob_layout *first, const lob_layout *second) {
    if (lob_layout_dbu(first) != lob_layout_dbu(second)) {
        return refuse(ctx, "dbu", "The database unit of the file is not that of the layout");
    }
    for (uint32_t i = 0; i < lob_layout_cell_count(second); i++) {
        const lob_cell *cell = lob_layout_cell(second, i);
        lob_cell_index other = lob_layout_find_cell(first, cell->name);
        if (!cell->is_ghost && other != LOB_NONE && !lob_layout_cell(first, other)->is_ghost) {
            lob_status status = refuse(ctx, "cells", "The layout has a cell of the same name as the file");
            lob_error_text(&ctx->error, "cell", cell->name);
            return status;
        }
    }
    return LOB_OK;
}

lob_status lob_tcp_merge(lob_ctx *ctx, const lob_layout *first, const lob_layout *second, lob_layout **merged) {
    LOB_TRY(check(ctx, first, second));
    lob_builder *builder = lob_builder_new(ctx, &(lob_builder_options){.size_max = LOB_LIMIT_LAYOUT_SIZE});
    if (!builder) {
        return ctx->error.code;
    }
    joint j = {.to = lob_builder_sink(builder), .begins = true};
    lob_status status = add(ctx, first, &j);
    if (status == LOB_OK) {
        j.begins = false;
        j.ends = true;
        status = add(ctx, second, &j);
    }
    if (status == LOB_OK) {
        status = lob_builder_freeze(builder, merged);
    }
    lob_builder_drop(builder);
    return status;
}
