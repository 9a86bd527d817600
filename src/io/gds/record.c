/* The lexer of GDSII.
 *
 * A stream is a sequence of records, all numbers big-endian:
 *
 *     byte 0  2      length of the whole record, unsigned, even, >= 4 (many writers go beyond 32767)
 *     byte 2  1      record type
 *     byte 3  1      data type: 0 none, 1 bits, 2 int16, 3 int32, 4 real4 (unused), 5 real8, 6 ASCII
 *     byte 4  ...    data; strings are padded with a NUL to even length
 *
 *     real8: byte 0 = sign bit and exponent + 64; bytes 1-7 = fraction F: value = F / 2^56 * 16^exponent
 *
 * Invariant: a record that lob_gds_next() gives out has a known type and data of the type and length its rule wants, so
 * the handlers read it without checks. Memory: one window of the source.
 */
#include "io/gds/record.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/wrap.h"

enum { ANY_MAX = 65530 };

#define NOTHING(name)                                                                                                  \
    { name, GDS_NONE, 0, 0, 1 }
#define BITS(name)                                                                                                     \
    { name, GDS_BITS, 2, 2, 2 }
#define SHORT(name)                                                                                                    \
    { name, GDS_INT16, 2, 2, 2 }
#define LONG(name)                                                                                                     \
    { name, GDS_INT32, 4, 4, 4 }
#define REAL(name)                                                                                                     \
    { name, GDS_REAL8, 8, 8, 8 }
#define ASCII(name)                                                                                                    \
    { name, GDS_ASCII, 0, ANY_MAX, 2 }
#define DATES(name)                                                                                                    \
    { name, GDS_INT16, 0, ANY_MAX, 2 } /* ignored; old writers leave fields out */
#define UNUSED(name)                                                                                                   \
    { name, GDS_ANY, 0, ANY_MAX, 2 }

static const lob_gds_rule rules[GDS_TYPE_COUNT] = {
    [GDS_HEADER] = SHORT("HEADER"),
    [GDS_BGNLIB] = DATES("BGNLIB"),
    [GDS_LIBNAME] = ASCII("LIBNAME"),
    [GDS_UNITS] = {"UNITS", GDS_REAL8, 16, 16, 8},
    [GDS_ENDLIB] = NOTHING("ENDLIB"),
    [GDS_BGNSTR] = DATES("BGNSTR"),
    [GDS_STRNAME] = ASCII("STRNAME"),
    [GDS_ENDSTR] = NOTHING("ENDSTR"),
    [GDS_BOUNDARY] = NOTHING("BOUNDARY"),
    [GDS_PATH] = NOTHING("PATH"),
    [GDS_SREF] = NOTHING("SREF"),
    [GDS_AREF] = NOTHING("AREF"),
    [GDS_TEXT] = NOTHING("TEXT"),
    [GDS_LAYER] = SHORT("LAYER"),
    [GDS_DATATYPE] = SHORT("DATATYPE"),
    [GDS_WIDTH] = LONG("WIDTH"),
    [GDS_XY] = {"XY", GDS_INT32, 0, ANY_MAX, 8},
    [GDS_ENDEL] = NOTHING("ENDEL"),
    [GDS_SNAME] = ASCII("SNAME"),
    [GDS_COLROW] = {"COLROW", GDS_INT16, 4, 4, 4},
    [GDS_TEXTNODE] = NOTHING("TEXTNODE"),
    [GDS_NODE] = NOTHING("NODE"),
    [GDS_TEXTTYPE] = SHORT("TEXTTYPE"),
    [GDS_PRESENTATION] = BITS("PRESENTATION"),
    [GDS_SPACING] = UNUSED("SPACING"),
    [GDS_STRING] = ASCII("STRING"),
    [GDS_STRANS] = BITS("STRANS"),
    [GDS_MAG] = REAL("MAG"),
    [GDS_ANGLE] = REAL("ANGLE"),
    [GDS_UINTEGER] = UNUSED("UINTEGER"),
    [GDS_USTRING] = UNUSED("USTRING"),
    [GDS_REFLIBS] = ASCII("REFLIBS"),
    [GDS_FONTS] = ASCII("FONTS"),
    [GDS_PATHTYPE] = SHORT("PATHTYPE"),
    [GDS_GENERATIONS] = SHORT("GENERATIONS"),
    [GDS_ATTRTABLE] = ASCII("ATTRTABLE"),
    [GDS_STYPTABLE] = UNUSED("STYPTABLE"),
    [GDS_STRTYPE] = UNUSED("STRTYPE"),
    [GDS_ELFLAGS] = BITS("ELFLAGS"),
    [GDS_ELKEY] = UNUSED("ELKEY"),
    [GDS_LINKTYPE] = UNUSED("LINKTYPE"),
    [GDS_LINKKEYS] = UNUSED("LINKKEYS"),
    [GDS_NODETYPE] = SHORT("NODETYPE"),
    [GDS_PROPATTR] = SHORT("PROPATTR"),
    [GDS_PROPVALUE] = ASCII("PROPVALUE"),
    [GDS_BOX] = NOTHING("BOX"),
    [GDS_BOXTYPE] = SHORT("BOXTYPE"),
    [GDS_PLEX] = LONG("PLEX"),
    [GDS_BGNEXTN] = LONG("BGNEXTN"),
    [GDS_ENDEXTN] = LONG("ENDEXTN"),
    [GDS_TAPENUM] = SHORT("TAPENUM"),
    [GDS_TAPECODE] = {"TAPECODE", GDS_INT16, 12, 12, 4},
    [GDS_STRCLASS] = BITS("STRCLASS"),
    [GDS_RESERVED] = UNUSED("RESERVED"),
    [GDS_FORMAT] = SHORT("FORMAT"),
    [GDS_MASK] = ASCII("MASK"),
    [GDS_ENDMASKS] = NOTHING("ENDMASKS"),
    [GDS_LIBDIRSIZE] = SHORT("LIBDIRSIZE"),
    [GDS_SRFNAME] = ASCII("SRFNAME"),
    [GDS_LIBSECUR] = {"LIBSECUR", GDS_INT16, 2, ANY_MAX, 2},
};

