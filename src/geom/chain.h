/* Chains: polylines by arc length. What the guide code walks on. */
#ifndef LOB_GEOM_CHAIN_H
#define LOB_GEOM_CHAIN_H

#include <math.h>

#include "base/arena.h"
#include "geom/guide.h"

/* An index `back` before the end of a list of `count`; 0 when the list is shorter. No index wraps, whatever the list.
 */
static inline uint32_t lob_index_back(uint32_t count, uint32_t back) {
    return count > back ? count - back : 0;
}

/* count >= 2 points; s[i] is the length up to point i. Closed: the last point repeats the first, and s wraps. */
typedef struct lob_chain {
    lob_vec2 *at;
    double *s;
    uint32_t count;
    bool is_closed;
} lob_chain;

static inline lob_vec2 lob_vec2_add(lob_vec2 a, lob_vec2 b) {
    return (lob_vec2){a.x + b.x, a.y + b.y};
}
static inline lob_vec2 lob_vec2_sub(lob_vec2 a, lob_vec2 b) {
    return (lob_vec2){a.x - b.x, a.y - b.y};
}
static inline lob_vec2 lob_vec2_mul(lob_vec2 a, double k) {
    return (lob_vec2){a.x * k, a.y * k};
}
static inline double lob_vec2_dot(lob_vec2 a, lob_vec2 b) {
    return a.x * b.x + a.y * b.y;
}
static inline double lob_vec2_cross(lob_vec2 a, lob_vec2 b) {
    return a.x * b.y - a.y * b.x;
}
static inline double lob_vec2_length(lob_vec2 a) {
    return sqrt(a.x * a.x + a.y * a.y);
}
/* (1, 0) for the zero vector. */
static inline lob_vec2 lob_vec2_unit(lob_vec2 a) {
    double length = lob_vec2_length(a);
    return length > 0 ? lob_vec2_mul(a, 1 / length) : (lob_vec2){1, 0};
}
/* Signed angle from a to b, radians, in (-pi, pi]. */
static inline double lob_vec2_turn(lob_vec2 a, lob_vec2 b) {
    return atan2(lob_vec2_cross(a, b), lob_vec2_dot(a, b));
}

/* Fills s; points closer than 1e-9 to the one before are dropped. False: out of memory. */
bool lob_chain_make(lob_arena *arena, const lob_vec2 *points, uint32_t count, bool is_closed, lob_chain *chain);
double lob_chain_length(const lob_chain *chain);
/* The edge [k, k + 1] that holds s, by bisection; s outside is clamped, or wrapped on a closed chain. */
uint32_t lob_chain_edge(const lob_chain *chain, double s);
lob_vec2 lob_chain_at(const lob_chain *chain, double s);
/* Direction at s, from the points `window` before and behind; the window shrinks symmetrically towards lo and hi (and
 * does not when they are the two ends of a closed chain). */
lob_vec2 lob_chain_tangent(const lob_chain *chain, double s, double window, double lo, double hi);
/* Change of direction at s, seen over `window` on either side; ends of an open chain: 0. */
double lob_chain_turn(const lob_chain *chain, double s, double window);
/* Places where the chain turns by more than `angle` within a window: the sharp corners, as indices of points, in order.
 * corners: room for count. */
uint32_t lob_chain_corners(const lob_chain *chain, double window, double angle, uint32_t *corners);

#endif
