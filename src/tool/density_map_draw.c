/* See density_map_draw.h.
 *
 * A tile is drawn where it is nearer than its neighbours: tiles that overlap share what they have in common. Where
 * tiles are narrower than a pixel, the densest of them is shown. The scale begins at 0 and ends at a round value above
 * the densest tile. */
#include "tool/density_map_draw.h"

#include <stdio.h>

#include "base/limits.h"
#include "draw/chart.h"
#include "draw/font.h"
#include "draw/heat.h"
#include "tool/send_picture.h"

enum {
    PLOT_WIDTH = 800,
    PLOT_HEIGHT = 600,
    PLOT_MIN = 120,
    LEFT = 70,
    TOP = 64,
    RIGHT = 130,
    BOTTOM = 48,
    NAMES_SHOWN = 4,
    TITLE_SIZE = 400,
    BAR = 18
};

typedef struct mapping {
    lob_call *call;
    const lob_windows *x, *y;
    double dbu;
    lob_density_map_response *response;
    lob_chart chart;
    lob_chart_rect plot;
    double sx, sy; /* pixels a database unit */
    double high;   /* the end of the scale */
    bool is_stretched;
} mapping;

/* In tenths of the round value above, as many as the densest tile needs. */
static double end_of_scale(double density) {
    const double step = lob_chart_round_above(density) / 10;
    return density > 0 ? fmin(1, ceil(density / step - 1e-9) * step) : 1;
}

static void take_sizes(mapping *m) {
    const double w = (double)(m->x->to - m->x->from), h = (double)(m->y->to - m->y->from);
    const double scale = fmin(PLOT_WIDTH / w, PLOT_HEIGHT / h);
    const double width = fmax(PLOT_MIN, round(w * scale)), height = fmax(PLOT_MIN, round(h * scale));
    m->plot = (lob_chart_rect){LEFT, TOP, LEFT + width, TOP + height};
    m->sx = width / w;
    m->sy = height / h;
    m->is_stretched = fmax(m->sx / m->sy, m->sy / m->sx) > 1.05;
    m->high = end_of_scale(m->response->max.density);
}

/* Where tile i begins, from the low side, i = count: where the last one ends. */
static double border(const lob_windows *w, uint32_t i) {
    if (i == 0) {
        return (double)w->from;
    }
    if (i == w->count) {
        return (double)w->to;
    }
    return ((double)lob_windows_high(w, i - 1) + (double)lob_windows_low(w, i)) / 2;
}

/* ---- tiles ---- */

static lob_chart_rect tile_rect(const mapping *m, uint32_t column, uint32_t row) {
    const double left = (border(m->x, column) - (double)m->x->from) * m->sx;
    const double right = (border(m->x, column + 1) - (double)m->x->from) * m->sx;
    const double low = (border(m->y, row) - (double)m->y->from) * m->sy;
    const double high = (border(m->y, row + 1) - (double)m->y->from) * m->sy;
    return (lob_chart_rect){m->plot.left + floor(left + 0.5), m->plot.bottom - floor(high + 0.5),
                            m->plot.left + floor(right + 0.5), m->plot.bottom - floor(low + 0.5)};
}

static double density_at(const mapping *m, uint32_t column, uint32_t row) {
    return m->response->densities.items[row].items[column];
}

static void draw_tiles(mapping *m) {
    const lob_chart_rect first = tile_rect(m, 0, 0);
    const bool has_numbers = first.right - first.left >= lob_text_width(LOB_STR("99.9"), LOB_CHART_SMALL) + 6 &&
                             first.bottom - first.top >= 15;
    for (uint32_t row = 0; row < m->y->count; row++) {
        for (uint32_t column = 0; column < m->x->count; column++) {
            const lob_chart_rect r = tile_rect(m, column, row);
            const double density = density_at(m, column, row);
            const uint32_t color = lob_heat_color(density / m->high);
            char text[16];
            lob_chart_area(&m->chart, r, color, 255);
            const lob_str word = {text, lob_chart_number(text, sizeof text, density * 100, 1)};
            if (has_numbers) {
                const lob_chart_type type = {
                    .size = LOB_CHART_SMALL, .color = lob_color_on(color), .anchor = LOB_TEXT_MIDDLE};
                const lob_pixel at = {(r.left + r.right) / 2, (r.top + r.bottom) / 2 + LOB_CHART_SMALL * 0.36};
                lob_chart_word(&m->chart, at, &type, word);
            }
        }
    }
}

