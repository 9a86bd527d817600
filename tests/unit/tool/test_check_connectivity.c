/* check_connectivity on a layout with every finding planted once (fixtures/connect_planted.recipe.json, values by hand
 * from it), pages, filters, windows, every refusal, and failing memory. */
#include "tests/support/lob_test.h"

#include "bench_rig.h"
#include "tests/support/stride.h"
#include "tool_sweep.h"

static char folder[1024]; /* of the fixtures */

static int setup(void **state) {
    (void)state;
    bench_open(&t);
    char here[900];
    assert_non_null(getcwd(here, sizeof here));
    snprintf(folder, sizeof folder, "%s/fixtures", here);
    return 0;
}

static const char *open_fixture(const char *name, const char *top) {
    char file[2048];
    snprintf(file, sizeof file, "%s/%s", folder, name);
    return open_session(&t, file, top);
}

static cJSON *check(lob_status expected, const char *session, const char *more) {
    return run(&t, expected, "check_connectivity", "{\"session_id\":\"%s\"%s}", session, more);
}

static double count_of(const cJSON *json, const char *kind) {
    const cJSON *item;
    cJSON_ArrayForEach(item, at(json, "summary/kinds")) {
        if (strcmp(text_at(item, "kind"), kind) == 0) {
            return number_at(item, "count");
        }
    }
    return 0;
}

/* The finding of the kind at that place, um. */
static const cJSON *finding(const cJSON *json, const char *kind, double x, double y) {
    const cJSON *item;
    cJSON_ArrayForEach(item, at(json, "findings")) {
        if (strcmp(text_at(item, "kind"), kind) == 0 && fabs(number_at(item, "at_um/x") - x) < 5e-7 &&
            fabs(number_at(item, "at_um/y") - y) < 5e-7) {
            assert_gt(strlen(text_at(item, "remedy")), 10);
            return item;
        }
    }
    fail_msg("no %s at %g, %g", kind, x, y);
    return NULL;
}

static void assert_near(const cJSON *json, const char *path, double value, double tolerance) {
    if (fabs(number_at(json, path) - value) > tolerance) {
        fail_msg("%s is %.9g, not %.9g", path, number_at(json, path), value);
    }
}

static void check_counts(const cJSON *json) {
    static const struct {
        const char *kind;
        int count;
    } planted[] = {{"near_miss", 2},      {"angle_mismatch", 3}, {"type_mismatch", 1},
                   {"layer_mismatch", 1}, {"width_mismatch", 1}, {"cross_section_mismatch", 0},
                   {"overloaded", 1},     {"dangling", 2},       {"unmatched_geometry", 1},
                   {"device_overlap", 4}, {"shape_overlap", 1},  {"connected", 45},
                   {"exposed", 2}};
    for (size_t i = 0; i < sizeof planted / sizeof planted[0]; i++) {
        if (count_of(json, planted[i].kind) != planted[i].count) {
            fail_msg("%s: %g", planted[i].kind, count_of(json, planted[i].kind));
        }
    }
    assert_int_equal(count_at(json, "findings"), 17); /* without connected and exposed */
    assert_string_equal(text_at(json, "conventions/0/name"), "siepic-ebeam");
    assert_near(json, "summary/error_count", 11, 0);
    assert_near(json, "summary/warning_count", 6, 0);
    assert_near(json, "summary/info_count", 47, 0);
    assert_near(json, "summary/joined_count", 45, 0);
    assert_near(json, "rules/tolerance_um", 0.0005, 1e-12);
    assert_near(json, "rules/near_miss_um", 0.005, 1e-12);
    assert_int_equal(count_at(json, "notes"), 0);
    assert_null(find(json, "next_cursor"));
}

