/* The client of seed 004: a prompt that asks for a command, KLayout's answer from llm.log, a prompt that asks for the
 * final text. */
#ifndef LOB_PROXY_ROUNDTRIP_H
#define LOB_PROXY_ROUNDTRIP_H

#include "base/buf.h"
#include "proxy/limits.h"

typedef struct lob_roundtrip_options {
    const char *endpoint; /* of the proxy */
    const char *log_path; /* the llm.log that this proxy writes */
    const char *prompt;   /* NULL: the cell list is asked for */
    int wait_ms, poll_ms; /* for the answer in the log */
    int idle_ms;          /* of the proxy, without a byte */
} lob_roundtrip_options;

enum { LOB_ROUNDTRIP_WHAT_SIZE = 1536 };

typedef enum {
    LOB_ROUNDTRIP_FINE,         /* `text` holds the final completion */
    LOB_ROUNDTRIP_FAILED,       /* `what` says why, and what to do */
    LOB_ROUNDTRIP_NO_COMPLETION /* the same; `text` holds what the model said instead, perhaps nothing */
} lob_roundtrip_end;

/* Writes the final text to `text`. A final completion is <attempt_completion> with its end. */
lob_roundtrip_end lob_roundtrip(const lob_roundtrip_options *options, lob_buf *text,
                                char what[LOB_ROUNDTRIP_WHAT_SIZE]);

#endif
