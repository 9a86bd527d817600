/* Marks: what is drawn over the layers, as a list in pixels: areas, lines, words and pictures, the first one
 * lowest.
 *
 * The list knows nothing of layouts. Both outputs draw the same one: lob_marks_draw() into a picture, svg.h as
 * elements. Coordinates are of the picture's grid, (0, 0) its upper left corner; parts outside are cut off.
 *
 * Memory: the arena given to lob_marks_init(); points and texts are copied, pictures are
 * borrowed.
 */
#ifndef LOB_DRAW_MARKS_H
#define LOB_DRAW_MARKS_H

#include "draw/picture.h"

typedef enum { LOB_MARK_AREA, LOB_MARK_LINE, LOB_MARK_TEXT, LOB_MARK_IMAGE } lob_mark_kind;
/* Lines are SVG's where nothing is said: corners are mitred up to four times the line's width and cut flat beyond,
 * ends and dashes are cut square at their points; dashes begin with the first point and go on around corners. Lines
 * without length draw nothing.
 *
 * A halo is what lies within `halo` pixels of the word: fill and a stroke of twice that with round corners, taken as
 * one area, with the word's alpha. */
/* Where `at` lies on the text's line: start, middle or end of the baseline. */
typedef enum { LOB_TEXT_START, LOB_TEXT_MIDDLE, LOB_TEXT_END } lob_text_anchor;

enum {
    LOB_MARK_SIZE_MIN = 1, /* pixels to the em of a word */
    LOB_MARK_HALO_MAX = 64 /* pixels; a wider one counts as that */
};

typedef struct lob_mark {
    lob_mark_kind kind;
    uint32_t color; /* 0xRRGGBB */
    uint8_t alpha;  /* 255: covers what lies beneath */
    /* AREA: one closed ring, non-zero winding. LINE: through the points. */
    const lob_pixel *points;
    uint32_t count;
    bool is_closed;      /* LINE: back to the first point */
    double line_width;   /* LINE: pixels, > 0 */
    double dash_on, gap; /* LINE: pixels, both > 0 for a dashed one */
    /* TEXT: one line. A halo of the colour beneath keeps words readable over figures: 0 none, else its pixels. */
    lob_str text;
    lob_pixel at;
    lob_text_anchor anchor;
    double size; /* pixels to the em */
    double halo;
    uint32_t halo_color;
    /* IMAGE: each of its pixels on one of the picture, its upper left at `at`, rounded; its alpha is not looked at. */
    const lob_picture *image;
} lob_mark;

typedef struct lob_marks {
    lob_arena *arena;
    lob_mark *items;
    uint32_t count, capacity;
} lob_marks;

void lob_marks_init(lob_marks *marks, lob_arena *arena);
/* Each adds one mark on top. What could draw nothing is not kept: no points, no text or one beyond LOB_TEXT_SIZE_MAX,
 * an alpha of 0, a number that is needed and not finite, a line's width that is not above 0, a word's size beyond
 * LOB_MARK_SIZE_MIN to LOB_FONT_SIZE_MAX; a halo or dash that is no number above 0 counts as none.
 * TOOL_LIMIT_EXCEEDED: memory. */
lob_status lob_marks_area(lob_ctx *ctx, lob_marks *marks, const lob_pixel *points, uint32_t count, uint32_t color,
                          uint8_t alpha);
lob_status lob_marks_line(lob_ctx *ctx, lob_marks *marks, const lob_pixel *points, uint32_t count, bool is_closed,
                          double line_width, uint32_t color, uint8_t alpha);
/* A copy of a whole mark, for what the two above do not say (dashes, words). */
lob_status lob_marks_add(lob_ctx *ctx, lob_marks *marks, const lob_mark *mark);

/* Draws them, each by exact coverage of its own union, a word with its halo (halo.h) first. So that small letters are
 * sharp, the baseline of a word is put on the nearest border of two rows. Points of lines may be left out where the
 * line moves by less than 1/64 of a pixel; dashes and gaps below a quarter of a pixel are drawn as that. Edges that
 * cannot reach the picture are left out before anything is computed of them; the raster is as large as the mark's box
 * within the picture. TOOL_LIMIT_EXCEEDED: memory; QUERY_TOO_LARGE: LOB_RASTER_PIECES_MAX. */
lob_status lob_marks_draw(lob_ctx *ctx, const lob_marks *marks, lob_picture *picture);

#endif
