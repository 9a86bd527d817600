/* Values filtered by what they measure, and shapes made of one polygon or pair at a time.
 *
 * Measures are KLayout's: the perimeter of each contour and the length of an edge are rounded to whole database units,
 * ranges include their lower and exclude their upper limit.
 */
#include <math.h>
#include <stdlib.h>

#include "script/corners.h"

typedef __int128 wide;

/* ---- polygons measured ---- */

static double twice_area(const lob_polygons *p, lob_polygon_at at) {
    wide area = 0;
    for (uint32_t c = at.contour; c < at.contour + at.count; c++) {
        const lob_point64 *ring = p->points + p->contours[c].first;
        const uint32_t count = p->contours[c].count;
        wide own = 0;
        for (uint32_t i = 0; i < count; i++) {
            const lob_point64 a = ring[i], b = ring[i + 1 == count ? 0 : i + 1];
            own += (wide)a.x * b.y - (wide)a.y * b.x;
        }
        own = own < 0 ? -own : own;
        area += p->contours[c].is_hole ? -own : own;
    }
    return (double)area;
}

static double length_of(lob_point64 a, lob_point64 b) {
    const double dx = (double)(b.x - a.x), dy = (double)(b.y - a.y);
    return sqrt(dx * dx + dy * dy);
}

static double perimeter(const lob_polygons *p, lob_polygon_at at) {
    double sum = 0;
    for (uint32_t c = at.contour; c < at.contour + at.count; c++) {
        const lob_point64 *ring = p->points + p->contours[c].first;
        const uint32_t count = p->contours[c].count;
        double own = 0;
        for (uint32_t i = 0; i < count; i++) {
            own += length_of(ring[i], ring[i + 1 == count ? 0 : i + 1]);
        }
        sum += floor(own + 0.5);
    }
    return sum;
}

static lob_box64 box_of(const lob_polygons *p, lob_polygon_at at) {
    const lob_contour *hull = &p->contours[at.contour];
    lob_box64 box = LOB_BOX64_EMPTY;
    for (uint32_t i = hull->first; i < hull->first + hull->count; i++) {
        box = lob_box64_add_point(box, p->points[i].x, p->points[i].y);
    }
    return box;
}

static bool is_rectilinear(const lob_polygons *p, lob_polygon_at at) {
    for (uint32_t c = at.contour; c < at.contour + at.count; c++) {
        const lob_point64 *ring = p->points + p->contours[c].first;
        const uint32_t count = p->contours[c].count;
        for (uint32_t i = 0; i < count; i++) {
            const lob_point64 a = ring[i], b = ring[i + 1 == count ? 0 : i + 1];
            if (a.x != b.x && a.y != b.y) {
                return false;
            }
        }
    }
    return true;
}

static bool is_box(const lob_polygons *p, lob_polygon_at at) {
    return at.count == 1 && p->contours[at.contour].count == 4 && is_rectilinear(p, at);
}

static bool is_within(const lob_filter *filter, double value) {
    if (filter->is_one) {
        return value == filter->low;
    }
    return (!filter->has_low || value >= filter->low) && (!filter->has_high || value < filter->high);
}

/* Ratios are compared with a tolerance, as in KLayout. */
static bool is_ratio_within(const lob_filter *filter, double value) {
    const double low = filter->is_low_open ? 1e-10 : -1e-10, up = filter->is_high_closed ? 1e-10 : -1e-10;
    const double high = filter->is_one ? filter->low : filter->high;
    return (!filter->has_low || value - low > filter->low) &&
           (!(filter->has_high || filter->is_one) || value - up < high);
}

static double ratio(const lob_filter *filter, double width, double height, double area) {
    const double longer = width > height ? width : height, shorter = width > height ? height : width;
    switch (filter->kind) {
    case LOB_FILTER_AREA_RATIO:
        return area > 0 ? width * height / area : 0;
    case LOB_FILTER_ASPECT_RATIO:
        return shorter < 1 ? 0 : longer / shorter;
    default:
        return width < 1 ? 0 : height / width;
    }
}

