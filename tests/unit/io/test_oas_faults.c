/* A fault stops the reader of OASIS where it is: whatever goes wrong inside, nothing is told to the sink afterwards and
 * the call returns what went wrong.
 *
 * The faults are put everywhere: at each byte of a file with every record an integer too long for 64 bits, whose last
 * byte is the fault, so that a reader which goes on would find the next record; a sink that fails at each event in
 * turn, and one that asks to stop; the file packed, cut, and with each allocation failing.
 */
#include <glob.h>
#include <sys/mman.h>
#include <unistd.h>

#include "tests/support/lob_test.h"

#include "base/alloc.h"
#include "base/limits.h"
#include "tests/support/stride.h"
#include "tests/unit/io/oas_watch.h"

/* ---- a file with every record ---- */

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

static void element(unsigned id) {
    static const struct {
        uint8_t id, info, size;
        uint64_t fields[9];
    } elements[] = {{20, 0x7b, 6, {1, 0, 4, 4, 2, 2}},
                    {21, 0x3b, 8, {1, 0, 2, 2, 16, 17, 2, 2}},
                    {22, 0xfb, 9, {1, 0, 3, 5, 2, 1, 16, 2, 2}},
                    {23, 0x7b, 8, {1, 0, 40, 20, 4, 4, 2, 2}},
                    {24, 0x7b, 7, {1, 0, 40, 20, 4, 2, 2}},
                    {25, 0x7b, 7, {1, 0, 40, 20, 4, 2, 2}},
                    {26, 0xfb, 7, {1, 0, 4, 90, 20, 2, 2}},
                    {27, 0x3b, 5, {1, 0, 9, 2, 2}},
                    {19, 0x7b, 5, {0, 1, 0, 2, 2}},
                    {17, 0xf0, 3, {0, 2, 2}},
                    {18, 0xf0, 3, {0, 2, 2}},
                    {33, 0x1b, 6, {5, 1, 0, 0, 2, 2}}};
    for (size_t k = 0; k < sizeof elements / sizeof *elements; k++) {
        if (elements[k].id == id) {
            record(id, elements[k].info);
            numbers(elements[k].fields, elements[k].size);
        }
    }
}

static const uint8_t element_ids[] = {20, 21, 22, 23, 24, 25, 26, 27, 19, 17, 18, 33};

/* Elements that take all from the modal variables: zeros follow their id, which are PADs to a reader that goes on
 * after a fault without having read them. */
static void modal_elements(void) {
    static const uint8_t zeros[] = {1, 1, 1, 3, 2, 2, 1, 1, 1, 1, 1, 3};
    oas_begin(&file);
    U(14);
    s(&file, "A");
    for (size_t k = 0; k < sizeof element_ids; k++) {
        element(element_ids[k]);
        for (unsigned again = 0; again < 2; again++) {
            element(element_ids[(k + again * 5) % sizeof element_ids]);
            U(element_ids[k]);
            raw(&file, "\0\0\0", zeros[k]);
        }
    }
}

/* Each record that ends a cell, or an element, behind an element that waits; and what is warned of. */
static void cells_ended(void) {
    static const uint8_t ids[] = {3, 5, 7, 9, 11, 12, 13, 14, 30, 31, 32};
    oas_begin(&file);
    for (size_t k = 0; k < sizeof ids; k++) {
        U(14);
        s(&file, "A");
        element(20);
        U(ids[k]);
        if (ids[k] < 11 || ids[k] == 14) {
            s(&file, "N");
        } else if (ids[k] < 13) {
            s(&file, "");
            U(0, 0);
        } else {
            U(0);
        }
        if (ids[k] >= 30) {
            s(&file, "");
            U(ids[k] == 31 ? 100 : 0); /* its number, else a PAD */
        }
    }
    U(14);
    s(&file, "A");
    record(21, 0x3b); /* an odd list, one with an area and none */
    U(1, 0, 0, 3, 8, 8, 8, 2, 2);
    record(21, 0x20);
    U(2, 1, 16);
    element(20);
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
    assert_gt(seen.count, 80);
    assert_non_null(strstr(told.data, "end cell\nend\n"));
    static char all[1 << 16];
    assert_lt(told.size, sizeof all);
    memcpy(all, told.data, told.size + 1);
    for (int stored = 0; stored < 2; stored++) {
        pack_records(stored);
        oas_finish(&file, 2);
        assert_int_equal(watch(file.data, file.size), LOB_OK);
        assert_string_equal(told.data, all);
    }
}

