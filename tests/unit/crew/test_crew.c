/* Workers that crash, hang, obey, take memory and die between requests; sessions beside them that go on.
 * A program of its own: it starts itself as a worker, with tools that make trouble. */
#include <dirent.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cjson/cJSON.h>

#include "tests/support/lob_test.h"

#include "trouble.h"

#include "base/alloc.h"
#include "base/clock.h"
#include "crew/crew.h"
#include "tests/support/stride.h"
#include "tool/registry.h"
#include "json/reader.h"

/* ---- the rig ---- */

typedef struct client {
    lob_arena *arena;
    lob_ctx ctx;
    lob_cancel cancel;
    lob_buf out;
    lob_images images;
    bool opened;
} client;

static char root[64], layout[4096], self[4096]; /* under valgrind /proc/self/exe is another program */
static lob_sessions *sessions;
static lob_crew *crew;
static client me;

static void open_client(client *c) {
    *c = (client){.arena = lob_arena_new(0)};
    lob_buf_init(&c->out, 0);
}

static void close_client(client *c) {
    lob_arena_drop(c->arena);
    lob_buf_release(&c->out);
}

static const char *environment(const char *name) {
    return strcmp(name, "KLAYOUT_MCP_ARTIFACT_ROOT") == 0  ? root
           : strcmp(name, "KLAYOUT_MCP_MAX_SESSIONS") == 0 ? "4"
           : strncmp(name, "KLAYOUT_MCP", 11) == 0         ? getenv(name)
                                                           : NULL;
}

static int setup(void **state) {
    static lob_config config;
    (void)state;
    strcpy(root, "/tmp/lob_crew_XXXXXX");
    assert_non_null(mkdtemp(root));
    assert_non_null(realpath("fixtures/coupler.gds", layout));
    open_client(&me);
    lob_ctx_init(&me.ctx, me.arena);
    assert_int_equal(lob_config_read(&me.ctx, environment, &config), LOB_OK);
    assert_int_equal(lob_sessions_open(&me.ctx, &config, &sessions), LOB_OK);
    const lob_crew_setup how = {.sessions = sessions, .program = self};
    assert_int_equal(lob_crew_open(&me.ctx, &how, &crew), LOB_OK);
    return 0;
}

static unsigned entries(const char *name) {
    char path[128];
    unsigned count = 0;
    snprintf(path, sizeof path, "%s/%s", root, name);
    DIR *dir = opendir(path);
    for (const struct dirent *entry; dir && (entry = readdir(dir));) {
        count += entry->d_name[0] != '.';
    }
    if (dir) {
        closedir(dir);
    }
    return count;
}

/* Nothing is left of any worker: no process, no zombie, no folder. */
static int teardown(void **state) {
    char command[128];
    (void)state;
    lob_crew_stop(crew);
    lob_sessions_close(sessions);
    lob_crew_close(crew);
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
    assert_int_equal(entries("sessions"), 0);
    close_client(&me);
    snprintf(command, sizeof command, "rm -rf '%s'", root);
    return system(command) < 0;
}

static lob_status call_as(client *c, const char *name, const char *arguments) {
    const lob_runner runner = lob_crew_runner(crew);
    const lob_tool *tool = tools;
    lob_json_fault fault;
    cJSON *tree = arguments ? lob_json_parse(lob_str_from(arguments), &fault) : NULL;
    while (strcmp(tool->name, name) != 0) {
        tool++;
        assert_lt(tool, tools + tool_count);
    }
    lob_arena_reset(c->arena);
    void (*progress)(void *, double, double, const char *) = c->ctx.progress;
    void *progress_arg = c->ctx.progress_arg;
    lob_ctx_init(&c->ctx, c->arena);
    c->ctx.cancel = &c->cancel;
    c->ctx.progress = progress;
    c->ctx.progress_arg = progress_arg;
    lob_call call = {.ctx = &c->ctx, .sessions = sessions};
    lob_buf_clear(&c->out);
    const lob_status status = lob_runner_run(&runner, &call, tool, tree, &c->out);
    c->images = call.images;
    c->opened = call.opened_session;
    lob_call_end(&call);
    cJSON_Delete(tree);
    return status;
}

static lob_status call(const char *name, const char *format, ...) __attribute__((format(printf, 2, 3)));
static lob_status call(const char *name, const char *format, ...) {
    char arguments[8192];
    va_list args;
    va_start(args, format);
    vsnprintf(arguments, sizeof arguments, format, args);
    va_end(args);
    return call_as(&me, name, arguments);
}

static bool says(const client *c, const char *text) {
    return c->out.size > 0 && memmem(c->out.data, c->out.size, text, strlen(text)) != NULL;
}

