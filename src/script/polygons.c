/* Lists of polygons that grow, and rings without needless points. */
#include <string.h>

#include "base/list.h"
#include "script/value.h"

static bool same(lob_point64 a, lob_point64 b) {
    return a.x == b.x && a.y == b.y;
}

static bool is_straight(lob_point64 a, lob_point64 b, lob_point64 c) {
    return (__int128)(b.x - a.x) * (c.y - b.y) == (__int128)(b.y - a.y) * (c.x - b.x);
}

uint32_t lob_ring_compress(lob_point64 *ring, uint32_t count) {
    for (;;) {
        uint32_t kept = 0;
        for (uint32_t i = 0; i < count; i++) {
            const lob_point64 before = kept ? ring[kept - 1] : ring[count - 1];
            const lob_point64 after = ring[i + 1 == count ? 0 : i + 1];
            if (!same(before, ring[i]) && !is_straight(before, ring[i], after)) {
                ring[kept++] = ring[i];
            }
        }
        if (kept == count) {
            return count >= 3 ? count : 0;
        }
        count = kept;
        if (count == 0) {
            return 0;
        }
    }
}

lob_status lob_polygon_list_add(lob_ctx *ctx, lob_polygon_list *list, const lob_point64 *points, uint32_t count,
                                bool is_hole) {
    LOB_TRY(lob_list_room(ctx, ctx->arena, &list->points, list->point_count, count, &list->point_room, sizeof *points));
    LOB_TRY(lob_list_room(ctx, ctx->arena, &list->contours, list->contour_count, 1, &list->contour_room,
                          sizeof *list->contours));
    list->contours[list->contour_count++] = (lob_contour){list->point_count, count, is_hole};
    if (count > 0) {
        memcpy(list->points + list->point_count, points, count * sizeof *points);
    }
    list->point_count += count;
    return LOB_OK;
}
