/* The words of the program, and the program itself: started, asked, ended.
 * A program of its own: it starts itself, or what lies beside it. */
#include "tests/support/lob_test.h"

#include "rig.h"

#include "proxy/run.h"
#include "proxy/serve.h"

static char text[RIG_TEXT_SIZE];
static const char *variable, *value;

static const char *environment(const char *name) {
    return variable != NULL && strcmp(name, variable) == 0 ? value : NULL;
}

/* What it says on the stream that is not empty. */
static int run(const char *const *words) {
    char *argv[16] = {(char[]){"layout-observer-http"}};
    int argc = 1;
    memset(text, 0, sizeof text);
    FILE *out = fmemopen(text, sizeof text, "w");
    const lob_cli cli = {.product = {.name = "layout-observer"}, .out = out, .err = out, .getenv_fn = environment};
    for (; words[argc - 1] != NULL; argc++) {
        argv[argc] = strdup(words[argc - 1]);
    }
    int code = lob_proxy_run(&cli, argc, argv);
    fclose(out);
    for (int i = 1; i < argc; i++) {
        free(argv[i]);
    }
    return code;
}

#define RUN(...) run((const char *const[]){__VA_ARGS__ __VA_OPT__(, ) NULL})

static void help(void **state) {
    (void)state;
    assert_int_equal(RUN(), 2);
    assert_int_equal(RUN("serve"), 2);
    assert_int_equal(RUN("llm-proxy", "--help"), 0);
    assert_non_null(strstr(text, "LLM_ENDPOINT"));
    assert_int_equal(RUN("roundtrip", "-h"), 0);
}

static void the_program_without_words(void **state) {
    char path[4096], command[4200];
    (void)state;
    rig_path("layout-observer-http", path);
    snprintf(command, sizeof command, "'%s' 2>/dev/null", path);
    assert_int_equal(WEXITSTATUS(system(command)), 2);
}

