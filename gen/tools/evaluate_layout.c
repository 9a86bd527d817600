/* Made by tools/schemac from spec/. Do not edit. The tables of evaluate_layout. */
#include "base/limits.h"
#include "gen/tables.h"

static const lob_wire_table evaluate_layout_request_metrics_table = {
    .size = sizeof(lob_evaluate_layout_request_metrics), .is_closed = true,
    .count = 2,
    .fields = (const lob_wire_field[]){
        {LOB_HAS(evaluate_layout_request_metrics, performance, NUMBER), LOB_RULES(LOB_MINIMUM(0), LOB_MAXIMUM(1))},
        {LOB_HAS(evaluate_layout_request_metrics, cost, NUMBER), LOB_RULES(LOB_MINIMUM(0))},
    },
};

const lob_wire_table lob_evaluate_layout_request_table = {
    .size = sizeof(lob_evaluate_layout_request), .is_closed = true,
    .count = 6,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(evaluate_layout_request, session_id, STRING), LOB_RULES(LOB_LIMITED(LOB_LIMIT_SESSION_ID_SIZE,
            LOB_E_INVALID_TARGET))},
        {LOB_MAY(evaluate_layout_request, cell, STRING), LOB_RULES(LOB_SIZE_MIN(1), LOB_LIMITED(LOB_LIMIT_NAME_SIZE,
            LOB_E_INVALID_TARGET))},
        {LOB_MAY(evaluate_layout_request, netlist_path, STRING)},
        {LOB_MAY(evaluate_layout_request, drc_rules_path, STRING)},
        {LOB_MAY(evaluate_layout_request, objectives_path, STRING)},
        {LOB_MAY(evaluate_layout_request, metrics, OBJECT), LOB_OBJECT(evaluate_layout_request_metrics)},
    },
};

static const lob_wire_table evaluate_layout_response_drc_table = {
    .size = sizeof(lob_evaluate_layout_response_drc),
    .count = 6,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(evaluate_layout_response_drc, tech, STRING)},
        {LOB_NEED(evaluate_layout_response_drc, rules_checked, INTEGER)},
        {LOB_NEED(evaluate_layout_response_drc, violation_count, INTEGER)},
        {LOB_NEED(evaluate_layout_response_drc, counts, ARRAY), LOB_LIST(sizeof(lob_rule_count), LOB_ITEM(OBJECT),
            LOB_OBJECT(lob_rule_count))},
        {LOB_HAS(evaluate_layout_response_drc, counts_dropped, INTEGER)},
        {LOB_NEED(evaluate_layout_response_drc, not_checked, ARRAY), LOB_LIST(sizeof(lob_unchecked_rule),
            LOB_ITEM(OBJECT), LOB_OBJECT(lob_unchecked_rule))},
    },
};

static const lob_wire_table evaluate_layout_response_placements_item_table = {
    .size = sizeof(lob_evaluate_layout_response_placements_item),
    .count = 3,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(evaluate_layout_response_placements_item, device, STRING)},
        {LOB_NEED(evaluate_layout_response_placements_item, count, INTEGER)},
        {LOB_NEED(evaluate_layout_response_placements_item, centers_um, ARRAY), LOB_LIST(sizeof(lob_point_um),
            LOB_ITEM(OBJECT), LOB_OBJECT(lob_point_um))},
    },
};

const lob_wire_table lob_evaluate_layout_response_table = {
    .size = sizeof(lob_evaluate_layout_response),
    .count = 24,
    .fields = (const lob_wire_field[]){
        {LOB_SAYS("schema_version", "1.0.0"), .is_required = 1},
        {LOB_NEED(evaluate_layout_response, session_id, STRING)},
        {LOB_NEED(evaluate_layout_response, dbu, NUMBER)},
        {LOB_NEED(evaluate_layout_response, units, OBJECT), LOB_OBJECT(lob_units)},
        {LOB_NEED(evaluate_layout_response, cell, STRING)},
        {LOB_MAY(evaluate_layout_response, raw_hex, STRING)},
        {LOB_NEED(evaluate_layout_response, bbox_um, OBJECT), LOB_OBJECT(lob_micron_box)},
        {LOB_NEED(evaluate_layout_response, bbox_dbu, OBJECT), LOB_OBJECT(lob_dbu_box)},
        {LOB_HAS(evaluate_layout_response, bbox_empty, BOOLEAN)},
        {LOB_NEED(evaluate_layout_response, covered_area_um2, MICRONS)},
        {LOB_NEED(evaluate_layout_response, metrics, OBJECT), LOB_OBJECT(lob_layout_metrics)},
        {LOB_NEED(evaluate_layout_response, qualitative_feedback, STRING)},
        {LOB_HAS(evaluate_layout_response, score, NUMBER), .is_nullable = 1, LOB_RULES(LOB_MINIMUM(0), LOB_MAXIMUM(1))},
        {LOB_NEED(evaluate_layout_response, passed, BOOLEAN)},
        {LOB_NEED(evaluate_layout_response, suggestions, ARRAY), LOB_LIST(sizeof(lob_str), LOB_ITEM(STRING))},
        {LOB_NEED(evaluate_layout_response, objectives, ARRAY), LOB_LIST(sizeof(lob_objective_score), LOB_ITEM(OBJECT),
            LOB_OBJECT(lob_objective_score))},
        {LOB_NEED(evaluate_layout_response, constraints, ARRAY), LOB_LIST(sizeof(lob_constraint_result),
            LOB_ITEM(OBJECT), LOB_OBJECT(lob_constraint_result))},
        {LOB_NEED(evaluate_layout_response, not_evaluated, ARRAY), LOB_LIST(sizeof(lob_str), LOB_ITEM(STRING))},
        {LOB_MAY(evaluate_layout_response, drc, OBJECT), LOB_OBJECT(evaluate_layout_response_drc)},
        {LOB_MAY(evaluate_layout_response, matching, OBJECT), LOB_OBJECT(lob_matching_result)},
        {LOB_MAY(evaluate_layout_response, comparison, OBJECT), LOB_OBJECT(lob_layout_comparison)},
        {LOB_HAS(evaluate_layout_response, placements, ARRAY),
            LOB_LIST(sizeof(lob_evaluate_layout_response_placements_item), LOB_ITEM(OBJECT),
            LOB_OBJECT(evaluate_layout_response_placements_item))},
        {LOB_HAS(evaluate_layout_response, warnings, ARRAY), LOB_LIST(sizeof(lob_warning_item), LOB_ITEM(OBJECT),
            LOB_OBJECT(lob_warning_item))},
        {LOB_HAS(evaluate_layout_response, notes, ARRAY), LOB_LIST(sizeof(lob_str), LOB_ITEM(STRING))},
    },
};
