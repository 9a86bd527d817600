/* Ports near each other: by columns as wide as the reach, each sorted from bottom to top, so that a port meets only
 * what is above it in its own column and what is level with it in the next. */
#include <math.h>
#include <stdlib.h>

#include "base/list.h"
#include "base/sort.h"
#include "pic/connect_impl.h"

typedef struct spot {
    double column, x, y;
    uint32_t port;
} spot;

static int by_place(const void *a, const void *b, void *unused) {
    (void)unused;
    const spot *s = a, *t = b;
    if (s->column != t->column) {
        return s->column < t->column ? -1 : 1;
    }
    if (s->y != t->y) {
        return s->y < t->y ? -1 : 1;
    }
    if (s->x != t->x) {
        return s->x < t->x ? -1 : 1;
    }
    return s->port < t->port ? -1 : s->port > t->port;
}

typedef struct search {
    lob_connecting *c;
    const spot *spots;
    uint32_t count;
    double r;
    lob_connect_pair_fn *fn;
    void *arg;
} search;

static bool is_same(const spot *s, const spot *t) {
    return s->x == t->x && s->y == t->y;
}

static lob_status meet(const search *s, uint32_t a, uint32_t b) {
    const spot *p = &s->spots[a], *q = &s->spots[b];
    if (b > 0 && is_same(q, q - 1) && s->spots[b - 1].column == q->column) {
        return LOB_OK; /* its first was met */
    }
    return hypot(p->x - q->x, p->y - q->y) <= s->r ? s->fn(s->arg, p->port, q->port) : LOB_OK;
}

/* `level`: where the next column comes into reach; moves on with `at`. */
static lob_status search_from(const search *s, uint32_t at, uint32_t *level) {
    const spot *p = &s->spots[at];
    uint32_t i = at + 1, seen = 1;
    for (; i < s->count && s->spots[i].column == p->column && s->spots[i].y - p->y <= s->r; i++, seen++) {
        LOB_TRY(meet(s, at, i));
    }
    while (*level < s->count && (s->spots[*level].column < p->column + 1 ||
                                 (s->spots[*level].column == p->column + 1 && s->spots[*level].y < p->y - s->r))) {
        ++*level;
    }
    for (i = *level; i < s->count && s->spots[i].column == p->column + 1 && s->spots[i].y - p->y <= s->r; i++, seen++) {
        LOB_TRY(meet(s, at, i));
    }
    return lob_connect_work(s->c, seen);
}

lob_status lob_connect_pairs_within(lob_connecting *c, const uint32_t *ports, uint32_t count, double r,
                                    lob_connect_pair_fn *fn, void *arg) {
    if (count == 0) {
        return LOB_OK;
    }
    spot *spots = LOB_NEW_ARRAY(c->ctx->arena, spot, count);
    if (!spots) {
        return lob_fail_memory(c->ctx);
    }
    for (uint32_t i = 0; i < count; i++) {
        const lob_vec2 at = c->q->ports[ports[i]].at;
        spots[i] = (spot){.column = floor(at.x / r), .x = at.x, .y = at.y, .port = ports[i]};
    }
    LOB_TRY(lob_sort(c->ctx, spots, count, sizeof *spots, by_place, NULL));
    search s = {.c = c, .spots = spots, .count = count, .r = r, .fn = fn, .arg = arg};
    uint32_t level = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (i > 0 && is_same(&spots[i], &spots[i - 1])) {
            LOB_TRY(fn(arg, spots[i - 1].port, spots[i].port));
            LOB_TRY(lob_connect_work(c, 1));
            continue;
        }
        LOB_TRY(search_from(&s, i, &level));
    }
    return LOB_OK;
}

/* ---- near misses ---- */

enum { PAIRS_MAX = 1 << 20 }; /* of ports that crowd together: 25 MB, and as much while they grow */

typedef struct pair {
    double distance;
    uint32_t a, b;
} pair;

typedef struct pairs {
    lob_connecting *c;
    pair *items; /* grown in the arena */
    uint32_t count, room;
} pairs;

