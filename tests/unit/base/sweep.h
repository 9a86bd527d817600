/* Makes the first, the second, ... allocation of a piece of work fail, once alone and once with all that follow, until
 * one run has no failure left to meet. The work must then have succeeded, before that it must have failed, and never
 * leak. */
#ifndef TESTS_UNIT_BASE_SWEEP_H
#define TESTS_UNIT_BASE_SWEEP_H

#include "tests/support/lob_test.h"

#include "base/alloc.h"

enum { SWEEP_COUNT_MAX = 10000, SWEEP_WHOLE = 16 };

/* The allocation to fail after the nth. LOB_TEST_STRIDE (valgrind, which makes each run slow) passes some by: of those
 * that fail alone the first SWEEP_WHOLE are all taken, behind them the gaps grow, for far behind stand loops; those
 * that fail with all that follow lie between them. */
static inline unsigned sweep_next(unsigned nth, bool persistent) {
    const char *text = getenv("LOB_TEST_STRIDE");
    const unsigned stride = text ? (unsigned)strtoul(text, NULL, 10) : 1;
    if (stride < 2 || (!persistent && nth < SWEEP_WHOLE)) {
        return nth + 1;
    }
    return nth + stride + nth / 4;
}

/* Returns how many allocations the work makes. `attempt` returns whether it succeeded, and must release all it took.
 * `spares`: some allocations are dispensable (shrinking a block), so the work may succeed without them. */
static inline unsigned sweep_allocations_sparing(bool (*attempt)(void *arg), void *arg, bool spares) {
    unsigned count = 0;
    for (int persistent = 0; persistent < 2; persistent++) {
        for (unsigned nth = 1;; nth = sweep_next(nth, persistent)) {
            assert_lt(nth, SWEEP_COUNT_MAX);
            uint64_t live = lob_alloc_live();
            lob_alloc_fail_at(nth, persistent);
            bool fine = attempt(arg);
            const unsigned asked = (unsigned)lob_alloc_count();
            bool met = asked >= nth;
            lob_alloc_fail_at(0, 0);
            assert_int_equal(lob_alloc_live(), live);
            if (met) {
                if (!spares) {
                    assert_false(fine);
                }
            } else {
                assert_true(fine);
            }
            if (!met) {
                count = asked;
                break;
            }
        }
    }
    return count;
}

static inline unsigned sweep_allocations(bool (*attempt)(void *arg), void *arg) {
    return sweep_allocations_sparing(attempt, arg, false);
}

#endif
