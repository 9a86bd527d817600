/* The engine that a script talks to: its values by number, its operations by name, its report. */
#ifndef LOB_SCRIPT_ENGINE_H
#define LOB_SCRIPT_ENGINE_H

#include "base/buf.h"
#include "klayout/deck.h"
#include "script/ops.h"
#include "script/report.h"
#include "script/talk.h"

enum { LOB_SCRIPT_VALUES_MAX = 100000 };

typedef struct lob_script_engine {
    const lob_layout *layout;
    lob_cell_index cell; /* where the deck begins */
    const char *input_path, *report_path;
    const lob_deck *deck; /* to find lines in the client's files */
    lob_script_report report;
    lob_value **values; /* by number; NULL: forgotten */
    uint32_t value_count, value_room;
    lob_arena *arena; /* of the report and of `values` */
    bool is_done;
    uint64_t operations;
} lob_script_engine;

lob_status lob_script_engine_open(lob_ctx *ctx, lob_script_engine *engine);
void lob_script_engine_close(lob_script_engine *engine);
/* Does what a frame asks and puts the reply into `out`. A failure ends the script. */
lob_status lob_script_engine_answer(lob_ctx *ctx, lob_script_engine *engine, lob_str frame, lob_buf *out);

#endif
