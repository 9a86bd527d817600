/* Made by tools/schemac from spec/. Do not edit. The tables of open_layout. */
#include "base/limits.h"
#include "gen/tables.h"

const lob_wire_table lob_open_layout_request_table = {
    .size = sizeof(lob_open_layout_request), .is_closed = true,
    .count = 7,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(open_layout_request, path, STRING)},
        {LOB_MAY(open_layout_request, top_cell, STRING), LOB_RULES(LOB_SIZE_MIN(1), LOB_LIMITED(LOB_LIMIT_NAME_SIZE,
            LOB_E_INVALID_TARGET))},
        {LOB_MAY(open_layout_request, format, STRING)},
        {LOB_MAY(open_layout_request, convention_path, STRING)},
        {LOB_MAY(open_layout_request, lyp_path, STRING)},
        {LOB_FILL(open_layout_request, strict, BOOLEAN), LOB_RULES(LOB_PRESET(false))},
        {LOB_FILL(open_layout_request, detail, ENUM), LOB_ONE_OF(detail, 2), LOB_RULES(LOB_PRESET(LOB_DETAIL_LEAN))},
    },
};

static const lob_wire_table open_layout_response_source_table = {
    .size = sizeof(lob_open_layout_response_source),
    .count = 5,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(open_layout_response_source, path, STRING)},
        {LOB_NEED(open_layout_response_source, format, ENUM), LOB_ONE_OF(open_layout_response_source_format, 2)},
        {LOB_NEED(open_layout_response_source, sha256, STRING)},
        {LOB_NEED(open_layout_response_source, size_bytes, INTEGER), .is_full = 1},
        {LOB_NEED(open_layout_response_source, is_gzip, BOOLEAN), .is_full = 1},
    },
};

static const lob_wire_table open_layout_response_lyp_table = {
    .size = sizeof(lob_open_layout_response_lyp),
    .count = 4,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(open_layout_response_lyp, path, STRING)},
        {LOB_NEED(open_layout_response_lyp, found, ENUM), LOB_ONE_OF(open_layout_response_lyp_found, 2)},
        {LOB_NEED(open_layout_response_lyp, entry_count, INTEGER)},
        {LOB_NEED(open_layout_response_lyp, layer_count, INTEGER)},
    },
};

static const lob_wire_table open_layout_response_truncation_table = {
    .size = sizeof(lob_open_layout_response_truncation), .number_count = 1,
    .count = 3,
    .fields = (const lob_wire_field[]){
        {LOB_HAS(open_layout_response_truncation, top_cells_dropped, INTEGER)},
        {LOB_NEED(open_layout_response_truncation, layers_dropped, INTEGER)},
        {LOB_HAS(open_layout_response_truncation, warnings_dropped, INTEGER)},
    },
};

const lob_wire_table lob_open_layout_response_table = {
    .size = sizeof(lob_open_layout_response),
    .count = 23,
    .fields = (const lob_wire_field[]){
        {LOB_SAYS("schema_version", "1.0.0"), .is_required = 1},
        {LOB_NEED(open_layout_response, session_id, STRING)},
        {LOB_NEED(open_layout_response, source, OBJECT), LOB_OBJECT(open_layout_response_source)},
        {LOB_NEED(open_layout_response, content_hash, STRING), .is_full = 1},
        {LOB_NEED(open_layout_response, selected_top_cell, STRING)},
        {LOB_NEED(open_layout_response, top_cells, ARRAY), LOB_LIST(sizeof(lob_str), LOB_ITEM(STRING))},
        {LOB_NEED(open_layout_response, dbu, NUMBER)},
        {LOB_NEED(open_layout_response, units, OBJECT), LOB_OBJECT(lob_units)},
        {LOB_NEED(open_layout_response, bbox_um, OBJECT), LOB_OBJECT(lob_micron_box)},
        {LOB_NEED(open_layout_response, bbox_dbu, OBJECT), LOB_OBJECT(lob_dbu_box)},
        {LOB_HAS(open_layout_response, bbox_empty, BOOLEAN)},
        {LOB_NEED(open_layout_response, layer_count, INTEGER)},
        {LOB_NEED(open_layout_response, cell_count, INTEGER)},
        {LOB_NEED(open_layout_response, shape_count, INTEGER)},
        {LOB_NEED(open_layout_response, instance_count, INTEGER)},
        {LOB_NEED(open_layout_response, layers, ARRAY), LOB_LIST(sizeof(lob_layer_ref), LOB_ITEM(OBJECT),
            LOB_OBJECT(lob_layer_ref))},
        {LOB_MAY(open_layout_response, lyp, OBJECT), LOB_OBJECT(open_layout_response_lyp)},
        {LOB_NEED(open_layout_response, conventions_detected, ARRAY), LOB_LIST(sizeof(lob_convention_used),
            LOB_ITEM(OBJECT), LOB_OBJECT(lob_convention_used))},
        {LOB_HAS(open_layout_response, ports_found, INTEGER)},
        {LOB_NEED(open_layout_response, warnings, ARRAY), LOB_LIST(sizeof(lob_warning_item), LOB_ITEM(OBJECT),
            LOB_OBJECT(lob_warning_item))},
        {LOB_NEED(open_layout_response, truncation, OBJECT), LOB_OBJECT(open_layout_response_truncation)},
        {LOB_HAS(open_layout_response, notes, ARRAY), LOB_LIST(sizeof(lob_str), LOB_ITEM(STRING))},
        {LOB_NEED(open_layout_response, artifact_root, STRING)},
    },
};
