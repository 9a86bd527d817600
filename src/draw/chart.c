/* See chart.h. */
#include "draw/chart.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/num.h"
#include "draw/font.h"
#include "draw/heat.h"

enum { TEXT_SIZE = 512, TICKS_MAX = 200, DISC_POINTS = 32, TICK = 4, HEAD = 6 };
static const char ellipsis[] = "\xe2\x80\xa6";

lob_chart lob_chart_begin(lob_ctx *ctx, lob_marks *marks) {
    return (lob_chart){ctx, marks, LOB_OK};
}

/* ---- figures ---- */

static void corners_of(lob_chart_rect r, lob_pixel corners[4]) {
    corners[0] = (lob_pixel){r.left, r.top};
    corners[1] = (lob_pixel){r.right, r.top};
    corners[2] = (lob_pixel){r.right, r.bottom};
    corners[3] = (lob_pixel){r.left, r.bottom};
}

static void add_area(lob_chart *c, const lob_pixel *points, uint32_t count, uint32_t color, uint8_t alpha) {
    if (c->status == LOB_OK) {
        c->status = lob_marks_area(c->ctx, c->marks, points, count, color, alpha);
    }
}

void lob_chart_area(lob_chart *c, lob_chart_rect rect, uint32_t color, uint8_t alpha) {
    lob_pixel corners[4];
    corners_of(rect, corners);
    add_area(c, corners, 4, color, alpha);
}

void lob_chart_frame(lob_chart *c, lob_chart_rect rect, double line_width, uint32_t color) {
    lob_pixel corners[4];
    corners_of(rect, corners);
    if (c->status == LOB_OK) {
        c->status = lob_marks_line(c->ctx, c->marks, corners, 4, true, line_width, color, 255);
    }
}

void lob_chart_line(lob_chart *c, lob_pixel from, lob_pixel to, double line_width, uint32_t color) {
    const lob_pixel points[2] = {from, to};
    if (c->status == LOB_OK) {
        c->status = lob_marks_line(c->ctx, c->marks, points, 2, false, line_width, color, 255);
    }
}

void lob_chart_image(lob_chart *c, lob_pixel at, const lob_picture *picture) {
    const lob_mark mark = {.kind = LOB_MARK_IMAGE, .alpha = 255, .at = at, .image = picture};
    if (c->status == LOB_OK) {
        c->status = lob_marks_add(c->ctx, c->marks, &mark);
    }
}

/* ---- words ---- */

/* The longest beginning that fits with the ellipsis behind it; cut between characters. */
static lob_str cut_to(lob_str text, double size, double room, char out[TEXT_SIZE]) {
    if (room <= 0 || lob_text_width(text, size) <= room) {
        return text;
    }
    size_t keep = text.size < TEXT_SIZE - sizeof ellipsis ? text.size : TEXT_SIZE - sizeof ellipsis;
    for (;; keep--) {
        while (keep > 0 && ((unsigned char)text.data[keep] & 0xc0) == 0x80) {
            keep--;
        }
        memcpy(out, text.data, keep);
        memcpy(out + keep, ellipsis, sizeof ellipsis);
        const lob_str cut = {out, keep + sizeof ellipsis - 1};
        if (keep == 0 || lob_text_width(cut, size) <= room) {
            return cut;
        }
    }
}

double lob_chart_word(lob_chart *c, lob_pixel at, const lob_chart_type *type, lob_str text) {
    char cut[TEXT_SIZE];
    const lob_mark mark = {.kind = LOB_MARK_TEXT,
                           .color = type->color,
                           .alpha = 255,
                           .at = at,
                           .anchor = type->anchor,
                           .size = type->size,
                           .text = cut_to(text, type->size, type->room, cut)};
    if (c->status == LOB_OK) {
        c->status = lob_marks_add(c->ctx, c->marks, &mark);
    }
    return lob_text_width(mark.text, type->size);
}

double lob_chart_say(lob_chart *c, lob_pixel at, const lob_chart_type *type, const char *format, ...) {
    char text[TEXT_SIZE];
    va_list list;
    va_start(list, format);
    const int size = vsnprintf(text, sizeof text, format, list);
    va_end(list);
    const size_t kept = size < 0 ? 0 : size < TEXT_SIZE ? (size_t)size : sizeof text - 1;
    return lob_chart_word(c, at, type, (lob_str){text, kept});
}

/* ---- numbers ---- */

double lob_chart_round_above(double value) {
    static const double factors[3] = {1, 2, 5};
    if (!(value > 1e-300) || value > 1e300) {
        return 1;
    }
    const double power = pow(10, floor(log10(value)));
    for (int i = 0; i < 3; i++) {
        if (factors[i] * power >= value * (1 - 1e-12)) {
            return factors[i] * power;
        }
    }
    return 10 * power;
}

size_t lob_chart_number(char *out, size_t size, double value, int decimals) {
    char text[LOB_NUM_TEXT_SIZE];
    double power = 1;
    for (int i = 0; i < decimals; i++) {
        power *= 10;
    }
    const double scaled = round(value * power);
    const double rounded = fabs(scaled) < 9e15 ? scaled / power : value;
    lob_num_print(text, rounded == 0 ? 0 : rounded); /* never -0 */
    const int written = snprintf(out, size, "%s", text);
    return written > 0 && (size_t)written < size ? (size_t)written : 0;
}

/* ---- dots and lengths ---- */

static void add_disc(lob_chart *c, lob_pixel at, double radius, uint32_t color) {
    lob_pixel points[DISC_POINTS];
    for (int i = 0; i < DISC_POINTS; i++) {
        const double turn = 2 * M_PI * i / DISC_POINTS;
        points[i] = (lob_pixel){at.x + radius * cos(turn), at.y + radius * sin(turn)};
    }
    add_area(c, points, DISC_POINTS, color, 255);
}

