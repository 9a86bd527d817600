/* SPICE netlists as whole files: what comes of the fixtures, and each fault with its line. The devices of the fixtures
 * are held to another reading by tests/oracle/spice.sh. */
#include <unistd.h>

#include "tests/support/lob_test.h"

#include "bench.h"

#include "base/buf.h"
#include "design/netlist.h"
#include "design/spice.h"

static lob_spice_netlist spice;
static lob_parsed_netlist parsed;

/* A text under a name; includes are read beside fixtures/design/spice. */
static lob_status read_named(bench *b, const char *name, const char *text, const lob_spice_options *options) {
    char path[4096];
    char *folder = realpath("fixtures/design/spice", NULL);
    assert_non_null(folder);
    snprintf(path, sizeof path, "%s/%s", folder, name);
    free(folder);
    lob_status status = lob_spice_read(&b->ctx, lob_str_from(path), lob_str_from(text), options, &spice);
    return status == LOB_OK ? lob_netlist_read_text(&b->ctx, spice.json, true, &parsed) : status;
}

static lob_status read_fixture(bench *b, const char *name, const lob_spice_options *options) {
    char relative[128];
    snprintf(relative, sizeof relative, "spice/%s", name);
    const lob_str text = fixture(b, LOB_DESIGN_NETLIST, relative);
    return read_named(b, name, lob_arena_strdup(b->arena, text.data, text.size), options);
}

static const lob_circuit_device *device_of(const char *id) {
    for (size_t i = 0; i < parsed.circuit.devices.count; i++) {
        if (lob_str_equal(parsed.circuit.devices.items[i].id, lob_str_from(id))) {
            return &parsed.circuit.devices.items[i];
        }
    }
    fail_msg("no device %s", id);
    return NULL;
}

static void assert_net(const lob_circuit_device *device, const char *terminal, const char *net) {
    for (size_t i = 0; i < device->terminals.count; i++) {
        if (lob_str_equal(device->terminals.names[i], lob_str_from(terminal))) {
            assert_text(device->terminals.items[i], net);
            return;
        }
    }
    fail_msg("no terminal %s", terminal);
}

static uint64_t left_of(const char *what) {
    for (size_t i = 0; i < spice.left_count; i++) {
        if (lob_str_equal(spice.left[i].what, lob_str_from(what))) {
            return spice.left[i].count;
        }
    }
    return 0;
}

static int64_t note_of(const char *kind) {
    for (size_t i = 0; i < spice.notes.count; i++) {
        if (lob_str_equal(spice.notes.items[i].kind, lob_str_from(kind))) {
            return spice.notes.items[i].count;
        }
    }
    return 0;
}

/* ---- fixtures ---- */

static void hierarchy(void **state) {
    (void)state;
    bench b;
    begin(&b);
    assert_eq(read_fixture(&b, "hierarchy.sp", NULL), LOB_OK);
    assert_text(spice.top, "hierarchy");
    assert_eq(parsed.circuit.devices.count, 14);
    assert_eq(left_of("V"), 1);
    assert_eq(left_of(".tran"), 1);
    /* stage of size 1: w0 = 1u; XOUT has wn = taper * w0 = 2u, m = 2, wp = 2 * wn; nf stays. */
    const lob_circuit_device *device = device_of("X1/XOUT/M2");
    assert_eq(device->type, LOB_DEVICE_TYPE_PMOS);
    assert_eq(device->params.w, 4e-6);
    assert_eq(device->params.l, 1.8e-7);
    assert_eq(device->params.m, 2);
    assert_eq(device->params.nf, 2);
    assert_net(device, "d", "b");
    assert_net(device, "g", "X1/mid");
    assert_net(device, "s", "vpwr");
    /* stages of size 4 are one cell, C and c one net */
    assert_eq(device_of("X3/XINV/M1")->params.w, 4e-6);
    assert_net(device_of("X3/XINV/M1"), "g", "c");
    assert_net(device_of("X3/XINV/M1"), "s", "0");
    assert_eq(spice.cell_count, 7); /* inverter four times, stage twice, the file */
    const lob_circuit_device *wide = device_of("X2/XOUT/M1");
    assert_eq(wide->params.w, 8e-6);
    assert_eq(wide->params.extra.count, 2);
    assert_text(wide->params.extra.names[1], "pd");
    assert_text(wide->params.extra.items[1], "0.000017"); /* 2 * (8u + 0.5u) */
    for (size_t i = 0; i < parsed.circuit.nets.count; i++) {
        const lob_circuit_net *net = &parsed.circuit.nets.items[i];
        assert_eq(net->net_type, lob_str_equal(net->name, LOB_STR("0")) ? LOB_NET_TYPE_GROUND : LOB_NET_TYPE_SIGNAL);
    }
    end(&b);
}

