/* What the handlers share: boxes and names as the answers show them, cells found by name, ids given out.
 *
 * Invariant: text of a layout passes through lob_name_show() and nothing else on its way into an answer, so that it is
 * bounded and its exact bytes are kept in hex where they are no UTF-8. (Escaping is the writer's.)
 */
#ifndef LOB_TOOL_COMMON_H
#define LOB_TOOL_COMMON_H

#include "gen/types.h"
#include "tool/call.h"

/* Counts beyond what a JSON number holds exactly are shown as that bound. */
#define LOB_COUNT_SHOWN_MAX ((INT64_C(1) << 53) - 1)
int64_t lob_count_show(uint64_t count);

lob_point_um lob_point_show_um(int64_t x, int64_t y, double dbu);
lob_point_dbu lob_point_show_dbu(int64_t x, int64_t y);

/* An empty box is shown as zeros; true is returned then, for `bbox_empty`. */
bool lob_box_show(lob_box64 box, double dbu, lob_micron_box *um, lob_dbu_box *exact);

typedef struct lob_shown {
    lob_str text;    /* cut at a character boundary */
    lob_str raw_hex; /* absent (data NULL) when the text is UTF-8 */
    size_t cut;      /* bytes left out */
} lob_shown;

/* At most `size_max` bytes of a string of the layout; the hex is of those. Memory: request arena. */
lob_status lob_name_show(lob_ctx *ctx, lob_str raw, size_t size_max, lob_shown *shown);

/* Room on a page. A message holds an answer twice, as JSON and as text with its quotes escaped; what an item takes of
 * it is judged from above before it is kept: a fixed part for its kind and the weight of its texts. */
size_t lob_text_weight(lob_str text);
/* False: the page is full. The first item always fits. By characters as well: room.h. */
bool lob_room_take(size_t *room, size_t weight, bool is_first);

/* The members of a layer of the session's layout in an answer, named as the session names it (session/looks.h), name
 * only when there is one. */
lob_status lob_layer_show(lob_call *call, const lob_layer *layer, lob_layer_ref *ref);
/* The same by a look, for who has no session yet. */
lob_status lob_layer_look_show(lob_ctx *ctx, const lob_layer *layer, const lob_layer_look *look, lob_layer_ref *ref);

/* A cell by the name an answer showed: its bytes, or, when these were no UTF-8, the text with U+FFFD in their place.
 * LOB_NONE when nothing or more than one fits; `ambiguous` tells which. */
lob_cell_index lob_cell_by_shown_name(const lob_layout *layout, lob_str name, bool *ambiguous);

/* INVALID_TARGET with details.argument and details.reason. */
lob_status lob_fail_argument(lob_ctx *ctx, const char *argument, const char *reason, const char *message,
                             const char *hint);

/* The cell of a request, or the selected top when name is absent. INVALID_TARGET with candidates. */
lob_status lob_call_cell(lob_call *call, lob_str name, lob_cell_index *cell);

/* The id of an object, remembered by the session. Memory: request arena. */
lob_status lob_call_issue(lob_call *call, const lob_object *object, lob_str *id);

/* Own objects on a layer, members of repetitions counted, saturating. */
typedef struct lob_stored_count {
    uint64_t shapes, texts; /* shapes: texts included */
} lob_stored_count;
lob_stored_count lob_shapes_stored(const lob_layout *layout, const lob_shapes *shapes);

#endif
