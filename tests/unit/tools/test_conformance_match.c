/* Patterns: every operator with answers that fit and that do not, and what is told then, worked out by hand from the
 * words of match.h; patterns that are faulty. */
#include "tests/support/lob_test.h"

#include "tests/unit/tools/conformance_rig.h"

static void must_fit(rig *r, const char *pattern, const char *actual) {
    conf_difference d;
    if (!matches(r, pattern, actual, &d)) {
        fail_msg("%s does not fit %s: %s: expected %s, got %s", actual, pattern, d.path, d.expected, d.got);
    }
    assert_string_equal(d.path, "");
}

typedef struct expectation {
    const char *pattern, *actual, *path, *expected, *got;
} expectation;

static void must_differ(rig *r, const expectation *e) {
    conf_difference d;
    if (matches(r, e->pattern, e->actual, &d)) {
        fail_msg("%s fits %s", e->actual, e->pattern);
    }
    if (strcmp(d.path, quoted(e->path)) != 0 || strcmp(d.expected, quoted(e->expected)) != 0 ||
        strcmp(d.got, quoted(e->got)) != 0) {
        fail_msg("%s against %s\n  is  %s: expected %s, got %s\n  not %s: expected %s, got %s", e->actual, e->pattern,
                 d.path, d.expected, d.got, e->path, e->expected, e->got);
    }
}

static void all_fit(rig *r, const char *const (*pairs)[2], size_t count) {
    for (size_t i = 0; i < count; i++) {
        must_fit(r, pairs[i][0], pairs[i][1]);
    }
}

static void all_differ(rig *r, const expectation *all, size_t count) {
    for (size_t i = 0; i < count; i++) {
        must_differ(r, &all[i]);
    }
}

/* ---- plain values ---- */

static void test_plain_values(void **state) {
    static const char *const fit[][2] = {
        {"1", "1.0"},
        {"100", "1e2"},
        {"0", "-0"},
        {"'a'", "'\\u0061'"},
        {"'\xc3\xa9'", "'\\u00e9'"},
        {"true", "true"},
        {"null", "null"},
        {"[]", "[]"},
        {"{}", "{'a': 1}"},
        {"{'a': 1, 'b': [1, {'c': 2}]}", "{'z': 0, 'b': [1, {'d': 3, 'c': 2}], 'a': 1}"},
        {"{'within': 1, 'items': 2}", "{'within': 1, 'items': 2}"},
    };
    static const expectation differ[] = {
        {"1", "1.0000000000000002", "$", "1", "1.0000000000000002"},
        {"1", "'1'", "$", "1", "'1'"},
        {"1", "true", "$", "1", "true"},
        {"true", "false", "$", "true", "false"},
        {"null", "false", "$", "null", "false"},
        {"null", "", "$", "null", "nothing"},
        {"'e'", "'\\u00e9'", "$", "'e'", "'\xc3\xa9'"},
        {"'A'", "'a'", "$", "'A'", "'a'"},
        {"[1, 2]", "[2, 1]", "$[0]", "1", "2"},
        {"[1, 2, 3]", "[1, 2]", "$[2]", "3", "nothing"},
        {"[1]", "[1, 2]", "$[1]", "nothing", "2"},
        {"[]", "{}", "$", "[]", "{}"},
        {"{'a': {'b': 1}}", "{'a': {'c': 1}}", "$.a.b", "1", "nothing"},
        {"{'a': {'b': 1}}", "{}", "$.a", "{'b':1}", "nothing"},
        /* The order of the pattern tells which is first, not that of the answer. */
        {"{'b': 1, 'a': 1}", "{'a': 2, 'b': 2}", "$.b", "1", "2"},
        {"{'a': [{'odd name': 1}]}", "{'a': [{'odd name': 2}]}", "$.a[0]['odd name']", "1", "2"},
        {"{'': 1}", "{'': 2}", "$['']", "1", "2"},
        {"{'A': 1}", "{'a': 1}", "$.A", "1", "nothing"},
    };
    all_fit(*state, fit, COUNT(fit));
    all_differ(*state, differ, COUNT(differ));
}

static void test_sizes(void **state) {
    static const char *const fit[][2] = {
        {"{'$size': 9}", "{'a': [1]}"},
        {"{'$size': 2, 'without': ['a', 'b']}", "{'a': [1]}"},
        {"{'$size': 14, 'without': ['a']}", "[{'a': [1]}, {'b': 2}, 3]"},
        {"{'$size': 1, 'without': ['a']}", "7"},
        {"{'$size': {'$max': 5}}", "'abc'"},
        {"{'$size': 20}", "[null, true, false, {}]"},
        {"{'$size': 3, 'without': ['b']}", "[1]"},
        {"{'$size': 16, 'without': ['a']}", "{'b': {'a': 1.25}}"},
    };
    static const expectation differ[] = {
        {"{'a': {'$size': {'$max': 3}}}", "{'a': [1, 2]}", "$.a|size", "at most 3", "5"},
    };
    all_fit(*state, fit, COUNT(fit));
    all_differ(*state, differ, COUNT(differ));
}

