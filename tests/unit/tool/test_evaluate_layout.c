/* evaluate_layout on fixtures/design_pair.gds, whose figures its recipe works out by hand and KLayout 0.28.5 confirms
 * (area, covered area, counts of each rule): box of ota 13 x 5.5 um, covered 16.432 um2, one wire 0.1 wide; M1 and M2
 * as ABBA, M4 0.5 um beside the axis that it shares with M3: 1 / (1 + 0.5 / sqrt(2.4)). */
#include "tests/support/lob_test.h"

#include "bench_rig.h"
#include "design_support.h"

static const char *pair;

static int setup(void **state) {
    (void)state;
    bench_open(&t);
    pair = open_session(&t, fixture("design_pair.gds"), NULL);
    return 0;
}

static bool near(double a, double b) {
    return fabs(a - b) <= 1e-9;
}

static bool lists(const cJSON *names, const char *name) {
    const cJSON *item;
    cJSON_ArrayForEach(item, names) {
        if (strcmp(item->valuestring, name) == 0) {
            return true;
        }
    }
    return false;
}

static cJSON *evaluate(const char *cell, const char *rest) {
    return run(&t, LOB_OK, "evaluate_layout",
               "{\"session_id\":\"%s\",\"cell\":\"%s\",\"netlist_path\":\"%s\",\"drc_rules_path\":\"%s\","
               "\"objectives_path\":\"%s\"%s}",
               pair, cell, fixture("design/ota.netlist.json"), fixture("design/ota.drc_rules.json"),
               fixture("design/ota.objectives.json"), rest);
}

static void test_broken(void **state) {
    (void)state;
    const double score = 1 / (1 + 0.5 / sqrt(2.4));
    cJSON *json = evaluate("ota", "");
    assert_true(near(number_at(json, "metrics/total_area"), 71.5));
    assert_true(near(number_at(json, "covered_area_um2"), 16.432));
    assert_true(near(number_at(json, "metrics/utilization"), 16.432 / 71.5));
    assert_eq(number_at(json, "metrics/drc_error_count"), 1);
    assert_true(near(number_at(json, "metrics/matching_score"), score));
    assert_string_equal(text_at(json, "drc/counts/0/rule"), "M1.W.1");
    assert_int_equal(count_at(json, "drc/counts"), 1);
    assert_eq(number_at(json, "drc/rules_checked"), 8);
    assert_eq(count_at(json, "drc/not_checked"), 0);
    assert_true(near(number_at(json, "matching/groups/0/score"), 1));
    assert_true(near(number_at(json, "matching/groups/1/symmetry"), score));
    assert_int_equal(count_at(json, "placements"), 4);
    assert_int_equal(number_at(json, "comparison/found") + number_at(json, "comparison/missing_count"), 5);
    assert_int_equal(number_at(json, "comparison/extra_count"), 0);
    assert_int_equal(count_at(json, "comparison/not_compared"), 4);
    assert_eq(number_at(json, "placements/1/count"), 2);
    assert_eq(number_at(json, "placements/1/centers_um/1/x"), 4);
    assert_eq(number_at(json, "placements/3/centers_um/0/y"), 1.5);
    assert_true(near(number_at(json, "score"), (0.5 / 72.5 + score) / 1.5));
    assert_false(true_at(json, "passed"));
    assert_true(cJSON_IsNull(at(json, "objectives/2/value")));
    assert_true(true_at(json, "objectives/2/not_evaluated"));
    assert_true(true_at(json, "constraints/0/holds"));
    assert_false(true_at(json, "constraints/1/holds"));
    assert_true(lists(at(json, "not_evaluated"), "performance"));
    assert_true(lists(at(json, "not_evaluated"), "cost"));
    assert_int_equal(count_at(json, "not_evaluated"), 2);
    assert_eq(number_at(json, "bbox_dbu/left"), -500);
    assert_eq(number_at(json, "bbox_um/top"), 5.3);
    assert_null(find(json, "notes"));
    cJSON_Delete(json);
}