static void open_session(client *c, char id[17]) {
    char arguments[4200];
    snprintf(arguments, sizeof arguments, "{\"path\":\"%s\"}", layout);
    assert_int_equal(call_as(c, "open_layout", arguments), LOB_OK);
    assert_true(c->opened);
    const lob_str raw = lob_json_raw_member((lob_str){c->out.data, c->out.size}, "session_id");
    assert_int_equal(raw.size, 18);
    memcpy(id, raw.data + 1, 16);
    id[16] = '\0';
}

static pid_t pid_of(const client *c) {
    const char *at = memmem(c->out.data, c->out.size, "\"pid\":", 6);
    assert_non_null(at);
    return (pid_t)atoi(at + 6);
}

static pid_t worker_of(const char *id) {
    assert_int_equal(call("trouble_here", "{\"session_id\":\"%s\"}", id), LOB_OK);
    return pid_of(&me);
}

static bool comes_true(bool (*is_so)(void *arg), void *arg) {
    for (int i = 0; i < 500; i++) {
        if (is_so(arg)) {
            return true;
        }
        usleep(10000);
    }
    return false;
}

static bool is_reaped(void *arg) {
    return kill(*(pid_t *)arg, 0) != 0;
}

static bool has_folders(void *arg) {
    return entries("sessions") == *(unsigned *)arg;
}

/* ---- what works as without workers ---- */

static void sessions_live_apart(void **state) {
    char a[17], b[17];
    (void)state;
    open_session(&me, a);
    open_session(&me, b);
    assert_string_not_equal(a, b);
    assert_int_equal(entries("sessions"), 2);
    const pid_t first = worker_of(a), second = worker_of(b);
    assert_ne(first, getpid());
    assert_ne(second, getpid());
    assert_ne(first, second);
    assert_int_equal(first, worker_of(a));
    assert_int_equal(call("list_cells", "{\"session_id\":\"%s\"}", a), LOB_OK);
    assert_int_equal(call("diff_layouts", "{\"a\":\"%s\",\"b\":\"%s\"}", a, b), LOB_OK);
    assert_int_equal(
        call("diff_layouts", "{\"a\":\"%s\",\"b\":\"%s\",\"picture\":true,\"session_id\":\"%s\"}", a, b, b), LOB_OK);
    assert_int_equal(call("render_view", "{\"session_id\":\"%s\",\"image_size\":{\"width\":8,\"height\":8}}", a),
                     LOB_OK);
    assert_int_equal(call("close_session", "{\"session_id\":\"%s\"}", a), LOB_OK);
    assert_true(says(&me, "\"closed\":true,\"artifact_dir_deleted\":true,\"deleted_artifact_count\":1"));
    assert_int_equal(kill(first, 0), -1);
    assert_true(comes_true(has_folders, &(unsigned){1})); /* those of guests go soon */
    assert_int_equal(call("list_cells", "{\"session_id\":\"%s\"}", a), LOB_E_SESSION_NOT_FOUND);
    assert_true(says(&me, "The session was closed"));
    assert_int_equal(call("list_cells", "{\"session_id\":\"ses_000000000000\"}"), LOB_E_SESSION_NOT_FOUND);
    assert_true(says(&me, b)); /* a candidate */
    assert_int_equal(call("list_cells", "{}"), LOB_E_INVALID_TARGET);
    assert_int_equal(call_as(&me, "list_cells", NULL), LOB_E_INVALID_TARGET);
}

static void limits_and_expiry(void **state) {
    char ids[4][17];
    (void)state;
    for (int i = 0; i < 4; i++) {
        open_session(&me, ids[i]);
    }
    assert_int_equal(call("open_layout", "{\"path\":\"%s\"}", layout), LOB_E_TOOL_LIMIT_EXCEEDED);
    assert_true(says(&me, "Too many sessions are open"));
    assert_int_equal(call("open_layout", "{\"path\":\"/nonexistent.gds\"}"), LOB_E_FILE_NOT_FOUND);
    lob_clock_shift_ms(3600 * 1000);
    assert_int_equal(lob_sessions_count(sessions), 0);
    lob_clock_shift_ms(-3600 * 1000);
    assert_int_equal(call("list_cells", "{\"session_id\":\"%s\"}", ids[0]), LOB_E_SESSION_EXPIRED);
}

static double told;

static void on_progress(void *arg, double done, double total, const char *message) {
    (void)arg;
    assert_string_equal(message, "a quarter");
    told = done / total;
}

