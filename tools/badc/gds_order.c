/* GDSII whose records are right one by one and stand in the wrong order, twice, or where they have no place. A recipe
 * is a word: each letter a record, * before the one at fault. */
#include "badc.h"

static const char milli_nano[] = "\x3e\x41\x89\x37\x4b\xc6\xa7\xf0\x39\x44\xb8\x2f\xa0\x9b\x5a\x54";

static void put_library(bad_file *f, char letter) {
    switch (letter) {
    case 'H':
        G_SHORTS(f, G_HEADER, 600);
        break;
    case 'B':
        G_SHORTS(f, G_BGNLIB, 2024, 1, 1, 0, 0, 0, 2024, 1, 1, 0, 0, 0);
        break;
    case 'N':
        g_text(f, G_LIBNAME, "LIB");
        break;
    case 'L':
        g_empty(f, G_LIBNAME);
        break;
    case 'U':
        g_data(f, G_UNITS, milli_nano, 16);
        break;
    case 'E':
        g_empty(f, G_ENDLIB);
        break;
    case 'S':
        G_SHORTS(f, G_BGNSTR, 2024, 1, 1, 0, 0, 0, 2024, 1, 1, 0, 0, 0);
        break;
    case 'n':
        g_text(f, G_STRNAME, "TOP");
        break;
    case 'Z':
        g_text(f, G_STRNAME, "A");
        break;
    default: /* s */
        g_empty(f, G_ENDSTR);
        break;
    }
}

static void put_places(bad_file *f, char letter) {
    switch (letter) {
    case 'q':
        g_empty(f, G_XY);
        break;
    case '1':
        G_LONGS(f, G_XY, 5, 5);
        break;
    case '2':
        G_LONGS(f, G_XY, 0, 0, 100, 0);
        break;
    case '3':
        G_LONGS(f, G_XY, 0, 0, 30, 0, 0, 20);
        break;
    case '0':
        G_LONGS(f, G_XY, 7, 7, 7, 7, 7, 7);
        break;
    default: /* x */
        G_LONGS(f, G_XY, 0, 0, 9, 0, 9, 9, 0, 9, 0, 0);
        break;
    }
}

static void put_element(bad_file *f, char letter) {
    static const struct {
        char letter;
        unsigned tag;
        lob_str data;
    } records[] = {
        {'b', G_BOUNDARY, BAD_BYTES("")},
        {'p', G_PATH, BAD_BYTES("")},
        {'t', G_TEXT, BAD_BYTES("")},
        {'r', G_SREF, BAD_BYTES("")},
        {'a', G_AREF, BAD_BYTES("")},
        {'e', G_ENDEL, BAD_BYTES("")},
        {'l', G_LAYER, BAD_BYTES("\0\1")},
        {'d', G_DATATYPE, BAD_BYTES("\0\0")},
        {'y', G_TEXTTYPE, BAD_BYTES("\0\0")},
        {'c', G_SNAME, BAD_BYTES("A")},
        {'o', G_COLROW, BAD_BYTES("\0\3\0\2")},
        {'z', G_STRANS, BAD_BYTES("\0\0")},
        {'m', G_MAG, BAD_BYTES("\x41\x20\0\0\0\0\0\0")},
        {'g', G_ANGLE, BAD_BYTES("\x42\x5a\0\0\0\0\0\0")},
        {'w', G_WIDTH, BAD_BYTES("\0\0\0\x0a")},
        {'h', G_PATHTYPE, BAD_BYTES("\0\2")},
        {'k', G_BGNEXTN, BAD_BYTES("\0\0\0\5")},
        {'T', G_STRING, BAD_BYTES("label")},
        {'A', G_PROPATTR, BAD_BYTES("\0\1")},
        {'V', G_PROPVALUE, BAD_BYTES("v")},
        {'0' - 1, 0, BAD_BYTES("")},
    };
    for (unsigned i = 0; records[i].tag; i++) {
        if (records[i].letter == letter) {
            g_data(f, records[i].tag, records[i].data.data, records[i].data.size);
        }
    }
}

