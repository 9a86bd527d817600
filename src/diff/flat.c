/* See flat.h. A thing is a cell placed (with an array) or, once it was opened, a cell's own figures where it lies.
 *
 * Invariant: the things of a side that are left, and the things struck out, are together what the cell holds; what was
 * struck out on one side was on the other. */
#include "diff/flat.h"

#include <stddef.h>
#include <string.h>

#include "base/alloc.h"
#include "base/num.h"
#include "diff/flat_impl.h"

/* FEW: so many figures are kept at once, without a first look. */
enum { THINGS_MAX = 1500000, OWNS_FIRST = 4096, FEW = 4096 };

/* ---- things ---- */

static lob_status add_thing(flat_run *r, int k, thing t) {
    const lob_side *side = r->sides[k];
    thing_list *list = t.is_own ? &r->owns[k] : &r->lists[k];
    LOB_TRY(lob_flat_step(r));
    if (!lob_flat_is_near(r, k, &t)) {
        return LOB_OK;
    }
    t.weight = lob_cell_sums_at(side, r->sums[k], t.cell, &t.trans, t.is_own);
    if (t.rep != LOB_NONE) {
        lob_weight sum;
        LOB_TRY(lob_side_rep(r->sides[k], t.rep, t.code, &sum));
        t.weight = lob_weight_mul(t.weight, sum);
    }
    LOB_TRY(lob_diff_grow(r->ctx, (void **)&list->items, list->count, &list->capacity, sizeof *list->items));
    list->items[list->count++] = t;
    return LOB_OK;
}

/* The members near the window, one by one. */
static lob_status open_array(flat_run *r, int k, const thing *array) {
    flat_members members;
    lob_point64 by;
    bool is_there;
    LOB_TRY(lob_flat_members_of(r, k, array, &members));
    while (lob_flat_member(&members, &by, &is_there)) {
        thing one = *array;
        one.rep = LOB_NONE;
        one.trans = lob_trans_moved(&array->trans, by);
        LOB_TRY(is_there ? add_thing(r, k, one) : lob_flat_step(r));
    }
    return LOB_OK;
}

static lob_status open_inst(flat_run *r, int k, const lob_inst *inst, const lob_trans *parent) {
    const lob_layout *layout = r->sides[k]->layout;
    const lob_trans own = lob_inst_trans(layout, inst);
    thing t = {.cell = inst->child, .rep = inst->rep, .code = parent->code};
    if (inst->rep == LOB_NONE || parent->is_orthogonal) {
        t.trans = lob_trans_compose(parent, &own);
        t.cell = lob_side_jump(r->sides[k], t.cell, &t.trans);
        return add_thing(r, k, t);
    }
    flat_members members;
    lob_point64 by;
    bool is_there;
    t.rep = LOB_NONE;
    LOB_TRY(lob_flat_members_in(r, k, inst, parent, &members));
    while (lob_flat_member(&members, &by, &is_there)) {
        const lob_trans member = lob_trans_moved(&own, by);
        t.trans = lob_trans_compose(parent, &member);
        LOB_TRY(is_there ? add_thing(r, k, t) : lob_flat_step(r));
    }
    return LOB_OK;
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
    uint32_t at = 0, i;
    while (lob_side_next_inst(r->sides[k], t.cell, &at, &i)) {
        LOB_TRY(open_inst(r, k, &cell->insts[i], &t.trans));
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
        l.any[k] = r->lists[k].count > 0;
        for (size_t i = 0; i < r->lists[k].count; i++) {
            const uint32_t height = lob_layout_cell(r->sides[k]->layout, r->lists[k].items[i].cell)->height;
            l.height = height > l.height ? height : l.height;
        }
    }
    return l;
}

static bool is_due(const flat_run *r, int k, const thing *t, uint32_t height) {
    return lob_layout_cell(r->sides[k]->layout, t->cell)->height >= height;
}

/* How many things come of one; counted to a little more than `room` at most. */
static lob_status count_opened(flat_run *r, int k, const thing *t, uint64_t room, uint64_t *count) {
    const lob_cell *cell = lob_layout_cell(r->sides[k]->layout, t->cell);
    flat_members members;
    *count = 1 + (uint64_t)cell->inst_count;
    if (t->rep != LOB_NONE) {
        LOB_TRY(lob_flat_members_of(r, k, t, &members));
        return lob_flat_members_count(r, &members, room, count);
    }
    for (uint32_t i = 0; !t->trans.is_orthogonal && i < cell->inst_count && *count <= room; i++) {
        uint64_t more;
        if (cell->insts[i].rep != LOB_NONE) {
            LOB_TRY(lob_flat_members_in(r, k, &cell->insts[i], &t->trans, &members));
            LOB_TRY(lob_flat_members_count(r, &members, room, &more));
            *count = lob_u64_add_sat(*count, more);
        }
    }
    return LOB_OK;
}

