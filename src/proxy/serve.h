/* POST /chat/completions: the proxy between a chat client and a model that drives KLayout (seed 004). */
#ifndef LOB_PROXY_SERVE_H
#define LOB_PROXY_SERVE_H

#include "proxy/limits.h"

typedef struct lob_proxy lob_proxy;

typedef struct lob_proxy_options {
    const char *host; /* to listen on; anything but loopback lets others drive KLayout */
    int port;         /* 0: any free one */
    const char *endpoint, *log_path;
    const char *model; /* takes the place of the body's; NULL: as it came */
    int klayout_port, klayout_timeout_ms;
    int idle_ms;         /* of the model, without a byte */
    int round_count_max; /* of feeding results back; 0: the result is only logged */
} lob_proxy_options;

/* Opens the log and listens; options' texts are borrowed until stop. NULL: `what` says why. */
lob_proxy *lob_proxy_start(const lob_proxy_options *options, char what[LOB_LLM_WHAT_SIZE]);
int lob_proxy_port(const lob_proxy *proxy);
/* Ends what is under way. */
void lob_proxy_stop(lob_proxy *proxy);

#endif
