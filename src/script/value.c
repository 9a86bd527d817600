/* See value.h. */
#include "script/value.h"

#include <string.h>

lob_status lob_value_new(lob_ctx *ctx, lob_value_kind kind, lob_value **value) {
    lob_arena *arena = lob_arena_new(0);
    *value = arena ? LOB_NEW(arena, lob_value) : NULL;
    if (!*value) {
        lob_arena_drop(arena);
        return lob_fail_memory(ctx);
    }
    (*value)->kind = kind;
    (*value)->arena = arena;
    return LOB_OK;
}

void lob_value_drop(lob_value *value) {
    if (value) {
        lob_arena_drop(value->arena);
    }
}

static lob_status copy(lob_ctx *ctx, lob_arena *arena, const void *from, size_t size, void *to) {
    void *kept = lob_arena_alloc(arena, size);
    if (!kept) {
        return lob_fail_memory(ctx);
    }
    if (size > 0) {
        memcpy(kept, from, size);
    }
    memcpy(to, &kept, sizeof kept); /* a pointer to any type */
    return LOB_OK;
}

static lob_status copy_polygons(lob_ctx *ctx, lob_value *value, const lob_polygons *from, lob_polygons *to) {
    *to = *from;
    LOB_TRY(copy(ctx, value->arena, from->points, from->point_count * sizeof *from->points, &to->points));
    return copy(ctx, value->arena, from->contours, from->contour_count * sizeof *from->contours, &to->contours);
}

static lob_status keep_whole(lob_ctx *ctx, lob_value *value) {
    lob_polygons whole;
    LOB_TRY(lob_polygons_join(ctx, &value->parts, &whole));
    if (whole.points == value->parts.points) {
        value->whole = value->parts;
    } else {
        LOB_TRY(copy_polygons(ctx, value, &whole, &value->whole));
    }
    value->has_whole = true;
    return LOB_OK;
}

lob_status lob_value_put_merged(lob_ctx *ctx, lob_value *value, const lob_polygons *merged) {
    LOB_TRY(copy_polygons(ctx, value, merged, &value->parts));
    value->has_parts = true;
    LOB_TRY(keep_whole(ctx, value));
    value->raw = value->whole;
    value->is_merged = true;
    return LOB_OK;
}

lob_status lob_value_put_raw(lob_ctx *ctx, lob_value *value, const lob_polygons *raw) {
    value->is_merged = value->has_parts = value->has_whole = false;
    return copy_polygons(ctx, value, raw, &value->raw);
}

lob_status lob_value_put_edges(lob_ctx *ctx, lob_value *value, const lob_edge64 *edges, uint32_t count) {
    value->count = count;
    return copy(ctx, value->arena, edges, count * sizeof *edges, &value->edges);
}

lob_status lob_value_put_pairs(lob_ctx *ctx, lob_value *value, const lob_edge_pair *pairs, uint32_t count) {
    value->count = count;
    return copy(ctx, value->arena, pairs, count * sizeof *pairs, &value->pairs);
}

lob_status lob_value_put_texts(lob_ctx *ctx, lob_value *value, const lob_value_text *texts, uint32_t count) {
    value->count = count;
    return copy(ctx, value->arena, texts, count * sizeof *texts, &value->texts);
}

lob_status lob_value_put_meetings(lob_ctx *ctx, lob_value *value, const lob_meeting *meetings, uint32_t count) {
    value->count = count;
    return copy(ctx, value->arena, meetings, count * sizeof *meetings, &value->meetings);
}

/* One polygon with points of its own. */
static lob_status view_of(lob_ctx *ctx, const lob_polygons *p, lob_polygon_at at, lob_polygons *one) {
    lob_contour *contours = lob_arena_alloc(ctx->arena, at.count * sizeof *contours);
    const uint32_t first = p->contours[at.contour].first;
    if (!contours) {
        return lob_fail_memory(ctx);
    }
    *one = (lob_polygons){p->points + first, contours, 0, at.count};
    for (uint32_t i = 0; i < at.count; i++) {
        contours[i] = p->contours[at.contour + i];
        contours[i].first -= first;
        one->point_count = contours[i].first + contours[i].count;
    }
    return LOB_OK;
}

