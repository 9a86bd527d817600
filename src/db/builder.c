/* The layout builder as a sink: each event appends to a column of the open cell; nothing is looked up twice in a row.
 *
 * Invariant: between events all columns hold whole items; after an error the builder is good for dropping alone.
 */
#include "db/builder_impl.h"

#include <float.h>
#include <math.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "base/num.h"

#define PUSH(b, column, type) ((type *)lob_column_push(&(b)->layout->budget, &(column), sizeof(type)))

/* ---- layers ---- */

static lob_status too_many(lob_builder *b, const char *name, int64_t limit) {
    lob_status status =
        lob_fail(b->ctx, LOB_E_TOOL_LIMIT_EXCEEDED, "The file has more %s than the server accepts.", name);
    lob_hint(b->ctx, "Split the layout; details.limit says how many one file may have.");
    lob_error_text(&b->ctx->error, "reason", LOB_STR("layout_limit"));
    lob_error_text(&b->ctx->error, "limit_name", lob_str_from(name));
    lob_error_integer(&b->ctx->error, "limit", limit);
    return status;
}

lob_status lob_builder_layer(lob_builder *b, uint64_t key, uint32_t *layer) {
    *layer = lob_id_map_find(&b->layer_map, key);
    if (*layer != LOB_MAP_NONE) {
        return LOB_OK;
    }
    if (b->layout->layers.count >= LOB_LIMIT_LAYERS) {
        return too_many(b, "layers", LOB_LIMIT_LAYERS);
    }
    lob_layer *slot = PUSH(b, b->layout->layers, lob_layer);
    lob_bench *bench = slot ? PUSH(b, b->benches, lob_bench) : NULL;
    if (!bench) {
        return lob_fail_memory(b->ctx);
    }
    *slot = (lob_layer){.layer = (uint32_t)(key >> 32), .datatype = (uint32_t)key};
    *bench = (lob_bench){0};
    lob_bench_reset(bench);
    if (!lob_id_map_add(&b->layer_map, key, b->layout->layers.count - 1, layer)) {
        return lob_fail_memory(b->ctx);
    }
    b->last_key = UINT64_MAX; /* benches may have moved */
    return LOB_OK;
}

static lob_status bench_switch(lob_builder *b, uint64_t key) {
    if (b->open == LOB_NONE) {
        return lob_fail(b->ctx, LOB_E_INTERNAL_ERROR, "An element is outside of any cell.");
    }
    uint32_t layer;
    LOB_TRY(lob_builder_layer(b, key, &layer));
    lob_bench *bench = LOB_AT(b->benches, lob_bench, layer);
    if (!bench->is_touched) {
        uint32_t *slot = PUSH(b, b->touched, uint32_t);
        if (!slot) {
            return lob_fail_memory(b->ctx);
        }
        *slot = layer;
        bench->is_touched = true;
    }
    b->last_key = key;
    b->last_bench = bench;
    return LOB_OK;
}

static inline lob_status bench_open(lob_builder *b, const lob_element *element, lob_bench **bench) {
    uint64_t key = (uint64_t)element->layer << 32 | element->datatype;
    if (key != b->last_key) {
        LOB_TRY(bench_switch(b, key));
    }
    *bench = b->last_bench;
    return LOB_OK;
}

/* ---- what all elements share ---- */

static lob_status attr_add(lob_builder *b, lob_column *attrs, uint32_t index, uint32_t value) {
    lob_attr *attr = PUSH(b, *attrs, lob_attr);
    if (!attr || value == LOB_NONE) {
        return lob_fail_memory(b->ctx);
    }
    *attr = (lob_attr){index, value};
    return LOB_OK;
}

static lob_status props_add(lob_builder *b, const lob_element *element, lob_column *attrs, uint32_t index) {
    if (element->prop_count == 0) {
        return LOB_OK;
    }
    return attr_add(b, attrs, index, lob_intern_props(&b->intern, element->props, element->prop_count));
}

/* Without memory for it, it is done at the end. */
__attribute__((noinline)) static void work_early(lob_builder *b, lob_bench *bench, lob_kind kind) {
    if (!b->early) {
        b->early = lob_early_new(b->layout, b->layout->is_weighed);
    }
    lob_shapes view = lob_bench_view(bench);
    bool is_done = b->early && lob_early_take(b->early, &view, kind, &bench->share);
    bench->early_at[kind] = is_done ? bench->share.count[kind] + LOB_EARLY_STEP : UINT32_MAX;
}

