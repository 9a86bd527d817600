/* Everything around the shapes: name tables in all their forms, START and END, CBLOCKs, properties, X records. */
#include "oasis.h"

enum { START_SIZE = 13 + 1 + 4 + 3 + 1, END_SIZE = 256 };

static void box_on(ox_file *x, unsigned layer) {
    ox_head(x, 20, 0x7b, layer, 0);
    bad_raw(&x->f, "\x64\x28\0\0", 4);
    ox_want(x, layer, 0, "box", 1, OX_BOX(0, 0, 100, 40), 4000);
}

static void text_on(ox_file *x, unsigned layer, unsigned number) {
    o_id(&x->f, 19);
    bad_byte(&x->f, 0x7b);
    o_uint(&x->f, number);
    o_uint(&x->f, layer);
    o_uint(&x->f, 0);
    o_sint(&x->f, 3);
    o_sint(&x->f, 4);
    ox_want(x, layer, 0, "text", 1, OX_BOX(3, 4, 3, 4), OX_NO_AREA);
}

static void place_by_number(ox_file *x, unsigned number) {
    o_id(&x->f, 17);
    bad_byte(&x->f, 0xf0);
    o_uint(&x->f, number);
    o_sint(&x->f, 0);
    o_sint(&x->f, 0);
}

/* A table of the records id: names counted, or with `numbers`. */
static void table(bad_file *f, unsigned id, unsigned count, const char *const *names, const unsigned *numbers) {
    for (unsigned i = 0; i < count; i++) {
        o_id(f, id + (numbers ? 1 : 0));
        o_text(f, names[i]);
        if (numbers) {
            o_uint(f, numbers[i]);
        }
    }
}

static const char *const cell_names[] = {"TOP", "KID"}, *const text_names[] = {"none", "here"};
static const unsigned cell_numbers[] = {700, 3}, text_numbers[] = {9, 1000000};

/* PROPERTY with name and string value by number. */
static void property_by_number(bad_file *f, unsigned name, unsigned string) {
    o_id(f, 28);
    bad_byte(f, 0x16);
    o_uint(f, name);
    o_uint(f, 14);
    o_uint(f, string);
}

/* TOP holds a box, a text and KID, all by number; KID a box. */
static void cells_by_number(ox_file *x, const unsigned *cells, const unsigned *texts) {
    o_id(&x->f, 13);
    o_uint(&x->f, cells[0]);
    box_on(x, 1);
    property_by_number(&x->f, 0, 1);
    text_on(x, 2, texts[1]);
    place_by_number(x, cells[1]);
    o_id(&x->f, 13);
    o_uint(&x->f, cells[1]);
    box_on(x, 3);
    x->cells = 2;
}

static void start_plain(ox_file *x) {
    o_magic(&x->f);
    o_start(&x->f);
}

static const char *const prop_names[] = {"KEY"}, *const prop_strings[] = {"unused", "value"};
static const unsigned counted[] = {0, 1};

static void all_tables(bad_file *f, bool explicit) {
    table(f, 3, 2, cell_names, explicit ? cell_numbers : NULL);
    table(f, 5, 2, text_names, explicit ? text_numbers : NULL);
    table(f, 7, 1, prop_names, explicit ? counted : NULL);
    table(f, 9, 2, prop_strings, explicit ? counted : NULL);
}

static void names_counted_first(ox_file *x) {
    start_plain(x);
    all_tables(&x->f, false);
    cells_by_number(x, counted, counted);
    ox_end(x);
}

static void names_counted_last(ox_file *x) {
    start_plain(x);
    cells_by_number(x, counted, counted);
    all_tables(&x->f, false);
    ox_end(x);
}

static void names_numbered_first(ox_file *x) {
    start_plain(x);
    all_tables(&x->f, true);
    cells_by_number(x, cell_numbers, text_numbers);
    ox_end(x);
}

static void names_numbered_last(ox_file *x) {
    start_plain(x);
    cells_by_number(x, cell_numbers, text_numbers);
    all_tables(&x->f, true);
    ox_end(x);
}

/* Not strict: part of each table before the cells, part behind. */
static void names_scattered(ox_file *x) {
    start_plain(x);
    table(&x->f, 3, 1, cell_names, cell_numbers);
    table(&x->f, 5, 1, text_names + 1, text_numbers + 1);
    cells_by_number(x, cell_numbers, text_numbers);
    table(&x->f, 3, 1, cell_names + 1, cell_numbers + 1);
    table(&x->f, 7, 1, prop_names, counted);
    table(&x->f, 5, 1, text_names, text_numbers);
    table(&x->f, 9, 2, prop_strings, counted);
    ox_end(x);
}

