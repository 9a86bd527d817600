/* See cut_profile_draw.h. Material that lies less than a quarter of a pixel apart is drawn as one; what is narrower
 * than a pixel is drawn a pixel wide. Lengths are written where there is room for them. */
#include "tool/cut_profile_draw.h"

#include <stdio.h>

#include "draw/chart.h"
#include "draw/font.h"
#include "tool/drawing_style.h"
#include "tool/send_picture.h"

enum { WIDTH = 1120, LEFT = 190, RIGHT = 36, TOP = 66, ROW = 66, BAR = 22, BOTTOM = 46, ROWS_MAX = 16 };
enum { GREY = 0x9aa3ad };

#define MICRO "\xc2\xb5m"

typedef struct plotter {
    lob_call *call;
    const lob_cut_question *question;
    const lob_cut *cut;
    lob_cut_profile_response *response;
    double dbu;
    double scale; /* pixels a database unit */
    lob_chart chart;
    lob_drawing *drawing; /* of the layers near the line: their colours */
} plotter;

/* ---- colours: those of render_view ---- */

static lob_status take_colors(plotter *p) {
    const lob_line64 *l = &p->question->line;
    const uint32_t count = lob_layout_layer_count(p->question->layout);
    lob_layer_index *all = LOB_NEW_ARRAY(p->call->ctx->arena, lob_layer_index, count);
    lob_box64 box = LOB_BOX64_EMPTY;
    uint32_t hidden_count;
    p->drawing = LOB_NEW(p->call->ctx->arena, lob_drawing);
    if (!all || !p->drawing) {
        return lob_fail_memory(p->call->ctx);
    }
    for (uint32_t i = 0; i < count; i++) {
        all[i] = i;
    }
    box = lob_box64_add_point(box, l->from.x, l->from.y);
    box = lob_box64_add_point(box, l->to.x, l->to.y);
    box = (lob_box64){box.left - 1, box.bottom - 1, box.right + 1, box.top + 1};
    *p->drawing = (lob_drawing){
        .view = {.cell = p->question->cell, .box = box, .layers = all, .layer_count = count},
        .scene = {.cell = p->question->cell, .mode = LOB_PICTURE_LIGHT, .grid = lob_grid_fit(box, WIDTH, WIDTH)}};
    return lob_drawing_layers(p->call, p->drawing, &hidden_count);
}

static uint32_t color_of(const plotter *p, lob_layer_index layer) {
    for (uint32_t i = 0; i < p->drawing->scene.layer_count; i++) {
        const lob_scene_layer *l = &p->drawing->scene.layers[i];
        if (l->layer == layer) {
            return l->style.fill_alpha ? l->style.fill : l->style.frame;
        }
    }
    return GREY;
}

/* ---- a row ---- */

static double place(const plotter *p, double at) {
    return LEFT + at * p->scale;
}

static void put_bars(plotter *p, const lob_cut_layer *layer, double top, uint32_t color) {
    double from = -1, to = -1;
    for (uint32_t i = 0; i <= layer->count; i++) {
        const double begin = i < layer->count ? place(p, layer->runs[i].begin) : INFINITY;
        if (begin > to + 0.25) {
            if (to >= 0) {
                const double wider = fmax(0, 1 - (to - from)) / 2;
                lob_chart_area(&p->chart, (lob_chart_rect){from - wider, top, to + wider, top + BAR}, color, 255);
            }
            from = begin;
        }
        to = i < layer->count ? fmax(to, place(p, layer->runs[i].end)) : to;
    }
}

static lob_str length_text(const plotter *p, double length, char out[64]) {
    return (lob_str){out, lob_chart_number(out, 64, length * p->dbu, 4)};
}

/* What found no room between its ends, centred at them in a row of its own, if the text before leaves room. */
static void put_beside(plotter *p, double from, double to, double y, uint32_t color, lob_str text, double *free_from) {
    const double half = lob_text_width(text, LOB_CHART_SMALL) / 2, middle = (from + to) / 2;
    const lob_chart_type type = {.size = LOB_CHART_SMALL, .color = color, .anchor = LOB_TEXT_MIDDLE};
    if (middle - half >= *free_from && to > from + 1) {
        lob_chart_word(&p->chart, (lob_pixel){middle, y}, &type, text);
        *free_from = middle + half + 5;
    }
}

/* Widths below the bars; gaps between them, or above. */
static void put_lengths(plotter *p, const lob_cut_layer *layer, double top) {
    double below = 0, above = 0;
    char text[64];
    for (uint32_t i = 0; i < layer->count; i++) {
        const lob_cut_run *run = &layer->runs[i];
        const double from = place(p, run->begin), to = place(p, run->end);
        const lob_str width = length_text(p, run->end - run->begin, text);
        if (lob_chart_length(&p->chart, from, to, top + BAR + 9, LOB_CHART_INK, width)) {
            below = to + 5;
        } else {
            put_beside(p, from, to, top + BAR + 13, LOB_CHART_INK, width, &below);
        }
        if (i + 1 < layer->count) {
            const double next = place(p, layer->runs[i + 1].begin);
            const lob_str gap = length_text(p, layer->runs[i + 1].begin - run->end, text);
            if (!lob_chart_length(&p->chart, to, next, top + BAR / 2.0, LOB_CHART_FAINT, gap)) {
                put_beside(p, to, next, top - 3, LOB_CHART_FAINT, gap, &above);
            }
        }
    }
}

