/* Netlists: the seed's errors word for word and in their order, what it says of nets, and both versions alike. */
#include "tests/support/lob_test.h"

#include "bench.h"

#include "design/netlist.h"
#include "gen/write.h"
#include "json/reader.h"

#define MOS(id, type, more, g, d, s, b)                                                                                \
    "{\"id\": \"" id "\", \"type\": \"" type "\"" more ", \"terminals\": {\"g\": \"" g "\", \"d\": \"" d               \
    "\", \"s\": \"" s "\", \"b\": \"" b "\"}}"
#define SIZED       ", \"w\": 2e-6, \"l\": 0.18e-6"
#define ONE(device) "{\"cells\": [{\"name\": \"t\", \"devices\": [" device "]}], \"top\": \"t\"}"
#define RES(id)     "{\"id\": \"" id "\", \"type\": \"resistor\", \"terminals\": {\"p\": \"a\", \"n\": \"b\"}}"

static void refused(const char *text, const char *message, const char *reason) {
    bench b;
    lob_parsed_netlist netlist;
    begin(&b);
    lob_netlist_read_text(&b.ctx, lob_str_from(text), true, &netlist);
    assert_error(&b.ctx.error, LOB_E_INVALID_TARGET, message, "NetlistParseError", reason);
    end(&b);
}

#define TWICE "an id that no other device of the cell has, got one twice"
#define NAMED "a name that no device or other instance of the cell has, got one twice"

/* The order of the seed, and of its tables: an error stands before those that the same text has further down. */
static void each_error_of_the_seed(void **state) {
    (void)state;
    refused("{\"cells\": [}",
            "Invalid JSON: value is neither null, true, false, a number, a string, an array nor an object (line 1, "
            "column 12)",
            "json");
    refused("{\"schema_version\": \"2.0.0\", \"cells\": [{\"devices\": [{\"type\": \"npn\"}]}]}",
            "Unsupported schema version: 2.0.0", "version");
    refused("{\"cells\": [{\"devices\": [{\"type\": \"npn\"}]}]}", "Unknown device type: npn", "device_type");
    refused(ONE("{\"id\": \"Q\", \"type\": \"NMOS\"}"), "Unknown device type: NMOS", "device_type");
    refused("{\"top\": \"t\"}", "Schema validation failed: $.cells - expected array, got nothing", "schema");
    refused("[]", "Schema validation failed: $ - expected object, got array of 0", "schema");
    refused("{\"cells\": [], \"top\": 3}", "Schema validation failed: $.top - expected string, got number 3", "schema");
    refused("{\"cells\": [], \"top\": \"\", \"schema_version\": 1}",
            "Schema validation failed: $.schema_version - expected string, got number 1", "schema");
    refused(ONE("{\"id\": \"R\", \"type\": \"resistor\", \"terminals\": {}, \"w\": -1}"),
            "Schema validation failed: $.cells[0].devices[0].w - expected at least 0, got number -1", "schema");
    refused(ONE("{\"id\": \"R\", \"type\": \"resistor\", \"terminals\": {}, \"model\": null}"),
            "Schema validation failed: $.cells[0].devices[0].model - expected string, got null", "schema");
    refused(ONE("{\"id\": \"\", \"type\": \"resistor\", \"terminals\": {}}"),
            "Schema validation failed: $.cells[0].devices[0].id - expected at least 1 byte, got 0 bytes", "schema");
    refused(ONE(MOS("M", "nmos", SIZED ", \"m\": 0", "a", "b", "c", "d")),
            "Schema validation failed: $.cells[0].devices[0].m - expected at least 1, got number 0", "schema");
    refused("{\"cells\": [], \"top\": \"t\"}", "Top cell not found: t", "top_cell");
    refused("{\"cells\": [{\"name\": \"\", \"devices\": []}], \"top\": \"t\"}", "Top cell not found: t", "top_cell");
    refused("{\"cells\": [{\"name\": \"t\", \"devices\": []}], \"top\": \"\"}", "Top cell not found: ", "top_cell");
}

