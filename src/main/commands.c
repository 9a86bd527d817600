/* Commands. Invariant: a wrong command line changes nothing and opens nothing. */
#include "main/commands.h"

#include <stddef.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "cli/complete.h"
#include "cli/help.h"
#include "cli/http_words.h"
#include "main/batch.h"
#include "main/convert.h"
#include "main/deck.h"
#include "main/diff.h"
#include "main/doctor.h"
#include "main/drc.h"
#include "main/eval.h"
#include "main/init.h"
#include "main/netlist.h"
#include "main/process_window.h"
#include "main/proxy.h"
#include "main/relay.h"
#include "main/render.h"
#include "main/report.h"
#include "main/run.h"
#include "main/shard.h"
#include "main/stage.h"
#include "main/tcp.h"
#include "mcp/server.h"
#include "mcp/tools.h"
#include "json/reader.h"

static int run_help(lob_cli *cli, int argc, char **argv);
static int run_merge(lob_cli *cli, int argc, char **argv);
static int unknown(const lob_cli *cli, const char *what, const char *name);

static int usage(const lob_cli *cli, const char *verb, const char *what) {
    lob_complain(cli, verb, "%s", what);
    return LOB_EXIT_USAGE;
}

/* ---- what call, tools and help take ---- */

typedef struct call_words {
    const char *tool, *arguments;
} call_words;

typedef struct help_words {
    const char *name;
    bool man;
} help_words;

static const lob_positional call_positionals[] = {
    {"TOOL", offsetof(call_words, tool), true}, {"JSON", offsetof(call_words, arguments), false}, {NULL, 0, false}};

static const lob_command call_command = {
    .name = "call",
    .usage = "TOOL [JSON | @FILE | -] [options], or: call -",
    .title = "Runs a tool with its arguments as JSON, or a sequence of calls",
    .about = "The arguments are a JSON object: on the command line, in a file, or on stdin. Errors are JSON, "
             "too.\ncall - reads calls from stdin, one {\"tool\":NAME,\"arguments\":{...}} per line, and prints one "
             "line for each; the session_id $last means the layout opened last.",
    .examples = "call open_layout '{\"path\":\"/data/chip.gds\"}'\ncall - <calls.jsonl",
    .status = "0 done, 1 a tool failed (its ErrorObject is on stdout), 2 the command line or the environment is wrong.",
    .words = call_positionals,
    .takes = LOB_TAKES_ROOT | LOB_TAKES_STORE | LOB_TAKES_JSON | LOB_TAKES_PROGRESS | LOB_TAKES_FILES,
};

static const lob_command tools_command = {
    .name = "tools",
    .usage = "[options]",
    .title = "Prints the tools with their schemas, as an MCP client sees them",
    .takes = LOB_TAKES_STORE | LOB_TAKES_JSON,
};

static const lob_command toolsets_command = {
    .name = "toolsets",
    .usage = "[options]",
    .title = "Prints the groups of tools, and what each costs a host in tools/list",
    .about =
        "The column inputs counts characters of names, titles, descriptions, input schemas and annotations: what a "
        "model reads in every conversation. Most hosts do not show it output schemas.\nserve --toolset GROUP,GROUP "
        "offers only the tools of these groups.",
    .examples = "toolsets\ntoolsets --json\nserve --toolset inspect,check",
    .takes = LOB_TAKES_JSON,
};

static const lob_option help_options[] = {
    LOB_ROW_FLAG("man", offsetof(help_words, man), "Prints the commands as a part of a man page."),
};

static const lob_positional help_positionals[] = {{"COMMAND", offsetof(help_words, name), false}, {NULL, 0, false}};

static const lob_command help_command = {
    .name = "help",
    .usage = "[COMMAND | TOOL]",
    .title = "Explains a command or a tool",
    LOB_ROWS(help_options),
    .words = help_positionals,
};

/* ---- the commands ---- */

