/* See tiles.h. Both axes are cut by themselves, so a tile is the product of two spans, and what no lower numbered tile
 * has of its core is one too: the rows above the tile row below, the columns right of the tile before. */
#include "litho/tiles.h"

#include <math.h>

enum { SIDE_MIN = 64, SIDE_MAX = 8192, STEP = 8, TILES_MAX = 1 << 20 };

typedef struct span { /* along one axis, in pixels from the canvas' edge */
    int64_t frame, core, own, end;
} span;

uint32_t lob_tiles_halo(double reach_nm, double pixel_nm, uint32_t model_reach_px, uint32_t side) {
    const uint32_t most = side < STEP ? 0 : (side - STEP) / 2;
    const double reach = fmax(ceil(reach_nm / pixel_nm), model_reach_px);
    if (!(reach < most)) { /* NaN as well */
        return most;
    }
    const uint32_t halo = ((uint32_t)reach + STEP - 1) / STEP * STEP;
    return halo < most ? halo : most;
}

static lob_status refuse(lob_ctx *ctx, const char *reason, const char *what) {
    lob_status status = lob_fail(ctx, LOB_E_INVALID_TARGET, "The canvas cannot be cut into tiles: %s", what);
    lob_error_text(&ctx->error, "reason", lob_str_from(reason));
    lob_hint(ctx, "A tile has 64 to 8192 pixels a side, a multiple of 8; twice the halo must leave 8 of them.");
    return status;
}

static uint32_t tiles_along(uint32_t size, uint32_t core) {
    return size / core + (size % core != 0);
}

lob_status lob_tiles_make(lob_ctx *ctx, lob_frame canvas, uint32_t side, uint32_t halo, lob_tiling *tiling) {
    *tiling = (lob_tiling){0};
    if (side < SIDE_MIN || side > SIDE_MAX || side % STEP != 0) {
        return refuse(ctx, "tile_side", "its side is not a valid number");
    }
    if (halo > (side - STEP) / 2) {
        return refuse(ctx, "halo", "the halo covers all of it");
    }
    if (canvas.width == 0 || canvas.height == 0) {
        return refuse(ctx, "empty", "the canvas is empty");
    }
    const uint32_t core = side - 2 * halo;
    const uint32_t columns = tiles_along(canvas.width, core), rows = tiles_along(canvas.height, core);
    if ((uint64_t)columns * rows > TILES_MAX) {
        lob_status status = lob_fail(ctx, LOB_E_QUERY_TOO_LARGE, "The canvas has too many tiles");
        lob_error_integer(&ctx->error, "limit", TILES_MAX);
        lob_hint(ctx, "Use larger tiles, larger pixels, or a part of the layout.");
        return status;
    }
    *tiling = (lob_tiling){.canvas = canvas, .side = side, .halo = halo, .columns = columns, .rows = rows};
    return LOB_OK;
}

uint32_t lob_tiles_count(const lob_tiling *tiling) {
    return tiling->columns * tiling->rows;
}

static span span_of(const lob_tiling *tiling, uint32_t size, uint32_t index) {
    const int64_t core = tiling->side - 2 * tiling->halo;
    if (size <= core) {
        return (span){.frame = -(((int64_t)tiling->side - size) / 2), .core = 0, .own = 0, .end = size};
    }
    const int64_t start = index * core;
    const int64_t shifted = start < size - core ? start : size - core;
    return (span){.frame = shifted - tiling->halo, .core = shifted, .own = start, .end = shifted + core};
}

static lob_frame frame_of(const lob_tiling *tiling, int64_t left, int64_t bottom, int64_t width, int64_t height) {
    return (lob_frame){.column = tiling->canvas.column + left,
                       .row = tiling->canvas.row + bottom,
                       .width = (uint32_t)width,
                       .height = (uint32_t)height,
                       .pixel_nm = tiling->canvas.pixel_nm};
}

lob_tile lob_tiles_at(const lob_tiling *tiling, uint32_t number) {
    const uint32_t column = number % tiling->columns, row = number / tiling->columns;
    const span x = span_of(tiling, tiling->canvas.width, column), y = span_of(tiling, tiling->canvas.height, row);
    return (lob_tile){.column = column,
                      .row = row,
                      .number = number,
                      .frame = frame_of(tiling, x.frame, y.frame, tiling->side, tiling->side),
                      .core = frame_of(tiling, x.core, y.core, x.end - x.core, y.end - y.core),
                      .own = frame_of(tiling, x.own, y.own, x.end - x.own, y.end - y.own)};
}
