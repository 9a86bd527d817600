/* See order.h. A polygon of up to 100 edges is looked at edge by edge: hull first, from its lowest point on (of those
 * the leftmost), clockwise, then the holes. A larger one is sorted and cut into bands by the sort and the partition of
 * the standard library that KLayout is built with, whose order of what is alike is part of the answer; so both are
 * followed step by step. */
#include "script/order.h"

#include <string.h>

#include "base/sort.h"

enum { PLAIN_MAX = 100, SORT_SHORT = 16 };

typedef struct ring { /* a contour as KLayout walks it */
    uint32_t first, count, low;
    bool is_turned, is_hole;
} ring;

typedef struct scene {
    lob_ctx *ctx;
    const lob_polygons *p;
    uint32_t *rank;   /* by edge: its place in its polygon */
    lob_box64 *boxes; /* of a polygon's edges, by rank */
    uint32_t count, room;
    int64_t distance;
    bool is_known;
} scene;

/* ---- the order of the edges ---- */

static ring ring_of(const lob_polygons *p, const lob_contour *c) {
    const lob_point64 *q = p->points + c->first;
    ring r = {.first = c->first, .count = c->count, .is_hole = c->is_hole};
    __int128 area = 0;
    for (uint32_t i = 0; i < c->count; i++) {
        const lob_point64 a = q[i], b = q[i + 1 == c->count ? 0 : i + 1];
        area += (__int128)a.x * b.y - (__int128)a.y * b.x;
        r.low = a.y < q[r.low].y || (a.y == q[r.low].y && a.x < q[r.low].x) ? i : r.low;
    }
    r.is_turned = (area > 0) != c->is_hole;
    return r;
}

static lob_point64 corner(const lob_polygons *p, const ring *r, uint32_t k) {
    return p->points[r->first + (r->is_turned ? r->low + r->count - k : r->low + k) % r->count];
}

/* The number of the edge from corner k to the next one. */
static uint32_t edge_at(const ring *r, uint32_t k) {
    return r->first + (r->is_turned ? r->low + 2 * r->count - k - 1 : r->low + k) % r->count;
}

static int by_hole(const void *a, const void *b, void *polygons) {
    const ring *x = a, *y = b;
    if (x->count != y->count) {
        return x->count < y->count ? -1 : 1;
    }
    for (uint32_t k = 0; k < x->count; k++) {
        const lob_point64 s = corner(polygons, x, k), t = corner(polygons, y, k);
        if (s.y != t.y || s.x != t.x) {
            return s.y != t.y ? (s.y > t.y) - (s.y < t.y) : (s.x > t.x) - (s.x < t.x);
        }
    }
    return 0;
}

static lob_status make_room(scene *s, uint32_t count) {
    if (count > s->room) {
        s->boxes = lob_arena_alloc(s->ctx->arena, 2 * (size_t)count * sizeof *s->boxes);
        s->room = s->boxes ? 2 * count : 0;
    }
    return s->room >= count ? LOB_OK : lob_fail_memory(s->ctx);
}

static lob_status rank_edges(scene *s, lob_polygon_at at) {
    lob_polygons p = *s->p;
    ring *rings = LOB_NEW_ARRAY(s->ctx->arena, ring, at.count);
    uint32_t total = 0;
    if (!rings) {
        return lob_fail_memory(s->ctx);
    }
    for (uint32_t i = 0; i < at.count; i++) {
        rings[i] = ring_of(&p, &p.contours[at.contour + i]);
        total += rings[i].count;
    }
    LOB_TRY(make_room(s, total));
    LOB_TRY(at.count > 2 ? lob_sort(s->ctx, rings + 1, at.count - 1, sizeof *rings, by_hole, &p) : LOB_OK);
    s->count = 0;
    for (uint32_t i = 0; i < at.count; i++) {
        for (uint32_t k = 0; k < rings[i].count; k++) {
            const lob_point64 a = corner(&p, &rings[i], k), b = corner(&p, &rings[i], (k + 1) % rings[i].count);
            s->rank[edge_at(&rings[i], k)] = s->count;
            s->boxes[s->count++] = lob_box64_add_point((lob_box64){a.x, a.y, a.x, a.y}, b.x, b.y);
        }
    }
    return LOB_OK;
}

/* ---- the sort and the partition of the library ---- */

typedef struct sorting {
    const lob_box64 *boxes;
    bool by_left, has_failed;
} sorting;

static int64_t key(const sorting *s, uint32_t i) {
    return s->by_left ? s->boxes[i].left : s->boxes[i].bottom;
}

static bool below(const sorting *s, uint32_t a, uint32_t b) {
    return key(s, a) < key(s, b);
}

static void swap(uint32_t *a, uint32_t *b) {
    const uint32_t kept = *a;
    *a = *b;
    *b = kept;
}

