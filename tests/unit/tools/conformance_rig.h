/* What the tests of tools/conformance/match.h and vars.h share. JSON is written with ' for ". */
#ifndef TESTS_UNIT_TOOLS_CONFORMANCE_RIG_H
#define TESTS_UNIT_TOOLS_CONFORMANCE_RIG_H

#include "tests/support/lob_test.h"

#include "base/alloc.h"
#include "tools/conformance/match.h"
#include "json/reader.h"

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

typedef struct rig {
    lob_arena *arena;
    lob_ctx ctx;
} rig;

static inline int setup(void **state) {
    rig *r = calloc(1, sizeof *r);
    r->arena = lob_arena_new(0);
    lob_ctx_init(&r->ctx, r->arena);
    lob_json_init();
    *state = r;
    return 0;
}

static inline int teardown(void **state) {
    rig *r = *state;
    lob_arena_drop(r->arena);
    free(r);
    return lob_alloc_live() == 0 ? 0 : 1;
}

/* Written with ' for ", as all JSON here. "": nothing. */
static inline cJSON *json(const char *text) {
    size_t size = strlen(text);
    char *copy = malloc(size + 1);
    for (size_t i = 0; i <= size; i++) {
        copy[i] = text[i] == '\'' ? '"' : text[i];
    }
    lob_json_fault fault;
    cJSON *value = size > 0 ? lob_json_parse((lob_str){copy, size}, &fault) : NULL;
    if (value == NULL && size > 0) {
        fail_msg("%s: %s", text, fault.what);
    }
    free(copy);
    return value;
}

static inline const char *quoted(const char *text) {
    static char texts[4][1024];
    static unsigned next;
    char *out = texts[next++ % 4];
    snprintf(out, sizeof texts[0], "%s", text);
    for (char *at = out; *at != '\0'; at++) {
        *at = *at == '\'' ? '"' : *at;
    }
    return out;
}

static inline bool matches(rig *r, const char *pattern, const char *actual, conf_difference *difference) {
    cJSON *p = json(pattern), *a = json(actual);
    bool fine = conf_match(&r->ctx, p, a, NULL, 0, difference);
    cJSON_Delete(p);
    cJSON_Delete(a);
    lob_arena_reset(r->arena);
    return fine;
}

static inline char *repeat(const char *before, const char *unit, size_t count, const char *after) {
    char *text = calloc(1, strlen(before) + strlen(unit) * count + strlen(after) + 1);
    strcpy(text, before);
    for (size_t i = 0, at = strlen(before); i < count; i++, at += strlen(unit)) {
        strcpy(text + at, unit);
    }
    return strcat(text, after);
}

#endif