static void test_mended(void **state) {
    (void)state;
    cJSON *json = evaluate("ota_mended", ",\"metrics\":{\"performance\":0.8}");
    assert_eq(number_at(json, "metrics/drc_error_count"), 0);
    assert_eq(number_at(json, "metrics/matching_score"), 1);
    assert_true(near(number_at(json, "covered_area_um2"), 17.432));
    assert_true(near(number_at(json, "score"), (0.5 / 72.5 + 1 + 0.3 * 0.8) / 1.8));
    assert_true(true_at(json, "passed"));
    assert_eq(number_at(json, "metrics/performance"), 0.8);
    assert_int_equal(count_at(json, "not_evaluated"), 1);
    cJSON_Delete(json);
}

/* Without files nothing is known but the area, and nothing passes. */
static void test_alone(void **state) {
    (void)state;
    cJSON *json = run(&t, LOB_OK, "evaluate_layout", "{\"session_id\":\"%s\"}", pair);
    assert_string_equal(text_at(json, "cell"), "ota"); /* the selected top */
    assert_true(cJSON_IsNull(at(json, "metrics/drc_error_count")));
    assert_true(cJSON_IsNull(at(json, "metrics/matching_score")));
    assert_true(cJSON_IsNull(at(json, "score")));
    assert_false(true_at(json, "passed"));
    assert_true(lists(at(json, "not_evaluated"), "drc_error_count"));
    assert_true(lists(at(json, "not_evaluated"), "matching_score"));
    assert_null(find(json, "drc"));
    assert_null(find(json, "matching"));
    assert_null(find(json, "placements"));
    cJSON_Delete(json);
}

#define RULES(rules)                                                                                                   \
    "{\"tech\":\"T\",\"layers\":{\"active\":1,\"poly\":5,\"contact\":6,\"metal1\":10,\"none\":77},\"rules\":[" rules   \
    "]}"

static cJSON *check(const char *name, const char *rules) {
    return run(&t, LOB_OK, "evaluate_layout", "{\"session_id\":\"%s\",\"drc_rules_path\":\"%s\"}", pair,
               text_file(&t, name, rules));
}

/* Counts as KLayout's separation_check, enclosing_check, enclosed_check, width_check and space_check give them. */
static void test_drc_counts(void **state) {
    (void)state;
    static const double expected[] = {6, 12, 6, 1, 1};
    cJSON *json =
        check("many.json",
              RULES("{\"id\":\"a\",\"type\":\"spacing\",\"layer\":\"poly\",\"layer2\":\"contact\",\"min\":1.2e-7},"
                    "{\"id\":\"b\",\"type\":\"extension\",\"layer\":\"poly\",\"layer2\":\"active\",\"min\":2.1e-7},"
                    "{\"id\":\"c\",\"type\":\"enclosure\",\"layer\":\"contact\",\"layer2\":\"active\",\"min\":1.1e-7},"
                    "{\"id\":\"d\",\"type\":\"width\",\"layer\":\"metal1\",\"min\":2e-7},"
                    "{\"id\":\"e\",\"type\":\"density\",\"layer\":\"metal1\",\"min\":0.06},"
                    "{\"id\":\"f\",\"type\":\"width\",\"layer\":\"none\",\"min\":1e-6}"));
    for (int i = 0; i < 5; i++) {
        char path[40];
        snprintf(path, sizeof path, "drc/counts/%d/count", i);
        assert_eq(number_at(json, path), expected[i]);
    }
    assert_int_equal(count_at(json, "drc/counts"), 5);
    assert_true(cJSON_IsNull(at(json, "metrics/drc_error_count"))); /* f could not be checked */
    assert_eq(number_at(json, "drc/violation_count"), 26);
    assert_string_equal(text_at(json, "drc/not_checked/0/layer"), "77/0");
    cJSON_Delete(json);
}

