/* Shared options: what they make of the settings, what is refused, and what an error reads like. */
#include "tests/support/lob_test.h"

#include "cli/command.h"

static char *out, *err;
static size_t out_size, err_size;
static lob_settings settings;
static lob_cli cli;

static bool read_words(const char *const *typed) {
    static const lob_command command = {.name = "verb",
                                        .usage = "",
                                        .title = "",
                                        .takes = LOB_TAKES_ROOT | LOB_TAKES_STORE | LOB_TAKES_JSON |
                                                 LOB_TAKES_PROGRESS | LOB_TAKES_FILES};
    char *argv[16] = {(char[]){"lob"}, (char[]){"verb"}};
    int argc = 2, code;
    for (; typed[argc - 2]; argc++) {
        argv[argc] = (char *)(uintptr_t)typed[argc - 2];
    }
    free(out);
    free(err);
    settings = (lob_settings){0};
    cli = (lob_cli){
        .product = {.name = "lob"}, .out = open_memstream(&out, &out_size), .err = open_memstream(&err, &err_size)};
    const bool fine = lob_command_read(&cli, &command, &settings, NULL, argc, argv, NULL, &code);
    assert_int_equal(code, LOB_EXIT_USAGE);
    fclose(cli.out);
    fclose(cli.err);
    return fine;
}

#define READ(...) read_words((const char *const[]){__VA_ARGS__, NULL})

static void test_values(void **state) {
    (void)state;
    assert_true(READ("--root", "/a", "--root=/b", "--artifact-root", "/c", "--toolset=contract", "--no-isolate"));
    assert_string_equal(settings.roots, "/a:/b");
    assert_string_equal(settings.artifact_root, "/c");
    assert_int_equal(settings.toolset, LOB_TOOLSET_CONTRACT);
    assert_int_equal(settings.isolation, LOB_ISOLATION_OFF);
    assert_true(READ("--isolate", "--toolset", "full", "-o", "/new/", "--keep", "--no-progress"));
    assert_int_equal(settings.isolation, LOB_ISOLATION_ON);
    assert_int_equal(settings.toolset, LOB_TOOLSET_FULL);
    assert_true(settings.out_is_folder);
    assert_true(settings.keep);
    assert_int_equal(settings.progress, LOB_SWITCH_OFF);
    assert_true(READ("--toolset", "litho,inspect"));
    assert_int_equal(settings.toolset, LOB_GROUP_LITHO | LOB_GROUP_INSPECT);
    assert_true(READ("-o", "/tmp"));
    assert_true(settings.out_is_folder);
    assert_true(READ("-o", "/dev/null"));
    assert_false(settings.out_is_folder);
}

static void test_refused(void **state) {
    (void)state;
    static char far[5000];
    memset(far, 'x', sizeof far - 1);
    far[0] = '/';
    static const struct {
        const char *typed[5], *said;
    } cases[] = {
        {{"--root", "/a:b"}, "--root takes a folder whose name has no colon"},
        {{"--root", far}, "--root: the paths are too long"},
        {{"--artifact-root", far}, "--artifact-root: the path is too long"},
        {{"-o", far}, "-o: the path is too long"},
        {{"--toolset=half"}, "--toolset takes full, or a list of groups"},
        {{"--toolset=contract,half"}, "--toolset takes full, or a list of groups"},
        {{"--toolset=contract,"}, "--toolset takes full, or a list of groups"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        lob_case("%s", cases[i].typed[0]);
        assert_false(read_words(cases[i].typed));
        assert_non_null(strstr(err, cases[i].said));
    }
    static char half[2100];
    memset(half, 'y', sizeof half - 1);
    half[0] = '/';
    assert_false(READ("--root", half, "--root", half)); /* each fits, both do not */
}

/* One sentence, and the JSON only where it is asked for. */
static void test_failure(void **state) {
    (void)state;
    lob_error error = {.code = LOB_E_FILE_NOT_FOUND, .message = "script_path: The file does not exist"};
    lob_error_text(&error, "path", LOB_STR("/a\033b"));
    lob_error_text(&error, "argument", LOB_STR("script_path"));
    lob_error_integer(&error, "limit", 3);
    for (int json = 0; json < 2; json++) {
        free(out);
        free(err);
        cli.out = open_memstream(&out, &out_size);
        cli.err = open_memstream(&err, &err_size);
        settings = (lob_settings){.json = json == 1};
        lob_say_failure(&cli, &settings, "verb", &error);
        fclose(cli.out);
        fclose(cli.err);
        if (json) {
            assert_string_equal(err, "");
            assert_memory_equal(out, "{\"code\":\"FILE_NOT_FOUND\",", 25);
        } else {
            static const char start[] = "lob verb: --deck: The file does not exist: \"/a\\u001bb\". ";
            assert_string_equal(out, "");
            assert_memory_equal(err, start, strlen(start));
            assert_non_null(strstr(err, "\n  limit: 3\n"));
            assert_null(strstr(err, "argument"));
        }
    }
}

static int drop(void **state) {
    (void)state;
    free(out);
    free(err);
    out = err = NULL;
    return 0;
}

/* A command calls the member top_cell --top, a tool --top-cell; neither has an option for the file. */
static void test_option_names(void **state) {
    (void)state;
    static const struct {
        const char *message, *of_command, *of_tool;
    } rows[] = {
        {"top_cell: none", "lob verb: --top: none. H\n", "lob verb: --top-cell: none. H\n"},
        {"lyp_path: none", "lob verb: --lyp: none. H\n", "lob verb: --lyp-path: none. H\n"},
        {"path: none", "lob verb: none. H\n", "lob verb: none. H\n"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        for (int is_tool = 0; is_tool < 2; is_tool++) {
            lob_error error = {.code = LOB_E_INVALID_TARGET};
            snprintf(error.message, sizeof error.message, "%s", rows[i].message);
            snprintf(error.hint, sizeof error.hint, "H");
            free(err);
            cli = (lob_cli){.product = {.name = "lob"}, .err = open_memstream(&err, &err_size)};
            (is_tool ? lob_say_tool_error : lob_say_error)(&cli, "verb", &error);
            fclose(cli.err);
            lob_case("%s", rows[i].message);
            assert_string_equal(err, is_tool ? rows[i].of_tool : rows[i].of_command);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_values), cmocka_unit_test(test_refused),
                                       cmocka_unit_test(test_failure), cmocka_unit_test(test_option_names)};
    return cmocka_run_group_tests(tests, NULL, drop);
}
