/* Made by tools/schemac from spec/. Do not edit. The tables of demo. */
#include "base/limits.h"
#include "gen/tables.h"

static const lob_wire_table demo_request_layers_item_table = {
    .size = sizeof(lob_demo_request_layers_item), .is_closed = true, .number_count = 1,
    .count = 2,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(demo_request_layers_item, layer, INTEGER)},
        {LOB_FILL(demo_request_layers_item, datatype, INTEGER), LOB_RULES(LOB_PRESET(0))},
    },
};

const lob_wire_table lob_demo_request_table = {
    .size = sizeof(lob_demo_request), .is_closed = true,
    .count = 23,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(demo_request, session_id, STRING), LOB_RULES(LOB_FORMAT(SESSION_ID))},
        {LOB_MAY(demo_request, path, STRING), LOB_RULES(LOB_CODE(LOB_E_FILE_NOT_FOUND), LOB_FORMAT(ABSOLUTE_PATH))},
        {LOB_NEED(demo_request, box, OBJECT), LOB_OBJECT(lob_sample_box)},
        {LOB_MAY(demo_request, view, OBJECT), LOB_OBJECT(lob_sample_box), LOB_RULES(LOB_CODE(LOB_E_INVALID_TARGET))},
        {LOB_MAY(demo_request, name, STRING), LOB_RULES(LOB_SIZE_MIN(1), LOB_LIMITED(LOB_LIMIT_SAMPLE_NAME,
            LOB_E_INVALID_TARGET))},
        {LOB_FILL(demo_request, color, STRING), LOB_RULES(LOB_FORMAT(COLOR), LOB_PRESET_TEXT("#ff0000"))},
        {LOB_MAY(demo_request, variable, STRING), LOB_RULES(LOB_SIZE_MAX(6), LOB_FORMAT(IDENTIFIER))},
        {LOB_FILL(demo_request, mode, ENUM), LOB_ONE_OF(sample_mode, 2),
            LOB_RULES(LOB_PRESET(LOB_SAMPLE_MODE_ALL_LEVELS))},
        {LOB_HAS(demo_request, kind, ENUM), LOB_ONE_OF(demo_request_kind, 2)},
        {LOB_FILL(demo_request, max_shapes, INTEGER), LOB_RULES(LOB_MINIMUM(1), LOB_LIMITED(LOB_LIMIT_SAMPLE_SHAPES,
            LOB_E_QUERY_TOO_LARGE), LOB_PRESET(10))},
        {LOB_HAS(demo_request, depth, INTEGER), LOB_RULES(LOB_MAXIMUM(5))},
        {LOB_FILL(demo_request, scale, NUMBER), LOB_RULES(LOB_ABOVE(0), LOB_MAXIMUM(1.5), LOB_PRESET(0.5))},
        {LOB_FILL(demo_request, deep, BOOLEAN), LOB_RULES(LOB_PRESET(true))},
        {LOB_HAS(demo_request, flag, BOOLEAN)},
        {LOB_HAS(demo_request, layers, ARRAY), LOB_LIST(sizeof(lob_demo_request_layers_item), LOB_ITEM(OBJECT),
            LOB_OBJECT(demo_request_layers_item)), LOB_RULES(LOB_SIZE_MIN(1))},
        {LOB_HAS(demo_request, points, ARRAY), LOB_LIST(sizeof(lob_wire_array_field), LOB_ITEM(ARRAY),
            LOB_LIST(sizeof(int64_t), LOB_ITEM(INTEGER)), LOB_RULES(LOB_SIZE_MIN(2), LOB_SIZE_MAX(2))),
            LOB_RULES(LOB_LIMITED(LOB_LIMIT_SAMPLE_POINTS, LOB_E_QUERY_TOO_LARGE))},
        {LOB_HAS(demo_request, params, MAP), LOB_LIST(sizeof(lob_str), LOB_ITEM(STRING)),
            LOB_RULES(LOB_LIMITED(LOB_LIMIT_SAMPLE_POINTS, LOB_E_QUERY_TOO_LARGE))},
        {LOB_MAY(demo_request, extra, ANY)},
        {LOB_MAY(demo_request, rules, ANY)},
        {LOB_MAY(demo_request, rule, ANY)},
        {LOB_HAS(demo_request, boxes, ARRAY), LOB_LIST(sizeof(lob_sample_box), LOB_ITEM(OBJECT),
            LOB_OBJECT(lob_sample_box))},
        {LOB_PLACE(demo_request, double_, NUMBER, "double"), .flag = offsetof(lob_demo_request, has_double),
            .is_optional = 1},
        {LOB_HAS(demo_request, quiet, BOOLEAN)},
    },
};

static const lob_wire_table demo_response_totals_item_table = {
    .size = sizeof(lob_demo_response_totals_item), .number_count = 1,
    .count = 1,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(demo_response_totals_item, n, INTEGER)},
    },
};

static const lob_wire_table demo_response_extent_table = {
    .size = sizeof(lob_demo_response_extent), .number_count = 1,
    .count = 1,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(demo_response_extent, top, MICRONS)},
    },
};

static const lob_wire_table demo_response_span_table = {
    .size = sizeof(lob_demo_response_span), .number_count = 1,
    .count = 1,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(demo_response_span, top, MICRONS)},
    },
};

