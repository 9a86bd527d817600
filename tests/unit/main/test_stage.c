/* What commands share before and after their work: outputs that are an input are refused, whatever fails is said and
 * leaves nothing behind. */
#include "tests/support/lob_test.h"

#include "main/stage.h"
#include "tests/unit/main/folder_rig.h"

static const char *home; /* TMPDIR */
static char *said;
static size_t said_size;
static lob_cli cli;
static lob_stage stage;

static const char *environment(const char *name) {
    return strcmp(name, "TMPDIR") == 0 ? home : NULL;
}

static int set_up(void **state) {
    (void)state;
    if (!folder_make("stage")) {
        return 1;
    }
    home = in_folder("tmp");
    cli = (lob_cli){.product = {.name = "lob"}, .err = open_memstream(&said, &said_size), .getenv_fn = environment};
    return lob_stage_begin(&stage, &cli, 8, 0) ? 0 : 1;
}

static int tear_down(void **state) {
    lob_stage_end(&stage);
    fclose(cli.err);
    free(said);
    return folder_remove(state);
}

static void test_memory_is_zero_and_bounded(void **state) {
    (void)state;
    lob_stage other;
    lob_cancel cancel;
    cli.cancel = &cancel;
    const char *fields = lob_stage_begin(&other, &cli, 100, 1000);
    assert_non_null(fields);
    for (size_t i = 0; i < 100; i++) {
        lob_case("byte %zu", i);
        assert_int_equal(fields[i], 0);
    }
    assert_ptr_equal(other.ctx->cancel, &cancel);
    assert_ptr_equal(other.ctx->arena, other.arena);
    assert_null(lob_arena_alloc(other.arena, 100000));
    lob_stage_end(&other);
    assert_null(lob_stage_begin(&other, &cli, SIZE_MAX, 0));
    lob_stage_end(&other);
}

static lob_status output(const char *out, const char *a, const char *b) {
    return lob_stage_output(stage.ctx, out, (const char *const[]){a, b}, 2);
}

static void test_an_output_is_no_input(void **state) {
    (void)state;
    const char *one = put_text("one", "1"), *other = put_text("other", "2"), *same = in_folder("same");
    assert_int_equal(symlink(one, same), 0);
    assert_int_equal(output(in_folder("new"), one, other), LOB_OK);
    assert_int_equal(output(other, one, ""), LOB_OK);
    assert_int_equal(output(one, one, other), LOB_E_INVALID_TARGET);
    lob_ctx_init(stage.ctx, stage.arena);
    assert_int_equal(output(same, other, one), LOB_E_INVALID_TARGET);
    assert_string_equal(stage.ctx->error.message, "Input and output are the same file");
    lob_ctx_init(stage.ctx, stage.arena);
    assert_int_equal(output(in_folder("none/new"), one, other), LOB_E_FILE_NOT_FOUND);
}

static void test_paths(void **state) {
    (void)state;
    static char a[4096], b[4096], c[4096], far[5000];
    char *const absolute[] = {a, b, c};
    assert_true(lob_stage_paths(&cli, "verb", (const char *const[]){"/x", NULL, "y"}, absolute, 3));
    assert_string_equal(a, "/x");
    assert_string_equal(b, "");
    assert_int_equal(c[0], '/');
    assert_string_equal(strrchr(c, '/'), "/y");
    memset(far, 'x', sizeof far - 1);
    far[0] = '/';
    assert_false(lob_stage_paths(&cli, "verb", (const char *const[]){far}, absolute, 1));
    fflush(cli.err);
    assert_non_null(strstr(said, "lob verb: a path is too long"));
}

static void test_roots(void **state) {
    (void)state;
    static lob_config config;
    static lob_settings settings;
    lob_roots *roots = NULL;
    assert_true(lob_stage_roots(stage.ctx, &cli, &settings, "verb", &config, &roots));
    lob_roots_close(roots);
    snprintf(settings.roots, sizeof settings.roots, "%s", in_folder("absent"));
    assert_false(lob_stage_roots(stage.ctx, &cli, &settings, "verb", &config, &roots));
    fflush(cli.err);
    assert_non_null(strstr(said, "lob verb: "));
}

static void test_sessions(void **state) {
    (void)state;
    static lob_settings settings;
    lob_scratch scratch;
    lob_sessions *sessions = NULL;
    assert_true(lob_stage_open(&scratch, &cli, &settings, &sessions));
    assert_int_equal(entries(home), 1);
    lob_stage_close(&scratch, sessions);
    assert_int_equal(entries(home), 0);
    memset(&settings, 0, sizeof settings);
    snprintf(settings.roots, sizeof settings.roots, "%s", in_folder("absent"));
    assert_false(lob_stage_open(&scratch, &cli, &settings, &sessions));
    assert_int_equal(entries(home), 0);
    memset(&settings, 0, sizeof settings);
    home = put_text("file", "");
    assert_false(lob_stage_open(&scratch, &cli, &settings, &sessions));
    fflush(cli.err);
    assert_non_null(strstr(said, "TMPDIR"));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void) {
    const struct CMUnitTest tests[] = {TEST(test_memory_is_zero_and_bounded), TEST(test_an_output_is_no_input),
                                       TEST(test_paths), TEST(test_roots), TEST(test_sessions)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
