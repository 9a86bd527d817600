/* See tcp_seed.h. Invariant: the lock is held for looking and for changing places alone, never while a file is read or
 * written; a layout is worked on by a reference of the request's own. */
#include "tcp/tcp_seed.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "base/num.h"
#include "io/read.h"
#include "tcp/tcp_merge.h"
#include "tool/common.h"
#include "json/reader.h"

/* ---- life ---- */

bool lob_tcp_seed_init(lob_tcp_seed *seed, lob_sessions *sessions, const lob_product *product) {
    *seed = (lob_tcp_seed){.sessions = sessions, .product = product};
    return pthread_mutex_init(&seed->lock, NULL) == 0;
}

void lob_tcp_seed_release(lob_tcp_seed *seed) {
    lob_layout_drop(seed->active);
    lob_free(seed->source);
    lob_tcp_export_close(seed->exports);
    pthread_mutex_destroy(&seed->lock);
}

bool lob_tcp_bench_init(lob_tcp_bench *bench) {
    *bench = (lob_tcp_bench){.arena = lob_arena_new(0), .ctx = lob_calloc(1, sizeof(lob_ctx))};
    if (!bench->arena || !bench->ctx) {
        lob_tcp_bench_release(bench);
        return false;
    }
    return true;
}

void lob_tcp_bench_release(lob_tcp_bench *bench) {
    if (bench->arena) {
        lob_arena_drop(bench->arena);
    }
    lob_free(bench->ctx);
    *bench = (lob_tcp_bench){0};
}

/* ---- the active layout ---- */

bool lob_tcp_seed_is_active(lob_tcp_seed *seed) {
    pthread_mutex_lock(&seed->lock);
    bool is_active = seed->active || seed->source;
    pthread_mutex_unlock(&seed->lock);
    return is_active;
}

/* What becomes the active layout. */
typedef struct next_layout {
    lob_layout *layout; /* a reference that the seed takes over; NULL: a worker has it */
    char *source;       /* taken over: its file, then */
    const char *sha256;
    const char *session; /* "": it has none */
    bool owns;
} next_layout;

static void activate(lob_tcp_seed *seed, lob_tcp_bench *bench, const next_layout *next) {
    char old[LOB_TCP_SESSION_SIZE];
    pthread_mutex_lock(&seed->lock);
    lob_layout *before = seed->active;
    char *source = seed->source;
    bool closes = seed->owns_session && strcmp(seed->session, next->session) != 0;
    memcpy(old, seed->session, sizeof old);
    seed->active = next->layout;
    seed->source = next->source;
    snprintf(seed->source_sha256, sizeof seed->source_sha256, "%s", next->sha256 ? next->sha256 : "");
    snprintf(seed->session, sizeof seed->session, "%s", next->session);
    seed->owns_session = next->owns;
    pthread_mutex_unlock(&seed->lock);
    lob_layout_drop(before);
    lob_free(source);
    if (closes) {
        (void)lob_session_close(bench->ctx, seed->sessions, lob_str_from(old), NULL);
    }
}

/* ---- errors ---- */

static int code_of(lob_status status) {
    switch (status) {
    case LOB_E_FILE_NOT_FOUND:
        return LOB_TCP_E_NO_FILE;
    case LOB_E_UNSUPPORTED_FORMAT:
    case LOB_E_TOP_CELL_NOT_FOUND:
        return LOB_TCP_E_OPEN;
    case LOB_E_INVALID_BOX:
    case LOB_E_INVALID_LAYER:
    case LOB_E_INVALID_TARGET:
        return LOB_RPC_INVALID_PARAMS;
    case LOB_E_INTERNAL_ERROR:
        return LOB_RPC_INTERNAL_ERROR;
    default:
        return LOB_TCP_E_FAILED;
    }
}