static void put_median_first(const sorting *s, uint32_t *to, uint32_t *a, uint32_t *b, uint32_t *c) {
    if (below(s, *a, *b)) {
        swap(to, below(s, *b, *c) ? b : below(s, *a, *c) ? c : a);
    } else {
        swap(to, below(s, *a, *c) ? a : below(s, *b, *c) ? c : b);
    }
}

static uint32_t *cut(const sorting *s, uint32_t *first, uint32_t *last, const uint32_t *pivot) {
    for (;;) {
        while (below(s, *first, *pivot)) {
            first++;
        }
        last--;
        while (below(s, *pivot, *last)) {
            last--;
        }
        if (first >= last) {
            return first;
        }
        swap(first, last);
        first++;
    }
}

static void sort_roughly(sorting *s, uint32_t *first, uint32_t *last, int depth) {
    while (last - first > SORT_SHORT) {
        if (depth-- == 0) {
            s->has_failed = true;
            return;
        }
        put_median_first(s, first, first + 1, first + (last - first) / 2, last - 1);
        uint32_t *middle = cut(s, first + 1, last, first);
        sort_roughly(s, middle, last, depth);
        last = middle;
    }
}

static void insert_back(const sorting *s, uint32_t *at) {
    const uint32_t value = *at;
    while (below(s, value, at[-1])) {
        at[0] = at[-1];
        at--;
    }
    *at = value;
}

static void insert_all(const sorting *s, uint32_t *first, uint32_t *last) {
    for (uint32_t *i = first + 1; i < last; i++) {
        if (below(s, *i, *first)) {
            const uint32_t value = *i;
            memmove(first + 1, first, (size_t)(i - first) * sizeof *first);
            *first = value;
        } else {
            insert_back(s, i);
        }
    }
}

static void sort_as_library(sorting *s, uint32_t *first, uint32_t count) {
    int depth = 0;
    uint32_t *last = first + count;
    for (uint32_t n = count; n > 1; n /= 2) {
        depth += 2;
    }
    if (count < 2) {
        return;
    }
    sort_roughly(s, first, last, depth);
    insert_all(s, first, count > SORT_SHORT ? first + SORT_SHORT : last);
    for (uint32_t *i = first + SORT_SHORT; count > SORT_SHORT && i < last; i++) {
        insert_back(s, i);
    }
}

/* Those whose top (or right side) is below the limit come first. */
static uint32_t *part(const lob_box64 *boxes, bool by_right, int64_t limit, uint32_t *first, uint32_t *last) {
    for (;;) {
        while (first != last && (by_right ? boxes[*first].right : boxes[*first].top) < limit) {
            first++;
        }
        if (first == last) {
            return first;
        }
        do {
            last--;
        } while (first != last && (by_right ? boxes[*last].right : boxes[*last].top) >= limit);
        if (first == last) {
            return first;
        }
        swap(first, last);
        first++;
    }
}

/* ---- the scanner ---- */

typedef struct asked { /* a pair by the ranks of its edges, the lower one first */
    uint32_t low, high, pair;
    bool is_seen, is_high_first;
} asked;

static int by_ranks(const void *a, const void *b, void *unused) {
    (void)unused;
    const asked *x = a, *y = b;
    return x->low != y->low     ? (x->low > y->low) - (x->low < y->low)
           : x->high != y->high ? (x->high > y->high) - (x->high < y->high)
                                : (x->pair > y->pair) - (x->pair < y->pair);
}

/* All pairs of these two edges, when they are met for the first time. */
static void meet(asked *asks, uint32_t count, uint32_t first, uint32_t second) {
    const uint32_t low = first < second ? first : second, high = first < second ? second : first;
    uint32_t from = 0, to = count;
    while (from < to) {
        const uint32_t middle = from + (to - from) / 2;
        if (asks[middle].low < low || (asks[middle].low == low && asks[middle].high < high)) {
            from = middle + 1;
        } else {
            to = middle;
        }
    }
    for (; from < count && asks[from].low == low && asks[from].high == high && !asks[from].is_seen; from++) {
        asks[from].is_seen = true;
        asks[from].is_high_first = first > second;
    }
}

static bool are_near(lob_box64 a, lob_box64 b, int64_t d) {
    return a.left < b.right + d && b.left < a.right + d && a.bottom < b.top + d && b.bottom < a.top + d;
}

/* Edges of one band, from left to right in steps. */
static void scan_band(scene *s, sorting *by, asked *asks, uint32_t count, uint32_t *from, uint32_t *to) {
    uint32_t *done = from, *next = from;
    by->by_left = true;
    sort_as_library(by, from, (uint32_t)(to - from));
    int64_t x = s->boxes[*from].left;
    while (next != to) {
        done = part(s->boxes, true, x + 1 - s->distance, done, next);
        uint32_t *const before = next;
        const ptrdiff_t least = 2 * (next - done);
        int64_t at = x;
        do {
            at = s->boxes[*next].left;
            do {
                next++;
            } while (next != to && s->boxes[*next].left == at);
        } while (next != to && next - done < least);
        for (uint32_t *i = before; i != next; i++) {
            for (const uint32_t *k = done; k < i; k++) {
                if (are_near(s->boxes[*i], s->boxes[*k], s->distance)) {
                    meet(asks, count, *i, *k);
                }
            }
        }
        x = at;
    }
}

