/* See flat.h. A thing is a cell placed (with an array) or, once it was opened, a cell's own figures where it lies.
 *
 * Invariant: the things of a side that are left, and the things struck out, are together what the cell holds; what was
 * struck out on one side was on the other. */
#include "diff/flat.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "diff/flat_impl.h"
#include "diff/tally.h"

enum { THINGS_MAX = 1500000, POLL_EVERY = 4096 };

typedef struct thing {
    lob_weight weight; /* first, for lob_weights_cancel() */
    lob_trans trans;
    lob_cell_index cell;
    uint32_t rep; /* LOB_NONE: once */
    uint8_t code; /* turns the displacements */
    bool is_own;  /* the cell's own figures */
} thing;

typedef struct thing_list {
    thing *items;
    size_t count, capacity;
} thing_list;

typedef struct flat_run {
    lob_ctx *ctx;
    lob_side *const *sides;
    const lob_box64 *window;
    cell_sums *sums[2];
    thing_list lists[2];
    lob_tally tally;
    bool is_second; /* pass */
    uint64_t steps;
} flat_run;

static bool touch(lob_box64 a, lob_box64 b) {
    return a.left <= b.right && a.right >= b.left && a.bottom <= b.top && a.top >= b.bottom;
}

static lob_status step(flat_run *r) {
    return ++r->steps % POLL_EVERY == 0 ? lob_poll(r->ctx) : LOB_OK;
}

static lob_status grow(lob_ctx *ctx, void **items, size_t count, size_t *capacity, size_t size) {
    if (count < *capacity) {
        return LOB_OK;
    }
    size_t more = *capacity ? 2 * *capacity : 64;
    void *grown = lob_realloc(*items, more * size);
    if (!grown) {
        return lob_fail_memory(ctx);
    }
    *items = grown;
    *capacity = more;
    return LOB_OK;
}

/* ---- things ---- */

/* Whether any of it can lie in the window. */
static bool is_near(const flat_run *r, int k, const thing *t) {
    const lob_side *side = r->sides[k];
    if (!r->window) {
        return true;
    }
    lob_box64 box = lob_trans_box(&t->trans, lob_side_cell_box(side, t->cell));
    if (t->rep != LOB_NONE) {
        const lob_trans turn = lob_diff_turn(t->code);
        const lob_box64 by = lob_trans_box(&turn, lob_rep_extent(lob_layout_rep(side->layout, t->rep)));
        box = (lob_box64){box.left + by.left, box.bottom + by.bottom, box.right + by.right, box.top + by.top};
    }
    const int64_t room = 1 + lob_layout_cell(side->layout, t->cell)->slack, s = side->scale;
    return touch(
        (lob_box64){(box.left - room) * s, (box.bottom - room) * s, (box.right + room) * s, (box.top + room) * s},
        *r->window);
}

static lob_status add_thing(flat_run *r, int k, thing t) {
    const lob_side *side = r->sides[k];
    thing_list *list = &r->lists[k];
    LOB_TRY(step(r));
    if (!is_near(r, k, &t)) {
        return LOB_OK;
    }
    t.weight = lob_cell_sums_at(side, r->sums[k], t.cell, &t.trans, t.is_own);
    if (t.rep != LOB_NONE) {
        t.weight = lob_weight_mul(t.weight, lob_diff_of_rep(side->table, lob_layout_rep(side->layout, t.rep), t.code));
    }
    LOB_TRY(grow(r->ctx, (void **)&list->items, list->count, &list->capacity, sizeof *list->items));
    list->items[list->count++] = t;
    return LOB_OK;
}

static lob_status open_array(flat_run *r, int k, const thing *array) {
    const lob_rep *rep = lob_layout_rep(r->sides[k]->layout, array->rep);
    const lob_trans turn = lob_diff_turn(array->code);
    const uint64_t count = lob_rep_count(rep);
    for (uint64_t i = 0; i < count; i++) {
        thing one = *array;
        one.rep = LOB_NONE;
        one.trans = lob_trans_moved(&array->trans, lob_trans_point(&turn, lob_rep_at(rep, i)));
        LOB_TRY(add_thing(r, k, one));
    }
    return LOB_OK;
}

