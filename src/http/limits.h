/* What the HTTP server takes at most. Above each of them it says so, or ends the connection. */
#ifndef LOB_HTTP_LIMITS_H
#define LOB_HTTP_LIMITS_H

#include "base/limits.h"

enum {
    LOB_HTTP_BODY_SIZE_MAX = LOB_LIMIT_LINE_IN_SIZE, /* bytes of one message, as over standard input */
    LOB_HTTP_HELD_SIZE_MAX = 256 << 20, /* bytes of all bodies, and of all answers that were not taken yet */
    LOB_HTTP_HEAD_SIZE_MAX = 16 << 10,
    LOB_HTTP_HEADER_COUNT_MAX = 64,
    LOB_HTTP_EXTRA_SIZE_MAX = 1024, /* extensions of chunks and trailers of one body */
    LOB_HTTP_CONNECTION_COUNT_MAX = 512,
    LOB_HTTP_ADDRESS_COUNT_MAX = 256,         /* connections of one address (IPv6: of one /64) */
    LOB_HTTP_STRANGER_COUNT_MAX = 128,        /* of those, connections that have not shown a head that is let in */
    LOB_HTTP_STRANGER_ADDRESS_COUNT_MAX = 64, /* the same, of one address */
    LOB_HTTP_STACK_SIZE = 1 << 20,            /* of the thread of a request */
    LOB_HTTP_SESSION_COUNT_MAX = 1024,        /* of the protocol, not of layouts; then the one used longest ago goes */
    LOB_HTTP_SESSION_IDLE_MS = 24 * 3600 * 1000,
    LOB_HTTP_HEAD_MS = 10000,       /* for a whole head, from the connection or the head's first byte on */
    LOB_HTTP_BODY_MS = 60000,       /* for a whole body */
    LOB_HTTP_IDLE_MS = 30000,       /* between two requests of a connection */
    LOB_HTTP_LINGER_MS = 2000,      /* a connection that ends is read on so long, so that its answer arrives */
    LOB_HTTP_SLOWEST_KIB_S = 64,    /* how fast an answer must be taken, beside LOB_HTTP_UNREAD_MS */
    LOB_HTTP_THREAD_IDLE_MS = 5000, /* then a thread with nothing to do ends */
    LOB_HTTP_UNREAD_MS = 120000,    /* that an answer may lie unread */
    LOB_HTTP_FIRST_MS = 2000,       /* then an answer becomes a stream of events */
    LOB_HTTP_ALIVE_MS = 15000,      /* between two comments in a stream that has nothing to say */
    LOB_HTTP_LOOK_MS = 200,         /* between two looks whether the client is still there */
    LOB_HTTP_DRAIN_MS = 1000,       /* for answers under way when the server ends */
    LOB_HTTP_WHAT_SIZE = 320,       /* of a sentence that says what went wrong */
    LOB_HTTP_TOKEN_SIZE_MIN = 16,   /* of the secret that clients show */
    LOB_HTTP_TOKEN_SIZE_MAX = 512
};

#endif
