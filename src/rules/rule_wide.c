/* Where polygons are wider than a limit: what is left of each after its border has moved in by half the limit, with its
 * border moved out again, inside the polygon.
 *
 * A border moves as KLayout's sized(d, 2) moves it: each edge along its normal, corners kept sharp up to a right angle
 * and cut beyond. So a straight piece counts by its width, whatever its direction, and the bend of a wire or a crossing
 * of two is as wide as its wires are. Work is on a grid 64 times finer: polygons along the axes come out exact, and
 * what is just as wide as the limit is fine. Edges that are slanted end off the grid; there a database unit more is let
 * pass, which is more than the roundings can be. */
#include <math.h>

#include "base/limits.h"
#include "rules/rule_impl.h"

enum { FINE = 64 };

typedef struct side { /* the strip beside a border: within `by` of it, in fine units, to the left or to the right */
    lob_region *region;
    int operand;
    double by; /* > 0: left, inwards; < 0: right */
} side;

typedef struct vector {
    double x, y;
} vector;

static lob_point64 moved(lob_point64 p, double x, double y) {
    return (lob_point64){p.x + llround(x), p.y + llround(y)};
}

static vector direction_of(lob_point64 from, lob_point64 to) {
    const double x = (double)(to.x - from.x), y = (double)(to.y - from.y), length = hypot(x, y);
    return (vector){x / length, y / length};
}

/* The gap between the strips of two edges that meet in `at`, where the border turns away from the side. */
static lob_status add_corner(lob_ctx *ctx, const side *s, lob_point64 at, vector in, vector out) {
    static const double SHARP_MAX = -0.1; /* a right angle, and what rounding makes of one */
    const double by = s->by, cosine = in.x * out.x + in.y * out.y;
    const vector first = {-in.y * by, in.x * by}, last = {-out.y * by, out.x * by};
    lob_point64 ring[5] = {at, moved(at, first.x, first.y)};
    uint32_t count = 2;
    if ((in.x * out.y - in.y * out.x) * by >= 0) {
        return LOB_OK;
    }
    if (cosine >= SHARP_MAX) {
        ring[count++] = moved(at, (first.x + last.x) / (1 + cosine), (first.y + last.y) / (1 + cosine));
    } else {
        const double on = fabs(by) * tan(acos(fmax(cosine, -1)) / 4);
        ring[count++] = moved(at, first.x + in.x * on, first.y + in.y * on);
        ring[count++] = moved(at, last.x - out.x * on, last.y - out.y * on);
    }
    ring[count++] = moved(at, last.x, last.y);
    return lob_region_add(ctx, s->region, s->operand, ring, count);
}

static lob_status add_strips(lob_ctx *ctx, const side *s, const lob_point64 *ring, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        const lob_point64 a = ring[i], b = ring[(i + 1) % count], c = ring[(i + 2) % count];
        const vector in = direction_of(a, b);
        const double x = -in.y * s->by, y = in.x * s->by;
        const lob_point64 strip[4] = {a, b, moved(b, x, y), moved(a, x, y)};
        LOB_TRY(lob_region_add(ctx, s->region, s->operand, strip, 4));
        LOB_TRY(add_corner(ctx, s, b, in, direction_of(b, c)));
    }
    return LOB_OK;
}

static lob_status add_border(lob_ctx *ctx, const side *s, const lob_polygons *polygons) {
    for (uint32_t i = 0; i < polygons->contour_count; i++) {
        const lob_contour *c = &polygons->contours[i];
        LOB_TRY(add_strips(ctx, s, polygons->points + c->first, c->count));
    }
    return LOB_OK;
}

/* Of fine polygons, with the border moved in by `by` and out again. */
static lob_status open_up(lob_ctx *ctx, const lob_polygons *fine, double by, lob_polygons *wide) {
    lob_region *shrunk, *grown;
    lob_polygons core;
    LOB_TRY(lob_region_new(ctx, 1, &shrunk));
    LOB_TRY(lob_rule_add(ctx, shrunk, 0, fine));
    LOB_TRY(add_border(ctx, &(side){shrunk, 1, by}, fine));
    LOB_TRY(lob_region_polygons(ctx, shrunk, LOB_REGION_NOT, &core));
    *wide = core;
    if (core.contour_count == 0) {
        return LOB_OK;
    }
    LOB_TRY(lob_region_new(ctx, 1, &grown));
    LOB_TRY(lob_rule_add(ctx, grown, 0, fine));
    LOB_TRY(lob_rule_add(ctx, grown, 1, &core));
    LOB_TRY(add_border(ctx, &(side){grown, 1, -by}, &core));
    return lob_region_polygons(ctx, grown, LOB_REGION_AND, wide);
}

/* ---- one polygon after the other ---- */

