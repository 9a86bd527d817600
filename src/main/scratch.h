/* What a command that takes a while needs: a folder of its own for its session, gone when it ends, and a line that says
 * how far it is. */
#ifndef LOB_MAIN_SCRATCH_H
#define LOB_MAIN_SCRATCH_H

#include "main/settings.h"

typedef struct lob_scratch {
    const lob_cli *cli;
    bool has_root;
    char root[4096];
    bool wants_progress, is_terminal, has_line;
    int64_t started_ms;
} lob_scratch;

/* `wants_progress`: each report a line of its own on err; else one changing line when err is a terminal and it lasts.
 */
void lob_scratch_begin(lob_scratch *scratch, const lob_cli *cli, bool wants_progress);
/* Unless an artifact root was given: makes a folder in TMPDIR and has settings use it. False: said on err. */
bool lob_scratch_root(lob_scratch *scratch, lob_settings *settings);
/* For lob_ctx.progress; arg is the lob_scratch. */
void lob_scratch_progress(void *arg, double done, double total, const char *message);
/* The line of progress goes away before anything else is said. */
void lob_scratch_clear_line(lob_scratch *scratch);
/* Removes the folder; what cannot be removed is no fault of the command. */
void lob_scratch_end(lob_scratch *scratch);

#endif
