/* libmicrohttpd, a thread a connection. Invariant: the thread of a connection alone touches its request; threads share
 * the options, the log and the flag to stop. A reader that does not read leaves its thread waiting in the kernel, and
 * so the model's endpoint. */
#include "proxy/serve.h"

#include <microhttpd.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/num.h"
#include "proxy/exchange.h"
#include "proxy/gate.h"
#include "proxy/listen.h"
#include "json/reader.h"
#include "json/writer.h"

/* Seconds that a client may take for its request; milliseconds that it may leave its answer unread. */
enum { REQUEST_S = 30, UNREAD_MS = 120000, BLOCK_SIZE = 16384, BACKLOG = 32 };

struct lob_proxy {
    lob_proxy_options options;
    lob_chat_log log;
    struct MHD_Daemon *daemon;
    int port;
    atomic_bool stop;
};

/* One request of a client. */
typedef struct asked {
    lob_proxy *proxy;
    struct MHD_Connection *connection;
    lob_buf body;
    size_t size;        /* of the body, what is above the limit included */
    lob_buf sent, next; /* what goes to the model; the next round's */
    lob_exchange exchange;
    bool is_open;   /* exchange */
    bool is_broken; /* the stream broke off: an event that says so, then the end */
    lob_buf tail;   /* of that event */
    size_t tail_at;
} asked;

/* ---- answers ---- */

static enum MHD_Result queue(asked *a, unsigned status, const char *type, struct MHD_Response *response) {
    if (response == NULL) {
        return MHD_NO;
    }
    (void)MHD_add_response_header(response, MHD_HTTP_HEADER_CONTENT_TYPE, type[0] != '\0' ? type : "application/json");
    (void)MHD_add_response_header(response, MHD_HTTP_HEADER_CACHE_CONTROL, "no-store");
    if (status == MHD_HTTP_METHOD_NOT_ALLOWED) {
        (void)MHD_add_response_header(response, MHD_HTTP_HEADER_ALLOW, "POST");
    }
    (void)MHD_set_connection_option(a->connection, MHD_CONNECTION_OPTION_TIMEOUT, 0U);
    enum MHD_Result result = MHD_queue_response(a->connection, status, response);
    MHD_destroy_response(response);
    return result;
}

static enum MHD_Result answer_bytes(asked *a, unsigned status, const char *type, const lob_buf *bytes) {
    return queue(a, status, type,
                 MHD_create_response_from_buffer(bytes->size, bytes->size > 0 ? bytes->data : (char[]){""},
                                                 MHD_RESPMEM_MUST_COPY));
}

/* {"error":{"message","type","code"}}, as OpenAI's clients read it. */
static void write_error(lob_buf *out, const char *code, const char *message) {
    lob_jsonw w;
    lob_jsonw_init(&w, out);
    lob_jsonw_begin_object(&w);
    lob_jsonw_key(&w, "error");
    lob_jsonw_begin_object(&w);
    lob_jsonw_key(&w, "message");
    lob_jsonw_text(&w, message);
    lob_jsonw_key(&w, "type");
    lob_jsonw_text(&w, "proxy_error");
    lob_jsonw_key(&w, "code");
    lob_jsonw_text(&w, code);
    lob_jsonw_end_object(&w);
    lob_jsonw_end_object(&w);
}

static enum MHD_Result answer_error(asked *a, unsigned status, const char *code, const char *message) {
    lob_buf out;
    lob_buf_init(&out, 0);
    write_error(&out, code, message);
    enum MHD_Result result = out.failed == LOB_BUF_FINE ? answer_bytes(a, status, "application/json", &out) : MHD_NO;
    lob_buf_release(&out);
    return result;
}

static enum MHD_Result answer_failure(asked *a) {
    const lob_exchange *x = &a->exchange;
    if (x->is_memory) {
        return answer_error(a, MHD_HTTP_INTERNAL_SERVER_ERROR, "out_of_memory", "out of memory");
    }
    return answer_error(a, MHD_HTTP_BAD_GATEWAY, "upstream_failed", x->what);
}

/* ---- a stream ---- */