static void cdl(void **state) {
    (void)state;
    bench b;
    begin(&b);
    assert_eq(read_fixture(&b, "chip.cdl", NULL), LOB_OK);
    assert_text(spice.top, "TOP");
    assert_text(parsed.schema_version, "1.1.0");
    assert_eq(parsed.circuit.devices.count, 6);
    assert_eq(left_of("Q"), 1);
    const lob_circuit_device *device = device_of("XI1/MP0");
    assert_net(device, "g", "n1");
    assert_net(device, "d", "OUT");
    assert_net(device, "s", "vdd!");
    assert_eq(device->params.m, 2);
    const lob_circuit_device *resistor = device_of("RR0");
    assert_text(resistor->model, "rnpoly");
    assert_net(resistor, "b", "SUB");
    assert_eq(resistor->params.w, 2e-6);
    assert_eq(resistor->params.l, 1e-5);
    assert_text(resistor->params.extra.items[0], "1200");
    assert_text(device_of("CC0")->model, "mimcap");
    unsigned supplies = 0;
    for (size_t i = 0; i < parsed.circuit.nets.count; i++) {
        supplies += parsed.circuit.nets.items[i].net_type != LOB_NET_TYPE_SIGNAL;
    }
    assert_eq(supplies, 2);
    end(&b);
}

static void micrometres(void **state) {
    (void)state;
    static const char *const power[] = {"VPWR"}, *const ground[] = {"vgnd"};
    const lob_spice_options options = {.power = {power, 1}, .ground = {ground, 1}};
    bench b;
    begin(&b);
    assert_eq(read_fixture(&b, "sky130.spice", &options), LOB_OK);
    const lob_circuit_device *device = device_of("XM2");
    assert_eq(device->type, LOB_DEVICE_TYPE_PMOS);
    assert_eq(device->params.l, 1.5e-7);
    assert_eq(device->params.m, 3);
    assert_text(device_of("XM1")->params.extra.items[0], "2.9e-13"); /* 0.29 um2 */
    assert_eq(parsed.circuit.nets.items[2].net_type, LOB_NET_TYPE_GROUND);
    assert_eq(parsed.circuit.nets.items[3].net_type, LOB_NET_TYPE_POWER);
    end(&b);
}

/* ---- what options and odd lines do ---- */

#define TOP "* t\n.subckt t a b vdd vss\n"
#define MOS "M1 a b vss vss nch w=1u l=1u\n"

static void options(void **state) {
    (void)state;
    static const char *const n[] = {"ALVT", "blk"}, *const r[] = {"rpoly"}, *const c[] = {"mim"},
                             *const skip[] = {"dio"};
    const lob_spice_options given = {.top = LOB_STR("T"),
                                     .nmos = {n, 2},
                                     .resistors = {r, 1},
                                     .capacitors = {c, 1},
                                     .skipped = {skip, 1},
                                     .scale = 1e-6};
    bench b;
    begin(&b);
    assert_eq(read_named(&b, "x.sp",
                         TOP "M1 a b vss vss alvt w=1 l=2\nX2 a b vss vss blk w=1 l=2\nX3 a b rpoly w=1 l=2\n"
                             "X4 a b vss mim c=1p\nX5 a b dio\n.ends\n.subckt u a\nX1 a a a a t\n.ends\n",
                         &given),
              LOB_OK);
    assert_text(spice.top, "t");
    assert_eq(parsed.circuit.devices.count, 4);
    assert_eq(device_of("M1")->params.l, 2e-6);
    assert_eq(device_of("X2")->type, LOB_DEVICE_TYPE_NMOS);
    assert_eq(device_of("X3")->type, LOB_DEVICE_TYPE_RESISTOR);
    assert_net(device_of("X4"), "b", "vss");
    assert_eq(left_of("dio"), 1);
    assert_eq(note_of("not_reached"), 1);
    assert_eq(note_of("not_converted"), 1);
    end(&b);
}

