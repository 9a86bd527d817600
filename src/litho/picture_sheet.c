/* Sheets: the pictures of an evaluation side by side, each under a line that says what it is, and two of them again
 * where most is to be seen, enlarged until a band of 2 nm is eight pixels wide. Enlarged ones are pixels in an SVG too.
 */
#include <math.h>
#include <stdio.h>

#include "base/num.h"
#include "draw/chart.h"
#include "litho/picture_impl.h"

enum { PAD = 20, PANEL_MIN = 440, PANEL_MAX = 640, HEAD = 62, CAPTION = 26, FOOT = 82, COLUMNS = 3 };
enum { BAND_REACH_NM = 12, CLOSE_PX_PER_NM = 4, CLOSE_COLUMNS_MIN = 8, SAMPLES_MAX = 20000 };

typedef struct panel {
    lob_litho_picture_kind kind;
    const lob_litho_result *result;
    const lob_litho_input *input;
    bool is_close, has_frame; /* enlarged; the place of that which is */
    const char *caption;
} panel;

typedef struct sheet {
    lob_ctx *ctx;
    const lob_litho_setup *setup;
    lob_litho_laid *out;
    lob_chart chart;
    uint32_t panel; /* pixels: the width of each */
    double top, row_height;
} sheet;

/* ---- where to look closer ---- */

typedef struct spot { /* a pixel of the canvas */
    uint32_t column, row;
} spot;

/* Of the pixels of the band (of very many each so manieth) the one with the most of them around it; of equal ones the
 * first from the lower left. */
static spot widest_band(const lob_litho_result *r) {
    const lob_frame *canvas = &r->tiling.canvas;
    const uint32_t reach = (uint32_t)fmax(1, ceil(BAND_REACH_NM / canvas->pixel_nm));
    spot best = {canvas->width / 2, canvas->height / 2};
    const uint64_t step = r->metrics.band_pixels / SAMPLES_MAX + 1;
    uint64_t seen = 0;
    uint32_t most = 0;
    for (uint32_t row = 0; row < canvas->height; row++) {
        for (uint32_t column = 0; column < canvas->width; column++) {
            if (!lob_bits_at(&r->outer, column, row) || lob_bits_at(&r->inner, column, row) || seen++ % step != 0) {
                continue;
            }
            uint32_t count = 0;
            for (uint32_t j = row > reach ? row - reach : 0; j <= row + reach && j < canvas->height; j++) {
                for (uint32_t i = column > reach ? column - reach : 0; i <= column + reach && i < canvas->width; i++) {
                    count += lob_bits_at(&r->outer, i, j) && !lob_bits_at(&r->inner, i, j);
                }
            }
            if (count > most) {
                most = count;
                best = (spot){column, row};
            }
        }
    }
    return best;
}

static spot largest_error(const lob_litho_result *r) {
    const lob_frame *canvas = &r->tiling.canvas;
    spot best = {canvas->width / 2, canvas->height / 2};
    double largest = -1;
    for (uint32_t i = 0; i < r->gauge_count; i++) {
        const lob_gauge *g = &r->gauges[i];
        const double column = g->x_nm / canvas->pixel_nm - (double)canvas->column;
        const double row = g->y_nm / canvas->pixel_nm - (double)canvas->row;
        if (fabs(g->error_nm) > largest && column >= 0 && row >= 0 && column < canvas->width && row < canvas->height) {
            largest = fabs(g->error_nm);
            best = (spot){(uint32_t)column, (uint32_t)row};
        }
    }
    return best;
}

/* So many pixels of the canvas around it that they fill a panel at the zoom that is wanted. */
static lob_litho_view close_view(const sheet *s, const panel *p) {
    const lob_frame *canvas = &p->result->tiling.canvas;
    const spot at = p->kind == LOB_LITHO_PICTURE_BAND ? widest_band(p->result) : largest_error(p->result);
    const double wanted = fmax(CLOSE_COLUMNS_MIN, s->panel / (CLOSE_PX_PER_NM * canvas->pixel_nm));
    const uint32_t side = (uint32_t)fmin(wanted, canvas->width < canvas->height ? canvas->width : canvas->height);
    lob_litho_view view = {.columns = side, .rows = side};
    view.first_column = at.column > side / 2 ? at.column - side / 2 : 0;
    view.first_row = at.row > side / 2 ? at.row - side / 2 : 0;
    view.first_column = view.first_column + side > canvas->width ? canvas->width - side : view.first_column;
    view.first_row = view.first_row + side > canvas->height ? canvas->height - side : view.first_row;
    return lob_litho_view_fit(s->setup, p->result, view, s->panel);
}

