/* A sink that writes down what it is told, a line an event: what the tests of the OASIS reader compare. */
#ifndef TESTS_UNIT_IO_OAS_TOLD_H
#define TESTS_UNIT_IO_OAS_TOLD_H

#include "base/buf.h"
#include "io/oas/oas.h"

static lob_buf told;

static void tell_rep(const lob_rep *rep) {
    if (!rep) {
        return;
    }
    if (rep->kind == LOB_REP_LATTICE) {
        lob_buf_printf(&told, " lattice %llux%llu (%lld,%lld) (%lld,%lld)", (unsigned long long)rep->na,
                       (unsigned long long)rep->nb, (long long)rep->a.x, (long long)rep->a.y, (long long)rep->b.x,
                       (long long)rep->b.y);
        return;
    }
    lob_buf_printf(&told, " list");
    for (uint32_t k = 0; k < rep->list_count; k++) {
        lob_buf_printf(&told, " (%d,%d)", rep->list[k].x, rep->list[k].y);
    }
}

static void tell_value(const lob_prop_value *v) {
    switch (v->kind) {
    case LOB_PROP_UINT:
        lob_buf_printf(&told, " %llu", (unsigned long long)v->u);
        break;
    case LOB_PROP_INT:
        lob_buf_printf(&told, " %lld", (long long)v->i);
        break;
    case LOB_PROP_REAL:
        lob_buf_printf(&told, " %g", v->real);
        break;
    case LOB_PROP_STRING:
        lob_buf_printf(&told, " '%.*s'", (int)v->string.size, v->string.data);
        break;
    default:
        lob_buf_printf(&told, " #%llu", (unsigned long long)v->u);
        break;
    }
}

static void tell_prop(const lob_prop *p) {
    if (p->name_by_ref) {
        lob_buf_printf(&told, " {#%llu", (unsigned long long)p->name_ref);
    } else {
        lob_buf_printf(&told, " {%.*s", (int)p->name.size, p->name.data);
    }
    lob_buf_printf(&told, "%s:", p->is_standard ? "!" : "");
    for (uint32_t k = 0; k < p->value_count; k++) {
        tell_value(&p->values[k]);
    }
    lob_buf_printf(&told, "}");
}

static void tell_element(const lob_element *e) {
    tell_rep(e->rep);
    for (uint32_t k = 0; k < e->prop_count; k++) {
        tell_prop(&e->props[k]);
    }
    lob_buf_printf(&told, "\n");
}

static void tell_points(const lob_point *points, uint32_t count) {
    for (uint32_t k = 0; k < count; k++) {
        lob_buf_printf(&told, " %d,%d", points[k].x, points[k].y);
    }
}

static lob_status on_layout(void *self, const lob_layout_event *e) {
    (void)self;
    lob_buf_printf(&told, "layout %s dbu %g\n", e->format, e->dbu_um);
    return LOB_OK;
}

static lob_status on_cell(void *self, lob_str name) {
    (void)self;
    lob_buf_printf(&told, "cell %.*s\n", (int)name.size, name.data);
    return LOB_OK;
}

static lob_status on_cell_ref(void *self, uint64_t ref) {
    (void)self;
    lob_buf_printf(&told, "cell #%llu\n", (unsigned long long)ref);
    return LOB_OK;
}

static lob_status on_define(void *self, lob_table table, uint64_t ref, lob_str name, uint64_t offset) {
    (void)self, (void)offset;
    static const char *const words[] = {"cell", "text", "prop", "value"};
    lob_buf_printf(&told, "define %s #%llu %.*s\n", words[table], (unsigned long long)ref, (int)name.size, name.data);
    return LOB_OK;
}

static lob_status on_range(void *self, const lob_layer_range *r, lob_str name) {
    (void)self;
    lob_buf_printf(&told, "layer %u-%u/%u-%u %.*s\n", r->layer_low, r->layer_high, r->datatype_low, r->datatype_high,
                   (int)name.size, name.data);
    return LOB_OK;
}

static lob_status on_box(void *self, const lob_element *e, lob_box box) {
    (void)self;
    lob_buf_printf(&told, "box %u/%u %d,%d %d,%d", e->layer, e->datatype, box.left, box.bottom, box.right, box.top);
    tell_element(e);
    return LOB_OK;
}

static lob_status on_polygon(void *self, const lob_element *e, const lob_point *points, uint32_t count) {
    (void)self;
    lob_buf_printf(&told, "polygon %u/%u", e->layer, e->datatype);
    tell_points(points, count);
    tell_element(e);
    return LOB_OK;
}

static lob_status on_path(void *self, const lob_element *e, const lob_path_event *p) {
    (void)self;
    lob_buf_printf(&told, "path %u/%u w%d %d %d%s", e->layer, e->datatype, p->width, p->begin_ext, p->end_ext,
                   p->round_ends ? " round" : "");
    tell_points(p->points, p->count);
    tell_element(e);
    return LOB_OK;
}