/* A rule that cannot be checked leaves the number unknown, however clean the others are. */
static void test_not_checked(void **state) {
    (void)state;
    cJSON *json = check("some.json", RULES("{\"id\":\"a\",\"type\":\"width\",\"layer\":\"poly\",\"min\":1e-7},"
                                           "{\"id\":\"b\",\"type\":\"spacing\",\"layer\":\"poly\",\"max\":1e-6},"
                                           "{\"id\":\"c\",\"type\":\"width\",\"layer\":\"poly\",\"min\":1e-10}"));
    assert_eq(number_at(json, "drc/rules_checked"), 1);
    assert_eq(number_at(json, "drc/violation_count"), 0);
    assert_true(cJSON_IsNull(at(json, "metrics/drc_error_count")));
    assert_string_equal(text_at(json, "drc/not_checked/0/reason"), "max_of_length");
    assert_string_equal(text_at(json, "drc/not_checked/1/reason"), "below_grid");
    assert_true(lists(at(json, "not_evaluated"), "drc_error_count"));
    assert_false(true_at(json, "passed"));
    assert_non_null(strstr(text_at(json, "notes/0"), "could not be checked"));
    cJSON_Delete(json);
    json = check("none.json", RULES("")); /* no rules: no errors, and that is known */
    assert_eq(number_at(json, "metrics/drc_error_count"), 0);
    assert_true(true_at(json, "passed"));
    cJSON_Delete(json);
}

static void test_many_rules(void **state) {
    (void)state;
    lob_buf b;
    lob_buf_init(&b, 0);
    lob_buf_add_text(&b, "{\"tech\":\"T\",\"layers\":{\"m\":10},\"rules\":[");
    for (int i = 0; i < 130; i++) {
        lob_buf_printf(&b, "%s{\"id\":\"r%d\",\"type\":\"width\",\"layer\":\"m\",\"min\":2e-7}", i ? "," : "", i);
    }
    lob_buf_add_text(&b, "]}");
    const char *path = bench_file(&t, "130.json", &b);
    cJSON *json = run(&t, LOB_OK, "evaluate_layout", "{\"session_id\":\"%s\",\"drc_rules_path\":\"%s\"}", pair, path);
    assert_eq(number_at(json, "metrics/drc_error_count"), 130);
    assert_eq(count_at(json, "drc/counts"), 100);
    assert_eq(number_at(json, "drc/counts_dropped"), 30);
    cJSON_Delete(json);
}

static cJSON *match(const char *session, const char *netlist) {
    return run(&t, LOB_OK, "evaluate_layout", "{\"session_id\":\"%s\",\"netlist_path\":\"%s\"}", session,
               text_file(&t, "match.json", netlist));
}

#define MOS(id, gate, drain, source)                                                                                   \
    "{\"id\":\"" id "\",\"type\":\"nmos\",\"w\":2e-6,\"l\":2e-7,\"terminals\":{\"g\":\"" gate "\",\"d\":\"" drain      \
    "\",\"s\":\"" source "\",\"b\":\"vss\"}}"
#define NETLIST(devices) "{\"top\":\"c\",\"cells\":[{\"name\":\"c\",\"devices\":[" devices "]}]}"

static void test_matching_unknown(void **state) {
    (void)state;
    /* M9 is in no cell: its group has no score, and so the whole has none. */
    cJSON *json = match(pair, NETLIST(MOS("M1", "n1", "n1", "vss") "," MOS("M9", "n1", "out", "vss")));
    assert_true(cJSON_IsNull(at(json, "metrics/matching_score")));
    assert_string_equal(text_at(json, "matching/groups/0/missing/0"), "M9");
    assert_int_equal(count_at(json, "placements"), 1);
    assert_non_null(strstr(text_at(json, "notes/0"), "Not all devices"));
    cJSON_Delete(json);
    json = match(pair, NETLIST(MOS("M1", "a", "b", "vss")));
    assert_true(cJSON_IsNull(at(json, "metrics/matching_score")));
    assert_eq(count_at(json, "matching/groups"), 0);
    assert_non_null(strstr(text_at(json, "notes/0"), "no devices that must match"));
    assert_true(lists(at(json, "not_evaluated"), "matching_score"));
    cJSON_Delete(json);
    json = match(pair, "{\"top\":\"\",\"cells\":[]}");
    assert_int_equal(count_at(json, "matching/groups"), 0);
    cJSON_Delete(json);
}

