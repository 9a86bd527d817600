/* The walk: trees and figures.
 *
 * Invariant: a frame's local window holds whatever of its cell can come to be drawn in the window, so searching with it
 * loses nothing; each hit is then decided on its own box in the walked cell's coordinates, so nothing is added. Under
 * orthogonal transformations the local window is exact. Off the axes trees are searched through the transformation.
 */
#include "db/walk.h"

#include <math.h>
#include <string.h>

#include "base/limits.h"
#include "base/num.h"
#include "db/walk_impl.h"

enum { PATH_FIRST = 32 };

uint64_t lob_walk_work(const lob_walk *walk) {
    return walk->work;
}

/* ---- figures ---- */

static const lob_shapes *shapes_of(const frame *f) {
    return &f->cell->shapes[f->shapes_at];
}

static void hit_figure(lob_walk *w, uint64_t member, lob_box64 box) {
    frame *f = w->top;
    w->hit = (lob_hit){.leaf = f->cell_index,
                       .shapes = shapes_of(f),
                       .kind = (lob_kind)f->kind,
                       .index = w->figure,
                       .member = member,
                       .member_count = 1,
                       .box = box,
                       .trans = &f->trans,
                       .path = w->options.skips_paths ? NULL : w->path,
                       .depth = w->options.skips_paths ? 0 : w->depth};
}

static void count_figures(lob_walk *w, uint64_t more) {
    lob_walk_count *count = &w->counts[shapes_of(w->top)->layer];
    uint64_t *slot = w->top->kind == LOB_KIND_TEXT ? &count->texts : &count->shapes;
    *slot = lob_u64_add_sat(*slot, more);
}

/* The member displaced by `at`, decided on its box as drawn. */
static lob_status try_member(lob_walk *w, uint64_t member, lob_point64 at, const lob_hit **hit) {
    frame *f = w->top;
    lob_box64 box = lob_trans_box(&f->trans, lob_box64_moved(w->figure_box, at));
    if (!f->trans.is_orthogonal) {
        if (!lob_box64_touch(lob_box64_widened(box, lob_walk_margin(&f->trans)), w->clip)) {
            return LOB_OK;
        }
        uint32_t count;
        LOB_TRY(lob_figure_vertices(w->ctx, w->layout, shapes_of(f), (lob_kind)f->kind, w->figure, at, &f->trans,
                                    &w->room, &count));
        box = lob_figure_box(w->room.points, count);
        LOB_TRY(lob_walk_charge(w, count / 16));
    }
    if (!lob_walk_meets(w->options.meet, box, w->options.window) || box.left > w->clip.right) {
        return LOB_OK;
    }
    if (w->counts) {
        count_figures(w, 1);
        return LOB_OK;
    }
    hit_figure(w, member, box);
    *hit = &w->hit;
    return LOB_OK;
}

static lob_status next_member(lob_walk *w, const lob_hit **hit) {
    uint64_t member;
    lob_point64 at;
    uint64_t before = w->figures.work;
    w->is_repeating = lob_lattice_next(&w->figures, &member, &at);
    LOB_TRY(lob_walk_charge(w, w->figures.work - before));
    if (!w->is_repeating || member == LOB_LATTICE_PAUSE) {
        return LOB_OK;
    }
    return try_member(w, member, at, hit);
}

static bool is_same_path(const lob_path *a, const lob_path *b) {
    return a->at.x == b->at.x && a->at.y == b->at.y && a->outline == b->outline && a->rep == b->rep &&
           a->width == b->width && a->begin_ext == b->begin_ext && a->end_ext == b->end_ext &&
           a->round_ends == b->round_ends;
}

static bool is_same_figure(const lob_shapes *s, lob_kind kind, uint32_t i, uint32_t k) {
    if (kind == LOB_KIND_BOX) {
        const lob_box a = s->boxes[i], b = s->boxes[k];
        return a.left == b.left && a.bottom == b.bottom && a.right == b.right && a.top == b.top &&
               lob_attrs_find(&s->box_reps, i) == lob_attrs_find(&s->box_reps, k);
    }
    if (kind == LOB_KIND_PATH) {
        return is_same_path(&s->paths[i], &s->paths[k]);
    }
    const lob_polygon *a = &s->polygons[i], *b = &s->polygons[k];
    return kind == LOB_KIND_POLYGON && a->outline == b->outline && a->rep == b->rep && a->at.x == b->at.x &&
           a->at.y == b->at.y;
}

/* Copies stand beside each other in a tree: their boxes are equal. */
static bool is_copy(const lob_walk *w, frame *f, uint32_t index) {
    const uint32_t last = f->last;
    f->last = index;
    return w->options.skips_copies && last != LOB_NONE && is_same_figure(shapes_of(f), (lob_kind)f->kind, last, index);
}

