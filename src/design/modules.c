/* Recognising modules: the rules of modules.h, over transistors and counts of what lies on their nets. */
#include "design/modules.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/buf.h"
#include "design/document_impl.h"
#include "design/modules_impl.h"

/* Transistors that are one module. `count_matched`: so many, from the first on, must match. */
typedef struct module_draft {
    lob_module_type type;
    const uint32_t *mos;
    uint32_t count, count_matched;
    uint32_t reference; /* of a mirror, else LOB_NO_MOS */
    uint32_t net;       /* that of which the words tell */
    const char *form;   /* NULL: the plain one */
} module_draft;

static bool is_signal(const lob_recognition *r, uint32_t net) {
    return r->circuit->nets.items[net].net_type == LOB_NET_TYPE_SIGNAL;
}

/* ---- a module as the circuit holds it: devices, what must match, and why, in words ---- */

enum { LISTED_MAX = 6, TEXT_SIZE_MAX = 4096 };

static int order_numbers(const void *a, const void *b) {
    const uint32_t left = *(const uint32_t *)a, right = *(const uint32_t *)b;
    return (left > right) - (left < right);
}

/* The devices of transistors, in the order of the circuit. */
static uint32_t *devices_of(const lob_recognition *r, const uint32_t *mos, uint32_t count, size_t *device_count) {
    *device_count = 0;
    for (uint32_t i = 0; i < count; i++) {
        *device_count += r->mos[mos[i]].count;
    }
    uint32_t *devices = LOB_NEW_ARRAY(r->ctx->arena, uint32_t, *device_count);
    size_t place = 0;
    for (uint32_t i = 0; devices && i < count; i++) {
        const lob_mos_run *one = &r->mos[mos[i]];
        memcpy(devices + place, r->sorted + one->first, one->count * sizeof *devices);
        place += one->count;
    }
    if (devices) {
        qsort(devices, *device_count, sizeof *devices, order_numbers);
    }
    return devices;
}

static lob_str *ids_of(const lob_recognition *r, const uint32_t *devices, size_t count) {
    lob_str *ids = LOB_NEW_ARRAY(r->ctx->arena, lob_str, count);
    for (size_t i = 0; ids && i < count; i++) {
        ids[i] = r->circuit->devices.items[devices[i]].id;
    }
    return ids;
}

/* ---- sizes ---- */

static double total_width(const lob_recognition *r, uint32_t mos) {
    double total = 0;
    for (uint32_t i = 0; i < r->mos[mos].count; i++) {
        const lob_circuit_device_params *params = &r->circuit->devices.items[r->sorted[r->mos[mos].first + i]].params;
        total += params->w * (double)params->m;
    }
    return total;
}

