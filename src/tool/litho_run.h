/* The work of evaluate and optimize, from a request's text to the bytes of the report: what a job, the command line and
 * the engine in a process of its own do alike.
 */
#ifndef LOB_TOOL_LITHO_RUN_H
#define LOB_TOOL_LITHO_RUN_H

#include "tool/litho_ask.h"
#include "tool/litho_memory.h"

typedef struct lob_litho_run {
    const lob_litho_place *place;
    lob_litho_memory *memory; /* NULL: nothing is remembered */
    bool is_line;             /* an aggregate report in one line as well: for answers in a protocol of lines */
    uint32_t violations_max;  /* more than the tool's limit, for the command line; 0: as asked */
    void (*told)(void *arg, const char *artifact_id); /* once the file is read; NULL: nobody asks */
    void *told_arg;
} lob_litho_run;

/* `arguments`: of evaluate, JSON, as strict as the tool. The report, without a newline behind. */
lob_status lob_litho_run_evaluate(lob_ctx *ctx, const lob_litho_run *run, lob_str arguments, lob_buf *out);

/* Parses once more what was parsed before, or what the command line put together. *tree is the caller's to delete. */
lob_status lob_litho_parse(lob_ctx *ctx, lob_str arguments, cJSON **tree);

#endif