static bool suits(const lob_filter *filter, const lob_polygons *p, lob_polygon_at at) {
    const lob_box64 box = box_of(p, at);
    const double width = (double)(box.right - box.left), height = (double)(box.top - box.bottom);
    switch (filter->kind) {
    case LOB_FILTER_AREA:
        return is_within(filter, twice_area(p, at) / 2);
    case LOB_FILTER_PERIMETER:
        return is_within(filter, perimeter(p, at));
    case LOB_FILTER_BBOX_MIN:
        return is_within(filter, width < height ? width : height);
    case LOB_FILTER_BBOX_MAX:
        return is_within(filter, width < height ? height : width);
    case LOB_FILTER_BBOX_WIDTH:
        return is_within(filter, width);
    case LOB_FILTER_BBOX_HEIGHT:
        return is_within(filter, height);
    case LOB_FILTER_HOLES:
        return is_within(filter, (double)(at.count - 1));
    case LOB_FILTER_RECTANGLES:
        return is_box(p, at);
    case LOB_FILTER_SQUARES:
        return is_box(p, at) && width == height;
    case LOB_FILTER_AREA_RATIO:
    case LOB_FILTER_ASPECT_RATIO:
    case LOB_FILTER_RELATIVE_HEIGHT:
        return is_ratio_within(filter, ratio(filter, width, height, twice_area(p, at) / 2));
    default:
        return is_rectilinear(p, at);
    }
}

static lob_status add_polygon(lob_ctx *ctx, lob_polygon_list *list, const lob_polygons *p, lob_polygon_at at) {
    for (uint32_t c = at.contour; c < at.contour + at.count; c++) {
        const lob_contour *contour = &p->contours[c];
        LOB_TRY(lob_polygon_list_add(ctx, list, p->points + contour->first, contour->count, contour->is_hole));
    }
    return LOB_OK;
}

/* ---- edges measured ---- */

/* The direction of an edge as a line, in (-90, 90] degrees. */
static double direction(lob_edge64 e) {
    double dx = (double)(e.to.x - e.from.x), dy = (double)(e.to.y - e.from.y);
    if (dx < 0 || (dx == 0 && dy < 0)) {
        dx = -dx;
        dy = -dy;
    }
    return atan2(dy, dx) * 57.295779513082320877;
}

static bool edge_suits(const lob_filter *filter, lob_edge64 e) {
    const double nearly = 1e-8;
    if (filter->kind == LOB_FILTER_LENGTH) {
        return is_within(filter, floor(length_of(e.from, e.to) + 0.5));
    }
    const bool is_ortho = e.from.x == e.to.x || e.from.y == e.to.y;
    const bool is_diagonal = !is_ortho && llabs(e.to.x - e.from.x) == llabs(e.to.y - e.from.y);
    if (filter->kind != LOB_FILTER_ANGLE) {
        return filter->kind == LOB_FILTER_ORTHO      ? is_ortho
               : filter->kind == LOB_FILTER_DIAGONAL ? is_diagonal
                                                     : is_ortho || is_diagonal;
    }
    const double angle = direction(e);
    if (filter->is_one) {
        return fabs(angle - filter->low) < nearly;
    }
    const double low = filter->is_low_open ? nearly : -nearly, up = filter->is_high_closed ? nearly : -nearly;
    return (!filter->has_low || angle - low > filter->low) && (!filter->has_high || angle - up < filter->high);
}

/* All edges together. */
static bool sum_suits(const lob_filter *filter, const lob_edge64 *edges, uint32_t count) {
    double sum = 0;
    for (uint32_t i = 0; i < count; i++) {
        sum += floor(length_of(edges[i].from, edges[i].to) + 0.5);
    }
    return is_within(filter, sum) != filter->is_inverse;
}

/* ---- pairs measured ---- */

static wide ring_area(const lob_point64 ring[4]) {
    wide area = 0;
    for (int k = 0; k < 4; k++) {
        area += (wide)ring[k].x * ring[(k + 1) % 4].y - (wide)ring[k].y * ring[(k + 1) % 4].x;
    }
    return area;
}

