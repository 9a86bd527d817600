/* Jobs: how they stand, how they end, who may end them, and what stays when the process is gone. */
#include <signal.h>
#include <sys/wait.h>

#include "tests/support/lob_test.h"

#include "jobs_rig.h"

static lob_arena *arena;
static lob_ctx ctx;
static char id[LOB_JOB_ID_SIZE + 1];

static int setup(void **state) {
    arena = lob_arena_new(0);
    lob_ctx_init(&ctx, arena);
    return rig_open(state);
}

static int teardown(void **state) {
    lob_arena_drop(arena);
    return rig_close(state);
}

static void look(lob_jobs *jobs, const char *of, uint32_t wait_ms, lob_job_status *status) {
    lob_ctx_init(&ctx, arena);
    assert_int_equal(lob_jobs_poll(&ctx, jobs, lob_str_from(of), wait_ms, false, status), LOB_OK);
    assert_string_equal(status->id, of);
}

static lob_job_state state_of(lob_jobs *jobs, const char *of, uint32_t wait_ms) {
    lob_job_status status;
    look(jobs, of, wait_ms, &status);
    return status.state;
}

/* Bytes of a file of the folder; "" when there is none. */
static const char *content(const char *of, const char *suffix) {
    static char text[4096];
    char path[200];
    snprintf(path, sizeof path, "%s/jobs/%s%s", rig_folder, of, suffix);
    FILE *file = fopen(path, "rb");
    text[file ? fread(text, 1, sizeof text - 1, file) : 0] = '\0';
    if (file) {
        fclose(file);
    }
    return text;
}

static unsigned mode_of(const char *name, const char *suffix) {
    char path[200];
    struct stat info;
    snprintf(path, sizeof path, "%s/jobs%s%s", rig_folder, name, suffix);
    return stat(path, &info) == 0 ? info.st_mode & 07777 : 0;
}

static unsigned files(void) {
    char command[200], text[32] = "";
    snprintf(command, sizeof command, "ls -A '%s/jobs' | wc -l", rig_folder);
    FILE *pipe = popen(command, "r");
    assert_non_null(fgets(text, sizeof text, pipe));
    pclose(pipe);
    return (unsigned)strtoul(text, NULL, 10);
}

/* ---- a life ---- */

static void a_job_goes_from_queued_to_completed(void **state) {
    (void)state;
    rig_task first = {0}, second = {0};
    char id2[LOB_JOB_ID_SIZE + 1], name[LOB_JOB_ID_SIZE + 2];
    lob_job_status status;
    lob_jobs *jobs = rig_jobs(1, 4, 4, 4096), *other = rig_jobs(1, 1, 1, 4096);
    first.jobs = jobs;
    assert_int_equal(rig_start(&ctx, jobs, &first, id), LOB_OK);
    assert_int_equal(rig_start(&ctx, jobs, &second, id2), LOB_OK);
    assert_eq(strlen(id), LOB_JOB_ID_SIZE);
    assert_string_not_equal(id, id2);
    assert_true(rig_await(&first.started, 1));
    look(jobs, id, 0, &status);
    assert_eq(status.state, LOB_JOB_WORKING);
    assert_eq(status.progress, 0);
    assert_null(status.result.data);
    assert_string_equal(status.artifact_id, "sha256:0123");
    assert_string_equal(status.kind, "evaluate");
    assert_eq(state_of(jobs, id2, 0), LOB_JOB_QUEUED);
    assert_eq(lob_jobs_running(jobs), 1);
    /* As a server beside this one sees it. */
    assert_eq(state_of(other, id, 0), LOB_JOB_WORKING);
    assert_eq(state_of(other, id2, 0), LOB_JOB_QUEUED);
    assert_non_null(strstr(content(id, ".json"), "\"request\":" RIG_REQUEST));
    atomic_store(&first.open, true);
    look(jobs, id, RIG_PATIENCE_MS, &status);
    assert_eq(status.state, LOB_JOB_COMPLETED);
    assert_eq(status.progress, 1);
    assert_ge(status.elapsed_ms, 0);
    assert_true(lob_str_equal(status.result, LOB_STR(RIG_RESULT)));
    assert_int_equal(atomic_load(&first.dropped), 1);
    assert_string_equal(content(id, ".result"), RIG_RESULT);
    atomic_store(&second.open, true);
    assert_int_equal(state_of(jobs, id2, RIG_PATIENCE_MS), LOB_JOB_COMPLETED);
    snprintf(name, sizeof name, "/%s", id);
    assert_eq(mode_of(name, ".json"), 0600);
    assert_eq(mode_of(name, ".result"), 0600);
    assert_eq(mode_of("", ""), 0700);
    look(other, id, 0, &status);
    assert_string_equal(status.error.message, "");
    assert_eq(status.state, LOB_JOB_COMPLETED);
    assert_true(lob_str_equal(status.result, LOB_STR(RIG_RESULT)));
    assert_string_equal(status.artifact_id, "sha256:0123");
    lob_jobs_drop(jobs);
    look(other, id, 0, &status);
    assert_eq(status.state, LOB_JOB_COMPLETED);
    assert_true(lob_str_equal(status.result, LOB_STR(RIG_RESULT)));
    lob_jobs_drop(other);
    assert_int_equal(files(), 4); /* no owner's file, nothing temporary */
}

