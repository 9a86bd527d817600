/* close_session: an id that is unknown or expired is an answer, not an error. */
#include "tool/common.h"
#include "tool/registry.h"

lob_status lob_tool_close_session(lob_call *call, const lob_close_session_request *request,
                                  lob_close_session_response *response) {
    response->session_id = request->session_id;
    lob_session_closed closed;
    LOB_TRY(lob_session_close(call->ctx, call->sessions, request->session_id, &closed));
    response->closed = closed.is_closed;
    response->artifact_dir_deleted = closed.is_dir_deleted;
    response->deleted_artifact_count = lob_count_show(closed.file_count);
    return LOB_OK;
}
