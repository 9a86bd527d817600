/* See near.h. Groups are trees in `parents`, in which a box's parent has a lower number; threads join roots, each to a
 * lower one, so in the end the root of a group is its first box, whoever joined what. A part of the work is some leaves
 * of the R-tree; each is searched for in the whole tree, so there is no seam between the parts. */
#include "rules/near.h"

enum { LEAVES_POLL = 256 };

typedef struct joining {
    const lob_near_question *asked;
    lob_near_parent *parents;
    uint32_t task_count;
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

/* Joins the boxes of places [from, end) of the tree with those of higher places within reach: one search for all. */
static lob_status join_places(lob_ctx *ctx, const joining *j, uint32_t from, uint32_t end, lob_box around) {
    const lob_rtree *tree = j->asked->tree;
    const int64_t reach = j->asked->reach;
    const lob_rtree_query query = {.window = grown(around, reach)};
    lob_rtree_cursor cursor;
    uint64_t work = 0;
    uint32_t place;
    lob_rtree_begin(tree, &cursor);
    while (lob_rtree_next(tree, &cursor, &query, &place, &work)) {
        if (place == LOB_RTREE_PAUSE) {
            LOB_TRY(lob_poll(ctx));
            continue;
        }
        if (place <= from || is_out(j, tree->ids[place])) {
            continue;
        }
        const lob_box near = grown(tree->boxes[place], reach);
        for (uint32_t i = from; i < end && i < place; i++) {
            if (boxes_touch(near, tree->boxes[i]) && !is_out(j, tree->ids[i])) {
                join(j->parents, tree->ids[i], tree->ids[place]);
            }
        }
    }
    return LOB_OK;
}

/* A leaf of the tree is searched for as one, unless its boxes lie so far apart that each alone finds less. */
static lob_status join_leaf(lob_ctx *ctx, const joining *j, uint32_t leaf) {
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
        return join_places(ctx, j, from, end, around);
    }
    for (uint32_t i = from; i < end; i++) {
        LOB_TRY(join_places(ctx, j, i, i + 1, tree->boxes[i]));
    }
    return LOB_OK;
}

static lob_status join_part(void *arg, lob_ctx *ctx, uint32_t task) {
    const joining *j = arg;
    const uint32_t leaves = (j->asked->tree->count + LOB_RTREE_FAN - 1) / LOB_RTREE_FAN;
    const uint32_t end = (uint32_t)lob_team_part(leaves, j->task_count, task + 1);
    for (uint32_t i = (uint32_t)lob_team_part(leaves, j->task_count, task); i < end; i++) {
        if (i % LEAVES_POLL == 0) {
            LOB_TRY(lob_poll(ctx));
        }
        LOB_TRY(join_leaf(ctx, j, i));
    }
    return LOB_OK;
}

lob_status lob_near_groups(lob_ctx *ctx, const lob_near_question *asked, lob_near_parent *parents) {
    const uint32_t count = asked->tree->count;
    joining j = {asked, parents, lob_team_tasks(asked->team, count)};
    for (uint32_t i = 0; i < count; i++) {
        atomic_init(&parents[i], i);
    }
    return j.task_count == 1 ? join_part(&j, ctx, 0) : lob_team_run(ctx, asked->team, j.task_count, join_part, &j);
}