/* The densest of the tiles that a pixel meets; each tile takes at least one. */
static lob_status shade_tiles(mapping *m, lob_picture *picture) {
    const uint32_t width = picture->width, height = picture->height;
    double *values = lob_arena_zalloc(m->call->ctx->arena, (size_t)width * height, sizeof *values);
    if (!values) {
        return lob_fail_memory(m->call->ctx);
    }
    for (uint32_t row = 0; row < m->y->count; row++) {
        for (uint32_t column = 0; column < m->x->count; column++) {
            const lob_chart_rect r = tile_rect(m, column, row);
            const double density = density_at(m, column, row);
            const uint32_t left = (uint32_t)fmin(r.left - m->plot.left, width - 1.0);
            const uint32_t top = (uint32_t)fmin(r.top - m->plot.top, height - 1.0);
            const uint32_t right = (uint32_t)fmax(r.right - m->plot.left, left + 1.0);
            const uint32_t bottom = (uint32_t)fmax(r.bottom - m->plot.top, top + 1.0);
            for (uint32_t y = top; y < bottom; y++) {
                for (uint32_t x = left; x < right; x++) {
                    values[(size_t)y * width + x] = fmax(values[(size_t)y * width + x], density);
                }
            }
        }
    }
    for (size_t i = 0; i < (size_t)width * height; i++) {
        const uint32_t color = lob_heat_color(values[i] / m->high);
        picture->rgba[4 * i] = (uint8_t)(color >> 16);
        picture->rgba[4 * i + 1] = (uint8_t)(color >> 8);
        picture->rgba[4 * i + 2] = (uint8_t)color;
    }
    return LOB_OK;
}

/* ---- around them ---- */

static void draw_sides(mapping *m) {
    const lob_chart_axis across = {.start = m->plot.left,
                                   .end = m->plot.right,
                                   .across = m->plot.bottom,
                                   .from = (double)m->x->from * m->dbu,
                                   .to = (double)m->x->to * m->dbu,
                                   .pitch = 90,
                                   .unit = "\xc2\xb5m"};
    const lob_chart_axis up = {.is_vertical = true,
                               .start = m->plot.bottom,
                               .end = m->plot.top,
                               .across = m->plot.left,
                               .from = (double)m->y->from * m->dbu,
                               .to = (double)m->y->to * m->dbu,
                               .pitch = 60,
                               .unit = ""};
    lob_chart_frame(&m->chart, m->plot, 1, LOB_CHART_INK);
    lob_chart_axis_draw(&m->chart, &across);
    lob_chart_axis_draw(&m->chart, &up);
    lob_chart_scale(&m->chart,
                    (lob_chart_rect){m->plot.right + 24, m->plot.top, m->plot.right + 24 + BAR, m->plot.bottom},
                    m->high * 100, "%");
}

static void frame_densest(mapping *m) {
    const lob_density_tile *max = &m->response->max;
    lob_chart_rect r = tile_rect(m, (uint32_t)max->column, (uint32_t)max->row);
    if (max->density == 0) {
        return;
    }
    const double grow = fmax(0, 6 - fmin(r.right - r.left, r.bottom - r.top)) / 2;
    r = (lob_chart_rect){r.left - grow, r.top - grow, r.right + grow, r.bottom + grow};
    lob_chart_frame(&m->chart, r, 4, LOB_CHART_PAPER);
    lob_chart_frame(&m->chart, r, 2, LOB_CHART_INK);
}

