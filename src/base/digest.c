/* Digests. SHA-256 is libcrypto's, for its speed, and by its plain interface: the EVP one allocates, and a failing
 * allocation inside of it ends in a crash. BLAKE2b is written out, since an id must not fail for want of memory; tests
 * hold it against libcrypto's. */
#define OPENSSL_SUPPRESS_DEPRECATED
#include "base/digest.h"

#include <errno.h>
#include <openssl/sha.h>
#include <string.h>
#include <sys/random.h>

#include "base/alloc.h"
#include "base/wrap.h"

struct lob_sha256 {
    SHA256_CTX sums;
};

lob_sha256 *lob_sha256_new(void) {
    lob_sha256 *state = lob_malloc(sizeof *state);
    if (state && SHA256_Init(&state->sums) != 1) {
        lob_free(state);
        return NULL;
    }
    return state;
}

bool lob_sha256_add(lob_sha256 *state, const void *data, size_t size) {
    return SHA256_Update(&state->sums, data, size) == 1;
}

bool lob_sha256_end(lob_sha256 *state, uint8_t digest[32]) {
    return SHA256_Final(digest, &state->sums) == 1;
}

void lob_sha256_drop(lob_sha256 *state) {
    lob_free(state);
}

static uint64_t load64(const void *data) {
    uint64_t word;
    memcpy(&word, data, sizeof word);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    word = __builtin_bswap64(word);
#endif
    return word;
}

static uint64_t load32(const void *data) {
    uint32_t word;
    memcpy(&word, data, sizeof word);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    word = __builtin_bswap32(word);
#endif
    return word;
}

/* ---- BLAKE2b (RFC 7693), 64-byte digest, no key ---- */

enum { BLAKE2B_BLOCK = 128, BLAKE2B_ROUNDS = 12 };

static const uint64_t blake2b_iv[8] = {0x6a09e667f3bcc908u, 0xbb67ae8584caa73bu, 0x3c6ef372fe94f82bu,
                                       0xa54ff53a5f1d36f1u, 0x510e527fade682d1u, 0x9b05688c2b3e6c1fu,
                                       0x1f83d9abfb41bd6bu, 0x5be0cd19137e2179u};

static uint64_t rotate_right(uint64_t x, unsigned by) {
    return x >> by | x << (64 - by);
}

LOB_WRAPS static void blake2b_mix(uint64_t v[16], const unsigned char at[4], uint64_t x, uint64_t y) {
    uint64_t a = v[at[0]], b = v[at[1]], c = v[at[2]], d = v[at[3]];
    a += b + x;
    d = rotate_right(d ^ a, 32);
    c += d;
    b = rotate_right(b ^ c, 24);
    a += b + y;
    d = rotate_right(d ^ a, 16);
    c += d;
    b = rotate_right(b ^ c, 63);
    v[at[0]] = a, v[at[1]] = b, v[at[2]] = c, v[at[3]] = d;
}

static void blake2b_block(uint64_t h[8], const unsigned char block[BLAKE2B_BLOCK], uint64_t size_so_far, bool last) {
    static const unsigned char sigma[10][16] = {
        {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}, {14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3},
        {11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4}, {7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8},
        {9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13}, {2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9},
        {12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11}, {13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10},
        {6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5}, {10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0}};
    static const unsigned char columns[8][4] = {{0, 4, 8, 12},  {1, 5, 9, 13},  {2, 6, 10, 14}, {3, 7, 11, 15},
                                                {0, 5, 10, 15}, {1, 6, 11, 12}, {2, 7, 8, 13},  {3, 4, 9, 14}};
    uint64_t m[16], v[16];
    for (size_t i = 0; i < 16; i++) {
        m[i] = load64(block + 8 * i);
        v[i] = i < 8 ? h[i] : blake2b_iv[i - 8];
    }
    v[12] ^= size_so_far;
    v[14] ^= last ? UINT64_MAX : 0;
    for (unsigned round = 0; round < BLAKE2B_ROUNDS; round++) {
        const unsigned char *s = sigma[round % 10];
        for (size_t i = 0; i < 8; i++) {
            blake2b_mix(v, columns[i], m[s[2 * i]], m[s[2 * i + 1]]);
        }
    }
    for (unsigned i = 0; i < 8; i++) {
        h[i] ^= v[i] ^ v[i + 8];
    }
}

