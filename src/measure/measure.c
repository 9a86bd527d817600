/* See measure.h. A mode is a row of a table: how many targets it takes and the function that measures. */
#include "measure/measure.h"

#include <math.h>
#include <string.h>

#include "geom/distance.h"
#include "geom/region.h"
#include "geom/round.h"
#include "measure/waveguide.h"

static const double pi = 3.14159265358979323846;
/* A vertex drawn on the grid is off by at most half a diagonal of it. */
static const double vertex_error = 0.70710678118654752;

typedef lob_status measure_fn(lob_ctx *ctx, const lob_figure *a, const lob_figure *b, lob_measure *m);

/* ---- errors and parts of answers ---- */

static lob_status refuse(lob_ctx *ctx, const char *reason, const char *message, const char *hint) {
    lob_status status = lob_fail(ctx, LOB_E_INVALID_TARGET, "%s", message);
    lob_error_text(&ctx->error, "reason", lob_str_from(reason));
    lob_hint(ctx, "%s", hint);
    return status;
}

static lob_status need_area(lob_ctx *ctx, const lob_figure *f, unsigned target, lob_measure *m) {
    m->at_fault = target;
    if (f->kind == LOB_KIND_TEXT) {
        return refuse(ctx, "kind", "The target is a point; this mode measures boxes, paths and polygons",
                      "Use the id of a box, path or polygon, or use label_distance or port_spacing; trace_waveguide "
                      "measures the guide that begins at a port.");
    }
    return LOB_OK;
}

static lob_status need_text(lob_ctx *ctx, const lob_figure *f, unsigned target, lob_measure *m) {
    m->at_fault = target;
    if (f->kind != LOB_KIND_TEXT) {
        return refuse(ctx, "kind", "The target is not a point; this mode measures labels and ports",
                      "Use the id of a text or port, or label:TEXT; use edge_gap between figures.");
    }
    return LOB_OK;
}

static void set_points(lob_measure *m, lob_vec2 a, lob_vec2 b) {
    m->points[0] = a;
    m->points[1] = b;
    m->point_count = 2;
}

static void set_value(lob_measure *m, double value) {
    m->value = value;
    m->rounded = lob_round(floor(value + 0.5));
    m->is_whole = value == (double)m->rounded;
}

static void set_offset(lob_measure *m) {
    m->has_offset = true;
    m->dx = m->points[1].x - m->points[0].x;
    m->dy = m->points[1].y - m->points[0].y;
    double angle = atan2(m->dy, m->dx) * 180 / pi;
    m->angle_deg = angle < 0 ? angle + 360 : angle;
}

/* ---- distances ---- */

static __int128 dot(lob_point64 a, lob_point64 b, lob_point64 c) {
    return (__int128)(b.x - a.x) * (c.x - b.x) + (__int128)(b.y - a.y) * (c.y - b.y);
}

static bool is_line(lob_point64 a, lob_point64 b, lob_point64 c) {
    return (__int128)(b.x - a.x) * (c.y - b.y) == (__int128)(b.y - a.y) * (c.x - b.x);
}

/* b adds no area: the outline comes to it and goes straight back, or stays. */
static bool is_spike(lob_point64 a, lob_point64 b, lob_point64 c) {
    return is_line(a, b, c) && dot(a, b, c) <= 0;
}

/* Spikes draw nothing, so no distance is measured to them. Those that others leave behind go as well; what joins the
 * ends is looked at last. Fewer than three points left: the figure has no area, and is measured as the line it is. */
static uint32_t drop_spikes(const lob_point64 *ring, uint32_t count, lob_point64 *out) {
    uint32_t n = 0, first = 0;
    for (uint32_t i = 0; i < count; i++) {
        out[n++] = ring[i];
        while (n > 2 && is_spike(out[n - 3], out[n - 2], out[n - 1])) {
            out[n - 2] = out[n - 1];
            n--;
        }
    }
    while (n - first > 2) {
        if (is_spike(out[n - 2], out[n - 1], out[first])) {
            n--;
        } else if (is_spike(out[n - 1], out[first], out[first + 1])) {
            first++;
        } else {
            break;
        }
    }
    memmove(out, out + first, (n - first) * sizeof *out);
    return n - first;
}