/* Six pairs (strict, offset) for CELLNAME TEXTSTRING PROPNAME PROPSTRING LAYERNAME XNAME, each in 1 + `size` bytes. */
static void table_pairs(bad_file *f, const uint64_t offsets[6]) {
    for (unsigned i = 0; i < 6; i++) {
        o_uint(f, 1);
        bad_byte(f, (unsigned)(offsets[i] & 127) | 128);
        bad_byte(f, (unsigned)(offsets[i] >> 7));
    }
}

static void four_tables(ox_file *x, uint64_t offsets[6]) {
    static const unsigned ids[4] = {3, 5, 7, 9};
    const char *const *names[4] = {cell_names, text_names, prop_names, prop_strings};
    for (unsigned t = 0; t < 4; t++) {
        offsets[t] = x->f.bytes.size;
        table(&x->f, ids[t], ids[t] == 7 ? 1 : 2, names[t], NULL);
    }
    offsets[4] = offsets[5] = 0;
}

/* Strict: START says where the tables are, right behind it. */
static void names_strict_start(ox_file *x) {
    ox_file scratch = {.f = bad_new()};
    uint64_t offsets[6];
    bad_zeros(&scratch.f, START_SIZE + 6 * 3);
    four_tables(&scratch, offsets);
    o_magic(&x->f);
    o_id(&x->f, 1);
    o_text(&x->f, "1.0");
    bad_raw(&x->f, "\0\xe8\x07\0", 4);
    table_pairs(&x->f, offsets);
    four_tables(x, offsets);
    cells_by_number(x, counted, counted);
    ox_end(x);
    lob_buf_release(&scratch.f.bytes);
}

/* Strict: END says where they are; the offset flag of START is 1. */
static void names_strict_end(ox_file *x) {
    uint64_t offsets[6];
    o_magic(&x->f);
    o_id(&x->f, 1);
    o_text(&x->f, "1.0");
    bad_raw(&x->f, "\0\xe8\x07\1", 4);
    cells_by_number(x, counted, counted);
    four_tables(x, offsets);
    unsigned padding = END_SIZE - 1 - 6 * 3 - 2 - 1;
    o_id(&x->f, 2);
    table_pairs(&x->f, offsets);
    bad_byte(&x->f, (padding & 127) | 128);
    bad_byte(&x->f, padding >> 7);
    bad_zeros(&x->f, padding + 1);
}

/* LAYERNAME 11 and 12 with all five kinds of intervals. */
static void layer_names(ox_file *x) {
    static const struct {
        const char *name;
        lob_str intervals;
    } rows[] = {{"ALL0", BAD_BYTES("\0\3\7")},     /* every layer, datatype 7 */
                {"UPTO", BAD_BYTES("\1\2\3\0")},   /* 0..2, datatype 0 */
                {"FROM", BAD_BYTES("\2\x32\3\0")}, /* 50.. */
                {"ONE", BAD_BYTES("\3\x0a\3\0")},
                {"RANGE", BAD_BYTES("\4\x14\x1e\3\0")}};
    start_plain(x);
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        for (unsigned id = 11; id <= 12; id++) {
            o_id(&x->f, id);
            o_text(&x->f, rows[i].name);
            bad_raw(&x->f, rows[i].intervals.data, rows[i].intervals.size);
        }
    }
    ox_cell(x, "TOP");
    box_on(x, 2);
    box_on(x, 10);
    box_on(x, 25);
    box_on(x, 60);
    ox_end(x);
}

static void validation(ox_file *x, unsigned scheme) {
    start_plain(x);
    ox_cell(x, "TOP");
    box_on(x, 1);
    o_end_of(&x->f, scheme, 0, END_SIZE);
}
static void validation_none(ox_file *x) {
    validation(x, 0);
}
static void validation_crc32(ox_file *x) {
    validation(x, 1);
}
static void validation_checksum32(ox_file *x) {
    validation(x, 2);
}

/* CBLOCKs in a cell, around a cell, around names, and one that is empty. The modal variables go on inside and behind.
 */
