/* Words into options. Invariants: a wrong word starts nothing; stdout gets one line, when clients may come; a server
 * that others than this machine's may reach says so on stderr. */
#include "http/run.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "base/num.h"
#include "http/daemon.h"
#include "main/settings.h"
#include "json/reader.h"

enum { FILE_SIZE = LOB_HTTP_TOKEN_SIZE_MAX + 4 };

static const char help[] =
    "Usage:\n"
    "  layout-observer serve --http PORT [--http-host ADDRESS] [--http-token-file FILE]\n"
    "                        [--toolset full|contract] [--root DIR]... [--artifact-root DIR] [--no-isolate]\n"
    "      MCP server over HTTP: http://127.0.0.1:PORT" LOB_HTTP_PATH
    "; PORT 0: any that is free, the line on standard\n"
    "      output says which. Who reaches it reads what this user may read: docs/HTTP.md says what is safe.\n"
    "      --no-isolate              everything in one process; otherwise each layout has a worker process\n"
    "      --http-host ADDRESS       listens there instead of 127.0.0.1, and lets others in\n"
    "      --http-token-file FILE    clients must send Authorization: Bearer and what the file says\n";

typedef struct words {
    lob_cli *cli;
    lob_settings settings;
    const char *host, *token_file;
    int64_t port; /* -1: not said */
    char token[FILE_SIZE];
} words;

static int usage(const lob_cli *cli, const char *what) {
    fprintf(cli->err, "%s serve --http: %s; see %s serve --http 0 --help\n", cli->product.name, what,
            cli->product.name);
    return LOB_EXIT_USAGE;
}

/* ---- the command line ---- */

static int take_port(words *w, const char *value) {
    return lob_num_parse_int(value, 0, UINT16_MAX, &w->port)
               ? LOB_EXIT_OK
               : usage(w->cli, "--http takes a port, from 0 (any that is free) to 65535");
}

static int take_host(words *w, const char *value) {
    w->host = value;
    return value[0] != '\0' ? LOB_EXIT_OK : usage(w->cli, "--http-host takes an address or a name of this machine");
}

static int take_token_file(words *w, const char *value) {
    w->token_file = value;
    return value[0] != '\0' ? LOB_EXIT_OK : usage(w->cli, "--http-token-file takes a file");
}

/* One option; LOB_EXIT_OK when it was understood. */
static int take_word(words *w, int argc, char **argv, int *at) {
    static const struct {
        const char *name;
        int (*take)(words *w, const char *value);
    } valued[] = {{"--http", take_port}, {"--http-host", take_host}, {"--http-token-file", take_token_file}};
    const char *text = argv[*at];
    for (size_t i = 0; i < sizeof valued / sizeof valued[0]; i++) {
        const size_t size = strlen(valued[i].name);
        if (strncmp(text, valued[i].name, size) == 0 && (text[size] == '\0' || text[size] == '=')) {
            const char *value = text[size] == '=' ? text + size + 1 : *at + 1 < argc ? argv[++*at] : "";
            (*at)++;
            return valued[i].take(w, value);
        }
    }
    switch (lob_settings_take(&w->settings, w->cli, argc, argv, at)) {
    case LOB_OPTION_TAKEN:
        return LOB_EXIT_OK;
    case LOB_OPTION_BAD:
        return LOB_EXIT_USAGE;
    case LOB_OPTION_OTHER:
        break;
    }
    return usage(w->cli, "an argument is not understood");
}

/* ---- the token ---- */

static ssize_t read_file(const char *path, char *out, size_t size) {
    size_t used = 0;
    ssize_t count = 0;
    const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    while (fd >= 0 && used < size && (count = read(fd, out + used, size - used)) > 0) {
        used += (size_t)count;
    }
    if (fd >= 0) {
        close(fd);
    }
    return fd < 0 || count < 0 ? -1 : (ssize_t)used;
}

/* The file's first and only line: enough of it that nobody guesses it, and nothing that a header cannot hold. */
static int read_token(words *w) {
    const ssize_t size = read_file(w->token_file, w->token, sizeof w->token - 1);
    if (size < 0) {
        return usage(w->cli, "the file of --http-token-file cannot be read");
    }
    w->token[size] = '\0';
    w->token[strcspn(w->token, "\r\n")] = '\0';
    const size_t length = strlen(w->token);
    for (size_t i = 0; i < length; i++) {
        if (w->token[i] < 0x21 || w->token[i] > 0x7e) {
            return usage(w->cli, "the token of --http-token-file must be visible ASCII characters without blanks");
        }
    }
    return length >= LOB_HTTP_TOKEN_SIZE_MIN && length <= LOB_HTTP_TOKEN_SIZE_MAX
               ? LOB_EXIT_OK
               : usage(w->cli, "the token of --http-token-file must have 16 to 512 characters (openssl rand -hex 24)");
}

