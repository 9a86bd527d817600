/* Planes and sets of pixels as a picture, lines over them. Invariant: every number here comes from the result by the
 * same arithmetic on every machine, so the bytes are the same.
 */
#include "draw/svg.h"
#include "litho/picture_impl.h"

#include <math.h>

enum { SIDE_GOAL = 1000, ZOOM_MAX = 64, MARGIN = 10, LEGEND_HEIGHT = 34, WIDTH_MIN = 760, ARROW_MIN = 10 };
enum { CONTOUR_STEPS = 16 }; /* of a pixel */

/* ---- where things lie ---- */

static uint32_t arrow_factor(double pixels_per_nm, double tolerance_nm) {
    static const uint32_t factors[] = {1, 2, 5, 10, 20, 50, 100};
    uint32_t i = 0;
    while (i + 1 < sizeof factors / sizeof factors[0] && tolerance_nm * pixels_per_nm * factors[i] < ARROW_MIN) {
        i++;
    }
    return factors[i];
}

lob_litho_view lob_litho_view_fit(const lob_litho_setup *setup, const lob_litho_result *result, lob_litho_view view,
                                  uint32_t side) {
    const uint32_t longer = view.columns > view.rows ? view.columns : view.rows;
    view.zoom = side / longer;
    view.block = 1;
    if (view.zoom == 0) {
        view.block = (longer + side - 1) / side;
    }
    view.zoom = view.zoom < 1 ? 1 : view.zoom > ZOOM_MAX ? ZOOM_MAX : view.zoom;
    view.plot_width = (view.columns + view.block - 1) / view.block * view.zoom;
    view.plot_height = (view.rows + view.block - 1) / view.block * view.zoom;
    view.arrow_factor =
        arrow_factor(view.zoom / (view.block * result->tiling.canvas.pixel_nm), setup->gauges.tolerance_nm);
    view.intensity_end = fmax(ceil(result->metrics.intensity_max * 10), 1) / 10;
    return view;
}

lob_litho_view lob_litho_view_of(const lob_litho_setup *setup, const lob_litho_result *result) {
    const lob_frame *canvas = &result->tiling.canvas;
    const lob_litho_view whole = {.columns = canvas->width, .rows = canvas->height, .top = MARGIN};
    lob_litho_view view = lob_litho_view_fit(setup, result, whole, SIDE_GOAL);
    const uint32_t width = view.plot_width + 2 * MARGIN;
    view.width = width > WIDTH_MIN ? width : WIDTH_MIN;
    view.left = (view.width - view.plot_width) / 2;
    view.height = MARGIN + view.plot_height + LEGEND_HEIGHT;
    return view;
}

/* ---- planes ---- */

typedef struct cut { /* the canvas pixels of a picture pixel, half-open */
    uint32_t left, right, bottom, top;
} cut;

static cut cut_of(const lob_litho_drawing *d, uint32_t x, uint32_t y) {
    const lob_litho_view *v = &d->view;
    const uint32_t ends[2] = {v->first_column + v->columns, v->first_row + v->rows};
    const uint32_t left = v->first_column + x / v->zoom * v->block;
    const uint32_t bottom = v->first_row + (v->plot_height - 1 - y) / v->zoom * v->block;
    const uint32_t right = left + v->block, top = bottom + v->block;
    return (cut){left, right < ends[0] ? right : ends[0], bottom, top < ends[1] ? top : ends[1]};
}

static double share_of(const lob_bits *bits, const cut *c) {
    uint32_t count = 0;
    for (uint32_t row = c->bottom; row < c->top; row++) {
        for (uint32_t column = c->left; column < c->right; column++) {
            count += lob_bits_at(bits, column, row);
        }
    }
    return (double)count / ((double)(c->right - c->left) * (c->top - c->bottom));
}

static double mean_of(const lob_plane *plane, const cut *c) {
    double sum = 0;
    for (uint32_t row = c->bottom; row < c->top; row++) {
        for (uint32_t column = c->left; column < c->right; column++) {
            sum += plane->values[(size_t)row * plane->frame.width + column];
        }
    }
    return sum / ((double)(c->right - c->left) * (c->top - c->bottom));
}

static uint32_t color_of(const lob_litho_drawing *d, const cut *c) {
    const lob_litho_result *result = d->result;
    if (d->kind == LOB_LITHO_PICTURE_AERIAL) {
        return lob_heat_color(mean_of(&result->aerial, c) / d->view.intensity_end);
    }
    if (d->kind == LOB_LITHO_PICTURE_BAND) {
        const double inner = share_of(&result->inner, c), outer = share_of(&result->outer, c);
        const uint32_t ground = lob_litho_mix(LOB_LITHO_COLOR_GROUND, LOB_LITHO_COLOR_BAND, outer);
        return lob_litho_mix(ground, LOB_LITHO_COLOR_INNER, inner);
    }
    return lob_litho_mix(LOB_LITHO_COLOR_GROUND, LOB_LITHO_COLOR_TARGET, share_of(&result->target, c));
}