static void models(void **state) {
    (void)state;
    bench b;
    begin(&b);
    assert_eq(
        read_named(&b, "x.sp",
                   "* t\n.model abc pmos (level=1)\n.model abc.2 pmos(level=1)\n.model d1 d\n.model rr r\n"
                   "M1 a b c c ABC w=1u l=1u\nR1 a b rr\nR2 a b rr 5k\nR3 a b 5k rr\nR4 a b r=2k\nC1 a b c=1p m=2\n"
                   "M2 a b c c n33 w=1u l=1u\nM3 a b c c p_hv w=1u l=1u\nM4 a b c c $[nch] w=1u l=1u\n"
                   "R5 a b w=1u l=2u $.model=xx\nD1 a b d1\nC2 a b \\\\\n2p \\ \n+ m=3\n",
                   NULL),
        LOB_OK);
    assert_eq(device_of("M1")->type, LOB_DEVICE_TYPE_PMOS);
    assert_eq(device_of("M2")->type, LOB_DEVICE_TYPE_NMOS);
    assert_eq(device_of("M3")->type, LOB_DEVICE_TYPE_PMOS);
    assert_text(device_of("M4")->model, "nch");
    assert_text(device_of("R2")->model, "rr");
    assert_text(device_of("R3")->params.extra.items[0], "5000");
    assert_text(device_of("R4")->params.extra.items[0], "2000");
    assert_text(device_of("R5")->model, "xx");
    assert_eq(device_of("C1")->params.m, 2);
    assert_eq(device_of("C2")->params.m, 3);
    end(&b);
}

/* Nothing that is passed over goes untold. */
static void told(void **state) {
    (void)state;
    bench b;
    begin(&b);
    assert_eq(
        read_named(&b, "top.cdl",
                   ".subckt cell a b corner=tt\nM1 a b 0 0 nch w=1u l=1u region=sat id=3\n"
                   "Lx a b 1n\n.ends\n.subckt top_ 0 b\nX1 0 b cell tail=3\n.ends\n.option reltol=1\n*.odd line\n"
                   ".lib 'x' tt\n.lib tt\nM9 no\n.endl tt\n.control\nrun\n.endc\n.param s=tt f(x)='x*2'\n.title x\n"
                   ".end\nM1 behind the end\n* not this\n",
                   NULL),
        LOB_OK);
    assert_text(spice.top, "top_");
    assert_eq(left_of("L"), 1);
    assert_eq(left_of(".option"), 1);
    assert_eq(left_of("*.odd"), 1);
    assert_eq(left_of(".lib"), 2);
    assert_eq(left_of(".control"), 1);
    assert_eq(note_of("not_converted"), 6);
    assert_eq(note_of("kept_as_text"), 1);
    assert_eq(note_of("parameter_not_kept"), 1);
    assert_eq(note_of("parameter_not_declared"), 1);
    assert_eq(note_of("global_is_port"), 1);
    assert_eq(note_of("after_end"), 1);
    assert_text(device_of("X1/M1")->params.extra.items[0], "\"sat\"");
    end(&b);
}

