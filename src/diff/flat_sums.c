/* Sums of the figures of cells, children first. A child at an odd angle or size counts as a whole: what it looks like
 * hangs on how it is rounded where it lies, so it equals only one of the same contents in the same place. */
#include <string.h>

#include "base/alloc.h"
#include "base/num.h"
#include "diff/flat_impl.h"

enum { TAG_TURNED = 32 };

static uint8_t code_after(uint8_t outer, const lob_trans *inner) {
    const lob_trans a = lob_diff_turn(outer);
    return lob_trans_compose(&a, inner).code;
}

/* Parents before children. What lies below something odd is told by its sum as it stands, code 0, so where anything is
 * odd every cell needs that one, and its children as they lie in it. */
static void mark_needed(const lob_side *side, cell_sums *sums) {
    uint32_t count;
    const uint32_t *cells = lob_side_cells(side, &count);
    lob_trans seen = lob_trans_identity();
    const lob_cell_index first = lob_side_jump(side, side->top, &seen);
    sums[first].needed = (uint8_t)(1U << seen.code);
    for (uint32_t i = count; i > 0; i--) {
        const uint32_t index = cells[i - 1];
        const uint8_t needed = sums[index].needed ? sums[index].needed | side->has_odd : 0;
        const lob_cell *cell = lob_layout_cell(side->layout, index);
        uint32_t at = 0, k;
        sums[index].needed = needed;
        while (needed && lob_side_next_inst(side, index, &at, &k)) {
            lob_trans t = lob_inst_trans(side->layout, &cell->insts[k]);
            cell_sums *child = &sums[lob_side_jump(side, cell->insts[k].child, &t)];
            child->needed = (uint8_t)(child->needed | !t.is_orthogonal);
            for (uint8_t code = 0; t.is_orthogonal && code < 8; code++) {
                const unsigned bit = (needed >> code & 1U) << code_after(code, &t);
                child->needed = (uint8_t)(child->needed | bit);
            }
        }
    }
}

static lob_status add_own(lob_side *side, const lob_cell *cell, uint8_t code, lob_weight *sum, uint64_t *count) {
    const lob_shapes *shapes = lob_side_shapes(side, cell);
    const lob_trans turn = lob_diff_turn(code);
    *sum = LOB_WEIGHT_ZERO;
    *count = 0;
    for (int kind = 0; shapes && kind < LOB_KIND_TEXT; kind++) {
        for (uint32_t i = 0; i < shapes->count[kind]; i++) {
            const lob_member member = {.shapes = shapes, .kind = (lob_kind)kind, .index = i};
            const uint32_t rep = lob_shape_rep_index(shapes, (lob_kind)kind, i);
            lob_diff_figure figure;
            lob_weight repeated;
            LOB_TRY(i % 4096 == 4095 ? lob_poll(side->ctx) : LOB_OK);
            LOB_TRY(lob_side_figure(side, &member, &turn, &figure));
            LOB_TRY(lob_side_rep(side, rep, code, &repeated));
            *count = lob_u64_add_sat(*count, rep == LOB_NONE ? 1 : lob_rep_count(lob_layout_rep(side->layout, rep)));
            *sum = lob_weight_add(*sum, lob_weight_mul(figure.weight, repeated));
        }
    }
    return LOB_OK;
}

static uint64_t bits_of(double value) {
    uint64_t bits;
    value = value == 0 ? 0 : value; /* no -0 */
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

lob_weight lob_cell_sums_at(const lob_side *side, const cell_sums *sums, lob_cell_index cell, const lob_trans *t,
                            bool is_own) {
    const lob_weight *by_code = is_own ? sums[cell].own : sums[cell].total;
    const lob_weight at = lob_diff_at(side->table, (lob_point64){t->x, t->y});
    if (t->is_orthogonal) {
        return lob_weight_mul(by_code[t->code], at);
    }
    const uint64_t words[7] = {by_code[0].v[0],
                               by_code[0].v[1],
                               bits_of(t->angle_deg),
                               bits_of(t->mag),
                               t->code & 4,
                               bits_of(t->dx - (double)t->x),
                               bits_of(t->dy - (double)t->y)};
    return lob_weight_mul(lob_diff_hash(side->table, words, sizeof words, TAG_TURNED), at);
}

static lob_status sum_cell(lob_side *side, cell_sums *sums, lob_cell_index index, uint8_t code) {
    const lob_cell *cell = lob_layout_cell(side->layout, index);
    const lob_trans turn = lob_diff_turn(code);
    LOB_TRY(add_own(side, cell, code, &sums[index].own[code], &sums[index].own_count));
    lob_weight total = sums[index].own[code];
    uint32_t at = 0, i;
    while (lob_side_next_inst(side, index, &at, &i)) {
        const lob_inst *inst = &cell->insts[i];
        LOB_TRY(at % 4096 == 0 ? lob_poll(side->ctx) : LOB_OK);
        const lob_trans own = lob_inst_trans(side->layout, inst);
        lob_trans t = lob_trans_compose(&turn, &own);
        const lob_cell_index child = lob_side_jump(side, inst->child, &t);
        const lob_weight one = lob_cell_sums_at(side, sums, child, &t, false);
        lob_weight repeated;
        LOB_TRY(lob_side_rep(side, inst->rep, code, &repeated));
        total = lob_weight_add(total, lob_weight_mul(one, repeated));
    }
    sums[index].total[code] = total;
    return LOB_OK;
}

static lob_status sum_all(lob_side *side, cell_sums *sums) {
    uint32_t count;
    const uint32_t *cells = lob_side_cells(side, &count);
    mark_needed(side, sums);
    for (uint32_t i = 0; i < count; i++) {
        const uint8_t needed = sums[cells[i]].needed;
        for (uint8_t code = 0; code < 8; code++) {
            LOB_TRY(needed >> code & 1 ? sum_cell(side, sums, cells[i], code) : LOB_OK);
        }
    }
    return LOB_OK;
}

lob_status lob_cell_sums_make(lob_side *side, cell_sums **sums) {
    if (!*sums) {
        *sums = lob_calloc((size_t)lob_layout_cell_count(side->layout) + 1, sizeof **sums);
    }
    return *sums ? sum_all(side, *sums) : lob_fail_memory(side->ctx);
}

void lob_cell_sums_clear(const lob_side *side, cell_sums *sums) {
    uint32_t count;
    const uint32_t *cells = lob_side_cells(side, &count);
    for (uint32_t i = 0; sums && i < count; i++) {
        sums[cells[i]] = (cell_sums){.needed = 0};
    }
    if (sums) {
        sums[side->top].needed = 0;
    }
}
