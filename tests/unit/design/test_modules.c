/* Modules: textbook circuits, and small random ones against a second implementation that asks, of every set of
 * transistors, whether the words of modules.h hold. */
#include "tests/support/lob_test.h"

#include "bench.h"

#include "design/modules.h"
#include "design/netlist.h"

/* ---- textbook circuits ---- */

typedef struct expected {
    lob_module_type type;
    const char *devices, *matched; /* "M1 M2" */
    const char *reference;
} expected;

static const char *list(const lob_str *items, size_t count) {
    static char text[512];
    text[0] = '\0';
    for (size_t i = 0; i < count; i++) {
        snprintf(text + strlen(text), sizeof text - strlen(text), "%s%.*s", i ? " " : "", (int)items[i].size,
                 items[i].data);
    }
    return text;
}

static void assert_modules(const char *name, const expected *want, size_t count) {
    bench b;
    lob_parsed_netlist netlist;
    begin(&b);
    const lob_str text = fixture(&b, LOB_DESIGN_NETLIST, name);
    assert_int_equal(lob_netlist_read_text(&b.ctx, text, true, &netlist), LOB_OK);
    assert_int_equal(netlist.circuit.modules.count, count);
    unsigned numbers[LOB_MODULE_TYPE_COUNT] = {0};
    for (size_t i = 0; i < count; i++) {
        const lob_circuit_module *got = &netlist.circuit.modules.items[i];
        char id[64];
        snprintf(id, sizeof id, "%s_%u", lob_module_type_names[want[i].type], ++numbers[want[i].type]);
        assert_text(got->id, id);
        assert_int_equal(got->type, want[i].type);
        assert_string_equal(list(got->devices.items, got->devices.count), want[i].devices);
        assert_int_equal(got->properties.matched_devices.count, want[i].matched[0] != '\0');
        if (want[i].matched[0]) {
            assert_string_equal(
                list(got->properties.matched_devices.items[0].items, got->properties.matched_devices.items[0].count),
                want[i].matched);
        }
        if (want[i].reference) {
            assert_true(lob_str_equal(got->properties.reference, lob_str_from(want[i].reference)));
        } else {
            assert_false(got->properties.reference.data);
        }
        assert_gt(got->properties.why.size, 20);
    }
    end(&b);
}

#define PAIR    LOB_MODULE_TYPE_DIFFERENTIAL_PAIR
#define MIRROR  LOB_MODULE_TYPE_CURRENT_MIRROR
#define CASCODE LOB_MODULE_TYPE_CASCODE
#define TAIL    LOB_MODULE_TYPE_TAIL_CURRENT_SOURCE
#define ASSERT_MODULES(name, ...)                                                                                      \
    do {                                                                                                               \
        const expected want_[] = {__VA_ARGS__};                                                                        \
        assert_modules(name, want_, sizeof want_ / sizeof want_[0]);                                                   \
    } while (0)

static void textbook_circuits(void **state) {
    (void)state;
    ASSERT_MODULES("ota_5t.json", {PAIR, "M1 M2", "M1 M2", NULL}, {MIRROR, "M3 M4", "M3 M4", "M3"},
                   {MIRROR, "M5 M6", "M5 M6", "M6"}, {TAIL, "M5", "", NULL});
    ASSERT_MODULES("folded_cascode.json", {PAIR, "M1 M2", "M1 M2", NULL}, {MIRROR, "M3 M4 M11", "M3 M4 M11", "M11"},
                   {MIRROR, "M9 M10", "M9 M10", "M9"}, {CASCODE, "M3 M4 M5 M6", "M5 M6", NULL},
                   {CASCODE, "M7 M8 M9 M10", "M7 M8", NULL}, {TAIL, "M0", "", NULL});
    ASSERT_MODULES("mirror_simple.json", {MIRROR, "M1 M2 M3", "M1 M2 M3", "M1"});
    ASSERT_MODULES("mirror_cascode.json", {MIRROR, "M1 M2", "M1 M2", "M1"}, {CASCODE, "M1 M2 M3 M4", "M3 M4", NULL});
    ASSERT_MODULES("mirror_wide_swing.json", {MIRROR, "M1 M2", "M1 M2", "M1"}, {CASCODE, "M1 M2 M3 M4", "M3 M4", NULL});
    ASSERT_MODULES("two_stage_miller.json", {PAIR, "M1 M2", "M1 M2", NULL}, {MIRROR, "M3 M4", "M3 M4", "M3"},
                   {MIRROR, "M5 M7 M8", "M5 M7 M8", "M8"}, {TAIL, "M5", "", NULL});
    ASSERT_MODULES("subcells.json", {PAIR, "XP/MA XP/MB", "XP/MA XP/MB", NULL}, {MIRROR, "MP1 MP2", "MP1 MP2", "MP1"},
                   {TAIL, "XT/M1", "", NULL});
    assert_modules("nand2.json", NULL, 0); /* a stack of logic is no cascode */
}

