/* Sessions: their life, their folders, expiry by a shifted clock, sweeping after dead processes, threads, failures.
 * What a session does with its layout shows in the count of references.
 * A program of its own: it holds a part of the product in a form of its own. */
#include <dirent.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cjson/cJSON.h>

#include "tests/support/lob_test.h"

#include "../base/sweep.h"
#include "base/clock.h"
#include "db/builder.h"
#include "db/layout_impl.h"
#include "session/session.h"
#include "tests/support/descriptors.h"

/* ---- the layout: one empty cell ---- */

static lob_layout *layout;

static unsigned references(void) {
    return atomic_load(&layout->references);
}

static int make_layout(void **state) {
    (void)state;
    lob_arena *arena = lob_arena_new(0);
    lob_ctx making;
    lob_ctx_init(&making, arena);
    lob_builder *builder = lob_builder_new(&making, &(lob_builder_options){0});
    const lob_sink *sink = lob_builder_sink(builder);
    bool fine = sink->begin_layout(sink->self, &(lob_layout_event){.format = "gds", .dbu_um = 0.001}) == LOB_OK &&
                sink->begin_cell(sink->self, LOB_STR("TOP")) == LOB_OK && sink->end_cell(sink->self) == LOB_OK &&
                sink->end_layout(sink->self) == LOB_OK && lob_builder_freeze(builder, &layout) == LOB_OK;
    lob_builder_drop(builder);
    lob_arena_drop(arena);
    return fine ? 0 : -1;
}

/* The pic is a stand-in: a session has it until it goes. */
static atomic_uint pics_dropped;

void lob_pic_drop(lob_pic *pic) {
    atomic_fetch_add(&pics_dropped, pic != NULL);
}

/* ---- helpers ---- */

static char base[64], root[128];
static lob_ctx ctx;
static lob_config config;

static lob_session_new what = {.source_path = {"/data/chip.gds", 14},
                               .format = "gds",
                               .sha256 = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
                               .content_hash = "00112233445566778899aabbccddeeff",
                               .top = 0};

static int set_up(void **state) {
    if (make_layout(state) != 0) {
        return -1;
    }
    signal(SIGXFSZ, SIG_IGN);
    strcpy(base, "/tmp/lob_session.XXXXXX");
    if (!mkdtemp(base)) {
        return -1;
    }
    snprintf(root, sizeof root, "%s/not/yet", base);
    config = (lob_config){.session_ttl_ms = 10000, .session_count_max = 5, .file_size_max = 1000};
    strcpy(config.artifact_root, root);
    lob_ctx_init(&ctx, NULL);
    what.layout = layout;
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    bool removed = false;
    int tmp = open("/tmp", O_RDONLY | O_DIRECTORY);
    lob_ctx_init(&ctx, NULL);
    lob_status status = lob_dir_remove_at(&ctx, tmp, base + strlen("/tmp/"), &removed);
    close(tmp);
    bool is_last = references() == 1;
    lob_layout_drop(layout);
    return status == LOB_OK && removed && is_last ? 0 : -1;
}

/* How many folders there are below ROOT/sessions; 0 if it does not exist. */
static unsigned folder_count(void) {
    char path[256];
    unsigned count = 0;
    snprintf(path, sizeof path, "%s/sessions", root);
    DIR *dir = opendir(path);
    while (dir && readdir(dir)) {
        count++;
    }
    if (dir) {
        closedir(dir);
    }
    return count ? count - 2 : 0;
}

static bool exists(const char *folder, const char *name) {
    char path[5000];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return access(path, F_OK) == 0;
}

static lob_sessions *open_store(void) {
    lob_sessions *sessions = NULL;
    lob_ctx_init(&ctx, NULL);
    assert_int_equal(lob_sessions_open(&ctx, &config, &sessions), LOB_OK);
    return sessions;
}

