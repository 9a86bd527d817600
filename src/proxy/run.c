/* Words into options. Invariant: an option of the command line goes before the environment, and a wrong one of either
 * starts nothing. Keys come with the requests alone: none is taken from a command line, where others could read it. */
#include "proxy/run.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "base/num.h"
#include "bridge/mcp_http_header.h"
#include "proxy/gate.h"
#include "proxy/roundtrip.h"
#include "proxy/serve.h"

enum { EXIT_FINE = 0, EXIT_FAILED = 1, EXIT_USAGE = 2 };
enum { PORT_MAX = 65535, TIMEOUT_MS_MAX = 3600000, ROUND_COUNT = 8, ROUND_COUNT_MAX = 64 };

static const char help[] =
    "Usage:\n"
    "  layout-observer llm-proxy [--port N] [--host ADDRESS] [--endpoint URL] [--model NAME] [--log FILE]\n"
    "                            [--klayout-port N] [--klayout-timeout-ms N] [--idle-ms N] [--feed-back] [--rounds N]\n"
    "      Takes POST /chat/completions, asks the model at URL, streams its answer through, sends the klayout "
    "commands\n"
    "      in it to `layout-observer tcp`, and writes llm.log. --feed-back gives the results to the model until it\n"
    "      answers. Environment: PROXY_PORT (8001), LLM_ENDPOINT (http://127.0.0.1:1234/v1/chat/completions),\n"
    "      LLM_MODEL, LLM_LOG_PATH (llm.log).\n"
    "  layout-observer roundtrip [PROMPT] [--endpoint URL] [--log FILE] [--idle-ms N]\n"
    "      Asks the proxy for a command, reads KLayout's answer from its log, asks for the final text and prints it.\n"
    "      Environment: PROXY_ENDPOINT (http://127.0.0.1:8001/chat/completions), LLM_LOG_PATH (llm.log).\n";

typedef struct words {
    const lob_proxy_streams *streams;
    const char *verb;
    const char *host, *endpoint, *model, *log, *prompt;
    int64_t port, klayout_port, klayout_timeout_ms, idle_ms, rounds;
    bool feed_back, help;
} words;

static bool complain(const words *w, const char *what, const char *value) {
    dprintf(w->streams->err_fd, "layout-observer %s: %s%s%.100s%s; see layout-observer %s --help\n", w->verb, what,
            value[0] != '\0' ? " (" : "", value, value[0] != '\0' ? ")" : "", w->verb);
    return false;
}

typedef struct option {
    const char *name, *variable; /* variable NULL: none */
    const char **text;           /* either this */
    int64_t *number, min, max;   /* or this */
    bool is_of_roundtrip;
} option;

static bool set(const words *w, const option *o, const char *name, const char *value) {
    char text[160];
    if (value[0] == '\0') {
        snprintf(text, sizeof text, "%s lacks its value", name);
        return complain(w, text, "");
    }
    if (o->text != NULL) {
        *o->text = value;
        return true;
    }
    if (!lob_num_parse_int(value, o->min, o->max, o->number)) {
        snprintf(text, sizeof text, "%s takes a number from %lld to %lld", name, (long long)o->min, (long long)o->max);
        return complain(w, text, value);
    }
    return true;
}

/* One word and its value. */
static bool take(words *w, const option *options, size_t count, int argc, char **argv, int *at) {
    const char *word = argv[(*at)++];
    bool is_proxy = strcmp(w->verb, "llm-proxy") == 0;
    if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0) {
        w->help = true;
        return true;
    }
    if (is_proxy && strcmp(word, "--feed-back") == 0) {
        w->feed_back = true;
        return true;
    }
    for (size_t i = 0; i < count; i++) {
        size_t size = strlen(options[i].name);
        bool is_it = strncmp(word, options[i].name, size) == 0 && (word[size] == '\0' || word[size] == '=');
        if (is_it && (is_proxy || options[i].is_of_roundtrip)) {
            const char *value = word[size] == '=' ? word + size + 1 : *at < argc ? argv[(*at)++] : "";
            return set(w, &options[i], options[i].name, value);
        }
    }
    if (!is_proxy && w->prompt == NULL && word[0] != '-' && word[0] != '\0') {
        w->prompt = word;
        return true;
    }
    return complain(w, "an argument is not understood", word);
}