static void failures_are_told(void **state) {
    (void)state;
    static const double step = 3;
    rig_task task = {.open = true, .end = LOB_E_INVALID_LAYER, .steps = &step, .step_count = 1, .total = 8},
             large = {.open = true, .size = 65};
    lob_job_status status;
    lob_jobs *jobs = rig_jobs(2, 4, 4, 64), *other = rig_jobs(1, 1, 1, 64);
    assert_int_equal(rig_start(&ctx, jobs, &task, id), LOB_OK);
    look(jobs, id, RIG_PATIENCE_MS, &status);
    for (int i = 0; i < 2; i++) {
        assert_eq(status.state, LOB_JOB_FAILED);
        assert_eq(status.error.code, LOB_E_INVALID_LAYER);
        assert_eq(status.progress, 0);
        assert_eq(status.done, 0);
        assert_eq(status.total, 0);
        assert_eq(status.message[0], '\0');
        assert_string_equal(status.error.message, "It went wrong");
        assert_string_equal(status.error.hint, "Do better.");
        assert_true(rig_says(&status.error, "planned"));
        look(other, id, 0, &status);
    }
    assert_int_equal(rig_start(&ctx, jobs, &large, id), LOB_OK);
    look(jobs, id, RIG_PATIENCE_MS, &status);
    assert_eq(status.state, LOB_JOB_FAILED);
    assert_eq(status.error.code, LOB_E_TOOL_LIMIT_EXCEEDED);
    assert_true(rig_says(&status.error, "result_size"));
    assert_string_equal(content(id, ".result"), "");
    large.size = 64;
    assert_int_equal(rig_start(&ctx, jobs, &large, id), LOB_OK);
    assert_int_equal(state_of(jobs, id, RIG_PATIENCE_MS), LOB_JOB_COMPLETED);
    lob_jobs_drop(other);
    lob_jobs_drop(jobs);
}

/* ---- progress ---- */

typedef struct heard {
    double done[64], total;
    unsigned count;
    atomic_bool *open; /* opened once something was heard */
} heard;

static void hear(void *arg, double done, double total, const char *message) {
    heard *h = arg;
    if (h->count < 64) {
        h->done[h->count++] = done;
    }
    h->total = total;
    assert_string_equal(message, "stepping");
    atomic_store(h->open, true);
}

static void progress_never_falls(void **state) {
    (void)state;
    static const double steps[] = {1, 6, 2, 4};
    rig_task task = {.steps = steps, .step_count = 4, .total = 8};
    heard h = {.open = &task.open};
    lob_job_status status;
    lob_jobs *jobs = rig_jobs(1, 1, 1, 4096);
    assert_int_equal(rig_start(&ctx, jobs, &task, id), LOB_OK);
    assert_true(rig_await(&task.started, 1));
    look(jobs, id, 0, &status);
    assert_eq(status.progress, .75);
    assert_eq(status.done, 4);
    assert_eq(status.total, 8);
    assert_string_equal(status.message, "stepping");
    lob_ctx_init(&ctx, arena);
    ctx.progress = hear;
    ctx.progress_arg = &h;
    assert_int_equal(lob_jobs_poll(&ctx, jobs, lob_str_from(id), RIG_PATIENCE_MS, false, &status), LOB_OK);
    assert_gt(h.count, 0);
    assert_eq(h.done[0], 4);
    assert_eq(h.total, 8);
    assert_eq(status.state, LOB_JOB_COMPLETED);
    assert_eq(status.progress, 1);
    assert_eq(status.done, 1);
    assert_eq(status.total, 1);
    assert_eq(status.message[0], '\0'); /* whatever was told last */
    static const double beyond[] = {30};
    task.steps = beyond;
    task.step_count = 1;
    atomic_store(&task.open, false);
    assert_int_equal(rig_start(&ctx, jobs, &task, id), LOB_OK);
    assert_true(rig_await(&task.started, 2));
    look(jobs, id, 0, &status);
    assert_eq(status.progress, 1);
    assert_eq(status.state, LOB_JOB_WORKING);
    lob_jobs_drop(jobs);
}

