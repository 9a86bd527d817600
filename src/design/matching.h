/* How well devices that must match are placed: 0 to 1.
 *
 * A device is one or more units (fingers or parts laid out apart). A group scores size * orientation * symmetry:
 *   size         of devices that are equally large in the circuit, or not known to be otherwise: (least width /
 *                greatest width) * (least height / greatest height) of all units, each taken in its own frame (turned
 *                back by its orientation). Of others, as the transistors of a mirror of 1 : 2 : 8: least / greatest
 *                quotient of a device's area, its units added up, and its size in the circuit
 *   orientation  1 when all units are oriented alike; 0.9 when they differ by mirroring or 180 degrees; 0.5 when some
 *                are turned by 90 degrees
 *   symmetry     1 / (1 + d / L), L = sqrt(mean area of the units), d the least of three distances, 0 below 1e-9 L;
 *                c are the devices' centroids (mean of their units', weighted by area), m is the mean of all c:
 *                  common centroid: the greatest |c - m|
 *                  vertical axis x = m.x, and horizontal axis y = m.y: with r(c) the mirror image, the greater of the
 *                  greatest distance of an r(c) to the nearest device, and the least distance of an r(c) to the nearest
 *                  other device (so that devices that all lie on the axis are not symmetric by that alone)
 * The score is the least of the groups': a chain of matched devices is as good as its worst link. It depends on no unit
 * of length, and not on the order of groups, devices or units.
 * By hand: two devices of 2 by 4 um, both R0, at (0, 0) and (10, 1): size 1, orientation 1; common centroid
 * |(5, 0.5)| = 5.025, vertical axis 1, horizontal axis 10, so d = 1; L = sqrt(8); 1 / (1 + 1 / 2.8284) = 0.738796.
 */
#ifndef LOB_DESIGN_MATCHING_H
#define LOB_DESIGN_MATCHING_H

#include "base/ctx.h"
#include "gen/types.h"

/* One unit as it lies: centre of its box and sizes along x and y, um; sizes above 0. `orientation`: as geom/trans.h,
 * 0 to 3 turned by 0, 90, 180, 270 degrees, 4 to 7 the same after mirroring at the x axis. */
typedef struct lob_placed_unit {
    double x, y, width, height;
    int orientation;
} lob_placed_unit;

typedef struct lob_placed_device {
    lob_str id;
    const lob_placed_unit *units; /* none: it is not in the layout */
    size_t count;
    double size; /* in the circuit, w l m of a transistor, in any unit; 0: not known */
} lob_placed_device;

typedef struct lob_placed_group {
    const lob_placed_device *devices;
    size_t count;
} lob_placed_group;

/* result->groups in the order of `groups`, with the factors; a group with a missing device, of fewer than two devices,
 * or with a size that is not finite and above 0 has no score, and then the whole has none: what is not known is not
 * matched. Of the request arena. Fails for want of memory alone. O(devices^2) a group; groups beyond 1000 devices are
 * scored by common centroid alone. */
lob_status lob_matching_evaluate(lob_ctx *ctx, const lob_placed_group *groups, size_t count,
                                 lob_matching_result *result);

#endif
