/* Made by tools/schemac from spec/. Do not edit. The tables of extract_markers. */
#include "base/limits.h"
#include "gen/tables.h"

static const lob_wire_table extract_markers_request_crop_size_um_table = {
    .size = sizeof(lob_extract_markers_request_crop_size_um), .is_closed = true, .number_count = 2,
    .count = 2,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(extract_markers_request_crop_size_um, x, MICRONS), LOB_RULES(LOB_ABOVE(0))},
        {LOB_NEED(extract_markers_request_crop_size_um, y, MICRONS), LOB_RULES(LOB_ABOVE(0))},
    },
};

const lob_wire_table lob_extract_markers_request_table = {
    .size = sizeof(lob_extract_markers_request), .is_closed = true,
    .count = 14,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(extract_markers_request, session_id, STRING), LOB_RULES(LOB_LIMITED(LOB_LIMIT_SESSION_ID_SIZE,
            LOB_E_INVALID_TARGET))},
        {LOB_NEED(extract_markers_request, run_id, STRING), LOB_RULES(LOB_SIZE_MIN(1), LOB_LIMITED(LOB_LIMIT_ID_SIZE,
            LOB_E_INVALID_TARGET))},
        {LOB_FILL(extract_markers_request, include_crops, BOOLEAN), LOB_RULES(LOB_PRESET(false))},
        {LOB_FILL(extract_markers_request, inline_images, BOOLEAN), LOB_RULES(LOB_PRESET(true))},
        {LOB_MAY(extract_markers_request, crop_size_um, OBJECT), LOB_OBJECT(extract_markers_request_crop_size_um)},
        {LOB_HAS(extract_markers_request, rules, ARRAY), LOB_LIST(sizeof(lob_str), LOB_ITEM(STRING)),
            LOB_RULES(LOB_SIZE_MIN(1), LOB_LIMITED(LOB_LIMIT_MARKER_RULES, LOB_E_INVALID_TARGET))},
        {LOB_MAY(extract_markers_request, box, OBJECT), LOB_OBJECT(lob_query_box)},
        {LOB_HAS(extract_markers_request, cluster_um, NUMBER), LOB_RULES(LOB_MINIMUM(0))},
        {LOB_MAY(extract_markers_request, waivers_path, STRING)},
        {LOB_HAS(extract_markers_request, export, ARRAY), LOB_LIST(sizeof(lob_extract_markers_request_export_item),
            LOB_ITEM(ENUM), LOB_ONE_OF(extract_markers_request_export_item, 4))},
        {LOB_FILL(extract_markers_request, limit, INTEGER), LOB_RULES(LOB_MINIMUM(1),
            LOB_LIMITED(LOB_LIMIT_MARKERS_MAX, LOB_E_QUERY_TOO_LARGE), LOB_PRESET(100))},
        {LOB_FILL(extract_markers_request, max_chars, INTEGER), LOB_RULES(LOB_MINIMUM(1),
            LOB_LIMITED(LOB_LIMIT_ANSWER_CHARS, LOB_E_QUERY_TOO_LARGE), LOB_PRESET(8000))},
        {LOB_FILL(extract_markers_request, detail, ENUM), LOB_ONE_OF(detail, 2),
            LOB_RULES(LOB_PRESET(LOB_DETAIL_LEAN))},
        {LOB_MAY(extract_markers_request, cursor, STRING), LOB_RULES(LOB_LIMITED(LOB_LIMIT_CURSOR_SIZE,
            LOB_E_INVALID_TARGET))},
    },
};

static const lob_wire_table extract_markers_response_markers_item_waived_table = {
    .size = sizeof(lob_extract_markers_response_markers_item_waived),
    .count = 2,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(extract_markers_response_markers_item_waived, reason, STRING)},
        {LOB_MAY(extract_markers_response_markers_item_waived, expires, STRING)},
    },
};

