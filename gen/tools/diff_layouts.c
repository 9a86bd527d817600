/* Made by tools/schemac from spec/. Do not edit. The tables of diff_layouts. */
#include "base/limits.h"
#include "gen/tables.h"

const lob_wire_table lob_diff_layouts_request_table = {
    .size = sizeof(lob_diff_layouts_request), .is_closed = true,
    .count = 13,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(diff_layouts_request, a, STRING), LOB_RULES(LOB_SIZE_MIN(1))},
        {LOB_NEED(diff_layouts_request, b, STRING), LOB_RULES(LOB_SIZE_MIN(1))},
        {LOB_MAY(diff_layouts_request, cell_a, STRING), LOB_RULES(LOB_SIZE_MIN(1), LOB_LIMITED(LOB_LIMIT_NAME_SIZE,
            LOB_E_INVALID_TARGET))},
        {LOB_MAY(diff_layouts_request, cell_b, STRING), LOB_RULES(LOB_SIZE_MIN(1), LOB_LIMITED(LOB_LIMIT_NAME_SIZE,
            LOB_E_INVALID_TARGET))},
        {LOB_HAS(diff_layouts_request, layers, ARRAY), LOB_LIST(sizeof(lob_layer_filter), LOB_ITEM(OBJECT),
            LOB_OBJECT(lob_layer_filter)), LOB_RULES(LOB_LIMITED(LOB_LIMIT_LAYERS_IN_REQUEST, LOB_E_QUERY_TOO_LARGE))},
        {LOB_MAY(diff_layouts_request, box, OBJECT), LOB_OBJECT(lob_query_box)},
        {LOB_FILL(diff_layouts_request, mode, ENUM), LOB_ONE_OF(diff_layouts_request_mode, 3),
            LOB_RULES(LOB_PRESET(LOB_DIFF_LAYOUTS_REQUEST_MODE_BOTH))},
        {LOB_FILL(diff_layouts_request, tolerance_um, NUMBER), LOB_RULES(LOB_MINIMUM(0), LOB_PRESET(0))},
        {LOB_FILL(diff_layouts_request, with_properties, BOOLEAN), LOB_RULES(LOB_PRESET(false))},
        {LOB_FILL(diff_layouts_request, limit, INTEGER), LOB_RULES(LOB_MINIMUM(0), LOB_LIMITED(LOB_LIMIT_DIFF_ITEMS,
            LOB_E_QUERY_TOO_LARGE), LOB_PRESET(12))},
        {LOB_MAY(diff_layouts_request, cursor, STRING), LOB_RULES(LOB_LIMITED(LOB_LIMIT_CURSOR_SIZE,
            LOB_E_INVALID_TARGET))},
        {LOB_FILL(diff_layouts_request, picture, BOOLEAN), LOB_RULES(LOB_PRESET(false))},
        {LOB_MAY(diff_layouts_request, session_id, STRING), LOB_RULES(LOB_LIMITED(LOB_LIMIT_SESSION_ID_SIZE,
            LOB_E_INVALID_TARGET))},
    },
};

static const lob_wire_table diff_layouts_response_hierarchy_cells_item_table = {
    .size = sizeof(lob_diff_layouts_response_hierarchy_cells_item),
    .count = 4,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(diff_layouts_response_hierarchy_cells_item, cell, STRING)},
        {LOB_NEED(diff_layouts_response_hierarchy_cells_item, in, ENUM),
            LOB_ONE_OF(diff_layouts_response_hierarchy_cells_item_in, 3)},
        {LOB_MAY(diff_layouts_response_hierarchy_cells_item, only_a, OBJECT), LOB_OBJECT(lob_diff_counts)},
        {LOB_MAY(diff_layouts_response_hierarchy_cells_item, only_b, OBJECT), LOB_OBJECT(lob_diff_counts)},
    },
};

static const lob_wire_table diff_layouts_response_hierarchy_differences_item_table = {
    .size = sizeof(lob_diff_layouts_response_hierarchy_differences_item),
    .count = 8,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(diff_layouts_response_hierarchy_differences_item, cell, STRING)},
        {LOB_NEED(diff_layouts_response_hierarchy_differences_item, in, ENUM),
            LOB_ONE_OF(diff_layouts_response_hierarchy_differences_item_in, 2)},
        {LOB_NEED(diff_layouts_response_hierarchy_differences_item, kind, ENUM),
            LOB_ONE_OF(diff_layouts_response_hierarchy_differences_item_kind, 5)},
        {LOB_HAS(diff_layouts_response_hierarchy_differences_item, layer, INTEGER)},
        {LOB_HAS(diff_layouts_response_hierarchy_differences_item, datatype, INTEGER)},
        {LOB_MAY(diff_layouts_response_hierarchy_differences_item, of, STRING)},
        {LOB_MAY(diff_layouts_response_hierarchy_differences_item, box_um, OBJECT), LOB_OBJECT(lob_micron_box)},
        {LOB_HAS(diff_layouts_response_hierarchy_differences_item, count, INTEGER)},
    },
};

