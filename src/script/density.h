/* How much of each tile a layer covers. Tiles lie side by side, a step apart, and may be larger than the step. */
#ifndef LOB_SCRIPT_DENSITY_H
#define LOB_SCRIPT_DENSITY_H

#include "script/ops.h"

typedef struct lob_tiles {
    lob_point64 size, step;
    bool has_origin, has_count;
    lob_point64 origin, count; /* of the first step; else the tiles lie around the middle of what is there */
} lob_tiles;

typedef struct lob_tile_shares {
    lob_tiles tiles;
    double low, high; /* from 0 to 1; both fit */
    bool is_inverse;
    bool skips_outside;     /* the share is that of the boundary in the tile; tiles without any of it are left out */
    lob_value *boundary;    /* NULL: the box of the layer */
    const lob_value *texts; /* NULL: none; tiles lie over these, too, as KLayout has it for a layer as it was read */
} lob_tile_shares;

/* The tiles whose share fits, as boxes. None when there is nothing to lay tiles over. */
lob_status lob_op_density(lob_ctx *ctx, lob_value *a, const lob_tile_shares *density, lob_value *result);

#endif
