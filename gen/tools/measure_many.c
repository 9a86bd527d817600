/* Made by tools/schemac from spec/. Do not edit. The tables of measure_many. */
#include "base/limits.h"
#include "gen/tables.h"

static const lob_wire_table measure_many_request_measurements_item_table = {
    .size = sizeof(lob_measure_many_request_measurements_item), .is_closed = true,
    .count = 2,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(measure_many_request_measurements_item, mode, ENUM),
            LOB_ONE_OF(measure_many_request_measurements_item_mode, 8)},
        {LOB_NEED(measure_many_request_measurements_item, target_ids, ARRAY), LOB_LIST(sizeof(lob_str),
            LOB_ITEM(STRING), LOB_RULES(LOB_SIZE_MIN(1), LOB_LIMITED(LOB_LIMIT_ID_SIZE, LOB_E_INVALID_TARGET))),
            LOB_RULES(LOB_SIZE_MIN(1), LOB_SIZE_MAX(2))},
    },
};

const lob_wire_table lob_measure_many_request_table = {
    .size = sizeof(lob_measure_many_request), .is_closed = true,
    .count = 3,
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

const lob_wire_table lob_measure_many_response_table = {
    .size = sizeof(lob_measure_many_response),
    .count = 6,
    .fields = (const lob_wire_field[]){
        {LOB_SAYS("schema_version", "1.0.0"), .is_required = 1},
        {LOB_NEED(measure_many_response, session_id, STRING)},
        {LOB_NEED(measure_many_response, dbu, NUMBER)},
        {LOB_NEED(measure_many_response, units, OBJECT), LOB_OBJECT(lob_units)},
        {LOB_NEED(measure_many_response, measured_count, INTEGER)},
        {LOB_NEED(measure_many_response, results, ARRAY), LOB_LIST(sizeof(lob_measure_many_response_results_item),
            LOB_ITEM(OBJECT), LOB_OBJECT(measure_many_response_results_item))},
    },
};
