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

enum { NEIGHBOURS = 8, FEW_COUNT = 1000 };
/* Of an image: beyond, it is not worth a union. Rows that figures cover, whatever its size, and for each texel. */
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
    return (uint64_t)image->width * image->height * sizeof *image->values + image->height * sizeof *image->blocks;
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

static void drop(lob_cover *c, lob_image *image) {
    c->size -= size_of(image);
    lob_image_release(image);
}

static void make_room(lob_cover *c, uint64_t size) {
    while (c->size + size > c->size_max) {
        lob_image *oldest = NULL;
        for (unsigned i = 0; i < LOB_IMAGE_SLOTS; i++) {
            lob_image *one = &c->images[i];
            if (one->values && one->pins == 0 && (!oldest || one->used < oldest->used)) {
                oldest = one;
            }
        }
        if (!oldest) {
            return;
        }
        drop(c, oldest);
    }
}

/* The slot that holds the key, or one that may take it; NULL: all neighbours are in use. */
static lob_image *slot_of(lob_cover *c, uint64_t key) {
    uint64_t hash = lob_hash64_fast(&key, sizeof key, 0);
    lob_image *best = NULL;
    for (unsigned i = 0; i < NEIGHBOURS; i++) {
        lob_image *one = &c->images[(hash + i) % LOB_IMAGE_SLOTS];
        if (one->values && one->key == key) {
            return one;
        }
        bool is_better = !best || (best->values && (!one->values || one->used < best->used));
        if (is_better && one->pins == 0) {
            best = one;
        }
    }
    return best;
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
        lob_fail(ctx, LOB_E_QUERY_TOO_LARGE, "Cells of the picture repeat each other on too many levels");
    lob_hint(ctx, "Ask for a smaller box, or for one of the cells below");
    lob_error_text(&ctx->error, "limit_name", LOB_STR("render_levels"));
    lob_error_integer(&ctx->error, "limit", LOB_LIMIT_RENDER_LEVELS);
    return status;
}

static lob_status fill(lob_ctx *ctx, lob_cover *c, lob_image *image, uint64_t count) {
    double texel = (double)(INT64_C(1) << image->level);
    lob_grid grid = {
        (double)image->x * texel, (double)image->y * texel, 1 / texel, 1 / texel, image->width, image->height};
    bool is_exact = count <= FEW_COUNT;
    lob_status status = LOB_OK;
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
    lob_status status = fill(ctx, c, image, count);
    c->levels--;
    if (status == LOB_OK) {
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
    lob_image *slot = slot_of(c, key);
    if (!slot) {
        return lob_fail_memory(ctx);
    }
    if (!slot->values || slot->key != key) {
        lob_image made = {.key = key, .cell = cell, .layer = layer, .level = level};
        LOB_TRY(make(ctx, c, &made)); /* may use and drop slots itself */
        slot = slot_of(c, key);
        if (!slot) {
            lob_image_release(&made);
            return lob_fail_memory(ctx);
        }
        if (slot->values) {
            drop(c, slot);
        }
        *slot = made;
        c->size += size_of(slot);
    }
    slot->used = ++c->uses;
    slot->pins++;
    *out = slot;
    return LOB_OK;
}
