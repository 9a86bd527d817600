/* A sink that writes down what it is told, a line an event. */
#ifndef TESTS_UNIT_IO_RECORDER_H
#define TESTS_UNIT_IO_RECORDER_H

#include "base/buf.h"
#include "db/sink.h"

typedef struct recorder {
    lob_buf text;
    lob_ctx *ctx;
    lob_sink sink;
    int fail_after; /* events; -1: never */
} recorder;

static lob_status rec_done(recorder *r) {
    if (r->text.failed) {
        return lob_fail_memory(r->ctx);
    }
    if (r->fail_after > 0 && --r->fail_after == 0) {
        return lob_fail(r->ctx, LOB_E_UNSUPPORTED_FORMAT, "The recorder has had enough.");
    }
    return LOB_OK;
}

static void rec_str(recorder *r, lob_str s) {
    for (size_t i = 0; i < s.size; i++) {
        unsigned char c = (unsigned char)s.data[i];
        if (c < 32 || c > 126) {
            lob_buf_printf(&r->text, "\\x%02x", c);
        } else {
            lob_buf_add_byte(&r->text, (char)c);
        }
    }
}

static void rec_element_end(recorder *r, const lob_element *e) {
    static const char *const kinds[] = {"none", "lattice", "fraction", "list"};
    if (e->rep) {
        lob_buf_printf(&r->text, " *%s %llux%llu %lld,%lld %lld,%lld", kinds[e->rep->kind],
                       (unsigned long long)e->rep->na, (unsigned long long)e->rep->nb, (long long)e->rep->a.x,
                       (long long)e->rep->a.y, (long long)e->rep->b.x, (long long)e->rep->b.y);
    }
    for (uint32_t i = 0; i < e->prop_count; i++) {
        lob_buf_printf(&r->text, " %u=", e->props[i].attr);
        rec_str(r, e->props[i].values[0].string);
    }
    lob_buf_add_byte(&r->text, '\n');
}

static lob_status rec_begin_layout(void *self, const lob_layout_event *l) {
    recorder *r = self;
    lob_buf_printf(&r->text, "layout %s %.17g %.17g v%d ", l->format, l->dbu_um, l->user_unit, l->version);
    rec_str(r, l->library);
    lob_buf_add_byte(&r->text, '\n');
    return rec_done(r);
}

static lob_status rec_begin_cell(void *self, lob_str name) {
    recorder *r = self;
    lob_buf_add_text(&r->text, "cell ");
    rec_str(r, name);
    lob_buf_add_byte(&r->text, '\n');
    return rec_done(r);
}

static lob_status rec_box(void *self, const lob_element *e, lob_box b) {
    recorder *r = self;
    lob_buf_printf(&r->text, "box %u/%u %d,%d %d,%d", e->layer, e->datatype, b.left, b.bottom, b.right, b.top);
    rec_element_end(r, e);
    return rec_done(r);
}

static void rec_points(recorder *r, const lob_point *p, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        lob_buf_printf(&r->text, " %d,%d", p[i].x, p[i].y);
    }
}

static lob_status rec_polygon(void *self, const lob_element *e, const lob_point *p, uint32_t count) {
    recorder *r = self;
    lob_buf_printf(&r->text, "polygon %u/%u", e->layer, e->datatype);
    rec_points(r, p, count);
    rec_element_end(r, e);
    return rec_done(r);
}

static lob_status rec_path(void *self, const lob_element *e, const lob_path_event *p) {
    recorder *r = self;
    lob_buf_printf(&r->text, "path %u/%u t%u w%d%s %d..%d%s", e->layer, e->datatype, p->pathtype, p->width,
                   p->width_is_absolute ? "abs" : "", p->begin_ext, p->end_ext, p->round_ends ? " round" : "");
    rec_points(r, p->points, p->count);
    rec_element_end(r, e);
    return rec_done(r);
}

static lob_status rec_text(void *self, const lob_element *e, const lob_text_event *t) {
    recorder *r = self;
    lob_buf_printf(&r->text, "text %u/%u '", e->layer, e->datatype);
    rec_str(r, t->string);
    lob_buf_printf(&r->text, "' %d,%d code %u pres %u angle %.17g mag %.17g width %d", t->at.x, t->at.y, t->code,
                   t->presentation, t->angle_deg, t->mag, t->width);
    rec_element_end(r, e);
    return rec_done(r);
}

static lob_status rec_instance(void *self, const lob_element *e, const lob_instance_event *i) {
    recorder *r = self;
    lob_buf_add_text(&r->text, "inst ");
    rec_str(r, i->cell);
    lob_buf_printf(&r->text, " %d,%d%s angle %.17g%s mag %.17g%s", i->at.x, i->at.y, i->mirror ? " mirror" : "",
                   i->angle_deg, i->angle_is_absolute ? "abs" : "", i->mag, i->mag_is_absolute ? "abs" : "");
    rec_element_end(r, e);
    return rec_done(r);
}

static lob_status rec_end_cell(void *self) {
    recorder *r = self;
    lob_buf_add_text(&r->text, "end\n");
    return rec_done(r);
}

static lob_status rec_warning(void *self, const char *kind, const char *text, uint64_t offset) {
    recorder *r = self;
    (void)text;
    lob_buf_printf(&r->text, "warning %s @%llu\n", kind, (unsigned long long)offset);
    return rec_done(r);
}

static lob_status rec_end_layout(void *self) {
    recorder *r = self;
    lob_buf_add_text(&r->text, "done\n");
    return rec_done(r);
}

static inline void recorder_open(recorder *r, lob_ctx *ctx) {
    lob_buf_init(&r->text, 0);
    r->ctx = ctx;
    r->fail_after = -1;
    r->sink = (lob_sink){
        .self = r,
        .begin_layout = rec_begin_layout,
        .begin_cell = rec_begin_cell,
        .box = rec_box,
        .polygon = rec_polygon,
        .path = rec_path,
        .text = rec_text,
        .instance = rec_instance,
        .end_cell = rec_end_cell,
        .warning = rec_warning,
        .end_layout = rec_end_layout,
    };
}

static inline void recorder_close(recorder *r) {
    lob_buf_release(&r->text);
}

static inline const char *recorder_text(const recorder *r) {
    return r->text.data ? r->text.data : "";
}

#endif
