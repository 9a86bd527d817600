/* OASIS as it should be, for the files around a fault. Written apart from src/io/oas on purpose: two hands, one format.
 */
#include "badc.h"

#include <zlib.h>

void o_uint(bad_file *f, uint64_t value) {
    for (; value > 127; value >>= 7) {
        bad_byte(f, (unsigned)(value & 127) | 128);
    }
    bad_byte(f, (unsigned)value);
}

void o_sint(bad_file *f, int64_t value) {
    o_uint(f, value < 0 ? (uint64_t)-value << 1 | 1 : (uint64_t)value << 1);
}

void o_text(bad_file *f, const char *text) {
    o_uint(f, strlen(text));
    bad_raw(f, text, strlen(text));
}

void o_id(bad_file *f, unsigned id) {
    o_uint(f, id);
    f->records++;
}

void o_magic(bad_file *f) {
    bad_raw(f, "%SEMI-OASIS\r\n", 13);
}

void o_start_of(bad_file *f, const char *version, lob_str unit, lob_str offsets) {
    o_id(f, 1);
    o_text(f, version);
    bad_raw(f, unit.data, unit.size);
    o_uint(f, 0); /* the offsets of the tables are here, not in END */
    bad_raw(f, offsets.data, offsets.size);
}

void o_start(bad_file *f) {
    static const char zeros[12];
    o_start_of(f, "1.0", LOB_STR("\0\xe8\x07"), (lob_str){zeros, sizeof zeros}); /* real type 0, 1000 */
}

static uint32_t sum_of(const lob_buf *bytes, unsigned scheme) {
    if (scheme == 1) {
        return (uint32_t)crc32_z(0, (const unsigned char *)bytes->data, bytes->size);
    }
    uint32_t sum = 0;
    for (size_t i = 0; i < bytes->size; i++) {
        sum += (unsigned char)bytes->data[i];
    }
    return sum;
}

/* id, padding as a string whose length takes two bytes, scheme, sum: 256 bytes. */
void o_end_of(bad_file *f, unsigned scheme, uint32_t flip, unsigned size) {
    unsigned padding = size - 1 - 2 - 1 - (scheme ? 4 : 0);
    o_id(f, 2);
    bad_byte(f, (padding & 127) | 128);
    bad_byte(f, padding >> 7);
    bad_zeros(f, padding);
    o_uint(f, scheme);
    uint32_t sum = sum_of(&f->bytes, scheme) ^ flip;
    for (unsigned i = 0; scheme && i < 4; i++) {
        bad_byte(f, sum >> (8 * i) & 255);
    }
}

void o_end(bad_file *f) {
    o_end_of(f, 0, 0, 256);
}

void o_cell(bad_file *f, const char *name) {
    o_id(f, 14);
    o_text(f, name);
}

/* 1/0, 100 x 50 at (0, 0), every field given. */
void o_rect(bad_file *f) {
    o_id(f, 20);
    bad_raw(f, "\x7b\x01\0\x64\x32\0\0", 7);
}

void o_place(bad_file *f, const char *name) {
    o_id(f, 17);
    bad_byte(f, 0x80 | 0x20 | 0x10);
    o_text(f, name);
    o_sint(f, 5);
    o_sint(f, 5);
}

size_t o_stored_size(size_t size) {
    return size + 5;
}

/* The last block, stored: 1, size, its complement, bytes. */
void o_stored(bad_file *f, const void *data, size_t size) {
    bad_byte(f, 1);
    bad_byte(f, (unsigned)size & 255);
    bad_byte(f, (unsigned)size >> 8);
    bad_byte(f, ~(unsigned)size & 255);
    bad_byte(f, ~(unsigned)size >> 8 & 255);
    bad_raw(f, data, size);
}

void o_cblock_of(bad_file *f, const bad_file *content, uint64_t claim, uint64_t compressed) {
    o_id(f, 34);
    o_uint(f, 0);
    o_uint(f, claim);
    o_uint(f, compressed);
    o_stored(f, content->bytes.data, content->bytes.size);
    f->records += content->records;
}

void o_cblock(bad_file *f, const bad_file *content) {
    o_cblock_of(f, content, content->bytes.size, o_stored_size(content->bytes.size));
}
