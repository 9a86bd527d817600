/* A cell onto sums: its own figures as stamps or rings, its children from images or, when they hold little, by going on
 * down.
 *
 * An explicit stack of (cell, transformation). Windows are searched with the trees of db/index.h, unless all figures of
 * a cell lie in them, and lattices by arithmetic; an array of more members than could be told apart is one box of
 * uniform density. A figure within one pixel is its area, which copies of one outline share.
 */
#include <string.h>

#include "base/alloc.h"
#include "base/num.h"
#include "db/index.h"
#include "geom/lattice.h"
#include "render/cover_impl.h"

enum { FEW = 64, DENSE_COUNT = 4096, CHILD_TEXELS_MAX = 4 * 1024 * 1024 };

typedef struct place {
    lob_cell_index cell;
    lob_trans trans;
} place;

typedef struct descent {
    lob_ctx *ctx;
    lob_cover *c;
    lob_layer_index layer;
    const lob_grid *grid;
    lob_sums *sums;
    lob_box64 window; /* of the grid */
    place *stack;
    uint32_t count, capacity;
    /* Of the place in work. */
    place at;
    const lob_shapes *shapes;
    lob_kind kind;
} descent;

static lob_status push(descent *d, lob_cell_index cell, const lob_trans *trans) {
    if (d->count == d->capacity) {
        uint32_t more = d->capacity * 2 + 64;
        place *stack = lob_realloc(d->stack, (size_t)more * sizeof *stack);
        if (!stack) {
            return lob_fail_memory(d->ctx);
        }
        d->stack = stack;
        d->capacity = more;
    }
    d->stack[d->count++] = (place){cell, *trans};
    return LOB_OK;
}

/* ---- boxes on the grid ---- */

typedef struct span { /* of pixels; y downwards */
    double left, top, right, bottom;
} span;

static span span_of(const descent *d, const lob_trans *t, lob_box64 box) {
    lob_box64 b = lob_trans_box(t, box);
    lob_pixel p = lob_grid_at(d->grid, (double)b.left, (double)b.top);
    lob_pixel q = lob_grid_at(d->grid, (double)b.right, (double)b.bottom);
    return (span){p.x, p.y, q.x, q.y};
}

static bool is_seen(const descent *d, const span *s) {
    return s->right >= 0 && s->bottom >= 0 && s->left <= d->grid->width && s->top <= d->grid->height;
}

/* Whether members of a repetition are too many and too near to be told apart; *by: the span of their displacements in
 * pixels, from the first. Lattices along the axes of the picture alone. */
static bool is_dense(const descent *d, const lob_trans *t, const lob_rep *rep, span *by) {
    const double near = 0.125;
    if (!rep || rep->kind != LOB_REP_LATTICE || lob_u64_mul_sat(rep->na, rep->nb) < DENSE_COUNT || !t->is_orthogonal) {
        return false;
    }
    lob_trans linear = lob_trans_linear(t);
    lob_point64 a = lob_trans_point(&linear, rep->a);
    lob_point64 b = lob_trans_point(&linear, rep->b);
    bool is_square = (a.y == 0 && b.x == 0) || (a.x == 0 && b.y == 0) || rep->na == 1 || rep->nb == 1;
    bool is_along = (rep->na == 1 || a.x == 0 || a.y == 0) && (rep->nb == 1 || b.x == 0 || b.y == 0);
    double pitch_a = rep->na == 1 ? 0 : lob_most(fabs((double)a.x) * d->grid->sx, fabs((double)a.y) * d->grid->sy);
    double pitch_b = rep->nb == 1 ? 0 : lob_most(fabs((double)b.x) * d->grid->sx, fabs((double)b.y) * d->grid->sy);
    if (!is_square || !is_along || pitch_a > near || pitch_b > near) {
        return false;
    }
    lob_box64 all = lob_trans_box(&linear, lob_rep_extent(rep));
    *by = (span){(double)all.left * d->grid->sx, -(double)all.top * d->grid->sy, (double)all.right * d->grid->sx,
                 -(double)all.bottom * d->grid->sy};
    return true;
}

