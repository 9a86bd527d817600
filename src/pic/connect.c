/* See connect.h. Here: whose port is whose, what stands at one place, and what a pair says.
 *
 * Invariant: every port that takes part ends as exactly one of: exposed by another, joined or mismatched with one
 * other, one of an overloaded place, near another, dangling, or a port of the checked cell that nothing meets.
 */
#include <math.h>
#include <stdlib.h>

#include "base/limits.h"
#include "base/sets.h"
#include "base/sort.h"
#include "pic/connect_impl.h"

/* Rounding in doubles of what is equal on paper. */
#define ANGLE_NOISE 1e-3
#define WIDTH_NOISE 1e-6

double lob_connect_distance(const lob_connect_question *question) {
    return fmax(question->connect.distance, 0.5);
}

double lob_connect_reach(const lob_connect_question *question) {
    double near =
        question->near > 0 ? fmin(question->near, LOB_CONNECT_NEAR_MAX) : fmax(10 * lob_connect_distance(question), 5);
    return fmax(near, lob_connect_distance(question));
}

double lob_connect_angle_tolerance(const lob_connect_question *question) {
    return fmax(question->connect.angle_tol_deg, ANGLE_NOISE);
}

static bool starts_with(lob_str text, lob_str word) {
    return text.size >= word.size && memcmp(text.data, word.data, word.size) == 0;
}

bool lob_connect_is_external(lob_str type) {
    static const lob_str whole[] = {{"fiber", sizeof("fiber") - 1},
                                    {"placement", sizeof("placement") - 1},
                                    {"bump", sizeof("bump") - 1},
                                    {"vertical", sizeof("vertical") - 1},
                                    {"pad", sizeof("pad") - 1}};
    static const lob_str first[] = {{"vertical_", sizeof("vertical_") - 1},
                                    {"edge_", sizeof("edge_") - 1},
                                    {"pad_", sizeof("pad_") - 1},
                                    {"fiber_", sizeof("fiber_") - 1}};
    for (size_t i = 0; i < sizeof whole / sizeof whole[0]; i++) {
        if (lob_str_equal(type, whole[i])) {
            return true;
        }
    }
    for (size_t i = 0; i < sizeof first / sizeof first[0]; i++) {
        if (type.data && starts_with(type, first[i])) {
            return true;
        }
    }
    return false;
}

/* ---- ways ---- */

static bool port_is_above(const lob_port *a, const lob_port *b) {
    return lob_path_is_above(a->path, a->depth, b->path, b->depth);
}

static int by_path(const void *a, const void *b, void *arg) {
    const lob_component *items = arg;
    const lob_component *x = &items[*(const uint32_t *)a], *y = &items[*(const uint32_t *)b];
    return lob_path_compare(x->path, x->depth, y->path, y->depth);
}

