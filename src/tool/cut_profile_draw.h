/* The picture of a cut: a row a layer, its material in its colour, widths and gaps between arrows, an axis below. */
#ifndef LOB_TOOL_CUT_PROFILE_DRAW_H
#define LOB_TOOL_CUT_PROFILE_DRAW_H

#include "query/cut.h"
#include "tool/common.h"

/* All of the cut, whatever page the answer shows; adds image and image_svg to it. */
lob_status lob_cut_profile_draw(lob_call *call, const lob_cut_question *question, const lob_cut *cut,
                                lob_cut_profile_response *response);

#endif
