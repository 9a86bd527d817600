/* The engine that a script talks to: its values by number, its operations by name, its report. */
#ifndef LOB_SCRIPT_ENGINE_H
#define LOB_SCRIPT_ENGINE_H

#include "base/buf.h"
#include "klayout/deck.h"
#include "script/ops.h"
#include "script/report.h"
#include "script/talk.h"

enum { LOB_SCRIPT_VALUES_MAX = 100000, LOB_SCRIPT_LINES_MAX = 1 << 20, LOB_SCRIPT_LEFT_OUT_MAX = 64 };

/* What one operation of one line of the deck took. */
typedef struct lob_script_spent {
    uint32_t line, next; /* of the deck made ready, 0: not known; 1 + the next of this line, 0: none */
    const char *operation;
    uint64_t calls, shapes; /* polygons, edges, pairs or texts that came of it */
    int64_t ns;             /* measured */
} lob_script_spent;

/* What of a deck is wanted; all zero: everything. */
typedef struct lob_script_part {
    const lob_str *only; /* categories */
    size_t only_count;
    bool has_box, has_profile;
    lob_box64 box;               /* markers that touch it */
    uint32_t share, share_count; /* outputs share, share + share_count, ... alone; 0: all */
} lob_script_part;

typedef struct lob_script_engine {
    const lob_layout *layout;
    lob_script_part part;
    bool has_window; /* of a box: what is read of layers */
    lob_box64 window;
    lob_cell_index cell; /* where the deck begins */
    const char *input_path, *report_path;
    const lob_deck *deck; /* to find lines in the client's files */
    lob_script_report report;
    lob_value **values; /* by number; NULL: forgotten */
    uint32_t value_count, value_room;
    lob_arena *arena; /* of the report and of `values` */
    bool is_done, has_target;
    uint64_t operations;
    lob_script_spent *spent; /* with a profile; in `arena` */
    uint32_t *spent_of;      /* by line: 1 + the first */
    uint32_t spent_count, spent_room;
    lob_str *left_out; /* categories that were not wanted: some, as help */
    uint32_t left_out_count;
    uint32_t output_count; /* with shares: so far, and of them this share's, of which own_at are done */
    uint32_t *own_items;   /* items of each; in `arena` */
    uint32_t own_count, own_room, own_at;
} lob_script_engine;

lob_status lob_script_engine_open(lob_ctx *ctx, lob_script_engine *engine);
/* After the deck's end: INVALID_TARGET, a category of `only` that the deck does not have. */
lob_status lob_script_engine_check_only(lob_ctx *ctx, const lob_script_engine *engine);
/* Adds an operation of a line to the profile; `name` stays, `made` is NULL when nothing was. */
lob_status lob_script_spend(lob_ctx *ctx, lob_script_engine *engine, int64_t line, const char *name,
                            const lob_value *made, int64_t ns);
void lob_script_engine_close(lob_script_engine *engine);
/* Does what a frame asks and puts the reply into `out`. A failure ends the script. */
lob_status lob_script_engine_answer(lob_ctx *ctx, lob_script_engine *engine, lob_str frame, lob_buf *out);

#endif
