/* Files as streams: blocks, hashes (against libcrypto), gzip (made by zlib), files that change under the reader. */
#include <fcntl.h>
#include <openssl/sha.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include "tests/support/lob_test.h"

#include "base/digest.h"
#include "tests/support/stride.h"
#include "tests/unit/io/gds_case.h"

enum { MEGA = 1 << 20 };

static uint8_t *pattern; /* 21 MiB of noise with the same bytes every time */
static const size_t pattern_size = 21 * MEGA;
enum { PERIOD = MEGA + 4104 }; /* of the noise under valgrind: no whole number of blocks */

static int make_pattern(void **state) {
    (void)state;
    pattern = malloc(pattern_size);
    uint64_t seed = 88172645463325252u;
    const size_t period = stride_pick((uint32_t)pattern_size, PERIOD);
    for (size_t i = 0; i < period; i += 8) {
        seed ^= seed << 13, seed ^= seed >> 7, seed ^= seed << 17;
        memcpy(pattern + i, &seed, 8);
    }
    for (size_t i = period; i < pattern_size; i += period) {
        memcpy(pattern + i, pattern, i + period < pattern_size ? period : pattern_size - i);
    }
    pattern[0] = 'x'; /* no gzip */
    return 0;
}

static int drop_pattern(void **state) {
    (void)state;
    free(pattern);
    return 0;
}

static int file_of(const void *data, size_t size) {
    char name[] = "/tmp/lob_test_source_XXXXXX";
    int fd = mkstemp(name);
    assert_ge(fd, 0);
    unlink(name);
    for (size_t done = 0; done < size;) {
        ssize_t wrote = write(fd, (const char *)data + done, size - done);
        assert_gt(wrote, 0);
        done += (size_t)wrote;
    }
    lseek(fd, 0, SEEK_SET);
    return fd;
}

typedef struct reading {
    lob_arena *arena;
    lob_ctx ctx;
    lob_source *source;
    lob_status status;
} reading;

static void reading_open(reading *r, int fd, const lob_source_options *options) {
    r->arena = lob_arena_new(0);
    lob_ctx_init(&r->ctx, r->arena);
    r->source = NULL;
    r->status = lob_source_open_fd(&r->ctx, fd, options, &r->source);
}

static void reading_open_memory(reading *r, const void *data, size_t size, const lob_source_options *options) {
    r->arena = lob_arena_new(0);
    lob_ctx_init(&r->ctx, r->arena);
    r->source = NULL;
    r->status = lob_source_open_memory(&r->ctx, data, size, options, &r->source);
}

static void reading_close(reading *r) {
    lob_source_close(r->source);
    lob_arena_drop(r->arena);
}

/* Takes everything in steps of `need` and compares. */
static lob_status drain(reading *r, const uint8_t *expected, size_t size, size_t need, size_t step) {
    for (size_t at = 0;;) {
        const uint8_t *data;
        size_t have;
        lob_status status = lob_source_peek(r->source, need, &data, &have);
        if (status != LOB_OK) {
            return status;
        }
        if (have < need) {
            assert_eq(at + have, size);
        }
        if (have == 0) {
            assert_int_equal(at, size);
            return LOB_OK;
        }
        size_t now = step < have ? step : have;
        assert_int_equal(lob_source_offset(r->source), at);
        const size_t looked_at = have < need + 64 ? have : need + 64;
        if (memcmp(data, expected + at, looked_at) != 0) { /* cmocka, byte by byte, is slow */
            assert_memory_equal(data, expected + at, looked_at);
        }
        lob_source_skip(r->source, now);
        at += now;
    }
}

static void assert_hash(reading *r, const void *data, size_t size) {
    static uint8_t digest[32];
    static const void *hashed; /* the last bytes of the pattern, which do not change */
    static size_t hashed_size;
    char expected[65], hex[65];
    if (hashed != data || hashed_size != size) {
        SHA256(data, size, digest);
        hashed = data == pattern ? data : NULL;
        hashed_size = size;
    }
    lob_hex(expected, digest, 32);
    assert_int_equal(lob_source_sha256(r->source, hex), LOB_OK);
    assert_string_equal(hex, expected);
}

