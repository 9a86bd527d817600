/* What the server says of itself: handed in by the program, so that nothing here depends on which tools are linked. */
#ifndef LOB_MCP_PRODUCT_H
#define LOB_MCP_PRODUCT_H

#include "tool/call.h"
#include "tool/prompts.h"

typedef struct lob_product {
    const char *name, *title, *version;
    const char *icons; /* JSON, MCP's member of that name; NULL: none. Sent when a client greets, from 2025-11-25 on */
    const char *const *instructions; /* sentences, the last NULL; NULL: none. See lob_tools_write_instructions() */
    const lob_tool *tools;           /* in the order of tools/list */
    size_t tool_count;
    lob_toolset toolset;
    lob_runner runner;         /* of calls; run NULL: in this process */
    const lob_prompt *prompts; /* in the order of prompts/list; NULL: none */
    size_t prompt_count;
    bool offers_files; /* what sessions keep is offered as resources */
} lob_product;

#endif
