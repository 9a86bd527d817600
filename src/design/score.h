/* A layout held against objectives (seed 003, 5.4.3 and appendix E).
 *
 * f of area_min is 1 / (1 + area in um2), of matching_max the matching score, of performance_max the given figure, of
 * cost_min 1 / (1 + cost). score = sum(w f) / sum(w) over the objectives whose metric is known; the others are
 * not_evaluated and count neither for nor against. Without any, or when all their weights are 0, there is no score.
 * passed: the DRC errors are known and none, and every constraint is known to hold.
 */
#ifndef LOB_DESIGN_SCORE_H
#define LOB_DESIGN_SCORE_H

#include "base/ctx.h"
#include "gen/types.h"

/* `constraints` of the objectives may be NULL: none but max_iterations, which is the agent's. `matching`, for advice
 * alone, may be NULL. Metrics are copied; they are in the ranges of their schema (the caller sees to it). The report is
 * of the request arena; its texts are ours. Fails for want of memory alone. */
lob_status lob_design_score(lob_ctx *ctx, const lob_design_objectives *objectives, const lob_layout_metrics *metrics,
                            const lob_matching_result *matching, lob_evaluation_report *report);

#endif
