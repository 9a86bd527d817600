/* Commands. Invariant: a wrong command line changes nothing and opens nothing. */
#include "main/cli.h"

#include <string.h>

#include "base/alloc.h"
#include "gen/limits.h"
#include "main/convert.h"
#include "main/deck.h"
#include "main/design.h"
#include "main/diff.h"
#include "main/drc.h"
#include "main/eval.h"
#include "main/files.h"
#include "main/proxy.h"
#include "main/relay.h"
#include "main/render.h"
#include "main/report.h"
#include "main/run.h"
#include "main/tcp.h"
#include "mcp/server.h"
#include "mcp/tools.h"
#include "json/reader.h"

enum { DISTANCE_MAX = 6 };

typedef struct command {
    const char *name;
    int (*run)(lob_cli *cli, int argc, char **argv);
    const char *memory_limit; /* NULL: requests that it runs have their own */
    int64_t memory_max;
} command;

/* Help */

static const char usage_text[] =
    "Usage:\n"
    "  layout-observer serve [--toolset full|contract] [--root DIR]... [--artifact-root DIR] [--isolate]\n"
    "      MCP server on stdin and stdout. Also what happens without arguments when stdin is no terminal.\n"
    "      --isolate: each layout in a worker process, so that a crash ends one session "
    "(docs/mechanisms/isolation.md).\n"
    "  layout-observer serve --http PORT [--http-host ADDRESS] [--http-token-file FILE] [the options above]\n"
    "      The same over HTTP, on 127.0.0.1 (docs/HTTP.md).\n"
    "  layout-observer TOOL --path FILE [--argument value]... [-o PATH | --keep] [--pretty]\n"
    "      Opens the layout, runs one tool on it, closes it. TOOL --help lists a tool's arguments.\n"
    "      Files of the answer: -o writes them to PATH, --keep leaves them; else they are deleted.\n"
    "  layout-observer call TOOL ['{json}' | @FILE | -] [-o PATH | --keep] [--pretty]\n"
    "      Runs one tool with its arguments as JSON.\n"
    "  layout-observer call - [--keep]\n"
    "      Runs a sequence from stdin, {\"tool\":NAME,\"arguments\":{...}} a line; session_id \"$last\" is the layout "
    "opened last.\n"
    "  layout-observer convert IN OUT [--format gds|oas] [--gz] [--without-context] [--pretty]\n"
    "      Writes the layout IN as OUT: .gds or .oas, also with .gz. What the format cannot hold is told as "
    "warnings.\n";
static const char usage_end_text[] = "  layout-observer deck RULES.json [-o OUT.drc] [--pretty]\n"
                                     "      Writes a deck of rules as a DRC script of KLayout.\n"
                                     "  layout-observer tools [--pretty]\n"
                                     "      Prints the tools as an MCP client sees them.\n"
                                     "  layout-observer --version | --help\n\n"
                                     "Exit status: 0 done, 1 a tool failed (its error is the output), 2 wrong command "
                                     "line or environment; drc and eval have their own.\n\n"
                                     "Tools:\n";

static int print_help(lob_cli *cli) {
    fprintf(cli->out, "%s %s: %s\n\n", cli->product.name, cli->product.version,
            "looks into GDSII and OASIS layouts, for agents (MCP) and for people");
    fputs(usage_text, cli->out);
    fputs(lob_render_help, cli->out);
    fputs(lob_report_help, cli->out);
    fputs(lob_diff_help, cli->out);
    fputs(lob_drc_help, cli->out);
    fputs(lob_eval_help, cli->out);
    fputs(lob_proxy_help, cli->out);
    fputs(lob_tcp_help, cli->out);
    fputs(lob_relay_help, cli->out);
    fputs(lob_design_help, cli->out);
    fputs(usage_end_text, cli->out);
    for (size_t i = 0; i < cli->product.tool_count; i++) {
        fprintf(cli->out, "  %-20s %s\n", cli->product.tools[i].name, cli->product.tools[i].title);
    }
    return fflush(cli->out) == 0 ? LOB_EXIT_OK : LOB_EXIT_TOOL_ERROR;
}

static int usage(const lob_cli *cli, const char *what) {
    fprintf(cli->err, "%s: %s; see %s --help\n", cli->product.name, what, cli->product.name);
    return LOB_EXIT_USAGE;
}

/* Options that a command takes beside nothing else. */
static bool take_settings(lob_cli *cli, lob_settings *settings, int argc, char **argv, int at) {
    while (at < argc) {
        lob_option option = lob_settings_take(settings, cli, argc, argv, &at);
        if (option == LOB_OPTION_OTHER) {
            usage(cli, "an argument is not understood");
        }
        if (option != LOB_OPTION_TAKEN) {
            return false;
        }
    }
    return true;
}

