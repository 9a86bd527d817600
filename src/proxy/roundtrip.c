/* Invariant: only what was logged after the first prompt went out is taken for its answer; an older one would be
 * another layout's. */
#include "proxy/roundtrip.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/lines.h"
#include "client/mcp_http_header.h"
#include "proxy/gate.h"
#include "proxy/reply.h"
#include "proxy/upstream.h"
#include "json/reader.h"
#include "json/writer.h"

enum { TRY_COUNT = 3, LOG_LINE_SIZE_MAX = 1 << 23, PIECE_SIZE = 1 << 16, NOTE_SIZE = 256, NEAR_SIZE = 512 };

static const char tool_system[] =
    "You drive a viewer of chip layouts. Answer with one JSON tool block and nothing else: "
    "{\"tool\":\"klayout\",\"method\":METHOD,\"params\":PARAMS}. Methods: ping {}, get_cell_list {}, "
    "open_layout {\"path\":FILE}, load_gds {\"path\":FILE}, export_gds {\"path\":FILE}.";
static const char tool_prompt[] =
    "Answer with this JSON tool block alone: {\"tool\":\"klayout\",\"method\":\"get_cell_list\",\"params\":{}}";
static const char final_system[] = "Answer in the form that is asked for, with nothing before or behind it.";

typedef struct trip {
    const lob_roundtrip_options *options;
    char *what;
    lob_buf command;  /* the first of the reply under way */
    lob_buf response; /* KLayout's, a line of JSON */
    lob_buf body;
    char note[NOTE_SIZE]; /* the last failure in the log, KLayout's or the proxy's */
    char near[NEAR_SIZE]; /* the first near miss of the reply under way; "": none */
} trip;