static lob_status trace_of(lob_ctx *ctx, const lob_figure *f, lob_trace *trace) {
    *trace = (lob_trace){f->ring, f->ring_count, true, f->kind != LOB_KIND_TEXT};
    if (f->ring_count < 3) {
        return LOB_OK;
    }
    lob_point64 *points = LOB_NEW_ARRAY(ctx->arena, lob_point64, f->ring_count);
    if (!points) {
        return lob_fail_memory(ctx);
    }
    uint32_t count = drop_spikes(f->ring, f->ring_count, points);
    if (count >= 3) {
        trace->points = points;
        trace->count = count;
    }
    return LOB_OK;
}

static lob_vec2 spot_in_dbu(const lob_spot *s, int64_t scale) {
    return (lob_vec2){((double)s->at.x + s->fx) / (double)scale, ((double)s->at.y + s->fy) / (double)scale};
}

/* Of traces whose coordinates were multiplied by `scale`. */
static lob_status set_distance(lob_ctx *ctx, const lob_trace *a, const lob_trace *b, int64_t scale, lob_measure *m) {
    lob_distance d;
    LOB_TRY(lob_distance_find(ctx, a, b, 0, &d));
    const lob_u128 finer = (lob_u128)scale * (lob_u128)scale;
    d.d2.den *= finer;
    m->value = lob_ratio_root(&d.d2, &m->rounded, &m->is_whole);
    m->has_overlap = true;
    m->is_overlapping = d.relation != LOB_RELATION_APART;
    set_points(m, spot_in_dbu(&d.spots[0], scale), spot_in_dbu(&d.spots[1], scale));
    return LOB_OK;
}

static lob_status figure_distance(lob_ctx *ctx, const lob_figure *a, const lob_figure *b, lob_measure *m) {
    lob_trace s, t;
    LOB_TRY(trace_of(ctx, a, &s));
    LOB_TRY(trace_of(ctx, b, &t));
    return set_distance(ctx, &s, &t, 1, m);
}

static lob_status edge_gap(lob_ctx *ctx, const lob_figure *a, const lob_figure *b, lob_measure *m) {
    LOB_TRY(need_area(ctx, a, 0, m));
    LOB_TRY(need_area(ctx, b, 1, m));
    LOB_TRY(figure_distance(ctx, a, b, m));
    m->method = "exact_edge_distance";
    return LOB_OK;
}

static lob_status label_distance(lob_ctx *ctx, const lob_figure *a, const lob_figure *b, lob_measure *m) {
    if (a->kind != LOB_KIND_TEXT) {
        LOB_TRY(need_text(ctx, b, 1, m));
    } else if (b->kind == LOB_KIND_TEXT) {
        m->at_fault = 1;
        return refuse(ctx, "kind", "Both targets are points; label_distance is from a text to a figure",
                      "Use port_spacing between texts and ports, or use a box, path or polygon for one of them.");
    }
    LOB_TRY(figure_distance(ctx, a, b, m));
    set_offset(m);
    m->method = "exact_point_to_edge_distance";
    return LOB_OK;
}

static lob_status port_spacing(lob_ctx *ctx, const lob_figure *a, const lob_figure *b, lob_measure *m) {
    LOB_TRY(need_text(ctx, a, 0, m));
    LOB_TRY(need_text(ctx, b, 1, m));
    LOB_TRY(figure_distance(ctx, a, b, m));
    m->has_overlap = false;
    set_offset(m);
    m->method = "exact_point_distance";
    return LOB_OK;
}

/* ---- centre lines ---- */

static bool has_line(const lob_centre *c) {
    return c->source != LOB_CENTRE_NONE && c->source != LOB_CENTRE_POINT;
}

/* A centre line as a trace on a finer grid. */
static lob_status scaled_line(lob_ctx *ctx, const lob_guide *guide, int64_t scale, lob_trace *trace) {
    lob_point64 *points = LOB_NEW_ARRAY(ctx->arena, lob_point64, guide->count);
    if (!points) {
        return lob_fail_memory(ctx);
    }
    for (uint32_t i = 0; i < guide->count; i++) {
        points[i].x = (int64_t)floor(guide->points[i].at.x * (double)scale + 0.5);
        points[i].y = (int64_t)floor(guide->points[i].at.y * (double)scale + 0.5);
    }
    *trace = (lob_trace){.points = points, .count = guide->count, .is_closed = guide->is_closed};
    return LOB_OK;
}

