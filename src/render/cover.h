/* Coverage of one layer of a cell on the grid of a picture: the drawing engine's answer to "how much of this pixel".
 *
 * Near views are exact: all figures that meet the picture go through the rasteriser (render/raster.h). Far views, of
 * more than LOB_COVER_EXACT_COUNT figures, are made from images: the coverage of a (cell, layer) on texels of a power
 * of two of dbu, at most half a pixel wide; of the whole cell, or, where that is little work, of its children. An image
 * of few figures, or of figures that overlap, is made by the rasteriser; one of many by sums (render/sums.h), children
 * by their own images at half their parent's texel. Images are kept, the least used are dropped first, so the next far
 * view, whatever its box, reads instead of drawing. Nothing is left out: what is there has at least the value 1.
 *
 * Bound of the far view, against the exact union: texels are spread evenly over their square, so a pixel's value is off
 * by at most the share of it that lies in cut texels whose coverage is neither 0 nor 1; for figures all over that is at
 * most 4 t / p for texels of t and pixels of p, typically a hundredth of it; images of images add half each level down,
 * copies of one outline (render/stamp.h) a 32nd of a texel along their edges. Above LOB_COVER_UNION_COUNT figures of
 * one cell, where no image of the cell is fine enough for the picture, and where an image would be united of more than
 * four million pieces, figures are added and cut at 1: where they overlap, a pixel shows up to the area of the overlap
 * more. docs/mechanisms/rendering.md has the figures.
 */
#ifndef LOB_RENDER_COVER_H
#define LOB_RENDER_COVER_H

#include "db/layout.h"
#include "db/walk.h"
#include "render/grid.h"
#include "render/raster.h"

enum { LOB_COVER_FRAMES_COUNT = 5000 };
enum { LOB_COVER_EXACT_COUNT = 40000, LOB_COVER_UNION_COUNT = 1000000 };

typedef struct lob_cover lob_cover; /* of one layout; used by one request at a time */

/* Keeps a reference of the layout. size_max: bytes that images may take together; one more while it is in use. Beside
 * them a raster and sums of up to four million pixels and 16 MB of stamps are kept to be used again. */
lob_status lob_cover_new(lob_ctx *ctx, lob_layout *layout, uint64_t size_max, lob_cover **cover);
/* Images of whole cells become as fine as if those of all layers had this size, in bytes, together; without it: as if
 * they had size_max. What a picture looks like depends on this, not on size_max. */
void lob_cover_refine(lob_cover *cover, uint64_t size);
void lob_cover_release(lob_cover *cover); /* NULL is fine */
uint64_t lob_cover_size(const lob_cover *cover);
const lob_layout *lob_cover_layout(const lob_cover *cover);

/* A raster to draw with, cleared: the same one each time, so that a picture needs no new memory. It is the cover's,
 * until lob_cover_raster_end(), which keeps it when it is not large. */
lob_status lob_cover_raster(lob_ctx *ctx, lob_cover *cover, uint32_t width, uint32_t height, lob_raster **raster);
void lob_cover_raster_end(lob_cover *cover);

typedef struct lob_cover_info {
    uint64_t figures; /* whose boxes meet the picture */
    bool is_exact;    /* no images were used */
} lob_cover_info;

/* Layers, sorted by index, that are going to be drawn on a grid: their figures are counted in one walk instead of one
 * each, or taken from `counts`, by layer of the layout, which may be NULL. */
lob_status lob_cover_expect(lob_ctx *ctx, lob_cover *cover, lob_cell_index cell, const lob_layer_index *layers,
                            uint32_t layer_count, const lob_grid *grid, const lob_walk_count *counts);
/* Fills `raster` (cleared first) of the grid's size. QUERY_TOO_LARGE (work), TOOL_LIMIT_EXCEEDED, LOB_E_CANCELLED. */
lob_status lob_cover_draw(lob_ctx *ctx, lob_cover *cover, lob_cell_index cell, lob_layer_index layer,
                          const lob_grid *grid, lob_raster *raster, lob_cover_info *info);
/* Of more figures than this no frames are drawn: there the frames are most of what is seen. */
uint64_t lob_cover_frames_count(const lob_grid *grid);
/* The same for pictures to look at: without frames, as a far view where images serve the picture. */
lob_status lob_cover_shade(lob_ctx *ctx, lob_cover *cover, lob_cell_index cell, lob_layer_index layer,
                           const lob_grid *grid, lob_raster *raster, lob_cover_info *info);
/* The outlines of the layer's figures, as stored (not merged), `line_width` pixels wide (raster.h: lob_raster_line);
 * none of figures below two lines, and none of views of more than lob_cover_frames_count() figures: then the raster
 * stays empty and info->is_exact is false. */
lob_status lob_cover_frames(lob_ctx *ctx, lob_cover *cover, lob_cell_index cell, lob_layer_index layer,
                            const lob_grid *grid, double line_width, lob_raster *raster, lob_cover_info *info);
/* The union of several layers, sorted by index. Exact when lob_cover_info says so; of far views layers are taken to lie
 * independently of each other, which is between the largest of their shares and the sum. */
lob_status lob_cover_union(lob_ctx *ctx, lob_cover *cover, lob_cell_index cell, const lob_layer_index *layers,
                           uint32_t layer_count, const lob_grid *grid, lob_raster *raster, lob_cover_info *info);

#endif
