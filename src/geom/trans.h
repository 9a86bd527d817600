/* Transformations: mirror about x first, then magnify, then rotate counter-clockwise, then displace (GDSII's and
 * OASIS's order).
 *
 * The eight orthogonal ones are a code 0..7 = quarter turns + 4 * mirrored (KLayout's r0 r90 r180 r270 m0 m45 m90 m135)
 * and exact. Any other angle or magnification goes through doubles; results are rounded half away from zero, as KLayout
 * does. Their sine, cosine and displacement are kept as doubles when transformations are composed, fractions included,
 * so that nothing is rounded on the way down a hierarchy but the drawn point, once.
 */
#ifndef LOB_GEOM_TRANS_H
#define LOB_GEOM_TRANS_H

#include "geom/point.h"

typedef struct lob_trans {
    uint8_t code;       /* 0..7: the orthogonal part when is_orthogonal, else only bit 2 (mirror) counts */
    bool is_orthogonal; /* angle a multiple of 90 and magnification 1: angle_deg = 90 * (code & 3), mag = 1 */
    double angle_deg;   /* [0, 360) */
    double mag;         /* > 0 */
    int64_t x, y;       /* displacement; rounded when it has fractions */
    /* Only when not orthogonal: */
    double sin, cos; /* of the angle */
    double dx, dy;   /* displacement, fractions included */
} lob_trans;

lob_trans lob_trans_identity(void);
/* Angles within 1e-7 deg of a quarter turn and magnifications within 1e-10 of 1 are snapped (files hold 90.00000001).
 */
lob_trans lob_trans_make(bool mirror, double angle_deg, double mag, int64_t x, int64_t y);
/* As above, with sine and cosine the way KLayout keeps them in instances: a quarter turn is exact whatever the
 * magnification, any other angle goes through the cosine of what is left of it beyond whole quarter turns. */
lob_trans lob_trans_make_placed(bool mirror, double angle_deg, double mag, int64_t x, int64_t y);
lob_point64 lob_trans_point(const lob_trans *t, lob_point64 p);
/* Box of the transformed corners: for angles off the axes larger than the box of the contents, as in KLayout. */
lob_box64 lob_trans_box(const lob_trans *t, lob_box64 b);
/* a after b: point -> b -> a. Orthogonal only when both are. */
lob_trans lob_trans_compose(const lob_trans *a, const lob_trans *b);
/* Displaced by `by` more, afterwards. */
lob_trans lob_trans_moved(const lob_trans *t, lob_point64 by);
/* Without the displacement: for vectors. */
lob_trans lob_trans_linear(const lob_trans *t);
/* Smallest box of integers around all points, of the grid or not, whose transform lies within `b` widened by half a
 * unit, and a little more when not orthogonal: whatever is drawn in `b` comes from it. Saturates at +-2^61. */
lob_box64 lob_trans_inverse_box(const lob_trans *t, lob_box64 b);

#endif
