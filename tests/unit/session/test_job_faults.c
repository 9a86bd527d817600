/* What of jobs goes wrong seldom: calls of the system and of libcrypto that fail, replaced at link time, and orders
 * that leave out what they may. Invariant: after each the table still drops, and no record is left that says less than
 * is so.
 * A program of its own: it stands in for functions of the libraries. */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/random.h>
#include <sys/syscall.h>

#include "tests/support/lob_test.h"

#include "jobs_rig.h"
#include "session/job_records.h"

#define ID "job_0123456789abcdef0123456789abcdef"

/* ---- the replaced calls ---- */

static const char *closed_name, *gone_name;                /* cannot be opened; cannot be looked at */
static atomic_bool no_random, no_sha_update, no_sha_final; /* fail as long as they are set */

int openat(int dir, const char *name, int flags, ...) {
    va_list args;
    va_start(args, flags);
    unsigned mode = flags & O_CREAT ? va_arg(args, unsigned) : 0;
    va_end(args);
    if (closed_name && strcmp(name, closed_name) == 0) {
        errno = EACCES;
        return -1;
    }
    return (int)syscall(SYS_openat, dir, name, flags, mode);
}

int fstatat(int dir, const char *restrict name, struct stat *restrict info, int flags) {
    if (gone_name && strcmp(name, gone_name) == 0) {
        errno = ENOENT;
        return -1;
    }
    return (int)syscall(SYS_newfstatat, dir, name, info, flags);
}

ssize_t getrandom(void *out, size_t size, unsigned flags) {
    if (atomic_load(&no_random)) {
        errno = ENOSYS;
        return -1;
    }
    return syscall(SYS_getrandom, out, size, flags);
}

int SHA256_Update(void *sums, const void *data, size_t size);
int SHA256_Update(void *sums, const void *data, size_t size) {
    static int (*real)(void *, const void *, size_t);
    if (!real) {
        *(void **)(void *)&real = dlsym(RTLD_NEXT, "SHA256_Update");
    }
    return atomic_load(&no_sha_update) ? 0 : real(sums, data, size);
}

int SHA256_Final(unsigned char *digest, void *sums);
int SHA256_Final(unsigned char *digest, void *sums) {
    static int (*real)(unsigned char *, void *);
    if (!real) {
        *(void **)(void *)&real = dlsym(RTLD_NEXT, "SHA256_Final");
    }
    return atomic_load(&no_sha_final) ? 0 : real(digest, sums);
}

/* ---- helpers ---- */

static lob_arena *arena;
static lob_ctx ctx;
static char id[LOB_JOB_ID_SIZE + 1];

static int setup(void **state) {
    arena = lob_arena_new(0);
    lob_ctx_init(&ctx, arena);
    return rig_open(state);
}

static int teardown(void **state) {
    closed_name = gone_name = NULL;
    atomic_store(&no_random, false);
    atomic_store(&no_sha_update, false);
    atomic_store(&no_sha_final, false);
    lob_alloc_fail_at(0, 0);
    lob_arena_drop(arena);
    return rig_close(state);
}

static const char *path_of(const char *name) {
    static char path[256];
    snprintf(path, sizeof path, "%s/jobs/%s", rig_folder, name);
    return path;
}

