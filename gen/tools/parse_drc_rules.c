/* Made by tools/schemac from spec/. Do not edit. The tables of parse_drc_rules. */
#include "base/limits.h"
#include "gen/tables.h"

const lob_wire_table lob_parse_drc_rules_request_table = {
    .size = sizeof(lob_parse_drc_rules_request), .is_closed = true,
    .count = 5,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(parse_drc_rules_request, path, STRING)},
        {LOB_FILL(parse_drc_rules_request, language, ENUM), LOB_ONE_OF(parse_drc_rules_request_language, 2),
            LOB_RULES(LOB_PRESET(LOB_PARSE_DRC_RULES_REQUEST_LANGUAGE_EN))},
        {LOB_MAY(parse_drc_rules_request, layer, STRING), LOB_RULES(LOB_SIZE_MIN(1))},
        {LOB_FILL(parse_drc_rules_request, max_chars, INTEGER), LOB_RULES(LOB_MINIMUM(1),
            LOB_LIMITED(LOB_LIMIT_ANSWER_CHARS, LOB_E_QUERY_TOO_LARGE), LOB_PRESET(8000))},
        {LOB_MAY(parse_drc_rules_request, cursor, STRING), LOB_RULES(LOB_LIMITED(LOB_LIMIT_CURSOR_SIZE,
            LOB_E_INVALID_TARGET))},
    },
};

static const lob_wire_table parse_drc_rules_response_truncation_table = {
    .size = sizeof(lob_parse_drc_rules_response_truncation), .number_count = 1,
    .count = 1,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(parse_drc_rules_response_truncation, rules_dropped, INTEGER)},
    },
};

const lob_wire_table lob_parse_drc_rules_response_table = {
    .size = sizeof(lob_parse_drc_rules_response),
    .count = 8,
    .fields = (const lob_wire_field[]){
        {LOB_SAYS("schema_version", "1.0.0"), .is_required = 1},
        {LOB_NEED(parse_drc_rules_response, rule_set, OBJECT), LOB_OBJECT(lob_drc_rule_set)},
        {LOB_NEED(parse_drc_rules_response, summary, STRING)},
        {LOB_NEED(parse_drc_rules_response, rules, ARRAY), LOB_LIST(sizeof(lob_deck_rule), LOB_ITEM(OBJECT),
            LOB_OBJECT(lob_deck_rule))},
        {LOB_NEED(parse_drc_rules_response, not_checkable, ARRAY), LOB_LIST(sizeof(lob_unchecked_rule),
            LOB_ITEM(OBJECT), LOB_OBJECT(lob_unchecked_rule))},
        {LOB_HAS(parse_drc_rules_response, warnings, ARRAY), LOB_LIST(sizeof(lob_warning_item), LOB_ITEM(OBJECT),
            LOB_OBJECT(lob_warning_item))},
        {LOB_MAY(parse_drc_rules_response, truncation, OBJECT), LOB_OBJECT(parse_drc_rules_response_truncation)},
        {LOB_MAY(parse_drc_rules_response, next_cursor, STRING)},
    },
};
