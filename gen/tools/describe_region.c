/* Made by tools/schemac from spec/. Do not edit. The tables of describe_region. */
#include "base/limits.h"
#include "gen/tables.h"

const lob_wire_table lob_describe_region_request_table = {
    .size = sizeof(lob_describe_region_request), .is_closed = true,
    .count = 4,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(describe_region_request, session_id, STRING), LOB_RULES(LOB_LIMITED(LOB_LIMIT_SESSION_ID_SIZE,
            LOB_E_INVALID_TARGET))},
        {LOB_MAY(describe_region_request, box, OBJECT), LOB_OBJECT(lob_query_box)},
        {LOB_MAY(describe_region_request, cell, STRING), LOB_RULES(LOB_SIZE_MIN(1), LOB_LIMITED(LOB_LIMIT_NAME_SIZE,
            LOB_E_INVALID_TARGET))},
        {LOB_FILL(describe_region_request, budget_tokens, INTEGER), LOB_RULES(LOB_MINIMUM(300),
            LOB_LIMITED(LOB_LIMIT_DESCRIBE_BUDGET, LOB_E_QUERY_TOO_LARGE), LOB_PRESET(1000))},
    },
};

static const lob_wire_table describe_region_response_summary_table = {
    .size = sizeof(lob_describe_region_response_summary), .number_count = 6,
    .count = 7,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(describe_region_response_summary, component_count, INTEGER)},
        {LOB_NEED(describe_region_response_summary, port_count, INTEGER)},
        {LOB_NEED(describe_region_response_summary, instance_count, INTEGER)},
        {LOB_NEED(describe_region_response_summary, shape_count, INTEGER)},
        {LOB_NEED(describe_region_response_summary, text_count, INTEGER)},
        {LOB_NEED(describe_region_response_summary, layer_count, INTEGER)},
        {LOB_HAS(describe_region_response_summary, lower_bound, BOOLEAN)},
    },
};

static const lob_wire_table describe_region_response_components_item_ports_item_table = {
    .size = sizeof(lob_describe_region_response_components_item_ports_item),
    .count = 8,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(describe_region_response_components_item_ports_item, name, STRING)},
        {LOB_NEED(describe_region_response_components_item_ports_item, type, STRING)},
        {LOB_NEED(describe_region_response_components_item_ports_item, at_um, OBJECT), LOB_OBJECT(lob_point_um)},
        {LOB_HAS(describe_region_response_components_item_ports_item, angle_deg, NUMBER)},
        {LOB_HAS(describe_region_response_components_item_ports_item, width_um, MICRONS)},
        {LOB_HAS(describe_region_response_components_item_ports_item, conflict_width_um, MICRONS)},
        {LOB_NEED(describe_region_response_components_item_ports_item, source, ENUM),
            LOB_ONE_OF(describe_region_response_components_item_ports_item_source, 4)},
        {LOB_NEED(describe_region_response_components_item_ports_item, confidence, NUMBER)},
    },
};

static const lob_wire_table describe_region_response_components_item_table = {
    .size = sizeof(lob_describe_region_response_components_item),
    .count = 9,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(describe_region_response_components_item, cell, STRING)},
        {LOB_MAY(describe_region_response_components_item, raw_hex, STRING)},
        {LOB_NEED(describe_region_response_components_item, count, INTEGER)},
        {LOB_HAS(describe_region_response_components_item, is_guide, BOOLEAN)},
        {LOB_NEED(describe_region_response_components_item, bbox_um, OBJECT), LOB_OBJECT(lob_micron_box)},
        {LOB_NEED(describe_region_response_components_item, ports, ARRAY),
            LOB_LIST(sizeof(lob_describe_region_response_components_item_ports_item), LOB_ITEM(OBJECT),
            LOB_OBJECT(describe_region_response_components_item_ports_item))},
        {LOB_HAS(describe_region_response_components_item, ports_dropped, INTEGER)},
        {LOB_NEED(describe_region_response_components_item, source, STRING)},
        {LOB_NEED(describe_region_response_components_item, confidence, NUMBER)},
    },
};

static const lob_wire_table describe_region_response_layers_item_table = {
    .size = sizeof(lob_describe_region_response_layers_item),
    .count = 6,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(describe_region_response_layers_item, layer, OBJECT), LOB_OBJECT(lob_layer_ref)},
        {LOB_NEED(describe_region_response_layers_item, shape_count, INTEGER)},
        {LOB_NEED(describe_region_response_layers_item, text_count, INTEGER)},
        {LOB_HAS(describe_region_response_layers_item, area_um2, MICRONS)},
        {LOB_HAS(describe_region_response_layers_item, density, NUMBER)},
        {LOB_HAS(describe_region_response_layers_item, least_box_side_um, MICRONS)},
    },
};

static const lob_wire_table describe_region_response_instances_item_table = {
    .size = sizeof(lob_describe_region_response_instances_item),
    .count = 5,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(describe_region_response_instances_item, cell, STRING)},
        {LOB_MAY(describe_region_response_instances_item, raw_hex, STRING)},
        {LOB_NEED(describe_region_response_instances_item, instance_count, INTEGER)},
        {LOB_NEED(describe_region_response_instances_item, member_count, INTEGER)},
        {LOB_NEED(describe_region_response_instances_item, bbox_um, OBJECT), LOB_OBJECT(lob_micron_box)},
    },
};

