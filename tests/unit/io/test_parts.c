/* Files read in parts by several threads: the same layout as read in one go, and the same error. */
#include "tests/unit/io/same_layout.h"

#include <fcntl.h>
#include <glob.h>

#include "base/platform.h"
#include "tests/support/stride.h"
#include "tests/unit/io/gds_bytes.h"

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

typedef struct outcome {
    lob_status status;
    lob_read_result result;
    lob_error error;
    char hash[33];
} outcome;

static void read_fd(int fd, uint32_t threads, size_t part_size, bool is_strict, outcome *o) {
    const lob_read_options options = {
        .weigh = true, .is_strict = is_strict, .thread_count = threads, .part_size = part_size};
    o->status = lob_read_layout(&ctx, fd, &options, &o->result);
    o->error = ctx.error;
    o->hash[0] = 0;
    lob_error_clear(&ctx.error);
    if (o->status == LOB_OK) {
        assert_int_equal(lob_layout_content_hash(&ctx, o->result.layout, o->hash), LOB_OK);
    }
}

static void same_error(const lob_error *a, const lob_error *b) {
    assert_int_equal(a->code, b->code);
    assert_string_equal(a->message, b->message);
    assert_string_equal(a->hint, b->hint);
    assert_int_equal(a->detail_count, b->detail_count);
    for (unsigned i = 0; i < a->detail_count; i++) {
        assert_string_equal(a->details[i].key, b->details[i].key);
        assert_int_equal(a->details[i].is_text, b->details[i].is_text);
        assert_eq(a->details[i].integer, b->details[i].integer);
        if (a->details[i].is_text) {
            assert_int_equal(a->details[i].text.size, b->details[i].text.size);
            assert_memory_equal(a->details[i].text.data, b->details[i].text.data, a->details[i].text.size);
        }
    }
}

static void same_outcome(const outcome *whole, const outcome *parted) {
    assert_int_equal(whole->status, parted->status);
    same_error(&whole->error, &parted->error);
    assert_string_equal(whole->hash, parted->hash);
    assert_string_equal(whole->result.sha256, parted->result.sha256);
    assert_eq(whole->result.file_size, parted->result.file_size);
    assert_int_equal(whole->result.format, parted->result.format);
    if (whole->status == LOB_OK) {
        same_sums(whole->result.layout, parted->result.layout);
        same_warnings(whole->result.layout, parted->result.layout);
        same_bytes(&ctx, whole->result.layout, parted->result.layout, LOB_FORMAT_OAS);
        same_bytes(&ctx, whole->result.layout, parted->result.layout, LOB_FORMAT_GDS);
    }
}

/* With parts of one cell, and of several. Returns how many of the readings were by threads to the end. */
static unsigned check_path(const char *path, bool is_strict) {
    static const struct {
        uint32_t threads;
        size_t part_size;
    } ways[] = {{2, 1}, {3, 1}, {2, 3000}};
    static outcome whole, parted; /* an error is large */
    unsigned count = 0;
    read_fd(open(path, O_RDONLY | O_CLOEXEC), 1, 0, is_strict, &whole);
    assert_false(whole.result.is_parted);
    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
        read_fd(open(path, O_RDONLY | O_CLOEXEC), ways[i].threads, ways[i].part_size, is_strict, &parted);
        same_outcome(&whole, &parted);
        count += parted.status == LOB_OK && parted.result.is_parted;
        lob_layout_drop(parted.result.layout);
    }
    lob_layout_drop(whole.result.layout);
    lob_arena_reset(arena);
    return count;
}

static void check_pattern(const char *pattern, unsigned parted_least) {
    glob_t found;
    unsigned parted = 0;
    assert_int_equal(glob(pattern, 0, NULL, &found), 0);
    for (size_t i = 0; i < found.gl_pathc; i += stride_pick(1, 9)) {
        lob_case("%s", found.gl_pathv[i]);
        parted += check_path(found.gl_pathv[i], false) + check_path(found.gl_pathv[i], true);
    }
    globfree(&found);
    assert_ge(parted, parted_least);
}

static void test_fixtures(void **state) {
    (void)state;
    check_pattern("fixtures/*.gds", stride_pick(200, 20));
    check_pattern("fixtures/*.oas", 0);
}

static void test_bad(void **state) {
    (void)state;
    check_pattern("fixtures/bad/*.gds", stride_pick(50, 5));
    check_pattern("fixtures/bad/*.oas", 0);
    check_pattern("fixtures/oasis/*.oas", 0);
}

/* ---- files made for it ---- */

static bytes b;

static int file_of(const void *data, size_t size) {
    char name[] = "/tmp/lob_test_parts_XXXXXX";
    const int fd = mkstemp(name);
    assert_ge(fd, 0);
    unlink(name);
    assert_int_equal(write(fd, data, size), (ssize_t)size);
    assert_int_equal(lseek(fd, 0, SEEK_SET), 0);
    return fd;
}

static int again(int fd) {
    char path[40];
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    return open(path, O_RDONLY | O_CLOEXEC);
}

static void check_file(int fd, bool is_parted) {
    static outcome whole, parted;
    read_fd(again(fd), 1, 0, false, &whole);
    for (size_t part_size = 1; part_size < 1000; part_size += 333) {
        read_fd(again(fd), 2, part_size, false, &parted);
        same_outcome(&whole, &parted);
        assert_int_equal(parted.result.is_parted, is_parted);
        lob_layout_drop(parted.result.layout);
    }
    lob_layout_drop(whole.result.layout);
    close(fd);
}

