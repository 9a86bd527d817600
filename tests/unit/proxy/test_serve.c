/* The whole proxy over real sockets: the scripted model, a stand-in for KLayout, a client of raw bytes. What went
 * through is compared with what the model says when it is asked directly.
 * A program of its own: it starts itself, or what lies beside it. */
#include "tests/support/lob_test.h"

#include "rig.h"

#include "base/alloc.h"
#include "base/clock.h"
#include "proxy/serve.h"
#include "proxy/upstream.h"
#include "tests/support/stride.h"
#include "tests/unit/base/sweep.h"
#include "json/reader.h"

#define BODY "{\"model\":\"m\",\"messages\":[{\"role\":\"user\",\"content\":\"go\"}],\"stream\":true}"

static char text[RIG_TEXT_SIZE], direct[RIG_TEXT_SIZE], logged[RIG_TEXT_SIZE];

typedef struct scene {
    rig_llm llm;
    rig_klayout klayout;
    lob_proxy_options options;
    lob_proxy *proxy;
    char log_path[64];
} scene;

static void set_up(scene *s, const char *mode, const char *split, int round_count_max) {
    char what[LOB_LLM_WHAT_SIZE] = "";
    rig_llm_open(&s->llm, mode, split);
    rig_klayout_open(&s->klayout, RIG_CELLS "\n");
    rig_log_path(s->log_path);
    s->options = (lob_proxy_options){.host = "127.0.0.1",
                                     .endpoint = s->llm.url,
                                     .log_path = s->log_path,
                                     .klayout_port = s->klayout.port,
                                     .klayout_timeout_ms = 3000,
                                     .idle_ms = RIG_WAIT_MS,
                                     .round_count_max = round_count_max};
    s->proxy = lob_proxy_start(&s->options, what);
    assert_string_equal(what, "");
    assert_non_null(s->proxy);
}

static void again_with(scene *s, lob_proxy_options options) {
    char what[LOB_LLM_WHAT_SIZE];
    lob_proxy_stop(s->proxy);
    s->options = options;
    s->proxy = lob_proxy_start(&s->options, what);
    assert_non_null(s->proxy);
}

static void tear_down(scene *s) {
    lob_proxy_stop(s->proxy);
    rig_klayout_close(&s->klayout);
    rig_llm_close(&s->llm);
    unlink(s->log_path);
}

static int ask(const scene *s, const char *headers, const char *body, const char **reply) {
    return rig_ask(lob_proxy_port(s->proxy), headers, body, text, reply);
}

/* A fresh model, for one that was asked may answer otherwise. */
static const char *ask_directly(const char *mode, const char *body) {
    rig_llm llm;
    const char *reply;
    rig_llm_open(&llm, mode, "0");
    rig_ask(llm.port, "", body, direct, &reply);
    rig_llm_close(&llm);
    return reply;
}

/* Takes every line with that beginning out. */
static void drop_lines(char *lines, const char *beginning) {
    char *to = lines;
    for (const char *at = lines; *at != '\0';) {
        size_t size = strcspn(at, "\n") + 1;
        bool is_dropped = strncmp(at, beginning, strlen(beginning)) == 0;
        for (size_t i = 0; i < size; i++, at++) {
            *to = *at;
            to += !is_dropped;
        }
    }
    *to = '\0';
}

static void a_stream_goes_through_unchanged(void **state) {
    static const char *const ways[][2] = {{"content", "0"}, {"content", "1"}, {"calls", "0"}, {"calls", "1"}};
    (void)state;
    for (int i = 0; i < 4; i++) {
        scene s;
        const char *reply;
        char expected[RIG_TEXT_SIZE / 2];
        set_up(&s, ways[i][0], ways[i][1], 0);
        assert_int_equal(ask(&s, "Accept: */*\r\n", BODY, &reply), 200);
        assert_string_equal(reply, ask_directly(ways[i][0], BODY));
        assert_non_null(strstr(text, "Content-Type: text/event-stream\r\n"));
        assert_string_equal(s.klayout.heard, "{\"id\":1,\"method\":\"get_cell_list\",\"params\":{}}\n");
        rig_slurp(s.log_path, logged);
        assert_int_equal(rig_count(logged, "[KLAYOUT] response: " RIG_CELLS "\n"), 1);
        drop_lines(logged, "[KLAYOUT] ");
        snprintf(expected, sizeof expected, "模型请求：" BODY "\n模型返回：\n\n%s", reply);
        assert_string_equal(logged, expected);
        tear_down(&s);
    }
}