static void answers_come_whole(void **state) {
    (void)state;
    assert_int_equal(call("trouble", "{\"what\":\"image\"}"), LOB_OK);
    assert_int_equal(me.images.count, 2);
    assert_true(lob_str_equal(me.images.items[0], LOB_STR("PNG")));
    assert_true(lob_str_equal(me.images.items[1], LOB_STR("GNP")));
    /* The worker is spare again, but the crew may start another one meanwhile, and the next request takes that. */
    bool is_spare_again = false;
    for (int i = 0; i < 100 && !is_spare_again; i++) {
        const pid_t last = pid_of(&me);
        assert_int_equal(call("trouble", "{}"), LOB_OK);
        assert_int_equal(me.images.count, 0);
        is_spare_again = pid_of(&me) == last;
    }
    assert_true(is_spare_again);
    me.ctx.progress = on_progress;
    assert_int_equal(call("trouble", "{\"what\":\"progress\"}"), LOB_OK);
    assert_eq(told, 0.25);
    me.ctx.progress = NULL;
    assert_int_equal(call("trouble", "{\"what\":\"progress\"}"), LOB_OK); /* nobody listens */
    assert_int_equal(call("trouble", "{\"what\":\"fail\"}"), LOB_E_INVALID_BOX);
    assert_true(says(&me, "\"hint\":\"send one\""));
    assert_string_equal(me.ctx.error.message, "no box");
    assert_int_equal(call("parse_netlist", "{\"path\":\"/nonexistent\"}"), LOB_E_FILE_NOT_FOUND);
    assert_int_equal(call("trouble", "{\"what\":\"large\"}"), LOB_OK);
    assert_int_equal(me.images.items[0].size, LARGE_SIZE);
    assert_int_equal(me.images.items[0].data[LARGE_SIZE - 1], 'x');
    assert_int_equal(call("trouble", "{\"what\":\"long\"}"), LOB_E_QUERY_TOO_LARGE);
    assert_int_equal(call("stranger", "{}"), LOB_E_INTERNAL_ERROR);
    char deep[400] = "{\"what\":";
    for (int i = 0; i < 70; i++) {
        strcat(deep, "[");
    }
    for (int i = 0; i < 70; i++) {
        strcat(deep, "]");
    }
    strcat(deep, "}");
    cJSON *tree = cJSON_Parse(deep);
    assert_non_null(tree);
    lob_call nested = {.ctx = &me.ctx, .sessions = sessions};
    const lob_runner runner = lob_crew_runner(crew);
    lob_ctx_init(&me.ctx, me.arena);
    lob_buf_clear(&me.out);
    assert_int_equal(lob_runner_run(&runner, &nested, &tools[tool_count - 1], tree, &me.out), LOB_E_INVALID_TARGET);
    cJSON_Delete(tree);
}

/* ---- guests ---- */

static void copy_layout(const char *to) {
    char command[8400];
    snprintf(command, sizeof command, "cp '%s' '%s'", layout, to);
    assert_int_equal(system(command), 0);
}

static void guests_are_the_same_file(void **state) {
    char a[17], b[17], copy[128], first[4096];
    (void)state;
    strcpy(first, layout);
    snprintf(copy, sizeof copy, "%s/copy.gds", root);
    copy_layout(copy);
    open_session(&me, a);
    strcpy(layout, copy);
    open_session(&me, b);
    assert_int_equal(call("diff_layouts", "{\"a\":\"%s\",\"b\":\"%s\"}", a, b), LOB_OK);
    assert_int_equal(truncate(copy, 0), 0);
    assert_int_equal(call("diff_layouts", "{\"a\":\"%s\",\"b\":\"%s\"}", a, b), LOB_E_LAYOUT_NOT_PINNED);
    assert_true(says(&me, "\"reason\":\"layout_changed\""));
    assert_true(says(&me, b));
    strcpy(layout, first);
    copy_layout(copy);
    FILE *file = fopen(copy, "a"); /* the same layout, other bytes */
    fputc(0, file);
    fclose(file);
    assert_int_equal(call("diff_layouts", "{\"a\":\"%s\",\"b\":\"%s\"}", b, a), LOB_E_LAYOUT_NOT_PINNED);
    assert_int_equal(call("list_cells", "{\"session_id\":\"%s\"}", b), LOB_OK); /* it has its layout */
    assert_int_equal(call("diff_layouts", "{\"a\":\"%s\",\"b\":\"ses_000000000000\"}", a), LOB_E_SESSION_NOT_FOUND);
    assert_true(says(&me, "\"argument\":\"b\""));
    assert_true(says(&me, a));
    assert_int_equal(call("diff_layouts",
                          "{\"a\":\"%s\",\"b\":\"%s\",\"picture\":true,\"session_id\":\"ses_000000000000\"}", a,
                          layout),
                     LOB_E_SESSION_NOT_FOUND);
    assert_int_equal(call("diff_layouts", "{\"a\":5}"), LOB_E_INVALID_TARGET);
}

