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
    return t;
}

lob_point64 lob_trans_point(const lob_trans *t, lob_point64 p) {
    if (t->is_orthogonal) {
        const int8_t *m = matrices[t->code & 7];
        return (lob_point64){m[0] * p.x + m[1] * p.y + t->x, m[2] * p.x + m[3] * p.y + t->y};
    }
    /* No snapping at quarter turns: with a magnification KLayout leaves the noise of cos(pi/2) in, which decides ties.
     */
    double radians = t->angle_deg * M_PI / 180;
    double s = sin(radians);
    double c = cos(radians);
    double flip = t->code & 4 ? -t->mag : t->mag;
    double x = (double)p.x;
    double y = (double)p.y;
    return (lob_point64){lob_round((c * x * t->mag - s * y * flip) + (double)t->x),
                         lob_round((s * x * t->mag + c * y * flip) + (double)t->y)};
}

lob_box64 lob_trans_box(const lob_trans *t, lob_box64 b) {
    if (lob_box64_is_empty(b)) {
        return LOB_BOX64_EMPTY;
    }
    /* Two corners say it all at quarter turns; KLayout takes no more, which shows at ties. */
    bool is_quarter = t->is_orthogonal || fmod(t->angle_deg, 90) == 0;
    const lob_point64 corners[4] = {{b.left, b.bottom}, {b.right, b.top}, {b.right, b.bottom}, {b.left, b.top}};
    lob_box64 box = LOB_BOX64_EMPTY;
    for (int i = 0; i < (is_quarter ? 2 : 4); i++) {
        lob_point64 p = lob_trans_point(t, corners[i]);
        box = lob_box64_add_point(box, p.x, p.y);
    }
    return box;
}

lob_trans lob_trans_compose(const lob_trans *a, const lob_trans *b) {
    lob_point64 at = lob_trans_point(a, (lob_point64){b->x, b->y});
    bool mirror_a = a->code & 4;
    bool mirror_b = b->code & 4;
    double angle = a->angle_deg + (mirror_a ? -b->angle_deg : b->angle_deg);
    return lob_trans_make(mirror_a != mirror_b, angle, a->mag * b->mag, at.x, at.y);
}
