/* Parts of describe_cell: its instances and its labels, each a page of an ordered collection. */
#ifndef LOB_TOOL_DESCRIBE_H
#define LOB_TOOL_DESCRIBE_H

#include "base/limits.h"
#include "tool/common.h"
#include "tool/cursor.h"
#include "tool/room.h"

/* What is described, and how far earlier pages came. */
typedef struct lob_describe {
    lob_call *call;
    const lob_layout *layout;
    double dbu;
    lob_cell_index cell_index;
    const lob_cell *cell; /* of that index */
    int64_t depth;
    const lob_describe_cell_request *request;
    lob_room room; /* all collections draw on it */
} lob_describe;

/* Where a page ended: the place of its last item. A path holds the index of an instance in its cell for each level. */
typedef struct lob_describe_place {
    uint64_t given; /* items of this and all earlier pages */
    uint32_t steps[LOB_LIMIT_DESCRIBE_DEPTH];
    unsigned step_count;
} lob_describe_place;

/* Each takes the place where the page before ended (given 0: none), fills its collection and counts, and moves the
 * place on. */
lob_status lob_describe_instances(lob_describe *d, lob_describe_place *place, lob_describe_cell_response *response);
/* Rows and columns of children, in half of the room. */
lob_status lob_describe_regular(lob_describe *d, lob_describe_cell_response *response);
lob_status lob_describe_labels(lob_describe *d, lob_describe_place *place, lob_describe_cell_response *response);

/* The properties of a set (LOB_NONE: none), at most LOB_LIMIT_PROPERTIES_LISTED. */
typedef struct lob_shown_props {
    lob_property *items;
    size_t count;
    int64_t dropped;
} lob_shown_props;
size_t lob_props_weight(const lob_property *items, size_t count);
lob_status lob_props_show(lob_ctx *ctx, const lob_layout *layout, uint32_t set, lob_shown_props *shown);

#endif
