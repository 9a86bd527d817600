/* Counting without hits: what lies wholly inside the window is taken from the sums of freezing, never entered. */
#include <string.h>

#include "base/num.h"
#include "db/walk_impl.h"

/* Steps through arrays while counting. Lines of a FRACTION take divisions of 128 bits. */
enum { LATTICE_WORK = 2000000, FRACTION_WEIGHT = 8 };

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

uint32_t lob_walk_next_sum(const lob_walk *w, const lob_cell *cell, uint32_t from, uint32_t *want) {
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
    for (uint32_t i = lob_walk_next_sum(w, cell, 0, &want); i < cell->layer_box_count;
         i = lob_walk_next_sum(w, cell, i + 1, &want)) {
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

void lob_walk_runs_begin(lob_walk *w, frame *f, const lob_rep *rep) {
    uint64_t meeting, inside;
    f->is_by_runs = true;
    f->whole_by = inside_by(f->placed, lob_trans_inverse_box(&f->trans, w->options.window));
    f->run = f->whole = (lob_lattice_run){0, 0, 0};
    lob_walk_foresee(w, lob_lattice_lines(f->members));
    if (lob_lattice_count(rep, f->members->into, &meeting) && lob_lattice_count(rep, f->whole_by, &inside)) {
        const lob_cell *child = lob_layout_cell(w->layout, f->cell->insts[f->inst].child);
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

lob_status lob_walk_counts(lob_ctx *ctx, const lob_layout *layout, lob_cell_index cell, const lob_walk_options *options,
                           lob_walk_count *counts, uint64_t *inst_count) {
    lob_walk *w;
    if (!options->layers) {
        memset(counts, 0, lob_layout_layer_count(layout) * sizeof *counts);
    }
    for (uint32_t i = 0; options->layers && i < options->layer_count; i++) {
        counts[options->layers[i]] = (lob_walk_count){0, 0};
    }
    *inst_count = 0;
    lob_walk_options own = *options;
    own.left_max = NULL;
    LOB_TRY(lob_walk_open(ctx, layout, cell, &own, &w));
    w->counts = counts;
    const lob_cell *root = lob_layout_cell(layout, cell);
    lob_box64 box = lob_walk_wanted_box(w, root);
    if (w->top && !lob_box64_is_empty(box) && lob_walk_sums_hold(w, root, 0) &&
        lob_box64_inside(lob_box64_widened(box, root->slack), w->options.window)) {
        lob_walk_add_sums(w, root, 1);
        w->top = NULL;
    }
    while (w->top) {
        const lob_hit *hit;
        LOB_TRY(lob_walk_step(w, &hit));
    }
    *inst_count = w->inst_count;
    return w->is_left_out ? lob_walk_fail_work(w) : LOB_OK;
}
