/* The same scene as SVG 1.1: a file for people, who zoom; pictures for measuring are PNG.
 *
 * Near layers become paths of their figures, cut a little outside the picture, with the nonzero rule: all figures of a
 * layer in one path, each ring in the same direction, so overlaps do not darken and nothing cancels. Patterns and
 * frames by the style; figures that a pixel would hardly show are widened by hairlines of a path of their own, as much
 * as LOB_VISIBLE_MIN does on average. Frames and hairlines keep their width when a viewer zooms (vector-effect). A
 * layer with more figures in view than LOB_SVG_FIGURE_MAX is put in as an image of its coverage, made by the
 * rasteriser, in place and order. Marks follow; glyphs are defined once and used, with the text itself as aria-label.
 * Coordinates are pixels of the grid with up to three decimals; text of a layout is escaped, what XML cannot hold is
 * U+FFFD. The bytes depend on nothing but the scene (and, for images, the version of zlib). docs/mechanisms/pictures.md
 * has the whole.
 */
#ifndef LOB_DRAW_SVG_H
#define LOB_DRAW_SVG_H

#include "base/buf.h"
#include "draw/marks.h"
#include "draw/scene.h"

enum { LOB_SVG_FIGURE_MAX = 20000 };

/* `svg` is initialised by the caller and emptied first; after an error it holds nothing of use. `names`: of the scene's
 * layers in its order, for the groups' ids and titles, any bytes; NULL: layer/datatype. `marks` may be NULL; `cover`
 * too, of a scene without layers. Mask: the union of the visible layers, white, as one path, or one image when they
 * have more figures together; marks as always. info->figures: whose boxes meet the picture; info->far_count: layers
 * that are images. RENDER_FAILED, reason "size": beyond the buffer's limit. QUERY_TOO_LARGE (work, size of the
 * picture), TOOL_LIMIT_EXCEEDED, LOB_E_CANCELLED: as lob_scene_draw(). */
lob_status lob_svg_make(lob_ctx *ctx, lob_cover *cover, const lob_scene *scene, const lob_str *names,
                        const lob_marks *marks, lob_buf *svg, lob_scene_info *info);

#endif
