/* Pixels as contours that turn no faster than a radius.
 *
 * The pixels are blurred by three boxes, which takes the steps off slanting borders and leaves straight ones where they
 * are; the contour at one half is taken as points and relaxed, and what is drawn are points a sixth of the radius
 * apart. A part or a hole that is shorter than the circle is left out: it could not have the radius.
 */
#include "litho/optimize_impl.h"

#include <math.h>

#include "base/alloc.h"
#include "litho/mask_impl.h"

#define PI 3.14159265358979323846

enum {
    PASSES = 3,
    FINER_MOST = 10,
    STEPS_A_RADIUS = 12, /* points while relaxing */
    SIDES_A_RADIUS = 6,  /* of what is drawn: half as far apart as the check looks */
    POINTS_MOST = 1 << 20
};

int64_t lob_optimize_round_finer(double radius_nm, double unit_nm) {
    const double wanted = unit_nm / radius_nm * 200;
    return wanted <= 1 ? 1 : wanted <= 2 ? 2 : wanted <= 5 ? 5 : FINER_MOST;
}

/* ---- blurring ---- */

static void blur_row(float *row, uint32_t width, uint32_t half, float *scratch) {
    const double share = 1. / (2 * half + 1);
    double sum = 0;
    memcpy(scratch, row, width * sizeof *row);
    for (uint32_t i = 0; i <= half; i++) {
        sum += (double)scratch[i < width ? i : width - 1] + (i ? (double)scratch[0] : 0);
    }
    for (uint32_t i = 0; i < width; i++) {
        row[i] = (float)(sum * share);
        sum +=
            (double)scratch[i + half + 1 < width ? i + half + 1 : width - 1] - (double)scratch[i > half ? i - half : 0];
    }
}

/* Rows are kept in a ring until none needs them any more. */
static lob_status blur_columns(lob_ctx *ctx, lob_plane *plane, uint32_t half) {
    const uint32_t width = plane->frame.width, height = plane->frame.height, kept = half + 1;
    const double share = 1. / (2 * half + 1);
    double *sums = lob_calloc(width, sizeof *sums);
    float *ring = lob_malloc((size_t)kept * width * sizeof *ring);
    const bool is_fine = sums && ring;
    for (uint32_t j = 0; is_fine && j <= half; j++) {
        const float *row = plane->values + (size_t)(j < height ? j : height - 1) * width;
        for (uint32_t i = 0; i < width; i++) {
            sums[i] += (double)row[i] + (j ? (double)plane->values[i] : 0);
        }
    }
    for (uint32_t j = 0; is_fine && j < height; j++) {
        float *row = plane->values + (size_t)j * width, *own = ring + (size_t)(j % kept) * width;
        const float *leaving = ring + (size_t)((j > half ? j - half : 0) % kept) * width;
        const float *entering = plane->values + (size_t)(j + half + 1 < height ? j + half + 1 : height - 1) * width;
        memcpy(own, row, width * sizeof *row);
        for (uint32_t i = 0; i < width; i++) {
            row[i] = (float)(sums[i] * share);
            sums[i] += (double)entering[i] - (double)leaving[i];
        }
    }
    lob_free(sums);
    lob_free(ring);
    return is_fine ? LOB_OK : lob_fail_memory(ctx);
}

static lob_status blur(lob_ctx *ctx, uint32_t half, lob_plane *plane) {
    const uint32_t width = plane->frame.width;
    float *scratch = lob_malloc(width * sizeof *scratch);
    lob_status status = scratch ? LOB_OK : lob_fail_memory(ctx);
    for (int pass = 0; pass < PASSES && half > 0 && status == LOB_OK; pass++) {
        for (uint32_t j = 0; j < plane->frame.height; j++) {
            blur_row(plane->values + (size_t)j * width, width, half, scratch);
        }
        status = blur_columns(ctx, plane, half);
        status = status == LOB_OK ? lob_poll(ctx) : status;
    }
    lob_free(scratch);
    return status;
}

/* ---- one contour ---- */

static lob_relax_point point_of(const lob_mask *mask, const lob_contour *c, uint32_t i) {
    const lob_point64 p = mask->polygons.points[c->first + i % c->count];
    return (lob_relax_point){(double)p.x, (double)p.y};
}

static double between(lob_relax_point a, lob_relax_point b) {
    return hypot(b.x - a.x, b.y - a.y);
}

