/* The first places of a cell in the order of their boxes, without expanding the others.
 *
 * Only cells that lead to the wanted one are entered. For each of them the search knows, in its own coordinates, a box
 * around all wanted places below it and the least size of one. So a part of an array, or a cell placed in it, has a
 * bound: no wanted place below it comes earlier. Parts wait in a heap, the earliest bound on top; the top one is halved
 * when it is an array, entered when it is one cell. Wanted places go to a list of the first ones. When that is full and
 * no part left may hold an earlier one, it is the answer.
 *
 * Invariant: a bound (box, then path) is never above the place of anything below it, whatever is rounded on the way.
 */
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "base/smallest.h"
#include "query/find_impl.h"

enum { POLL_EVERY = 4096, ROUNDING = 2 };

/* A cell that leads to the wanted one. */
typedef struct way {
    lob_cell_index cell;
    lob_box64 box;         /* around the wanted places below, in its coordinates */
    int64_t width, height; /* of the smallest of them; 0 where a transformation rounds */
    uint32_t *insts;       /* its instances that lead on */
    uint32_t inst_count;
} way;

/* A cell that was entered: one node of the tree of paths. */
typedef struct entry {
    const struct entry *above; /* NULL: the root */
    uint32_t inst;
    uint64_t member;
    uint32_t depth, slot; /* slot: its way */
    lob_trans trans;
} entry;

/* Members of one instance of an entered cell: i in first_i.., j in first_j..; a list is one row. */
typedef struct part {
    lob_box64 bound; /* of one member of the wanted cell: its box itself */
    const entry *in;
    uint32_t inst;
    uint64_t first_i, first_j, count_i, count_j;
    uint64_t member; /* the first */
} part;

typedef struct search {
    lob_ctx *ctx;
    lob_ctx own; /* for all of one search */
    lob_finder *finder;
    const lob_layout *layout;
    lob_cell_index wanted;
    way *ways; /* the wanted cell is the first */
    uint32_t way_count;
    part *heap; /* on the heap; the least on top */
    size_t heap_count, heap_capacity;
    lob_smallest found;
    uint64_t *work_left;
    uint64_t done;
} search;

/* ---- ways ---- */

/* The wanted cell and all that lead to it; slots are places in the list. */
static lob_status list_ways(search *s) {
    lob_finder *f = s->finder;
    uint32_t capacity = 16;
    s->ways = LOB_NEW_ARRAY(s->own.arena, way, capacity);
    if (!s->ways) {
        return lob_fail_memory(&s->own);
    }
    s->ways[s->way_count++].cell = s->wanted;
    f->slot[s->wanted] = 0;
    for (uint32_t at = 0; at < s->way_count; at++) {
        const lob_cell_index cell = s->ways[at].cell;
        for (uint64_t i = f->first[cell]; i < f->first[cell + 1]; i++) {
            const lob_cell_index parent = f->placings[i].parent;
            if (f->slot[parent] == LOB_NONE) {
                if (s->way_count == capacity) {
                    way *more = LOB_NEW_ARRAY(s->own.arena, way, 2 * (size_t)capacity);
                    if (!more) {
                        return lob_fail_memory(&s->own);
                    }
                    memcpy(more, s->ways, capacity * sizeof *more);
                    s->ways = more;
                    capacity *= 2;
                }
                f->slot[parent] = s->way_count;
                s->ways[s->way_count++].cell = parent;
            }
            s->ways[f->slot[parent]].inst_count++;
        }
    }
    return LOB_OK;
}

static lob_status list_insts(search *s) {
    lob_finder *f = s->finder;
    for (uint32_t i = 0; i < s->way_count; i++) {
        s->ways[i].insts = LOB_NEW_ARRAY(s->own.arena, uint32_t, s->ways[i].inst_count);
        if (!s->ways[i].insts) {
            return lob_fail_memory(&s->own);
        }
        s->ways[i].inst_count = 0;
    }
    for (uint32_t i = 0; i < s->way_count; i++) {
        const lob_cell_index cell = s->ways[i].cell;
        for (uint64_t k = f->first[cell]; k < f->first[cell + 1]; k++) {
            way *of = &s->ways[f->slot[f->placings[k].parent]];
            of->insts[of->inst_count++] = f->placings[k].inst;
        }
    }
    return LOB_OK;
}

