/* CBLOCKs that a thread inflates ahead: the same layout, and the same errors at the same places, as without it. Three
 * ways: by the reader's own inflater; by zlib, since the block is larger than the window; begun by the one, which then
 * meets what it leaves to zlib. */
#include <pthread.h>

#include "tests/support/lob_test.h"

#include "io/oas/oas.h"
#include "io/oas/stream.h"
#include "tests/support/stride.h"
#include "tests/unit/base/sweep.h"
#include "tests/unit/io/deflate_bits.h"
#include "tests/unit/io/layout_rig.h"
#include "tests/unit/io/oas_bytes.h"

enum { BOXES_MAX = 130000, FILE_SIZE = 4 << 20 };

static struct way {
    uint32_t boxes;
    int level;
    size_t odd_size; /* of what comes last, in a block with incomplete codes */
} ways[] = {{80000, 6, 0}, {BOXES_MAX, 0, 0}, {80000, 6, 60000}, {80000, 6, 500000}};
enum { WAYS = sizeof ways / sizeof *ways, WHOLE_OWN = 0, WHOLE_ZLIB = 1 };

static const struct way *way = ways;
static uint8_t *records, *whole;
static size_t record_size, whole_size, block_at;
static uint8_t *packed;               /* what make_records() made */
static size_t packed_size, packed_of; /* out of how many bytes; 0: not yet */

/* Boxes of 9 bytes each, (k, j) to (k + 3, j + 4), which do not pack well. */
static void make_records(void) {
    static oas_file one;
    record_size = packed_of = 0;
    uint32_t dice = 7;
    for (uint32_t k = 0; k < way->boxes; k++) {
        dice = dice * 1664525u + 1013904223u;
        one.size = 0;
        u(&one, 20);
        b(&one, k == 0 ? 0x7b : 0x18);
        if (k == 0) {
            u(&one, 1);
            u(&one, 0);
            u(&one, 3);
            u(&one, 4);
        }
        i(&one, k);
        i(&one, (int64_t)(dice >> 8));
        memcpy(records + record_size, one.data, one.size);
        record_size += one.size;
    }
    if (stride_is_on()) { /* the most of it in one XELEMENT */
        const size_t size = way == &ways[WHOLE_ZLIB] ? 1200000 : 600000;
        one.size = 0;
        u(&one, 32);
        u(&one, 0);
        u(&one, size);
        memcpy(records + record_size, one.data, one.size);
        record_size += one.size;
        for (size_t k = 0; k < size; k++) {
            dice = dice * 1664525u + 1013904223u;
            records[record_size++] = (uint8_t)('a' + (dice >> 28));
        }
    }
}

/* Packs what make_records() made; the file is made of it again and again, each with another fault. */
static size_t pack(uint8_t *out) {
    const size_t odd_size = way->odd_size < record_size ? way->odd_size : record_size;
    z_stream z = {.next_in = records, .avail_in = (unsigned)(record_size - odd_size), .next_out = out};
    z.avail_out = FILE_SIZE - 4096;
    memset(out, 0, FILE_SIZE - 4096);
    assert_int_equal(deflateInit2(&z, way->level, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY), Z_OK);
    assert_int_equal(deflate(&z, odd_size ? Z_FULL_FLUSH : Z_FINISH), odd_size ? Z_OK : Z_STREAM_END);
    size_t size = z.total_out;
    deflateEnd(&z);
    if (odd_size) {
        bit_file f = {.data = out + size};
        put_odd_block(&f, records + record_size - odd_size, odd_size);
        size += f.bits / 8;
    }
    return size;
}

/* START, CELL, CBLOCK, END. */
static void make_file(int64_t claim_off) {
    static oas_file f;
    oas_begin(&f);
    u(&f, 14);
    s(&f, "TOP");
    block_at = f.size;
    if (packed_of != record_size) {
        packed_size = pack(packed);
        packed_of = record_size;
    }
    u(&f, 34);
    u(&f, 0);
    u(&f, (uint64_t)((int64_t)record_size + claim_off));
    u(&f, packed_size);
    memcpy(whole, f.data, f.size);
    memcpy(whole + f.size, packed, packed_size);
    whole_size = f.size + packed_size;
    f.size = 0;
    oas_finish(&f, 0);
    memcpy(whole + whole_size, f.data, f.size);
    whole_size += f.size;
}