static void test_operators_on_a_value(void **state) {
    static const char *const fit[][2] = {
        {"{'$any': true}", "null"},
        {"{'a': {'$absent': true}}", "{'b': 1}"},
        {"[1, {'$absent': true}]", "[1]"},
        {"{'$type': 'object'}", "{}"},
        {"{'$type': 'array'}", "[]"},
        {"{'$type': 'string'}", "''"},
        {"{'$type': 'number'}", "1.5"},
        {"{'$type': 'number'}", "1"},
        {"{'$type': 'integer'}", "-3.0"},
        {"{'$type': 'integer'}", "1e300"},
        {"{'$type': 'boolean'}", "false"},
        {"{'$type': 'boolean'}", "true"},
        {"{'$type': 'null'}", "null"},
        {"{'$type': ['string', 'null']}", "null"},
        {"{'$matches': '^ses_[0-9a-f]{12}$'}", "'ses_0123456789ab'"},
        {"{'$near': 0.35, 'within': 1e-6}", "0.3500009"},
        {"{'$near': 0.35, 'within': 0.001}", "0.351"},
        {"{'$near': 0.35, 'within': 0.001}", "0.349"},
        {"{'$near': 3}", "3.0"},
        {"{'$min': 0}", "0"},
        {"{'$max': 9}", "9"},
        {"{'$min': 1, '$max': 2, '$type': 'integer'}", "2"},
        {"{'$length': 3}", "[0, 0, 0]"},
        {"{'$length': 3}", "'abc'"},
        {"{'$length': 2}", "'\\u00e9'"},
        {"{'$length': 1}", "{'a': 1}"},
        {"{'$length': {'$min': 1}}", "[0]"},
        {"{'$string': true}", "'{'"},
        {"{'$string': true, 'json': {'a': {'$min': 1}}}", "'{\\u0022a\\u0022: 1}'"},
    };
    static const expectation differ[] = {
        {"{'$any': true}", "", "$", "anything", "nothing"},
        {"{'a': {'$any': true}}", "{}", "$.a", "anything", "nothing"},
        {"{'a': {'$absent': true}}", "{'a': null}", "$.a", "nothing", "null"},
        {"{'$type': 'integer'}", "1.5", "$", "type integer", "1.5"},
        {"{'$type': 'integer'}", "'1'", "$", "type integer", "'1'"},
        {"{'$type': 'boolean'}", "0", "$", "type boolean", "0"},
        {"{'$type': 'null'}", "false", "$", "type null", "false"},
        {"{'$type': ['string', 'null']}", "1", "$", "type string or null", "1"},
        {"{'a': {'$type': 'string'}}", "{}", "$.a", "{'$type':'string'}", "nothing"},
        {"{'$matches': '^a+$'}", "'ab'", "$", "a string that matches '^a+$'", "'ab'"},
        {"{'$matches': '1'}", "1", "$", "a string that matches '1'", "1"},
        {"{'$near': 0.35, 'within': 1e-6}", "0.3500011", "$", "0.35 within 0.000001", "0.3500011"},
        {"{'$near': 0.35, 'within': 0.001}", "0.3510001", "$", "0.35 within 0.001", "0.3510001"},
        {"{'$near': 3}", "3.0000001", "$", "3", "3.0000001"},
        {"{'$near': 3}", "'3'", "$", "3", "'3'"},
        {"{'$min': 0}", "-1", "$", "at least 0", "-1"},
        {"{'$min': 0}", "'1'", "$", "at least 0", "'1'"},
        {"{'$max': 9}", "9.5", "$", "at most 9", "9.5"},
        {"{'$max': 9}", "null", "$", "at most 9", "null"},
        {"{'$min': 1, '$max': 2}", "3", "$", "at most 2", "3"},
        {"{'$max': 1, '$min': 4}", "3", "$", "at most 1", "3"},
        {"{'a': {'$length': 3}}", "{'a': [1]}", "$.a|length", "3", "1"},
        {"{'$length': 1}", "'\\u00e9'", "$|length", "1", "2"},
        {"{'$length': {'$min': 2}}", "{'a': 1}", "$|length", "at least 2", "1"},
        {"{'$length': 1}", "1", "$", "type array or string or object", "1"},
        {"{'$string': true}", "1", "$", "type string", "1"},
        {"{'$string': true, 'json': 1}", "'{'", "$", "strict JSON (object is not closed)", "'{'"},
        {"{'t': {'$string': true, 'json': {'a': [1]}}}", "{'t': '{\\u0022a\\u0022: [2]}'}", "$.t|json.a[0]", "1", "2"},
    };
    all_fit(*state, fit, COUNT(fit));
    all_differ(*state, differ, COUNT(differ));
}

static void test_patterns_joined(void **state) {
    static const char *const fit[][2] = {
        {"{'$one_of': [1, 'a']}", "'a'"},
        {"{'a': {'$one_of': [1, {'$absent': true}]}}", "{}"},
        {"{'$all': [{'$min': 1}, {'$max': 3}]}", "2"},
        {"{'$all': []}", "2"},
        {"{'a': {'$all': [{'$absent': true}]}}", "{}"},
        {"{'$not': 1}", "2"},
        {"{'a': {'$not': 1}}", "{}"},
        {"{'$not': {'$not': 1}}", "1"},
        {"{'a': {'$not': {'$absent': true}}}", "{'a': 1}"},
        {"{'$exact': {'a': 1, 'b': [{'c': null}]}}", "{'b': [{'c': null}], 'a': 1.0}"},
        {"{'$exact': {'$ref': 'x'}}", "{'$ref': 'x'}"},
        {"{'$exact': {'$min': 1}}", "{'$min': 1}"},
        {"{'a': {'$exact': {}}, 'b': {}}", "{'a': {}, 'b': {'c': 1}}"},
    };
    static const expectation differ[] = {
        {"{'$one_of': [1, {'$min': 5}]}", "2", "$", "one of [1,{'$min':5}]", "2"},
        {"{'a': {'$one_of': [1, 2]}}", "{}", "$.a", "one of [1,2]", "nothing"},
        {"{'$all': [{'$min': 1}, {'$max': 3}]}", "4", "$", "at most 3", "4"},
        {"{'$not': 1}", "1", "$", "not 1", "1"},
        {"{'$not': {'$not': 1}}", "2", "$", "not {'$not':1}", "2"},
        {"{'a': {'$not': {'$absent': true}}}", "{}", "$.a", "not {'$absent':true}", "nothing"},
        {"{'$exact': {'a': {}}}", "{'a': {'b': 1}}", "$.a.b", "nothing", "1"},
        {"{'$exact': {'a': 1}}", "{'b': 1, 'a': 1}", "$.b", "nothing", "1"},
        {"{'$exact': {'a': 1}}", "{'b': 1, 'a': 2}", "$.a", "1", "2"},
        {"{'$exact': {'$min': 1}}", "2", "$", "{'$min':1}", "2"},
    };
    all_fit(*state, fit, COUNT(fit));
    all_differ(*state, differ, COUNT(differ));
}