static lob_box64 widened(lob_box64 b, int64_t by) {
    return (lob_box64){b.left - by, b.bottom - by, b.right + by, b.top + by};
}

/* What is seen of a way's box and least size through a transformation. */
typedef struct seen {
    lob_box64 box;
    int64_t width, height;
} seen;

static seen see(const lob_trans *t, const way *w) {
    if (!t->is_orthogonal) {
        return (seen){widened(lob_trans_box(t, w->box), ROUNDING), 0, 0};
    }
    const bool is_turned = t->code & 1;
    return (seen){lob_trans_box(t, w->box), is_turned ? w->height : w->width, is_turned ? w->width : w->height};
}

static void add_to_way(search *s, way *w, const lob_inst *inst, bool is_first) {
    const lob_trans t = lob_inst_trans(s->layout, inst);
    seen v = see(&t, &s->ways[s->finder->slot[inst->child]]);
    if (inst->rep != LOB_NONE) {
        const lob_box64 by = lob_rep_extent(lob_layout_rep(s->layout, inst->rep));
        v.box = (lob_box64){v.box.left + by.left, v.box.bottom + by.bottom, v.box.right + by.right, v.box.top + by.top};
    }
    w->width = is_first || v.width < w->width ? v.width : w->width;
    w->height = is_first || v.height < w->height ? v.height : w->height;
    w->box = is_first ? v.box : lob_box64_join(w->box, v.box);
}

typedef struct ranked {
    uint32_t rank, slot;
} ranked;

static int by_rank(const void *arg, const void *a, const void *b) {
    (void)arg;
    return lob_order(((const ranked *)a)->rank, ((const ranked *)b)->rank);
}

/* Boxes from the wanted cell up: children come before parents in the order of ranks. */
static lob_status measure_ways(search *s) {
    const lob_box64 box = lob_layout_cell(s->layout, s->wanted)->box;
    lob_smallest order;
    LOB_TRY(lob_smallest_init(&s->own, &order, sizeof(ranked), s->way_count, by_rank, NULL));
    for (uint32_t i = 0; i < s->way_count; i++) {
        lob_smallest_offer(&order, &(ranked){s->finder->rank[s->ways[i].cell], i});
    }
    lob_smallest_sort(&order);
    s->ways[0].box = lob_box64_is_empty(box) ? (lob_box64){0, 0, 0, 0} : box;
    s->ways[0].width = s->ways[0].box.right - s->ways[0].box.left;
    s->ways[0].height = s->ways[0].box.top - s->ways[0].box.bottom;
    for (uint32_t i = 1; i < s->way_count; i++) {
        way *w = &s->ways[((const ranked *)lob_smallest_at(&order, i))->slot];
        const lob_cell *cell = lob_layout_cell(s->layout, w->cell);
        LOB_TRY(lob_poll(s->ctx));
        for (uint32_t k = 0; k < w->inst_count; k++) {
            add_to_way(s, w, &cell->insts[w->insts[k]], k == 0);
        }
    }
    return LOB_OK;
}

/* ---- order ---- */

static int order_steps(uint32_t inst_a, uint64_t member_a, uint32_t inst_b, uint64_t member_b) {
    return inst_a != inst_b ? lob_order(inst_a, inst_b) : member_a < member_b ? -1 : member_a > member_b;
}

/* Paths as lists of steps; of a part the first member it may have. Entries are nodes of one tree, so the first
 * difference lies below the lowest one that both paths share. */