/* An event behind whatever came, so that a client knows why its stream ends. */
static void begin_tail(asked *a) {
    a->is_broken = true;
    lob_buf_add_text(&a->tail, "\n\ndata: ");
    write_error(&a->tail, "upstream_failed", a->exchange.what);
    lob_buf_add_text(&a->tail, "\n\n");
}

static ssize_t read_tail(asked *a, char *out, size_t size_max) {
    size_t size = a->tail.failed == LOB_BUF_FINE ? a->tail.size - a->tail_at : 0;
    if (size == 0) {
        return MHD_CONTENT_READER_END_WITH_ERROR;
    }
    size = size < size_max ? size : size_max;
    memcpy(out, a->tail.data + a->tail_at, size);
    a->tail_at += size;
    return (ssize_t)size;
}

static ssize_t on_read(void *arg, uint64_t position, char *out, size_t size_max) {
    asked *a = arg;
    (void)position;
    if (!a->is_broken) {
        ssize_t count = lob_exchange_read(&a->exchange, out, size_max);
        if (count > 0) {
            return count;
        }
        if (count == 0) {
            return MHD_CONTENT_READER_END_OF_STREAM;
        }
        if (lob_exchange_is_abandoned(&a->exchange)) {
            return MHD_CONTENT_READER_END_WITH_ERROR;
        }
        begin_tail(a);
    }
    return read_tail(a, out, size_max);
}

/* ---- asking the model ---- */

static const char *header_of(asked *a, const char *name) {
    return MHD_lookup_connection_value(a->connection, MHD_HEADER_KIND, name);
}

/* `is_first`: the log has the body as the client sent it. */
static bool open_exchange(asked *a, lob_str body, bool is_first) {
    const lob_proxy_options *o = &a->proxy->options;
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(a->connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    lob_exchange_options options = {.endpoint = o->endpoint,
                                    .authorization = header_of(a, "Authorization"),
                                    .accept = header_of(a, "Accept"),
                                    .log = &a->proxy->log,
                                    .asked = {is_first ? a->body.data : NULL, a->body.size},
                                    .klayout_port = o->klayout_port,
                                    .klayout_timeout_ms = o->klayout_timeout_ms,
                                    .idle_ms = o->idle_ms,
                                    .client_fd = info != NULL ? info->connect_fd : -1,
                                    .stop = &a->proxy->stop,
                                    .keeps_all = o->round_count_max > 0};
    if (options.accept != NULL && strcmp(options.accept, "*/*") == 0) {
        options.accept = NULL;
    }
    a->is_open = true;
    return lob_exchange_open(&a->exchange, &options, body);
}

static void close_exchange(asked *a) {
    if (a->is_open) {
        lob_exchange_close(&a->exchange);
        a->is_open = false;
    }
}

static enum MHD_Result answer_exchange(asked *a) {
    const lob_exchange *x = &a->exchange;
    unsigned status = (unsigned)lob_upstream_status(x->up);
    const char *type = lob_upstream_type(x->up);
    if (x->is_stream && !x->options.keeps_all) {
        return queue(a, status, type,
                     MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, BLOCK_SIZE, on_read, a, NULL));
    }
    return answer_bytes(a, status, type, &x->whole);
}

/* The reply of the last round, as it came: one without a command, or with a call that only the client can answer. */
static enum MHD_Result feed_back(asked *a, lob_str body) {
    for (int round = 0; round < a->proxy->options.round_count_max; round++) {
        if (!open_exchange(a, body, round == 0)) {
            return lob_exchange_is_abandoned(&a->exchange) ? MHD_NO : answer_failure(a);
        }
        const lob_exchange *x = &a->exchange;
        if (x->result_count == 0 || lob_exchange_has_foreign_call(x)) {
            return answer_exchange(a);
        }
        lob_buf_clear(&a->next);
        if (!lob_llm_request_extend(body, &x->reply, x->results, x->result_count, &a->next)) {
            return a->next.failed == LOB_BUF_NO_MEMORY
                       ? answer_error(a, MHD_HTTP_INTERNAL_SERVER_ERROR, "out_of_memory", "out of memory")
                       : answer_error(a, MHD_HTTP_BAD_GATEWAY, "conversation_too_long",
                                      "with the results of the commands the conversation is longer than 1 MiB, or it "
                                      "has no messages");
        }
        close_exchange(a);
        lob_buf swap = a->sent;
        a->sent = a->next;
        a->next = swap;
        body = (lob_str){a->sent.data, a->sent.size};
    }
    return answer_error(a, MHD_HTTP_BAD_GATEWAY, "too_many_rounds",
                        "the model still asks for commands after the last round that --rounds allows");
}

