/* Output to memory and to a descriptor, plain and gzipped, against zlib's own view of it. */
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include "tests/support/lob_test.h"

#include "io/outfile.h"
#include "tests/support/stride.h"
#include "tests/unit/base/sweep_short.h"

static uint8_t *content;
static size_t content_size;
static lob_arena *arena;
static lob_ctx ctx;

static int setup(void **state) {
    (void)state;
    uint64_t x = 1;
    /* packed it is more than a block, and a quarter of this */
    content_size = getenv("LOB_TEST_QUICK") ? 2500000 : 5000000;
    content = malloc(content_size);
    for (size_t i = 0; i < content_size; i++) { /* half of it cannot be packed, or all */
        x = x * UINT64_C(6364136223846793005) + 1;
        content[i] = i % 2 && !stride_is_on() ? 'a' : (uint8_t)(x >> 56);
    }
    arena = lob_arena_new(0);
    return arena ? 0 : 1;
}

static int teardown(void **state) {
    (void)state;
    free(content);
    lob_arena_drop(arena);
    return 0;
}

/* Of the content what shows all there is; packing is what takes the time. */
static size_t large_size(bool gzip) {
    return gzip ? stride_pick((uint32_t)content_size, 1300000) : content_size;
}

/* Pieces of many sizes, none and several blocks among them. */
static void add_content(lob_outfile *out, size_t size) {
    const size_t pieces[] = {1, 0, 1000, getenv("LOB_TEST_QUICK") ? 1200000 : 3000000, 17, 1 << 20, 99};
    size_t at = 0;
    for (size_t i = 0; at < size; i++) {
        size_t piece = pieces[i % 7] < size - at ? pieces[i % 7] : size - at;
        lob_outfile_add(out, content + at, piece);
        at += piece;
    }
}

static void begin(lob_outfile *out, int fd, bool gzip) {
    lob_ctx_init(&ctx, arena);
    assert_int_equal(lob_outfile_begin(&ctx, out, fd, gzip), LOB_OK);
}

/* cmocka, byte by byte, is slow. */
static void assert_same(const void *data, size_t size) {
    if (size && memcmp(data, content, size) != 0) {
        assert_memory_equal(data, content, size);
    }
}

static void assert_inflates_to(const void *packed, size_t packed_size, size_t size) {
    uint8_t *back = malloc(size + 1);
    z_stream z = {.next_in = (Bytef *)(uintptr_t)packed, .avail_in = (uInt)packed_size, .next_out = back};
    z.avail_out = (uInt)size + 1;
    assert_int_equal(inflateInit2(&z, 15 + 16), Z_OK);
    assert_int_equal(inflate(&z, Z_FINISH), Z_STREAM_END);
    assert_int_equal(z.total_out, size);
    assert_int_equal(z.avail_in, 0);
    assert_same(back, size);
    inflateEnd(&z);
    free(back);
}

static void test_memory(void **state) {
    (void)state;
    const size_t sizes[] = {0, 1, 1 << 20, content_size};
    for (size_t i = 0; i < stride_pick(4, 3); i++) {
        lob_outfile plain, packed;
        begin(&plain, -1, false);
        plain.wants_crc32 = true;
        add_content(&plain, sizes[i]);
        assert_int_equal(lob_outfile_end(&plain), LOB_OK);
        assert_int_equal(plain.offset, sizes[i]);
        assert_int_equal(plain.crc32, crc32_z(0, content, sizes[i]));
        assert_int_equal(lob_outfile_bytes(&plain).size, sizes[i]);
        assert_same(lob_outfile_bytes(&plain).data, sizes[i]);
        lob_outfile_release(&plain);
        begin(&packed, -1, true);
        add_content(&packed, sizes[i]);
        assert_int_equal(lob_outfile_end(&packed), LOB_OK);
        assert_int_equal(packed.offset, sizes[i]);
        lob_str bytes = lob_outfile_bytes(&packed);
        assert_memory_equal(bytes.data + 4, "\0\0\0\0", 4); /* no time */
        assert_inflates_to(bytes.data, bytes.size, sizes[i]);
        lob_outfile_release(&packed);
    }
}

