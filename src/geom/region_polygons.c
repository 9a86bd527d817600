/* Results of an operation: measures, polygons, edges, cut-line rings.
 *
 * The border of the result is read off the windings. Contours are followed from the lowest unused border segment, so
 * they are found sorted. The lowest point of a hole has the inside on its left; the border segment next to it there
 * belongs to its hull, or to another hole of the same hull, which was found before. A cut line joins the lowest point
 * of a hole to the last vertex that the sweep saw in the same face, a diagonal of monotone partition: it meets nothing.
 */
#include "geom/region_parts.h"

#include <math.h>
#include <string.h>

#include "base/alloc.h"

enum { CUT_CROSSINGS_MAX = 1, POLL_STEPS = 4096 };

/* ---- measures ---- */

lob_status lob_region_measure(lob_ctx *ctx, lob_region *region, lob_region_op op, lob_region_measures *measures) {
    LOB_TRY(lob_region_arrange(ctx, region));
    const lob_arrangement *a = region->arrangement;
    *measures = (lob_region_measures){.crossings_rounded = a->off_grid, .box = LOB_BOX64_EMPTY};
    double scale = (double)region->scale;
    for (uint32_t i = 0; i < a->count; i++) {
        const lob_segment *s = &a->segments[i];
        int border = lob_region_border(op, a->w[i], s->d);
        if (border) {
            measures->area2 += border * lob_cross(s->from, s->to);
            measures->perimeter += hypot((double)(s->to.x - s->from.x), (double)(s->to.y - s->from.y));
            measures->box = lob_box64_add_point(measures->box, s->from.x, s->from.y);
            measures->box = lob_box64_add_point(measures->box, s->to.x, s->to.y);
        }
    }
    measures->perimeter /= scale;
    measures->area = (double)measures->area2 / (2 * scale * scale);
    measures->area_error = a->moved / (scale * scale);
    return LOB_OK;
}

/* ---- contours ---- */

typedef struct contour {
    uint32_t first_edge, first, count; /* points */
    uint32_t hull;                     /* of a hole: index of its hull; else its own */
    bool is_hole;
} contour;

typedef struct shape {
    lob_ctx *ctx;
    const lob_segment *segments;
    const uint32_t *left;
    uint32_t segment_count;
    uint32_t *edge_of; /* border edge of a segment, LOB_SEGMENT_NONE without */
    lob_edge64 *edges;
    uint32_t *next, *contour_of;
    uint32_t edge_count;
    lob_points64 points;
    contour *contours;
    uint32_t contour_count;
    uint32_t steps;
} shape;

static void drop_shape(shape *t) {
    lob_free(t->edge_of);
    lob_free(t->edges);
    lob_free(t->next);
    lob_free(t->contour_of);
    lob_free(t->contours);
    lob_points64_drop(&t->points);
}

/* Follows a contour from its lowest point; the points on straight lines are left out. */
static lob_status follow(shape *t, uint32_t first) {
    const lob_edge64 *e = t->edges;
    contour *c = &t->contours[t->contour_count];
    *c = (contour){.first_edge = first, .first = t->points.count, .hull = t->contour_count};
    uint32_t start = lob_point_compare(e[first].from, e[first].to) < 0 ? first : t->next[first], i = start;
    __int128 area2 = 0;
    do {
        uint32_t after = t->next[i];
        lob_point64 u = lob_point_minus(e[i].to, e[i].from), v = lob_point_minus(e[after].to, e[after].from);
        if (i == start) {
            LOB_TRY(lob_points64_add(t->ctx, &t->points, e[i].from));
        }
        if (after != start && (lob_cross(u, v) != 0 || lob_dot(u, v) < 0)) {
            LOB_TRY(lob_points64_add(t->ctx, &t->points, e[i].to));
        }
        area2 += lob_cross(e[i].from, e[i].to);
        t->contour_of[i] = t->contour_count;
        i = after;
        if (++t->steps % POLL_STEPS == 0) {
            LOB_TRY(lob_poll(t->ctx));
        }
    } while (i != start);
    c->count = t->points.count - c->first;
    c->is_hole = area2 < 0;
    t->contour_count++;
    return LOB_OK;
}

