/* Planes and sets of pixels: their memory, and what is done to whole words of them.
 *
 * Invariant: bits beyond the width of a row are 0, so counts and comparisons go by words. A plane's values begin on 64
 * bytes; the block they lie in is remembered in the place before them.
 */
#include "litho/plane.h"

#include "base/alloc.h"
#include "base/wrap.h"

enum { ALIGNMENT = 64, WORD = 64 };

/* More than any machine holds; products of sizes stay far from wrapping. */
static const size_t pixels_max = (size_t)1 << 40;

lob_status lob_plane_new(lob_ctx *ctx, lob_frame frame, lob_plane *plane) {
    size_t pixels = (size_t)frame.width * frame.height;
    *plane = (lob_plane){.frame = frame};
    if (pixels > pixels_max) {
        return lob_fail_memory(ctx);
    }
    char *block = lob_calloc(pixels * sizeof *plane->values + 2 * ALIGNMENT, 1);
    if (!block) {
        return lob_fail_memory(ctx);
    }
    /* Room for the block's address is at least 16 bytes: blocks begin on multiples of that. */
    char *values = block + 2 * ALIGNMENT - (uintptr_t)block % ALIGNMENT;
    memcpy(values - sizeof block, &block, sizeof block);
    plane->values = (float *)(void *)values;
    return LOB_OK;
}

void lob_plane_drop(lob_plane *plane) {
    if (plane->values) {
        void *block;
        memcpy(&block, (char *)plane->values - sizeof block, sizeof block);
        lob_free(block);
    }
    *plane = (lob_plane){0};
}

lob_status lob_bits_new(lob_ctx *ctx, lob_frame frame, lob_bits *bits) {
    *bits = (lob_bits){.frame = frame, .stride = frame.width / WORD + (frame.width % WORD != 0)};
    size_t words = (size_t)bits->stride * frame.height;
    if (words <= pixels_max / WORD) {
        bits->words = lob_calloc(words ? words : 1, sizeof *bits->words);
    }
    return bits->words ? LOB_OK : lob_fail_memory(ctx);
}

void lob_bits_drop(lob_bits *bits) {
    lob_free(bits->words);
    *bits = (lob_bits){0};
}

uint64_t lob_bits_count(const lob_bits *bits) {
    size_t words = (size_t)bits->stride * bits->frame.height;
    uint64_t count = 0;
    for (size_t i = 0; i < words; i++) {
        count += (uint64_t)__builtin_popcountll(bits->words[i]);
    }
    return count;
}

uint64_t lob_bits_differ(const lob_bits *a, const lob_bits *b) {
    size_t words = (size_t)a->stride * a->frame.height;
    uint64_t count = 0;
    for (size_t i = 0; i < words; i++) {
        count += (uint64_t)__builtin_popcountll(a->words[i] ^ b->words[i]);
    }
    return count;
}

/* Eight comparisons make eight bytes of 0 or 1, and one multiplication gathers them into the top byte: byte i goes to
 * bit 56 + i, and no two products meet. */
static uint64_t eight_at_least(const float *values, float threshold) {
    uint64_t bytes = 0;
    for (unsigned i = 0; i < 8; i++) {
        bytes |= (uint64_t)(values[i] >= threshold) << (8 * i);
    }
    return lob_wrap_mul(bytes, UINT64_C(0x0102040810204080)) >> 56;
}

void lob_bits_from_plane(const lob_plane *plane, float threshold, lob_bits *bits) {
    uint32_t width = plane->frame.width;
    for (uint32_t row = 0; row < plane->frame.height; row++) {
        const float *values = plane->values + (size_t)row * width;
        uint64_t *words = bits->words + (size_t)row * bits->stride;
        for (uint32_t w = 0; w < bits->stride; w++) {
            uint32_t first = w * WORD, end = width - first < WORD ? width : first + WORD;
            uint64_t word = 0;
            uint32_t i = first;
            for (; i + 8 <= end; i += 8) {
                word |= eight_at_least(values + i, threshold) << (i - first);
            }
            for (; i < end; i++) {
                word |= (uint64_t)(values[i] >= threshold) << (i - first);
            }
            words[w] = word;
        }
    }
}

/* 1..64 bits from bit `at` on. */
static uint64_t bits_read(const uint64_t *words, uint32_t at, uint32_t count) {
    uint32_t word = at / WORD, shift = at % WORD;
    uint64_t value = words[word] >> shift;
    if (shift && shift + count > WORD) {
        value |= words[word + 1] << (WORD - shift);
    }
    return count < WORD ? value & ((UINT64_C(1) << count) - 1) : value;
}

static uint32_t smaller(uint32_t a, uint32_t b) {
    return a < b ? a : b;
}

static void row_copy(const uint64_t *from, uint32_t left, uint64_t *to, uint32_t column, uint32_t width) {
    for (uint32_t done = 0; done < width;) {
        uint32_t at = column + done, shift = at % WORD, count = smaller(WORD - shift, width - done);
        uint64_t mask = count < WORD ? ((UINT64_C(1) << count) - 1) << shift : ~UINT64_C(0);
        uint64_t *word = &to[at / WORD];
        *word = (*word & ~mask) | bits_read(from, left + done, count) << shift;
        done += count;
    }
}

void lob_bits_copy(const lob_bits *from, uint32_t left, uint32_t bottom, uint32_t width, uint32_t height, lob_bits *to,
                   uint32_t column, uint32_t row) {
    if (left >= from->frame.width || bottom >= from->frame.height || column >= to->frame.width ||
        row >= to->frame.height) {
        return;
    }
    width = smaller(smaller(width, from->frame.width - left), to->frame.width - column);
    height = smaller(smaller(height, from->frame.height - bottom), to->frame.height - row);
    for (uint32_t i = 0; i < height; i++) {
        row_copy(from->words + (size_t)(bottom + i) * from->stride, left, to->words + (size_t)(row + i) * to->stride,
                 column, width);
    }
}
