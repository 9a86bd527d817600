/* Records of jobs: what is written, what is read of damaged ones, what is swept; and system calls that fail, each in
 * turn, replaced at link time.
 * A program of its own: it stands in for functions of the libraries. */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/syscall.h>

#include "tests/support/lob_test.h"

#include "jobs_rig.h"
#include "session/job_records.h"

/* ---- the replaced calls ---- */

static struct {
    const char *call; /* NULL: none fails */
    unsigned nth;
    atomic_uint count;
    int error;
} fault;

static bool fails(const char *call) {
    if (!fault.call || strcmp(fault.call, call) != 0 || atomic_fetch_add(&fault.count, 1) + 1 != fault.nth) {
        return false;
    }
    errno = fault.error;
    return true;
}

int openat(int dir, const char *name, int flags, ...) {
    va_list args;
    va_start(args, flags);
    unsigned mode = flags & O_CREAT ? va_arg(args, unsigned) : 0;
    va_end(args);
    return fails("openat") ? -1 : (int)syscall(SYS_openat, dir, name, flags, mode);
}

int renameat(int from, const char *old, int to, const char *new) {
    return fails("renameat") ? -1 : (int)syscall(SYS_renameat2, from, old, to, new, 0);
}

int fsync(int fd) {
    return fails("fsync") ? -1 : (int)syscall(SYS_fsync, fd);
}

