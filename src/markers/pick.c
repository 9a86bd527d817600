/* Choosing markers, and grouping near ones.
 *
 * Groups are single linkage: markers are joined with all that are near, over a packed R-tree of their boxes. Where many
 * lie in one place that would look at all pairs, so a node of the tree remembers that all below it are in one group; a
 * marker of that group passes it by. Invariant: a node once of one group stays so, for groups only grow.
 */
#include <stdlib.h>

#include "base/alloc.h"
#include "base/sets.h"
#include "base/wrap.h"
#include "geom/rtree.h"
#include "markers/markers.h"

enum { POLL_STEPS = 4096 };

/* ---- choosing ---- */

static bool touches(lob_box64 a, lob_box64 b) {
    return a.left <= b.right && b.left <= a.right && a.bottom <= b.top && b.bottom <= a.top;
}

static bool passes(const lob_marker *marker, const lob_marker_filter *filter, const bool *has_rule) {
    if (has_rule && !has_rule[marker->rule]) {
        return false;
    }
    return !filter->has_box || (!lob_box64_is_empty(marker->box) && touches(marker->box, filter->box));
}

lob_status lob_markers_pick(lob_ctx *ctx, const lob_markers *markers, const lob_marker_filter *filter,
                            const uint32_t **picked, uint32_t *count) {
    bool *has_rule = NULL;
    uint32_t *kept = lob_arena_alloc(ctx->arena, (size_t)markers->count * sizeof *kept);
    if (filter->rules) {
        has_rule = LOB_NEW_ARRAY(ctx->arena, bool, markers->rule_count);
    }
    if (!kept || (filter->rules && !has_rule)) {
        return lob_fail_memory(ctx);
    }
    for (uint32_t i = 0; filter->rules && i < filter->rule_count; i++) {
        has_rule[filter->rules[i]] = true;
    }
    *count = 0;
    for (uint32_t i = 0; i < markers->count; i++) {
        if (passes(&markers->items[i], filter, has_rule)) {
            kept[(*count)++] = i;
        }
    }
    *picked = kept;
    return LOB_OK;
}

uint32_t lob_markers_rules_named(const lob_markers *markers, lob_str name, uint32_t *found) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < markers->rule_count; i++) {
        const lob_str rule = markers->rules[i].name;
        const bool is_below = rule.size > name.size && rule.data[name.size] == '.' && name.size &&
                              memcmp(rule.data, name.data, name.size) == 0;
        if (lob_str_equal(rule, name) || is_below) {
            found[count++] = i;
        }
    }
    return count;
}

/* ---- groups ---- */

#define MIXED UINT32_MAX

typedef struct grouper {
    lob_ctx *ctx;
    const lob_markers *markers;
    const uint32_t *picked;
    uint32_t *located; /* those with a box: places in `picked` */
    uint32_t count;    /* of them */
    uint32_t *parent;  /* of each located: union-find */
    uint32_t *one;     /* of each box of the tree: a member when all below are in one group, or MIXED */
    lob_rtree tree;
    uint64_t distance;
} grouper;

static lob_box64 box_at(const grouper *g, uint32_t located) {
    return g->markers->items[g->picked[g->located[located]]].box;
}

/* Of any numbers of 64 bits the difference is right as an unsigned one. */
LOB_WRAPS static uint64_t gap(int64_t a_high, int64_t b_low, int64_t b_high, int64_t a_low) {
    return b_low > a_high   ? (uint64_t)b_low - (uint64_t)a_high
           : a_low > b_high ? (uint64_t)a_low - (uint64_t)b_high
                            : 0;
}

static bool is_near(const grouper *g, lob_box64 a, lob_box64 b) {
    const uint64_t dx = gap(a.right, b.left, b.right, a.left), dy = gap(a.top, b.bottom, b.top, a.bottom);
    if (dx == 0 && dy == 0) {
        return true;
    }
    const unsigned __int128 square = (unsigned __int128)dx * dx + (unsigned __int128)dy * dy;
    return square < (unsigned __int128)g->distance * g->distance;
}

static int64_t moved(int64_t at, int64_t by) {
    return at > INT32_MAX - by ? INT32_MAX : at < INT32_MIN - by ? INT32_MIN : at + by;
}

/* Sets `one` of a node from its children, or of a leaf. */
static void look_below(const grouper *g, uint32_t level, uint32_t at) {
    const uint32_t mine = g->tree.start[level] + at;
    if (level == 0) {
        g->one[mine] = g->tree.ids[at];
        return;
    }
    const uint32_t from = at * LOB_RTREE_FAN, size = g->tree.size[level - 1];
    const uint32_t to = size - from > LOB_RTREE_FAN ? from + LOB_RTREE_FAN : size;
    const uint32_t first = g->one[g->tree.start[level - 1] + from];
    for (uint32_t i = from; i < to; i++) {
        const uint32_t one = g->one[g->tree.start[level - 1] + i];
        if (first == MIXED || one == MIXED || lob_set_first(g->parent, one) != lob_set_first(g->parent, first)) {
            return;
        }
    }
    g->one[mine] = first;
}

typedef struct place {
    uint32_t level, at;
    bool is_left; /* its children were visited */
} place;