/* A pair turned by 45 degrees, one beside another that is empty, and 12 units of one device. */
static void test_odd_layouts(void **state) {
    (void)state;
    lob_buf b;
    gds_begin(&b);
    gds_cell(&b, "M1");
    gds_box(&b, 1, 0, 0, 0, 1000, 1000);
    gds_cell_end(&b);
    gds_cell(&b, "M2");
    gds_box(&b, 1, 0, 0, 0, 1000, 1000);
    gds_cell_end(&b);
    gds_cell(&b, "ASKEW");
    gds_sref(&b, "M1", false, false, 0, 0);
    gds_element_end(&b);
    gds_sref(&b, "M2", false, false, 2000, 0); /* this unit alone would match */
    gds_element_end(&b);
    const int32_t xy[2] = {5000, 0};
    gds_record(&b, 0x0a, 0, NULL, 0);
    gds_string(&b, 0x12, "M2", 2);
    gds_bits(&b, 0x1a, 0);
    gds_record(&b, 0x1c, 5, "\x42\x2d\0\0\0\0\0\0", 8); /* 45 */
    gds_int32s(&b, 0x10, 2, xy);
    gds_element_end(&b);
    gds_cell_end(&b);
    gds_cell(&b, "FINGERS");
    gds_aref(&b, "M1", 12, 1, 0, 0, 2000, 2000);
    gds_element_end(&b);
    gds_aref(&b, "M2", 12, 1, 0, 2000, 2000, 2000);
    gds_element_end(&b);
    gds_cell_end(&b);
    gds_cell(&b, "LINE");
    gds_text(&b, 1, 0, 0, "a", 1);
    gds_text(&b, 1, 5, 0, "b", 1);
    gds_cell_end(&b);
    gds_cell(&b, "NOTHING");
    gds_cell_end(&b);
    gds_end(&b);
    char path[300];
    snprintf(path, sizeof path, "%s", bench_file(&t, "odd.gds", &b));
    static const char netlist[] = NETLIST(MOS("M1", "n1", "n1", "vss") "," MOS("M2", "n1", "out", "vss"));
    cJSON *json = match(open_session(&t, path, "ASKEW"), netlist);
    assert_true(cJSON_IsNull(at(json, "metrics/matching_score")));
    assert_string_equal(text_at(json, "matching/groups/0/missing/0"), "M2");
    assert_non_null(strstr(text_at(json, "notes/0"), "multiple of 90"));
    cJSON_Delete(json);
    json = match(open_session(&t, path, "FINGERS"), netlist);
    assert_eq(number_at(json, "placements/0/count"), 12);
    assert_eq(count_at(json, "placements/0/centers_um"), 8);
    assert_eq(number_at(json, "metrics/matching_score"), 1); /* one above the other: a horizontal axis */
    assert_true(near(number_at(json, "metrics/utilization"), 24. / (23 * 3)));
    cJSON_Delete(json);
    json = match(open_session(&t, path, "LINE"), netlist);
    assert_eq(number_at(json, "metrics/total_area"), 0);
    assert_true(cJSON_IsNull(at(json, "metrics/utilization")));
    cJSON_Delete(json);
    json = match(open_session(&t, path, "NOTHING"), netlist);
    assert_true(cJSON_IsNull(at(json, "metrics/total_area")));
    assert_true(true_at(json, "bbox_empty"));
    assert_eq(number_at(json, "covered_area_um2"), 0);
    cJSON_Delete(json);
}

static void test_many_places(void **state) {
    (void)state;
    lob_buf b, n;
    gds_begin(&b);
    lob_buf_init(&n, 0);
    lob_buf_add_text(&n, "{\"top\":\"c\",\"cells\":[{\"name\":\"c\",\"devices\":[");
    for (int i = 0; i < 210; i++) { /* one mirror of 210 */
        char name[16];
        snprintf(name, sizeof name, "D%d", i);
        gds_cell(&b, name);
        gds_box(&b, 1, 0, 0, 0, 100, 100);
        gds_cell_end(&b);
        lob_buf_printf(
            &n,
            "%s{\"id\":\"D%d\",\"type\":\"nmos\",\"w\":1e-6,\"l\":1e-7,\"terminals\":{\"g\":\"g\",\"d\":\"%s\","
            "\"s\":\"vss\",\"b\":\"vss\"}}",
            i ? "," : "", i, i ? "o" : "g");
    }
    gds_cell(&b, "TOP");
    for (int i = 0; i < 210; i++) {
        char name[16];
        snprintf(name, sizeof name, "D%d", i);
        gds_sref(&b, name, false, false, i * 200, 0);
        gds_element_end(&b);
    }
    gds_cell_end(&b);
    gds_end(&b);
    lob_buf_add_text(&n, "]}]}");
    const char *session = open_session(&t, bench_file(&t, "mirror.gds", &b), "TOP");
    cJSON *json = run(&t, LOB_OK, "evaluate_layout", "{\"session_id\":\"%s\",\"netlist_path\":\"%s\"}", session,
                      bench_file(&t, "mirror.json", &n));
    assert_int_equal(count_at(json, "placements"), 200);
    assert_true(lists(at(json, "notes"), "10 more devices were found than placements lists."));
    cJSON_Delete(json);
}

