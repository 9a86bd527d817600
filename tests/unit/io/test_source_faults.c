/* Each system call, each lock and each step of the hash under a source fails once, in turn: the bytes are those of the
 * file, or there is an error that says why, and asking again says the same. The calls are replaced at link time.
 * A program of its own: it stands in for functions of the libraries. */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/sha.h>
#include <zlib.h>

#include "tests/support/lob_test.h"

#include "base/digest.h"
#include "base/limits.h"
#include "io/blocks.h"
#include "tests/support/stride.h"
#include "tests/unit/io/gds_case.h"

enum { MEGA = 1 << 20, SIZE = 3 * MEGA + 7, READ_SIZE = 1 << 17 /* of one call */, BLOCK_READS = MEGA / READ_SIZE };

/* ---- the replaced calls ---- */

typedef enum { READ, PREAD, FSTAT, MUTEX, COND, THREAD, HASH_ADD, HASH_END, CALLS } call;

static atomic_uint seen[CALLS];
static unsigned fail_nth[CALLS]; /* 0: none fails */
static int fail_errno;           /* 0: READ and PREAD say that the file ends */
static void (*lie)(struct stat *info);
static atomic_bool is_slow; /* READ takes five milliseconds */

static void none_fails(void) {
    memset(fail_nth, 0, sizeof fail_nth);
    for (int i = 0; i < CALLS; i++) {
        atomic_store(&seen[i], 0);
    }
    lie = NULL;
}

static void fails_at(call which, unsigned nth, int error) {
    none_fails();
    fail_nth[which] = nth;
    fail_errno = error;
}

static bool fails(call which) {
    if (atomic_fetch_add(&seen[which], 1) + 1 != fail_nth[which]) {
        return false;
    }
    errno = fail_errno;
    return true;
}

ssize_t read(int fd, void *data, size_t size) {
    if (atomic_load(&is_slow)) {
        usleep(5000);
    }
    return fails(READ) ? (fail_errno ? -1 : 0) : syscall(SYS_read, fd, data, size);
}

ssize_t pread(int fd, void *data, size_t size, off_t at) {
    return fails(PREAD) ? (fail_errno ? -1 : 0) : syscall(SYS_pread64, fd, data, size, at);
}

int fstat(int fd, struct stat *info) {
    if (fails(FSTAT)) {
        return -1;
    }
    int result = (int)syscall(SYS_fstat, fd, info);
    if (lie && atomic_load(&seen[FSTAT]) > 1) {
        lie(info);
    }
    return result;
}

#define REAL(name) ((__typeof__(&name))(uintptr_t)dlsym(RTLD_NEXT, #name))

/* Locks look who holds them: what is given back, and by whom, is counted when it is wrong; so are those there are. */
static atomic_uint misuses;
static atomic_int locks, conditions;

int pthread_mutex_init(pthread_mutex_t *lock, const pthread_mutexattr_t *attr) {
    pthread_mutexattr_t checking;
    (void)attr;
    if (fails(MUTEX)) {
        return EAGAIN;
    }
    pthread_mutexattr_init(&checking);
    pthread_mutexattr_settype(&checking, PTHREAD_MUTEX_ERRORCHECK);
    atomic_fetch_add(&locks, 1);
    return REAL(pthread_mutex_init)(lock, &checking);
}

int pthread_mutex_lock(pthread_mutex_t *lock) {
    int result = REAL(pthread_mutex_lock)(lock);
    atomic_fetch_add(&misuses, result != 0);
    return result;
}

int pthread_mutex_unlock(pthread_mutex_t *lock) {
    int result = REAL(pthread_mutex_unlock)(lock);
    atomic_fetch_add(&misuses, result != 0);
    return result;
}

int pthread_cond_init(pthread_cond_t *cond, const pthread_condattr_t *attr) {
    if (fails(COND)) {
        return EAGAIN;
    }
    atomic_fetch_add(&conditions, 1);
    return REAL(pthread_cond_init)(cond, attr);
}

int pthread_mutex_destroy(pthread_mutex_t *lock) {
    atomic_fetch_sub(&locks, 1);
    return REAL(pthread_mutex_destroy)(lock);
}

