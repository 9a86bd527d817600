/* A server of its own in a folder of its own, as each case and each layout of the sweep has it, and what was wrong.
 *
 * Invariant: whatever happens, the server has ended and its folder is gone when host_stop() returns, or that is a
 * fault. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "snapshot.h"

enum { TIMEOUT_MS = 30000, ENVIRONMENT_COUNT_MAX = 256 };

extern char **environ;

void host_begin(host *h, totals *all, lob_ctx *ctx, const char *title) {
    *h = (host){.all = all, .ctx = ctx, .title = title};
    lob_buf_init(&h->fault_text, 0);
}

void host_end(host *h) {
    h->all->passed += h->faults == 0;
    h->all->failed += h->faults != 0;
    lob_buf_release(&h->fault_text);
}

/* ---- faults ---- */

void wrong(host *h, const char *what) {
    printf("  FAIL %s %s: %s\n", h->title, h->place, what);
    lob_buf_printf(&h->fault_text, "%s: %s\n", h->place, what);
    h->faults++;
}

void print_side(const char *side, lob_str text, size_t at) {
    size_t from = at < 60 ? 0 : at - 60;
    size_t size = text.size - from < 160 ? text.size - from : 160;
    printf("       %s ...%.*s\n", side, (int)size, text.data + from);
}

bool compare(host *h, lob_str expected, lob_str got, const char *fault) {
    if (lob_str_equal(expected, got)) {
        return true;
    }
    size_t at = 0;
    while (at < expected.size && at < got.size && expected.data[at] == got.data[at]) {
        at++;
    }
    wrong(h, fault);
    print_side("expected", expected, at);
    print_side("got     ", got, at);
    return false;
}

/* ---- texts ---- */

lob_str held(lob_ctx *ctx, lob_buf *buf) {
    char *copy = lob_arena_strdup(ctx->arena, buf->data != NULL ? buf->data : "", buf->size);
    lob_str text = {copy, copy != NULL ? buf->size : 0};
    lob_buf_release(buf);
    return text;
}

lob_str compact(lob_ctx *ctx, lob_str raw) {
    lob_buf out;
    lob_buf_init(&out, 0);
    add_compact(&out, raw);
    return held(ctx, &out);
}

lob_str hidden(host *h, lob_str text) {
    lob_buf out;
    lob_buf_init(&out, 0);
    names_hide(&h->known, &out, text);
    return held(h->ctx, &out);
}

lob_str shown(host *h, lob_str text) {
    lob_buf out;
    lob_buf_init(&out, 0);
    names_show(&h->known, &out, text);
    return held(h->ctx, &out);
}

/* ---- the server and its folder ---- */

static void set_environment(host *h, lob_str env, char **list) {
    size_t count = 0;
    for (char **at = environ; *at != NULL && count < ENVIRONMENT_COUNT_MAX - 32; at++) {
        if (strncmp(*at, "KLAYOUT_", 8) != 0) {
            list[count++] = *at;
        }
    }
    lob_buf root;
    lob_buf_init(&root, 0);
    lob_buf_printf(&root, "KLAYOUT_MCP_ARTIFACT_ROOT=%s", h->artifacts);
    list[count++] = lob_arena_strdup(h->ctx->arena, root.data, root.size);
    lob_buf_release(&root);
    /* env is an array of "NAME=VALUE". */
    for (lob_str item; env.data != NULL && next_element(&env, &item) && count < ENVIRONMENT_COUNT_MAX - 1;) {
        lob_str pair = shown(h, (lob_str){item.data + 1, item.size - 2});
        list[count++] = lob_arena_strdup(h->ctx->arena, pair.data, pair.size);
    }
    list[count] = NULL;
}

bool host_make_folder(host *h) {
    const char *temporary = getenv("TMPDIR");
    snprintf(h->artifacts, sizeof h->artifacts, "%s/lob-snapshot-XXXXXX", temporary != NULL ? temporary : "/tmp");
    if (mkdtemp(h->artifacts) == NULL) {
        wrong(h, "no temporary folder");
        return false;
    }
    names_add(&h->known, "$FIXTURES", lob_str_from(h->all->fixtures));
    names_add(&h->known, "$ARTIFACTS", lob_str_from(h->artifacts));
    return true;
}

bool host_start(host *h, lob_str env) {
    char *list[ENVIRONMENT_COUNT_MAX];
    set_environment(h, env, list);
    lob_mcp_client_options options = {.argv = h->all->server, .environment = list, .timeout_ms = TIMEOUT_MS};
    lob_mcp_reply reply;
    if (lob_mcp_client_open(h->ctx, &options, &h->client) != LOB_OK ||
        lob_mcp_client_initialize(h->ctx, &h->client, "snapshot", &reply) != LOB_OK) {
        wrong(h, h->ctx->error.message);
        return false;
    }
    if (reply.result.data == NULL) {
        wrong(h, "initialize was refused");
        return false;
    }
    return true;
}

void host_stop(host *h) {
    int status = lob_mcp_client_close(&h->client);
    if (status != 0) {
        wrong(h, "the server did not end with status 0");
    }
    char sessions[300];
    snprintf(sessions, sizeof sessions, "%s/sessions", h->artifacts);
    if (rmdir(sessions) != 0 && errno == ENOTEMPTY) {
        wrong(h, "the server left session folders behind");
    }
    char *name = strrchr(h->artifacts, '/');
    *name++ = '\0';
    int parent = open(h->artifacts, O_PATH | O_DIRECTORY | O_CLOEXEC);
    bool removed = false;
    lob_error_clear(&h->ctx->error);
    if (parent < 0 || lob_dir_remove_at(h->ctx, parent, name, &removed) != LOB_OK) {
        wrong(h, "the folder of the run could not be removed");
    }
    if (parent >= 0) {
        close(parent);
    }
}
