/* The work of evaluate and optimize, from a request's text to the bytes of the report: what a job, the command line and
 * the engine in a process of its own do alike.
 */
#ifndef LOB_TOOL_LITHO_RUN_H
#define LOB_TOOL_LITHO_RUN_H

#include "litho/picture.h"
#include "tool/litho_ask.h"
#include "tool/litho_memory.h"

typedef struct lob_litho_run {
    const lob_litho_place *place;
    lob_litho_memory *memory; /* NULL: nothing is remembered */
    bool is_line;             /* an aggregate report in one line as well: for answers in a protocol of lines */
    uint32_t violations_max;  /* more than the tool's limit, for the command line; 0: as asked */
    void (*told)(void *arg, const char *artifact_id); /* once the file is read; NULL: nobody asks */
    void *told_arg;
    bool needs_planes; /* `see` draws: a canvas too large to keep is refused, not evaluated by windows */
    bool keeps_gauges; /* errors at the check points for `see`, also when they are not checked */
    lob_str picture;   /* where the pictures go that a request asks for, without an ending; data NULL: none are drawn */
    /* What was evaluated, before the report is written: for pictures and counts. NULL: nobody looks. */
    lob_status (*see)(void *arg, lob_ctx *ctx, const lob_litho_scene *scene, const lob_litho_result *result);
    void *see_arg;
} lob_litho_run;

/* `arguments`: of evaluate, JSON, as strict as the tool. The report, without a newline behind. */
lob_status lob_litho_run_evaluate(lob_ctx *ctx, const lob_litho_run *run, lob_str arguments, lob_buf *out);

/* White space between tokens, of which an aggregate report has much, is left out: one line. */
void lob_litho_compact(lob_buf *text);

/* The checks that a request names. */
void lob_litho_take_checks(const lob_evaluate_request *request, lob_litho_setup *setup);

/* What optimize is to mend, when it is a violation found before. */
typedef struct lob_litho_before {
    lob_str arguments;   /* of the evaluation that found it, JSON; data NULL: the request says all itself */
    lob_str artifact_id; /* the file must still be this one; data NULL: any */
} lob_litho_before;

/* `arguments`: of optimize. The new mask goes to `path`, with .gds or .oas behind; the report, without a newline
 * behind, names the file. Errors beside those of the engine: layout_not_pinned (the file has changed), INVALID_TARGET
 * with reason unknown_id, rule_deck or schema_version (litho/resolve.h). */
lob_status lob_litho_run_optimize(lob_ctx *ctx, const lob_litho_run *run, lob_str arguments,
                                  const lob_litho_before *before, lob_str path, lob_buf *out);

/* Parses once more what was parsed before, or what the command line put together. *tree is the caller's to delete. */
lob_status lob_litho_parse(lob_ctx *ctx, lob_str arguments, cJSON **tree);

/* ---- litho_picture.c ---- */

/* PATH.png and PATH.svg of what is laid. */
lob_status lob_litho_keep_picture(lob_ctx *ctx, const lob_litho_laid *laid, lob_str path);

#endif
