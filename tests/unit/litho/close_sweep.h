/* A sweep of allocations that under valgrind goes by another stride than LOB_TEST_STRIDE has. */
#ifndef TESTS_UNIT_LITHO_CLOSE_SWEEP_H
#define TESTS_UNIT_LITHO_CLOSE_SWEEP_H

#include <stdlib.h>
#include <string.h>

#include "../base/sweep.h"

/* `stride` "1": none is passed by. */
static inline unsigned sweep_allocations_by(const char *stride, bool (*attempt)(void *arg), void *arg, bool spares) {
    const char *const text = getenv("LOB_TEST_STRIDE");
    char *const usual = text ? strdup(text) : NULL;
    if (usual) {
        setenv("LOB_TEST_STRIDE", stride, 1);
    }
    const unsigned count = sweep_allocations_sparing(attempt, arg, spares);
    if (usual) {
        setenv("LOB_TEST_STRIDE", usual, 1);
    }
    free(usual);
    return count;
}

#endif
