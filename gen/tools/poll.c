/* Made by tools/schemac from spec/. Do not edit. The tables of poll. */
#include "base/limits.h"
#include "gen/tables.h"

const lob_wire_table lob_poll_request_table = {
    .size = sizeof(lob_poll_request), .is_closed = true,
    .count = 2,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(poll_request, job_id, STRING), LOB_RULES(LOB_LIMITED(LOB_LIMIT_SESSION_ID_SIZE,
            LOB_E_INVALID_TARGET))},
        {LOB_FILL(poll_request, wait_ms, INTEGER), LOB_RULES(LOB_MINIMUM(0), LOB_LIMITED(LOB_LIMIT_JOB_WAIT_MS,
            LOB_E_INVALID_TARGET), LOB_PRESET(0))},
    },
};

const lob_wire_table lob_poll_response_table = {
    .size = sizeof(lob_poll_response),
    .count = 15,
    .fields = (const lob_wire_field[]){
        {LOB_SAYS("schema_version", "1.0.0"), .is_required = 1},
        {LOB_NEED(poll_response, job_id, STRING)},
        {LOB_NEED(poll_response, kind, ENUM), LOB_ONE_OF(shown_job_kind, 3)},
        {LOB_NEED(poll_response, status, ENUM), LOB_ONE_OF(shown_job_state, 5)},
        {LOB_NEED(poll_response, progress, NUMBER)},
        {LOB_NEED(poll_response, done, NUMBER)},
        {LOB_NEED(poll_response, total, NUMBER)},
        {LOB_MAY(poll_response, message, STRING)},
        {LOB_NEED(poll_response, elapsed_ms, INTEGER)},
        {LOB_HAS(poll_response, next_poll_ms, INTEGER)},
        {LOB_MAY(poll_response, layout_artifact_id, STRING)},
        {LOB_MAY(poll_response, result, ANY)},
        {LOB_MAY(poll_response, image, OBJECT), LOB_OBJECT(lob_artifact_ref)},
        {LOB_MAY(poll_response, image_svg, OBJECT), LOB_OBJECT(lob_artifact_ref)},
        {LOB_MAY(poll_response, error, OBJECT), LOB_OBJECT(lob_shown_job_error)},
    },
};
