/* Invariant: a byte is readable only after the line it ends was logged and the commands known by then were answered; a
 * command within an object that is still open is known when that object ends or breaks, at the latest at [DONE]. So who
 * reads llm.log after the reply finds the answers there. */
#include "proxy/exchange.h"

#include <stdio.h>

#include "client/mcp_http_header.h"
#include "proxy/gate.h"
#include "proxy/klayout_call.h"
#include "json/writer.h"

enum { PIECE_SIZE = 16384 };

static void note_fault(lob_exchange *x, const char *what) {
    if (x->what[0] == '\0') {
        snprintf(x->what, sizeof x->what, "%s", what);
        lob_chat_log_add(x->options.log, "[PROXY] error: ", lob_str_from(x->what), x->secret);
    }
}

/* Tokens of "Bearer TOKEN"; a header of another form is a secret as a whole. */
static lob_str secret_of(const char *authorization) {
    if (authorization == NULL) {
        return (lob_str){0};
    }
    const char *space = strrchr(authorization, ' ');
    return lob_str_from(space != NULL ? space + 1 : authorization);
}

/* ---- commands ---- */

static const char *const marks[] = {
    [LOB_KLAYOUT_RESPONSE] = "[KLAYOUT] response: ",           [LOB_KLAYOUT_NO_METHOD] = "[PROXY] no command: ",
    [LOB_KLAYOUT_CONNECT_ERROR] = "[KLAYOUT] connect error: ", [LOB_KLAYOUT_SEND_ERROR] = "[KLAYOUT] send error: ",
    [LOB_KLAYOUT_EMPTY] = "[KLAYOUT] empty response",          [LOB_KLAYOUT_MEMORY] = "[PROXY] error: out of memory"};

/* What the model is told of a command without an answer. */
static bool write_failure(lob_klayout_state state, const char *what, lob_buf *text) {
    static const char *const names[] = {[LOB_KLAYOUT_NO_METHOD] = "",
                                        [LOB_KLAYOUT_CONNECT_ERROR] = "connect error: ",
                                        [LOB_KLAYOUT_SEND_ERROR] = "send error: ",
                                        [LOB_KLAYOUT_EMPTY] = "empty response"};
    lob_jsonw w;
    char said[LOB_LLM_WHAT_SIZE + 32];
    snprintf(said, sizeof said, "%s%s", names[state], what);
    lob_buf_clear(text);
    lob_jsonw_init(&w, text);
    lob_jsonw_begin_object(&w);
    lob_jsonw_key(&w, "ok");
    lob_jsonw_bool(&w, false);
    lob_jsonw_key(&w, "error");
    lob_jsonw_text(&w, said);
    lob_jsonw_end_object(&w);
    return text->failed == LOB_BUF_FINE;
}

static bool on_command(void *arg, const lob_llm_call *call, lob_str command) {
    lob_exchange *x = arg;
    char what[LOB_LLM_WHAT_SIZE];
    if (x->command_count++ >= LOB_LLM_RESULT_COUNT_MAX) {
        if (x->command_count == LOB_LLM_RESULT_COUNT_MAX + 1) {
            lob_chat_log_add(x->options.log,
                             "[PROXY] error: ", LOB_STR("one reply has more than 64 commands; the rest is not sent"),
                             x->secret);
        }
        return true;
    }
    lob_llm_result *result = &x->results[x->result_count++];
    *result = (lob_llm_result){.call = call};
    lob_buf_init(&result->text, LOB_LLM_SIZE_MAX);
    lob_klayout_state state =
        lob_klayout_call(x->options.klayout_port, x->options.klayout_timeout_ms, command, &result->text, what);
    lob_str said = state == LOB_KLAYOUT_RESPONSE ? (lob_str){result->text.data, result->text.size} : lob_str_from(what);
    lob_chat_log_add(x->options.log, marks[state], said, x->secret);
    bool fine =
        state != LOB_KLAYOUT_MEMORY && (state == LOB_KLAYOUT_RESPONSE || write_failure(state, what, &result->text));
    if (!x->options.keeps_all) { /* nobody asks for it again */
        lob_buf_release(&result->text);
    }
    return fine;
}

