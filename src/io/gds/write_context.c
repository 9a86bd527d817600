/* KLayout's structure $$$CONTEXT_INFO$$$, as KLayout writes it: one BOUNDARY without extent for the layout, one SREF a
 * cell, the strings as their properties, the last first. A string above 32000 bytes, or above number 32767, goes in
 * parts `#n,part:bytes`, also the last first; so does one that begins with '#', which would be taken for a part. */
#include "io/gds/write_context.h"

#include <stdio.h>

#include "io/gds/record.h"

enum { PART_SIZE = 32000, ATTR_MAX = 32767, DATES_SIZE = 24, XY_SIZE = 40 };

static void put_record(lob_buf *out, unsigned type, unsigned data, const void *bytes, size_t size) {
    const size_t whole = GDS_HEADER_SIZE + ((size + 1) & ~(size_t)1);
    const uint8_t head[GDS_HEADER_SIZE] = {(uint8_t)(whole >> 8), (uint8_t)whole, (uint8_t)type, (uint8_t)data};
    lob_buf_add(out, head, sizeof head);
    lob_buf_add(out, bytes, size);
    if (size & 1) {
        lob_buf_add_byte(out, '\0');
    }
}

static void put_short(lob_buf *out, unsigned type, uint32_t value) {
    const uint8_t bytes[2] = {(uint8_t)(value >> 8), (uint8_t)value};
    put_record(out, type, GDS_INT16, bytes, sizeof bytes);
}

static void begin_structure(lob_buf *out) {
    static const uint8_t epoch[DATES_SIZE] = {7, 0xb2, 0, 1, 0, 1, [12] = 7, 0xb2, 0, 1, 0, 1}; /* 1970-01-01 */
    static const char name[] = "$$$CONTEXT_INFO$$$";
    put_record(out, GDS_BGNSTR, GDS_INT16, epoch, sizeof epoch);
    put_record(out, GDS_STRNAME, GDS_ASCII, name, sizeof name - 1);
}

static void begin_element(lob_buf *out, lob_str cell) {
    static const uint8_t zeros[XY_SIZE];
    if (cell.data) {
        put_record(out, GDS_SREF, GDS_NONE, NULL, 0);
        put_record(out, GDS_SNAME, GDS_ASCII, cell.data, cell.size);
        put_record(out, GDS_XY, GDS_INT32, zeros, 8);
        return;
    }
    put_record(out, GDS_BOUNDARY, GDS_NONE, NULL, 0);
    put_short(out, GDS_LAYER, 0);
    put_short(out, GDS_DATATYPE, 0);
    put_record(out, GDS_XY, GDS_INT32, zeros, XY_SIZE);
}

static void put_part(lob_buf *out, uint32_t number, size_t part, lob_str string) {
    char bytes[PART_SIZE + 40];
    size_t start = part * PART_SIZE;
    size_t size = string.size - start < PART_SIZE ? string.size - start : PART_SIZE;
    int head = snprintf(bytes, 40, "#%u,%zu:", number, part);
    memcpy(bytes + head, string.data + start, size);
    put_short(out, GDS_PROPATTR, number < ATTR_MAX ? number : ATTR_MAX);
    put_record(out, GDS_PROPVALUE, GDS_ASCII, bytes, (size_t)head + size);
}

static void put_string(lob_buf *out, uint32_t number, lob_str string) {
    if (number <= ATTR_MAX && string.size <= PART_SIZE && string.data[0] != '#') {
        put_short(out, GDS_PROPATTR, number);
        put_record(out, GDS_PROPVALUE, GDS_ASCII, string.data, string.size);
        return;
    }
    for (size_t parts = (string.size + PART_SIZE - 1) / PART_SIZE; parts > 0; parts--) {
        put_part(out, number, parts - 1, string);
    }
}

void lob_gds_put_context(lob_buf *out, bool *is_open, lob_str cell, const lob_str *strings, uint32_t count) {
    if (cell.data && cell.size > GDS_NAME_SIZE_MAX) {
        return; /* the cell itself will be refused */
    }
    if (!*is_open) {
        begin_structure(out);
        *is_open = true;
    }
    begin_element(out, cell);
    for (uint32_t i = count; i > 0; i--) {
        put_string(out, i - 1, strings[i - 1]);
    }
    put_record(out, GDS_ENDEL, GDS_NONE, NULL, 0);
}

void lob_gds_end_context(lob_buf *out, bool *is_open) {
    if (*is_open) {
        put_record(out, GDS_ENDSTR, GDS_NONE, NULL, 0);
    }
    *is_open = false;
}