static lob_status figure_found(lob_walk *w, uint32_t item, const lob_hit **hit) {
    frame *f = w->top;
    uint32_t id = f->tree->ids[item];
    w->figure = id & ~LOB_INDEX_LOOK;
    if (is_copy(w, f, w->figure)) {
        return LOB_OK;
    }
    if (!(id & LOB_INDEX_LOOK)) {
        w->figure_box = lob_box64_from(f->tree->boxes[item]);
        return try_member(w, 0, (lob_point64){0, 0}, hit);
    }
    lob_box64 all = lob_shape_box(w->layout, shapes_of(f), (lob_kind)f->kind, w->figure);
    uint32_t rep_index = lob_shape_rep_index(shapes_of(f), (lob_kind)f->kind, w->figure);
    if (rep_index == LOB_NONE) {
        w->figure_box = all;
        return try_member(w, 0, (lob_point64){0, 0}, hit);
    }
    const lob_rep *rep = lob_layout_rep(w->layout, rep_index);
    const lob_rtree *list;
    LOB_TRY(lob_index_list(w->ctx, w->layout, rep_index, &list));
    const lob_box64 extent = lob_rep_extent(rep);
    w->figure_box =
        (lob_box64){all.left - extent.left, all.bottom - extent.bottom, all.right - extent.right, all.top - extent.top};
    if (w->counts) {
        uint64_t count;
        bool is_done;
        LOB_TRY(lob_walk_count_members(w, rep, &count, &is_done));
        if (is_done) {
            count_figures(w, count);
            return LOB_OK;
        }
    }
    lob_lattice_start(&w->figures, rep, list, lob_walk_displacements(f, w->figure_box, w->clip));
    w->is_repeating = true;
    return LOB_OK;
}

/* Whether anything of a layer may come: else its trees need not even be made. */
static bool may_meet(const lob_walk *w, const frame *f, lob_box64 box) {
    if (!lob_walk_is_turned(&f->trans)) {
        return lob_box64_touch(box, f->local);
    }
    lob_box64 seen = lob_trans_box(&f->trans, box);
    return lob_box64_touch(lob_box64_widened(seen, lob_walk_margin(&f->trans)), w->clip);
}

/* The next tree of the frame: the kinds of each wanted layer, then the instances. False: the frame is done. */
static lob_status choose_tree(lob_walk *w, frame *f, bool *is_done) {
    *is_done = false;
    for (; f->shapes_at < f->cell->shapes_count; f->shapes_at = lob_walk_seek_shapes(w, f->cell, f->shapes_at + 1)) {
        for (; f->kind < LOB_KIND_COUNT; f->kind++) {
            bool is_wanted = (w->options.what >> f->kind & 1) && shapes_of(f)->count[f->kind] > 0;
            if (is_wanted && may_meet(w, f, shapes_of(f)->box)) {
                LOB_TRY(lob_index_figures(w->ctx, w->layout, f->cell_index, f->shapes_at, (lob_kind)f->kind, &f->tree));
                lob_rtree_begin(f->tree, &f->cursor);
                f->last = LOB_NONE;
                return LOB_OK;
            }
        }
        f->kind = 0;
    }
    *is_done = true;
    bool is_leaf = w->depth >= w->options.depth_max && !(w->options.what & LOB_WALK_INSTS);
    if (f->kind == LOB_KIND_COUNT || is_leaf || f->cell->inst_count == 0) {
        return LOB_OK;
    }
    f->kind = LOB_KIND_COUNT; /* the instances come once */
    *is_done = false;
    LOB_TRY(lob_index_insts(w->ctx, w->layout, f->cell_index, &f->tree));
    lob_rtree_begin(f->tree, &f->cursor);
    f->last = LOB_NONE;
    return LOB_OK;
}

static lob_status step(lob_walk *w, const lob_hit **hit) {
    frame *f = w->top;
    if (w->is_repeating) {
        return next_member(w, hit);
    }
    if (f->is_placing) {
        return lob_walk_enter_next(w);
    }
    if (!f->tree) {
        bool is_done;
        LOB_TRY(choose_tree(w, f, &is_done));
        if (is_done) {
            lob_walk_pop(w);
        }
        return LOB_OK;
    }
    uint32_t item;
    uint64_t looked = 0;
    bool is_figure = f->shapes_at < f->cell->shapes_count;
    w->query.gives_whole = w->counts && is_figure && f->trans.is_orthogonal && !f->tree->is_marked;
    bool more = lob_rtree_next(f->tree, &f->cursor, &w->query, &item, &looked);
    LOB_TRY(lob_walk_charge(w, looked));
    if (!more) {
        f->tree = NULL;
        f->kind = f->kind == LOB_KIND_COUNT ? f->kind : (uint8_t)(f->kind + 1);
        return LOB_OK;
    }
    if (item == LOB_RTREE_PAUSE) {
        return LOB_OK;
    }
    if (w->query.gives_whole && f->cursor.run > 1) {
        count_figures(w, f->cursor.run);
        return LOB_OK;
    }
    return is_figure ? figure_found(w, item, hit) : lob_walk_inst(w, f->tree->ids[item], hit);
}

