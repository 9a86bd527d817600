/* The engine in a process of its own: this program again, as `eval --request -`, behind three pipes.
 *
 * What it says is bounded and checked; what fails over there fails here with the same error. Its bytes are those of
 * lob_litho_run_evaluate(), for that is what it runs.
 */
#ifndef LOB_TOOL_LITHO_CHILD_H
#define LOB_TOOL_LITHO_CHILD_H

#include "base/buf.h"
#include "base/ctx.h"

typedef struct lob_litho_child {
    const char *program; /* NULL: this one */
    const char *roots;   /* colon-separated, as of lob_roots_open(); NULL or "": those of the environment */
    bool is_line;        /* as of lob_litho_run */
    size_t size_max;     /* of the report, bytes; 0: LOB_LIMIT_RESULT_SIZE */
    lob_str picture;     /* as of lob_litho_run, asked for; data NULL: none */
    void (*told)(void *arg, const char *artifact_id); /* as of lob_litho_run */
    void *told_arg;
} lob_litho_child;

/* `arguments`: of evaluate, with `layout` (a session's layout is of this process alone). The report goes to `out`,
 * without a newline behind. Progress goes on to ctx. On LOB_E_CANCELLED the process was killed and has ended. Errors:
 * those of lob_litho_run_evaluate(); TOOL_LIMIT_EXCEEDED with reason "report_size"; INTERNAL_ERROR with reason "crash"
 * (details.signal) or "engine" (it gave no report and no error; details.stderr_tail). */
lob_status lob_litho_child_evaluate(lob_ctx *ctx, const lob_litho_child *child, lob_str arguments, lob_buf *out);

#endif