static void ratios_and_matching(void **state) {
    (void)state;
    bench b;
    lob_parsed_netlist netlist;
    begin(&b);
    const lob_str text = fixture(&b, LOB_DESIGN_NETLIST, "mirror_simple.json");
    assert_int_equal(lob_netlist_read_text(&b.ctx, text, true, &netlist), LOB_OK);
    const lob_circuit_module_properties *properties = &netlist.circuit.modules.items[0].properties;
    assert_int_equal(properties->ratios.count, 3);
    assert_eq(properties->ratios.items[0], 1);
    assert_eq(properties->ratios.items[1], 4);
    assert_eq(properties->ratios.items[2], 2);
    assert_false(properties->matched); /* M3 is wider, not more of the same */
    assert_text(properties->why, "M1, M2 and M3 have their gates on in and their sources on vss; M1, whose drain is on "
                                 "that gate net, sets the current.");
    end(&b);
}

/* ---- random circuits ---- */

enum { DEVICES_MAX = 8, NETS = 7, MODULES_MAX = 32 };
static const char *const net_names[NETS] = {"vdd", "vss", "a", "b", "c", "d", "e"};

typedef struct part {
    bool is_mos, is_pmos;
    int gate, drain, source;
} part;

/* Found modules as sets of devices. */
typedef struct found {
    lob_module_type type;
    unsigned devices, matched;
    int reference;
} found;

typedef struct brute {
    const part *parts;
    int count;
    unsigned classes[DEVICES_MAX]; /* of parallel devices; by their first */
    int class_count;
    found modules[MODULES_MAX];
    int module_count;
} brute;

static const part *of(const brute *g, int class_) {
    return &g->parts[__builtin_ctz(g->classes[class_])];
}

static bool is_signal_net(int net) {
    return net > 1;
}

static void make_classes(brute *g) {
    for (int i = 0; i < g->count; i++) {
        const part *p = &g->parts[i];
        int k = 0;
        if (!p->is_mos || p->drain == p->source) {
            continue;
        }
        while (k < g->class_count && !(of(g, k)->is_pmos == p->is_pmos && of(g, k)->gate == p->gate &&
                                       of(g, k)->drain == p->drain && of(g, k)->source == p->source)) {
            k++;
        }
        g->classes[k] = k < g->class_count ? g->classes[k] : 0;
        g->classes[k] |= 1u << i;
        g->class_count += k == g->class_count;
    }
}

static int sources_on(const brute *g, int net, bool is_pmos) {
    int n = 0;
    for (int i = 0; i < g->class_count; i++) {
        n += of(g, i)->is_pmos == is_pmos && of(g, i)->source == net;
    }
    return n;
}

static int drains_on(const brute *g, int net, bool is_pmos) {
    int n = 0;
    for (int i = 0; i < g->class_count; i++) {
        n += of(g, i)->is_pmos == is_pmos && of(g, i)->drain == net;
    }
    return n;
}

static bool is_pair(const brute *g, int i, int k) {
    const part *a = of(g, i), *b = of(g, k);
    bool is_fed = drains_on(g, a->source, a->is_pmos) > 0;
    for (int r = 0; r < g->count; r++) {
        is_fed = is_fed || (!g->parts[r].is_mos && (g->parts[r].drain == a->source || g->parts[r].source == a->source));
    }
    return i != k && a->is_pmos == b->is_pmos && a->source == b->source && is_signal_net(a->source) &&
           sources_on(g, a->source, a->is_pmos) == 2 && a->gate != b->gate && a->drain != b->drain &&
           a->gate != a->drain && b->gate != b->drain && a->gate != a->source && b->gate != b->source && is_fed;
}

