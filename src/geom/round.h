/* Doubles to integer coordinates: half away from zero, never undefined. */
#ifndef LOB_GEOM_ROUND_H
#define LOB_GEOM_ROUND_H

#include <stdint.h>

/* Values beyond +-2^61 (and NaN) stop there; callers refuse such coordinates long before. */
static inline int64_t lob_round(double value) {
    const double edge = 2305843009213693952.0;
    if (!(value > -edge)) {
        return -(INT64_C(1) << 61);
    }
    if (value >= edge) {
        return INT64_C(1) << 61;
    }
    /* Above 2^52 every double is whole, and adding a half would round a second time. */
    if (value >= 4503599627370496.0 || value <= -4503599627370496.0) {
        return (int64_t)value;
    }
    return value >= 0 ? (int64_t)(value + 0.5) : (int64_t)(value - 0.5);
}

#endif
