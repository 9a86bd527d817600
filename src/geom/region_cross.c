/* Where two segments cross, exactly: floor and rest of both coordinates.
 *
 * A crossing is from + dir * n / den with 0 < n < den. n and den take up to 96 bits and dir 48, so the product is
 * divided in two steps of 24 bits; nothing is rounded before the end.
 */
#include "geom/region_parts.h"

typedef struct quotient {
    int64_t floor;
    unsigned __int128 rest; /* of den */
} quotient;

/* dir * n / den */
static quotient mul_div(int64_t dir, unsigned __int128 n, unsigned __int128 den) {
    uint64_t m = (uint64_t)(dir < 0 ? -dir : dir);
    uint64_t high = m >> 24, low = m & 0xffffff;
    unsigned __int128 q = 0, rest;
    if (n >> 80 == 0) {
        rest = n * m;
    } else {
        q = n * high / den << 24;
        rest = (n * high % den << 24) + n * low;
    }
    q += rest / den;
    rest %= den;
    quotient r = {(int64_t)q, rest};
    if (dir < 0) {
        r = rest ? (quotient){-r.floor - 1, den - rest} : (quotient){-r.floor, 0};
    }
    return r;
}

/* Points on an axis-parallel segment have one coordinate already. */
lob_crossing lob_segment_crossing(const lob_segment *a, const lob_segment *b) {
    lob_point64 u = lob_point_minus(a->to, a->from), v = lob_point_minus(b->to, b->from);
    if (u.x == 0 && v.y == 0) {
        lob_point64 p = {a->from.x, b->from.y};
        return (lob_crossing){p, p, true, true, false};
    }
    if (u.y == 0 && v.x == 0) {
        lob_point64 p = {b->from.x, a->from.y};
        return (lob_crossing){p, p, true, true, false};
    }
    __int128 den = lob_cross(u, v), n = lob_cross(lob_point_minus(b->from, a->from), v);
    if (den < 0) {
        den = -den;
        n = -n;
    }
    quotient x = mul_div(u.x, (unsigned __int128)n, (unsigned __int128)den);
    quotient y = mul_div(u.y, (unsigned __int128)n, (unsigned __int128)den);
    lob_crossing c = {
        .floor = {a->from.x + x.floor, a->from.y + y.floor}, .x_on_grid = x.rest == 0, .y_on_grid = y.rest == 0};
    c.near = (lob_point64){c.floor.x + (2 * x.rest > (unsigned __int128)den),
                           c.floor.y + (2 * y.rest > (unsigned __int128)den)};
    c.is_corner = 2 * x.rest == (unsigned __int128)den && 2 * y.rest == (unsigned __int128)den;
    return c;
}
