/* What the HTTP server takes at most. Above each of them it says so, or ends the connection. */
#ifndef LOB_HTTP_LIMITS_H
#define LOB_HTTP_LIMITS_H

#include "gen/limits.h"

enum {
    LOB_HTTP_BODY_SIZE_MAX = LOB_LIMIT_LINE_IN_SIZE, /* bytes of one message, as over standard input */
    LOB_HTTP_HELD_SIZE_MAX = 256 << 20, /* bytes of all bodies, and of all answers that were not taken yet */
    LOB_HTTP_CONNECTION_COUNT_MAX = 512,
    LOB_HTTP_STACK_SIZE = 1 << 20,     /* of the thread of a connection */
    LOB_HTTP_SESSION_COUNT_MAX = 1024, /* of the protocol, not of layouts; then the one used longest ago goes */
    LOB_HTTP_SESSION_IDLE_MS = 24 * 3600 * 1000,
    LOB_HTTP_REQUEST_S = 30,      /* for the next byte of a request, and between two requests of a connection */
    LOB_HTTP_UNREAD_MS = 120000,  /* that an answer may lie unread */
    LOB_HTTP_FIRST_MS = 2000,     /* then an answer becomes a stream of events */
    LOB_HTTP_ALIVE_MS = 15000,    /* between two comments in a stream that has nothing to say */
    LOB_HTTP_LOOK_MS = 200,       /* between two looks whether the client is still there */
    LOB_HTTP_DRAIN_MS = 1000,     /* for answers under way when the server ends */
    LOB_HTTP_WHAT_SIZE = 320,     /* of a sentence that says what went wrong */
    LOB_HTTP_TOKEN_SIZE_MIN = 16, /* of the secret that clients show */
    LOB_HTTP_TOKEN_SIZE_MAX = 512
};

#endif