/* Creates one and drops the caller's reference. */
static void create(lob_sessions *sessions, char id[17]) {
    lob_session *session = NULL;
    lob_ctx_init(&ctx, NULL);
    assert_int_equal(lob_session_create(&ctx, sessions, &what, &session), LOB_OK);
    memcpy(id, session->id, 17);
    lob_session_drop(session);
}

static lob_status find(lob_sessions *sessions, const char *id) {
    lob_session *session = NULL;
    lob_ctx_init(&ctx, NULL);
    lob_status status = lob_session_find(&ctx, sessions, lob_str_from(id), &session);
    lob_session_drop(session);
    assert_int_equal(status, ctx.error.code);
    return status;
}

/* ---- the tests ---- */

static void test_life(void **state) {
    (void)state;
    lob_sessions *sessions = open_store();
    assert_false(exists(base, "not")); /* no folder before the first session */
    assert_ptr_equal(lob_sessions_config(sessions)->artifact_root, lob_sessions_config(sessions));
    assert_non_null(lob_sessions_roots(sessions));
    lob_session *session = NULL;
    static char pic;
    lob_session_new with_pic = what;
    with_pic.pic = (lob_pic *)&pic;
    atomic_store(&pics_dropped, 0);
    assert_int_equal(lob_session_create(&ctx, sessions, &with_pic, &session), LOB_OK);
    assert_ptr_equal(session->pic, with_pic.pic);
    assert_int_equal(strspn(session->id + 4, "0123456789abcdef"), 12);
    assert_int_equal(strlen(session->id), 16);
    assert_memory_equal(session->id, "ses_", 4);
    char expected[300];
    snprintf(expected, sizeof expected, "%s/sessions/%s", root, session->id);
    assert_string_equal(session->artifact_path, expected);
    assert_string_equal(session->sha256, what.sha256);
    assert_true(lob_str_equal(session->source_path, what.source_path));
    assert_ptr_not_equal(session->source_path.data, what.source_path.data);
    assert_int_equal(references(), 2);
    assert_false(exists(expected, "renders"));
    assert_false(exists(expected, "drc"));
    struct stat info;
    assert_int_equal(stat(expected, &info), 0);
    assert_int_equal(info.st_mode & 07777, 0700);
    assert_int_equal(fstat(session->dir_fd, &info), 0);
    assert_int_equal(lob_sessions_count(sessions), 1);
    char id[17];
    memcpy(id, session->id, 17);
    lob_session_closed closed;
    /* closed under a request: the name goes, the session stays until it is dropped */
    assert_int_equal(lob_session_close(&ctx, sessions, lob_str_from(id), &closed), LOB_OK);
    assert_int_equal(atomic_load(&pics_dropped), 0);
    assert_true(closed.is_closed);
    assert_true(closed.is_dir_deleted);
    assert_false(exists(expected, ""));
    assert_int_equal(find(sessions, id), LOB_E_SESSION_NOT_FOUND);
    assert_string_equal(session->id, id);
    assert_int_equal(references(), 2);
    lob_session_drop(session);
    lob_session_drop(NULL);
    assert_int_equal(references(), 1);
    assert_int_equal(atomic_load(&pics_dropped), 1);
    assert_int_equal(lob_session_close(&ctx, sessions, lob_str_from(id), &closed), LOB_OK);
    assert_false(closed.is_closed);
    assert_false(closed.is_dir_deleted);
    lob_sessions_close(sessions);
    lob_sessions_close(NULL);
}

static void check_text(const cJSON *object, const char *key, const char *expected) {
    assert_string_equal(cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(object, key)), expected);
}

