/* The walk over places of labels: depth first, in file order, an array taken whole, or by halves, or member by member.
 *
 * Invariant: the bound of a part holds every aimed label of it, whatever is rounded on the way, so a part whose bound
 * lies inside or outside the window is decided at once; only a single label is decided on its own place. Parts of one
 * array wait on a stack, the first members on top, so labels come in the order of members.
 */
#include <string.h>

#include "base/limits.h"
#include "base/num.h"
#include "query/find_impl.h"
#include "query/labels_impl.h"

enum { POLL_EVERY = 4096, ROUNDING = 2, PARTS_FIRST = 64 };

typedef struct part { /* members i in first_i.., j in first_j.. of a text or an instance of the top node */
    bool is_text;
    uint32_t shapes, index; /* index: of the text in its shapes, or of the instance */
    uint64_t first_i, first_j, count_i, count_j;
} part;

typedef struct node { /* a cell that was entered */
    lob_cell_index cell;
    lob_trans trans;
    uint32_t shapes_at, text_at, inst_at; /* what comes next */
    size_t parts_base;
} node;

struct lob_label_walk {
    lob_ctx *ctx;
    const lob_label_aim *aim;
    const lob_label_sum *sums;
    const lob_layout *layout;
    const lob_box64 *window;
    uint64_t *skip, *work_left;
    node *nodes;
    uint32_t node_count;
    lob_step *path; /* node_count - 1 steps */
    part *parts;
    size_t part_count, part_capacity;
};

/* ---- what is looked for ---- */

bool lob_label_is_asked(const lob_label_ask *ask, lob_layer_index layer) {
    uint32_t low = 0, high = ask->layers ? ask->layer_count : 0;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (ask->layers[middle] < layer) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return !ask->layers || (low < ask->layer_count && ask->layers[low] == layer);
}

bool lob_label_is_aimed(const lob_label_aim *aim, lob_layer_index layer, uint32_t string) {
    if (aim->group) {
        return aim->group->layer == layer && aim->group->string == string;
    }
    return aim->fits[string] == LOB_LABEL_FITS && lob_label_is_asked(&aim->labels->ask, layer);
}

/* ---- sums ---- */

static lob_box64 seen_through(const lob_trans *t, lob_box64 box) {
    const lob_box64 seen = lob_trans_box(t, box);
    const int64_t by = t->is_orthogonal ? 0 : ROUNDING;
    return (lob_box64){seen.left - by, seen.bottom - by, seen.right + by, seen.top + by};
}

static lob_box64 displaced(lob_box64 box, lob_box64 by) {
    return (lob_box64){box.left + by.left, box.bottom + by.bottom, box.right + by.right, box.top + by.top};
}

lob_status lob_label_sums_up(lob_ctx *ctx, const lob_labels *labels, lob_label_sum *sums) {
    const lob_layout *layout = labels->ask.layout;
    const lob_finder *f = labels->finder;
    uint64_t seen = 0;
    for (uint32_t rank = 0; rank < lob_layout_cell_count(layout); rank++) {
        const lob_cell_index cell = lob_layout_cells_bottom_up(layout)[rank];
        for (uint64_t i = f->first[cell]; sums[cell].count > 0 && i < f->first[cell + 1]; i++) {
            const lob_inst *inst = &lob_layout_cell(layout, f->placings[i].parent)->insts[f->placings[i].inst];
            const lob_rep *rep = inst->rep == LOB_NONE ? NULL : lob_layout_rep(layout, inst->rep);
            const lob_trans t = lob_inst_trans(layout, inst);
            const lob_box64 box = seen_through(&t, sums[cell].box);
            lob_label_sum *to = &sums[f->placings[i].parent];
            LOB_TRY(seen++ % POLL_EVERY == 0 ? lob_poll(ctx) : LOB_OK);
            to->count = lob_u64_add_sat(to->count, lob_u64_mul_sat(sums[cell].count, rep ? lob_rep_count(rep) : 1));
            to->box = lob_box64_join(to->box, rep ? displaced(box, lob_rep_extent(rep)) : box);
        }
    }
    return LOB_OK;
}

/* ---- parts ---- */

static const lob_inst *inst_of(const lob_label_walk *w, const part *p) {
    return &lob_layout_cell(w->layout, w->nodes[w->node_count - 1].cell)->insts[p->index];
}

static const lob_text *text_of(const lob_label_walk *w, const part *p) {
    return &lob_layout_cell(w->layout, w->nodes[w->node_count - 1].cell)->shapes[p->shapes].texts[p->index];
}

static const lob_rep *rep_of(const lob_label_walk *w, const part *p) {
    const uint32_t rep = p->is_text ? text_of(w, p)->rep : inst_of(w, p)->rep;
    return rep == LOB_NONE ? NULL : lob_layout_rep(w->layout, rep);
}

static bool is_single(const part *p) {
    return p->count_i == 1 && p->count_j == 1;
}

static uint64_t member_of(const lob_rep *rep, const part *p) {
    return rep && rep->kind != LOB_REP_LIST ? p->first_j * rep->na + p->first_i : p->first_i;
}

