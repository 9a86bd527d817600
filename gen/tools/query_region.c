/* Made by tools/schemac from spec/. Do not edit. The tables of query_region. */
#include "base/limits.h"
#include "gen/tables.h"

const lob_wire_table lob_query_region_request_table = {
    .size = sizeof(lob_query_region_request), .is_closed = true,
    .count = 16,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(query_region_request, session_id, STRING), LOB_RULES(LOB_LIMITED(LOB_LIMIT_SESSION_ID_SIZE,
            LOB_E_INVALID_TARGET))},
        {LOB_NEED(query_region_request, box, OBJECT), LOB_OBJECT(lob_query_box)},
        {LOB_MAY(query_region_request, cell, STRING), LOB_RULES(LOB_SIZE_MIN(1), LOB_LIMITED(LOB_LIMIT_NAME_SIZE,
            LOB_E_INVALID_TARGET))},
        {LOB_HAS(query_region_request, layers, ARRAY), LOB_LIST(sizeof(lob_layer_filter), LOB_ITEM(OBJECT),
            LOB_OBJECT(lob_layer_filter)), LOB_RULES(LOB_LIMITED(LOB_LIMIT_LAYERS_IN_REQUEST, LOB_E_QUERY_TOO_LARGE))},
        {LOB_FILL(query_region_request, hierarchy_mode, ENUM), LOB_ONE_OF(query_region_request_hierarchy_mode, 3),
            LOB_RULES(LOB_PRESET(LOB_QUERY_REGION_REQUEST_HIERARCHY_MODE_RECURSIVE))},
        {LOB_FILL(query_region_request, match, ENUM), LOB_ONE_OF(query_region_request_match, 2),
            LOB_RULES(LOB_PRESET(LOB_QUERY_REGION_REQUEST_MATCH_BBOX))},
        {LOB_FILL(query_region_request, max_shapes, INTEGER), LOB_RULES(LOB_MINIMUM(0),
            LOB_LIMITED(LOB_LIMIT_MAX_SHAPES, LOB_E_QUERY_TOO_LARGE), LOB_PRESET(200))},
        {LOB_FILL(query_region_request, max_instances, INTEGER), LOB_RULES(LOB_MINIMUM(0),
            LOB_LIMITED(LOB_LIMIT_MAX_INSTANCES, LOB_E_QUERY_TOO_LARGE), LOB_PRESET(100))},
        {LOB_FILL(query_region_request, max_texts, INTEGER), LOB_RULES(LOB_MINIMUM(0), LOB_LIMITED(LOB_LIMIT_MAX_TEXTS,
            LOB_E_QUERY_TOO_LARGE), LOB_PRESET(200))},
        {LOB_HAS(query_region_request, include_instances, BOOLEAN)},
        {LOB_FILL(query_region_request, include_points, BOOLEAN), LOB_RULES(LOB_PRESET(false))},
        {LOB_FILL(query_region_request, include_area, BOOLEAN), LOB_RULES(LOB_PRESET(false))},
        {LOB_FILL(query_region_request, include_statistics, BOOLEAN), LOB_RULES(LOB_PRESET(false))},
        {LOB_FILL(query_region_request, max_chars, INTEGER), LOB_RULES(LOB_MINIMUM(1),
            LOB_LIMITED(LOB_LIMIT_ANSWER_CHARS, LOB_E_QUERY_TOO_LARGE), LOB_PRESET(8000))},
        {LOB_FILL(query_region_request, detail, ENUM), LOB_ONE_OF(detail, 2), LOB_RULES(LOB_PRESET(LOB_DETAIL_LEAN))},
        {LOB_MAY(query_region_request, cursor, STRING), LOB_RULES(LOB_LIMITED(LOB_LIMIT_CURSOR_SIZE,
            LOB_E_INVALID_TARGET))},
    },
};

static const lob_wire_table query_region_response_summary_table = {
    .size = sizeof(lob_query_region_response_summary), .number_count = 3,
    .count = 4,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(query_region_response_summary, shape_count, INTEGER)},
        {LOB_NEED(query_region_response_summary, instance_count, INTEGER)},
        {LOB_NEED(query_region_response_summary, text_count, INTEGER)},
        {LOB_HAS(query_region_response_summary, lower_bound, BOOLEAN)},
    },
};