/* The last of its kind is whole in its column. */
static inline lob_status figure_end(lob_builder *b, const lob_element *element, lob_bench *bench, lob_kind kind) {
    uint32_t count = bench->kinds[kind].count;
    LOB_TRY(props_add(b, element, &bench->props[kind], count - 1));
    if (count >= bench->early_at[kind]) {
        work_early(b, bench, kind);
    }
    return LOB_OK;
}

static lob_status rep_keep(lob_builder *b, const lob_rep *rep, uint32_t *index) {
    *index = LOB_NONE;
    if (!rep || rep->kind == LOB_REP_NONE) {
        return LOB_OK;
    }
    *index = lob_intern_rep(&b->intern, rep);
    return *index == LOB_NONE ? lob_fail_memory(b->ctx) : LOB_OK;
}

/* ---- shapes ---- */

static lob_status on_box(void *self, const lob_element *element, lob_box box) {
    lob_builder *b = self;
    lob_bench *bench;
    LOB_TRY(bench_open(b, element, &bench));
    lob_column *column = &bench->kinds[LOB_KIND_BOX];
    lob_box *slot = PUSH(b, *column, lob_box);
    if (!slot) {
        return lob_fail_memory(b->ctx);
    }
    *slot = box;
    if (element->rep && element->rep->kind != LOB_REP_NONE) {
        LOB_TRY(attr_add(b, &bench->box_reps, column->count - 1, lob_intern_rep(&b->intern, element->rep)));
    }
    return figure_end(b, element, bench, LOB_KIND_BOX);
}

static lob_status on_outline(void *self, const lob_point *points, uint32_t count, uint32_t *outline) {
    lob_builder *b = self;
    *outline = lob_intern_relative(&b->intern, points, count);
    return *outline == LOB_NONE ? lob_fail_memory(b->ctx) : LOB_OK;
}

static lob_status on_polygon_of(void *self, const lob_element *element, uint32_t outline, lob_point at) {
    lob_builder *b = self;
    lob_bench *bench;
    LOB_TRY(bench_open(b, element, &bench));
    lob_column *column = &bench->kinds[LOB_KIND_POLYGON];
    lob_polygon *slot = PUSH(b, *column, lob_polygon);
    if (!slot || outline == LOB_NONE) {
        return lob_fail_memory(b->ctx);
    }
    slot->outline = outline;
    slot->at = at;
    LOB_TRY(rep_keep(b, element->rep, &slot->rep));
    return figure_end(b, element, bench, LOB_KIND_POLYGON);
}

static lob_status on_polygon(void *self, const lob_element *element, const lob_point *points, uint32_t count) {
    lob_builder *b = self;
    lob_point at = {0, 0};
    uint32_t outline = lob_intern_outline(&b->intern, points, count, &at);
    return on_polygon_of(self, element, outline, at);
}

static lob_status on_path_of(void *self, const lob_element *element, const lob_path_event *path, uint32_t outline,
                             lob_point at) {
    lob_builder *b = self;
    lob_bench *bench;
    LOB_TRY(bench_open(b, element, &bench));
    lob_column *column = &bench->kinds[LOB_KIND_PATH];
    lob_path *slot = PUSH(b, *column, lob_path);
    if (!slot || outline == LOB_NONE) {
        return lob_fail_memory(b->ctx);
    }
    *slot = (lob_path){.at = at,
                       .outline = outline,
                       .width = path->width,
                       .begin_ext = path->begin_ext,
                       .end_ext = path->end_ext,
                       .pathtype = path->pathtype,
                       .round_ends = path->round_ends,
                       .width_is_absolute = path->width_is_absolute};
    LOB_TRY(rep_keep(b, element->rep, &slot->rep));
    return figure_end(b, element, bench, LOB_KIND_PATH);
}

static lob_status on_path(void *self, const lob_element *element, const lob_path_event *path) {
    lob_builder *b = self;
    lob_point at = {0, 0};
    uint32_t outline = lob_intern_outline(&b->intern, path->points, path->count, &at);
    return on_path_of(self, element, path, outline, at);
}

