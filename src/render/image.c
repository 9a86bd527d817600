/* Images: made once, kept while there is room, averaged onto a picture or added to sums. */
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/digest.h"
#include "render/cover_impl.h"

enum { NEIGHBOURS = 8, FEW_COUNT = 10000 };

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
    return (uint64_t)image->width * image->height * sizeof *image->values;
}

static void drop(lob_cover *c, lob_image *image) {
    c->size -= size_of(image);
    lob_free(image->values);
    *image = (lob_image){0};
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

static lob_status fill_exact(lob_ctx *ctx, lob_cover *c, const lob_grid *grid, lob_image *image) {
    lob_raster *raster;
    LOB_TRY(lob_raster_new(ctx, image->width, image->height, &raster));
    lob_cover_what what = {.cell = image->cell, .layers = &image->layer, .layer_count = 1};
    lob_status status = lob_cover_exact(ctx, c, &what, grid, raster);
    for (uint32_t y = 0; y < image->height && status == LOB_OK; y++) {
        memcpy(image->values + (size_t)y * image->width, lob_raster_row(raster, y),
               image->width * sizeof *image->values);
    }
    lob_raster_release(raster);
    return status;
}

static lob_status fill_sums(lob_ctx *ctx, lob_cover *c, const lob_grid *grid, lob_image *image) {
    lob_sums sums;
    LOB_TRY(lob_sums_new(ctx, image->width, image->height, &sums));
    lob_status status = lob_cover_descend(ctx, c, image->cell, image->layer, grid, &sums);
    for (uint32_t y = 0; y < image->height && status == LOB_OK; y++) {
        lob_sums_row(&sums, y, image->values + (size_t)y * image->width);
    }
    lob_sums_release(&sums);
    return status;
}

static lob_status make(lob_ctx *ctx, lob_cover *c, lob_image *image) {
    uint64_t count;
    lob_box64 box = lob_cover_box(c, image->cell, image->layer, &count);
    image->x = box.left >> image->level;
    image->y = (box.top >> image->level) + 1;
    image->width = (uint32_t)((box.right >> image->level) - image->x + 1);
    image->height = (uint32_t)(image->y - (box.bottom >> image->level));
    make_room(c, size_of(image));
    image->values = lob_calloc((size_t)image->width * image->height, sizeof *image->values);
    if (!image->values) {
        return lob_fail_memory(ctx);
    }
    double texel = (double)(INT64_C(1) << image->level);
    lob_grid grid = {
        (double)image->x * texel, (double)image->y * texel, 1 / texel, 1 / texel, image->width, image->height};
    bool is_exact = count <= FEW_COUNT;
    lob_status status = LOB_OK;
    if (!is_exact && count <= LOB_COVER_UNION_COUNT) {
        status = lob_cover_overlaps(ctx, c, image->cell, image->layer, &is_exact);
    }
    if (status == LOB_OK) {
        status = is_exact ? fill_exact(ctx, c, &grid, image) : fill_sums(ctx, c, &grid, image);
    }
    if (status != LOB_OK) {
        lob_free(image->values);
        image->values = NULL;
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
            lob_free(made.values);
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

/* ---- averaging ---- */

/* How pixels take from texels along one axis: pixel i takes texels first[i] .. first[i + 1], the first and the last of
 * them in part. */
typedef struct axis {
    double from, per; /* texel coordinate of pixel 0's edge; texels a pixel */
    uint32_t texels;
} axis;

typedef struct take {
    uint32_t first, last; /* texels, inclusive */
    float first_part, last_part;
    bool is_any;
} take;

static take take_of(const axis *a, uint32_t pixel) {
    double low = fmax(0, a->from + pixel * a->per);
    double high = fmin(a->texels, a->from + (pixel + 1) * a->per);
    take t = {.is_any = low < high};
    if (t.is_any) {
        t.first = (uint32_t)low;
        t.last = (uint32_t)high;
        t.last = t.last >= high ? t.last - 1 : t.last;
        t.first_part = (float)(t.first == t.last ? high - low : t.first + 1 - low);
        t.last_part = (float)(high - t.last);
    }
    return t;
}

static void add_row(float *sums, const uint16_t *values, uint32_t count, float part) {
    for (uint32_t i = 0; i < count; i++) {
        sums[i] += part * (float)values[i];
    }
}

/* Values are 1 + 65534 a, but 0 for nothing: one too much where there is something, which is taken off in the end as
 * what the least value stands for. */
static uint16_t average(const float *sums, const take *t, float per_pixel) {
    float sum = sums[t->first] * t->first_part;
    for (uint32_t i = t->first + 1; i < t->last; i++) {
        sum += sums[i];
    }
    if (t->last > t->first) {
        sum += sums[t->last] * t->last_part;
    }
    if (sum <= 0) {
        return 0;
    }
    float value = sum * per_pixel;
    return value >= 65534.5f ? LOB_COVER_FULL : value < 1 ? 1 : (uint16_t)(value + 0.5f);
}

static void average_rows(const lob_image *image, const lob_grid *grid, const axis *x, const axis *y, float *sums,
                         take *takes, uint16_t *row, lob_raster *raster) {
    for (uint32_t i = 0; i < grid->width; i++) {
        takes[i] = take_of(x, i);
    }
    float per_pixel = (float)(1 / (x->per * y->per));
    for (uint32_t j = 0; j < grid->height; j++) {
        take t = take_of(y, j);
        if (!t.is_any) {
            continue;
        }
        memset(sums, 0, image->width * sizeof *sums);
        for (uint32_t k = t.first; k <= t.last; k++) {
            float part = k == t.first ? t.first_part : k == t.last ? t.last_part : 1;
            add_row(sums, image->values + (size_t)k * image->width, image->width, part);
        }
        for (uint32_t i = 0; i < grid->width; i++) {
            row[i] = takes[i].is_any ? average(sums, &takes[i], per_pixel) : 0;
        }
        lob_raster_put(raster, j, 0, grid->width, row);
    }
}

lob_status lob_image_average(lob_ctx *ctx, const lob_image *image, const lob_grid *grid, lob_raster *raster) {
    double texel = (double)(INT64_C(1) << image->level);
    axis x = {grid->left / texel - (double)image->x, 1 / (grid->sx * texel), image->width};
    axis y = {(double)image->y - grid->top / texel, 1 / (grid->sy * texel), image->height};
    float *sums = lob_malloc((image->width + 1) * sizeof *sums);
    take *takes = lob_malloc(grid->width * sizeof *takes);
    uint16_t *row = lob_malloc(grid->width * sizeof *row);
    lob_status status = sums && takes && row ? lob_poll(ctx) : lob_fail_memory(ctx);
    if (status == LOB_OK) {
        average_rows(image, grid, &x, &y, sums, takes, row, raster);
    }
    lob_free(sums);
    lob_free(takes);
    lob_free(row);
    return status;
}

/* ---- adding ---- */

/* Texel (i, j) as a square around its transformed middle: exact under quarter turns. */
void lob_image_add(const lob_image *image, const lob_trans *trans, const lob_grid *grid, lob_sums *sums) {
    double texel = (double)(INT64_C(1) << image->level);
    lob_trans linear = lob_trans_linear(trans);
    const int64_t far = INT64_C(1) << 20; /* so that rounding does not matter */
    lob_point64 ex = lob_trans_point(&linear, (lob_point64){far, 0});
    lob_point64 ey = lob_trans_point(&linear, (lob_point64){0, far});
    double ax = (double)ex.x / (double)far * texel * grid->sx;
    double ay = -(double)ex.y / (double)far * texel * grid->sy;
    double bx = -(double)ey.x / (double)far * texel * grid->sx; /* rows go down */
    double by = (double)ey.y / (double)far * texel * grid->sy;
    double x0 = (trans->is_orthogonal ? (double)trans->x : trans->dx) - grid->left;
    double y0 = grid->top - (trans->is_orthogonal ? (double)trans->y : trans->dy);
    double column = (double)image->x + 0.5;
    double line = -((double)image->y - 0.5);
    double mx = x0 * grid->sx + ax * column + bx * line;
    double my = y0 * grid->sy + ay * column + by * line;
    double half_x = texel * grid->sx * trans->mag / 2;
    double half_y = texel * grid->sy * trans->mag / 2;
    for (uint32_t j = 0; j < image->height; j++) {
        const uint16_t *row = image->values + (size_t)j * image->width;
        for (uint32_t i = 0; i < image->width; i++) {
            if (row[i] == 0) {
                continue;
            }
            double x = mx + ax * i + bx * j;
            double y = my + ay * i + by * j;
            lob_sums_box(sums, x - half_x, y - half_y, x + half_x, y + half_y, fmax(lob_cover_area(row[i]), 1e-6));
        }
    }
}
