/* GDSII byte by byte, from the format's definition and not from the code under test. */
#ifndef TESTS_UNIT_IO_GDS_BYTES_H
#define TESTS_UNIT_IO_GDS_BYTES_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef struct bytes {
    uint8_t data[1 << 18];
    size_t size;
} bytes;

static inline void put(bytes *b, const void *data, size_t size) {
    memcpy(b->data + b->size, data, size);
    b->size += size;
}

/* Record `code` = type << 8 | data type, as manuals print it (0x1003 = XY). */
static inline size_t rec(bytes *b, unsigned code, const void *data, size_t size) {
    size_t at = b->size;
    uint8_t head[4] = {(uint8_t)((size + 4) >> 8), (uint8_t)(size + 4), (uint8_t)(code >> 8), (uint8_t)code};
    put(b, head, 4);
    put(b, data ? data : "", size);
    return at;
}

static inline size_t rec0(bytes *b, unsigned code) {
    return rec(b, code, NULL, 0);
}

static inline size_t rec_i2(bytes *b, unsigned code, int value) {
    uint8_t d[2] = {(uint8_t)((unsigned)value >> 8), (uint8_t)value};
    return rec(b, code, d, 2);
}

static inline size_t rec_i4(bytes *b, unsigned code, const int64_t *values, size_t count) {
    uint8_t d[65536];
    for (size_t i = 0; i < count; i++) {
        for (int k = 0; k < 4; k++) {
            d[4 * i + k] = (uint8_t)((uint32_t)values[i] >> (24 - 8 * k));
        }
    }
    return rec(b, code, d, 4 * count);
}

#define REC_I4(b, code, ...)                                                                                           \
    rec_i4((b), (code), (const int64_t[]){__VA_ARGS__}, sizeof((const int64_t[]){__VA_ARGS__}) / sizeof(int64_t))
#define XY(b, ...) REC_I4(b, 0x1003, __VA_ARGS__)

static inline size_t rec_s(bytes *b, unsigned code, const char *text) {
    char padded[65536] = {0};
    size_t size = strlen(text);
    memcpy(padded, text, size);
    return rec(b, code, padded, (size + 1) & ~(size_t)1);
}

static inline size_t rec_n(bytes *b, unsigned code, uint64_t bits) {
    uint8_t d[8];
    for (int k = 0; k < 8; k++) {
        d[k] = (uint8_t)(bits >> (56 - 8 * k));
    }
    return rec(b, code, d, 8);
}

/* UNITS 1e-3 and 1e-9, the bytes every tool writes for them (worked out by hand in test_gds_record.c). */
static const uint8_t units_1nm[16] = {0x3e, 0x41, 0x89, 0x37, 0x4b, 0xc6, 0xa7, 0xf0,
                                      0x39, 0x44, 0xb8, 0x2f, 0xa0, 0x9b, 0x5a, 0x54};

static inline void head(bytes *b) {
    uint8_t dates[24] = {0};
    b->size = 0;
    rec_i2(b, 0x0002, 600);
    rec(b, 0x0102, dates, 24);
    rec_s(b, 0x0206, "LIB");
    rec(b, 0x0305, units_1nm, 16);
}

static inline void begin_cell(bytes *b, const char *name) {
    uint8_t dates[24] = {0};
    rec(b, 0x0502, dates, 24);
    rec_s(b, 0x0606, name);
}

static inline void end_cell(bytes *b) {
    rec0(b, 0x0700);
}

static inline void end_library(bytes *b) {
    rec0(b, 0x0400);
}

/* BOUNDARY LAYER DATATYPE, or another shape with its type record. */
static inline size_t begin_shape(bytes *b, unsigned code, unsigned type_code, int layer, int type) {
    size_t at = rec0(b, code);
    rec_i2(b, 0x0d02, layer);
    rec_i2(b, type_code, type);
    return at;
}

static inline size_t begin_boundary(bytes *b, int layer, int datatype) {
    return begin_shape(b, 0x0800, 0x0e02, layer, datatype);
}

static inline void end_element(bytes *b) {
    rec0(b, 0x1100);
}

#endif
