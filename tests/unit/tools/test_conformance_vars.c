/* Paths into an answer, saved values and what they are put into: expected values are worked out by hand from the words
 * of vars.h. */
#include "tests/support/lob_test.h"

#include "tests/unit/tools/conformance_rig.h"

#include "tests/unit/base/sweep.h"
#include "tools/conformance/vars.h"

/* ---- paths ---- */

static const char *const found[][2] = {
    {"$.a.b[0]", "10"},
    {"$.a.b[-1].c", "30"},
    {"$.a.b[-3]", "10"},
    {"$['odd name']", "1"},
    {"$['q\\u0022]']", "2"},
    {"$['\\u00e9']", "3"},
    {"$.\xc3\xa9", "3"},
    {"$['']", "4"},
    {"$.odd name", "1"},
    {"$['a']['b'][1]", "20"},
    {"$.n[layer=1,datatype=2].name", "'a,b]'"},
    {"$.n[layer=1].name", "'x'"},
    {"$.n[layer=1.0e0,datatype=2].datatype", "2"},
    {"$.n[name='a,b]'].datatype", "2"},
    {"$.n[name='\\u0061,b]'].datatype", "2"},
    {"$.n[name=x].datatype", "0"},
    {"$.n[layer='1'].on", "true"},
    {"$.n[q='\\\"]'].v", "7"},
    {"$.n[on=true].layer", "'1'"},
    {"$.n[on=false].v", "null"},
    {"$.n[v=null].on", "false"},
    {"$.n[b.l=2.5].on", "false"},
};
static const char *const missing[] = {"$.x",
                                      "$.a.b.c",
                                      "$.a.b[3]",
                                      "$.a.b[-4]",
                                      "$.a[0]",
                                      "$.n[layer=9]",
                                      "$.n[layer=]",
                                      "$.n[layer='2']",
                                      "$.a[layer=1]",
                                      "$.n[v=1]",
                                      "$.n[layer=1x]",
                                      "$.n[on=null]",
                                      "$.n[b=null]",
                                      "$.n[layer=0x1]",
                                      "$.n[layer=1-0]",
                                      "$.n[layer=9,datatype=0]",
                                      "$.x.y[0]",
                                      "$.n[b='2.5']",
                                      "$.A"};
static const char *const malformed[] = {"",
                                        "a",
                                        "$a",
                                        "$..a",
                                        "$.",
                                        "$.a[",
                                        "$.a[]",
                                        "$.a[b",
                                        "$.a[1x]",
                                        "$.a[*]",
                                        "$.*",
                                        "$.a|json",
                                        "$['a",
                                        "$['a'",
                                        "$['\\q']",
                                        "$['\\u0000']",
                                        "$.n[=1]",
                                        "$.n[a=1,]",
                                        "$.n[a=1,b]",
                                        "$.n[a='x]",
                                        "$.n[a='x'y]",
                                        "$.n[a='\\q']",
                                        "$.n[a='\\u0022",
                                        "$.x.y[",
                                        "$.n[99999999999]",
                                        "$.a]",
                                        "$.n[v[0]=1]"};

static void test_paths(void **state) {
    (void)state;
    cJSON *root = json("{'a': {'b': [10, 20, {'c': 30}]}, 'odd name': 1, 'q\\u0022]': 2, '\xc3\xa9': 3, '': 4,"
                       "'n': [{'layer': 1, 'datatype': 0, 'name': 'x'}, {'layer': 1, 'datatype': 2, 'name': 'a,b]'},"
                       "      {'layer': '1', 'on': true}, {'on': false, 'v': null, 'b': {'l': 2.50}}, {'v': [1]},"
                       "      {'q': '\\u0022]', 'v': 7}]}");
    const char *why;
    for (size_t i = 0; i < COUNT(found); i++) {
        const cJSON *value = conf_path_find(root, quoted(found[i][0]), &why);
        conf_difference d;
        lob_ctx ctx = {0};
        cJSON *expected = json(found[i][1]);
        if (value == NULL || !conf_match(&ctx, expected, value, NULL, 0, &d)) {
            fail_msg("%s", found[i][0]);
        }
        cJSON_Delete(expected);
    }
    assert_ptr_equal(conf_path_find(root, "$", &why), root);
    for (size_t i = 0; i < COUNT(missing); i++) {
        assert_null(conf_path_find(root, quoted(missing[i]), &why));
        assert_string_equal(why, "is not there");
    }
    for (size_t i = 0; i < COUNT(malformed); i++) {
        if (conf_path_find(root, quoted(malformed[i]), &why) != NULL || strcmp(why, "is no path") != 0) {
            fail_msg("%s: %s", malformed[i], why);
        }
    }
    char *name = repeat("$.", "x", 256, ""), *value = repeat("$.n[a=", "x", 250, "]"),
         *key = repeat("$.n['", "x", 256, "']");
    char *long_names[] = {name, key};
    for (size_t i = 0; i < COUNT(long_names); i++) {
        assert_null(conf_path_find(root, quoted(long_names[i]), &why));
        assert_string_equal(why, "is no path");
        free(long_names[i]);
    }
    assert_null(conf_path_find(root, value, &why));
    assert_string_equal(why, "is not there");
    free(value);
    cJSON_Delete(root);
}

