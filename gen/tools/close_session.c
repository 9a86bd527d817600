/* Made by tools/schemac from spec/. Do not edit. The tables of close_session. */
#include "base/limits.h"
#include "gen/tables.h"

const lob_wire_table lob_close_session_request_table = {
    .size = sizeof(lob_close_session_request), .is_closed = true,
    .count = 1,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(close_session_request, session_id, STRING), LOB_RULES(LOB_LIMITED(LOB_LIMIT_SESSION_ID_SIZE,
            LOB_E_INVALID_TARGET))},
    },
};

const lob_wire_table lob_close_session_response_table = {
    .size = sizeof(lob_close_session_response),
    .count = 5,
    .fields = (const lob_wire_field[]){
        {LOB_SAYS("schema_version", "1.0.0"), .is_required = 1},
        {LOB_NEED(close_session_response, session_id, STRING)},
        {LOB_NEED(close_session_response, closed, BOOLEAN)},
        {LOB_NEED(close_session_response, artifact_dir_deleted, BOOLEAN)},
        {LOB_NEED(close_session_response, deleted_artifact_count, INTEGER)},
    },
};
