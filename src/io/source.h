/* A file as a stream of bytes: read in blocks, hashed by one thread while another parses, inflated when it is gzip.
 *
 * The consumer sees a window of contiguous bytes. The SHA-256 is of the file as it lies on disk. Input is never mapped
 * into memory: a file that shrinks while it is read is a clean error, not a signal. Memory: a few blocks of a megabyte,
 * whatever the size of the file.
 */
#ifndef LOB_IO_SOURCE_H
#define LOB_IO_SOURCE_H

#include "base/ctx.h"

typedef struct lob_source lob_source;

typedef struct lob_source_options {
    uint64_t inflated_max; /* bytes made by gzip and CBLOCKs, 0: no limit; above: TOOL_LIMIT_EXCEEDED reason
                              "inflated_size". More than limits inflated_free_size and inflated_ratio allow: the same,
                              reason "inflated_ratio". */
    bool hash;             /* compute the SHA-256 */
} lob_source_options;

/* Takes over fd (closed by lob_source_close). *size: of the file. */
lob_status lob_source_open_fd(lob_ctx *ctx, int fd, const lob_source_options *options, lob_source **source);
/* Bytes in memory, borrowed for the life of the source: tests, fuzzers. */
lob_status lob_source_open_memory(lob_ctx *ctx, const void *data, size_t size, const lob_source_options *options,
                                  lob_source **source);
void lob_source_close(lob_source *source); /* NULL is fine; joins its thread */

/* Makes at least `need` (<= 1 MiB) unread bytes contiguous at *data; *have says how many there are, fewer than `need`
 * only at the end. */
lob_status lob_source_peek(lob_source *source, size_t need, const uint8_t **data, size_t *have);
void lob_source_skip(lob_source *source, size_t size); /* of the bytes just peeked */
uint64_t lob_source_offset(const lob_source *source);  /* of the next unread byte, in the inflated stream */
double lob_source_fraction(const lob_source *source);  /* of the file consumed, 0..1, for progress */
bool lob_source_is_gzip(const lob_source *source);
/* So many more bytes are padding. TOOL_LIMIT_EXCEEDED (padding_size): a sparse file has any number of them, for
 * nothing.
 */
lob_status lob_source_pad(lob_source *source, uint64_t size);
/* A parser is about to inflate `size` more bytes out of the stream before offset `end`. Both limits, as above. */
lob_status lob_source_inflate(lob_source *source, uint64_t size, uint64_t end);
/* What the parser has done so far, and out of how many bytes, inflated ones of its own included: for whoever measures.
 */
void lob_source_tell_work(lob_source *source, uint64_t operations, uint64_t bytes);
void lob_source_work(const lob_source *source, uint64_t *operations, uint64_t *bytes);
/* Reads to the end if need be; lower-case hex. */
lob_status lob_source_sha256(lob_source *source, char hex[65]);
uint64_t lob_source_file_size(const lob_source *source);
/* The fifth byte from the end, as it was when the source was opened: in an OASIS file the scheme of a signature. -1:
 * not known, as in gzip. */
int lob_source_tail(const lob_source *source);

#endif
