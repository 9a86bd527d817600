/* The viewer over HTTP: GET of the page, of tiles and of what a cell is; POST of a question to a tool that only reads.
 *
 * Invariants: only 127.0.0.1 is listened to; every path begins with a token that is made anew at each start; a request
 * whose Host is no name of this machine, or that comes from another page, is refused; nothing outside is referred to.
 */
#include <microhttpd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/digest.h"
#include "base/limits.h"
#include "proxy/gate.h"
#include "proxy/listen.h"
#include "view/viewer.h"
#include "json/reader.h"

enum {
    BLOCK_SIZE = 1 << 14,
    MARKERS_SIZE_MAX = 64 << 20,
    BACKLOG = 32,
    BODY_MAX = 1 << 16,
    CLIENTS_MAX = 24,
    IDLE_S = 120
};

#define POLICY                                                                                                         \
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; connect-src 'self'; "        \
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

typedef struct asked {
    lob_viewer *viewer;
    struct MHD_Connection *connection;
    lob_buf body;
    bool is_post;
} asked;

/* ---- answers ---- */

static enum MHD_Result answer(asked *a, unsigned status, const char *type, const char *data, size_t size) {
    struct MHD_Response *r = MHD_create_response_from_buffer(size, (void *)(uintptr_t)data, MHD_RESPMEM_MUST_COPY);
    if (r == NULL) {
        return MHD_NO;
    }
    MHD_add_response_header(r, "Content-Type", type);
    MHD_add_response_header(r, "Content-Security-Policy", POLICY);
    MHD_add_response_header(r, "X-Content-Type-Options", "nosniff");
    MHD_add_response_header(r, "Referrer-Policy", "no-referrer");
    MHD_add_response_header(r, "Cross-Origin-Resource-Policy", "same-origin");
    MHD_add_response_header(r, "Cache-Control", "no-store");
    const enum MHD_Result sent = MHD_queue_response(a->connection, status, r);
    MHD_destroy_response(r);
    return sent;
}

static enum MHD_Result refuse(asked *a, unsigned status, const char *why) {
    return answer(a, status, "text/plain; charset=utf-8", why, strlen(why));
}

static enum MHD_Result answer_lines(asked *a, const char *type, const char *const *lines) {
    lob_buf text;
    lob_buf_init(&text, 0);
    for (; *lines; lines++) {
        lob_buf_add_text(&text, *lines);
    }
    const enum MHD_Result sent = text.failed ? refuse(a, MHD_HTTP_INTERNAL_SERVER_ERROR, "out of memory")
                                             : answer(a, MHD_HTTP_OK, type, text.data, text.size);
    lob_buf_release(&text);
    return sent;
}

/* The report as it stands now: rules may have been checked again since the page was opened. */
static enum MHD_Result answer_markers(asked *a) {
    char block[BLOCK_SIZE];
    size_t size;
    lob_buf text;
    FILE *file = a->viewer->markers ? fopen(a->viewer->markers, "rbe") : NULL;
    if (file == NULL) {
        return a->viewer->markers ? refuse(a, MHD_HTTP_NOT_FOUND, "The report of --markers cannot be read.")
                                  : answer(a, MHD_HTTP_NO_CONTENT, "text/plain", "", 0);
    }
    lob_buf_init(&text, MARKERS_SIZE_MAX);
    while (!text.failed && (size = fread(block, 1, sizeof block, file)) > 0) {
        lob_buf_add(&text, block, size);
    }
    fclose(file);
    const enum MHD_Result sent = text.failed ? refuse(a, MHD_HTTP_INTERNAL_SERVER_ERROR, "The report is too large.")
                                             : answer(a, MHD_HTTP_OK, "application/xml", text.data, text.size);
    lob_buf_release(&text);
    return sent;
}

/* ---- questions ---- */

static const char *value_of(const asked *a, const char *name) {
    return MHD_lookup_connection_value(a->connection, MHD_GET_ARGUMENT_KIND, name);
}

static int64_t number_of(const asked *a, const char *name) {
    const char *text = value_of(a, name);
    return text ? strtoll(text, NULL, 10) : 0;
}

static lob_str cell_of(const asked *a) {
    const char *cell = value_of(a, "cell");
    return cell && cell[0] ? lob_str_from(cell) : (lob_str){NULL, 0};
}

