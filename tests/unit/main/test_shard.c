/* Shards of drc, diff and eval, and what joins them: for 1, 2, 3 and 7 shards the bytes of one run. A shard that is
 * missing, given twice, damaged, or of another layout, deck, line or version is named; run again, it completes the
 * result. Decks of KLayout are skipped, and said, where Ruby is not. */
#include "tests/support/lob_test.h"

#include "tests/unit/main/folder_rig.h"
#include "tests/unit/main/line_rig.h"

enum { WORDS_MAX = 24 };

static const unsigned all_counts[] = {1, 2, 3, 7, 0}, few_counts[] = {3, 0};

static int setup(void **state) {
    (void)state;
    if (!folder_make("shard")) {
        return 1;
    }
    put_text("polygons.drc", "source($input)\nreport(\"shards\", $report)\n"
                             "a = input(1, 0)\nb = input(2, 0)\n"
                             "a.width(0.5.um).output(\"W\", \"narrow\")\n"
                             "(a & b).output(\"BOTH\", \"in both\")\n"
                             "a.with_area(0, 4.um).output(\"W\", \"narrow\")\n"
                             "(a - b).output(\"A\")\n"
                             "b.interacting(a).output(\"MEETS\")\n");
    put_text("other.json", "{\"rule_deck\":\"1.0\",\"rules\":[{\"id\":\"W\",\"type\":\"width\",\"layer\":\"1/0\","
                           "\"min_um\":0.4}]}");
    return 0;
}

/* Paths that stay; in_folder() has few. */
static const char *path_of(const char *name) {
    static char paths[160][128];
    static unsigned next;
    assert_lt(next, 160);
    snprintf(paths[next], sizeof paths[0], "%s/%s", folder, name);
    return paths[next++];
}

static const char *environment(const char *name) {
    return strcmp(name, "TMPDIR") == 0 ? in_folder("tmp") : strcmp(name, "PATH") == 0 ? getenv("PATH") : NULL;
}

static char *out, *err;

static int run(const char *const *words) {
    free(out);
    free(err);
    const rig r = rig_run_line(&(rig_line){.environment = environment}, words);
    out = r.out;
    err = r.err;
    return r.code;
}

#define RUN(...) run((const char *const[]){__VA_ARGS__, NULL})

/* `line`, then up to four words. */
static int run_with(const char *const *line, const char *a, const char *b, const char *c, const char *d) {
    const char *words[WORDS_MAX] = {0};
    const char *const more[] = {a, b, c, d};
    size_t size = 0;
    for (; line[size]; size++) {
        words[size] = line[size];
    }
    for (size_t i = 0; i < 4 && more[i]; i++) {
        words[size++] = more[i];
    }
    return run(words);
}

static int run_shard(const char *const *line, unsigned own, unsigned count, const char *parts) {
    char shard[24];
    snprintf(shard, sizeof shard, "%u/%u", own, count);
    const int code = run_with(line, "--shard", shard, "--parts", parts);
    if (code != 0) {
        fail_msg("shard %s: %s", shard, err);
    }
    assert_string_equal(out, ""); /* nothing is said of a part of the work */
    assert_non_null(strstr(err, "is in"));
    return code;
}

static void run_shards(const char *const *line, unsigned count, const char *parts) {
    for (unsigned i = count; i > 0; i--) { /* in any order */
        run_shard(line, i, count, parts);
    }
}

static void assert_says(const char *part) {
    if (!strstr(err, part)) {
        fail_msg("no \"%s\" in: %s", part, err);
    }
}

static const char *part_in(const char *parts, const char *name) {
    static char path[512];
    snprintf(path, sizeof path, "%s/%s", parts, name);
    return path;
}

/* One run, then each number of shards, joined by `merge` and by the line itself. */
static void assert_same(const char *const *line, const unsigned *counts) {
    static unsigned number;
    const int code = run_with(line, NULL, NULL, NULL, NULL);
    char *whole = strdup(out);
    assert_in_range(code, 0, 1);
    assert_gt(strlen(whole), 50);
    for (size_t i = 0; counts[i] > 0; i++) {
        char name[32];
        snprintf(name, sizeof name, "same%u", number++);
        const char *parts = path_of(name);
        run_shards(line, counts[i], parts);
        assert_int_equal(RUN("merge", parts), code);
        assert_string_equal(out, whole);
        assert_int_equal(run_with(line, "--merge", parts, NULL, NULL), code);
        assert_string_equal(out, whole);
    }
    free(whole);
}

#define SAME(...) assert_same((const char *const[]){__VA_ARGS__, NULL}, all_counts)
#define RULES     "drc", "fixtures/rules.gds", "--deck", "fixtures/rules.deck.json"

static void test_rules(void **state) {
    (void)state;
    SAME(RULES);
    SAME(RULES, "--format", "lyrdb");
    SAME("drc", "fixtures/coupler.gds", "--deck", path_of("other.json"), "--format", "json");
}