static lob_status follow_all(shape *t) {
    LOB_TRY(lob_edges_link(t->ctx, t->edges, t->edge_count, &t->next));
    t->contour_of = lob_malloc(t->edge_count * sizeof *t->contour_of + 1);
    t->contours = lob_malloc(t->edge_count * sizeof *t->contours + 1);
    if (!t->contour_of || !t->contours) {
        return lob_fail_memory(t->ctx);
    }
    memset(t->contour_of, 0xff, t->edge_count * sizeof *t->contour_of);
    for (uint32_t i = 0; i < t->edge_count; i++) {
        if (t->contour_of[i] == LOB_SEGMENT_NONE) {
            LOB_TRY(follow(t, i));
        }
    }
    return LOB_OK;
}

/* w NULL: every segment is border, inside where d says. */
static lob_status take_border(shape *t, lob_region_op op, const int32_t (*w)[2]) {
    t->edge_of = lob_malloc(t->segment_count * sizeof *t->edge_of + 1);
    if (!t->edge_of) {
        return lob_fail_memory(t->ctx);
    }
    for (uint32_t i = 0; i < t->segment_count; i++) {
        t->edge_count += lob_region_border(op, w[i], t->segments[i].d) != 0;
    }
    t->edges = lob_malloc(t->edge_count * sizeof *t->edges + 1);
    if (!t->edges) {
        return lob_fail_memory(t->ctx);
    }
    for (uint32_t i = 0, k = 0; i < t->segment_count; i++) {
        const lob_segment *s = &t->segments[i];
        int border = lob_region_border(op, w[i], s->d);
        t->edge_of[i] = border ? k : LOB_SEGMENT_NONE;
        if (border) {
            t->edges[k++] = border > 0 ? (lob_edge64){s->from, s->to} : (lob_edge64){s->to, s->from};
        }
    }
    return LOB_OK;
}

/* Finds the hull of each hole. */
static lob_status place_holes(shape *t) {
    uint32_t *beside = lob_malloc(t->segment_count * sizeof *beside + 1); /* next border edge to the left */
    if (!beside) {
        return lob_fail_memory(t->ctx);
    }
    uint32_t next = 0;
    for (uint32_t i = 0; i < t->segment_count; i++) {
        uint32_t l = t->left[i];
        beside[i] = l == LOB_SEGMENT_NONE               ? LOB_SEGMENT_NONE
                    : t->edge_of[l] != LOB_SEGMENT_NONE ? t->edge_of[l]
                                                        : beside[l];
        if (next < t->contour_count && t->edge_of[i] == t->contours[next].first_edge) {
            contour *c = &t->contours[next++];
            if (c->is_hole && beside[i] != LOB_SEGMENT_NONE) {
                c->hull = t->contours[t->contour_of[beside[i]]].hull;
            }
        }
    }
    lob_free(beside);
    return LOB_OK;
}

/* Hulls in their order, each with its holes in theirs, into the arena. */
static lob_status write_polygons(const shape *t, lob_polygons *out) {
    uint32_t n = t->contour_count;
    uint32_t *place = lob_calloc((size_t)n + 1, sizeof *place);
    lob_point64 *points = lob_arena_alloc(t->ctx->arena, t->points.count * sizeof *points);
    lob_contour *contours = lob_arena_alloc(t->ctx->arena, n * sizeof *contours);
    if (!place || !points || !contours) {
        lob_free(place);
        return lob_fail_memory(t->ctx);
    }
    for (uint32_t i = 0; i < n; i++) {
        place[t->contours[i].hull + 1]++;
    }
    for (uint32_t i = 0; i < n; i++) {
        place[i + 1] += place[i];
    }
    for (uint32_t i = 0; i < n; i++) { /* a hull comes before its holes */
        const contour *c = &t->contours[i];
        contours[place[c->hull]++] = (lob_contour){c->first, c->count, c->is_hole};
    }
    uint32_t at = 0;
    for (uint32_t i = 0; i < n; i++) {
        memcpy(points + at, t->points.items + contours[i].first, contours[i].count * sizeof *points);
        contours[i].first = at;
        at += contours[i].count;
    }
    lob_free(place);
    *out = (lob_polygons){points, contours, at, n};
    return LOB_OK;
}

lob_status lob_region_polygons(lob_ctx *ctx, lob_region *region, lob_region_op op, lob_polygons *polygons) {
    *polygons = (lob_polygons){0};
    LOB_TRY(lob_region_arrange(ctx, region));
    const lob_arrangement *a = region->arrangement;
    shape t = {.ctx = ctx, .segments = a->segments, .left = a->left, .segment_count = a->count};
    lob_status status = take_border(&t, op, a->w);
    if (status == LOB_OK && t.edge_count) {
        status = follow_all(&t);
        if (status == LOB_OK) {
            status = lob_poll(ctx);
        }
        if (status == LOB_OK) {
            status = place_holes(&t);
        }
        if (status == LOB_OK) {
            status = write_polygons(&t, polygons);
        }
    }
    drop_shape(&t);
    return status;
}