/* Sizes around the block, and windows small and large. */
static void test_sizes(void **state) {
    (void)state;
    static const size_t sizes[] = {1, 5, 4096, MEGA - 1, MEGA, MEGA + 1, 2 * MEGA, 7 * MEGA + 13, 21 * MEGA};
    static const size_t needs[] = {4096, 65534, MEGA};
    for (size_t i = 0; i < stride_pick(sizeof sizes / sizeof sizes[0], 7); i++) {
        lob_case("sizes[%zu]", i);
        for (size_t k = stride_is_on() ? i % 3 : 0; k < sizeof needs / sizeof needs[0]; k += stride_pick(1, 3)) {
            for (int hash = 0; hash < 2; hash++) {
                reading r;
                lob_source_options options = {.hash = hash};
                reading_open(&r, file_of(pattern, sizes[i]), &options);
                assert_int_equal(r.status, LOB_OK);
                assert_int_equal(lob_source_file_size(r.source), sizes[i]);
                assert_false(lob_source_is_gzip(r.source));
                assert_int_equal(drain(&r, pattern, sizes[i], needs[k], needs[k] - 100), LOB_OK);
                assert_eq(lob_source_fraction(r.source), 1);
                if (hash) {
                    assert_hash(&r, pattern, sizes[i]);
                }
                reading_close(&r);
            }
        }
    }
}

static void test_hash_without_reading(void **state) {
    (void)state;
    const size_t sizes[] = {0, 7, MEGA + 1, (size_t)stride_pick(9, 2) * MEGA};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        lob_case("%zu bytes", sizes[i]);
        reading r;
        reading_open(&r, file_of(pattern, sizes[i]), &(lob_source_options){.hash = true});
        assert_int_equal(r.status, LOB_OK);
        assert_hash(&r, pattern, sizes[i]);
        assert_hash(&r, pattern, sizes[i]); /* and again */
        reading_close(&r);
    }
    reading r;
    reading_open_memory(&r, "abc", 3, &(lob_source_options){.hash = true});
    assert_hash(&r, "abc", 3);
    reading_close(&r);
    char hex[65];
    reading_open_memory(&r, "abc", 3, &(lob_source_options){0});
    assert_int_equal(lob_source_sha256(r.source, hex), LOB_E_INTERNAL_ERROR);
    reading_close(&r);
}

static void test_window(void **state) {
    (void)state;
    reading r;
    const uint8_t *data;
    size_t have;
    reading_open_memory(&r, "abcdef", 6, &(lob_source_options){0});
    assert_eq(lob_source_fraction(r.source), 0);
    assert_int_equal(lob_source_peek(r.source, 2, &data, &have), LOB_OK);
    assert_int_equal(have, 6);
    lob_source_skip(r.source, 3);
    assert_eq(lob_source_fraction(r.source), 0.5);
    assert_int_equal(lob_source_peek(r.source, 100, &data, &have), LOB_OK);
    assert_int_equal(have, 3);
    assert_memory_equal(data, "def", 3);
    assert_int_equal(lob_source_peek(r.source, MEGA + 1, &data, &have), LOB_E_INTERNAL_ERROR);
    reading_close(&r);
    reading_open_memory(&r, "", 0, &(lob_source_options){0});
    assert_int_equal(lob_source_peek(r.source, 1, &data, &have), LOB_OK);
    assert_int_equal(have, 0);
    assert_eq(lob_source_fraction(r.source), 1);
    reading_close(&r);
    r.arena = lob_arena_new(0);
    lob_ctx_init(&r.ctx, r.arena);
    assert_int_equal(lob_source_open_memory(&r.ctx, "", SIZE_MAX, &(lob_source_options){0}, &r.source),
                     LOB_E_INTERNAL_ERROR);
    lob_arena_drop(r.arena);
}

static void expect_reason(reading *r, lob_status status, const char *reason) {
    assert_int_equal(status, LOB_E_UNSUPPORTED_FORMAT);
    assert_detail_text(&r->ctx.error, "reason", reason);
    assert_non_null(detail_of(&r->ctx.error, "offset"));
    assert_true(r->ctx.error.hint[0]);
    reading_close(r);
}

