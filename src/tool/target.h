/* Targets of measuring: what an id, `label:TEXT` or `port:NAME` stands for, as a figure in the coordinates of the cell
 * it is seen from. */
#ifndef LOB_TOOL_TARGET_H
#define LOB_TOOL_TARGET_H

#include "db/figure.h"
#include "tool/common.h"

typedef struct lob_target {
    lob_str id; /* shp_..., txt_..., prt_...; of a label or port by name the one it was given */
    lob_object object;
    const lob_layer *layer; /* NULL: of a port, when it is not known */
    lob_figure figure;      /* of a port as of a text: its place, rounded to the grid */
    double place_error;     /* of a port: how far that moved it, dbu */
    lob_str text;           /* of a text or port, as stored; else empty */
} lob_target;

/* All targets of a call, in one frame: labels and ports are looked for by name in the cell the others are seen from, or
 * else below the selected top. INVALID_TARGET: unknown ids, instances, names that nothing or several fit, targets seen
 * from different cells; detail `target_id` names the one at fault. */
lob_status lob_targets_find(lob_call *call, const lob_str *names, size_t count, lob_target *targets);

/* The same with another cell in place of the selected top. */
lob_status lob_targets_find_below(lob_call *call, lob_cell_index frame, const lob_str *names, size_t count,
                                  lob_target *targets);

/* `reason` and so on stand in the error already: names the target at fault. */
void lob_target_blame(lob_ctx *ctx, const lob_target *target);

#endif
