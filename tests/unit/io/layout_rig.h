/* Layouts for the writers' tests: made through the builder, read from bytes, and compared as sorted lines of text with
 * every repetition written out. What a format cannot keep (PATHTYPE, the looks of texts) is not in the lines. */
#ifndef TESTS_UNIT_IO_LAYOUT_RIG_H
#define TESTS_UNIT_IO_LAYOUT_RIG_H

#include <unistd.h>

#include "tests/support/lob_test.h"

#include "db/builder.h"
#include "db/emit.h"
#include "io/read.h"
#include "io/write.h"

typedef struct layout_rig {
    lob_arena *arena;
    lob_ctx ctx;
    lob_builder *builder;
    const lob_sink *s;
} layout_rig;

static inline void rig_begin(layout_rig *r, const char *format, double dbu) {
    r->arena = lob_arena_new(0);
    assert_non_null(r->arena);
    lob_ctx_init(&r->ctx, r->arena);
    r->builder = lob_builder_new(&r->ctx, NULL);
    assert_non_null(r->builder);
    r->s = lob_builder_sink(r->builder);
    lob_layout_event event = {.format = format, .dbu_um = dbu, .library = LOB_STR("LIB"), .version = 600};
    assert_int_equal(r->s->begin_layout(r->s->self, &event), LOB_OK);
}

static inline lob_layout *rig_end(layout_rig *r) {
    lob_layout *layout;
    assert_int_equal(r->s->end_layout(r->s->self), LOB_OK);
    assert_int_equal(lob_builder_freeze(r->builder, &layout), LOB_OK);
    lob_builder_drop(r->builder);
    lob_arena_drop(r->arena);
    return layout;
}

/* ---- lines ---- */

typedef struct lines {
    lob_buf text; /* NUL after each line */
    lob_buf head; /* of the line: cell */
    lob_buf tail; /* properties of the element */
} lines;

static inline void line_end(lines *l, const lob_element *e, const char *what, lob_point64 at) {
    lob_buf_add(&l->text, l->head.data, l->head.size);
    lob_buf_printf(&l->text, " %u/%u %s at %lld,%lld", e ? e->layer : 0, e ? e->datatype : 0, what, (long long)at.x,
                   (long long)at.y);
    lob_buf_add(&l->text, l->tail.data, l->tail.size);
    lob_buf_add_byte(&l->text, '\0');
}

static inline void line_str(lob_buf *out, lob_str s) {
    for (size_t i = 0; i < s.size; i++) {
        lob_buf_printf(out, "%02x", (unsigned char)s.data[i]);
    }
}

static inline void line_prop(lob_buf *out, const lob_prop *p) {
    lob_buf_add_text(out, " {");
    if (p->name.data) {
        line_str(out, p->name);
    } else {
        lob_buf_printf(out, "#%u", p->attr);
    }
    for (uint32_t i = 0; i < p->value_count; i++) {
        const lob_prop_value *v = &p->values[i];
        if (v->kind == LOB_PROP_STRING) {
            lob_buf_add_text(out, " '");
            line_str(out, v->string);
        } else if (v->kind == LOB_PROP_REAL) {
            lob_buf_printf(out, " r%.17g", v->real);
        } else {
            lob_buf_printf(out, v->kind == LOB_PROP_INT ? " i%lld" : " u%lld",
                           v->kind == LOB_PROP_INT ? (long long)v->i : (long long)v->u);
        }
    }
    lob_buf_add_text(out, "}");
}

static inline void line_copies(lines *l, const lob_element *e, const lob_buf *what, lob_point at) {
    uint64_t count = e->rep ? lob_rep_count(e->rep) : 1;
    lob_buf_clear(&l->tail);
    for (uint32_t i = 0; i < e->prop_count; i++) {
        line_prop(&l->tail, &e->props[i]);
    }
    for (uint64_t i = 0; i < count; i++) {
        lob_point64 by = e->rep ? lob_rep_at(e->rep, i) : (lob_point64){0, 0};
        line_end(l, e, what->data, (lob_point64){at.x + by.x, at.y + by.y});
    }
    lob_buf_clear(&l->tail);
}

