/* Parses the command lines of both verbs. Invariant: an option wins over the environment, and an invalid one of either
 * stops the program before anything starts. API keys come with the requests alone: a command line can be read by
 * others. */
#include "proxy/run.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "base/num.h"
#include "cli/http_words.h"
#include "cli/signals.h"
#include "client/mcp_http_header.h"
#include "proxy/gate.h"
#include "proxy/roundtrip.h"
#include "proxy/serve.h"
#include "proxy/upstream.h"

/* Of roundtrip, when the model's last answer is no completion. */
enum { EXIT_NO_COMPLETION = 3 };
enum { PORT = 8001, KLAYOUT_PORT = 9009, KLAYOUT_TIMEOUT_MS = 3000, IDLE_MS = 600000, ROUND_COUNT = 8 };

typedef struct words {
    const lob_cli *cli;
    bool is_proxy;
    lob_llm_words given;
} words;

static const char *verb_of(const words *w) {
    return w->is_proxy ? "llm-proxy" : "roundtrip";
}

/* What the environment says where no option does. */
static const char *choose(const words *w, const char *given, const char *variable, const char *otherwise) {
    const char *value = given ? NULL : w->cli->getenv_fn(variable);
    return given ? given : value != NULL && value[0] != '\0' ? value : otherwise;
}

static bool read_environment(words *w) {
    lob_llm_words *given = &w->given;
    const char *endpoint =
        w->is_proxy ? "http://127.0.0.1:1234/v1/chat/completions" : "http://127.0.0.1:8001/chat/completions";
    given->endpoint = choose(w, given->endpoint, w->is_proxy ? "LLM_ENDPOINT" : "PROXY_ENDPOINT", endpoint);
    given->log = choose(w, given->log, "LLM_LOG_PATH", "llm.log");
    given->model = w->is_proxy ? choose(w, given->model, "LLM_MODEL", NULL) : NULL;
    given->host = given->host ? given->host : "127.0.0.1";
    const char *port = w->is_proxy && given->port < 0 ? choose(w, NULL, "PROXY_PORT", NULL) : NULL;
    if (port != NULL && !lob_num_parse_int(port, 0, UINT16_MAX, &given->port)) {
        return lob_complain(w->cli, verb_of(w), "PROXY_PORT takes a whole number from 0 to 65535, not %s",
                            lob_word_show(port).text);
    }
    given->port = given->port < 0 ? PORT : given->port;
    return lob_http_is_url(given->endpoint) ||
           lob_complain(w->cli, verb_of(w), "the endpoint %s is not an http: or https: URL",
                        lob_word_show(given->endpoint).text);
}

/* ---- the verbs ---- */

static int run_proxy(const words *w) {
    lob_proxy_options options = {.host = w->given.host,
                                 .port = (int)w->given.port,
                                 .endpoint = w->given.endpoint,
                                 .log_path = w->given.log,
                                 .model = w->given.model,
                                 .klayout_port = (int)w->given.klayout_port,
                                 .klayout_timeout_ms = (int)w->given.klayout_timeout_ms,
                                 .idle_ms = (int)w->given.idle_ms,
                                 .round_count_max = w->given.feed_back ? (int)w->given.rounds : 0};
    char what[LOB_LLM_WHAT_SIZE], shown[256];
    sigset_t ends;
    int number;
    lob_signals_block(&ends);
    lob_proxy *proxy = lob_proxy_start(&options, what);
    if (proxy == NULL) {
        fprintf(w->cli->err, "layout-observer llm-proxy: %s\n", what);
        return LOB_EXIT_USAGE;
    }
    lob_gate_show_url(w->given.endpoint, shown, sizeof shown);
    fprintf(w->cli->err, "layout-observer llm-proxy: http://%s:%d/chat/completions asks %s, commands go to port %d\n",
            w->given.host, lob_proxy_port(proxy), shown, options.klayout_port);
    fflush(w->cli->err);
    sigwait(&ends, &number);
    lob_proxy_stop(proxy);
    return LOB_EXIT_OK;
}

static int run_roundtrip(const words *w) {
    lob_roundtrip_options options = {.endpoint = w->given.endpoint,
                                     .log_path = w->given.log,
                                     .prompt = w->given.prompt,
                                     .wait_ms = 5000,
                                     .poll_ms = 200,
                                     .idle_ms = (int)w->given.idle_ms};
    char what[LOB_ROUNDTRIP_WHAT_SIZE];
    lob_buf text;
    signal(SIGPIPE, SIG_IGN);
    lob_buf_init(&text, 0);
    lob_roundtrip_end end = lob_roundtrip(&options, &text, what);
    int code = end == LOB_ROUNDTRIP_FINE            ? LOB_EXIT_OK
               : end == LOB_ROUNDTRIP_NO_COMPLETION ? EXIT_NO_COMPLETION
                                                    : LOB_EXIT_TOOL_ERROR;
    /* What the model said instead of a completion is still what it said. */
    if (end != LOB_ROUNDTRIP_FAILED && text.size > 0 &&
        (fprintf(w->cli->out, "%s\n", text.data) < 0 || fflush(w->cli->out) != 0)) {
        code = LOB_EXIT_TOOL_ERROR;
    }
    if (end != LOB_ROUNDTRIP_FINE) {
        fprintf(w->cli->err, "layout-observer roundtrip: %s\n", what);
    }
    lob_buf_release(&text);
    return code;
}

int lob_proxy_run(const lob_cli *cli, int argc, char **argv) {
    words w = {.cli = cli,
               .is_proxy = argc > 1 && strcmp(argv[1], "llm-proxy") == 0,
               .given = {.port = -1,
                         .klayout_port = KLAYOUT_PORT,
                         .klayout_timeout_ms = KLAYOUT_TIMEOUT_MS,
                         .idle_ms = IDLE_MS,
                         .rounds = ROUND_COUNT}};
    lob_settings settings = {0};
    int code;
    if (!w.is_proxy && (argc < 2 || strcmp(argv[1], "roundtrip") != 0)) {
        fprintf(cli->err, "%s: this program serves `%s serve --http`, `llm-proxy` and `roundtrip`\n", cli->product.name,
                cli->product.name);
        return LOB_EXIT_USAGE;
    }
    if (!lob_command_read(cli, w.is_proxy ? &lob_llm_proxy_command : &lob_roundtrip_command, &settings, &w.given, argc,
                          argv, NULL, &code)) {
        return code;
    }
    if (!lob_upstream_is_built) {
        fprintf(cli->err,
                "%s %s: this program was built without libcurl, which asks the model; install the Debian package or "
                "build from source\n",
                cli->product.name, verb_of(&w));
        return LOB_EXIT_USAGE;
    }
    if (!read_environment(&w)) {
        return LOB_EXIT_USAGE;
    }
    return w.is_proxy ? run_proxy(&w) : run_roundtrip(&w);
}
