/* Freezing, third part: boxes and counts, children first, so that each cell is looked at once.
 *
 * As in KLayout a cell's box on a layer is that of its own shapes there and of its children's boxes on that layer,
 * transformed; its whole box joins those of its layers. A text is a point. Instances of one child in one of the eight
 * orientations are taken together: the box of all their displacements moves the child's boxes, once.
 */
#include <math.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/num.h"
#include "db/extent.h"

typedef struct group { /* instances of one child in one orientation */
    lob_cell_index child;
    uint8_t code;
    lob_box64 extent; /* of the displacements */
    uint64_t members;
} group;

typedef struct source { /* where a layer of the cell in work comes from */
    uint32_t count;     /* 1: all of it from the anchor */
    lob_anchor anchor;
} source;

typedef struct summary {
    lob_ctx *ctx;
    lob_layout *layout;
    lob_extents extents;
    lob_layer_box *sums; /* by layer; of the cell in work */
    source *sources;     /* likewise */
    uint8_t *is_used;
    lob_column used;    /* uint32_t: layers with a sum */
    lob_column groups;  /* group */
    uint32_t *group_of; /* child * 8 + code -> index + 1 */
} summary;

/* ---- sums by layer ---- */

static lob_layer_box *sum_add(summary *s, lob_layer_index layer, lob_box64 box, uint64_t count) {
    if (!s->is_used[layer]) {
        uint32_t *slot = lob_column_push(&s->layout->budget, &s->used, sizeof *slot);
        if (!slot) {
            return NULL;
        }
        *slot = layer;
        s->is_used[layer] = 1;
        s->sums[layer] = (lob_layer_box){.layer = layer, .box = LOB_BOX64_EMPTY};
        s->sources[layer].count = 0;
    }
    lob_layer_box *sum = &s->sums[layer];
    sum->box = lob_box64_join(sum->box, box);
    sum->shape_count = lob_u64_add_sat(sum->shape_count, count);
    return sum;
}

/* More of a layer, that stands at an anchor, or NULL. */
static void source_add(summary *s, lob_layer_index layer, const lob_anchor *anchor) {
    source *from = &s->sources[layer];
    from->count = anchor && from->count == 0 ? 1 : 2;
    if (anchor) {
        from->anchor = *anchor;
    }
}

static void kind_add(lob_layer_box *sum, lob_kind kind, uint64_t count) {
    sum->kind_count[kind] = lob_u64_add_sat(sum->kind_count[kind], count);
}

static bool own_add(summary *s, lob_cell *cell) {
    cell->box_own = LOB_BOX64_EMPTY;
    for (uint32_t i = 0; i < cell->shapes_count; i++) {
        lob_shapes *shapes = &cell->shapes[i];
        const lob_share *share = lob_layout_share(s->layout, shapes);
        lob_box64 box = share ? share->box : LOB_BOX64_EMPTY;
        if (lob_poll(s->ctx) != LOB_OK) {
            return false;
        }
        uint64_t kinds[LOB_KIND_COUNT], count = 0;
        for (int kind = 0; kind < LOB_KIND_COUNT; kind++) {
            uint32_t known = share ? share->count[kind] : 0;
            kinds[kind] = lob_u64_add_sat(known, lob_extents_add(&s->extents, shapes, (lob_kind)kind, known, &box));
            count = lob_u64_add_sat(count, kinds[kind]);
        }
        shapes->box = box;
        cell->box_own = lob_box64_join(cell->box_own, box);
        cell->shape_count = lob_u64_add_sat(cell->shape_count, count);
        cell->text_count = lob_u64_add_sat(cell->text_count, kinds[LOB_KIND_TEXT]);
        lob_layer_box *sum = sum_add(s, shapes->layer, box, count);
        if (!sum) {
            return false;
        }
        source_add(s, shapes->layer, NULL);
        for (int kind = 0; kind < LOB_KIND_COUNT; kind++) {
            kind_add(sum, (lob_kind)kind, kinds[kind]);
        }
    }
    cell->shape_count_expanded = cell->shape_count;
    cell->box_placed = cell->box_own;
    cell->inst_placed_count = cell->inst_count;
    return true;
}

