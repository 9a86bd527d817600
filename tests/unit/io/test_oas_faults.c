/* A fault stops the reader of OASIS where it is: whatever goes wrong inside, nothing is told to the sink afterwards and
 * the call returns what went wrong.
 *
 * The faults are put everywhere: at each byte of a file with every record an integer too long for 64 bits, whose last
 * byte is the fault, so that a reader which goes on would find the next record; a sink that fails at each event in
 * turn, and one that asks to stop; the file packed, cut, and with each allocation failing.
 */
#include <glob.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/alloc.h"
#include "io/oas/oas.h"
#include "tests/unit/io/oas_bytes.h"
#include "tests/unit/io/oas_told.h"

/* ---- a sink that sees whether anything is told after a fault ---- */

static struct watcher {
    int count, fail_at, cancel_at, late;
    lob_status code; /* of the failure */
    lob_cancel cancel;
} seen;

static lob_status event(lob_status told_status) {
    seen.late += ctx.error.code != LOB_OK || atomic_load(&seen.cancel.requested);
    seen.count++;
    if (seen.count == seen.cancel_at) {
        atomic_store(&seen.cancel.requested, true);
    }
    return seen.count == seen.fail_at ? lob_fail(&ctx, seen.code, "The sink has had enough") : told_status;
}

static lob_status see_layout(void *self, const lob_layout_event *e) {
    return event(on_layout(self, e));
}
static lob_status see_cell(void *self, lob_str name) {
    return event(on_cell(self, name));
}
static lob_status see_cell_ref(void *self, uint64_t ref) {
    return event(on_cell_ref(self, ref));
}
static lob_status see_define(void *self, lob_table table, uint64_t ref, lob_str name) {
    return event(on_define(self, table, ref, name));
}
static lob_status see_range(void *self, const lob_layer_range *r, lob_str name) {
    return event(on_range(self, r, name));
}
static lob_status see_box(void *self, const lob_element *e, lob_box box) {
    return event(on_box(self, e, box));
}
static lob_status see_polygon(void *self, const lob_element *e, const lob_point *points, uint32_t count) {
    return event(on_polygon(self, e, points, count));
}
static lob_status see_path(void *self, const lob_element *e, const lob_path_event *p) {
    return event(on_path(self, e, p));
}
static lob_status see_text(void *self, const lob_element *e, const lob_text_event *t) {
    return event(on_text(self, e, t));
}
static lob_status see_instance(void *self, const lob_element *e, const lob_instance_event *v) {
    return event(on_instance(self, e, v));
}
static lob_status see_property(void *self, const lob_prop *p) {
    return event(on_property(self, p));
}
static lob_status see_end_cell(void *self) {
    return event(on_end_cell(self));
}
static lob_status see_warning(void *self, const char *kind, const char *text, uint64_t offset) {
    return event(on_warning(self, kind, text, offset));
}
static lob_status see_end(void *self) {
    return event(on_end(self));
}

static const lob_sink watching = {.begin_layout = see_layout,
                                  .begin_cell = see_cell,
                                  .begin_cell_ref = see_cell_ref,
                                  .define = see_define,
                                  .layer_range = see_range,
                                  .box = see_box,
                                  .polygon = see_polygon,
                                  .path = see_path,
                                  .text = see_text,
                                  .instance = see_instance,
                                  .property = see_property,
                                  .end_cell = see_end_cell,
                                  .warning = see_warning,
                                  .end_layout = see_end};

/* ---- the same for a sink that keeps outlines: the reader then hands out where they lie ---- */

static lob_status see_outline(void *self, const lob_point *points, uint32_t count, uint32_t *outline) {
    (void)self;
    (void)points;
    (void)count;
    *outline = 0;
    return event(LOB_OK);
}
static lob_status see_polygon_of(void *self, const lob_element *e, uint32_t outline, lob_point at) {
    (void)self;
    (void)e;
    (void)outline;
    (void)at;
    return event(LOB_OK);
}
static lob_status see_path_of(void *self, const lob_element *e, const lob_path_event *p, uint32_t outline,
                              lob_point at) {
    (void)self;
    (void)e;
    (void)p;
    (void)outline;
    (void)at;
    return event(LOB_OK);
}

