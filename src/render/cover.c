/* The choice between near and far, and the near view: a walk over the window, each figure into the rasteriser; again
 * for each band that has marked pixels, over that band alone. */
#include "render/cover.h"

#include <string.h>

#include "base/alloc.h"
#include "base/digest.h"
#include "base/limits.h"
#include "base/num.h"
#include "base/wrap.h"
#include "render/cover_impl.h"

enum { TEXELS_MOST = 16, FRAME_PIXELS = 16 };
#define TEXEL_OF_PIXEL 0.52 /* a half, and so much that 2^n dbu of 1 nm serve a picture of 2^m pixels a micrometre */
enum { PIXELS_KEPT = 4 * 1024 * 1024 }; /* of the raster that is used again */
/* Steps of a picture, whatever the layout; for each thing stored in it; for each pixel. */
enum { WORK_FREE = 80 * 1000 * 1000, WORK_STORED = 64, WORK_PIXEL = 8 };

static uint64_t count_stored(const lob_layout *layout) {
    uint64_t count = 0;
    for (uint32_t i = 0; i < lob_layout_cell_count(layout); i++) {
        const lob_cell *cell = lob_layout_cell(layout, i);
        count += cell->inst_count;
        for (uint32_t k = 0; k < cell->shapes_count; k++) {
            for (int kind = 0; kind < LOB_KIND_TEXT; kind++) {
                count += cell->shapes[k].count[kind];
            }
        }
    }
    return count;
}

lob_status lob_cover_new(lob_ctx *ctx, lob_layout *layout, uint64_t size_max, lob_cover **out) {
    lob_cover *c = lob_calloc(1, sizeof *c);
    *out = c;
    if (!c) {
        return lob_fail_memory(ctx);
    }
    c->layout = lob_layout_keep(layout);
    c->stored = count_stored(layout);
    c->size_max = size_max;
    lob_cover_refine(c, size_max);
    return LOB_OK;
}

/* The images of all layers have room beside each other: else a picture would make each anew. */
void lob_cover_refine(lob_cover *c, uint64_t size) {
    const uint64_t share = size / sizeof(uint16_t) / (lob_layout_layer_count(c->layout) + 1);
    c->texels_max = share < LOB_IMAGE_TEXELS_MAX ? share : LOB_IMAGE_TEXELS_MAX;
}

void lob_cover_release(lob_cover *c) {
    if (!c) {
        return;
    }
    lob_images_release(c);
    lob_stamps_release(&c->stamps);
    lob_sums_release(&c->sums);
    for (int i = 0; i < LOB_UNITERS_MAX; i++) {
        lob_uniter_release(&c->uniters[i]);
    }
    lob_sums_release(&c->even);
    lob_resampler_release(&c->resampler);
    lob_free(c->counted);
    lob_free(c->lights);
    lob_free(c->visits);
    lob_ring_release(&c->ring);
    lob_raster_release(c->raster);
    lob_layout_drop(c->layout);
    lob_free(c);
}

uint64_t lob_cover_size(const lob_cover *c) {
    return c->size + c->stamps.size + (c->raster ? lob_raster_size(c->raster) : 0);
}

lob_status lob_cover_raster(lob_ctx *ctx, lob_cover *c, uint32_t width, uint32_t height, lob_raster **raster) {
    if (c->raster && (size_t)width * height > PIXELS_KEPT) {
        lob_raster_release(c->raster);
        c->raster = NULL;
    }
    lob_status status =
        c->raster ? lob_raster_reshape(ctx, c->raster, width, height) : lob_raster_new(ctx, width, height, &c->raster);
    *raster = c->raster;
    return status;
}

void lob_cover_raster_end(lob_cover *c) {
    if (c->raster && lob_raster_size(c->raster) > 4 * (uint64_t)PIXELS_KEPT) {
        lob_raster_release(c->raster);
        c->raster = NULL;
    }
}

const lob_layout *lob_cover_layout(const lob_cover *c) {
    return c->layout;
}

lob_status lob_cover_refuse(lob_ctx *ctx, const lob_cover *c) {
    lob_status status = lob_fail(ctx, LOB_E_QUERY_TOO_LARGE, "The picture would have to look at too many objects");
    lob_hint(ctx, "Ask for a smaller box or fewer layers");
    lob_error_text(&ctx->error, "limit_name", LOB_STR("query_work"));
    lob_error_integer(&ctx->error, "limit", (int64_t)c->work_max);
    return status;
}