/* ---- saved values ---- */

static void save(conf_vars *vars, const char *name, const char *value) {
    cJSON *tree = json(value);
    assert_true(conf_vars_set(vars, name, tree));
    cJSON_Delete(tree);
}

static void open_some(conf_vars *vars) {
    assert_true(conf_vars_open(vars));
    save(vars, "n", "1.50");
    save(vars, "yes", "true");
    save(vars, "none", "null");
    save(vars, "o", "{'id': 'ses_1', 'list': [1, {'odd}': 2}], '${n}': '${n}'}");
    assert_true(conf_vars_set_text(vars, "work", "/tmp/x y"));
    assert_true(conf_vars_set_text(vars, "evil", "\"},${n}"));
    save(vars, "again", "1");
    save(vars, "again", "2");
}

static void test_filling(void **state) {
    rig *r = *state;
    conf_vars vars;
    const char *why;
    open_some(&vars);
    static const char *const pairs[][2] = {
        {"1", "1"},
        {"'a'", "'a'"},
        {"'${n}'", "1.5"},
        {"'${o}'", "{'id': 'ses_1', 'list': [1, {'odd}': 2}], '$${n}': '$${n}'}"},
        {"['${yes}', '${none}', '${o.list[1]}', '${o.list[-1]}']", "[true, null, {'odd}': 2}, {'odd}': 2}]"},
        {"'${o.list[1][\\u0022odd}\\u0022]}'", "2"},
        {"'${o.list[1][\\u0022\\\\u006fdd}\\u0022]}'", "2"},
        {"'a ${n} ${yes} ${none} ${o.id}.'", "'a 1.5 true null ses_1.'"},
        {"'${o.list}!'", "'[1,{\\u0022odd}\\u0022:2}]!'"},
        {"'$${n}'", "'$${n}'"},
        {"'$$${n}'", "'$$${n}'"},
        {"'$$ $ {n} $'", "'$$ $ {n} $'"},
        {"'${again}'", "2"},
        {"'${evil}'", "'\\u0022},$${n}'"},
        {"'${evil}${n}'", "'\\u0022},$${n}1.5'"},
        {"{'${o.id}': {'x': '${work}/y'}}", "{'ses_1': {'x': '/tmp/x y/y'}}"},
        {"{'a': ['${work}', {'b': ['${n}']}]}", "{'a': ['/tmp/x y', {'b': [1.5]}]}"},
    };
    for (size_t i = 0; i < COUNT(pairs); i++) {
        cJSON *filled = conf_vars_fill(&vars, &r->ctx, lob_str_from(quoted(pairs[i][0])), &why);
        if (filled == NULL) {
            fail_msg("%s: %s", pairs[i][0], why);
        }
        assert_null(why);
        /* $${ in a table of this file is what filling makes of it: ${ by hand. */
        char exact[1024] = "";
        for (const char *at = quoted(pairs[i][1]); *at != '\0'; at++) {
            at += strncmp(at, "$${", 3) == 0;
            strncat(exact, at, 1);
        }
        char pattern[1100];
        snprintf(pattern, sizeof pattern, "{\"$exact\": %s}", exact);
        cJSON *expected = json(pattern);
        conf_difference d;
        if (!conf_match(&r->ctx, expected, filled, NULL, 0, &d)) {
            fail_msg("%s: %s: expected %s, got %s", pairs[i][0], d.path, d.expected, d.got);
        }
        cJSON_Delete(expected);
        cJSON_Delete(filled);
    }
    assert_string_equal(conf_vars_text(&vars, &r->ctx, LOB_STR("${work}/a ${n} $${n}"), &why), "/tmp/x y/a 1.5 ${n}");
    assert_null(why);
    assert_string_equal(conf_vars_text(&vars, &r->ctx, LOB_STR("${o.list}"), &why), "[1,{\"odd}\":2}]");
    assert_string_equal(conf_vars_text(&vars, &r->ctx, LOB_STR(""), &why), "");
    conf_vars_drop(&vars);
}