static int run_serve(lob_cli *cli, int argc, char **argv) {
    lob_settings settings = {0};
    lob_serve_words words = {.port = -1};
    int code = LOB_EXIT_USAGE;
    if (!lob_command_read(cli, &lob_serve_command, &settings, &words, argc, argv, NULL, &code)) {
        return code;
    }
    if (words.port >= 0 || words.host || words.token_file) {
        return lob_cli_proxy(cli, argc, argv);
    }
    lob_mcp_options options = {
        .in_fd = cli->in_fd, .out_fd = cli->out_fd, .stop_fd = cli->stop_fd, .product = cli->product};
    lob_json_init();
    settings.is_server = true;
    if (!lob_settings_open(&settings, cli, &options.sessions)) {
        return LOB_EXIT_USAGE;
    }
    lob_crew *crew;
    code = LOB_EXIT_USAGE;
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
    int code;
    if (!lob_command_read(cli, &tools_command, &settings, NULL, argc, argv, NULL, &code)) {
        return code;
    }
    cli->product.toolset = settings.toolset;
    lob_buf_init(&json, 0);
    lob_buf_add_text(&json, "{\"tools\":");
    lob_tools_write_list(&cli->product, LOB_LIST_PLAIN, &json);
    lob_buf_add_byte(&json, '}');
    code = json.failed ? LOB_EXIT_TOOL_ERROR : lob_print_json(cli, &settings, (lob_str){json.data, json.size});
    lob_buf_release(&json);
    return code;
}

static void write_toolset(lob_jsonw *w, const lob_product *product, const char *name, const char *about,
                          const lob_tools_size *size) {
    const struct {
        const char *name;
        size_t value;
    } sizes[] = {{"tool_count", size->tools},
                 {"input_characters", size->inputs},
                 {"output_characters", size->outputs},
                 {"list_characters", size->total}};
    lob_jsonw_begin_object(w);
    lob_jsonw_key(w, "name");
    lob_jsonw_text(w, name);
    lob_jsonw_key(w, "description");
    lob_jsonw_text(w, about);
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        lob_jsonw_key(w, sizes[i].name);
        lob_jsonw_int(w, (int64_t)sizes[i].value);
    }
    lob_jsonw_key(w, "tools");
    lob_jsonw_begin_array(w);
    for (size_t i = 0; i < product->tool_count; i++) {
        if (lob_tool_is_offered(&product->tools[i], product->toolset)) {
            lob_jsonw_text(w, product->tools[i].name);
        }
    }
    lob_jsonw_end_array(w);
    lob_jsonw_end_object(w);
}

static void say_toolset(lob_buf *text, const lob_product *product, const char *name, const char *about,
                        const lob_tools_size *size) {
    lob_buf_printf(text, "%-10s %5zu  %6zu  %7zu  %6zu  %s\n", name, size->tools, size->inputs, size->outputs,
                   size->total, about);
    for (size_t i = 0, at = 0; product->toolset != LOB_TOOLSET_FULL && i < product->tool_count; i++) {
        const char *tool = product->tools[i].name;
        if (lob_tool_is_offered(&product->tools[i], product->toolset)) {
            const bool begins = at == 0 || at + strlen(tool) > 96;
            lob_buf_printf(text, "%s%s%s", begins && at ? "\n" : "", begins ? "             " : " ", tool);
            at = (begins ? 13 : at + 1) + strlen(tool);
        }
    }
    lob_buf_add_text(text, product->toolset != LOB_TOOLSET_FULL ? "\n" : "");
}

