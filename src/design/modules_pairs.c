/* Pairs of transistors: plain, degenerated, cross-coupled, pseudo-differential. Each kind is looked for among those
 * that the kinds before it left, in the order of the transistors; partner[] is the same from both sides. */
#include "design/modules_impl.h"

static bool is_signal(const lob_recognition *r, uint32_t net) {
    return r->circuit->nets.items[net].net_type == LOB_NET_TYPE_SIGNAL;
}

static void join(lob_recognition *r, uint32_t a, uint32_t b, lob_pair_form form) {
    r->partner[a] = b;
    r->partner[b] = a;
    r->form[a] = r->form[b] = form;
}

static bool is_free(const lob_recognition *r, uint32_t mos) {
    return r->partner[mos] == LOB_NO_MOS;
}

/* Different gates and drains, and no gate on its own drain or source. */
static bool are_apart(const lob_recognition *r, uint32_t a, uint32_t b) {
    const lob_mos_run *one = &r->mos[a], *two = &r->mos[b];
    return one->gate != two->gate && one->drain != two->drain && one->gate != one->drain && two->gate != two->drain &&
           one->gate != one->source && two->gate != two->source;
}

/* ---- on one net ---- */

static void find_plain(lob_recognition *r, uint32_t a) {
    const lob_mos_run *first = &r->mos[a];
    const lob_net_use *use = lob_use_of(r, first->source, first->is_pmos);
    if (use->sources != 2 || use->source[0] != a || !is_signal(r, first->source)) {
        return;
    }
    const uint32_t b = use->source[1];
    const bool is_fed = use->drains > 0 || r->has_resistor[first->source];
    const bool is_crossed = first->gate == r->mos[b].drain && r->mos[b].gate == first->drain;
    if (are_apart(r, a, b) && is_fed) {
        join(r, a, b, is_crossed ? LOB_PAIR_CROSSED : LOB_PAIR_PLAIN);
    }
}

/* ---- with resistors between the sources ---- */

/* The only transistor of a type with its source on a signal net from which one resistor, or several, lead to `to`
 * alone. */
static uint32_t source_at(const lob_recognition *r, uint32_t net, uint32_t to, bool is_pmos, bool is_fed) {
    const lob_net_use *use = lob_use_of(r, net, is_pmos);
    const lob_net_links *links = &r->links[net];
    const bool is_it = is_signal(r, net) && use->sources == 1 && (use->drains > 0) == is_fed && links->count == 1 &&
                       links->to[0] == to;
    return is_it ? use->source[0] : LOB_NO_MOS;
}

/* The other half where the resistors of both meet in a net that is fed by a transistor or by a third resistor. */
static uint32_t meets_at(const lob_recognition *r, uint32_t a, uint32_t middle) {
    const lob_mos_run *first = &r->mos[a];
    const lob_net_links *links = &r->links[middle];
    const lob_net_use *use = lob_use_of(r, middle, first->is_pmos);
    uint32_t other = LOB_NO_MOS, count = 0;
    if (!is_signal(r, middle) || links->count > LOB_LINKS_MAX || use->sources > 0 ||
        (use->drains == 0 && links->count < LOB_LINKS_MAX)) {
        return LOB_NO_MOS;
    }
    for (uint32_t i = 0; i < links->count; i++) {
        const uint32_t found = source_at(r, links->to[i], middle, first->is_pmos, false);
        if (found != LOB_NO_MOS && found != a) {
            other = found;
            count++;
        }
    }
    return count == 1 ? other : LOB_NO_MOS;
}

static void find_degenerated(lob_recognition *r, uint32_t a) {
    const lob_mos_run *first = &r->mos[a];
    if (r->links[first->source].count != 1) {
        return;
    }
    const uint32_t to = r->links[first->source].to[0];
    uint32_t b = LOB_NO_MOS;
    if (source_at(r, first->source, to, first->is_pmos, true) == a) {
        b = source_at(r, to, first->source, first->is_pmos, true);
    } else if (source_at(r, first->source, to, first->is_pmos, false) == a) {
        b = meets_at(r, a, to);
    }
    if (b != LOB_NO_MOS && is_free(r, b) && are_apart(r, a, b)) {
        join(r, a, b, LOB_PAIR_DEGENERATED);
    }
}

/* ---- cross-coupled ---- */

static int order_pair(uint64_t first, uint64_t second, const lob_keyed_mos *key) {
    const int order = (first > key->first) - (first < key->first);
    return order ? order : (second > key->second) - (second < key->second);
}

/* The transistor with these nets, of which there is one at most; keyed by type and gate, drain and source. */
static uint32_t find_mos(const lob_recognition *r, bool is_pmos, uint32_t gate, uint32_t drain, uint32_t source) {
    const uint64_t first = lob_typed(gate, is_pmos), second = (uint64_t)drain << 32 | source;
    uint32_t low = 0, high = r->mos_count;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        const int order = order_pair(first, second, &r->keyed[middle]);
        if (order == 0) {
            return r->keyed[middle].mos;
        }
        low = order > 0 ? middle + 1 : low;
        high = order > 0 ? high : middle;
    }
    return LOB_NO_MOS;
}

/* The source net that the other half must have: the same, or that above the other transistor of a pair. */
static uint32_t source_across(const lob_recognition *r, uint32_t net, bool is_pmos) {
    const lob_net_use *use = lob_use_of(r, net, is_pmos);
    const uint32_t below = use->drains == 1 && use->sources == 1 ? use->drain : LOB_NO_MOS;
    return below != LOB_NO_MOS && !is_free(r, below) ? r->mos[r->partner[below]].drain : net;
}

