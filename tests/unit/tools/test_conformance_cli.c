/* The command `conformance` as a whole, against a server in sh, which shares nothing with the product: exit statuses,
 * what it says, the files it writes, the folders it leaves. */
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/sysmacros.h>

#include "tests/support/lob_test.h"

#include "tests/unit/base/sweep.h"
#include "tests/unit/tools/suite_rig.h"
#include "tools/conformance/cli.h"

/* ---- the whole, against a server in sh ---- */

static const char sh_server[] =
    "#!/bin/sh\n"
    "while IFS= read -r line; do\n"
    "  id=${line#*\\\"id\\\":}; id=${id%%[,\\}]*}; answer=\n"
    "  case $line in\n"
    "  *'\"initialize\"'*) answer='{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"tools\":{}},"
    "\"serverInfo\":{\"name\":\"sh\",\"version\":\"1\"}}' ;;\n"
    "  *'\"tools/list\"'*) answer='{\"tools\":[{\"name\":\"list_cells\",\"inputSchema\":{\"type\":\"object\"}}]}' ;;\n"
    "  *'\"tools/call\"'*) answer='{\"content\":[],\"structuredContent\":{\"n\":1}}' ;;\n"
    "  *'\"ping\"'*) answer='{}' ;;\n"
    "  esac\n"
    "  [ -z \"$answer\" ] || printf '{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":%s}\\n' \"$id\" \"$answer\"\n"
    "done\n";

typedef struct said {
    int status;
    char *out, *err;
} said;

/* Runs the program with the cases of the rig; words are separated by spaces, $ stands for the rig's folder. */
static said run(rig *r, const char *line) {
    char words[40][200], *argv[41];
    int count = 0;
    char whole[2000];
    size_t used = 0;
    for (const char *at = line; *at != '\0'; at++) {
        used += (size_t)snprintf(whole + used, sizeof whole - used, *at == '$' ? "%s" : "%.1s",
                                 *at == '$' ? r->folder : at);
    }
    for (const char *at = whole; *at != '\0' && count < 40;) {
        size_t size = strcspn(at, " ");
        snprintf(words[count], sizeof words[0], "%.*s", (int)size, at);
        argv[count] = words[count];
        count++;
        at += size + (at[size] == ' ');
    }
    argv[count] = NULL;
    said s = {0};
    size_t out_size, err_size;
    FILE *out = open_memstream(&s.out, &out_size), *err = open_memstream(&s.err, &err_size);
    s.status = conf_main(count, argv, out, err);
    fclose(out);
    fclose(err);
    return s;
}

static void drop(said s) {
    free(s.out);
    free(s.err);
}

#define PLACES " --cases $/share/cases --fixtures $/share/fixtures "

static void ends_with(const char *text, const char *end) {
    size_t size = strlen(text), end_size = strlen(end);
    if (size < end_size || strcmp(text + size - end_size, end) != 0) {
        fail_msg("%s\ndoes not end with\n%s", text, end);
    }
}

static void put_suite(rig *r) {
    put(r, "server", sh_server);
    chmod(in_folder(r, "server"), 0700);
    put_case(r, "a/one", "required", "", "{\"call\":\"list_cells\",\"expect\":{\"n\":1}}");
    put_case(r, "a/two", "required", "", ping);
    put_case(r, "b/low", "optional", "", "{\"call\":\"list_cells\",\"expect\":{\"n\":2}}");
    put_case(r, "b/skipped", "recommended", "", "{\"call\":\"find_cells\"}");
}