void lob_chart_dot(lob_chart *c, lob_pixel at, uint32_t number, uint32_t color) {
    const double size = number < 100 ? LOB_CHART_SMALL : LOB_CHART_SMALL - 3;
    const lob_chart_type type = {.size = size, .color = LOB_CHART_PAPER, .anchor = LOB_TEXT_MIDDLE};
    add_disc(c, at, LOB_CHART_DOT + 1.5, LOB_CHART_PAPER);
    add_disc(c, at, LOB_CHART_DOT, color);
    lob_chart_say(c, (lob_pixel){at.x, at.y + size * 0.36}, &type, "%u", number);
}

/* A head with its tip there, pointing left or right. */
static void add_head(lob_chart *c, double tip, double y, double direction, uint32_t color) {
    const lob_pixel points[3] = {{tip, y}, {tip - direction * HEAD, y - 2.5}, {tip - direction * HEAD, y + 2.5}};
    add_area(c, points, 3, color, 255);
}

bool lob_chart_length(lob_chart *c, double from, double to, double y, uint32_t color, lob_str text) {
    const lob_chart_type type = {.size = LOB_CHART_SMALL, .color = color, .anchor = LOB_TEXT_MIDDLE};
    const double width = lob_text_width(text, type.size) + 6, room = to - from;
    const double middle = (from + to) / 2;
    const bool has_heads = room >= width + 2 * HEAD + 4;
    if (room < width - 4) {
        return false;
    }
    lob_chart_line(c, (lob_pixel){from, y - 4}, (lob_pixel){from, y + 4}, 1, color);
    lob_chart_line(c, (lob_pixel){to, y - 4}, (lob_pixel){to, y + 4}, 1, color);
    if (has_heads) {
        lob_chart_line(c, (lob_pixel){from, y}, (lob_pixel){middle - width / 2, y}, 1, color);
        lob_chart_line(c, (lob_pixel){middle + width / 2, y}, (lob_pixel){to, y}, 1, color);
        add_head(c, from, y, -1, color);
        add_head(c, to, y, 1, color);
    }
    lob_chart_word(c, (lob_pixel){middle, y + type.size * 0.36}, &type, text);
    return true;
}

/* ---- axes ---- */

static int decimals_of(double step) {
    int decimals = 0;
    for (double unit = 1; decimals < 9 && unit > step * (1 + 1e-9); unit /= 10) {
        decimals++;
    }
    return decimals;
}

static void put_tick(lob_chart *c, const lob_chart_axis *a, double at, double value, int decimals, bool has_unit) {
    char text[LOB_NUM_TEXT_SIZE + 8];
    const lob_chart_type type = {.size = LOB_CHART_SMALL,
                                 .color = LOB_CHART_INK,
                                 .anchor = !a->is_vertical ? LOB_TEXT_MIDDLE
                                           : a->is_right   ? LOB_TEXT_START
                                                           : LOB_TEXT_END};
    const double side = a->is_right ? 1 : -1;
    const lob_pixel from = a->is_vertical ? (lob_pixel){a->across, at} : (lob_pixel){at, a->across};
    const lob_pixel to = a->is_vertical ? (lob_pixel){a->across + side * TICK, at} : (lob_pixel){at, a->across + TICK};
    const lob_pixel word = a->is_vertical ? (lob_pixel){a->across + side * (TICK + 3), at + LOB_CHART_SMALL * 0.36}
                                          : (lob_pixel){at, a->across + TICK + LOB_CHART_SMALL + 1};
    lob_chart_number(text, sizeof text, value, decimals);
    lob_chart_line(c, from, to, 1, LOB_CHART_INK);
    lob_chart_say(c, word, &type, "%s%s%s", text, has_unit ? " " : "", has_unit ? a->unit : "");
}

void lob_chart_axis_draw(lob_chart *c, const lob_chart_axis *a) {
    const double pixels = fabs(a->end - a->start), range = a->to - a->from;
    if (!(pixels > 0) || !(range > 0)) {
        return;
    }
    const double step = lob_chart_round_above(range * a->pitch / pixels);
    const double first = ceil(a->from / step - 1e-9), last = floor(a->to / step + 1e-9);
    const int decimals = decimals_of(step);
    lob_chart_line(c, a->is_vertical ? (lob_pixel){a->across, a->start} : (lob_pixel){a->start, a->across},
                   a->is_vertical ? (lob_pixel){a->across, a->end} : (lob_pixel){a->end, a->across}, 1, LOB_CHART_INK);
    for (double k = first; k <= last && k < first + TICKS_MAX; k++) {
        const double at = a->start + (k * step - a->from) / range * (a->end - a->start);
        put_tick(c, a, at, k * step, decimals, a->unit[0] && k + 1 > last);
    }
}

void lob_chart_scale(lob_chart *c, lob_chart_rect rect, double high, const char *unit) {
    enum { STEPS = 64 };
    const double height = rect.bottom - rect.top;
    for (int i = 0; i < STEPS; i++) {
        const lob_chart_rect one = {rect.left, rect.bottom - round(height * (i + 1) / STEPS), rect.right,
                                    rect.bottom - round(height * i / STEPS)};
        lob_chart_area(c, one, lob_heat_color((i + 0.5) / STEPS), 255);
    }
    lob_chart_frame(c, rect, 1, LOB_CHART_INK);
    const lob_chart_axis axis = {.is_vertical = true,
                                 .is_right = true,
                                 .start = rect.bottom,
                                 .end = rect.top,
                                 .across = rect.right,
                                 .to = high,
                                 .pitch = 40,
                                 .unit = unit};
    lob_chart_axis_draw(c, &axis);
}
