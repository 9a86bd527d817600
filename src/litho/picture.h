/* Pictures of an evaluation, for people to look at: the aerial image, contours over the target, the band of the process
 * window, errors at the check points.
 *
 * The canvas is shown whole, each of its pixels as a square of `zoom` picture pixels, or squares of `block` canvas
 * pixels as one picture pixel, their mean: the longer side is about a thousand pixels. Below it a line says what is
 * what, with the length that a bar stands for. The same result gives the same bytes. Colours keep apart for who does
 * not tell red from green; intensities go through a map of even lightness (L* of CIELAB rises by the same with each
 * step), from 0 to the number written at the end of its bar.
 */
#ifndef LOB_LITHO_PICTURE_H
#define LOB_LITHO_PICTURE_H

#include "draw/picture.h"
#include "litho/evaluate.h"

typedef enum {
    LOB_LITHO_PICTURE_AERIAL,   /* intensity, and where it prints */
    LOB_LITHO_PICTURE_CONTOURS, /* target, mask where it is another, nominal print */
    LOB_LITHO_PICTURE_BAND,     /* what prints at all corners, at some, and the target */
    LOB_LITHO_PICTURE_EPE       /* an arrow from each check point to where the print's edge is */
} lob_litho_picture_kind;

/* Where canvas and picture lie to each other: canvas pixel (i, j) begins at x = left + i * zoom / block and ends
 * (upwards) at y = bottom - (j + 1) * zoom / block, in picture pixels from the upper left corner. */
typedef struct lob_litho_view {
    uint32_t zoom, block; /* one of them is 1 */
    uint32_t left, top;   /* of the plot */
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
    LOB_LITHO_COLOR_LINE = 0x1d4f91, /* the nominal print */
    LOB_LITHO_COLOR_VIOLATED = 0xc8261f,
    LOB_LITHO_COLOR_INK = 0x2b2f36
};

/* The caller releases the picture. INVALID_TARGET with reason "no_aerial_image" for AERIAL of a canvas beyond the limit
 * litho_aerial_pixels; TOOL_LIMIT_EXCEEDED (memory); LOB_E_CANCELLED. */
lob_status lob_litho_picture(lob_ctx *ctx, const lob_litho_setup *setup, const lob_litho_input *input,
                             const lob_litho_result *result, lob_litho_picture_kind kind, lob_picture *picture);

#endif
