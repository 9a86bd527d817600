/* Snap rounding: every segment is led through the hot pixels it meets.
 *
 * Hot are all ends and all rounded crossings. The pixel of a point is the inside of the square of one unit around it:
 * what touches it in a corner stays as it is, as in KLayout. A crossing in a corner is rounded down, so the upper right
 * corner of its pixel belongs to it; no line but those that cross there goes through it. Along a line pixels come in
 * the order of their centres, in rows and columns both, so sorting the centres gives the new course. Axis-parallel
 * segments meet the pixels whose centres lie on them and walk along sorted points; for the others the points near them
 * are asked for (region_hot.c).
 */
#include "geom/region_parts.h"

#include <math.h>
#include <string.h>

#include "base/alloc.h"

enum { POLL_STEPS = 4096, JOIN_COUNT_MIN = 1 << 20 };
#define PIECES_MAX (UINT64_C(1) << 28)

typedef struct snap {
    lob_ctx *ctx;
    lob_segments *in;
    lob_segments out;
    lob_points64 hits;
    lob_hot_pixels pixels;
    bool is_exact;
    double moved;
    uint32_t join_at;
    uint64_t pieces;
} snap;

static lob_point64 turned(lob_point64 p) {
    return (lob_point64){p.y, p.x};
}

/* Sorts by (y, x) and keeps one of each. */
static lob_status sort_unique(lob_ctx *ctx, lob_points64 *list) {
    uint32_t *order;
    LOB_TRY(lob_point_order(ctx, list->items, sizeof *list->items, list->count, &order));
    lob_point64 *sorted = lob_malloc(list->count * sizeof *sorted + 1);
    if (sorted) {
        uint32_t kept = 0;
        for (uint32_t i = 0; i < list->count; i++) {
            lob_point64 p = list->items[order[i]];
            if (kept == 0 || !lob_point_equal(sorted[kept - 1], p)) {
                sorted[kept++] = p;
            }
        }
        lob_free(list->items);
        *list = (lob_points64){sorted, kept, list->count};
    }
    lob_free(order);
    return sorted ? LOB_OK : lob_fail_memory(ctx);
}

static lob_status collect_hot(lob_ctx *ctx, const lob_segments *segments, const lob_points64 *hot, lob_points64 *all) {
    for (uint32_t i = 0; i < segments->count; i++) {
        const lob_segment *s = &segments->items[i];
        if (i == 0 || !lob_point_equal(s->from, s[-1].from)) {
            LOB_TRY(lob_points64_add(ctx, all, s->from));
        }
        LOB_TRY(lob_points64_add(ctx, all, s->to));
    }
    LOB_TRY(lob_poll(ctx));
    for (uint32_t i = 0; i < hot->count; i++) {
        LOB_TRY(lob_points64_add(ctx, all, hot->items[i]));
    }
    LOB_TRY(lob_poll(ctx));
    return sort_unique(ctx, all);
}

/* ---- pieces ---- */

static lob_status emit(snap *t, lob_point64 from, lob_point64 to, const int32_t d[2]) {
    if (++t->pieces % POLL_STEPS == 0) {
        LOB_TRY(t->pieces < PIECES_MAX ? lob_poll(t->ctx) : lob_region_fail_size(t->ctx));
    }
    LOB_TRY(lob_segments_add(t->ctx, &t->out, from, to, d[0], d[1]));
    if (t->out.count >= t->join_at) {
        LOB_TRY(lob_segments_join(t->ctx, &t->out));
        t->join_at = 2 * t->out.count > JOIN_COUNT_MIN ? 2 * t->out.count : JOIN_COUNT_MIN;
    }
    return LOB_OK;
}

