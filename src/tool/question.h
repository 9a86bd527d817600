/* What questions about an area share: the box, and the notes of the answer. Layers: tool/filter.h. */
#ifndef LOB_TOOL_QUESTION_H
#define LOB_TOOL_QUESTION_H

#include "tool/common.h"

/* Sides to the nearest database unit, half away from zero. INVALID_BOX: a side beyond +-LOB_COORD_MAX, no area, or none
 * left on the grid. *is_off_grid: a side was moved to the grid. */
lob_status lob_call_box(lob_call *call, const lob_query_box *box, lob_box64 *window, bool *is_off_grid);

/* The same of a point. INVALID_TARGET about `argument`: beyond +-LOB_COORD_MAX. *is_off_grid is set, never cleared. */
lob_status lob_call_point(lob_call *call, const char *argument, lob_point_in point, lob_point64 *at, bool *is_off_grid);

enum { LOB_NOTES_MAX = 8 };
typedef struct lob_notes {
    lob_str items[LOB_NOTES_MAX];
    size_t count;
} lob_notes;
/* Our own words and numbers only. */
__attribute__((format(printf, 3, 4))) lob_status lob_note(lob_ctx *ctx, lob_notes *notes, const char *format, ...);
/* As the answer holds them; in the request arena. */
lob_status lob_notes_show(lob_ctx *ctx, const lob_notes *notes, lob_str **items, size_t *count, bool *are_there);

#endif