static bool keeps_outlines;

static const char *reason(void) {
    static char text[64];
    text[0] = '\0';
    for (unsigned k = 0; k < ctx.error.detail_count; k++) {
        if (strcmp(ctx.error.details[k].key, "reason") == 0) {
            snprintf(text, sizeof text, "%.*s", (int)ctx.error.details[k].text.size, ctx.error.details[k].text.data);
        }
    }
    return text;
}

static lob_status watch_source(lob_status opened, lob_source *source) {
    atomic_store(&seen.cancel.requested, false);
    seen.count = seen.late = 0;
    ctx.cancel = &seen.cancel;
    lob_sink sink = watching;
    if (keeps_outlines) {
        sink.outline = see_outline;
        sink.polygon_of = see_polygon_of;
        sink.path_of = see_path_of;
    }
    lob_status status = opened == LOB_OK ? lob_oas_read(&ctx, source, &sink) : opened;
    lob_source_close(source);
    assert_int_equal(ctx.error.code, status); /* no fault is passed over, none told that was not */
    assert_int_equal(seen.late, 0);
    return status;
}

static void renew(void) {
    if (ctx.arena) {
        lob_arena_reset(ctx.arena);
    }
    lob_ctx_init(&ctx, ctx.arena ? ctx.arena : lob_arena_new(0));
    lob_buf_clear(&told);
}

static lob_status watch(const void *data, size_t size) {
    lob_source *source = NULL;
    const lob_source_options options = {0};
    renew();
    const lob_status opened = lob_source_open_memory(&ctx, data, size, &options, &source);
    return watch_source(opened, source);
}

/* ---- a file with every record ---- */

static void numbers(const uint64_t *list, size_t count) {
    for (size_t k = 0; k < count; k++) {
        u(&file, list[k]);
    }
}
#define U(...) numbers((const uint64_t[]){__VA_ARGS__}, sizeof((const uint64_t[]){__VA_ARGS__}) / sizeof(uint64_t))

static void record(unsigned id, unsigned info) {
    u(&file, id);
    b(&file, info);
}

static void names(void) {
    static const uint64_t counted[] = {3, 5, 7, 9};
    for (size_t k = 0; k < 4; k++) {
        u(&file, counted[k]);
        s(&file, "N");
    }
    for (unsigned k = 0; k < 2; k++) { /* LAYERNAME, of figures and of texts: each kind of range */
        for (unsigned kind = 0; kind < 5; kind++) {
            u(&file, 11 + k);
            s(&file, "L");
            u(&file, kind);
            numbers((const uint64_t[]){1, 2}, kind == 0 ? 0 : kind == 4 ? 2 : 1);
            U(0);
        }
    }
    U(30, 1);
    s(&file, "x");
    U(31, 1);
    s(&file, "x");
    U(0);
}

static void properties_of(void) {
    record(28, 0xf4);
    s(&file, "P");
    U(16, 0, 3, 1, 3, 2, 3, 3, 3, 4, 3, 2, 5, 3, 2, 6);
    raw(&file, "\0\0\x80\x3f", 4);
    U(7);
    raw(&file, "\0\0\0\0\0\0\xf0\x3f", 8);
    U(8, 5, 9, 5);
    for (unsigned kind = 10; kind < 13; kind++) {
        u(&file, kind);
        s(&file, "v");
    }
    U(13, 0, 14, 0, 15, 0);
    record(28, 0x27);
    U(0, 8, 1, 8, 2);
    record(28, 0x07);
    U(0);
    U(29);
}

static void repetitions(void) {
    static const uint64_t kinds[][12] = {
        {1, 1, 1, 9, 9}, {2, 1, 9},          {3, 1, 9},  {4, 1, 3, 4},      {5, 1, 2, 3, 4},       {6, 1, 3, 4},
        {7, 1, 2, 3, 4}, {8, 1, 1, 8, 9, 8}, {9, 1, 16}, {10, 1, 16, 5, 8}, {11, 1, 2, 16, 17, 8}, {0}};
    static const unsigned sizes[] = {5, 3, 3, 4, 5, 4, 5, 6, 3, 5, 6, 1};
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        record(20, 0x7f);
        U(1, 0, 4, 4, 2, 2);
        numbers(kinds[k], sizes[k]);
    }
}