static bool pair_suits(const lob_filter *filter, const lob_edge_pair *p) {
    const lob_point64 ring[4] = {p->first.from, p->first.to, p->second.from, p->second.to};
    lob_edge64 a = p->first, b = p->second;
    if (filter->kind == LOB_FILTER_DISTANCE) {
        return is_within(filter, floor(lob_pair_distance(p) + 0.5));
    }
    if (filter->kind == LOB_FILTER_PAIR_AREA) {
        return is_within(filter, fabs((double)ring_area(ring)) / 2);
    }
    /* The angle between them as lines: both the same way round. */
    const wide dot = (wide)(a.to.x - a.from.x) * (b.to.x - b.from.x) + (wide)(a.to.y - a.from.y) * (b.to.y - b.from.y);
    a = dot < 0 ? (lob_edge64){a.to, a.from} : a;
    const wide cross =
        (wide)(a.to.x - a.from.x) * (b.to.y - b.from.y) - (wide)(a.to.y - a.from.y) * (b.to.x - b.from.x);
    const lob_turns turns = {.low = filter->has_low ? filter->low : -180,
                             .high = filter->is_one     ? filter->low
                                     : filter->has_high ? filter->high
                                                        : 180,
                             .is_high_open = !filter->is_one && filter->has_high};
    return lob_turn_is_within(&turns, cross < 0 ? b : a, cross < 0 ? a : b);
}

static bool either_suits(const lob_filter *filter, const lob_edge_pair *p) {
    if (filter->kind >= LOB_FILTER_DISTANCE) {
        return pair_suits(filter, p) != filter->is_inverse;
    }
    const bool first = edge_suits(filter, p->first) != filter->is_inverse;
    const bool second = edge_suits(filter, p->second) != filter->is_inverse;
    return filter->is_both ? first && second : first || second;
}

static lob_status filter_edges(lob_ctx *ctx, const lob_value *a, const lob_filter *filter, lob_value *result) {
    lob_edge64 *edges;
    uint32_t merged, count = 0;
    if (filter->kind < LOB_FILTER_LENGTH || filter->kind >= LOB_FILTER_DISTANCE) {
        return lob_script_refuse(ctx, "a filter of other shapes on a layer of edges");
    }
    LOB_TRY(lob_edges_merged(ctx, a, &edges, &merged));
    if (filter->is_sum) {
        count = sum_suits(filter, edges, merged) ? merged : 0;
    }
    for (uint32_t i = 0; i < merged && !filter->is_sum; i++) {
        if (edge_suits(filter, edges[i]) != filter->is_inverse) {
            edges[count++] = edges[i];
        }
    }
    result->is_merged = true;
    return lob_value_put_edges(ctx, result, edges, count);
}

static lob_status filter_pairs(lob_ctx *ctx, const lob_value *a, const lob_filter *filter, lob_value *result) {
    lob_edge_pair *pairs = lob_arena_alloc(ctx->arena, ((size_t)a->count + 1) * sizeof *pairs);
    uint32_t count = 0;
    if (filter->kind < LOB_FILTER_LENGTH) {
        return lob_script_refuse(ctx, "a filter of polygons on a layer of edge pairs");
    }
    if (!pairs) {
        return lob_fail_memory(ctx);
    }
    for (uint32_t i = 0; i < a->count; i++) {
        if (either_suits(filter, &a->pairs[i])) {
            pairs[count++] = a->pairs[i];
        }
    }
    result->is_symmetric = a->is_symmetric;
    result->lacks_order = a->lacks_order;
    return lob_value_put_pairs(ctx, result, pairs, count);
}

/* The area or the perimeter of all polygons. */
static bool sum_of_polygons_suits(const lob_filter *filter, const lob_polygons *p) {
    lob_polygon_at at = {0};
    double sum = 0;
    while (lob_polygon_next(p, &at)) {
        sum += filter->kind == LOB_FILTER_AREA ? twice_area(p, at) / 2 : perimeter(p, at);
    }
    return is_within(filter, sum) != filter->is_inverse;
}

lob_status lob_op_filter(lob_ctx *ctx, lob_value *a, const lob_filter *filter, lob_value *result) {
    const lob_polygons *whole;
    lob_polygon_list list = {0};
    lob_polygon_at at = {0};
    if (a->kind == LOB_VALUE_EDGES) {
        return filter_edges(ctx, a, filter, result);
    }
    if (a->kind == LOB_VALUE_PAIRS) {
        return filter_pairs(ctx, a, filter, result);
    }
    if (a->kind != LOB_VALUE_REGION || filter->kind >= LOB_FILTER_LENGTH) {
        return lob_script_refuse(ctx, "a filter of edges on another layer");
    }
    LOB_TRY(lob_value_whole(ctx, a, &whole));
    const bool takes_all = filter->is_sum && sum_of_polygons_suits(filter, whole);
    while (lob_polygon_next(whole, &at)) {
        if (filter->is_sum ? takes_all : suits(filter, whole, at) != filter->is_inverse) {
            LOB_TRY(add_polygon(ctx, &list, whole, at));
        }
    }
    const lob_polygons all = lob_polygon_list_view(&list);
    return lob_value_put_raw(ctx, result, &all);
}

