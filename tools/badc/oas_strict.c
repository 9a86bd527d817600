/* OASIS whose offsets of name tables and cells are wrong, or look so: refused where the table is called strict. The
 * file around them has two cells by number, then tables of CELLNAME, TEXTSTRING and PROPNAME, strict. */
#include "badc.h"

enum { CELLNAMES, TEXTSTRINGS, PROPNAMES, PROPSTRINGS, LAYERNAMES, XNAMES, TABLES, OFFSET_SIZE = 3, END_SIZE = 256 };

typedef struct places {
    uint64_t cells[2], tables[TABLES];
} places;

/* Where tables and cells are said to lie. */
typedef enum {
    RIGHT,
    ONE_BEHIND,  /* of where it is */
    AT_A_CELL,   /* the first */
    AT_THE_NEXT, /* table */
    AT_NONE,     /* there is no such table, but at this offset is one */
    SAID_ABSENT, /* offset 0 */
    NOT_STRICT,  /* and one behind */
    FAR          /* 2^20 */
} lie;
#define OF(table, what) ((table) << 8 | (what))

/* Three bytes, whatever the value. */
static void put_offset(bad_file *f, uint64_t value) {
    bad_byte(f, (unsigned)(value & 127) | 128);
    bad_byte(f, (unsigned)(value >> 7 & 127) | 128);
    bad_byte(f, (unsigned)(value >> 14 & 127));
}

static uint64_t lied(uint64_t right, const places *p, unsigned table, lie what) {
    switch (what) {
    case ONE_BEHIND:
    case NOT_STRICT:
        return right + 1;
    case AT_A_CELL:
        return p->cells[0];
    case AT_THE_NEXT:
        return p->tables[table + 1];
    case AT_NONE:
        return p->tables[CELLNAMES];
    case SAID_ABSENT:
        return 0;
    case FAR:
        return UINT64_C(1) << 20;
    case RIGHT:
    default:
        return right;
    }
}

static void put_pairs(bad_file *f, const places *p, const bad_row *row) {
    for (unsigned t = 0; t < TABLES; t++) {
        const lie what = t == (row->n >> 8) ? (lie)(row->n & 255) : RIGHT;
        o_uint(f, what != NOT_STRICT);
        put_offset(f, lied(p->tables[t], p, t, what));
    }
}

static void put_cells(bad_file *f, places *p) {
    for (unsigned c = 0; c < 2; c++) {
        p->cells[c] = f->bytes.size;
        o_id(f, 13);
        o_uint(f, c);
        o_rect(f);
    }
}

static void put_name(bad_file *f, unsigned id, const char *name) {
    o_id(f, id);
    o_text(f, name);
}

static void put_tables(bad_file *f, places *p) {
    p->tables[CELLNAMES] = f->bytes.size;
    put_name(f, 3, "A");
    put_name(f, 3, "B");
    p->tables[TEXTSTRINGS] = f->bytes.size;
    put_name(f, 5, "T");
    p->tables[PROPNAMES] = f->bytes.size;
    put_name(f, 7, "P");
}

static void put_start(bad_file *f) {
    o_magic(f);
    o_id(f, 1);
    o_text(f, "1.0");
    bad_raw(f, "\0\xe8\x07\1", 4); /* 1000; the offsets are in END */
}

static void put_end(bad_file *f, const places *p, const bad_row *row) {
    const unsigned padding = END_SIZE - 1 - TABLES * (OFFSET_SIZE + 1) - 2 - 1;
    o_id(f, 2);
    put_pairs(f, p, row);
    bad_byte(f, (padding & 127) | 128);
    bad_byte(f, padding >> 7);
    bad_zeros(f, padding + 1);
}

/* END's offset of table n >> 8 is wrong as n & 255 says. */
static void in_end(bad_file *f, const bad_row *row) {
    places p = {0};
    put_start(f);
    put_cells(f, &p);
    put_tables(f, &p);
    bad_mark(f, row);
    put_end(f, &p, row);
}

/* START's is; the tables come first. */
static void in_start(bad_file *f, const bad_row *row) {
    places p = {0};
    bad_file scratch = bad_new();
    bad_zeros(&scratch, 13 + 9 + TABLES * (OFFSET_SIZE + 1));
    put_tables(&scratch, &p);
    o_magic(f);
    bad_mark(f, row);
    o_id(f, 1);
    o_text(f, "1.0");
    bad_raw(f, "\0\xe8\x07\0", 4);
    put_pairs(f, &p, row);
    put_tables(f, &p);
    put_cells(f, &p);
    o_end(f);
    lob_buf_release(&scratch.bytes);
}