/* ---- lists ---- */

static void test_lists(void **state) {
    static const char *const fit[][2] = {
        {"{'$each': {'$min': 1}}", "[]"},
        {"{'$each': {'$min': 1}}", "[1, 2]"},
        {"{'$each': {'$min': 1}}", "{'a': 1, 'b': 2}"},
        {"{'$has': [2, {'$any': true}]}", "[1, 2, 3]"},
        {"{'$has': []}", "[1]"},
        {"{'$set': []}", "[]"},
        /* Taking the first that fits gives 1 to $any and leaves nothing for 1. */
        {"{'$set': [{'$any': true}, 1]}", "[1, 2]"},
        {"{'$set': [{'$max': 3}, {'$max': 2}, {'$max': 1}]}", "[1, 2, 3]"},
        {"{'$set': [{'a': 1}, {'a': 2}]}", "[{'a': 2, 'b': 0}, {'a': 1}]"},
        {"{'$keyed': ['layer', 'datatype'], 'items': [{'layer': 2, 'datatype': 0, 'n': 'b'}]}",
         "[{'layer': 1, 'datatype': 0}, {'n': 'b', 'layer': 2.0, 'datatype': 0}]"},
        {"{'$keyed': ['b.l'], 'items': [{'b': {'l': 1}}], 'only': true}", "[{'b': {'l': 1}}]"},
        {"{'$keyed': ['n'], 'items': [], 'only': false}", "[{'n': 1}]"},
    };
    static const expectation differ[] = {
        {"{'$each': {'$min': 1}}", "[1, 0]", "$[1]", "at least 1", "0"},
        {"{'$each': {'$min': 1}}", "{'a': 0}", "$.a", "at least 1", "0"},
        {"{'$each': {'$min': 1}}", "7", "$", "type array or object", "7"},
        {"{'$has': [1, 1]}", "[1, 2, 3]", "$", "another element 1", "left are [2,3]"},
        {"{'$has': [1, 2, 3]}", "[1, 3]", "$", "another element 2", "nothing left"},
        {"{'$has': [1, 1]}", "[2, 1, 3]", "$", "another element 1", "left are [2,3]"},
        {"{'$set': [1, 2]}", "[3]", "$", "another element 1", "left are [3]"},
        {"{'$has': [1]}", "{}", "$", "type array", "{}"},
        {"{'$set': [1, 2]}", "[2, 1, 3]", "$[2]", "nothing", "3"},
        {"{'$set': [1, 2]}", "[1]", "$", "another element 2", "nothing left"},
        {"{'$set': [1]}", "[]", "$", "another element 1", "nothing left"},
        {"{'$set': [{'a': 1}, {'a': 2}]}", "[{'a': 2}, {'a': 3}]", "$[1].a", "1", "3"},
        /* 1 takes the first from $any, which moves to the second: the other 1 is held against the one that is left. */
        {"{'$set': [{'$any': true}, 1, 1]}", "[1, 2, 3]", "$[2]", "1", "3"},
        {"{'$keyed': ['layer', 'name'], 'items': [{'layer': 2, 'name': 'a,b', 'n': 1}]}",
         "[{'layer': 2, 'name': 'a'}, {'layer': 2}, 5]", "$[layer=2,name='a,b']", "{'layer':2,'name':'a,b','n':1}",
         "nothing"},
        {"{'$keyed': ['n'], 'items': [{'n': 1, 'v': 2}]}", "[{'n': 0}, {'n': 1, 'v': 3}]", "$[1].v", "2", "3"},
        {"{'$keyed': ['n'], 'items': [{'n': [1]}]}", "[{'n': [1, 2]}, {'n': []}]", "$[n=[1]]", "{'n':[1]}", "nothing"},
        {"{'$keyed': ['n'], 'items': [{'n': 1}]}", "[{'n': 1}, {'n': 1}]", "$[n=1]", "one element", "2"},
        {"{'$keyed': ['n'], 'items': [{'n': 1}], 'only': true}", "[{'n': 1}, {'m': 1}]", "$[1]", "nothing", "{'m':1}"},
        {"{'$keyed': ['n'], 'items': []}", "{}", "$", "type array", "{}"},
    };
    all_fit(*state, fit, COUNT(fit));
    all_differ(*state, differ, COUNT(differ));
}

