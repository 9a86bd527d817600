/* Output of the layout writers. Invariant: `buf` holds less than two blocks, but in memory mode without gzip. */
#include "io/outfile.h"

#include <errno.h>
#include <unistd.h>

#include "base/alloc.h"

enum { BLOCK_SIZE = 1 << 20 };

voidpf lob_zlib_alloc(voidpf opaque, uInt count, uInt size) {
    (void)opaque;
    return lob_calloc(count, size);
}

void lob_zlib_free(voidpf opaque, voidpf block) {
    (void)opaque;
    lob_free(block);
}

bool lob_deflate_begin(z_stream *z, int window_bits) {
    *z = (z_stream){.zalloc = lob_zlib_alloc, .zfree = lob_zlib_free};
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

lob_status lob_outfile_fail(lob_ctx *ctx, int error) {
    static const struct {
        int error;
        lob_status code;
        const char *reason, *message, *hint;
    } cases[] = {
        {ENOSPC, LOB_E_TOOL_LIMIT_EXCEEDED, "disk_full", "The disk is full: the output could not be written",
         "Free space on the disk."},
        {EDQUOT, LOB_E_TOOL_LIMIT_EXCEEDED, "disk_full", "The disk is full: the output could not be written",
         "Free space on the disk."},
        {EFBIG, LOB_E_TOOL_LIMIT_EXCEEDED, "disk_full", "The output is larger than the system's limit for files",
         "Raise the limit for file sizes (ulimit -f)."},
        {EACCES, LOB_E_TOOL_LIMIT_EXCEEDED, "not_writable", "The folder of the output is not writable",
         "Choose a folder that this user can write."},
        {EPERM, LOB_E_TOOL_LIMIT_EXCEEDED, "not_writable", "The folder of the output is not writable",
         "Choose a folder that this user can write."},
        {EROFS, LOB_E_TOOL_LIMIT_EXCEEDED, "not_writable", "The folder of the output is not writable",
         "Choose a folder that this user can write."},
        {ENOENT, LOB_E_FILE_NOT_FOUND, "no_folder", "The folder of the output does not exist",
         "Create the folder first."},
        {ENOTDIR, LOB_E_FILE_NOT_FOUND, "no_folder", "The folder of the output does not exist",
         "Create the folder first."},
        {ENAMETOOLONG, LOB_E_INVALID_TARGET, "name_too_long", "The name of the output is too long",
         "Choose a shorter name."},
        {0, LOB_E_INTERNAL_ERROR, "write", "The output could not be written",
         "Check the disk or choose another output path."},
    };
    size_t i = 0;
    while (cases[i].error != 0 && cases[i].error != error) {
        i++;
    }
    lob_status status = lob_fail(ctx, cases[i].code, "%s", cases[i].message);
    lob_hint(ctx, "%s", cases[i].hint);
    lob_error_text(&ctx->error, "reason", lob_str_from(cases[i].reason));
    lob_error_integer(&ctx->error, "errno", error);
    return status;
}

static void write_all(lob_outfile *out, const char *data, size_t size) {
    while (size && out->status == LOB_OK) {
        ssize_t done = write(out->fd, data, size);
        if (done < 0 && errno != EINTR) {
            out->status = lob_outfile_fail(out->ctx, errno);
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
        if (out->packed.failed) { /* of memory mode, in which nothing else fails */
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
    if (out->wants_crc32) {
        out->crc32 = (uint32_t)crc32_z(out->crc32, data, size);
    }
    if (size >= BLOCK_SIZE && !out->gzip && out->fd >= 0 && out->buf.size == 0 && out->status == LOB_OK) {
        write_all(out, from, size);
        return;
    }
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