static inline lob_status line_points(lines *l, const lob_element *e, lob_buf *what, const lob_point *p,
                                     uint32_t count) {
    for (uint32_t i = 1; i < count; i++) {
        lob_buf_printf(what, " %lld,%lld", (long long)p[i].x - p[0].x, (long long)p[i].y - p[0].y);
    }
    line_copies(l, e, what, p[0]);
    lob_buf_release(what);
    return LOB_OK;
}

static inline lob_buf words(void) {
    lob_buf what;
    lob_buf_init(&what, 0);
    return what;
}

static lob_status lines_layout(void *self, const lob_layout_event *e) {
    lob_buf_printf(&((lines *)self)->text, "dbu %.17g", e->dbu_um);
    lob_buf_add_byte(&((lines *)self)->text, '\0');
    return LOB_OK;
}

static lob_status lines_layer(void *self, uint32_t layer, uint32_t datatype, lob_str name) {
    lob_buf what = words();
    line_str(&what, name);
    line_end(self, &(lob_element){.layer = layer, .datatype = datatype}, what.data ? what.data : "", (lob_point64){0});
    lob_buf_release(&what);
    return LOB_OK;
}

static lob_status lines_cell(void *self, lob_str name) {
    lines *l = self;
    lob_buf_clear(&l->head);
    lob_buf_add_text(&l->head, "cell ");
    line_str(&l->head, name);
    line_end(l, NULL, "is there", (lob_point64){0});
    return LOB_OK;
}

static lob_status lines_cell_end(void *self) {
    lob_buf_clear(&((lines *)self)->head);
    return LOB_OK;
}

static lob_status lines_polygon(void *self, const lob_element *e, const lob_point *points, uint32_t count) {
    lob_buf what = words();
    lob_buf_add_text(&what, "polygon");
    return line_points(self, e, &what, points, count);
}

static lob_status lines_box(void *self, const lob_element *e, lob_box b) {
    lob_buf what = words();
    lob_buf_add_text(&what, "box");
    return line_points(self, e, &what, (const lob_point[]){{b.left, b.bottom}, {b.right, b.top}}, 2);
}

static lob_status lines_path(void *self, const lob_element *e, const lob_path_event *p) {
    lob_buf what = words();
    lob_point twice[2] = {p->points[0], p->points[0]}; /* one place is one place, however often it is there */
    lob_buf_printf(&what, "path %d %d %d %d", p->width, p->begin_ext, p->end_ext, p->round_ends);
    return line_points(self, e, &what, p->count == 1 ? twice : p->points, p->count == 1 ? 2 : p->count);
}

static lob_status lines_text(void *self, const lob_element *e, const lob_text_event *t) {
    lob_buf what = words();
    lob_buf_add_text(&what, "text ");
    line_str(&what, t->string);
    return line_points(self, e, &what, &t->at, 1);
}

static lob_status lines_instance(void *self, const lob_element *e, const lob_instance_event *i) {
    lob_buf what = words();
    lob_buf_printf(&what, "instance %d %.12g %.12g ", i->mirror, i->angle_deg, i->mag);
    line_str(&what, i->cell);
    return line_points(self, e, &what, &i->at, 1);
}

/* Standard properties of the layout tell of a file. */
static lob_status lines_property(void *self, const lob_prop *p) {
    lines *l = self;
    if (!p->is_standard) {
        line_prop(&l->tail, p);
        line_end(l, NULL, "has", (lob_point64){0});
        lob_buf_clear(&l->tail);
    }
    return LOB_OK;
}

