/* Made by tools/schemac from spec/. Do not edit. The registered tools. */
#include "tool/registry.h"

#include "gen/schemas.h"
#include "gen/tables.h"

LOB_TOOL_INVOKE(demo)

const lob_tool lob_tools[] = {
    {
        .name = "demo",
        .title =
            "Demo",
        .description =
            "Shows every keyword.",
        .input_schema = lob_demo_input_schema,
        .output_schema = lob_demo_output_schema,
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

const char *const lob_instructions[] = {
    "Line \"one\".",
    "\nLine two.",
    NULL};
