/* Texts of the layout as values. */
#ifndef LOB_SCRIPT_TEXTS_H
#define LOB_SCRIPT_TEXTS_H

#include "script/ops.h"

/* Texts of the layers, of the cell and so many levels below (0, UINT32_MAX: all); LOB_NONE is a layer that the layout
 * does not have. They point into the layout. */
typedef struct lob_labels_ask {
    const lob_layout *layout;
    lob_cell_index cell;
    const lob_layer_index *layers;
    uint32_t layer_count, depth_max;
} lob_labels_ask;
lob_status lob_op_labels(lob_ctx *ctx, const lob_labels_ask *ask, lob_value *result);
/* Those that a pattern with `*` and `?` fits, or that say just that; or all others. */
lob_status lob_op_texts(lob_ctx *ctx, const lob_value *a, lob_str pattern, bool is_glob, bool is_inverse,
                        lob_value *result);
/* A box of 2 dx by 2 dy around each (result: a region), or an edge that is its point (edges). */
lob_status lob_op_text_marks(lob_ctx *ctx, const lob_value *a, int64_t dx, int64_t dy, lob_value *result);

/* ---- textmeet.c ---- */
/* Texts in a polygon of b or on its border, or the others. */
lob_status lob_op_texts_select(lob_ctx *ctx, const lob_value *a, const lob_value *b, bool is_inverse,
                               lob_value *result);
/* Merged polygons with count_min to count_max such texts of b, or the others. */
lob_status lob_op_select_by_texts(lob_ctx *ctx, lob_value *a, const lob_value *b, const lob_select *select,
                                  lob_value *result);
/* Which whole polygons have which of the texts, or which texts stand at one place. One of both is texts. */
lob_status lob_op_text_meetings(lob_ctx *ctx, lob_value *a, lob_value *b, lob_value *result);

#endif
