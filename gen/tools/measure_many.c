/* Made by tools/schemac from spec/. Do not edit. The tables of measure_many. */
#include "base/limits.h"
#include "gen/tables.h"

static const lob_wire_table measure_many_request_measurements_item_table = {
    .size = sizeof(lob_measure_many_request_measurements_item), .is_closed = true,
    .count = 3,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(measure_many_request_measurements_item, mode, ENUM),
            LOB_ONE_OF(measure_many_request_measurements_item_mode, 8)},
        {LOB_NEED(measure_many_request_measurements_item, target_ids, ARRAY), LOB_LIST(sizeof(lob_str),
            LOB_ITEM(STRING), LOB_RULES(LOB_SIZE_MIN(1), LOB_LIMITED(LOB_LIMIT_ID_SIZE, LOB_E_INVALID_TARGET))),
            LOB_RULES(LOB_SIZE_MIN(1), LOB_SIZE_MAX(2))},
        {LOB_MAY(measure_many_request_measurements_item, at, OBJECT), LOB_OBJECT(lob_arm_at)},
    },
};

const lob_wire_table lob_measure_many_request_table = {
    .size = sizeof(lob_measure_many_request), .is_closed = true,
    .count = 6,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(measure_many_request, session_id, STRING), LOB_RULES(LOB_LIMITED(LOB_LIMIT_SESSION_ID_SIZE,
            LOB_E_INVALID_TARGET))},
        {LOB_HAS(measure_many_request, target_ids, ARRAY), LOB_LIST(sizeof(lob_str), LOB_ITEM(STRING),
            LOB_RULES(LOB_SIZE_MIN(1), LOB_LIMITED(LOB_LIMIT_ID_SIZE, LOB_E_INVALID_TARGET))),
            LOB_RULES(LOB_SIZE_MIN(1), LOB_SIZE_MAX(2))},
        {LOB_HAS(measure_many_request, measurements, ARRAY),
            LOB_LIST(sizeof(lob_measure_many_request_measurements_item), LOB_ITEM(OBJECT),
            LOB_OBJECT(measure_many_request_measurements_item)), LOB_RULES(LOB_SIZE_MIN(1),
            LOB_LIMITED(LOB_LIMIT_MEASUREMENTS, LOB_E_QUERY_TOO_LARGE))},
        {LOB_MAY(measure_many_request, at, OBJECT), LOB_OBJECT(lob_arm_at)},
        {LOB_FILL(measure_many_request, max_chars, INTEGER), LOB_RULES(LOB_MINIMUM(1),
            LOB_LIMITED(LOB_LIMIT_ANSWER_CHARS, LOB_E_QUERY_TOO_LARGE), LOB_PRESET(8000))},
        {LOB_MAY(measure_many_request, cursor, STRING), LOB_RULES(LOB_LIMITED(LOB_LIMIT_CURSOR_SIZE,
            LOB_E_INVALID_TARGET))},
    },
};

static const lob_wire_table measure_many_response_results_item_error_table = {
    .size = sizeof(lob_measure_many_response_results_item_error),
    .count = 3,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(measure_many_response_results_item_error, code, STRING)},
        {LOB_NEED(measure_many_response_results_item_error, message, STRING)},
        {LOB_MAY(measure_many_response_results_item_error, hint, STRING)},
    },
};

static const lob_wire_table measure_many_response_results_item_table = {
    .size = sizeof(lob_measure_many_response_results_item),
    .count = 13,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(measure_many_response_results_item, mode, ENUM), LOB_ONE_OF(measure_many_response_results_item_mode,
            8)},
        {LOB_NEED(measure_many_response_results_item, target_ids, ARRAY), LOB_LIST(sizeof(lob_str), LOB_ITEM(STRING))},
        {LOB_HAS(measure_many_response_results_item, value_um, MICRONS)},
        {LOB_HAS(measure_many_response_results_item, uncertainty_um, MICRONS)},
        {LOB_HAS(measure_many_response_results_item, overlapping, BOOLEAN)},
        {LOB_HAS(measure_many_response_results_item, min_um, MICRONS)},
        {LOB_HAS(measure_many_response_results_item, max_um, MICRONS)},
        {LOB_HAS(measure_many_response_results_item, min_max_uncertainty_um, MICRONS)},
        {LOB_HAS(measure_many_response_results_item, dx_um, MICRONS)},
        {LOB_HAS(measure_many_response_results_item, dy_um, MICRONS)},
        {LOB_HAS(measure_many_response_results_item, points_um, ARRAY), LOB_LIST(sizeof(lob_point_um),
            LOB_ITEM(OBJECT), LOB_OBJECT(lob_point_um))},
        {LOB_HAS(measure_many_response_results_item, analysis_warnings, ARRAY), LOB_LIST(sizeof(lob_str),
            LOB_ITEM(STRING))},
        {LOB_MAY(measure_many_response_results_item, error, OBJECT),
            LOB_OBJECT(measure_many_response_results_item_error)},
    },
};

static const lob_wire_table measure_many_response_truncation_table = {
    .size = sizeof(lob_measure_many_response_truncation), .number_count = 1,
    .count = 1,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(measure_many_response_truncation, results_dropped, INTEGER)},
    },
};

const lob_wire_table lob_measure_many_response_table = {
    .size = sizeof(lob_measure_many_response),
    .count = 8,
    .fields = (const lob_wire_field[]){
        {LOB_SAYS("schema_version", "1.0.0"), .is_required = 1},
        {LOB_NEED(measure_many_response, session_id, STRING)},
        {LOB_NEED(measure_many_response, dbu, NUMBER)},
        {LOB_NEED(measure_many_response, units, OBJECT), LOB_OBJECT(lob_units)},
        {LOB_NEED(measure_many_response, measured_count, INTEGER)},
        {LOB_NEED(measure_many_response, results, ARRAY), LOB_LIST(sizeof(lob_measure_many_response_results_item),
            LOB_ITEM(OBJECT), LOB_OBJECT(measure_many_response_results_item))},
        {LOB_NEED(measure_many_response, truncation, OBJECT), LOB_OBJECT(measure_many_response_truncation)},
        {LOB_MAY(measure_many_response, next_cursor, STRING)},
    },
};