/* ---- the work ---- */

static bool is_loopback(const char *host) {
    struct in_addr four;
    struct in6_addr six;
    return strcasecmp(host, "localhost") == 0 ||
           (inet_pton(AF_INET, host, &four) == 1 && ntohl(four.s_addr) >> 24 == 127) ||
           (inet_pton(AF_INET6, host, &six) == 1 && IN6_IS_ADDR_LOOPBACK(&six));
}

static void warn(const words *w) {
    if (!is_loopback(w->host)) {
        fprintf(w->cli->err,
                "%s serve: WARNING: --http-host %.200s: whoever reaches this port %s the files of --root that you may "
                "read and runs tools as you; nothing is encrypted. docs/HTTP.md says what to put in front.\n",
                w->cli->product.name, w->host,
                w->token_file != NULL ? "and has the token reads" : "reads, without any password,");
    }
}

static int serve(words *w, lob_sessions *sessions) {
    char what[LOB_HTTP_WHAT_SIZE];
    const bool is_six = strchr(w->host, ':') != NULL;
    const lob_http_options options = {.host = w->host,
                                      .port = (int)w->port,
                                      .token = w->token_file != NULL ? w->token : NULL,
                                      .stop_fd = w->cli->stop_fd,
                                      .first_ms = LOB_HTTP_FIRST_MS,
                                      .alive_ms = LOB_HTTP_ALIVE_MS,
                                      .core = {.sessions = sessions, .product = w->cli->product, .is_shared = true}};
    lob_http_daemon *daemon = lob_http_daemon_open(&options, what);
    if (daemon == NULL) {
        fprintf(w->cli->err, "%s serve --http: %s\n", w->cli->product.name, what);
        return LOB_EXIT_USAGE;
    }
    warn(w);
    fprintf(w->cli->out, "%s serve: listening on http://%s%s%s:%d" LOB_HTTP_PATH "\n", w->cli->product.name,
            is_six ? "[" : "", w->host, is_six ? "]" : "", lob_http_daemon_port(daemon));
    fflush(w->cli->out); /* nobody may be reading it: no reason to end */
    const bool fine = lob_http_daemon_run(daemon);
    lob_http_daemon_close(daemon);
    return fine ? LOB_EXIT_OK : LOB_EXIT_TOOL_ERROR;
}

static int run(words *w, int argc, char **argv) {
    lob_sessions *sessions;
    for (int at = 2; at < argc;) {
        const int code = take_word(w, argc, argv, &at);
        if (code != LOB_EXIT_OK) {
            return code;
        }
    }
    if (w->settings.help) {
        fputs(help, w->cli->out);
        return fflush(w->cli->out) == 0 ? LOB_EXIT_OK : LOB_EXIT_TOOL_ERROR;
    }
    if (w->port < 0) {
        return usage(w->cli, "--http PORT is missing");
    }
    const int code = w->token_file != NULL ? read_token(w) : LOB_EXIT_OK;
    if (code != LOB_EXIT_OK || !lob_settings_open(&w->settings, w->cli, &sessions)) {
        return LOB_EXIT_USAGE;
    }
    w->cli->product.toolset = lob_sessions_config(sessions)->toolset;
    lob_crew *crew;
    const int served = lob_settings_crew(w->cli, sessions, true, &crew) ? serve(w, sessions) : LOB_EXIT_USAGE;
    lob_settings_close(sessions, crew);
    return served;
}

int lob_http_run(lob_cli *cli, int argc, char **argv) {
    lob_arena *arena = lob_arena_new(0);
    words *w = arena != NULL ? LOB_NEW(arena, words) : NULL;
    int code = LOB_EXIT_TOOL_ERROR;
    lob_json_init();
    if (w != NULL) {
        w->cli = cli;
        w->host = "127.0.0.1";
        w->port = -1;
        code = run(w, argc, argv);
    } else {
        fprintf(cli->err, "%s: out of memory\n", cli->product.name);
    }
    lob_arena_drop(arena);
    return code;
}
