/* What a worker does with each message, and how it ends; the server's end of the socket is this test.
 * A program of its own: it stands in for pthread_create(). */
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/support/lob_test.h"

#include "crew/crew_impl.h"
#include "tests/support/stride.h"
#include "tool/registry.h"
#include "json/reader.h"

enum { TOOL_COUNT_MAX = 64, LARGE_SIZE = 2 * 1024 * 1024 };

static bool has_no_threads;

int pthread_create(pthread_t *thread, const pthread_attr_t *attr, void *(*start)(void *self), void *self) {
    __typeof__(&pthread_create) real = (__typeof__(&pthread_create))(uintptr_t)dlsym(RTLD_NEXT, "pthread_create");
    return has_no_threads ? EAGAIN : real(thread, attr, start, self);
}

/* ---- a tool that waits, one that says much ---- */

static lob_status obey(lob_call *call, const cJSON *arguments, lob_jsonw *out) {
    (void)arguments;
    (void)out;
    lob_progress(call->ctx, 1, 2, "waits");
    for (;;) {
        LOB_TRY(lob_poll(call->ctx));
        usleep(1000);
    }
}

static lob_status say_much(lob_call *call, const cJSON *arguments, lob_jsonw *out) {
    static char text[LARGE_SIZE];
    (void)call;
    (void)arguments;
    memset(text, 'x', sizeof text - 1);
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "text");
    lob_jsonw_text(out, text);
    lob_jsonw_end_object(out);
    return LOB_OK;
}

/* Says that it opened a session, of this name. */
static lob_status pretend(lob_call *call, const cJSON *arguments, lob_jsonw *out) {
    const cJSON *name = cJSON_GetObjectItemCaseSensitive(arguments, "name");
    call->opened_session = true;
    lob_jsonw_begin_object(out);
    if (name) {
        lob_jsonw_key(out, "session_id");
        lob_jsonw_text(out, name->valuestring);
    }
    lob_jsonw_end_object(out);
    return LOB_OK;
}

/* ---- the rig ---- */

static char root[64], layout[4096], opened[4200];
static lob_crew_terms terms;
static lob_crew_page *page;
static lob_crew_inbox inbox;
static lob_crew_message answer;
static int fd = -1; /* the server's end */
static pid_t worker;

static const char *environment(const char *name) {
    return strcmp(name, "KLAYOUT_MCP_ARTIFACT_ROOT") == 0 ? root : NULL;
}

static int setup(void **state) {
    lob_ctx ctx;
    (void)state;
    strcpy(root, "/tmp/lob_work_XXXXXX");
    assert_non_null(mkdtemp(root));
    assert_non_null(realpath("fixtures/coupler.gds", layout));
    snprintf(opened, sizeof opened, "{\"path\":\"%s\"}", layout);
    memset(&terms, 0, sizeof terms);
    lob_ctx_init(&ctx, NULL);
    assert_int_equal(lob_config_read(&ctx, environment, &terms.config), LOB_OK);
    lob_crew_inbox_init(&inbox);
    return 0;
}

static int teardown(void **state) {
    char command[128];
    (void)state;
    lob_crew_inbox_release(&inbox);
    snprintf(command, sizeof command, "rm -rf '%s'", root);
    return system(command) < 0;
}

static void work(int socket_fd, int page_fd) {
    static lob_tool tools[TOOL_COUNT_MAX];
    size_t count = lob_tool_count;
    memcpy(tools, lob_tools, lob_tool_count * sizeof *tools);
    tools[count++] = (lob_tool){.name = "obey", .invoke = obey};
    tools[count++] = (lob_tool){.name = "say_much", .invoke = say_much};
    tools[count++] = (lob_tool){.name = "pretend", .invoke = pretend};
    const lob_crew_trade trade = {tools, count, "0.0.0-test"};
    const int high = fcntl(socket_fd, F_DUPFD, 20), paper = page_fd < 0 ? -1 : fcntl(page_fd, F_DUPFD, 20);
    close(socket_fd);
    close(fd);
    dup2(high, LOB_CREW_FD);
    close(high);
    close(LOB_CREW_PAGE_FD);
    if (paper >= 0) {
        dup2(paper, LOB_CREW_PAGE_FD);
        close(paper);
    }
    exit(lob_crew_work(&trade));
}

/* A child that works; page_fd -1: it has no page. */
static void start_with(int page_fd) {
    int ends[2];
    fflush(NULL);
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
    fd = fcntl(ends[0], F_DUPFD, 20);
    close(ends[0]);
    worker = fork();
    if (worker == 0) {
        work(ends[1], page_fd);
    }
    close(ends[1]);
}

static void start(void) {
    const int page_fd = memfd_create("page", 0);
    assert_int_equal(ftruncate(page_fd, sizeof *page), 0);
    page = mmap(NULL, sizeof *page, PROT_READ | PROT_WRITE, MAP_SHARED, page_fd, 0);
    assert_ne(page, MAP_FAILED);
    start_with(page_fd);
    close(page_fd);
    const lob_crew_message setup_message = {
        .kind = LOB_CREW_SETUP, .part_count = 1, .parts = {{(const char *)&terms, sizeof terms}}};
    assert_true(lob_crew_send(fd, &setup_message, NULL, NULL));
}

