/* The figures of what could not be struck out as cells, one by one: see flat.h.
 *
 * Invariant: members of arrays that lie off the window are passed by through their lattice, and how many figures there
 * are is known before the first is looked at. */
#include "base/alloc.h"
#include "base/limits.h"
#include "base/num.h"
#include "db/index.h"
#include "db/walk.h"
#include "diff/flat_impl.h"

enum { POLL_EVERY = 4096, MEMBERS_ASKED = 4096 };

static bool touch(lob_box64 a, lob_box64 b) {
    return a.left <= b.right && a.right >= b.left && a.bottom <= b.top && a.top >= b.bottom;
}

lob_status lob_flat_step(flat_run *r) {
    return ++r->steps % POLL_EVERY == 0 ? lob_poll(r->ctx) : LOB_OK;
}

bool lob_flat_has_layer(const lob_side *side, lob_cell_index cell) {
    return !lob_box64_is_empty(lob_side_cell_box(side, cell));
}

/* ---- near the window ---- */

static lob_box64 spread(lob_box64 box, lob_box64 by) {
    return (lob_box64){box.left + by.left, box.bottom + by.bottom, box.right + by.right, box.top + by.top};
}

static lob_box64 widened(lob_box64 b, int64_t by) {
    return (lob_box64){b.left - by, b.bottom - by, b.right + by, b.top + by};
}

/* Where the first member of a thing may be drawn; units of the layout. */
static lob_box64 box_of(const lob_side *side, lob_cell_index cell, const lob_trans *trans) {
    const int64_t room = 1 + lob_layout_cell(side->layout, cell)->slack;
    return widened(lob_trans_box(trans, lob_side_cell_box(side, cell)), room);
}

static lob_box64 thing_box(const lob_side *side, const thing *t) {
    const lob_box64 box = box_of(side, t->cell, &t->trans);
    if (t->rep == LOB_NONE) {
        return box;
    }
    const lob_trans turn = lob_diff_turn(t->code);
    return spread(box, lob_trans_box(&turn, lob_rep_extent(lob_layout_rep(side->layout, t->rep))));
}

bool lob_flat_is_near(const flat_run *r, int k, const thing *t) {
    const lob_side *side = r->sides[k];
    if (!r->window) {
        return true;
    }
    const lob_box64 box = thing_box(side, t);
    const int64_t s = side->scale;
    return touch((lob_box64){box.left * s, box.bottom * s, box.right * s, box.top * s}, *r->window);
}

static int64_t floor_div(int64_t value, int64_t by) {
    return value / by - (value % by < 0);
}

/* The window in units of a layout, or a little more. */
static lob_box64 window_of(const flat_run *r, int k) {
    const int64_t s = r->sides[k]->scale;
    const lob_box64 w = *r->window;
    return (lob_box64){floor_div(w.left, s), floor_div(w.bottom, s), floor_div(w.right, s) + 1,
                       floor_div(w.top, s) + 1};
}

/* ---- members ---- */

/* `linear` takes displacements to the compared cell, `first` is the box of the first member there. */
static lob_status members_start(flat_run *r, int k, uint32_t rep, lob_box64 first, const lob_trans *linear,
                                flat_members *m) {
    const lob_layout *layout = r->sides[k]->layout;
    *m = (flat_members){.rep = lob_layout_rep(layout, rep), .linear = *linear};
    m->count = lob_rep_count(m->rep);
    m->is_by_lattice = r->window != NULL;
    if (m->is_by_lattice) {
        const lob_box64 w = window_of(r, k);
        const lob_box64 by = {w.left - first.right, w.bottom - first.top, w.right - first.left, w.top - first.bottom};
        const lob_rtree *list;
        lob_box64 into = lob_trans_inverse_box(linear, by);
        LOB_TRY(lob_index_list(r->ctx, layout, rep, &list));
        lob_lattice_start(&m->lattice, m->rep, list, linear->is_orthogonal ? into : widened(into, 2));
    }
    return LOB_OK;
}

lob_status lob_flat_members_of(flat_run *r, int k, const thing *t, flat_members *m) {
    const lob_trans turn = lob_diff_turn(t->code);
    return members_start(r, k, t->rep, box_of(r->sides[k], t->cell, &t->trans), &turn, m);
}

lob_status lob_flat_members_in(flat_run *r, int k, const lob_inst *inst, const lob_trans *parent, flat_members *m) {
    const lob_trans own = lob_inst_trans(r->sides[k]->layout, inst), placed = lob_trans_compose(parent, &own);
    const lob_trans linear = lob_trans_linear(parent);
    const int64_t room = parent->is_orthogonal ? 0 : 2;
    LOB_TRY(members_start(r, k, inst->rep, widened(box_of(r->sides[k], inst->child, &placed), room), &linear, m));
    m->linear = lob_trans_identity();
    return LOB_OK;
}

