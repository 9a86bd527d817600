/* A process window to look at: which doses print over focus, the latitude that a depth of focus leaves, and Bossung
 * curves (Bossung 1977: size over focus, a curve a dose) of the first gauges. */
#include <math.h>

#include "draw/chart.h"
#include "litho/process_window.h"

enum {
    WIDTH = 1200,
    MARGIN = 24,
    COLUMNS = 3,
    GAUGES_SHOWN = 6,
    BOUNDS_SHOWN = 64,
    CURVES_MOST = 9,
    TOP = 64,
    PLOT_HIGH = 260,
    PLOT_LOW = 190,
    GAP = 74
};

typedef struct plot {
    lob_chart_rect rect;
    double x_from, x_to, y_from, y_to; /* values at its sides; y upwards */
} plot;

typedef struct drawing {
    lob_chart chart;
    const lob_window_ask *ask;
    const lob_process_window *window;
} drawing;

static lob_pixel at(const plot *p, double x, double y) {
    const double u = (x - p->x_from) / (p->x_to - p->x_from), v = (y - p->y_from) / (p->y_to - p->y_from);
    return (lob_pixel){p->rect.left + u * (p->rect.right - p->rect.left),
                       p->rect.bottom - v * (p->rect.bottom - p->rect.top)};
}

/* A range of values with a little room around it. */
static void widen(double *from, double *to, double least) {
    const double room = fmax((*to - *from) * 0.08, least);
    *from -= room;
    *to += room;
}

static void frame(drawing *d, const plot *p, const char *title, const char *x_unit, const char *y_unit) {
    const lob_chart_type type = {.size = LOB_CHART_WORD, .color = LOB_CHART_INK, .room = p->rect.right - p->rect.left};
    lob_chart_frame(&d->chart, p->rect, 1, LOB_CHART_RULE);
    lob_chart_say(&d->chart, (lob_pixel){p->rect.left, p->rect.top - 10}, &type, "%s", title);
    lob_chart_axis_draw(&d->chart, &(lob_chart_axis){.start = p->rect.left,
                                                     .end = p->rect.right,
                                                     .across = p->rect.bottom,
                                                     .from = p->x_from,
                                                     .to = p->x_to,
                                                     .pitch = 70,
                                                     .unit = x_unit});
    lob_chart_axis_draw(&d->chart, &(lob_chart_axis){.is_vertical = true,
                                                     .start = p->rect.bottom,
                                                     .end = p->rect.top,
                                                     .across = p->rect.left,
                                                     .from = p->y_from,
                                                     .to = p->y_to,
                                                     .pitch = 44,
                                                     .unit = y_unit});
}

/* ---- doses over focus ---- */

static void fill_common(drawing *d, const plot *p) {
    for (uint32_t i = 0; i + 1 < d->ask->focus_count; i++) {
        const lob_dose_range a = d->window->common[i], b = d->window->common[i + 1];
        if (a.low <= a.high && b.low <= b.high) {
            const double x[2] = {d->ask->focuses_nm[i], d->ask->focuses_nm[i + 1]};
            const lob_pixel ring[4] = {at(p, x[0], a.low), at(p, x[1], b.low), at(p, x[1], b.high),
                                       at(p, x[0], a.high)};
            d->chart.status = d->chart.status == LOB_OK
                                  ? lob_marks_area(d->chart.ctx, d->chart.marks, ring, 4, LOB_LITHO_COLOR_INNER, 255)
                                  : d->chart.status;
        }
    }
}

/* The part of a segment that lies between the plot's lower and upper side. */
static void draw_segment(drawing *d, const plot *p, lob_pixel from, lob_pixel to, double width, uint32_t color) {
    const double sides[2] = {p->y_from, p->y_to}, rise = to.y - from.y;
    double t[2] = {0, 1};
    for (int k = 0; k < 2 && rise != 0; k++) {
        const double cut = (sides[k] - from.y) / rise;
        const bool enters = (rise > 0) == (k == 0);
        t[0] = enters ? fmax(t[0], cut) : t[0];
        t[1] = enters ? t[1] : fmin(t[1], cut);
    }
    if (t[0] < t[1] && (rise != 0 || (from.y >= p->y_from && from.y <= p->y_to))) {
        const double run = to.x - from.x;
        lob_chart_line(&d->chart, at(p, from.x + run * t[0], from.y + rise * t[0]),
                       at(p, from.x + run * t[1], from.y + rise * t[1]), width, color);
    }
}