int pthread_cond_destroy(pthread_cond_t *cond) {
    atomic_fetch_sub(&conditions, 1);
    return REAL(pthread_cond_destroy)(cond);
}

int pthread_create(pthread_t *thread, const pthread_attr_t *attr, void *(*run)(void *arg), void *arg) {
    return fails(THREAD) ? EAGAIN : REAL(pthread_create)(thread, attr, run, arg);
}

int SHA256_Update(SHA256_CTX *sums, const void *data, size_t size) {
    return fails(HASH_ADD) ? 0 : REAL(SHA256_Update)(sums, data, size);
}

int SHA256_Final(unsigned char *digest, SHA256_CTX *sums) {
    return fails(HASH_END) ? 0 : REAL(SHA256_Final)(digest, sums);
}

/* ---- helpers ---- */

/* More than one block; what takes the time is its hash. */
static size_t large_size(void) {
    return stride_pick(SIZE, MEGA + 7);
}

static uint8_t *content, *packed;
static lob_arena *arena;
static lob_ctx ctx;
static lob_source *source;

static int set_up(void **state) {
    (void)state;
    content = malloc(SIZE);
    packed = malloc(2 * (size_t)SIZE);
    uint64_t x = 88172645463325252u;
    for (size_t i = 0; i < SIZE; i++) {
        x ^= x << 13, x ^= x >> 7, x ^= x << 17;
        content[i] = (uint8_t)x;
    }
    content[0] = 'x'; /* no gzip */
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    free(content);
    free(packed);
    return 0;
}

static int begin(void **state) {
    (void)state;
    none_fails();
    source = NULL;
    arena = lob_arena_new(0);
    lob_ctx_init(&ctx, arena);
    return 0;
}

static int end(void **state) {
    (void)state;
    none_fails();
    lob_arena_drop(arena);
    return atomic_load(&misuses) == 0 ? 0 : 1; /* of the locks, in any of the tests so far */
}

static int file_of(const void *data, size_t size) {
    const int fd = memfd_create("source", MFD_CLOEXEC);
    assert_ge(fd, 0);
    assert_int_equal(pwrite(fd, data, size, 0), (ssize_t)size);
    return fd;
}

/* The hash of the file that was read last; gzip_of() makes another. */
static struct known {
    const uint8_t *file;
    size_t size;
    uint8_t digest[32];
} known;

/* Reads all of the file; the bytes must be `expected`, and the hash that of the file. */
static lob_status drain(const uint8_t *expected, size_t size, bool hash, const uint8_t *file, size_t file_size) {
    lob_status status = LOB_OK;
    for (size_t at = 0, have = 1; status == LOB_OK && have > 0; at += have) {
        const uint8_t *data;
        status = lob_source_peek(source, 1000, &data, &have);
        if (status != LOB_OK) {
            /* Asked again, it says the same. */
            lob_error first = ctx.error;
            lob_error_clear(&ctx.error);
            assert_int_equal(lob_source_peek(source, 1000, &data, &have), status);
            assert_string_equal(ctx.error.message, first.message);
            return status;
        }
        assert_le(at + have, size);
        if (have <= 0) {
            assert_eq(at, size);
        }
        const size_t looked_at = have < 4096 || !stride_is_on() ? have : 4096;
        if (memcmp(data, expected + at, looked_at) != 0) { /* cmocka, byte by byte, is slow */
            assert_memory_equal(data, expected + at, looked_at);
        }
        lob_source_skip(source, have);
    }
    if (hash) {
        char hex[65], wanted[65];
        none_fails();
        if (file != known.file || file_size != known.size) {
            known = (struct known){.file = file, .size = file_size};
            SHA256(file, file_size, known.digest);
        }
        lob_hex(wanted, known.digest, 32);
        assert_int_equal(lob_source_sha256(source, hex), LOB_OK);
        assert_string_equal(hex, wanted);
    }
    return LOB_OK;
}

