/* See cells.h. */
#include "diff/cells.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/num.h"
#include "diff/cells_impl.h"
#include "diff/group.h"
#include "diff/tally.h"

enum { SMALL = 20000, THINGS_MAX = 8000000, MEMBERS_MAX = 1000000 };

typedef struct compare_run {
    cells_run cells; /* first */
    lob_cells *result;
    /* of the two cells at work */
    lob_cell_index pair[2];
    lob_tally tally;
    bool is_second;
    lob_weight sums[2];
    uint64_t things;
    held_thing *members[2];
    size_t member_count[2], member_capacity[2];
    lob_cells_item *items; /* heap */
    size_t item_count, item_capacity;
} compare_run;

/* ---- two cells ---- */

static lob_status add_up(void *who, int side, const held_thing *thing) {
    compare_run *r = who;
    r->sums[side] = lob_weight_add(r->sums[side], thing->weight);
    r->things++;
    return LOB_OK;
}

static lob_status tally_thing(void *who, int side, const held_thing *thing) {
    compare_run *r = who;
    if (r->things > SMALL && !r->is_second) {
        lob_tally_add(&r->tally, side, thing->weight);
        return LOB_OK;
    }
    return r->things <= SMALL || lob_tally_wants(&r->tally, thing->weight) ? lob_tally_keep(&r->tally, side, thing)
                                                                           : LOB_OK;
}

static lob_status both(compare_run *r, held_fn *each) {
    for (int side = 0; side < 2; side++) {
        LOB_TRY(lob_cell_things(&r->cells, side, r->pair[side], each, r));
    }
    return LOB_OK;
}

/* Arrays apart, so that they can meet members that stand alone; weights are those of the members then. */
static lob_status take_apart(compare_run *r, int side, const held_thing *thing) {
    const lob_side *s = &r->cells.sides[side];
    const uint64_t count = thing->rep ? lob_rep_count(thing->rep) : 1;
    held_thing one = *thing;
    lob_weight whole = thing->weight;
    if (count > 1 && count <= MEMBERS_MAX) {
        /* What is held is the product with the sum of the array; the first member is it without. */
        const lob_weight sum = lob_diff_of_rep(s->table, thing->rep, 0);
        whole = lob_weight_mul(whole, lob_diff_inverse(sum));
        one.rep = NULL;
    }
    for (uint64_t i = 0; i < (one.rep ? 1 : count); i++) {
        if (!one.rep && count > 1) {
            const lob_point64 by = lob_rep_at(thing->rep, i);
            one.weight = lob_weight_mul(whole, lob_diff_at(s->table, by));
            one.box = (lob_box64){thing->box.left + by.x * s->scale, thing->box.bottom + by.y * s->scale,
                                  thing->box.right + by.x * s->scale, thing->box.top + by.y * s->scale};
        }
        LOB_TRY(i % 4096 == 4095 ? lob_poll(r->cells.ctx) : LOB_OK);
        LOB_TRY(lob_diff_grow(r->cells.ctx, (void **)&r->members[side], r->member_count[side],
                              &r->member_capacity[side], sizeof **r->members));
        r->members[side][r->member_count[side]++] = one;
    }
    return LOB_OK;
}

static lob_status keep_item(compare_run *r, int side, const held_thing *thing) {
    LOB_TRY(lob_diff_grow(r->cells.ctx, (void **)&r->items, r->item_count, &r->item_capacity, sizeof *r->items));
    lob_cells_item item = {.cells = {r->pair[0], r->pair[1]},
                           .side = side,
                           .thing = (lob_thing)thing->thing,
                           .box = thing->box,
                           .members = thing->rep ? lob_rep_count(thing->rep) : 1,
                           .shapes = thing->shapes,
                           .kind = thing->kind,
                           .index = thing->index};
    if (thing->thing <= LOB_THING_TEXT) {
        const lob_layout *layout = r->cells.question->layouts[side];
        const lob_cell *cell = lob_layout_cell(layout, r->pair[side]);
        const lob_layer *layer = lob_layout_layer(layout, cell->shapes[thing->shapes].layer);
        item.layer = (lob_diff_layer){layer->layer, layer->datatype};
    }
    r->items[r->item_count++] = item;
    return LOB_OK;
}

