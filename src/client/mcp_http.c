/* Streamable HTTP by libcurl: each message is a POST of its own, and several may be under way.
 *
 * Invariant: an exchange is in the list from its POST until its answer has been read whole; the texts that came, of
 * whatever exchange, stand in one queue in the order of their coming. Nobody is trusted: sizes and times are bounded,
 * redirects are followed within one origin alone, and a proxy of the environment never sees what goes to this machine.
 */
#include "client/mcp_transport.h"

#include <stdio.h>
#include <string.h>

bool lob_mcp_http_is_built(void) {
#ifdef LOB_HAS_CURL
    return true;
#else
    return false;
#endif
}

#ifndef LOB_HAS_CURL
lob_mcp_transport *lob_mcp_http_open(const lob_mcp_peer_options *options, lob_mcp_state *state,
                                     char what[LOB_MCP_WHAT_SIZE]) {
    (void)options;
    snprintf(what, LOB_MCP_WHAT_SIZE, "could not be asked: this program was built without libcurl");
    *state = LOB_MCP_CLOSED;
    return NULL;
}
#else
#ifdef LOB_COVERAGE
#define CURL_DISABLE_TYPECHECK /* macros full of branches that never run */
#endif
#include <curl/curl.h>
#include <pthread.h>
#include <stdarg.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "client/mcp_http_header.h"
#include "client/mcp_shelf.h"
#include "client/mcp_sse.h"
#include "client/mcp_talk.h"
#include "json/reader.h"

enum { SESSION_SIZE = 256, REDIRECT_COUNT_MAX = 3, POLL_MS = 1000, DELETE_MS = 1000, TYPE_SIZE = 64 };
/* Of an answer that tells of a failure, for its excerpt; and of all headers of an answer. */
enum { FAILURE_SIZE_MAX = 65536, HEADER_SIZE_MAX = 1 << 18 };
#define NS_PER_MS INT64_C(1000000)

typedef enum lob_http_type { TYPE_UNKNOWN, TYPE_JSON, TYPE_EVENTS, TYPE_OTHER } lob_http_type;

typedef struct http http;

typedef struct exchange {
    struct exchange *next;
    http *http;
    CURL *easy;
    struct curl_slist *headers;
    lob_buf body; /* what is posted */
    char method[LOB_MCP_METHOD_SIZE];
    bool is_request, is_done;
    bool has_answer;   /* a text that is no notification came */
    bool is_cancelled; /* by the client: its stream may end without an answer */
    lob_http_type type;
    char type_name[TYPE_SIZE];
    long status;
    unsigned redirect_count;
    size_t header_size;
    lob_buf answer;
    lob_mcp_sse sse;
    lob_mcp_state fault; /* found while reading; http->base.what says it */
} exchange;

typedef struct text {
    struct text *next;
    size_t size;
    char data[];
} text;

struct http {
    lob_mcp_transport base;
    CURLM *multi;
    char *url;
    bool is_local;
    char protocol[16]; /* of the header; "": not agreed on yet */
    char session[SESSION_SIZE];
    exchange *exchanges;
    text *first, *last;
    lob_mcp_state fault; /* the first that was not told yet */
    char fault_what[LOB_MCP_WHAT_SIZE];
};

static int left_ms(int64_t end_ns) {
    int64_t now_ns = lob_clock_ns();
    int64_t ms = now_ns >= end_ns ? 0 : (end_ns - now_ns + NS_PER_MS - 1) / NS_PER_MS;
    return ms > POLL_MS ? POLL_MS : (int)ms;
}

static void note_fault(http *h, lob_mcp_state state, const char *format, ...) __attribute__((format(printf, 3, 4)));
static void note_fault(http *h, lob_mcp_state state, const char *format, ...) {
    if (h->fault == LOB_MCP_FINE) {
        va_list args;
        va_start(args, format);
        vsnprintf(h->fault_what, sizeof h->fault_what, format, args);
        va_end(args);
        h->fault = state;
    }
}

/* ---- what comes ---- */

