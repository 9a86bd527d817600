/* The sweep: finds crossings, or, when there are none, the windings beside every segment.
 *
 * A line moves up over the ends in the order (y, x); the segments it meets stand left to right in a treap that is also
 * a list. Neighbours that will cross are put into a heap under the next grid point at or after their crossing. All of
 * one key are undone by exchanging neighbours, in any order: before the next end is looked at no pair is left in wrong
 * order, whatever the order of the crossings between. So only signs of 128-bit products decide, and crossings need not
 * be compared. Of segments that overlap on one line the longest stands for all: their ends and crossings are all hot.
 */
#include "geom/region_parts.h"

#include <string.h>

#include "base/alloc.h"
#include "base/sort.h"

enum { POLL_STEPS = 4096 };

typedef struct node { /* of the treap; node 0 is none, and the head of the list */
    lob_point64 from, to;
    uint32_t left, right, parent, prev, next, priority, segment;
} node;

typedef struct meeting { /* of neighbours a, b, to be exchanged before the end `key` */
    lob_point64 key;
    bool is_grid_point;
    uint32_t a, b;
} meeting;

typedef struct state {
    lob_ctx *ctx;
    lob_sweep *out;
    lob_segment *s;
    uint32_t count;
    uint32_t *by_to;
    node *nodes;
    uint32_t node_count, node_capacity, free_node, root, seed;
    uint32_t *node_of; /* of a segment, 0 when it is not on the line */
    meeting *heap;
    uint32_t heap_count, heap_capacity;
    uint32_t *row; /* segments that leave a point, left to right */
    uint32_t row_count, row_capacity;
    lob_point64 *helper_now;
    uint64_t crossings_max;
    bool is_trial; /* more crossings than that are no failure */
} state;

static lob_status reserve(lob_ctx *ctx, void **items, uint32_t wanted, uint32_t *capacity, size_t size) {
    if (wanted <= *capacity) {
        return LOB_OK;
    }
    uint32_t room = *capacity ? 2 * *capacity : 64;
    room = room < wanted ? wanted : room;
    void *more = lob_realloc(*items, room * size);
    if (!more) {
        return lob_fail_memory(ctx);
    }
    *items = more;
    *capacity = room;
    return LOB_OK;
}

/* ---- the segments on the line ---- */

static void rotate_up(state *t, uint32_t x) {
    node *n = t->nodes;
    uint32_t p = n[x].parent, g = n[p].parent;
    if (n[p].left == x) {
        n[p].left = n[x].right;
        if (n[x].right) {
            n[n[x].right].parent = p;
        }
        n[x].right = p;
    } else {
        n[p].right = n[x].left;
        if (n[x].left) {
            n[n[x].left].parent = p;
        }
        n[x].left = p;
    }
    n[p].parent = x;
    n[x].parent = g;
    if (!g) {
        t->root = x;
    } else if (n[g].left == p) {
        n[g].left = x;
    } else {
        n[g].right = x;
    }
}

static void put_segment(state *t, uint32_t x, uint32_t segment) {
    node *n = &t->nodes[x];
    n->segment = segment;
    n->from = t->s[segment].from;
    n->to = t->s[segment].to;
    t->node_of[segment] = x;
}

static lob_status insert_after(state *t, uint32_t at, uint32_t segment, uint32_t *made) {
    uint32_t x = t->free_node;
    if (x) {
        t->free_node = t->nodes[x].next;
    } else {
        void *items = t->nodes;
        LOB_TRY(reserve(t->ctx, &items, t->node_count + 1, &t->node_capacity, sizeof *t->nodes));
        t->nodes = items;
        x = t->node_count++;
    }
    t->seed ^= t->seed << 13;
    t->seed ^= t->seed >> 17;
    t->seed ^= t->seed << 5;
    node *n = t->nodes;
    uint32_t next = n[at].next;
    n[x] = (node){.prev = at, .next = next, .priority = t->seed};
    n[at].next = x;
    n[next].prev = x;
    if (at && !n[at].right) {
        n[at].right = x;
        n[x].parent = at;
    } else if (next) {
        n[next].left = x;
        n[x].parent = next;
    } else {
        t->root = x;
    }
    while (n[x].parent && n[n[x].parent].priority < n[x].priority) {
        rotate_up(t, x);
    }
    put_segment(t, x, segment);
    *made = x;
    return LOB_OK;
}