static void test_order_and_sums(void **state) {
    static const char *const fit[][2] = {
        {"{'$sorted': []}", "[1, 1, 2]"},
        {"{'$sorted': []}", "['B', 'a', '\\u00e9']"},
        {"{'$sorted': []}", "[false, true]"},
        {"{'$sorted': []}", "[null, null]"},
        {"{'$sorted': []}", "[]"},
        {"{'$sorted': ['a', 'b.c']}", "[{'a': 1, 'b': {'c': 9}}, {'a': 2, 'b': {'c': 3}}, {'a': 2, 'b': {'c': 4}}]"},
        {"{'$unique': ['id']}", "[{'id': 1}, {'id': '1'}, {'id': 2}]"},
        {"{'$unique': []}", "[{'a': 1, 'b': 2}, {'a': 2, 'b': 1}]"},
        {"{'$unique': ['a', 'b']}", "[{'a': 1, 'b': 2}, {'a': 2, 'b': 1}, {'a': 1, 'b': 1}]"},
        {"{'$sum': 'count', 'is': 6}", "[{'count': 1}, {'count': 2}, {'count': 3}]"},
        {"{'$sum': 'a.n', 'is': {'$min': 2}}", "[{'a': {'n': 2.5}}]"},
        {"{'$sum': 'n', 'is': 0}", "[]"},
    };
    static const expectation differ[] = {
        {"{'$sorted': []}", "[1, 3, 2]", "$[2]", "not before 3", "2"},
        {"{'$sorted': []}", "['a', 'B']", "$[1]", "not before 'a'", "'B'"},
        {"{'$sorted': []}", "[true, false]", "$[1]", "not before true", "false"},
        {"{'$sorted': []}", "[1, 'a']", "$[1]", "a value to be ordered with 1", "'a'"},
        {"{'$sorted': []}", "[null, 1]", "$[1]", "a value to be ordered with null", "1"},
        {"{'$sorted': []}", "1", "$", "type array", "1"},
        {"{'$sorted': ['a', 'b.c']}", "[{'a': 2, 'b': {'c': 4}}, {'a': 2, 'b': {'c': 3}}]", "$[1]", "not before [2,4]",
         "[2,3]"},
        {"{'$sorted': ['a']}", "[{'b': 1}]", "$[0]", "a value at a", "{'b':1}"},
        {"{'$unique': ['id']}", "[{'id': 1}, {'id': 2}, {'id': 1.0}]", "$[2]", "other values than those of element 0",
         "1"},
        {"{'$unique': ['a', 'b']}", "[{'a': 1, 'b': 2}, {'a': 1, 'b': 2}]", "$[1]",
         "other values than those of element 0", "[1,2]"},
        {"{'$unique': []}", "[[0], {'a': 1, 'b': 2}, {'b': 2, 'a': 1}, [-0]]", "$[2]",
         "other values than those of element 1", "{'b':2,'a':1}"},
        {"{'$unique': ['id']}", "[{'id': 1}, {}]", "$[1]", "a value at id", "{}"},
        {"{'$unique': []}", "'a'", "$", "type array", "'a'"},
        {"{'a': {'$sum': 'n', 'is': 4}}", "{'a': [{'n': 1}, {'n': 2}]}", "$.a|sum(n)", "4", "3"},
        {"{'$sum': 'n', 'is': 4}", "[{'n': 4}, {'n': '0'}]", "$[1]", "a number at n", "{'n':'0'}"},
        {"{'$sum': 'n', 'is': 4}", "{}", "$", "type array", "{}"},
    };
    all_fit(*state, fit, COUNT(fit));
    all_differ(*state, differ, COUNT(differ));
}

static void test_polygons(void **state) {
    static const char *const fit[][2] = {
        {"{'$polygon': [[0, 0], [1, 0], [1, 1]]}", "[[1, 0], [1, 1], [0, 0]]"},
        {"{'$polygon': [[0, 0], [1, 0], [1, 1]]}", "[{'x': 1, 'y': 1}, {'y': 0, 'x': 1}, {'x': 0, 'y': 0}]"},
        {"{'$polygon': [[0, 0], [1, 0], [1, 1]]}", "[{'x_um': 1, 'y_um': 1}, {'x_dbu': 0, 'y_dbu': 0}, [1, 0]]"},
        {"{'$polygon': [[0, 0], [1, 0], [1, 1], [0, 0]]}", "[[1, 0], [1, 1], [0, 0]]"},
        {"{'$polygon': [[0, 0], [1, 0], [1, 1]]}", "[[1, 0], [1, 1], [0, 0], [1, 0]]"},
        {"{'$polygon': [[0, 0], [1, 0], [1, 1]], 'within': 0.1}", "[[1, 0.1], [0.9, 1], [0, -0.1]]"},
        {"{'$polygon': [[5, 5]]}", "[[5, 5], [5, 5]]"},
    };
    static const expectation differ[] = {
        {"{'$polygon': [[0, 0], [1, 0], [1, 1], [0, 1]]}", "[[0, 0], [1, 1], [1, 0], [0, 1]]", "$[1]", "[1,0]",
         "[1,1]"},
        {"{'$polygon': [[0, 0], [1, 0], [1, 1], [0, 1]]}", "[[1, 1], [1, 0], [0, 0], [0, 2]]", "$[3]", "[0,1]",
         "[0,2]"},
        {"{'$polygon': [[0, 0], [1, 0], [1, 1]]}", "[[0, 0], [1, 0]]", "$", "a ring of 3 points", "2: [[0,0],[1,0]]"},
        /* A point twice is not a closing point. */
        {"{'$polygon': [[0, 0], [1, 0], [1, 1]]}", "[[0, 0], [1, 0], [1, 0], [1, 1]]", "$", "a ring of 3 points",
         "4: [[0,0],[1,0],[1,0],[1,1]]"},
        {"{'$polygon': [[0, 0], [1, 0], [1, 1]]}", "[]", "$", "a ring of 3 points", "0: []"},
        {"{'$polygon': [[0, 0], [1, 0], [1, 1]], 'within': 0.1}", "[[0, 0.2], [1, 0], [1, 1]]", "$[0]",
         "[0,0] within 0.1", "[0,0.2]"},
        {"{'$polygon': [[0, 0], [1, 0], [1, 1]]}", "[[0, 0], [1, 0, 0], [1, 1]]", "$[1]", "a point", "[1,0,0]"},
        {"{'$polygon': [[0, 0], [1, 0], [1, 1]]}", "[[0, 0], {'x': 1}, [1, 1]]", "$[1]", "a point", "{'x':1}"},
        {"{'$polygon': [[0, 0], [1, 0], [1, 1]]}", "[[0, 0], [1, '0'], [1, 1]]", "$[1]", "a point", "[1,'0']"},
        {"{'$polygon': [[0, 0], [1, 0], [1, 1]]}", "{}", "$", "type array", "{}"},
    };
    all_fit(*state, fit, COUNT(fit));
    all_differ(*state, differ, COUNT(differ));
}

