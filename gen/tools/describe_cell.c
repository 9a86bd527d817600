/* Made by tools/schemac from spec/. Do not edit. The tables of describe_cell. */
#include "base/limits.h"
#include "gen/tables.h"

const lob_wire_table lob_describe_cell_request_table = {
    .size = sizeof(lob_describe_cell_request), .is_closed = true,
    .count = 9,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(describe_cell_request, session_id, STRING), LOB_RULES(LOB_LIMITED(LOB_LIMIT_SESSION_ID_SIZE,
            LOB_E_INVALID_TARGET))},
        {LOB_MAY(describe_cell_request, cell, STRING), LOB_RULES(LOB_SIZE_MIN(1), LOB_LIMITED(LOB_LIMIT_NAME_SIZE,
            LOB_E_INVALID_TARGET))},
        {LOB_FILL(describe_cell_request, depth, INTEGER), LOB_RULES(LOB_MINIMUM(0),
            LOB_LIMITED(LOB_LIMIT_DESCRIBE_DEPTH, LOB_E_QUERY_TOO_LARGE), LOB_PRESET(1))},
        {LOB_FILL(describe_cell_request, max_instances, INTEGER), LOB_RULES(LOB_MINIMUM(1),
            LOB_LIMITED(LOB_LIMIT_MAX_INSTANCES, LOB_E_QUERY_TOO_LARGE), LOB_PRESET(100))},
        {LOB_FILL(describe_cell_request, max_labels, INTEGER), LOB_RULES(LOB_MINIMUM(1),
            LOB_LIMITED(LOB_LIMIT_MAX_LABELS, LOB_E_QUERY_TOO_LARGE), LOB_PRESET(64))},
        {LOB_FILL(describe_cell_request, include_ports, BOOLEAN), LOB_RULES(LOB_PRESET(true))},
        {LOB_FILL(describe_cell_request, max_chars, INTEGER), LOB_RULES(LOB_MINIMUM(1),
            LOB_LIMITED(LOB_LIMIT_ANSWER_CHARS, LOB_E_QUERY_TOO_LARGE), LOB_PRESET(8000))},
        {LOB_FILL(describe_cell_request, detail, ENUM), LOB_ONE_OF(detail, 2), LOB_RULES(LOB_PRESET(LOB_DETAIL_LEAN))},
        {LOB_MAY(describe_cell_request, cursor, STRING), LOB_RULES(LOB_LIMITED(LOB_LIMIT_CURSOR_SIZE,
            LOB_E_INVALID_TARGET))},
    },
};

static const lob_wire_table describe_cell_response_summary_table = {
    .size = sizeof(lob_describe_cell_response_summary), .number_count = 5,
    .count = 6,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(describe_cell_response_summary, instance_count, INTEGER)},
        {LOB_NEED(describe_cell_response_summary, label_count, INTEGER)},
        {LOB_HAS(describe_cell_response_summary, labels_below, INTEGER)},
        {LOB_NEED(describe_cell_response_summary, shape_count, INTEGER)},
        {LOB_NEED(describe_cell_response_summary, expanded_instance_count, INTEGER)},
        {LOB_NEED(describe_cell_response_summary, expanded_shape_count, INTEGER)},
    },
};

static const lob_wire_table describe_cell_response_shape_counts_by_layer_item_table = {
    .size = sizeof(lob_describe_cell_response_shape_counts_by_layer_item), .number_count = 5,
    .count = 7,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(describe_cell_response_shape_counts_by_layer_item, layer, INTEGER)},
        {LOB_NEED(describe_cell_response_shape_counts_by_layer_item, datatype, INTEGER)},
        {LOB_MAY(describe_cell_response_shape_counts_by_layer_item, name, STRING)},
        {LOB_MAY(describe_cell_response_shape_counts_by_layer_item, raw_hex, STRING)},
        {LOB_NEED(describe_cell_response_shape_counts_by_layer_item, shape_count, INTEGER)},
        {LOB_NEED(describe_cell_response_shape_counts_by_layer_item, text_count, INTEGER)},
        {LOB_NEED(describe_cell_response_shape_counts_by_layer_item, expanded_shape_count, INTEGER)},
    },
};

static const lob_wire_table describe_cell_response_instances_item_table = {
    .size = sizeof(lob_describe_cell_response_instances_item),
    .count = 12,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(describe_cell_response_instances_item, name, STRING)},
        {LOB_NEED(describe_cell_response_instances_item, child_cell, STRING)},
        {LOB_MAY(describe_cell_response_instances_item, raw_hex, STRING)},
        {LOB_HAS(describe_cell_response_instances_item, is_ghost, BOOLEAN)},
        {LOB_HAS(describe_cell_response_instances_item, instance_path, ARRAY), LOB_LIST(sizeof(lob_str),
            LOB_ITEM(STRING))},
        {LOB_NEED(describe_cell_response_instances_item, array, OBJECT), LOB_OBJECT(lob_array_info)},
        {LOB_NEED(describe_cell_response_instances_item, transform, OBJECT), LOB_OBJECT(lob_transform)},
        {LOB_NEED(describe_cell_response_instances_item, bbox_um, OBJECT), LOB_OBJECT(lob_micron_box)},
        {LOB_NEED(describe_cell_response_instances_item, bbox_dbu, OBJECT), LOB_OBJECT(lob_dbu_box)},
        {LOB_HAS(describe_cell_response_instances_item, bbox_empty, BOOLEAN)},
        {LOB_HAS(describe_cell_response_instances_item, properties, ARRAY), LOB_LIST(sizeof(lob_property),
            LOB_ITEM(OBJECT), LOB_OBJECT(lob_property))},
        {LOB_HAS(describe_cell_response_instances_item, properties_dropped, INTEGER)},
    },
};

