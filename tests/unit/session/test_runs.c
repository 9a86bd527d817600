/* Runs of a session: ids, folders, what counts against the quota, what is left after a failure. */
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

#include "tests/support/lob_test.h"

#include "../tool/tool_support.h"
#include "base/limits.h"
#include "session/runs.h"

static bench t;
static lob_session *session;
static lob_arena *arena;
static lob_ctx ctx;

static int setup(void **state) {
    (void)state;
    bench_open(&t);
    signal(SIGXFSZ, SIG_IGN);
    const char *id = open_session(&t, chip_file(&t), NULL);
    arena = lob_arena_new(0);
    lob_ctx_init(&ctx, arena);
    return lob_session_find(&ctx, t.sessions, lob_str_from(id), &session);
}

static int teardown(void **state) {
    (void)state;
    lob_session_drop(session);
    lob_arena_drop(arena);
    bench_close(&t);
    return 0;
}

static const char *detail(const char *key) {
    for (unsigned i = 0; i < ctx.error.detail_count; i++) {
        if (ctx.error.details[i].is_text && strcmp(ctx.error.details[i].key, key) == 0) {
            return ctx.error.details[i].text.data;
        }
    }
    return "";
}

static bool says(const char *key, const char *value) {
    const bool does = strncmp(detail(key), value, strlen(value)) == 0;
    lob_ctx_init(&ctx, arena);
    return does;
}

static lob_drc_run *begin(void) {
    lob_drc_run *run = NULL;
    int fd = -1;
    assert_int_equal(lob_drc_begin(&ctx, session, &run, &fd), LOB_OK);
    assert_ge(fd, 0);
    close(fd);
    return run;
}

/* Of the n-th run; the last eight stay. */
static const char *run_id(uint32_t n) {
    static char ids[8][LOB_NUMBER_ID_SIZE + 1];
    lob_session_print_id(session, "drc_", n, ids[n % 8]);
    return ids[n % 8];
}

static const char *folder_of(uint32_t n) {
    static char names[8][32];
    snprintf(names[n % 8], sizeof names[0], "drc/%s", run_id(n));
    return names[n % 8];
}

static bool exists(const char *name) {
    char path[5000];
    struct stat info;
    snprintf(path, sizeof path, "%s/%s", session->artifact_path, name);
    return lstat(path, &info) == 0;
}

static unsigned mode_of(const char *name) {
    char path[5000];
    struct stat info;
    snprintf(path, sizeof path, "%s/%s", session->artifact_path, name);
    assert_int_equal(lstat(path, &info), 0);
    return info.st_mode & 07777;
}

static void test_life(void **state) {
    (void)state;
    lob_drc_run *found, *first;
    assert_int_equal(lob_drc_count(session), 0);
    assert_int_equal(lob_drc_count(session), 0);
    assert_int_equal(lob_drc_find(&ctx, session, lob_str_from(run_id(1)), &found), LOB_E_INVALID_TARGET);
    assert_true(says("reason", "no_runs"));
    first = begin();
    assert_string_equal(first->id, run_id(1));
    assert_true(exists(folder_of(1)));
    assert_eq(mode_of("drc"), 0700);
    assert_eq(mode_of(folder_of(1)), 0700);
    assert_int_equal(lob_drc_find(&ctx, session, lob_str_from(run_id(1)), &found), LOB_E_DRC_RUN_FAILED);
    assert_true(says("reason", "running"));
    assert_int_equal(lob_drc_end(&ctx, session, first, LOB_DRC_DONE, 0), LOB_OK);
    assert_int_equal(lob_drc_find(&ctx, session, lob_str_from(run_id(1)), &found), LOB_OK);
    assert_ptr_equal(found, first);
    lob_drc_run *second = begin();
    assert_int_equal(lob_drc_end(&ctx, session, second, LOB_DRC_FAILED, 3), LOB_OK);
    assert_int_equal(lob_drc_find(&ctx, session, lob_str_from(second->id), &found), LOB_E_DRC_RUN_FAILED);
    assert_true(says("reason", "failed"));
    assert_eq(second->return_code, 3);
    assert_eq(lob_drc_count(session), 2);
    assert_ptr_equal(lob_drc_at(session, lob_drc_count(session) - 1), second);
    assert_ptr_equal(lob_drc_at(session, 0), first);
    assert_int_equal(lob_drc_find(&ctx, session, LOB_STR("drc_0000000"), &found), LOB_E_INVALID_TARGET);
    assert_eq(ctx.error.candidate_count, 2);
    assert_true(lob_str_equal(ctx.error.candidates[0], lob_str_from(second->id)));
    assert_true(says("reason", "unknown_run"));
    lob_drc_remove(session, second);
    assert_eq(lob_drc_count(session), 1);
    assert_true(!exists(folder_of(2)));
    assert_string_equal(begin()->id, run_id(3)); /* an id never comes again */
    char path[5000], json[4096] = "";
    snprintf(path, sizeof path, "%s/session.json", session->artifact_path);
    FILE *file = fopen(path, "rb");
    assert_gt(fread(json, 1, sizeof json - 1, file), 0);
    fclose(file);
    char runs[64];
    snprintf(runs, sizeof runs, "\"runs\":[\"%s\",\"%s\"]", run_id(1), run_id(2));
    assert_non_null(strstr(json, runs)); /* as of the last end */
}

