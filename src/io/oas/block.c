/* CBLOCKs, inflated in place.
 *
 *   CBLOCK  id 34, type 0 (deflate), uncompressed size, compressed size, bytes
 *
 * A block whose bytes all lie in the file window is inflated by inflate.h, in chunks; one that is too large for that by
 * zlib; so is, from its beginning, one that inflate.h finds fault with, and what zlib says counts. A large block's next
 * chunk is made ahead, by a thread, while the records of this one are read.
 *
 * Invariant: the window does not move while a call of inflate may read it. Results count when they are taken, never
 * earlier, so nothing depends on the pace of the thread. block_made is what the records were given, whoever made it.
 */
#include <string.h>

#include "base/alloc.h"
#include "io/oas/stream.h"

/* deflate spends two bits at least on 258 bytes. WINDOW_MAX: of what the source shows at once. */
enum { DEFLATE_RATIO_MAX = 258 * 4, WINDOW_MAX = 1 << 20 };

/* A fault of the CBLOCK itself, told at its record and not at those inside. */
static lob_status block_fail(oas_stream *s, const char *reason, const char *message, const char *hint) {
    s->record_name = "CBLOCK";
    s->record_index = s->block_index;
    s->record_offset = s->block_offset;
    return oas_fail(s, reason, message, hint);
}

/* Where chunks begin; in front there is room for what the stream may go back to. */
static uint8_t *chunk_of(const oas_stream *s, unsigned turn) {
    return s->block_buf[turn] + OAS_INFLATE_REACH;
}

/* ---- calls ---- */

static void call_own(void *arg) {
    oas_stream *s = arg;
    const size_t behind = s->block_made ? OAS_INFLATE_REACH : 0; /* a chunk that is not the last is larger */
    s->call_state = oas_inflate(s->inflater, chunk_of(s, s->block_turn), behind, OAS_INFLATE_SIZE, &s->call_made);
}

static void call_zlib(void *arg) {
    oas_stream *s = arg;
    s->call_code = inflate(&s->z, Z_NO_FLUSH);
}

/* Gives zlib what the parked file window has of the block, and a whole buffer. */
static void prepare_zlib(oas_stream *s) {
    size_t give = (size_t)(s->file_end - s->file_cur);
    s->call_given = give < s->block_left ? give : (size_t)s->block_left;
    s->z.next_in = (Bytef *)(uintptr_t)s->file_cur;
    s->z.avail_in = (uInt)s->call_given;
    s->z.next_out = chunk_of(s, s->block_turn);
    s->z.avail_out = OAS_INFLATE_SIZE;
}

/* Into the buffer of this turn. `last_made` bytes of the other one, or of this one, were made before. */
static void call_begin(oas_stream *s, unsigned last_turn, size_t last_made) {
    if (!s->block_own) {
        prepare_zlib(s);
    } else if (s->block_made) {
        memmove(s->block_buf[s->block_turn], chunk_of(s, last_turn) + last_made - OAS_INFLATE_REACH, OAS_INFLATE_REACH);
    }
    s->call_open = true;
    if (s->block_ahead) {
        oas_ahead_start(s->ahead, s->block_own ? call_own : call_zlib, s);
    } else if (s->block_own) {
        call_own(s);
    } else {
        call_zlib(s);
    }
}

static void *zlib_alloc(void *arg, unsigned count, unsigned size) {
    (void)arg;
    return lob_calloc(count, size);
}

static void zlib_free(void *arg, void *block) {
    (void)arg;
    lob_free(block);
}

static lob_status zlib_begin(oas_stream *s) {
    s->z.zalloc = zlib_alloc;
    s->z.zfree = zlib_free;
    int code = s->zlib_ready ? inflateReset(&s->z) : inflateInit2(&s->z, -15);
    if (code != Z_OK) {
        return lob_fail_memory(s->ctx);
    }
    s->zlib_ready = true;
    s->block_own = false;
    return LOB_OK;
}

/* What inflate.h made, or, where it finds fault, the block from its beginning by zlib: what the records have seen of it
 * is inflated again and passed over. */
