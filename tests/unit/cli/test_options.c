/* Command lines read by a table: every form of an option, every way to be wrong, help, completion. */

#include "tests/support/lob_test.h"

#include "cli/complete.h"
#include "cli/help.h"

typedef struct fields {
    const char *file, *other, *text, *raw, *choice;
    int64_t number;
    bool flag;
    lob_switch toggle;
    lob_option_list list;
} fields;

#define AT(field) offsetof(fields, field)

static const lob_option rows[] = {
    {.name = "path", .kind = LOB_OPTION_TEXT, .offset = AT(file), .value = "FILE", .about = "The same."},
    {.name = "text",
     .alias = "words",
     .letter = 't',
     .kind = LOB_OPTION_TEXT,
     .offset = AT(text),
     .value = "TEXT",
     .about = "Required by the second command."},
    {.name = "raw-text", .kind = LOB_OPTION_RAW, .offset = AT(raw), .value = "TEXT", .about = "Any."},
    {.name = "choice", .kind = LOB_OPTION_CHOICE, .offset = AT(choice), .value = "gds|oas|none", .about = "One."},
    {.name = "number", .kind = LOB_OPTION_NUMBER, .offset = AT(number), .value = "N", .min = -5, .max = 10},
    {.name = "flag", .letter = 'f', .kind = LOB_OPTION_FLAG, .offset = AT(flag), .about = "A flag."},
    {.name = "toggle", .kind = LOB_OPTION_SWITCH, .offset = AT(toggle), .about = "Off.", .shows_no = true},
    {.name = "list", .kind = LOB_OPTION_LIST, .offset = AT(list), .value = "ITEM", .about = "Several."},
};

static const lob_positional words[] = {{"FILE", AT(file), true}, {"OTHER", AT(other), false}, {NULL, 0, false}};

static const lob_command command = {.name = "verb",
                                    .usage = "FILE [OTHER] [options]",
                                    .title = "Does it",
                                    .about = "What it does. More of it.\nA second line.",
                                    .examples = "verb a.gds\nverb b.gds --flag",
                                    .options = rows,
                                    .option_count = sizeof rows / sizeof rows[0],
                                    .words = words,
                                    .takes = LOB_TAKES_JSON};

static const lob_option strict_rows[] = {
    {.name = "text", .letter = 't', .kind = LOB_OPTION_TEXT, .offset = AT(text), .value = "TEXT", .is_required = true},
    {.name = "raw", .kind = LOB_OPTION_TEXT, .offset = AT(raw), .value = "R", .is_required = true},
};

static const lob_command strict = {
    .name = "strict", .usage = "", .title = "Needs", .options = strict_rows, .option_count = 2, .takes_rest = true};

static char *out, *err;
static size_t out_size, err_size;
static fields f;
static lob_settings settings;
static int code, rest;

static bool read_words(const lob_command *it, const char *const *typed) {
    char *argv[LOB_WORDS_MAX + 8] = {(char[]){"lob"}, (char[]){"verb"}};
    int argc = 2;
    for (; typed[argc - 2]; argc++) {
        argv[argc] = (char *)(uintptr_t)typed[argc - 2];
    }
    free(out);
    free(err);
    f = (fields){0};
    settings = (lob_settings){0};
    const lob_cli cli = {.product = {.name = "lob", .version = "1"},
                         .out = open_memstream(&out, &out_size),
                         .err = open_memstream(&err, &err_size)};
    const bool fine = lob_command_read(&cli, it, &settings, &f, argc, argv, &rest, &code);
    fclose(cli.out);
    fclose(cli.err);
    return fine;
}

#define READ(...) read_words(&command, (const char *const[]){__VA_ARGS__, NULL})