static bool fail(trip *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
static bool fail(trip *t, const char *format, ...) {
    if (t->what[0] == '\0') {
        va_list args;
        va_start(args, format);
        vsnprintf(t->what, LOB_ROUNDTRIP_WHAT_SIZE, format, args);
        va_end(args);
    }
    return false;
}

/* ---- asking ---- */

typedef struct asking {
    trip *trip;
    lob_upstream *up;
    lob_text_lines lines;
    lob_llm_reply reply;
    lob_buf whole;
} asking;

static bool on_command(void *arg, const lob_llm_call *call, lob_str command) {
    trip *t = arg;
    (void)call;
    if (t->command.size == 0) {
        lob_buf_add(&t->command, command.data, command.size);
    }
    return t->command.failed == LOB_BUF_FINE;
}

static void on_near(void *arg, const char *near) {
    trip *t = arg;
    if (t->near[0] == '\0') {
        snprintf(t->near, sizeof t->near, "%s", near);
    }
}

static bool on_line(void *arg, lob_str line) {
    asking *a = arg;
    return lob_llm_reply_line(&a->reply, line);
}

static bool on_bytes(void *arg, lob_str bytes) {
    asking *a = arg;
    if (lob_http_type_is(lob_str_from(lob_upstream_type(a->up)), "text/event-stream")) {
        return lob_lines_feed(&a->lines, bytes, on_line, a);
    }
    lob_buf_add(&a->whole, bytes.data, bytes.size);
    return a->whole.failed == LOB_BUF_FINE;
}

static bool read_reply(asking *a) {
    trip *t = a->trip;
    char piece[PIECE_SIZE / 4], shown[256];
    ssize_t count = 0;
    lob_gate_show_url(t->options->endpoint, shown, sizeof shown);
    if (lob_upstream_begin(a->up) == LOB_UPSTREAM_FINE) {
        while ((count = lob_upstream_read(a->up, piece, sizeof piece)) > 0) {
        }
    }
    bool fine = count == 0 && lob_upstream_failure(a->up) == LOB_UPSTREAM_FINE &&
                lob_lines_end(&a->lines, on_line, a) &&
                (a->whole.size == 0 || lob_llm_reply_body(&a->reply, (lob_str){a->whole.data, a->whole.size})) &&
                lob_llm_reply_end(&a->reply);
    if (a->reply.has_error) {
        return fail(t, "The proxy answered with an error: %s", a->reply.error);
    }
    if (lob_upstream_failure(a->up) == LOB_UPSTREAM_UNREACHABLE) {
        return fail(t,
                    "The proxy at %s: %s. Start it with `layout-observer llm-proxy`, or set PROXY_ENDPOINT to its "
                    "address",
                    shown, lob_upstream_what(a->up));
    }
    if (!fine) {
        return fail(t, "The proxy at %s: %s", shown,
                    lob_upstream_what(a->up)[0] != '\0' ? lob_upstream_what(a->up)
                                                        : "its answer is too long or does not fit into memory");
    }
    if (lob_upstream_status(a->up) != 200) {
        return fail(t, "%s answered with HTTP status %ld. Set PROXY_ENDPOINT to the address of the proxy", shown,
                    lob_upstream_status(a->up));
    }
    return true;
}

/* The reply's text in `text`, its first command in t->command. */
static bool ask(trip *t, lob_buf *text) {
    asking a = {.trip = t};
    lob_upstream_options options = {.url = t->options->endpoint,
                                    .body = {t->body.data, t->body.size},
                                    .idle_ms = t->options->idle_ms,
                                    .watched_fd = -1,
                                    .tell = on_bytes,
                                    .arg = &a};
    lob_buf_clear(&t->command);
    lob_buf_clear(text);
    t->near[0] = '\0';
    if (t->body.failed != LOB_BUF_FINE) {
        return fail(t, "%s", t->body.failed == LOB_BUF_TOO_LARGE ? "The prompt is longer than 1 MiB" : "out of memory");
    }
    a.up = lob_upstream_open(&options);
    if (a.up == NULL) {
        return fail(t, "out of memory");
    }
    lob_lines_open(&a.lines, LOB_LLM_SIZE_MAX);
    lob_llm_reply_open(&a.reply, true, on_command, on_near, t);
    lob_buf_init(&a.whole, LOB_LLM_SIZE_MAX);
    bool fine = read_reply(&a);
    if (fine) {
        lob_buf_add(text, a.reply.content.data, a.reply.content.size);
        fine = text->failed == LOB_BUF_FINE || fail(t, "out of memory");
    }
    lob_upstream_close(a.up);
    lob_lines_close(&a.lines);
    lob_llm_reply_close(&a.reply);
    lob_buf_release(&a.whole);
    return fine;
}

static void add_message(lob_jsonw *w, const char *role, const char *content) {
    lob_jsonw_begin_object(w);
    lob_jsonw_key(w, "role");
    lob_jsonw_text(w, role);
    lob_jsonw_key(w, "content");
    lob_jsonw_text(w, content);
    lob_jsonw_end_object(w);
}

static void write_body(trip *t, const char *system, const char *user) {
    lob_jsonw w;
    lob_buf_clear(&t->body);
    lob_jsonw_init(&w, &t->body);
    lob_jsonw_begin_object(&w);
    lob_jsonw_key(&w, "model");
    lob_jsonw_text(&w, "ignored");
    lob_jsonw_key(&w, "messages");
    lob_jsonw_begin_array(&w);
    add_message(&w, "system", system);
    add_message(&w, "user", user);
    lob_jsonw_end_array(&w);
    lob_jsonw_key(&w, "stream");
    lob_jsonw_bool(&w, true);
    lob_jsonw_end_object(&w);
}

static bool ask_for_command(trip *t, lob_buf *text) {
    char last[NOTE_SIZE];
    write_body(t, tool_system, t->options->prompt != NULL ? t->options->prompt : tool_prompt);
    for (int i = 0; i < TRY_COUNT; i++) {
        if (!ask(t, text)) {
            return false;
        }
        if (t->command.size > 0) {
            return true;
        }
    }
    snprintf(last, sizeof last, "%s", text->size > 0 ? text->data : "");
    return fail(
        t,
        "No tool command returned by model. Last response: %s\n%s%s%sCheck that PROXY_ENDPOINT is the proxy, that "
        "it runs without --feed-back, and that the model can answer with a JSON tool block or a tool call",
        last, t->near[0] != '\0' ? "It comes near to one: " : "", t->near, t->near[0] != '\0' ? ".\n" : "");
}

/* ---- the log ---- */

static off_t log_size(const trip *t) {
    struct stat info;
    return stat(t->options->log_path, &info) == 0 ? info.st_size : 0;
}

static lob_str behind(lob_str line, lob_str mark) {
    while (line.size > 0 && line.data[0] == ' ') {
        line = (lob_str){line.data + 1, line.size - 1};
    }
    if (line.size < mark.size || memcmp(line.data, mark.data, mark.size) != 0) {
        return (lob_str){0};
    }
    return (lob_str){line.data + mark.size, line.size - mark.size};
}

static bool on_log_line(void *arg, lob_str line) {
    trip *t = arg;
    lob_str found = behind(line, LOB_STR("[KLAYOUT] response:"));
    if (found.data != NULL) {
        lob_buf_clear(&t->response);
        lob_buf_add(&t->response, found.data, found.size);
    } else if (behind(line, LOB_STR("[KLAYOUT] ")).data != NULL ||
               behind(line, LOB_STR("[PROXY] error")).data != NULL ||
               behind(line, LOB_STR("[PROXY] no command")).data != NULL) {
        snprintf(t->note, sizeof t->note, " It says: %.*s.", line.size < 200 ? (int)line.size : 200, line.data);
    }
    return t->response.failed == LOB_BUF_FINE;
}

/* True: there is a response behind `from`. A line without its end is still being written. */
static bool look_into_log(trip *t, off_t from) {
    lob_text_lines lines;
    char piece[PIECE_SIZE];
    int fd = open(t->options->log_path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    ssize_t count;
    if (fd < 0) {
        return false;
    }
    lob_buf_clear(&t->response);
    lob_lines_open(&lines, LOG_LINE_SIZE_MAX);
    from = log_size(t) < from ? 0 : from;
    while ((count = pread(fd, piece, sizeof piece, from)) > 0 &&
           lob_lines_feed(&lines, (lob_str){piece, (size_t)count}, on_log_line, t)) {
        from += count;
    }
    bool fine = count == 0;
    lob_lines_close(&lines);
    close(fd);
    return fine && t->response.size > 0;
}

static bool wait_for_response(trip *t, off_t from) {
    int64_t end_ms = lob_clock_ms() + t->options->wait_ms;
    struct timespec nap = {t->options->poll_ms / 1000, t->options->poll_ms % 1000 * 1000000L};
    while (!look_into_log(t, from)) {
        if (lob_clock_ms() >= end_ms) {
            return fail(t,
                        "No KLAYOUT response found in llm.log.%s\nCheck that %.200s is the log of this proxy "
                        "(LLM_LOG_PATH), and that `layout-observer tcp` runs on the port that the proxy connects to",
                        t->note, t->options->log_path);
        }
        nanosleep(&nap, NULL);
    }
    return true;
}

/* ---- the final text ---- */

static bool check_response(trip *t, lob_str response) {
    lob_json_fault fault;
    cJSON *tree = lob_json_parse(response, &fault);
    const cJSON *error = cJSON_GetObjectItemCaseSensitive(tree, "error");
    bool fine = cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(tree, "ok")) != 0;
    if (!cJSON_IsObject(tree)) {
        fail(t, "The last KLAYOUT response in llm.log is not a JSON object");
    } else if (!fine) {
        fail(t, "KLayout error: %s", cJSON_IsString(error) ? error->valuestring : "no details");
    }
    cJSON_Delete(tree);
    return fine;
}

static bool write_final(trip *t) {
    lob_str response = {t->response.data, t->response.size};
    lob_buf prompt;
    if (!check_response(t, response)) {
        return false;
    }
    lob_str result = lob_json_raw_member(response, "result");
    lob_str cells = result.data != NULL ? lob_json_raw_member(result, "cells") : (lob_str){0};
    lob_buf_init(&prompt, 0);
    if (cells.data != NULL) {
        lob_buf_add_text(&prompt, "Given this cell list: ");
        lob_buf_add(&prompt, cells.data, cells.size);
        lob_buf_add_text(&prompt, ", answer with exactly this, the dots being the list: "
                                  "<attempt_completion><result>Your cell list is ... </result></attempt_completion>");
    } else {
        lob_buf_add_text(&prompt, "Given this result of KLayout: ");
        lob_buf_add(&prompt, result.data != NULL ? result.data : "null", result.data != NULL ? result.size : 4);
        lob_buf_add_text(&prompt, ", answer what was asked with exactly this, the dots being the answer: "
                                  "<attempt_completion><result>... </result></attempt_completion>. What was asked: ");
        lob_buf_add_text(&prompt, t->options->prompt != NULL ? t->options->prompt : tool_prompt);
    }
    bool fine = prompt.failed == LOB_BUF_FINE || fail(t, "out of memory");
    if (fine) {
        write_body(t, final_system, prompt.data);
    }
    lob_buf_release(&prompt);
    return fine;
}

/* A cut-off answer, or small talk, is none. */
static bool is_completion(const lob_buf *text) {
    const char *begin = text->size > 0 ? strstr(text->data, "<attempt_completion>") : NULL;
    return begin != NULL && strstr(begin, "</attempt_completion>") != NULL;
}

lob_roundtrip_end lob_roundtrip(const lob_roundtrip_options *options, lob_buf *text,
                                char what[LOB_ROUNDTRIP_WHAT_SIZE]) {
    trip t = {.options = options, .what = what};
    what[0] = '\0';
    lob_json_init();
    lob_buf_init(&t.command, 0);
    lob_buf_init(&t.response, 0);
    lob_buf_init(&t.body, LOB_LLM_SIZE_MAX);
    off_t from = log_size(&t);
    lob_roundtrip_end end = LOB_ROUNDTRIP_FAILED;
    if (ask_for_command(&t, text) && wait_for_response(&t, from) && write_final(&t) && ask(&t, text)) {
        end = is_completion(text) ? LOB_ROUNDTRIP_FINE : LOB_ROUNDTRIP_NO_COMPLETION;
    }
    if (end == LOB_ROUNDTRIP_NO_COMPLETION) {
        fail(&t,
             "KLayout answered, but the model gave no final completion: its second answer %s. Ask again, or use a "
             "model that follows the form",
             text->size == 0 ? "is empty" : "lacks <attempt_completion>...</attempt_completion>");
    }
    lob_buf_release(&t.command);
    lob_buf_release(&t.response);
    lob_buf_release(&t.body);
    return end;
}
