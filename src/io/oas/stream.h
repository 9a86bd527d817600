/* The bytes of an OASIS file as its records see them: CBLOCKs inflated in place, primitive values decoded.
 *
 * Invariant: cur..end is a run of readable bytes of the current layer (the file, or one CBLOCK being inflated). A value
 * may lie across two runs: then it is read byte by byte, so that a run is used up before the next is made. A CBLOCK
 * holds whole records: a value that would cross its end is an error. Signature sums (CRC32, CHECKSUM32) run over the
 * bytes of the file layer as they are consumed.
 */
#ifndef LOB_IO_OAS_STREAM_H
#define LOB_IO_OAS_STREAM_H

#include <string.h>
#include <zlib.h>

#include "base/buf.h"
#include "io/oas/ahead.h"
#include "io/oas/inflate.h"
#include "io/source.h"

/* A CBLOCK is inflated in chunks of OAS_INFLATE_SIZE bytes; one of more than OAS_AHEAD_SIZE by a thread of its own
 * while its records are read. */
enum { OAS_WINDOW_SIZE = 1 << 16, OAS_INFLATE_SIZE = 1 << 18, OAS_AHEAD_SIZE = 2 * OAS_INFLATE_SIZE };

typedef struct oas_stream {
    lob_ctx *ctx;
    lob_source *source;
    const uint8_t *cur, *end; /* of the current layer */
    const uint8_t *file_base; /* window of the source now peeked; file bytes [file_base, file_seen) are summed and
                                 skipped at refill */
    size_t file_size;
    bool at_end_of_file;
    bool sums_crc32, sums_checksum32; /* what the signature may need */
    uint32_t crc32, checksum32;
    uint32_t run; /* counts the runs: pointers into one are good until the next */
    /* The CBLOCK layer, when in_block. */
    bool in_block, zlib_ready;
    z_stream z;
    oas_inflater *inflater;             /* owned; NULL before the first block */
    uint8_t *block_buf[2];              /* owned: OAS_INFLATE_REACH, OAS_INFLATE_SIZE, slack; the second for what is
                                           inflated ahead */
    unsigned block_turn;                /* the one that is filled */
    bool block_own;                     /* by `inflater`, else by zlib */
    oas_ahead *ahead;                   /* owned; NULL: all is inflated here */
    bool block_ahead;                   /* this block is large enough for it */
    bool call_open;                     /* a call was begun and its result not yet taken: */
    oas_inflate_state call_state;       /* of `inflater` */
    size_t call_made;                   /* by it */
    int call_code;                      /* of zlib */
    size_t call_given;                  /* bytes it was given */
    uint64_t block_made;                /* bytes given to the records */
    uint64_t block_again;               /* bytes that they have had already, to be made by zlib once more */
    size_t block_last;                  /* bytes of the last chunk */
    uint64_t block_left;                /* compressed bytes not yet given to inflate */
    uint64_t block_claim;               /* uncompressed bytes promised, not yet produced */
    uint64_t block_offset;              /* where its record begins in the file */
    uint64_t block_index;               /* of that record */
    const uint8_t *file_cur, *file_end; /* the file layer, parked while in_block */
    bool block_ended;                   /* zlib said so */
    uint64_t inflated;                  /* by all CBLOCKs so far */
    lob_buf *copy;                      /* borrowed; NULL: none. Bytes of the file layer from copy_from on go there */
    const uint8_t *copy_from;
    uint64_t given_away;         /* bytes of the file that somebody else reads and counts */
    uint64_t work_free;          /* operations that no byte has to pay for */
    uint64_t work, work_allowed; /* operations, see oas_work() */
    /* Where the record being read began. */
    uint64_t record_offset;
    uint64_t record_index;
    const char *record_name;
    lob_str cell; /* name of the open cell for errors, may be absent */
} oas_stream;

void oas_stream_init(oas_stream *s, lob_ctx *ctx, lob_source *source);
void oas_stream_release(oas_stream *s);

uint64_t oas_offset(const oas_stream *s); /* in the file; inside a CBLOCK that of the block */
/* UNSUPPORTED_FORMAT with everything known about the place. */
lob_status oas_fail(oas_stream *s, const char *reason, const char *message, const char *hint);

/* Where the reader is, into the error that stands; what is there already stays. */
void oas_error_place(oas_stream *s);

/* True in *more when another byte can be read in the file or the block; leaves an exhausted block first. */
lob_status oas_more_far(oas_stream *s, bool *more);
static inline lob_status oas_more(oas_stream *s, bool *more) {
    *more = true;
    return s->cur < s->end ? LOB_OK : oas_more_far(s, more);
}
lob_status oas_bytes(oas_stream *s, void *out, size_t size);
/* Any length, across the end of the run too. */
lob_status oas_uint_far(oas_stream *s, uint64_t *value);

/* One value out of OAS_NEAR_SIZE readable bytes or more; false when it is longer than these. Without a branch on its
 * length, which in lists of coordinates nothing could predict: the lowest byte without bit 7 ends it, and three shifts
 * close the gaps between its groups of 7 bits. */
