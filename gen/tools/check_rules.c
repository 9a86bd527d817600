/* Made by tools/schemac from spec/. Do not edit. The tables of check_rules. */
#include "base/limits.h"
#include "gen/tables.h"

const lob_wire_table lob_check_rules_request_table = {
    .size = sizeof(lob_check_rules_request), .is_closed = true,
    .count = 14,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(check_rules_request, session_id, STRING), LOB_RULES(LOB_LIMITED(LOB_LIMIT_SESSION_ID_SIZE,
            LOB_E_INVALID_TARGET))},
        {LOB_MAY(check_rules_request, rules, ANY)},
        {LOB_MAY(check_rules_request, deck_path, STRING)},
        {LOB_MAY(check_rules_request, cell, STRING), LOB_RULES(LOB_SIZE_MIN(1), LOB_LIMITED(LOB_LIMIT_NAME_SIZE,
            LOB_E_INVALID_TARGET))},
        {LOB_MAY(check_rules_request, box, OBJECT), LOB_OBJECT(lob_query_box)},
        {LOB_HAS(check_rules_request, only, ARRAY), LOB_LIST(sizeof(lob_str), LOB_ITEM(STRING),
            LOB_RULES(LOB_SIZE_MAX(200))), LOB_RULES(LOB_SIZE_MIN(1), LOB_LIMITED(LOB_LIMIT_RULES_IN_DECK,
            LOB_E_INVALID_TARGET))},
        {LOB_FILL(check_rules_request, order, ENUM), LOB_ONE_OF(check_rules_request_order, 2),
            LOB_RULES(LOB_PRESET(LOB_CHECK_RULES_REQUEST_ORDER_PLACE))},
        {LOB_FILL(check_rules_request, summary, BOOLEAN), LOB_RULES(LOB_PRESET(false))},
        {LOB_FILL(check_rules_request, cluster_um, NUMBER), LOB_RULES(LOB_MINIMUM(0), LOB_PRESET(1))},
        {LOB_FILL(check_rules_request, limit, INTEGER), LOB_RULES(LOB_MINIMUM(0),
            LOB_LIMITED(LOB_LIMIT_VIOLATIONS_ON_PAGE, LOB_E_QUERY_TOO_LARGE), LOB_PRESET(20))},
        {LOB_FILL(check_rules_request, max_chars, INTEGER), LOB_RULES(LOB_MINIMUM(1),
            LOB_LIMITED(LOB_LIMIT_ANSWER_CHARS, LOB_E_QUERY_TOO_LARGE), LOB_PRESET(8000))},
        {LOB_FILL(check_rules_request, detail, ENUM), LOB_ONE_OF(detail, 2), LOB_RULES(LOB_PRESET(LOB_DETAIL_LEAN))},
        {LOB_MAY(check_rules_request, cursor, STRING), LOB_RULES(LOB_LIMITED(LOB_LIMIT_CURSOR_SIZE,
            LOB_E_INVALID_TARGET))},
        {LOB_FILL(check_rules_request, inline_image, BOOLEAN), LOB_RULES(LOB_PRESET(false))},
    },
};

static const lob_wire_table check_rules_response_clusters_item_table = {
    .size = sizeof(lob_check_rules_response_clusters_item),
    .count = 5,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(check_rules_response_clusters_item, rule, STRING)},
        {LOB_NEED(check_rules_response_clusters_item, count, INTEGER)},
        {LOB_NEED(check_rules_response_clusters_item, box_um, OBJECT), LOB_OBJECT(lob_micron_box)},
        {LOB_HAS(check_rules_response_clusters_item, least_um, MICRONS)},
        {LOB_HAS(check_rules_response_clusters_item, greatest_um, MICRONS)},
    },
};

static const lob_wire_table check_rules_response_truncation_table = {
    .size = sizeof(lob_check_rules_response_truncation), .number_count = 3,
    .count = 4,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(check_rules_response_truncation, limit, INTEGER)},
        {LOB_NEED(check_rules_response_truncation, counts_dropped, INTEGER)},
        {LOB_NEED(check_rules_response_truncation, violations_dropped, INTEGER)},
        {LOB_HAS(check_rules_response_truncation, clusters_dropped, INTEGER)},
    },
};

const lob_wire_table lob_check_rules_response_table = {
    .size = sizeof(lob_check_rules_response),
    .count = 21,
    .fields = (const lob_wire_field[]){
        {LOB_SAYS("schema_version", "1.0.0"), .is_required = 1},
        {LOB_NEED(check_rules_response, session_id, STRING)},
        {LOB_NEED(check_rules_response, dbu, NUMBER)},
        {LOB_NEED(check_rules_response, units, OBJECT), LOB_OBJECT(lob_units)},
        {LOB_NEED(check_rules_response, cell, STRING)},
        {LOB_MAY(check_rules_response, raw_hex, STRING)},
        {LOB_MAY(check_rules_response, deck, STRING)},
        {LOB_MAY(check_rules_response, box_um, OBJECT), LOB_OBJECT(lob_micron_box)},
        {LOB_MAY(check_rules_response, box_dbu, OBJECT), .is_full = 1, LOB_OBJECT(lob_dbu_box)},
        {LOB_NEED(check_rules_response, rule_count, INTEGER)},
        {LOB_NEED(check_rules_response, violation_count, INTEGER)},
        {LOB_NEED(check_rules_response, error_count, INTEGER)},
        {LOB_NEED(check_rules_response, counts, ARRAY), LOB_LIST(sizeof(lob_rule_count), LOB_ITEM(OBJECT),
            LOB_OBJECT(lob_rule_count))},
        {LOB_HAS(check_rules_response, not_checked, ARRAY), LOB_LIST(sizeof(lob_unchecked_rule), LOB_ITEM(OBJECT),
            LOB_OBJECT(lob_unchecked_rule))},
        {LOB_NEED(check_rules_response, violations, ARRAY), LOB_LIST(sizeof(lob_rule_violation), LOB_ITEM(OBJECT),
            LOB_OBJECT(lob_rule_violation))},
        {LOB_HAS(check_rules_response, clusters, ARRAY), LOB_LIST(sizeof(lob_check_rules_response_clusters_item),
            LOB_ITEM(OBJECT), LOB_OBJECT(check_rules_response_clusters_item))},
        {LOB_NEED(check_rules_response, truncation, OBJECT), LOB_OBJECT(check_rules_response_truncation)},
        {LOB_MAY(check_rules_response, next_cursor, STRING)},
        {LOB_MAY(check_rules_response, image, OBJECT), LOB_OBJECT(lob_artifact_ref)},
        {LOB_MAY(check_rules_response, image_svg, OBJECT), LOB_OBJECT(lob_artifact_ref)},
        {LOB_HAS(check_rules_response, notes, ARRAY), LOB_LIST(sizeof(lob_str), LOB_ITEM(STRING))},
    },
};
