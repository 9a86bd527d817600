/* One client as the core sees it: where its lines go and what was agreed with it. Part of what a transport keeps.
 *
 * Over pipes there is one, as long as the server lives; over HTTP each POST is one, and those of a session share what
 * was agreed and their scope. Invariant: between the first use and done() the connection stays where it is, and
 * nothing is sent outside of that time.
 */
#ifndef LOB_MCP_CONNECTION_H
#define LOB_MCP_CONNECTION_H

#include <stdatomic.h>

#include "mcp/lifecycle.h"

typedef enum { LOB_LINE_ANSWER, LOB_LINE_NOTICE } lob_line_kind;

typedef struct lob_connection lob_connection;

struct lob_connection {
    /* From any thread. `line` ends with its newline. False: nobody will have it. */
    bool (*send)(lob_connection *connection, lob_line_kind kind, lob_str line);
    /* The last use is over: nothing more will be sent. From any thread; may free the connection. NULL: nobody asks. */
    void (*done)(lob_connection *connection);
    lob_agreed *agreed; /* borrowed, the reader role's alone */
    bool is_modern;     /* its last request said its revision itself; the reader role's alone */
    const void *scope;  /* requests of one scope know each other's ids: they can be cancelled by them */
    atomic_uint uses;   /* requests under way, and whoever else holds it */
};

void lob_connection_use(lob_connection *connection);
void lob_connection_release(lob_connection *connection);

#endif
