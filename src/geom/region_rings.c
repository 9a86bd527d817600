/* Whether a ring touches or crosses itself.
 *
 * Windings of one ring may be negative only when it does, and negative windings of one ring must not cancel positive
 * ones of another: such rings are combined for themselves first. Short rings are tried pair by pair, longer ones swept.
 */
#include "geom/region_parts.h"

#include <string.h>

enum { PAIRS_COUNT_MAX = 24 };

static bool boxes_meet(const lob_segment *a, const lob_segment *b) {
    if (a->from.y > b->to.y || b->from.y > a->to.y) {
        return false;
    }
    int64_t a0 = a->from.x < a->to.x ? a->from.x : a->to.x, a1 = a->from.x ^ a->to.x ^ a0;
    int64_t b0 = b->from.x < b->to.x ? b->from.x : b->to.x, b1 = b->from.x ^ b->to.x ^ b0;
    return a0 <= b1 && b0 <= a1;
}

static int sign(__int128 v) {
    return v > 0 ? 1 : v < 0 ? -1 : 0;
}

/* Closed segments whose boxes meet. */
static bool segments_meet(const lob_segment *a, const lob_segment *b) {
    int s1 = sign(lob_side_of(a->from, a->to, b->from)), s2 = sign(lob_side_of(a->from, a->to, b->to));
    int s3 = sign(lob_side_of(b->from, b->to, a->from)), s4 = sign(lob_side_of(b->from, b->to, a->to));
    return s1 * s2 <= 0 && s3 * s4 <= 0;
}

static bool is_simple_by_pairs(const lob_segment *ring, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t k = i + 1; k < count; k++) {
            if (!boxes_meet(&ring[i], &ring[k])) {
                continue;
            }
            /* Neighbours share an end; where one folds back on the other, the next one touches as well. */
            bool are_neighbours = k == i + 1 || (i == 0 && k == count - 1);
            if (!are_neighbours && segments_meet(&ring[i], &ring[k])) {
                return false;
            }
        }
    }
    return true;
}

lob_status lob_ring_is_simple(lob_ctx *ctx, const lob_segment *ring, uint32_t count, lob_segments *scratch,
                              bool *simple) {
    if (count <= PAIRS_COUNT_MAX) {
        *simple = is_simple_by_pairs(ring, count);
        return LOB_OK;
    }
    scratch->count = 0;
    for (uint32_t i = 0; i < count; i++) {
        LOB_TRY(lob_segments_add(ctx, scratch, ring[i].from, ring[i].to, ring[i].d[0], ring[i].d[1]));
    }
    lob_sweep sweep;
    lob_status status = lob_sweep_run(ctx, scratch, 0, false, &sweep);
    *simple = sweep.is_clean && !sweep.has_knots && scratch->count == count;
    lob_sweep_drop(&sweep);
    return status;
}

/* Windings right and left of every edge within 0 .. 1, or within -1 .. 0. */
static bool winds_once(const lob_segments *segments, const lob_sweep *sweep) {
    int32_t low = 0, high = 0;
    for (uint32_t i = 0; i < segments->count; i++) {
        const int32_t left = sweep->w[i][0], right = left + segments->items[i].d[0];
        low = left < low ? left : low;
        low = right < low ? right : low;
        high = left > high ? left : high;
        high = right > high ? right : high;
    }
    return high - low <= 1;
}

static lob_status sweep_ring(lob_ctx *ctx, lob_segments *segments, bool *is_plain) {
    lob_sweep sweep;
    lob_status status = lob_sweep_run(ctx, segments, 0, false, &sweep);
    *is_plain = status == LOB_OK && sweep.is_clean && winds_once(segments, &sweep);
    lob_sweep_drop(&sweep);
    return status;
}

lob_status lob_ring_is_plain(lob_ctx *ctx, const lob_point64 *ring, uint32_t count, bool *is_plain) {
    lob_segments segments = {0};
    lob_status status = LOB_OK;
    *is_plain = false;
    if (count < 3) {
        return LOB_OK;
    }
    for (uint32_t i = 0, k = count - 1; i < count && status == LOB_OK; k = i++) {
        const bool is_up = lob_point_compare(ring[k], ring[i]) < 0;
        if (!lob_point_equal(ring[k], ring[i])) {
            status = lob_segments_add(ctx, &segments, is_up ? ring[k] : ring[i], is_up ? ring[i] : ring[k],
                                      is_up ? -1 : 1, 0);
        }
    }
    if (status == LOB_OK && segments.count <= PAIRS_COUNT_MAX) {
        *is_plain = segments.count > 2 && is_simple_by_pairs(segments.items, segments.count);
    }
    if (status == LOB_OK && segments.count > 0 && !*is_plain) {
        status = sweep_ring(ctx, &segments, is_plain);
    }
    lob_segments_drop(&segments);
    return status;
}
