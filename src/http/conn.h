/* One connection of a client. The thread of the door owns it while a request comes in, one of the threads that answer
 * while the request is answered. */
#ifndef LOB_HTTP_CONN_H
#define LOB_HTTP_CONN_H

#include "http/request.h"

typedef enum lob_http_stage {
    LOB_HTTP_STAGE_HEAD,   /* no request, or a part of a head */
    LOB_HTTP_STAGE_BODY,   /* a head that was let in */
    LOB_HTTP_STAGE_ACTIVE, /* a whole request, a thread answers it */
    LOB_HTTP_STAGE_LINGER  /* answered for the last time; what still comes is thrown away */
} lob_http_stage;

typedef struct lob_http_address {
    unsigned char bytes[16]; /* the host's part of IPv6 (its last 64 bits) is zero */
} lob_http_address;

typedef struct lob_http_conn {
    int fd; /* does not block */
    lob_http_address address;
    lob_http_stage stage;
    bool is_known;    /* a head of it was let in */
    bool is_last;     /* it ends with the answer under way */
    uint64_t turn;    /* the later it came, or a head of it was let in, the higher; no two are equal */
    int64_t since_ms; /* it is in this stage */
    int64_t deadline_ms;
    lob_http_request request;
    lob_buf ahead;  /* came behind the request */
    size_t thrown;  /* bytes, while it lingers */
    void *exchange; /* of who serves the request */
    struct lob_http_conn *next;
} lob_http_conn;

/* Sends both parts. While a thread has it, it waits for the client: LOB_HTTP_UNREAD_MS and the time of
 * LOB_HTTP_SLOWEST_KIB_S; else not at all. False: the client does not take it, the connection ends. */
bool lob_http_conn_send(lob_http_conn *conn, lob_str first, lob_str second);

#endif