static void cblocks(ox_file *x) {
    ox_file inner = {.f = bad_new()};
    start_plain(x);
    ox_cell(x, "TOP");
    box_on(x, 1);
    o_id(&inner.f, 20);
    bad_byte(&inner.f, 0x11); /* the size of the box before, another layer and place */
    o_uint(&inner.f, 2);
    o_sint(&inner.f, 500);
    o_cblock(&x->f, &inner.f);
    ox_want(x, 2, 0, "box", 1, OX_BOX(500, 0, 600, 40), 4000);
    o_id(&x->f, 20);
    bad_byte(&x->f, 0x11); /* and what the block has set: y is 0 still */
    o_uint(&x->f, 3);
    o_sint(&x->f, 700);
    ox_want(x, 3, 0, "box", 1, OX_BOX(700, 0, 800, 40), 4000);
    place_by_number(x, 0);
    inner.f.bytes.size = 0;
    o_cblock(&x->f, &inner.f);
    o_id(&inner.f, 13);
    o_uint(&inner.f, 0);
    o_id(&inner.f, 20);
    bad_raw(&inner.f, "\x7b\4\0\x64\x28\0\0", 7);
    o_id(&inner.f, 3);
    o_text(&inner.f, "KID");
    o_cblock(&x->f, &inner.f);
    ox_want(x, 4, 0, "box", 1, OX_BOX(0, 0, 100, 40), 4000);
    x->cells = 2;
    ox_end(x);
    lob_buf_release(&inner.f.bytes);
}

/* XNAME, XELEMENT and XGEOMETRY have no agreed meaning: left out, with a warning each. */
static void x_records(ox_file *x) {
    start_plain(x);
    o_id(&x->f, 30);
    bad_raw(&x->f, "\5\1a", 3);
    ox_cell(x, "TOP");
    box_on(x, 1);
    o_id(&x->f, 32);
    bad_raw(&x->f, "\7\3x\0y", 5);
    o_id(&x->f, 33);
    bad_raw(&x->f, "\x1f\7\2\0\2zz\0\0\2\1\x0a", 12); /* with a repetition */
    x->warnings = "xname xelement xgeometry";
    ox_end(x);
}

/* Values of all 16 types on one element; then its name and values once more (29), with other values (V), and on the
 * layout and the cell. */
static void properties(ox_file *x) {
    start_plain(x);
    o_id(&x->f, 28);
    bad_byte(&x->f, 0x14);
    o_text(&x->f, "OF_FILE");
    bad_raw(&x->f, "\x08\x2a", 2);
    table(&x->f, 9, 2, prop_strings, NULL);
    ox_cell(x, "TOP");
    o_id(&x->f, 28);
    bad_byte(&x->f, 0x04);
    o_text(&x->f, "OF_CELL");
    box_on(x, 1);
    o_id(&x->f, 28);
    bad_byte(&x->f, 0xf4); /* 16 values */
    o_text(&x->f, "ALL");
    o_uint(&x->f, 16);
    bad_raw(&x->f, "\0\3\1\3\2\4\3\4\4\3\2\5\3\2\6\0\0\0\x3f\7\0\0\0\0\0\0\xe0\x3f", 28);
    bad_raw(&x->f, "\x08\x05\x09\x0b\x0a\1a\x0b\2\0b\x0c\1n\x0d\1\x0e\1\x0f\1", 20);
    box_on(x, 2);
    o_id(&x->f, 29);
    box_on(x, 3);
    o_id(&x->f, 28);
    bad_byte(&x->f, 0x10); /* the name of before, one value */
    bad_raw(&x->f, "\x08\x07", 2);
    text_on(x, 4, 0);
    o_id(&x->f, 28);
    bad_byte(&x->f, 0x0c); /* another name, the values of before */
    o_text(&x->f, "OTHER");
    table(&x->f, 5, 1, text_names, NULL);
    ox_end(x);
}

const ox_row ox_name_rows[] = {
    {"names_counted_first", "Name tables with counted numbers before the cells.", names_counted_first},
    {"names_counted_last", "Name tables with counted numbers behind the cells.", names_counted_last},
    {"names_numbered_first", "Name tables with given numbers, far apart, before the cells.", names_numbered_first},
    {"names_numbered_last", "Name tables with given numbers behind the cells.", names_numbered_last},
    {"names_scattered", "Tables partly before, partly behind the cells, not in order.", names_scattered},
    {"names_strict_start", "Strict tables whose offsets are in START.", names_strict_start},
    {"names_strict_end", "Strict tables whose offsets are in END.", names_strict_end},
    {"layer_names", "LAYERNAME 11 and 12 with intervals of all five kinds.", layer_names},
    {"validation_none", "END of validation scheme 0.", validation_none},
    {"validation_crc32", "END of validation scheme 1.", validation_crc32},
    {"validation_checksum32", "END of validation scheme 2.", validation_checksum32},
    {"cblocks", "CBLOCKs in a cell, of nothing, and around a cell and a name.", cblocks},
    {"x_records", "XNAME, XELEMENT and XGEOMETRY.", x_records},
    {"properties", "PROPERTY with values of all 16 types, 29, and both halves left out.", properties},
};
const unsigned ox_name_count = sizeof ox_name_rows / sizeof ox_name_rows[0];