typedef struct outcome {
    lob_status status;
    char reason[32];
    int64_t offset;
    uint32_t boxes;
} outcome;

static void on_file(outcome *o, bool through_file) {
    lob_arena *arena = lob_arena_new(0);
    lob_source *source = NULL;
    lob_ctx ctx;
    *o = (outcome){.status = LOB_E_TOOL_LIMIT_EXCEEDED, .offset = -1};
    if (!arena) {
        return;
    }
    lob_ctx_init(&ctx, arena);
    lob_builder *builder = lob_builder_new(&ctx, NULL);
    o->status = ctx.error.code;
    if (builder && through_file) {
        FILE *file = tmpfile();
        assert_int_equal(fwrite(whole, 1, whole_size, file), whole_size);
        fflush(file);
        rewind(file);
        o->status = lob_source_open_fd(&ctx, dup(fileno(file)), &(lob_source_options){.hash = true}, &source);
        fclose(file);
    } else if (builder) {
        o->status = lob_source_open_memory(&ctx, whole, whole_size, &(lob_source_options){0}, &source);
    }
    lob_layout *layout = NULL;
    o->status = o->status == LOB_OK ? lob_oas_read(&ctx, source, lob_builder_sink(builder), true) : o->status;
    o->status = o->status == LOB_OK ? lob_builder_freeze(builder, &layout) : o->status;
    if (layout) {
        const lob_shapes *shapes = lob_layout_cell(layout, 0)->shapes;
        uint32_t dice = 7;
        o->boxes = shapes->count[LOB_KIND_BOX];
        for (uint32_t k = 0; k < o->boxes; k++) {
            dice = dice * 1664525u + 1013904223u;
            const int32_t x = (int32_t)k, y = (int32_t)(dice >> 8);
            const lob_box box = shapes->boxes[k];
            assert_eq(box.left, x);
            assert_eq(box.bottom, y);
            assert_eq(box.right, x + 3);
            assert_eq(box.top, y + 4);
        }
        lob_layout_drop(layout);
    }
    for (unsigned k = 0; k < ctx.error.detail_count; k++) {
        const lob_error_detail *d = &ctx.error.details[k];
        if (strcmp(d->key, "reason") == 0 && d->text.size < sizeof o->reason) {
            memcpy(o->reason, d->text.data, d->text.size);
        } else if (strcmp(d->key, "offset") == 0) {
            o->offset = d->integer;
        }
    }
    lob_builder_drop(builder);
    lob_source_close(source);
    lob_arena_drop(arena);
}

static void expect(const char *reason) {
    for (int through_file = (int)stride_pick(0, (uint32_t)(way - ways) % 2); through_file < 2;
         through_file += (int)stride_pick(1, 2)) {
        outcome o;
        on_file(&o, through_file);
        assert_int_equal(o.status, reason ? LOB_E_UNSUPPORTED_FORMAT : LOB_OK);
        assert_string_equal(o.reason, reason ? reason : "");
        assert_int_equal(reason ? o.offset : (int64_t)o.boxes, reason ? (int64_t)block_at : way->boxes);
    }
}

static void test_whole(void **state) {
    (void)state;
    for (way = ways; way < ways + WAYS; way++) {
        make_records();
        assert_gt(record_size, OAS_AHEAD_SIZE);
        make_file(0);
        if (way->level) {
            assert_gt(whole_size, 200000);
            assert_lt(whole_size, 1000000);
        } else {
            assert_gt(whole_size, 1100000);
        }
        expect(NULL);
    }
}

/* The faults of a CBLOCK are told at the block, whatever was inflated ahead. */
static void faults(void) {
    make_records();
    make_file(-1);
    expect("cblock_size");
    make_file(1);
    expect("cblock_size");
    make_file(0);
    memset(whole + whole_size / 2, 0xff, 64);
    outcome memory, file;
    on_file(&memory, false);
    on_file(&file, true);
    assert_int_equal(memory.status, LOB_E_UNSUPPORTED_FORMAT);
    assert_int_equal(memory.offset, block_at);
    assert_int_equal(file.status, LOB_E_UNSUPPORTED_FORMAT);
    assert_int_equal(file.offset, block_at);
    make_file(0);
    whole_size -= 256 + 20; /* less than the START and the CELL have */
    expect("truncated");
    /* A record that is none, while the next call runs. */
    make_records();
    memset(records + record_size / stride_pick(3, 30), 0x7f, 3);
    make_file(0);
    on_file(&memory, false);
    on_file(&file, true);
    assert_int_equal(memory.status, LOB_E_UNSUPPORTED_FORMAT);
    assert_string_equal(memory.reason, file.reason);
    assert_int_equal(memory.offset, file.offset);
    make_records();
    record_size--;
    make_file(0);
    expect("cblock_end");
}

