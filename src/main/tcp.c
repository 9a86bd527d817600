/* tcp: options, the line that tells the port, the server of src/bridge. Invariant: stdout gets one line, when clients
 * may come; everything else is said on stderr. */
#include "main/tcp.h"

#include <string.h>

#include "base/num.h"
#include "bridge/tcp_server.h"
#include "main/settings.h"
#include "json/reader.h"

enum { PATH_SIZE = 4096, CLIENT_COUNT_MAX = 4096, LINE_SIZE_MIN = 256, LINE_SIZE_MAX = 64 * 1024 * 1024 };

const char lob_tcp_help[] =
    "  layout-observer tcp [--port 9009] [--open FILE] [--export-root DIR] [--no-shutdown] [--root DIR]...\n"
    "      JSON over TCP on 127.0.0.1, a line a message: the methods of KLayout's JSON server, mcp.TOOL, JSON-RPC "
    "2.0.\n"
    "      Also --max-clients N, --max-line BYTES, --idle-timeout SECONDS (0: none), --artifact-root DIR, --toolset, "
    "--no-isolate.\n";

typedef struct tcp_words {
    lob_cli *cli;
    lob_settings settings;
    lob_tcp_options options;
    char open_path[PATH_SIZE], export_root[PATH_SIZE];
} tcp_words;

static int usage(const lob_cli *cli, const char *what) {
    fprintf(cli->err, "%s tcp: %s; see %s --help\n", cli->product.name, what, cli->product.name);
    return LOB_EXIT_USAGE;
}

/* ---- the command line ---- */

static int take_number(const lob_cli *cli, const char *text, int64_t min, int64_t max, const char *what,
                       int64_t *value) {
    return lob_num_parse_int(text, min, max, value) ? LOB_EXIT_OK : usage(cli, what);
}

static int take_path(const tcp_words *t, const char *text, char out[PATH_SIZE], const char *what) {
    return text[0] && lob_path_absolute(text, out, PATH_SIZE) ? LOB_EXIT_OK : usage(t->cli, what);
}

static int take_port(tcp_words *t, const char *text) {
    int64_t port = 0;
    int code = take_number(t->cli, text, 0, UINT16_MAX, "--port takes a number from 0 (any) to 65535", &port);
    t->options.port = (uint16_t)port;
    return code;
}

static int take_open(tcp_words *t, const char *text) {
    t->options.open_path = t->open_path;
    return take_path(t, text, t->open_path, "--open takes a file");
}

static int take_export_root(tcp_words *t, const char *text) {
    t->options.export_root = t->export_root;
    return take_path(t, text, t->export_root, "--export-root takes a folder");
}

static int take_clients(tcp_words *t, const char *text) {
    int64_t count = 0;
    int code = take_number(t->cli, text, 1, CLIENT_COUNT_MAX, "--max-clients takes a number from 1 to 4096", &count);
    t->options.client_count_max = (unsigned)count;
    return code;
}

static int take_line(tcp_words *t, const char *text) {
    int64_t size = 0;
    int code =
        take_number(t->cli, text, LINE_SIZE_MIN, LINE_SIZE_MAX, "--max-line takes bytes, from 256 to 67108864", &size);
    t->options.line_size_max = (size_t)size;
    return code;
}

static int take_idle(tcp_words *t, const char *text) {
    int64_t seconds = 0;
    int code = take_number(t->cli, text, 0, 31536000, "--idle-timeout takes seconds; 0: none", &seconds);
    t->options.idle_ms = seconds * 1000;
    return code;
}

static const struct {
    const char *name;
    int (*take)(tcp_words *t, const char *text);
} valued[] = {{"--port", take_port},           {"--open", take_open},     {"--export-root", take_export_root},
              {"--max-clients", take_clients}, {"--max-line", take_line}, {"--idle-timeout", take_idle}};

/* One option; LOB_EXIT_OK when it was understood. */
static int take_word(tcp_words *t, int argc, char **argv, int *at) {
    const char *text = argv[*at];
    if (strcmp(text, "--no-shutdown") == 0) {
        t->options.has_no_shutdown = true;
        (*at)++;
        return LOB_EXIT_OK;
    }
    for (size_t i = 0; i < sizeof valued / sizeof valued[0]; i++) {
        size_t size = strlen(valued[i].name);
        if (strncmp(text, valued[i].name, size) != 0 || (text[size] != '\0' && text[size] != '=')) {
            continue;
        }
        const char *value = text[size] == '=' ? text + size + 1 : *at + 1 < argc ? argv[++*at] : NULL;
        (*at)++;
        return value ? valued[i].take(t, value) : usage(t->cli, "an option at the end of the line lacks its value");
    }
    switch (lob_settings_take(&t->settings, t->cli, argc, argv, at)) {
    case LOB_OPTION_TAKEN:
        return LOB_EXIT_OK;
    case LOB_OPTION_BAD:
        return LOB_EXIT_USAGE;
    case LOB_OPTION_OTHER:
        break;
    }
    return usage(t->cli, "an argument is not understood");
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
    for (int at = 2; at < argc;) {
        int code = take_word(t, argc, argv, &at);
        if (code != LOB_EXIT_OK) {
            return code;
        }
    }
    if (t->settings.help) {
        fputs(lob_tcp_help, t->cli->out);
        return fflush(t->cli->out) == 0 ? LOB_EXIT_OK : LOB_EXIT_TOOL_ERROR;
    }
    if (!lob_settings_open(&t->settings, t->cli, &t->options.sessions)) {
        return LOB_EXIT_USAGE;
    }
    t->cli->product.toolset = lob_sessions_config(t->options.sessions)->toolset;
    lob_crew *crew;
    int code = lob_settings_crew(t->cli, t->options.sessions, true, &crew) ? serve(t, ctx) : LOB_EXIT_USAGE;
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
        t->options.stop_fd = cli->stop_fd;
        t->options.product = &cli->product;
        code = run(t, ctx, argc, argv);
    } else {
        fprintf(cli->err, "%s: out of memory\n", cli->product.name);
    }
    lob_arena_drop(arena);
    return code;
}
