/* Arrows at the check points, and the lines below the plot that say what is what. */
#include "litho/picture_impl.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/num.h"
#include "draw/font.h"

enum {
    TEXT_SIZE = 13,
    ROW = 21,
    SWATCH = 14,
    GAP = 7,
    ITEM_GAP = 20,
    MAP_WIDTH = 120,
    BAR_MAX = 120,
    LABEL_SIZE = 160
};

/* ---- arrows ---- */

/* Of an error as a share of the tolerance, from -1, inwards, to 1. */
static uint32_t error_color(double share) {
    return lob_litho_mix(LOB_LITHO_COLOR_EVEN, share < 0 ? LOB_LITHO_COLOR_INSIDE : LOB_LITHO_COLOR_OUTSIDE,
                         fmin(fabs(share), 1));
}

static lob_status draw_dot(lob_ctx *ctx, lob_litho_drawing *d, lob_pixel at, uint32_t color) {
    const lob_pixel box[] = {
        {at.x - 1.5, at.y - 1.5}, {at.x + 1.5, at.y - 1.5}, {at.x + 1.5, at.y + 1.5}, {at.x - 1.5, at.y + 1.5}};
    return lob_marks_area(ctx, &d->out->marks, box, 4, color, 255);
}

/* Along an axis by `length` pixels, > 0, in the direction (x, y). */
static lob_status draw_arrow(lob_ctx *ctx, lob_litho_drawing *d, lob_pixel from, double x, double y, double length,
                             uint32_t color) {
    const double head = fmin(length, 6), half = head * .45;
    const lob_pixel tip = {from.x + x * length, from.y + y * length};
    const lob_pixel neck = {tip.x - x * head, tip.y - y * head};
    const lob_pixel shaft[] = {from, neck};
    const lob_pixel triangle[] = {tip, {neck.x - y * half, neck.y + x * half}, {neck.x + y * half, neck.y - x * half}};
    LOB_TRY(lob_marks_line(ctx, &d->out->marks, shaft, 2, false, 1.5, color, 255));
    return lob_marks_area(ctx, &d->out->marks, triangle, 3, color, 255);
}

lob_status lob_litho_draw_arrows(lob_ctx *ctx, lob_litho_drawing *d) {
    const double scale = (double)d->view.zoom / d->view.block / d->setup->pixel_nm * d->view.arrow_factor;
    for (int violated = 0; violated < 2; violated++) { /* what matters lies on top */
        for (uint32_t i = 0; i < d->result->gauge_count; i++) {
            const lob_gauge *gauge = &d->result->gauges[i];
            if (gauge->is_violated != (violated == 1)) {
                continue;
            }
            const uint32_t color =
                violated ? LOB_LITHO_COLOR_VIOLATED : error_color(gauge->error_nm / d->setup->gauges.tolerance_nm);
            const lob_pixel at = lob_litho_place_of(d, gauge->x_nm, gauge->y_nm);
            const double length = fabs(gauge->error_nm) * scale, sign = gauge->error_nm < 0 ? -1 : 1;
            LOB_TRY(draw_dot(ctx, d, at, color));
            if (length >= 2) {
                LOB_TRY(draw_arrow(ctx, d, at, sign * gauge->normal_x, -sign * gauge->normal_y, length, color));
            }
        }
    }
    return LOB_OK;
}

/* ---- the line below ---- */

typedef struct legend {
    lob_ctx *ctx;
    lob_litho_drawing *d;
    double left, x, top; /* of the line; where the next item begins; upper edge of swatches */
} legend;

static double width_of(const char *words) {
    return lob_text_width(lob_str_from(words), TEXT_SIZE);
}

/* Begins another row where an item of that width does not fit. */
static void make_room(legend *l, double width) {
    if (l->d->has_rows && l->x > l->left && l->x + width > l->d->right) {
        l->x = l->left;
        l->top += ROW;
    }
}

/* A number with at most so many decimals. */
static const char *shown(char text[LOB_NUM_TEXT_SIZE], double value, int decimals) {
    const double power = decimals == 0 ? 1 : decimals == 1 ? 10 : decimals == 2 ? 100 : 1000;
    text[lob_num_print(text, round(value * power) / power)] = '\0';
    return text;
}

static lob_status put_words(legend *l, const char *words) {
    const lob_mark mark = {.kind = LOB_MARK_TEXT,
                           .color = LOB_LITHO_COLOR_INK,
                           .alpha = 255,
                           .text = lob_str_from(words),
                           .at = {l->x, l->top + SWATCH - 3},
                           .anchor = LOB_TEXT_START,
                           .size = TEXT_SIZE};
    l->x += lob_text_width(mark.text, TEXT_SIZE) + ITEM_GAP;
    return lob_marks_add(l->ctx, &l->d->out->marks, &mark);
}