static const lob_wire_table describe_cell_response_regular_sets_item_table = {
    .size = sizeof(lob_describe_cell_response_regular_sets_item),
    .count = 5,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(describe_cell_response_regular_sets_item, child_cell, STRING)},
        {LOB_NEED(describe_cell_response_regular_sets_item, place_count, INTEGER)},
        {LOB_NEED(describe_cell_response_regular_sets_item, sets, ARRAY), LOB_LIST(sizeof(lob_regular_set),
            LOB_ITEM(OBJECT), LOB_OBJECT(lob_regular_set))},
        {LOB_NEED(describe_cell_response_regular_sets_item, irregular_count, INTEGER)},
        {LOB_HAS(describe_cell_response_regular_sets_item, irregular_um, ARRAY), LOB_LIST(sizeof(lob_point_um),
            LOB_ITEM(OBJECT), LOB_OBJECT(lob_point_um))},
    },
};

static const lob_wire_table describe_cell_response_device_params_item_table = {
    .size = sizeof(lob_describe_cell_response_device_params_item),
    .count = 2,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(describe_cell_response_device_params_item, key, STRING)},
        {LOB_NEED(describe_cell_response_device_params_item, value, STRING)},
    },
};

static const lob_wire_table describe_cell_response_truncation_table = {
    .size = sizeof(lob_describe_cell_response_truncation), .number_count = 4,
    .count = 4,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(describe_cell_response_truncation, instances_dropped, INTEGER)},
        {LOB_NEED(describe_cell_response_truncation, labels_dropped, INTEGER)},
        {LOB_NEED(describe_cell_response_truncation, layers_dropped, INTEGER)},
        {LOB_NEED(describe_cell_response_truncation, label_bytes_dropped, INTEGER)},
    },
};

const lob_wire_table lob_describe_cell_response_table = {
    .size = sizeof(lob_describe_cell_response),
    .count = 23,
    .fields = (const lob_wire_field[]){
        {LOB_SAYS("schema_version", "1.0.0"), .is_required = 1},
        {LOB_NEED(describe_cell_response, session_id, STRING)},
        {LOB_NEED(describe_cell_response, dbu, NUMBER)},
        {LOB_NEED(describe_cell_response, units, OBJECT), LOB_OBJECT(lob_units)},
        {LOB_NEED(describe_cell_response, cell, STRING)},
        {LOB_MAY(describe_cell_response, raw_hex, STRING)},
        {LOB_HAS(describe_cell_response, is_ghost, BOOLEAN)},
        {LOB_NEED(describe_cell_response, bbox_um, OBJECT), LOB_OBJECT(lob_micron_box)},
        {LOB_NEED(describe_cell_response, bbox_dbu, OBJECT), LOB_OBJECT(lob_dbu_box)},
        {LOB_HAS(describe_cell_response, bbox_empty, BOOLEAN)},
        {LOB_NEED(describe_cell_response, depth_used, INTEGER)},
        {LOB_NEED(describe_cell_response, summary, OBJECT), LOB_OBJECT(describe_cell_response_summary)},
        {LOB_NEED(describe_cell_response, shape_counts_by_layer, ARRAY),
            LOB_LIST(sizeof(lob_describe_cell_response_shape_counts_by_layer_item), LOB_ITEM(OBJECT),
            LOB_OBJECT(describe_cell_response_shape_counts_by_layer_item))},
        {LOB_NEED(describe_cell_response, instances, ARRAY),
            LOB_LIST(sizeof(lob_describe_cell_response_instances_item), LOB_ITEM(OBJECT),
            LOB_OBJECT(describe_cell_response_instances_item))},
        {LOB_HAS(describe_cell_response, regular_sets, ARRAY),
            LOB_LIST(sizeof(lob_describe_cell_response_regular_sets_item), LOB_ITEM(OBJECT),
            LOB_OBJECT(describe_cell_response_regular_sets_item))},
        {LOB_NEED(describe_cell_response, labels, ARRAY), LOB_LIST(sizeof(lob_label), LOB_ITEM(OBJECT),
            LOB_OBJECT(lob_label))},
        {LOB_HAS(describe_cell_response, ports, ARRAY), LOB_LIST(sizeof(lob_port_item), LOB_ITEM(OBJECT),
            LOB_OBJECT(lob_port_item))},
        {LOB_HAS(describe_cell_response, ports_dropped, INTEGER)},
        {LOB_HAS(describe_cell_response, device_params, ARRAY),
            LOB_LIST(sizeof(lob_describe_cell_response_device_params_item), LOB_ITEM(OBJECT),
            LOB_OBJECT(describe_cell_response_device_params_item))},
        {LOB_NEED(describe_cell_response, properties, ARRAY), LOB_LIST(sizeof(lob_property), LOB_ITEM(OBJECT),
            LOB_OBJECT(lob_property))},
        {LOB_HAS(describe_cell_response, properties_dropped, INTEGER)},
        {LOB_NEED(describe_cell_response, truncation, OBJECT), LOB_OBJECT(describe_cell_response_truncation)},
        {LOB_MAY(describe_cell_response, next_cursor, STRING)},
    },
};