static void test_a_run(void **state) {
    rig *r = *state;
    put_suite(r);
    said s = run(r, "conformance" PLACES "--jobs 3 --json $/a.json --tap $/a.tap -- $/server");
    assert_string_equal(s.err, "");
    assert_int_equal(s.status, 0);
    assert_non_null(strstr(s.out, "BELOW b/low (optional, R-A-01): step 1 (list_cells): $.n: expected 2, got 1\n"));
    ends_with(s.out, "passed/run           required  recommended     optional    reference   skipped\n"
                     "a                         2/2            -            -            -         -\n"
                     "b                           -            -          0/1            -         1\n"
                     "all                       2/2            -          0/1            -         1\n"
                     "of the skipped below: 1 not run, 0 known failures, 1 failed beyond the level required\n"
                     "conformant up to the level required: sh 1, protocol 2025-11-25\n"
                     "2 passed, 0 failed, 2 skipped\n");
    char *one_thread = lob_arena_strdup(r->arena, s.out, strlen(s.out));
    drop(s);
    assert_non_null(strstr(read_all(r, "a.json"), "\"server\":\"sh 1\""));
    assert_non_null(strstr(read_all(r, "a.tap"), "ok 4 - b/skipped # SKIP "));
    s = run(r, "conformance" PLACES "--jobs 1 -- $/server");
    assert_string_equal(s.out, one_thread);
    drop(s);
    s = run(r, "conformance" PLACES "--level optional -- $/server");
    assert_int_equal(s.status, 1);
    ends_with(s.out, "2 passed, 1 failed, 1 skipped\n");
    drop(s);
    s = run(r, "conformance" PLACES "--run a/* --skip *two --protocol 2025-06-18 -- $/server");
    assert_int_equal(s.status, 0);
    ends_with(s.out, "1 passed, 0 failed, 0 skipped\n");
    drop(s);
}

static void test_known_failures_of_a_run(void **state) {
    rig *r = *state;
    put_suite(r);
    put_case(r, "a/bad", "required", "", "{\"call\":\"list_cells\",\"expect\":{\"n\":3}}");
    said s = run(r, "conformance" PLACES "-- $/server");
    assert_int_equal(s.status, 1);
    static const char first[] =
        "FAIL a/bad (required, R-A-01): step 1 (list_cells): $.n: expected 3, got 1\nBELOW b/low";
    assert_memory_equal(s.out, first, sizeof first - 1);
    assert_non_null(strstr(s.out, "\nnext: conformance explain a/bad says what it asks and why; --run a/bad "));
    drop(s);
    s = run(r, "conformance update" PLACES "--baseline $/known.json -- $/server");
    assert_int_equal(s.status, 0);
    drop(s);
    assert_string_equal(read_all(r, "known.json"), "{\n  \"known_failures\": [\n    {\"id\":\"a/bad\",\"reason\":\"not "
                                                   "yet explained\"}\n  ]\n}\n");
    s = run(r, "conformance" PLACES "--baseline $/known.json -- $/server");
    assert_int_equal(s.status, 0);
    ends_with(s.out, "\n2 passed, 0 failed, 3 skipped\n");
    drop(s);
    put_case(r, "a/bad", "required", "", ping);
    s = run(r, "conformance" PLACES "--baseline $/known.json -- $/server");
    assert_int_equal(s.status, 1);
    assert_non_null(strstr(s.out, "STALE a/bad: it passes; take it off the list of known failures\n"));
    ends_with(s.out, "\n2 passed, 1 failed, 2 skipped\n");
    drop(s);
    s = run(r, "conformance update" PLACES "--baseline $/known.json -- $/server");
    assert_string_equal(read_all(r, "known.json"), "{\n  \"known_failures\": []\n}\n");
    drop(s);
    put(r, "known.json", "{");
    s = run(r, "conformance" PLACES "--baseline $/known.json -- $/server");
    assert_int_equal(s.status, 2);
    drop(s);
    s = run(r, "conformance update" PLACES "--baseline $/known.json -- $/server");
    assert_int_equal(s.status, 2);
    assert_string_equal(read_all(r, "known.json"), "{"); /* what cannot be read is not written over */
    drop(s);
}

static void test_no_server(void **state) {
    rig *r = *state;
    static const char *const lines[] = {"conformance" PLACES "-- /nonexistent/server",
                                        "conformance" PLACES "-- /bin/false",
                                        "conformance" PLACES "--timeout-ms 200 -- /bin/sleep 9"};
    put_suite(r);
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        lob_case("%zu: %s", i, lines[i]);
        said s = run(r, lines[i]);
        assert_int_equal(s.status, 3);
        assert_string_equal(s.out, "");
        assert_memory_equal(s.err, "conformance: the server could not be started or greeted: ", 57);
        drop(s);
    }
}

