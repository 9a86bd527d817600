/* GDSII files that must be refused: one fault each. */
#include "badc.h"

/* ---- cut short ---- */

/* ENDLIB is cut to n bytes. */
static void cut_endlib(bad_file *f, const bad_row *row) {
    g_head(f);
    g_cell_begin(f, "TOP");
    g_box(f);
    g_cell_end(f);
    bad_mark(f, row);
    bad_raw(f, "\0\x04\x04\0", (size_t)row->n);
}

/* The body of XY has n bytes of its 40. */
static void cut_xy(bad_file *f, const bad_row *row) {
    g_head(f);
    g_cell_begin(f, "TOP");
    g_empty(f, G_BOUNDARY);
    G_SHORTS(f, G_LAYER, 1);
    G_SHORTS(f, G_DATATYPE, 0);
    bad_mark(f, row);
    g_header_of(f, 44, G_XY);
    bad_zeros(f, (size_t)row->n);
}

static void cut_after_header(bad_file *f, const bad_row *row) {
    G_SHORTS(f, G_HEADER, 600);
    bad_mark(f, row);
}

static void cut_in_header(bad_file *f, const bad_row *row) {
    bad_mark(f, row);
    g_header_of(f, 6, G_HEADER);
}

static void cut_in_cell(bad_file *f, const bad_row *row) {
    g_head(f);
    g_cell_begin(f, "TOP");
    bad_mark(f, row);
}

static void cut_in_element(bad_file *f, const bad_row *row) {
    g_head(f);
    g_cell_begin(f, "TOP");
    g_element_without(f, G_BOUNDARY, G_ENDEL);
    bad_mark(f, row);
}

/* ---- headers of records ---- */

/* BOUNDARY whose length field says n. */
static void record_length(bad_file *f, const bad_row *row) {
    g_box(f);
    bad_mark(f, row);
    g_header_of(f, (unsigned)row->n, G_BOUNDARY);
    g_empty(f, G_ENDEL);
}

/* XY whose length field says n, far beyond the end. */
static void xy_length(bad_file *f, const bad_row *row) {
    g_empty(f, G_BOUNDARY);
    bad_mark(f, row);
    g_header_of(f, (unsigned)row->n, G_XY);
    bad_zeros(f, 40);
    g_empty(f, G_ENDEL);
}

/* In a BOUNDARY, the record n with the bytes of `data` as its body. */
static void in_boundary(bad_file *f, const bad_row *row) {
    g_empty(f, G_BOUNDARY);
    bad_mark(f, row);
    g_data(f, (unsigned)row->n, row->data.data, row->data.size);
    g_empty(f, G_ENDEL);
}

/* In an SREF that is else complete. */
static void in_sref(bad_file *f, const bad_row *row) {
    g_empty(f, G_SREF);
    g_text(f, G_SNAME, "A");
    bad_mark(f, row);
    g_data(f, (unsigned)row->n, row->data.data, row->data.size);
    G_LONGS(f, G_XY, 0, 0);
    g_empty(f, G_ENDEL);
}

static void in_aref(bad_file *f, const bad_row *row) {
    g_empty(f, G_AREF);
    g_text(f, G_SNAME, "A");
    bad_mark(f, row);
    g_data(f, (unsigned)row->n, row->data.data, row->data.size);
    G_LONGS(f, G_XY, 0, 0, 30, 0, 0, 20);
    g_empty(f, G_ENDEL);
}

static void in_path(bad_file *f, const bad_row *row) {
    g_empty(f, G_PATH);
    G_SHORTS(f, G_LAYER, 1);
    G_SHORTS(f, G_DATATYPE, 0);
    bad_mark(f, row);
    g_data(f, (unsigned)row->n, row->data.data, row->data.size);
    G_LONGS(f, G_XY, 0, 0, 100, 0);
    g_empty(f, G_ENDEL);
}

static void in_text(bad_file *f, const bad_row *row) {
    g_empty(f, G_TEXT);
    bad_mark(f, row);
    g_data(f, (unsigned)row->n, row->data.data, row->data.size);
    g_empty(f, G_ENDEL);
}

