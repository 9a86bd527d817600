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

/* Whether the rule's name has the part. */
bool lob_optimize_is_of_rule(lob_str rule_id, const char *part);

/* ---- optimize_shapes.c: masks cut and put together ---- */

/* Refuses pixels that are neither a multiple nor a whole fraction of the unit (details.reason pixel_unit). */
lob_status lob_optimize_check_unit(lob_ctx *ctx, double pixel_nm, double unit_nm);

/* Units a pixel has, of what comes of lob_optimize_unit(); the mask in those units, finer than before or not. */
lob_status lob_optimize_unit(lob_ctx *ctx, double pixel_nm, lob_mask *mask, int64_t *units);
/* The same mask in units `by` times as fine. */
lob_status lob_optimize_refine(lob_ctx *ctx, int64_t by, lob_mask *mask);
/* old outside `box`, new inside it; both in one unit. */
lob_status lob_optimize_put(lob_ctx *ctx, const lob_mask *old, lob_box64 box, const lob_mask *fresh, lob_mask *mask);
/* What one mask has and the other has not; both in one unit. */
lob_status lob_optimize_less(lob_ctx *ctx, const lob_mask *mask, const lob_mask *other, lob_mask *out);
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
/* Whether the violation is still there. */
bool lob_optimize_is_there(const lob_optimizing *o, const lob_violations *violations);
/* Whether the record's group was not there before; a shadow never is new. */
bool lob_optimize_is_new(const lob_violations *before, const lob_litho_violation *v);
/* Groups that were not there before. */
uint64_t lob_optimize_count_new(const lob_violations *before, const lob_violations *after);
/* Design and mask rules alone, those asked for, on the window's pixels; polygons of the input are all looked at, and
 * count where they meet the input's window, when it has one. */
lob_status lob_optimize_look(lob_ctx *ctx, const lob_optimizing *o, const lob_tiling *window,
                             const lob_litho_input *input, lob_violations *violations);

/* ---- optimize_moves.c: what a repair changed ---- */

typedef struct lob_optimize_move {
    bool is_added;
    double area_nm2, box_nm[4];
} lob_optimize_move;
/* Parts that one mask has and the other has not, the largest first; in ctx->arena. */
lob_status lob_optimize_moves(lob_ctx *ctx, const lob_mask *was, const lob_mask *now, lob_optimize_move **moves,
                              uint32_t *count);

/* ---- optimize_relax.c: lines that turn too fast ---- */

typedef struct lob_relax_point {
    double x, y;
} lob_relax_point;
typedef struct lob_relaxing {
    lob_relax_point *points, *scratch; /* as many */
    uint32_t count;
    bool is_closed;
} lob_relaxing;
/* Until no turn is sharper than the circle's but for 2 %, or as far as it comes. */
lob_status lob_relax(lob_ctx *ctx, const lob_relaxing *line, double radius);

/* ---- optimize_settle.c: a mask that obeys its deck ---- */

/* The pixels of the canvas as a mask, the old one outside: tidied, outlined (along contours of at least the radius,
 * when a radius is asked for), checked by the rules, and mended where those still find something. `bits` and `smooth`
 * are changed. */
lob_status lob_optimize_settle(lob_ctx *ctx, const lob_optimizing *o, lob_bits *bits, lob_plane *smooth,
                               lob_mask *mask);

/* ---- optimize_round.c: whole masks of contours that turn slowly ---- */

/* The contours of a new mask are rounded: its deck has a radius, and they need not follow pixels. */
bool lob_optimize_is_round(const lob_optimizing *o);
/* nm2 that a part of the pixels needs to obey the rule of areas: rounding takes (4 - pi) radius^2 off the corners of a
 * square. 0: no rule. */
double lob_optimize_area(const lob_optimizing *o);
/* How fine a mask's unit must be for contours of this radius: by how much it is to be divided. */
int64_t lob_optimize_round_finer(double radius_nm, double unit_nm);
typedef struct lob_round_rule {
    double radius_nm, least_nm; /* least: width or space that must stay */
    double unit_nm;             /* of the new mask */
} lob_round_rule;
/* The pixels as contours of the radius and more; parts and holes too small for it are gone. Where the contours would
 * cross they stay as they are. `scratch`: of the pixels' frame, overwritten. */
lob_status lob_optimize_round(lob_ctx *ctx, const lob_round_rule *rule, const lob_bits *bits, lob_plane *scratch,
                              lob_mask *mask);

/* ---- optimize_curve.c: curvature ---- */

/* *is_found: some rounding resolves it and makes no other violation. */
lob_status lob_optimize_curve(lob_ctx *ctx, lob_optimizing *o, lob_mask *mask, bool *is_found);

#endif
