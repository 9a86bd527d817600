/* tcp: options, the line that tells the port, the server of src/tcp. Invariant: stdout gets one line, when clients
 * may come; everything else is said on stderr. */
#include "main/tcp.h"

#include <stddef.h>

#include "cli/settings.h"
#include "tcp/tcp_server.h"
#include "json/reader.h"

enum {
    PATH_SIZE = 4096,
    CLIENT_COUNT_MAX = 4096,
    LINE_SIZE_MIN = 256,
    LINE_SIZE_MAX = 64 * 1024 * 1024,
    IDLE_S_MAX = 31536000
};

typedef struct tcp_words {
    lob_cli *cli;
    lob_settings settings;
    lob_tcp_options options;
    const char *open_given, *export_given;
    int64_t port, client_count_max, line_size_max, idle_s;
    lob_switch shutdown;
    char open_path[PATH_SIZE], export_root[PATH_SIZE];
} tcp_words;

#define AT(field) offsetof(tcp_words, field)

static const lob_option option_rows[] = {
    LOB_ROW_NUMBER("port", AT(port), "N", 0, UINT16_MAX,
                   "Listens on this port; default: 9009. 0 selects any free port, and the line on stdout says which."),
    LOB_ROW_TEXT("open", AT(open_given), "FILE", "The same as FILE."),
    LOB_ROW_TEXT("export-root", AT(export_given), "DIR",
                 "export_gds may write below this folder; without it, nowhere."),
    {.name = "shutdown",
     .kind = LOB_OPTION_SWITCH,
     .offset = AT(shutdown),
     .about = "Does not let clients end the server.",
     .shows_no = true},
    LOB_ROW_NUMBER("max-clients", AT(client_count_max), "N", 1, CLIENT_COUNT_MAX,
                   "Accepts at most N clients; default: 256."),
    LOB_ROW_NUMBER("max-line", AT(line_size_max), "BYTES", LINE_SIZE_MIN, LINE_SIZE_MAX,
                   "The longest line that is read; default: 1048576."),
    LOB_ROW_NUMBER("idle-timeout", AT(idle_s), "SECONDS", 0, IDLE_S_MAX,
                   "Drops a client that is silent for this long; default: 600. 0: never."),
};

static const lob_positional word_rows[] = {{"FILE", AT(open_given), false}, {NULL, 0, false}};

const lob_command lob_tcp_command = {
    .name = "tcp",
    .usage = "[FILE] [options]",
    .title = "Serves JSON over TCP on 127.0.0.1, one message per line",
    .about = "FILE is the layout that is active at the start. Clients can use the methods of KLayout's JSON server, "
             "every tool as mcp.TOOL, and JSON-RPC 2.0; docs/TCP.md lists them. Each layout has a worker process "
             "unless --no-isolate is given.",
    .examples = "tcp chip.gds --port 9009",
    .status = "0 ended by a signal or a client, 1 the layout cannot be read, 2 the command line, the environment or "
              "the port is wrong.",
    LOB_ROWS(option_rows),
    .words = word_rows,
    .takes = LOB_TAKES_ROOT | LOB_TAKES_STORE,
};

static int check_words(tcp_words *t) {
    lob_tcp_options *options = &t->options;
    options->port = (uint16_t)t->port;
    options->client_count_max = (unsigned)t->client_count_max;
    options->line_size_max = (size_t)t->line_size_max;
    options->idle_ms = t->idle_s * 1000;
    options->has_no_shutdown = t->shutdown == LOB_SWITCH_OFF;
    options->open_path = t->open_given ? t->open_path : NULL;
    options->export_root = t->export_given ? t->export_root : NULL;
    if ((!t->open_given || lob_path_absolute(t->open_given, t->open_path, PATH_SIZE)) &&
        (!t->export_given || lob_path_absolute(t->export_given, t->export_root, PATH_SIZE))) {
        return LOB_EXIT_OK;
    }
    lob_complain(t->cli, "tcp", "a path is too long");
    return LOB_EXIT_USAGE;
}

/* ---- the work ---- */

/* The layout is to blame for these; everything else is said of the environment. */
static bool is_of_layout(const lob_error *error) {
    return error->code == LOB_E_UNSUPPORTED_FORMAT || error->code == LOB_E_TOP_CELL_NOT_FOUND;
}

static int serve(tcp_words *t, lob_ctx *ctx) {
    lob_tcp_server *server;
    if (lob_tcp_server_open(ctx, &t->options, &server) != LOB_OK) {
        lob_say_error(t->cli, "tcp", &ctx->error);
        return is_of_layout(&ctx->error) ? LOB_EXIT_TOOL_ERROR : LOB_EXIT_USAGE;
    }
    fprintf(t->cli->out, "%s tcp: listening on 127.0.0.1:%u\n", t->cli->product.name, lob_tcp_server_port(server));
    fflush(t->cli->out); /* nobody may be reading it: no reason to end */
    bool fine = lob_tcp_server_run(server);
    lob_tcp_server_close(server);
    return fine ? LOB_EXIT_OK : LOB_EXIT_TOOL_ERROR;
}

static int run(tcp_words *t, lob_ctx *ctx, int argc, char **argv) {
    int code;
    if (!lob_command_read(t->cli, &lob_tcp_command, &t->settings, t, argc, argv, NULL, &code)) {
        return code;
    }
    code = check_words(t);
    if (code != LOB_EXIT_OK) {
        return code;
    }
    t->settings.is_server = true;
    if (!lob_settings_open(&t->settings, t->cli, &t->options.sessions)) {
        return LOB_EXIT_USAGE;
    }
    t->cli->product.toolset = lob_sessions_config(t->options.sessions)->toolset;
    lob_crew *crew;
    code = lob_settings_crew(t->cli, t->options.sessions, true, &crew) ? serve(t, ctx) : LOB_EXIT_USAGE;
    lob_settings_close(t->options.sessions, crew);
    return code;
}

int lob_cli_tcp(lob_cli *cli, int argc, char **argv) {
    lob_arena *arena = lob_arena_new(0);
    tcp_words *t = arena ? LOB_NEW(arena, tcp_words) : NULL;
    lob_ctx *ctx = t ? LOB_NEW(arena, lob_ctx) : NULL;
    int code = LOB_EXIT_TOOL_ERROR;
    lob_json_init();
    if (ctx) {
        lob_ctx_init(ctx, arena);
        ctx->cancel = cli->cancel;
        t->cli = cli;
        t->options = lob_tcp_options_default();
        t->port = t->options.port;
        t->client_count_max = t->options.client_count_max;
        t->line_size_max = (int64_t)t->options.line_size_max;
        t->idle_s = t->options.idle_ms / 1000;
        t->options.stop_fd = cli->stop_fd;
        t->options.product = &cli->product;
        code = run(t, ctx, argc, argv);
    } else {
        lob_say_no_memory(cli);
    }
    lob_arena_drop(arena);
    return code;
}
