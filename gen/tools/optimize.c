/* Made by tools/schemac from spec/. Do not edit. The tables of optimize. */
#include "base/limits.h"
#include "gen/tables.h"

const lob_wire_table lob_optimize_request_table = {
    .size = sizeof(lob_optimize_request), .is_closed = true,
    .count = 19,
    .fields = (const lob_wire_field[]){
        {LOB_MAY(optimize_request, violation_id, STRING), LOB_RULES(LOB_SIZE_MAX(64))},
        {LOB_FILL(optimize_request, scope, ENUM), LOB_ONE_OF(optimize_request_scope, 2),
            LOB_RULES(LOB_PRESET(LOB_OPTIMIZE_REQUEST_SCOPE_GROUP))},
        {LOB_MAY(optimize_request, layout_artifact_id, STRING), LOB_RULES(LOB_SIZE_MAX(80))},
        {LOB_MAY(optimize_request, layout, STRING), LOB_RULES(LOB_FORMAT(ABSOLUTE_PATH))},
        {LOB_MAY(optimize_request, session_id, STRING), LOB_RULES(LOB_LIMITED(LOB_LIMIT_SESSION_ID_SIZE,
            LOB_E_INVALID_TARGET))},
        {LOB_MAY(optimize_request, cell, STRING), LOB_RULES(LOB_SIZE_MIN(1), LOB_LIMITED(LOB_LIMIT_NAME_SIZE,
            LOB_E_INVALID_TARGET))},
        {LOB_MAY(optimize_request, layer, OBJECT), LOB_OBJECT(lob_layer_filter)},
        {LOB_MAY(optimize_request, target_layer, OBJECT), LOB_OBJECT(lob_layer_filter)},
        {LOB_MAY(optimize_request, box, OBJECT), LOB_OBJECT(lob_query_box)},
        {LOB_HAS(optimize_request, node, ENUM), LOB_ONE_OF(optimize_request_node, 6)},
        {LOB_HAS(optimize_request, pixel_nm, NUMBER), LOB_RULES(LOB_ABOVE(0), LOB_MAXIMUM(1000))},
        {LOB_MAY(optimize_request, rule_deck, ANY)},
        {LOB_MAY(optimize_request, process, OBJECT), LOB_OBJECT(lob_litho_process)},
        {LOB_FILL(optimize_request, method, ENUM), LOB_ONE_OF(optimize_request_method, 2),
            LOB_RULES(LOB_PRESET(LOB_OPTIMIZE_REQUEST_METHOD_PIXEL))},
        {LOB_HAS(optimize_request, iterations, INTEGER), LOB_RULES(LOB_MINIMUM(1),
            LOB_LIMITED(LOB_LIMIT_ILT_ITERATIONS, LOB_E_QUERY_TOO_LARGE))},
        {LOB_FILL(optimize_request, format, ENUM), LOB_ONE_OF(optimize_request_format, 2),
            LOB_RULES(LOB_PRESET(LOB_OPTIMIZE_REQUEST_FORMAT_OAS))},
        {LOB_FILL(optimize_request, manhattan, BOOLEAN), LOB_RULES(LOB_PRESET(false))},
        {LOB_FILL(optimize_request, inline_image, BOOLEAN), LOB_RULES(LOB_PRESET(false))},
        {LOB_FILL(optimize_request, wait_ms, INTEGER), LOB_RULES(LOB_MINIMUM(0), LOB_LIMITED(LOB_LIMIT_JOB_WAIT_MS,
            LOB_E_INVALID_TARGET), LOB_PRESET(0))},
    },
};

const lob_wire_table lob_optimize_response_table = {
    .size = sizeof(lob_optimize_response),
    .count = 15,
    .fields = (const lob_wire_field[]){
        {LOB_SAYS("schema_version", "1.0.0"), .is_required = 1},
        {LOB_NEED(optimize_response, job_id, STRING)},
        {LOB_NEED(optimize_response, kind, ENUM), LOB_ONE_OF(shown_job_kind, 3)},
        {LOB_NEED(optimize_response, status, ENUM), LOB_ONE_OF(shown_job_state, 5)},
        {LOB_NEED(optimize_response, progress, NUMBER)},
        {LOB_NEED(optimize_response, done, NUMBER)},
        {LOB_NEED(optimize_response, total, NUMBER)},
        {LOB_MAY(optimize_response, message, STRING)},
        {LOB_NEED(optimize_response, elapsed_ms, INTEGER)},
        {LOB_HAS(optimize_response, next_poll_ms, INTEGER)},
        {LOB_MAY(optimize_response, layout_artifact_id, STRING)},
        {LOB_MAY(optimize_response, result, ANY)},
        {LOB_MAY(optimize_response, image, OBJECT), LOB_OBJECT(lob_artifact_ref)},
        {LOB_MAY(optimize_response, image_svg, OBJECT), LOB_OBJECT(lob_artifact_ref)},
        {LOB_MAY(optimize_response, error, OBJECT), LOB_OBJECT(lob_shown_job_error)},
    },
};