/* What the context tells, as one sentence, and as an ErrorObject beside it. */
static void fail_with(lob_tcp_request *request, const lob_ctx *ctx, lob_status status) {
    const lob_error *error = &ctx->error;
    lob_jsonw w;
    if (status == LOB_E_CANCELLED) {
        lob_tcp_fail(request, LOB_TCP_E_FAILED, "The request was cancelled", NULL);
        return;
    }
    lob_tcp_fail(request, code_of(status), lob_status_name(status), NULL);
    lob_buf_printf(&request->error, ": %s.%s%s", error->message, error->hint[0] ? " " : "", error->hint);
    lob_jsonw_init(&w, &request->result);
    lob_error_write(error, &w);
}

/* The same of a tool that failed: its ErrorObject stays as it is. */
static void fail_with_answer(lob_tcp_request *request, const lob_ctx *ctx, lob_status status) {
    const size_t size = request->result.size;
    const char *told = size > 0 ? lob_arena_strdup(ctx->arena, request->result.data, size) : NULL;
    fail_with(request, ctx, status);
    if (told && status != LOB_E_CANCELLED) {
        lob_buf_clear(&request->result);
        lob_buf_add(&request->result, told, size);
    }
}

/* ---- paths ---- */

/* The parameter `path`; NULL: the reply says that it is missing. */
static const char *path_of(lob_tcp_request *request) {
    const cJSON *path = lob_tcp_param(request, "path");
    if (!cJSON_IsString(path) || path->valuestring[0] == '\0') {
        lob_tcp_fail(request, LOB_RPC_INVALID_PARAMS, "path is required", NULL);
        return NULL;
    }
    return path->valuestring;
}

/* Relative names are meant from the folder that the server was started in. */
static bool make_absolute(const char *path, char out[PATH_MAX]) {
    char folder[PATH_MAX];
    bool is_absolute = path[0] == '/';
    if (!is_absolute && !getcwd(folder, sizeof folder)) {
        return false;
    }
    return (size_t)snprintf(out, PATH_MAX, "%s%s%s", is_absolute ? "" : folder, is_absolute ? "" : "/", path) <
           PATH_MAX;
}

static void fail_reading(lob_tcp_request *request, const lob_ctx *ctx, lob_status status, const char *path) {
    if (status == LOB_E_FILE_NOT_FOUND) {
        lob_tcp_fail(request, LOB_TCP_E_NO_FILE, "File not found: ", path);
    } else {
        fail_with(request, ctx, status);
    }
}

/* ---- open_layout, and any tool ---- */

/* Runs a tool; `result` has its answer. */
static lob_status run_tool(lob_tcp_seed *seed, lob_tcp_bench *bench, const lob_tool *tool, const cJSON *arguments,
                           lob_buf *result) {
    lob_call call = {.ctx = bench->ctx, .sessions = seed->sessions};
    lob_sessions_expire(seed->sessions);
    lob_status status = lob_runner_run(&seed->product->runner, &call, tool, arguments, result);
    lob_call_end(&call);
    return status;
}

/* The path in the arguments of open_layout; the caller's. */
static char *path_of_opened(lob_str opened) {
    lob_json_fault fault;
    cJSON *arguments = lob_json_parse(opened, &fault);
    const cJSON *path = cJSON_GetObjectItemCaseSensitive(arguments, "path");
    const size_t size = cJSON_IsString(path) ? strlen(path->valuestring) + 1 : 0;
    char *copy = size ? lob_malloc(size) : NULL;
    if (copy) {
        memcpy(copy, path->valuestring, size);
    }
    cJSON_Delete(arguments);
    return copy;
}

/* The layout of the session that an answer of open_layout names becomes the active one. */
static lob_status activate_opened(lob_tcp_seed *seed, lob_tcp_bench *bench, const lob_buf *result, bool owns,
                                  char id[LOB_TCP_SESSION_SIZE]) {
    lob_str raw = lob_json_raw_member((lob_str){result->data, result->size}, "session_id");
    lob_session *session;
    size_t size = raw.size > 2 && raw.size - 2 < LOB_TCP_SESSION_SIZE ? raw.size - 2 : 0;
    memcpy(id, size ? raw.data + 1 : "", size);
    id[size] = '\0';
    LOB_TRY(lob_session_find(bench->ctx, seed->sessions, lob_str_from(id), &session));
    next_layout next = {.sha256 = session->sha256, .session = id, .owns = owns};
    if (session->host.arg) {
        next.source = path_of_opened(session->opened);
    } else {
        next.layout = lob_layout_keep(session->layout);
    }
    lob_status status = next.source || next.layout ? LOB_OK : lob_fail_memory(bench->ctx);
    if (status == LOB_OK) {
        activate(seed, bench, &next);
    }
    lob_session_drop(session);
    return status;
}

