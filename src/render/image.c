/* Images: made once, kept while there is room. An image is made of those of the cells below it, one call within the
 * other. In an ordinary layout each is half as wide as the one around it at most, which bounds their number; arrays of
 * arrays without end are refused. */
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/digest.h"
#include "base/limits.h"
#include "db/index.h"
#include "render/cover_impl.h"

enum { FEW_COUNT = 1000 };
/* Of an image: beyond, it is not worth a union. Rows that figures cover, whatever its size, and for each texel. */
/* Images with samples have at most so many texels, so many for a figure. */
enum { SAMPLED_TEXELS = 128 * 1024, FIGURE_TEXELS = 4 };
enum { PIECES_MOST = 4 << 20, ROWS_FREE = 8 << 20, ROWS_TEXEL = 4 };

int lob_level_below(double dbu) {
    int level = 0;
    while (level < 52 && (double)(INT64_C(2) << level) <= dbu) {
        level++;
    }
    return level;
}

int lob_level_fitting(lob_box64 box) {
    double width = (double)(box.right - box.left);
    double height = (double)(box.top - box.bottom);
    return lob_level_below(fmax(width, height) / 32);
}

uint64_t lob_image_texels(lob_box64 box, int level) {
    if (lob_box64_is_empty(box)) {
        return 0;
    }
    double width = (double)((box.right >> level) - (box.left >> level) + 1);
    double height = (double)((box.top >> level) - (box.bottom >> level) + 1);
    if (width > LOB_SIDE_MAX || height > LOB_SIDE_MAX) {
        return UINT64_MAX;
    }
    return (uint64_t)(width * height);
}

/* ---- keeping ---- */

static uint64_t size_of(const lob_image *image) {
    return sizeof *image + (uint64_t)image->width * image->height * sizeof *image->values +
           image->height * sizeof *image->blocks;
}

lob_status lob_image_room(lob_ctx *ctx, lob_image *image) {
    image->values = lob_calloc((size_t)image->width * image->height, sizeof *image->values);
    image->blocks = lob_calloc(image->height, sizeof *image->blocks);
    image->block_bits = lob_block_bits(image->width);
    if (!image->values || !image->blocks) {
        lob_image_release(image);
        return lob_fail_memory(ctx);
    }
    return LOB_OK;
}

void lob_image_release(lob_image *image) {
    lob_free(image->values);
    lob_free(image->blocks);
    *image = (lob_image){0};
}

static lob_image **list_of(lob_cover *c, uint64_t key) {
    return &c->images[lob_hash64_fast(&key, sizeof key, 0) % LOB_IMAGE_LISTS];
}

static lob_image *find(lob_cover *c, uint64_t key) {
    lob_image *one = *list_of(c, key);
    while (one && one->key != key) {
        one = one->next;
    }
    return one;
}

/* Out of the order of uses, and into it as the newest. */
static void leave(lob_cover *c, const lob_image *image) {
    *(image->newer ? &image->newer->older : &c->newest) = image->older;
    *(image->older ? &image->older->newer : &c->oldest) = image->newer;
}

static void enter(lob_cover *c, lob_image *image) {
    image->newer = NULL;
    image->older = c->newest;
    *(c->newest ? &c->newest->newer : &c->oldest) = image;
    c->newest = image;
}

static void drop(lob_cover *c, lob_image *image) {
    lob_image **from = list_of(c, image->key);
    while (*from != image) {
        from = &(*from)->next;
    }
    *from = image->next;
    leave(c, image);
    c->size -= size_of(image);
    lob_image_release(image);
    lob_free(image);
}

void lob_images_release(lob_cover *c) {
    while (c->oldest) {
        drop(c, c->oldest);
    }
}

static void make_room(lob_cover *c, uint64_t size) {
    lob_image *one = c->oldest;
    while (one && c->size + size > c->size_max) {
        lob_image *newer = one->newer;
        if (one->pins == 0) {
            drop(c, one);
        }
        one = newer;
    }
}

static lob_status keep(lob_ctx *ctx, lob_cover *c, const lob_image *made, lob_image **out) {
    lob_image *image = lob_malloc(sizeof *image);
    lob_image **list = list_of(c, made->key);
    *out = image;
    if (!image) {
        return lob_fail_memory(ctx);
    }
    *image = *made;
    image->next = *list;
    *list = image;
    c->size += size_of(image);
    enter(c, image);
    return LOB_OK;
}

void lob_image_unpin(lob_image *image) {
    image->pins--;
}

/* ---- making ---- */

/* *is_done: false when figures lie so deep over each other that it would take too long. */
static lob_status fill_exact(lob_ctx *ctx, lob_cover *c, const lob_grid *grid, lob_image *image, bool *is_done) {
    lob_raster *raster;
    *is_done = true;
    LOB_TRY(lob_raster_new(ctx, image->width, image->height, &raster));
    lob_cover_what what = {.cell = image->cell, .layers = &image->layer, .layer_count = 1};
    lob_raster_bound(raster, PIECES_MOST, ROWS_FREE + ROWS_TEXEL * (uint64_t)image->width * image->height);
    lob_status status = lob_cover_exact(ctx, c, &what, grid, raster);
    if (lob_raster_pieces(raster) > LOB_RASTER_PIECES_MAX) {
        lob_raster_release(raster);
        lob_error_clear(&ctx->error);
        *is_done = false;
        return LOB_OK;
    }
    for (uint32_t y = 0; y < image->height && status == LOB_OK; y++) {
        const uint16_t *row = lob_raster_row(raster, y);
        uint32_t first;
        uint32_t end = 0;
        while (lob_raster_run(raster, y, &first, &end)) {
            memcpy(image->values + (size_t)y * image->width + first, row + first, (end - first) * sizeof *row);
            image->blocks[y] |= lob_block_count(image->block_bits, first, end);
        }
    }
    lob_raster_release(raster);
    return status;
}