static void waiting_ends_in_time(void **state) {
    (void)state;
    rig_task task = {0};
    lob_jobs *jobs = rig_jobs(1, 1, 1, 4096);
    assert_int_equal(rig_start(&ctx, jobs, &task, id), LOB_OK);
    int64_t began = lob_clock_ms();
    assert_int_not_equal(state_of(jobs, id, 150), LOB_JOB_COMPLETED);
    assert_ge(lob_clock_ms() - began, 150);
    lob_jobs_drop(jobs);
}

/* ---- cancelling ---- */

static void cancelling_ends_work(void **state) {
    (void)state;
    rig_task task = {0};
    lob_jobs *jobs = rig_jobs(1, 1, 1, 4096), *other = rig_jobs(1, 1, 1, 4096);
    assert_int_equal(rig_start(&ctx, jobs, &task, id), LOB_OK);
    assert_true(rig_await(&task.started, 1));
    assert_int_equal(lob_jobs_cancel(&ctx, other, lob_str_from(id)), LOB_E_INVALID_TARGET);
    assert_true(rig_says(&ctx.error, "other_process"));
    lob_ctx_init(&ctx, arena);
    assert_int_equal(lob_jobs_cancel(&ctx, jobs, lob_str_from(id)), LOB_OK);
    assert_int_equal(state_of(jobs, id, RIG_PATIENCE_MS), LOB_JOB_CANCELLED);
    assert_int_equal(atomic_load(&task.dropped), 1);
    assert_int_equal(lob_jobs_cancel(&ctx, jobs, lob_str_from(id)), LOB_OK);
    assert_int_equal(lob_jobs_cancel(&ctx, other, lob_str_from(id)), LOB_OK); /* ended: nothing to say */
    assert_int_equal(state_of(other, id, 0), LOB_JOB_CANCELLED);
    assert_string_equal(content(id, ".result"), "");
    lob_jobs_drop(other);
    lob_jobs_drop(jobs);
}

/* Its turn may never come. */
static void a_queued_job_is_cancelled_at_once(void **state) {
    (void)state;
    rig_task busy = {0}, task = {0};
    char id2[LOB_JOB_ID_SIZE + 1];
    lob_jobs *jobs = rig_jobs(1, 1, 4, 4096);
    assert_int_equal(rig_start(&ctx, jobs, &busy, id), LOB_OK);
    assert_true(rig_await(&busy.started, 1));
    for (int i = 1; i <= 3; i++) { /* its place is free again each time */
        assert_int_equal(rig_start(&ctx, jobs, &task, id2), LOB_OK);
        assert_int_equal(lob_jobs_cancel(&ctx, jobs, lob_str_from(id2)), LOB_OK);
        assert_int_equal(state_of(jobs, id2, 0), LOB_JOB_CANCELLED);
        assert_non_null(strstr(content(id2, ".json"), "\"status\":\"cancelled\""));
        assert_eq(atomic_load(&task.dropped), i);
        assert_eq(atomic_load(&task.started), 0);
    }
    assert_int_equal(state_of(jobs, id, 0), LOB_JOB_WORKING);
    atomic_store(&busy.open, true);
    assert_int_equal(state_of(jobs, id, RIG_PATIENCE_MS), LOB_JOB_COMPLETED);
    lob_jobs_drop(jobs);
    assert_int_equal(atomic_load(&task.started), 0);
}

