/* One case: its file is opened, its calls are made, each twice, and the session is closed.
 *
 * What must hold of every answer: it is valid by its schema, or an error with a hint that is not INTERNAL_ERROR; the
 * same question gives the same answer, but for names and times of what a call makes; when the session is closed there
 * are as many blocks of memory as before.
 */
#include "user.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "base/utf8.h"
#include "gen/parse.h"
#include "session/jobs.h"
#include "tool/registry.h"
#include "json/reader.h"

enum { TIMES_MAX = 3, LATE_NS = 500000000 };

typedef struct run {
    const user_case *of;
    user_watch *watch;
    const user_bounds *bounds;
    user_known known;
    bool keeps_memory; /* a job was started: its result is kept */
    bool is_closed, has_other;
    unsigned cell_count, layer_mode;
    uint64_t dice; /* which calls are made twice */
} run;

static lob_sessions *sessions;
static bool tells_errors; /* USER_TELL is set */
static char folder[64];
int user_owner;

/* ---- memory of a call, where a sanitizer counts it ---- */

#pragma weak __sanitizer_install_malloc_and_free_hooks
#pragma weak __sanitizer_get_allocated_size
int __sanitizer_install_malloc_and_free_hooks(void (*)(const volatile void *, size_t), void (*)(const volatile void *));
size_t __sanitizer_get_allocated_size(const volatile void *);

static _Atomic int64_t memory_now, memory_peak;

static void count_malloc(const volatile void *block, size_t size) {
    (void)block;
    const int64_t now = atomic_fetch_add(&memory_now, (int64_t)size) + (int64_t)size;
    if (now > atomic_load_explicit(&memory_peak, memory_order_relaxed)) {
        atomic_store_explicit(&memory_peak, now, memory_order_relaxed); /* near enough between threads */
    }
}

static void count_free(const volatile void *block) {
    atomic_fetch_sub(&memory_now, block ? (int64_t)__sanitizer_get_allocated_size(block) : 0);
}

/* ---- the store ---- */

static void open_store(void) {
    tells_errors = getenv("USER_TELL") != NULL;
    lob_config config = {.session_ttl_ms = INT32_MAX,
                         .session_count_max = 8,
                         .file_size_max = 1 << 26,
                         .artifact_quota_size = 1 << 28,
                         .drc_timeout_ms = 20000,
                         .search_path = "/usr/local/bin:/usr/bin:/bin"};
    FUZZ_REQUIRE(lob_tool_count <= USER_TOOLS_MAX);
    lob_arena *arena = lob_arena_new(0);
    lob_ctx ctx;
    lob_ctx_init(&ctx, arena);
    snprintf(folder, sizeof folder, "%s/lob_user.%d.XXXXXX", access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp",
             user_owner ? user_owner : (int)getpid());
    FUZZ_REQUIRE(arena && mkdtemp(folder));
    strcpy(config.artifact_root, folder);
    FUZZ_REQUIRE(lob_sessions_open(&ctx, &config, &sessions) == LOB_OK);
    lob_arena_drop(arena);
    if (__sanitizer_install_malloc_and_free_hooks) {
        __sanitizer_install_malloc_and_free_hooks(count_malloc, count_free);
    }
}

void user_store_close(void) {
    if (sessions) {
        lob_ctx ctx;
        bool removed;
        lob_arena *arena = lob_arena_new(0);
        lob_ctx_init(&ctx, arena);
        lob_sessions_close(sessions);
        sessions = NULL;
        char *name = strrchr(folder, '/');
        *name++ = '\0';
        const int above = open(folder, O_PATH | O_DIRECTORY);
        FUZZ_REQUIRE(lob_dir_remove_at(&ctx, above, name, &removed) == LOB_OK);
        close(above);
        lob_arena_drop(arena);
    }
}

/* ---- answers ---- */

static void fail(const lob_tool *tool, const cJSON *arguments, const char *what, const char *detail) {
    char *text = arguments ? cJSON_PrintUnformatted(arguments) : NULL;
    fprintf(stderr, "USER: %s: %s: %.300s\nUSER: arguments %.1000s\n", tool->name, what, detail, text ? text : "");
    abort();
}

