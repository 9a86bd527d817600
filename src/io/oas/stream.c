/* Bytes, CBLOCKs and primitive values of OASIS.
 *
 *   unsigned-integer  7 bits a byte, low first, bit 7 = more follow          signed-integer   bit 0 is the sign
 *   real              type 0 +n, 1 -n, 2 +1/n, 3 -1/n, 4 +n/d, 5 -n/d, 6 float32 LE, 7 float64 LE
 *   string            length, bytes: a = printable ASCII with blanks, n = printable without blanks and not empty, b =
 * any 2-delta           bits 0-1: E N W S, then the magnitude       3-delta   bits 0-2: E N W S NE NW SW SE, magnitude
 *   g-delta           bit 0 = 0: bits 1-3 octant, magnitude; bit 0 = 1: bit 1 x is negative, |x|; then y as
 * signed-integer
 */
#include "io/oas/stream.h"

#include <math.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "io/outfile.h"

void oas_stream_init(oas_stream *s, lob_ctx *ctx, lob_source *source) {
    const int scheme = lob_source_tail(source);
    *s = (oas_stream){.ctx = ctx,
                      .source = source,
                      .sums_crc32 = scheme < 0 || scheme == 1,
                      .sums_checksum32 = scheme < 0 || scheme == 2,
                      .crc32 = (uint32_t)crc32(0, NULL, 0),
                      .record_name = "START",
                      .work_free = LOB_LIMIT_WORK_FREE,
                      .work_allowed = LOB_LIMIT_WORK_FREE};
}

uint64_t oas_offset(const oas_stream *s) {
    if (s->in_block) {
        return s->block_offset;
    }
    return lob_source_offset(s->source) + (size_t)(s->cur - s->file_base);
}

lob_status oas_fail(oas_stream *s, const char *reason, const char *message, const char *hint) {
    lob_status status = lob_fail(s->ctx, LOB_E_UNSUPPORTED_FORMAT, "OASIS %s record: %s", s->record_name, message);
    lob_hint(s->ctx, "%s", hint ? hint : "The file is damaged or not OASIS: export it again from its source.");
    lob_error_text(&s->ctx->error, "reason", lob_str_from(reason));
    oas_error_place(s);
    return status;
}

void oas_error_place(oas_stream *s) {
    lob_error *error = &s->ctx->error;
    lob_error_integer(error, "offset", (int64_t)s->record_offset);
    lob_error_text(error, "record", lob_str_from(s->record_name));
    lob_error_integer(error, "record_index", (int64_t)s->record_index);
    if (s->cell.data) {
        lob_error_text(error, "cell", s->cell);
    }
}

uint64_t oas_bytes_seen(const oas_stream *s) {
    const uint8_t *at = s->in_block ? s->file_cur : s->cur;
    return lob_source_offset(s->source) + (size_t)(at - s->file_base) + s->inflated - s->given_away;
}

lob_status oas_work_beyond(oas_stream *s) {
    s->work_allowed = s->work_free + LOB_LIMIT_WORK_PER_BYTE * oas_bytes_seen(s);
    if (s->work <= s->work_allowed) {
        return LOB_OK;
    }
    lob_fail(s->ctx, LOB_E_TOOL_LIMIT_EXCEEDED, "OASIS %s record: the file asks for more work than its size allows",
             s->record_name);
    lob_hint(s->ctx, "Export the layout again with repetitions instead of many equal elements.");
    lob_error_text(&s->ctx->error, "reason", LOB_STR("work"));
    lob_error_integer(&s->ctx->error, "limit", LOB_LIMIT_WORK_PER_BYTE);
    oas_error_place(s);
    return LOB_E_TOOL_LIMIT_EXCEEDED;
}

static lob_status truncated(oas_stream *s) {
    if (s->in_block) {
        return oas_fail(s, "cblock_end", "a record crosses the end of its CBLOCK", NULL);
    }
    return oas_fail(s, "truncated", "the file ends inside a record", "The file is cut off: copy or write it again.");
}

/* ---- layers ---- */

/* CHECKSUM32 is the plain sum of all bytes, modulo 2^32. Four sums of 16 bits run side by side in a word: 128 words
 * of two bytes each stay below 2^16. */
static uint32_t plain_sum(const uint8_t *data, size_t size) {
    const uint64_t even = UINT64_C(0x00ff00ff00ff00ff);
    uint32_t sum = 0;
    while (size >= 8) {
        size_t words = size / 8 < 128 ? size / 8 : 128;
        uint64_t pairs = 0;
        for (size_t i = 0; i < words; i++) {
            uint64_t w;
            memcpy(&w, data + 8 * i, sizeof w);
            pairs += (w & even) + (w >> 8 & even);
        }
        sum += (uint32_t)((pairs & 0xffff) + (pairs >> 16 & 0xffff) + (pairs >> 32 & 0xffff) + (pairs >> 48));
        data += 8 * words;
        size -= 8 * words;
    }
    for (; size; size--) {
        sum += *data++;
    }
    return sum;
}

