/* Transformations. The orthogonal eight are integer matrices; everything else goes through one pair of doubles (the
 * first column of the matrix), and the displacement is added before rounding, as KLayout's ICplxTrans does. */
#include "geom/trans.h"

#include <math.h>

#include "geom/round.h"

/* x' = m[0] x + m[1] y, y' = m[2] x + m[3] y for the codes r0 r90 r180 r270 m0 m45 m90 m135. */
static const int8_t matrices[8][4] = {
    {1, 0, 0, 1},  {0, -1, 1, 0}, {-1, 0, 0, -1}, {0, 1, -1, 0},
    {1, 0, 0, -1}, {0, 1, 1, 0},  {-1, 0, 0, 1},  {0, -1, -1, 0},
};

lob_trans lob_trans_identity(void) {
    return (lob_trans){.is_orthogonal = true, .mag = 1};
}

lob_trans lob_trans_make(bool mirror, double angle_deg, double mag, int64_t x, int64_t y) {
    lob_trans t = {.code = mirror ? 4 : 0, .mag = mag, .x = x, .y = y};
    double angle = isfinite(angle_deg) ? fmod(angle_deg, 360) : 0;
    if (angle < 0) {
        angle += 360;
    }
    double quarter = floor(angle / 90 + 0.5);
    bool is_quarter = fabs(angle - quarter * 90) < 1e-7;
    if (is_quarter) {
        quarter = quarter >= 4 ? 0 : quarter;
        angle = quarter * 90;
        t.code = (uint8_t)(t.code + (int)quarter);
    }
    t.angle_deg = angle;
    if (fabs(mag - 1) < 1e-10) {
        t.mag = 1;
        t.is_orthogonal = is_quarter;
    }
    if (!t.is_orthogonal) {
        /* No snapping at quarter turns: with a magnification KLayout leaves the noise of cos(pi/2) in, which decides
         * ties. */
        double radians = angle * M_PI / 180;
        t.sin = sin(radians);
        t.cos = cos(radians);
        t.dx = (double)x;
        t.dy = (double)y;
    }
    return t;
}

lob_trans lob_trans_make_placed(bool mirror, double angle_deg, double mag, int64_t x, int64_t y) {
    lob_trans t = lob_trans_make(mirror, angle_deg, mag, x, y);
    if (t.is_orthogonal) {
        return t;
    }
    const double tiny = 1e-10;
    int quarter = t.cos > tiny && t.sin >= -tiny ? 0 : t.cos <= tiny && t.sin > tiny ? 1 : t.cos < -tiny ? 2 : 3;
    const double rests[4] = {t.cos, t.sin, -t.cos, -t.sin};
    double rest = rests[quarter];
    double rest_sin = sqrt(1 - rest * rest);
    const int8_t *m = matrices[quarter];
    t.cos = m[0] * rest - m[2] * rest_sin;
    t.sin = m[0] * rest_sin + m[2] * rest;
    return t;
}

/* The linear part of what is not orthogonal. */
static void turn(const lob_trans *t, double x, double y, double *out_x, double *out_y) {
    double flip = t->code & 4 ? -t->mag : t->mag;
    *out_x = t->cos * x * t->mag - t->sin * y * flip;
    *out_y = t->sin * x * t->mag + t->cos * y * flip;
}

lob_point64 lob_trans_point(const lob_trans *t, lob_point64 p) {
    if (t->is_orthogonal) {
        const int8_t *m = matrices[t->code & 7];
        return (lob_point64){m[0] * p.x + m[1] * p.y + t->x, m[2] * p.x + m[3] * p.y + t->y};
    }
    double x;
    double y;
    turn(t, (double)p.x, (double)p.y, &x, &y);
    return (lob_point64){lob_round(x + t->dx), lob_round(y + t->dy)};
}

static lob_box64 around(lob_point64 a, lob_point64 b) {
    return (lob_box64){a.x < b.x ? a.x : b.x, a.y < b.y ? a.y : b.y, a.x > b.x ? a.x : b.x, a.y > b.y ? a.y : b.y};
}

lob_box64 lob_trans_box(const lob_trans *t, lob_box64 b) {
    if (lob_box64_is_empty(b)) {
        return LOB_BOX64_EMPTY;
    }
    if (t->is_orthogonal && t->code == 0) {
        return (lob_box64){b.left + t->x, b.bottom + t->y, b.right + t->x, b.top + t->y};
    }
    lob_box64 box =
        around(lob_trans_point(t, (lob_point64){b.left, b.bottom}), lob_trans_point(t, (lob_point64){b.right, b.top}));
    /* Two corners say it all at quarter turns; KLayout takes no more, which shows at ties. */
    if (t->is_orthogonal || fabs(t->sin * t->cos) <= 1e-10) {
        return box;
    }
    return lob_box64_join(box, around(lob_trans_point(t, (lob_point64){b.right, b.bottom}),
                                      lob_trans_point(t, (lob_point64){b.left, b.top})));
}