lob_status lob_cover_charge(lob_ctx *ctx, lob_cover *c, uint64_t more) {
    uint64_t before = c->work;
    c->work = lob_u64_add_sat(c->work, more);
    if (c->work > c->work_max) {
        return lob_cover_refuse(ctx, c);
    }
    return before / 16384 != c->work / 16384 ? lob_poll(ctx) : LOB_OK;
}

lob_box64 lob_cover_box(const lob_cover *c, lob_cell_index cell, lob_layer_index layer, uint64_t *count) {
    const lob_cell *at = lob_layout_cell(c->layout, cell);
    uint32_t low = 0;
    uint32_t high = at->layer_box_count;
    *count = 0;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        *(at->layer_boxes[middle].layer < layer ? &low : &high) =
            at->layer_boxes[middle].layer < layer ? middle + 1 : middle;
    }
    if (low == at->layer_box_count || at->layer_boxes[low].layer != layer) {
        return LOB_BOX64_EMPTY;
    }
    const lob_layer_box *sum = &at->layer_boxes[low];
    for (int kind = 0; kind < LOB_KIND_TEXT; kind++) {
        *count = lob_u64_add_sat(*count, sum->kind_count[kind]);
    }
    return lob_box64_is_empty(sum->box) ? LOB_BOX64_EMPTY
                                        : (lob_box64){sum->box.left - at->slack, sum->box.bottom - at->slack,
                                                      sum->box.right + at->slack, sum->box.top + at->slack};
}

/* ---- near ---- */

/* Where to keep what is known of a figure's ring: copies of an outline are alike, however they are placed. */
static uint8_t *known_of(lob_cover *c, const lob_hit *hit) {
    uint64_t key;
    if (hit->kind == LOB_KIND_PATH) {
        const lob_path *path = &hit->shapes->paths[hit->index];
        uint32_t parts[5] = {path->outline, (uint32_t)path->width, (uint32_t)path->begin_ext, (uint32_t)path->end_ext,
                             path->round_ends};
        key = lob_hash64_fast(parts, sizeof parts, 1);
    } else {
        key = hit->shapes->polygons[hit->index].outline + UINT64_C(1);
    }
    lob_known_slot *slot = &c->knowns[lob_wrap_mul(key, UINT64_C(0x9e3779b97f4a7c15)) >> (64 - LOB_KNOWN_BITS)];
    if (slot->key != key) {
        *slot = (lob_known_slot){key, LOB_RING_UNKNOWN};
    }
    return &slot->known;
}

/* What of the figures goes into the raster: what they cover, or (line_width > 0) their outlines. */
static lob_status draw_hit(lob_ctx *ctx, lob_cover *c, const lob_hit *hit, const lob_grid *grid, double line_width,
                           lob_raster *raster) {
    double across = (double)(hit->box.right - hit->box.left) * grid->sx;
    double up = (double)(hit->box.top - hit->box.bottom) * grid->sy;
    if (line_width > 0 && across < 2 * line_width && up < 2 * line_width) {
        return LOB_OK; /* nothing of it would be seen but the frame */
    }
    if (hit->kind == LOB_KIND_BOX && hit->trans->is_orthogonal) {
        lob_pixel a = lob_grid_at(grid, (double)hit->box.left, (double)hit->box.top);
        lob_pixel b = lob_grid_at(grid, (double)hit->box.right, (double)hit->box.bottom);
        return line_width > 0 ? lob_raster_line_box(raster, a.x, a.y, b.x, b.y, line_width)
                              : lob_raster_box(raster, a.x, a.y, b.x, b.y);
    }
    uint32_t rep = lob_shape_rep_index(hit->shapes, hit->kind, hit->index);
    lob_point64 at = {0, 0};
    if (rep != LOB_NONE) {
        at = lob_rep_at(lob_layout_rep(c->layout, rep), hit->member);
    }
    LOB_TRY(lob_ring_make(ctx, c->layout, hit->shapes, hit->kind, hit->index, at, hit->trans, grid, &c->ring));
    LOB_TRY(lob_cover_charge(ctx, c, 1 + c->ring.count / 16));
    if (line_width > 0) {
        return lob_raster_line(raster, c->ring.points, c->ring.count, line_width);
    }
    uint8_t *known = hit->kind == LOB_KIND_BOX ? NULL : known_of(c, hit);
    return lob_raster_ring(raster, c->ring.points, c->ring.count, known);
}

