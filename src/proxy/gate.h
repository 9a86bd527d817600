/* Who may ask: programs, not pages in a browser.
 *
 * A browser says Origin (or Sec-Fetch-Site) with every POST of a page, so a request that says either is refused, but
 * for the origin of this server itself where there is one. A page whose name was made to point here (DNS rebinding)
 * says that name as Host, so a Host is an address, localhost, or the name that the server was told to listen on.
 */
#ifndef LOB_PROXY_GATE_H
#define LOB_PROXY_GATE_H

#include <stdbool.h>
#include <stddef.h>

typedef struct lob_gate_headers {
    const char *host, *origin, *fetch_site; /* NULL: not there */
    int own_port; /* http://localhost (127.0.0.1, [::1]) at this port is a welcome origin; 0: none is */
} lob_gate_headers;

/* NULL: welcome. Otherwise a static sentence that says why not. */
const char *lob_gate_refusal(const lob_gate_headers *headers, const char *listen_host);

/* A URL for people and logs: without user, password, query and fragment. */
void lob_gate_show_url(const char *url, char *out, size_t size);

#endif
