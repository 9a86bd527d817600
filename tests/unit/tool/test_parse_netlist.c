/* parse_netlist: the fixture's circuit as worked out by hand, and each line of the seed's table of errors (5.2.5). */
#include "tests/support/lob_test.h"

#include "bench_rig.h"
#include "design_support.h"

static void test_fixture(void **state) {
    (void)state;
    cJSON *json = run(&t, LOB_OK, "parse_netlist", "{\"path\":\"%s\"}", fixture("design/ota.netlist.json"));
    assert_string_equal(text_at(json, "circuit/name"), "ota");
    assert_eq(number_at(json, "parse_info/device_count"), 5);
    assert_eq(number_at(json, "parse_info/net_count"), 8); /* inp n1 tail vss, inn out, vdd, bias */
    assert_string_equal(text_at(json, "parse_info/file_version"), "1.0.0");
    assert_int_equal(count_at(json, "circuit/nets"), 8);
    assert_string_equal(text_at(json, "circuit/devices/4/id"), "M5");
    assert_eq(number_at(json, "circuit/devices/4/params/w"), 4e-6);
    assert_eq(number_at(json, "circuit/devices/4/params/nf"), 2);
    assert_eq(number_at(json, "circuit/devices/0/params/m"), 2);
    assert_string_equal(text_at(json, "circuit/devices/2/terminals/s"), "vdd");
    /* M1 and M2 share tail, M5 feeds it, M3 sets the current of M4. */
    const int count = count_at(json, "circuit/modules");
    assert_eq(number_at(json, "parse_info/module_count"), count);
    assert_eq(count, 3);
    assert_string_equal(text_at(json, "circuit/modules/0/type"), "differential_pair");
    assert_string_equal(text_at(json, "circuit/modules/0/properties/matched_devices/0/0"), "M1");
    assert_string_equal(text_at(json, "circuit/modules/0/properties/matched_devices/0/1"), "M2");
    assert_string_equal(text_at(json, "circuit/modules/1/type"), "current_mirror");
    assert_string_equal(text_at(json, "circuit/modules/1/properties/reference"), "M3");
    assert_string_equal(text_at(json, "circuit/modules/2/type"), "tail_current_source");
    assert_string_equal(text_at(json, "circuit/modules/2/devices/0"), "M5");
    for (int i = 0; i < 8; i++) {
        char path[64];
        snprintf(path, sizeof path, "circuit/nets/%d/name", i);
        const char *name = text_at(json, path);
        snprintf(path, sizeof path, "circuit/nets/%d/net_type", i);
        assert_string_equal(text_at(json, path), !strcmp(name, "vdd")   ? "power"
                                                 : !strcmp(name, "vss") ? "ground"
                                                                        : "signal");
    }
    cJSON_Delete(json);
}

/* One device with its nets, one net with its devices, and the modules that they are part of. */
static void test_one(void **state) {
    (void)state;
    const char *path = fixture("design/ota.netlist.json");
    cJSON *json = run(&t, LOB_OK, "parse_netlist", "{\"path\":\"%s\",\"device\":\"M3\"}", path);
    assert_int_equal(count_at(json, "circuit/devices"), 1);
    assert_string_equal(text_at(json, "circuit/devices/0/id"), "M3");
    assert_int_equal(count_at(json, "circuit/nets"), 2);
    assert_string_equal(text_at(json, "circuit/nets/0/name"), "n1");
    assert_string_equal(text_at(json, "circuit/nets/1/name"), "vdd");
    assert_int_equal(count_at(json, "circuit/modules"), 1);
    assert_string_equal(text_at(json, "circuit/modules/0/type"), "current_mirror");
    assert_eq(number_at(json, "parse_info/device_count"), 5);
    cJSON_Delete(json);
    json = run(&t, LOB_OK, "parse_netlist", "{\"path\":\"%s\",\"net\":\"tail\"}", path);
    assert_int_equal(count_at(json, "circuit/nets"), 1);
    assert_int_equal(count_at(json, "circuit/devices"), 3);
    assert_string_equal(text_at(json, "circuit/devices/2/id"), "M5");
    assert_int_equal(count_at(json, "circuit/modules"), 2);
    cJSON_Delete(json);
    json = run(&t, LOB_E_INVALID_TARGET, "parse_netlist", "{\"path\":\"%s\",\"device\":\"M9\"}", path);
    assert_int_equal(count_at(json, "details/candidates"), 5);
    cJSON_Delete(json);
    json = run(&t, LOB_E_INVALID_TARGET, "parse_netlist", "{\"path\":\"%s\",\"net\":\"no\"}", path);
    assert_string_equal(text_at(json, "details/argument"), "net");
    cJSON_Delete(json);
    cJSON_Delete(
        run(&t, LOB_E_INVALID_TARGET, "parse_netlist", "{\"path\":\"%s\",\"net\":\"vdd\",\"device\":\"M1\"}", path));
}

