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

enum { PLAIN, DEGENERATED, CROSSED, PSEUDO, SHARED };
static const char *const form_names[] = {"", "degenerated", "cross_coupled", "pseudo_differential", "shared_bias"};

/* Found modules as sets of devices. */
typedef struct found {
    lob_module_type type;
    unsigned devices, matched;
    int reference, form;
} found;

typedef struct brute {
    part parts[DEVICES_MAX];
    int count;
    unsigned classes[DEVICES_MAX]; /* of parallel devices; by their first */
    int class_count;
    int partner[DEVICES_MAX], form[DEVICES_MAX]; /* of classes */
    found modules[MODULES_MAX];
    int module_count;
} brute;

static const part *of(const brute *g, int class_) {
    return &g->parts[__builtin_ctz(g->classes[class_])];
}

static bool is_signal_net(int net) {
    return net > 1;
}

static bool are_parallel(const part *a, const part *b) {
    const bool is_same = a->drain == b->drain && a->source == b->source;
    const bool is_turned = a->drain == b->source && a->source == b->drain;
    return a->is_pmos == b->is_pmos && a->gate == b->gate && (is_same || is_turned);
}

static void make_classes(brute *g) {
    for (int i = 0; i < g->count; i++) {
        const part *p = &g->parts[i];
        int k = 0;
        if (!p->is_mos || p->drain == p->source) {
            continue;
        }
        while (k < g->class_count && !are_parallel(of(g, k), p)) {
            k++;
        }
        g->classes[k] = k < g->class_count ? g->classes[k] : 0;
        g->classes[k] |= 1u << i;
        g->partner[k] = -1;
        g->class_count += k == g->class_count;
    }
}

/* ---- counts ---- */

enum { SOURCES, DRAINS, GATES };

static int on_net(const brute *g, int net, bool is_pmos, int what) {
    int n = 0;
    for (int i = 0; i < g->class_count; i++) {
        const part *p = of(g, i);
        n += p->is_pmos == is_pmos && (what == SOURCES ? p->source : what == DRAINS ? p->drain : p->gate) == net;
    }
    return n;
}

static int the_one(const brute *g, int net, bool is_pmos, int what) {
    for (int i = 0; i < g->class_count; i++) {
        const part *p = of(g, i);
        if (p->is_pmos == is_pmos && (what == SOURCES ? p->source : p->drain) == net) {
            return i;
        }
    }
    return -1;
}

static bool has_resistor(const brute *g, int net) {
    for (int i = 0; i < g->count; i++) {
        if (!g->parts[i].is_mos && (g->parts[i].drain == net || g->parts[i].source == net)) {
            return true;
        }
    }
    return false;
}

/* The nets that resistors lead to, as bits. */
static unsigned led_to(const brute *g, int net) {
    unsigned nets = 0;
    for (int i = 0; i < g->count; i++) {
        const part *p = &g->parts[i];
        nets |= !p->is_mos && p->drain == net ? 1u << p->source : 0;
        nets |= !p->is_mos && p->source == net ? 1u << p->drain : 0;
    }
    return nets & ~(1u << net);
}

/* ---- drain and source ---- */

static part turned(part p) {
    const int drain = p.drain;
    p.drain = p.source;
    p.source = drain;
    return p;
}

static bool is_upside_down(part p) {
    return p.drain == (p.is_pmos ? 0 : 1) || p.source == (p.is_pmos ? 1 : 0);
}

/* Some all give and none take, or the other way round, counted anew each time. */
static bool is_stuck(const brute *g, int net) {
    const int give = on_net(g, net, false, SOURCES) + on_net(g, net, true, DRAINS);
    const int take = on_net(g, net, true, SOURCES) + on_net(g, net, false, DRAINS);
    return is_signal_net(net) && !has_resistor(g, net) && give + take > 1 && (give == 0 || take == 0);
}

static part *part_of(brute *g, int class_) {
    return &g->parts[__builtin_ctz(g->classes[class_])];
}

static void turn_one(brute *g, int net, unsigned *done) {
    int only = -1, count = 0;
    for (int i = 0; i < g->class_count && is_stuck(g, net); i++) {
        part *p = part_of(g, i);
        const int other = p->drain == net ? p->source : p->source == net ? p->drain : -1;
        if (other < 0 || !is_signal_net(other) || (*done >> i & 1)) {
            continue;
        }
        *p = turned(*p);
        const bool is_fine = !is_stuck(g, other);
        *p = turned(*p);
        only = is_fine ? i : only;
        count += is_fine;
    }
    if (count == 1) {
        *part_of(g, only) = turned(*part_of(g, only));
        *done |= 1u << only;
    }
}

