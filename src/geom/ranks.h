/* Regular sets: points that stand in rows and columns, found among points that may not.
 *
 * Idea: the steps of a grid are the differences that most pairs of points have. Every point then either is a whole
 * number of steps from another or it is not; the largest such class is the grid, without the outermost rows and columns
 * that are nearly empty. All arithmetic is exact.
 */
#ifndef LOB_GEOM_RANKS_H
#define LOB_GEOM_RANKS_H

#include "base/ctx.h"
#include "geom/point.h"

enum { LOB_RANKS_POINT_COUNT_MAX = 1000 };

/* Places origin + i * column + j * row, 0 <= i < column_count, 0 <= j < row_count. */
typedef struct lob_ranks {
    lob_point64 origin, column, row; /* column is the flatter step and goes right, row goes up; 0 where there is one */
    uint64_t column_count, row_count;
    size_t fit_count; /* places that have a point; the others are holes. 0: there is no grid */
} lob_ranks;

/* The largest grid: at least three points in one row or four in several, at least half of its places taken, and at
 * least half of the different points on it. At most LOB_RANKS_POINT_COUNT_MAX points within LOB_COORD_MAX. is_on[i]:
 * point i takes a place; of equal points one does. Time goes with the square of the count. LOB_E_CANCELLED, memory. */
lob_status lob_ranks_find(lob_ctx *ctx, const lob_point64 *points, size_t count, lob_ranks *grid, bool *is_on);

#endif
