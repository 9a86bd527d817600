/* Source strings part by part, and which entry is whose. */
#include "tests/support/lob_test.h"

#include "xml_rig.h"

#include "io/lyp/lyp.h"

static lob_lyp_source source;

static bool parses(const char *text) {
    bool no_memory = false;
    bool fine = lob_lyp_source_parse(arena, lob_str_from(text), &source, &no_memory);
    assert_false(no_memory);
    return fine;
}

static void assert_source(const char *text, const char *name, int32_t layer, int32_t datatype) {
    assert_true(parses(text));
    if (name) {
        assert_text(source.name, name);
    } else {
        assert_null(source.name.data);
    }
    assert_int_equal(source.layer, layer);
    assert_int_equal(source.datatype, datatype);
}

static void takes_names(void **state) {
    (void)state;
    assert_source("\"a b\" 1/2", "a b", 1, 2);
    assert_source("\"a b", "a b", -1, -1);
    assert_source("a\tb", "b", -1, -1); /* the last counts */
    assert_source("a[x]", "a", -1, -1);
    assert_true(source.has_conditions);
    assert_source("a#1..2 3/4", "a", 3, 4);
    assert_source("'", "", -1, -1);
    assert_false(parses("1/0@-1"));
}

static void passes_over_conditions(void **state) {
    (void)state;
    static const struct {
        const char *text;
        bool is_fine;
    } cases[] = {{"1/2 [a=='\\'']", true}, {"1/2 [a=='\\']", false}, {"1/2 [a=='x\\", false}, {"1/2 [a==\"]\"]", true},
                 {"1/2 [[a][b]]", true},   {"1/2 [[a]", false},      {"1/2 [", false},        {"1/2 {", false},
                 {"1/2 ((a)(b)) ", true},  {"1/2 (a}", false},       {"1/2 {a{b}(}", true},   {"1/2 ['", false},
                 {"1/2 #(0)..<3>*", true}, {"1/2 # 0..1", true},     {"1/2 #", true},         {"1/2 [a=='\"']", true}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        lob_case("%s", cases[i].text);
        assert_int_equal(parses(cases[i].text), cases[i].is_fine);
        assert_true(source.has_conditions);
        assert_eq(source.layer, 1);
        assert_eq(source.datatype, 2);
    }
    assert_source("#1..2x", "x", -1, -1);
}

static void takes_special_ones(void **state) {
    (void)state;
    static const char *const names[] = {"!CellFrame", "!cellframe", "!cell-frame", "!CF", "! CF"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        lob_case("names[%zu]", i);
        assert_true(parses(names[i]));
        assert_true(source.is_special);
    }
    assert_false(parses("!x"));
    assert_false(source.is_special);
    assert_false(parses("!"));
    assert_true(parses("%3"));
    assert_true(source.is_indexed);
    assert_false(parses("%x"));
}

static void says_when_memory_is_out(void **state) {
    (void)state;
    lob_arena *tiny = lob_arena_new(1);
    bool no_memory = false;
    assert_false(lob_lyp_source_parse(tiny, LOB_STR("'a\\'b' 1/0"), &source, &no_memory));
    assert_true(no_memory);
    lob_arena_drop(tiny);
}

/* Entries of these sources, in this order, all of them shown. */
static lob_lyp_entry entries[8];
static lob_lyp lyp = {.entries = entries};

static void enter(const char *const *texts, uint32_t count) {
    lyp.entry_count = count;
    for (uint32_t i = 0; i < count; i++) {
        assert_true(parses(texts[i]));
        entries[i] = (lob_lyp_entry){.name = LOB_STR(""), .source = source, .valid = true, .visible = true};
    }
}
#define ENTER(...)                                                                                                     \
    enter((const char *const[]){__VA_ARGS__}, sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *))

static void assert_found(int32_t layer, int32_t datatype, const char *name, int expected) {
    lob_lyp_match m = lob_lyp_find(&lyp, layer, datatype, name ? lob_str_from(name) : (lob_str){0});
    assert_ptr_equal(m.entry, expected < 0 ? NULL : &entries[expected]);
    assert_int_equal(m.visible, expected >= 0);
}

static void finds_the_best(void **state) {
    (void)state;
    ENTER("*/5", "5/*", "*/*", "5/5", "NAME", "NAME 5/5");
    assert_found(5, 5, NULL, 3);
    assert_found(5, 5, "NAME", 3); /* numbers before names */
    assert_found(1, 5, NULL, 0);   /* the first wildcard */
    assert_found(1, 5, "NAME", 4); /* names before wildcards */
    assert_found(5, 1, NULL, 1);
    assert_found(1, 1, "OTHER", 2);
    assert_found(1, 1, NULL, 2);
    ENTER("*/5", "5/*", "5/5", "NAME");
    assert_found(1, 1, NULL, -1);
    assert_found(1, 1, "NAM", -1);
    assert_found(1, 1, "NAME", 3);
    assert_found(5, 6, NULL, 1);
    assert_found(6, 5, NULL, 0);
}

/* What is of another layout, by its number in the database, or no layer at all fits none. */
static void passes_over_others(void **state) {
    (void)state;
    ENTER("5/5@2", "%1 5/5", "!CF 5/5", "5/5@3");
    assert_found(5, 5, NULL, -1);
    ENTER("5/5@2", "5/5@1");
    assert_found(5, 5, NULL, 1);
    ENTER("5/5@2", "5/5@*");
    assert_found(5, 5, NULL, 1);
}

/* A layer is shown when one of its entries is, wherever it stands among them; better ones alone count. */
static void says_what_is_shown(void **state) {
    (void)state;
    for (unsigned shown = 0; shown < 8; shown++) {
        ENTER("5/5", "5/5", "5/5", "*/*");
        for (unsigned i = 0; i < 3; i++) {
            entries[i].visible = shown >> i & 1;
        }
        lob_lyp_match m = lob_lyp_find(&lyp, 5, 5, (lob_str){0});
        assert_ptr_equal(m.entry, &entries[0]);
        assert_int_equal(m.visible, shown != 0);
    }
    ENTER("*/*", "5/5");
    entries[1].valid = false;
    assert_false(lob_lyp_find(&lyp, 5, 5, (lob_str){0}).visible);
    assert_true(lob_lyp_find(&lyp, 5, 6, (lob_str){0}).visible);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin_test, end_test)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(takes_names),    TEST(passes_over_conditions), TEST(takes_special_ones), TEST(says_when_memory_is_out),
        TEST(finds_the_best), TEST(passes_over_others),     TEST(says_what_is_shown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