static void test_session_json(void **state) {
    (void)state;
    char text[4096] = "", path[5000];
    lob_sessions *sessions = open_store();
    lob_session *session = NULL;
    assert_int_equal(lob_session_create(&ctx, sessions, &what, &session), LOB_OK);
    snprintf(path, sizeof path, "%s/session.json", session->artifact_path);
    FILE *file = fopen(path, "r");
    assert_gt(fread(text, 1, sizeof text - 1, file), 0);
    fclose(file);
    cJSON *json = cJSON_Parse(text);
    assert_non_null(json);
    check_text(json, "schema_version", "1.0.0");
    check_text(json, "id", session->id);
    check_text(json, "session_id", session->id);
    check_text(json, "top_cell", "TOP");
    check_text(json, "content_hash", what.content_hash);
    const cJSON *source = cJSON_GetObjectItemCaseSensitive(json, "source");
    check_text(source, "path", "/data/chip.gds");
    check_text(source, "format", "gds");
    check_text(source, "sha256", what.sha256);
    assert_eq(cJSON_GetNumberValue(cJSON_GetObjectItemCaseSensitive(json, "dbu")), 0.001);
    assert_int_equal(strlen(cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(json, "created"))), 20);
    assert_true(cJSON_IsNull(cJSON_GetObjectItemCaseSensitive(json, "view")));
    assert_true(cJSON_IsArray(cJSON_GetObjectItemCaseSensitive(json, "runs")));
    cJSON_Delete(json);
    struct stat info;
    assert_int_equal(stat(path, &info), 0);
    assert_int_equal(info.st_mode & 07777, 0600);
    lob_session_drop(session);
    lob_sessions_close(sessions);
    assert_int_equal(folder_count(), 0);
}

static void test_unknown_ids(void **state) {
    (void)state;
    char id[17];
    lob_sessions *sessions = open_store();
    assert_int_equal(find(sessions, "ses_000000000000"), LOB_E_SESSION_NOT_FOUND);
    assert_int_equal(ctx.error.candidate_count, 0);
    assert_non_null(strstr(ctx.error.hint, "open_layout"));
    create(sessions, id);
    static const char *const bad[] = {
        "", "ses_", "SES_0123456789ab", "ses_0123456789AB", "ses_0123456789ab0", "ses_0123456789ag"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        lob_case("%s", bad[i]);
        assert_int_equal(find(sessions, bad[i]), LOB_E_SESSION_NOT_FOUND);
        assert_int_equal(ctx.error.candidate_count, 1);
        assert_true(lob_str_equal(ctx.error.candidates[0], lob_str_from(id)));
        assert_null(strstr(ctx.error.message, "ses_")); /* the caller's text is not repeated in prose */
        assert_non_null(strstr(ctx.error.hint, "candidates"));
    }
    assert_int_equal(find(sessions, id), LOB_OK);
    lob_sessions_close(sessions);
}

static void test_expiry(void **state) {
    (void)state;
    char first[17], second[17];
    lob_session_closed closed;
    lob_sessions *sessions = open_store();
    create(sessions, first);
    lob_clock_shift_ms(6000);
    create(sessions, second);
    assert_int_equal(find(sessions, first), LOB_OK); /* a touch */
    lob_clock_shift_ms(6000);
    assert_int_equal(find(sessions, first), LOB_OK);
    lob_clock_shift_ms(6000);
    assert_int_equal(lob_sessions_count(sessions), 1); /* any operation removes */
    assert_int_equal(folder_count(), 1);
    assert_int_equal(find(sessions, second), LOB_E_SESSION_EXPIRED);
    assert_int_equal(ctx.error.candidate_count, 1);
    assert_non_null(strstr(ctx.error.hint, "open_layout"));
    assert_int_equal(lob_session_close(&ctx, sessions, lob_str_from(second), &closed), LOB_OK);
    assert_false(closed.is_closed);
    assert_false(closed.is_dir_deleted);
    /* in use: not idle, however long it takes; the end of the use counts as one */
    lob_session *session = NULL;
    lob_ctx_init(&ctx, NULL);
    assert_int_equal(lob_session_find(&ctx, sessions, lob_str_from(first), &session), LOB_OK);
    lob_clock_shift_ms(100000);
    assert_int_equal(lob_sessions_count(sessions), 1);
    lob_session_drop(session);
    lob_clock_shift_ms(9000);
    assert_int_equal(find(sessions, first), LOB_OK);
    lob_sessions_expire(sessions);
    assert_int_equal(folder_count(), 1);
    lob_clock_shift_ms(10001);
    lob_sessions_expire(sessions);
    assert_int_equal(folder_count(), 0);
    assert_int_equal(find(sessions, first), LOB_E_SESSION_EXPIRED);
    assert_int_equal(folder_count(), 0);
    assert_int_equal(references(), 1);
    lob_sessions_close(sessions);
}

