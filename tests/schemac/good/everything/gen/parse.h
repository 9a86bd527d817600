/* Made by tools/schemac from spec/. Do not edit. JSON to structs: strict, all faults at once. */
#ifndef LOB_GEN_PARSE_H
#define LOB_GEN_PARSE_H

#include "gen/types.h"
#include "json/wire.h"

/* _parse reads a whole text and sets the error; _read is a step inside a parse. The struct must be zeroed. */
lob_status lob_sample_box_parse(lob_ctx *ctx, const cJSON *json, lob_sample_box *out);
void lob_sample_box_read(lob_wire *w, const cJSON *json, lob_sample_box *out);
void lob_sample_mode_read(lob_wire *w, const cJSON *json, lob_sample_mode *out);
lob_status lob_sample_shape_parse(lob_ctx *ctx, const cJSON *json, lob_sample_shape *out);
void lob_sample_shape_read(lob_wire *w, const cJSON *json, lob_sample_shape *out);
lob_status lob_sample_units_parse(lob_ctx *ctx, const cJSON *json, lob_sample_units *out);
void lob_sample_units_read(lob_wire *w, const cJSON *json, lob_sample_units *out);
lob_status lob_demo_request_parse(lob_ctx *ctx, const cJSON *json, lob_demo_request *out);
lob_status lob_demo_response_parse(lob_ctx *ctx, const cJSON *json, lob_demo_response *out);

#endif