/* ---- one of them ---- */

/* As pixels: lines end at the border by themselves. */
static lob_status put_close(sheet *s, const panel *p, lob_litho_drawing *d, double left, double top) {
    lob_litho_laid own = {.width = d->view.plot_width, .height = d->view.plot_height};
    lob_picture *plate = &s->out->plates[s->out->plate_count];
    lob_litho_drawing close = *d;
    close.out = &own;
    lob_marks_init(&own.marks, s->ctx->arena);
    lob_status status = lob_litho_lay_plot(s->ctx, &close, p->input);
    status = status == LOB_OK ? lob_litho_laid_draw(s->ctx, &own, plate) : status;
    lob_litho_laid_release(&own);
    LOB_TRY(status);
    s->out->plate_count++;
    *d = close;
    d->out = s->out;
    lob_chart_image(&s->chart, (lob_pixel){left, top}, plate);
    lob_chart_frame(&s->chart,
                    (lob_chart_rect){left - 0.5, top - 0.5, left + plate->width + 0.5, top + plate->height + 0.5}, 1,
                    LOB_LITHO_COLOR_INK);
    return s->chart.status;
}

/* Of what another panel enlarges, in the whole. */
static lob_status put_close_frame(sheet *s, const panel *p, const lob_litho_drawing *d) {
    const lob_litho_view v = close_view(s, p), *whole = &d->view;
    const double step = (double)whole->zoom / whole->block, bottom = whole->top + (double)whole->plot_height;
    lob_chart_frame(&s->chart,
                    (lob_chart_rect){whole->left + v.first_column * step, bottom - (v.first_row + v.rows) * step,
                                     whole->left + (v.first_column + v.columns) * step, bottom - v.first_row * step},
                    1, LOB_LITHO_COLOR_INK);
    return s->chart.status;
}

static lob_status put_panel(sheet *s, const panel *p, int column) {
    const lob_frame *canvas = &p->result->tiling.canvas;
    const double left = PAD + column * (s->panel + PAD), top = s->top + CAPTION;
    const lob_chart_type caption = {.size = 13, .color = LOB_CHART_INK, .room = s->panel};
    const lob_litho_view whole = {.columns = canvas->width, .rows = canvas->height};
    lob_litho_drawing d = {.setup = s->setup,
                           .result = p->result,
                           .kind = p->kind,
                           .out = s->out,
                           .right = left + s->panel,
                           .has_rows = true};
    if (p->is_close) {
        d.view = close_view(s, p);
        LOB_TRY(put_close(s, p, &d, left, top));
        d.view.left = (uint32_t)left;
        d.view.top = (uint32_t)top;
    } else {
        d.view = lob_litho_view_fit(s->setup, p->result, whole, PANEL_MAX);
        d.view.left = (uint32_t)left;
        d.view.top = (uint32_t)top;
        LOB_TRY(lob_litho_lay_plot(s->ctx, &d, p->input));
        LOB_TRY(p->has_frame ? put_close_frame(s, p, &d) : LOB_OK);
    }
    lob_chart_say(&s->chart, (lob_pixel){left, top - 8}, &caption, "%s", p->caption);
    LOB_TRY(s->chart.status);
    s->row_height = fmax(s->row_height, CAPTION + d.view.plot_height + FOOT);
    return lob_litho_draw_legend(s->ctx, &d);
}

/* ---- all ---- */

static void begin(sheet *s, const lob_litho_result *result, const char *title) {
    const lob_frame *canvas = &result->tiling.canvas;
    const lob_chart_type large = {.size = LOB_CHART_TITLE, .color = LOB_CHART_INK};
    const lob_chart_type under = {.size = LOB_CHART_WORD, .color = LOB_CHART_FAINT};
    char width[LOB_NUM_TEXT_SIZE], height[LOB_NUM_TEXT_SIZE], pixel[LOB_NUM_TEXT_SIZE], threshold[LOB_NUM_TEXT_SIZE];
    lob_chart_number(width, sizeof width, canvas->width * canvas->pixel_nm, 3);
    lob_chart_number(height, sizeof height, canvas->height * canvas->pixel_nm, 3);
    lob_chart_number(pixel, sizeof pixel, canvas->pixel_nm, 4);
    lob_chart_number(threshold, sizeof threshold, s->setup->threshold, 4);
    s->chart = lob_chart_begin(s->ctx, &s->out->marks);
    lob_chart_say(&s->chart, (lob_pixel){PAD, 28}, &large, "%s", title);
    lob_chart_say(&s->chart, (lob_pixel){PAD, 48}, &under,
                  "%s x %s nm in pixels of %s nm; resist prints where the intensity is above %s", width, height, pixel,
                  threshold);
    const lob_litho_view whole = {.columns = canvas->width, .rows = canvas->height};
    s->panel = lob_litho_view_fit(s->setup, result, whole, PANEL_MAX).plot_width;
    s->panel = s->panel < PANEL_MIN ? PANEL_MIN : s->panel;
    s->top = HEAD;
}