static int order_paths(const part *a, const part *b) {
    const entry *up_a = a->in, *up_b = b->in;
    uint32_t inst_a = a->inst, inst_b = b->inst;
    uint64_t member_a = a->member, member_b = b->member;
    while (up_a->depth > up_b->depth) {
        inst_a = up_a->inst;
        member_a = up_a->member;
        up_a = up_a->above;
    }
    while (up_b->depth > up_a->depth) {
        inst_b = up_b->inst;
        member_b = up_b->member;
        up_b = up_b->above;
    }
    while (up_a != up_b) {
        inst_a = up_a->inst;
        member_a = up_a->member;
        inst_b = up_b->inst;
        member_b = up_b->member;
        up_a = up_a->above;
        up_b = up_b->above;
    }
    int order = order_steps(inst_a, member_a, inst_b, member_b);
    return order ? order : lob_order(a->in->depth, b->in->depth);
}

static int order_parts(const void *arg, const void *x, const void *y) {
    const part *a = x, *b = y;
    (void)arg;
    const int64_t left[4] = {a->bound.left, a->bound.bottom, a->bound.right, a->bound.top};
    const int64_t right[4] = {b->bound.left, b->bound.bottom, b->bound.right, b->bound.top};
    for (int i = 0; i < 4; i++) {
        if (left[i] != right[i]) {
            return lob_order(left[i], right[i]);
        }
    }
    return order_paths(a, b);
}

/* ---- the heap of parts ---- */

static lob_status push(search *s, const part *p) {
    if (s->heap_count == s->heap_capacity) {
        size_t capacity = s->heap_capacity ? 2 * s->heap_capacity : 64;
        part *more = lob_realloc(s->heap, capacity * sizeof *more);
        if (!more) {
            return lob_fail_memory(&s->own);
        }
        s->heap = more;
        s->heap_capacity = capacity;
    }
    size_t at = s->heap_count++;
    while (at > 0 && order_parts(NULL, p, &s->heap[(at - 1) / 2]) < 0) {
        s->heap[at] = s->heap[(at - 1) / 2];
        at = (at - 1) / 2;
    }
    s->heap[at] = *p;
    return LOB_OK;
}

static part pop(search *s) {
    const part top = s->heap[0], last = s->heap[--s->heap_count];
    size_t at = 0;
    for (size_t child = 1; child < s->heap_count; child = 2 * at + 1) {
        child += child + 1 < s->heap_count && order_parts(NULL, &s->heap[child + 1], &s->heap[child]) < 0;
        if (order_parts(NULL, &s->heap[child], &last) >= 0) {
            break;
        }
        s->heap[at] = s->heap[child];
        at = child;
    }
    s->heap[at] = last;
    return top;
}

static bool is_late(const search *s, const part *p) {
    return s->found.count == s->found.capacity && order_parts(NULL, p, lob_smallest_at(&s->found, 0)) >= 0;
}

/* ---- parts ---- */

static const lob_inst *inst_of(const search *s, const part *p) {
    return &lob_layout_cell(s->layout, s->ways[p->in->slot].cell)->insts[p->inst];
}

static const lob_rep *rep_of(const search *s, const lob_inst *inst) {
    return inst->rep == LOB_NONE ? NULL : lob_layout_rep(s->layout, inst->rep);
}

/* Displacements of a part: of a lattice, also a rounded one, the extremes are at its corners. */
static lob_box64 displaced_by(const lob_rep *rep, const part *p) {
    lob_box64 by = LOB_BOX64_EMPTY;
    if (!rep) {
        return (lob_box64){0, 0, 0, 0};
    }
    if (rep->kind == LOB_REP_LIST) {
        for (uint64_t i = 0; i < p->count_i; i++) {
            const lob_point at = rep->list[p->first_i + i];
            by = lob_box64_add_point(by, at.x, at.y);
        }
        return by;
    }
    for (int corner = 0; corner < 4; corner++) {
        uint64_t i = p->first_i + (corner & 1 ? p->count_i - 1 : 0), j = p->first_j + (corner & 2 ? p->count_j - 1 : 0);
        const lob_point64 at = lob_rep_at(rep, j * rep->na + i);
        by = lob_box64_add_point(by, at.x, at.y);
    }
    return by;
}