static void find_crossed(lob_recognition *r, uint32_t a) {
    const lob_mos_run *first = &r->mos[a];
    if (first->gate == first->drain || first->gate == first->source || !is_signal(r, first->gate) ||
        !is_signal(r, first->drain)) {
        return;
    }
    const uint32_t source = source_across(r, first->source, first->is_pmos);
    const uint32_t b = find_mos(r, first->is_pmos, first->drain, first->gate, source);
    if (b != LOB_NO_MOS && is_free(r, b) && source_across(r, source, first->is_pmos) == first->source &&
        are_apart(r, a, b)) {
        join(r, a, b, LOB_PAIR_CROSSED);
    }
}

/* ---- on a supply ---- */

static bool are_equal(const lob_recognition *r, uint32_t a, uint32_t b) {
    const lob_circuit_device *one = &r->circuit->devices.items[r->mos[a].lead];
    const lob_circuit_device *two = &r->circuit->devices.items[r->mos[b].lead];
    return one->params.w == two->params.w && one->params.l == two->params.l && one->params.m == two->params.m &&
           r->mos[a].count == r->mos[b].count && lob_str_equal(one->model, two->model);
}

/* What lies on the drain, as a key that the other half shares: the gate and source of a transistor of the other type,
 * the two of a cross-coupled pair, the gate of a cascode, or the far end of a resistor. */
static bool key_of_load(const lob_recognition *r, uint32_t mos, lob_keyed_mos *key) {
    const lob_mos_run *of = &r->mos[mos];
    const lob_net_use *own = lob_use_of(r, of->drain, of->is_pmos), *other = lob_use_of(r, of->drain, !of->is_pmos);
    const bool is_bare = own->sources == 0 && other->sources == 0;
    key->mos = mos;
    if (is_bare && other->drains == 1 && !r->has_resistor[of->drain]) {
        const uint32_t load = other->drain, partner = r->partner[load];
        const bool is_crossed = partner != LOB_NO_MOS && r->form[load] == LOB_PAIR_CROSSED;
        key->first = (uint64_t)(is_crossed ? 1 : 0) << 62 | lob_typed(is_crossed ? 0 : r->mos[load].gate, of->is_pmos);
        key->second = !is_crossed ? r->mos[load].source : load < partner ? load : partner;
        return true;
    }
    if (own->sources == 1 && other->sources == 0 && other->drains == 0 && !r->has_resistor[of->drain]) {
        key->first = (uint64_t)2 << 62 | lob_typed(r->mos[own->source[0]].gate, of->is_pmos);
        key->second = 0;
        return true;
    }
    key->first = (uint64_t)3 << 62 | lob_typed(r->links[of->drain].to[0], of->is_pmos);
    key->second = 0;
    return is_bare && other->drains == 0 && r->links[of->drain].count == 1;
}

/* Its gate is driven for it alone, and it alone of its type draws from its drain. */
static bool is_amplifier(const lob_recognition *r, uint32_t mos) {
    const lob_mos_run *of = &r->mos[mos];
    const lob_net_use *gate = lob_use_of(r, of->gate, of->is_pmos), *drain = lob_use_of(r, of->drain, of->is_pmos);
    return is_free(r, mos) && !is_signal(r, of->source) && is_signal(r, of->gate) && is_signal(r, of->drain) &&
           of->gate != of->drain && gate->gates == 1 && lob_use_of(r, of->gate, !of->is_pmos)->gates == 0 &&
           drain->drains == 1;
}

static void find_pseudo(lob_recognition *r) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < r->mos_count; i++) {
        if (is_amplifier(r, i) && key_of_load(r, i, &r->keyed[count])) {
            count++;
        }
    }
    lob_keyed_sort(r, count);
    for (uint32_t i = 0; i < count; i += lob_keyed_run(r, i, count)) {
        if (lob_keyed_run(r, i, count) != 2) {
            continue;
        }
        const uint32_t a = r->keyed[i].mos, b = r->keyed[i + 1].mos;
        const lob_mos_run *one = &r->mos[a], *two = &r->mos[b];
        const bool is_cascade = one->gate == two->drain || two->gate == one->drain;
        if (one->source == two->source && !is_cascade && are_equal(r, a, b)) {
            join(r, a, b, LOB_PAIR_PSEUDO);
        }
    }
}

/* ---- all ---- */

void lob_pairs_find(lob_recognition *r) {
    for (uint32_t a = 0; a < r->mos_count; a++) {
        find_plain(r, a);
    }
    for (uint32_t a = 0; a < r->mos_count; a++) {
        if (is_free(r, a)) {
            find_degenerated(r, a);
        }
    }
    for (uint32_t i = 0; i < r->mos_count; i++) {
        const lob_mos_run *mos = &r->mos[i];
        r->keyed[i] = (lob_keyed_mos){lob_typed(mos->gate, mos->is_pmos), (uint64_t)mos->drain << 32 | mos->source, i};
    }
    lob_keyed_sort(r, r->mos_count);
    for (uint32_t a = 0; a < r->mos_count; a++) {
        if (is_free(r, a)) {
            find_crossed(r, a);
        }
    }
    find_pseudo(r);
}
