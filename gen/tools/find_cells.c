/* Made by tools/schemac from spec/. Do not edit. The tables of find_cells. */
#include "base/limits.h"
#include "gen/tables.h"

const lob_wire_table lob_find_cells_request_table = {
    .size = sizeof(lob_find_cells_request), .is_closed = true,
    .count = 14,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(find_cells_request, session_id, STRING), LOB_RULES(LOB_LIMITED(LOB_LIMIT_SESSION_ID_SIZE,
            LOB_E_INVALID_TARGET))},
        {LOB_MAY(find_cells_request, name, STRING), LOB_RULES(LOB_SIZE_MIN(1), LOB_LIMITED(LOB_LIMIT_NAME_SIZE,
            LOB_E_INVALID_TARGET))},
        {LOB_MAY(find_cells_request, pattern, STRING), LOB_RULES(LOB_SIZE_MIN(1), LOB_LIMITED(LOB_LIMIT_PATTERN_SIZE,
            LOB_E_INVALID_TARGET))},
        {LOB_FILL(find_cells_request, ignore_case, BOOLEAN), LOB_RULES(LOB_PRESET(false))},
        {LOB_MAY(find_cells_request, below, STRING), LOB_RULES(LOB_SIZE_MIN(1), LOB_LIMITED(LOB_LIMIT_NAME_SIZE,
            LOB_E_INVALID_TARGET))},
        {LOB_FILL(find_cells_request, all, BOOLEAN), LOB_RULES(LOB_PRESET(false))},
        {LOB_FILL(find_cells_request, include_places, BOOLEAN), LOB_RULES(LOB_PRESET(true))},
        {LOB_FILL(find_cells_request, max_places, INTEGER), LOB_RULES(LOB_MINIMUM(0),
            LOB_LIMITED(LOB_LIMIT_FIND_PLACES, LOB_E_QUERY_TOO_LARGE), LOB_PRESET(3))},
        {LOB_MAY(find_cells_request, layer, OBJECT), LOB_OBJECT(lob_layer_filter)},
        {LOB_FILL(find_cells_request, sort_by, ENUM), LOB_ONE_OF(find_cells_request_sort_by, 4),
            LOB_RULES(LOB_PRESET(LOB_FIND_CELLS_REQUEST_SORT_BY_NAME))},
        {LOB_FILL(find_cells_request, limit, INTEGER), LOB_RULES(LOB_MINIMUM(1), LOB_LIMITED(LOB_LIMIT_FIND_CELLS_MAX,
            LOB_E_QUERY_TOO_LARGE), LOB_PRESET(10))},
        {LOB_FILL(find_cells_request, max_chars, INTEGER), LOB_RULES(LOB_MINIMUM(1),
            LOB_LIMITED(LOB_LIMIT_ANSWER_CHARS, LOB_E_QUERY_TOO_LARGE), LOB_PRESET(8000))},
        {LOB_FILL(find_cells_request, detail, ENUM), LOB_ONE_OF(detail, 2), LOB_RULES(LOB_PRESET(LOB_DETAIL_LEAN))},
        {LOB_MAY(find_cells_request, cursor, STRING), LOB_RULES(LOB_LIMITED(LOB_LIMIT_CURSOR_SIZE,
            LOB_E_INVALID_TARGET))},
    },
};

static const lob_wire_table find_cells_response_cells_item_places_item_table = {
    .size = sizeof(lob_find_cells_response_cells_item_places_item),
    .count = 5,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(find_cells_response_cells_item_places_item, instance_path, ARRAY), LOB_LIST(sizeof(lob_str),
            LOB_ITEM(STRING))},
        {LOB_NEED(find_cells_response_cells_item_places_item, path_members, ARRAY), .is_full = 1,
            LOB_LIST(sizeof(lob_path_member), LOB_ITEM(OBJECT), LOB_OBJECT(lob_path_member))},
        {LOB_NEED(find_cells_response_cells_item_places_item, transform, OBJECT), LOB_OBJECT(lob_transform)},
        {LOB_NEED(find_cells_response_cells_item_places_item, bbox_um, OBJECT), LOB_OBJECT(lob_micron_box)},
        {LOB_NEED(find_cells_response_cells_item_places_item, bbox_dbu, OBJECT), .is_full = 1, LOB_OBJECT(lob_dbu_box)},
    },
};