static int run_toolsets(lob_cli *cli, int argc, char **argv) {
    lob_settings settings = {0};
    lob_product product = cli->product;
    lob_buf json, text;
    lob_jsonw w;
    bool fine = true;
    int code;
    if (!lob_command_read(cli, &toolsets_command, &settings, NULL, argc, argv, NULL, &code)) {
        return code;
    }
    lob_buf_init(&json, 0);
    lob_buf_init(&text, 0);
    lob_jsonw_init(&w, &json);
    lob_buf_add_text(&text, "group      tools  inputs  outputs    list  (characters of tools/list)\n");
    lob_jsonw_begin_object(&w);
    lob_jsonw_key(&w, "toolsets");
    lob_jsonw_begin_array(&w);
    for (unsigned i = 0; i <= LOB_GROUP_COUNT; i++) {
        const bool is_all = i == LOB_GROUP_COUNT;
        const char *name = is_all ? "full" : lob_group_names[i];
        const char *about = is_all ? "All tools: the default." : lob_group_abouts[i];
        lob_tools_size size;
        product.toolset = is_all ? LOB_TOOLSET_FULL : 1u << i;
        fine = lob_tools_measure(&product, &size) && fine;
        write_toolset(&w, &product, name, about, &size);
        say_toolset(&text, &product, name, about, &size);
    }
    lob_jsonw_end_array(&w);
    lob_jsonw_end_object(&w);
    if (!fine || json.failed || text.failed) {
        code = lob_say_no_memory(cli);
    } else if (settings.json || settings.pretty) {
        code = lob_print_json(cli, &settings, (lob_str){json.data, json.size});
    } else {
        fine = fwrite(text.data, 1, text.size, cli->out) == text.size && fflush(cli->out) == 0;
        code = fine ? LOB_EXIT_OK : LOB_EXIT_TOOL_ERROR;
    }
    lob_buf_release(&text);
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
        usage(cli, "call", "the file after @ cannot be opened");
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
        lob_complain(cli, "call", "the arguments are not JSON: line %u, column %u: %s", fault.line, fault.column,
                     fault.what);
    } else if (content.data[strspn(content.data, " \t\r\n")] != '{') {
        usage(cli, "call", "the arguments must be a JSON object");
    } else {
        code = lob_run_call(cli, settings, tool, content);
    }
    lob_buf_release(&json);
    return code;
}

static int run_call(lob_cli *cli, int argc, char **argv) {
    lob_settings settings = {0};
    call_words w = {NULL, NULL};
    int code;
    if (!lob_command_read(cli, &call_command, &settings, &w, argc, argv, NULL, &code)) {
        return code;
    }
    if (strcmp(w.tool, "-") == 0) {
        if (settings.out_path[0]) {
            return usage(cli, "call", "call - has many answers: give --keep instead of -o");
        }
        return w.arguments ? usage(cli, "call", "call - takes no arguments: its calls are on stdin")
                           : lob_run_sequence(cli, &settings);
    }
    const lob_tool *tool = lob_cli_tool(cli, w.tool);
    return tool ? call_with(cli, &settings, tool, w.arguments ? w.arguments : "{}") : unknown(cli, "tool", w.tool);
}

static int run_verb(lob_cli *cli, const lob_tool *tool, int argc, char **argv) {
    lob_settings settings = {0};
    lob_arguments arguments;
    int code = LOB_EXIT_TOOL_ERROR;
    lob_json_init();
    lob_verb *verb = lob_verb_new(cli, tool);
    if (!verb) {
        return lob_say_no_memory(cli);
    }
    if (lob_verb_read(verb, argc, argv, &settings, &arguments, &code)) {
        code = lob_run_verb(cli, &settings, tool, &arguments);
    }
    lob_arguments_release(&arguments);
    lob_verb_drop(verb);
    return code;
}

/* ---- the table ---- */