static lob_status put_box(legend *l, double width, uint32_t color) {
    const lob_pixel box[] = {
        {l->x, l->top}, {l->x + width, l->top}, {l->x + width, l->top + SWATCH}, {l->x, l->top + SWATCH}};
    l->x += width;
    return lob_marks_area(l->ctx, &l->d->out->marks, box, 4, color, 255);
}

static lob_status put_area(legend *l, uint32_t color, const char *words) {
    make_room(l, SWATCH + GAP + width_of(words));
    LOB_TRY(put_box(l, SWATCH, color));
    l->x += GAP;
    return put_words(l, words);
}

static lob_status put_line(legend *l, uint32_t color, double width, double dash, const char *words) {
    make_room(l, 2 * SWATCH + GAP + width_of(words));
    const lob_pixel points[] = {{l->x, l->top + SWATCH / 2.0}, {l->x + 2 * SWATCH, l->top + SWATCH / 2.0}};
    const lob_mark mark = {.kind = LOB_MARK_LINE,
                           .color = color,
                           .alpha = 255,
                           .points = points,
                           .count = 2,
                           .line_width = width,
                           .dash_on = dash,
                           .gap = dash};
    l->x += 2 * SWATCH + GAP;
    LOB_TRY(lob_marks_add(l->ctx, &l->d->out->marks, &mark));
    return put_words(l, words);
}

static lob_status put_map(legend *l) {
    char end[LOB_NUM_TEXT_SIZE], threshold[LOB_NUM_TEXT_SIZE], words[LABEL_SIZE];
    const lob_litho_drawing *d = l->d;
    LOB_TRY(put_words(l, "intensity (open frame 1): 0"));
    l->x -= ITEM_GAP - GAP;
    const double left = l->x;
    for (int i = 0; i < MAP_WIDTH; i++) {
        LOB_TRY(put_box(l, 1, lob_heat_color((i + .5) / MAP_WIDTH)));
    }
    const double at = left + MAP_WIDTH * fmin(d->setup->threshold / d->view.intensity_end, 1);
    const lob_pixel tick[] = {{at, l->top}, {at, l->top + SWATCH}};
    LOB_TRY(lob_marks_line(l->ctx, &l->d->out->marks, tick, 2, false, 1.5, LOB_LITHO_COLOR_GROUND, 255));
    l->x += GAP;
    LOB_TRY(put_words(l, shown(end, d->view.intensity_end, 1)));
    snprintf(words, sizeof words, "white: threshold %s", shown(threshold, d->setup->threshold, 3));
    make_room(l, width_of(words));
    return put_words(l, words);
}

static lob_status put_contours(legend *l) {
    char words[LABEL_SIZE], threshold[LOB_NUM_TEXT_SIZE];
    LOB_TRY(put_area(l, LOB_LITHO_COLOR_TARGET, "target"));
    if (lob_litho_mask_differs(l->d)) {
        LOB_TRY(put_line(l, LOB_LITHO_COLOR_INK, 1, 4, "mask"));
    }
    snprintf(words, sizeof words, "print at threshold %s; L2 %llu px", shown(threshold, l->d->setup->threshold, 3),
             (unsigned long long)l->d->result->metrics.l2_pixels);
    return put_line(l, LOB_LITHO_COLOR_LINE, 2, 0, words);
}

static lob_status put_band(legend *l) {
    char words[LABEL_SIZE], mean[LOB_NUM_TEXT_SIZE], most[LOB_NUM_TEXT_SIZE];
    const lob_litho_metrics *metrics = &l->d->result->metrics;
    LOB_TRY(put_area(l, LOB_LITHO_COLOR_INNER, "at all corners"));
    snprintf(words, sizeof words, "PV band: %llu px, mean %s nm, most %s nm", (unsigned long long)metrics->band_pixels,
             shown(mean, metrics->band.mean_nm, 2), shown(most, metrics->band.max_nm, 2));
    LOB_TRY(put_area(l, LOB_LITHO_COLOR_BAND, words));
    return put_line(l, LOB_LITHO_COLOR_INK, 1, 0, "target");
}

/* The colours of errors within the tolerance, and as how long an arrow it is drawn. */
static lob_status put_error_scale(legend *l) {
    char words[LABEL_SIZE], tolerance[LOB_NUM_TEXT_SIZE];
    lob_litho_drawing *d = l->d;
    shown(tolerance, d->setup->gauges.tolerance_nm, 2);
    const double length =
        d->setup->gauges.tolerance_nm * d->view.zoom / d->view.block / d->setup->pixel_nm * d->view.arrow_factor;
    snprintf(words, sizeof words, "inwards -%s", tolerance);
    make_room(l, width_of(words) + MAP_WIDTH + 2 * GAP + width_of("+100 nm outwards"));
    LOB_TRY(put_words(l, words));
    l->x -= ITEM_GAP - GAP;
    for (int i = 0; i < MAP_WIDTH; i++) {
        LOB_TRY(put_box(l, 1, error_color((i + .5) / MAP_WIDTH * 2 - 1)));
    }
    l->x += GAP;
    snprintf(words, sizeof words, "+%s nm outwards", tolerance);
    LOB_TRY(put_words(l, words));
    if (length > BAR_MAX) {
        return LOB_OK; /* arrows so long need no example */
    }
    snprintf(words, sizeof words, d->view.arrow_factor > 1 ? "%s nm (drawn x %u)" : "%s nm", tolerance,
             d->view.arrow_factor);
    make_room(l, length + GAP + width_of(words));
    const lob_pixel at = {l->x, l->top + SWATCH / 2.0};
    LOB_TRY(draw_arrow(l->ctx, d, at, 1, 0, length, LOB_LITHO_COLOR_OUTSIDE));
    l->x += length + GAP;
    return put_words(l, words);
}