/* What differs from call to call by contract: names of what a call makes, and times. */
static void mask(cJSON *tree) {
    static const char *const names[] = {
        "elapsed_ms", "path",  "run_id",  "job_id",   "render_id", "artifacts", "image",       "began",
        "session_id", "notes", "picture", "pictures", "profile",   "seconds",   "cpu_seconds", "memory_peak_bytes"};
    for (cJSON *item = tree->child; item;) {
        cJSON *next = item->next;
        bool is_own = false;
        for (size_t i = 0; item->string && i < sizeof names / sizeof names[0]; i++) {
            is_own = is_own || strcmp(item->string, names[i]) == 0;
        }
        if (is_own || (item->string && strstr(item->string, "_path"))) {
            cJSON_Delete(cJSON_DetachItemViaPointer(tree, item));
        } else if (item->child) {
            mask(item); /* the schema bounds how deep an answer is */
        }
        item = next;
    }
}

/* Texts of a layout may hold NUL, which an answer writes as \u0000 and cJSON cannot hold: here another stands for it.
 */
static cJSON *parse_answer(lob_str json, lob_json_fault *fault) {
    static const char nul[] = "\\u0000";
    cJSON *tree = lob_json_parse(json, fault);
    if (!tree && lob_json_check(json, true, fault)) {
        char *copy = malloc(json.size);
        FUZZ_REQUIRE(copy);
        memcpy(copy, json.data, json.size);
        for (size_t i = 0; i + sizeof nul - 1 <= json.size; i++) {
            if (memcmp(copy + i, nul, sizeof nul - 1) == 0) {
                copy[i + 5] = '1';
            }
            i += copy[i] == '\\'; /* and what it escapes */
        }
        tree = lob_json_parse((lob_str){copy, json.size}, fault);
        free(copy);
    }
    return tree;
}

static cJSON *check_answer(lob_ctx *ctx, const lob_tool *tool, const cJSON *arguments, lob_status status,
                           lob_str json) {
    lob_json_fault fault;
    lob_error_object error;
    lob_error_clear(&ctx->error);
    cJSON *tree = parse_answer(json, &fault);
    if (!tree) {
        fail(tool, arguments, "not JSON", fault.what);
    }
    if (status == LOB_OK) {
        if (lob_tool_check_response(ctx, tool, tree) != LOB_OK) {
            fail(tool, arguments, "against its schema", json.data);
        }
    } else if (status == LOB_E_INTERNAL_ERROR) {
        fail(tool, arguments, "INTERNAL_ERROR", json.data);
    } else if (lob_error_object_parse(ctx, tree, &error) != LOB_OK ||
               !cJSON_IsString(cJSON_GetObjectItem(cJSON_GetObjectItem(tree, "details"), "hint"))) {
        fail(tool, arguments, "an error without code, message and hint", json.data);
    } else if (strstr(json.data, "details.candidates") && !strstr(json.data, "\"candidates\":")) {
        fail(tool, arguments, "a hint promises candidates that are not there", json.data);
    }
    return tree;
}

/* ---- one call ---- */

static int64_t processor_ns(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return t.tv_sec * INT64_C(1000000000) + t.tv_nsec;
}

static void note_cost(run *r, const lob_tool *tool, const cJSON *arguments, int64_t spent_ns) {
    const uint64_t memory = r->watch->memory_peak;
    const bool is_slow = r->bounds && spent_ns > r->bounds->time_ns;
    const bool is_large = r->bounds && memory > r->bounds->memory_size;
    r->watch->late += r->bounds && spent_ns > r->watch->limit_ns + LATE_NS;
    r->watch->slow += is_slow;
    r->watch->large += is_large;
    if ((is_slow || is_large) && r->bounds->log) {
        char *text = cJSON_PrintUnformatted(arguments);
        fprintf(r->bounds->log, "seed %llu %s %.2f s %llu MiB %.300s\n", (unsigned long long)r->watch->seed, tool->name,
                (double)spent_ns * 1e-9, (unsigned long long)(memory >> 20), text);
        fflush(r->bounds->log);
        cJSON_free(text);
    }
}