static void remove_node(state *t, uint32_t x) {
    node *n = t->nodes;
    while (n[x].left || n[x].right) {
        uint32_t l = n[x].left, r = n[x].right;
        rotate_up(t, !r || (l && n[l].priority > n[r].priority) ? l : r);
    }
    uint32_t p = n[x].parent;
    if (!p) {
        t->root = 0;
    } else if (n[p].left == x) {
        n[p].left = 0;
    } else {
        n[p].right = 0;
    }
    n[n[x].prev].next = n[x].next;
    n[n[x].next].prev = n[x].prev;
    n[x].next = t->free_node;
    t->free_node = x;
}

/* Above zero: p lies left of the segment; it lies within its rows. */
static int node_side(const node *n, lob_point64 p) {
    int64_t low = n->from.x, high = n->to.x;
    if (low > high) {
        low = n->to.x;
        high = n->from.x;
    }
    if (p.x < low || p.x > high) {
        return p.x < low ? 1 : -1;
    }
    __int128 side = lob_side_of(n->from, n->to, p);
    return side > 0 ? 1 : side < 0 ? -1 : 0;
}

/* The first segment that p lies on or left of; 0 when there is none. */
static uint32_t find_node(const state *t, lob_point64 p) {
    uint32_t best = 0;
    for (uint32_t x = t->root; x;) {
        if (node_side(&t->nodes[x], p) >= 0) {
            best = x;
            x = t->nodes[x].left;
        } else {
            x = t->nodes[x].right;
        }
    }
    return best;
}

/* ---- crossings ahead ---- */

static bool is_before(const meeting *a, const meeting *b) {
    int order = lob_point_compare(a->key, b->key);
    return order ? order < 0 : !a->is_grid_point && b->is_grid_point;
}

static lob_status push_meeting(state *t, meeting m) {
    void *items = t->heap;
    LOB_TRY(reserve(t->ctx, &items, t->heap_count + 1, &t->heap_capacity, sizeof *t->heap));
    t->heap = items;
    uint32_t i = t->heap_count++;
    for (; i > 0 && is_before(&m, &t->heap[(i - 1) / 2]); i = (i - 1) / 2) {
        t->heap[i] = t->heap[(i - 1) / 2];
    }
    t->heap[i] = m;
    return LOB_OK;
}

static meeting pop_meeting(state *t) {
    meeting top = t->heap[0], last = t->heap[--t->heap_count];
    uint32_t i = 0;
    for (uint32_t c = 1; c < t->heap_count; c = 2 * i + 1) {
        c += c + 1 < t->heap_count && is_before(&t->heap[c + 1], &t->heap[c]);
        if (!is_before(&t->heap[c], &last)) {
            break;
        }
        t->heap[i] = t->heap[c];
        i = c;
    }
    t->heap[i] = last;
    return top;
}

static int64_t max64(int64_t a, int64_t b) {
    return a > b ? a : b;
}
static int64_t min64(int64_t a, int64_t b) {
    return a < b ? a : b;
}

/* Whether a, left of b now, will cross it properly. */
static bool will_cross(const node *a, const node *b) {
    if (max64(a->from.x, a->to.x) <= min64(b->from.x, b->to.x)) {
        return false;
    }
    return lob_cross(lob_point_minus(a->to, a->from), lob_point_minus(b->to, b->from)) > 0 &&
           lob_side_of(a->from, a->to, b->to) > 0 && lob_side_of(b->from, b->to, a->to) < 0;
}

static lob_status check_pair(state *t, uint32_t x, uint32_t y) {
    if (!x || !y || !will_cross(&t->nodes[x], &t->nodes[y])) {
        return LOB_OK;
    }
    uint32_t a = t->nodes[x].segment, b = t->nodes[y].segment;
    lob_crossing c = lob_segment_crossing(&t->s[a], &t->s[b]);
    meeting m = {.key = {INT64_MIN, c.floor.y + 1}, .a = a, .b = b};
    if (c.y_on_grid) {
        m.key = (lob_point64){c.floor.x + !c.x_on_grid, c.floor.y};
        m.is_grid_point = c.x_on_grid;
    }
    return push_meeting(t, m);
}

static lob_status fail_crossings(state *t) {
    lob_status status = lob_fail(t->ctx, LOB_E_QUERY_TOO_LARGE, "The edges cross each other too often");
    lob_error_text(&t->ctx->error, "reason", LOB_STR("crossings"));
    lob_error_integer(&t->ctx->error, "maximum", (int64_t)t->crossings_max);
    lob_hint(t->ctx, "Ask for a smaller box or fewer layers.");
    return status;
}

