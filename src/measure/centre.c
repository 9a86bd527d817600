/* See centre.h. Lines that are stored or follow from four corners are exact; the others are asked of geom/guide.h. */
#include "measure/centre.h"

#include <math.h>
#include <stdlib.h>

static lob_box64 box_around(const lob_point64 *points, uint32_t count) {
    lob_box64 box = LOB_BOX64_EMPTY;
    for (uint32_t i = 0; i < count; i++) {
        box = lob_box64_add_point(box, points[i].x, points[i].y);
    }
    return box;
}

static bool is_same(lob_point64 a, lob_point64 b) {
    return a.x == b.x && a.y == b.y;
}

/* Which side of the box a point lies on, corners belonging to the side that begins there, against the clock. */
static int side_of(lob_box64 box, lob_point64 p) {
    return p.y == box.bottom && p.x < box.right  ? 0
           : p.x == box.right && p.y < box.top   ? 1
           : p.y == box.top && p.x > box.left    ? 2
           : p.x == box.left && p.y > box.bottom ? 3
                                                 : -1;
}

static int64_t along(lob_box64 box, int side, lob_point64 p) {
    return side == 0 ? p.x - box.left : side == 1 ? p.y - box.bottom : side == 2 ? box.right - p.x : box.top - p.y;
}

/* Once around the box along the axes, never back: then it follows the sides, since the box is that of its points. */
bool lob_ring_is_rectangle(const lob_point64 *ring, uint32_t count, lob_box64 *box) {
    *box = box_around(ring, count);
    if (count < 4 || box->left >= box->right || box->bottom >= box->top) {
        return false;
    }
    int64_t lengths[4] = {box->right - box->left, box->top - box->bottom, box->right - box->left,
                          box->top - box->bottom};
    __int128 around = 2 * ((__int128)lengths[0] + lengths[1]), forth = 0, back = 0;
    for (uint32_t i = 0; i < count; i++) {
        lob_point64 p = ring[i], q = ring[i + 1 < count ? i + 1 : 0];
        int s = side_of(*box, p), t = side_of(*box, q);
        if (s < 0 || t < 0 || (p.x != q.x && p.y != q.y)) {
            return false;
        }
        __int128 a = along(*box, s, p), b = along(*box, t, q);
        for (int k = 0; k < s; k++) {
            a += lengths[k];
        }
        for (int k = 0; k < t; k++) {
            b += lengths[k];
        }
        __int128 step = (b - a + around) % around;
        forth += step;
        back += step ? around - step : 0;
    }
    return forth == around || back == around;
}

static double distance(lob_point64 a, lob_point64 b) {
    return hypot((double)(b.x - a.x), (double)(b.y - a.y));
}

static __int128 cross(lob_point64 a, lob_point64 b, lob_point64 c) {
    return (__int128)(b.x - a.x) * (c.y - b.y) - (__int128)(b.y - a.y) * (c.x - b.x);
}

static __int128 dot(lob_point64 a, lob_point64 b, lob_point64 c) {
    return (__int128)(b.x - a.x) * (c.x - b.x) + (__int128)(b.y - a.y) * (c.y - b.y);
}

/* Corners alone: equal neighbours and points that the line runs straight through are left out. */
static uint32_t corners_of(const lob_point64 *line, uint32_t count, lob_point64 *out) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (n > 0 && is_same(out[n - 1], line[i])) {
            continue;
        }
        if (n > 1 && cross(out[n - 2], out[n - 1], line[i]) == 0 && dot(out[n - 2], out[n - 1], line[i]) > 0) {
            n--;
        }
        out[n++] = line[i];
    }
    return n;
}

/* The length of a segment when it is whole, else -1. */
static int64_t whole_length(int64_t dx, int64_t dy, double length) {
    int64_t n = (int64_t)(length + 0.5);
    return (__int128)n * n == (__int128)dx * dx + (__int128)dy * dy ? n : -1;
}

/* Whole lengths are added as whole numbers, the others apart, so that a Manhattan line is exact at any length. */
static void describe(lob_centre *c, const lob_point64 *p, uint32_t count) {
    __int128 whole = 0; /* many lengths of up to 2^55 */
    double other = 0;
    c->is_straight = count == 2;
    c->is_manhattan = c->is_horizontal = c->is_vertical = true;
    for (uint32_t i = 1; i < count; i++) {
        int64_t dx = llabs(p[i].x - p[i - 1].x), dy = llabs(p[i].y - p[i - 1].y);
        double length = distance(p[i - 1], p[i]);
        int64_t exact = whole_length(dx, dy, length);
        c->is_horizontal = c->is_horizontal && dy == 0;
        c->is_vertical = c->is_vertical && dx == 0;
        c->is_manhattan = c->is_manhattan && (dx == 0 || dy == 0);
        whole += exact > 0 ? exact : 0;
        other += exact > 0 ? 0 : length;
        if (c->shortest == 0 || length < c->shortest) {
            c->shortest = length;
            c->shortest_at[0] = (lob_vec2){(double)p[i - 1].x, (double)p[i - 1].y};
            c->shortest_at[1] = (lob_vec2){(double)p[i].x, (double)p[i].y};
        }
    }
    c->length = (double)whole + other;
    c->is_length_whole = other == 0 && whole <= LOB_COORD_MAX;
}