/* Figures that meet the columns and rows [first, end) of the grid, or come near them by a line. */
static lob_status draw_part(lob_ctx *ctx, lob_cover *c, const lob_cover_what *what, const uint32_t columns[2],
                            const uint32_t rows[2], const lob_grid *grid, lob_raster *raster) {
    lob_walk *walk;
    const lob_hit *hit;
    double reach = 2 * what->line_width; /* of mitres */
    lob_grid part = *grid;
    part.left += (columns[0] - reach) / grid->sx;
    part.top -= (rows[0] - reach) / grid->sy;
    part.width = columns[1] - columns[0] + (uint32_t)ceil(2 * reach);
    part.height = rows[1] - rows[0] + (uint32_t)ceil(2 * reach);
    lob_walk_options options = {.window = lob_grid_box(&part),
                                .meet = LOB_MEET_TOUCH,
                                .what = LOB_WALK_SHAPES,
                                .layers = what->layers,
                                .layer_count = what->layer_count,
                                .depth_max = UINT32_MAX,
                                .skips_paths = true};
    LOB_TRY(lob_walk_open(ctx, c->layout, what->cell, &options, &walk));
    LOB_TRY(lob_walk_next(walk, &hit));
    while (hit) {
        LOB_TRY(draw_hit(ctx, c, hit, grid, what->line_width, raster));
        LOB_TRY(lob_walk_next(walk, &hit));
    }
    return lob_cover_charge(ctx, c, lob_walk_work(walk));
}

lob_status lob_cover_exact(lob_ctx *ctx, lob_cover *c, const lob_cover_what *what, const lob_grid *grid,
                           lob_raster *raster) {
    uint32_t columns[2] = {0, grid->width};
    uint32_t rows[2] = {0, grid->height};
    LOB_TRY(draw_part(ctx, c, what, columns, rows, grid, raster));
    while (lob_raster_second(raster, columns, rows)) {
        LOB_TRY(draw_part(ctx, c, what, columns, rows, grid, raster));
        LOB_TRY(lob_raster_end(raster));
    }
    return LOB_OK;
}

/* ---- far ---- */

/* A cell of few parts, onto the picture's own grid: no texels of the whole are needed. */
static lob_status draw_parts(lob_ctx *ctx, lob_cover *c, lob_cell_index cell, lob_layer_index layer,
                             const lob_grid *grid, lob_raster *raster) {
    LOB_TRY(lob_sums_shape(ctx, &c->sums, grid->width, grid->height));
    lob_status status = lob_cover_descend(ctx, c, cell, layer, grid, &c->sums);
    for (uint32_t y = 0; y < grid->height && status == LOB_OK; y++) {
        uint64_t blocks = lob_sums_row(&c->sums, y, lob_raster_values(raster, y));
        uint32_t first;
        uint32_t end = 0;
        while (lob_block_run(blocks, c->sums.block_bits, grid->width, &first, &end)) {
            lob_raster_met(raster, y, first, end);
        }
    }
    if (c->sums.capacity > PIXELS_KEPT) {
        lob_sums_release(&c->sums);
    }
    return status;
}

/* Texels of an image of the whole cell that serves a picture; false: none is fine enough. */
static bool level_of_whole(const lob_cover *c, lob_cell_index cell, lob_layer_index layer, const lob_grid *grid,
                           int *level) {
    uint64_t count;
    const lob_box64 box = lob_cover_box(c, cell, layer, &count);
    const double pixel = fmin(1 / grid->sx, 1 / grid->sy);
    *level = lob_level_below(pixel / TEXELS_MOST);
    while (lob_image_texels(box, *level) > c->texels_max && *level < 52) {
        ++*level; /* then the level is that of the cell, whatever the box of the picture */
    }
    return (double)(INT64_C(1) << *level) <= pixel * TEXEL_OF_PIXEL;
}

