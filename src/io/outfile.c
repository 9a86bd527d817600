/* Output of the layout writers. Invariant: `buf` holds less than two blocks, but in memory mode without gzip. */
#include "io/outfile.h"

#include <errno.h>
#include <unistd.h>

#include "base/alloc.h"

enum { BLOCK_SIZE = 1 << 20 };

static voidpf zlib_alloc(voidpf opaque, uInt count, uInt size) {
    (void)opaque;
    return lob_calloc(count, size);
}

static void zlib_free(voidpf opaque, voidpf block) {
    (void)opaque;
    lob_free(block);
}

bool lob_deflate_begin(z_stream *z, int window_bits) {
    *z = (z_stream){.zalloc = zlib_alloc, .zfree = zlib_free};
    return deflateInit2(z, 6, Z_DEFLATED, window_bits, 8, Z_DEFAULT_STRATEGY) == Z_OK;
}

lob_status lob_outfile_begin(lob_ctx *ctx, lob_outfile *out, int fd, bool gzip) {
    *out = (lob_outfile){.ctx = ctx, .fd = fd, .gzip = gzip, .crc32 = (uint32_t)crc32(0, NULL, 0)};
    lob_buf_init(&out->buf, SIZE_MAX / 2);
    lob_buf_init(&out->packed, SIZE_MAX / 2);
    if (gzip) {
        if (!lob_deflate_begin(&out->z, 15 + 16)) {
            return out->status = lob_fail_memory(ctx);
        }
        out->zlib_ready = true;
    }
    return LOB_OK;
}

static lob_status fail_write(lob_ctx *ctx, int error) {
    bool is_full = error == ENOSPC || error == EDQUOT || error == EFBIG;
    lob_status status = is_full ? lob_fail(ctx, LOB_E_TOOL_LIMIT_EXCEEDED, "No space is left for the output")
                                : lob_fail(ctx, LOB_E_INTERNAL_ERROR, "The output could not be written");
    lob_hint(ctx, "Free space on the disk or choose another output path.");
    lob_error_text(&ctx->error, "reason", is_full ? LOB_STR("disk_full") : LOB_STR("write"));
    lob_error_integer(&ctx->error, "errno", error);
    return status;
}

static void write_all(lob_outfile *out, const char *data, size_t size) {
    while (size && out->status == LOB_OK) {
        ssize_t done = write(out->fd, data, size);
        if (done < 0 && errno != EINTR) {
            out->status = fail_write(out->ctx, errno);
        }
        if (done > 0) {
            data += done;
            size -= (size_t)done;
        }
    }
}

/* What gzip makes goes to the descriptor at once, or to `packed`. */
static void pack(lob_outfile *out, int flush) {
    char made[1 << 16];
    out->z.next_in = (Bytef *)out->buf.data;
    out->z.avail_in = (uInt)out->buf.size;
    do {
        out->z.next_out = (Bytef *)made;
        out->z.avail_out = sizeof made;
        deflate(&out->z, flush);
        size_t size = sizeof made - out->z.avail_out;
        if (out->fd >= 0) {
            write_all(out, made, size);
        } else {
            lob_buf_add(&out->packed, made, size);
        }
    } while (out->z.avail_out == 0);
}

static void flush(lob_outfile *out, bool at_end) {
    if (out->buf.failed && out->status == LOB_OK) {
        out->status = lob_fail_memory(out->ctx);
    }
    if (out->status != LOB_OK) {
        return;
    }
    if (out->gzip) {
        pack(out, at_end ? Z_FINISH : Z_NO_FLUSH);
        if (out->packed.failed && out->status == LOB_OK) {
            out->status = lob_fail_memory(out->ctx);
        }
        lob_buf_clear(&out->buf);
    } else if (out->fd >= 0) {
        write_all(out, out->buf.data, out->buf.size);
        lob_buf_clear(&out->buf);
    }
}

void lob_outfile_add(lob_outfile *out, const void *data, size_t size) {
    const char *from = data;
    if (size == 0) {
        return;
    }
    out->offset += size;
    out->crc32 = (uint32_t)crc32_z(out->crc32, data, size);
    while (size && out->status == LOB_OK) {
        size_t take = size < BLOCK_SIZE ? size : BLOCK_SIZE;
        lob_buf_add(&out->buf, from, take);
        from += take;
        size -= take;
        if (out->buf.failed || ((out->gzip || out->fd >= 0) && out->buf.size >= BLOCK_SIZE)) {
            flush(out, false);
        }
    }
}

lob_status lob_outfile_end(lob_outfile *out) {
    flush(out, true);
    return out->status;
}

lob_str lob_outfile_bytes(const lob_outfile *out) {
    const lob_buf *from = out->gzip ? &out->packed : &out->buf;
    return (lob_str){from->size ? from->data : "", from->size};
}

void lob_outfile_release(lob_outfile *out) {
    if (out->zlib_ready) {
        deflateEnd(&out->z);
        out->zlib_ready = false;
    }
    lob_buf_release(&out->buf);
    lob_buf_release(&out->packed);
}
