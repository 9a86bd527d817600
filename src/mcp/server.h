/* The MCP server over a pair of descriptors: JSON-RPC 2.0, every current revision of the protocol, both lifecycles. */
#ifndef LOB_MCP_SERVER_H
#define LOB_MCP_SERVER_H

#include "mcp/product.h"

typedef struct lob_mcp_options {
    int in_fd, out_fd;
    int stop_fd; /* readable: end now (a signal came); -1: none. An eventfd or pipe that a signal handler may write to
                  */
    lob_sessions *sessions; /* borrowed */
    lob_product product;    /* what is served; all borrowed */
    unsigned worker_count;  /* see lob_core_options */
} lob_mcp_options;

/* Serves until end of input, a broken pipe or stop_fd; cancels what runs, joins its threads. What was read before the
 * end of input has a short while to be answered. 0, or 1 after a failure that was logged. */
int lob_mcp_serve(const lob_mcp_options *options);

#endif