/* A whole TEXT with one record more. */
static void in_whole_text(bad_file *f, const bad_row *row) {
    g_empty(f, G_TEXT);
    G_SHORTS(f, G_LAYER, 1);
    G_SHORTS(f, G_TEXTTYPE, 0);
    bad_mark(f, row);
    g_data(f, (unsigned)row->n, row->data.data, row->data.size);
    G_LONGS(f, G_XY, 0, 0);
    g_text(f, G_STRING, "T");
    g_empty(f, G_ENDEL);
}

static void in_cell(bad_file *f, const bad_row *row) {
    g_box(f);
    bad_mark(f, row);
    g_data(f, (unsigned)row->n, row->data.data, row->data.size);
}

/* ---- the library ---- */

static void header_is_empty(bad_file *f, const bad_row *row) {
    bad_mark(f, row);
    g_empty(f, G_HEADER);
    g_empty(f, G_BGNLIB);
}

static void header_twice(bad_file *f, const bad_row *row) {
    G_SHORTS(f, G_HEADER, 600);
    bad_mark(f, row);
    g_head(f);
}

/* The bytes begin with BGNLIB: nothing says that this is GDSII. */
static void no_header(bad_file *f, const bad_row *row) {
    (void)row;
    f->expect.offset = 0;
    G_SHORTS(f, G_BGNLIB, 2024, 1, 1, 0, 0, 0, 2024, 1, 1, 0, 0, 0);
    g_text(f, G_LIBNAME, "LIB");
}

static void no_bgnlib(bad_file *f, const bad_row *row) {
    G_SHORTS(f, G_HEADER, 600);
    g_text(f, G_LIBNAME, "LIB");
    g_data(f, G_UNITS, "\x3e\x41\x89\x37\x4b\xc6\xa7\xf0\x39\x44\xb8\x2f\xa0\x9b\x5a\x54", 16);
    bad_mark(f, row);
    g_cell_begin(f, "TOP");
    g_cell_end(f);
    g_empty(f, G_ENDLIB);
}

/* n: whether there is a cell. */
static void no_units(bad_file *f, const bad_row *row) {
    g_head_begin(f);
    bad_mark(f, row);
    if (row->n) {
        g_cell_begin(f, "TOP");
        g_cell_end(f);
    }
    g_empty(f, G_ENDLIB);
}

/* UNITS with the body of `data`. */
static void units(bad_file *f, const bad_row *row) {
    g_head_begin(f);
    bad_mark(f, row);
    g_data(f, (unsigned)row->n, row->data.data, row->data.size);
    g_cell_begin(f, "TOP");
    g_cell_end(f);
    g_empty(f, G_ENDLIB);
}

static void units_twice(bad_file *f, const bad_row *row) {
    g_head(f);
    bad_mark(f, row);
    g_data(f, G_UNITS, "\x3e\x41\x89\x37\x4b\xc6\xa7\xf0\x39\x44\xb8\x2f\xa0\x9b\x5a\x54", 16);
    g_empty(f, G_ENDLIB);
}

/* ---- cells ---- */

static void no_bgnstr(bad_file *f, const bad_row *row) {
    bad_mark(f, row);
    g_box(f);
}

static void no_strname(bad_file *f, const bad_row *row) {
    G_SHORTS(f, G_BGNSTR, 0);
    bad_mark(f, row);
    g_box(f);
    g_cell_end(f);
}

static void no_endstr(bad_file *f, const bad_row *row) {
    g_cell_begin(f, "A");
    g_box(f);
    bad_mark(f, row);
    g_cell_begin(f, "B");
    g_cell_end(f);
}

static void endlib_in_cell(bad_file *f, const bad_row *row) {
    g_box(f);
    bad_mark(f, row);
    g_empty(f, G_ENDLIB);
}

/* STRNAME with the bytes of `data`. */
static void strname(bad_file *f, const bad_row *row) {
    G_SHORTS(f, G_BGNSTR, 0);
    bad_mark(f, row);
    g_data(f, G_STRNAME, row->data.data, row->data.size);
    g_cell_end(f);
}

static void sname(bad_file *f, const bad_row *row) {
    g_empty(f, G_SREF);
    bad_mark(f, row);
    g_data(f, G_SNAME, row->data.data, row->data.size);
    G_LONGS(f, G_XY, 0, 0);
    g_empty(f, G_ENDEL);
}

static void duplicate_cell(bad_file *f, const bad_row *row) {
    g_cell_begin(f, "A");
    g_cell_end(f);
    g_cell_begin(f, "B");
    g_cell_end(f);
    G_SHORTS(f, G_BGNSTR, 0);
    bad_mark(f, row);
    g_text(f, G_STRNAME, "A");
    g_cell_end(f);
    f->expect.cell = "A";
}