/* Turns round the neighbours first..last, which all cross in one point. */
static lob_status turn_round(state *t, uint32_t first, uint32_t last, lob_point64 hot) {
    uint32_t x = first, y = last, count = 1;
    for (uint32_t k = first; k != last; k = t->nodes[k].next) {
        count++;
    }
    for (uint32_t k = 0; k < count / 2; k++) {
        uint32_t a = t->nodes[x].segment, b = t->nodes[y].segment;
        put_segment(t, x, b);
        put_segment(t, y, a);
        x = t->nodes[x].next;
        y = t->nodes[y].prev;
    }
    t->out->is_clean = false;
    t->out->crossings += count - 1;
    if (t->out->crossings > t->crossings_max) {
        t->out->is_cut = t->is_trial;
        return t->crossings_max && !t->is_trial ? fail_crossings(t) : LOB_OK;
    }
    if (t->out->crossings % POLL_STEPS < count - 1) {
        LOB_TRY(lob_poll(t->ctx));
    }
    LOB_TRY(lob_points64_add(t->ctx, &t->out->hot, hot));
    LOB_TRY(check_pair(t, t->nodes[first].prev, first));
    return check_pair(t, last, t->nodes[last].next);
}

/* The sweep was cut off, or only whether there are crossings was asked, and there are: neighbours are no longer in
 * order, and nothing more is asked of them. */
static bool is_over(const state *t) {
    return t->out->is_cut || (!t->out->is_clean && t->crossings_max == 0);
}

/* Everything that crosses before the end `p`; what crosses in p is put in order there. */
static lob_status pass_meetings(state *t, lob_point64 p) {
    while (!is_over(t) && t->heap_count && lob_point_compare(t->heap[0].key, p) <= 0) {
        meeting m = pop_meeting(t);
        uint32_t x = t->node_of[m.a], y = t->node_of[m.b];
        if (!x || !y || t->nodes[x].next != y || (m.is_grid_point && lob_point_equal(m.key, p))) {
            continue;
        }
        if (m.is_grid_point) {
            while (t->nodes[x].prev && node_side(&t->nodes[t->nodes[x].prev], m.key) == 0) {
                x = t->nodes[x].prev;
            }
            while (t->nodes[y].next && node_side(&t->nodes[t->nodes[y].next], m.key) == 0) {
                y = t->nodes[y].next;
            }
            LOB_TRY(turn_round(t, x, y, m.key));
        } else {
            t->out->off_grid++;
            lob_crossing c = lob_segment_crossing(&t->s[m.a], &t->s[m.b]);
            LOB_TRY(c.is_corner ? lob_points64_add(t->ctx, &t->out->corners, c.near) : LOB_OK);
            LOB_TRY(turn_round(t, x, y, c.near));
        }
    }
    return LOB_OK;
}

/* ---- ends ---- */

/* Left to right just above p; on one line the longest first. */
static int compare_leaving(const void *a, const void *b, void *arg) {
    const state *t = ((void **)arg)[0];
    lob_point64 p = *(const lob_point64 *)((void **)arg)[1];
    uint32_t i = *(const uint32_t *)a, k = *(const uint32_t *)b;
    __int128 turn = lob_cross(lob_point_minus(t->s[i].to, p), lob_point_minus(t->s[k].to, p));
    if (turn) {
        return turn < 0 ? -1 : 1;
    }
    int order = lob_point_compare(t->s[k].to, t->s[i].to);
    return order ? order : i < k ? -1 : i > k;
}

/* t->row: segments that pass through p, on nodes first..last, and those that start there. */
static lob_status collect_row(state *t, lob_point64 p, uint32_t first, uint32_t last, uint32_t start, uint32_t stop) {
    t->row_count = 0;
    bool is_mixed = false;
    for (uint32_t x = first; x; x = x == last ? 0 : t->nodes[x].next) {
        if (!lob_point_equal(t->nodes[x].to, p)) {
            void *items = t->row;
            LOB_TRY(reserve(t->ctx, &items, t->row_count + 1, &t->row_capacity, sizeof *t->row));
            t->row = items;
            t->row[t->row_count++] = t->nodes[x].segment;
            is_mixed = true;
        }
        t->node_of[t->nodes[x].segment] = 0;
    }
    void *items = t->row;
    LOB_TRY(reserve(t->ctx, &items, t->row_count + (stop - start), &t->row_capacity, sizeof *t->row));
    t->row = items;
    for (uint32_t i = start; i < stop; i++) {
        t->row[t->row_count++] = i;
    }
    if (is_mixed) {
        t->out->is_clean = false;
        LOB_TRY(lob_sort(t->ctx, t->row, t->row_count, sizeof *t->row, compare_leaving, (void *[]){t, &p}));
    }
    uint32_t kept = 0;
    for (uint32_t i = 0; i < t->row_count; i++) {
        uint32_t k = t->row[i];
        if (kept && lob_side_of(p, t->s[t->row[kept - 1]].to, t->s[k].to) == 0) {
            t->out->is_clean = false; /* on one line with a longer one */
            continue;
        }
        t->row[kept++] = k;
    }
    t->row_count = kept;
    return LOB_OK;
}

