/* Files read in parts by several threads: the same layout as read in one go, and the same error. */
#include "tests/unit/io/same_layout.h"

#include <fcntl.h>
#include <glob.h>

#include "base/platform.h"
#include "tests/support/stride.h"
#include "tests/unit/base/sweep.h"
#include "tests/unit/io/gds_bytes.h"
#include "tests/unit/io/oas_bytes.h"

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
    assert_eq(whole->result.operations, parted->result.operations);
    assert_eq(whole->result.inflated_size, parted->result.inflated_size);
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
    check_pattern("fixtures/*.oas", stride_pick(200, 20));
}

static void test_bad(void **state) {
    (void)state;
    check_pattern("fixtures/bad/*.gds", stride_pick(50, 5));
    check_pattern("fixtures/bad/*.oas", stride_pick(20, 1));
    check_pattern("fixtures/oasis/*.oas", stride_pick(20, 1));
}

/* ---- files made for it ---- */

static bytes gds;

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
    check_file(file_of(gds.data, gds.size), is_parted);
}

static void put_box(unsigned layer, int size) {
    begin_boundary(&gds, layer, 0);
    XY(&gds, 0, 0, size, 0, size, size, 0, size, 0, 0);
    end_element(&gds);
}

/* Cells that share everything a layout keeps once. */
static void put_cells(int count) {
    char name[20], child[20];
    for (int i = 0; i < count; i++) {
        snprintf(name, sizeof name, "C%d", i);
        snprintf(child, sizeof child, "C%d", i + 1);
        begin_cell(&gds, name);
        for (int k = 0; k < 3; k++) {
            put_box(1 + (unsigned)(i + k) % 3, 10 + i % 4);
        }
        begin_boundary(&gds, 1, 0);
        XY(&gds, 0, 0, 10, 0, 10 + i % 3, 5);
        rec_i2(&gds, 0x2b02, 7);
        rec_s(&gds, 0x2c06, i % 2 ? "even" : "odds");
        end_element(&gds);
        if (i + 1 < count) {
            rec0(&gds, 0x0a00);
            rec_s(&gds, 0x1206, child);
            XY(&gds, i, 0);
            rec_i2(&gds, 0x2b02, 61);
            rec_s(&gds, 0x2c06, name);
            end_element(&gds);
        }
        end_cell(&gds);
    }
}

static void test_shared_things(void **state) {
    (void)state;
    head(&gds);
    put_cells(40);
    end_library(&gds);
    check_bytes(true);
}

static void flush(int fd) {
    assert_int_equal(write(fd, gds.data, gds.size), (ssize_t)gds.size);
    gds.size = 0;
}

/* What is worked out of many figures while they are read goes with them, and large columns change owner. */
static void test_large_cells(void **state) {
    (void)state;
    head(&gds);
    const int fd = file_of(gds.data, gds.size);
    gds.size = 0;
    lseek(fd, 0, SEEK_END);
    for (int i = 0; i < 3; i++) {
        begin_cell(&gds, (const char[]){(char)('A' + i), 0});
        for (int k = 0; k < 4200; k++) {
            put_box(1, k % 50 + i);
            if (k % 2000 == 0) {
                flush(fd);
            }
        }
        rec0(&gds, 0x0a00);
        rec_s(&gds, 0x1206, "PLACED");
        XY(&gds, 0, 0);
        end_element(&gds);
        end_cell(&gds);
        flush(fd);
    }
    begin_cell(&gds, "PLACED");
    for (int k = 0; k < 3000; k++) { /* their column alone is large */
        rec0(&gds, 0x0a00);
        rec_s(&gds, 0x1206, k % 2 ? "Q" : "P");
        XY(&gds, k, 0);
        end_element(&gds);
    }
    end_cell(&gds);
    end_library(&gds);
    flush(fd);
    check_file(fd, true);
}

/* A warning of a kind is listed once, with the place of the first and how many there were. */
static void test_warnings(void **state) {
    (void)state;
    head(&gds);
    for (int i = 0; i < 6; i++) {
        begin_cell(&gds, (const char[]){(char)('A' + i), 0});
        for (int k = 0; k < 3; k++) {
            begin_boundary(&gds, 1, 0);
            XY(&gds, 0, 0, 5, 5, 0, 0);
            end_element(&gds);
        }
        end_cell(&gds);
    }
    end_library(&gds);
    check_bytes(true);
}

/* What threads leave alone: a cell twice, a cell that does not end, bytes behind the end, a wrong record in a cell,
 * none of them at all. */
