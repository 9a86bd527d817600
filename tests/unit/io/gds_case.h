/* One stream read by the GDSII reader into a recorder, with what came of it. */
#ifndef TESTS_UNIT_IO_GDS_CASE_H
#define TESTS_UNIT_IO_GDS_CASE_H

#include "tests/support/lob_test.h"

#include "io/gds/gds.h"
#include "tests/unit/base/sweep.h"
#include "tests/unit/io/gds_bytes.h"
#include "tests/unit/io/recorder.h"

typedef struct gds_case {
    lob_arena *arena;
    lob_ctx ctx;
    recorder rec;
    lob_status status;
} gds_case;

static inline void case_open(gds_case *c) {
    c->arena = lob_arena_new(0);
    assert_non_null(c->arena);
    lob_ctx_init(&c->ctx, c->arena);
    recorder_open(&c->rec, &c->ctx);
    c->status = LOB_OK;
}

static inline void case_close(gds_case *c) {
    recorder_close(&c->rec);
    lob_arena_drop(c->arena);
}

static inline void case_read(gds_case *c, const void *data, size_t size) {
    lob_source_options options = {0};
    lob_source *source = NULL;
    c->status = lob_source_open_memory(&c->ctx, data, size, &options, &source);
    if (c->status == LOB_OK) {
        c->status = lob_gds_read(&c->ctx, source, &c->rec.sink, true);
    }
    lob_source_close(source);
}

static inline const lob_error_detail *detail_of(const lob_error *error, const char *key) {
    for (unsigned i = 0; i < error->detail_count; i++) {
        if (strcmp(error->details[i].key, key) == 0) {
            return &error->details[i];
        }
    }
    return NULL;
}

static inline void assert_detail_text(const lob_error *error, const char *key, const char *expected) {
    const lob_error_detail *d = detail_of(error, key);
    assert_non_null(d);
    assert_true(d->is_text);
    assert_int_equal(d->text.size, strlen(expected));
    assert_memory_equal(d->text.data, expected, d->text.size);
}

static inline void assert_detail_integer(const lob_error *error, const char *key, int64_t expected) {
    const lob_error_detail *d = detail_of(error, key);
    assert_non_null(d);
    assert_false(d->is_text);
    assert_int_equal(d->integer, expected);
}

/* The bytes give exactly these events. */
static inline void expect_events(const bytes *b, const char *events) {
    gds_case c;
    case_open(&c);
    case_read(&c, b->data, b->size);
    if (c.status != LOB_OK) {
        print_message("%s\n", c.ctx.error.message);
    }
    assert_int_equal(c.status, LOB_OK);
    assert_string_equal(recorder_text(&c.rec), events);
    case_close(&c);
}

/* The bytes are refused at the record that starts at `offset`. */
static inline void expect_refused(const bytes *b, size_t offset, const char *record, const char *reason) {
    gds_case c;
    case_open(&c);
    case_read(&c, b->data, b->size);
    assert_int_equal(c.status, LOB_E_UNSUPPORTED_FORMAT);
    assert_int_equal(c.ctx.error.code, LOB_E_UNSUPPORTED_FORMAT);
    assert_detail_text(&c.ctx.error, "reason", reason);
    assert_detail_text(&c.ctx.error, "record", record);
    assert_detail_integer(&c.ctx.error, "offset", (int64_t)offset);
    assert_true(c.ctx.error.message[0]);
    assert_true(c.ctx.error.hint[0]);
    /* the index: count the records before it, by their lengths */
    int64_t index = 0;
    for (size_t at = 0; at < offset; at += (size_t)(b->data[at] << 8 | b->data[at + 1])) {
        index++;
    }
    assert_detail_integer(&c.ctx.error, "record_index", index);
    case_close(&c);
}

#endif
