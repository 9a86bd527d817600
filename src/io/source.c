/* The window over a stream of bytes.
 *
 * Invariant: `at` points to `have` unread bytes that are one run in memory: a raw block with its headroom, the output
 * of inflate with the same room in front, or borrowed memory. When more is asked for than `have`, the unread tail moves
 * in front of the bytes that come next; that copy is the only one a plain file ever sees.
 *
 *   file --read, SHA-256 (thread)--> raw blocks --+--> window
 *                                                 +--inflate--> room of GUNZIP_HEADROOM + GUNZIP_SIZE --> window
 */
#define ZLIB_CONST /* next_in is const */
#include "io/source.h"

#include <string.h>
#include <unistd.h>
#include <zlib.h>

#include "base/alloc.h"
#include "base/digest.h"
#include "base/limits.h"
#include "io/blocks.h"
#include "io/outfile.h"

enum { GUNZIP_HEADROOM = 1 << 20, GUNZIP_SIZE = 1 << 18, NEED_MAX = 1 << 20 };

typedef enum { GZ_MEMBER, GZ_BETWEEN, GZ_PADDING, GZ_END } gz_state; /* BETWEEN: a member has ended */

struct lob_source {
    lob_ctx *ctx;
    lob_blocks *blocks; /* owned; NULL: memory */
    const uint8_t *memory;
    size_t memory_size;
    bool memory_taken;
    bool hash;
    uint64_t inflated_max;

    const uint8_t *at;
    size_t have;
    uint64_t offset; /* of `at` in the stream */
    bool ended;      /* nothing comes after the window */
    uint64_t raw_taken;

    bool is_gzip;
    z_stream gz;
    bool has_gz;
    gz_state state;
    uint8_t *room; /* owned */
    uint64_t inflated;

    uint64_t padding;         /* bytes that say nothing */
    uint64_t inflated_inside; /* by the parser, of CBLOCKs */
    uint64_t operations, bytes;
};

static lob_status fail_gzip(lob_source *s, const char *message) {
    lob_fail(s->ctx, LOB_E_UNSUPPORTED_FORMAT, "%s", message);
    lob_hint(s->ctx, "The file is damaged: copy it again, or test it with gzip -t.");
    lob_error_text(&s->ctx->error, "reason", LOB_STR("gzip"));
    lob_error_integer(&s->ctx->error, "offset", (int64_t)s->inflated);
    return LOB_E_UNSUPPORTED_FORMAT;
}

/* The next raw bytes; size 0 at the end of the file. */
static lob_status raw_next(lob_source *s, const uint8_t **data, size_t *size) {
    if (s->blocks) {
        uint8_t *block;
        LOB_TRY(lob_blocks_next(s->ctx, s->blocks, &block, size));
        *data = block;
    } else {
        *data = s->memory;
        *size = s->memory_taken ? 0 : s->memory_size;
        s->memory_taken = true;
    }
    s->raw_taken += *size;
    return LOB_OK;
}

/* ---- bombs ---- */

static lob_status fail_inflated(lob_source *s, const char *reason, uint64_t limit) {
    lob_fail(s->ctx, LOB_E_TOOL_LIMIT_EXCEEDED, "The decompressed file is larger than allowed.");
    lob_hint(s->ctx, "Open a smaller layout, or export it again with arrays instead of copies.");
    lob_error_text(&s->ctx->error, "reason", lob_str_from(reason));
    lob_error_integer(&s->ctx->error, "limit", (int64_t)limit);
    return LOB_E_TOOL_LIMIT_EXCEEDED;
}

/* `raw`: bytes of the file that all this came from. */
static lob_status check_inflated(lob_source *s, uint64_t raw) {
    uint64_t total = s->inflated > UINT64_MAX - s->inflated_inside ? UINT64_MAX : s->inflated + s->inflated_inside;
    if (s->inflated_max && total > s->inflated_max) {
        return fail_inflated(s, "inflated_size", s->inflated_max);
    }
    if (total > LOB_LIMIT_INFLATED_FREE_SIZE && total / LOB_LIMIT_INFLATED_RATIO > raw) {
        return fail_inflated(s, "inflated_ratio", LOB_LIMIT_INFLATED_RATIO);
    }
    return LOB_OK;
}

