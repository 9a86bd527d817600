/* One reply of the model on its way to the client: logged line by line, its commands sent to KLayout before the client
 * can read them, its bytes unchanged. Of one thread. */
#ifndef LOB_PROXY_EXCHANGE_H
#define LOB_PROXY_EXCHANGE_H

#include "base/lines.h"
#include "proxy/chat_log.h"
#include "proxy/request.h"
#include "proxy/upstream.h"

typedef struct lob_exchange_options {
    const char *endpoint;
    const char *authorization; /* of the client; NULL: none */
    const char *accept;        /* NULL: text/event-stream */
    lob_chat_log *log;
    lob_str asked; /* logged in the place of the body: as it came; data NULL: the body */
    int klayout_port, klayout_timeout_ms, idle_ms;
    int client_fd; /* -1: none */
    const atomic_bool *stop;
    bool keeps_all; /* the whole reply is kept, also of a stream, up to LOB_LLM_SIZE_MAX */
} lob_exchange_options;

typedef struct lob_exchange {
    lob_exchange_options options;
    lob_str secret; /* of the authorization, never logged */
    lob_upstream *up;
    lob_text_lines lines;
    lob_llm_reply reply;
    lob_llm_result results[LOB_LLM_RESULT_COUNT_MAX];
    unsigned result_count, command_count, miss_count;
    bool is_stream; /* events; else one body */
    lob_buf whole;  /* the body, or all when keeps_all */
    bool is_memory;
    char what[LOB_LLM_WHAT_SIZE]; /* of the first failure; "" */
} lob_exchange;

/* Sends `body` (borrowed) to the endpoint and waits for the beginning of the reply; a reply that is no stream, or with
 * keeps_all any, is read to its end. False: x->what says why, a sentence without a full stop; it is in the log as well.
 * Close in either case. */
bool lob_exchange_open(lob_exchange *x, const lob_exchange_options *options, lob_str body);
/* The next bytes of a stream: their count, 0 at its end, -1 when it broke off (x->what; logged). */
ssize_t lob_exchange_read(lob_exchange *x, char *out, size_t size_max);
/* The client went away, or the proxy is being stopped: nobody is there to be told. */
bool lob_exchange_is_abandoned(const lob_exchange *x);
/* Calls of functions other than klayout: they are the client's. */
bool lob_exchange_has_foreign_call(const lob_exchange *x);
void lob_exchange_close(lob_exchange *x);

#endif