static void test_unreadable(void **state) {
    (void)state;
    reading r;
    reading_open(&r, open("/", O_RDONLY | O_DIRECTORY), &(lob_source_options){0});
    expect_reason(&r, r.status, "read_error");
    reading_open(&r, -1, &(lob_source_options){0});
    expect_reason(&r, r.status, "read_error");
}

/* The reader is at most six blocks ahead, so the end of a file of 20 MiB is still to be read, or that of 9. */
static void test_file_changes(void **state) {
    (void)state;
    const size_t size = (size_t)stride_pick(20, 9) * MEGA, cut = (size_t)stride_pick(15, 7) * MEGA;
    for (int how = 0; how < 3; how++) {
        for (int hash = (int)stride_pick(0, how % 2); hash < 2; hash += (int)stride_pick(1, 2)) {
            reading r;
            int fd = file_of(pattern, size), other = dup(fd);
            reading_open(&r, fd, &(lob_source_options){.hash = hash});
            assert_int_equal(r.status, LOB_OK);
            if (how == 0) {
                assert_int_equal(ftruncate(other, (off_t)cut), 0);
            } else if (how == 1) {
                assert_int_equal(pwrite(other, "more", 4, (off_t)size), 4);
            } else {
                const struct timespec times[2] = {{1000, 0}, {1000, 0}};
                assert_int_equal(futimens(other, times), 0);
            }
            close(other);
            expect_reason(&r, drain(&r, pattern, SIZE_MAX, 4096, MEGA), "changed");
        }
    }
    reading r; /* has no size, yet has bytes */
    reading_open(&r, open("/proc/self/status", O_RDONLY), &(lob_source_options){0});
    expect_reason(&r, r.status, "changed");
}

static void test_close_early(void **state) {
    (void)state;
    for (int i = 0; i < (int)stride_pick(20, 4); i++) {
        reading r;
        reading_open(&r, file_of(pattern, 10 * MEGA), &(lob_source_options){.hash = i & 1});
        assert_int_equal(r.status, LOB_OK);
        reading_close(&r);
    }
}

/* ---- gzip ---- */

static size_t gzip(uint8_t *out, size_t room, const void *data, size_t size, int level) {
    z_stream z = {0};
    assert_int_equal(deflateInit2(&z, level, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY), Z_OK);
    z.next_in = (Bytef *)(uintptr_t)data;
    z.avail_in = (unsigned)size;
    z.next_out = out;
    z.avail_out = (unsigned)room;
    assert_int_equal(deflate(&z, Z_FINISH), Z_STREAM_END);
    deflateEnd(&z);
    return room - z.avail_out;
}

static uint8_t packed[24 * MEGA];

static void expect_inflates(size_t packed_size, const uint8_t *expected, size_t size) {
    /* what is in memory has no blocks: a small one shows all there is */
    for (int memory = 0; memory < (packed_size > 2 * MEGA ? (int)stride_pick(2, 1) : 2); memory++) {
        reading r;
        lob_source_options options = {.hash = true};
        if (memory) {
            reading_open_memory(&r, packed, packed_size, &options);
        } else {
            reading_open(&r, file_of(packed, packed_size), &options);
        }
        assert_int_equal(r.status, LOB_OK);
        assert_true(lob_source_is_gzip(r.source));
        assert_int_equal(drain(&r, expected, size, 65534, 60000), LOB_OK);
        assert_eq(lob_source_fraction(r.source), 1);
        assert_hash(&r, packed, packed_size);
        reading_close(&r);
    }
}

static void test_gzip(void **state) {
    (void)state;
    const size_t last = (size_t)stride_pick(9, 2) * MEGA + 3; /* does not fit the blocks read ahead */
    const size_t sizes[] = {0, 1, 1000, 300000, last};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        lob_case("%zu bytes", sizes[i]);
        const int level = sizes[i] == last ? (int)stride_pick(1, 0) : 1; /* noise: packed or not it is as large */
        size_t size = gzip(packed, sizeof packed, pattern, sizes[i], level);
        expect_inflates(size, pattern, sizes[i]);
    }
}