lob_status lob_source_inflate(lob_source *s, uint64_t size, uint64_t end) {
    bool is_more = __builtin_add_overflow(s->inflated_inside, size, &s->inflated_inside);
    s->inflated_inside = is_more ? UINT64_MAX : s->inflated_inside;
    return check_inflated(s, s->is_gzip ? s->raw_taken - s->gz.avail_in : end);
}

void lob_source_tell_work(lob_source *s, uint64_t operations, uint64_t bytes) {
    s->operations = operations;
    s->bytes = bytes;
}

void lob_source_work(const lob_source *s, uint64_t *operations, uint64_t *bytes) {
    *operations = s->operations;
    *bytes = s->bytes;
}

/* ---- gzip ---- */

static lob_status gzip_start(lob_source *s) {
    s->is_gzip = true;
    s->state = GZ_MEMBER;
    s->gz.zalloc = lob_zlib_alloc;
    s->gz.zfree = lob_zlib_free;
    s->gz.next_in = s->at;
    s->gz.avail_in = (unsigned)s->have; /* a block, or below 4 GiB: see lob_source_open_memory() */
    s->have = 0;
    s->room = lob_malloc(GUNZIP_HEADROOM + GUNZIP_SIZE);
    if (!s->room) {
        return lob_fail_memory(s->ctx);
    }
    enum { GZIP_WRAPPER = 16 + MAX_WBITS };
    if (inflateInit2(&s->gz, GZIP_WRAPPER) != Z_OK) {
        return lob_fail_memory(s->ctx);
    }
    s->has_gz = true;
    return LOB_OK;
}

/* Makes avail_in > 0 or tells the end of the file. */
static lob_status gzip_feed(lob_source *s, bool *at_end) {
    *at_end = false;
    if (s->gz.avail_in) {
        return LOB_OK;
    }
    const uint8_t *data;
    size_t size;
    LOB_TRY(raw_next(s, &data, &size));
    if (s->blocks) {
        lob_blocks_release(s->blocks);
    }
    s->gz.next_in = data;
    s->gz.avail_in = (unsigned)size;
    *at_end = size == 0;
    return LOB_OK;
}

lob_status lob_source_pad(lob_source *s, uint64_t size) {
    s->padding += size;
    if (s->padding <= LOB_LIMIT_PADDING_SIZE) {
        return LOB_OK;
    }
    lob_fail(s->ctx, LOB_E_TOOL_LIMIT_EXCEEDED, "The file has too many bytes that are not part of the layout");
    lob_hint(s->ctx, "Remove the bytes after the end of the layout, or export the layout again.");
    lob_error_text(&s->ctx->error, "limit_name", LOB_STR("padding_size"));
    lob_error_integer(&s->ctx->error, "limit", LOB_LIMIT_PADDING_SIZE);
    return LOB_E_TOOL_LIMIT_EXCEEDED;
}

/* After a member: another one, zeros to the end, or the end. */
static lob_status gzip_between(lob_source *s) {
    bool at_end;
    LOB_TRY(gzip_feed(s, &at_end));
    if (at_end) {
        s->state = GZ_END;
    } else if (*s->gz.next_in == 0) {
        s->state = GZ_PADDING;
    } else {
        inflateReset(&s->gz);
        s->state = GZ_MEMBER;
    }
    return LOB_OK;
}

