/* Made by tools/schemac from spec/. Do not edit. The tables of cut_profile. */
#include "base/limits.h"
#include "gen/tables.h"

const lob_wire_table lob_cut_profile_request_table = {
    .size = sizeof(lob_cut_profile_request), .is_closed = true,
    .count = 11,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(cut_profile_request, session_id, STRING), LOB_RULES(LOB_LIMITED(LOB_LIMIT_SESSION_ID_SIZE,
            LOB_E_INVALID_TARGET))},
        {LOB_NEED(cut_profile_request, from, OBJECT), LOB_OBJECT(lob_point_in)},
        {LOB_NEED(cut_profile_request, to, OBJECT), LOB_OBJECT(lob_point_in)},
        {LOB_MAY(cut_profile_request, cell, STRING), LOB_RULES(LOB_SIZE_MIN(1), LOB_LIMITED(LOB_LIMIT_NAME_SIZE,
            LOB_E_INVALID_TARGET))},
        {LOB_HAS(cut_profile_request, layers, ARRAY), LOB_LIST(sizeof(lob_layer_filter), LOB_ITEM(OBJECT),
            LOB_OBJECT(lob_layer_filter)), LOB_RULES(LOB_LIMITED(LOB_LIMIT_LAYERS_IN_REQUEST, LOB_E_QUERY_TOO_LARGE))},
        {LOB_FILL(cut_profile_request, include_points, BOOLEAN), LOB_RULES(LOB_PRESET(false))},
        {LOB_FILL(cut_profile_request, include_ids, BOOLEAN), LOB_RULES(LOB_PRESET(false))},
        {LOB_FILL(cut_profile_request, limit, INTEGER), LOB_RULES(LOB_MINIMUM(0),
            LOB_LIMITED(LOB_LIMIT_CUT_INTERVALS_ON_PAGE, LOB_E_QUERY_TOO_LARGE), LOB_PRESET(50))},
        {LOB_FILL(cut_profile_request, max_chars, INTEGER), LOB_RULES(LOB_MINIMUM(1),
            LOB_LIMITED(LOB_LIMIT_ANSWER_CHARS, LOB_E_QUERY_TOO_LARGE), LOB_PRESET(8000))},
        {LOB_MAY(cut_profile_request, cursor, STRING), LOB_RULES(LOB_LIMITED(LOB_LIMIT_CURSOR_SIZE,
            LOB_E_INVALID_TARGET))},
        {LOB_FILL(cut_profile_request, inline_image, BOOLEAN), LOB_RULES(LOB_PRESET(false))},
    },
};

static const lob_wire_table cut_profile_response_layers_item_period_table = {
    .size = sizeof(lob_cut_profile_response_layers_item_period), .number_count = 8,
    .count = 8,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(cut_profile_response_layers_item_period, pitch_um, MICRONS)},
        {LOB_NEED(cut_profile_response_layers_item_period, periods, INTEGER)},
        {LOB_NEED(cut_profile_response_layers_item_period, intervals_per_period, INTEGER)},
        {LOB_NEED(cut_profile_response_layers_item_period, interval_count, INTEGER)},
        {LOB_NEED(cut_profile_response_layers_item_period, start_um, MICRONS)},
        {LOB_NEED(cut_profile_response_layers_item_period, end_um, MICRONS)},
        {LOB_NEED(cut_profile_response_layers_item_period, deviation_um, MICRONS)},
        {LOB_NEED(cut_profile_response_layers_item_period, width_deviation_um, MICRONS)},
    },
};

static const lob_wire_table cut_profile_response_layers_item_intervals_item_table = {
    .size = sizeof(lob_cut_profile_response_layers_item_intervals_item), .number_count = 3,
    .count = 9,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(cut_profile_response_layers_item_intervals_item, start_um, MICRONS)},
        {LOB_NEED(cut_profile_response_layers_item_intervals_item, end_um, MICRONS)},
        {LOB_NEED(cut_profile_response_layers_item_intervals_item, width_um, MICRONS)},
        {LOB_HAS(cut_profile_response_layers_item_intervals_item, gap_um, MICRONS)},
        {LOB_HAS(cut_profile_response_layers_item_intervals_item, cut_by, ENUM),
            LOB_ONE_OF(cut_profile_response_layers_item_intervals_item_cut_by, 3)},
        {LOB_HAS(cut_profile_response_layers_item_intervals_item, along_edge, BOOLEAN)},
        {LOB_MAY(cut_profile_response_layers_item_intervals_item, start_at_um, OBJECT), LOB_OBJECT(lob_point_um)},
        {LOB_MAY(cut_profile_response_layers_item_intervals_item, end_at_um, OBJECT), LOB_OBJECT(lob_point_um)},
        {LOB_HAS(cut_profile_response_layers_item_intervals_item, ids, ARRAY), LOB_LIST(sizeof(lob_str),
            LOB_ITEM(STRING))},
    },
};