static const lob_wire_table describe_region_response_labels_item_table = {
    .size = sizeof(lob_describe_region_response_labels_item),
    .count = 5,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(describe_region_response_labels_item, text, STRING)},
        {LOB_MAY(describe_region_response_labels_item, raw_hex, STRING)},
        {LOB_NEED(describe_region_response_labels_item, layer, OBJECT), LOB_OBJECT(lob_layer_ref)},
        {LOB_NEED(describe_region_response_labels_item, count, INTEGER)},
        {LOB_NEED(describe_region_response_labels_item, at_um, OBJECT), LOB_OBJECT(lob_point_um)},
    },
};

static const lob_wire_table describe_region_response_guides_item_table = {
    .size = sizeof(lob_describe_region_response_guides_item),
    .count = 5,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(describe_region_response_guides_item, layer, OBJECT), LOB_OBJECT(lob_layer_ref)},
        {LOB_NEED(describe_region_response_guides_item, width_um, MICRONS)},
        {LOB_NEED(describe_region_response_guides_item, count, INTEGER)},
        {LOB_NEED(describe_region_response_guides_item, source, ENUM),
            LOB_ONE_OF(describe_region_response_guides_item_source, 2)},
        {LOB_NEED(describe_region_response_guides_item, confidence, NUMBER)},
    },
};

static const lob_wire_table describe_region_response_nearest_table = {
    .size = sizeof(lob_describe_region_response_nearest),
    .count = 5,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(describe_region_response_nearest, kind, ENUM), LOB_ONE_OF(describe_region_response_nearest_kind, 2)},
        {LOB_NEED(describe_region_response_nearest, layer, OBJECT), LOB_OBJECT(lob_layer_ref)},
        {LOB_NEED(describe_region_response_nearest, dx_um, MICRONS)},
        {LOB_NEED(describe_region_response_nearest, dy_um, MICRONS)},
        {LOB_NEED(describe_region_response_nearest, direction, ENUM),
            LOB_ONE_OF(describe_region_response_nearest_direction, 9)},
    },
};

static const lob_wire_table describe_region_response_truncation_table = {
    .size = sizeof(lob_describe_region_response_truncation), .number_count = 7,
    .count = 7,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(describe_region_response_truncation, budget_tokens, INTEGER)},
        {LOB_NEED(describe_region_response_truncation, used_tokens, INTEGER)},
        {LOB_NEED(describe_region_response_truncation, components_dropped, INTEGER)},
        {LOB_NEED(describe_region_response_truncation, layers_dropped, INTEGER)},
        {LOB_NEED(describe_region_response_truncation, instances_dropped, INTEGER)},
        {LOB_NEED(describe_region_response_truncation, labels_dropped, INTEGER)},
        {LOB_NEED(describe_region_response_truncation, guides_dropped, INTEGER)},
    },
};

const lob_wire_table lob_describe_region_response_table = {
    .size = sizeof(lob_describe_region_response),
    .count = 16,
    .fields = (const lob_wire_field[]){
        {LOB_SAYS("schema_version", "1.0.0"), .is_required = 1},
        {LOB_NEED(describe_region_response, session_id, STRING)},
        {LOB_NEED(describe_region_response, dbu, NUMBER)},
        {LOB_NEED(describe_region_response, units, OBJECT), LOB_OBJECT(lob_units)},
        {LOB_NEED(describe_region_response, cell, STRING)},
        {LOB_NEED(describe_region_response, box_um, OBJECT), LOB_OBJECT(lob_micron_box)},
        {LOB_NEED(describe_region_response, box_dbu, OBJECT), LOB_OBJECT(lob_dbu_box)},
        {LOB_NEED(describe_region_response, summary, OBJECT), LOB_OBJECT(describe_region_response_summary)},
        {LOB_NEED(describe_region_response, components, ARRAY),
            LOB_LIST(sizeof(lob_describe_region_response_components_item), LOB_ITEM(OBJECT),
            LOB_OBJECT(describe_region_response_components_item))},
        {LOB_NEED(describe_region_response, layers, ARRAY), LOB_LIST(sizeof(lob_describe_region_response_layers_item),
            LOB_ITEM(OBJECT), LOB_OBJECT(describe_region_response_layers_item))},
        {LOB_NEED(describe_region_response, instances, ARRAY),
            LOB_LIST(sizeof(lob_describe_region_response_instances_item), LOB_ITEM(OBJECT),
            LOB_OBJECT(describe_region_response_instances_item))},
        {LOB_NEED(describe_region_response, labels, ARRAY), LOB_LIST(sizeof(lob_describe_region_response_labels_item),
            LOB_ITEM(OBJECT), LOB_OBJECT(describe_region_response_labels_item))},
        {LOB_NEED(describe_region_response, guides, ARRAY), LOB_LIST(sizeof(lob_describe_region_response_guides_item),
            LOB_ITEM(OBJECT), LOB_OBJECT(describe_region_response_guides_item))},
        {LOB_MAY(describe_region_response, nearest, OBJECT), LOB_OBJECT(describe_region_response_nearest)},
        {LOB_NEED(describe_region_response, truncation, OBJECT), LOB_OBJECT(describe_region_response_truncation)},
        {LOB_HAS(describe_region_response, notes, ARRAY), LOB_LIST(sizeof(lob_str), LOB_ITEM(STRING))},
    },
};