static const lob_wire_table query_region_response_instances_item_table = {
    .size = sizeof(lob_query_region_response_instances_item),
    .count = 15,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(query_region_response_instances_item, id, STRING)},
        {LOB_NEED(query_region_response_instances_item, name, STRING)},
        {LOB_NEED(query_region_response_instances_item, child_cell, STRING)},
        {LOB_HAS(query_region_response_instances_item, is_ghost, BOOLEAN)},
        {LOB_MAY(query_region_response_instances_item, raw_hex, STRING)},
        {LOB_HAS(query_region_response_instances_item, instance_path, ARRAY), LOB_LIST(sizeof(lob_str),
            LOB_ITEM(STRING))},
        {LOB_HAS(query_region_response_instances_item, path_members, ARRAY), .is_full = 1,
            LOB_LIST(sizeof(lob_path_member), LOB_ITEM(OBJECT), LOB_OBJECT(lob_path_member))},
        {LOB_NEED(query_region_response_instances_item, array, OBJECT), LOB_OBJECT(lob_array_info)},
        {LOB_NEED(query_region_response_instances_item, members_in_box, INTEGER)},
        {LOB_NEED(query_region_response_instances_item, transform, OBJECT), LOB_OBJECT(lob_transform)},
        {LOB_NEED(query_region_response_instances_item, bbox_um, OBJECT), LOB_OBJECT(lob_micron_box)},
        {LOB_NEED(query_region_response_instances_item, bbox_dbu, OBJECT), .is_full = 1, LOB_OBJECT(lob_dbu_box)},
        {LOB_HAS(query_region_response_instances_item, bbox_empty, BOOLEAN)},
        {LOB_HAS(query_region_response_instances_item, properties, ARRAY), LOB_LIST(sizeof(lob_property),
            LOB_ITEM(OBJECT), LOB_OBJECT(lob_property))},
        {LOB_HAS(query_region_response_instances_item, properties_dropped, INTEGER)},
    },
};

static const lob_wire_table query_region_response_texts_item_table = {
    .size = sizeof(lob_query_region_response_texts_item),
    .count = 14,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(query_region_response_texts_item, id, STRING)},
        {LOB_NEED(query_region_response_texts_item, text, STRING)},
        {LOB_MAY(query_region_response_texts_item, raw_hex, STRING)},
        {LOB_HAS(query_region_response_texts_item, bytes_cut, INTEGER)},
        {LOB_NEED(query_region_response_texts_item, cell, STRING), .is_full = 1},
        {LOB_MAY(query_region_response_texts_item, leaf_cell, STRING)},
        {LOB_HAS(query_region_response_texts_item, instance_path, ARRAY), LOB_LIST(sizeof(lob_str), LOB_ITEM(STRING))},
        {LOB_HAS(query_region_response_texts_item, path_members, ARRAY), .is_full = 1,
            LOB_LIST(sizeof(lob_path_member), LOB_ITEM(OBJECT), LOB_OBJECT(lob_path_member))},
        {LOB_NEED(query_region_response_texts_item, layer, OBJECT), LOB_OBJECT(lob_layer_ref)},
        {LOB_NEED(query_region_response_texts_item, bbox_um, OBJECT), .is_full = 1, LOB_OBJECT(lob_micron_box)},
        {LOB_NEED(query_region_response_texts_item, position_um, OBJECT), LOB_OBJECT(lob_point_um)},
        {LOB_NEED(query_region_response_texts_item, position_dbu, OBJECT), .is_full = 1, LOB_OBJECT(lob_point_dbu)},
        {LOB_HAS(query_region_response_texts_item, properties, ARRAY), LOB_LIST(sizeof(lob_property), LOB_ITEM(OBJECT),
            LOB_OBJECT(lob_property))},
        {LOB_HAS(query_region_response_texts_item, properties_dropped, INTEGER)},
    },
};

static const lob_wire_table query_region_response_statistics_item_largest_piece_table = {
    .size = sizeof(lob_query_region_response_statistics_item_largest_piece),
    .count = 2,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(query_region_response_statistics_item_largest_piece, area_um2, MICRONS)},
        {LOB_NEED(query_region_response_statistics_item_largest_piece, bbox_um, OBJECT), LOB_OBJECT(lob_micron_box)},
    },
};

