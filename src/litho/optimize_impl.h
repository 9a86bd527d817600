/* What the files of optimising share. Not for others. */
#ifndef LOB_LITHO_OPTIMIZE_IMPL_H
#define LOB_LITHO_OPTIMIZE_IMPL_H

#include "litho/evaluate_impl.h"
#include "litho/ilt_impl.h"
#include "litho/optimize.h"

typedef struct lob_optimizing {
    const lob_optimize_setup *setup;
    const lob_litho_input *input;
    lob_optimize_result *result;
    double x_nm, y_nm; /* of the violation, on the canvas */
} lob_optimizing;

/* ---- optimize_shapes.c: masks cut and put together ---- */

/* Units a pixel has, of what comes of lob_optimize_unit(); the mask in those units, finer than before or not. */
lob_status lob_optimize_unit(lob_ctx *ctx, double pixel_nm, lob_mask *mask, int64_t *units);
/* old outside `box`, new inside it; both in one unit. */
lob_status lob_optimize_put(lob_ctx *ctx, const lob_mask *old, lob_box64 box, const lob_mask *fresh, lob_mask *mask);
/* mask with the box, or without it; or what of it is in the box. */
lob_status lob_optimize_box(lob_ctx *ctx, const lob_mask *mask, lob_region_op op, lob_box64 box, lob_mask *out);
/* The pixels as outlines: exactly, or at .5 of `smooth` where that does not say otherwise than the pixels. `smooth` is
 * changed. */
lob_status lob_optimize_outline(lob_ctx *ctx, const lob_optimize_setup *setup, const lob_bits *bits, lob_plane *smooth,
                                double unit_nm, lob_mask *mask);

/* ---- optimize_tiles.c: inverse lithography ---- */

/* The canvas of the evaluation before, whole. */
lob_status lob_optimize_canvas(lob_ctx *ctx, lob_optimizing *o, lob_mask *mask);
/* The surroundings of the violation within reach_nm. */
lob_status lob_optimize_around(lob_ctx *ctx, lob_optimizing *o, double reach_nm, lob_mask *mask);

/* ---- optimize_edges.c: rules of the mask ---- */

/* *is_found: some way to move edges resolves it. */
lob_status lob_optimize_edges(lob_ctx *ctx, lob_optimizing *o, lob_mask *mask, bool *is_found);
/* Whether a record is the violation still there. */
bool lob_optimize_is_same(const lob_optimizing *o, const lob_litho_violation *v);

#endif