/* Stored lines lie on the grid, those of rectangles on halves of it; medial lines anywhere. */
static int64_t scale_of(const lob_centre *c) {
    return c->source == LOB_CENTRE_STORED ? 1 : c->source == LOB_CENTRE_RECTANGLE ? 2 : 1024;
}

static bool is_within(lob_box64 box, int64_t most) {
    return box.left >= -most && box.bottom >= -most && box.right <= most && box.top <= most;
}

static lob_point64 twice_centre(lob_box64 box) {
    return (lob_point64){box.left + box.right, box.bottom + box.top};
}

static lob_status centre_to_centre(lob_ctx *ctx, const lob_figure *a, const lob_figure *b, lob_measure *m) {
    lob_point64 p = twice_centre(a->box), q = twice_centre(b->box);
    LOB_TRY(set_distance(ctx, &(lob_trace){.points = &p, .count = 1}, &(lob_trace){.points = &q, .count = 1}, 2, m));
    m->has_overlap = false;
    m->method = "bbox_center_distance";
    return LOB_OK;
}

static lob_status centerline_distance(lob_ctx *ctx, const lob_figure *a, const lob_figure *b, lob_measure *m) {
    LOB_TRY(need_area(ctx, a, 0, m));
    LOB_TRY(need_area(ctx, b, 1, m));
    lob_centre s, t;
    LOB_TRY(lob_centre_find(ctx, a, &s));
    LOB_TRY(lob_centre_find(ctx, b, &t));
    if (!has_line(&s) || !has_line(&t)) {
        return centre_to_centre(ctx, a, b, m);
    }
    int64_t scale = scale_of(&s) > scale_of(&t) ? scale_of(&s) : scale_of(&t);
    bool is_exact = scale < 1024;
    /* A fine grid leaves room below 2^52; further out medial lines are rounded to halves. */
    if (scale > 2 && !(is_within(a->box, INT64_C(1) << 40) && is_within(b->box, INT64_C(1) << 40))) {
        scale = 2;
    }
    lob_trace lines[2];
    LOB_TRY(scaled_line(ctx, &s.guide, scale, &lines[0]));
    LOB_TRY(scaled_line(ctx, &t.guide, scale, &lines[1]));
    LOB_TRY(set_distance(ctx, &lines[0], &lines[1], scale, m));
    m->has_overlap = false;
    m->method = is_exact ? "exact_centerline_distance" : "medial_centerline_distance";
    unsigned medial = (s.source == LOB_CENTRE_MEDIAL ? 1U : 0) + (t.source == LOB_CENTRE_MEDIAL ? 1U : 0);
    m->uncertainty = is_exact ? 0 : medial * vertex_error + 2 * vertex_error / (double)scale;
    return LOB_OK;
}

static lob_status need_centre(lob_ctx *ctx, const lob_figure *f, lob_centre *c, lob_measure *m) {
    LOB_TRY(need_area(ctx, f, 0, m));
    if (f->kind != LOB_KIND_PATH && (f->box.left == f->box.right || f->box.bottom == f->box.top)) {
        return refuse(ctx, "no_area", "The target has no area: it is a line or a point",
                      "Use a figure with area; edge_gap also measures to figures without area.");
    }
    LOB_TRY(lob_centre_find(ctx, f, c));
    if (c->source == LOB_CENTRE_NONE) {
        return lob_centre_refuse(
            ctx, c, "The target is neither a path nor a figure drawn along a line",
            "This mode measures paths, rectangles that are not squares, and polygons with two long sides; edge_gap "
            "measures between figures, and query_region with include_points shows the outline.");
    }
    return LOB_OK;
}

/* Straight across the middle of the first segment. */
static void set_across(lob_measure *m, const lob_guide *g, double width) {
    lob_vec2 a = g->points[0].at, b = g->points[1].at;
    double length = hypot(b.x - a.x, b.y - a.y);
    if (length > 0) {
        double nx = -(b.y - a.y) / length * width / 2, ny = (b.x - a.x) / length * width / 2;
        lob_vec2 middle = {(a.x + b.x) / 2, (a.y + b.y) / 2};
        set_points(m, (lob_vec2){middle.x - nx, middle.y - ny}, (lob_vec2){middle.x + nx, middle.y + ny});
    }
}