static void a_body_that_is_no_stream(void **state) {
    scene s;
    const char *reply;
    (void)state;
    set_up(&s, "whole", "1", 0);
    assert_int_equal(ask(&s, "", "{\"messages\":[]}", &reply), 200);
    assert_string_equal(reply, ask_directly("whole", "{\"messages\":[]}"));
    assert_int_equal(atomic_load(&s.klayout.count), 1);
    rig_slurp(s.log_path, logged);
    assert_non_null(strstr(logged, "[KLAYOUT] response: " RIG_CELLS "\n"));
    drop_lines(logged, "[KLAYOUT] ");
    assert_non_null(strstr(logged, reply)); /* line by line */
    tear_down(&s);
}

static void the_model_can_be_set(void **state) {
    scene s;
    const char *reply;
    (void)state;
    set_up(&s, "echo", "0", 0);
    assert_int_equal(ask(&s, "", BODY, &reply), 200);
    assert_string_equal(reply, BODY);
    lob_proxy_options options = s.options;
    options.model = "qwen";
    again_with(&s, options);
    assert_int_equal(ask(&s, "", BODY, &reply), 200);
    assert_string_equal(reply,
                        "{\"model\":\"qwen\",\"messages\":[{\"role\":\"user\",\"content\":\"go\"}],\"stream\":true}");
    rig_slurp(s.log_path, logged);
    assert_non_null(strstr(logged, "模型请求：" BODY "\n")); /* as it came */
    tear_down(&s);
}

/* The client gets the last round alone; the final text holds names that only KLayout said. */
static void results_are_fed_back(void **state) {
    static const char *const modes[] = {"content", "calls", "whole"};
    (void)state;
    for (int i = 0; i < 3; i++) {
        scene s;
        const char *reply;
        set_up(&s, modes[i], "0", 4);
        assert_int_equal(ask(&s, "Authorization: Bearer sk-verysecret\r\n", BODY, &reply), 200);
        assert_int_equal(rig_count(reply, "klayout"), 0);
        assert_int_equal(rig_count(reply, "[DONE]"), i < 2 ? 1 : 0);
        rig_slurp(s.log_path, logged);
        assert_int_equal(rig_count(logged, "模型请求："), 2);
        assert_int_equal(rig_count(logged, "[KLAYOUT] response: "), 1);
        assert_int_equal(rig_count(logged, i == 1 ? "\"role\":\"tool\",\"tool_call_id\":\"call_1\""
                                                  : "Result of the klayout command"),
                         1);
        char *joined = direct;
        for (const char *at = reply; (at = strstr(at, "\"content\":\"")) != NULL;) {
            for (at += 11; *at != '"'; at++) {
                *joined++ = *at;
            }
        }
        *joined = '\0';
        assert_string_equal(
            direct, "<attempt_completion><result>Your cell list is ALPHA, BETA_2 </result></attempt_completion>");
        tear_down(&s);
    }
}

static void feeding_back_ends(void **state) {
    scene s;
    const char *reply;
    (void)state;
    set_up(&s, "always", "0", 3);
    assert_int_equal(ask(&s, "", BODY, &reply), 502);
    assert_non_null(strstr(reply, "\"code\":\"too_many_rounds\""));
    assert_int_equal(atomic_load(&s.klayout.count), 3);
    assert_int_equal(ask(&s, "", "{\"stream\":true}", &reply), 502);
    assert_non_null(strstr(reply, "it has no messages"));
    tear_down(&s);
    /* A call that the client must answer comes back to it. */
    set_up(&s, "foreign", "0", 3);
    assert_int_equal(ask(&s, "", BODY, &reply), 200);
    assert_non_null(strstr(reply, "weather"));
    assert_int_equal(atomic_load(&s.klayout.count), 1);
    tear_down(&s);
    set_up(&s, "silent", "0", 3);
    assert_int_equal(ask(&s, "", BODY, &reply), 200);
    assert_string_equal(reply, ask_directly("silent", BODY));
    tear_down(&s);
    /* KLayout is not there: the model is told. */
    set_up(&s, "always", "0", 2);
    lob_proxy_options options = s.options;
    options.klayout_port = rig_dead_port();
    again_with(&s, options);
    assert_int_equal(ask(&s, "", BODY, &reply), 502);
    rig_slurp(s.log_path, logged);
    assert_non_null(
        strstr(logged, "{\\\"ok\\\":false,\\\"error\\\":\\\"connect error: [Errno 111] Connection refused\\\"}"));
    tear_down(&s);
}