static int by_layer(lob_diff_layer a, lob_diff_layer b) {
    return a.layer != b.layer ? (a.layer > b.layer) - (a.layer < b.layer)
                              : (a.datatype > b.datatype) - (a.datatype < b.datatype);
}

static int by_place(const void *a, const void *b) {
    const lob_cells_item *x = a, *y = b;
    int order = x->thing != y->thing ? (x->thing > y->thing) - (x->thing < y->thing) : by_layer(x->layer, y->layer);
    order = order ? order : lob_box64_order(&x->box, &y->box);
    order = order ? order : (x->side > y->side) - (x->side < y->side);
    order = order ? order : (x->kind > y->kind) - (x->kind < y->kind);
    return order ? order : (x->index > y->index) - (x->index < y->index);
}

/* The things that are left become counts of the cell and items, the first ones kept. */
static lob_status settle(compare_run *r) {
    lob_cells *result = r->result;
    lob_cells_cell cell = {.cells = {r->pair[0], r->pair[1]}};
    r->item_count = 0;
    for (int side = 0; side < 2; side++) {
        for (size_t i = 0; i < r->member_count[side]; i++) {
            const held_thing *thing = &r->members[side][i];
            LOB_TRY(keep_item(r, side, thing));
            uint64_t *count = &cell.count[side][thing->thing];
            *count = lob_u64_add_sat(*count, r->items[r->item_count - 1].members);
            result->item_total = lob_u64_add_sat(result->item_total, r->items[r->item_count - 1].members);
        }
    }
    if (r->item_count > 1) {
        qsort(r->items, r->item_count, sizeof *r->items, by_place);
    }
    for (size_t i = 0; i < r->item_count && result->item_count < r->cells.question->item_max; i++) {
        result->items[result->item_count++] = r->items[i];
    }
    result->different_count += r->item_count > 0;
    result->equal_count += r->item_count == 0;
    if (r->item_count > 0 && result->cell_count < r->cells.question->cell_max) {
        result->cells[result->cell_count++] = cell;
    }
    return LOB_OK;
}

static int by_stored(const void *a, const void *b) {
    const held_thing *x = a, *y = b;
    int order = (x->shapes > y->shapes) - (x->shapes < y->shapes);
    order = order ? order : (x->kind > y->kind) - (x->kind < y->kind);
    order = order ? order : (x->index > y->index) - (x->index < y->index);
    return order ? order : lob_box64_order(&x->box, &y->box);
}

static lob_status look_through(compare_run *r) {
    LOB_TRY(lob_tally_start(r->cells.ctx, &r->tally, sizeof(held_thing), THINGS_MAX, r->things <= SMALL));
    r->is_second = false;
    LOB_TRY(both(r, tally_thing));
    if (r->things > SMALL) {
        r->is_second = true;
        LOB_TRY(both(r, tally_thing));
    }
    LOB_TRY(lob_tally_cancel(&r->tally, by_stored, by_stored));
    for (int side = 0; side < 2; side++) {
        r->member_count[side] = 0;
        for (size_t i = 0; i < r->tally.count[side]; i++) {
            LOB_TRY(take_apart(r, side, (const held_thing *)(const void *)r->tally.items[side] + i));
        }
    }
    LOB_TRY(lob_weights_cancel(r->cells.ctx, (char *)r->members[0], &r->member_count[0], (char *)r->members[1],
                               &r->member_count[1], sizeof(held_thing), by_stored));
    return settle(r);
}

static lob_status compare_pair(compare_run *r, lob_cell_index a, lob_cell_index b) {
    r->pair[0] = a;
    r->pair[1] = b;
    r->things = 0;
    r->sums[0] = r->sums[1] = LOB_WEIGHT_ZERO;
    LOB_TRY(both(r, add_up));
    if (lob_weight_equal(r->sums[0], r->sums[1])) {
        r->result->equal_count++;
        return LOB_OK;
    }
    lob_status status = look_through(r);
    lob_tally_release(&r->tally);
    return status;
}

/* ---- all cells ---- */

static lob_status only_in(compare_run *r, int side, lob_cell_index cell) {
    lob_cells *result = r->result;
    lob_cells_cell entry = {.cells = {LOB_NONE, LOB_NONE}};
    entry.cells[side] = cell;
    result->only_count[side]++;
    if (result->cell_count < r->cells.question->cell_max) {
        result->cells[result->cell_count++] = entry;
    }
    return LOB_OK;
}

