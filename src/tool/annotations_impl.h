/* What the files that resolve annotations share. */
#ifndef LOB_TOOL_ANNOTATIONS_IMPL_H
#define LOB_TOOL_ANNOTATIONS_IMPL_H

#include "tool/annotations.h"
#include "tool/subject.h"

/* One annotation on its way from the request to what is drawn. */
typedef struct lob_resolver {
    lob_call *call;
    lob_drawing *drawing;
    const lob_layout *layout;
    const lob_render_view_request_annotations_item *item;
    size_t index; /* in the request */
    lob_annotation *out;
} lob_resolver;

/* annotations_subject.c: INVALID_TARGET with details.argument annotations[i].member. */
lob_status lob_annotation_refuse(lob_resolver *r, const char *member, const char *reason, const char *message,
                                 const char *hint);
/* Names the member at fault in an error that stands. */
void lob_annotation_blame(lob_resolver *r, const char *member);

/* All targets of the annotation, seen from the drawn cell. */
lob_status lob_subjects_find(lob_resolver *r, const lob_subject **subjects, uint32_t *count);

/* annotations_seen.c: what of the cell is in the picture. */
lob_status lob_annotation_ports(lob_resolver *r);
lob_status lob_annotation_cells(lob_resolver *r);
lob_status lob_annotation_legend(lob_resolver *r);
/* A name of the layout, cut to what a picture has room for. */
lob_status lob_annotation_name(lob_resolver *r, lob_str raw, lob_str *name);

#endif
