/* OASIS files that must be refused: one fault each. A fault in a CBLOCK lies at the offset of the CBLOCK. */
#include "badc.h"

#define DATA(literal) .data = BAD_BYTES(literal)
static const char zeros[12];

/* ---- magic, START, END ---- */

static void cut_start(bad_file *f, const bad_row *row) {
    o_magic(f);
    bad_mark(f, row);
    bad_raw(f,
            "\1\3"
            "1.0\0",
            (size_t)row->n);
}

/* START with the version of `data`. */
static void version(bad_file *f, const bad_row *row) {
    o_magic(f);
    bad_mark(f, row);
    o_start_of(f, row->data.data, LOB_STR("\0\xe8\x07"), (lob_str){zeros, sizeof zeros});
    o_cell(f, "TOP");
    o_end(f);
}

/* START with the unit of `data`. */
static void unit(bad_file *f, const bad_row *row) {
    o_magic(f);
    bad_mark(f, row);
    o_start_of(f, "1.0", row->data, (lob_str){zeros, sizeof zeros});
    o_cell(f, "TOP");
    o_end(f);
}

/* START with six pairs of strict flag and offset, each as in `data`. */
static void offsets(bad_file *f, const bad_row *row) {
    char pairs[64];
    size_t size = 0;
    for (unsigned i = 0; i < 6; i++, size += row->data.size) {
        memcpy(pairs + size, row->data.data, row->data.size);
    }
    o_magic(f);
    bad_mark(f, row);
    o_start_of(f, "1.0", LOB_STR("\0\xe8\x07"), (lob_str){pairs, size});
    o_cell(f, "TOP");
    o_end(f);
}

static void no_start(bad_file *f, const bad_row *row) {
    o_magic(f);
    bad_mark(f, row);
    o_cell(f, "TOP");
    o_end(f);
}

static void start_twice(bad_file *f, const bad_row *row) {
    bad_mark(f, row);
    o_start(f);
}

static void no_end(bad_file *f, const bad_row *row) {
    o_magic(f);
    o_start(f);
    o_cell(f, "TOP");
    o_rect(f);
    bad_mark(f, row);
}

/* END of n bytes. */
static void end_size(bad_file *f, const bad_row *row) {
    o_magic(f);
    o_start(f);
    o_cell(f, "TOP");
    o_rect(f);
    bad_mark(f, row);
    o_end_of(f, 0, 0, (unsigned)row->n);
}

/* The last n bytes of END are not there. */
static void end_cut(bad_file *f, const bad_row *row) {
    o_magic(f);
    o_start(f);
    o_cell(f, "TOP");
    bad_mark(f, row);
    o_end(f);
    f->bytes.size -= (size_t)row->n;
}

/* END of scheme n whose sum has one bit wrong. */
static void signature(bad_file *f, const bad_row *row) {
    o_magic(f);
    o_start(f);
    o_cell(f, "TOP");
    o_rect(f);
    bad_mark(f, row);
    o_end_of(f, (unsigned)row->n, 0x00100000, 256);
}

static void end_scheme(bad_file *f, const bad_row *row) {
    o_magic(f);
    o_start(f);
    bad_mark(f, row);
    o_end(f);
    f->bytes.data[f->bytes.size - 1] = (char)row->n;
}

/* START says that END has the offsets (n is 1), and END has none; or both have them (0). */
static void offsets_where(bad_file *f, const bad_row *row) {
    o_magic(f);
    o_id(f, 1);
    o_text(f, "1.0");
    bad_raw(f, "\0\xe8\x07", 3);
    o_uint(f, (uint64_t)row->n);
    bad_raw(f, zeros, row->n ? 0 : sizeof zeros);
    o_cell(f, "TOP");
    bad_mark(f, row);
    if (row->n) {
        o_end(f);
    } else {
        unsigned padding = 256 - 1 - 12 - 2 - 1;
        o_id(f, 2);
        bad_zeros(f, 12);
        bad_byte(f, (padding & 127) | 128);
        bad_byte(f, padding >> 7);
        bad_zeros(f, padding + 1);
    }
}

/* The magic bytes once more, where a record should begin. */
static void magic_twice(bad_file *f, const bad_row *row) {
    bad_mark(f, row);
    o_magic(f);
}

static void after_end(bad_file *f, const bad_row *row) {
    o_magic(f);
    o_start(f);
    o_cell(f, "TOP");
    bad_mark(f, row);
    o_end(f);
    bad_byte(f, (unsigned)row->n);
}

/* ---- a record of given bytes ---- */

/* The bytes of `data` begin a record that is wrong; what follows never counts. */
static void record(bad_file *f, const bad_row *row) {
    bad_mark(f, row);
    bad_raw(f, row->data.data, row->data.size);
    f->records++;
}

/* The same, as the second element of the cell. */
static void second_record(bad_file *f, const bad_row *row) {
    o_rect(f);
    record(f, row);
}

/* A PROPERTY P of the value 1, and `data`, another one of it. */
static void second_property(bad_file *f, const bad_row *row) {
    o_rect(f);
    bad_raw(f, "\x1c\x14\1P\x08\1", 6);
    f->records++;
    record(f, row);
}

/* `data` are the info byte of record n and what follows it, in a cell where nothing was set. */
static void modal(bad_file *f, const bad_row *row) {
    bad_mark(f, row);
    o_id(f, (unsigned)row->n);
    bad_raw(f, row->data.data, row->data.size);
}

/* The version with its length, as in `data`. */
static void version_raw(bad_file *f, const bad_row *row) {
    o_magic(f);
    bad_mark(f, row);
    o_id(f, 1);
    bad_raw(f, row->data.data, row->data.size);
    bad_raw(f, "\0\xe8\x07\0", 4);
    bad_raw(f, zeros, sizeof zeros);
    o_cell(f, "TOP");
    o_end(f);
}

static void after_name(bad_file *f, const bad_row *row) {
    o_rect(f);
    o_id(f, 3);
    o_text(f, "NAME");
    bad_mark(f, row);
    o_rect(f);
}

static void repetition_reset(bad_file *f, const bad_row *row) {
    o_id(f, 20);
    bad_raw(f, "\x7f\x01\0\x64\x32\0\0\2\0\xc8\1", 11);
    o_cell(f, "B");
    bad_mark(f, row);
    o_id(f, 20);
    bad_raw(f, "\x7f\x01\0\x64\x32\0\0\0", 8);
}