/* ---- tolerances, cutting ---- */

static bool within(rig *r, const char *pattern, const char *actual, const char *path, double reach) {
    conf_tolerance tolerances[] = {{"$.nowhere", 100}, {path, reach}};
    conf_difference d;
    cJSON *p = json(pattern), *a = json(actual);
    bool fine = conf_match(&r->ctx, p, a, tolerances, COUNT(tolerances), &d);
    cJSON_Delete(p);
    cJSON_Delete(a);
    return fine;
}

static void test_tolerances(void **state) {
    rig *r = *state;
    conf_difference d;
    cJSON *one = json("1"), *three = json("{'$near': 3, 'within': 0.1}"), *two = json("2");
    assert_false(conf_match(&r->ctx, one, two, &(conf_tolerance){"$", 0.5}, 1, &d));
    assert_string_equal(d.expected, "1 within 0.5");
    assert_false(conf_match(&r->ctx, three, two, &(conf_tolerance){"$", 0.5}, 1, &d));
    assert_string_equal(d.expected, "3 within 0.5");
    cJSON_Delete(one);
    cJSON_Delete(two);
    cJSON_Delete(three);
    static const char pattern[] = "{'a': [{'b': {'c': 1}}, {'b': {'c': 2}}]}";
    static const char close[] = "{'a': [{'b': {'c': 1}}, {'b': {'c': 2.5}}]}";
    static const char *const right[] = {"$.a[1].b.c", "$.a[*].b.c",     "$.*[1].b.c",
                                        "$.a[*].*.*", "$['a'][1].b[*]", "$.a[*]['b'].c"};
    static const char *const wrong[] = {
        "$.a[0].b.c", "$.a[1].b",    "$.a[1].b.c.d", "$.a[1].b.d", "$.*.b.c", "a[1].b.c",     "x.a[1].b.c",
        "$",          "$.a[-1].b.c", "$.a|json.b.c", "$.a[1].*",   "$.a[1]b", "$.a[n=1].b.c",
    };
    for (size_t i = 0; i < COUNT(right); i++) {
        assert_true(within(r, pattern, close, quoted(right[i]), 0.5));
        assert_false(within(r, pattern, close, quoted(right[i]), 0.4999));
        assert_true(conf_tolerance_is_sound(quoted(right[i])));
    }
    for (size_t i = 0; i < COUNT(wrong); i++) {
        assert_false(within(r, pattern, close, quoted(wrong[i]), 0.5));
    }
    static const char *const unsound[] = {"",       "a",    "$a",   "$.",   "$.a[",  "$.a[-1]",
                                          "$[n=1]", "$[x]", "$.a]", "$['a", "$['a'x"};
    for (size_t i = 0; i < COUNT(unsound); i++) {
        assert_false(conf_tolerance_is_sound(quoted(unsound[i])));
    }
    assert_true(conf_tolerance_is_sound("$"));
    assert_true(within(r, "1", "1.5", "$", 0.5));
    /* Of $near the larger counts; of a polygon, of a trial, and below a view likewise. */
    assert_true(within(r, "{'$near': 1, 'within': 0.1}", "1.5", "$", 0.5));
    assert_true(within(r, "{'$near': 1, 'within': 0.5}", "1.5", "$", 0.1));
    assert_true(
        within(r, "{'p': {'$polygon': [[0, 0], [2, 0], [1, 1]]}}", "{'p': [[1, 1.5], [2, 0], [0, 0]]}", "$.p", 0.5));
    assert_true(within(r, "{'$set': [{'n': 5}, {'n': 1}]}", "[{'n': 1.5}, {'n': 5.5}]", "$[*].n", 0.5));
    assert_false(within(r, "{'$set': [{'n': 5}, {'n': 1}]}", "[{'n': 1.5}, {'n': 5.5}]", "$[0].n", 0.5));
    assert_true(within(r, "{'$string': true, 'json': {'n': 1}}", "'{\\u0022n\\u0022: 1.5}'", "$|json.n", 0.5));
    assert_true(within(r, "{'$sum': 'n', 'is': 1}", "[{'n': 1.5}]", "$|sum(n)", 0.5));
    assert_false(within(r, "{'$string': true, 'json': {'n': 1}}", "'{\\u0022n\\u0022: 1.5}'", "$.json.n", 0.5));
    assert_true(within(r, "{'$exact': {'n': 1}}", "{'n': 1.5}", "$.n", 0.5));
}

/* Long strings that differ far in: what is the same is left out. */
static void test_strings_that_differ_far_in(void **state) {
    rig *r = *state;
    conf_difference d;
    char *wanted = repeat("'", "0123456789", 100, "abc'"), *is = repeat("'", "0123456789", 100, "abd'");
    assert_false(matches(r, wanted, is, &d));
    /* They differ at byte 1002. */
    assert_string_equal(d.expected, "from byte 972: \"2345678901234567890123456789abc\"");
    assert_string_equal(d.got, "from byte 972: \"2345678901234567890123456789abd\"");
    free(is);
    /* One is the beginning of the other. */
    is = repeat("'", "0123456789", 100, "'");
    assert_false(matches(r, wanted, is, &d));
    assert_string_equal(d.expected, "from byte 970: \"012345678901234567890123456789abc\"");
    assert_string_equal(d.got, "from byte 970: \"012345678901234567890123456789\"");
    free(wanted);
    free(is);
    /* No character is cut: é is two bytes, they differ at byte 201, so it would begin at 171, within one. */
    wanted = repeat("'", "\xc3\xa9", 100, "aX'"), is = repeat("'", "\xc3\xa9", 100, "aY'");
    assert_false(matches(r, wanted, is, &d));
    assert_memory_equal(d.got, "from byte 172: \"\xc3\xa9", 18);
    assert_string_equal(d.got + strlen(d.got) - 3, "aY\"");
    free(wanted);
    free(is);
    /* Up to a hundred bytes alike are shown. */
    wanted = repeat("'", "x", 100, "a'"), is = repeat("'", "x", 100, "b'");
    assert_false(matches(r, wanted, is, &d));
    assert_string_equal(d.got, quoted(is));
    free(wanted);
    free(is);
}

