/* Made by tools/schemac from spec/. Do not edit. The tables of density_map. */
#include "base/limits.h"
#include "gen/tables.h"

static const lob_wire_table density_map_request_tile_um_table = {
    .size = sizeof(lob_density_map_request_tile_um), .is_closed = true, .number_count = 2,
    .count = 2,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(density_map_request_tile_um, x, NUMBER), LOB_RULES(LOB_ABOVE(0))},
        {LOB_NEED(density_map_request_tile_um, y, NUMBER), LOB_RULES(LOB_ABOVE(0))},
    },
};

static const lob_wire_table density_map_request_step_um_table = {
    .size = sizeof(lob_density_map_request_step_um), .is_closed = true, .number_count = 2,
    .count = 2,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(density_map_request_step_um, x, NUMBER), LOB_RULES(LOB_ABOVE(0))},
        {LOB_NEED(density_map_request_step_um, y, NUMBER), LOB_RULES(LOB_ABOVE(0))},
    },
};

static const lob_wire_table density_map_request_tiles_table = {
    .size = sizeof(lob_density_map_request_tiles), .is_closed = true, .number_count = 2,
    .count = 2,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(density_map_request_tiles, nx, INTEGER), LOB_RULES(LOB_MINIMUM(1),
            LOB_LIMITED(LOB_LIMIT_DENSITY_TILES, LOB_E_QUERY_TOO_LARGE))},
        {LOB_NEED(density_map_request_tiles, ny, INTEGER), LOB_RULES(LOB_MINIMUM(1),
            LOB_LIMITED(LOB_LIMIT_DENSITY_TILES, LOB_E_QUERY_TOO_LARGE))},
    },
};

const lob_wire_table lob_density_map_request_table = {
    .size = sizeof(lob_density_map_request), .is_closed = true,
    .count = 9,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(density_map_request, session_id, STRING), LOB_RULES(LOB_LIMITED(LOB_LIMIT_SESSION_ID_SIZE,
            LOB_E_INVALID_TARGET))},
        {LOB_NEED(density_map_request, layers, ARRAY), LOB_LIST(sizeof(lob_layer_filter), LOB_ITEM(OBJECT),
            LOB_OBJECT(lob_layer_filter)), LOB_RULES(LOB_SIZE_MIN(1), LOB_LIMITED(LOB_LIMIT_LAYERS_IN_REQUEST,
            LOB_E_QUERY_TOO_LARGE))},
        {LOB_MAY(density_map_request, box, OBJECT), LOB_OBJECT(lob_query_box)},
        {LOB_MAY(density_map_request, cell, STRING), LOB_RULES(LOB_SIZE_MIN(1), LOB_LIMITED(LOB_LIMIT_NAME_SIZE,
            LOB_E_INVALID_TARGET))},
        {LOB_MAY(density_map_request, tile_um, OBJECT), LOB_OBJECT(density_map_request_tile_um)},
        {LOB_MAY(density_map_request, step_um, OBJECT), LOB_OBJECT(density_map_request_step_um)},
        {LOB_MAY(density_map_request, tiles, OBJECT), LOB_OBJECT(density_map_request_tiles)},
        {LOB_FILL(density_map_request, border, ENUM), LOB_ONE_OF(density_map_request_border, 2),
            LOB_RULES(LOB_PRESET(LOB_DENSITY_MAP_REQUEST_BORDER_CUT))},
        {LOB_FILL(density_map_request, inline_image, BOOLEAN), LOB_RULES(LOB_PRESET(false))},
    },
};

const lob_wire_table lob_density_map_response_table = {
    .size = sizeof(lob_density_map_response),
    .count = 25,
    .fields = (const lob_wire_field[]){
        {LOB_SAYS("schema_version", "1.0.0"), .is_required = 1},
        {LOB_NEED(density_map_response, session_id, STRING)},
        {LOB_NEED(density_map_response, dbu, NUMBER)},
        {LOB_NEED(density_map_response, units, OBJECT), LOB_OBJECT(lob_units)},
        {LOB_NEED(density_map_response, cell, STRING)},
        {LOB_NEED(density_map_response, layers, ARRAY), LOB_LIST(sizeof(lob_layer_ref), LOB_ITEM(OBJECT),
            LOB_OBJECT(lob_layer_ref))},
        {LOB_NEED(density_map_response, box_um, OBJECT), LOB_OBJECT(lob_micron_box)},
        {LOB_NEED(density_map_response, box_dbu, OBJECT), LOB_OBJECT(lob_dbu_box)},
        {LOB_NEED(density_map_response, mode, ENUM), LOB_ONE_OF(density_map_response_mode, 1)},
        {LOB_NEED(density_map_response, columns, INTEGER)},
        {LOB_NEED(density_map_response, rows, INTEGER)},
        {LOB_NEED(density_map_response, tile_um, OBJECT), LOB_OBJECT(lob_point_um)},
        {LOB_NEED(density_map_response, step_um, OBJECT), LOB_OBJECT(lob_point_um)},
        {LOB_NEED(density_map_response, border, ENUM), LOB_ONE_OF(density_map_response_border, 2)},
        {LOB_NEED(density_map_response, area_um2, MICRONS)},
        {LOB_HAS(density_map_response, area_error_um2, MICRONS)},
        {LOB_NEED(density_map_response, density, NUMBER)},
        {LOB_NEED(density_map_response, mean, NUMBER)},
        {LOB_NEED(density_map_response, min, OBJECT), LOB_OBJECT(lob_density_tile)},
        {LOB_NEED(density_map_response, max, OBJECT), LOB_OBJECT(lob_density_tile)},
        {LOB_NEED(density_map_response, histogram, ARRAY), LOB_LIST(sizeof(int64_t), LOB_ITEM(INTEGER))},
        {LOB_NEED(density_map_response, densities, ARRAY), LOB_LIST(sizeof(lob_wire_array_field), LOB_ITEM(ARRAY),
            LOB_LIST(sizeof(double), LOB_ITEM(NUMBER)))},
        {LOB_MAY(density_map_response, image, OBJECT), LOB_OBJECT(lob_artifact_ref)},
        {LOB_MAY(density_map_response, image_svg, OBJECT), LOB_OBJECT(lob_artifact_ref)},
        {LOB_HAS(density_map_response, notes, ARRAY), LOB_LIST(sizeof(lob_str), LOB_ITEM(STRING))},
    },
};