static void test_folders_of_a_run(void **state) {
    rig *r = *state;
    const char *old = getenv("TMPDIR");
    char *kept = old != NULL ? lob_arena_strdup(r->arena, old, strlen(old)) : NULL;
    put_suite(r);
    put(r, "tmp/x", "");
    unlink(in_folder(r, "tmp/x"));
    setenv("TMPDIR", in_folder(r, "tmp"), 1);
    drop(run(r, "conformance" PLACES "--run a/one -- $/server"));
    assert_int_equal(rmdir(in_folder(r, "tmp")), 0); /* nothing was left */
    said s = run(r, "conformance" PLACES "--run a/one -- $/server");
    assert_int_equal(s.status, 2);
    assert_non_null(strstr(s.err, "No temporary folder can be made"));
    drop(s);
    drop(run(r, "conformance" PLACES "--run a/one --keep $/kept -- $/server"));
    assert_int_not_equal(rmdir(in_folder(r, "kept")), 0); /* what the case made is there */
    s = run(r, "conformance" PLACES "--run a/one --keep $/no/kept -- $/server");
    assert_int_equal(s.status, 2);
    drop(s);
    if (kept != NULL) {
        setenv("TMPDIR", kept, 1);
    } else {
        unsetenv("TMPDIR");
    }
}

static void test_other_commands(void **state) {
    rig *r = *state;
    put_suite(r);
    said s = run(r, "conformance list" PLACES "--run a/*");
    assert_string_equal(s.out,
                        "a/one                                    core    required     what it proves\n"
                        "a/two                                    core    required     what it proves\n2 cases\n");
    assert_int_equal(s.status, 0);
    drop(s);
    s = run(r, "conformance validate" PLACES);
    assert_string_equal(s.out, "4 cases, 0 faults\n");
    assert_int_equal(s.status, 0);
    drop(s);
    s = run(r, "conformance trace --brief" PLACES);
    assert_int_equal(s.status, 1);
    ends_with(s.out, "4 requirements, 1 with cases, 2 with too few\n");
    drop(s);
    put(r, "share/cases/a/long.json",
        "{\"id\":\"a/long\",\"about\":\"why\",\"profile\":\"drc\",\"level\":\"optional\",\"requirements\":[\"R-A-04\"],"
        "\"since\":\"1.0.0\",\"needs\":[\"klayout\",\"stdio\"],\"env\":{\"K\":\"v\"},\"steps\":[{\"call\":\"list_"
        "cells\","
        "\"as\":\"job\",\"about\":\"first\"},{\"silent\":\"job\",\"within_ms\":7},{\"await\":\"job\",\"expect\":{\"a\":"
        "1},"
        "\"save\":{\"s\":\"$.b\"},\"tolerance\":{\"$.c\":0.5}},{\"wait_ms\":3},{\"restart\":\"close\",\"timeout_ms\":9}"
        ","
        "{\"make\":\"${work}/a\",\"copy\":\"b\",\"mode\":\"0600\"},{\"make\":\"${work}/f\",\"kind\":\"fifo\"},"
        "{\"notify\":\"n\",\"params\":{\"x\":1}}]}");
    s = run(r, "conformance explain a/long" PLACES);
    char wanted[1200];
    snprintf(
        wanted, sizeof wanted,
        "a/long\n  why\n\n  level optional, profile drc, since 1.0.0, needs klayout, needs stdio\n  file "
        "%s/share/cases/a/long.json\n\n  R-A-04 (MUST, design): four\n\n  K=v\n   1. list_cells {}, left running as "
        "job\n       # first\n   2. silent job within 7 ms\n   3. await job\n       expect {\"a\":1}\n       s = $.b\n"
        "       within 0.5 at $.c\n   4. wait_ms 3\n   5. restart close\n       at most 9 ms\n   6. make ${work}/a\n"
        "       copy of b\n       mode 0600\n   7. make ${work}/f\n       a fifo\n   8. notify n {\"x\":1}\n",
        r->folder);
    assert_string_equal(s.out, wanted);
    drop(s);
    s = run(r, "conformance explain a/nothing" PLACES);
    assert_int_equal(s.status, 2);
    drop(s);
    s = run(r, "conformance --help");
    assert_memory_equal(s.out, "usage: conformance", 18);
    assert_int_equal(s.status, 0);
    drop(s);
    s = run(r, "conformance --version");
    assert_memory_equal(s.out, "conformance of layout-observer ", 31);
    drop(s);
}