/* Questions of the page: all of them only read, and none ends the session. */
static const lob_tool *tool_of(const char *name) {
    static const char *const asked_by_page[] = {"describe_cell", "list_cells",   "list_layers",
                                                "list_ports",    "query_region", "measure_geometry"};
    for (size_t i = 0; i < sizeof asked_by_page / sizeof asked_by_page[0]; i++) {
        if (strcmp(name, asked_by_page[i]) == 0) {
            return lob_tool_find(lob_str_from(name), LOB_TOOLSET_FULL);
        }
    }
    return NULL;
}

static lob_status run_tool(asked *a, lob_ctx *ctx, const char *name, lob_buf *out) {
    const lob_tool *tool = tool_of(name);
    lob_json_fault fault;
    lob_status status;
    if (tool == NULL) {
        return lob_fail(ctx, LOB_E_INVALID_TARGET, "There is no such request");
    }
    cJSON *arguments = lob_json_parse((lob_str){a->body.data, a->body.size}, &fault);
    if (arguments == NULL) {
        return lob_fail(ctx, LOB_E_INVALID_TARGET, "The request is not JSON");
    }
    lob_call call = {.ctx = ctx, .sessions = a->viewer->sessions};
    pthread_mutex_lock(&a->viewer->busy);
    status = lob_tool_run(&call, tool, arguments, out);
    pthread_mutex_unlock(&a->viewer->busy);
    cJSON_Delete(arguments);
    return status;
}

static enum MHD_Result say_failure(asked *a, const lob_ctx *ctx, lob_buf *out) {
    if (out->size == 0) {
        lob_call_write_error(ctx, out);
    }
    return answer(a, MHD_HTTP_BAD_REQUEST, "application/json", out->data, out->size);
}

static enum MHD_Result ask(asked *a, const char *path) {
    static const char tool[] = "tool/";
    lob_arena *arena = lob_arena_new(LOB_LIMIT_REQUEST_MEMORY_SIZE);
    lob_ctx ctx;
    lob_buf out;
    lob_status status;
    const char *type = "application/json";
    if (arena == NULL) {
        return refuse(a, MHD_HTTP_INTERNAL_SERVER_ERROR, "out of memory");
    }
    lob_ctx_init(&ctx, arena);
    lob_buf_init(&out, LOB_LIMIT_RESULT_SIZE);
    if (a->is_post) {
        status = run_tool(a, &ctx, path + sizeof tool - 1, &out);
    } else if (strcmp(path, "info") == 0) {
        status = lob_view_info(a->viewer, &ctx, cell_of(a), &out);
    } else {
        const lob_view_tile tile = {.cell = cell_of(a),
                                    .zoom = (int)number_of(a, "z"),
                                    .x = number_of(a, "x"),
                                    .y = number_of(a, "y"),
                                    .layers = value_of(a, "layers"),
                                    .is_dark = value_of(a, "dark") != NULL};
        type = "image/png";
        status = lob_view_draw_tile(a->viewer, &ctx, &tile, &out);
    }
    const enum MHD_Result sent =
        status == LOB_OK ? answer(a, MHD_HTTP_OK, type, out.data, out.size) : say_failure(a, &ctx, &out);
    lob_buf_release(&out);
    lob_arena_drop(arena);
    return sent;
}

/* In the same time for every wrong token. NULL: it is wrong. */
static const char *behind_token(const lob_viewer *viewer, const char *url) {
    unsigned differences = 0;
    if (strlen(url) < LOB_VIEW_TOKEN_SIZE + 2 || url[0] != '/' || url[LOB_VIEW_TOKEN_SIZE + 1] != '/') {
        return NULL;
    }
    for (unsigned i = 0; i < LOB_VIEW_TOKEN_SIZE; i++) {
        differences |= (unsigned char)(url[i + 1] ^ viewer->token[i]);
    }
    return differences == 0 ? url + LOB_VIEW_TOKEN_SIZE + 2 : NULL;
}

