/* cancel_job: sets the job's token and waits a moment, so that the answer usually tells the end. */
#include "tool/job.h"
#include "tool/registry.h"

enum { WAIT_MS = 1000 };

lob_status lob_tool_cancel_job(lob_call *call, const lob_cancel_job_request *request,
                               lob_cancel_job_response *response) {
    lob_jobs *jobs;
    lob_job_status status;
    LOB_TRY(lob_sessions_jobs(call->ctx, call->sessions, &jobs));
    LOB_TRY(lob_jobs_cancel(call->ctx, jobs, request->job_id));
    LOB_TRY(lob_job_ask(call, request->job_id, WAIT_MS, &status));
    LOB_JOB_SHOW(call->ctx, &status, response);
    return LOB_OK;
}