static void put(brute *g, lob_module_type type, unsigned devices, unsigned matched, int reference) {
    g->modules[g->module_count++] = (found){type, devices, matched, reference};
}

static bool stands_on(const brute *g, int above, int below) {
    const part *a = of(g, above), *b = of(g, below);
    return above != below && a->is_pmos == b->is_pmos && a->source == b->drain && is_signal_net(a->source) &&
           sources_on(g, a->source, a->is_pmos) == 1 && drains_on(g, a->source, a->is_pmos) == 1;
}

static bool is_set_by(const brute *g, int i) {
    const part *p = of(g, i);
    if (p->gate == p->drain) {
        return true;
    }
    for (int k = 0; k < g->class_count; k++) {
        if (of(g, k)->is_pmos == p->is_pmos && of(g, k)->source == p->drain && of(g, k)->drain == p->gate &&
            sources_on(g, p->drain, p->is_pmos) == 1) {
            return true;
        }
    }
    return false;
}

static bool is_cascode(const brute *g, int above, int below) {
    const part *a = of(g, above);
    if (!stands_on(g, above, below) || a->gate == of(g, below)->gate || sources_on(g, a->source, !a->is_pmos)) {
        return false;
    }
    for (int i = 0; i < g->class_count; i++) {
        const part *p = of(g, i);
        bool in_pair = false;
        for (int k = 0; k < g->class_count; k++) {
            in_pair = in_pair || is_pair(g, i, k);
        }
        if (p->is_pmos != a->is_pmos && (p->gate == a->gate || (p->drain == a->source && !in_pair))) {
            return false;
        }
    }
    return true;
}

/* The pair, else the mirror, that a class is in; -1. */
static int home_of(const brute *g, int i) {
    for (int m = 0; m < g->module_count; m++) {
        if (g->modules[m].type <= MIRROR && (g->modules[m].devices & g->classes[i])) {
            return m;
        }
    }
    return -1;
}

static void search_mirrors(brute *g) {
    for (int i = 0; i < g->class_count; i++) {
        unsigned all = 0;
        int members = 0, reference = -1;
        bool is_first = true;
        for (int k = 0; k < g->class_count; k++) {
            const part *a = of(g, i), *b = of(g, k);
            if (a->is_pmos == b->is_pmos && a->gate == b->gate && a->source == b->source) {
                all |= g->classes[k];
                members++;
                is_first = is_first && k >= i;
                reference = reference < 0 && is_set_by(g, k) ? __builtin_ctz(g->classes[k]) : reference;
            }
        }
        if (is_first && members > 1 && reference >= 0 && is_signal_net(of(g, i)->gate)) {
            put(g, MIRROR, all, all, reference);
        }
    }
}

static void search_cascodes(brute *g) {
    unsigned done = 0;
    for (int i = 0; i < g->class_count; i++) {
        for (int k = 0; k < g->class_count; k++) {
            unsigned above = g->classes[i], below = g->classes[k];
            if (!is_cascode(g, i, k) || (done >> i & 1)) {
                continue;
            }
            for (int j = i + 1; j < g->class_count; j++) {
                for (int l = 0; l < g->class_count; l++) {
                    if (is_cascode(g, j, l) && of(g, j)->is_pmos == of(g, i)->is_pmos &&
                        of(g, j)->gate == of(g, i)->gate && home_of(g, k) >= 0 && home_of(g, k) == home_of(g, l)) {
                        above |= g->classes[j];
                        below |= g->classes[l];
                        done |= 1u << j;
                    }
                }
            }
            put(g, CASCODE, above | below, above != g->classes[i] ? above : 0, -1);
        }
    }
}

