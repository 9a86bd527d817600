/* Long slanted edges have boxes that hold much beside them: in a star of needles every box meets every other. So when
 * searches look at far more than usual, each node of the tree also gets a slab: a box turned the way the longest edge
 * below it runs. Slabs only leave out what lies apart for sure, so what is found stays the same.
 *
 * Computed in doubles, each slab wider than its rounding can be. */
#include <math.h>

#include "base/alloc.h"
#include "rules/check_impl.h"

enum { POLL_EVERY = 4096 };

static double squared_length(lob_edge64 e) {
    const double x = (double)e.to.x - (double)e.from.x, y = (double)e.to.y - (double)e.from.y;
    return x * x + y * y;
}

static check_slab empty_slab(lob_edge64 along) {
    const double length = sqrt(squared_length(along));
    check_slab s = {1, 0, HUGE_VAL, -HUGE_VAL, HUGE_VAL, -HUGE_VAL};
    if (length > 0) {
        s.x = ((double)along.to.x - (double)along.from.x) / length;
        s.y = ((double)along.to.y - (double)along.from.y) / length;
    }
    return s;
}

static void add_point(check_slab *s, lob_point64 p, double more) {
    const double x = (double)p.x, y = (double)p.y, room = more + 1 + 1e-9 * (fabs(x) + fabs(y));
    const double along = x * s->x + y * s->y, across = y * s->x - x * s->y;
    s->low = fmin(s->low, along - room);
    s->high = fmax(s->high, along + room);
    s->right = fmin(s->right, across - room);
    s->left = fmax(s->left, across + room);
}

check_slab check_slab_of(lob_edge64 e, double more) {
    check_slab s = empty_slab(e);
    add_point(&s, e.from, more);
    add_point(&s, e.to, more);
    return s;
}

static void find_longest(const check_edges *edges, const check_run_of_edges *run, lob_edge64 *longest, double *most) {
    for (uint32_t i = run->first; i < run->first + run->count; i++) {
        const double squared = squared_length(edges->items[i].e);
        if (squared > *most) {
            *most = squared;
            *longest = edges->items[i].e;
        }
    }
}

static void add_run(check_slab *s, const check_edges *edges, const check_run_of_edges *run, double more) {
    for (uint32_t i = run->first; i < run->first + run->count; i++) {
        add_point(s, edges->items[i].e.from, more);
        add_point(s, edges->items[i].e.to, more);
    }
}

check_slab check_slab_of_run(const check_edges *edges, const check_run_of_edges *run, double more) {
    lob_edge64 longest = edges->items[run->first].e;
    double most = 0;
    find_longest(edges, run, &longest, &most);
    check_slab s = empty_slab(longest);
    add_run(&s, edges, run, more);
    return s;
}

/* Whether the shadow of the slab on the axis lies outside low .. high. */
static bool is_apart(const check_slab *s, double x, double y, double low, double high) {
    const double along = s->x * x + s->y * y, across = s->x * y - s->y * x;
    const double middle = (along * (s->low + s->high) + across * (s->right + s->left)) / 2;
    const double half = (fabs(along) * (s->high - s->low) + fabs(across) * (s->left - s->right)) / 2;
    return middle + half < low || middle - half > high;
}

static bool slabs_meet(const check_slab *a, const check_slab *b) {
    return !is_apart(b, -a->y, a->x, a->right, a->left) && !is_apart(a, -b->y, b->x, b->right, b->left) &&
           !is_apart(b, a->x, a->y, a->low, a->high) && !is_apart(a, b->x, b->y, b->low, b->high);
}

/* ---- of the nodes ---- */

