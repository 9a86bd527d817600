/* Made by tools/schemac from spec/. Do not edit. The tables of evaluate. */
#include "base/limits.h"
#include "gen/tables.h"

const lob_wire_table lob_evaluate_request_table = {
    .size = sizeof(lob_evaluate_request), .is_closed = true,
    .count = 16,
    .fields = (const lob_wire_field[]){
        {LOB_MAY(evaluate_request, layout, STRING), LOB_RULES(LOB_FORMAT(ABSOLUTE_PATH))},
        {LOB_MAY(evaluate_request, session_id, STRING), LOB_RULES(LOB_LIMITED(LOB_LIMIT_SESSION_ID_SIZE,
            LOB_E_INVALID_TARGET))},
        {LOB_MAY(evaluate_request, cell, STRING), LOB_RULES(LOB_SIZE_MIN(1), LOB_LIMITED(LOB_LIMIT_NAME_SIZE,
            LOB_E_INVALID_TARGET))},
        {LOB_MAY(evaluate_request, layer, OBJECT), LOB_OBJECT(lob_layer_filter)},
        {LOB_MAY(evaluate_request, target_layer, OBJECT), LOB_OBJECT(lob_layer_filter)},
        {LOB_MAY(evaluate_request, box, OBJECT), LOB_OBJECT(lob_query_box)},
        {LOB_HAS(evaluate_request, node, ENUM), LOB_ONE_OF(evaluate_request_node, 6)},
        {LOB_HAS(evaluate_request, pixel_nm, NUMBER), LOB_RULES(LOB_ABOVE(0), LOB_MAXIMUM(1000))},
        {LOB_MAY(evaluate_request, rule_deck, ANY)},
        {LOB_MAY(evaluate_request, process, OBJECT), LOB_OBJECT(lob_litho_process)},
        {LOB_MAY(evaluate_request, process_window, OBJECT), LOB_OBJECT(lob_litho_window)},
        {LOB_HAS(evaluate_request, checks, ARRAY), LOB_LIST(sizeof(lob_evaluate_request_checks_item), LOB_ITEM(ENUM),
            LOB_ONE_OF(evaluate_request_checks_item, 5)), LOB_RULES(LOB_SIZE_MAX(5))},
        {LOB_FILL(evaluate_request, report_level, ENUM), LOB_ONE_OF(evaluate_request_report_level, 2),
            LOB_RULES(LOB_PRESET(LOB_EVALUATE_REQUEST_REPORT_LEVEL_AGGREGATE))},
        {LOB_FILL(evaluate_request, max_violations, INTEGER), LOB_RULES(LOB_MINIMUM(0),
            LOB_LIMITED(LOB_LIMIT_LITHO_VIOLATIONS, LOB_E_QUERY_TOO_LARGE), LOB_PRESET(1000))},
        {LOB_FILL(evaluate_request, inline_image, BOOLEAN), LOB_RULES(LOB_PRESET(false))},
        {LOB_FILL(evaluate_request, wait_ms, INTEGER), LOB_RULES(LOB_MINIMUM(0), LOB_LIMITED(LOB_LIMIT_JOB_WAIT_MS,
            LOB_E_INVALID_TARGET), LOB_PRESET(0))},
    },
};

const lob_wire_table lob_evaluate_response_table = {
    .size = sizeof(lob_evaluate_response),
    .count = 15,
    .fields = (const lob_wire_field[]){
        {LOB_SAYS("schema_version", "1.0.0"), .is_required = 1},
        {LOB_NEED(evaluate_response, job_id, STRING)},
        {LOB_NEED(evaluate_response, kind, ENUM), LOB_ONE_OF(shown_job_kind, 3)},
        {LOB_NEED(evaluate_response, status, ENUM), LOB_ONE_OF(shown_job_state, 5)},
        {LOB_NEED(evaluate_response, progress, NUMBER)},
        {LOB_NEED(evaluate_response, done, NUMBER)},
        {LOB_NEED(evaluate_response, total, NUMBER)},
        {LOB_MAY(evaluate_response, message, STRING)},
        {LOB_NEED(evaluate_response, elapsed_ms, INTEGER)},
        {LOB_HAS(evaluate_response, next_poll_ms, INTEGER)},
        {LOB_MAY(evaluate_response, layout_artifact_id, STRING)},
        {LOB_MAY(evaluate_response, result, ANY)},
        {LOB_MAY(evaluate_response, image, OBJECT), LOB_OBJECT(lob_artifact_ref)},
        {LOB_MAY(evaluate_response, image_svg, OBJECT), LOB_OBJECT(lob_artifact_ref)},
        {LOB_MAY(evaluate_response, error, OBJECT), LOB_OBJECT(lob_shown_job_error)},
    },
};
