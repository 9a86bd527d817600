/* The picture of a traced route: its figures, its middle line, both ends, and where it bends most tightly. */
#ifndef LOB_TOOL_TRACE_WAVEGUIDE_DRAW_H
#define LOB_TOOL_TRACE_WAVEGUIDE_DRAW_H

#include "pic/trace.h"
#include "tool/common.h"

/* All of the route, whatever page the answer shows; adds image and image_svg to it. */
lob_status lob_trace_waveguide_draw(lob_call *call, lob_cell_index cell, const lob_trace_route *route,
                                    lob_trace_waveguide_response *response);

#endif