static void outlines(void) {
    static const uint64_t lists[][8] = {{0, 2, 8, 8},
                                        {1, 2, 8, 8},
                                        {2, 2, 16, 17},
                                        {3, 2, 32, 33},
                                        {4, 2, 32, 5 << 2 | 1, 8},
                                        {5, 2, 32, 5 << 2 | 3, 8}};
    static const unsigned sizes[] = {4, 4, 4, 4, 5, 5};
    for (size_t k = 0; k < 6; k++) {
        record(21, 0x3b);
        U(1, 0);
        numbers(lists[k], sizes[k]);
        U(2, 2);
    }
    record(22, 0xfb);
    U(1, 0, 3, 15, 2, 2, 4, 2, 32, 5 << 2 | 1, 8, 2, 2);
    record(22, 0xfb); /* again: what it gives is there already */
    U(1, 0, 3, 15, 2, 2, 4, 2, 32, 5 << 2 | 1, 8, 2, 2);
    record(22, 0xbb);
    U(1, 0, 6, 0, 1, 8, 2, 2);
    record(23, 0x7b);
    U(1, 0, 40, 20, 4, 4, 2, 2);
    record(24, 0x7b);
    U(1, 0, 40, 20, 4, 2, 2);
    record(25, 0xfb);
    U(1, 0, 40, 20, 4, 2, 2);
    record(26, 0xfb);
    U(1, 0, 4, 90, 20, 2, 2);
    record(26, 0xdb);
    U(1, 0, 16, 20, 2, 2);
    record(27, 0x3b);
    U(1, 0, 9, 2, 2);
}

static void texts_and_placements(void) {
    record(19, 0x5f);
    s(&file, "t");
    U(1, 0, 2, 2, 2, 1, 9);
    record(19, 0x7b);
    U(0, 1, 0, 2, 2);
    record(17, 0xb8);
    s(&file, "B");
    U(2, 2, 2, 1, 9);
    record(17, 0xf0);
    U(0, 2, 2);
    record(18, 0xf6);
    U(0, 4, 3, 2, 0, 30, 2, 2);
    record(18, 0xf6);
    U(0, 0, 2, 4, 9, 2, 2, 2);
}

static void every_record(void) {
    oas_begin(&file);
    names();
    properties_of();
    U(14);
    s(&file, "A");
    properties_of();
    U(15);
    repetitions();
    properties_of();
    U(16);
    repetitions();
    outlines();
    U(15);
    texts_and_placements();
    properties_of();
    record(33, 0x1b);
    U(5, 1, 0);
    s(&file, "g");
    U(2, 2, 32, 5);
    s(&file, "e");
    U(0);
    U(13, 0);
    U(15);
    outlines();
    repetitions();
    properties_of();
}

/* A CBLOCK that says it has `claim` bytes. */
static void block(uint8_t *plain, size_t size, size_t claim, bool stored) {
    static uint8_t packed[1 << 14];
    z_stream z = {.next_in = plain, .avail_in = (unsigned)size, .next_out = packed, .avail_out = sizeof packed};
    assert_int_equal(deflateInit2(&z, stored ? 0 : 9, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY), Z_OK);
    assert_int_equal(deflate(&z, Z_FINISH), Z_STREAM_END);
    U(34, 0, claim, z.total_out);
    raw(&file, packed, z.total_out);
    deflateEnd(&z);
}

/* The records as one CBLOCK. `stored`: not packed, so that each of its bytes can be met. */
static void pack_records(bool stored) {
    static uint8_t plain[1 << 14];
    oas_begin(&file);
    const size_t from = file.size;
    every_record();
    const size_t size = file.size - from;
    memcpy(plain, file.data + from, size);
    file.size = from;
    block(plain, size, size, stored);
}