static check_slab slab_of_node(const check_edges *edges, uint32_t first, uint32_t end) {
    const uint32_t *ids = edges->tree.ids;
    lob_edge64 longest = edges->items[edges->runs[ids[first]].first].e;
    double most = 0;
    for (uint32_t i = first; i < end; i++) {
        find_longest(edges, &edges->runs[ids[i]], &longest, &most);
    }
    check_slab s = empty_slab(longest);
    for (uint32_t i = first; i < end; i++) {
        add_run(&s, edges, &edges->runs[ids[i]], 0);
    }
    return s;
}

static lob_status fill_slabs(lob_ctx *ctx, const check_edges *edges, check_slab *slabs) {
    const lob_rtree *tree = &edges->tree;
    uint64_t below = 1; /* items of a node, at most */
    for (uint32_t level = 0; level < tree->levels; level++, below *= LOB_RTREE_FAN) {
        for (uint32_t i = 0; i < tree->size[level]; i++) {
            const uint64_t first = i * below, end = first + below < tree->count ? first + below : tree->count;
            slabs[tree->start[level] + i] = slab_of_node(edges, (uint32_t)first, (uint32_t)end);
            if (i % POLL_EVERY == 0 || below > POLL_EVERY) {
                LOB_TRY(lob_poll(ctx));
            }
        }
    }
    return LOB_OK;
}

lob_status check_slabs_take(lob_ctx *ctx, check_edges *edges, const check_slab **slabs) {
    const lob_rtree *tree = &edges->tree;
    *slabs = atomic_load(&edges->slabs);
    if (*slabs) {
        return LOB_OK;
    }
    check_slab *none = NULL, *fresh = lob_malloc((tree->start[tree->levels - 1] + (size_t)1) * sizeof *fresh);
    const lob_status status = fresh ? fill_slabs(ctx, edges, fresh) : lob_fail_memory(ctx);
    if (status != LOB_OK || !atomic_compare_exchange_strong(&edges->slabs, &none, fresh)) {
        lob_free(fresh); /* also when another thread was first */
        *slabs = none;
        return status;
    }
    *slabs = fresh;
    return LOB_OK;
}

/* ---- searching ---- */

void check_seek_begin(check_seek *s, const check_edges *edges, lob_box window) {
    *s = (check_seek){.edges = edges, .query = {.window = window}};
    lob_rtree_begin(&edges->tree, &s->cursor);
}

static bool boxes_touch(lob_box a, lob_box b) {
    return (a.left <= b.right) & (b.left <= a.right) & (a.bottom <= b.top) & (b.bottom <= a.top);
}

/* As lob_rtree_next(), by slabs as well. */
static bool next_by_slabs(check_seek *s, uint32_t *run) {
    const lob_rtree *tree = &s->edges->tree;
    uint32_t level = s->cursor.level, at = s->cursor.at, seen = 0;
    bool found = false;
    *run = LOB_RTREE_PAUSE;
    while (level < tree->levels && !found) {
        const uint32_t node = tree->start[level] + at;
        seen++;
        if (boxes_touch(tree->boxes[node], s->query.window) && slabs_meet(&s->slabs[node], &s->slab)) {
            if (level > 0) {
                level--;
                at *= LOB_RTREE_FAN;
                continue;
            }
            *run = tree->ids[at];
            found = true;
        }
        found = found || seen >= POLL_EVERY;
        at++;
        while (level < tree->levels && (at == tree->size[level] || at % LOB_RTREE_FAN == 0)) {
            at = (at + LOB_RTREE_FAN - 1) / LOB_RTREE_FAN;
            level++;
        }
    }
    s->cursor.level = level;
    s->cursor.at = at;
    s->work += seen;
    return found;
}

bool check_seek_next(check_seek *s, uint32_t *run) {
    if (s->slabs) {
        return next_by_slabs(s, run);
    }
    uint32_t place;
    if (!lob_rtree_next(&s->edges->tree, &s->cursor, &s->query, &place, &s->work)) {
        return false;
    }
    *run = place == LOB_RTREE_PAUSE ? LOB_RTREE_PAUSE : s->edges->tree.ids[place];
    return true;
}
