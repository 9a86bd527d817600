/* Where a writer's bytes go: a descriptor in large blocks, or memory; optionally through gzip. Knows the offset and the
 * CRC32.
 *
 * Failure is sticky and told once, by lob_outfile_end(). Deterministic: the gzip header carries no time and no name.
 */
#ifndef LOB_IO_OUTFILE_H
#define LOB_IO_OUTFILE_H

#include <zlib.h>

#include "base/buf.h"
#include "base/ctx.h"

typedef struct lob_outfile {
    lob_ctx *ctx;
    int fd;         /* borrowed; -1: everything stays in `buf` */
    lob_buf buf;    /* owned: what is not yet written, before gzip */
    lob_buf packed; /* owned: gzip's output in memory mode */
    bool gzip, zlib_ready;
    z_stream z;
    uint64_t offset;   /* bytes given to lob_outfile_add */
    bool wants_crc32;  /* set by a writer before its first byte */
    uint32_t crc32;    /* of the bytes, when wanted */
    lob_status status; /* first failure */
} lob_outfile;

/* fd -1: memory. TOOL_LIMIT_EXCEEDED: out of memory. */
lob_status lob_outfile_begin(lob_ctx *ctx, lob_outfile *out, int fd, bool gzip);
void lob_outfile_add(lob_outfile *out, const void *data, size_t size);
/* Flushes, and tells the first failure. */
lob_status lob_outfile_end(lob_outfile *out);
/* Memory mode, after lob_outfile_end: borrowed until release. */
lob_str lob_outfile_bytes(const lob_outfile *out);
void lob_outfile_release(lob_outfile *out);

/* What the system refused, by errno: FILE_NOT_FOUND reason "no_folder"; TOOL_LIMIT_EXCEEDED reason "disk_full" or
 * "not_writable"; else INTERNAL_ERROR reason "write"; all with details.errno. */
lob_status lob_outfile_fail(lob_ctx *ctx, int error);
/* For zlib: memory by lob_malloc(). */
voidpf lob_zlib_alloc(voidpf opaque, uInt count, uInt size);
void lob_zlib_free(voidpf opaque, voidpf block);
/* deflateInit2() of level 6 on lob_malloc(). False: out of memory. */
bool lob_deflate_begin(z_stream *z, int window_bits);

#endif