static lob_status put_panels(sheet *s, const panel *panels, int count) {
    for (int i = 0; i < count; i++) {
        if (i > 0 && i % COLUMNS == 0) {
            s->top += s->row_height;
            s->row_height = 0;
        }
        LOB_TRY(put_panel(s, &panels[i], i % COLUMNS));
    }
    s->out->width = PAD + COLUMNS * (s->panel + PAD);
    s->out->height = (uint32_t)(s->top + s->row_height);
    return s->chart.status;
}

static lob_status lay_sheet(lob_ctx *ctx, const lob_litho_setup *setup, const lob_litho_input *input,
                            const lob_litho_result *result, lob_litho_laid *laid) {
    sheet s = {.ctx = ctx, .setup = setup, .out = laid};
    const panel panels[] = {
        {LOB_LITHO_PICTURE_AERIAL, result, input, false, false, "Aerial image: the light intensity at the wafer"},
        {LOB_LITHO_PICTURE_CONTOURS, result, input, false, false, "Contours: what prints at the nominal corner"},
        {LOB_LITHO_PICTURE_EPE, result, input, false, true, "EPE: from the edges of the target to those of the print"},
        {LOB_LITHO_PICTURE_BAND, result, input, false, true, "PV band: what prints at some corners but not at all"},
        {LOB_LITHO_PICTURE_BAND, result, input, true, false, "PV band, enlarged where most of it is"},
        {LOB_LITHO_PICTURE_EPE, result, input, true, false, "EPE, enlarged where it is largest"},
    };
    const int first = result->aerial.values ? 0 : 1;
    begin(&s, result, "What the mask prints");
    LOB_TRY(s.chart.status);
    return put_panels(&s, panels + first, (int)(sizeof panels / sizeof panels[0]) - first);
}

lob_status lob_litho_lay(lob_ctx *ctx, const lob_litho_setup *setup, const lob_litho_input *input,
                         const lob_litho_result *result, lob_litho_picture_kind kind, lob_litho_laid *laid) {
    lob_litho_drawing d = {.setup = setup, .result = result, .kind = kind, .out = laid};
    *laid = (lob_litho_laid){0};
    lob_marks_init(&laid->marks, ctx->arena);
    const lob_status status = kind == LOB_LITHO_PICTURE_SHEET ? lay_sheet(ctx, setup, input, result, laid)
                                                              : lob_litho_lay_one(ctx, &d, input);
    if (status != LOB_OK) {
        lob_litho_laid_release(laid);
    }
    return status;
}

lob_status lob_litho_lay_both(lob_ctx *ctx, const lob_litho_setup *setup, const lob_litho_input inputs[2],
                              const lob_litho_result *const results[2], lob_litho_laid *laid) {
    sheet s = {.ctx = ctx, .setup = setup, .out = laid};
    const panel panels[] = {
        {LOB_LITHO_PICTURE_CONTOURS, results[0], &inputs[0], false, false, "Before: contours"},
        {LOB_LITHO_PICTURE_BAND, results[0], &inputs[0], false, false, "Before: PV band"},
        {LOB_LITHO_PICTURE_EPE, results[0], &inputs[0], false, false, "Before: EPE"},
        {LOB_LITHO_PICTURE_CONTOURS, results[1], &inputs[1], false, false, "After: contours"},
        {LOB_LITHO_PICTURE_BAND, results[1], &inputs[1], false, false, "After: PV band"},
        {LOB_LITHO_PICTURE_EPE, results[1], &inputs[1], false, false, "After: EPE"},
    };
    *laid = (lob_litho_laid){0};
    lob_marks_init(&laid->marks, ctx->arena);
    begin(&s, results[1], "What the mask prints, before and after");
    lob_status status = s.chart.status;
    status = status == LOB_OK ? put_panels(&s, panels, (int)(sizeof panels / sizeof panels[0])) : status;
    if (status != LOB_OK) {
        lob_litho_laid_release(laid);
    }
    return status;
}
