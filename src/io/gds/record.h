/* GDSII records: their numbers, their table, the lexer and the numbers of the format. Private to src/io/gds. */
#ifndef LOB_IO_GDS_RECORD_H
#define LOB_IO_GDS_RECORD_H

#include "base/buf.h"
#include "io/source.h"

/* Record numbers as in the file. */
typedef enum lob_gds_type {
    GDS_HEADER,
    GDS_BGNLIB,
    GDS_LIBNAME,
    GDS_UNITS,
    GDS_ENDLIB,
    GDS_BGNSTR,
    GDS_STRNAME,
    GDS_ENDSTR,
    GDS_BOUNDARY,
    GDS_PATH,
    GDS_SREF,
    GDS_AREF,
    GDS_TEXT,
    GDS_LAYER,
    GDS_DATATYPE,
    GDS_WIDTH,
    GDS_XY,
    GDS_ENDEL,
    GDS_SNAME,
    GDS_COLROW,
    GDS_TEXTNODE,
    GDS_NODE,
    GDS_TEXTTYPE,
    GDS_PRESENTATION,
    GDS_SPACING,
    GDS_STRING,
    GDS_STRANS,
    GDS_MAG,
    GDS_ANGLE,
    GDS_UINTEGER,
    GDS_USTRING,
    GDS_REFLIBS,
    GDS_FONTS,
    GDS_PATHTYPE,
    GDS_GENERATIONS,
    GDS_ATTRTABLE,
    GDS_STYPTABLE,
    GDS_STRTYPE,
    GDS_ELFLAGS,
    GDS_ELKEY,
    GDS_LINKTYPE,
    GDS_LINKKEYS,
    GDS_NODETYPE,
    GDS_PROPATTR,
    GDS_PROPVALUE,
    GDS_BOX,
    GDS_BOXTYPE,
    GDS_PLEX,
    GDS_BGNEXTN,
    GDS_ENDEXTN,
    GDS_TAPENUM,
    GDS_TAPECODE,
    GDS_STRCLASS,
    GDS_RESERVED,
    GDS_FORMAT,
    GDS_MASK,
    GDS_ENDMASKS,
    GDS_LIBDIRSIZE,
    GDS_SRFNAME,
    GDS_LIBSECUR,
    GDS_TYPE_COUNT
} lob_gds_type;

typedef enum lob_gds_data {
    GDS_NONE = 0,
    GDS_BITS = 1,
    GDS_INT16 = 2,
    GDS_INT32 = 3,
    GDS_REAL4 = 4,
    GDS_REAL8 = 5,
    GDS_ASCII = 6,
    GDS_ANY = 0xff /* never released: skipped whatever it holds */
} lob_gds_data;

typedef enum { GDS_NAME_SIZE_MAX = 65530, GDS_RECORD_SIZE_MAX = 65534, GDS_HEADER_SIZE = 4 } lob_gds_sizes;

/* What a record must look like. The length of its data is between size_min and size_max and a multiple of size_step,
 * a power of two. */
typedef struct lob_gds_rule {
    const char *name;
    lob_gds_data data;
    uint16_t size_min, size_max, size_step;
} lob_gds_rule;

/* NULL for a number that is no record. */
const lob_gds_rule *lob_gds_rule_of(unsigned type);

typedef struct lob_gds_record {
    lob_gds_type type;
    const uint8_t *data; /* into the window of the lexer: until the next record */
    uint32_t size;
    uint64_t offset; /* of its first byte */
    uint64_t index;
} lob_gds_record;

typedef struct lob_gds_lexer {
    lob_ctx *ctx;
    lob_source *source;      /* NULL: bytes in memory, all in the window */
    const uint8_t *at, *end; /* what is left of the window */
    const uint8_t *window;
    uint64_t offset; /* of `at` */
    uint64_t index;  /* of the next record */
} lob_gds_lexer;

/* Next record, checked against its rule. At the end of the file: refused as cut short. */
lob_status lob_gds_next(lob_gds_lexer *lexer, lob_gds_record *record);
/* What follows the last record: *junk tells whether it is anything but zeros. */
lob_status lob_gds_trailer(lob_gds_lexer *lexer, bool *junk, uint64_t *offset);
/* The failure of a buffer that gathers records, as an error. */
lob_status lob_gds_buf_status(lob_ctx *ctx, const lob_buf *buf);
/* Sets UNSUPPORTED_FORMAT with offset, record, record_index and reason; the caller adds message and hint before. */
lob_status lob_gds_refuse(lob_ctx *ctx, const char *name, uint64_t offset, uint64_t index, const char *reason,
                          const char *format, ...) __attribute__((format(printf, 6, 7)));

static inline uint16_t lob_gds_u16(const uint8_t *p) {
    return (uint16_t)(p[0] << 8 | p[1]);
}
static inline int32_t lob_gds_i32(const uint8_t *p) {
    return (int32_t)((uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3]);
}
/* Excess-64 reals: sign, 7 bits of a power of 16, 56 bits of fraction. */
double lob_gds_real8(const uint8_t p[8]);
/* False when the value has no such form (NaN, infinite, above 16^63); too small a value becomes 0. */
bool lob_gds_real8_write(double value, uint8_t out[8]);

#endif
