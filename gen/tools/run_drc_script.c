/* Made by tools/schemac from spec/. Do not edit. The tables of run_drc_script. */
#include "base/limits.h"
#include "gen/tables.h"

const lob_wire_table lob_run_drc_script_request_table = {
    .size = sizeof(lob_run_drc_script_request), .is_closed = true,
    .count = 9,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(run_drc_script_request, session_id, STRING), LOB_RULES(LOB_LIMITED(LOB_LIMIT_SESSION_ID_SIZE,
            LOB_E_INVALID_TARGET))},
        {LOB_MAY(run_drc_script_request, script_path, STRING)},
        {LOB_MAY(run_drc_script_request, script_text, STRING), LOB_RULES(LOB_SIZE_MIN(1),
            LOB_LIMITED(LOB_LIMIT_DRC_TEXT_SIZE, LOB_E_TOOL_LIMIT_EXCEEDED))},
        {LOB_FILL(run_drc_script_request, script_type, ENUM), LOB_ONE_OF(run_drc_script_request_script_type, 2),
            LOB_RULES(LOB_PRESET(LOB_RUN_DRC_SCRIPT_REQUEST_SCRIPT_TYPE_RUBY))},
        {LOB_FILL(run_drc_script_request, engine, ENUM), LOB_ONE_OF(run_drc_script_request_engine, 3),
            LOB_RULES(LOB_PRESET(LOB_RUN_DRC_SCRIPT_REQUEST_ENGINE_KLAYOUT))},
        {LOB_HAS(run_drc_script_request, only, ARRAY), LOB_LIST(sizeof(lob_str), LOB_ITEM(STRING),
            LOB_RULES(LOB_SIZE_MAX(200))), LOB_RULES(LOB_SIZE_MIN(1), LOB_LIMITED(LOB_LIMIT_DRC_ONLY,
            LOB_E_INVALID_TARGET))},
        {LOB_MAY(run_drc_script_request, box, OBJECT), LOB_OBJECT(lob_query_box)},
        {LOB_FILL(run_drc_script_request, profile, BOOLEAN), LOB_RULES(LOB_PRESET(false))},
        {LOB_HAS(run_drc_script_request, params, MAP), LOB_LIST(sizeof(lob_str), LOB_ITEM(STRING),
            LOB_RULES(LOB_LIMITED(LOB_LIMIT_DRC_PARAM_SIZE, LOB_E_INVALID_TARGET))),
            LOB_RULES(LOB_LIMITED(LOB_LIMIT_DRC_PARAMS, LOB_E_INVALID_TARGET))},
    },
};

static const lob_wire_table run_drc_script_response_sandbox_table = {
    .size = sizeof(lob_run_drc_script_response_sandbox),
    .count = 3,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(run_drc_script_response_sandbox, state, ENUM), LOB_ONE_OF(run_drc_script_response_sandbox_state, 2)},
        {LOB_NEED(run_drc_script_response_sandbox, walls, ARRAY), LOB_LIST(sizeof(lob_str), LOB_ITEM(STRING))},
        {LOB_NEED(run_drc_script_response_sandbox, landlock_abi, INTEGER)},
    },
};

static const lob_wire_table run_drc_script_response_profile_item_table = {
    .size = sizeof(lob_run_drc_script_response_profile_item),
    .count = 6,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(run_drc_script_response_profile_item, file, STRING)},
        {LOB_NEED(run_drc_script_response_profile_item, line, INTEGER)},
        {LOB_NEED(run_drc_script_response_profile_item, operation, STRING)},
        {LOB_NEED(run_drc_script_response_profile_item, calls, INTEGER)},
        {LOB_NEED(run_drc_script_response_profile_item, shapes, INTEGER)},
        {LOB_NEED(run_drc_script_response_profile_item, seconds, NUMBER)},
    },
};

const lob_wire_table lob_run_drc_script_response_table = {
    .size = sizeof(lob_run_drc_script_response),
    .count = 18,
    .fields = (const lob_wire_field[]){
        {LOB_SAYS("schema_version", "1.0.0"), .is_required = 1},
        {LOB_NEED(run_drc_script_response, session_id, STRING)},
        {LOB_NEED(run_drc_script_response, dbu, NUMBER)},
        {LOB_NEED(run_drc_script_response, units, OBJECT), LOB_OBJECT(lob_units)},
        {LOB_NEED(run_drc_script_response, run_id, STRING)},
        {LOB_NEED(run_drc_script_response, script_path, STRING)},
        {LOB_NEED(run_drc_script_response, script_type, ENUM), LOB_ONE_OF(run_drc_script_response_script_type, 2)},
        {LOB_HAS(run_drc_script_response, engine, ENUM), LOB_ONE_OF(run_drc_script_response_engine, 2)},
        {LOB_NEED(run_drc_script_response, return_code, INTEGER)},
        {LOB_NEED(run_drc_script_response, marker_count, INTEGER)},
        {LOB_NEED(run_drc_script_response, rule_counts, MAP), LOB_LIST(sizeof(int64_t), LOB_ITEM(INTEGER))},
        {LOB_NEED(run_drc_script_response, artifacts, ARRAY), LOB_LIST(sizeof(lob_artifact_ref), LOB_ITEM(OBJECT),
            LOB_OBJECT(lob_artifact_ref))},
        {LOB_MAY(run_drc_script_response, sandbox, OBJECT), LOB_OBJECT(run_drc_script_response_sandbox)},
        {LOB_HAS(run_drc_script_response, seconds, NUMBER)},
        {LOB_HAS(run_drc_script_response, cpu_seconds, NUMBER)},
        {LOB_HAS(run_drc_script_response, memory_peak_bytes, INTEGER)},
        {LOB_HAS(run_drc_script_response, profile, ARRAY), LOB_LIST(sizeof(lob_run_drc_script_response_profile_item),
            LOB_ITEM(OBJECT), LOB_OBJECT(run_drc_script_response_profile_item))},
        {LOB_HAS(run_drc_script_response, notes, ARRAY), LOB_LIST(sizeof(lob_str), LOB_ITEM(STRING))},
    },
};