static void a_request_that_is_bound_takes_its_job_along(void **state) {
    (void)state;
    for (int bound = 0; bound < 2; bound++) {
        rig_task task = {0}, behind = {0};
        lob_cancel token = {true};
        lob_job_status status;
        char id2[LOB_JOB_ID_SIZE + 1];
        lob_jobs *jobs = rig_jobs(1, 2, 4, 4096);
        lob_ctx_init(&ctx, arena);
        assert_int_equal(rig_start(&ctx, jobs, &task, id), LOB_OK);
        assert_true(rig_await(&task.started, 1));
        assert_int_equal(rig_start(&ctx, jobs, &behind, id2), LOB_OK);
        for (int i = 0; i < 2; i++) {
            ctx.cancel = &token;
            assert_int_equal(lob_jobs_poll(&ctx, jobs, lob_str_from(i ? id : id2), 5000, bound, &status),
                             LOB_E_CANCELLED);
        }
        assert_int_equal(state_of(jobs, id2, 0), bound ? LOB_JOB_CANCELLED : LOB_JOB_QUEUED);
        atomic_store(&behind.open, true);
        if (!bound) {
            assert_int_equal(state_of(jobs, id, 100), LOB_JOB_WORKING);
            atomic_store(&task.open, true);
        }
        assert_int_equal(state_of(jobs, id, RIG_PATIENCE_MS), bound ? LOB_JOB_CANCELLED : LOB_JOB_COMPLETED);
        lob_jobs_drop(jobs);
        assert_int_equal(atomic_load(&behind.started), bound ? 0 : atomic_load(&behind.started));
        assert_int_equal(atomic_load(&behind.dropped), 1);
    }
}

static void the_end_of_the_server_cancels_all(void **state) {
    (void)state;
    rig_task tasks[3] = {{0}, {0}, {0}};
    char ids[3][LOB_JOB_ID_SIZE + 1];
    lob_jobs *jobs = rig_jobs(2, 4, 4, 4096), *other = rig_jobs(1, 1, 1, 4096);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(rig_start(&ctx, jobs, &tasks[i], ids[i]), LOB_OK);
    }
    lob_jobs_drop(jobs);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(state_of(other, ids[i], 0), LOB_JOB_CANCELLED);
        assert_int_equal(atomic_load(&tasks[i].dropped), 1);
    }
    lob_jobs_drop(other);
    lob_jobs_drop(NULL);
}

/* ---- limits ---- */

static void what_is_refused_leaves_nothing(void **state) {
    (void)state;
    rig_task busy = {0}, refused = {0};
    char id2[LOB_JOB_ID_SIZE + 1];
    lob_jobs *jobs = rig_jobs(1, 1, 1, 4096);
    assert_int_equal(rig_start(&ctx, jobs, &busy, id), LOB_OK);
    assert_true(rig_await(&busy.started, 1));
    assert_int_equal(rig_start(&ctx, jobs, &busy, id), LOB_OK);
    const unsigned before = files();
    assert_int_equal(rig_start(&ctx, jobs, &refused, id2), LOB_E_TOOL_LIMIT_EXCEEDED);
    assert_true(rig_says(&ctx.error, "jobs_queued"));
    assert_non_null(strstr(ctx.error.hint, "cancel_job"));
    assert_eq(atomic_load(&refused.dropped), 1);
    assert_eq(files(), before);
    lob_jobs_drop(jobs);
}

/* What is forgotten is read from its record; what somebody waits for is not forgotten. */
static void old_jobs_are_read_from_their_records(void **state) {
    (void)state;
    rig_task task = {.open = true};
    char ids[5][LOB_JOB_ID_SIZE + 1];
    lob_job_status status;
    for (uint32_t kept = 0; kept < 2; kept++) {
        lob_jobs *jobs = rig_jobs(1, 8, kept, 4096);
        for (int i = 0; i < 5; i++) {
            assert_int_equal(rig_start(&ctx, jobs, &task, ids[i]), LOB_OK);
        }
        assert_int_equal(state_of(jobs, ids[4], RIG_PATIENCE_MS), LOB_JOB_COMPLETED);
        for (int i = 0; i < 5; i++) {
            look(jobs, ids[i], 0, &status);
            assert_eq(status.state, LOB_JOB_COMPLETED);
            assert_true(lob_str_equal(status.result, LOB_STR(RIG_RESULT)));
        }
        lob_jobs_drop(jobs);
    }
}