static const struct command {
    const lob_command *words;
    int (*run)(lob_cli *cli, int argc, char **argv);
    const char *memory_limit; /* NULL: requests that it runs have their own */
    int64_t memory_max;
} commands[] = {
    {&lob_serve_command, run_serve, NULL, 0},
    {&lob_render_command, lob_cli_render, "request_memory_size", LOB_LIMIT_REQUEST_MEMORY_SIZE},
    {&lob_view_command, lob_cli_proxy, NULL, 0},
    {&lob_report_command, lob_cli_report, "request_memory_size", LOB_LIMIT_REQUEST_MEMORY_SIZE},
    {&lob_diff_command, lob_cli_diff, "request_memory_size", LOB_LIMIT_REQUEST_MEMORY_SIZE},
    {&lob_drc_command, lob_cli_drc, "request_memory_size", LOB_LIMIT_REQUEST_MEMORY_SIZE},
    {&lob_eval_command, lob_cli_eval, "job_memory_size", LOB_LIMIT_JOB_MEMORY_SIZE},
    {&lob_merge_command, run_merge, NULL, 0},
    {&lob_batch_command, lob_cli_batch, "job_memory_size", LOB_LIMIT_JOB_MEMORY_SIZE},
    {&lob_process_window_command, lob_cli_process_window, "job_memory_size", LOB_LIMIT_JOB_MEMORY_SIZE},
    {&lob_convert_command, lob_cli_convert, NULL, 0},
    {&lob_deck_command, lob_cli_deck, NULL, 0},
    {&lob_netlist_command, lob_cli_netlist, "request_memory_size", LOB_LIMIT_REQUEST_MEMORY_SIZE},
    {&lob_doctor_command, lob_cli_doctor, NULL, 0},
    {&lob_init_command, lob_cli_init, NULL, 0},
    {&call_command, run_call, NULL, 0},
    {&tools_command, run_tools, NULL, 0},
    {&toolsets_command, run_toolsets, NULL, 0},
    {&lob_tcp_command, lob_cli_tcp, NULL, 0},
    {&lob_relay_command, lob_cli_relay, NULL, 0},
    {&lob_llm_proxy_command, lob_cli_proxy, NULL, 0},
    {&lob_roundtrip_command, lob_cli_proxy, NULL, 0},
    {&help_command, run_help, NULL, 0},
};

enum { COMMAND_COUNT = sizeof commands / sizeof commands[0] };

static const struct command *find_command(const char *name) {
    for (size_t i = 0; i < COMMAND_COUNT; i++) {
        if (strcmp(name, commands[i].words->name) == 0) {
            return &commands[i];
        }
    }
    return NULL;
}

static void list_commands(const lob_command *words[COMMAND_COUNT]) {
    for (size_t i = 0; i < COMMAND_COUNT; i++) {
        words[i] = commands[i].words;
    }
}

void lob_commands_man(lob_buf *out) {
    const lob_command *words[COMMAND_COUNT];
    list_commands(words);
    lob_help_man(words, COMMAND_COUNT, out);
}

static int print_help(const lob_cli *cli) {
    const lob_command *words[COMMAND_COUNT];
    list_commands(words);
    return lob_help_all(cli, words, COMMAND_COUNT);
}

/* `what`: "command", with tools among them, or "tool". */
static int unknown(const lob_cli *cli, const char *what, const char *name) {
    lob_near_word nearest = lob_near_word_begin(name);
    for (size_t i = 0; what[0] == 'c' && i < COMMAND_COUNT; i++) {
        lob_near_word_try(&nearest, commands[i].words->name);
    }
    for (size_t i = 0; i < cli->product.tool_count; i++) {
        lob_near_word_try(&nearest, cli->product.tools[i].name);
    }
    const lob_shown_word shown = lob_word_show(name);
    if (nearest.best) {
        lob_complain(cli, "", "there is no %s %s; did you mean %s?", what, shown.text, nearest.best);
    } else {
        lob_complain(cli, "", "there is no %s %s", what, shown.text);
    }
    return LOB_EXIT_USAGE;
}

/* ---- help and completion ---- */

