/* Made by tools/schemac from spec/. Do not edit. The tables of check_connectivity. */
#include "base/limits.h"
#include "gen/tables.h"

const lob_wire_table lob_check_connectivity_request_table = {
    .size = sizeof(lob_check_connectivity_request), .is_closed = true,
    .count = 15,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(check_connectivity_request, session_id, STRING), LOB_RULES(LOB_LIMITED(LOB_LIMIT_SESSION_ID_SIZE,
            LOB_E_INVALID_TARGET))},
        {LOB_MAY(check_connectivity_request, cell, STRING), LOB_RULES(LOB_SIZE_MIN(1), LOB_LIMITED(LOB_LIMIT_NAME_SIZE,
            LOB_E_INVALID_TARGET))},
        {LOB_MAY(check_connectivity_request, box, OBJECT), LOB_OBJECT(lob_query_box)},
        {LOB_HAS(check_connectivity_request, depth, INTEGER), LOB_RULES(LOB_MINIMUM(1),
            LOB_LIMITED(LOB_LIMIT_MAX_DEPTH, LOB_E_QUERY_TOO_LARGE))},
        {LOB_HAS(check_connectivity_request, kinds, ARRAY), LOB_LIST(sizeof(lob_finding_kind_name), LOB_ITEM(ENUM),
            LOB_ONE_OF(finding_kind_name, 13)), LOB_RULES(LOB_SIZE_MAX(13))},
        {LOB_HAS(check_connectivity_request, types, ARRAY), LOB_LIST(sizeof(lob_str), LOB_ITEM(STRING),
            LOB_RULES(LOB_SIZE_MAX(100))), LOB_RULES(LOB_SIZE_MAX(16))},
        {LOB_HAS(check_connectivity_request, tolerance_um, NUMBER), LOB_RULES(LOB_MINIMUM(0), LOB_MAXIMUM(10))},
        {LOB_HAS(check_connectivity_request, angle_tolerance_deg, NUMBER), LOB_RULES(LOB_MINIMUM(0), LOB_MAXIMUM(90))},
        {LOB_HAS(check_connectivity_request, near_miss_um, NUMBER), LOB_RULES(LOB_ABOVE(0), LOB_MAXIMUM(1000))},
        {LOB_FILL(check_connectivity_request, include_connected, BOOLEAN), LOB_RULES(LOB_PRESET(false))},
        {LOB_FILL(check_connectivity_request, limit, INTEGER), LOB_RULES(LOB_MINIMUM(1),
            LOB_LIMITED(LOB_LIMIT_FINDINGS_MAX, LOB_E_QUERY_TOO_LARGE), LOB_PRESET(20))},
        {LOB_FILL(check_connectivity_request, max_chars, INTEGER), LOB_RULES(LOB_MINIMUM(1),
            LOB_LIMITED(LOB_LIMIT_ANSWER_CHARS, LOB_E_QUERY_TOO_LARGE), LOB_PRESET(8000))},
        {LOB_FILL(check_connectivity_request, detail, ENUM), LOB_ONE_OF(detail, 2),
            LOB_RULES(LOB_PRESET(LOB_DETAIL_LEAN))},
        {LOB_MAY(check_connectivity_request, cursor, STRING), LOB_RULES(LOB_LIMITED(LOB_LIMIT_CURSOR_SIZE,
            LOB_E_INVALID_TARGET))},
        {LOB_FILL(check_connectivity_request, inline_image, BOOLEAN), LOB_RULES(LOB_PRESET(false))},
    },
};

static const lob_wire_table check_connectivity_response_rules_table = {
    .size = sizeof(lob_check_connectivity_response_rules), .number_count = 4,
    .count = 4,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(check_connectivity_response_rules, tolerance_um, MICRONS)},
        {LOB_NEED(check_connectivity_response_rules, near_miss_um, MICRONS)},
        {LOB_NEED(check_connectivity_response_rules, angle_tolerance_deg, NUMBER)},
        {LOB_NEED(check_connectivity_response_rules, width_tolerance_um, MICRONS)},
    },
};

