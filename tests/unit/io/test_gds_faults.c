/* A valid library damaged in every way that is short to describe: never a crash, a leak, or a wrong status. */
#include <sys/mman.h>
#include <unistd.h>

#include <zlib.h>

#include "tests/support/lob_test.h"

#include "tests/support/stride.h"
#include "tests/unit/io/gds_case.h"
#include "tests/unit/io/gds_sample.h"

static bytes b;

static void expect_sample(void) {
    head(&b);
    sample(&b);
    char events[4096];
    /* the fractional array warns at its own offset: take the warning out before comparing */
    gds_case c;
    case_open(&c);
    case_read(&c, b.data, b.size);
    assert_int_equal(c.status, LOB_OK);
    const char *text = recorder_text(&c.rec);
    const char *warning = strstr(text, "warning fractional_pitch");
    assert_non_null(warning);
    const char *rest = strchr(warning, '\n') + 1;
    snprintf(events, sizeof events, "%.*s%s", (int)(warning - text), text, rest);
    assert_string_equal(events, SAMPLE_EVENTS);
    case_close(&c);
}

static void test_sample(void **state) {
    (void)state;
    expect_sample();
}

/* Copies into a block of the exact size, so that a read beyond it is seen. */
static lob_status read_exact(const uint8_t *data, size_t size, lob_error *error) {
    uint64_t live = lob_alloc_live();
    uint8_t *copy = malloc(size ? size : 1);
    memcpy(copy, data, size);
    gds_case c;
    case_open(&c);
    case_read(&c, copy, size);
    lob_status status = c.status;
    *error = c.ctx.error;
    for (unsigned i = 0; i < error->detail_count; i++) { /* its texts are its own, not those of the original */
        lob_error_detail *d = &error->details[i];
        d->text.data = d->is_text ? error->text + (d->text.data - c.ctx.error.text) : NULL;
    }
    case_close(&c);
    free(copy);
    assert_int_equal(lob_alloc_live(), live);
    assert_int_equal(error->code, status);
    return status;
}

static void test_truncated_at_every_byte(void **state) {
    (void)state;
    sample(&b);
    static lob_error error;
    for (size_t size = 0; size < b.size; size++) {
        assert_int_equal(read_exact(b.data, size, &error), LOB_E_UNSUPPORTED_FORMAT);
        assert_detail_text(&error, "reason", "truncated");
        /* the offset is where the record that is cut begins */
        size_t at = 0;
        while (at + 4 <= size && at + (size_t)(b.data[at] << 8 | b.data[at + 1]) <= size) {
            at += (size_t)(b.data[at] << 8 | b.data[at + 1]);
        }
        assert_detail_integer(&error, "offset", (int64_t)at);
    }
    assert_int_equal(read_exact(b.data, b.size, &error), LOB_OK);
}

static void test_every_byte_changed(void **state) {
    (void)state;
    static const uint8_t with[] = {0x00, 0x01, 0x7f, 0x80, 0xff};
    static lob_error error;
    sample(&b);
    for (size_t i = 0; i < b.size; i++) {
        uint8_t was = b.data[i];
        for (size_t k = stride_pick(0, (uint32_t)(i + 1) % 2); k < sizeof with + 8; k += stride_pick(1, 2)) {
            unsigned flipped = was ^ (1u << (k < sizeof with ? 0 : k - sizeof with));
            b.data[i] = k < sizeof with ? with[k] : (uint8_t)flipped;
            lob_status status = read_exact(b.data, b.size, &error);
            if (status != LOB_OK) {
                assert_eq(status, LOB_E_UNSUPPORTED_FORMAT);
                assert_true(detail_of(&error, "offset"));
            }
        }
        b.data[i] = was;
    }
}

/* Each record left out, and each doubled. */
static void test_records_lost_and_doubled(void **state) {
    (void)state;
    static uint8_t changed[sizeof b.data];
    static lob_error error;
    sample(&b);
    for (size_t at = 0; at < b.size;) {
        size_t size = (size_t)(b.data[at] << 8 | b.data[at + 1]);
        memcpy(changed, b.data, at);
        memcpy(changed + at, b.data + at + size, b.size - at - size);
        read_exact(changed, b.size - size, &error);
        memcpy(changed, b.data, at + size);
        memcpy(changed + at + size, b.data + at, b.size - at);
        read_exact(changed, b.size + size, &error);
        at += size;
    }
}