static bool are_matched(const lob_recognition *r, const module_draft *draft, const uint32_t *devices, size_t count) {
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
static lob_status set_ratios(const lob_recognition *r, uint32_t reference, const uint32_t *devices, size_t count,
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

static void add_names(const lob_recognition *r, lob_buf *text, const uint32_t *mos, uint32_t count) {
    for (uint32_t i = 0; i < count && i < LISTED_MAX; i++) {
        lob_buf_add_text(text, i == 0 ? "" : i + 1 == count ? " and " : ", ");
        add_name(text, r->circuit->devices.items[r->mos[mos[i]].lead].id);
    }
    if (count > LISTED_MAX) {
        lob_buf_printf(text, " and %u more", (unsigned)(count - LISTED_MAX));
    }
}

static void add_net(const lob_recognition *r, lob_buf *text, uint32_t net) {
    add_name(text, r->circuit->nets.items[net].name);
}

static void add_two_nets(const lob_recognition *r, lob_buf *text, uint32_t a, uint32_t b) {
    add_net(r, text, a);
    lob_buf_add_text(text, " and ");
    add_net(r, text, b);
}

static void tell_pair(const lob_recognition *r, const module_draft *draft, lob_buf *text) {
    const lob_mos_run *a = &r->mos[draft->mos[0]], *b = &r->mos[draft->mos[1]];
    const lob_pair_form form = r->form[draft->mos[0]];
    add_names(r, text, draft->mos, 2);
    if (form == LOB_PAIR_CROSSED) {
        lob_buf_add_text(text, " drive each other: the gate of each is on the drain of the other, ");
        add_two_nets(r, text, a->gate, b->gate);
        lob_buf_add_text(text, ".");
        return;
    }
    if (form == LOB_PAIR_DEGENERATED) {
        lob_buf_add_text(text, " have resistors between their sources, ");
        add_two_nets(r, text, a->source, b->source);
        lob_buf_add_text(text, ", which are fed");
    } else {
        lob_buf_add_text(text,
                         form == LOB_PAIR_PSEUDO ? " have their sources on the supply " : " share the source net ");
        add_net(r, text, draft->net);
        lob_buf_add_text(text,
                         form == LOB_PAIR_PSEUDO ? " and loads that are alike" : ", which is not a supply and is fed");
    }
    lob_buf_add_text(text, "; their gates are apart, ");
    add_two_nets(r, text, a->gate, b->gate);
    lob_buf_add_text(text, ", and so are their drains.");
}

static void tell_mirror(const lob_recognition *r, const module_draft *draft, lob_buf *text) {
    add_names(r, text, draft->mos, draft->count);
    lob_buf_add_text(text, " have their gates on ");
    add_net(r, text, draft->net);
    lob_buf_add_text(text, " and their sources on ");
    add_net(r, text, r->mos[draft->mos[0]].source);
    if (draft->reference == LOB_NO_MOS) {
        lob_buf_add_text(text, "; what sets their current is not in the circuit.");
        return;
    }
    lob_buf_add_text(text, "; ");
    add_names(r, text, &draft->reference, 1);
    lob_buf_add_text(text, r->mos[draft->reference].drain == r->mos[draft->reference].gate
                               ? ", whose drain is on that gate net, sets the current."
                               : ", whose cascode's drain is on that gate net, sets the current.");
}

static void tell_cascode(const lob_recognition *r, const module_draft *draft, lob_buf *text) {
    const uint32_t half = draft->count / 2;
    add_names(r, text, draft->mos, half);
    lob_buf_add_text(text, half > 1 ? " stand on " : " stands on ");
    add_names(r, text, draft->mos + half, half);
    lob_buf_add_text(text, ": source on drain, with nothing else of the type between, and the gate on ");
    add_net(r, text, draft->net);
    lob_buf_add_text(text, ", which is not that of the transistor below.");
}

static void tell_tail(const lob_recognition *r, const module_draft *draft, lob_buf *text) {
    add_names(r, text, draft->mos, draft->count);
    lob_buf_add_text(text, draft->count > 1 ? " feed " : " feeds ");
    add_net(r, text, draft->net);
    lob_buf_add_text(text, draft->count_matched > 0 ? " and its other half, the source nets of a differential pair."
                                                    : ", the source net of a differential pair.");
}

static lob_status tell(const lob_recognition *r, const module_draft *draft, lob_str *why) {
    static void (*const tellers[LOB_MODULE_TYPE_COUNT])(const lob_recognition *, const module_draft *, lob_buf *) = {
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

static lob_status name_module(const lob_recognition *r, lob_circuit_module *module) {
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

static lob_status set_matched(const lob_recognition *r, const module_draft *draft,
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
    return draft->reference != LOB_NO_MOS ? set_ratios(r, draft->reference, devices, count, properties) : LOB_OK;
}

static lob_status add_module(lob_recognition *r, const module_draft *draft) {
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
    module->properties.form = draft->form ? lob_str_from(draft->form) : (lob_str){0};
    r->circuit->modules.count++;
    return LOB_OK;
}

/* ---- the rules of modules.h, word for word: each reads the counts of nets, and what the rules before it found ---- */

/* ---- differential pairs ---- */

static const char *form_of(lob_pair_form form) {
    static const char *const names[] = {[LOB_PAIR_PLAIN] = NULL,
                                        [LOB_PAIR_CROSSED] = "cross_coupled",
                                        [LOB_PAIR_DEGENERATED] = "degenerated",
                                        [LOB_PAIR_PSEUDO] = "pseudo_differential"};
    return names[form];
}

static lob_status add_pairs(lob_recognition *r) {
    for (uint32_t a = 0; a < r->mos_count; a++) {
        const uint32_t b = r->partner[a];
        if (b == LOB_NO_MOS || b < a) {
            continue;
        }
        const uint32_t both[] = {a, b};
        for (unsigned k = 0; k < 2; k++) {
            r->home[both[k]] = (uint32_t)r->circuit->modules.count;
            r->uses[r->mos[both[k]].drain][r->mos[both[k]].is_pmos].pair_drains++;
        }
        const module_draft draft = {
            LOB_MODULE_TYPE_DIFFERENTIAL_PAIR, both, 2, 2, LOB_NO_MOS, r->mos[a].source, form_of(r->form[a])};
        LOB_TRY(add_module(r, &draft));
    }
    return LOB_OK;
}

/* ---- current mirrors ---- */

/* Its gate is on its own drain, or on that of the one transistor that stands on its drain. */
static bool is_reference(const lob_recognition *r, uint32_t i) {
    const lob_mos_run *mos = &r->mos[i];
    const lob_net_use *use = lob_use_of(r, mos->drain, mos->is_pmos);
    return mos->gate == mos->drain || (use->sources == 1 && r->mos[use->source[0]].drain == mos->gate);
}

/* A mirror without its reference: what is on a bias line that comes from elsewhere. Switches are told from it by what
 * they pull: a line that a diode of their type is on; and by a gate that drives the other type as well. */
static uint32_t keep_sources(const lob_recognition *r, uint32_t *members, uint32_t count) {
    const lob_mos_run *first = &r->mos[members[0]];
    uint32_t kept = 0;
    if (is_signal(r, first->source) || lob_use_of(r, first->gate, !first->is_pmos)->gates > 0) {
        return 0;
    }
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t drain = r->mos[members[i]].drain;
        if (is_signal(r, drain) && r->partner[members[i]] == LOB_NO_MOS && !r->has_diode[drain][first->is_pmos]) {
            members[kept++] = members[i];
        }
    }
    return kept;
}

static lob_status add_mirror(lob_recognition *r, uint32_t start, uint32_t count) {
    uint32_t *members = r->members;
    uint32_t reference = LOB_NO_MOS;
    for (uint32_t i = count; i > 0;) {
        i--;
        members[i] = r->keyed[start + i].mos;
        reference = is_reference(r, members[i]) ? members[i] : reference;
    }
    count = reference == LOB_NO_MOS ? keep_sources(r, members, count) : count;
    if (count < 2) {
        return LOB_OK;
    }
    for (uint32_t i = 0; i < count; i++) {
        if (r->home[members[i]] == LOB_NO_MOS) {
            r->home[members[i]] = (uint32_t)r->circuit->modules.count;
        }
    }
    const module_draft draft = {LOB_MODULE_TYPE_CURRENT_MIRROR,
                                members,
                                count,
                                count,
                                reference,
                                r->mos[members[0]].gate,
                                reference == LOB_NO_MOS ? "shared_bias" : NULL};
    return add_module(r, &draft);
}

static lob_status find_mirrors(lob_recognition *r) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < r->mos_count; i++) {
        if (is_signal(r, r->mos[i].gate)) {
            const lob_mos_run *mos = &r->mos[i];
            r->keyed[count++] = (lob_keyed_mos){lob_typed(mos->gate, mos->is_pmos), mos->source, i};
        }
    }
    lob_keyed_sort(r, count);
    for (uint32_t i = 0; i < r->mos_count; i++) {
        const uint32_t size = r->run_at[i] > 0 ? lob_keyed_run(r, r->run_at[i] - 1, count) : 0;
        if (size > 1) {
            LOB_TRY(add_mirror(r, r->run_at[i] - 1, size));
        }
    }
    return LOB_OK;
}

/* ---- cascodes ---- */

/* The one below `upper` in a stack: the net between them has no other source or drain of their type. */
static uint32_t below(const lob_recognition *r, uint32_t upper) {
    const lob_mos_run *mos = &r->mos[upper];
    const lob_net_use *use = lob_use_of(r, mos->source, mos->is_pmos);
    const bool is_alone = use->sources == 1 && use->drains == 1 && is_signal(r, mos->source);
    return is_alone ? use->drain : LOB_NO_MOS;
}

/* In a pair is a transistor of it, not what stands on it; with a resistor between a degenerated pair on its tail; with
 * the drain on a supply a follower; on a cross-coupled pair the switch of a cell. */
static bool is_other_stack(const lob_recognition *r, uint32_t upper, uint32_t base) {
    const lob_mos_run *mos = &r->mos[upper];
    return r->partner[upper] != LOB_NO_MOS || r->has_resistor[mos->source] || !is_signal(r, mos->drain) ||
           (r->partner[base] != LOB_NO_MOS && r->form[base] == LOB_PAIR_CROSSED);
}

static uint32_t cascode_base(const lob_recognition *r, uint32_t upper) {
    const lob_mos_run *mos = &r->mos[upper];
    const uint32_t base = below(r, upper);
    const lob_net_use *other = lob_use_of(r, mos->source, !mos->is_pmos);
    const bool is_cascode = base != LOB_NO_MOS && r->mos[base].gate != mos->gate && other->sources == 0 &&
                            other->drains == other->pair_drains && lob_use_of(r, mos->gate, !mos->is_pmos)->gates == 0;
    return is_cascode && !is_other_stack(r, upper, base) ? base : LOB_NO_MOS;
}

static lob_status add_cascodes(lob_recognition *r, uint32_t start, uint32_t count) {
    uint32_t *members = r->members;
    for (uint32_t i = 0; i < count; i++) {
        members[i] = r->keyed[start + i].mos;
        members[count + i] = below(r, members[i]);
    }
    const module_draft draft = {LOB_MODULE_TYPE_CASCODE, members, 2 * count, count > 1 ? count : 0, LOB_NO_MOS,
                                r->mos[members[0]].gate, NULL};
    return add_module(r, &draft);
}

static lob_status find_cascodes(lob_recognition *r) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < r->mos_count; i++) {
        const uint32_t base = cascode_base(r, i);
        if (base != LOB_NO_MOS) {
            const uint32_t home = r->home[base];
            const uint64_t apart = (uint64_t)1 << 32 | i; /* without a home it is one by itself */
            r->keyed[count++] =
                (lob_keyed_mos){lob_typed(r->mos[i].gate, r->mos[i].is_pmos), home != LOB_NO_MOS ? home : apart, i};
        }
    }
    lob_keyed_sort(r, count);
    for (uint32_t i = 0; i < r->mos_count; i++) {
        if (r->run_at[i]) {
            LOB_TRY(add_cascodes(r, r->run_at[i] - 1, lob_keyed_run(r, r->run_at[i] - 1, count)));
        }
    }
    return LOB_OK;
}