static void check_planted(const char *file) {
    const char *session = open_fixture(file, NULL);
    cJSON *json = check(LOB_OK, session, ",\"limit\":100");
    check_counts(json);
    const cJSON *f = finding(json, "near_miss", 20, 50);
    assert_string_equal(text_at(f, "severity"), "error");
    assert_near(f, "offset_dbu/x", 1, 0);
    assert_near(f, "offset_dbu/y", 0, 0);
    assert_near(f, "offset_um/x", 0.001, 1e-12);
    assert_near(f, "gap_um", 0.001, 1e-12);
    assert_near(f, "shift_um", 0, 0);
    assert_int_equal(count_at(f, "ports"), 2);
    assert_string_equal(text_at(f, "ports/0/name"), "opt2");
    assert_string_equal(text_at(f, "ports/1/name"), "opt1");
    assert_int_equal(strncmp(text_at(f, "ports/0/id"), "prt_", 4), 0);
    /* the port that comes first stands at (119.998, 0.003) and looks to 180.1 degrees: the other is (2, -3) away */
    f = finding(json, "near_miss", 119.998, 0.003);
    assert_near(f, "offset_dbu/x", 2, 0);
    assert_near(f, "offset_dbu/y", -3, 0);
    assert_near(f, "angle_error_deg", 0.1, 1e-6);
    assert_near(f, "gap_um", 0.001 * (-2 * cos(0.1 * M_PI / 180) + 3 * sin(0.1 * M_PI / 180)), 1e-6);
    assert_near(f, "shift_um", 0.001 * (3 * cos(0.1 * M_PI / 180) + 2 * sin(0.1 * M_PI / 180)), 1e-6);
    assert_near(finding(json, "angle_mismatch", 20, 100), "angle_error_deg", 1, 1e-6);
    assert_near(finding(json, "width_mismatch", 20, 150), "width_difference_um", 0.1, 1e-9);
    assert_non_null(finding(json, "layer_mismatch", 20, 200));
    assert_int_equal(count_at(finding(json, "overloaded", 20, 250), "ports"), 3);
    f = finding(json, "dangling", 20, 300);
    assert_int_equal(count_at(f, "ports"), 1);
    assert_null(find(f, "offset_um"));
    assert_string_equal(text_at(finding(json, "unmatched_geometry", 20, 350), "severity"), "warning");
    f = finding(json, "device_overlap", 10, 400); /* two guides of 0.5 cross */
    assert_near(f, "area_um2", 0.25, 1e-12);
    assert_near(f, "box_dbu/left", 9750, 0);
    assert_near(f, "box_um/top", 400.25, 1e-9);
    assert_int_equal(count_at(f, "components"), 2);
    assert_string_equal(text_at(f, "components/0/component"), "wg");
    assert_string_equal(text_at(f, "components/0/instance_path/0"), "connect_planted");
    assert_int_equal(count_at(f, "components/0/path_members"), 1);
    f = finding(json, "shape_overlap", 5.5, 450);
    assert_near(f, "area_um2", 0.5, 1e-12);
    assert_int_equal(count_at(f, "components"), 1);
    assert_non_null(finding(json, "type_mismatch", 20, 500));
    assert_non_null(finding(json, "dangling", 20, 850)); /* what its own component draws there is no continuation */
    f = finding(json, "device_overlap", 10, 900);        /* placed twice */
    assert_near(f, "area_um2", 10, 1e-12);
    assert_near(finding(json, "angle_mismatch", 0, 900), "angle_error_deg", 180, 0);
    assert_near(json, "nets/components_alone", 4, 0); /* the contact, two bare ones, the one in another */
    cJSON_Delete(json);
}

static void test_planted(void **state) {
    (void)state;
    check_planted("connect_planted.gds");
    check_planted("connect_planted.oas");
}

