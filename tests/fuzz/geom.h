/* Shapes as the target geom makes them of bytes: a few bytes say which kind, how many points and how far out, a seed
 * the rest, so that small inputs reach large and hard figures. */
#ifndef LOB_TESTS_FUZZ_GEOM_H
#define LOB_TESTS_FUZZ_GEOM_H

#include "fuzz.h"
#include "geom/point.h"

enum { GEOM_POINTS_MAX = 512 };

typedef struct geom_bytes { /* zeros behind the end */
    const uint8_t *at, *end;
} geom_bytes;

uint8_t geom_byte(geom_bytes *bytes);
uint32_t geom_word(geom_bytes *bytes);

typedef struct geom_dice {
    uint64_t state;
} geom_dice;

geom_dice geom_dice_of(geom_bytes *bytes);
uint64_t geom_roll(geom_dice *dice);
int64_t geom_in(geom_dice *dice, int64_t low, int64_t high); /* closed */

typedef struct geom_shape {
    lob_point64 points[GEOM_POINTS_MAX];
    uint32_t count; /* 1 .. GEOM_POINTS_MAX */
} geom_shape;

/* The next shape of the bytes; all coordinates within +-reach, which is 8 or more. */
void geom_shape_make(geom_bytes *bytes, int64_t reach, geom_shape *shape);
lob_box64 geom_box(const lob_point64 *points, uint32_t count);

#endif
