/* batch as a whole command line: clips of a folder and layouts, those that fail among them, the table in both forms,
 * the exit status, masks, and words that are wrong. */
#include "tests/support/lob_test.h"

#include "tests/unit/main/folder_rig.h"
#include "tests/unit/main/line_rig.h"

static int setup(void **state) {
    (void)state;
    return folder_make("batch") && mkdir(in_folder("clips"), 0700) == 0 && mkdir(in_folder("none"), 0700) == 0 &&
                   mkdir(in_folder("masks"), 0700) == 0
               ? 0
               : 1;
}

static const char *environment(const char *name) {
    return strcmp(name, "KLAYOUT_MCP_ARTIFACT_ROOT") == 0 ? folder : NULL;
}

static rig run_words(const char *const *words) {
    return rig_run_line(&(rig_line){.environment = environment}, words);
}

#define RUN(...) run_words((const char *const[]){"batch", __VA_ARGS__, NULL})
#define QUICK    "--pixel-nm", "8", "--process", "{\"tile_px\":128,\"kernel_count\":3,\"threads\":1}"

static const char clip[] = "BEGIN\nEQUIV 1 1000 MICRON +X,+Y\nCNAME T\nLEVEL M1\nCELL T PRIME\nRECT N M1 0 0 400 400\n"
                           "ENDMSG\n";

static unsigned lines_of(const char *text) {
    unsigned lines = 0;
    for (; *text; text++) {
        lines += *text == '\n';
    }
    return lines;
}

/* By the bytes of their names; what is no layout is passed by; the torn one costs no other. */
static void test_folder(void **state) {
    (void)state;
    put_text("clips/b.glp", clip);
    put_text("clips/a,\"1\".glp", clip);
    put_text("clips/torn.glp", "BEGIN\nnothing\n");
    put_text("clips/.hidden.glp", clip);
    put_text("clips/notes.txt", "no layout");
    rig r = RUN(in_folder("clips"), QUICK);
    assert_int_equal(r.code, 2);
    assert_int_equal(lines_of(r.out), 4);
    const char *const first = strstr(r.out, "a,\"\"1\"\".glp\",clean,"), *const second = strstr(r.out, "b.glp,clean,");
    const char *const torn = strstr(r.out, "torn.glp,failed,,,,,,,,");
    assert_non_null(first);
    assert_non_null(second);
    assert_non_null(torn);
    assert_lt(first - r.out, second - r.out);
    assert_lt(second - r.out, torn - r.out);
    assert_non_null(strstr(r.err, "torn.glp: "));
    rig_release(&r);
    r = RUN(in_folder("clips/"), in_folder("clips/b.glp"), QUICK, "--format", "json", "-o", in_folder("t.json"));
    assert_int_equal(r.code, 2);
    assert_int_equal(r.out_size, 0);
    rig_release(&r);
}

/* More files than the list begins with, layouts among them: a row for each. */
static void test_many(void **state) {
    (void)state;
    char name[32];
    assert_int_equal(mkdir(in_folder("many"), 0700), 0);
    for (int i = 0; i < 40; i++) {
        snprintf(name, sizeof name, "many/%02d.%s", i, i % 2 ? "gds" : "glp");
        put_text(name, "x");
    }
    put_text("many/glp", "x"); /* an ending, no name */
    rig r = RUN(in_folder("many"), "--layer", "1/0", QUICK);
    assert_int_equal(r.code, 2);
    assert_int_equal(lines_of(r.out), 41);
    assert_non_null(strstr(r.out, "many/00.glp,failed,"));
    assert_non_null(strstr(r.out, "many/39.gds,failed,"));
    rig_release(&r);
}

static void test_status(void **state) {
    (void)state;
    put_text("clips/b.glp", clip);
    rig r = RUN(in_folder("clips/b.glp"), QUICK);
    assert_int_equal(r.code, 0);
    rig_release(&r);
    const char *deck = put_text("deck.json", "{\"schema_version\":\"1\",\"process_node\":\"n\",\"layer\":\"M1\","
                                             "\"rules\":{\"min_width_nm\":500}}");
    r = RUN(in_folder("clips/b.glp"), QUICK, "--deck", deck, "--checks", "mrc", "--format", "json");
    assert_int_equal(r.code, 1);
    assert_non_null(strstr(r.out, "\"count\":1,\"not_reached\":0,\"clean\":0,\"violations\":1,\"failed\":0,"));
    assert_null(strstr(r.out, "epe_gauge_violations")); /* not checked */
    assert_null(strstr(r.out, "shots_vsb"));
    rig_release(&r);
    /* A layout has a layer, a clip has none; a file that is absent is a row. */
    r = RUN("fixtures/rules.gds", in_folder("clips/b.glp"), "absent.oas", "--layer", "1/0", "--box", "0,0,0.4,0.4",
            QUICK);
    assert_int_equal(r.code, 2);
    assert_int_equal(lines_of(r.out), 4);
    assert_null(strstr(r.out, "b.glp,failed"));
    assert_null(strstr(r.out, "rules.gds,failed"));
    assert_non_null(strstr(r.out, "absent.oas,failed,,,,,,,,"));
    assert_non_null(strstr(r.out, ",FILE_NOT_FOUND,"));
    rig_release(&r);
}

