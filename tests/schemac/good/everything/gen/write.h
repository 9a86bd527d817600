/* Made by tools/schemac from spec/. Do not edit. Structs to canonical JSON. */
#ifndef LOB_GEN_WRITE_H
#define LOB_GEN_WRITE_H

#include "gen/types.h"
#include "json/writer.h"

void lob_sample_box_write(lob_jsonw *out, const lob_sample_box *value);
void lob_sample_shape_write(lob_jsonw *out, const lob_sample_shape *value);
void lob_sample_units_write(lob_jsonw *out, const lob_sample_units *value);
void lob_demo_response_write(lob_jsonw *out, const lob_demo_response *value);

#endif