/* Each file's own errors come through, with the argument at fault. */
static void test_bad(void **state) {
    (void)state;
    static const char *const members[] = {"netlist_path", "drc_rules_path", "objectives_path"};
    static const char *const kinds[] = {"Netlist", "DRC rules", "Objectives"};
    for (int i = 0; i < 3; i++) {
        char expected[300];
        cJSON *json = run(&t, LOB_E_FILE_NOT_FOUND, "evaluate_layout", "{\"session_id\":\"%s\",\"%s\":\"%s/no.json\"}",
                          pair, members[i], t.folder);
        snprintf(expected, sizeof expected, "%s file not found: %s/no.json", kinds[i], t.folder);
        assert_message(json, expected);
        assert_string_equal(text_at(json, "details/argument"), members[i]);
        cJSON_Delete(json);
        json = run(&t, LOB_E_INVALID_TARGET, "evaluate_layout", "{\"session_id\":\"%s\",\"%s\":\"%s\"}", pair,
                   members[i], text_file(&t, "broken.json", "{"));
        assert_message(json, "Invalid JSON: ...");
        assert_string_equal(text_at(json, "details/argument"), members[i]);
        cJSON_Delete(json);
        json = run(&t, LOB_E_INVALID_TARGET, "evaluate_layout", "{\"session_id\":\"%s\",\"%s\":\"%s\"}", pair,
                   members[i], text_file(&t, "empty.json", "{}"));
        assert_message(json, "Schema validation failed: ...");
        cJSON_Delete(json);
    }
    cJSON_Delete(run(&t, LOB_E_SESSION_NOT_FOUND, "evaluate_layout", "{\"session_id\":\"ses_0123456789ab\"}"));
    static const char *const targets[] = {"\"cell\":\"NONE\"",         "\"metrics\":{\"performance\":1.1}",
                                          "\"metrics\":{\"cost\":-1}", "\"metrics\":{\"speed\":1}",
                                          "\"language\":\"en\"",       "\"netlist_path\":7"};
    for (size_t i = 0; i < sizeof targets / sizeof targets[0]; i++) {
        lob_case("%zu: %s", i, targets[i]);
        cJSON *json = run(&t, LOB_E_INVALID_TARGET, "evaluate_layout", "{\"session_id\":\"%s\",%s}", pair, targets[i]);
        assert_gt(strlen(text_at(json, "details/hint")), 10);
        cJSON_Delete(json);
    }
}

static void test_walled(void **state) {
    (void)state;
    bench walled;
    char roots[4200];
    assert_non_null(getcwd(roots, sizeof roots));
    bench_open_with(&walled, 3600 * 1000, 8, 1 << 30, roots);
    const char *session = open_session(&walled, fixture("design_pair.gds"), NULL);
    cJSON *json = run(&walled, LOB_E_FILE_NOT_FOUND, "evaluate_layout",
                      "{\"session_id\":\"%s\",\"netlist_path\":\"%s\"}", session, text_file(&walled, "n.json", "{}"));
    assert_string_equal(text_at(json, "details/reason"), "outside_roots");
    cJSON_Delete(json);
    bench_close(&walled);
}

