/* Modules of the circuits of fixtures/design/circuits, groups by hand: how many are found, and how many too many. */
#include "tests/support/lob_test.h"

#include "bench.h"

#include "design/netlist.h"
#include "design/spice.h"

#define PAIR    LOB_MODULE_TYPE_DIFFERENTIAL_PAIR
#define MIRROR  LOB_MODULE_TYPE_CURRENT_MIRROR
#define CASCODE LOB_MODULE_TYPE_CASCODE
#define TAIL    LOB_MODULE_TYPE_TAIL_CURRENT_SOURCE

static const char *list(const lob_str *items, size_t count) {
    static char text[512];
    text[0] = '\0';
    for (size_t i = 0; i < count; i++) {
        snprintf(text + strlen(text), sizeof text - strlen(text), "%s%.*s", i ? " " : "", (int)items[i].size,
                 items[i].data);
    }
    return text;
}

typedef struct group {
    const char *circuit; /* NULL: that of the row above */
    lob_module_type type;
    const char *devices, *form; /* devices NULL: nothing is to be found */
} group;

/* clang-format off */
static const group groups[] = {
    {"ota_5t", PAIR, "M1 M2", ""}, {NULL, MIRROR, "M3 M4", ""}, {NULL, TAIL, "M5", ""},
    {"ota_swapped", PAIR, "M1 M2", ""}, {NULL, MIRROR, "M3 M4", ""}, {NULL, TAIL, "M5", ""},
    {"ota_pmos_swapped", PAIR, "M1 M2", ""}, {NULL, MIRROR, "M3 M4", ""}, {NULL, TAIL, "M5", ""},
    {"ota_symmetrical", PAIR, "M1 M2", ""}, {NULL, MIRROR, "M3 M5", ""}, {NULL, MIRROR, "M4 M6", ""},
        {NULL, MIRROR, "M7 M8", ""}, {NULL, TAIL, "M9", ""},
    {"miller", PAIR, "M1 M2", ""}, {NULL, MIRROR, "M3 M4", ""}, {NULL, MIRROR, "M5 M7", "shared_bias"}, {NULL, TAIL, "M5", ""},
    {"miller_differential", PAIR, "M1 M2", ""}, {NULL, PAIR, "M6 M7", "pseudo_differential"},
        {NULL, MIRROR, "M3 M4", "shared_bias"}, {NULL, MIRROR, "M5 M8 M9", "shared_bias"}, {NULL, TAIL, "M5", ""},
    {"telescopic", PAIR, "M1 M2", ""}, {NULL, MIRROR, "M7 M8", ""}, {NULL, CASCODE, "M1 M2 M3 M4", ""},
        {NULL, CASCODE, "M5 M6 M7 M8", ""}, {NULL, TAIL, "M9", ""},
    {"telescopic_differential", PAIR, "M1 M2", ""}, {NULL, MIRROR, "M7 M8", "shared_bias"},
        {NULL, CASCODE, "M1 M2 M3 M4", ""}, {NULL, CASCODE, "M5 M6 M7 M8", ""}, {NULL, TAIL, "M9", ""},
    {"folded_pmos", PAIR, "M1 M2", ""}, {NULL, MIRROR, "M3 M4", "shared_bias"}, {NULL, MIRROR, "M9 M10", ""},
        {NULL, CASCODE, "M3 M4 M5 M6", ""}, {NULL, CASCODE, "M7 M8 M9 M10", ""}, {NULL, TAIL, "M0", ""},
    {"folded_nmos", PAIR, "M1 M2", ""}, {NULL, MIRROR, "M3 M4", "shared_bias"}, {NULL, MIRROR, "M9 M10", "shared_bias"},
        {NULL, CASCODE, "M3 M4 M5 M6", ""}, {NULL, CASCODE, "M7 M8 M9 M10", ""}, {NULL, TAIL, "M0", ""},
    {"degenerated", PAIR, "M1 M2", "degenerated"}, {NULL, MIRROR, "M3 M4", "shared_bias"}, {NULL, TAIL, "M3 M4", ""},
    {"degenerated_t", PAIR, "M1 M2", "degenerated"}, {NULL, TAIL, "M3", ""},
    {"pseudo_resistor", PAIR, "M1 M2", "pseudo_differential"},
    {"pseudo_cascode", PAIR, "M1 M2", "pseudo_differential"}, {NULL, MIRROR, "M5 M6", "shared_bias"},
        {NULL, CASCODE, "M1 M2 M3 M4", ""},
    {"mirror_wide_swing", MIRROR, "M1 M2 M3", ""}, {NULL, CASCODE, "M1 M2 M3 M4 M5 M6", ""},
    {"mirror_swapped", MIRROR, "M1 M2 M3", ""},
    {"bias_lines", MIRROR, "M1 M2 M3", "shared_bias"}, {NULL, MIRROR, "M4 M5", "shared_bias"},
    {"beta_multiplier", MIRROR, "M1 M2", ""}, /* missed: the sources lie on two nets */ {NULL, MIRROR, "M3 M4", ""},
    {"strongarm", PAIR, "M1 M2", ""}, {NULL, PAIR, "M3 M4", "cross_coupled"}, {NULL, PAIR, "M5 M6", "cross_coupled"},
        {NULL, TAIL, "M7", ""},
    {"sram", PAIR, "M1 M2", "cross_coupled"}, {NULL, PAIR, "M3 M4", "cross_coupled"},
    {"oscillator", PAIR, "M1 M2", "cross_coupled"}, {NULL, TAIL, "M3", ""},
    {"hysteresis", PAIR, "M1 M2", ""}, {NULL, PAIR, "M5 M6", "cross_coupled"}, {NULL, MIRROR, "M3 M5", ""},
        {NULL, MIRROR, "M4 M6", ""}, {NULL, TAIL, "M7", ""},
    {"gilbert", PAIR, "M1 M2", ""}, {NULL, PAIR, "M3 M4", ""}, {NULL, PAIR, "M5 M6", ""}, {NULL, TAIL, "M7", ""},
    {"steering", PAIR, "M1 M2", ""}, {NULL, CASCODE, "M3 M4", ""}, {NULL, TAIL, "M3 M4", ""},
    {"power_down", MIRROR, "M1 M2", ""},
    {"logic", PAIR, NULL, ""},
    {"follower", PAIR, NULL, ""},
};
/* clang-format on */
enum { GROUPS = sizeof groups / sizeof groups[0] };

