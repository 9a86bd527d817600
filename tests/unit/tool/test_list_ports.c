/* list_ports on fixtures: values by hand from their recipes, pages, filters, every refusal, and failing memory; ports
 * as targets of measuring and in describe_cell. */
#include "tests/support/lob_test.h"

#include "bench_rig.h"

static char folder[1024]; /* of the fixtures */

static int setup(void **state) {
    (void)state;
    bench_open(&t);
    char here[900];
    assert_non_null(getcwd(here, sizeof here));
    snprintf(folder, sizeof folder, "%s/fixtures", here);
    return 0;
}

static const char *open_fixture(const char *name, const char *convention) {
    static char id[32];
    char file[2048], more[2048] = "";
    snprintf(file, sizeof file, "%s/%s", folder, name);
    if (convention) {
        snprintf(more, sizeof more, ",\"convention_path\":\"%s/%s\"", folder, convention);
    }
    cJSON *json = run(&t, LOB_OK, "open_layout", "{\"path\":\"%s\"%s}", file, more);
    snprintf(id, sizeof id, "%s", text_at(json, "session_id"));
    cJSON_Delete(json);
    return id;
}

static cJSON *list(lob_status expected, const char *session, const char *more) {
    return run(&t, expected, "list_ports", "{\"session_id\":\"%s\"%s}", session, more);
}

static const cJSON *port_named(const cJSON *json, const char *name, double x, double y) {
    const cJSON *port;
    cJSON_ArrayForEach(port, at(json, "ports")) {
        if (strcmp(text_at(port, "name"), name) == 0 && fabs(number_at(port, "at_um/x") - x) < 1e-9 &&
            fabs(number_at(port, "at_um/y") - y) < 1e-9) {
            return port;
        }
    }
    fail_msg("no %s at %g, %g", name, x, y);
    return NULL;
}

static void test_answer(void **state) {
    (void)state;
    const char *session = open_fixture("port_markers.gds", "port_markers.convention.json");
    cJSON *json = list(LOB_OK, session, ",\"limit\":24");
    assert_string_equal(text_at(json, "cell"), "port_markers");
    assert_string_equal(text_at(json, "conventions/0/name"), "port_markers");
    assert_eq(number_at(json, "port_count"), 24);
    assert_int_equal(count_at(json, "ports"), 24);
    assert_int_equal(count_at(json, "notes"), 1);                  /* the known port that stands elsewhere */
    const cJSON *p = port_named(json, "rh", 204.242641, 9.899495); /* at 45 degrees, twice as large */
    assert_eq(number_at(p, "angle_deg"), 135);
    assert_eq(number_at(p, "width_um"), 1);
    assert_string_equal(text_at(p, "source"), "marker");
    assert_string_equal(text_at(p, "rule"), "marker:half");
    assert_string_equal(text_at(p, "component"), "marks");
    assert_int_equal(count_at(p, "instance_path"), 2);
    assert_eq(number_at(p, "path_members/0/instance"), 3);
    assert_close(number_at(p, "at_dbu/x"), 204242.640687, 1e-6);
    p = port_named(json, "pa", 100, 0.5);
    assert_eq(number_at(p, "angle_deg"), 270);
    assert_eq(number_at(p, "conflict_um/x"), 100);
    assert_eq(number_at(p, "conflict_um/y"), 0);
    assert_eq(number_at(p, "layer/layer"), 1);
    p = port_named(json, "bo", 6.5, 1.2);
    assert_null(find(p, "angle_deg"));
    assert_null(find(p, "layer"));
    assert_string_equal(text_at(p, "type"), "electrical");
    p = port_named(json, "kn", 0 + 10, 100);
    assert_string_equal(text_at(p, "cross_section"), "strip");
    cJSON_Delete(json);
}

