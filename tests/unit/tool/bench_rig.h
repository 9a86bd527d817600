/* The bench of tool_support.h that each test of a file opens and closes. */
#ifndef TESTS_UNIT_TOOL_BENCH_RIG_H
#define TESTS_UNIT_TOOL_BENCH_RIG_H

#include "tool_support.h"

static bench t;

static UNUSED_OK int setup_bench(void **state) {
    (void)state;
    bench_open(&t);
    return 0;
}

static int teardown(void **state) {
    (void)state;
    bench_close(&t);
    return 0;
}

#endif
