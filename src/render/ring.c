/* What of a ring's shape matters to the rasteriser: whether signed areas along it are areas.
 *
 * They are when it winds 0 or 1 times everywhere. Convex rings do; so do rings whose edges meet nowhere but at common
 * ends; for the rest (cut lines, touching corners, many vertices) the region engine tells: the area in which a ring
 * winds equals its signed area when it never winds twice or backwards.
 */
#include <stdlib.h>

#include "base/alloc.h"
#include "geom/region.h"
#include "render/raster.h"

enum { PAIRS_MAX = 48, REGION_SIZE_MAX = 384 * 1024 * 1024 };

static double turn(lob_pixel a, lob_pixel b, lob_pixel c) {
    return (b.x - a.x) * (c.y - b.y) - (b.y - a.y) * (c.x - b.x);
}

/* Turns one way only, and goes right once and left once. */
bool lob_raster_is_convex(const lob_pixel *p, uint32_t n) {
    bool is_left = false;
    bool is_right = false;
    int heading = 0;
    int first = 0;
    int changes = 0;
    for (uint32_t i = 0; i < n; i++) {
        lob_pixel a = p[i];
        lob_pixel b = p[i + 1 < n ? i + 1 : 0];
        lob_pixel c = p[i + 2 < n ? i + 2 : i + 2 - n];
        double t = turn(a, b, c);
        is_left = is_left || t > 0;
        is_right = is_right || t < 0;
        int now = b.x > a.x ? 1 : b.x < a.x ? -1 : 0;
        changes += now != 0 && heading != 0 && now != heading;
        first = first != 0 ? first : now;
        heading = now != 0 ? now : heading;
    }
    changes += heading != first;
    return !(is_left && is_right) && changes <= 2;
}

static bool boxes_apart(lob_pixel a, lob_pixel b, lob_pixel c, lob_pixel d) {
    return fmax(a.x, b.x) < fmin(c.x, d.x) || fmax(c.x, d.x) < fmin(a.x, b.x) || fmax(a.y, b.y) < fmin(c.y, d.y) ||
           fmax(c.y, d.y) < fmin(a.y, b.y);
}

/* Touching counts. */
static bool meet(lob_pixel a, lob_pixel b, lob_pixel c, lob_pixel d) {
    if (boxes_apart(a, b, c, d)) {
        return false;
    }
    double s = turn(a, b, c) * turn(a, b, d);
    double t = turn(c, d, a) * turn(c, d, b);
    return s <= 0 && t <= 0;
}

static bool edges_are_apart(const lob_pixel *p, uint32_t n) {
    for (uint32_t i = 0; i < n; i++) {
        for (uint32_t k = i + 2; k < n; k++) {
            bool are_neighbours = i == 0 && k == n - 1;
            if (!are_neighbours && meet(p[i], p[i + 1], p[k], p[k + 1 < n ? k + 1 : 0])) {
                return false;
            }
        }
    }
    return true;
}

/* Whether edges near each other along the ring cross: then it winds as a simple one cannot, or along lines that are
 * there twice. Cheap, for rings with very many crossings, of which the region engine would find all. */
static lob_status crosses_nearby(lob_ctx *ctx, const lob_pixel *p, uint32_t n, bool *crosses) {
    enum { NEAR = 24, POLL = 8192 };
    *crosses = false;
    for (uint32_t i = 0; i + 2 < n; i++) {
        lob_pixel a = p[i], b = p[i + 1];
        for (uint32_t k = i + 2; k < n && k < i + NEAR; k++) {
            lob_pixel c = p[k], d = p[k + 1 < n ? k + 1 : 0];
            if (!boxes_apart(a, b, c, d) && turn(a, b, c) * turn(a, b, d) < 0 && turn(c, d, a) * turn(c, d, b) < 0) {
                *crosses = true;
                return LOB_OK;
            }
        }
        if (i % POLL == POLL - 1) {
            LOB_TRY(lob_poll(ctx));
        }
    }
    return LOB_OK;
}

/* In units of 2^-16 pixels, coarser when the ring is larger than the range of regions. */
static lob_status by_region(lob_ctx *ctx, const lob_pixel *p, uint32_t n, bool *is_simple) {
    double most = 1;
    for (uint32_t i = 0; i < n; i++) {
        most = fmax(most, fmax(fabs(p[i].x), fabs(p[i].y)));
    }
    double units = fmin(65536, 0x1p40 / most);
    lob_point64 *ring = LOB_NEW_ARRAY(ctx->arena, lob_point64, n);
    if (!ring) {
        return lob_fail_memory(ctx);
    }
    __int128 signed2 = 0;
    for (uint32_t i = 0; i < n; i++) {
        ring[i] = (lob_point64){llround(p[i].x * units), llround(p[i].y * units)};
    }
    for (uint32_t i = 0; i < n; i++) {
        lob_point64 a = ring[i];
        lob_point64 b = ring[i + 1 < n ? i + 1 : 0];
        signed2 += (__int128)a.x * b.y - (__int128)b.x * a.y;
    }
    lob_region *region;
    lob_region_measures m;
    LOB_TRY(lob_region_new(ctx, 1, &region));
    LOB_TRY(lob_poll(ctx));
    LOB_TRY(lob_region_add(ctx, region, 0, ring, n));
    LOB_TRY(lob_poll(ctx));
    LOB_TRY(lob_region_measure(ctx, region, LOB_REGION_OR, &m));
    double excess = (double)(m.area2 - (signed2 < 0 ? -signed2 : signed2)) / 2;
    /* What vertices rounded off a common line can make, and a ten-thousandth of a pixel. */
    *is_simple = fabs(excess) <= 2 * m.area_error + n + 1e-4 * units * units;
    return LOB_OK;
}

lob_status lob_raster_is_simple(lob_ctx *ctx, const lob_pixel *points, uint32_t count, bool *is_simple) {
    *is_simple = lob_raster_is_convex(points, count) || (count <= PAIRS_MAX && edges_are_apart(points, count));
    if (*is_simple) {
        return LOB_OK;
    }
    bool crosses;
    LOB_TRY(crosses_nearby(ctx, points, count, &crosses));
    if (crosses) {
        return LOB_OK;
    }
    lob_ctx *own = lob_malloc(sizeof *own); /* its memory and its errors are nobody else's */
    lob_arena *arena = own ? lob_arena_new(REGION_SIZE_MAX) : NULL;
    if (!arena) {
        lob_free(own);
        return lob_fail_memory(ctx);
    }
    lob_ctx_init(own, arena);
    own->cancel = ctx->cancel;
    lob_status status = by_region(own, points, count, is_simple);
    const bool is_large = lob_arena_size(arena) > REGION_SIZE_MAX / 4;
    lob_arena_drop(arena);
    lob_free(own);
    if (status == LOB_E_CANCELLED) {
        return lob_poll(ctx);
    }
    if (status == LOB_E_TOOL_LIMIT_EXCEEDED && !is_large) {
        return lob_fail_memory(ctx);
    }
    *is_simple = status == LOB_OK && *is_simple; /* too many crossings, or no room to tell: not simple */
    return LOB_OK;
}
