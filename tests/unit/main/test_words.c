/* Values of options: what is read of each, and that every other form is refused. */
#include "tests/support/lob_test.h"

#include "main/words.h"

static void test_parts(void **state) {
    (void)state;
    static const struct {
        const char *name, *list;
        unsigned count;
        const char *parts[3];
    } cases[] = {{"none", NULL, 0, {NULL}},
                 {"one", "a", 1, {"a"}},
                 {"three", "a,bc,d", 3, {"a", "bc", "d"}},
                 {"empty", "", 1, {""}},
                 {"comma at the end", "a,", 2, {"a", ""}}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        lob_case("%s", cases[i].name);
        const char *list = cases[i].list;
        unsigned count = 0;
        for (lob_str part; lob_words_next(&list, &part); count++) {
            assert_lt(count, cases[i].count);
            assert_true(lob_str_equal(part, lob_str_from(cases[i].parts[count])));
        }
        assert_int_equal(count, cases[i].count);
    }
}

static void test_layers(void **state) {
    (void)state;
    static const char *const wrong[] = {
        "", "1", "1/", "/0", "1/0/2", "a/0", "1/-1", "4294967296/0", " 1/0", "1/0 ", "00000000000000000000000/0"};
    int64_t layer, datatype;
    assert_true(lob_words_layer(LOB_STR("4294967295/7"), &layer, &datatype));
    assert_int_equal(layer, 4294967295);
    assert_int_equal(datatype, 7);
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        lob_case("%s", wrong[i]);
        assert_false(lob_words_layer(lob_str_from(wrong[i]), &layer, &datatype));
    }
}

static void test_members(void **state) {
    (void)state;
    static const char *const wrong[] = {"",          "1,2,3",     "1,2,3,4,5", "1,2,3,4,", "1,2,3,x",
                                        "0x1,2,3,4", "1,2,3,inf", "1,2,3,nan", "1;2;3;4",  "1,2,3,1e999"};
    lob_buf json;
    lob_jsonw out;
    lob_buf_init(&json, 0);
    lob_jsonw_init(&out, &json);
    lob_jsonw_begin_object(&out);
    lob_words_put_text("a", NULL, &out);
    lob_words_put_text("b", "x", &out);
    assert_null(lob_words_put_box("-1.5,2,3e1,.25", &out));
    lob_jsonw_key(&out, "l");
    lob_words_put_layer(3, 4, &out);
    lob_jsonw_end_object(&out);
    assert_string_equal(json.data, "{\"b\":\"x\",\"box\":{\"left\":-1.5,\"bottom\":2,\"right\":30,\"top\":0.25},"
                                   "\"l\":{\"layer\":3,\"datatype\":4}}");
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        lob_case("%s", wrong[i]);
        lob_buf_clear(&json);
        lob_jsonw_init(&out, &json);
        lob_jsonw_begin_object(&out);
        assert_non_null(lob_words_put_box(wrong[i], &out));
    }
    lob_buf_release(&json);
}

static void test_safe_text(void **state) {
    (void)state;
    lob_buf out;
    lob_buf_init(&out, 0);
    lob_words_put_safe(LOB_STR(""), &out);
    assert_int_equal(out.size, 0);
    lob_words_put_safe(LOB_STR("a\033[1m\xe2\x80\xae"), &out);
    assert_string_equal(out.data, "a\\u001b[1m\\u202e");
    lob_buf_release(&out);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_parts), cmocka_unit_test(test_layers),
                                       cmocka_unit_test(test_members), cmocka_unit_test(test_safe_text)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