static void test_too_many(void **state) {
    (void)state;
    char ids[5][17], extra[17];
    lob_session *session = NULL;
    lob_session_closed closed;
    lob_sessions *sessions = open_store();
    for (int i = 0; i < 5; i++) {
        create(sessions, ids[i]);
    }
    lob_ctx_init(&ctx, NULL);
    assert_int_equal(lob_session_create(&ctx, sessions, &what, &session), LOB_E_TOOL_LIMIT_EXCEEDED);
    assert_true(lob_str_equal(ctx.error.details[0].text, LOB_STR("sessions")));
    assert_non_null(strstr(ctx.error.hint, "close_session"));
    assert_int_equal(ctx.error.candidate_count, 5);
    assert_true(lob_str_equal(ctx.error.candidates[4], lob_str_from(ids[4])));
    assert_int_equal(lob_session_close(&ctx, sessions, lob_str_from(ids[2]), &closed), LOB_OK);
    create(sessions, extra);
    lob_sessions_close(sessions);
    assert_int_equal(folder_count(), 0);
}

static void test_bad_roots(void **state) {
    (void)state;
    lob_sessions *sessions = NULL;
    lob_config bad = config;
    strcpy(bad.roots, "/does/not/exist");
    lob_ctx_init(&ctx, NULL);
    assert_int_equal(lob_sessions_open(&ctx, &bad, &sessions), LOB_E_FILE_NOT_FOUND);
    bad = config;
    strcpy(bad.artifact_root, "/dev/null");
    lob_ctx_init(&ctx, NULL);
    assert_int_equal(lob_sessions_open(&ctx, &bad, &sessions), LOB_E_FILE_NOT_FOUND);
    memset(bad.artifact_root, 'x', 1000);
    memcpy(bad.artifact_root, "/tmp/", 5);
    lob_ctx_init(&ctx, NULL);
    assert_int_equal(lob_sessions_open(&ctx, &bad, &sessions), LOB_E_TOOL_LIMIT_EXCEEDED); /* a name too long */
    assert_null(sessions);
    /* a root that cannot be made shows at the first session */
    bad = config;
    strcpy(bad.artifact_root, "/proc/lob/here");
    lob_session *session = NULL;
    lob_ctx_init(&ctx, NULL);
    assert_int_equal(lob_sessions_open(&ctx, &bad, &sessions), LOB_OK);
    assert_int_equal(lob_session_create(&ctx, sessions, &what, &session), LOB_E_FILE_NOT_FOUND);
    assert_int_equal(lob_sessions_count(sessions), 0);
    assert_int_equal(references(), 1);
    lob_sessions_close(sessions);
}

/* ---- sweeping ---- */

static void make_folder(const char *name) {
    char path[300];
    snprintf(path, sizeof path, "%s/sessions/%s", root, name);
    assert_int_equal(mkdir(path, 0700), 0);
}