static void test_faults_of_a_run(void **state) {
    rig *r = *state;
    static const struct {
        const char *line;
        int status;
        const char *err;
    } cases[] = {
        {"conformance" PLACES "--run c/* -- $/server", 2, "conformance: no case fits the options"},
        {"conformance --bad", 2, "conformance: unknown option --bad\n"},
        {"conformance list --cases $/share/none --fixtures $/share/fixtures", 2,
         "conformance: The folder of cases cannot be read: "},
        {"conformance list --cases $/share/cases --fixtures $/none", 2,
         "conformance: the folder of fixtures cannot be read: "},
        {"conformance" PLACES "--run a/one --tap $/none/a.tap -- $/server", 2,
         "conformance: A report cannot be written: "},
        {"conformance" PLACES "--run a/one --tap $/ -- $/server", 2, "conformance: A report has no usable name: "},
        {"conformance" PLACES "--run a/one --tap $/share -- $/server", 2, "conformance: A report cannot be written: "},
        {"conformance" PLACES "--run a/one --json $/full -- $/server", 2, "conformance: A report cannot be written: "},
        {"conformance" PLACES "--run a/one --baseline $/none.json -- $/server", 2,
         "conformance: A file cannot be read: "},
        {"conformance update" PLACES "--run a/one --baseline $/none/known.json -- $/server", 2,
         "conformance: A report cannot be written: "},
    };
    put_suite(r);
    /* A device of the rig's own: a fault here must not cost the machine its /dev/full. Only root can make one; to all
     * others a folder in its place is as little a file. */
    bool is_device = mknod(in_folder(r, "full"), S_IFCHR | 0600, makedev(1, 7)) == 0;
    if (!is_device) {
        assert_eq(mkdir(in_folder(r, "full"), 0700), 0);
    }
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        lob_case("%zu: %s", i, cases[i].line);
        said s = run(r, cases[i].line);
        assert_int_equal(s.status, cases[i].status);
        assert_memory_equal(s.err, cases[i].err, strlen(cases[i].err));
        drop(s);
    }
    struct stat info;
    assert_int_equal(lstat(in_folder(r, "full"), &info), 0);
    if (is_device) {
        assert_true(S_ISCHR(info.st_mode));
    } else {
        assert_true(S_ISDIR(info.st_mode));
    }
    /* A faulty case: the others run, and the status tells. */
    put_case(r, "a/two", "required", "", "{\"wait_ms\":1,\"expect\":1}");
    put(r, "share/cases/b/cut.json", "{");
    said s = run(r, "conformance" PLACES "--run a/* -- $/server");
    assert_int_equal(s.status, 2);
    assert_string_equal(s.err, "FAULTY a/two: step 1: expect does not belong to wait_ms\n");
    assert_non_null(strstr(s.out, "FAULTY a/two (required, R-A-01): step 1: expect does not belong to wait_ms\n"));
    ends_with(s.out, "1 passed, 1 failed, 0 skipped\n");
    drop(s);
    s = run(r, "conformance validate" PLACES);
    assert_int_equal(s.status, 2);
    ends_with(s.out, "FAULTY a/two: step 1: expect does not belong to wait_ms\n4 cases, 2 faults\n");
    drop(s);
    s = run(r, "conformance validate --run a/one" PLACES);
    assert_int_equal(s.status, 0);
    drop(s);
}

static void test_broken_off(void **state) {
    rig *r = *state;
    put_suite(r);
    conf_cases cases = load(r);
    size_t chosen[] = {0, 1, 2};
    conf_result results[3];
    conf_run all = {.cases = &cases, .chosen = chosen, .count = 3};
    conf_target target = {.folder = r->folder};
    atomic_store(&conf_stop.requested, true);
    FILE *progress = tmpfile();
    conf_run_all(&target, &all, results, 2, progress);
    atomic_store(&conf_stop.requested, false);
    for (size_t i = 0; i < 3; i++) {
        assert_int_equal(results[i].outcome, CONF_SKIPPED);
        assert_string_equal(results[i].reason, "the run was broken off");
    }
    assert_gt(ftell(progress), 0);
    fclose(progress);
}

