/* See near.h. Groups are trees in `parents`, in which a box's parent has a lower number; threads join roots, each to a
 * lower one, so in the end the root of a group is its first box, whoever joined what. A part of the work is some leaves
 * of the R-tree; each is searched for in the whole tree, so there is no seam between the parts.
 *
 * Where boxes lie on each other in heaps, all pairs would be looked at. Once a part has done more than WORK_EACH steps
 * a box, it passes by every node whose boxes are known to be of the asking box's group already: then each node is
 * opened for what joins something, and the work is that of the boxes, not of the pairs. */
#include "rules/near.h"

#include "base/alloc.h"

enum { LEAVES_POLL = 256, STEPS_POLL = 16384, WORK_EACH = 16 };

/* What is known of the boxes below a node: a box of their group, + LABEL_FIRST. */
enum { LABEL_MIXED, LABEL_OUT, LABEL_FIRST };

typedef _Atomic uint32_t node_label;

typedef struct joining {
    const lob_near_question *asked;
    lob_near_parent *parents;
    uint32_t task_count;
    _Atomic(node_label *) labels; /* of all nodes, as their boxes lie; NULL: not needed so far */
} joining;

static uint32_t parent_of(const lob_near_parent *parents, uint32_t i) {
    return atomic_load_explicit(&parents[i], memory_order_relaxed);
}

uint32_t lob_near_first(lob_near_parent *parents, uint32_t i) {
    uint32_t above = parent_of(parents, i);
    while (above != i) {
        const uint32_t next = parent_of(parents, above);
        if (next != above) {
            atomic_store_explicit(&parents[i], next, memory_order_relaxed); /* a shorter way, for the next time */
        }
        i = above;
        above = next;
    }
    return i;
}

static void join(lob_near_parent *parents, uint32_t a, uint32_t b) {
    uint32_t low, high, seen;
    do {
        a = lob_near_first(parents, a);
        b = lob_near_first(parents, b);
        low = a < b ? a : b;
        high = seen = a < b ? b : a; /* unless another thread has just joined it */
    } while (low != high && !atomic_compare_exchange_weak_explicit(&parents[high], &seen, low, memory_order_relaxed,
                                                                   memory_order_relaxed));
}

static lob_box grown(lob_box box, int64_t by) {
    return lob_box_cut((lob_box64){box.left - by, box.bottom - by, box.right + by, box.top + by});
}

static bool boxes_touch(lob_box a, lob_box b) {
    return (a.left <= b.right) & (b.left <= a.right) & (a.bottom <= b.top) & (b.bottom <= a.top);
}

static double area_of(lob_box box) {
    return ((double)box.right - box.left + 1) * ((double)box.top - box.bottom + 1);
}

static bool is_out(const joining *j, uint32_t box) {
    return j->asked->is_out && j->asked->is_out[box];
}

/* What is of one group already need not be asked about. */
static bool are_near(const joining *j, uint32_t a, uint32_t b) {
    return !j->asked->is_near || lob_near_first(j->parents, a) == lob_near_first(j->parents, b) ||
           j->asked->is_near(j->asked->who, a, b);
}

/* Joins the boxes of places [from, end) of the tree with those of higher places within reach: one search for all. */
static lob_status join_places(lob_ctx *ctx, const joining *j, uint32_t from, uint32_t end, lob_box around,
                              uint64_t *work) {
    const lob_rtree *tree = j->asked->tree;
    const int64_t reach = j->asked->reach;
    const lob_rtree_query query = {.window = grown(around, reach)};
    lob_rtree_cursor cursor;
    uint32_t place;
    lob_rtree_begin(tree, &cursor);
    while (lob_rtree_next(tree, &cursor, &query, &place, work)) {
        if (place == LOB_RTREE_PAUSE) {
            LOB_TRY(lob_poll(ctx));
            continue;
        }
        if (place <= from || is_out(j, tree->ids[place])) {
            continue;
        }
        const lob_box near = grown(tree->boxes[place], reach);
        for (uint32_t i = from; i < end && i < place; i++) {
            if (boxes_touch(near, tree->boxes[i]) && !is_out(j, tree->ids[i]) &&
                are_near(j, tree->ids[i], tree->ids[place])) {
                join(j->parents, tree->ids[i], tree->ids[place]);
            }
        }
    }
    return LOB_OK;
}

