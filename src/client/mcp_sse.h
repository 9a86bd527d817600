/* Event streams (text/event-stream of the HTML standard, section 9.2), as far as MCP uses them: the data of events of
 * type message, in order. Bytes may come in pieces of any size. */
#ifndef LOB_BRIDGE_MCP_SSE_H
#define LOB_BRIDGE_MCP_SSE_H

#include "base/lines.h"

/* False stops the reading. */
typedef bool lob_mcp_sse_fn(void *arg, lob_str data);

typedef struct lob_mcp_sse {
    lob_text_lines lines;
    lob_buf data;         /* of the event under way; each line ends with \n */
    bool is_other;        /* the event has a type of its own */
    bool has_begun;       /* the first line is done: no byte order mark can come */
    lob_mcp_sse_fn *tell; /* during lob_mcp_sse_feed() */
    void *arg;
} lob_mcp_sse;

void lob_mcp_sse_open(lob_mcp_sse *sse, size_t size_max); /* of one line, and of the data of one event */
void lob_mcp_sse_drop(lob_mcp_sse *sse);
/* False: `tell` stopped it, or sse->lines.line.failed or sse->data.failed says why. An event that the stream ends
 * within is never told. */
bool lob_mcp_sse_feed(lob_mcp_sse *sse, lob_str bytes, lob_mcp_sse_fn *tell, void *arg);

#endif
