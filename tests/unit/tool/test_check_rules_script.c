/* check_rules with DRC scripts: what a rule deck finds, a script of the same rules finds; kinds, parts, pages, what
 * goes wrong, and that nothing of the run stays. */
#include "tests/support/lob_test.h"

#include "bench_rig.h"
#include "script_support.h"

static char here[4096];
static const char *known; /* the session on fixtures/drc_known.gds */

static int setup(void **state) {
    (void)state;
    char path[4200];
    bench_open(&t);
    assert_non_null(getcwd(here, sizeof here));
    open_for_scripts(&t, "/absent/klayout", 60000);
    snprintf(path, sizeof path, "%s/fixtures/drc_known.gds", here);
    known = open_session(&t, path, NULL);
    return 0;
}

static const char *script_file(const char *name, const char *text) {
    lob_buf b;
    lob_buf_init(&b, 0);
    lob_buf_add_text(&b, text);
    return bench_file(&t, name, &b);
}

#define HEAD "source($input)\nreport(\"x\", $report)\nl = input(1, 0)\n"

static void test_same_as_rules(void **state) {
    (void)state;
    need_ruby();
    const char *path = script_file("same.drc", HEAD "l.width(0.06).output(\"a\")\nl.space(0.07).output(\"b\")\n"
                                                    "l.with_area(0, 1.0).output(\"c\")\n");
    cJSON *script =
        run(&t, LOB_OK, "check_rules", "{\"session_id\":\"%s\",\"deck_path\":\"%s\",\"limit\":1000}", known, path);
    cJSON *rules =
        run(&t, LOB_OK, "check_rules",
            "{\"session_id\":\"%s\",\"limit\":1000,\"rules\":[{\"id\":\"a\",\"type\":\"width\",\"layer\":\"1/0\","
            "\"min_um\":0.06},{\"id\":\"b\",\"type\":\"space\",\"layer\":\"1/0\",\"min_um\":0.07},"
            "{\"id\":\"c\",\"type\":\"area\",\"layer\":\"1/0\",\"min_um2\":1.0}]}",
            known);
    assert_gt(number_at(rules, "violation_count"), 4);
    assert_eq(number_at(script, "violation_count"), number_at(rules, "violation_count"));
    assert_eq(number_at(script, "error_count"), number_at(rules, "error_count"));
    assert_eq(number_at(script, "rule_count"), 3);
    const char *const members[] = {"rule",        "kind",          "distance_um",  "area_um2",
                                   "box_um/left", "box_um/bottom", "box_um/right", "box_um/top"};
    for (int i = 0; i < count_at(rules, "violations"); i++) {
        for (size_t k = 0; k < sizeof members / sizeof members[0]; k++) {
            char at_path[64];
            lob_case("%d: %s", i, members[k]);
            snprintf(at_path, sizeof at_path, "violations/%d/%s", i, members[k]);
            const cJSON *one = find(script, at_path), *other = find(rules, at_path);
            assert_int_equal(one != NULL, other != NULL);
            assert_true(!one || cJSON_Compare(one, other, true));
        }
    }
    cJSON_Delete(script);
    cJSON_Delete(rules);
}

static void test_kinds(void **state) {
    (void)state;
    need_ruby();
    const char *path = script_file("kinds.LYDRC", "<klayout-macro><category>drc</category><text>" HEAD
                                                  "l.edges.with_length(1.um, nil).output(\"edge\")\n"
                                                  "l.output(\"polygon\")\nl.width(0.06).output(\"pair\")\n"
                                                  "l.sized(-100.um).output(\"none\")\n</text></klayout-macro>");
    cJSON *json =
        run(&t, LOB_OK, "check_rules", "{\"session_id\":\"%s\",\"deck_path\":\"%s\",\"limit\":1000}", known, path);
    assert_eq(number_at(json, "rule_count"), 4);
    assert_int_equal(count_at(json, "counts"), 3); /* those that found something */
    assert_null(find(json, "counts/0/type"));
    const char *const kinds[3][2] = {{"edge", "edge"}, {"pair", "edge_pair"}, {"polygon", "polygon"}};
    int seen[3] = {0};
    const cJSON *one;
    cJSON_ArrayForEach(one, at(json, "violations")) {
        for (int k = 0; k < 3; k++) {
            if (strcmp(text_at(one, "rule"), kinds[k][0]) == 0) {
                assert_string_equal(text_at(one, "kind"), kinds[k][1]);
                seen[k]++;
            }
        }
    }
    for (int k = 0; k < 3; k++) {
        assert_gt(seen[k], 0);
    }
    cJSON_Delete(json);
}

/* Labels are points, where they stand; a deck that outputs nothing has a note. */
static void test_labels_and_nothing(void **state) {
    (void)state;
    need_ruby();
    char file[4200];
    snprintf(file, sizeof file, "%s/tests/scripts/random.gds", here);
    const char *session = open_session(&t, file, "TOP");
    const char *path = script_file("labels.drc", "source($input)\nreport(\"x\", $report)\n"
                                                 "labels(1, 0).texts(\"A\").output(\"label\")\n"
                                                 "labels(1, 0).texts(\"A\", as_boxes).output(\"box\")\n");
    cJSON *json = run(&t, LOB_OK, "check_rules", "{\"session_id\":\"%s\",\"deck_path\":\"%s\"}", session, path);
    const cJSON *one;
    int labels = 0, boxes = 0;
    double x[16] = {0};
    assert_eq(number_at(json, "counts/0/count"), number_at(json, "counts/1/count"));
    cJSON_ArrayForEach(one, at(json, "violations")) {
        const bool is_label = strcmp(text_at(one, "rule"), "label") == 0;
        assert_string_equal(text_at(one, "kind"), is_label ? "point" : "polygon");
        /* the box reaches a database unit further than the label */
        x[is_label ? labels : 8 + boxes] = number_at(one, "box_um/left") + (is_label ? 0 : 0.001);
        labels += is_label;
        boxes += !is_label;
        assert_le(labels, 8);
        assert_le(boxes, 8);
    }
    assert_gt(labels, 0);
    assert_eq(labels, boxes);
    double apart = 0;
    for (int i = 0; i < labels; i++) {
        apart += x[i] - x[8 + i];
    }
    assert_lt(apart < 0 ? -apart : apart, 1e-6);
    cJSON_Delete(json);
    path = script_file("nothing.drc", "source($input)\nreport(\"x\", $report)\n");
    json = run(&t, LOB_OK, "check_rules", "{\"session_id\":\"%s\",\"deck_path\":\"%s\"}", session, path);
    assert_eq(number_at(json, "rule_count"), 0);
    assert_gt(count_at(json, "notes"), 0);
    cJSON_Delete(json);
}