static lob_status open_inst(flat_run *r, int k, const lob_inst *inst, const lob_trans *parent) {
    const lob_layout *layout = r->sides[k]->layout;
    const lob_trans own = lob_inst_trans(layout, inst);
    thing t = {.cell = inst->child, .rep = inst->rep, .code = parent->code};
    if (inst->rep == LOB_NONE || parent->is_orthogonal) {
        t.trans = lob_trans_compose(parent, &own);
        return add_thing(r, k, t);
    }
    const lob_rep *rep = lob_layout_rep(layout, inst->rep);
    t.rep = LOB_NONE;
    for (uint64_t i = 0; i < lob_rep_count(rep); i++) {
        const lob_trans member = lob_trans_moved(&own, lob_rep_at(rep, i));
        t.trans = lob_trans_compose(parent, &member);
        LOB_TRY(add_thing(r, k, t));
    }
    return LOB_OK;
}

static bool has_layer(const lob_side *side, lob_cell_index cell) {
    return !lob_box64_is_empty(lob_side_cell_box(side, cell));
}

/* `t` may lie in a list that moves. */
static lob_status open_thing(flat_run *r, int k, thing t) {
    const lob_cell *cell = lob_layout_cell(r->sides[k]->layout, t.cell);
    if (t.rep != LOB_NONE) {
        return open_array(r, k, &t);
    }
    if (lob_side_shapes(r->sides[k], cell)) {
        thing own = t;
        own.is_own = true;
        LOB_TRY(add_thing(r, k, own));
    }
    for (uint32_t i = 0; i < cell->inst_count; i++) {
        LOB_TRY(has_layer(r->sides[k], cell->insts[i].child) ? open_inst(r, k, &cell->insts[i], &t.trans) : LOB_OK);
    }
    return LOB_OK;
}

/* ---- level by level ---- */

typedef struct level {
    bool any[2];     /* cells to be opened are there */
    uint32_t height; /* of the highest */
} level;

static level highest(const flat_run *r) {
    level l = {0};
    for (int k = 0; k < 2; k++) {
        for (size_t i = 0; i < r->lists[k].count; i++) {
            const thing *t = &r->lists[k].items[i];
            uint32_t height = lob_layout_cell(r->sides[k]->layout, t->cell)->height;
            l.any[k] = l.any[k] || !t->is_own;
            l.height = !t->is_own && height > l.height ? height : l.height;
        }
    }
    return l;
}

static bool is_due(const flat_run *r, int k, const thing *t, uint32_t height) {
    return !t->is_own && lob_layout_cell(r->sides[k]->layout, t->cell)->height >= height;
}

/* How many things there would be. */
static uint64_t count_after(const flat_run *r, uint32_t height) {
    uint64_t count = 0;
    for (int k = 0; k < 2; k++) {
        const lob_layout *layout = r->sides[k]->layout;
        for (size_t i = 0; i < r->lists[k].count; i++) {
            const thing *t = &r->lists[k].items[i];
            const lob_cell *cell = lob_layout_cell(layout, t->cell);
            uint64_t more = !is_due(r, k, t, height) ? 1
                            : t->rep != LOB_NONE     ? lob_rep_count(lob_layout_rep(layout, t->rep))
                            : t->trans.is_orthogonal ? 1 + (uint64_t)cell->inst_count
                                                     : 1 + cell->inst_count_expanded;
            count = count + more < count ? UINT64_MAX : count + more;
        }
    }
    return count;
}

static lob_status open_level(flat_run *r, int k, uint32_t height) {
    thing_list *list = &r->lists[k];
    const size_t count = list->count;
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        LOB_TRY(is_due(r, k, &list->items[i], height) ? open_thing(r, k, list->items[i]) : LOB_OK);
    }
    for (size_t i = 0; i < list->count; i++) {
        if (i >= count || !is_due(r, k, &list->items[i], height)) {
            list->items[kept++] = list->items[i];
        }
    }
    list->count = kept;
    return LOB_OK;
}

