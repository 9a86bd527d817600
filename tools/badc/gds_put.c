/* GDSII as it should be, for the files around a fault. Written apart from src/io/gds on purpose: two hands, one format.
 *
 * A record is its length with the header of 4 (16 bits), type and data type (one tag of 16 bits), data; big-endian.
 */
#include "badc.h"

static void put_16(bad_file *f, unsigned value) {
    bad_byte(f, value >> 8 & 255);
    bad_byte(f, value & 255);
}

void g_header_of(bad_file *f, unsigned length, unsigned tag) {
    put_16(f, length);
    put_16(f, tag);
    f->records++;
}

void g_data(bad_file *f, unsigned tag, const void *data, size_t size) {
    g_header_of(f, (unsigned)(4 + size + (size & 1)), tag);
    bad_raw(f, data, size);
    bad_zeros(f, size & 1);
}

void g_text(bad_file *f, unsigned tag, const char *text) {
    g_data(f, tag, text, strlen(text));
}

void g_empty(bad_file *f, unsigned tag) {
    g_header_of(f, 4, tag);
}

void g_shorts(bad_file *f, unsigned tag, size_t count, const int64_t *values) {
    g_header_of(f, (unsigned)(4 + 2 * count), tag);
    for (size_t i = 0; i < count; i++) {
        put_16(f, (unsigned)(values[i] & 0xffff));
    }
}

void g_longs(bad_file *f, unsigned tag, size_t count, const int64_t *values) {
    g_header_of(f, (unsigned)(4 + 4 * count), tag);
    for (size_t i = 0; i < count; i++) {
        put_16(f, (unsigned)(values[i] >> 16 & 0xffff));
        put_16(f, (unsigned)(values[i] & 0xffff));
    }
}

void g_head_begin(bad_file *f) {
    G_SHORTS(f, G_HEADER, 600);
    G_SHORTS(f, G_BGNLIB, 2024, 1, 1, 0, 0, 0, 2024, 1, 1, 0, 0, 0);
    g_text(f, G_LIBNAME, "LIB");
}

/* 0.001 and 1e-9 as reals of 8 bytes. */
void g_head(bad_file *f) {
    g_head_begin(f);
    g_data(f, G_UNITS, "\x3e\x41\x89\x37\x4b\xc6\xa7\xf0\x39\x44\xb8\x2f\xa0\x9b\x5a\x54", 16);
}

void g_cell_begin(bad_file *f, const char *name) {
    G_SHORTS(f, G_BGNSTR, 2024, 1, 1, 0, 0, 0, 2024, 1, 1, 0, 0, 0);
    g_text(f, G_STRNAME, name);
}

void g_cell_end(bad_file *f) {
    g_empty(f, G_ENDSTR);
}

static void put_xy(bad_file *f, unsigned kind) {
    if (kind == G_BOUNDARY || kind == G_BOX) {
        G_LONGS(f, G_XY, 0, 0, 9, 0, 9, 9, 0, 9, 0, 0);
    } else if (kind == G_PATH) {
        G_LONGS(f, G_XY, 0, 0, 100, 0);
    } else if (kind == G_AREF) {
        G_LONGS(f, G_XY, 0, 0, 30, 0, 0, 20);
    } else {
        G_LONGS(f, G_XY, 5, 5);
    }
}

static unsigned type_tag(unsigned kind) {
    return kind == G_TEXT ? G_TEXTTYPE : kind == G_NODE ? G_NODETYPE : kind == G_BOX ? G_BOXTYPE : G_DATATYPE;
}

void g_element_without(bad_file *f, unsigned kind, unsigned without) {
    bool is_reference = kind == G_SREF || kind == G_AREF;
    g_empty(f, kind);
    if (is_reference && without != G_SNAME) {
        g_text(f, G_SNAME, "A");
    }
    if (!is_reference && without != G_LAYER) {
        G_SHORTS(f, G_LAYER, 1);
    }
    if (!is_reference && without != type_tag(kind)) {
        G_SHORTS(f, type_tag(kind), 0);
    }
    if (kind == G_AREF && without != G_COLROW) {
        G_SHORTS(f, G_COLROW, 3, 2);
    }
    if (without != G_XY) {
        put_xy(f, kind);
    }
    if (kind == G_TEXT && without != G_STRING) {
        g_text(f, G_STRING, "label");
    }
    if (without != G_ENDEL) {
        g_empty(f, G_ENDEL);
    }
}

void g_box(bad_file *f) {
    g_element_without(f, G_BOUNDARY, 0);
}

void g_sref(bad_file *f, const char *name) {
    g_empty(f, G_SREF);
    g_text(f, G_SNAME, name);
    G_LONGS(f, G_XY, 5, 5);
    g_empty(f, G_ENDEL);
}