/* A copy of the answer's bytes is in `out`; NULL: cancelled. */
static cJSON *call_once(run *r, const lob_tool *tool, const cJSON *arguments, lob_buf *out, lob_status *status) {
    user_watch *w = r->watch;
    const bool is_job = strcmp(tool->name, "evaluate") == 0 || strcmp(tool->name, "optimize") == 0;
    r->keeps_memory = r->keeps_memory || is_job;
    w->limit_ns =
        r->bounds ? r->bounds->time_ns / (r->bounds->repeats_all || w->seed % 16 == 0 ? 1 : 8) : INT64_MAX / 8;
    w->limit_ns *= is_job ? 4 : 1;
    lob_arena *arena = lob_arena_new(LOB_LIMIT_REQUEST_MEMORY_SIZE);
    lob_ctx *ctx = calloc(1, sizeof *ctx);
    FUZZ_REQUIRE(arena && ctx);
    lob_ctx_init(ctx, arena);
    ctx->cancel = &w->cancel;
    lob_call call = {.ctx = ctx, .sessions = sessions};
    lob_buf_clear(out);
    const int64_t before = atomic_load(&memory_now);
    atomic_store(&memory_peak, before);
    w->began_ns = processor_ns();
    snprintf(w->tool, sizeof w->tool, "%s", tool->name);
    __atomic_add_fetch(&w->call, 1, __ATOMIC_SEQ_CST);
    *status = lob_tool_run(&call, tool, arguments, out);
    const int64_t spent = processor_ns() - w->began_ns;
    w->began_ns = INT64_MAX;
    w->memory_peak = (uint64_t)(atomic_load(&memory_peak) - before);
    w->calls++;
    w->tool_ns[tool - lob_tools] += (uint64_t)spent;
    w->tool_calls[tool - lob_tools]++;
    w->tool_fine[tool - lob_tools] += *status == LOB_OK;
    w->tool_cancelled[tool - lob_tools] += *status == LOB_E_CANCELLED;
    user_table_note(w, tool, arguments);
    w->errors += *status != LOB_OK;
    note_cost(r, tool, arguments, spent);
    cJSON *tree = NULL;
    if (*status != LOB_E_CANCELLED) {
        tree = check_answer(ctx, tool, arguments, *status, (lob_str){out->data, out->size});
    }
    if (tells_errors && tree && *status != LOB_OK) {
        const cJSON *message = cJSON_GetObjectItem(tree, "message");
        fprintf(stderr, "USER: error of %s: %s\n", tool->name, message->valuestring);
    }
    w->cancelled += *status == LOB_E_CANCELLED;
    atomic_store(&w->cancel.requested, false);
    lob_arena_drop(arena);
    free(ctx);
    return tree;
}

static bool is_repeatable(const lob_tool *tool) {
    static const char *const not_twice[] = {"close_session", "evaluate",   "optimize",
                                            "poll",          "cancel_job", "open_layout"};
    for (size_t i = 0; i < sizeof not_twice / sizeof not_twice[0]; i++) {
        if (strcmp(tool->name, not_twice[i]) == 0) {
            return false;
        }
    }
    return true;
}

static void compare(const lob_tool *tool, const cJSON *arguments, cJSON *first, cJSON *second, const lob_buf *a,
                    const lob_buf *b) {
    if (a->size == b->size && memcmp(a->data, b->data, a->size) == 0) {
        return;
    }
    mask(first);
    mask(second);
    if (!cJSON_Compare(first, second, true)) {
        fprintf(stderr, "USER: first %.2000s\nUSER: then  %.2000s\n", a->data, b->data);
        fail(tool, arguments, "another answer to the same question", "");
    }
}

/* The answer, which the caller deletes; NULL: cancelled. */
static cJSON *ask(run *r, const lob_tool *tool, const cJSON *arguments, lob_status *status) {
    lob_buf bytes[2];
    lob_status again;
    lob_buf_init(&bytes[0], LOB_LIMIT_LINE_OUT_SIZE);
    lob_buf_init(&bytes[1], LOB_LIMIT_LINE_OUT_SIZE);
    cJSON *answer = call_once(r, tool, arguments, &bytes[0], status);
    const bool is_twice = !r->bounds || r->bounds->repeats_all || user_random(&r->dice) % 3 == 0;
    if (answer && is_repeatable(tool) && is_twice) {
        cJSON *second = call_once(r, tool, arguments, &bytes[1], &again);
        if (second) {
            if (*status == LOB_OK) {
                user_known_learn(&r->known, answer);
            }
            compare(tool, arguments, answer, second, &bytes[0], &bytes[1]);
        }
        cJSON_Delete(second);
    } else if (answer && *status == LOB_OK) {
        user_known_learn(&r->known, answer);
    }
    lob_buf_release(&bytes[0]);
    lob_buf_release(&bytes[1]);
    return answer;
}

/* ---- the case ---- */

static void write_file(const char *path, const user_file *file) {
    FILE *out = fopen(path, "w");
    FUZZ_REQUIRE(out && fwrite(file->bytes.data, 1, file->bytes.size, out) == file->bytes.size && fclose(out) == 0);
}