/* Opens a file of these bytes, reads and closes it. */
static lob_status read_all(const uint8_t *file, size_t file_size, const uint8_t *expected, size_t size, bool hash) {
    const lob_source_options options = {.hash = hash};
    const uint64_t live = lob_alloc_live();
    const int fd = file_of(file, file_size);
    lob_error_clear(&ctx.error);
    lob_status status = lob_source_open_fd(&ctx, fd, &options, &source);
    if (status == LOB_OK) {
        status = drain(expected, size, hash, file, file_size);
        lob_source_close(source);
    }
    assert_int_equal(lob_alloc_live(), live);
    assert_int_equal(fcntl(fd, F_GETFD), -1); /* closed */
    assert_eq(atomic_load(&locks), 0);
    assert_eq(atomic_load(&conditions), 0);
    return status;
}

static void assert_refused(lob_status status, const char *reason) {
    assert_int_equal(status, LOB_E_UNSUPPORTED_FORMAT);
    assert_detail_text(&ctx.error, "reason", reason);
    assert_non_null(detail_of(&ctx.error, "offset"));
    assert_true(ctx.error.message[0]);
    assert_true(ctx.error.hint[0]);
}

/* ---- reading ---- */

/* gzip of the first bytes of `content`, as they are, so that `size` is exact. Returns how many bytes there are in it.
 */
static size_t gzip_of(uint8_t *out, size_t size) {
    size_t count = size - 1000 * (size > 1000);
    known.file = NULL;
    for (unsigned tries = 0; tries < 20; tries++) {
        z_stream z = {.next_in = content, .avail_in = (unsigned)count, .next_out = out, .avail_out = 2 * SIZE};
        assert_int_equal(deflateInit2(&z, 0, Z_DEFLATED, 31, 8, Z_DEFAULT_STRATEGY), Z_OK);
        assert_int_equal(deflate(&z, Z_FINISH), Z_STREAM_END);
        const size_t made = z.total_out;
        deflateEnd(&z);
        if (made == size) {
            return count;
        }
        count = count + size - made;
    }
    fail();
    return 0;
}

/* Each read fails, is interrupted, or says too early that the file ends. */
static void assert_each_read(const uint8_t *file, size_t file_size, const uint8_t *expected, size_t size) {
    const unsigned reads = (unsigned)((file_size + READ_SIZE - 1) / READ_SIZE) + 1; /* the last one says the end */
    for (unsigned nth = 1; nth <= reads + 1; nth++) {
        for (int hash = 0; hash < 2; hash++) {
            /* The first and the last of a block and of the file, with the hash the last that says the end. */
            if (stride_is_on() && (hash != (nth == reads) || (nth < reads - 1 && nth % BLOCK_READS > 1))) {
                continue;
            }
            if (nth % 2 == 1 || !stride_is_on()) { /* every other read: the one kind, and the other below */
                fails_at(READ, nth, EINTR);
                assert_int_equal(read_all(file, file_size, expected, size, hash), LOB_OK);
            }
            fails_at(READ, nth, EIO);
            lob_status status = read_all(file, file_size, expected, size, hash);
            if (nth <= reads) {
                const int64_t at = (int64_t)(nth - 1) * READ_SIZE;
                assert_refused(status, "read_error");
                assert_non_null(strstr(ctx.error.message, "system error 5"));
                assert_detail_integer(&ctx.error, "offset", at < (int64_t)file_size ? at : (int64_t)file_size);
            } else {
                assert_int_equal(status, LOB_OK);
            }
            if (nth % 2 == 1 && nth < reads && stride_is_on()) {
                continue;
            }
            fails_at(READ, nth, 0);
            status = read_all(file, file_size, expected, size, hash);
            if (nth < reads) {
                assert_refused(status, "changed");
            } else {
                assert_int_equal(status, LOB_OK);
            }
        }
    }
}

static void test_reads(void **state) {
    (void)state;
    assert_each_read(content, 1000, content, 1000);
    assert_each_read(content, large_size(), content, large_size());
    /* Inside of a member; between two; in the zeros behind the last. */
    const size_t inside = stride_pick(2 * MEGA + 100, MEGA + 100);
    size_t count = gzip_of(packed, inside);
    assert_each_read(packed, inside, content, count);
    count = gzip_of(packed, MEGA);
    uint8_t *twice = malloc(2 * count);
    memcpy(packed + MEGA, packed, MEGA);
    memcpy(twice, content, count);
    memcpy(twice + count, content, count);
    assert_each_read(packed, 2 * MEGA, twice, 2 * count);
    free(twice);
    memset(packed + MEGA - 1, 0, MEGA);
    count = gzip_of(packed, MEGA - 1);
    memset(packed + MEGA - 1, 0, 100);
    assert_each_read(packed, MEGA + 98, content, count);
}

