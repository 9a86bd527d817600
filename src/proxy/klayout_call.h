/* One command to the JSON-over-TCP server (seed 004), on a connection of its own. */
#ifndef LOB_PROXY_KLAYOUT_CALL_H
#define LOB_PROXY_KLAYOUT_CALL_H

#include "base/buf.h"
#include "base/str.h"
#include "proxy/limits.h"

typedef enum {
    LOB_KLAYOUT_RESPONSE,
    LOB_KLAYOUT_NO_METHOD, /* the command names none: nothing was sent */
    LOB_KLAYOUT_CONNECT_ERROR,
    LOB_KLAYOUT_SEND_ERROR, /* or no whole line came back */
    LOB_KLAYOUT_EMPTY,      /* it closed the connection without a word */
    LOB_KLAYOUT_MEMORY
} lob_klayout_state;

/* `command`: an object of strict JSON. Sends {"id":I,"method":M,"params":P} with its members as they were written, id 1
 * and params {} where there are none, to 127.0.0.1:port, and reads one line into `line` (without its end, control
 * characters as spaces). timeout_ms bounds the connecting, and then the exchange. `what` says an error. */
lob_klayout_state lob_klayout_call(int port, int timeout_ms, lob_str command, lob_buf *line,
                                   char what[LOB_LLM_WHAT_SIZE]);

#endif