static int by_distance(const void *a, const void *b, void *unused) {
    (void)unused;
    const pair *p = a, *q = b;
    if (p->distance != q->distance) {
        return p->distance < q->distance ? -1 : 1;
    }
    if (p->a != q->a) {
        return p->a < q->a ? -1 : 1;
    }
    return p->b < q->b ? -1 : p->b > q->b;
}

/* Whether the component of one holds the other's. */
static bool is_exposed(const lob_port *a, const lob_port *b) {
    return lob_path_is_above(a->path, a->depth, b->path, b->depth) ||
           lob_path_is_above(b->path, b->depth, a->path, a->depth);
}

/* Whether they may have been meant for each other: not of one component, of one type, looking at each other rather than
 * away, or, when one's component holds the other's, the same way. */
static bool may_belong(const lob_port *a, const lob_port *b) {
    if (lob_path_compare(a->path, a->depth, b->path, b->depth) == 0) {
        return false;
    }
    if (a->type.size > 0 && b->type.size > 0 && !lob_str_equal(a->type, b->type)) {
        return false;
    }
    double turn = remainder(b->angle_deg - a->angle_deg - (is_exposed(a, b) ? 0 : 180), 360);
    return !(a->has_angle && b->has_angle) || fabs(turn) < 90;
}

static lob_status keep_pair(void *arg, uint32_t a, uint32_t b) {
    pairs *p = arg;
    const lob_port *ports = p->c->q->ports;
    if (!may_belong(&ports[a], &ports[b])) {
        return LOB_OK;
    }
    if (p->count == PAIRS_MAX) {
        return lob_connect_too_large(p->c->ctx, PAIRS_MAX);
    }
    LOB_TRY(LOB_LIST_ROOM(p->c->ctx, p->c->ctx->arena, p->items, p->count, p->room));
    p->items[p->count++] = (pair){.distance = hypot(ports[a].at.x - ports[b].at.x, ports[a].at.y - ports[b].at.y),
                                  .a = a < b ? a : b,
                                  .b = a < b ? b : a};
    return LOB_OK;
}

static lob_status find_near(lob_connecting *c, uint32_t a, uint32_t b) {
    const lob_port *ports = c->q->ports;
    const bool is_exposure = is_exposed(&ports[a], &ports[b]);
    if (is_exposure && ports[a].depth < ports[b].depth) { /* inner first */
        uint32_t outer = a;
        a = b;
        b = outer;
    }
    if (!lob_connect_in_window(c, ports[a].at) && !lob_connect_in_window(c, ports[b].at)) {
        return LOB_OK;
    }
    lob_finding f = lob_connect_pair(c, LOB_FIND_NEAR_MISS, a, b, is_exposure);
    return lob_connect_find(c, &f);
}

/* The closest two are a pair, then the closest two of the rest. */
lob_status lob_connect_near_misses(lob_connecting *c) {
    pairs p = {.c = c};
    bool *is_taken = LOB_NEW_ARRAY(c->ctx->arena, bool, c->q->port_count);
    if (!is_taken) {
        return lob_fail_memory(c->ctx);
    }
    LOB_TRY(lob_connect_pairs_within(c, c->alone, c->alone_count, c->reach, keep_pair, &p));
    if (p.count > 0) {
        LOB_TRY(lob_sort(c->ctx, p.items, p.count, sizeof *p.items, by_distance, NULL));
    }
    for (uint32_t i = 0; i < p.count; i++) {
        if (!is_taken[p.items[i].a] && !is_taken[p.items[i].b]) {
            is_taken[p.items[i].a] = is_taken[p.items[i].b] = true;
            LOB_TRY(find_near(c, p.items[i].a, p.items[i].b));
        }
    }
    uint32_t left = 0;
    for (uint32_t i = 0; i < c->alone_count; i++) {
        if (!is_taken[c->alone[i]]) {
            c->alone[left++] = c->alone[i];
        }
    }
    c->alone_count = left;
    return LOB_OK;
}
