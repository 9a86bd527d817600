/* The rules of modules.h, word for word: each reads the counts of nets, and what the rules before it found. */
#include <stdlib.h>

#include "design/modules_impl.h"

static const lob_net_use *use_of(const lob_recognition *r, uint32_t net, bool is_pmos) {
    return &r->uses[net][is_pmos];
}

/* ---- differential pairs ---- */

/* The other one of the pair whose first transistor is `a`, or LOB_NO_MOS. */
static uint32_t partner_of(const lob_recognition *r, uint32_t a) {
    const lob_mos *first = &r->mos[a];
    const uint32_t net = first->source;
    const lob_net_use *use = use_of(r, net, first->is_pmos);
    if (use->sources != 2 || use->source[0] != a || !lob_is_signal(r, net)) {
        return LOB_NO_MOS;
    }
    const lob_mos *second = &r->mos[use->source[1]];
    const bool is_apart = first->gate != second->gate && first->drain != second->drain;
    const bool is_diode =
        first->gate == first->drain || second->gate == second->drain || first->gate == net || second->gate == net;
    const bool is_fed = use->drains > 0 || r->has_resistor[net];
    return is_apart && !is_diode && is_fed ? use->source[1] : LOB_NO_MOS;
}

lob_status lob_find_pairs(lob_recognition *r) {
    for (uint32_t a = 0; a < r->mos_count; a++) {
        const uint32_t b = partner_of(r, a);
        if (b == LOB_NO_MOS) {
            continue;
        }
        const uint32_t both[] = {a, b};
        for (unsigned k = 0; k < 2; k++) {
            r->home[both[k]] = (uint32_t)r->circuit->modules.count;
            r->uses[r->mos[both[k]].drain][r->mos[both[k]].is_pmos].pair_drains++;
        }
        const lob_module_draft draft = {LOB_MODULE_TYPE_DIFFERENTIAL_PAIR, both, 2, 2, LOB_NO_MOS, r->mos[a].source};
        LOB_TRY(lob_module_add(r, &draft));
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

/* Sorts the first `count` of r->keyed; run_at[mos] of the first transistor of each run is then the run's place plus 1,
 * of all others 0. */
static void make_runs(lob_recognition *r, uint32_t count) {
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

static uint32_t run_size(const lob_recognition *r, uint32_t start, uint32_t count) {
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
static bool is_reference(const lob_recognition *r, uint32_t i) {
    const lob_mos *mos = &r->mos[i];
    const lob_net_use *use = use_of(r, mos->drain, mos->is_pmos);
    return mos->gate == mos->drain || (use->sources == 1 && r->mos[use->source[0]].drain == mos->gate);
}

static lob_status add_mirror(lob_recognition *r, uint32_t start, uint32_t count) {
    uint32_t *members = r->members;
    uint32_t reference = LOB_NO_MOS;
    for (uint32_t i = count; i > 0;) {
        i--;
        members[i] = r->keyed[start + i].mos;
        reference = is_reference(r, members[i]) ? members[i] : reference;
    }
    if (reference == LOB_NO_MOS) {
        return LOB_OK;
    }
    for (uint32_t i = 0; i < count; i++) {
        if (r->home[members[i]] == LOB_NO_HOME) {
            r->home[members[i]] = (uint32_t)r->circuit->modules.count;
        }
    }
    const lob_module_draft draft = {LOB_MODULE_TYPE_CURRENT_MIRROR, members, count, count, reference,
                                    r->mos[reference].gate};
    return lob_module_add(r, &draft);
}

lob_status lob_find_mirrors(lob_recognition *r) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < r->mos_count; i++) {
        if (lob_is_signal(r, r->mos[i].gate)) {
            const lob_mos *mos = &r->mos[i];
            r->keyed[count++] = (lob_keyed_mos){typed(mos->gate, mos->is_pmos), mos->source, i};
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
static uint32_t below(const lob_recognition *r, uint32_t upper) {
    const lob_mos *mos = &r->mos[upper];
    const lob_net_use *use = use_of(r, mos->source, mos->is_pmos);
    const bool is_alone = use->sources == 1 && use->drains == 1 && lob_is_signal(r, mos->source);
    return is_alone ? use->drain : LOB_NO_MOS;
}

static uint32_t cascode_base(const lob_recognition *r, uint32_t upper) {
    const lob_mos *mos = &r->mos[upper];
    const uint32_t base = below(r, upper);
    const lob_net_use *other = use_of(r, mos->source, !mos->is_pmos);
    const bool is_cascode = base != LOB_NO_MOS && r->mos[base].gate != mos->gate && other->sources == 0 &&
                            other->drains == other->pair_drains && use_of(r, mos->gate, !mos->is_pmos)->gates == 0;
    return is_cascode ? base : LOB_NO_MOS;
}

static lob_status add_cascodes(lob_recognition *r, uint32_t start, uint32_t count) {
    uint32_t *members = r->members;
    for (uint32_t i = 0; i < count; i++) {
        members[i] = r->keyed[start + i].mos;
        members[count + i] = below(r, members[i]);
    }
    const lob_module_draft draft = {LOB_MODULE_TYPE_CASCODE, members,    2 * count,
                                    count > 1 ? count : 0,   LOB_NO_MOS, r->mos[members[0]].gate};
    return lob_module_add(r, &draft);
}

lob_status lob_find_cascodes(lob_recognition *r) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < r->mos_count; i++) {
        const uint32_t base = cascode_base(r, i);
        if (base != LOB_NO_MOS) {
            const uint32_t home = r->home[base];
            const uint64_t apart = (uint64_t)1 << 32 | i; /* without a home it is one by itself */
            r->keyed[count++] =
                (lob_keyed_mos){typed(r->mos[i].gate, r->mos[i].is_pmos), home != LOB_NO_HOME ? home : apart, i};
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
static void walk_down(const lob_recognition *r, uint32_t start, uint32_t *members, uint32_t *count) {
    for (uint32_t at = start; at != LOB_NO_MOS; at = below(r, at)) {
        members[(*count)++] = at;
    }
}

static lob_status add_tail(lob_recognition *r, uint32_t net, uint32_t start, uint32_t run) {
    uint32_t *members = r->members;
    uint32_t count = 0;
    for (uint32_t i = 0; i < run; i++) {
        walk_down(r, r->keyed[start + i].mos, members, &count);
    }
    const lob_module_draft draft = {LOB_MODULE_TYPE_TAIL_CURRENT_SOURCE, members, count, 0, LOB_NO_MOS, net};
    return lob_module_add(r, &draft);
}

lob_status lob_find_tails(lob_recognition *r) {
    for (uint32_t i = 0; i < r->mos_count; i++) {
        r->keyed[i] = (lob_keyed_mos){typed(r->mos[i].drain, r->mos[i].is_pmos), 0, i};
    }
    make_runs(r, r->mos_count);
    for (uint32_t a = 0; a < r->mos_count; a++) {
        const lob_mos *first = &r->mos[a];
        const lob_net_use *use = use_of(r, first->source, first->is_pmos);
        if (partner_of(r, a) != LOB_NO_MOS && use->drains > 0) {
            const uint32_t start = r->run_at[use->drain] - 1;
            LOB_TRY(add_tail(r, first->source, start, run_size(r, start, r->mos_count)));
        }
    }
    return LOB_OK;
}
