/* Made by tools/schemac from spec/. Do not edit. The tables of find_labels. */
#include "base/limits.h"
#include "gen/tables.h"

const lob_wire_table lob_find_labels_request_table = {
    .size = sizeof(lob_find_labels_request), .is_closed = true,
    .count = 11,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(find_labels_request, session_id, STRING), LOB_RULES(LOB_LIMITED(LOB_LIMIT_SESSION_ID_SIZE,
            LOB_E_INVALID_TARGET))},
        {LOB_FILL(find_labels_request, pattern, STRING), LOB_RULES(LOB_SIZE_MIN(1), LOB_LIMITED(LOB_LIMIT_PATTERN_SIZE,
            LOB_E_INVALID_TARGET), LOB_PRESET_TEXT("*"))},
        {LOB_FILL(find_labels_request, ignore_case, BOOLEAN), LOB_RULES(LOB_PRESET(false))},
        {LOB_HAS(find_labels_request, layers, ARRAY), LOB_LIST(sizeof(lob_layer_filter), LOB_ITEM(OBJECT),
            LOB_OBJECT(lob_layer_filter)), LOB_RULES(LOB_LIMITED(LOB_LIMIT_LAYERS_IN_REQUEST, LOB_E_QUERY_TOO_LARGE))},
        {LOB_MAY(find_labels_request, box, OBJECT), LOB_OBJECT(lob_query_box)},
        {LOB_MAY(find_labels_request, below, STRING), LOB_RULES(LOB_SIZE_MIN(1), LOB_LIMITED(LOB_LIMIT_NAME_SIZE,
            LOB_E_INVALID_TARGET))},
        {LOB_FILL(find_labels_request, all, BOOLEAN), LOB_RULES(LOB_PRESET(false))},
        {LOB_FILL(find_labels_request, include_places, BOOLEAN), LOB_RULES(LOB_PRESET(true))},
        {LOB_FILL(find_labels_request, limit, INTEGER), LOB_RULES(LOB_MINIMUM(1),
            LOB_LIMITED(LOB_LIMIT_FIND_LABELS_MAX, LOB_E_QUERY_TOO_LARGE), LOB_PRESET(40))},
        {LOB_FILL(find_labels_request, max_chars, INTEGER), LOB_RULES(LOB_MINIMUM(1),
            LOB_LIMITED(LOB_LIMIT_ANSWER_CHARS, LOB_E_QUERY_TOO_LARGE), LOB_PRESET(8000))},
        {LOB_MAY(find_labels_request, cursor, STRING), LOB_RULES(LOB_LIMITED(LOB_LIMIT_CURSOR_SIZE,
            LOB_E_INVALID_TARGET))},
    },
};

static const lob_wire_table find_labels_response_labels_item_places_item_table = {
    .size = sizeof(lob_find_labels_response_labels_item_places_item),
    .count = 5,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(find_labels_response_labels_item_places_item, id, STRING)},
        {LOB_MAY(find_labels_response_labels_item_places_item, top, STRING)},
        {LOB_NEED(find_labels_response_labels_item_places_item, cell, STRING)},
        {LOB_HAS(find_labels_response_labels_item_places_item, instance_path, ARRAY), LOB_LIST(sizeof(lob_str),
            LOB_ITEM(STRING))},
        {LOB_NEED(find_labels_response_labels_item_places_item, position_um, OBJECT), LOB_OBJECT(lob_point_um)},
    },
};

static const lob_wire_table find_labels_response_labels_item_table = {
    .size = sizeof(lob_find_labels_response_labels_item),
    .count = 6,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(find_labels_response_labels_item, text, STRING)},
        {LOB_MAY(find_labels_response_labels_item, raw_hex, STRING)},
        {LOB_HAS(find_labels_response_labels_item, bytes_cut, INTEGER)},
        {LOB_NEED(find_labels_response_labels_item, layer, OBJECT), LOB_OBJECT(lob_layer_ref)},
        {LOB_NEED(find_labels_response_labels_item, count, INTEGER)},
        {LOB_HAS(find_labels_response_labels_item, places, ARRAY),
            LOB_LIST(sizeof(lob_find_labels_response_labels_item_places_item), LOB_ITEM(OBJECT),
            LOB_OBJECT(find_labels_response_labels_item_places_item))},
    },
};

static const lob_wire_table find_labels_response_truncation_table = {
    .size = sizeof(lob_find_labels_response_truncation), .number_count = 1,
    .count = 3,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(find_labels_response_truncation, limit, INTEGER)},
        {LOB_HAS(find_labels_response_truncation, places_dropped, INTEGER)},
        {LOB_HAS(find_labels_response_truncation, rows_dropped, INTEGER)},
    },
};

const lob_wire_table lob_find_labels_response_table = {
    .size = sizeof(lob_find_labels_response),
    .count = 11,
    .fields = (const lob_wire_field[]){
        {LOB_SAYS("schema_version", "1.0.0"), .is_required = 1},
        {LOB_NEED(find_labels_response, session_id, STRING)},
        {LOB_NEED(find_labels_response, dbu, NUMBER)},
        {LOB_NEED(find_labels_response, units, OBJECT), LOB_OBJECT(lob_units)},
        {LOB_MAY(find_labels_response, below, STRING)},
        {LOB_NEED(find_labels_response, match_count, INTEGER)},
        {LOB_NEED(find_labels_response, text_count, INTEGER)},
        {LOB_NEED(find_labels_response, labels, ARRAY), LOB_LIST(sizeof(lob_find_labels_response_labels_item),
            LOB_ITEM(OBJECT), LOB_OBJECT(find_labels_response_labels_item))},
        {LOB_NEED(find_labels_response, truncation, OBJECT), LOB_OBJECT(find_labels_response_truncation)},
        {LOB_HAS(find_labels_response, notes, ARRAY), LOB_LIST(sizeof(lob_str), LOB_ITEM(STRING))},
        {LOB_MAY(find_labels_response, next_cursor, STRING)},
    },
};