/* The component of each port, by its way. */
static lob_status find_components(lob_connecting *c) {
    const lob_connect_question *q = c->q;
    uint32_t *order = LOB_NEW_ARRAY(c->ctx->arena, uint32_t, q->component_count);
    c->component_of = LOB_NEW_ARRAY(c->ctx->arena, uint32_t, q->port_count);
    c->net_of = LOB_NEW_ARRAY(c->ctx->arena, uint32_t, q->component_count);
    if (!order || !c->component_of || !c->net_of) {
        return lob_fail_memory(c->ctx);
    }
    for (uint32_t i = 0; i < q->component_count; i++) {
        order[i] = c->net_of[i] = i;
    }
    if (q->component_count > 0) {
        LOB_TRY(lob_sort(c->ctx, order, q->component_count, sizeof *order, by_path, (void *)(uintptr_t)q->components));
    }
    for (uint32_t i = 0; i < q->port_count; i++) {
        const lob_port *p = &q->ports[i];
        uint32_t low = 0, high = q->component_count;
        while (low < high) {
            uint32_t middle = low + (high - low) / 2;
            const lob_component *m = &q->components[order[middle]];
            if (lob_path_compare(m->path, m->depth, p->path, p->depth) < 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        const lob_component *m = low < q->component_count ? &q->components[order[low]] : NULL;
        bool is_its = m && lob_path_compare(m->path, m->depth, p->path, p->depth) == 0;
        c->component_of[i] = is_its ? order[low] : LOB_NONE;
    }
    return LOB_OK;
}

/* ---- findings ---- */

static lob_status find_pair(lob_connecting *c, lob_finding_kind kind, uint32_t a, uint32_t b, bool is_exposure) {
    if (!lob_connect_in_window(c, c->q->ports[a].at)) {
        return LOB_OK;
    }
    lob_finding f = lob_connect_pair(c, kind, a, b, is_exposure);
    return lob_connect_find(c, &f);
}

/* ---- two ports at one place ---- */

static bool outlines_meet(const lob_connecting *c, uint32_t a, uint32_t b) {
    if (c->component_of[a] == LOB_NONE || c->component_of[b] == LOB_NONE) {
        return true;
    }
    const lob_box64 x = c->q->components[c->component_of[a]].box, y = c->q->components[c->component_of[b]].box;
    return x.left <= y.right && y.left <= x.right && x.bottom <= y.top && y.bottom <= x.top;
}

static lob_status judge(lob_connecting *c, uint32_t a, uint32_t b, bool is_exposure) {
    const lob_port *p = &c->q->ports[a], *r = &c->q->ports[b];
    if (!is_exposure && c->q->connect.needs_touch && !outlines_meet(c, a, b)) {
        LOB_TRY(find_pair(c, LOB_FIND_DANGLING, a, LOB_NONE, false));
        return find_pair(c, LOB_FIND_DANGLING, b, LOB_NONE, false);
    }
    bool turned = p->has_angle && r->has_angle && lob_connect_angle_error(p, r, is_exposure) > c->angle_tol;
    bool other_type = p->type.size > 0 && r->type.size > 0 && !lob_str_equal(p->type, r->type);
    bool other_layer = p->layer != LOB_NONE && r->layer != LOB_NONE && p->layer != r->layer;
    bool other_width = p->width > 0 && r->width > 0 && fabs(p->width - r->width) > c->width_tol;
    bool other_section =
        p->cross_section.size > 0 && r->cross_section.size > 0 && !lob_str_equal(p->cross_section, r->cross_section);
    other_layer = other_layer && !other_type; /* what differs in type differs in all that */
    other_width = other_width && !other_type;
    other_section = other_section && !other_type;
    const struct {
        bool is_so;
        lob_finding_kind kind;
    } faults[] = {{turned, LOB_FIND_ANGLE},
                  {other_type, LOB_FIND_TYPE},
                  {other_layer, LOB_FIND_LAYER},
                  {other_width, LOB_FIND_WIDTH},
                  {other_section, LOB_FIND_CROSS_SECTION}};
    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++) {
        if (faults[i].is_so) {
            LOB_TRY(find_pair(c, faults[i].kind, a, b, is_exposure));
        }
    }
    if (turned || other_type || other_layer) {
        return LOB_OK;
    }
    if (!is_exposure) {
        lob_connect_net_join(c, a, b);
        c->result->joined_count += lob_connect_in_window(c, p->at);
    }
    return find_pair(c, is_exposure ? LOB_FIND_EXPOSED : LOB_FIND_CONNECTED, a, b, is_exposure);
}

/* ---- places ---- */

typedef struct places {
    lob_connecting *c;
    uint32_t *first; /* by port: the least port of its place, found through others */
} places;

static lob_status same_place(void *arg, uint32_t a, uint32_t b) {
    lob_sets_join(((places *)arg)->first, a, b);
    return LOB_OK;
}

/* The nearest port at the place that stands for this one; LOB_NONE. */
static lob_status find_outer(lob_connecting *c, const uint32_t *members, uint32_t count, uint32_t port,
                             uint32_t *outer) {
    const lob_port *ports = c->q->ports;
    *outer = LOB_NONE;
    LOB_TRY(lob_connect_work(c, count));
    for (uint32_t i = 0; i < count; i++) {
        const lob_port *other = &ports[members[i]];
        if (port_is_above(other, &ports[port]) && (*outer == LOB_NONE || other->depth > ports[*outer].depth)) {
            *outer = members[i];
        }
    }
    return LOB_OK;
}

static lob_status overload(lob_connecting *c, const uint32_t *members, uint32_t count) {
    if (!lob_connect_in_window(c, c->q->ports[members[0]].at)) {
        return LOB_OK;
    }
    lob_finding f = lob_connect_pair(c, LOB_FIND_OVERLOADED, members[0], LOB_NONE, false);
    bool has_guess = false;
    for (uint32_t i = 0; i < count; i++) {
        const lob_port *p = &c->q->ports[members[i]];
        if (i < LOB_FINDING_PORTS_KEPT) {
            f.ports[i] = members[i];
        }
        f.confidence = fmin(f.confidence, p->confidence);
        f.severity = lob_connect_is_electrical(p->type) ? f.severity : LOB_SEVERITY_ERROR;
        has_guess = has_guess || p->source == LOB_PORT_INFERRED;
    }
    f.severity = has_guess && f.severity == LOB_SEVERITY_ERROR ? LOB_SEVERITY_WARNING : f.severity;
    f.port_count = count;
    return lob_connect_find(c, &f);
}

/* Members ascending. Those that another one stands for go first; what is left is one, a pair, or too many. */
static lob_status settle(lob_connecting *c, uint32_t *members, uint32_t count, uint32_t *left) {
    const lob_port *ports = c->q->ports;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t outer = LOB_NONE;
        if (count > 1) {
            LOB_TRY(find_outer(c, members, count, members[i], &outer));
        }
        if (outer != LOB_NONE) {
            LOB_TRY(judge(c, members[i], outer, true));
        } else {
            left[kept++] = members[i];
        }
    }
    bool one_component = true;
    for (uint32_t i = 1; i < kept; i++) {
        const lob_port *a = &ports[left[0]], *b = &ports[left[i]];
        one_component = one_component && lob_path_compare(a->path, a->depth, b->path, b->depth) == 0;
    }
    if (one_component) { /* ports of one component do not meet each other */
        bool stands_for = kept < count;
        for (uint32_t i = 0; i < kept; i++) {
            if (!(stands_for && ports[left[i]].depth == 0)) {
                c->alone[c->alone_count++] = left[i];
            }
        }
        return LOB_OK;
    }
    return kept == 2 ? judge(c, left[0], left[1], false) : overload(c, left, kept);
}

