/* Pixels over the plane: where a world coordinate falls. Row 0 is on top.
 *
 * Pixel (i, j) covers x in [left + i / sx, left + (i + 1) / sx] and y in [top - (j + 1) / sy, top - j / sy]. All
 * doubles come from integers by one division or multiplication each, so the same request gives the same grid
 * everywhere.
 */
#ifndef LOB_RENDER_GRID_H
#define LOB_RENDER_GRID_H

#include <math.h>

#include "geom/point.h"

typedef struct lob_grid {
    double left, top; /* world (dbu) of the corner of pixel (0, 0) */
    double sx, sy;    /* pixels per dbu, > 0 */
    uint32_t width, height;
} lob_grid;

static inline bool lob_grid_equal(const lob_grid *a, const lob_grid *b) {
    return a->left == b->left && a->top == b->top && a->sx == b->sx && a->sy == b->sy && a->width == b->width &&
           a->height == b->height;
}

typedef struct lob_pixel { /* continuous: (0.5, 0.5) is the middle of the first pixel */
    double x, y;
} lob_pixel;

/* The grid that shows at least `box`, centred, the same scale both ways. The box has an area; sizes are >= 1. */
static inline lob_grid lob_grid_fit(lob_box64 box, uint32_t width, uint32_t height) {
    double w = (double)(box.right - box.left);
    double h = (double)(box.top - box.bottom);
    double scale = w * height > h * width ? (double)width / w : (double)height / h;
    double left = ((double)box.left + (double)box.right) / 2 - width / scale / 2;
    double top = ((double)box.bottom + (double)box.top) / 2 + height / scale / 2;
    return (lob_grid){left, top, scale, scale, width, height};
}

/* Of numbers, none of them NaN; fmin() and fmax() are calls. */
static inline double lob_least(double a, double b) {
    return a < b ? a : b;
}

static inline double lob_most(double a, double b) {
    return a > b ? a : b;
}

static inline lob_pixel lob_grid_at(const lob_grid *grid, double x, double y) {
    return (lob_pixel){(x - grid->left) * grid->sx, (grid->top - y) * grid->sy};
}

/* Box of integers around all that the grid shows. */
static inline lob_box64 lob_grid_box(const lob_grid *grid) {
    const double edge = (double)LOB_COORD_MAX;
    double left = floor(grid->left);
    double right = ceil(grid->left + grid->width / grid->sx);
    double top = ceil(grid->top);
    double bottom = floor(grid->top - grid->height / grid->sy);
    return (lob_box64){(int64_t)fmax(left, -edge), (int64_t)fmax(bottom, -edge), (int64_t)fmin(right, edge),
                       (int64_t)fmin(top, edge)};
}

#endif
