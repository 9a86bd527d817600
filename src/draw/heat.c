/* See heat.h. Steps between the colours of the table are even in each channel. */
#include "draw/heat.h"

#include <math.h>

/* Made in CIELAB (D65) along L* = 6 + 90 t, hue 285 + 180 t degrees, with the largest chroma up to 60 that sRGB has. */
static const uint32_t map[] = {0x001233, 0x001857, 0x2f1671, 0x581373, 0x781272, 0x941770, 0xad226c, 0xc23267, 0xd54562,
                               0xe45a5d, 0xf07058, 0xf88655, 0xfe9d55, 0xffb55e, 0xffcc6b, 0xffe36f, 0xfbf980};

uint32_t lob_heat_color(double share) {
    enum { LAST = sizeof map / sizeof map[0] - 1 };
    const double at = fmin(fmax(share, 0), 1) * LAST;
    const int step = at >= LAST ? LAST - 1 : (int)at;
    const double part = at - step;
    uint32_t color = 0;
    for (int shift = 16; shift >= 0; shift -= 8) {
        const double from = map[step] >> shift & 255, to = map[step + 1] >> shift & 255;
        color = color << 8 | (uint32_t)lround(from + (to - from) * part);
    }
    return color;
}