static void test_cutting(void **state) {
    rig *r = *state;
    conf_difference d;
    /* Texts of 255 bytes at most: 252 and "...". */
    char *long_text = repeat("'", "x", 2000, "'");
    assert_false(matches(r, "1", long_text, &d));
    assert_int_equal(strlen(d.got), 255);
    assert_int_equal(strspn(d.got + 1, "x"), 251);
    assert_string_equal(d.got + 252, "...");
    free(long_text);
    /* One that just fits stays whole. */
    char *whole = repeat("'", "x", 253, "'");
    assert_false(matches(r, "1", whole, &d));
    assert_string_equal(d.got, quoted(whole));
    free(whole);
    char *too_long = repeat("'", "x", 254, "'");
    assert_false(matches(r, "1", too_long, &d));
    assert_int_equal(strlen(d.got), 255);
    assert_string_equal(d.got + 251, "x...");
    free(too_long);
    /* Characters and escapes are not cut in two. */
    char *accents = repeat("'a", "\xc3\xa9", 500, "'");
    assert_false(matches(r, "1", accents, &d));
    assert_int_equal(strlen(d.got), 255);
    assert_string_equal(d.got + 250, "\xc3\xa9...");
    free(accents);
    char *escapes = repeat("'", "\\u202e", 100, "'");
    assert_false(matches(r, "1", escapes, &d));
    assert_int_equal(strlen(d.got), 1 + 41 * 6 + 3);
    assert_string_equal(d.got + 1 + 40 * 6, "\\u202e...");
    free(escapes);
    assert_false(matches(r, "1", "'\\n\\u001b\\u007f\\\\\\u0022\\udb40\\udc01\\u2028'", &d));
    assert_string_equal(d.got, "\"\\n\\u001b\\u007f\\\\\\\"\\udb40\\udc01\\u2028\"");
    char *list = repeat("[", "{'key':1},", 100, "0]");
    assert_false(matches(r, "1", list, &d));
    assert_memory_equal(d.got, quoted("[{'key':1},{'key':1},"), 21);
    assert_string_equal(d.got + strlen(d.got) - 3, "...");
    free(list);
    /* Of a path the end is kept. */
    char *deep = repeat("", "{'abcdefghij':", 60, "1"), *closed = repeat(deep, "}", 60, "");
    char *other = repeat("", "{'abcdefghij':", 60, "2"), *other_closed = repeat(other, "}", 60, "");
    assert_false(matches(r, closed, other_closed, &d));
    assert_le(strlen(d.path), 255);
    assert_gt(strlen(d.path), 240);
    assert_memory_equal(d.path, "$....abcdefghij.abcdefghij", 26);
    assert_string_equal(d.expected, "1");
    char *names[] = {deep, closed, other, other_closed};
    for (size_t i = 0; i < COUNT(names); i++) {
        free(names[i]);
    }
    char *name = repeat("{'", "y", 1000, "': 1}");
    assert_false(matches(r, name, "{}", &d));
    assert_memory_equal(d.path, "$.yyyy", 6);
    assert_string_equal(d.path + strlen(d.path) - 4, "y...");
    free(name);
}

/* ---- faulty patterns ---- */