static const lob_wire_table diff_layouts_response_hierarchy_table = {
    .size = sizeof(lob_diff_layouts_response_hierarchy),
    .count = 7,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(diff_layouts_response_hierarchy, cells_only_a, INTEGER)},
        {LOB_NEED(diff_layouts_response_hierarchy, cells_only_b, INTEGER)},
        {LOB_NEED(diff_layouts_response_hierarchy, cells_different, INTEGER)},
        {LOB_NEED(diff_layouts_response_hierarchy, cells_equal, INTEGER)},
        {LOB_NEED(diff_layouts_response_hierarchy, difference_count, INTEGER)},
        {LOB_NEED(diff_layouts_response_hierarchy, cells, ARRAY),
            LOB_LIST(sizeof(lob_diff_layouts_response_hierarchy_cells_item), LOB_ITEM(OBJECT),
            LOB_OBJECT(diff_layouts_response_hierarchy_cells_item))},
        {LOB_NEED(diff_layouts_response_hierarchy, differences, ARRAY),
            LOB_LIST(sizeof(lob_diff_layouts_response_hierarchy_differences_item), LOB_ITEM(OBJECT),
            LOB_OBJECT(diff_layouts_response_hierarchy_differences_item))},
    },
};

static const lob_wire_table diff_layouts_response_xor_layers_item_table = {
    .size = sizeof(lob_diff_layouts_response_xor_layers_item),
    .count = 7,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(diff_layouts_response_xor_layers_item, layer, INTEGER)},
        {LOB_NEED(diff_layouts_response_xor_layers_item, datatype, INTEGER)},
        {LOB_NEED(diff_layouts_response_xor_layers_item, polygon_count, INTEGER)},
        {LOB_NEED(diff_layouts_response_xor_layers_item, area_a_um2, MICRONS)},
        {LOB_NEED(diff_layouts_response_xor_layers_item, area_b_um2, MICRONS)},
        {LOB_HAS(diff_layouts_response_xor_layers_item, area_error_um2, MICRONS)},
        {LOB_NEED(diff_layouts_response_xor_layers_item, box_um, OBJECT), LOB_OBJECT(lob_micron_box)},
    },
};

static const lob_wire_table diff_layouts_response_xor_polygons_item_table = {
    .size = sizeof(lob_diff_layouts_response_xor_polygons_item),
    .count = 5,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(diff_layouts_response_xor_polygons_item, layer, INTEGER)},
        {LOB_NEED(diff_layouts_response_xor_polygons_item, datatype, INTEGER)},
        {LOB_NEED(diff_layouts_response_xor_polygons_item, in, ENUM),
            LOB_ONE_OF(diff_layouts_response_xor_polygons_item_in, 3)},
        {LOB_NEED(diff_layouts_response_xor_polygons_item, area_um2, MICRONS)},
        {LOB_NEED(diff_layouts_response_xor_polygons_item, box_um, OBJECT), LOB_OBJECT(lob_micron_box)},
    },
};

static const lob_wire_table diff_layouts_response_xor_table = {
    .size = sizeof(lob_diff_layouts_response_xor),
    .count = 4,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(diff_layouts_response_xor, layers_compared, INTEGER)},
        {LOB_NEED(diff_layouts_response_xor, polygon_count, INTEGER)},
        {LOB_NEED(diff_layouts_response_xor, layers, ARRAY),
            LOB_LIST(sizeof(lob_diff_layouts_response_xor_layers_item), LOB_ITEM(OBJECT),
            LOB_OBJECT(diff_layouts_response_xor_layers_item))},
        {LOB_NEED(diff_layouts_response_xor, polygons, ARRAY),
            LOB_LIST(sizeof(lob_diff_layouts_response_xor_polygons_item), LOB_ITEM(OBJECT),
            LOB_OBJECT(diff_layouts_response_xor_polygons_item))},
    },
};

