/* Tiles: a canvas cut into squares that can be computed by themselves.
 *
 * A tile simulates `side` pixels; of them `halo` on each side are there for the optics alone, the core between is what
 * counts. Cores cover the canvas, the last of a row or column is shifted inwards to its edge (RFC 0005), so cores may
 * overlap: there the lower numbered tile's pixels stand. A canvas smaller than a core is one tile, centred. halo =
 * max(ceil(reach / pixel), model_reach), rounded up to 8, at most (side - 8) / 2.
 */
#ifndef LOB_LITHO_TILES_H
#define LOB_LITHO_TILES_H

#include "litho/plane.h"

typedef struct lob_tiling {
    lob_frame canvas;
    uint32_t side, halo;
    uint32_t columns, rows;
} lob_tiling;

typedef struct lob_tile {
    uint32_t column, row, number; /* number = row * columns + column */
    lob_frame frame;              /* side x side, may reach beyond the canvas */
    lob_frame core;               /* within the canvas */
    lob_frame own;                /* the part of the core that no lower numbered tile has: where results come from */
} lob_tile;

uint32_t lob_tiles_halo(double reach_nm, double pixel_nm, uint32_t model_reach_px, uint32_t side);
/* INVALID_TARGET when side is no multiple of 8 from 64 to 8192, or halo leaves no core; QUERY_TOO_LARGE for more than
 * 2^20 tiles. */
lob_status lob_tiles_make(lob_ctx *ctx, lob_frame canvas, uint32_t side, uint32_t halo, lob_tiling *tiling);
uint32_t lob_tiles_count(const lob_tiling *tiling);
lob_tile lob_tiles_at(const lob_tiling *tiling, uint32_t number);

#endif
