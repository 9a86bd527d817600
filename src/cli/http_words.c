/* The tables of the commands that layout-observer-http runs, and of serve over pipes. */
#include "cli/http_words.h"

#include <stddef.h>

enum { PORT_MAX = 65535, TIMEOUT_MS_MAX = 3600000, ROUND_COUNT_MAX = 64 };

#define AT(field) offsetof(lob_serve_words, field)

static const lob_option serve_options[] = {
    {.name = "http",
     .kind = LOB_OPTION_NUMBER,
     .offset = AT(port),
     .value = "PORT",
     .max = PORT_MAX,
     .about =
         "Serves over HTTP on 127.0.0.1 instead; 0 takes any port that is free, and the line on stdout says which."},
    {.name = "http-host",
     .kind = LOB_OPTION_TEXT,
     .offset = AT(host),
     .value = "ADDRESS",
     .about = "Listens there instead of 127.0.0.1, and lets other machines in."},
    {.name = "http-token-file",
     .kind = LOB_OPTION_TEXT,
     .offset = AT(token_file),
     .value = "FILE",
     .about = "Clients must send Authorization: Bearer and the token in FILE."},
};

const lob_command lob_serve_command = {
    .name = "serve",
    .usage = "[--http PORT] [options]",
    .title = "MCP server on stdin and stdout, or over HTTP",
    .about = "This is also what the program does without arguments when stdin is no terminal.\n"
             "Whoever reaches a server over HTTP reads what this user may read; docs/HTTP.md says what is safe. Over "
             "HTTP each layout has a worker process unless --no-isolate is given; over pipes only with --isolate.",
    .examples = "serve --root ~/designs\nserve --http 8000 --http-token-file token --root ~/designs",
    .status = "0 the input ended or a signal asked for the end, 1 the work failed, 2 the command line, the environment "
              "or the port is wrong.",
    .options = serve_options,
    .option_count = sizeof serve_options / sizeof serve_options[0],
    .takes = LOB_TAKES_ROOT | LOB_TAKES_STORE,
};

#undef AT
#define AT(field) offsetof(lob_llm_words, field)

static const lob_option proxy_options[] = {
    {.name = "port",
     .kind = LOB_OPTION_NUMBER,
     .offset = AT(port),
     .value = "N",
     .max = PORT_MAX,
     .about = "Listens on this port; default: PROXY_PORT, else 8001. 0 takes any that is free."},
    {.name = "host",
     .kind = LOB_OPTION_TEXT,
     .offset = AT(host),
     .value = "ADDRESS",
     .about = "Listens on this address; default: 127.0.0.1."},
    {.name = "endpoint",
     .kind = LOB_OPTION_TEXT,
     .offset = AT(endpoint),
     .value = "URL",
     .about = "The model; default: LLM_ENDPOINT, else http://127.0.0.1:1234/v1/chat/completions."},
    {.name = "model",
     .kind = LOB_OPTION_TEXT,
     .offset = AT(model),
     .value = "NAME",
     .about = "Takes the place of the model that the client asks for; default: LLM_MODEL, else none does."},
    {.name = "log",
     .kind = LOB_OPTION_TEXT,
     .offset = AT(log),
     .value = "FILE",
     .about = "Writes what was said here; default: LLM_LOG_PATH, else llm.log."},
    {.name = "klayout-port",
     .kind = LOB_OPTION_NUMBER,
     .offset = AT(klayout_port),
     .value = "N",
     .min = 1,
     .max = PORT_MAX,
     .about = "The port of `layout-observer tcp`; default: 9009."},
    {.name = "klayout-timeout-ms",
     .kind = LOB_OPTION_NUMBER,
     .offset = AT(klayout_timeout_ms),
     .value = "N",
     .min = 1,
     .max = TIMEOUT_MS_MAX,
     .about = "Waits this long for its answer; default: 3000."},
    {.name = "idle-ms",
     .kind = LOB_OPTION_NUMBER,
     .offset = AT(idle_ms),
     .value = "N",
     .min = 100,
     .max = TIMEOUT_MS_MAX,
     .about = "Gives up on a model that is silent for this long; default: 600000."},
    {.name = "feed-back",
     .kind = LOB_OPTION_FLAG,
     .offset = AT(feed_back),
     .about = "Gives the results of commands to the model until it answers without one."},
    {.name = "rounds",
     .kind = LOB_OPTION_NUMBER,
     .offset = AT(rounds),
     .value = "N",
     .min = 1,
     .max = ROUND_COUNT_MAX,
     .about = "At most this many times with --feed-back; default: 8."},
};

const lob_command lob_llm_proxy_command = {
    .name = "llm-proxy",
    .usage = "[options]",
    .title = "Stands between a chat client and a model, and runs the model's klayout commands",
    .about = "Takes POST /chat/completions, asks the model, streams its answer through, sends the klayout commands in "
             "it to `layout-observer tcp`, and writes a log. docs/LLM-PROXY.md explains it.\n"
             "An option wins over the environment.",
    .examples = "llm-proxy --port 8001 --endpoint http://127.0.0.1:1234/v1/chat/completions --feed-back",
    .options = proxy_options,
    .option_count = sizeof proxy_options / sizeof proxy_options[0],
};

static const lob_option roundtrip_options[] = {
    {.name = "endpoint",
     .kind = LOB_OPTION_TEXT,
     .offset = AT(endpoint),
     .value = "URL",
     .about = "The proxy; default: PROXY_ENDPOINT, else http://127.0.0.1:8001/chat/completions."},
    {.name = "log",
     .kind = LOB_OPTION_TEXT,
     .offset = AT(log),
     .value = "FILE",
     .about = "The log of that proxy; default: LLM_LOG_PATH, else llm.log."},
    {.name = "idle-ms",
     .kind = LOB_OPTION_NUMBER,
     .offset = AT(idle_ms),
     .value = "N",
     .min = 100,
     .max = TIMEOUT_MS_MAX,
     .about = "Gives up on a proxy that is silent for this long; default: 600000."},
};

static const lob_positional roundtrip_positionals[] = {{"PROMPT", AT(prompt), false}, {NULL, 0, false}};

const lob_command lob_roundtrip_command = {
    .name = "roundtrip",
    .usage = "[PROMPT] [options]",
    .title = "Asks that proxy for a command and prints the final text",
    .about = "Reads KLayout's answer to the command from the log of the proxy and asks for the final text.",
    .examples = "roundtrip \"Which cells are there?\"",
    .options = roundtrip_options,
    .option_count = sizeof roundtrip_options / sizeof roundtrip_options[0],
    .words = roundtrip_positionals,
};