static void keys_are_forwarded_and_never_logged(void **state) {
    scene s;
    const char *reply;
    (void)state;
    set_up(&s, "error", "0", 0);
    assert_int_equal(ask(&s, "Authorization: Bearer sk-verysecret\r\n", BODY, &reply), 401);
    assert_string_equal(reply, "{\"error\":{\"message\":\"this key is wrong: Bearer sk-verysecret\"}}\n");
    rig_slurp(s.log_path, logged);
    assert_null(strstr(logged, "verysecret"));
    assert_non_null(strstr(logged, "this key is wrong: Bearer [key]"));
    assert_int_equal(ask(&s, "Authorization: sk-barekey99\r\n", "{\"k\":\"sk-barekey99\"}", &reply), 401);
    rig_slurp(s.log_path, logged);
    assert_null(strstr(logged, "barekey99"));
    tear_down(&s);
}

static void klayout_fails(void **state) {
    static const struct {
        const char *reply, *logged;
    } cases[] = {{"", "[KLAYOUT] empty response\n"}, {NULL, "[KLAYOUT] send error: timed out\n"}};
    scene s;
    const char *reply;
    (void)state;
    for (int i = 0; i < 2; i++) {
        set_up(&s, "content", "0", 0);
        lob_proxy_options options = s.options;
        options.klayout_timeout_ms = cases[i].reply != NULL ? RIG_WAIT_MS : 100;
        again_with(&s, options);
        s.klayout.reply = cases[i].reply;
        assert_int_equal(ask(&s, "", BODY, &reply), 200);
        assert_non_null(strstr(reply, "data: [DONE]"));
        rig_slurp(s.log_path, logged);
        assert_non_null(strstr(logged, cases[i].logged));
        tear_down(&s);
    }
    set_up(&s, "content", "0", 0);
    lob_proxy_options options = s.options;
    options.klayout_port = rig_dead_port();
    again_with(&s, options);
    assert_int_equal(ask(&s, "", BODY, &reply), 200);
    rig_slurp(s.log_path, logged);
    assert_non_null(strstr(logged, "[KLAYOUT] connect error: [Errno 111] Connection refused\n"));
    tear_down(&s);
}

static void the_model_fails(void **state) {
    scene s;
    const char *reply;
    (void)state;
    set_up(&s, "malformed", "0", 0);
    assert_int_equal(ask(&s, "", BODY, &reply), 200);
    assert_string_equal(reply, ask_directly("malformed", BODY));
    rig_slurp(s.log_path, logged);
    assert_int_equal(rig_count(logged, "[PROXY] error: malformed event from the model: "), 1);
    lob_proxy_options options = s.options;
    char url[96];
    snprintf(url, sizeof url, "http://me:password@127.0.0.1:%d/v1?key=secret", rig_dead_port());
    options.endpoint = url;
    again_with(&s, options);
    assert_int_equal(ask(&s, "", BODY, &reply), 502);
    assert_non_null(strstr(reply, "it could not be reached (Couldn't connect to server)"));
    rig_slurp(s.log_path, logged);
    assert_non_null(strstr(logged, "[PROXY] error: the model's endpoint http://127.0.0.1:"));
    assert_null(strstr(logged, "password"));
    assert_null(strstr(logged, "secret"));
    tear_down(&s);
    set_up(&s, "hang", "0", 0);
    options = s.options;
    options.idle_ms = 300;
    again_with(&s, options);
    assert_int_equal(ask(&s, "", BODY, &reply), 502);
    assert_non_null(strstr(reply, "it was silent for too long"));
    tear_down(&s);
    static const char *const large[] = {"long", "big"};
    for (int i = 0; i < 2; i++) {
        set_up(&s, large[i], "0", 0);
        static char much[2 << 20];
        int fd = rig_connect(lob_proxy_port(s.proxy));
        rig_say(fd, "POST /chat/completions HTTP/1.0\r\nContent-Length: 2\r\n\r\n{}");
        rig_receive(fd, much, sizeof much);
        close(fd);
        assert_non_null(strstr(much, i == 0 ? "\r\n\r\ndata: {}\n\n" : " 502 "));
        assert_non_null(strstr(much, i == 0 ? "a line of the model's reply is longer than 1 MiB"
                                            : "the model's reply is longer than 1 MiB"));
        tear_down(&s);
    }
}

