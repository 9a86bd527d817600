/* Made by tools/schemac from spec/. Do not edit. JSON to structs: strict, all faults at once. */
#ifndef LOB_GEN_PARSE_H
#define LOB_GEN_PARSE_H

#include "gen/tables.h"

/* lob_status lob_X_parse(lob_ctx *ctx, const cJSON *json, lob_X *out): a whole text. The struct must be zeroed. */
LOB_WIRE_PARSER(sample_box, "box", false)
LOB_WIRE_PARSER(sample_shape, "sample_shape", false)
LOB_WIRE_PARSER(error_object, "error_object", false)
LOB_WIRE_PARSER(sample_units, "sample_units", false)
LOB_WIRE_PARSER(demo_request, "request", false)
LOB_WIRE_PARSER(demo_response, "response", true)

#endif
