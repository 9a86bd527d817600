/* badc: layout files with one fault each, and what the reader must answer.
 *
 * A recipe writes the bytes of a file and, in the same breath, where its fault lies: bad_mark() before the record that
 * is wrong notes offset and number. So the expectation comes from the recipe and never from the reader it is held
 * against.
 */
#ifndef LOB_TOOLS_BADC_H
#define LOB_TOOLS_BADC_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/str.h"

enum { BAD_ABSENT = -1, BAD_NAME_SIZE = 128 };

typedef struct bad_expect {
    const char *reason;       /* NULL: the file must be accepted */
    const char *record;       /* NULL: no record stands for it */
    const char *cell;         /* NULL: not looked at */
    int64_t offset, index;    /* BAD_ABSENT: the answer must not have one */
    int64_t reference;        /* the number that nothing defines */
    const char *warnings;     /* of an accepted file: its kinds in order, with blanks between */
    const char *forgiven;     /* of a file that only strict reading refuses: its warnings otherwise */
    uint64_t shapes_expanded; /* of its first top cell */
    const char *known;        /* what the reader answers wrongly today; NULL: nothing */
} bad_expect;

typedef struct bad_file {
    lob_buf bytes;
    int64_t records; /* written so far: the number of the next */
    bad_expect expect;
} bad_file;

typedef enum bad_frame {
    BAD_RAW,      /* the recipe writes everything */
    BAD_GDS,      /* between the head and ENDLIB */
    BAD_GDS_CELL, /* in a cell TOP */
    BAD_OAS,      /* between START and END */
    BAD_OAS_CELL  /* in a cell TOP */
} bad_frame;

typedef struct bad_row bad_row;
typedef void bad_recipe(bad_file *f, const bad_row *row);

struct bad_row {
    const char *name; /* of the file */
    const char *why;  /* what is wrong, or odd, and where */
    bad_frame frame;
    bad_recipe *make;
    int64_t n;          /* whatever the recipe makes of it */
    const char *reason; /* NULL: accepted */
    lob_str data;       /* bytes for the recipe */
    const char *record; /* that bad_mark() names */
    uint64_t shapes;    /* of an accepted file */
    const char *known;
    const char *warnings;
    const char *forgiven; /* warnings where strict reading refuses; NULL: refused in any case */
};

#define BAD_BYTES(literal)                                                                                             \
    { (literal), sizeof(literal) - 1 }

extern const bad_row bad_gds_rows[], bad_gds_order_rows[], bad_gds_odd_rows[], bad_oas_rows[], bad_oas_odd_rows[],
    bad_oas_strict_rows[], bad_other_rows[];
extern const unsigned bad_gds_count, bad_gds_order_count, bad_gds_odd_count, bad_oas_count, bad_oas_odd_count,
    bad_oas_strict_count, bad_other_count;

/* make.c: nothing yet, no limit of size. */
bad_file bad_new(void);
/* A whole file of a row; false when memory ran out. */
bool bad_make(const bad_row *row, bad_file *f);
/* The fault begins with the next byte, in record number f->records. */
void bad_mark(bad_file *f, const bad_row *row);
void bad_raw(bad_file *f, const void *data, size_t size);
void bad_byte(bad_file *f, unsigned byte);
void bad_zeros(bad_file *f, size_t size);