static void more_ways_of_the_model(void **state) {
    scene s;
    const char *reply;
    (void)state;
    set_up(&s, "many", "0", 0);
    assert_int_equal(ask(&s, "", BODY, &reply), 200);
    assert_int_equal(atomic_load(&s.klayout.count), 64);
    rig_slurp(s.log_path, logged);
    assert_int_equal(rig_count(logged, "[PROXY] error: one reply has more than 64 commands; the rest is not sent\n"),
                     1);
    assert_non_null(strstr(logged, "[PROXY] the model's stream ended without [DONE]\n"));
    tear_down(&s);
    /* Near misses: a line each, but not without end. */
    set_up(&s, "near", "0", 0);
    assert_int_equal(ask(&s, "", BODY, &reply), 200);
    assert_int_equal(atomic_load(&s.klayout.count), 0);
    rig_slurp(s.log_path, logged);
    assert_int_equal(rig_count(logged,
                               "\n[PROXY] no command: {'tool':'klayout'} (it is not strict JSON at byte 2: a key "
                               "in double quotes or } is expected); expected {\"tool\":\"klayout\",\"method\""),
                     16);
    assert_int_equal(rig_count(logged, "\n[PROXY] no command: more of this reply than these 16 are not listed\n"), 1);
    tear_down(&s);
    set_up(&s, "calling", "0", 0);
    assert_int_equal(ask(&s, "", BODY, &reply), 200);
    rig_slurp(s.log_path, logged);
    assert_int_equal(rig_count(logged, "[PROXY] error: one reply has more than 16 tool calls; the rest is not read\n"),
                     1);
    tear_down(&s);
    /* What a connection that broke off left unfinished is looked at as well. */
    set_up(&s, "half", "0", 0);
    assert_int_equal(ask(&s, "", BODY, &reply), 200);
    assert_string_equal(s.klayout.heard, "{\"id\":1,\"method\":\"ping\",\"params\":{}}\n");
    rig_slurp(s.log_path, logged);
    assert_non_null(strstr(logged, "[KLAYOUT] response: " RIG_CELLS "\n"));
    tear_down(&s);
    set_up(&s, "headers", "0", 0);
    assert_int_equal(ask(&s, "", BODY, &reply), 502);
    tear_down(&s);
    set_up(&s, "silence", "0", 0);
    assert_int_equal(ask(&s, "", BODY, &reply), 200);
    assert_string_equal(reply, "");
    tear_down(&s);
    set_up(&s, "echo", "0", 2);
    assert_int_equal(ask(&s, "",
                         "{\"choices\":[{\"message\":{\"tool_calls\":[{\"id\":\"a\",\"function\":{\"name\":\"klayout\","
                         "\"arguments\":\"{\\\"method\\\":\\\"\\\"}\"}}]}}]}",
                         &reply),
                     502);
    rig_slurp(s.log_path, logged);
    assert_non_null(strstr(logged, "[PROXY] no command: the command has no method\n"));
    tear_down(&s);
}