static bool is_single(const part *p) {
    return p->count_i == 1 && p->count_j == 1;
}

static lob_trans trans_of(const lob_layout *layout, const entry *in, const lob_inst *inst, uint64_t member) {
    lob_trans own = lob_inst_trans(layout, inst);
    if (inst->rep != LOB_NONE) {
        own = lob_trans_moved(&own, lob_rep_at(lob_layout_rep(layout, inst->rep), member));
    }
    return lob_trans_compose(&in->trans, &own);
}

/* A place goes to the list, anything else to the heap with its bound, unless it is too late for both. */
static lob_status offer(search *s, part *p) {
    const lob_inst *inst = inst_of(s, p);
    const lob_rep *rep = rep_of(s, inst);
    const way *to = &s->ways[s->finder->slot[inst->child]];
    p->member = rep && rep->kind != LOB_REP_LIST ? p->first_j * rep->na + p->first_i : p->first_i;
    if (is_single(p) && inst->child == s->wanted) {
        const lob_trans t = trans_of(s->layout, p->in, inst, p->member);
        p->bound = lob_trans_box(&t, to->box);
        lob_smallest_offer(&s->found, p);
        return LOB_OK;
    }
    const lob_trans own = lob_inst_trans(s->layout, inst);
    const lob_box64 by = displaced_by(rep, p);
    seen v = see(&own, to);
    const way moved = {
        .box = {v.box.left + by.left, v.box.bottom + by.bottom, v.box.right + by.right, v.box.top + by.top},
        .width = v.width,
        .height = v.height};
    v = see(&p->in->trans, &moved);
    p->bound = (lob_box64){v.box.left, v.box.bottom, v.box.left + v.width, v.box.bottom + v.height};
    return is_late(s, p) ? LOB_OK : push(s, p);
}

static lob_status work_on(search *s, bool *is_spent) {
    *is_spent = *s->work_left == 0;
    *s->work_left -= !*is_spent;
    return ++s->done % POLL_EVERY == 0 ? lob_poll(s->ctx) : LOB_OK;
}

static lob_status enter(search *s, const entry *in, bool *is_spent) {
    const way *w = &s->ways[in->slot];
    const lob_cell *cell = lob_layout_cell(s->layout, w->cell);
    for (uint32_t i = 0; i < w->inst_count && !*is_spent; i++) {
        const lob_rep *rep = rep_of(s, &cell->insts[w->insts[i]]);
        const bool is_list = rep && rep->kind == LOB_REP_LIST;
        part p = {.in = in,
                  .inst = w->insts[i],
                  .count_i = !rep      ? 1
                             : is_list ? rep->list_count
                                       : rep->na,
                  .count_j = rep && !is_list ? rep->nb : 1};
        LOB_TRY(offer(s, &p));
        LOB_TRY(work_on(s, is_spent));
    }
    return LOB_OK;
}

static lob_status halve(search *s, part p) {
    part a = p, b = p;
    if (p.count_i >= p.count_j) {
        a.count_i = p.count_i / 2;
        b.first_i += a.count_i;
        b.count_i -= a.count_i;
    } else {
        a.count_j = p.count_j / 2;
        b.first_j += a.count_j;
        b.count_j -= a.count_j;
    }
    LOB_TRY(offer(s, &a));
    return offer(s, &b);
}

static lob_status open_part(search *s, const part *p, bool *is_spent) {
    if (!is_single(p)) {
        return halve(s, *p);
    }
    const lob_inst *inst = inst_of(s, p);
    entry *in = LOB_NEW(s->own.arena, entry);
    if (!in) {
        return lob_fail_memory(&s->own);
    }
    *in = (entry){.above = p->in,
                  .inst = p->inst,
                  .member = p->member,
                  .depth = p->in->depth + 1,
                  .slot = s->finder->slot[inst->child],
                  .trans = trans_of(s->layout, p->in, inst, p->member)};
    return enter(s, in, is_spent);
}

