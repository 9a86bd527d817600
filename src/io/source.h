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
    uint64_t inflated_max; /* bytes after gzip, 0: no limit; above: TOOL_LIMIT_EXCEEDED reason "inflated_size" */
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
/* Reads to the end if need be; lower-case hex. */
lob_status lob_source_sha256(lob_source *source, char hex[65]);
uint64_t lob_source_file_size(const lob_source *source);

#endif
