/* CBLOCKs of all sizes, and sizes that lie. */
#include "tests/support/lob_test.h"

#include "io/oas/oas.h"
#include "io/oas/stream.h"
#include "tests/unit/base/sweep.h"
#include "tests/unit/io/deflate_bits.h"
#include "tests/unit/io/oas_bytes.h"

/* What is left of a layout here: how many boxes, and the sum of their left edges. */
static struct {
    unsigned boxes;
    int64_t lefts;
} told;
static lob_ctx ctx;
static oas_file file;

static lob_status on_layout(void *self, const lob_layout_event *e) {
    (void)self;
    (void)e;
    return LOB_OK;
}

static lob_status on_cell(void *self, lob_str name) {
    (void)self;
    (void)name;
    return LOB_OK;
}

static lob_status on_box(void *self, const lob_element *e, lob_box box) {
    (void)self;
    (void)e;
    told.boxes++;
    told.lefts += box.left;
    return LOB_OK;
}

static lob_status on_end(void *self) {
    (void)self;
    return LOB_OK;
}

static const lob_sink counter = {
    .begin_layout = on_layout, .begin_cell = on_cell, .box = on_box, .end_cell = on_end, .end_layout = on_end};

static lob_status read_bytes(const void *data, size_t size) {
    lob_arena_drop(ctx.arena);
    lob_ctx_init(&ctx, lob_arena_new(0));
    memset(&told, 0, sizeof told);
    lob_source *source = NULL;
    lob_source_options options = {0};
    lob_status status = lob_source_open_memory(&ctx, data, size, &options, &source);
    status = status == LOB_OK ? lob_oas_read(&ctx, source, &counter, true) : status;
    lob_source_close(source);
    return status;
}

static const lob_error_detail *detail(const char *key) {
    for (unsigned k = 0; k < ctx.error.detail_count; k++) {
        if (strcmp(ctx.error.details[k].key, key) == 0) {
            return &ctx.error.details[k];
        }
    }
    return NULL;
}

static void expect_refused(const void *data, size_t size, const char *reason) {
    assert_int_equal(read_bytes(data, size), LOB_E_UNSUPPORTED_FORMAT);
    assert_non_null(detail("reason"));
    assert_true(lob_str_equal(detail("reason")->text, lob_str_from(reason)));
}

static void begin_cell_a(void) {
    oas_begin(&file);
    u(&file, 14);
    s(&file, "A");
}

/* RECTANGLEs of four bytes each after the first: x alone, with two bytes. */
static size_t make_boxes(uint8_t *out, size_t size) {
    static const uint8_t first[] = {20, 0x7b, 1, 0, 2, 3, 0, 0};
    size_t at = sizeof first;
    memcpy(out, first, at);
    for (unsigned k = 0; at + 4 <= size; k++, at += 4) {
        const uint8_t one[4] = {20, 0x10, (uint8_t)(0x80 | (k * 2 & 0x7e)), (uint8_t)(1 + k / 64 % 100)};
        memcpy(out + at, one, 4);
    }
    for (; at < size; at++) {
        out[at] = 0; /* PADs */
    }
    return size;
}

static size_t pack(const uint8_t *data, size_t size, uint8_t *out, size_t out_max, int window_bits) {
    z_stream z = {.next_in = (Bytef *)(uintptr_t)data, .avail_in = (unsigned)size, .next_out = out};
    z.avail_out = (unsigned)out_max;
    assert_int_equal(deflateInit2(&z, 6, Z_DEFLATED, window_bits, 8, Z_DEFAULT_STRATEGY), Z_OK);
    assert_int_equal(deflate(&z, Z_FINISH), Z_STREAM_END);
    const size_t made = z.total_out;
    deflateEnd(&z);
    return made;
}

static void put_block(const uint8_t *packed, size_t packed_size, uint64_t claim, uint64_t packed_claim) {
    u(&file, 34);
    u(&file, 0);
    u(&file, claim);
    u(&file, packed_claim);
    raw(&file, packed, packed_size);
}

