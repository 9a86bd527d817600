/* Made by tools/schemac from spec/. Do not edit. The tables of list_ports. */
#include "base/limits.h"
#include "gen/tables.h"

const lob_wire_table lob_list_ports_request_table = {
    .size = sizeof(lob_list_ports_request), .is_closed = true,
    .count = 10,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(list_ports_request, session_id, STRING), LOB_RULES(LOB_LIMITED(LOB_LIMIT_SESSION_ID_SIZE,
            LOB_E_INVALID_TARGET))},
        {LOB_MAY(list_ports_request, cell, STRING), LOB_RULES(LOB_SIZE_MIN(1), LOB_LIMITED(LOB_LIMIT_NAME_SIZE,
            LOB_E_INVALID_TARGET))},
        {LOB_MAY(list_ports_request, component, STRING), LOB_RULES(LOB_SIZE_MIN(1), LOB_LIMITED(LOB_LIMIT_NAME_SIZE,
            LOB_E_INVALID_TARGET))},
        {LOB_MAY(list_ports_request, box, OBJECT), LOB_OBJECT(lob_query_box)},
        {LOB_HAS(list_ports_request, depth, INTEGER), LOB_RULES(LOB_MINIMUM(0), LOB_LIMITED(LOB_LIMIT_MAX_DEPTH,
            LOB_E_QUERY_TOO_LARGE))},
        {LOB_MAY(list_ports_request, type, STRING), LOB_RULES(LOB_SIZE_MIN(1), LOB_SIZE_MAX(100))},
        {LOB_FILL(list_ports_request, limit, INTEGER), LOB_RULES(LOB_MINIMUM(1), LOB_LIMITED(LOB_LIMIT_LIST_PORTS_MAX,
            LOB_E_QUERY_TOO_LARGE), LOB_PRESET(20))},
        {LOB_FILL(list_ports_request, max_chars, INTEGER), LOB_RULES(LOB_MINIMUM(1),
            LOB_LIMITED(LOB_LIMIT_ANSWER_CHARS, LOB_E_QUERY_TOO_LARGE), LOB_PRESET(8000))},
        {LOB_FILL(list_ports_request, detail, ENUM), LOB_ONE_OF(detail, 2), LOB_RULES(LOB_PRESET(LOB_DETAIL_LEAN))},
        {LOB_MAY(list_ports_request, cursor, STRING), LOB_RULES(LOB_LIMITED(LOB_LIMIT_CURSOR_SIZE,
            LOB_E_INVALID_TARGET))},
    },
};

static const lob_wire_table list_ports_response_truncation_table = {
    .size = sizeof(lob_list_ports_response_truncation), .number_count = 2,
    .count = 2,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(list_ports_response_truncation, limit, INTEGER)},
        {LOB_NEED(list_ports_response_truncation, ports_dropped, INTEGER)},
    },
};

const lob_wire_table lob_list_ports_response_table = {
    .size = sizeof(lob_list_ports_response),
    .count = 12,
    .fields = (const lob_wire_field[]){
        {LOB_SAYS("schema_version", "1.0.0"), .is_required = 1},
        {LOB_NEED(list_ports_response, session_id, STRING)},
        {LOB_NEED(list_ports_response, cell, STRING)},
        {LOB_MAY(list_ports_response, raw_hex, STRING)},
        {LOB_NEED(list_ports_response, dbu, NUMBER)},
        {LOB_NEED(list_ports_response, units, OBJECT), LOB_OBJECT(lob_units)},
        {LOB_NEED(list_ports_response, conventions, ARRAY), LOB_LIST(sizeof(lob_convention_used), LOB_ITEM(OBJECT),
            LOB_OBJECT(lob_convention_used))},
        {LOB_NEED(list_ports_response, port_count, INTEGER)},
        {LOB_NEED(list_ports_response, ports, ARRAY), LOB_LIST(sizeof(lob_port_item), LOB_ITEM(OBJECT),
            LOB_OBJECT(lob_port_item))},
        {LOB_NEED(list_ports_response, notes, ARRAY), LOB_LIST(sizeof(lob_str), LOB_ITEM(STRING))},
        {LOB_NEED(list_ports_response, truncation, OBJECT), LOB_OBJECT(list_ports_response_truncation)},
        {LOB_MAY(list_ports_response, next_cursor, STRING)},
    },
};
