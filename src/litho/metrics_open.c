/* Opening by a square, 64 pixels at a time.
 *
 * A square is a row of n by a column of as many, and either is put together from halves: the union over 2 m
 * neighbours is that over m and the same m further on, so a side of n costs log2(n) + 1 passes over words. Wearing away
 * is spreading of what is not in the set. Beyond the frame nothing is known, so nothing spreads from
 * there.
 */
#include <math.h>

#include "base/alloc.h"
#include "litho/metrics_impl.h"

typedef struct opening {
    uint32_t width, height, stride;
    uint64_t tail;
    uint32_t side;  /* of the square */
    uint64_t *rows; /* height + side of them: row j at j + reach, those before are empty */
    uint64_t *line;
    uint32_t line_words;
} opening;

/* line[i] |= line[i + by] for all i. */
static void line_join(uint64_t *line, uint32_t words, uint32_t by) {
    uint32_t skip = by / 64, shift = by % 64;
    for (uint32_t i = 0; i + skip < words; i++) {
        uint64_t further = line[i + skip] >> shift;
        if (shift && i + skip + 1 < words) {
            further |= line[i + skip + 1] << (64 - shift);
        }
        line[i] |= further;
    }
}

/* Unions over n in turn: 1, 2, 4, ... and what is left. `join` for a distance. */
static uint32_t next_step(uint32_t have, uint32_t wanted) {
    return have <= wanted - have ? have : wanted - have;
}

static void spread_line(const opening *o, uint32_t reach, const uint64_t *from, uint64_t inverted, uint64_t *to) {
    uint32_t skip = reach / 64, shift = reach % 64;
    for (uint32_t i = 0; i < o->line_words; i++) {
        o->line[i] = 0;
    }
    for (uint32_t i = 0; i < o->stride; i++) {
        uint64_t word = (from[i] ^ inverted) & (i + 1 < o->stride ? ~UINT64_C(0) : o->tail);
        o->line[i + skip] |= word << shift;
        if (shift) {
            o->line[i + skip + 1] |= word >> (64 - shift);
        }
    }
    for (uint32_t have = 1; have < o->side;) {
        uint32_t by = next_step(have, o->side);
        line_join(o->line, o->line_words, by);
        have += by;
    }
    for (uint32_t i = 0; i < o->stride; i++) {
        to[i] = o->line[i];
    }
    to[o->stride - 1] &= o->tail;
}

static void join_rows(const opening *o, uint32_t reach, uint32_t by) {
    uint32_t rows = o->height + reach;
    for (uint32_t j = 0; j + by < rows; j++) {
        uint64_t *row = o->rows + (size_t)j * o->stride;
        const uint64_t *further = row + (size_t)by * o->stride;
        for (uint32_t i = 0; i < o->stride; i++) {
            row[i] |= further[i];
        }
    }
}

/* Spreads the set, or with `inverted` all ones what is not in it, by the square, `reach` pixels of which lie right of
 * its middle and above; rows 0 .. height are the result. */
static void spread(const opening *o, uint32_t reach, const uint64_t *from, uint64_t inverted) {
    for (size_t i = 0; i < (size_t)reach * o->stride; i++) {
        o->rows[i] = 0;
    }
    for (uint32_t j = 0; j < o->height; j++) {
        spread_line(o, reach, from + (size_t)j * o->stride, inverted, o->rows + (size_t)(j + reach) * o->stride);
    }
    for (uint32_t have = 1; have < o->side;) {
        uint32_t by = next_step(have, o->side);
        join_rows(o, reach, by);
        have += by;
    }
}