static bool push_text(exchange *x, lob_str data) {
    http *h = x->http;
    lob_json_fault fault;
    if (data.size == 0) {
        return true; /* an event that only gives the stream an id */
    }
    text *item = lob_malloc(sizeof *item + data.size);
    if (item == NULL) {
        note_fault(h, LOB_MCP_MEMORY, "memory");
        return false;
    }
    item->next = NULL;
    item->size = data.size;
    memcpy(item->data, data.data, data.size);
    if (h->first == NULL) {
        h->first = item;
    } else {
        h->last->next = item;
    }
    h->last = item;
    x->has_answer =
        x->has_answer || !lob_json_check(data, true, &fault) || lob_json_raw_member(data, "method").data == NULL;
    return true;
}

static bool on_event(void *arg, lob_str data) {
    return push_text(arg, data);
}

static size_t on_header(char *data, size_t size, size_t count, void *arg) {
    exchange *x = arg;
    http *h = x->http;
    size *= count;
    x->header_size += size;
    if (x->header_size > HEADER_SIZE_MAX) {
        note_fault(h, LOB_MCP_MALFORMED, "answered %s with endless headers", x->method);
        return 0;
    }
    lob_str value;
    if (lob_http_header_is((lob_str){data, size}, "Mcp-Session-Id", &value)) {
        if (!lob_http_is_visible(value) || value.size >= SESSION_SIZE) {
            note_fault(h, LOB_MCP_MALFORMED, "gave an Mcp-Session-Id that is not 1 to 255 visible ASCII characters");
            return 0;
        }
        memcpy(h->session, value.data, value.size);
        h->session[value.size] = '\0';
    } else if (lob_http_header_is((lob_str){data, size}, "Content-Type", &value)) {
        x->type = lob_http_type_is(value, "application/json") ? TYPE_JSON
                  : lob_http_type_is(value, "text/event-stream") ? TYPE_EVENTS
                                                                 : TYPE_OTHER;
        snprintf(x->type_name, sizeof x->type_name, "%.*s", value.size < TYPE_SIZE ? (int)value.size : TYPE_SIZE,
                 value.data);
    } else if (size >= 5 && memcmp(data, "HTTP/", 5) == 0) { /* the last answer counts */
        x->type = TYPE_UNKNOWN;
        x->type_name[0] = '\0';
    }
    return size;
}

static size_t on_body(char *data, size_t size, size_t count, void *arg) {
    exchange *x = arg;
    http *h = x->http;
    size *= count;
    h->base.received_size += size;
    curl_easy_getinfo(x->easy, CURLINFO_RESPONSE_CODE, &x->status);
    if (x->status == 200 && x->type == TYPE_EVENTS) {
        if (!lob_mcp_sse_feed(&x->sse, (lob_str){data, size}, on_event, x)) {
            note_fault(h,
                       x->sse.lines.line.failed == LOB_BUF_NO_MEMORY || x->sse.data.failed == LOB_BUF_NO_MEMORY
                           ? LOB_MCP_MEMORY
                           : LOB_MCP_MALFORMED,
                       "answered %s with an event of more than %zu MiB", x->method, LOB_MCP_SIZE_MAX >> 20);
            return 0;
        }
        return size;
    }
    if (x->status != 200 && x->answer.size + size > FAILURE_SIZE_MAX) {
        return 0; /* enough: the status is what counts */
    }
    lob_buf_add(&x->answer, data, size);
    if (x->answer.failed != LOB_BUF_FINE) {
        note_fault(h, x->answer.failed == LOB_BUF_NO_MEMORY ? LOB_MCP_MEMORY : LOB_MCP_MALFORMED,
                   "answered %s with more than %zu MiB", x->method, LOB_MCP_SIZE_MAX >> 20);
        return 0;
    }
    return size;
}

/* ---- exchanges ---- */

static void drop_exchange(exchange *x) {
    http *h = x->http;
    exchange **at = &h->exchanges;
    while (*at != NULL && *at != x) {
        at = &(*at)->next;
    }
    if (*at == x) {
        *at = x->next;
    }
    if (x->easy != NULL) {
        curl_multi_remove_handle(h->multi, x->easy);
        curl_easy_cleanup(x->easy);
    }
    curl_slist_free_all(x->headers);
    lob_buf_release(&x->body);
    lob_buf_release(&x->answer);
    lob_mcp_sse_drop(&x->sse);
    lob_free(x);
}

static bool add_header(exchange *x, const char *name, const char *value) {
    char line[512];
    snprintf(line, sizeof line, "%s: %s", name, value);
    struct curl_slist *longer = curl_slist_append(x->headers, line);
    x->headers = longer != NULL ? longer : x->headers;
    return longer != NULL;
}

