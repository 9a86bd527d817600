/* The scan against an oracle that has the whole text at hand and tries each brace by the grammar: random texts of
 * JSON's tokens, cut at random places. Then its bounds, and what it does without memory. */
#include "tests/support/lob_test.h"

#include "proxy/scan.h"
#include "tests/support/json_oracle.h"
#include "tests/unit/base/sweep.h"

enum { FOUND_SIZE = 1 << 16 };

typedef struct found {
    char text[FOUND_SIZE]; /* each command and a \n */
    size_t size;
    char missed[FOUND_SIZE]; /* each near miss and a \n */
    size_t missed_size;
} found;

static void keep(found *f, lob_str object) {
    assert_lt(f->size + object.size + 2, FOUND_SIZE);
    memcpy(f->text + f->size, object.data, object.size);
    f->size += object.size;
    f->text[f->size++] = '\n';
    f->text[f->size] = '\0';
}

/* By what an object holds: c is a command, x is closed. */
static lob_llm_verdict verdict_of(lob_str object) {
    return memchr(object.data, 'c', object.size) != NULL   ? LOB_LLM_OBJECT_COMMAND
           : memchr(object.data, 'x', object.size) != NULL ? LOB_LLM_OBJECT_CLOSED
                                                           : LOB_LLM_OBJECT_OTHER;
}

static lob_llm_verdict judge(void *arg, lob_str object, lob_llm_flaw *flaw) {
    lob_llm_verdict verdict = verdict_of(object);
    if (verdict == LOB_LLM_OBJECT_COMMAND) {
        keep(arg, object);
    } else if (memchr(object.data, 'k', object.size) != NULL) {
        flaw->what = "holds k";
    }
    return verdict;
}

static void miss(void *arg, const lob_llm_miss *seen) {
    found *f = arg;
    f->missed_size += (size_t)snprintf(f->missed + f->missed_size, FOUND_SIZE - f->missed_size, "%.*s %d %zu %s\n",
                                       (int)seen->seen.size, seen->seen.data, seen->is_cut, seen->at, seen->what);
    assert_lt(f->missed_size, FOUND_SIZE);
}

static void clear(found *f) {
    f->size = f->missed_size = 0;
    f->text[0] = f->missed[0] = '\0';
}

static void scan_whole(const char *text, size_t size, found *f) {
    clear(f);
    for (size_t at = 0; at < size;) {
        lob_str object = {text + at, oracle_object(text, size, at)};
        lob_llm_verdict verdict = object.size > 0 ? verdict_of(object) : LOB_LLM_OBJECT_OTHER;
        if (verdict == LOB_LLM_OBJECT_COMMAND) {
            keep(f, object);
        }
        at += verdict == LOB_LLM_OBJECT_OTHER ? 1 : object.size;
    }
}

/* Looks at bytes, all in all. */
static uint64_t scan_pieces(const char *text, size_t size, size_t (*next)(size_t left), found *f) {
    lob_llm_scan scan;
    clear(f);
    lob_llm_scan_open(&scan, judge, miss, f);
    for (size_t at = 0; at < size;) {
        size_t piece = next(size - at);
        assert_true(lob_llm_scan_feed(&scan, (lob_str){text + at, piece}));
        at += piece;
    }
    assert_true(lob_llm_scan_end(&scan));
    assert_int_equal(scan.text.size, 0);
    uint64_t looks = scan.look_count;
    lob_llm_scan_close(&scan);
    return looks;
}

static size_t one(size_t left) {
    (void)left;
    return 1;
}

static size_t all(size_t left) {
    return left;
}

static uint64_t seed = 88172645463325252u;

static uint32_t draw(uint32_t below) {
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return (uint32_t)(seed >> 20) % below;
}

static size_t some(size_t left) {
    size_t piece = 1 + draw(9);
    return piece < left ? piece : left;
}

static size_t pages(size_t left) {
    return left < 4096 ? left : 4096;
}