/* ---- children ---- */

static lob_box64 minkowski(lob_box64 box, lob_box64 extent) {
    return (lob_box64){box.left + extent.left, box.bottom + extent.bottom, box.right + extent.right,
                       box.top + extent.top};
}

/* Origins of empty cells may lie anywhere, as no figure there would be refused: nobody asks that far out. */
static int64_t cut_far(int64_t v) {
    const int64_t edge = 4 * LOB_COORD_MAX;
    return v < -edge ? -edge : v > edge ? edge : v;
}

/* What the walk needs to know of the places below. A figure is rounded once, in the end, a box at each level: under a
 * transformation that rounds, both may be half a unit off, and one more where the round end of a path pokes out. */
static void placed_add(lob_cell *cell, const lob_cell *child, const group *g, const lob_trans *t) {
    lob_box64 box = child->box_placed;
    if (lob_box64_is_empty(child->box)) { /* the child stands for its origin, its own children for theirs */
        box = lob_box64_join(box, (lob_box64){0, 0, 0, 0});
    }
    box = lob_box64_join(cell->box_placed, minkowski(lob_trans_box(t, box), g->extent));
    cell->box_placed = (lob_box64){cut_far(box.left), cut_far(box.bottom), cut_far(box.right), cut_far(box.top)};
    int64_t slack = child->slack;
    if (!t->is_orthogonal) {
        double wide = ceil(((double)slack + 1) * t->mag * M_SQRT2) + 1;
        slack = wide < (double)LOB_COORD_MAX ? (int64_t)wide : LOB_COORD_MAX;
    }
    cell->slack = slack > cell->slack ? slack : cell->slack;
    cell->height = child->height + 1 > cell->height ? child->height + 1 : cell->height;
    cell->inst_placed_count =
        lob_u64_add_sat(cell->inst_placed_count, lob_u64_mul_sat(child->inst_placed_count, g->members));
}

/* Where a layer of a child stands that is placed once. False: too far away to be stored. */
static bool anchor_of(const group *g, const lob_trans *t, const lob_cell *child, uint32_t index, lob_anchor *anchor) {
    const lob_anchor own = {.cell = g->child}, *below = child->anchors ? &child->anchors[index] : &own;
    lob_trans placed = *t, inner = {.code = below->code, .is_orthogonal = true, .mag = 1};
    placed.x = g->extent.left;
    placed.y = g->extent.bottom;
    inner.x = below->at.x;
    inner.y = below->at.y;
    placed = lob_trans_compose(&placed, &inner);
    *anchor = (lob_anchor){below->cell, {(int32_t)placed.x, (int32_t)placed.y}, placed.code};
    return anchor->at.x == placed.x && anchor->at.y == placed.y;
}

/* is_along: one of the eight orientations, its displacement in the group alone. */
static bool child_add(summary *s, lob_cell *cell, const group *g, const lob_trans *t, bool is_along) {
    const lob_cell *child = lob_layout_cell(s->layout, g->child);
    for (uint32_t i = 0; i < child->layer_box_count; i++) {
        const lob_layer_box *from = &child->layer_boxes[i];
        lob_box64 box = minkowski(lob_trans_box(t, from->box), g->extent);
        lob_layer_box *sum = sum_add(s, from->layer, box, lob_u64_mul_sat(from->shape_count, g->members));
        if (!sum) {
            return false;
        }
        lob_anchor anchor;
        const bool is_once = is_along && g->members == 1 && anchor_of(g, t, child, i, &anchor);
        source_add(s, from->layer, is_once ? &anchor : NULL);
        for (int kind = 0; kind < LOB_KIND_COUNT; kind++) {
            kind_add(sum, (lob_kind)kind, lob_u64_mul_sat(from->kind_count[kind], g->members));
        }
    }
    placed_add(cell, child, g, t);
    uint64_t below = lob_u64_add_sat(child->inst_count_expanded_total, 1);
    cell->inst_count_expanded = lob_u64_add_sat(cell->inst_count_expanded, g->members);
    cell->inst_count_expanded_total =
        lob_u64_add_sat(cell->inst_count_expanded_total, lob_u64_mul_sat(below, g->members));
    cell->shape_count_expanded =
        lob_u64_add_sat(cell->shape_count_expanded, lob_u64_mul_sat(child->shape_count_expanded, g->members));
    return true;
}