static bool add_headers(exchange *x, const lob_mcp_message *message) {
    const http *h = x->http;
    bool fine = add_header(x, "Content-Type", "application/json") &&
                add_header(x, "Accept", "application/json, text/event-stream") &&
                curl_slist_append(x->headers, "Expect:") != NULL;
    if (fine && h->session[0] != '\0') {
        fine = add_header(x, "Mcp-Session-Id", h->session);
    }
    if (fine && strcmp(h->protocol, "2025-06-18") >= 0) {
        fine = add_header(x, "MCP-Protocol-Version", h->protocol);
    }
    if (fine && message != NULL && strcmp(h->protocol, LOB_MCP_STATELESS) == 0 && message->method != NULL) {
        char value[400];
        fine = add_header(x, "Mcp-Method", x->method);
        if (fine && message->name != NULL && lob_http_encode(lob_str_from(message->name), value, sizeof value)) {
            fine = add_header(x, "Mcp-Name", value);
        }
    }
    return fine;
}

static bool set_options(exchange *x) {
    const http *h = x->http;
    CURL *e = x->easy;
    unsigned faults = 0; /* a code of libcurl each, CURLE_OK is 0 */
    faults |= (unsigned)curl_easy_setopt(e, CURLOPT_URL, h->url);
    faults |= (unsigned)curl_easy_setopt(e, CURLOPT_NOSIGNAL, 1L);
    faults |= (unsigned)curl_easy_setopt(e, CURLOPT_PROTOCOLS_STR, "http,https");
    faults |= (unsigned)curl_easy_setopt(e, CURLOPT_FOLLOWLOCATION, 0L);
    faults |= (unsigned)curl_easy_setopt(e, CURLOPT_USERAGENT, "layout-observer-conformance/1");
    faults |= (unsigned)curl_easy_setopt(e, CURLOPT_HTTPHEADER, x->headers);
    faults |= (unsigned)curl_easy_setopt(e, CURLOPT_HEADERFUNCTION, on_header);
    faults |= (unsigned)curl_easy_setopt(e, CURLOPT_HEADERDATA, x);
    faults |= (unsigned)curl_easy_setopt(e, CURLOPT_WRITEFUNCTION, on_body);
    faults |= (unsigned)curl_easy_setopt(e, CURLOPT_WRITEDATA, x);
    faults |= (unsigned)curl_easy_setopt(e, CURLOPT_PRIVATE, x);
    if (h->is_local) {
        faults |= (unsigned)curl_easy_setopt(e, CURLOPT_PROXY, "");
    }
    return faults == 0;
}

/* `message` NULL: the end of the session, a DELETE. NULL: out of memory. */
static exchange *start_exchange(http *h, const lob_mcp_message *message) {
    exchange *x = lob_calloc(1, sizeof *x);
    if (x == NULL) {
        return NULL;
    }
    x->http = h;
    lob_buf_init(&x->body, 0);
    lob_buf_init(&x->answer, LOB_MCP_SIZE_MAX);
    lob_mcp_sse_open(&x->sse, LOB_MCP_SIZE_MAX);
    x->easy = curl_easy_init();
    snprintf(x->method, sizeof x->method, "%s",
             message != NULL && message->method != NULL ? message->method : "a line");
    bool fine = x->easy != NULL && add_headers(x, message) && set_options(x);
    if (fine && message != NULL) {
        x->is_request = message->is_request;
        lob_buf_add(&x->body, message->text.data, message->text.size - 1);
        fine = x->body.failed == LOB_BUF_FINE && curl_easy_setopt(x->easy, CURLOPT_POST, 1L) == CURLE_OK &&
               curl_easy_setopt(x->easy, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)x->body.size) == CURLE_OK &&
               curl_easy_setopt(x->easy, CURLOPT_POSTFIELDS, x->body.size > 0 ? x->body.data : "") == CURLE_OK;
    } else if (fine) {
        fine = curl_easy_setopt(x->easy, CURLOPT_CUSTOMREQUEST, "DELETE") == CURLE_OK;
    }
    if (!fine || curl_multi_add_handle(h->multi, x->easy) != CURLM_OK) {
        drop_exchange(x);
        return NULL;
    }
    x->next = h->exchanges;
    h->exchanges = x;
    return x;
}

