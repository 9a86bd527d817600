/* Layouts of fixtures/ and small ones made by hand, and the ports found in them. */
#ifndef TESTS_UNIT_PIC_PIC_RIG_H
#define TESTS_UNIT_PIC_PIC_RIG_H

#include <fcntl.h>
#include <math.h>
#include <unistd.h>

#include "tests/support/lob_test.h"

#include "base/alloc.h"
#include "base/file.h"
#include "base/limits.h"
#include "db/builder.h"
#include "io/read.h"
#include "pic/pic.h"

#define UNUSED_OK __attribute__((unused))

typedef struct rig {
    lob_arena *arena;
    lob_ctx ctx;
    lob_layout *layout;
    lob_builder *builder;
    const lob_sink *sink;
    lob_pic *pic;
} rig;

static UNUSED_OK void rig_start(rig *r) {
    *r = (rig){.arena = lob_arena_new(0)};
    assert_non_null(r->arena);
    lob_ctx_init(&r->ctx, r->arena);
}

/* ---- from files ---- */

static UNUSED_OK void rig_read(rig *r, const char *path) {
    lob_read_options options = {.inflated_max = LOB_LIMIT_INFLATED_SIZE, .layout_size_max = LOB_LIMIT_LAYOUT_SIZE};
    lob_read_result result = {0};
    rig_start(r);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    assert_ge(fd, 0);
    options.expected = lob_format_from_name(lob_str_from(path));
    assert_int_equal(lob_read_layout(&r->ctx, fd, &options, &result), LOB_OK);
    r->layout = result.layout;
}

static UNUSED_OK lob_str rig_text(rig *r, const char *path) {
    lob_str text = {0};
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    assert_ge(fd, 0);
    assert_int_equal(lob_file_read_all(&r->ctx, fd, 1 << 20, &text), LOB_OK);
    close(fd);
    return text;
}

/* ---- by hand: begin, cells, finish ---- */

static UNUSED_OK void rig_begin(rig *r) {
    lob_layout_event event = {.format = "gds", .dbu_um = 0.001, .library = LOB_STR("LIB"), .version = 600};
    rig_start(r);
    r->builder = lob_builder_new(&r->ctx, NULL);
    r->sink = lob_builder_sink(r->builder);
    assert_int_equal(r->sink->begin_layout(r->sink->self, &event), LOB_OK);
}

static UNUSED_OK void rig_finish(rig *r) {
    assert_int_equal(r->sink->end_layout(r->sink->self), LOB_OK);
    assert_int_equal(lob_builder_freeze(r->builder, &r->layout), LOB_OK);
    lob_builder_drop(r->builder);
}

static UNUSED_OK void cell_begin(rig *r, const char *name) {
    assert_int_equal(r->sink->begin_cell(r->sink->self, lob_str_from(name)), LOB_OK);
}

static UNUSED_OK void cell_end(rig *r) {
    assert_int_equal(r->sink->end_cell(r->sink->self), LOB_OK);
}

static UNUSED_OK void put_box(rig *r, uint32_t layer, uint32_t datatype, lob_box box) {
    lob_element e = {.layer = layer, .datatype = datatype};
    assert_int_equal(r->sink->box(r->sink->self, &e, box), LOB_OK);
}

static UNUSED_OK void put_polygon(rig *r, uint32_t layer, uint32_t datatype, const lob_point *points, uint32_t count) {
    lob_element e = {.layer = layer, .datatype = datatype};
    assert_int_equal(r->sink->polygon(r->sink->self, &e, points, count), LOB_OK);
}

static UNUSED_OK void put_pin(rig *r, uint32_t layer, uint32_t datatype, lob_point from, lob_point to, int32_t width) {
    lob_element e = {.layer = layer, .datatype = datatype};
    lob_point points[2] = {from, to};
    lob_path_event path = {.points = points, .count = 2, .width = width};
    assert_int_equal(r->sink->path(r->sink->self, &e, &path), LOB_OK);
}

static UNUSED_OK void put_text(rig *r, uint32_t layer, uint32_t datatype, lob_point at, const char *text) {
    lob_element e = {.layer = layer, .datatype = datatype};
    lob_text_event event = {.string = lob_str_from(text), .at = at, .mag = 1};
    assert_int_equal(r->sink->text(r->sink->self, &e, &event), LOB_OK);
}

static UNUSED_OK void put_inst(rig *r, const char *cell, lob_point at, double angle_deg, const lob_rep *rep) {
    lob_element e = {.rep = rep};
    lob_instance_event event = {.cell = lob_str_from(cell), .at = at, .angle_deg = angle_deg, .mag = 1};
    assert_int_equal(r->sink->instance(r->sink->self, &e, &event), LOB_OK);
}

/* ---- the pic ---- */

static UNUSED_OK void rig_open(rig *r, const char *convention) {
    lob_str text = lob_str_from(convention);
    lob_status status = lob_pic_open(&r->ctx, r->layout, convention ? &text : NULL, &r->pic);
    if (status != LOB_OK) {
        print_message("%s\n", r->ctx.error.message);
    }
    assert_int_equal(status, LOB_OK);
}

static UNUSED_OK void rig_drop(rig *r) {
    lob_pic_drop(r->pic);
    lob_layout_drop(r->layout);
    lob_arena_drop(r->arena);
}

static UNUSED_OK lob_cell_index cell_of(const rig *r, const char *name) {
    lob_cell_index cell = lob_layout_find_cell(r->layout, lob_str_from(name));
    assert_ne(cell, LOB_NONE);
    return cell;
}

static UNUSED_OK lob_ports ports_of(rig *r, const char *cell) {
    lob_pic_query query = {
        .cell = cell_of(r, cell), .window = LOB_WALK_EVERYTHING, .depth_max = UINT32_MAX, .limit = 1000};
    lob_ports ports;
    assert_int_equal(lob_pic_ports(&r->ctx, r->pic, &query, &ports), LOB_OK);
    return ports;
}

static UNUSED_OK bool text_is(lob_str have, const char *expected) {
    return lob_str_equal(have, lob_str_from(expected));
}

/* The one port of that name at a place; NULL without. angle below 0: none. */
static UNUSED_OK const lob_port *port_at(const lob_ports *ports, const char *name, double x, double y, double angle) {
    const lob_port *found = NULL;
    for (uint32_t i = 0; i < ports->count; i++) {
        const lob_port *p = &ports->items[i];
        bool is_way = angle < 0 ? !p->has_angle : p->has_angle && fabs(p->angle_deg - angle) < 1e-6;
        if (text_is(p->name, name) && fabs(p->at.x - x) < 1e-3 && fabs(p->at.y - y) < 1e-3 && is_way) {
            assert_null(found);
            found = p;
        }
    }
    return found;
}

#endif
