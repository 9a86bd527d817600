/* Sets of pixels and levels of planes as polygons.
 *
 * A set's outlines come off the trace in the form of geom/region.h as they are: its turns at corners where two pixels
 * meet crosswise keep to one pixel, as merging does. Levels are rounded to units, after which outlines may touch, so
 * they are merged: hulls of a depth less the holes in them, depth by depth.
 */
#include <math.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "litho/mask_impl.h"

/* ---- pixels ---- */

typedef struct outline { /* a ring as it will be told */
    uint32_t ring, hull;
    uint32_t first, count; /* of points */
    lob_point64 lowest;
} outline;

typedef struct outlining {
    const lob_pixel_trace *trace;
    lob_frame frame;
    outline *items;
    lob_point64 *points;
    uint32_t point_count;
} outlining;

static int compare_points(lob_point64 a, lob_point64 b) {
    return a.y != b.y ? (a.y > b.y) - (a.y < b.y) : (a.x > b.x) - (a.x < b.x);
}

/* Where the side of a pixel ends that a step goes along. */
static lob_point64 step_end(const outlining *o, const lob_pixel_trace_step *step) {
    static const int8_t ends[4][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    return (lob_point64){o->frame.column + step->column + 1 + ends[step->turn][0],
                         o->frame.row + step->row + 1 + ends[step->turn][1]};
}

static void take_corners(outlining *o, uint32_t ring) {
    const lob_pixel_trace_ring *r = &o->trace->rings[ring];
    const lob_pixel_trace_step *steps = o->trace->steps + r->first;
    outline *item = &o->items[ring];
    *item = (outline){.ring = ring, .hull = r->depth % 2 ? r->parent : ring, .first = o->point_count};
    for (uint32_t i = 0; i < r->count; i++) {
        if (steps[i].turn != steps[i + 1 < r->count ? i + 1 : 0].turn) {
            lob_point64 corner = step_end(o, &steps[i]);
            if (item->count == 0 || compare_points(corner, item->lowest) < 0) {
                item->lowest = corner;
            }
            o->points[o->point_count++] = corner;
            item->count++;
        }
    }
}

static int by_hull(const void *a, const void *b) {
    const outline *const *x = a, *const *y = b;
    /* The hull's own outline carries its lowest point; `ring == hull` comes before its holes. */
    bool x_is_hole = (*x)->ring != (*x)->hull, y_is_hole = (*y)->ring != (*y)->hull;
    return x_is_hole != y_is_hole ? x_is_hole - y_is_hole : compare_points((*x)->lowest, (*y)->lowest);
}

static void put_outline(const outlining *o, const outline *item, lob_point64 *points, lob_contour *contour,
                        uint32_t first) {
    const lob_point64 *corners = o->points + item->first;
    uint32_t start = 0;
    while (compare_points(corners[start], item->lowest) != 0) {
        start++;
    }
    for (uint32_t i = 0; i < item->count; i++) {
        points[first + i] = corners[(start + i) % item->count];
    }
    *contour = (lob_contour){.first = first, .count = item->count, .is_hole = item->ring != item->hull};
}

/* Hulls by their lowest points, each before its holes by theirs: `order` is sorted so, holes last; the holes of a hull
 * are strung on it from behind, so that they come out in front to back. */
static void put_outlines(const outlining *o, const outline **order, uint32_t *links, lob_point64 *points,
                         lob_contour *contours) {
    uint32_t count = o->trace->ring_count, put = 0, first = 0;
    uint32_t *heads = links, *next = links + count;
    for (uint32_t i = 0; i < count; i++) {
        heads[i] = UINT32_MAX;
    }
    for (uint32_t i = count; i > 0 && order[i - 1]->ring != order[i - 1]->hull;) {
        i--;
        next[order[i]->ring] = heads[order[i]->hull];
        heads[order[i]->hull] = order[i]->ring;
    }
    for (uint32_t i = 0; i < count && order[i]->ring == order[i]->hull; i++) {
        for (uint32_t ring = order[i]->ring, is_first = 1; ring != UINT32_MAX; is_first = 0) {
            put_outline(o, &o->items[ring], points, &contours[put++], first);
            first += o->items[ring].count;
            ring = is_first ? heads[ring] : next[ring];
        }
    }
}

static lob_status outline_rings(lob_ctx *ctx, outlining *o, lob_polygons *polygons) {
    uint32_t count = o->trace->ring_count;
    o->items = lob_malloc((count + 1) * sizeof *o->items);
    o->points = lob_malloc((o->trace->step_count + (size_t)1) * sizeof *o->points);
    const outline **order = lob_malloc((count + 1) * sizeof *order);
    uint32_t *links = lob_malloc((2 * (size_t)count + 1) * sizeof *links);
    lob_point64 *points = NULL;
    lob_contour *contours = lob_arena_alloc(ctx->arena, count * sizeof *contours);
    if (o->items && o->points && order && links) {
        for (uint32_t i = 0; i < count; i++) {
            take_corners(o, i);
            order[i] = &o->items[i];
        }
        points = lob_arena_alloc(ctx->arena, o->point_count * sizeof *points);
    }
    if (points && contours) {
        qsort(order, count, sizeof *order, by_hull);
        put_outlines(o, order, links, points, contours);
        *polygons = (lob_polygons){points, contours, o->point_count, count};
    }
    lob_free(o->items);
    lob_free(o->points);
    lob_free(order);
    lob_free(links);
    return points && contours ? LOB_OK : lob_fail_memory(ctx);
}

lob_status lob_mask_of_bits(lob_ctx *ctx, const lob_bits *bits, lob_mask *mask) {
    lob_pixel_trace trace;
    lob_polygons polygons;
    lob_status status = lob_trace_of(ctx, bits, NULL, NULL, &trace);
    if (status == LOB_OK) {
        outlining o = {.trace = &trace, .frame = bits->frame};
        status = outline_rings(ctx, &o, &polygons);
    }
    if (status == LOB_OK) {
        lob_mask_keep(mask, &polygons, bits->frame.pixel_nm);
    }
    lob_trace_drop(&trace);
    return status;
}

/* ---- levels ---- */

typedef struct levelling {
    lob_ctx *ctx;
    const lob_plane *plane;
    double level, units; /* units a pixel */
    const lob_pixel_trace *trace;
    lob_point64 *ring;
    double area_min2; /* twice the area, in units */
} levelling;

static double value_at(const levelling *l, int32_t column, int32_t row) {
    return (double)l->plane->values[(size_t)row * l->plane->frame.width + (size_t)column];
}

/* Corners that lie crosswise are all of the plane: outside it nothing is above a level. */
static bool joins(const void *arg, int32_t column, int32_t row) {
    const levelling *l = arg;
    double sum = value_at(l, column, row) + value_at(l, column + 1, row) + value_at(l, column, row + 1) +
                 value_at(l, column + 1, row + 1);
    return sum >= 4 * l->level;
}

/* Where a step crosses the level, between a pixel inside and one outside; where the plane ends, half way. */
static lob_point64 level_point(const levelling *l, const lob_pixel_trace_step *step) {
    static const int8_t inside[4][2] = {{1, 1}, {0, 1}, {0, 0}, {1, 0}};
    static const int8_t outside[4][2] = {{1, 0}, {1, 1}, {0, 1}, {0, 0}};
    const lob_frame *frame = &l->plane->frame;
    int32_t ic = step->column + inside[step->turn][0], ir = step->row + inside[step->turn][1];
    int32_t oc = step->column + outside[step->turn][0], orow = step->row + outside[step->turn][1];
    double part = 0.5;
    if (oc >= 0 && orow >= 0 && (uint32_t)oc < frame->width && (uint32_t)orow < frame->height) {
        double in = value_at(l, ic, ir), out = value_at(l, oc, orow);
        part = (in - l->level) / (in - out);
    }
    double x = (double)(frame->column + ic) + 0.5 + part * (oc - ic);
    double y = (double)(frame->row + ir) + 0.5 + part * (orow - ir);
    return (lob_point64){llround(x * l->units), llround(y * l->units)};
}

static uint32_t level_ring(levelling *l, const lob_pixel_trace_ring *r, double *area2) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < r->count; i++) {
        lob_point64 p = level_point(l, &l->trace->steps[r->first + i]);
        if (count == 0 || compare_points(p, l->ring[count - 1]) != 0) {
            l->ring[count++] = p;
        }
    }
    *area2 = 0;
    for (uint32_t i = 0; i < count; i++) { /* from the first point, so that products stay small */
        lob_point64 a = l->ring[i], b = l->ring[i + 1 < count ? i + 1 : 0], o = l->ring[0];
        *area2 += (double)(a.x - o.x) * (double)(b.y - o.y) - (double)(a.y - o.y) * (double)(b.x - o.x);
    }
    return count;
}

