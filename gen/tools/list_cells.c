/* Made by tools/schemac from spec/. Do not edit. The tables of list_cells. */
#include "base/limits.h"
#include "gen/tables.h"

const lob_wire_table lob_list_cells_request_table = {
    .size = sizeof(lob_list_cells_request), .is_closed = true,
    .count = 8,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(list_cells_request, session_id, STRING), LOB_RULES(LOB_LIMITED(LOB_LIMIT_SESSION_ID_SIZE,
            LOB_E_INVALID_TARGET))},
        {LOB_HAS(list_cells_request, max_depth, INTEGER), LOB_RULES(LOB_MINIMUM(0), LOB_LIMITED(LOB_LIMIT_MAX_DEPTH,
            LOB_E_QUERY_TOO_LARGE))},
        {LOB_MAY(list_cells_request, layer, OBJECT), LOB_OBJECT(lob_layer_filter)},
        {LOB_FILL(list_cells_request, sort_by, ENUM), LOB_ONE_OF(list_cells_request_sort_by, 4),
            LOB_RULES(LOB_PRESET(LOB_LIST_CELLS_REQUEST_SORT_BY_NAME))},
        {LOB_FILL(list_cells_request, limit, INTEGER), LOB_RULES(LOB_MINIMUM(1), LOB_LIMITED(LOB_LIMIT_LIST_CELLS_MAX,
            LOB_E_QUERY_TOO_LARGE), LOB_PRESET(200))},
        {LOB_FILL(list_cells_request, max_chars, INTEGER), LOB_RULES(LOB_MINIMUM(1),
            LOB_LIMITED(LOB_LIMIT_ANSWER_CHARS, LOB_E_QUERY_TOO_LARGE), LOB_PRESET(8000))},
        {LOB_FILL(list_cells_request, detail, ENUM), LOB_ONE_OF(detail, 2), LOB_RULES(LOB_PRESET(LOB_DETAIL_LEAN))},
        {LOB_MAY(list_cells_request, cursor, STRING), LOB_RULES(LOB_LIMITED(LOB_LIMIT_CURSOR_SIZE,
            LOB_E_INVALID_TARGET))},
    },
};

static const lob_wire_table list_cells_response_cells_item_children_item_table = {
    .size = sizeof(lob_list_cells_response_cells_item_children_item),
    .count = 2,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(list_cells_response_cells_item_children_item, cell, STRING)},
        {LOB_NEED(list_cells_response_cells_item_children_item, count, INTEGER)},
    },
};

static const lob_wire_table list_cells_response_cells_item_table = {
    .size = sizeof(lob_list_cells_response_cells_item),
    .count = 15,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(list_cells_response_cells_item, name, STRING)},
        {LOB_MAY(list_cells_response_cells_item, raw_hex, STRING)},
        {LOB_NEED(list_cells_response_cells_item, is_top, BOOLEAN)},
        {LOB_HAS(list_cells_response_cells_item, is_ghost, BOOLEAN)},
        {LOB_NEED(list_cells_response_cells_item, bbox_um, OBJECT), LOB_OBJECT(lob_micron_box)},
        {LOB_NEED(list_cells_response_cells_item, bbox_dbu, OBJECT), .is_full = 1, LOB_OBJECT(lob_dbu_box)},
        {LOB_MAY(list_cells_response_cells_item, layer_bbox_um, OBJECT), LOB_OBJECT(lob_micron_box)},
        {LOB_HAS(list_cells_response_cells_item, bbox_empty, BOOLEAN)},
        {LOB_NEED(list_cells_response_cells_item, child_instance_count, INTEGER)},
        {LOB_NEED(list_cells_response_cells_item, shape_count, INTEGER)},
        {LOB_NEED(list_cells_response_cells_item, text_count, INTEGER)},
        {LOB_NEED(list_cells_response_cells_item, expanded_instance_count, INTEGER)},
        {LOB_NEED(list_cells_response_cells_item, expanded_shape_count, INTEGER)},
        {LOB_NEED(list_cells_response_cells_item, children, ARRAY),
            LOB_LIST(sizeof(lob_list_cells_response_cells_item_children_item), LOB_ITEM(OBJECT),
            LOB_OBJECT(list_cells_response_cells_item_children_item))},
        {LOB_HAS(list_cells_response_cells_item, children_dropped, INTEGER)},
    },
};

static const lob_wire_table list_cells_response_truncation_table = {
    .size = sizeof(lob_list_cells_response_truncation), .number_count = 2,
    .count = 2,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(list_cells_response_truncation, limit, INTEGER)},
        {LOB_NEED(list_cells_response_truncation, cells_dropped, INTEGER)},
    },
};

const lob_wire_table lob_list_cells_response_table = {
    .size = sizeof(lob_list_cells_response),
    .count = 8,
    .fields = (const lob_wire_field[]){
        {LOB_SAYS("schema_version", "1.0.0"), .is_required = 1},
        {LOB_NEED(list_cells_response, session_id, STRING)},
        {LOB_NEED(list_cells_response, dbu, NUMBER)},
        {LOB_NEED(list_cells_response, units, OBJECT), LOB_OBJECT(lob_units)},
        {LOB_NEED(list_cells_response, cell_count, INTEGER)},
        {LOB_NEED(list_cells_response, cells, ARRAY), LOB_LIST(sizeof(lob_list_cells_response_cells_item),
            LOB_ITEM(OBJECT), LOB_OBJECT(list_cells_response_cells_item))},
        {LOB_NEED(list_cells_response, truncation, OBJECT), LOB_OBJECT(list_cells_response_truncation)},
        {LOB_MAY(list_cells_response, next_cursor, STRING)},
    },
};
