/* What a tool answered, out of the result of tools/call, however a server's library wraps it.
 *
 * Some libraries put what a tool returned into structuredContent, some below a lone member `result` there (and then
 * perhaps as a string of JSON), some only as text. Which of them it was must not matter to anybody.
 */
#ifndef LOB_BRIDGE_MCP_ANSWER_H
#define LOB_BRIDGE_MCP_ANSWER_H

#include <cjson/cJSON.h>

#include "base/ctx.h"

typedef struct lob_mcp_answer {
    lob_str json;  /* an object, checked; data NULL: there is none, and `why` says so. Request arena or into `result` */
    bool is_error; /* isError, or an ErrorObject {code, message} without it */
    const char *why; /* "expected ..., got ...", or "" */
} lob_mcp_answer;

/* `result`: checked JSON. The only failure is memory. */
lob_status lob_mcp_answer_find(lob_ctx *ctx, lob_str result, lob_mcp_answer *answer);

#endif
