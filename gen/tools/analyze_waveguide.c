/* Made by tools/schemac from spec/. Do not edit. The tables of analyze_waveguide. */
#include "base/limits.h"
#include "gen/tables.h"

const lob_wire_table lob_analyze_waveguide_request_table = {
    .size = sizeof(lob_analyze_waveguide_request), .is_closed = true,
    .count = 4,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(analyze_waveguide_request, session_id, STRING), LOB_RULES(LOB_LIMITED(LOB_LIMIT_SESSION_ID_SIZE,
            LOB_E_INVALID_TARGET))},
        {LOB_NEED(analyze_waveguide_request, target_id, STRING), LOB_RULES(LOB_SIZE_MIN(1),
            LOB_LIMITED(LOB_LIMIT_ID_SIZE, LOB_E_INVALID_TARGET))},
        {LOB_FILL(analyze_waveguide_request, allow_polygon, BOOLEAN), LOB_RULES(LOB_PRESET(false))},
        {LOB_MAY(analyze_waveguide_request, at, OBJECT), LOB_OBJECT(lob_arm_at)},
    },
};

static const lob_wire_table analyze_waveguide_response_bends_item_table = {
    .size = sizeof(lob_analyze_waveguide_response_bends_item),
    .count = 8,
    .fields = (const lob_wire_field[]){
        {LOB_HAS(analyze_waveguide_response_bends_item, radius_um, MICRONS)},
        {LOB_HAS(analyze_waveguide_response_bends_item, radius_at_least_um, MICRONS)},
        {LOB_NEED(analyze_waveguide_response_bends_item, angle_deg, NUMBER)},
        {LOB_NEED(analyze_waveguide_response_bends_item, kind, ENUM),
            LOB_ONE_OF(analyze_waveguide_response_bends_item_kind, 5)},
        {LOB_NEED(analyze_waveguide_response_bends_item, at_um, OBJECT), LOB_OBJECT(lob_point_um)},
        {LOB_HAS(analyze_waveguide_response_bends_item, length_um, MICRONS)},
        {LOB_HAS(analyze_waveguide_response_bends_item, residual_um, MICRONS)},
        {LOB_HAS(analyze_waveguide_response_bends_item, radius_uncertainty_um, MICRONS)},
    },
};

static const lob_wire_table analyze_waveguide_response_width_profile_table = {
    .size = sizeof(lob_analyze_waveguide_response_width_profile), .number_count = 3,
    .count = 6,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(analyze_waveguide_response_width_profile, min_um, MICRONS)},
        {LOB_NEED(analyze_waveguide_response_width_profile, mean_um, MICRONS)},
        {LOB_NEED(analyze_waveguide_response_width_profile, max_um, MICRONS)},
        {LOB_HAS(analyze_waveguide_response_width_profile, min_max_uncertainty_um, MICRONS)},
        {LOB_MAY(analyze_waveguide_response_width_profile, min_at_um, OBJECT), LOB_OBJECT(lob_point_um)},
        {LOB_MAY(analyze_waveguide_response_width_profile, max_at_um, OBJECT), LOB_OBJECT(lob_point_um)},
    },
};

static const lob_wire_table analyze_waveguide_response_ends_item_table = {
    .size = sizeof(lob_analyze_waveguide_response_ends_item), .number_count = 4,
    .count = 4,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(analyze_waveguide_response_ends_item, x_um, MICRONS)},
        {LOB_NEED(analyze_waveguide_response_ends_item, y_um, MICRONS)},
        {LOB_NEED(analyze_waveguide_response_ends_item, angle_deg, NUMBER)},
        {LOB_NEED(analyze_waveguide_response_ends_item, width_um, MICRONS)},
    },
};

static const lob_wire_table analyze_waveguide_response_truncation_table = {
    .size = sizeof(lob_analyze_waveguide_response_truncation), .number_count = 1,
    .count = 1,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(analyze_waveguide_response_truncation, bends_dropped, INTEGER)},
    },
};