static bool group_add(summary *s, const group *one) {
    uint32_t *place = &s->group_of[(size_t)one->child * 8 + one->code];
    if (*place == 0) {
        group *slot = lob_column_push(&s->layout->budget, &s->groups, sizeof *slot);
        if (!slot) {
            return false;
        }
        *slot = *one;
        *place = s->groups.count;
        return true;
    }
    group *g = LOB_AT(s->groups, group, *place - 1);
    g->extent = lob_box64_join(g->extent, one->extent);
    g->members = lob_u64_add_sat(g->members, one->members);
    return true;
}

static group group_of_one(const lob_layout *layout, const lob_inst *inst) {
    group g = {inst->child, inst->code, {inst->at.x, inst->at.y, inst->at.x, inst->at.y}, 1};
    if (inst->rep != LOB_NONE) {
        const lob_rep *rep = lob_layout_rep(layout, inst->rep);
        g.extent = minkowski(g.extent, lob_rep_extent(rep));
        g.members = lob_rep_count(rep);
    }
    return g;
}

static bool insts_add(summary *s, lob_cell *cell) {
    for (uint32_t i = 0; i < cell->inst_count; i++) {
        const lob_inst *inst = &cell->insts[i];
        group g = group_of_one(s->layout, inst);
        if (inst->cplx == LOB_NONE) {
            if (!group_add(s, &g)) {
                return false;
            }
            continue;
        }
        /* Rounding depends on the place of the first member; the others are moved from there. */
        lob_trans t = lob_inst_trans(s->layout, inst);
        g.extent = minkowski(g.extent, (lob_box64){-(int64_t)inst->at.x, -(int64_t)inst->at.y, -(int64_t)inst->at.x,
                                                   -(int64_t)inst->at.y});
        if (!child_add(s, cell, &g, &t, false)) {
            return false;
        }
    }
    for (uint32_t i = 0; i < s->groups.count; i++) {
        const group *g = LOB_AT(s->groups, group, i);
        lob_trans t = {.code = g->code, .is_orthogonal = true, .mag = 1};
        t.angle_deg = 90.0 * (g->code & 3);
        s->group_of[(size_t)g->child * 8 + g->code] = 0;
        if (!child_add(s, cell, g, &t, true)) {
            return false;
        }
    }
    s->groups.count = 0;
    return true;
}

/* ---- one cell ---- */

static int compare_u32(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a;
    uint32_t y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}

static bool has_figures(const lob_layer_box *sum) {
    return sum->kind_count[LOB_KIND_BOX] > 0 || sum->kind_count[LOB_KIND_PATH] > 0 ||
           sum->kind_count[LOB_KIND_POLYGON] > 0;
}

static bool anchors_store(summary *s, lob_cell *cell, lob_cell_index index) {
    const uint32_t *used = s->used.data;
    bool any = false;
    for (uint32_t i = 0; i < s->used.count && !any; i++) {
        any = s->sources[used[i]].count == 1;
    }
    cell->anchors = any ? LOB_NEW_ARRAY(s->layout->arena, lob_anchor, s->used.count) : NULL;
    for (uint32_t i = 0; i < s->used.count && cell->anchors; i++) {
        const source *from = &s->sources[used[i]];
        cell->anchors[i] = from->count == 1 ? from->anchor : (lob_anchor){.cell = index};
    }
    return !any || cell->anchors;
}