static void names_of_tops(void **state) {
    (void)state;
    bench b;
    begin(&b);
    assert_eq(read_named(&b, "same.sp", "* t\n.subckt same a\nR1 a 0 1\n.ends\nX1 b same\n", NULL), LOB_OK);
    assert_text(spice.top, "same_");
    assert_eq(read_named(&b, ".sp", "* t\n.subckt top a\nR1 a 0 1\n.ends\nX1 b top\n", NULL), LOB_OK);
    assert_text(spice.top, ".sp");
    /* a cell of other parameters never takes the name of a subcircuit */
    assert_eq(read_named(&b, "v.sp",
                         "* t\n.subckt c@2 a\nR1 a 0 1\n.ends\n.subckt c a r=1\nR1 a 0 'r'\n.ends\nX1 b c\nX2 b c r=2\n"
                         "X3 b c@2\nX4 b c r=2 m=2\n.ends2\n",
                         NULL),
              LOB_OK);
    assert_eq(spice.cell_count, 5);
    assert_non_null(strstr(spice.json.data, "\"c@3\""));
    assert_eq(device_of("X4/R1")->params.m, 2);
    /* an m of the .subckt line is its own affair; one that an instance cannot set takes nothing from the instance's */
    assert_eq(read_named(&b, "m.sp",
                         "* t\n.subckt own a m=1\nR1 a 0 1 m=m\n.ends\n.subckt local a\n.param m=1\nR1 a 0 1\n.ends\n"
                         "X1 b own m=4\nX2 b local m=4\n",
                         NULL),
              LOB_OK);
    assert_eq(device_of("X1/R1")->params.m, 4);
    assert_eq(device_of("X2/R1")->params.m, 4);
    assert_true(lob_spice_is_name(LOB_STR("/a/b.SPICE")) && lob_spice_is_name(LOB_STR("x.cdl")));
    assert_false(lob_spice_is_name(LOB_STR("netlist.json")) || lob_spice_is_name(LOB_STR(".sp")));
    end(&b);
}

/* ---- faults ---- */