/* PLACEMENT 18 whose angle are the bytes of `data`. */
static void angle(bad_file *f, const bad_row *row) {
    bad_mark(f, row);
    o_id(f, 18);
    bad_byte(f, 0xb2);
    o_text(f, "A");
    bad_raw(f, row->data.data, row->data.size);
    bad_raw(f, "\0\0", 2);
}

/* A new CELL forgets what the cell before it had set. */
static void modal_reset(bad_file *f, const bad_row *row) {
    o_rect(f);
    o_cell(f, "B");
    bad_mark(f, row);
    o_id(f, 20);
    bad_byte(f, 0);
}

/* PROPERTY whose name is set and whose values are not. */
static void modal_values(bad_file *f, const bad_row *row) {
    o_rect(f);
    bad_mark(f, row);
    o_id(f, 28);
    bad_byte(f, 0x0c);
    o_text(f, "P");
}

/* RECTANGLE with the repetition of `data`. */
static void repetition(bad_file *f, const bad_row *row) {
    bad_mark(f, row);
    o_id(f, 20);
    bad_raw(f, "\x7f\x01\0\x64\x32\0\0", 7);
    bad_raw(f, row->data.data, row->data.size);
}

/* POLYGON with the point list of type n & 15 whose count is in `data`, and few points. */
static void point_list(bad_file *f, const bad_row *row) {
    bad_mark(f, row);
    o_id(f, 21);
    bad_raw(f, "\x3b\x01\0", 3);
    o_uint(f, (uint64_t)row->n);
    bad_raw(f, row->data.data, row->data.size);
    bad_raw(f, "\4\4\4\4", 4);
}

/* ---- the same fault where the file simply stops: nothing may be allocated for what is not there ---- */

static void repetition_cut(bad_file *f, const bad_row *row) {
    o_magic(f);
    o_start(f);
    o_cell(f, "TOP");
    repetition(f, row);
}

static void point_list_cut(bad_file *f, const bad_row *row) {
    o_magic(f);
    o_start(f);
    o_cell(f, "TOP");
    point_list(f, row);
}

static void record_cut(bad_file *f, const bad_row *row) {
    o_magic(f);
    o_start(f);
    o_cell(f, "TOP");
    o_rect(f);
    record(f, row);
}

/* ---- CBLOCK ---- */

static bad_file block_of(unsigned rectangles) {
    bad_file content = bad_new();
    for (unsigned i = 0; i < rectangles; i++) {
        o_rect(&content);
    }
    return content;
}

static void block_record(bad_file *f, const bad_row *row) {
    bad_mark(f, row);
    f->records++;
}

/* Claims n bytes more (or fewer) than its content has. */
static void cblock_claim(bad_file *f, const bad_row *row) {
    bad_file content = block_of(100);
    size_t size = content.bytes.size;
    bad_mark(f, row);
    o_cblock_of(f, &content, (uint64_t)((int64_t)size + row->n), o_stored_size(size));
    lob_buf_release(&content.bytes);
}

/* The compressed size is n more than it is; n bytes of zero stand there. */
static void cblock_compressed(bad_file *f, const bad_row *row) {
    bad_file content = block_of(3);
    size_t size = content.bytes.size;
    bad_mark(f, row);
    o_cblock_of(f, &content, size, (uint64_t)((int64_t)o_stored_size(size) + row->n));
    lob_buf_release(&content.bytes);
}

/* Type n, of which there is only 0. */
static void cblock_type(bad_file *f, const bad_row *row) {
    block_record(f, row);
    o_uint(f, 34);
    o_uint(f, (uint64_t)row->n);
    bad_raw(f, "\1\1\0", 3);
}

/* The compressed bytes are those of `data`. */
static void cblock_data(bad_file *f, const bad_row *row) {
    block_record(f, row);
    o_uint(f, 34);
    o_uint(f, 0);
    o_uint(f, 8);
    o_uint(f, row->data.size);
    bad_raw(f, row->data.data, row->data.size);
}

/* What lies in it are the bytes of `data`; the fault is in its first record. */
static void cblock_of(bad_file *f, const bad_row *row) {
    bad_file content = bad_new();
    content.records = 1;
    bad_raw(&content, row->data.data, row->data.size);
    bad_mark(f, row);
    f->expect.index++;
    o_cblock(f, &content);
    lob_buf_release(&content.bytes);
}

static void cblock_cut(bad_file *f, const bad_row *row) {
    o_magic(f);
    o_start(f);
    o_cell(f, "TOP");
    bad_file content = block_of(100);
    bad_mark(f, row);
    f->expect.index += row->n / 8; /* eight bytes a rectangle: the one that is not whole */
    o_cblock(f, &content);
    f->bytes.size -= content.bytes.size - (size_t)row->n;
    lob_buf_release(&content.bytes);
}

/* ---- names and numbers ---- */

/* A cell of number n that no CELLNAME names. */
static void cell_undefined(bad_file *f, const bad_row *row) {
    o_id(f, 13);
    o_uint(f, (uint64_t)row->n);
    o_rect(f);
    f->expect.reference = row->n;
}

static void placement_undefined(bad_file *f, const bad_row *row) {
    o_id(f, 17);
    bad_byte(f, 0xf0);
    o_uint(f, (uint64_t)row->n);
    o_sint(f, 0);
    o_sint(f, 0);
    f->expect.reference = row->n;
}

static void text_undefined(bad_file *f, const bad_row *row) {
    o_id(f, 19);
    bad_byte(f, 0x7b);
    o_uint(f, (uint64_t)row->n);
    bad_raw(f, "\1\0\0\0", 4);
    f->expect.reference = row->n;
}

static void prop_undefined(bad_file *f, const bad_row *row) {
    o_rect(f);
    o_id(f, 28);
    bad_byte(f, 0x16);
    o_uint(f, (uint64_t)row->n);
    bad_raw(f, "\x8\1", 2);
    f->expect.reference = row->n;
}

static void propstring_undefined(bad_file *f, const bad_row *row) {
    o_rect(f);
    o_id(f, 28);
    bad_byte(f, 0x14);
    o_text(f, "P");
    o_uint(f, 13);
    o_uint(f, (uint64_t)row->n);
    f->expect.reference = row->n;
}

/* The name table n (3, 5, 7, 9) first counted, then numbered. */
static void names_mixed(bad_file *f, const bad_row *row) {
    o_id(f, (unsigned)row->n);
    o_text(f, "A");
    bad_mark(f, row);
    o_id(f, (unsigned)row->n + 1);
    o_text(f, "B");
    o_uint(f, 7);
}

