/* A scene: layers of a cell with their styles on a grid, drawn into a picture. Nothing is drawn that is not asked for.
 */
#ifndef LOB_DRAW_SCENE_H
#define LOB_DRAW_SCENE_H

#include "draw/picture.h"
#include "render/cover.h"

typedef struct lob_scene_layer {
    lob_layer_index layer;
    lob_style style;
} lob_scene_layer;

typedef struct lob_scene {
    lob_cell_index cell;
    lob_grid grid;
    lob_picture_mode mode;
    const lob_scene_layer *layers; /* in the order in which they lie over each other, the lowest first */
    uint32_t layer_count;
    /* By layer of the layout: figures that meet the grid that they were counted on; another one is counted anew. NULL:
     * not counted yet. */
    const struct lob_walk_count *counts;
    lob_grid counted_grid;
} lob_scene;

typedef struct lob_scene_info {
    uint64_t figures;   /* of all layers drawn */
    uint32_t far_count; /* layers drawn by density, without frames */
} lob_scene_info;

/* Draws over what `picture` holds; it has the grid's size. Mask: the union of the visible layers, in white; styles are
 * not looked at. Tells progress by layers. RENDER_FAILED: the sizes differ. */
lob_status lob_scene_draw(lob_ctx *ctx, lob_cover *cover, const lob_scene *scene, lob_picture *picture,
                          lob_scene_info *info);

/* A fixed colour by (layer, datatype), one of LOB_PALETTE_COUNT that are told apart on white and on black, by people
 * who lack one kind of cone too; docs/mechanisms/rendering.md has the distances. The first layers of a layout, by
 * index, get different ones: `order` is the index among the layers drawn or listed. */
enum { LOB_PALETTE_COUNT = 16 };
uint32_t lob_palette_color(uint32_t order, lob_picture_mode mode);
/* Fill at two fifths, a solid frame of one pixel, of lob_palette_color(); every sixteen layers another pattern. */
lob_style lob_palette_style(uint32_t order, lob_picture_mode mode);
uint32_t lob_color_readable(uint32_t color, uint32_t ground); /* moved until its contrast is at least 4.5 */
uint32_t lob_color_on(uint32_t ground);                       /* black or white, what stands out more */

#endif
