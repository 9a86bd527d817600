/* What the parts of lob_cells_compare() share: names and lists (cells.c), what a cell holds (cells_hold.c). */
#ifndef LOB_DIFF_CELLS_IMPL_H
#define LOB_DIFF_CELLS_IMPL_H

#include "base/buf.h"
#include "diff/cells.h"
#include "diff/side.h"

typedef struct held_thing {
    lob_weight weight; /* first, for lob_weights_cancel(); of all members */
    lob_box64 box;     /* of the first member */
    const lob_rep *rep;
    uint32_t shapes, index;
    uint8_t kind, thing;
} held_thing;

typedef struct cells_run {
    lob_ctx *ctx;
    const lob_cells_question *question;
    lob_side sides[2];
    bool *is_wanted[2]; /* layers */
    lob_buf text;
} cells_run;

typedef lob_status held_fn(void *who, int side, const held_thing *thing);

/* Everything a cell holds, in turn. */
lob_status lob_cell_things(cells_run *run, int side, lob_cell_index cell, held_fn *each, void *who);

#endif
