/* Made by tools/schemac from spec/. Do not edit. The tables of the shared types. */
#include "gen/tables.h"

#include "base/limits.h"

const lob_wire_table lob_sample_box_table = {
    .size = sizeof(lob_sample_box), .code = LOB_E_INVALID_BOX, .is_closed = true, .number_count = 2,
    .count = 2,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(sample_box, left, MICRONS)},
        {LOB_NEED(sample_box, right, MICRONS)},
    },
};

const lob_wire_table lob_sample_shape_table = {
    .size = sizeof(lob_sample_shape),
    .count = 3,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(sample_shape, box, OBJECT), LOB_OBJECT(lob_sample_box)},
        {LOB_NEED(sample_shape, mode, ENUM), LOB_ONE_OF(sample_mode, 2)},
        {LOB_HAS(sample_shape, outline, ARRAY), LOB_LIST(sizeof(lob_wire_array_field), LOB_ITEM(ARRAY),
            LOB_LIST(sizeof(int64_t), LOB_ITEM(INTEGER)), LOB_RULES(LOB_SIZE_MIN(2), LOB_SIZE_MAX(2))),
            LOB_RULES(LOB_LIMITED(LOB_LIMIT_SAMPLE_POINTS, LOB_E_QUERY_TOO_LARGE))},
    },
};

static const lob_wire_table error_object_details_table = {
    .size = sizeof(lob_error_object_details),
    .count = 1,
    .fields = (const lob_wire_field[]){
        {LOB_MAY(error_object_details, hint, STRING)},
    },
};

const lob_wire_table lob_error_object_table = {
    .size = sizeof(lob_error_object),
    .count = 3,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(error_object, code, STRING)},
        {LOB_NEED(error_object, message, STRING)},
        {LOB_NEED(error_object, details, OBJECT), LOB_OBJECT(error_object_details)},
    },
};

const lob_wire_table lob_sample_units_table = {
    .size = sizeof(lob_sample_units),
    .count = 1,
    .fields = (const lob_wire_field[]){
        {LOB_SAYS("length", "um"), .is_required = 1},
    },
};
