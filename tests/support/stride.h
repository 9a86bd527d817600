/* What a test does under valgrind (LOB_TEST_STRIDE, which `make valgrind` sets, and `make coverage` for the programs of
 * tests/coverage.thin), where a program is some forty times slower. What valgrind looks for, memory that was never set,
 * is not ours or is lost, shows when a path is taken once: there a test takes each path and leaves volume (repetitions,
 * large grids, the arithmetic of its oracle) to the other runs. Smaller goes before skipped. */
#ifndef TESTS_SUPPORT_STRIDE_H
#define TESTS_SUPPORT_STRIDE_H

#include "tests/support/lob_test.h"

static inline bool stride_is_on(void) {
    return getenv("LOB_TEST_STRIDE") != NULL;
}

/* How many, how large, how far apart: `whole`, and under valgrind `few`. */
static inline uint32_t stride_pick(uint32_t whole, uint32_t few) {
    return stride_is_on() ? few : whole;
}

/* For what takes no path that another test does not take, or measures seconds and resident memory, which are
 * valgrind's. */
static inline void stride_skip(void) {
    if (stride_is_on()) {
        print_message("SKIPPED: LOB_TEST_STRIDE\n");
        skip();
    }
}

/* For volume alone, no path of its own: only where the program is optimized and nothing watches it. */
static inline void volume_skip(void) {
    if (getenv("LOB_COVERAGE") != NULL || getenv("LOB_TEST_QUICK") != NULL || stride_is_on()) {
        print_message("SKIPPED: volume\n");
        skip();
    }
}

#endif
