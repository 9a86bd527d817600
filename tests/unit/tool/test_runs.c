/* The markers of a run whose folder is not as it was left: reports that are gone, are no files or cannot be opened,
 * copies that cannot be written, memory that runs out. openat() is replaced at link time.
 * A program of its own: it stands in for functions of the libraries. */
#include <errno.h>
#include <fcntl.h>
#include <sys/syscall.h>

#include "tests/support/lob_test.h"

#include "../base/sweep.h"
#include "tests/support/descriptors.h"
#include "tool/runs.h"
#include "tool_sweep.h"

/* ---- the replaced call ---- */

static struct {
    const char *name; /* opening this one fails, NULL: none */
    int error;
} fault;

int openat(int dir, const char *name, int flags, ...) {
    va_list args;
    va_start(args, flags);
    unsigned mode = flags & O_CREAT ? va_arg(args, unsigned) : 0;
    va_end(args);
    if (fault.name && strcmp(name, fault.name) == 0) {
        errno = fault.error;
        return -1;
    }
    return (int)syscall(SYS_openat, dir, name, flags, mode);
}

/* ---- helpers ---- */

static bench t;
static lob_session *session;
static lob_drc_run *run_of_report;
static lob_arena *arena;
static lob_ctx ctx;
static lob_call call;

static const char report[] =
    "<report-database><top-cell>TOP</top-cell><categories><category><name>space</name></category></categories>"
    "<cells><cell><name>TOP</name></cell></cells><items><item><tags/><category>space</category><cell>TOP</cell>"
    "<visited>false</visited><multiplicity>1</multiplicity><values><value>box: (5,5;6,7)</value></values></item>"
    "</items></report-database>";

static void begin_ask(lob_arena *memory) {
    lob_ctx_init(&ctx, memory);
    call = (lob_call){.ctx = &ctx, .sessions = t.sessions, .session = session};
}

static int setup(void **state) {
    (void)state;
    int fd;
    bench_open(&t);
    const char *id = open_session(&t, chip_file(&t), "TOP");
    arena = lob_arena_new(0);
    begin_ask(arena);
    assert_int_equal(lob_session_find(&ctx, t.sessions, lob_str_from(id), &session), LOB_OK);
    begin_ask(arena);
    assert_int_equal(lob_drc_begin(&ctx, session, &run_of_report, &fd), LOB_OK);
    leave_report(fd, report);
    assert_int_equal(lob_drc_end(&ctx, session, run_of_report, LOB_DRC_DONE, 0), LOB_OK);
    return 0;
}

static int teardown(void **state) {
    (void)state;
    fault.name = NULL;
    lob_session_drop(session);
    lob_arena_drop(arena);
    bench_close(&t);
    return 0;
}

static const char *at_run(const char *name) {
    static char path[2][5000];
    static unsigned turn;
    char *out = path[turn++ % 2];
    snprintf(out, sizeof path[0], "%s/%s/%s", session->artifact_path, run_of_report->folder, name);
    return out;
}

/* Asks for the markers, which are not kept afterwards. */
static lob_status ask(bool *has_json) {
    lob_markers *markers = NULL;
    const unsigned before = open_descriptors();
    begin_ask(arena);
    lob_status status = lob_call_markers(&call, run_of_report, &markers, has_json);
    assert_int_equal(open_descriptors(), before);
    assert_eq(run_of_report->kept != NULL, status == LOB_OK);
    if (status == LOB_OK) {
        lob_drc_keep(session, run_of_report, NULL, NULL);
    }
    return status;
}

static bool has_reason(const char *reason) {
    return ctx.error.detail_count > 0 && strcmp(ctx.error.details[0].key, "reason") == 0 &&
           lob_str_equal(ctx.error.details[0].text, lob_str_from(reason));
}

/* ---- tests ---- */

static void test_report_not_there(void **state) {
    (void)state;
    bool has_json = false;
    assert_int_equal(ask(&has_json), LOB_OK);
    assert_true(has_json);
    assert_int_equal(ask(NULL), LOB_OK);
    assert_int_equal(rename(at_run(LOB_DRC_REPORT), at_run("kept")), 0);
    for (int i = 0; i < 4; i++) {
        const char *path = at_run(LOB_DRC_REPORT);
        if (i == 1) {
            assert_int_equal(mkdir(path, 0700), 0);
        } else if (i == 2) {
            assert_int_equal(mkfifo(path, 0600), 0);
        } else if (i == 3) {
            assert_int_equal(symlink("kept", path), 0);
        }
        assert_int_equal(ask(&has_json), LOB_E_DRC_RUN_FAILED);
        assert_true(has_reason("no_report"));
        if (i != 0) {
            assert_eq(remove(path), 0);
        }
    }
    assert_int_equal(rename(at_run("kept"), at_run(LOB_DRC_REPORT)), 0);
    assert_int_equal(ask(&has_json), LOB_OK);
}