static lob_status shade(lob_ctx *ctx, const lob_litho_drawing *d, lob_picture *plate) {
    for (uint32_t y = 0; y < d->view.plot_height; y++) {
        LOB_TRY(lob_poll(ctx));
        uint8_t *to = plate->rgba + (size_t)y * plate->width * 4;
        for (uint32_t x = 0; x < d->view.plot_width; x++, to += 4) {
            const cut c = cut_of(d, x, y);
            const uint32_t color = color_of(d, &c);
            to[0] = (uint8_t)(color >> 16);
            to[1] = (uint8_t)(color >> 8);
            to[2] = (uint8_t)color;
        }
    }
    return LOB_OK;
}

static lob_status put_plate(lob_ctx *ctx, lob_litho_drawing *d) {
    lob_picture *plate = &d->out->plates[d->out->plate_count];
    LOB_TRY(lob_picture_new(ctx, d->view.plot_width, d->view.plot_height, LOB_PICTURE_LIGHT, plate));
    d->out->plate_count++;
    LOB_TRY(shade(ctx, d, plate));
    const lob_mark mark = {.kind = LOB_MARK_IMAGE, .alpha = 255, .at = {d->view.left, d->view.top}, .image = plate};
    return lob_marks_add(ctx, &d->out->marks, &mark);
}

/* ---- lines ---- */

/* Of both points of an edge: on one and the same side of the canvas, where contours are closed but nothing ends. */
static bool is_cut(const lob_litho_drawing *d, lob_pixel a, lob_pixel b) {
    const lob_litho_view *v = &d->view;
    const double near = .75, left = v->left, top = v->top, right = left + v->plot_width, bottom = top + v->plot_height;
    return (a.x < left + near && b.x < left + near) || (a.x > right - near && b.x > right - near) ||
           (a.y < top + near && b.y < top + near) || (a.y > bottom - near && b.y > bottom - near);
}

/* The runs between edges that are cut, each a line; a contour without one is closed. */
static lob_status put_runs(lob_ctx *ctx, lob_litho_drawing *d, lob_pixel *points, uint32_t count, lob_mark mark) {
    uint32_t first = 0;
    while (first < count && !is_cut(d, points[first ? first - 1 : count - 1], points[first])) {
        first++;
    }
    mark.points = points;
    mark.count = count;
    mark.is_closed = first == count;
    if (mark.is_closed) {
        return lob_marks_add(ctx, &d->out->marks, &mark);
    }
    for (uint32_t i = 0; i < first; i++) {
        points[count + i] = points[i]; /* there is room for twice as many */
    }
    for (uint32_t from = first, to; from < first + count; from = to) {
        for (to = from + 1; to < first + count && !is_cut(d, points[to - 1], points[to]); to++) {
        }
        mark.points = points + from;
        mark.count = to - from;
        if (mark.count > 1) {
            LOB_TRY(lob_marks_add(ctx, &d->out->marks, &mark));
        }
    }
    return LOB_OK;
}

static lob_status draw_contours(lob_ctx *ctx, lob_litho_drawing *d, const lob_mask *mask, double width, uint32_t color,
                                double dash) {
    const lob_polygons *polygons = &mask->polygons;
    const lob_mark mark = {
        .kind = LOB_MARK_LINE, .color = color, .alpha = 255, .line_width = width, .dash_on = dash, .gap = dash};
    for (uint32_t c = 0; c < polygons->contour_count; c++) {
        const lob_contour *contour = &polygons->contours[c];
        lob_pixel *points = LOB_NEW_ARRAY(ctx->arena, lob_pixel, 2 * (size_t)contour->count);
        if (!points) {
            return lob_fail_memory(ctx);
        }
        for (uint32_t i = 0; i < contour->count; i++) {
            const lob_point64 *p = &polygons->points[contour->first + i];
            points[i] = lob_litho_place_of(d, (double)p->x * mask->unit_nm, (double)p->y * mask->unit_nm);
        }
        LOB_TRY(put_runs(ctx, d, points, contour->count, mark));
    }
    return LOB_OK;
}

/* The threshold's contour between pixels where the image is kept, else the printed pixels' border. */
static lob_status draw_print(lob_ctx *ctx, lob_litho_drawing *d, double width, uint32_t color) {
    const lob_litho_result *result = d->result;
    const double dose = d->setup->nominal.dose;
    const double level = d->setup->threshold / (d->setup->dose_meaning == LOB_DOSE_MASK ? dose * dose : dose);
    lob_mask contours;
    LOB_TRY(result->aerial.values ? lob_mask_of_plane(ctx, &result->aerial, (float)level,
                                                      d->setup->pixel_nm / CONTOUR_STEPS, 0, &contours)
                                  : lob_mask_of_bits(ctx, &result->nominal, &contours));
    return draw_contours(ctx, d, &contours, width, color, 0);
}

