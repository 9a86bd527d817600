/* Files too large to be kept, and what they may cost. */
#ifndef LOB_TOOLS_BADC_BOMBS_H
#define LOB_TOOLS_BADC_BOMBS_H

#include "badc.h"

typedef struct bad_bomb {
    const char *name, *suffix;
    const char *reason; /* of the refusal; NULL: accepted */
    double seconds_max, mib_max;
} bad_bomb;

typedef struct bad_made_row {
    bad_bomb bomb;
    bool (*make)(lob_buf *out, int64_t n); /* false: out of memory */
    int64_t n;
} bad_made_row;

/* bombs_made.c */
extern const bad_made_row bad_made[];
extern const unsigned bad_made_count;

#endif