/* The point at or after `begin` that equals `wanted`, which is there: looked for in growing steps. */
static uint32_t seek(const lob_points64 *points, uint32_t begin, lob_point64 wanted) {
    uint32_t low = begin, step = 1;
    while (low + step < points->count && lob_point_compare(points->items[low + step], wanted) <= 0) {
        low += step;
        step *= 2;
    }
    for (; step; step /= 2) {
        if (low + step < points->count && lob_point_compare(points->items[low + step], wanted) <= 0) {
            low += step;
        }
    }
    return low;
}

/* Axis-parallel segments: what starts and ends in each point is added up along the sorted points, so that segments that
 * overlap cost no more than others. `order` says how to take them so that points are walked once (NULL: as they are).
 * With `is_turned` x and y have changed places in the points. */
static lob_status split_along(snap *t, const lob_points64 *points, const uint32_t *list, uint32_t count,
                              const uint32_t *order, bool is_turned) {
    int32_t(*change)[2] = lob_calloc((size_t)points->count + 1, sizeof *change);
    if (!change) {
        return lob_fail_memory(t->ctx);
    }
    uint32_t begin = 0;
    lob_status status = LOB_OK;
    for (uint32_t i = 0; i < count && status == LOB_OK; i++) {
        const lob_segment *s = &t->in->items[list[order ? order[i] : i]];
        begin = seek(points, begin, is_turned ? turned(s->from) : s->from);
        uint32_t stop = seek(points, begin, is_turned ? turned(s->to) : s->to);
        for (int k = 0; k < 2; k++) {
            change[begin][k] += s->d[k];
            change[stop][k] -= s->d[k];
        }
        status = i % POLL_STEPS == 0 ? lob_poll(t->ctx) : LOB_OK;
    }
    int32_t d[2] = {0, 0};
    for (uint32_t i = 0; i + 1 < points->count && status == LOB_OK; i++) {
        d[0] += change[i][0];
        d[1] += change[i][1];
        if (d[0] || d[1]) {
            lob_point64 a = points->items[i], b = points->items[i + 1];
            status = is_turned ? emit(t, turned(a), turned(b), d) : emit(t, a, b, d);
        }
    }
    lob_free(change);
    return status;
}

static lob_status split_vertical(snap *t, lob_points64 *points, const uint32_t *list, uint32_t count) {
    lob_points64 starts = {0};
    lob_status status = LOB_OK;
    for (uint32_t i = 0; i < points->count; i++) {
        points->items[i] = turned(points->items[i]);
    }
    for (uint32_t i = 0; i < count && status == LOB_OK; i++) {
        status = lob_points64_add(t->ctx, &starts, turned(t->in->items[list[i]].from));
    }
    uint32_t *order = NULL;
    if (status == LOB_OK) {
        status = sort_unique(t->ctx, points);
    }
    if (status == LOB_OK) {
        status = lob_point_order(t->ctx, starts.items, sizeof *starts.items, count, &order);
    }
    if (status == LOB_OK) {
        status = split_along(t, points, list, count, order, true);
    }
    lob_free(order);
    lob_points64_drop(&starts);
    return status;
}

/* ---- oblique segments ---- */

/* By row, then along the segment; x is turned about while sorting when it runs to the left. */
static lob_status sort_hits(snap *t, bool is_leftward) {
    lob_point64 *h = t->hits.items;
    for (uint32_t i = 0; is_leftward && i < t->hits.count; i++) {
        h[i].x = -h[i].x;
    }
    if (t->hits.count > 32) {
        LOB_TRY(sort_unique(t->ctx, &t->hits));
        h = t->hits.items;
    }
    for (uint32_t i = 1; i < t->hits.count; i++) {
        lob_point64 moving = h[i];
        uint32_t k = i;
        for (; k > 0 && lob_point_compare(h[k - 1], moving) > 0; k--) {
            h[k] = h[k - 1];
        }
        h[k] = moving;
    }
    for (uint32_t i = 0; is_leftward && i < t->hits.count; i++) {
        h[i].x = -h[i].x;
    }
    return LOB_OK;
}

