/* Indented JSON: the same values, and the form that python's json.dumps(indent=2) gives. */
#include "tests/support/lob_test.h"

#include "cli/pretty.h"

static void values_stay_and_lines_come(void **state) {
    (void)state;
    static const char *const cases[][2] = {
        {"{}", "{}"},
        {"[]", "[]"},
        {"3", "3"},
        {"[1]", "[\n  1\n]"},
        {"{\"a\":[],\"b\":{},\"c\":[1,{\"d\":null}]}",
         "{\n  \"a\": [],\n  \"b\": {},\n  \"c\": [\n    1,\n    {\n      \"d\": null\n    }\n  ]\n}"},
        {"[\"a,b:{[\\\"\",\"\\\\\"]", "[\n  \"a,b:{[\\\"\",\n  \"\\\\\"\n]"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        lob_case("%s", cases[i][0]);
        lob_buf out;
        lob_buf_init(&out, 0);
        lob_pretty(lob_str_from(cases[i][0]), false, &out);
        assert_string_equal(out.data, cases[i][1]);
        lob_buf_release(&out);
    }
}

static void names_of_members_have_a_colour(void **state) {
    (void)state;
    lob_buf out;
    lob_buf_init(&out, 0);
    lob_pretty(LOB_STR("{\"a\":[\"b\"]}"), true, &out);
    assert_string_equal(out.data, "{\n  \033[1;34m\"a\"\033[0m: [\n    \"b\"\n  ]\n}");
    lob_buf_release(&out);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(values_stay_and_lines_come),
                                       cmocka_unit_test(names_of_members_have_a_colour)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
