/* Ports of several sources as one list: which of them mean the same.
 *
 * A port is looked for by its place among those of other rules, and by its name among those of other sources; of
 * several the first in the list counts. Both are found through tables, so a flat layout with a hundred thousand pins is
 * no square of it. Invariant: `places` holds every (rule, place) of the list once, by the lowest index; `names` the
 * lowest index of each (name, source), of nameless ports none.
 */
#include <math.h>
#include <string.h>

#include "base/digest.h"
#include "base/map.h"
#include "pic/pic_impl.h"

enum { SAME_DBU = 1, SAME_DEG = 1 }; /* two sources mean one port when they are no farther apart */
enum { CELL_DBU = 2, SOURCES = LOB_PORT_INFERRED + 1, POLL_STEPS = 1024 };

typedef struct names {
    uint32_t first[SOURCES]; /* LOB_MAP_NONE without */
} names;

typedef struct joining {
    lob_ctx *ctx;
    lob_port_list *all;
    lob_id_map places; /* square of CELL_DBU -> the first port in its chain */
    uint32_t *next;    /* along the chain, rising; LOB_MAP_NONE at its end */
    lob_name_map by_name;
    names *names;
    uint32_t name_count;
} joining;

static bool is_same_place(const lob_port *a, const lob_port *b) {
    return fabs(a->at.x - b->at.x) <= SAME_DBU && fabs(a->at.y - b->at.y) <= SAME_DBU;
}

static bool is_same_way(const lob_port *a, const lob_port *b) {
    return !a->has_angle || !b->has_angle || lob_angle_apart(a->angle_deg, b->angle_deg) <= SAME_DEG;
}

/* What the more trusted source leaves open. */
static void complete(lob_port *port, const lob_port *other) {
    port->name = port->name.size ? port->name : other->name;
    port->type = port->type.size ? port->type : other->type;
    port->cross_section = port->cross_section.size ? port->cross_section : other->cross_section;
    if (port->width > 0 && fabs(port->width - other->width) > SAME_DBU && port->width_conflict == 0) {
        port->width_conflict = other->width; /* 0 when the other knows none */
    }
    port->width = port->width > 0 ? port->width : other->width;
    port->layer = port->layer != LOB_NONE ? port->layer : other->layer;
    if (!port->has_angle && other->has_angle) {
        port->has_angle = true;
        port->angle_deg = other->angle_deg;
    }
}

static void disagree(lob_port *port, const lob_port *other) {
    if (!port->has_conflict) {
        port->has_conflict = true;
        port->conflict = other->at;
        port->has_angle_conflict = !is_same_way(port, other);
        port->angle_conflict_deg = other->angle_deg;
    }
}

/* ---- tables ---- */

/* Squares with one hash share a chain, which is harmless: places are compared. */
static uint64_t square_of(double x, double y) {
    const double at[2] = {floor(x / CELL_DBU) + 0.0, floor(y / CELL_DBU) + 0.0}; /* no -0 */
    return lob_hash64_fast(at, sizeof at, 0);
}

static lob_status add_place(joining *j, uint32_t index) {
    const lob_port *items = j->all->items, *port = &items[index];
    uint32_t at;
    j->next[index] = LOB_MAP_NONE;
    if (!lob_id_map_add(&j->places, square_of(port->at.x, port->at.y), index, &at)) {
        return lob_fail_memory(j->ctx);
    }
    while (at != index) {
        if (items[at].rule == port->rule && items[at].at.x == port->at.x && items[at].at.y == port->at.y) {
            return LOB_OK;
        }
        if (j->next[at] == LOB_MAP_NONE) {
            j->next[at] = index;
        }
        at = j->next[at];
    }
    return LOB_OK;
}

static lob_status add_name(joining *j, uint32_t index) {
    const lob_port *port = &j->all->items[index];
    uint32_t at;
    if (port->name.size == 0) {
        return LOB_OK;
    }
    if (!lob_name_map_add(&j->by_name, port->name, j->name_count, &at)) {
        return lob_fail_memory(j->ctx);
    }
    if (at == j->name_count) {
        memset(&j->names[j->name_count++], 0xff, sizeof *j->names);
    }
    uint32_t *first = &j->names[at].first[port->source];
    *first = index < *first ? index : *first;
    return LOB_OK;
}

static lob_status add(joining *j, uint32_t index) {
    LOB_TRY(add_place(j, index));
    return add_name(j, index);
}

static uint32_t find_place(const joining *j, const lob_port *new) {
    uint32_t best = LOB_MAP_NONE;
    for (int corner = 0; corner < 4; corner++) { /* what is so near lies in the squares of the corners around */
        const double x = new->at.x + (corner & 1 ? SAME_DBU : -SAME_DBU);
        const double y = new->at.y + (corner & 2 ? SAME_DBU : -SAME_DBU);
        uint32_t at = lob_id_map_find(&j->places, square_of(x, y));
        for (; at < best; at = j->next[at]) {
            const lob_port *old = &j->all->items[at];
            if (old->rule != new->rule && is_same_place(old, new)) {
                best = at;
            }
        }
    }
    return best;
}

static uint32_t find_name(const joining *j, const lob_port *new) {
    uint32_t best = LOB_MAP_NONE;
    const uint32_t at = new->name.size ? lob_name_map_find(&j->by_name, new->name) : LOB_MAP_NONE;
    for (unsigned source = 0; at != LOB_MAP_NONE && source < SOURCES; source++) {
        const uint32_t first = j->names[at].first[source];
        best = source != (unsigned)new->source &&first < best ? first : best;
    }
    return best;
}

/* ---- joining ---- */

static lob_status take(joining *j, const lob_port *new) {
    const uint32_t at = find_place(j, new), named = find_name(j, new);
    lob_port *place = at != LOB_MAP_NONE ? &j->all->items[at] : NULL;
    if (place && is_same_way(place, new)) {
        complete(place, new);
        return add_name(j, at); /* it may have got one */
    }
    if (place && place->source != new->source) {
        disagree(place, new);
        return LOB_OK;
    }
    if (named != LOB_MAP_NONE && named <= at) {
        disagree(&j->all->items[named], new);
        return LOB_OK;
    }
    LOB_TRY(lob_port_list_add(j->ctx, j->all, new));
    return add(j, j->all->count - 1);
}

static lob_status take_all(joining *j, const lob_port_list *more) {
    const size_t room = (size_t)j->all->count + more->count;
    j->next = LOB_NEW_ARRAY(j->ctx->arena, uint32_t, room);
    j->names = LOB_NEW_ARRAY(j->ctx->arena, names, room);
    if (!j->next || !j->names) {
        return lob_fail_memory(j->ctx);
    }
    for (uint32_t i = 0; i < j->all->count; i++) {
        LOB_TRY(add(j, i));
    }
    for (uint32_t i = 0; i < more->count; i++) {
        if (i % POLL_STEPS == 0) {
            LOB_TRY(lob_poll(j->ctx));
        }
        LOB_TRY(take(j, &more->items[i]));
    }
    return LOB_OK;
}

lob_status lob_ports_join(lob_ctx *ctx, lob_port_list *all, const lob_port_list *more) {
    joining j = {.ctx = ctx, .all = all};
    if (more->count == 0) {
        return LOB_OK;
    }
    lob_id_map_init(&j.places);
    lob_name_map_init(&j.by_name);
    lob_status status = take_all(&j, more);
    lob_id_map_release(&j.places);
    lob_name_map_release(&j.by_name);
    return status;
}