/* ---- shapes of polygons ---- */

static lob_status add_box(lob_ctx *ctx, lob_box64 b, lob_polygon_list *list) {
    const lob_point64 ring[4] = {{b.left, b.bottom}, {b.right, b.bottom}, {b.right, b.top}, {b.left, b.top}};
    return b.left < b.right && b.bottom < b.top ? lob_polygon_list_add(ctx, list, ring, 4, false) : LOB_OK;
}

static lob_status add_shape(lob_ctx *ctx, const lob_polygons *p, lob_polygon_at at, lob_shape_kind kind, int64_t dx,
                            int64_t dy, lob_polygon_list *list) {
    if (kind == LOB_SHAPE_HULLS) {
        at.count = 1;
        return add_polygon(ctx, list, p, at);
    }
    if (kind == LOB_SHAPE_HOLES) {
        for (uint32_t c = at.contour + 1; c < at.contour + at.count; c++) {
            const lob_contour *hole = &p->contours[c];
            LOB_TRY(lob_polygon_list_add(ctx, list, p->points + hole->first, hole->count, false));
        }
        return LOB_OK;
    }
    lob_box64 b = box_of(p, at);
    return add_box(ctx, (lob_box64){b.left - dx, b.bottom - dy, b.right + dx, b.top + dy}, list);
}

static lob_box64 with_edge(lob_box64 box, lob_edge64 e) {
    return lob_box64_add_point(lob_box64_add_point(box, e.from.x, e.from.y), e.to.x, e.to.y);
}

/* Boxes around merged edges, or around pairs. */
static lob_status extents_of_edges(lob_ctx *ctx, const lob_value *a, int64_t dx, int64_t dy, lob_value *result) {
    lob_polygon_list list = {0};
    lob_edge64 *edges = NULL;
    uint32_t count = a->count;
    LOB_TRY(a->kind == LOB_VALUE_EDGES ? lob_edges_merged(ctx, a, &edges, &count) : LOB_OK);
    for (uint32_t i = 0; i < count; i++) {
        lob_box64 b = with_edge(LOB_BOX64_EMPTY, edges ? edges[i] : a->pairs[i].first);
        b = edges ? b : with_edge(b, a->pairs[i].second);
        LOB_TRY(add_box(ctx, (lob_box64){b.left - dx, b.bottom - dy, b.right + dx, b.top + dy}, &list));
    }
    const lob_polygons all = lob_polygon_list_view(&list);
    return lob_value_put_raw(ctx, result, &all);
}

lob_status lob_op_shape(lob_ctx *ctx, lob_value *a, lob_shape_kind kind, int64_t dx, int64_t dy, lob_value *result) {
    const lob_polygons *whole;
    if (a->kind != LOB_VALUE_REGION) {
        return kind == LOB_SHAPE_EXTENTS ? extents_of_edges(ctx, a, dx, dy, result)
                                         : lob_script_refuse(ctx, "holes or hulls of other shapes than polygons");
    }
    lob_polygon_list list = {0};
    lob_polygon_at at = {0};
    LOB_TRY(lob_value_whole(ctx, a, &whole));
    while (lob_polygon_next(whole, &at)) {
        LOB_TRY(add_shape(ctx, whole, at, kind, dx, dy, &list));
    }
    const lob_polygons all = lob_polygon_list_view(&list);
    return lob_value_put_raw(ctx, result, &all);
}

static lob_status edges_of_region(lob_ctx *ctx, lob_value *a, lob_value *result) {
    const lob_polygons *whole;
    uint32_t count = 0;
    LOB_TRY(lob_value_whole(ctx, a, &whole));
    lob_edge64 *edges = lob_arena_alloc(ctx->arena, (whole->point_count + 1) * sizeof *edges);
    if (!edges) {
        return lob_fail_memory(ctx);
    }
    for (uint32_t c = 0; c < whole->contour_count; c++) {
        const lob_point64 *ring = whole->points + whole->contours[c].first;
        const uint32_t size = whole->contours[c].count;
        for (uint32_t i = 0; i < size; i++) {
            edges[count++] = (lob_edge64){ring[i + 1 == size ? 0 : i + 1], ring[i]};
        }
    }
    result->is_merged = a->has_parts && whole->points == a->parts.points; /* else an edge may be cut in two */
    return lob_value_put_edges(ctx, result, edges, count);
}