static void test_filters(void **state) {
    (void)state;
    const char *session = open_fixture("port_markers.gds", "port_markers.convention.json");
    static const struct {
        const char *more;
        int count;
    } cases[] = {
        {",\"type\":\"electrical\"", 4},
        {",\"type\":\"fiber\"", 0},
        {",\"cell\":\"marks\"", 6},
        {",\"depth\":0", 0},
        {",\"depth\":1", 24},
        {",\"component\":\"marks\"", 24},
        {",\"component\":\"port_markers\"", 0},
        {",\"box\":{\"left\":0,\"bottom\":-2,\"right\":10,\"top\":2}", 6}, /* on its border is in */
        {",\"box\":{\"left\":0.001,\"bottom\":-2,\"right\":10,\"top\":2}", 5},
        {",\"box\":{\"left\":10,\"bottom\":0,\"right\":10,\"top\":0}", 1},
        {",\"box\":{\"left\":-1e300,\"bottom\":-1e300,\"right\":1e300,\"top\":1e300}", 24},
        {",\"box\":{\"left\":1e300,\"bottom\":1e300,\"right\":1e300,\"top\":1e300}", 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        lob_case("%zu: %s", i, cases[i].more);
        cJSON *json = list(LOB_OK, session, cases[i].more);
        if (number_at(json, "port_count") != cases[i].count) {
            fail_msg("%s: %g", cases[i].more, number_at(json, "port_count"));
        }
        if (!cases[i].count) {
            assert_eq(count_at(json, "notes"), 1);
        }
        cJSON_Delete(json);
    }
}

/* Each port once, in the order of the whole list. */
static void test_pages(void **state) {
    (void)state;
    const char *session = open_fixture("pins_siepic.gds", NULL);
    cJSON *all = list(LOB_OK, session, ",\"limit\":2000");
    int total = count_at(all, "ports"), given = 0;
    assert_int_equal(total, 10);
    char more[512] = ",\"limit\":3";
    for (int page = 0; page < 4; page++) {
        cJSON *json = list(LOB_OK, session, more);
        int count = count_at(json, "ports");
        assert_eq(number_at(json, "port_count"), 10);
        for (int i = 0; i < count; i++) {
            char one[32], other[32];
            snprintf(one, sizeof one, "ports/%d/id", i);
            snprintf(other, sizeof other, "ports/%d/id", given + i);
            assert_string_equal(text_at(json, one), text_at(all, other));
        }
        given += count;
        assert_eq(number_at(json, "truncation/ports_dropped"), total - given);
        assert_int_equal(find(json, "next_cursor") == NULL, given == total);
        if (given < total) {
            snprintf(more, sizeof more, ",\"limit\":3,\"cursor\":\"%s\"", text_at(json, "next_cursor"));
            char wrong[600];
            snprintf(wrong, sizeof wrong, "%s,\"depth\":3", more);
            cJSON_Delete(list(LOB_E_INVALID_TARGET, session, wrong));
        }
        cJSON_Delete(json);
    }
    assert_int_equal(given, total);
    cJSON_Delete(all);
}

static void assert_error(const char *session, const char *more, lob_status status, const char *argument) {
    cJSON *json = list(status, session, more);
    assert_gt(strlen(text_at(json, "details/hint")), 0);
    if (argument) {
        assert_string_equal(text_at(json, "details/argument"), argument);
    }
    cJSON_Delete(json);
}

static void test_errors(void **state) {
    (void)state;
    const char *session = open_fixture("pins_siepic.gds", NULL);
    assert_error("ses_000000000000", "", LOB_E_SESSION_NOT_FOUND, NULL);
    assert_error(session, ",\"cell\":\"absent\"", LOB_E_INVALID_TARGET, "cell");
    assert_error(session, ",\"component\":\"absent\"", LOB_E_INVALID_TARGET, "component");
    assert_error(session, ",\"box\":{\"left\":1,\"bottom\":0,\"right\":0,\"top\":0}", LOB_E_INVALID_BOX, NULL);
    assert_error(session, ",\"limit\":2001", LOB_E_QUERY_TOO_LARGE, NULL);
    assert_error(session, ",\"layer\":1", LOB_E_INVALID_TARGET, NULL);
    assert_error(session, ",\"cursor\":\"cur_\"", LOB_E_INVALID_TARGET, "cursor");
}

/* ---- convention files ---- */

static void test_convention_files(void **state) {
    (void)state;
    static const char faulty[] = "{\"schema_version\":\"1.0\",\"name\":\"x\",\"oops\":1}";
    lob_buf b;
    lob_buf_init(&b, 0);
    lob_buf_add_text(&b, faulty);
    char bad[256], layout[2048];
    snprintf(bad, sizeof bad, "%s", bench_file(&t, "bad.json", &b));
    snprintf(layout, sizeof layout, "%s/pins_siepic.gds", folder);
    cJSON *json =
        run(&t, LOB_E_INVALID_TARGET, "open_layout", "{\"path\":\"%s\",\"convention_path\":\"%s\"}", layout, bad);
    assert_string_equal(text_at(json, "details/argument"), "convention_path");
    assert_string_equal(text_at(json, "details/issues/0/path"), "$.oops");
    cJSON_Delete(json);
    json =
        run(&t, LOB_E_FILE_NOT_FOUND, "open_layout", "{\"path\":\"%s\",\"convention_path\":\"%s.not\"}", layout, bad);
    assert_string_equal(text_at(json, "details/argument"), "convention_path");
    cJSON_Delete(json);
    json = run(&t, LOB_E_FILE_NOT_FOUND, "open_layout", "{\"path\":\"%s\",\"convention_path\":\"x.json\"}", layout);
    cJSON_Delete(json);
    char *longest = malloc(6000);
    memset(longest, 'a', 5000);
    longest[0] = '/';
    longest[5000] = '\0';
    json =
        run(&t, LOB_E_FILE_NOT_FOUND, "open_layout", "{\"path\":\"%s\",\"convention_path\":\"%s\"}", layout, longest);
    cJSON_Delete(json);
    free(longest);
    json = run(&t, LOB_OK, "open_layout", "{\"path\":\"%s\"}", layout);
    assert_string_equal(text_at(json, "conventions_detected/0/name"), "siepic-ebeam");
    assert_eq(number_at(json, "ports_found"), 4); /* two cells of two */
    cJSON_Delete(json);
}

/* ---- other tools ---- */

static void test_targets(void **state) {
    (void)state;
    const char *session = open_fixture("port_markers.gds", "port_markers.convention.json");
    cJSON *ports = list(LOB_OK, session, ",\"cell\":\"marks\"");
    const char *rh = text_at(port_named(ports, "rh", 5, 2), "id"), *ar = text_at(port_named(ports, "ar", 0, 1), "id");
    cJSON *json =
        run(&t, LOB_OK, "measure_geometry",
            "{\"session_id\":\"%s\",\"mode\":\"port_spacing\",\"target_ids\":[\"%s\",\"%s\"]}", session, rh, ar);
    assert_close(number_at(json, "value_um"), sqrt(26), 1e-6); /* (5, 1) apart */
    assert_string_equal(text_at(json, "details/targets/0/kind"), "port");
    assert_null(find(json, "details/targets/1/layer"));
    cJSON_Delete(json);
    json = run(&t, LOB_OK, "measure_geometry",
               "{\"session_id\":\"%s\",\"mode\":\"port_spacing\",\"target_ids\":[\"port:kn\",\"%s\"]}", session, rh);
    assert_close(number_at(json, "value_um"), sqrt(29), 1e-6); /* found in the cell of the other */
    cJSON_Delete(json);
    cJSON_Delete(ports);
    json = run(&t, LOB_E_INVALID_TARGET, "measure_geometry",
               "{\"session_id\":\"%s\",\"mode\":\"port_spacing\",\"target_ids\":[\"port:kn\",\"port:rh\"]}", session);
    assert_string_equal(text_at(json, "details/reason"), "ambiguous");
    assert_int_equal(count_at(json, "details/candidates"), 4);
    char candidate[32];
    snprintf(candidate, sizeof candidate, "%s", text_at(json, "details/candidates/3"));
    cJSON_Delete(json);
    /* the one at 45 degrees lies between the units: rounding is within the uncertainty */
    json = run(&t, LOB_OK, "measure_geometry",
               "{\"session_id\":\"%s\",\"mode\":\"port_spacing\",\"target_ids\":[\"%s\",\"%s\"]}", session, candidate,
               candidate);
    assert_gt(number_at(json, "details/uncertainty_um"), 0);
    cJSON_Delete(json);
    json = run(&t, LOB_E_INVALID_TARGET, "measure_geometry",
               "{\"session_id\":\"%s\",\"mode\":\"port_spacing\",\"target_ids\":[\"port:no\",\"port:rh\"]}", session);
    assert_string_equal(text_at(json, "details/reason"), "absent");
    cJSON_Delete(json);
}

static void test_describe(void **state) {
    (void)state;
    const char *session = open_fixture("pins_siepic.gds", NULL);
    cJSON *json = run(&t, LOB_OK, "describe_cell", "{\"session_id\":\"%s\",\"cell\":\"wg\"}", session);
    assert_int_equal(count_at(json, "ports"), 2);
    assert_string_equal(text_at(json, "ports/1/name"), "opt2");
    assert_null(find(json, "ports_dropped"));
    static const char *const params[][2] = {
        {"library", "Design kits/ebeam"}, {"component", "wg_straight"}, {"wg_length", "20u"}, {"wg_width", "0.5u"}};
    assert_int_equal(count_at(json, "device_params"), 4);
    for (int i = 0; i < 4; i++) {
        char place[40];
        snprintf(place, sizeof place, "device_params/%d/key", i);
        assert_string_equal(text_at(json, place), params[i][0]);
        snprintf(place, sizeof place, "device_params/%d/value", i);
        assert_string_equal(text_at(json, place), params[i][1]);
    }
    cJSON_Delete(json);
    json = run(&t, LOB_OK, "describe_cell", "{\"session_id\":\"%s\"}", session);
    assert_null(find(json, "ports")); /* its components have them, not the cell */
    cJSON_Delete(json);
}

/* ---- memory ---- */

static void test_memory(void **state) {
    (void)state;
    const char *session = open_fixture("pins_siepic.gds", NULL);
    char arguments[200];
    snprintf(arguments, sizeof arguments, "{\"session_id\":\"%s\",\"limit\":3}", session);
    bool met = true;
    for (uint64_t nth = 1; met; nth++) {
        const lob_tool *tool = lob_tool_find(LOB_STR("list_ports"), LOB_TOOLSET_FULL);
        lob_json_fault fault;
        cJSON *json = lob_json_parse(lob_str_from(arguments), &fault);
        lob_arena *arena = lob_arena_new(0);
        lob_buf out;
        lob_ctx ctx;
        lob_ctx_init(&ctx, arena);
        lob_call call = {.ctx = &ctx, .sessions = t.sessions};
        lob_buf_init(&out, LOB_LIMIT_RESULT_SIZE);
        lob_alloc_fail_at(nth, 0);
        lob_status status = lob_tool_run(&call, tool, json, &out);
        met = lob_alloc_count() >= nth;
        lob_alloc_fail_at(0, 0);
        if (!met) {
            assert_eq(status, LOB_OK);
        }
        if (status != LOB_OK) {
            assert_eq(status, LOB_E_TOOL_LIMIT_EXCEEDED);
        }
        lob_buf_release(&out);
        lob_arena_drop(arena);
        cJSON_Delete(json);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_answer),   cmocka_unit_test(test_filters),          cmocka_unit_test(test_pages),
        cmocka_unit_test(test_errors),   cmocka_unit_test(test_convention_files), cmocka_unit_test(test_targets),
        cmocka_unit_test(test_describe), cmocka_unit_test(test_memory),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
