/* Whether a target that has the shape of a guide is one, by what lies around it; the same in every tool. */
#ifndef LOB_TOOL_GUIDE_AROUND_H
#define LOB_TOOL_GUIDE_AROUND_H

#include "pic/around.h"
#include "tool/target.h"

/* Paths, texts and ports are taken for what they are: LOB_AROUND_GUIDE. `guide`: the figure's; NULL: it is looked for,
 * and a figure without one is taken for what it is, too. */
lob_status lob_target_around(lob_call *call, const lob_target *target, const lob_guide *guide, lob_around *around);

/* LOB_OK for a guide, else INVALID_TARGET with detail `reason`: marker, pad, teeth, letter, branches, body, part. */
lob_status lob_around_refuse(lob_call *call, const lob_around *around);

/* The same as a warning: a lob_guide_warning; 0 for a guide. */
unsigned lob_around_warning(const lob_around *around);

#endif