static lob_status path_width(lob_ctx *ctx, const lob_figure *a, const lob_figure *b, lob_measure *m) {
    (void)b;
    lob_centre c;
    LOB_TRY(need_centre(ctx, a, &c, m));
    bool is_medial = c.source == LOB_CENTRE_MEDIAL;
    set_value(m, a->kind == LOB_KIND_PATH ? a->width : c.guide.width_median);
    if (fabs(m->value - (double)m->rounded) < 1e-6) { /* what doubles leave of a whole number */
        set_value(m, (double)m->rounded);
    }
    m->method = a->kind == LOB_KIND_PATH ? "stored_path_width"
                : is_medial              ? "medial_width_median"
                                         : "rectangle_shorter_side";
    m->has_span = is_medial;
    m->least = c.guide.width_min;
    m->greatest = c.guide.width_max;
    m->least_at = c.guide.width_min_at;
    m->greatest_at = c.guide.width_max_at;
    m->span_uncertainty = c.guide.extreme_error;
    m->uncertainty = is_medial ? c.guide.width_error : 0;
    if (has_line(&c) && !is_medial) {
        set_across(m, &c.guide, m->value);
    }
    return lob_guide_warnings(ctx, a, &c, NULL, &m->warnings);
}

static lob_status segment_length(lob_ctx *ctx, const lob_figure *a, const lob_figure *b, lob_measure *m) {
    (void)b;
    lob_centre c;
    lob_bends bends;
    lob_radius radius;
    LOB_TRY(need_centre(ctx, a, &c, m));
    if (c.source == LOB_CENTRE_MEDIAL) {
        LOB_TRY(lob_centre_radius(ctx, &c, &bends, &radius));
    }
    set_value(m, lob_centre_length(&c, &bends, &m->uncertainty));
    if (m->value > (double)LOB_COORD_MAX) {
        lob_status status = lob_fail(ctx, LOB_E_QUERY_TOO_LARGE, "The length is beyond 2^53 database units");
        lob_error_text(&ctx->error, "reason", LOB_STR("length"));
        lob_hint(ctx,
                 "An answer holds whole numbers up to 2^53 exactly; measure the shape in the cell that stores it.");
        return status;
    }
    m->is_whole = c.source == LOB_CENTRE_MEDIAL ? m->is_whole : c.is_length_whole;
    m->method = c.source == LOB_CENTRE_MEDIAL ? "fitted_medial_line_length"
                : a->kind == LOB_KIND_PATH    ? "stored_line_length"
                                              : "rectangle_longer_side";
    if (has_line(&c) && !c.guide.is_closed) {
        set_points(m, c.guide.points[0].at, c.guide.points[c.guide.count - 1].at);
    }
    return lob_guide_warnings(ctx, a, &c, c.source == LOB_CENTRE_MEDIAL ? &radius : NULL, &m->warnings);
}

static lob_status bend_radius(lob_ctx *ctx, const lob_figure *a, const lob_figure *b, lob_measure *m) {
    (void)b;
    lob_centre c;
    lob_radius r;
    LOB_TRY(need_centre(ctx, a, &c, m));
    LOB_TRY(lob_centre_radius(ctx, &c, NULL, &r));
    if (r.source == LOB_RADIUS_NONE) {
        return refuse(ctx, "straight", "The target is straight; it has no bend",
                      "analyze_waveguide describes straight paths, with a radius of null.");
    }
    if (r.source == LOB_RADIUS_UNDETERMINED) {
        return refuse(ctx, "undetermined", "The target bends, but its vertices do not determine the radius",
                      "analyze_waveguide lists the bends, with the radius that each stays above where that is known.");
    }
    set_value(m, r.value);
    m->uncertainty = r.source == LOB_RADIUS_ARC_FIT ? r.error : -1;
    m->method = lob_radius_method(r.source);
    m->points[0] = r.at[0];
    m->points[1] = r.at[1];
    m->point_count = r.source == LOB_RADIUS_ARC_FIT ? 1 : 2;
    return lob_guide_warnings(ctx, a, &c, &r, &m->warnings);
}