static void test_read_of_hash(void **state) {
    (void)state;
    char hex[65];
    fails_at(READ, 2 * BLOCK_READS + 1, EIO);
    assert_int_equal(lob_source_open_fd(&ctx, file_of(content, SIZE), &(lob_source_options){.hash = true}, &source),
                     LOB_OK);
    assert_refused(lob_source_sha256(source, hex), "read_error");
    lob_source_close(source);
}

/* The byte that tells how an OASIS file is signed. */
static void test_tail(void **state) {
    (void)state;
    static const struct {
        unsigned nth;
        int error;
        bool is_refused;
    } cases[] = {{0, 0, false}, {1, EINTR, false}, {1, EIO, true}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        lob_case("cases[%zu]", i);
        fails_at(PREAD, cases[i].nth, cases[i].error);
        const uint64_t live = lob_alloc_live();
        lob_status status = lob_source_open_fd(&ctx, file_of(content, 100), &(lob_source_options){0}, &source);
        if (cases[i].is_refused) {
            assert_refused(status, "read_error");
        } else {
            assert_int_equal(status, LOB_OK);
            assert_int_equal(lob_source_tail(source), content[95]);
            lob_source_close(source);
        }
        assert_int_equal(lob_alloc_live(), live);
    }
    lob_blocks *blocks; /* the file is shorter than it says: not known, and reading tells */
    fails_at(PREAD, 1, 0);
    assert_int_equal(lob_blocks_open(&ctx, file_of(content, 100), false, &blocks), LOB_OK);
    assert_int_equal(lob_blocks_tail(blocks), -1);
    lob_blocks_close(blocks);
    for (size_t size = 4; size <= 5; size++) {
        none_fails();
        assert_int_equal(lob_source_open_memory(&ctx, content, size, &(lob_source_options){0}, &source), LOB_OK);
        assert_int_equal(lob_source_tail(source), size == 5 ? content[0] : -1);
        lob_source_close(source);
        assert_int_equal(lob_source_open_fd(&ctx, file_of(content, size), &(lob_source_options){0}, &source), LOB_OK);
        assert_int_equal(lob_source_tail(source), size == 5 ? content[0] : -1);
        lob_source_close(source);
    }
    gzip_of(packed, 1000);
    assert_int_equal(lob_source_open_memory(&ctx, packed, 1000, &(lob_source_options){0}, &source), LOB_OK);
    assert_int_equal(lob_source_tail(source), -1);
    lob_source_close(source);
}

/* ---- the file changes ---- */

static void larger(struct stat *info) {
    info->st_size++;
}

static void second_later(struct stat *info) {
    info->st_mtim.tv_sec++;
}

static void a_bit_later(struct stat *info) {
    info->st_mtim.tv_nsec++;
}

static void test_changes_behind_the_last_read(void **state) {
    (void)state;
    void (*const lies[])(struct stat *) = {larger, second_later, a_bit_later};
    const size_t sizes[] = {1000, large_size()};
    for (size_t k = 0; k < 2; k++) {
        for (size_t i = 0; i < sizeof lies / sizeof *lies; i++) {
            lob_case("lies[%zu]", i);
            none_fails();
            lie = lies[i];
            assert_refused(read_all(content, sizes[k], content, sizes[k], false), "changed");
        }
        fails_at(FSTAT, 2, EIO);
        assert_refused(read_all(content, sizes[k], content, sizes[k], true), "changed");
        fails_at(FSTAT, 1, EIO);
        assert_refused(read_all(content, sizes[k], content, sizes[k], true), "read_error");
        fails_at(FSTAT, 3, EIO);
        assert_int_equal(read_all(content, sizes[k], content, sizes[k], true), LOB_OK);
    }
}

/* ---- threads, hashes ---- */