static const lob_wire_table check_connectivity_response_summary_table = {
    .size = sizeof(lob_check_connectivity_response_summary),
    .count = 9,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(check_connectivity_response_summary, component_count, INTEGER)},
        {LOB_NEED(check_connectivity_response_summary, port_count, INTEGER)},
        {LOB_NEED(check_connectivity_response_summary, own_port_count, INTEGER)},
        {LOB_NEED(check_connectivity_response_summary, external_port_count, INTEGER)},
        {LOB_NEED(check_connectivity_response_summary, joined_count, INTEGER)},
        {LOB_NEED(check_connectivity_response_summary, error_count, INTEGER)},
        {LOB_NEED(check_connectivity_response_summary, warning_count, INTEGER)},
        {LOB_NEED(check_connectivity_response_summary, info_count, INTEGER)},
        {LOB_NEED(check_connectivity_response_summary, kinds, ARRAY), LOB_LIST(sizeof(lob_finding_count),
            LOB_ITEM(OBJECT), LOB_OBJECT(lob_finding_count))},
    },
};

static const lob_wire_table check_connectivity_response_nets_table = {
    .size = sizeof(lob_check_connectivity_response_nets), .number_count = 5,
    .count = 7,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(check_connectivity_response_nets, net_count, INTEGER)},
        {LOB_NEED(check_connectivity_response_nets, largest, INTEGER)},
        {LOB_NEED(check_connectivity_response_nets, components_alone, INTEGER)},
        {LOB_NEED(check_connectivity_response_nets, guide_count, INTEGER)},
        {LOB_NEED(check_connectivity_response_nets, guides_measured, INTEGER)},
        {LOB_HAS(check_connectivity_response_nets, guide_length_um, MICRONS)},
        {LOB_HAS(check_connectivity_response_nets, guide_length_largest_um, MICRONS)},
    },
};

static const lob_wire_table check_connectivity_response_truncation_table = {
    .size = sizeof(lob_check_connectivity_response_truncation), .number_count = 2,
    .count = 2,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(check_connectivity_response_truncation, limit, INTEGER)},
        {LOB_NEED(check_connectivity_response_truncation, findings_dropped, INTEGER)},
    },
};

const lob_wire_table lob_check_connectivity_response_table = {
    .size = sizeof(lob_check_connectivity_response),
    .count = 16,
    .fields = (const lob_wire_field[]){
        {LOB_SAYS("schema_version", "1.0.0"), .is_required = 1},
        {LOB_NEED(check_connectivity_response, session_id, STRING)},
        {LOB_NEED(check_connectivity_response, cell, STRING)},
        {LOB_MAY(check_connectivity_response, raw_hex, STRING)},
        {LOB_NEED(check_connectivity_response, dbu, NUMBER)},
        {LOB_NEED(check_connectivity_response, units, OBJECT), LOB_OBJECT(lob_units)},
        {LOB_NEED(check_connectivity_response, conventions, ARRAY), LOB_LIST(sizeof(lob_convention_used),
            LOB_ITEM(OBJECT), LOB_OBJECT(lob_convention_used))},
        {LOB_NEED(check_connectivity_response, rules, OBJECT), LOB_OBJECT(check_connectivity_response_rules)},
        {LOB_NEED(check_connectivity_response, summary, OBJECT), LOB_OBJECT(check_connectivity_response_summary)},
        {LOB_NEED(check_connectivity_response, nets, OBJECT), LOB_OBJECT(check_connectivity_response_nets)},
        {LOB_NEED(check_connectivity_response, findings, ARRAY), LOB_LIST(sizeof(lob_finding_item), LOB_ITEM(OBJECT),
            LOB_OBJECT(lob_finding_item))},
        {LOB_NEED(check_connectivity_response, truncation, OBJECT), LOB_OBJECT(check_connectivity_response_truncation)},
        {LOB_MAY(check_connectivity_response, image, OBJECT), LOB_OBJECT(lob_artifact_ref)},
        {LOB_MAY(check_connectivity_response, image_svg, OBJECT), LOB_OBJECT(lob_artifact_ref)},
        {LOB_NEED(check_connectivity_response, notes, ARRAY), LOB_LIST(sizeof(lob_str), LOB_ITEM(STRING))},
        {LOB_MAY(check_connectivity_response, next_cursor, STRING)},
    },
};
