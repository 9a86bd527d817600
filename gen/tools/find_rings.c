/* Made by tools/schemac from spec/. Do not edit. The tables of find_rings. */
#include "base/limits.h"
#include "gen/tables.h"

const lob_wire_table lob_find_rings_request_table = {
    .size = sizeof(lob_find_rings_request), .is_closed = true,
    .count = 8,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(find_rings_request, session_id, STRING), LOB_RULES(LOB_LIMITED(LOB_LIMIT_SESSION_ID_SIZE,
            LOB_E_INVALID_TARGET))},
        {LOB_MAY(find_rings_request, cell, STRING), LOB_RULES(LOB_SIZE_MIN(1), LOB_LIMITED(LOB_LIMIT_NAME_SIZE,
            LOB_E_INVALID_TARGET))},
        {LOB_MAY(find_rings_request, box, OBJECT), LOB_OBJECT(lob_query_box)},
        {LOB_HAS(find_rings_request, layers, ARRAY), LOB_LIST(sizeof(lob_layer_filter), LOB_ITEM(OBJECT),
            LOB_OBJECT(lob_layer_filter)), LOB_RULES(LOB_LIMITED(LOB_LIMIT_LAYERS_IN_REQUEST, LOB_E_QUERY_TOO_LARGE))},
        {LOB_FILL(find_rings_request, max_gap_um, NUMBER), LOB_RULES(LOB_MINIMUM(0), LOB_MAXIMUM(1000), LOB_PRESET(2))},
        {LOB_FILL(find_rings_request, limit, INTEGER), LOB_RULES(LOB_MINIMUM(0), LOB_LIMITED(LOB_LIMIT_RINGS_ON_PAGE,
            LOB_E_QUERY_TOO_LARGE), LOB_PRESET(20))},
        {LOB_FILL(find_rings_request, max_chars, INTEGER), LOB_RULES(LOB_MINIMUM(1),
            LOB_LIMITED(LOB_LIMIT_ANSWER_CHARS, LOB_E_QUERY_TOO_LARGE), LOB_PRESET(8000))},
        {LOB_MAY(find_rings_request, cursor, STRING), LOB_RULES(LOB_LIMITED(LOB_LIMIT_CURSOR_SIZE,
            LOB_E_INVALID_TARGET))},
    },
};

static const lob_wire_table find_rings_response_rings_item_width_profile_table = {
    .size = sizeof(lob_find_rings_response_rings_item_width_profile), .number_count = 2,
    .count = 2,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(find_rings_response_rings_item_width_profile, min_um, MICRONS)},
        {LOB_NEED(find_rings_response_rings_item_width_profile, max_um, MICRONS)},
    },
};

static const lob_wire_table find_rings_response_rings_item_neighbors_item_table = {
    .size = sizeof(lob_find_rings_response_rings_item_neighbors_item),
    .count = 4,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(find_rings_response_rings_item_neighbors_item, gap_um, MICRONS)},
        {LOB_NEED(find_rings_response_rings_item_neighbors_item, at_um, OBJECT), LOB_OBJECT(lob_point_um)},
        {LOB_NEED(find_rings_response_rings_item_neighbors_item, to_um, OBJECT), LOB_OBJECT(lob_point_um)},
        {LOB_MAY(find_rings_response_rings_item_neighbors_item, id, STRING)},
    },
};

static const lob_wire_table find_rings_response_rings_item_table = {
    .size = sizeof(lob_find_rings_response_rings_item),
    .count = 17,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(find_rings_response_rings_item, kind, ENUM), LOB_ONE_OF(find_rings_response_rings_item_kind, 3)},
        {LOB_NEED(find_rings_response_rings_item, layer, OBJECT), LOB_OBJECT(lob_layer_ref)},
        {LOB_NEED(find_rings_response_rings_item, center_um, OBJECT), LOB_OBJECT(lob_point_um)},
        {LOB_HAS(find_rings_response_rings_item, radius_um, MICRONS)},
        {LOB_HAS(find_rings_response_rings_item, radius_uncertainty_um, MICRONS)},
        {LOB_HAS(find_rings_response_rings_item, straights_um, ARRAY), LOB_LIST(sizeof(double), LOB_ITEM(MICRONS))},
        {LOB_HAS(find_rings_response_rings_item, straights_uncertainty_um, MICRONS)},
        {LOB_NEED(find_rings_response_rings_item, path_width_um, MICRONS)},
        {LOB_NEED(find_rings_response_rings_item, path_width_uncertainty_um, MICRONS)},
        {LOB_MAY(find_rings_response_rings_item, width_profile, OBJECT),
            LOB_OBJECT(find_rings_response_rings_item_width_profile)},
        {LOB_NEED(find_rings_response_rings_item, segment_length_um, MICRONS)},
        {LOB_NEED(find_rings_response_rings_item, segment_length_uncertainty_um, MICRONS)},
        {LOB_NEED(find_rings_response_rings_item, bbox_um, OBJECT), LOB_OBJECT(lob_micron_box)},
        {LOB_NEED(find_rings_response_rings_item, shape_count, INTEGER)},
        {LOB_NEED(find_rings_response_rings_item, shape_ids, ARRAY), LOB_LIST(sizeof(lob_str), LOB_ITEM(STRING))},
        {LOB_NEED(find_rings_response_rings_item, neighbor_count, INTEGER)},
        {LOB_NEED(find_rings_response_rings_item, neighbors, ARRAY),
            LOB_LIST(sizeof(lob_find_rings_response_rings_item_neighbors_item), LOB_ITEM(OBJECT),
            LOB_OBJECT(find_rings_response_rings_item_neighbors_item))},
    },
};

static const lob_wire_table find_rings_response_truncation_table = {
    .size = sizeof(lob_find_rings_response_truncation), .number_count = 2,
    .count = 2,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(find_rings_response_truncation, limit, INTEGER)},
        {LOB_NEED(find_rings_response_truncation, rings_dropped, INTEGER)},
    },
};

const lob_wire_table lob_find_rings_response_table = {
    .size = sizeof(lob_find_rings_response),
    .count = 10,
    .fields = (const lob_wire_field[]){
        {LOB_SAYS("schema_version", "1.0.0"), .is_required = 1},
        {LOB_NEED(find_rings_response, session_id, STRING)},
        {LOB_NEED(find_rings_response, dbu, NUMBER)},
        {LOB_NEED(find_rings_response, units, OBJECT), LOB_OBJECT(lob_units)},
        {LOB_NEED(find_rings_response, cell, STRING)},
        {LOB_NEED(find_rings_response, ring_count, INTEGER)},
        {LOB_NEED(find_rings_response, rings, ARRAY), LOB_LIST(sizeof(lob_find_rings_response_rings_item),
            LOB_ITEM(OBJECT), LOB_OBJECT(find_rings_response_rings_item))},
        {LOB_NEED(find_rings_response, truncation, OBJECT), LOB_OBJECT(find_rings_response_truncation)},
        {LOB_MAY(find_rings_response, next_cursor, STRING)},
        {LOB_HAS(find_rings_response, notes, ARRAY), LOB_LIST(sizeof(lob_str), LOB_ITEM(STRING))},
    },
};