/* n cells, each places the next, the last the first. No record is at fault, the path says which cells. */
static void cycle(bad_file *f, const bad_row *row) {
    static const char *const names[] = {"A", "B", "C"};
    static const char *const paths[] = {"A/A", "A/B/A", "A/B/C/A"};
    for (int64_t i = 0; i < row->n; i++) {
        g_cell_begin(f, names[i]);
        g_box(f);
        g_sref(f, names[(i + 1) % row->n]);
        g_cell_end(f);
    }
    f->expect.cell = paths[row->n - 1];
}

/* ---- elements ---- */

/* n: the kind of the element, and in the low 16 bits the record it lacks. */
static void without(bad_file *f, const bad_row *row) {
    bad_mark(f, row);
    g_element_without(f, (unsigned)(row->n >> 16), (unsigned)row->n & 0xffff);
}
#define WITHOUT(kind, record) ((kind) << 16 | (record))

static void no_endel(bad_file *f, const bad_row *row) {
    g_element_without(f, G_BOUNDARY, G_ENDEL);
    bad_mark(f, row);
    g_box(f);
}

static void no_endel_at_endstr(bad_file *f, const bad_row *row) {
    g_element_without(f, G_BOUNDARY, G_ENDEL);
    bad_mark(f, row);
}

static void layer_twice(bad_file *f, const bad_row *row) {
    g_empty(f, G_BOUNDARY);
    G_SHORTS(f, G_LAYER, 1);
    bad_mark(f, row);
    G_SHORTS(f, G_LAYER, 2);
    g_empty(f, G_ENDEL);
}

/* AREF of n points. */
static void aref_points(bad_file *f, const bad_row *row) {
    static const int64_t points[] = {0, 0, 30, 0, 0, 20, 5, 5};
    bad_mark(f, row);
    g_empty(f, G_AREF);
    g_text(f, G_SNAME, "A");
    G_SHORTS(f, G_COLROW, 3, 2);
    g_longs(f, G_XY, (size_t)row->n * 2, points);
    g_empty(f, G_ENDEL);
}

static void sref_points(bad_file *f, const bad_row *row) {
    static const int64_t points[] = {0, 0, 30, 0};
    bad_mark(f, row);
    g_empty(f, G_SREF);
    g_text(f, G_SNAME, "A");
    g_longs(f, G_XY, (size_t)row->n * 2, points);
    g_empty(f, G_ENDEL);
}

static void text_points(bad_file *f, const bad_row *row) {
    bad_mark(f, row);
    g_empty(f, G_TEXT);
    G_SHORTS(f, G_LAYER, 1);
    G_SHORTS(f, G_TEXTTYPE, 0);
    G_LONGS(f, G_XY, 0, 0, 1, 1);
    g_text(f, G_STRING, "label");
    g_empty(f, G_ENDEL);
}

/* Properties of a BOUNDARY: letters of `data`, a PROPATTR, v PROPVALUE; the one before * is at fault, E is ENDEL. */
static void properties(bad_file *f, const bad_row *row) {
    g_element_without(f, G_BOUNDARY, G_ENDEL);
    for (size_t i = 0; i < row->data.size; i++) {
        if (row->data.data[i] == '*') {
            bad_mark(f, row);
        } else if (row->data.data[i] == 'a') {
            G_SHORTS(f, G_PROPATTR, 1);
        } else {
            g_text(f, G_PROPVALUE, "v");
        }
    }
    g_empty(f, G_ENDEL);
}

#define HUGE8         "\x7f\xff\xff\xff\xff\xff\xff\xff"
#define ZERO8         "\0\0\0\0\0\0\0\0"
#define MILLI8        "\x3e\x41\x89\x37\x4b\xc6\xa7\xf0"
#define NANO8         "\x39\x44\xb8\x2f\xa0\x9b\x5a\x54"
#define DATA(literal) .data = BAD_BYTES(literal)

