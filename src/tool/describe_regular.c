/* The regular sets of describe_cell: rows and columns in which the cell's own placements of a child stand, and the
 * placements on none. Drawn as an array or one by one makes no difference, nor does the order of the file. */
#include <stdlib.h>

#include "base/num.h"
#include "base/smallest.h"
#include "geom/ranks.h"
#include "tool/describe.h"
#include "tool/regular.h"

typedef lob_describe_cell_response_regular_sets_item regular_item;

enum { CHILDREN_MAX = 8, SET_WEIGHT = 900, POINT_WEIGHT = 80, POLL_EVERY = 65536 };

typedef struct child { /* by cell of the layout */
    uint64_t members;
    lob_cell_index cell;
    lob_str name;
} child;

/* Where the members of a child's instances stand, by place: files may store them in any order. */
typedef struct members {
    lob_cell_spot *spots;
    size_t count;
} members;

static lob_status count_children(const lob_describe *d, child *children) {
    for (uint32_t i = 0; i < d->cell->inst_count; i++) {
        const lob_inst *inst = &d->cell->insts[i];
        const uint64_t count = inst->rep == LOB_NONE ? 1 : lob_rep_count(lob_layout_rep(d->layout, inst->rep));
        child *c = &children[inst->child];
        LOB_TRY(i % POLL_EVERY == POLL_EVERY - 1 ? lob_poll(d->call->ctx) : LOB_OK);
        c->members = lob_u64_add_sat(c->members, count);
    }
    return LOB_OK;
}

static int compare_names(const void *a, const void *b) {
    return lob_str_compare(((const child *)a)->name, ((const child *)b)->name);
}

/* Keeps those that are looked at, by name. */
static uint32_t keep_some(const lob_describe *d, child *children, uint32_t cells) {
    uint32_t count = 0;
    for (uint32_t c = 0; c < cells; c++) {
        if (children[c].members > 2 && children[c].members <= LOB_RANKS_POINT_COUNT_MAX) {
            children[count++] = (child){children[c].members, c, lob_layout_cell(d->layout, c)->name};
        }
    }
    qsort(children, count, sizeof *children, compare_names);
    return count < CHILDREN_MAX ? count : CHILDREN_MAX;
}

static int compare_spots(const void *a, const void *b) {
    const lob_trans *x = &((const lob_cell_spot *)a)->trans, *y = &((const lob_cell_spot *)b)->trans;
    int order = lob_order(x->x, y->x);
    order = order ? order : lob_order(x->y, y->y);
    order = order ? order : lob_order(x->code, y->code);
    order = order ? order : (x->angle_deg > y->angle_deg) - (x->angle_deg < y->angle_deg);
    return order ? order : (x->mag > y->mag) - (x->mag < y->mag);
}

static lob_status gather(const lob_describe *d, lob_cell_index cell, uint64_t count, members *m) {
    lob_ctx *ctx = d->call->ctx;
    *m = (members){.spots = LOB_NEW_ARRAY(ctx->arena, lob_cell_spot, count)};
    if (!m->spots) {
        return lob_fail_memory(ctx);
    }
    for (uint32_t i = 0; i < d->cell->inst_count; i++) {
        const lob_inst *inst = &d->cell->insts[i];
        if (inst->child != cell) {
            continue;
        }
        const lob_rep *rep = inst->rep == LOB_NONE ? NULL : lob_layout_rep(d->layout, inst->rep);
        const lob_trans own = lob_inst_trans(d->layout, inst);
        const uint64_t all = rep ? lob_rep_count(rep) : 1;
        for (uint64_t k = 0; k < all; k++) {
            m->spots[m->count++].trans = rep ? lob_trans_moved(&own, lob_rep_at(rep, k)) : own;
        }
    }
    return LOB_OK;
}

static lob_status show_child(const lob_describe *d, const child *c, regular_item *item, bool *is_regular) {
    members m;
    lob_regular r;
    lob_shown name;
    LOB_TRY(gather(d, c->cell, c->members, &m));
    qsort(m.spots, m.count, sizeof *m.spots, compare_spots);
    LOB_TRY(lob_regular_show(d->call->ctx, m.spots, m.count, d->dbu, &r));
    *is_regular = r.set_count > 0;
    if (!*is_regular) {
        return LOB_OK;
    }
    LOB_TRY(lob_name_show(d->call->ctx, c->name, LOB_LIMIT_NAME_TEXT_SIZE, &name));
    *item = (regular_item){
        .child_cell = name.text, .place_count = (int64_t)m.count, .irregular_count = (int64_t)r.other_count};
    item->sets.items = r.sets;
    item->sets.count = r.set_count;
    item->has_irregular_um = r.others_shown > 0;
    item->irregular_um.items = r.others;
    item->irregular_um.count = r.others_shown;
    return LOB_OK;
}

lob_status lob_describe_regular(lob_describe *d, lob_describe_cell_response *response) {
    lob_ctx *ctx = d->call->ctx;
    const uint32_t cells = lob_layout_cell_count(d->layout);
    if (d->cell->inst_count == 0 || d->depth == 0) {
        return LOB_OK;
    }
    child *children = LOB_NEW_ARRAY(ctx->arena, child, cells);
    regular_item *items = LOB_NEW_ARRAY(ctx->arena, regular_item, CHILDREN_MAX);
    if (!children || !items) {
        return lob_fail_memory(ctx);
    }
    LOB_TRY(count_children(d, children));
    const lob_room kept = lob_room_split(&d->room, 1, 2);
    const uint32_t count = keep_some(d, children, cells);
    for (uint32_t c = 0; c < count; c++) {
        bool is_regular;
        regular_item *item = &items[response->regular_sets.count];
        LOB_TRY(show_child(d, &children[c], item, &is_regular));
        if (!is_regular) {
            continue;
        }
        const size_t weight = SET_WEIGHT * (1 + item->sets.count) + POINT_WEIGHT * item->irregular_um.count +
                              lob_text_weight(item->child_cell);
        if (!lob_room_fits(&d->room, "regular_sets", item, weight, false)) {
            break;
        }
        response->regular_sets.count++;
    }
    lob_room_join(&d->room, &kept);
    response->regular_sets.items = items;
    response->has_regular_sets = response->regular_sets.count > 0;
    return LOB_OK;
}