static void check_bytes(bool is_parted) {
    check_file(file_of(b.data, b.size), is_parted);
}

static void put_box(unsigned layer, int size) {
    begin_boundary(&b, layer, 0);
    XY(&b, 0, 0, size, 0, size, size, 0, size, 0, 0);
    end_element(&b);
}

/* Cells that share everything a layout keeps once. */
static void put_cells(int count) {
    char name[20], child[20];
    for (int i = 0; i < count; i++) {
        snprintf(name, sizeof name, "C%d", i);
        snprintf(child, sizeof child, "C%d", i + 1);
        begin_cell(&b, name);
        for (int k = 0; k < 3; k++) {
            put_box(1 + (unsigned)(i + k) % 3, 10 + i % 4);
        }
        begin_boundary(&b, 1, 0);
        XY(&b, 0, 0, 10, 0, 10 + i % 3, 5);
        rec_i2(&b, 0x2b02, 7);
        rec_s(&b, 0x2c06, i % 2 ? "even" : "odds");
        end_element(&b);
        if (i + 1 < count) {
            rec0(&b, 0x0a00);
            rec_s(&b, 0x1206, child);
            XY(&b, i, 0);
            rec_i2(&b, 0x2b02, 61);
            rec_s(&b, 0x2c06, name);
            end_element(&b);
        }
        end_cell(&b);
    }
}

static void test_shared_things(void **state) {
    (void)state;
    head(&b);
    put_cells(40);
    end_library(&b);
    check_bytes(true);
}

static void flush(int fd) {
    assert_int_equal(write(fd, b.data, b.size), (ssize_t)b.size);
    b.size = 0;
}

/* What is worked out of many figures while they are read goes with them, and large columns change owner. */
static void test_large_cells(void **state) {
    (void)state;
    head(&b);
    const int fd = file_of(b.data, b.size);
    b.size = 0;
    lseek(fd, 0, SEEK_END);
    for (int i = 0; i < 3; i++) {
        begin_cell(&b, (const char[]){(char)('A' + i), 0});
        for (int k = 0; k < 4200; k++) {
            put_box(1, k % 50 + i);
            if (k % 2000 == 0) {
                flush(fd);
            }
        }
        rec0(&b, 0x0a00);
        rec_s(&b, 0x1206, "PLACED");
        XY(&b, 0, 0);
        end_element(&b);
        end_cell(&b);
        flush(fd);
    }
    begin_cell(&b, "PLACED");
    for (int k = 0; k < 3000; k++) { /* their column alone is large */
        rec0(&b, 0x0a00);
        rec_s(&b, 0x1206, k % 2 ? "Q" : "P");
        XY(&b, k, 0);
        end_element(&b);
    }
    end_cell(&b);
    end_library(&b);
    flush(fd);
    check_file(fd, true);
}

/* A kind of warning is told once, with the place of the first and how many there were. */
static void test_warnings(void **state) {
    (void)state;
    head(&b);
    for (int i = 0; i < 6; i++) {
        begin_cell(&b, (const char[]){(char)('A' + i), 0});
        for (int k = 0; k < 3; k++) {
            begin_boundary(&b, 1, 0);
            XY(&b, 0, 0, 5, 5, 0, 0);
            end_element(&b);
        }
        end_cell(&b);
    }
    end_library(&b);
    check_bytes(true);
}

/* What threads leave alone: a cell twice, a cell that does not end, bytes behind the end, a wrong record in a cell,
 * none of them at all. */
static void test_left_alone(void **state) {
    (void)state;
    head(&b);
    put_cells(5);
    put_cells(5);
    end_library(&b);
    check_bytes(false);
    head(&b);
    put_cells(5);
    begin_cell(&b, "LAST");
    end_library(&b);
    check_bytes(false);
    head(&b);
    put_cells(5);
    end_library(&b);
    put(&b, "junk", 4);
    check_bytes(false);
    head(&b);
    put_cells(5);
    begin_cell(&b, "LAST");
    rec0(&b, 0x0400);
    end_cell(&b);
    end_library(&b);
    check_bytes(false);
    head(&b);
    put_cells(3);
    b.data[b.size - 2] = 0x3d; /* no such record where ENDSTR was */
    end_library(&b);
    check_bytes(false);
    head(&b);
    end_library(&b);
    check_bytes(false);
    b.size -= 2;
    check_bytes(false);
}

static void test_cancelled(void **state) {
    (void)state;
    static outcome o;
    lob_cancel cancel;
    atomic_init(&cancel.requested, true);
    head(&b);
    put_cells(40);
    end_library(&b);
    ctx.cancel = &cancel;
    read_fd(file_of(b.data, b.size), 2, 1, false, &o);
    assert_int_equal(o.status, LOB_E_CANCELLED);
    assert_null(o.result.layout);
    ctx.cancel = NULL;
}

/* A pipe cannot be read twice, so it is read in one go. */
static void test_pipe(void **state) {
    (void)state;
    static outcome o;
    int ends[2];
    head(&b);
    put_cells(2);
    end_library(&b);
    assert_int_equal(pipe(ends), 0);
    assert_lt(b.size, 65536);
    assert_int_equal(write(ends[1], b.data, b.size), (ssize_t)b.size);
    close(ends[1]);
    read_fd(ends[0], 2, 1, false, &o);
    assert_false(o.result.is_parted);
    lob_layout_drop(o.result.layout);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_fixtures, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_bad, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_shared_things, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_large_cells, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_warnings, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_left_alone, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_cancelled, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_pipe, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
