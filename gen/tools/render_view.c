/* Made by tools/schemac from spec/. Do not edit. The tables of render_view. */
#include "base/limits.h"
#include "gen/tables.h"

static const lob_wire_table render_view_request_image_size_table = {
    .size = sizeof(lob_render_view_request_image_size), .is_closed = true, .number_count = 2,
    .count = 2,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(render_view_request_image_size, width, INTEGER), LOB_RULES(LOB_MINIMUM(1),
            LOB_LIMITED(LOB_LIMIT_IMAGE_SIDE, LOB_E_QUERY_TOO_LARGE))},
        {LOB_NEED(render_view_request_image_size, height, INTEGER), LOB_RULES(LOB_MINIMUM(1),
            LOB_LIMITED(LOB_LIMIT_IMAGE_SIDE, LOB_E_QUERY_TOO_LARGE))},
    },
};

static const lob_wire_table render_view_request_annotations_item_table = {
    .size = sizeof(lob_render_view_request_annotations_item), .is_closed = true,
    .count = 6,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(render_view_request_annotations_item, kind, ENUM),
            LOB_ONE_OF(render_view_request_annotations_item_kind, 15)},
        {LOB_HAS(render_view_request_annotations_item, target_ids, ARRAY), LOB_LIST(sizeof(lob_str), LOB_ITEM(STRING),
            LOB_RULES(LOB_SIZE_MIN(1), LOB_LIMITED(LOB_LIMIT_ID_SIZE, LOB_E_INVALID_TARGET))),
            LOB_RULES(LOB_LIMITED(LOB_LIMIT_ANNOTATION_TARGETS, LOB_E_QUERY_TOO_LARGE))},
        {LOB_MAY(render_view_request_annotations_item, color, STRING), LOB_RULES(LOB_FORMAT(COLOR))},
        {LOB_MAY(render_view_request_annotations_item, box, OBJECT), LOB_OBJECT(lob_query_box)},
        {LOB_HAS(render_view_request_annotations_item, points, ARRAY), LOB_LIST(sizeof(lob_point_in), LOB_ITEM(OBJECT),
            LOB_OBJECT(lob_point_in)), LOB_RULES(LOB_SIZE_MAX(1000))},
        {LOB_MAY(render_view_request_annotations_item, text, STRING),
            LOB_RULES(LOB_LIMITED(LOB_LIMIT_ANNOTATION_TEXT_SIZE, LOB_E_INVALID_TARGET))},
    },
};

const lob_wire_table lob_render_view_request_table = {
    .size = sizeof(lob_render_view_request), .is_closed = true,
    .count = 9,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(render_view_request, session_id, STRING), LOB_RULES(LOB_LIMITED(LOB_LIMIT_SESSION_ID_SIZE,
            LOB_E_INVALID_TARGET))},
        {LOB_MAY(render_view_request, box, OBJECT), LOB_OBJECT(lob_query_box)},
        {LOB_MAY(render_view_request, cell, STRING), LOB_RULES(LOB_SIZE_MIN(1), LOB_LIMITED(LOB_LIMIT_NAME_SIZE,
            LOB_E_INVALID_TARGET))},
        {LOB_MAY(render_view_request, around, STRING), LOB_RULES(LOB_SIZE_MIN(1), LOB_LIMITED(LOB_LIMIT_ID_SIZE,
            LOB_E_INVALID_TARGET))},
        {LOB_HAS(render_view_request, layers, ARRAY), LOB_LIST(sizeof(lob_layer_filter), LOB_ITEM(OBJECT),
            LOB_OBJECT(lob_layer_filter)), LOB_RULES(LOB_LIMITED(LOB_LIMIT_LAYERS_IN_REQUEST, LOB_E_QUERY_TOO_LARGE))},
        {LOB_MAY(render_view_request, image_size, OBJECT), LOB_OBJECT(render_view_request_image_size)},
        {LOB_HAS(render_view_request, annotations, ARRAY), LOB_LIST(sizeof(lob_render_view_request_annotations_item),
            LOB_ITEM(OBJECT), LOB_OBJECT(render_view_request_annotations_item)),
            LOB_RULES(LOB_LIMITED(LOB_LIMIT_ANNOTATIONS, LOB_E_QUERY_TOO_LARGE))},
        {LOB_FILL(render_view_request, style, ENUM), LOB_ONE_OF(render_view_request_style, 3),
            LOB_RULES(LOB_PRESET(LOB_RENDER_VIEW_REQUEST_STYLE_LIGHT))},
        {LOB_FILL(render_view_request, inline_image, BOOLEAN), LOB_RULES(LOB_PRESET(true))},
    },
};

static const lob_wire_table render_view_response_world_to_pixel_table = {
    .size = sizeof(lob_render_view_response_world_to_pixel), .number_count = 6,
    .count = 6,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(render_view_response_world_to_pixel, a, NUMBER)},
        {LOB_NEED(render_view_response_world_to_pixel, b, NUMBER)},
        {LOB_NEED(render_view_response_world_to_pixel, c, NUMBER)},
        {LOB_NEED(render_view_response_world_to_pixel, d, NUMBER)},
        {LOB_NEED(render_view_response_world_to_pixel, e, NUMBER)},
        {LOB_NEED(render_view_response_world_to_pixel, f, NUMBER)},
    },
};

const lob_wire_table lob_render_view_response_table = {
    .size = sizeof(lob_render_view_response),
    .count = 17,
    .fields = (const lob_wire_field[]){
        {LOB_SAYS("schema_version", "1.0.0"), .is_required = 1},
        {LOB_NEED(render_view_response, session_id, STRING)},
        {LOB_NEED(render_view_response, dbu, NUMBER)},
        {LOB_NEED(render_view_response, units, OBJECT), LOB_OBJECT(lob_units)},
        {LOB_NEED(render_view_response, render_id, STRING)},
        {LOB_NEED(render_view_response, box_um, OBJECT), LOB_OBJECT(lob_micron_box)},
        {LOB_NEED(render_view_response, visible_box_um, OBJECT), LOB_OBJECT(lob_micron_box)},
        {LOB_NEED(render_view_response, cell, STRING)},
        {LOB_NEED(render_view_response, layers, ARRAY), LOB_LIST(sizeof(lob_layer_ref), LOB_ITEM(OBJECT),
            LOB_OBJECT(lob_layer_ref))},
        {LOB_NEED(render_view_response, image, OBJECT), LOB_OBJECT(lob_artifact_ref)},
        {LOB_NEED(render_view_response, width, INTEGER)},
        {LOB_NEED(render_view_response, height, INTEGER)},
        {LOB_NEED(render_view_response, style, ENUM), LOB_ONE_OF(render_view_response_style, 3)},
        {LOB_NEED(render_view_response, um_per_px, NUMBER)},
        {LOB_NEED(render_view_response, world_to_pixel, OBJECT), LOB_OBJECT(render_view_response_world_to_pixel)},
        {LOB_NEED(render_view_response, pixels_sha256, STRING)},
        {LOB_HAS(render_view_response, notes, ARRAY), LOB_LIST(sizeof(lob_str), LOB_ITEM(STRING))},
    },
};
