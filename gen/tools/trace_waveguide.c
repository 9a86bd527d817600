/* Made by tools/schemac from spec/. Do not edit. The tables of trace_waveguide. */
#include "base/limits.h"
#include "gen/tables.h"

static const lob_wire_table trace_waveguide_request_from_table = {
    .size = sizeof(lob_trace_waveguide_request_from), .is_closed = true,
    .count = 4,
    .fields = (const lob_wire_field[]){
        {LOB_HAS(trace_waveguide_request_from, x_um, NUMBER)},
        {LOB_HAS(trace_waveguide_request_from, y_um, NUMBER)},
        {LOB_HAS(trace_waveguide_request_from, angle_deg, NUMBER)},
        {LOB_MAY(trace_waveguide_request_from, port, STRING), LOB_RULES(LOB_SIZE_MIN(1), LOB_LIMITED(LOB_LIMIT_ID_SIZE,
            LOB_E_INVALID_TARGET))},
    },
};

const lob_wire_table lob_trace_waveguide_request_table = {
    .size = sizeof(lob_trace_waveguide_request), .is_closed = true,
    .count = 11,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(trace_waveguide_request, session_id, STRING), LOB_RULES(LOB_LIMITED(LOB_LIMIT_SESSION_ID_SIZE,
            LOB_E_INVALID_TARGET))},
        {LOB_NEED(trace_waveguide_request, from, OBJECT), LOB_OBJECT(trace_waveguide_request_from)},
        {LOB_MAY(trace_waveguide_request, cell, STRING), LOB_RULES(LOB_SIZE_MIN(1), LOB_LIMITED(LOB_LIMIT_NAME_SIZE,
            LOB_E_INVALID_TARGET))},
        {LOB_HAS(trace_waveguide_request, layers, ARRAY), LOB_LIST(sizeof(lob_layer_filter), LOB_ITEM(OBJECT),
            LOB_OBJECT(lob_layer_filter)), LOB_RULES(LOB_LIMITED(LOB_LIMIT_LAYERS_IN_REQUEST, LOB_E_QUERY_TOO_LARGE))},
        {LOB_FILL(trace_waveguide_request, max_segments, INTEGER), LOB_RULES(LOB_MINIMUM(1),
            LOB_LIMITED(LOB_LIMIT_TRACE_LISTED, LOB_E_QUERY_TOO_LARGE), LOB_PRESET(20))},
        {LOB_HAS(trace_waveguide_request, tolerance_um, NUMBER), LOB_RULES(LOB_MINIMUM(0))},
        {LOB_FILL(trace_waveguide_request, angle_tolerance_deg, NUMBER), LOB_RULES(LOB_MINIMUM(0), LOB_MAXIMUM(45),
            LOB_PRESET(1))},
        {LOB_FILL(trace_waveguide_request, max_chars, INTEGER), LOB_RULES(LOB_MINIMUM(1),
            LOB_LIMITED(LOB_LIMIT_ANSWER_CHARS, LOB_E_QUERY_TOO_LARGE), LOB_PRESET(8000))},
        {LOB_FILL(trace_waveguide_request, detail, ENUM), LOB_ONE_OF(detail, 2),
            LOB_RULES(LOB_PRESET(LOB_DETAIL_LEAN))},
        {LOB_MAY(trace_waveguide_request, cursor, STRING), LOB_RULES(LOB_LIMITED(LOB_LIMIT_CURSOR_SIZE,
            LOB_E_INVALID_TARGET))},
        {LOB_FILL(trace_waveguide_request, inline_image, BOOLEAN), LOB_RULES(LOB_PRESET(false))},
    },
};

static const lob_wire_table trace_waveguide_response_ends_item_shape_table = {
    .size = sizeof(lob_trace_waveguide_response_ends_item_shape),
    .count = 3,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(trace_waveguide_response_ends_item_shape, id, STRING)},
        {LOB_NEED(trace_waveguide_response_ends_item_shape, cell, STRING)},
        {LOB_NEED(trace_waveguide_response_ends_item_shape, layer, OBJECT), LOB_OBJECT(lob_layer_ref)},
    },
};

