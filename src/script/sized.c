/* Polygons grown and shrunk, each by itself.
 *
 * Every edge is shifted along its normal; the corner between two shifted edges is where they cross, unless it sticks
 * out further than the mode allows: then it is cut off. What an edge and its shifted copy have between them, and the
 * wedges at corners, is added to the polygon or taken from it. Shifts are rounded as KLayout's are, so that edges at 45
 * degrees stay on the grid.
 */
#include <math.h>

#include "script/ops.h"

typedef struct vector {
    double x, y;
} vector;

typedef struct shift { /* of an edge: its direction and how far it moves, in the measure of dx and dy */
    vector along, by;
} shift;

typedef struct corner { /* of the shifted contour: where one edge ends and the next begins */
    lob_point64 before, after;
} corner;

static const double nearly = 1e-10;

static double length_of(vector v) {
    return hypot(v.x, v.y);
}

static double cross(vector a, vector b) {
    return a.x * b.y - a.y * b.x;
}

static int64_t rounded(double value) {
    return (int64_t)(value > 0 ? value + 0.5 : value - 0.5);
}

static lob_point64 moved(lob_point64 p, double x, double y) {
    return (lob_point64){p.x + rounded(x), p.y + rounded(y)};
}

/* Along an axis by whole units, at 45 degrees so that both parts are whole, else as it is. */
static vector times(vector n, double d) {
    double by = d;
    if (fabs(n.x) < nearly || fabs(n.y) < nearly) {
        by = (double)rounded(d);
    } else if (fabs(fabs(n.x) - fabs(n.y)) < nearly) {
        by = sqrt(2) * (double)rounded(d * sqrt(0.5));
    }
    return (vector){n.x * by, n.y * by};
}

typedef struct sizing {
    double dx, dy; /* >= 0 */
    double sign;   /* 1: grows */
    double reach;  /* how far a corner may stick out, in shifts */
} sizing;

/* The outside is on the left of the edge. */
static shift shift_of(const sizing *s, lob_point64 a, lob_point64 b) {
    const vector d = {(double)(b.x - a.x), (double)(b.y - a.y)};
    if (s->dx == s->dy) {
        const double f = 1 / length_of(d);
        const vector along = {d.x * f, d.y * f};
        return (shift){along, times((vector){-along.y, along.x}, s->dx * s->sign)};
    }
    const double f = sqrt(s->dx * s->dx * d.y * d.y + s->dy * s->dy * d.x * d.x);
    if (f < 1e-10) {
        return (shift){s->dx == 0 ? (vector){0, 1} : (vector){1, 0}, {0, 0}};
    }
    const double g = s->dx * s->dy / f;
    return (shift){{d.x * g, d.y * g}, {-d.y * s->dx * s->dx * s->sign / f, d.x * s->dy * s->dy * s->sign / f}};
}

static corner corner_of(const sizing *s, lob_point64 p, shift a, shift b) {
    const double turn = cross(b.along, a.along) * s->sign;
    const corner plain = {moved(p, a.by.x, a.by.y), moved(p, b.by.x, b.by.y)};
    if (turn < 1e-2) { /* straight on, or towards the other side: both edges end at their normals */
        const bool is_straight = turn > -1e-2 && a.by.x * b.by.x + a.by.y * b.by.y >= 1e-2;
        return is_straight ? (corner){plain.before, plain.before} : plain;
    }
    const double f = cross(a.along, b.along);
    const vector between = {b.by.x - a.by.x, b.by.y - a.by.y};
    const double one = cross(between, b.along) / f, other = -cross(between, a.along) / f;
    const double one_max = s->reach * length_of(a.by) / length_of(a.along);
    const double other_max = s->reach * length_of(b.by) / length_of(b.along);
    if ((one < -nearly) != (other < -nearly)) {
        return plain;
    }
    if (one < one_max + nearly && other < other_max + nearly) {
        const lob_point64 at = moved(p, a.by.x + a.along.x * one, a.by.y + a.along.y * one);
        return (corner){at, at};
    }
    const double l = fmin(one, one_max), m = fmin(other, other_max);
    return (corner){moved(p, a.by.x + a.along.x * l, a.by.y + a.along.y * l),
                    moved(p, b.by.x - b.along.x * m, b.by.y - b.along.y * m)};
}

