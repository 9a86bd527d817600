/* What the files of the metrics share. Not for others. */
#ifndef LOB_LITHO_METRICS_IMPL_H
#define LOB_LITHO_METRICS_IMPL_H

#include "litho/metrics.h"

/* ---- metrics_parts.c: 4-connected parts of a set ---- */

typedef struct lob_pixel_run { /* pixels [first, end) of a row, as long as they come */
    uint32_t row, first, end, part;
} lob_pixel_run;

typedef struct lob_parts {
    lob_pixel_run *runs; /* by row, then from the left */
    uint32_t *row_first; /* of the runs of each row, and one more */
    uint32_t run_count, run_capacity;
    uint32_t part_count; /* parts are numbered by their lowest, of those leftmost pixel */
} lob_parts;

/* Drop it also after a failure. LOB_E_CANCELLED. */
lob_status lob_parts_of(lob_ctx *ctx, const lob_bits *bits, lob_parts *parts);
void lob_parts_drop(lob_parts *parts);
/* The part of a pixel of the set. */
uint32_t lob_parts_at(const lob_parts *parts, uint32_t column, uint32_t row);

/* The next run of set bits of a row from *end on. */
static inline bool lob_run_next(const uint64_t *words, uint32_t width, uint32_t *first, uint32_t *end) {
    uint32_t i = *end;
    while (i < width) {
        uint64_t rest = words[i / 64] >> i % 64;
        if (rest) {
            i += (uint32_t)__builtin_ctzll(rest);
            break;
        }
        i = (i / 64 + 1) * 64;
    }
    if (i >= width) {
        return false;
    }
    *first = i;
    while (i < width) {
        uint64_t rest = ~words[i / 64] >> i % 64;
        if (rest) {
            i += (uint32_t)__builtin_ctzll(rest);
            break;
        }
        i = (i / 64 + 1) * 64;
    }
    *end = i < width ? i : width;
    return true;
}

static inline const uint64_t *lob_bits_row(const lob_bits *bits, uint32_t row) {
    return bits->words + (size_t)row * bits->stride;
}

/* Those of the last word of a row that are within the width. */
static inline uint64_t lob_bits_tail(const lob_bits *bits) {
    uint32_t over = bits->frame.width % 64;
    return over ? (UINT64_C(1) << over) - 1 : ~UINT64_C(0);
}

enum { LOB_METRICS_POLL_ROWS = 64 };

#endif