static lob_status settle_places(lob_connecting *c, uint32_t *first) {
    const uint32_t count = c->q->port_count;
    uint32_t *next = LOB_NEW_ARRAY(c->ctx->arena, uint32_t, count);
    uint32_t *members = LOB_NEW_ARRAY(c->ctx->arena, uint32_t, count);
    uint32_t *left = LOB_NEW_ARRAY(c->ctx->arena, uint32_t, count);
    uint32_t *heads = LOB_NEW_ARRAY(c->ctx->arena, uint32_t, count);
    if (!next || !members || !left || !heads) {
        return lob_fail_memory(c->ctx);
    }
    for (uint32_t i = 0; i < count; i++) {
        heads[i] = LOB_NONE;
    }
    for (uint32_t i = count; i > 0;) {
        i--;
        uint32_t place = lob_set_first(first, i);
        next[i] = heads[place];
        heads[place] = i;
    }
    for (uint32_t i = 0; i < count; i++) {
        if (first[i] != i || lob_connect_is_external(c->q->ports[i].type)) {
            continue;
        }
        uint32_t size = 0;
        for (uint32_t m = heads[i]; m != LOB_NONE; m = next[m]) {
            members[size++] = m;
        }
        LOB_TRY(lob_connect_work(c, size));
        LOB_TRY(settle(c, members, size, left));
    }
    return LOB_OK;
}