static lob_status end_own(oas_stream *s, size_t *made) {
    if (s->call_state == OAS_INFLATE_FAULT) {
        s->block_again = s->block_made;
        return zlib_begin(s);
    }
    if (s->call_state == OAS_INFLATE_ENDED) {
        s->file_cur += s->block_left;
        s->block_left = 0;
        s->block_ended = true;
    }
    *made = s->call_made;
    return LOB_OK;
}

static lob_status end_zlib(oas_stream *s, size_t *made) {
    const int code = s->call_code;
    const size_t eaten = s->call_given - s->z.avail_in;
    s->file_cur += eaten;
    s->block_left -= eaten;
    s->block_ended = code == Z_STREAM_END;
    *made = OAS_INFLATE_SIZE - s->z.avail_out;
    if (code == Z_MEM_ERROR) {
        return lob_fail_memory(s->ctx);
    }
    if (code != Z_OK && code != Z_STREAM_END) { /* Z_BUF_ERROR: its bytes are used up and do not end it */
        return block_fail(s, "cblock_data", "its compressed data is damaged", NULL);
    }
    return LOB_OK;
}

static lob_status call_end(oas_stream *s, size_t *made) {
    *made = 0;
    if (s->block_ahead) {
        oas_ahead_wait(s->ahead);
    }
    s->call_open = false;
    return s->block_own ? end_own(s, made) : end_zlib(s, made);
}

/* More of the file window for inflate(), which has eaten all of it. */
static lob_status refill_parked(oas_stream *s) {
    s->cur = s->file_cur;
    LOB_TRY(oas_refill_file(s, OAS_WINDOW_SIZE));
    s->file_cur = s->cur;
    s->file_end = s->end;
    if (s->file_cur == s->file_end) {
        return block_fail(s, "truncated", "the file ends inside its data",
                          "The file is cut off: copy or write it again.");
    }
    return LOB_OK;
}

/* ---- what the stream asks for ---- */

lob_status oas_block_refill(oas_stream *s) {
    size_t made = 0, again = 0;
    s->run++;
    while (made == again && !s->block_ended) {
        s->block_again -= again;
        if (!s->call_open) {
            if (s->file_cur == s->file_end && s->block_left) {
                LOB_TRY(refill_parked(s));
            }
            call_begin(s, s->block_turn, s->block_last);
        }
        LOB_TRY(call_end(s, &made));
        again = made < s->block_again ? made : (size_t)s->block_again;
    }
    s->block_again -= again;
    s->block_last = made;
    s->cur = chunk_of(s, s->block_turn) + again;
    s->end = chunk_of(s, s->block_turn) + made;
    made -= again;
    if (made > s->block_claim) {
        return block_fail(s, "cblock_size", "it inflates to more than its stated size", NULL);
    }
    s->block_claim -= made;
    s->block_made += made;
    s->inflated += made;
    if (s->block_ahead && !s->block_ended && (s->block_own || s->file_cur < s->file_end)) {
        const unsigned last_turn = s->block_turn;
        s->block_turn ^= 1;
        call_begin(s, last_turn, s->block_last);
    }
    return LOB_OK;
}

lob_status oas_block_leave(oas_stream *s) {
    if (s->block_claim || s->block_left) {
        return block_fail(s, "cblock_size", "its stated sizes are wrong", NULL);
    }
    s->in_block = false;
    s->cur = s->file_cur;
    s->end = s->file_end;
    return LOB_OK;
}

/* One buffer, and for a large block a second one with the thread; without a thread the block is inflated here. */
static lob_status buffers_make(oas_stream *s, uint64_t uncompressed) {
    const bool is_large = uncompressed > OAS_AHEAD_SIZE;
    const size_t size = OAS_INFLATE_REACH + OAS_INFLATE_SIZE + OAS_INFLATE_OUT_SLACK;
    for (unsigned i = 0; i < (is_large ? 2u : 1u); i++) {
        if (!s->block_buf[i] && !(s->block_buf[i] = lob_malloc(size))) {
            return lob_fail_memory(s->ctx);
        }
    }
    if (!s->inflater && !(s->inflater = oas_inflater_new())) {
        return lob_fail_memory(s->ctx);
    }
    if (is_large && !s->ahead) {
        s->ahead = oas_ahead_new();
    }
    s->block_ahead = is_large && s->ahead;
    return LOB_OK;
}