/* Nets come as the circuit has them: by their first terminal, d, s, g, b. */
static void turn_parts(brute *g) {
    int nets[NETS], net_count = 0;
    unsigned seen = 0, done = 0;
    for (int i = 0; i < g->count; i++) {
        const part *p = &g->parts[i];
        const int ends[] = {p->drain, p->source, p->gate, NETS - 1};
        for (int k = 0; k < (p->is_mos ? 4 : 2); k++) {
            if (!(seen >> ends[k] & 1)) {
                nets[net_count++] = ends[k];
                seen |= 1u << ends[k];
            }
        }
    }
    for (int i = 0; i < g->class_count; i++) {
        part *p = part_of(g, i);
        if (is_upside_down(*p) && !is_upside_down(turned(*p))) {
            *p = turned(*p);
        }
    }
    for (int pass = 0; pass < 4; pass++) {
        for (int n = 0; n < net_count; n++) {
            turn_one(g, nets[n], &done);
        }
    }
}

/* ---- pairs ---- */

static bool are_apart(const brute *g, int i, int k) {
    const part *a = of(g, i), *b = of(g, k);
    return i != k && a->is_pmos == b->is_pmos && a->gate != b->gate && a->drain != b->drain && a->gate != a->drain &&
           b->gate != b->drain && a->gate != a->source && b->gate != b->source;
}

static bool are_crossed(const brute *g, int i, int k) {
    return of(g, i)->gate == of(g, k)->drain && of(g, k)->gate == of(g, i)->drain;
}

static bool are_plain(const brute *g, int i, int k) {
    const part *a = of(g, i), *b = of(g, k);
    const bool is_fed = on_net(g, a->source, a->is_pmos, DRAINS) > 0 || has_resistor(g, a->source);
    return are_apart(g, i, k) && a->source == b->source && is_signal_net(a->source) &&
           on_net(g, a->source, a->is_pmos, SOURCES) == 2 && is_fed;
}

static bool is_lone_source(const brute *g, int i, int to, bool is_fed) {
    const part *p = of(g, i);
    return is_signal_net(p->source) && on_net(g, p->source, p->is_pmos, SOURCES) == 1 &&
           (on_net(g, p->source, p->is_pmos, DRAINS) > 0) == is_fed && led_to(g, p->source) == 1u << to;
}

static bool are_degenerated(const brute *g, int i, int k) {
    const part *a = of(g, i), *b = of(g, k);
    if (!are_apart(g, i, k) || a->source == b->source) {
        return false;
    }
    if (is_lone_source(g, i, b->source, true) && is_lone_source(g, k, a->source, true)) {
        return true;
    }
    const unsigned to = led_to(g, a->source);
    const int middle = __builtin_popcount(to) == 1 ? __builtin_ctz(to) : -1;
    if (middle < 0 || !is_signal_net(middle) || !is_lone_source(g, i, middle, false) ||
        !is_lone_source(g, k, middle, false) || on_net(g, middle, a->is_pmos, SOURCES) > 0) {
        return false;
    }
    int like = 0;
    for (int j = 0; j < g->class_count; j++) {
        like += of(g, j)->is_pmos == a->is_pmos && is_lone_source(g, j, middle, false);
    }
    const int ways = __builtin_popcount(led_to(g, middle));
    return like == 2 && ways <= 3 && (on_net(g, middle, a->is_pmos, DRAINS) > 0 || ways == 3);
}

static int across(const brute *g, int net, bool is_pmos) {
    if (on_net(g, net, is_pmos, DRAINS) != 1 || on_net(g, net, is_pmos, SOURCES) != 1) {
        return net;
    }
    const int below = the_one(g, net, is_pmos, DRAINS);
    return g->partner[below] >= 0 ? of(g, g->partner[below])->drain : net;
}

static bool are_latched(const brute *g, int i, int k) {
    const part *a = of(g, i), *b = of(g, k);
    return are_apart(g, i, k) && are_crossed(g, i, k) && is_signal_net(a->gate) && is_signal_net(b->gate) &&
           across(g, a->source, a->is_pmos) == b->source && across(g, b->source, b->is_pmos) == a->source;
}

