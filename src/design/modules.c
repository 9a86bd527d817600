/* Recognising modules: transistors and what lies on their nets.
 *
 * Parallel devices are first taken together, so that a pair drawn as M1a, M1b, M2a, M2b is a pair still. Then each net
 * knows how many sources, drains and gates of each type are on it, and the rules are looks at such counts.
 */
#include "design/modules.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/buf.h"
#include "base/map.h"
#include "design/document_impl.h"

enum { NO_MOS = UINT32_MAX, NO_HOME = UINT32_MAX };

/* Devices of one type with the same gate, drain and source: sorted[first .. first + count), `lead` the first of them.
 */
typedef struct mos_run {
    uint32_t gate, drain, source; /* nets */
    uint32_t first, count, lead;
    bool is_pmos;
} mos_run;

/* Of one type on one net: how many, and the first ones. */
typedef struct net_use {
    uint32_t sources, drains, gates;
    uint32_t pair_drains; /* those of differential pairs */
    uint32_t source[2], drain;
} net_use;

/* A transistor with what puts it beside others. */
typedef struct keyed_mos {
    uint64_t first, second;
    uint32_t mos;
} keyed_mos;

typedef struct recognition {
    lob_ctx *ctx;
    lob_circuit *circuit;
    uint32_t *sorted; /* devices */
    mos_run *mos;     /* in the order of their first device */
    uint32_t mos_count;
    net_use (*uses)[2]; /* [net][is_pmos] */
    bool *has_resistor; /* of nets */
    uint32_t *home;     /* of transistors: the pair, else the mirror, that it is in, as a place among the modules */
    keyed_mos *keyed;   /* room for each transistor once */
    uint32_t *run_at;   /* likewise */
    uint32_t *members;  /* room for each transistor twice */
} recognition;

/* Transistors that are one module. `count_matched`: so many, from the first on, must match. */
typedef struct module_draft {
    lob_module_type type;
    const uint32_t *mos;
    uint32_t count, count_matched;
    uint32_t reference; /* of a mirror, else NO_MOS */
    uint32_t net;       /* that of which the words tell */
} module_draft;
/* A device on its way to be sorted. */
typedef struct entry {
    uint32_t gate, drain, source, device;
    bool is_pmos;
} entry;

static bool is_signal(const recognition *r, uint32_t net) {
    return r->circuit->nets.items[net].net_type == LOB_NET_TYPE_SIGNAL;
}

static int order_of(uint32_t a, uint32_t b) {
    return (a > b) - (a < b);
}

static int order_nets(const entry *a, const entry *b) {
    int order = order_of(a->is_pmos, b->is_pmos);
    order = order ? order : order_of(a->gate, b->gate);
    order = order ? order : order_of(a->source, b->source);
    return order ? order : order_of(a->drain, b->drain);
}

static int order_entries(const void *a, const void *b) {
    const int order = order_nets(a, b);
    return order ? order : order_of(((const entry *)a)->device, ((const entry *)b)->device);
}

static int order_mos(const void *a, const void *b) {
    return order_of(((const mos_run *)a)->lead, ((const mos_run *)b)->lead);
}

/* The net of a terminal; every MOS transistor has g, d and s. */
static uint32_t net_of(const lob_name_map *nets, const lob_circuit_device *device, const char *terminal) {
    size_t i = 0;
    while (!lob_str_equal(device->terminals.names[i], lob_str_from(terminal))) {
        i++;
    }
    return lob_name_map_find(nets, device->terminals.items[i]);
}

