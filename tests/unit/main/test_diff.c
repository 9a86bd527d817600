/* diff as a command: its exit status, its text, and that a failure is never 0.
 * A program of its own: its tools stand in for the generated ones. */
#include <png.h>
#include <unistd.h>

#include "tests/support/lob_test.h"

#include "cli_rig.h"
#include "main/diff.h"
#include "tool/diff_layouts.h"

static void expect(rig r, int code, const char *part_of_out, const char *part_of_err) {
    assert_int_equal(r.code, code);
    assert_non_null(strstr(r.out, part_of_out));
    assert_non_null(strstr(r.err, part_of_err));
    rig_release(&r);
}

static void test_status(void **state) {
    (void)state;
    expect(RUN("", "diff", "fixtures/ring.gds", "fixtures/ring.gds"), LOB_DIFF_EQUAL, "equal\n", "");
    expect(RUN("", "diff", "fixtures/ring.gds", "fixtures/coupler.gds"), LOB_DIFF_DIFFERENT, "different\n", "");
    expect(RUN("", "diff", "fixtures/ring.gds", "fixtures/coupler.gds", "--json"), LOB_DIFF_DIFFERENT,
           "\"equal\":false", "");
    expect(RUN("", "diff", "fixtures/ring.gds", "fixtures/none.gds"), LOB_DIFF_FAILED, "",
           "b: The file does not exist");
    expect(RUN("", "diff", "fixtures/ring.gds", "fixtures/none.gds", "--json"), LOB_DIFF_FAILED, "FILE_NOT_FOUND", "");
    expect(RUN("", "diff", "--help"), 0, "Exit status: 0 equal", "");
}

/* On a terminal the verdict has a colour; nothing has where out is none, and JSON has none. */
static void test_colour(void **state) {
    (void)state;
    static const char *const equal[] = {"diff", "fixtures/ring.gds", "fixtures/ring.gds", NULL};
    static const char *const different[] = {"diff", "fixtures/ring.gds", "fixtures/coupler.gds", NULL};
    static const char *const json[] = {"diff", "fixtures/ring.gds", "fixtures/coupler.gds", "--json", NULL};
    const rig_line terminal = {.environment = rig_environment, .has_colour = true};
    expect(rig_run_line(&terminal, equal), LOB_DIFF_EQUAL, "\n\033[1;32mequal\033[0m\n", "");
    expect(rig_run_line(&terminal, different), LOB_DIFF_DIFFERENT, "\n\033[1;31mdifferent\033[0m\n", "");
    expect(RUN("", "diff", "fixtures/ring.gds", "fixtures/ring.gds"), LOB_DIFF_EQUAL, "\nequal\n", "");
    rig r = rig_run_line(&terminal, json);
    assert_int_equal(r.code, LOB_DIFF_DIFFERENT);
    assert_null(strchr(r.out, '\033'));
    rig_release(&r);
}

static void test_words(void **state) {
    (void)state;
    const char *const f = "fixtures/ring.gds";
    expect(RUN("", "diff", f), LOB_DIFF_FAILED, "", "B is missing");
    expect(RUN("", "diff", f, f, f), LOB_DIFF_FAILED, "", "unexpected argument");
    expect(RUN("", "diff", f, f, "--layers", "1"), LOB_DIFF_FAILED, "", "LAYER/DATATYPE");
    expect(RUN("", "diff", f, f, "--layers", "1/0;2"), LOB_DIFF_FAILED, "", "LAYER/DATATYPE");
    expect(RUN("", "diff", f, f, "--layers", "1/0,"), LOB_DIFF_FAILED, "", "LAYER/DATATYPE");
    expect(RUN("", "diff", f, f, "--box", "0,0,1"), LOB_DIFF_FAILED, "", "--box takes");
    expect(RUN("", "diff", f, f, "--tolerance-um", "x"), LOB_DIFF_FAILED, "", "--tolerance-um takes");
    expect(RUN("", "diff", f, f, "--limit", "1x"), LOB_DIFF_FAILED, "", "--limit takes");
    expect(RUN("", "diff", f, f, "--limit"), LOB_DIFF_FAILED, "", "--limit needs a value");
    expect(RUN("", "diff", f, f, "--mode", "xor", "--mode", "xor"), LOB_DIFF_FAILED, "", "given twice");
    expect(RUN("", "diff", f, f, "--mode", "odd"), LOB_DIFF_FAILED, "", "mode");
    expect(RUN("", "diff", f, f, "--picture", "x.svg"), LOB_DIFF_FAILED, "", ".png");
    expect(RUN("", "diff", f, f, "--layers=1/0", "--mode=xor", "--box=0,0,10,10", "--tolerance-um=0.01", "--limit=2",
               "--properties", "--cell-a=ring", "--cell-b=ring"),
           LOB_DIFF_EQUAL, "1 layers compared", "");
}