/* HTTP 1.1: a stream that broke off says so in an event, and its last chunk is missing. */
static void a_stream_that_breaks_off(void **state) {
    scene s;
    (void)state;
    set_up(&s, "cut", "0", 0);
    int fd = rig_connect(lob_proxy_port(s.proxy));
    rig_say(fd, "POST /chat/completions HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{}");
    rig_receive(fd, text, sizeof text);
    close(fd);
    assert_non_null(strstr(text, "Transfer-Encoding: chunked"));
    assert_non_null(strstr(text, "data: {\"choices\":[{\"del"));
    assert_non_null(strstr(text, "\n\ndata: {\"error\":{\"message\":\"the model's endpoint http://127.0.0.1:"));
    assert_non_null(strstr(text, "it broke off in the middle of its answer"));
    assert_null(strstr(text, "\r\n0\r\n"));
    rig_slurp(s.log_path, logged);
    assert_non_null(strstr(logged, "it broke off in the middle of its answer"));
    tear_down(&s);
}

static int raw(const scene *s, const char *request) {
    int fd = rig_connect(lob_proxy_port(s->proxy));
    rig_say(fd, request);
    rig_receive(fd, text, sizeof text);
    close(fd);
    return strncmp(text, "HTTP/1.", 7) == 0 ? atoi(text + 9) : 0;
}

static void requests_that_are_refused(void **state) {
    scene s;
    const char *reply;
    static const char *const bodies[] = {"", "[]", "{", "7", "{\"a\":1,\"a\":2}", "{} x", "\xff"};
    (void)state;
    set_up(&s, "content", "0", 0);
    for (size_t i = 0; i < sizeof bodies / sizeof bodies[0]; i++) {
        lob_case("%zu: %s", i, bodies[i]);
        assert_int_equal(ask(&s, "", bodies[i], &reply), 400);
        assert_non_null(strstr(reply, "invalid_json"));
    }
    assert_int_equal(ask(&s, "Origin: https://evil.example\r\n", BODY, &reply), 403);
    assert_int_equal(ask(&s, "Sec-Fetch-Site: same-origin\r\n", BODY, &reply), 403);
    assert_int_equal(ask(&s, "Host: evil.example\r\n", BODY, &reply), 403);
    assert_int_equal(raw(&s, "OPTIONS /chat/completions HTTP/1.0\r\nOrigin: null\r\n\r\n"), 403);
    assert_null(strstr(text, "Access-Control"));
    assert_int_equal(raw(&s, "GET /chat/completions HTTP/1.0\r\n\r\n"), 405);
    assert_non_null(strstr(text, "Allow: POST\r\n"));
    assert_int_equal(raw(&s, "GET / HTTP/1.0\r\n\r\n"), 404);
    assert_int_equal(raw(&s, "POST /chat/completions HTTP/1.0\r\nContent-Length: 1048577\r\n\r\n"), 413);
    assert_int_not_equal(raw(&s, "nonsense\r\n\r\n"), 200);
    rig_slurp(s.log_path, logged);
    assert_int_equal(rig_count(logged, "模型请求"), 0);
    assert_int_equal(atomic_load(&s.klayout.count), 0);
    tear_down(&s);
}

/* Chunks without a length: 1.5 MiB is answered, 100 MiB is broken off. */
static void bodies_without_end(void **state) {
    static char block[65536 + 9];
    scene s;
    (void)state;
    set_up(&s, "content", "0", 0);
    memset(block, 'x', sizeof block);
    memcpy(block, "10000\r\n", 7);
    memcpy(block + sizeof block - 2, "\r\n", 2);
    for (int i = 0; i < 2; i++) {
        int fd = rig_connect(lob_proxy_port(s.proxy));
        rig_say(fd, "POST /chat/completions HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nTransfer-Encoding: "
                    "chunked\r\n\r\n");
        for (int k = 0; k < (i == 0 ? 24 : 1600); k++) {
            rig_send(fd, block, sizeof block);
        }
        rig_say(fd, "0\r\n\r\n");
        rig_receive(fd, text, sizeof text);
        close(fd);
        if (i == 0) {
            assert_eq(strncmp(text, "HTTP/1.1 413", 12), 0);
        } else {
            assert_eq(text[0], '\0');
        }
    }
    assert_int_equal(raw(&s, "GET / HTTP/1.0\r\n\r\n"), 404); /* it goes on */
    tear_down(&s);
}