static double length_of(const lob_mask *mask, const lob_contour *c) {
    double length = 0;
    for (uint32_t i = 0; i < c->count; i++) {
        length += between(point_of(mask, c, i), point_of(mask, c, i + 1));
    }
    return length;
}

/* Points evenly along the contour. */
static void take_points(const lob_mask *mask, const lob_contour *c, double length, const lob_relaxing *line) {
    double passed = 0;
    for (uint32_t k = 0, i = 0; k < line->count; k++) {
        const double at = k * length / line->count;
        double part = between(point_of(mask, c, i), point_of(mask, c, i + 1));
        while (passed + part < at && i + 1 < c->count) {
            passed += part;
            i++;
            part = between(point_of(mask, c, i), point_of(mask, c, i + 1));
        }
        const lob_relax_point a = point_of(mask, c, i), b = point_of(mask, c, i + 1);
        const double share = part > 0 ? (at - passed) / part : 0;
        line->points[k] = (lob_relax_point){a.x + share * (b.x - a.x), a.y + share * (b.y - a.y)};
    }
}

/* Some of the points, `side` apart, on the grid. */
static uint32_t put_points(const lob_relaxing *line, double side, lob_point64 *ring) {
    uint32_t count = 0;
    double passed = side;
    for (uint32_t i = 0; i < line->count; i++) {
        passed += i > 0 ? between(line->points[i - 1], line->points[i]) : 0;
        if (passed >= side * (1 - 1e-9)) {
            ring[count++] = (lob_point64){llround(line->points[i].x), llround(line->points[i].y)};
            passed = 0;
        }
    }
    return count;
}

/* *count is 0: the contour is too short. `radius` in units. */
static lob_status round_contour(lob_ctx *ctx, const lob_mask *mask, const lob_contour *c, double radius,
                                lob_point64 **ring, uint32_t *count) {
    const double length = length_of(mask, c), step = radius / STEPS_A_RADIUS;
    *count = 0;
    *ring = NULL;
    if (length < 2 * PI * radius) {
        return LOB_OK;
    }
    lob_relaxing line = {.count = length / step < POINTS_MOST ? (uint32_t)ceil(length / step) : POINTS_MOST,
                         .is_closed = true};
    line.points = LOB_NEW_ARRAY(ctx->arena, lob_relax_point, 2 * (size_t)line.count);
    *ring = LOB_NEW_ARRAY(ctx->arena, lob_point64, line.count);
    if (line.points == NULL || *ring == NULL) {
        return lob_fail_memory(ctx);
    }
    line.scratch = line.points + line.count;
    take_points(mask, c, length, &line);
    LOB_TRY(lob_relax(ctx, &line, radius));
    *count = put_points(&line, radius / SIDES_A_RADIUS, *ring);
    return LOB_OK;
}

/* ---- all of them ---- */

typedef struct rings {
    lob_point64 **items;
    lob_contour *contours;
    uint32_t count, point_count;
} rings;

/* Holes go with their hulls. */
static lob_status round_all(lob_ctx *ctx, const lob_mask *mask, double radius, rings *r) {
    const lob_polygons *old = &mask->polygons;
    bool is_kept = false;
    r->items = LOB_NEW_ARRAY(ctx->arena, lob_point64 *, (size_t)old->contour_count + 1);
    r->contours = LOB_NEW_ARRAY(ctx->arena, lob_contour, (size_t)old->contour_count + 1);
    if (r->items == NULL || r->contours == NULL) {
        return lob_fail_memory(ctx);
    }
    for (uint32_t k = 0; k < old->contour_count; k++) {
        const lob_contour *c = &old->contours[k];
        uint32_t count = 0;
        if (c->is_hole && !is_kept) {
            continue;
        }
        LOB_TRY(round_contour(ctx, mask, c, radius, &r->items[r->count], &count));
        is_kept = c->is_hole ? is_kept : count > 0;
        if (count > 0) {
            r->contours[r->count++] = (lob_contour){r->point_count, count, c->is_hole};
            r->point_count += count;
        }
    }
    return LOB_OK;
}

static double area_of(const lob_point64 *p, uint32_t count) {
    double twice = 0;
    for (uint32_t i = 1; i + 1 < count; i++) {
        twice += (double)(p[i].x - p->x) * (double)(p[i + 1].y - p->y) -
                 (double)(p[i + 1].x - p->x) * (double)(p[i].y - p->y);
    }
    return fabs(twice) / 2;
}

