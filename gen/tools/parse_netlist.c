/* Made by tools/schemac from spec/. Do not edit. The tables of parse_netlist. */
#include "base/limits.h"
#include "gen/tables.h"

const lob_wire_table lob_parse_netlist_request_table = {
    .size = sizeof(lob_parse_netlist_request), .is_closed = true,
    .count = 7,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(parse_netlist_request, path, STRING)},
        {LOB_MAY(parse_netlist_request, device, STRING), LOB_RULES(LOB_SIZE_MIN(1))},
        {LOB_MAY(parse_netlist_request, net, STRING), LOB_RULES(LOB_SIZE_MIN(1))},
        {LOB_FILL(parse_netlist_request, identify_modules, BOOLEAN), LOB_RULES(LOB_PRESET(true))},
        {LOB_FILL(parse_netlist_request, language, ENUM), LOB_ONE_OF(parse_netlist_request_language, 2),
            LOB_RULES(LOB_PRESET(LOB_PARSE_NETLIST_REQUEST_LANGUAGE_EN))},
        {LOB_FILL(parse_netlist_request, max_chars, INTEGER), LOB_RULES(LOB_MINIMUM(1),
            LOB_LIMITED(LOB_LIMIT_ANSWER_CHARS, LOB_E_QUERY_TOO_LARGE), LOB_PRESET(8000))},
        {LOB_MAY(parse_netlist_request, cursor, STRING), LOB_RULES(LOB_LIMITED(LOB_LIMIT_CURSOR_SIZE,
            LOB_E_INVALID_TARGET))},
    },
};

static const lob_wire_table parse_netlist_response_parse_info_table = {
    .size = sizeof(lob_parse_netlist_response_parse_info),
    .count = 5,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(parse_netlist_response_parse_info, file_version, STRING)},
        {LOB_NEED(parse_netlist_response_parse_info, device_count, INTEGER)},
        {LOB_NEED(parse_netlist_response_parse_info, net_count, INTEGER)},
        {LOB_NEED(parse_netlist_response_parse_info, module_count, INTEGER)},
        {LOB_HAS(parse_netlist_response_parse_info, is_migrated, BOOLEAN)},
    },
};

static const lob_wire_table parse_netlist_response_truncation_table = {
    .size = sizeof(lob_parse_netlist_response_truncation), .number_count = 3,
    .count = 3,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(parse_netlist_response_truncation, devices_dropped, INTEGER)},
        {LOB_NEED(parse_netlist_response_truncation, nets_dropped, INTEGER)},
        {LOB_NEED(parse_netlist_response_truncation, modules_dropped, INTEGER)},
    },
};

const lob_wire_table lob_parse_netlist_response_table = {
    .size = sizeof(lob_parse_netlist_response),
    .count = 7,
    .fields = (const lob_wire_field[]){
        {LOB_SAYS("schema_version", "1.0.0"), .is_required = 1},
        {LOB_NEED(parse_netlist_response, circuit, OBJECT), LOB_OBJECT(lob_circuit)},
        {LOB_NEED(parse_netlist_response, parse_info, OBJECT), LOB_OBJECT(parse_netlist_response_parse_info)},
        {LOB_NEED(parse_netlist_response, summary, STRING)},
        {LOB_HAS(parse_netlist_response, warnings, ARRAY), LOB_LIST(sizeof(lob_warning_item), LOB_ITEM(OBJECT),
            LOB_OBJECT(lob_warning_item))},
        {LOB_MAY(parse_netlist_response, truncation, OBJECT), LOB_OBJECT(parse_netlist_response_truncation)},
        {LOB_MAY(parse_netlist_response, next_cursor, STRING)},
    },
};