static void test_gzip_members(void **state) {
    (void)state;
    const size_t zeros = stride_pick(3 * MEGA, 100000);
    const int level = (int)stride_pick(6, 0);
    size_t size = 0, done = 0;
    const size_t parts[] = {100, 0, 0, 1, stride_pick(2 * MEGA, MEGA / 2), 77};
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        lob_case("part %zu of %zu bytes", i, parts[i]);
        size += gzip(packed + size, sizeof packed - size, pattern + done, parts[i], parts[i] > MEGA / 4 ? level : 6);
        done += parts[i];
    }
    expect_inflates(size, pattern, done);
    memset(packed + size, 0, zeros);
    if (!stride_is_on()) {
        expect_inflates(size + 1, pattern, done);
    }
    expect_inflates(size + zeros, pattern, done);
}

static lob_status drain_packed(reading *r, size_t size) {
    reading_open_memory(r, packed, size, &(lob_source_options){0});
    return r->status == LOB_OK ? drain(r, pattern, SIZE_MAX, 1, 1000) : r->status;
}

static void test_gzip_truncated(void **state) {
    (void)state;
    size_t first = gzip(packed, sizeof packed, pattern, 300, 6);
    size_t both = first + gzip(packed + first, sizeof packed - first, pattern + 300, 100, 6);
    for (size_t size = 2; size < both; size += size < 24 || size + 12 > both ? 1 : stride_pick(1, 3)) {
        if (size != first) {
            reading r;
            expect_reason(&r, drain_packed(&r, size), "gzip");
        }
    }
}

static void test_gzip_corrupt(void **state) {
    (void)state;
    size_t size = gzip(packed, sizeof packed, pattern, 300, 6);
    static const unsigned behind[] = {1, 4, 5, 8, 100}; /* length, CRC, data */
    for (size_t i = 0; i < sizeof behind / sizeof behind[0]; i++) {
        lob_case("%u", behind[i]);
        reading r;
        packed[size - behind[i]] ^= 0x40;
        expect_reason(&r, drain_packed(&r, size), "gzip");
        packed[size - behind[i]] ^= 0x40;
    }
    reading r;
    memcpy(packed + size, "junk", 4);
    expect_reason(&r, drain_packed(&r, size + 4), "gzip");
    memset(packed + size, 0, 8);
    packed[size + 7] = 1;
    expect_reason(&r, drain_packed(&r, size + 8), "gzip");
}

static void test_inflated_limit(void **state) {
    (void)state;
    static uint8_t zeros[4 * MEGA];
    size_t size = gzip(packed, sizeof packed, zeros, sizeof zeros, 9);
    for (int over = 0; over < 2; over++) {
        reading r;
        reading_open_memory(&r, packed, size, &(lob_source_options){.inflated_max = sizeof zeros - (size_t)over});
        assert_int_equal(r.status, LOB_OK);
        lob_status status = drain(&r, zeros, sizeof zeros - (over ? 1 : 0) + (over ? 1 : 0), 65534, MEGA);
        assert_int_equal(status, over ? LOB_E_TOOL_LIMIT_EXCEEDED : LOB_OK);
        if (over) {
            assert_detail_text(&r.ctx.error, "reason", "inflated_size");
        }
        reading_close(&r);
    }
}

/* ---- out of memory ---- */

typedef struct work {
    const void *data;
    size_t size;
    bool memory;
} work;

static bool run(void *arg) {
    const work *w = arg;
    lob_arena *arena = lob_arena_new(0);
    if (!arena) {
        return false;
    }
    lob_ctx ctx;
    lob_ctx_init(&ctx, arena);
    lob_source_options options = {.hash = true};
    lob_source *source = NULL;
    lob_status status = w->memory ? lob_source_open_memory(&ctx, w->data, w->size, &options, &source)
                                  : lob_source_open_fd(&ctx, file_of(w->data, w->size), &options, &source);
    for (size_t have = 1; status == LOB_OK && have;) {
        const uint8_t *data;
        status = lob_source_peek(source, 1000, &data, &have);
        lob_source_skip(source, have);
    }
    char hex[65];
    status = status == LOB_OK ? lob_source_sha256(source, hex) : status;
    if (status != LOB_OK) {
        assert_eq(status, LOB_E_TOOL_LIMIT_EXCEEDED);
    }
    lob_source_close(source);
    lob_arena_drop(arena);
    return status == LOB_OK;
}