/* A text whose string is known by number alone gets a string of its own, filled in at the end. */
uint32_t lob_builder_text_string(lob_builder *b, const lob_text_event *text) {
    if (text->string.data) {
        return lob_intern_string(&b->intern, text->string);
    }
    uint32_t index = lob_id_map_find(&b->defined[LOB_TABLE_TEXT], text->string_ref);
    if (index == LOB_MAP_NONE) {
        index = lob_id_map_find(&b->text_refs, text->string_ref);
    }
    if (index != LOB_MAP_NONE) {
        return index;
    }
    lob_str *slot = PUSH(b, b->layout->strings, lob_str);
    lob_late_text *late = slot ? PUSH(b, b->late_texts, lob_late_text) : NULL;
    if (!late) {
        return LOB_NONE;
    }
    *slot = (lob_str){0};
    *late = (lob_late_text){text->string_ref, b->layout->strings.count - 1};
    return lob_id_map_add(&b->text_refs, text->string_ref, b->layout->strings.count - 1, &index) ? index : LOB_NONE;
}

static lob_status on_text(void *self, const lob_element *element, const lob_text_event *text) {
    lob_builder *b = self;
    lob_bench *bench;
    LOB_TRY(bench_open(b, element, &bench));
    lob_column *column = &bench->kinds[LOB_KIND_TEXT];
    lob_text *slot = PUSH(b, *column, lob_text);
    if (!slot) {
        return lob_fail_memory(b->ctx);
    }
    *slot = (lob_text){.at = text->at,
                       .mag = text->mag > 0 ? fmaxf((float)text->mag, FLT_MIN) : 0, /* a smaller one is not none */
                       .angle_deg = (float)text->angle_deg,
                       .width = text->width,
                       .code = text->code,
                       .presentation = text->presentation};
    slot->string = lob_builder_text_string(b, text);
    if (slot->string == LOB_NONE) {
        return lob_fail_memory(b->ctx);
    }
    LOB_TRY(rep_keep(b, element->rep, &slot->rep));
    return figure_end(b, element, bench, LOB_KIND_TEXT);
}

/* ---- cells and instances ---- */

static lob_status draft_new(lob_builder *b, uint32_t *draft) {
    if (b->drafts.count >= LOB_LIMIT_CELLS) {
        return too_many(b, "cells", LOB_LIMIT_CELLS);
    }
    lob_draft *slot = PUSH(b, b->drafts, lob_draft);
    if (!slot) {
        return lob_fail_memory(b->ctx);
    }
    *slot = (lob_draft){.cell = {.props = LOB_NONE, .context = LOB_NONE}};
    *draft = b->drafts.count - 1;
    return LOB_OK;
}

static lob_status draft_by_name(lob_builder *b, lob_str name, uint32_t *draft) {
    *draft = lob_name_map_find(&b->names, name);
    if (*draft != LOB_MAP_NONE) {
        return LOB_OK;
    }
    uint32_t string = lob_intern_string(&b->intern, name);
    if (string == LOB_NONE) {
        return lob_fail_memory(b->ctx);
    }
    LOB_TRY(draft_new(b, draft));
    lob_str stored = *LOB_AT(b->layout->strings, lob_str, string);
    LOB_AT(b->drafts, lob_draft, *draft)->cell.name = stored;
    return lob_name_map_add(&b->names, stored, *draft, draft) ? LOB_OK : lob_fail_memory(b->ctx);
}

static lob_status draft_by_ref(lob_builder *b, uint64_t ref, uint32_t *draft) {
    if (b->last_ref_draft != LOB_NONE && b->last_ref == ref) {
        *draft = b->last_ref_draft;
        return LOB_OK;
    }
    *draft = lob_id_map_find(&b->cell_refs, ref);
    if (*draft != LOB_MAP_NONE) {
        b->last_ref = ref;
        b->last_ref_draft = *draft;
        return LOB_OK;
    }
    LOB_TRY(draft_new(b, draft));
    LOB_AT(b->drafts, lob_draft, *draft)->by_ref = true;
    LOB_AT(b->drafts, lob_draft, *draft)->ref = ref;
    return lob_id_map_add(&b->cell_refs, ref, *draft, draft) ? LOB_OK : lob_fail_memory(b->ctx);
}