static lob_status fill_sums(lob_ctx *ctx, lob_cover *c, const lob_grid *grid, lob_image *image) {
    lob_sums sums = {0};
    LOB_TRY(lob_sums_shape(ctx, &sums, image->width, image->height));
    lob_status status = lob_cover_descend(ctx, c, image->cell, image->layer, grid, &sums);
    for (uint32_t y = 0; y < image->height && status == LOB_OK; y++) {
        image->blocks[y] = lob_sums_row(&sums, y, image->values + (size_t)y * image->width);
    }
    lob_sums_release(&sums);
    return status;
}

/* Who looks at a cell of many figures from afar looks closer next: what that needs is made with the image, so that only
 * the first picture waits. */
static lob_status make_trees(lob_ctx *ctx, lob_cover *c, lob_cell_index index, lob_layer_index layer) {
    const lob_cell *cell = lob_layout_cell(c->layout, index);
    for (uint32_t i = 0; i < cell->shapes_count; i++) {
        for (int kind = 0; cell->shapes[i].layer == layer && kind < LOB_KIND_TEXT; kind++) {
            const lob_rtree *tree;
            LOB_TRY(lob_index_figures(ctx, c->layout, index, i, (lob_kind)kind, &tree));
        }
    }
    return LOB_OK;
}

static lob_status refuse_levels(lob_ctx *ctx) {
    lob_status status =
        lob_fail(ctx, LOB_E_QUERY_TOO_LARGE, "Cells of the picture are nested and repeated on too many levels");
    lob_hint(ctx, "Ask for a smaller box, or for one of the cells below");
    lob_error_text(&ctx->error, "limit_name", LOB_STR("render_levels"));
    lob_error_integer(&ctx->error, "limit", LOB_LIMIT_RENDER_LEVELS);
    return status;
}

/* *is_quick: no trees were needed, and one of the cell's is made as soon as it is asked for. */
static lob_status fill(lob_ctx *ctx, lob_cover *c, lob_image *image, uint64_t count, bool *is_quick) {
    double texel = (double)(INT64_C(1) << image->level);
    lob_grid grid = {
        (double)image->x * texel, (double)image->y * texel, 1 / texel, 1 / texel, image->width, image->height};
    const uint64_t texels = (uint64_t)image->width * image->height;
    bool is_exact = count <= FEW_COUNT;
    lob_status status = LOB_OK;
    if (!is_exact && count <= LOB_COVER_UNION_COUNT && texels <= SAMPLED_TEXELS && count * FIGURE_TEXELS >= texels) {
        status = lob_image_unite(ctx, c, &grid, image, is_quick);
        if (status != LOB_OK || *is_quick) {
            return status;
        }
    }
    if (!is_exact && count <= LOB_COVER_UNION_COUNT) {
        status = lob_cover_overlaps(ctx, c, image->cell, image->layer, &is_exact);
    }
    if (status == LOB_OK && is_exact) {
        status = fill_exact(ctx, c, &grid, image, &is_exact);
    }
    return status == LOB_OK && !is_exact ? fill_sums(ctx, c, &grid, image) : status;
}

static lob_status make(lob_ctx *ctx, lob_cover *c, lob_image *image) {
    uint64_t count;
    lob_box64 box = lob_cover_box(c, image->cell, image->layer, &count);
    image->x = box.left >> image->level;
    image->y = (box.top >> image->level) + 1;
    image->width = (uint32_t)((box.right >> image->level) - image->x + 1);
    image->height = (uint32_t)(image->y - (box.bottom >> image->level));
    if (c->levels == LOB_LIMIT_RENDER_LEVELS) {
        return refuse_levels(ctx);
    }
    make_room(c, size_of(image));
    LOB_TRY(lob_image_room(ctx, image));
    c->levels++;
    bool is_quick = false;
    lob_status status = fill(ctx, c, image, count, &is_quick);
    c->levels--;
    if (status == LOB_OK && !is_quick) {
        status = make_trees(ctx, c, image->cell, image->layer);
    }
    if (status != LOB_OK) {
        lob_image_release(image);
    }
    return status;
}

lob_status lob_image_of(lob_ctx *ctx, lob_cover *c, lob_cell_index cell, lob_layer_index layer, int level,
                        lob_image **out) {
    uint64_t key = ((uint64_t)cell << 32 | (uint64_t)layer << 8 | (uint64_t)level) + 1;
    lob_image *image = find(c, key);
    if (!image) {
        lob_image made = {.key = key, .cell = cell, .layer = layer, .level = level};
        LOB_TRY(make(ctx, c, &made)); /* may keep and drop others itself */
        const lob_status status = keep(ctx, c, &made, &image);
        if (status != LOB_OK) {
            lob_image_release(&made);
            return status;
        }
    } else {
        leave(c, image);
        enter(c, image);
    }
    image->pins++;
    *out = image;
    return LOB_OK;
}