lob_status lob_op_edges(lob_ctx *ctx, lob_value *a, lob_edges_kind kind, lob_value *result) {
    uint32_t count = 0;
    if (a->kind == LOB_VALUE_REGION) {
        return edges_of_region(ctx, a, result);
    }
    if (kind != LOB_EDGES_ALL && a->lacks_order) {
        return lob_script_refuse(ctx, "the first or second edges of a check of one layer, which have no order");
    }
    lob_edge64 *edges = lob_arena_alloc(ctx->arena, (2 * (size_t)a->count + 1) * sizeof *edges);
    if (!edges) {
        return lob_fail_memory(ctx);
    }
    for (uint32_t i = 0; i < a->count; i++) {
        if (kind != LOB_EDGES_SECOND) {
            edges[count++] = a->pairs[i].first;
        }
        if (kind != LOB_EDGES_FIRST) {
            edges[count++] = a->pairs[i].second;
        }
    }
    return lob_value_put_edges(ctx, result, edges, count);
}

/* ---- pairs ---- */

static bool is_point(lob_edge64 e) {
    return e.from.x == e.to.x && e.from.y == e.to.y;
}

/* Halves away from zero. */
static lob_point64 on_grid(double x, double y) {
    return (lob_point64){(int64_t)round(x), (int64_t)round(y)};
}

/* Made longer at both ends and then shifted to its left; ends as points of the grid. A point runs to the right. In the
 * steps of KLayout, which round last. */
static void widen(lob_edge64 e, bool is_longer, int64_t more, lob_point64 out[2]) {
    double x1 = (double)e.from.x, y1 = (double)e.from.y, x2 = (double)e.to.x, y2 = (double)e.to.y;
    const double m = (double)more;
    for (int step = is_longer ? 0 : 1; step < 2; step++) {
        const double dx = x2 - x1, dy = y2 - y1, length = sqrt(dx * dx + dy * dy);
        const double ux = length > 0 ? dx * (m / length) : m, uy = length > 0 ? dy * (m / length) : 0;
        x1 -= step == 0 ? ux : uy;
        y1 -= step == 0 ? uy : -ux;
        x2 += step == 0 ? ux : -uy;
        y2 += step == 0 ? uy : ux;
    }
    out[0] = on_grid(x1, y1);
    out[1] = on_grid(x2, y2);
}

/* Two points span a line, one point a box. */
static void widen_pair(lob_edge_pair p, int64_t more, lob_point64 ring[4]) {
    const bool are_points = is_point(p.first) && is_point(p.second);
    const bool are_same = p.first.from.x == p.second.from.x && p.first.from.y == p.second.from.y;
    if (are_points && !are_same) {
        widen((lob_edge64){p.first.from, p.second.from}, false, more, ring);
        widen((lob_edge64){p.second.from, p.first.from}, false, more, ring + 2);
        return;
    }
    widen(p.first, are_points || !is_point(p.first), more, ring);
    widen(p.second, are_points || !is_point(p.second), more, ring + 2);
    if (are_points) {
        const lob_point64 at = p.first.from;
        ring[2] = (lob_point64){at.x + more, at.y - more};
        ring[3] = (lob_point64){at.x - more, at.y - more};
    }
}

lob_status lob_op_polygons(lob_ctx *ctx, const lob_value *a, int64_t more, lob_value *result) {
    lob_polygon_list list = {0};
    for (uint32_t i = 0; i < a->count; i++) {
        const lob_edge_pair p = lob_pair_normal(a->pairs[i]);
        lob_point64 ring[4] = {p.first.from, p.first.to, p.second.from, p.second.to};
        if (more != 0) {
            widen_pair(p, more, ring);
        }
        const uint32_t count = lob_ring_compress(ring, 4);
        LOB_TRY(count ? lob_polygon_list_add(ctx, &list, ring, count, false) : LOB_OK);
    }
    const lob_polygons all = lob_polygon_list_view(&list);
    return lob_value_put_raw(ctx, result, &all);
}