static void on_near(void *arg, const char *near) {
    lob_exchange *x = arg;
    if (x->miss_count++ < LOB_LLM_MISS_COUNT_MAX) {
        lob_chat_log_add(x->options.log, "[PROXY] no command: ", lob_str_from(near), x->secret);
    } else if (x->miss_count == LOB_LLM_MISS_COUNT_MAX + 1) {
        lob_chat_log_add(x->options.log,
                         "[PROXY] no command: ", LOB_STR("more of this reply than these 16 are not listed"), x->secret);
    }
}

/* ---- what comes ---- */

/* What the reply noticed about its own form, said once. */
static void note_form(lob_exchange *x, unsigned malformed_before, unsigned refused_before) {
    if (refused_before == 0 && x->reply.call_count_refused > 0) {
        lob_chat_log_add(x->options.log,
                         "[PROXY] error: ", LOB_STR("one reply has more than 16 tool calls; the rest is not read"),
                         x->secret);
    }
    if (malformed_before == 0 && x->reply.malformed_count > 0) {
        char text[LOB_LLM_WHAT_SIZE];
        snprintf(text, sizeof text, "malformed event from the model: %s", x->reply.fault);
        lob_chat_log_add(x->options.log, "[PROXY] error: ", lob_str_from(text), x->secret);
    }
}

static bool refuse_reply(lob_exchange *x) {
    bool is_large = x->reply.content.failed == LOB_BUF_TOO_LARGE;
    for (unsigned i = 0; i < x->reply.call_count; i++) {
        is_large = is_large || x->reply.calls[i].arguments.failed == LOB_BUF_TOO_LARGE;
    }
    x->is_memory = !is_large;
    note_fault(x, is_large ? "the model's reply is longer than 1 MiB" : "out of memory");
    return false;
}

static bool on_event_line(void *arg, lob_str line) {
    lob_exchange *x = arg;
    unsigned malformed = x->reply.malformed_count, refused = x->reply.call_count_refused;
    lob_chat_log_add_heard(x->options.log, line, x->secret);
    bool fine = lob_llm_reply_line(&x->reply, line);
    note_form(x, malformed, refused);
    return fine || refuse_reply(x);
}

static bool on_body_line(void *arg, lob_str line) {
    lob_exchange *x = arg;
    lob_chat_log_add_heard(x->options.log, line, x->secret);
    return true;
}

static bool feed_lines(lob_exchange *x, lob_str bytes, lob_line_fn *tell) {
    if (lob_lines_feed(&x->lines, bytes, tell, x)) {
        return true;
    }
    if (x->lines.line.failed == LOB_BUF_TOO_LARGE) {
        note_fault(x, "a line of the model's reply is longer than 1 MiB");
    } else {
        x->is_memory = true;
        note_fault(x, "out of memory");
    }
    return false;
}

static bool on_bytes(void *arg, lob_str bytes) {
    lob_exchange *x = arg;
    if (x->up != NULL) {
        x->is_stream = lob_http_type_is(lob_str_from(lob_upstream_type(x->up)), "text/event-stream");
    }
    if (!x->is_stream || x->options.keeps_all) {
        lob_buf_add(&x->whole, bytes.data, bytes.size);
        if (x->whole.failed != LOB_BUF_FINE) {
            x->is_memory = x->whole.failed == LOB_BUF_NO_MEMORY;
            note_fault(x, x->is_memory ? "out of memory" : "the model's reply is longer than 1 MiB");
            return false;
        }
    }
    return !x->is_stream || feed_lines(x, bytes, on_event_line);
}

/* ---- its end ---- */

static bool end_stream(lob_exchange *x) {
    if (!lob_lines_end(&x->lines, on_event_line, x)) {
        return false;
    }
    if (!lob_llm_reply_end(&x->reply)) {
        return refuse_reply(x);
    }
    if (!x->reply.is_done && !x->reply.has_error) {
        lob_chat_log_add(x->options.log, "[PROXY] ", LOB_STR("the model's stream ended without [DONE]"), x->secret);
    }
    return true;
}

