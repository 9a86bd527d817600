/* Made by tools/schemac from spec/. Do not edit. The tables of parse_drc_rules. */
#include "base/limits.h"
#include "gen/tables.h"

const lob_wire_table lob_parse_drc_rules_request_table = {
    .size = sizeof(lob_parse_drc_rules_request), .is_closed = true,
    .count = 3,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(parse_drc_rules_request, path, STRING)},
        {LOB_FILL(parse_drc_rules_request, language, ENUM), LOB_ONE_OF(parse_drc_rules_request_language, 2),
            LOB_RULES(LOB_PRESET(LOB_PARSE_DRC_RULES_REQUEST_LANGUAGE_EN))},
        {LOB_MAY(parse_drc_rules_request, layer, STRING), LOB_RULES(LOB_SIZE_MIN(1))},
    },
};

const lob_wire_table lob_parse_drc_rules_response_table = {
    .size = sizeof(lob_parse_drc_rules_response),
    .count = 6,
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
    },
};
