/* Asking a client for its roots, and holding arguments against them. See roots.h. */
#include "mcp/roots.h"

#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "base/log.h"

enum { TURN_MS = 20, ID_SIZE = 32, DEPTH_MAX = 8 };

typedef enum { UNASKED, ASKED, SETTLED } stage;

struct lob_client_roots {
    pthread_mutex_t lock; /* of all below */
    pthread_cond_t heard;
    bool is_offered;
    stage stage;
    uint32_t question; /* counts what was asked */
    int64_t asked_ms;
    char *folders[LOB_ROOTS_COUNT_MAX]; /* owned: absolute, resolved, without a slash at the end ("/" is "") */
    unsigned count;                     /* 0: nothing is narrowed */
};

/* ---- life ---- */

lob_client_roots *lob_client_roots_new(void) {
    lob_client_roots *roots = lob_calloc(1, sizeof *roots);
    pthread_condattr_t attr;
    if (!roots || pthread_condattr_init(&attr) != 0) {
        lob_free(roots);
        return NULL;
    }
    pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
    const bool has_cond = pthread_cond_init(&roots->heard, &attr) == 0;
    pthread_condattr_destroy(&attr);
    if (!has_cond || pthread_mutex_init(&roots->lock, NULL) != 0) {
        if (has_cond) {
            pthread_cond_destroy(&roots->heard);
        }
        lob_free(roots);
        return NULL;
    }
    return roots;
}

static void clear(lob_client_roots *roots) {
    while (roots->count > 0) {
        lob_free(roots->folders[--roots->count]);
    }
}

void lob_client_roots_drop(lob_client_roots *roots) {
    if (roots) {
        clear(roots);
        pthread_cond_destroy(&roots->heard);
        pthread_mutex_destroy(&roots->lock);
        lob_free(roots);
    }
}

void lob_client_roots_offer(lob_client_roots *roots, bool is_offered) {
    pthread_mutex_lock(&roots->lock);
    roots->is_offered = is_offered;
    roots->stage = UNASKED;
    clear(roots);
    pthread_mutex_unlock(&roots->lock);
}

void lob_client_roots_forget(lob_client_roots *roots) {
    pthread_mutex_lock(&roots->lock);
    roots->stage = UNASKED; /* the old list holds until the new one is there */
    pthread_mutex_unlock(&roots->lock);
}

/* ---- the answer ---- */

static int digit(char c) {
    const char *all = "0123456789abcdef0123456789ABCDEF", *at = c ? strchr(all, c) : NULL;
    return at ? (int)((at - all) % 16) : -1;
}

/* The path of a file: URI of this machine, percent signs resolved. False: it is none. */
static bool path_of_uri(const char *uri, char path[PATH_MAX]) {
    size_t size = 0;
    if (strncmp(uri, "file://", 7) != 0) {
        return false;
    }
    uri += 7;
    uri += strncmp(uri, "localhost/", 10) == 0 ? 9 : 0;
    while (*uri && size + 1 < PATH_MAX) {
        const int high = uri[0] == '%' ? digit(uri[1]) : -1, low = high >= 0 ? digit(uri[2]) : -1;
        path[size++] = low >= 0 ? (char)(high * 16 + low) : *uri;
        if (path[size - 1] == '\0') {
            return false;
        }
        uri += low >= 0 ? 3 : 1;
    }
    path[size] = '\0';
    return *uri == '\0' && path[0] == '/';
}

/* As the system resolves it; one that is not there stays as it is written, and holds nothing. */
static char *resolve(const char *path) {
    char real[PATH_MAX];
    const char *best = realpath(path, real) ? real : path;
    size_t size = strlen(best);
    while (size > 0 && best[size - 1] == '/') {
        size--;
    }
    char *copy = lob_malloc(size + 1);
    if (copy) {
        memcpy(copy, best, size);
        copy[size] = '\0';
    }
    return copy;
}

static void take_list(lob_client_roots *roots, const cJSON *list) {
    const cJSON *item;
    cJSON_ArrayForEach(item, list) {
        const char *uri = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(item, "uri"));
        char path[PATH_MAX];
        if (uri && roots->count < LOB_ROOTS_COUNT_MAX && path_of_uri(uri, path)) {
            roots->folders[roots->count] = resolve(path);
            roots->count += roots->folders[roots->count] != NULL;
        }
    }
}

static void print_id(const lob_client_roots *roots, char id[ID_SIZE]) {
    snprintf(id, ID_SIZE, "\"roots-%u\"", (unsigned)roots->question);
}

void lob_client_roots_hear(lob_client_roots *roots, const lob_rpc_message *response) {
    const cJSON *result = cJSON_GetObjectItemCaseSensitive(response->tree, "result");
    char id[ID_SIZE];
    pthread_mutex_lock(&roots->lock);
    print_id(roots, id);
    if (roots->stage == ASKED && lob_str_equal(response->id, lob_str_from(id))) {
        clear(roots);
        take_list(roots, cJSON_GetObjectItemCaseSensitive(result, "roots"));
        roots->stage = SETTLED;
        pthread_cond_broadcast(&roots->heard);
    }
    pthread_mutex_unlock(&roots->lock);
}

