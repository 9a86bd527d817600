/* Annotations of a request: what each kind needs is looked up and brought into the coordinates of the drawn cell. */
#ifndef LOB_TOOL_ANNOTATIONS_H
#define LOB_TOOL_ANNOTATIONS_H

#include "tool/drawing.h"

/* `drawing` has its view and scene; notes are added. *annotations: one each, in the order of the request; in the
 * request arena. INVALID_TARGET: a member that the kind needs is missing, a colour with alpha, a target that is not
 * known, of a kind that does not fit or seen from another cell; INVALID_BOX: a box without area. details.argument names
 * the member: annotations[i].member. */
lob_status lob_annotations_resolve(lob_call *call, lob_drawing *drawing,
                                   const lob_render_view_request_annotations_item *items, size_t count,
                                   lob_annotation **annotations);

/* Puts legends and scale bars where the drawing leaves room: a picture of free size grows to the right for a legend,
 * else each takes the corner with the fewest figures. QUERY_TOO_LARGE never: what costs too much to count keeps its
 * place. */
lob_status lob_annotations_arrange(lob_call *call, lob_drawing *drawing, lob_annotation *annotations, size_t count);

#endif
