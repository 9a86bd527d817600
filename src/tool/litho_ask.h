/* What evaluate and optimize ask alike: which mask, through which optics, under which rules; and the way from there to
 * the engine.
 *
 * A job outlives its request, so it keeps the request's arguments as text and reads them again: the tool, the command
 * line and the engine in a process of its own all come through here with the same text, and so to the same bytes.
 */
#ifndef LOB_TOOL_LITHO_ASK_H
#define LOB_TOOL_LITHO_ASK_H

#include "gen/types.h"
#include "litho/evaluate.h"
#include "litho/process_window.h"
#include "tool/call.h"

typedef struct lob_litho_ask { /* borrowed from the request; data NULL or NULL: not given */
    lob_str layout, session_id, cell, rule_deck;
    const lob_layer_filter *layer, *target_layer;
    const lob_query_box *box;
    bool has_pixel_nm;
    double pixel_nm;
    const char *node; /* NULL: none */
    const lob_litho_process *process;
} lob_litho_ask;

lob_litho_ask lob_litho_ask_of_evaluate(const lob_evaluate_request *request);
lob_litho_ask lob_litho_ask_of_optimize(const lob_optimize_request *request);

/* Where files may be read, how large they may be, and the layout of a session (kept; else NULL). */
typedef struct lob_litho_place {
    const lob_roots *roots;
    uint64_t file_size_max;
    lob_layout *layout;
    lob_cell_index top;
    char artifact_id[72]; /* of the session's layout: "sha256:" and 64 hex digits; "" without */
} lob_litho_place;

/* What can be said of a question without reading the layout: INVALID_TARGET, FILE_NOT_FOUND ... */
lob_status lob_litho_ask_check(lob_ctx *ctx, const lob_litho_ask *ask, const lob_litho_place *place);

/* A question answered as far as the engine: lob_litho_scene_drop(). */
typedef struct lob_litho_scene {
    lob_litho_setup setup;
    lob_litho_input input;
    lob_layout *layout; /* a reference; NULL: a .glp */
    lob_str cell;       /* its name */
    uint32_t layer, datatype, target_layer, target_datatype;
    char artifact_id[72];
    lob_window_ask *window_ask; /* litho_window.h; NULL: no process window was asked for */
    lob_process_window *window;
} lob_litho_scene;

/* The deck that an evaluation of this request checks by. */
lob_status lob_litho_ask_deck(lob_ctx *ctx, const lob_litho_ask *ask, lob_litho_deck *deck);
lob_status lob_litho_scene_open(lob_ctx *ctx, const lob_litho_ask *ask, const lob_litho_place *place,
                                lob_litho_scene *scene);
void lob_litho_scene_drop(lob_litho_scene *scene);

#endif
