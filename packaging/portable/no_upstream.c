/* src/proxy/upstream.c without libcurl, for the static program: glibc resolves names by libraries of the machine that it runs on,
 * which a static program cannot rely on. llm-proxy and roundtrip end with a sentence before anything is opened.
 */
#include "proxy/upstream.h"

const bool lob_upstream_is_built = false;

lob_upstream *lob_upstream_open(const lob_upstream_options *options) {
    (void)options;
    return NULL;
}

void lob_upstream_close(lob_upstream *up) {
    (void)up;
}

lob_upstream_state lob_upstream_begin(lob_upstream *up) {
    (void)up;
    return LOB_UPSTREAM_UNREACHABLE;
}

long lob_upstream_status(const lob_upstream *up) {
    (void)up;
    return 0;
}

const char *lob_upstream_type(const lob_upstream *up) {
    (void)up;
    return "";
}

ssize_t lob_upstream_read(lob_upstream *up, char *out, size_t size_max) {
    (void)up, (void)out, (void)size_max;
    return -1;
}

lob_upstream_state lob_upstream_failure(const lob_upstream *up) {
    (void)up;
    return LOB_UPSTREAM_UNREACHABLE;
}

const char *lob_upstream_what(const lob_upstream *up) {
    (void)up;
    return "this program was built without libcurl";
}

size_t lob_upstream_held_most(const lob_upstream *up) {
    (void)up;
    return 0;
}
