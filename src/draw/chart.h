/* Charts: what is no layout, drawn as marks: bars, axes with round ticks, a scale of colours, lengths between arrows,
 * numbered dots, lines of text. PNG and SVG show the same list.
 *
 * The first failure is kept in `status`, and what comes after it draws nothing: a caller looks once, at the end.
 * Places are pixels from the upper left corner. Numbers are written without a locale.
 */
#ifndef LOB_DRAW_CHART_H
#define LOB_DRAW_CHART_H

#include "draw/marks.h"

typedef struct lob_chart {
    lob_ctx *ctx;
    lob_marks *marks;
    lob_status status;
} lob_chart;

typedef struct lob_chart_rect {
    double left, top, right, bottom;
} lob_chart_rect;

enum {
    LOB_CHART_INK = 0x16181c,
    LOB_CHART_FAINT = 0x6a727d, /* of what explains; its contrast on white is 4.9 */
    LOB_CHART_RULE = 0xd5d9de,  /* lines between parts */
    LOB_CHART_PAPER = 0xffffff,
    LOB_CHART_ALARM = 0xb3261e
};
#define LOB_CHART_WORD  12.0 /* pixels to the em */
#define LOB_CHART_SMALL 11.0
#define LOB_CHART_TITLE 16.0

lob_chart lob_chart_begin(lob_ctx *ctx, lob_marks *marks);

void lob_chart_area(lob_chart *chart, lob_chart_rect rect, uint32_t color, uint8_t alpha);
void lob_chart_frame(lob_chart *chart, lob_chart_rect rect, double line_width, uint32_t color);
void lob_chart_line(lob_chart *chart, lob_pixel from, lob_pixel to, double line_width, uint32_t color);
void lob_chart_image(lob_chart *chart, lob_pixel at, const lob_picture *picture); /* borrowed */

typedef struct lob_chart_type {
    double size;
    uint32_t color;
    lob_text_anchor anchor;
    double room; /* pixels; what is wider is cut and ends in an ellipsis; 0: no bound */
} lob_chart_type;
/* Returns how wide it is drawn. `at`: on the baseline. */
double lob_chart_word(lob_chart *chart, lob_pixel at, const lob_chart_type *type, lob_str text);
__attribute__((format(printf, 4, 5))) double lob_chart_say(lob_chart *chart, lob_pixel at, const lob_chart_type *type,
                                                           const char *format, ...);

/* A number in a disc, its middle there. */
enum { LOB_CHART_DOT = 9 /* pixels: its radius */ };
void lob_chart_dot(lob_chart *chart, lob_pixel at, uint32_t number, uint32_t color);

/* Between two places of a row: arrows at both ends, the text in the middle. Without room for both the arrows come from
 * outside and the text is left out. False: it was. */
bool lob_chart_length(lob_chart *chart, double from, double to, double y, uint32_t color, lob_str text);

/* A line with ticks at round values (1, 2 or 5 times a power of ten), about `pitch` pixels apart, and their numbers. */
typedef struct lob_chart_axis {
    bool is_vertical; /* numbers at its left, or right when `is_right`; else below */
    bool is_right;
    double start, end; /* pixels along it, of `from` and of `to` */
    double across;     /* pixels: where it lies */
    double from, to;   /* values */
    double pitch;
    const char *unit; /* behind the last number; may be "" */
} lob_chart_axis;
void lob_chart_axis_draw(lob_chart *chart, const lob_chart_axis *axis);

/* Colours of lob_heat_color() from the bottom, 0, to the top, `high`, with an axis at its right. */
void lob_chart_scale(lob_chart *chart, lob_chart_rect rect, double high, const char *unit);

/* The least of 1, 2, 5 times a power of ten that is not below a value above 0. */
double lob_chart_round_above(double value);
/* As written in charts: at most `decimals` behind the point, none that is 0. Returns its length. */
size_t lob_chart_number(char *out, size_t size, double value, int decimals);

#endif