/* Each form gives the same. */
static void test_forms(void **state) {
    (void)state;
    static const char *const forms[][5] = {{"a", "--text", "v"}, {"--text=v", "a"},     {"a", "-t", "v"},
                                           {"a", "-tv"},         {"--words", "v", "a"}, {"--path", "a", "-t", "v"}};
    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++) {
        if (!read_words(&command, forms[i]) || strcmp(f.file, "a") != 0 || strcmp(f.text, "v") != 0) {
            fail_msg("form %zu: %s", i, err);
        }
    }
    assert_true(READ("a", "--raw_text", "", "--number=-5", "--list", "1", "--list=2", "b"));
    assert_string_equal(f.raw, "");
    assert_int_equal(f.number, -5);
    assert_int_equal(f.list.count, 2);
    assert_string_equal(f.list.items[1], "2");
    assert_string_equal(f.other, "b");
    assert_true(READ("--text", "-1,2", "--", "--flag"));
    assert_string_equal(f.text, "-1,2");
    assert_string_equal(f.file, "--flag");
    assert_true(READ("-", "--choice", "oas", "--json", "--no-pretty"));
    assert_string_equal(f.file, "-");
    assert_true(settings.json);
    assert_false(settings.pretty);
    assert_true(READ("a", "--text=--flag"));
    assert_string_equal(f.text, "--flag");
    assert_true(READ("a", "--text", "-fast")); /* no option, though a letter of one */
}

static void test_booleans(void **state) {
    (void)state;
    static const struct {
        const char *typed[5];
        bool flag;
        lob_switch toggle;
    } cases[] = {{{"a"}, false, LOB_SWITCH_UNSET},
                 {{"a", "--flag", "--toggle"}, true, LOB_SWITCH_ON},
                 {{"a", "-f", "--no-toggle"}, true, LOB_SWITCH_OFF},
                 {{"a", "--flag=false", "--toggle=true"}, false, LOB_SWITCH_ON},
                 {{"--flag", "true", "a", "--toggle=false"}, true, LOB_SWITCH_OFF},
                 {{"--toggle", "false", "a", "--no-flag"}, false, LOB_SWITCH_OFF},
                 {{"-f", "true"}, true, LOB_SWITCH_UNSET}}; /* a letter takes no value: a file of that name */
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        if (!read_words(&command, cases[i].typed) || f.flag != cases[i].flag || f.toggle != cases[i].toggle) {
            fail_msg("case %zu: %s", i, err);
        }
    }
}