/* ---- jobs ---- */

#define MASK                                                                                                           \
    "\"layer\":{\"layer\":1,\"datatype\":0},\"box\":{\"left\":0,\"bottom\":0,\"right\":3,\"top\":2},\"pixel_nm\":10,"  \
    "\"process\":{\"tile_px\":256},\"report_level\":\"detailed\",\"max_violations\":2,\"wait_ms\":25000"
#define DECK                                                                                                           \
    "\"rule_deck\":{\"schema_version\":\"1\",\"process_node\":\"n45\",\"layer\":\"M1\",\"rules\":{\"min_width_nm\":"   \
    "120,"                                                                                                             \
    "\"min_spacing_nm\":150}}"

/* The member's text, to be freed. */
static char *member_of(const client *c, const char *name) {
    const lob_str raw = lob_json_raw_member((lob_str){c->out.data, c->out.size}, name);
    return raw.data ? strndup(raw.data, raw.size) : strdup("");
}

/* The job that was answered as at work is waited for, however slow the machine is. */
static void wait_for_end(void) {
    for (int i = 0; i < 40 && says(&me, "\"status\":\"working\""); i++) {
        char *job = member_of(&me, "job_id");
        assert_int_equal(call("poll", "{\"job_id\":%s,\"wait_ms\":25000}", job), LOB_OK);
        free(job);
    }
}

static void jobs_work_apart(void **state) {
    char id[17], before[4096], violation[64];
    (void)state;
    strcpy(before, layout);
    assert_non_null(realpath("fixtures/rules.gds", layout));
    open_session(&me, id);
    assert_int_equal(call("evaluate", "{\"layout\":\"%s\"," MASK "," DECK "}", layout), LOB_OK);
    wait_for_end();
    assert_true(says(&me, "\"status\":\"completed\""));
    char *of_file = member_of(&me, "result");
    assert_int_equal(call("evaluate", "{\"session_id\":\"%s\"," MASK "," DECK "}", id), LOB_OK);
    wait_for_end();
    char *of_session = member_of(&me, "result"), *artifact = member_of(&me, "layout_artifact_id");
    assert_string_equal(of_session, of_file);
    assert_int_equal(strncmp(artifact, "\"sha256:", 8), 0);
    const char *at = strstr(of_file, "\"violation_id\":\"");
    assert_non_null(at);
    snprintf(violation, sizeof violation, "%.*s", (int)strcspn(at + 16, "\""), at + 16);
    assert_int_equal(call("optimize", "{\"violation_id\":\"%s\",\"wait_ms\":25000}", violation), LOB_OK);
    wait_for_end();
    assert_true(says(&me, "\"kind\":\"optimize\""));
    assert_true(says(&me, "\"status\":\"completed\""));
    assert_true(says(&me, "_mask.oas"));
    assert_int_equal(call("optimize",
                          "{\"session_id\":\"%s\",\"violation_id\":\"%s\",\"wait_ms\":25000," DECK
                          ",\"layer\":{\"layer\":1,\"datatype\":0}}",
                          id, violation),
                     LOB_OK);
    wait_for_end();
    assert_true(says(&me, "\"kind\":\"optimize\""));
    /* What fails over there fails here. */
    assert_int_equal(
        call("evaluate", "{\"layout\":\"%s\",\"layer\":{\"layer\":99,\"datatype\":0},\"wait_ms\":25000}", layout),
        LOB_OK);
    wait_for_end();
    assert_true(says(&me, "\"status\":\"failed\""));
    assert_true(says(&me, "INVALID_LAYER"));
    char *job = member_of(&me, "job_id");
    assert_int_equal(call("poll", "{\"job_id\":%s}", job), LOB_OK);
    assert_true(says(&me, "INVALID_LAYER"));
    /* A file that its own signature calls damaged is told of here as well. */
    assert_non_null(realpath("fixtures/bad/oas_end_crc32.oas", layout));
    open_session(&me, id);
    assert_true(says(&me, "content_damaged"));
    assert_int_equal(call("evaluate", "{\"session_id\":\"%s\"," MASK "}", id), LOB_OK);
    wait_for_end();
    assert_int_equal(strncmp(me.out.data, "{\"content_damaged\":", 19), 0);
    free(job);
    free(artifact);
    free(of_file);
    free(of_session);
    strcpy(layout, before);
}

