/* Boxes that touch, taken together. */
#ifndef LOB_DIFF_GROUP_H
#define LOB_DIFF_GROUP_H

#include "base/ctx.h"
#include "geom/point.h"

/* Replaces boxes[0 .. *count) by the boxes around those that touch, until no two are left that touch or come within
 * `reach` of each other; sorted by left, bottom. O(n log n), however they lie. */
lob_status lob_boxes_group(lob_ctx *ctx, lob_box64 *boxes, size_t *count, int64_t reach);

/* Order by left, bottom, right, top; for qsort(). */
int lob_box64_order(const void *a, const void *b);

#endif