static void test_masks(void **state) {
    (void)state;
    put_text("clips/b.glp", clip);
    rig r = RUN(in_folder("clips/b.glp"), in_folder("clips/torn.glp"), QUICK, "--optimize", "--masks",
                in_folder("masks"), "--with", " {\"iterations\":2,\"format\":\"gds\"}");
    assert_int_equal(r.code, 2);
    assert_int_equal(access(in_folder("masks/b_mask.gds"), R_OK), 0);
    assert_non_null(strstr(r.out, ",before_violations_total,mask,elapsed_ms,"));
    assert_non_null(strstr(r.out, "masks/b_mask.gds,"));
    rig_release(&r);
    r = RUN(in_folder("clips/b.glp"), QUICK, "--optimize", "--masks", in_folder("masks"), "--format", "json", "--with",
            "{\"iterations\":2}");
    assert_in_range(r.code, 0, 1);
    assert_non_null(strstr(r.out, "\"before\":{\"l2_error_pixels\":"));
    assert_int_equal(access(in_folder("masks/b_mask.oas"), R_OK), 0);
    rig_release(&r);
    r = RUN(in_folder("clips/b.glp"), in_folder("clips/b.glp"), QUICK, "--optimize", "--masks", in_folder("masks"));
    assert_int_equal(r.code, 2);
    assert_non_null(strstr(r.err, "same_name"));
    rig_release(&r);
    r = RUN(in_folder("clips/b.glp"), QUICK, "--optimize", "--masks", in_folder("nowhere"));
    assert_int_equal(r.code, 2);
    assert_non_null(strstr(r.err, "not_a_folder"));
    rig_release(&r);
}

static void test_words(void **state) {
    (void)state;
    static const struct {
        const char *words[8], *said;
    } cases[] = {
        {{"--layer", "1/0"}, "FILE... is missing"},
        {{"x.gds", "--optimize"}, "--optimize needs --masks"},
        {{"x.gds", "--masks", "m"}, "--masks needs --optimize"},
        {{"x.gds", "--optimize", "--masks", "m", "--checks", "mrc"}, "--checks"},
        {{"x.gds", "--layer", "1"}, "LAYER/DATATYPE"},
        {{"x.gds", "--with", "[]"}, "--with takes a JSON object"},
        {{"x.gds", "--with", "{"}, "--with takes a JSON object"},
        {{"x.gds", ""}, "FILE... is empty"},
        {{"x.gds", "--output", "no/such/folder/t.csv"}, "batch"},
        {{"x.gds", "--root", "/nonexistent"}, "batch"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        lob_case("cases[%zu]", i);
        const char *words[10] = {"batch"};
        for (unsigned k = 0; k < 8 && cases[i].words[k]; k++) {
            words[k + 1] = cases[i].words[k];
        }
        rig r = run_words(words);
        assert_int_equal(r.code, 2);
        assert_int_equal(r.out_size, 0);
        assert_non_null(strstr(r.err, cases[i].said));
        rig_release(&r);
    }
    rig r = RUN(in_folder("none"));
    assert_int_equal(r.code, 2);
    assert_non_null(strstr(r.err, "no layouts or clips"));
    rig_release(&r);
    r = RUN("fixtures/rules.gds", "--layer", "1/0", "-o", "fixtures/rules.gds");
    assert_int_equal(r.code, 2);
    assert_non_null(strstr(r.err, "same_file"));
    rig_release(&r);
    r = RUN("\xff.gds", "--with", "{}"); /* a name that no request can hold */
    assert_int_equal(r.code, 2);
    assert_non_null(strstr(r.out, "gds,failed,"));
    rig_release(&r);
    r = RUN("--help");
    assert_int_equal(r.code, 0);
    rig_release(&r);
}

/* A signal: the table has what there is, and says what was not reached. */
static void test_cancelled(void **state) {
    (void)state;
    lob_cancel cancel = {true};
    put_text("clips/b.glp", clip);
    const char *const words[] = {"batch", in_folder("clips/b.glp"), QUICK, NULL};
    rig r = rig_run_line(&(rig_line){.environment = environment, .cancel = &cancel}, words);
    assert_int_equal(r.code, 128 + 15);
    assert_non_null(strstr(r.out, "b.glp,not_reached,"));
    rig_release(&r);
    FILE *full = fopen("/dev/full", "w");
    assert_non_null(full);
    r = rig_run_line(&(rig_line){.environment = environment, .out = full}, words);
    assert_int_equal(r.code, 2);
    rig_release(&r);
    fclose(full);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_folder), cmocka_unit_test(test_many),  cmocka_unit_test(test_status),
        cmocka_unit_test(test_masks),  cmocka_unit_test(test_words), cmocka_unit_test(test_cancelled),
    };
    return cmocka_run_group_tests(tests, setup, folder_remove);
}
