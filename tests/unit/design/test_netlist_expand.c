/* Sub-cells: names and nets by hand, faults in the words of the parser, and bombs that must not be lit. */
#include "tests/support/lob_test.h"

#include "bench.h"

#include "base/limits.h"
#include "design/netlist.h"

#define R(id, p, n) "{\"id\": \"" id "\", \"type\": \"resistor\", \"terminals\": {\"p\": \"" p "\", \"n\": \"" n "\"}}"
#define CELL(name, devices, subcells)                                                                                  \
    "{\"name\": \"" name "\", \"devices\": [" devices "], \"subcells\": [" subcells "]}"
#define X(name, cell, connections)                                                                                     \
    "{\"name\": \"" name "\", \"cell\": \"" cell "\", \"connections\": {" connections "}}"
#define FILE_OF(cells) "{\"schema_version\": \"1.1.0\", \"cells\": [" cells "], \"top\": \"t\"}"

static lob_parsed_netlist read(bench *b, const char *text) {
    lob_parsed_netlist netlist;
    const lob_status status = lob_netlist_read_text(&b->ctx, lob_str_from(text), true, &netlist);
    if (status != LOB_OK) {
        print_message("%s\n", b->ctx.error.message);
    }
    assert_int_equal(status, LOB_OK);
    return netlist;
}

/* "ID.TERMINAL ID.TERMINAL" of a net. */
static void assert_net(const lob_circuit *circuit, size_t place, const char *name, const char *want) {
    char got[512] = "";
    assert_lt(place, circuit->nets.count);
    const lob_circuit_net *net = &circuit->nets.items[place];
    for (size_t i = 0; i < net->connections.count; i++) {
        const lob_terminal_ref *ref = &net->connections.items[i];
        snprintf(got + strlen(got), sizeof got - strlen(got), "%s%.*s.%.*s", i ? " " : "", (int)ref->device_id.size,
                 ref->device_id.data, (int)ref->terminal_name.size, ref->terminal_name.data);
    }
    assert_text(net->name, name);
    assert_string_equal(got, want);
}

/* A divider in a divider: y of the inner one is x of the outer, z of the inner is inner. */
static void two_levels_by_hand(void **state) {
    (void)state;
    bench b;
    begin(&b);
    const lob_parsed_netlist netlist = read(
        &b, FILE_OF(CELL("in", R("A", "y", "z") ", " R("B", "z", "vss"), "") ", " CELL(
                "mid", R("C", "x", "q"), X("I", "in", "\"y\": \"x\"")) ", " CELL("t", R("D", "n", "gnd"),
                                                                                 X("P", "mid", "\"x\": \"n\"") ", " X(
                                                                                     "Q", "mid", "\"q\": \"gnd\""))));
    const lob_circuit *c = &netlist.circuit;
    assert_int_equal(c->devices.count, 7);
    static const char *const ids[] = {"D", "P/C", "P/I/A", "P/I/B", "Q/C", "Q/I/A", "Q/I/B"};
    for (int i = 0; i < 7; i++) {
        assert_text(c->devices.items[i].id, ids[i]);
    }
    assert_int_equal(c->nets.count, 8);
    assert_net(c, 0, "n", "D.p P/C.p P/I/A.p");
    assert_net(c, 1, "gnd", "D.n Q/C.n");
    assert_net(c, 2, "P/q", "P/C.n");
    assert_net(c, 3, "P/I/z", "P/I/A.n P/I/B.p");
    assert_net(c, 4, "P/I/vss", "P/I/B.n");
    assert_net(c, 5, "Q/x", "Q/C.p Q/I/A.p");
    assert_net(c, 6, "Q/I/z", "Q/I/A.n Q/I/B.p");
    assert_net(c, 7, "Q/I/vss", "Q/I/B.n");
    assert_text(c->devices.items[5].terminals.items[0], "Q/x");
    assert_int_equal(c->nets.items[1].net_type, LOB_NET_TYPE_GROUND);
    assert_int_equal(c->nets.items[4].net_type, LOB_NET_TYPE_GROUND); /* by its name in the cell */
    assert_int_equal(netlist.notes.count, 1);
    assert_text(netlist.notes.items[0].kind, "supply_not_connected");
    assert_int_equal(netlist.notes.items[0].count, 2);
    end(&b);
}

