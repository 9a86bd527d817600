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

static lob_grid grid_of(const lob_image *image) {
    const double texel = (double)(INT64_C(1) << image->level);
    return (lob_grid){
        (double)image->x * texel, (double)image->y * texel, 1 / texel, 1 / texel, image->width, image->height};
}

/* Where it lies; *count: figures of it. */
static void shape(const lob_cover *c, lob_image *image, uint64_t *count) {
    const lob_box64 box = lob_cover_box(c, image->cell, image->layer, count);
    image->x = box.left >> image->level;
    image->y = (box.top >> image->level) + 1;
    image->width = (uint32_t)((box.right >> image->level) - image->x + 1);
    image->height = (uint32_t)(image->y - (box.bottom >> image->level));
}

/* Whether figures are united as long as that is not too much. */
static bool is_united(const lob_image *image, uint64_t count) {
    const uint64_t texels = (uint64_t)image->width * image->height;
    return count > FEW_COUNT && count <= LOB_COVER_UNION_COUNT && texels <= SAMPLED_TEXELS &&
           count * FIGURE_TEXELS >= texels;
}

static lob_status unite(lob_ctx *ctx, lob_cover *c, const lob_grid *grid, lob_image *image, bool *is_done) {
    lob_steps budget = {.room = c->work_max - c->work};
    LOB_TRY(lob_image_unite(ctx, c, &c->uniters[0], &budget, grid, image, is_done));
    return lob_cover_charge(ctx, c, atomic_load(&budget.spent));
}

/* *is_quick: no trees were needed, and one of the cell's is made as soon as it is asked for. */
static lob_status fill(lob_ctx *ctx, lob_cover *c, lob_image *image, uint64_t count, bool *is_quick) {
    const lob_grid grid = grid_of(image);
    bool is_exact = count <= FEW_COUNT;
    lob_status status = LOB_OK;
    if (is_united(image, count)) {
        status = unite(ctx, c, &grid, image, is_quick);
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
    shape(c, image, &count);
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

static uint64_t key_of(lob_cell_index cell, lob_layer_index layer, int level) {
    return ((uint64_t)cell << 32 | (uint64_t)layer << 8 | (uint64_t)level) + 1;
}

/* ---- several at once ---- */

typedef struct preparing {
    lob_cover *c;
    lob_image *images; /* heap; those without a key are not wanted after all */
    uint32_t count;
    lob_steps budget;
} preparing;

static int by_key(const void *a, const void *b) {
    const lob_image_wish *x = a, *y = b;
    const uint64_t p = key_of(x->cell, x->layer, x->level), q = key_of(y->cell, y->layer, y->level);
    return (p > q) - (p < q);
}

/* Those that are to be made, each once, as many as have room beside what is in use. */
static void choose(preparing *p, const lob_image_wish *wishes, uint32_t count) {
    uint64_t size = 0, figures, last = 0;
    for (uint32_t i = 0; i < count; i++) {
        const lob_image_wish *w = &wishes[i];
        lob_image one = {.key = key_of(w->cell, w->layer, w->level), .cell = w->cell, .layer = w->layer};
        one.level = w->level;
        if (one.key == last || find(p->c, one.key)) {
            continue;
        }
        last = one.key;
        shape(p->c, &one, &figures);
        if (is_united(&one, figures) && size + size_of(&one) <= p->c->size_max / 2) {
            size += size_of(&one);
            p->images[p->count++] = one;
        }
    }
    make_room(p->c, p->count > 1 ? size : 0);
}

/* A thread takes scratch that no other has: there is some for each. */
static lob_uniter *take_uniter(lob_cover *c) {
    uint32_t i = 0;
    while (atomic_exchange(&c->uniters[i].is_busy, true)) {
        i = (i + 1) % LOB_UNITERS_MAX;
    }
    return &c->uniters[i];
}

static lob_status prepare_one(void *arg, lob_ctx *ctx, uint32_t number) {
    preparing *p = arg;
    lob_image *image = &p->images[number];
    const lob_grid grid = grid_of(image);
    bool is_done;
    LOB_TRY(lob_image_room(ctx, image));
    lob_uniter *u = take_uniter(p->c);
    const lob_status status = lob_image_unite(ctx, p->c, u, &p->budget, &grid, image, &is_done);
    atomic_store(&u->is_busy, false);
    if (status != LOB_OK || !is_done) { /* it is made in another way when it is asked for */
        lob_image_release(image);
    }
    return status;
}

static lob_status prepare_all(lob_ctx *ctx, preparing *p) {
    const uint32_t threads = lob_team_threads(&p->c->team);
    const lob_team team = {.thread_count = threads < LOB_UNITERS_MAX ? threads : LOB_UNITERS_MAX};
    p->budget.room = p->c->work_max - p->c->work;
    lob_status status = lob_team_run(ctx, &team, p->count, prepare_one, p);
    for (uint32_t i = 0; i < p->count; i++) {
        lob_image *image, *made = &p->images[i];
        if (status == LOB_OK && made->values) {
            status = keep(ctx, p->c, made, &image);
            if (status == LOB_OK) {
                memset(made, 0, sizeof *made); /* it is the cache's now */
            }
        }
        lob_image_release(made);
    }
    return status == LOB_OK ? lob_cover_charge(ctx, p->c, atomic_load(&p->budget.spent)) : status;
}

lob_status lob_images_prepare(lob_ctx *ctx, lob_cover *c, lob_image_wish *wishes, uint32_t count) {
    preparing p = {.c = c};
    if (count < 2 || lob_team_threads(&c->team) < 2) {
        return LOB_OK;
    }
    p.images = lob_malloc(count * sizeof *p.images);
    if (!p.images) {
        return lob_fail_memory(ctx);
    }
    qsort(wishes, count, sizeof *wishes, by_key);
    choose(&p, wishes, count);
    const lob_status status = p.count > 1 ? prepare_all(ctx, &p) : LOB_OK;
    lob_free(p.images);
    return status;
}

lob_status lob_image_of(lob_ctx *ctx, lob_cover *c, lob_cell_index cell, lob_layer_index layer, int level,
                        lob_image **out) {
    const uint64_t key = key_of(cell, layer, level);
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