static lob_status draw_lines(lob_ctx *ctx, lob_litho_drawing *d, const lob_litho_input *input) {
    switch (d->kind) {
    case LOB_LITHO_PICTURE_AERIAL:
        return draw_print(ctx, d, 1.5, LOB_LITHO_COLOR_GROUND);
    case LOB_LITHO_PICTURE_CONTOURS:
        if (lob_litho_mask_differs(d)) {
            LOB_TRY(draw_contours(ctx, d, &input->mask, 1, LOB_LITHO_COLOR_INK, 4));
        }
        return draw_print(ctx, d, 2, LOB_LITHO_COLOR_LINE);
    case LOB_LITHO_PICTURE_BAND:
        return draw_contours(ctx, d, &input->target, 1, LOB_LITHO_COLOR_INK, 0);
    case LOB_LITHO_PICTURE_EPE:
    case LOB_LITHO_PICTURE_SHEET:
        break;
    }
    LOB_TRY(draw_print(ctx, d, 1, LOB_LITHO_COLOR_LINE));
    return lob_litho_draw_arrows(ctx, d);
}

/* What lines reached beyond the plot is covered before the words come. */
static lob_status cover_margin(lob_ctx *ctx, lob_litho_drawing *d) {
    const lob_litho_view *v = &d->view;
    const double left = v->left, top = v->top, right = left + v->plot_width, bottom = top + v->plot_height;
    const double boxes[4][4] = {{left - MARGIN, top - MARGIN, right + MARGIN, top},
                                {left - MARGIN, bottom, right + MARGIN, bottom + MARGIN},
                                {left - MARGIN, top, left, bottom},
                                {right, top, right + MARGIN, bottom}};
    for (int i = 0; i < 4; i++) {
        const double *b = boxes[i];
        const lob_pixel corners[] = {{b[0], b[1]}, {b[2], b[1]}, {b[2], b[3]}, {b[0], b[3]}};
        LOB_TRY(lob_marks_area(ctx, &d->out->marks, corners, 4, LOB_LITHO_COLOR_GROUND, 255));
    }
    return LOB_OK;
}

static lob_status draw_frame(lob_ctx *ctx, lob_litho_drawing *d) {
    const lob_litho_view *v = &d->view;
    const double left = v->left - .5, top = v->top - .5;
    const double right = left + v->plot_width + 1, bottom = top + v->plot_height + 1;
    const lob_pixel frame[] = {{left, top}, {right, top}, {right, bottom}, {left, bottom}};
    return lob_marks_line(ctx, &d->out->marks, frame, 4, true, 1, LOB_LITHO_COLOR_TARGET, 255);
}

lob_status lob_litho_lay_plot(lob_ctx *ctx, lob_litho_drawing *d, const lob_litho_input *input) {
    LOB_TRY(put_plate(ctx, d));
    LOB_TRY(draw_lines(ctx, d, input));
    LOB_TRY(cover_margin(ctx, d));
    return draw_frame(ctx, d);
}

lob_status lob_litho_lay_one(lob_ctx *ctx, lob_litho_drawing *d, const lob_litho_input *input) {
    if (d->kind == LOB_LITHO_PICTURE_AERIAL && !d->result->aerial.values) {
        lob_status status = lob_fail(ctx, LOB_E_INVALID_TARGET, "The aerial image of such a large canvas is not kept");
        lob_error_text(&ctx->error, "reason", LOB_STR("no_aerial_image"));
        lob_hint(ctx, "Ask for a smaller box, or for another kind of picture.");
        return status;
    }
    d->view = lob_litho_view_of(d->setup, d->result);
    d->right = d->out->width = d->view.width;
    d->out->height = d->view.height;
    LOB_TRY(lob_litho_lay_plot(ctx, d, input));
    return lob_litho_draw_legend(ctx, d);
}

void lob_litho_laid_release(lob_litho_laid *laid) {
    for (uint32_t i = 0; i < LOB_LITHO_PLATES_MAX; i++) {
        lob_picture_release(&laid->plates[i]);
    }
}

lob_status lob_litho_laid_draw(lob_ctx *ctx, const lob_litho_laid *laid, lob_picture *picture) {
    LOB_TRY(lob_picture_new(ctx, laid->width, laid->height, LOB_PICTURE_LIGHT, picture));
    const lob_status status = lob_marks_draw(ctx, &laid->marks, picture);
    if (status != LOB_OK) {
        lob_picture_release(picture);
    }
    return status;
}

lob_status lob_litho_laid_svg(lob_ctx *ctx, const lob_litho_laid *laid, lob_buf *svg) {
    const lob_scene paper = {.grid = {.sx = 1, .sy = 1, .width = laid->width, .height = laid->height},
                             .mode = LOB_PICTURE_LIGHT};
    lob_scene_info info;
    return lob_svg_make(ctx, NULL, &paper, NULL, &laid->marks, svg, &info);
}