static off_t size_of(const char *path) {
    struct stat info;
    assert_int_equal(stat(path, &info), 0);
    return info.st_size;
}

/* Until the log does not grow for half a second: its size. */
static off_t settled(const scene *s) {
    off_t before, now = -1;
    int64_t end_ms = lob_clock_ms() + RIG_WAIT_MS;
    do {
        before = now;
        usleep(500000);
        now = size_of(s->log_path);
    } while (now != before && lob_clock_ms() < end_ms);
    assert_int_equal(now, before);
    return now;
}

/* A client that does not read holds the model back; one that goes away ends it. */
static void a_slow_client_holds_the_model_back(void **state) {
    scene s;
    char piece[4096];
    (void)state;
    set_up(&s, "flood", "0", 0);
    int fd = rig_connect(lob_proxy_port(s.proxy));
    if (stride_is_on()) { /* less is under way then */
        const int small = 64 << 10;
        assert_int_equal(setsockopt(fd, SOL_SOCKET, SO_RCVBUF, &small, sizeof small), 0);
    }
    rig_say(fd, "POST /chat/completions HTTP/1.0\r\nContent-Length: 2\r\n\r\n{}");
    off_t held = settled(&s);
    assert_gt(held, 10000);
    assert_lt(held, 32 << 20);
    size_t taken = 0;
    while (taken < (size_t)held + stride_pick(2U << 20, 1U << 18)) { /* it goes on where it was */
        ssize_t count = recv(fd, piece, sizeof piece, 0);
        assert_gt(count, 0);
        taken += (size_t)count;
    }
    assert_gt(settled(&s), held);
    close(fd);
    usleep(300000);
    settled(&s);
    tear_down(&s);
}

static void who_goes_away_ends_it(void **state) {
    scene s;
    (void)state;
    set_up(&s, "hang", "0", 0);
    int fd = rig_connect(lob_proxy_port(s.proxy));
    rig_say(fd, "POST /chat/completions HTTP/1.0\r\nContent-Length: 2\r\n\r\n{}");
    usleep(300000);
    close(fd);
    int64_t end_ms = lob_clock_ms() + RIG_WAIT_MS;
    do {
        usleep(50000);
        rig_slurp(s.log_path, logged);
    } while (strstr(logged, "[PROXY] error: the client went away\n") == NULL && lob_clock_ms() < end_ms);
    assert_non_null(strstr(logged, "[PROXY] error: the client went away\n"));
    fd = rig_connect(lob_proxy_port(s.proxy));
    rig_say(fd, "POST /chat/completions HTTP/1.0\r\nContent-Length: 2\r\n\r\n{}more");
    usleep(300000);
    rig_say(fd, "and more"); /* nobody asked for it: looked at once, then left */
    usleep(300000);
    int64_t began_ms = lob_clock_ms();
    tear_down(&s); /* with a request under way */
    assert_lt(lob_clock_ms() - began_ms, RIG_WAIT_MS / 2);
    close(fd);
}

/* At the level below: what waits is bounded, whatever libcurl brings. */
static bool take(void *arg, lob_str bytes) {
    *(size_t *)arg += bytes.size;
    return true;
}

static void what_waits_is_bounded(void **state) {
    rig_llm llm;
    size_t told = 0, taken = 0;
    char piece[777];
    (void)state;
    rig_llm_open(&llm, "flood", "0");
    lob_upstream *up = lob_upstream_open(&(lob_upstream_options){
        .url = llm.url, .body = {"{}", 2}, .idle_ms = RIG_WAIT_MS, .watched_fd = -1, .tell = take, .arg = &told});
    assert_non_null(up);
    assert_int_equal(lob_upstream_begin(up), LOB_UPSTREAM_FINE);
    while (taken < stride_pick(4U << 20, 1U << 20)) {
        ssize_t count = lob_upstream_read(up, piece, sizeof piece);
        assert_gt(count, 0);
        taken += (size_t)count;
        usleep(taken < 1U << 17 ? 1000 : 0);
    }
    assert_gt(lob_upstream_held_most(up), 1000);
    assert_le(lob_upstream_held_most(up), LOB_LLM_STREAM_HELD_MAX + (1U << 17));
    assert_le(told - taken, LOB_LLM_STREAM_HELD_MAX + (1U << 17));
    lob_upstream_close(up);
    rig_llm_close(&llm);
}