static lob_status strike_cells(flat_run *r) {
    for (int k = 0; k < 2; k++) {
        const thing top = {.cell = r->sides[k]->top, .trans = lob_trans_identity(), .rep = LOB_NONE};
        LOB_TRY(has_layer(r->sides[k], top.cell) ? add_thing(r, k, top) : LOB_OK);
    }
    for (;;) {
        lob_weights_cancel((char *)r->lists[0].items, &r->lists[0].count, (char *)r->lists[1].items, &r->lists[1].count,
                           sizeof(thing));
        const level l = highest(r);
        if (!l.any[0] || !l.any[1] || count_after(r, l.height) > THINGS_MAX) {
            return LOB_OK;
        }
        LOB_TRY(open_level(r, 0, l.height));
        LOB_TRY(open_level(r, 1, l.height));
    }
}

/* ---- figures ---- */

static lob_status take(flat_run *r, int k, const lob_diff_figure *figure) {
    LOB_TRY(step(r));
    if (r->window && !touch(figure->box, *r->window)) {
        return LOB_OK;
    }
    if (!r->is_second) {
        lob_tally_add(&r->tally, k, figure->weight);
        return LOB_OK;
    }
    const lob_flat_found found = {figure->weight, figure->box};
    return lob_tally_wants(&r->tally, figure->weight) ? lob_tally_keep(&r->tally, k, &found) : LOB_OK;
}

static lob_status take_own(flat_run *r, int k, lob_cell_index cell, const lob_trans *trans) {
    lob_side *side = r->sides[k];
    const lob_shapes *shapes = lob_side_shapes(side, lob_layout_cell(side->layout, cell));
    for (int kind = 0; shapes && kind < LOB_KIND_TEXT; kind++) {
        for (uint32_t i = 0; i < shapes->count[kind]; i++) {
            const lob_rep *rep = lob_shape_rep(side->layout, shapes, (lob_kind)kind, i);
            const uint64_t count = rep ? lob_rep_count(rep) : 1;
            lob_member member = {.shapes = shapes, .kind = (lob_kind)kind, .index = i};
            for (member.member = 0; member.member < count; member.member++) {
                lob_diff_figure figure;
                member.by = rep ? lob_rep_at(rep, member.member) : (lob_point64){0, 0};
                LOB_TRY(lob_side_figure(side, &member, trans, &figure));
                LOB_TRY(take(r, k, &figure));
            }
        }
    }
    return LOB_OK;
}

typedef struct frame { /* a cell on the way down, and which placement in it is next */
    lob_cell_index cell;
    lob_trans trans;
    uint32_t inst;
    uint64_t member;
} frame;

/* The next child of a frame; false: there is none left. */
static bool next_child(const lob_side *side, frame *f, frame *child) {
    const lob_cell *cell = lob_layout_cell(side->layout, f->cell);
    while (f->inst < cell->inst_count) {
        const lob_inst *inst = &cell->insts[f->inst];
        const lob_rep *rep = inst->rep == LOB_NONE ? NULL : lob_layout_rep(side->layout, inst->rep);
        if (f->member >= (rep ? lob_rep_count(rep) : 1) || !has_layer(side, inst->child)) {
            f->inst++;
            f->member = 0;
            continue;
        }
        const lob_trans own = lob_inst_trans(side->layout, inst);
        const lob_trans member = rep ? lob_trans_moved(&own, lob_rep_at(rep, f->member)) : own;
        *child = (frame){.cell = inst->child, .trans = lob_trans_compose(&f->trans, &member)};
        f->member++;
        return true;
    }
    return false;
}