/* ---- answers ---- */

/* 307 and 308 within the origin are repeated there, as a mounted application asks for with its last slash. */
static bool follow(exchange *x) {
    http *h = x->http;
    char *to = NULL;
    curl_easy_getinfo(x->easy, CURLINFO_REDIRECT_URL, &to);
    if ((x->status != 307 && x->status != 308) || to == NULL || x->redirect_count >= REDIRECT_COUNT_MAX ||
        !lob_http_same_origin(h->url, to)) {
        return false;
    }
    size_t size = strlen(to) + 1;
    char *url = lob_malloc(size);
    if (url == NULL) {
        note_fault(h, LOB_MCP_MEMORY, "memory");
        return false;
    }
    memcpy(url, to, size);
    lob_free(h->url);
    h->url = url;
    x->redirect_count++;
    x->header_size = 0;
    lob_buf_clear(&x->answer);
    curl_multi_remove_handle(h->multi, x->easy);
    return curl_easy_setopt(x->easy, CURLOPT_URL, h->url) == CURLE_OK &&
           curl_multi_add_handle(h->multi, x->easy) == CURLM_OK;
}

/* An error of JSON-RPC may come with any status, when it names the request. */
static bool is_rpc_error(const exchange *x) {
    lob_json_fault fault;
    lob_str body = {x->answer.data, x->answer.size};
    if (x->type != TYPE_JSON || body.size == 0 || !lob_json_check(body, true, &fault)) {
        return false;
    }
    lob_str id = lob_json_raw_member(body, "id");
    return lob_json_raw_member(body, "error").data != NULL && id.data != NULL && !lob_str_equal(id, LOB_STR("null"));
}

/* What goes to the reader as it came. */
static bool is_message(const exchange *x) {
    return x->status != 200 ? is_rpc_error(x) : x->is_request && x->type == TYPE_JSON && x->answer.size > 0;
}

static void judge_failure(exchange *x, CURLcode code) {
    http *h = x->http;
    if (x->status == 0 && (code == CURLE_UNSUPPORTED_PROTOCOL || code == CURLE_WEIRD_SERVER_REPLY)) {
        note_fault(h, LOB_MCP_MALFORMED, "answered %s with something that is not HTTP", x->method);
    } else if (x->status == 0) {
        bool is_connected =
            code != CURLE_COULDNT_CONNECT && code != CURLE_COULDNT_RESOLVE_HOST && code != CURLE_COULDNT_RESOLVE_PROXY;
        note_fault(h, LOB_MCP_CLOSED, "%s (%s)", is_connected ? "broke the connection off" : "could not be reached",
                   curl_easy_strerror(code));
    } else {
        note_fault(h, LOB_MCP_CLOSED, "broke off in the middle of an answer (%s)", curl_easy_strerror(code));
    }
}

static void judge_status(exchange *x) {
    http *h = x->http;
    char excerpt[LOB_MCP_EXCERPT_SIZE];
    lob_str body = {x->answer.data, x->answer.size};
    bool is_redirect = x->status >= 300 && x->status < 400;
    note_fault(h, LOB_MCP_REFUSED, "answered %s with HTTP status %ld%s%s%s", x->method, x->status,
               is_redirect ? ", a redirect that is not followed" : "", body.size > 0 && !is_redirect ? ": " : "",
               body.size > 0 && !is_redirect ? lob_mcp_excerpt(body, excerpt) : "");
}

static void judge_type(exchange *x) {
    char excerpt[LOB_MCP_EXCERPT_SIZE];
    if (x->type == TYPE_UNKNOWN) {
        note_fault(x->http, LOB_MCP_MALFORMED, "answered %s without a content type", x->method);
    } else {
        note_fault(x->http, LOB_MCP_MALFORMED, "answered %s with content type %s", x->method,
                   lob_mcp_excerpt(lob_str_from(x->type_name), excerpt));
    }
}