static lob_status scan(scene *s, asked *asks, uint32_t count) {
    uint32_t *items = LOB_NEW_ARRAY(s->ctx->arena, uint32_t, s->count);
    sorting by = {.boxes = s->boxes};
    if (!items) {
        return lob_fail_memory(s->ctx);
    }
    for (uint32_t i = 0; i < s->count; i++) {
        items[i] = i;
    }
    sort_as_library(&by, items, s->count);
    uint32_t *current = items, *future = items, *const end = items + s->count;
    int64_t y = s->boxes[*items].bottom;
    while (future != end && !by.has_failed) {
        current = part(s->boxes, false, y + 1 - s->distance, current, future);
        const ptrdiff_t least = 2 * (future - current);
        int64_t at = y;
        do {
            at = s->boxes[*future].bottom;
            do {
                future++;
            } while (future != end && s->boxes[*future].bottom == at);
        } while (future != end && future - current < least);
        scan_band(s, &by, asks, count, current, future);
        y = at;
        LOB_TRY(lob_poll(s->ctx));
    }
    s->is_known = s->is_known && !by.has_failed;
    return LOB_OK;
}

/* ---- pairs, polygon by polygon ---- */

typedef struct owned { /* a pair of a polygon */
    uint32_t polygon, pair;
} owned;

static int by_polygon(const void *a, const void *b, void *unused) {
    (void)unused;
    const owned *x = a, *y = b;
    return x->polygon != y->polygon ? (x->polygon > y->polygon) - (x->polygon < y->polygon)
                                    : (x->pair > y->pair) - (x->pair < y->pair);
}

static lob_status order_polygon(scene *s, const owned *own, uint32_t count, const lob_pair_owners *owners,
                                lob_edge_pair *pairs) {
    asked *asks = LOB_NEW_ARRAY(s->ctx->arena, asked, count);
    if (!asks) {
        return lob_fail_memory(s->ctx);
    }
    for (uint32_t i = 0; i < count; i++) {
        const lob_pair_owners *o = &owners[own[i].pair];
        const uint32_t first = s->rank[o->first], second = s->rank[o->second];
        asks[i] = (asked){first < second ? first : second, first < second ? second : first, own[i].pair, false, false};
    }
    if (s->count > PLAIN_MAX) {
        LOB_TRY(lob_sort(s->ctx, asks, count, sizeof *asks, by_ranks, NULL));
        LOB_TRY(scan(s, asks, count));
    }
    for (uint32_t i = 0; i < count; i++) {
        lob_edge_pair *pair = &pairs[asks[i].pair];
        const bool is_high_first = s->rank[owners[asks[i].pair].first] == asks[i].high;
        s->is_known = s->is_known && (s->count <= PLAIN_MAX || asks[i].is_seen);
        *pair = is_high_first == asks[i].is_high_first ? *pair : (lob_edge_pair){pair->second, pair->first};
    }
    return LOB_OK;
}

lob_status lob_pairs_order(lob_ctx *ctx, const lob_polygons *whole, int64_t distance, const lob_pair_owners *owners,
                           lob_edge_pair *pairs, uint32_t count, bool *is_known) {
    scene s = {.ctx = ctx, .p = whole, .distance = distance, .is_known = true};
    uint32_t *polygon_of = lob_arena_alloc(ctx->arena, ((size_t)whole->point_count + 1) * sizeof *polygon_of);
    owned *own = LOB_NEW_ARRAY(ctx->arena, owned, (size_t)count + 1);
    lob_polygon_at at = {0};
    s.rank = lob_arena_alloc(ctx->arena, ((size_t)whole->point_count + 1) * sizeof *s.rank);
    if (!s.rank || !polygon_of || !own) {
        return lob_fail_memory(ctx);
    }
    for (uint32_t n = 0; lob_polygon_next(whole, &at); n++) {
        for (uint32_t c = at.contour; c < at.contour + at.count; c++) {
            for (uint32_t i = 0; i < whole->contours[c].count; i++) {
                polygon_of[whole->contours[c].first + i] = n;
            }
        }
    }
    for (uint32_t i = 0; i < count; i++) {
        own[i] = (owned){polygon_of[owners[i].first], i};
    }
    LOB_TRY(lob_sort(ctx, own, count, sizeof *own, by_polygon, NULL));
    at = (lob_polygon_at){0};
    for (uint32_t n = 0, i = 0; lob_polygon_next(whole, &at) && i < count; n++) {
        uint32_t end = i;
        while (end < count && own[end].polygon == n) {
            end++;
        }
        if (end > i) {
            LOB_TRY(rank_edges(&s, at));
            LOB_TRY(order_polygon(&s, own + i, end - i, owners, pairs));
        }
        i = end;
    }
    *is_known = s.is_known;
    return LOB_OK;
}
