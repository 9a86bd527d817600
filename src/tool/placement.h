/* Instances as answers show them, in the coordinates of the cell an answer is about. `parent`: transformation of the
 * cell that holds the instance to that cell. */
#ifndef LOB_TOOL_PLACEMENT_H
#define LOB_TOOL_PLACEMENT_H

#include "tool/common.h"

/* Of the first member. */
lob_transform lob_transform_show(const lob_layout *layout, const lob_inst *inst, const lob_trans *parent, double dbu);
/* Lean answers say of what is no array only that. Memory: request arena. */
lob_status lob_array_show(lob_call *call, const lob_inst *inst, const lob_trans *parent, lob_array_info *array);
/* `CELL:index`, the cell's name as shown. Memory: request arena. */
lob_status lob_placement_name(lob_ctx *ctx, lob_str cell, uint32_t index, lob_str *name);

#endif