static void test_files(void **state) {
    (void)state;
    char expected[5000];
    lob_str path;
    lob_drc_run *run = begin();
    const uint64_t before = session->artifact_size;
    assert_int_equal(lob_drc_write_crop(&ctx, session, run, "a.txt", "12345", 5, &path), LOB_OK);
    snprintf(expected, sizeof expected, "%s/drc/%s/crops/a.txt", session->artifact_path, run->id);
    assert_string_equal(path.data, expected);
    assert_string_equal(lob_drc_path(&ctx, session, run, "crops/a.txt").data, expected);
    assert_eq(run->size, 5);
    assert_eq(session->artifact_size, before + 5);
    assert_int_equal(lob_drc_write_crop(&ctx, session, run, "a.txt", "123", 3, &path), LOB_OK);
    assert_eq(run->size, 3);
    assert_eq(session->artifact_size, before + 3);
    assert_int_equal(lob_drc_write_crop(&ctx, session, run, "m.png", "1234567", 7, &path), LOB_OK);
    assert_non_null(strstr(path.data, "/crops/m.png"));
    assert_eq(run->size, 10);
    assert_eq(session->artifact_size, before + 10);
    FILE *file = fopen(expected, "ab"); /* what another program wrote is found by counting */
    fputs("6789", file);
    fclose(file);
    assert_int_equal(lob_drc_recount(&ctx, session, run), LOB_OK);
    assert_eq(run->size, 14);
    assert_eq(session->artifact_size, before + 14);
    assert_int_equal(lob_drc_end(&ctx, session, run, LOB_DRC_DONE, 0), LOB_OK);
    assert_eq(session->artifact_size, before + 14);
    lob_drc_remove(session, run);
    assert_eq(session->artifact_size, before);
}

static void test_quota(void **state) {
    (void)state;
    lob_str path;
    lob_drc_run *run = begin();
    char folder[64];
    snprintf(folder, sizeof folder, "%s", run->folder);
    const uint64_t spare = session->artifact_size_max;
    session->artifact_size_max = session->artifact_size + 10;
    assert_int_equal(lob_drc_write_crop(&ctx, session, run, "a", "12345678", 8, &path), LOB_OK);
    assert_int_equal(lob_drc_write_crop(&ctx, session, run, "b", "123", 3, &path), LOB_E_TOOL_LIMIT_EXCEEDED);
    assert_true(says("reason", "artifact_quota"));
    assert_int_equal(lob_drc_write_crop(&ctx, session, run, "a", "1234567890", 10, &path), LOB_OK); /* replaced */
    assert_int_equal(lob_drc_write_crop(&ctx, session, run, "a", "12345678901", 11, &path), LOB_E_TOOL_LIMIT_EXCEEDED);
    assert_true(says("reason", "artifact_quota"));
    assert_eq(run->size, 10);
    assert_eq(session->artifact_size, session->artifact_size_max);
    char name[5000];
    snprintf(name, sizeof name, "%s/%s/b", session->artifact_path, folder);
    FILE *file = fopen(name, "wb");
    fputs("x", file);
    fclose(file);
    assert_int_equal(lob_drc_end(&ctx, session, run, LOB_DRC_DONE, 0), LOB_E_TOOL_LIMIT_EXCEEDED);
    assert_true(says("limit_name", "artifact_quota_size"));
    assert_true(!exists(folder));
    assert_eq(session->artifact_size, session->artifact_size_max - 10);
    session->artifact_size_max = spare;
}

