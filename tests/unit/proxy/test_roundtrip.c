/* The client of the seed over the real proxy: what it prints holds names that only KLayout said, and each of its
 * failures.
 * A program of its own: it starts itself, or what lies beside it. */
#include "tests/support/lob_test.h"

#include "rig.h"

#include "base/alloc.h"
#include "proxy/roundtrip.h"
#include "proxy/serve.h"
#include "json/reader.h"

typedef struct scene {
    rig_llm llm;
    rig_klayout klayout;
    lob_proxy *proxy;
    char log_path[64], endpoint[80], what[LOB_ROUNDTRIP_WHAT_SIZE];
    lob_buf text;
} scene;

static void set_up(scene *s, const char *mode, const char *split, const char *reply) {
    char what[LOB_LLM_WHAT_SIZE];
    rig_llm_open(&s->llm, mode, split);
    rig_klayout_open(&s->klayout, reply);
    rig_log_path(s->log_path);
    lob_proxy_options options = {.host = "127.0.0.1",
                                 .endpoint = s->llm.url,
                                 .log_path = s->log_path,
                                 .klayout_port = s->klayout.port,
                                 .klayout_timeout_ms = reply != NULL ? RIG_WAIT_MS : 100,
                                 .idle_ms = RIG_WAIT_MS};
    s->proxy = lob_proxy_start(&options, what);
    assert_non_null(s->proxy);
    snprintf(s->endpoint, sizeof s->endpoint, "http://127.0.0.1:%d/chat/completions", lob_proxy_port(s->proxy));
    lob_buf_init(&s->text, 0);
}

static lob_roundtrip_end go(scene *s, const char *prompt) {
    return lob_roundtrip(&(lob_roundtrip_options){.endpoint = s->endpoint,
                                                  .log_path = s->log_path,
                                                  .prompt = prompt,
                                                  .wait_ms = 300,
                                                  .poll_ms = 20,
                                                  .idle_ms = RIG_WAIT_MS},
                         &s->text, s->what);
}

static void tear_down(scene *s) {
    lob_buf_release(&s->text);
    lob_proxy_stop(s->proxy);
    rig_klayout_close(&s->klayout);
    rig_llm_close(&s->llm);
    unlink(s->log_path);
}

static void the_cell_list_comes_back(void **state) {
    static const char *const ways[][2] = {{"content", "1"}, {"calls", "1"}, {"whole", "0"}, {"second", "0"}};
    (void)state;
    for (int i = 0; i < 4; i++) {
        scene s;
        set_up(&s, ways[i][0], ways[i][1], RIG_CELLS "\n");
        assert_int_equal(go(&s, i == 1 ? "Which cells are there?" : NULL), LOB_ROUNDTRIP_FINE);
        assert_string_equal(
            s.text.data, "<attempt_completion><result>Your cell list is ALPHA, BETA_2 </result></attempt_completion>");
        assert_string_equal(s.klayout.heard, "{\"id\":1,\"method\":\"get_cell_list\",\"params\":{}}\n");
        assert_string_equal(s.what, "");
        tear_down(&s);
    }
}

static void expect(scene *s, const char *what) {
    assert_int_equal(go(s, NULL), LOB_ROUNDTRIP_FAILED);
    if (strstr(s->what, what) == NULL) {
        assert_string_equal(s->what, what);
    }
    tear_down(s);
}

static void failures(void **state) {
    scene s;
    (void)state;
    set_up(&s, "silent", "0", RIG_CELLS "\n");
    expect(&s, "No tool command returned by model. Last response: I would rather talk {about} layouts.\n");
    set_up(&s, "content", "0", "");
    expect(&s, "No KLAYOUT response found in llm.log. It says: [KLAYOUT] empty response.");
    set_up(&s, "content", "0", NULL);
    expect(&s, "No KLAYOUT response found in llm.log. It says: [KLAYOUT] send error: timed out.");
    set_up(&s, "content", "0", "{\"id\": 1, \"ok\": false, \"error\": \"No active cellview\"}\n");
    expect(&s, "KLayout error: No active cellview");
    set_up(&s, "content", "0", "{\"ok\": 0}\n");
    expect(&s, "KLayout error: no details");
    set_up(&s, "content", "0", "gibberish\n");
    expect(&s, "The last KLAYOUT response in llm.log is not a JSON object");
    set_up(&s, "error", "0", "");
    expect(&s, "The proxy answered with an error: this key is wrong");
    set_up(&s, "cut", "0", "");
    expect(&s, "The proxy answered with an error: the model's endpoint http://127.0.0.1:");
    set_up(&s, "content", "0", "");
    snprintf(s.endpoint, sizeof s.endpoint, "http://127.0.0.1:%d/chat/completions", rig_dead_port());
    expect(&s, "could not be reached (Couldn't connect to server). Start it with `layout-observer llm-proxy`");
    set_up(&s, "content", "0", "");
    snprintf(s.endpoint, sizeof s.endpoint, "http://127.0.0.1:%d/elsewhere", lob_proxy_port(s.proxy));
    expect(&s, "The proxy answered with an error: only POST /chat/completions exists here");
}

