/* Made by tools/schemac from spec/. Do not edit. The tables of the types, for src/json/table.h. */
#ifndef LOB_GEN_TABLES_H
#define LOB_GEN_TABLES_H

#include "gen/types.h"
#include "json/table.h"

extern const lob_wire_table lob_sample_box_table;
extern const lob_wire_table lob_sample_shape_table;
extern const lob_wire_table lob_error_object_table;
extern const lob_wire_table lob_sample_units_table;
extern const lob_wire_table lob_demo_request_table;
extern const lob_wire_table lob_demo_response_table;

#endif