static void search_tails(brute *g) {
    for (int i = 0; i < g->class_count; i++) {
        for (int k = i + 1; k < g->class_count; k++) {
            unsigned all = 0;
            if (!is_pair(g, i, k)) {
                continue;
            }
            for (int t = 0; t < g->class_count; t++) {
                all |=
                    of(g, t)->is_pmos == of(g, i)->is_pmos && of(g, t)->drain == of(g, i)->source ? g->classes[t] : 0;
            }
            for (unsigned before = 0; before != all;) { /* until nothing more stands below */
                before = all;
                for (int t = 0; t < g->class_count; t++) {
                    for (int u = 0; u < g->class_count; u++) {
                        all |= (all & g->classes[t]) && stands_on(g, t, u) ? g->classes[u] : 0;
                    }
                }
            }
            if (all) {
                put(g, TAIL, all, 0, -1);
            }
        }
    }
}

static void search(brute *g) {
    make_classes(g);
    for (int i = 0; i < g->class_count; i++) {
        for (int k = i + 1; k < g->class_count; k++) {
            if (is_pair(g, i, k)) {
                put(g, PAIR, g->classes[i] | g->classes[k], g->classes[i] | g->classes[k], -1);
            }
        }
    }
    search_mirrors(g);
    search_cascodes(g);
    search_tails(g);
}

static uint32_t next(uint32_t *seed) {
    *seed = *seed * 1664525u + 1013904223u;
    return *seed >> 8;
}

static void random_parts(part *parts, int count, uint32_t *seed) {
    for (int i = 0; i < count; i++) {
        const int nets = 4 + (int)(next(seed) % (NETS - 3));
        parts[i] = (part){next(seed) % 12 != 0, next(seed) % 3 == 0, (int)(next(seed) % (unsigned)nets),
                          (int)(next(seed) % (unsigned)nets), (int)(next(seed) % (unsigned)nets)};
        if (i > 0 && next(seed) % 3 == 0) { /* structure: shares its gate, or its source, with another */
            const part *other = &parts[next(seed) % (unsigned)i];
            parts[i].is_pmos = other->is_pmos;
            parts[i].source = next(seed) % 2 ? other->source : parts[i].source;
            parts[i].gate = next(seed) % 2 ? other->gate : parts[i].gate;
        }
    }
}

/* A cascode mirror, or a telescopic pair, with something else and up to two terminals astray. */
static int almost_cascodes(part *parts, uint32_t *seed) {
    static const part bases[2][4] = {
        {{true, false, 2, 2, 1}, {true, false, 2, 3, 1}, {true, false, 4, 4, 2}, {true, false, 4, 5, 3}},
        {{true, false, 5, 2, 6}, {true, false, 0, 3, 6}, {true, false, 1, 4, 2}, {true, false, 1, 5, 3}}};
    const int count = 5 + (int)(next(seed) % 3);
    random_parts(parts, count, seed);
    memcpy(parts, bases[next(seed) % 2], sizeof bases[0]);
    for (unsigned i = next(seed) % 3; i > 0; i--) {
        part *astray = &parts[next(seed) % 4];
        int *const ends[] = {&astray->gate, &astray->drain, &astray->source};
        *ends[next(seed) % 3] = (int)(next(seed) % NETS);
    }
    return count;
}

static void write_parts(char *text, size_t size, const part *parts, int count) {
    size_t at = (size_t)snprintf(text, size, "{\"cells\": [{\"name\": \"t\", \"devices\": [");
    for (int i = 0; i < count; i++) {
        const part *p = &parts[i];
        at += (size_t)snprintf(text + at, size - at,
                               p->is_mos
                                   ? "%s{\"id\": \"%d\", \"type\": \"%s\", \"w\": 1, \"l\": 1, \"terminals\": {\"d\": "
                                     "\"%s\", \"s\": \"%s\", \"g\": \"%s\", \"b\": \"e\"}}"
                                   : "%s{\"id\": \"%d\", \"type\": \"resistor%s\", \"terminals\": {\"p\": \"%s\", "
                                     "\"n\": \"%s\"}}",
                               i ? ", " : "", i,
                               !p->is_mos   ? ""
                               : p->is_pmos ? "pmos"
                                            : "nmos",
                               net_names[p->drain], net_names[p->source], net_names[p->gate]);
    }
    snprintf(text + at, size - at, "]}], \"top\": \"t\"}");
}

static unsigned mask(const lob_str *ids, size_t count) {
    unsigned all = 0;
    for (size_t i = 0; i < count; i++) {
        all |= 1u << (ids[i].data[0] - '0');
    }
    return all;
}

