/* Made by tools/schemac from spec/. Do not edit. The tables of measure_geometry. */
#include "base/limits.h"
#include "gen/tables.h"

const lob_wire_table lob_measure_geometry_request_table = {
    .size = sizeof(lob_measure_geometry_request), .is_closed = true,
    .count = 4,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(measure_geometry_request, session_id, STRING), LOB_RULES(LOB_LIMITED(LOB_LIMIT_SESSION_ID_SIZE,
            LOB_E_INVALID_TARGET))},
        {LOB_NEED(measure_geometry_request, mode, ENUM), LOB_ONE_OF(measure_geometry_request_mode, 8)},
        {LOB_NEED(measure_geometry_request, target_ids, ARRAY), LOB_LIST(sizeof(lob_str), LOB_ITEM(STRING),
            LOB_RULES(LOB_SIZE_MIN(1), LOB_LIMITED(LOB_LIMIT_ID_SIZE, LOB_E_INVALID_TARGET))),
            LOB_RULES(LOB_SIZE_MIN(1), LOB_SIZE_MAX(2))},
        {LOB_MAY(measure_geometry_request, at, OBJECT), LOB_OBJECT(lob_arm_at)},
    },
};

static const lob_wire_table measure_geometry_response_details_targets_item_table = {
    .size = sizeof(lob_measure_geometry_response_details_targets_item),
    .count = 6,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(measure_geometry_response_details_targets_item, id, STRING)},
        {LOB_NEED(measure_geometry_response_details_targets_item, kind, ENUM),
            LOB_ONE_OF(measure_geometry_response_details_targets_item_kind, 5)},
        {LOB_NEED(measure_geometry_response_details_targets_item, cell, STRING)},
        {LOB_MAY(measure_geometry_response_details_targets_item, layer, OBJECT), LOB_OBJECT(lob_layer_ref)},
        {LOB_MAY(measure_geometry_response_details_targets_item, text, STRING)},
        {LOB_NEED(measure_geometry_response_details_targets_item, bbox_um, OBJECT), LOB_OBJECT(lob_micron_box)},
    },
};

static const lob_wire_table measure_geometry_response_details_table = {
    .size = sizeof(lob_measure_geometry_response_details),
    .count = 14,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(measure_geometry_response_details, method, STRING)},
        {LOB_HAS(measure_geometry_response_details, points_um, ARRAY), LOB_LIST(sizeof(lob_point_um), LOB_ITEM(OBJECT),
            LOB_OBJECT(lob_point_um))},
        {LOB_HAS(measure_geometry_response_details, uncertainty_um, MICRONS)},
        {LOB_HAS(measure_geometry_response_details, overlapping, BOOLEAN)},
        {LOB_HAS(measure_geometry_response_details, analysis_warnings, ARRAY), LOB_LIST(sizeof(lob_str),
            LOB_ITEM(STRING))},
        {LOB_HAS(measure_geometry_response_details, min_um, MICRONS)},
        {LOB_HAS(measure_geometry_response_details, max_um, MICRONS)},
        {LOB_HAS(measure_geometry_response_details, min_max_uncertainty_um, MICRONS)},
        {LOB_MAY(measure_geometry_response_details, min_at_um, OBJECT), LOB_OBJECT(lob_point_um)},
        {LOB_MAY(measure_geometry_response_details, max_at_um, OBJECT), LOB_OBJECT(lob_point_um)},
        {LOB_HAS(measure_geometry_response_details, dx_um, MICRONS)},
        {LOB_HAS(measure_geometry_response_details, dy_um, MICRONS)},
        {LOB_HAS(measure_geometry_response_details, angle_deg, NUMBER)},
        {LOB_NEED(measure_geometry_response_details, targets, ARRAY),
            LOB_LIST(sizeof(lob_measure_geometry_response_details_targets_item), LOB_ITEM(OBJECT),
            LOB_OBJECT(measure_geometry_response_details_targets_item))},
    },
};

const lob_wire_table lob_measure_geometry_response_table = {
    .size = sizeof(lob_measure_geometry_response),
    .count = 10,
    .fields = (const lob_wire_field[]){
        {LOB_SAYS("schema_version", "1.0.0"), .is_required = 1},
        {LOB_NEED(measure_geometry_response, session_id, STRING)},
        {LOB_NEED(measure_geometry_response, dbu, NUMBER)},
        {LOB_NEED(measure_geometry_response, units, OBJECT), LOB_OBJECT(lob_units)},
        {LOB_NEED(measure_geometry_response, mode, ENUM), LOB_ONE_OF(measure_geometry_response_mode, 8)},
        {LOB_NEED(measure_geometry_response, target_ids, ARRAY), LOB_LIST(sizeof(lob_str), LOB_ITEM(STRING))},
        {LOB_NEED(measure_geometry_response, value_um, MICRONS)},
        {LOB_NEED(measure_geometry_response, value_dbu, INTEGER)},
        {LOB_HAS(measure_geometry_response, value_dbu_exact, NUMBER)},
        {LOB_NEED(measure_geometry_response, details, OBJECT), LOB_OBJECT(measure_geometry_response_details)},
    },
};
