/* Requests served: the short ones here, at once; the others by threads. Invariant: a client gets its answer before the
 * event that its own request made. */
#include "base/clock.h"
#include "tcp/tcp_state.h"

#include <stdio.h>

static const char too_many_events[] = "it does not read its events";

static void answer(lob_tcp_conn *conn, const lob_tcp_request *request) {
    lob_buf line;
    lob_buf_init(&line, 0);
    if (!request->is_silent && request->action != LOB_TCP_IGNORED) {
        if (!lob_tcp_answer(request, &line)) {
            lob_buf_release(&line);
            lob_buf_add_text(&line, "{\"id\": null, \"ok\": false, \"error\": \"The answer is too long, or memory ran "
                                    "out; ask for less\"}\n");
        }
        lob_tcp_conn_send(conn, &line, lob_clock_ms());
    }
    lob_buf_release(&line);
    conn->line_ms = lob_clock_ms();
}

/* ---- selections ---- */

static const char *selection_of(const lob_tcp_server *server) {
    return server->selection.size > 0 ? server->selection.data : NULL;
}

static void tell(lob_tcp_server *server) {
    lob_buf line;
    lob_buf_init(&line, 0);
    for (unsigned i = 0; i < server->conn_count; i++) {
        lob_tcp_conn *conn = server->conns[i];
        if (!conn->is_subscribed || conn->dropped) {
            continue;
        }
        lob_buf_clear(&line);
        lob_tcp_event(selection_of(server), conn->is_rpc, &line);
        if (lob_tcp_conn_backlog(conn) + line.size > server->options.event_size_max) {
            conn->dropped = too_many_events;
        } else {
            lob_tcp_conn_send(conn, &line, lob_clock_ms());
        }
    }
    lob_buf_release(&line);
}

/* `text` "": none. True: it is another one now. */
static bool change(lob_tcp_server *server, const char *text) {
    const char *before = selection_of(server);
    if (strcmp(before ? before : "", text) == 0) {
        return false;
    }
    lob_buf_clear(&server->selection);
    lob_buf_add_text(&server->selection, text);
    if (server->selection.failed) {
        lob_buf_clear(&server->selection);
    }
    return true;
}

static void write_selection(const lob_tcp_server *server, lob_tcp_request *request, const char *verb, bool value) {
    const char *text = selection_of(server);
    lob_buf_printf(&request->result, "{\"%s\":%s,\"selection\":", verb, value ? "true" : "false");
    lob_buf_add_text(&request->result, text ? "\"" : "null");
    lob_buf_add_text(&request->result, text ? text : "");
    lob_buf_add_text(&request->result, text ? "\"}" : "}");
}

/* True: the selection changed. */
static bool serve_select(lob_tcp_server *server, lob_tcp_request *request) {
    const cJSON *shape = lob_tcp_param(request, "shape");
    if (!lob_tcp_seed_is_active(&server->seed)) {
        lob_tcp_fail(request, LOB_TCP_E_NO_LAYOUT, "No active cellview", NULL);
        return false;
    }
    if (!shape) {
        lob_tcp_fail(request, LOB_RPC_INVALID_PARAMS, "shape is required; null selects nothing", NULL);
        return false;
    }
    if (!cJSON_IsNull(shape) && (!cJSON_IsString(shape) || !lob_tcp_is_selection(shape->valuestring))) {
        lob_tcp_fail(request, LOB_RPC_INVALID_PARAMS,
                     "shape must be <layer>/<datatype>@x_y_x_y..., three points or more in database units", NULL);
        return false;
    }
    bool is_other = change(server, cJSON_IsNull(shape) ? "" : shape->valuestring);
    write_selection(server, request, "selected", !cJSON_IsNull(shape));
    return is_other;
}

static void serve_subscribe(const lob_tcp_server *server, lob_tcp_conn *conn, lob_tcp_request *request) {
    conn->is_subscribed = true;
    conn->is_rpc = request->is_rpc;
    write_selection(server, request, "subscribed", true);
}

/* ---- requests ---- */

static void serve_shutdown(lob_tcp_server *server, lob_tcp_conn *conn, lob_tcp_request *request) {
    if (server->options.has_no_shutdown) {
        lob_tcp_fail(request, LOB_TCP_E_NOT_ALLOWED, "Shutdown is disabled", NULL);
        return;
    }
    lob_buf_add_text(&request->result, "{\"message\":\"server stopped\"}");
    conn->is_closing = true;
    server->is_ending = true;
}

/* Answers now. */
static void serve_short(lob_tcp_server *server, lob_tcp_conn *conn, lob_tcp_request *request) {
    bool has_event = false;
    switch (request->action) {
    case LOB_TCP_PING:
        lob_buf_add_text(&request->result, "{\"message\":\"pong\"}");
        break;
    case LOB_TCP_SHUTDOWN:
        serve_shutdown(server, conn, request);
        break;
    case LOB_TCP_SUBSCRIBE:
        serve_subscribe(server, conn, request);
        break;
    case LOB_TCP_UNSUBSCRIBE:
        conn->is_subscribed = false;
        lob_buf_add_text(&request->result, "{\"subscribed\":false}");
        break;
    case LOB_TCP_SELECT:
        has_event = serve_select(server, request);
        break;
    default:
        break; /* the reply stands */
    }
    answer(conn, request);
    lob_tcp_request_drop(request);
    if (has_event) {
        tell(server);
    }
}

static void serve(lob_tcp_server *server, lob_tcp_conn *conn, lob_tcp_request *request) {
    if (!request) {
        conn->dropped = "out of memory for its request";
    } else if (request->action < LOB_TCP_OPEN || !lob_tcp_seed_prepare(&server->seed, request)) {
        serve_short(server, conn, request);
    } else {
        request->conn = conn;
        conn->request = request;
        lob_tcp_work_add(server->work, request);
    }
}

void lob_tcp_serve_lines(lob_tcp_server *server, lob_tcp_conn *conn) {
    lob_str line;
    bool too_long;
    while (!server->is_ending && lob_tcp_conn_line(conn, &line, &too_long)) {
        char text[96];
        snprintf(text, sizeof text, "Line too long: a request has at most %zu bytes", server->options.line_size_max);
        serve(server, conn,
              too_long ? lob_tcp_request_refused(LOB_RPC_INVALID_REQUEST, text)
                       : lob_tcp_request_new(server->options.product, line));
    }
}

void lob_tcp_serve_done(lob_tcp_server *server) {
    lob_tcp_request *request;
    while ((request = lob_tcp_work_done(server->work))) {
        lob_tcp_conn *conn = request->conn;
        bool has_event = request->has_active && change(server, ""); /* it was of another layout */
        if (conn) {
            conn->request = NULL;
            answer(conn, request);
        }
        lob_tcp_request_drop(request);
        if (has_event) {
            tell(server);
        }
        if (conn) {
            lob_tcp_serve_lines(server, conn);
        }
    }
}
