/* Polygons as rings, each with what belongs to it: holes by cut lines, and polygons that share a vertex by that vertex,
 * as KLayout merges them. Rings are lists in which each point knows the next; two lists become one by exchanging the
 * successors of the point they share. */
#include "base/sets.h"
#include "base/sort.h"
#include "rules/rule_impl.h"

typedef struct ring_corner {
    lob_point64 at;
    uint32_t point, ring;
} ring_corner;

static int by_place(const void *a, const void *b, void *unused) {
    (void)unused;
    const ring_corner *x = a, *y = b;
    const int order = lob_point_compare(x->at, y->at);
    return order ? order : (x->point > y->point) - (x->point < y->point);
}

/* Whether any two rings were joined. */
static bool join(const ring_corner *corners, uint32_t count, uint32_t *parents, uint32_t *next) {
    bool any = false;
    for (uint32_t i = 1; i < count; i++) {
        const ring_corner *a = &corners[i - 1], *b = &corners[i];
        if (a->at.x != b->at.x || a->at.y != b->at.y) {
            continue;
        }
        const uint32_t x = lob_set_first(parents, a->ring), y = lob_set_first(parents, b->ring);
        if (x != y) {
            const uint32_t after = next[a->point];
            next[a->point] = next[b->point];
            next[b->point] = after;
            parents[x < y ? y : x] = x < y ? x : y;
            any = true;
        }
    }
    return any;
}

static lob_status read_out(lob_ctx *ctx, lob_polygons *rings, uint32_t *parents, const uint32_t *next) {
    lob_point64 *points = LOB_NEW_ARRAY(ctx->arena, lob_point64, rings->point_count + 1);
    lob_contour *contours = LOB_NEW_ARRAY(ctx->arena, lob_contour, rings->contour_count + 1);
    uint32_t count = 0, written = 0;
    if (!points || !contours) {
        return lob_fail_memory(ctx);
    }
    for (uint32_t i = 0; i < rings->contour_count; i++) {
        const uint32_t first = rings->contours[i].first;
        if (lob_set_first(parents, i) != i) {
            continue; /* comes with the least of its group */
        }
        contours[count] = (lob_contour){.first = written};
        uint32_t at = first;
        do {
            points[written++] = rings->points[at];
            at = next[at];
        } while (at != first);
        contours[count].count = written - contours[count].first;
        count++;
    }
    *rings = (lob_polygons){points, contours, written, count};
    return LOB_OK;
}

lob_status lob_rule_rings(lob_ctx *ctx, const lob_polygons *polygons, lob_polygons *rings) {
    LOB_TRY(lob_polygons_cut(ctx, polygons, rings));
    if (rings->contour_count < 2) {
        return LOB_OK;
    }
    ring_corner *corners = LOB_NEW_ARRAY(ctx->arena, ring_corner, rings->point_count + 1);
    uint32_t *next = LOB_NEW_ARRAY(ctx->arena, uint32_t, rings->point_count + 1);
    uint32_t *parents = LOB_NEW_ARRAY(ctx->arena, uint32_t, rings->contour_count);
    if (!corners || !next || !parents) {
        return lob_fail_memory(ctx);
    }
    for (uint32_t i = 0; i < rings->contour_count; i++) {
        const lob_contour *c = &rings->contours[i];
        parents[i] = i;
        for (uint32_t k = 0; k < c->count; k++) {
            next[c->first + k] = c->first + (k + 1 == c->count ? 0 : k + 1);
            corners[c->first + k] = (ring_corner){rings->points[c->first + k], c->first + k, i};
        }
    }
    LOB_TRY(lob_sort(ctx, corners, rings->point_count, sizeof *corners, by_place, NULL));
    return join(corners, rings->point_count, parents, next) ? read_out(ctx, rings, parents, next) : LOB_OK;
}
