/* set_view: what it answers, keeps and refuses. What render_view makes of it is in test_render_view.c. */
#include <sys/resource.h>

#include <signal.h>

#include "tests/support/lob_test.h"

#include "bench_rig.h"
#include "picture_support.h"
#include "tool_sweep.h"

static const char *field;

static int setup(void **state) {
    (void)state;
    bench_open(&t);
    field = open_session(&t, field_file(&t), "TOP");
    signal(SIGXFSZ, SIG_IGN);
    return 0;
}

#define VIEW(expected, rest) run(&t, expected, "set_view", "{\"session_id\":\"%s\"" rest "}", field)

static cJSON *stored(void) {
    char path[256], text[8192];
    lob_json_fault fault;
    snprintf(path, sizeof path, "%s/artifacts/sessions/%s/session.json", t.folder, field);
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    size_t size = fread(text, 1, sizeof text, file);
    fclose(file);
    cJSON *json = lob_json_parse((lob_str){text, size}, &fault);
    assert_non_null(json);
    return json;
}

static void test_answer(void **state) {
    (void)state;
    cJSON *json = stored();
    assert_true(cJSON_IsNull(at(json, "view")));
    cJSON_Delete(json);
    json = VIEW(LOB_OK,
                BOX(0, -1.5, 50, 25) ",\"cell\":\"LEAF\",\"layers\":[" LAYER(4, 0) "," LAYER(1, 0) "," LAYER(4, 0) "]");
    assert_string_equal(text_at(json, "session_id"), field);
    assert_string_equal(text_at(json, "view/cell"), "LEAF");
    assert_eq(number_at(json, "view/box_um/bottom"), -1.5);
    assert_eq(number_at(json, "view/box_um/right"), 50);
    assert_eq(number_at(json, "view/box_dbu/bottom"), -1500);
    assert_eq(number_at(json, "view/box_dbu/top"), 25000);
    assert_int_equal(count_at(json, "view/layers"), 2); /* each once, in order */
    assert_eq(number_at(json, "view/layers/0/layer"), 1);
    assert_eq(number_at(json, "view/layers/1/layer"), 4);
    cJSON_Delete(json);
    json = stored();
    assert_string_equal(text_at(json, "view/cell"), "LEAF");
    assert_eq(number_at(json, "view/box_um/bottom"), -1.5);
    assert_eq(number_at(json, "view/box_um/right"), 50);
    assert_eq(number_at(json, "view/layers/1/layer"), 4);
    assert_eq(number_at(json, "view/layers/1/datatype"), 0);
    cJSON_Delete(json);
    json = VIEW(LOB_OK, BOX(1e5, 1e5, 2e5, 2e5)); /* outside of everything; the rest is forgotten */
    assert_string_equal(text_at(json, "view/cell"), "TOP");
    assert_int_equal(count_at(json, "view/layers"), 0);
    cJSON_Delete(json);
    json = VIEW(LOB_OK, BOX(0.0004, 0, 1.0006, 1) ",\"cell\":\"EMPTY\",\"layers\":[]");
    assert_eq(number_at(json, "view/box_um/left"), 0);
    assert_eq(number_at(json, "view/box_um/right"), 1.001);
    cJSON_Delete(json);
}

static void refused(lob_status status, const char *more, const char *key, const char *value) {
    cJSON *json = run(&t, status, "set_view", "{\"session_id\":\"%s\"%s}", field, more);
    assert_gt(strlen(text_at(json, "details/hint")), 10);
    if (key) {
        assert_string_equal(text_at(json, key), value);
    }
    cJSON_Delete(json);
}

/* None of them changes the view that was there. */
static void test_refused(void **state) {
    (void)state;
    cJSON_Delete(VIEW(LOB_OK, BOX(1, 2, 3, 4) ",\"layers\":[" LAYER(2, 0) "]"));
    refused(LOB_E_INVALID_BOX, "", "details/issues/0/path", "$.box");
    refused(LOB_E_INVALID_BOX, ",\"box\":null", NULL, NULL);
    refused(LOB_E_INVALID_BOX, BOX(0, 0, 0, 1), "details/reason", "no_area");
    refused(LOB_E_INVALID_BOX, BOX(0, 2, 1, 1), "details/reason", "no_area");
    refused(LOB_E_INVALID_BOX, BOX(0, 0, 1e14, 1), "details/reason", "range");
    refused(LOB_E_INVALID_BOX, BOX(0, 0, 0.0001, 1), "details/reason", "below_dbu");
    refused(LOB_E_INVALID_BOX, ",\"box\":{\"left\":0,\"bottom\":0,\"right\":\"1\",\"top\":1}", "details/issues/0/path",
            "$.box.right");
    refused(LOB_E_INVALID_LAYER, BOX(0, 0, 1, 1) ",\"layers\":[" LAYER(7, 0) "]", "details/candidates/0", "4/0");
    refused(LOB_E_INVALID_TARGET, BOX(0, 0, 1, 1) ",\"cell\":\"NONE\"", "details/argument", "cell");
    refused(LOB_E_INVALID_TARGET, BOX(0, 0, 1, 1) ",\"cell\":\"\"", NULL, NULL);
    refused(LOB_E_INVALID_TARGET, BOX(0, 0, 1, 1) ",\"layer\":1", NULL, NULL);
    cJSON_Delete(
        run(&t, LOB_E_SESSION_NOT_FOUND, "set_view", "{\"session_id\":\"ses_000000000000\"" BOX(0, 0, 1, 1) "}"));
    shot s = take_shot(&t, field, SIZE(8, 8));
    assert_eq(number_at(s.json, "box_um/left"), 1);
    assert_eq(number_at(s.json, "box_um/top"), 4);
    assert_int_equal(count_at(s.json, "layers"), 1);
    shot_release(&s);
}

/* session.json cannot be written: the old view stands. */
static void test_disk_full(void **state) {
    (void)state;
    struct rlimit old, limit;
    cJSON_Delete(VIEW(LOB_OK, BOX(1, 2, 3, 4)));
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &old), 0);
    limit = (struct rlimit){20, old.rlim_max};
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
    cJSON *json = VIEW(LOB_E_TOOL_LIMIT_EXCEEDED, BOX(5, 5, 6, 6) ",\"layers\":[" LAYER(2, 0) "]");
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &old), 0);
    assert_string_equal(text_at(json, "details/reason"), "disk_full");
    cJSON_Delete(json);
    shot s = take_shot(&t, field, SIZE(8, 8));
    assert_eq(number_at(s.json, "box_um/left"), 1);
    assert_eq(number_at(s.json, "layers/0/layer"), 1); /* of all */
    shot_release(&s);
    json = stored();
    assert_eq(number_at(json, "view/box_um/left"), 1);
    cJSON_Delete(json);
}

static void test_failing(void **state) {
    (void)state;
    char arguments[256];
    snprintf(arguments, sizeof arguments, "{\"session_id\":\"%s\"" BOX(0, 0, 1, 1) ",\"layers\":[" LAYER(2, 0) "]}",
             field);
    assert_gt(sweep_tool(&t, "set_view", arguments), 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_answer), cmocka_unit_test(test_refused),
                                       cmocka_unit_test(test_disk_full), cmocka_unit_test(test_failing)};
    return cmocka_run_group_tests(tests, setup, teardown);
}