static const struct {
    const char *text, *message;
} fault_cases[] = {
    {"M1 a b c c nch w=1u l=1u\n",
     "x.sp, line 1: The first line of a SPICE file is its title, but this looks like a device: M1"},
    {"R1 a b 5\n", "x.sp, line 1: The first line of a SPICE file is its title, but this looks like a device: R1"},
    {"t\n+ a\n", "x.sp, line 2: A line begins with +, but there is no line to continue"},
    {"t\nM1 a b c nch w=1u l=1u\n", "x.sp, line 2: A transistor needs four nets and a model, then NAME=VALUE: M1"},
    {"t\nM1 a b c d bulkfet w=1u l=1u\n", "x.sp, line 2: It is not known whether the model is an nmos or a pmos: "
                                          "bulkfet"},
    {"t\nM1 a b c d nch_pch w=1u l=1u\n", "x.sp, line 2: It is not known whether the model is an nmos or a pmos: "
                                          "nch_pch"},
    {"t\nM1 a b c d nch w=1u\n", "x.sp, line 2: The transistor has no w or no l above 0: M1"},
    {"t\nM1 a b c d nch w=0 l=1u\n", "x.sp, line 2: The transistor has no w or no l above 0: M1"},
    {"t\nM1 a b c d nch w=-1u l=1u\n", "x.sp, line 2: A length is below 0: M1"},
    {"t\nM1 a b c d nch w=1 l=0.15\n", "x.sp, line 2: The channel is longer than 1 mm: M1"},
    {"t\nM1 a b c d nch w=1u l=1u m=1.5\n", "x.sp, line 2: m or nf is not a whole number from 1 to a million: M1"},
    {"t\nM1 a b c d nch w=1u l=1u nf=0\n", "x.sp, line 2: m or nf is not a whole number from 1 to a million: M1"},
    {"t\nM1 a b c d nch w=wx l=1u\n",
     "x.sp, line 2: A parameter or function in the expression is unknown or has no value: wx"},
    {"t\n.param wx=wy wy=wx\nM1 a b c d nch w=wx l=1u\n",
     "x.sp, line 3: A parameter or function in the expression is unknown or has no value: wx"},
    {"t\nM1 a b c d nch w=1/0 l=1u\n", "x.sp, line 2: The expression has no finite value: 1/0"},
    {"t\nM1 a b c d nch w='1+' l=1u\n", "x.sp, line 2: This is neither a number nor a supported expression: 1+"},
    {"t\nM1 a b c d nch w=1u w=2u l=1u\n", "x.sp, line 2: The line sets a parameter twice: w"},
    {"t\nM1 a b c d nch w='1u l=1u\n", "x.sp, line 2: A quote or parenthesis is not closed"},
    {"t\nM1 a b c d nch w=max(1u l=1u\n", "x.sp, line 2: A quote or parenthesis is not closed"},
    {"t\nM1 a b c d nch w=\n", "x.sp, line 2: An = has no name before it or no value after it: w"},
    {"t\nM1 = 2 a\n", "x.sp, line 2: An element must begin with its name"},
    {"t\nM1 a '' c d nch w=1u l=1u\n", "x.sp, line 2: The line has an empty word: "},
    {"t\nM1 (a b c d) nch w=1u l=1u\n", "x.sp, line 2: A transistor needs four nets and a model, then NAME=VALUE: M1"},
    {"t\nM1 (a) b c d nch w=1u l=1u\n", "x.sp, line 2: Parentheses around nets are not supported: (a)"},
    {"t\nR1 a b\n", "x.sp, line 2: The device has no value, no model and no length: R1"},
    {"t\nR1 a\n", "x.sp, line 2: A resistor or capacitor needs two nets, then a value or a model: R1"},
    {"t\nR1 a b c d e\n", "x.sp, line 2: A resistor or capacitor needs two nets, then a value or a model: R1"},
    {"t\nR1 a b 1 2\n", "x.sp, line 2: This word is neither the value nor the model of the device: 2"},
    {"t\nR1 a b 1\nr1 a b 1\n", "x.sp, line 3: Two devices of the subcircuit have one name: r1"},
    {"t\nX1 a b nothing\n", "x.sp, line 2: The subcircuit is not defined: nothing"},
    {"t\nX1\n", "x.sp, line 2: The instance names no subcircuit: X1"},
    {"t\n.subckt s a\nR1 a 0 1\n.ends\nX1 a b s\n",
     "x.sp, line 5: The number of nets of the instance differs from the ports of its subcircuit: X1"},
    {"t\n.subckt s a\nR1 a 0 1\n.ends\nX1 (a) s\n", "x.sp, line 5: Parentheses around nets are not supported: (a)"},
    {"t\n.subckt s a\nR1 a 0 1\n.ends\nX1 s $PINS b=1\n", "x.sp, line 5: The subcircuit has no port with that name: b"},
    {"t\n.subckt s a\nR1 a 0 1\n.ends\nX1 s $PINS a=1 b=1\n", "x.sp, line 5: $PINS does not name each port once: X1"},
    {"t\n.subckt s a\nR1 a 0 1\n.ends\nX1 a s m=0\n",
     "x.sp, line 5: The m of an instance is not a whole number from 1 to a million: 0"},
    {"t\n.subckt s a\nX1 a s\n.ends\nX1 a s\n", "x.sp, line 3: The subcircuit contains itself: s"},
    {"t\n.subckt s a\nX1 a u\n.ends\n.subckt u a n=1\nX1 a s\n.ends\nX1 a s\n",
     "x.sp, line 6: The subcircuit contains itself: s"},
    {"t\n.subckt s a\n.subckt u b\n.ends\n.ends\n",
     "x.sp, line 3: A subcircuit begins before the previous one ends: s"},
    {"t\n.subckt s a a\n.ends\n", "x.sp, line 2: The subcircuit has two ports with the same name: a"},
    {"t\n.subckt s a\n.ends\n.subckt S b\n.ends\n", "x.sp, line 4: The subcircuit is defined twice: S"},
    {"t\n.subckt\n", "x.sp, line 2: The subcircuit has no name"},
    {"t\n.subckt s a\nR1 a 0 1\n", "x.sp, line 2: The subcircuit has no .ends: s"},
    {"t\n.subckt s a\n.ends u\n", "x.sp, line 3: .ends does not name the open subcircuit: s"},
    {"t\n.ends\n", "x.sp, line 2: .ends without an open subcircuit"},
    {"t\n.param a=1\n.param a=2\n", "x.sp, line 3: The parameter is defined twice: a"},
    {"t\n.param a\n", "x.sp, line 2: A name in .param has no value: a"},
    {"t\n.model a\n", "x.sp, line 2: The model has no name or no type: a"},
    {"t\n.model a nmos\n.model a pmos\n", "x.sp, line 3: The model is defined with two types: a"},
    {"t\n.option scale=0\n", "x.sp, line 2: The scale is not a number above 0: 0"},
    {"t\n.if (a)\n", "x.sp, line 2: This command changes the circuit in a way that is not supported: .if"},
    {"t\n*.connect a b\n", "x.sp, line 2: This CDL line changes nets or numbers in a way that is not supported: "
                           "*.connect"},
    {"t\n.control\nrun\n", "x.sp, line 2: The section that begins here has no end: .endc"},
    {"t\n.subckt=3\n", "x.sp, line 2: An = follows the command itself"},
    {"t\n5 a b\n", "x.sp, line 2: The line is neither an element, a dot command nor a comment"},
    {"t\nR1 a\xff b 1\n", "x.sp, line 2: The line is not UTF-8 text"},
    {"t\n", "x.sp, line 1: The file has no transistor, resistor, capacitor or subcircuit"},
    {"t\n.subckt a x\n.ends\n.subckt b x\n.ends\n",
     "x.sp, line 1: Several subcircuits are not used by others, so the top cell is not known: b"},
    {"t\n.subckt a x\nX1 x b\n.ends\n.subckt b x\nX1 x a\n.ends\n",
     "x.sp, line 1: All subcircuits are used by others, so there is no top cell"},
    {"t\n.include\n", "x.sp, line 2: The line includes no file"},
    {"t\n.include \"/etc/passwd\"\n",
     "x.sp, line 2: The included file is not in the folder of the netlist: /etc/passwd"},
    {"t\n.include ../ota_5t.json\n",
     "x.sp, line 2: The included file is not in the folder of the netlist: ../ota_5t.json"},
    {"t\n.inc 'parts/../../x'\n", "x.sp, line 2: The included file is not in the folder of the netlist: parts/../../x"},
    {"t\n.include none.sp\n", "x.sp, line 2: The included file cannot be read: none.sp"},
    {"t\n.include parts\n", "x.sp, line 2: The included file cannot be read: parts"},
    {"t\n.include x.sp\n", "x.sp, line 2: The file includes itself: x.sp"},
};

