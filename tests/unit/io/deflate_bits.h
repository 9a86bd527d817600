/* Deflate streams bit by bit (RFC 1951), for tests: what packers do not write. */
#ifndef LOB_TESTS_DEFLATE_BITS_H
#define LOB_TESTS_DEFLATE_BITS_H

#include <stddef.h>
#include <stdint.h>

typedef struct bit_file {
    uint8_t *data; /* zeroed, large enough */
    size_t bits;
} bit_file;

/* Lowest bit first, as numbers stand. */
static inline void put_bits(bit_file *f, uint32_t value, unsigned count) {
    const uint64_t all = ((uint64_t)value & ((UINT64_C(1) << count) - 1)) << f->bits % 8;
    for (size_t k = 0; all >> 8 * k; k++) {
        f->data[f->bits / 8 + k] |= (uint8_t)(all >> 8 * k);
    }
    f->bits += count;
}

/* Highest bit first, as codes stand. */
static inline void put_code(bit_file *f, uint32_t code, unsigned count) {
    uint32_t turned = 0;
    for (unsigned k = 0; k < count; k++) {
        turned |= (code >> k & 1) << (count - 1 - k);
    }
    put_bits(f, turned, count);
}

static inline void to_byte(bit_file *f) {
    f->bits = (f->bits + 7) / 8 * 8;
}

/* A last block with the one code 0 for distances, which leaves 1 without meaning. zlib takes that. Bytes 0..254 have 8
 * bits, 255 and the end of the block 9. */
static inline void put_odd_block(bit_file *f, const uint8_t *data, size_t size) {
    put_bits(f, 1, 1);
    put_bits(f, 2, 2);
    put_bits(f, 0, 5);  /* 257 literals */
    put_bits(f, 0, 5);  /* 1 distance */
    put_bits(f, 14, 4); /* 18 lengths, in the order 16 17 18 0 8 7 9 6 10 5 11 4 12 3 13 2 14 1 */
    for (unsigned k = 0; k < 18; k++) {
        put_bits(f, k == 4 ? 1 : k == 6 || k == 17 ? 2 : 0, 3);
    }
    for (unsigned k = 0; k < 255; k++) {
        put_code(f, 0, 1); /* 8: code 0; 1: code 10; 9: code 11 */
    }
    put_code(f, 3, 2);
    put_code(f, 3, 2);
    put_code(f, 2, 2);
    for (size_t k = 0; k < size; k++) {
        put_code(f, data[k] < 255 ? data[k] : 510, data[k] < 255 ? 8 : 9);
    }
    put_code(f, 511, 9);
    to_byte(f);
}

#endif