static void test_left_alone(void **state) {
    (void)state;
    head(&gds);
    put_cells(5);
    put_cells(5);
    end_library(&gds);
    check_bytes(false);
    head(&gds);
    put_cells(5);
    begin_cell(&gds, "LAST");
    end_library(&gds);
    check_bytes(false);
    head(&gds);
    put_cells(5);
    end_library(&gds);
    put(&gds, "junk", 4);
    check_bytes(false);
    head(&gds);
    put_cells(5);
    begin_cell(&gds, "LAST");
    rec0(&gds, 0x0400);
    end_cell(&gds);
    end_library(&gds);
    check_bytes(false);
    head(&gds);
    put_cells(3);
    gds.data[gds.size - 2] = 0x3d; /* no such record where ENDSTR was */
    end_library(&gds);
    check_bytes(false);
    head(&gds);
    end_library(&gds);
    check_bytes(false);
    gds.size -= 2;
    check_bytes(false);
}

/* No file at all, and one that was read from already: that is left to the reading in one go as well. */
static void test_odd_descriptors(void **state) {
    (void)state;
    static outcome o;
    read_fd(-1, 2, 1, false, &o);
    assert_int_equal(o.status, LOB_E_UNSUPPORTED_FORMAT);
    head(&gds);
    put_cells(3);
    end_library(&gds);
    const int fd = file_of(gds.data, gds.size);
    assert_int_equal(lseek(fd, 4, SEEK_SET), 4);
    read_fd(fd, 2, 1, false, &o);
    assert_int_equal(o.status, LOB_E_UNSUPPORTED_FORMAT);
    assert_false(o.result.is_parted);
}

/* The name says another format than the bytes: one warning, with memory or not. */
static bool read_mismatched(void *arg) {
    const lob_read_options options = {.expected = LOB_FORMAT_OAS, .thread_count = 2, .part_size = 1};
    lob_read_result result;
    const lob_status status = lob_read_layout(&ctx, again(*(const int *)arg), &options, &result);
    lob_error_clear(&ctx.error);
    if (status == LOB_OK) {
        assert_int_equal(lob_layout_warning_count(result.layout), 1);
        assert_string_equal(lob_layout_warning(result.layout, 0)->kind, "format_mismatch");
    }
    lob_layout_drop(result.layout);
    return status == LOB_OK;
}

static void test_mismatch(void **state) {
    (void)state;
    head(&gds);
    put_cells(1);
    end_library(&gds);
    int fd = file_of(gds.data, gds.size);
    assert_true(read_mismatched(&fd));
    sweep_allocations_sparing(read_mismatched, &fd, true);
    close(fd);
}

/* ---- OASIS ---- */

static int oas_written(const lob_layout *layout) {
    lob_outfile out;
    lob_write_warnings warnings = {.count = 0};
    assert_int_equal(lob_outfile_begin(&ctx, &out, -1, false), LOB_OK);
    assert_int_equal(lob_write_layout(&ctx, layout, LOB_FORMAT_OAS, &out, &warnings), LOB_OK);
    assert_int_equal(lob_outfile_end(&out), LOB_OK);
    const lob_str text = lob_outfile_bytes(&out);
    const int fd = file_of(text.data, text.size);
    lob_outfile_release(&out);
    return fd;
}

/* Name tables behind the last cell, in blocks like its own. */
static void test_tables_behind(void **state) {
    (void)state;
    static outcome whole;
    head(&gds);
    put_cells(200);
    end_library(&gds);
    read_fd(file_of(gds.data, gds.size), 1, 0, false, &whole);
    assert_int_equal(whole.status, LOB_OK);
    check_file(oas_written(whole.result.layout), true);
    lob_layout_drop(whole.result.layout);
}

static oas_file f;

/* A block of bytes that deflate leaves as they are. */
static void stored(const void *data, uint8_t size) {
    const uint8_t head_bytes[5] = {1, size, 0, (uint8_t)~size, 0xff};
    u(&f, 34);
    u(&f, 0);
    u(&f, size);
    u(&f, sizeof head_bytes + size);
    raw(&f, head_bytes, sizeof head_bytes);
    raw(&f, data, size);
}

static void oas_cell_named(const char *name) {
    u(&f, 14);
    s(&f, name);
}

/* RECTANGLE of layer 1, datatype 0, 10 by 5, at (x, 0). */
static const uint8_t rectangle[] = {20, 0x73, 1, 0, 10, 5, 20};
static const uint8_t another[] = {20, 0x10, 60}; /* the same elsewhere */
static const uint8_t name_table[] = {3, 1, 'N'};

