/* From a descriptor to a frozen layout.
 * A program of its own: it stands in for functions of the libraries. */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <openssl/sha.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <zlib.h>

#include "tests/support/lob_test.h"

#include "base/digest.h"
#include "io/read.h"
#include "tests/unit/io/gds_case.h"
#include "tests/unit/io/gds_sample.h"

static bytes b;

static int file_of(const void *data, size_t size) {
    char name[] = "/tmp/lob_test_read_XXXXXX";
    int fd = mkstemp(name);
    assert_ge(fd, 0);
    unlink(name);
    assert_int_equal(write(fd, data, size), (ssize_t)size);
    lseek(fd, 0, SEEK_SET);
    return fd;
}

typedef struct opened {
    lob_arena *arena;
    lob_ctx ctx;
    lob_read_result result;
    lob_status status;
} opened;

static void open_bytes(opened *o, const void *data, size_t size, lob_format expected) {
    lob_read_options options = {.expected = expected};
    o->arena = lob_arena_new(0);
    lob_ctx_init(&o->ctx, o->arena);
    o->status = lob_read_layout(&o->ctx, file_of(data, size), &options, &o->result);
}

static void opened_close(opened *o) {
    lob_layout_drop(o->result.layout);
    lob_arena_drop(o->arena);
}

static bool has_warning(const lob_layout *layout, const char *kind) {
    for (uint32_t i = 0; i < lob_layout_warning_count(layout); i++) {
        if (strcmp(lob_layout_warning(layout, i)->kind, kind) == 0) {
            return true;
        }
    }
    return false;
}

static void test_gds(void **state) {
    (void)state;
    static const lob_format expected[] = {LOB_FORMAT_UNKNOWN, LOB_FORMAT_GDS, LOB_FORMAT_OAS};
    sample(&b);
    uint8_t digest[32];
    char hex[65];
    SHA256(b.data, b.size, digest);
    lob_hex(hex, digest, 32);
    for (size_t i = 0; i < 3; i++) {
        opened o;
        open_bytes(&o, b.data, b.size, expected[i]);
        assert_int_equal(o.status, LOB_OK);
        assert_int_equal(o.result.format, LOB_FORMAT_GDS);
        assert_false(o.result.is_gzip);
        assert_int_equal(o.result.file_size, b.size);
        assert_string_equal(o.result.sha256, hex);
        assert_string_equal(lob_layout_format(o.result.layout), "gds");
        assert_true(has_warning(o.result.layout, "fractional_pitch"));
        assert_int_equal(has_warning(o.result.layout, "format_mismatch"), expected[i] == LOB_FORMAT_OAS);
        opened_close(&o);
    }
}

static size_t gzip_of_b(uint8_t packed[sizeof b.data]) {
    z_stream z = {0};
    assert_int_equal(deflateInit2(&z, 6, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY), Z_OK);
    z.next_in = b.data;
    z.avail_in = (unsigned)b.size;
    z.next_out = packed;
    z.avail_out = sizeof b.data;
    assert_int_equal(deflate(&z, Z_FINISH), Z_STREAM_END);
    deflateEnd(&z);
    return sizeof b.data - z.avail_out;
}

/* Sparse files of 60 GB: refused after the first 64 MiB of nothing. What is allowed is read to its end. */
static void test_padding(void **state) {
    (void)state;
    static const char oasis[] = "%SEMI-OASIS\r\n";
    static uint8_t packed[sizeof b.data];
    sample(&b);
    const size_t packed_size = gzip_of_b(packed);
    const struct {
        const void *data;
        size_t size;
        uint64_t file_size;
        lob_status status;
    } cases[] = {{b.data, b.size, UINT64_C(60) << 30, LOB_E_TOOL_LIMIT_EXCEEDED},
                 {packed, packed_size, UINT64_C(60) << 30, LOB_E_TOOL_LIMIT_EXCEEDED},
                 {oasis, sizeof oasis - 1, UINT64_C(60) << 30, LOB_E_TOOL_LIMIT_EXCEEDED},
                 {oasis, sizeof oasis - 1, 3 << 20, LOB_E_UNSUPPORTED_FORMAT},
                 {packed, packed_size, 3 << 20, LOB_OK},
                 {b.data, b.size, 3 << 20, LOB_OK}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        lob_case("%s, told as %llu bytes",
                 cases[i].data == oasis    ? "OASIS"
                 : cases[i].data == packed ? "gzip"
                                           : "GDSII",
                 (unsigned long long)cases[i].file_size);
        const lob_read_options options = {.layout_size_max = 1 << 24};
        opened o;
        o.arena = lob_arena_new(0);
        lob_ctx_init(&o.ctx, o.arena);
        const int fd = file_of(cases[i].data, cases[i].size);
        if (ftruncate(fd, (off_t)cases[i].file_size) != 0) {
            skip(); /* no file system for sparse files */
        }
        assert_int_equal(lob_read_layout(&o.ctx, fd, &options, &o.result), cases[i].status);
        if (cases[i].status == LOB_E_TOOL_LIMIT_EXCEEDED) {
            assert_detail_text(&o.ctx.error, "limit_name", "padding_size");
            assert_gt(strlen(o.ctx.error.hint), 0);
        }
        opened_close(&o);
    }
}