/* Hulls of a depth less their holes. */
static lob_status merge_depth(levelling *l, uint32_t depth, lob_polygons *polygons, bool *is_last) {
    lob_region *region;
    LOB_TRY(lob_region_new(l->ctx, 1, &region));
    *is_last = true;
    for (uint32_t i = 0; i < l->trace->ring_count; i++) {
        const lob_pixel_trace_ring *r = &l->trace->rings[i];
        *is_last = *is_last && r->depth < depth + 2;
        if (r->depth == depth || r->depth == depth + 1) {
            double area2;
            uint32_t count = level_ring(l, r, &area2);
            LOB_TRY(lob_region_add(l->ctx, region, r->depth == depth ? 0 : 1, l->ring, count));
        }
    }
    return lob_region_polygons(l->ctx, region, LOB_REGION_NOT, polygons);
}

static lob_status add_polygons(lob_ctx *ctx, lob_region *region, const lob_polygons *polygons) {
    lob_polygons rings;
    LOB_TRY(lob_polygons_cut(ctx, polygons, &rings));
    for (uint32_t i = 0; i < rings.contour_count; i++) {
        LOB_TRY(lob_region_add(ctx, region, 0, rings.points + rings.contours[i].first, rings.contours[i].count));
    }
    return LOB_OK;
}

