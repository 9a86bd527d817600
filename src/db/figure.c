/* Figures from stored shapes: outline in the leaf, then vertex by vertex through the transformation. */
#include "db/figure.h"

#include <math.h>

#include "db/figure_impl.h"

lob_box64 lob_figure_box(const lob_point64 *points, uint32_t count) {
    lob_box64 box = {INT64_MAX, INT64_MAX, INT64_MIN, INT64_MIN};
    for (uint32_t i = 0; i < count; i++) {
        lob_point64 p = points[i];
        box.left = p.x < box.left ? p.x : box.left;
        box.bottom = p.y < box.bottom ? p.y : box.bottom;
        box.right = p.x > box.right ? p.x : box.right;
        box.top = p.y > box.top ? p.y : box.top;
    }
    return box;
}

static lob_status room_for(lob_ctx *ctx, lob_figure_room *room, uint32_t count) {
    if (count <= room->capacity) {
        return LOB_OK;
    }
    uint32_t capacity = count < UINT32_MAX / 2 ? count + count / 2 : count;
    room->points = LOB_NEW_ARRAY(ctx->arena, lob_point64, capacity);
    room->capacity = room->points ? capacity : 0;
    return room->points ? LOB_OK : lob_fail_memory(ctx);
}

static void move(const lob_trans *trans, lob_point64 by, lob_point64 *points, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        points[i] = lob_trans_point(trans, (lob_point64){points[i].x + by.x, points[i].y + by.y});
    }
}

static void copy(const lob_layout *layout, uint32_t outline, lob_point64 *to) {
    const lob_outline *from = lob_layout_outline(layout, outline);
    const lob_point *points = lob_layout_points(layout, from);
    for (uint32_t i = 0; i < from->count; i++) {
        to[i] = (lob_point64){points[i].x, points[i].y};
    }
}

static lob_path_shape path_shape(const lob_layout *layout, const lob_path *path) {
    const lob_outline *line = lob_layout_outline(layout, path->outline);
    return (lob_path_shape){.points = lob_layout_points(layout, line),
                            .count = line->count,
                            .width = path->width,
                            .begin_ext = path->begin_ext,
                            .end_ext = path->end_ext,
                            .round_ends = path->round_ends};
}

static lob_status path_vertices(lob_ctx *ctx, const lob_layout *layout, const lob_path *path, lob_figure_room *room,
                                uint32_t *count) {
    lob_path_shape shape = path_shape(layout, path);
    *count = lob_path_outline(&shape, room->points, room->capacity);
    if (*count > room->capacity) {
        LOB_TRY(room_for(ctx, room, *count));
        *count = lob_path_outline(&shape, room->points, room->capacity);
    }
    return LOB_OK;
}

static lob_point64 plus(lob_point a, lob_point64 b) {
    return (lob_point64){a.x + b.x, a.y + b.y};
}

lob_status lob_figure_vertices(lob_ctx *ctx, const lob_layout *layout, const lob_shapes *shapes, lob_kind kind,
                               uint32_t index, lob_point64 at, const lob_trans *trans, lob_figure_room *room,
                               uint32_t *count) {
    switch (kind) {
    case LOB_KIND_BOX: {
        lob_box b = shapes->boxes[index];
        *count = 4;
        LOB_TRY(room_for(ctx, room, 4));
        room->points[0] = (lob_point64){b.left, b.bottom};
        room->points[1] = (lob_point64){b.left, b.top};
        room->points[2] = (lob_point64){b.right, b.top};
        room->points[3] = (lob_point64){b.right, b.bottom};
        break;
    }
    case LOB_KIND_PATH:
        LOB_TRY(path_vertices(ctx, layout, &shapes->paths[index], room, count));
        at = plus(shapes->paths[index].at, at);
        break;
    case LOB_KIND_POLYGON: {
        const lob_polygon *polygon = &shapes->polygons[index];
        *count = lob_layout_outline(layout, polygon->outline)->count;
        LOB_TRY(room_for(ctx, room, *count));
        copy(layout, polygon->outline, room->points);
        at = plus(polygon->at, at);
        break;
    }
    case LOB_KIND_TEXT:
    case LOB_KIND_COUNT:
    default:
        *count = 1;
        LOB_TRY(room_for(ctx, room, 1));
        room->points[0] = (lob_point64){0, 0};
        at = plus(shapes->texts[index].at, at);
        break;
    }
    move(trans, at, room->points, *count);
    return LOB_OK;
}

static lob_status line_make(lob_ctx *ctx, const lob_layout *layout, const lob_path *path, lob_point64 at,
                            const lob_trans *trans, lob_figure *figure) {
    const lob_outline *line = lob_layout_outline(layout, path->outline);
    lob_point64 *points = LOB_NEW_ARRAY(ctx->arena, lob_point64, line->count);
    if (!points) {
        return lob_fail_memory(ctx);
    }
    copy(layout, path->outline, points);
    move(trans, plus(path->at, at), points, line->count);
    figure->line = points;
    figure->line_count = line->count;
    figure->width = path->width * trans->mag;
    figure->begin_ext = path->begin_ext * trans->mag;
    figure->end_ext = path->end_ext * trans->mag;
    figure->round_ends = path->round_ends;
    return LOB_OK;
}

static lob_status check_range(lob_ctx *ctx, lob_box64 b) {
    if (b.left >= -LOB_COORD_MAX && b.bottom >= -LOB_COORD_MAX && b.right <= LOB_COORD_MAX && b.top <= LOB_COORD_MAX) {
        return LOB_OK;
    }
    lob_status status =
        lob_fail(ctx, LOB_E_QUERY_TOO_LARGE, "A figure reaches beyond the coordinates that can be reported");
    lob_hint(ctx, "Ask for the shape in the coordinates of a cell at a lower level.");
    lob_error_text(&ctx->error, "limit_name", LOB_STR("coordinate_range"));
    lob_error_integer(&ctx->error, "limit", LOB_COORD_MAX);
    return status;
}

lob_status lob_figure_make(lob_ctx *ctx, const lob_layout *layout, const lob_shapes *shapes, lob_kind kind,
                           uint32_t index, uint64_t member, const lob_trans *trans, lob_figure *figure) {
    *figure = (lob_figure){.kind = kind, .is_exact = trans->is_orthogonal, .grid = 1};
    if (!trans->is_orthogonal) {
        figure->grid = sqrt(trans->mag * trans->mag + 1);
    }
    uint32_t rep = lob_shape_rep_index(shapes, kind, index);
    lob_point64 at = {0, 0};
    if (rep != LOB_NONE) {
        at = lob_rep_at(lob_layout_rep(layout, rep), member);
    }
    lob_figure_room room = {0};
    LOB_TRY(lob_figure_vertices(ctx, layout, shapes, kind, index, at, trans, &room, &figure->ring_count));
    figure->ring = room.points;
    figure->box = lob_figure_box(room.points, figure->ring_count);
    if (kind == LOB_KIND_PATH) {
        LOB_TRY(line_make(ctx, layout, &shapes->paths[index], at, trans, figure));
        lob_box64 both = lob_box64_join(figure->box, lob_figure_box(figure->line, figure->line_count));
        return check_range(ctx, both);
    }
    return check_range(ctx, figure->box);
}