static lob_status put_row(plotter *p, const lob_cut_layer *layer, double top) {
    const lob_chart_type name = {.size = 13, .color = LOB_CHART_INK, .room = LEFT - 24};
    const lob_chart_type under = {.size = LOB_CHART_SMALL, .color = LOB_CHART_FAINT, .room = LEFT - 24};
    const uint32_t color = color_of(p, layer->layer);
    char material[32], pitch[32];
    lob_layer_ref ref;
    lob_cut_period period;
    LOB_TRY(lob_layer_show(p->call, lob_layout_layer(p->question->layout, layer->layer), &ref));
    lob_chart_line(&p->chart, (lob_pixel){LEFT, top + BAR}, (lob_pixel){WIDTH - RIGHT, top + BAR}, 1, LOB_CHART_RULE);
    lob_chart_say(&p->chart, (lob_pixel){16, top + 10}, &name, "%d/%d %.*s", (int)ref.layer, (int)ref.datatype,
                  (int)ref.name.size, ref.name.data ? ref.name.data : "");
    lob_chart_number(material, sizeof material, layer->material * p->dbu, 4);
    lob_chart_say(&p->chart, (lob_pixel){16, top + 25}, &under, "%u \xc3\x97 material, %s " MICRO, layer->count,
                  material);
    if (lob_query_cut_period(layer, &period)) {
        lob_chart_number(pitch, sizeof pitch, period.pitch * p->dbu, 4);
        lob_chart_say(&p->chart, (lob_pixel){16, top + 39}, &under, "period %s " MICRO ", %u times", pitch,
                      period.count / period.per_period);
    }
    put_bars(p, layer, top, color);
    put_lengths(p, layer, top);
    return p->chart.status;
}

/* ---- the page ---- */

static void put_title(plotter *p) {
    const lob_cut_profile_response *a = p->response;
    const lob_chart_type title = {.size = LOB_CHART_TITLE, .color = LOB_CHART_INK, .room = WIDTH - 2 * 16};
    const lob_chart_type under = {.size = LOB_CHART_WORD, .color = LOB_CHART_FAINT, .room = WIDTH - 2 * 16};
    const double values[5] = {a->from_um.x, a->from_um.y, a->to_um.x, a->to_um.y, a->length_um};
    char n[5][48];
    for (int i = 0; i < 5; i++) {
        lob_chart_number(n[i], sizeof n[i], values[i], 4);
    }
    lob_chart_say(&p->chart, (lob_pixel){16, 26}, &title,
                  "Cut of %.*s from (%s, %s) to (%s, %s) " MICRO ", %s " MICRO " long", (int)a->cell.size, a->cell.data,
                  n[0], n[1], n[2], n[3], n[4]);
    const uint32_t more = p->cut->layer_count > ROWS_MAX ? p->cut->layer_count - ROWS_MAX : 0;
    if (more > 0) {
        lob_chart_say(&p->chart, (lob_pixel){16, 46}, &under,
                      "merged material of each layer, in " MICRO "; %u more layers are not drawn", more);
    } else {
        lob_chart_say(&p->chart, (lob_pixel){16, 46}, &under,
                      p->cut->layer_count ? "merged material of each layer along the line: widths below the bars, gaps "
                                            "between them, in " MICRO
                                          : "the line meets no material");
    }
}

static lob_status draw(plotter *p, lob_scene *scene) {
    const uint32_t rows = p->cut->layer_count < ROWS_MAX ? p->cut->layer_count : ROWS_MAX;
    const double bottom = TOP + rows * (double)ROW;
    const lob_chart_axis axis = {.start = LEFT,
                                 .end = WIDTH - RIGHT,
                                 .across = bottom,
                                 .to = p->cut->length * p->dbu,
                                 .pitch = 90,
                                 .unit = MICRO};
    scene->grid = (lob_grid){.sx = 1, .sy = 1, .width = WIDTH, .height = (uint32_t)bottom + BOTTOM};
    LOB_TRY(take_colors(p));
    put_title(p);
    for (uint32_t i = 0; i < rows; i++) {
        LOB_TRY(put_row(p, &p->cut->layers[i], TOP + i * (double)ROW + 12));
    }
    lob_chart_axis_draw(&p->chart, &axis);
    LOB_TRY(p->chart.status);
    return lob_call_send_chart(p->call, "cut_profile", scene, NULL, p->chart.marks, &p->response->image,
                               &p->response->image_svg);
}

lob_status lob_cut_profile_draw(lob_call *call, const lob_cut_question *question, const lob_cut *cut,
                                lob_cut_profile_response *response) {
    lob_marks marks;
    lob_scene scene = {.mode = LOB_PICTURE_LIGHT};
    lob_marks_init(&marks, call->ctx->arena);
    plotter p = {.call = call,
                 .question = question,
                 .cut = cut,
                 .response = response,
                 .dbu = lob_layout_dbu(question->layout),
                 .scale = (WIDTH - RIGHT - LEFT) / cut->length,
                 .chart = lob_chart_begin(call->ctx, &marks)};
    return draw(&p, &scene);
}