/* Both times with the same name, or with two. */
static void number_again(bad_file *f, const bad_row *row, const char *name) {
    o_id(f, (unsigned)row->n);
    o_text(f, "A");
    o_uint(f, 1);
    bad_mark(f, row);
    o_id(f, (unsigned)row->n);
    o_text(f, name);
    o_uint(f, 1);
}

static void number_twice(bad_file *f, const bad_row *row) {
    number_again(f, row, "B");
}

static void number_repeated(bad_file *f, const bad_row *row) {
    number_again(f, row, "A");
}

static void duplicate_cell(bad_file *f, const bad_row *row) {
    o_cell(f, "A");
    o_rect(f);
    bad_mark(f, row);
    o_cell(f, "A");
    o_rect(f);
    f->expect.cell = "A";
}

/* Two numbers, both named A, both with a CELL. */
static void duplicate_by_number(bad_file *f, const bad_row *row) {
    (void)row;
    for (unsigned i = 0; i < 2; i++) {
        o_id(f, 13);
        o_uint(f, i);
    }
    for (unsigned i = 0; i < 2; i++) {
        o_id(f, 3);
        o_text(f, "A");
    }
    f->expect.cell = "A";
}

static void cycle(bad_file *f, const bad_row *row) {
    static const char *const names[] = {"A", "B", "C"};
    static const char *const paths[] = {"A/A", "A/B/A", "A/B/C/A"};
    for (int64_t i = 0; i < row->n; i++) {
        o_cell(f, names[i]);
        o_rect(f);
        o_place(f, names[(i + 1) % row->n]);
    }
    f->expect.cell = paths[row->n - 1];
}

/* ---- sums ---- */

/* XYRELATIVE, then n rectangles, each 2^31 - 201 to the right of the one before: the last leaves 32 bits. */
static void relative_sum(bad_file *f, const bad_row *row) {
    o_id(f, 16);
    for (int64_t i = 0; i < row->n; i++) {
        if (i == row->n - 1) {
            bad_mark(f, row);
        }
        o_id(f, 20);
        bad_raw(f, "\x7b\x01\0\x64\x32", 5);
        o_sint(f, i == 0 ? 0 : INT32_MAX - 200);
        o_sint(f, 0);
    }
}

/* PLACEMENT 18 of cell A with the magnification of `data`. */
static void magnification(bad_file *f, const bad_row *row) {
    bad_mark(f, row);
    o_id(f, 18);
    bad_byte(f, 0xb4);
    o_text(f, "A");
    bad_raw(f, row->data.data, row->data.size);
    o_sint(f, 0);
    o_sint(f, 0);
}

#define V31   "\x80\x80\x80\x80\x08"
#define V40   "\x80\x80\x80\x80\x80\x20"
#define V60   "\x80\x80\x80\x80\x80\x80\x80\x80\x10"
#define V62   "\x80\x80\x80\x80\x80\x80\x80\x80\x40"
#define NAN64 "\7\0\0\0\0\0\0\xf8\x7f"
#define INF64 "\7\0\0\0\0\0\0\xf0\x7f"