/* Displacements of a part; the extremes of a lattice, also of a rounded one, are at its corners. */
static lob_box64 displacements(const lob_rep *rep, const part *p) {
    lob_box64 by = LOB_BOX64_EMPTY;
    if (!rep) {
        return (lob_box64){0, 0, 0, 0};
    }
    if (rep->kind == LOB_REP_LIST) {
        if (p->count_i == rep->list_count) {
            return lob_rep_extent(rep);
        }
        for (uint64_t i = 0; i < p->count_i; i++) {
            by = lob_box64_add_point(by, rep->list[p->first_i + i].x, rep->list[p->first_i + i].y);
        }
        return by;
    }
    for (int corner = 0; corner < 4; corner++) {
        const uint64_t i = p->first_i + (corner & 1 ? p->count_i - 1 : 0);
        const uint64_t j = p->first_j + (corner & 2 ? p->count_j - 1 : 0);
        const lob_point64 at = lob_rep_at(rep, j * rep->na + i);
        by = lob_box64_add_point(by, at.x, at.y);
    }
    return by;
}

/* Of a single label its place itself. */
static lob_box64 bound_of(const lob_label_walk *w, const part *p, const lob_rep *rep) {
    const lob_trans *t = &w->nodes[w->node_count - 1].trans;
    const lob_box64 by = displacements(rep, p);
    if (!p->is_text) {
        const lob_trans own = lob_inst_trans(w->layout, inst_of(w, p));
        return seen_through(t, displaced(seen_through(&own, w->sums[inst_of(w, p)->child].box), by));
    }
    const lob_point at = text_of(w, p)->at;
    const lob_box64 box = displaced((lob_box64){at.x, at.y, at.x, at.y}, by);
    if (is_single(p)) {
        const lob_point64 seen = lob_trans_point(t, (lob_point64){box.left, box.bottom});
        return (lob_box64){seen.x, seen.y, seen.x, seen.y};
    }
    return seen_through(t, box);
}

static lob_status push_part(lob_label_walk *w, const part *p) {
    if (w->part_count == w->part_capacity) {
        const size_t capacity = w->part_capacity ? 2 * w->part_capacity : PARTS_FIRST;
        part *more = LOB_NEW_ARRAY(w->ctx->arena, part, capacity);
        if (!more) {
            return lob_fail_memory(w->ctx);
        }
        if (w->part_count > 0) {
            memcpy(more, w->parts, w->part_count * sizeof *more);
        }
        w->parts = more;
        w->part_capacity = capacity;
    }
    w->parts[w->part_count++] = *p;
    return LOB_OK;
}

static lob_status push_all(lob_label_walk *w, part p) {
    const lob_rep *rep = rep_of(w, &p);
    const bool is_list = rep && rep->kind == LOB_REP_LIST;
    p.count_i = !rep ? 1 : is_list ? rep->list_count : rep->na;
    p.count_j = rep && !is_list ? rep->nb : 1;
    return push_part(w, &p);
}

/* Rows first: members count along i. */
static lob_status halve(lob_label_walk *w, const part *p) {
    part a = *p, b = *p;
    if (p->count_j > 1) {
        a.count_j = p->count_j / 2;
        b.first_j += a.count_j;
        b.count_j -= a.count_j;
    } else {
        a.count_i = p->count_i / 2;
        b.first_i += a.count_i;
        b.count_i -= a.count_i;
    }
    LOB_TRY(push_part(w, &b));
    return push_part(w, &a);
}

/* ---- the walk ---- */

static lob_status fail_work(lob_ctx *ctx) {
    const lob_status status = lob_fail(ctx, LOB_E_QUERY_TOO_LARGE, "The box cuts through too many placed labels");
    lob_hint(ctx, "Leave box out, or ask for fewer layers, a narrower pattern, or below a smaller cell.");
    lob_error_text(&ctx->error, "limit_name", LOB_STR("find_labels_work"));
    lob_error_integer(&ctx->error, "limit", LOB_LIMIT_FIND_LABELS_WORK);
    return status;
}

static lob_status work_on(lob_label_walk *w) {
    if (*w->work_left == 0) {
        return fail_work(w->ctx);
    }
    return --*w->work_left % POLL_EVERY == 0 ? lob_poll(w->ctx) : LOB_OK;
}

static void enter(lob_label_walk *w, lob_cell_index cell, const lob_trans *trans) {
    w->nodes[w->node_count++] = (node){.cell = cell, .trans = *trans, .parts_base = w->part_count};
}

static void enter_member(lob_label_walk *w, const part *p, const lob_rep *rep) {
    const lob_inst *inst = inst_of(w, p);
    const uint64_t member = member_of(rep, p);
    lob_trans own = lob_inst_trans(w->layout, inst);
    if (rep) {
        own = lob_trans_moved(&own, lob_rep_at(rep, member));
    }
    const lob_trans trans = lob_trans_compose(&w->nodes[w->node_count - 1].trans, &own);
    w->path[w->node_count - 1] = (lob_step){p->index, member};
    enter(w, inst->child, &trans);
}