static void expect_oas(bool is_parted) {
    oas_finish(&f, 0);
    check_file(file_of(f.data, f.size), is_parted);
}

static void test_blocks(void **state) {
    (void)state;
    lob_case("two blocks, records between them, and a table in the third");
    oas_begin(&f);
    oas_cell_named("A");
    u(&f, 16);
    stored(rectangle, sizeof rectangle);
    raw(&f, another, sizeof another);
    stored(another, sizeof another);
    oas_cell_named("B");
    raw(&f, rectangle, sizeof rectangle);
    raw(&f, another, sizeof another);
    oas_cell_named("C");
    stored(rectangle, sizeof rectangle);
    stored(name_table, sizeof name_table);
    oas_cell_named("D");
    stored(rectangle, sizeof rectangle);
    expect_oas(false); /* what comes between blocks leaves out what only the block before has said */
    lob_case("the same without records between blocks");
    oas_begin(&f);
    oas_cell_named("A");
    stored(rectangle, sizeof rectangle);
    stored(another, sizeof another);
    oas_cell_named("B");
    raw(&f, rectangle, sizeof rectangle);
    raw(&f, another, sizeof another);
    oas_cell_named("C");
    stored(rectangle, sizeof rectangle);
    stored(name_table, sizeof name_table);
    oas_cell_named("D");
    stored(rectangle, sizeof rectangle);
    expect_oas(true);
}

static void test_odd_blocks(void **state) {
    (void)state;
    static const uint8_t cell_in_block[] = {14, 1, 'Q', 20, 0x73, 1, 0, 10, 5, 20};
    static const uint8_t no_start_of_record[] = {16};
    lob_case("a cell within a block: first of a block, and behind others");
    oas_begin(&f);
    oas_cell_named("A");
    stored(rectangle, sizeof rectangle);
    stored(cell_in_block, sizeof cell_in_block);
    oas_cell_named("B");
    stored(rectangle, sizeof rectangle);
    expect_oas(true);
    oas_begin(&f);
    oas_cell_named("A");
    stored(cell_in_block, sizeof cell_in_block);
    expect_oas(false);
    lob_case("a table as the first block of a cell");
    oas_begin(&f);
    oas_cell_named("A");
    stored(name_table, sizeof name_table);
    expect_oas(false);
    lob_case("an empty block");
    oas_begin(&f);
    oas_cell_named("A");
    stored(no_start_of_record, sizeof no_start_of_record);
    stored(no_start_of_record, 0);
    expect_oas(false);
    lob_case("a cell twice");
    oas_begin(&f);
    oas_cell_named("A");
    stored(rectangle, sizeof rectangle);
    oas_cell_named("A");
    stored(rectangle, sizeof rectangle);
    expect_oas(false);
    lob_case("a block that is none");
    oas_begin(&f);
    oas_cell_named("A");
    u(&f, 34);
    u(&f, 7);
    expect_oas(false);
    lob_case("a warning in a block");
    oas_begin(&f);
    oas_cell_named("A");
    stored((const uint8_t[]){20, 0x13, 0, 20}, 4);
    expect_oas(false);
    oas_begin(&f);
    oas_cell_named("A");
    stored((const uint8_t[]){21, 0x3b, 1, 0, 2, 1, 40, 0, 0}, 9);
    expect_oas(false);
}

/* A cell of blocks that hold padding, in chunks of 65535 bytes that deflate leaves as they are. */
static int padded(int blocks, int chunks) {
    enum { CHUNK = 65535, CHUNKS_MAX = 36 };
    static uint8_t block[CHUNKS_MAX * (CHUNK + 5)];
    const size_t size = (size_t)chunks * (CHUNK + 5);
    for (int i = 0; i < chunks; i++) {
        const uint8_t chunk_head[5] = {i + 1 == chunks, 0xff, 0xff, 0, 0};
        memcpy(block + (size_t)i * (CHUNK + 5), chunk_head, sizeof chunk_head);
    }
    oas_begin(&f);
    oas_cell_named("A");
    const int fd = file_of(f.data, f.size);
    lseek(fd, 0, SEEK_END);
    for (int i = 0; i < blocks; i++) {
        f.size = 0;
        u(&f, 34);
        u(&f, 0);
        u(&f, (uint64_t)chunks * CHUNK);
        u(&f, size);
        assert_int_equal(write(fd, f.data, f.size), (ssize_t)f.size);
        assert_int_equal(write(fd, block, size), (ssize_t)size);
    }
    f.size = 0;
    oas_finish(&f, 0);
    assert_int_equal(write(fd, f.data, f.size), (ssize_t)f.size);
    return fd;
}