static enum MHD_Result ask_model(asked *a) {
    lob_str body = {a->body.data != NULL ? a->body.data : "", a->body.size};
    lob_json_fault fault = {0};
    char text[LOB_LLM_WHAT_SIZE];
    if (!lob_json_check(body, false, &fault) || body.data[strspn(body.data, " \t\r\n")] != '{') {
        if (fault.what != NULL && strcmp(fault.what, "out of memory") == 0) {
            return answer_error(a, MHD_HTTP_INTERNAL_SERVER_ERROR, "out_of_memory", "out of memory");
        }
        snprintf(text, sizeof text, "the body is not a JSON object: %s",
                 fault.what != NULL ? fault.what : "it is another JSON value");
        lob_chat_log_add(&a->proxy->log, "[PROXY] request refused: ", lob_str_from(text), (lob_str){0});
        return answer_error(a, MHD_HTTP_BAD_REQUEST, "invalid_json", text);
    }
    if (!lob_llm_request_write(body, a->proxy->options.model, &a->sent)) {
        return a->sent.failed == LOB_BUF_TOO_LARGE
                   ? answer_error(a, MHD_HTTP_CONTENT_TOO_LARGE, "body_too_large", "the body is longer than 1 MiB")
                   : answer_error(a, MHD_HTTP_INTERNAL_SERVER_ERROR, "out_of_memory", "out of memory");
    }
    body = (lob_str){a->sent.data, a->sent.size};
    if (a->proxy->options.round_count_max > 0) {
        return feed_back(a, body);
    }
    if (!open_exchange(a, body, true)) {
        return lob_exchange_is_abandoned(&a->exchange) ? MHD_NO : answer_failure(a);
    }
    return answer_exchange(a);
}

/* ---- requests ---- */

/* What the head of a request alone decides. */
static enum MHD_Result judge_head(asked *a, const char *url, const char *method) {
    lob_gate_headers headers = {header_of(a, "Host"), header_of(a, "Origin"), header_of(a, "Sec-Fetch-Site"), 0};
    const char *refusal = lob_gate_refusal(&headers, a->proxy->options.host);
    const char *length = header_of(a, "Content-Length");
    int64_t size;
    if (refusal != NULL) {
        lob_chat_log_add(&a->proxy->log, "[PROXY] request refused: ", lob_str_from(refusal), (lob_str){0});
        return answer_error(a, MHD_HTTP_FORBIDDEN, "forbidden", refusal);
    }
    if (strcmp(url, "/chat/completions") != 0) {
        return answer_error(a, MHD_HTTP_NOT_FOUND, "not_found", "only POST /chat/completions exists here");
    }
    if (strcmp(method, "POST") != 0) {
        return answer_error(a, MHD_HTTP_METHOD_NOT_ALLOWED, "method_not_allowed", "only POST is allowed here");
    }
    if (length != NULL && !lob_num_parse_int(length, 0, LOB_LLM_SIZE_MAX, &size)) {
        return answer_error(a, MHD_HTTP_CONTENT_TOO_LARGE, "body_too_large", "the body is longer than 1 MiB");
    }
    return MHD_YES;
}

static asked *new_asked(lob_proxy *proxy, struct MHD_Connection *connection) {
    asked *a = lob_calloc(1, sizeof *a);
    if (a != NULL) {
        a->proxy = proxy;
        a->connection = connection;
        lob_buf_init(&a->body, LOB_LLM_SIZE_MAX);
        lob_buf_init(&a->sent, LOB_LLM_SIZE_MAX);
        lob_buf_init(&a->next, LOB_LLM_SIZE_MAX);
        lob_buf_init(&a->tail, 0);
    }
    return a;
}