/* A SPICE file is read as the netlist.json that it becomes. */
static void test_spice(void **state) {
    (void)state;
    cJSON *json = run(&t, LOB_OK, "parse_netlist", "{\"path\":\"%s\"}", fixture("design/circuits/ota_5t.sp"));
    assert_string_equal(text_at(json, "circuit/name"), "ota_5t");
    assert_eq(number_at(json, "parse_info/device_count"), 5);
    assert_string_equal(text_at(json, "circuit/modules/0/type"), "differential_pair");
    assert_null(find(json, "warnings"));
    cJSON_Delete(json);
    json = run(&t, LOB_OK, "parse_netlist", "{\"path\":\"%s\"}", fixture("design/spice/hierarchy.sp"));
    assert_eq(number_at(json, "parse_info/device_count"), 14);
    assert_string_equal(text_at(json, "warnings/0/kind"), "not_converted");
    cJSON_Delete(json);
    json =
        run(&t, LOB_E_INVALID_TARGET, "parse_netlist", "{\"path\":\"%s\"}", fixture("design/spice/parts/inverter.sp"));
    assert_string_equal(text_at(json, "details/argument"), "path");
    assert_string_equal(text_at(json, "details/reason"), "spice");
    cJSON_Delete(json);
}

static void test_options(void **state) {
    (void)state;
    cJSON *json = run(&t, LOB_OK, "parse_netlist", "{\"path\":\"%s\",\"identify_modules\":false,\"language\":\"zh\"}",
                      fixture("design/ota.netlist.json"));
    assert_eq(number_at(json, "parse_info/module_count"), 0);
    assert_eq(count_at(json, "circuit/modules"), 0);
    /* The seed's summarize() of this netlist, word for word. */
    assert_string_equal(text_at(json, "summary"), "电路名: ota\n器件数: 5\n网络数: 8\n器件列表:\n"
                                                  "  - M1: nmos, W=2e-06, L=1.8e-07\n  - M2: nmos, W=2e-06, L=1.8e-07\n"
                                                  "  - M3: pmos, W=2e-06, L=1.8e-07\n  - M4: pmos, W=2e-06, L=1.8e-07\n"
                                                  "  - M5: nmos, W=4e-06, L=3.6e-07");
    cJSON_Delete(json);
    json = run(&t, LOB_OK, "parse_netlist", "{\"path\":\"%s\"}", fixture("design/ota.netlist.json"));
    assert_null(strstr(text_at(json, "summary"), "电"));
    assert_non_null(strstr(text_at(json, "summary"), "differential_pair"));
    assert_null(find(json, "warnings"));
    cJSON_Delete(json);
    json = run(&t, LOB_OK, "parse_netlist", "{\"path\":\"%s\"}",
               text_file(&t, "new.json", "{\"schema_version\":\"1.7.0\",\"cells\":[],\"top\":\"\"}"));
    assert_eq(number_at(json, "parse_info/device_count"), 0);
    assert_int_equal(count_at(json, "warnings"), 1); /* a later minor version */
    assert_string_equal(text_at(json, "parse_info/file_version"), "1.7.0");
    cJSON_Delete(json);
}

#define CELL(devices) "{\"top\":\"c\",\"cells\":[{\"name\":\"c\",\"devices\":[" devices "]}]}"

static void test_seed_errors(void **state) {
    (void)state;
    static const bad_file bad[] = {
        {"{\"cells\":", "Invalid JSON: ...", "json"},
        {"", "Invalid JSON: ...", "json"},
        {"{\"top\":\"c\"}", "Schema validation failed: ...", "schema"},
        {"[]", "Schema validation failed: ...", "schema"},
        {CELL("{\"id\":\"M1\",\"type\":\"nmos\",\"w\":1e-6,\"l\":0,\"terminals\":{\"g\":\"a\",\"d\":\"b\",\"s\":\"c\","
              "\"b\":\"d\"}}"),
         "Schema validation failed: ...", "schema"},
        {CELL("{\"id\":\"R1\",\"type\":\"resistor\",\"m\":0,\"terminals\":{}}"), "Schema validation failed: ...",
         "schema"},
        {CELL("{\"id\":\"Q1\",\"type\":\"bjt\",\"terminals\":{}}"), "Unknown device type: bjt", "device_type"},
        {CELL("{\"id\":\"Q1\",\"type\":\"bjt\"}"), "Unknown device type: bjt", "device_type"}, /* before the schema */
        {"{\"top\":\"d\",\"cells\":[{\"name\":\"c\",\"devices\":[]}]}", "Top cell not found: d", "top_cell"},
        {"{\"top\":\"\",\"cells\":[{\"name\":\"c\",\"devices\":[]}]}", "Top cell not found: ", "top_cell"},
        {"{\"schema_version\":\"2.0.0\",\"cells\":[],\"top\":\"\"}", "Unsupported schema version: 2.0.0", "version"},
    };
    assert_bad_files(&t, "parse_netlist", bad, sizeof bad / sizeof bad[0]);
    assert_bad_paths(&t, "parse_netlist", "Netlist");
    assert_walled("parse_netlist", "n.json");
}