const lob_gds_rule *lob_gds_rule_of(unsigned type) {
    return type < GDS_TYPE_COUNT ? &rules[type] : NULL;
}

lob_status lob_gds_refuse(lob_ctx *ctx, const char *name, uint64_t offset, uint64_t index, const char *reason,
                          const char *format, ...) {
    char message[256];
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    lob_fail(ctx, LOB_E_UNSUPPORTED_FORMAT, "GDSII record %s at byte %llu: %s", name, (unsigned long long)offset,
             message);
    lob_hint(ctx, "The file is damaged or not GDSII: export it again from its source, or repair it in a layout "
                  "editor.");
    lob_error_text(&ctx->error, "reason", lob_str_from(reason));
    lob_error_integer(&ctx->error, "offset", (int64_t)offset);
    lob_error_text(&ctx->error, "record", lob_str_from(name));
    lob_error_integer(&ctx->error, "record_index", (int64_t)index);
    return LOB_E_UNSUPPORTED_FORMAT;
}

/* Brings at least `need` bytes into the window, or all there are. Bytes in memory are all there from the beginning. */
static lob_status refill(lob_gds_lexer *l, size_t need) {
    if (!l->source) {
        return LOB_OK;
    }
    lob_source_skip(l->source, (size_t)(l->at - l->window));
    size_t have;
    LOB_TRY(lob_source_peek(l->source, need, &l->window, &have));
    l->at = l->window;
    l->end = l->window + have;
    return LOB_OK;
}

static const char *type_name(unsigned type, char number[8]) {
    if (type < GDS_TYPE_COUNT) {
        return rules[type].name;
    }
    snprintf(number, 8, "0x%02X", type & 0xffu);
    return number;
}

/* Cold: says what is wrong with a header of record length `length`. */
static lob_status bad_header(const lob_gds_lexer *l, unsigned length, unsigned type, unsigned data) {
    char number[8];
    const char *name = type_name(type, number);
    if (length < GDS_HEADER_SIZE) {
        return lob_gds_refuse(l->ctx, name, l->offset, l->index, "record_length", "its length %u is below 4.", length);
    }
    if (length & 1) {
        return lob_gds_refuse(l->ctx, name, l->offset, l->index, "record_length", "its length %u is odd.", length);
    }
    if (type >= GDS_TYPE_COUNT) {
        return lob_gds_refuse(l->ctx, name, l->offset, l->index, "unknown_record", "GDSII has no such record.");
    }
    const lob_gds_rule *rule = &rules[type];
    if (rule->data != data) { /* not of GDS_ANY, which every even length fits */
        return lob_gds_refuse(l->ctx, name, l->offset, l->index, "data_type", "it has data type %u, not %u.", data,
                              (unsigned)rule->data);
    }
    return lob_gds_refuse(l->ctx, name, l->offset, l->index, "record_length",
                          "it has %u bytes of data, but this record has %u to %u, in steps of %u.",
                          length - GDS_HEADER_SIZE, rule->size_min, rule->size_max, rule->size_step);
}

static lob_status cut_short(const lob_gds_lexer *l, size_t have) {
    char number[8];
    const char *name = have >= GDS_HEADER_SIZE ? type_name(l->at[2], number) : "none";
    return lob_gds_refuse(l->ctx, name, l->offset, l->index, "truncated",
                          have >= GDS_HEADER_SIZE ? "the file ends inside it." : "the file ends here, before ENDLIB.");
}