static void wrong_words(void **state) {
    static const struct {
        const char *words[4], *said;
    } cases[] = {
        {{"llm-proxy", "--port", "65536"}, "--port takes a whole number from 0 to 65535"},
        {{"llm-proxy", "--port"}, "--port needs a value"},
        {{"llm-proxy", "--host="}, "--host needs a value"},
        {{"llm-proxy", "--rounds=0"}, "--rounds takes a whole number from 1 to 64"},
        {{"llm-proxy", "--klayout-port=x"}, "--klayout-port takes a whole number"},
        {{"llm-proxy", "--klayout-timeout-ms", "0"}, "--klayout-timeout-ms takes a whole number"},
        {{"llm-proxy", "--key", "sk"}, "unknown option --key"},
        {{"llm-proxy", "words"}, "unexpected argument words; this command takes only options"},
        {{"llm-proxy", "--endpoint", "ftp://x"}, "the endpoint ftp://x is not an http: or https: URL"},
        {{"roundtrip", "one", "two"}, "unexpected argument two after PROMPT"},
        {{"roundtrip", "--port=1"}, "unknown option --port"},
        {{"roundtrip", "--feed-back"}, "unknown option --feed-back"},
        {{"roundtrip", ""}, "PROMPT is empty"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        lob_case("%s", cases[i].words[0]);
        assert_int_equal(run(cases[i].words), 2);
        assert_non_null(strstr(text, cases[i].said));
        assert_non_null(strstr(text, "--help"));
    }
    variable = "PROXY_PORT";
    value = "many";
    assert_int_equal(RUN("llm-proxy"), 2);
    assert_non_null(strstr(text, "PROXY_PORT takes a whole number"));
    variable = "PROXY_ENDPOINT";
    value = "nowhere";
    assert_int_equal(RUN("roundtrip"), 2);
    assert_non_null(strstr(text, "the endpoint nowhere is not an http: or https: URL"));
    variable = NULL;
}

static void what_cannot_be_reached(void **state) {
    char url[80];
    (void)state;
    snprintf(url, sizeof url, "http://127.0.0.1:%d/chat/completions", rig_dead_port());
    assert_int_equal(RUN("roundtrip", "--endpoint", url), 1);
    assert_non_null(strstr(text, "layout-observer roundtrip: The proxy at http://127.0.0.1:"));
    assert_int_equal(RUN("llm-proxy", "--port", "0", "--log", "/nonexistent/llm.log"), 2);
    assert_string_equal(text, "layout-observer llm-proxy: the log cannot be written: No such file or directory\n");
}

/* Both verbs as programs, with the scripted model. */
static void the_programs_themselves(void **state) {
    char path[4096], log[64], line[512], url[80];
    rig_llm llm;
    rig_klayout klayout;
    (void)state;
    rig_path("layout-observer-http", path);
    if (access(path, X_OK) != 0) {
        skip();
    }
    rig_log_path(log);
    rig_llm_open(&llm, "calls", "1");
    rig_klayout_open(&klayout, RIG_CELLS "\n");
    char *port = line;
    snprintf(line, sizeof line, "%d", klayout.port);
    rig_program proxy = rig_start((char *[]){path, (char[]){"llm-proxy"}, (char[]){"--port=0"}, (char[]){"--endpoint"},
                                             llm.url, (char[]){"--klayout-port"}, port, (char[]){"--log"}, log, NULL},
                                  true);
    char said[512];
    rig_read(&proxy, true, said, sizeof said);
    const char *at = strstr(said, "http://127.0.0.1:");
    assert_non_null(at);
    snprintf(url, sizeof url, "%.*s", (int)strcspn(at, " "), at);
    rig_program client = rig_start(
        (char *[]){path, (char[]){"roundtrip"}, (char[]){"--endpoint"}, url, (char[]){"--log"}, log, NULL}, false);
    rig_read(&client, false, text, sizeof text);
    assert_string_equal(text,
                        "<attempt_completion><result>Your cell list is ALPHA, BETA_2 </result></attempt_completion>\n");
    assert_int_equal(rig_stop(&client, 0), 0);
    /* A second one on the same port. */
    char taken[32];
    snprintf(taken, sizeof taken, "--port=%d", atoi(at + 17));
    rig_program second = rig_start((char *[]){path, (char[]){"llm-proxy"}, taken, (char[]){"--log"}, log, NULL}, true);
    rig_read(&second, false, text, sizeof text);
    assert_non_null(strstr(text, "is in use by another program"));
    assert_int_equal(rig_stop(&second, 0), 2);
    assert_int_equal(rig_stop(&proxy, SIGTERM), 0);
    rig_klayout_close(&klayout);
    rig_llm_close(&llm);
    unlink(log);
}

/* A model that breaks off its last answer: what it said is printed, and the status tells it apart. */
static void no_final_completion(void **state) {
    char log[64], url[80], what[LOB_LLM_WHAT_SIZE];
    rig_llm llm;
    rig_klayout klayout;
    (void)state;
    rig_log_path(log);
    rig_llm_open(&llm, "halfway", "0");
    rig_klayout_open(&klayout, "{\"id\": 1, \"ok\": true, \"result\": {\"message\": \"pong\"}}\n");
    lob_proxy *proxy = lob_proxy_start(&(lob_proxy_options){.host = "127.0.0.1",
                                                            .endpoint = llm.url,
                                                            .log_path = log,
                                                            .klayout_port = klayout.port,
                                                            .klayout_timeout_ms = RIG_WAIT_MS,
                                                            .idle_ms = RIG_WAIT_MS},
                                       what);
    assert_non_null(proxy);
    snprintf(url, sizeof url, "http://127.0.0.1:%d/chat/completions", lob_proxy_port(proxy));
    assert_int_equal(RUN("roundtrip", "--endpoint", url, "--log", log), 3);
    assert_non_null(strstr(text, "<attempt_completion><result>Your cell list is\n"));
    assert_non_null(
        strstr(text, "layout-observer roundtrip: KLayout answered, but the model gave no final completion"));
    lob_proxy_stop(proxy);
    rig_klayout_close(&klayout);
    rig_llm_close(&llm);
    unlink(log);
}

int main(void) {
    signal(SIGPIPE, SIG_IGN);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(help),
        cmocka_unit_test(wrong_words),
        cmocka_unit_test(the_program_without_words),
        cmocka_unit_test(what_cannot_be_reached),
        cmocka_unit_test(the_programs_themselves),
        cmocka_unit_test(no_final_completion),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