/* Work that ends in the middle of a cell leaves some of its instances unseen: what was found may not be the first then,
 * and only what comes before the bound of that cell is given. */
static lob_status run(search *s, lob_cell_index root, bool *is_cut, part *unseen) {
    entry top = {.slot = s->finder->slot[root], .trans = lob_trans_identity()};
    entry *in = LOB_NEW(s->own.arena, entry);
    if (!in) {
        return lob_fail_memory(&s->own);
    }
    *in = top;
    *unseen = (part){.bound = {-LOB_COORD_MAX, -LOB_COORD_MAX, -LOB_COORD_MAX, -LOB_COORD_MAX}, .in = in};
    LOB_TRY(enter(s, in, is_cut));
    while (s->heap_count > 0 && !*is_cut && !is_late(s, &s->heap[0])) {
        *unseen = pop(s);
        LOB_TRY(work_on(s, is_cut));
        if (!*is_cut) {
            LOB_TRY(open_part(s, unseen, is_cut));
        }
    }
    return LOB_OK;
}

/* ---- the answer ---- */

static lob_status keep(search *s, const part *p, lob_cell_spot *spot) {
    const uint32_t depth = p->in->depth + 1;
    lob_step *path = LOB_NEW_ARRAY(s->ctx->arena, lob_step, depth);
    if (!path) {
        return lob_fail_memory(s->ctx);
    }
    path[depth - 1] = (lob_step){p->inst, p->member};
    for (const entry *e = p->in; e->above; e = e->above) {
        path[e->depth - 1] = (lob_step){e->inst, e->member};
    }
    *spot = (lob_cell_spot){
        .path = path, .depth = depth, .trans = trans_of(s->layout, p->in, inst_of(s, p), p->member), .box = p->bound};
    return LOB_OK;
}

static lob_status look(search *s, lob_cell_index root, size_t count_max, lob_spots *spots) {
    part unseen;
    LOB_TRY(list_ways(s));
    if (root == s->wanted || s->finder->slot[root] == LOB_NONE) {
        return LOB_OK;
    }
    LOB_TRY(list_insts(s));
    LOB_TRY(measure_ways(s));
    LOB_TRY(lob_smallest_init(&s->own, &s->found, sizeof(part), count_max, order_parts, NULL));
    LOB_TRY(run(s, root, &spots->is_cut, &unseen));
    lob_smallest_sort(&s->found);
    lob_cell_spot *items = LOB_NEW_ARRAY(s->ctx->arena, lob_cell_spot, s->found.count);
    if (!items) {
        return lob_fail_memory(s->ctx);
    }
    spots->items = items;
    for (size_t i = 0; i < s->found.count; i++) {
        const part *p = lob_smallest_at(&s->found, i);
        if (spots->is_cut && order_parts(NULL, p, &unseen) >= 0) {
            break;
        }
        LOB_TRY(keep(s, p, &items[spots->count++]));
    }
    return LOB_OK;
}

lob_status lob_query_places(lob_ctx *ctx, lob_finder *finder, lob_cell_index root, lob_cell_index cell,
                            size_t count_max, uint64_t *work_left, lob_spots *spots) {
    search s = {.ctx = ctx, .finder = finder, .layout = finder->layout, .wanted = cell};
    *spots = (lob_spots){.count = 0};
    if (count_max == 0) {
        return LOB_OK;
    }
    s.work_left = work_left;
    LOB_TRY(lob_ctx_child(ctx, &s.own, LOB_LIMIT_REQUEST_MEMORY_SIZE));
    lob_status status = look(&s, root, count_max, spots);
    for (uint32_t i = 0; i < s.way_count; i++) {
        finder->slot[s.ways[i].cell] = LOB_NONE;
    }
    lob_free(s.heap);
    lob_ctx_drop(&s.own);
    return lob_ctx_join(ctx, &s.own, status);
}