static size_t take_entries(const recognition *r, const lob_name_map *nets, entry *entries) {
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

static void merge_entries(recognition *r, const entry *entries, size_t count) {
    for (size_t i = 0; i < count; i++) {
        r->sorted[i] = entries[i].device;
        if (i > 0 && order_nets(&entries[i - 1], &entries[i]) == 0) {
            r->mos[r->mos_count - 1].count++;
        } else {
            r->mos[r->mos_count++] = (mos_run){entries[i].gate,   entries[i].drain,  entries[i].source, (uint32_t)i, 1,
                                               entries[i].device, entries[i].is_pmos};
        }
    }
    qsort(r->mos, r->mos_count, sizeof *r->mos, order_mos);
}

static void count_uses(recognition *r) {
    for (uint32_t i = 0; i < r->mos_count; i++) {
        const mos_run *mos = &r->mos[i];
        net_use *source = &r->uses[mos->source][mos->is_pmos], *drain = &r->uses[mos->drain][mos->is_pmos];
        if (source->sources < 2) {
            source->source[source->sources] = i;
        }
        source->sources++;
        if (drain->drains++ == 0) {
            drain->drain = i;
        }
        r->uses[mos->gate][mos->is_pmos].gates++;
        r->home[i] = NO_HOME;
    }
}

static lob_status prepare(recognition *r, lob_name_map *nets) {
    lob_arena *arena = r->ctx->arena;
    const size_t count = r->circuit->devices.count, net_count = r->circuit->nets.count;
    entry *entries = LOB_NEW_ARRAY(arena, entry, count + 1);
    r->sorted = LOB_NEW_ARRAY(arena, uint32_t, count);
    r->mos = LOB_NEW_ARRAY(arena, mos_run, count + 1);
    r->uses = lob_arena_zalloc(arena, net_count, sizeof *r->uses);
    r->has_resistor = LOB_NEW_ARRAY(arena, bool, net_count);
    r->home = LOB_NEW_ARRAY(arena, uint32_t, count);
    r->keyed = LOB_NEW_ARRAY(arena, keyed_mos, count);
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

/* ---- a module as the circuit holds it: devices, what must match, and why, in words ---- */

enum { LISTED_MAX = 6, TEXT_SIZE_MAX = 4096 };

static int order_numbers(const void *a, const void *b) {
    const uint32_t left = *(const uint32_t *)a, right = *(const uint32_t *)b;
    return (left > right) - (left < right);
}

/* The devices of transistors, in the order of the circuit. */
static uint32_t *devices_of(const recognition *r, const uint32_t *mos, uint32_t count, size_t *device_count) {
    *device_count = 0;
    for (uint32_t i = 0; i < count; i++) {
        *device_count += r->mos[mos[i]].count;
    }
    uint32_t *devices = LOB_NEW_ARRAY(r->ctx->arena, uint32_t, *device_count);
    size_t place = 0;
    for (uint32_t i = 0; devices && i < count; i++) {
        const mos_run *one = &r->mos[mos[i]];
        memcpy(devices + place, r->sorted + one->first, one->count * sizeof *devices);
        place += one->count;
    }
    if (devices) {
        qsort(devices, *device_count, sizeof *devices, order_numbers);
    }
    return devices;
}

static lob_str *ids_of(const recognition *r, const uint32_t *devices, size_t count) {
    lob_str *ids = LOB_NEW_ARRAY(r->ctx->arena, lob_str, count);
    for (size_t i = 0; ids && i < count; i++) {
        ids[i] = r->circuit->devices.items[devices[i]].id;
    }
    return ids;
}

/* ---- sizes ---- */

static double total_width(const recognition *r, uint32_t mos) {
    double total = 0;
    for (uint32_t i = 0; i < r->mos[mos].count; i++) {
        const lob_circuit_device_params *params = &r->circuit->devices.items[r->sorted[r->mos[mos].first + i]].params;
        total += params->w * (double)params->m;
    }
    return total;
}

static bool are_matched(const recognition *r, const module_draft *draft, const uint32_t *devices, size_t count) {
    const lob_circuit_device *first = &r->circuit->devices.items[devices[0]];
    for (size_t i = 1; i < count; i++) {
        const lob_circuit_device *other = &r->circuit->devices.items[devices[i]];
        if (other->params.w != first->params.w || other->params.l != first->params.l ||
            !lob_str_equal(other->model, first->model)) {
            return false;
        }
    }
    return draft->type != LOB_MODULE_TYPE_DIFFERENTIAL_PAIR ||
           total_width(r, draft->mos[0]) == total_width(r, draft->mos[1]);
}

/* Left out when they are beyond a double. */
static lob_status set_ratios(const recognition *r, uint32_t reference, const uint32_t *devices, size_t count,
                             lob_circuit_module_properties *properties) {
    const lob_circuit_device *base = &r->circuit->devices.items[r->mos[reference].lead];
    double *ratios = LOB_NEW_ARRAY(r->ctx->arena, double, count);
    bool is_fine = true;
    if (!ratios) {
        return lob_fail_memory(r->ctx);
    }
    for (size_t i = 0; i < count; i++) {
        const lob_circuit_device_params *params = &r->circuit->devices.items[devices[i]].params;
        ratios[i] =
            params->w / base->params.w * ((double)params->m / (double)base->params.m) * (base->params.l / params->l);
        is_fine = is_fine && isfinite(ratios[i]);
    }
    properties->reference = base->id;
    properties->has_ratios = is_fine;
    properties->ratios.items = ratios;
    properties->ratios.count = is_fine ? count : 0;
    return LOB_OK;
}

/* ---- words ---- */

static void add_name(lob_buf *text, lob_str name) {
    char quoted[128];
    const lob_str shown = lob_document_quoted(name, quoted);
    lob_buf_add(text, shown.data, shown.size);
}

static void add_names(const recognition *r, lob_buf *text, const uint32_t *mos, uint32_t count) {
    for (uint32_t i = 0; i < count && i < LISTED_MAX; i++) {
        lob_buf_add_text(text, i == 0 ? "" : i + 1 == count ? " and " : ", ");
        add_name(text, r->circuit->devices.items[r->mos[mos[i]].lead].id);
    }
    if (count > LISTED_MAX) {
        lob_buf_printf(text, " and %u more", (unsigned)(count - LISTED_MAX));
    }
}

static void add_net(const recognition *r, lob_buf *text, uint32_t net) {
    add_name(text, r->circuit->nets.items[net].name);
}

static void tell_pair(const recognition *r, const module_draft *draft, lob_buf *text) {
    add_names(r, text, draft->mos, 2);
    lob_buf_add_text(text, " share the source net ");
    add_net(r, text, draft->net);
    lob_buf_add_text(text, ", which is no supply and is fed; their gates are apart, ");
    add_net(r, text, r->mos[draft->mos[0]].gate);
    lob_buf_add_text(text, " and ");
    add_net(r, text, r->mos[draft->mos[1]].gate);
    lob_buf_add_text(text, ", and so are their drains.");
}

static void tell_mirror(const recognition *r, const module_draft *draft, lob_buf *text) {
    add_names(r, text, draft->mos, draft->count);
    lob_buf_add_text(text, " have their gates on ");
    add_net(r, text, draft->net);
    lob_buf_add_text(text, " and their sources on ");
    add_net(r, text, r->mos[draft->reference].source);
    lob_buf_add_text(text, "; ");
    add_names(r, text, &draft->reference, 1);
    lob_buf_add_text(text, r->mos[draft->reference].drain == r->mos[draft->reference].gate
                               ? ", whose drain is on that gate net, sets the current."
                               : ", whose cascode's drain is on that gate net, sets the current.");
}

static void tell_cascode(const recognition *r, const module_draft *draft, lob_buf *text) {
    const uint32_t half = draft->count / 2;
    add_names(r, text, draft->mos, half);
    lob_buf_add_text(text, half > 1 ? " stand on " : " stands on ");
    add_names(r, text, draft->mos + half, half);
    lob_buf_add_text(text, ": source on drain, with nothing else of the type between, and the gate on ");
    add_net(r, text, draft->net);
    lob_buf_add_text(text, ", which is not that of the transistor below.");
}

static void tell_tail(const recognition *r, const module_draft *draft, lob_buf *text) {
    add_names(r, text, draft->mos, draft->count);
    lob_buf_add_text(text, draft->count > 1 ? " feed " : " feeds ");
    add_net(r, text, draft->net);
    lob_buf_add_text(text, ", the source net of a differential pair.");
}

static lob_status tell(const recognition *r, const module_draft *draft, lob_str *why) {
    static void (*const tellers[LOB_MODULE_TYPE_COUNT])(const recognition *, const module_draft *, lob_buf *) = {
        [LOB_MODULE_TYPE_DIFFERENTIAL_PAIR] = tell_pair,
        [LOB_MODULE_TYPE_CURRENT_MIRROR] = tell_mirror,
        [LOB_MODULE_TYPE_CASCODE] = tell_cascode,
        [LOB_MODULE_TYPE_TAIL_CURRENT_SOURCE] = tell_tail};
    lob_buf text;
    lob_buf_init(&text, TEXT_SIZE_MAX);
    tellers[draft->type](r, draft, &text);
    const char *copy = text.failed ? NULL : lob_arena_strdup(r->ctx->arena, text.data, text.size);
    *why = (lob_str){copy, text.size};
    lob_buf_release(&text);
    return copy ? LOB_OK : lob_fail_memory(r->ctx);
}

/* ---- the module ---- */

static lob_status name_module(const recognition *r, lob_circuit_module *module) {
    const lob_circuit_module *before = module > r->circuit->modules.items ? module - 1 : NULL;
    char name[64];
    unsigned number = 1;
    if (before && before->type == module->type) {
        const char *digits = strrchr(before->id.data, '_') + 1;
        number = (unsigned)strtoul(digits, NULL, 10) + 1;
    }
    const int size = snprintf(name, sizeof name, "%s_%u", lob_module_type_names[module->type], number);
    module->id = (lob_str){lob_arena_strdup(r->ctx->arena, name, (size_t)size), (size_t)size};
    return module->id.data ? LOB_OK : lob_fail_memory(r->ctx);
}

static lob_status set_matched(const recognition *r, const module_draft *draft,
                              lob_circuit_module_properties *properties) {
    properties->matched = true;
    if (draft->count_matched == 0) {
        return LOB_OK;
    }
    size_t count;
    const uint32_t *devices = devices_of(r, draft->mos, draft->count_matched, &count);
    properties->matched_devices.items = lob_arena_zalloc(r->ctx->arena, 1, sizeof *properties->matched_devices.items);
    if (!devices || !properties->matched_devices.items) {
        return lob_fail_memory(r->ctx);
    }
    properties->matched_devices.count = 1;
    properties->matched_devices.items[0].items = ids_of(r, devices, count);
    properties->matched_devices.items[0].count = count;
    properties->matched = are_matched(r, draft, devices, count);
    if (!properties->matched_devices.items[0].items) {
        return lob_fail_memory(r->ctx);
    }
    return draft->reference != NO_MOS ? set_ratios(r, draft->reference, devices, count, properties) : LOB_OK;
}

static lob_status add_module(recognition *r, const module_draft *draft) {
    lob_circuit_module *module = &r->circuit->modules.items[r->circuit->modules.count];
    *module = (lob_circuit_module){.type = draft->type};
    const uint32_t *devices = devices_of(r, draft->mos, draft->count, &module->devices.count);
    module->devices.items = devices ? ids_of(r, devices, module->devices.count) : NULL;
    if (!module->devices.items) {
        return lob_fail_memory(r->ctx);
    }
    LOB_TRY(name_module(r, module));
    LOB_TRY(set_matched(r, draft, &module->properties));
    LOB_TRY(tell(r, draft, &module->properties.why));
    r->circuit->modules.count++;
    return LOB_OK;
}

/* ---- the rules of modules.h, word for word: each reads the counts of nets, and what the rules before it found ---- */

static const net_use *use_of(const recognition *r, uint32_t net, bool is_pmos) {
    return &r->uses[net][is_pmos];
}

/* ---- differential pairs ---- */

/* The other one of the pair whose first transistor is `a`, or NO_MOS. */
static uint32_t partner_of(const recognition *r, uint32_t a) {
    const mos_run *first = &r->mos[a];
    const uint32_t net = first->source;
    const net_use *use = use_of(r, net, first->is_pmos);
    if (use->sources != 2 || use->source[0] != a || !is_signal(r, net)) {
        return NO_MOS;
    }
    const mos_run *second = &r->mos[use->source[1]];
    const bool is_apart = first->gate != second->gate && first->drain != second->drain;
    const bool is_diode =
        first->gate == first->drain || second->gate == second->drain || first->gate == net || second->gate == net;
    const bool is_fed = use->drains > 0 || r->has_resistor[net];
    return is_apart && !is_diode && is_fed ? use->source[1] : NO_MOS;
}

static lob_status find_pairs(recognition *r) {
    for (uint32_t a = 0; a < r->mos_count; a++) {
        const uint32_t b = partner_of(r, a);
        if (b == NO_MOS) {
            continue;
        }
        const uint32_t both[] = {a, b};
        for (unsigned k = 0; k < 2; k++) {
            r->home[both[k]] = (uint32_t)r->circuit->modules.count;
            r->uses[r->mos[both[k]].drain][r->mos[both[k]].is_pmos].pair_drains++;
        }
        const module_draft draft = {LOB_MODULE_TYPE_DIFFERENTIAL_PAIR, both, 2, 2, NO_MOS, r->mos[a].source};
        LOB_TRY(add_module(r, &draft));
    }
    return LOB_OK;
}

/* ---- transistors side by side ---- */

static int order_keyed(const void *a, const void *b) {
    const keyed_mos *left = a, *right = b;
    if (left->first != right->first) {
        return left->first < right->first ? -1 : 1;
    }
    if (left->second != right->second) {
        return left->second < right->second ? -1 : 1;
    }
    return (left->mos > right->mos) - (left->mos < right->mos);
}

static bool are_together(const keyed_mos *a, const keyed_mos *b) {
    return a->first == b->first && a->second == b->second;
}

/* Sorts the first `count` of r->keyed; run_at[mos] of the first transistor of each run is then the run's place plus 1,
 * of all others 0. */
static void make_runs(recognition *r, uint32_t count) {
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

static uint32_t run_size(const recognition *r, uint32_t start, uint32_t count) {
    uint32_t end = start + 1;
    while (end < count && are_together(&r->keyed[start], &r->keyed[end])) {
        end++;
    }
    return end - start;
}

static uint64_t typed(uint32_t net, bool is_pmos) {
    return (uint64_t)net << 1 | is_pmos;
}

/* ---- current mirrors ---- */

/* Its gate is on its own drain, or on that of the one transistor that stands on its drain. */
static bool is_reference(const recognition *r, uint32_t i) {
    const mos_run *mos = &r->mos[i];
    const net_use *use = use_of(r, mos->drain, mos->is_pmos);
    return mos->gate == mos->drain || (use->sources == 1 && r->mos[use->source[0]].drain == mos->gate);
}

static lob_status add_mirror(recognition *r, uint32_t start, uint32_t count) {
    uint32_t *members = r->members;
    uint32_t reference = NO_MOS;
    for (uint32_t i = count; i > 0;) {
        i--;
        members[i] = r->keyed[start + i].mos;
        reference = is_reference(r, members[i]) ? members[i] : reference;
    }
    if (reference == NO_MOS) {
        return LOB_OK;
    }
    for (uint32_t i = 0; i < count; i++) {
        if (r->home[members[i]] == NO_HOME) {
            r->home[members[i]] = (uint32_t)r->circuit->modules.count;
        }
    }
    const module_draft draft = {LOB_MODULE_TYPE_CURRENT_MIRROR, members, count, count, reference,
                                r->mos[reference].gate};
    return add_module(r, &draft);
}

static lob_status find_mirrors(recognition *r) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < r->mos_count; i++) {
        if (is_signal(r, r->mos[i].gate)) {
            const mos_run *mos = &r->mos[i];
            r->keyed[count++] = (keyed_mos){typed(mos->gate, mos->is_pmos), mos->source, i};
        }
    }
    make_runs(r, count);
    for (uint32_t i = 0; i < r->mos_count; i++) {
        const uint32_t size = r->run_at[i] > 0 ? run_size(r, r->run_at[i] - 1, count) : 0;
        if (size > 1) {
            LOB_TRY(add_mirror(r, r->run_at[i] - 1, size));
        }
    }
    return LOB_OK;
}

/* ---- cascodes ---- */

/* The one below `upper` in a stack: the net between them has no other source or drain of their type. */
static uint32_t below(const recognition *r, uint32_t upper) {
    const mos_run *mos = &r->mos[upper];
    const net_use *use = use_of(r, mos->source, mos->is_pmos);
    const bool is_alone = use->sources == 1 && use->drains == 1 && is_signal(r, mos->source);
    return is_alone ? use->drain : NO_MOS;
}

static uint32_t cascode_base(const recognition *r, uint32_t upper) {
    const mos_run *mos = &r->mos[upper];
    const uint32_t base = below(r, upper);
    const net_use *other = use_of(r, mos->source, !mos->is_pmos);
    const bool is_cascode = base != NO_MOS && r->mos[base].gate != mos->gate && other->sources == 0 &&
                            other->drains == other->pair_drains && use_of(r, mos->gate, !mos->is_pmos)->gates == 0;
    return is_cascode ? base : NO_MOS;
}

static lob_status add_cascodes(recognition *r, uint32_t start, uint32_t count) {
    uint32_t *members = r->members;
    for (uint32_t i = 0; i < count; i++) {
        members[i] = r->keyed[start + i].mos;
        members[count + i] = below(r, members[i]);
    }
    const module_draft draft = {LOB_MODULE_TYPE_CASCODE, members, 2 * count,
                                count > 1 ? count : 0,   NO_MOS,  r->mos[members[0]].gate};
    return add_module(r, &draft);
}

static lob_status find_cascodes(recognition *r) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < r->mos_count; i++) {
        const uint32_t base = cascode_base(r, i);
        if (base != NO_MOS) {
            const uint32_t home = r->home[base];
            const uint64_t apart = (uint64_t)1 << 32 | i; /* without a home it is one by itself */
            r->keyed[count++] =
                (keyed_mos){typed(r->mos[i].gate, r->mos[i].is_pmos), home != NO_HOME ? home : apart, i};
        }
    }
    make_runs(r, count);
    for (uint32_t i = 0; i < r->mos_count; i++) {
        if (r->run_at[i]) {
            LOB_TRY(add_cascodes(r, r->run_at[i] - 1, run_size(r, r->run_at[i] - 1, count)));
        }
    }
    return LOB_OK;
}