/* Each server writes down for which case it was started. */
static void test_those_that_wait_begin_first(void **state) {
    rig *r = *state;
    char text[2000];
    snprintf(text, sizeof text, "#!/bin/sh\n[ -z \"$CASE\" ] || echo \"$CASE\" >>%s/order\n%s", r->folder,
             sh_server + strlen("#!/bin/sh\n"));
    put(r, "server", text);
    chmod(in_folder(r, "server"), 0700);
    put_case(r, "a/none", "required", ",\"needs\":[\"stdio\"],\"env\":{\"CASE\":\"a\"}", ping);
    put_case(r, "b/long", "required", ",\"needs\":[\"stdio\"],\"env\":{\"CASE\":\"b\"}",
             "{\"notify\":\"n\"},{\"wait_ms\":15},{\"wait_ms\":15}");
    put_case(r, "c/short", "required", ",\"needs\":[\"stdio\"],\"env\":{\"CASE\":\"c\"}",
             "{\"notify\":\"n\",\"within_ms\":20}");
    put_case(r, "d/none", "required", ",\"needs\":[\"stdio\"],\"env\":{\"CASE\":\"d\"}",
             "{\"call\":\"list_cells\",\"expect\":{\"n\":2}}");
    said s = run(r, "conformance" PLACES "--jobs 1 -- $/server");
    assert_memory_equal(s.out, "FAIL d/none", 11); /* the result stands where its case does */
    ends_with(s.out, "3 passed, 1 failed, 0 skipped\n");
    drop(s);
    assert_string_equal(read_all(r, "order"), "b\nc\na\nd\n");
}

static void test_files_that_cannot_be(void **state) {
    rig *r = *state;
    static char longest[2 * PATH_MAX];
    char folder[PATH_MAX];
    const char *old = getenv("TMPDIR");
    char *old_text = old != NULL ? lob_arena_strdup(r->arena, old, strlen(old)) : NULL;
    lob_buf text;
    memset(longest, 'a', sizeof longest - 2);
    longest[sizeof longest - 3] = '/';
    lob_buf_init(&text, 3);
    lob_buf_add_text(&text, "abc");
    put(r, "report", "old");
    assert_int_equal(conf_write_file(&r->ctx, longest, &text), LOB_E_TOOL_LIMIT_EXCEEDED);
    lob_buf_add_text(&text, "d"); /* beyond its limit: nothing half is written */
    lob_error_clear(&r->ctx.error);
    assert_int_equal(conf_write_file(&r->ctx, in_folder(r, "report"), &text), LOB_E_TOOL_LIMIT_EXCEEDED);
    lob_error_clear(&r->ctx.error);
    assert_string_equal(read_all(r, "report"), "old");
    lob_buf_clear(&text);
    assert_int_equal(conf_write_file(&r->ctx, in_folder(r, "report"), &text), LOB_OK);
    assert_string_equal(read_all(r, "report"), "");
    lob_buf_release(&text);
    mode_t mask = umask(027);
    lob_buf_init(&text, 0);
    assert_int_equal(conf_write_file(&r->ctx, in_folder(r, "report"), &text), LOB_OK);
    umask(mask);
    struct stat info;
    assert_int_equal(stat(in_folder(r, "report"), &info), 0);
    assert_int_equal(info.st_mode & 0777, 0640);
    setenv("TMPDIR", longest, 1);
    assert_int_equal(conf_folder_open(&r->ctx, NULL, folder), LOB_E_TOOL_LIMIT_EXCEEDED);
    lob_error_clear(&r->ctx.error);
    setenv("TMPDIR", "", 1);
    assert_int_equal(conf_folder_open(&r->ctx, NULL, folder), LOB_OK); /* as if it were not set */
    assert_memory_equal(folder, "/tmp/", 5);
    conf_folder_remove(folder);
    assert_int_not_equal(access(folder, F_OK), 0);
    if (old_text != NULL) {
        setenv("TMPDIR", old_text, 1);
    } else {
        unsetenv("TMPDIR");
    }
}

