/* See sliver.h. Each edge takes away a strip on its inner side, and each inner corner the piece between two strips;
 * what is left is given back the same way, and cut to where it came from. On the axes on a grid of half a unit, so that
 * half of a width lies on it; elsewhere on one so fine that slivers of a unit keep their area. */
#include "diff/sliver.h"

#include <math.h>

#include "geom/round.h"

enum { FINE_AXES = 2 };

typedef struct offset_run {
    lob_ctx *ctx;
    lob_region *region;
    int operand;
    double by;      /* > 0: to the left of edges (inwards) */
    bool is_inside; /* corners to be filled turn right (inner corners), else left */
} offset_run;

typedef struct normal {
    double x, y;
} normal;

lob_status lob_region_add_polygons(lob_ctx *ctx, lob_region *region, int operand, const lob_polygons *polygons) {
    lob_polygons rings;
    LOB_TRY(lob_polygons_cut(ctx, polygons, &rings));
    for (uint32_t i = 0; i < rings.contour_count; i++) {
        LOB_TRY(lob_region_add(ctx, region, operand, rings.points + rings.contours[i].first, rings.contours[i].count));
    }
    return LOB_OK;
}

static normal left_of(lob_point64 p, lob_point64 q) {
    const double dx = (double)(q.x - p.x), dy = (double)(q.y - p.y), length = hypot(dx, dy);
    return (normal){-dy / length, dx / length};
}

static lob_point64 moved(lob_point64 p, double x, double y) {
    return (lob_point64){p.x + lob_round(x), p.y + lob_round(y)};
}

static lob_status add_strip(offset_run *r, lob_point64 p, lob_point64 q, normal n) {
    const lob_point64 strip[4] = {p, q, moved(q, n.x * r->by, n.y * r->by), moved(p, n.x * r->by, n.y * r->by)};
    return lob_region_add(r->ctx, r->region, r->operand, strip, 4);
}

/* Between the strips of two edges that meet in v. */
static lob_status add_corner(offset_run *r, lob_point64 v, normal a, normal b) {
    const double cross = a.x * b.y - a.y * b.x, dot = a.x * b.x + a.y * b.y;
    if (r->is_inside ? cross >= 0 : cross <= 0) {
        return LOB_OK;
    }
    const lob_point64 from = moved(v, a.x * r->by, a.y * r->by), to = moved(v, b.x * r->by, b.y * r->by);
    if (dot < -1e-9) { /* sharper than a right angle: cut flat */
        const lob_point64 flat[3] = {v, from, to};
        return lob_region_add(r->ctx, r->region, r->operand, flat, 3);
    }
    const double by = r->by / (1 + dot);
    const lob_point64 mitred[4] = {v, from, moved(v, (a.x + b.x) * by, (a.y + b.y) * by), to};
    return lob_region_add(r->ctx, r->region, r->operand, mitred, 4);
}

static lob_status add_offsets(offset_run *r, const lob_polygons *polygons) {
    for (uint32_t i = 0; i < polygons->contour_count; i++) {
        const lob_point64 *p = polygons->points + polygons->contours[i].first;
        const uint32_t count = polygons->contours[i].count;
        for (uint32_t k = 0; k < count; k++) {
            const lob_point64 a = p[k], b = p[(k + 1) % count], c = p[(k + 2) % count];
            const normal first = left_of(a, b);
            LOB_TRY(add_strip(r, a, b, first));
            LOB_TRY(add_corner(r, b, first, left_of(b, c)));
        }
    }
    return LOB_OK;
}

static bool is_on_axes(const lob_polygons *polygons) {
    for (uint32_t i = 0; i < polygons->contour_count; i++) {
        const lob_point64 *p = polygons->points + polygons->contours[i].first;
        const uint32_t count = polygons->contours[i].count;
        for (uint32_t k = 0; k < count; k++) {
            const lob_point64 a = p[k], b = p[(k + 1) % count];
            if (a.x != b.x && a.y != b.y) {
                return false;
            }
        }
    }
    return true;
}

/* A copy, times `fine` or, exactly, divided by it. */
static lob_status scaled(lob_ctx *ctx, const lob_polygons *from, int64_t fine, bool divides, lob_polygons *to) {
    lob_point64 *points = LOB_NEW_ARRAY(ctx->arena, lob_point64, from->point_count);
    if (!points) {
        return lob_fail_memory(ctx);
    }
    for (uint32_t i = 0; i < from->point_count; i++) {
        const lob_point64 p = from->points[i];
        points[i] = divides ? (lob_point64){p.x / fine, p.y / fine} : (lob_point64){p.x * fine, p.y * fine};
    }
    *to = *from;
    to->points = points;
    return LOB_OK;
}

static lob_status shrink(lob_ctx *ctx, const lob_polygons *polygons, double by, lob_polygons *smaller) {
    lob_region *region;
    LOB_TRY(lob_region_new(ctx, 1, &region));
    LOB_TRY(lob_region_add_polygons(ctx, region, 0, polygons));
    offset_run run = {.ctx = ctx, .region = region, .operand = 1, .by = by, .is_inside = true};
    LOB_TRY(add_offsets(&run, polygons));
    return lob_region_polygons(ctx, region, LOB_REGION_NOT, smaller);
}

static lob_status grow(lob_ctx *ctx, const lob_polygons *polygons, double by, const lob_polygons *within,
                       lob_polygons *larger, lob_region_measures *measures) {
    lob_region *region;
    LOB_TRY(lob_region_new(ctx, 1, &region));
    LOB_TRY(lob_region_add_polygons(ctx, region, 0, polygons));
    LOB_TRY(lob_region_add_polygons(ctx, region, 1, within));
    offset_run run = {.ctx = ctx, .region = region, .operand = 0, .by = -by, .is_inside = false};
    LOB_TRY(add_offsets(&run, polygons));
    LOB_TRY(lob_region_polygons(ctx, region, LOB_REGION_AND, larger));
    return lob_region_measure(ctx, region, LOB_REGION_AND, measures);
}

lob_status lob_polygons_open(lob_ctx *ctx, const lob_polygons *polygons, double width, int64_t fine_max,
                             lob_opened *opened) {
    *opened = (lob_opened){.polygons = *polygons, .fine = 1};
    const bool on_axes = is_on_axes(polygons);
    const int64_t fine = on_axes ? FINE_AXES : fine_max;
    const double by = on_axes ? ceil(width - 1e-6) - 1 : (width * (double)fine - 1) / 2;
    if (by <= 0 || polygons->contour_count == 0) {
        return LOB_OK;
    }
    lob_polygons large, small;
    lob_region_measures measures;
    LOB_TRY(scaled(ctx, polygons, fine, false, &large));
    LOB_TRY(shrink(ctx, &large, by, &small));
    LOB_TRY(grow(ctx, &small, by, &large, &opened->polygons, &measures));
    if (on_axes) {
        return scaled(ctx, &opened->polygons, fine, true, &opened->polygons);
    }
    opened->fine = fine;
    opened->area_error = (measures.area_error + measures.perimeter) / (double)(fine * fine);
    return LOB_OK;
}