static lob_status gzip_padding(lob_source *s) {
    bool at_end;
    LOB_TRY(gzip_feed(s, &at_end));
    LOB_TRY(lob_source_pad(s, s->gz.avail_in));
    for (; s->gz.avail_in; s->gz.avail_in--, s->gz.next_in++) {
        if (*s->gz.next_in != 0) {
            return fail_gzip(s, "The file has bytes after its gzip data that are not gzip data.");
        }
    }
    s->state = at_end ? GZ_END : GZ_PADDING;
    return LOB_OK;
}

static lob_status gzip_member(lob_source *s, bool *made_output) {
    bool at_end;
    LOB_TRY(gzip_feed(s, &at_end));
    if (at_end) {
        return fail_gzip(s, "The gzip data is incomplete.");
    }
    unsigned room = s->gz.avail_out;
    int result = inflate(&s->gz, Z_NO_FLUSH);
    s->inflated += room - s->gz.avail_out;
    *made_output = room != s->gz.avail_out;
    if (result == Z_MEM_ERROR) {
        return lob_fail_memory(s->ctx);
    }
    if (result != Z_OK && result != Z_STREAM_END) { /* with input and room there is always something to do */
        return fail_gzip(s, "The gzip data is corrupt.");
    }
    LOB_TRY(check_inflated(s, s->raw_taken - s->gz.avail_in));
    if (result == Z_STREAM_END) {
        s->state = GZ_BETWEEN;
    }
    return LOB_OK;
}

/* Fills the room behind `tail` unread bytes, which it moves in front of it. */
static lob_status gzip_more(lob_source *s) {
    uint8_t *start = s->room + GUNZIP_HEADROOM - s->have;
    if (s->have) {
        memmove(start, s->at, s->have);
    }
    s->at = start;
    s->gz.next_out = s->room + GUNZIP_HEADROOM;
    s->gz.avail_out = GUNZIP_SIZE;
    bool made_output = false;
    while (!made_output && s->state != GZ_END) {
        LOB_TRY(lob_poll(s->ctx)); /* a member may inflate to nothing, and there may be many */
        if (s->state == GZ_MEMBER) {
            LOB_TRY(gzip_member(s, &made_output));
        } else {
            LOB_TRY(s->state == GZ_BETWEEN ? gzip_between(s) : gzip_padding(s));
        }
    }
    s->have += GUNZIP_SIZE - s->gz.avail_out;
    s->ended = s->state == GZ_END;
    return LOB_OK;
}

/* ---- plain ---- */

static lob_status plain_more(lob_source *s) {
    const uint8_t *data;
    size_t size;
    LOB_TRY(raw_next(s, &data, &size));
    if (size == 0) {
        s->ended = true;
        return LOB_OK;
    }
    if (s->have) { /* only blocks that have headroom come after another */
        uint8_t *front = (uint8_t *)(uintptr_t)data - s->have;
        memcpy(front, s->at, s->have);
        data = front;
    }
    s->at = data;
    s->have += size;
    if (s->blocks) {
        lob_blocks_release(s->blocks);
    }
    return LOB_OK;
}

/* ---- the interface ---- */

static lob_status start(lob_source *s) {
    LOB_TRY(plain_more(s));
    return s->have >= 2 && s->at[0] == 0x1f && s->at[1] == 0x8b ? gzip_start(s) : LOB_OK;
}

static lob_source *new_source(lob_ctx *ctx, const lob_source_options *options) {
    lob_source *s = lob_calloc(1, sizeof *s);
    if (s) {
        s->ctx = ctx;
        s->hash = options->hash;
        s->inflated_max = options->inflated_max;
    }
    return s;
}

static lob_status finish_open(lob_source *s, lob_source **source) {
    lob_status status = start(s);
    if (status != LOB_OK) {
        lob_source_close(s);
        return status;
    }
    *source = s;
    return LOB_OK;
}

lob_status lob_source_open_fd(lob_ctx *ctx, int fd, const lob_source_options *options, lob_source **source) {
    lob_source *s = new_source(ctx, options);
    if (!s) {
        close(fd);
        return lob_fail_memory(ctx);
    }
    lob_status status = lob_blocks_open(ctx, fd, options->hash, &s->blocks);
    if (status != LOB_OK) {
        lob_source_close(s);
        return status;
    }
    return finish_open(s, source);
}

