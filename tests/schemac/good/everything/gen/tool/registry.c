/* Made by tools/schemac from spec/. Do not edit. The registered tools. */
#include "tool/registry.h"

#include "gen/tables.h"

LOB_TOOL_INVOKE(demo)

const lob_tool lob_tools[] = {
    {
        .name = "demo",
        .title =
            "Demo",
        .description =
            "Shows every keyword.",
        .input_schema =
            "{\"type\":\"object\",\"properties\":{\"session_id\":{\"type\":\"string\",\"description\":\"From open.\"}"
            ",\"path\":{\"type\":\"string\"},\"box\":{\"type\":\"object\",\"description\":\"Where to look.\",\"proper"
            "ties\":{\"left\":{\"type\":\"number\"},\"right\":{\"type\":\"number\"}}},\"view\":{\"type\":\"object\",\""
            "description\":\"A box in um.\",\"properties\":{\"left\":{\"type\":\"number\"},\"right\":{\"type\":\"numb"
            "er\"}}},\"name\":{\"type\":\"string\"},\"color\":{\"type\":\"string\",\"default\":\"#ff0000\"},\"variabl"
            "e\":{\"type\":\"string\"},\"mode\":{\"type\":\"string\",\"enum\":[\"top\",\"all-levels\"],\"default\":\""
            "all-levels\"},\"kind\":{\"type\":\"string\",\"enum\":[\"a\",\"b\"]},\"max_shapes\":{\"type\":\"integer\""
            ",\"maximum\":100,\"default\":10},\"depth\":{\"type\":\"integer\",\"maximum\":5},\"scale\":{\"type\":\"nu"
            "mber\",\"exclusiveMinimum\":0,\"maximum\":1.5,\"default\":0.5},\"deep\":{\"type\":\"boolean\",\"default\""
            ":true},\"flag\":{\"type\":\"boolean\"},\"layers\":{\"type\":\"array\",\"items\":{\"type\":\"object\",\"p"
            "roperties\":{\"layer\":{\"type\":\"integer\"},\"datatype\":{\"type\":\"integer\",\"default\":0}},\"requi"
            "red\":[\"layer\"]},\"minItems\":1},\"points\":{\"type\":\"array\",\"items\":{\"type\":\"array\",\"items\""
            ":{\"type\":\"integer\"},\"minItems\":2,\"maxItems\":2},\"maxItems\":3},\"params\":{\"type\":\"object\",\""
            "additionalProperties\":{\"type\":\"string\"}},\"extra\":{\"description\":\"Anything.\"},\"double\":{\"ty"
            "pe\":\"number\"}},\"required\":[\"session_id\",\"box\"],\"additionalProperties\":false}",
        .output_schema =
            "{\"type\":\"object\"}",
        .meta =
            "{\"sample/reach\":{\"levels\":[\"a\",\"b \\\"c\\\"\"],\"area_max\":50000000000,\"share\":0.5}}",
        .read_only = true,
        .destructive = false,
        .idempotent = true,
        .open_world = false,
        .has_session = true,
        .groups = LOB_GROUP_ALPHA | LOB_GROUP_BETA,
        .invoke = invoke_demo,
        .response = &lob_demo_response_table,
    },
};

const size_t lob_tool_count = 1;

const char lob_instructions[] =
    "Line \"one\".\nLine two.";