/* Puts t->row where nodes first..last (or nothing, behind `prev`) were. *end: the last node of the row, or prev. */
static lob_status place_row(state *t, uint32_t prev, uint32_t first, uint32_t last, uint32_t *end) {
    uint32_t after = first ? t->nodes[last].next : t->nodes[prev].next, x = first;
    *end = prev;
    for (uint32_t i = 0; i < t->row_count; i++) {
        if (x && x != after) {
            put_segment(t, x, t->row[i]);
            *end = x;
            x = t->nodes[x].next;
        } else {
            LOB_TRY(insert_after(t, *end, t->row[i], end));
            x = 0;
        }
    }
    while (x && x != after) {
        uint32_t next = t->nodes[x].next;
        remove_node(t, x);
        x = next;
    }
    return LOB_OK;
}

static void wind_row(state *t, uint32_t prev, lob_point64 p) {
    uint32_t beside = prev ? t->nodes[prev].segment : LOB_SEGMENT_NONE;
    int32_t w[2] = {0, 0};
    if (prev) {
        w[0] = t->out->w[beside][0] + t->s[beside].d[0];
        w[1] = t->out->w[beside][1] + t->s[beside].d[1];
    }
    for (uint32_t i = 0; i < t->row_count; i++) {
        uint32_t k = t->row[i];
        t->out->w[k][0] = w[0];
        t->out->w[k][1] = w[1];
        t->out->left[k] = beside;
        w[0] += t->s[k].d[0];
        w[1] += t->s[k].d[1];
        if (t->helper_now) {
            t->out->helper[k] = i == 0 && prev ? t->helper_now[beside] : p;
        }
        beside = k;
    }
    if (t->helper_now) {
        if (prev) {
            t->helper_now[t->nodes[prev].segment] = p;
        }
        for (uint32_t i = 0; i < t->row_count; i++) {
            t->helper_now[t->row[i]] = p;
        }
    }
}

/* All that ends in p (one of them on node `ending`, 0: none) and starts there (segments start..stop). */
static lob_status pass_point(state *t, lob_point64 p, uint32_t ending, uint32_t start, uint32_t stop) {
    uint32_t first = ending, last, prev;
    if (first) {
        while (t->nodes[first].prev && node_side(&t->nodes[t->nodes[first].prev], p) == 0) {
            first = t->nodes[first].prev;
        }
        prev = t->nodes[first].prev;
        last = ending;
    } else {
        uint32_t found = find_node(t, p);
        prev = t->nodes[found].prev;
        first = last = found && node_side(&t->nodes[found], p) == 0 ? found : 0;
    }
    uint32_t ends = first != 0;
    for (uint32_t x = first; x && x != last; x = t->nodes[x].next) {
        ends++;
    }
    while (last && t->nodes[last].next && node_side(&t->nodes[t->nodes[last].next], p) == 0) {
        last = t->nodes[last].next;
        ends++;
    }
    LOB_TRY(collect_row(t, p, first, last, start, stop));
    uint32_t end;
    LOB_TRY(place_row(t, prev, first, last, &end));
    if (t->out->is_clean) {
        wind_row(t, prev, p);
        t->out->has_knots = t->out->has_knots || ends + t->row_count > 2;
    }
    uint32_t begin = t->nodes[prev].next;
    if (end == prev) {
        return check_pair(t, prev, begin);
    }
    LOB_TRY(check_pair(t, prev, begin));
    return check_pair(t, end, t->nodes[end].next);
}

static lob_status pass_all(state *t) {
    for (uint32_t i = 0, k = 0, step = 1; k < t->count; step++) {
        lob_point64 p = t->s[t->by_to[k]].to;
        if (i < t->count && lob_point_compare(t->s[i].from, p) <= 0) {
            p = t->s[i].from;
        }
        if (step % POLL_STEPS == 0) {
            LOB_TRY(lob_poll(t->ctx));
        }
        LOB_TRY(pass_meetings(t, p));
        if (is_over(t)) {
            return LOB_OK;
        }
        uint32_t ending = 0, start = i;
        for (; k < t->count && lob_point_equal(t->s[t->by_to[k]].to, p); k++) {
            uint32_t x = t->node_of[t->by_to[k]];
            ending = x ? x : ending;
        }
        while (i < t->count && lob_point_equal(t->s[i].from, p)) {
            i++;
        }
        LOB_TRY(pass_point(t, p, ending, start, i));
        if (is_over(t)) {
            return LOB_OK;
        }
    }
    return LOB_OK;
}

