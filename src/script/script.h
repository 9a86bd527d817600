/* KLayout's DRC scripts, run by the built-in engine.
 *
 * The deck runs in Ruby, in a process of its own behind the walls of klayout/jail.h. There the language of the decks
 * (dsl.rb) turns each method into a message to this process, where the polygons are: the interpreter holds numbers of
 * values and nothing else. What the language or the engine does not have ends the run with DRC_RUN_FAILED, reason
 * "unsupported": a report is made of a whole run or not at all.
 */
#ifndef LOB_SCRIPT_SCRIPT_H
#define LOB_SCRIPT_SCRIPT_H

#include "klayout/run.h"
#include "script/engine.h"

typedef struct lob_script_question {
    const lob_layout *layout;
    lob_cell_index cell;
    const lob_deck *deck;                 /* prepared, in the run folder */
    const char *input_path, *report_path; /* as the deck knows them */
    const char *search_path, *home;       /* where Ruby is looked for; home may be NULL */
    lob_script_part part;                 /* what is wanted of the deck */
    lob_run_command command;              /* folder, log, limits, sandbox; the rest is filled in */
} lob_script_question;

typedef struct lob_script_result {
    lob_run_result run;            /* of the interpreter */
    uint64_t operations;           /* that the deck asked for */
    lob_rdb rdb;                   /* lives until lob_script_result_drop(), as does what follows */
    const lob_script_spent *spent; /* with a profile, in the order in which the deck came to them */
    uint32_t spent_count;
    uint32_t output_count, own_count; /* of a share: outputs of the deck, and of them its own */
    const uint32_t *own_items;        /* items of each of these */
    bool has_target;                  /* the deck writes layers to a layout, too: those are not kept */
    lob_arena *arena;
} lob_script_result;

/* Errors: DRC_RUN_FAILED with reason unsupported (details method, deck_line, deck_error; or there is no Ruby),
 * deck_error, wire, no_report, and those of lob_run_check(); those of the operations; INVALID_TARGET for a category
 * that the deck does not have; LOB_E_CANCELLED. *result is filled as far as it went, also after a failure. */
lob_status lob_script_run(lob_ctx *ctx, const lob_script_question *question, lob_script_result *result);
void lob_script_result_drop(lob_script_result *result);

#endif
