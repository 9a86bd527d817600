/* notifications/message: what a client hears of its calls while they run, from the level on that it asked for.
 *
 * debug: a call begins. info: a session was opened or closed. warning: a call failed. error: the server is at fault.
 * A notice leaves before the answer of its call and says nothing of time, so that the same calls tell the same.
 */
#ifndef LOB_MCP_NOTICE_H
#define LOB_MCP_NOTICE_H

#include "mcp/connection.h"

/* As RFC 5424 has them, lowest first; 0: none. */
typedef enum {
    LOB_NOTICE_NONE,
    LOB_NOTICE_DEBUG,
    LOB_NOTICE_INFO,
    LOB_NOTICE_NOTICE,
    LOB_NOTICE_WARNING,
    LOB_NOTICE_ERROR,
    LOB_NOTICE_CRITICAL,
    LOB_NOTICE_ALERT,
    LOB_NOTICE_EMERGENCY
} lob_notice_level;

/* NONE: no level has this name. */
lob_notice_level lob_notice_level_of(const char *name);

typedef struct lob_notice {
    lob_notice_level level;
    const char *event; /* call, failed, session_opened, session_closed */
    const char *tool;
    lob_str code;       /* of a failure; data NULL: none */
    lob_str message;    /* likewise, as JSON: a string with its quotes */
    lob_str session_id; /* data NULL: none */
} lob_notice;

/* Sends it when its level is at least `least`, which is not NONE. */
void lob_notice_send(lob_connection *connection, int least, const lob_notice *notice);

#endif