static void test_faults_of_filling(void **state) {
    rig *r = *state;
    conf_vars vars;
    const char *why;
    open_some(&vars);
    static const char *const faulty[][2] = {
        {"'${nosuch}'", "'${nosuch}' was not saved"},
        {"['x ${Work} y']", "'${Work}' was not saved"},
        {"'${o.x}'", "'${o.x}' is not there"},
        {"'${n.a}'", "'${n.a}' is not there"},
        {"'${n[\\u0022\\\\\\u0022}\\u0022]}'", "'${n[\\'\\\\\\'}\\']}' is not there"},
        {"'${o..x}'", "'${o..x}' is no path"},
        {"'a${o'", "'${o' is not closed"},
        {"'${}'", "'${}' has no name, or too long a one"},
        {"'${.a}'", "'${.a}' has no name, or too long a one"},
        {"{'${nosuch}': 1}", "'${nosuch}' was not saved"},
        {"{'ses_1': 1, '${o.id}': 2}", "'${o.id}' gives a member that is there already"},
        {"{'a': 1", "object is not closed"},
        {"{'a': '${nosuch}', 'b': '${o}'}", "'${nosuch}' was not saved"},
    };
    for (size_t i = 0; i < COUNT(faulty); i++) {
        assert_null(conf_vars_fill(&vars, &r->ctx, lob_str_from(quoted(faulty[i][0])), &why));
        assert_string_equal(why, quoted(faulty[i][1]));
    }
    assert_null(conf_vars_text(&vars, &r->ctx, LOB_STR("a ${x\n} b"), &why));
    assert_string_equal(why, "\"${x\\n}\" was not saved");
    assert_null(conf_vars_text(&vars, &r->ctx, LOB_STR("a ${"), &why));
    assert_string_equal(why, "\"${\" is not closed");
    /* Bytes that are no characters are never passed on as they are. */
    assert_null(conf_vars_text(&vars, &r->ctx, LOB_STR("${\xff\xc3}"), &why));
    assert_string_equal(why, "\"${\\ufffd\\ufffd}\" was not saved");
    char *name = repeat("${", "x", 64, "}"), *path = repeat("${o.", "x", 255, "}"), *open = repeat("${", "x", 999, "");
    assert_null(conf_vars_text(&vars, &r->ctx, lob_str_from(name), &why));
    assert_non_null(strstr(why, "too long"));
    assert_null(conf_vars_text(&vars, &r->ctx, lob_str_from(path), &why));
    assert_non_null(strstr(why, "too long"));
    assert_null(conf_vars_text(&vars, &r->ctx, lob_str_from(open), &why));
    assert_non_null(strstr(why, "is not closed"));
    char *names[] = {name, path, open};
    for (size_t i = 0; i < COUNT(names); i++) {
        free(names[i]);
    }
    conf_vars_drop(&vars);
}