static bool is_same(const lob_circuit *circuit, const brute *g) {
    bool is_fine = circuit->modules.count == (size_t)g->module_count;
    for (int i = 0; is_fine && i < g->module_count; i++) {
        const lob_circuit_module *got = &circuit->modules.items[i];
        const lob_circuit_module_properties *properties = &got->properties;
        const unsigned matched = properties->matched_devices.count ? mask(properties->matched_devices.items[0].items,
                                                                          properties->matched_devices.items[0].count)
                                                                   : 0;
        is_fine = got->type == g->modules[i].type &&
                  mask(got->devices.items, got->devices.count) == g->modules[i].devices &&
                  matched == g->modules[i].matched &&
                  (properties->reference.data ? properties->reference.data[0] - '0' : -1) == g->modules[i].reference;
    }
    return is_fine;
}

static void random_circuits(void **state) {
    (void)state;
    const int rounds = getenv("LOB_TEST_QUICK") ? 2000 : 10000;
    unsigned seen[LOB_MODULE_TYPE_COUNT] = {0}, grouped = 0;
    uint32_t seed = 9;
    for (int round = 0; round < rounds; round++) {
        part parts[DEVICES_MAX];
        char text[2048];
        int count = 2 + (int)(next(&seed) % (DEVICES_MAX - 1));
        if (round % 4) {
            random_parts(parts, count, &seed);
        } else {
            count = almost_cascodes(parts, &seed);
        }
        write_parts(text, sizeof text, parts, count);
        brute g = {.parts = parts, .count = count};
        search(&g);
        bench b;
        lob_parsed_netlist netlist;
        begin(&b);
        assert_int_equal(lob_netlist_read_text(&b.ctx, lob_str_from(text), true, &netlist), LOB_OK);
        if (!is_same(&netlist.circuit, &g)) {
            print_message("round %d: %s\n", round, text);
        }
        assert_true(is_same(&netlist.circuit, &g));
        for (int i = 0; i < g.module_count; i++) {
            seen[g.modules[i].type]++;
            grouped += g.modules[i].type == CASCODE && g.modules[i].matched;
        }
        end(&b);
    }
    for (int i = 0; i < LOB_MODULE_TYPE_COUNT; i++) {
        assert_gt(seen[i], (unsigned)rounds / 200); /* the circuits do show what they are to show */
    }
    assert_gt(grouped, (unsigned)rounds / 100);
}

/* 40 outputs: the words name six and count the others. */
static void a_wide_mirror(void **state) {
    (void)state;
    char text[8192];
    size_t at = (size_t)snprintf(text, sizeof text, "{\"cells\": [{\"name\": \"t\", \"devices\": [");
    for (int i = 0; i < 40; i++) {
        at += (size_t)snprintf(
            text + at, sizeof text - at,
            "%s{\"id\": \"N%d\", \"type\": \"nmos\", \"w\": 1, \"l\": 1, \"terminals\": {\"g\": \"i\", "
            "\"d\": \"o%d\", \"s\": \"vss\", \"b\": \"vss\"}}",
            i ? ", " : "", i, i);
    }
    snprintf(text + at, sizeof text - at,
             ", {\"id\": \"REF\", \"type\": \"nmos\", \"w\": 1, \"l\": 1, \"terminals\": {\"g\": \"i\", \"d\": \"i\", "
             "\"s\": \"vss\", \"b\": \"vss\"}}]}], \"top\": \"t\"}");
    bench b;
    lob_parsed_netlist netlist;
    begin(&b);
    assert_int_equal(lob_netlist_read_text(&b.ctx, lob_str_from(text), true, &netlist), LOB_OK);
    assert_int_equal(netlist.circuit.modules.count, 1);
    assert_text(
        netlist.circuit.modules.items[0].properties.why,
        "N0, N1, N2, N3, N4, N5 and 35 more have their gates on i and their sources on vss; REF, whose drain is on "
        "that gate net, sets the current.");
    end(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(textbook_circuits),
        cmocka_unit_test(ratios_and_matching),
        cmocka_unit_test(random_circuits),
        cmocka_unit_test(a_wide_mirror),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