static const lob_wire_table trace_waveguide_response_ends_item_port_table = {
    .size = sizeof(lob_trace_waveguide_response_ends_item_port),
    .count = 3,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(trace_waveguide_response_ends_item_port, id, STRING)},
        {LOB_MAY(trace_waveguide_response_ends_item_port, name, STRING)},
        {LOB_NEED(trace_waveguide_response_ends_item_port, cell, STRING)},
    },
};

static const lob_wire_table trace_waveguide_response_ends_item_table = {
    .size = sizeof(lob_trace_waveguide_response_ends_item),
    .count = 9,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(trace_waveguide_response_ends_item, x_um, MICRONS)},
        {LOB_NEED(trace_waveguide_response_ends_item, y_um, MICRONS)},
        {LOB_NEED(trace_waveguide_response_ends_item, angle_deg, NUMBER)},
        {LOB_NEED(trace_waveguide_response_ends_item, width_um, MICRONS)},
        {LOB_NEED(trace_waveguide_response_ends_item, reason, ENUM),
            LOB_ONE_OF(trace_waveguide_response_ends_item_reason, 9)},
        {LOB_MAY(trace_waveguide_response_ends_item, shape, OBJECT),
            LOB_OBJECT(trace_waveguide_response_ends_item_shape)},
        {LOB_MAY(trace_waveguide_response_ends_item, port, OBJECT),
            LOB_OBJECT(trace_waveguide_response_ends_item_port)},
        {LOB_MAY(trace_waveguide_response_ends_item, offset_um, OBJECT), LOB_OBJECT(lob_point_um)},
        {LOB_HAS(trace_waveguide_response_ends_item, angle_error_deg, NUMBER)},
    },
};

static const lob_wire_table trace_waveguide_response_segments_item_table = {
    .size = sizeof(lob_trace_waveguide_response_segments_item),
    .count = 17,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(trace_waveguide_response_segments_item, id, STRING)},
        {LOB_NEED(trace_waveguide_response_segments_item, kind, ENUM),
            LOB_ONE_OF(trace_waveguide_response_segments_item_kind, 3)},
        {LOB_NEED(trace_waveguide_response_segments_item, leaf_cell, STRING)},
        {LOB_NEED(trace_waveguide_response_segments_item, instance_path, ARRAY), .is_full = 1,
            LOB_LIST(sizeof(lob_str), LOB_ITEM(STRING))},
        {LOB_MAY(trace_waveguide_response_segments_item, layer, OBJECT), LOB_OBJECT(lob_layer_ref)},
        {LOB_NEED(trace_waveguide_response_segments_item, at_um, OBJECT), LOB_OBJECT(lob_point_um)},
        {LOB_NEED(trace_waveguide_response_segments_item, s_um, MICRONS)},
        {LOB_NEED(trace_waveguide_response_segments_item, length_um, MICRONS)},
        {LOB_NEED(trace_waveguide_response_segments_item, width_um, MICRONS)},
        {LOB_HAS(trace_waveguide_response_segments_item, width_min_um, MICRONS)},
        {LOB_HAS(trace_waveguide_response_segments_item, width_max_um, MICRONS)},
        {LOB_HAS(trace_waveguide_response_segments_item, radius_min_um, MICRONS)},
        {LOB_HAS(trace_waveguide_response_segments_item, turn_deg, NUMBER)},
        {LOB_HAS(trace_waveguide_response_segments_item, bend_count, INTEGER)},
        {LOB_HAS(trace_waveguide_response_segments_item, corner_count, INTEGER)},
        {LOB_HAS(trace_waveguide_response_segments_item, overlap_um, MICRONS)},
        {LOB_HAS(trace_waveguide_response_segments_item, confidence, NUMBER)},
    },
};

static const lob_wire_table trace_waveguide_response_events_item_table = {
    .size = sizeof(lob_trace_waveguide_response_events_item),
    .count = 9,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(trace_waveguide_response_events_item, kind, ENUM),
            LOB_ONE_OF(trace_waveguide_response_events_item_kind, 5)},
        {LOB_NEED(trace_waveguide_response_events_item, at_um, OBJECT), LOB_OBJECT(lob_point_um)},
        {LOB_NEED(trace_waveguide_response_events_item, s_um, MICRONS)},
        {LOB_NEED(trace_waveguide_response_events_item, segment, INTEGER)},
        {LOB_HAS(trace_waveguide_response_events_item, width_before_um, MICRONS)},
        {LOB_HAS(trace_waveguide_response_events_item, width_behind_um, MICRONS)},
        {LOB_HAS(trace_waveguide_response_events_item, angle_deg, NUMBER)},
        {LOB_MAY(trace_waveguide_response_events_item, offset_um, OBJECT), LOB_OBJECT(lob_point_um)},
        {LOB_MAY(trace_waveguide_response_events_item, id, STRING)},
    },
};

