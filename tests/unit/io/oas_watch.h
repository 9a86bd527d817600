/* A reader of OASIS under watch, for tests: whether anything is told to the sink after a fault, and whether the status
 * is that of the fault. */
#ifndef TESTS_UNIT_IO_OAS_WATCH_H
#define TESTS_UNIT_IO_OAS_WATCH_H

#include <stdio.h>

#include "io/oas/oas.h"
#include "tests/unit/io/oas_bytes.h"
#include "tests/unit/io/oas_told.h"

/* ---- a sink that sees whether anything is told after a fault ---- */

static struct watcher {
    int count, fail_at, cancel_at, late;
    lob_status code; /* of the failure */
    lob_cancel cancel;
} seen;

/* Nothing is written down: where a file is read a thousand times, each time a little wrong, that takes the time. */
static bool is_mute;

static lob_status event(lob_status told_status) {
    seen.late += ctx.error.code != LOB_OK || atomic_load(&seen.cancel.requested);
    seen.count++;
    if (seen.count == seen.cancel_at) {
        atomic_store(&seen.cancel.requested, true);
    }
    return seen.count == seen.fail_at ? lob_fail(&ctx, seen.code, "The sink has had enough") : told_status;
}

static lob_status see_layout(void *self, const lob_layout_event *e) {
    return event(is_mute ? LOB_OK : on_layout(self, e));
}
static lob_status see_cell(void *self, lob_str name) {
    return event(is_mute ? LOB_OK : on_cell(self, name));
}
static lob_status see_cell_ref(void *self, uint64_t ref) {
    return event(is_mute ? LOB_OK : on_cell_ref(self, ref));
}
static lob_status see_define(void *self, lob_table table, uint64_t ref, lob_str name, uint64_t offset) {
    return event(is_mute ? LOB_OK : on_define(self, table, ref, name, offset));
}
static lob_status see_range(void *self, const lob_layer_range *r, lob_str name) {
    return event(is_mute ? LOB_OK : on_range(self, r, name));
}
static lob_status see_box(void *self, const lob_element *e, lob_box box) {
    return event(is_mute ? LOB_OK : on_box(self, e, box));
}
static lob_status see_polygon(void *self, const lob_element *e, const lob_point *points, uint32_t count) {
    return event(is_mute ? LOB_OK : on_polygon(self, e, points, count));
}
static lob_status see_path(void *self, const lob_element *e, const lob_path_event *p) {
    return event(is_mute ? LOB_OK : on_path(self, e, p));
}
static lob_status see_text(void *self, const lob_element *e, const lob_text_event *t) {
    return event(is_mute ? LOB_OK : on_text(self, e, t));
}
static lob_status see_instance(void *self, const lob_element *e, const lob_instance_event *v) {
    return event(is_mute ? LOB_OK : on_instance(self, e, v));
}
static lob_status see_property(void *self, const lob_prop *p) {
    return event(is_mute ? LOB_OK : on_property(self, p));
}
static lob_status see_end_cell(void *self) {
    return event(is_mute ? LOB_OK : on_end_cell(self));
}
static lob_status see_warning(void *self, const char *kind, const char *text, uint64_t offset) {
    return event(is_mute ? LOB_OK : on_warning(self, kind, text, offset));
}
static lob_status see_end(void *self) {
    return event(is_mute ? LOB_OK : on_end(self));
}

static const lob_sink watching = {.begin_layout = see_layout,
                                  .begin_cell = see_cell,
                                  .begin_cell_ref = see_cell_ref,
                                  .define = see_define,
                                  .layer_range = see_range,
                                  .box = see_box,
                                  .polygon = see_polygon,
                                  .path = see_path,
                                  .text = see_text,
                                  .instance = see_instance,
                                  .property = see_property,
                                  .end_cell = see_end_cell,
                                  .warning = see_warning,
                                  .end_layout = see_end};

/* ---- the same for a sink that keeps outlines: the reader then hands out where they lie ---- */

static lob_status see_outline(void *self, const lob_point *points, uint32_t count, uint32_t *outline) {
    (void)self;
    (void)points;
    (void)count;
    *outline = 0;
    return event(LOB_OK);
}
static lob_status see_polygon_of(void *self, const lob_element *e, uint32_t outline, lob_point at) {
    (void)self;
    (void)e;
    (void)outline;
    (void)at;
    return event(LOB_OK);
}
static lob_status see_path_of(void *self, const lob_element *e, const lob_path_event *p, uint32_t outline,
                              lob_point at) {
    (void)self;
    (void)e;
    (void)p;
    (void)outline;
    (void)at;
    return event(LOB_OK);
}

static bool keeps_outlines;

static inline const char *reason(void) {
    static char text[64];
    text[0] = '\0';
    for (unsigned k = 0; k < ctx.error.detail_count; k++) {
        if (strcmp(ctx.error.details[k].key, "reason") == 0) {
            snprintf(text, sizeof text, "%.*s", (int)ctx.error.details[k].text.size, ctx.error.details[k].text.data);
        }
    }
    return text;
}

static lob_status watch_source(lob_status opened, lob_source *source) {
    atomic_store(&seen.cancel.requested, false);
    seen.count = seen.late = 0;
    ctx.cancel = &seen.cancel;
    lob_sink sink = watching;
    if (keeps_outlines) {
        sink.outline = see_outline;
        sink.polygon_of = see_polygon_of;
        sink.path_of = see_path_of;
    }
    lob_status status = opened == LOB_OK ? lob_oas_read(&ctx, source, &sink, true) : opened;
    lob_source_close(source);
    assert_int_equal(ctx.error.code, status); /* no fault is passed over, none told that was not */
    assert_int_equal(seen.late, 0);
    return status;
}

static void renew(void) {
    if (ctx.arena) {
        lob_arena_reset(ctx.arena);
    }
    lob_ctx_init(&ctx, ctx.arena ? ctx.arena : lob_arena_new(0));
    lob_buf_clear(&told);
}

static inline lob_status watch(const void *data, size_t size) {
    lob_source *source = NULL;
    const lob_source_options options = {0};
    renew();
    const lob_status opened = lob_source_open_memory(&ctx, data, size, &options, &source);
    return watch_source(opened, source);
}

static inline void numbers(const uint64_t *list, size_t count) {
    for (size_t k = 0; k < count; k++) {
        u(&file, list[k]);
    }
}
#define U(...) numbers((const uint64_t[]){__VA_ARGS__}, sizeof((const uint64_t[]){__VA_ARGS__}) / sizeof(uint64_t))

static inline void record(unsigned id, unsigned info) {
    u(&file, id);
    b(&file, info);
}

#endif