static void test_without_a_thread(void **state) {
    (void)state;
    static const call calls[] = {MUTEX, COND, THREAD};
    size_t count = gzip_of(packed, 2 * MEGA + 100);
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
        lob_case("calls[%zu]", i);
        if (calls[i] == THREAD || !stride_is_on()) {
            fails_at(calls[i], 1, 0);
            assert_int_equal(read_all(content, SIZE, content, SIZE, true), LOB_OK);
        }
        fails_at(calls[i], 1, 0);
        assert_int_equal(read_all(content, SIZE, content, SIZE, false), LOB_OK);
        assert_int_equal(atomic_load(&seen[THREAD]), calls[i] == THREAD); /* none without its lock */
        if (calls[i] == MUTEX || !stride_is_on()) {
            fails_at(calls[i], 1, 0);
            assert_int_equal(read_all(packed, 2 * MEGA + 100, content, count, true), LOB_OK);
        }
        static const unsigned reads[] = {1, 1 + BLOCK_READS, 1 + 2 * BLOCK_READS, 1 + 3 * BLOCK_READS,
                                         2 + 3 * BLOCK_READS};
        /* of each block the first, and the end; under valgrind a third of them for each of the calls */
        for (size_t k = stride_is_on() ? i : 0; k < sizeof reads / sizeof *reads; k += stride_pick(1, 3)) {
            lob_case("reads[%zu]", k);
            fails_at(calls[i], 1, EIO);
            fail_nth[READ] = reads[k];
            assert_refused(read_all(content, SIZE, content, SIZE, k < 2 || !stride_is_on()), "read_error");
        }
    }
}

/* A small file has no lock to begin with. */
static void test_small_files_have_no_thread(void **state) {
    (void)state;
    none_fails();
    assert_int_equal(read_all(content, MEGA, content, MEGA, false), LOB_OK);
    assert_int_equal(atomic_load(&seen[THREAD]) + atomic_load(&seen[MUTEX]) + atomic_load(&seen[COND]), 0);
    assert_int_equal(read_all(content, MEGA + 1, content, MEGA + 1, false), LOB_OK);
    assert_int_equal(atomic_load(&seen[THREAD]), 1);
}

/* Closed early: whoever still reads ahead has stopped by then. */
static void test_close_ends_the_thread(void **state) {
    (void)state;
    for (unsigned taken = 0; taken < 3; taken++) {
        const uint8_t *data;
        size_t have;
        none_fails();
        const int fd = file_of(content, SIZE);
        assert_int_equal(ftruncate(fd, 20 * MEGA), 0);
        assert_int_equal(lob_source_open_fd(&ctx, fd, &(lob_source_options){0}, &source), LOB_OK);
        atomic_store(&is_slow, true);
        for (unsigned i = 0; i < taken; i++) {
            assert_int_equal(lob_source_peek(source, MEGA, &data, &have), LOB_OK);
            lob_source_skip(source, have);
        }
        lob_source_close(source);
        const unsigned reads = atomic_load(&seen[READ]);
        usleep(25000);
        assert_int_equal(atomic_load(&seen[READ]), reads);
        assert_lt(reads, 20 * BLOCK_READS);
        atomic_store(&is_slow, false);
    }
}

static void test_hash(void **state) {
    (void)state;
    const size_t sizes[] = {1000, large_size()};
    for (size_t k = 0; k < 2; k++) {
        const unsigned blocks = k ? stride_pick(4, 2) : 1;
        for (unsigned nth = 1; nth <= blocks; nth++) {
            fails_at(HASH_ADD, nth, 0);
            assert_int_equal(read_all(content, sizes[k], content, sizes[k], true), LOB_E_INTERNAL_ERROR);
            assert_non_null(strstr(ctx.error.message, "SHA-256"));
        }
        fails_at(HASH_END, 1, 0);
        assert_int_equal(read_all(content, sizes[k], content, sizes[k], true), LOB_E_INTERNAL_ERROR);
        assert_non_null(strstr(ctx.error.message, "SHA-256"));
        fails_at(HASH_END, 2, 0);
        assert_int_equal(read_all(content, sizes[k], content, sizes[k], true), LOB_OK);
    }
    for (call which = HASH_ADD; which <= HASH_END; which++) {
        char hex[65];
        fails_at(which, 1, 0);
        assert_int_equal(lob_source_open_memory(&ctx, "abc", 3, &(lob_source_options){.hash = true}, &source), LOB_OK);
        assert_int_equal(lob_source_sha256(source, hex), LOB_E_TOOL_LIMIT_EXCEEDED);
        lob_source_close(source);
    }
}