/* A leaf of the tree is searched for as one, unless its boxes lie so far apart that each alone finds less. */
static lob_status join_leaf(lob_ctx *ctx, const joining *j, uint32_t leaf, uint64_t *work) {
    const lob_rtree *tree = j->asked->tree;
    const int64_t reach = j->asked->reach;
    const uint32_t from = leaf * LOB_RTREE_FAN,
                   end = from + LOB_RTREE_FAN < tree->count ? from + LOB_RTREE_FAN : tree->count;
    lob_box around = tree->boxes[from];
    double area = 0;
    for (uint32_t i = from; i < end; i++) {
        const lob_box b = tree->boxes[i];
        around =
            (lob_box){b.left < around.left ? b.left : around.left, b.bottom < around.bottom ? b.bottom : around.bottom,
                      b.right > around.right ? b.right : around.right, b.top > around.top ? b.top : around.top};
        area += area_of(grown(b, reach));
    }
    if (area_of(grown(around, reach)) <= LOB_RTREE_FAN * area) {
        return join_places(ctx, j, from, end, around, work);
    }
    for (uint32_t i = from; i < end; i++) {
        LOB_TRY(join_places(ctx, j, i, i + 1, tree->boxes[i], work));
    }
    return LOB_OK;
}

/* ---- heaps ---- */

static lob_status take_labels(lob_ctx *ctx, joining *j, node_label **labels) {
    const lob_rtree *tree = j->asked->tree;
    *labels = atomic_load(&j->labels);
    if (!*labels) {
        node_label *none = NULL;
        node_label *fresh = lob_calloc(tree->start[tree->levels - 1] + (size_t)1, sizeof *fresh);
        if (!fresh) {
            return lob_fail_memory(ctx);
        }
        if (atomic_compare_exchange_strong(&j->labels, &none, fresh)) {
            none = fresh;
        } else {
            lob_free(fresh); /* another thread was first */
        }
        *labels = none;
    }
    return LOB_OK;
}

static uint32_t label_of(const joining *j, const node_label *labels, uint32_t level, uint32_t at) {
    const lob_rtree *tree = j->asked->tree;
    if (level == 0) {
        return is_out(j, tree->ids[at]) ? LABEL_OUT : tree->ids[at] + LABEL_FIRST;
    }
    return atomic_load_explicit(&labels[tree->start[level] + at], memory_order_relaxed);
}

/* Notes of a node of which all children are of one group that they are; groups only grow, so it stays true. */
static void note_label(const joining *j, node_label *labels, uint32_t level, uint32_t at) {
    const lob_rtree *tree = j->asked->tree;
    const uint32_t first = at * LOB_RTREE_FAN, left = tree->size[level - 1] - first;
    const uint32_t end = first + (left < LOB_RTREE_FAN ? left : LOB_RTREE_FAN);
    uint32_t common = LABEL_OUT, root = 0;
    for (uint32_t i = first; i < end; i++) {
        const uint32_t label = label_of(j, labels, level - 1, i);
        if (label == LABEL_MIXED) {
            return;
        }
        if (label == LABEL_OUT) {
            continue;
        }
        const uint32_t own = lob_near_first(j->parents, label - LABEL_FIRST);
        if (common != LABEL_OUT && own != root) {
            return;
        }
        common = label;
        root = own;
    }
    atomic_store_explicit(&labels[tree->start[level] + at], common, memory_order_relaxed);
}

static bool is_known(const joining *j, uint32_t label, uint32_t box) {
    return label == LABEL_OUT ||
           (label != LABEL_MIXED && lob_near_first(j->parents, label - LABEL_FIRST) == lob_near_first(j->parents, box));
}

