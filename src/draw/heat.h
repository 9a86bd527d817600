/* A map of values to colours of even lightness: L* of CIELAB rises by the same with each step, so that it reads in grey
 * and for who does not tell red from green. */
#ifndef LOB_DRAW_HEAT_H
#define LOB_DRAW_HEAT_H

#include <stdint.h>

/* 0xRRGGBB of a share 0..1 of the range; what lies outside counts as its end. */
uint32_t lob_heat_color(double share);

#endif