static void test_faults(void **state) {
    (void)state;
    for (way = ways + stride_pick(0, 3); way < ways + WAYS; way += stride_pick(1, 2)) {
        faults();
    }
}

static bool run_read(void *arg) {
    (void)arg;
    outcome o;
    on_file(&o, false);
    if (o.status != LOB_OK) {
        assert_eq(o.status, LOB_E_TOOL_LIMIT_EXCEEDED);
    }
    if (o.status == LOB_OK) {
        assert_eq(o.boxes, way->boxes);
    }
    return o.status == LOB_OK;
}

static void test_allocations(void **state) {
    (void)state;
    way = &ways[WHOLE_OWN];
    make_records();
    make_file(0);
    assert_gt(sweep_allocations_sparing(run_read, NULL, true), 5); /* without a thread it goes on without */
}

/* Zlib on the thread: what it allocates fails there. */
static void test_allocations_of_zlib(void **state) {
    (void)state;
    way = &ways[WHOLE_ZLIB];
    make_records();
    make_file(0);
    for (uint64_t nth = 1; nth <= 40; nth += stride_pick(1, 5)) {
        outcome o;
        const uint64_t live = lob_alloc_live();
        lob_alloc_fail_at(nth, 1);
        on_file(&o, false);
        lob_alloc_fail_at(0, 0);
        assert_int_equal(lob_alloc_live(), live);
        assert_eq(o.status, LOB_E_TOOL_LIMIT_EXCEEDED);
        if (o.reason[0] != '\0') {
            assert_string_equal(o.reason, "memory");
        }
    }
}

/* No thread can be had whose stack is larger than memory can be: all is inflated here, and the same comes out. */
static void test_without_thread(void **state) {
    (void)state;
    pthread_attr_t usual, large;
    assert_int_equal(pthread_getattr_default_np(&usual), 0);
    assert_int_equal(pthread_attr_init(&large), 0);
    assert_int_equal(pthread_attr_setstacksize(&large, (size_t)1 << 50), 0);
    assert_int_equal(pthread_setattr_default_np(&large), 0);
    const uint64_t live = lob_alloc_live();
    oas_ahead *none = oas_ahead_new();
    for (way = ways; way < ways + WAYS; way += stride_pick(1, 3)) {
        make_records();
        make_file(0);
        outcome o;
        on_file(&o, false);
        assert_int_equal(o.status, LOB_OK);
        assert_int_equal(o.boxes, way->boxes);
    }
    assert_int_equal(pthread_setattr_default_np(&usual), 0);
    pthread_attr_destroy(&large);
    pthread_attr_destroy(&usual);
    assert_null(none);
    assert_int_equal(lob_alloc_live(), live);
    oas_ahead *one = oas_ahead_new();
    assert_non_null(one);
    oas_ahead_close(one);
    oas_ahead_close(NULL);
    assert_int_equal(lob_alloc_live(), live);
}

static int make_room(void **state) {
    (void)state;
    for (size_t k = 0; k < WAYS; k++) {
        ways[k].boxes = stride_pick(
            k != WHOLE_ZLIB && (getenv("LOB_TEST_QUICK") || getenv("LOB_COVERAGE")) ? 66000 : ways[k].boxes, 6600);
    }
    records = malloc(FILE_SIZE);
    whole = malloc(FILE_SIZE);
    packed = malloc(FILE_SIZE);
    return records && whole && packed ? 0 : -1;
}

static int free_room(void **state) {
    (void)state;
    free(records);
    free(whole);
    free(packed);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_whole),          cmocka_unit_test(test_faults),
        cmocka_unit_test(test_allocations),    cmocka_unit_test(test_allocations_of_zlib),
        cmocka_unit_test(test_without_thread),
    };
    return cmocka_run_group_tests(tests, make_room, free_room);
}
