/* Digests against FIPS 180-4, RFC 7693 and libcrypto.
 * A program of its own: it stands in for libcrypto's allocator, which can be before its first allocation alone. */
#include "tests/support/lob_test.h"

#include "sweep.h"

#include <openssl/crypto.h>
#include <openssl/evp.h>

#include "base/digest.h"

/* libcrypto's own allocations, made to fail from the nth on. */
static long crypto_left = -1;

static bool crypto_fails(void) {
    return crypto_left >= 0 && (crypto_left == 0 || crypto_left-- < 0);
}

static void *crypto_malloc(size_t size, const char *file, int line) {
    (void)file, (void)line;
    return crypto_fails() ? NULL : malloc(size);
}

static void *crypto_realloc(void *block, size_t size, const char *file, int line) {
    (void)file, (void)line;
    return crypto_fails() ? NULL : realloc(block, size);
}

static void crypto_free(void *block, const char *file, int line) {
    (void)file, (void)line;
    free(block);
}

static bool sha256_hex(const void *data, size_t size, size_t step, char out[65]) {
    uint8_t digest[32];
    lob_sha256 *sha = lob_sha256_new();
    bool fine = sha != NULL;
    for (size_t at = 0; fine && at < size; at += step) {
        fine = lob_sha256_add(sha, (const char *)data + at, size - at < step ? size - at : step);
    }
    fine = fine && lob_sha256_end(sha, digest);
    lob_sha256_drop(sha);
    if (fine) {
        lob_hex(out, digest, 32);
    }
    return fine;
}

static void test_sha256(void **state) {
    (void)state;
    char hex[65];
    assert_true(sha256_hex("abc", 3, 1, hex));
    assert_string_equal(hex, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    assert_true(sha256_hex("", 0, 1, hex));
    assert_string_equal(hex, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    static char million[1000000];
    memset(million, 'a', sizeof million);
    assert_true(sha256_hex(million, sizeof million, 4099, hex));
    assert_string_equal(hex, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
    lob_sha256_drop(NULL);
}

static void test_stable_hash_is_blake2b(void **state) {
    (void)state;
    /* RFC 7693, appendix A: BLAKE2b-512("abc") = ba80a53f981c4d0d... */
    assert_eq(lob_hash64_stable("abc", 3), 0xba80a53f981c4d0du);
    unsigned char data[700];
    for (size_t i = 0; i < sizeof data; i++) {
        data[i] = (unsigned char)(i * 31 + i / 7);
    }
    for (size_t size = 0; size <= sizeof data; size++) {
        unsigned char digest[64];
        assert_int_equal(EVP_Digest(data, size, digest, NULL, EVP_blake2b512(), NULL), 1);
        uint64_t first = 0;
        for (int i = 0; i < 8; i++) {
            first = first << 8 | digest[i];
        }
        assert_eq(lob_hash64_stable(data, size), first);
    }
}

/* No collision among all prefixes and single-bit changes, and half of the bits flip. */
static void test_fast_hash_spreads(void **state) {
    (void)state;
    unsigned char data[200] = {0};
    double flipped = 0;
    unsigned count = 0;
    for (size_t size = 1; size <= sizeof data; size++) {
        uint64_t before = lob_hash64_fast(data, size, 5);
        assert_ne(before, lob_hash64_fast(data, size - 1, 5));
        assert_ne(before, lob_hash64_fast(data, size, 6));
        for (size_t bit = 0; bit < size * 8; bit++) {
            data[bit / 8] ^= (unsigned char)(1 << bit % 8);
            uint64_t after = lob_hash64_fast(data, size, 5);
            data[bit / 8] ^= (unsigned char)(1 << bit % 8);
            assert_ne(before, after);
            flipped += __builtin_popcountll(before ^ after);
            count++;
        }
    }
    assert_gt(flipped / count, 31.5);
    assert_lt(flipped / count, 32.5);
    unsigned char moved[64 + 1];
    memset(moved, 3, sizeof moved);
    assert_eq(lob_hash64_fast(moved, 64, 0), lob_hash64_fast(moved + 1, 64, 0)); /* alignment does not matter */
}

static void test_random_and_hex(void **state) {
    (void)state;
    uint8_t a[300], b[300];
    assert_true(lob_random(a, sizeof a));
    assert_true(lob_random(b, sizeof b));
    assert_memory_not_equal(a, b, sizeof a);
    assert_true(lob_random(a, 0));
    char hex[9];
    lob_hex(hex, (const uint8_t *)"\x00\x9f\xa0\xff", 4);
    assert_string_equal(hex, "009fa0ff");
    lob_hex(hex, a, 0);
    assert_string_equal(hex, "");
}

static bool hash_something(void *arg) {
    (void)arg;
    char hex[65];
    return sha256_hex("abc", 3, 3, hex);
}

static void test_out_of_memory(void **state) {
    (void)state;
    assert_int_equal(sweep_allocations(hash_something, NULL), 1);
    crypto_left = 0; /* libcrypto gets no memory at all, and needs none */
    assert_true(hash_something(NULL));
    crypto_left = -1;
    assert_true(hash_something(NULL));
}

int main(void) {
    if (CRYPTO_set_mem_functions(crypto_malloc, crypto_realloc, crypto_free) != 1) {
        return 1;
    }
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_sha256), cmocka_unit_test(test_stable_hash_is_blake2b),
                                       cmocka_unit_test(test_fast_hash_spreads), cmocka_unit_test(test_random_and_hex),
                                       cmocka_unit_test(test_out_of_memory)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