const bad_row bad_gds_rows[] = {
    {"gds_cut_before_endlib.gds", "The file ends after ENDSTR.", BAD_RAW, cut_endlib, 0, "truncated", .record = "none"},
    {"gds_cut_in_record_header.gds", "2 of the 4 bytes of ENDLIB are there.", BAD_RAW, cut_endlib, 2, "truncated",
     .record = "none"},
    {"gds_cut_in_record_body.gds", "XY has 20 of its 40 bytes.", BAD_RAW, cut_xy, 20, "truncated", .record = "XY"},
    {"gds_cut_before_record_body.gds", "XY has none of its 40 bytes.", BAD_RAW, cut_xy, 0, "truncated", .record = "XY"},
    {"gds_cut_in_first_record.gds", "HEADER lacks its 2 bytes.", BAD_RAW, cut_in_header, 0, "truncated",
     .record = "HEADER"},
    {"gds_cut_after_first_record.gds", "There is nothing but HEADER.", BAD_RAW, cut_after_header, 0, "truncated",
     .record = "none"},
    {"gds_cut_in_cell.gds", "The file ends after STRNAME.", BAD_RAW, cut_in_cell, 0, "truncated", .record = "none"},
    {"gds_cut_in_element.gds", "The file ends before ENDEL.", BAD_RAW, cut_in_element, 0, "truncated",
     .record = "none"},
    {"gds_record_length_zero.gds", "The length of BOUNDARY is 0.", BAD_GDS_CELL, record_length, 0, "record_length",
     .record = "BOUNDARY"},
    {"gds_record_length_1.gds", "The length of BOUNDARY is 1.", BAD_GDS_CELL, record_length, 1, "record_length",
     .record = "BOUNDARY"},
    {"gds_record_length_2.gds", "The length of BOUNDARY is 2.", BAD_GDS_CELL, record_length, 2, "record_length",
     .record = "BOUNDARY"},
    {"gds_record_length_3.gds", "The length of BOUNDARY is 3.", BAD_GDS_CELL, record_length, 3, "record_length",
     .record = "BOUNDARY"},
    {"gds_record_length_odd.gds", "The length of BOUNDARY is 5.", BAD_GDS_CELL, record_length, 5, "record_length",
     .record = "BOUNDARY"},
    {"gds_record_length_ffff.gds", "The length of XY is 65535, odd.", BAD_GDS_CELL, xy_length, 0xffff, "record_length",
     .record = "XY"},
    {"gds_record_length_past_end.gds", "The length of XY is 65532, beyond the end.", BAD_GDS_CELL, xy_length, 0xfffc,
     "truncated", .record = "XY"},
    {"gds_boundary_with_body.gds", "BOUNDARY has 2 bytes of data.", BAD_GDS_CELL, in_cell, G_BOUNDARY, "record_length",
     DATA("\0\1"), .record = "BOUNDARY"},
    {"gds_endel_with_body.gds", "ENDEL has 2 bytes of data.", BAD_GDS_CELL, in_boundary, G_ENDEL, "record_length",
     DATA("\0\1"), .record = "ENDEL"},
    {"gds_layer_without_body.gds", "LAYER has no data.", BAD_GDS_CELL, in_boundary, G_LAYER, "record_length",
     .record = "LAYER"},
    {"gds_layer_of_4_bytes.gds", "LAYER has 4 bytes of data, not 2.", BAD_GDS_CELL, in_boundary, G_LAYER,
     "record_length", DATA("\0\0\0\1"), .record = "LAYER"},
    {"gds_xy_of_half_a_point.gds", "XY has 12 bytes, a point and a half.", BAD_GDS_CELL, in_boundary, G_XY,
     "record_length", DATA("\0\0\0\0\0\0\0\0\0\0\0\1"), .record = "XY"},
    {"gds_colrow_of_2_bytes.gds", "COLROW has 2 bytes, not 4.", BAD_GDS_CELL, in_aref, G_COLROW, "record_length",
     DATA("\0\1"), .record = "COLROW"},
    {"gds_mag_of_4_bytes.gds", "MAG has 4 bytes, not 8.", BAD_GDS_CELL, in_sref, G_MAG, "record_length",
     DATA("\x41\x20\0\0"), .record = "MAG"},
    {"gds_angle_without_body.gds", "ANGLE has no data.", BAD_GDS_CELL, in_sref, G_ANGLE, "record_length",
     .record = "ANGLE"},
    {"gds_strans_without_body.gds", "STRANS has no data.", BAD_GDS_CELL, in_sref, G_STRANS, "record_length",
     .record = "STRANS"},
    {"gds_strans_of_4_bytes.gds", "STRANS has 4 bytes, not 2.", BAD_GDS_CELL, in_sref, G_STRANS, "record_length",
     DATA("\0\0\0\0"), .record = "STRANS"},
    {"gds_width_of_2_bytes.gds", "WIDTH has 2 bytes, not 4.", BAD_GDS_CELL, in_path, G_WIDTH, "record_length",
     DATA("\0\1"), .record = "WIDTH"},
    {"gds_header_without_body.gds", "HEADER has no data.", BAD_RAW, header_is_empty, 0, "record_length",
     .record = "HEADER"},
    {"gds_units_of_8_bytes.gds", "UNITS has one real, not two.", BAD_RAW, units, G_UNITS, "record_length", DATA(MILLI8),
     .record = "UNITS"},
    {"gds_type_xy_as_int16.gds", "XY says it holds int16.", BAD_GDS_CELL, in_boundary, 0x1002, "data_type", DATA(ZERO8),
     .record = "XY"},
    {"gds_type_layer_as_text.gds", "LAYER says it holds text.", BAD_GDS_CELL, in_boundary, 0x0d06, "data_type",
     DATA("\0\1"), .record = "LAYER"},
    {"gds_type_endel_as_int16.gds", "ENDEL says it holds int16.", BAD_GDS_CELL, in_boundary, 0x1102, "data_type",
     .record = "ENDEL"},
    {"gds_type_string_as_int16.gds", "STRING says it holds int16.", BAD_GDS_CELL, in_text, 0x1902, "data_type",
     DATA("ab"), .record = "STRING"},
    {"gds_type_mag_as_real4.gds", "MAG says it holds reals of 4 bytes.", BAD_GDS_CELL, in_sref, 0x1b04, "data_type",
     DATA(MILLI8), .record = "MAG"},
    {"gds_type_units_as_int32.gds", "UNITS says it holds int32.", BAD_RAW, units, 0x0303, "data_type",
     DATA(MILLI8 NANO8), .record = "UNITS"},
    {"gds_no_header.gds", "The first record is BGNLIB.", BAD_RAW, no_header, 0, "not_a_layout", DATA("")},
    {"gds_header_twice.gds", "HEADER comes a second time.", BAD_RAW, header_twice, 0, "unexpected_record",
     .record = "HEADER"},
    {"gds_no_bgnlib.gds", "No BGNLIB before the first cell.", BAD_RAW, no_bgnlib, 0, "missing_record",
     .record = "BGNSTR"},
    {"gds_no_units.gds", "No UNITS before the first cell.", BAD_RAW, no_units, 1, "missing_record", .record = "BGNSTR"},
    {"gds_no_units_no_cell.gds", "No UNITS before ENDLIB.", BAD_RAW, no_units, 0, "missing_record", .record = "ENDLIB"},
    {"gds_units_twice.gds", "UNITS comes a second time.", BAD_RAW, units_twice, 0, "duplicate_record",
     .record = "UNITS"},
    {"gds_units_zero.gds", "The database unit is 0 m.", BAD_RAW, units, G_UNITS, "units", DATA(MILLI8 ZERO8),
     .record = "UNITS"},
    {"gds_units_negative.gds", "The database unit is -1e-9 m.", BAD_RAW, units, G_UNITS, "units",
     DATA(MILLI8 "\xb9\x44\xb8\x2f\xa0\x9b\x5a\x54"), .record = "UNITS"},
    {"gds_units_huge.gds", "The database unit is 7e75 m.", BAD_RAW, units, G_UNITS, "units", DATA(MILLI8 HUGE8),
     .record = "UNITS"},
    {"gds_units_tiny.gds", "The database unit is 1e-9 / 16^4 m.", BAD_RAW, units, G_UNITS, "units",
     DATA(MILLI8 "\x35\x44\xb8\x2f\xa0\x9b\x5a\x54"), .record = "UNITS"},
    {"gds_units_no_fraction.gds", "The database unit has an exponent, but its fraction is 0.", BAD_RAW, units, G_UNITS,
     "units", DATA(MILLI8 "\x41\0\0\0\0\0\0\0"), .record = "UNITS"},
    {"gds_no_bgnstr.gds", "BOUNDARY comes outside any cell.", BAD_GDS, no_bgnstr, 0, "unexpected_record",
     .record = "BOUNDARY"},
    {"gds_no_strname.gds", "BOUNDARY comes right after BGNSTR.", BAD_GDS, no_strname, 0, "unexpected_record",
     .record = "BOUNDARY"},
    {"gds_no_endstr.gds", "BGNSTR comes in a cell.", BAD_GDS, no_endstr, 0, "unexpected_record", .record = "BGNSTR"},
    {"gds_endlib_in_cell.gds", "ENDLIB comes in a cell.", BAD_GDS_CELL, endlib_in_cell, 0, "unexpected_record",
     .record = "ENDLIB"},
    {"gds_name_empty.gds", "STRNAME has no data.", BAD_GDS, strname, 0, "empty_name", .record = "STRNAME"},
    {"gds_name_all_nul.gds", "STRNAME is padding only.", BAD_GDS, strname, 0, "empty_name", DATA("\0\0\0\0"),
     .record = "STRNAME"},
    {"gds_name_with_nul.gds", "STRNAME has a NUL in its middle.", BAD_GDS, strname, 0, "nul_in_name", DATA("TO\0P1"),
     .record = "STRNAME"},
    {"gds_sname_empty.gds", "SNAME has no data.", BAD_GDS_CELL, sname, 0, "empty_name", .record = "SNAME"},
    {"gds_sname_with_nul.gds", "SNAME has a NUL in its middle.", BAD_GDS_CELL, sname, 0, "nul_in_name", DATA("A\0BC"),
     .record = "SNAME"},
    {"gds_duplicate_cell.gds", "The third STRNAME is the first again.", BAD_GDS, duplicate_cell, 0, "duplicate_cell",
     .record = "STRNAME"},
    {"gds_cycle_self.gds", "A places itself.", BAD_GDS, cycle, 1, "cycle", DATA("")},
    {"gds_cycle_two.gds", "A places B, B places A.", BAD_GDS, cycle, 2, "cycle", DATA("")},
    {"gds_cycle_three.gds", "A places B, B places C, C places A.", BAD_GDS, cycle, 3, "cycle", DATA("")},
    {"gds_boundary_without_layer.gds", "", BAD_GDS_CELL, without, WITHOUT(G_BOUNDARY, G_LAYER), "missing_record",
     .record = "BOUNDARY"},
    {"gds_boundary_without_datatype.gds", "", BAD_GDS_CELL, without, WITHOUT(G_BOUNDARY, G_DATATYPE), "missing_record",
     .record = "BOUNDARY"},
    {"gds_boundary_without_xy.gds", "", BAD_GDS_CELL, without, WITHOUT(G_BOUNDARY, G_XY), "missing_record",
     .record = "BOUNDARY"},
    {"gds_path_without_xy.gds", "", BAD_GDS_CELL, without, WITHOUT(G_PATH, G_XY), "missing_record", .record = "PATH"},
    {"gds_path_without_layer.gds", "", BAD_GDS_CELL, without, WITHOUT(G_PATH, G_LAYER), "missing_record",
     .record = "PATH"},
    {"gds_text_without_string.gds", "", BAD_GDS_CELL, without, WITHOUT(G_TEXT, G_STRING), "missing_record",
     .record = "TEXT"},
    {"gds_text_without_texttype.gds", "", BAD_GDS_CELL, without, WITHOUT(G_TEXT, G_TEXTTYPE), "missing_record",
     .record = "TEXT"},
    {"gds_text_without_xy.gds", "", BAD_GDS_CELL, without, WITHOUT(G_TEXT, G_XY), "missing_record", .record = "TEXT"},
    {"gds_sref_without_sname.gds", "", BAD_GDS_CELL, without, WITHOUT(G_SREF, G_SNAME), "missing_record",
     .record = "SREF"},
    {"gds_sref_without_xy.gds", "", BAD_GDS_CELL, without, WITHOUT(G_SREF, G_XY), "missing_record", .record = "SREF"},
    {"gds_aref_without_sname.gds", "", BAD_GDS_CELL, without, WITHOUT(G_AREF, G_SNAME), "missing_record",
     .record = "AREF"},
    {"gds_aref_without_colrow.gds", "", BAD_GDS_CELL, without, WITHOUT(G_AREF, G_COLROW), "missing_record",
     .record = "AREF"},
    {"gds_aref_without_xy.gds", "", BAD_GDS_CELL, without, WITHOUT(G_AREF, G_XY), "missing_record", .record = "AREF"},
    {"gds_node_without_nodetype.gds", "", BAD_GDS_CELL, without, WITHOUT(G_NODE, G_NODETYPE), "missing_record",
     .record = "NODE", .forgiven = "node"},
    {"gds_box_without_boxtype.gds", "", BAD_GDS_CELL, without, WITHOUT(G_BOX, G_BOXTYPE), "missing_record",
     .record = "BOX"},
    {"gds_no_endel.gds", "BOUNDARY comes in a BOUNDARY.", BAD_GDS_CELL, no_endel, 0, "unexpected_record",
     .record = "BOUNDARY"},
    {"gds_no_endel_at_endstr.gds", "ENDSTR comes in a BOUNDARY.", BAD_GDS_CELL, no_endel_at_endstr, 0,
     "unexpected_record", .record = "ENDSTR"},
    {"gds_layer_twice.gds", "LAYER comes a second time.", BAD_GDS_CELL, layer_twice, 0, "duplicate_record",
     .record = "LAYER"},
    {"gds_width_in_boundary.gds", "BOUNDARY has a WIDTH.", BAD_GDS_CELL, in_boundary, G_WIDTH, "unexpected_record",
     DATA("\0\0\0\1"), .record = "WIDTH"},
    {"gds_string_in_boundary.gds", "BOUNDARY has a STRING.", BAD_GDS_CELL, in_boundary, G_STRING, "unexpected_record",
     DATA("ab"), .record = "STRING"},
    {"gds_layer_in_sref.gds", "SREF has a LAYER.", BAD_GDS_CELL, in_sref, G_LAYER, "unexpected_record", DATA("\0\1"),
     .record = "LAYER"},
    {"gds_textnode.gds", "TEXTNODE has no place in any file.", BAD_GDS_CELL, in_cell, 0x1400, "unexpected_record",
     .record = "TEXTNODE"},
    {"gds_unknown_record_7f.gds", "A record of type 0x7F.", BAD_GDS_CELL, in_cell, 0x7f00, "unknown_record",
     DATA("abcd"), .record = "0x7F"},
    {"gds_unknown_record_3c.gds", "A record of type 0x3C, the first above the last.", BAD_GDS_CELL, in_cell, 0x3c00,
     "unknown_record", .record = "0x3C"},
    {"gds_aref_zero_columns.gds", "COLROW is 0 x 5.", BAD_GDS_CELL, in_aref, G_COLROW, "colrow", DATA("\0\0\0\5"),
     .record = "COLROW", .forgiven = "colrow_zero undefined_cell"},
    {"gds_aref_zero_rows.gds", "COLROW is 5 x 0.", BAD_GDS_CELL, in_aref, G_COLROW, "colrow", DATA("\0\5\0\0"),
     .record = "COLROW", .forgiven = "colrow_zero undefined_cell"},
    {"gds_aref_negative.gds", "COLROW is -1 x -32768.", BAD_GDS_CELL, in_aref, G_COLROW, "colrow",
     DATA("\xff\xff\x80\0"), .record = "COLROW", .forgiven = "colrow_large fractional_pitch undefined_cell"},
    {"gds_aref_negative_rows.gds", "COLROW is 3 x -25536.", BAD_GDS_CELL, in_aref, G_COLROW, "colrow",
     DATA("\0\3\x9c\x40"), .record = "COLROW", .forgiven = "colrow_large fractional_pitch undefined_cell"},
    {"gds_aref_2_points.gds", "XY of AREF has 2 points.", BAD_GDS_CELL, aref_points, 2, "point_count",
     .record = "AREF"},
    {"gds_aref_4_points.gds", "XY of AREF has 4 points.", BAD_GDS_CELL, aref_points, 4, "point_count",
     .record = "AREF"},
    {"gds_aref_0_points.gds", "XY of AREF has no point.", BAD_GDS_CELL, aref_points, 0, "point_count",
     .record = "AREF"},
    {"gds_sref_0_points.gds", "XY of SREF has no point.", BAD_GDS_CELL, sref_points, 0, "point_count",
     .record = "SREF"},
    {"gds_sref_2_points.gds", "XY of SREF has 2 points.", BAD_GDS_CELL, sref_points, 2, "point_count",
     .record = "SREF"},
    {"gds_text_2_points.gds", "XY of TEXT has 2 points.", BAD_GDS_CELL, text_points, 0, "point_count",
     .record = "TEXT"},
    {"gds_mag_zero.gds", "MAG is 0.", BAD_GDS_CELL, in_sref, G_MAG, "mag", DATA(ZERO8), .record = "MAG"},
    {"gds_mag_negative.gds", "MAG is -2.", BAD_GDS_CELL, in_sref, G_MAG, "mag", DATA("\xc1\x20\0\0\0\0\0\0"),
     .record = "MAG"},
    {"gds_text_mag_zero.gds", "MAG of a TEXT is 0.", BAD_GDS_CELL, in_whole_text, G_MAG, "mag", DATA(ZERO8),
     .record = "MAG", .shapes = 1, .forgiven = "text_value"},
    {"gds_text_mag_huge.gds", "MAG of a TEXT is 7e75.", BAD_GDS_CELL, in_whole_text, G_MAG, "mag", DATA(HUGE8),
     .record = "MAG", .shapes = 1, .forgiven = "text_value"},
    {"gds_text_angle_huge.gds", "ANGLE of a TEXT is 7e75.", BAD_GDS_CELL, in_whole_text, G_ANGLE, "angle", DATA(HUGE8),
     .record = "ANGLE", .shapes = 1, .forgiven = "text_value"},
    {"gds_text_width_int_min.gds", "WIDTH of a TEXT is -2^31.", BAD_GDS_CELL, in_whole_text, G_WIDTH, "width",
     DATA("\x80\0\0\0"), .record = "WIDTH", .shapes = 1, .forgiven = "text_value"},
    {"gds_text_pathtype_7.gds", "PATHTYPE of a TEXT is 7.", BAD_GDS_CELL, in_whole_text, G_PATHTYPE, "pathtype",
     DATA("\0\7"), .record = "PATHTYPE", .shapes = 1, .forgiven = "text_value"},
    {"gds_mag_huge.gds", "MAG is 7e75.", BAD_GDS_CELL, in_sref, G_MAG, "mag", DATA(HUGE8), .record = "MAG"},
    {"gds_angle_huge.gds", "ANGLE is 7e75 degrees: it says nothing.", BAD_GDS_CELL, in_sref, G_ANGLE, "angle",
     DATA(HUGE8), .record = "ANGLE"},
    {"gds_pathtype_99.gds", "PATHTYPE is 99.", BAD_GDS_CELL, in_path, G_PATHTYPE, "pathtype", DATA("\0\x63"),
     .record = "PATHTYPE"},
    {"gds_pathtype_3.gds", "PATHTYPE is 3.", BAD_GDS_CELL, in_path, G_PATHTYPE, "pathtype", DATA("\0\3"),
     .record = "PATHTYPE"},
    {"gds_pathtype_negative.gds", "PATHTYPE is -1.", BAD_GDS_CELL, in_path, G_PATHTYPE, "pathtype", DATA("\xff\xff"),
     .record = "PATHTYPE"},
    {"gds_width_int_min.gds", "WIDTH is -2147483648, which has no opposite.", BAD_GDS_CELL, in_path, G_WIDTH, "width",
     DATA("\x80\0\0\0"), .record = "WIDTH"},
    {"gds_propvalue_orphan.gds", "PROPVALUE comes without a PROPATTR.", BAD_GDS_CELL, properties, 0, "property",
     DATA("*v"), .record = "PROPVALUE", .shapes = 1, .forgiven = "incomplete_property"},
    {"gds_propvalue_twice.gds", "A second PROPVALUE for one PROPATTR.", BAD_GDS_CELL, properties, 0, "property",
     DATA("av*v"), .record = "PROPVALUE", .shapes = 1, .forgiven = "incomplete_property"},
    {"gds_propattr_twice.gds", "PROPATTR after PROPATTR.", BAD_GDS_CELL, properties, 0, "property", DATA("a*av"),
     .record = "PROPATTR", .shapes = 1, .forgiven = "incomplete_property"},
    {"gds_propattr_without_value.gds", "ENDEL right after PROPATTR.", BAD_GDS_CELL, properties, 0, "property",
     DATA("a*"), .record = "ENDEL", .shapes = 1, .forgiven = "incomplete_property"},
};
const unsigned bad_gds_count = sizeof bad_gds_rows / sizeof bad_gds_rows[0];
