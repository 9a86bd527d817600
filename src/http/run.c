/* Words into options. Invariants: a wrong word starts nothing; stdout gets one line, when clients may come; a server
 * that others than this machine's may reach says so on stderr. */
#include "http/run.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "cli/http_words.h"
#include "http/daemon.h"
#include "json/reader.h"

enum { FILE_SIZE = LOB_HTTP_TOKEN_SIZE_MAX + 4 };

typedef struct words {
    lob_cli *cli;
    lob_settings settings;
    lob_serve_words given;
    char token[FILE_SIZE];
} words;

static int usage(const lob_cli *cli, const char *what) {
    lob_complain(cli, "serve", "%s", what);
    return LOB_EXIT_USAGE;
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
    const ssize_t size = read_file(w->given.token_file, w->token, sizeof w->token - 1);
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
    if (!is_loopback(w->given.host)) {
        fprintf(
            w->cli->err,
            "%s serve: WARNING: --http-host %.200s: anyone who reaches this port %s the files of --root that you may "
            "read and run tools as you; nothing is encrypted. docs/HTTP.md says what to put in front.\n",
            w->cli->product.name, w->given.host,
            w->given.token_file != NULL ? "and has the token can read" : "can, without a password, read");
    }
}

static int serve(words *w, lob_sessions *sessions) {
    char what[LOB_HTTP_WHAT_SIZE];
    const bool is_six = strchr(w->given.host, ':') != NULL;
    const lob_http_options options = {.host = w->given.host,
                                      .port = (int)w->given.port,
                                      .token = w->given.token_file != NULL ? w->token : NULL,
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
            is_six ? "[" : "", w->given.host, is_six ? "]" : "", lob_http_daemon_port(daemon));
    fflush(w->cli->out); /* nobody may be reading it: no reason to end */
    const bool fine = lob_http_daemon_run(daemon);
    lob_http_daemon_close(daemon);
    return fine ? LOB_EXIT_OK : LOB_EXIT_TOOL_ERROR;
}

static int run(words *w, int argc, char **argv) {
    lob_sessions *sessions;
    int code;
    if (!lob_command_read(w->cli, &lob_serve_command, &w->settings, &w->given, argc, argv, NULL, &code)) {
        return code;
    }
    w->given.host = w->given.host ? w->given.host : "127.0.0.1";
    if (w->given.port < 0) {
        return usage(w->cli, "--http PORT is missing");
    }
    w->settings.is_server = true;
    code = w->given.token_file != NULL ? read_token(w) : LOB_EXIT_OK;
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
        w->given.port = -1;
        code = run(w, argc, argv);
    } else {
        lob_say_no_memory(cli);
    }
    lob_arena_drop(arena);
    return code;
}
