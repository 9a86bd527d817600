/* Made by tools/schemac from spec/. Do not edit. The registered tools, in the order of tools/list. */
#ifndef LOB_TOOL_REGISTRY_H
#define LOB_TOOL_REGISTRY_H

#include "gen/types.h"
#include "tool/call.h"

extern const lob_tool lob_tools[];
extern const size_t lob_tool_count;
extern const char *const lob_instructions[]; /* sentences; NULL ends them */

/* The handlers, written by hand in src/tool. */
lob_status lob_tool_demo(lob_call *call, const lob_demo_request *request, lob_demo_response *response);

#endif