static enum MHD_Result route(asked *a, const char *url) {
    const char *path = behind_token(a->viewer, url);
    const lob_gate_headers headers = {MHD_lookup_connection_value(a->connection, MHD_HEADER_KIND, "Host"),
                                      MHD_lookup_connection_value(a->connection, MHD_HEADER_KIND, "Origin"), NULL,
                                      a->viewer->port};
    const char *refusal = lob_gate_refusal(&headers, "127.0.0.1");
    if (refusal != NULL) {
        return refuse(a, MHD_HTTP_FORBIDDEN, refusal);
    }
    if (path == NULL) {
        return refuse(a, MHD_HTTP_NOT_FOUND, "Open the address that `view` printed: it contains a token.");
    }
    if (a->is_post) {
        return strncmp(path, "tool/", 5) == 0 ? ask(a, path) : refuse(a, MHD_HTTP_NOT_FOUND, "Nothing here.");
    }
    if (path[0] == '\0') {
        return answer_lines(a, "text/html; charset=utf-8", lob_view_page_html);
    }
    if (strcmp(path, "view.css") == 0) {
        return answer_lines(a, "text/css; charset=utf-8", lob_view_page_css);
    }
    if (strcmp(path, "view.js") == 0) {
        return answer_lines(a, "text/javascript; charset=utf-8", lob_view_page_js);
    }
    if (strcmp(path, "markers") == 0) {
        return answer_markers(a);
    }
    const bool is_question = strcmp(path, "info") == 0 || strcmp(path, "tile") == 0;
    return is_question ? ask(a, path) : refuse(a, MHD_HTTP_NOT_FOUND, "Nothing here.");
}

static enum MHD_Result on_request(void *arg, struct MHD_Connection *connection, const char *url, const char *method,
                                  const char *version, const char *data, size_t *size, void **kept) {
    asked *a = *kept;
    (void)version;
    if (a == NULL) {
        a = lob_calloc(1, sizeof *a);
        if (a != NULL) {
            *a = (asked){.viewer = arg, .connection = connection, .is_post = strcmp(method, "POST") == 0};
            lob_buf_init(&a->body, BODY_MAX);
        }
        *kept = a;
        return a != NULL ? MHD_YES : MHD_NO;
    }
    if (*size > 0) {
        lob_buf_add(&a->body, data, *size);
        *size = 0;
        return a->body.failed ? MHD_NO : MHD_YES;
    }
    return a->is_post || strcmp(method, "GET") == 0 ? route(a, url)
                                                    : refuse(a, MHD_HTTP_METHOD_NOT_ALLOWED,
                                                             "Only GET and POST are "
                                                             "supported.");
}

static void on_done(void *arg, struct MHD_Connection *connection, void **kept, enum MHD_RequestTerminationCode how) {
    asked *a = *kept;
    (void)arg;
    (void)connection;
    (void)how;
    if (a != NULL) {
        lob_buf_release(&a->body);
        lob_free(a);
        *kept = NULL;
    }
}

/* ---- life ---- */

static bool make_token(lob_viewer *viewer) {
    uint8_t bytes[LOB_VIEW_TOKEN_SIZE / 2];
    if (!lob_random(bytes, sizeof bytes)) {
        return false;
    }
    lob_hex(viewer->token, bytes, sizeof bytes);
    return true;
}

bool lob_view_start(lob_viewer *viewer, int port, char what[LOB_VIEW_WHAT_SIZE]) {
    const lob_listen_words words = {"(always 127.0.0.1)", "--port; 0 takes any that is free"};
    if (!make_token(viewer)) {
        snprintf(what, LOB_VIEW_WHAT_SIZE, "the system gives no random numbers");
        return false;
    }
    const int fd = lob_listen("127.0.0.1", port, BACKLOG, &words, what, LOB_VIEW_WHAT_SIZE);
    if (fd < 0) {
        return false;
    }
    viewer->port = lob_listen_port(fd);
    pthread_mutex_init(&viewer->busy, NULL);
    lob_view_desks_open(viewer, sysconf(_SC_NPROCESSORS_ONLN));
    viewer->daemon = MHD_start_daemon(
        MHD_USE_THREAD_PER_CONNECTION | MHD_USE_INTERNAL_POLLING_THREAD | MHD_USE_POLL, 0, NULL, NULL, on_request,
        viewer, MHD_OPTION_LISTEN_SOCKET, fd, MHD_OPTION_NOTIFY_COMPLETED, on_done, NULL, MHD_OPTION_CONNECTION_LIMIT,
        (unsigned)CLIENTS_MAX, MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)IDLE_S, MHD_OPTION_END);
    if (viewer->daemon == NULL) {
        snprintf(what, LOB_VIEW_WHAT_SIZE, "the HTTP server could not be started");
        lob_view_desks_close(viewer);
        pthread_mutex_destroy(&viewer->busy);
        close(fd);
        return false;
    }
    return true;
}

void lob_view_stop(lob_viewer *viewer) {
    MHD_stop_daemon(viewer->daemon);
    lob_view_desks_close(viewer);
    lob_free(viewer->paints[0]);
    lob_free(viewer->paints[1]);
    pthread_mutex_destroy(&viewer->busy);
}