static const lob_wire_table demo_response_details_table = {
    .size = sizeof(lob_demo_response_details),
    .count = 2,
    .fields = (const lob_wire_field[]){
        {LOB_MAY(demo_response_details, hint, STRING)},
        {LOB_HAS(demo_response_details, own, INTEGER)},
    },
};

static const lob_wire_table demo_response_entries_item_deep_in_table = {
    .size = sizeof(lob_demo_response_entries_item_deep_in), .number_count = 1,
    .count = 1,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(demo_response_entries_item_deep_in, n, INTEGER)},
    },
};

static const lob_wire_table demo_response_entries_item_deep_table = {
    .size = sizeof(lob_demo_response_entries_item_deep),
    .count = 1,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(demo_response_entries_item_deep, in, OBJECT), LOB_OBJECT(demo_response_entries_item_deep_in)},
    },
};

static const lob_wire_table demo_response_entries_item_large_table = {
    .size = sizeof(lob_demo_response_entries_item_large),
    .count = 5,
    .fields = (const lob_wire_field[]){
        {LOB_HAS(demo_response_entries_item_large, a, INTEGER)},
        {LOB_HAS(demo_response_entries_item_large, b, INTEGER)},
        {LOB_HAS(demo_response_entries_item_large, c, INTEGER)},
        {LOB_HAS(demo_response_entries_item_large, d, INTEGER)},
        {LOB_HAS(demo_response_entries_item_large, e, INTEGER)},
    },
};

static const lob_wire_table demo_response_entries_item_table = {
    .size = sizeof(lob_demo_response_entries_item),
    .count = 6,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(demo_response_entries_item, state, ENUM), LOB_ONE_OF(demo_response_entries_item_state, 2)},
        {LOB_MAY(demo_response_entries_item, place, OBJECT), LOB_OBJECT(lob_sample_box)},
        {LOB_MAY(demo_response_entries_item, other, OBJECT), LOB_OBJECT(lob_sample_box)},
        {LOB_MAY(demo_response_entries_item, twin, OBJECT), .is_full = 1, LOB_OBJECT(lob_sample_box)},
        {LOB_MAY(demo_response_entries_item, deep, OBJECT), LOB_OBJECT(demo_response_entries_item_deep)},
        {LOB_MAY(demo_response_entries_item, large, OBJECT), LOB_OBJECT(demo_response_entries_item_large)},
    },
};

const lob_wire_table lob_demo_response_table = {
    .size = sizeof(lob_demo_response),
    .count = 22,
    .fields = (const lob_wire_field[]){
        {LOB_SAYS("schema_version", "1.0.0"), .is_required = 1},
        {LOB_NEED(demo_response, units, OBJECT), LOB_OBJECT(lob_sample_units)},
        {LOB_NEED(demo_response, area_um2, MICRONS)},
        {LOB_HAS(demo_response, ratio, NUMBER), .is_nullable = 1, .is_required = 1},
        {LOB_MAY(demo_response, digest, STRING), .is_full = 1},
        {LOB_MAY(demo_response, exact, OBJECT), .is_full = 1, LOB_OBJECT(lob_sample_box)},
        {LOB_MAY(demo_response, crop, OBJECT), .is_nullable = 1, LOB_OBJECT(lob_sample_box)},
        {LOB_MAY(demo_response, label, STRING), .is_nullable = 1},
        {LOB_NEED(demo_response, shapes, ARRAY), LOB_LIST(sizeof(lob_sample_shape), LOB_ITEM(OBJECT),
            LOB_OBJECT(lob_sample_shape))},
        {LOB_NEED(demo_response, counts, MAP), LOB_LIST(sizeof(int64_t), LOB_ITEM(INTEGER))},
        {LOB_HAS(demo_response, totals, MAP), LOB_LIST(sizeof(lob_demo_response_totals_item), LOB_ITEM(OBJECT),
            LOB_OBJECT(demo_response_totals_item))},
        {LOB_HAS(demo_response, notes, ARRAY), LOB_LIST(sizeof(lob_str), LOB_ITEM(STRING))},
        {LOB_HAS(demo_response, width, MICRONS)},
        {LOB_MAY(demo_response, extent, OBJECT), LOB_OBJECT(demo_response_extent)},
        {LOB_MAY(demo_response, span, OBJECT), LOB_OBJECT(demo_response_span)},
        {LOB_HAS(demo_response, state, ENUM), LOB_ONE_OF(demo_response_state, 2)},
        {LOB_HAS(demo_response, letter, ENUM), LOB_ONE_OF(demo_response_letter, 9)},
        {LOB_MAY(demo_response, message, STRING)},
        {LOB_MAY(demo_response, details, OBJECT), LOB_OBJECT(demo_response_details)},
        {LOB_HAS(demo_response, entries, ARRAY), LOB_LIST(sizeof(lob_demo_response_entries_item), LOB_ITEM(OBJECT),
            LOB_OBJECT(demo_response_entries_item))},
        {LOB_HAS(demo_response, truncated, BOOLEAN)},
        {LOB_MAY(demo_response, raw, ANY)},
    },
};