static lob_box64 box_of(const lob_polygons *p) {
    lob_box64 box = LOB_BOX64_EMPTY;
    for (uint32_t i = 0; i < p->contours[0].count; i++) {
        const lob_point64 at = p->points[p->contours[0].first + i];
        box = lob_box64_add_point(box, at.x, at.y);
    }
    return box;
}

static bool is_slanted(const lob_polygons *p) {
    for (uint32_t i = 0; i < p->contour_count; i++) {
        const lob_contour *c = &p->contours[i];
        for (uint32_t k = 0; k < c->count; k++) {
            const lob_point64 a = p->points[c->first + k], b = p->points[c->first + (k + 1) % c->count];
            if (a.x != b.x && a.y != b.y) {
                return true;
            }
        }
    }
    return false;
}

/* Copies of its own contours and points alone, multiplied. */
static lob_status make_fine(lob_ctx *ctx, const lob_polygons *p, lob_polygons *fine) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < p->contour_count; i++) {
        count += p->contours[i].count;
    }
    lob_point64 *points = lob_arena_alloc(ctx->arena, ((size_t)count + 1) * sizeof *points);
    lob_contour *contours = lob_arena_alloc(ctx->arena, ((size_t)p->contour_count + 1) * sizeof *contours);
    if (!points || !contours) {
        return lob_fail_memory(ctx);
    }
    *fine = (lob_polygons){points, contours, 0, p->contour_count};
    for (uint32_t i = 0; i < p->contour_count; i++) {
        const lob_contour *c = &p->contours[i];
        contours[i] = (lob_contour){fine->point_count, c->count, c->is_hole};
        for (uint32_t k = c->first; k < c->first + c->count; k++) {
            points[fine->point_count++] = (lob_point64){p->points[k].x * FINE, p->points[k].y * FINE};
        }
    }
    return LOB_OK;
}

static int64_t coarse(int64_t at) {
    return (at >= 0 ? at + FINE / 2 : at - FINE / 2) / FINE;
}

/* `own`: scratch; the region is the caller's. */
static lob_status add_coarse(lob_ctx *ctx, lob_ctx *own, const lob_polygons *fine, lob_region *all) {
    lob_polygons rings;
    LOB_TRY(lob_ctx_join(ctx, own, lob_polygons_cut(own, fine, &rings)));
    for (uint32_t i = 0; i < rings.contour_count; i++) {
        const lob_contour *c = &rings.contours[i];
        lob_point64 *ring = lob_arena_alloc(own->arena, c->count * sizeof *ring);
        if (!ring) {
            return lob_fail_memory(ctx);
        }
        for (uint32_t k = 0; k < c->count; k++) {
            const lob_point64 at = rings.points[c->first + k];
            ring[k] = (lob_point64){coarse(at.x), coarse(at.y)};
        }
        LOB_TRY(lob_region_add(ctx, all, 0, ring, c->count));
    }
    return LOB_OK;
}

static lob_status widen(lob_ctx *own, const lob_polygons *one, int64_t max, lob_polygons *wide) {
    lob_polygons fine;
    LOB_TRY(make_fine(own, one, &fine));
    return open_up(own, &fine, (double)(max + is_slanted(one)) * FINE / 2, wide);
}

static lob_status add_wide(lob_ctx *ctx, lob_ctx *own, const lob_polygons *one, int64_t max, lob_region *all) {
    const lob_box64 box = box_of(one);
    lob_polygons wide;
    if (box.right - box.left <= max || box.top - box.bottom <= max) {
        return LOB_OK;
    }
    LOB_TRY(lob_poll(ctx));
    lob_arena_reset(own->arena);
    LOB_TRY(lob_ctx_join(ctx, own, widen(own, one, max, &wide)));
    return add_coarse(ctx, own, &wide, all);
}

static lob_status add_all(lob_ctx *ctx, lob_ctx *own, const lob_polygons *polygons, int64_t max, lob_region *all) {
    for (uint32_t i = 0, next; i < polygons->contour_count; i = next) {
        for (next = i + 1; next < polygons->contour_count && polygons->contours[next].is_hole;) {
            next++;
        }
        const lob_polygons one = {polygons->points, polygons->contours + i, polygons->point_count, next - i};
        LOB_TRY(add_wide(ctx, own, &one, max, all));
    }
    return LOB_OK;
}

lob_status lob_rule_wide(lob_ctx *ctx, const lob_polygons *polygons, int64_t max, lob_polygons *wide) {
    lob_region *all;
    lob_ctx own;
    LOB_TRY(lob_region_new(ctx, 1, &all));
    LOB_TRY(lob_ctx_child(ctx, &own, LOB_LIMIT_REQUEST_MEMORY_SIZE));
    lob_status status = add_all(ctx, &own, polygons, max, all);
    lob_ctx_drop(&own);
    return status == LOB_OK ? lob_region_polygons(ctx, all, LOB_REGION_OR, wide) : status;
}