uint64_t lob_hash64_stable(const void *data, size_t size) {
    uint64_t h[8];
    memcpy(h, blake2b_iv, sizeof h);
    h[0] ^= 0x01010040;
    const unsigned char *at = data;
    size_t left = size;
    for (; left > BLAKE2B_BLOCK; left -= BLAKE2B_BLOCK, at += BLAKE2B_BLOCK) {
        blake2b_block(h, at, size - left + BLAKE2B_BLOCK, false);
    }
    unsigned char last[BLAKE2B_BLOCK] = {0};
    if (left) {
        memcpy(last, at, left);
    }
    blake2b_block(h, last, size, true);
    return __builtin_bswap64(h[0]); /* h[0] is the first 8 bytes, lowest first */
}

/* ---- the fast hash: folded 64 x 64 -> 128 bit products, three lanes of 16 bytes (after Wang Yi's wyhash) ---- */

static const uint64_t secret[4] = {0x9e3779b97f4a7c15u, 0xbb67ae8584caa73bu, 0x3c6ef372fe94f82bu, 0xa54ff53a5f1d36f1u};

static uint64_t fold(uint64_t a, uint64_t b) {
    __extension__ unsigned __int128 product = (unsigned __int128)a * b;
    return (uint64_t)product ^ (uint64_t)(product >> 64);
}

uint64_t lob_hash64_fast(const void *data, size_t size, uint64_t seed) {
    const unsigned char *at = data;
    uint64_t a = 0, b = 0;
    seed ^= fold(seed ^ secret[0], secret[1]);
    if (size >= 4 && size <= 16) {
        size_t middle = size >> 3 << 2;
        a = load32(at) << 32 | load32(at + middle);
        b = load32(at + size - 4) << 32 | load32(at + size - 4 - middle);
    } else if (size > 0 && size < 4) {
        a = (uint64_t)at[0] << 16 | (uint64_t)at[size >> 1] << 8 | at[size - 1];
    } else if (size > 16) {
        size_t left = size;
        uint64_t lane1 = seed, lane2 = seed;
        for (; left > 48; left -= 48, at += 48) {
            seed = fold(load64(at) ^ secret[1], load64(at + 8) ^ seed);
            lane1 = fold(load64(at + 16) ^ secret[2], load64(at + 24) ^ lane1);
            lane2 = fold(load64(at + 32) ^ secret[3], load64(at + 40) ^ lane2);
        }
        seed ^= lane1 ^ lane2;
        for (; left > 16; left -= 16, at += 16) {
            seed = fold(load64(at) ^ secret[1], load64(at + 8) ^ seed);
        }
        a = load64(at + left - 16);
        b = load64(at + left - 8);
    }
    a ^= secret[1];
    b ^= seed;
    __extension__ unsigned __int128 product = (unsigned __int128)a * b;
    return fold((uint64_t)product ^ secret[0] ^ size, (uint64_t)(product >> 64) ^ secret[1]);
}

void lob_hex(char *out, const uint8_t *data, size_t size) {
    static const char digits[] = "0123456789abcdef";
    for (size_t i = 0; i < size; i++) {
        out[2 * i] = digits[data[i] >> 4];
        out[2 * i + 1] = digits[data[i] & 15];
    }
    out[2 * size] = '\0';
}

bool lob_random(void *out, size_t size) {
    char *at = out;
    while (size > 0) {
        ssize_t got = getrandom(at, size, 0);
        if (got < 0 && errno != EINTR) {
            return false;
        }
        if (got > 0) {
            at += got;
            size -= (size_t)got;
        }
    }
    return true;
}
