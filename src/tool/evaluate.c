/* evaluate: checks what can be checked at once, starts the job, answers. */
#include "gen/registry.h"
#include "tool/job.h"

static lob_status work(void *arg, lob_ctx *ctx, const char *id, lob_buf *out) {
    const lob_job_task *task = arg;
    lob_job_teller of = {task->jobs, id};
    const lob_litho_run run = {
        .place = &task->place, .memory = task->memory, .is_line = true, .told = lob_job_tell, .told_arg = &of};
    return lob_litho_run_evaluate(ctx, &run, task->arguments, out);
}

lob_status lob_tool_evaluate(lob_call *call, const lob_evaluate_request *request, lob_evaluate_response *response) {
    const lob_litho_ask ask = lob_litho_ask_of_evaluate(request);
    lob_job_task *task;
    lob_job_status status;
    LOB_TRY(lob_job_task_new(call, &ask, &task));
    LOB_TRY(lob_job_begin(call, "evaluate", work, task, request->wait_ms, &status));
    LOB_JOB_SHOW(call->ctx, &status, response);
    return LOB_OK;
}