static void faults(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof fault_cases / sizeof fault_cases[0]; i++) {
        bench b;
        begin(&b);
        lob_case("%s", fault_cases[i].text);
        assert_eq(read_named(&b, "x.sp", fault_cases[i].text, NULL), LOB_E_INVALID_TARGET);
        assert_error(&b.ctx.error, LOB_E_INVALID_TARGET, fault_cases[i].message, "NetlistParseError", "spice");
        assert_string_equal(detail(&b.ctx.error, "file"), "x.sp");
        end(&b);
    }
    bench b;
    begin(&b);
    const lob_spice_options top = {.top = LOB_STR("none")};
    assert_eq(read_named(&b, "x.sp", TOP MOS ".ends\n", &top), LOB_E_INVALID_TARGET);
    assert_error(&b.ctx.error, LOB_E_INVALID_TARGET, "x.sp, line 1: The file has no such subcircuit: none",
                 "NetlistParseError", "spice");
    assert_eq(b.ctx.error.candidate_count, 1);
    end(&b);
}

/* ---- included files ---- */

static void put(const char *path, const char *text) {
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_ge(fputs(text, file), 0);
    assert_eq(fclose(file), 0);
}

static void included_files(void **state) {
    (void)state;
    char folder[] = "/tmp/lob_test_spice_XXXXXX", path[96], text[64];
    assert_non_null(mkdtemp(folder));
    for (int i = 0; i < 20; i++) {
        snprintf(path, sizeof path, "%s/f%d.sp", folder, i);
        snprintf(text, sizeof text, ".include f%d.sp\nR%d a b 1\n", i + 1, i);
        put(path, text);
    }
    snprintf(path, sizeof path, "%s/end.sp", folder);
    put(path, "R9 a b 1\n.end\nR10 a b 1\n");
    snprintf(path, sizeof path, "%s/link.sp", folder);
    assert_eq(symlink("end.sp", path), 0);
    snprintf(path, sizeof path, "%s/main.sp", folder);
    bench b;
    begin(&b);
    assert_eq(lob_spice_read(&b.ctx, lob_str_from(path), LOB_STR("t\n.include end.sp\nR1 a b 1\n"), NULL, &spice),
              LOB_OK);
    assert_eq(spice.device_count, 2); /* .end ends its own file alone */
    assert_eq(lob_spice_read(&b.ctx, lob_str_from(path), LOB_STR("t\n.include link.sp\n"), NULL, &spice),
              LOB_E_INVALID_TARGET);
    assert_string_equal(b.ctx.error.message, "main.sp, line 2: The included file cannot be read: link.sp");
    lob_error_clear(&b.ctx.error);
    assert_eq(lob_spice_read(&b.ctx, lob_str_from(path), LOB_STR("t\n.include f0.sp\n"), NULL, &spice),
              LOB_E_INVALID_TARGET);
    assert_string_equal(b.ctx.error.message, "f14.sp, line 1: Files include each other more than 16 deep: f15.sp");
    lob_error_clear(&b.ctx.error);
    assert_eq(lob_spice_read(&b.ctx, LOB_STR("/a:b/main.sp"), LOB_STR("t\n.include f0.sp\n"), NULL, &spice),
              LOB_E_INVALID_TARGET);
    assert_string_equal(b.ctx.error.message,
                        "main.sp, line 2: A file is included, but the path of the netlist's folder contains a colon");
    end(&b);
    snprintf(text, sizeof text, "rm -r %s", folder);
    assert_eq(system(text), 0);
}

