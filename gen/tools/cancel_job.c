/* Made by tools/schemac from spec/. Do not edit. The tables of cancel_job. */
#include "base/limits.h"
#include "gen/tables.h"

const lob_wire_table lob_cancel_job_request_table = {
    .size = sizeof(lob_cancel_job_request), .is_closed = true,
    .count = 1,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(cancel_job_request, job_id, STRING), LOB_RULES(LOB_LIMITED(LOB_LIMIT_SESSION_ID_SIZE,
            LOB_E_INVALID_TARGET))},
    },
};

const lob_wire_table lob_cancel_job_response_table = {
    .size = sizeof(lob_cancel_job_response),
    .count = 13,
    .fields = (const lob_wire_field[]){
        {LOB_SAYS("schema_version", "1.0.0"), .is_required = 1},
        {LOB_NEED(cancel_job_response, job_id, STRING)},
        {LOB_NEED(cancel_job_response, kind, ENUM), LOB_ONE_OF(shown_job_kind, 3)},
        {LOB_NEED(cancel_job_response, status, ENUM), LOB_ONE_OF(shown_job_state, 5)},
        {LOB_NEED(cancel_job_response, progress, NUMBER)},
        {LOB_NEED(cancel_job_response, done, NUMBER)},
        {LOB_NEED(cancel_job_response, total, NUMBER)},
        {LOB_MAY(cancel_job_response, message, STRING)},
        {LOB_NEED(cancel_job_response, elapsed_ms, INTEGER)},
        {LOB_HAS(cancel_job_response, next_poll_ms, INTEGER)},
        {LOB_MAY(cancel_job_response, layout_artifact_id, STRING)},
        {LOB_MAY(cancel_job_response, result, ANY)},
        {LOB_MAY(cancel_job_response, error, OBJECT), LOB_OBJECT(lob_shown_job_error)},
    },
};
