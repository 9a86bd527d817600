/* Check points of edge placement: where they are, and what they find; the rule is in metrics.h.
 *
 * Points are found along the axis that an edge is nearest to, from its lower end on, so they do not depend on which way
 * a contour runs. A measurement is a walk over pixels along the other axis.
 */
#include <math.h>

#include "litho/metrics_impl.h"

lob_gauge_rule lob_gauge_rule_usual(void) {
    return (lob_gauge_rule){.interval_nm = 40, .edge_min_nm = 80, .start_nm = 40, .tolerance_nm = 15, .reach_nm = 100};
}

/* Lengths differ by rounding alone when they are nearer than this. */
static const double nearly = 1e-6;

enum { GAUGES_MAX = 1 << 24 };

/* ---- places ---- */

typedef struct edge {
    double x, y, ux, uy; /* nm: its lower end, and the direction of length 1 from there */
    double length;
    lob_gauge like; /* normal and cosine */
} edge;

/* The inside is on the left of from -> to. */
static edge edge_of(lob_point64 from, lob_point64 to, double unit_nm) {
    double dx = (double)(to.x - from.x), dy = (double)(to.y - from.y), length = hypot(dx, dy);
    bool is_level = fabs(dx) >= fabs(dy), is_turned = is_level ? dx < 0 : dy < 0;
    lob_point64 low = is_turned ? to : from;
    double sign = is_turned ? -1 : 1;
    edge e = {.x = (double)low.x * unit_nm,
              .y = (double)low.y * unit_nm,
              .ux = sign * dx / length,
              .uy = sign * dy / length,
              .length = length * unit_nm};
    e.like.normal_x = is_level ? 0 : dy > 0 ? 1 : -1;
    e.like.normal_y = !is_level ? 0 : dx > 0 ? -1 : 1;
    e.like.cosine = fmax(fabs(e.ux), fabs(e.uy));
    return e;
}

/* `gauges` NULL: counts. */
static void put(const edge *e, double along, lob_gauge *gauges, uint32_t *count) {
    if (gauges) {
        gauges[*count] = e->like;
        gauges[*count].x_nm = e->x + e->ux * along;
        gauges[*count].y_nm = e->y + e->uy * along;
    }
    ++*count;
}

/* From the lower end up to the middle, then those counted from the upper end; all in order. */
static void place(const edge *e, const lob_gauge_rule *rule, lob_gauge *gauges, uint32_t *count) {
    double middle = e->length / 2, steps = floor((middle - rule->start_nm + nearly) / rule->interval_nm);
    if (e->length <= rule->edge_min_nm + nearly) {
        put(e, middle, gauges, count);
        return;
    }
    if (!(steps < GAUGES_MAX)) {
        *count = GAUGES_MAX + 1;
        return;
    }
    for (double k = 0; k <= steps; k++) {
        put(e, rule->start_nm + k * rule->interval_nm, gauges, count);
    }
    for (double k = steps; k >= 0; k--) {
        double along = e->length - rule->start_nm - k * rule->interval_nm;
        if (along > middle + nearly) {
            put(e, along, gauges, count);
        }
    }
}

static uint32_t place_all(const lob_mask *target, const lob_gauge_rule *rule, lob_gauge *gauges) {
    const lob_polygons *polygons = &target->polygons;
    uint32_t count = 0;
    for (uint32_t i = 0; i < polygons->contour_count; i++) {
        const lob_contour *c = &polygons->contours[i];
        const lob_point64 *points = polygons->points + c->first;
        for (uint32_t k = 0; k < c->count && count <= GAUGES_MAX; k++) {
            const edge e = edge_of(points[k], points[k + 1 < c->count ? k + 1 : 0], target->unit_nm);
            place(&e, rule, gauges, &count);
        }
    }
    return count;
}

lob_status lob_gauges_place(lob_ctx *ctx, const lob_mask *target, const lob_gauge_rule *rule, lob_gauge **gauges,
                            uint32_t *count) {
    *count = place_all(target, rule, NULL);
    if (*count > GAUGES_MAX) {
        lob_status status = lob_fail(ctx, LOB_E_QUERY_TOO_LARGE, "The target has too many check points");
        lob_hint(ctx, "Use a larger interval or a smaller window.");
        lob_error_text(&ctx->error, "reason", LOB_STR("check_points"));
        lob_error_integer(&ctx->error, "limit", GAUGES_MAX);
        return status;
    }
    *gauges = LOB_NEW_ARRAY(ctx->arena, lob_gauge, *count);
    if (!*gauges) {
        return lob_fail_memory(ctx);
    }
    place_all(target, rule, *gauges);
    return LOB_OK;
}

/* ---- measurements ---- */

typedef struct scan { /* pixels along the normal of a check point */
    const lob_bits *printed;
    bool is_row;
    double other; /* the row, or the column */
} scan;

/* In pixels of the frame; what is meant to be a border between two is one. */
static double place_in(double nm, double pixel_nm, int64_t origin) {
    double at = nm / pixel_nm, whole = nearbyint(at);
    return (fabs(at - whole) < nearly ? whole : at) - (double)origin;
}

/* Beyond the frame nothing is printed. */
static bool prints(const scan *s, double at) {
    double column = s->is_row ? at : s->other, row = s->is_row ? s->other : at;
    const lob_frame *frame = &s->printed->frame;
    return column >= 0 && row >= 0 && column < frame->width && row < frame->height &&
           lob_bits_at(s->printed, (uint32_t)column, (uint32_t)row);
}

static void measure(const lob_bits *printed, const lob_gauge_rule *rule, lob_gauge *g) {
    const lob_frame *frame = &printed->frame;
    double x = place_in(g->x_nm, frame->pixel_nm, frame->column), y = place_in(g->y_nm, frame->pixel_nm, frame->row);
    const scan s = {printed, g->normal_x != 0, floor(g->normal_x ? y : x)};
    double at = s.is_row ? x : y, way = g->normal_x + g->normal_y;
    double reach = rule->reach_nm / frame->pixel_nm + nearly;
    double pixel = way > 0 ? ceil(at) - 1 : floor(at); /* that holds the point, or the one inside of it */
    bool is_printed = prints(&s, pixel);
    double error; /* to the outer side of the outermost pixel that prints, in pixels */
    for (;; pixel += is_printed ? way : -way) {
        error = way > 0 ? pixel + 1 - at : at - pixel;
        g->is_found = is_printed ? !prints(&s, pixel + way) : prints(&s, pixel);
        if (g->is_found || fabs(error) > reach) {
            break;
        }
    }
    g->is_found = g->is_found && fabs(error) <= reach;
    g->error_nm = g->is_found ? error * frame->pixel_nm * g->cosine : is_printed ? rule->reach_nm : -rule->reach_nm;
    g->is_violated = !g->is_found || fabs(g->error_nm) > rule->tolerance_nm + nearly;
    double off = way * floor(rule->tolerance_nm / frame->pixel_nm + nearly);
    g->contest_violations = (uint8_t)(!prints(&s, floor(at) - off) + prints(&s, floor(at) + off));
}

void lob_gauges_measure(const lob_bits *printed, const lob_gauge_rule *rule, lob_gauge *gauges, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        measure(printed, rule, &gauges[i]);
    }
}