static lob_status stream(lob_drc_run *run, const char *text, lob_status status, lob_str *path) {
    lob_drc_stream s;
    LOB_TRY(lob_drc_stream_begin(&ctx, session, run, "s.txt", &s));
    assert_eq(write(s.fd, text, strlen(text)), (ssize_t)strlen(text));
    return lob_drc_stream_end(&ctx, session, run, &s, status, path);
}

static void test_stream(void **state) {
    (void)state;
    char name[64], temporary[64];
    lob_str path;
    lob_drc_run *run = begin();
    snprintf(name, sizeof name, "%s/s.txt", run->folder);
    snprintf(temporary, sizeof temporary, "%s/.tmp-s.txt", run->folder);
    assert_int_equal(stream(run, "12345", LOB_E_CANCELLED, &path), LOB_E_CANCELLED);
    assert_true(!exists(name));
    assert_true(!exists(temporary));
    assert_eq(run->size, 0);
    assert_int_equal(stream(run, "12345", LOB_OK, &path), LOB_OK);
    assert_true(exists(name));
    assert_true(!exists(temporary));
    assert_eq(run->size, 5);
    assert_eq(mode_of(name), 0600);
    const uint64_t spare = session->artifact_size_max;
    session->artifact_size_max = session->artifact_size + 1;
    assert_int_equal(stream(run, "1234567", LOB_OK, &path), LOB_E_TOOL_LIMIT_EXCEEDED);
    assert_true(says("reason", "artifact_quota"));
    assert_true(exists(name));
    assert_true(!exists(temporary));
    assert_eq(run->size, 5);
    assert_int_equal(stream(run, "123456", LOB_OK, &path), LOB_OK);
    assert_eq(run->size, 6);
    assert_int_equal(stream(run, "12", LOB_OK, &path), LOB_OK); /* a smaller one needs no room */
    assert_eq(run->size, 2);
    session->artifact_size_max = spare;
}

static void make_folder_at(const lob_drc_run *run, const char *name) {
    char path[5000];
    snprintf(path, sizeof path, "%s/%s/%s", session->artifact_path, run->folder, name);
    assert_int_equal(mkdir(path, 0700), 0);
}

/* Folders where files are to be: told, and nothing else is left or counted. */
static void test_folders_in_the_way(void **state) {
    (void)state;
    char temporary[64];
    lob_str path;
    lob_drc_run *run = begin();
    snprintf(temporary, sizeof temporary, "%s/.tmp-s.txt", run->folder);
    make_folder_at(run, "s.txt");
    assert_int_equal(stream(run, "12345", LOB_OK, &path), LOB_E_TOOL_LIMIT_EXCEEDED);
    assert_true(says("reason", "io"));
    assert_true(!exists(temporary));
    assert_eq(run->size, 0);
    make_folder_at(run, "crops");
    make_folder_at(run, "crops/a.png");
    assert_int_equal(lob_drc_write_crop(&ctx, session, run, "a.png", "123", 3, &path), LOB_E_RENDER_FAILED);
    assert_true(says("reason", "io"));
    assert_eq(run->size, 0);
    make_folder_at(run, ".tmp-s.txt");
    assert_int_equal(stream(run, "12345", LOB_OK, &path), LOB_E_TOOL_LIMIT_EXCEEDED);
    assert_true(says("reason", "exists"));
    lob_drc_remove(session, run);
    assert_eq(lob_drc_count(session), 0);
    assert_true(!exists(folder_of(1)));
}