static const lob_wire_table diff_layouts_response_truncation_table = {
    .size = sizeof(lob_diff_layouts_response_truncation), .number_count = 3,
    .count = 3,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(diff_layouts_response_truncation, cells_dropped, INTEGER)},
        {LOB_NEED(diff_layouts_response_truncation, differences_dropped, INTEGER)},
        {LOB_NEED(diff_layouts_response_truncation, polygons_dropped, INTEGER)},
    },
};

static const lob_wire_table diff_layouts_response_view_layers_item_table = {
    .size = sizeof(lob_diff_layouts_response_view_layers_item),
    .count = 3,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(diff_layouts_response_view_layers_item, layer, INTEGER)},
        {LOB_NEED(diff_layouts_response_view_layers_item, datatype, INTEGER)},
        {LOB_NEED(diff_layouts_response_view_layers_item, color, STRING)},
    },
};

static const lob_wire_table diff_layouts_response_view_table = {
    .size = sizeof(lob_diff_layouts_response_view),
    .count = 5,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(diff_layouts_response_view, box_um, OBJECT), LOB_OBJECT(lob_micron_box)},
        {LOB_NEED(diff_layouts_response_view, width, INTEGER)},
        {LOB_NEED(diff_layouts_response_view, height, INTEGER)},
        {LOB_NEED(diff_layouts_response_view, um_per_px, NUMBER)},
        {LOB_NEED(diff_layouts_response_view, layers, ARRAY),
            LOB_LIST(sizeof(lob_diff_layouts_response_view_layers_item), LOB_ITEM(OBJECT),
            LOB_OBJECT(diff_layouts_response_view_layers_item))},
    },
};

const lob_wire_table lob_diff_layouts_response_table = {
    .size = sizeof(lob_diff_layouts_response),
    .count = 20,
    .fields = (const lob_wire_field[]){
        {LOB_SAYS("schema_version", "1.0.0"), .is_required = 1},
        {LOB_NEED(diff_layouts_response, equal, BOOLEAN)},
        {LOB_NEED(diff_layouts_response, mode, ENUM), LOB_ONE_OF(diff_layouts_response_mode, 3)},
        {LOB_NEED(diff_layouts_response, a, OBJECT), LOB_OBJECT(lob_diff_side)},
        {LOB_NEED(diff_layouts_response, b, OBJECT), LOB_OBJECT(lob_diff_side)},
        {LOB_NEED(diff_layouts_response, dbu, NUMBER)},
        {LOB_NEED(diff_layouts_response, units, OBJECT), LOB_OBJECT(lob_units)},
        {LOB_NEED(diff_layouts_response, layers_only_a, ARRAY), LOB_LIST(sizeof(lob_layer_ref), LOB_ITEM(OBJECT),
            LOB_OBJECT(lob_layer_ref))},
        {LOB_NEED(diff_layouts_response, layers_only_b, ARRAY), LOB_LIST(sizeof(lob_layer_ref), LOB_ITEM(OBJECT),
            LOB_OBJECT(lob_layer_ref))},
        {LOB_MAY(diff_layouts_response, hierarchy, OBJECT), LOB_OBJECT(diff_layouts_response_hierarchy)},
        {LOB_MAY(diff_layouts_response, xor, OBJECT), LOB_OBJECT(diff_layouts_response_xor)},
        {LOB_NEED(diff_layouts_response, truncation, OBJECT), LOB_OBJECT(diff_layouts_response_truncation)},
        {LOB_MAY(diff_layouts_response, next_cursor, STRING)},
        {LOB_MAY(diff_layouts_response, image, OBJECT), LOB_OBJECT(lob_artifact_ref)},
        {LOB_MAY(diff_layouts_response, before, OBJECT), LOB_OBJECT(lob_artifact_ref)},
        {LOB_MAY(diff_layouts_response, after, OBJECT), LOB_OBJECT(lob_artifact_ref)},
        {LOB_MAY(diff_layouts_response, sheet, OBJECT), LOB_OBJECT(lob_artifact_ref)},
        {LOB_MAY(diff_layouts_response, sheet_svg, OBJECT), LOB_OBJECT(lob_artifact_ref)},
        {LOB_MAY(diff_layouts_response, view, OBJECT), LOB_OBJECT(diff_layouts_response_view)},
        {LOB_HAS(diff_layouts_response, notes, ARRAY), LOB_LIST(sizeof(lob_str), LOB_ITEM(STRING))},
    },
};
