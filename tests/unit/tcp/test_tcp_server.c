/* The server over real sockets: the original's methods byte for byte, and clients that are many, slow, silent, wrong or
 * no clients at all. */
#include "tests/support/lob_test.h"

#include "tcp_rig.h"
#include "tests/support/stride.h"

#include "base/log.h"

/* ---- bytes ---- */

static void methods_answer_as_the_original_does(void **state) {
    (void)state;
    rig r;
    rig_init(&r);
    rig_start(&r);
    client *c = client_new(&r);
    char path[512], expected[700];
    assert_string_equal(client_ask(c, PING), PONG);
    assert_string_equal(client_ask(c, "{\"id\":\"\xc3\xa9\",\"method\":\"ping\",\"params\":null}"),
                        "{\"id\": \"\\u00e9\", \"ok\": true, \"result\": {\"message\": \"pong\"}}");
    assert_string_equal(client_ask(c, "{\"method\":\"ping\"}"),
                        "{\"id\": null, \"ok\": true, \"result\": {\"message\": \"pong\"}}");
    assert_string_equal(client_ask(c, "{\"id\":2,\"method\":\"get_cell_list\"}"),
                        "{\"id\": 2, \"ok\": false, \"error\": \"No active cellview\"}");
    client_open(&r, c, "reticle.gds");
    assert_string_equal(
        client_ask(c, "{\"id\":4,\"method\":\"get_cell_list\"}"),
        "{\"id\": 4, \"ok\": true, \"result\": {\"cells\": [\"die\", \"gc\", \"loop\", \"reticle\", \"tooth\"]}}");
    snprintf(path, sizeof path, "%s/coupler.gds", r.fixtures);
    /* Figures of KLayout 0.28.5: layout.read() twice, then cells(). */
    assert_string_equal(client_ask_path(c, "{\"id\":5,\"method\":\"load_gds\",\"params\":{\"path\":\"%s\"}}", path),
                        "{\"id\": 5, \"ok\": true, \"result\": {\"loaded\": true, \"cells\": 6}}");
    assert_string_equal(client_ask(c, "{\"id\":4,\"method\":\"get_cell_list\"}"),
                        "{\"id\": 4, \"ok\": true, \"result\": {\"cells\": [\"coupler\", \"die\", \"gc\", \"loop\", "
                        "\"reticle\", \"tooth\"]}}");
    snprintf(path, sizeof path, "%s/out.gds", r.exports);
    snprintf(expected, sizeof expected, "{\"id\": 6, \"ok\": true, \"result\": {\"exported\": true, \"path\": \"%s\"}}",
             path);
    assert_string_equal(client_ask_path(c, "{\"id\":6,\"method\":\"export_gds\",\"params\":{\"path\":\"%s\"}}", path),
                        expected);
    assert_int_equal(access(path, R_OK), 0);
    assert_string_equal(client_ask(c, "{\"id\":7,\"method\":\"subscribe_selection\"}"),
                        "{\"id\": 7, \"ok\": true, \"result\": {\"subscribed\": true, \"selection\": null}}");
    assert_string_equal(client_ask(c, "{\"id\":8,\"method\":\"unsubscribe_selection\"}"),
                        "{\"id\": 8, \"ok\": true, \"result\": {\"subscribed\": false}}");
    assert_string_equal(client_ask(c, "{\"id\":9,\"method\":\"shutdown\"}"),
                        "{\"id\": 9, \"ok\": true, \"result\": {\"message\": \"server stopped\"}}");
    assert_string_equal(client_line(c), "<end>");
    client_drop(c);
    rig_join(&r);
    rig_end(&r);
}

