/* Time: monotonic for durations and TTLs, wall clock for session.json alone. Tests may shift the monotonic clock. */
#ifndef LOB_BASE_CLOCK_H
#define LOB_BASE_CLOCK_H

#include <stdint.h>

int64_t lob_clock_ms(void); /* monotonic */
int64_t lob_clock_ns(void);
void lob_clock_shift_ms(int64_t by); /* test hook: adds to lob_clock_ms() from now on */
/* "2026-11-21T09:30:00Z" of the wall clock, UTC. */
void lob_clock_utc(char out[24]);

#endif