lob_status lob_source_open_memory(lob_ctx *ctx, const void *data, size_t size, const lob_source_options *options,
                                  lob_source **source) {
    if (size > UINT32_MAX) {
        return lob_fail(ctx, LOB_E_INTERNAL_ERROR, "A layout in memory must be below 4 GiB.");
    }
    lob_source *s = new_source(ctx, options);
    if (!s) {
        return lob_fail_memory(ctx);
    }
    s->memory = data;
    s->memory_size = size;
    return finish_open(s, source);
}

void lob_source_close(lob_source *s) {
    if (!s) {
        return;
    }
    if (s->has_gz) {
        inflateEnd(&s->gz);
    }
    lob_free(s->room);
    lob_blocks_close(s->blocks);
    lob_free(s);
}

lob_status lob_source_peek(lob_source *s, size_t need, const uint8_t **data, size_t *have) {
    if (need > NEED_MAX) {
        return lob_fail(s->ctx, LOB_E_INTERNAL_ERROR, "More than a block of a file was asked for at once.");
    }
    while (s->have < need && !s->ended) {
        LOB_TRY(s->is_gzip ? gzip_more(s) : plain_more(s));
    }
    static const uint8_t nothing[1];
    *data = s->at ? s->at : nothing; /* an empty file has no bytes, but a place all the same */
    *have = s->have;
    return LOB_OK;
}

void lob_source_skip(lob_source *s, size_t size) {
    if (size == 0) {
        return;
    }
    s->at += size;
    s->have -= size;
    s->offset += size;
}

uint64_t lob_source_offset(const lob_source *s) {
    return s->offset;
}

double lob_source_fraction(const lob_source *s) {
    uint64_t total = lob_source_file_size(s);
    uint64_t unread = s->is_gzip ? s->gz.avail_in : s->have;
    return total ? (double)(s->raw_taken - unread) / (double)total : 1;
}

bool lob_source_is_gzip(const lob_source *s) {
    return s->is_gzip;
}

uint64_t lob_source_file_size(const lob_source *s) {
    return s->blocks ? lob_blocks_file_size(s->blocks) : s->memory_size;
}

int lob_source_tail(const lob_source *s) {
    if (s->is_gzip || lob_source_file_size(s) < LOB_TAIL_SIZE) {
        return -1;
    }
    return s->blocks ? lob_blocks_tail(s->blocks) : s->memory[s->memory_size - LOB_TAIL_SIZE];
}

static lob_status hash_memory(lob_source *s, char hex[65]) {
    uint8_t digest[32];
    lob_sha256 *hash = lob_sha256_new();
    bool is_done = hash && lob_sha256_add(hash, s->memory, s->memory_size) && lob_sha256_end(hash, digest);
    lob_sha256_drop(hash);
    if (!is_done) {
        return lob_fail_memory(s->ctx);
    }
    lob_hex(hex, digest, sizeof digest);
    return LOB_OK;
}

lob_status lob_source_sha256(lob_source *s, char hex[65]) {
    if (!s->hash) {
        return lob_fail(s->ctx, LOB_E_INTERNAL_ERROR, "The source was opened without a hash.");
    }
    if (!s->blocks) {
        return hash_memory(s, hex);
    }
    s->have = 0; /* the window is gone: what was unread stays unread */
    s->ended = true;
    for (size_t size = 1; size;) {
        const uint8_t *data;
        LOB_TRY(lob_poll(s->ctx));
        LOB_TRY(raw_next(s, &data, &size));
        LOB_TRY(lob_source_pad(s, size));
        lob_blocks_release(s->blocks);
    }
    lob_hex(hex, lob_blocks_digest(s->blocks), 32);
    return LOB_OK;
}
