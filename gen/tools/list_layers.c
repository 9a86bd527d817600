/* Made by tools/schemac from spec/. Do not edit. The tables of list_layers. */
#include "base/limits.h"
#include "gen/tables.h"

const lob_wire_table lob_list_layers_request_table = {
    .size = sizeof(lob_list_layers_request), .is_closed = true,
    .count = 5,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(list_layers_request, session_id, STRING), LOB_RULES(LOB_LIMITED(LOB_LIMIT_SESSION_ID_SIZE,
            LOB_E_INVALID_TARGET))},
        {LOB_FILL(list_layers_request, limit, INTEGER), LOB_RULES(LOB_MINIMUM(1),
            LOB_LIMITED(LOB_LIMIT_LIST_LAYERS_MAX, LOB_E_QUERY_TOO_LARGE), LOB_PRESET(256))},
        {LOB_FILL(list_layers_request, max_chars, INTEGER), LOB_RULES(LOB_MINIMUM(1),
            LOB_LIMITED(LOB_LIMIT_ANSWER_CHARS, LOB_E_QUERY_TOO_LARGE), LOB_PRESET(8000))},
        {LOB_FILL(list_layers_request, detail, ENUM), LOB_ONE_OF(detail, 2), LOB_RULES(LOB_PRESET(LOB_DETAIL_LEAN))},
        {LOB_MAY(list_layers_request, cursor, STRING), LOB_RULES(LOB_LIMITED(LOB_LIMIT_CURSOR_SIZE,
            LOB_E_INVALID_TARGET))},
    },
};

static const lob_wire_table list_layers_response_layers_item_table = {
    .size = sizeof(lob_list_layers_response_layers_item),
    .count = 12,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(list_layers_response_layers_item, layer, INTEGER)},
        {LOB_NEED(list_layers_response_layers_item, datatype, INTEGER)},
        {LOB_MAY(list_layers_response_layers_item, name, STRING)},
        {LOB_MAY(list_layers_response_layers_item, raw_hex, STRING)},
        {LOB_HAS(list_layers_response_layers_item, name_source, ENUM),
            LOB_ONE_OF(list_layers_response_layers_item_name_source, 3)},
        {LOB_NEED(list_layers_response_layers_item, visible, BOOLEAN)},
        {LOB_NEED(list_layers_response_layers_item, shape_count, INTEGER)},
        {LOB_NEED(list_layers_response_layers_item, text_count, INTEGER)},
        {LOB_NEED(list_layers_response_layers_item, expanded_shape_count, INTEGER)},
        {LOB_NEED(list_layers_response_layers_item, bbox_um, OBJECT), LOB_OBJECT(lob_micron_box)},
        {LOB_NEED(list_layers_response_layers_item, bbox_dbu, OBJECT), .is_full = 1, LOB_OBJECT(lob_dbu_box)},
        {LOB_HAS(list_layers_response_layers_item, bbox_empty, BOOLEAN)},
    },
};

static const lob_wire_table list_layers_response_truncation_table = {
    .size = sizeof(lob_list_layers_response_truncation), .number_count = 2,
    .count = 2,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(list_layers_response_truncation, limit, INTEGER)},
        {LOB_NEED(list_layers_response_truncation, layers_dropped, INTEGER)},
    },
};

const lob_wire_table lob_list_layers_response_table = {
    .size = sizeof(lob_list_layers_response),
    .count = 8,
    .fields = (const lob_wire_field[]){
        {LOB_SAYS("schema_version", "1.0.0"), .is_required = 1},
        {LOB_NEED(list_layers_response, session_id, STRING)},
        {LOB_NEED(list_layers_response, dbu, NUMBER)},
        {LOB_NEED(list_layers_response, units, OBJECT), LOB_OBJECT(lob_units)},
        {LOB_NEED(list_layers_response, layer_count, INTEGER)},
        {LOB_NEED(list_layers_response, layers, ARRAY), LOB_LIST(sizeof(lob_list_layers_response_layers_item),
            LOB_ITEM(OBJECT), LOB_OBJECT(list_layers_response_layers_item))},
        {LOB_NEED(list_layers_response, truncation, OBJECT), LOB_OBJECT(list_layers_response_truncation)},
        {LOB_MAY(list_layers_response, next_cursor, STRING)},
    },
};
