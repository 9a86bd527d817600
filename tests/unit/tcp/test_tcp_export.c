/* Where exports may go: a tree with links and folders, and every way out of it that was thought of. */
#include "tests/support/lob_test.h"

#include "../base/sweep.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "io/read.h"
#include "tcp/tcp_export.h"

static char base[64], root[96];
static lob_arena *arena;
static lob_ctx ctx;

static const char *in(const char *folder, const char *name) {
    static char paths[8][256];
    static unsigned next;
    char *path = paths[next++ % 8];
    snprintf(path, sizeof paths[0], "%s/%s", folder, name);
    return path;
}

static int setup(void **state) {
    (void)state;
    strcpy(base, "/tmp/lob_test_tcp_export_XXXXXX");
    arena = lob_arena_new(0);
    lob_ctx_init(&ctx, arena);
    if (!mkdtemp(base)) {
        return 1;
    }
    strcpy(root, in(base, "root"));
    return mkdir(root, 0700) || mkdir(in(root, "sub"), 0700) || mkdir(in(base, "root2"), 0700) ||
           symlink("..", in(root, "up")) || symlink("sub", in(root, "link")) ||
           symlink("/tmp/lob_nowhere", in(root, "dead.gds")) || symlink("root", in(base, "alias"));
}

static int teardown(void **state) {
    (void)state;
    char command[128];
    snprintf(command, sizeof command, "rm -rf %s", base);
    lob_arena_drop(arena);
    return system(command);
}

static lob_tcp_export *open_root(const char *path) {
    lob_tcp_export *folder = NULL;
    assert_int_equal(lob_tcp_export_open(&ctx, path, &folder), LOB_OK);
    return folder;
}

static lob_tcp_place place(const lob_tcp_export *folder, const char *path) {
    int dir = -1;
    const char *name = NULL;
    lob_tcp_place result = lob_tcp_export_find(folder, path, &dir, &name);
    if (result == LOB_TCP_PLACE_FINE) {
        close(dir);
    }
    return result;
}

static void only_what_lies_below_is_found(void **state) {
    (void)state;
    lob_tcp_export *folder = open_root(root);
    static const struct {
        const char *path;
        bool below_root;
        lob_tcp_place place;
    } cases[] = {
        {"a.gds", false, LOB_TCP_PLACE_FINE},
        {"sub/a.gds", false, LOB_TCP_PLACE_FINE},
        {"./sub//./a.gds", false, LOB_TCP_PLACE_FINE},
        {"a.gds", true, LOB_TCP_PLACE_FINE},
        {"sub/a.gds", true, LOB_TCP_PLACE_FINE},
        {"none/a.gds", true, LOB_TCP_PLACE_NO_FOLDER},
        {"none/a.gds", false, LOB_TCP_PLACE_NO_FOLDER},
        {"../a.gds", false, LOB_TCP_PLACE_OUTSIDE},
        {"sub/../../a.gds", false, LOB_TCP_PLACE_OUTSIDE},
        {"sub/../a.gds", true, LOB_TCP_PLACE_OUTSIDE}, /* also where it would stay inside */
        {"..", true, LOB_TCP_PLACE_OUTSIDE},
        {"up/a.gds", true, LOB_TCP_PLACE_OUTSIDE},
        {"link/a.gds", true, LOB_TCP_PLACE_OUTSIDE},
        {"up/root/sub/a.gds", false, LOB_TCP_PLACE_OUTSIDE},
        {"dead.gds", false, LOB_TCP_PLACE_OUTSIDE},
        {"..a/b", false, LOB_TCP_PLACE_NO_FOLDER},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        lob_case("%zu: %s", i, cases[i].path);
        assert_int_equal(place(folder, cases[i].below_root ? in(root, cases[i].path) : cases[i].path), cases[i].place);
    }
    assert_int_equal(place(folder, "/etc/passwd"), LOB_TCP_PLACE_OUTSIDE);
    assert_int_equal(place(folder, in(base, "root2/a.gds")), LOB_TCP_PLACE_OUTSIDE);
    assert_int_equal(place(folder, base), LOB_TCP_PLACE_OUTSIDE);
    lob_tcp_export_close(folder);
}

/* The root may be named through a link: then both of its names do. */
static void the_root_has_two_names(void **state) {
    (void)state;
    char with_slash[128];
    snprintf(with_slash, sizeof with_slash, "%s/", in(base, "alias"));
    lob_tcp_export *folder = open_root(with_slash);
    assert_int_equal(place(folder, in(base, "alias/a.gds")), LOB_TCP_PLACE_FINE);
    assert_int_equal(place(folder, in(root, "a.gds")), LOB_TCP_PLACE_FINE);
    assert_int_equal(place(folder, in(base, "root2/a.gds")), LOB_TCP_PLACE_OUTSIDE);
    lob_tcp_export_close(folder);
    lob_tcp_export_close(NULL);
}

