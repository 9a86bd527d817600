/* The convert command, as a whole command line.
 * A program of its own: its tools stand in for the generated ones. */
#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/support/lob_test.h"

#include "base/alloc.h"
#include "tests/unit/main/cli_rig.h"

/* A library with one cell TOP that holds one path of odd width, which OASIS cannot hold. */
static const uint8_t gds[] =
    {
        0,    6,    0,    2,    2,    0x58, /* HEADER 600 */
        0,    28,   1,    2,    0,    70,   0,    1,    0,    1,    0,    0,    0,    0,    0,    0,
        0,    70,   0,    1,    0,    1,    0,    0,    0,    0,    0,    0, /* BGNLIB */
        0,    8,    2,    6,    'L',  'I',  'B',  0,                         /* LIBNAME */
        0,    20,   3,    5,    0x3e, 0x41, 0x89, 0x37, 0x4b, 0xc6, 0xa7, 0xf0, 0x39, 0x44, 0xb8, 0x2f,
        0xa0, 0x9b, 0x5a, 0x54, 0,    28,   5,    2,    0,    70,   0,    1,    0,    1,    0,    0,
        0,    0,    0,    0,    0,    70,   0,    1,    0,    1,    0,    0,    0,    0,    0,    0, /* BGNSTR */
        0,    8,    6,    6,    'T',  'O',  'P',  0,                                                 /* STRNAME */
        0,    4,    9,    0,                                                                         /* PATH */
        0,    6,    0x0d, 2,    0,    1,                                                             /* LAYER 1 */
        0,    6,    0x0e, 2,    0,    0,                                                             /* DATATYPE 0 */
        0,    8,    0x0f, 3,    0,    0,    0,    5,                                                 /* WIDTH 5 */
        0,    20,   0x10, 3,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    100,
        0,    0,    0,    0, /* XY */
        0,    4,    0x11, 0, /* ENDEL */
        0,    4,    7,    0, /* ENDSTR */
        0,    4,    4,    0, /* ENDLIB */
};

static char folder[64];

static const char *in_folder(const char *name) {
    static char paths[8][256];
    static unsigned next;
    char *path = paths[next++ % 8];
    snprintf(path, 256, "%s/%s", folder, name);
    return path;
}

static int setup(void **state) {
    (void)state;
    strcpy(folder, "/tmp/lob_test_convert_XXXXXX");
    if (!mkdtemp(folder)) {
        return 1;
    }
    int fd = open(in_folder("in.gds"), O_WRONLY | O_CREAT, 0600);
    bool fine = write(fd, gds, sizeof gds) == (ssize_t)sizeof gds;
    close(fd);
    return fine ? 0 : 1;
}

static unsigned entries(bool remove) {
    DIR *dir = opendir(folder);
    unsigned count = 0;
    for (struct dirent *entry; (entry = readdir(dir));) {
        bool counts = strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
        count += counts;
        if (counts && remove) {
            unlinkat(dirfd(dir), entry->d_name, 0);
        }
    }
    closedir(dir);
    return count;
}

static int teardown(void **state) {
    (void)state;
    entries(true);
    return rmdir(folder);
}

static void assert_begins(const char *path, const char *magic, size_t size) {
    char head[16];
    int fd = open(path, O_RDONLY);
    assert_ge(fd, 0);
    assert_int_equal(read(fd, head, size), size);
    close(fd);
    assert_memory_equal(head, magic, size);
}

static void test_formats(void **state) {
    (void)state;
    char expected[1024];
    rig r = RUN("", "convert", in_folder("in.gds"), in_folder("a.oas"));
    assert_int_equal(r.code, 0);
    snprintf(expected, sizeof expected,
             "{\"input\":\"%s/in.gds\",\"output\":\"%s/a.oas\",\"format\":\"oas\",\"cells\":1,\"warnings\":["
             "{\"kind\":\"odd_path_width\",\"message\":\"OASIS has no paths of odd width: written as polygons of the "
             "same outline\",\"count\":1}]}\n",
             folder, folder);
    assert_string_equal(r.out, expected);
    assert_string_equal(r.err, "");
    rig_release(&r);
    assert_begins(in_folder("a.oas"), "%SEMI-OASIS\r\n", 13);
    r = RUN("", "convert", in_folder("a.oas"), in_folder("b.gds"));
    assert_int_equal(r.code, 0);
    assert_non_null(strstr(r.out, "\"format\":\"gds\",\"cells\":1,\"warnings\":[]}"));
    rig_release(&r);
    assert_begins(in_folder("b.gds"), "\0\6\0\2", 4);
    r = RUN("", "convert", in_folder("a.oas"), in_folder("c.oasis.gz"), "--pretty");
    assert_int_equal(r.code, 0);
    assert_non_null(strstr(r.out, "\n  \"cells\": 1,"));
    rig_release(&r);
    assert_begins(in_folder("c.oasis.gz"), "\x1f\x8b", 2);
    r = RUN("", "convert", "--format", "gds", "--gz", in_folder("c.oasis.gz"), in_folder("noname"));
    assert_int_equal(r.code, 0);
    rig_release(&r);
    assert_begins(in_folder("noname"), "\x1f\x8b", 2);
    /* --format wins over the name; the name of the input does not count, which is said. */
    r = RUN("", "convert", in_folder("noname"), in_folder("d.gds"), "--format=oas");
    assert_int_equal(r.code, 0);
    rig_release(&r);
    assert_begins(in_folder("d.gds"), "%SEMI-OASIS\r\n", 13);
    r = RUN("", "convert", in_folder("d.gds"), in_folder("e.gds"));
    assert_int_equal(r.code, 0);
    assert_non_null(strstr(r.out, "\"kind\":\"format_mismatch\""));
    rig_release(&r);
    assert_int_equal(entries(false), 7);
}

