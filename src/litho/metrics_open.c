/* Opening by a square, 64 pixels at a time.
 *
 * A square is a row of 2 r + 1 by a column of as many, and either is put together from halves: the union over 2 m
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
    uint32_t reach; /* r */
    uint64_t *rows; /* height + r of them: row j at j + r, those before are empty */
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

static void spread_line(const opening *o, const uint64_t *from, uint64_t inverted, uint64_t *to) {
    uint32_t skip = o->reach / 64, shift = o->reach % 64, side = 2 * o->reach + 1;
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
    for (uint32_t have = 1; have < side;) {
        uint32_t by = next_step(have, side);
        line_join(o->line, o->line_words, by);
        have += by;
    }
    for (uint32_t i = 0; i < o->stride; i++) {
        to[i] = o->line[i];
    }
    to[o->stride - 1] &= o->tail;
}

static void join_rows(const opening *o, uint32_t by) {
    uint32_t rows = o->height + o->reach;
    for (uint32_t j = 0; j + by < rows; j++) {
        uint64_t *row = o->rows + (size_t)j * o->stride;
        const uint64_t *further = row + (size_t)by * o->stride;
        for (uint32_t i = 0; i < o->stride; i++) {
            row[i] |= further[i];
        }
    }
}

/* Spreads the set, or with `inverted` all ones what is not in it, by the square; rows 0 .. height are the result. */
static void spread(const opening *o, const uint64_t *from, uint64_t inverted) {
    uint32_t side = 2 * o->reach + 1;
    for (size_t i = 0; i < (size_t)o->reach * o->stride; i++) {
        o->rows[i] = 0;
    }
    for (uint32_t j = 0; j < o->height; j++) {
        spread_line(o, from + (size_t)j * o->stride, inverted, o->rows + (size_t)(j + o->reach) * o->stride);
    }
    for (uint32_t have = 1; have < side;) {
        uint32_t by = next_step(have, side);
        join_rows(o, by);
        have += by;
    }
}

/* What opening the set (its complement, with `inverted` all ones) loses. */
static uint64_t lose(const opening *o, const uint64_t *set, uint64_t inverted, uint64_t *lost) {
    uint64_t count = 0;
    spread(o, set, ~inverted);
    for (size_t i = 0; i < (size_t)o->height * o->stride; i++) {
        lost[i] = o->rows[i]; /* what is worn away, and what was outside */
    }
    spread(o, lost, ~UINT64_C(0));
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

static uint32_t reach_of(const lob_frame *frame, double limit_nm) {
    const double nearly = 1e-9;
    double pixels = floor(limit_nm / frame->pixel_nm * (1 + nearly)), reach = floor((pixels - 1) / 2);
    uint32_t most = frame->width > frame->height ? frame->width : frame->height;
    return reach < 1 ? 0 : reach < most ? (uint32_t)reach : most; /* wider than the frame is no different */
}

static lob_status lose_below(lob_ctx *ctx, const lob_bits *mask, double limit_nm, uint64_t inverted, lob_bits *lost,
                             uint64_t *count) {
    const lob_frame *frame = &mask->frame;
    opening o = {.width = frame->width,
                 .height = frame->height,
                 .stride = mask->stride,
                 .tail = lob_bits_tail(mask),
                 .reach = reach_of(frame, limit_nm)};
    *count = 0;
    if (o.reach == 0 || o.stride == 0) {
        for (size_t i = 0; i < (size_t)o.height * o.stride; i++) {
            lost->words[i] = 0;
        }
        return LOB_OK;
    }
    o.line_words = o.stride + 2 * (o.reach / 64) + 3;
    o.rows = lob_malloc(((size_t)o.height + o.reach) * o.stride * sizeof *o.rows);
    o.line = lob_malloc(o.line_words * sizeof *o.line);
    if (o.rows && o.line) {
        *count = lose(&o, mask->words, inverted, lost->words);
    }
    bool is_fine = o.rows && o.line;
    lob_free(o.rows);
    lob_free(o.line);
    return is_fine ? lob_poll(ctx) : lob_fail_memory(ctx);
}

lob_status lob_mrc_open(lob_ctx *ctx, const lob_bits *mask, double width_nm, double spacing_nm, lob_bits *narrow,
                        lob_bits *tight, lob_mrc_counts *counts) {
    *counts = (lob_mrc_counts){.total_pixels = (uint64_t)mask->frame.width * mask->frame.height};
    LOB_TRY(lose_below(ctx, mask, width_nm, 0, narrow, &counts->width_pixels));
    return lose_below(ctx, mask, spacing_nm, ~UINT64_C(0), tight, &counts->spacing_pixels);
}
