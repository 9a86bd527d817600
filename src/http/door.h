/* The door: takes connections, reads their requests and says how many may wait and how long.
 *
 * One thread reads from all connections, so a slow client costs a descriptor and some bytes, never a thread. A whole
 * request goes to one of the threads that answer, which may wait for the core and for the client. Heads and bodies have
 * absolute deadlines. When places are short, the connection that has waited longest without a whole request gives way:
 * who sends a request at once gets in, however many do not.
 */
#ifndef LOB_HTTP_DOOR_H
#define LOB_HTTP_DOOR_H

#include "http/conn.h"

typedef struct lob_http_door lob_http_door;

typedef struct lob_http_door_calls {
    void *arg;
    /* Of the door's thread; must not wait. False: it was answered, and the connection ends. */
    bool (*head)(void *arg, lob_http_conn *conn);                /* a head is complete */
    bool (*body)(void *arg, lob_http_conn *conn, lob_str piece); /* a piece of the body */
    void (*bad)(void *arg, lob_http_conn *conn);                 /* conn->request.status and why are to be told */
    /* On such a thread: answers the request. False: the connection ends. */
    bool (*request)(void *arg, lob_http_conn *conn);
    /* The request is over, or its connection broke off: frees conn->exchange. */
    void (*done)(void *arg, lob_http_conn *conn);
} lob_http_door_calls;

/* `fd` listens; it becomes the door's, which closes it. *door is set before the first call. False: out of memory,
 * descriptors or threads; the fd is the caller's. */
bool lob_http_door_open(lob_http_door **door, int fd, const lob_http_door_calls *calls);
/* For calls.body(): memory is short, so the body that has been coming in longest, and for a second, is given up. */
void lob_http_door_press(lob_http_door *door, const lob_http_conn *but);
/* Takes nothing more; requests under way have `drain_ms`, then their connections are cut. Returns when all are over. */
void lob_http_door_close(lob_http_door *door, int drain_ms);

#endif