/* ---- tail current sources ---- */

/* Down a stack from the sources' net of a pair. Two sources are on that net, so it is no part of a ring, and neither is
 * what lies below. */
static void walk_down(const recognition *r, uint32_t start, uint32_t *members, uint32_t *count) {
    for (uint32_t at = start; at != NO_MOS; at = below(r, at)) {
        members[(*count)++] = at;
    }
}

static lob_status add_tail(recognition *r, uint32_t net, uint32_t start, uint32_t run) {
    uint32_t *members = r->members;
    uint32_t count = 0;
    for (uint32_t i = 0; i < run; i++) {
        walk_down(r, r->keyed[start + i].mos, members, &count);
    }
    const module_draft draft = {LOB_MODULE_TYPE_TAIL_CURRENT_SOURCE, members, count, 0, NO_MOS, net};
    return add_module(r, &draft);
}

static lob_status find_tails(recognition *r) {
    for (uint32_t i = 0; i < r->mos_count; i++) {
        r->keyed[i] = (keyed_mos){typed(r->mos[i].drain, r->mos[i].is_pmos), 0, i};
    }
    make_runs(r, r->mos_count);
    for (uint32_t a = 0; a < r->mos_count; a++) {
        const mos_run *first = &r->mos[a];
        const net_use *use = use_of(r, first->source, first->is_pmos);
        if (partner_of(r, a) != NO_MOS && use->drains > 0) {
            const uint32_t start = r->run_at[use->drain] - 1;
            LOB_TRY(add_tail(r, first->source, start, run_size(r, start, r->mos_count)));
        }
    }
    return LOB_OK;
}

/* ---- all ---- */

/* In the order of ModuleType. */
static lob_status find(recognition *r) {
    LOB_TRY(find_pairs(r));
    LOB_TRY(find_mirrors(r));
    LOB_TRY(find_cascodes(r));
    return find_tails(r);
}

lob_status lob_modules_find(lob_ctx *ctx, lob_circuit *circuit) {
    recognition r = {.ctx = ctx, .circuit = circuit};
    lob_name_map nets;
    lob_name_map_init(&nets);
    circuit->modules.count = 0;
    lob_status status = prepare(&r, &nets);
    lob_name_map_release(&nets);
    LOB_TRY(status);
    return find(&r);
}