lob_status lob_builder_draft(lob_builder *b, const lob_draft *like, uint32_t *draft) {
    return like->by_ref ? draft_by_ref(b, like->ref, draft) : draft_by_name(b, like->cell.name, draft);
}

lob_status lob_builder_begin_draft(lob_builder *b, uint32_t draft) {
    lob_draft *slot = LOB_AT(b->drafts, lob_draft, draft);
    if (slot->is_defined) {
        lob_status status = lob_fail(b->ctx, LOB_E_UNSUPPORTED_FORMAT, "Two cells of the file have the same name.");
        lob_hint(b->ctx, "Rename one of them; details.cell has the name.");
        lob_error_text(&b->ctx->error, "reason", LOB_STR("duplicate_cell"));
        lob_error_text(&b->ctx->error, "cell", slot->cell.name);
        return status;
    }
    uint32_t *place = PUSH(b, b->order, uint32_t);
    if (!place) {
        return lob_fail_memory(b->ctx);
    }
    *place = draft;
    slot->is_defined = true;
    b->open = draft;
    b->last_key = UINT64_MAX;
    return LOB_OK;
}

static lob_status on_begin_cell(void *self, lob_str name) {
    lob_builder *b = self;
    uint32_t draft;
    LOB_TRY(lob_builder_close_cell(b));
    LOB_TRY(draft_by_name(b, name, &draft));
    return lob_builder_begin_draft(b, draft);
}

static lob_status on_begin_cell_ref(void *self, uint64_t ref) {
    lob_builder *b = self;
    uint32_t draft;
    LOB_TRY(lob_builder_close_cell(b));
    LOB_TRY(draft_by_ref(b, ref, &draft));
    return lob_builder_begin_draft(b, draft);
}

static lob_status on_end_cell(void *self) {
    return lob_builder_close_cell(self);
}

static lob_status cplx_keep(lob_builder *b, const lob_instance_event *instance, lob_inst *slot) {
    if (!isfinite(instance->angle_deg) || !isfinite(instance->mag) || instance->mag <= 0) {
        lob_status status =
            lob_fail(b->ctx, LOB_E_UNSUPPORTED_FORMAT, "An instance has no usable magnification or angle.");
        lob_hint(b->ctx, "Magnifications must be finite and above 0, angles finite.");
        lob_error_text(&b->ctx->error, "reason", LOB_STR("transformation"));
        return status;
    }
    lob_trans t = lob_trans_make(instance->mirror, instance->angle_deg, instance->mag, 0, 0);
    slot->code = t.code;
    slot->cplx = LOB_NONE;
    if (t.is_orthogonal && !instance->mag_is_absolute && !instance->angle_is_absolute) {
        return LOB_OK;
    }
    lob_cplx cplx = {t.angle_deg, t.mag, instance->mag_is_absolute, instance->angle_is_absolute};
    slot->cplx = lob_intern_cplx(&b->intern, &cplx);
    return slot->cplx == LOB_NONE ? lob_fail_memory(b->ctx) : LOB_OK;
}

static lob_status on_instance(void *self, const lob_element *element, const lob_instance_event *instance) {
    lob_builder *b = self;
    if (b->open == LOB_NONE) {
        return lob_fail(b->ctx, LOB_E_INTERNAL_ERROR, "An instance is outside of any cell.");
    }
    lob_inst inst = {.at = instance->at};
    LOB_TRY(instance->cell.data ? draft_by_name(b, instance->cell, &inst.child)
                                : draft_by_ref(b, instance->cell_ref, &inst.child));
    LOB_TRY(cplx_keep(b, instance, &inst));
    LOB_TRY(rep_keep(b, element->rep, &inst.rep));
    lob_inst *slot = PUSH(b, b->insts, lob_inst);
    if (!slot) {
        return lob_fail_memory(b->ctx);
    }
    *slot = inst;
    return props_add(b, element, &b->inst_props, b->insts.count - 1);
}

/* ---- the rest ---- */

