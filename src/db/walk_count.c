/* What freezing knows of a cell: whether anything in it is wanted, and counting without hits. What lies wholly inside
 * the window is taken from the sums of freezing, never entered. */
#include <string.h>

#include "base/num.h"
#include "db/walk_impl.h"

/* Steps through arrays while counting. Lines of a FRACTION take divisions of 128 bits. */
enum { LATTICE_WORK = 2000000, FRACTION_WEIGHT = 16, LEAF_FIGURES = 64 };

bool lob_walk_sums_hold(const lob_walk *w, const lob_cell *cell, uint64_t depth) {
    return depth + cell->height <= w->options.depth_max || w->options.depth_max == UINT32_MAX;
}

/* Looks ahead 1, 2, 4, ... steps, so that a few of many cost their logarithm and all of them one step each. */
static uint32_t seek_sum(const lob_cell *cell, uint32_t from, lob_layer_index layer) {
    uint32_t step = 1, to = from;
    while (to < cell->layer_box_count && cell->layer_boxes[to].layer < layer) {
        from = to + 1;
        to = step < cell->layer_box_count - to ? to + step : cell->layer_box_count;
        step *= 2;
    }
    while (from < to) {
        uint32_t middle = from + (to - from) / 2;
        *(cell->layer_boxes[middle].layer < layer ? &from : &to) =
            cell->layer_boxes[middle].layer < layer ? middle + 1 : middle;
    }
    return from;
}

static uint32_t seek_want(const lob_walk *w, uint32_t from, lob_layer_index layer) {
    const lob_layer_index *layers = w->options.layers;
    uint32_t step = 1, to = from;
    while (to < w->options.layer_count && layers[to] < layer) {
        from = to + 1;
        to = step < w->options.layer_count - to ? to + step : w->options.layer_count;
        step *= 2;
    }
    while (from < to) {
        uint32_t middle = from + (to - from) / 2;
        *(layers[middle] < layer ? &from : &to) = layers[middle] < layer ? middle + 1 : middle;
    }
    return from;
}

/* The next of the sums of a cell, from `from` on, whose layer is wanted; layer_box_count: none. *want begins at 0. */
static uint32_t next_sum(const lob_walk *w, const lob_cell *cell, uint32_t from, uint32_t *want) {
    while (w->options.layers && from < cell->layer_box_count) {
        *want = seek_want(w, *want, cell->layer_boxes[from].layer);
        if (*want == w->options.layer_count) {
            return cell->layer_box_count;
        }
        if (w->options.layers[*want] == cell->layer_boxes[from].layer) {
            break;
        }
        from = seek_sum(cell, from, w->options.layers[*want]);
    }
    return from;
}

static void add(uint64_t *to, uint64_t count, uint64_t times) {
    *to = lob_u64_add_sat(*to, lob_u64_mul_sat(count, times));
}

void lob_walk_add_sums(lob_walk *w, const lob_cell *cell, uint64_t times) {
    uint32_t want = 0;
    for (uint32_t i = next_sum(w, cell, 0, &want); i < cell->layer_box_count; i = next_sum(w, cell, i + 1, &want)) {
        const lob_layer_box *sum = &cell->layer_boxes[i];
        for (int kind = 0; kind < LOB_KIND_COUNT; kind++) {
            lob_walk_count *count = &w->counts[sum->layer];
            if (w->options.what >> kind & 1) {
                add(kind == LOB_KIND_TEXT ? &count->texts : &count->shapes, sum->kind_count[kind], times);
            }
        }
    }
    if (w->options.what & LOB_WALK_INSTS) {
        add(&w->inst_count, cell->inst_placed_count, times);
    }
}

/* ---- arrays ---- */