/* More than a part may hold: the file is one thread's. */
static void test_beyond_a_part(void **state) {
    (void)state;
    enum { BOXES = 36000 };
    lob_case("a cell of 2 MiB");
    head(&gds);
    const int fd = file_of(gds.data, gds.size);
    gds.size = 0;
    lseek(fd, 0, SEEK_END);
    begin_cell(&gds, "LARGE");
    for (int k = 0; k < BOXES; k++) {
        put_box(1, k % 50 + 1);
        if (k % 1000 == 0) {
            flush(fd);
        }
    }
    end_cell(&gds);
    begin_cell(&gds, "NEXT");
    put_box(1, 3);
    end_cell(&gds);
    end_library(&gds);
    flush(fd);
    check_file(fd, false);
    lob_case("a block of 2.3 MiB; two of 1.5; records between blocks");
    check_file(padded(1, 36), false);
    check_file(padded(2, 24), false);
    oas_begin(&f);
    oas_cell_named("A");
    raw(&f, rectangle, sizeof rectangle);
    const int records = file_of(f.data, f.size);
    lseek(records, 0, SEEK_END);
    for (int i = 0; i < 36; i++) {
        f.size = 0;
        while (f.size < 60000) {
            raw(&f, another, sizeof another);
        }
        assert_int_equal(write(records, f.data, f.size), (ssize_t)f.size);
    }
    f.size = 0;
    oas_finish(&f, 0);
    assert_int_equal(write(records, f.data, f.size), (ssize_t)f.size);
    check_file(records, false);
}

/* A file that ends anywhere: in a cell's name, a block's sizes, its bytes. */
static void test_cut_short(void **state) {
    (void)state;
    oas_begin(&f);
    const size_t least = f.size;
    oas_cell_named("FIRST");
    stored(rectangle, sizeof rectangle);
    stored(another, sizeof another);
    oas_cell_named("SECOND");
    raw(&f, rectangle, sizeof rectangle);
    u(&f, 13);
    u(&f, 300);
    raw(&f, rectangle, sizeof rectangle);
    for (size_t size = f.size; size >= least; size--) {
        check_file(file_of(f.data, size), false);
    }
}

/* Records that take much work for their length are the business of who counts it. */
static void test_hard_records(void **state) {
    (void)state;
    enum { LENGTH = 30000, TIMES = 7000 };
    static char text[LENGTH + 1];
    memset(text, 'v', LENGTH);
    oas_begin(&f);
    oas_cell_named("A");
    raw(&f, rectangle, sizeof rectangle);
    u(&f, 28);
    u(&f, 0x14);
    s(&f, "P");
    u(&f, 10);
    s(&f, text);
    for (int i = 0; i < TIMES; i++) {
        raw(&f, another, sizeof another);
        u(&f, 29);
    }
    expect_oas(false);
}

/* Blocks that begin with what ends a cell. */
static void test_first_records(void **state) {
    (void)state;
    static const uint8_t numbered[] = {13, 0, 20, 0x73, 1, 0, 10, 5, 20}, names[] = {30, 1, 0, 1, 'x'},
                         numbered_names[] = {31, 1, 0, 1, 'x', 0}, bad[] = {99, 99};
    static const struct {
        const uint8_t *data;
        uint8_t size;
    } firsts[] = {{numbered, sizeof numbered}, {names, sizeof names}, {numbered_names, sizeof numbered_names}};
    static outcome whole, parted;
    for (size_t i = 0; i < sizeof firsts / sizeof firsts[0]; i++) {
        for (int is_bad = 0; is_bad < 2; is_bad++) {
            lob_case("firsts[%zu], behind a block that is %s", i, is_bad ? "wrong" : "right");
            oas_begin(&f);
            oas_cell_named("A");
            stored(is_bad ? bad : rectangle, is_bad ? sizeof bad : sizeof rectangle);
            stored(firsts[i].data, firsts[i].size);
            oas_finish(&f, 0);
            const int fd = file_of(f.data, f.size);
            read_fd(again(fd), 1, 0, false, &whole);
            read_fd(again(fd), 2, 1, false, &parted);
            same_outcome(&whole, &parted);
            lob_layout_drop(whole.result.layout);
            lob_layout_drop(parted.result.layout);
            close(fd);
        }
    }
    lob_case("a name that strict files do not have");
    oas_begin(&f);
    oas_cell_named("A B");
    stored(rectangle, sizeof rectangle);
    oas_finish(&f, 0);
    const int fd = file_of(f.data, f.size);
    read_fd(again(fd), 1, 0, true, &whole);
    read_fd(again(fd), 2, 1, true, &parted);
    same_outcome(&whole, &parted);
    lob_layout_drop(whole.result.layout);
    lob_layout_drop(parted.result.layout);
    close(fd);
}