/* The CELLNAMEs are in a CBLOCK. */
static void in_cblock(bad_file *f, const bad_row *row) {
    places p = {0};
    bad_file names = bad_new();
    put_start(f);
    put_cells(f, &p);
    put_name(&names, 3, "A");
    put_name(&names, 3, "B");
    p.tables[CELLNAMES] = f->bytes.size;
    o_cblock(f, &names);
    bad_mark(f, row);
    put_end(f, &p, row);
    lob_buf_release(&names.bytes);
}

/* PADs before the CELLNAMEs: the offset is that of the first or second of them. */
static void at_pads(bad_file *f, const bad_row *row) {
    places p = {0};
    put_start(f);
    put_cells(f, &p);
    p.tables[CELLNAMES] = f->bytes.size;
    bad_zeros(f, 3);
    f->records += 3;
    put_name(f, 3, "A");
    put_name(f, 3, "B");
    bad_mark(f, row);
    put_end(f, &p, row);
}

/* Cells between the two CELLNAMEs. */
static void stray(bad_file *f, const bad_row *row) {
    places p = {0};
    put_start(f);
    p.tables[CELLNAMES] = f->bytes.size;
    put_name(f, 3, "A");
    put_cells(f, &p);
    put_name(f, 3, "B");
    put_end(f, &p, row);
}

/* S_CELL_OFFSET of the second cell is wrong as n says; of both it is there. */
static void cell_offset(bad_file *f, const bad_row *row) {
    places p = {0};
    const bad_row right = {.n = OF(TABLES, RIGHT)};
    put_start(f);
    put_cells(f, &p);
    p.tables[CELLNAMES] = f->bytes.size;
    for (unsigned c = 0; c < 2; c++) {
        put_name(f, 3, c ? "B" : "A");
        if (c) {
            bad_mark(f, row);
        }
        o_id(f, 28);
        bad_byte(f, 0x15); /* standard, a name, a value */
        o_text(f, "S_CELL_OFFSET");
        o_uint(f, 8);
        put_offset(f, lied(p.cells[c], &p, 0, c ? (lie)row->n : RIGHT));
    }
    put_end(f, &p, &right);
}