bool lob_flat_member(flat_members *m, lob_point64 *by, bool *is_there) {
    lob_point64 at;
    uint64_t member;
    *is_there = true;
    if (!m->is_by_lattice) {
        if (m->at == m->count) {
            return false;
        }
        m->member = m->at++;
        *by = lob_trans_point(&m->linear, lob_rep_at(m->rep, m->member));
        return true;
    }
    if (!lob_lattice_next(&m->lattice, &member, &at)) {
        return false;
    }
    *is_there = member != LOB_LATTICE_PAUSE;
    if (*is_there) {
        m->member = member;
        *by = lob_trans_point(&m->linear, at);
    }
    return true;
}

lob_status lob_flat_members_count(flat_run *r, flat_members *m, uint64_t room, uint64_t *count) {
    lob_point64 by;
    bool is_there;
    *count = m->count;
    if (!m->is_by_lattice || lob_lattice_count(m->rep, m->lattice.into, count)) {
        return LOB_OK;
    }
    *count = lob_lattice_lines(&m->lattice);
    if (m->rep->kind != LOB_REP_LIST && *count > room) { /* to go through the lines is too much already */
        return LOB_OK;
    }
    for (*count = 0; *count <= room && lob_flat_member(m, &by, &is_there); *count += is_there) {
        LOB_TRY(lob_flat_step(r));
    }
    return LOB_OK;
}

/* ---- how many figures ---- */

static uint64_t all_of(const flat_run *r, int k, const thing *t) {
    const lob_side *side = r->sides[k];
    const lob_layer_box *sum = t->is_own ? NULL : lob_side_cell_sum(side, t->cell);
    uint64_t count = t->is_own ? r->sums[k][t->cell].own_count : 0;
    for (int kind = 0; sum && kind < LOB_KIND_TEXT; kind++) {
        count = lob_u64_add_sat(count, sum->kind_count[kind]);
    }
    return count;
}

static bool is_inside(lob_box64 a, lob_box64 b) {
    return a.left >= b.left && a.right <= b.right && a.bottom >= b.bottom && a.top <= b.top;
}

/* Of a thing without an array, in the window. */
static lob_status count_near(flat_run *r, int k, const thing *t, uint64_t *count) {
    const lob_side *side = r->sides[k];
    const lob_box64 window = window_of(r, k);
    *count = all_of(r, k, t);
    if (*count == 0 || is_inside(box_of(side, t->cell, &t->trans), window)) {
        return LOB_OK;
    }
    lob_ctx own;
    const uint64_t most = *count;
    LOB_TRY(lob_ctx_child(r->ctx, &own, LOB_LIMIT_REQUEST_MEMORY_SIZE));
    const lob_walk_options options = {.window = widened(lob_trans_inverse_box(&t->trans, window), 2),
                                      .what = LOB_WALK_SHAPES,
                                      .layers = &side->layer,
                                      .layer_count = 1,
                                      .depth_max = t->is_own ? 0 : UINT32_MAX,
                                      .work_max = LOB_LIMIT_DIFF_FIGURES};
    lob_walk_count *counts = LOB_NEW_ARRAY(own.arena, lob_walk_count, lob_layout_layer_count(side->layout));
    uint64_t insts;
    lob_status status =
        counts ? lob_walk_counts(&own, side->layout, t->cell, &options, counts, &insts) : lob_fail_memory(&own);
    if (status == LOB_OK) {
        *count = counts[side->layer].shapes;
    } else if (status == LOB_E_QUERY_TOO_LARGE) {
        *count = most;
        status = LOB_OK;
    }
    status = lob_ctx_join(r->ctx, &own, status);
    lob_ctx_drop(&own);
    return status;
}

static lob_status count_thing(flat_run *r, int k, const thing *t, uint64_t room, uint64_t *count) {
    flat_members members;
    uint64_t n = 1, more;
    *count = all_of(r, k, t);
    if (t->rep == LOB_NONE) {
        return r->window ? count_near(r, k, t, count) : LOB_OK;
    }
    LOB_TRY(lob_flat_members_of(r, k, t, &members));
    LOB_TRY(lob_flat_members_count(r, &members, room, &n));
    *count = lob_u64_mul_sat(*count, n);
    if (!r->window || *count <= room || n > MEMBERS_ASKED) {
        return LOB_OK;
    }
    thing one = *t;
    lob_point64 by;
    bool is_there;
    one.rep = LOB_NONE;
    *count = 0;
    LOB_TRY(lob_flat_members_of(r, k, t, &members));
    while (*count <= room && lob_flat_member(&members, &by, &is_there)) {
        one.trans = is_there ? lob_trans_moved(&t->trans, by) : one.trans;
        LOB_TRY(is_there ? count_near(r, k, &one, &more) : lob_flat_step(r));
        *count = lob_u64_add_sat(*count, is_there ? more : 0);
    }
    return LOB_OK;
}