/* What cannot be used at the end is told before a server was started. */
static void test_files_are_looked_at_first(void **state) {
    rig *r = *state;
    static const char *const options[] = {"--tap $/none/a", "--junit $/none/a", "--json $/none/a", "--badge $/none/a",
                                          "--baseline $/bad.json"};
    char text[2000], line[400];
    put_suite(r);
    snprintf(text, sizeof text, "#!/bin/sh\n>%s/started\n%s", r->folder, sh_server + strlen("#!/bin/sh\n"));
    put(r, "server", text);
    put(r, "bad.json", "{");
    for (size_t i = 0; i < sizeof options / sizeof options[0]; i++) {
        lob_case("%zu: %s", i, options[i]);
        snprintf(line, sizeof line, "conformance" PLACES "--run a/one %s -- $/server", options[i]);
        said s = run(r, line);
        assert_int_equal(s.status, 2);
        assert_string_equal(s.out, "");
        assert_int_not_equal(access(in_folder(r, "started"), F_OK), 0);
        drop(s);
    }
    drop(run(r, "conformance" PLACES "--run a/one -- $/server"));
    assert_int_equal(access(in_folder(r, "started"), F_OK), 0);
}

/* A report does not take the place of a pipe, nor of a link. */
static void test_reports_into_what_is_there(void **state) {
    rig *r = *state;
    lob_buf text;
    struct stat info;
    char got[8] = "";
    lob_buf_init(&text, 0);
    lob_buf_add_text(&text, "abc");
    assert_int_equal(mkfifo(in_folder(r, "pipe"), 0600), 0);
    int fd = open(in_folder(r, "pipe"), O_RDWR | O_NONBLOCK);
    assert_ge(fd, 0);
    assert_int_equal(conf_file_check(&r->ctx, in_folder(r, "pipe")), LOB_OK);
    assert_int_equal(conf_write_file(&r->ctx, in_folder(r, "pipe"), &text), LOB_OK);
    assert_int_equal(read(fd, got, sizeof got), 3);
    assert_string_equal(got, "abc");
    close(fd);
    assert_int_equal(lstat(in_folder(r, "pipe"), &info), 0);
    assert_true(S_ISFIFO(info.st_mode));
    put(r, "report", "a longer text");
    assert_int_equal(symlink("report", in_folder(r, "link")), 0);
    assert_int_equal(conf_write_file(&r->ctx, in_folder(r, "link"), &text), LOB_OK);
    assert_int_equal(lstat(in_folder(r, "link"), &info), 0);
    assert_true(S_ISLNK(info.st_mode));
    assert_string_equal(read_all(r, "report"), "abc");
    lob_buf_release(&text);
}

/* A report into the file that standard output goes to stands before what is said next. */
static void test_a_report_into_standard_output(void **state) {
    rig *r = *state;
    lob_buf text;
    lob_buf_init(&text, 0);
    lob_buf_add_text(&text, "abc");
    fflush(stdout);
    int kept = dup(STDOUT_FILENO), fd = open(in_folder(r, "said"), O_WRONLY | O_CREAT, 0600);
    assert_ge(kept, 0);
    assert_ge(fd, 0);
    assert_int_equal(dup2(fd, STDOUT_FILENO), STDOUT_FILENO);
    lob_status status = conf_write_file(&r->ctx, in_folder(r, "said"), &text);
    ssize_t size = write(STDOUT_FILENO, "def", 3);
    dup2(kept, STDOUT_FILENO);
    close(kept);
    close(fd);
    assert_eq(status, LOB_OK);
    assert_eq(size, 3);
    assert_string_equal(read_all(r, "said"), "abcdef");
    lob_buf_release(&text);
}

static void test_globs_add_up(void **state) {
    rig *r = *state;
    put_suite(r);
    said s = run(r, "conformance list" PLACES "--run a/one --run=b/* --skip b/low --skip none");
    assert_int_equal(s.status, 0);
    assert_non_null(strstr(s.out, "a/one "));
    assert_non_null(strstr(s.out, "b/skipped "));
    ends_with(s.out, "\n2 cases\n");
    drop(s);
}

/* Once the suite takes the signal itself; the case goes on for longer than any machine is late. */
static void *interrupt(void *arg) {
    struct sigaction now = {.sa_handler = SIG_DFL};
    (void)arg;
    while (now.sa_handler == SIG_DFL) {
        usleep(20000);
        sigaction(SIGTERM, NULL, &now);
    }
    usleep(150000);
    kill(getpid(), SIGTERM);
    return NULL;
}

