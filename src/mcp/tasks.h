/* MCP tasks: jobs as the protocol names them. A task's id is the id of its job, its result what `poll` answers in the
 * end.
 *
 * Two forms that are not compatible on the wire. CORE, revision 2025-11-25 (experimental there): the client asks for a
 * task by `task` in tools/call; tasks/get, result (blocks), list, cancel; a job that failed or was cancelled has a
 * result with isError. EXTENSION, io.modelcontextprotocol/tasks of 2026-07-28: the server answers a request whose
 * client declared the extension with resultType "task"; tasks/get holds the result, and there are update and cancel; a
 * job that failed is `completed` with isError, for `failed` means an error of JSON-RPC.
 *
 * What cannot begin makes no task: -32602 or -32603 with the ErrorObject as data (CORE), its result (EXTENSION).
 */
#ifndef LOB_MCP_TASKS_H
#define LOB_MCP_TASKS_H

#include "mcp/lifecycle.h"

/* Records of jobs are kept a week at least, so tasks are as well: what a client asks for is not shorter for us. */
enum { LOB_TASK_TTL_MS = 7 * 24 * 3600 * 1000, LOB_TASK_PAGE_COUNT = 16, LOB_TASK_SLICE_MS = 50 };

/* A task is answered at once: an argument that asks to wait within its bounds becomes 0. NULL is fine. */
void lob_tasks_hasten(cJSON *arguments);

typedef struct lob_tasks_ask {
    const lob_product *product;
    lob_sessions *sessions;
    lob_ctx *ctx; /* of the request: arena, token, progress */
    lob_str id;   /* of the request */
    lob_method method;
    lob_task_form form;
    const cJSON *params;
    lob_buf *json; /* for a tool's answer */
} lob_tasks_ask;

/* ANSWERED: the whole line is in `line`. SILENT: the request was cancelled. AGAIN: it is not over yet, ask again. */
typedef enum { LOB_TASKS_ANSWERED, LOB_TASKS_SILENT, LOB_TASKS_AGAIN } lob_tasks_state;

/* tasks/...; each call waits LOB_TASK_SLICE_MS at most for a job to end, so that it blocks nobody else.
 * `was_asked`: this request was answered AGAIN before. */
lob_tasks_state lob_tasks_answer(const lob_tasks_ask *ask, bool was_asked, lob_buf *line);
/* After a tool of lob_tools_make_task() answered, successfully, what is in `json`: the task it began. */
void lob_tasks_answer_created(const lob_tasks_ask *ask, lob_buf *line);
/* After it failed: CORE's error, with the ErrorObject of `json`. */
void lob_tasks_answer_refused(const lob_tasks_ask *ask, lob_buf *line);
/* Ends the job of an answer that nobody will have. */
void lob_tasks_forget(const lob_tasks_ask *ask);

#endif