static void test_memory(void **state) {
    (void)state;
    char arguments[16000];
    snprintf(arguments, sizeof arguments,
             "{\"session_id\":\"%s\",\"netlist_path\":\"%s\",\"drc_rules_path\":\"%s\",\"objectives_path\":\"%s\"}",
             pair, fixture("design/ota.netlist.json"), fixture("design/ota.drc_rules.json"),
             fixture("design/ota.objectives.json"));
    assert_gt(sweep_tool(&t, "evaluate_layout", arguments), 10);
}

/* A request's memory that ends anywhere: the call says so, or is done. */
static void squeeze(const char *text) {
    const lob_tool *tool = lob_tool_find(LOB_STR("evaluate_layout"), LOB_TOOLSET_FULL);
    lob_json_fault fault;
    cJSON *arguments = lob_json_parse(lob_str_from(text), &fault);
    const size_t step = getenv("LOB_TEST_STRIDE") ? 16384 : 128;
    size_t refused = 0;
    lob_status status = LOB_E_TOOL_LIMIT_EXCEEDED;
    assert_non_null(arguments);
    for (size_t size = 1024; status != LOB_OK && size < 10000000; size += step) {
        lob_arena *arena = lob_arena_new(size);
        lob_ctx ctx;
        lob_buf out;
        lob_ctx_init(&ctx, arena);
        lob_call call = {.ctx = &ctx, .sessions = t.sessions};
        lob_buf_init(&out, LOB_LIMIT_RESULT_SIZE);
        status = lob_tool_run(&call, tool, arguments, &out);
        if (status != LOB_OK) {
            assert_eq(status, LOB_E_TOOL_LIMIT_EXCEEDED);
        }
        refused += status != LOB_OK;
        lob_buf_release(&out);
        lob_arena_drop(arena);
    }
    assert_eq(status, LOB_OK);
    assert_gt(refused, 3);
    cJSON_Delete(arguments);
}

static void test_little_room(void **state) {
    (void)state;
    char text[16000], rules[256];
    static const char form[] =
        "{\"session_id\":\"%s\",\"netlist_path\":\"%s\",\"drc_rules_path\":\"%s\",\"objectives_path\":\"%s\"}";
    snprintf(text, sizeof text, form, pair, fixture("design/ota.netlist.json"), fixture("design/ota.drc_rules.json"),
             fixture("design/ota.objectives.json"));
    squeeze(text);
    snprintf(rules, sizeof rules, "%s",
             text_file(&t, "room.json",
                       RULES("{\"id\":\"a\",\"type\":\"width\",\"layer\":\"poly\"},"
                             "{\"id\":\"b\",\"type\":\"width\",\"layer\":\"none\",\"min\":1e-7}")));
    snprintf(text, sizeof text, form, pair, fixture("design/missing_device.netlist.json"), rules,
             fixture("design/ota.objectives.json"));
    squeeze(text);
}

static void put_device(lob_buf *b, const char *cell, int32_t x, const char *name, const char *parameters) {
    gds_sref(b, cell, false, false, x, 0);
    if (name) {
        gds_property(b, 61, name, strlen(name));
    }
    if (parameters) {
        gds_property(b, 62, parameters, strlen(parameters));
    }
    gds_element_end(b);
}

#define WIDE(id)                                                                                                       \
    "{\"id\":\"" id "\",\"type\":\"nmos\",\"w\":4e-6,\"l\":1.8e-7,"                                                    \
    "\"terminals\":{\"g\":\"g\",\"d\":\"d\",\"s\":\"s\",\"b\":\"b\"}}"

