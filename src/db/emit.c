/* From the frozen layout back to events. Point lists are made absolute in one buffer that grows with the longest. */
#include "db/emit.h"

#include "db/layout_impl.h"

typedef struct emitter {
    lob_ctx *ctx;
    const lob_layout *layout;
    const lob_sink *sink;
    lob_budget budget; /* none: the buffer is small */
    lob_column points; /* lob_point */
} emitter;

static void element_attrs(const emitter *e, lob_element *element, uint32_t rep, uint32_t props) {
    element->rep = rep == LOB_NONE ? NULL : lob_layout_rep(e->layout, rep);
    element->props = NULL;
    element->prop_count = 0;
    if (props != LOB_NONE) {
        element->props = lob_layout_props(e->layout, props, &element->prop_count);
    }
}

static lob_status points_of(emitter *e, uint32_t outline, lob_point at, uint32_t *count) {
    const lob_outline *o = lob_layout_outline(e->layout, outline);
    const lob_point *from = lob_layout_points(e->layout, o);
    e->points.count = 0;
    if (!lob_column_reserve(&e->budget, &e->points, sizeof(lob_point), o->count)) {
        return lob_fail_memory(e->ctx);
    }
    lob_point *to = e->points.data;
    for (uint32_t i = 0; i < o->count; i++) { /* the sum is a coordinate that came from a file: it fits */
        to[i] = (lob_point){(int32_t)((int64_t)from[i].x + at.x), (int32_t)((int64_t)from[i].y + at.y)};
    }
    *count = o->count;
    return LOB_OK;
}

static lob_status emit_boxes(emitter *e, const lob_shapes *s, lob_element *element) {
    for (uint32_t i = 0; i < s->count[LOB_KIND_BOX]; i++) {
        element_attrs(e, element, lob_attrs_find(&s->box_reps, i), lob_attrs_find(&s->props[LOB_KIND_BOX], i));
        LOB_TRY(e->sink->box(e->sink->self, element, s->boxes[i]));
    }
    return LOB_OK;
}

static lob_status emit_paths(emitter *e, const lob_shapes *s, lob_element *element) {
    for (uint32_t i = 0; i < s->count[LOB_KIND_PATH]; i++) {
        const lob_path *path = &s->paths[i];
        lob_path_event event = {.width = path->width,
                                .begin_ext = path->begin_ext,
                                .end_ext = path->end_ext,
                                .round_ends = path->round_ends,
                                .width_is_absolute = path->width_is_absolute,
                                .pathtype = path->pathtype};
        LOB_TRY(points_of(e, path->outline, path->at, &event.count));
        event.points = e->points.data;
        element_attrs(e, element, path->rep, lob_attrs_find(&s->props[LOB_KIND_PATH], i));
        LOB_TRY(e->sink->path(e->sink->self, element, &event));
    }
    return LOB_OK;
}

static lob_status emit_polygons(emitter *e, const lob_shapes *s, lob_element *element) {
    for (uint32_t i = 0; i < s->count[LOB_KIND_POLYGON]; i++) {
        const lob_polygon *polygon = &s->polygons[i];
        uint32_t count;
        LOB_TRY(points_of(e, polygon->outline, polygon->at, &count));
        element_attrs(e, element, polygon->rep, lob_attrs_find(&s->props[LOB_KIND_POLYGON], i));
        LOB_TRY(e->sink->polygon(e->sink->self, element, e->points.data, count));
    }
    return LOB_OK;
}

static lob_status emit_texts(emitter *e, const lob_shapes *s, lob_element *element) {
    for (uint32_t i = 0; i < s->count[LOB_KIND_TEXT]; i++) {
        const lob_text *text = &s->texts[i];
        lob_text_event event = {.string = lob_layout_string(e->layout, text->string),
                                .at = text->at,
                                .code = text->code,
                                .presentation = text->presentation,
                                .angle_deg = (double)text->angle_deg,
                                .mag = (double)text->mag,
                                .width = text->width};
        element_attrs(e, element, text->rep, lob_attrs_find(&s->props[LOB_KIND_TEXT], i));
        LOB_TRY(e->sink->text(e->sink->self, element, &event));
    }
    return LOB_OK;
}

