/* What serve, view, llm-proxy and roundtrip take. They have their place here, below both programs, because one of them
 * prints the help and the other does the work. */
#ifndef LOB_CLI_HTTP_WORDS_H
#define LOB_CLI_HTTP_WORDS_H

#include "cli/command.h"

typedef struct lob_serve_words {
    int64_t port; /* -1: not given, and the server speaks over pipes */
    const char *host, *token_file;
} lob_serve_words;

typedef struct lob_llm_words { /* of llm-proxy and roundtrip; NULL, -1: not given */
    const char *host, *endpoint, *model, *log, *prompt;
    int64_t port, klayout_port, klayout_timeout_ms, idle_ms, rounds;
    bool feed_back;
} lob_llm_words;

typedef struct lob_view_words {
    const char *file, *top, *lyp, *convention, *markers; /* NULL: not given */
    int64_t port;                                        /* 0: any free one */
} lob_view_words;

extern const lob_command lob_serve_command, lob_llm_proxy_command, lob_roundtrip_command, lob_view_command;

#endif