/* A as the netlist says, B of another width, C nowhere; a transistor that nobody names, and M9, which is none of it. */
static void test_comparison(void **state) {
    (void)state;
    lob_buf b;
    gds_begin(&b);
    gds_cell(&b, "NMOS");
    gds_box(&b, 1, 0, 0, 0, 2000, 4000);
    gds_cell_end(&b);
    gds_cell(&b, "TOP");
    put_device(&b, "NMOS", 0, "A", "w=4u l=0.18u");
    put_device(&b, "NMOS", 5000, "B", "w=2u");
    put_device(&b, "NMOS", 10000, NULL, NULL);
    put_device(&b, "NMOS", 15000, "M9", NULL);
    gds_cell_end(&b);
    gds_end(&b);
    const char *session = open_session(&t, bench_file(&t, "compared.gds", &b), "TOP");
    const char *netlist = text_file(
        &t, "compared.json",
        "{\"top\":\"t\",\"cells\":[{\"name\":\"t\",\"devices\":[" WIDE("A") "," WIDE("B") "," WIDE("C") "]}]}");
    cJSON *json =
        run(&t, LOB_OK, "evaluate_layout", "{\"session_id\":\"%s\",\"netlist_path\":\"%s\"}", session, netlist);
    assert_false(true_at(json, "comparison/agrees"));
    assert_eq(number_at(json, "comparison/found"), 2);
    assert_string_equal(text_at(json, "comparison/missing/0"), "C");
    assert_eq(number_at(json, "comparison/extra_count"), 2);
    assert_string_equal(text_at(json, "comparison/extra/0/name"), "NMOS");
    assert_string_equal(text_at(json, "comparison/extra/1/name"), "M9");
    assert_string_equal(text_at(json, "comparison/extra/1/cell"), "NMOS");
    assert_eq(number_at(json, "comparison/extra/1/center_um/x"), 16);
    assert_eq(number_at(json, "comparison/different_count"), 1);
    assert_string_equal(text_at(json, "comparison/different/0/device"), "B");
    assert_string_equal(text_at(json, "comparison/different/0/what"), "w");
    assert_eq(number_at(json, "comparison/different/0/expected"), 4);
    assert_eq(number_at(json, "comparison/different/0/drawn"), 2);
    cJSON_Delete(json);
    netlist = text_file(&t, "two.json", "{\"top\":\"t\",\"cells\":[{\"name\":\"t\",\"devices\":[" WIDE("A") "]}]}");
    json = run(&t, LOB_OK, "evaluate_layout", "{\"session_id\":\"%s\",\"netlist_path\":\"%s\"}", session, netlist);
    assert_eq(number_at(json, "comparison/extra_count"), 3);
    cJSON_Delete(json);
}

/* Each file's warnings, in the order netlist, rules, objectives. */
static void test_warnings(void **state) {
    (void)state;
    char netlist[256], rules[256];
    snprintf(netlist, sizeof netlist, "%s",
             text_file(&t, "n.json", "{\"schema_version\":\"1.8.0\",\"top\":\"\",\"cells\":[]}"));
    snprintf(rules, sizeof rules, "%s",
             text_file(&t, "r.json",
                       "{\"schema_version\":\"1.8.0\",\"tech\":\"T\",\"layers\":{\"a\":70,\"b\":71},\"rules\":["
                       "{\"id\":\"r\",\"type\":\"overlap\",\"layer\":\"a\",\"layer2\":\"b\",\"min\":1e-7}]}"));
    cJSON *json =
        run(&t, LOB_OK, "evaluate_layout",
            "{\"session_id\":\"%s\",\"netlist_path\":\"%s\",\"drc_rules_path\":\"%s\",\"objectives_path\":\"%s\"}",
            pair, netlist, rules, text_file(&t, "o.json", "{\"objectives\":[]}"));
    assert_string_equal(text_at(json, "warnings/0/kind"), "newer_version");
    assert_string_equal(text_at(json, "warnings/1/kind"), "newer_version");
    assert_string_equal(text_at(json, "warnings/2/kind"), "no_weight");
    assert_int_equal(count_at(json, "warnings"), 3);
    assert_string_equal(text_at(json, "drc/not_checked/0/layer"), "70/0");
    assert_false(true_at(json, "passed"));
    cJSON_Delete(json);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_broken),
        cmocka_unit_test(test_mended),
        cmocka_unit_test(test_alone),
        cmocka_unit_test(test_drc_counts),
        cmocka_unit_test(test_not_checked),
        cmocka_unit_test(test_many_rules),
        cmocka_unit_test(test_matching_unknown),
        cmocka_unit_test(test_odd_layouts),
        cmocka_unit_test(test_many_places),
        cmocka_unit_test(test_bad),
        cmocka_unit_test(test_walled),
        cmocka_unit_test(test_memory),
        cmocka_unit_test(test_little_room),
        cmocka_unit_test(test_warnings),
        cmocka_unit_test(test_comparison),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