static int line_compare(const void *a, const void *b) {
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* malloc'ed; the lines of a layout in order, one below the other. */
static inline char *layout_lines(const lob_layout *layout) {
    lines l = {0};
    const lob_sink sink = {.self = &l,
                           .begin_layout = lines_layout,
                           .layer_name = lines_layer,
                           .begin_cell = lines_cell,
                           .box = lines_box,
                           .polygon = lines_polygon,
                           .path = lines_path,
                           .text = lines_text,
                           .instance = lines_instance,
                           .property = lines_property,
                           .end_cell = lines_cell_end,
                           .end_layout = lines_cell_end};
    lob_ctx ctx;
    lob_arena *arena = lob_arena_new(0);
    lob_ctx_init(&ctx, arena);
    lob_buf_init(&l.text, 0);
    lob_buf_init(&l.head, 0);
    lob_buf_init(&l.tail, 0);
    lob_buf_add_text(&l.head, "");
    assert_int_equal(lob_layout_emit(&ctx, layout, &sink), LOB_OK);
    assert_false(l.text.failed);
    size_t count = 0;
    for (size_t i = 0; i < l.text.size; i++) {
        count += l.text.data[i] == '\0';
    }
    const char **sorted = calloc(count + 1, sizeof *sorted);
    char *all = malloc(l.text.size + 1), *to = all;
    const char *at = l.text.data;
    for (size_t i = 0; i < count; i++, at += strlen(at) + 1) {
        sorted[i] = at;
    }
    qsort(sorted, count, sizeof *sorted, line_compare);
    for (size_t i = 0; i < count; i++) {
        size_t size = strlen(sorted[i]);
        memcpy(to, sorted[i], size);
        to[size] = '\n';
        to += size + 1;
    }
    *to = '\0';
    free(sorted);
    lob_buf_release(&l.text);
    lob_buf_release(&l.head);
    lob_buf_release(&l.tail);
    lob_arena_drop(arena);
    return all;
}

static inline void assert_same_lines(const lob_layout *a, const lob_layout *b) {
    char *p = layout_lines(a), *q = layout_lines(b);
    if (strcmp(p, q) != 0) {
        size_t i = 0;
        for (; p[i] == q[i]; i++) {
        }
        for (; i > 0 && p[i - 1] != '\n'; i--) {
        }
        fail_msg("first difference:\n%.300s\n%.300s", p + i, q + i);
    }
    free(p);
    free(q);
}

/* ---- bytes ---- */

typedef struct written {
    lob_arena *arena;
    lob_ctx ctx;
    lob_outfile out;
    lob_write_warnings warnings;
    lob_status status;
} written;

static inline void write_layout(written *w, const lob_layout *layout, lob_format format, int fd, bool gzip) {
    w->arena = lob_arena_new(0);
    assert_non_null(w->arena);
    lob_ctx_init(&w->ctx, w->arena);
    w->status = lob_outfile_begin(&w->ctx, &w->out, fd, gzip);
    if (w->status == LOB_OK) {
        w->status = lob_write_layout(&w->ctx, layout, format, &w->out, &w->warnings);
    }
    if (w->status == LOB_OK) {
        w->status = lob_outfile_end(&w->out);
    }
}

static inline void written_release(written *w) {
    lob_outfile_release(&w->out);
    lob_arena_drop(w->arena);
}

static inline uint64_t warned(const lob_write_warnings *warnings, const char *kind) {
    for (unsigned i = 0; i < warnings->count; i++) {
        if (strcmp(warnings->items[i].kind, kind) == 0) {
            return warnings->items[i].count;
        }
    }
    return 0;
}

/* NULL when the bytes are refused. */
static inline lob_layout *layout_of(lob_str bytes) {
    lob_ctx ctx;
    lob_arena *arena = lob_arena_new(0);
    lob_ctx_init(&ctx, arena);
    char name[] = "/tmp/lob_test_layout_XXXXXX";
    int fd = mkstemp(name);
    assert_ge(fd, 0);
    unlink(name);
    assert_int_equal(write(fd, bytes.data, bytes.size), (ssize_t)bytes.size);
    lseek(fd, 0, SEEK_SET);
    lob_read_result result;
    lob_status status = lob_read_layout(&ctx, fd, &(lob_read_options){0}, &result);
    lob_arena_drop(arena);
    return status == LOB_OK ? result.layout : NULL;
}

#endif