/* ---- shared area ---- */

static lob_box64 join(const lob_figure *a, const lob_figure *b) {
    return lob_box64_join(a->box, b->box);
}

static lob_status add_moved(lob_ctx *ctx, lob_region *region, int operand, const lob_figure *f, lob_point64 origin) {
    lob_point64 *moved = LOB_NEW_ARRAY(ctx->arena, lob_point64, f->ring_count);
    if (!moved) {
        return lob_fail_memory(ctx);
    }
    for (uint32_t i = 0; i < f->ring_count; i++) {
        moved[i] = (lob_point64){f->ring[i].x - origin.x, f->ring[i].y - origin.y};
    }
    return lob_region_add(ctx, region, operand, moved, f->ring_count);
}

/* As fine as the range of the booleans allows; the figures lie at the origin for that. */
static int64_t area_scale(lob_box64 box) {
    int64_t width = box.right - box.left, height = box.top - box.bottom;
    int64_t most = width > height ? width : height, scale = 1024;
    while (scale > 1 && most > LOB_REGION_COORD_MAX / scale) {
        scale /= 2;
    }
    return scale;
}

static lob_status overlap(lob_ctx *ctx, const lob_figure *a, const lob_figure *b, lob_measure *m) {
    LOB_TRY(need_area(ctx, a, 0, m));
    LOB_TRY(need_area(ctx, b, 1, m));
    lob_box64 box = join(a, b);
    int64_t scale = area_scale(box);
    lob_point64 origin = {box.left, box.bottom};
    lob_region *region;
    lob_region_measures areas;
    LOB_TRY(lob_region_new(ctx, scale, &region));
    LOB_TRY(add_moved(ctx, region, 0, a, origin));
    LOB_TRY(add_moved(ctx, region, 1, b, origin));
    LOB_TRY(lob_region_measure(ctx, region, LOB_REGION_AND, &areas));
    __int128 unit = (__int128)2 * scale * scale;
    if (areas.area2 / unit > LOB_COORD_MAX) {
        lob_status status = lob_fail(ctx, LOB_E_QUERY_TOO_LARGE, "The shared area is beyond 2^53 square units");
        lob_error_text(&ctx->error, "reason", LOB_STR("area"));
        lob_hint(ctx, "An answer holds whole numbers up to 2^53 exactly; measure smaller figures.");
        return status;
    }
    m->rounded = (int64_t)((areas.area2 + unit / 2) / unit);
    m->is_whole = areas.area2 % unit == 0;
    m->value = (double)(int64_t)(areas.area2 / unit) + (double)(areas.area2 % unit) / (double)unit;
    m->has_overlap = true;
    m->is_overlapping = areas.area2 > 0;
    m->method = areas.crossings_rounded ? "intersection_area_on_fine_grid" : "exact_intersection_area";
    m->uncertainty = areas.area_error;
    return LOB_OK;
}

static const struct {
    unsigned target_count;
    measure_fn *measure;
} modes[LOB_MEASURE_MODE_COUNT] = {
    [LOB_MEASURE_PATH_WIDTH] = {1, path_width},
    [LOB_MEASURE_SEGMENT_LENGTH] = {1, segment_length},
    [LOB_MEASURE_CENTERLINE_DISTANCE] = {2, centerline_distance},
    [LOB_MEASURE_EDGE_GAP] = {2, edge_gap},
    [LOB_MEASURE_BEND_RADIUS] = {1, bend_radius},
    [LOB_MEASURE_OVERLAP] = {2, overlap},
    [LOB_MEASURE_LABEL_DISTANCE] = {2, label_distance},
    [LOB_MEASURE_PORT_SPACING] = {2, port_spacing},
};

unsigned lob_measure_target_count(lob_measure_mode mode) {
    return modes[mode].target_count;
}

lob_status lob_measure_figures(lob_ctx *ctx, lob_measure_mode mode, const lob_figure *a, const lob_figure *b,
                               lob_measure *measure) {
    *measure = (lob_measure){.method = ""};
    return modes[mode].measure(ctx, a, b, measure);
}