static enum MHD_Result on_request(void *arg, struct MHD_Connection *connection, const char *url, const char *method,
                                  const char *version, const char *data, size_t *size, void **kept) {
    asked *a = *kept;
    (void)version;
    if (a == NULL) {
        a = new_asked(arg, connection);
        *kept = a;
        return a != NULL ? judge_head(a, url, method) : MHD_NO;
    }
    if (*size >
        0) { /* an answer may go out only when all is read, or nothing: so no more than twice the limit is read */
        a->size += *size;
        lob_buf_add(&a->body, data, *size);
        *size = 0;
        return a->size <= 2U * LOB_LLM_SIZE_MAX ? MHD_YES : MHD_NO;
    }
    if (a->body.failed == LOB_BUF_TOO_LARGE) {
        return answer_error(a, MHD_HTTP_CONTENT_TOO_LARGE, "body_too_large", "the body is longer than 1 MiB");
    }
    return a->body.failed == LOB_BUF_FINE
               ? ask_model(a)
               : answer_error(a, MHD_HTTP_INTERNAL_SERVER_ERROR, "out_of_memory", "out of memory");
}

static void on_done(void *arg, struct MHD_Connection *connection, void **kept, enum MHD_RequestTerminationCode how) {
    asked *a = *kept;
    (void)arg;
    (void)how;
    if (a == NULL) {
        return;
    }
    close_exchange(a);
    lob_buf_release(&a->body);
    lob_buf_release(&a->sent);
    lob_buf_release(&a->next);
    lob_buf_release(&a->tail);
    lob_free(a);
    *kept = NULL;
    /* While an answer goes out nothing is timed but by the kernel; the next request is. */
    (void)MHD_set_connection_option(connection, MHD_CONNECTION_OPTION_TIMEOUT, (unsigned)REQUEST_S);
}

static void on_connection(void *arg, struct MHD_Connection *connection, void **kept,
                          enum MHD_ConnectionNotificationCode code) {
    const union MHD_ConnectionInfo *info;
    unsigned unread_ms = UNREAD_MS;
    (void)arg;
    (void)kept;
    if (code == MHD_CONNECTION_NOTIFY_STARTED &&
        (info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD)) != NULL) {
        (void)setsockopt(info->connect_fd, IPPROTO_TCP, TCP_USER_TIMEOUT, &unread_ms, sizeof unread_ms);
    }
}

/* ---- the daemon ---- */

lob_proxy *lob_proxy_start(const lob_proxy_options *options, char what[LOB_LLM_WHAT_SIZE]) {
    lob_proxy *proxy = lob_calloc(1, sizeof *proxy);
    if (proxy == NULL) {
        snprintf(what, LOB_LLM_WHAT_SIZE, "out of memory");
        return NULL;
    }
    lob_json_init();
    proxy->options = *options;
    const lob_listen_words words = {"--host", "--port or PROXY_PORT"};
    int fd = lob_listen(options->host, options->port, BACKLOG, &words, what, LOB_LLM_WHAT_SIZE);
    if (fd < 0) {
        lob_free(proxy);
        return NULL;
    }
    proxy->port = lob_listen_port(fd);
    if (!lob_chat_log_open(&proxy->log, options->log_path, what)) {
        close(fd);
        lob_free(proxy);
        return NULL;
    }
    proxy->daemon = MHD_start_daemon(
        MHD_USE_THREAD_PER_CONNECTION | MHD_USE_INTERNAL_POLLING_THREAD | MHD_USE_POLL, 0, NULL, NULL, on_request,
        proxy, MHD_OPTION_LISTEN_SOCKET, fd, MHD_OPTION_NOTIFY_COMPLETED, on_done, NULL, MHD_OPTION_NOTIFY_CONNECTION,
        on_connection, NULL, MHD_OPTION_CONNECTION_LIMIT, (unsigned)LOB_LLM_CLIENT_COUNT_MAX,
        MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)REQUEST_S, MHD_OPTION_END);
    if (proxy->daemon == NULL) {
        snprintf(what, LOB_LLM_WHAT_SIZE, "the HTTP server could not be started");
        close(fd);
        lob_chat_log_close(&proxy->log);
        lob_free(proxy);
        return NULL;
    }
    return proxy;
}

int lob_proxy_port(const lob_proxy *proxy) {
    return proxy->port;
}

void lob_proxy_stop(lob_proxy *proxy) {
    atomic_store(&proxy->stop, true);
    MHD_stop_daemon(proxy->daemon);
    lob_chat_log_close(&proxy->log);
    lob_free(proxy);
}