static void test_descriptor(void **state) {
    (void)state;
    for (int gzip = 0; gzip < 2; gzip++) {
        const size_t whole = large_size(gzip);
        char name[] = "/tmp/lob_test_outfile_XXXXXX";
        int fd = mkstemp(name);
        assert_ge(fd, 0);
        unlink(name);
        lob_outfile out;
        begin(&out, fd, gzip);
        add_content(&out, whole);
        assert_gt(lseek(fd, 0, SEEK_CUR), (off_t)whole / 4); /* before the end */
        assert_int_equal(lob_outfile_end(&out), LOB_OK);
        assert_int_equal(lob_outfile_bytes(&out).size, 0);
        size_t size = (size_t)lseek(fd, 0, SEEK_END);
        uint8_t *bytes = malloc(size);
        assert_int_equal(pread(fd, bytes, size, 0), size);
        if (gzip) {
            assert_inflates_to(bytes, size, whole);
        } else {
            assert_int_equal(size, whole);
            assert_same(bytes, whole);
        }
        free(bytes);
        lob_outfile_release(&out);
        close(fd);
    }
}

static const lob_error_detail *detail(const char *key) {
    for (unsigned i = 0; i < ctx.error.detail_count; i++) {
        if (strcmp(ctx.error.details[i].key, key) == 0) {
            return &ctx.error.details[i];
        }
    }
    fail();
    return NULL;
}

static void assert_failed(lob_status code, const char *reason, int error) {
    assert_int_equal(ctx.error.code, code);
    assert_true(lob_str_equal(detail("reason")->text, lob_str_from(reason)));
    assert_int_equal(detail("errno")->integer, error);
    assert_true(ctx.error.message[0]);
    assert_true(ctx.error.hint[0]);
}

static void test_write_failures(void **state) {
    (void)state;
    for (int gzip = 0; gzip < 2; gzip++) {
        for (int large = 0; large < 2; large++) {
            lob_outfile out;
            int full = open("/dev/full", O_WRONLY);
            assert_ge(full, 0);
            begin(&out, full, gzip);
            add_content(&out, large ? large_size(gzip) : 10);
            assert_int_equal(out.status, large ? LOB_E_TOOL_LIMIT_EXCEEDED : LOB_OK);
            assert_int_equal(lob_outfile_end(&out), LOB_E_TOOL_LIMIT_EXCEEDED);
            assert_failed(LOB_E_TOOL_LIMIT_EXCEEDED, "disk_full", ENOSPC);
            assert_int_equal(out.offset, large ? large_size(gzip) : 10);
            lob_outfile_release(&out);
            close(full);
            begin(&out, 9999, gzip);
            add_content(&out, 10);
            assert_int_equal(lob_outfile_end(&out), LOB_E_INTERNAL_ERROR);
            assert_failed(LOB_E_INTERNAL_ERROR, "write", EBADF);
            lob_outfile_release(&out);
        }
    }
}

static void test_errors(void **state) {
    (void)state;
    static const struct {
        int error;
        lob_status code;
        const char *reason;
    } cases[] = {{EDQUOT, LOB_E_TOOL_LIMIT_EXCEEDED, "disk_full"},
                 {EFBIG, LOB_E_TOOL_LIMIT_EXCEEDED, "disk_full"},
                 {EACCES, LOB_E_TOOL_LIMIT_EXCEEDED, "not_writable"},
                 {EROFS, LOB_E_TOOL_LIMIT_EXCEEDED, "not_writable"},
                 {ENOENT, LOB_E_FILE_NOT_FOUND, "no_folder"},
                 {ENOTDIR, LOB_E_FILE_NOT_FOUND, "no_folder"},
                 {EIO, LOB_E_INTERNAL_ERROR, "write"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        lob_case("%zu: %s", i, cases[i].reason);
        lob_ctx_init(&ctx, arena);
        assert_int_equal(lob_outfile_fail(&ctx, cases[i].error), cases[i].code);
        assert_failed(cases[i].code, cases[i].reason, cases[i].error);
    }
}

static bool run_memory(void *arg) {
    lob_outfile out;
    lob_ctx_init(&ctx, arena);
    lob_status status = lob_outfile_begin(&ctx, &out, -1, *(const bool *)arg);
    if (status == LOB_OK) {
        add_content(&out, stride_pick(getenv("LOB_TEST_QUICK") ? 1200000 : 2500000, 400000));
        status = lob_outfile_end(&out);
    }
    lob_outfile_release(&out);
    return status == LOB_OK;
}

static void test_allocations(void **state) {
    (void)state;
    bool gzip = false;
    assert_ge(sweep_allocations_short(run_memory, &gzip), 3);
    gzip = true;
    assert_ge(sweep_allocations_short(run_memory, &gzip), 6);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_memory), cmocka_unit_test(test_descriptor),  cmocka_unit_test(test_write_failures),
        cmocka_unit_test(test_errors), cmocka_unit_test(test_allocations),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