const bad_row bad_oas_rows[] = {
    {"oas_cut_in_start.oas", "The file ends in the version of START.", BAD_RAW, cut_start, 4, "truncated",
     .record = "START"},
    {"oas_cut_before_start.oas", "The file ends after the magic bytes.", BAD_RAW, cut_start, 0, "truncated",
     .record = "START"},
    {"oas_no_start.oas", "The first record is CELL.", BAD_RAW, no_start, 0, "no_start", .record = "CELL"},
    {"oas_start_twice.oas", "START comes a second time.", BAD_OAS_CELL, start_twice, 0, "second_start",
     .record = "START"},
    {"oas_version_9_9.oas", "The version is 9.9.", BAD_RAW, version, 0, "version", DATA("9.9\0"), .record = "START"},
    {"oas_version_empty.oas", "The version is empty.", BAD_RAW, version, 0, "version", DATA("\0"), .record = "START"},
    {"oas_unit_zero.oas", "The unit is 0.", BAD_RAW, unit, 0, "unit", DATA("\0\0"), .record = "START"},
    {"oas_unit_negative.oas", "The unit is -1000.", BAD_RAW, unit, 0, "unit", DATA("\1\xe8\x07"), .record = "START"},
    {"oas_unit_divides_by_zero.oas", "The unit is 1/0.", BAD_RAW, unit, 0, "real", DATA("\2\0"), .record = "START"},
    {"oas_unit_ratio_by_zero.oas", "The unit is 5/0.", BAD_RAW, unit, 0, "real", DATA("\4\5\0"), .record = "START"},
    {"oas_unit_nan.oas", "The unit is not a number.", BAD_RAW, unit, 0, "real", DATA(NAN64), .record = "START"},
    {"oas_unit_infinite.oas", "The unit is infinite.", BAD_RAW, unit, 0, "real", DATA(INF64), .record = "START"},
    {"oas_unit_nan_float.oas", "The unit is a float that is no number.", BAD_RAW, unit, 0, "real",
     DATA("\6\0\0\xc0\x7f"), .record = "START"},
    {"oas_unit_denormal.oas", "The unit is 5e-324.", BAD_RAW, unit, 0, "unit", DATA("\7\1\0\0\0\0\0\0\0"),
     .record = "START"},
    {"oas_unit_type_9.oas", "The unit is a real of type 9.", BAD_RAW, unit, 0, "real_type", DATA("\x9\1"),
     .record = "START"},
    {"oas_offsets_past_end.oas", "Strict tables begin at 2^40.", BAD_RAW, offsets, 0, "table_offset", DATA("\1" V40),
     .record = "START", .forgiven = "table_offset"},
    {"oas_offsets_in_magic.oas", "Strict tables begin at byte 3.", BAD_RAW, offsets, 0, "table_offset", DATA("\1\3"),
     .record = "START", .forgiven = "table_offset"},
    {"oas_offsets_overlap.oas", "All strict name tables begin at byte 20, which is in START.", BAD_RAW, offsets, 0,
     "table_offset", DATA("\1\x14"), .record = "START", .forgiven = "table_offset"},
    {"oas_offsets_flag.oas", "The strict flags are 2.", BAD_RAW, offsets, 0, "range", DATA("\2\0"), .record = "START"},
    {"oas_no_end.oas", "The file ends without END.", BAD_RAW, no_end, 0, "truncated", .record = "END"},
    {"oas_end_short.oas", "END has 255 bytes.", BAD_RAW, end_size, 255, "end_size", .record = "END", .shapes = 1,
     .forgiven = "end_size"},
    {"oas_end_long.oas", "END has 257 bytes.", BAD_RAW, end_size, 257, "end_size", .record = "END", .shapes = 1,
     .forgiven = "end_size"},
    {"oas_end_cut.oas", "The last 100 bytes of END are missing.", BAD_RAW, end_cut, 100, "truncated", .record = "END"},
    {"oas_end_cut_by_one.oas", "The last byte of END is missing.", BAD_RAW, end_cut, 1, "truncated", .record = "END"},
    {"oas_end_crc32.oas", "One bit of the CRC32 is wrong.", BAD_RAW, signature, 1, "signature", .record = "END",
     .shapes = 1, .forgiven = "content_damaged"},
    {"oas_end_checksum32.oas", "One bit of the CHECKSUM32 is wrong.", BAD_RAW, signature, 2, "signature",
     .record = "END", .shapes = 1, .forgiven = "content_damaged"},
    {"oas_end_scheme_3.oas", "The validation scheme is 3.", BAD_RAW, end_scheme, 3, "range", .record = "END"},
    {"oas_byte_after_end.oas", "A byte follows END.", BAD_RAW, after_end, 0xff, "after_end", .record = "END",
     .forgiven = "junk_after_end"},
    {"oas_zero_after_end.oas", "A byte of zero follows END.", BAD_RAW, after_end, 0, "after_end", .record = "END",
     .forgiven = "junk_after_end"},

    {"oas_record_35.oas", "The record id is 35, the first above the last.", BAD_OAS_CELL, second_record, 0,
     "unknown_record", DATA("\x23"), .record = "record id"},
    {"oas_record_200.oas", "The record id is 200.", BAD_OAS_CELL, second_record, 0, "unknown_record", DATA("\xc8\1"),
     .record = "record id"},
    {"oas_integer_of_77_bits.oas", "The layer takes 11 bytes with all bits set.", BAD_OAS_CELL, record, 0,
     "integer_range", DATA("\x14\x7b\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"), .record = "RECTANGLE"},
    {"oas_integer_of_65_bits.oas", "The layer is 2^64.", BAD_OAS_CELL, record, 0, "integer_range",
     DATA("\x14\x7b\x80\x80\x80\x80\x80\x80\x80\x80\x80\x02"), .record = "RECTANGLE"},
    {"oas_layer_2_32.oas", "The layer is 2^32.", BAD_OAS_CELL, record, 0, "range", DATA("\x14\x7b\x80\x80\x80\x80\x10"),
     .record = "RECTANGLE"},
    {"oas_square_with_height.oas", "A square RECTANGLE gives its height.", BAD_OAS_CELL, record, 0, "info_byte",
     DATA("\x14\xfb\1\0\5\5\0\0"), .record = "RECTANGLE"},
    {"oas_element_outside_cell.oas", "RECTANGLE comes before any CELL.", BAD_OAS, record, 0, "outside_cell",
     DATA("\x14\x7b\1\0\5\5\0\0"), .record = "RECTANGLE"},
    {"oas_placement_outside_cell.oas", "PLACEMENT comes before any CELL.", BAD_OAS, record, 0, "outside_cell",
     DATA("\x11\xb0\1A\0\0"), .record = "PLACEMENT"},

    {"oas_unset_layer.oas", "RECTANGLE: no layer was ever set.", BAD_OAS_CELL, modal, 20, "modal_unset",
     DATA("\x7a\0\5\5\0\0"), .record = "RECTANGLE", .shapes = 1, .forgiven = "modal_unset"},
    {"oas_unset_datatype.oas", "RECTANGLE: no datatype was ever set.", BAD_OAS_CELL, modal, 20, "modal_unset",
     DATA("\x79\1\5\5\0\0"), .record = "RECTANGLE", .shapes = 1, .forgiven = "modal_unset"},
    {"oas_unset_width.oas", "RECTANGLE: no width was ever set.", BAD_OAS_CELL, modal, 20, "modal_unset",
     DATA("\x3b\1\0\5\0\0"), .record = "RECTANGLE", .shapes = 1, .forgiven = "modal_unset"},
    {"oas_unset_height.oas", "RECTANGLE: no height was ever set.", BAD_OAS_CELL, modal, 20, "modal_unset",
     DATA("\x5b\1\0\5\0\0"), .record = "RECTANGLE", .shapes = 1, .forgiven = "modal_unset"},
    {"oas_unset_all.oas", "RECTANGLE gives nothing and nothing was set.", BAD_OAS_CELL, modal, 20, "modal_unset",
     DATA("\0"), .record = "RECTANGLE", .shapes = 1, .forgiven = "modal_unset"},
    {"oas_unset_in_second_cell.oas", "RECTANGLE relies on the cell before.", BAD_OAS_CELL, modal_reset, 0,
     "modal_unset", .record = "RECTANGLE"},
    {"oas_unset_polygon_points.oas", "POLYGON: no point list was ever set.", BAD_OAS_CELL, modal, 21, "modal_unset",
     DATA("\x1b\1\0\0\0"), .record = "POLYGON"},
    {"oas_unset_path_halfwidth.oas", "PATH: no half-width was ever set.", BAD_OAS_CELL, modal, 22, "modal_unset",
     DATA("\xbb\1\0\5\0\1\4\0\0"), .record = "PATH", .shapes = 1, .forgiven = "modal_unset"},
    {"oas_unset_path_extension.oas", "PATH: no extension was ever set.", BAD_OAS_CELL, modal, 22, "modal_unset",
     DATA("\x7b\1\0\5\4\1\4\0\0"), .record = "PATH", .shapes = 1, .forgiven = "modal_unset"},
    {"oas_unset_path_points.oas", "PATH: no point list was ever set.", BAD_OAS_CELL, modal, 22, "modal_unset",
     DATA("\xdb\1\0\5\5\0\0"), .record = "PATH"},
    {"oas_unset_trapezoid_width.oas", "TRAPEZOID: no width was ever set.", BAD_OAS_CELL, modal, 23, "modal_unset",
     DATA("\x3b\1\0\5\0\0\0\0"), .record = "TRAPEZOID", .shapes = 1, .forgiven = "modal_unset"},
    {"oas_unset_ctrapezoid_type.oas", "CTRAPEZOID: no type was ever set.", BAD_OAS_CELL, modal, 26, "modal_unset",
     DATA("\x7b\1\0\5\5\0\0"), .record = "CTRAPEZOID", .shapes = 1, .forgiven = "modal_unset"},
    {"oas_unset_radius.oas", "CIRCLE: no radius was ever set.", BAD_OAS_CELL, modal, 27, "modal_unset",
     DATA("\x1b\1\0\0\0"), .record = "CIRCLE", .shapes = 1, .forgiven = "modal_unset"},
    {"oas_unset_text_string.oas", "TEXT: no string was ever set.", BAD_OAS_CELL, modal, 19, "modal_unset",
     DATA("\x1b\1\0\0\0"), .record = "TEXT"},
    {"oas_unset_textlayer.oas", "TEXT: no layer was ever set.", BAD_OAS_CELL, modal, 19, "modal_unset",
     DATA("\x5a\1L\0\0\0"), .record = "TEXT", .shapes = 1, .forgiven = "modal_unset"},
    {"oas_unset_texttype.oas", "TEXT: no type was ever set.", BAD_OAS_CELL, modal, 19, "modal_unset",
     DATA("\x59\1L\1\0\0"), .record = "TEXT", .shapes = 1, .forgiven = "modal_unset"},
    {"oas_unset_placement_cell.oas", "PLACEMENT: no cell was ever set.", BAD_OAS_CELL, modal, 17, "modal_unset",
     DATA("\x30\0\0"), .record = "PLACEMENT"},
    {"oas_unset_repetition.oas", "Repetition 0, and there was none before.", BAD_OAS_CELL, repetition, 0, "modal_unset",
     DATA("\0"), .record = "RECTANGLE"},
    {"oas_unset_property.oas", "PROPERTY 29, and there was none before.", BAD_OAS_CELL, second_record, 0, "modal_unset",
     DATA("\x1d"), .record = "PROPERTY"},
    {"oas_unset_property_values.oas", "PROPERTY names none and gives no values.", BAD_OAS_CELL, modal_values, 0,
     "modal_unset", .record = "PROPERTY"},
    {"oas_unset_property_name.oas", "PROPERTY gives a value and no name.", BAD_OAS_CELL, second_record, 0,
     "modal_unset", DATA("\x1c\x10\x8\1"), .record = "PROPERTY"},

    {"oas_repetition_type_12.oas", "The repetition has type 12.", BAD_OAS_CELL, repetition, 0, "range", DATA("\x0c\1"),
     .record = "RECTANGLE"},
    {"oas_repetition_columns_2_31.oas", "2^31 places, type 4; the file ends.", BAD_RAW, repetition_cut, 0, "truncated",
     DATA("\4" V31 "\5\5"), .record = "RECTANGLE"},
    {"oas_repetition_grid_2_31.oas", "2^31 places, type 5; the file ends.", BAD_RAW, repetition_cut, 0, "truncated",
     DATA("\5" V31 "\x0a\5\5"), .record = "RECTANGLE"},
    {"oas_repetition_rows_2_31.oas", "2^31 places, type 6; the file ends.", BAD_RAW, repetition_cut, 0, "truncated",
     DATA("\6" V31 "\5\5"), .record = "RECTANGLE"},
    {"oas_repetition_list_2_40.oas", "2^40 places, type 10; the file ends.", BAD_RAW, repetition_cut, 0, "truncated",
     DATA("\x0a" V40 "\4\4"), .record = "RECTANGLE"},
    {"oas_repetition_list_grid_2_40.oas", "2^40 places, type 11; the file ends.", BAD_RAW, repetition_cut, 0,
     "truncated", DATA("\x0b" V40 "\x0a\4\4"), .record = "RECTANGLE"},
    {"oas_point_list_type_7.oas", "The point list has type 7.", BAD_OAS_CELL, point_list, 7, "range", DATA("\3"),
     .record = "POLYGON"},
    {"oas_polygon_2_31_type_0.oas", "2^31 points of type 0; the file ends.", BAD_RAW, point_list_cut, 0, "range",
     DATA(V31), .record = "POLYGON"},
    {"oas_polygon_2_31_type_1.oas", "2^31 points of type 1; the file ends.", BAD_RAW, point_list_cut, 1, "range",
     DATA(V31), .record = "POLYGON"},
    {"oas_polygon_2_31_type_2.oas", "2^31 points of type 2; the file ends.", BAD_RAW, point_list_cut, 2, "range",
     DATA(V31), .record = "POLYGON"},
    {"oas_polygon_2_31_type_3.oas", "2^31 points of type 3; the file ends.", BAD_RAW, point_list_cut, 3, "range",
     DATA(V31), .record = "POLYGON"},
    {"oas_polygon_2_31_type_4.oas", "2^31 points of type 4; the file ends.", BAD_RAW, point_list_cut, 4, "range",
     DATA(V31), .record = "POLYGON"},
    {"oas_polygon_2_31_type_5.oas", "2^31 points of type 5; the file ends.", BAD_RAW, point_list_cut, 5, "range",
     DATA(V31), .record = "POLYGON"},
    {"oas_polygon_2_62.oas", "2^62 points.", BAD_OAS_CELL, point_list, 4, "range", DATA(V62), .record = "POLYGON"},
    {"oas_string_2_40.oas", "The name of the cell has 2^40 bytes; the file ends.", BAD_RAW, record_cut, 0, "truncated",
     DATA("\x0e" V40 "abc"), .record = "CELL"},
    {"oas_property_2_40_values.oas", "PROPERTY has 2^40 values; the file ends.", BAD_RAW, record_cut, 0, "truncated",
     DATA("\x1c\xf4\1P" V40 "\x8\1"), .record = "PROPERTY"},
    {"oas_property_value_type_16.oas", "A property value has type 16.", BAD_OAS_CELL, second_record, 0, "range",
     DATA("\x1c\x14\1P\x10\1"), .record = "PROPERTY"},
    {"oas_property_value_nan.oas", "A property value is not a number.", BAD_OAS_CELL, second_record, 0, "real",
     DATA("\x1c\x14\1P" NAN64), .record = "PROPERTY"},
    {"oas_property_reuse_and_count.oas", "PROPERTY repeats its values and counts new ones.", BAD_OAS_CELL,
     second_record, 0, "info_byte", DATA("\x1c\x1c\1P"), .record = "PROPERTY"},

    {"oas_property_repeats_and_counts.oas", "PROPERTY repeats the values before and counts new ones.", BAD_OAS_CELL,
     second_property, 0, "info_byte", DATA("\x1c\x1c\1P"), .record = "PROPERTY", .shapes = 1,
     .forgiven = "property_count"},
    {"oas_cblock_claims_too_little.oas", "CBLOCK claims 792 bytes and has 800.", BAD_OAS_CELL, cblock_claim, -8,
     "cblock_size", .record = "CBLOCK"},
    {"oas_cblock_claims_too_much.oas", "CBLOCK claims 808 bytes and has 800.", BAD_OAS_CELL, cblock_claim, 8,
     "cblock_size", .record = "CBLOCK"},
    {"oas_cblock_claims_2_60.oas", "CBLOCK claims 2^60 + 800 bytes and has 800.", BAD_OAS_CELL, cblock_claim,
     INT64_C(1) << 60, "cblock_size", .record = "CBLOCK"},
    {"oas_cblock_compressed_too_little.oas", "The compressed size is 3 bytes less than the data.", BAD_OAS_CELL,
     cblock_compressed, -3, "cblock_data", .record = "CBLOCK"},
    {"oas_cblock_compressed_too_much.oas", "The compressed size is 3 bytes more than the data.", BAD_OAS_CELL,
     cblock_compressed, 3, "cblock_size", .record = "CBLOCK"},
    {"oas_cblock_compressed_2_40.oas", "The compressed size is beyond the end of the file.", BAD_OAS_CELL,
     cblock_compressed, INT64_C(1) << 40, "cblock_size", .record = "CBLOCK"},
    {"oas_cblock_type_1.oas", "The compression type is 1.", BAD_OAS_CELL, cblock_type, 1, "cblock_type",
     .record = "CBLOCK"},
    {"oas_cblock_junk.oas", "The compressed data is no deflate data.", BAD_OAS_CELL, cblock_data, 0, "cblock_data",
     DATA("\xff\x13\x37\xff\x13\x37"), .record = "CBLOCK"},
    {"oas_cblock_empty_data.oas", "There is no compressed data at all.", BAD_OAS_CELL, cblock_data, 0, "cblock_data",
     .record = "CBLOCK"},
    {"oas_cblock_nested.oas", "A CBLOCK in a CBLOCK.", BAD_OAS_CELL, cblock_of, 0, "cblock_nested",
     DATA("\x22\0\1\6\1\1\0\xfe\xff\0"), .record = "CBLOCK"},
    {"oas_cblock_ends_in_record.oas", "The RECTANGLE in it lacks its last two bytes.", BAD_OAS_CELL, cblock_of, 0,
     "cblock_end", DATA("\x14\x7b\1\0\5"), .record = "RECTANGLE"},
    {"oas_cblock_end_inside.oas", "END lies in a CBLOCK.", BAD_OAS_CELL, cblock_of, 0, "end_in_cblock", DATA("\2\0\0"),
     .record = "END"},
    {"oas_cblock_cut.oas", "The file ends in the data of a CBLOCK, whose size then points beyond it.", BAD_RAW,
     cblock_cut, 0, "cblock_size", .record = "CBLOCK"},

    {"oas_cblock_not_final.oas", "The compressed data lacks its last block.", BAD_OAS_CELL, cblock_data, 0,
     "cblock_data", DATA("\0\x08\0\xf7\xff\x14\x7b\1\0\x64\x32\0\0"), .record = "CBLOCK"},
    {"oas_cblock_distance.oas", "The compressed data copies from before its start.", BAD_OAS_CELL, cblock_data, 0,
     "cblock_data", DATA("\x03\x02\0"), .record = "CBLOCK"},
    {"oas_offsets_not_in_end.oas", "START says that END has the table offsets, and END has none.", BAD_RAW,
     offsets_where, 1, "range", .record = "END"},
    {"oas_offsets_in_both.oas", "START and END both have table offsets.", BAD_RAW, offsets_where, 0, "end_size",
     .record = "END", .forgiven = "end_size junk_after_end"},
    {"oas_magic_twice.oas", "The magic bytes come a second time.", BAD_OAS_CELL, magic_twice, 0, "unknown_record",
     .record = "record id"},
    {"oas_version_nul.oas", "The version is 1.0 and a NUL.", BAD_RAW, version_raw, 0, "version", DATA("\0041.0\0"),
     .record = "START"},
    {"oas_unit_above_1e6.oas", "A micron has 10^7 database units.", BAD_RAW, unit, 0, "unit", DATA("\0\x80\xad\xe2\4"),
     .record = "START"},
    {"oas_text_outside_cell.oas", "TEXT comes before any CELL.", BAD_OAS, record, 0, "outside_cell",
     DATA("\x13\x5b\1L\1\0\0\0"), .record = "TEXT"},
    {"oas_xgeometry_outside_cell.oas", "XGEOMETRY comes before any CELL.", BAD_OAS, record, 0, "outside_cell",
     DATA("\x21\x1b\1\1\0\1q\0\0"), .record = "XGEOMETRY"},
    {"oas_element_after_name.oas", "RECTANGLE comes behind a CELLNAME, which ends the cell.", BAD_OAS_CELL, after_name,
     0, "outside_cell", .record = "RECTANGLE"},
    {"oas_repetition_reuse_in_next_cell.oas", "Repetition 0 relies on the cell before.", BAD_OAS_CELL, repetition_reset,
     0, "modal_unset", .record = "RECTANGLE"},
    {"oas_angle_type_8.oas", "The angle is a real of type 8.", BAD_OAS_CELL, angle, 0, "real_type", DATA("\x8\1"),
     .record = "PLACEMENT"},
    {"oas_angle_nan.oas", "The angle is not a number.", BAD_OAS_CELL, angle, 0, "real", DATA(NAN64),
     .record = "PLACEMENT"},
    {"oas_angle_huge.oas", "The angle is 1e300 degrees.", BAD_OAS_CELL, angle, 0, "angle",
     DATA("\7\x9c\x75\0\x88\x3c\xe4\x37\x7e"), .record = "PLACEMENT"},
    {"oas_angle_divides_by_zero.oas", "The angle is 90/0 degrees.", BAD_OAS_CELL, angle, 0, "real", DATA("\4\x5a\0"),
     .record = "PLACEMENT"},
    {"oas_placement_name_nul.oas", "PLACEMENT names a cell with a NUL in it.", BAD_OAS_CELL, record, 0, "string",
     DATA("\x11\xb0\3A\0B\0\0"), .record = "PLACEMENT"},
    {"oas_propname_nul.oas", "PROPNAME has a NUL in it.", BAD_OAS, record, 0, "string", DATA("\7\3A\0B"),
     .record = "PROPNAME"},
    {"oas_layername_datatype_inverted.oas", "The datatypes of LAYERNAME run from 9 to 2.", BAD_OAS, record, 0,
     "interval", DATA("\x0b\1L\0\4\x9\2"), .record = "LAYERNAME", .forgiven = "layer_interval"},
    {"oas_layername_from_2_40.oas", "LAYERNAME from 2^40 up.", BAD_OAS, record, 0, "interval",
     DATA("\x0b\1L\2" V40 "\0"), .record = "LAYERNAME", .forgiven = "layer_interval"},
    {"oas_layername_at_2_40.oas", "LAYERNAME of layer 2^40.", BAD_OAS, record, 0, "interval",
     DATA("\x0b\1L\3" V40 "\0"), .record = "LAYERNAME", .forgiven = "layer_interval"},
    {"oas_layername_text_inverted.oas", "LAYERNAME 12 from 9 to 2.", BAD_OAS, record, 0, "interval",
     DATA("\x0c\1L\4\x9\2\0"), .record = "LAYERNAME", .forgiven = "layer_interval"},
    {"oas_textlayer_2_32.oas", "TEXT is on layer 2^32.", BAD_OAS_CELL, record, 0, "range",
     DATA("\x13\x5b\1L\x80\x80\x80\x80\x10\0\0\0"), .record = "TEXT"},
    {"oas_datatype_2_32.oas", "RECTANGLE has the datatype 2^32.", BAD_OAS_CELL, record, 0, "range",
     DATA("\x14\x7b\1\x80\x80\x80\x80\x10\5\5\0\0"), .record = "RECTANGLE"},
    {"oas_ctrapezoid_folds_tall.oas", "CTRAPEZOID of type 12 is less than twice as high as wide.", BAD_OAS_CELL, record,
     0, "trapezoid", DATA("\x1a\xfb\1\0\x0c\5\x09\0\0"), .record = "CTRAPEZOID"},
    {"oas_trapezoid_crosses.oas", "The sides of a TRAPEZOID cross.", BAD_OAS_CELL, record, 0, "trapezoid",
     DATA("\x17\x7b\1\0\x0a\5\x0c\x0d\0\0"), .record = "TRAPEZOID"},
    {"oas_trapezoid_crosses_standing.oas", "The same, standing.", BAD_OAS_CELL, record, 0, "trapezoid",
     DATA("\x17\xfb\1\0\5\x0a\x0d\x0c\0\0"), .record = "TRAPEZOID"},
    {"oas_repetition_grid_overflow.oas", "A space times its grid leaves 63 bits.", BAD_OAS_CELL, repetition, 0,
     "coordinate_range", DATA("\x0b\0\xff\xff\xff\xff\x07\x01\xfe\xff\xff\xff\xff\xff\xff\xff\xff\1"),
     .record = "RECTANGLE"},
    {"oas_repetition_count_2_64.oas", "The count of a repetition is 2^64 - 1, less 2.", BAD_OAS_CELL, repetition, 0,
     "range", DATA("\2\xff\xff\xff\xff\xff\xff\xff\xff\xff\1\5"), .record = "RECTANGLE"},
    {"oas_cell_name_empty.oas", "The name of a cell is empty.", BAD_OAS, record, 0, "string", DATA("\x0e\0"),
     .record = "CELL"},
    {"oas_cell_name_nul.oas", "The name of a cell has a NUL in it.", BAD_OAS, record, 0, "string", DATA("\x0e\3A\0B"),
     .record = "CELL"},
    {"oas_cell_name_escape.oas", "The name of a cell has an escape character.", BAD_OAS, record, 0, "string",
     DATA("\x0e\5A\x1b[2J"), .record = "CELL"},
    {"oas_cellname_empty.oas", "CELLNAME is empty.", BAD_OAS, record, 0, "string", DATA("\3\0"), .record = "CELLNAME"},
    {"oas_propname_empty.oas", "PROPNAME is empty.", BAD_OAS, record, 0, "string", DATA("\7\0"), .record = "PROPNAME"},
    {"oas_placement_name_empty.oas", "PLACEMENT names an empty cell.", BAD_OAS_CELL, record, 0, "string",
     DATA("\x11\xb0\0\0\0"), .record = "PLACEMENT"},
    {"oas_undefined_cell.oas", "CELL number 7 has no name.", BAD_OAS, cell_undefined, 7, "undefined_reference",
     DATA("")},
    {"oas_undefined_placement.oas", "PLACEMENT of cell number 9, which has no name.", BAD_OAS_CELL, placement_undefined,
     9, "undefined_reference", DATA("")},
    {"oas_undefined_text.oas", "TEXT of string number 5, which is not there.", BAD_OAS_CELL, text_undefined, 5,
     "undefined_reference", DATA("")},
    {"oas_undefined_property.oas", "PROPERTY of name number 99, which is not there.", BAD_OAS_CELL, prop_undefined, 99,
     "undefined_reference", DATA("")},
    {"oas_undefined_propstring.oas", "A property value is string number 4, which is not there.", BAD_OAS_CELL,
     propstring_undefined, 4, "undefined_reference", DATA("")},
    {"oas_numbers_mixed_cellname.oas", "CELLNAME counted, then numbered.", BAD_OAS, names_mixed, 3, "name_mode",
     .record = "CELLNAME"},
    {"oas_numbers_mixed_textstring.oas", "TEXTSTRING counted, then numbered.", BAD_OAS, names_mixed, 5, "name_mode",
     .record = "TEXTSTRING"},
    {"oas_numbers_mixed_propname.oas", "PROPNAME counted, then numbered.", BAD_OAS, names_mixed, 7, "name_mode",
     .record = "PROPNAME"},
    {"oas_numbers_mixed_propstring.oas", "PROPSTRING counted, then numbered.", BAD_OAS, names_mixed, 9, "name_mode",
     .record = "PROPSTRING"},
    {"oas_number_twice_cellname.oas", "Two CELLNAMEs of number 1.", BAD_OAS, number_twice, 4, "duplicate_reference",
     .record = "CELLNAME"},
    {"oas_number_twice_textstring.oas", "Two TEXTSTRINGs of number 1.", BAD_OAS, number_twice, 6, "duplicate_reference",
     .record = "TEXTSTRING"},
    {"oas_number_twice_propname.oas", "Two PROPNAMEs of number 1.", BAD_OAS, number_twice, 8, "duplicate_reference",
     .record = "PROPNAME"},
    {"oas_number_twice_propstring.oas", "Two PROPSTRINGs of number 1.", BAD_OAS, number_twice, 10,
     "duplicate_reference", .record = "PROPSTRING"},
    {"oas_number_repeated_cellname.oas", "The CELLNAME of number 1 comes twice.", BAD_OAS, number_repeated, 4,
     "duplicate_reference", .record = "CELLNAME", .forgiven = "number_twice"},
    {"oas_number_repeated_textstring.oas", "The TEXTSTRING of number 1 comes twice.", BAD_OAS, number_repeated, 6,
     "duplicate_reference", .record = "TEXTSTRING", .forgiven = "number_twice"},
    {"oas_layername_inverted.oas", "LAYERNAME from 9 to 2.", BAD_OAS, record, 0, "interval", DATA("\x0b\1L\4\x9\2\0"),
     .record = "LAYERNAME", .forgiven = "layer_interval"},
    {"oas_layername_type_5.oas", "An interval of LAYERNAME has type 5.", BAD_OAS, record, 0, "range",
     DATA("\x0b\1L\5\1\0"), .record = "LAYERNAME"},
    {"oas_duplicate_cell.oas", "The second CELL is the first again.", BAD_OAS, duplicate_cell, 0, "duplicate_cell",
     .record = "CELL"},
    {"oas_duplicate_cell_by_number.oas", "Two CELLs by number, both named A.", BAD_OAS, duplicate_by_number, 0,
     "duplicate_cell", DATA("")},
    {"oas_cycle_self.oas", "A places itself.", BAD_OAS, cycle, 1, "cycle", DATA("")},
    {"oas_cycle_two.oas", "A places B, B places A.", BAD_OAS, cycle, 2, "cycle", DATA("")},
    {"oas_cycle_three.oas", "A places B, B places C, C places A.", BAD_OAS, cycle, 3, "cycle", DATA("")},

    {"oas_coordinate_2_40.oas", "x is 2^40.", BAD_OAS_CELL, record, 0, "coordinate_range",
     DATA("\x14\x7b\1\0\5\5\x80\x80\x80\x80\x80\x40\0"), .record = "RECTANGLE"},
    {"oas_width_2_40.oas", "The width is 2^40.", BAD_OAS_CELL, record, 0, "range", DATA("\x14\x7b\1\0" V40 "\5\0\0"),
     .record = "RECTANGLE"},
    {"oas_circle_2_62.oas", "The radius is 2^62.", BAD_OAS_CELL, record, 0, "range", DATA("\x1b\x3b\1\0" V62 "\0\0"),
     .record = "CIRCLE"},
    {"oas_relative_sum_32.oas", "XYRELATIVE: the third sum leaves 32 bits.", BAD_OAS_CELL, relative_sum, 3,
     "coordinate_range", .record = "RECTANGLE"},
    {"oas_polygon_sum_64.oas", "The deltas of a POLYGON add up to more than 63 bits.", BAD_OAS_CELL, record, 0,
     "coordinate_range",
     DATA("\x15\x3b\1\0\1\3\xfe\xff\xff\xff\xff\xff\xff\xff\xff\1\4\xfe\xff\xff\xff\xff\xff\xff\xff\xff\1\0\0"),
     .record = "POLYGON"},
    {"oas_repetition_pitch_2_60.oas", "The pitch of a repetition is 2^60.", BAD_OAS_CELL, repetition, 0, "range",
     DATA("\2\1" V60), .record = "RECTANGLE"},
    {"oas_repetition_sum_32.oas", "A place of a repetition leaves 32 bits.", BAD_OAS_CELL, repetition, 0,
     "coordinate_range", DATA("\4\1" V31 V31), .record = "RECTANGLE"},
    {"oas_trapezoid_delta.oas", "A delta of a TRAPEZOID is larger than its side.", BAD_OAS_CELL, record, 0, "trapezoid",
     DATA("\x17\x7b\1\0\5\5\xd1\x0f\xd0\x0f\0\0"), .record = "TRAPEZOID"},
    {"oas_ctrapezoid_type_26.oas", "CTRAPEZOID has type 26.", BAD_OAS_CELL, record, 0, "range",
     DATA("\x1a\xfb\1\0\x1a\5\5\0\0"), .record = "CTRAPEZOID"},
    {"oas_ctrapezoid_folds.oas", "CTRAPEZOID of type 0 is higher than wide.", BAD_OAS_CELL, record, 0, "trapezoid",
     DATA("\x1a\xfb\1\0\0\5\6\0\0"), .record = "CTRAPEZOID"},
    {"oas_path_scheme_16.oas", "The extension scheme of a PATH is 16.", BAD_OAS_CELL, record, 0, "range",
     DATA("\x16\xfb\1\0\5\x10\0\1\4\0\0"), .record = "PATH"},
    {"oas_path_width_2_32.oas", "The width of a PATH is 2^32 - 2.", BAD_OAS_CELL, record, 0, "coordinate_range",
     DATA("\x16\xfb\1\0\xff\xff\xff\xff\x07\5\0\1\4\0\0"), .record = "PATH"},
    {"oas_magnification_zero.oas", "The magnification is 0.", BAD_OAS_CELL, magnification, 0, "magnification",
     DATA("\0\0"), .record = "PLACEMENT"},
    {"oas_magnification_negative.oas", "The magnification is -2.", BAD_OAS_CELL, magnification, 0, "magnification",
     DATA("\1\2"), .record = "PLACEMENT"},
    {"oas_magnification_nan.oas", "The magnification is not a number.", BAD_OAS_CELL, magnification, 0, "real",
     DATA(NAN64), .record = "PLACEMENT"},
    {"oas_magnification_infinite.oas", "The magnification is infinite.", BAD_OAS_CELL, magnification, 0, "real",
     DATA(INF64), .record = "PLACEMENT"},
    {"oas_magnification_type_8.oas", "The magnification is a real of type 8.", BAD_OAS_CELL, magnification, 0,
     "real_type", DATA("\x8\1"), .record = "PLACEMENT"},
};
const unsigned bad_oas_count = sizeof bad_oas_rows / sizeof bad_oas_rows[0];