static void test_a_signal(void **state) {
    rig *r = *state;
    pthread_t thread;
    put_suite(r);
    put_case(r, "a/one", "required", "", "{\"wait_ms\":20000}");
    assert_int_equal(pthread_create(&thread, NULL, interrupt, NULL), 0);
    said s = run(r, "conformance" PLACES "--jobs 1 --json $/a.json --badge $/badge --resume $/kept -- $/server");
    pthread_join(thread, NULL);
    assert_int_equal(s.status, 130);
    assert_non_null(strstr(s.out, "broken off, no verdict up to the level required: sh 1"));
    assert_string_equal(s.err, "conformance: broken off\n");
    assert_non_null(strstr(read_all(r, "a.json"), "\"broken_off\":true,\"bar\":\"required\",\"conformant\":false"));
    assert_non_null(strstr(read_all(r, "a.json"), "\"reason\":\"the run was broken off\""));
    assert_non_null(strstr(read_all(r, "badge"), "lightgrey"));
    assert_null(strstr(read_all(r, "kept"), "a/one")); /* what was broken off is asked again */
    drop(s);
}

static size_t starts(rig *r) {
    size_t count = 0;
    for (const char *at = read_all(r, "starts"); *at != '\0'; at++) {
        count += *at == '\n';
    }
    return count;
}

/* A server that counts its starts: one to look at it, one for each case that is asked. */
static void test_resume(void **state) {
    rig *r = *state;
    char script[2000];
    put_suite(r);
    snprintf(script, sizeof script, "#!/bin/sh\necho >>%s/starts\n%s", r->folder, strchr(sh_server, '\n') + 1);
    put(r, "server", script);
    chmod(in_folder(r, "server"), 0700);
    said s = run(r, "conformance" PLACES "--resume $/kept -- $/server");
    char *whole = lob_arena_strdup(r->arena, s.out, strlen(s.out));
    size_t all = starts(r);
    assert_gt(all, 2);
    drop(s);
    s = run(r, "conformance" PLACES "--resume $/kept -- $/server");
    assert_string_equal(s.out, whole); /* a failure and a skipped case are kept like the others */
    assert_eq(starts(r), all + 1);
    drop(s);
    /* the last line was cut short by a crash: that case is asked again */
    char *kept = lob_arena_strdup(r->arena, read_all(r, "kept"), strlen(read_all(r, "kept")));
    kept[strlen(kept) - 9] = '\0';
    put(r, "kept", kept);
    s = run(r, "conformance" PLACES "--resume $/kept -- $/server");
    assert_string_equal(s.out, whole);
    assert_int_equal(s.status, 0);
    drop(s);
    assert_non_null(strstr(read_all(r, "kept"), "\"server\":\"sh 1\""));
    static const char *const others[] = {"no journal\n", "{}\n", "{\"server\":\"sh 2\",\"protocol\":\"2025-11-25\"}\n",
                                         "x"};
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        lob_case("%zu: %s", i, others[i]);
        put(r, "kept", others[i]);
        s = run(r, "conformance" PLACES "--resume $/kept -- $/server");
        assert_int_equal(s.status, 2);
        assert_non_null(strstr(s.err, "kept"));
        assert_string_equal(read_all(r, "kept"), others[i]);
        drop(s);
    }
    s = run(r, "conformance" PLACES "--resume $/none/kept -- $/server");
    assert_int_equal(s.status, 2);
    drop(s);
}

static void test_missing_tools(void **state) {
    rig *r = *state;
    put_suite(r);
    put_case(r, "a/first", "required", "", "{\"call\":\"list_layers\"}");
    put_case(r, "a/second", "required", "", "{\"call\":\"list_layers\"}");
    put_case(r, "a/third", "required", "", "{\"call\":\"render_view\"}");
    said s = run(r, "conformance" PLACES "-- $/server");
    assert_string_equal(s.err, "");
    assert_int_equal(s.status, 1);
    assert_non_null(strstr(s.out, "FAIL tool list_layers is not offered: 2 cases, as a/first\n"));
    assert_non_null(strstr(s.out, "FAIL tool render_view is not offered: 1 case, as a/third\n"));
    assert_null(strstr(s.out, "a/second"));
    ends_with(s.out, "2 passed, 3 failed, 2 skipped\n");
    drop(s);
}

