/* A layout built event by event, and a grid to look at it. */
#ifndef TESTS_UNIT_RENDER_RIG_H
#define TESTS_UNIT_RENDER_RIG_H

#include "../base/sweep.h"
#include "db/builder.h"
#include "draw/scene.h"

typedef struct rig {
    lob_builder *builder;
    const lob_sink *s;
} rig;

static inline rig rig_begin(lob_ctx *ctx) {
    rig r = {.builder = lob_builder_new(ctx, NULL)};
    r.s = lob_builder_sink(r.builder);
    assert_int_equal(r.s->begin_layout(r.s->self, &(lob_layout_event){.format = "gds", .dbu_um = 0.001}), LOB_OK);
    return r;
}

static inline void rig_cell(rig *r, const char *name) {
    assert_int_equal(r->s->begin_cell(r->s->self, lob_str_from(name)), LOB_OK);
}

static inline void rig_box(rig *r, uint32_t layer, const lob_rep *rep, lob_box box) {
    const lob_element element = {.layer = layer, .rep = rep};
    assert_int_equal(r->s->box(r->s->self, &element, box), LOB_OK);
}

static inline void rig_polygon(rig *r, uint32_t layer, const lob_rep *rep, const lob_point *points, uint32_t count) {
    const lob_element element = {.layer = layer, .rep = rep};
    assert_int_equal(r->s->polygon(r->s->self, &element, points, count), LOB_OK);
}

static inline void rig_inst(rig *r, const char *cell, const lob_rep *rep, int32_t x, int32_t y, bool mirror,
                            double angle_deg, double mag) {
    const lob_element element = {.rep = rep};
    const lob_instance_event inst = {
        .cell = lob_str_from(cell), .mirror = mirror, .angle_deg = angle_deg, .mag = mag, .at = {x, y}};
    assert_int_equal(r->s->instance(r->s->self, &element, &inst), LOB_OK);
}

static inline void rig_end_cell(rig *r) {
    assert_int_equal(r->s->end_cell(r->s->self), LOB_OK);
}

static inline lob_layout *rig_end(rig *r) {
    lob_layout *layout;
    assert_int_equal(r->s->end_layout(r->s->self), LOB_OK);
    assert_int_equal(lob_builder_freeze(r->builder, &layout), LOB_OK);
    lob_builder_drop(r->builder);
    return layout;
}

#endif