/* Chains of guides of 20 um between terminators. */
static void test_nets(void **state) {
    (void)state;
    const char *session = open_fixture("connect_planted.gds", NULL);
    cJSON *json = check(LOB_OK, session, ",\"box\":{\"left\":-20,\"bottom\":690,\"right\":90,\"top\":770}");
    /* the array: T wg wg wg T; the arms: T wg wg wg wg T */
    assert_near(json, "summary/component_count", 11, 0);
    assert_near(json, "summary/joined_count", 9, 0);
    assert_near(json, "nets/net_count", 2, 0);
    assert_near(json, "nets/largest", 6, 0);
    assert_near(json, "nets/components_alone", 0, 0);
    assert_near(json, "nets/guide_count", 7, 0);
    assert_near(json, "nets/guides_measured", 7, 0);
    assert_near(json, "nets/guide_length_um", 140, 1e-9);
    assert_near(json, "nets/guide_length_largest_um", 80, 1e-9);
    assert_int_equal(count_at(json, "findings"), 0);
    cJSON_Delete(json);
    json =
        check(LOB_OK, session, ",\"box\":{\"left\":-20,\"bottom\":640,\"right\":90,\"top\":660}"); /* twice as large */
    assert_near(json, "nets/guide_length_um", 40, 1e-9);
    assert_near(json, "nets/guide_length_largest_um", 40, 1e-9);
    cJSON_Delete(json);
    /* a quarter of a circle, mirrored and turned: along the chords */
    json = check(LOB_OK, session, ",\"box\":{\"left\":-20,\"bottom\":940,\"right\":90,\"top\":970}");
    assert_near(json, "nets/guides_measured", 1, 0);
    assert_near(json, "nets/guide_length_um", 5 * M_PI / 2, 5 * M_PI / 2 * 1e-4);
    cJSON_Delete(json);
}

static void test_filters(void **state) {
    (void)state;
    const char *session = open_fixture("connect_planted.gds", NULL);
    cJSON *json = check(LOB_OK, session, ",\"kinds\":[\"dangling\",\"overloaded\"]");
    assert_int_equal(count_at(json, "findings"), 3);
    assert_near(json, "summary/error_count", 11, 0); /* of all */
    cJSON_Delete(json);
    json = check(LOB_OK, session, ",\"kinds\":[\"dangling\"],\"include_connected\":true,\"limit\":100");
    assert_int_equal(count_at(json, "findings"), 49);
    cJSON_Delete(json);
    json = check(LOB_OK, session, ",\"types\":[\"electrical\"]");
    assert_near(json, "summary/port_count", 1, 0);
    assert_near(json, "summary/info_count", 1, 0); /* a contact that nothing is wired to */
    cJSON_Delete(json);
    json = check(LOB_OK, session, ",\"types\":[\"nothing\"]");
    assert_near(json, "summary/port_count", 0, 0);
    assert_int_equal(count_at(json, "notes"), 1);
    cJSON_Delete(json);
    json = check(LOB_OK, session,
                 ",\"box\":{\"left\":20,\"bottom\":50,\"right\":20,\"top\":50}"); /* the gap's left side */
    assert_int_equal(count_at(json, "findings"), 1);
    cJSON_Delete(json);
    json = check(LOB_OK, session, ",\"tolerance_um\":0.001"); /* a nanometre is nothing */
    assert_eq(count_of(json, "near_miss"), 1);
    assert_near(json, "rules/near_miss_um", 0.01, 1e-12);
    cJSON_Delete(json);
    json = check(LOB_OK, session, ",\"near_miss_um\":0.0005,\"angle_tolerance_deg\":1.5");
    assert_eq(count_of(json, "near_miss"), 0);
    assert_eq(count_of(json, "angle_mismatch"), 2);
    assert_eq(count_of(json, "connected"), 46);
    cJSON_Delete(json);
    json = check(LOB_OK, session, ",\"cell\":\"arm\"");
    assert_eq(count_of(json, "connected"), 1);
    assert_eq(count_of(json, "dangling"), 2);
    cJSON_Delete(json);
    json = check(LOB_OK, session, ",\"cell\":\"wg\""); /* a component by itself: its ports may stay open */
    assert_near(json, "summary/own_port_count", 2, 0);
    assert_int_equal(count_at(json, "findings"), 0);
    assert_int_equal(count_at(json, "notes"), 1);
    cJSON_Delete(json);
    json = check(LOB_OK, session, ",\"depth\":1"); /* the arms' guides lie deeper, so do the inner ones */
    assert_eq(count_of(json, "exposed"), 0);
    assert_eq(count_of(json, "connected"), 40);
    cJSON_Delete(json);
}