static lob_status refuse(flat_run *r, uint64_t count) {
    lob_ctx *ctx = r->ctx;
    lob_status status = lob_fail(ctx, LOB_E_QUERY_TOO_LARGE, "The two layouts differ in cells with too many contents");
    lob_error_text(&ctx->error, "reason", LOB_STR("differences"));
    lob_error_text(&ctx->error, "limit_name", LOB_STR("diff_figures"));
    lob_error_integer(&ctx->error, "limit", LOB_LIMIT_DIFF_FIGURES);
    lob_error_integer(&ctx->error, "at_least", count < (UINT64_C(1) << 53) ? (int64_t)count : INT64_C(1) << 53);
    lob_hint(ctx,
             "Ask for a box, for fewer layers or a cell below, or for mode hierarchy, which shows where cells differ.");
    return status;
}

lob_status lob_flat_foresee(flat_run *r) {
    uint64_t count[2] = {0, 0};
    for (int k = 0; k < 2; k++) {
        for (size_t i = 0; i < r->lists[k].count; i++) {
            uint64_t more;
            LOB_TRY(lob_flat_step(r));
            LOB_TRY(count_thing(r, k, &r->lists[k].items[i], LOB_LIMIT_DIFF_FIGURES, &more));
            count[k] = lob_u64_add_sat(count[k], more);
            if (lob_u64_add_sat(count[0], count[1]) > LOB_LIMIT_DIFF_FIGURES) {
                return refuse(r, lob_u64_add_sat(count[0], count[1]));
            }
        }
    }
    /* Each figure of the one side goes against one of the other at most. */
    r->figures = count[0] + count[1];
    const uint64_t apart = count[0] > count[1] ? count[0] - count[1] : count[1] - count[0];
    return !r->window && apart > LOB_FLAT_COUNT_MAX ? lob_tally_refuse(r->ctx, LOB_FLAT_COUNT_MAX) : LOB_OK;
}

/* ---- figures ---- */

static lob_status take(flat_run *r, int k, const lob_diff_figure *figure) {
    LOB_TRY(lob_flat_step(r));
    if (r->window && !touch(figure->box, *r->window)) {
        return LOB_OK;
    }
    if (!r->is_second) {
        lob_tally_add(&r->tally, k, figure->weight);
        return LOB_OK;
    }
    const lob_flat_found found = {figure->weight, figure->box};
    return lob_tally_wants(&r->tally, figure->weight) ? lob_tally_keep(&r->tally, k, &found) : LOB_OK;
}

/* Where the first member of a stored figure lies. */
static lob_box64 figure_box(const lob_side *side, const lob_member *m, const lob_rep *rep) {
    const lob_box64 all = lob_shape_box(side->layout, m->shapes, m->kind, m->index), e = lob_rep_extent(rep);
    return (lob_box64){all.left - e.left, all.bottom - e.bottom, all.right - e.right, all.top - e.top};
}

static lob_status take_members(flat_run *r, int k, lob_member *m, uint32_t rep, const lob_trans *trans) {
    lob_side *side = r->sides[k];
    const lob_trans linear = lob_trans_linear(trans);
    const lob_rep *list = lob_layout_rep(side->layout, rep);
    const lob_box64 first = lob_trans_box(trans, figure_box(side, m, list));
    const int64_t room = trans->is_orthogonal ? 1 : (int64_t)(4 + 2 * trans->mag);
    flat_members members;
    bool is_there;
    LOB_TRY(members_start(r, k, rep, widened(first, room), &linear, &members));
    members.linear = lob_trans_identity();
    while (lob_flat_member(&members, &m->by, &is_there)) {
        lob_diff_figure figure;
        if (!is_there) {
            LOB_TRY(lob_flat_step(r));
            continue;
        }
        m->member = members.member;
        LOB_TRY(lob_side_figure(side, m, trans, &figure));
        LOB_TRY(take(r, k, &figure));
    }
    return LOB_OK;
}

