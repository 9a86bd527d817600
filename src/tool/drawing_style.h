/* The layers of a picture: which are drawn, in what order and how, and what the legend calls them. */
#ifndef LOB_TOOL_DRAWING_STYLE_H
#define LOB_TOOL_DRAWING_STYLE_H

#include "tool/drawing.h"

/* Fills scene.layers and layer_names of a drawing whose view and grid stand: those of the view that have figures in the
 * picture, without those that the .lyp hides, unless they were named. Order: as KLayout draws, the first entry of the
 * .lyp lowest, layers without an entry above, by number. *hidden_count: of layers left out since the .lyp hides them.
 */
lob_status lob_drawing_layers(lob_call *call, lob_drawing *drawing, uint32_t *hidden_count);
/* Of a mask without named layers: leaves out markers and grounds, unless there is nothing else, then implants and wells
 * alike, which would fill it. Returns how many; *implant_count: of them. */
uint32_t lob_drawing_unmark(lob_drawing *drawing, uint32_t *implant_count);

#endif