/* Sizes that cannot be are refused before anything is inflated. */
static lob_status read_sizes(oas_stream *s, uint64_t *uncompressed, uint64_t *compressed) {
    uint64_t type, end;
    LOB_TRY(oas_uint(s, &type));
    if (type != 0) {
        return oas_fail(s, "cblock_type", "the compression type of a CBLOCK is not 0 (deflate)", NULL);
    }
    LOB_TRY(oas_uint(s, uncompressed));
    LOB_TRY(oas_uint(s, compressed));
    if (!lob_source_is_gzip(s->source) && *compressed > lob_source_file_size(s->source)) {
        return oas_fail(s, "cblock_size", "the compressed size of a CBLOCK is larger than the file", NULL);
    }
    if (__builtin_add_overflow(oas_offset(s), *compressed, &end)) { /* how large a file gets out of gzip none knows */
        return oas_fail(s, "cblock_size", "the compressed size of a CBLOCK is larger than any file", NULL);
    }
    if (*uncompressed / DEFLATE_RATIO_MAX > *compressed) {
        return oas_fail(s, "cblock_size", "a CBLOCK states more bytes than deflate can have packed", NULL);
    }
    lob_status status = lob_source_inflate(s->source, *uncompressed, end);
    if (status != LOB_OK) {
        oas_error_place(s);
    }
    return status;
}

/* Makes the whole block readable at once, where it is not too large for that, with the slack that END and its padding
 * are for the last one. */
static lob_status window_whole(oas_stream *s, uint64_t compressed, bool *is_whole) {
    *is_whole = false;
    if (compressed > WINDOW_MAX - OAS_INFLATE_IN_SLACK) {
        return LOB_OK;
    }
    const size_t need = (size_t)compressed + OAS_INFLATE_IN_SLACK;
    if ((size_t)(s->end - s->cur) < need && !s->at_end_of_file) {
        LOB_TRY(oas_refill_file(s, need > OAS_WINDOW_SIZE ? need : OAS_WINDOW_SIZE));
    }
    *is_whole = (size_t)(s->end - s->cur) >= need;
    return LOB_OK;
}

lob_status oas_block_enter(oas_stream *s) {
    if (s->in_block) {
        return oas_fail(s, "cblock_nested", "a CBLOCK lies inside another", NULL);
    }
    uint64_t uncompressed, compressed;
    LOB_TRY(read_sizes(s, &uncompressed, &compressed));
    s->block_ahead = false;
    LOB_TRY(buffers_make(s, uncompressed));
    LOB_TRY(window_whole(s, compressed, &s->block_own));
    if (s->block_own) {
        oas_inflate_begin(s->inflater, s->cur, (size_t)compressed);
    } else {
        LOB_TRY(zlib_begin(s));
    }
    s->block_left = compressed;
    s->block_claim = uncompressed;
    s->block_made = s->block_again = 0;
    s->block_last = 0;
    s->block_offset = s->record_offset;
    s->block_index = s->record_index;
    s->block_ended = false;
    s->file_cur = s->cur;
    s->file_end = s->end;
    s->call_open = false;
    s->block_turn = 0;
    s->cur = s->end = chunk_of(s, 0);
    s->in_block = true;
    return LOB_OK;
}

void oas_block_release(oas_stream *s) {
    oas_ahead_close(s->ahead);
    oas_inflater_drop(s->inflater);
    s->ahead = NULL;
    s->inflater = NULL;
    if (s->zlib_ready) {
        inflateEnd(&s->z);
    }
    s->zlib_ready = false;
    for (unsigned i = 0; i < 2; i++) {
        lob_free(s->block_buf[i]);
        s->block_buf[i] = NULL;
    }
}
