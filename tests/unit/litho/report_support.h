/* The acceptance fixture of RFC 0006, as tests/oracle/litho_acceptance.py wrote it. */
#ifndef TESTS_UNIT_LITHO_REPORT_SUPPORT_H
#define TESTS_UNIT_LITHO_REPORT_SUPPORT_H

#include "tests/support/lob_test.h"

#include "litho/evaluate.h"

#define ACCEPTANCE "fixtures/litho/100x4tiles_12collisions.json"

typedef struct bench {
    lob_arena *arena;
    lob_ctx ctx;
} bench;

static inline bench begin(void) {
    bench b = {.arena = lob_arena_new(0)};
    lob_ctx_init(&b.ctx, b.arena);
    return b;
}

static inline void end(bench *b) {
    lob_arena_drop(b->arena);
}

static inline bool has_reason(const lob_ctx *ctx, const char *reason) {
    for (unsigned i = 0; i < ctx->error.detail_count; i++) {
        if (strcmp(ctx->error.details[i].key, "reason") == 0) {
            return lob_str_equal(ctx->error.details[i].text, lob_str_from(reason));
        }
    }
    return false;
}

/* The whole file, NUL-terminated; the caller frees it. */
static inline char *read_text(const char *path, size_t *size) {
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    fseek(file, 0, SEEK_END);
    *size = (size_t)ftell(file);
    rewind(file);
    char *text = malloc(*size + 1);
    assert_int_equal(fread(text, 1, *size, file), *size);
    text[*size] = '\0';
    fclose(file);
    return text;
}

static inline lob_violations read_acceptance(bench *b) {
    lob_violations violations;
    size_t size;
    char *text = read_text(ACCEPTANCE, &size);
    const lob_status status = lob_litho_report_read(&b->ctx, (lob_str){text, size}, &violations);
    if (status != LOB_OK) {
        print_message("%s\n", b->ctx.error.message);
    }
    assert_int_equal(status, LOB_OK);
    free(text);
    return violations;
}

#endif
