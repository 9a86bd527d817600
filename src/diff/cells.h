/* Cells of two layouts by name: which only one has, and which hold other things.
 *
 * What a cell holds is a set: figures by layer (a rectangle is the same as box and as polygon; a path only equals a
 * path), texts by their strings and places, placements by the child's name, turn and size, and when asked properties.
 * An array is the same as its members one by one; order means nothing, nor do orientation and size of texts. Sums
 * (sum.h) tell at once that two cells are alike; only those that are not are looked through. Places are compared on the
 * common grid, so layouts of different units are compared in micrometres.
 */
#ifndef LOB_DIFF_CELLS_H
#define LOB_DIFF_CELLS_H

#include "diff/xor.h"

typedef enum {
    LOB_THING_POLYGON, /* boxes too */
    LOB_THING_PATH,
    LOB_THING_TEXT,
    LOB_THING_INSTANCE,
    LOB_THING_PROPERTIES, /* of the cell */
    LOB_THING_COUNT
} lob_thing;

typedef struct lob_cells_question {
    const lob_layout *layouts[2];
    lob_cell_index cells[2]; /* taken for the same cell whatever their names */
    lob_diff_grid grid;
    const lob_diff_layer *layers; /* sorted; only figures and texts of these; NULL: all */
    uint32_t layer_count;
    bool with_properties;
    uint32_t cell_max, item_max; /* told one by one */
} lob_cells_question;

typedef struct lob_cells_cell {         /* a cell that differs */
    lob_cell_index cells[2];            /* LOB_NONE: this layout has none of the name */
    uint64_t count[2][LOB_THING_COUNT]; /* what only this side has; of a cell that the other lacks: 0 */
} lob_cells_cell;

typedef struct lob_cells_item { /* a thing that only one side has */
    lob_cell_index cells[2];
    int side;
    lob_thing thing;
    lob_diff_layer layer;         /* of figures and texts */
    lob_box64 box;                /* common grid, in the cell's coordinates; a placement: its origin */
    uint64_t members;             /* 1; more: an array that was too large to be taken apart */
    uint32_t shapes, kind, index; /* where it is stored: in the cell's shapes, or its instances */
} lob_cells_item;

typedef struct lob_cells { /* in ctx->arena; sorted by name of the cell, items then by thing, layer, box, side */
    uint64_t only_count[2], different_count, equal_count;
    uint64_t item_total; /* members of arrays counted */
    lob_cells_cell *cells;
    lob_cells_item *items;
    uint32_t cell_count, item_count;
} lob_cells;

/* Ghosts (placed, never defined) count as absent. QUERY_TOO_LARGE (differences), TOOL_LIMIT_EXCEEDED, LOB_E_CANCELLED.
 */
lob_status lob_cells_compare(lob_ctx *ctx, const lob_cells_question *question, lob_cells *result);

#endif