static lob_status merge_level(levelling *l, lob_polygons *polygons) {
    bool is_last;
    lob_region *all;
    LOB_TRY(merge_depth(l, 0, polygons, &is_last));
    if (is_last) {
        return LOB_OK;
    }
    LOB_TRY(lob_region_new(l->ctx, 1, &all));
    LOB_TRY(add_polygons(l->ctx, all, polygons));
    for (uint32_t depth = 2; !is_last; depth += 2) {
        LOB_TRY(merge_depth(l, depth, polygons, &is_last));
        LOB_TRY(add_polygons(l->ctx, all, polygons));
    }
    return lob_region_polygons(l->ctx, all, LOB_REGION_OR, polygons);
}

static double contour_area2(const lob_polygons *polygons, const lob_contour *c) {
    const lob_point64 *p = polygons->points + c->first;
    double area2 = 0;
    for (uint32_t i = 0; i < c->count; i++) {
        lob_point64 a = p[i], b = p[i + 1 < c->count ? i + 1 : 0];
        area2 += (double)(a.x - p->x) * (double)(b.y - p->y) - (double)(a.y - p->y) * (double)(b.x - p->x);
    }
    return area2;
}

/* Leaves out polygons, holes deducted, whose area is below the least. The contours are the caller's. */
static void drop_small(const levelling *l, lob_polygons *polygons, lob_contour *kept) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < polygons->contour_count;) {
        uint32_t end = i + 1;
        double area2 = contour_area2(polygons, &polygons->contours[i]);
        for (; end < polygons->contour_count && polygons->contours[end].is_hole; end++) {
            area2 += contour_area2(polygons, &polygons->contours[end]); /* clockwise: below zero */
        }
        for (; i < end; i++) {
            kept[count] = polygons->contours[i];
            count += area2 >= l->area_min2;
        }
    }
    polygons->contours = kept;
    polygons->contour_count = count;
}

/* The points of contours that are left, one after another. */
static lob_status pack_points(lob_ctx *ctx, lob_polygons *polygons, lob_contour *contours) {
    uint32_t count = 0;
    lob_point64 *points = lob_arena_alloc(ctx->arena, polygons->point_count * sizeof *points);
    if (!points) {
        return lob_fail_memory(ctx);
    }
    for (uint32_t i = 0; i < polygons->contour_count; i++) {
        uint32_t first = count;
        for (uint32_t k = 0; k < contours[i].count; k++) {
            points[count++] = polygons->points[contours[i].first + k];
        }
        contours[i].first = first;
    }
    polygons->points = points;
    polygons->point_count = count;
    return LOB_OK;
}

static lob_status level_rings(levelling *l, lob_polygons *polygons) {
    l->ring = lob_malloc((l->trace->step_count + (size_t)1) * sizeof *l->ring);
    lob_status status = l->ring ? merge_level(l, polygons) : lob_fail_memory(l->ctx);
    lob_free(l->ring);
    LOB_TRY(status);
    lob_contour *kept = lob_arena_alloc(l->ctx->arena, (polygons->contour_count + 1) * sizeof *kept);
    if (!kept) {
        return lob_fail_memory(l->ctx);
    }
    drop_small(l, polygons, kept);
    return pack_points(l->ctx, polygons, kept);
}

lob_status lob_mask_of_plane(lob_ctx *ctx, const lob_plane *plane, float level, double unit_nm, double area_min_nm2,
                             lob_mask *mask) {
    lob_bits above;
    lob_pixel_trace trace = {0};
    lob_polygons polygons;
    levelling l = {.ctx = ctx,
                   .plane = plane,
                   .level = (double)level,
                   .units = nearbyint(plane->frame.pixel_nm / unit_nm),
                   .trace = &trace,
                   .area_min2 = 2 * area_min_nm2 / (unit_nm * unit_nm)};
    lob_status status = lob_bits_new(ctx, plane->frame, &above);
    if (status == LOB_OK) {
        lob_bits_from_plane(plane, level, &above);
        status = lob_trace_of(ctx, &above, joins, &l, &trace);
    }
    if (status == LOB_OK) {
        status = level_rings(&l, &polygons);
    }
    if (status == LOB_OK) {
        lob_mask_keep(mask, &polygons, unit_nm);
    }
    lob_trace_drop(&trace);
    lob_bits_drop(&above);
    return status;
}