/* Names that would turn the line around, or move the cursor, are shown escaped. */
static void test_names_are_escaped(void **state) {
    (void)state;
    static char data[1 << 16];
    char path[] = "/tmp/lob_diff_XXXXXX";
    FILE *from = fopen("fixtures/names.gds", "rbe");
    assert_non_null(from);
    const size_t size = fread(data, 1, sizeof data, from);
    fclose(from);
    unsigned replaced = 0;
    for (char *at = data; (at = memmem(at, (size_t)(data + size - at), "speaks", 6)) != NULL; replaced++) {
        memcpy(at, "\xe2\x80\xae\xc2\x9b\x07", 6); /* RLO, CSI of C1, BEL */
    }
    assert_ge(replaced, 2);
    const int fd = mkstemp(path);
    assert_int_equal(write(fd, data, size), (ssize_t)size);
    close(fd);
    rig r = RUN("", "diff", path, "fixtures/ring.gds");
    assert_int_equal(r.code, LOB_DIFF_DIFFERENT);
    assert_non_null(strstr(r.out, "only in A: cell \\u202e\\u009b\\u0007\n"));
    assert_null(strstr(r.out, "\xe2\x80\xae"));
    assert_null(strchr(r.out, 7));
    rig_release(&r);
    unlink(path);
}

static void test_picture(void **state) {
    (void)state;
    char path[64] = "/tmp/lob_diff_XXXXXX";
    assert_non_null(mkdtemp(path));
    char file[80];
    snprintf(file, sizeof file, "%s/d.png", path);
    expect(RUN("", "diff", "fixtures/ring.gds", "fixtures/coupler.gds", "--picture", file), LOB_DIFF_DIFFERENT, "", "");
    assert_int_equal(access(file, R_OK), 0);
    assert_int_equal(unlink(file), 0);
    char files[3][80];
    static const char *const names[3] = {"d.png", "a.png", "B.PNG"};
    for (int i = 0; i < 3; i++) {
        snprintf(files[i], sizeof files[i], "%s/%s", path, names[i]);
    }
    /* Only those that were named; the answer says where they are, and what they show. */
    rig r = RUN("", "diff", "fixtures/ring.gds", "fixtures/coupler.gds", "--before", files[1], "--after", files[2],
                "--json");
    assert_int_equal(r.code, LOB_DIFF_DIFFERENT);
    assert_int_equal(access(files[0], F_OK), -1);
    assert_non_null(strstr(r.out, files[1]));
    assert_non_null(strstr(r.out, files[2]));
    assert_non_null(strstr(r.out, "\"before\":{\"kind\":\"diff_before\""));
    assert_non_null(strstr(r.out, "\"view\":{"));
    assert_null(strstr(r.out, "\"image\""));
    rig_release(&r);
    assert_int_equal(unlink(files[1]), 0);
    assert_int_equal(unlink(files[2]), 0);
    expect(RUN("", "diff", "fixtures/ring.gds", "fixtures/coupler.gds", "--picture", files[0], "--before", files[1],
               "--after", files[2]),
           LOB_DIFF_DIFFERENT, "", "");
    for (int i = 0; i < 3; i++) {
        assert_int_equal(unlink(files[i]), 0);
    }
    expect(RUN("", "diff", "fixtures/ring.gds", "fixtures/ring.gds", "--before", files[0], "--after", files[0]),
           LOB_DIFF_FAILED, "", "the same name");
    expect(RUN("", "diff", "fixtures/ring.gds", "fixtures/ring.gds", "--after", "a.svg"), LOB_DIFF_FAILED, "", ".png");
    expect(RUN("", "diff", "fixtures/ring.gds", "fixtures/ring.gds", "--before", ".png"), LOB_DIFF_FAILED, "", ".png");
    /* Never in the place of a layout, whatever that is called. */
    char command[300];
    snprintf(command, sizeof command, "cp fixtures/ring.gds '%s'", files[1]);
    assert_int_equal(system(command), 0);
    expect(RUN("", "diff", files[1], "fixtures/ring.gds", "--after", files[1]), LOB_DIFF_FAILED, "",
           "would replace one of the layouts");
    expect(RUN("", "diff", "fixtures/ring.gds", files[1]), LOB_DIFF_EQUAL, "equal\n", "");
    assert_int_equal(unlink(files[1]), 0);
    snprintf(file, sizeof file, "%s/no/d.png", path);
    expect(RUN("", "diff", "fixtures/ring.gds", "fixtures/ring.gds", "--after", file), LOB_DIFF_FAILED, "", "diff: ");
    expect(RUN("", "diff", "fixtures/ring.gds", "fixtures/ring.gds", "--picture", file), LOB_DIFF_FAILED, "", "diff: ");
    assert_int_equal(rmdir(path), 0);
}

