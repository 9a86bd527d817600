/* From a request of diff_layouts to what differs: what the tool and the command line share. */
#ifndef LOB_TOOL_DIFF_LAYOUTS_H
#define LOB_TOOL_DIFF_LAYOUTS_H

#include "diff/cells.h"
#include "draw/picture.h"
#include "render/grid.h"
#include "tool/cursor.h"
#include "tool/question.h"

typedef struct lob_differ {
    lob_call *call;
    const lob_diff_layouts_request *request;
    lob_str sources[2];       /* as they were named */
    lob_layout *layouts[2];   /* a reference each */
    lob_session *sessions[2]; /* NULL: a file; a reference each */
    char contents[2][65];     /* what is compared: the hash of a file, or the key of a session */
    lob_cell_index cells[2];
    lob_diff_grid grid;
    lob_diff_layer *layers;
    uint32_t *orders; /* of each layer: its place among all of both layouts, for its colour */
    uint32_t layer_count;
    lob_box64 window;  /* common grid */
    double width_min;  /* units of the common grid */
    uint64_t position; /* of the page */
    lob_str binding;
    lob_xor xor ;
    lob_cells cells_result;
    bool shows_view; /* the answer tells what pictures show */
    lob_notes notes;
} lob_differ;

/* Opens both sides and resolves what can be wrong in the request; to be closed also after a failure. Errors: those of
 * open_layout, session look-up, cells, layers and boxes; details.argument says which side. */
lob_status lob_differ_open(lob_call *call, const lob_diff_layouts_request *request, lob_differ *differ);
/* Of ranks that share the XOR the one that has all fills the response; the others leave it empty. */
lob_status lob_differ_compare(lob_differ *differ, lob_diff_layouts_response *response);
void lob_differ_close(lob_differ *differ);

/* Pictures of what was compared, of one window on the same pixels, LOB_DIFF_SIDE of them on the longer side. The
 * overlay: what only a has in red, only b in blue, both in grey, by coverage of pixels; rings around the first polygons
 * that differ. Before and after: the layers of a and of b in colours of the palette, the same one on both sides. */
typedef enum { LOB_DIFF_OVERLAY, LOB_DIFF_BEFORE, LOB_DIFF_AFTER, LOB_DIFF_PICTURE_COUNT } lob_diff_picture;
enum { LOB_DIFF_SIDE = 1024, LOB_DIFF_ALL_PICTURES = (1 << LOB_DIFF_PICTURE_COUNT) - 1 };
enum { LOB_DIFF_RED = 0xd62020, LOB_DIFF_BLUE = 0x1f4fe0, LOB_DIFF_PURPLE = 0x8020a0, LOB_DIFF_GREY = 0xb4b4b4 };

/* wanted: bits 1 << lob_diff_picture; the others stay empty. To be released, unless it fails. */
lob_status lob_differ_paint(lob_differ *differ, unsigned wanted, lob_picture pictures[LOB_DIFF_PICTURE_COUNT]);
void lob_diff_pictures_release(lob_picture pictures[LOB_DIFF_PICTURE_COUNT]);
/* Their pixels, over the common grid. */
lob_grid lob_differ_grid(const lob_differ *differ);

/* For lob_differ_compare(): d->xor where all comes together, elsewhere the part of this rank is left. */
lob_status lob_differ_xor_shared(lob_differ *differ, const lob_xor_question *question);
/* For lob_differ_compare(). */
lob_status lob_differ_show_view(lob_differ *differ, lob_diff_layouts_response *response);
lob_status lob_differ_show(lob_differ *differ, lob_diff_layouts_response *response);

#endif