static lob_status from_line(lob_ctx *ctx, const lob_point64 *line, uint32_t count, double width,
                            lob_centre_source source, lob_centre *centre) {
    lob_point64 *corners = LOB_NEW_ARRAY(ctx->arena, lob_point64, count);
    if (!corners) {
        return lob_fail_memory(ctx);
    }
    uint32_t n = corners_of(line, count, corners);
    centre->source = n < 2 ? LOB_CENTRE_POINT : source;
    if (n < 2) {
        centre->is_length_whole = true;
        return LOB_OK;
    }
    describe(centre, corners, n);
    return lob_guide_from_line(ctx, corners, n, width, &centre->guide);
}

/* The middle of the longer sides. Its ends may lie between two grid points, so it is made here and not from a line. */
static lob_status from_box(lob_ctx *ctx, lob_box64 box, lob_centre *centre) {
    bool is_wide = box.right - box.left > box.top - box.bottom;
    double length = (double)(is_wide ? box.right - box.left : box.top - box.bottom);
    double width = (double)(is_wide ? box.top - box.bottom : box.right - box.left);
    double x = ((double)box.left + (double)box.right) / 2, y = ((double)box.bottom + (double)box.top) / 2;
    lob_guide_point *points = LOB_NEW_ARRAY(ctx->arena, lob_guide_point, 2);
    if (!points) {
        return lob_fail_memory(ctx);
    }
    lob_vec2 first = is_wide ? (lob_vec2){(double)box.left, y} : (lob_vec2){x, (double)box.bottom};
    lob_vec2 last = is_wide ? (lob_vec2){(double)box.right, y} : (lob_vec2){x, (double)box.top};
    points[0] = (lob_guide_point){first, width, 0};
    points[1] = (lob_guide_point){last, width, length};
    *centre = (lob_centre){.source = LOB_CENTRE_RECTANGLE,
                           .is_straight = true,
                           .is_manhattan = true,
                           .is_horizontal = is_wide,
                           .is_vertical = !is_wide,
                           .length = length,
                           .is_length_whole = true,
                           .shortest = length,
                           .shortest_at = {first, last}};
    centre->guide = (lob_guide){.points = points,
                                .count = 2,
                                .ends = {{first, is_wide ? 180 : 270, width}, {last, is_wide ? 0 : 90, width}},
                                .width_min = width,
                                .width_mean = width,
                                .width_max = width,
                                .width_median = width,
                                .width_min_at = first,
                                .width_max_at = first,
                                .chord_length = length,
                                .confidence = 1};
    return LOB_OK;
}

static void describe_medial(lob_centre *c) {
    const double level = 1e-6; /* dbu: far below what a vertex can move */
    const lob_guide *g = &c->guide;
    c->is_manhattan = c->is_horizontal = c->is_vertical = true;
    c->is_straight = !g->is_closed;
    lob_vec2 a = g->points[0].at, b = g->points[g->count - 1].at;
    for (uint32_t i = 1; i < g->count; i++) {
        lob_vec2 p = g->points[i - 1].at, q = g->points[i].at;
        bool is_flat = fabs(q.y - p.y) <= level, is_steep = fabs(q.x - p.x) <= level;
        c->is_horizontal = c->is_horizontal && is_flat;
        c->is_vertical = c->is_vertical && is_steep;
        c->is_manhattan = c->is_manhattan && (is_flat || is_steep);
        double off = ((b.x - a.x) * (q.y - a.y) - (b.y - a.y) * (q.x - a.x)) / hypot(b.x - a.x, b.y - a.y);
        c->is_straight = c->is_straight && fabs(off) <= 0.75 * c->grid; /* each vertex was rounded by up to 0.71 */
    }
    c->length = g->chord_length;
}

static lob_status from_ring(lob_ctx *ctx, const lob_figure *figure, lob_centre *centre) {
    lob_box64 box;
    if (lob_ring_is_rectangle(figure->ring, figure->ring_count, &box)) {
        if (box.right - box.left == box.top - box.bottom) {
            return LOB_OK; /* a square has no longer side */
        }
        return from_box(ctx, box, centre);
    }
    bool found = false;
    LOB_TRY(lob_guide_from_rings(ctx, &figure->ring, &figure->ring_count, 1, &found, &centre->guide));
    if (found && centre->guide.count >= 2) {
        centre->source = LOB_CENTRE_MEDIAL;
        const double coarser = M_SQRT2 * fmax(0, centre->grid - centre->guide.grid);
        centre->guide.width_error += coarser;
        centre->guide.extreme_error += coarser;
        describe_medial(centre);
    }
    return LOB_OK;
}