static void spill(const char *name, const char *text, size_t size) {
    FILE *file = fopen(path_of(name), "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(text, 1, size, file), size);
    fclose(file);
}

static void make_old(const char *name) {
    const struct timespec times[2] = {{1000, 0}, {1000, 0}};
    assert_int_equal(utimensat(AT_FDCWD, path_of(name), times, 0), 0);
}

static lob_job_state ended(lob_jobs *jobs, const char *of, lob_job_status *status) {
    lob_ctx_init(&ctx, arena);
    assert_int_equal(lob_jobs_poll(&ctx, jobs, lob_str_from(of), RIG_PATIENCE_MS, false, status), LOB_OK);
    return status->state;
}

/* ---- tests ---- */

/* What cannot be looked at or opened stays, and keeps nobody from starting. */
static void the_sweep_passes_by_what_it_cannot_have(void **state) {
    (void)state;
    lob_job_folder folder;
    assert_int_equal(lob_job_folder_open(&ctx, rig_folder, &folder), LOB_OK);
    lob_job_folder_close(&folder);
    spill("job_closed", "x", 1);
    spill("job_gone", "x", 1);
    assert_int_equal(mkdir(path_of("job_folder"), 0700), 0);
    make_old("job_closed");
    make_old("job_gone");
    make_old("job_folder");
    closed_name = "job_closed";
    gone_name = "job_gone";
    assert_int_equal(lob_job_folder_open(&ctx, rig_folder, &folder), LOB_OK);
    lob_job_folder_close(&folder);
    closed_name = gone_name = NULL;
    assert_eq(access(path_of("job_closed"), F_OK), 0);
    assert_eq(access(path_of("job_gone"), F_OK), 0);
    assert_int_equal(lob_job_folder_open(&ctx, rig_folder, &folder), LOB_OK); /* the control */
    lob_job_folder_close(&folder);
    assert_ne(access(path_of("job_closed"), F_OK), 0);
    assert_ne(access(path_of("job_gone"), F_OK), 0);
    assert_int_equal(access(path_of("job_folder"), F_OK), 0);
}

static void a_root_that_does_not_begin_at_the_top_is_refused(void **state) {
    (void)state;
    lob_job_folder folder;
    assert_int_not_equal(lob_job_folder_open(&ctx, "x", &folder), LOB_OK);
    assert_lt(folder.dir_fd, 0);
    assert_lt(folder.lock_fd, 0);
    assert_int_not_equal(access("x", F_OK), 0);
}

static void ids_are_told_by_each_of_their_letters(void **state) {
    (void)state;
    static const char bad[] = "/:`gG";
    char name[] = ID;
    assert_true(lob_job_id_fits(LOB_STR(ID)));
    assert_false(lob_job_id_fits(LOB_STR("jab_0123456789abcdef0123456789abcdef")));
    for (const char *c = bad; *c; c++) {
        name[20] = *c;
        assert_false(lob_job_id_fits(lob_str_from(name)));
    }
}

static void a_list_has_records_alone(void **state) {
    (void)state;
    char ids[4][LOB_JOB_ID_SIZE + 1];
    uint32_t count = 4;
    lob_jobs *jobs = rig_jobs(1, 1, 1, 4096);
    spill(ID ".json", "{}", 2);
    spill(ID ".jsox", "{}", 2);
    spill("jab_0123456789abcdef0123456789abcdef.json", "{}", 2);
    assert_true(lob_jobs_list(jobs, (lob_str){NULL, 0}, ids, &count));
    assert_int_equal(count, 1);
    assert_string_equal(ids[0], ID);
    for (unsigned i = 0; i < 8; i++) { /* in whatever order the folder tells them */
        char name[LOB_JOB_ID_SIZE + 8];
        snprintf(name, sizeof name, "job_%032x.json", i * 5 % 8 + 1);
        spill(name, "{}", 2);
    }
    count = 1;
    assert_true(lob_jobs_list(jobs, (lob_str){NULL, 0}, ids, &count));
    assert_int_equal(count, 1);
    assert_string_equal(ids[0], "job_00000000000000000000000000000001");
    closed_name = ".";
    count = 4;
    assert_false(lob_jobs_list(jobs, (lob_str){NULL, 0}, ids, &count));
    assert_int_equal(count, 0);
    closed_name = NULL;
    lob_jobs_drop(jobs);
}

static void without_random_numbers_there_is_no_id(void **state) {
    (void)state;
    rig_task task = {.open = true};
    lob_job_folder folder;
    lob_jobs *jobs = rig_jobs(1, 1, 1, 4096);
    atomic_store(&no_random, true);
    assert_int_equal(lob_job_folder_open(&ctx, rig_folder, &folder), LOB_E_TOOL_LIMIT_EXCEEDED);
    assert_null(rig_jobs(1, 1, 1, 4096)); /* no table without its folder */
    lob_ctx_init(&ctx, arena);
    const lob_job_order bare = {.kind = "evaluate", .work = rig_work, .arg = &task};
    assert_int_equal(rig_start(&ctx, jobs, &task, id), LOB_E_TOOL_LIMIT_EXCEEDED);
    assert_int_equal(atomic_load(&task.dropped), 1);
    assert_int_equal(lob_jobs_start(&ctx, jobs, &bare, id), LOB_E_TOOL_LIMIT_EXCEEDED);
    assert_eq(atomic_load(&task.started), 0);
    assert_eq(atomic_load(&task.dropped), 1);
    lob_jobs_drop(jobs);
}

/* An order with neither a request nor somebody to be told of its end. */
static void an_order_may_leave_out_what_it_may(void **state) {
    (void)state;
    rig_task task = {.open = true};
    lob_job_status status;
    lob_jobs *jobs = rig_jobs(1, 1, 1, 4096);
    const lob_job_order bare = {.kind = "evaluate", .work = rig_work, .arg = &task};
    assert_int_equal(lob_jobs_start(&ctx, jobs, &bare, id), LOB_OK);
    assert_int_equal(ended(jobs, id, &status), LOB_JOB_COMPLETED);
    assert_true(lob_str_equal(status.result, LOB_STR(RIG_RESULT)));
    assert_eq(atomic_load(&task.dropped), 0);
    lob_jobs_drop(jobs);
}

static lob_status tell_nothing(void *arg, lob_ctx *c, const char *of, lob_buf *out) {
    (void)of;
    c->progress(c->progress_arg, 1, 0, NULL);
    lob_buf_add_text(out, "{}");
    atomic_fetch_add((atomic_int *)arg, 1);
    return LOB_OK;
}

static void progress_of_nothing_is_none(void **state) {
    (void)state;
    atomic_int told = 0;
    lob_job_status status;
    lob_jobs *jobs = rig_jobs(1, 1, 1, 4096);
    const lob_job_order order = {.kind = "evaluate", .work = tell_nothing, .arg = &told};
    assert_int_equal(lob_jobs_start(&ctx, jobs, &order, id), LOB_OK);
    assert_int_equal(ended(jobs, id, &status), LOB_JOB_COMPLETED);
    assert_string_equal(status.message, "");
    assert_int_equal(atomic_load(&told), 1);
    lob_jobs_drop(jobs);
}

/* Behind one that still works; kept: none. */
static void what_works_is_not_forgotten(void **state) {
    (void)state;
    rig_task held = {0}, task = {.open = true};
    char id2[LOB_JOB_ID_SIZE + 1];
    lob_job_status status;
    lob_jobs *jobs = rig_jobs(2, 4, 0, 4096);
    assert_int_equal(rig_start(&ctx, jobs, &held, id), LOB_OK);
    assert_true(rig_await(&held.started, 1));
    assert_int_equal(rig_start(&ctx, jobs, &task, id2), LOB_OK);
    assert_int_equal(ended(jobs, id2, &status), LOB_JOB_COMPLETED);
    assert_int_equal(lob_jobs_look(&ctx, jobs, lob_str_from(id), &status), LOB_OK);
    assert_int_equal(status.state, LOB_JOB_WORKING);
    atomic_store(&held.open, true);
    assert_int_equal(ended(jobs, id, &status), LOB_JOB_COMPLETED);
    lob_jobs_drop(jobs);
}

typedef struct last_wish {
    lob_jobs *jobs;
    rig_task task;
    atomic_int begun;
    lob_status told;
} last_wish;

static lob_status wish(void *arg, lob_ctx *c, const char *of, lob_buf *out) {
    last_wish *w = arg;
    char mine[LOB_JOB_ID_SIZE + 1];
    lob_ctx own;
    (void)of;
    (void)out;
    atomic_fetch_add(&w->begun, 1);
    while (lob_poll(c) == LOB_OK) {
        rig_pause(1);
    }
    lob_ctx_init(&own, NULL);
    w->told = rig_start(&own, w->jobs, &w->task, mine);
    return LOB_E_CANCELLED;
}

static void a_table_that_closes_takes_no_more(void **state) {
    (void)state;
    last_wish w = {.jobs = rig_jobs(1, 4, 4, 4096)};
    const lob_job_order order = {.kind = "evaluate", .work = wish, .arg = &w};
    assert_int_equal(lob_jobs_start(&ctx, w.jobs, &order, id), LOB_OK);
    assert_true(rig_await(&w.begun, 1));
    lob_jobs_drop(w.jobs);
    assert_int_equal(w.told, LOB_E_TOOL_LIMIT_EXCEEDED);
    assert_eq(atomic_load(&w.task.started), 0);
    assert_eq(atomic_load(&w.task.dropped), 1);
}

/* Too little memory for a record is told as that, not as a job that nobody knows. */
static void a_record_without_memory_is_not_unknown(void **state) {
    (void)state;
    lob_job_status status;
    lob_jobs *jobs = rig_jobs(1, 1, 1, 4096);
    spill(ID ".json", "{\"status\":\"cancelled\"}", 22);
    for (int i = 0; i < 3; i++) {
        lob_arena_reset(arena);
        lob_ctx_init(&ctx, arena);
        lob_alloc_fail_at(1, 1);
        const lob_status got = i == 0   ? lob_jobs_poll(&ctx, jobs, LOB_STR(ID), 0, false, &status)
                               : i == 1 ? lob_jobs_look(&ctx, jobs, LOB_STR(ID), &status)
                                        : lob_jobs_cancel(&ctx, jobs, LOB_STR(ID));
        lob_alloc_fail_at(0, 0);
        assert_int_equal(got, LOB_E_TOOL_LIMIT_EXCEEDED);
        assert_true(rig_says(&ctx.error, "memory"));
    }
    lob_jobs_drop(jobs);
}

static void a_digest_that_cannot_be_had_is_no_record(void **state) {
    (void)state;
    const lob_job_status status = {.id = ID, .kind = "evaluate", .state = LOB_JOB_COMPLETED, .result = LOB_STR("{}")};
    lob_job_folder folder;
    assert_int_equal(lob_job_folder_open(&ctx, rig_folder, &folder), LOB_OK);
    for (int i = 0; i < 3; i++) {
        lob_ctx_init(&ctx, arena);
        atomic_store(&no_sha_update, i == 0);
        atomic_store(&no_sha_final, i == 1);
        assert_int_equal(lob_job_record_write(&ctx, &folder, &status, "", (lob_str){NULL, 0}),
                         i < 2 ? LOB_E_TOOL_LIMIT_EXCEEDED : LOB_OK);
        assert_int_equal(access(path_of(ID ".json"), F_OK) == 0, i == 2);
    }
    lob_job_folder_close(&folder);
}

/* A reason is a text of that name; an error may have none. */
static void the_reason_is_found_among_the_details(void **state) {
    (void)state;
    lob_job_folder folder;
    assert_int_equal(lob_job_folder_open(&ctx, rig_folder, &folder), LOB_OK);
    for (int has_reason = 0; has_reason < 2; has_reason++) {
        lob_job_status status = {.id = ID, .kind = "evaluate", .state = LOB_JOB_FAILED}, back = {.state = 0};
        bool found;
        lob_error_set(&status.error, LOB_E_INVALID_LAYER, "No such layer");
        lob_error_integer(&status.error, "layer", 7);
        lob_error_text(&status.error, "name", LOB_STR("metal"));
        if (has_reason) {
            lob_error_text(&status.error, "reason", LOB_STR("planned"));
        }
        lob_ctx_init(&ctx, arena);
        assert_int_equal(lob_job_record_write(&ctx, &folder, &status, "", (lob_str){NULL, 0}), LOB_OK);
        assert_int_equal(lob_job_record_read(&ctx, &folder, LOB_STR(ID), 4096, &found, &back), LOB_OK);
        assert_true(found);
        assert_eq(back.error.code, LOB_E_INVALID_LAYER);
        assert_int_equal(rig_says(&back.error, "planned"), has_reason);
        assert_int_equal(back.error.detail_count, has_reason);
    }
    lob_job_folder_close(&folder);
}

static void a_result_larger_than_can_be_had_is_missing(void **state) {
    (void)state;
    static char large[5000];
    static const char record[] = "{\"status\":\"completed\",\"result_sha256\":\"00\"}";
    lob_job_status status = {.state = LOB_JOB_QUEUED};
    lob_job_folder folder;
    bool found;
    assert_int_equal(lob_job_folder_open(&ctx, rig_folder, &folder), LOB_OK);
    spill(ID ".json", record, sizeof record - 1);
    spill(ID ".result", large, sizeof large);
    assert_int_equal(lob_job_record_read(&ctx, &folder, LOB_STR(ID), 4096, &found, &status), LOB_OK);
    assert_true(found);
    assert_eq(status.state, LOB_JOB_FAILED);
    assert_true(rig_says(&status.error, "result_missing"));
    lob_job_folder_close(&folder);
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, setup, teardown)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(the_sweep_passes_by_what_it_cannot_have),
        TEST(a_root_that_does_not_begin_at_the_top_is_refused),
        TEST(ids_are_told_by_each_of_their_letters),
        TEST(a_list_has_records_alone),
        TEST(without_random_numbers_there_is_no_id),
        TEST(an_order_may_leave_out_what_it_may),
        TEST(progress_of_nothing_is_none),
        TEST(what_works_is_not_forgotten),
        TEST(a_table_that_closes_takes_no_more),
        TEST(a_record_without_memory_is_not_unknown),
        TEST(a_digest_that_cannot_be_had_is_no_record),
        TEST(the_reason_is_found_among_the_details),
        TEST(a_result_larger_than_can_be_had_is_missing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