static lob_status take_own(flat_run *r, int k, lob_cell_index cell, const lob_trans *trans) {
    lob_side *side = r->sides[k];
    const lob_shapes *shapes = lob_side_shapes(side, lob_layout_cell(side->layout, cell));
    for (int kind = 0; shapes && kind < LOB_KIND_TEXT; kind++) {
        for (uint32_t i = 0; i < shapes->count[kind]; i++) {
            const uint32_t rep = lob_shape_rep_index(shapes, (lob_kind)kind, i);
            lob_member member = {.shapes = shapes, .kind = (lob_kind)kind, .index = i};
            if (rep != LOB_NONE) {
                LOB_TRY(take_members(r, k, &member, rep, trans));
                continue;
            }
            lob_diff_figure figure;
            LOB_TRY(lob_side_figure(side, &member, trans, &figure));
            LOB_TRY(take(r, k, &figure));
        }
    }
    return LOB_OK;
}

typedef struct frame { /* a cell on the way down, and which placement in it is next */
    lob_cell_index cell;
    lob_trans trans;
    uint32_t at, inst;
    bool is_placing; /* by `members` */
    flat_members members;
} frame;

static void enter(frame *f, lob_cell_index cell, const lob_trans *trans) {
    f->cell = cell;
    f->trans = *trans;
    f->at = f->inst = 0;
    f->is_placing = false;
}

/* The next child of a frame; *is_end: there is none left. *is_there false: to look up. */
static lob_status next_child(flat_run *r, int k, frame *f, thing *child, bool *is_end, bool *is_there) {
    const lob_side *side = r->sides[k];
    const lob_cell *cell = lob_layout_cell(side->layout, f->cell);
    *is_there = false;
    *is_end = !f->is_placing && !lob_side_next_inst(side, f->cell, &f->at, &f->inst);
    if (*is_end) {
        return LOB_OK;
    }
    const lob_inst *inst = &cell->insts[f->inst];
    if (!f->is_placing && inst->rep != LOB_NONE) {
        f->is_placing = true;
        return lob_flat_members_in(r, k, inst, &f->trans, &f->members);
    }
    lob_trans own = lob_inst_trans(side->layout, inst);
    lob_point64 by = {0, 0};
    *is_there = !f->is_placing;
    if (f->is_placing) {
        f->is_placing = lob_flat_member(&f->members, &by, is_there);
        *is_there = *is_there && f->is_placing;
        own = lob_trans_moved(&own, by);
    }
    *child = (thing){.trans = lob_trans_compose(&f->trans, &own), .rep = LOB_NONE};
    child->cell = lob_side_jump(side, inst->child, &child->trans);
    return LOB_OK;
}

static lob_status go_below(flat_run *r, int k, frame *frames) {
    for (uint32_t depth = 1; depth > 0;) {
        thing child;
        bool is_end, is_there;
        LOB_TRY(lob_flat_step(r));
        LOB_TRY(next_child(r, k, &frames[depth - 1], &child, &is_end, &is_there));
        if (is_end) {
            depth--;
        } else if (is_there && lob_flat_is_near(r, k, &child)) {
            enter(&frames[depth++], child.cell, &child.trans);
            LOB_TRY(take_own(r, k, child.cell, &child.trans));
        }
    }
    return LOB_OK;
}

/* All figures of a placed cell, children included. */
static lob_status take_below(flat_run *r, int k, lob_cell_index cell, const lob_trans *trans) {
    const uint32_t height = lob_layout_cell(r->sides[k]->layout, cell)->height;
    LOB_TRY(take_own(r, k, cell, trans));
    if (height == 0) {
        return LOB_OK;
    }
    frame *frames = lob_malloc(((size_t)height + 1) * sizeof *frames);
    if (!frames) {
        return lob_fail_memory(r->ctx);
    }
    enter(&frames[0], cell, trans);
    lob_status status = go_below(r, k, frames);
    lob_free(frames);
    return status;
}

static lob_status take_thing(flat_run *r, int k, const thing *t) {
    if (t->is_own) {
        return take_own(r, k, t->cell, &t->trans);
    }
    if (t->rep == LOB_NONE) {
        return take_below(r, k, t->cell, &t->trans);
    }
    flat_members members;
    lob_point64 by;
    bool is_there;
    LOB_TRY(lob_flat_members_of(r, k, t, &members));
    while (lob_flat_member(&members, &by, &is_there)) {
        const lob_trans one = is_there ? lob_trans_moved(&t->trans, by) : t->trans;
        LOB_TRY(is_there ? take_below(r, k, t->cell, &one) : lob_flat_step(r));
    }
    return LOB_OK;
}

lob_status lob_flat_pass(flat_run *r, bool is_second) {
    r->is_second = is_second;
    for (int k = 0; k < 2; k++) {
        for (size_t i = 0; i < r->lists[k].count; i++) {
            LOB_TRY(take_thing(r, k, &r->lists[k].items[i]));
        }
    }
    return LOB_OK;
}