/* The model answers the second prompt otherwise; what it said is kept. */
static void no_final_completion(void **state) {
    static const struct {
        const char *mode, *text, *said;
    } cases[] = {{"always", "{\"tool\":\"klayout\",\"method\":\"ping\"}", "lacks <attempt_completion>"},
                 {"mute", "", "is empty"},
                 {"halfway", "<attempt_completion><result>Your cell list is", "lacks <attempt_completion>"}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        lob_case("%s", cases[i].mode);
        scene s;
        set_up(&s, cases[i].mode, "0", "{\"id\": 1, \"ok\": true, \"result\": {\"message\": \"pong\"}}\n");
        assert_int_equal(go(&s, "Is it there?"), LOB_ROUNDTRIP_NO_COMPLETION);
        assert_string_equal(s.text.size > 0 ? s.text.data : "", cases[i].text);
        assert_non_null(strstr(s.what, "KLayout answered, but the model gave no final completion: its second answer "));
        assert_non_null(strstr(s.what, cases[i].said));
        tear_down(&s);
    }
}

/* What comes near to a command is shown, and is in the log. */
static void a_near_miss(void **state) {
    static char logged[RIG_TEXT_SIZE];
    static const char near[] =
        "{'tool': 'klayout', 'method': 'ping'} (it is not strict JSON at byte 2: a key in double "
        "quotes or } is expected); expected {\"tool\":\"klayout\",\"method\":M,\"params\":{...}}";
    scene s;
    (void)state;
    set_up(&s, "single", "1", "");
    assert_int_equal(go(&s, NULL), LOB_ROUNDTRIP_FAILED);
    assert_non_null(strstr(s.what, "It comes near to one: "));
    assert_non_null(strstr(s.what, near));
    rig_slurp(s.log_path, logged);
    assert_int_equal(rig_count(logged, "[PROXY] no command: {'tool': 'klayout'"), 3);
    assert_non_null(strstr(logged, near));
    tear_down(&s);
}

/* What an earlier run left in the log is another layout's. */
static void an_old_response_is_none(void **state) {
    scene s;
    (void)state;
    set_up(&s, "content", "0", RIG_CELLS "\n");
    assert_int_equal(go(&s, NULL), LOB_ROUNDTRIP_FINE);
    s.klayout.reply = "";
    expect(&s, "No KLAYOUT response found in llm.log.");
}

static void another_log(void **state) {
    scene s;
    (void)state;
    set_up(&s, "content", "0", RIG_CELLS "\n");
    char kept[64];
    snprintf(kept, sizeof kept, "%s", s.log_path);
    snprintf(s.log_path, sizeof s.log_path, "/tmp/lob-llm-none");
    assert_int_equal(go(&s, NULL), LOB_ROUNDTRIP_FAILED);
    assert_non_null(strstr(s.what, "Check that /tmp/lob-llm-none is the log of this proxy"));
    snprintf(s.log_path, sizeof s.log_path, "%s", kept);
    tear_down(&s);
}

/* The proxy's allocations fail as well; whatever it is, it is said, and nothing is kept. */
static void without_memory(void **state) {
    scene s;
    (void)state;
    set_up(&s, "whole", "0", RIG_CELLS "\n");
    lob_buf_release(&s.text);
    assert_int_equal(go(&s, NULL), LOB_ROUNDTRIP_FINE);
    lob_buf_release(&s.text);
    usleep(20000);
    uint64_t live = lob_alloc_live();
    for (unsigned nth = 1;; nth += nth < 150 ? 1 : 7) {
        lob_alloc_fail_at(nth, 0);
        bool fine = go(&s, NULL) == LOB_ROUNDTRIP_FINE;
        bool met = lob_alloc_count() >= nth;
        lob_alloc_fail_at(0, 0);
        if (!fine) {
            assert_true(met);
            assert_ne(s.what[0], '\0');
        }
        lob_buf_release(&s.text);
        for (int wait = 0; wait < 200 && lob_alloc_live() != live; wait++) {
            usleep(5000);
        }
        assert_int_equal(lob_alloc_live(), live);
        if (!met) {
            break;
        }
    }
    tear_down(&s);
}

int main(void) {
    lob_json_init();
    signal(SIGPIPE, SIG_IGN);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_cell_list_comes_back), cmocka_unit_test(failures),
        cmocka_unit_test(no_final_completion),      cmocka_unit_test(a_near_miss),
        cmocka_unit_test(an_old_response_is_none),  cmocka_unit_test(another_log),
        cmocka_unit_test(without_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
