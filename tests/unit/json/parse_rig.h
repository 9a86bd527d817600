/* A text parsed in an arena of its own, for tests of generated code. Includes no generated header: a test may bring a
 * sample of its own. */
#ifndef TESTS_UNIT_JSON_PARSE_RIG_H
#define TESTS_UNIT_JSON_PARSE_RIG_H

#include "tests/support/lob_test.h"

#include "json/reader.h"

typedef struct fixture {
    lob_arena *arena;
    lob_ctx ctx;
    cJSON *json;
} fixture;

static inline const cJSON *read_text(fixture *f, const char *text) {
    lob_json_fault fault;
    f->arena = lob_arena_new(0);
    lob_ctx_init(&f->ctx, f->arena);
    f->json = lob_json_parse(lob_str_from(text), &fault);
    assert_non_null(f->json);
    return f->json;
}

static inline void drop(fixture *f) {
    cJSON_Delete(f->json);
    lob_arena_drop(f->arena);
}

#endif
