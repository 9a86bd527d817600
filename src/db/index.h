/* The trees of a layout: one a (cell, layer, kind), one for the instances of a cell, one for a long list of
 * displacements.
 *
 * Idea: a frozen layout does not change, so a tree, once made, is right for ever. It is made by the first walk that
 * asks for it, under a mutex, and published by one atomic pointer; from then on nobody waits. The trees go with the
 * layout; their memory counts in lob_layout_size().
 *
 * Items are boxes of all members of a repetition, cut to 32 bits. An id is the index of the figure or instance;
 * LOB_INDEX_LOOK is added to that of a figure whose box is not the box of its one member.
 */
#ifndef LOB_DB_INDEX_H
#define LOB_DB_INDEX_H

#include "db/layout.h"
#include "geom/rtree.h"

#define LOB_INDEX_LOOK UINT32_C(0x80000000)

typedef struct lob_index lob_index;

/* *tree: the layout's, never NULL; without items, empty. TOOL_LIMIT_EXCEEDED, LOB_E_CANCELLED; then a later call tries
 * again. Thread-safe. */
lob_status lob_index_figures(lob_ctx *ctx, const lob_layout *layout, lob_cell_index cell, uint32_t shapes,
                             lob_kind kind, const lob_rtree **tree); /* shapes: index in the cell's */
lob_status lob_index_insts(lob_ctx *ctx, const lob_layout *layout, lob_cell_index cell, const lob_rtree **tree);
/* NULL for what is no list, or a short one. */
lob_status lob_index_list(lob_ctx *ctx, const lob_layout *layout, uint32_t rep, const lob_rtree **tree);

/* For db/layout.c. */
void lob_index_drop(lob_index *index); /* NULL is fine */
uint64_t lob_index_size(const lob_index *index);

#endif
