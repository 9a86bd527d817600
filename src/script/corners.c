/* See corners.h. */
#include "script/corners.h"

#include <math.h>

typedef struct vector {
    double x, y;
} vector;

static vector between(lob_point64 a, lob_point64 b) {
    return (vector){(double)(b.x - a.x), (double)(b.y - a.y)};
}

static vector turned(vector v, double degrees) {
    const double angle = degrees * 0.017453292519943295769, c = cos(angle), s = sin(angle);
    return (vector){c * v.x - s * v.y, s * v.x + c * v.y};
}

/* Signs with KLayout's tolerance, so that angles of a deck hit the corners they mean. */
static int sign(double value, vector a, vector b) {
    const double nearly = 1e-10 * hypot(a.x, a.y) * hypot(b.x, b.y);
    return (value > nearly) - (value < -nearly);
}

static int left_of(vector a, vector b) {
    return sign(a.x * b.y - a.y * b.x, a, b);
}

static bool is_opposite(vector a, vector b) {
    return left_of(a, b) == 0 && sign(a.x * b.x + a.y * b.y, a, b) < 0;
}

static bool turns_so(const lob_turns *t, vector in, vector out) {
    const vector low = turned(in, t->low), high = turned(in, t->high);
    const bool is_above = !is_opposite(low, out) && (t->is_low_open ? left_of(low, out) > 0 : left_of(low, out) >= 0);
    const bool is_below =
        !is_opposite(high, out) && (t->is_high_open ? left_of(high, out) < 0 : left_of(high, out) <= 0);
    return t->high - t->low > 180 - 1e-10 ? is_above || is_below : is_above && is_below;
}

bool lob_turn_is_within(const lob_turns *turns, lob_edge64 in, lob_edge64 out) {
    return turns_so(turns, between(in.from, in.to), between(out.from, out.to));
}

typedef struct found_corners {
    lob_polygon_list boxes;
    lob_edge64 *dots;
    lob_edge_pair *pairs;
    uint32_t count;
} found_corners;

static lob_status add_box(lob_ctx *ctx, lob_polygon_list *list, lob_box64 b) {
    const lob_point64 ring[4] = {{b.left, b.bottom}, {b.right, b.bottom}, {b.right, b.top}, {b.left, b.top}};
    return b.left < b.right && b.bottom < b.top ? lob_polygon_list_add(ctx, list, ring, 4, false) : LOB_OK;
}

static lob_status add_corner(lob_ctx *ctx, lob_corners_kind kind, int64_t half, const lob_point64 at[3],
                             found_corners *found) {
    const lob_point64 p = at[1];
    switch (kind) {
    case LOB_CORNERS_DOTS:
        found->dots[found->count++] = (lob_edge64){p, p};
        return LOB_OK;
    case LOB_CORNERS_PAIRS:
        found->pairs[found->count++] = (lob_edge_pair){{at[0], p}, {p, at[2]}};
        return LOB_OK;
    default:
        return add_box(ctx, &found->boxes, (lob_box64){p.x - half, p.y - half, p.x + half, p.y + half});
    }
}

lob_status lob_op_corners(lob_ctx *ctx, lob_value *a, lob_corners_kind kind, lob_turns turns, int64_t half,
                          lob_value *result) {
    const lob_polygons *p;
    found_corners found = {0};
    LOB_TRY(lob_value_whole(ctx, a, &p));
    found.dots = lob_arena_alloc(ctx->arena, ((size_t)p->point_count + 1) * sizeof *found.dots);
    found.pairs = lob_arena_alloc(ctx->arena, ((size_t)p->point_count + 1) * sizeof *found.pairs);
    if (!found.dots || !found.pairs) {
        return lob_fail_memory(ctx);
    }
    for (uint32_t c = 0; c < p->contour_count; c++) {
        const lob_point64 *ring = p->points + p->contours[c].first;
        const uint32_t count = p->contours[c].count;
        for (uint32_t i = 0; i < count; i++) {
            const lob_point64 at[3] = {ring[i + 1 == count ? 0 : i + 1], ring[i], ring[i == 0 ? count - 1 : i - 1]};
            if (turns_so(&turns, between(at[0], at[1]), between(at[1], at[2]))) {
                LOB_TRY(add_corner(ctx, kind, half, at, &found));
            }
        }
    }
    const lob_polygons boxes = lob_polygon_list_view(&found.boxes);
    result->is_merged = true; /* dots stay */
    return kind == LOB_CORNERS_DOTS    ? lob_value_put_edges(ctx, result, found.dots, found.count)
           : kind == LOB_CORNERS_PAIRS ? lob_value_put_pairs(ctx, result, found.pairs, found.count)
                                       : lob_value_put_raw(ctx, result, &boxes);
}

/* ---- parts of boxes ---- */