/* Whether there would be too many things. */
static lob_status is_too_much(flat_run *r, uint32_t height, bool *is_too_much) {
    uint64_t count = r->owns[0].count + r->owns[1].count;
    for (int k = 0; k < 2; k++) {
        for (size_t i = 0; i < r->lists[k].count && count <= THINGS_MAX; i++) {
            const thing *t = &r->lists[k].items[i];
            uint64_t more = 1;
            LOB_TRY(lob_flat_step(r));
            LOB_TRY(is_due(r, k, t, height) ? count_opened(r, k, t, THINGS_MAX, &more) : LOB_OK);
            count = lob_u64_add_sat(count, more);
        }
    }
    *is_too_much = count > THINGS_MAX;
    return LOB_OK;
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

/* What lies in one place twice covers no more than once. */
static lob_status cancel(flat_run *r, thing_list lists[2]) {
    return lob_weights_differ(r->ctx, (char *)lists[0].items, &lists[0].count, (char *)lists[1].items, &lists[1].count,
                              sizeof(thing));
}

/* Figures of opened cells meet only each other, and only when there are twice as many as were left the last time. */
static lob_status cancel_owns(flat_run *r) {
    const size_t count = r->owns[0].count + r->owns[1].count;
    if (count >= r->owns_due) {
        LOB_TRY(cancel(r, r->owns));
        r->owns_due = 2 * (r->owns[0].count + r->owns[1].count);
        r->owns_due = r->owns_due < OWNS_FIRST ? OWNS_FIRST : r->owns_due;
    }
    return LOB_OK;
}

static lob_status open_all(flat_run *r) {
    for (;;) {
        bool is_end;
        LOB_TRY(cancel(r, r->lists));
        LOB_TRY(cancel_owns(r));
        const level l = highest(r);
        if (!l.any[0] || !l.any[1]) {
            return LOB_OK;
        }
        LOB_TRY(is_too_much(r, l.height, &is_end));
        if (is_end) {
            return LOB_OK;
        }
        LOB_TRY(open_level(r, 0, l.height));
        LOB_TRY(open_level(r, 1, l.height));
    }
}

static lob_status strike_cells(flat_run *r) {
    r->owns_due = OWNS_FIRST;
    for (int k = 0; k < 2; k++) {
        thing top = {.trans = lob_trans_identity(), .rep = LOB_NONE};
        top.cell = lob_side_jump(r->sides[k], r->sides[k]->top, &top.trans);
        LOB_TRY(lob_flat_has_layer(r->sides[k], top.cell) ? add_thing(r, k, top) : LOB_OK);
    }
    LOB_TRY(open_all(r));
    for (int k = 0; k < 2; k++) {
        thing_list *to = &r->lists[k];
        for (size_t i = 0; i < r->owns[k].count; i++) {
            LOB_TRY(lob_flat_step(r));
            LOB_TRY(lob_diff_grow(r->ctx, (void **)&to->items, to->count, &to->capacity, sizeof *to->items));
            to->items[to->count++] = r->owns[k].items[i];
        }
    }
    return cancel(r, r->lists);
}

/* ---- what differs ---- */

static bool all_equal(const flat_run *r) {
    lob_weight sums[2] = {LOB_WEIGHT_ZERO, LOB_WEIGHT_ZERO};
    for (int k = 0; k < 2; k++) {
        for (size_t i = 0; i < r->lists[k].count; i++) {
            sums[k] = lob_weight_add(sums[k], r->lists[k].items[i].weight);
        }
    }
    return lob_weight_equal(sums[0], sums[1]);
}

/* What was found, as its boxes alone: at the beginning of the same block, and what is behind them is given back. */
static lob_status only_boxes(flat_run *r, int k, lob_flat *found) {
    const size_t count = r->tally.count[k];
    char *items = r->tally.items[k];
    if (count == 0) {
        return LOB_OK;
    }
    for (size_t i = 0; i < count; i++) {
        LOB_TRY(lob_flat_step(r));
        memmove(items + i * sizeof(lob_box64), items + i * sizeof(lob_flat_found) + offsetof(lob_flat_found, box),
                sizeof(lob_box64));
    }
    found->boxes[k] = lob_realloc(items, count * sizeof(lob_box64));
    if (!found->boxes[k]) {
        return lob_fail_memory(r->ctx);
    }
    r->tally.items[k] = NULL;
    found->count[k] = count;
    return LOB_OK;
}

static lob_status find(flat_run *r, lob_flat *found) {
    for (int k = 0; k < 2; k++) {
        LOB_TRY(lob_cell_sums_make(r->sides[k], &r->sums[k]));
    }
    LOB_TRY(strike_cells(r));
    if (all_equal(r)) {
        return LOB_OK;
    }
    LOB_TRY(lob_flat_foresee(r));
    LOB_TRY(lob_tally_start(r->ctx, &r->tally, sizeof(lob_flat_found), LOB_FLAT_COUNT_MAX, r->figures <= FEW));
    if (r->figures > FEW) {
        LOB_TRY(lob_flat_pass(r, false));
    }
    LOB_TRY(r->figures > FEW && lob_tally_is_equal(&r->tally) ? LOB_OK : lob_flat_pass(r, true));
    LOB_TRY(lob_tally_cancel(&r->tally, NULL, NULL));
    for (int k = 0; k < 2; k++) {
        LOB_TRY(only_boxes(r, k, found));
    }
    return LOB_OK;
}

lob_status lob_flat_differences(lob_ctx *ctx, lob_side *const sides[2], cell_sums *sums[2], const lob_box64 *window,
                                lob_flat *found) {
    flat_run r = {.ctx = ctx, .sides = sides, .sums = sums, .window = window};
    *found = (lob_flat){0};
    lob_status status = find(&r, found);
    lob_tally_release(&r.tally);
    if (status != LOB_OK) {
        lob_flat_release(found);
    }
    for (int k = 0; k < 2; k++) {
        lob_cell_sums_clear(sides[k], sums[k]);
        lob_free(r.lists[k].items);
        lob_free(r.owns[k].items);
    }
    return status;
}

void lob_flat_release(lob_flat *found) {
    lob_free(found->boxes[0]);
    lob_free(found->boxes[1]);
    *found = (lob_flat){0};
}
