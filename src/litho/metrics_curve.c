/* Radii of curvature along contours; the rule is in metrics.h. */
#include <math.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/list.h"
#include "litho/metrics_impl.h"

enum { STENCIL = 4, POINTS_MAX = 1 << 28 };

typedef struct place {
    double x, y;
} place;

typedef struct curving {
    lob_ctx *ctx;
    const lob_mask *mask;
    double radius_min;
    place *points; /* of the contour at hand, evenly along it */
    double *radii;
    uint32_t count, capacity;
    lob_litho_spot *spots;
    uint32_t spot_count, spot_capacity;
} curving;

static place vertex(const curving *c, const lob_contour *contour, uint32_t i) {
    lob_point64 p = c->mask->polygons.points[contour->first + i % contour->count];
    return (place){(double)p.x * c->mask->unit_nm, (double)p.y * c->mask->unit_nm};
}

static double between(place a, place b) {
    return hypot(b.x - a.x, b.y - a.y);
}

static double length_of(const curving *c, const lob_contour *contour) {
    double length = 0;
    for (uint32_t i = 0; i < contour->count; i++) {
        length += between(vertex(c, contour, i), vertex(c, contour, i + 1));
    }
    return length;
}

static lob_status fail_points(lob_ctx *ctx) {
    lob_status status = lob_fail(ctx, LOB_E_QUERY_TOO_LARGE, "A contour is too long for such a small radius");
    lob_hint(ctx, "Check a smaller window, or a larger radius.");
    lob_error_text(&ctx->error, "reason", LOB_STR("curvature"));
    return status;
}

static lob_status make_room(curving *c, double count) {
    if (!(count <= POINTS_MAX)) {
        return fail_points(c->ctx);
    }
    c->count = (uint32_t)count;
    if (c->count > c->capacity) {
        lob_free(c->points);
        lob_free(c->radii);
        c->points = lob_malloc(c->count * sizeof *c->points);
        c->radii = lob_malloc(c->count * sizeof *c->radii);
        c->capacity = c->points && c->radii ? c->count : 0;
    }
    return c->count <= c->capacity ? LOB_OK : lob_fail_memory(c->ctx);
}

static lob_status take_points(curving *c, const lob_contour *contour) {
    double length = length_of(c, contour), stencil = fmin(c->radius_min / 3, length / 8);
    LOB_TRY(make_room(c, ceil(STENCIL * length / stencil)));
    double step = length / c->count, passed = 0;
    uint32_t i = 0;
    place from = vertex(c, contour, 0), to = vertex(c, contour, 1);
    for (uint32_t k = 0; k < c->count; k++) {
        double part = between(from, to);
        while (passed + part < k * step && i + 1 < contour->count) {
            passed += part;
            from = to;
            to = vertex(c, contour, ++i + 1);
            part = between(from, to);
        }
        double share = (k * step - passed) / part;
        c->points[k] = (place){from.x + share * (to.x - from.x), from.y + share * (to.y - from.y)};
    }
    return LOB_OK;
}

/* Of the circle through three points. */
static double radius_through(place p, place q, place r) {
    double area2 = fabs((q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x));
    double sides = between(p, q) * between(q, r) * between(r, p);
    return area2 > 0 ? sides / (2 * area2) : sides > 0 ? (double)INFINITY : 0;
}

static void take_radii(curving *c) {
    for (uint32_t i = 0; i < c->count; i++) {
        uint32_t before = i >= STENCIL ? i - STENCIL : i + c->count - STENCIL, after = (i + STENCIL) % c->count;
        c->radii[i] = radius_through(c->points[before], c->points[i], c->points[after]);
    }
}

/* ---- spots ---- */

static void take_point(const curving *c, uint32_t i, lob_litho_spot *spot) {
    double x = c->points[i].x / c->mask->unit_nm, y = c->points[i].y / c->mask->unit_nm;
    int64_t left = (int64_t)floor(x), bottom = (int64_t)floor(y), right = (int64_t)ceil(x), top = (int64_t)ceil(y);
    if (spot->pixels == 0) {
        spot->left = left, spot->bottom = bottom, spot->right = right, spot->top = top;
    }
    if (spot->pixels == 0 || c->radii[i] < spot->actual_nm) {
        spot->x_nm = c->points[i].x, spot->y_nm = c->points[i].y;
        spot->actual_nm = c->radii[i];
    }
    spot->left = left < spot->left ? left : spot->left;
    spot->bottom = bottom < spot->bottom ? bottom : spot->bottom;
    spot->right = right > spot->right ? right : spot->right;
    spot->top = top > spot->top ? top : spot->top;
    spot->pixels++;
}

static bool is_sharp(const curving *c, uint32_t i) {
    return c->radii[i % c->count] < c->radius_min;
}

/* Runs, from a point on that is none; all may be one. */
static lob_status take_runs(curving *c) {
    uint32_t start = 0;
    while (start < c->count && is_sharp(c, start)) {
        start++;
    }
    for (uint32_t i = 0; i < c->count; i++) {
        if (!is_sharp(c, start + i)) {
            continue;
        }
        LOB_TRY(lob_list_grow(c->ctx, &c->spots, c->spot_count, &c->spot_capacity, sizeof *c->spots));
        lob_litho_spot *spot = &c->spots[c->spot_count++];
        *spot = (lob_litho_spot){0};
        for (; i < c->count && is_sharp(c, start + i); i++) {
            take_point(c, (start + i) % c->count, spot);
        }
    }
    return LOB_OK;
}

static lob_status take_contours(curving *c) {
    for (uint32_t i = 0; i < c->mask->polygons.contour_count; i++) {
        LOB_TRY(lob_poll(c->ctx));
        LOB_TRY(take_points(c, &c->mask->polygons.contours[i]));
        take_radii(c);
        LOB_TRY(take_runs(c));
    }
    return LOB_OK;
}

static int by_place(const void *a, const void *b) {
    const lob_litho_spot *p = a, *q = b;
    return p->y_nm != q->y_nm ? (p->y_nm > q->y_nm) - (p->y_nm < q->y_nm) : (p->x_nm > q->x_nm) - (p->x_nm < q->x_nm);
}

static lob_status keep(curving *c, uint32_t max, lob_litho_spot **spots, uint32_t *count, uint64_t *total) {
    *total = c->spot_count;
    *count = c->spot_count < max ? c->spot_count : max;
    *spots = LOB_NEW_ARRAY(c->ctx->arena, lob_litho_spot, *count);
    if (!*spots) {
        return lob_fail_memory(c->ctx);
    }
    if (c->spot_count > 0) {
        qsort(c->spots, c->spot_count, sizeof *c->spots, by_place);
    }
    for (uint32_t i = 0; i < *count; i++) {
        (*spots)[i] = c->spots[i];
    }
    return LOB_OK;
}

lob_status lob_mrc_curvature(lob_ctx *ctx, const lob_mask *contours, double radius_min_nm, uint32_t max,
                             lob_litho_spot **spots, uint32_t *count, uint64_t *total) {
    curving c = {.ctx = ctx, .mask = contours, .radius_min = radius_min_nm};
    lob_status status = radius_min_nm > 0 ? take_contours(&c) : LOB_OK;
    if (status == LOB_OK) {
        status = keep(&c, max, spots, count, total);
    }
    lob_free(c.points);
    lob_free(c.radii);
    lob_free(c.spots);
    return status;
}