static void test_sweep(void **state) {
    (void)state;
    char dead[17], alive[17], path[300];
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    pid_t child = fork();
    if (child == 0) { /* a process that dies with a session open */
        create(open_store(), dead);
        ssize_t size = write(ends[1], dead, 17);
        (void)size;
        raise(SIGKILL);
    }
    assert_int_equal(read(ends[0], dead, 17), 17);
    assert_int_equal(waitpid(child, NULL, 0), child);
    close(ends[0]);
    close(ends[1]);
    snprintf(path, sizeof path, "%s/sessions", root);
    assert_true(exists(path, dead));
    lob_sessions *living = open_store();
    assert_false(exists(path, dead));
    create(living, alive);
    make_folder("ses_0123456789ab"); /* died between making the folder and the lock */
    make_folder("ses_0123456789AB"); /* not ours */
    make_folder("notes");
    assert_int_equal(symlink("notes", strcat(path, "/ses_00000000000f")), 0);
    path[strlen(path) - strlen("/ses_00000000000f")] = '\0';
    lob_sessions *another = open_store();
    assert_true(exists(path, alive));
    assert_false(exists(path, "ses_0123456789ab"));
    assert_true(exists(path, "ses_0123456789AB"));
    assert_true(exists(path, "notes"));
    assert_true(exists(path, "ses_00000000000f"));
    lob_sessions_close(another);
    lob_sessions_close(living);
    assert_int_equal(folder_count(), 3);
    assert_int_equal(unlinkat(AT_FDCWD, strcat(path, "/ses_00000000000f"), 0), 0);
    path[strlen(path) - strlen("/ses_00000000000f")] = '\0';
    rmdir(strcat(path, "/notes"));
    path[strlen(path) - strlen("/notes")] = '\0';
    rmdir(strcat(path, "/ses_0123456789AB"));
}

/* Files that a session kept are counted where they may lie; its own two, links and what lies deeper are not. */
static void test_files_are_counted(void **state) {
    (void)state;
    static const char *const folders[] = {"renders", "drc", "drc/drc_1", "drc/drc_1/crops", "drc/drc_1/crops/deep"};
    static const char *const files[] = {"renders/lock",          "renders/b.png", "drc/drc_1/report.lyrdb",
                                        "drc/drc_1/crops/1.png", "top",           "drc/drc_1/crops/deep/not_counted"};
    lob_sessions *sessions = open_store();
    lob_session *session = NULL;
    lob_session_closed closed;
    char id[17];
    assert_int_equal(lob_session_create(&ctx, sessions, &what, &session), LOB_OK);
    snprintf(id, sizeof id, "%s", session->id);
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        lob_case("folders[%zu]", i);
        assert_int_equal(mkdirat(session->dir_fd, folders[i], 0700), 0);
    }
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        lob_case("files[%zu]", i);
        int fd = openat(session->dir_fd, files[i], O_CREAT | O_WRONLY | O_EXCL, 0600);
        assert_ge(fd, 0);
        close(fd);
    }
    assert_int_equal(symlinkat("b.png", session->dir_fd, "renders/link"), 0);
    assert_int_equal(mkdirat(session->dir_fd, "drc/locked", 0), 0);
    lob_session_drop(session);
    assert_int_equal(lob_session_close(&ctx, sessions, lob_str_from(id), &closed), LOB_OK);
    assert_true(closed.is_closed);
    assert_true(closed.is_dir_deleted);
    assert_int_equal(closed.file_count, 5);
    create(sessions, id);
    assert_int_equal(lob_session_close(&ctx, sessions, lob_str_from(id), &closed), LOB_OK);
    assert_int_equal(closed.file_count, 0);
    assert_int_equal(lob_session_close(&ctx, sessions, lob_str_from(id), NULL), LOB_OK);
    lob_sessions_close(sessions);
}

/* A command that was told to keep files: the folder stays when the session ends, and no other process sweeps it. */
static void test_kept(void **state) {
    (void)state;
    char id[17];
    lob_session_closed closed;
    lob_config keeping = config;
    lob_sessions *sessions = NULL;
    keeping.keeps_folders = true;
    lob_ctx_init(&ctx, NULL);
    assert_int_equal(lob_sessions_open(&ctx, &keeping, &sessions), LOB_OK);
    create(sessions, id);
    assert_int_equal(lob_session_close(&ctx, sessions, lob_str_from(id), &closed), LOB_OK);
    assert_true(closed.is_closed);
    assert_false(closed.is_dir_deleted);
    assert_int_equal(closed.file_count, 0);
    create(sessions, id);
    lob_sessions_close(sessions);
    lob_sessions_close(open_store()); /* sweeps */
    assert_int_equal(folder_count(), 2);
    int dir = open(base, O_RDONLY | O_DIRECTORY);
    assert_int_equal(lob_dir_remove_at(&ctx, dir, "not", &closed.is_closed), LOB_OK);
    close(dir);
}