/* An orthogonal transformation with the fields of the others filled in. */
static lob_trans in_doubles(const lob_trans *t) {
    lob_trans out = *t;
    if (t->is_orthogonal) {
        out.cos = matrices[t->code & 7][0];
        out.sin = matrices[t->code & 7][2];
        out.dx = (double)t->x;
        out.dy = (double)t->y;
    }
    return out;
}

static lob_trans compose_doubles(const lob_trans *a, const lob_trans *b) {
    lob_trans first = in_doubles(a);
    lob_trans second = in_doubles(b);
    double sign = first.code & 4 ? -1 : 1;
    double angle = first.angle_deg + sign * second.angle_deg;
    lob_trans t = lob_trans_make((first.code & 4) != (second.code & 4), angle, first.mag * second.mag, 0, 0);
    double x;
    double y;
    turn(&first, second.dx, second.dy, &x, &y);
    t.is_orthogonal = false;
    t.mag = first.mag * second.mag;
    t.cos = first.cos * second.cos - sign * first.sin * second.sin;
    t.sin = first.sin * second.cos + sign * first.cos * second.sin;
    t.dx = first.dx + x;
    t.dy = first.dy + y;
    t.x = lob_round(t.dx);
    t.y = lob_round(t.dy);
    return t;
}

lob_trans lob_trans_compose(const lob_trans *a, const lob_trans *b) {
    if (!a->is_orthogonal || !b->is_orthogonal) {
        return compose_doubles(a, b);
    }
    lob_point64 at = lob_trans_point(a, (lob_point64){b->x, b->y});
    unsigned quarters = a->code & 4 ? 8U + a->code - b->code : 0U + a->code + b->code;
    lob_trans t = {.code = (uint8_t)((quarters & 3) | ((a->code ^ b->code) & 4)), .is_orthogonal = true, .mag = 1};
    t.angle_deg = 90.0 * (t.code & 3);
    t.x = at.x;
    t.y = at.y;
    return t;
}

lob_trans lob_trans_moved(const lob_trans *t, lob_point64 by) {
    lob_trans out = *t;
    out.x += by.x;
    out.y += by.y;
    out.dx += (double)by.x;
    out.dy += (double)by.y;
    return out;
}

lob_trans lob_trans_linear(const lob_trans *t) {
    lob_trans out = *t;
    out.x = out.y = 0;
    out.dx = out.dy = 0;
    return out;
}

static lob_box64 inverse_orthogonal(const lob_trans *t, lob_box64 b) {
    /* The inverse of a rotation or mirrored rotation is its transpose. */
    const int8_t *m = matrices[t->code & 7];
    lob_point64 p = {b.left - t->x, b.bottom - t->y};
    lob_point64 q = {b.right - t->x, b.top - t->y};
    return around((lob_point64){m[0] * p.x + m[2] * p.y, m[1] * p.x + m[3] * p.y},
                  (lob_point64){m[0] * q.x + m[2] * q.y, m[1] * q.x + m[3] * q.y});
}

lob_box64 lob_trans_inverse_box(const lob_trans *t, lob_box64 b) {
    if (lob_box64_is_empty(b)) {
        return LOB_BOX64_EMPTY;
    }
    if (t->is_orthogonal) {
        return inverse_orthogonal(t, b);
    }
    /* One unit for rounding; the noise of doubles is far below 1e-9 of the numbers that take part. */
    double half_x = ((double)b.right - (double)b.left) / 2 + 1;
    double half_y = ((double)b.top - (double)b.bottom) / 2 + 1;
    double x = (double)b.left + half_x - 1 - t->dx;
    double y = (double)b.bottom + half_y - 1 - t->dy;
    double c = t->cos / t->mag;
    double s = t->sin / t->mag;
    double flip = t->code & 4 ? -1 : 1;
    double centre_x = c * x + s * y;
    double centre_y = flip * (c * y - s * x);
    double noise = (fabs(x) + fabs(y) + fabs(t->dx) + fabs(t->dy) + half_x + half_y) / t->mag * 1e-12;
    double reach_x = fabs(c) * half_x + fabs(s) * half_y + noise;
    double reach_y = fabs(s) * half_x + fabs(c) * half_y + noise;
    return (lob_box64){lob_round(floor(centre_x - reach_x)), lob_round(floor(centre_y - reach_y)),
                       lob_round(ceil(centre_x + reach_x)), lob_round(ceil(centre_y + reach_y))};
}