/* The strips along the edges of a contour, and the wedges at its corners. */
static lob_status add_contour(lob_ctx *ctx, const sizing *s, const lob_point64 *ring, uint32_t n, int operand,
                              lob_region *region) {
    corner *corners = lob_arena_alloc(ctx->arena, ((size_t)n + 1) * sizeof *corners);
    if (!corners) {
        return lob_fail_memory(ctx);
    }
    for (uint32_t i = 0; i < n; i++) { /* against the given direction: then the inside is on the right */
        const lob_point64 before = ring[i + 1 == n ? 0 : i + 1], p = ring[i], after = ring[i == 0 ? n - 1 : i - 1];
        corners[i] = corner_of(s, p, shift_of(s, before, p), shift_of(s, p, after));
    }
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t next = i == 0 ? n - 1 : i - 1;
        const lob_point64 strip[4] = {ring[i], corners[i].after, corners[next].before, ring[next]};
        const lob_point64 wedge[3] = {ring[i], corners[i].before, corners[i].after};
        LOB_TRY(lob_region_add(ctx, region, operand, strip, 4));
        LOB_TRY(lob_region_add(ctx, region, operand, wedge, 3));
    }
    return LOB_OK;
}

static lob_status size_one(lob_ctx *ctx, const sizing *s, const lob_polygons *p, lob_polygon_at at,
                           lob_polygons *sized) {
    const lob_polygons one = lob_polygon_view(p, at);
    const bool grows = s->sign > 0;
    lob_region *region;
    LOB_TRY(lob_region_new(ctx, 1, &region));
    LOB_TRY(lob_value_add(ctx, &one, region, 0));
    for (uint32_t c = 0; c < one.contour_count && (s->dx > 0 || s->dy > 0); c++) {
        LOB_TRY(add_contour(ctx, s, p->points + one.contours[c].first, one.contours[c].count, grows ? 0 : 1, region));
    }
    return lob_region_polygons(ctx, region, grows ? LOB_REGION_OR : LOB_REGION_NOT, sized);
}

lob_status lob_op_sized(lob_ctx *ctx, lob_value *a, int64_t dx, int64_t dy, int mode, lob_value *result) {
    const double reaches[] = {0, sqrt(2) - 1, 1, sqrt(2) + 1, 10};
    const sizing s = {fabs((double)dx), fabs((double)dy), dx + dy > 0 ? 1 : -1, reaches[mode]};
    const lob_polygons *whole;
    lob_polygon_list list = {0};
    lob_polygon_at at = {0};
    lob_ctx own;
    lob_status status = LOB_OK;
    LOB_TRY(lob_value_whole(ctx, a, &whole));
    if ((dx < 0 && dy > 0) || (dx > 0 && dy < 0)) {
        return lob_script_refuse(ctx, "sized that grows one way and shrinks the other");
    }
    LOB_TRY(lob_ctx_child(ctx, &own, 0));
    while (status == LOB_OK && lob_polygon_next(whole, &at)) {
        lob_polygons sized = {0};
        lob_arena_reset(own.arena);
        status = lob_ctx_join(ctx, &own, size_one(&own, &s, whole, at, &sized));
        for (uint32_t c = 0; status == LOB_OK && c < sized.contour_count; c++) {
            const lob_contour *contour = &sized.contours[c];
            status = lob_polygon_list_add(ctx, &list, sized.points + contour->first, contour->count, contour->is_hole);
        }
        status = status == LOB_OK ? lob_poll(ctx) : status;
    }
    lob_ctx_drop(&own);
    const lob_polygons all = lob_polygon_list_view(&list);
    return status == LOB_OK ? lob_value_put_raw(ctx, result, &all) : status;
}