/* `area` (pixels) of each member, whose span is `first`. */
static void add_dense(const descent *d, const lob_rep *rep, span first, const span *by, double area) {
    span all = {first.left + by->left, first.top + by->top, first.right + by->right, first.bottom + by->bottom};
    double whole = (all.right - all.left) * (all.bottom - all.top);
    if (whole > 0) {
        double density = lob_least(1, area * (double)lob_rep_count(rep) / whole);
        lob_sums_box(d->sums, all.left, all.top, all.right, all.bottom, density);
    }
}

/* ---- own figures ---- */

static double ring_area(const lob_pixel *p, uint32_t n) {
    double area2 = 0;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t k = i + 1 < n ? i + 1 : 0;
        area2 += (p[i].x - p[0].x) * (p[k].y - p[0].y) - (p[k].x - p[0].x) * (p[i].y - p[0].y);
    }
    return fabs(area2) / 2;
}

static bool lies_inside(lob_box64 a, lob_box64 b) {
    return a.left >= b.left && a.bottom >= b.bottom && a.right <= b.right && a.top <= b.top;
}

static bool within_pixel(const span *s) {
    return s->left >= 0 && s->top >= 0 && s->right <= floor(s->left) + 1 && s->bottom <= floor(s->top) + 1;
}

static lob_status ring_add(descent *d, uint32_t index, lob_point64 at) {
    LOB_TRY(lob_ring_make(d->ctx, d->c->layout, d->shapes, d->kind, index, at, &d->at.trans, d->grid, &d->c->ring));
    lob_sums_ring(d->sums, d->c->ring.points, d->c->ring.count);
    return lob_cover_charge(d->ctx, d->c, d->c->ring.count / 16);
}

static lob_status box_add(descent *d, uint32_t index, lob_point64 at) {
    lob_box b = d->shapes->boxes[index];
    lob_box64 box = {b.left + at.x, b.bottom + at.y, b.right + at.x, b.top + at.y};
    span s = span_of(d, &d->at.trans, box);
    if (!is_seen(d, &s)) {
        return LOB_OK;
    }
    if (!d->at.trans.is_orthogonal) {
        return ring_add(d, index, at);
    }
    lob_sums_rectangle(d->sums, s.left, s.top, s.right, s.bottom);
    return LOB_OK;
}

/* A path or polygon, displaced by `at` in the leaf. */
static lob_status figure_add(descent *d, uint32_t index, lob_point64 at) {
    const lob_trans *t = &d->at.trans;
    if (d->kind == LOB_KIND_BOX) {
        return box_add(d, index, at);
    }
    if (!t->is_orthogonal) {
        return ring_add(d, index, at);
    }
    lob_stamps *stamps = &d->c->stamps;
    lob_ring *ring = &d->c->ring;
    lob_mould *mould;
    LOB_TRY(lob_stamp_mould(d->ctx, stamps, d->c->layout, d->shapes, d->kind, index, t, d->grid, ring, &mould));
    lob_point own = d->kind == LOB_KIND_PATH ? d->shapes->paths[index].at : d->shapes->polygons[index].at;
    lob_point64 anchor = lob_trans_point(t, (lob_point64){own.x + at.x, own.y + at.y});
    lob_pixel p = lob_grid_at(d->grid, (double)anchor.x, (double)anchor.y);
    double sx = d->grid->sx;
    double sy = d->grid->sy;
    span s = {p.x + (double)mould->box.left * sx, p.y - (double)mould->box.top * sy,
              p.x + (double)mould->box.right * sx, p.y - (double)mould->box.bottom * sy};
    if (!is_seen(d, &s)) {
        return LOB_OK;
    }
    if (within_pixel(&s)) {
        lob_sums_point(d->sums, s.left, s.top, mould->area * sx * sy);
        return LOB_OK;
    }
    bool is_added;
    LOB_TRY(lob_stamp_add(d->ctx, stamps, mould, d->c->layout, d->shapes, d->kind, index, t, d->grid, ring, p, d->sums,
                          &is_added));
    return is_added ? LOB_OK : ring_add(d, index, at);
}

/* `into`: displacements of the leaf that may bring `box` to the window. */
static lob_box64 displacements(const descent *d, const lob_trans *t, lob_box64 box) {
    lob_box64 window = lob_trans_inverse_box(t, d->window);
    return (lob_box64){window.left - box.right - 2, window.bottom - box.top - 2, window.right - box.left + 2,
                       window.top - box.bottom + 2};
}