/* ---- the faults ---- */

static void test_all_is_read(void **state) {
    (void)state;
    every_record();
    oas_finish(&file, 1);
    lob_status status = watch(file.data, file.size);
    if (status != LOB_OK) {
        fail_msg("%s, %s\n%s", ctx.error.message, reason(), told.data);
    }
    assert_true(seen.count > 80);
    assert_non_null(strstr(told.data, "end cell\nend\n"));
    static char all[1 << 16];
    assert_true(told.size < sizeof all);
    memcpy(all, told.data, told.size + 1);
    for (int stored = 0; stored < 2; stored++) {
        pack_records(stored);
        oas_finish(&file, 2);
        assert_int_equal(watch(file.data, file.size), LOB_OK);
        assert_string_equal(told.data, all);
    }
}

/* Puts these bytes in the place of each one in turn. Returns how often that was refused with this reason. */
static unsigned put_anywhere(const uint8_t *bytes, size_t count, size_t from, size_t end, const char *wanted) {
    static oas_file with;
    unsigned refused = 0;
    for (size_t at = from; at < end; at++) {
        memcpy(with.data, file.data, at);
        memcpy(with.data + at, bytes, count);
        memcpy(with.data + at + count, file.data + at + 1, file.size - at - 1);
        refused += watch(with.data, file.size + count - 1) != LOB_OK && strcmp(reason(), wanted) == 0;
    }
    return refused;
}

/* Nine bytes that say nothing, and one with more than the last bit that is left. */
static const uint8_t too_long[] = {0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x7f};

static void test_integer_too_long_anywhere(void **state) {
    (void)state;
    enum { MAGIC = 13 };
    every_record();
    const size_t size = file.size;
    oas_finish(&file, 0);
    assert_true(put_anywhere(too_long, sizeof too_long, MAGIC, size, "integer_range") > size / 2); /* most bytes are */
    oas_begin(&file);
    const size_t from = file.size;
    pack_records(false);
    oas_finish(&file, 0);
    /* CBLOCK, its type, its size */
    assert_int_equal(put_anywhere(too_long, sizeof too_long, from, from + 3, "integer_range"), 3);
}

/* Integers that can be read, but that no coordinate, layer or sum can be. */
static void test_integer_too_large_anywhere(void **state) {
    (void)state;
    static const uint8_t large[][10] = {{0x80, 0x80, 0x80, 0x80, 0x08},
                                        {0x80, 0x80, 0x80, 0x80, 0x80, 0x01},
                                        {0x81, 0x80, 0x80, 0x80, 0x80, 0x01},
                                        {0x82, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x7f},
                                        {0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01},
                                        {0xfe, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01}};
    static const size_t sizes[] = {5, 6, 6, 9, 10, 10};
    every_record();
    const size_t size = file.size;
    oas_finish(&file, 0);
    for (size_t k = 0; k < 2 * (sizeof sizes / sizeof *sizes); k++) {
        keeps_outlines = k & 1;
        assert_true(put_anywhere(large[k / 2], sizes[k / 2], 13, size, "coordinate_range") > 0);
    }
    keeps_outlines = false;
}

static void test_bit_changed_anywhere(void **state) {
    (void)state;
    every_record();
    const size_t size = file.size;
    oas_finish(&file, 0);
    for (size_t at = 13; at < size; at += getenv("LOB_TEST_QUICK") ? 7 : 1) {
        for (unsigned bit = 0; bit < 8; bit++) {
            const uint8_t changed = file.data[at] ^ (uint8_t)(1u << bit);
            put_anywhere(&changed, 1, at, at + 1, "");
        }
    }
}

/* The files of fixtures/bad, whose reasons other checks hold, stop the reader as well. */
static void test_bad_files(void **state) {
    (void)state;
    glob_t found;
    unsigned refused = 0;
    if (glob("fixtures/bad/oas_*.oas", 0, NULL, &found) != 0) {
        skip();
    }
    for (size_t k = 0; k < found.gl_pathc; k++) {
        FILE *in = fopen(found.gl_pathv[k], "rb");
        assert_non_null(in);
        file.size = fread(file.data, 1, sizeof file.data, in);
        fclose(in);
        refused += watch(file.data, file.size) != LOB_OK;
    }
    assert_true(refused > 100);
    globfree(&found);
}