/* 64 MiB are free; then 250 inflated bytes a byte of the file, whoever inflates. */
static void test_inflated_ratio(void **state) {
    (void)state;
    enum { FREE = 64 * MEGA, RATIO = 250 };
    static const uint8_t plain[] = "no gzip";
    reading r;
    reading_open_memory(&r, plain, sizeof plain, &(lob_source_options){0});
    assert_int_equal(lob_source_inflate(r.source, FREE, 10), LOB_OK);
    assert_int_equal(lob_source_inflate(r.source, RATIO * 1000 - 1, FREE / RATIO + 1000), LOB_OK);
    assert_int_equal(lob_source_inflate(r.source, 1000 * RATIO, FREE / RATIO + 1000), LOB_E_TOOL_LIMIT_EXCEEDED);
    assert_detail_text(&r.ctx.error, "reason", "inflated_ratio");
    reading_close(&r);
    reading_open_memory(&r, plain, sizeof plain, &(lob_source_options){.inflated_max = 1000});
    assert_int_equal(lob_source_inflate(r.source, 1000, 10), LOB_OK);
    assert_int_equal(lob_source_inflate(r.source, UINT64_MAX, 10), LOB_E_TOOL_LIMIT_EXCEEDED);
    assert_detail_text(&r.ctx.error, "reason", "inflated_size");
    reading_close(&r);
}

/* 65 MiB of zeros as gzip: 1030 to 1. */
static void test_gzip_bomb(void **state) {
    (void)state;
    if (getenv("LOB_TEST_QUICK")) {
        skip();
    }
    static uint8_t zeros[MEGA];
    z_stream z = {0};
    reading r;
    assert_int_equal(deflateInit2(&z, 9, Z_DEFLATED, 31, 8, Z_DEFAULT_STRATEGY), Z_OK);
    z.next_out = packed;
    z.avail_out = MEGA;
    for (unsigned i = 0; i < 66; i++) {
        z.next_in = zeros;
        z.avail_in = sizeof zeros;
        assert_int_equal(deflate(&z, i < 65 ? Z_NO_FLUSH : Z_FINISH), i < 65 ? Z_OK : Z_STREAM_END);
    }
    reading_open_memory(&r, packed, MEGA - z.avail_out, &(lob_source_options){0});
    deflateEnd(&z);
    size_t seen = 0;
    lob_status status = LOB_OK;
    for (size_t have = 1; status == LOB_OK && have;) {
        const uint8_t *data;
        status = lob_source_peek(r.source, 1, &data, &have);
        seen += status == LOB_OK ? have : 0;
        lob_source_skip(r.source, status == LOB_OK ? have : 0);
    }
    assert_int_equal(status, LOB_E_TOOL_LIMIT_EXCEEDED);
    assert_detail_text(&r.ctx.error, "reason", "inflated_ratio");
    assert_in_range(seen, 64 * MEGA - (1 << 18), 64 * MEGA);
    reading_close(&r);
}

static void test_allocations(void **state) {
    (void)state;
    size_t size = gzip(packed, sizeof packed, pattern, stride_pick(3 * MEGA, MEGA + 4096), (int)stride_pick(1, 0));
    work works[] = {{pattern, 100, false},
                    {pattern, stride_pick(2 * MEGA, MEGA + 4096), false},
                    {packed, size, false},
                    {packed, size, true},
                    {pattern, 100, true}};
    for (size_t i = 0; i < sizeof works / sizeof works[0]; i++) {
        lob_case("%s of %zu bytes", works[i].data == packed ? "gzip" : "bytes", works[i].size);
        assert_ge(sweep_allocations(run, &works[i]), 2);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sizes),          cmocka_unit_test(test_hash_without_reading),
        cmocka_unit_test(test_window),         cmocka_unit_test(test_unreadable),
        cmocka_unit_test(test_file_changes),   cmocka_unit_test(test_close_early),
        cmocka_unit_test(test_gzip),           cmocka_unit_test(test_gzip_members),
        cmocka_unit_test(test_gzip_truncated), cmocka_unit_test(test_gzip_corrupt),
        cmocka_unit_test(test_inflated_limit), cmocka_unit_test(test_inflated_ratio),
        cmocka_unit_test(test_gzip_bomb),      cmocka_unit_test(test_allocations),
    };
    return cmocka_run_group_tests(tests, make_pattern, drop_pattern);
}