lob_status lob_op_ongrid(lob_ctx *ctx, lob_value *a, int64_t gx, int64_t gy, lob_value *result) {
    const lob_polygons *whole;
    uint32_t count = 0;
    LOB_TRY(lob_value_whole(ctx, a, &whole));
    lob_edge_pair *pairs = lob_arena_alloc(ctx->arena, (whole->point_count + 1) * sizeof *pairs);
    if (!pairs) {
        return lob_fail_memory(ctx);
    }
    for (uint32_t i = 0; i < whole->point_count && (gx > 0 || gy > 0); i++) {
        const lob_point64 p = whole->points[i];
        if (p.x % (gx > 1 ? gx : 1) != 0 || p.y % (gy > 1 ? gy : 1) != 0) {
            pairs[count++] = (lob_edge_pair){{p, p}, {p, p}};
        }
    }
    return lob_value_put_pairs(ctx, result, pairs, count);
}

/* Halves go up, as in KLayout. */
static int64_t snapped(int64_t value, int64_t grid) {
    return value < 0 ? -grid * ((-value + (grid - 1) / 2) / grid) : grid * ((value + grid / 2) / grid);
}

lob_status lob_op_snapped(lob_ctx *ctx, lob_value *a, int64_t gx, int64_t gy, lob_value *result) {
    const lob_polygons *whole;
    lob_polygon_list list = {0};
    lob_polygon_at at = {0};
    LOB_TRY(lob_value_whole(ctx, a, &whole));
    lob_point64 *ring = lob_arena_alloc(ctx->arena, ((size_t)whole->point_count + 1) * sizeof *ring);
    if (!ring) {
        return lob_fail_memory(ctx);
    }
    while (lob_polygon_next(whole, &at)) {
        bool has_hull = true;
        for (uint32_t c = at.contour; has_hull && c < at.contour + at.count; c++) {
            const lob_contour *contour = &whole->contours[c];
            for (uint32_t i = 0; i < contour->count; i++) {
                const lob_point64 p = whole->points[contour->first + i];
                ring[i] = (lob_point64){snapped(p.x, gx), snapped(p.y, gy)};
            }
            const uint32_t left = lob_ring_compress(ring, contour->count);
            has_hull = left > 0 || contour->is_hole;
            LOB_TRY(left ? lob_polygon_list_add(ctx, &list, ring, left, contour->is_hole) : LOB_OK);
        }
    }
    const lob_polygons all = lob_polygon_list_view(&list);
    return lob_value_put_raw(ctx, result, &all);
}

/* ---- sums ---- */

static void add_edge(lob_value_sums *sums, lob_edge64 e) {
    sums->box = lob_box64_add_point(lob_box64_add_point(sums->box, e.from.x, e.from.y), e.to.x, e.to.y);
}

lob_status lob_op_sums(lob_ctx *ctx, lob_value *a, lob_value_sums *sums) {
    const lob_polygons *whole;
    lob_polygon_at at = {0};
    *sums = (lob_value_sums){.box = LOB_BOX64_EMPTY};
    for (uint32_t i = 0; i < a->count && a->kind != LOB_VALUE_TEXTS; i++) {
        add_edge(sums, a->kind == LOB_VALUE_EDGES ? a->edges[i] : a->pairs[i].first);
        if (a->kind == LOB_VALUE_PAIRS) {
            add_edge(sums, a->pairs[i].second);
        }
    }
    sums->count = a->count;
    if (a->kind == LOB_VALUE_EDGES) {
        lob_edge64 *edges;
        uint32_t count;
        LOB_TRY(lob_edges_merged(ctx, a, &edges, &count));
        for (uint32_t i = 0; i < count; i++) {
            sums->length += floor(length_of(edges[i].from, edges[i].to) + 0.5);
        }
    }
    if (a->kind != LOB_VALUE_REGION) {
        return LOB_OK;
    }
    while (lob_polygon_next(&a->raw, &at)) {
        sums->count++;
    }
    LOB_TRY(lob_value_whole(ctx, a, &whole));
    for (at = (lob_polygon_at){0}; lob_polygon_next(whole, &at);) {
        sums->area2 += twice_area(whole, at);
        sums->length += perimeter(whole, at);
        sums->box = lob_box64_join(sums->box, box_of(whole, at));
    }
    return LOB_OK;
}