static void what_cannot_be_started(void **state) {
    char what[LOB_LLM_WHAT_SIZE], expected[LOB_LLM_WHAT_SIZE];
    scene s;
    (void)state;
    set_up(&s, "content", "0", 0);
    lob_proxy_options options = s.options;
    options.port = lob_proxy_port(s.proxy);
    const char *reply;
    ask(&s, "", BODY, &reply);
    assert_null(lob_proxy_start(&options, what));
    snprintf(expected, sizeof expected,
             "port %d is in use by another program; end it, or choose another port with --port or PROXY_PORT",
             options.port);
    assert_string_equal(what, expected);
    assert_gt(size_of(s.log_path), 0); /* the log of the other is as it was */
    options = s.options;
    options.log_path = "/nonexistent/llm.log";
    assert_null(lob_proxy_start(&options, what));
    assert_string_equal(what, "the log cannot be written: No such file or directory");
    options = s.options;
    options.host = "not an address";
    assert_null(lob_proxy_start(&options, what));
    assert_string_equal(what, "--host not an address is not an address of this machine");
    options.host = "192.0.2.1";
    assert_null(lob_proxy_start(&options, what));
    assert_non_null(strstr(what, "192.0.2.1 port 0 cannot be listened on: "));
    lob_alloc_fail_at(1, 0);
    assert_null(lob_proxy_start(&s.options, what));
    lob_alloc_fail_at(0, 0);
    assert_string_equal(what, "out of memory");
    tear_down(&s);
}

/* Each allocation of a request fails once: it is answered by an error, or the connection ends, or it did not matter;
 * the next request is served, and nothing is kept. */
static void without_memory(void **state) {
    static const char *const modes[] = {"whole", "calls"};
    (void)state;
    for (int i = 0; i < 2; i++) {
        scene s;
        const char *reply;
        unsigned failed = 0;
        set_up(&s, modes[i], "0", i == 0 ? 3 : 0);
        assert_int_equal(ask(&s, "", BODY, &reply), 200);
        usleep(20000);
        uint64_t live = lob_alloc_live();
        for (unsigned nth = 1;; nth = i == 1 ? nth + 1 : sweep_next(nth, false)) {
            lob_alloc_fail_at(nth, 0);
            int status = ask(&s, "", BODY, &reply);
            bool met = lob_alloc_count() >= nth;
            lob_alloc_fail_at(0, 0);
            for (int wait = 0; wait < 200 && lob_alloc_live() != live; wait++) {
                usleep(10000); /* the thread of the connection tidies up */
            }
            assert_int_equal(lob_alloc_live(), live);
            if (status != 200) {
                assert_true(met);
                assert_among(status, 0, 500);
            }
            failed += status != 200;
            if (!met) {
                break;
            }
        }
        assert_gt(failed, 5);
        tear_down(&s);
    }
}

int main(void) {
    lob_json_init();
    signal(SIGPIPE, SIG_IGN);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_stream_goes_through_unchanged),
        cmocka_unit_test(a_body_that_is_no_stream),
        cmocka_unit_test(the_model_can_be_set),
        cmocka_unit_test(results_are_fed_back),
        cmocka_unit_test(feeding_back_ends),
        cmocka_unit_test(keys_are_forwarded_and_never_logged),
        cmocka_unit_test(klayout_fails),
        cmocka_unit_test(the_model_fails),
        cmocka_unit_test(more_ways_of_the_model),
        cmocka_unit_test(a_stream_that_breaks_off),
        cmocka_unit_test(requests_that_are_refused),
        cmocka_unit_test(bodies_without_end),
        cmocka_unit_test(a_slow_client_holds_the_model_back),
        cmocka_unit_test(who_goes_away_ends_it),
        cmocka_unit_test(what_waits_is_bounded),
        cmocka_unit_test(what_cannot_be_started),
        cmocka_unit_test(without_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
