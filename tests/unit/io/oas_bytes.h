/* OASIS files byte by byte, for tests: a buffer and the primitive values of SEMI P39, written here a second time on
 * purpose. */
#ifndef LOB_TESTS_OAS_BYTES_H
#define LOB_TESTS_OAS_BYTES_H

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <zlib.h>

typedef struct oas_file {
    uint8_t data[1 << 16];
    size_t size;
} oas_file;

static inline void b(oas_file *f, unsigned byte) {
    f->data[f->size++] = (uint8_t)byte;
}

static inline void u(oas_file *f, uint64_t value) {
    for (; value > 127; value >>= 7) {
        b(f, (unsigned)(value & 127) | 128);
    }
    b(f, (unsigned)value);
}

static inline void i(oas_file *f, int64_t value) {
    u(f, value < 0 ? (uint64_t)-value << 1 | 1 : (uint64_t)value << 1);
}

static inline void s(oas_file *f, const char *text) {
    size_t size = strlen(text);
    u(f, size);
    memcpy(f->data + f->size, text, size);
    f->size += size;
}

static inline void raw(oas_file *f, const void *data, size_t size) {
    memcpy(f->data + f->size, data, size);
    f->size += size;
}

/* Magic and START with the table offsets (all zero) in it. */
static inline void oas_begin(oas_file *f) {
    f->size = 0;
    raw(f, "%SEMI-OASIS\r\n", 13);
    u(f, 1);
    s(f, "1.0");
    u(f, 0);
    u(f, 1000);
    u(f, 0);
    for (int k = 0; k < 12; k++) {
        u(f, 0);
    }
}

/* END with padding to 256 bytes; scheme 0 none, 1 CRC32, 2 CHECKSUM32. */
static inline void oas_finish(oas_file *f, unsigned scheme) {
    size_t padding = 256 - 1 - 2 - 1 - (scheme ? 4 : 0);
    u(f, 2);
    b(f, (unsigned)(padding & 127) | 128);
    b(f, (unsigned)(padding >> 7));
    memset(f->data + f->size, 0, padding);
    f->size += padding;
    u(f, scheme);
    uint32_t sum = 0;
    if (scheme == 1) {
        sum = (uint32_t)crc32(crc32(0, NULL, 0), f->data, (unsigned)f->size);
    }
    for (size_t k = 0; scheme == 2 && k < f->size; k++) {
        sum += f->data[k];
    }
    for (int k = 0; scheme && k < 4; k++) {
        b(f, sum >> (8 * k) & 255);
    }
}

#endif
