/* What every part of the walk stands on: work that is counted, and frames, one for each cell on the way down. */
#include <math.h>
#include <string.h>

#include "base/num.h"
#include "db/walk_impl.h"

enum { SHORT_WORK = 50000, ENTERED_MAX = 1000000 };

lob_status lob_walk_fail_work(lob_walk *w) {
    lob_status status = lob_fail(w->ctx, LOB_E_QUERY_TOO_LARGE, "The query would have to look at too many objects");
    lob_hint(w->ctx, "Ask for a smaller window, fewer layers or less depth.");
    lob_error_text(&w->ctx->error, "limit_name", LOB_STR("query_work"));
    lob_error_integer(&w->ctx->error, "limit", (int64_t)w->work_max);
    return status;
}

void lob_walk_foresee(lob_walk *w, uint64_t more) {
    if (w->counts && !w->is_short && lob_u64_add_sat(w->work, more) > w->work_max) {
        w->is_short = true;
        w->short_max = lob_u64_add_sat(w->work, SHORT_WORK);
    }
}

lob_status lob_walk_charge(lob_walk *w, uint64_t more) {
    w->work = lob_u64_add_sat(w->work, more);
    if (w->work > w->work_max || (w->is_short && w->work > w->short_max)) {
        return lob_walk_fail_work(w);
    }
    if (w->work >= w->poll_at) {
        w->poll_at = w->work + LOB_WALK_POLL_EVERY;
        return lob_poll(w->ctx);
    }
    return LOB_OK;
}

int64_t lob_walk_margin(const lob_trans *t) {
    return t->is_orthogonal ? 0 : (int64_t)ceil(2 + 2 * t->mag);
}

bool lob_walk_is_turned(const lob_trans *t) {
    return !t->is_orthogonal && t->sin != 0 && t->cos != 0;
}

/* After left_max came down: less of the instance in work. */
static void narrow(lob_walk *w, frame *f) {
    if (f->is_placing && f->is_repeated) {
        lob_lattice_narrow(f->members, lob_walk_displacements(f, f->placed, w->clip));
    }
}

static void aim(lob_walk *w, frame *f) {
    if (f->right != w->clip.right) {
        f->local = lob_trans_inverse_box(&f->trans, w->clip);
        if (!f->trans.is_orthogonal) {
            f->local = lob_box64_widened(f->local, 2);
        }
        f->right = w->clip.right;
        f->window = lob_box_cut(f->local);
        narrow(w, f);
    }
    if (lob_walk_is_turned(&f->trans)) {
        w->query = lob_rtree_query_turned(&f->trans, w->clip, (double)lob_walk_margin(&f->trans));
    } else {
        w->query.is_turned = false;
        w->query.window = f->window;
    }
}

lob_box64 lob_walk_displacements(const frame *f, lob_box64 box, lob_box64 window) {
    lob_box64 seen = lob_trans_box(&f->trans, box);
    if (!f->trans.is_orthogonal) {
        seen = lob_box64_widened(seen, lob_walk_margin(&f->trans));
    }
    lob_box64 by = {window.left - seen.right, window.bottom - seen.top, window.right - seen.left,
                    window.top - seen.bottom};
    lob_trans linear = lob_trans_linear(&f->trans);
    return lob_trans_inverse_box(&linear, by);
}

static frame *frame_above(lob_walk *w) {
    frame *f = w->top ? w->top->above : NULL;
    if (!f) {
        f = LOB_NEW(w->ctx->arena, frame);
        if (!f) {
            return NULL;
        }
        f->below = w->top;
        if (w->top) {
            w->top->above = f;
        }
    }
    return f;
}

/* Counting enters what the window cuts. So many cells are cut where placements lie upon each other on many levels: that
 * ends sooner than other work. */
lob_status lob_walk_push(lob_walk *w, lob_cell_index cell, const lob_trans *trans) {
    if (w->counts && ++w->entered > ENTERED_MAX) {
        lob_walk_foresee(w, UINT64_MAX);
    }
    frame *f = frame_above(w);
    if (!f) {
        return lob_fail_memory(w->ctx);
    }
    f->trans = *trans;
    f->cell_index = w->jumps ? lob_layout_jump(w->layout, cell, w->options.layers[0], &f->trans) : cell;
    f->cell = lob_layout_cell(w->layout, f->cell_index);
    f->tree = NULL;
    f->kind = 0;
    f->is_placing = false;
    f->right = w->clip.right + 1; /* other than the clip's: not aimed yet */
    f->shapes_at = w->options.what & (LOB_WALK_SHAPES | LOB_WALK_TEXTS) ? lob_walk_seek_shapes(w, f->cell, 0)
                                                                        : f->cell->shapes_count;
    w->top = f;
    aim(w, f);
    return LOB_OK;
}

void lob_walk_pop(lob_walk *w) {
    w->top = w->top->below;
    if (w->top) {
        w->depth--;
        aim(w, w->top);
    }
}

lob_box64 lob_walk_meeting(lob_meet meet, lob_box64 box, lob_box64 window) {
    bool is_open = meet == LOB_MEET_OVERLAP && box.left < box.right && box.bottom < box.top;
    return (lob_box64){window.left - box.right + is_open, window.bottom - box.top + is_open,
                       window.right - box.left - is_open, window.top - box.bottom - is_open};
}

/* Follows *left_max. What begins left of the window still comes when it reaches into it. */
void lob_walk_follow(lob_walk *w) {
    const int64_t *left_max = w->options.left_max;
    int64_t right = left_max && *left_max > w->clip.left ? *left_max : w->clip.left;
    if (!left_max || right >= w->clip.right) {
        return;
    }
    w->clip.right = right;
    aim(w, w->top);
    if (w->is_repeating) {
        lob_lattice_narrow(&w->figures, lob_walk_displacements(w->top, w->figure_box, w->clip));
    }
}

/* First index of `layers` in [from, count) that is not below `layer`. */
static uint32_t lower_layer(const lob_layer_index *layers, uint32_t from, uint32_t count, lob_layer_index layer) {
    while (from < count) {
        uint32_t middle = from + (count - from) / 2;
        *(layers[middle] < layer ? &from : &count) = layers[middle] < layer ? middle + 1 : middle;
    }
    return from;
}

static uint32_t lower_shapes(const lob_cell *cell, uint32_t from, lob_layer_index layer) {
    uint32_t count = cell->shapes_count;
    while (from < count) {
        uint32_t middle = from + (count - from) / 2;
        *(cell->shapes[middle].layer < layer ? &from : &count) =
            cell->shapes[middle].layer < layer ? middle + 1 : middle;
    }
    return from;
}

uint32_t lob_walk_seek_shapes(const lob_walk *w, const lob_cell *cell, uint32_t from) {
    uint32_t want = 0;
    while (w->options.layers && from < cell->shapes_count) {
        want = lower_layer(w->options.layers, want, w->options.layer_count, cell->shapes[from].layer);
        if (want == w->options.layer_count) {
            return cell->shapes_count;
        }
        if (w->options.layers[want] == cell->shapes[from].layer) {
            break;
        }
        from = lower_shapes(cell, from, w->options.layers[want]);
    }
    return from;
}