static lob_status add_rings(lob_ctx *ctx, const lob_polygons *p, lob_polygon_at at, lob_region *region, int operand) {
    for (uint32_t i = at.contour; i < at.contour + at.count; i++) {
        LOB_TRY(lob_region_add(ctx, region, operand, p->points + p->contours[i].first, p->contours[i].count));
    }
    return LOB_OK;
}

/* One by one: cutting is for polygons that do not lie on each other. */
lob_status lob_value_add(lob_ctx *ctx, const lob_polygons *polygons, lob_region *region, int operand) {
    lob_polygon_at at = {0};
    while (lob_polygon_next(polygons, &at)) {
        if (at.count == 1) {
            LOB_TRY(add_rings(ctx, polygons, at, region, operand));
            continue;
        }
        lob_polygons one, rings;
        LOB_TRY(view_of(ctx, polygons, at, &one));
        LOB_TRY(lob_polygons_cut(ctx, &one, &rings));
        LOB_TRY(add_rings(ctx, &rings, (lob_polygon_at){0, rings.contour_count}, region, operand));
    }
    return LOB_OK;
}

lob_status lob_value_parts(lob_ctx *ctx, lob_value *value, const lob_polygons **polygons) {
    if (!value->has_parts) {
        lob_region *region;
        lob_polygons merged;
        LOB_TRY(lob_region_new(ctx, 1, &region));
        LOB_TRY(lob_value_add(ctx, &value->raw, region, 0));
        LOB_TRY(lob_region_polygons(ctx, region, LOB_REGION_OR, &merged));
        LOB_TRY(copy_polygons(ctx, value, &merged, &value->parts));
        value->has_parts = true;
    }
    *polygons = &value->parts;
    return LOB_OK;
}

lob_status lob_value_whole(lob_ctx *ctx, lob_value *value, const lob_polygons **polygons) {
    if (!value->has_whole) {
        const lob_polygons *parts;
        LOB_TRY(lob_value_parts(ctx, value, &parts));
        LOB_TRY(keep_whole(ctx, value));
    }
    *polygons = &value->whole;
    return LOB_OK;
}

/* Hulls to the left, holes to the right, as merged polygons have them. */
static void turn_contours(const lob_polygons *p, lob_point64 *points) {
    for (uint32_t c = 0; c < p->contour_count; c++) {
        const lob_contour *contour = &p->contours[c];
        lob_point64 *ring = points + contour->first;
        __int128 area = 0;
        for (uint32_t i = 0; i < contour->count; i++) {
            const lob_point64 a = ring[i], b = ring[i + 1 == contour->count ? 0 : i + 1];
            area += (__int128)a.x * b.y - (__int128)a.y * b.x;
        }
        for (uint32_t i = 0, k = contour->count - 1; (area < 0) != contour->is_hole && i < k; i++, k--) {
            const lob_point64 kept = ring[i];
            ring[i] = ring[k];
            ring[k] = kept;
        }
    }
}

lob_status lob_value_as_drawn(lob_ctx *ctx, const lob_value *a, lob_value *result) {
    if (a->kind == LOB_VALUE_EDGES) {
        result->is_merged = true;
        return lob_value_put_edges(ctx, result, a->edges, a->count);
    }
    LOB_TRY(lob_value_put_raw(ctx, result, &a->raw));
    lob_point64 *points = lob_arena_alloc(result->arena, ((size_t)a->raw.point_count + 1) * sizeof *points);
    if (!points) {
        return lob_fail_memory(ctx);
    }
    for (uint32_t i = 0; i < a->raw.point_count; i++) {
        points[i] = a->raw.points[i];
    }
    turn_contours(&a->raw, points);
    result->whole = (lob_polygons){points, result->raw.contours, a->raw.point_count, a->raw.contour_count};
    result->has_whole = true;
    return LOB_OK;
}