/* ---- edges ---- */

lob_status lob_region_edges(lob_ctx *ctx, lob_region *region, lob_region_op op, const lob_edge64 **edges,
                            uint32_t *count) {
    lob_polygons p;
    LOB_TRY(lob_region_polygons(ctx, region, op, &p));
    lob_edge64 *all = lob_arena_alloc(ctx->arena, p.point_count * sizeof *all);
    uint32_t *order = NULL;
    *count = 0;
    if (!all) {
        return lob_fail_memory(ctx);
    }
    LOB_TRY(lob_point_order(ctx, p.points, sizeof *p.points, p.point_count, &order));
    uint32_t *after = lob_malloc(p.point_count * sizeof *after + 1);
    if (!after) {
        lob_free(order);
        return lob_fail_memory(ctx);
    }
    for (uint32_t i = 0; i < p.contour_count; i++) {
        const lob_contour *c = &p.contours[i];
        for (uint32_t k = 0; k < c->count; k++) {
            after[c->first + k] = c->first + (k + 1 < c->count ? k + 1 : 0);
        }
    }
    for (uint32_t i = 0; i < p.point_count; i++) {
        all[i] = (lob_edge64){p.points[order[i]], p.points[after[order[i]]]};
    }
    lob_free(order);
    lob_free(after);
    *edges = all;
    *count = p.point_count;
    return LOB_OK;
}

/* ---- cut lines ---- */

static lob_status contour_segments(lob_ctx *ctx, const lob_polygons *polygons, lob_segments *segments) {
    for (uint32_t i = 0; i < polygons->contour_count; i++) {
        const lob_contour *c = &polygons->contours[i];
        for (uint32_t k = 0, j = c->count - 1; k < c->count; j = k++) {
            LOB_TRY(
                lob_segments_add(ctx, segments, polygons->points[c->first + j], polygons->points[c->first + k], -1, 0));
        }
    }
    return LOB_OK;
}

/* Contours with cut lines as edges both ways, followed once more. */
static lob_status cut_holes(shape *t, const lob_sweep *sweep) {
    LOB_TRY(take_border(t, LOB_REGION_OR, (const int32_t(*)[2])sweep->w));
    LOB_TRY(follow_all(t));
    uint32_t holes = 0, count = t->edge_count;
    for (uint32_t i = 0; i < t->contour_count; i++) {
        holes += t->contours[i].is_hole;
    }
    lob_edge64 *edges = lob_realloc(t->edges, (count + 2 * (size_t)holes) * sizeof *edges + 1);
    if (!edges) {
        return lob_fail_memory(t->ctx);
    }
    t->edges = edges;
    for (uint32_t i = 0, next = 0; i < t->segment_count && next < t->contour_count; i++) {
        if (t->edge_of[i] != t->contours[next].first_edge) {
            continue;
        }
        if (t->contours[next++].is_hole) {
            lob_edge64 cut = {t->segments[i].from, sweep->helper[i]};
            edges[count++] = cut;
            edges[count++] = (lob_edge64){cut.to, cut.from};
        }
    }
    t->edge_count = count;
    t->points.count = t->contour_count = 0;
    lob_free(t->next);
    lob_free(t->contour_of);
    lob_free(t->contours);
    t->next = t->contour_of = NULL;
    t->contours = NULL;
    return follow_all(t);
}

lob_status lob_polygons_cut(lob_ctx *ctx, const lob_polygons *polygons, lob_polygons *rings) {
    lob_segments segments = {0};
    lob_sweep sweep = {0};
    shape t = {.ctx = ctx};
    double moved = 0;
    *rings = (lob_polygons){0};
    lob_status status = contour_segments(ctx, polygons, &segments);
    if (status == LOB_OK && segments.count) {
        status = lob_segments_arrange(ctx, &segments, CUT_CROSSINGS_MAX, true, &sweep, &moved);
        t.segments = segments.items;
        t.segment_count = segments.count;
        if (status == LOB_OK) {
            status = cut_holes(&t, &sweep);
        }
        if (status == LOB_OK) {
            status = write_polygons(&t, rings);
        }
    }
    drop_shape(&t);
    lob_segments_drop(&segments);
    lob_sweep_drop(&sweep);
    return status;
}
