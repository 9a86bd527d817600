/* Pictures of an evaluation, for people to look at: the aerial image, contours over the target, the band of the process
 * window, errors at the check points.
 *
 * The canvas is shown whole, each of its pixels as a square of `zoom` picture pixels, or squares of `block` canvas
 * pixels as one picture pixel, their mean: the longer side is about a thousand pixels. Below it a line says what is
 * what, with the length that a bar stands for. A sheet shows all four kinds, and beside them, enlarged, the places
 * where the band is widest and where the error is largest. The same result gives the same bytes. Colours keep apart for
 * who does not tell red from green; intensities go through a map of even lightness (L* of CIELAB rises by the same with
 * each step), from 0 to the number written at the end of its bar.
 */
#ifndef LOB_LITHO_PICTURE_H
#define LOB_LITHO_PICTURE_H

#include "base/buf.h"
#include "draw/marks.h"
#include "litho/evaluate.h"

typedef enum {
    LOB_LITHO_PICTURE_AERIAL,   /* intensity, and where it prints */
    LOB_LITHO_PICTURE_CONTOURS, /* target, mask where it is another, nominal print */
    LOB_LITHO_PICTURE_BAND,     /* what prints at all corners, at some, and the target */
    LOB_LITHO_PICTURE_EPE,      /* an arrow from each check point to where the print's edge is */
    LOB_LITHO_PICTURE_SHEET     /* all of them */
} lob_litho_picture_kind;

/* Where canvas and picture lie to each other: canvas pixel (first + i, first + j) begins at x = left + i * zoom / block
 * and ends (upwards) at y = bottom - (j + 1) * zoom / block, in picture pixels from the upper left corner. */
typedef struct lob_litho_view {
    uint32_t first_column, first_row, columns, rows; /* of the canvas: what is shown */
    uint32_t zoom, block;                            /* one of them is 1 */
    uint32_t left, top;                              /* of the plot */
    uint32_t plot_width, plot_height;
    uint32_t width, height; /* of the picture */
    uint32_t arrow_factor;  /* errors are drawn so many times as long: 1 when they can be seen so */
    double intensity_end;   /* at the upper end of the map */
} lob_litho_view;

lob_litho_view lob_litho_view_of(const lob_litho_setup *setup, const lob_litho_result *result);
enum {
    LOB_LITHO_COLOR_GROUND = 0xffffff,
    LOB_LITHO_COLOR_TARGET = 0xd3d9e2,
    LOB_LITHO_COLOR_INNER = 0xb9d6ee,
    LOB_LITHO_COLOR_BAND = 0xf0a13a,
    LOB_LITHO_COLOR_LINE = 0x1d4f91,   /* the nominal print */
    LOB_LITHO_COLOR_INSIDE = 0x1d4f91, /* an error inwards of the tolerance; one outwards; none */
    LOB_LITHO_COLOR_OUTSIDE = 0xb8690a,
    LOB_LITHO_COLOR_EVEN = 0x7b828c,
    LOB_LITHO_COLOR_VIOLATED = 0xc8261f,
    LOB_LITHO_COLOR_INK = 0x2b2f36
};

/* A picture as marks, which borrow its planes: PNG and SVG are drawn of the same list. */
enum { LOB_LITHO_PLATES_MAX = 8 };
typedef struct lob_litho_laid {
    lob_marks marks;
    lob_picture plates[LOB_LITHO_PLATES_MAX];
    uint32_t plate_count;
    uint32_t width, height;
} lob_litho_laid;

/* INVALID_TARGET with reason "no_aerial_image" for AERIAL of a canvas beyond the limit litho_aerial_pixels; a sheet
 * leaves that picture out. TOOL_LIMIT_EXCEEDED (memory); LOB_E_CANCELLED. To be released, unless it fails. */
lob_status lob_litho_lay(lob_ctx *ctx, const lob_litho_setup *setup, const lob_litho_input *input,
                         const lob_litho_result *result, lob_litho_picture_kind kind, lob_litho_laid *laid);
/* Two masks of one target, the first above the second: contours, band and errors of each. */
lob_status lob_litho_lay_both(lob_ctx *ctx, const lob_litho_setup *setup, const lob_litho_input inputs[2],
                              const lob_litho_result *const results[2], lob_litho_laid *laid);
lob_status lob_litho_laid_draw(lob_ctx *ctx, const lob_litho_laid *laid, lob_picture *picture);
lob_status lob_litho_laid_svg(lob_ctx *ctx, const lob_litho_laid *laid, lob_buf *svg); /* as of lob_svg_make() */
void lob_litho_laid_release(lob_litho_laid *laid);

#endif
