/* llm.log of seed 004: what was asked, what the model said line by line, what KLayout answered. The roundtrip client
 * reads it. Lines are written whole, one write() each, whoever writes beside. Thread-safe. */
#ifndef LOB_PROXY_CHAT_LOG_H
#define LOB_PROXY_CHAT_LOG_H

#include <stdatomic.h>
#include <stdbool.h>

#include "base/str.h"
#include "proxy/limits.h"

typedef struct lob_chat_log {
    int fd;
    atomic_bool is_broken; /* a write failed; said on stderr once */
} lob_chat_log;

/* Truncates `path`, or makes it (mode 0600); a link or what is no file is refused. False: `what` says why. */
bool lob_chat_log_open(lob_chat_log *log, const char *path, char what[LOB_LLM_WHAT_SIZE]);
void lob_chat_log_close(lob_chat_log *log);

/* Adds prefix + text + "\n". Every occurrence of `secret` (8 bytes or more; data NULL: none) becomes [key]. */
void lob_chat_log_add(lob_chat_log *log, const char *prefix, lob_str text, lob_str secret);
/* The same for a line that came from the model's side: one that looks like a line of ours gets a \ in front, so that
 * nobody speaks in the place of KLayout. */
void lob_chat_log_add_heard(lob_chat_log *log, lob_str line, lob_str secret);

#endif