lob_status lob_centre_refuse(lob_ctx *ctx, const lob_centre *centre, const char *message, const char *hint) {
    static const char *const reasons[] = {
        [LOB_REFUSED_NOT] = "no_guide",      [LOB_REFUSED_SIDES] = "no_guide", [LOB_REFUSED_BRANCH] = "branches",
        [LOB_REFUSED_AREA] = "sides_differ", [LOB_REFUSED_BODY] = "body",      [LOB_REFUSED_HOLES] = "no_guide"};
    static const char *const messages[] = {
        [LOB_REFUSED_BRANCH] =
            "The figure branches: it is a crossing, a splitter, a comb or a letter, not one waveguide",
        [LOB_REFUSED_AREA] =
            "The figure's sides do not follow one line: its width steps, something sticks out, or a bend folds over "
            "itself",
        [LOB_REFUSED_BODY] =
            "The figure's width steps or bulges: it is the body of a device or a pad, not one waveguide",
        [LOB_REFUSED_HOLES] = "The figure has several holes or pieces"};
    lob_guide_refusal why = centre->guide.refusal;
    bool is_plain = why == LOB_REFUSED_NOT || why == LOB_REFUSED_SIDES;
    lob_status status = lob_fail(ctx, LOB_E_INVALID_TARGET, "%s", is_plain ? message : messages[why]);
    lob_error_text(&ctx->error, "reason", lob_str_from(reasons[why]));
    if (why == LOB_REFUSED_BRANCH) {
        lob_error_integer(&ctx->error, "arm_count", centre->guide.arm_count);
    }
    lob_hint(ctx, "%s",
             is_plain ? hint
                      : "Give at, a point on one arm in um, to measure that arm alone; edge_gap measures between "
                        "figures, and query_region with include_points shows the outline.");
    return status;
}

lob_status lob_centre_find(lob_ctx *ctx, const lob_figure *figure, lob_centre *centre) {
    *centre = (lob_centre){.source = LOB_CENTRE_NONE, .grid = fmax(1, figure->grid)};
    if (figure->kind == LOB_KIND_PATH) {
        return from_line(ctx, figure->line, figure->line_count, figure->width, LOB_CENTRE_STORED, centre);
    }
    if (figure->kind == LOB_KIND_TEXT || figure->ring_count < 3) {
        return LOB_OK;
    }
    return from_ring(ctx, figure, centre);
}

/* Of the segments between corners: as stored, or as fitted to a medial line. */
static void half_shortest(const lob_centre *c, const lob_bends *bends, lob_radius *radius) {
    double shortest = c->shortest;
    radius->at[0] = c->shortest_at[0];
    radius->at[1] = c->shortest_at[1];
    for (uint32_t i = 0; c->source == LOB_CENTRE_MEDIAL && i < bends->count; i++) {
        const lob_bend *b = &bends->items[i];
        if (b->kind == LOB_BEND_LINE && (shortest == 0 || b->length < shortest)) {
            shortest = b->length;
            radius->at[0] = c->guide.points[b->first].at;
            radius->at[1] = c->guide.points[b->last].at;
        }
    }
    radius->source = shortest > 0 ? LOB_RADIUS_HALF_SHORTEST_SEGMENT : LOB_RADIUS_NONE;
    radius->value = shortest / 2;
}

lob_status lob_centre_radius(lob_ctx *ctx, const lob_centre *centre, lob_bends *bends, lob_radius *radius) {
    lob_bends own;
    bends = bends ? bends : &own;
    *bends = (lob_bends){0};
    *radius = (lob_radius){.source = LOB_RADIUS_NONE};
    if (centre->source == LOB_CENTRE_NONE || centre->source == LOB_CENTRE_POINT || centre->is_straight) {
        return LOB_OK;
    }
    LOB_TRY(lob_guide_bends(ctx, &centre->guide, fmax(1, centre->grid), bends));
    if (bends->radius_min > 0) {
        *radius = (lob_radius){.source = LOB_RADIUS_ARC_FIT,
                               .value = bends->radius_min,
                               .error = bends->radius_error,
                               .at = {bends->radius_min_at}};
    } else if (bends->undetermined_count > 0) {
        radius->source = LOB_RADIUS_UNDETERMINED;
    } else {
        half_shortest(centre, bends, radius);
    }
    radius->undetermined_count = bends->undetermined_count;
    radius->bound = bends->radius_bound;
    return LOB_OK;
}

double lob_centre_length(const lob_centre *centre, const lob_bends *bends, double *error) {
    bool is_medial = centre->source == LOB_CENTRE_MEDIAL, is_fitted = is_medial && !centre->is_straight;
    /* Each end of a straight one may be off by half a diagonal of the grid. */
    *error = is_fitted   ? bends->length_error
             : is_medial ? 1.41421356237309505 * fmax(centre->grid, centre->guide.grid)
                         : 0;
    return is_fitted ? bends->length : centre->length;
}

const char *lob_radius_method(lob_radius_source source) {
    return source == LOB_RADIUS_ARC_FIT                 ? "arc_fit"
           : source == LOB_RADIUS_UNDETERMINED          ? "undetermined"
           : source == LOB_RADIUS_HALF_SHORTEST_SEGMENT ? "half_shortest_segment"
                                                        : "none";
}