/* A limit says where it was met. */
static void test_inflated_limit(void **state) {
    (void)state;
    lob_source *source = NULL;
    const lob_source_options options = {.inflated_max = 100};
    pack_records(false);
    oas_finish(&file, 0);
    renew();
    const lob_status opened = lob_source_open_memory(&ctx, file.data, file.size, &options, &source);
    assert_int_equal(watch_source(opened, source), LOB_E_TOOL_LIMIT_EXCEEDED);
    assert_string_equal(reason(), "inflated_size");
    unsigned places = 0;
    for (unsigned k = 0; k < ctx.error.detail_count; k++) {
        const lob_error_detail *d = &ctx.error.details[k];
        places += strcmp(d->key, "offset") == 0 || strcmp(d->key, "record") == 0 || strcmp(d->key, "record_index") == 0;
    }
    assert_int_equal(places, 3);
}

/* What a block holds beyond its word is not looked at, however well it is packed. */
static void test_block_larger_than_it_says(void **state) {
    (void)state;
    static uint8_t plain[1 << 18];
    oas_begin(&file);
    U(14);
    s(&file, "A");
    const oas_file before = file;
    record(20, 0x7b);
    U(1, 0, 4, 4, 0, 0);
    const size_t first = file.size - before.size;
    memcpy(plain, file.data + before.size, first);
    for (size_t at = first; at + 1 < sizeof plain; at += 2) { /* the same again */
        plain[at] = 20;
        plain[at + 1] = 0;
    }
    file = before;
    block(plain, first + 200000, 100, false);
    oas_finish(&file, 0);
    assert_int_equal(watch(file.data, file.size), LOB_E_UNSUPPORTED_FORMAT);
    assert_string_equal(reason(), "cblock_size");
    assert_int_equal(seen.count, 2); /* the layout and the cell */
    file = before;
    block(plain, first + 200000, first + 200000, false);
    oas_finish(&file, 0);
    assert_int_equal(watch(file.data, file.size), LOB_OK);
    assert_int_equal(seen.count, 2 + 100001 + 2);
}

static void test_cut_anywhere(void **state) {
    (void)state;
    every_record();
    oas_finish(&file, 0);
    for (size_t size = 0; size < file.size; size++) {
        assert_int_equal(watch(file.data, size), LOB_E_UNSUPPORTED_FORMAT);
    }
    pack_records(false);
    oas_finish(&file, 0);
    for (size_t size = 0; size < file.size; size++) {
        assert_int_equal(watch(file.data, size), LOB_E_UNSUPPORTED_FORMAT);
    }
}

static void test_sink_fails_anywhere(void **state) {
    (void)state;
    for (int packed = 0; packed < 2; packed++) {
        packed ? pack_records(false) : every_record();
        oas_finish(&file, 0);
        assert_int_equal(watch(file.data, file.size), LOB_OK);
        const int events = seen.count;
        for (int nth = 1; nth <= events; nth++) {
            seen.fail_at = nth;
            seen.code = nth & 1 ? LOB_E_UNSUPPORTED_FORMAT : LOB_E_TOOL_LIMIT_EXCEEDED;
            assert_int_equal(watch(file.data, file.size), seen.code);
            assert_int_equal(seen.count, nth);
        }
        seen.fail_at = 0;
    }
}

static void test_each_allocation_fails(void **state) {
    (void)state;
    pack_records(false);
    oas_finish(&file, 0);
    for (uint64_t nth = 1;; nth++) {
        lob_source *source = NULL;
        const lob_source_options options = {0};
        renew();
        lob_alloc_fail_at(nth, 0);
        const lob_status opened = lob_source_open_memory(&ctx, file.data, file.size, &options, &source);
        const lob_status status = watch_source(opened, source);
        const bool done = lob_alloc_count() < nth;
        lob_alloc_fail_at(0, 0);
        assert_true(status == LOB_OK || (status == LOB_E_TOOL_LIMIT_EXCEEDED && strcmp(reason(), "memory") == 0));
        if (done) {
            assert_int_equal(status, LOB_OK);
            assert_true(nth > 10);
            break;
        }
    }
}

