/* Whether what a cell holds on a layer may overlap: by boxes, so "no" is certain and "yes" is not. Figures and
 * instances are asked for in their trees; of an array neighbours must stay apart. */
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

/* ---- own figures ---- */

typedef struct own { /* figures of one cell on one layer */
    const lob_shapes *shapes;
    const lob_rtree *trees[LOB_KIND_TEXT];
    const lob_rtree *insts; /* NULL: none */
} own;

static bool share_own(lob_box a, lob_box b) {
    return a.left < b.right && b.left < a.right && a.bottom < b.top && b.bottom < a.top;
}

/* Whether members of a figure's repetition share something; boxes that were cut to 32 bits are not looked into. */
static bool repeats_share(const lob_cover *c, const own *o, lob_kind kind, uint32_t index) {
    uint32_t index_rep = lob_shape_rep_index(o->shapes, kind, index);
    if (index_rep == LOB_NONE) {
        return true;
    }
    const lob_rep *rep = lob_layout_rep(c->layout, index_rep);
    lob_box64 all = lob_shape_box(c->layout, o->shapes, kind, index);
    lob_box64 by = lob_rep_extent(rep);
    lob_box cut = lob_box_cut(all);
    bool is_cut = cut.left != all.left || cut.bottom != all.bottom || cut.right != all.right || cut.top != all.top;
    return is_cut || members_share(rep, (lob_box64){all.left - by.left, all.bottom - by.bottom, all.right - by.right,
                                                    all.top - by.top});
}

/* Figures [first, end) of a tree, which lie side by side, against one item that touches the box around them. */
static bool some_share(const lob_rtree *tree, uint32_t first, uint32_t end, lob_box box) {
    bool any = false;
    for (uint32_t i = first; i < end; i++) {
        any |= share_own(tree->boxes[i], box);
    }
    return any;
}

/* The same against all items of `other`; of the same tree those after each. */
static void group_shares(const lob_rtree *tree, uint32_t first, uint32_t end, const lob_rtree *other, lob_box around,
                         bool *overlap, uint64_t *work) {
    lob_rtree_query query = lob_rtree_query_window(lob_box64_from(around));
    lob_rtree_cursor cursor;
    lob_rtree_begin(other, &cursor);
    uint32_t item;
    while (!*overlap && lob_rtree_next(other, &cursor, &query, &item, work)) {
        if (item != LOB_RTREE_PAUSE && (other != tree || item > first)) {
            uint32_t last = other == tree && item < end ? item : end;
            *overlap = some_share(tree, first, last, other->boxes[item]);
        }
    }
}

/* The same against the instances of the cell. */
static void insts_share(const lob_cover *c, const lob_cell *cell, const own *o, const lob_rtree *tree, uint32_t first,
                        uint32_t end, lob_box around, bool *overlap, uint64_t *work) {
    lob_rtree_query query = lob_rtree_query_window(lob_box64_from(around));
    lob_rtree_cursor cursor;
    lob_rtree_begin(o->insts, &cursor);
    uint32_t item;
    while (!*overlap && lob_rtree_next(o->insts, &cursor, &query, &item, work)) {
        bool own_members = false;
        if (item == LOB_RTREE_PAUSE) {
            continue;
        }
        lob_box64 box = box_of(c, &cell->insts[o->insts->ids[item]], o->shapes->layer, &own_members);
        for (uint32_t i = first; i < end && !*overlap; i++) {
            *overlap = share(lob_box64_from(tree->boxes[i]), box);
        }
    }
}

static lob_status kind_overlaps(lob_ctx *ctx, lob_cover *c, const lob_cell *cell, const own *o, lob_kind kind,
                                bool *overlap) {
    const lob_rtree *tree = o->trees[kind];
    for (uint32_t first = 0; first < tree->count && !*overlap; first += LOB_RTREE_FAN) {
        uint32_t end = first + LOB_RTREE_FAN < tree->count ? first + LOB_RTREE_FAN : tree->count;
        uint64_t work = 0;
        lob_box around = tree->boxes[first];
        for (uint32_t i = first; i < end; i++) {
            lob_box box = tree->boxes[i];
            around = (lob_box){box.left < around.left ? box.left : around.left,
                               box.bottom < around.bottom ? box.bottom : around.bottom,
                               box.right > around.right ? box.right : around.right,
                               box.top > around.top ? box.top : around.top};
            if (tree->ids[i] & LOB_INDEX_LOOK) {
                *overlap = *overlap || repeats_share(c, o, kind, tree->ids[i] & ~LOB_INDEX_LOOK);
            }
        }
        for (int other = kind; other < LOB_KIND_TEXT && !*overlap; other++) {
            group_shares(tree, first, end, o->trees[other], around, overlap, &work);
        }
        if (o->insts && !*overlap) {
            insts_share(c, cell, o, tree, first, end, around, overlap, &work);
        }
        LOB_TRY(lob_cover_charge(ctx, c, 1 + work / 16));
    }
    return LOB_OK;
}

static lob_status own_overlaps(lob_ctx *ctx, lob_cover *c, lob_cell_index index, uint32_t shapes,
                               const lob_rtree *insts, bool *overlap) {
    const lob_cell *cell = lob_layout_cell(c->layout, index);
    own o = {.shapes = &cell->shapes[shapes], .insts = insts};
    for (int kind = 0; kind < LOB_KIND_TEXT; kind++) {
        LOB_TRY(lob_index_figures(ctx, c->layout, index, shapes, (lob_kind)kind, &o.trees[kind]));
    }
    for (int kind = 0; kind < LOB_KIND_TEXT && !*overlap; kind++) {
        LOB_TRY(kind_overlaps(ctx, c, cell, &o, (lob_kind)kind, overlap));
    }
    return LOB_OK;
}

lob_status lob_cover_overlaps(lob_ctx *ctx, lob_cover *c, lob_cell_index index, lob_layer_index layer, bool *overlap) {
    const lob_cell *cell = lob_layout_cell(c->layout, index);
    const lob_rtree *tree = NULL;
    *overlap = false;
    if (cell->inst_count > 0) {
        LOB_TRY(lob_index_insts(ctx, c->layout, index, &tree));
    }
    for (uint32_t i = 0; i < cell->shapes_count && !*overlap; i++) {
        if (cell->shapes[i].layer == layer) {
            LOB_TRY(own_overlaps(ctx, c, index, i, tree, overlap));
        }
    }
    for (uint32_t i = 0; i < cell->inst_count && !*overlap; i++) {
        LOB_TRY(inst_overlaps(ctx, c, cell, tree, i, layer, overlap));
    }
    return LOB_OK;
}
