/* How the layers of a cell are drawn where no .lyp says it: by their roles, else by how much of the cell their figures
 * take. Nothing here depends on the view or on which layers it shows, so a layer looks the same in every picture. */
#ifndef LOB_TOOL_LAYER_PAINT_H
#define LOB_TOOL_LAYER_PAINT_H

#include "draw/scene.h"
#include "tool/layer_role.h"

typedef struct lob_layer_paint {
    lob_style style;
    uint32_t rank;         /* the lowest first; equal ones by layer */
    uint8_t crowded_alpha; /* at most, of so many figures that none has a frame of its own */
    bool is_mark;          /* a marker or ground: an outline, and no part of a mask */
    bool is_implant;       /* or a well: large and quiet, and no part of a mask either */
} lob_layer_paint;

/* More filled layers than this in a cell: large figures are hatched, for blends of so many colours tell nothing. */
enum { LOB_PAINT_BLEND_MAX = 6 };

/* Whether one of few figures of the layer covers most of the cell: what nothing names is a ground then.
 * TOOL_LIMIT_EXCEEDED, LOB_E_CANCELLED. */
lob_status lob_layer_covers(lob_ctx *ctx, const lob_layout *layout, lob_cell_index cell, lob_layer_index layer,
                            bool *covers);

/* One a layer of the layout, in the request arena. TOOL_LIMIT_EXCEEDED, LOB_E_CANCELLED. */
lob_status lob_layer_paints(lob_call *call, lob_cell_index cell, lob_picture_mode mode, const lob_layer_paint **paints);

#endif
