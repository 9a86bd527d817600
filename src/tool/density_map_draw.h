/* The picture of a density map: tiles in colours of their values, a scale, sides in micrometres. */
#ifndef LOB_TOOL_DENSITY_MAP_DRAW_H
#define LOB_TOOL_DENSITY_MAP_DRAW_H

#include "query/density.h"
#include "tool/common.h"

/* What the answer says, drawn; adds image and image_svg to it. */
lob_status lob_density_map_draw(lob_call *call, const lob_windows *x, const lob_windows *y, double dbu,
                                lob_density_map_response *response);

#endif