static const lob_tool *opener(const lob_tcp_seed *seed) {
    for (size_t i = 0; i < seed->product->tool_count; i++) {
        if (strcmp(seed->product->tools[i].name, "open_layout") == 0) {
            return &seed->product->tools[i];
        }
    }
    return NULL;
}

static lob_status open_file(lob_tcp_seed *seed, lob_tcp_bench *bench, const char *path, lob_buf *result,
                            char id[LOB_TCP_SESSION_SIZE]) {
    cJSON *arguments = cJSON_CreateObject();
    bool fine = arguments && cJSON_AddStringToObject(arguments, "path", path);
    lob_status status = fine ? run_tool(seed, bench, opener(seed), arguments, result) : lob_fail_memory(bench->ctx);
    cJSON_Delete(arguments);
    return status == LOB_OK ? activate_opened(seed, bench, result, true, id) : status;
}

lob_status lob_tcp_seed_open(lob_tcp_seed *seed, lob_tcp_bench *bench, const char *path) {
    char id[LOB_TCP_SESSION_SIZE];
    lob_buf result;
    lob_buf_init(&result, LOB_LIMIT_RESULT_SIZE);
    lob_status status = open_file(seed, bench, path, &result, id);
    lob_buf_release(&result);
    return status;
}

/* int(value): whole numbers, also in a string. What it chooses in KLayout, a window has and we have not. */
static bool is_index(const cJSON *value) {
    int64_t ignored;
    return !value || cJSON_IsNumber(value) || cJSON_IsBool(value) ||
           (cJSON_IsString(value) && lob_num_parse_int(value->valuestring, INT32_MIN, INT32_MAX, &ignored));
}

static void run_open(lob_tcp_seed *seed, lob_tcp_bench *bench, lob_tcp_request *request) {
    char absolute[PATH_MAX], id[LOB_TCP_SESSION_SIZE];
    const char *path = path_of(request);
    if (!path) {
        return;
    }
    if (!is_index(lob_tcp_param(request, "cellview_index"))) {
        lob_tcp_fail(request, LOB_RPC_INVALID_PARAMS, "cellview_index must be an integer", NULL);
        return;
    }
    if (!make_absolute(path, absolute)) {
        lob_tcp_fail(request, LOB_TCP_E_NO_FILE, "File not found: ", path);
        return;
    }
    lob_status status = open_file(seed, bench, absolute, &request->result, id);
    if (status != LOB_OK) {
        fail_reading(request, bench->ctx, status, path);
        return;
    }
    request->has_active = true;
    lob_buf_clear(&request->result);
    lob_buf_printf(&request->result, "{\"opened\":true,\"result\":\"%s\"}", id);
}

static void run_any_tool(lob_tcp_seed *seed, lob_tcp_bench *bench, lob_tcp_request *request) {
    char id[LOB_TCP_SESSION_SIZE];
    lob_status status = run_tool(seed, bench, request->tool, request->params, &request->result);
    if (status == LOB_OK && request->tool == opener(seed)) {
        status = activate_opened(seed, bench, &request->result, false, id);
        request->has_active = status == LOB_OK;
    }
    if (status != LOB_OK) {
        fail_with_answer(request, bench->ctx, status);
    }
}

/* ---- the layout of a file ---- */

static lob_status read_file(lob_tcp_seed *seed, lob_ctx *ctx, const char *path, lob_read_result *result) {
    struct stat info;
    int fd;
    uint64_t size_max = lob_sessions_config(seed->sessions)->file_size_max;
    LOB_TRY(lob_file_open_input(ctx, lob_sessions_roots(seed->sessions), lob_str_from(path), size_max, &fd, &info));
    lob_read_options options = {.expected = lob_format_from_name(lob_str_from(path)),
                                .inflated_max = LOB_LIMIT_INFLATED_SIZE,
                                .layout_size_max = LOB_LIMIT_LAYOUT_SIZE};
    return lob_read_layout(ctx, fd, &options, result);
}

