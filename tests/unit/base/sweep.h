/* Makes the first, the second, ... allocation of a piece of work fail, once alone and once with all that follow, until
 * one run has no failure left to meet. The work must then have succeeded, before that it must have failed, and never
 * leak. */
#ifndef TESTS_UNIT_BASE_SWEEP_H
#define TESTS_UNIT_BASE_SWEEP_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <setjmp.h>

#include <cmocka.h>

#include "base/alloc.h"

enum { SWEEP_COUNT_MAX = 10000 };

/* Returns how many allocations the work makes. `run` returns whether it succeeded, and must release all it took.
 * `spares`: some allocations are dispensable (shrinking a block), so the work may succeed without them. */
static inline unsigned sweep_allocations_sparing(bool (*run)(void *arg), void *arg, bool spares) {
    unsigned count = 0;
    for (int persistent = 0; persistent < 2; persistent++) {
        for (unsigned nth = 1;; nth++) {
            assert_true(nth < SWEEP_COUNT_MAX);
            uint64_t live = lob_alloc_live();
            lob_alloc_fail_at(nth, persistent);
            bool fine = run(arg);
            bool met = lob_alloc_count() >= nth;
            lob_alloc_fail_at(0, 0);
            assert_int_equal(lob_alloc_live(), live);
            assert_true(met ? spares || !fine : fine);
            if (!met) {
                count = nth - 1;
                break;
            }
        }
    }
    return count;
}

static inline unsigned sweep_allocations(bool (*run)(void *arg), void *arg) {
    return sweep_allocations_sparing(run, arg, false);
}

#endif