static lob_status repeated_add(descent *d, uint32_t index, uint32_t rep_index, lob_box64 all) {
    const lob_rep *rep = lob_layout_rep(d->c->layout, rep_index);
    lob_box64 by = lob_rep_extent(rep);
    lob_box64 box = {all.left - by.left, all.bottom - by.bottom, all.right - by.right, all.top - by.top};
    span moved;
    if (is_dense(d, &d->at.trans, rep, &moved)) {
        LOB_TRY(lob_ring_make(d->ctx, d->c->layout, d->shapes, d->kind, index, (lob_point64){0, 0}, &d->at.trans,
                              d->grid, &d->c->ring));
        span first = span_of(d, &d->at.trans, box);
        add_dense(d, rep, first, &moved, ring_area(d->c->ring.points, d->c->ring.count));
        return LOB_OK;
    }
    const lob_rtree *list;
    LOB_TRY(lob_index_list(d->ctx, d->c->layout, rep_index, &list));
    lob_lattice lattice;
    lob_lattice_start(&lattice, rep, list, displacements(d, &d->at.trans, box));
    uint64_t member;
    lob_point64 at;
    while (lob_lattice_next(&lattice, &member, &at)) {
        LOB_TRY(lob_cover_charge(d->ctx, d->c, 1));
        if (member != LOB_LATTICE_PAUSE) {
            LOB_TRY(figure_add(d, index, at));
        }
    }
    return LOB_OK;
}

static lob_status member_of(descent *d, uint32_t index) {
    uint32_t rep = lob_ring_rep(d->shapes, d->kind, index);
    if (rep == LOB_NONE) {
        return figure_add(d, index, (lob_point64){0, 0});
    }
    return repeated_add(d, index, rep, lob_shape_box(d->c->layout, d->shapes, d->kind, index));
}

/* All of them, in stored order: copies of an outline follow each other, and no tree is needed. */
static lob_status all_add(descent *d) {
    uint32_t count = d->shapes->count[d->kind];
    for (uint32_t i = 0; i < count; i++) {
        if (i % 256 == 0) {
            LOB_TRY(lob_cover_charge(d->ctx, d->c, count - i < 256 ? count - i : 256));
        }
        LOB_TRY(member_of(d, i));
    }
    return LOB_OK;
}

static lob_status kind_add(descent *d, uint32_t shapes_index, lob_kind kind) {
    const lob_rtree *tree;
    d->kind = kind;
    if (lies_inside(lob_trans_box(&d->at.trans, d->shapes->box), d->window)) {
        return all_add(d);
    }
    LOB_TRY(lob_index_figures(d->ctx, d->c->layout, d->at.cell, shapes_index, kind, &tree));
    lob_box64 window = lob_trans_inverse_box(&d->at.trans, d->window);
    lob_rtree_query query =
        lob_rtree_query_window((lob_box64){window.left - 2, window.bottom - 2, window.right + 2, window.top + 2});
    lob_rtree_cursor cursor;
    lob_rtree_begin(tree, &cursor);
    uint32_t item;
    uint64_t work = 0;
    while (lob_rtree_next(tree, &cursor, &query, &item, &work)) {
        LOB_TRY(lob_cover_charge(d->ctx, d->c, 1));
        if (item != LOB_RTREE_PAUSE) {
            LOB_TRY(member_of(d, tree->ids[item] & ~LOB_INDEX_LOOK));
        }
    }
    return LOB_OK;
}

static lob_status own_add(descent *d) {
    const lob_cell *cell = lob_layout_cell(d->c->layout, d->at.cell);
    for (uint32_t i = 0; i < cell->shapes_count; i++) {
        if (cell->shapes[i].layer != d->layer) {
            continue;
        }
        d->shapes = &cell->shapes[i];
        for (int kind = 0; kind < LOB_KIND_TEXT; kind++) {
            if (d->shapes->count[kind] > 0) {
                LOB_TRY(kind_add(d, i, (lob_kind)kind));
            }
        }
    }
    return LOB_OK;
}

/* ---- children ---- */