static void test_pages(void **state) {
    (void)state;
    const char *session = open_fixture("connect_planted.gds", NULL);
    cJSON *whole = check(LOB_OK, session, ",\"limit\":100");
    char cursor[256] = "";
    int given = 0;
    for (int page = 0; page < 6; page++) {
        char more[400];
        snprintf(more, sizeof more, ",\"limit\":3%s%s%s", page ? ",\"cursor\":\"" : "", cursor, page ? "\"" : "");
        cJSON *json = check(LOB_OK, session, more);
        for (int i = 0; i < count_at(json, "findings"); i++, given++) {
            const cJSON *same = cJSON_GetArrayItem(at(whole, "findings"), given);
            assert_true(cJSON_Compare(cJSON_GetArrayItem(at(json, "findings"), i), same, true));
        }
        assert_near(json, "truncation/findings_dropped", 17 - given, 0);
        snprintf(cursor, sizeof cursor, "%s", page < 5 ? text_at(json, "next_cursor") : "");
        if (page == 0) { /* of another question */
            char other[400];
            snprintf(other, sizeof other, ",\"tolerance_um\":0.002,\"cursor\":\"%s\"", cursor);
            cJSON_Delete(check(LOB_E_INVALID_TARGET, session, other));
        }
        cJSON_Delete(json);
    }
    assert_int_equal(given, 17);
    cJSON_Delete(whole);
}

static void test_refusals(void **state) {
    (void)state;
    const char *session = open_fixture("connect_planted.gds", NULL);
    cJSON_Delete(check(LOB_E_SESSION_NOT_FOUND, "ses_000000000000", ""));
    cJSON *json = check(LOB_E_INVALID_TARGET, session, ",\"cell\":\"wgg\"");
    assert_string_equal(text_at(json, "details/candidates/0"), "wg");
    cJSON_Delete(json);
    json = check(LOB_E_INVALID_BOX, session, ",\"box\":{\"left\":1,\"bottom\":0,\"right\":0,\"top\":1}");
    assert_string_equal(text_at(json, "details/reason"), "order");
    cJSON_Delete(json);
    static const struct {
        lob_status status;
        const char *more;
    } bad[] = {{LOB_E_INVALID_TARGET, ",\"kinds\":[\"gap\"]"},   {LOB_E_INVALID_TARGET, ",\"tolerance_um\":-1"},
               {LOB_E_INVALID_TARGET, ",\"tolerance_um\":11"},   {LOB_E_INVALID_TARGET, ",\"angle_tolerance_deg\":91"},
               {LOB_E_INVALID_TARGET, ",\"near_miss_um\":0"},    {LOB_E_INVALID_TARGET, ",\"depth\":0"},
               {LOB_E_INVALID_TARGET, ",\"limit\":0"},           {LOB_E_QUERY_TOO_LARGE, ",\"limit\":501"},
               {LOB_E_INVALID_TARGET, ",\"cursor\":\"cur_00\""}, {LOB_E_INVALID_TARGET, ",\"kind\":[\"dangling\"]"},
               {LOB_E_INVALID_BOX, ",\"box\":{\"left\":1}"}};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        lob_case("%zu: %s", i, bad[i].more);
        json = check(bad[i].status, session, bad[i].more);
        assert_gt(strlen(text_at(json, "details/hint")), 0);
        cJSON_Delete(json);
    }
    /* beyond all coordinates: nothing is there */
    json = check(LOB_OK, session, ",\"box\":{\"left\":1e300,\"bottom\":-1e300,\"right\":1e301,\"top\":1e300}");
    assert_int_equal(count_at(json, "findings"), 0);
    cJSON_Delete(json);
}

static void test_nothing(void **state) {
    (void)state;
    cJSON *json = check(LOB_OK, open_fixture("empty.gds", NULL), "");
    assert_near(json, "summary/port_count", 0, 0);
    assert_int_equal(count_at(json, "notes"), 1);
    cJSON_Delete(json);
    json = check(LOB_OK, open_fixture("instances.gds", NULL), ""); /* no marks of any convention */
    assert_ge(count_at(json, "notes"), 1);
    cJSON_Delete(json);
    json = check(LOB_OK, open_fixture("pins_siepic.gds", NULL), "");
    const cJSON *f = finding(json, "near_miss", 45, 0);
    assert_near(f, "offset_dbu/y", 1, 0);
    assert_near(f, "shift_um", 0.001, 1e-12);
    assert_near(f, "width_difference_um", -0.1, 1e-12);
    cJSON_Delete(json);
}

