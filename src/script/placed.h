/* Layers transformed, boxes of placed cells, and shapes that a deck makes by itself. */
#ifndef LOB_SCRIPT_PLACED_H
#define LOB_SCRIPT_PLACED_H

#include "geom/trans.h"
#include "script/ops.h"
#include "script/talk.h"

/* Each figure as drawn. */
lob_status lob_op_transformed(lob_ctx *ctx, const lob_value *a, const lob_trans *t, lob_value *result);
/* The box of each cell of that name (`*` and `?` as in patterns of texts), at each of its places in `cell`. */
lob_status lob_op_cell_boxes(lob_ctx *ctx, const lob_layout *layout, lob_cell_index cell, lob_str pattern,
                             lob_value *result);
/* Shapes as the interpreter sends them, the way lob_op_fetch() gives them: of the result's kind. Pairs have an order or
 * none like those of `like`, NULL: they have one. */
lob_status lob_op_put(lob_ctx *ctx, const lob_value *like, const lob_talk_arg *args, uint32_t count, lob_value *result);
/* A path: width, extension at its begin and its end, then its points. */
lob_status lob_op_path(lob_ctx *ctx, const int64_t sizes[3], const lob_talk_arg *args, uint32_t count,
                       lob_value *result);

#endif