/* The child's image when it holds much and is small beside the picture; else NULL. */
static lob_status child_image(descent *d, const lob_inst *inst, const lob_trans *t, lob_box64 box, uint64_t count,
                              lob_image **image) {
    *image = NULL;
    double pixel = lob_least(1 / d->grid->sx, 1 / d->grid->sy) / t->mag;
    span s = span_of(d, t, box);
    bool is_small = s.right - s.left <= d->grid->width / 2.0 && s.bottom - s.top <= d->grid->height / 2.0;
    int level = lob_level_below(pixel / 2);
    if (count < FEW || !is_small || pixel < 2 || lob_image_texels(box, level) > CHILD_TEXELS_MAX) {
        return LOB_OK;
    }
    return lob_image_of(d->ctx, d->c, inst->child, d->layer, level, image);
}

static lob_status member_add(descent *d, const lob_inst *inst, const lob_trans *t, const lob_image *image) {
    LOB_TRY(lob_cover_charge(d->ctx, d->c, 1));
    if (!image) {
        return push(d, inst->child, t);
    }
    return lob_image_add(d->ctx, d->c, image, t->is_orthogonal && t->code % 2 == 1, t, d->grid, d->sums);
}

static double image_area(const lob_image *image) {
    double sum = 0;
    for (size_t i = 0; i < (size_t)image->width * image->height; i++) {
        sum += lob_cover_area(image->values[i]);
    }
    double texel = (double)(INT64_C(1) << image->level);
    return sum * texel * texel;
}

static lob_status members_add(descent *d, const lob_inst *inst, const lob_trans *first, lob_box64 box,
                              const lob_image *image) {
    const lob_trans *t = &d->at.trans;
    const lob_rep *rep = inst->rep == LOB_NONE ? NULL : lob_layout_rep(d->c->layout, inst->rep);
    lob_trans own = lob_inst_trans(d->c->layout, inst);
    if (!rep) {
        return member_add(d, inst, first, image);
    }
    span by;
    if (image && is_dense(d, t, rep, &by)) {
        double scale = d->grid->sx * d->grid->sy * first->mag * first->mag;
        add_dense(d, rep, span_of(d, first, box), &by, image_area(image) * scale);
        return LOB_OK;
    }
    const lob_rtree *list;
    LOB_TRY(lob_index_list(d->ctx, d->c->layout, inst->rep, &list));
    lob_lattice lattice;
    lob_lattice_start(&lattice, rep, list, displacements(d, t, lob_trans_box(&own, box)));
    uint64_t member;
    lob_point64 at;
    while (lob_lattice_next(&lattice, &member, &at)) {
        if (member == LOB_LATTICE_PAUSE) {
            continue;
        }
        lob_trans moved = lob_trans_moved(&own, at);
        lob_trans placed = lob_trans_compose(t, &moved);
        LOB_TRY(member_add(d, inst, &placed, image));
    }
    return LOB_OK;
}

static lob_status inst_add(descent *d, const lob_inst *inst) {
    uint64_t count;
    lob_box64 box = lob_cover_box(d->c, inst->child, d->layer, &count);
    if (count == 0 || lob_box64_is_empty(box)) {
        return LOB_OK;
    }
    lob_trans own = lob_inst_trans(d->c->layout, inst);
    lob_trans first = lob_trans_compose(&d->at.trans, &own);
    const lob_rep *rep = inst->rep == LOB_NONE ? NULL : lob_layout_rep(d->c->layout, inst->rep);
    span by;
    lob_image *image;
    LOB_TRY(child_image(d, inst, &first, box, count, &image));
    if (!image && is_dense(d, &d->at.trans, rep, &by)) { /* few figures each, but very many of them */
        LOB_TRY(lob_image_of(d->ctx, d->c, inst->child, d->layer, lob_level_fitting(box), &image));
    }
    lob_image turned = {0};
    const lob_image *used = image;
    lob_status status = LOB_OK;
    if (image && first.is_orthogonal && first.code % 2 == 1) {
        status = lob_image_turn(d->ctx, image, &turned);
        used = &turned;
    }
    if (status == LOB_OK) {
        status = members_add(d, inst, &first, box, used);
    }
    lob_image_release(&turned);
    if (image) {
        lob_image_unpin(image);
    }
    return status;
}

