/* From a request of diff_layouts to what differs: what the tool and the command line share. */
#ifndef LOB_TOOL_DIFF_LAYOUTS_H
#define LOB_TOOL_DIFF_LAYOUTS_H

#include "diff/cells.h"
#include "draw/picture.h"
#include "tool/cursor.h"
#include "tool/question.h"

typedef struct lob_differ {
    lob_call *call;
    const lob_diff_layouts_request *request;
    lob_str sources[2];       /* as they were named */
    lob_layout *layouts[2];   /* a reference each */
    lob_session *sessions[2]; /* NULL: a file; a reference each */
    lob_cell_index cells[2];
    lob_diff_grid grid;
    lob_diff_layer *layers;
    uint32_t layer_count;
    lob_box64 window; /* common grid */
    int64_t width_min;
    uint64_t position; /* of the page */
    lob_str binding;
    lob_xor xor ;
    lob_cells cells_result;
    lob_notes notes;
} lob_differ;

/* Opens both sides and resolves what can be wrong in the request; to be closed also after a failure. Errors: those of
 * open_layout, session look-up, cells, layers and boxes; details.argument says which side. */
lob_status lob_differ_open(lob_call *call, const lob_diff_layouts_request *request, lob_differ *differ);
lob_status lob_differ_compare(lob_differ *differ, lob_diff_layouts_response *response);
void lob_differ_close(lob_differ *differ);

/* A new picture of both, the caller's to release: what only a has in red, only b in blue, both in grey, by coverage of
 * pixels; rings around the first polygons that differ. LOB_DIFF_SIDE pixels on the longer side. */
enum { LOB_DIFF_SIDE = 1024 };
lob_status lob_differ_paint(lob_differ *differ, lob_picture *picture);

/* For lob_differ_compare(). */
lob_status lob_differ_show(lob_differ *differ, lob_diff_layouts_response *response);

#endif
