/* What the proxy takes at most. Above each of them it says so; nothing is cut silently. */
#ifndef LOB_PROXY_LIMITS_H
#define LOB_PROXY_LIMITS_H

enum {
    LOB_LLM_SIZE_MAX = 1 << 20, /* bytes of a request, of one line, of a body that is no stream, of a reply of KLayout,
                                   of a command */
    LOB_LLM_STREAM_HELD_MAX =
        1 << 16,                 /* bytes of a stream that wait for a slow client before reading upstream pauses */
    LOB_LLM_CALL_COUNT_MAX = 16, /* tool calls of one reply */
    LOB_LLM_MISS_COUNT_MAX = 16, /* near misses of one reply that are reported */
    LOB_LLM_CLIENT_COUNT_MAX = 32,
    LOB_LLM_WHAT_SIZE = 320 /* of a sentence that says what went wrong */
};

#endif
