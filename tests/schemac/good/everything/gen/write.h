/* Made by tools/schemac from spec/. Do not edit. Structs to canonical JSON. */
#ifndef LOB_GEN_WRITE_H
#define LOB_GEN_WRITE_H

#include "gen/tables.h"

/* void lob_X_write(lob_jsonw *out, const lob_X *value) */
LOB_WIRE_WRITER(sample_box)
LOB_WIRE_WRITER(sample_shape)
LOB_WIRE_WRITER(error_object)
LOB_WIRE_WRITER(sample_units)
LOB_WIRE_WRITER(demo_response)

#endif