static bool can_skip(const grouper *g, place at, lob_box window, uint32_t me) {
    const uint32_t index = g->tree.start[at.level] + at.at;
    const lob_box box = g->tree.boxes[index];
    return box.left > window.right || window.left > box.right || box.bottom > window.top || window.bottom > box.top ||
           (g->one[index] != MIXED && lob_set_first(g->parent, g->one[index]) == lob_set_first(g->parent, me));
}

static void join_near(const grouper *g, uint32_t me) {
    place stack[LOB_RTREE_LEVELS * (LOB_RTREE_FAN + 1)];
    uint32_t depth = 0;
    const lob_box64 box = box_at(g, me);
    const int64_t reach = g->distance < INT32_MAX ? (int64_t)g->distance : INT32_MAX;
    const lob_box own = lob_box_cut(box);
    const lob_box window = {(int32_t)moved(own.left, -reach), (int32_t)moved(own.bottom, -reach),
                            (int32_t)moved(own.right, reach), (int32_t)moved(own.top, reach)};
    stack[depth++] = (place){.level = g->tree.levels - 1};
    while (depth > 0) {
        const place at = stack[--depth];
        if (at.is_left) {
            look_below(g, at.level, at.at);
        } else if (can_skip(g, at, window, me)) {
            continue;
        } else if (at.level == 0) {
            const uint32_t other = g->tree.ids[at.at];
            if (is_near(g, box, box_at(g, other))) {
                lob_sets_join(g->parent, me, other);
            }
        } else {
            const uint32_t from = at.at * LOB_RTREE_FAN, size = g->tree.size[at.level - 1];
            const uint32_t to = size - from > LOB_RTREE_FAN ? from + LOB_RTREE_FAN : size;
            stack[depth++] = (place){at.level, at.at, true};
            for (uint32_t i = from; i < to; i++) {
                stack[depth++] = (place){at.level - 1, i, false};
            }
        }
    }
}

static lob_status build_tree(grouper *g, lob_arena *scratch) {
    lob_box *boxes = LOB_NEW_ARRAY(scratch, lob_box, g->count);
    void *block = lob_arena_alloc(scratch, lob_rtree_size(g->count));
    void *room = lob_arena_alloc(scratch, lob_rtree_scratch_size(g->count));
    if (!boxes || !block || !room) {
        return lob_fail_memory(g->ctx);
    }
    for (uint32_t i = 0; i < g->count; i++) {
        boxes[i] = lob_box_cut(box_at(g, i));
    }
    LOB_TRY(lob_rtree_make(g->ctx, &g->tree, boxes, g->count, block, room));
    uint32_t all = 0;
    for (uint32_t level = 0; level < g->tree.levels; level++) {
        const uint32_t end = g->tree.start[level] + g->tree.size[level];
        all = end > all ? end : all;
    }
    g->one = lob_arena_alloc(scratch, (size_t)all * sizeof *g->one);
    g->parent = lob_arena_alloc(scratch, (size_t)g->count * sizeof *g->parent);
    if (!g->one || !g->parent) {
        return lob_fail_memory(g->ctx);
    }
    for (uint32_t i = 0; i < all; i++) {
        g->one[i] = MIXED;
    }
    for (uint32_t i = 0; i < g->count; i++) {
        g->parent[i] = i;
        look_below(g, 0, i);
    }
    return LOB_OK;
}

static lob_status group(grouper *g, lob_arena *scratch, uint32_t *clusters, uint32_t *cluster_count) {
    LOB_TRY(build_tree(g, scratch));
    for (uint32_t i = 0; i < g->count; i++) {
        join_near(g, i);
        if (i % POLL_STEPS == 0) {
            LOB_TRY(lob_poll(g->ctx));
        }
    }
    for (uint32_t i = 0; i < g->count; i++) { /* the first of a group has the least number: it comes first */
        const uint32_t first = lob_set_first(g->parent, i);
        clusters[g->located[i]] = first == i ? ++*cluster_count : clusters[g->located[first]];
    }
    return LOB_OK;
}

lob_status lob_markers_cluster(lob_ctx *ctx, const lob_markers *markers, const uint32_t *picked, uint32_t count,
                               int64_t distance, const uint32_t **clusters, uint32_t *cluster_count) {
    uint32_t *groups = LOB_NEW_ARRAY(ctx->arena, uint32_t, count);
    lob_arena *scratch = groups ? lob_arena_new(0) : NULL;
    grouper g = {.ctx = ctx, .markers = markers, .picked = picked, .distance = (uint64_t)distance};
    g.located = scratch ? lob_arena_alloc(scratch, (size_t)count * sizeof *g.located) : NULL;
    if (!g.located) {
        lob_arena_drop(scratch);
        return lob_fail_memory(ctx);
    }
    for (uint32_t i = 0; i < count; i++) {
        if (!lob_box64_is_empty(markers->items[picked[i]].box)) {
            g.located[g.count++] = i;
        }
    }
    *cluster_count = 0;
    lob_status status = g.count ? group(&g, scratch, groups, cluster_count) : LOB_OK;
    lob_arena_drop(scratch);
    *clusters = groups;
    return status;
}