static const lob_tool *tool_named(const char *name) {
    const lob_tool *tool = lob_tool_find(lob_str_from(name), LOB_TOOLSET_FULL);
    FUZZ_REQUIRE(tool);
    return tool;
}

static lob_status try_open(run *r, cJSON *arguments, bool may_refuse) {
    lob_status status;
    const lob_tool *tool = tool_named("open_layout");
    cJSON *answer = ask(r, tool, arguments, &status);
    if (status == LOB_OK) {
        const cJSON *id = cJSON_GetObjectItem(answer, "session_id");
        snprintf(r->known.session, sizeof r->known.session, "%s", id->valuestring);
    } else if (!may_refuse && status != LOB_E_CANCELLED && status != LOB_E_TOOL_LIMIT_EXCEEDED) {
        char *text = cJSON_PrintUnformatted(answer);
        fail(tool, arguments, "a file of our own writer is refused", text);
    }
    cJSON_Delete(answer);
    cJSON_Delete(arguments);
    return status;
}

/* One in eight is opened with other arguments first: a top cell, a convention, layer properties. */
static bool open_session(run *r, const uint8_t *record, bool is_odd) {
    user_dice d = user_dice_of(record);
    lob_status status = LOB_E_CANCELLED;
    for (unsigned i = 0; i < 6 && i < r->cell_count; i++) {
        const lob_str name = user_cell_name(i, r->layer_mode);
        if (lob_utf8_valid(name)) {
            user_known_add(&r->known.cells, name.data);
        }
    }
    if (user_random(&d.state) % 8 == 0) {
        status = try_open(r, user_arguments(&d, tool_named("open_layout"), &r->known), true);
    }
    if (status != LOB_OK) {
        cJSON *arguments = cJSON_CreateObject();
        cJSON_AddStringToObject(arguments, "path", r->known.path);
        status = try_open(r, arguments, is_odd);
    }
    r->watch->opened += status == LOB_OK;
    r->watch->refused += status != LOB_OK;
    return status == LOB_OK;
}

static void close_session(run *r) {
    lob_status status;
    cJSON *arguments = cJSON_CreateObject();
    cJSON_AddStringToObject(arguments, "session_id", r->known.session);
    cJSON_Delete(ask(r, tool_named("close_session"), arguments, &status));
    cJSON_Delete(arguments);
}

/* Jobs are dear, and what reads other files seldom finds one. */
static const lob_tool *some_tool(user_dice *d) {
    static const char *const rare[] = {"evaluate", "optimize", "poll", "cancel_job", "close_session", "open_layout"};
    const lob_tool *tool = &lob_tools[user_roll(d, lob_tool_count)];
    for (size_t i = 0; i < sizeof rare / sizeof rare[0]; i++) {
        if (strcmp(tool->name, rare[i]) == 0 && !user_one_in(d, 48)) {
            static const char *const instead[] = {"query_region", "render_view", "list_ports", "query_region"};
            return tool_named(instead[i % 4]);
        }
    }
    return tool;
}

/* What a tool needs before it can say anything: ids of objects, a run, a job. */
static const char *needed_before(const lob_tool *tool, const user_known *known) {
    static const struct {
        const char *tool, *before;
        size_t texts;
    } needs[] = {{"measure_geometry", "query_region", offsetof(user_known, ids)},
                 {"analyze_waveguide", "query_region", offsetof(user_known, ids)},
                 {"trace_waveguide", "list_ports", offsetof(user_known, ports)},
                 {"extract_markers", "run_drc_script", offsetof(user_known, runs)},
                 {"poll", "evaluate", offsetof(user_known, jobs)},
                 {"cancel_job", "evaluate", offsetof(user_known, jobs)}};
    for (size_t i = 0; i < sizeof needs / sizeof needs[0]; i++) {
        const user_texts *texts = (const user_texts *)(const void *)((const char *)known + needs[i].texts);
        if (strcmp(tool->name, needs[i].tool) == 0 && texts->count == 0) {
            return needs[i].before;
        }
    }
    return NULL;
}

/* The layout without its last element: what a diff is asked about. */
static void write_other(run *r) {
    user_file other;
    unsigned last = 0;
    for (unsigned i = 1; i < r->of->count; i++) {
        last = user_record_kind_of(r->of->records[i]) == USER_ELEMENT ? i : last;
    }
    user_file_make(r->of, last, &other);
    write_file(r->known.other_path, &other);
    lob_buf_release(&other.bytes);
    r->has_other = true;
}