static const lob_wire_table trace_waveguide_response_truncation_table = {
    .size = sizeof(lob_trace_waveguide_response_truncation), .number_count = 2,
    .count = 2,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(trace_waveguide_response_truncation, segments_dropped, INTEGER)},
        {LOB_NEED(trace_waveguide_response_truncation, events_dropped, INTEGER)},
    },
};

const lob_wire_table lob_trace_waveguide_response_table = {
    .size = sizeof(lob_trace_waveguide_response),
    .count = 27,
    .fields = (const lob_wire_field[]){
        {LOB_SAYS("schema_version", "1.0.0"), .is_required = 1},
        {LOB_NEED(trace_waveguide_response, session_id, STRING)},
        {LOB_NEED(trace_waveguide_response, dbu, NUMBER)},
        {LOB_NEED(trace_waveguide_response, units, OBJECT), LOB_OBJECT(lob_units)},
        {LOB_NEED(trace_waveguide_response, cell, STRING)},
        {LOB_NEED(trace_waveguide_response, layer, OBJECT), LOB_OBJECT(lob_layer_ref)},
        {LOB_NEED(trace_waveguide_response, length_um, MICRONS)},
        {LOB_NEED(trace_waveguide_response, length_uncertainty_um, MICRONS)},
        {LOB_NEED(trace_waveguide_response, turn_deg, NUMBER)},
        {LOB_HAS(trace_waveguide_response, radius_min_um, MICRONS), .is_nullable = 1, .is_required = 1},
        {LOB_HAS(trace_waveguide_response, radius_min_uncertainty_um, MICRONS)},
        {LOB_MAY(trace_waveguide_response, radius_min_at_um, OBJECT), LOB_OBJECT(lob_point_um)},
        {LOB_NEED(trace_waveguide_response, width_min_um, MICRONS)},
        {LOB_NEED(trace_waveguide_response, width_max_um, MICRONS)},
        {LOB_NEED(trace_waveguide_response, width_min_at_um, OBJECT), LOB_OBJECT(lob_point_um)},
        {LOB_NEED(trace_waveguide_response, segment_count, INTEGER)},
        {LOB_NEED(trace_waveguide_response, event_count, INTEGER)},
        {LOB_NEED(trace_waveguide_response, ends, ARRAY), LOB_LIST(sizeof(lob_trace_waveguide_response_ends_item),
            LOB_ITEM(OBJECT), LOB_OBJECT(trace_waveguide_response_ends_item))},
        {LOB_NEED(trace_waveguide_response, segments, ARRAY),
            LOB_LIST(sizeof(lob_trace_waveguide_response_segments_item), LOB_ITEM(OBJECT),
            LOB_OBJECT(trace_waveguide_response_segments_item))},
        {LOB_NEED(trace_waveguide_response, events, ARRAY), LOB_LIST(sizeof(lob_trace_waveguide_response_events_item),
            LOB_ITEM(OBJECT), LOB_OBJECT(trace_waveguide_response_events_item))},
        {LOB_NEED(trace_waveguide_response, confidence, NUMBER)},
        {LOB_NEED(trace_waveguide_response, source, ENUM), LOB_ONE_OF(trace_waveguide_response_source, 1)},
        {LOB_MAY(trace_waveguide_response, image, OBJECT), LOB_OBJECT(lob_artifact_ref)},
        {LOB_MAY(trace_waveguide_response, image_svg, OBJECT), LOB_OBJECT(lob_artifact_ref)},
        {LOB_HAS(trace_waveguide_response, notes, ARRAY), LOB_LIST(sizeof(lob_str), LOB_ITEM(STRING))},
        {LOB_NEED(trace_waveguide_response, truncation, OBJECT), LOB_OBJECT(trace_waveguide_response_truncation)},
        {LOB_MAY(trace_waveguide_response, next_cursor, STRING)},
    },
};