static lob_status on_begin_layout(void *self, const lob_layout_event *event) {
    lob_builder *b = self;
    lob_layout *layout = b->layout;
    if (!isfinite(event->dbu_um) || event->dbu_um < 1e-6 || event->dbu_um > 1e6) {
        lob_status status =
            lob_fail(b->ctx, LOB_E_UNSUPPORTED_FORMAT, "The database unit of the file is out of range.");
        lob_hint(b->ctx, "It must lie between 1e-6 and 1e6 micrometres.");
        lob_error_text(&b->ctx->error, "reason", LOB_STR("dbu"));
        return status;
    }
    uint32_t name = lob_intern_string(&b->intern, event->library);
    if (name == LOB_NONE) {
        return lob_fail_memory(b->ctx);
    }
    layout->format = event->format;
    layout->dbu_um = lob_num_snap_dbu(event->dbu_um);
    layout->user_unit = event->user_unit;
    layout->version = event->version;
    layout->library = *LOB_AT(layout->strings, lob_str, name);
    b->has_begun = true;
    return LOB_OK;
}

static lob_status on_layer_range(void *self, const lob_layer_range *range, lob_str name) {
    lob_builder *b = self;
    lob_label *label = PUSH(b, b->labels, lob_label);
    uint32_t string = label ? lob_intern_string(&b->intern, name) : LOB_NONE;
    if (string == LOB_NONE) {
        return lob_fail_memory(b->ctx);
    }
    *label = (lob_label){*range, *LOB_AT(b->layout->strings, lob_str, string)};
    return LOB_OK;
}

static lob_status on_layer_name(void *self, uint32_t layer, uint32_t datatype, lob_str name) {
    return on_layer_range(self, &(lob_layer_range){layer, layer, datatype, datatype}, name);
}

static lob_status on_property(void *self, const lob_prop *prop) {
    lob_builder *b = self;
    lob_column *column = b->open == LOB_NONE ? &b->layout_props : &b->cell_props;
    lob_prop *slot = PUSH(b, *column, lob_prop);
    return slot && lob_intern_prop_copy(&b->intern, prop, slot) ? LOB_OK : lob_fail_memory(b->ctx);
}

lob_status lob_builder_warn(lob_builder *b, const lob_warning *warning) {
    lob_warning *warnings = b->layout->warnings.data;
    for (uint32_t i = 0; i < b->layout->warnings.count; i++) {
        if (strcmp(warnings[i].kind, warning->kind) == 0 && strcmp(warnings[i].text, warning->text) == 0) {
            warnings[i].count += warning->count;
            return LOB_OK;
        }
    }
    lob_warning *slot = PUSH(b, b->layout->warnings, lob_warning);
    char *copy = slot ? lob_arena_strdup(b->layout->arena, warning->text, strlen(warning->text)) : NULL;
    if (!copy) {
        return lob_fail_memory(b->ctx);
    }
    *slot = (lob_warning){warning->kind, copy, warning->offset, warning->count};
    if (strcmp(warning->kind, LOB_WARNING_CONTENT_DAMAGED) == 0) {
        lob_warning *first = b->layout->warnings.data, *last = first + b->layout->warnings.count - 1;
        const lob_warning gravest = *last;
        memmove(first + 1, first, (size_t)(last - first) * sizeof *first);
        *first = gravest;
    }
    return LOB_OK;
}

bool lob_builder_has_warned(const lob_builder *b) {
    return b->layout->warnings.count > 0;
}

static lob_status on_warning(void *self, const char *kind, const char *text, uint64_t offset) {
    return lob_builder_warn(self, &(lob_warning){kind, text, offset, 1});
}

static lob_status on_end_layout(void *self) {
    return lob_builder_close_cell(self);
}

static lob_status on_define(void *self, lob_table table, uint64_t ref, lob_str string, uint64_t offset) {
    lob_builder *b = self;
    uint32_t known = lob_id_map_find(&b->defined[table], ref);
    uint32_t index = lob_intern_string(&b->intern, string);
    if (index == LOB_NONE) {
        return lob_fail_memory(b->ctx);
    }
    if (known == index && !b->is_strict) {
        return on_warning(self, "number_twice", "A name number is defined twice, with the same name.", offset);
    }
    if (known != LOB_MAP_NONE) {
        lob_status status = lob_fail(b->ctx, LOB_E_UNSUPPORTED_FORMAT, "The file defines one name number twice");
        lob_hint(b->ctx, "The file is damaged; export it again with the tool that made it.");
        lob_error_text(&b->ctx->error, "reason", LOB_STR("duplicate_reference"));
        return status;
    }
    if (!lob_id_map_add(&b->defined[table], ref, index, &index)) {
        return lob_fail_memory(b->ctx);
    }
    return LOB_OK;
}