static void draw_bounds(drawing *d, const plot *p) {
    const uint32_t focuses = d->ask->focus_count;
    for (uint32_t k = 0; k < d->ask->gauges.count && k < BOUNDS_SHOWN; k++) {
        const lob_dose_range *r = d->window->ranges + (size_t)k * focuses;
        for (uint32_t i = 0; i + 1 < focuses; i++) {
            if (r[i].low <= r[i].high && r[i + 1].low <= r[i + 1].high) {
                const double x[2] = {d->ask->focuses_nm[i], d->ask->focuses_nm[i + 1]};
                draw_segment(d, p, (lob_pixel){x[0], r[i].low}, (lob_pixel){x[1], r[i + 1].low}, 1, LOB_CHART_FAINT);
                draw_segment(d, p, (lob_pixel){x[0], r[i].high}, (lob_pixel){x[1], r[i + 1].high}, 1, LOB_CHART_FAINT);
            }
        }
    }
}

static void draw_best(drawing *d, const plot *p) {
    const lob_window_rectangle *best = &d->window->best;
    if (best->first > best->last) {
        return;
    }
    const lob_pixel a = at(p, d->ask->focuses_nm[best->first], best->doses.high);
    const lob_pixel b = at(p, d->ask->focuses_nm[best->last], best->doses.low);
    lob_chart_frame(&d->chart, (lob_chart_rect){a.x, a.y, b.x, b.y}, 2, LOB_LITHO_COLOR_BAND);
}

static void draw_doses(drawing *d, lob_chart_rect rect) {
    const lob_window_ask *ask = d->ask;
    plot p = {rect, ask->focuses_nm[0], ask->focuses_nm[ask->focus_count - 1], INFINITY, -INFINITY};
    for (size_t i = 0; i < (size_t)ask->gauges.count * ask->focus_count; i++) {
        const lob_dose_range r = d->window->ranges[i];
        p.y_from = r.low <= r.high ? fmin(p.y_from, r.low) : p.y_from;
        p.y_to = r.low <= r.high ? fmax(p.y_to, r.high) : p.y_to;
    }
    p.y_from = fmax(fmin(p.y_from, 1), 0.5);
    p.y_to = fmin(fmax(p.y_to, 1), 1.6);
    widen(&p.y_from, &p.y_to, 0.01);
    fill_common(d, &p);
    draw_bounds(d, &p);
    draw_best(d, &p);
    frame(d, &p, "Doses over focus: limits of each gauge, what all allow, the largest window", "nm", "");
}

/* ---- latitude over depth ---- */

static void draw_latitude(drawing *d, lob_chart_rect rect) {
    const lob_window_ask *ask = d->ask;
    plot p = {rect, 0, ask->focuses_nm[ask->focus_count - 1] - ask->focuses_nm[0], 0, 1};
    for (uint32_t i = 0; i < ask->focus_count; i++) {
        p.y_to = fmax(p.y_to, lob_exposure_latitude(d->window->common[i]));
    }
    p.y_to = lob_chart_round_above(p.y_to);
    for (uint32_t i = 0; i + 1 < ask->focus_count; i++) {
        const lob_window_rectangle *r = &d->window->curve[i];
        const lob_pixel here =
            at(&p, ask->focuses_nm[r->last] - ask->focuses_nm[r->first], lob_exposure_latitude(r->doses));
        lob_pixel last = here;
        if (i > 0) {
            const lob_window_rectangle *before = &d->window->curve[i - 1];
            last = at(&p, ask->focuses_nm[before->last] - ask->focuses_nm[before->first],
                      lob_exposure_latitude(before->doses));
        }
        lob_chart_line(&d->chart, last, here, 2, LOB_LITHO_COLOR_LINE);
        lob_chart_area(&d->chart, (lob_chart_rect){here.x - 3, here.y - 3, here.x + 3, here.y + 3},
                       LOB_LITHO_COLOR_LINE, 255);
    }
    frame(d, &p, "Exposure latitude for each depth of focus", "nm", "%");
}

/* ---- Bossung curves ---- */

static void draw_limits(drawing *d, const plot *p, const lob_cd_gauge *gauge) {
    const double by = gauge->kind == LOB_CD_EDGE ? d->ask->edge_within_nm : gauge->target_nm * d->ask->tolerance;
    const lob_pixel a = at(p, p->x_from, gauge->target_nm + by), b = at(p, p->x_to, gauge->target_nm - by);
    lob_chart_area(&d->chart, (lob_chart_rect){a.x, a.y, b.x, b.y}, LOB_LITHO_COLOR_TARGET, 255);
}

