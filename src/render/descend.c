/* A cell onto sums: its own figures as stamps or rings, its children from images or, when they hold little, by going on
 * down.
 *
 * An explicit stack of (cell, transformation). Windows are searched with the trees of db/index.h, unless all figures of
 * a cell lie in them, and lattices by arithmetic; an array of very many members in view is added as a whole
 * (render/array.h), or is of even density when its members lie too near to be told apart. A figure within one pixel is
 * its area, which copies of one outline share.
 */
#include <string.h>

#include "base/alloc.h"
#include "base/num.h"
#include "db/index.h"
#include "geom/lattice.h"
#include "render/cover_impl.h"

enum { DENSE_COUNT = 4096, CHILD_TEXELS_MAX = 4 * 1024 * 1024 };
enum { AGAIN_TEXELS = 1 << 20, ENDLESS_TEXELS = 1 << 18 };
enum { ROWS_A_STEP = 64, ROWS_MOST = 16 * 1000 * 1000, LATE_COUNT = 1000 };
enum { ARRAY_SEEN = 65536, ARRAY_TEXELS = 65536, ARRAY_STEPS = 100 * 1000 * 1000 }; /* members in view; of an image */
enum { MEMBERS_AT_ONCE = 4096, MEMBER_STEPS = 4 };
enum { WISHES_MAX = 4096, PREPARED_COUNT = 20000 }; /* figures of a cell of which images are made at once */

static const uint64_t ENDLESS_COUNT = UINT64_C(1) << 40; /* figures of a cell that no walk could end */