/* The next cell by name that is defined and is not the asked one, which is compared first. */
static lob_cell_index next_of(const lob_cells_question *q, int side, uint32_t *at) {
    const lob_layout *layout = q->layouts[side];
    for (; *at < lob_layout_cell_count(layout); (*at)++) {
        lob_cell_index cell = lob_layout_cells_by_name(layout)[*at];
        if (cell != q->cells[side] && !lob_layout_cell(layout, cell)->is_ghost) {
            return cell;
        }
    }
    return LOB_NONE;
}

static int by_name(lob_str a, lob_str b) {
    const size_t size = a.size < b.size ? a.size : b.size;
    int order = size ? memcmp(a.data, b.data, size) : 0;
    return order ? order : (a.size > b.size) - (a.size < b.size);
}

static lob_status compare_all(compare_run *r) {
    const lob_cells_question *q = r->cells.question;
    uint32_t at[2] = {0, 0}, done = 0;
    LOB_TRY(compare_pair(r, q->cells[0], q->cells[1]));
    for (;;) {
        const lob_cell_index a = next_of(q, 0, &at[0]), b = next_of(q, 1, &at[1]);
        if (a == LOB_NONE && b == LOB_NONE) {
            return LOB_OK;
        }
        LOB_TRY(lob_poll(r->cells.ctx));
        if (++done % 64 == 0) {
            lob_progress(r->cells.ctx, at[0], lob_layout_cell_count(q->layouts[0]), "Comparing cells");
        }
        int order = a == LOB_NONE ? 1
                    : b == LOB_NONE
                        ? -1
                        : by_name(lob_layout_cell(q->layouts[0], a)->name, lob_layout_cell(q->layouts[1], b)->name);
        LOB_TRY(order < 0 ? only_in(r, 0, a) : order > 0 ? only_in(r, 1, b) : compare_pair(r, a, b));
        at[0] += order <= 0;
        at[1] += order >= 0;
    }
}

static bool is_named(const lob_cells_question *q, const lob_layer *layer) {
    bool is_named = !q->layers;
    for (uint32_t i = 0; i < q->layer_count && !is_named; i++) {
        is_named = q->layers[i].layer == layer->layer && q->layers[i].datatype == layer->datatype;
    }
    return is_named;
}

static lob_status start(compare_run *r) {
    const lob_cells_question *q = r->cells.question;
    lob_ctx *ctx = r->cells.ctx;
    lob_diff_key key;
    r->result->cells = LOB_NEW_ARRAY(ctx->arena, lob_cells_cell, (size_t)q->cell_max + 1);
    r->result->items = LOB_NEW_ARRAY(ctx->arena, lob_cells_item, (size_t)q->item_max + 1);
    LOB_TRY(r->result->cells && r->result->items ? LOB_OK : lob_fail_memory(ctx));
    LOB_TRY(lob_diff_key_make(ctx, &key));
    for (int side = 0; side < 2; side++) {
        const uint32_t count = lob_layout_layer_count(q->layouts[side]);
        LOB_TRY(
            lob_side_start(ctx, &r->cells.sides[side], q->layouts[side], q->cells[side], &key, q->grid.scale[side]));
        r->cells.is_wanted[side] = LOB_NEW_ARRAY(ctx->arena, bool, (size_t)count + 1);
        LOB_TRY(r->cells.is_wanted[side] ? LOB_OK : lob_fail_memory(ctx));
        for (uint32_t i = 0; i < count; i++) {
            r->cells.is_wanted[side][i] = is_named(q, lob_layout_layer(q->layouts[side], i));
        }
    }
    return LOB_OK;
}

lob_status lob_cells_compare(lob_ctx *ctx, const lob_cells_question *question, lob_cells *result) {
    compare_run r = {.cells = {.ctx = ctx, .question = question}, .result = result};
    *result = (lob_cells){0};
    lob_buf_init(&r.cells.text, 0);
    lob_status status = start(&r);
    if (status == LOB_OK) {
        status = compare_all(&r);
    }
    for (int side = 0; side < 2; side++) {
        lob_side_release(&r.cells.sides[side]);
        lob_free(r.members[side]);
    }
    lob_free(r.items);
    lob_buf_release(&r.cells.text);
    return status;
}
