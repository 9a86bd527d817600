/* Messages on their way to the core: threads of HTTP put them in, the reader role takes them out, in order. */
#ifndef LOB_HTTP_FEED_H
#define LOB_HTTP_FEED_H

#include "http/message.h"
#include "mcp/core.h"

typedef struct lob_http_feed {
    pthread_mutex_t lock;
    lob_http_message *first, *last;
    bool is_closed;
    int wake_fd; /* an eventfd: there is something to look at */
    int stop_fd; /* readable: end now; -1: none. Borrowed */
    lob_server *server;
} lob_http_feed;

/* False: no descriptor or lock is left. */
bool lob_http_feed_init(lob_http_feed *feed, int stop_fd);
void lob_http_feed_release(lob_http_feed *feed);
/* What the core calls; feed->server is to be set before it runs. */
lob_core_feed lob_http_feed_calls(lob_http_feed *feed);

/* The message is over when the core has done with it. False: the feed is closed, it was not taken. */
bool lob_http_feed_put(lob_http_feed *feed, lob_http_message *message);
/* What still waits is over without an answer; nothing more is taken. */
void lob_http_feed_close(lob_http_feed *feed);

#endif
