/* One request of HTTP/1, read from bytes as they arrive: strict, so that no proxy in front reads another request.
 *
 * Pure: bytes in, a state out. A line ends with CR LF; what two readers could understand differently (RFC 9112) is BAD,
 * and the connection must close then. Invariant: after BAD or DONE nothing more is taken.
 */
#ifndef LOB_HTTP_REQUEST_H
#define LOB_HTTP_REQUEST_H

#include <stdint.h>

#include "base/buf.h"
#include "base/str.h"
#include "http/limits.h"

typedef enum lob_http_request_state {
    LOB_HTTP_REQUEST_HEAD, /* more of the head is to come */
    LOB_HTTP_REQUEST_BODY, /* the head is complete, more of the body is to come */
    LOB_HTTP_REQUEST_DONE,
    LOB_HTTP_REQUEST_BAD /* `status` and `why` say what is wrong */
} lob_http_request_state;

typedef enum lob_http_chunk_part {
    LOB_HTTP_CHUNK_SIZE,    /* digits */
    LOB_HTTP_CHUNK_EXT,     /* an extension, which means nothing here */
    LOB_HTTP_CHUNK_SIZE_LF, /* the line feed behind them */
    LOB_HTTP_CHUNK_DATA,
    LOB_HTTP_CHUNK_DATA_CR,
    LOB_HTTP_CHUNK_DATA_LF,
    LOB_HTTP_CHUNK_TRAILER, /* after the last chunk: lines, until an empty one */
    LOB_HTTP_CHUNK_TRAILER_LF
} lob_http_chunk_part;

typedef struct lob_http_header {
    const char *name, *value; /* within `text`; the value without the blanks around it */
} lob_http_header;

typedef struct lob_http_request {
    lob_http_request_state state;
    lob_buf text;              /* the head; parts end with NUL once it is complete */
    size_t line_at;            /* where its last line begins */
    bool has_passed_line;      /* an empty one, before it */
    const char *method, *path; /* the path without its query */
    bool is_old;               /* HTTP/1.0 */
    bool keeps;                /* the connection may serve another request */
    bool expects;              /* waits for "100 Continue" */
    bool is_chunked;
    uint64_t left; /* bytes of the body, or of the chunk */
    lob_http_chunk_part part;
    size_t line_size, extra_size; /* of the chunk's line; of all extensions and trailers */
    lob_http_header headers[LOB_HTTP_HEADER_COUNT_MAX];
    unsigned header_count;
    unsigned status; /* of BAD */
    const char *why;
} lob_http_request;

void lob_http_request_init(lob_http_request *request);
void lob_http_request_release(lob_http_request *request);
/* Takes bytes up to the next change of state at most, or the end of one piece of the body: *body is that piece, within
 * `data`, or empty. Returns how many were taken. */
size_t lob_http_request_take(lob_http_request *request, const char *data, size_t size, lob_str *body);
/* Has anything of it come? */
bool lob_http_request_is_begun(const lob_http_request *request);
/* NULL: there is none. Only of a complete head. */
const char *lob_http_request_header(const lob_http_request *request, const char *name);

#endif