static void test_script(void **state) {
    (void)state;
    const char *deck = path_of("polygons.drc");
    if (RUN("drc", "fixtures/rules.gds", "--deck", deck, "--engine", "native") > 1) {
        if (!strstr(err, "Ruby") && !strstr(err, "no_sandbox")) {
            fail_msg("%s", err);
        }
        print_message("no Ruby or no sandbox here: shards of KLayout's decks are NOT TESTED\n");
        skip();
    }
    SAME("drc", "fixtures/rules.gds", "--deck", deck, "--engine", "native");
    SAME("drc", "fixtures/rules.gds", "--deck", deck, "--engine", "native", "--format", "lyrdb");
    SAME("drc", "fixtures/rules.gds", "--deck", deck, "--only", "A", "--only", "BOTH", "--box", "0,0,20,20");
    const char *const other[] = {"drc", "fixtures/rules.gds", "--deck", deck, "--only", "A", NULL};
    run_shards(other, 1, path_of("only"));
    assert_int_equal(RUN("drc", "fixtures/rules.gds", "--deck", deck, "--merge", path_of("only")), 2);
    assert_says("differs: arguments");
}

static void test_diff(void **state) {
    (void)state;
    SAME("diff", "fixtures/diff_old.gds", "fixtures/diff_new.gds");
    SAME("diff", "fixtures/diff_old.gds", "fixtures/diff_new.gds", "--json");
    SAME("diff", "fixtures/rules.gds", "fixtures/drc_known.gds", "--mode", "xor", "--limit", "3");
    run_shards((const char *const[]){"diff", "fixtures/rules.gds", "fixtures/coupler.gds", NULL}, 2, path_of("pair"));
    assert_int_equal(RUN("diff", "fixtures/rules.gds", "fixtures/deep.gds", "--merge", path_of("pair")), 2);
    assert_says("differs: \"layout_b\"");
}

static void test_eval(void **state) {
    (void)state;
#define EVAL "eval", "fixtures/drc_known.gds", "--layer", "1/0", "--pixel-nm", "20", "--process", "{\"tile_px\":256}"
    assert_same((const char *const[]){EVAL, "--box", "0,-0.2,14.1,4.2", NULL}, few_counts); /* check-mpi has more */
    run_shards((const char *const[]){EVAL, "--box", "0,0,14,4", NULL}, 1, path_of("box"));
    assert_int_equal(RUN(EVAL, "--box", "0,0,14,3", "--merge", path_of("box")), 2);
    assert_says("differs: \"arguments\"");
}

/* What merge adds to the line holds for what is given out. */
static void test_more_words(void **state) {
    (void)state;
    const char *const line[] = {RULES, NULL};
    const char *parts = path_of("words");
    run_shards(line, 2, parts);
    assert_int_equal(RUN(RULES, "--format", "sarif"), 1);
    char *whole = strdup(out);
    assert_int_equal(RUN("merge", parts, "--", "--format", "sarif"), 1);
    assert_string_equal(out, whole);
    free(whole);
    assert_int_equal(RUN("merge", parts, "--", "--format", "none"), 2);
}

static void test_missing_shard(void **state) {
    (void)state;
    const char *const line[] = {RULES, NULL};
    const char *parts = path_of("missing");
    run_shards(line, 3, parts);
    assert_int_equal(RUN("merge", parts), 1);
    char *whole = strdup(out);
    assert_int_equal(unlink(part_in(parts, "2-of-3.part")), 0);
    assert_int_equal(RUN("merge", parts), 2);
    assert_string_equal(out, "");
    assert_says("Shard 2 of 3 is missing");
    assert_says("--shard 2/3");
    run_shard(line, 2, 3, parts);
    assert_int_equal(RUN("merge", parts), 1);
    assert_string_equal(out, whole);
    free(whole);
}

static void copy(const char *from, const char *to) {
    char command[1200];
    snprintf(command, sizeof command, "cp '%s' '%s'", from, to);
    assert_int_equal(system(command), 0);
}

static void test_wrong_parts(void **state) {
    (void)state;
    const char *const line[] = {RULES, NULL};
    char parts[128], other[128], path[300];
    snprintf(parts, sizeof parts, "%s", path_of("wrong"));
    snprintf(other, sizeof other, "%s", path_of("of_other"));
    run_shards(line, 2, parts);
    snprintf(path, sizeof path, "%s/again.part", parts);
    copy(part_in(parts, "2-of-2.part"), path);
    assert_int_equal(RUN("merge", parts), 2);
    assert_says("Two files are of the same shard");
    assert_says("shard: 2");
    assert_int_equal(unlink(path), 0);

    run_shards((const char *const[]){"drc", "fixtures/rules.gds", "--deck", path_of("other.json"), NULL}, 2, other);
    copy(part_in(other, "1-of-2.part"), parts); /* takes the place of the right one */
    assert_int_equal(RUN(RULES, "--merge", parts), 2);
    assert_says("1-of-2.part");
    assert_says("differs: deck");
    run_shard(line, 1, 2, parts);

    run_shards((const char *const[]){"drc", "fixtures/coupler.gds", "--deck", "fixtures/rules.deck.json", NULL}, 3,
               other);
    copy(part_in(other, "2-of-3.part"), parts);
    assert_int_equal(RUN(RULES, "--merge", parts), 2);
    assert_says("2-of-3.part");
    assert_says("differs: layout");
    assert_int_equal(unlink(part_in(parts, "2-of-3.part")), 0);

    run_shards(line, 3, other);
    copy(part_in(other, "3-of-3.part"), parts);
    assert_int_equal(RUN(RULES, "--merge", parts), 2);
    assert_says("differs: shards");
    assert_int_equal(RUN("diff", "fixtures/rules.gds", "fixtures/rules.gds", "--merge", parts), 2);
    assert_says("differs: \"command\"");
    assert_int_equal(unlink(part_in(parts, "3-of-3.part")), 0);
    assert_int_equal(RUN("merge", parts), 1);
}

