/* The real KLayout behind the walls: decks of each kind on a layout whose violations are known from its recipe, their
 * reports read back; what a deck may not; the version. Skipped, and said, where there is no KLayout or no wall.
 * A program of its own: it starts itself, or what lies beside it. */
#include "tests/support/lob_test.h"

#include "klayout_rig.h"

#include "io/lyrdb/lyrdb.h"
#include "klayout/deck.h"
#include "tests/unit/base/sweep.h"

static lob_klayout klayout;
static lob_run_result result;
static lob_deck deck;

static void need_klayout(void) {
    lob_error_clear(&ctx.error);
    if (lob_klayout_find(&ctx, "klayout", getenv("PATH"), getenv("HOME"), &klayout) != LOB_OK) {
        print_message("no KLayout here: NOT TESTED\n");
        skip();
    }
    need_walls();
}

/* Each start of KLayout takes seconds. The quick forms start it once: how decks are prepared is test_deck's, how runs
 * end test_run's, both with a program in its place. */
static void need_time(void) {
    if (getenv("LOB_TEST_QUICK")) {
        print_message("SKIPPED: LOB_TEST_QUICK\n");
        skip();
    }
}

static void copy_layout(void) {
    static char bytes[1 << 16];
    int from = open("fixtures/drc_known.gds", O_RDONLY | O_CLOEXEC);
    int to = openat(run_fd, "in.gds", O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    ssize_t size = read(from, bytes, sizeof bytes);
    assert_gt(size, 0);
    assert_lt(size, (ssize_t)sizeof bytes);
    assert_int_equal(write(to, bytes, (size_t)size), size);
    close(from);
    close(to);
}

static lob_status run_deck_at(const char *file, const lob_deck_param *params, size_t param_count) {
    static char path[8192], input[128], report[128];
    char *here = getcwd(NULL, 0);
    lob_roots *roots;
    snprintf(path, sizeof path, "%s%s%s", file[0] == '/' ? "" : here, file[0] == '/' ? "" : "/tests/decks/plain/",
             file);
    free(here);
    snprintf(input, sizeof input, "%s/in.gds", run_path);
    snprintf(report, sizeof report, "%s/report.lyrdb", run_path);
    copy_layout();
    lob_error_clear(&ctx.error);
    assert_int_equal(lob_roots_open(&ctx, "", &roots), LOB_OK);
    const lob_deck_spec spec = {.path = lob_str_from(path),
                                .roots = roots,
                                .dir_fd = run_fd,
                                .input_path = input,
                                .report_path = report,
                                .top_cell = LOB_STR("drc_known"),
                                .params = params,
                                .param_count = param_count};
    assert_int_equal(lob_deck_prepare(&ctx, &spec, &deck), LOB_OK);
    lob_roots_close(roots);
    const lob_run_command command = {
        .dir_fd = run_fd, .dir_path = run_path, .log_fd = base_fd, .limits = {.timeout_ms = 120000}};
    return lob_run_klayout(&ctx, &klayout, &command, deck.name, deck.definitions, deck.definition_count, &result);
}

static lob_status check_run(const char *file, const lob_deck_param *params, size_t param_count) {
    assert_int_equal(run_deck_at(file, params, param_count), LOB_OK);
    return lob_run_check(&ctx, &result);
}

static void assert_fine(const char *file, const lob_deck_param *params, size_t param_count) {
    if (check_run(file, params, param_count) != LOB_OK) {
        fail_msg("%s: %s\n%s", file, ctx.error.message, result.err.tail.data);
    }
    unsigned needed = LOB_WALL_ALL & ~LOB_WALL_NETNS;
    assert_int_equal(result.walls.standing & needed, needed);
}

/* Items of the category in the report. */
static uint64_t items_of(const char *category) {
    lob_source *source;
    lob_rdb rdb;
    int fd;
    uint64_t count = UINT64_MAX;
    const lob_source_options options = {0};
    assert_int_equal(lob_run_open_report(&ctx, run_fd, "report.lyrdb", 1 << 20, &fd), LOB_OK);
    assert_int_equal(lob_source_open_fd(&ctx, fd, &options, &source), LOB_OK);
    assert_int_equal(lob_rdb_read(&ctx, source, &(lob_rdb_options){.refusal = LOB_E_DRC_RUN_FAILED}, &rdb), LOB_OK);
    for (uint32_t i = 0; i < rdb.category_count; i++) {
        if (lob_str_equal(rdb.categories[i].name, lob_str_from(category))) {
            count = rdb.categories[i].item_count;
        }
    }
    lob_rdb_drop(&rdb);
    lob_source_close(source);
    return count;
}

static void runs_a_deck(void **state) {
    (void)state;
    need_klayout();
    const lob_deck_param params[] = {{LOB_STR("MIN_WIDTH"), LOB_STR("0.06")}, {LOB_STR("MIN_SPACE"), LOB_STR("0.07")}};
    assert_fine("known.drc", params, 2);
    assert_int_equal(items_of("width"), 2);
    assert_int_equal(items_of("space"), 2);
    assert_int_equal(items_of("notch"), 1);
    assert_false(deck.source_added);
    assert_false(deck.report_added);
    assert_in_range(result.memory_peak, 100 << 20, (uint64_t)1 << 31);
    assert_gt(result.seconds, 0.1);
    assert_gt(result.cpu_seconds, 0.1);
    assert_string_equal(result.err.tail.data, ""); /* no complaint about the walls reaches the reader */
}

static void runs_a_deck_of_the_window(void **state) {
    (void)state;
    need_klayout();
    need_time();
    assert_fine("window.lydrc", NULL, 0);
    assert_true(deck.source_added);
    assert_true(deck.report_added);
    assert_int_equal(items_of("width"), 2);
    assert_int_equal(items_of("space"), 2); /* the second report's */
}

static void runs_a_deck_whose_report_is_only_titled(void **state) {
    (void)state;
    need_klayout();
    need_time();
    assert_fine("title.drc", NULL, 0);
    assert_true(deck.report_added);
    assert_false(deck.source_added);
    assert_int_equal(items_of("width"), 2);
}

static void runs_a_deck_without_a_report(void **state) {
    (void)state;
    need_klayout();
    need_time();
    assert_fine("source.drc", NULL, 0);
    assert_true(deck.report_added);
    assert_false(deck.source_added);
    assert_int_equal(items_of("width"), 2);
}

static void runs_plain_ruby(void **state) {
    (void)state;
    need_klayout();
    need_time();
    const lob_deck_param params[] = {{LOB_STR("A"), LOB_STR(" x = \"y\"\n#{1+1}; $(ls) `ls` %s \\n")},
                                     {LOB_STR("B"), LOB_STR("")}};
    assert_fine("own.rb", params, 2);
    assert_int_equal(items_of("boxes"), 16); /* of the recipe: those on 1/0; the notch is a polygon */
    /* Values arrive as they were given; Ruby's inspect escapes them. */
    assert_non_null(strstr(result.out.tail.data, "params: [\" x = \\\"y\\\"\\n\\#{1+1}; $(ls) `ls` %s \\\\n\", \"\"]"));
}

static void tells_how_a_deck_failed(void **state) {
    (void)state;
    need_klayout();
    need_time();
    struct stat info;
    assert_failed(check_run("fails.drc", NULL, 0), LOB_E_DRC_RUN_FAILED, "exit_code");
    assert_int_equal(detail("exit_code")->integer, 1);
    assert_non_null(strstr(result.err.tail.data, "deck.drc:4"));
    assert_non_null(strstr(result.err.tail.data, "stop here"));
    assert_int_equal(fstatat(base_fd, "stderr.txt", &info, 0), 0);
    assert_gt(info.st_size, 0);
}

/* ---- reports ---- */

static void opens_reports_with_care(void **state) {
    (void)state;
    int fd;
    put_file(base, "secret", "key");
    put_file(run_path, "report", "12345");
    assert_int_equal(symlinkat("../secret", run_fd, "link"), 0);
    assert_int_equal(mkfifoat(run_fd, "fifo", 0600), 0);
    assert_int_equal(mkdirat(run_fd, "folder", 0700), 0);
    static const char *const names[] = {"none", "link", "fifo", "folder"};
    for (unsigned i = 0; i < 4; i++) {
        lob_error_clear(&ctx.error);
        assert_failed(lob_run_open_report(&ctx, run_fd, names[i], 100, &fd), LOB_E_DRC_RUN_FAILED, "no_report");
        assert_int_equal(fd, -1);
    }
    lob_error_clear(&ctx.error);
    assert_failed(lob_run_open_report(&ctx, run_fd, "report", 4, &fd), LOB_E_DRC_RUN_FAILED, "report_size");
    lob_error_clear(&ctx.error);
    assert_int_equal(lob_run_open_report(&ctx, run_fd, "report", 5, &fd), LOB_OK);
    close(fd);
}

static void names_every_end(void **state) {
    (void)state;
    static const char *const reasons[] = {
        [LOB_RUN_EXITED] = "exit_code", [LOB_RUN_CRASHED] = "crash",      [LOB_RUN_TIMEOUT] = "timeout",
        [LOB_RUN_MEMORY] = "memory",    [LOB_RUN_THREADS] = "threads",    [LOB_RUN_DISK] = "disk",
        [LOB_RUN_FILES] = "files",      [LOB_RUN_CANCELLED] = "cancelled"};
    for (lob_run_end end = LOB_RUN_EXITED; end <= LOB_RUN_CANCELLED; end++) {
        lob_case("%s", reasons[end]);
        lob_run_result made = {.end = end, .exit_code = end == LOB_RUN_EXITED ? 1 : -1, .err = {.tail = {"x", 1}}};
        lob_error_clear(&ctx.error);
        assert_failed(lob_run_check(&ctx, &made), LOB_E_DRC_RUN_FAILED, reasons[end]);
    }
}

/* The probe stands for KLayout: it does not know "-zz" and leaves with 99. */
static bool sweep_run(void *arg) {
    (void)arg;
    static const lob_str definitions[] = {{"a=1", 3}, {"b=", 2}};
    lob_arena *own_arena = lob_arena_new(0);
    lob_ctx own;
    lob_run_result own_result;
    if (!own_arena) {
        return false;
    }
    lob_ctx_init(&own, own_arena);
    lob_run_command command = {.dir_fd = run_fd, .dir_path = run_path, .log_fd = -1};
    without_walls_if_need_be(&command);
    lob_status status = lob_run_klayout(&own, &klayout, &command, "deck.rb", definitions, 2, &own_result);
    if (status == LOB_OK) {
        assert_eq(own_result.exit_code, 99);
    }
    if (status != LOB_OK) {
        assert_eq(status, LOB_E_TOOL_LIMIT_EXCEEDED);
        assert_ne(own.error.hint[0], '\0');
    }
    lob_arena_drop(own_arena);
    return status == LOB_OK;
}

static void survives_want_of_memory(void **state) {
    (void)state;
    klayout = (lob_klayout){.interpreter = "/lib64/ld-linux-x86-64.so.2", .library_dir = "/usr/lib"};
    memcpy(klayout.program, probe, sizeof klayout.program);
    sweep_allocations(sweep_run, NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(runs_a_deck, begin_test, end_test),
        cmocka_unit_test_setup_teardown(runs_a_deck_of_the_window, begin_test, end_test),
        cmocka_unit_test_setup_teardown(runs_a_deck_whose_report_is_only_titled, begin_test, end_test),
        cmocka_unit_test_setup_teardown(runs_a_deck_without_a_report, begin_test, end_test),
        cmocka_unit_test_setup_teardown(runs_plain_ruby, begin_test, end_test),
        cmocka_unit_test_setup_teardown(tells_how_a_deck_failed, begin_test, end_test),
        cmocka_unit_test_setup_teardown(opens_reports_with_care, begin_test, end_test),
        cmocka_unit_test_setup_teardown(names_every_end, begin_test, end_test),
        cmocka_unit_test_setup_teardown(survives_want_of_memory, begin_test, end_test),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
