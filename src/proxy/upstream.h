/* One request to the model's endpoint, its answer drawn piece by piece.
 *
 * Nothing here runs on its own: whoever wants bytes calls and moves the connection meanwhile. A client that does not
 * read therefore holds the endpoint back: at most LOB_LLM_STREAM_HELD_MAX bytes and one piece of libcurl's wait here,
 * beside what the kernel holds. An answer is of one thread.
 */
#ifndef LOB_PROXY_UPSTREAM_H
#define LOB_PROXY_UPSTREAM_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/buf.h"
#include "base/str.h"
#include "proxy/limits.h"

typedef struct lob_upstream lob_upstream;

/* Sees the bytes of an answer as they come, before anybody can read them. False: the reading fails. */
typedef bool lob_upstream_bytes_fn(void *arg, lob_str bytes);

typedef struct lob_upstream_options {
    const char *url;           /* http: or https: */
    const char *authorization; /* value of the header; NULL: none */
    const char *accept;        /* NULL: text/event-stream */
    lob_str body;              /* borrowed until close */
    int idle_ms;               /* without a byte; then it fails */
    int watched_fd;            /* the client's connection: its end ends this; -1: none */
    const atomic_bool *stop;   /* NULL: none */
    lob_upstream_bytes_fn *tell;
    void *arg;
} lob_upstream_options;

typedef enum {
    LOB_UPSTREAM_FINE,
    LOB_UPSTREAM_UNREACHABLE,
    LOB_UPSTREAM_BROKEN,
    LOB_UPSTREAM_SILENT,
    LOB_UPSTREAM_REFUSED /* by `tell` */,
    LOB_UPSTREAM_GONE /* the client, or stopped */,
    LOB_UPSTREAM_MEMORY
} lob_upstream_state;

/* False in the static program, which has no libcurl (packaging/portable/no_upstream.c). */
extern const bool lob_upstream_is_built;

/* NULL: out of memory. Connects to nothing yet. */
lob_upstream *lob_upstream_open(const lob_upstream_options *options);
void lob_upstream_close(lob_upstream *up); /* NULL is fine */

/* Until its status and the first byte of its body are there, or its end. What broke off behind a first byte is told by
 * reading. */
lob_upstream_state lob_upstream_begin(lob_upstream *up);
long lob_upstream_status(const lob_upstream *up);      /* of HTTP */
const char *lob_upstream_type(const lob_upstream *up); /* Content-Type; "": none came */

/* Waits for bytes and hands over at most size_max: their count, 0 at the end, -1 when it failed. */
ssize_t lob_upstream_read(lob_upstream *up, char *out, size_t size_max);
lob_upstream_state lob_upstream_failure(const lob_upstream *up);
/* A sentence without a full stop, without the address. */
const char *lob_upstream_what(const lob_upstream *up);
size_t lob_upstream_held_most(const lob_upstream *up); /* bytes that ever waited here, for tests */

#endif