/* Tokens, mostly of JSON, some of trouble; whole small objects, so that something is found. */
static size_t draw_text(char *text, size_t size_max) {
    static const char *const tokens[] = {
        "{",  "}",         "{\"a\":", "{\"c\":",   "{\"x\":",    "\"b\"", ":",  ",",    "[",
        "]",  "1",         "-0.5e+1", "\\",        "\\\"",       " ",     "\n", "true", "null",
        "\"", "{\"c\":1}", "{}",      "{\"a\":2}", "{\"k\":{}}", "{'t':", "0",  "}}",   "klayout"};
    size_t size = 0;
    for (unsigned count = draw(40); count > 0; count--) {
        const char *token = tokens[draw(sizeof tokens / sizeof tokens[0])];
        if (size + strlen(token) < size_max) {
            memcpy(text + size, token, strlen(token));
            size += strlen(token);
        }
    }
    return size;
}

static void every_cut_gives_the_same_commands(void **state) {
    static found expected, got, whole;
    size_t (*const cuts[])(size_t) = {all, one, some};
    (void)state;
    unsigned met = 0, missed = 0;
    for (int round = 0; round < 20000; round++) {
        char text[256];
        size_t size = draw_text(text, sizeof text);
        lob_case("%.*s", (int)size, text);
        scan_whole(text, size, &expected);
        met += expected.size > 0;
        for (size_t i = 0; i < sizeof cuts / sizeof cuts[0]; i++) {
            lob_case("cuts[%zu]", i);
            found *f = i == 0 ? &whole : &got;
            assert_le(scan_pieces(text, size, cuts[i], f), LOB_LLM_SCAN_LOOKS_MAX * (uint64_t)size);
            assert_string_equal(f->text, expected.text);
            assert_string_equal(f->missed, whole.missed);
        }
        missed += whole.missed_size > 0;
    }
    assert_gt(met, 4000);
    assert_gt(missed, 400);
}

static void commands_among_prose(void **state) {
    static found got;
    static const char text[] = "I } say \"{\\\"c\\\":1} and\" {\"t\":\"}{\\\"\",\"c\":{\"v\":{}}}{\"c\":0}} {\"a\": "
                               "{\"c\":2} {\"unfinished\": \"";
    (void)state;
    scan_pieces(text, sizeof text - 1, one, &got);
    assert_string_equal(got.text, "{\"t\":\"}{\\\"\",\"c\":{\"v\":{}}}\n{\"c\":0}\n{\"c\":2}\n");
}

/* Levels nested in each other and broken at the deepest, within and outside of strings: the bound is met, not passed.
 */
static void deep_nesting_is_near_linear(void **state) {
    enum { LEVEL_COUNT = 20000 };
    static char text[LEVEL_COUNT * 16];
    static const char *const levels[] = {"{\"a\":", "{\"{\":", "{ \"a\" : [ "};
    static found got;
    (void)state;
    for (size_t i = 0; i < sizeof levels / sizeof levels[0]; i++) {
        lob_case("%s", levels[i]);
        size_t size = 0;
        for (int k = 0; k < LEVEL_COUNT; k++) {
            size += (size_t)sprintf(text + size, "%s", levels[i]);
        }
        uint64_t looks = scan_pieces(text, size, pages, &got);
        assert_le(looks, LOB_LLM_SCAN_LOOKS_MAX * (uint64_t)size);
        assert_gt(looks, 20 * (uint64_t)size);
        assert_int_equal(scan_pieces(text, size / 10, one, &got), scan_pieces(text, size / 10, all, &got));
    }
    /* 64 levels, then a string that takes the rest. */
    size_t size = 0;
    for (int k = 0; k < 63; k++) {
        size += (size_t)sprintf(text + size, "{\"a\":");
    }
    size += (size_t)sprintf(text + size, "{\"a\":\"");
    memset(text + size, 'y', sizeof text - size);
    uint64_t looks = scan_pieces(text, sizeof text, pages, &got);
    assert_le(looks, 65 * (uint64_t)sizeof text);
    assert_gt(looks, 60 * (uint64_t)sizeof text);
}

typedef struct sizes {
    size_t all[4];
    unsigned count;
} sizes;

static lob_llm_verdict judge_size(void *arg, lob_str object, lob_llm_flaw *flaw) {
    sizes *s = arg;
    (void)flaw;
    assert_lt(s->count, 4);
    s->all[s->count++] = object.size;
    return LOB_LLM_OBJECT_COMMAND;
}

static void ignore_miss(void *arg, const lob_llm_miss *seen) {
    (void)arg;
    (void)seen;
}

