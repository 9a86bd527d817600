/* Transistors for module recognition: parallel devices taken together, drains told from sources, nets counted.
 *
 * So a pair drawn as M1a, M1b, M2a, M2b is a pair still, and so is one of which half is drawn upside down. Then each
 * net knows how many sources, drains and gates of each type are on it, and the rules are looks at such counts.
 */
#include <stdlib.h>

#include "design/modules_impl.h"

enum { PASSES_MAX = 4 };

/* A device on its way to be sorted. */
typedef struct entry {
    uint32_t gate, low, high, device; /* low and high: the nets of drain and source */
    bool is_pmos, is_low_drain;
} entry;

static int order_of(uint32_t a, uint32_t b) {
    return (a > b) - (a < b);
}

static int order_nets(const entry *a, const entry *b) {
    int order = order_of(a->is_pmos, b->is_pmos);
    order = order ? order : order_of(a->gate, b->gate);
    order = order ? order : order_of(a->low, b->low);
    return order ? order : order_of(a->high, b->high);
}

static int order_entries(const void *a, const void *b) {
    const int order = order_nets(a, b);
    return order ? order : order_of(((const entry *)a)->device, ((const entry *)b)->device);
}

static int order_mos(const void *a, const void *b) {
    return order_of(((const lob_mos_run *)a)->lead, ((const lob_mos_run *)b)->lead);
}

/* The net of a terminal; every MOS transistor has g, d and s. */
static uint32_t net_of(const lob_name_map *nets, const lob_circuit_device *device, const char *terminal) {
    size_t i = 0;
    while (!lob_str_equal(device->terminals.names[i], lob_str_from(terminal))) {
        i++;
    }
    return lob_name_map_find(nets, device->terminals.items[i]);
}

/* ---- resistors ---- */

static void add_link(lob_net_links *links, uint32_t to) {
    for (uint32_t i = 0; i < links->count && i < LOB_LINKS_MAX; i++) {
        if (links->to[i] == to) {
            return;
        }
    }
    if (links->count < LOB_LINKS_MAX) {
        links->to[links->count] = to;
    }
    links->count += links->count <= LOB_LINKS_MAX;
}

/* The two ends are the terminals that are not called b. */
static void take_resistor(lob_recognition *r, const lob_name_map *nets, const lob_circuit_device *device) {
    uint32_t ends[2], count = 0;
    for (size_t k = 0; k < device->terminals.count; k++) {
        const uint32_t net = lob_name_map_find(nets, device->terminals.items[k]);
        r->has_resistor[net] = true;
        if (!lob_str_equal(device->terminals.names[k], LOB_STR("b"))) {
            if (count < 2) {
                ends[count] = net;
            }
            count++;
        }
    }
    if (count == 2 && ends[0] != ends[1]) {
        add_link(&r->links[ends[0]], ends[1]);
        add_link(&r->links[ends[1]], ends[0]);
    }
}

/* ---- parallel devices ---- */

static size_t take_entries(lob_recognition *r, const lob_name_map *nets, entry *entries) {
    size_t count = 0;
    for (size_t i = 0; i < r->circuit->devices.count; i++) {
        const lob_circuit_device *device = &r->circuit->devices.items[i];
        if (device->type == LOB_DEVICE_TYPE_NMOS || device->type == LOB_DEVICE_TYPE_PMOS) {
            const uint32_t drain = net_of(nets, device, "d"), source = net_of(nets, device, "s");
            const bool is_low = drain < source;
            entries[count] = (entry){net_of(nets, device, "g"),
                                     is_low ? drain : source,
                                     is_low ? source : drain,
                                     (uint32_t)i,
                                     device->type == LOB_DEVICE_TYPE_PMOS,
                                     is_low};
            count += drain != source;
        } else if (device->type == LOB_DEVICE_TYPE_RESISTOR) {
            take_resistor(r, nets, device);
        }
    }
    return count;
}

/* Drain and source are those of the first device. */
static void merge_entries(lob_recognition *r, const entry *entries, size_t count) {
    for (size_t i = 0; i < count; i++) {
        const entry *at = &entries[i];
        r->sorted[i] = at->device;
        if (i > 0 && order_nets(&entries[i - 1], at) == 0) {
            r->mos[r->mos_count - 1].count++;
        } else {
            r->mos[r->mos_count++] = (lob_mos_run){at->gate,
                                                   at->is_low_drain ? at->low : at->high,
                                                   at->is_low_drain ? at->high : at->low,
                                                   (uint32_t)i,
                                                   1,
                                                   at->device,
                                                   at->is_pmos};
        }
    }
    qsort(r->mos, r->mos_count, sizeof *r->mos, order_mos);
}

/* ---- drain and source swapped ---- */

/* Transistors that give current to a net (sources of nmos, drains of pmos) and that take it. */
typedef struct flow {
    uint32_t given, taken;
    uint32_t first; /* among the ends of nets */
} flow;

