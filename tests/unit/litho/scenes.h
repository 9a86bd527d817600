/* What tests of sets of pixels share: a context, frames of awkward sizes, random scenes. */
#ifndef TESTS_UNIT_LITHO_SCENES_H
#define TESTS_UNIT_LITHO_SCENES_H

#include <math.h>

#include "tests/support/lob_test.h"

#include "../base/sweep.h"
#include "litho/kernels.h"
#include "litho/plane.h"
#include "tests/support/stride.h"

static lob_arena *arena;
static lob_ctx ctx;

static inline int setup(void **state) {
    (void)state;
    arena = lob_arena_new(0);
    lob_ctx_init(&ctx, arena);
    return 0;
}

static inline int teardown(void **state) {
    (void)state;
    lob_arena_drop(arena);
    return 0;
}

/* The short forms, of LOB_TEST_QUICK and LOB_TEST_STRIDE. */
static inline bool quick_is_on(void) {
    return getenv("LOB_TEST_QUICK") != NULL || stride_is_on();
}

/* There a source of few points: what the kernels of one cost grows with the sixth power of its radius, and most of what
 * an evaluation of one tile costs is its kernels. */
static inline void take_small_source(lob_optics *optics) {
    optics->sigma_outer = quick_is_on() ? .25 : optics->sigma_outer;
}

static inline uint32_t random_below(uint32_t limit) {
    return (uint32_t)rand() % limit;
}

/* Sizes around a word, of one pixel, and any. */
static inline lob_frame random_frame(uint32_t side_max) {
    static const uint32_t sizes[] = {1, 2, 63, 64, 65, 127, 128, 129};
    uint32_t width = sizes[random_below(8)], height = 1 + random_below(side_max);
    if (width > side_max || random_below(2)) {
        width = 1 + random_below(side_max);
    }
    return (lob_frame){(int64_t)random_below(400) - 200, (int64_t)random_below(400) - 200, width, height, 1};
}

/* Kinds: noise; boxes added; boxes added and taken away; discs. */
static inline void random_scene(lob_bits *bits, unsigned kind) {
    uint32_t w = bits->frame.width, h = bits->frame.height;
    memset(bits->words, 0, (size_t)bits->stride * h * sizeof *bits->words);
    if (kind % 4 == 0) {
        for (uint32_t i = 0; i < w * h; i++) {
            if (random_below(3) == 0) {
                lob_bits_set(bits, i % w, i / w);
            }
        }
        return;
    }
    for (unsigned n = 0; n < 6; n++) {
        uint32_t x = random_below(w), y = random_below(h), r = 1 + random_below(1 + (w < h ? w : h) / 3);
        bool is_taken = kind % 4 == 2 && n % 3 == 2;
        for (uint32_t j = 0; j < h; j++) {
            for (uint32_t i = 0; i < w; i++) {
                int64_t dx = (int64_t)i - x, dy = (int64_t)j - y;
                bool is_in =
                    kind % 4 == 3 ? dx * dx + dy * dy < (int64_t)r * r : llabs(dx) < r && llabs(dy) < r / 2 + 1;
                if (is_in && is_taken) {
                    bits->words[(size_t)j * bits->stride + i / 64] &= ~(UINT64_C(1) << i % 64);
                } else if (is_in) {
                    lob_bits_set(bits, i, j);
                }
            }
        }
    }
}

static inline lob_bits new_bits(lob_frame frame) {
    lob_bits bits;
    assert_int_equal(lob_bits_new(&ctx, frame, &bits), LOB_OK);
    return bits;
}

static inline bool at(const lob_bits *bits, int64_t column, int64_t row) {
    return column >= 0 && row >= 0 && column < bits->frame.width && row < bits->frame.height &&
           lob_bits_at(bits, (uint32_t)column, (uint32_t)row);
}

static inline void set_box(lob_bits *bits, uint32_t left, uint32_t bottom, uint32_t right, uint32_t top) {
    for (uint32_t j = bottom; j < top; j++) {
        for (uint32_t i = left; i < right; i++) {
            lob_bits_set(bits, i, j);
        }
    }
}

/* Bits beyond the width are never set. */
static inline void check_tail(const lob_bits *bits) {
    uint32_t over = bits->frame.width % 64;
    for (uint32_t j = 0; over && j < bits->frame.height; j++) {
        assert_int_equal(bits->words[(size_t)(j + 1) * bits->stride - 1] >> over, 0);
    }
}

#endif