/* The file above with KLayout's structure in front of the cell: BGNSTR STRNAME, SREF of TOP with one string, ENDSTR. */
static void put_context_file(const char *path) {
    static const uint8_t context[] = {
        0,   28,  5,   2,   0,   70,  0,   1,   0,   1,   0,   0,    0,   0,   0,    0,   0,   70,  0,   1,
        0,   1,   0,   0,   0,   0,   0,   0,   0,   22,  6,   6,    '$', '$', '$',  'C', 'O', 'N', 'T', 'E',
        'X', 'T', '_', 'I', 'N', 'F', 'O', '$', '$', '$', 0,   4,    10,  0,   0,    8,   18,  6,   'T', 'O',
        'P', 0,   0,   12,  16,  3,   0,   0,   0,   0,   0,   0,    0,   0,   0,    6,   43,  2,   0,   0,
        0,   12,  44,  6,   'P', 'C', 'E', 'L', 'L', '=', 'Q', 0x7e, 0,   4,   0x11, 0,   0,   4,   7,   0};
    enum { HEAD_SIZE = 6 + 28 + 8 + 20 };
    int fd = open(path, O_WRONLY | O_CREAT, 0600);
    assert_int_equal(write(fd, gds, HEAD_SIZE), HEAD_SIZE);
    assert_int_equal(write(fd, context, sizeof context), sizeof context);
    assert_int_equal(write(fd, gds + HEAD_SIZE, sizeof gds - HEAD_SIZE), sizeof gds - HEAD_SIZE);
    close(fd);
}

static bool file_has(const char *path, const char *text) {
    static char bytes[1 << 16];
    int fd = open(path, O_RDONLY);
    ssize_t size = read(fd, bytes, sizeof bytes);
    close(fd);
    return size > 0 && memmem(bytes, (size_t)size, text, strlen(text));
}

static void test_context(void **state) {
    (void)state;
    put_context_file(in_folder("context.gds"));
    static const char *const names[] = {"kept.oas", "kept.gds"};
    for (unsigned i = 0; i < 2; i++) {
        rig r = RUN("", "convert", in_folder("context.gds"), in_folder(names[i]));
        assert_int_equal(r.code, 0);
        rig_release(&r);
        assert_true(file_has(in_folder(names[i]), "PCELL=Q~"));
        r = RUN("", "convert", in_folder(names[i]), "--without-context", in_folder("left.gds"));
        assert_int_equal(r.code, 0);
        assert_non_null(strstr(r.out, "\"warnings\":[]"));
        rig_release(&r);
        assert_false(file_has(in_folder("left.gds"), "PCELL="));
        assert_false(file_has(in_folder("left.gds"), "CONTEXT"));
        r = RUN("", "convert", "--without-context", in_folder(names[i]), in_folder("left.oas"));
        assert_int_equal(r.code, 0);
        rig_release(&r);
        assert_false(file_has(in_folder("left.oas"), "PCELL="));
        assert_false(file_has(in_folder("left.oas"), "CONTEXT"));
    }
}

static void test_usage(void **state) {
    (void)state;
    static const char *const lines[][5] = {
        {"convert"},
        {"convert", "in.gds"},
        {"convert", "in.gds", ""},
        {"convert", "", "out.gds"},
        {"convert", "in.gds", "out.txt"},
        {"convert", "in.gds", "out.oas", "--format=cif"},
        {"convert", "in.gds", "out.oas", "--format"},
        {"convert", "in.gds", "out.oas", "more.oas"},
        {"convert", "in.gds", "out.oas", "--colour"},
        {"convert", "in.gds", "out.oas", "--root"},
        {"convert", "in.gds", "out.oas", "--root=/nonexistent/folder"},
    };
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        lob_case("%zu: %s", i, lines[i][0]);
        rig r = rig_run("", lines[i]);
        assert_int_equal(r.code, 2);
        assert_string_equal(r.out, "");
        assert_gt(r.err_size, 0);
        rig_release(&r);
    }
    char *very_long = calloc(5000, 1);
    memset(very_long, 'x', 4990);
    rig r = RUN("", "convert", very_long, "out.gds");
    assert_int_equal(r.code, 2);
    rig_release(&r);
    free(very_long);
    r = RUN("", "convert", "--help");
    assert_int_equal(r.code, 0);
    assert_non_null(strstr(r.out, "convert IN OUT"));
    rig_release(&r);
    r = RUN("", "--help");
    assert_non_null(strstr(r.out, "Writes a layout as GDSII or OASIS"));
    rig_release(&r);
    rig_toolset = "neither";
    r = RUN("", "convert", "in.gds", "out.oas");
    assert_int_equal(r.code, 2);
    rig_release(&r);
    rig_toolset = NULL;
}

