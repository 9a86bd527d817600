/* The MCP server: JSON-RPC 2.0 over a pair of descriptors, every current revision of the protocol, both lifecycles. */
#ifndef LOB_MCP_SERVER_H
#define LOB_MCP_SERVER_H

#include "session/session.h"

typedef struct lob_mcp_options {
    int in_fd, out_fd;
    lob_sessions *sessions; /* borrowed */
    lob_toolset toolset;
    unsigned worker_count; /* 0: as many as processors, at least 2 */
} lob_mcp_options;

/* Serves until end of input or a broken pipe; cancels what runs, joins its threads. 0, or 1 after a failure that was logged. */
int lob_mcp_serve(const lob_mcp_options *options);

#endif
