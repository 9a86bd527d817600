/* What a picture can point at: a shape, text, port, instance DRC marker or rule violation by its id, a label or port by
 * name. */
#ifndef LOB_TOOL_SUBJECT_H
#define LOB_TOOL_SUBJECT_H

#include "geom/point.h"
#include "tool/target.h"

typedef struct lob_subject {
    lob_object object;
    lob_figure figure; /* of an instance: the box of all its places; of a marker or violation: its box */
    lob_vec2 at;       /* its point, or the middle of its box; dbu */
    lob_str
        text; /* of a text or port; the child's name of an instance; the rule of a marker or violation; else empty */
    bool is_point; /* a text or port */
} lob_subject;

/* In the coordinates of object.cell; labels and ports by name are looked for below `frame`. INVALID_TARGET: no such id,
 * a marker without a place; details.target_id. */
lob_status lob_subject_find(lob_call *call, lob_cell_index frame, lob_str id, lob_subject *subject);

#endif