/* A command of 1 MiB is one. A byte more is none: then what it holds is found, and what stands behind it. */
static void objects_have_a_limit(void **state) {
    static char text[LOB_LLM_SIZE_MAX + 64];
    static const char begin[] = "{\"b\":{\"c\":1},\"d\":\"", end[] = "\"}", next[] = " {\"c\":2.5}";
    size_t (*const cuts[])(size_t) = {all, pages};
    (void)state;
    for (size_t more = 0; more < 2; more++) {
        for (size_t i = 0; i < sizeof cuts / sizeof cuts[0]; i++) {
            lob_case("%zu more, cut %zu", more, i);
            const size_t size = LOB_LLM_SIZE_MAX + more, total = size + sizeof next - 1;
            sizes got = {.count = 0};
            lob_llm_scan scan;
            memset(text, 'x', sizeof text);
            memcpy(text, begin, sizeof begin - 1);
            memcpy(text + size - 2, end, sizeof end - 1);
            memcpy(text + size, next, sizeof next - 1);
            lob_llm_scan_open(&scan, judge_size, ignore_miss, &got);
            for (size_t at = 0; at < total;) {
                size_t piece = cuts[i](total - at);
                assert_true(lob_llm_scan_feed(&scan, (lob_str){text + at, piece}));
                at += piece;
            }
            assert_int_equal(got.count, 2);
            assert_int_equal(got.all[0], more ? sizeof "{\"c\":1}" - 1 : LOB_LLM_SIZE_MAX);
            assert_int_equal(got.all[1], sizeof next - 2);
            lob_llm_scan_close(&scan);
        }
    }
}

/* The text behind an end is another text. */
static void an_end_is_an_end(void **state) {
    static found got;
    lob_llm_scan scan;
    (void)state;
    clear(&got);
    lob_llm_scan_open(&scan, judge, miss, &got);
    assert_true(lob_llm_scan_end(&scan));
    assert_true(lob_llm_scan_feed(&scan, LOB_STR("{\"c\":")));
    assert_true(lob_llm_scan_end(&scan));
    assert_true(lob_llm_scan_end(&scan));
    assert_true(lob_llm_scan_feed(&scan, LOB_STR("1} {\"c\":2}")));
    assert_true(lob_llm_scan_end(&scan));
    assert_string_equal(got.text, "{\"c\":2}\n");
    lob_llm_scan_close(&scan);
}

static lob_llm_verdict stop(void *arg, lob_str object, lob_llm_flaw *flaw) {
    (void)arg;
    (void)object;
    (void)flaw;
    return LOB_LLM_OBJECT_STOP;
}

static void the_judge_may_stop(void **state) {
    lob_llm_scan scan;
    (void)state;
    lob_llm_scan_open(&scan, stop, miss, NULL);
    assert_true(lob_llm_scan_feed(&scan, LOB_STR("")));
    assert_true(lob_llm_scan_feed(&scan, LOB_STR("{\"a\":")));
    assert_false(lob_llm_scan_feed(&scan, LOB_STR("1}")));
    lob_llm_scan_close(&scan);
    lob_llm_scan_open(&scan, stop, miss, NULL);
    assert_true(lob_llm_scan_feed(&scan, LOB_STR("{\"a\":{}")));
    assert_false(lob_llm_scan_end(&scan));
    lob_llm_scan_close(&scan);
}

static bool attempt(void *arg) {
    static char text[9000];
    static found got;
    lob_llm_scan scan;
    (void)arg;
    clear(&got);
    memset(text, '{', sizeof text);
    lob_llm_scan_open(&scan, judge, miss, &got);
    bool fine = lob_llm_scan_feed(&scan, LOB_STR("{\"a\":\"")) &&
                lob_llm_scan_feed(&scan, (lob_str){text, sizeof text}) && lob_llm_scan_end(&scan);
    lob_llm_scan_close(&scan);
    return fine;
}

static void without_memory(void **state) {
    (void)state;
    assert_ge(sweep_allocations(attempt, NULL), 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_cut_gives_the_same_commands),
        cmocka_unit_test(commands_among_prose),
        cmocka_unit_test(deep_nesting_is_near_linear),
        cmocka_unit_test(objects_have_a_limit),
        cmocka_unit_test(an_end_is_an_end),
        cmocka_unit_test(the_judge_may_stop),
        cmocka_unit_test(without_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