/* ---- what is asked for to stop ---- */

static void test_cancelled(void **state) {
    (void)state;
    lob_cancel token;
    const uint8_t *data;
    size_t have;
    char hex[65];
    atomic_init(&token.requested, true);
    ctx.cancel = &token;
    gzip_of(packed, 1000);
    assert_int_equal(lob_source_open_memory(&ctx, packed, 1000, &(lob_source_options){0}, &source), LOB_OK);
    assert_int_equal(lob_source_peek(source, 1, &data, &have), LOB_E_CANCELLED);
    lob_source_close(source);
    lob_error_clear(&ctx.error);
    assert_int_equal(lob_source_open_fd(&ctx, file_of(content, SIZE), &(lob_source_options){.hash = true}, &source),
                     LOB_OK);
    assert_int_equal(lob_source_sha256(source, hex), LOB_E_CANCELLED);
    lob_source_close(source);
}

/* What the hash reads behind the layout counts as padding, with what was passed over before: here all but the first
 * block, which was taken to see whether it is gzip. */
static void test_hash_of_padding(void **state) {
    (void)state;
    none_fails();
    for (unsigned over = 0; over < 2; over++) {
        char hex[65];
        lob_error_clear(&ctx.error);
        assert_int_equal(lob_source_open_fd(&ctx, file_of(content, SIZE), &(lob_source_options){.hash = true}, &source),
                         LOB_OK);
        assert_int_equal(lob_source_pad(source, LOB_LIMIT_PADDING_SIZE - (SIZE - MEGA) + over), LOB_OK);
        assert_int_equal(lob_source_sha256(source, hex), over ? LOB_E_TOOL_LIMIT_EXCEEDED : LOB_OK);
        if (over) {
            assert_detail_text(&ctx.error, "limit_name", "padding_size");
        }
        lob_source_close(source);
    }
}

/* ---- what gzip is, and how much ---- */

static void test_gzip_by_two_bytes(void **state) {
    (void)state;
    static const uint8_t other[] = {0x1f, 0x8c, 8, 0}, halves[] = {0x8b, 0x1f};
    none_fails();
    assert_int_equal(read_all(other, sizeof other, other, sizeof other, true), LOB_OK);
    assert_int_equal(read_all(other, 1, other, 1, true), LOB_OK);
    assert_int_equal(read_all(halves, sizeof halves, halves, sizeof halves, true), LOB_OK);
}

/* No sum of what was inflated wraps: what the parser inflates counts with what gzip made, out of the bytes of the
 * file that were taken. */
static void test_inflated_sums(void **state) {
    (void)state;
    enum { FREE = 64 * MEGA, RATIO = 250 };
    const uint8_t *data;
    size_t have;
    for (int over = 0; over < 3; over++) {
        size_t count = gzip_of(packed, 100000);
        assert_int_equal(lob_source_open_memory(&ctx, packed, 100000, &(lob_source_options){0}, &source), LOB_OK);
        assert_int_equal(lob_source_peek(source, count, &data, &have), LOB_OK);
        assert_int_equal(have, count);
        const uint64_t more = over == 2 ? UINT64_MAX : FREE - count + (uint64_t)over;
        lob_error_clear(&ctx.error);
        assert_int_equal(lob_source_inflate(source, more, UINT64_MAX), over ? LOB_E_TOOL_LIMIT_EXCEEDED : LOB_OK);
        if (over) {
            assert_detail_text(&ctx.error, "reason", "inflated_ratio");
        }
        lob_source_close(source);
    }
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(test_reads),
        TEST(test_read_of_hash),
        TEST(test_tail),
        TEST(test_changes_behind_the_last_read),
        TEST(test_without_a_thread),
        TEST(test_small_files_have_no_thread),
        TEST(test_close_ends_the_thread),
        TEST(test_hash),
        TEST(test_cancelled),
        TEST(test_hash_of_padding),
        TEST(test_gzip_by_two_bytes),
        TEST(test_inflated_sums),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
