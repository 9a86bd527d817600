/* A source of points: read from a table, and laid on the grid of frequencies. */
#include "litho/source.h"

#include <math.h>
#include <string.h>

#include "litho/csv.h"

enum { SIGMA_X, SIGMA_Y, WEIGHT, COLUMN_COUNT };

#define BEYOND_ONE      1e-6 /* of a place's distance, for rounding in files */
#define UNEQUAL_SHARE   1e-3 /* of the power: what more is not symmetric */
#define POINTS_AT_FIRST 256

static const lob_csv_column columns[COLUMN_COUNT] = {
    [SIGMA_X] = {"sigma_x", -1e6, 1e6, true},
    [SIGMA_Y] = {"sigma_y", -1e6, 1e6, true},
    [WEIGHT] = {"weight", 0, 1e12, true},
};

/* ---- the table ---- */

static lob_status refuse(const lob_csv *t, const char *reason, const char *what, const char *hint) {
    const lob_status status = lob_csv_refuse(t, NULL, what, hint);
    lob_error_text(&t->ctx->error, "reason", lob_str_from(reason));
    return status;
}

static lob_status take_point(const lob_csv *t, lob_source_point *point, double *radius) {
    LOB_TRY(lob_csv_need(t, SIGMA_X, &point->x));
    LOB_TRY(lob_csv_need(t, SIGMA_Y, &point->y));
    LOB_TRY(lob_csv_need(t, WEIGHT, &point->weight));
    const double distance = sqrt(point->x * point->x + point->y * point->y);
    if (distance > 1 + BEYOND_ONE) {
        return refuse(t, "source_outside", "A point of the source lies beyond sigma 1",
                      "Give sigma_x and sigma_y in units of the aperture: their squares add up to 1 at most.");
    }
    *radius = point->weight > 0 ? fmax(*radius, fmin(distance, 1)) : *radius;
    return LOB_OK;
}

static lob_status grow(lob_ctx *ctx, lob_source_point **items, uint32_t count, uint32_t *room) {
    if (count < *room) {
        return LOB_OK;
    }
    *room = *room ? 2 * *room : POINTS_AT_FIRST;
    lob_source_point *const more = LOB_NEW_ARRAY(ctx->arena, lob_source_point, *room);
    if (!more) {
        return lob_fail_memory(ctx);
    }
    if (count) {
        memcpy(more, *items, count * sizeof *more);
    }
    *items = more;
    return LOB_OK;
}

lob_status lob_source_points_read(lob_ctx *ctx, lob_str csv, lob_source_points *points) {
    lob_csv t = {.ctx = ctx,
                 .subject = "source",
                 .units = "Places are in units of the aperture, weights 0 or more, all in decimal digits.",
                 .columns = columns,
                 .column_count = COLUMN_COUNT,
                 .rest = csv};
    lob_source_point *items = NULL;
    uint32_t count = 0, room = 0;
    double power = 0, radius = 0;
    bool more;
    LOB_TRY(lob_csv_begin(&t));
    LOB_TRY(lob_csv_next(&t, &more));
    while (more) {
        if (count == LOB_SOURCE_POINTS_MAX) {
            return refuse(&t, "source_points", "The source has too many points", "Give at most 100000 points.");
        }
        LOB_TRY(grow(ctx, &items, count, &room));
        LOB_TRY(take_point(&t, &items[count], &radius));
        power += items[count++].weight;
        LOB_TRY(lob_csv_next(&t, &more));
    }
    if (count == 0) {
        return refuse(&t, "source_points", "The source has no points", "Each line after the first is a point.");
    }
    if (!(power > 0)) {
        return refuse(&t, "source_power", "No point of the source shines", "Give a weight above 0 to some points.");
    }
    *points = (lob_source_points){items, count, radius};
    return LOB_OK;
}

/* ---- the grid ---- */

static void lay(const lob_source_points *points, double per_sigma, int32_t max, double *grid) {
    const int32_t n = 2 * max + 1;
    memset(grid, 0, (size_t)n * (size_t)n * sizeof *grid);
    for (uint32_t i = 0; i < points->count; i++) {
        const lob_source_point *const p = &points->items[i];
        const double x = p->x * per_sigma + max, y = p->y * per_sigma + max;
        if (p->weight == 0) {
            continue; /* it may lie beyond the grid */
        }
        const int32_t column = (int32_t)fmin(fmax(floor(x), 0), n - 1), row = (int32_t)fmin(fmax(floor(y), 0), n - 1);
        const double right = fmin(fmax(x - column, 0), 1), upper = fmin(fmax(y - row, 0), 1);
        const int32_t next = column + (column < n - 1), above = row + (row < n - 1);
        grid[(size_t)row * n + column] += p->weight * (1 - right) * (1 - upper);
        grid[(size_t)row * n + next] += p->weight * right * (1 - upper);
        grid[(size_t)above * n + column] += p->weight * (1 - right) * upper;
        grid[(size_t)above * n + next] += p->weight * right * upper;
    }
}

/* The share of the power that differs from what stands at the place mirrored by x, by y or by both (bits of mirror). */
static double unequal(const double *grid, int32_t n, unsigned mirror) {
    double difference = 0, power = 0;
    for (int32_t y = 0; y < n; y++) {
        for (int32_t x = 0; x < n; x++) {
            const int32_t column = (mirror & 1) ? n - 1 - x : x, row = (mirror & 2) ? n - 1 - y : y;
            difference += fabs(grid[(size_t)y * n + x] - grid[(size_t)row * n + column]);
            power += grid[(size_t)y * n + x];
        }
    }
    return difference / (2 * power);
}

static void even(double *grid, int32_t n, unsigned mirror) {
    for (int32_t y = 0; y < n; y++) {
        for (int32_t x = 0; x < n; x++) {
            double *const here = &grid[(size_t)y * n + x];
            double *const there = &grid[(size_t)((mirror & 2) ? n - 1 - y : y) * n + ((mirror & 1) ? n - 1 - x : x)];
            *here = *there = (*here + *there) / 2;
        }
    }
}

lob_status lob_source_spread(lob_ctx *ctx, const lob_source_points *points, double per_sigma, int32_t max, double *grid,
                             lob_source_symmetry *symmetry) {
    const int32_t n = 2 * max + 1;
    double largest = 0;
    lay(points, per_sigma, max, grid);
    if (unequal(grid, n, 3) > UNEQUAL_SHARE) {
        const lob_status status = lob_fail(ctx, LOB_E_INVALID_TARGET, "The source is not the same after half a turn");
        lob_error_text(&ctx->error, "reason", LOB_STR("source_symmetry"));
        lob_hint(ctx, "Give each point (x, y) a counterpart (-x, -y) of the same weight: images of other sources "
                      "shift with focus, which is not supported.");
        return status;
    }
    *symmetry = unequal(grid, n, 1) > UNEQUAL_SHARE ? LOB_SYMMETRY_HALF_TURN : LOB_SYMMETRY_BOTH_AXES;
    even(grid, n, 3);
    if (*symmetry == LOB_SYMMETRY_BOTH_AXES) {
        even(grid, n, 1);
    }
    for (size_t i = 0; i < (size_t)n * (size_t)n; i++) {
        largest = fmax(largest, grid[i]);
    }
    for (size_t i = 0; i < (size_t)n * (size_t)n; i++) {
        grid[i] /= largest;
    }
    return LOB_OK;
}
