/* The clocks. CLOCK_MONOTONIC never steps back, whatever an operator does to the wall clock. */
#include "base/clock.h"

#include <stdatomic.h>
#include <stdio.h>
#include <time.h>

static atomic_int_fast64_t shift_ms;

int64_t lob_clock_ns(void) {
    struct timespec now = {0};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

int64_t lob_clock_ms(void) {
    return lob_clock_ns() / 1000000 + atomic_load_explicit(&shift_ms, memory_order_relaxed);
}

void lob_clock_shift_ms(int64_t by) {
    atomic_fetch_add(&shift_ms, by);
}

void lob_clock_utc(char out[24]) {
    time_t now = time(NULL);
    struct tm parts = {0};
    gmtime_r(&now, &parts);
    strftime(out, 24, "%Y-%m-%dT%H:%M:%SZ", &parts);
}
