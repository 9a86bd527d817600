/* sweep_allocations(), under coverage without the half in which all that follow fail as well: each allocation that
 * fails alone shows each line. */
#ifndef TESTS_UNIT_BASE_SWEEP_ALONE_H
#define TESTS_UNIT_BASE_SWEEP_ALONE_H

#include "tests/unit/base/sweep.h"

static inline unsigned sweep_allocations_alone(bool (*attempt)(void *arg), void *arg) {
    if (getenv("LOB_COVERAGE") == NULL) {
        return sweep_allocations(attempt, arg);
    }
    for (unsigned nth = 1;; nth = sweep_next(nth, false)) {
        assert_true(nth < SWEEP_COUNT_MAX);
        const uint64_t live = lob_alloc_live();
        lob_alloc_fail_at(nth, 0);
        const bool fine = attempt(arg);
        const unsigned asked = (unsigned)lob_alloc_count();
        lob_alloc_fail_at(0, 0);
        assert_int_equal(lob_alloc_live(), live);
        assert_int_equal(fine, asked < nth);
        if (fine) {
            return asked;
        }
    }
}

#endif
