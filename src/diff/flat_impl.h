/* What the parts of lob_flat_differences() share: sums of cells (flat_sums.c), what is placed (flat.c). */
#ifndef LOB_DIFF_FLAT_IMPL_H
#define LOB_DIFF_FLAT_IMPL_H

#include "diff/flat.h"

typedef struct cell_sums { /* of the layer, by the way the cell is turned; only what is needed */
    lob_weight own[8], total[8];
    uint8_t needed; /* bit: code */
} cell_sums;

/* *sums: heap, one a cell of the layout. */
lob_status lob_cell_sums_make(lob_side *side, cell_sums **sums);
/* Of a cell seen through a transformation: its own figures, or all. */
lob_weight lob_cell_sums_at(const lob_side *side, const cell_sums *sums, lob_cell_index cell, const lob_trans *trans,
                            bool is_own);

#endif
