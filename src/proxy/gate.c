/* Invariant: what is not known to be harmless is refused. */
#include "proxy/gate.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

enum { NAME_SIZE = 256 };

/* The name without its port and brackets. False: too long, or there is none. */
static bool host_name(const char *host, char name[NAME_SIZE]) {
    bool is_bracketed = host[0] == '[';
    const char *from = host + is_bracketed;
    size_t size = strcspn(from, is_bracketed ? "]" : ":");
    if (size == 0 || size >= NAME_SIZE || (is_bracketed && from[size] != ']')) {
        return false;
    }
    const char *rest = from + size + is_bracketed;
    if (rest[0] != '\0' && (rest[0] != ':' || rest[1 + strspn(rest + 1, "0123456789")] != '\0')) {
        return false;
    }
    memcpy(name, from, size);
    name[size] = '\0';
    return true;
}

static bool is_address(const char *name) {
    unsigned char address[sizeof(struct in6_addr)];
    return inet_pton(AF_INET, name, address) == 1 || inet_pton(AF_INET6, name, address) == 1;
}

/* Is it http:, a name of this machine's own interface, and the port? */
static bool is_own(const char *origin, int port) {
    static const char *const names[] = {"localhost", "127.0.0.1", "[::1]"};
    char text[64];
    for (size_t i = 0; port != 0 && i < sizeof names / sizeof names[0]; i++) {
        snprintf(text, sizeof text, "http://%s:%d", names[i], port);
        if (strcasecmp(origin, text) == 0) {
            return true;
        }
    }
    return false;
}

const char *lob_gate_refusal(const lob_gate_headers *headers, const char *listen_host) {
    char name[NAME_SIZE];
    const bool is_own_page = headers->origin != NULL && is_own(headers->origin, headers->own_port);
    if (headers->origin != NULL && !is_own_page) {
        return "a page in a browser may not use this server (Origin)";
    }
    if (headers->fetch_site != NULL && !is_own_page) {
        return "a page in a browser may not use this server (Sec-Fetch-Site)";
    }
    if (headers->host == NULL) {
        return NULL;
    }
    if (!host_name(headers->host, name) ||
        (!is_address(name) && strcasecmp(name, "localhost") != 0 && strcasecmp(name, listen_host) != 0)) {
        return "Host is neither an address, nor localhost, nor the name of --host";
    }
    return NULL;
}

void lob_gate_show_url(const char *url, char *out, size_t size) {
    const char *scheme_end = strstr(url, "://");
    const char *rest = scheme_end != NULL ? scheme_end + 3 : url;
    size_t authority = strcspn(rest, "/?#");
    const char *host = rest;
    for (size_t i = 0; i < authority; i++) {
        host = rest[i] == '@' ? rest + i + 1 : host;
    }
    snprintf(out, size, "%.*s%.*s", (int)(rest - url), url, (int)strcspn(host, "?#"), host);
}