static void test_root_removed_under_the_server(void **state) {
    (void)state;
    char id[17], other[17];
    lob_session_closed closed;
    lob_sessions *sessions = open_store();
    create(sessions, id);
    int dir = open(base, O_RDONLY | O_DIRECTORY);
    assert_int_equal(lob_dir_remove_at(&ctx, dir, "not", &closed.is_closed), LOB_OK);
    close(dir);
    assert_int_equal(find(sessions, id), LOB_OK);
    assert_int_equal(lob_session_close(&ctx, sessions, lob_str_from(id), &closed), LOB_OK);
    assert_true(closed.is_closed);
    assert_false(closed.is_dir_deleted);
    assert_int_equal(closed.file_count, 0);
    create(sessions, other); /* the root comes back */
    assert_int_equal(folder_count(), 1);
    lob_sessions_close(sessions);
    assert_int_equal(folder_count(), 0);
}

/* ---- many at once ---- */

static void *open_use_close(void *arg) {
    lob_sessions *sessions = arg;
    static atomic_uint failures;
    for (int i = 0; i < 25; i++) {
        lob_ctx own;
        lob_session *made = NULL, *found = NULL;
        lob_session_closed closed;
        lob_ctx_init(&own, NULL);
        if (lob_session_create(&own, sessions, &what, &made) != LOB_OK) {
            atomic_fetch_add(&failures, own.error.code != LOB_E_TOOL_LIMIT_EXCEEDED);
            continue; /* more threads than places: that may happen */
        }
        lob_str id = {made->id, 16};
        atomic_fetch_add(&failures, lob_session_find(&own, sessions, id, &found) != LOB_OK || found != made);
        lob_session_drop(found);
        lob_session_close(&own, sessions, id, &closed);
        atomic_fetch_add(&failures, !closed.is_closed || !closed.is_dir_deleted);
        lob_session_drop(made);
    }
    return (void *)(uintptr_t)atomic_load(&failures);
}

static void test_threads(void **state) {
    (void)state;
    enum { COUNT = 8 };
    pthread_t threads[COUNT];
    lob_sessions *sessions = open_store();
    for (int i = 0; i < COUNT; i++) {
        assert_int_equal(pthread_create(&threads[i], NULL, open_use_close, sessions), 0);
    }
    for (int i = 0; i < COUNT; i++) {
        void *failures = NULL;
        pthread_join(threads[i], &failures);
        assert_null(failures);
    }
    assert_int_equal(lob_sessions_count(sessions), 0);
    assert_int_equal(folder_count(), 0);
    lob_sessions_close(sessions);
    assert_int_equal(references(), 1);
}

/* ---- failures ---- */

static bool open_create_find(void *arg) {
    (void)arg;
    lob_sessions *sessions = NULL;
    lob_session *session = NULL, *found = NULL;
    lob_ctx_init(&ctx, NULL);
    bool fine = lob_sessions_open(&ctx, &config, &sessions) == LOB_OK &&
                lob_session_create(&ctx, sessions, &what, &session) == LOB_OK &&
                lob_session_find(&ctx, sessions, lob_str_from(session->id), &found) == LOB_OK;
    if (!fine) {
        assert_eq(ctx.error.code, LOB_E_TOOL_LIMIT_EXCEEDED);
    }
    lob_session_drop(found);
    lob_session_drop(session);
    lob_sessions_close(sessions);
    assert_int_equal(folder_count(), 0);
    assert_int_equal(references(), 1);
    return fine;
}

static void test_out_of_memory(void **state) {
    (void)state;
    assert_ge(sweep_allocations(open_create_find, NULL), 6);
}