/* Every fourth is told whole, so that all that an event has is looked at. */
static bool mutes(size_t nth) {
    return nth % 4 != 0 && (getenv("LOB_TEST_QUICK") != NULL || getenv("LOB_COVERAGE") != NULL);
}

/* Puts these bytes in the place of each one in turn. Returns how often that was refused with this reason. */
static unsigned put_anywhere(const uint8_t *bytes, size_t count, size_t from, size_t end, const char *wanted) {
    static oas_file with;
    unsigned refused = 0;
    for (size_t at = from; at < end; at++) {
        memcpy(with.data, file.data, at);
        memcpy(with.data + at, bytes, count);
        memcpy(with.data + at + count, file.data + at + 1, file.size - at - 1);
        is_mute = mutes(at);
        refused += watch(with.data, file.size + count - 1) != LOB_OK && strcmp(reason(), wanted) == 0;
    }
    is_mute = false;
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
    assert_gt(put_anywhere(too_long, sizeof too_long, MAGIC, size, "integer_range"), size / 2); /* most bytes are */
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
    for (size_t k = 0; k < 2 * (sizeof sizes / sizeof *sizes); k += stride_pick(1, 7)) {
        lob_case("sizes[%zu]", k);
        keeps_outlines = k & 1;
        assert_gt(put_anywhere(large[k / 2], sizes[k / 2], 13, size, "coordinate_range"), 0);
    }
    keeps_outlines = false;
}