enum { OAS_NEAR_SIZE = 8 };
static inline bool oas_uint_near(const uint8_t **at, uint64_t *value) {
    uint64_t w;
    memcpy(&w, *at, sizeof w);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    w = __builtin_bswap64(w);
#endif
    const uint64_t stops = ~w & UINT64_C(0x8080808080808080);
    if (stops == 0) {
        return false;
    }
    w &= (stops ^ (stops - 1)) & UINT64_C(0x7f7f7f7f7f7f7f7f);
    w = (w & UINT64_C(0x007f007f007f007f)) | (w & UINT64_C(0x7f007f007f007f00)) >> 1;
    w = (w & UINT64_C(0x00003fff00003fff)) | (w & UINT64_C(0x3fff00003fff0000)) >> 2;
    *value = (w & UINT64_C(0x0fffffff)) | (w & UINT64_C(0x0fffffff00000000)) >> 4;
    *at += ((unsigned)__builtin_ctzll(stops) + 1) / 8;
    return true;
}

static inline lob_status oas_uint(oas_stream *s, uint64_t *value) {
    if (s->cur < s->end && *s->cur < 0x80) {
        *value = *s->cur++;
        return LOB_OK;
    }
    return s->end - s->cur >= OAS_NEAR_SIZE && oas_uint_near(&s->cur, value) ? LOB_OK : oas_uint_far(s, value);
}

static inline int64_t oas_signed(uint64_t raw) {
    const int64_t magnitude = (int64_t)(raw >> 1);
    return (raw & 1) ? -magnitude : magnitude;
}

static inline lob_status oas_sint(oas_stream *s, int64_t *value) {
    uint64_t raw = 0;
    LOB_TRY(oas_uint(s, &raw));
    *value = oas_signed(raw);
    return LOB_OK;
}

static inline lob_status oas_byte(oas_stream *s, uint8_t *value) {
    if (s->cur < s->end) {
        *value = *s->cur++;
        return LOB_OK;
    }
    return oas_bytes(s, value, 1);
}

/* An unsigned-integer that must be <= max. */
static inline lob_status oas_uint_max(oas_stream *s, uint64_t max, const char *what, uint64_t *value) {
    LOB_TRY(oas_uint(s, value));
    return *value <= max ? LOB_OK : oas_fail(s, "range", what, NULL);
}
lob_status oas_real(oas_stream *s, double *value);
lob_status oas_real_of_type(oas_stream *s, uint64_t type, double *value);
enum { OAS_STRING_SIZE_MAX = 1 << 24 }; /* of a string, and of all strings of a property together */
typedef enum { OAS_A_STRING, OAS_B_STRING, OAS_N_STRING } oas_string_kind;
/* Into `into` (cleared first); checks the characters of a- and n-strings. */
lob_status oas_string(oas_stream *s, oas_string_kind kind, lob_buf *into);
typedef struct oas_delta {
    int64_t x, y;
} oas_delta;
/* E N W S NE NW SW SE */
static inline oas_delta oas_along(unsigned direction, uint64_t magnitude) {
    static const int8_t octant[8][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}, {1, 1}, {-1, 1}, {-1, -1}, {1, -1}};
    return (oas_delta){octant[direction][0] * (int64_t)magnitude, octant[direction][1] * (int64_t)magnitude};
}
lob_status oas_delta_2(oas_stream *s, oas_delta *delta);
lob_status oas_delta_3(oas_stream *s, oas_delta *delta);
lob_status oas_delta_g(oas_stream *s, oas_delta *delta);

/* A record takes a byte or more, but a modal variable may stand for a list of millions: without a bound two bytes would
 * copy them all. So whatever a record hands on is counted, and more than limits work_free and work_per_byte allow is
 * refused: TOOL_LIMIT_EXCEEDED, reason "work". */
lob_status oas_work_beyond(oas_stream *s);
static inline lob_status oas_work(oas_stream *s, uint64_t operations) {
    s->work += operations;
    return s->work <= s->work_allowed ? LOB_OK : oas_work_beyond(s);
}
uint64_t oas_bytes_seen(const oas_stream *s); /* of the file and, inflated, of its CBLOCKs */

/* The sum of validation scheme 1 (CRC32) or 2 (CHECKSUM32) over every byte of the file consumed so far. False: it was
 * not taken, for the scheme does not stand where END would have it at the end of the file. */
bool oas_sum(oas_stream *s, uint64_t scheme, uint32_t *sum);

/* From here on the bytes of the file layer go to `copy` as well, until oas_copy_end(). Not in a CBLOCK. */
void oas_copy_begin(oas_stream *s, lob_buf *copy);
void oas_copy_end(oas_stream *s);

/* Enters a CBLOCK whose record id has been read. */
lob_status oas_block_enter(oas_stream *s);
/* The same in two steps. Between them its bytes, `compressed` many, may be taken instead. */
typedef struct oas_block_sizes {
    uint64_t uncompressed, compressed;
} oas_block_sizes;
lob_status oas_block_sizes_read(oas_stream *s, oas_block_sizes *sizes);
lob_status oas_block_begin(oas_stream *s, const oas_block_sizes *sizes);

#endif