typedef struct turning {
    lob_recognition *r;
    flow *flows;    /* of nets */
    uint32_t *ends; /* transistors of each net, one net after the other */
    bool *is_turned;
} turning;

static void turn(lob_mos_run *mos) {
    const uint32_t drain = mos->drain;
    mos->drain = mos->source;
    mos->source = drain;
}

static lob_net_type type_of(const lob_recognition *r, uint32_t net) {
    return r->circuit->nets.items[net].net_type;
}

/* Current would leave by ground or come in by power. */
static bool is_against_supply(const lob_recognition *r, uint32_t drain, uint32_t source, bool is_pmos) {
    const lob_net_type up = is_pmos ? LOB_NET_TYPE_GROUND : LOB_NET_TYPE_POWER;
    const lob_net_type down = is_pmos ? LOB_NET_TYPE_POWER : LOB_NET_TYPE_GROUND;
    return type_of(r, drain) == down || type_of(r, source) == up;
}

static void turn_to_supplies(lob_recognition *r) {
    for (uint32_t i = 0; i < r->mos_count; i++) {
        lob_mos_run *mos = &r->mos[i];
        if (is_against_supply(r, mos->drain, mos->source, mos->is_pmos) &&
            !is_against_supply(r, mos->source, mos->drain, mos->is_pmos)) {
            turn(mos);
        }
    }
}

static bool gives(const lob_mos_run *mos, uint32_t net) {
    return (mos->source == net) != mos->is_pmos;
}

/* No current could flow: two or more transistors all give, or all take, and there is no other way. */
static bool is_one_sided(const turning *t, uint32_t net, uint32_t given, uint32_t taken) {
    return type_of(t->r, net) == LOB_NET_TYPE_SIGNAL && !t->r->has_resistor[net] && given + taken > 1 &&
           (given == 0 || taken == 0);
}

/* Turning it mends `net` and leaves its other net no worse. */
static bool may_turn(const turning *t, uint32_t i, uint32_t net) {
    const lob_mos_run *mos = &t->r->mos[i];
    const uint32_t other = mos->drain == net ? mos->source : mos->drain;
    const flow *there = &t->flows[other];
    const uint32_t given = gives(mos, other) ? there->given - 1 : there->given + 1;
    return !t->is_turned[i] && type_of(t->r, other) == LOB_NET_TYPE_SIGNAL &&
           !is_one_sided(t, other, given, there->given + there->taken - given);
}

static void count_flow(turning *t, uint32_t i, int32_t by) {
    const lob_mos_run *mos = &t->r->mos[i];
    flow *giving = &t->flows[mos->is_pmos ? mos->drain : mos->source];
    flow *taking = &t->flows[mos->is_pmos ? mos->source : mos->drain];
    giving->given += (uint32_t)by;
    taking->taken += (uint32_t)by;
}

/* Turns the only transistor that may be turned. */
static bool mend(turning *t, uint32_t net) {
    const flow *here = &t->flows[net];
    uint32_t only = LOB_NO_MOS, count = 0;
    if (!is_one_sided(t, net, here->given, here->taken)) {
        return false;
    }
    for (uint32_t k = 0; k < here->given + here->taken; k++) {
        const uint32_t i = t->ends[here->first + k];
        if (may_turn(t, i, net)) {
            only = i;
            count++;
        }
    }
    if (count != 1) {
        return false;
    }
    count_flow(t, only, -1);
    turn(&t->r->mos[only]);
    count_flow(t, only, 1);
    t->is_turned[only] = true;
    return true;
}

static void list_ends(turning *t, size_t net_count) {
    uint32_t first = 0;
    for (uint32_t i = 0; i < t->r->mos_count; i++) {
        count_flow(t, i, 1);
    }
    for (size_t net = 0; net < net_count; net++) {
        t->flows[net].first = first;
        first += t->flows[net].given + t->flows[net].taken;
    }
    for (uint32_t i = 0; i < t->r->mos_count; i++) { /* each `first` moves to the end of its net ... */
        t->ends[t->flows[t->r->mos[i].drain].first++] = i;
        t->ends[t->flows[t->r->mos[i].source].first++] = i;
    }
    for (size_t net = 0; net < net_count; net++) { /* ... and back */
        t->flows[net].first -= t->flows[net].given + t->flows[net].taken;
    }
}

static lob_status turn_to_currents(lob_recognition *r) {
    const size_t net_count = r->circuit->nets.count;
    turning t = {.r = r};
    t.flows = LOB_NEW_ARRAY(r->ctx->arena, flow, net_count);
    t.ends = LOB_NEW_ARRAY(r->ctx->arena, uint32_t, 2 * (size_t)r->mos_count);
    t.is_turned = LOB_NEW_ARRAY(r->ctx->arena, bool, r->mos_count);
    if (!t.flows || !t.ends || !t.is_turned) {
        return lob_fail_memory(r->ctx);
    }
    list_ends(&t, net_count);
    bool has_more = true;
    for (unsigned pass = 0; has_more && pass < PASSES_MAX; pass++) {
        has_more = false;
        for (uint32_t net = 0; net < net_count; net++) {
            has_more = mend(&t, net) || has_more;
        }
    }
    return LOB_OK;
}