/* ---- bounds ---- */

static void bounds(void **state) {
    (void)state;
    lob_buf text;
    lob_buf_init(&text, 0);
    bench b;
    begin(&b);
    /* Each level has the next one with two values: 2^20 cells. */
    lob_buf_add_text(&text, "t\n.subckt s0 a n=1\nR1 a 0 'n'\n.ends\n");
    for (int i = 1; i < 20; i++) {
        lob_buf_printf(&text, ".subckt s%d a n=1\nX1 a s%d n='2*n'\nX2 a s%d n='2*n+1'\n.ends\n", i, i - 1, i - 1);
    }
    lob_buf_add_text(&text, "X1 a s19\n");
    assert_eq(lob_spice_read(&b.ctx, LOB_STR("x.sp"), (lob_str){text.data, text.size}, NULL, &spice),
              LOB_E_TOOL_LIMIT_EXCEEDED);
    assert_string_equal(b.ctx.error.message,
                        "The netlist has more than 10000 cells, those of different parameters included");
    assert_string_equal(detail(&b.ctx.error, "reason"), "limit");
    lob_error_clear(&b.ctx.error);
    lob_buf_clear(&text);
    lob_buf_add_text(&text, "t\n.subckt s0 a\nR1 a 0 1\n.ends\n");
    for (int i = 1; i < 80; i++) {
        lob_buf_printf(&text, ".subckt s%d a\nX1 a s%d\n.ends\n", i, i - 1);
    }
    assert_eq(lob_spice_read(&b.ctx, LOB_STR("x.sp"), (lob_str){text.data, text.size}, NULL, &spice),
              LOB_E_TOOL_LIMIT_EXCEEDED);
    assert_string_equal(b.ctx.error.message, "The netlist has more than 65 levels of subcircuits");
    lob_error_clear(&b.ctx.error);
    lob_buf_clear(&text);
    lob_buf_add_text(&text, "t\n");
    for (int i = 0; i <= 100000; i++) {
        lob_buf_printf(&text, "R%d a b 1\n", i);
    }
    assert_eq(lob_spice_read(&b.ctx, LOB_STR("x.sp"), (lob_str){text.data, text.size}, NULL, &spice),
              LOB_E_TOOL_LIMIT_EXCEEDED);
    assert_string_equal(b.ctx.error.message, "The netlist has more than 100000 devices and instances");
    lob_error_clear(&b.ctx.error);
    lob_buf_clear(&text);
    lob_buf_add_text(&text, "t\nR1 a b 1");
    for (int i = 0; i < 300; i++) {
        lob_buf_printf(&text, "\n+ p%d=1", i);
    }
    assert_eq(lob_spice_read(&b.ctx, LOB_STR("x.sp"), (lob_str){text.data, text.size}, NULL, &spice),
              LOB_E_INVALID_TARGET);
    assert_string_equal(b.ctx.error.message, "x.sp, line 2: The line has more than 256 parameters: p256");
    lob_error_clear(&b.ctx.error);
    lob_buf_clear(&text);
    lob_buf_add_text(&text, "t\n");
    for (int i = 0; i < 80; i++) { /* kinds beyond 64 are counted together */
        lob_buf_printf(&text, ".card%d\n", i);
    }
    lob_buf_add_text(&text, "R1 a b 1\n");
    assert_eq(lob_spice_read(&b.ctx, LOB_STR("x.sp"), (lob_str){text.data, text.size}, NULL, &spice), LOB_OK);
    assert_eq(spice.left_count, 64);
    assert_eq(left_of("others"), 17);
    end(&b);
    lob_buf_release(&text);
}

