/* What the two runners of KLayout's decks share: a deck made ready in the run folder, what it says kept beside it, few
 * decks at a time (run_drc_script_klayout.c, which has them; run_drc_script_native.c). */
#ifndef LOB_TOOL_RUN_DRC_SCRIPT_IMPL_H
#define LOB_TOOL_RUN_DRC_SCRIPT_IMPL_H

#include "io/share.h"
#include "klayout/deck.h"
#include "klayout/run.h"
#include "script/script.h"
#include "tool/run_drc_script.h"

typedef struct lob_deck_work {
    lob_drc_work *w;
    lob_klayout klayout;
    lob_deck deck;
    char layout_name[16];
    const char *folder_path; /* absolute */
    const char *input_path, *report_path;
    char log_name[LOB_DRC_ID_SIZE + sizeof ".log"];
    int log_fd;
    lob_run_result result;
} lob_deck_work;

/* NULL for want of memory. Begins the run. */
lob_status lob_deck_work_begin(lob_drc_work *w, lob_deck_work **work);
lob_status lob_deck_work_prepare(lob_deck_work *k);
lob_status lob_deck_work_open_log(lob_deck_work *k);
/* Puts what was said into the folder, and takes the server's names from what the deck left. */
lob_status lob_deck_work_move_log(lob_deck_work *k);
void lob_deck_work_remove_log(lob_deck_work *k);
/* Waits as long as a deck may run; then lob_deck_work_leave(). */
lob_status lob_deck_work_enter(lob_ctx *ctx, int64_t timeout_ms);
void lob_deck_work_leave(void);
lob_run_command lob_deck_work_command(const lob_deck_work *k);
lob_status lob_deck_work_show(lob_deck_work *k);

/* run_drc_script_share.c: leaves what this rank found (NULL: it only joins), and takes all parts where they come
 * together. */
lob_status lob_deck_work_gather(const lob_deck_work *k, const lob_script_result *own, lob_shares *all);
typedef struct lob_joined_report {
    lob_rdb rdb; /* lives as long as the parts */
    struct script_part *parts;
    uint32_t count;
} lob_joined_report;
/* `joined` begins as zeros and is dropped also after a failure. */
lob_status lob_deck_work_join(lob_deck_work *k, const lob_shares *all, lob_joined_report *joined);
void lob_joined_report_drop(lob_joined_report *joined);

#endif