static lob_status match(lob_connecting *c) {
    const lob_connect_question *q = c->q;
    uint32_t *taking_part = LOB_NEW_ARRAY(c->ctx->arena, uint32_t, q->port_count);
    places p = {.c = c, .first = LOB_NEW_ARRAY(c->ctx->arena, uint32_t, q->port_count)};
    c->alone = LOB_NEW_ARRAY(c->ctx->arena, uint32_t, q->port_count);
    if (!taking_part || !p.first || !c->alone) {
        return lob_fail_memory(c->ctx);
    }
    uint32_t count = 0;
    for (uint32_t i = 0; i < q->port_count; i++) {
        p.first[i] = i;
        bool inside = lob_connect_in_window(c, q->ports[i].at);
        c->result->own_count += inside && q->ports[i].depth == 0;
        if (lob_connect_is_external(q->ports[i].type)) {
            c->result->external_count += inside;
        } else {
            taking_part[count++] = i;
        }
    }
    LOB_TRY(lob_connect_pairs_within(c, taking_part, count, c->distance, same_place, &p));
    return settle_places(c, p.first);
}

static lob_status leave_alone(lob_connecting *c) {
    for (uint32_t i = 0; i < c->alone_count; i++) {
        const lob_port *p = &c->q->ports[c->alone[i]];
        if (p->depth == 0 || !lob_connect_in_window(c, p->at)) {
            continue;
        }
        bool goes_on;
        LOB_TRY(lob_connect_goes_on(c, c->alone[i], &goes_on));
        LOB_TRY(find_pair(c, goes_on ? LOB_FIND_UNMATCHED_GEOMETRY : LOB_FIND_DANGLING, c->alone[i], LOB_NONE, false));
    }
    return LOB_OK;
}

/* ---- order ---- */

static int order_double(double a, double b) {
    return a < b ? -1 : a > b;
}

static int order_index(uint32_t a, uint32_t b) {
    return a < b ? -1 : a > b;
}

static int by_weight(const void *a, const void *b, void *unused) {
    (void)unused;
    const lob_finding *x = a, *y = b;
    const int orders[] = {(int)x->severity - (int)y->severity,
                          (int)x->kind - (int)y->kind,
                          order_double(x->at.x, y->at.x),
                          order_double(x->at.y, y->at.y),
                          order_index(x->ports[0], y->ports[0]),
                          order_index(x->ports[1], y->ports[1]),
                          order_index(x->components[0], y->components[0]),
                          order_index(x->components[1], y->components[1])};
    for (size_t i = 0; i < sizeof orders / sizeof orders[0]; i++) {
        if (orders[i] != 0) {
            return orders[i];
        }
    }
    return 0;
}

static lob_status check(lob_connecting *c) {
    LOB_TRY(find_components(c));
    LOB_TRY(match(c));
    LOB_TRY(lob_connect_near_misses(c));
    LOB_TRY(leave_alone(c));
    LOB_TRY(lob_connect_overlaps(c));
    LOB_TRY(lob_connect_nets(c));
    if (c->count > 0) {
        LOB_TRY(lob_sort(c->ctx, c->items, c->count, sizeof *c->items, by_weight, NULL));
    }
    c->result->items = c->items;
    c->result->count = c->count;
    return LOB_OK;
}

lob_status lob_connect_check(lob_ctx *ctx, const lob_connect_question *question, lob_connectivity *result) {
    *result = (lob_connectivity){.items = NULL};
    lob_connecting c = {.ctx = ctx,
                        .q = question,
                        .result = result,
                        .distance = lob_connect_distance(question),
                        .reach = lob_connect_reach(question),
                        .angle_tol = lob_connect_angle_tolerance(question),
                        .width_tol = question->connect.width_tol + WIDTH_NOISE,
                        .work_max = question->work_max ? question->work_max : LOB_LIMIT_QUERY_WORK};
    c.looks = lob_arena_new(LOB_LIMIT_REQUEST_MEMORY_SIZE);
    if (!c.looks) {
        return lob_fail_memory(ctx);
    }
    lob_status status = check(&c);
    lob_arena_drop(c.looks);
    return status;
}