static void read_circuit(bench *b, const char *name, lob_parsed_netlist *netlist) {
    char relative[96];
    lob_spice_netlist spice;
    snprintf(relative, sizeof relative, "circuits/%s.sp", name);
    const lob_str text = fixture(b, LOB_DESIGN_NETLIST, relative);
    assert_int_equal(lob_spice_read(&b->ctx, LOB_STR("circuit.sp"), text, NULL, &spice), LOB_OK);
    assert_int_equal(lob_netlist_read_text(&b->ctx, spice.json, true, netlist), LOB_OK);
}

static bool is_group(const lob_circuit_module *got, const group *want) {
    const lob_str form = got->properties.form.data ? got->properties.form : LOB_STR("");
    return want->devices && got->type == want->type && lob_str_equal(form, lob_str_from(want->form)) &&
           strcmp(list(got->devices.items, got->devices.count), want->devices) == 0;
}

/* Of what is found, how much is right; of what is there, how much is found. The rows of one circuit. */
static void tally(size_t first, size_t last, unsigned *right, unsigned *found) {
    bench b;
    lob_parsed_netlist netlist;
    begin(&b);
    read_circuit(&b, groups[first].circuit, &netlist);
    const lob_circuit *circuit = &netlist.circuit;
    *found += (unsigned)circuit->modules.count;
    for (size_t i = 0; i < circuit->modules.count; i++) {
        const lob_circuit_module *got = &circuit->modules.items[i];
        size_t k = first;
        while (k < last && !is_group(got, &groups[k])) {
            k++;
        }
        *right += k < last;
        if (k == last) {
            print_message("%s: %s is not there: %s\n", groups[first].circuit, lob_module_type_names[got->type],
                          list(got->devices.items, got->devices.count));
        }
        assert_gt(got->properties.why.size, 20);
    }
    end(&b);
}

static void circuits(void **state) {
    (void)state;
    unsigned right = 0, found = 0, there = 0, circuit_count = 0;
    for (size_t i = 0, next_one; i < GROUPS; i = next_one) {
        for (next_one = i + 1; next_one < GROUPS && !groups[next_one].circuit;) {
            next_one++;
        }
        tally(i, next_one, &right, &found);
        circuit_count++;
    }
    for (size_t i = 0; i < GROUPS; i++) {
        there += groups[i].devices != NULL;
    }
    print_message("%u circuits: precision %u of %u, recall %u of %u\n", circuit_count, right, found, right, there);
    assert_eq(circuit_count, 27);
    assert_eq(right, found);     /* nothing that is not there */
    assert_eq(right, there - 1); /* but for the beta multiplier's, all */
}

static const lob_circuit_module *module_of(const lob_parsed_netlist *netlist, const char *id) {
    for (size_t i = 0; i < netlist->circuit.modules.count; i++) {
        if (lob_str_equal(netlist->circuit.modules.items[i].id, lob_str_from(id))) {
            return &netlist->circuit.modules.items[i];
        }
    }
    fail_msg("no module %s", id);
    return NULL;
}

static void reasons(void **state) {
    (void)state;
    static const struct {
        const char *circuit, *id, *why;
    } cases[] = {
        {"degenerated", "differential_pair_1",
         "M1 and M2 have resistors between their sources, t1 and t2, which are fed; their gates are apart, inp and "
         "inn, "
         "and so are their drains."},
        {"pseudo_resistor", "differential_pair_1",
         "M1 and M2 have their sources on the supply vss and loads that are alike; their gates are apart, inp and inn, "
         "and so are their drains."},
        {"sram", "differential_pair_2",
         "M3 and M4 drive each other: the gate of each is on the drain of the other, qb and q."},
        {"bias_lines", "current_mirror_2",
         "M4 and M5 have their gates on vbp and their sources on vdd; what sets their current is not in the circuit."},
        {"degenerated", "tail_current_source_1",
         "M3 and M4 feed t1 and its other half, the source nets of a differential pair."},
        {"gilbert", "tail_current_source_1", "M7 feeds tail, the source net of a differential pair."},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        bench b;
        lob_parsed_netlist netlist;
        begin(&b);
        lob_case("%s", cases[i].id);
        read_circuit(&b, cases[i].circuit, &netlist);
        assert_text(module_of(&netlist, cases[i].id)->properties.why, cases[i].why);
        end(&b);
    }
    bench b;
    lob_parsed_netlist netlist;
    begin(&b);
    read_circuit(&b, "degenerated", &netlist);
    const lob_circuit_module_properties *tail = &module_of(&netlist, "tail_current_source_1")->properties;
    assert_eq(tail->matched_devices.count, 1);
    assert_true(tail->matched);
    assert_false(module_of(&netlist, "current_mirror_1")->properties.has_ratios);
    end(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(circuits),
        cmocka_unit_test(reasons),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
