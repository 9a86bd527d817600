/* The tables of the commands that layout-observer-http runs, and of serve over pipes. */
#include "cli/http_words.h"

#include <stddef.h>

enum { PORT_MAX = 65535, TIMEOUT_MS_MAX = 3600000, ROUND_COUNT_MAX = 64 };

#define AT(field) offsetof(lob_serve_words, field)

static const lob_option serve_options[] = {
    LOB_ROW_NUMBER("http", AT(port), "PORT", 0, PORT_MAX,
                   "Serves over HTTP on 127.0.0.1 instead; 0 picks a free port and prints it on stdout."),
    LOB_ROW_TEXT("http-host", AT(host), "ADDRESS",
                 "Listens on this address instead of 127.0.0.1, so that other "
                 "machines can connect."),
    LOB_ROW_TEXT("http-token-file", AT(token_file), "FILE",
                 "Clients must send Authorization: Bearer and the token in FILE."),
};

const lob_command lob_serve_command = {
    .name = "serve",
    .usage = "[--http PORT] [options]",
    .title = "MCP server on stdin and stdout, or over HTTP",
    .about = "Without arguments, the program also does this when stdin is not a terminal.\nAnyone who reaches the "
             "server over HTTP can read what this user can read: see docs/HTTP.md. Over HTTP each layout has a worker "
             "process unless --no-isolate is given; over pipes only with --isolate.",
    .examples = "serve --root ~/designs\nserve --http 8000 --http-token-file token --root ~/designs",
    .status = "0 the input ended or a signal stopped it, 1 the work failed, 2 the command line, the environment "
              "or the port is wrong.",
    LOB_ROWS(serve_options),
    .takes = LOB_TAKES_ROOT | LOB_TAKES_STORE,
};

#undef AT
#define AT(field) offsetof(lob_llm_words, field)

static const lob_option proxy_options[] = {
    LOB_ROW_NUMBER("port", AT(port), "N", 0, PORT_MAX,
                   "Listens on this port; default: PROXY_PORT, else 8001. 0 selects any free port."),
    LOB_ROW_TEXT("host", AT(host), "ADDRESS", "Listens on this address; default: 127.0.0.1."),
    LOB_ROW_TEXT("endpoint", AT(endpoint), "URL",
                 "The model; default: LLM_ENDPOINT, else http://127.0.0.1:1234/v1/chat/completions."),
    LOB_ROW_TEXT("model", AT(model), "NAME",
                 "Replaces the model that the client asks for; default: LLM_MODEL, else none."),
    LOB_ROW_TEXT("log", AT(log), "FILE", "Writes the conversation to FILE; default: LLM_LOG_PATH, else llm.log."),
    LOB_ROW_NUMBER("klayout-port", AT(klayout_port), "N", 1, PORT_MAX,
                   "The port of `layout-observer tcp`; default: 9009."),
    LOB_ROW_NUMBER("klayout-timeout-ms", AT(klayout_timeout_ms), "N", 1, TIMEOUT_MS_MAX,
                   "Waits this long for its answer; default: 3000."),
    LOB_ROW_NUMBER("idle-ms", AT(idle_ms), "N", 100, TIMEOUT_MS_MAX,
                   "Gives up on a model that is silent for this long; default: 600000."),
    LOB_ROW_FLAG("feed-back", AT(feed_back),
                 "Sends the results of commands back to the model until it answers without a command."),
    LOB_ROW_NUMBER("rounds", AT(rounds), "N", 1, ROUND_COUNT_MAX,
                   "Limits --feed-back to this many rounds; default: 8."),
};

const lob_command lob_llm_proxy_command = {
    .name = "llm-proxy",
    .usage = "[options]",
    .title = "Runs the klayout commands of a model, between a chat client and the model",
    .about = "Forwards POST /chat/completions to the model, streams the answer back, sends the klayout commands in it "
             "to `layout-observer tcp`, and writes a log. docs/LLM-PROXY.md explains it.\nAn option takes precedence "
             "over its environment variable.",
    .examples = "llm-proxy --port 8001 --endpoint http://127.0.0.1:1234/v1/chat/completions --feed-back",
    LOB_ROWS(proxy_options),
};

static const lob_option roundtrip_options[] = {
    LOB_ROW_TEXT("endpoint", AT(endpoint), "URL",
                 "The address of the proxy; default: PROXY_ENDPOINT, else http://127.0.0.1:8001/chat/completions."),
    LOB_ROW_TEXT("log", AT(log), "FILE", "The log of that proxy; default: LLM_LOG_PATH, else llm.log."),
    LOB_ROW_NUMBER("idle-ms", AT(idle_ms), "N", 100, TIMEOUT_MS_MAX,
                   "Gives up on a proxy that is silent for this long; default: 600000."),
};

static const lob_positional roundtrip_positionals[] = {{"PROMPT", AT(prompt), false}, {NULL, 0, false}};

const lob_command lob_roundtrip_command = {
    .name = "roundtrip",
    .usage = "[PROMPT] [options]",
    .title = "Asks the model behind llm-proxy about the layout and prints its answer",
    .about = "Asks the model for a command, reads the result from the log of the proxy, and asks the model for the "
             "final text.",
    .examples = "roundtrip \"Which cells are there?\"",
    .status = "0 the final completion is printed, 1 the work failed, 2 the command line or the environment is wrong, "
              "3 the model's last answer is not a completion; it is printed anyway.",
    LOB_ROWS(roundtrip_options),
    .words = roundtrip_positionals,
};

#undef AT
#define AT(field) offsetof(lob_view_words, field)

static const lob_option view_options[] = {
    LOB_ROW_PATH(AT(file)),
    LOB_ROW_TEXT("top", AT(top), "CELL", "Opens this cell."),
    LOB_ROW_LYP(AT(lyp)),
    LOB_ROW_CONVENTION(AT(convention)),
    LOB_ROW_TEXT("markers", AT(markers), "REPORT.lyrdb",
                 "Shows the markers of a report; reloading the page reads it "
                 "again."),
    LOB_ROW_NUMBER("port", AT(port), "N", 0, PORT_MAX, "Listens on this port; default: any free port."),
};

static const lob_positional view_positionals[] = {{"FILE", AT(file), true}, {NULL, 0, false}};

const lob_command lob_view_command = {
    .name = "view",
    .usage = "FILE [options]",
    .title = "Shows a layout in a browser on this machine",
    .about = "Prints the address of the page, which contains a secret, and serves it until interrupted. Listens only "
             "on 127.0.0.1. docs/VIEW.md explains the page.",
    .examples = "view chip.gds\nview chip.oas --top TOP --lyp layers.lyp --port 8080\n"
                "view chip.gds --markers violations.lyrdb",
    .status = "0 a signal stopped it, 1 the layout cannot be opened, 2 the command line, the environment or the "
              "port is wrong.",
    LOB_ROWS(view_options),
    .words = view_positionals,
    .takes = LOB_TAKES_ROOT | LOB_TAKES_STORE,
};