static lob_status put_errors(legend *l) {
    char words[LABEL_SIZE], tolerance[LOB_NUM_TEXT_SIZE];
    lob_litho_drawing *d = l->d;
    LOB_TRY(put_area(l, LOB_LITHO_COLOR_TARGET, "target"));
    LOB_TRY(put_line(l, LOB_LITHO_COLOR_LINE, 1, 0, "print"));
    snprintf(words, sizeof words, "EPE beyond %s nm: %u of %u", shown(tolerance, d->setup->gauges.tolerance_nm, 2),
             d->result->metrics.gauge_violations, d->result->gauge_count);
    LOB_TRY(put_area(l, LOB_LITHO_COLOR_VIOLATED, words));
    return put_error_scale(l);
}

/* At the right end: the longest of 1, 2, 5 ... that fits. */
static lob_status put_scale(legend *l) {
    const lob_litho_view *v = &l->d->view;
    const double pixels_per_nm = (double)v->zoom / v->block / l->d->setup->pixel_nm;
    double length_nm = 1e-3, next = length_nm;
    char words[LABEL_SIZE], number[LOB_NUM_TEXT_SIZE];
    for (int step = 0; next * pixels_per_nm <= BAR_MAX; step++) {
        length_nm = next;
        next = step % 3 == 1 ? next / 2 * 5 : next * 2;
    }
    const bool is_um = length_nm >= 1000;
    snprintf(words, sizeof words, "%s %s", shown(number, is_um ? length_nm / 1000 : length_nm, 3), is_um ? "um" : "nm");
    const double length = length_nm * pixels_per_nm;
    make_room(l, length + 2 * GAP + width_of(words));
    const double right = l->d->right - GAP - width_of(words);
    const double left = right - GAP - length, y = l->top + SWATCH / 2.0;
    const lob_pixel bar[] = {{left, y - 4},    {left, y + 4},        {left, y},
                             {right - GAP, y}, {right - GAP, y + 4}, {right - GAP, y - 4}};
    if (left < l->x) {
        return LOB_OK; /* no room */
    }
    LOB_TRY(lob_marks_line(l->ctx, &l->d->out->marks, bar, 6, false, 1.5, LOB_LITHO_COLOR_INK, 255));
    l->x = right;
    return put_words(l, words);
}

lob_status lob_litho_draw_legend(lob_ctx *ctx, lob_litho_drawing *d) {
    static lob_status (*const puts_[])(legend * l) = {[LOB_LITHO_PICTURE_AERIAL] = put_map,
                                                      [LOB_LITHO_PICTURE_CONTOURS] = put_contours,
                                                      [LOB_LITHO_PICTURE_BAND] = put_band,
                                                      [LOB_LITHO_PICTURE_EPE] = put_errors};
    legend l = {.ctx = ctx, .d = d, .top = d->view.top + d->view.plot_height + 10};
    l.left = l.x = d->has_rows ? d->view.left : 10;
    LOB_TRY(puts_[d->kind](&l));
    return put_scale(&l);
}

/* share 0: a, 1: b. */
uint32_t lob_litho_mix(uint32_t a, uint32_t b, double share) {
    uint32_t color = 0;
    for (int shift = 16; shift >= 0; shift -= 8) {
        const double from = a >> shift & 255, to = b >> shift & 255;
        color = color << 8 | (uint32_t)lround(from + (to - from) * share);
    }
    return color;
}

lob_pixel lob_litho_place_of(const lob_litho_drawing *d, double x_nm, double y_nm) {
    const lob_frame *canvas = &d->result->tiling.canvas;
    const double step = (double)d->view.zoom / d->view.block;
    return (lob_pixel){d->view.left + (x_nm / canvas->pixel_nm - (double)canvas->column - d->view.first_column) * step,
                       d->view.top + d->view.plot_height -
                           (y_nm / canvas->pixel_nm - (double)canvas->row - d->view.first_row) * step};
}

bool lob_litho_mask_differs(const lob_litho_drawing *d) {
    return lob_bits_differ(&d->result->mask, &d->result->target) != 0;
}