static void test_gzip(void **state) {
    (void)state;
    static uint8_t packed[sizeof b.data];
    sample(&b);
    const size_t size = gzip_of_b(packed);
    opened o;
    open_bytes(&o, packed, size, LOB_FORMAT_GDS);
    assert_int_equal(o.status, LOB_OK);
    assert_true(o.result.is_gzip);
    assert_int_equal(o.result.format, LOB_FORMAT_GDS);
    assert_int_equal(o.result.file_size, size);
    opened_close(&o);
    /* What is wrong with the first bytes is told, and not what one makes of none. */
    o.arena = lob_arena_new(0);
    lob_ctx_init(&o.ctx, o.arena);
    const lob_read_options options = {.inflated_max = 10};
    assert_int_equal(lob_read_layout(&o.ctx, file_of(packed, size), &options, &o.result), LOB_E_TOOL_LIMIT_EXCEEDED);
    assert_detail_text(&o.ctx.error, "reason", "inflated_size");
    assert_int_equal(o.result.format, LOB_FORMAT_UNKNOWN);
    opened_close(&o);
}

static void expect_reason(const void *data, size_t size, const char *reason) {
    opened o;
    open_bytes(&o, data, size, LOB_FORMAT_UNKNOWN);
    assert_int_equal(o.status, LOB_E_UNSUPPORTED_FORMAT);
    assert_null(o.result.layout);
    assert_detail_text(&o.ctx.error, "reason", reason);
    assert_true(o.ctx.error.message[0]);
    assert_true(o.ctx.error.hint[0]);
    opened_close(&o);
}

static void test_refusals(void **state) {
    (void)state;
    expect_reason("", 0, "empty");
    expect_reason("magic\ntech scmos\n", 17, "not_a_layout");
    expect_reason("\0", 1, "not_a_layout");
    expect_reason("%SEMI-OASIS\r\n\1\0031.0", 18, "truncated");
    expect_reason("\x1f\x8b", 2, "gzip");
    sample(&b);
    expect_reason(b.data, b.size - 1, "truncated");
}

/* A gigabyte of zeros is refused by its first bytes: nothing else of it is looked at. */
static void test_zeros(void **state) {
    (void)state;
    int fd = file_of("", 0);
    assert_int_equal(ftruncate(fd, 1 << 30), 0);
    lob_arena *arena = lob_arena_new(0);
    lob_ctx ctx;
    lob_ctx_init(&ctx, arena);
    lob_read_result result;
    assert_int_equal(lob_read_layout(&ctx, fd, &(lob_read_options){0}, &result), LOB_E_UNSUPPORTED_FORMAT);
    assert_detail_text(&ctx.error, "reason", "not_a_layout");
    lob_arena_drop(arena);
}

static bool run(void *arg) {
    lob_arena *arena = lob_arena_new(0);
    if (!arena) {
        return false;
    }
    lob_ctx ctx;
    lob_ctx_init(&ctx, arena);
    lob_read_result result;
    const lob_read_options options = {.expected = *(const lob_format *)arg};
    lob_status status = lob_read_layout(&ctx, file_of(b.data, b.size), &options, &result);
    if (status != LOB_OK) {
        assert_eq(status, LOB_E_TOOL_LIMIT_EXCEEDED);
    }
    assert_int_equal(status == LOB_OK, result.layout != NULL);
    lob_layout_drop(result.layout);
    lob_arena_drop(arena);
    return status == LOB_OK;
}

/* Asked to stop when the end of the file is met, behind the end of the layout: there is no layout. Without a thread,
 * and with two whole blocks, the end is the last that is read before the hash. Both calls are replaced at link time. */
static lob_cancel token;
static bool cancels_at_end, has_no_threads;

ssize_t read(int fd, void *data, size_t size) {
    ssize_t got = syscall(SYS_read, fd, data, size);
    if (got == 0 && cancels_at_end) {
        atomic_store(&token.requested, true);
    }
    return got;
}

int pthread_create(pthread_t *thread, const pthread_attr_t *attr, void *(*start)(void *self), void *self) {
    __typeof__(&pthread_create) real = (__typeof__(&pthread_create))(uintptr_t)dlsym(RTLD_NEXT, "pthread_create");
    return has_no_threads ? EAGAIN : real(thread, attr, start, self);
}

static void test_cancelled_before_the_hash(void **state) {
    (void)state;
    static uint8_t file[2 << 20];
    sample(&b);
    memcpy(file, b.data, b.size);
    has_no_threads = true;
    for (int cancels = 0; cancels < 2; cancels++) {
        lob_arena *arena = lob_arena_new(0);
        lob_ctx ctx;
        lob_read_result result;
        lob_ctx_init(&ctx, arena);
        ctx.cancel = &token;
        atomic_store(&token.requested, false);
        cancels_at_end = cancels;
        assert_int_equal(lob_read_layout(&ctx, file_of(file, sizeof file), &(lob_read_options){0}, &result),
                         cancels ? LOB_E_CANCELLED : LOB_OK);
        assert_int_equal(result.layout == NULL, cancels);
        lob_layout_drop(result.layout);
        lob_arena_drop(arena);
    }
    cancels_at_end = has_no_threads = false;
}

static void test_allocations(void **state) {
    (void)state;
    lob_format right = LOB_FORMAT_GDS, wrong = LOB_FORMAT_OAS;
    sample(&b);
    assert_ge(sweep_allocations_sparing(run, &right, true), 10);
    assert_ge(sweep_allocations_sparing(run, &wrong, true), 10); /* the warning takes memory as well */
    static uint8_t packed[sizeof b.data];
    b.size = gzip_of_b(packed);
    memcpy(b.data, packed, b.size);
    assert_ge(sweep_allocations_sparing(run, &right, true), 12);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_gds),
        cmocka_unit_test(test_padding),
        cmocka_unit_test(test_gzip),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_zeros),
        cmocka_unit_test(test_allocations),
        cmocka_unit_test(test_cancelled_before_the_hash),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
