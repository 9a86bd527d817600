/* Made by tools/schemac from spec/. Do not edit. The tables of min_distance. */
#include "base/limits.h"
#include "gen/tables.h"

const lob_wire_table lob_min_distance_request_table = {
    .size = sizeof(lob_min_distance_request), .is_closed = true,
    .count = 10,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(min_distance_request, session_id, STRING), LOB_RULES(LOB_LIMITED(LOB_LIMIT_SESSION_ID_SIZE,
            LOB_E_INVALID_TARGET))},
        {LOB_FILL(min_distance_request, kind, ENUM), LOB_ONE_OF(min_distance_request_kind, 9),
            LOB_RULES(LOB_PRESET(LOB_MIN_DISTANCE_REQUEST_KIND_SPACE))},
        {LOB_MAY(min_distance_request, layer, OBJECT), LOB_OBJECT(lob_layer_filter)},
        {LOB_MAY(min_distance_request, layer2, OBJECT), LOB_OBJECT(lob_layer_filter)},
        {LOB_HAS(min_distance_request, ids, ARRAY), LOB_LIST(sizeof(lob_str), LOB_ITEM(STRING),
            LOB_RULES(LOB_SIZE_MIN(1), LOB_LIMITED(LOB_LIMIT_ID_SIZE, LOB_E_INVALID_TARGET))),
            LOB_RULES(LOB_SIZE_MIN(1), LOB_LIMITED(LOB_LIMIT_DISTANCE_IDS, LOB_E_QUERY_TOO_LARGE))},
        {LOB_HAS(min_distance_request, ids2, ARRAY), LOB_LIST(sizeof(lob_str), LOB_ITEM(STRING),
            LOB_RULES(LOB_SIZE_MIN(1), LOB_LIMITED(LOB_LIMIT_ID_SIZE, LOB_E_INVALID_TARGET))),
            LOB_RULES(LOB_SIZE_MIN(1), LOB_LIMITED(LOB_LIMIT_DISTANCE_IDS, LOB_E_QUERY_TOO_LARGE))},
        {LOB_MAY(min_distance_request, cell, STRING), LOB_RULES(LOB_SIZE_MIN(1), LOB_LIMITED(LOB_LIMIT_NAME_SIZE,
            LOB_E_INVALID_TARGET))},
        {LOB_MAY(min_distance_request, box, OBJECT), LOB_OBJECT(lob_query_box)},
        {LOB_FILL(min_distance_request, within_um, NUMBER), LOB_RULES(LOB_ABOVE(0), LOB_PRESET(10))},
        {LOB_FILL(min_distance_request, count, INTEGER), LOB_RULES(LOB_MINIMUM(1),
            LOB_LIMITED(LOB_LIMIT_DISTANCE_PLACES, LOB_E_QUERY_TOO_LARGE), LOB_PRESET(5))},
    },
};

static const lob_wire_table min_distance_response_places_item_table = {
    .size = sizeof(lob_min_distance_response_places_item),
    .count = 5,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(min_distance_response_places_item, distance_um, MICRONS)},
        {LOB_NEED(min_distance_response_places_item, from_um, OBJECT), LOB_OBJECT(lob_point_um)},
        {LOB_NEED(min_distance_response_places_item, to_um, OBJECT), LOB_OBJECT(lob_point_um)},
        {LOB_NEED(min_distance_response_places_item, ids, ARRAY), LOB_LIST(sizeof(lob_str), LOB_ITEM(STRING))},
        {LOB_HAS(min_distance_response_places_item, leaf_cells, ARRAY), LOB_LIST(sizeof(lob_str), LOB_ITEM(STRING))},
    },
};

const lob_wire_table lob_min_distance_response_table = {
    .size = sizeof(lob_min_distance_response),
    .count = 15,
    .fields = (const lob_wire_field[]){
        {LOB_SAYS("schema_version", "1.0.0"), .is_required = 1},
        {LOB_NEED(min_distance_response, session_id, STRING)},
        {LOB_NEED(min_distance_response, dbu, NUMBER)},
        {LOB_NEED(min_distance_response, units, OBJECT), LOB_OBJECT(lob_units)},
        {LOB_NEED(min_distance_response, kind, ENUM), LOB_ONE_OF(min_distance_response_kind, 9)},
        {LOB_MAY(min_distance_response, cell, STRING)},
        {LOB_MAY(min_distance_response, box_um, OBJECT), LOB_OBJECT(lob_micron_box)},
        {LOB_NEED(min_distance_response, is_found, BOOLEAN)},
        {LOB_HAS(min_distance_response, value_um, MICRONS)},
        {LOB_HAS(min_distance_response, value_dbu, NUMBER)},
        {LOB_HAS(min_distance_response, searched_um, MICRONS)},
        {LOB_HAS(min_distance_response, outside_count, INTEGER)},
        {LOB_HAS(min_distance_response, overlap_count, INTEGER)},
        {LOB_NEED(min_distance_response, places, ARRAY), LOB_LIST(sizeof(lob_min_distance_response_places_item),
            LOB_ITEM(OBJECT), LOB_OBJECT(min_distance_response_places_item))},
        {LOB_HAS(min_distance_response, notes, ARRAY), LOB_LIST(sizeof(lob_str), LOB_ITEM(STRING))},
    },
};
