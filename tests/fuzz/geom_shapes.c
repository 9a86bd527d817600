/* Kinds of shapes that are hard on geometry; each is drawn about the origin within +-span and then moved within reach.
 */
#include "geom.h"

#include <math.h>

uint8_t geom_byte(geom_bytes *bytes) {
    return bytes->at < bytes->end ? *bytes->at++ : 0;
}

uint32_t geom_word(geom_bytes *bytes) {
    uint32_t word = 0;
    for (int i = 0; i < 4; i++) {
        word = word << 8 | geom_byte(bytes);
    }
    return word;
}

geom_dice geom_dice_of(geom_bytes *bytes) {
    return (geom_dice){geom_word(bytes) | UINT64_C(0x9e3779b900000000)};
}

uint64_t geom_roll(geom_dice *dice) {
    dice->state ^= dice->state << 13;
    dice->state ^= dice->state >> 7;
    dice->state ^= dice->state << 17;
    return dice->state;
}

int64_t geom_in(geom_dice *dice, int64_t low, int64_t high) {
    return low + (int64_t)(geom_roll(dice) % ((uint64_t)(high - low) + 1));
}

lob_box64 geom_box(const lob_point64 *points, uint32_t count) {
    lob_box64 box = LOB_BOX64_EMPTY;
    for (uint32_t i = 0; i < count; i++) {
        box = lob_box64_add_point(box, points[i].x, points[i].y);
    }
    return box;
}

static void put(geom_shape *s, double x, double y) {
    if (s->count < GEOM_POINTS_MAX) {
        s->points[s->count++] = (lob_point64){(int64_t)floor(x + 0.5), (int64_t)floor(y + 0.5)};
    }
}

static void put_whole(geom_shape *s, int64_t x, int64_t y) {
    if (s->count < GEOM_POINTS_MAX) {
        s->points[s->count++] = (lob_point64){x, y};
    }
}

typedef void maker(geom_shape *s, geom_dice *d, uint32_t n, int64_t span);

static void make_box(geom_shape *s, geom_dice *d, uint32_t n, int64_t span) {
    (void)n;
    int64_t x = geom_in(d, 0, span), y = geom_in(d, 0, span);
    put_whole(s, -x, -y);
    put_whole(s, x, -y);
    put_whole(s, x, y);
    put_whole(s, -x, y);
}

static void make_convex(geom_shape *s, geom_dice *d, uint32_t n, int64_t span) {
    double turn = (double)geom_in(d, 0, 628) / 100, flat = (double)geom_in(d, 1, 100) / 100;
    for (uint32_t i = 0; i < n; i++) {
        double a = turn + 2 * M_PI * (i + (double)geom_in(d, 0, 90) / 100) / n;
        put(s, (double)span * cos(a), (double)span * flat * sin(a));
    }
}

static void make_crossing(geom_shape *s, geom_dice *d, uint32_t n, int64_t span) {
    for (uint32_t i = 0; i < n; i++) {
        put_whole(s, geom_in(d, -span, span), geom_in(d, -span, span));
    }
}

static void make_needle(geom_shape *s, geom_dice *d, uint32_t n, int64_t span) {
    int64_t y = geom_in(d, -2, 2), thick = geom_in(d, 0, 2);
    put_whole(s, -span, y);
    for (uint32_t i = 0; i + 3 < n; i++) {
        put_whole(s, geom_in(d, -span, span), y + geom_in(d, 0, thick));
    }
    put_whole(s, span, geom_in(d, -2, 2));
    put_whole(s, geom_in(d, -span, span), y + thick);
}

static void make_comb(geom_shape *s, geom_dice *d, uint32_t n, int64_t span) {
    int64_t teeth = n / 4 + 1, pitch = 2 * span / (2 * teeth) > 0 ? 2 * span / (2 * teeth) : 1;
    for (int64_t i = 0; i < teeth; i++) {
        int64_t x = -span + 2 * i * pitch, high = geom_in(d, 0, 3) ? span : geom_in(d, -span, span);
        put_whole(s, x, -span);
        put_whole(s, x, high);
        put_whole(s, x + pitch, high);
        put_whole(s, x + pitch, -span);
    }
    put_whole(s, span, -span - (span > 1));
    put_whole(s, -span, -span - (span > 1));
}

static void make_star(geom_shape *s, geom_dice *d, uint32_t n, int64_t span) {
    uint32_t step = (uint32_t)geom_in(d, 1, 5);
    bool pulls_in = geom_in(d, 0, 1);
    for (uint32_t i = 0; i < n; i++) {
        double a = 2 * M_PI * ((i * step) % n) / n, r = pulls_in && i % 2 ? (double)span / 3 : (double)span;
        put(s, r * cos(a), r * sin(a));
    }
}

static void make_spiral(geom_shape *s, geom_dice *d, uint32_t n, int64_t span) {
    uint32_t half = n / 2 + 2;
    double turns = (double)geom_in(d, 1, 400) / 100, width = (double)geom_in(d, 1, 40) / 100;
    for (uint32_t side = 0; side < 2; side++) {
        for (uint32_t i = 0; i < half; i++) {
            double t = (double)(side ? half - 1 - i : i) / (half - 1), a = 2 * M_PI * turns * t;
            double r = (double)span * (0.2 + 0.8 * t - (side ? width * 0.2 : 0));
            put(s, r * cos(a), r * sin(a));
        }
    }
}

