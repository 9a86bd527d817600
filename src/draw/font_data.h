/* The tables of the embedded font; made by tools/font/make_font.py.
 *
 * Glyphs ascend by character; the first one, of character 0, is the box for what the font lacks. A glyph is a run of
 * parts, a part is a contour put at a place; equal contours are stored once. A contour is a run of points relative to
 * its first, as pairs: 2 * x + (1 when on the curve), y; between two points off the curve the middle is on it, and the
 * last point goes back to the first. All in units of LOB_FONT_EM to the em, y upwards; what is filled lies to the
 * right of a contour.
 */
#ifndef LOB_DRAW_FONT_DATA_H
#define LOB_DRAW_FONT_DATA_H

#include <stdint.h>

typedef struct lob_font_glyph {
    uint16_t code, advance;
    uint16_t part; /* the first one */
    uint8_t part_count;
    uint8_t is_simple; /* its contours neither cross nor cover each other: winding is 0 or 1 everywhere */
} lob_font_glyph;

typedef struct lob_font_part {
    uint16_t contour;
    int16_t x, y; /* of the contour's first point */
} lob_font_part;

extern const int16_t lob_font_ascent, lob_font_descent;
extern const uint16_t lob_font_count;
extern const lob_font_glyph lob_font_glyphs[];
extern const lob_font_part lob_font_parts[];
extern const uint16_t lob_font_starts[]; /* first point of each contour, and the end of the last */
extern const int16_t lob_font_points[];

#endif
