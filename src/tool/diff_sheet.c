/* See diff_sheet.h. The pictures are halved once; what is numbered is where the polygons of the XOR are. */
#include "tool/diff_sheet.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/num.h"
#include "draw/chart.h"
#include "draw/font.h"
#include "draw/reduce.h"
#include "draw/scene.h"

enum { PAD = 16, TOP = 84, LEGEND = 26, LEGEND_ROWS = 3, NUMBERED_MAX = 20, COLUMN_MIN = 300 };

#define MICRO "\xc2\xb5m"

typedef struct sheet {
    const lob_differ *d;
    const lob_diff_layouts_response *response;
    const lob_str *names;
    const lob_picture *halves;
    lob_chart chart;
    double column, height; /* of each picture's place, pixels */
    double width;          /* of the sheet */
} sheet;

static double column_at(const sheet *s, int i) {
    return PAD + i * (s->column + PAD);
}

static void put_pictures(sheet *s) {
    static const struct {
        lob_diff_picture which;
        const char *caption;
    } columns[3] = {{LOB_DIFF_BEFORE, "before"}, {LOB_DIFF_AFTER, "after"}, {LOB_DIFF_OVERLAY, "both"}};
    const lob_chart_type caption = {.size = 13, .color = LOB_CHART_INK, .room = s->column};
    for (int i = 0; i < 3; i++) {
        const lob_picture *p = &s->halves[columns[i].which];
        const double x = column_at(s, i);
        const lob_str name = i < 2 ? s->names[i] : LOB_STR("differences in colour, the rest in grey");
        lob_chart_say(&s->chart, (lob_pixel){x, TOP - 8}, &caption, "%s: %.*s", columns[i].caption, (int)name.size,
                      name.data);
        lob_chart_image(&s->chart, (lob_pixel){x, TOP}, p);
        lob_chart_frame(&s->chart, (lob_chart_rect){x - 0.5, TOP - 0.5, x + p->width + 0.5, TOP + p->height + 0.5}, 1,
                        LOB_CHART_RULE);
    }
}

/* Of those that the comparison lists. */
static uint32_t numbered_count(const sheet *s) {
    return s->d->xor.item_count < NUMBERED_MAX ? s->d->xor.item_count : NUMBERED_MAX;
}

/* Beside the upper right corner of each polygon, within the picture. */
static void put_numbers(sheet *s) {
    const lob_grid grid = lob_differ_grid(s->d);
    const lob_picture *p = &s->halves[LOB_DIFF_OVERLAY];
    const double x = column_at(s, 2), scale = (double)p->width / grid.width, edge = LOB_CHART_DOT + 2;
    for (uint32_t i = 0; i < numbered_count(s); i++) {
        const lob_xor_item *item = &s->d->xor.items[i];
        const lob_pixel at = lob_grid_at(&grid, (double)item->box.right, (double)item->box.top);
        const lob_pixel dot = {fmin(fmax(at.x * scale + edge, edge), p->width - edge),
                               fmin(fmax(at.y * scale - edge, edge), p->height - edge)};
        const uint32_t color = item->area[1] <= 0 ? LOB_DIFF_RED : item->area[0] <= 0 ? LOB_DIFF_BLUE : LOB_DIFF_PURPLE;
        lob_chart_dot(&s->chart, (lob_pixel){x + dot.x, TOP + dot.y}, i + 1, color);
    }
}

static void put_title(sheet *s) {
    const lob_chart_type title = {.size = LOB_CHART_TITLE, .color = LOB_CHART_INK, .room = s->width - 2 * PAD};
    const lob_chart_type under = {.size = LOB_CHART_WORD, .color = LOB_CHART_FAINT, .room = s->width - 2 * PAD};
    char count[LOB_NUM_TEXT_SIZE];
    const lob_diff_layouts_response_xor *x = s->response->xor ;
    lob_chart_say(&s->chart, (lob_pixel){PAD, 26}, &title, "%.*s \xe2\x80\x93 %.*s: %s", (int)s->names[0].size,
                  s->names[0].data, (int)s->names[1].size, s->names[1].data,
                  s->response->equal ? "equal" : "different");
    if (x) {
        const uint32_t numbered = numbered_count(s);
        lob_num_print_uint(count, (uint64_t)x->polygon_count);
        if (numbered < s->d->xor.count) {
            lob_chart_say(&s->chart, (lob_pixel){PAD, 46}, &under,
                          "%zu layers differ in %s polygons; the first %u are numbered", x->layers.count, count,
                          numbered);
        } else {
            lob_chart_say(&s->chart, (lob_pixel){PAD, 46}, &under,
                          "%zu layers differ in %s polygons, numbered by layer, then from the left", x->layers.count,
                          count);
        }
    }
}

/* ---- below ---- */