/* Want of descriptors or memory is no missing report: the run need not be made again. */
static void test_report_not_opened(void **state) {
    (void)state;
    static const struct {
        int error;
        lob_status status;
        const char *reason;
    } cases[] = {
        {EMFILE, LOB_E_TOOL_LIMIT_EXCEEDED, "descriptors"}, {ENFILE, LOB_E_TOOL_LIMIT_EXCEEDED, "descriptors"},
        {ENOMEM, LOB_E_TOOL_LIMIT_EXCEEDED, "memory"},      {EACCES, LOB_E_DRC_RUN_FAILED, "no_report"},
        {ELOOP, LOB_E_DRC_RUN_FAILED, "no_report"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        lob_case("cases[%zu]", i);
        bool has_json;
        fault.name = LOB_DRC_REPORT;
        fault.error = cases[i].error;
        lob_status status = ask(&has_json);
        fault.name = NULL;
        assert_int_equal(status, cases[i].status);
        assert_true(has_reason(cases[i].reason));
    }
}

/* Without the folder nothing is there; markers that are kept are, but not their file. */
static void test_folder_not_there(void **state) {
    (void)state;
    lob_markers *markers = NULL;
    bool has_json = false;
    assert_int_equal(lob_call_markers(&call, run_of_report, &markers, &has_json), LOB_OK);
    assert_true(has_json);
    const lob_markers *const first = markers;
    char away[64];
    snprintf(away, sizeof away, "%s/away", t.folder);
    assert_int_equal(rename(at_run(""), away), 0);
    begin_ask(arena);
    assert_int_equal(lob_call_markers(&call, run_of_report, &markers, &has_json), LOB_OK);
    assert_ptr_equal(markers, first);
    assert_false(has_json);
    lob_drc_keep(session, run_of_report, NULL, NULL);
    assert_int_equal(ask(&has_json), LOB_E_DRC_RUN_FAILED);
    assert_true(has_reason("no_folder"));
    begin_ask(arena);
    const lob_marker_export what = {.markers = NULL};
    lob_str path;
    assert_int_equal(lob_run_export(&call, run_of_report, &what, LOB_EXPORT_JSON, "out.json", &path),
                     LOB_E_DRC_RUN_FAILED);
    assert_true(has_reason("no_folder"));
    assert_int_equal(rename(away, at_run("")), 0);
}

/* The copy is for people: when it cannot be written the markers are there all the same. */
static void test_copy_not_written(void **state) {
    (void)state;
    bool has_json = true;
    fault.name = ".tmp-" LOB_DRC_MARKERS;
    fault.error = ENOSPC;
    assert_int_equal(ask(&has_json), LOB_OK);
    assert_false(has_json);
    assert_int_equal(ctx.error.code, LOB_OK);
    fault.error = ENOMEM; /* but this is told */
    assert_int_equal(ask(&has_json), LOB_E_TOOL_LIMIT_EXCEEDED);
    assert_true(has_reason("memory"));
    fault.name = NULL;
    const uint64_t quota = session->artifact_size_max;
    session->artifact_size_max = session->artifact_size;
    assert_int_equal(ask(&has_json), LOB_OK);
    assert_false(has_json);
    session->artifact_size_max = quota;
    assert_int_equal(ask(&has_json), LOB_OK);
    assert_true(has_json);
}

static bool ask_once(void *arg) {
    (void)arg;
    lob_markers *markers = NULL;
    bool has_json = false;
    unlink(at_run(LOB_DRC_MARKERS));
    lob_arena *memory = lob_arena_new(0);
    if (!memory) {
        return false;
    }
    begin_ask(memory);
    lob_status status = lob_call_markers(&call, run_of_report, &markers, &has_json);
    if (status == LOB_OK) {
        assert_true(has_json);
    } else {
        assert_eq(status, LOB_E_TOOL_LIMIT_EXCEEDED);
        assert_true(says_memory(&ctx.error));
    }
    lob_drc_keep(session, run_of_report, NULL, NULL);
    lob_arena_drop(memory);
    return status == LOB_OK;
}

static void test_out_of_memory(void **state) {
    (void)state;
    assert_gt(sweep_allocations(ask_once, NULL), 5);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_report_not_there, setup, teardown),
        cmocka_unit_test_setup_teardown(test_report_not_opened, setup, teardown),
        cmocka_unit_test_setup_teardown(test_folder_not_there, setup, teardown),
        cmocka_unit_test_setup_teardown(test_copy_not_written, setup, teardown),
        cmocka_unit_test_setup_teardown(test_out_of_memory, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