static void find_text(const lob_label_walk *w, const part *p, const lob_rep *rep, lob_box64 bound, uint64_t members,
                      lob_label_find *find) {
    *find = (lob_label_find){.cell = w->nodes[w->node_count - 1].cell,
                             .times = members,
                             .shapes = p->shapes,
                             .text = p->index,
                             .member = member_of(rep, p),
                             .at = {bound.left, bound.bottom},
                             .path = w->path,
                             .depth = w->node_count - 1};
}

static bool is_inside(lob_box64 a, lob_box64 window) {
    return a.left >= window.left && a.right <= window.right && a.bottom >= window.bottom && a.top <= window.top;
}

/* What lies inside is taken whole when places are counted, and passed by when they are skipped. */
static lob_status take_inside(lob_label_walk *w, const part *p, const lob_rep *rep, lob_box64 bound,
                              lob_label_find *find, bool *is_found) {
    const uint64_t members = lob_u64_mul_sat(p->count_i, p->count_j);
    const uint64_t places = p->is_text ? members : lob_u64_mul_sat(members, w->sums[inst_of(w, p)->child].count);
    if (w->skip && *w->skip >= places) {
        *w->skip -= places;
        return LOB_OK;
    }
    *is_found = !w->skip || (p->is_text && is_single(p));
    if (*is_found && !p->is_text) {
        *find = (lob_label_find){.is_whole = true, .cell = inst_of(w, p)->child, .times = members};
    } else if (*is_found) {
        find_text(w, p, rep, bound, members, find);
    } else if (is_single(p)) {
        enter_member(w, p, rep);
    } else {
        return halve(w, p);
    }
    return LOB_OK;
}

static lob_status take_part(lob_label_walk *w, lob_label_find *find, bool *is_found) {
    const part p = w->parts[--w->part_count];
    const lob_rep *rep = rep_of(w, &p);
    const lob_box64 bound = bound_of(w, &p, rep);
    LOB_TRY(work_on(w));
    if (w->window && !lob_box64_touch(bound, *w->window)) {
        return LOB_OK;
    }
    if (!w->window || is_inside(bound, *w->window)) {
        return take_inside(w, &p, rep, bound, find, is_found);
    }
    if (!is_single(&p)) {
        return halve(w, &p);
    }
    enter_member(w, &p, rep); /* a single label would have been inside or outside */
    return LOB_OK;
}

/* The next text or instance of the top node; the node goes when there is none. */
static lob_status take_next(lob_label_walk *w) {
    node *n = &w->nodes[w->node_count - 1];
    const lob_cell *cell = lob_layout_cell(w->layout, n->cell);
    for (; n->shapes_at < cell->shapes_count; n->shapes_at++, n->text_at = 0) {
        const lob_shapes *shapes = &cell->shapes[n->shapes_at];
        while (n->text_at < shapes->count[LOB_KIND_TEXT]) {
            const uint32_t at = n->text_at++;
            if (lob_label_is_aimed(w->aim, shapes->layer, shapes->texts[at].string)) {
                return push_all(w, (part){.is_text = true, .shapes = n->shapes_at, .index = at});
            }
        }
    }
    while (n->inst_at < cell->inst_count) {
        const uint32_t at = n->inst_at++;
        if (w->sums[cell->insts[at].child].count > 0) {
            return push_all(w, (part){.index = at});
        }
    }
    w->node_count--;
    return LOB_OK;
}

lob_status lob_label_walk_open(lob_ctx *ctx, const lob_label_aim *aim, const lob_label_sum *sums, lob_cell_index root,
                               uint64_t *skip, uint64_t *work_left, lob_label_walk **walk) {
    const lob_layout *layout = aim->labels->ask.layout;
    const size_t height = lob_layout_cell(layout, root)->height;
    const lob_trans identity = lob_trans_identity();
    lob_label_walk *w = LOB_NEW(ctx->arena, lob_label_walk);
    if (!w) {
        return lob_fail_memory(ctx);
    }
    *w = (lob_label_walk){.ctx = ctx,
                          .aim = aim,
                          .sums = sums,
                          .layout = layout,
                          .window = aim->labels->ask.window,
                          .skip = skip,
                          .work_left = work_left,
                          .nodes = LOB_NEW_ARRAY(ctx->arena, node, height + 1),
                          .path = LOB_NEW_ARRAY(ctx->arena, lob_step, height + 1)};
    if (!w->nodes || !w->path) {
        return lob_fail_memory(ctx);
    }
    if (sums[root].count > 0) {
        enter(w, root, &identity);
    }
    *walk = w;
    return LOB_OK;
}

lob_status lob_label_walk_next(lob_label_walk *w, lob_label_find *find, bool *is_done) {
    bool is_found = false;
    *is_done = false;
    while (!is_found) {
        if (w->node_count == 0) {
            *is_done = true;
            return LOB_OK;
        }
        if (w->part_count > w->nodes[w->node_count - 1].parts_base) {
            LOB_TRY(take_part(w, find, &is_found));
        } else {
            LOB_TRY(take_next(w));
        }
    }
    return LOB_OK;
}