/* A net that is only passed on, or only declared below, is none of the circuit unless a terminal is on it. */
static void nets_without_terminals(void **state) {
    (void)state;
    bench b;
    begin(&b);
    const lob_parsed_netlist netlist = read(
        &b,
        FILE_OF("{\"name\": \"u\", \"devices\": [], \"nets\": [\"a\", \"b\"]}, " CELL(
            "t", R("D", "n", "m"), X("P", "u", "\"a\": \"k\", \"b\": \"n\"") ", {\"name\": \"\", \"cell\": \"u\"}")));
    assert_int_equal(netlist.circuit.nets.count, 2);
    assert_int_equal(netlist.circuit.devices.count, 1);
    end(&b);
}

static void refused(const char *text, lob_status code, const char *message, const char *reason) {
    bench b;
    lob_parsed_netlist netlist;
    begin(&b);
    lob_netlist_read_text(&b.ctx, lob_str_from(text), true, &netlist);
    assert_error(&b.ctx.error, code, message, "NetlistParseError", reason);
    end(&b);
}

static void what_cannot_be_expanded(void **state) {
    (void)state;
    refused(FILE_OF(CELL("t", "", X("P", "u", ""))), LOB_E_INVALID_TARGET, "Subcell not found: u", "subcell");
    refused(FILE_OF(CELL("t", "", X("P", "t", ""))), LOB_E_INVALID_TARGET, "Recursive subcell: t", "recursion");
    refused(
        FILE_OF(CELL("t", "", X("P", "u", "")) ", " CELL("u", "", X("P", "v", "")) ", " CELL("v", "", X("P", "u", ""))),
        LOB_E_INVALID_TARGET, "Recursive subcell: u", "recursion");
    refused(FILE_OF(CELL("u", R("A", "x", "y"), "") ", " CELL("t", "", X("P", "u", "\"z\": \"n\""))),
            LOB_E_INVALID_TARGET, "Unknown net in connections: z", "connection");
    refused(FILE_OF("{\"name\": \"u\", \"devices\": [" R("A", "x", "y") "], \"ports\": [\"x\"]}, " CELL(
                "t", "", X("P", "u", "\"x\": \"m\", \"y\": \"n\""))),
            LOB_E_INVALID_TARGET, "No port of the subcell in connections: y", "connection");
    refused(FILE_OF("{\"name\": \"u\", \"devices\": [" R("A", "x", "y") "], \"ports\": [\"x\", \"y\"]}, " CELL(
                "t", "", X("P", "u", "\"x\": \"m\""))),
            LOB_E_INVALID_TARGET, "Port not connected: y", "connection");
    refused(FILE_OF(CELL("u", R("A", "x", "y"), "") ", " CELL("t", R("P/A", "a", "b"), X("P", "u", ""))),
            LOB_E_INVALID_TARGET, "Two devices have one id when subcells are expanded: P/A", "name_clash");
    refused(FILE_OF(CELL("u", R("A", "x", "y"), "") ", " CELL("t", R("B", "P/x", "b"), X("P", "u", ""))),
            LOB_E_INVALID_TARGET, "Two nets have one name when subcells are expanded: P/x", "name_clash");
}

/* What the top cell does not reach may be broken. */
static void cells_that_are_not_used(void **state) {
    (void)state;
    bench b;
    begin(&b);
    read(&b, FILE_OF(CELL("t", R("A", "x", "y"), "") ", " CELL("v", "", X("P", "v", ""))));
    end(&b);
}