lob_status lob_walk_count_members(lob_walk *w, const lob_rep *rep, uint64_t *count, bool *is_done) {
    const frame *f = w->top;
    *is_done = f->trans.is_orthogonal && rep->kind == LOB_REP_LATTICE;
    *count = 0;
    if (!*is_done) {
        return LOB_OK;
    }
    const lob_box64 window = lob_trans_inverse_box(&f->trans, w->options.window);
    const lob_box64 into = lob_walk_meeting(w->options.meet, w->figure_box, window);
    if (lob_lattice_count(rep, into, count)) {
        return LOB_OK;
    }
    lob_lattice lattice;
    lob_lattice_run run;
    lob_lattice_start(&lattice, rep, NULL, into);
    lob_walk_foresee(w, lob_lattice_lines(&lattice));
    for (uint64_t before = 0; lob_lattice_next_run(&lattice, &run); before = lattice.work) {
        LOB_TRY(lob_walk_charge(w, lattice.work - before));
        *count = lob_u64_add_sat(*count, run.end - run.first);
    }
    return LOB_OK;
}

/* Displacements with which `box` lies in the window; both of this cell. */
static lob_box64 inside_by(lob_box64 box, lob_box64 window) {
    return (lob_box64){window.left - box.left, window.bottom - box.bottom, window.right - box.right,
                       window.top - box.top};
}

/* Whether a child is nothing but a few figures, each of them once; of several, one may be the copy of another. */
static bool is_plain_leaf(const lob_walk *w, const lob_cell *child) {
    uint64_t figures = 0;
    for (uint32_t i = lob_walk_seek_shapes(w, child, 0); i < child->shapes_count;
         i = lob_walk_seek_shapes(w, child, i + 1)) {
        for (int kind = 0; kind < LOB_KIND_COUNT; kind++) {
            figures += w->options.what >> kind & 1 ? child->shapes[i].count[kind] : 0;
        }
        if (figures > LEAF_FIGURES) {
            return false;
        }
        for (int kind = 0; kind < LOB_KIND_COUNT; kind++) {
            for (uint32_t k = 0; (w->options.what >> kind & 1) && k < child->shapes[i].count[kind]; k++) {
                if (lob_shape_rep_index(&child->shapes[i], (lob_kind)kind, k) != LOB_NONE) {
                    return false;
                }
            }
        }
    }
    return child->inst_count == 0 && (figures <= 1 || !w->options.skips_copies);
}

/* Members of a lattice along the axes, each figure of a plain leaf by four divisions. */
static void count_leaf(lob_walk *w, const lob_cell *child, const lob_inst *inst, const lob_rep *rep) {
    const frame *f = w->top;
    const lob_box64 window = lob_trans_inverse_box(&f->trans, w->options.window);
    const lob_trans own = lob_inst_trans(w->layout, inst);
    for (uint32_t i = lob_walk_seek_shapes(w, child, 0); i < child->shapes_count;
         i = lob_walk_seek_shapes(w, child, i + 1)) {
        const lob_shapes *shapes = &child->shapes[i];
        for (int kind = 0; kind < LOB_KIND_COUNT; kind++) {
            lob_walk_count *count = &w->counts[shapes->layer];
            for (uint32_t k = 0; (w->options.what >> kind & 1) && k < shapes->count[kind]; k++) {
                const lob_box64 box = lob_trans_box(&own, lob_shape_box(w->layout, shapes, (lob_kind)kind, k));
                uint64_t more = 0;
                (void)lob_lattice_count(rep, lob_walk_meeting(w->options.meet, box, window), &more);
                add(kind == LOB_KIND_TEXT ? &count->texts : &count->shapes, more, 1);
            }
        }
    }
}

void lob_walk_runs_begin(lob_walk *w, frame *f, const lob_rep *rep) {
    uint64_t meeting, inside;
    f->is_by_runs = true;
    f->whole_by = inside_by(f->placed, lob_trans_inverse_box(&f->trans, w->options.window));
    f->run = f->whole = (lob_lattice_run){0, 0, 0};
    lob_walk_foresee(w, lob_lattice_lines(f->members));
    if (lob_lattice_count(rep, f->members->into, &meeting) && lob_lattice_count(rep, f->whole_by, &inside)) {
        const lob_inst *inst = &f->cell->insts[f->inst];
        const lob_cell *child = lob_layout_cell(w->layout, inst->child);
        if (meeting != inside && lob_inst_trans(w->layout, inst).is_orthogonal && is_plain_leaf(w, child)) {
            count_leaf(w, child, inst, rep);
            f->is_placing = false;
            return;
        }
        lob_walk_foresee(w, meeting < UINT64_MAX ? meeting - inside : UINT64_MAX);
        if (meeting == inside || w->is_short) {
            lob_walk_add_sums(w, child, inside);
            f->is_placing = false;
            w->is_left_out = w->is_left_out || meeting != inside;
        }
    }
}

