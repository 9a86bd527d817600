/* In which order list_cells and find_cells list cells: by name, or the largest box first. */
#ifndef LOB_TOOL_CELL_ORDER_H
#define LOB_TOOL_CELL_ORDER_H

#include "gen/types.h"
#include "tool/call.h"

typedef enum { LOB_CELLS_BY_NAME, LOB_CELLS_BY_WIDTH, LOB_CELLS_BY_HEIGHT, LOB_CELLS_BY_AREA } lob_cells_by;

typedef struct lob_cell_order {
    const lob_cell_index *cells; /* the layout's, or in the request arena */
    uint32_t count;
    lob_layer_index layer; /* LOB_NONE: all layers; else only cells with something on it, children included */
} lob_cell_order;

/* Equal boxes stand by name; empty ones have no size. `layer` may be NULL. INVALID_LAYER, LOB_E_CANCELLED, memory. */
lob_status lob_cell_order_make(lob_ctx *ctx, const lob_layout *layout, lob_cells_by by, const lob_layer_filter *layer,
                               lob_cell_order *order);
/* The box that the order goes by. */
lob_box64 lob_cell_order_box(const lob_cell_order *order, const lob_cell *cell);

#endif