static void test_no_descriptors_and_full_disk(void **state) {
    (void)state;
    struct rlimit old;
    lob_session *session = NULL;
    lob_sessions *sessions = open_store();
    unsigned before = open_descriptors(), failures = 0;
    getrlimit(RLIMIT_NOFILE, &old);
    for (rlim_t limit = 0; limit < 40; limit++) { /* each opening of a file fails in turn */
        lob_ctx_init(&ctx, NULL);
        setrlimit(RLIMIT_NOFILE, &(struct rlimit){limit, old.rlim_max});
        lob_status status = lob_session_create(&ctx, sessions, &what, &session);
        setrlimit(RLIMIT_NOFILE, &old);
        if (status == LOB_OK) {
            lob_session_closed closed;
            lob_session_close(&ctx, sessions, lob_str_from(session->id), &closed);
            lob_session_drop(session);
        } else {
            assert_int_equal(status, LOB_E_TOOL_LIMIT_EXCEEDED);
            failures++;
        }
        assert_int_equal(open_descriptors(), before);
    }
    assert_gt(failures, 3);
    getrlimit(RLIMIT_FSIZE, &old);
    setrlimit(RLIMIT_FSIZE, &(struct rlimit){10, old.rlim_max});
    lob_ctx_init(&ctx, NULL);
    lob_status status = lob_session_create(&ctx, sessions, &what, &session);
    setrlimit(RLIMIT_FSIZE, &old);
    assert_int_equal(status, LOB_E_TOOL_LIMIT_EXCEEDED);
    assert_int_equal(folder_count(), 0);
    lob_sessions_close(sessions);
    assert_int_equal(references(), 1);
}

/* What pictures share: the view and the cover; both go with the session. */
static void test_view_and_cover(void **state) {
    (void)state;
    lob_session_view view = {.cell = 0, .box = {-1, -2, 3, 4}};
    lob_cover *cover = NULL, *again = NULL;
    lob_session *session = NULL;
    uint64_t live = lob_alloc_live();
    lob_sessions *sessions = open_store();
    assert_int_equal(lob_session_create(&ctx, sessions, &what, &session), LOB_OK);
    assert_false(session->view.is_set);
    assert_null(session->cover);
    assert_int_equal(session->artifact_size_max, config.artifact_quota_size);
    assert_int_equal(lob_session_view_set(&ctx, session, &view), LOB_OK);
    assert_true(session->view.is_set);
    assert_eq(session->view.box.left, -1);
    assert_eq(session->view.box.top, 4);
    assert_null(session->view.layers);
    assert_int_equal(lob_session_cover(&ctx, session, &cover), LOB_OK);
    assert_int_equal(references(), 3);
    assert_int_equal(lob_session_cover(&ctx, session, &again), LOB_OK);
    assert_ptr_equal(cover, again);
    assert_ptr_equal(lob_cover_layout(cover), layout);
    struct rlimit old; /* session.json cannot be written: the old view stands */
    getrlimit(RLIMIT_FSIZE, &old);
    setrlimit(RLIMIT_FSIZE, &(struct rlimit){10, old.rlim_max});
    lob_session_view other = {.cell = 0, .box = {5, 5, 6, 6}};
    assert_int_equal(lob_session_view_set(&ctx, session, &other), LOB_E_TOOL_LIMIT_EXCEEDED);
    setrlimit(RLIMIT_FSIZE, &old);
    assert_int_equal(session->view.box.left, -1);
    lob_session_drop(session);
    lob_sessions_close(sessions);
    assert_int_equal(references(), 1);
    assert_int_equal(lob_alloc_live(), live);
}

/* ---- sessions that another process keeps ---- */

static unsigned hosts_ended, hosts_dropped;

static bool end_host(void *arg, void (*last)(void *last_arg), void *last_arg) {
    (void)arg;
    if (last) {
        last(last_arg);
    }
    hosts_ended++;
    return true;
}

