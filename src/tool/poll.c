/* poll: how a job stands. */
#include "tool/job.h"
#include "tool/registry.h"

lob_status lob_tool_poll(lob_call *call, const lob_poll_request *request, lob_poll_response *response) {
    lob_job_status status;
    LOB_TRY(lob_job_ask(call, request->job_id, request->wait_ms, &status));
    LOB_JOB_SHOW(call->ctx, &status, response);
    return lob_job_show_picture(call, &status, &response->image, &response->image_svg);
}
