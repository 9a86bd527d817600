/* Rings from stored figures. Boxes and polygons need no more than their points; of paths the last outline is kept, for
 * in flat layouts copies follow each other. */
#include "render/figure.h"

#include "base/alloc.h"

void lob_ring_release(lob_ring *ring) {
    lob_free(ring->points);
    for (unsigned i = 0; i < LOB_LINE_SLOTS; i++) {
        lob_free(ring->lines[i].points);
    }
    *ring = (lob_ring){0};
}

static bool room(lob_ring *ring, uint32_t count) {
    ring->count = count;
    if (count <= ring->capacity) {
        return true;
    }
    uint32_t more = count < UINT32_MAX / 2 ? count + count / 2 : count;
    lob_pixel *points = lob_realloc(ring->points, (size_t)more * sizeof *points);
    if (points) {
        ring->points = points;
        ring->capacity = more;
    }
    return points != NULL;
}

static lob_pixel place(const lob_trans *t, const lob_grid *grid, int64_t x, int64_t y) {
    lob_point64 p =
        t->is_orthogonal && t->code == 0 ? (lob_point64){x + t->x, y + t->y} : lob_trans_point(t, (lob_point64){x, y});
    return lob_grid_at(grid, (double)p.x, (double)p.y);
}

static bool is_made(const lob_line_slot *line, const lob_path *path) {
    return line->is_made && line->outline == path->outline && line->width == path->width &&
           line->begin_ext == path->begin_ext && line->end_ext == path->end_ext &&
           line->round_ends == (path->round_ends != 0);
}

static bool line_make(const lob_layout *layout, const lob_path *path, lob_line_slot *to) {
    if (is_made(to, path)) {
        return true;
    }
    const lob_outline *line = lob_layout_outline(layout, path->outline);
    lob_path_shape shape = {lob_layout_points(layout, line),
                            line->count,
                            path->width,
                            path->begin_ext,
                            path->end_ext,
                            path->round_ends != 0};
    to->is_made = false;
    uint32_t count = lob_path_outline(&shape, to->points, to->capacity);
    if (count > to->capacity) {
        lob_point64 *points = lob_realloc(to->points, (size_t)count * sizeof *points);
        if (!points) {
            return false;
        }
        to->points = points;
        to->capacity = count;
        count = lob_path_outline(&shape, points, count);
    }
    to->count = count;
    to->outline = path->outline;
    to->width = path->width;
    to->begin_ext = path->begin_ext;
    to->end_ext = path->end_ext;
    to->round_ends = path->round_ends != 0;
    to->is_made = true;
    return true;
}

static bool path_place(const lob_layout *layout, const lob_path *path, lob_point64 at, const lob_trans *t,
                       const lob_grid *grid, lob_ring *ring) {
    lob_line_slot *line = &ring->lines[path->outline % LOB_LINE_SLOTS];
    if (!line_make(layout, path, line) || !room(ring, line->count)) {
        return false;
    }
    at = (lob_point64){path->at.x + at.x, path->at.y + at.y};
    for (uint32_t i = 0; i < line->count; i++) {
        ring->points[i] = place(t, grid, line->points[i].x + at.x, line->points[i].y + at.y);
    }
    return true;
}

static bool polygon_place(const lob_layout *layout, const lob_polygon *polygon, lob_point64 at, const lob_trans *t,
                          const lob_grid *grid, lob_ring *ring) {
    const lob_outline *outline = lob_layout_outline(layout, polygon->outline);
    const lob_point *points = lob_layout_points(layout, outline);
    if (!room(ring, outline->count)) {
        return false;
    }
    at = (lob_point64){polygon->at.x + at.x, polygon->at.y + at.y};
    for (uint32_t i = 0; i < outline->count; i++) {
        ring->points[i] = place(t, grid, points[i].x + at.x, points[i].y + at.y);
    }
    return true;
}

lob_status lob_ring_make(lob_ctx *ctx, const lob_layout *layout, const lob_shapes *shapes, lob_kind kind,
                         uint32_t index, lob_point64 at, const lob_trans *trans, const lob_grid *grid, lob_ring *ring) {
    bool fine = true;
    if (kind == LOB_KIND_BOX) {
        lob_box b = shapes->boxes[index];
        fine = room(ring, 4);
        if (fine) {
            ring->points[0] = place(trans, grid, b.left + at.x, b.bottom + at.y);
            ring->points[1] = place(trans, grid, b.left + at.x, b.top + at.y);
            ring->points[2] = place(trans, grid, b.right + at.x, b.top + at.y);
            ring->points[3] = place(trans, grid, b.right + at.x, b.bottom + at.y);
        }
    } else if (kind == LOB_KIND_PATH) {
        fine = path_place(layout, &shapes->paths[index], at, trans, grid, ring);
    } else {
        fine = polygon_place(layout, &shapes->polygons[index], at, trans, grid, ring);
    }
    return fine ? LOB_OK : lob_fail_memory(ctx);
}