static void sum_bytes(oas_stream *s, const uint8_t *data, size_t size) {
    if (s->sums_crc32) {
        s->crc32 = (uint32_t)crc32_z(s->crc32, data, size);
    }
    if (s->sums_checksum32) {
        s->checksum32 += plain_sum(data, size);
    }
}

bool oas_sum(oas_stream *s, uint64_t scheme, uint32_t *sum) {
    uint32_t crc_before = s->crc32, sum_before = s->checksum32;
    sum_bytes(s, s->file_base, (size_t)(s->cur - s->file_base));
    *sum = scheme == 1 ? s->crc32 : s->checksum32;
    s->crc32 = crc_before; /* the window is summed again when it moves on */
    s->checksum32 = sum_before;
    return scheme == 1 ? s->sums_crc32 : s->sums_checksum32;
}

static void copy_on(oas_stream *s) {
    if (s->copy) {
        lob_buf_add(s->copy, s->copy_from, (size_t)(s->cur - s->copy_from));
        s->copy_from = s->cur;
    }
}

void oas_copy_begin(oas_stream *s, lob_buf *copy) {
    s->copy = copy;
    s->copy_from = s->cur;
}

void oas_copy_end(oas_stream *s) {
    copy_on(s);
    s->copy = NULL;
}

static lob_status refill_file(oas_stream *s, size_t need) {
    s->run++;
    copy_on(s);
    size_t used = (size_t)(s->cur - s->file_base);
    if (used) {
        sum_bytes(s, s->file_base, used);
        lob_source_skip(s->source, used);
    }
    const uint8_t *data;
    size_t have;
    LOB_TRY(lob_source_peek(s->source, need, &data, &have));
    s->at_end_of_file = have < need;
    s->file_base = s->cur = s->copy_from = data;
    s->end = data + have;
    return LOB_OK;
}

/* ---- CBLOCKs, inflated in place ----
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

static lob_status zlib_begin(oas_stream *s) {
    s->z.zalloc = lob_zlib_alloc;
    s->z.zfree = lob_zlib_free;
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
    LOB_TRY(refill_file(s, OAS_WINDOW_SIZE));
    s->file_cur = s->cur;
    s->file_end = s->end;
    if (s->file_cur == s->file_end) {
        return block_fail(s, "truncated", "the file ends inside its data",
                          "The file is cut off: copy or write it again.");
    }
    return LOB_OK;
}

/* ---- chunk after chunk ---- */