/* Nothing is kept, so no root of artifacts is asked for. */
static void test_no_artifacts(void **state) {
    (void)state;
    static char longest[4000];
    memset(longest, 'x', sizeof longest - 1);
    rig_root = longest;
    rig r = RUN("", "convert", in_folder("in.gds"), in_folder("out.oas"));
    assert_int_equal(r.code, 0);
    rig_release(&r);
    r = RUN("", "list_cells", "--path", in_folder("in.gds"));
    assert_int_equal(r.code, 2);
    rig_release(&r);
    r = RUN("", "list_cells", "--path", in_folder("in.gds"), "--artifact-root", in_folder("kept"));
    assert_int_equal(r.code, 0); /* an option wins over the environment, also over a wrong one */
    rig_release(&r);
    rig_root = "/nonexistent/artifacts";
}

static void expect_error(const char *in, const char *out, const char *code, const char *reason) {
    char expected[128];
    unsigned before = entries(false);
    rig r = RUN("", "convert", in, out, "--json");
    assert_int_equal(r.code, 1);
    snprintf(expected, sizeof expected, "{\"code\":\"%s\",", code);
    assert_memory_equal(r.out, expected, strlen(expected));
    snprintf(expected, sizeof expected, "\"reason\":\"%s\"", reason);
    assert_non_null(strstr(r.out, expected));
    assert_non_null(strstr(r.out, "\"hint\":"));
    rig_release(&r);
    assert_int_equal(entries(false), before);
}

static void test_errors(void **state) {
    (void)state;
    char in[256];
    struct stat before, after;
    strcpy(in, in_folder("in.gds"));
    stat(in, &before);
    expect_error(in, in, "INVALID_TARGET", "same_file");
    assert_int_equal(symlink(in, in_folder("link.oas")), 0);
    expect_error(in, in_folder("link.oas"), "INVALID_TARGET", "same_file");
    assert_int_equal(link(in, in_folder("hard.oas")), 0);
    expect_error(in, in_folder("hard.oas"), "INVALID_TARGET", "same_file");
    expect_error(in_folder("absent.gds"), in_folder("out.oas"), "FILE_NOT_FOUND", "absent");
    expect_error(in, in_folder("absent/out.oas"), "FILE_NOT_FOUND", "no_folder");
    int fd = open(in_folder("cut.gds"), O_WRONLY | O_CREAT, 0600);
    assert_int_equal(write(fd, gds, sizeof gds - 4), sizeof gds - 4);
    close(fd);
    expect_error(in_folder("cut.gds"), in_folder("out.oas"), "UNSUPPORTED_FORMAT", "truncated");
    stat(in, &after);
    assert_eq(before.st_ino, after.st_ino);
    assert_eq(before.st_size, after.st_size);
    rig r = RUN("", "convert", in, in_folder("out.oas"), "--root", "/usr", "--json");
    assert_int_equal(r.code, 1);
    assert_non_null(strstr(r.out, "outside_roots"));
    rig_release(&r);
}

static void test_allocations(void **state) {
    (void)state;
    for (int persistent = 0; persistent < 2; persistent++) {
        for (unsigned nth = 1, met = 1; met; nth++) {
            uint64_t live = lob_alloc_live();
            lob_alloc_fail_at(nth, persistent);
            rig r = RUN("", "convert", in_folder("in.gds"), in_folder("out.oas"));
            met = lob_alloc_count() >= nth;
            lob_alloc_fail_at(0, 0);
            assert_int_equal(lob_alloc_live(), live);
            if (met) {
                assert_among(r.code, 1, 2, 0);
            } else {
                assert_eq(r.code, 0);
            }
            if (r.code != 0 && access(in_folder("out.oas"), F_OK) == 0) {
                assert_true(strstr(r.err, "out of memory"));
            }
            rig_release(&r);
            assert_in_range(entries(false), 1, 2);
            unlink(in_folder("out.oas"));
            assert_lt(nth, 5000);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_formats, setup, teardown),
        cmocka_unit_test_setup_teardown(test_context, setup, teardown),
        cmocka_unit_test_setup_teardown(test_usage, setup, teardown),
        cmocka_unit_test_setup_teardown(test_no_artifacts, setup, teardown),
        cmocka_unit_test_setup_teardown(test_errors, setup, teardown),
        cmocka_unit_test_setup_teardown(test_allocations, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
