/* Figures as pieces of a route: their ends, and how one goes on from another.
 *
 * A join is judged in the frame of the place: across and ahead. Each end may be off by half a diagonal of the grid, its
 * direction by what that does to an edge of its width; edges along the axes are exact.
 */
#include "pic/trace_impl.h"

#include <math.h>

#include "geom/distance.h"

static const double rounding = 1.42; /* dbu: what two rounded places may be off from each other */

static double turn_between(double from_deg, double to_deg) {
    double d = fmod(to_deg - from_deg, 360);
    return d > 180 ? d - 360 : d <= -180 ? d + 360 : d;
}

static lob_vec2 along(double angle_deg) {
    double a = angle_deg * (M_PI / 180);
    return (lob_vec2){cos(a), sin(a)};
}

static double degrees_of(lob_vec2 v) {
    double a = atan2(v.y, v.x) * (180 / M_PI);
    return a < 0 ? a + 360 : a + 0.0;
}

static lob_vec2 sub(lob_vec2 a, lob_vec2 b) {
    return (lob_vec2){a.x - b.x, a.y - b.y};
}

static double dot(lob_vec2 a, lob_vec2 b) {
    return a.x * b.x + a.y * b.y;
}

static double cross(lob_vec2 a, lob_vec2 b) {
    return a.x * b.y - a.y * b.x;
}

bool lob_stored_is_same(const lob_stored *a, const lob_stored *b) {
    if (a->leaf != b->leaf || a->layer != b->layer || a->kind != b->kind || a->index != b->index ||
        a->member != b->member || a->depth != b->depth) {
        return false;
    }
    for (uint32_t i = 0; i < a->depth; i++) {
        if (a->path[i].inst != b->path[i].inst || a->path[i].member != b->path[i].member) {
            return false;
        }
    }
    return true;
}

lob_stored lob_stored_of_hit(const lob_hit *hit) {
    return (lob_stored){.path = hit->path,
                        .depth = hit->depth,
                        .leaf = hit->leaf,
                        .layer = hit->shapes->layer,
                        .kind = hit->kind,
                        .index = hit->index,
                        .member = hit->member};
}

/* ---- figures of four corners ---- */

/* Corners of a ring that has exactly four, in order. */
static bool four_corners(const lob_point64 *ring, uint32_t count, lob_point64 corners[4]) {
    uint32_t found = 0;
    for (uint32_t i = 0; i < count; i++) {
        lob_point64 a = ring[(i + count - 1) % count], b = ring[i], c = ring[(i + 1) % count];
        if ((__int128)(b.x - a.x) * (c.y - b.y) == (__int128)(b.y - a.y) * (c.x - b.x)) {
            continue;
        }
        if (found == 4) {
            return false;
        }
        corners[found++] = b;
    }
    return found == 4;
}

/* A stub may be shorter than wide; then only what it is joined to tells which way it runs. Its end edges must stand
 * across the line between them. */
