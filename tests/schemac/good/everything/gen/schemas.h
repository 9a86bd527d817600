/* Made by tools/schemac from spec/. Do not edit. JSON schemas of the tools, as hosts see them. */
#ifndef LOB_GEN_SCHEMAS_H
#define LOB_GEN_SCHEMAS_H

extern const char lob_demo_input_schema[];
extern const char lob_demo_output_schema[];

#endif
