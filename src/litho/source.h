/* Light sources of any form, given as points in the pupil's plane.
 *
 * A point lies at (sigma_x, sigma_y), its direction in units of the aperture, and shines with `weight` (any unit).
 */
#ifndef LOB_LITHO_SOURCE_H
#define LOB_LITHO_SOURCE_H

#include "base/ctx.h"

typedef struct lob_source_point {
    double x, y, weight; /* within the unit circle; 0 <= weight */
} lob_source_point;

typedef struct lob_source_points {
    const lob_source_point *items; /* NULL: no such source */
    uint32_t count;
    double radius; /* of the outermost one that shines */
} lob_source_points;

enum { LOB_SOURCE_POINTS_MAX = 100000, LOB_SOURCE_FILE_MAX = 8 << 20 };

/* A table (litho/csv.h) with the columns sigma_x, sigma_y and weight. Errors of the table, and INVALID_TARGET with
 * details.reason source_outside (a point beyond sigma 1), source_power (no point shines), source_points (none, or too
 * many). In ctx->arena. */
lob_status lob_source_points_read(lob_ctx *ctx, lob_str csv, lob_source_points *points);

typedef enum {
    LOB_SYMMETRY_BOTH_AXES, /* (x, y) shines as (-x, y) and (x, -y) do */
    LOB_SYMMETRY_HALF_TURN  /* only as (-x, -y) does */
} lob_source_symmetry;

/* The source on a grid of (2 max + 1)^2 values, `per_sigma` steps a sigma; max >= radius * per_sigma. A point between
 * grid points is divided among the four around it, so that its power and place stay; then the grid is made symmetric
 * exactly. The largest value is 1. INVALID_TARGET with reason source_symmetry when more than a thousandth of the power
 * has no counterpart opposite: such a source's image depends on the side of focus, which nothing here allows for. */
lob_status lob_source_spread(lob_ctx *ctx, const lob_source_points *points, double per_sigma, int32_t max, double *grid,
                             lob_source_symmetry *symmetry);

#endif