/* Any cut of a file, and any byte of it made another, is read or refused. */
static void broken_files(void **state) {
    (void)state;
    static const char *const names[] = {"hierarchy.sp", "chip.cdl", "sky130.spice"};
    static const char bytes[] = "\n='{}()\"$;*.+ x0\xff\t,/";
    for (size_t k = 0; k < sizeof names / sizeof names[0]; k++) {
        char relative[64];
        bench b;
        begin(&b);
        snprintf(relative, sizeof relative, "spice/%s", names[k]);
        const lob_str whole = fixture(&b, LOB_DESIGN_NETLIST, relative);
        char *copy = lob_arena_strdup(b.arena, whole.data, whole.size);
        for (size_t i = 0; i < whole.size; i += stride_pick(1, 7)) {
            bench one;
            begin(&one);
            copy[i] = bytes[(i * 7 + k) % (sizeof bytes - 1)];
            lob_status status = read_named(&one, names[k], copy, NULL);
            lob_case("%s %zu: %s", names[k], i, one.ctx.error.message);
            assert_true(status == LOB_OK || status == LOB_E_INVALID_TARGET);
            copy[i] = '\0';
            lob_error_clear(&one.ctx.error);
            status = read_named(&one, names[k], copy, NULL);
            assert_true(status == LOB_OK || status == LOB_E_INVALID_TARGET);
            copy[i] = whole.data[i];
            end(&one);
        }
        end(&b);
    }
}

static lob_status work(lob_ctx *ctx, const void *arg) {
    const lob_str *texts = arg;
    lob_spice_netlist netlist;
    return lob_spice_read(ctx, texts[0], texts[1], NULL, &netlist);
}

static void failing(void **state) {
    (void)state;
    char *path = realpath("fixtures/design/spice/hierarchy.sp", NULL);
    assert_non_null(path);
    const lob_str texts[] = {
        lob_str_from(path),
        LOB_STR("t\n.include parts/inverter.sp\n.global v\n.param lmin=1u\nX1 a b v 0 inverter wn=2u\n"
                "X2 a b v 0 inverter foo=1\nR1 a b 1 q=tt\nV1 a 0 1\n.lib a b\n")};
    sweep_work(work, texts, 20);
    free(path);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hierarchy),     cmocka_unit_test(cdl),          cmocka_unit_test(micrometres),
        cmocka_unit_test(options),       cmocka_unit_test(models),       cmocka_unit_test(told),
        cmocka_unit_test(names_of_tops), cmocka_unit_test(faults),       cmocka_unit_test(included_files),
        cmocka_unit_test(bounds),        cmocka_unit_test(broken_files), cmocka_unit_test(failing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