/* Commands */

static int run_help(lob_cli *cli, int argc, char **argv) {
    const lob_tool *tool = argc > 2 ? lob_cli_tool(cli, argv[2]) : NULL;
    if (argc > 2 && !tool) {
        return usage(cli, "no such tool");
    }
    return !tool || !lob_arguments_help(cli, tool) ? print_help(cli) : LOB_EXIT_OK;
}

static int run_version(lob_cli *cli, int argc, char **argv) {
    (void)argc;
    (void)argv;
    fprintf(cli->out, "%s %s\n", cli->product.name, cli->product.version);
    return fflush(cli->out) == 0 ? LOB_EXIT_OK : LOB_EXIT_TOOL_ERROR;
}

static int run_serve(lob_cli *cli, int argc, char **argv) {
    lob_settings settings = {0};
    if (lob_proxy_is_asked(argc, argv)) {
        return lob_cli_proxy(cli, argc, argv);
    }
    lob_mcp_options options = {
        .in_fd = cli->in_fd, .out_fd = cli->out_fd, .stop_fd = cli->stop_fd, .product = cli->product};
    if (!take_settings(cli, &settings, argc, argv, argc > 1 ? 2 : 1)) {
        return LOB_EXIT_USAGE;
    }
    if (settings.help) {
        return print_help(cli);
    }
    lob_json_init();
    if (!lob_settings_open(&settings, cli, &options.sessions)) {
        return LOB_EXIT_USAGE;
    }
    int code = LOB_EXIT_USAGE;
    lob_crew *crew;
    if (lob_settings_crew(cli, options.sessions, false, &crew)) {
        options.product = cli->product;
        options.product.toolset = lob_sessions_config(options.sessions)->toolset;
        code = lob_mcp_serve(&options);
    }
    lob_settings_close(options.sessions, crew);
    return code;
}

static int run_tools(lob_cli *cli, int argc, char **argv) {
    lob_settings settings = {0};
    lob_buf json;
    if (!take_settings(cli, &settings, argc, argv, 2)) {
        return LOB_EXIT_USAGE;
    }
    cli->product.toolset = settings.toolset;
    lob_buf_init(&json, 0);
    lob_buf_add_text(&json, "{\"tools\":");
    lob_tools_write_list(&cli->product, &json);
    lob_buf_add_byte(&json, '}');
    int code = json.failed ? LOB_EXIT_TOOL_ERROR : lob_print_json(cli, &settings, (lob_str){json.data, json.size});
    lob_buf_release(&json);
    return code;
}

/* The arguments of `call TOOL`: given, in a file, or on stdin. */
static bool read_json(lob_cli *cli, const char *text, lob_buf *json) {
    if (strcmp(text, "-") == 0) {
        return lob_read_stream(cli, cli->in, json);
    }
    if (text[0] != '@') {
        lob_buf_add_text(json, text);
        return !json->failed;
    }
    FILE *file = fopen(text + 1, "rbe");
    if (!file) {
        usage(cli, "the file after @ cannot be opened");
        return false;
    }
    bool fine = lob_read_stream(cli, file, json);
    fclose(file);
    return fine;
}

static int call_with(lob_cli *cli, const lob_settings *settings, const lob_tool *tool, const char *text) {
    lob_buf json;
    lob_json_fault fault;
    int code = LOB_EXIT_USAGE;
    lob_buf_init(&json, LOB_LIMIT_LINE_IN_SIZE);
    if (!read_json(cli, text, &json)) {
        lob_buf_release(&json);
        return LOB_EXIT_USAGE;
    }
    lob_str content = {json.data, json.size};
    if (!lob_json_check(content, false, &fault)) {
        fprintf(cli->err, "%s: the arguments are no JSON: line %u, column %u: %s\n", cli->product.name, fault.line,
                fault.column, fault.what);
    } else if (content.data[strspn(content.data, " \t\r\n")] != '{') {
        usage(cli, "the arguments must be a JSON object");
    } else {
        code = lob_run_call(cli, settings, tool, content);
    }
    lob_buf_release(&json);
    return code;
}

static int run_call(lob_cli *cli, int argc, char **argv) {
    lob_settings settings = {0};
    const char *words[2] = {NULL, NULL};
    int count = 0;
    for (int at = 2; at < argc;) {
        lob_option option = lob_settings_take(&settings, cli, argc, argv, &at);
        option = option == LOB_OPTION_OTHER ? lob_files_take(&settings, cli, argc, argv, &at) : option;
        if (option == LOB_OPTION_BAD || (option == LOB_OPTION_OTHER && count == 2)) {
            return option == LOB_OPTION_BAD ? LOB_EXIT_USAGE : usage(cli, "call takes a tool and its arguments");
        }
        if (option == LOB_OPTION_OTHER) {
            words[count++] = argv[at++];
        }
    }
    if (settings.help) {
        return print_help(cli);
    }
    if (count == 0) {
        return usage(cli, "call takes a tool and its arguments");
    }
    if (strcmp(words[0], "-") == 0) {
        if (settings.out_path[0]) {
            return usage(cli, "call - has many answers: give --keep instead of -o");
        }
        return count == 1 ? lob_run_sequence(cli, &settings) : usage(cli, "call - takes no more arguments");
    }
    const lob_tool *tool = lob_cli_tool(cli, words[0]);
    return tool ? call_with(cli, &settings, tool, count == 2 ? words[1] : "{}") : usage(cli, "call: no such tool");
}