static void test_compare(void **state) {
    rig *r = *state;
    put_suite(r);
    said s = run(r, "conformance" PLACES "--json $/a.json -- $/server");
    drop(s);
    put_case(r, "a/one", "required", "", "{\"call\":\"list_cells\",\"expect\":{\"n\":7}}");
    put_case(r, "c/new", "required", "", ping);
    s = run(r, "conformance" PLACES "--json $/b.json -- $/server");
    drop(s);
    s = run(r, "conformance compare $/a.json $/a.json");
    assert_int_equal(s.status, 0);
    ends_with(s.out, "0 cases differ\n");
    drop(s);
    s = run(r, "conformance compare $/a.json $/b.json");
    assert_int_equal(s.status, 1);
    assert_non_null(strstr(s.out, "passed   -> failed   required\n    step 1 (list_cells): $.n: expected 7, got 1\n"));
    assert_non_null(strstr(s.out, "absent   -> passed   required\n"));
    ends_with(s.out, "2 cases differ\n");
    drop(s);
    put(r, "no.json", "{\"cases\":[{\"id\":\"a/one\"}]}");
    static const char *const wrong[] = {"conformance compare $/a.json", "conformance compare $/a.json $/none.json",
                                        "conformance compare $/no.json $/a.json",
                                        "conformance compare $/a.json $/server",
                                        "conformance compare $/a.json $/a.json $/a.json"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        lob_case("%s", wrong[i]);
        s = run(r, wrong[i]);
        assert_int_equal(s.status, 2);
        assert_string_equal(s.out, "");
        drop(s);
    }
}

static void test_version_of_the_cases(void **state) {
    rig *r = *state;
    put_suite(r);
    put(r, "share/cases/VERSION", "7.8.9\n");
    said s = run(r, "conformance" PLACES "--json $/a.json -- $/server");
    assert_non_null(strstr(read_all(r, "a.json"), "\"cases_version\":\"7.8.9\""));
    drop(s);
    s = run(r, "conformance --version");
    assert_non_null(strstr(s.out, ", cases "));
    assert_int_equal(s.status, 0);
    drop(s);
}

static void test_output_that_is_full(void **state) {
    (void)state;
    char word[] = "conformance", help[] = "--help";
    char *argv[] = {word, help, NULL};
    FILE *full = fopen("/dev/full", "w");
    assert_non_null(full);
    assert_int_equal(conf_main(2, argv, full, stderr), 2);
    fclose(full);
}

static bool list_cases(void *arg) {
    said s = run(arg, "conformance list" PLACES);
    bool fine = s.status == 0;
    bool is_told = s.status == 2 && strlen(s.out) == 0 && strlen(s.err) > 0;
    drop(s);
    if (!fine) {
        assert_true(is_told);
    }
    return fine;
}

static void test_failing_allocations(void **state) {
    rig *r = *state;
    put_suite(r);
    assert_gt(sweep_allocations(list_cases, r), 10);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_a_run, setup, teardown),
        cmocka_unit_test_setup_teardown(test_known_failures_of_a_run, setup, teardown),
        cmocka_unit_test_setup_teardown(test_no_server, setup, teardown),
        cmocka_unit_test_setup_teardown(test_folders_of_a_run, setup, teardown),
        cmocka_unit_test_setup_teardown(test_other_commands, setup, teardown),
        cmocka_unit_test_setup_teardown(test_faults_of_a_run, setup, teardown),
        cmocka_unit_test_setup_teardown(test_broken_off, setup, teardown),
        cmocka_unit_test_setup_teardown(test_those_that_wait_begin_first, setup, teardown),
        cmocka_unit_test_setup_teardown(test_files_that_cannot_be, setup, teardown),
        cmocka_unit_test_setup_teardown(test_files_are_looked_at_first, setup, teardown),
        cmocka_unit_test_setup_teardown(test_reports_into_what_is_there, setup, teardown),
        cmocka_unit_test_setup_teardown(test_a_report_into_standard_output, setup, teardown),
        cmocka_unit_test_setup_teardown(test_globs_add_up, setup, teardown),
        cmocka_unit_test_setup_teardown(test_a_signal, setup, teardown),
        cmocka_unit_test_setup_teardown(test_resume, setup, teardown),
        cmocka_unit_test_setup_teardown(test_missing_tools, setup, teardown),
        cmocka_unit_test_setup_teardown(test_compare, setup, teardown),
        cmocka_unit_test_setup_teardown(test_version_of_the_cases, setup, teardown),
        cmocka_unit_test(test_output_that_is_full),
        cmocka_unit_test_setup_teardown(test_failing_allocations, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
