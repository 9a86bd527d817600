/* Points and boxes in database units. Stored coordinates are int32 as in the file formats; sums, products and boxes of
 * a hierarchy are int64 or wider, so nothing ever wraps. A box is closed; empty when left > right or bottom > top. */
#ifndef LOB_GEOM_POINT_H
#define LOB_GEOM_POINT_H

#include <stdbool.h>
#include <stdint.h>

typedef struct lob_point {
    int32_t x, y;
} lob_point;

typedef struct lob_point64 {
    int64_t x, y;
} lob_point64;

typedef struct lob_vec2 { /* where a place or direction need not lie on the grid */
    double x, y;
} lob_vec2;

/* By y, then by x. */
static inline int lob_point_compare(lob_point64 a, lob_point64 b) {
    if (a.y != b.y) {
        return a.y < b.y ? -1 : 1;
    }
    return a.x < b.x ? -1 : a.x > b.x;
}

typedef struct lob_box {
    int32_t left, bottom, right, top;
} lob_box;

typedef struct lob_box64 {
    int64_t left, bottom, right, top;
} lob_box64;

/* Coordinates of a layout stay within +-LOB_COORD_MAX at any level of its hierarchy, so that they are exact as JSON
 * numbers. */
#define LOB_COORD_MAX ((INT64_C(1) << 53) - 1)

#define LOB_BOX64_EMPTY ((lob_box64){1, 1, -1, -1})
static inline bool lob_box64_is_empty(lob_box64 b) {
    return b.left > b.right || b.bottom > b.top;
}
static inline bool lob_box64_touch(lob_box64 a, lob_box64 b) { /* a border is enough */
    return a.left <= b.right && a.right >= b.left && a.bottom <= b.top && a.top >= b.bottom;
}
static inline lob_box64 lob_box64_from(lob_box b) {
    return (lob_box64){b.left, b.bottom, b.right, b.top};
}
static inline lob_box64 lob_box64_around(lob_box64 a, lob_box64 b) { /* neither empty */
    return (lob_box64){a.left < b.left ? a.left : b.left, a.bottom < b.bottom ? a.bottom : b.bottom,
                       a.right > b.right ? a.right : b.right, a.top > b.top ? a.top : b.top};
}
lob_box64 lob_box64_join(lob_box64 a, lob_box64 b); /* smallest box around both; empty ones add nothing */
/* Inline: by a call the box would go through memory once for each point of a layer. */
static inline lob_box64 lob_box64_add_point(lob_box64 a, int64_t x, int64_t y) {
    const lob_box64 point = {x, y, x, y};
    return lob_box64_is_empty(a) ? point : lob_box64_around(a, point);
}

/* Box of `count` >= 1 points. */
lob_box lob_points_box(const lob_point *points, uint32_t count);

#endif