static const char *const faults[][2] = {
    {"{'$foo': 1}", "$: there is no operator '$foo'"},
    {"{'a': [0, {'$Any': true}]}", "$.a[1]: there is no operator '$Any'"},
    {"{'$near': 1, 'b': 2}", "$: beside an operator cannot stand 'b'"},
    {"{'b': 2, '$near': 1}", "$: beside an operator cannot stand 'b'"},
    {"{'$min': 1, 'within': 2}", "$: beside an operator cannot stand 'within'"},
    {"{'$has': [], 'items': []}", "$: beside an operator cannot stand 'items'"},
    {"{'$has': [], 'only': true}", "$: beside an operator cannot stand 'only'"},
    {"{'$any': true, 'json': 1}", "$: beside an operator cannot stand 'json'"},
    {"{'$any': true, 'is': 1}", "$: beside an operator cannot stand 'is'"},
    {"{'$any': false}", "$.$any: must be true"},
    {"{'$absent': 1}", "$.$absent: must be true"},
    {"{'$type': 'int'}",
     "$.$type: must be object, array, string, number, integer, boolean or null, or a list of these"},
    {"{'$type': []}", "$.$type: must be object, array, string, number, integer, boolean or null, or a list of these"},
    {"{'$type': ['null', 1]}",
     "$.$type: must be object, array, string, number, integer, boolean or null, or a list of these"},
    {"{'$matches': 1}", "$.$matches: must be a string"},
    {"{'$near': '1'}", "$.$near: must be a number"},
    {"{'$near': 1, 'within': -1}", "$.within: must be a number that is not negative"},
    {"{'$near': 1, 'within': 'x'}", "$.within: must be a number that is not negative"},
    {"{'$min': null}", "$.$min: must be a number"},
    {"{'$max': [1]}", "$.$max: must be a number"},
    {"{'$size': 'x'}", "$.$size: must be a number that is not negative, or an operator"},
    {"{'$size': 1, 'without': 'x'}", "$.without: must be a list of names of members"},
    {"{'$size': 1, 'without': [1]}", "$.without: must be a list of names of members"},
    {"{'$length': -1}", "$.$length: must be a number that is not negative, or an operator"},
    {"{'$length': 'x'}", "$.$length: must be a number that is not negative, or an operator"},
    {"{'$length': {'$min': 'x'}}", "$.$length.$min: must be a number"},
    {"{'$length': {'a': 1}}", "$.$length: must be a number that is not negative, or an operator"},
    {"{'$each': {'a': {'$x': 1}}}", "$.$each.a: there is no operator '$x'"},
    {"{'$has': 1}", "$.$has: must be a list of patterns"},
    {"{'$set': {'a': 1}}", "$.$set: must be a list of patterns"},
    {"{'$set': [1, {'$x': 1}]}", "$.$set[1]: there is no operator '$x'"},
    {"{'$keyed': 'a', 'items': []}", "$.$keyed: must be a list of paths below an element, not empty"},
    {"{'$keyed': [], 'items': []}", "$.$keyed: must be a list of paths below an element, not empty"},
    {"{'$keyed': ['a..b'], 'items': []}", "$.$keyed: must be a list of paths below an element, not empty"},
    {"{'$keyed': ['a']}", "$.$keyed: needs 'items' beside it"},
    {"{'$keyed': ['a'], 'items': {}}", "$.items: must be a list of objects"},
    {"{'$keyed': ['a'], 'items': [1]}", "$.items[0]: must be an object with the keys as plain values"},
    {"{'$keyed': ['a'], 'items': [{'$any': true}]}", "$.items[0]: must be an object with the keys as plain values"},
    {"{'$keyed': ['a'], 'items': [{'b': 1}]}", "$.items[0]: needs a plain value for the key 'a'"},
    {"{'$keyed': ['a'], 'items': [{'a': {'$min': 1}}]}", "$.items[0]: needs a plain value for the key 'a'"},
    {"{'$keyed': ['a'], 'items': [{'a': 1}, {'a': 1.0}]}", "$.items[1]: has the keys of another item"},
    {"{'$keyed': ['a'], 'items': [{'a': 1, 'b': {'$x': 0}}]}", "$.items[0].b: there is no operator '$x'"},
    {"{'$keyed': ['a'], 'items': [], 'only': 1}", "$.only: must be true or false"},
    {"{'$sorted': 'a'}", "$.$sorted: must be a list of paths below an element"},
    {"{'$sorted': ['a['] }", "$.$sorted: must be a list of paths below an element"},
    {"{'$sorted': ['a[*].b'] }", "$.$sorted: must be a list of paths below an element"},
    {"{'$unique': [1]}", "$.$unique: must be a list of paths below an element"},
    {"{'$polygon': 1}", "$.$polygon: must be a list of points"},
    {"{'$polygon': []}", "$.$polygon: must be a list of points"},
    {"{'$polygon': [[0, 0], [1]]}", "$.$polygon: must be a list of points"},
    {"{'$polygon': [[0, 0], [1, 'a']]}", "$.$polygon: must be a list of points"},
    {"{'$polygon': [[0, 0], [1, 2, '${a}']]}", "$.$polygon: must be a list of points"},
    {"{'$polygon': [[null, '${a}']]}", "$.$polygon: must be a list of points"},
    {"{'$polygon': [{'a': 1, 'b': '${a}'}]}", "$.$polygon: must be a list of points"},
    {"{'$min': '${abc'}", "$.$min: must be a number"},
    {"{'$min': '{a}'}", "$.$min: must be a number"},
    {"{'$min': '${}'}", "$.$min: must be a number"},
    {"{'$min': '$${a}'}", "$.$min: must be a number"},
    {"{'$polygon': [[0, 0]], 'within': true}", "$.within: must be a number that is not negative"},
    {"{'$sum': 1, 'is': 1}", "$.$sum: must be a path below an element"},
    {"{'$sum': 'a'}", "$.$sum: needs 'is' beside it"},
    {"{'$sum': 'a', 'is': {'$x': 1}}", "$.is: there is no operator '$x'"},
    {"{'$one_of': 1}", "$.$one_of: must be a list of patterns"},
    {"{'$one_of': []}", "$.$one_of: must not be empty"},
    {"{'$all': {}}", "$.$all: must be a list of patterns"},
    {"{'$not': {'$x': 1}}", "$.$not: there is no operator '$x'"},
    {"{'$string': false}", "$.$string: must be true"},
    {"{'$string': true, 'json': {'$x': 1}}", "$.json: there is no operator '$x'"},
};

static void test_faults_of_patterns(void **state) {
    rig *r = *state;
    for (size_t i = 0; i < COUNT(faults); i++) {
        cJSON *pattern = json(faults[i][0]);
        const char *fault = conf_pattern_fault(&r->ctx, pattern);
        assert_non_null(fault);
        assert_string_equal(fault, quoted(faults[i][1]));
        cJSON_Delete(pattern);
    }
    /* Beside each other is not in each other. */
    char *wide = repeat("[", "{'$not': [1]},", 300, "{'$x': 1}]");
    cJSON *patterns = json(wide);
    assert_string_equal(conf_pattern_fault(&r->ctx, patterns), "$[300]: there is no operator \"$x\"");
    cJSON_Delete(patterns);
    free(wide);
    cJSON *pattern = json("{'a': {'$matches': '(a'}}");
    const char *fault = conf_pattern_fault(&r->ctx, pattern);
    assert_non_null(fault);
    assert_memory_equal(fault, quoted("$.a.$matches: is no regular expression: '"), 41);
    cJSON_Delete(pattern);
}