/* Every worker of this process, the one that works among them. */
static void *kill_workers(void *arg) {
    DIR *dir = opendir("/proc");
    (void)arg;
    usleep(300000);
    for (const struct dirent *entry; (entry = readdir(dir));) {
        char path[300], text[512] = "";
        int parent = 0;
        snprintf(path, sizeof path, "/proc/%.20s/stat", entry->d_name);
        FILE *file = fopen(path, "r");
        const char *at = file && fgets(text, sizeof text, file) ? strrchr(text, ')') : NULL;
        if (at && sscanf(at + 3, " %d", &parent) == 1 && parent == getpid()) {
            kill((pid_t)atoi(entry->d_name), SIGKILL);
        }
        if (file) {
            fclose(file);
        }
    }
    closedir(dir);
    return NULL;
}

static void a_job_crashes(void **state) {
    pthread_t thread;
    char id[17], rules[4096];
    (void)state;
    assert_non_null(realpath("fixtures/rules.gds", rules));
    open_session(&me, id);
    assert_int_equal(call("evaluate",
                          "{\"layout\":\"%s\",\"layer\":{\"layer\":1,\"datatype\":0},\"pixel_nm\":1,\"wait_ms\":1}",
                          rules),
                     LOB_OK);
    char *job = member_of(&me, "job_id");
    assert_int_equal(pthread_create(&thread, NULL, kill_workers, NULL), 0);
    assert_int_equal(call("poll", "{\"job_id\":%s,\"wait_ms\":25000}", job), LOB_OK);
    pthread_join(thread, NULL);
    free(job);
    if (!says(&me, "\"status\":\"failed\"") || !says(&me, "worker_crashed")) {
        fail_msg("%.2000s", me.out.data);
    }
}

/* ---- crashes ---- */

static void a_crash_ends_one_session(void **state) {
    static const int signals[] = {SIGSEGV, SIGKILL, SIGABRT, SIGBUS};
    char lost[17], other[17], expected[40];
    (void)state;
    open_session(&me, other);
    const pid_t worker = worker_of(other);
    for (size_t i = 0; i < sizeof signals / sizeof signals[0]; i++) {
        lob_case("%d", signals[i]);
        open_session(&me, lost);
        const int64_t began_ms = lob_clock_ms();
        assert_int_equal(
            call("trouble_here", "{\"session_id\":\"%s\",\"what\":\"signal\",\"number\":%d}", lost, signals[i]),
            LOB_E_INTERNAL_ERROR);
        assert_lt(lob_clock_ms() - began_ms, 1000);
        snprintf(expected, sizeof expected, "\"signal\":%d", signals[i]);
        assert_true(says(&me, "\"reason\":\"worker_crashed\""));
        assert_true(says(&me, expected));
        assert_true(says(&me, lost));
        assert_true(says(&me, "This session is lost, others are intact: call open_layout again."));
        assert_int_equal(says(&me, "out of memory"), signals[i] == SIGKILL);
        assert_int_equal(says(&me, "crash_report"), signals[i] != SIGKILL);
        assert_int_equal(call("list_cells", "{\"session_id\":\"%s\"}", lost), LOB_E_SESSION_NOT_FOUND);
        assert_true(says(&me, "The session is lost: its worker process ended"));
        assert_true(says(&me, "open_layout"));
        assert_int_equal(call("close_session", "{\"session_id\":\"%s\"}", lost), LOB_OK);
        assert_true(says(&me, "\"closed\":false"));
        assert_true(comes_true(has_folders, &(unsigned){1})); /* a new worker may be sweeping it at this moment */
    }
    assert_int_equal(worker_of(other), worker);
    assert_int_equal(entries("crash"), 3);
}

static void a_crash_without_session(void **state) {
    (void)state;
    assert_int_equal(call("trouble", "{\"what\":\"signal\",\"number\":%d}", SIGSEGV), LOB_E_INTERNAL_ERROR);
    assert_true(says(&me, "Open sessions are not affected."));
    assert_int_equal(call("trouble", "{\"what\":\"exit\"}"), LOB_E_INTERNAL_ERROR);
    assert_true(says(&me, "\"exit_code\":5"));
    assert_int_equal(call("trouble", "{\"what\":\"nonsense\"}"), LOB_E_INTERNAL_ERROR);
    assert_int_equal(call("trouble", "{}"), LOB_OK);
}

