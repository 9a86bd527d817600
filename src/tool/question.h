/* What questions about an area share: a box, layers, and the notes of the answer. */
#ifndef LOB_TOOL_QUESTION_H
#define LOB_TOOL_QUESTION_H

#include "tool/common.h"

/* Micrometres to the nearest database unit, half away from zero; false beyond +-LOB_COORD_MAX. */
bool lob_um_to_dbu(double um, double dbu, int64_t *value);

/* INVALID_BOX: a side out of range, no area, or none left on the grid. *is_off_grid: a side was moved to the grid. */
lob_status lob_call_box(lob_call *call, const lob_query_box *box, lob_box64 *window, bool *is_off_grid);

/* Sorted, each once. INVALID_LAYER with the nearest layers as candidates. Memory: request arena. */
typedef struct lob_layer_list {
    lob_layer_index *items;
    uint32_t count;
} lob_layer_list;
lob_status lob_call_layers(lob_call *call, const lob_layer_filter *filters, size_t count, lob_layer_list *list);

enum { LOB_NOTES_MAX = 8 };
typedef struct lob_notes {
    lob_str items[LOB_NOTES_MAX];
    size_t count;
} lob_notes;
/* Our own words and numbers only. */
__attribute__((format(printf, 3, 4))) lob_status lob_note(lob_ctx *ctx, lob_notes *notes, const char *format, ...);

#endif