/* ---- the public face ---- */

static lob_box64 window_cut(lob_box64 b) {
    const int64_t edge = LOB_COORD_MAX;
    return (lob_box64){b.left < -edge ? -edge : b.left, b.bottom < -edge ? -edge : b.bottom,
                       b.right > edge ? edge : b.right, b.top > edge ? edge : b.top};
}

lob_status lob_walk_open(lob_ctx *ctx, const lob_layout *layout, lob_cell_index cell, const lob_walk_options *options,
                         lob_walk **walk) {
    LOB_TRY(lob_poll(ctx)); /* callers open many walks that are too small to poll */
    lob_walk *w = LOB_NEW(ctx->arena, lob_walk);
    if (!w) {
        return lob_fail_memory(ctx);
    }
    w->ctx = ctx;
    w->layout = layout;
    w->options = *options;
    w->options.window = window_cut(options->window);
    if (options->layers && options->layer_count > 1 && options->layer_count == lob_layout_layer_count(layout)) {
        w->options.layers = NULL;
    }
    w->jumps = options->skips_paths && options->layers && options->layer_count == 1 &&
               options->depth_max == UINT32_MAX && !(options->what & LOB_WALK_INSTS);
    w->clip = w->options.window;
    w->work_max = options->work_max ? options->work_max : LOB_LIMIT_QUERY_WORK;
    w->poll_at = LOB_WALK_POLL_EVERY;
    w->path_capacity = PATH_FIRST;
    w->path = LOB_NEW_ARRAY(ctx->arena, lob_step, PATH_FIRST);
    if (!w->path) {
        return lob_fail_memory(ctx);
    }
    *walk = w;
    if (lob_box64_is_empty(w->clip)) {
        return LOB_OK;
    }
    lob_trans identity = lob_trans_identity();
    return lob_walk_push(w, cell, &identity);
}

lob_status lob_walk_next(lob_walk *w, const lob_hit **hit) {
    *hit = NULL;
    while (w->top && !*hit) {
        lob_walk_follow(w);
        LOB_TRY(step(w, hit));
    }
    return LOB_OK;
}

static lob_status step_missing(lob_ctx *ctx) {
    lob_status status = lob_fail(ctx, LOB_E_INVALID_TARGET, "The path leads to no instance");
    lob_hint(ctx, "Use a path from an answer about the same layout and cell.");
    lob_error_text(&ctx->error, "reason", LOB_STR("instance_path"));
    return status;
}

lob_status lob_path_trans(lob_ctx *ctx, const lob_layout *layout, lob_cell_index cell, const lob_step *path,
                          uint32_t depth, lob_trans *trans, lob_cell_index *leaf) {
    *trans = lob_trans_identity();
    for (uint32_t i = 0; i < depth; i++) {
        const lob_cell *at = lob_layout_cell(layout, cell);
        if (path[i].inst >= at->inst_count) {
            return step_missing(ctx);
        }
        const lob_inst *inst = &at->insts[path[i].inst];
        const lob_rep *rep = inst->rep == LOB_NONE ? NULL : lob_layout_rep(layout, inst->rep);
        if (path[i].member >= (rep ? lob_rep_count(rep) : 1)) {
            return step_missing(ctx);
        }
        lob_trans own = lob_inst_trans(layout, inst);
        if (rep) {
            own = lob_trans_moved(&own, lob_rep_at(rep, path[i].member));
        }
        *trans = lob_trans_compose(trans, &own);
        cell = inst->child;
    }
    if (leaf) {
        *leaf = cell;
    }
    return LOB_OK;
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
    own.skips_paths = true;
    LOB_TRY(lob_walk_open(ctx, layout, cell, &own, &w));
    w->counts = counts;
    const lob_cell *root = lob_layout_cell(layout, cell);
    lob_box64 box = lob_walk_wanted_box(w, root);
    if (w->top && !lob_box64_is_empty(box) && lob_walk_sums_hold(w, root, 0) &&
        lob_box64_inside(lob_box64_widened(box, root->slack), w->options.window)) {
        lob_walk_add_sums(w, root, 1);
        w->top = NULL;
    }
    lob_status status = LOB_OK;
    while (w->top && status == LOB_OK) {
        const lob_hit *hit;
        status = step(w, &hit);
    }
    *inst_count = w->inst_count; /* after a failure a lower bound, as the counts are */
    return status == LOB_OK && w->is_left_out ? lob_walk_fail_work(w) : status;
}