static void what_the_tables_say(void **state) {
    (void)state;
    refused(ONE(MOS("M", "nmos", ", \"l\": 1e-7", "a", "b", "c", "d")),
            "Schema validation failed: $.cells[0].devices[0].w - expected a width above 0 in metres, got nothing",
            "schema");
    refused(ONE(MOS("M", "pmos", ", \"w\": 1e-7, \"l\": 0", "a", "b", "c", "d")),
            "Schema validation failed: $.cells[0].devices[0].l - expected a length above 0 in metres, got 0", "schema");
    refused(
        ONE("{\"id\": \"M\", \"type\": \"nmos\"" SIZED ", \"terminals\": {\"g\": \"a\", \"d\": \"b\", \"b\": \"c\"}}"),
        "Schema validation failed: $.cells[0].devices[0].terminals.s - expected a net, got nothing", "schema");
    refused(ONE(MOS("M", "nmos", SIZED, "a", "", "c", "d")),
            "Schema validation failed: $.cells[0].devices[0].terminals - expected names of nets, got an empty one",
            "schema");
    refused(ONE(RES("R") ", " RES("S") ", " RES("R")),
            "Schema validation failed: $.cells[0].devices[2].id - expected " TWICE, "schema");
    refused("{\"cells\": [{\"name\": \"t\", \"devices\": [" RES(
                "R") "], \"subcells\": [{\"name\": \"R\", \"cell\": \"u\"}]}], "
                     "\"top\": \"t\"}",
            "Schema validation failed: $.cells[0].subcells[0].name - expected " NAMED, "schema");
    refused("{\"cells\": [{\"name\": \"t\", \"devices\": []}, {\"name\": \"t\", \"devices\": []}], \"top\": \"t\"}",
            "Schema validation failed: $.cells[1].name - expected a name that no other cell has, got one twice",
            "schema");
}