static bool run_sample(void *arg) {
    (void)arg;
    gds_case c;
    c.arena = lob_arena_new(0);
    if (!c.arena) {
        return false;
    }
    lob_ctx_init(&c.ctx, c.arena);
    recorder_open(&c.rec, &c.ctx);
    case_read(&c, b.data, b.size);
    bool is_memory = c.status == LOB_E_TOOL_LIMIT_EXCEEDED;
    if (c.status != LOB_OK) {
        assert_true(is_memory);
    }
    case_close(&c);
    return c.status == LOB_OK;
}

static void test_allocations(void **state) {
    (void)state;
    sample(&b);
    assert_ge(sweep_allocations(run_sample, NULL), 7);
}

/* 10,000 properties on an element arrive in order. The work grows with their number: twice as many take about twice as
 * long, which is not measured here but would be felt. */
static void test_many_properties(void **state) {
    (void)state;
    head(&b);
    begin_cell(&b, "TOP");
    begin_boundary(&b, 1, 0);
    XY(&b, 0, 0, 10, 0, 5, 5);
    for (int i = 0; i < 10000; i++) {
        char value[16];
        snprintf(value, sizeof value, "v%d", i);
        rec_i2(&b, 0x2b02, i);
        rec_s(&b, 0x2c06, value);
    }
    end_element(&b);
    end_cell(&b);
    end_library(&b);
    gds_case c;
    case_open(&c);
    case_read(&c, b.data, b.size);
    assert_int_equal(c.status, LOB_OK);
    assert_non_null(strstr(recorder_text(&c.rec), " 0=v0 1=v1 2=v2 "));
    assert_non_null(strstr(recorder_text(&c.rec), " 9998=v9998 9999=v9999\n"));
    case_close(&c);
}

/* More points than one record holds: 8191, 8191 and 3618. */
static void test_large_outline(void **state) {
    (void)state;
    static int64_t xy[2 * 8191];
    enum { POINTS = 20000 };
    head(&b);
    begin_cell(&b, "TOP");
    begin_boundary(&b, 1, 0);
    for (int done = 0; done < POINTS;) {
        int now = POINTS - done < 8191 ? POINTS - done : 8191;
        for (int i = 0; i < now; i++) {
            xy[2 * i] = done + i;
            xy[2 * i + 1] = (done + i) % 7;
        }
        rec_i4(&b, 0x1003, xy, 2 * (size_t)now);
        done += now;
    }
    end_element(&b);
    end_cell(&b);
    end_library(&b);
    gds_case c;
    case_open(&c);
    case_read(&c, b.data, b.size);
    assert_int_equal(c.status, LOB_OK);
    const char *text = recorder_text(&c.rec);
    int commas = 0;
    for (const char *p = strstr(text, "polygon"); *p && *p != '\n'; p++) {
        commas += *p == ',';
    }
    assert_int_equal(commas, POINTS);
    assert_non_null(strstr(text, " 8190,0 8191,1 "));
    assert_non_null(strstr(text, " 19998,6 19999,0\n"));
    case_close(&c);
}

/* 16777216 points in one outline are read, one XY more is refused where it stands. The same 64 KiB of two XY records,
 * 8191 points, are in the address space 2049 times. */
