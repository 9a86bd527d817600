/* Made by tools/schemac from spec/. Do not edit. The tables of parse_objectives. */
#include "base/limits.h"
#include "gen/tables.h"

const lob_wire_table lob_parse_objectives_request_table = {
    .size = sizeof(lob_parse_objectives_request), .is_closed = true,
    .count = 2,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(parse_objectives_request, path, STRING)},
        {LOB_FILL(parse_objectives_request, language, ENUM), LOB_ONE_OF(parse_objectives_request_language, 2),
            LOB_RULES(LOB_PRESET(LOB_PARSE_OBJECTIVES_REQUEST_LANGUAGE_EN))},
    },
};

const lob_wire_table lob_parse_objectives_response_table = {
    .size = sizeof(lob_parse_objectives_response),
    .count = 5,
    .fields = (const lob_wire_field[]){
        {LOB_SAYS("schema_version", "1.0.0"), .is_required = 1},
        {LOB_NEED(parse_objectives_response, design_objectives, OBJECT), LOB_OBJECT(lob_design_objectives)},
        {LOB_HAS(parse_objectives_response, primary, ENUM), LOB_ONE_OF(objective_name, 4)},
        {LOB_NEED(parse_objectives_response, summary, STRING)},
        {LOB_HAS(parse_objectives_response, warnings, ARRAY), LOB_LIST(sizeof(lob_warning_item), LOB_ITEM(OBJECT),
            LOB_OBJECT(lob_warning_item))},
    },
};