/* ---- without memory ---- */

static bool read_all_ways(void *arg) {
    const lob_read_options options = {.weigh = true, .thread_count = 2, .part_size = 1};
    lob_read_result result;
    const lob_status status = lob_read_layout(&ctx, again(*(const int *)arg), &options, &result);
    lob_error_clear(&ctx.error);
    lob_layout_drop(result.layout);
    return status == LOB_OK;
}

/* The reading in one go may have the memory that threads had not. */
static void test_memory(void **state) {
    (void)state;
    static outcome whole;
    head(&gds);
    put_cells(6);
    end_library(&gds);
    int fd = file_of(gds.data, gds.size);
    sweep_allocations_sparing(read_all_ways, &fd, true);
    read_fd(again(fd), 1, 0, false, &whole);
    close(fd);
    fd = oas_written(whole.result.layout);
    lob_layout_drop(whole.result.layout);
    sweep_allocations_sparing(read_all_ways, &fd, true);
    close(fd);
    oas_begin(&f);
    oas_cell_named("A");
    stored(rectangle, sizeof rectangle);
    stored(another, sizeof another);
    stored(name_table, sizeof name_table);
    oas_finish(&f, 0);
    fd = file_of(f.data, f.size);
    sweep_allocations_sparing(read_all_ways, &fd, true);
    close(fd);
}

/* A bound of the layout is kept by threads as well. */
static void test_layout_size(void **state) {
    (void)state;
    head(&gds);
    put_cells(60);
    end_library(&gds);
    const int fd = file_of(gds.data, gds.size);
    bool was_refused = false, was_read = false;
    for (uint64_t size = 1 << 10; size < 1 << 22; size += size / 16) {
        const lob_read_options options = {.weigh = true, .thread_count = 2, .part_size = 1, .layout_size_max = size};
        lob_read_result result;
        const lob_status status = lob_read_layout(&ctx, again(fd), &options, &result);
        lob_error_clear(&ctx.error);
        was_refused |= status == LOB_E_TOOL_LIMIT_EXCEEDED;
        was_read |= status == LOB_OK;
        assert_true(status == LOB_OK || status == LOB_E_TOOL_LIMIT_EXCEEDED);
        assert_true(status != LOB_OK || lob_layout_size(result.layout) <= size + 4096);
        lob_layout_drop(result.layout);
    }
    assert_true(was_refused && was_read);
    close(fd);
}

static void test_cancelled(void **state) {
    (void)state;
    static outcome o;
    lob_cancel cancel;
    atomic_init(&cancel.requested, true);
    head(&gds);
    put_cells(40);
    end_library(&gds);
    ctx.cancel = &cancel;
    read_fd(file_of(gds.data, gds.size), 2, 1, false, &o);
    assert_int_equal(o.status, LOB_E_CANCELLED);
    assert_null(o.result.layout);
    oas_begin(&f);
    oas_cell_named("A");
    stored(rectangle, sizeof rectangle);
    oas_cell_named("B");
    stored(rectangle, sizeof rectangle);
    oas_finish(&f, 0);
    read_fd(file_of(f.data, f.size), 2, 1, false, &o);
    assert_int_equal(o.status, LOB_E_CANCELLED);
    ctx.cancel = NULL;
}

/* A pipe cannot be read twice, so it is read in one go. */
static void test_pipe(void **state) {
    (void)state;
    static outcome o;
    int ends[2];
    head(&gds);
    put_cells(2);
    end_library(&gds);
    assert_int_equal(pipe(ends), 0);
    assert_lt(gds.size, 65536);
    assert_int_equal(write(ends[1], gds.data, gds.size), (ssize_t)gds.size);
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
        cmocka_unit_test_setup_teardown(test_odd_descriptors, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_mismatch, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_tables_behind, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_odd_blocks, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_blocks, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_beyond_a_part, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_cut_short, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_hard_records, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_first_records, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_memory, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_layout_size, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_cancelled, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_pipe, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