static lob_status see_as(lob_ctx *ctx, lob_trace_look *look, uint8_t pairing) {
    lob_point64 c[4];
    look->is_guide = false;
    if (!four_corners(look->figure.ring, look->figure.ring_count, c)) {
        return LOB_OK;
    }
    lob_guide_point *points = LOB_NEW_ARRAY(ctx->arena, lob_guide_point, 2);
    if (!points) {
        return lob_fail_memory(ctx);
    }
    for (int i = 0; i < 2; i++) {
        lob_point64 a = c[(pairing - 1 + 2 * i) & 3], b = c[(pairing + 2 * i) & 3];
        points[i].at = (lob_vec2){((double)a.x + (double)b.x) / 2, ((double)a.y + (double)b.y) / 2};
        points[i].width = hypot((double)(b.x - a.x), (double)(b.y - a.y));
    }
    lob_vec2 line = sub(points[1].at, points[0].at);
    double length = hypot(line.x, line.y);
    if (length < 1) {
        return LOB_OK;
    }
    lob_vec2 way = {line.x / length, line.y / length};
    double lean = 0; /* how far the end edges reach along the line */
    for (int i = 0; i < 2; i++) {
        lob_point64 a = c[(pairing - 1 + 2 * i) & 3], b = c[(pairing + 2 * i) & 3];
        lob_vec2 edge = {(double)(b.x - a.x), (double)(b.y - a.y)};
        lean = fmax(lean, fabs(dot(edge, way)) - 2 * rounding);
    }
    points[1].s = length;
    double low = fmin(points[0].width, points[1].width), high = fmax(points[0].width, points[1].width);
    look->centre = (lob_centre){.source = LOB_CENTRE_RECTANGLE, .is_straight = true, .length = length};
    look->centre.guide = (lob_guide){.points = points,
                                     .count = 2,
                                     .width_min = low,
                                     .width_mean = (low + high) / 2,
                                     .width_median = (low + high) / 2,
                                     .width_max = high,
                                     .width_min_at = points[points[0].width > points[1].width].at,
                                     .width_max_at = points[points[0].width <= points[1].width].at,
                                     .chord_length = length,
                                     .grid = 1,
                                     .confidence = 0.9};
    double angle = degrees_of(way);
    look->centre.guide.ends[0] =
        (lob_guide_end){points[0].at, angle < 180 ? angle + 180 : angle - 180, points[0].width};
    look->centre.guide.ends[1] = (lob_guide_end){points[1].at, angle, points[1].width};
    look->is_guide = lean <= low / 10;
    look->step.pairing = pairing;
    look->step.ends[0] = look->centre.guide.ends[0];
    look->step.ends[1] = look->centre.guide.ends[1];
    look->step.length = length;
    return LOB_OK;
}

/* ---- any figure ---- */

/* A path's ends lie beyond its line by the extensions. */
static void set_ends(lob_trace_look *look) {
    const lob_guide *g = &look->centre.guide;
    look->step.length = look->centre.length;
    for (int i = 0; i < 2; i++) {
        look->step.ends[i] = g->ends[i];
        if (look->centre.source == LOB_CENTRE_STORED) {
            lob_vec2 out = along(g->ends[i].angle_deg);
            double ext = i == 0 ? look->figure.begin_ext : look->figure.end_ext;
            look->extension[i] = ext;
            look->step.length += ext;
            look->step.ends[i].at = (lob_vec2){g->ends[i].at.x + ext * out.x, g->ends[i].at.y + ext * out.y};
        }
    }
}

/* A floorplan, a pad: wide, straight and hardly longer than wide. */
static bool is_plate(const lob_tracer *t, const lob_trace_look *look) {
    const lob_guide *g = &look->centre.guide;
    return look->figure.kind != LOB_KIND_PATH && g->width_median >= LOB_TRACE_PLATE_UM / lob_layout_dbu(t->layout) &&
           look->centre.is_straight && look->centre.length < LOB_TRACE_PLATE_LENGTH * g->width_median;
}

static lob_status measure(const lob_tracer *t, lob_ctx *ctx, lob_trace_look *look) {
    LOB_TRY(lob_centre_find(ctx, &look->figure, &look->centre));
    look->is_guide = look->centre.source > LOB_CENTRE_POINT && !look->centre.guide.is_closed &&
                     (look->figure.kind != LOB_KIND_PATH || look->figure.width > 0) &&
                     look->centre.guide.confidence >= LOB_TRACE_CONFIDENCE_MIN && !is_plate(t, look);
    if (look->is_guide) {
        set_ends(look);
    }
    return LOB_OK;
}

lob_status lob_trace_look_at(lob_tracer *t, lob_ctx *ctx, const lob_hit *hit, lob_trace_look *look) {
    *look = (lob_trace_look){.step = {.figure = lob_stored_of_hit(hit), .box = hit->box}};
    LOB_TRY(
        lob_figure_make(ctx, t->layout, hit->shapes, hit->kind, hit->index, hit->member, hit->trans, &look->figure));
    return measure(t, ctx, look);
}