/* ---- transistors side by side ---- */

static int order_keyed(const void *a, const void *b) {
    const lob_keyed_mos *left = a, *right = b;
    if (left->first != right->first) {
        return left->first < right->first ? -1 : 1;
    }
    if (left->second != right->second) {
        return left->second < right->second ? -1 : 1;
    }
    return (left->mos > right->mos) - (left->mos < right->mos);
}

static bool are_together(const lob_keyed_mos *a, const lob_keyed_mos *b) {
    return a->first == b->first && a->second == b->second;
}

void lob_keyed_sort(lob_recognition *r, uint32_t count) {
    qsort(r->keyed, count, sizeof *r->keyed, order_keyed);
    for (uint32_t i = 0; i < r->mos_count; i++) {
        r->run_at[i] = 0;
    }
    for (uint32_t i = 0; i < count; i++) {
        if (i == 0 || !are_together(&r->keyed[i - 1], &r->keyed[i])) {
            r->run_at[r->keyed[i].mos] = i + 1;
        }
    }
}

uint32_t lob_keyed_run(const lob_recognition *r, uint32_t start, uint32_t count) {
    uint32_t end = start + 1;
    while (end < count && are_together(&r->keyed[start], &r->keyed[end])) {
        end++;
    }
    return end - start;
}

/* ---- nets ---- */

static void count_uses(lob_recognition *r) {
    for (uint32_t i = 0; i < r->mos_count; i++) {
        const lob_mos_run *mos = &r->mos[i];
        lob_net_use *source = &r->uses[mos->source][mos->is_pmos], *drain = &r->uses[mos->drain][mos->is_pmos];
        if (source->sources < 2) {
            source->source[source->sources] = i;
        }
        source->sources++;
        if (drain->drains++ == 0) {
            drain->drain = i;
        }
        r->uses[mos->gate][mos->is_pmos].gates++;
        r->has_diode[mos->drain][mos->is_pmos] = r->has_diode[mos->drain][mos->is_pmos] || mos->gate == mos->drain;
        r->partner[i] = r->home[i] = LOB_NO_MOS;
    }
}

static lob_status fill(lob_recognition *r, lob_name_map *nets, entry *entries) {
    for (size_t i = 0; i < r->circuit->nets.count; i++) {
        uint32_t found;
        if (!lob_name_map_add(nets, r->circuit->nets.items[i].name, (uint32_t)i, &found)) {
            return lob_fail_memory(r->ctx);
        }
    }
    const size_t count = take_entries(r, nets, entries);
    qsort(entries, count, sizeof *entries, order_entries);
    merge_entries(r, entries, count);
    turn_to_supplies(r);
    LOB_TRY(turn_to_currents(r));
    count_uses(r);
    return LOB_OK;
}

lob_status lob_recognition_open(lob_recognition *r) {
    lob_arena *arena = r->ctx->arena;
    const size_t count = r->circuit->devices.count, net_count = r->circuit->nets.count;
    entry *entries = LOB_NEW_ARRAY(arena, entry, count + 1);
    r->sorted = LOB_NEW_ARRAY(arena, uint32_t, count);
    r->mos = LOB_NEW_ARRAY(arena, lob_mos_run, count + 1);
    r->uses = lob_arena_zalloc(arena, net_count, sizeof *r->uses);
    r->has_diode = lob_arena_zalloc(arena, net_count, sizeof *r->has_diode);
    r->has_resistor = LOB_NEW_ARRAY(arena, bool, net_count);
    r->links = LOB_NEW_ARRAY(arena, lob_net_links, net_count);
    r->partner = LOB_NEW_ARRAY(arena, uint32_t, count);
    r->form = LOB_NEW_ARRAY(arena, lob_pair_form, count);
    r->home = LOB_NEW_ARRAY(arena, uint32_t, count);
    r->keyed = LOB_NEW_ARRAY(arena, lob_keyed_mos, count);
    r->run_at = LOB_NEW_ARRAY(arena, uint32_t, count);
    r->members = LOB_NEW_ARRAY(arena, uint32_t, 2 * count);
    if (!entries || !r->sorted || !r->mos || !r->uses || !r->has_diode || !r->has_resistor || !r->links ||
        !r->partner || !r->form || !r->home || !r->keyed || !r->run_at || !r->members) {
        return lob_fail_memory(r->ctx);
    }
    lob_name_map nets;
    lob_name_map_init(&nets);
    lob_status status = fill(r, &nets, entries);
    lob_name_map_release(&nets);
    return status;
}
