/* Which edges of a curved contour measure a width or a space against each other.
 *
 * An end that is a half circle has a pair of edges for every angle, and all pairs but opposite ones are nearer than
 * its width: they say how fast the contour turns, which is for the rule of curvature. So two edges that both go on
 * smoothly count when they face each other within 30 degrees. A corner that anybody drew turns faster: its edges
 * count as they always do.
 */
#include "litho/evaluate_impl.h"

#include <math.h>

#define COS_FACING .86602540378443865 /* of 30 degrees: at most so much smooth contours turn between two edges */

static double cosine(lob_edge_way a, lob_edge_way b) {
    const double length = sqrt(a.x * a.x + a.y * a.y) * sqrt(b.x * b.x + b.y * b.y);
    return length > 0 ? (a.x * b.x + a.y * b.y) / length : 0;
}

bool lob_contour_is_manhattan(const lob_polygons *polygons, const lob_contour *contour) {
    const lob_point64 *p = polygons->points + contour->first;
    for (uint32_t i = 0; i < contour->count; i++) {
        const lob_point64 q = p[i + 1 < contour->count ? i + 1 : 0];
        if (p[i].x != q.x && p[i].y != q.y) {
            return false;
        }
    }
    return true;
}

static void walk(const lob_polygons *polygons, const lob_contour *contour, lob_edge_way *ways) {
    const lob_point64 *p = polygons->points + contour->first;
    const uint32_t count = contour->count;
    const bool is_curved = !lob_contour_is_manhattan(polygons, contour);
    for (uint32_t i = 0; i < count; i++) {
        const lob_point64 next = p[i + 1 < count ? i + 1 : 0];
        ways[i] =
            (lob_edge_way){.x = (double)(next.x - p[i].x), .y = (double)(next.y - p[i].y), .is_curved = is_curved};
    }
    for (uint32_t i = 0; i < count; i++) {
        const lob_edge_way before = ways[i > 0 ? i - 1 : count - 1], after = ways[i + 1 < count ? i + 1 : 0];
        ways[i].is_smooth = cosine(before, ways[i]) >= COS_FACING && cosine(ways[i], after) >= COS_FACING;
    }
}

lob_status lob_edge_ways_of(lob_ctx *ctx, const lob_polygons *polygons, lob_edge_way **ways) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < polygons->contour_count; i++) {
        count += polygons->contours[i].count;
    }
    *ways = LOB_NEW_ARRAY(ctx->arena, lob_edge_way, (size_t)count + 1);
    if (*ways == NULL) {
        return lob_fail_memory(ctx);
    }
    for (uint32_t i = 0, first = 0; i < polygons->contour_count; i++) {
        walk(polygons, &polygons->contours[i], *ways + first);
        first += polygons->contours[i].count;
    }
    return LOB_OK;
}

bool lob_edges_face(lob_edge_way a, lob_edge_way b) {
    return !a.is_smooth || !b.is_smooth || cosine(a, b) <= -COS_FACING;
}