/* A run of another session is not found by accident. */
static void test_of_another_session(void **state) {
    (void)state;
    lob_drc_run *found;
    lob_session other = *session;
    char id[LOB_NUMBER_ID_SIZE + 1];
    memcpy(other.id, "ses_0123456789ab", sizeof other.id);
    begin();
    for (uint32_t n = 1; n < 100; n++) {
        lob_session_print_id(&other, "drc_", n, id);
        assert_int_equal(strspn(id + 4, "0123456789abcdef"), 8);
        assert_int_equal(lob_drc_find(&ctx, session, lob_str_from(id), &found), LOB_E_INVALID_TARGET);
        assert_non_null(strstr(ctx.error.hint, "another session"));
        lob_ctx_init(&ctx, arena);
    }
}

static void test_many(void **state) {
    (void)state;
    lob_drc_run *found;
    for (int i = 0; i < 7; i++) {
        begin();
    }
    assert_int_equal(lob_drc_find(&ctx, session, LOB_STR("drc_1"), &found), LOB_E_INVALID_TARGET);
    assert_int_equal(ctx.error.candidate_count, 5); /* the last ones */
    assert_true(lob_str_equal(ctx.error.candidates[0], lob_str_from(run_id(7))));
    assert_true(lob_str_equal(ctx.error.candidates[4], lob_str_from(run_id(3))));
    lob_ctx_init(&ctx, arena);
}

/* What a deck may do to its folder does not lead elsewhere. */
static void test_links(void **state) {
    (void)state;
    char name[5000];
    int fd;
    lob_str path;
    lob_drc_run *run = begin();
    snprintf(name, sizeof name, "%s/%s/crops", session->artifact_path, run->folder);
    assert_int_equal(symlink("/tmp", name), 0);
    assert_int_equal(lob_drc_write_crop(&ctx, session, run, "m.png", "1", 1, &path), LOB_E_RENDER_FAILED);
    lob_ctx_init(&ctx, arena);
    lob_drc_remove(session, run);
    assert_int_equal(access("/tmp", F_OK), 0);
    run = begin();
    snprintf(name, sizeof name, "%s/%s", session->artifact_path, run->folder);
    assert_int_equal(rmdir(name), 0);
    assert_int_equal(symlink("/tmp", name), 0);
    assert_int_equal(lob_drc_open_dir(&ctx, session, run, &fd), LOB_E_DRC_RUN_FAILED);
    assert_true(says("reason", "no_folder"));
    assert_int_equal(stream(run, "12345", LOB_OK, &path), LOB_E_DRC_RUN_FAILED);
    assert_true(says("reason", "no_folder"));
    assert_int_equal(lob_drc_end(&ctx, session, run, LOB_DRC_DONE, 0), LOB_E_DRC_RUN_FAILED);
    lob_ctx_init(&ctx, arena);
}

static unsigned dropped;
static void count_drop(void *arg) {
    dropped += arg == &dropped;
}

/* Only the run used last keeps anything. */
static void test_kept(void **state) {
    (void)state;
    lob_drc_run *a = begin(), *b = begin();
    lob_drc_keep(session, a, &dropped, count_drop);
    assert_ptr_equal(a->kept, &dropped);
    lob_drc_keep(session, b, &dropped, count_drop);
    assert_true(!a->kept);
    assert_eq(b->kept, &dropped);
    assert_eq(dropped, 1);
    lob_drc_remove(session, b);
    assert_int_equal(dropped, 2);
    lob_drc_keep(session, a, &dropped, count_drop); /* goes with the session */
}

static void test_count_max(void **state) {
    (void)state;
    lob_drc_run *run = NULL;
    int fd;
    while (lob_drc_count(session) < LOB_LIMIT_DRC_RUNS_KEPT) {
        begin();
    }
    assert_int_equal(lob_drc_begin(&ctx, session, &run, &fd), LOB_E_TOOL_LIMIT_EXCEEDED);
    assert_true(says("limit_name", "drc_runs_kept"));
}