/* ---- the question ---- */

/* The lock is held. */
static bool ask(lob_client_roots *roots, lob_connection *connection) {
    char id[ID_SIZE], line[96];
    roots->question++;
    print_id(roots, id);
    const int size = snprintf(line, sizeof line, "{\"jsonrpc\":\"2.0\",\"id\":%s,\"method\":\"roots/list\"}\n", id);
    roots->stage = ASKED;
    roots->asked_ms = lob_clock_ms();
    return connection->send(connection, LOB_LINE_NOTICE, (lob_str){line, (size_t)size});
}

static void wait_turn(lob_client_roots *roots) {
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += TURN_MS * 1000000L;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    pthread_cond_timedwait(&roots->heard, &roots->lock, &until);
}

bool lob_client_roots_ready(lob_client_roots *roots, lob_connection *connection) {
    pthread_mutex_lock(&roots->lock);
    if (roots->is_offered && roots->stage == UNASKED && !ask(roots, connection)) {
        roots->stage = SETTLED;
    }
    if (roots->is_offered && roots->stage == ASKED) {
        wait_turn(roots);
        if (roots->stage == ASKED && lob_clock_ms() - roots->asked_ms >= LOB_ROOTS_WAIT_MS) {
            lob_log(LOB_LOG_WARNING, "the client supports roots but did not list them in time");
            roots->stage = SETTLED;
        }
    }
    const bool is_ready = !roots->is_offered || roots->stage != ASKED;
    pthread_mutex_unlock(&roots->lock);
    return is_ready;
}

/* ---- arguments ---- */

static bool names_file(const cJSON *item, char real[PATH_MAX]) {
    return cJSON_IsString(item) && item->valuestring[0] == '/' && strlen(item->valuestring) < PATH_MAX &&
           realpath(item->valuestring, real) != NULL;
}

/* The first argument that names a file for which `is_fine` does not hold, or NULL. */
static const cJSON *find_file(const cJSON *arguments, int depth, const lob_client_roots *roots, char real[PATH_MAX],
                              bool (*is_fine)(const lob_client_roots *roots, const char *path)) {
    const cJSON *item;
    cJSON_ArrayForEach(item, arguments) {
        const cJSON *found = names_file(item, real) && !is_fine(roots, real) ? item : NULL;
        if (!found && depth > 0 && (cJSON_IsObject(item) || cJSON_IsArray(item))) {
            found = find_file(item, depth - 1, roots, real, is_fine);
        }
        if (found) {
            return found;
        }
    }
    return NULL;
}

static bool never(const lob_client_roots *roots, const char *path) {
    (void)roots;
    (void)path;
    return false;
}

bool lob_client_roots_concern(const cJSON *arguments) {
    char real[PATH_MAX];
    return find_file(arguments, DEPTH_MAX, NULL, real, never) != NULL;
}

static bool is_inside(const lob_client_roots *roots, const char *path) {
    for (unsigned i = 0; i < roots->count; i++) {
        const size_t size = strlen(roots->folders[i]);
        if (strncmp(path, roots->folders[i], size) == 0 && (path[size] == '/' || path[size] == '\0')) {
            return true;
        }
    }
    return roots->count == 0;
}

static lob_status refuse(lob_ctx *ctx, const lob_client_roots *roots, const cJSON *item) {
    const lob_status status =
        lob_fail(ctx, LOB_E_FILE_NOT_FOUND, "The file is outside of the folders that the client lists");
    lob_error_text(&ctx->error, "reason", LOB_STR("outside_roots"));
    if (item->string) {
        lob_error_text(&ctx->error, "argument", lob_str_from(item->string));
    }
    lob_error_text(&ctx->error, "path", lob_str_from(item->valuestring));
    for (unsigned i = 0; i < roots->count && i < LOB_CANDIDATE_COUNT_MAX; i++) {
        lob_error_candidate(&ctx->error, lob_str_from(roots->folders[i][0] ? roots->folders[i] : "/"));
    }
    lob_hint(ctx,
             "Name a file below one of details.candidates, add its folder to the roots of the client, or start the "
             "server with KLAYOUT_MCP_CLIENT_ROOTS=off.");
    return status;
}

lob_status lob_client_roots_check(lob_ctx *ctx, lob_client_roots *roots, const cJSON *arguments) {
    char real[PATH_MAX];
    pthread_mutex_lock(&roots->lock);
    const cJSON *item = find_file(arguments, DEPTH_MAX, roots, real, is_inside);
    const lob_status status = item ? refuse(ctx, roots, item) : LOB_OK;
    pthread_mutex_unlock(&roots->lock);
    return status;
}