/* gds_put.c; tags as they stand in the file, type and data type. */
enum {
    G_HEADER = 0x0002,
    G_BGNLIB = 0x0102,
    G_LIBNAME = 0x0206,
    G_UNITS = 0x0305,
    G_ENDLIB = 0x0400,
    G_BGNSTR = 0x0502,
    G_STRNAME = 0x0606,
    G_ENDSTR = 0x0700,
    G_BOUNDARY = 0x0800,
    G_PATH = 0x0900,
    G_SREF = 0x0A00,
    G_AREF = 0x0B00,
    G_TEXT = 0x0C00,
    G_LAYER = 0x0D02,
    G_DATATYPE = 0x0E02,
    G_WIDTH = 0x0F03,
    G_XY = 0x1003,
    G_ENDEL = 0x1100,
    G_SNAME = 0x1206,
    G_COLROW = 0x1302,
    G_NODE = 0x1500,
    G_TEXTTYPE = 0x1602,
    G_STRING = 0x1906,
    G_STRANS = 0x1A01,
    G_MAG = 0x1B05,
    G_ANGLE = 0x1C05,
    G_PATHTYPE = 0x2102,
    G_NODETYPE = 0x2A02,
    G_PROPATTR = 0x2B02,
    G_PROPVALUE = 0x2C06,
    G_BOX = 0x2D00,
    G_BOXTYPE = 0x2E02,
    G_BGNEXTN = 0x3003,
    G_ENDEXTN = 0x3103
};
void g_header_of(bad_file *f, unsigned length, unsigned tag);
void g_data(bad_file *f, unsigned tag, const void *data, size_t size); /* padded to an even length */
void g_text(bad_file *f, unsigned tag, const char *text);
void g_empty(bad_file *f, unsigned tag);
void g_shorts(bad_file *f, unsigned tag, size_t count, const int64_t *values);
void g_longs(bad_file *f, unsigned tag, size_t count, const int64_t *values);
#define G_VALUES(...)                                                                                                  \
    sizeof((const int64_t[]){__VA_ARGS__}) / sizeof(int64_t), (const int64_t[]) {                                      \
        __VA_ARGS__                                                                                                    \
    }
#define G_SHORTS(f, tag, ...) g_shorts(f, tag, G_VALUES(__VA_ARGS__))
#define G_LONGS(f, tag, ...)  g_longs(f, tag, G_VALUES(__VA_ARGS__))
void g_head_begin(bad_file *f); /* HEADER BGNLIB LIBNAME */
void g_head(bad_file *f);       /* and UNITS */
void g_cell_begin(bad_file *f, const char *name);
void g_cell_end(bad_file *f);
/* An element of the kind with every record it needs but `without`. */
void g_element_without(bad_file *f, unsigned kind, unsigned without);
void g_box(bad_file *f);
void g_sref(bad_file *f, const char *name);

/* oas_put.c */
void o_uint(bad_file *f, uint64_t value);
void o_sint(bad_file *f, int64_t value);
void o_text(bad_file *f, const char *text);
void o_id(bad_file *f, unsigned id); /* begins a record */
void o_magic(bad_file *f);
void o_start_of(bad_file *f, const char *version, lob_str unit, lob_str offsets);
void o_start(bad_file *f);
/* scheme 0 none, 1 CRC32, 2 CHECKSUM32; `flip` is xored to the sum; `size` of the record, 256. */
void o_end_of(bad_file *f, unsigned scheme, uint32_t flip, unsigned size);
void o_end(bad_file *f);
void o_cell(bad_file *f, const char *name);
void o_rect(bad_file *f);
void o_place(bad_file *f, const char *name);
/* CBLOCK of stored bytes; sizes as claimed. Its records count as records of f. */
void o_cblock_of(bad_file *f, const bad_file *content, uint64_t claim, uint64_t compressed);
void o_cblock(bad_file *f, const bad_file *content);
size_t o_stored_size(size_t size); /* bytes that one stored deflate block takes */
void o_stored(bad_file *f, const void *data, size_t size);

/* expect.c: expected.json */
bool bad_expected(lob_buf *out);
/* All rows in order of their names; the array is static. */
const bad_row *const *bad_rows(unsigned *count);

/* run.c: through the reader, in process. `known`: wrong as its row says. */
typedef struct bad_tally {
    unsigned passed, failed, known;
} bad_tally;
void bad_run_row(const bad_row *row, bad_tally *tally);
void bad_run(bad_tally *tally);
/* An open descriptor of a file without a name that holds the bytes; -1: not to be had. */
int bad_descriptor(const lob_buf *bytes);
/* folder.c: writes what differs, or only tells of it. */
void bad_folder(const char *folder, bool check, bad_tally *tally);
bool bad_keep(const char *folder, const char *name, const lob_buf *bytes, bool check);
/* cli.c: some files through the program. bombs.c: files that inflate to `mib` MiB. */
void bad_run_cli(const char *server, const char *folder, bad_tally *tally);
void bad_bombs(const char *server, unsigned mib, bad_tally *tally);
/* Runs `server open_layout --path path`; standard output into out; *seconds of processor and *peak_mib of the child.
 * False: it could not be started or was killed. */
bool bad_open(const char *server, const char *path, lob_buf *out, double *seconds, double *peak_mib);

#endif