/* All figures of a placed cell, children included. */
static lob_status take_below(flat_run *r, int k, lob_cell_index cell, const lob_trans *trans) {
    const uint32_t height = lob_layout_cell(r->sides[k]->layout, cell)->height;
    frame *frames = lob_malloc(((size_t)height + 1) * sizeof *frames);
    uint32_t depth = 1;
    if (!frames) {
        return lob_fail_memory(r->ctx);
    }
    frames[0] = (frame){.cell = cell, .trans = *trans};
    lob_status status = take_own(r, k, cell, trans);
    while (status == LOB_OK && depth > 0) {
        frame child;
        if (!next_child(r->sides[k], &frames[depth - 1], &child)) {
            depth--;
            continue;
        }
        status = step(r);
        const thing placed = {.cell = child.cell, .trans = child.trans, .rep = LOB_NONE};
        if (status == LOB_OK && is_near(r, k, &placed)) {
            frames[depth++] = child;
            status = take_own(r, k, child.cell, &child.trans);
        }
    }
    lob_free(frames);
    return status;
}

static lob_status take_thing(flat_run *r, int k, const thing *t) {
    if (t->is_own) {
        return take_own(r, k, t->cell, &t->trans);
    }
    const lob_rep *rep = t->rep == LOB_NONE ? NULL : lob_layout_rep(r->sides[k]->layout, t->rep);
    const lob_trans turn = lob_diff_turn(t->code);
    for (uint64_t i = 0; i < (rep ? lob_rep_count(rep) : 1); i++) {
        const lob_trans one = rep ? lob_trans_moved(&t->trans, lob_trans_point(&turn, lob_rep_at(rep, i))) : t->trans;
        LOB_TRY(take_below(r, k, t->cell, &one));
    }
    return LOB_OK;
}

static lob_status pass(flat_run *r, bool is_second) {
    r->is_second = is_second;
    for (int k = 0; k < 2; k++) {
        for (size_t i = 0; i < r->lists[k].count; i++) {
            LOB_TRY(take_thing(r, k, &r->lists[k].items[i]));
        }
    }
    return LOB_OK;
}

static int by_box(const void *a, const void *b) {
    const lob_flat_found *x = a, *y = b;
    const int64_t left[4] = {x->box.left, x->box.bottom, x->box.right, x->box.top};
    const int64_t right[4] = {y->box.left, y->box.bottom, y->box.right, y->box.top};
    for (int i = 0; i < 4; i++) {
        if (left[i] != right[i]) {
            return left[i] < right[i] ? -1 : 1;
        }
    }
    return 0;
}

static bool all_equal(const flat_run *r) {
    lob_weight sums[2] = {LOB_WEIGHT_ZERO, LOB_WEIGHT_ZERO};
    for (int k = 0; k < 2; k++) {
        for (size_t i = 0; i < r->lists[k].count; i++) {
            sums[k] = lob_weight_add(sums[k], r->lists[k].items[i].weight);
        }
    }
    return lob_weight_equal(sums[0], sums[1]);
}

static lob_status find(flat_run *r, lob_flat *found) {
    for (int k = 0; k < 2; k++) {
        LOB_TRY(lob_cell_sums_make(r->sides[k], &r->sums[k]));
    }
    LOB_TRY(strike_cells(r));
    if (all_equal(r)) {
        return LOB_OK;
    }
    LOB_TRY(lob_tally_start(r->ctx, &r->tally, sizeof(lob_flat_found), LOB_FLAT_COUNT_MAX));
    LOB_TRY(pass(r, false));
    LOB_TRY(lob_tally_is_equal(&r->tally) ? LOB_OK : pass(r, true));
    LOB_TRY(lob_tally_cancel(&r->tally, by_box));
    for (int k = 0; k < 2; k++) {
        found->items[k] = (lob_flat_found *)(void *)r->tally.items[k];
        found->count[k] = r->tally.count[k];
        r->tally.items[k] = NULL;
    }
    return LOB_OK;
}

lob_status lob_flat_differences(lob_ctx *ctx, lob_side *const sides[2], const lob_box64 *window, lob_flat *found) {
    flat_run r = {.ctx = ctx, .sides = sides, .window = window};
    *found = (lob_flat){0};
    lob_status status = find(&r, found);
    lob_tally_release(&r.tally);
    for (int k = 0; k < 2; k++) {
        lob_free(r.sums[k]);
        lob_free(r.lists[k].items);
    }
    return status;
}

void lob_flat_release(lob_flat *found) {
    lob_free(found->items[0]);
    lob_free(found->items[1]);
    *found = (lob_flat){0};
}