/* Nobody asks it anything: it is reaped all the same. */
static void a_death_between_requests(void **state) {
    char id[17];
    (void)state;
    open_session(&me, id);
    pid_t worker = worker_of(id);
    assert_int_equal(kill(worker, SIGKILL), 0);
    assert_true(comes_true(is_reaped, &worker));
    assert_true(comes_true(has_folders, &(unsigned){0}));
    assert_int_equal(lob_sessions_count(sessions), 0);
    open_session(&me, id);
    worker = worker_of(id);
    kill(worker, SIGKILL); /* and at once asked */
    const lob_status status = call("list_cells", "{\"session_id\":\"%s\"}", id);
    if (status != LOB_E_SESSION_NOT_FOUND) {
        assert_eq(status, LOB_E_INTERNAL_ERROR);
    }
    assert_true(says(&me, "\"reason\":\"worker_crashed\""));
    assert_int_equal(call("trouble", "{}"), LOB_OK);
    worker = pid_of(&me); /* a spare one */
    kill(worker, SIGKILL);
    assert_true(comes_true(is_reaped, &worker));
    assert_int_equal(call("trouble", "{}"), LOB_OK);
}

/* ---- cancelling ---- */

static void *cancel_soon(void *arg) {
    client *c = arg;
    usleep(50000);
    atomic_store(&c->cancel.requested, true);
    return NULL;
}

static int64_t cancelled(const char *id, const char *what) {
    char arguments[128];
    pthread_t thread;
    const int64_t began_ms = lob_clock_ms();
    snprintf(arguments, sizeof arguments, "{\"session_id\":\"%s\",\"what\":\"%s\"}", id, what);
    assert_int_equal(pthread_create(&thread, NULL, cancel_soon, &me), 0);
    assert_int_equal(call_as(&me, "trouble_here", arguments), LOB_E_CANCELLED);
    pthread_join(thread, NULL);
    assert_int_equal(me.out.size, 0);
    atomic_store(&me.cancel.requested, false);
    return lob_clock_ms() - began_ms;
}

static void cancels_reach_workers(void **state) {
    char id[17];
    (void)state;
    open_session(&me, id);
    atomic_store(&me.cancel.requested, true); /* before it began */
    assert_int_equal(call("diff_layouts", "{\"a\":\"%s\",\"b\":\"%s\"}", id, id), LOB_E_CANCELLED);
    assert_int_equal(me.out.size, 0);
    atomic_store(&me.cancel.requested, false);
    cancelled(id, "obey");
    assert_int_equal(call("list_cells", "{\"session_id\":\"%s\"}", id), LOB_OK); /* it obeyed, so it lives */
    assert_lt(cancelled(id, "hang"), 3000);
    assert_int_equal(call("list_cells", "{\"session_id\":\"%s\"}", id), LOB_E_SESSION_NOT_FOUND);
    open_session(&me, id);
    assert_lt(cancelled(id, "sleep"), 3000); /* takes no time of the processor, so it has a second */
    assert_int_equal(call("list_cells", "{\"session_id\":\"%s\"}", id), LOB_E_SESSION_NOT_FOUND);
}

/* ---- memory ---- */

static int setup_small(void **state) {
    setenv("KLAYOUT_MCP_WORKER_BYTES", "268435456", 1);
    setenv("KLAYOUT_MCP_CRASH_REPORTS", "off", 1);
    const int code = setup(state);
    unsetenv("KLAYOUT_MCP_WORKER_BYTES");
    unsetenv("KLAYOUT_MCP_CRASH_REPORTS");
    return code;
}

static void memory_is_bounded(void **state) {
    char id[17];
    (void)state;
    open_session(&me, id);
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    skip(); /* they need more than any bound */
#endif
    assert_int_equal(call("trouble_here", "{\"session_id\":\"%s\",\"what\":\"memory\"}", id),
                     LOB_E_TOOL_LIMIT_EXCEEDED);
    assert_int_equal(call("list_cells", "{\"session_id\":\"%s\"}", id), LOB_OK);
    assert_int_equal(call("trouble", "{\"what\":\"signal\",\"number\":%d}", SIGSEGV), LOB_E_INTERNAL_ERROR);
    assert_false(says(&me, "crash_report"));
    assert_int_equal(access(root, F_OK), 0);
    assert_int_equal(entries("crash"), 0);
}

/* ---- many at once ---- */

typedef struct hand {
    pthread_t thread;
    unsigned number, crashes, wrong;
} hand;

static unsigned rounds;

static void *work(void *arg) {
    hand *h = arg;
    char id[17], arguments[128];
    client c;
    open_client(&c);
    for (unsigned i = 0; i < rounds; i++) {
        open_session(&c, id);
        snprintf(arguments, sizeof arguments, "{\"session_id\":\"%s\"}", id);
        for (int k = 0; k < 5; k++) {
            h->wrong += call_as(&c, "list_cells", arguments) != LOB_OK;
        }
        if (h->number % 2 == 0) { /* the other half must not notice */
            snprintf(arguments, sizeof arguments, "{\"session_id\":\"%s\",\"what\":\"signal\",\"number\":%d}", id,
                     i % 2 ? SIGSEGV : SIGKILL);
            h->crashes += call_as(&c, "trouble_here", arguments) == LOB_E_INTERNAL_ERROR;
        } else {
            h->wrong += call_as(&c, "close_session", arguments) != LOB_OK;
        }
    }
    close_client(&c);
    return NULL;
}