/* Reads the file of the active layout, which a worker has read before without harm: it must be the same bytes. */
static lob_status read_source(lob_tcp_seed *seed, lob_tcp_bench *bench, lob_layout **layout) {
    char path[PATH_MAX], sha256[sizeof seed->source_sha256];
    lob_read_result result = {0};
    pthread_mutex_lock(&seed->lock);
    *layout = seed->active ? lob_layout_keep(seed->active) : NULL;
    const bool is_known = *layout || !seed->source;
    snprintf(path, sizeof path, "%s", seed->source ? seed->source : "");
    memcpy(sha256, seed->source_sha256, sizeof sha256);
    pthread_mutex_unlock(&seed->lock);
    if (is_known) {
        return LOB_OK;
    }
    LOB_TRY(read_file(seed, bench->ctx, path, &result));
    if (strcmp(result.sha256, sha256) != 0) {
        lob_layout_drop(result.layout);
        lob_status status = lob_fail(bench->ctx, LOB_E_LAYOUT_NOT_PINNED, "The file is no longer what was opened");
        lob_hint(bench->ctx, "Open it again with open_layout.");
        return status;
    }
    *layout = result.layout;
    pthread_mutex_lock(&seed->lock);
    if (!seed->active && seed->source && strcmp(seed->source_sha256, sha256) == 0) {
        seed->active = lob_layout_keep(result.layout);
    }
    pthread_mutex_unlock(&seed->lock);
    return LOB_OK;
}

/* A reference of the caller's; NULL: there is none, and the reply says so. */
static lob_layout *active_layout(lob_tcp_seed *seed, lob_tcp_bench *bench, lob_tcp_request *request) {
    lob_layout *layout = NULL;
    const lob_status status = read_source(seed, bench, &layout);
    if (status != LOB_OK) {
        fail_with(request, bench->ctx, status);
    } else if (!layout) {
        lob_tcp_fail(request, LOB_TCP_E_NO_LAYOUT, "No active cellview", NULL);
    }
    return layout;
}

/* ---- load_gds ---- */

/* Has a worker, where there are any, read the file first: what ends it does not end this process. */
static lob_status try_file(lob_tcp_seed *seed, lob_tcp_bench *bench, const char *path) {
    lob_buf result;
    if (!seed->product->runner.run) {
        return LOB_OK;
    }
    lob_buf_init(&result, LOB_LIMIT_RESULT_SIZE);
    cJSON *arguments = cJSON_CreateObject();
    const bool fine = arguments && cJSON_AddStringToObject(arguments, "path", path);
    const lob_status status =
        fine ? run_tool(seed, bench, opener(seed), arguments, &result) : lob_fail_memory(bench->ctx);
    const lob_str id = lob_json_raw_member((lob_str){result.data, result.size}, "session_id");
    if (status == LOB_OK && id.size > 2) {
        (void)lob_session_close(bench->ctx, seed->sessions, (lob_str){id.data + 1, id.size - 2}, NULL);
    }
    cJSON_Delete(arguments);
    lob_buf_release(&result);
    if (status == LOB_E_INTERNAL_ERROR || status == LOB_E_CANCELLED) {
        return status;
    }
    lob_error_clear(&bench->ctx->error); /* the reading below reports every other fault */
    return LOB_OK;
}

static lob_status load(lob_tcp_seed *seed, lob_tcp_bench *bench, const char *path, const lob_layout *active,
                       lob_layout **merged) {
    char absolute[PATH_MAX];
    lob_read_result result = {0};
    if (!make_absolute(path, absolute)) {
        return lob_fail(bench->ctx, LOB_E_FILE_NOT_FOUND, "The path is too long");
    }
    LOB_TRY(try_file(seed, bench, absolute));
    LOB_TRY(read_file(seed, bench->ctx, absolute, &result));
    lob_status status = lob_tcp_merge(bench->ctx, active, result.layout, merged);
    lob_layout_drop(result.layout);
    return status;
}

