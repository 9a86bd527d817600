/* Images of layouts: what is mapped says the same as what was read, and what is no image is not used. */
#include "tests/unit/io/layout_rig.h"

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

static void same_bytes(const lob_layout *a, const lob_layout *b, lob_format format) {
    lob_outfile out[2];
    lob_write_warnings warnings = {.count = 0};
    const lob_layout *const layouts[2] = {a, b};
    lob_status status[2];
    for (int i = 0; i < 2; i++) {
        assert_int_equal(lob_outfile_begin(&ctx, &out[i], -1, false), LOB_OK);
        status[i] = lob_write_layout(&ctx, layouts[i], format, &out[i], &warnings);
        lob_error_clear(&ctx.error);
        (void)lob_outfile_end(&out[i]);
        lob_error_clear(&ctx.error);
    }
    assert_int_equal(status[0], status[1]);
    assert_true(lob_str_equal(lob_outfile_bytes(&out[0]), lob_outfile_bytes(&out[1])));
    lob_outfile_release(&out[0]);
    lob_outfile_release(&out[1]);
}

static bool same_box(lob_box64 a, lob_box64 b) {
    return a.left == b.left && a.bottom == b.bottom && a.right == b.right && a.top == b.top;
}

/* What freezing has worked out; the writers do not look at it. */
static void same_sums(const lob_layout *a, const lob_layout *b) {
    assert_int_equal(lob_layout_cell_count(a), lob_layout_cell_count(b));
    assert_int_equal(lob_layout_top_count(a), lob_layout_top_count(b));
    for (uint32_t i = 0; i < lob_layout_cell_count(a); i++) {
        const lob_cell *x = lob_layout_cell(a, i), *y = lob_layout_cell(b, i);
        assert_true(lob_str_equal(x->name, y->name));
        assert_true(same_box(x->box, y->box) && same_box(x->box_own, y->box_own));
        assert_true(same_box(x->box_figures, y->box_figures) && same_box(x->box_placed, y->box_placed));
        assert_eq(x->shape_count_expanded, y->shape_count_expanded);
        assert_eq(x->inst_count_expanded_total, y->inst_count_expanded_total);
        assert_int_equal(x->layer_box_count, y->layer_box_count);
        assert_int_equal(x->anchors != NULL, y->anchors != NULL);
        for (uint32_t k = 0; k < x->layer_box_count; k++) {
            assert_true(same_box(x->layer_boxes[k].box, y->layer_boxes[k].box));
            assert_eq(x->layer_boxes[k].shape_count, y->layer_boxes[k].shape_count);
            assert_int_equal(x->anchors ? x->anchors[k].cell : 0, y->anchors ? y->anchors[k].cell : 0);
        }
        assert_int_equal(lob_layout_cells_by_name(a)[i], lob_layout_cells_by_name(b)[i]);
        assert_int_equal(lob_layout_cells_bottom_up(a)[i], lob_layout_cells_bottom_up(b)[i]);
        assert_int_equal(lob_layout_find_cell(b, x->name), lob_layout_find_cell(a, x->name));
    }
}

static void same_warnings(const lob_layout *a, const lob_layout *b) {
    assert_int_equal(lob_layout_warning_count(a), lob_layout_warning_count(b));
    for (uint32_t i = 0; i < lob_layout_warning_count(a); i++) {
        const lob_warning *x = lob_layout_warning(a, i), *y = lob_layout_warning(b, i);
        assert_string_equal(x->kind, y->kind);
        assert_string_equal(x->text, y->text);
        assert_eq(x->offset, y->offset);
        assert_eq(x->count, y->count);
    }
}

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
    same_bytes(layout, mapped, LOB_FORMAT_OAS);
    same_bytes(layout, mapped, LOB_FORMAT_GDS);
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
