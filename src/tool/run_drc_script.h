/* What the parts of run_drc_script share: the order of the work
 * (run_drc_script.c), KLayout's decks (run_drc_script_klayout.c, and on the built-in
 * engine run_drc_script_native.c), rule decks (run_drc_script_rules.c).
 *
 * A part checks the deck, begins the run and leaves LOB_DRC_REPORT in its
 * folder; the rest is the same for both.
 */
#ifndef LOB_TOOL_RUN_DRC_SCRIPT_H
#define LOB_TOOL_RUN_DRC_SCRIPT_H

#include "markers/markers.h"
#include "session/runs.h"
#include "tool/question.h"

typedef struct lob_drc_work {
    lob_call *call;
    const lob_run_drc_script_request *request;
    lob_run_drc_script_response *response;
    lob_session *session;
    lob_cell_index cell;    /* where the deck begins */
    lob_str argument;       /* the member that has the deck */
    lob_str script;         /* as the answer names it: the path, or `inline` */
    lob_drc_run *run;       /* NULL: none begun */
    int dir_fd;             /* of its folder; -1: none */
    lob_markers *markers;   /* the run's; NULL: not yet read */
    const lob_rules *rules; /* of a rule deck whose report could not list all,
                               with how many there are; else NULL */
    const uint64_t *totals;
    bool was_entered; /* KLayout ran, to whatever end */
    int return_code;  /* of it; -1: it did not end by itself */
    lob_str said;     /* the last of its stderr */
    lob_notes notes;
} lob_drc_work;

lob_status lob_drc_run_klayout(lob_drc_work *w);
lob_status lob_drc_run_rules(lob_drc_work *w);
/* On the built-in engine, or with engine auto there or in KLayout. */
lob_status lob_drc_run_native(lob_drc_work *w);
/* INVALID_TARGET when a part of the deck, or a profile, is asked of who cannot give it. */
lob_status lob_drc_refuse_part(const lob_drc_work *w);

#endif