/* The three halves stand side by side, 512 pixels wide from 16, 544 and 1072 on. What only diff_new has lies at
 * 30,0;32,2 by its recipe: 474 pixels from the left and 169 from the top of a picture whose window is -1.601 to 33.601
 * um wide. */
static void test_sheet(void **state) {
    (void)state;
    char file[64];
    snprintf(file, sizeof file, "/tmp/lob_diff_sheet_%d.png", (int)getpid());
    expect(RUN("", "diff", "fixtures/diff_old.gds", "fixtures/diff_new.oas", "--sheet", file), LOB_DIFF_DIFFERENT, "",
           "");
    png_image image = {.version = PNG_IMAGE_VERSION};
    assert_true(png_image_begin_read_from_file(&image, file));
    image.format = PNG_FORMAT_RGB;
    assert_int_equal(image.width, 3 * 512 + 4 * 16);
    uint8_t *rgb = malloc(PNG_IMAGE_SIZE(image));
    assert_true(png_image_finish_read(&image, NULL, rgb, 0, NULL));
    static const struct {
        const char *name;
        uint32_t x;
        bool is_there;
    } cases[] = {{"before", 16 + 474, false}, {"after", 544 + 474, true}, {"both", 1072 + 474, true}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const uint8_t *p = rgb + 3 * ((size_t)(84 + 169) * image.width + cases[i].x);
        lob_case("%s", cases[i].name);
        assert_int_equal(p[0] != 255 || p[1] != 255 || p[2] != 255, cases[i].is_there);
        if (i == 2) {
            assert_int_equal((uint32_t)p[0] << 16 | (uint32_t)p[1] << 8 | p[2], LOB_DIFF_BLUE);
        }
    }
    free(rgb);
    assert_int_equal(unlink(file), 0);
    expect(RUN("", "diff", "fixtures/diff_old.gds", "fixtures/diff_new.oas", "--sheet", "/none/such.png"),
           LOB_DIFF_FAILED, "", "diff: ");
    expect(RUN("", "diff", "fixtures/diff_old.gds", "fixtures/diff_old.gds", "--mode", "hierarchy", "--sheet", file),
           LOB_DIFF_EQUAL, "equal", "");
    assert_int_equal(unlink(file), 0);
    expect(RUN("", "diff", "fixtures/ring.gds", "fixtures/reticle.gds", "--sheet", file, "--picture", file),
           LOB_DIFF_FAILED, "", "the same name");
    expect(RUN("", "diff", "fixtures/ring.gds", "fixtures/reticle.gds", "--sheet", file), LOB_DIFF_DIFFERENT, "", "");
    assert_int_equal(unlink(file), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_status),  cmocka_unit_test(test_colour),
        cmocka_unit_test(test_words),   cmocka_unit_test(test_names_are_escaped),
        cmocka_unit_test(test_picture), cmocka_unit_test(test_sheet),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