static lob_status emit_insts(emitter *e, const lob_cell *cell) {
    lob_element element = {0};
    for (uint32_t i = 0; i < cell->inst_count; i++) {
        const lob_inst *inst = &cell->insts[i];
        lob_trans t = lob_inst_trans(e->layout, inst);
        lob_instance_event event = {.cell = lob_layout_cell(e->layout, inst->child)->name,
                                    .mirror = inst->code & 4,
                                    .angle_deg = t.angle_deg,
                                    .mag = t.mag,
                                    .at = inst->at};
        if (inst->cplx != LOB_NONE) {
            event.mag_is_absolute = lob_layout_cplx(e->layout, inst->cplx)->mag_is_absolute;
            event.angle_is_absolute = lob_layout_cplx(e->layout, inst->cplx)->angle_is_absolute;
        }
        element_attrs(e, &element, inst->rep, lob_attrs_find(&cell->inst_props, i));
        LOB_TRY(e->sink->instance(e->sink->self, &element, &event));
    }
    return LOB_OK;
}

static lob_status emit_props(emitter *e, uint32_t set) {
    uint32_t count = 0;
    const lob_prop *props = set == LOB_NONE ? NULL : lob_layout_props(e->layout, set, &count);
    for (uint32_t i = 0; i < count; i++) {
        LOB_TRY(e->sink->property(e->sink->self, &props[i]));
    }
    return LOB_OK;
}

static lob_status emit_cell(emitter *e, const lob_cell *cell) {
    LOB_TRY(lob_poll(e->ctx));
    LOB_TRY(e->sink->begin_cell(e->sink->self, cell->name));
    LOB_TRY(emit_props(e, cell->props));
    for (uint32_t i = 0; i < cell->shapes_count; i++) {
        const lob_shapes *shapes = &cell->shapes[i];
        const lob_layer *layer = lob_layout_layer(e->layout, shapes->layer);
        lob_element element = {.layer = layer->layer, .datatype = layer->datatype};
        LOB_TRY(emit_boxes(e, shapes, &element));
        LOB_TRY(emit_paths(e, shapes, &element));
        LOB_TRY(emit_polygons(e, shapes, &element));
        LOB_TRY(emit_texts(e, shapes, &element));
    }
    LOB_TRY(emit_insts(e, cell));
    return e->sink->end_cell(e->sink->self);
}

static lob_status emit_context(emitter *e, lob_str cell, uint32_t context) {
    uint32_t count;
    if (context == LOB_NONE || !e->sink->context) {
        return LOB_OK;
    }
    const lob_str *strings = lob_layout_context(e->layout, context, &count);
    return e->sink->context(e->sink->self, cell, strings, count);
}

static lob_status emit_all(emitter *e) {
    const lob_layout *layout = e->layout;
    const lob_sink *sink = e->sink;
    lob_layout_event event = {layout->format, layout->dbu_um, layout->user_unit, layout->library, layout->version};
    LOB_TRY(sink->begin_layout(sink->self, &event));
    LOB_TRY(emit_props(e, layout->own_props));
    for (uint32_t i = 0; i < layout->layers.count; i++) {
        const lob_layer *layer = lob_layout_layer(layout, i);
        if (layer->name_source == LOB_NAME_OASIS) {
            LOB_TRY(sink->layer_name(sink->self, layer->layer, layer->datatype, layer->name));
        }
    }
    LOB_TRY(emit_context(e, (lob_str){0}, layout->own_context));
    for (uint32_t i = 0; i < layout->cells.count; i++) {
        const lob_cell *cell = lob_layout_cell(layout, i);
        LOB_TRY(emit_context(e, cell->name, cell->context));
    }
    for (uint32_t i = 0; i < layout->cells.count; i++) {
        const lob_cell *cell = lob_layout_cell(layout, i);
        if (!cell->is_ghost) {
            LOB_TRY(emit_cell(e, cell));
        }
    }
    return sink->end_layout(sink->self);
}

lob_status lob_layout_emit(lob_ctx *ctx, const lob_layout *layout, const lob_sink *sink) {
    emitter e = {.ctx = ctx, .layout = layout, .sink = sink};
    lob_status status = emit_all(&e);
    lob_column_release(&e.budget, &e.points, sizeof(lob_point));
    return status;
}