static lob_status insts_add(descent *d) {
    const lob_cell *cell = lob_layout_cell(d->c->layout, d->at.cell);
    place at = d->at;
    if (cell->inst_count == 0) {
        return LOB_OK;
    }
    const lob_rtree *tree;
    LOB_TRY(lob_index_insts(d->ctx, d->c->layout, d->at.cell, &tree));
    lob_box64 window = lob_trans_inverse_box(&at.trans, d->window);
    lob_rtree_query query =
        lob_rtree_query_window((lob_box64){window.left - 2, window.bottom - 2, window.right + 2, window.top + 2});
    lob_rtree_cursor cursor;
    lob_rtree_begin(tree, &cursor);
    uint32_t item;
    uint64_t work = 0;
    while (lob_rtree_next(tree, &cursor, &query, &item, &work)) {
        LOB_TRY(lob_cover_charge(d->ctx, d->c, 1));
        if (item != LOB_RTREE_PAUSE) {
            LOB_TRY(inst_add(d, &cell->insts[tree->ids[item]]));
        }
    }
    return LOB_OK;
}

lob_status lob_cover_descend(lob_ctx *ctx, lob_cover *c, lob_cell_index cell, lob_layer_index layer,
                             const lob_grid *grid, lob_sums *sums) {
    descent d = {.ctx = ctx, .c = c, .layer = layer, .grid = grid, .sums = sums, .window = lob_grid_box(grid)};
    lob_trans identity = lob_trans_identity();
    lob_status status = push(&d, cell, &identity);
    while (status == LOB_OK && d.count > 0) {
        d.at = d.stack[--d.count];
        status = own_add(&d);
        if (status == LOB_OK) {
            status = insts_add(&d);
        }
    }
    lob_free(d.stack);
    return status;
}

/* ---- whether to do it for a picture ---- */

enum { LIGHT_COUNT = 20000, LIGHT_CELLS = 64 };

/* What drawing a cell's children costs: one a member with an image, its figures of one without. Cells that are too
 * large for an image go to the list. */
static bool count_insts(const lob_cover *c, const lob_cell *cell, lob_layer_index layer, const lob_grid *grid,
                        lob_cell_index *list, uint32_t *listed, uint64_t *cost) {
    for (uint32_t i = 0; i < cell->inst_count && *cost <= LIGHT_COUNT; i++) {
        const lob_inst *inst = &cell->insts[i];
        uint64_t count;
        lob_box64 box = lob_cover_box(c, inst->child, layer, &count);
        if (count == 0 || lob_box64_is_empty(box)) {
            continue;
        }
        uint64_t members = inst->rep == LOB_NONE ? 1 : lob_rep_count(lob_layout_rep(c->layout, inst->rep));
        double side = lob_most((double)(box.right - box.left) * grid->sx, (double)(box.top - box.bottom) * grid->sy);
        bool is_small = side <= lob_least(grid->width, grid->height) / 2.0;
        *cost = lob_u64_add_sat(*cost, count < FEW ? lob_u64_mul_sat(members, count) : members);
        if (count >= FEW && (!is_small || inst->cplx != LOB_NONE)) {
            if (*listed == LIGHT_CELLS || inst->cplx != LOB_NONE) {
                return false;
            }
            list[(*listed)++] = inst->child;
        }
    }
    return *cost <= LIGHT_COUNT;
}

lob_status lob_cover_is_light(lob_ctx *ctx, lob_cover *c, lob_cell_index cell, lob_layer_index layer,
                              const lob_grid *grid, bool *is_light) {
    lob_cell_index list[LIGHT_CELLS] = {cell};
    uint32_t listed = 1;
    uint64_t cost = 0;
    *is_light = false;
    for (uint32_t i = 0; i < listed; i++) {
        const lob_cell *at = lob_layout_cell(c->layout, list[i]);
        for (uint32_t k = 0; k < at->shapes_count; k++) {
            for (int kind = 0; at->shapes[k].layer == layer && kind < LOB_KIND_TEXT; kind++) {
                cost += at->shapes[k].count[kind];
            }
        }
        if (cost > LIGHT_COUNT || !count_insts(c, at, layer, grid, list, &listed, &cost)) {
            return LOB_OK;
        }
        uint64_t count;
        bool overlap = false;
        lob_cover_box(c, list[i], layer, &count);
        if (count <= LOB_COVER_UNION_COUNT) {
            LOB_TRY(lob_cover_overlaps(ctx, c, list[i], layer, &overlap));
        }
        if (overlap) {
            return LOB_OK; /* an image is its union */
        }
    }
    *is_light = true;
    return LOB_OK;
}
