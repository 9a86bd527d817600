/* A socket that listens, and which port it got. */
#ifndef LOB_PROXY_LISTEN_H
#define LOB_PROXY_LISTEN_H

#include <stddef.h>

typedef struct lob_listen_words {
    const char *host_option; /* "--host" */
    const char *port_option; /* "--port or PROXY_PORT": how another port is chosen */
} lob_listen_words;

/* `port` 0: any free one. -1: `what` says why, in one sentence without its full stop. */
int lob_listen(const char *host, int port, int backlog, const lob_listen_words *words, char *what, size_t what_size);
/* 0: it cannot be told. */
int lob_listen_port(int fd);

#endif