static lob_status draw_far(lob_ctx *ctx, lob_cover *c, lob_cell_index cell, lob_layer_index layer, const lob_grid *grid,
                           lob_raster *raster) {
    bool is_light;
    int level;
    LOB_TRY(lob_cover_is_light(ctx, c, cell, layer, grid, &is_light));
    if (is_light || !level_of_whole(c, cell, layer, grid, &level)) {
        return draw_parts(ctx, c, cell, layer, grid, raster);
    }
    lob_image *image;
    LOB_TRY(lob_image_of(ctx, c, cell, layer, level, &image));
    lob_status status = lob_image_average(ctx, c, image, grid, raster);
    lob_image_unpin(image);
    return status;
}

/* ---- counting ---- */

static lob_status room_for_counts(lob_ctx *ctx, lob_cover *c) {
    if (!c->counted) {
        c->counted = lob_malloc((lob_layout_layer_count(c->layout) + 1) * sizeof *c->counted);
        c->counted_cell = LOB_NONE;
    }
    return c->counted ? LOB_OK : lob_fail_memory(ctx);
}

/* Those of the same picture are kept. */
static void keep_counts(lob_cover *c, const lob_cover_what *what, const lob_grid *grid, const lob_walk_count *counts) {
    if (c->counted_cell != what->cell || !lob_grid_equal(&c->counted_grid, grid)) {
        memset(c->counted, 0xff, lob_layout_layer_count(c->layout) * sizeof *c->counted);
        c->counted_cell = what->cell;
        c->counted_grid = *grid;
    }
    for (uint32_t i = 0; i < what->layer_count; i++) {
        c->counted[what->layers[i]] = counts[what->layers[i]].shapes;
    }
}

/* Figures whose boxes meet the picture, of each of the layers. */
static lob_status count_layers(lob_ctx *ctx, lob_cover *c, const lob_cover_what *what, const lob_grid *grid) {
    uint64_t insts;
    lob_walk_count *counts = LOB_NEW_ARRAY(ctx->arena, lob_walk_count, lob_layout_layer_count(c->layout) + 1);
    if (!counts) {
        return lob_fail_memory(ctx);
    }
    LOB_TRY(room_for_counts(ctx, c));
    const lob_walk_options options = lob_walk_shapes(lob_grid_box(grid), what->layers, what->layer_count);
    LOB_TRY(lob_walk_counts(ctx, c->layout, what->cell, &options, counts, &insts));
    keep_counts(c, what, grid, counts);
    return LOB_OK;
}

static bool is_counted(const lob_cover *c, const lob_cover_what *what, const lob_grid *grid) {
    if (!c->counted || c->counted_cell != what->cell || !lob_grid_equal(&c->counted_grid, grid)) {
        return false;
    }
    for (uint32_t i = 0; i < what->layer_count; i++) {
        if (c->counted[what->layers[i]] == UINT64_MAX) {
            return false;
        }
    }
    return true;
}

static lob_status count_figures(lob_ctx *ctx, lob_cover *c, const lob_cover_what *what, const lob_grid *grid,
                                uint64_t *count) {
    if (!is_counted(c, what, grid)) {
        LOB_TRY(count_layers(ctx, c, what, grid));
    }
    *count = 0;
    for (uint32_t i = 0; i < what->layer_count; i++) {
        *count = lob_u64_add_sat(*count, c->counted[what->layers[i]]);
    }
    return LOB_OK;
}

lob_status lob_cover_expect(lob_ctx *ctx, lob_cover *c, lob_cell_index cell, const lob_layer_index *layers,
                            uint32_t layer_count, const lob_grid *grid, const lob_walk_count *counts) {
    const lob_cover_what what = {.cell = cell, .layers = layers, .layer_count = layer_count};
    if (is_counted(c, &what, grid)) {
        return LOB_OK;
    }
    if (!counts) {
        return count_layers(ctx, c, &what, grid);
    }
    LOB_TRY(room_for_counts(ctx, c));
    keep_counts(c, &what, grid, counts);
    return LOB_OK;
}