static void draw_curve(drawing *d, const plot *p, uint32_t k, uint32_t dose) {
    const lob_window_ask *ask = d->ask;
    const double *sizes = d->window->sizes + (size_t)k * ask->focus_count * ask->dose_count + dose;
    const bool is_one = fabs(ask->doses[dose] - 1) < 1e-9;
    const uint32_t color = is_one ? LOB_LITHO_COLOR_LINE : LOB_CHART_FAINT;
    for (uint32_t i = 0; i + 1 < ask->focus_count; i++) {
        const double a = sizes[(size_t)i * ask->dose_count], b = sizes[((size_t)i + 1) * ask->dose_count];
        if (isfinite(a) && isfinite(b)) {
            draw_segment(d, p, (lob_pixel){ask->focuses_nm[i], a}, (lob_pixel){ask->focuses_nm[i + 1], b},
                         is_one ? 2 : 1, color);
        }
    }
    const double end = sizes[(size_t)(ask->focus_count - 1) * ask->dose_count];
    if (end > p->y_from && end < p->y_to) {
        const lob_chart_type type = {.size = LOB_CHART_SMALL, .color = color};
        const lob_pixel place = at(p, p->x_to, end);
        char text[32];
        lob_chart_number(text, sizeof text, ask->doses[dose], 3);
        lob_chart_say(&d->chart, (lob_pixel){place.x + 4, place.y + 4}, &type, "%s", text);
    }
}

static void draw_gauge(drawing *d, uint32_t k, lob_chart_rect rect) {
    const lob_window_ask *ask = d->ask;
    const lob_cd_gauge *gauge = &ask->gauges.items[k];
    const lob_chart_type type = {.size = LOB_CHART_WORD, .color = LOB_CHART_INK, .room = rect.right - rect.left};
    const double by = gauge->kind == LOB_CD_EDGE ? 2 * ask->edge_within_nm : 3 * gauge->target_nm * ask->tolerance;
    plot p = {rect, ask->focuses_nm[0], ask->focuses_nm[ask->focus_count - 1], gauge->target_nm - by,
              gauge->target_nm + by};
    const uint32_t step = (ask->dose_count + CURVES_MOST - 1) / CURVES_MOST;
    draw_limits(d, &p, gauge);
    for (uint32_t i = 0; i < ask->dose_count; i++) {
        if (i % step == 0 || fabs(ask->doses[i] - 1) < 1e-9) {
            draw_curve(d, &p, k, i);
        }
    }
    frame(d, &p, "", "nm", "nm");
    lob_chart_word(&d->chart, (lob_pixel){rect.left, rect.top - 10}, &type, gauge->name);
}

/* ---- all of it ---- */

static lob_chart_rect place(unsigned columns, unsigned column, double top, double height) {
    const double width = (WIDTH - 2.0 * MARGIN) / columns, left = MARGIN + column * width;
    return (lob_chart_rect){left + 48, top, left + width - 36, top + height};
}

static void say_title(drawing *d) {
    const lob_window_ask *ask = d->ask;
    const lob_chart_type large = {.size = LOB_CHART_TITLE, .color = LOB_CHART_INK};
    const lob_window_rectangle *best = &d->window->best;
    if (best->first > best->last) {
        lob_chart_say(&d->chart, (lob_pixel){MARGIN, 28}, &large, "No dose prints every gauge within tolerance");
        return;
    }
    char depth[32], latitude[32];
    lob_chart_number(depth, sizeof depth, ask->focuses_nm[best->last] - ask->focuses_nm[best->first], 1);
    lob_chart_number(latitude, sizeof latitude, lob_exposure_latitude(best->doses), 1);
    lob_chart_say(&d->chart, (lob_pixel){MARGIN, 28}, &large,
                  "%u of %u gauges within tolerance at dose 1; largest window: %s nm of focus at %s %% of dose",
                  d->window->within_count, ask->gauges.count, depth, latitude);
}

lob_status lob_process_window_lay(lob_ctx *ctx, const lob_window_ask *ask, const lob_process_window *window,
                                  lob_litho_laid *laid) {
    drawing d = {.ask = ask, .window = window};
    const uint32_t shown = ask->gauges.count < GAUGES_SHOWN ? ask->gauges.count : GAUGES_SHOWN;
    const uint32_t rows = (shown + COLUMNS - 1) / COLUMNS;
    *laid = (lob_litho_laid){.width = WIDTH, .height = TOP + PLOT_HIGH + GAP + rows * (PLOT_LOW + GAP)};
    if (ask->focus_count < 2) {
        const lob_status status = lob_fail(ctx, LOB_E_INVALID_TARGET, "A curve needs several focuses");
        lob_hint(ctx, "Give a range of focuses, such as -80:80:20.");
        return status;
    }
    lob_marks_init(&laid->marks, ctx->arena);
    d.chart = lob_chart_begin(ctx, &laid->marks);
    say_title(&d);
    draw_doses(&d, place(2, 0, TOP, PLOT_HIGH));
    draw_latitude(&d, place(2, 1, TOP, PLOT_HIGH));
    for (uint32_t k = 0; k < shown; k++) {
        draw_gauge(&d, k,
                   place(COLUMNS, k % COLUMNS, TOP + PLOT_HIGH + GAP + k / COLUMNS * (PLOT_LOW + GAP), PLOT_LOW));
    }
    return d.chart.status;
}