static bool end_body(lob_exchange *x) {
    lob_str body = {x->whole.data != NULL ? x->whole.data : "", x->whole.size};
    unsigned malformed = x->reply.malformed_count, refused = x->reply.call_count_refused;
    if (!feed_lines(x, body, on_body_line) || !lob_lines_end(&x->lines, on_body_line, x)) {
        return false;
    }
    bool fine = lob_llm_reply_body(&x->reply, body) && lob_llm_reply_end(&x->reply);
    note_form(x, malformed, refused);
    return fine || refuse_reply(x);
}

static void note_upstream(lob_exchange *x) {
    char shown[128], text[LOB_LLM_WHAT_SIZE];
    lob_upstream_state state = lob_upstream_failure(x->up);
    lob_gate_show_url(x->options.endpoint, shown, sizeof shown);
    if (state == LOB_UPSTREAM_GONE) {
        snprintf(text, sizeof text, "%s", lob_upstream_what(x->up));
    } else {
        snprintf(text, sizeof text, "the model's endpoint %s: %s", shown, lob_upstream_what(x->up));
    }
    x->is_memory = x->is_memory || state == LOB_UPSTREAM_MEMORY;
    note_fault(x, text);
}

ssize_t lob_exchange_read(lob_exchange *x, char *out, size_t size_max) {
    ssize_t count = lob_upstream_read(x->up, out, size_max);
    if (count < 0) {
        note_upstream(x);
        if (!x->is_memory && !lob_exchange_is_abandoned(x)) {
            (void)lob_llm_reply_end(&x->reply); /* broken off or not: what came may hold a command */
        }
    } else if (count == 0 && !(x->is_stream ? end_stream(x) : end_body(x))) {
        return -1;
    }
    return count;
}

bool lob_exchange_open(lob_exchange *x, const lob_exchange_options *options, lob_str body) {
    *x = (lob_exchange){.options = *options, .secret = secret_of(options->authorization)};
    lob_lines_open(&x->lines, LOB_LLM_SIZE_MAX);
    lob_llm_reply_open(&x->reply, options->keeps_all, on_command, on_near, x);
    lob_buf_init(&x->whole, LOB_LLM_SIZE_MAX);
    lob_chat_log_add(options->log, "模型请求：", options->asked.data != NULL ? options->asked : body, x->secret);
    lob_chat_log_add(options->log, "模型返回：\n", LOB_STR(""), x->secret);
    lob_upstream_options wanted = {.url = options->endpoint,
                                   .authorization = options->authorization,
                                   .accept = options->accept,
                                   .body = body,
                                   .idle_ms = options->idle_ms,
                                   .watched_fd = options->client_fd,
                                   .stop = options->stop,
                                   .tell = on_bytes,
                                   .arg = x};
    x->up = lob_upstream_open(&wanted);
    if (x->up == NULL) {
        x->is_memory = true;
        note_fault(x, "out of memory");
        return false;
    }
    if (lob_upstream_begin(x->up) != LOB_UPSTREAM_FINE) {
        note_upstream(x);
        return false;
    }
    x->is_stream = lob_http_type_is(lob_str_from(lob_upstream_type(x->up)), "text/event-stream");
    while (!x->is_stream || options->keeps_all) {
        char piece[PIECE_SIZE];
        ssize_t count = lob_exchange_read(x, piece, sizeof piece);
        if (count <= 0) {
            return count == 0;
        }
    }
    return true;
}

bool lob_exchange_is_abandoned(const lob_exchange *x) {
    return x->up != NULL && lob_upstream_failure(x->up) == LOB_UPSTREAM_GONE;
}

bool lob_exchange_has_foreign_call(const lob_exchange *x) {
    bool has = false;
    for (unsigned i = 0; i < x->reply.call_count; i++) {
        const lob_llm_call *call = &x->reply.calls[i];
        bool is_answered = false;
        for (unsigned k = 0; k < x->result_count; k++) {
            is_answered = is_answered || x->results[k].call == call;
        }
        has = has || (!is_answered && !lob_str_equal((lob_str){call->name.data, call->name.size}, LOB_STR("klayout")));
    }
    return has;
}

void lob_exchange_close(lob_exchange *x) {
    lob_upstream_close(x->up);
    lob_lines_close(&x->lines);
    lob_llm_reply_close(&x->reply);
    for (unsigned i = 0; i < x->result_count; i++) {
        lob_buf_release(&x->results[i].text);
    }
    lob_buf_release(&x->whole);
    x->up = NULL;
}
