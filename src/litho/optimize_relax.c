/* A line of points relaxed until it turns no faster than a circle.
 *
 * Wherever two neighbouring sides turn by more than the circle would over their length, the point between them moves
 * towards the middle of its neighbours, so the turn spreads along the line; what turns slowly enough stays. Ends of an
 * open line are fixed.
 */
#include "litho/optimize_impl.h"

#include <math.h>

enum {
    ROUNDS_MOST = 8192,
    WORK_MOST = 40000000, /* points times rounds */
    POLL_EVERY = 64,
    EVEN_EVERY = 64
};

static uint32_t next_of(const lob_relaxing *s, uint32_t i) {
    return i + 1 < s->count ? i + 1 : 0;
}

static double between(lob_relax_point a, lob_relax_point b) {
    return hypot(b.x - a.x, b.y - a.y);
}

/* The worst turn, of what is allowed. */
static double relax_once(const lob_relaxing *s, double radius) {
    const uint32_t first = s->is_closed ? 0 : 1, end = s->is_closed ? s->count : s->count - 1;
    const double half = .5;
    double worst = 0;
    memcpy(s->scratch, s->points, s->count * sizeof *s->points);
    for (uint32_t i = first; i < end; i++) {
        const lob_relax_point a = s->scratch[i > 0 ? i - 1 : s->count - 1], p = s->scratch[i];
        const lob_relax_point b = s->scratch[next_of(s, i)];
        const double ux = p.x - a.x, uy = p.y - a.y, vx = b.x - p.x, vy = b.y - p.y;
        const double turn = fabs(atan2(ux * vy - uy * vx, ux * vx + uy * vy));
        const double allowed = (hypot(ux, uy) + hypot(vx, vy)) / 2 / radius;
        if (turn > allowed) {
            const double share = half * (1 - allowed / turn);
            s->points[i].x += share * ((a.x + b.x) / 2 - p.x);
            s->points[i].y += share * ((a.y + b.y) / 2 - p.y);
            worst = fmax(worst, turn / allowed);
        }
    }
    return worst;
}

/* Points evenly apart again: they gather where corners were. */
static void make_even(const lob_relaxing *s) {
    const uint32_t sides = s->is_closed ? s->count : s->count - 1;
    double length = 0, passed = 0;
    memcpy(s->scratch, s->points, s->count * sizeof *s->points);
    for (uint32_t i = 0; i < sides; i++) {
        length += between(s->scratch[i], s->scratch[next_of(s, i)]);
    }
    for (uint32_t k = 1, i = 0; k < sides; k++) {
        const double at = k * length / sides;
        double part = between(s->scratch[i], s->scratch[next_of(s, i)]);
        while (passed + part < at && i + 1 < sides) {
            passed += part;
            i++;
            part = between(s->scratch[i], s->scratch[next_of(s, i)]);
        }
        const lob_relax_point a = s->scratch[i], b = s->scratch[next_of(s, i)];
        const double share = part > 0 ? (at - passed) / part : 0;
        s->points[k] = (lob_relax_point){a.x + share * (b.x - a.x), a.y + share * (b.y - a.y)};
    }
}

lob_status lob_relax(lob_ctx *ctx, const lob_relaxing *s, double radius) {
    const double enough = 1.02;
    const uint32_t most = WORK_MOST / s->count < ROUNDS_MOST ? WORK_MOST / s->count : ROUNDS_MOST;
    for (uint32_t round = 0; round < most; round++) {
        LOB_TRY(round % POLL_EVERY == 0 ? lob_poll(ctx) : LOB_OK);
        if (relax_once(s, radius) < enough) {
            return LOB_OK;
        }
        if (round % EVEN_EVERY == EVEN_EVERY - 1) {
            make_even(s);
        }
    }
    return LOB_OK; /* as far as it came: the checks judge it */
}
