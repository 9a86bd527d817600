/* Whether what a cell holds on a layer may overlap: by boxes, so "no" is certain and "yes" is not. Instances are asked
 * for in their tree; of an array neighbours must stay apart. */
#include "base/num.h"
#include "db/index.h"
#include "render/cover_impl.h"

static bool share(lob_box64 a, lob_box64 b) {
    return a.left < b.right && b.left < a.right && a.bottom < b.top && b.bottom < a.top;
}

static lob_box64 moved(lob_box64 box, lob_box64 by) {
    return (lob_box64){box.left + by.left, box.bottom + by.bottom, box.right + by.right, box.top + by.top};
}

/* Members of a repetition of a box: of lattices along the axes neighbours decide. */
static bool members_share(const lob_rep *rep, lob_box64 box) {
    int64_t width = box.right - box.left;
    int64_t height = box.top - box.bottom;
    if (!rep || lob_rep_count(rep) == 1) {
        return false;
    }
    if (rep->kind != LOB_REP_LATTICE) {
        return true;
    }
    lob_point64 a = rep->na > 1 ? rep->a : (lob_point64){0, 0};
    lob_point64 b = rep->nb > 1 ? rep->b : (lob_point64){0, 0};
    bool is_plain = a.y == 0 && b.x == 0;
    bool is_crossed = a.x == 0 && b.y == 0;
    if (!is_plain && !is_crossed) {
        return true;
    }
    int64_t across = is_plain ? a.x : b.x;
    int64_t up = is_plain ? b.y : a.y;
    uint64_t columns = is_plain ? rep->na : rep->nb;
    uint64_t rows = is_plain ? rep->nb : rep->na;
    return (columns > 1 && (across < 0 ? -across : across) < width) || (rows > 1 && (up < 0 ? -up : up) < height);
}

/* Boxes of an instance's figures on the layer, all members; empty when there are none. */
static lob_box64 box_of(const lob_cover *c, const lob_inst *inst, lob_layer_index layer, bool *overlap) {
    uint64_t count;
    lob_box64 box = lob_cover_box(c, inst->child, layer, &count);
    if (count == 0 || lob_box64_is_empty(box)) {
        return LOB_BOX64_EMPTY;
    }
    lob_trans t = lob_inst_trans(c->layout, inst);
    box = lob_trans_box(&t, box);
    const lob_rep *rep = inst->rep == LOB_NONE ? NULL : lob_layout_rep(c->layout, inst->rep);
    *overlap = *overlap || members_share(rep, box);
    return rep ? moved(box, lob_rep_extent(rep)) : box;
}

static lob_status inst_overlaps(lob_ctx *ctx, lob_cover *c, const lob_cell *cell, const lob_rtree *tree, uint32_t index,
                                lob_layer_index layer, bool *overlap) {
    lob_box64 box = box_of(c, &cell->insts[index], layer, overlap);
    if (*overlap || lob_box64_is_empty(box)) {
        return LOB_OK;
    }
    lob_rtree_query query = lob_rtree_query_window(box);
    lob_rtree_cursor cursor;
    lob_rtree_begin(tree, &cursor);
    uint32_t item;
    uint64_t work = 0;
    while (!*overlap && lob_rtree_next(tree, &cursor, &query, &item, &work)) {
        if (item != LOB_RTREE_PAUSE && tree->ids[item] > index) {
            bool own = false;
            *overlap = share(box, box_of(c, &cell->insts[tree->ids[item]], layer, &own));
        }
    }
    return lob_cover_charge(ctx, c, 1 + work / 16);
}

lob_status lob_cover_overlaps(lob_ctx *ctx, lob_cover *c, lob_cell_index index, lob_layer_index layer, bool *overlap) {
    const lob_cell *cell = lob_layout_cell(c->layout, index);
    *overlap = false;
    for (uint32_t i = 0; i < cell->shapes_count; i++) {
        *overlap = *overlap || cell->shapes[i].layer == layer; /* own figures are taken to overlap */
    }
    if (*overlap || cell->inst_count == 0) {
        return LOB_OK;
    }
    const lob_rtree *tree;
    LOB_TRY(lob_index_insts(ctx, c->layout, index, &tree));
    for (uint32_t i = 0; i < cell->inst_count && !*overlap; i++) {
        LOB_TRY(inst_overlaps(ctx, c, cell, tree, i, layer, overlap));
    }
    return LOB_OK;
}
