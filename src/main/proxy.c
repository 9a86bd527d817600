/* Finding the other program and becoming it. Invariant: nothing is looked up in PATH or taken from the environment:
 * what runs was installed with this program. */
#include "main/proxy.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "cli/http_words.h"

bool lob_proxy_find(const char *self, char *out, size_t size) {
    static const char *const places[] = {"layout-observer-http", "../libexec/layout-observer/layout-observer-http"};
    const char *slash = strrchr(self, '/');
    int folder = slash != NULL ? (int)(slash - self) : 0;
    for (size_t i = 0; slash != NULL && i < sizeof places / sizeof places[0]; i++) {
        int length = snprintf(out, size, "%.*s/%s", folder, self, places[i]);
        if (length > 0 && (size_t)length < size && access(out, X_OK) == 0) {
            return true;
        }
    }
    return false;
}

/* Help is printed here, so that it needs no other program. */
static bool ends_here(const lob_cli *cli, int argc, char **argv, int *code) {
    static const lob_command *const commands[] = {&lob_llm_proxy_command, &lob_roundtrip_command, &lob_view_command};
    union {
        lob_llm_words llm;
        lob_view_words view;
    } words = {.llm = {0}};
    lob_settings settings = {0};
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
        if (strcmp(argv[1], commands[i]->name) == 0) {
            return !lob_command_read(cli, commands[i], &settings, &words, argc, argv, NULL, code);
        }
    }
    return false;
}

int lob_cli_proxy(lob_cli *cli, int argc, char **argv) {
    char self[4096], path[4096];
    int code;
    if (ends_here(cli, argc, argv, &code)) {
        return code;
    }
    ssize_t size = readlink("/proc/self/exe", self, sizeof self - 1);
    self[size > 0 ? size : 0] = '\0';
    if (!lob_proxy_find(self, path, sizeof path)) {
        fprintf(cli->err,
                "%s %s: the program layout-observer-http is neither beside this one nor in "
                "../libexec/layout-observer; build it (make all, needs libmicrohttpd and libcurl) or install it\n",
                cli->product.name, argv[1]);
        return LOB_EXIT_USAGE;
    }
    fflush(cli->out);
    fflush(cli->err);
    execv(path, argv);
    fprintf(cli->err, "%s %s: layout-observer-http could not be started: %s\n", cli->product.name, argv[1],
            strerror(errno));
    return LOB_EXIT_USAGE;
}