/* ---- tail current sources ---- */

/* Adds those with the drain on `net`, which are in no pair. */
static void add_feeding(const lob_recognition *r, uint32_t net, bool is_pmos, uint32_t *count) {
    const lob_net_use *use = lob_use_of(r, net, is_pmos);
    if (use->drains == 0) {
        return;
    }
    const uint32_t start = r->run_at[use->drain] - 1, size = lob_keyed_run(r, start, r->mos_count);
    for (uint32_t i = 0; i < size; i++) {
        const uint32_t mos = r->keyed[start + i].mos;
        if (r->partner[mos] == LOB_NO_MOS) {
            r->members[(*count)++] = mos;
        }
    }
}

/* Down the stack below a feeding transistor. It ends at a pair, through which alone a ring could close: but for that of
 * its pair, no source lies on the net that it feeds. */
static void walk_down(const lob_recognition *r, uint32_t start, uint32_t *count) {
    uint32_t at = below(r, start);
    while (at != LOB_NO_MOS && r->partner[at] == LOB_NO_MOS) {
        r->members[(*count)++] = at;
        at = below(r, at);
    }
}

/* Of a degenerated pair the two sources may be fed apart, by two that must match, or where their resistors meet. */
static lob_status add_tail(lob_recognition *r, uint32_t a) {
    const lob_mos_run *first = &r->mos[a], *second = &r->mos[r->partner[a]];
    const bool is_pmos = first->is_pmos, is_apart = first->source != second->source;
    uint32_t count = 0, net = first->source;
    if (r->form[a] == LOB_PAIR_DEGENERATED && r->links[net].to[0] != second->source) {
        net = r->links[net].to[0];
        add_feeding(r, net, is_pmos, &count);
    } else {
        add_feeding(r, net, is_pmos, &count);
        if (is_apart) {
            add_feeding(r, second->source, is_pmos, &count);
        }
    }
    const uint32_t feeding = count;
    for (uint32_t i = 0; i < feeding; i++) {
        walk_down(r, r->members[i], &count);
    }
    const uint32_t matched = is_apart && net == first->source && feeding > 1 ? feeding : 0;
    const module_draft draft = {LOB_MODULE_TYPE_TAIL_CURRENT_SOURCE, r->members, count, matched, LOB_NO_MOS, net, NULL};
    return count > 0 ? add_module(r, &draft) : LOB_OK;
}