static void say_layers(const mapping *m, char text[TITLE_SIZE]) {
    int used = snprintf(text, TITLE_SIZE, "Density of ");
    for (size_t i = 0; i < m->response->layers.count && i < NAMES_SHOWN; i++) {
        const lob_layer_ref *l = &m->response->layers.items[i];
        used += snprintf(text + used, TITLE_SIZE - (size_t)used, "%s%d/%d%s%.*s", i ? ", " : "", (int)l->layer,
                         (int)l->datatype, l->name.size ? " " : "", (int)(l->name.size > 40 ? 40 : l->name.size),
                         l->name.data ? l->name.data : "");
    }
    if (m->response->layers.count > NAMES_SHOWN) {
        snprintf(text + used, TITLE_SIZE - (size_t)used, " and %zu more", m->response->layers.count - NAMES_SHOWN);
    }
}

static void draw_title(mapping *m, double width) {
    const lob_density_map_response *a = m->response;
    const lob_chart_type title = {.size = LOB_CHART_TITLE, .color = LOB_CHART_INK, .room = width - 2 * 16};
    const lob_chart_type under = {.size = LOB_CHART_WORD, .color = LOB_CHART_FAINT, .room = width - 2 * 16};
    char layers[TITLE_SIZE], numbers[5][48];
    const double values[5] = {a->tile_um.x, a->tile_um.y, a->density * 100, a->min.density * 100, a->max.density * 100};
    for (int i = 0; i < 5; i++) {
        lob_chart_number(numbers[i], sizeof numbers[i], values[i], i < 2 ? 4 : 2);
    }
    say_layers(m, layers);
    lob_chart_say(&m->chart, (lob_pixel){16, 26}, &title, "%s in %.*s", layers, (int)a->cell.size, a->cell.data);
    lob_chart_say(&m->chart, (lob_pixel){16, 46}, &under,
                  "share of each tile that the merged layers cover; tiles of %s \xc3\x97 %s \xc2\xb5m; in all %s %%, "
                  "from %s %% to %s %% (framed)%s",
                  numbers[0], numbers[1], numbers[2], numbers[3], numbers[4],
                  m->is_stretched ? "; x and y have different scales" : "");
}

static lob_status finish(mapping *m, lob_scene *scene, lob_picture *shaded) {
    const double width = m->plot.right - m->plot.left, height = m->plot.bottom - m->plot.top;
    if ((uint64_t)m->x->count * m->y->count <= LOB_LIMIT_DENSITY_TILES && m->x->count <= width / 3 &&
        m->y->count <= height / 3) {
        draw_tiles(m);
    } else {
        LOB_TRY(lob_picture_new(m->call->ctx, (uint32_t)width, (uint32_t)height, LOB_PICTURE_LIGHT, shaded));
        LOB_TRY(shade_tiles(m, shaded));
        lob_chart_image(&m->chart, (lob_pixel){m->plot.left, m->plot.top}, shaded);
    }
    draw_sides(m);
    frame_densest(m);
    draw_title(m, scene->grid.width);
    LOB_TRY(m->chart.status);
    return lob_call_send_chart(m->call, "density_map", scene, NULL, m->chart.marks, &m->response->image,
                               &m->response->image_svg);
}

lob_status lob_density_map_draw(lob_call *call, const lob_windows *x, const lob_windows *y, double dbu,
                                lob_density_map_response *response) {
    lob_marks marks;
    lob_picture shaded = {0};
    lob_marks_init(&marks, call->ctx->arena);
    mapping m = {
        .call = call, .x = x, .y = y, .dbu = dbu, .response = response, .chart = lob_chart_begin(call->ctx, &marks)};
    take_sizes(&m);
    lob_scene scene = {.mode = LOB_PICTURE_LIGHT,
                       .grid = {.sx = 1,
                                .sy = 1,
                                .width = (uint32_t)fmax(640, m.plot.right + RIGHT),
                                .height = (uint32_t)(m.plot.bottom + BOTTOM)}};
    lob_status status = finish(&m, &scene, &shaded);
    lob_picture_release(&shaded);
    return status;
}
