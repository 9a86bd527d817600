/* Images of layouts: what is mapped says the same as what was read, and what is no image is not used. */
#include "tests/unit/io/same_layout.h"

#include <fcntl.h>
#include <glob.h>

#include "base/platform.h"
#include "db/image.h"
#include "tests/support/stride.h"

static lob_arena *arena;
static lob_ctx ctx;

static int set_up(void **state) {
    (void)state;
    arena = lob_arena_new(0);
    lob_ctx_init(&ctx, arena);
    return arena ? 0 : -1;
}

static int tear_down(void **state) {
    (void)state;
    lob_arena_drop(arena);
    return 0;
}

static int empty_file(void) {
    char name[] = "/tmp/lob_test_image_XXXXXX";
    const int fd = mkstemp(name);
    assert_ge(fd, 0);
    unlink(name);
    return fd;
}

static lob_layout *read_path(const char *path) {
    const lob_read_options options = {.expected = LOB_FORMAT_UNKNOWN, .weigh = true};
    lob_read_result result;
    const int fd = open(path, O_RDONLY | O_CLOEXEC);
    assert_ge(fd, 0);
    if (lob_read_layout(&ctx, fd, &options, &result) != LOB_OK) {
        lob_error_clear(&ctx.error);
        return NULL;
    }
    return result.layout;
}

static lob_layout *map(int fd, const char *key) {
    lob_layout *layout;
    lob_str note;
    assert_int_equal(lob_image_map(&ctx, fd, lob_str_from(key), &layout, &note), LOB_OK);
    if (layout) {
        assert_true(lob_str_equal(note, LOB_STR("a note")));
    }
    return layout;
}

static int image_of(const lob_layout *layout, const char *key) {
    const int fd = empty_file();
    assert_int_equal(lob_image_write(&ctx, layout, lob_str_from(key), LOB_STR("a note"), fd), LOB_OK);
    return fd;
}

/* ---- the same ---- */

static void check_same(const char *path) {
    lob_layout *layout = read_path(path);
    if (!layout) {
        return;
    }
    char hash[33], mapped_hash[33];
    const int fd = image_of(layout, path);
    lob_layout *mapped = map(fd, path);
    close(fd);
    assert_int_equal(mapped != NULL, LOB_HAS_FIXED_MAP);
    if (!mapped) {
        lob_layout_drop(layout);
        return;
    }
    same_sums(layout, mapped);
    same_warnings(layout, mapped);
    assert_int_equal(lob_layout_content_hash(&ctx, layout, hash), LOB_OK);
    assert_int_equal(lob_layout_content_hash(&ctx, mapped, mapped_hash), LOB_OK);
    assert_string_equal(hash, mapped_hash);
    assert_string_equal(lob_layout_format(layout), lob_layout_format(mapped));
    lob_layout_drop(layout); /* nothing of it is needed any more */
    layout = read_path(path);
    same_bytes(&ctx, layout, mapped, LOB_FORMAT_OAS);
    same_bytes(&ctx, layout, mapped, LOB_FORMAT_GDS);
    lob_layout_drop(layout);
    lob_layout_drop(mapped);
}

static void test_fixtures(void **state) {
    (void)state;
    static const char *const patterns[] = {"fixtures/*.gds", "fixtures/*.oas", "fixtures/bad/*.gds",
                                           "fixtures/bad/*.oas"};
    size_t count = 0;
    for (size_t k = 0; k < sizeof patterns / sizeof patterns[0]; k++) {
        glob_t found;
        if (glob(patterns[k], 0, NULL, &found) != 0) {
            continue;
        }
        for (size_t i = 0; i < found.gl_pathc; i += stride_pick(1, 9)) {
            lob_case("%s", found.gl_pathv[i]);
            check_same(found.gl_pathv[i]);
            lob_arena_reset(arena);
            count++;
        }
        globfree(&found);
    }
    assert_gt(count, 10);
}

/* ---- no image ---- */

static lob_layout *sample(void) {
    return read_path("fixtures/coupler.gds");
}

static void test_other_key(void **state) {
    (void)state;
    lob_layout *layout = sample();
    const int fd = image_of(layout, "one");
    assert_null(map(fd, "two"));
    assert_null(map(fd, "on"));
    close(fd);
    lob_layout_drop(layout);
}

static void test_damaged(void **state) {
    (void)state;
    lob_layout *layout = sample();
    const char one = 'x';
    int fd = empty_file();
    assert_null(map(fd, "k"));
    close(fd);
    fd = image_of(layout, "k");
    const off_t size = lseek(fd, 0, SEEK_END);
    assert_int_equal(ftruncate(fd, size - 1), 0);
    assert_null(map(fd, "k"));
    assert_int_equal(ftruncate(fd, size), 0);
    assert_int_equal(pwrite(fd, &one, 1, 300), 1); /* in the head */
    assert_null(map(fd, "k"));
    close(fd);
    lob_layout_drop(layout);
}

/* Two of one key want the same address: the second is read instead. */
static void test_address_taken(void **state) {
    (void)state;
    lob_layout *layout = sample();
    const int fd = image_of(layout, "k");
    lob_layout *first = map(fd, "k");
    assert_int_equal(first != NULL, LOB_HAS_FIXED_MAP);
    if (first) {
        assert_null(map(fd, "k"));
        lob_layout_drop(first);
        first = map(fd, "k");
        assert_non_null(first);
    }
    lob_layout_drop(first);
    close(fd);
    lob_layout_drop(layout);
}

static void test_write_refused(void **state) {
    (void)state;
    lob_layout *layout = sample();
    const int full = open("/dev/full", O_WRONLY | O_CLOEXEC);
    assert_ge(full, 0);
    assert_int_equal(lob_image_write(&ctx, layout, LOB_STR("k"), LOB_STR(""), full), LOB_E_TOOL_LIMIT_EXCEEDED);
    close(full);
    lob_error_clear(&ctx.error);
    lob_cancel cancel;
    atomic_init(&cancel.requested, true);
    ctx.cancel = &cancel;
    const int fd = empty_file();
    assert_int_equal(lob_image_write(&ctx, layout, LOB_STR("k"), LOB_STR(""), fd), LOB_E_CANCELLED);
    close(fd);
    lob_layout_drop(layout);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_fixtures, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_other_key, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_damaged, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_address_taken, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_write_refused, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