/* Puts `text` at `at` of a part, or cuts it there when NULL. */
static void change(const char *path, long at, const char *text) {
    if (!text) {
        assert_int_equal(truncate(path, at), 0);
        return;
    }
    FILE *file = fopen(path, "r+");
    assert_non_null(file);
    assert_int_equal(fseek(file, at, at < 0 ? SEEK_END : SEEK_SET), 0);
    assert_ge(fputs(text, file), 0);
    assert_int_equal(fclose(file), 0);
}

static void test_damaged_part(void **state) {
    (void)state;
    const char *const line[] = {RULES, NULL};
    const char *parts = path_of("damaged");
    char path[300];
    struct stat info;
    run_shards(line, 1, parts);
    snprintf(path, sizeof path, "%s", part_in(parts, "1-of-1.part"));
    assert_int_equal(stat(path, &info), 0);
    const struct {
        long at;
        const char *text, *says;
    } changes[] = {{-3, "x", "part_damaged"},
                   {(long)info.st_size - 1, NULL, "part_damaged"},
                   {(long)info.st_size, "x", "part_damaged"},
                   {20, NULL, "part_damaged"},
                   {0, NULL, "part_damaged"},
                   {0, "}", "part_damaged"},
                   {51, "\"version\":\"0.0", "differs: version"}};
    for (size_t i = 0; i < sizeof changes / sizeof changes[0]; i++) {
        change(path, changes[i].at, changes[i].text);
        assert_int_equal(RUN(RULES, "--merge", parts), 2);
        assert_says(changes[i].says);
        assert_says("1-of-1.part");
        run_shards(line, 1, parts);
    }
    change(path, 20, NULL);
    assert_int_equal(RUN("merge", parts), 2);
    assert_says("part_damaged");
    assert_int_equal(unlink(path), 0);
    assert_int_equal(RUN("merge", parts), 2);
    assert_says("no_parts");
    assert_int_equal(RUN("merge", path_of("nowhere")), 2);
    assert_says("cannot be opened");
}

static void test_wrong_line(void **state) {
    (void)state;
    static const struct {
        const char *const words[4];
        const char *says;
    } cases[] = {{{"--shard", "1/2"}, "belong together"},
                 {{"--parts", "x"}, "belong together"},
                 {{"--merge", "x", "--shard", "1/2"}, "without --shard"},
                 {{"--shard", "0/2", "--parts", "x"}, "K/N"},
                 {{"--shard", "3/2", "--parts", "x"}, "K/N"},
                 {{"--shard", "1", "--parts", "x"}, "K/N"},
                 {{"--shard", "1/2x", "--parts", "x"}, "K/N"},
                 {{"--shard", "-1/2", "--parts", "x"}, "K/N"},
                 {{"--shard", "1/100001", "--parts", "x"}, "K/N"}};
    const char *const line[] = {RULES, NULL};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const char *const *w = cases[i].words;
        assert_int_equal(run_with(line, w[0], w[1], w[2], w[3]), 2);
        assert_says(cases[i].says);
    }
    assert_int_equal(RUN("merge"), 2);
    assert_int_equal(RUN("merge", "--help"), 0);
    const char *deck = path_of("polygons.drc");
    const char *parts = path_of("engine");
    static const char *const engines[][2] = {{"--engine", "klayout"}, {"--engine", "auto"}, {"--profile", NULL}};
    for (size_t i = 0; i < 3; i++) {
        assert_int_equal(RUN("drc", "fixtures/rules.gds", "--deck", deck, "--shard", "1/2", "--parts", parts,
                             engines[i][0], engines[i][1]),
                         2);
        assert_says("built-in engine");
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rules),       cmocka_unit_test(test_script),       cmocka_unit_test(test_diff),
        cmocka_unit_test(test_eval),        cmocka_unit_test(test_more_words),   cmocka_unit_test(test_missing_shard),
        cmocka_unit_test(test_wrong_parts), cmocka_unit_test(test_damaged_part), cmocka_unit_test(test_wrong_line),
    };
    const int failed = cmocka_run_group_tests(tests, setup, folder_remove);
    free(out);
    free(err);
    return failed;
}