/* Values put into each other again and again end in a refusal, not on the stack; what stays matches and prints. */
static void test_depth(void **state) {
    rig *r = *state;
    conf_vars vars;
    const char *why = NULL;
    assert_true(conf_vars_open(&vars));
    save(&vars, "v", "1");
    char *deep = repeat("", "[", 60, "'${v}'"), *closed = repeat(deep, "]", 60, "");
    unsigned rounds = 0;
    cJSON *filled, *last = NULL;
    while ((filled = conf_vars_fill(&vars, &r->ctx, lob_str_from(quoted(closed)), &why)) != NULL && rounds < 10) {
        assert_true(conf_vars_set(&vars, "v", filled));
        cJSON_Delete(last);
        last = filled;
        rounds++;
    }
    assert_eq(rounds, 1);
    assert_string_equal(why, "the saved values put together nest too deep");
    conf_difference d;
    assert_true(conf_match(&r->ctx, last, last, NULL, 0, &d));
    assert_null(conf_pattern_fault(&r->ctx, last));
    cJSON_Delete(last);
    /* A pattern that was built deeper than that is refused. */
    cJSON *pattern = cJSON_CreateObject();
    for (unsigned i = 0; i < 250; i++) {
        cJSON *outer = cJSON_CreateObject();
        assert_true(cJSON_AddItemToObject(outer, "$not", pattern));
        pattern = outer;
    }
    assert_false(conf_match(&r->ctx, pattern, pattern, NULL, 0, &d));
    assert_string_equal(d.expected, "a sound pattern");
    assert_non_null(strstr(d.got, "nests too deep"));
    const char *fault = conf_pattern_fault(&r->ctx, pattern);
    assert_non_null(fault);
    assert_memory_equal(fault, "$....$not", 9);
    assert_string_equal(fault + strlen(fault) - 16, ": nests too deep");
    cJSON_Delete(pattern);
    cJSON *array = cJSON_CreateArray();
    for (unsigned i = 0; i < 250; i++) {
        cJSON *outer = cJSON_CreateArray();
        assert_true(cJSON_AddItemToArray(outer, array));
        array = outer;
    }
    assert_null(conf_vars_text(&vars, &r->ctx, LOB_STR("${w}"), &why));
    assert_true(conf_vars_set(&vars, "w", array));
    assert_null(conf_vars_text(&vars, &r->ctx, LOB_STR("${w}"), &why));
    assert_string_equal(why, "\"${w}\" nests too deep for a text");
    assert_false(matches(r, "1", "[[[]]]", &d));
    /* Deeper than values are compared: not equal, whatever they are. */
    cJSON *two = cJSON_CreateArray(), *any = json("{'$unique': []}");
    cJSON_AddItemToArray(two, array);
    cJSON_AddItemToArray(two, cJSON_Duplicate(array, true));
    assert_true(conf_match(&r->ctx, any, two, NULL, 0, &d));
    cJSON_Delete(two);
    cJSON_Delete(any);
    free(deep);
    free(closed);
    conf_vars_drop(&vars);
}

/* ---- failing allocations ---- */

static bool run_vars(void *arg) {
    const cJSON *value = arg;
    lob_arena *arena = lob_arena_new(0);
    lob_ctx ctx;
    conf_vars vars = {0};
    const char *why = NULL;
    cJSON *filled = NULL;
    if (arena == NULL) {
        return false;
    }
    lob_ctx_init(&ctx, arena);
    bool fine = conf_vars_open(&vars) && conf_vars_set(&vars, "v", value) && conf_vars_set_text(&vars, "t", "text") &&
                conf_vars_set(&vars, "t", value);
    if (fine) {
        static const char text[] = "{\"a\": \"${v}\", \"b\": \"x${v.a[0]}${v.a}\", \"${v.b}\": 1}";
        filled = conf_vars_fill(&vars, &ctx, lob_str_from(text), &why);
        fine = filled != NULL && conf_vars_text(&vars, &ctx, LOB_STR("${v.a} and more"), &why) != NULL;
        if (!fine) {
            assert_string_equal(why, "out of memory");
        }
    }
    cJSON_Delete(filled);
    conf_vars_drop(&vars);
    lob_arena_drop(arena);
    return fine;
}

static bool run_faults(void *arg) {
    lob_arena *arena = lob_arena_new(0);
    lob_ctx ctx;
    conf_vars vars = {0};
    const char *why = NULL;
    if (arena == NULL) {
        return false;
    }
    lob_ctx_init(&ctx, arena);
    bool fine = conf_vars_open(&vars);
    if (fine) {
        const char *fault = conf_pattern_fault(&ctx, arg);
        fine = strcmp(fault, "$.$min: must be a number") == 0;
        if (!fine) {
            assert_string_equal(fault, "out of memory");
        }
        assert_null(conf_vars_text(&vars, &ctx, LOB_STR("${x}"), &why));
        bool is_told = strcmp(why, "\"${x}\" was not saved") == 0;
        if (!is_told) {
            assert_string_equal(why, "out of memory");
        }
        fine = fine && is_told;
    }
    conf_vars_drop(&vars);
    lob_arena_drop(arena);
    return fine;
}

static void test_filling_without_memory(void **state) {
    (void)state;
    cJSON *value = json("{'a': [1, {'c': 'x'}], 'b': 'name'}"), *faulty = json("{'$min': 'a'}");
    assert_gt(sweep_allocations(run_vars, value), 20);
    assert_gt(sweep_allocations(run_faults, faulty), 3);
    cJSON_Delete(value);
    cJSON_Delete(faulty);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_paths, setup, teardown),
        cmocka_unit_test_setup_teardown(test_filling, setup, teardown),
        cmocka_unit_test_setup_teardown(test_faults_of_filling, setup, teardown),
        cmocka_unit_test_setup_teardown(test_depth, setup, teardown),
        cmocka_unit_test_setup_teardown(test_filling_without_memory, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