lob_status lob_trace_look_again(lob_tracer *t, lob_ctx *ctx, const lob_trace_step *step, lob_trace_look *look) {
    const lob_stored *stored = &step->figure;
    const lob_object object = {.type = LOB_ID_SHAPE, .cell = t->start->cell, .stored = *stored};
    lob_trans trans;
    *look = (lob_trace_look){.step = *step};
    LOB_TRY(lob_path_trans(ctx, t->layout, t->start->cell, stored->path, stored->depth, &trans, NULL));
    LOB_TRY(lob_figure_make(ctx, t->layout, lob_object_shapes(t->layout, &object), stored->kind, stored->index,
                            stored->member, &trans, &look->figure));
    if (step->pairing == 0) {
        return measure(t, ctx, look);
    }
    return see_as(ctx, look, step->pairing);
}

/* ---- places and lines ---- */

static double to_edge(lob_vec2 at, lob_vec2 a, lob_vec2 b, double *u) {
    lob_vec2 d = sub(b, a);
    double square = dot(d, d);
    *u = square > 0 ? dot(sub(at, a), d) / square : 0;
    *u = *u < 0 ? 0 : *u > 1 ? 1 : *u;
    return hypot(a.x + *u * d.x - at.x, a.y + *u * d.y - at.y);
}

double lob_trace_reach(const lob_figure *figure, lob_vec2 at) {
    lob_trace ring = {figure->ring, figure->ring_count, true, true};
    double least = INFINITY, u;
    bool on_border = false;
    for (uint32_t i = 0; i < figure->ring_count; i++) {
        lob_point64 p = figure->ring[i], q = figure->ring[i + 1 < figure->ring_count ? i + 1 : 0];
        double d = to_edge(at, (lob_vec2){(double)p.x, (double)p.y}, (lob_vec2){(double)q.x, (double)q.y}, &u);
        least = d < least ? d : least;
    }
    bool is_inside = lob_trace_winding(&ring, (lob_point64){llround(at.x), llround(at.y)}, &on_border) != 0;
    return is_inside || on_border ? 0 : least;
}

double lob_trace_nearest_s(const lob_guide *guide, lob_vec2 at, double *distance) {
    double place = 0, u;
    *distance = INFINITY;
    for (uint32_t i = 0; i + 1 < guide->count; i++) {
        const lob_guide_point *p = &guide->points[i], *q = p + 1;
        double d = to_edge(at, p->at, q->at, &u);
        if (d < *distance) {
            *distance = d;
            place = p->s + u * (q->s - p->s);
        }
    }
    return place;
}

static lob_guide_point point_at(const lob_guide *g, double s) {
    uint32_t low = 0, high = g->count - 1;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (g->points[middle].s <= s) {
            low = middle;
        } else {
            high = middle;
        }
    }
    const lob_guide_point *p = &g->points[low], *q = &g->points[high];
    double u = q->s > p->s ? (s - p->s) / (q->s - p->s) : 0;
    u = u < 0 ? 0 : u > 1 ? 1 : u;
    return (lob_guide_point){{p->at.x + u * (q->at.x - p->at.x), p->at.y + u * (q->at.y - p->at.y)},
                             p->width + u * (q->width - p->width),
                             s};
}

/* ---- joins ---- */

/* What rounding may turn an end edge by; edges along the axes are as they were drawn. */
static double end_noise(double angle_deg, double width) {
    double off = fabs(turn_between(90 * floor(angle_deg / 90 + 0.5), angle_deg));
    return off < 1e-6 || width < 1 ? 0 : rounding / width * (180 / M_PI);
}

static bool is_wide(const lob_trace_place *place, double width) {
    return place->width > 0 && width > 0 &&
           fmax(width, place->width) > LOB_TRACE_WIDTH_RATIO * fmin(width, place->width);
}

