/* libcurl's multi interface, moved by the reader. Invariant: held.data[at .. size) is what came and was not read yet;
 * while it is above its limit the transfer is paused, and whoever empties it lets it go on. */
#include "proxy/upstream.h"

#ifdef LOB_COVERAGE
#define CURL_DISABLE_TYPECHECK /* macros full of branches that never run */
#endif
#include <curl/curl.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/socket.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "client/mcp_http_header.h"

enum { SLICE_MS = 250, CONNECT_MS = 10000, HEADER_SIZE_MAX = 1 << 18, TYPE_SIZE = 128 };

struct lob_upstream {
    lob_upstream_options options;
    CURLM *multi;
    CURL *easy;
    struct curl_slist *headers;
    lob_buf held;
    size_t at, held_most, header_size;
    bool is_paused, is_done, has_body;
    int watched_fd;  /* -1: no longer */
    int64_t last_ms; /* of the last byte */
    long status;
    char type[TYPE_SIZE];
    lob_upstream_state state;
    char what[LOB_LLM_WHAT_SIZE];
};

static void fail(lob_upstream *up, lob_upstream_state state, const char *what) {
    if (up->state == LOB_UPSTREAM_FINE) {
        up->state = state;
        snprintf(up->what, sizeof up->what, "%s", what);
    }
    up->is_done = true;
}

/* ---- what comes ---- */

static size_t on_header(char *data, size_t size, size_t count, void *arg) {
    lob_upstream *up = arg;
    lob_str value;
    size *= count;
    up->last_ms = lob_clock_ms();
    up->header_size += size;
    if (up->header_size > HEADER_SIZE_MAX) {
        fail(up, LOB_UPSTREAM_BROKEN, "it answered with endless headers");
        return 0;
    }
    if (size >= 5 && memcmp(data, "HTTP/", 5) == 0) {
        up->type[0] = '\0';
    } else if (lob_http_header_is((lob_str){data, size}, "Content-Type", &value) && value.size < TYPE_SIZE) {
        memcpy(up->type, value.data, value.size);
        up->type[value.size] = '\0';
    }
    return size;
}

static size_t on_body(char *data, size_t size, size_t count, void *arg) {
    lob_upstream *up = arg;
    size *= count;
    if (up->held.size - up->at >= LOB_LLM_STREAM_HELD_MAX) {
        up->is_paused = true;
        return CURL_WRITEFUNC_PAUSE;
    }
    up->has_body = true;
    up->last_ms = lob_clock_ms();
    if (!up->options.tell(up->options.arg, (lob_str){data, size})) {
        fail(up, LOB_UPSTREAM_REFUSED, "its answer could not be used");
        return 0;
    }
    if (up->at > 0) {
        memmove(up->held.data, up->held.data + up->at, up->held.size - up->at);
        up->held.size -= up->at;
        up->at = 0;
    }
    lob_buf_add(&up->held, data, size);
    if (up->held.failed != LOB_BUF_FINE) {
        fail(up, LOB_UPSTREAM_MEMORY, "out of memory");
        return 0;
    }
    up->held_most = up->held.size > up->held_most ? up->held.size : up->held_most;
    return size;
}

/* ---- moving ---- */

/* Whoever these come from never heard the request. */
static bool is_unreached(CURLcode code) {
    static const CURLcode codes[] = {CURLE_COULDNT_CONNECT,       CURLE_COULDNT_RESOLVE_HOST,
                                     CURLE_COULDNT_RESOLVE_PROXY, CURLE_URL_MALFORMAT,
                                     CURLE_UNSUPPORTED_PROTOCOL,  CURLE_SSL_CONNECT_ERROR,
                                     CURLE_OPERATION_TIMEDOUT,    CURLE_PEER_FAILED_VERIFICATION};
    bool is_one = false;
    for (size_t i = 0; i < sizeof codes / sizeof codes[0]; i++) {
        is_one = is_one || code == codes[i];
    }
    return is_one;
}

