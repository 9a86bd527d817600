/* The far view's inside: cover.c (choice, exact drawing), image.c (images and their keeping), unite.c (images
 * of figures that overlap), resample.c (images onto grids), descend.c (sums), light.c (which of them a picture takes).
 */
#ifndef LOB_RENDER_COVER_IMPL_H
#define LOB_RENDER_COVER_IMPL_H

#include <stdatomic.h>

#include "base/map.h"
#include "base/team.h"
#include "render/array.h"
#include "render/cover.h"
#include "render/figure.h"
#include "render/samples.h"
#include "render/stamp.h"
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
    unsigned pins;                   /* in use: not to be dropped */
    struct lob_image *next;          /* of those that are kept under the same hash */
    struct lob_image *newer, *older; /* by when they were used last */
    uint16_t *values;                /* as of a raster's plane */
    uint64_t *blocks;                /* one a row: bit i: texels [i, i + 1) << block_bits hold something */
    unsigned block_bits;
} lob_image;

enum { LOB_TAKE_PARTS = 8 };

typedef struct take { /* what a pixel takes along an axis: texels first to last, those two in part */
    uint32_t first, last;
    float first_part, last_part; /* last_part 0 when first == last */
    float parts[LOB_TAKE_PARTS]; /* of texels from the first on, unless is_wide */
    bool is_any, is_wide;
} take;

typedef struct lob_resampler { /* scratch; zeroed at first */
    float *sums;               /* of rows of texels; zeros between uses */
    take *takes;
    uint32_t texels, pixels; /* room */
} lob_resampler;

typedef struct lob_known_slot { /* what is known of a ring of an outline; key 0: free */
    uint64_t key;
    uint8_t known;
} lob_known_slot;

enum { LOB_KNOWN_BITS = 12 };

enum { LOB_COVER_FEW = 64 }; /* figures of a cell that is drawn itself rather than from an image */
enum { LOB_IMAGE_LISTS = 16384, LOB_IMAGE_TEXELS_MAX = 12 * 1024 * 1024 };

typedef struct lob_uniter { /* scratch: of an image of figures that overlap; zeroed at first */
    lob_sums sums;
    lob_samples samples;
    lob_ring ring;
    atomic_bool is_busy;
} lob_uniter;

enum { LOB_UNITERS_MAX = 4 }; /* of up to 18 MB each */

typedef struct lob_steps { /* steps of images that are made at once */
    atomic_uint_least64_t spent;
    uint64_t room;
} lob_steps;

struct lob_cover {
    lob_layout *layout;
    uint64_t size, size_max;
    uint64_t texels_max;                /* of an image of a whole cell */
    lob_image *images[LOB_IMAGE_LISTS]; /* by hash of the key; a chip has tens of thousands */
    lob_image *newest, *oldest;
    lob_ring ring;
    lob_raster *raster;                         /* used again from picture to picture */
    lob_known_slot knowns[1 << LOB_KNOWN_BITS]; /* of the outlines last met */
    lob_stamps stamps;
    lob_sums sums; /* of pictures: used again */
    lob_team team; /* makes images at once */
    lob_uniter uniters[LOB_UNITERS_MAX];
    lob_sums even; /* scratch: where arrays that lie askew are of even density */
    lob_resampler resampler;
    /* What was counted last: figures of layers that meet a grid. */
    lob_cell_index counted_cell;
    lob_grid counted_grid;
    uint64_t *counted; /* by layer; UINT64_MAX: not asked for */
    /* Whether layers of a cell are light on grids of a scale and size, as far as it was asked. */
    lob_cell_index light_cell;
    lob_grid light_grid;
    uint8_t *lights; /* by layer; NULL: nothing was asked */
    uint64_t work, work_max;
    uint64_t rows;   /* that figures of the picture's sums went through */
    uint8_t *visits; /* by cell: how often a picture met it as a large child of very many figures; NULL: never */
    uint64_t stored; /* figures and instances of the layout */
    unsigned levels; /* images that are being made, each for the one before */
};

lob_status lob_cover_charge(lob_ctx *ctx, lob_cover *cover, uint64_t more);
/* What it says when it is too much. */
lob_status lob_cover_refuse(lob_ctx *ctx, const lob_cover *cover);

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
/* Zeroed values and blocks of an image whose width and height are set. */
lob_status lob_image_room(lob_ctx *ctx, lob_image *image);
void lob_image_release(lob_image *image);
/* All that are kept. */
void lob_images_release(lob_cover *cover);
/* Makes those of the images wished for that are united, several at once, and keeps them; what lob_image_of() then finds
 * is what it would have made. Sorts `wishes`. */
typedef struct lob_image_wish {
    lob_cell_index cell;
    lob_layer_index layer;
    int level;
} lob_image_wish;
lob_status lob_images_prepare(lob_ctx *ctx, lob_cover *cover, lob_image_wish *wishes, uint32_t count);

/* unite.c: the union of the cell's figures, of which the sums are exact and the overlaps sampled. *is_done: false when
 * a ring would take too long; then values are zeros still. Of the cover only what never changes is read. */
lob_status lob_image_unite(lob_ctx *ctx, const lob_cover *cover, lob_uniter *uniter, lob_steps *budget,
                           const lob_grid *grid, lob_image *image, bool *is_done);
void lob_uniter_release(lob_uniter *uniter);
/* Texels of an image of the box at a level, both ways; saturating. */
uint64_t lob_image_texels(lob_box64 box, int level);

/* resample.c. The image onto a raster of the grid, averaged over each pixel. */
lob_status lob_image_average(lob_ctx *ctx, lob_cover *cover, const lob_image *image, const lob_grid *grid,
                             lob_raster *raster);
/* The image, placed by a transformation, added to sums of the grid. is_turned: it comes from lob_image_turn(), which
 * is faster for odd quarter turns. */
lob_status lob_image_add(lob_ctx *ctx, lob_cover *cover, const lob_image *image, bool is_turned, const lob_trans *trans,
                         const lob_grid *grid, lob_sums *sums);
/* The same for all members of an array along the axes of the grid, of which x and y have pitch and count; the first one
 * is placed by `first`, which is orthogonal. */
lob_status lob_image_array(lob_ctx *ctx, const lob_image *image, bool is_turned, const lob_trans *first,
                           const lob_grid *grid, lob_array_axis *x, lob_array_axis *y, lob_sums *sums);
/* The image with x and y exchanged, released by lob_image_release(). */
lob_status lob_image_turn(lob_ctx *ctx, const lob_image *image, lob_image *turned);
void lob_resampler_release(lob_resampler *resampler);

/* descend.c: the cell onto sums; children below a few pixels from images at most `level_max` coarse. */
lob_status lob_cover_descend(lob_ctx *ctx, lob_cover *cover, lob_cell_index cell, lob_layer_index layer,
                             const lob_grid *grid, lob_sums *sums);
/* light.c: whether that is little work once the children's images are there, and nothing is known to overlap on the
 * way. */
lob_status lob_cover_is_light(lob_ctx *ctx, lob_cover *cover, lob_cell_index cell, lob_layer_index layer,
                              const lob_grid *grid, bool *is_light);

/* Whether boxes of the layer in the cell's children overlap each other or the cell's own figures. */
lob_status lob_cover_overlaps(lob_ctx *ctx, lob_cover *cover, lob_cell_index cell, lob_layer_index layer,
                              bool *overlap);

/* The largest level whose texels are at most `dbu` wide, at least 0. */
int lob_level_below(double dbu);
/* A level at which an image of the box is small. */
int lob_level_fitting(lob_box64 box);

#endif