static int run_help(lob_cli *cli, int argc, char **argv) {
    lob_settings settings = {0};
    help_words w = {NULL, false};
    int code;
    if (!lob_command_read(cli, &help_command, &settings, &w, argc, argv, NULL, &code)) {
        return code;
    }
    if (w.man) {
        lob_buf page;
        lob_buf_init(&page, 0);
        lob_commands_man(&page);
        const bool fine = !page.failed && fwrite(page.data, 1, page.size, cli->out) == page.size;
        lob_buf_release(&page);
        return fine && fflush(cli->out) == 0 ? LOB_EXIT_OK : LOB_EXIT_TOOL_ERROR;
    }
    if (!w.name) {
        return print_help(cli);
    }
    const struct command *command = find_command(w.name);
    const lob_tool *tool = command ? NULL : lob_cli_tool(cli, w.name);
    if (command) {
        return lob_help_command(cli, command->words);
    }
    return tool ? run_verb(cli, tool, 3, (char *[]){argv[0], argv[1], (char[]){"--help"}, NULL})
                : unknown(cli, "command", w.name);
}

static int offer_names(const lob_cli *cli, bool with_commands) {
    for (size_t i = 0; with_commands && i < COMMAND_COUNT; i++) {
        fprintf(cli->out, "%s\n", commands[i].words->name);
    }
    for (size_t i = 0; i < cli->product.tool_count; i++) {
        fprintf(cli->out, "%s\n", cli->product.tools[i].name);
    }
    return fflush(cli->out) == 0 ? LOB_EXIT_OK : LOB_EXIT_TOOL_ERROR;
}

/* complete WORD...: what may stand for the last of the words, which are those of a line up to the cursor. */
static int run_complete(const lob_cli *cli, int argc, char **argv) {
    if (argc < 4) {
        fputs("--help\n--version\n", cli->out);
        return offer_names(cli, true);
    }
    const struct command *command = find_command(argv[2]);
    const lob_tool *tool = command ? NULL : lob_cli_tool(cli, argv[2]);
    if (command && argc == 4 && argv[3][0] != '-' && (command->run == run_call || command->run == run_help)) {
        return offer_names(cli, command->run == run_help);
    }
    if (command) {
        return lob_complete_command(cli, command->words, argc - 3, argv + 3);
    }
    lob_json_init();
    lob_verb *verb = tool ? lob_verb_new(cli, tool) : NULL;
    const int code = verb ? lob_complete_command(cli, lob_verb_command(verb), argc - 3, argv + 3) : LOB_EXIT_OK;
    lob_verb_drop(verb);
    return code;
}

/* ---- the whole ---- */

/* A command that asks the engines itself is a request like any other. */
static int run_command(lob_cli *cli, const struct command *it, int argc, char **argv) {
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

/* The command that the parts are of, on their line. */
static int run_merge(lob_cli *cli, int argc, char **argv) {
    lob_stage stage;
    int code = LOB_EXIT_USAGE;
    if (!lob_stage_begin(&stage, cli, 1, 0)) {
        lob_stage_end(&stage);
        return lob_say_no_memory(cli);
    }
    char **line = lob_merge_line(stage.ctx, cli, &argc, argv, &code);
    const struct command *command = line ? find_command(line[1]) : NULL;
    if (command && (command->words->takes & LOB_TAKES_SHARD)) {
        code = run_command(cli, command, argc, line);
    } else if (line) {
        code = usage(cli, "merge", "the parts are of a command that has no shards");
    }
    lob_stage_end(&stage);
    return code;
}

int lob_cli_run(lob_cli *cli, int argc, char **argv) {
    if (argc < 2) {
        return cli->in_is_terminal ? print_help(cli) : run_serve(cli, argc, argv);
    }
    const char *name = argv[1];
    const bool asks_help = strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0;
    if (asks_help || strcmp(name, "--version") == 0 || strcmp(name, "-V") == 0 || strcmp(name, "version") == 0) {
        return asks_help ? run_help(cli, argc, argv) : lob_help_version(cli);
    }
    if (strcmp(name, "complete") == 0) {
        return run_complete(cli, argc, argv);
    }
    const struct command *command = find_command(name);
    if (command) {
        return run_command(cli, command, argc, argv);
    }
    const lob_tool *tool = lob_cli_tool(cli, name);
    return tool ? run_verb(cli, tool, argc, argv) : unknown(cli, "command", name);
}