static bool read_words(words *w, int argc, char **argv) {
    bool is_proxy = strcmp(w->verb, "llm-proxy") == 0;
    const option options[] = {
        {"--endpoint", is_proxy ? "LLM_ENDPOINT" : "PROXY_ENDPOINT", &w->endpoint, NULL, 0, 0, true},
        {"--log", "LLM_LOG_PATH", &w->log, NULL, 0, 0, true},
        {"--idle-ms", NULL, NULL, &w->idle_ms, 100, TIMEOUT_MS_MAX, true},
        {"--host", NULL, &w->host, NULL, 0, 0, false},
        {"--model", "LLM_MODEL", &w->model, NULL, 0, 0, false},
        {"--port", "PROXY_PORT", NULL, &w->port, 0, PORT_MAX, false},
        {"--klayout-port", NULL, NULL, &w->klayout_port, 1, PORT_MAX, false},
        {"--klayout-timeout-ms", NULL, NULL, &w->klayout_timeout_ms, 1, TIMEOUT_MS_MAX, false},
        {"--rounds", NULL, NULL, &w->rounds, 1, ROUND_COUNT_MAX, false},
    };
    size_t count = sizeof options / sizeof options[0];
    for (size_t i = 0; i < count; i++) {
        bool is_taken = options[i].variable != NULL && (is_proxy || options[i].is_of_roundtrip);
        const char *value = is_taken ? w->streams->getenv_fn(options[i].variable) : NULL;
        if (value != NULL && value[0] != '\0' && !set(w, &options[i], options[i].variable, value)) {
            return false;
        }
    }
    for (int at = 2; at < argc;) {
        if (!take(w, options, count, argc, argv, &at)) {
            return false;
        }
    }
    return lob_http_is_url(w->endpoint) || complain(w, "the endpoint is no http: or https: URL", w->endpoint);
}

/* ---- the verbs ---- */

static int run_proxy(const words *w) {
    lob_proxy_options options = {.host = w->host,
                                 .port = (int)w->port,
                                 .endpoint = w->endpoint,
                                 .log_path = w->log,
                                 .model = w->model,
                                 .klayout_port = (int)w->klayout_port,
                                 .klayout_timeout_ms = (int)w->klayout_timeout_ms,
                                 .idle_ms = (int)w->idle_ms,
                                 .round_count_max = w->feed_back ? (int)w->rounds : 0};
    char what[LOB_LLM_WHAT_SIZE], shown[256];
    sigset_t ends;
    int number;
    sigemptyset(&ends);
    sigaddset(&ends, SIGTERM);
    sigaddset(&ends, SIGINT);
    sigaddset(&ends, SIGHUP);
    pthread_sigmask(SIG_BLOCK, &ends, NULL);
    signal(SIGPIPE, SIG_IGN);
    lob_proxy *proxy = lob_proxy_start(&options, what);
    if (proxy == NULL) {
        dprintf(w->streams->err_fd, "layout-observer llm-proxy: %s\n", what);
        return EXIT_USAGE;
    }
    lob_gate_show_url(w->endpoint, shown, sizeof shown);
    dprintf(w->streams->err_fd,
            "layout-observer llm-proxy: http://%s:%d/chat/completions asks %s, commands go to port %d\n", w->host,
            lob_proxy_port(proxy), shown, options.klayout_port);
    sigwait(&ends, &number);
    lob_proxy_stop(proxy);
    return EXIT_FINE;
}

static int run_roundtrip(const words *w) {
    lob_roundtrip_options options = {.endpoint = w->endpoint,
                                     .log_path = w->log,
                                     .prompt = w->prompt,
                                     .wait_ms = 5000,
                                     .poll_ms = 200,
                                     .idle_ms = (int)w->idle_ms};
    char what[LOB_ROUNDTRIP_WHAT_SIZE];
    lob_buf text;
    signal(SIGPIPE, SIG_IGN);
    lob_buf_init(&text, 0);
    bool fine = lob_roundtrip(&options, &text, what);
    if (fine) {
        fine = dprintf(w->streams->out_fd, "%s\n", text.data) >= 0;
    } else {
        dprintf(w->streams->err_fd, "layout-observer roundtrip: %s\n", what);
    }
    lob_buf_release(&text);
    return fine ? EXIT_FINE : EXIT_FAILED;
}

int lob_proxy_run(const lob_proxy_streams *streams, int argc, char **argv) {
    words w = {.streams = streams,
               .verb = argc > 1 ? argv[1] : "llm-proxy",
               .host = "127.0.0.1",
               .log = "llm.log",
               .port = 8001,
               .klayout_port = 9009,
               .klayout_timeout_ms = 3000,
               .idle_ms = 600000,
               .rounds = ROUND_COUNT};
    bool is_proxy = strcmp(w.verb, "llm-proxy") == 0;
    if (argc < 2 || (!is_proxy && strcmp(w.verb, "roundtrip") != 0)) {
        dprintf(streams->err_fd, "%s", help);
        return EXIT_USAGE;
    }
    w.endpoint = is_proxy ? "http://127.0.0.1:1234/v1/chat/completions" : "http://127.0.0.1:8001/chat/completions";
    if (!read_words(&w, argc, argv)) {
        return EXIT_USAGE;
    }
    if (w.help) {
        dprintf(streams->out_fd, "%s", help);
        return EXIT_FINE;
    }
    return is_proxy ? run_proxy(&w) : run_roundtrip(&w);
}