/* The next run: what of it lies inside is counted. False: there is none. */
static bool next_run(lob_walk *w, frame *f) {
    if (!lob_lattice_next_run(f->members, &f->run)) {
        return false;
    }
    f->whole = lob_lattice_within(f->members, &f->run, f->whole_by);
    if (f->whole.first < f->whole.end) {
        const lob_cell *child = lob_layout_cell(w->layout, f->cell->insts[f->inst].child);
        lob_walk_add_sums(w, child, f->whole.end - f->whole.first);
    }
    return true;
}

/* A window that cuts arrays of arrays goes along the border of each: that ends sooner than other work. */
static lob_status charge_lattice(lob_walk *w, const lob_rep *rep, uint64_t steps) {
    w->lattice_work += rep->kind == LOB_REP_FRACTION ? FRACTION_WEIGHT * steps : steps;
    if (w->options.lattice_max > 0 && w->lattice_work > w->options.lattice_max) {
        return lob_walk_fail_work(w);
    }
    if (w->lattice_work > LATTICE_WORK) {
        lob_walk_foresee(w, UINT64_MAX);
    }
    return lob_walk_charge(w, steps);
}

lob_status lob_walk_runs_next(lob_walk *w, frame *f, uint64_t *member, lob_point64 *at, bool *is_there) {
    const uint64_t before = f->members->work;
    f->is_placing = true;
    if (f->run.first == f->whole.first && f->whole.first < f->whole.end) {
        f->run.first = f->whole.end;
    }
    if (f->run.first == f->run.end) {
        f->is_placing = next_run(w, f);
        *is_there = false;
        return charge_lattice(w, f->members->rep, f->members->work - before);
    }
    *is_there = true;
    *member = lob_lattice_member(f->members, f->run.outer, f->run.first++);
    *at = lob_rep_at(f->members->rep, *member);
    return charge_lattice(w, f->members->rep, 1);
}

/* ---- what is wanted ---- */

static bool wants_all(const lob_walk *w) {
    const unsigned all = LOB_WALK_SHAPES | LOB_WALK_TEXTS;
    return !w->options.layers && (w->options.what & all) == all;
}

/* Whether the sum holds any of the kinds that are wanted. */
static bool has_wanted(const lob_walk *w, const lob_layer_box *sum) {
    for (int kind = 0; kind < LOB_KIND_COUNT; kind++) {
        if ((w->options.what >> kind & 1) && sum->kind_count[kind] > 0) {
            return true;
        }
    }
    return false;
}

lob_box64 lob_walk_wanted_box(const lob_walk *w, const lob_cell *cell) {
    if (w->options.what == LOB_WALK_INSTS && cell->inst_count == 0) {
        return LOB_BOX64_EMPTY; /* a leaf of a billion members is not entered a billion times */
    }
    if (w->options.what & LOB_WALK_INSTS) {
        return cell->box_placed;
    }
    if (wants_all(w)) {
        return cell->box;
    }
    if (!w->options.layers && w->options.what == LOB_WALK_SHAPES) {
        return cell->box_figures;
    }
    lob_box64 box = LOB_BOX64_EMPTY;
    uint32_t want = 0;
    for (uint32_t i = next_sum(w, cell, 0, &want); i < cell->layer_box_count; i = next_sum(w, cell, i + 1, &want)) {
        const lob_layer_box *sum = &cell->layer_boxes[i];
        box = has_wanted(w, sum) ? lob_box64_join(box, sum->box) : box;
    }
    return box;
}
