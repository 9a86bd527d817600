/* Made by tools/schemac from spec/. Do not edit. The tables of set_view. */
#include "base/limits.h"
#include "gen/tables.h"

const lob_wire_table lob_set_view_request_table = {
    .size = sizeof(lob_set_view_request), .is_closed = true,
    .count = 4,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(set_view_request, session_id, STRING), LOB_RULES(LOB_LIMITED(LOB_LIMIT_SESSION_ID_SIZE,
            LOB_E_INVALID_TARGET))},
        {LOB_NEED(set_view_request, box, OBJECT), LOB_OBJECT(lob_query_box)},
        {LOB_MAY(set_view_request, cell, STRING), LOB_RULES(LOB_SIZE_MIN(1), LOB_LIMITED(LOB_LIMIT_NAME_SIZE,
            LOB_E_INVALID_TARGET))},
        {LOB_HAS(set_view_request, layers, ARRAY), LOB_LIST(sizeof(lob_layer_filter), LOB_ITEM(OBJECT),
            LOB_OBJECT(lob_layer_filter)), LOB_RULES(LOB_LIMITED(LOB_LIMIT_LAYERS_IN_REQUEST, LOB_E_QUERY_TOO_LARGE))},
    },
};

static const lob_wire_table set_view_response_view_table = {
    .size = sizeof(lob_set_view_response_view),
    .count = 4,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(set_view_response_view, cell, STRING)},
        {LOB_NEED(set_view_response_view, box_um, OBJECT), LOB_OBJECT(lob_micron_box)},
        {LOB_NEED(set_view_response_view, box_dbu, OBJECT), LOB_OBJECT(lob_dbu_box)},
        {LOB_NEED(set_view_response_view, layers, ARRAY), LOB_LIST(sizeof(lob_layer_ref), LOB_ITEM(OBJECT),
            LOB_OBJECT(lob_layer_ref))},
    },
};

const lob_wire_table lob_set_view_response_table = {
    .size = sizeof(lob_set_view_response),
    .count = 5,
    .fields = (const lob_wire_field[]){
        {LOB_SAYS("schema_version", "1.0.0"), .is_required = 1},
        {LOB_NEED(set_view_response, session_id, STRING)},
        {LOB_NEED(set_view_response, dbu, NUMBER)},
        {LOB_NEED(set_view_response, units, OBJECT), LOB_OBJECT(lob_units)},
        {LOB_NEED(set_view_response, view, OBJECT), LOB_OBJECT(set_view_response_view)},
    },
};