/* Devices and fibres in the manner of SiEPIC, but no pins: silence must not pass for a clean layout. */
static void test_fibres_alone(void **state) {
    (void)state;
    lob_buf b = {0};
    gds_begin(&b);
    gds_cell(&b, "GC");
    gds_box(&b, 68, 0, 0, -10000, 30000, 10000);
    const int32_t target[] = {5000, 0, 15000, -5000, 15000, 5000, 5000, 0};
    gds_record(&b, 0x08, 0, NULL, 0);
    gds_int16(&b, 0x0d, 81);
    gds_int16(&b, 0x0e, 0);
    gds_int32s(&b, 0x10, 8, target);
    gds_element_end(&b);
    gds_cell_end(&b);
    gds_cell(&b, "TOP");
    gds_sref(&b, "GC", false, false, 0, 0);
    gds_element_end(&b);
    gds_sref(&b, "GC", false, false, 0, 127000);
    gds_element_end(&b);
    gds_cell_end(&b);
    gds_end(&b);
    const char *session = open_session(&t, bench_file(&t, "fibres.gds", &b), "TOP");
    cJSON *json = check(LOB_OK, session, "");
    assert_near(json, "summary/port_count", 2, 0);
    assert_near(json, "summary/external_port_count", 2, 0);
    assert_int_equal(count_at(json, "notes"), 2); /* nor is there a guide layer */
    assert_non_null(strstr(text_at(json, "notes/0"), "convention_path"));
    cJSON_Delete(json);
    json = check(LOB_OK, session, ",\"types\":[\"fiber\"]"); /* as asked for */
    assert_int_equal(count_at(json, "notes"), 1);
    assert_null(strstr(text_at(json, "notes/0"), "convention_path"));
    cJSON_Delete(json);
}

static void test_memory(void **state) {
    (void)state;
    const char *session = open_fixture("connect_planted.gds", NULL);
    cJSON_Delete(check(LOB_OK, session, "")); /* indices and conventions are made once */
    char arguments[256];
    snprintf(arguments, sizeof arguments,
             "{\"session_id\":\"%s\",\"box\":{\"left\":-10,\"bottom\":-10,\"right\":150,\"top\":60}}", session);
    sweep_tool(&t, "check_connectivity", arguments);
}

/* Arrays on arrays: each pair of outlines shares thousands of figures, and all pairs together are bounded too. */
static void test_many_figures(void **state) {
    (void)state;
    volume_skip();
    lob_buf b;
    gds_begin(&b);
    gds_cell(&b, "LINE");
    gds_box(&b, 1, 0, 0, 0, 100000, 500);
    gds_cell_end(&b);
    gds_cell(&b, "ARRAY");
    gds_aref(&b, "LINE", 1, 2000, 0, 0, 1, 1000);
    gds_element_end(&b);
    gds_cell_end(&b);
    gds_cell(&b, "TOP");
    for (int i = 0; i < 80; i++) {
        gds_sref(&b, "ARRAY", false, false, 700 * i, 0);
        gds_element_end(&b);
    }
    gds_cell_end(&b);
    gds_end(&b);
    const char *session = open_session(&t, bench_file(&t, "arrays.gds", &b), NULL);
    cJSON *json = check(LOB_OK, session, "");
    const cJSON *item;
    bool is_said = false;
    cJSON_ArrayForEach(item, at(json, "notes")) {
        is_said = is_said || strstr(item->valuestring, "too many overlapping outlines");
    }
    assert_true(is_said);
    cJSON_Delete(json);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_planted, setup, teardown),
        cmocka_unit_test_setup_teardown(test_nets, setup, teardown),
        cmocka_unit_test_setup_teardown(test_filters, setup, teardown),
        cmocka_unit_test_setup_teardown(test_pages, setup, teardown),
        cmocka_unit_test_setup_teardown(test_refusals, setup, teardown),
        cmocka_unit_test_setup_teardown(test_nothing, setup, teardown),
        cmocka_unit_test_setup_teardown(test_fibres_alone, setup, teardown),
        cmocka_unit_test_setup_teardown(test_many_figures, setup, teardown),
        cmocka_unit_test_setup_teardown(test_memory, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
