/* The walk, instances: as hits, and member by member on the way down.
 *
 * The tree of a cell's instances holds boxes of all members; what a lattice has in the window is found by arithmetic.
 */
#include <math.h>

#include "base/num.h"
#include "db/walk_impl.h"

enum { PATH_GROWTH = 2 };

static const lob_rep *rep_of(const lob_walk *w, const lob_inst *inst) {
    return inst->rep == LOB_NONE ? NULL : lob_layout_rep(w->layout, inst->rep);
}

static lob_box64 spread(lob_box64 box, const lob_rep *rep) {
    if (!rep) {
        return box;
    }
    lob_box64 extent = lob_rep_extent(rep);
    return (lob_box64){box.left + extent.left, box.bottom + extent.bottom, box.right + extent.right,
                       box.top + extent.top};
}

/* ---- as hits ---- */

typedef struct meeting { /* members of one instance that meet the window */
    uint64_t count, first;
} meeting;

static void meeting_add(meeting *m, uint64_t member, uint64_t count) {
    m->first = m->count == 0 || member < m->first ? member : m->first;
    m->count = lob_u64_add_sat(m->count, count);
}

static lob_status meet_exact(lob_walk *w, const lob_inst *inst, lob_box64 into, meeting *m) {
    const lob_rep *rep = rep_of(w, inst);
    lob_box64 extent = rep ? lob_rep_extent(rep) : (lob_box64){0, 0, 0, 0};
    if (!lob_box64_is_empty(into) && lob_box64_inside(extent, into)) {
        meeting_add(m, 0, rep ? lob_rep_count(rep) : 1);
        return LOB_OK;
    }
    uint64_t count;
    if (!rep) {
        return LOB_OK;
    }
    if (w->counts && lob_lattice_count(rep, into, &count)) {
        m->count = count;
        return LOB_OK;
    }
    const lob_rtree *list;
    LOB_TRY(lob_index_list(w->ctx, w->layout, inst->rep, &list));
    lob_lattice lattice;
    lob_lattice_start(&lattice, rep, list, into);
    lob_walk_foresee(w, rep->kind == LOB_REP_LIST ? 0 : lob_lattice_lines(&lattice));
    lob_lattice_run run;
    uint64_t member;
    uint64_t before = 0;
    lob_point64 at;
    bool by_runs = rep->kind == LOB_REP_LATTICE;
    while (by_runs ? lob_lattice_next_run(&lattice, &run) : lob_lattice_next(&lattice, &member, &at)) {
        LOB_TRY(lob_walk_charge(w, lattice.work - before));
        before = lattice.work;
        if (by_runs && run.first < run.end) {
            const bool is_all = lob_lattice_count(rep, into, &count); /* along the axes the first run tells all */
            meeting_add(m, lob_lattice_member(&lattice, run.outer, run.first), is_all ? count : run.end - run.first);
            if (is_all) {
                break;
            }
        } else if (!by_runs && member != LOB_LATTICE_PAUSE) {
            meeting_add(m, member, 1);
        }
        if (w->counts && m->count > 0) { /* an instance that meets is counted once */
            break;
        }
    }
    return lob_walk_charge(w, lattice.work - before);
}

/* Each member that may meet is looked at in the walked cell's coordinates. */
static lob_status meet_rounded(lob_walk *w, const lob_inst *inst, lob_box64 child, lob_box64 first, meeting *m) {
    const frame *f = w->top;
    const lob_rtree *list;
    LOB_TRY(lob_index_list(w->ctx, w->layout, inst->rep, &list));
    lob_lattice lattice;
    lob_lattice_start(&lattice, rep_of(w, inst), list,
                      lob_walk_displacements(f, lob_box64_widened(first, 1), w->options.window));
    lob_trans own = lob_inst_trans(w->layout, inst);
    uint64_t member;
    uint64_t before = 0;
    lob_point64 at;
    while (lob_lattice_next(&lattice, &member, &at)) {
        LOB_TRY(lob_walk_charge(w, lattice.work - before));
        before = lattice.work;
        if (member == LOB_LATTICE_PAUSE) {
            continue;
        }
        lob_trans moved = lob_trans_moved(&own, at);
        lob_trans t = lob_trans_compose(&f->trans, &moved);
        if (lob_walk_meets(w->options.meet, lob_trans_box(&t, child), w->options.window)) {
            meeting_add(m, member, 1);
            if (w->counts) {
                break;
            }
        }
    }
    return lob_walk_charge(w, lattice.work - before);
}

static lob_status hit_inst(lob_walk *w, uint32_t index, const lob_hit **hit) {
    frame *f = w->top;
    const lob_inst *inst = &f->cell->insts[index];
    lob_trans own = lob_inst_trans(w->layout, inst);
    lob_box64 child = lob_layout_cell(w->layout, inst->child)->box;
    if (lob_box64_is_empty(child)) {
        child = (lob_box64){0, 0, 0, 0};
    }
    lob_box64 first = lob_trans_box(&own, child);
    lob_box64 box = lob_trans_box(&f->trans, spread(first, rep_of(w, inst)));
    if (box.left > w->clip.right) {
        return LOB_OK;
    }
    meeting m = {0, 0};
    if (f->trans.is_orthogonal) {
        lob_box64 window = lob_trans_inverse_box(&f->trans, w->options.window);
        LOB_TRY(meet_exact(w, inst, lob_walk_meeting(w->options.meet, first, window), &m));
    } else {
        LOB_TRY(meet_rounded(w, inst, child, first, &m));
    }
    if (m.count == 0) {
        return LOB_OK;
    }
    if (w->counts) {
        w->inst_count = lob_u64_add_sat(w->inst_count, 1);
        return LOB_OK;
    }
    w->hit = (lob_hit){.leaf = f->cell_index,
                       .kind = LOB_KIND_COUNT,
                       .index = index,
                       .member = m.first,
                       .member_count = m.count,
                       .box = box,
                       .trans = &f->trans,
                       .path = w->path,
                       .depth = w->depth};
    *hit = &w->hit;
    return LOB_OK;
}

