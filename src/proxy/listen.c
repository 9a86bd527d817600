/* The first address of the name that can be had. Invariant: what is returned listens. */
#include "proxy/listen.h"

#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/num.h"

static int bind_to(const struct addrinfo *address, int backlog, int *error) {
    int fd = socket(address->ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd >= 0 && setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &(int){1}, sizeof(int)) == 0 &&
        bind(fd, address->ai_addr, address->ai_addrlen) == 0 && listen(fd, backlog) == 0) {
        return fd;
    }
    *error = errno;
    if (fd >= 0) {
        close(fd);
    }
    return -1;
}

int lob_listen(const char *host, int port, int backlog, const lob_listen_words *words, char *what, size_t what_size) {
    char service[LOB_NUM_TEXT_SIZE], text[128];
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_PASSIVE | AI_NUMERICSERV}, *found = NULL;
    int fd = -1, error = 0;
    lob_num_print_int(service, port);
    if (getaddrinfo(host, service, &hints, &found) != 0) {
        snprintf(what, what_size, "%s %.200s is not an address of this machine", words->host_option, host);
        return -1;
    }
    for (const struct addrinfo *at = found; at != NULL && fd < 0; at = at->ai_next) {
        fd = bind_to(at, backlog, &error);
    }
    freeaddrinfo(found);
    if (fd < 0 && error == EADDRINUSE) {
        snprintf(what, what_size, "port %d is in use by another program; end it, or choose another port with %s", port,
                 words->port_option);
    } else if (fd < 0) {
        snprintf(what, what_size, "%.200s port %d cannot be listened on: %s", host, port,
                 strerror_r(error, text, sizeof text));
    }
    return fd;
}

int lob_listen_port(int fd) {
    struct sockaddr_storage address;
    socklen_t size = sizeof address;
    if (getsockname(fd, (struct sockaddr *)&address, &size) != 0) {
        return 0;
    }
    return ntohs(address.ss_family == AF_INET6 ? ((struct sockaddr_in6 *)&address)->sin6_port
                                               : ((struct sockaddr_in *)&address)->sin_port);
}