/* Joins one box with all others within reach, but for those below nodes that are known to be of its group. */
static lob_status join_one(lob_ctx *ctx, const joining *j, node_label *labels, uint32_t place, uint64_t *work) {
    const lob_rtree *tree = j->asked->tree;
    const uint32_t box = tree->ids[place], top = tree->levels;
    const lob_box near = grown(tree->boxes[place], j->asked->reach);
    uint32_t level = top - 1, at = 0;
    while (level < top) {
        if (++*work % STEPS_POLL == 0) {
            LOB_TRY(lob_poll(ctx));
        }
        if (boxes_touch(near, tree->boxes[tree->start[level] + at]) &&
            !is_known(j, label_of(j, labels, level, at), box)) {
            if (level > 0) {
                level--;
                at *= LOB_RTREE_FAN;
                continue;
            }
            join(j->parents, box, tree->ids[at]);
        }
        at++;
        while (level < top && (at == tree->size[level] || at % LOB_RTREE_FAN == 0)) {
            at = (at + LOB_RTREE_FAN - 1) / LOB_RTREE_FAN;
            level++;
            if (level < top && label_of(j, labels, level, at - 1) == LABEL_MIXED) {
                note_label(j, labels, level, at - 1);
            }
        }
    }
    return LOB_OK;
}

static lob_status join_heap(lob_ctx *ctx, joining *j, uint32_t leaf, uint64_t *work) {
    const lob_rtree *tree = j->asked->tree;
    node_label *labels;
    LOB_TRY(take_labels(ctx, j, &labels));
    for (uint32_t i = leaf * LOB_RTREE_FAN; i < tree->count && i < (leaf + 1) * LOB_RTREE_FAN; i++) {
        if (!is_out(j, tree->ids[i])) {
            LOB_TRY(join_one(ctx, j, labels, i, work));
        }
    }
    return LOB_OK;
}

static lob_status join_part(void *arg, lob_ctx *ctx, uint32_t task) {
    joining *j = arg;
    uint64_t work = 0;
    bool is_heap = false; /* with is_near() from then on: what else is counted hangs on the other threads */
    const uint32_t leaves = (j->asked->tree->count + LOB_RTREE_FAN - 1) / LOB_RTREE_FAN;
    const uint32_t end = (uint32_t)lob_team_part(leaves, j->task_count, task + 1);
    const uint32_t begin = (uint32_t)lob_team_part(leaves, j->task_count, task);
    for (uint32_t i = begin; i < end; i++) {
        const uint64_t usual = WORK_EACH * LOB_RTREE_FAN * ((uint64_t)i - begin + 1);
        if (i % LEAVES_POLL == 0) {
            LOB_TRY(lob_poll(ctx));
        }
        is_heap = work > usual || (is_heap && j->asked->is_near);
        LOB_TRY(is_heap ? join_heap(ctx, j, i, &work) : join_leaf(ctx, j, i, &work));
    }
    if (j->asked->steps) {
        atomic_fetch_add(j->asked->steps, work);
    }
    return LOB_OK;
}

lob_status lob_near_groups(lob_ctx *ctx, const lob_near_question *asked, lob_near_parent *parents) {
    const uint32_t count = asked->tree->count;
    /* With is_near() parts are the same whoever does them: in which of them boxes lie in heaps tells in the groups. */
    const uint32_t parts = asked->is_near ? lob_team_parts(asked->team, count) : lob_team_tasks(asked->team, count);
    joining j = {asked, parents, parts, NULL};
    for (uint32_t i = 0; i < count; i++) {
        atomic_init(&parents[i], i);
    }
    const lob_status status =
        j.task_count == 1 ? join_part(&j, ctx, 0) : lob_team_run(ctx, asked->team, j.task_count, join_part, &j);
    lob_free(atomic_load(&j.labels));
    return status;
}