const bad_row bad_oas_strict_rows[] = {
    {"oas_strict_cellnames_one_behind.oas", "END has the offset of the CELLNAMEs one byte too far.", BAD_RAW, in_end,
     OF(CELLNAMES, ONE_BEHIND), "table_offset", .record = "END", .shapes = 1, .forgiven = "table_offset"},
    {"oas_strict_cellnames_at_cell.oas", "END has the offset of a CELL for that of the CELLNAMEs.", BAD_RAW, in_end,
     OF(CELLNAMES, AT_A_CELL), "table_offset", .record = "END", .shapes = 1, .forgiven = "table_offset"},
    {"oas_strict_cellnames_at_textstrings.oas", "END has the offset of the TEXTSTRINGs for that of the CELLNAMEs.",
     BAD_RAW, in_end, OF(CELLNAMES, AT_THE_NEXT), "table_offset", .record = "END", .shapes = 1,
     .forgiven = "table_offset"},
    {"oas_strict_textstrings_at_cell.oas", "END has the offset of a CELL for that of the TEXTSTRINGs.", BAD_RAW, in_end,
     OF(TEXTSTRINGS, AT_A_CELL), "table_offset", .record = "END", .shapes = 1, .forgiven = "table_offset"},
    {"oas_strict_propnames_one_behind.oas", "END has the offset of the PROPNAMEs one byte too far.", BAD_RAW, in_end,
     OF(PROPNAMES, ONE_BEHIND), "table_offset", .record = "END", .shapes = 1, .forgiven = "table_offset"},
    {"oas_strict_propstrings_none.oas", "END has an offset of PROPSTRINGs; there are none.", BAD_RAW, in_end,
     OF(PROPSTRINGS, AT_NONE), "table_offset", .record = "END", .shapes = 1, .forgiven = "table_offset"},
    {"oas_strict_layernames_none.oas", "END has an offset of LAYERNAMEs; there are none.", BAD_RAW, in_end,
     OF(LAYERNAMES, AT_NONE), "table_offset", .record = "END", .shapes = 1, .forgiven = "table_offset"},
    {"oas_strict_xnames_none.oas", "END has an offset of XNAMEs; there are none.", BAD_RAW, in_end, OF(XNAMES, AT_NONE),
     "table_offset", .record = "END", .shapes = 1, .forgiven = "table_offset"},
    {"oas_strict_start_one_behind.oas", "START has the offset of the CELLNAMEs one byte too far.", BAD_RAW, in_start,
     OF(CELLNAMES, ONE_BEHIND), "table_offset", .record = "START", .shapes = 1, .forgiven = "table_offset"},
    {"oas_strict_start_at_next.oas", "START has the offset of the PROPNAMEs for that of the TEXTSTRINGs.", BAD_RAW,
     in_start, OF(TEXTSTRINGS, AT_THE_NEXT), "table_offset", .record = "START", .shapes = 1,
     .forgiven = "table_offset"},
    {"oas_strict_cblock_one_behind.oas", "The CELLNAMEs are in a CBLOCK, the offset is one byte too far.", BAD_RAW,
     in_cblock, OF(CELLNAMES, ONE_BEHIND), "table_offset", .record = "END", .shapes = 1, .forgiven = "table_offset"},
    {"oas_strict_cell_offset_one_behind.oas", "S_CELL_OFFSET is one byte too far.", BAD_RAW, cell_offset, ONE_BEHIND,
     "cell_offset", .record = "PROPERTY", .shapes = 1, .forgiven = "cell_offset"},
    {"oas_strict_cell_offset_of_other.oas", "S_CELL_OFFSET is that of another cell.", BAD_RAW, cell_offset, AT_A_CELL,
     "cell_offset", .record = "PROPERTY", .shapes = 1, .forgiven = "cell_offset"},
    {"oas_strict_cell_offset_past_end.oas", "S_CELL_OFFSET is 2^20.", BAD_RAW, cell_offset, FAR, "cell_offset",
     .record = "PROPERTY", .shapes = 1, .forgiven = "cell_offset"},
    {"odd_oas_strict.oas", "Strict, and as it should be.", BAD_RAW, in_end, OF(TABLES, RIGHT), .shapes = 1},
    {"odd_oas_strict_cblock.oas", "Strict, the CELLNAMEs in a CBLOCK.", BAD_RAW, in_cblock, OF(TABLES, RIGHT),
     .shapes = 1},
    {"odd_oas_strict_start.oas", "Strict, offsets in START.", BAD_RAW, in_start, OF(TABLES, RIGHT), .shapes = 1},
    {"odd_oas_strict_pads.oas", "The strict CELLNAMEs begin with PADs.", BAD_RAW, at_pads, OF(TABLES, RIGHT),
     .shapes = 1},
    {"odd_oas_strict_pads_inside.oas", "The offset of the CELLNAMEs is that of the second PAD before them.", BAD_RAW,
     at_pads, OF(CELLNAMES, ONE_BEHIND), .shapes = 1},
    {"odd_oas_strict_stray.oas", "A CELLNAME outside of the strict table.", BAD_RAW, stray, OF(TABLES, RIGHT),
     .shapes = 1, .warnings = "strict_table"},
    {"odd_oas_strict_said_absent.oas", "The offset of the strict CELLNAMEs is 0.", BAD_RAW, in_end,
     OF(CELLNAMES, SAID_ABSENT), .shapes = 1, .warnings = "strict_table"},
    {"odd_oas_not_strict.oas", "The offset of CELLNAMEs that are not strict is one byte too far.", BAD_RAW, in_end,
     OF(CELLNAMES, NOT_STRICT), .shapes = 1},
    {"odd_oas_strict_cell_offset.oas", "S_CELL_OFFSET as it should be.", BAD_RAW, cell_offset, RIGHT, .shapes = 1},
    {"odd_oas_strict_cell_external.oas", "S_CELL_OFFSET 0 of a cell that is there.", BAD_RAW, cell_offset, SAID_ABSENT,
     .shapes = 1},
};
const unsigned bad_oas_strict_count = sizeof bad_oas_strict_rows / sizeof bad_oas_strict_rows[0];