/* The area between the segment and the piece of its new course. */
static double moved_area(const lob_hot_line *l, lob_point64 a, lob_point64 b) {
    __int128 ca = lob_cross(l->dir, lob_point_minus(a, l->from)), cb = lob_cross(l->dir, lob_point_minus(b, l->from));
    if (ca == 0 && cb == 0) {
        return 0;
    }
    double length2 = (double)lob_dot(l->dir, l->dir), along = (double)lob_dot(l->dir, lob_point_minus(b, a));
    return (fabs((double)ca) + fabs((double)cb)) * fabs(along) / (2 * length2);
}

static lob_status split_oblique(snap *t, const lob_segment *s) {
    const lob_hot_line l = lob_hot_line_of(s, t->is_exact);
    t->hits.count = 0;
    LOB_TRY(lob_hot_pixels_on(t->ctx, &t->pixels, &l, &t->hits));
    LOB_TRY(sort_hits(t, l.dir.x < 0));
    for (uint32_t i = 1; i < t->hits.count; i++) {
        lob_point64 a = t->hits.items[i - 1], b = t->hits.items[i];
        if (!t->is_exact) {
            t->moved += moved_area(&l, a, b);
        }
        LOB_TRY(emit(t, a, b, s->d));
    }
    return LOB_OK;
}

/* ---- all ---- */

static lob_status run(snap *t, const lob_points64 *corners, lob_points64 *points, uint32_t *list) {
    uint32_t n = t->in->count, flat = 0, upright = 0, oblique = 0;
    for (uint32_t i = 0; i < n; i++) {
        const lob_segment *s = &t->in->items[i];
        if (s->from.y == s->to.y) {
            list[flat++] = i;
        }
    }
    LOB_TRY(split_along(t, points, list, flat, NULL, false));
    for (uint32_t i = 0; i < n; i++) {
        const lob_segment *s = &t->in->items[i];
        bool is_upright = s->from.x == s->to.x;
        if (is_upright) {
            list[upright++] = i;
        }
        oblique += !is_upright && s->from.y != s->to.y;
    }
    if (oblique) {
        LOB_TRY(lob_hot_pixels_build(t->ctx, points, &t->pixels));
        t->pixels.corners = *corners;
        for (uint32_t i = 0; i < n; i++) {
            const lob_segment *s = &t->in->items[i];
            if (s->from.x != s->to.x && s->from.y != s->to.y) {
                LOB_TRY(split_oblique(t, s));
            }
            LOB_TRY(i % POLL_STEPS == 0 ? lob_poll(t->ctx) : LOB_OK);
        }
    }
    return upright ? split_vertical(t, points, list, upright) : LOB_OK;
}

lob_status lob_segments_snap(lob_ctx *ctx, lob_segments *segments, const lob_points64 *hot, lob_points64 *corners,
                             bool is_exact, double *moved) {
    snap t = {.ctx = ctx, .in = segments, .is_exact = is_exact, .join_at = JOIN_COUNT_MIN};
    lob_points64 points = {0};
    if (segments->count == 0) {
        return LOB_OK;
    }
    t.join_at = 4 * segments->count > JOIN_COUNT_MIN ? 4 * segments->count : JOIN_COUNT_MIN;
    uint32_t *list = lob_malloc(segments->count * sizeof *list);
    lob_status status = list ? collect_hot(ctx, segments, hot, &points) : lob_fail_memory(ctx);
    if (status == LOB_OK && corners->count) {
        status = sort_unique(ctx, corners);
    }
    if (status == LOB_OK) {
        status = run(&t, corners, &points, list);
    }
    lob_free(list);
    lob_hot_pixels_drop(&t.pixels);
    lob_points64_drop(&points);
    lob_points64_drop(&t.hits);
    if (status == LOB_OK) {
        lob_segments_drop(segments);
        *segments = t.out;
        *moved += t.moved;
    } else {
        lob_segments_drop(&t.out);
    }
    return status;
}
