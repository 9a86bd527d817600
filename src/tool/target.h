/* Targets of measuring: what an id, `label:TEXT` or `port:NAME` stands for, as a figure in the coordinates of the cell
 * it is seen from. */
#ifndef LOB_TOOL_TARGET_H
#define LOB_TOOL_TARGET_H

#include "db/figure.h"
#include "tool/common.h"

typedef struct lob_target {
    lob_str id; /* shp_..., txt_...; of a label the one it was given */
    lob_object object;
    const lob_layer *layer;
    lob_figure figure;
    lob_str text; /* of a text, as stored; else empty */
} lob_target;

/* All targets of a call, in one frame: labels are looked for in the cell the others are seen from, or else below the
 * selected top. INVALID_TARGET: unknown ids, instances, labels that nothing or several texts fit, targets seen from
 * different cells; detail `target_id` names the one at fault. */
lob_status lob_targets_find(lob_call *call, const lob_str *names, size_t count, lob_target *targets);

/* `reason` and so on stand in the error already: names the target at fault. */
void lob_target_blame(lob_ctx *ctx, const lob_target *target);

#endif