static void test_bit_changed_anywhere(void **state) {
    (void)state;
    every_record();
    const size_t size = file.size;
    oas_finish(&file, 0);
    for (size_t at = 13; at < size; at += getenv("LOB_TEST_QUICK") ? 7 : 1) {
        for (unsigned bit = stride_pick(0, (uint32_t)(at + 1) % 2); bit < 8; bit += stride_pick(1, 2)) {
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
    assert_gt(refused, 100);
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
    const size_t more = stride_pick(200000, 20000);
    block(plain, first + more, 100, false);
    oas_finish(&file, 0);
    assert_int_equal(watch(file.data, file.size), LOB_E_UNSUPPORTED_FORMAT);
    assert_string_equal(reason(), "cblock_size");
    assert_int_equal(seen.count, 2); /* the layout and the cell */
    file = before;
    block(plain, first + more, first + more, false);
    oas_finish(&file, 0);
    assert_int_equal(watch(file.data, file.size), LOB_OK);
    assert_int_equal(seen.count, 2 + more / 2 + 1 + 2);
}

static void test_cut_anywhere(void **state) {
    (void)state;
    const size_t step = stride_pick(1, 3);
    every_record();
    oas_finish(&file, 0);
    for (size_t size = 0; size < file.size; size += step) {
        is_mute = mutes(size);
        assert_int_equal(watch(file.data, size), LOB_E_UNSUPPORTED_FORMAT);
    }
    for (unsigned scheme = 1; scheme <= 2; scheme++) {
        every_record();
        oas_finish(&file, scheme);
        for (size_t left = 1; left < 256; left += step) {
            is_mute = mutes(left);
            assert_int_equal(watch(file.data, file.size - left), LOB_E_UNSUPPORTED_FORMAT);
        }
    }
    pack_records(false);
    oas_finish(&file, 0);
    for (size_t size = 0; size < file.size; size += step) {
        is_mute = mutes(size);
        assert_int_equal(watch(file.data, size), LOB_E_UNSUPPORTED_FORMAT);
    }
    is_mute = false;
}

static void test_sink_fails_anywhere(void **state) {
    (void)state;
    for (int kind = 0; kind < 8; kind++) {
        kind % 4 == 0   ? every_record()
        : kind % 4 == 1 ? pack_records(false)
        : kind % 4 == 2 ? modal_elements()
                        : cells_ended();
        oas_finish(&file, 0);
        keeps_outlines = kind >= 4;
        seen.fail_at = 0;
        if (watch(file.data, file.size) != LOB_OK) {
            fail_msg("%s, %s\n%s", ctx.error.message, reason(), told.data);
        }
        const int events = seen.count;
        assert_gt(events, 40);
        for (int nth = 1; nth <= events; nth++) {
            seen.fail_at = nth;
            is_mute = mutes((size_t)nth);
            seen.code = nth & 1 ? LOB_E_UNSUPPORTED_FORMAT : LOB_E_TOOL_LIMIT_EXCEEDED;
            assert_int_equal(watch(file.data, file.size), seen.code);
            assert_int_equal(seen.count, nth);
        }
        is_mute = false;
    }
    seen.fail_at = 0;
    keeps_outlines = false;
}

/* One that is asked to stop stops, at the next record of 4096, or within a list of points or of places. */
static void test_stopped(void **state) {
    (void)state;
    for (unsigned kind = 0; kind < 4; kind++) {
        oas_begin(&file);
        U(14);
        s(&file, "A");
        if (kind == 0) {
            for (unsigned k = 0; k < 5000; k++) {
                U(15);
            }
        } else if (kind == 3) {
            record(20, 0x7f);
            U(1, 0, 4, 4, 2, 2, 4, 8000);
        } else {
            record(kind == 1 ? 21 : 22, kind == 1 ? 0x3b : 0xfb);
            U(1, 0);
            kind == 1 ? (void)0 : U(3, 5);
            U(2, 8000);
        }
        for (unsigned k = 0; kind && k <= 8000; k++) {
            U(4);
        }
        U(2, 2);
        oas_finish(&file, 0);
        seen.cancel_at = 2; /* the cell */
        const size_t size = file.size;
        assert_int_equal(watch(file.data, size), LOB_E_CANCELLED);
        assert_int_equal(seen.cancel_at, 2);
        seen.cancel_at = 0;
    }
}

static void test_each_allocation_fails(void **state) {
    (void)state;
    pack_records(false);
    oas_finish(&file, 0);
    for (uint64_t nth = 1;; nth += nth < 16 ? 1 : stride_pick(1, 7)) {
        lob_source *source = NULL;
        const lob_source_options options = {0};
        renew();
        lob_alloc_fail_at(nth, 0);
        const lob_status opened = lob_source_open_memory(&ctx, file.data, file.size, &options, &source);
        const lob_status status = watch_source(opened, source);
        const bool done = lob_alloc_count() < nth;
        lob_alloc_fail_at(0, 0);
        if (status != LOB_OK) {
            assert_eq(status, LOB_E_TOOL_LIMIT_EXCEEDED);
            assert_string_equal(reason(), "memory");
        }
        if (done) {
            assert_int_equal(status, LOB_OK);
            assert_gt(nth, 10);
            break;
        }
    }
}

/* ---- gzip around all of it, cut: what is told is that, and not what the parser makes of the rest ---- */

static size_t gzip(uint8_t *data, size_t size, uint8_t *out, size_t room, int level) {
    z_stream z = {.next_in = data, .avail_in = (unsigned)size, .next_out = out, .avail_out = (unsigned)room};
    assert_int_equal(deflateInit2(&z, level, Z_DEFLATED, 31, 8, Z_DEFAULT_STRATEGY), Z_OK);
    assert_int_equal(deflate(&z, Z_FINISH), Z_STREAM_END);
    deflateEnd(&z);
    return z.total_out;
}

/* Of what is large, where the packer's search for the longest match takes the time. */
static int large_level(void) {
    return getenv("LOB_TEST_QUICK") || getenv("LOB_COVERAGE") ? 1 : 9;
}

static void expect_cut(const uint8_t *packed, size_t size, size_t cut) {
    const int fd = memfd_create("cut", MFD_CLOEXEC);
    const lob_source_options options = {0};
    lob_source *source = NULL;
    assert_ge(fd, 0);
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
    const size_t size = gzip(file.data, file.size, packed, sizeof packed, 9);
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
    const size_t packed_size = gzip(all, size + file.size, packed, sizeof packed, large_level());
    for (size_t part = stride_pick(1, 2); part <= 6; part += stride_pick(1, 4)) {
        expect_cut(packed, packed_size, packed_size * part / 6);
    }
}

/* Inside one that is more than the window, and read as a whole. */
static void test_gzip_cut_in_a_block(void **state) {
    (void)state;
    enum { PLAIN = 300000 };
    static uint8_t plain[PLAIN], all[PLAIN + 4096], packed[PLAIN + 4096];
    uint32_t dice = 1;
    for (size_t k = 0; k < PLAIN; k++) { /* XYABSOLUTE or XYRELATIVE, which no packer makes much of */
        dice = dice * 1664525u + 1013904223u;
        plain[k] = 15 + (dice >> 20 & 1);
    }
    oas_begin(&file);
    z_stream z = {.next_in = plain, .avail_in = PLAIN, .next_out = all + 1024, .avail_out = sizeof all - 1024};
    assert_int_equal(deflateInit2(&z, 0, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY), Z_OK);
    assert_int_equal(deflate(&z, Z_FINISH), Z_STREAM_END);
    deflateEnd(&z);
    U(34, 0, PLAIN, z.total_out);
    size_t size = file.size;
    memcpy(all, file.data, size);
    memmove(all + size, all + 1024, z.total_out);
    size += z.total_out;
    file.size = 0;
    oas_finish(&file, 0);
    memcpy(all + size, file.data, file.size);
    const size_t packed_size = gzip(all, size + file.size, packed, sizeof packed, large_level());
    for (size_t part = stride_pick(1, 2); part <= 8; part += stride_pick(1, 6)) {
        expect_cut(packed, packed_size, packed_size * part / 8);
    }
}

/* ---- a file that shrinks once it was opened, so that the end of END is the last that can be read ---- */

static int shrinking;
enum { SHRUNK = 16 << 20 };

static lob_status shrink_at_layout(void *self, const lob_layout_event *e) {
    assert_int_equal(ftruncate(shrinking, SHRUNK), 0);
    return see_layout(self, e);
}

static void test_shrinks_behind_end(void **state) {
    (void)state;
    for (unsigned scheme = 0; scheme < 2; scheme++) {
        lob_source *source = NULL;
        const lob_source_options options = {0};
        shrinking = memfd_create("shrinking", MFD_CLOEXEC);
        assert_ge(shrinking, 0);
        oas_begin(&file);
        assert_int_equal(pwrite(shrinking, file.data, file.size, 0), (ssize_t)file.size);
        file.size = 0;
        oas_finish(&file, scheme); /* the sum is not looked at: what follows it is refused before */
        assert_int_equal(pwrite(shrinking, file.data, file.size, SHRUNK - 256), 256);
        assert_int_equal(ftruncate(shrinking, SHRUNK + 100), 0); /* far behind what is read ahead */
        renew();
        const lob_status opened = lob_source_open_fd(&ctx, dup(shrinking), &options, &source);
        lob_sink sink = watching;
        sink.begin_layout = shrink_at_layout;
        ctx.cancel = NULL;
        seen.count = seen.late = 0;
        assert_int_equal(opened, LOB_OK);
        const lob_status status = lob_oas_read(&ctx, source, &sink, true);
        assert_int_not_equal(status, LOB_OK);
        assert_int_equal(ctx.error.code, status);
        assert_string_equal(reason(), "changed");
        assert_int_equal(seen.count, 1);
        lob_source_close(source);
        close(shrinking);
    }
}

/* ---- limits ---- */

typedef struct large {
    lob_str head;        /* of the record */
    const char *between; /* a byte in front of each string, or "" */
    lob_str tail;
    unsigned count; /* of strings */
} large;

/* In a cell: a box, the record, a box; its strings have `size` bytes together. */
static lob_status watch_large(const large *l, size_t size) {
    uint8_t *data = malloc(size + 8192), *to = data;
    assert_non_null(data);
    oas_begin(&file);
    U(14);
    s(&file, "A");
    element(20);
    raw(&file, l->head.data, l->head.size);
    for (unsigned k = 0; k < l->count; k++) {
        const size_t part = k + 1 < l->count ? 9 : size;
        size -= part;
        if (l->between[0]) {
            b(&file, (unsigned char)l->between[k]);
        }
        u(&file, part);
        memcpy(to, file.data, file.size);
        to += file.size;
        file.size = 0;
        memset(to, 'x', part);
        to += part;
    }
    raw(&file, l->tail.data, l->tail.size);
    U(14);
    s(&file, "B");
    element(20);
    oas_finish(&file, 0);
    memcpy(to, file.data, file.size);
    const lob_status status = watch(data, (size_t)(to - data) + file.size);
    free(data);
    return status;
}

/* A string of 16 MiB, and the strings of a property that have as much together; and a byte more. */
static void test_strings_of_the_limit(void **state) {
    (void)state;
    static const large records[] = {{LOB_STR("\x20\0"), "", LOB_STR(""), 1},               /* XELEMENT */
                                    {LOB_STR("\x1e\0"), "", LOB_STR(""), 1},               /* XNAME */
                                    {LOB_STR("\x05"), "", LOB_STR(""), 1},                 /* TEXTSTRING */
                                    {LOB_STR("\x0b"), "", LOB_STR("\0\0"), 1},             /* LAYERNAME */
                                    {LOB_STR("\x0e"), "", LOB_STR(""), 1},                 /* CELL */
                                    {LOB_STR("\x13\x5b"), "", LOB_STR("\1\0\2\2"), 1},     /* TEXT */
                                    {LOB_STR("\x11\xb0"), "", LOB_STR("\2\2"), 1},         /* PLACEMENT */
                                    {LOB_STR("\x21\x1b\5\1\0"), "", LOB_STR("\2\2"), 1},   /* XGEOMETRY */
                                    {LOB_STR("\x1c\x14"), "", LOB_STR("\x08\5"), 1},       /* PROPERTY: its name */
                                    {LOB_STR("\x1c\x24\1P"), "\x0b\x0b", LOB_STR(""), 2}}; /* two values */
    for (size_t k = 0; k < sizeof records / sizeof *records; k += stride_pick(1, 9)) {
        for (unsigned more = stride_pick(0, 1); more < 2; more++) {
            watch_large(&records[k], ((size_t)1 << 24) + more);
            if (strcmp(reason(), more ? "string_size" : "") != 0) {
                fail_msg("record %zu: %s", k, ctx.error.message);
            }
        }
    }
}

/* The number of a name that is too long, and nothing else wrong. */
static void test_numbers_of_names(void **state) {
    (void)state;
    for (unsigned id = 4; id <= 10; id += 2) {
        oas_begin(&file);
        U(id);
        s(&file, "N");
        raw(&file, too_long, sizeof too_long);
        oas_finish(&file, 0);
        assert_int_equal(watch(file.data, file.size), LOB_E_UNSUPPORTED_FORMAT);
        assert_string_equal(reason(), "integer_range");
    }
}

/* END as long as it must be, with an integer of more than 64 bits for the size of its padding, or for its scheme; and
 * the magic bytes with one that is another. */
static void test_start_and_end(void **state) {
    (void)state;
    for (unsigned kind = 0; kind < 3; kind++) {
        oas_begin(&file);
        if (kind == 2) {
            file.data[12] ^= 1;
            oas_finish(&file, 0);
        } else {
            U(2);
            const size_t zeros = kind ? 256 - 1 - 2 - sizeof too_long : 0;
            if (kind) {
                b(&file, (unsigned)(zeros & 127) | 128);
                b(&file, (unsigned)(zeros >> 7));
            }
            memset(file.data + file.size, kind ? 0 : 0x80, 256);
            file.size += kind ? zeros : 256 - 1 - 1 - sizeof too_long;
            raw(&file, too_long, sizeof too_long);
            kind ? (void)0 : U(0);
        }
        assert_int_equal(watch(file.data, file.size), LOB_E_UNSUPPORTED_FORMAT);
        assert_string_equal(reason(), kind == 2 ? "magic" : "integer_range");
    }
}

/* Polygons from the modal variable: what each costs counts when it is handed on. */
static void test_work_of_an_element(void **state) {
    (void)state;
    enum { POINTS = 40000, TIMES = 8000 };
    oas_begin(&file);
    U(14);
    s(&file, "A");
    record(21, 0x3b);
    U(1, 0, 2, POINTS - 1);
    for (unsigned k = 1; k < POINTS; k++) {
        U(4 | (k & 3));
    }
    U(2, 2);
    for (unsigned k = 0; k < TIMES; k++) {
        record(21, 0);
    }
    oas_finish(&file, 0);
    keeps_outlines = true; /* nothing is copied */
    assert_int_equal(watch(file.data, file.size), LOB_E_TOOL_LIMIT_EXCEEDED);
    keeps_outlines = false;
    assert_string_equal(reason(), "work");
    /* 1 + 40000 / 8 operations each; the bound when they are reached is that of the bytes read so far. */
    const uint64_t bytes = 49 + POINTS, cost = 1 + POINTS / 8;
    uint64_t times = 0;
    while ((times + 1) * cost <= LOB_LIMIT_WORK_FREE + LOB_LIMIT_WORK_PER_BYTE * (bytes + 2 * times)) {
        times++;
    }
    assert_in_range(seen.count, times - 2 + 3, times + 2 + 3); /* the layout, the cell and the outline as well */
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
        cmocka_unit_test(test_stopped),
        cmocka_unit_test(test_shrinks_behind_end),
        cmocka_unit_test(test_gzip_cut_in_a_block),
        cmocka_unit_test(test_strings_of_the_limit),
        cmocka_unit_test(test_numbers_of_names),
        cmocka_unit_test(test_start_and_end),
        cmocka_unit_test(test_work_of_an_element),
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