/* Cells c0 ... c(levels - 1), each two of the one before, then t, with two of the last. */
static char *tower(unsigned levels, unsigned width, const char *floor) {
    const size_t size = 4096 + (size_t)levels * (width + 2) * 64;
    char *text = malloc(size);
    size_t at = (size_t)snprintf(text, size, "{\"cells\": [{\"name\": \"c0\", \"devices\": [%s]}", floor);
    for (unsigned i = 1; i <= levels; i++) {
        at += (size_t)snprintf(text + at, size - at, ", {\"name\": \"%s%u\", \"devices\": [], \"subcells\": [",
                               i == levels ? "t" : "c", i);
        for (unsigned k = 0; k < width; k++) {
            at += (size_t)snprintf(text + at, size - at, "%s{\"name\": \"X%u\", \"cell\": \"c%u\"}", k ? ", " : "", k,
                                   i - 1);
        }
        at += (size_t)snprintf(text + at, size - at, "]}");
    }
    snprintf(text + at, size - at, "], \"top\": \"t%u\"}", levels);
    return text;
}

static void limited(unsigned levels, unsigned width, const char *floor, const char *limit) {
    char *text = tower(levels, width, floor);
    bench b;
    lob_parsed_netlist netlist;
    lob_arena *small = lob_arena_new(4u << 20); /* no room for what it would be */
    lob_ctx_init(&b.ctx, small);
    lob_netlist_read_text(&b.ctx, lob_str_from(text), true, &netlist);
    assert_int_equal(b.ctx.error.code, LOB_E_TOOL_LIMIT_EXCEEDED);
    assert_string_equal(detail(&b.ctx.error, "reason"), "limit");
    assert_string_equal(detail(&b.ctx.error, "limit_name"), limit);
    lob_arena_drop(small);
    free(text);
}

static void bombs_are_not_lit(void **state) {
    (void)state;
    limited(60, 2, R("A", "x", "y"), "circuit_devices");
    limited(17, 2, R("A", "x", "y"), "circuit_devices"); /* 131072 */
    limited(60, 2, "", "circuit_terminals");             /* nothing but instances */
    limited(64, 4, "", "circuit_terminals");             /* beyond 2^64 */
    limited(65, 1, R("A", "x", "y"), "circuit_depth");
    limited(2000, 1, R("A", "x", "y"), "circuit_depth");
    bench b;
    begin(&b);
    char *text = tower(LOB_LIMIT_CIRCUIT_DEPTH, 1, R("A", "x", "y"));
    assert_int_equal(read(&b, text).circuit.devices.items[0].id.size, 64 * 3 + 1);
    free(text);
    text = tower(10, 2, R("A", "x", "y"));
    assert_int_equal(read(&b, text).circuit.nets.count, 2048);
    free(text);
    end(&b);
}

/* 1000 instances of a device whose id has 100000 bytes: few devices, much text. */
static void long_names(void **state) {
    (void)state;
    char *device = malloc(200000);
    const int head = sprintf(device, "{\"id\": \"");
    memset(device + head, 'x', 100000);
    sprintf(device + head + 100000, "\", \"type\": \"resistor\", \"terminals\": {}}");
    char *text = malloc(400000), *body = tower(1, 1000, "");
    const char *place = strstr(body, "[]");
    sprintf(text, "%.*s[%s]%s", (int)(place - body), body, device, place + 2);
    bench b;
    lob_parsed_netlist netlist;
    begin(&b);
    assert_int_equal(lob_netlist_read_text(&b.ctx, lob_str_from(text), true, &netlist), LOB_E_TOOL_LIMIT_EXCEEDED);
    assert_string_equal(detail(&b.ctx.error, "limit_name"), "circuit_text_size");
    end(&b);
    free(text);
    free(body);
    free(device);
}

static void a_cancelled_request_ends(void **state) {
    (void)state;
    bench b;
    lob_parsed_netlist netlist;
    lob_cancel cancel;
    begin(&b);
    atomic_init(&cancel.requested, true);
    b.ctx.cancel = &cancel;
    char *text = tower(3, 2, R("A", "x", "y"));
    assert_int_equal(lob_netlist_read_text(&b.ctx, lob_str_from(text), true, &netlist), LOB_E_CANCELLED);
    free(text);
    end(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_levels_by_hand),       cmocka_unit_test(nets_without_terminals),
        cmocka_unit_test(what_cannot_be_expanded),  cmocka_unit_test(cells_that_are_not_used),
        cmocka_unit_test(bombs_are_not_lit),        cmocka_unit_test(long_names),
        cmocka_unit_test(a_cancelled_request_ends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