const lob_wire_table lob_analyze_waveguide_response_table = {
    .size = sizeof(lob_analyze_waveguide_response),
    .count = 30,
    .fields = (const lob_wire_field[]){
        {LOB_SAYS("schema_version", "1.0.0"), .is_required = 1},
        {LOB_NEED(analyze_waveguide_response, session_id, STRING)},
        {LOB_NEED(analyze_waveguide_response, dbu, NUMBER)},
        {LOB_NEED(analyze_waveguide_response, units, OBJECT), LOB_OBJECT(lob_units)},
        {LOB_NEED(analyze_waveguide_response, target_id, STRING)},
        {LOB_NEED(analyze_waveguide_response, kind, ENUM), LOB_ONE_OF(analyze_waveguide_response_kind, 3)},
        {LOB_NEED(analyze_waveguide_response, cell, STRING)},
        {LOB_NEED(analyze_waveguide_response, layer, OBJECT), LOB_OBJECT(lob_layer_ref)},
        {LOB_NEED(analyze_waveguide_response, bbox_um, OBJECT), LOB_OBJECT(lob_micron_box)},
        {LOB_NEED(analyze_waveguide_response, bbox_dbu, OBJECT), LOB_OBJECT(lob_dbu_box)},
        {LOB_NEED(analyze_waveguide_response, center_um, OBJECT), LOB_OBJECT(lob_point_um)},
        {LOB_NEED(analyze_waveguide_response, path_width_um, MICRONS)},
        {LOB_HAS(analyze_waveguide_response, path_width_uncertainty_um, MICRONS)},
        {LOB_HAS(analyze_waveguide_response, path_width_dbu, INTEGER)},
        {LOB_NEED(analyze_waveguide_response, segment_length_um, MICRONS)},
        {LOB_HAS(analyze_waveguide_response, length_um_exact, NUMBER)},
        {LOB_HAS(analyze_waveguide_response, bend_radius_estimate_um, MICRONS), .is_nullable = 1, .is_required = 1},
        {LOB_HAS(analyze_waveguide_response, segment_length_uncertainty_um, MICRONS)},
        {LOB_HAS(analyze_waveguide_response, bend_radius_uncertainty_um, MICRONS)},
        {LOB_HAS(analyze_waveguide_response, bend_radius_at_least_um, MICRONS)},
        {LOB_HAS(analyze_waveguide_response, bend_radius_method, ENUM),
            LOB_ONE_OF(analyze_waveguide_response_bend_radius_method, 4)},
        {LOB_HAS(analyze_waveguide_response, sharp_corner_count, INTEGER)},
        {LOB_HAS(analyze_waveguide_response, bends, ARRAY), LOB_LIST(sizeof(lob_analyze_waveguide_response_bends_item),
            LOB_ITEM(OBJECT), LOB_OBJECT(analyze_waveguide_response_bends_item))},
        {LOB_MAY(analyze_waveguide_response, width_profile, OBJECT),
            LOB_OBJECT(analyze_waveguide_response_width_profile)},
        {LOB_HAS(analyze_waveguide_response, ends, ARRAY), LOB_LIST(sizeof(lob_analyze_waveguide_response_ends_item),
            LOB_ITEM(OBJECT), LOB_OBJECT(analyze_waveguide_response_ends_item))},
        {LOB_NEED(analyze_waveguide_response, orientation, ENUM), LOB_ONE_OF(analyze_waveguide_response_orientation,
            3)},
        {LOB_NEED(analyze_waveguide_response, is_path, BOOLEAN)},
        {LOB_NEED(analyze_waveguide_response, is_axis_aligned, BOOLEAN)},
        {LOB_NEED(analyze_waveguide_response, analysis_warnings, ARRAY), LOB_LIST(sizeof(lob_str), LOB_ITEM(STRING))},
        {LOB_MAY(analyze_waveguide_response, truncation, OBJECT), LOB_OBJECT(analyze_waveguide_response_truncation)},
    },
};
