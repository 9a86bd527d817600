/* What tests ask of a mask. */
#ifndef TESTS_UNIT_LITHO_MASK_SUPPORT_H
#define TESTS_UNIT_LITHO_MASK_SUPPORT_H

#include "tests/support/lob_test.h"

#include "litho/mask.h"

static inline double area_of(const lob_mask *mask) { /* nm2 */
    double area2 = 0;
    for (uint32_t i = 0; i < mask->polygons.contour_count; i++) {
        const lob_contour *c = &mask->polygons.contours[i];
        const lob_point64 *p = mask->polygons.points + c->first;
        for (uint32_t k = 0; k < c->count; k++) {
            const lob_point64 a = p[k], b = p[(k + 1) % c->count];
            area2 += (double)a.x * (double)b.y - (double)a.y * (double)b.x;
        }
    }
    return area2 / 2 * mask->unit_nm * mask->unit_nm;
}

static inline bool same_mask(const lob_mask *a, const lob_mask *b) {
    return a->polygons.point_count == b->polygons.point_count && a->unit_nm == b->unit_nm &&
           memcmp(a->polygons.points, b->polygons.points, a->polygons.point_count * sizeof(lob_point64)) == 0;
}

#endif
