/* The bytes of an OASIS file as its records see them: CBLOCKs inflated in place, primitive values decoded.
 *
 * Invariant: cur..end is a run of readable bytes of the current layer (the file, or one CBLOCK being inflated). A value
 * may lie across two runs; fill() moves what is left to the front and reads on. A CBLOCK holds whole records: a value
 * that would cross its end is an error. Signature sums (CRC32, CHECKSUM32) run over the bytes of the file layer as they
 * are consumed.
 */
#ifndef LOB_IO_OAS_STREAM_H
#define LOB_IO_OAS_STREAM_H

#include <zlib.h>

#include "base/buf.h"
#include "io/source.h"

enum { OAS_WINDOW_SIZE = 1 << 16, OAS_INFLATE_SIZE = 1 << 18 };

typedef struct oas_stream {
    lob_ctx *ctx;
    lob_source *source;
    const uint8_t *cur, *end; /* of the current layer */
    const uint8_t *file_base; /* window of the source now peeked; file bytes [file_base, file_seen) are summed and
                                 skipped at refill */
    size_t file_size;
    bool at_end_of_file;
    uint32_t crc32, checksum32;
    /* The CBLOCK layer, when in_block. */
    bool in_block, zlib_ready;
    z_stream z;
    uint8_t *block_buf;                 /* OAS_INFLATE_SIZE, owned */
    uint64_t block_left;                /* compressed bytes not yet given to inflate */
    uint64_t block_claim;               /* uncompressed bytes promised, not yet produced */
    uint64_t block_offset;              /* where its record begins in the file */
    uint64_t block_index;               /* of that record */
    const uint8_t *file_cur, *file_end; /* the file layer, parked while in_block */
    bool block_ended;                   /* zlib said so */
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
lob_status oas_more(oas_stream *s, bool *more);
lob_status oas_byte(oas_stream *s, uint8_t *value);
lob_status oas_bytes(oas_stream *s, void *out, size_t size);
lob_status oas_uint(oas_stream *s, uint64_t *value);
lob_status oas_sint(oas_stream *s, int64_t *value);
/* An unsigned-integer that must be <= max. */
lob_status oas_uint_max(oas_stream *s, uint64_t max, const char *what, uint64_t *value);
lob_status oas_real(oas_stream *s, double *value);
lob_status oas_real_of_type(oas_stream *s, uint64_t type, double *value);
typedef enum { OAS_A_STRING, OAS_B_STRING, OAS_N_STRING } oas_string_kind;
/* Into `into` (cleared first); checks the characters of a- and n-strings. */
lob_status oas_string(oas_stream *s, oas_string_kind kind, lob_buf *into);
typedef struct oas_delta {
    int64_t x, y;
} oas_delta;
lob_status oas_delta_2(oas_stream *s, oas_delta *delta);
lob_status oas_delta_3(oas_stream *s, oas_delta *delta);
lob_status oas_delta_g(oas_stream *s, oas_delta *delta);

/* Both sums over every byte of the file consumed so far. */
void oas_sums(oas_stream *s, uint32_t *crc, uint32_t *sum);

/* Enters a CBLOCK whose record id has been read. */
lob_status oas_block_enter(oas_stream *s);

#endif