/* Those of make_boxes(): the first at 0, then 0..63 and a row of them further on, each 64 more. */
static void expect_boxes(size_t size, unsigned times) {
    int64_t lefts = 0;
    const unsigned count = (unsigned)(size - 8) / 4;
    for (unsigned k = 0; k < count; k++) {
        lefts += k % 64 + 64 * (1 + k / 64 % 100);
    }
    assert_int_equal(told.boxes, times * (count + 1));
    assert_int_equal(told.lefts, (int64_t)times * lefts);
}

/* Around each size where a chunk, the thread or a buffer begins: nothing is lost, nothing told twice. */
static void sizes(void **state) {
    (void)state;
    static const size_t around[] = {8, 4096, OAS_INFLATE_SIZE, OAS_AHEAD_SIZE, OAS_AHEAD_SIZE + OAS_INFLATE_SIZE};
    static uint8_t boxes[1 << 20], packed[60000];
    for (unsigned k = 0; k < sizeof around / sizeof *around; k++) {
        lob_case("around[%u]", k);
        for (size_t size = around[k] - (k > 0); size <= around[k] + 1; size++) {
            const size_t packed_size = pack(boxes, make_boxes(boxes, size), packed, sizeof packed, -15);
            begin_cell_a();
            put_block(packed, packed_size, size, packed_size);
            oas_finish(&file, 0);
            assert_int_equal(read_bytes(file.data, file.size), LOB_OK);
            expect_boxes(size, 1);
        }
    }
}

/* The second takes over the buffers and the thread of the first. */
static void two_large_blocks(void **state) {
    (void)state;
    static uint8_t boxes[OAS_AHEAD_SIZE + 100], packed[30000];
    const size_t size = make_boxes(boxes, sizeof boxes), packed_size = pack(boxes, size, packed, sizeof packed, -15);
    begin_cell_a();
    put_block(packed, packed_size, size, packed_size);
    put_block(packed, packed_size, size, packed_size);
    oas_finish(&file, 0);
    assert_int_equal(read_bytes(file.data, file.size), LOB_OK);
    expect_boxes(size, 2);
}

/* Codes that no packer writes, in a block of any size, and a small block after it. */
static void odd_codes(void **state) {
    (void)state;
    static uint8_t boxes[20000], packed[30000];
    memset(packed, 0, sizeof packed);
    bit_file f = {.data = packed};
    put_odd_block(&f, boxes, make_boxes(boxes, sizeof boxes));
    begin_cell_a();
    put_block(packed, f.bits / 8, sizeof boxes, f.bits / 8);
    const size_t size = make_boxes(boxes, 100), packed_size = pack(boxes, size, packed, sizeof packed, -15);
    put_block(packed, packed_size, size, packed_size);
    oas_finish(&file, 1);
    assert_int_equal(read_bytes(file.data, file.size), LOB_OK);
    assert_int_equal(told.boxes, 1 + (sizeof boxes - 8) / 4 + 1 + (size - 8) / 4);
}

/* What packers do not write is no way around the checks. */
static void odd_codes_that_lie(void **state) {
    (void)state;
    static uint8_t boxes[20000], packed[30000];
    for (int off = -1; off <= 1; off += 2) {
        memset(packed, 0, sizeof packed);
        bit_file f = {.data = packed};
        put_odd_block(&f, boxes, make_boxes(boxes, sizeof boxes));
        begin_cell_a();
        put_block(packed, f.bits / 8, (uint64_t)((int64_t)sizeof boxes + off), f.bits / 8);
        oas_finish(&file, 0);
        expect_refused(file.data, file.size, "cblock_size");
    }
}

/* The last block of a file may be as near to its end as END lets it: its 256 bytes are the slack. Without them the
 * block is still read, and then END is missed. */
static void at_the_end(void **state) {
    (void)state;
    static uint8_t boxes[100], packed[300];
    for (size_t left = 0; left <= 40; left += 8) {
        const size_t size = make_boxes(boxes, sizeof boxes),
                     packed_size = pack(boxes, size, packed, sizeof packed, -15);
        begin_cell_a();
        put_block(packed, packed_size, size, packed_size);
        memset(file.data + file.size, 0, left);
        file.size += left;
        expect_refused(file.data, file.size, "truncated");
        assert_int_equal(told.boxes, (size - 8) / 4); /* the last one waits for what follows it */
    }
}