static void judge_end(lob_upstream *up, CURLcode code) {
    bool is_reached = !is_unreached(code);
    curl_easy_getinfo(up->easy, CURLINFO_RESPONSE_CODE, &up->status);
    up->is_done = true;
    if (code != CURLE_OK) {
        char text[LOB_LLM_WHAT_SIZE];
        snprintf(text, sizeof text, "%s (%s)",
                 !is_reached    ? "it could not be reached"
                 : up->has_body ? "it broke off in the middle of its answer"
                                : "it gave no answer",
                 curl_easy_strerror(code));
        fail(up, is_reached ? LOB_UPSTREAM_BROKEN : LOB_UPSTREAM_UNREACHABLE, text);
    }
}

/* The client's end is seen while nothing is written to it. Should it send more, nobody looks any longer. */
static void look_at_client(lob_upstream *up, const struct curl_waitfd *watched) {
    char byte;
    if (up->watched_fd >= 0 && watched->revents != 0) {
        ssize_t count = recv(up->watched_fd, &byte, 1, MSG_PEEK | MSG_DONTWAIT);
        if (count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR)) {
            fail(up, LOB_UPSTREAM_GONE, "the client went away");
        } else if (count > 0) {
            up->watched_fd = -1;
        }
    }
}

static void move(lob_upstream *up) {
    int running = 0, rest;
    struct curl_waitfd watched = {.fd = up->watched_fd, .events = CURL_WAIT_POLLIN};
    CURLMsg *message;
    (void)curl_multi_perform(up->multi, &running);
    while ((message = curl_multi_info_read(up->multi, &rest)) != NULL) {
        judge_end(up, message->data.result);
    }
    if (up->is_done || up->at < up->held.size) {
        return;
    }
    (void)curl_multi_poll(up->multi, &watched, up->watched_fd >= 0 ? 1 : 0, SLICE_MS, NULL);
    look_at_client(up, &watched);
    if (up->options.stop != NULL && atomic_load(up->options.stop)) {
        fail(up, LOB_UPSTREAM_GONE, "the proxy is being stopped");
    } else if (lob_clock_ms() - up->last_ms > up->options.idle_ms) {
        fail(up, LOB_UPSTREAM_SILENT, "it was silent for too long");
    }
}

static void unpause(lob_upstream *up) {
    if (up->is_paused && up->held.size - up->at < LOB_LLM_STREAM_HELD_MAX) {
        up->is_paused = false;
        (void)curl_easy_pause(up->easy, CURLPAUSE_CONT); /* may call on_body() */
    }
}

lob_upstream_state lob_upstream_begin(lob_upstream *up) {
    up->last_ms = lob_clock_ms();
    while (!up->is_done && up->held.size == 0) {
        move(up);
    }
    curl_easy_getinfo(up->easy, CURLINFO_RESPONSE_CODE, &up->status);
    return up->held.size > 0 ? LOB_UPSTREAM_FINE : up->state;
}

ssize_t lob_upstream_read(lob_upstream *up, char *out, size_t size_max) {
    while (up->at == up->held.size && !up->is_done) {
        unpause(up);
        move(up);
    }
    size_t size = up->held.size - up->at;
    if (size == 0) {
        return up->state == LOB_UPSTREAM_FINE ? 0 : -1;
    }
    size = size < size_max ? size : size_max;
    memcpy(out, up->held.data + up->at, size);
    up->at += size;
    return (ssize_t)size;
}

/* ---- opening ---- */

static bool add_header(lob_upstream *up, const char *name, const char *value) {
    lob_buf line;
    lob_buf_init(&line, 0);
    lob_buf_printf(&line, "%s%s%s", name, value[0] != '\0' ? ": " : ":", value);
    struct curl_slist *longer = line.failed == LOB_BUF_FINE ? curl_slist_append(up->headers, line.data) : NULL;
    lob_buf_release(&line);
    up->headers = longer != NULL ? longer : up->headers;
    return longer != NULL;
}