static int64_t rounded(double value) {
    return (int64_t)(value > 0 ? floor(value + 0.5) : ceil(value - 0.5));
}

static lob_box64 box_around(const lob_polygons *p, lob_polygon_at at) {
    const lob_contour *hull = &p->contours[at.contour];
    lob_box64 box = LOB_BOX64_EMPTY;
    for (uint32_t i = hull->first; i < hull->first + hull->count; i++) {
        box = lob_box64_add_point(box, p->points[i].x, p->points[i].y);
    }
    return box;
}

static lob_point64 point_in(lob_box64 box, double x, double y) {
    return (lob_point64){box.left + rounded(x * (double)(box.right - box.left)),
                         box.bottom + rounded(y * (double)(box.top - box.bottom))};
}

lob_status lob_op_box_part(lob_ctx *ctx, lob_value *a, const lob_box_part *part, lob_value *result) {
    const lob_polygons *whole;
    lob_polygon_list list = {0};
    lob_polygon_at at = {0};
    uint32_t count = 0;
    LOB_TRY(lob_value_whole(ctx, a, &whole));
    lob_edge64 *edges = lob_arena_alloc(ctx->arena, ((size_t)whole->contour_count + 1) * sizeof *edges);
    if (!edges) {
        return lob_fail_memory(ctx);
    }
    while (lob_polygon_next(whole, &at)) {
        const lob_box64 box = box_around(whole, at);
        const lob_point64 p = point_in(box, part->x1, part->y1), q = point_in(box, part->x2, part->y2);
        lob_box64 made = lob_box64_add_point(lob_box64_add_point(LOB_BOX64_EMPTY, p.x, p.y), q.x, q.y);
        made = (lob_box64){made.left - part->dx, made.bottom - part->dy, made.right + part->dx, made.top + part->dy};
        edges[count++] = (lob_edge64){p, q};
        LOB_TRY(result->kind == LOB_VALUE_REGION ? add_box(ctx, &list, made) : LOB_OK);
    }
    const bool is_dot = fabs(part->x1 - part->x2) < 1e-10 && fabs(part->y1 - part->y2) < 1e-10;
    const lob_polygons boxes = lob_polygon_list_view(&list);
    result->is_merged = is_dot;
    return result->kind == LOB_VALUE_EDGES ? lob_value_put_edges(ctx, result, edges, count)
                                           : lob_value_put_raw(ctx, result, &boxes);
}

/* ---- inner angles ---- */

typedef struct inner { /* KLayout compares cosines, with a tolerance */
    double cosine;
    bool is_reflex; /* beyond 180 degrees */
} inner;

static bool is_less(inner a, inner b) {
    if (a.is_reflex != b.is_reflex) {
        return b.is_reflex;
    }
    return a.is_reflex ? a.cosine < b.cosine - 1e-10 : a.cosine > b.cosine + 1e-10;
}

static inner inner_of_degrees(double degrees) {
    return (inner){cos(fmax(0.0, fmin(360.0, degrees)) / 180.0 * M_PI), degrees > 180.0};
}

static inner inner_of_corner(lob_edge64 in, lob_edge64 out) {
    const double ax = (double)(in.to.x - in.from.x), ay = (double)(in.to.y - in.from.y);
    const double bx = (double)(out.to.x - out.from.x), by = (double)(out.to.y - out.from.y);
    const double lengths = sqrt(ax * ax + ay * ay) * sqrt(bx * bx + by * by);
    return (inner){-(ax * bx + ay * by) / lengths, ax * by - ay * bx > 0};
}

lob_status lob_op_inner_angles(lob_ctx *ctx, lob_value *a, double low, double high, bool is_inverse,
                               lob_value *result) {
    const inner least = inner_of_degrees(low), most = inner_of_degrees(high);
    const lob_polygons *p;
    uint32_t count = 0;
    LOB_TRY(lob_value_whole(ctx, a, &p));
    lob_edge_pair *pairs = lob_arena_alloc(ctx->arena, ((size_t)p->point_count + 1) * sizeof *pairs);
    if (!pairs) {
        return lob_fail_memory(ctx);
    }
    for (uint32_t c = 0; c < p->contour_count; c++) {
        const lob_point64 *ring = p->points + p->contours[c].first;
        const uint32_t n = p->contours[c].count;
        for (uint32_t i = 0; i < n; i++) { /* with the inside on the right: backwards */
            const lob_point64 corner = ring[i], before = ring[i + 1 == n ? 0 : i + 1],
                              after = ring[i == 0 ? n - 1 : i - 1];
            const lob_edge_pair pair = {{before, corner}, {corner, after}};
            const inner angle = inner_of_corner(pair.first, pair.second);
            if ((is_less(angle, most) && !is_less(angle, least)) != is_inverse) {
                pairs[count++] = pair;
            }
        }
    }
    return lob_value_put_pairs(ctx, result, pairs, count);
}