static void make_stairs(geom_shape *s, geom_dice *d, uint32_t n, int64_t span) {
    int64_t x = -span, y = -span, step = 2 * span / (int64_t)(n + 1) + 1;
    put_whole(s, x, y);
    for (uint32_t i = 0; i < n && x < span && y < span; i++) {
        *(geom_in(d, 0, 1) ? &x : &y) += geom_in(d, 0, step);
        put_whole(s, x < span ? x : span, y < span ? y : span);
    }
    put_whole(s, span, -span);
}

/* A path's outline: two sides about a line of corners or of a bend. */
static void make_guide(geom_shape *s, geom_dice *d, uint32_t n, int64_t span) {
    uint32_t half = n / 2 + 2 < GEOM_POINTS_MAX / 2 ? n / 2 + 2 : GEOM_POINTS_MAX / 2;
    double turn = (double)geom_in(d, -600, 600) / 100, start = (double)geom_in(d, 0, 628) / 100;
    double width = (double)span * (double)geom_in(d, 1, 200) / 1000, grow = (double)geom_in(d, 0, 3);
    double x[GEOM_POINTS_MAX], y[GEOM_POINTS_MAX], a = start, at_x = 0, at_y = 0;
    bool is_corner = geom_in(d, 0, 2) == 0;
    for (uint32_t i = 0; i < half; i++) {
        double w = width * (1 + grow * i / half) / 2;
        x[i] = at_x + w * sin(a);
        y[i] = at_y - w * cos(a);
        put(s, at_x - w * sin(a), at_y + w * cos(a));
        a += is_corner ? M_PI / 2 * (double)geom_in(d, -1, 1) : turn / half;
        at_x += (double)span / half * cos(a);
        at_y += (double)span / half * sin(a);
    }
    for (uint32_t i = half; i > 0; i--) {
        put(s, x[i - 1], y[i - 1]);
    }
}

static void make_extreme(geom_shape *s, geom_dice *d, uint32_t n, int64_t span) {
    const int64_t values[] = {-span, -span + 1, -1, 0, 1, span - 1, span, span / 2};
    for (uint32_t i = 0; i < n; i++) {
        put_whole(s, values[geom_in(d, 0, 7)], values[geom_in(d, 0, 7)]);
    }
}

static void make_line(geom_shape *s, geom_dice *d, uint32_t n, int64_t span) {
    int64_t dx = geom_in(d, -3, 3), dy = geom_in(d, -3, 3);
    for (uint32_t i = 0; i < n; i++) {
        int64_t k = geom_in(d, -span / 4, span / 4);
        put_whole(s, dx * k, dy * k);
    }
}

static void make_ring(geom_shape *s, geom_dice *d, uint32_t n, int64_t span) {
    uint32_t half = n / 2 + 3;
    double inner = (double)geom_in(d, 10, 99) / 100;
    for (uint32_t side = 0; side < 2; side++) {
        for (uint32_t i = 0; i <= half; i++) {
            double a = 2 * M_PI * (side ? half - i : i) / half, r = (double)span * (side ? inner : 1);
            put(s, r * cos(a), r * sin(a));
        }
    }
}

static maker *const makers[] = {make_box,    make_convex, make_crossing, make_needle,  make_comb, make_star,
                                make_spiral, make_stairs, make_guide,    make_extreme, make_line, make_ring};

/* Doubles some points and lets some edges go there and back. */
static void spoil(geom_shape *s, geom_dice *d) {
    geom_shape from = *s;
    s->count = 0;
    for (uint32_t i = 0; i < from.count; i++) {
        lob_point64 p = from.points[i];
        put_whole(s, p.x, p.y);
        switch (geom_in(d, 0, 5)) {
        case 0:
            put_whole(s, p.x, p.y);
            break;
        case 1:
            put_whole(s, from.points[(i + 1) % from.count].x, from.points[(i + 1) % from.count].y);
            put_whole(s, p.x, p.y);
            break;
        default:
            break;
        }
    }
}

static int64_t clamp(int64_t v, int64_t reach) {
    return v < -reach ? -reach : v > reach ? reach : v;
}

void geom_shape_make(geom_bytes *bytes, int64_t reach, geom_shape *s) {
    uint8_t kind = geom_byte(bytes), size = geom_byte(bytes), far = geom_byte(bytes);
    geom_dice d = geom_dice_of(bytes);
    uint32_t n = size < 200 ? size % 16 + 3 : size < 250 ? size - 150 : GEOM_POINTS_MAX / 2;
    unsigned bits = 63 - (unsigned)__builtin_clzll((uint64_t)reach);
    int64_t span = (INT64_C(1) << (2 + far % (bits - 1))) - 1;
    span = span > reach || far == 255 ? reach : span;
    s->count = 0;
    makers[kind % (sizeof makers / sizeof *makers)](s, &d, n, span);
    if (kind & 128) {
        spoil(s, &d);
    }
    int64_t room = reach - span, dx = 0, dy = 0;
    if (kind & 64) { /* most shapes stay where others are */
        room = room < span ? room : span;
        dx = geom_in(&d, -room, room);
        dy = geom_in(&d, -room, room);
    }
    for (uint32_t i = 0; i < s->count; i++) {
        s->points[i].x = clamp(s->points[i].x + dx, reach);
        s->points[i].y = clamp(s->points[i].y + dy, reach);
    }
}