/* A faulty pattern fits nothing, also where its failure would look like success. */
static void test_faulty_patterns_fit_nothing(void **state) {
    rig *r = *state;
    static const char *const faulty[][2] = {
        {"{'$foo': 1}", "1"},
        {"{'$min': 1, 'b': 2}", "1"},
        {"{'$any': 1}", "1"},
        {"{'a': {'$absent': false}}", "{}"},
        {"{'$type': 1}", "1"},
        {"{'$type': ['null', 1]}", "1"},
        {"{'$matches': '('}", "'('"},
        {"{'$matches': 1}", "'1'"},
        {"{'$near': 'a'}", "'a'"},
        {"{'$near': 1, 'within': 'a'}", "1"},
        {"{'$min': 'a'}", "'a'"},
        {"{'$max': 'a'}", "'a'"},
        {"{'$has': 1}", "[1]"},
        {"{'$set': {}}", "[]"},
        {"{'$keyed': ['a']}", "[]"},
        {"{'$keyed': [], 'items': []}", "[]"},
        {"{'$keyed': [1], 'items': []}", "[]"},
        {"{'$keyed': ['a'], 'items': [{'b': 1}]}", "[{'b': 1}]"},
        {"{'$sorted': 1}", "[]"},
        {"{'$unique': [1]}", "[]"},
        {"{'$polygon': 1}", "[]"},
        {"{'$polygon': []}", "[]"},
        {"{'$polygon': [1]}", "[1]"},
        {"{'$polygon': [[0, 0]], 'within': 'a'}", "[[0, 0]]"},
        {"{'$sum': 1, 'is': 0}", "[]"},
        {"{'$sum': 'a'}", "[]"},
        {"{'$one_of': 1}", "1"},
        {"{'$all': 1}", "1"},
        {"{'$string': 1}", "'a'"},
    };
    for (size_t i = 0; i < COUNT(faulty); i++) {
        char wrapped[2][256];
        snprintf(wrapped[0], sizeof wrapped[0], "{'$not': %s}", faulty[i][0]);
        snprintf(wrapped[1], sizeof wrapped[1], "{'$one_of': [{'$set': [%s]}, {'$any': true}]}", faulty[i][0]);
        conf_difference d;
        assert_false(matches(r, faulty[i][0], faulty[i][1], &d));
        assert_string_equal(d.path, "$");
        assert_string_equal(d.expected, "a sound pattern");
        assert_eq(d.got[0], '$');
        assert_false(matches(r, wrapped[0], faulty[i][1], &d));
        assert_string_equal(d.expected, "a sound pattern");
        char element[256];
        snprintf(element, sizeof element, "[%s]", faulty[i][1]);
        assert_false(matches(r, wrapped[1], element, &d));
        assert_string_equal(d.expected, "a sound pattern");
    }
}

static void test_sound_patterns(void **state) {
    rig *r = *state;
    static const char *const sound[] = {
        "1",
        "{'within': 1, 'items': {'is': 2}}",
        "{'$exact': {'$foo': {'$min': 'a'}}}",
        "{'$keyed': ['a', 'b.c'], 'items': [{'a': 1, 'b': {'c': null}, 'd': {'$any': true}}], 'only': true}",
        "{'$polygon': [[0, 0], {'x': 1, 'y': 0}, {'x_um': 1, 'y_um': 0}]}",
        "{'$type': ['string', 'null']}",
        "{'$matches': '^(a|b)+$'}",
        "{'$length': {'$min': 1}}",
        "{'$length': 0}",
        "{'$string': true}",
        "{'$string': true, 'json': {'$any': true}}",
        "{'$sum': 'a.b', 'is': {'$near': 1, 'within': 0}}",
        "{'$sorted': []}",
        "{'$sorted': ['bbox_um.left', 'a[0]', 'b[n=1].c']}",
        "{'$near': 1, '$min': 0, 'within': 0.5}",
        "{'$near': 1, '$polygon': [[0, 0]], 'within': 0.5}",
        /* What is filled in later may be anything. */
        "{'$min': '${low}', '$type': '${type}', '$length': '${n}'}",
        "{'$near': '${v.x[0]}', 'within': '${w}'}",
        "{'$matches': '^${fixtures}/a$'}",
        "{'$polygon': [['${a}', 1], '${b}', [2, '${c}'], ['${d}', '${e}']]}",
        "{'$polygon': '${ring}'}",
        "{'$keyed': ['a'], 'items': '${items}', 'only': '${only}'}",
        "{'$keyed': ['a'], 'items': [{'a': '${x}'}, {'a': '${y}'}]}",
        "{'$set': '${list}', '$one_of': '${list}', '$any': '${true}'}",
    };
    for (size_t i = 0; i < COUNT(sound); i++) {
        cJSON *pattern = json(sound[i]);
        const char *fault = conf_pattern_fault(&r->ctx, pattern);
        if (fault != NULL) {
            fail_msg("%s: %s", sound[i], fault);
        }
        cJSON_Delete(pattern);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_plain_values, setup, teardown),
        cmocka_unit_test_setup_teardown(test_sizes, setup, teardown),
        cmocka_unit_test_setup_teardown(test_operators_on_a_value, setup, teardown),
        cmocka_unit_test_setup_teardown(test_patterns_joined, setup, teardown),
        cmocka_unit_test_setup_teardown(test_lists, setup, teardown),
        cmocka_unit_test_setup_teardown(test_order_and_sums, setup, teardown),
        cmocka_unit_test_setup_teardown(test_polygons, setup, teardown),
        cmocka_unit_test_setup_teardown(test_tolerances, setup, teardown),
        cmocka_unit_test_setup_teardown(test_strings_that_differ_far_in, setup, teardown),
        cmocka_unit_test_setup_teardown(test_cutting, setup, teardown),
        cmocka_unit_test_setup_teardown(test_faults_of_patterns, setup, teardown),
        cmocka_unit_test_setup_teardown(test_faulty_patterns_fit_nothing, setup, teardown),
        cmocka_unit_test_setup_teardown(test_sound_patterns, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