static double put_swatch(sheet *s, double x, double y, uint32_t color, uint8_t alpha, const char *text) {
    const lob_chart_type type = {.size = LOB_CHART_WORD, .color = LOB_CHART_INK};
    lob_chart_area(&s->chart, (lob_chart_rect){x, y - 10, x + 12, y + 2}, color, alpha);
    lob_chart_frame(&s->chart, (lob_chart_rect){x + 0.5, y - 9.5, x + 11.5, y + 1.5}, 1, color);
    return x + 18 + lob_chart_say(&s->chart, (lob_pixel){x + 18, y}, &type, "%s", text) + 18;
}

static void put_scale(sheet *s, double y) {
    const lob_grid grid = lob_differ_grid(s->d);
    const double um_per_px = s->d->grid.dbu / grid.sx * grid.width / s->halves[LOB_DIFF_OVERLAY].width;
    double um = lob_chart_round_above(um_per_px * s->column / 4);
    char text[64], number[48];
    lob_chart_number(number, sizeof number, um, 6);
    const int size = snprintf(text, sizeof text, "%s " MICRO, number);
    lob_chart_length(&s->chart, PAD, PAD + um / um_per_px, y - 4, LOB_CHART_INK, (lob_str){text, (size_t)size});
}

/* Layers of before and after, in rows under both; then what the colours of the third are. Returns where it ends. */
static double put_legend(sheet *s, double top) {
    double x = PAD, y = top + LEGEND + 12;
    const double right = column_at(s, 2) - PAD;
    uint32_t rows = 1;
    put_scale(s, top + 14);
    for (size_t i = 0; s->response->view && i < s->response->view->layers.count; i++) {
        const lob_diff_layouts_response_view_layers_item *item = &s->response->view->layers.items[i];
        char text[48];
        snprintf(text, sizeof text, "%d/%d", (int)item->layer, (int)item->datatype);
        if (x + 100 > right && rows == LEGEND_ROWS) {
            const lob_chart_type type = {.size = LOB_CHART_WORD, .color = LOB_CHART_FAINT};
            lob_chart_say(&s->chart, (lob_pixel){x, y}, &type, "and %zu more", s->response->view->layers.count - i);
            break;
        }
        if (x + 100 > right) {
            x = PAD;
            y += 20;
            rows++;
        }
        const uint32_t color = item->color.size == 7 ? (uint32_t)strtoul(item->color.data + 1, NULL, 16) : 0;
        x = put_swatch(s, x, y, color, lob_palette_style(0, LOB_PICTURE_LIGHT).fill_alpha, text);
    }
    x = column_at(s, 2);
    x = put_swatch(s, x, top + 16, LOB_DIFF_RED, 255, "only before");
    x = put_swatch(s, x, top + 16, LOB_DIFF_BLUE, 255, "only after");
    put_swatch(s, x, top + 16, LOB_DIFF_GREY, 255, "both");
    return y;
}

static lob_status lay(sheet *s, lob_diff_sheet *out) {
    s->column = fmax(s->halves[0].width, COLUMN_MIN);
    s->height = s->halves[0].height;
    s->width = 3 * s->column + 4 * PAD;
    put_title(s);
    put_pictures(s);
    put_numbers(s);
    out->width = (uint32_t)s->width;
    out->height = (uint32_t)(put_legend(s, TOP + s->height + 8) + PAD);
    return s->chart.status;
}

lob_status lob_diff_sheet_lay(const lob_differ *differ, const lob_diff_layouts_response *response,
                              const lob_picture pictures[LOB_DIFF_PICTURE_COUNT], const lob_str names[2],
                              lob_diff_sheet *out) {
    lob_ctx *ctx = differ->call->ctx;
    lob_status status = LOB_OK;
    *out = (lob_diff_sheet){0};
    lob_marks_init(&out->marks, ctx->arena);
    for (int i = 0; i < LOB_DIFF_PICTURE_COUNT && status == LOB_OK; i++) {
        status = lob_picture_halve(ctx, &pictures[i], &out->halves[i]);
    }
    sheet s = {.d = differ,
               .response = response,
               .names = names,
               .halves = out->halves,
               .chart = lob_chart_begin(ctx, &out->marks)};
    status = status == LOB_OK ? lay(&s, out) : status;
    if (status != LOB_OK) {
        lob_diff_sheet_release(out);
    }
    return status;
}

void lob_diff_sheet_release(lob_diff_sheet *made) {
    for (int i = 0; i < LOB_DIFF_PICTURE_COUNT; i++) {
        lob_picture_release(&made->halves[i]);
    }
}

lob_str lob_diff_file_name(lob_str path) {
    size_t begin = path.size;
    while (begin > 0 && path.data[begin - 1] != '/') {
        begin--;
    }
    return (lob_str){path.data + begin, path.size - begin};
}