/* ---- gzip around all of it, cut: what is told is that, and not what the parser makes of the rest ---- */

static size_t gzip(uint8_t *data, size_t size, uint8_t *out, size_t room) {
    z_stream z = {.next_in = data, .avail_in = (unsigned)size, .next_out = out, .avail_out = (unsigned)room};
    assert_int_equal(deflateInit2(&z, 9, Z_DEFLATED, 31, 8, Z_DEFAULT_STRATEGY), Z_OK);
    assert_int_equal(deflate(&z, Z_FINISH), Z_STREAM_END);
    deflateEnd(&z);
    return z.total_out;
}

static void expect_cut(const uint8_t *packed, size_t size, size_t cut) {
    const int fd = memfd_create("cut", MFD_CLOEXEC);
    const lob_source_options options = {0};
    lob_source *source = NULL;
    assert_true(fd >= 0);
    assert_int_equal(pwrite(fd, packed, cut, 0), (ssize_t)cut);
    renew();
    const lob_status opened = lob_source_open_fd(&ctx, fd, &options, &source);
    const lob_status status = watch_source(opened, source);
    assert_int_equal(status, cut == size ? LOB_OK : LOB_E_UNSUPPORTED_FORMAT);
    assert_string_equal(reason(), cut == size ? "" : "gzip");
}

static void test_gzip_cut_anywhere(void **state) {
    (void)state;
    static uint8_t packed[1 << 14];
    every_record();
    oas_finish(&file, 0);
    const size_t size = gzip(file.data, file.size, packed, sizeof packed);
    for (size_t cut = 20; cut <= size; cut += cut + 12 < size ? 7 : 1) {
        expect_cut(packed, size, cut);
    }
}

/* Inside a block that is larger than what is read at once: pads, not packed. */
static void test_gzip_cut_in_a_large_block(void **state) {
    (void)state;
    enum { PADS = 3 << 20, ROOM = PADS + (1 << 16) };
    static uint8_t pads[PADS], all[ROOM + (1 << 16)], packed[1 << 16];
    z_stream z = {.next_in = pads, .avail_in = PADS, .next_out = all + 4096, .avail_out = ROOM};
    assert_int_equal(deflateInit2(&z, 0, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY), Z_OK);
    assert_int_equal(deflate(&z, Z_FINISH), Z_STREAM_END);
    deflateEnd(&z);
    oas_begin(&file);
    U(34, 0, PADS, z.total_out);
    size_t size = file.size;
    memcpy(all, file.data, size);
    memmove(all + size, all + 4096, z.total_out);
    size += z.total_out;
    file.size = 0;
    oas_finish(&file, 0);
    memcpy(all + size, file.data, file.size);
    const size_t packed_size = gzip(all, size + file.size, packed, sizeof packed);
    for (size_t part = 1; part <= 6; part++) {
        expect_cut(packed, packed_size, packed_size * part / 6);
    }
}

int main(void) {
    lob_buf_init(&told, 1 << 20);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_is_read),
        cmocka_unit_test(test_integer_too_long_anywhere),
        cmocka_unit_test(test_integer_too_large_anywhere),
        cmocka_unit_test(test_bit_changed_anywhere),
        cmocka_unit_test(test_bad_files),
        cmocka_unit_test(test_inflated_limit),
        cmocka_unit_test(test_cut_anywhere),
        cmocka_unit_test(test_sink_fails_anywhere),
        cmocka_unit_test(test_each_allocation_fails),
        cmocka_unit_test(test_block_larger_than_it_says),
        cmocka_unit_test(test_gzip_cut_anywhere),
        cmocka_unit_test(test_gzip_cut_in_a_large_block),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    lob_arena_drop(ctx.arena);
    lob_buf_release(&told);
    return failed;
}