static bool is_amplifier(const brute *g, int i) {
    const part *p = of(g, i);
    return g->partner[i] < 0 && !is_signal_net(p->source) && is_signal_net(p->gate) && is_signal_net(p->drain) &&
           p->gate != p->drain && on_net(g, p->gate, false, GATES) + on_net(g, p->gate, true, GATES) == 1 &&
           on_net(g, p->drain, p->is_pmos, DRAINS) == 1;
}

/* A number that says what lies on the drain; -1: nothing that makes a pair. */
static int load_of(const brute *g, int i) {
    const part *p = of(g, i);
    const int sources = on_net(g, p->drain, p->is_pmos, SOURCES), others = on_net(g, p->drain, !p->is_pmos, DRAINS);
    const unsigned ways = led_to(g, p->drain);
    if (on_net(g, p->drain, !p->is_pmos, SOURCES) > 0 || (sources > 0 && others > 0)) {
        return -1;
    }
    if (others == 1 && !has_resistor(g, p->drain)) {
        const int load = the_one(g, p->drain, !p->is_pmos, DRAINS), other = g->partner[load];
        return other >= 0 && g->form[load] == CROSSED ? 1000 + (load < other ? load : other)
                                                      : 2000 + 10 * of(g, load)->gate + of(g, load)->source;
    }
    if (sources == 1 && others == 0 && !has_resistor(g, p->drain)) {
        return 3000 + of(g, the_one(g, p->drain, p->is_pmos, SOURCES))->gate;
    }
    return sources + others == 0 && __builtin_popcount(ways) == 1 ? 4000 + (int)ways : -1;
}

static bool are_pseudo(const brute *g, int i, int k) {
    const part *a = of(g, i), *b = of(g, k);
    if (!is_amplifier(g, i) || !is_amplifier(g, k) || i == k || a->source != b->source || a->is_pmos != b->is_pmos ||
        load_of(g, i) < 0 || load_of(g, i) != load_of(g, k) || a->gate == b->drain || b->gate == a->drain ||
        __builtin_popcount(g->classes[i]) != __builtin_popcount(g->classes[k])) {
        return false;
    }
    int like = 0;
    for (int j = 0; j < g->class_count; j++) {
        like += of(g, j)->is_pmos == a->is_pmos && is_amplifier(g, j) && load_of(g, j) == load_of(g, i);
    }
    return like == 2;
}

static void search_partners(brute *g, bool (*are_such)(const brute *, int, int), int form) {
    int with[DEVICES_MAX];
    for (int i = 0; i < g->class_count; i++) {
        with[i] = -1;
        for (int k = 0; k < g->class_count; k++) {
            if (g->partner[i] < 0 && g->partner[k] < 0 && are_such(g, i, k)) {
                with[i] = with[i] < 0 ? k : with[i];
            }
        }
        if (with[i] >= 0 && form != PSEUDO) { /* each at once; those on supplies do not depend on each other */
            g->partner[i] = with[i];
            g->partner[with[i]] = i;
            g->form[i] = g->form[with[i]] = form == PLAIN && are_crossed(g, i, with[i]) ? CROSSED : form;
        }
    }
    for (int i = 0; i < g->class_count && form == PSEUDO; i++) {
        if (with[i] >= 0) {
            g->partner[i] = with[i];
            g->form[i] = form;
        }
    }
}

static void put(brute *g, lob_module_type type, unsigned devices, unsigned matched, int reference, int form) {
    g->modules[g->module_count++] = (found){type, devices, matched, reference, form};
}

static void search_pairs(brute *g) {
    search_partners(g, are_plain, PLAIN);
    search_partners(g, are_degenerated, DEGENERATED);
    search_partners(g, are_latched, CROSSED);
    search_partners(g, are_pseudo, PSEUDO);
    for (int i = 0; i < g->class_count; i++) {
        if (g->partner[i] > i) {
            const unsigned both = g->classes[i] | g->classes[g->partner[i]];
            put(g, PAIR, both, both, -1, g->form[i]);
        }
    }
}

/* ---- the others ---- */

static bool stands_on(const brute *g, int above, int below) {
    const part *a = of(g, above), *b = of(g, below);
    return above != below && a->is_pmos == b->is_pmos && a->source == b->drain && is_signal_net(a->source) &&
           on_net(g, a->source, a->is_pmos, SOURCES) == 1 && on_net(g, a->source, a->is_pmos, DRAINS) == 1;
}

