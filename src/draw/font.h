/* Words as outlines: one embedded font, so that a picture does not depend on what a machine has installed.
 *
 * Glyphs are outlines on an em of LOB_FONT_EM units (font_data.c, made by tools/font from the font named there with its
 * licence), laid side by side by their advances, without hinting or kerning: sizes are continuous and positions exact.
 * Text is UTF-8; a character that the font lacks, a control character or a bad byte is drawn as an empty box of its
 * own, so nothing of a text is lost.
 */
#ifndef LOB_DRAW_FONT_H
#define LOB_DRAW_FONT_H

#include "base/ctx.h"
#include "render/grid.h"

enum {
    LOB_FONT_EM = 2048,
    LOB_FONT_SIZE_MAX = 4096,   /* pixels to the em */
    LOB_TEXT_SIZE_MAX = 1 << 20 /* bytes of a line */
};

/* Of a line of text, in pixels for `size` pixels to the em; a size that is not above 0 and within LOB_FONT_SIZE_MAX
 * counts as 0. All digits have the same advance. Ascent and descent (> 0) are the font's, not the text's. */
double lob_text_width(lob_str text, double size);
double lob_text_ascent(double size);
double lob_text_descent(double size);

/* Receives a closed ring, in pixels, without points on themselves; non-zero winding over all rings of a glyph: holes
 * run the other way. */
typedef lob_status lob_glyph_sink(void *who, const lob_pixel *points, uint32_t count, uint32_t glyph);
/* The rings of a line whose baseline starts at `at`, glyph by glyph from the left; curves are flattened to within a
 * fiftieth of a pixel, by chords. The sink's failure is passed on. TOOL_LIMIT_EXCEEDED: memory. */
lob_status lob_text_rings(lob_ctx *ctx, lob_str text, lob_pixel at, double size, lob_glyph_sink *sink, void *who);

/* For writers that define each glyph once: the glyphs of a text with the offset of each from its start, in em units;
 * and the outline of one, in em units with y upwards, as rings of the sink, flattened to within a thousandth of an em.
 * `glyph` is below lob_font_glyph_count(). */
typedef struct lob_glyph_at {
    uint32_t glyph; /* a number below lob_font_glyph_count() */
    uint32_t x;     /* em units */
} lob_glyph_at;
uint32_t lob_font_glyph_count(void);
/* Memory: ctx->arena. TOOL_LIMIT_EXCEEDED: memory, or a text beyond LOB_TEXT_SIZE_MAX. */
lob_status lob_text_glyphs(lob_ctx *ctx, lob_str text, const lob_glyph_at **glyphs, uint32_t *count);
lob_status lob_glyph_rings(lob_ctx *ctx, uint32_t glyph, lob_glyph_sink *sink, void *who);
/* How many rings it has; whether they neither cross nor cover each other. */
uint32_t lob_glyph_ring_count(uint32_t glyph);
bool lob_glyph_is_simple(uint32_t glyph);

#endif