static void make_call(run *r, const uint8_t *record) {
    user_dice d = user_dice_of(record);
    const lob_tool *tool = some_tool(&d);
    lob_status status;
    if (strcmp(tool->name, "open_layout") == 0) {
        return; /* once is enough */
    }
    if (strcmp(tool->name, "diff_layouts") == 0 && !r->has_other) {
        write_other(r);
    }
    const char *before = needed_before(tool, &r->known);
    if (before) {
        cJSON *first = user_arguments(&d, tool_named(before), &r->known);
        cJSON_Delete(ask(r, tool_named(before), first, &status));
        cJSON_Delete(first);
    }
    cJSON *arguments = user_arguments(&d, tool, &r->known);
    cJSON *answer = ask(r, tool, arguments, &status);
    r->is_closed = r->is_closed || (strcmp(tool->name, "close_session") == 0 && status == LOB_OK);
    for (unsigned pages = 0; answer && status == LOB_OK && pages < 2; pages++) {
        const cJSON *cursor = cJSON_GetObjectItem(answer, "next_cursor");
        if (!cJSON_IsString(cursor)) {
            break;
        }
        cJSON_DeleteItemFromObject(arguments, "cursor");
        cJSON_AddStringToObject(arguments, "cursor", cursor->valuestring);
        cJSON_Delete(answer);
        answer = ask(r, tool, arguments, &status);
    }
    cJSON_Delete(answer);
    cJSON_Delete(arguments);
}

static void run_case(run *r, const user_case *c) {
    user_file file;
    user_watch *w = r->watch;
    user_file_make(c, 0, &file);
    r->of = c;
    r->dice = w->seed;
    snprintf(r->known.folder, USER_PATH_SIZE, "%s", folder);
    snprintf(r->known.path, USER_PATH_SIZE, "%.64s/layout.%s", folder, file.format == FUZZ_GDS ? "gds" : "oas");
    snprintf(r->known.other_path, USER_PATH_SIZE, "%.64s/other.layout", folder);
    write_file(r->known.path, &file);
    r->cell_count = file.cell_count;
    r->layer_mode = file.layer_mode;
    w->gds += file.format == FUZZ_GDS;
    w->heavy += file.is_heavy;
    w->raw += file.is_raw;
    w->odd += file.is_odd && !file.is_raw;
    if (!file.is_empty && open_session(r, c->records[0], file.is_odd)) {
        for (unsigned i = 1; i < c->count && !r->is_closed; i++) {
            if (user_record_kind_of(c->records[i]) == USER_CALL) {
                make_call(r, c->records[i]);
            }
        }
        close_session(r);
    }
    lob_buf_release(&file.bytes);
}

/* Blocks that a case keeps. */
static int64_t blocks_of(const user_case *c, user_watch *watch, const user_bounds *bounds, bool *may_keep) {
    static run r;
    const int64_t before = (int64_t)lob_alloc_live();
    r = (run){.watch = watch, .bounds = bounds};
    run_case(&r, c);
    *may_keep = r.keeps_memory;
    return (int64_t)lob_alloc_live() - before;
}

/* A job goes on behind its request, and would be counted in the next case. */
static void end_jobs(void) {
    const struct timespec tick = {.tv_nsec = 2000000};
    lob_arena *arena = lob_arena_new(0);
    struct lob_jobs *jobs;
    lob_ctx ctx;
    lob_ctx_init(&ctx, arena);
    FUZZ_REQUIRE(lob_sessions_jobs(&ctx, sessions, &jobs) == LOB_OK);
    lob_jobs_cancel_all(jobs);
    do {
        nanosleep(&tick, NULL);
    } while (lob_jobs_running(jobs) > 0);
    nanosleep(&tick, NULL); /* what its thread frees last */
    lob_arena_drop(arena);
}

void user_run(const user_case *c, user_watch *watch, const user_bounds *bounds) {
    bool may_keep;
    if (!sessions) {
        open_store();
    }
    /* What is made once, at first use, stays; another time shows whether it was that. */
    unsigned times = 0;
    while (blocks_of(c, watch, bounds, &may_keep) > 0 && !may_keep) {
        if (++times == TIMES_MAX) {
            fprintf(stderr, "USER: blocks of memory are kept after the session is closed\n");
            abort();
        }
    }
    if (may_keep) {
        end_jobs();
    }
    watch->cases++;
}
