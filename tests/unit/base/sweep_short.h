/* sweep_allocations() for what takes long: in the quick forms and under coverage each allocation fails alone, but only
 * some with all that follow. */
#ifndef TESTS_UNIT_BASE_SWEEP_SHORT_H
#define TESTS_UNIT_BASE_SWEEP_SHORT_H

#include "tests/unit/base/sweep.h"

static inline unsigned sweep_allocations_short(bool (*attempt)(void *arg), void *arg) {
    const bool is_short = getenv("LOB_TEST_QUICK") != NULL || getenv("LOB_COVERAGE") != NULL;
    if (!is_short || sweep_next(SWEEP_WHOLE, false) > SWEEP_WHOLE + 1) { /* by strides already */
        return sweep_allocations(attempt, arg);
    }
    unsigned count = 0;
    for (int persistent = 0; persistent < 2; persistent++) {
        for (unsigned nth = 1;; nth += persistent ? 7 + nth / 4 : 1) {
            assert_lt(nth, SWEEP_COUNT_MAX);
            const uint64_t live = lob_alloc_live();
            lob_alloc_fail_at(nth, persistent);
            const bool fine = attempt(arg);
            const unsigned asked = (unsigned)lob_alloc_count();
            lob_alloc_fail_at(0, 0);
            assert_int_equal(lob_alloc_live(), live);
            assert_int_equal(fine, asked < nth);
            if (fine) {
                count = asked;
                break;
            }
        }
    }
    return count;
}

#endif