static lob_status add_rings(lob_ctx *ctx, const lob_polygons *polygons, lob_region *region) {
    lob_polygons cut;
    LOB_TRY(lob_polygons_cut(ctx, polygons, &cut));
    for (uint32_t k = 0; k < cut.contour_count; k++) {
        LOB_TRY(lob_region_add(ctx, region, 0, cut.points + cut.contours[k].first, cut.contours[k].count));
    }
    return LOB_OK;
}

/* A hull less its holes; contours may cross a little where little is between them. */
static lob_status add_hull(lob_ctx *ctx, const rings *r, uint32_t hull, uint32_t next, lob_region *region) {
    lob_region *own;
    lob_polygons made;
    if (next == hull + 1) {
        return lob_region_add(ctx, region, 0, r->items[hull], r->contours[hull].count);
    }
    LOB_TRY(lob_region_new(ctx, 1, &own));
    for (uint32_t k = hull; k < next; k++) {
        LOB_TRY(lob_region_add(ctx, own, k > hull, r->items[k], r->contours[k].count));
    }
    LOB_TRY(lob_region_polygons(ctx, own, LOB_REGION_NOT, &made));
    return add_rings(ctx, &made, region);
}

/* Without what crossing contours leave between them: less than the circle. */
static lob_status leave_slivers(lob_ctx *ctx, double area_min, const lob_polygons *from, double unit_nm,
                                lob_mask *mask) {
    lob_contour *kept = LOB_NEW_ARRAY(ctx->arena, lob_contour, (size_t)from->contour_count + 1);
    lob_polygons some = *from;
    bool is_kept = false;
    if (kept == NULL) {
        return lob_fail_memory(ctx);
    }
    some.contours = kept;
    some.contour_count = 0;
    for (uint32_t k = 0; k < from->contour_count; k++) {
        const lob_contour *c = &from->contours[k];
        const bool is_large = area_of(from->points + c->first, c->count) >= area_min;
        is_kept = c->is_hole ? is_kept : is_large;
        if (is_kept && is_large) {
            kept[some.contour_count++] = *c;
        }
    }
    lob_mask_keep(mask, &some, unit_nm);
    return LOB_OK;
}

static lob_status join(lob_ctx *ctx, const rings *r, double radius, double unit_nm, lob_mask *mask) {
    lob_region *region;
    lob_polygons made;
    LOB_TRY(lob_region_new(ctx, 1, &region));
    for (uint32_t k = 0, next; k < r->count; k = next) {
        for (next = k + 1; next < r->count && r->contours[next].is_hole; next++) {
        }
        LOB_TRY(add_hull(ctx, r, k, next, region));
    }
    LOB_TRY(lob_region_polygons(ctx, region, LOB_REGION_OR, &made));
    return leave_slivers(ctx, PI * radius * radius / 2, &made, unit_nm, mask);
}

/* No wider than keeps a part of the least width at its width. */
static uint32_t half_of(double radius_nm, double least_nm, double pixel_nm) {
    const double of_radius = .35, of_least = .1875;
    const double half = floor(fmin(of_radius * radius_nm, of_least * least_nm) / pixel_nm);
    return half > 0 && half < UINT16_MAX ? (uint32_t)half : 0;
}

lob_status lob_optimize_round(lob_ctx *ctx, const lob_round_rule *rule, const lob_bits *bits, lob_plane *scratch,
                              lob_mask *mask) {
    const uint32_t width = scratch->frame.width;
    rings r = {.count = 0};
    for (size_t i = 0; i < (size_t)width * scratch->frame.height; i++) {
        scratch->values[i] = lob_bits_at(bits, (uint32_t)(i % width), (uint32_t)(i / width)) ? 1 : 0;
    }
    LOB_TRY(blur(ctx, half_of(rule->radius_nm, rule->least_nm, scratch->frame.pixel_nm), scratch));
    LOB_TRY(lob_mask_of_plane(ctx, scratch, .5f, rule->unit_nm, 0, mask));
    LOB_TRY(round_all(ctx, mask, rule->radius_nm / rule->unit_nm, &r));
    return join(ctx, &r, rule->radius_nm / rule->unit_nm, rule->unit_nm, mask);
}