static const lob_wire_table cut_profile_response_layers_item_table = {
    .size = sizeof(lob_cut_profile_response_layers_item),
    .count = 9,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(cut_profile_response_layers_item, layer, OBJECT), LOB_OBJECT(lob_layer_ref)},
        {LOB_NEED(cut_profile_response_layers_item, interval_count, INTEGER)},
        {LOB_NEED(cut_profile_response_layers_item, material_um, MICRONS)},
        {LOB_HAS(cut_profile_response_layers_item, min_width_um, MICRONS)},
        {LOB_HAS(cut_profile_response_layers_item, max_width_um, MICRONS)},
        {LOB_HAS(cut_profile_response_layers_item, min_gap_um, MICRONS)},
        {LOB_HAS(cut_profile_response_layers_item, max_gap_um, MICRONS)},
        {LOB_MAY(cut_profile_response_layers_item, period, OBJECT),
            LOB_OBJECT(cut_profile_response_layers_item_period)},
        {LOB_NEED(cut_profile_response_layers_item, intervals, ARRAY),
            LOB_LIST(sizeof(lob_cut_profile_response_layers_item_intervals_item), LOB_ITEM(OBJECT),
            LOB_OBJECT(cut_profile_response_layers_item_intervals_item))},
    },
};

static const lob_wire_table cut_profile_response_truncation_table = {
    .size = sizeof(lob_cut_profile_response_truncation), .number_count = 2,
    .count = 3,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(cut_profile_response_truncation, limit, INTEGER)},
        {LOB_NEED(cut_profile_response_truncation, intervals_dropped, INTEGER)},
        {LOB_HAS(cut_profile_response_truncation, layers_dropped, INTEGER)},
    },
};

const lob_wire_table lob_cut_profile_response_table = {
    .size = sizeof(lob_cut_profile_response),
    .count = 15,
    .fields = (const lob_wire_field[]){
        {LOB_SAYS("schema_version", "1.0.0"), .is_required = 1},
        {LOB_NEED(cut_profile_response, session_id, STRING)},
        {LOB_NEED(cut_profile_response, dbu, NUMBER)},
        {LOB_NEED(cut_profile_response, units, OBJECT), LOB_OBJECT(lob_units)},
        {LOB_NEED(cut_profile_response, cell, STRING)},
        {LOB_NEED(cut_profile_response, from_um, OBJECT), LOB_OBJECT(lob_point_um)},
        {LOB_NEED(cut_profile_response, to_um, OBJECT), LOB_OBJECT(lob_point_um)},
        {LOB_NEED(cut_profile_response, length_um, MICRONS)},
        {LOB_NEED(cut_profile_response, interval_count, INTEGER)},
        {LOB_NEED(cut_profile_response, layers, ARRAY), LOB_LIST(sizeof(lob_cut_profile_response_layers_item),
            LOB_ITEM(OBJECT), LOB_OBJECT(cut_profile_response_layers_item))},
        {LOB_NEED(cut_profile_response, truncation, OBJECT), LOB_OBJECT(cut_profile_response_truncation)},
        {LOB_MAY(cut_profile_response, next_cursor, STRING)},
        {LOB_MAY(cut_profile_response, image, OBJECT), LOB_OBJECT(lob_artifact_ref)},
        {LOB_MAY(cut_profile_response, image_svg, OBJECT), LOB_OBJECT(lob_artifact_ref)},
        {LOB_HAS(cut_profile_response, notes, ARRAY), LOB_LIST(sizeof(lob_str), LOB_ITEM(STRING))},
    },
};