/* ---- before ---- */

static int compare_start(const void *a, const void *b, void *unused) {
    const lob_segment *x = a, *y = b;
    (void)unused;
    __int128 turn = lob_cross(lob_point_minus(x->to, x->from), lob_point_minus(y->to, y->from));
    return turn ? (turn < 0 ? -1 : 1) : lob_point_compare(y->to, x->to);
}

static lob_status sort_starts(lob_ctx *ctx, lob_segment *s, uint32_t count) {
    if (count > 16) {
        return lob_sort(ctx, s, count, sizeof *s, compare_start, NULL);
    }
    for (uint32_t i = 1; i < count; i++) {
        lob_segment moving = s[i];
        uint32_t k = i;
        for (; k > 0 && compare_start(&s[k - 1], &moving, NULL) > 0; k--) {
            s[k] = s[k - 1];
        }
        s[k] = moving;
    }
    return LOB_OK;
}

/* Sorted by (from, direction, length); equal ones joined, those without effect left out. */
static lob_status prepare(lob_ctx *ctx, lob_segments *list) {
    LOB_TRY(lob_segments_sort(ctx, list));
    LOB_TRY(lob_poll(ctx));
    lob_segment *s = list->items;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < list->count;) {
        uint32_t stop = i + 1;
        while (stop < list->count && lob_point_equal(s[stop].from, s[i].from)) {
            stop++;
        }
        if (stop - i > 1) {
            LOB_TRY(sort_starts(ctx, s + i, stop - i));
        }
        while (i < stop) {
            i = lob_segment_join(s, i, stop, &kept);
        }
    }
    list->count = kept;
    return LOB_OK;
}

static lob_status start(state *t, bool wants_helpers) {
    lob_sweep *out = t->out;
    size_t n = (size_t)t->count + 1;
    t->node_of = lob_calloc(n, sizeof *t->node_of);
    t->node_capacity = 1024;
    t->nodes = lob_calloc(t->node_capacity, sizeof *t->nodes);
    out->w = lob_malloc(n * sizeof *out->w);
    out->left = lob_malloc(n * sizeof *out->left);
    if (wants_helpers) {
        out->helper = lob_malloc(n * sizeof *out->helper);
        t->helper_now = lob_malloc(n * sizeof *t->helper_now);
    }
    if (!t->node_of || !t->nodes || !out->w || !out->left || (wants_helpers && (!out->helper || !t->helper_now))) {
        return lob_fail_memory(t->ctx);
    }
    t->node_count = 1;
    t->seed = 2463534242U;
    return lob_point_order(t->ctx, &t->s->to, sizeof *t->s, t->count, &t->by_to);
}

static lob_status sweep_all(lob_ctx *ctx, lob_segments *segments, uint64_t crossings_max, bool is_trial,
                            bool wants_helpers, lob_sweep *sweep) {
    *sweep = (lob_sweep){.is_clean = true};
    LOB_TRY(prepare(ctx, segments));
    if (segments->count == 0) {
        return LOB_OK;
    }
    state t = {.ctx = ctx,
               .out = sweep,
               .s = segments->items,
               .count = segments->count,
               .crossings_max = crossings_max,
               .is_trial = is_trial};
    lob_status status = start(&t, wants_helpers);
    if (status == LOB_OK) {
        status = pass_all(&t);
    }
    lob_free(t.by_to);
    lob_free(t.nodes);
    lob_free(t.node_of);
    lob_free(t.heap);
    lob_free(t.row);
    lob_free(t.helper_now);
    return status;
}

lob_status lob_sweep_run(lob_ctx *ctx, lob_segments *segments, uint64_t crossings_max, bool wants_helpers,
                         lob_sweep *sweep) {
    return sweep_all(ctx, segments, crossings_max, false, wants_helpers, sweep);
}

lob_status lob_sweep_try(lob_ctx *ctx, lob_segments *segments, uint64_t crossings_usual, lob_sweep *sweep) {
    return sweep_all(ctx, segments, crossings_usual, true, false, sweep);
}

void lob_sweep_drop(lob_sweep *sweep) {
    lob_points64_drop(&sweep->hot);
    lob_points64_drop(&sweep->corners);
    lob_free(sweep->w);
    lob_free(sweep->left);
    lob_free(sweep->helper);
    *sweep = (lob_sweep){0};
}