static const lob_sink sink_template = {
    .begin_layout = on_begin_layout,
    .layer_name = on_layer_name,
    .begin_cell = on_begin_cell,
    .box = on_box,
    .polygon = on_polygon,
    .path = on_path,
    .text = on_text,
    .instance = on_instance,
    .property = on_property,
    .end_cell = on_end_cell,
    .warning = on_warning,
    .end_layout = on_end_layout,
    .begin_cell_ref = on_begin_cell_ref,
    .define = on_define,
    .layer_range = on_layer_range,
    .context = lob_builder_on_context,
    .outline = on_outline,
    .polygon_of = on_polygon_of,
    .path_of = on_path_of,
};

lob_builder *lob_builder_new(lob_ctx *ctx, const lob_builder_options *options) {
    lob_builder *b = lob_calloc(1, sizeof *b);
    if (!b) {
        lob_fail_memory(ctx);
        return NULL;
    }
    b->ctx = ctx;
    b->open = LOB_NONE;
    b->last_ref_draft = LOB_NONE;
    b->last_key = UINT64_MAX;
    lob_name_map_init(&b->names);
    lob_id_map_init(&b->cell_refs);
    lob_id_map_init(&b->text_refs);
    lob_id_map_init(&b->layer_map);
    for (int i = 0; i < LOB_TABLE_COUNT; i++) {
        lob_id_map_init(&b->defined[i]);
    }
    b->sink = sink_template;
    b->sink.self = b;
    b->layout = lob_layout_new(options ? options->size_max : 0);
    if (b->layout) {
        b->layout->is_weighed = options && options->weigh;
        b->is_strict = options && options->is_strict;
    }
    if (!b->layout || !lob_intern_init(&b->intern, b->layout)) {
        lob_fail_memory(ctx);
        lob_builder_drop(b);
        return NULL;
    }
    return b;
}

static void benches_release(lob_builder *b, lob_budget *budget) {
    for (uint32_t i = 0; i < b->benches.count; i++) {
        lob_bench *bench = LOB_AT(b->benches, lob_bench, i);
        for (int kind = 0; kind < LOB_KIND_COUNT; kind++) {
            lob_column_release(budget, &bench->kinds[kind], lob_kind_sizes[kind]);
            lob_column_release(budget, &bench->props[kind], sizeof(lob_attr));
        }
        lob_column_release(budget, &bench->box_reps, sizeof(lob_attr));
    }
    lob_column_release(budget, &b->benches, sizeof(lob_bench));
}

/* Gives back all but the layout. */
void lob_builder_clear(lob_builder *b) {
    lob_budget *budget = &b->layout->budget;
    benches_release(b, budget);
    lob_column_release(budget, &b->drafts, sizeof(lob_draft));
    lob_column_release(budget, &b->order, sizeof(uint32_t));
    lob_column_release(budget, &b->touched, sizeof(uint32_t));
    lob_column_release(budget, &b->insts, sizeof(lob_inst));
    lob_column_release(budget, &b->inst_props, sizeof(lob_attr));
    lob_column_release(budget, &b->cell_props, sizeof(lob_prop));
    lob_column_release(budget, &b->layout_props, sizeof(lob_prop));
    lob_column_release(budget, &b->labels, sizeof(lob_label));
    lob_column_release(budget, &b->contexts, sizeof(lob_late_context));
    lob_column_release(budget, &b->context_strings, sizeof(lob_str));
    lob_column_release(budget, &b->late_texts, sizeof(lob_late_text));
    lob_early_drop(b->early);
    b->early = NULL;
    lob_intern_release(&b->intern);
    lob_name_map_release(&b->names);
    lob_id_map_release(&b->cell_refs);
    lob_id_map_release(&b->text_refs);
    lob_id_map_release(&b->layer_map);
    for (int i = 0; i < LOB_TABLE_COUNT; i++) {
        lob_id_map_release(&b->defined[i]);
    }
}

void lob_builder_drop(lob_builder *b) {
    if (b && b->layout) {
        lob_builder_clear(b);
        lob_layout_drop(b->layout);
    }
    lob_free(b);
}

const lob_sink *lob_builder_sink(lob_builder *b) {
    return &b->sink;
}
