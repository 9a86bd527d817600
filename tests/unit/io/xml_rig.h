/* For the tests of KLayout's XML files: a context, and a text as a source. */
#ifndef TESTS_UNIT_IO_XML_RIG_H
#define TESTS_UNIT_IO_XML_RIG_H

#include "tests/support/lob_test.h"

#include "base/buf.h"
#include "io/source.h"
#include "tests/unit/base/sweep.h"

#define XML_HEAD "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n"

static lob_arena *arena;
static lob_ctx ctx;

static inline int begin_test(void **state) {
    (void)state;
    arena = lob_arena_new(0);
    lob_ctx_init(&ctx, arena);
    return arena ? 0 : 1;
}

static inline int end_test(void **state) {
    (void)state;
    lob_arena_drop(arena);
    return 0;
}

/* Opens `text`, calls `read`, closes. */
static inline lob_status with_text(lob_str text, lob_status (*read)(lob_source *source, void *arg), void *arg) {
    const lob_source_options options = {0};
    lob_source *source;
    lob_error_clear(&ctx.error);
    lob_status status = lob_source_open_memory(&ctx, text.data, text.size, &options, &source);
    if (status == LOB_OK) {
        status = read(source, arg);
        lob_source_close(source);
    }
    return status;
}

static inline const lob_error_detail *detail(const char *key) {
    for (unsigned i = 0; i < ctx.error.detail_count; i++) {
        if (strcmp(ctx.error.details[i].key, key) == 0) {
            return &ctx.error.details[i];
        }
    }
    return NULL;
}

static inline void assert_reason(const char *reason) {
    const lob_error_detail *d = detail("reason");
    assert_non_null(d);
    assert_int_equal(d->text.size, strlen(reason));
    assert_memory_equal(d->text.data, reason, d->text.size);
    assert_ne(ctx.error.message[0], '\0');
    assert_ne(ctx.error.hint[0], '\0');
}

#define assert_text(text, expected)                                                                                    \
    do {                                                                                                               \
        lob_str text_ = (text);                                                                                        \
        assert_int_equal(text_.size, strlen(expected));                                                                \
        assert_memory_equal(text_.data, expected, text_.size);                                                         \
    } while (0)

#endif