static const lob_wire_table find_cells_response_cells_item_table = {
    .size = sizeof(lob_find_cells_response_cells_item),
    .count = 20,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(find_cells_response_cells_item, name, STRING)},
        {LOB_MAY(find_cells_response_cells_item, raw_hex, STRING)},
        {LOB_NEED(find_cells_response_cells_item, is_top, BOOLEAN)},
        {LOB_HAS(find_cells_response_cells_item, is_ghost, BOOLEAN)},
        {LOB_NEED(find_cells_response_cells_item, bbox_um, OBJECT), LOB_OBJECT(lob_micron_box)},
        {LOB_NEED(find_cells_response_cells_item, bbox_dbu, OBJECT), .is_full = 1, LOB_OBJECT(lob_dbu_box)},
        {LOB_MAY(find_cells_response_cells_item, layer_bbox_um, OBJECT), LOB_OBJECT(lob_micron_box)},
        {LOB_HAS(find_cells_response_cells_item, bbox_empty, BOOLEAN)},
        {LOB_NEED(find_cells_response_cells_item, shape_count, INTEGER)},
        {LOB_NEED(find_cells_response_cells_item, text_count, INTEGER)},
        {LOB_NEED(find_cells_response_cells_item, expanded_shape_count, INTEGER)},
        {LOB_NEED(find_cells_response_cells_item, parent_count, INTEGER)},
        {LOB_NEED(find_cells_response_cells_item, instance_count, INTEGER)},
        {LOB_NEED(find_cells_response_cells_item, member_count, INTEGER)},
        {LOB_NEED(find_cells_response_cells_item, place_count, INTEGER)},
        {LOB_HAS(find_cells_response_cells_item, places, ARRAY),
            LOB_LIST(sizeof(lob_find_cells_response_cells_item_places_item), LOB_ITEM(OBJECT),
            LOB_OBJECT(find_cells_response_cells_item_places_item))},
        {LOB_HAS(find_cells_response_cells_item, places_dropped, INTEGER)},
        {LOB_HAS(find_cells_response_cells_item, regular_sets, ARRAY), LOB_LIST(sizeof(lob_regular_set),
            LOB_ITEM(OBJECT), LOB_OBJECT(lob_regular_set))},
        {LOB_HAS(find_cells_response_cells_item, irregular_count, INTEGER)},
        {LOB_HAS(find_cells_response_cells_item, irregular_um, ARRAY), LOB_LIST(sizeof(lob_point_um), LOB_ITEM(OBJECT),
            LOB_OBJECT(lob_point_um))},
    },
};

static const lob_wire_table find_cells_response_truncation_table = {
    .size = sizeof(lob_find_cells_response_truncation), .number_count = 2,
    .count = 2,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(find_cells_response_truncation, limit, INTEGER)},
        {LOB_NEED(find_cells_response_truncation, cells_dropped, INTEGER)},
    },
};

const lob_wire_table lob_find_cells_response_table = {
    .size = sizeof(lob_find_cells_response),
    .count = 11,
    .fields = (const lob_wire_field[]){
        {LOB_SAYS("schema_version", "1.0.0"), .is_required = 1},
        {LOB_NEED(find_cells_response, session_id, STRING)},
        {LOB_NEED(find_cells_response, dbu, NUMBER)},
        {LOB_NEED(find_cells_response, units, OBJECT), LOB_OBJECT(lob_units)},
        {LOB_MAY(find_cells_response, below, STRING)},
        {LOB_NEED(find_cells_response, match_count, INTEGER)},
        {LOB_NEED(find_cells_response, cells, ARRAY), LOB_LIST(sizeof(lob_find_cells_response_cells_item),
            LOB_ITEM(OBJECT), LOB_OBJECT(find_cells_response_cells_item))},
        {LOB_HAS(find_cells_response, candidates, ARRAY), LOB_LIST(sizeof(lob_str), LOB_ITEM(STRING))},
        {LOB_NEED(find_cells_response, truncation, OBJECT), LOB_OBJECT(find_cells_response_truncation)},
        {LOB_HAS(find_cells_response, notes, ARRAY), LOB_LIST(sizeof(lob_str), LOB_ITEM(STRING))},
        {LOB_MAY(find_cells_response, next_cursor, STRING)},
    },
};