static void each_bad_fixture(void **state) {
    (void)state;
    static const char *const cases[][2] = {
        {"bad_json.json", "Invalid JSON: object key is not a string (line 1, column 25)"},
        {"bad_version.json", "Unsupported schema version: 2.0.0"},
        {"bad_device_type.json", "Unknown device type: npn"},
        {"bad_width.json",
         "Schema validation failed: $.cells[0].devices[0].w - expected a width above 0 in metres, got 0"},
        {"bad_terminals.json",
         "Schema validation failed: $.cells[0].devices[0].terminals.b - expected a net, got nothing"},
        {"bad_id_twice.json", "Schema validation failed: $.cells[0].devices[1].id - expected " TWICE},
        {"bad_top.json", "Top cell not found: u"},
        {"bad_recursion.json", "Recursive subcell: a"},
        {"bad_bomb.json", "The circuit exceeds the limit circuit_devices of 100000"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        lob_case("%s", cases[i][0]);
        bench b;
        lob_parsed_netlist netlist;
        begin(&b);
        assert_ne(lob_netlist_read_text(&b.ctx, fixture(&b, LOB_DESIGN_NETLIST, cases[i][0]), true, &netlist), LOB_OK);
        assert_string_equal(b.ctx.error.message, cases[i][1]);
        end(&b);
    }
}

static lob_parsed_netlist read(bench *b, const char *text) {
    lob_parsed_netlist netlist;
    const lob_status status = lob_netlist_read_text(&b->ctx, lob_str_from(text), true, &netlist);
    if (status != LOB_OK) {
        print_message("%s\n", b->ctx.error.message);
    }
    assert_int_equal(status, LOB_OK);
    return netlist;
}

static void an_empty_netlist(void **state) {
    (void)state;
    bench b;
    begin(&b);
    const lob_parsed_netlist netlist = read(&b, "{\"cells\": [], \"top\": \"\"}");
    assert_text(netlist.circuit.name, "");
    assert_int_equal(netlist.circuit.devices.count + netlist.circuit.nets.count + netlist.circuit.modules.count, 0);
    end(&b);
}

static void names_of_supplies(void **state) {
    (void)state;
    static const char *const power[] = {"vdd", "VCC", "Avdd", "dvDD"}, *const ground[] = {"vss", "GND", "aVss", "DVSS"};
    static const char *const signal[] = {"", "vdda", "vd", "a/vdd", "vdd!", "0", "ground", "gnd ", "vddvdd"};
    for (int i = 0; i < 4; i++) {
        assert_int_equal(lob_net_type_of(lob_str_from(power[i])), LOB_NET_TYPE_POWER);
        assert_int_equal(lob_net_type_of(lob_str_from(ground[i])), LOB_NET_TYPE_GROUND);
    }
    for (int i = 0; i < 9; i++) {
        assert_int_equal(lob_net_type_of(lob_str_from(signal[i])), LOB_NET_TYPE_SIGNAL);
    }
}

/* By hand. Nets come by their first terminal; declared ones without a terminal are left out; unknown members stay. */
static void a_circuit_by_hand(void **state) {
    (void)state;
    bench b;
    lob_buf out;
    lob_jsonw w;
    begin(&b);
    const lob_parsed_netlist netlist = read(
        &b, "{\"cells\": [{\"name\": \"t\", \"devices\": [" MOS(
                "M1", "nmos", SIZED ", \"nf\": 2", "in", "out", "GND",
                "GND") ", {\"id\": \"R1\", \"type\": \"resistor\", \"value\": 1e3, \"tags\": [\"x\", {\"a\": null}], "
                       "\"terminals\": {\"p\": \"vdd\", \"n\": \"out\"}}], \"nets\": [\"spare\", \"out\"]}], \"top\": "
                       "\"t\"}");
    lob_buf_init(&out, 0);
    lob_jsonw_init(&w, &out);
    lob_circuit_write(&w, &netlist.circuit);
    assert_string_equal(
        out.data,
        "{\"name\":\"t\",\"devices\":[{\"id\":\"M1\",\"type\":\"nmos\",\"model\":null,\"params\":{\"w\":0.000002,\"l\":"
        "1.8e-7,"
        "\"m\":1,\"nf\":2,\"extra\":{}},\"terminals\":{\"g\":\"in\",\"d\":\"out\",\"s\":\"GND\",\"b\":\"GND\"}},{"
        "\"id\":\"R1\","
        "\"type\":\"resistor\",\"model\":null,\"params\":{\"w\":null,\"l\":null,\"m\":1,\"nf\":1,\"extra\":{\"value\":"
        "1000,"
        "\"tags\":[\"x\",{\"a\":null}]}},\"terminals\":{\"p\":\"vdd\",\"n\":\"out\"}}],\"nets\":[{\"name\":\"in\","
        "\"connections\":[{\"device_id\":\"M1\",\"terminal_name\":\"g\"}],\"net_type\":\"signal\"},{\"name\":\"out\","
        "\"connections\":[{\"device_id\":\"M1\",\"terminal_name\":\"d\"},{\"device_id\":\"R1\",\"terminal_name\":\"n\"}"
        "],"
        "\"net_type\":\"signal\"},{\"name\":\"GND\",\"connections\":[{\"device_id\":\"M1\",\"terminal_name\":\"s\"},"
        "{\"device_id\":\"M1\",\"terminal_name\":\"b\"}],\"net_type\":\"ground\"},{\"name\":\"vdd\",\"connections\":[{"
        "\"device_id\":\"R1\",\"terminal_name\":\"p\"}],\"net_type\":\"power\"}],\"modules\":[]}");
    lob_buf_release(&out);
    assert_int_equal(netlist.notes.count, 2);
    assert_text(netlist.notes.items[0].kind, "undeclared_net");
    assert_int_equal(netlist.notes.items[0].count, 3); /* in, GND, vdd */
    assert_text(netlist.notes.items[1].kind, "unused_net");
    assert_text(netlist.schema_version, "1.0.0");
    end(&b);
}

/* 1.0.0 read as it is and 1.0.0 migrated to 1.1.0 give the same circuit, of every good fixture. */
static void both_versions_read_alike(void **state) {
    (void)state;
    static const char *const names[] = {"ota_5t.json", "folded_cascode.json", "two_stage_miller.json",
                                        "mirror_cascode.json", "empty.json"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        lob_case("%zu: %s", i, names[i]);
        bench b;
        lob_json_fault fault;
        lob_buf out[2];
        begin(&b);
        const lob_str text = fixture(&b, LOB_DESIGN_NETLIST, names[i]);
        cJSON *json = lob_json_parse(text, &fault);
        assert_int_equal(lob_design_migrate(&b.ctx, LOB_DESIGN_NETLIST, json, LOB_STR("1.0.0"), LOB_STR("1.1.0")),
                         LOB_OK);
        char *newer = cJSON_PrintUnformatted(json);
        for (int k = 0; k < 2; k++) {
            lob_jsonw w;
            lob_buf_init(&out[k], 0);
            lob_jsonw_init(&w, &out[k]);
            const lob_parsed_netlist netlist = read(&b, k == 0 ? text.data : newer);
            assert_text(netlist.schema_version, k == 0 ? "1.0.0" : "1.1.0");
            assert_false(netlist.is_migrated);
            lob_circuit_write(&w, &netlist.circuit);
        }
        assert_string_equal(out[0].data, out[1].data);
        lob_buf_release(&out[0]);
        lob_buf_release(&out[1]);
        cJSON_free(newer);
        cJSON_Delete(json);
        end(&b);
    }
}

#define TYPED(version, types)                                                                                          \
    "{\"schema_version\": \"" version                                                                                  \
    "\", \"cells\": [{\"name\": \"t\", \"devices\": [" RES("R") "], \"net_types\": " types "}], \"top\": \"t\"}"

static void what_a_version_brought(void **state) {
    (void)state;
    bench b;
    begin(&b);
    lob_parsed_netlist netlist = read(&b, TYPED("1.1.0", "{\"a\": \"power\", \"c\": \"ground\"}"));
    assert_int_equal(netlist.circuit.nets.items[0].net_type, LOB_NET_TYPE_POWER);
    assert_int_equal(netlist.circuit.nets.count, 2);
    netlist = read(&b, TYPED("1.0.0", "{\"a\": \"power\"}")); /* meant nothing then */
    assert_int_equal(netlist.circuit.nets.items[0].net_type, LOB_NET_TYPE_SIGNAL);
    assert_false(netlist.is_migrated);
    netlist = read(&b, TYPED("1.0.3", "5"));
    assert_true(netlist.is_migrated);
    netlist = read(&b, TYPED("1.4.0", "{\"a\": \"ground\"}")); /* newer: what is known of it counts */
    assert_int_equal(netlist.circuit.nets.items[0].net_type, LOB_NET_TYPE_GROUND);
    assert_text(netlist.notes.items[0].kind, "newer_version");
    assert_text(netlist.schema_version, "1.4.0");
    assert_false(netlist.is_migrated);
    end(&b);
    refused(TYPED("1.1.0", "{\"a\": \"supply\"}"),
            "Schema validation failed: $.cells[0].net_types.a - expected one of signal, power, ground, got string "
            "\"supply\"",
            "schema");
}

/* A width may be as small as a double can be. */
static void extreme_sizes(void **state) {
    (void)state;
    bench b;
    begin(&b);
    const lob_parsed_netlist netlist =
        read(&b, ONE(MOS("M1", "nmos", ", \"w\": 1e-300, \"l\": 1e308", "a", "a", "gnd",
                         "gnd") ", " MOS("M2", "nmos", ", \"w\": 1e300, \"l\": 5e-324", "a", "c", "gnd", "gnd")));
    assert_text(netlist.printed[0].w, "1e-300");
    assert_int_equal(netlist.circuit.modules.count, 1);
    assert_false(netlist.circuit.modules.items[0].properties.has_ratios); /* beyond a double */
    assert_false(netlist.circuit.modules.items[0].properties.matched);
    end(&b);
}

static lob_status work(lob_ctx *ctx, const void *arg) {
    lob_parsed_netlist netlist;
    return lob_netlist_read_text(ctx, *(const lob_str *)arg, true, &netlist);
}

static void memory_may_run_out_anywhere(void **state) {
    (void)state;
    static const char *const names[] = {"two_stage_miller.json", "subcells.json", "folded_cascode.json"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        bench b;
        begin(&b);
        const lob_str text = fixture(&b, LOB_DESIGN_NETLIST, names[i]);
        sweep_work(work, &text, 40);
        end(&b);
    }
    const lob_str one = lob_str_from(
        ONE("{\"id\": \"R\", \"type\": \"resistor\", \"tags\": [\"as long as two bounds are apart\"], \"terminals\": "
            "{\"p\": \"a\", \"n\": \"b\"}}"));
    for (int k = 0; k < (int)stride_pick(0, 2); k++) { /* a member that is kept, with each bound */
        sweep_work(work, &one, 10);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_error_of_the_seed),
        cmocka_unit_test(what_the_tables_say),
        cmocka_unit_test(each_bad_fixture),
        cmocka_unit_test(an_empty_netlist),
        cmocka_unit_test(names_of_supplies),
        cmocka_unit_test(a_circuit_by_hand),
        cmocka_unit_test(both_versions_read_alike),
        cmocka_unit_test(what_a_version_brought),
        cmocka_unit_test(extreme_sizes),
        cmocka_unit_test(memory_may_run_out_anywhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
