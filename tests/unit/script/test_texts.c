/* Patterns of texts against one that is worked out letter by letter, and what marks of texts are. */
#include "tests/support/lob_test.h"

#include <string.h>

#include "script/texts.h"

static uint64_t state = 3;

static uint32_t below(uint32_t n) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((state >> 33) % n);
}

typedef struct rig {
    lob_arena *arena;
    lob_ctx ctx;
    lob_value *texts, *kept;
} rig;

static rig begin(const lob_value_text *texts, uint32_t count) {
    rig r = {.arena = lob_arena_new(0)};
    lob_ctx_init(&r.ctx, r.arena);
    assert_int_equal(lob_value_new(&r.ctx, LOB_VALUE_TEXTS, &r.texts), LOB_OK);
    assert_int_equal(lob_value_new(&r.ctx, LOB_VALUE_TEXTS, &r.kept), LOB_OK);
    assert_int_equal(lob_value_put_texts(&r.ctx, r.texts, texts, count), LOB_OK);
    return r;
}

static void end(rig *r) {
    lob_value_drop(r->texts);
    lob_value_drop(r->kept);
    lob_arena_drop(r->arena);
}

/* Which parts of the text, by where they begin, the rest of the pattern fits. */
static bool fits(const char *pattern, const char *text) {
    enum { MOST = 16 };
    bool can[MOST + 1] = {[0] = true};
    const size_t n = strlen(text);
    for (const char *p = pattern; *p; p++) {
        bool next[MOST + 1] = {false};
        for (size_t t = 0; t <= n; t++) {
            if (*p == '*') {
                for (size_t k = t; can[t] && k <= n; k++) {
                    next[k] = true;
                }
            } else if (can[t] && t < n && (*p == '?' || *p == text[t])) {
                next[t + 1] = true;
            }
        }
        memcpy(can, next, sizeof can);
    }
    return can[n];
}

static void patterns(void **unused) {
    (void)unused;
    static const char letters[] = "ab*?";
    for (int i = 0; i < 4000; i++) {
        char pattern[8] = "", text[10] = "";
        const uint32_t p = below(7), n = below(9);
        for (uint32_t k = 0; k < p; k++) {
            pattern[k] = letters[below(4)];
        }
        for (uint32_t k = 0; k < n; k++) {
            text[k] = letters[below(2)];
        }
        const lob_value_text one = {{1, 2}, 0, lob_str_from(text)};
        rig r = begin(&one, 1);
        lob_case("%s in %s", pattern, text);
        for (int inverse = 0; inverse < 2; inverse++) {
            assert_int_equal(lob_op_texts(&r.ctx, r.texts, lob_str_from(pattern), true, inverse, r.kept), LOB_OK);
            assert_eq(r.kept->count, fits(pattern, text) != inverse);
            assert_int_equal(lob_op_texts(&r.ctx, r.texts, lob_str_from(pattern), false, inverse, r.kept), LOB_OK);
            assert_eq(r.kept->count, (strcmp(pattern, text) == 0) != inverse);
        }
        end(&r);
    }
}

static void refuses_other_patterns(void **unused) {
    (void)unused;
    static const char *const patterns[] = {"[ab]", "a{b,c}", "a\\*", "(a)"};
    const lob_value_text one = {{1, 2}, 0, LOB_STR("a")};
    for (size_t i = 0; i < 4; i++) {
        rig r = begin(&one, 1);
        lob_case("%s", patterns[i]);
        assert_int_equal(lob_op_texts(&r.ctx, r.texts, lob_str_from(patterns[i]), true, false, r.kept),
                         LOB_E_DRC_RUN_FAILED);
        lob_error_clear(&r.ctx.error);
        assert_int_equal(lob_op_texts(&r.ctx, r.texts, lob_str_from(patterns[i]), false, true, r.kept), LOB_OK);
        assert_eq(r.kept->count, 1);
        end(&r);
    }
}

static void marks(void **unused) {
    (void)unused;
    const lob_value_text texts[] = {{{10, 20}, 0, LOB_STR("a")}, {{100, 20}, 5, LOB_STR("b")}};
    rig r = begin(texts, 2);
    lob_value *boxes, *dots;
    lob_value_sums sums;
    assert_int_equal(lob_value_new(&r.ctx, LOB_VALUE_REGION, &boxes), LOB_OK);
    assert_int_equal(lob_value_new(&r.ctx, LOB_VALUE_EDGES, &dots), LOB_OK);
    assert_int_equal(lob_op_text_marks(&r.ctx, r.texts, 3, 2, boxes), LOB_OK);
    assert_int_equal(lob_op_sums(&r.ctx, boxes, &sums), LOB_OK);
    assert_float_equal(sums.area2 / 2, 2 * 6 * 4, 0);
    assert_eq(sums.box.right, 103);
    assert_int_equal(lob_op_text_marks(&r.ctx, r.texts, 0, 0, dots), LOB_OK);
    assert_eq(dots->count, 2);
    assert_eq(dots->edges[1].from.x, 100);
    assert_eq(dots->edges[1].to.x, 100);
    assert_int_equal(lob_op_text_marks(&r.ctx, r.texts, 0, 2, boxes), LOB_OK);
    assert_eq(boxes->raw.contour_count, 0);
    assert_int_equal(lob_op_sums(&r.ctx, r.texts, &sums), LOB_OK);
    assert_eq(sums.count, 2);
    lob_value_drop(boxes);
    lob_value_drop(dots);
    end(&r);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(patterns),
        cmocka_unit_test(refuses_other_patterns),
        cmocka_unit_test(marks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