static void test_parts_and_pages(void **state) {
    (void)state;
    need_ruby();
    const char *path = script_file("parts.DRC", HEAD "l.width(0.06).output(\"w\")\nl.space(0.07).output(\"s\")\n");
    cJSON *all = run(&t, LOB_OK, "check_rules", "{\"session_id\":\"%s\",\"deck_path\":\"%s\"}", known, path);
    cJSON *only =
        run(&t, LOB_OK, "check_rules", "{\"session_id\":\"%s\",\"deck_path\":\"%s\",\"only\":[\"w\"]}", known, path);
    assert_eq(number_at(only, "violation_count"), number_at(all, "counts/1/count"));
    cJSON *first = run(&t, LOB_OK, "check_rules",
                       "{\"session_id\":\"%s\",\"deck_path\":\"%s\",\"only\":[\"w\"],\"limit\":1}", known, path);
    cJSON *second = run(&t, LOB_OK, "check_rules",
                        "{\"session_id\":\"%s\",\"deck_path\":\"%s\",\"only\":[\"w\"],\"limit\":1,\"cursor\":\"%s\"}",
                        known, path, text_at(first, "next_cursor"));
    assert_true(cJSON_Compare(at(first, "violations/0"), at(only, "violations/0"), true));
    assert_true(cJSON_Compare(at(second, "violations/0"), at(only, "violations/1"), true));
    cJSON *strange = run(&t, LOB_E_INVALID_TARGET, "check_rules",
                         "{\"session_id\":\"%s\",\"deck_path\":\"%s\",\"only\":[\"s\"],\"limit\":1,\"cursor\":\"%s\"}",
                         known, path, text_at(first, "next_cursor")); /* a cursor of another question */
    cJSON *box = run(&t, LOB_OK, "check_rules",
                     "{\"session_id\":\"%s\",\"deck_path\":\"%s\",\"box\":{\"left\":-9,\"bottom\":-9,\"right\":-8,"
                     "\"top\":-8}}",
                     known, path);
    assert_eq(number_at(box, "violation_count"), 0);
    cJSON *const made[] = {all, only, first, second, strange, box};
    for (size_t i = 0; i < sizeof made / sizeof made[0]; i++) {
        cJSON_Delete(made[i]);
    }
}

static void test_faults(void **state) {
    (void)state;
    need_ruby();
    static const struct {
        const char *text, *reason;
        int line;
    } cases[] = {
        {HEAD "l.no_such_method.output(\"a\")\n", "unsupported", 4},
        {HEAD "raise \"no\"\n", "deck_error", 4},
        {HEAD "l.width(\n", "deck_error", 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        lob_case("%s", cases[i].text);
        cJSON *json = run(&t, LOB_E_DRC_RUN_FAILED, "check_rules", "{\"session_id\":\"%s\",\"deck_path\":\"%s\"}",
                          known, script_file("bad.drc", cases[i].text));
        assert_string_equal(text_at(json, "details/reason"), cases[i].reason);
        assert_non_null(strstr(text_at(json, "details/hint"), "run_drc_script"));
        if (cases[i].line) {
            assert_eq(number_at(json, "details/deck_line"), cases[i].line);
        }
        cJSON_Delete(json);
    }
    cJSON *json = run(&t, LOB_E_DRC_RUN_FAILED, "check_rules", "{\"session_id\":\"%s\",\"deck_path\":\"%s\"}", known,
                      script_file("plain.rb", "puts 1\n"));
    assert_non_null(strstr(text_at(json, "message"), "plain Ruby"));
    cJSON_Delete(json);
    json = run(&t, LOB_E_FILE_NOT_FOUND, "check_rules", "{\"session_id\":\"%s\",\"deck_path\":\"%s/absent.drc\"}",
               known, here);
    cJSON_Delete(json);
    json =
        run(&t, LOB_E_INVALID_TARGET, "check_rules", "{\"session_id\":\"%s\",\"deck_path\":\"%s\",\"only\":[\"none\"]}",
            known, script_file("few.drc", HEAD "l.width(0.06).output(\"w\")\n"));
    assert_string_equal(text_at(json, "details/candidates/0"), "w");
    cJSON_Delete(json);
    json =
        run(&t, LOB_E_INVALID_TARGET, "extract_markers", "{\"session_id\":\"%s\",\"run_id\":\"drc_00000000\"}", known);
    assert_string_equal(text_at(json, "details/reason"), "no_runs");
    cJSON_Delete(json);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_same_as_rules),
        cmocka_unit_test(test_kinds),
        cmocka_unit_test(test_labels_and_nothing),
        cmocka_unit_test(test_parts_and_pages),
        cmocka_unit_test(test_faults),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