/* Is there a file to be read? That is told before the lack of a layout. */
static bool is_there(lob_tcp_seed *seed, lob_tcp_bench *bench, const char *path) {
    char absolute[PATH_MAX];
    struct stat info;
    int fd = -1;
    lob_status status = make_absolute(path, absolute) ? LOB_OK : LOB_E_FILE_NOT_FOUND;
    if (status == LOB_OK) {
        status =
            lob_file_open_input(bench->ctx, lob_sessions_roots(seed->sessions), lob_str_from(absolute), 0, &fd, &info);
    }
    if (fd >= 0) {
        close(fd);
    }
    lob_error_clear(&bench->ctx->error);
    return status != LOB_E_FILE_NOT_FOUND;
}

static void run_load(lob_tcp_seed *seed, lob_tcp_bench *bench, lob_tcp_request *request) {
    lob_layout *merged;
    const char *path = path_of(request);
    if (!path) {
        return;
    }
    if (!is_there(seed, bench, path)) {
        lob_tcp_fail(request, LOB_TCP_E_NO_FILE, "File not found: ", path);
        return;
    }
    lob_layout *active = active_layout(seed, bench, request);
    if (!active) {
        return;
    }
    lob_status status = load(seed, bench, path, active, &merged);
    lob_layout_drop(active);
    if (status != LOB_OK) {
        fail_reading(request, bench->ctx, status, path);
        return;
    }
    lob_buf_printf(&request->result, "{\"loaded\":true,\"cells\":%u}", lob_layout_cell_count(merged));
    request->has_active = true;
    const next_layout next = {.layout = merged, .session = ""};
    activate(seed, bench, &next);
}

/* ---- get_cell_list ---- */

static void run_cells(lob_tcp_seed *seed, lob_tcp_bench *bench, lob_tcp_request *request) {
    lob_jsonw w;
    lob_layout *layout = active_layout(seed, bench, request);
    if (!layout) {
        return;
    }
    lob_jsonw_init(&w, &request->result);
    lob_jsonw_begin_object(&w);
    lob_jsonw_key(&w, "cells");
    lob_jsonw_begin_array(&w);
    for (uint32_t i = 0; i < lob_layout_cell_count(layout); i++) {
        lob_jsonw_str(&w, lob_layout_cell(layout, lob_layout_cells_by_name(layout)[i])->name);
    }
    lob_jsonw_end_array(&w);
    lob_jsonw_end_object(&w);
    lob_layout_drop(layout);
}

/* ---- export_gds ---- */

/* os.path.dirname() */
static void directory_of(const char *path, char out[PATH_MAX]) {
    const char *slash = strrchr(path, '/');
    size_t size = slash ? (size_t)(slash - path) + 1 : 0;
    size = size < PATH_MAX ? size : PATH_MAX - 1;
    memcpy(out, path, size);
    while (size > 1 && out[size - 1] == '/' && strspn(out, "/") < size) {
        size--;
    }
    out[size] = '\0';
}

static bool find_place(lob_tcp_seed *seed, lob_tcp_request *request, const char *path, int *dir, const char **name) {
    char folder[PATH_MAX];
    if (!seed->exports) {
        lob_tcp_fail(request, LOB_TCP_E_NOT_ALLOWED,
                     "Export is off: start the server with --export-root DIR to let it write below DIR", NULL);
        return false;
    }
    switch (lob_tcp_export_find(seed->exports, path, dir, name)) {
    case LOB_TCP_PLACE_OUTSIDE:
        lob_tcp_fail(request, LOB_TCP_E_NOT_ALLOWED,
                     "Path not allowed, it is not below the folder for exports: ", path);
        return false;
    case LOB_TCP_PLACE_NO_FOLDER:
        directory_of(path, folder);
        lob_tcp_fail(request, LOB_TCP_E_NO_FILE, "Directory not found: ", folder);
        return false;
    case LOB_TCP_PLACE_FINE:
        break;
    }
    return true;
}