/* The answer is there, or will never be. */
static void finish(exchange *x, CURLcode code) {
    http *h = x->http;
    curl_easy_getinfo(x->easy, CURLINFO_RESPONSE_CODE, &x->status);
    bool is_cut = code == CURLE_WRITE_ERROR && x->status != 200 && x->status != 0;
    if (code == CURLE_OK && follow(x)) {
        return;
    }
    x->is_done = true;
    if (h->fault != LOB_MCP_FINE || x->has_answer) {
        return; /* told already; or it broke off after all was said */
    }
    if (code != CURLE_OK && !is_cut) {
        judge_failure(x, code);
    } else if (is_message(x)) {
        push_text(x, (lob_str){x->answer.data, x->answer.size});
    } else if (x->status < 200 || x->status > 299) {
        judge_status(x);
    } else if (x->is_request && x->status != 200) {
        note_fault(h, LOB_MCP_REFUSED, "answered %s with HTTP status %ld, which says that there is no answer",
                   x->method, x->status);
    } else if (x->is_request && x->type == TYPE_EVENTS && x->is_cancelled) {
        return;
    } else if (x->is_request && x->type == TYPE_EVENTS) {
        note_fault(h, LOB_MCP_CLOSED, "ended its stream of events");
    } else if (x->is_request && x->type == TYPE_JSON) {
        note_fault(h, LOB_MCP_MALFORMED, "answered %s with nothing", x->method);
    } else if (x->is_request) {
        judge_type(x);
    }
}

/* Lets things move, for a moment at most. */
static void pump(http *h, int wait_ms) {
    int running = 0;
    (void)curl_multi_poll(h->multi, NULL, 0, wait_ms, NULL);
    (void)curl_multi_perform(h->multi, &running);
    CURLMsg *message;
    int rest;
    while ((message = curl_multi_info_read(h->multi, &rest)) != NULL) {
        exchange *x = NULL;
        CURLcode code = message->data.result; /* the message dies with the handle */
        curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, &x);
        finish(x, code);
    }
}

static void sweep_done(http *h) {
    exchange *next;
    for (exchange *x = h->exchanges; x != NULL; x = next) {
        next = x->next;
        if (x->is_done) {
            drop_exchange(x);
        }
    }
}

static lob_mcp_state tell_fault(http *h) {
    lob_mcp_state state = h->fault;
    memcpy(h->base.what, h->fault_what, sizeof h->base.what);
    h->fault = LOB_MCP_FINE;
    return state;
}

/* ---- the transport ---- */

static bool is_sent(const exchange *x) {
    curl_off_t size = 0;
    curl_easy_getinfo(x->easy, CURLINFO_SIZE_UPLOAD_T, &size);
    return x->is_done || (x->is_request && size >= (curl_off_t)x->body.size);
}

/* With the revision without sessions closing the stream is how a request is cancelled; else it is a message. */
static bool cancel_by_closing(http *h, const lob_mcp_message *message) {
    lob_json_fault fault;
    if (message->method == NULL || strcmp(message->method, "notifications/cancelled") != 0 ||
        !lob_json_check(message->text, true, &fault)) {
        return false;
    }
    const lob_str params = lob_json_raw_member(message->text, "params");
    const lob_str id = params.data != NULL ? lob_json_raw_member(params, "requestId") : params;
    const bool is_stateless = strcmp(h->protocol, LOB_MCP_STATELESS) == 0;
    exchange *next;
    for (exchange *x = h->exchanges; x != NULL && id.data != NULL; x = next) {
        next = x->next;
        const lob_str body = {x->body.data != NULL ? x->body.data : "", x->body.size};
        if (!x->is_request || !lob_json_check(body, true, &fault) ||
            !lob_str_equal(lob_json_raw_member(body, "id"), id)) {
            continue;
        }
        x->is_cancelled = true;
        if (is_stateless) {
            drop_exchange(x);
        }
    }
    return is_stateless;
}

static lob_mcp_state send_message(lob_mcp_transport *transport, const lob_mcp_message *message, int64_t end_ns) {
    http *h = (http *)transport;
    if (cancel_by_closing(h, message)) {
        return LOB_MCP_FINE;
    }
    exchange *x = start_exchange(h, message);
    if (x == NULL) {
        return LOB_MCP_MEMORY;
    }
    pump(h, 0);
    while (!is_sent(x) && h->fault == LOB_MCP_FINE) {
        int wait_ms = left_ms(end_ns);
        if (wait_ms == 0) {
            bool is_connected = false;
            curl_off_t connect_us = 0;
            curl_easy_getinfo(x->easy, CURLINFO_CONNECT_TIME_T, &connect_us);
            is_connected = connect_us > 0;
            snprintf(h->base.what, sizeof h->base.what, "%s",
                     !is_connected ? "no connection was made"
                     : x->is_request ? "it does not read the request"
                                     : "it did not acknowledge it");
            drop_exchange(x);
            return LOB_MCP_TIMEOUT;
        }
        pump(h, wait_ms);
    }
    sweep_done(h);
    /* What went wrong with a request is told to who waits for its answer. */
    return message->is_request || h->fault == LOB_MCP_FINE ? LOB_MCP_FINE : tell_fault(h);
}

