/* Optimising: a better mask for a target, or the repair of one violation.
 *
 * Whole: inverse lithography tile by tile (ilt.h) over the canvas, stitched at the tiles' own parts, judged by
 * evaluating the whole mask again. A violation: only the mask near its canonical record may change. What an aerial
 * check found (EPE, PVB) is repaired by inverse lithography of the tile around it, a band with a loss of its own; what
 * a rule of the mask found (W, S, N, A; DRC and MRC) by moving edges: narrow parts are widened, tight gaps opened,
 * small parts grown, to the limit and no further; curvature by rounding the contour. Nothing is called resolved that
 * the evaluation of the new mask still finds. docs/mechanisms/optimising.md has the methods.
 */
#ifndef LOB_LITHO_OPTIMIZE_H
#define LOB_LITHO_OPTIMIZE_H

#include "litho/evaluate.h"
#include "litho/ilt.h"

typedef struct lob_optimize_setup {
    lob_litho_setup evaluation;
    lob_ilt_model model;
    uint32_t iterations;                  /* 0: the model's usual */
    double rate;                          /* 0: usual */
    bool manhattan;                       /* outlines along pixels; else contours, but of free pixels under rules */
    double area_min_nm2;                  /* parts below are left out of the mask */
    const lob_litho_violation *violation; /* NULL: the whole canvas */
    double reach_nm;                      /* how far from it pixels may change; 0: by the optics, or the rule's limit */
} lob_optimize_setup;

typedef struct lob_optimize_result { /* in ctx->arena, but the evaluations: lob_optimize_result_drop() */
    lob_litho_result before, after;
    lob_mask was;        /* the mask before */
    lob_mask mask;       /* the new one, of the whole input: what lies outside the canvas or the reach is as it was */
    uint32_t iterations; /* of all tiles together */
    double loss_first, loss_best; /* L2 + PV band of the tiles in pixels, as the descent saw them first and at best */
    bool is_resolved;             /* the violation (its rule within its radius, or the group) is not found any more */
    uint64_t violations_new;      /* groups that were not there before */
    lob_box64 window;             /* what both were evaluated in, in units of `was` */
} lob_optimize_result;

/* The whole: without a window in the input, that is the box of mask and target and 1.5 wavelength / na around it, where
 * assist features may come. Progress: tiles. Where the whole canvas would print worse than before (L2 + PV band), the
 * mask stays as it was, and so it does where a violation cannot be repaired: then is_resolved is false. Curvature
 * (MRC.R.MIN) is repaired on the mask's grid where arcs fit there, else on one ten times as fine, which is the new
 * mask's unit. Errors of evaluate and ILT; INVALID_TARGET, reason `unknown_transform` and such
 * (lob_violation_to_native()), `not_there` (the evaluation of the mask finds no such violation at its place) or
 * `pixel_unit`: neither of pixel_nm and the mask's unit is a multiple of the other. */
lob_status lob_optimize_run(lob_ctx *ctx, const lob_optimize_setup *setup, const lob_litho_input *input,
                            lob_optimize_result *result);
void lob_optimize_result_drop(lob_optimize_result *result);

typedef struct lob_optimize_file {
    lob_str path, cell;
    uint32_t layer, datatype;
    const lob_mask *target; /* on a layer of its own, so that the file can be evaluated again; NULL: left out */
    uint32_t target_layer, target_datatype;
    bool is_oasis;
} lob_optimize_file;

/* The new mask as a layout file, whole or not at all: one cell, in units of the mask; polygons with holes are cut. */
lob_status lob_optimize_write(lob_ctx *ctx, const lob_mask *mask, const lob_optimize_file *file);
/* One line of JSON, a newline behind it: schema_version, method, of a violation violation_id, rule_id, is_resolved and
 * `resolved` (the ids of `group`, when it is; NULL: none), violations_new and these, of a violation what moved,
 * iterations, loss_first, loss_best, metrics before and after, the rules that fail, and where there is a file (NULL:
 * none) where it is and how to evaluate it again. spec/types/litho_optimize.json has the members. TOOL_LIMIT_EXCEEDED
 * (memory, or the limit of `out`). */
lob_status lob_optimize_report(lob_ctx *ctx, const lob_optimize_setup *setup, const lob_optimize_result *result,
                               const lob_violations *group, const lob_optimize_file *file, lob_buf *out);

#endif