/* ---- on the way down ---- */

/* A box of this cell as it may be drawn in the walked one. */
static lob_box64 drawn(const frame *f, lob_box64 box) {
    return lob_box64_widened(lob_trans_box(&f->trans, box), lob_walk_margin(&f->trans));
}

static lob_status place(lob_walk *w, uint32_t index) {
    frame *f = w->top;
    const lob_inst *inst = &f->cell->insts[index];
    const lob_cell *child = lob_layout_cell(w->layout, inst->child);
    lob_box64 box = lob_walk_wanted_box(w, child);
    if (lob_box64_is_empty(box)) {
        return LOB_OK;
    }
    lob_trans own = lob_inst_trans(w->layout, inst);
    const lob_rep *rep = rep_of(w, inst);
    f->placed = lob_box64_widened(lob_trans_box(&own, box), f->cell->slack);
    f->inst = index;
    lob_box64 all = drawn(f, spread(f->placed, rep));
    if (!lob_box64_touch(all, w->clip)) {
        return LOB_OK;
    }
    if (w->counts && lob_box64_inside(all, w->options.window) && lob_walk_sums_hold(w, child, (uint64_t)w->depth + 1)) {
        lob_walk_add_sums(w, child, rep ? lob_rep_count(rep) : 1);
        return LOB_OK;
    }
    f->is_placing = true;
    f->is_repeated = rep != NULL;
    f->is_by_runs = false;
    if (!rep) {
        return LOB_OK;
    }
    if (!f->members) {
        f->members = LOB_NEW(w->ctx->arena, lob_lattice);
    }
    if (!f->members) {
        return lob_fail_memory(w->ctx);
    }
    const lob_rtree *list;
    LOB_TRY(lob_index_list(w->ctx, w->layout, inst->rep, &list));
    lob_lattice_start(f->members, rep, list, lob_walk_displacements(f, f->placed, w->clip));
    if (w->counts && f->trans.is_orthogonal && rep->kind != LOB_REP_LIST &&
        lob_walk_sums_hold(w, child, (uint64_t)w->depth + 1)) {
        lob_walk_runs_begin(w, f, rep);
    }
    return LOB_OK;
}

static bool is_same_inst(const lob_inst *a, const lob_inst *b) {
    return a->child == b->child && a->at.x == b->at.x && a->at.y == b->at.y && a->rep == b->rep && a->cplx == b->cplx &&
           a->code == b->code;
}

lob_status lob_walk_inst(lob_walk *w, uint32_t index, const lob_hit **hit) {
    frame *f = w->top;
    const uint32_t last = f->last;
    f->last = index;
    if (w->options.skips_copies && last != LOB_NONE && is_same_inst(&f->cell->insts[last], &f->cell->insts[index])) {
        return LOB_OK;
    }
    if (w->options.what & LOB_WALK_INSTS) {
        LOB_TRY(hit_inst(w, index, hit));
    }
    return w->depth < w->options.depth_max ? place(w, index) : LOB_OK;
}

static lob_status step_down(lob_walk *w, uint32_t inst, uint64_t member) {
    if (w->depth == w->path_capacity) {
        uint32_t capacity = w->path_capacity * PATH_GROWTH;
        lob_step *path = LOB_NEW_ARRAY(w->ctx->arena, lob_step, capacity);
        if (!path) {
            return lob_fail_memory(w->ctx);
        }
        for (uint32_t i = 0; i < w->depth; i++) {
            path[i] = w->path[i];
        }
        w->path = path;
        w->path_capacity = capacity;
    }
    w->path[w->depth++] = (lob_step){inst, member};
    return LOB_OK;
}

/* The member to enter next; false when none is left or one has to wait. */
static lob_status next_member(lob_walk *w, frame *f, uint64_t *member, lob_point64 *at, bool *is_there) {
    *member = 0;
    *at = (lob_point64){0, 0};
    *is_there = true;
    if (!f->is_repeated) {
        f->is_placing = false;
        return lob_walk_charge(w, 1);
    }
    if (f->is_by_runs) {
        return lob_walk_runs_next(w, f, member, at, is_there);
    }
    uint64_t before = f->members->work;
    f->is_placing = lob_lattice_next(f->members, member, at);
    *is_there = f->is_placing && *member != LOB_LATTICE_PAUSE;
    return lob_walk_charge(w, f->members->work - before);
}

lob_status lob_walk_enter_next(lob_walk *w) {
    frame *f = w->top;
    uint64_t member;
    lob_point64 at;
    bool is_there;
    LOB_TRY(next_member(w, f, &member, &at, &is_there));
    if (!is_there) {
        return LOB_OK;
    }
    lob_box64 box = drawn(f, lob_box64_moved(f->placed, at));
    if (!lob_box64_touch(box, w->clip)) {
        return LOB_OK;
    }
    const lob_inst *inst = &f->cell->insts[f->inst];
    const lob_cell *child = lob_layout_cell(w->layout, inst->child);
    if (w->counts && lob_box64_inside(box, w->options.window) && lob_walk_sums_hold(w, child, (uint64_t)w->depth + 1)) {
        lob_walk_add_sums(w, child, 1);
        return LOB_OK;
    }
    LOB_TRY(step_down(w, f->inst, member));
    lob_trans own = lob_inst_trans(w->layout, inst);
    own = lob_trans_moved(&own, at);
    lob_trans trans = lob_trans_compose(&f->trans, &own);
    return lob_walk_push(w, inst->child, &trans);
}