static lob_status block_refill(oas_stream *s) {
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
        return block_fail(s, "cblock_size", "it decompresses to more than its stated size", NULL);
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

static lob_status block_leave(oas_stream *s) {
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
lob_status oas_block_sizes_read(oas_stream *s, oas_block_sizes *sizes) {
    uint64_t type, end, *uncompressed = &sizes->uncompressed, *compressed = &sizes->compressed;
    if (s->in_block) {
        return oas_fail(s, "cblock_nested", "a CBLOCK is inside another one", NULL);
    }
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
        return oas_fail(s, "cblock_size", "a CBLOCK states more bytes than deflate can compress", NULL);
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
        LOB_TRY(refill_file(s, need > OAS_WINDOW_SIZE ? need : OAS_WINDOW_SIZE));
    }
    *is_whole = (size_t)(s->end - s->cur) >= need;
    return LOB_OK;
}

lob_status oas_block_begin(oas_stream *s, const oas_block_sizes *sizes) {
    const uint64_t uncompressed = sizes->uncompressed, compressed = sizes->compressed;
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

lob_status oas_block_enter(oas_stream *s) {
    oas_block_sizes sizes;
    LOB_TRY(oas_block_sizes_read(s, &sizes));
    return oas_block_begin(s, &sizes);
}

static void block_release(oas_stream *s) {
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

/* ---- runs of bytes ---- */

static lob_status refill(oas_stream *s) {
    return s->in_block ? block_refill(s) : refill_file(s, OAS_WINDOW_SIZE);
}

/* Called when the run is used up. */
static lob_status fill(oas_stream *s) {
    do {
        if (s->in_block ? s->block_ended : s->at_end_of_file) {
            return truncated(s);
        }
        LOB_TRY(refill(s));
    } while (s->cur == s->end);
    return LOB_OK;
}

lob_status oas_more_far(oas_stream *s, bool *more) {
    for (;;) {
        if (s->cur < s->end) {
            *more = true;
            return LOB_OK;
        }
        if (s->in_block && s->block_ended) {
            LOB_TRY(block_leave(s));
            continue;
        }
        if (!s->in_block && s->at_end_of_file) {
            *more = false;
            return LOB_OK;
        }
        LOB_TRY(refill(s));
    }
}

/* ---- values ---- */

lob_status oas_bytes(oas_stream *s, void *out, size_t size) {
    uint8_t *to = out;
    while (size) {
        if (s->cur == s->end) {
            LOB_TRY(fill(s));
        }
        size_t have = (size_t)(s->end - s->cur);
        size_t take = have < size ? have : size;
        memcpy(to, s->cur, take);
        s->cur += take;
        to += take;
        size -= take;
    }
    return LOB_OK;
}

lob_status oas_uint_far(oas_stream *s, uint64_t *value) {
    uint64_t result = 0;
    for (unsigned shift = 0;; shift += shift < 64 ? 7 : 0) {
        uint8_t byte;
        LOB_TRY(oas_byte(s, &byte));
        uint64_t bits = byte & 0x7fu;
        /* Overlong forms are legal: KLayout pads its END record with a length of 240 bytes that is 0. */
        if (bits && (shift > 63 || (shift == 63 && bits > 1))) {
            return oas_fail(s, "integer_range", "an integer needs more than 64 bits", NULL);
        }
        result |= shift < 64 ? bits << shift : 0;
        if (!(byte & 0x80)) {
            *value = result;
            return LOB_OK;
        }
    }
}

static lob_status real_ieee(oas_stream *s, bool is_double, double *value) {
    uint8_t raw[8];
    LOB_TRY(oas_bytes(s, raw, is_double ? 8 : 4));
    uint64_t bits = 0;
    for (unsigned i = is_double ? 8 : 4; i > 0;) {
        i--;
        bits = bits << 8 | raw[i];
    }
    if (is_double) {
        memcpy(value, &bits, sizeof *value);
    } else {
        uint32_t low = (uint32_t)bits;
        float single;
        memcpy(&single, &low, sizeof single);
        *value = (double)single;
    }
    return isfinite(*value) ? LOB_OK : oas_fail(s, "real", "a real number is not finite", NULL);
}

lob_status oas_real_of_type(oas_stream *s, uint64_t type, double *value) {
    if (type > 7) {
        return oas_fail(s, "real_type", "a real number has a type above 7", NULL);
    }
    if (type >= 6) {
        return real_ieee(s, type == 7, value);
    }
    uint64_t numerator, denominator = 1;
    LOB_TRY(oas_uint(s, &numerator));
    if (type >= 4) {
        LOB_TRY(oas_uint(s, &denominator));
    } else if (type >= 2) {
        denominator = numerator;
        numerator = 1;
    }
    if (denominator == 0) {
        return oas_fail(s, "real", "a real number divides by zero", NULL);
    }
    *value = (double)numerator / (double)denominator;
    if (type & 1) {
        *value = -*value;
    }
    return LOB_OK;
}

lob_status oas_real(oas_stream *s, double *value) {
    uint64_t type;
    LOB_TRY(oas_uint(s, &type));
    return oas_real_of_type(s, type, value);
}

static bool string_fits(oas_string_kind kind, lob_str text) {
    for (size_t i = 0; i < text.size; i++) {
        unsigned char c = (unsigned char)text.data[i];
        /* Real writers put UTF-8 and blanks into names, and line breaks into labels; control characters stay out of
         * names. */
        if (kind == OAS_N_STRING && (c < 0x20 || c == 0x7f)) {
            return false;
        }
    }
    return kind != OAS_N_STRING || text.size > 0;
}

lob_status oas_string(oas_stream *s, oas_string_kind kind, lob_buf *into) {
    uint64_t size;
    LOB_TRY(oas_uint(s, &size));
    lob_buf_clear(into);
    while (size) {
        if (s->cur == s->end) {
            LOB_TRY(fill(s));
        }
        size_t have = (size_t)(s->end - s->cur);
        size_t take = have < size ? have : (size_t)size;
        lob_buf_add(into, s->cur, take);
        s->cur += take;
        size -= take;
        if (into->failed == LOB_BUF_TOO_LARGE) {
            return oas_fail(s, "string_size", "a string is longer than the limit", NULL);
        }
        if (into->failed) {
            return lob_fail_memory(s->ctx);
        }
    }
    if (kind != OAS_B_STRING && !string_fits(kind, (lob_str){into->data, into->size})) {
        return oas_fail(s, "string", "a name is empty or contains control characters", NULL);
    }
    return LOB_OK;
}

lob_status oas_delta_2(oas_stream *s, oas_delta *delta) {
    uint64_t raw;
    LOB_TRY(oas_uint(s, &raw));
    *delta = oas_along((unsigned)raw & 3, raw >> 2);
    return LOB_OK;
}

lob_status oas_delta_3(oas_stream *s, oas_delta *delta) {
    uint64_t raw;
    LOB_TRY(oas_uint(s, &raw));
    *delta = oas_along((unsigned)raw & 7, raw >> 3);
    return LOB_OK;
}

lob_status oas_delta_g(oas_stream *s, oas_delta *delta) {
    uint64_t raw;
    LOB_TRY(oas_uint(s, &raw));
    if (!(raw & 1)) {
        *delta = oas_along((unsigned)(raw >> 1) & 7, raw >> 4);
        return LOB_OK;
    }
    int64_t x = (int64_t)(raw >> 2);
    delta->x = (raw & 2) ? -x : x;
    return oas_sint(s, &delta->y);
}

void oas_stream_release(oas_stream *s) {
    block_release(s);
}