static void test_wrong(void **state) {
    (void)state;
    static char far[70];
    memset(far, 'x', sizeof far - 1);
    memcpy(far, "--", 2);
    static const struct {
        const char *typed[5], *said;
    } cases[] = {
        {{"a", "--texd", "v"}, "unknown option --texd; did you mean --text? See lob verb --help\n"},
        {{"a", "--num"}, "unknown option --num; did you mean --number?"},
        {{"a", "--no-togle"}, "unknown option --no-togle; did you mean --no-toggle?"},
        {{"a", "--no-text"}, "unknown option --no-text; see lob verb --help\n"},
        {{"a", "--no-flag=true"}, "unknown option --no-flag"},
        {{"a", "--qqqqqqqqq"}, "unknown option --qqqqqqqqq; see"},
        {{"a", far}, "unknown option --xxx"},
        {{"a", "--=x"}, "unknown option --=x"},
        {{"a", "-x"}, "unknown option -x"},
        {{"a", "-fx"}, "unknown option -fx"},
        {{"a", "--\033[2J"}, "unknown option --?[2J"},
        {{"a", "--text"}, "--text needs a value; see"},
        {{"a", "--text="}, "--text needs a value"},
        {{"a", "--list", ""}, "--list needs a value"},
        {{"a", "--text", "--flag"}, "--text needs a value, but the option --flag follows"},
        {{"a", "-t", "-f"}, "-t needs a value, but the option -f follows"},
        {{"a", "--text=1", "--words=2"}, "--words is given twice"},
        {{"a", "--flag", "--no-flag"}, "--no-flag is given twice"},
        {{"a", "--choice=png"}, "--choice takes gds, oas or none"},
        {{"a", "--number", "11"}, "--number takes a whole number from -5 to 10"},
        {{"a", "--number=x"}, "--number takes a whole number"},
        {{"a", "--flag=maybe"}, "--flag takes true or false"},
        {{"a", "b", "c"}, "unexpected argument c after OTHER"},
        {{"a", "--path", "a"}, "--path and the argument a mean the same; give one of them"},
        {{"--path", "a", "b"}, "FILE and --path mean the same; give one of them"},
        {{""}, "FILE is empty"},
        {{"--flag"}, "FILE is missing"},
        {{"a", "--root", "x"}, "unknown option --root"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        if (read_words(&command, cases[i].typed) || code != LOB_EXIT_USAGE || !strstr(err, cases[i].said) || out[0] ||
            strncmp(err, "lob verb: ", 10) != 0) {
            fail_msg("case %zu: %d, %s", i, code, err);
        }
    }
}

static void test_lists_end(void **state) {
    (void)state;
    const char *typed[LOB_OPTION_LIST_MAX + 3] = {"a"};
    for (int i = 0; i <= LOB_OPTION_LIST_MAX; i++) {
        typed[i + 1] = "--list=x";
    }
    assert_false(read_words(&command, typed));
    assert_non_null(strstr(err, "--list is given too many times"));
}

/* The last word may be many; those before it come first. */
static void test_many_words(void **state) {
    (void)state;
    static struct {
        const char *first;
        lob_word_list rest;
    } got;
    static const lob_positional names[] = {
        {"FIRST", 0, true}, {"FILE...", sizeof(const char *), true}, {NULL, 0, false}};
    static const lob_option none[1];
    static const lob_command many = {.name = "many", .usage = "", .title = "Takes", .options = none, .words = names};
    assert_int_equal(offsetof(lob_word_list, count), 0);
    const char *typed[LOB_WORDS_MAX + 4] = {"a", "b", "--", "-c", NULL};
    char *argv[LOB_WORDS_MAX + 8] = {(char[]){"lob"}, (char[]){"many"}};
    static const unsigned counts[] = {1, 2, 3, 4, LOB_WORDS_MAX + 3};
    for (unsigned k = 0; k < sizeof counts / sizeof counts[0]; k++) {
        const unsigned count = counts[k];
        lob_case("%u words", count);
        int argc = 2;
        for (unsigned i = 0; i < count; i++) {
            argv[argc++] = (char *)(uintptr_t)(i < 4 ? typed[i] : "x");
        }
        memset(&got, 0, sizeof got);
        free(out);
        free(err);
        const lob_cli cli = {.product = {.name = "lob", .version = "1"},
                             .out = open_memstream(&out, &out_size),
                             .err = open_memstream(&err, &err_size)};
        const bool fine = lob_command_read(&cli, &many, &settings, &got, argc, argv, NULL, &code);
        fclose(cli.out);
        fclose(cli.err);
        assert_eq(fine, count > 1 && count <= 4);
        if (count == 1) {
            assert_non_null(strstr(err, "FILE... is missing"));
        } else if (count <= 4) {
            assert_string_equal(got.first, "a");
            assert_int_equal(got.rest.count, count == 4 ? 2 : 1);
            assert_string_equal(got.rest.items[got.rest.count - 1], count == 4 ? "-c" : "b");
        } else {
            assert_non_null(strstr(err, "more than 1024 times"));
        }
    }
}

static void test_required_and_rest(void **state) {
    (void)state;
    static const char *const none[] = {NULL}, *const one[] = {"--text=1", NULL}, *const word[] = {"x", NULL};
    static const char *const all[] = {"--text=1", "--raw", "2", "--", "--raw", "x", NULL};
    assert_false(read_words(&strict, none));
    assert_non_null(strstr(err, "strict: -t TEXT is missing"));
    assert_false(read_words(&strict, one));
    assert_non_null(strstr(err, "strict: --raw R is missing"));
    assert_false(read_words(&strict, word));
    assert_non_null(strstr(err, "unexpected argument x; this command takes only options"));
    assert_true(read_words(&strict, all));
    assert_int_equal(rest, 6);
}

/* One of several processes complains. */
static void test_silent(void **state) {
    (void)state;
    char *text = NULL;
    size_t size;
    const lob_cli cli = {.product = {.name = "lob"}, .err = open_memstream(&text, &size), .is_silent = true};
    assert_false(lob_complain(&cli, "verb", "it is %d", 1));
    fclose(cli.err);
    assert_string_equal(text, "");
    free(text);
    char far[300];
    memset(far, 'y', sizeof far - 1);
    far[sizeof far - 1] = '\0';
    assert_int_equal(strlen(lob_word_show(far).text), 103);
    assert_non_null(strstr(lob_word_show(far).text, "y..."));
}

static void test_help(void **state) {
    (void)state;
    assert_false(READ("--help"));
    assert_int_equal(code, LOB_EXIT_OK);
    assert_string_equal(err, "");
    assert_non_null(strstr(out, "lob verb: Does it\n\nUsage:\n  lob verb FILE [OTHER] [options]\n\n"
                                "What it does. More of it.\nA second line.\n\nOptions:\n"));
    assert_non_null(strstr(out, "  -t, --text TEXT            Required by the second command.\n"));
    assert_non_null(strstr(out, "      --choice gds|oas|none  One.\n"));
    assert_non_null(strstr(out, "      --no-toggle            Off.\n"));
    assert_non_null(strstr(out, "Examples:\n  lob verb a.gds\n  lob verb b.gds --flag\n"));
    for (const char *line = out; line; line = strchr(line, '\n') ? strchr(line, '\n') + 1 : NULL) {
        assert_le(strcspn(line, "\n"), 100);
    }
    assert_false(READ("-V", "--unknown")); /* wrong all the same */
    assert_int_equal(code, LOB_EXIT_USAGE);
    assert_false(READ("-V"));
    assert_string_equal(out, "lob 1\n");
    assert_false(READ("-h", "a", "b")); /* before anything is missed */
    assert_int_equal(code, LOB_EXIT_OK);
}

static void test_colour(void **state) {
    (void)state;
    char *text = NULL;
    size_t size;
    const lob_cli cli = {
        .product = {.name = "lob", .version = "1"}, .out = open_memstream(&text, &size), .has_colour = true};
    const lob_command *const list[] = {&command};
    assert_int_equal(lob_help_all(&cli, list, 1), LOB_EXIT_OK);
    fclose(cli.out);
    assert_non_null(strstr(text, "\033[1mCommands:\033[0m\n  verb                  Does it\n"));
    free(text);
}

static void test_man(void **state) {
    (void)state;
    const lob_command *const list[] = {&command, &strict};
    lob_buf page;
    lob_buf_init(&page, 0);
    lob_help_man(list, 2, &page);
    assert_non_null(strstr(page.data, ".SS verb FILE [OTHER] [options]\nDoes it.\n.br\nWhat it does."));
    assert_non_null(strstr(page.data, ".TP\n\\-t, \\-\\-text TEXT\nRequired by the second command.\n"));
    assert_non_null(strstr(page.data, ".SH COMMON OPTIONS\n.TP\n\\-h, \\-\\-help\n"));
    lob_buf_release(&page);
}

static const char *complete(int count, const char *const *typed) {
    char *argv[4];
    free(out);
    const lob_cli cli = {.product = {.name = "lob"}, .out = open_memstream(&out, &out_size)};
    for (int i = 0; i < count; i++) {
        argv[i] = (char *)(uintptr_t)typed[i];
    }
    assert_int_equal(lob_complete_command(&cli, &command, count, argv), LOB_EXIT_OK);
    fclose(cli.out);
    return out;
}

static void test_completion(void **state) {
    (void)state;
    assert_string_equal(complete(2, (const char *const[]){"--choice", ""}), "gds\noas\nnone\n");
    assert_string_equal(complete(2, (const char *const[]){"-t", ""}), "");
    assert_string_equal(complete(2, (const char *const[]){"--words", "-"}), "");
    assert_string_equal(complete(1, (const char *const[]){""}), ""); /* a file, which the shell knows */
    const char *all = complete(1, (const char *const[]){"--"});
    assert_non_null(strstr(all, "--path\n--text\n"));
    assert_non_null(strstr(all, "--no-toggle\n"));
    assert_non_null(strstr(all, "--json\n"));
    assert_string_equal(complete(0, NULL), "");
}

static int drop(void **state) {
    (void)state;
    free(out);
    free(err);
    out = err = NULL;
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_forms),     cmocka_unit_test(test_booleans),   cmocka_unit_test(test_wrong),
        cmocka_unit_test(test_lists_end), cmocka_unit_test(test_many_words), cmocka_unit_test(test_required_and_rest),
        cmocka_unit_test(test_silent),    cmocka_unit_test(test_help),       cmocka_unit_test(test_colour),
        cmocka_unit_test(test_man),       cmocka_unit_test(test_completion),
    };
    return cmocka_run_group_tests(tests, NULL, drop);
}