static void word(bad_file *f, const bad_row *row) {
    for (size_t i = 0; i < row->data.size; i++) {
        char letter = row->data.data[i];
        if (letter == '*') {
            bad_mark(f, row);
        } else if (strchr("HBNLUESnZs", letter)) {
            put_library(f, letter);
        } else if (strchr("q1230x", letter)) {
            put_places(f, letter);
        } else {
            put_element(f, letter);
        }
    }
}

/* name, why, word, reason, record at fault */
#define BAD_ORDER(name, why, letters, reason, record)                                                                  \
    { "gds_" name ".gds", why, BAD_RAW, word, 0, reason, BAD_BYTES(letters), record, 0, NULL, NULL, NULL }
/* name, why, word, shapes below the first top cell, warnings */
#define ODD_ORDER(name, why, letters, shapes, warnings)                                                                \
    { "odd_gds_" name ".gds", why, BAD_RAW, word, 0, NULL, BAD_BYTES(letters), NULL, shapes, NULL, warnings, NULL }
#define UNEXPECTED "unexpected_record"
#define DUPLICATE  "duplicate_record"

const bad_row bad_gds_order_rows[] = {
    BAD_ORDER("bgnlib_twice", "BGNLIB comes a second time.", "HB*BNUE", DUPLICATE, "BGNLIB"),
    BAD_ORDER("bgnlib_after_cell", "BGNLIB comes after a cell.", "HBNUSns*BE", UNEXPECTED, "BGNLIB"),
    BAD_ORDER("libname_twice", "LIBNAME comes a second time.", "HBN*NUE", DUPLICATE, "LIBNAME"),
    BAD_ORDER("units_after_cell", "UNITS comes a second time, after a cell.", "HBNUSns*UE", UNEXPECTED, "UNITS"),
    BAD_ORDER("element_after_endstr", "BOUNDARY comes between cells.", "HBNUSns*bldxeE", UNEXPECTED, "BOUNDARY"),
    BAD_ORDER("endstr_twice", "ENDSTR comes between cells.", "HBNUSns*sE", UNEXPECTED, "ENDSTR"),
    BAD_ORDER("endstr_before_strname", "ENDSTR comes right after BGNSTR.", "HBNUS*sE", UNEXPECTED, "ENDSTR"),
    BAD_ORDER("strname_twice", "STRNAME comes in a cell.", "HBNUSn*nsE", UNEXPECTED, "STRNAME"),
    BAD_ORDER("strname_without_bgnstr", "STRNAME comes between cells.", "HBNU*nsE", UNEXPECTED, "STRNAME"),
    BAD_ORDER("bgnstr_twice", "BGNSTR comes right after BGNSTR.", "HBNUS*SnsE", UNEXPECTED, "BGNSTR"),
    BAD_ORDER("bgnstr_in_element", "BGNSTR comes in a BOUNDARY.", "HBNUSnbldx*SnsE", UNEXPECTED, "BGNSTR"),
    BAD_ORDER("endlib_in_element", "ENDLIB comes in a BOUNDARY.", "HBNUSnbldx*E", UNEXPECTED, "ENDLIB"),
    BAD_ORDER("endel_twice", "ENDEL comes outside any element.", "HBNUSnbldxe*esE", UNEXPECTED, "ENDEL"),
    BAD_ORDER("propattr_in_cell", "A property of nothing, in a cell.", "HBNUSn*AVsE", UNEXPECTED, "PROPATTR"),
    BAD_ORDER("propattr_between_cells", "A property of nothing, between cells.", "HBNUSns*AVE", UNEXPECTED, "PROPATTR"),
    BAD_ORDER("colrow_in_sref", "SREF has a COLROW.", "HBNUSnrc*o1esE", UNEXPECTED, "COLROW"),
    BAD_ORDER("texttype_in_boundary", "BOUNDARY has a TEXTTYPE.", "HBNUSnbl*yxesE", UNEXPECTED, "TEXTTYPE"),
    BAD_ORDER("datatype_in_text", "TEXT has a DATATYPE.", "HBNUSntl*d1TesE", UNEXPECTED, "DATATYPE"),
    BAD_ORDER("strans_in_boundary", "BOUNDARY has a STRANS.", "HBNUSnbld*zxesE", UNEXPECTED, "STRANS"),
    BAD_ORDER("mag_in_path", "PATH has a MAG.", "HBNUSnpld*m2esE", UNEXPECTED, "MAG"),
    BAD_ORDER("bgnextn_in_boundary", "BOUNDARY has a BGNEXTN.", "HBNUSnbld*kxesE", UNEXPECTED, "BGNEXTN"),
    BAD_ORDER("pathtype_in_boundary", "BOUNDARY has a PATHTYPE.", "HBNUSnbld*hxesE", UNEXPECTED, "PATHTYPE"),
    BAD_ORDER("string_twice", "TEXT has two STRINGs.", "HBNUSntly1T*TesE", DUPLICATE, "STRING"),
    BAD_ORDER("sname_twice", "SREF has two SNAMEs.", "HBNUSnrc*c1esE", DUPLICATE, "SNAME"),
    BAD_ORDER("colrow_twice", "AREF has two COLROWs.", "HBNUSnaco*o3esE", DUPLICATE, "COLROW"),
    BAD_ORDER("strans_twice", "SREF has two STRANS.", "HBNUSnrcz*z1esE", DUPLICATE, "STRANS"),
    BAD_ORDER("mag_twice", "SREF has two MAGs.", "HBNUSnrczm*m1esE", DUPLICATE, "MAG"),
    BAD_ORDER("angle_twice", "SREF has two ANGLEs.", "HBNUSnrczg*g1esE", DUPLICATE, "ANGLE"),
    BAD_ORDER("width_twice", "PATH has two WIDTHs.", "HBNUSnpldw*w2esE", DUPLICATE, "WIDTH"),
    BAD_ORDER("pathtype_twice", "PATH has two PATHTYPEs.", "HBNUSnpldh*h2esE", DUPLICATE, "PATHTYPE"),
    BAD_ORDER("text_0_points", "TEXT has an XY without a point.", "HBNUSn*tlyqTesE", "point_count", "TEXT"),
    ODD_ORDER("units_first", "UNITS comes before BGNLIB.", "HUBNSnbldxesE", 1, NULL),
    ODD_ORDER("libname_empty", "LIBNAME has no data.", "HBLUSnbldxesE", 1, NULL),
    ODD_ORDER("xy_first", "XY comes before LAYER and DATATYPE.", "HBNUSnbxdlesE", 1, NULL),
    ODD_ORDER("property_first", "A property comes before XY.", "HBNUSnbldAVxesE", 1, NULL),
    ODD_ORDER("colrow_first", "COLROW comes before SNAME.", "HBNUSZbldxesSnao3cesE", 6, NULL),
    ODD_ORDER("mag_without_strans", "MAG and ANGLE without a STRANS.", "HBNUSZbldxesSnrcmg1esE", 1, NULL),
    ODD_ORDER("angle_before_mag", "ANGLE, MAG, STRANS: from behind.", "HBNUSZbldxesSnrcgmz1esE", 1, NULL),
    ODD_ORDER("aref_at_one_place", "AREF whose pitch is 0.", "HBNUSZbldxesSnaco0esE", 6, NULL),
    ODD_ORDER("width_in_text", "TEXT has a WIDTH.", "HBNUSntlyw1TesE", 1, NULL),
    ODD_ORDER("endlib_twice", "ENDLIB comes a second time.", "HBNUSnbldxesEE", 1, "junk_after_end"),
};
const unsigned bad_gds_order_count = sizeof bad_gds_order_rows / sizeof bad_gds_order_rows[0];
