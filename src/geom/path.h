/* Paths as outlines. Corners are mitred as in KLayout (see the source of the formula in path.c); extents: flush, by
 * begin and end extension, or round. */
#ifndef LOB_GEOM_PATH_H
#define LOB_GEOM_PATH_H

#include "geom/point.h"

typedef struct lob_path_shape {
    const lob_point *points;
    uint32_t count;
    int64_t width;              /* >= 0, dbu */
    int64_t begin_ext, end_ext; /* dbu; for round ends half the width */
    bool round_ends;
} lob_path_shape;

/* Bounding box of the outline exactly as KLayout reports it (integer corners of the rounded outline). */
lob_box64 lob_path_box(const lob_path_shape *path);
/* Writes the outline, at most `capacity` points; returns the count needed. */
uint32_t lob_path_outline(const lob_path_shape *path, lob_point64 *out, uint32_t capacity);
/* The same around `left` and `right` of the centre line instead of half the width, ends flat. */
uint32_t lob_path_band(const lob_path_shape *path, double left, double right, lob_point64 *out, uint32_t capacity);

#endif