static lob_join at_end(const lob_tracer *t, const lob_trace_look *look, const lob_trace_place *place, int end) {
    const lob_guide_end *e = &look->step.ends[end];
    lob_join join = {.kind = LOB_JOIN_NONE, .end = end, .offset = sub(e->at, place->at)};
    lob_vec2 d = along(place->angle_deg);
    double across = fabs(cross(d, join.offset)), ahead = dot(d, join.offset);
    double wide = fmax(place->width, e->width);
    double tolerance =
        t->start->angle_tol_deg + end_noise(e->angle_deg, e->width) + end_noise(place->angle_deg, place->width);
    join.angle_error_deg = turn_between(place->angle_deg + 180, e->angle_deg);
    bool is_straight = fabs(join.angle_error_deg) <= tolerance;
    bool is_there = across <= t->distance && fabs(ahead) <= t->distance;
    if (fabs(join.angle_error_deg) >= 90 || is_wide(place, e->width)) {
        return join;
    }
    if (is_there) {
        join.kind = is_straight ? LOB_JOIN_END : LOB_JOIN_ANGLE;
    } else if (is_straight && place->width > 0 && across < wide / 2 && fabs(ahead) <= wide) {
        join.kind = LOB_JOIN_OFFSET;
    }
    return join;
}

/* The guide lies over the place: it goes on when its line runs through the place in the same direction, and on. */
static lob_join inside(const lob_tracer *t, const lob_trace_look *look, const lob_trace_place *place) {
    const lob_guide *g = &look->centre.guide;
    double distance, s = lob_trace_nearest_s(g, place->at, &distance);
    lob_guide_point p = point_at(g, s);
    lob_join join = {.kind = LOB_JOIN_NONE};
    if (distance > p.width / 2 + t->distance || is_wide(place, p.width)) {
        return join;
    }
    double window = fmax(16, p.width / 4);
    lob_vec2 way = sub(point_at(g, s + window).at, point_at(g, s - window).at);
    double length = g->points[g->count - 1].s;
    join.kind = LOB_JOIN_SIDE;
    join.end = dot(way, along(place->angle_deg)) >= 0 ? 0 : 1;
    join.angle_error_deg = turn_between(place->angle_deg + (join.end ? 180 : 0), degrees_of(way));
    join.overlap = (join.end == 0 ? s : length - s) + look->extension[join.end];
    double rest = look->step.length - join.overlap;
    double tolerance =
        t->start->angle_tol_deg + end_noise(degrees_of(way), 2 * window) + end_noise(place->angle_deg, place->width);
    if (distance <= t->distance + 1 && fabs(join.angle_error_deg) <= tolerance) {
        join.kind = rest > 2 * t->distance ? LOB_JOIN_ALONG : LOB_JOIN_PAST;
    }
    return join;
}

static lob_join join_as_seen(const lob_tracer *t, const lob_trace_look *look, const lob_trace_place *place) {
    lob_join first = at_end(t, look, place, 0), second = at_end(t, look, place, 1);
    lob_join best = second.kind > first.kind ? second : first;
    if (best.kind != LOB_JOIN_END) {
        lob_join through = inside(t, look, place);
        /* An end that is only near says less than a line that goes on, and more than a side. */
        bool is_past = best.kind == LOB_JOIN_NONE && through.kind == LOB_JOIN_PAST;
        best = through.kind > best.kind || is_past ? through : best;
    }
    return best;
}

lob_status lob_trace_join(lob_tracer *t, lob_trace_look *look, const lob_trace_place *place, lob_join *join) {
    *join = look->is_guide ? join_as_seen(t, look, place) : (lob_join){.kind = LOB_JOIN_NONE};
    for (uint8_t pairing = 1; pairing <= 2 && join->kind < LOB_JOIN_ALONG && place->width > 0; pairing++) {
        lob_trace_look other = *look;
        LOB_TRY(see_as(&t->own, &other, pairing));
        lob_join how = other.is_guide ? join_as_seen(t, &other, place) : (lob_join){.kind = LOB_JOIN_NONE};
        if (how.kind == LOB_JOIN_END) {
            *join = how;
            *look = other;
        }
    }
    return LOB_OK;
}