static lob_status begin(lob_ctx *ctx, lob_cover *c, const lob_cover_what *what, const lob_grid *grid,
                        lob_raster *raster, lob_cover_info *info) {
    lob_raster_clear(raster);
    const uint64_t most = WORK_FREE + WORK_STORED * c->stored + WORK_PIXEL * (uint64_t)grid->width * grid->height;
    c->work = 0;
    c->rows = 0;
    lob_free(c->visits); /* of another picture */
    c->visits = NULL;
    c->work_max = most < LOB_LIMIT_QUERY_WORK ? most : LOB_LIMIT_QUERY_WORK;
    LOB_TRY(count_figures(ctx, c, what, grid, &info->figures));
    info->is_exact = info->figures <= LOB_COVER_EXACT_COUNT;
    return LOB_OK;
}

uint64_t lob_cover_frames_count(const lob_grid *grid) {
    const uint64_t count = (uint64_t)grid->width * grid->height / FRAME_PIXELS;
    return count < LOB_COVER_FRAMES_COUNT ? count : LOB_COVER_FRAMES_COUNT;
}

lob_status lob_cover_draw(lob_ctx *ctx, lob_cover *c, lob_cell_index cell, lob_layer_index layer, const lob_grid *grid,
                          lob_raster *raster, lob_cover_info *info) {
    lob_cover_what what = {.cell = cell, .layers = &layer, .layer_count = 1};
    LOB_TRY(begin(ctx, c, &what, grid, raster, info));
    return info->is_exact ? lob_cover_exact(ctx, c, &what, grid, raster) : draw_far(ctx, c, cell, layer, grid, raster);
}

lob_status lob_cover_shade(lob_ctx *ctx, lob_cover *c, lob_cell_index cell, lob_layer_index layer, const lob_grid *grid,
                           lob_raster *raster, lob_cover_info *info) {
    lob_cover_what what = {.cell = cell, .layers = &layer, .layer_count = 1};
    LOB_TRY(begin(ctx, c, &what, grid, raster, info));
    if (info->is_exact && info->figures > lob_cover_frames_count(grid)) {
        bool is_light;
        int level;
        LOB_TRY(lob_cover_is_light(ctx, c, cell, layer, grid, &is_light));
        info->is_exact = !is_light && !level_of_whole(c, cell, layer, grid, &level);
    }
    return info->is_exact ? lob_cover_exact(ctx, c, &what, grid, raster) : draw_far(ctx, c, cell, layer, grid, raster);
}

lob_status lob_cover_frames(lob_ctx *ctx, lob_cover *c, lob_cell_index cell, lob_layer_index layer,
                            const lob_grid *grid, double line_width, lob_raster *raster, lob_cover_info *info) {
    lob_cover_what what = {.cell = cell, .layers = &layer, .layer_count = 1, .line_width = line_width};
    LOB_TRY(begin(ctx, c, &what, grid, raster, info));
    info->is_exact = info->figures <= lob_cover_frames_count(grid);
    return info->is_exact && line_width > 0 ? lob_cover_exact(ctx, c, &what, grid, raster) : LOB_OK;
}

/* What of a pixel is still free is taken by each layer in turn: between the largest share and the sum. */
static lob_status union_far(lob_ctx *ctx, lob_cover *c, const lob_cover_what *what, const lob_grid *grid,
                            lob_raster *raster) {
    lob_raster *one;
    lob_cover_info info;
    LOB_TRY(lob_raster_new(ctx, grid->width, grid->height, &one));
    lob_status status = LOB_OK;
    for (uint32_t i = 0; i < what->layer_count && status == LOB_OK; i++) {
        status = lob_cover_draw(ctx, c, what->cell, what->layers[i], grid, one, &info);
        for (uint32_t y = 0; y < grid->height && status == LOB_OK; y++) {
            lob_raster_join(raster, y, lob_raster_row(one, y));
        }
    }
    lob_raster_release(one);
    return status;
}

lob_status lob_cover_union(lob_ctx *ctx, lob_cover *c, lob_cell_index cell, const lob_layer_index *layers,
                           uint32_t layer_count, const lob_grid *grid, lob_raster *raster, lob_cover_info *info) {
    lob_cover_what what = {.cell = cell, .layers = layers, .layer_count = layer_count};
    LOB_TRY(begin(ctx, c, &what, grid, raster, info));
    return info->is_exact ? lob_cover_exact(ctx, c, &what, grid, raster) : union_far(ctx, c, &what, grid, raster);
}