/* The worker's exit status. */
static int end(void) {
    int state;
    if (fd >= 0) {
        shutdown(fd, SHUT_WR);
    }
    assert_int_equal(waitpid(worker, &state, 0), worker);
    assert_true(WIFEXITED(state));
    if (fd >= 0) {
        close(fd);
    }
    if (page) {
        munmap(page, sizeof *page);
    }
    page = NULL;
    fd = -1;
    return WEXITSTATUS(state);
}

static bool hear(void) {
    lob_crew_taken taken;
    answer.kind = 0;
    while ((taken = lob_crew_take(&inbox, &answer)) == LOB_CREW_MORE) {
        if (lob_crew_read(&inbox, fd) < 0) {
            return false;
        }
    }
    return taken == LOB_CREW_TAKEN;
}

/* Absent guests: NULL. */
static void send_call(const char *tool, const char *arguments, const char *guest, const char *sha256) {
    const lob_crew_message call = {.kind = LOB_CREW_CALL,
                                   .number = 1,
                                   .part_count = guest ? 5 : 2,
                                   .parts = {lob_str_from(tool), arguments ? lob_str_from(arguments) : (lob_str){0},
                                             lob_str_from(guest ? guest : ""), lob_str_from(opened),
                                             lob_str_from(sha256 ? sha256 : "")}};
    assert_true(lob_crew_send(fd, &call, NULL, NULL));
}

static bool answers(lob_status status, const char *text) {
    while (hear() && answer.kind == LOB_CREW_PROGRESS) {
    }
    return answer.kind == LOB_CREW_ANSWER && answer.number == (uint32_t)status &&
           answer.part_count == LOB_CREW_IMAGES_FROM &&
           (text ? memmem(answer.parts[0].data, answer.parts[0].size, text, strlen(text)) != NULL
                 : answer.parts[0].size == 0);
}

static unsigned folders(void) {
    char path[128];
    unsigned count = 0;
    snprintf(path, sizeof path, "%s/sessions", root);
    DIR *dir = opendir(path);
    for (const struct dirent *entry; dir && (entry = readdir(dir));) {
        count += entry->d_name[0] != '.';
    }
    if (dir) {
        closedir(dir);
    }
    return count;
}

/* ---- tests ---- */

static void calls_are_answered(void **state) {
    char id[17], sha256[65];
    (void)state;
    terms.memory_size_max = (uint64_t)1 << 40;
    lob_crash_name(terms.crash_name);
    start();
    send_call("open_layout", opened, NULL, NULL);
    assert_true(answers(LOB_OK, "\"session_id\":\"ses_"));
    assert_int_equal(answer.parts[1].size, 16);
    assert_int_equal(answer.parts[2].size, 64);
    snprintf(id, sizeof id, "%.16s", answer.parts[1].data);
    snprintf(sha256, sizeof sha256, "%.64s", answer.parts[2].data);
    assert_int_equal(folders(), 1);
    send_call("list_cells", "{\"session_id\":\"ses_0123456789ab\"}", "ses_0123456789ab", sha256);
    assert_true(answers(LOB_OK, "\"cells\":["));
    assert_null(answer.parts[1].data);
    send_call("list_cells", "{\"session_id\":\"ses_0123456789ab\"}", NULL, NULL); /* it was a guest for one call */
    assert_true(answers(LOB_E_SESSION_NOT_FOUND, "SESSION_NOT_FOUND"));
    send_call("list_cells", "{\"session_id\":\"ses_0123456789ab\"}", "ses_0123456789ab", "");
    assert_true(answers(LOB_E_LAYOUT_NOT_PINNED, "\"reason\":\"layout_changed\""));
    send_call("list_cells", "{\"session_id\":", NULL, NULL);
    assert_true(answers(LOB_E_TOOL_LIMIT_EXCEEDED, "TOOL_LIMIT_EXCEEDED"));
    send_call("list_cells", NULL, NULL, NULL);
    assert_true(answers(LOB_E_INVALID_TARGET, "INVALID_TARGET"));
    send_call("say_much", "{}", NULL, NULL);
    assert_true(answers(LOB_OK, "xxxx"));
    assert_gt(answer.parts[0].size, LARGE_SIZE);
    send_call("pretend", "{}", NULL, NULL);
    assert_true(answers(LOB_OK, "{}"));
    assert_null(answer.parts[1].data);
    send_call("pretend", "{\"name\":\"\"}", NULL, NULL);
    assert_true(answers(LOB_OK, "{\"session_id\":\"\"}"));
    assert_null(answer.parts[1].data);
    send_call("pretend", "{\"name\":\"ses_0123456789ab\"}", NULL, NULL);
    assert_true(answers(LOB_OK, "ses_0123456789ab"));
    assert_null(answer.parts[2].data);
    atomic_store(&page->cancel.requested, true);
    send_call("list_cells", "{\"session_id\":\"ses_0123456789ab\"}", "ses_0123456789ab", sha256);
    assert_true(answers(LOB_E_CANCELLED, NULL));
    atomic_store(&page->cancel.requested, false);
    snprintf(opened, sizeof opened, "{\"session_id\":\"%s\"}", id);
    send_call("list_cells", opened, NULL, NULL);
    assert_true(answers(LOB_OK, "\"cells\":["));
    assert_int_equal(end(), 0);
    assert_int_equal(folders(), 0);
}