static const lob_wire_table extract_markers_response_markers_item_table = {
    .size = sizeof(lob_extract_markers_response_markers_item),
    .count = 17,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(extract_markers_response_markers_item, id, STRING)},
        {LOB_NEED(extract_markers_response_markers_item, rule, STRING)},
        {LOB_MAY(extract_markers_response_markers_item, description, STRING)},
        {LOB_NEED(extract_markers_response_markers_item, cell, STRING)},
        {LOB_NEED(extract_markers_response_markers_item, box_um, OBJECT), LOB_OBJECT(lob_micron_box)},
        {LOB_NEED(extract_markers_response_markers_item, box_dbu, OBJECT), .is_full = 1, LOB_OBJECT(lob_dbu_box)},
        {LOB_HAS(extract_markers_response_markers_item, bbox_empty, BOOLEAN)},
        {LOB_HAS(extract_markers_response_markers_item, in_cell_coordinates, BOOLEAN)},
        {LOB_HAS(extract_markers_response_markers_item, severity, ENUM),
            LOB_ONE_OF(extract_markers_response_markers_item_severity, 2)},
        {LOB_HAS(extract_markers_response_markers_item, multiplicity, INTEGER)},
        {LOB_MAY(extract_markers_response_markers_item, geometry, OBJECT), LOB_OBJECT(lob_marker_geometry)},
        {LOB_HAS(extract_markers_response_markers_item, more, ARRAY), LOB_LIST(sizeof(lob_marker_geometry),
            LOB_ITEM(OBJECT), LOB_OBJECT(lob_marker_geometry))},
        {LOB_HAS(extract_markers_response_markers_item, values_dropped, INTEGER)},
        {LOB_HAS(extract_markers_response_markers_item, distance_um, MICRONS)},
        {LOB_HAS(extract_markers_response_markers_item, cluster, INTEGER)},
        {LOB_MAY(extract_markers_response_markers_item, waived, OBJECT),
            LOB_OBJECT(extract_markers_response_markers_item_waived)},
        {LOB_MAY(extract_markers_response_markers_item, crop, OBJECT), LOB_OBJECT(lob_artifact_ref)},
    },
};

static const lob_wire_table extract_markers_response_truncation_table = {
    .size = sizeof(lob_extract_markers_response_truncation), .number_count = 3,
    .count = 3,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(extract_markers_response_truncation, limit, INTEGER)},
        {LOB_NEED(extract_markers_response_truncation, markers_dropped, INTEGER)},
        {LOB_NEED(extract_markers_response_truncation, crops_dropped, INTEGER)},
    },
};

const lob_wire_table lob_extract_markers_response_table = {
    .size = sizeof(lob_extract_markers_response),
    .count = 16,
    .fields = (const lob_wire_field[]){
        {LOB_SAYS("schema_version", "1.0.0"), .is_required = 1},
        {LOB_NEED(extract_markers_response, session_id, STRING)},
        {LOB_NEED(extract_markers_response, dbu, NUMBER)},
        {LOB_NEED(extract_markers_response, units, OBJECT), LOB_OBJECT(lob_units)},
        {LOB_NEED(extract_markers_response, run_id, STRING)},
        {LOB_NEED(extract_markers_response, marker_count, INTEGER)},
        {LOB_HAS(extract_markers_response, lower_bound, BOOLEAN)},
        {LOB_HAS(extract_markers_response, waived_count, INTEGER)},
        {LOB_HAS(extract_markers_response, cluster_count, INTEGER)},
        {LOB_HAS(extract_markers_response, rule_counts, MAP), LOB_LIST(sizeof(int64_t), LOB_ITEM(INTEGER))},
        {LOB_HAS(extract_markers_response, rules_dropped, INTEGER)},
        {LOB_NEED(extract_markers_response, markers, ARRAY),
            LOB_LIST(sizeof(lob_extract_markers_response_markers_item), LOB_ITEM(OBJECT),
            LOB_OBJECT(extract_markers_response_markers_item))},
        {LOB_HAS(extract_markers_response, artifacts, ARRAY), LOB_LIST(sizeof(lob_artifact_ref), LOB_ITEM(OBJECT),
            LOB_OBJECT(lob_artifact_ref))},
        {LOB_NEED(extract_markers_response, truncation, OBJECT), LOB_OBJECT(extract_markers_response_truncation)},
        {LOB_HAS(extract_markers_response, notes, ARRAY), LOB_LIST(sizeof(lob_str), LOB_ITEM(STRING))},
        {LOB_MAY(extract_markers_response, next_cursor, STRING)},
    },
};