static lob_status find_tails(lob_recognition *r) {
    for (uint32_t i = 0; i < r->mos_count; i++) {
        r->keyed[i] = (lob_keyed_mos){lob_typed(r->mos[i].drain, r->mos[i].is_pmos), 0, i};
    }
    lob_keyed_sort(r, r->mos_count);
    for (uint32_t a = 0; a < r->mos_count; a++) {
        const uint32_t b = r->partner[a];
        if (b == LOB_NO_MOS || b < a) {
            continue;
        }
        const bool has_tail = is_signal(r, r->mos[a].source) &&
                              (r->form[a] == LOB_PAIR_DEGENERATED || r->mos[a].source == r->mos[b].source);
        if (has_tail) {
            LOB_TRY(add_tail(r, a));
        }
    }
    return LOB_OK;
}

/* ---- all ---- */

/* In the order of ModuleType. */
static lob_status find(lob_recognition *r) {
    lob_pairs_find(r);
    LOB_TRY(add_pairs(r));
    LOB_TRY(find_mirrors(r));
    LOB_TRY(find_cascodes(r));
    return find_tails(r);
}

lob_status lob_modules_find(lob_ctx *ctx, lob_circuit *circuit) {
    lob_recognition r = {.ctx = ctx, .circuit = circuit};
    circuit->modules.count = 0;
    circuit->modules.items = LOB_NEW_ARRAY(ctx->arena, lob_circuit_module, 3 * circuit->devices.count);
    if (!circuit->modules.items) {
        return lob_fail_memory(ctx);
    }
    LOB_TRY(lob_recognition_open(&r));
    return find(&r);
}
