/* Made by tools/schemac from spec/. Do not edit. JSON schemas of the tools, as hosts see them. */
#include "gen/schemas.h"

const char lob_demo_input_schema[] =
    "{\"type\":\"object\",\"properties\":{\"session_id\":{\"type\":\"string\",\"description\":\"From open.\"},\"path\""
    ":{\"type\":\"string\"},\"box\":{\"type\":\"object\",\"description\":\"Where to look.\"},\"view\":{\"type\":\"obj"
    "ect\",\"description\":\"A box in um.\",\"properties\":{\"left\":{\"type\":\"number\"},\"right\":{\"type\":\"numb"
    "er\"}}},\"name\":{\"type\":\"string\"},\"color\":{\"type\":\"string\",\"default\":\"#ff0000\"},\"variable\":{\"t"
    "ype\":\"string\"},\"mode\":{\"type\":\"string\",\"enum\":[\"top\",\"all-levels\"],\"default\":\"all-levels\"},\""
    "kind\":{\"type\":\"string\",\"enum\":[\"a\",\"b\"]},\"max_shapes\":{\"type\":\"integer\",\"maximum\":100,\"defau"
    "lt\":10},\"depth\":{\"type\":\"integer\",\"maximum\":5},\"scale\":{\"type\":\"number\",\"maximum\":1.5,\"default"
    "\":0.5},\"deep\":{\"type\":\"boolean\",\"default\":true},\"flag\":{\"type\":\"boolean\"},\"layers\":{\"type\":\""
    "array\",\"items\":{\"type\":\"object\",\"properties\":{\"layer\":{\"type\":\"integer\"},\"datatype\":{\"type\":\""
    "integer\",\"default\":0}},\"required\":[\"layer\"]},\"minItems\":1},\"points\":{\"type\":\"array\",\"items\":{\""
    "type\":\"array\",\"items\":{\"type\":\"integer\"},\"minItems\":2,\"maxItems\":2},\"maxItems\":3},\"params\":{\"t"
    "ype\":\"object\",\"additionalProperties\":{\"type\":\"string\"}},\"extra\":{\"description\":\"Anything.\"},\"dou"
    "ble\":{\"type\":\"number\"},\"quiet\":{\"type\":\"boolean\"}},\"required\":[\"session_id\",\"box\"]}";

const char lob_demo_output_schema[] =
    "{\"type\":\"object\"}";