/* 200 crashes beside sessions that see none. */
static void many_crashes(void **state) {
    hand hands[4] = {{0}};
    (void)state;
    rounds = stride_is_on() ? 10 : 100;
    for (unsigned i = 0; i < 4; i++) {
        hands[i].number = i;
        assert_int_equal(pthread_create(&hands[i].thread, NULL, work, &hands[i]), 0);
    }
    for (unsigned i = 0; i < 4; i++) {
        pthread_join(hands[i].thread, NULL);
        assert_int_equal(hands[i].wrong, 0);
        assert_int_equal(hands[i].crashes, i % 2 == 0 ? rounds : 0);
    }
    assert_int_equal(lob_sessions_count(sessions), 0);
    assert_true(comes_true(has_folders, &(unsigned){0}));
    assert_le(entries("crash"), 16);
}

/* ---- what cannot start ---- */

/* Each descriptor in turn cannot be had. */
static void no_descriptors(void **state) {
    struct rlimit before, few;
    lob_crew *other = NULL;
    unsigned failures = 0;
    (void)state;
    assert_int_equal(getrlimit(RLIMIT_NOFILE, &before), 0);
    const int lowest = dup(0);
    close(lowest);
    for (rlim_t extra = 0; extra < 24 && !other; extra++) {
        few = before;
        few.rlim_cur = (rlim_t)lowest + extra;
        assert_int_equal(setrlimit(RLIMIT_NOFILE, &few), 0);
        const lob_crew_setup how = {.sessions = sessions, .program = self};
        lob_ctx_init(&me.ctx, me.arena);
        const lob_status status = lob_crew_open(&me.ctx, &how, &other);
        setrlimit(RLIMIT_NOFILE, &before);
        failures += status != LOB_OK;
        if (status == LOB_OK) {
            assert_non_null(other);
        } else {
            assert_ne(me.ctx.error.hint[0], '\0');
        }
    }
    assert_gt(failures, 3);
    assert_true(other);
    lob_crew_close(other);
}

/* Each allocation of this process fails once, in turn. */
static void no_memory(void **state) {
    lob_crew *other = NULL;
    char arguments[4200];
    (void)state;
    for (uint64_t nth = 1; nth < 100 && !other; nth++) {
        const lob_crew_setup how = {.sessions = sessions, .program = self};
        lob_ctx_init(&me.ctx, me.arena);
        lob_alloc_fail_at(nth, 0);
        const lob_status status = lob_crew_open(&me.ctx, &how, &other);
        lob_alloc_fail_at(0, 0);
        if (status == LOB_OK) {
            assert_non_null(other);
        } else {
            assert_null(other);
        }
    }
    assert_non_null(other);
    lob_crew *mine = crew;
    crew = other;
    snprintf(arguments, sizeof arguments, "{\"path\":\"%s\"}", layout);
    for (uint64_t nth = 1; nth < 60; nth++) {
        lob_alloc_fail_at(nth, 0);
        const lob_status status =
            call_as(&me, nth % 2 ? "open_layout" : "trouble", nth % 2 ? arguments : "{\"what\":\"image\"}");
        lob_alloc_fail_at(0, 0);
        /* INVALID_TARGET: the request itself could not be read */
        assert_among(status, LOB_OK, LOB_E_TOOL_LIMIT_EXCEEDED, LOB_E_INTERNAL_ERROR, LOB_E_INVALID_TARGET);
        const lob_str raw = lob_json_raw_member((lob_str){me.out.data, me.out.size}, "session_id");
        if (status == LOB_OK && raw.size == 18) {
            char id[17];
            snprintf(id, sizeof id, "%.16s", raw.data + 1);
            if (nth % 3 == 0) {
                lob_alloc_fail_at(1 + nth % 7, 0);
                (void)call("diff_layouts", "{\"a\":\"%s\",\"b\":\"%s\"}", id, layout);
                lob_alloc_fail_at(0, 0);
            }
            assert_int_equal(call("close_session", "{\"session_id\":\"%s\"}", id), LOB_OK);
        }
    }
    assert_int_equal(lob_sessions_count(sessions), 0);
    crew = mine;
    lob_crew_close(other);
}

