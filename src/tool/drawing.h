/* From a request of render_view to a scene and its marks: what the tool, the command line and crops of markers share.
 *
 * lob_drawing_make() resolves everything that can be wrong in a request and draws nothing; lob_drawing_paint() draws.
 * Memory: the request arena.
 */
#ifndef LOB_TOOL_DRAWING_H
#define LOB_TOOL_DRAWING_H

#include "draw/annotate.h"
#include "tool/question.h"

typedef struct lob_view {
    lob_cell_index cell;
    lob_box64 box; /* as asked, or fitted; it has an area */
    const lob_layer_index *layers;
    uint32_t layer_count;   /* in the layout's order */
    bool has_all_layers;    /* none was named */
    bool is_fitted;         /* nobody gave a box: the whole cell is shown */
    bool is_point, is_port; /* of `around`: it is a place without an outline, a port */
    bool is_free;           /* nor a size: the picture may grow for what stands beside the drawing */
} lob_view;

typedef struct lob_drawing {
    lob_view view;
    lob_scene scene;
    const lob_str *layer_names;           /* of scene.layers, as the legend shows them */
    const struct lob_layer_paint *paints; /* of all layers of the layout */
    lob_marks marks;
    lob_annotate_info annotated;
    lob_notes notes;
} lob_drawing;

/* Box, cell, layers: as above. QUERY_TOO_LARGE: image_side, image_pixels. INVALID_TARGET: annotations that lack what
 * their kind needs (details.argument: annotations[i].member), unknown targets. */
lob_status lob_drawing_make(lob_call *call, const lob_render_view_request *request, lob_drawing *drawing);
/* A new picture of it, the caller's to release. `info` also counts. Adds to drawing->notes. */
lob_status lob_drawing_paint(lob_call *call, lob_drawing *drawing, lob_picture *picture, lob_scene_info *info);
/* The session's cover, made at first use. Borrowed. */
lob_status lob_call_cover(lob_call *call, lob_cover **cover);

#endif