/* A cell, or members of an array that are still to come. */
typedef struct place {
    lob_cell_index cell;
    lob_trans trans;
    const lob_inst *inst; /* NULL: the cell itself; else one of its instances */
    lob_lattice *lattice; /* heap */
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

static lob_status push_place(descent *d, place one) {
    if (d->count == d->capacity) {
        uint32_t more = d->capacity * 2 + 64;
        place *stack = lob_realloc(d->stack, (size_t)more * sizeof *stack);
        if (!stack) {
            return lob_fail_memory(d->ctx);
        }
        d->stack = stack;
        d->capacity = more;
    }
    d->stack[d->count++] = one;
    return LOB_OK;
}

static lob_status push(descent *d, lob_cell_index cell, const lob_trans *trans) {
    return push_place(d, (place){.cell = cell, .trans = *trans});
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

/* ---- arrays as a whole ---- */

typedef struct array { /* a lattice as it lies in the picture: pixels from member to member */
    lob_pixel a, b;
    uint64_t na, nb;
    bool is_along; /* the axes of the picture */
    lob_array_axis x, y;
    uint64_t seen; /* members of boxes `first`, when it is along */
} array;

static double length_of(lob_pixel p) {
    return sqrt(p.x * p.x + p.y * p.y);
}

static lob_pixel moved_by(const descent *d, const lob_trans *t, lob_point64 v, double per) {
    const int64_t far = INT64_C(1) << 20; /* so that rounding does not matter */
    const lob_trans linear = lob_trans_linear(t);
    const lob_point64 e = lob_trans_point(&linear, (lob_point64){far, 0});
    const lob_point64 f = lob_trans_point(&linear, (lob_point64){0, far});
    const double x = (double)v.x / (double)far * per, y = (double)v.y / (double)far * per;
    return (lob_pixel){(x * (double)e.x + y * (double)f.x) * d->grid->sx,
                       -(x * (double)e.y + y * (double)f.y) * d->grid->sy};
}

/* Whether a repetition is a lattice of some size; `first`: the span of its first member. */
static bool array_of(const descent *d, const lob_trans *t, const lob_rep *rep, const span *first, array *out) {
    if (!rep || (rep->kind != LOB_REP_LATTICE && rep->kind != LOB_REP_FRACTION) || lob_rep_count(rep) < DENSE_COUNT) {
        return false;
    }
    const bool is_lattice = rep->kind == LOB_REP_LATTICE;
    *out = (array){.na = rep->na, .nb = rep->nb};
    out->a = rep->na > 1 ? moved_by(d, t, rep->a, is_lattice ? 1 : 1 / (double)rep->na) : (lob_pixel){0, 0};
    out->b = rep->nb > 1 ? moved_by(d, t, rep->b, is_lattice ? 1 : 1 / (double)rep->nb) : (lob_pixel){0, 0};
    const bool is_plain = out->a.y == 0 && out->b.x == 0, is_crossed = out->a.x == 0 && out->b.y == 0;
    out->is_along = t->is_orthogonal && (is_plain || is_crossed);
    out->x = (lob_array_axis){
        first->left, first->right - first->left, is_plain ? out->a.x : out->b.x, is_plain ? out->na : out->nb, 1,
        false};
    out->y = (lob_array_axis){
        first->top, first->bottom - first->top, is_plain ? out->b.y : out->a.y, is_plain ? out->nb : out->na, 1, false};
    out->seen = lob_u64_mul_sat(lob_array_seen(&out->x, d->grid->width), lob_array_seen(&out->y, d->grid->height));
    return true;
}

/* Intervals that touch are one. */
static lob_array_axis united(lob_array_axis a) {
    if (a.size >= fabs(a.pitch)) {
        a.from += a.pitch < 0 ? a.pitch * (double)(a.count - 1) : 0;
        a.size += fabs(a.pitch) * (double)(a.count - 1);
        a.count = 1;
    }
    return a;
}

/* Adding an array costs its texels across for each pixel. */
static lob_status array_charge(const descent *d, uint32_t texels) {
    return lob_cover_charge(d->ctx, d->c, (uint64_t)d->grid->width * d->grid->height * texels / 64);
}

static lob_status boxes_array(const descent *d, const array *all, const span *first) {
    lob_array_axis x = all->x, y = all->y;
    x.from = first->left;
    x.size = first->right - first->left;
    y.from = first->top;
    y.size = first->bottom - first->top;
    if (!(x.size > 0 && y.size > 0)) {
        return LOB_OK;
    }
    x = united(x);
    y = united(y);
    LOB_TRY(lob_array_add(d->ctx, d->sums, &x, &y, NULL));
    return array_charge(d, 1);
}

/* Of members too near to be told apart, askew: `area` (pixels) each, evenly over all of the lattice. */
static lob_status add_even(const descent *d, const array *all, const span *first, double area) {
    const lob_pixel middle = {(first->left + first->right) / 2, (first->top + first->bottom) / 2};
    lob_pixel a = all->a, b = all->b;
    const double wide = lob_most(first->right - first->left, first->bottom - first->top);
    if (all->na == 1) { /* a row of them */
        a = (lob_pixel){-b.y / length_of(b) * wide, b.x / length_of(b) * wide};
    } else if (all->nb == 1) {
        b = (lob_pixel){-a.y / length_of(a) * wide, a.x / length_of(a) * wide};
    }
    const double each = fabs(a.x * b.y - a.y * b.x), na = (double)all->na, nb = (double)all->nb;
    const float density = (float)lob_least(1, area / each);
    const lob_pixel from = {middle.x - (a.x + b.x) / 2, middle.y - (a.y + b.y) / 2};
    const lob_pixel corners[4] = {from,
                                  {from.x + na * a.x, from.y + na * a.y},
                                  {from.x + na * a.x + nb * b.x, from.y + na * a.y + nb * b.y},
                                  {from.x + nb * b.x, from.y + nb * b.y}};
    lob_sums *even = &d->c->even;
    uint16_t row[LOB_SIDE_MAX];
    LOB_TRY(lob_sums_shape(d->ctx, even, d->sums->width, d->sums->height));
    lob_sums_ring(even, corners, 4);
    memset(row, 0, even->width * sizeof *row);
    for (uint32_t y = 0; y < even->height; y++) {
        const uint64_t blocks = lob_sums_row(even, y, row);
        uint32_t begin, end = 0;
        while (lob_block_run(blocks, even->block_bits, even->width, &begin, &end)) {
            float *to = lob_sums_plain(d->sums, y, begin, end);
            for (uint32_t x = begin; x < end; x++) {
                to[x - begin] += density * (float)lob_cover_area(row[x]);
                row[x] = 0;
            }
        }
    }
    return array_charge(d, 1);
}

static bool is_even(const array *all) {
    const double near = 0.25; /* pixels; askew the error falls with its square */
    const double cross = fabs(all->a.x * all->b.y - all->a.y * all->b.x);
    const bool is_line = all->na == 1 || all->nb == 1;
    return !all->is_along && length_of(all->a) <= near && length_of(all->b) <= near &&
           (is_line ? length_of(all->a) + length_of(all->b) > 0 : cross > 1e-3 * length_of(all->a) * length_of(all->b));
}

/* Members one by one cost time: too many are told before it is spent. */
static lob_status expect(const descent *d, const array *all) {
    const double cross = fabs(all->a.x * all->b.y - all->a.y * all->b.x);
    const double most = (double)lob_u64_mul_sat(all->na, all->nb);
    const double view = (double)d->grid->width * d->grid->height;
    const double seen = all->is_along ? (double)all->seen : cross > 0 ? lob_least(most, view / cross / 4) : 0;
    const double left = (double)(d->c->work_max - d->c->work);
    return MEMBER_STEPS * seen > left ? lob_cover_charge(d->ctx, d->c, UINT64_MAX) : LOB_OK;
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

/* A figure costs its edges in each row; c->rows counts what walks would have been quicker to do without. */
static lob_status rows_charge(const descent *d, double top, double bottom) {
    const double rows = lob_least(bottom, d->grid->height) - lob_most(top, 0);
    const uint64_t count = rows > 0 ? (uint64_t)rows : 0;
    d->c->rows += count;
    return lob_cover_charge(d->ctx, d->c, count / ROWS_A_STEP);
}

static lob_status ring_rows_charge(const descent *d) {
    const lob_ring *ring = &d->c->ring;
    double top = d->grid->height, bottom = 0;
    for (uint32_t i = 0; i < ring->count; i++) {
        top = lob_least(top, ring->points[i].y);
        bottom = lob_most(bottom, ring->points[i].y);
    }
    return rows_charge(d, top, bottom);
}

static lob_status ring_add(descent *d, uint32_t index, lob_point64 at) {
    LOB_TRY(lob_ring_make(d->ctx, d->c->layout, d->shapes, d->kind, index, at, &d->at.trans, d->grid, &d->c->ring));
    lob_sums_ring(d->sums, d->c->ring.points, d->c->ring.count);
    LOB_TRY(ring_rows_charge(d));
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
    return rows_charge(d, s.top, s.bottom);
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
    array whole;
    const span own = span_of(d, &d->at.trans, box);
    const bool is_array = array_of(d, &d->at.trans, rep, &own, &whole);
    if (is_array && whole.is_along && whole.seen >= ARRAY_SEEN && d->kind == LOB_KIND_BOX) {
        return boxes_array(d, &whole, &own);
    }
    if (is_array && is_even(&whole)) {
        LOB_TRY(lob_ring_make(d->ctx, d->c->layout, d->shapes, d->kind, index, (lob_point64){0, 0}, &d->at.trans,
                              d->grid, &d->c->ring));
        return add_even(d, &whole, &own, ring_area(d->c->ring.points, d->c->ring.count));
    }
    if (is_dense(d, &d->at.trans, rep, &moved)) {
        LOB_TRY(lob_ring_make(d->ctx, d->c->layout, d->shapes, d->kind, index, (lob_point64){0, 0}, &d->at.trans,
                              d->grid, &d->c->ring));
        span first = span_of(d, &d->at.trans, box);
        add_dense(d, rep, first, &moved, ring_area(d->c->ring.points, d->c->ring.count));
        return LOB_OK;
    }
    if (is_array) {
        LOB_TRY(expect(d, &whole));
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
    uint32_t rep = lob_shape_rep_index(d->shapes, d->kind, index);
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

/* A child of very many figures that is large and comes again and again lies over itself: an image of it is worth its
 * making, though coarse, for each level of such children would be drawn as often as all above it together. Visits are
 * those of the whole picture, so that each level is gone down into a few times and not once for each image above it.
 * What no walk could end is taken from its image at its second visit; once very many rows have been drawn, so is all
 * that holds something, at the first. */
static lob_status comes_again(descent *d, lob_cell_index child, uint64_t members, uint64_t count, bool *again) {
    enum { OFTEN = 8, SOON = 2 };
    lob_cover *c = d->c;
    *again = false;
    const bool is_late = c->rows > ROWS_MOST;
    if (count <= (is_late ? LATE_COUNT : LOB_COVER_EXACT_COUNT)) {
        return LOB_OK;
    }
    if (!c->visits) {
        c->visits = lob_calloc(lob_layout_cell_count(c->layout), sizeof *c->visits);
        if (!c->visits) {
            return lob_fail_memory(d->ctx);
        }
    }
    const uint64_t visits = lob_u64_add_sat(c->visits[child], members);
    c->visits[child] = (uint8_t)(visits < OFTEN ? visits : OFTEN);
    *again = is_late || visits >= (count > ENDLESS_COUNT ? SOON : OFTEN);
    return LOB_OK;
}

static bool is_small(const descent *d, const span *s) {
    return s->right - s->left <= d->grid->width / 2.0 && s->bottom - s->top <= d->grid->height / 2.0;
}

/* `pixel`: in units of the child. No image tells less than a database unit. */
static bool is_imaged(const descent *d, const span *s, double pixel) {
    return is_small(d, s) && pixel >= 2;
}

static int image_level(lob_box64 box, double pixel) {
    const double side = lob_most((double)(box.right - box.left), (double)(box.top - box.bottom));
    return side * 16 < pixel ? lob_level_fitting(box) : lob_level_below(pixel / 2);
}

/* The child's image when it holds much and is small beside the picture, or when it comes again; else NULL. */
static lob_status child_image(descent *d, const lob_inst *inst, const lob_trans *t, lob_box64 box, uint64_t count,
                              lob_image **image) {
    *image = NULL;
    double pixel = lob_least(1 / d->grid->sx, 1 / d->grid->sy) / t->mag;
    span s = span_of(d, t, box);
    const bool is_fine = is_imaged(d, &s, pixel);
    int level = image_level(box, pixel);
    bool again = false;
    if (!is_fine) {
        const lob_rep *rep = inst->rep == LOB_NONE ? NULL : lob_layout_rep(d->c->layout, inst->rep);
        LOB_TRY(comes_again(d, inst->child, rep ? lob_rep_count(rep) : 1, count, &again));
    }
    const uint64_t texels = count > ENDLESS_COUNT || d->c->rows > ROWS_MOST ? ENDLESS_TEXELS : AGAIN_TEXELS;
    while (again && lob_image_texels(box, level) > texels && level < 52) {
        level++;
    }
    if (count < LOB_COVER_FEW || !(is_fine || again) || lob_image_texels(box, level) > CHILD_TEXELS_MAX) {
        return LOB_OK;
    }
    return lob_image_of(d->ctx, d->c, inst->child, d->layer, level, image);
}

static lob_status member_add(descent *d, const lob_inst *inst, const lob_trans *t, const lob_image *image) {
    LOB_TRY(lob_cover_charge(d->ctx, d->c, MEMBER_STEPS));
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

/* Members that go on down, some at a time: an array may have more than memory holds. The rest waits below them. */
static lob_status push_members(descent *d, const lob_inst *inst, const lob_trans *t, const lob_lattice *from) {
    lob_lattice *rest = lob_malloc(sizeof *rest);
    if (!rest) {
        return lob_fail_memory(d->ctx);
    }
    *rest = *from;
    lob_status status = push_place(d, (place){.trans = *t, .inst = inst, .lattice = rest});
    if (status != LOB_OK) {
        lob_free(rest);
    }
    return status;
}

static lob_status pop_members(descent *d, place at) {
    const lob_trans own = lob_inst_trans(d->c->layout, at.inst);
    uint64_t member;
    lob_point64 by;
    lob_status status = push_members(d, at.inst, &at.trans, at.lattice);
    lob_free(at.lattice);
    lob_lattice *lattice = status == LOB_OK ? d->stack[d->count - 1].lattice : NULL;
    uint32_t count = 0;
    while (status == LOB_OK && count < MEMBERS_AT_ONCE && lob_lattice_next(lattice, &member, &by)) {
        status = lob_cover_charge(d->ctx, d->c, 1);
        if (member != LOB_LATTICE_PAUSE && status == LOB_OK) {
            const lob_trans moved = lob_trans_moved(&own, by), placed = lob_trans_compose(&at.trans, &moved);
            status = push(d, at.inst->child, &placed);
            count++;
        }
    }
    if (status == LOB_OK && count < MEMBERS_AT_ONCE) { /* no more: what waits below them is of no use */
        place *rest = &d->stack[d->count - 1 - count];
        lob_free(rest->lattice);
        d->count--;
        memmove(rest, rest + 1, count * sizeof *rest);
    }
    return status;
}

/* Whether the child has figures of the layer, each once, and its own children have none. */
static bool is_leaf(const descent *d, const lob_inst *inst) {
    const lob_cell *child = lob_layout_cell(d->c->layout, inst->child);
    uint64_t own = 0, all;
    for (uint32_t i = 0; i < child->shapes_count; i++) {
        const lob_shapes *s = &child->shapes[i];
        for (int kind = 0; s->layer == d->layer && kind < LOB_KIND_TEXT; kind++) {
            own += s->count[kind];
        }
    }
    lob_cover_box(d->c, inst->child, d->layer, &all);
    return own == all; /* a repetition counts as its members */
}

/* Rings of a child's figures, in pixels, where its first member has them. */
typedef struct rings {
    lob_pixel *points, *moved;
    uint32_t *ends;
    uint32_t count, capacity, point_count, point_capacity;
} rings;

static bool rings_room(rings *all, uint32_t more) {
    if (all->count == all->capacity) {
        uint32_t *ends = lob_realloc(all->ends, (all->capacity + LOB_COVER_FEW) * sizeof *ends);
        all->ends = ends ? ends : all->ends;
        all->capacity += ends ? LOB_COVER_FEW : 0;
        if (!ends) {
            return false;
        }
    }
    if (all->point_count + more > all->point_capacity) {
        const uint32_t size = 2 * (all->point_count + more);
        lob_pixel *points = lob_realloc(all->points, size * sizeof *points);
        all->points = points ? points : all->points;
        lob_pixel *moved = points ? lob_realloc(all->moved, size * sizeof *moved) : NULL;
        all->moved = moved ? moved : all->moved;
        all->point_capacity = moved ? size : all->point_capacity;
        return moved != NULL;
    }
    return true;
}

static lob_status rings_make(descent *d, const lob_inst *inst, const lob_trans *first, rings *all) {
    const lob_cell *child = lob_layout_cell(d->c->layout, inst->child);
    lob_ring *ring = &d->c->ring;
    for (uint32_t i = 0; i < child->shapes_count; i++) {
        const lob_shapes *s = &child->shapes[i];
        for (int kind = 0; s->layer == d->layer && kind < LOB_KIND_TEXT; kind++) {
            for (uint32_t k = 0; k < s->count[kind]; k++) {
                LOB_TRY(lob_ring_make(d->ctx, d->c->layout, s, (lob_kind)kind, k, (lob_point64){0, 0}, first, d->grid,
                                      ring));
                if (!rings_room(all, ring->count)) {
                    return lob_fail_memory(d->ctx);
                }
                memcpy(all->points + all->point_count, ring->points, ring->count * sizeof *ring->points);
                all->point_count += ring->count;
                all->ends[all->count++] = all->point_count;
            }
        }
    }
    return LOB_OK;
}

/* One member: its rings by as many pixels further. */
static void rings_set(const rings *all, double x, double y, lob_sums *sums) {
    for (uint32_t i = 0; i < all->point_count; i++) {
        all->moved[i] = (lob_pixel){all->points[i].x + x, all->points[i].y + y};
    }
    uint32_t from = 0;
    for (uint32_t k = 0; k < all->count; k++) {
        lob_sums_ring(sums, all->moved + from, all->ends[k] - from);
        from = all->ends[k];
    }
}

/* Very many members with few figures each: made once, set down for each. */
static lob_status rings_add(descent *d, const lob_inst *inst, const lob_trans *first, lob_lattice *lattice) {
    rings all = {0};
    uint64_t member;
    lob_point64 at;
    const lob_pixel e = moved_by(d, &d->at.trans, (lob_point64){1 << 20, 0}, 0x1p-20);
    const lob_pixel f = moved_by(d, &d->at.trans, (lob_point64){0, 1 << 20}, 0x1p-20);
    lob_status status = rings_make(d, inst, first, &all);
    while (status == LOB_OK && lob_lattice_next(lattice, &member, &at)) {
        status = lob_cover_charge(d->ctx, d->c, MEMBER_STEPS * (uint64_t)all.count);
        if (member != LOB_LATTICE_PAUSE && status == LOB_OK) {
            const double x = (double)at.x, y = (double)at.y;
            rings_set(&all, x * e.x + y * f.x, x * e.y + y * f.y, d->sums);
        }
    }
    lob_free(all.points);
    lob_free(all.moved);
    lob_free(all.ends);
    return status;
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
    if (!image && lob_rep_count(rep) > MEMBERS_AT_ONCE) {
        return is_leaf(d, inst) ? rings_add(d, inst, first, &lattice) : push_members(d, inst, t, &lattice);
    }
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

/* Figures of a child with nothing but few boxes, over all members of an array along the axes. */
static bool has_boxes_alone(const descent *d, const lob_inst *inst, uint64_t count) {
    const lob_cell *child = lob_layout_cell(d->c->layout, inst->child);
    uint64_t boxes = 0;
    for (uint32_t i = 0; i < child->shapes_count; i++) {
        const lob_shapes *s = &child->shapes[i];
        if (s->layer == d->layer && s->box_reps.count == 0) {
            boxes += s->count[LOB_KIND_BOX];
        }
    }
    return boxes == count && count < LOB_COVER_FEW;
}

static lob_status child_boxes(const descent *d, const lob_inst *inst, const lob_trans *first, const array *whole) {
    const lob_cell *child = lob_layout_cell(d->c->layout, inst->child);
    for (uint32_t i = 0; i < child->shapes_count; i++) {
        const lob_shapes *s = &child->shapes[i];
        for (uint32_t k = 0; s->layer == d->layer && k < s->count[LOB_KIND_BOX]; k++) {
            const span one = span_of(d, first, lob_box64_from(s->boxes[k]));
            LOB_TRY(boxes_array(d, whole, &one));
        }
    }
    return LOB_OK;
}

/* An image of the child whose texels are small beside it and beside a pixel, of a bounded size. */
static int array_level(const descent *d, const lob_trans *first, lob_box64 box) {
    const double pixel = lob_least(1 / d->grid->sx, 1 / d->grid->sy) / first->mag;
    const int most = lob_level_below(pixel / 2);
    const int fitting = lob_level_fitting(box);
    int level = lob_level_below(pixel / 8);
    level = level < fitting ? level : fitting; /* values tell a 65534th of a texel */
    while (level < most && lob_image_texels(box, level) > ARRAY_TEXELS) {
        level++;
    }
    /* Each row of texels costs as much as the pixels. Members that do not overlap have no 64 of them. */
    const double side = lob_least(lob_most(ARRAY_STEPS / ((double)d->grid->width * d->grid->height), 64), 512);
    while (level < 52 && lob_most((double)(box.right - box.left), (double)(box.top - box.bottom)) >
                             side * (double)(INT64_C(1) << level)) {
        level++;
    }
    return level;
}

/* All members of an array along the axes at once, however many they are. */
static lob_status array_add(descent *d, const lob_inst *inst, const lob_trans *first, lob_box64 box, uint64_t count,
                            array *whole) {
    if (has_boxes_alone(d, inst, count)) {
        return child_boxes(d, inst, first, whole);
    }
    lob_image *image;
    lob_image turned = {0};
    LOB_TRY(lob_image_of(d->ctx, d->c, inst->child, d->layer, array_level(d, first, box), &image));
    const bool is_turned = first->code % 2 == 1;
    lob_status status = is_turned ? lob_image_turn(d->ctx, image, &turned) : LOB_OK;
    if (status == LOB_OK) {
        status = lob_image_array(d->ctx, is_turned ? &turned : image, is_turned, first, d->grid, &whole->x, &whole->y,
                                 d->sums);
    }
    const uint32_t texels = is_turned ? image->height : image->width;
    lob_image_release(&turned);
    lob_image_unpin(image);
    return status == LOB_OK ? array_charge(d, texels) : status;
}

/* The same for one that lies askew, of even density. */
static lob_status even_add(descent *d, const lob_inst *inst, const lob_trans *first, lob_box64 box,
                           const array *whole) {
    lob_image *image;
    LOB_TRY(lob_image_of(d->ctx, d->c, inst->child, d->layer, lob_level_fitting(box), &image));
    const span one = span_of(d, first, box);
    const double scale = d->grid->sx * d->grid->sy * first->mag * first->mag;
    const lob_status status = add_even(d, whole, &one, image_area(image) * scale);
    lob_image_unpin(image);
    return status;
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
    array whole;
    const span one = span_of(d, &first, box);
    if (array_of(d, &d->at.trans, rep, &one, &whole)) {
        if (whole.is_along && first.is_orthogonal && whole.seen >= ARRAY_SEEN) {
            return array_add(d, inst, &first, box, count, &whole);
        }
        if (is_even(&whole)) {
            return even_add(d, inst, &first, box, &whole);
        }
        LOB_TRY(expect(d, &whole));
    }
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

/* Images of children that are surely going to be needed: single ones, small beside the picture. */
static lob_status prepare(const descent *d, const lob_rtree *tree, const lob_rtree_query *query) {
    const lob_cell *cell = lob_layout_cell(d->c->layout, d->at.cell);
    lob_image_wish *wishes = NULL;
    uint32_t count = 0, item;
    uint64_t work = 0, figures;
    lob_rtree_cursor cursor;
    lob_cover_box(d->c, d->at.cell, d->layer, &figures);
    if (cell->inst_count < 2 || figures < PREPARED_COUNT || lob_team_threads(&d->c->team) < 2) {
        return LOB_OK;
    }
    wishes = lob_malloc(WISHES_MAX * sizeof *wishes);
    if (!wishes) {
        return lob_fail_memory(d->ctx);
    }
    lob_rtree_begin(tree, &cursor);
    while (count < WISHES_MAX && lob_rtree_next(tree, &cursor, query, &item, &work)) {
        if (item == LOB_RTREE_PAUSE) {
            continue;
        }
        const lob_inst *inst = &cell->insts[tree->ids[item]];
        const lob_box64 box = lob_cover_box(d->c, inst->child, d->layer, &figures);
        const lob_trans own = lob_inst_trans(d->c->layout, inst), t = lob_trans_compose(&d->at.trans, &own);
        const span s = span_of(d, &t, box);
        const double pixel = lob_least(1 / d->grid->sx, 1 / d->grid->sy) / t.mag;
        if (inst->rep == LOB_NONE && figures >= LOB_COVER_FEW && is_imaged(d, &s, pixel)) {
            const int level = image_level(box, pixel);
            wishes[count] = (lob_image_wish){inst->child, d->layer, level};
            count += lob_image_texels(box, level) <= CHILD_TEXELS_MAX;
        }
    }
    const lob_status status = lob_images_prepare(d->ctx, d->c, wishes, count);
    lob_free(wishes);
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
    LOB_TRY(prepare(d, tree, &query));
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
        if (d.at.inst) {
            status = pop_members(&d, d.at);
            continue;
        }
        status = own_add(&d);
        if (status == LOB_OK) {
            status = insts_add(&d);
        }
    }
    while (d.count > 0) { /* after a failure */
        lob_free(d.stack[--d.count].lattice);
    }
    lob_free(d.stack);
    return status;
}