/* Wraps below 4: too large for any rule. */
LOB_WRAPS static inline unsigned size_of(unsigned length) {
    return length - GDS_HEADER_SIZE;
}

static bool fits(const lob_gds_rule *rule, unsigned size, unsigned data) {
    return size >= rule->size_min && size <= rule->size_max && !(size & (rule->size_step - 1u)) &&
           (rule->data == data || rule->data == GDS_ANY);
}

static lob_status take(lob_gds_lexer *l, unsigned type, unsigned size, lob_gds_record *record) {
    *record = (lob_gds_record){(lob_gds_type)type, l->at + GDS_HEADER_SIZE, size, l->offset, l->index};
    l->at += size + GDS_HEADER_SIZE;
    l->offset += size + GDS_HEADER_SIZE;
    l->index++;
    return LOB_OK;
}

/* Cold: the record that does not lie whole in the window, or is wrong. */
__attribute__((noinline, cold)) static lob_status next_apart(lob_gds_lexer *l, lob_gds_record *record) {
    if (l->end - l->at < GDS_HEADER_SIZE) {
        LOB_TRY(refill(l, GDS_HEADER_SIZE));
        if (l->end - l->at < GDS_HEADER_SIZE) {
            return cut_short(l, (size_t)(l->end - l->at));
        }
    }
    unsigned length = lob_gds_u16(l->at), type = l->at[2], data = l->at[3];
    unsigned size = size_of(length);
    if (type >= GDS_TYPE_COUNT || !fits(&rules[type], size, data)) {
        return bad_header(l, length, type, data);
    }
    if ((size_t)(l->end - l->at) < length) {
        LOB_TRY(refill(l, length));
        if ((size_t)(l->end - l->at) < length) {
            return cut_short(l, (size_t)(l->end - l->at));
        }
    }
    return take(l, type, size, record);
}

lob_status lob_gds_next(lob_gds_lexer *l, lob_gds_record *record) {
    size_t have = (size_t)(l->end - l->at);
    if (have >= GDS_HEADER_SIZE) {
        unsigned length = lob_gds_u16(l->at), type = l->at[2];
        unsigned size = size_of(length);
        if (type < GDS_TYPE_COUNT && fits(&rules[type], size, l->at[3]) && have >= length) {
            return take(l, type, size, record);
        }
    }
    return next_apart(l, record);
}

lob_status lob_gds_trailer(lob_gds_lexer *l, bool *junk, uint64_t *offset) {
    *junk = false;
    for (;;) {
        LOB_TRY(lob_source_pad(l->source, (uint64_t)(l->end - l->at)));
        for (; l->at < l->end; l->at++, l->offset++) {
            if (*l->at != 0 && !*junk) {
                *junk = true;
                *offset = l->offset;
            }
        }
        LOB_TRY(lob_poll(l->ctx));
        LOB_TRY(refill(l, 1));
        if (l->at == l->end) {
            return LOB_OK;
        }
    }
}

double lob_gds_real8(const uint8_t p[8]) {
    uint64_t fraction = 0;
    for (int i = 1; i < 8; i++) {
        fraction = fraction << 8 | p[i];
    }
    double value = ldexp((double)fraction, 4 * ((p[0] & 0x7f) - 64) - 56);
    return p[0] & 0x80 ? -value : value;
}

bool lob_gds_real8_write(double value, uint8_t out[8]) {
    memset(out, 0, 8);
    if (!isfinite(value)) {
        return false;
    }
    int binary;
    double fraction = frexp(fabs(value), &binary); /* [0.5, 1) */
    int hex = binary > 0 ? (binary + 3) / 4 : -(-binary / 4);
    if (value == 0) {
        return true;
    }
    hex = hex < -64 ? -64 : hex; /* the smallest are not normalised */
    if (hex > 63) {
        return false;
    }
    /* 53 bits behind at most three zeros: exact in 56 */
    uint64_t bits = (uint64_t)ldexp(fraction, 56 - (4 * hex - binary));
    for (int i = 7; i >= 1; i--) {
        out[i] = (uint8_t)bits;
        bits >>= 8;
    }
    out[0] = (uint8_t)((value < 0 ? 0x80 : 0) | (hex + 64));
    return true;
}

lob_status lob_gds_buf_status(lob_ctx *ctx, const lob_buf *buf) {
    if (buf->failed == LOB_BUF_TOO_LARGE) {
        lob_fail(ctx, LOB_E_TOOL_LIMIT_EXCEEDED, "One element of the file is larger than the reader allows.");
        lob_hint(ctx, "Split the element into smaller ones in a layout editor.");
        lob_error_text(&ctx->error, "reason", LOB_STR("element_size"));
        return LOB_E_TOOL_LIMIT_EXCEEDED;
    }
    return buf->failed ? lob_fail_memory(ctx) : LOB_OK;
}
