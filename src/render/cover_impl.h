/* The far view's inside: cover.c (choice, exact drawing), image.c (images and their keeping), descend.c (sums). */
#ifndef LOB_RENDER_COVER_IMPL_H
#define LOB_RENDER_COVER_IMPL_H

#include "base/map.h"
#include "render/cover.h"
#include "render/figure.h"
#include "render/sums.h"

/* Texel (i, j), row 0 on top, covers x in [(x + i) t, (x + i + 1) t], y in [(y - j - 1) t, (y - j) t], t = 2^level dbu.
 */
typedef struct lob_image {
    uint64_t key;
    lob_cell_index cell;
    lob_layer_index layer;
    int level;
    int64_t x, y;
    uint32_t width, height;
    uint64_t used;    /* when last, by count of uses */
    unsigned pins;    /* in use: not to be dropped */
    uint16_t *values; /* as of a raster's plane; NULL: the slot is free */
} lob_image;

typedef struct lob_area_slot { /* outline + 1; 0: free */
    uint32_t outline;
    double area; /* dbu2 */
} lob_area_slot;

typedef struct lob_known_slot { /* what is known of a ring of an outline; key 0: free */
    uint64_t key;
    uint8_t known;
} lob_known_slot;

enum { LOB_AREA_BITS = 12 };

enum { LOB_IMAGE_SLOTS = 4096, LOB_IMAGE_TEXELS_MAX = 12 * 1024 * 1024 };

struct lob_cover {
    lob_layout *layout;
    uint64_t size, size_max, uses;
    lob_image images[LOB_IMAGE_SLOTS]; /* searched by hash, eight neighbours */
    lob_ring ring;
    lob_area_slot areas[1 << LOB_AREA_BITS]; /* of the outlines last met */
    lob_known_slot knowns[1 << LOB_AREA_BITS];
    uint64_t work, work_max;
};

lob_status lob_cover_charge(lob_ctx *ctx, lob_cover *cover, uint64_t more);

typedef struct lob_cover_what {
    lob_cell_index cell;
    const lob_layer_index *layers; /* sorted */
    uint32_t layer_count;
    double line_width; /* pixels; 0: what figures cover, else their outlines */
} lob_cover_what;

/* cover.c: all figures of the cell's hierarchy that meet the grid, exactly. */
lob_status lob_cover_exact(lob_ctx *ctx, lob_cover *cover, const lob_cover_what *what, const lob_grid *grid,
                           lob_raster *raster);
lob_box64 lob_cover_box(const lob_cover *cover, lob_cell_index cell, lob_layer_index layer, uint64_t *count);

/* image.c. Pinned until lob_image_unpin(). */
lob_status lob_image_of(lob_ctx *ctx, lob_cover *cover, lob_cell_index cell, lob_layer_index layer, int level,
                        lob_image **image);
void lob_image_unpin(lob_image *image);
/* Texels of an image of the box at a level, both ways; saturating. */
uint64_t lob_image_texels(lob_box64 box, int level);
/* The image onto a raster of the grid, averaged over each pixel. */
lob_status lob_image_average(lob_ctx *ctx, const lob_image *image, const lob_grid *grid, lob_raster *raster);
/* The image, placed by a transformation, added to sums. */
void lob_image_add(const lob_image *image, const lob_trans *trans, const lob_grid *grid, lob_sums *sums);

/* descend.c: the cell onto sums; children below a few pixels from images at most `level_max` coarse. */
lob_status lob_cover_descend(lob_ctx *ctx, lob_cover *cover, lob_cell_index cell, lob_layer_index layer,
                             const lob_grid *grid, lob_sums *sums);

/* Whether boxes of the layer in the cell's children overlap each other or the cell's own figures. */
lob_status lob_cover_overlaps(lob_ctx *ctx, lob_cover *cover, lob_cell_index cell, lob_layer_index layer,
                              bool *overlap);

/* The largest level whose texels are at most `dbu` wide, at least 0. */
int lob_level_below(double dbu);
/* A level at which an image of the box is small. */
int lob_level_fitting(lob_box64 box);

#endif