static bool sums_store(summary *s, lob_cell *cell, lob_cell_index index) {
    uint32_t count = s->used.count;
    uint32_t *used = s->used.data;
    cell->box = cell->box_figures = LOB_BOX64_EMPTY;
    if (count > 1) {
        qsort(used, count, sizeof *used, compare_u32);
    }
    cell->layer_boxes = LOB_NEW_ARRAY(s->layout->arena, lob_layer_box, count);
    if (!cell->layer_boxes || !anchors_store(s, cell, index) || !lob_budget_allows(&s->layout->budget, 0)) {
        return false;
    }
    cell->layer_box_count = count;
    for (uint32_t i = 0; i < count; i++) {
        cell->layer_boxes[i] = s->sums[used[i]];
        cell->box = lob_box64_join(cell->box, cell->layer_boxes[i].box);
        if (has_figures(&cell->layer_boxes[i])) {
            cell->box_figures = lob_box64_join(cell->box_figures, cell->layer_boxes[i].box);
        }
        s->is_used[used[i]] = 0;
    }
    s->used.count = 0;
    return true;
}

static lob_status check_range(lob_ctx *ctx, const lob_cell *cell) {
    lob_box64 b = cell->box;
    if (lob_box64_is_empty(b) || (b.left >= -LOB_COORD_MAX && b.bottom >= -LOB_COORD_MAX && b.right <= LOB_COORD_MAX &&
                                  b.top <= LOB_COORD_MAX)) {
        return LOB_OK;
    }
    lob_status status =
        lob_fail(ctx, LOB_E_UNSUPPORTED_FORMAT, "A cell reaches beyond the coordinates that can be reported.");
    lob_hint(ctx, "Arrays or magnifications of details.cell are larger than in any real layout; correct them.");
    lob_error_text(&ctx->error, "reason", LOB_STR("coordinate_range"));
    lob_error_text(&ctx->error, "cell", cell->name);
    return status;
}

static lob_status cell_summarize(summary *s, lob_cell_index index) {
    lob_cell *cell = LOB_AT(s->layout->cells, lob_cell, index);
    if (!own_add(s, cell) || !insts_add(s, cell) || !sums_store(s, cell, index)) {
        return lob_fail_memory(s->ctx);
    }
    return check_range(s->ctx, cell);
}

lob_status lob_layout_summarize(lob_ctx *ctx, lob_layout *layout) {
    size_t layers = layout->layers.count;
    uint32_t count = layout->cells.count;
    summary s = {.ctx = ctx, .layout = layout};
    s.sums = lob_malloc((layers + 1) * sizeof *s.sums);
    s.sources = lob_malloc((layers + 1) * sizeof *s.sources);
    s.is_used = lob_calloc(layers + 1, 1);
    s.group_of = lob_calloc((size_t)count * 8 + 1, sizeof *s.group_of);
    bool has_extents = lob_extents_open(&s.extents, layout, layout->outlines.count);
    lob_status status = s.sums && s.sources && s.is_used && s.group_of && has_extents ? LOB_OK : lob_fail_memory(ctx);
    for (uint32_t i = 0; i < count && status == LOB_OK; i++) {
        status = i % 4096 == 0 ? lob_poll(ctx) : LOB_OK;
        if (status == LOB_OK) {
            status = cell_summarize(&s, layout->bottom_up[i]);
        }
    }
    lob_column_release(&layout->budget, &s.used, sizeof(uint32_t));
    lob_column_release(&layout->budget, &s.groups, sizeof(group));
    lob_extents_close(&s.extents);
    lob_free(s.sums);
    lob_free(s.sources);
    lob_free(s.is_used);
    lob_free(s.group_of);
    return status;
}
