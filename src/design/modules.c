/* Recognising modules: transistors and what lies on their nets.
 *
 * Parallel devices are first taken together, so that a pair drawn as M1a, M1b, M2a, M2b is a pair still. Then each net
 * knows how many sources, drains and gates of each type are on it, and the rules are looks at such counts.
 */
#include "design/modules.h"

#include <stdlib.h>

#include "base/map.h"
#include "design/modules_impl.h"

/* A device on its way to be sorted. */
typedef struct entry {
    uint32_t gate, drain, source, device;
    bool is_pmos;
} entry;

bool lob_is_signal(const lob_recognition *r, uint32_t net) {
    return r->circuit->nets.items[net].net_type == LOB_NET_TYPE_SIGNAL;
}

static int order_numbers(uint32_t a, uint32_t b) {
    return (a > b) - (a < b);
}

static int order_nets(const entry *a, const entry *b) {
    int order = order_numbers(a->is_pmos, b->is_pmos);
    order = order ? order : order_numbers(a->gate, b->gate);
    order = order ? order : order_numbers(a->source, b->source);
    return order ? order : order_numbers(a->drain, b->drain);
}

static int order_entries(const void *a, const void *b) {
    const int order = order_nets(a, b);
    return order ? order : order_numbers(((const entry *)a)->device, ((const entry *)b)->device);
}

static int order_mos(const void *a, const void *b) {
    return order_numbers(((const lob_mos *)a)->lead, ((const lob_mos *)b)->lead);
}

/* The net of a terminal; every MOS transistor has g, d and s. */
static uint32_t net_of(const lob_name_map *nets, const lob_circuit_device *device, const char *terminal) {
    size_t i = 0;
    while (!lob_str_equal(device->terminals.names[i], lob_str_from(terminal))) {
        i++;
    }
    return lob_name_map_find(nets, device->terminals.items[i]);
}

static size_t take_entries(const lob_recognition *r, const lob_name_map *nets, entry *entries) {
    size_t count = 0;
    for (size_t i = 0; i < r->circuit->devices.count; i++) {
        const lob_circuit_device *device = &r->circuit->devices.items[i];
        if (device->type == LOB_DEVICE_TYPE_NMOS || device->type == LOB_DEVICE_TYPE_PMOS) {
            const entry one = {net_of(nets, device, "g"), net_of(nets, device, "d"), net_of(nets, device, "s"),
                               (uint32_t)i, device->type == LOB_DEVICE_TYPE_PMOS};
            entries[count] = one;
            count += one.drain != one.source;
        } else if (device->type == LOB_DEVICE_TYPE_RESISTOR) {
            for (size_t k = 0; k < device->terminals.count; k++) {
                r->has_resistor[lob_name_map_find(nets, device->terminals.items[k])] = true;
            }
        }
    }
    return count;
}

static void merge_entries(lob_recognition *r, const entry *entries, size_t count) {
    for (size_t i = 0; i < count; i++) {
        r->sorted[i] = entries[i].device;
        if (i > 0 && order_nets(&entries[i - 1], &entries[i]) == 0) {
            r->mos[r->mos_count - 1].count++;
        } else {
            r->mos[r->mos_count++] = (lob_mos){entries[i].gate,   entries[i].drain,  entries[i].source, (uint32_t)i, 1,
                                               entries[i].device, entries[i].is_pmos};
        }
    }
    qsort(r->mos, r->mos_count, sizeof *r->mos, order_mos);
}

static void count_uses(lob_recognition *r) {
    for (uint32_t i = 0; i < r->mos_count; i++) {
        const lob_mos *mos = &r->mos[i];
        lob_net_use *source = &r->uses[mos->source][mos->is_pmos], *drain = &r->uses[mos->drain][mos->is_pmos];
        if (source->sources < 2) {
            source->source[source->sources] = i;
        }
        source->sources++;
        if (drain->drains++ == 0) {
            drain->drain = i;
        }
        r->uses[mos->gate][mos->is_pmos].gates++;
        r->home[i] = LOB_NO_HOME;
    }
}

static lob_status prepare(lob_recognition *r, lob_name_map *nets) {
    lob_arena *arena = r->ctx->arena;
    const size_t count = r->circuit->devices.count, net_count = r->circuit->nets.count;
    entry *entries = LOB_NEW_ARRAY(arena, entry, count + 1);
    r->sorted = LOB_NEW_ARRAY(arena, uint32_t, count);
    r->mos = LOB_NEW_ARRAY(arena, lob_mos, count + 1);
    r->uses = lob_arena_zalloc(arena, net_count, sizeof *r->uses);
    r->has_resistor = LOB_NEW_ARRAY(arena, bool, net_count);
    r->home = LOB_NEW_ARRAY(arena, uint32_t, count);
    r->keyed = LOB_NEW_ARRAY(arena, lob_keyed_mos, count);
    r->run_at = LOB_NEW_ARRAY(arena, uint32_t, count);
    r->members = LOB_NEW_ARRAY(arena, uint32_t, 2 * count);
    r->circuit->modules.items = LOB_NEW_ARRAY(arena, lob_circuit_module, 3 * count);
    if (!entries || !r->sorted || !r->mos || !r->uses || !r->has_resistor || !r->home || !r->keyed || !r->run_at ||
        !r->members || !r->circuit->modules.items) {
        return lob_fail_memory(r->ctx);
    }
    for (size_t i = 0; i < net_count; i++) {
        uint32_t found;
        if (!lob_name_map_add(nets, r->circuit->nets.items[i].name, (uint32_t)i, &found)) {
            return lob_fail_memory(r->ctx);
        }
    }
    const size_t entry_count = take_entries(r, nets, entries);
    qsort(entries, entry_count, sizeof *entries, order_entries);
    merge_entries(r, entries, entry_count);
    count_uses(r);
    return LOB_OK;
}

/* In the order of ModuleType. */
static lob_status find(lob_recognition *r) {
    LOB_TRY(lob_find_pairs(r));
    LOB_TRY(lob_find_mirrors(r));
    LOB_TRY(lob_find_cascodes(r));
    return lob_find_tails(r);
}

lob_status lob_modules_find(lob_ctx *ctx, lob_circuit *circuit) {
    lob_recognition r = {.ctx = ctx, .circuit = circuit};
    lob_name_map nets;
    lob_name_map_init(&nets);
    circuit->modules.count = 0;
    lob_status status = prepare(&r, &nets);
    lob_name_map_release(&nets);
    LOB_TRY(status);
    return find(&r);
}