/* Listed by the bytes of their ids, page by page, whoever made them; and looked at without their results. */
static void all_jobs_are_listed(void **state) {
    (void)state;
    rig_task task = {.open = true};
    char made[5][LOB_JOB_ID_SIZE + 1], listed[3][LOB_JOB_ID_SIZE + 1], last[LOB_JOB_ID_SIZE + 1] = "";
    lob_job_status status;
    unsigned seen = 0, found = 0;
    char command[128];
    snprintf(command, sizeof command, "rm -rf '%s/jobs'", rig_folder);
    assert_int_equal(system(command), 0);
    for (int server = 0; server < 2; server++) {
        lob_jobs *jobs = rig_jobs(1, 8, 8, 4096);
        for (int i = server * 2; i < (server ? 5 : 2); i++) {
            assert_int_equal(rig_start(&ctx, jobs, &task, made[i]), LOB_OK);
            assert_int_equal(state_of(jobs, made[i], RIG_PATIENCE_MS), LOB_JOB_COMPLETED);
        }
        for (uint32_t count = 3; server == 1 && count == 3;) {
            assert_true(lob_jobs_list(jobs, last[0] ? lob_str_from(last) : (lob_str){NULL, 0}, listed, &count));
            assert_le(count, 3);
            for (uint32_t i = 0; i < count; i++) {
                assert_gt(strcmp(listed[i], last), 0);
                strcpy(last, listed[i]);
                seen++;
                for (int k = 0; k < 5; k++) {
                    found += strcmp(made[k], last) == 0;
                }
                lob_ctx_init(&ctx, arena);
                assert_int_equal(lob_jobs_look(&ctx, jobs, lob_str_from(last), &status), LOB_OK);
                assert_eq(status.state, LOB_JOB_COMPLETED);
                assert_null(status.result.data);
                assert_int_equal(strlen(status.began), 20);
            }
        }
        uint32_t room = 3;
        assert_false(lob_jobs_list(jobs, LOB_STR("job_"), listed, &room));
        lob_ctx_init(&ctx, arena);
        assert_int_equal(lob_jobs_look(&ctx, jobs, LOB_STR("job_"), &status), LOB_E_INVALID_TARGET);
        lob_jobs_drop(jobs);
    }
    assert_int_equal(seen, 5);
    assert_int_equal(found, 5);
}

static void unknown_ids_come_with_candidates(void **state) {
    (void)state;
    static const char *const bad[] = {"",
                                      "job_",
                                      "../../etc/passwd",
                                      "job_0123456789abcdef0123456789abcde/",
                                      "job_0123456789ABCDEF0123456789abcdef",
                                      "job_0123456789abcdef0123456789abcdef"};
    rig_task task = {.open = true};
    lob_job_status status;
    lob_jobs *jobs = rig_jobs(1, 1, 1, 4096);
    assert_int_equal(rig_start(&ctx, jobs, &task, id), LOB_OK);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        lob_case("%zu: %s", i, bad[i]);
        lob_ctx_init(&ctx, arena);
        const lob_str name = lob_str_from(bad[i]);
        assert_int_equal(i % 2 ? lob_jobs_cancel(&ctx, jobs, name) : lob_jobs_poll(&ctx, jobs, name, 0, 0, &status),
                         LOB_E_INVALID_TARGET);
        assert_true(rig_says(&ctx.error, "unknown_job"));
        assert_eq(ctx.error.candidate_count, 1);
        assert_true(lob_str_equal(ctx.error.candidates[0], lob_str_from(id)));
    }
    lob_jobs_drop(jobs);
}

static void paths_lie_in_the_folder(void **state) {
    (void)state;
    char expected[128];
    lob_jobs *jobs = rig_jobs(1, 1, 1, 4096);
    lob_jobs_tell(jobs, "job_of_nobody", "sha256:1");
    snprintf(expected, sizeof expected, "%s/jobs/job_1.gds", rig_folder);
    assert_string_equal(lob_jobs_path(jobs, arena, "job_1", ".gds").data, expected);
    lob_jobs_drop(jobs);
}

/* ---- the process is gone ---- */

static void work_of_a_dead_server_has_failed(void **state) {
    (void)state;
    int tell[2];
    lob_job_status status;
    assert_int_equal(pipe(tell), 0);
    pid_t child = fork();
    if (child == 0) {
        static rig_task task;
        lob_jobs *mine = rig_jobs(1, 1, 1, 4096);
        const bool fine = mine && rig_start(&ctx, mine, &task, id) == LOB_OK && rig_await(&task.started, 1) &&
                          write(tell[1], id, sizeof id) == sizeof id;
        pause();
        _exit(fine);
    }
    lob_jobs *jobs = rig_jobs(1, 1, 1, 4096);
    assert_int_equal(read(tell[0], id, sizeof id), sizeof id);
    assert_int_equal(state_of(jobs, id, 0), LOB_JOB_WORKING);
    kill(child, SIGKILL);
    assert_int_equal(waitpid(child, NULL, 0), child);
    look(jobs, id, 0, &status);
    assert_eq(status.state, LOB_JOB_FAILED);
    assert_eq(status.error.code, LOB_E_TOOL_LIMIT_EXCEEDED);
    assert_true(rig_says(&status.error, "server_ended"));
    assert_int_equal(lob_jobs_cancel(&ctx, jobs, lob_str_from(id)), LOB_OK);
    lob_jobs_drop(jobs);
    close(tell[0]);
    close(tell[1]);
}