/* Kind, arguments, what was before, the file, its hash; as a guest the session that the job is of. */
static void send_job(const char *kind, const char *arguments, const char *guest) {
    const lob_crew_message job = {.kind = LOB_CREW_JOB,
                                  .part_count = guest ? 8 : 5,
                                  .parts = {lob_str_from(kind),
                                            lob_str_from(arguments),
                                            {0},
                                            lob_str_from(layout),
                                            LOB_STR("nonsense"),
                                            lob_str_from(guest ? guest : ""),
                                            lob_str_from(opened),
                                            LOB_STR("")}};
    assert_true(lob_crew_send(fd, &job, NULL, NULL));
}

static void jobs_that_fail_are_told(void **state) {
    (void)state;
    stride_skip(); /* valgrind reports the stack of the thread that watches when a worker ends */
    start();
    send_job("evaluate", "{}", NULL);
    while (hear() && answer.kind != LOB_CREW_ANSWER) {
    }
    assert_int_equal(answer.kind, LOB_CREW_ANSWER);
    assert_int_not_equal(answer.number, LOB_OK);
    const char *name = lob_status_name((lob_status)answer.number);
    assert_non_null(memmem(answer.parts[0].data, answer.parts[0].size, name, strlen(name)));
    send_job("evaluate", "{}", "ses_0123456789ab");
    assert_true(answers(LOB_E_LAYOUT_NOT_PINNED, "layout_changed"));
    atomic_store(&page->cancel.requested, true);
    send_job("optimize", "{}", "ses_0123456789ab");
    assert_true(answers(LOB_E_CANCELLED, NULL));
    assert_int_equal(end(), 0);
    assert_int_equal(folders(), 0);
}

/* It takes them for the end: the server would not say so. */
static void nonsense_ends_a_worker(void **state) {
    const struct {
        lob_crew_kind kind;
        uint32_t part_count;
        lob_str parts[5];
    } cases[] = {
        {LOB_CREW_CALL, 1, {LOB_STR("list_cells")}},
        {LOB_CREW_CALL, 2, {LOB_STR("no_such_tool"), LOB_STR("{}")}},
        {LOB_CREW_JOB, 4, {LOB_STR("evaluate"), LOB_STR("{}")}},
        {LOB_CREW_JOB, 5, {LOB_STR("evaluate")}},
        {LOB_CREW_ANSWER, 0, {{0}}},
    };
    (void)state;
    stride_skip(); /* valgrind reports the stack of the thread that watches when a worker ends */
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        lob_case("%zu: part_count %u", i, cases[i].part_count);
        lob_crew_message message = {.kind = cases[i].kind, .part_count = cases[i].part_count};
        memcpy(message.parts, cases[i].parts, sizeof cases[i].parts);
        start();
        assert_true(lob_crew_send(fd, &message, NULL, NULL));
        assert_false(hear());
        assert_int_equal(end(), 0);
    }
    const char zeros[256] = {0};
    start();
    assert_int_equal(write(fd, zeros, sizeof zeros), sizeof zeros);
    assert_false(hear());
    assert_int_equal(end(), 0);
}

static void a_worker_that_cannot_start(void **state) {
    int ends[2];
    (void)state;
    start_with(-1);
    assert_int_equal(end(), 2);
    assert_int_equal(pipe(ends), 0);
    start_with(ends[0]); /* no memory to map */
    assert_int_equal(end(), 1);
    close(ends[0]);
    close(ends[1]);
    has_no_threads = true;
    start();
    has_no_threads = false;
    assert_int_equal(end(), 1);
}

/* What runs is cancelled, and the worker ends by itself. */
static void the_server_goes(void **state) {
    (void)state;
    start();
    send_call("obey", "{}", NULL, NULL);
    assert_true(hear());
    assert_int_equal(answer.kind, LOB_CREW_PROGRESS);
    shutdown(fd, SHUT_WR); /* still listens */
    assert_true(answers(LOB_E_CANCELLED, NULL));
    assert_int_equal(end(), 0);
    start();
    send_call("obey", "{}", NULL, NULL);
    assert_true(hear());
    close(fd); /* dead */
    fd = -1;
    assert_int_equal(end(), 0);
    assert_int_equal(folders(), 0);
}

int main(void) {
    lob_json_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(calls_are_answered, setup, teardown),
        cmocka_unit_test_setup_teardown(jobs_that_fail_are_told, setup, teardown),
        cmocka_unit_test_setup_teardown(nonsense_ends_a_worker, setup, teardown),
        cmocka_unit_test_setup_teardown(a_worker_that_cannot_start, setup, teardown),
        cmocka_unit_test_setup_teardown(the_server_goes, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