/* A worker that is told nonsense ends. */
static void worker_is_told(const void *bytes, size_t size, int code) {
    int ends[2], end;
    fflush(NULL);
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
    const int page = memfd_create("page", 0);
    assert_int_equal(ftruncate(page, 4096), 0);
    const pid_t child = fork();
    if (child == 0) {
        const int mine = fcntl(ends[1], F_DUPFD, 20), paper = fcntl(page, F_DUPFD, 20);
        dup2(mine, 3);
        dup2(paper, 4);
        close_range(5, 100, 0);
        execl(self, "test_crew", LOB_CREW_WORD, (char *)NULL);
        _exit(9);
    }
    close(ends[1]);
    close(page);
    assert_int_equal(write(ends[0], bytes, size), (ssize_t)size);
    shutdown(ends[0], SHUT_WR);
    assert_int_equal(waitpid(child, &end, 0), child);
    assert_true(WIFEXITED(end));
    assert_eq(WEXITSTATUS(end), code);
    close(ends[0]);
}

static void workers_that_are_told_nonsense(void **state) {
    const char zeros[256] = {0};
    struct {
        uint32_t kind, number, held, part_count;
        uint64_t sizes[12];
        char part[8];
    } head = {.kind = 2, .part_count = 1, .sizes = {8}};
    (void)state;
    worker_is_told("", 0, 1);
    worker_is_told(zeros, sizeof zeros, 1);
    worker_is_told(&head, sizeof head, 1); /* a call before the terms */
    head.kind = 1;
    worker_is_told(&head, sizeof head, 1); /* terms that are too short */
}

static void no_program(void **state) {
    lob_crew *other = NULL;
    (void)state;
    const lob_crew_setup nothing = {.sessions = sessions, .program = "/nonexistent"};
    if (lob_crew_open(&me.ctx, &nothing, &other) == LOB_OK) { /* under valgrind a failed start is told later */
        lob_crew_close(other);
    } else {
        assert_int_equal(me.ctx.error.code, LOB_E_TOOL_LIMIT_EXCEEDED);
    }
    lob_error_clear(&me.ctx.error);
    const lob_crew_setup wrong = {.sessions = sessions, .program = "/bin/true"}; /* ends at once */
    assert_int_equal(lob_crew_open(&me.ctx, &wrong, &other), LOB_OK);
    lob_crew *mine = crew;
    crew = other;
    assert_int_equal(call("trouble", "{}"), LOB_E_INTERNAL_ERROR);
    assert_true(says(&me, "worker_crashed"));
    crew = mine;
    lob_crew_close(other);
    lob_crew_close(NULL);
}

/* Without a server's socket a worker has nothing to do. */
static void no_server(void **state) {
    int end;
    (void)state;
    fflush(NULL);
    const pid_t child = fork();
    if (child == 0) {
        for (int fd = 2; fd < 64; fd++) {
            close(fd);
        }
        execl(self, "test_crew", LOB_CREW_WORD, (char *)NULL);
        _exit(1);
    }
    assert_int_equal(waitpid(child, &end, 0), child);
    assert_true(WIFEXITED(end));
    assert_eq(WEXITSTATUS(end), 2);
}

int main(int argc, char **argv) {
    make_tools();
    if (argc == 2 && strcmp(argv[1], LOB_CREW_WORD) == 0) {
        const lob_crew_trade trade = {tools, tool_count - 1, "0.0.0-test"}; /* without the stranger */
        return lob_crew_work(&trade);
    }
    if (!realpath(argv[0], self)) {
        return 1;
    }
    lob_json_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(sessions_live_apart, setup, teardown),
        cmocka_unit_test_setup_teardown(limits_and_expiry, setup, teardown),
        cmocka_unit_test_setup_teardown(answers_come_whole, setup, teardown),
        cmocka_unit_test_setup_teardown(guests_are_the_same_file, setup, teardown),
        cmocka_unit_test_setup_teardown(jobs_work_apart, setup, teardown),
        cmocka_unit_test_setup_teardown(a_job_crashes, setup, teardown),
        cmocka_unit_test_setup_teardown(a_crash_ends_one_session, setup, teardown),
        cmocka_unit_test_setup_teardown(a_crash_without_session, setup, teardown),
        cmocka_unit_test_setup_teardown(a_death_between_requests, setup, teardown),
        cmocka_unit_test_setup_teardown(cancels_reach_workers, setup, teardown),
        cmocka_unit_test_setup_teardown(memory_is_bounded, setup_small, teardown),
        cmocka_unit_test_setup_teardown(many_crashes, setup, teardown),
        cmocka_unit_test_setup_teardown(no_descriptors, setup, teardown),
        cmocka_unit_test_setup_teardown(no_memory, setup, teardown),
        cmocka_unit_test(workers_that_are_told_nonsense),
        cmocka_unit_test_setup_teardown(no_program, setup, teardown),
        cmocka_unit_test(no_server),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
