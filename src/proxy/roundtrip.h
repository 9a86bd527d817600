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

enum { LOB_ROUNDTRIP_WHAT_SIZE = 1024 };

/* Writes the final text to `text`. False: `what` says why, and what to do. */
bool lob_roundtrip(const lob_roundtrip_options *options, lob_buf *text, char what[LOB_ROUNDTRIP_WHAT_SIZE]);

#endif
