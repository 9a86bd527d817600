/* Density: how much of each window of a grid the merged figures of some layers cover. dbu and dbu2.
 *
 * Layers are taken together: what several of them cover counts once. Areas are those of the merged figures as
 * geom/region.h makes them; cutting them at the borders of windows rounds nothing. docs/mechanisms/measuring.md
 */
#ifndef LOB_QUERY_DENSITY_H
#define LOB_QUERY_DENSITY_H

#include "query/query.h"

/* One direction of a grid of windows, from `from` to `to` (above it). */
typedef struct lob_windows {
    int64_t from, to;
    int64_t tile, step; /* window i begins at from + i * step. tile 0: `count` equal parts, borders rounded down */
    uint32_t count;
    bool shifts; /* the last window is moved back by what it stands out; else it is cut there */
} lob_windows;

/* Windows of that size until one reaches `to`; 0 < step <= tile. False: more than count_max. */
bool lob_windows_make(int64_t from, int64_t to, int64_t tile, int64_t step, bool shifts, uint32_t count_max,
                      lob_windows *windows);
int64_t lob_windows_low(const lob_windows *windows, uint32_t index);
int64_t lob_windows_high(const lob_windows *windows, uint32_t index);

typedef struct lob_density {
    double *areas;     /* by row * x.count + column, rows from below; in ctx->arena */
    double total;      /* of the box of all windows, each place once */
    double area_error; /* the true total is within this: crossings off the grid were rounded; 0: none was */
} lob_density;

/* query->window means nothing here. Exact while areas are below 2^53 and edges cross on the grid. Work: the figures
 * that meet a block of windows, for each block; QUERY_TOO_LARGE above LOB_LIMIT_DENSITY_SHAPES of them, or from the
 * region engine. Polls, tells its progress. */
lob_status lob_query_density(lob_ctx *ctx, const lob_query *query, const lob_windows *x, const lob_windows *y,
                             lob_density *density);

/* ---- for density.c ---- */

/* Lines that cut the plane into cells: strictly rising, count + 1 of them for `count` cells. */
typedef struct lob_lines {
    const int64_t *at;
    uint32_t count;
} lob_lines;

/* areas: of x.count * y.count cells, zeroed by the caller. */
lob_status lob_query_coverage(lob_ctx *ctx, const lob_query *query, lob_lines x, lob_lines y, double *areas,
                              double *area_error);

#endif
