/* The same scene as SVG 1.1: a file for people, who zoom; pictures for measuring are PNG.
 *
 * Near layers become paths of their figures as stored (nonzero fill, so overlaps of one layer do not darken), patterns
 * and frames by the style; a layer with more figures in view than LOB_SVG_FIGURE_MAX is put in as an image of its
 * coverage, made by the rasteriser, in place and order. Marks follow; glyphs are defined once and used, with the text
 * itself as aria-label. Coordinates are pixels of the grid with up to three decimals; text of a layout is escaped.
 * The bytes depend on nothing but the scene.
 */
#ifndef LOB_DRAW_SVG_H
#define LOB_DRAW_SVG_H

#include "base/buf.h"
#include "draw/marks.h"
#include "draw/scene.h"

enum { LOB_SVG_FIGURE_MAX = 20000 };

/* `svg` is initialised by the caller and emptied first. `names`: of the scene's layers in its order, for the groups'
 * ids and titles. RENDER_FAILED: beyond the buffer's limit. The errors of lob_scene_draw(). */
lob_status lob_svg_make(lob_ctx *ctx, lob_cover *cover, const lob_scene *scene, const lob_str *names,
                        const lob_marks *marks, lob_buf *svg, lob_scene_info *info);

#endif