static void test_largest_element(void **state) {
    (void)state;
    if (getenv("LOB_TEST_QUICK")) {
        skip();
    }
    enum { CHUNK = 65536, CHUNK_POINTS = 8191, POINTS_MAX = 16777216, CHUNKS = POINTS_MAX / CHUNK_POINTS + 1 };
    static bytes records;
    static int64_t zeros[2 * 8188];
    records.size = 0;
    rec_i4(&records, 0x1003, zeros, 2 * 8188);
    rec_i4(&records, 0x1003, zeros, 2 * 3);
    assert_int_equal(records.size, CHUNK);
    const int fd = memfd_create("points", MFD_CLOEXEC);
    assert_int_equal(pwrite(fd, records.data, CHUNK, 0), CHUNK);
    uint8_t *memory = mmap(NULL, (CHUNKS + 1) * (size_t)CHUNK, PROT_READ | PROT_WRITE,
                           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    assert_ne(memory, MAP_FAILED);
    for (size_t i = 1; i <= CHUNKS; i++) {
        assert_ne(mmap(memory + i * CHUNK, CHUNK, PROT_READ, MAP_SHARED | MAP_FIXED, fd, 0), MAP_FAILED);
    }
    close(fd);
    head(&b);
    begin_cell(&b, "TOP");
    begin_boundary(&b, 1, 0);
    uint8_t *start = memory + CHUNK - b.size;
    memcpy(start, b.data, b.size);
    gds_case c;
    case_open(&c);
    case_read(&c, start, b.size + CHUNKS * (size_t)CHUNK);
    assert_int_equal(c.status, LOB_E_TOOL_LIMIT_EXCEEDED);
    assert_detail_text(&c.ctx.error, "reason", "element_size");
    assert_true(c.ctx.error.hint[0]);
    case_close(&c);
    /* Without what is too much the file is cut short behind its last record. */
    case_open(&c);
    case_read(&c, start, b.size + (CHUNKS - 1) * (size_t)CHUNK);
    assert_int_equal(c.status, LOB_E_UNSUPPORTED_FORMAT);
    assert_detail_text(&c.ctx.error, "reason", "truncated");
    case_close(&c);
    munmap(memory, (CHUNKS + 1) * (size_t)CHUNK);
}

/* ---- a fault stops the reader where it is ---- */

/* The sample, and elements that are warned of: absolute sizes, rounded pitches, records without a meaning, a NODE, and
 * context strings in the wrong form, twice, and both whole and in parts. */
static void warned(void) {
    static const char *const context[][2] = {{"\5", "#1"}, {"\6", "a"}, {"\6", "b"}, {"\7", "#7,0:x"}, {"\7", "whole"}};
    head(&b);
    sample_cell_a(&b);
    begin_cell(&b, "$$$CONTEXT_INFO$$$");
    rec0(&b, 0x0a00);
    rec_s(&b, 0x1206, "A");
    XY(&b, 0, 0);
    for (size_t i = 0; i < sizeof context / sizeof *context; i++) {
        rec_i2(&b, 0x2b02, context[i][0][0]);
        rec_s(&b, 0x2c06, context[i][1]);
    }
    end_element(&b);
    end_cell(&b);
    begin_cell(&b, "TOP");
    rec0(&b, 0x0a00);
    rec_s(&b, 0x1206, "A");
    rec_i2(&b, 0x1a01, 0x8006);
    XY(&b, 5, 6);
    end_element(&b);
    sample_aref(&b, "\0\3\0\1", 10, 1);
    begin_shape(&b, 0x0c00, 0x1602, 4, 9);
    rec_i2(&b, 0x1a01, 6);
    XY(&b, 1, 2);
    rec_s(&b, 0x1906, "hello");
    end_element(&b);
    begin_shape(&b, 0x1500, 0x2a02, 1, 0);
    XY(&b, 0, 0);
    end_element(&b);
    end_cell(&b);
    end_library(&b);
    put(&b, "junk", 4);
}

static lob_status take_context(void *self, lob_str cell, const lob_str *strings, uint32_t count) {
    recorder *r = self;
    (void)cell;
    (void)strings;
    lob_buf_printf(&r->text, "context of %u strings\n", count);
    return rec_done(r);
}

static int line_count(const char *text) {
    int count = 0;
    for (; *text; text++) {
        count += *text == '\n';
    }
    return count;
}

/* The sink fails at each event in turn: that is the last it is told, and the answer says at which record. */
static void test_sink_fails_anywhere(void **state) {
    (void)state;
    gds_case c;
    warned();
    case_open(&c);
    c.rec.sink.context = take_context;
    case_read(&c, b.data, b.size);
    assert_int_equal(c.status, LOB_OK);
    const int events = line_count(recorder_text(&c.rec));
    assert_non_null(strstr(recorder_text(&c.rec), "warning absolute_mag"));
    assert_non_null(strstr(recorder_text(&c.rec), "warning fractional_pitch"));
    assert_non_null(strstr(recorder_text(&c.rec), "warning node"));
    assert_non_null(strstr(recorder_text(&c.rec), "warning context"));
    assert_non_null(strstr(recorder_text(&c.rec), "context of 2 strings"));
    assert_non_null(strstr(recorder_text(&c.rec), "warning junk_after_end"));
    case_close(&c);
    for (int nth = 1; nth <= events; nth++) {
        case_open(&c);
        c.rec.sink.context = take_context;
        c.rec.fail_after = nth;
        case_read(&c, b.data, b.size);
        assert_int_equal(c.status, LOB_E_UNSUPPORTED_FORMAT);
        assert_int_equal(line_count(recorder_text(&c.rec)), nth);
        assert_non_null(detail_of(&c.ctx.error, "offset"));
        if (nth < events - 1) { /* behind ENDLIB there is no record */
            const lob_error_detail *at = detail_of(&c.ctx.error, "record");
            assert_non_null(at);
            assert_gt(at->text.size, 2);
        }
        case_close(&c);
    }
}

static lob_status want_memory(void *self, const lob_element *element, lob_box box) {
    recorder *r = self;
    (void)element;
    (void)box;
    return lob_fail_memory(r->ctx);
}

/* Where in the file says nothing about memory. */
static void test_memory_has_no_place(void **state) {
    (void)state;
    gds_case c;
    sample(&b);
    case_open(&c);
    c.rec.sink.box = want_memory;
    case_read(&c, b.data, b.size);
    assert_int_equal(c.status, LOB_E_TOOL_LIMIT_EXCEEDED);
    assert_null(detail_of(&c.ctx.error, "offset"));
    assert_null(detail_of(&c.ctx.error, "record"));
    assert_null(detail_of(&c.ctx.error, "cell"));
    case_close(&c);
}

static lob_cancel token;

static lob_status stop_now(void *self) {
    (void)self;
    atomic_store(&token.requested, true);
    return LOB_OK;
}

/* A request to stop is heard behind the last record as well. */
static void test_cancelled_behind_the_end(void **state) {
    (void)state;
    gds_case c;
    head(&b);
    begin_cell(&b, "TOP");
    end_cell(&b);
    end_library(&b);
    case_open(&c);
    atomic_store(&token.requested, false);
    c.ctx.cancel = &token;
    c.rec.sink.end_cell = stop_now;
    case_read(&c, b.data, b.size);
    assert_int_equal(c.status, LOB_E_CANCELLED);
    assert_null(strstr(recorder_text(&c.rec), "done"));
    case_close(&c);
}

/* gzip around the sample, cut at each byte: what is told is that, and not what the parser makes of the rest. */
static void test_gzip_cut_anywhere(void **state) {
    (void)state;
    static uint8_t packed[1 << 14];
    sample(&b);
    z_stream z = {.next_in = b.data, .avail_in = (unsigned)b.size, .next_out = packed, .avail_out = sizeof packed};
    assert_int_equal(deflateInit2(&z, 0, Z_DEFLATED, 31, 8, Z_DEFAULT_STRATEGY), Z_OK);
    assert_int_equal(deflate(&z, Z_FINISH), Z_STREAM_END);
    const size_t size = z.total_out;
    deflateEnd(&z);
    for (size_t cut = 20; cut <= size; cut++) {
        const lob_source_options options = {0};
        const int fd = memfd_create("cut", MFD_CLOEXEC);
        lob_source *source = NULL;
        gds_case c;
        assert_ge(fd, 0);
        assert_int_equal(pwrite(fd, packed, cut, 0), (ssize_t)cut);
        case_open(&c);
        assert_int_equal(lob_source_open_fd(&c.ctx, fd, &options, &source), LOB_OK);
        c.status = lob_gds_read(&c.ctx, source, &c.rec.sink, true);
        lob_source_close(source);
        assert_int_equal(c.status, c.ctx.error.code);
        assert_int_equal(c.status, cut == size ? LOB_OK : LOB_E_UNSUPPORTED_FORMAT);
        if (c.status != LOB_OK) {
            assert_detail_text(&c.ctx.error, "reason", "gzip");
            assert_null(detail_of(&c.ctx.error, "record"));
            assert_null(strstr(recorder_text(&c.rec), "done"));
        }
        case_close(&c);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sample),
        cmocka_unit_test(test_truncated_at_every_byte),
        cmocka_unit_test(test_every_byte_changed),
        cmocka_unit_test(test_records_lost_and_doubled),
        cmocka_unit_test(test_allocations),
        cmocka_unit_test(test_many_properties),
        cmocka_unit_test(test_large_outline),
        cmocka_unit_test(test_largest_element),
        cmocka_unit_test(test_sink_fails_anywhere),
        cmocka_unit_test(test_memory_has_no_place),
        cmocka_unit_test(test_cancelled_behind_the_end),
        cmocka_unit_test(test_gzip_cut_anywhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