/* Out of gzip no size of a file is known that would bound the size of the block: the sum must not come round. */
static void compressed_size_in_gzip(void **state) {
    (void)state;
    static const uint64_t claims[] = {UINT64_MAX, UINT64_MAX - 30, UINT64_MAX / 2};
    static uint8_t boxes[100], packed[300], zipped[4096];
    for (unsigned k = 0; k < sizeof claims / sizeof *claims; k++) {
        lob_case("claims[%u]", k);
        const size_t size = make_boxes(boxes, sizeof boxes),
                     packed_size = pack(boxes, size, packed, sizeof packed, -15);
        begin_cell_a();
        const size_t at = file.size;
        put_block(packed, packed_size, size, claims[k]);
        oas_finish(&file, 0);
        const size_t zipped_size = pack(file.data, file.size, zipped, sizeof zipped, 31);
        expect_refused(zipped, zipped_size, "cblock_size");
        assert_int_equal(detail("offset")->integer, at);
        if (k < 2) {
            assert_int_equal(told.boxes, 0);
        } else { /* one that the sum holds is read until its sizes prove wrong */
            assert_int_equal(told.boxes, (size - 8) / 4);
        }
    }
}

/* A block of nothing at the very end of the file: no stream at all. */
static void empty_at_the_end(void **state) {
    (void)state;
    begin_cell_a();
    put_block((const uint8_t *)"", 0, 0, 0);
    expect_refused(file.data, file.size, "cblock_data");
    begin_cell_a();
    put_block((const uint8_t *)"\3\0", 2, 0, 2); /* the stream of nothing */
    expect_refused(file.data, file.size, "truncated");
}

/* A block of nothing, which is fine but for the integer that says so. */
static void size_too_long(void **state) {
    (void)state;
    begin_cell_a();
    put_block((const uint8_t *)"\3\0", 2, 0, 2);
    oas_finish(&file, 0);
    assert_int_equal(read_bytes(file.data, file.size), LOB_OK);
    begin_cell_a();
    raw(&file, "\x22\0\x80\x80\x80\x80\x80\x80\x80\x80\x80\x7f\2\3\0", 15);
    oas_finish(&file, 0);
    expect_refused(file.data, file.size, "integer_range");
}

static bool run_read(void *arg) {
    (void)arg;
    lob_arena *arena = lob_arena_new(0);
    if (!arena) {
        return false;
    }
    lob_ctx own;
    lob_source *source = NULL;
    lob_source_options options = {0};
    lob_ctx_init(&own, arena);
    lob_status status = lob_source_open_memory(&own, file.data, file.size, &options, &source);
    status = status == LOB_OK ? lob_oas_read(&own, source, &counter, true) : status;
    lob_source_close(source);
    assert_int_equal(own.error.code, status);
    if (status != LOB_OK) {
        assert_eq(status, LOB_E_TOOL_LIMIT_EXCEEDED);
    }
    lob_arena_drop(arena);
    return status == LOB_OK;
}

/* What zlib allocates fails as well, and what it says then is no damage. Two blocks: the second takes over its state.
 */
static void allocations_of_zlib(void **state) {
    (void)state;
    static uint8_t boxes[20000], packed[30000];
    memset(packed, 0, sizeof packed);
    bit_file f = {.data = packed};
    put_odd_block(&f, boxes, make_boxes(boxes, sizeof boxes));
    begin_cell_a();
    put_block(packed, f.bits / 8, sizeof boxes, f.bits / 8);
    put_block(packed, f.bits / 8, sizeof boxes, f.bits / 8);
    oas_finish(&file, 0);
    assert_true(run_read(NULL));
    assert_gt(sweep_allocations(run_read, NULL), 6);
}

static int done(void **state) {
    (void)state;
    lob_arena_drop(ctx.arena);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sizes),
        cmocka_unit_test(two_large_blocks),
        cmocka_unit_test(odd_codes),
        cmocka_unit_test(odd_codes_that_lie),
        cmocka_unit_test(at_the_end),
        cmocka_unit_test(compressed_size_in_gzip),
        cmocka_unit_test(empty_at_the_end),
        cmocka_unit_test(size_too_long),
        cmocka_unit_test(allocations_of_zlib),
    };
    return cmocka_run_group_tests(tests, NULL, done);
}
