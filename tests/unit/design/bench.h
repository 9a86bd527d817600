/* A request's arena and context for the tests of design data, and what they ask of an error. */
#ifndef TESTS_UNIT_DESIGN_BENCH_H
#define TESTS_UNIT_DESIGN_BENCH_H

#include "tests/support/lob_test.h"

#include "../base/sweep.h"
#include "design/document.h"
#include "tests/support/stride.h"

typedef struct bench {
    lob_arena *arena;
    lob_ctx ctx;
} bench;

static inline void begin(bench *b) {
    b->arena = lob_arena_new(0);
    assert_non_null(b->arena);
    lob_ctx_init(&b->ctx, b->arena);
}

static inline void end(bench *b) {
    lob_arena_drop(b->arena);
}

static inline void assert_text(lob_str got, const char *want) {
    if (!lob_str_equal(got, lob_str_from(want))) {
        print_message("got  %.*s\nwant %s\n", (int)got.size, got.data ? got.data : "(none)", want);
    }
    assert_true(lob_str_equal(got, lob_str_from(want)));
}

static inline const char *detail(const lob_error *error, const char *key) {
    static char text[512];
    for (unsigned i = 0; i < error->detail_count; i++) {
        if (strcmp(error->details[i].key, key) == 0) {
            snprintf(text, sizeof text, "%.*s", (int)error->details[i].text.size, error->details[i].text.data);
            return text;
        }
    }
    return "";
}

/* The error is this one, of this kind, and says how to recover. */
static inline void assert_error(const lob_error *error, lob_status code, const char *message, const char *kind,
                                const char *reason) {
    assert_string_equal(error->message, message);
    assert_int_equal(error->code, code);
    assert_string_equal(detail(error, "kind"), kind);
    assert_string_equal(detail(error, "reason"), reason);
    assert_ne(error->hint[0], '\0');
}

/* A file of fixtures/design; read in the arena of the bench. */
static inline lob_str fixture(bench *b, lob_design_kind kind, const char *name) {
    char relative[256];
    snprintf(relative, sizeof relative, "fixtures/design/%s", name);
    char *path = realpath(relative, NULL);
    assert_non_null(path);
    lob_str text;
    const lob_status status = lob_design_read_file(&b->ctx, kind, NULL, lob_str_from(path), &text);
    free(path);
    assert_int_equal(status, LOB_OK);
    return text;
}

/* Each allocation of the heap fails once, in turn, then each of the arena, whose bound grows: memory is the error then,
 * and no block is kept. `work` succeeds when there is memory. */
typedef lob_status design_work(lob_ctx *ctx, const void *arg);
typedef struct design_job {
    design_work *work;
    const void *arg;
} design_job;

static inline bool attempt_work(void *arg) {
    const design_job *job = arg;
    lob_arena *arena = lob_arena_new(0);
    if (!arena) {
        return false;
    }
    lob_ctx ctx;
    lob_ctx_init(&ctx, arena);
    const lob_status status = job->work(&ctx, job->arg);
    if (status != LOB_OK && status != LOB_E_TOOL_LIMIT_EXCEEDED) {
        print_message("%s\n", ctx.error.message);
    }
    if (status != LOB_OK) {
        assert_eq(status, LOB_E_TOOL_LIMIT_EXCEEDED);
    }
    lob_arena_drop(arena);
    return status == LOB_OK;
}

static inline void sweep_work(design_work *work, const void *arg, unsigned failed_min) {
    design_job job = {work, arg};
    static unsigned turn; /* under valgrind every other bound, of the next work those between */
    unsigned failed = 0;
    const uint64_t live = lob_alloc_live();
    sweep_allocations(attempt_work, &job);
    for (size_t size_max = stride_is_on() ? 1 + 16 * (turn++ % 2) : 1;; size_max += stride_pick(16, 32)) {
        lob_arena *arena = lob_arena_new(size_max);
        lob_ctx ctx;
        lob_ctx_init(&ctx, arena);
        const lob_status status = work(&ctx, arg);
        lob_arena_drop(arena);
        assert_int_equal(lob_alloc_live(), live);
        if (status == LOB_OK) {
            break;
        }
        assert_int_equal(status, LOB_E_TOOL_LIMIT_EXCEEDED);
        failed++;
    }
    assert_ge(failed, failed_min);
}

#endif