static int run_verb(lob_cli *cli, const lob_tool *tool, int argc, char **argv) {
    lob_settings settings = {0};
    lob_arguments arguments;
    int code = LOB_EXIT_USAGE;
    lob_json_init();
    if (lob_arguments_read(cli, tool, argc, argv, 2, &settings, &arguments)) {
        if (settings.help) {
            code = lob_arguments_help(cli, tool) ? LOB_EXIT_OK : LOB_EXIT_TOOL_ERROR;
        } else {
            code = lob_run_verb(cli, &settings, tool, &arguments);
        }
    }
    lob_arguments_release(&arguments);
    return code;
}

static const command commands[] = {
    {"serve", run_serve, NULL, 0},
    {"call", run_call, NULL, 0},
    {"convert", lob_cli_convert, NULL, 0},
    {"render", lob_cli_render, "request_memory_size", LOB_LIMIT_REQUEST_MEMORY_SIZE},
    {"report", lob_cli_report, "request_memory_size", LOB_LIMIT_REQUEST_MEMORY_SIZE},
    {"deck", lob_cli_deck, NULL, 0},
    {"diff", lob_cli_diff, "request_memory_size", LOB_LIMIT_REQUEST_MEMORY_SIZE},
    {"drc", lob_cli_drc, "request_memory_size", LOB_LIMIT_REQUEST_MEMORY_SIZE},
    {"eval", lob_cli_eval, "job_memory_size", LOB_LIMIT_JOB_MEMORY_SIZE},
    {"tcp", lob_cli_tcp, NULL, 0},
    {"relay", lob_cli_relay, NULL, 0},
    {"llm-proxy", lob_cli_proxy, NULL, 0},
    {"roundtrip", lob_cli_proxy, NULL, 0},
    {"tools", run_tools, NULL, 0},
    {"help", run_help, NULL, 0},
    {"--help", run_help, NULL, 0},
    {"-h", run_help, NULL, 0},
    {"--version", run_version, NULL, 0},
    {"version", run_version, NULL, 0},
    {"parse-netlist", lob_cli_design, NULL, 0},
    {"parse-drc-rules", lob_cli_design, NULL, 0},
    {"parse-objectives", lob_cli_design, NULL, 0},
    {"evaluate-layout", lob_cli_design, NULL, 0},
};

static int unknown(const lob_cli *cli, const char *name) {
    const char *best = NULL;
    unsigned best_distance = DISTANCE_MAX;
    size_t command_count = sizeof commands / sizeof commands[0];
    for (size_t i = 0; i < command_count + cli->product.tool_count; i++) {
        const char *known = i < command_count ? commands[i].name : cli->product.tools[i - command_count].name;
        unsigned distance = lob_str_distance(lob_str_from(name), lob_str_from(known), DISTANCE_MAX);
        if (distance < best_distance) {
            best_distance = distance;
            best = known;
        }
    }
    fprintf(cli->err, "%s: unknown command%s%s%s See %s --help\n", cli->product.name, best ? "; did you mean " : ".",
            best ? best : "", best ? "?" : "", cli->product.name);
    return LOB_EXIT_USAGE;
}

/* A command that asks the engines itself is a request like any other. */
static int run_command(lob_cli *cli, const command *it, int argc, char **argv) {
    lob_account account;
    if (!it->memory_limit) {
        return it->run(cli, argc, argv);
    }
    lob_account_init(&account, it->memory_limit, it->memory_max);
    lob_account *before = lob_account_enter(&account);
    int code = it->run(cli, argc, argv);
    lob_account_end(&account, before);
    return code;
}

int lob_cli_run(lob_cli *cli, int argc, char **argv) {
    if (argc < 2) {
        return cli->in_is_terminal ? print_help(cli) : run_serve(cli, argc, argv);
    }
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
        if (strcmp(argv[1], commands[i].name) == 0) {
            return run_command(cli, &commands[i], argc, argv);
        }
    }
    const lob_tool *tool = lob_cli_tool(cli, argv[1]);
    return tool ? run_verb(cli, tool, argc, argv) : unknown(cli, argv[1]);
}