/* What opening the set (its complement, with `inverted` all ones) loses. */
static uint64_t lose(const opening *o, const uint64_t *set, uint64_t inverted, uint64_t *lost) {
    uint64_t count = 0;
    const uint32_t reach = (o->side - 1) / 2; /* an even square has no middle: the way back is the mirrored one */
    spread(o, reach, set, ~inverted);
    for (size_t i = 0; i < (size_t)o->height * o->stride; i++) {
        lost[i] = o->rows[i]; /* what is worn away, and what was outside */
    }
    spread(o, o->side - 1 - reach, lost, ~UINT64_C(0));
    for (uint32_t j = 0; j < o->height; j++) {
        for (uint32_t i = 0; i < o->stride; i++) {
            size_t at = (size_t)j * o->stride + i;
            uint64_t kept = i + 1 < o->stride ? ~UINT64_C(0) : o->tail;
            lost[at] = (set[at] ^ inverted) & ~o->rows[at] & kept;
            count += (uint64_t)__builtin_popcountll(lost[at]);
        }
    }
    return count;
}

/* Pixels a square may have at least and lie within the limit; wider than the frame is no different. */
static uint32_t side_of(const lob_frame *frame, double limit_nm, bool is_whole) {
    const double nearly = 1e-9, pixels = limit_nm / frame->pixel_nm;
    const double side = is_whole ? ceil(pixels * (1 - nearly)) : floor(pixels * (1 + nearly));
    const uint32_t most = 2 * (frame->width > frame->height ? frame->width : frame->height) + 1;
    return side < 2 ? 1 : side < most ? (uint32_t)side : most;
}

/* A square of `side` pixels; 1: nothing is lost. */
static lob_status lose_below(lob_ctx *ctx, const lob_bits *mask, uint32_t side, uint64_t inverted, lob_bits *lost,
                             uint64_t *count) {
    const lob_frame *frame = &mask->frame;
    opening o = {.width = frame->width,
                 .height = frame->height,
                 .stride = mask->stride,
                 .tail = lob_bits_tail(mask),
                 .side = side};
    *count = 0;
    if (side < 2 || o.stride == 0) {
        for (size_t i = 0; i < (size_t)o.height * o.stride; i++) {
            lost->words[i] = 0;
        }
        return LOB_OK;
    }
    o.line_words = o.stride + 2 * (side / 64) + 3;
    o.rows = lob_malloc(((size_t)o.height + side) * o.stride * sizeof *o.rows);
    o.line = lob_malloc(o.line_words * sizeof *o.line);
    if (o.rows && o.line) {
        *count = lose(&o, mask->words, inverted, lost->words);
    }
    bool is_fine = o.rows && o.line;
    lob_free(o.rows);
    lob_free(o.line);
    return is_fine ? lob_poll(ctx) : lob_fail_memory(ctx);
}

static uint32_t odd_below(uint32_t side) {
    return side % 2 ? side : side - 1;
}

lob_status lob_mrc_open(lob_ctx *ctx, const lob_bits *mask, double width_nm, double spacing_nm, lob_bits *narrow,
                        lob_bits *tight, lob_mrc_counts *counts) {
    const uint32_t width = odd_below(side_of(&mask->frame, width_nm, false));
    const uint32_t spacing = odd_below(side_of(&mask->frame, spacing_nm, false));
    *counts = (lob_mrc_counts){.total_pixels = (uint64_t)mask->frame.width * mask->frame.height};
    LOB_TRY(lose_below(ctx, mask, width, 0, narrow, &counts->width_pixels));
    return lose_below(ctx, mask, spacing, ~UINT64_C(0), tight, &counts->spacing_pixels);
}

lob_status lob_mrc_open_whole(lob_ctx *ctx, const lob_bits *mask, double width_nm, double spacing_nm, bool is_above,
                              lob_bits *narrow, lob_bits *tight, bool *is_clean) {
    uint64_t narrow_count, tight_count;
    LOB_TRY(lose_below(ctx, mask, side_of(&mask->frame, width_nm, is_above), 0, narrow, &narrow_count));
    LOB_TRY(lose_below(ctx, mask, side_of(&mask->frame, spacing_nm, is_above), ~UINT64_C(0), tight, &tight_count));
    *is_clean = narrow_count == 0 && tight_count == 0;
    return LOB_OK;
}