int flock(int fd, int how) {
    return fails("flock") ? -1 : (int)syscall(SYS_flock, fd, how);
}

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *), void *arg) {
    typedef int call(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
    static call *real;
    if (!real) {
        *(void **)(void *)&real = dlsym(RTLD_NEXT, "pthread_create");
    }
    return fails("pthread_create") ? EAGAIN : real(thread, attributes, run, arg);
}

static void arm(const char *call, unsigned nth, int error) {
    atomic_store(&fault.count, 0);
    fault.nth = nth;
    fault.error = error;
    fault.call = call;
}

/* ---- helpers ---- */

#define ID "job_0123456789abcdef0123456789abcdef"

static lob_arena *arena;
static lob_ctx ctx;
static lob_job_folder folder;

static int setup(void **state) {
    arena = lob_arena_new(0);
    lob_ctx_init(&ctx, arena);
    return rig_open(state) || lob_job_folder_open(&ctx, rig_folder, &folder) != LOB_OK;
}

static int teardown(void **state) {
    fault.call = NULL;
    lob_job_folder_close(&folder);
    lob_arena_drop(arena);
    return rig_close(state);
}

static const char *path_of(const char *name) {
    static char path[256];
    snprintf(path, sizeof path, "%s/jobs/%s", rig_folder, name);
    return path;
}

static void spill(const char *name, const char *text) {
    FILE *file = fopen(path_of(name), "wb");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static unsigned descriptors(void) {
    unsigned count = 0;
    for (int fd = 0; fd < 256; fd++) {
        count += fcntl(fd, F_GETFD) >= 0;
    }
    return count;
}

static lob_job_status read_back(const char *id) {
    lob_job_status status = {.state = LOB_JOB_QUEUED};
    bool found;
    lob_ctx_init(&ctx, arena);
    assert_int_equal(lob_job_record_read(&ctx, &folder, lob_str_from(id), 4096, &found, &status), LOB_OK);
    assert_true(found);
    return status;
}

/* read_back() returns by value: the texts of its error stay where they were read. */
static bool failed_for(const char *record, const char *reason) {
    lob_job_status status = {.state = LOB_JOB_QUEUED};
    bool found;
    spill(ID ".json", record);
    lob_ctx_init(&ctx, arena);
    assert_int_equal(lob_job_record_read(&ctx, &folder, LOB_STR(ID), 4096, &found, &status), LOB_OK);
    assert_true(found);
    assert_ne(status.error.hint[0], '\0');
    assert_null(status.result.data);
    assert_string_equal(status.id, ID);
    return status.state == LOB_JOB_FAILED && rig_says(&status.error, reason);
}

/* ---- tests ---- */

static void a_damaged_record_is_a_failed_job(void **state) {
    (void)state;
    assert_true(failed_for("", "record_damaged"));
    assert_true(failed_for("{\"status\":\"compl", "record_damaged"));
    assert_true(failed_for("[]", "record_damaged"));
    assert_true(failed_for("{}", "record_damaged"));
    assert_true(failed_for("{\"status\":5}", "record_damaged"));
    assert_true(failed_for("{\"status\":\"paused\"}", "record_damaged"));
    /* Nobody can be alive under these names. */
    assert_true(failed_for("{\"status\":\"working\"}", "server_ended"));
    assert_true(failed_for("{\"status\":\"queued\",\"owner\":\"owner_gone\"}", "server_ended"));
    assert_true(failed_for("{\"status\":\"working\",\"owner\":\"owner_/../../x\"}", "server_ended"));
    assert_true(failed_for("{\"status\":\"working\",\"owner\":\"" ID ".json\"}", "server_ended"));
}

static void a_result_must_be_what_was_written(void **state) {
    (void)state;
    /* sha256sum of the two bytes "{}" */
    static const char record[] = "{\"status\":\"completed\",\"kind\":\"optimize\",\"result_sha256\":"
                                 "\"44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a\"}";
    assert_true(failed_for(record, "result_missing"));
    spill(ID ".result", "[]");
    assert_true(failed_for(record, "result_missing"));
    spill(ID ".result", "{}\n");
    assert_true(failed_for(record, "result_missing"));
    assert_true(failed_for("{\"status\":\"completed\"}", "result_missing"));
    spill(ID ".json", record);
    spill(ID ".result", "{}");
    lob_job_status status = read_back(ID);
    assert_eq(status.state, LOB_JOB_COMPLETED);
    assert_true(lob_str_equal(status.result, LOB_STR("{}")));
    assert_string_equal(status.kind, "optimize");
    unlink(path_of(ID ".result"));
    spill("elsewhere", "{}");
    assert_int_equal(symlink("elsewhere", path_of(ID ".result")), 0);
    assert_int_equal(read_back(ID).state, LOB_JOB_FAILED);
}

static void numbers_of_a_record_are_kept_in_bounds(void **state) {
    (void)state;
    spill(ID ".json", "{\"status\":\"cancelled\",\"kind\":\"knit\",\"progress\":7,\"done\":-3,\"total\":\"many\","
                      "\"elapsed_ms\":1e300,\"layout_artifact_id\":\"sha256:"
                      "00000000000000000000000000000000000000000000000000000000000000000000000000\"}");
    lob_job_status status = read_back(ID);
    assert_eq(status.state, LOB_JOB_CANCELLED);
    assert_eq(status.progress, 1);
    assert_eq(status.done, 0);
    assert_eq(status.total, 0);
    assert_eq(status.elapsed_ms, 9007199254740991);
    assert_eq(strlen(status.artifact_id), 71);
    assert_string_equal(status.kind, "unknown");
}

static void an_error_of_a_code_that_is_not_known_stays_an_error(void **state) {
    (void)state;
    assert_true(
        failed_for("{\"status\":\"failed\",\"error\":{\"code\":\"TOO_LATE\",\"hint\":\"h\",\"reason\":\"r\"}}", "r"));
    lob_job_status status = read_back(ID);
    assert_int_equal(status.error.code, LOB_E_TOOL_LIMIT_EXCEEDED);
    spill(ID ".json", "{\"status\":\"failed\"}");
    assert_int_equal(read_back(ID).state, LOB_JOB_FAILED);
}

static void only_what_is_old_and_of_nobody_alive_is_swept(void **state) {
    (void)state;
    static const char *const names[] = {"job_1.json",   "job_1.result", "owner_dead", ".tmp-0123",
                                        "job_new.json", "other.txt",    "owner_alive"};
    const time_t week = 7 * 24 * 3600, now = time(NULL);
    lob_job_folder again;
    for (size_t i = 0; i < 7; i++) {
        const struct timespec times[2] = {{now - week - 60, 0}, {now - week - 60, 0}};
        spill(names[i], "x");
        if (i != 4) {
            assert_int_equal(utimensat(AT_FDCWD, path_of(names[i]), times, 0), 0);
        }
    }
    const int alive = open(path_of("owner_alive"), O_RDONLY);
    assert_int_equal(flock(alive, LOCK_EX), 0);
    assert_int_equal(lob_job_folder_open(&ctx, rig_folder, &again), LOB_OK);
    for (size_t i = 0; i < 7; i++) {
        assert_int_equal(access(path_of(names[i]), F_OK) == 0, i >= 4);
    }
    close(alive);
    lob_job_folder_close(&again);
}

/* Owners' files tell of nobody once their lock is gone, however young; and a start is enough to sweep. */
static void files_of_dead_owners_go_at_start(void **state) {
    (void)state;
    static const char *const names[] = {"owner_dead", "owner_alive", "owner_starting", "job_young.json"};
    const time_t now = time(NULL);
    char nowhere[5000];
    for (size_t i = 0; i < 4; i++) {
        const struct timespec times[2] = {{now - 120, 0}, {now - 120, 0}};
        spill(names[i], "x");
        if (i != 2) {
            assert_int_equal(utimensat(AT_FDCWD, path_of(names[i]), times, 0), 0);
        }
    }
    const int alive = open(path_of("owner_alive"), O_RDONLY);
    assert_int_equal(flock(alive, LOCK_EX), 0);
    lob_job_folder_sweep(rig_folder);
    for (size_t i = 0; i < 4; i++) {
        assert_int_equal(access(path_of(names[i]), F_OK) == 0, i >= 1);
        unlink(path_of(names[i]));
    }
    close(alive);
    memset(nowhere, 'a', sizeof nowhere - 1);
    nowhere[0] = '/';
    nowhere[sizeof nowhere - 1] = '\0';
    lob_job_folder_sweep(nowhere);
    nowhere[8] = '\0';
    lob_job_folder_sweep(nowhere);
}

static void a_folder_that_cannot_be_had_is_an_error(void **state) {
    (void)state;
    lob_job_folder other;
    char path[5000];
    const unsigned before = descriptors();
    memset(path, 'a', sizeof path);
    path[0] = '/';
    path[4093] = '\0';
    assert_int_equal(lob_job_folder_open(&ctx, path, &other), LOB_E_TOOL_LIMIT_EXCEEDED);
    static const char *const calls[] = {"flock", "openat"};
    for (int i = 0; i < 2; i++) {
        for (unsigned nth = 1; nth < 32; nth++) {
            lob_ctx_init(&ctx, arena);
            arm(calls[i], nth, EMFILE);
            const lob_status status = lob_job_folder_open(&ctx, rig_folder, &other);
            const bool met = atomic_load(&fault.count) >= nth;
            fault.call = NULL;
            assert_ne(status == LOB_OK, met);
            lob_job_folder_close(&other);
            assert_int_equal(descriptors(), before);
            if (!met) {
                assert_gt(nth, 1);
                break;
            }
        }
    }
    char slashes[80];
    snprintf(slashes, sizeof slashes, "%s///", rig_folder);
    lob_ctx_init(&ctx, arena);
    assert_int_equal(lob_job_folder_open(&ctx, slashes, &other), LOB_OK);
    assert_string_equal(other.path, folder.path);
    lob_job_folder_close(&other);
}

/* Whatever cannot be written: the job ends, and says of itself what is so. */
static void failing_writes_fail_the_job_alone(void **state) {
    (void)state;
    static const char *const calls[] = {"openat", "fsync", "renameat"};
    for (int i = 0; i < 3; i++) {
        for (unsigned nth = 1;; nth++) {
            assert_lt(nth, 40);
            rig_task task = {.open = true};
            char id[LOB_JOB_ID_SIZE + 1];
            lob_job_status status = {.state = LOB_JOB_QUEUED};
            lob_ctx_init(&ctx, arena);
            lob_jobs *jobs = rig_jobs(1, 1, 1, 4096);
            arm(calls[i], nth, ENOSPC);
            const bool started = rig_start(&ctx, jobs, &task, id) == LOB_OK;
            if (started) {
                assert_int_equal(lob_jobs_poll(&ctx, jobs, lob_str_from(id), RIG_PATIENCE_MS, false, &status), LOB_OK);
                if (status.state != LOB_JOB_COMPLETED) {
                    assert_eq(status.state, LOB_JOB_FAILED);
                    assert_true(rig_says(&status.error, "disk_full"));
                }
                if (status.state == LOB_JOB_COMPLETED) {
                    assert_true(lob_str_equal(status.result, LOB_STR(RIG_RESULT)));
                }
            } else {
                assert_true(rig_says(&ctx.error, "disk_full"));
                assert_eq(atomic_load(&task.started), 0);
            }
            lob_jobs_drop(jobs);
            const bool met = atomic_load(&fault.count) >= nth;
            fault.call = NULL;
            assert_int_equal(atomic_load(&task.dropped), 1);
            if (started && status.state == LOB_JOB_COMPLETED) { /* then its bytes are there for others too */
                char name[LOB_JOB_ID_SIZE + 8];
                snprintf(name, sizeof name, "%s.result", id);
                assert_int_equal(access(path_of(name), F_OK), 0);
            }
            if (!met) {
                assert_gt(nth, 3);
                break;
            }
        }
    }
    char command[200];
    snprintf(command, sizeof command, "ls -A '%s/jobs' | grep -q '^[.]tmp-'", rig_folder);
    assert_int_not_equal(system(command), 0);
}

static void without_a_thread_there_is_no_job(void **state) {
    (void)state;
    rig_task task = {.open = true}, held = {0};
    char id[LOB_JOB_ID_SIZE + 1], id2[LOB_JOB_ID_SIZE + 1];
    lob_job_status status = {.state = LOB_JOB_QUEUED};
    lob_jobs *jobs = rig_jobs(2, 4, 4, 4096);
    arm("pthread_create", 1, EAGAIN);
    assert_int_equal(rig_start(&ctx, jobs, &task, id), LOB_OK);
    assert_int_equal(lob_jobs_poll(&ctx, jobs, lob_str_from(id), RIG_PATIENCE_MS, false, &status), LOB_OK);
    lob_jobs_drop(jobs);
    jobs = rig_jobs(1, 4, 4, 4096);
    arm("pthread_create", 1, EAGAIN);
    assert_int_equal(rig_start(&ctx, jobs, &task, id), LOB_E_TOOL_LIMIT_EXCEEDED);
    assert_true(rig_says(&ctx.error, "threads"));
    assert_eq(atomic_load(&task.dropped), 2);
    lob_jobs_drop(jobs);
    /* A busy slot goes on with the queue when no second thread can be had. */
    jobs = rig_jobs(2, 4, 4, 4096);
    lob_ctx_init(&ctx, arena);
    assert_int_equal(rig_start(&ctx, jobs, &held, id), LOB_OK);
    assert_true(rig_await(&held.started, 1));
    arm("pthread_create", 1, EAGAIN);
    assert_int_equal(rig_start(&ctx, jobs, &task, id2), LOB_OK);
    atomic_store(&held.open, true);
    assert_int_equal(lob_jobs_poll(&ctx, jobs, lob_str_from(id2), RIG_PATIENCE_MS, false, &status), LOB_OK);
    assert_int_equal(status.state, LOB_JOB_COMPLETED);
    lob_jobs_drop(jobs);
}

static bool one_reading(void *arg) {
    (void)arg;
    lob_job_status status = {.state = LOB_JOB_QUEUED};
    bool found = false;
    lob_arena *own = lob_arena_new(0);
    lob_ctx c;
    lob_ctx_init(&c, own);
    const lob_status read =
        own ? lob_job_record_read(&c, &folder, LOB_STR(ID), 4096, &found, &status) : LOB_E_TOOL_LIMIT_EXCEEDED;
    const bool fine = read == LOB_OK;
    /* Too little memory is never told as damage. */
    if (fine) {
        assert_true(found);
        assert_eq(status.state, LOB_JOB_COMPLETED);
    }
    lob_arena_drop(own);
    return fine;
}

static void want_of_memory_is_no_damage(void **state) {
    (void)state;
    const lob_job_status status = {.id = ID, .kind = "evaluate", .state = LOB_JOB_COMPLETED, .result = LOB_STR("{}")};
    spill(ID ".result", "{}");
    assert_int_equal(lob_job_record_write(&ctx, &folder, &status, "", (lob_str){NULL, 0}), LOB_OK);
    assert_gt(sweep_allocations(one_reading, NULL), 3);
}

/* The request of an evaluation is given back for its own file alone, once it is completed. */
static void test_request(void **state) {
    (void)state;
    static const char other[] = "job_1123456789abcdef0123456789abcdef";
    static const struct {
        const char *id, *artifact, *record;
        bool is_there;
    } rows[] = {
        {ID, "art",
         "{\"kind\":\"evaluate\",\"status\":\"completed\",\"layout_artifact_id\":\"art\",\"request\":{\"a\":1}}", true},
        {ID, "art", "{\"kind\":\"optimize\",\"status\":\"completed\",\"layout_artifact_id\":\"art\",\"request\":{}}",
         false},
        {ID, "art", "{\"kind\":\"evaluate\",\"status\":\"failed\",\"layout_artifact_id\":\"art\",\"request\":{}}",
         false},
        {ID, "arm", "{\"kind\":\"evaluate\",\"status\":\"completed\",\"layout_artifact_id\":\"art\",\"request\":{}}",
         false},
        {ID, "arts", "{\"kind\":\"evaluate\",\"status\":\"completed\",\"layout_artifact_id\":\"art\",\"request\":{}}",
         false},
        {ID, "", "{\"kind\":\"evaluate\",\"status\":\"completed\",\"layout_artifact_id\":\"\",\"request\":{}}", false},
        {ID, "art", "{\"kind\":\"evaluate\",", false},
        {other, "art", "{}", false}, /* there is no such record */
        {"../" ID, "art", "{}", false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        lob_str request;
        lob_case("%zu", i);
        spill(ID ".json", rows[i].record);
        lob_ctx_init(&ctx, arena);
        assert_int_equal(
            lob_job_record_request(&ctx, &folder, lob_str_from(rows[i].id), lob_str_from(rows[i].artifact), &request),
            LOB_OK);
        assert_eq(request.data != NULL, rows[i].is_there);
        assert_true(!request.data || lob_str_equal(request, LOB_STR("{\"a\":1}")));
    }
}

static bool read_request(void *arg) {
    lob_str request;
    lob_arena *own = lob_arena_new(0);
    lob_ctx c;
    (void)arg;
    lob_ctx_init(&c, own);
    lob_error_clear(&c.error);
    const lob_status status =
        own ? lob_job_record_request(&c, &folder, LOB_STR(ID), LOB_STR("art"), &request) : LOB_E_TOOL_LIMIT_EXCEEDED;
    if (status != LOB_OK) {
        assert_int_equal(status, LOB_E_TOOL_LIMIT_EXCEEDED);
    }
    lob_arena_drop(own);
    return status == LOB_OK;
}

static void test_request_without_memory(void **state) {
    (void)state;
    static char text[70000]; /* more than an arena begins with */
    memset(text, ' ', sizeof text - 1);
    memcpy(text, "{\"a\":1", 6);
    text[sizeof text - 2] = '}';
    spill(ID ".json", text);
    assert_ge(sweep_allocations_sparing(read_request, NULL, true), 1); /* a check that has no memory finds no request */
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, setup, teardown)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(test_request),
        TEST(test_request_without_memory),
        TEST(a_damaged_record_is_a_failed_job),
        TEST(a_result_must_be_what_was_written),
        TEST(numbers_of_a_record_are_kept_in_bounds),
        TEST(an_error_of_a_code_that_is_not_known_stays_an_error),
        TEST(only_what_is_old_and_of_nobody_alive_is_swept),
        TEST(files_of_dead_owners_go_at_start),
        TEST(a_folder_that_cannot_be_had_is_an_error),
        TEST(failing_writes_fail_the_job_alone),
        TEST(without_a_thread_there_is_no_job),
        TEST(want_of_memory_is_no_damage),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