static bool set_options(lob_upstream *up) {
    const lob_upstream_options *o = &up->options;
    CURL *e = up->easy;
    unsigned faults = 0; /* a code of libcurl each, CURLE_OK is 0 */
    faults |= (unsigned)curl_easy_setopt(e, CURLOPT_URL, o->url);
    faults |= (unsigned)curl_easy_setopt(e, CURLOPT_NOSIGNAL, 1L);
    faults |= (unsigned)curl_easy_setopt(e, CURLOPT_PROTOCOLS_STR, "http,https");
    faults |= (unsigned)curl_easy_setopt(e, CURLOPT_FOLLOWLOCATION, 0L);
    faults |= (unsigned)curl_easy_setopt(e, CURLOPT_CONNECTTIMEOUT_MS, (long)CONNECT_MS);
    faults |= (unsigned)curl_easy_setopt(e, CURLOPT_USERAGENT, "layout-observer-llm-proxy/1");
    faults |= (unsigned)curl_easy_setopt(e, CURLOPT_POST, 1L);
    faults |= (unsigned)curl_easy_setopt(e, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)o->body.size);
    faults |= (unsigned)curl_easy_setopt(e, CURLOPT_POSTFIELDS, o->body.data);
    faults |= (unsigned)curl_easy_setopt(e, CURLOPT_HTTPHEADER, up->headers);
    faults |= (unsigned)curl_easy_setopt(e, CURLOPT_HEADERFUNCTION, on_header);
    faults |= (unsigned)curl_easy_setopt(e, CURLOPT_HEADERDATA, up);
    faults |= (unsigned)curl_easy_setopt(e, CURLOPT_WRITEFUNCTION, on_body);
    faults |= (unsigned)curl_easy_setopt(e, CURLOPT_WRITEDATA, up);
    if (lob_http_is_local(o->url)) { /* a proxy of the environment never sees what goes to this machine */
        faults |= (unsigned)curl_easy_setopt(e, CURLOPT_PROXY, "");
    }
    return faults == 0;
}

const bool lob_upstream_is_built = true;

static void init_curl(void) {
    curl_global_init(CURL_GLOBAL_DEFAULT);
}

lob_upstream *lob_upstream_open(const lob_upstream_options *options) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, init_curl);
    lob_upstream *up = lob_calloc(1, sizeof *up);
    if (up == NULL) {
        return NULL;
    }
    up->options = *options;
    up->watched_fd = options->watched_fd;
    lob_buf_init(&up->held, 0);
    up->multi = curl_multi_init();
    up->easy = curl_easy_init();
    bool fine = up->multi != NULL && up->easy != NULL && add_header(up, "Content-Type", "application/json") &&
                add_header(up, "Accept", options->accept != NULL ? options->accept : "text/event-stream") &&
                add_header(up, "Expect", "") &&
                (options->authorization == NULL || add_header(up, "Authorization", options->authorization)) &&
                set_options(up) && curl_multi_add_handle(up->multi, up->easy) == CURLM_OK;
    if (!fine) {
        lob_upstream_close(up);
        return NULL;
    }
    return up;
}

void lob_upstream_close(lob_upstream *up) {
    if (up == NULL) {
        return;
    }
    curl_multi_remove_handle(up->multi, up->easy); /* each of these takes NULL */
    curl_easy_cleanup(up->easy);
    curl_multi_cleanup(up->multi);
    curl_slist_free_all(up->headers);
    lob_buf_release(&up->held);
    lob_free(up);
}

long lob_upstream_status(const lob_upstream *up) {
    return up->status;
}

const char *lob_upstream_type(const lob_upstream *up) {
    return up->type;
}

lob_upstream_state lob_upstream_failure(const lob_upstream *up) {
    return up->state;
}

const char *lob_upstream_what(const lob_upstream *up) {
    return up->what;
}

size_t lob_upstream_held_most(const lob_upstream *up) {
    return up->held_most;
}