static void errors_are_told_as_the_original_tells_them(void **state) {
    (void)state;
    rig r;
    rig_init(&r);
    rig_start(&r);
    client *c = client_new(&r);
    char path[512];
    static const char *const cases[][2] = {
        {"{\"id\":1,\"method\":\"open_layout\"}", "path is required"},
        {"{\"id\":1,\"method\":\"open_layout\",\"params\":{\"path\":\"\"}}", "path is required"},
        {"{\"id\":1,\"method\":\"open_layout\",\"params\":{\"path\":5}}", "path is required"},
        {"{\"id\":1,\"method\":\"load_gds\",\"params\":{}}", "path is required"},
        {"{\"id\":1,\"method\":\"export_gds\"}", "path is required"},
        {"{\"id\":1,\"method\":\"open_layout\",\"params\":{\"path\":\"/no/\xc3\xbc.gds\"}}",
         "File not found: /no/\\u00fc.gds"},
        {"{\"id\":1,\"method\":\"open_layout\",\"params\":{\"path\":\"no.gds\"}}", "File not found: no.gds"},
        {"{\"id\":1,\"method\":\"open_layout\",\"params\":{\"path\":\"/a\",\"cellview_index\":\"x\"}}",
         "cellview_index must be an integer"},
        {"{\"id\":1,\"method\":\"load_gds\",\"params\":{\"path\":\"/no.gds\"}}", "File not found: /no.gds"},
        {"{\"id\":1,\"method\":\"export_gds\",\"params\":{\"path\":\"no/x.gds\"}}", "Directory not found: no"},
        {"{\"id\":1,\"method\":\"export_gds\",\"params\":{\"path\":\"x.gds\"}}", "No active cellview"},
        {"{\"id\":1,\"method\":\"get_cell_list\"}", "No active cellview"},
        {"{\"id\":1,\"method\":\"select\",\"params\":{\"shape\":null}}", "No active cellview"},
        {"{\"id\":1,\"method\":\"export_gds\",\"params\":{\"path\":\"/tmp/lob_never.gds\"}}",
         "Path not allowed, it is not below the folder for exports: /tmp/lob_never.gds"},
        {"{\"id\":1,\"method\":\"export_gds\",\"params\":{\"path\":\"../x.gds\"}}",
         "Path not allowed, it is not below the folder for exports: ../x.gds"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        lob_case("%s", cases[i][0]);
        char expected[512];
        snprintf(expected, sizeof expected, "{\"id\": 1, \"ok\": false, \"error\": \"%s\"}", cases[i][1]);
        assert_string_equal(client_ask(c, cases[i][0]), expected);
    }
    snprintf(path, sizeof path, "%s/coupler.gds", r.fixtures);
    assert_string_equal(client_ask_path(c, "{\"id\":1,\"method\":\"load_gds\",\"params\":{\"path\":\"%s\"}}", path),
                        "{\"id\": 1, \"ok\": false, \"error\": \"No active cellview\"}");
    assert_int_not_equal(access("/tmp/lob_never.gds", F_OK), 0);
    const char *line = client_ask_path(c, OPEN, r.fixtures); /* a folder */
    assert_non_null(
        strstr(line, "\"ok\": false, \"error\": \"UNSUPPORTED_FORMAT: The path names a folder, not a file."));
    assert_non_null(strstr(line, ", \"details\": {\"code\": \"UNSUPPORTED_FORMAT\","));
    /* One cell of both names: neither is taken silently. */
    client_open(&r, c, "coupler.gds");
    line = client_ask_path(c, "{\"id\":1,\"method\":\"load_gds\",\"params\":{\"path\":\"%s\"}}", path);
    assert_non_null(strstr(line, "INVALID_TARGET: The layout has a cell of the same name as the file."));
    assert_non_null(strstr(line, "\"cell\": \"coupler\""));
    client_drop(c);
    rig_end(&r);
}

static void exports_are_off_without_a_folder(void **state) {
    (void)state;
    rig r;
    rig_init(&r);
    r.options.export_root = NULL;
    rig_start(&r);
    client *c = client_new(&r);
    assert_non_null(strstr(client_ask(c, "{\"id\":1,\"method\":\"export_gds\",\"params\":{\"path\":\"x.gds\"}}"),
                           "Export is off: start the server with --export-root DIR"));
    client_drop(c);
    rig_end(&r);
}

/* ---- tools ---- */

static void tools_are_reached_in_both_dialects(void **state) {
    (void)state;
    rig r;
    rig_init(&r);
    rig_start(&r);
    client *c = client_new(&r);
    char path[512];
    assert_non_null(strstr(
        client_ask(c, "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"list_cells\",\"params\":{\"session_id\":\"$last\"}}"),
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-32001,\"message\":\"No session is behind $last"));
    client_open(&r, c, "coupler.gds");
    const char *line = client_ask(c, "{\"id\":1,\"method\":\"mcp.list_cells\",\"params\":{\"session_id\":\"$last\"}}");
    assert_non_null(strstr(line, "{\"id\": 1, \"ok\": true, \"result\": {\"schema_version\": \""));
    assert_non_null(strstr(line, "\"dbu\": 0.001, "));
    assert_non_null(strstr(line, "\"name\": \"coupler\""));
    line = client_ask(c, "{\"id\":1,\"method\":\"mcp.list_cells\",\"params\":{\"session_id\":\"ses_000000000000\"}}");
    assert_non_null(strstr(line, "{\"id\": 1, \"ok\": false, \"error\": \"SESSION_NOT_FOUND: "));
    line = client_ask(c, "{\"id\":1,\"method\":\"mcp.list_cells\"}");
    assert_non_null(strstr(line, "\"ok\": false"));
    /* The tool's own open_layout makes its layout the active one, and its session stays. */
    snprintf(path, sizeof path, "%s/reticle.gds", r.fixtures);
    line = client_ask_path(c, "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"open_layout\",\"params\":{\"path\":\"%s\"}}",
                           path);
    assert_non_null(strstr(line, "{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{\"schema_version\":"));
    assert_string_equal(client_ask(c, "{\"jsonrpc\":\"2.0\",\"id\":8,\"method\":\"get_cell_list\"}"),
                        "{\"jsonrpc\":\"2.0\",\"id\":8,\"result\":{\"cells\":[\"die\",\"gc\",\"loop\",\"reticle\","
                        "\"tooth\"]}}");
    line = client_ask(c, "{\"jsonrpc\":\"2.0\",\"id\":9,\"method\":\"mcp.list_cells\",\"params\":{\"session_id\":"
                         "\"$last\",\"limit\":1}}");
    assert_non_null(strstr(line, "\"name\":\"die\""));
    line = client_ask(c, "{\"jsonrpc\":\"2.0\",\"id\":9,\"method\":\"list_cells\",\"params\":{\"limit\":\"x\"}}");
    assert_non_null(strstr(line, "{\"jsonrpc\":\"2.0\",\"id\":9,\"error\":{\"code\":-32602,"));
    assert_non_null(strstr(line, "\"data\":{\"code\":\"INVALID_TARGET\""));
    assert_string_equal(client_ask(c, "{\"jsonrpc\":\"2.0\",\"id\":9,\"method\":\"open_layout\",\"params\":{\"path\":"
                                      "\"/no.gds\"}}") +
                            0,
                        c->line);
    assert_non_null(strstr(c->line, "\"code\":-32012"));
    client_send(c, "{\"jsonrpc\":\"2.0\",\"method\":\"ping\"}\n{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}\n");
    assert_string_equal(client_ask(c, PING), PONG); /* neither a notification nor a response is answered */
    client_drop(c);
    rig_end(&r);
}

/* What the original's clients opened is closed when another takes its place; sessions do not pile up. */
static void opening_again_leaves_one_session(void **state) {
    (void)state;
    rig r;
    rig_init(&r);
    rig_start(&r);
    client *c = client_new(&r);
    for (int i = 0; i < 40; i++) {
        client_open(&r, c, i % 2 ? "coupler.gds" : "reticle.gds");
    }
    assert_int_equal(lob_sessions_count(r.sessions), 1);
    client_drop(c);
    rig_end(&r);
}

/* ---- selections ---- */

#define SHAPE        "1/0@0_0_10_0_10_20"
#define SELECT(text) "{\"id\":2,\"method\":\"select\",\"params\":{\"shape\":" text "}}"

static void events_come_on_change_alone(void **state) {
    (void)state;
    rig r;
    rig_init(&r);
    rig_start(&r);
    client *c = client_new(&r), *listener = client_new(&r), *modern = client_new(&r), *other = client_new(&r);
    client_open(&r, c, "coupler.gds");
    client_ask(listener, "{\"id\":1,\"method\":\"subscribe_selection\"}");
    client_ask(modern, "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"subscribe_selection\"}");
    assert_string_equal(client_ask(c, SELECT("null")),
                        "{\"id\": 2, \"ok\": true, \"result\": {\"selected\": false, \"selection\": null}}");
    assert_true(client_is_quiet(listener));
    assert_string_equal(client_ask(c, SELECT("\"" SHAPE "\"")),
                        "{\"id\": 2, \"ok\": true, \"result\": {\"selected\": true, \"selection\": \"" SHAPE "\"}}");
    assert_string_equal(client_line(listener), "{\"event\": \"selection\", \"data\": \"" SHAPE "\"}");
    assert_string_equal(client_line(modern),
                        "{\"jsonrpc\":\"2.0\",\"method\":\"selection\",\"params\":{\"data\":\"" SHAPE "\"}}");
    client_ask(c, SELECT("\"" SHAPE "\"")); /* the same again */
    assert_true(client_is_quiet(listener));
    assert_true(client_is_quiet(other));
    assert_string_equal(client_ask(other, "{\"id\":1,\"method\":\"subscribe_selection\"}"),
                        "{\"id\": 1, \"ok\": true, \"result\": {\"subscribed\": true, \"selection\": \"" SHAPE "\"}}");
    /* Who subscribed gets its answer first, then the event. */
    assert_string_equal(client_ask(other, SELECT("null")),
                        "{\"id\": 2, \"ok\": true, \"result\": {\"selected\": false, \"selection\": null}}");
    assert_string_equal(client_line(other), "{\"event\": \"selection\", \"data\": null}");
    assert_string_equal(client_line(listener), "{\"event\": \"selection\", \"data\": null}");
    client_ask(listener, "{\"id\":1,\"method\":\"unsubscribe_selection\"}");
    client_ask(c, SELECT("\"" SHAPE "\""));
    client_line(other);
    assert_true(client_is_quiet(listener));
    client_open(&r, c, "reticle.gds"); /* another layout: what was selected is no more */
    assert_string_equal(client_line(other), "{\"event\": \"selection\", \"data\": null}");
    static const char *const wrong[] = {
        SELECT("\"\""),
        SELECT("\"1/0\""),
        SELECT("\"1/0@\""),
        SELECT("\"1/0@1_2_3_4\""),
        SELECT("\"1/0@1_2_3_4_5\""),
        SELECT("\"1/0@1_2_3_4_5_6_\""),
        SELECT("\"1/0@1_2_3_4_5_6_7\""),
        SELECT("\"1/0@1_2_3_4_5_x\""),
        SELECT("\"1/0@01_2_3_4_5_6\""),
        SELECT("\"1/0@-0_2_3_4_5_6\""),
        SELECT("\"1/0@2147483648_2_3_4_5_6\""),
        SELECT("\"1/0@+1_2_3_4_5_6\""),
        SELECT("\"-1/0@1_2_3_4_5_6\""),
        SELECT("\"1/0@1_2_3_4_5_6 \""),
        SELECT("\"1/0@12345678901_2_3_4_5_6\""),
        SELECT("7"),
        "{\"id\":2,\"method\":\"select\"}",
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        lob_case("%zu: %s", i, wrong[i]);
        assert_non_null(strstr(client_ask(c, wrong[i]), "{\"id\": 2, \"ok\": false, \"error\": \"shape "));
    }
    assert_non_null(strstr(client_ask(c, SELECT("\"4294967295/0@-2147483648_2_3_4_5_2147483647\"")), "true"));
    client_drop(c);
    client_drop(listener);
    client_drop(modern);
    client_drop(other);
    rig_end(&r);
}

/* ---- lines ---- */

static void lines_come_in_pieces_and_in_heaps(void **state) {
    (void)state;
    rig r;
    rig_init(&r);
    rig_start(&r);
    client *c = client_new(&r);
    static const char text[] = "\r\n \n" PING "\r\n";
    for (size_t i = 0; i < sizeof text - 1; i++) {
        client_send_bytes(c, text + i, 1);
        usleep(200);
    }
    assert_string_equal(client_line(c), PONG);
    const int count = (int)stride_pick(3000, 600);
    lob_buf heap;
    lob_buf_init(&heap, 0);
    for (int i = 0; i < count; i++) {
        lob_buf_printf(&heap, "{\"id\":%d,\"method\":\"%s\"}\n", i, i % 7 ? "ping" : "get_cell_list");
    }
    client_send_bytes(c, heap.data, heap.size);
    for (int i = 0; i < count; i++) { /* in order, whoever answers them */
        char begin[32];
        int size = snprintf(begin, sizeof begin, "{\"id\": %d, ", i);
        assert_memory_equal(client_line(c), begin, (size_t)size);
    }
    lob_buf_release(&heap);
    client_send(c, PING); /* half a line at the end is none */
    shutdown(c->fd, SHUT_WR);
    assert_string_equal(client_line(c), "<end>");
    client_drop(c);
    rig_end(&r);
}

static void half_closed_clients_are_answered(void **state) {
    (void)state;
    rig r;
    rig_init(&r);
    rig_start(&r);
    client *c = client_new(&r);
    client_send(c, PING "\n{\"id\":2,\"method\":\"get_cell_list\"}\n" PING "\n");
    shutdown(c->fd, SHUT_WR);
    assert_string_equal(client_line(c), PONG);
    assert_non_null(strstr(client_line(c), "No active cellview"));
    assert_string_equal(client_line(c), PONG);
    assert_string_equal(client_line(c), "<end>");
    client_drop(c);
    rig_end(&r);
}

static void bytes_that_are_no_text_are_refused(void **state) {
    (void)state;
    rig r;
    rig_init(&r);
    rig_start(&r);
    client *c = client_new(&r);
    static const char invalid[] = "{\"id\": null, \"ok\": false, \"error\": \"Invalid JSON\"}";
    client_send_bytes(c, "{\"id\":1,\0\"method\":\"ping\"}\n", 27);
    assert_string_equal(client_line(c), invalid);
    client_send_bytes(c, "\0\0\0\n", 4);
    assert_string_equal(client_line(c), invalid);
    assert_string_equal(client_ask(c, "{\"id\":1,\"method\":\"\xc3\"}"), invalid);
    assert_string_equal(client_ask(c, "{\"id\":1,\"method\":\"ping\\u0000\"}"), invalid);
    assert_string_equal(client_ask(c, "{\"id\":1,\"id\":2,\"method\":\"ping\"}"), invalid);
    assert_string_equal(client_ask(c, "{\"id\":1,\"method\":\"ping\"} {}"), invalid);
    assert_string_equal(client_ask(c, PING), PONG);
    client_drop(c);
    rig_end(&r);
}

static void a_huge_line_costs_its_sender_alone(void **state) {
    (void)state;
    rig r;
    rig_init(&r);
    rig_start(&r);
    client *c = client_new(&r), *other = client_new(&r);
    const size_t size = getenv("LOB_TEST_QUICK") ? 8 << 20 : 100 << 20;
    static char block[1 << 20];
    memset(block, 'x', sizeof block);
    client_send(c, "{\"id\":1,\"method\":\"");
    for (size_t sent = 0; sent < size; sent += sizeof block) {
        client_send_bytes(c, block, sizeof block);
    }
    assert_string_equal(client_ask(other, PING), PONG);
    client_send(c, "\"}\n" PING "\n");
    assert_string_equal(
        client_line(c),
        "{\"id\": null, \"ok\": false, \"error\": \"Line too long: a request has at most 1048576 bytes\"}");
    assert_string_equal(client_line(c), PONG);
    client_drop(c);
    client_drop(other);
    rig_end(&r);
}

/* ---- clients ---- */

static void many_clients_are_served(void **state) {
    (void)state;
    rig r;
    rig_init(&r);
    rig_start(&r);
    enum { COUNT_MAX = 200 };
    static client *clients[COUNT_MAX];
    const int count = (int)stride_pick(COUNT_MAX, 50);
    for (int i = 0; i < count; i++) {
        clients[i] = client_new(&r);
    }
    for (int round = 0; round < 3; round++) {
        for (int i = 0; i < count; i++) {
            client_send(clients[i], PING "\n{\"id\":2,\"method\":\"get_cell_list\"}\n");
        }
        for (int i = count; i-- > 0;) {
            assert_string_equal(client_line(clients[i]), PONG);
            assert_non_null(strstr(client_line(clients[i]), "No active cellview"));
        }
    }
    for (int i = 0; i < count; i++) {
        client_drop(clients[i]);
    }
    rig_end(&r);
}

static void one_client_too_many_is_told_so(void **state) {
    (void)state;
    rig r;
    rig_init(&r);
    r.options.client_count_max = 2;
    rig_start(&r);
    client *a = client_new(&r), *b = client_new(&r);
    assert_string_equal(client_ask(a, PING), PONG);
    assert_string_equal(client_ask(b, PING), PONG);
    client *c = client_new(&r);
    assert_string_equal(client_line(c), "{\"id\": null, \"ok\": false, \"error\": \"Too many clients\"}");
    assert_string_equal(client_line(c), "<end>");
    client_drop(c);
    client_drop(a);
    for (int tries = 0;; tries++) { /* its place is free once the server saw it go */
        c = client_new(&r);
        client_send(c, PING "\n");
        if (strcmp(client_line(c), PONG) == 0) {
            break;
        }
        assert_lt(tries, 1000);
        client_drop(c);
        usleep(1000);
    }
    client_drop(b);
    client_drop(c);
    rig_end(&r);
}

/* Reads nothing: its answers pile up in its own socket, then in its own buffer, then it is gone. */
static void a_slow_client_is_dropped_and_nobody_waits(void **state) {
    (void)state;
    rig r;
    rig_init(&r);
    r.options.stall_ms = 300;
    r.options.event_size_max = 64 * 1024;
    rig_start(&r);
    client *slow = client_new(&r), *deaf = client_new(&r), *c = client_new(&r);
    int small = 4096;
    setsockopt(slow->fd, SOL_SOCKET, SO_RCVBUF, &small, sizeof small);
    setsockopt(deaf->fd, SOL_SOCKET, SO_RCVBUF, &small, sizeof small);
    client_open(&r, c, "coupler.gds");
    client_ask(deaf, "{\"id\":1,\"method\":\"subscribe_selection\"}");
    lob_buf shape, path;
    lob_buf_init(&shape, 0);
    lob_buf_init(&path, 0);
    for (int k = 0; k < 2000; k++) {
        lob_buf_add_text(&path, "_10_20");
    }
    for (int i = 0; i < 400; i++) { /* events of about 16 KiB */
        lob_buf_clear(&shape);
        lob_buf_printf(&shape, "{\"id\":1,\"method\":\"select\",\"params\":{\"shape\":\"1/0@%d_0_1_0_1_1", i);
        lob_buf_add(&shape, path.data, path.size);
        lob_buf_add_text(&shape, "\"}}");
        assert_non_null(strstr(client_ask(c, shape.data), "\"selected\": true"));
    }
    lob_buf_release(&shape);
    lob_buf_release(&path);
    /* Through its small window the rest would take minutes to arrive; that it is closed shows sooner. */
    for (int tries = 0; send(deaf->fd, PING "\n", sizeof PING, MSG_NOSIGNAL) >= 0; tries++) {
        assert_lt(tries, RIG_WAIT_MS);
        usleep(1000);
    }
    /* Floods with requests and takes no answer: the server stops reading from it, and it cannot send for ever. */
    struct timeval short_time = {.tv_usec = 50 * 1000};
    setsockopt(slow->fd, SOL_SOCKET, SO_SNDTIMEO, &short_time, sizeof short_time);
    bool is_gone = false;
    for (int i = 0; i < 10000 && !is_gone; i++) {
        static char pings[26 * 1000];
        for (int k = 0; k < 1000 && i == 0; k++) {
            memcpy(pings + (size_t)k * 26, PING "\n", 26);
        }
        is_gone = send(slow->fd, pings, sizeof pings, MSG_NOSIGNAL) < 0 && errno != EAGAIN;
        if (i % 50 == 0) {
            assert_string_equal(client_ask(c, PING), PONG);
        }
    }
    assert_true(is_gone);
    client_drop(slow);
    client_drop(deaf);
    client_drop(c);
    rig_end(&r);
}

static void idle_clients_are_closed_but_listeners_stay(void **state) {
    (void)state;
    rig r;
    rig_init(&r);
    r.options.idle_ms = 250;
    rig_start(&r);
    client *idle = client_new(&r), *half = client_new(&r), *listener = client_new(&r), *busy = client_new(&r);
    client_ask(listener, "{\"id\":1,\"method\":\"subscribe_selection\"}");
    client_send(busy, "{\"id\":1,\"method\":\"mcp.linger\"}\n");
    for (int i = 0; i < 20; i++) { /* bytes without end are no request */
        (void)send(half->fd, "x", 1, MSG_NOSIGNAL);
        usleep(25 * 1000);
    }
    assert_string_equal(client_line(idle), "<end>");
    assert_string_equal(client_line(half), "<end>");
    assert_string_equal(client_ask(listener, PING), PONG);
    atomic_store(&rig_go, true);
    assert_string_equal(client_line(busy), "{\"id\": 1, \"ok\": true, \"result\": {}}");
    client_send(listener, "x"); /* half a line: it has to end some time */
    assert_string_equal(client_line(listener), "<end>");
    client_drop(idle);
    client_drop(half);
    client_drop(listener);
    client_drop(busy);
    rig_end(&r);
}

/* ---- browsers ---- */

static void a_page_in_a_browser_drives_nothing(void **state) {
    (void)state;
    rig r;
    rig_init(&r);
    rig_start(&r);
    client *c = client_new(&r);
    static const char stop[] = "{\"id\":9,\"method\":\"shutdown\"}\n";
    static const char *const heads[] = {
        "POST / HTTP/1.1\r\nHost: 127.0.0.1:9009\r\nContent-Length: 29\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n",
        "OPTIONS * HTTP/1.1\r\n\r\n",
        "XYZ / HTTP/1.1\r\nOrigin: null\r\n\r\n",
        "Origin: http://evil.example\r\n",
        "\x16\x03\x01\x02\n",
    };
    for (size_t i = 0; i < sizeof heads / sizeof heads[0]; i++) {
        lob_case("%zu: %s", i, heads[i]);
        client *page = client_new(&r);
        client_send(page, heads[i]);
        (void)send(page->fd, stop, sizeof stop - 1, MSG_NOSIGNAL);
        assert_string_equal(client_line(page), "<end>");
        client_drop(page);
        assert_string_equal(client_ask(c, PING), PONG);
    }
    /* A head that is longer than a line may be, and one that follows a request. */
    client *page = client_new(&r);
    client_send(page, "PO");
    usleep(20000);
    static char path[2 << 20];
    memset(path, 'x', sizeof path);
    client_send(page, "ST /");
    (void)send(page->fd, path, sizeof path, MSG_NOSIGNAL);
    (void)send(page->fd, "\n", 1, MSG_NOSIGNAL);
    (void)send(page->fd, stop, sizeof stop - 1, MSG_NOSIGNAL);
    assert_string_equal(client_line(page), "<end>");
    client_drop(page);
    page = client_new(&r);
    client_send(page, PING "\nHost: x\n");
    (void)send(page->fd, stop, sizeof stop - 1, MSG_NOSIGNAL);
    client_line(page);
    assert_string_equal(client_ask(c, PING), PONG);
    client_drop(page);
    client_drop(c);
    rig_end(&r);
}

/* ---- long work ---- */

static void wait_for(atomic_int *value, int wanted) {
    for (int i = 0; atomic_load(value) != wanted; i++) {
        assert_lt(i, RIG_WAIT_MS);
        usleep(1000);
    }
}

static void long_work_holds_up_nobody_else(void **state) {
    (void)state;
    rig r;
    rig_init(&r);
    rig_start(&r);
    client *c[4];
    for (int i = 0; i < 4; i++) {
        c[i] = client_new(&r);
    }
    client_send(c[0], "{\"id\":1,\"method\":\"mcp.linger\",\"params\":{\"session_id\":\"a\"}}\n");
    client_send(c[0], PING "\n");
    client_send(c[1], "{\"id\":2,\"method\":\"mcp.linger\",\"params\":{\"session_id\":\"a\"}}\n");
    client_send(c[2], "{\"id\":3,\"method\":\"mcp.linger\",\"params\":{\"session_id\":\"b\"}}\n");
    wait_for(&rig_running, 2);
    assert_string_equal(client_ask(c[3], PING), PONG);
    client_open(&r, c[3], "coupler.gds");
    assert_true(client_is_quiet(c[0]));
    assert_int_equal(atomic_load(&rig_most), 2); /* one of session a at a time */
    atomic_store(&rig_go, true);
    assert_string_equal(client_line(c[0]), "{\"id\": 1, \"ok\": true, \"result\": {}}");
    assert_string_equal(client_line(c[0]), PONG);
    assert_string_equal(client_line(c[1]), "{\"id\": 2, \"ok\": true, \"result\": {}}");
    assert_string_equal(client_line(c[2]), "{\"id\": 3, \"ok\": true, \"result\": {}}");
    for (int i = 0; i < 4; i++) {
        client_drop(c[i]);
    }
    rig_end(&r);
}

static void work_of_a_client_that_left_is_cancelled(void **state) {
    (void)state;
    rig r;
    rig_init(&r);
    rig_start(&r);
    client *c = client_new(&r), *other = client_new(&r);
    client_send(c, "{\"id\":1,\"method\":\"mcp.linger\"}\n");
    wait_for(&rig_running, 1);
    struct linger now = {.l_onoff = 1};
    setsockopt(c->fd, SOL_SOCKET, SO_LINGER, &now, sizeof now); /* reset: it reads no more */
    client_drop(c);
    wait_for(&rig_cancelled, 1);
    assert_string_equal(client_ask(other, PING), PONG);
    client_drop(other);
    rig_end(&r);
}

static void the_end_reaches_clients_that_wait(void **state) {
    (void)state;
    rig r;
    rig_init(&r);
    rig_start(&r);
    client *busy = client_new(&r), *idle = client_new(&r), *queued = client_new(&r);
    client_ask(idle, "{\"id\":1,\"method\":\"subscribe_selection\"}");
    client_send(busy, "{\"id\":1,\"method\":\"mcp.linger\",\"params\":{\"session_id\":\"a\"}}\n");
    client_send(queued, "{\"id\":1,\"method\":\"mcp.linger\",\"params\":{\"session_id\":\"a\"}}\n");
    wait_for(&rig_running, 1);
    eventfd_write(r.options.stop_fd, 1);
    rig_join(&r);
    assert_int_equal(atomic_load(&rig_cancelled), 1);
    assert_string_equal(client_line(busy), "<end>");
    assert_string_equal(client_line(idle), "<end>");
    assert_string_equal(client_line(queued), "<end>");
    client_drop(busy);
    client_drop(idle);
    client_drop(queued);
    rig_end(&r);
}

static void shutdown_can_be_disabled(void **state) {
    (void)state;
    rig r;
    rig_init(&r);
    r.options.has_no_shutdown = true;
    rig_start(&r);
    client *c = client_new(&r);
    assert_string_equal(client_ask(c, "{\"id\":1,\"method\":\"shutdown\"}"),
                        "{\"id\": 1, \"ok\": false, \"error\": \"Shutdown is disabled\"}");
    assert_string_equal(client_ask(c, PING), PONG);
    client_drop(c);
    rig_end(&r);
}

/* ---- starting ---- */

static lob_status open_status(const rig *r, char *message, size_t size) {
    lob_arena *arena = lob_arena_new(0);
    lob_ctx *ctx = LOB_NEW(arena, lob_ctx);
    lob_tcp_server *server = NULL;
    lob_ctx_init(ctx, arena);
    lob_status status = lob_tcp_server_open(ctx, &r->options, &server);
    snprintf(message, size, "%s %s", ctx->error.message, ctx->error.hint);
    lob_tcp_server_close(server);
    lob_arena_drop(arena);
    return status;
}

static void what_keeps_it_from_starting_is_told(void **state) {
    (void)state;
    char message[1024];
    rig r, second;
    rig_init(&r);
    rig_start(&r);
    rig_init(&second);
    second.options.port = lob_tcp_server_port(r.server);
    assert_int_equal(open_status(&second, message, sizeof message), LOB_E_INVALID_TARGET);
    assert_non_null(strstr(message, "is in use by another program Stop the other server"));
    assert_non_null(strstr(message, "--port 0"));
    second.options.port = 0;
    second.options.export_root = "/nonexistent/lob";
    assert_int_equal(open_status(&second, message, sizeof message), LOB_E_FILE_NOT_FOUND);
    second.options.export_root = NULL;
    second.options.open_path = "/nonexistent/lob.gds";
    assert_int_equal(open_status(&second, message, sizeof message), LOB_E_FILE_NOT_FOUND);
    char path[512];
    snprintf(path, sizeof path, "%s/coupler.gds", r.fixtures);
    second.options.open_path = path;
    rig_start(&second);
    client *c = client_new(&second);
    assert_string_equal(client_ask(c, "{\"id\":1,\"method\":\"get_cell_list\"}"),
                        "{\"id\": 1, \"ok\": true, \"result\": {\"cells\": [\"coupler\"]}}");
    client_drop(c);
    rig_end(&second);
    rig_end(&r);
}

static bool open_and_close(void *arg) {
    const rig *r = arg;
    lob_arena *arena = lob_arena_new(0);
    lob_ctx *ctx = arena ? LOB_NEW(arena, lob_ctx) : NULL;
    lob_tcp_server *server = NULL;
    bool fine = false;
    if (ctx) {
        lob_ctx_init(ctx, arena);
        fine = lob_tcp_server_open(ctx, &r->options, &server) == LOB_OK;
        lob_tcp_server_close(server);
    }
    lob_arena_drop(arena);
    return fine;
}

static void every_allocation_of_the_start_may_fail(void **state) {
    (void)state;
    rig r;
    rig_init(&r);
    r.options.worker_count = 1;
    sweep_allocations(open_and_close, &r);
    rig_end(&r);
}

int main(void) {
    lob_log_set_level(LOB_LOG_ERROR);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(methods_answer_as_the_original_does),
        cmocka_unit_test(errors_are_told_as_the_original_tells_them),
        cmocka_unit_test(exports_are_off_without_a_folder),
        cmocka_unit_test(tools_are_reached_in_both_dialects),
        cmocka_unit_test(opening_again_leaves_one_session),
        cmocka_unit_test(events_come_on_change_alone),
        cmocka_unit_test(lines_come_in_pieces_and_in_heaps),
        cmocka_unit_test(half_closed_clients_are_answered),
        cmocka_unit_test(bytes_that_are_no_text_are_refused),
        cmocka_unit_test(a_huge_line_costs_its_sender_alone),
        cmocka_unit_test(many_clients_are_served),
        cmocka_unit_test(one_client_too_many_is_told_so),
        cmocka_unit_test(a_slow_client_is_dropped_and_nobody_waits),
        cmocka_unit_test(idle_clients_are_closed_but_listeners_stay),
        cmocka_unit_test(a_page_in_a_browser_drives_nothing),
        cmocka_unit_test(long_work_holds_up_nobody_else),
        cmocka_unit_test(work_of_a_client_that_left_is_cancelled),
        cmocka_unit_test(the_end_reaches_clients_that_wait),
        cmocka_unit_test(shutdown_can_be_disabled),
        cmocka_unit_test(what_keeps_it_from_starting_is_told),
        cmocka_unit_test(every_allocation_of_the_start_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