static void a_root_must_be_there(void **state) {
    (void)state;
    lob_tcp_export *folder;
    lob_error_clear(&ctx.error);
    assert_int_equal(lob_tcp_export_open(&ctx, in(base, "none"), &folder), LOB_E_FILE_NOT_FOUND);
    lob_error_clear(&ctx.error);
}

static lob_layout *read_fixture(const char *path) {
    lob_read_result result = {0};
    lob_read_options options = {.inflated_max = 1 << 28, .layout_size_max = 1 << 28};
    int fd = open(path, O_RDONLY);
    assert_int_equal(lob_read_layout(&ctx, fd, &options, &result), LOB_OK);
    return result.layout;
}

static lob_status write_to(const lob_tcp_export *folder, const lob_layout *layout, const char *path) {
    int dir;
    const char *name;
    assert_int_equal(lob_tcp_export_find(folder, path, &dir, &name), LOB_TCP_PLACE_FINE);
    lob_status status = lob_tcp_export_write(&ctx, layout, dir, name);
    close(dir);
    return status;
}

static unsigned first_bytes(const char *path) {
    unsigned char bytes[4] = {0};
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    assert_int_equal(fread(bytes, 1, 4, file), 4);
    fclose(file);
    return (unsigned)bytes[0] << 24 | (unsigned)bytes[1] << 16 | (unsigned)bytes[2] << 8 | bytes[3];
}

static void the_name_tells_the_format(void **state) {
    (void)state;
    lob_tcp_export *folder = open_root(root);
    lob_layout *layout = read_fixture("fixtures/coupler.gds");
    assert_int_equal(write_to(folder, layout, "a.gds"), LOB_OK);
    assert_int_equal(write_to(folder, layout, "sub/a.oas"), LOB_OK);
    assert_int_equal(write_to(folder, layout, "a.gds.gz"), LOB_OK);
    assert_int_equal(write_to(folder, layout, "other"), LOB_OK);
    assert_int_equal(first_bytes(in(root, "a.gds")), 0x00060002);
    assert_int_equal(first_bytes(in(root, "other")), 0x00060002);
    assert_int_equal(first_bytes(in(root, "sub/a.oas")), 0x2553454d); /* %SEM */
    assert_int_equal(first_bytes(in(root, "a.gds.gz")) >> 16, 0x1f8b);
    lob_layout *again = read_fixture(in(root, "a.gds"));
    assert_int_equal(lob_layout_cell_count(again), lob_layout_cell_count(layout));
    lob_layout_drop(again);
    lob_layout_drop(layout);
    lob_tcp_export_close(folder);
}

static void what_cannot_be_a_file_is_refused(void **state) {
    (void)state;
    lob_tcp_export *folder = open_root(root);
    lob_layout *layout = read_fixture("fixtures/coupler.gds");
    char name[400];
    memset(name, 'n', sizeof name);
    name[399] = '\0';
    assert_int_not_equal(write_to(folder, layout, "sub"), LOB_OK);
    lob_error_clear(&ctx.error);
    assert_int_not_equal(write_to(folder, layout, "sub/"), LOB_OK);
    lob_error_clear(&ctx.error);
    assert_int_not_equal(write_to(folder, layout, name), LOB_OK);
    lob_error_clear(&ctx.error);
    memcpy(name + 300, "/a", 3);
    assert_int_equal(place(folder, name), LOB_TCP_PLACE_NO_FOLDER);
    lob_layout_drop(layout);
    lob_tcp_export_close(folder);
}

static bool open_once(void *arg) {
    lob_tcp_export *folder = NULL;
    lob_error_clear(&ctx.error);
    bool fine = lob_tcp_export_open(&ctx, arg, &folder) == LOB_OK;
    lob_tcp_export_close(folder);
    return fine;
}

static void every_allocation_may_fail(void **state) {
    (void)state;
    assert_int_equal(sweep_allocations(open_once, root), 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_what_lies_below_is_found),
        cmocka_unit_test(the_root_has_two_names),
        cmocka_unit_test(a_root_must_be_there),
        cmocka_unit_test(the_name_tells_the_format),
        cmocka_unit_test(what_cannot_be_a_file_is_refused),
        cmocka_unit_test(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
