/* Made by tools/schemac from spec/. Do not edit. The tables of find_coincident. */
#include "base/limits.h"
#include "gen/tables.h"

const lob_wire_table lob_find_coincident_request_table = {
    .size = sizeof(lob_find_coincident_request), .is_closed = true,
    .count = 7,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(find_coincident_request, session_id, STRING), LOB_RULES(LOB_LIMITED(LOB_LIMIT_SESSION_ID_SIZE,
            LOB_E_INVALID_TARGET))},
        {LOB_MAY(find_coincident_request, below, STRING), LOB_RULES(LOB_SIZE_MIN(1), LOB_LIMITED(LOB_LIMIT_NAME_SIZE,
            LOB_E_INVALID_TARGET))},
        {LOB_FILL(find_coincident_request, kind, ENUM), LOB_ONE_OF(find_coincident_request_kind, 3),
            LOB_RULES(LOB_PRESET(LOB_FIND_COINCIDENT_REQUEST_KIND_ALL))},
        {LOB_HAS(find_coincident_request, layers, ARRAY), LOB_LIST(sizeof(lob_layer_filter), LOB_ITEM(OBJECT),
            LOB_OBJECT(lob_layer_filter)), LOB_RULES(LOB_LIMITED(LOB_LIMIT_LAYERS_IN_REQUEST, LOB_E_QUERY_TOO_LARGE))},
        {LOB_FILL(find_coincident_request, limit, INTEGER), LOB_RULES(LOB_MINIMUM(1),
            LOB_LIMITED(LOB_LIMIT_COINCIDE_MAX, LOB_E_QUERY_TOO_LARGE), LOB_PRESET(20))},
        {LOB_FILL(find_coincident_request, max_chars, INTEGER), LOB_RULES(LOB_MINIMUM(1),
            LOB_LIMITED(LOB_LIMIT_ANSWER_CHARS, LOB_E_QUERY_TOO_LARGE), LOB_PRESET(8000))},
        {LOB_MAY(find_coincident_request, cursor, STRING), LOB_RULES(LOB_LIMITED(LOB_LIMIT_CURSOR_SIZE,
            LOB_E_INVALID_TARGET))},
    },
};

static const lob_wire_table find_coincident_response_summary_table = {
    .size = sizeof(lob_find_coincident_response_summary), .number_count = 3,
    .count = 3,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(find_coincident_response_summary, instance_sets, INTEGER)},
        {LOB_NEED(find_coincident_response_summary, shape_sets, INTEGER)},
        {LOB_NEED(find_coincident_response_summary, text_sets, INTEGER)},
    },
};

static const lob_wire_table find_coincident_response_sets_item_table = {
    .size = sizeof(lob_find_coincident_response_sets_item),
    .count = 9,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(find_coincident_response_sets_item, cell, STRING)},
        {LOB_NEED(find_coincident_response_sets_item, place_count, INTEGER)},
        {LOB_NEED(find_coincident_response_sets_item, kind, ENUM), LOB_ONE_OF(find_coincident_response_sets_item_kind,
            5)},
        {LOB_MAY(find_coincident_response_sets_item, child_cell, STRING)},
        {LOB_MAY(find_coincident_response_sets_item, text, STRING)},
        {LOB_MAY(find_coincident_response_sets_item, layer, OBJECT), LOB_OBJECT(lob_layer_ref)},
        {LOB_NEED(find_coincident_response_sets_item, position_um, OBJECT), LOB_OBJECT(lob_point_um)},
        {LOB_NEED(find_coincident_response_sets_item, count, INTEGER)},
        {LOB_NEED(find_coincident_response_sets_item, ids, ARRAY), LOB_LIST(sizeof(lob_str), LOB_ITEM(STRING))},
    },
};

static const lob_wire_table find_coincident_response_truncation_table = {
    .size = sizeof(lob_find_coincident_response_truncation), .number_count = 2,
    .count = 2,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(find_coincident_response_truncation, limit, INTEGER)},
        {LOB_NEED(find_coincident_response_truncation, sets_dropped, INTEGER)},
    },
};

const lob_wire_table lob_find_coincident_response_table = {
    .size = sizeof(lob_find_coincident_response),
    .count = 10,
    .fields = (const lob_wire_field[]){
        {LOB_SAYS("schema_version", "1.0.0"), .is_required = 1},
        {LOB_NEED(find_coincident_response, session_id, STRING)},
        {LOB_NEED(find_coincident_response, dbu, NUMBER)},
        {LOB_NEED(find_coincident_response, units, OBJECT), LOB_OBJECT(lob_units)},
        {LOB_NEED(find_coincident_response, below, STRING)},
        {LOB_NEED(find_coincident_response, summary, OBJECT), LOB_OBJECT(find_coincident_response_summary)},
        {LOB_NEED(find_coincident_response, sets, ARRAY), LOB_LIST(sizeof(lob_find_coincident_response_sets_item),
            LOB_ITEM(OBJECT), LOB_OBJECT(find_coincident_response_sets_item))},
        {LOB_NEED(find_coincident_response, truncation, OBJECT), LOB_OBJECT(find_coincident_response_truncation)},
        {LOB_HAS(find_coincident_response, notes, ARRAY), LOB_LIST(sizeof(lob_str), LOB_ITEM(STRING))},
        {LOB_MAY(find_coincident_response, next_cursor, STRING)},
    },
};