/* ---- failing memory and files ---- */

static bool run_all(void *arg) {
    lob_session *own = arg;
    lob_arena *memory = lob_arena_new(0);
    lob_ctx at;
    lob_drc_run *run = NULL;
    lob_str path;
    int fd = -1;
    if (!memory) {
        return false;
    }
    lob_ctx_init(&at, memory);
    lob_status status = lob_drc_begin(&at, own, &run, &fd);
    if (status == LOB_OK) {
        close(fd);
        status = lob_drc_write_crop(&at, own, run, "a", "x", 1, &path);
        if (status == LOB_OK) {
            status =
                lob_drc_find(&at, own, LOB_STR("none"), &run) == LOB_E_INVALID_TARGET ? LOB_OK : LOB_E_INTERNAL_ERROR;
        }
        lob_drc_remove(own, run);
    }
    lob_drc_runs_drop(own->runs);
    own->runs = NULL;
    lob_arena_drop(memory);
    return status == LOB_OK;
}

static void test_memory(void **state) {
    (void)state;
    lob_session own = *session;
    own.runs = NULL;
    for (unsigned nth = 1;; nth++) {
        const uint64_t live = lob_alloc_live();
        lob_alloc_fail_at(nth, 0);
        const bool fine = run_all(&own);
        const bool met = lob_alloc_count() >= nth;
        lob_alloc_fail_at(0, 0);
        assert_int_equal(lob_alloc_live(), live);
        assert_eq(fine, !met);
        if (!met) {
            assert_gt(nth, 4);
            break;
        }
    }
}

static void test_full_disk(void **state) {
    (void)state;
    lob_session own = *session;
    lob_drc_run *run;
    lob_str path;
    int fd;
    struct rlimit old, none = {.rlim_cur = 4, .rlim_max = RLIM_INFINITY};
    own.runs = NULL;
    own.artifact_size = 0;
    assert_int_equal(lob_drc_begin(&ctx, &own, &run, &fd), LOB_OK);
    close(fd);
    assert_int_equal(lob_drc_write_crop(&ctx, &own, run, "a", "123", 3, &path), LOB_OK);
    getrlimit(RLIMIT_FSIZE, &old);
    none.rlim_max = old.rlim_max;
    setrlimit(RLIMIT_FSIZE, &none);
    const lob_status status = lob_drc_write_crop(&ctx, &own, run, "a", "12345678", 8, &path);
    setrlimit(RLIMIT_FSIZE, &old);
    assert_int_equal(status, LOB_E_RENDER_FAILED);
    assert_true(says("reason", "disk_full"));
    assert_eq(own.artifact_size, run->size);
    assert_int_equal(lob_drc_recount(&ctx, &own, run), LOB_OK); /* what is said to be kept is */
    const uint64_t counted = run->size;
    assert_eq(own.artifact_size, counted);
    lob_drc_remove(&own, run);
    lob_drc_runs_drop(own.runs);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_life, setup, teardown),
        cmocka_unit_test_setup_teardown(test_files, setup, teardown),
        cmocka_unit_test_setup_teardown(test_quota, setup, teardown),
        cmocka_unit_test_setup_teardown(test_stream, setup, teardown),
        cmocka_unit_test_setup_teardown(test_folders_in_the_way, setup, teardown),
        cmocka_unit_test_setup_teardown(test_of_another_session, setup, teardown),
        cmocka_unit_test_setup_teardown(test_many, setup, teardown),
        cmocka_unit_test_setup_teardown(test_links, setup, teardown),
        cmocka_unit_test_setup_teardown(test_kept, setup, teardown),
        cmocka_unit_test_setup_teardown(test_count_max, setup, teardown),
        cmocka_unit_test_setup_teardown(test_memory, setup, teardown),
        cmocka_unit_test_setup_teardown(test_full_disk, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