/* ---- memory, threads ---- */

static bool one_life(void *arg) {
    (void)arg;
    rig_task task = {.open = true};
    lob_job_status status = {.state = LOB_JOB_QUEUED};
    char mine[LOB_JOB_ID_SIZE + 1];
    lob_arena *own = lob_arena_new(0);
    lob_ctx c;
    lob_ctx_init(&c, own);
    lob_jobs *jobs = own ? rig_jobs(1, 1, 1, 4096) : NULL;
    bool fine = jobs && rig_start(&c, jobs, &task, mine) == LOB_OK;
    const bool started = fine;
    fine = fine && lob_jobs_poll(&c, jobs, lob_str_from(mine), RIG_PATIENCE_MS, false, &status) == LOB_OK &&
           status.state == LOB_JOB_COMPLETED && lob_str_equal(status.result, LOB_STR(RIG_RESULT));
    if (!fine && started) { /* it ends, whatever happens */
        assert_ne(status.state, LOB_JOB_WORKING);
    }
    lob_jobs_drop(jobs);
    lob_arena_drop(own);
    return fine;
}

static void every_allocation_may_fail(void **state) {
    (void)state;
    assert_true(one_life(NULL));                                   /* what is made once for all */
    assert_gt(sweep_allocations_sparing(one_life, NULL, true), 5); /* a record may go without */
}

static lob_jobs *shared;

static void *hammer(void *arg) {
    const unsigned seed = *(const unsigned *)arg;
    rig_task tasks[16] = {{0}};
    lob_arena *own = lob_arena_new(0);
    for (unsigned i = 0; i < 16; i++) {
        lob_ctx c;
        char mine[LOB_JOB_ID_SIZE + 1];
        lob_job_status status = {.state = LOB_JOB_QUEUED};
        lob_ctx_init(&c, own);
        atomic_store(&tasks[i].open, (seed + i) % 3 != 0);
        tasks[i].jobs = shared;
        assert_int_equal(rig_start(&c, shared, &tasks[i], mine), LOB_OK);
        if ((seed + i) % 3 != 1) {
            assert_int_equal(lob_jobs_cancel(&c, shared, lob_str_from(mine)), LOB_OK);
        }
        assert_int_equal(lob_jobs_poll(&c, shared, lob_str_from(mine), RIG_PATIENCE_MS, true, &status), LOB_OK);
        if ((seed + i) % 3 == 0) {
            assert_int_equal(status.state, LOB_JOB_CANCELLED);
        } else if ((seed + i) % 3 == 1) {
            assert_int_equal(status.state, LOB_JOB_COMPLETED);
        }
        assert_int_equal(atomic_load(&tasks[i].dropped), 1);
        (void)lob_jobs_running(shared);
    }
    lob_arena_drop(own);
    return NULL;
}

static void threads_do_not_disturb_each_other(void **state) {
    (void)state;
    pthread_t threads[4];
    const unsigned seeds[4] = {0, 1, 2, 3};
    shared = rig_jobs(2, 64, 8, 4096);
    for (int i = 0; i < 4; i++) {
        assert_int_equal(pthread_create(&threads[i], NULL, hammer, (void *)(uintptr_t)&seeds[i]), 0);
    }
    for (int i = 0; i < 4; i++) {
        pthread_join(threads[i], NULL);
    }
    lob_jobs_drop(shared);
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, setup, teardown)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(a_job_goes_from_queued_to_completed),
        TEST(failures_are_told),
        TEST(progress_never_falls),
        TEST(waiting_ends_in_time),
        TEST(cancelling_ends_work),
        TEST(a_queued_job_is_cancelled_at_once),
        TEST(a_request_that_is_bound_takes_its_job_along),
        TEST(the_end_of_the_server_cancels_all),
        TEST(what_is_refused_leaves_nothing),
        TEST(old_jobs_are_read_from_their_records),
        TEST(all_jobs_are_listed),
        TEST(unknown_ids_come_with_candidates),
        TEST(paths_lie_in_the_folder),
        TEST(work_of_a_dead_server_has_failed),
        TEST(every_allocation_may_fail),
        TEST(threads_do_not_disturb_each_other),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