static lob_mcp_state receive(lob_mcp_transport *transport, lob_arena *arena, int64_t end_ns, lob_str *out) {
    http *h = (http *)transport;
    uint64_t before = h->base.received_size;
    pump(h, 0);
    while (h->first == NULL) {
        sweep_done(h);
        int wait_ms = left_ms(end_ns);
        if (h->fault != LOB_MCP_FINE) {
            return tell_fault(h);
        }
        if (h->base.received_size - before > LOB_MCP_SIZE_MAX) {
            snprintf(h->base.what, sizeof h->base.what, "sent %zu MiB without a message", LOB_MCP_SIZE_MAX >> 20);
            return LOB_MCP_MALFORMED;
        }
        if (wait_ms == 0 || h->exchanges == NULL) { /* nothing under way: nothing can come */
            h->base.what[0] = '\0';
            return LOB_MCP_TIMEOUT;
        }
        pump(h, wait_ms);
    }
    text *item = h->first;
    h->first = item->next;
    *out = (lob_str){lob_arena_strdup(arena, item->data, item->size), item->size};
    lob_free(item);
    return out->data != NULL ? LOB_MCP_FINE : LOB_MCP_MEMORY;
}

static void agree(lob_mcp_transport *transport, const char *protocol) {
    http *h = (http *)transport;
    snprintf(h->protocol, sizeof h->protocol, "%s", protocol);
}

static void free_http(http *h) {
    while (h->exchanges != NULL) {
        drop_exchange(h->exchanges);
    }
    while (h->first != NULL) {
        text *item = h->first;
        h->first = item->next;
        lob_free(item);
    }
    if (h->multi != NULL) {
        curl_multi_cleanup(h->multi);
    }
    lob_free(h->url);
    lob_free(h);
}

/* A session is given back, with little patience. */
static lob_mcp_end close_http(lob_mcp_transport *transport, int64_t timeout_ms, bool with_kill) {
    http *h = (http *)transport;
    while (h->exchanges != NULL) {
        drop_exchange(h->exchanges);
    }
    if (!with_kill && h->session[0] != '\0') {
        int64_t end_ns = lob_clock_ns() + (timeout_ms < DELETE_MS ? timeout_ms : DELETE_MS) * NS_PER_MS;
        exchange *x = start_exchange(h, NULL);
        while (x != NULL && !x->is_done && left_ms(end_ns) > 0) {
            pump(h, left_ms(end_ns));
        }
    }
    free_http(h);
    return (lob_mcp_end){.status = -1};
}

static const lob_mcp_transport_kind kind = {send_message, receive, agree, close_http};

static void init_curl(void) {
    curl_global_init(CURL_GLOBAL_DEFAULT);
}

lob_mcp_transport *lob_mcp_http_open(const lob_mcp_peer_options *options, lob_mcp_state *state,
                                     char what[LOB_MCP_WHAT_SIZE]) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, init_curl);
    if (!lob_http_is_url(options->url)) {
        snprintf(what, LOB_MCP_WHAT_SIZE, "could not be asked: not an http: or https: URL");
        *state = LOB_MCP_CLOSED;
        return NULL;
    }
    http *h = lob_calloc(1, sizeof *h);
    *state = LOB_MCP_MEMORY;
    if (h == NULL) {
        return NULL;
    }
    size_t size = strlen(options->url) + 1;
    h->url = lob_malloc(size);
    h->multi = curl_multi_init();
    if (h->url == NULL || h->multi == NULL) {
        free_http(h);
        return NULL;
    }
    memcpy(h->url, options->url, size);
    h->is_local = lob_http_is_local(h->url);
    if (options->protocol != NULL && strcmp(options->protocol, LOB_MCP_STATELESS) == 0) {
        agree(&h->base, options->protocol);
    }
    h->base.kind = &kind;
    *state = LOB_MCP_FINE;
    return &h->base;
}
#endif