static const lob_wire_table query_region_response_statistics_item_table = {
    .size = sizeof(lob_query_region_response_statistics_item),
    .count = 9,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(query_region_response_statistics_item, layer, OBJECT), LOB_OBJECT(lob_layer_ref)},
        {LOB_NEED(query_region_response_statistics_item, shape_count, INTEGER)},
        {LOB_HAS(query_region_response_statistics_item, text_count, INTEGER)},
        {LOB_NEED(query_region_response_statistics_item, area_um2, MICRONS)},
        {LOB_NEED(query_region_response_statistics_item, density, NUMBER)},
        {LOB_HAS(query_region_response_statistics_item, piece_count, INTEGER)},
        {LOB_HAS(query_region_response_statistics_item, perimeter_um, MICRONS)},
        {LOB_MAY(query_region_response_statistics_item, bbox_um, OBJECT), LOB_OBJECT(lob_micron_box)},
        {LOB_MAY(query_region_response_statistics_item, largest_piece, OBJECT),
            LOB_OBJECT(query_region_response_statistics_item_largest_piece)},
    },
};

static const lob_wire_table query_region_response_truncation_table = {
    .size = sizeof(lob_query_region_response_truncation), .number_count = 3,
    .count = 5,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(query_region_response_truncation, shapes_dropped, INTEGER)},
        {LOB_NEED(query_region_response_truncation, instances_dropped, INTEGER)},
        {LOB_NEED(query_region_response_truncation, texts_dropped, INTEGER)},
        {LOB_HAS(query_region_response_truncation, points_dropped, INTEGER)},
        {LOB_HAS(query_region_response_truncation, layers_dropped, INTEGER)},
    },
};

const lob_wire_table lob_query_region_response_table = {
    .size = sizeof(lob_query_region_response),
    .count = 17,
    .fields = (const lob_wire_field[]){
        {LOB_SAYS("schema_version", "1.0.0"), .is_required = 1},
        {LOB_NEED(query_region_response, session_id, STRING)},
        {LOB_NEED(query_region_response, dbu, NUMBER)},
        {LOB_NEED(query_region_response, units, OBJECT), LOB_OBJECT(lob_units)},
        {LOB_NEED(query_region_response, box_um, OBJECT), LOB_OBJECT(lob_micron_box)},
        {LOB_NEED(query_region_response, box_dbu, OBJECT), .is_full = 1, LOB_OBJECT(lob_dbu_box)},
        {LOB_NEED(query_region_response, cell, STRING)},
        {LOB_NEED(query_region_response, hierarchy_mode, ENUM), LOB_ONE_OF(query_region_response_hierarchy_mode, 3)},
        {LOB_NEED(query_region_response, match, ENUM), LOB_ONE_OF(query_region_response_match, 2)},
        {LOB_NEED(query_region_response, summary, OBJECT), LOB_OBJECT(query_region_response_summary)},
        {LOB_NEED(query_region_response, shapes, ARRAY), LOB_LIST(sizeof(lob_shape_ref), LOB_ITEM(OBJECT),
            LOB_OBJECT(lob_shape_ref))},
        {LOB_NEED(query_region_response, instances, ARRAY), LOB_LIST(sizeof(lob_query_region_response_instances_item),
            LOB_ITEM(OBJECT), LOB_OBJECT(query_region_response_instances_item))},
        {LOB_NEED(query_region_response, texts, ARRAY), LOB_LIST(sizeof(lob_query_region_response_texts_item),
            LOB_ITEM(OBJECT), LOB_OBJECT(query_region_response_texts_item))},
        {LOB_HAS(query_region_response, statistics, ARRAY), LOB_LIST(sizeof(lob_query_region_response_statistics_item),
            LOB_ITEM(OBJECT), LOB_OBJECT(query_region_response_statistics_item))},
        {LOB_NEED(query_region_response, truncation, OBJECT), LOB_OBJECT(query_region_response_truncation)},
        {LOB_HAS(query_region_response, notes, ARRAY), LOB_LIST(sizeof(lob_str), LOB_ITEM(STRING))},
        {LOB_MAY(query_region_response, next_cursor, STRING)},
    },
};
