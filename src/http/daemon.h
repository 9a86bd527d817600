/* The MCP server over HTTP: the door in front, the core behind, messages between. */
#ifndef LOB_HTTP_DAEMON_H
#define LOB_HTTP_DAEMON_H

#include "http/limits.h"
#include "mcp/core.h"

#define LOB_HTTP_PATH "/mcp"

typedef struct lob_http_daemon lob_http_daemon;

typedef struct lob_http_options {
    const char *host;      /* to listen on; anything but loopback lets others in */
    int port;              /* 0: any free one */
    const char *token;     /* what clients have to show as Authorization: Bearer; NULL: nothing */
    int stop_fd;           /* readable: end now; -1: none */
    int first_ms;          /* until an answer becomes a stream of events */
    int alive_ms;          /* between comments in a stream */
    lob_core_options core; /* what is served */
} lob_http_options;

/* Listens; texts are borrowed until close. NULL: `what` says why. */
lob_http_daemon *lob_http_daemon_open(const lob_http_options *options, char what[LOB_HTTP_WHAT_SIZE]);
int lob_http_daemon_port(const lob_http_daemon *daemon);
/* Serves until stop_fd; cancels what runs then. False: no thread could be made. */
bool lob_http_daemon_run(lob_http_daemon *daemon);
void lob_http_daemon_close(lob_http_daemon *daemon);

#endif