enum { MANY = 300 };

/* MANY transistors in a row; vss has 2 terminals of each. */
static const char *many_devices(void) {
    lob_buf text;
    lob_buf_init(&text, 0);
    lob_buf_add_text(&text, ".subckt top a b\n");
    for (int i = 0; i < MANY; i++) {
        lob_buf_printf(&text, "M%d n%d n%d vss vss nmos w=1u l=0.18u\n", i, i, i + 1);
    }
    lob_buf_add_text(&text, ".ends\n");
    return bench_file(&t, "many.sp", &text);
}

static int size_of(const cJSON *json) {
    char *text = cJSON_PrintUnformatted(json);
    const int size = (int)strlen(text);
    cJSON_free(text);
    return size;
}

/* Every page is short, and all pages together are the whole. */
static void test_pages(void **state) {
    (void)state;
    char path[4096], cursor[64] = "";
    int devices = 0, nets = 0, pages = 0;
    snprintf(path, sizeof path, "%s", many_devices());
    do {
        cJSON *json = cursor[0] ? run(&t, LOB_OK, "parse_netlist",
                                      "{\"path\":\"%s\",\"max_chars\":8000,\"cursor\":\"%s\"}", path, cursor)
                                : run(&t, LOB_OK, "parse_netlist", "{\"path\":\"%s\",\"max_chars\":8000}", path);
        assert_le(size_of(json), 8000);
        assert_eq(number_at(json, "truncation/devices_dropped") + count_at(json, "circuit/devices"), MANY);
        devices += count_at(json, "circuit/devices");
        nets += count_at(json, "circuit/nets");
        snprintf(cursor, sizeof cursor, "%s", find(json, "next_cursor") ? text_at(json, "next_cursor") : "");
        pages++;
        cJSON_Delete(json);
    } while (cursor[0] && pages < 200);
    assert_eq(devices, MANY);
    assert_eq(nets, MANY + 2);
    assert_gt(pages, 5);
    cJSON *json = run(&t, LOB_OK, "parse_netlist", "{\"path\":\"%s\",\"net\":\"vss\",\"max_chars\":8000}", path);
    assert_eq(count_at(json, "circuit/nets/0/connections"), 40);
    assert_eq(number_at(json, "circuit/nets/0/connections_left_out"), 2 * MANY - 40);
    assert_le(size_of(json), 8000);
    snprintf(cursor, sizeof cursor, "%s", text_at(json, "next_cursor"));
    cJSON_Delete(json);
    cJSON_Delete(run(&t, LOB_E_INVALID_TARGET, "parse_netlist",
                     "{\"path\":\"%s\",\"max_chars\":8000,\"cursor\":\"%s\"}", path, cursor));
    json = run(&t, LOB_OK, "parse_netlist", "{\"path\":\"%s\",\"max_chars\":1000000}", path);
    assert_eq(count_at(json, "circuit/devices"), MANY);
    assert_null(find(json, "truncation"));
    assert_non_null(strstr(text_at(json, "summary"), "\n... ("));
    cJSON_Delete(json);
    json = run(&t, LOB_OK, "parse_netlist", "{\"path\":\"%s\",\"net\":\"vss\",\"max_chars\":1000000}", path);
    assert_eq(count_at(json, "circuit/nets/0/connections"), 2 * MANY);
    cJSON_Delete(json);
}

static void test_memory(void **state) {
    (void)state;
    char arguments[4400];
    snprintf(arguments, sizeof arguments, "{\"path\":\"%s\"}", fixture("design/ota.netlist.json"));
    assert_gt(sweep_tool(&t, "parse_netlist", arguments), 3);
    snprintf(arguments, sizeof arguments, "{\"path\":\"%s\",\"net\":\"n1\",\"max_chars\":1}",
             fixture("design/ota.netlist.json"));
    assert_gt(sweep_tool(&t, "parse_netlist", arguments), 3);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_one),     cmocka_unit_test(test_fixture), cmocka_unit_test(test_spice),
        cmocka_unit_test(test_options), cmocka_unit_test(test_pages),   cmocka_unit_test(test_seed_errors),
        cmocka_unit_test(test_memory),
    };
    return cmocka_run_group_tests(tests, setup_bench, teardown);
}