static void run_export(lob_tcp_seed *seed, lob_tcp_bench *bench, lob_tcp_request *request) {
    int dir;
    const char *name, *path = path_of(request);
    if (!path || !find_place(seed, request, path, &dir, &name)) {
        return;
    }
    lob_layout *layout = active_layout(seed, bench, request);
    if (layout) {
        lob_jsonw w;
        lob_status status = lob_tcp_export_write(bench->ctx, layout, dir, name);
        if (status != LOB_OK) {
            fail_with(request, bench->ctx, status);
        } else {
            lob_buf_add_text(&request->result, "{\"exported\":true,\"path\":");
            lob_jsonw_init(&w, &request->result);
            lob_jsonw_text(&w, path);
            lob_buf_add_byte(&request->result, '}');
        }
    }
    lob_layout_drop(layout);
    close(dir);
}

/* ---- the whole ---- */

/* The session of the active layout in the place of "$last". False: it has none, or out of memory. */
static bool fill_session(lob_tcp_seed *seed, lob_tcp_request *request) {
    char session[LOB_TCP_SESSION_SIZE];
    pthread_mutex_lock(&seed->lock);
    memcpy(session, seed->session, sizeof session);
    pthread_mutex_unlock(&seed->lock);
    if (session[0] && cJSON_SetValuestring(cJSON_GetObjectItemCaseSensitive(request->params, "session_id"), session)) {
        return true;
    }
    request->action = LOB_TCP_ANSWERED;
    lob_tcp_fail(request, LOB_TCP_E_NO_LAYOUT,
                 "No session is behind $last: open a layout with open_layout first. What load_gds merged has none; "
                 "export it with export_gds and open that file",
                 NULL);
    return false;
}

bool lob_tcp_seed_prepare(lob_tcp_seed *seed, lob_tcp_request *request) {
    const char *key = request->action == LOB_TCP_OPEN || request->action == LOB_TCP_LOAD ? "open" : "";
    if (request->action == LOB_TCP_TOOL) {
        const cJSON *id = lob_tcp_param(request, "session_id");
        if (cJSON_IsString(id) && strcmp(id->valuestring, "$last") == 0 && !fill_session(seed, request)) {
            return false;
        }
        id = lob_tcp_param(request, "session_id");
        key = cJSON_IsString(id) ? id->valuestring : "";
    }
    snprintf(request->key, sizeof request->key, "%s", key);
    return true;
}

void lob_tcp_seed_run(lob_tcp_seed *seed, lob_tcp_bench *bench, lob_tcp_request *request) {
    lob_arena_reset(bench->arena);
    lob_ctx_init(bench->ctx, bench->arena);
    bench->ctx->cancel = &request->cancel;
    lob_buf_clear(&request->result);
    switch (request->action) {
    case LOB_TCP_OPEN:
        run_open(seed, bench, request);
        break;
    case LOB_TCP_LOAD:
        run_load(seed, bench, request);
        break;
    case LOB_TCP_CELLS:
        run_cells(seed, bench, request);
        break;
    case LOB_TCP_EXPORT:
        run_export(seed, bench, request);
        break;
    default:
        run_any_tool(seed, bench, request);
        break;
    }
}

/* ---- selections ---- */

/* A whole number without needless zeros, at most nine or ten digits; *at is moved behind it. */
static bool take_number(const char **at, long long min, long long max) {
    const char *text = *at, *first = text + (*text == '-');
    size_t digits = strspn(first, "0123456789");
    bool is_written_so = digits > 0 && digits <= 10 && (first[0] != '0' || (digits == 1 && first == text));
    long long value = is_written_so ? strtoll(text, NULL, 10) : 0;
    *at = first + digits;
    return is_written_so && value >= min && value <= max;
}

bool lob_tcp_is_selection(const char *text) {
    size_t numbers = 0;
    if (!take_number(&text, 0, UINT32_MAX) || *text++ != '/' || !take_number(&text, 0, UINT32_MAX) || *text++ != '@') {
        return false;
    }
    do {
        if (!take_number(&text, INT32_MIN, INT32_MAX)) {
            return false;
        }
        numbers++;
    } while (*text++ == '_');
    return text[-1] == '\0' && numbers >= 6 && numbers % 2 == 0;
}