static lob_status on_text(void *self, const lob_element *e, const lob_text_event *t) {
    (void)self;
    lob_buf_printf(&told, "text %u/%u %d,%d ", e->layer, e->datatype, t->at.x, t->at.y);
    if (t->string.data) {
        lob_buf_printf(&told, "'%.*s'", (int)t->string.size, t->string.data);
    } else {
        lob_buf_printf(&told, "#%llu", (unsigned long long)t->string_ref);
    }
    tell_element(e);
    return LOB_OK;
}

static lob_status on_instance(void *self, const lob_element *e, const lob_instance_event *v) {
    (void)self;
    if (v->cell.data) {
        lob_buf_printf(&told, "place %.*s", (int)v->cell.size, v->cell.data);
    } else {
        lob_buf_printf(&told, "place #%llu", (unsigned long long)v->cell_ref);
    }
    lob_buf_printf(&told, " %d,%d %g x%g%s", v->at.x, v->at.y, v->angle_deg, v->mag, v->mirror ? " flip" : "");
    tell_element(e);
    return LOB_OK;
}

static lob_status on_property(void *self, const lob_prop *p) {
    (void)self;
    lob_buf_printf(&told, "property");
    tell_prop(p);
    lob_buf_printf(&told, "\n");
    return LOB_OK;
}

static lob_status on_end_cell(void *self) {
    (void)self;
    lob_buf_printf(&told, "end cell\n");
    return LOB_OK;
}

static lob_status on_warning(void *self, const char *kind, const char *text, uint64_t offset) {
    (void)self;
    (void)text;
    (void)offset;
    lob_buf_printf(&told, "warning %s\n", kind);
    return LOB_OK;
}

static lob_status on_end(void *self) {
    (void)self;
    lob_buf_printf(&told, "end\n");
    return LOB_OK;
}

static const lob_sink teller = {.begin_layout = on_layout,
                                .begin_cell = on_cell,
                                .begin_cell_ref = on_cell_ref,
                                .define = on_define,
                                .layer_range = on_range,
                                .box = on_box,
                                .polygon = on_polygon,
                                .path = on_path,
                                .text = on_text,
                                .instance = on_instance,
                                .property = on_property,
                                .end_cell = on_end_cell,
                                .warning = on_warning,
                                .end_layout = on_end};

static lob_ctx ctx;

static lob_status read_bytes(const void *data, size_t size) {
    if (ctx.arena) {
        lob_arena_drop(ctx.arena);
    }
    lob_ctx_init(&ctx, lob_arena_new(0));
    lob_buf_release(&told);
    lob_buf_init(&told, 1 << 20);
    lob_source *source = NULL;
    lob_source_options options = {0};
    lob_status status = lob_source_open_memory(&ctx, data, size, &options, &source);
    if (status == LOB_OK) {
        status = lob_oas_read(&ctx, source, &teller, true);
    }
    lob_source_close(source);
    return status;
}

static oas_file file;

/* Reads `file` and compares what lies between "layout" and "end". */
static inline void expect_told(const char *expected) {
    lob_status status = read_bytes(file.data, file.size);
    if (status != LOB_OK) {
        fail_msg("%s", ctx.error.message);
    }
    const char *head = "layout oas dbu 0.001\n";
    assert_memory_equal(told.data, head, strlen(head));
    assert_string_equal(told.data + strlen(head) + strlen("cell A\n"), expected);
}

static inline void begin_cell_a(void) {
    oas_begin(&file);
    u(&file, 14);
    s(&file, "A");
}

static inline void expect_cell(const char *expected) {
    char text[8192];
    snprintf(text, sizeof text, "%send cell\nend\n", expected);
    oas_finish(&file, 0);
    expect_told(text);
}

static inline void expect_refused(const char *reason) {
    assert_int_equal(read_bytes(file.data, file.size), LOB_E_UNSUPPORTED_FORMAT);
    for (unsigned k = 0; k < ctx.error.detail_count; k++) {
        if (strcmp(ctx.error.details[k].key, "reason") == 0) {
            char text[64];
            snprintf(text, sizeof text, "%.*s", (int)ctx.error.details[k].text.size, ctx.error.details[k].text.data);
            assert_string_equal(text, reason);
            return;
        }
    }
    fail_msg("no reason: %s", ctx.error.message);
}

/* RECTANGLE with everything: layer, datatype, w, h, x, y. */
static inline void rectangle(unsigned layer, unsigned datatype, unsigned w, unsigned h, int x, int y) {
    u(&file, 20);
    b(&file, 0x7b);
    u(&file, layer);
    u(&file, datatype);
    u(&file, w);
    u(&file, h);
    i(&file, x);
    i(&file, y);
}

#endif