static bool is_set_by(const brute *g, int i) {
    const part *p = of(g, i);
    if (p->gate == p->drain) {
        return true;
    }
    for (int k = 0; k < g->class_count; k++) {
        if (of(g, k)->is_pmos == p->is_pmos && of(g, k)->source == p->drain && of(g, k)->drain == p->gate &&
            on_net(g, p->drain, p->is_pmos, SOURCES) == 1) {
            return true;
        }
    }
    return false;
}

static bool is_cascode(const brute *g, int above, int below) {
    const part *a = of(g, above);
    if (!stands_on(g, above, below) || a->gate == of(g, below)->gate || has_resistor(g, a->source) ||
        on_net(g, a->source, !a->is_pmos, SOURCES) || on_net(g, a->gate, !a->is_pmos, GATES) ||
        !is_signal_net(a->drain) || g->partner[above] >= 0 || (g->partner[below] >= 0 && g->form[below] == CROSSED)) {
        return false;
    }
    for (int i = 0; i < g->class_count; i++) {
        const part *p = of(g, i);
        if (p->is_pmos != a->is_pmos && p->drain == a->source && g->partner[i] < 0) {
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

static bool is_shared_source(const brute *g, int i) {
    const part *p = of(g, i);
    for (int k = 0; k < g->class_count; k++) {
        const part *q = of(g, k);
        if (q->is_pmos == p->is_pmos && q->drain == p->drain && q->gate == q->drain) {
            return false;
        }
    }
    return !is_signal_net(p->source) && is_signal_net(p->drain) && g->partner[i] < 0 &&
           on_net(g, p->gate, !p->is_pmos, GATES) == 0;
}

static void search_mirrors(brute *g) {
    for (int i = 0; i < g->class_count; i++) {
        unsigned all = 0, shared = 0;
        int members = 0, sharing = 0, reference = -1;
        bool is_first = true;
        for (int k = 0; k < g->class_count; k++) {
            const part *a = of(g, i), *b = of(g, k);
            if (a->is_pmos == b->is_pmos && a->gate == b->gate && a->source == b->source) {
                all |= g->classes[k];
                members++;
                shared |= is_shared_source(g, k) ? g->classes[k] : 0;
                sharing += is_shared_source(g, k);
                is_first = is_first && k >= i;
                reference = reference < 0 && is_set_by(g, k) ? __builtin_ctz(g->classes[k]) : reference;
            }
        }
        if (!is_first || !is_signal_net(of(g, i)->gate)) {
            continue;
        }
        if (members > 1 && reference >= 0) {
            put(g, MIRROR, all, all, reference, PLAIN);
        } else if (sharing > 1 && reference < 0) {
            put(g, MIRROR, shared, shared, -1, SHARED);
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
            put(g, CASCODE, above | below, above != g->classes[i] ? above : 0, -1, PLAIN);
        }
    }
}

/* Those that feed a net, without pairs. */
static unsigned feeding(const brute *g, int net, bool is_pmos) {
    unsigned all = 0;
    for (int t = 0; t < g->class_count; t++) {
        all |= of(g, t)->is_pmos == is_pmos && of(g, t)->drain == net && g->partner[t] < 0 ? 1u << t : 0;
    }
    return all;
}

static unsigned devices_in(const brute *g, unsigned classes) {
    unsigned devices = 0;
    for (int t = 0; t < g->class_count; t++) {
        devices |= classes >> t & 1 ? g->classes[t] : 0;
    }
    return devices;
}

static void search_tails(brute *g) {
    for (int i = 0; i < g->class_count; i++) {
        const part *a = of(g, i);
        if (g->partner[i] <= i) {
            continue;
        }
        const part *b = of(g, g->partner[i]);
        const bool is_apart = a->source != b->source;
        if (!is_signal_net(a->source) || (is_apart && g->form[i] != DEGENERATED)) {
            continue;
        }
        const bool is_direct = is_apart && led_to(g, a->source) == 1u << b->source;
        const int net = is_apart && !is_direct ? __builtin_ctz(led_to(g, a->source)) : a->source;
        const unsigned first = feeding(g, net, a->is_pmos) | (is_direct ? feeding(g, b->source, a->is_pmos) : 0);
        unsigned all = first;
        for (unsigned before = 0; before != all;) { /* until nothing more stands below */
            before = all;
            for (int t = 0; t < g->class_count; t++) {
                for (int u = 0; u < g->class_count; u++) {
                    all |= (all >> t & 1) && g->partner[u] < 0 && stands_on(g, t, u) ? 1u << u : 0;
                }
            }
        }
        if (all) {
            const bool are_matched = is_direct && __builtin_popcount(first) > 1;
            put(g, TAIL, devices_in(g, all), are_matched ? devices_in(g, first) : 0, -1, PLAIN);
        }
    }
}

static void search(brute *g) {
    make_classes(g);
    turn_parts(g);
    search_pairs(g);
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

/* A circuit of a textbook, with something else and up to two terminals astray: a cascode mirror, a telescopic pair,
 * degenerated pairs, a latch on a pair, a pseudo-differential one. */
static int almost_known(part *parts, uint32_t *seed) {
    static const struct {
        unsigned count;
        part parts[5];
    } bases[] = {
        {4, {{true, false, 2, 2, 1}, {true, false, 2, 3, 1}, {true, false, 4, 4, 2}, {true, false, 4, 5, 3}}},
        {4, {{true, false, 5, 2, 6}, {true, false, 0, 3, 6}, {true, false, 1, 4, 2}, {true, false, 1, 5, 3}}},
        {5,
         {{true, false, 0, 2, 3},
          {true, false, 1, 4, 5},
          {.drain = 3, .source = 5},
          {true, false, 6, 3, 1},
          {true, false, 6, 5, 1}}},
        {5,
         {{true, false, 0, 2, 3},
          {true, false, 1, 4, 5},
          {.drain = 3, .source = 6},
          {.drain = 6, .source = 5},
          {true, false, 2, 6, 1}}},
        {5,
         {{true, false, 0, 2, 6},
          {true, false, 1, 3, 6},
          {true, false, 4, 5, 2},
          {true, false, 5, 4, 3},
          {true, false, 0, 6, 1}}},
        {4, {{true, false, 2, 4, 1}, {true, false, 3, 5, 1}, {true, true, 6, 4, 0}, {true, true, 6, 5, 0}}},
    };
    const int count = 5 + (int)(next(seed) % 3);
    random_parts(parts, count, seed);
    const unsigned which = next(seed) % (sizeof bases / sizeof bases[0]);
    memcpy(parts, bases[which].parts, bases[which].count * sizeof *parts);
    for (unsigned i = next(seed) % 3; i > 0; i--) {
        part *astray = &parts[next(seed) % bases[which].count];
        int *const ends[] = {&astray->gate, &astray->drain, &astray->source};
        if (next(seed) % 3 == 0) {
            *astray = turned(*astray);
        } else {
            *ends[next(seed) % 3] = (int)(next(seed) % NETS);
        }
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
                  lob_str_equal(properties->form.data ? properties->form : LOB_STR(""),
                                lob_str_from(form_names[g->modules[i].form])) &&
                  (properties->reference.data ? properties->reference.data[0] - '0' : -1) == g->modules[i].reference;
    }
    return is_fine;
}

static void random_circuits(void **state) {
    (void)state;
    const int rounds = getenv("LOB_TEST_QUICK") ? 2000 : 10000;
    unsigned seen[LOB_MODULE_TYPE_COUNT] = {0}, forms[5] = {0}, grouped = 0;
    uint32_t seed = 9;
    for (int round = 0; round < rounds; round++) {
        part parts[DEVICES_MAX];
        char text[2048];
        int count = 2 + (int)(next(&seed) % (DEVICES_MAX - 1));
        if (round % 2) {
            random_parts(parts, count, &seed);
        } else {
            count = almost_known(parts, &seed);
        }
        write_parts(text, sizeof text, parts, count);
        brute g = {.count = count};
        memcpy(g.parts, parts, sizeof g.parts);
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
            forms[g.modules[i].form]++;
            grouped += g.modules[i].type == CASCODE && g.modules[i].matched;
        }
        end(&b);
    }
    for (int i = 0; i < LOB_MODULE_TYPE_COUNT; i++) {
        assert_gt(seen[i], (unsigned)rounds / 200); /* the circuits do show what they are to show */
    }
    for (int i = 0; i < 5; i++) {
        lob_case("%s: %u", form_names[i], forms[i]);
        assert_gt(forms[i], (unsigned)rounds / 100);
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