static void drop_host(void *arg) {
    (void)arg;
    hosts_dropped++;
}

static lob_session_hosted hosted(const char *id) {
    return (lob_session_hosted){.id = lob_str_from(id),
                                .sha256 = what.sha256,
                                .opened = LOB_STR("{}"),
                                .is_damaged = true,
                                .host = {NULL, end_host, drop_host}};
}

static bool adopt_one(void *arg) {
    lob_session *session = NULL;
    lob_session_hosted one = hosted("ses_00000000abcd");
    lob_ctx_init(&ctx, NULL);
    if (lob_session_adopt(&ctx, arg, &one, &session) != LOB_OK) {
        assert_int_equal(ctx.error.code, LOB_E_TOOL_LIMIT_EXCEEDED);
        return false;
    }
    lob_session_closed closed;
    lob_session_drop(session);
    return lob_session_close(&ctx, arg, LOB_STR("ses_00000000abcd"), &closed) == LOB_OK && closed.is_closed &&
           closed.is_dir_deleted;
}

static void test_hosted(void **state) {
    (void)state;
    lob_sessions *sessions = open_store();
    lob_session *session = NULL;
    lob_session_hosted bad = hosted("not an id"), good = hosted("ses_0000000000ab");
    lob_ctx_init(&ctx, NULL);
    assert_int_equal(lob_session_adopt(&ctx, sessions, &bad, &session), LOB_E_INTERNAL_ERROR);
    hosts_ended = hosts_dropped = 0;
    lob_ctx_init(&ctx, NULL);
    assert_int_equal(lob_session_adopt(&ctx, sessions, &good, &session), LOB_OK);
    assert_true(session->is_damaged);
    assert_string_equal(session->sha256, what.sha256);
    lob_session_drop(session);
    /* Found by another name as well, when both are names. */
    assert_false(lob_session_alias(sessions, LOB_STR("nothing"), LOB_STR("ses_0000000000ac")));
    assert_false(lob_session_alias(sessions, LOB_STR("ses_0000000000ab"), LOB_STR("nothing")));
    assert_false(lob_session_alias(sessions, LOB_STR("ses_0000000000ff"), LOB_STR("ses_0000000000ac")));
    assert_true(lob_session_alias(sessions, LOB_STR("ses_0000000000ab"), LOB_STR("ses_0000000000ac")));
    assert_int_equal(find(sessions, "ses_0000000000ac"), LOB_OK);
    /* Lost: later calls are told why, and its host is let go. */
    lob_session_lose(sessions, LOB_STR("nothing"));
    lob_session_lose(sessions, LOB_STR("ses_0000000000ff"));
    assert_int_equal(lob_sessions_count(sessions), 1);
    lob_session_lose(sessions, LOB_STR("ses_0000000000ab"));
    assert_int_equal(lob_sessions_count(sessions), 0);
    assert_int_equal(hosts_dropped, 1);
    assert_int_equal(find(sessions, "ses_0000000000ab"), LOB_E_SESSION_NOT_FOUND);
    assert_string_equal(ctx.error.message, "The session is lost: its worker process ended");
    assert_gt(sweep_allocations(adopt_one, sessions), 1);
    assert_int_equal(hosts_ended, hosts_dropped - 1);
    lob_sessions_close(sessions);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_life),
        cmocka_unit_test(test_session_json),
        cmocka_unit_test(test_files_are_counted),
        cmocka_unit_test(test_kept),
        cmocka_unit_test(test_unknown_ids),
        cmocka_unit_test(test_expiry),
        cmocka_unit_test(test_too_many),
        cmocka_unit_test(test_bad_roots),
        cmocka_unit_test(test_sweep),
        cmocka_unit_test(test_root_removed_under_the_server),
        cmocka_unit_test(test_threads),
        cmocka_unit_test(test_out_of_memory),
        cmocka_unit_test(test_no_descriptors_and_full_disk),
        cmocka_unit_test(test_view_and_cover),
        cmocka_unit_test(test_hosted),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
