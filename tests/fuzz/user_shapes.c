/* Outlines that users draw, and that nobody would: every one fits into 32 bits. */
#include "user.h"

#include <math.h>

#define TURN 6.283185307179586

lob_point user_point(double x, double y) {
    const double low = INT32_MIN, high = INT32_MAX;
    x = x >= low ? x : low; /* NaN as well */
    y = y >= low ? y : low;
    return (lob_point){(int32_t)llround(x <= high ? x : high), (int32_t)llround(y <= high ? y : high)};
}

static int64_t clamped(int64_t v) {
    return v < INT32_MIN ? INT32_MIN : v > INT32_MAX ? INT32_MAX : v;
}

int32_t user_coordinate(user_dice *d, int64_t middle, const user_frame *frame) {
    static const int32_t limits[] = {INT32_MIN, INT32_MAX, INT32_MIN + 1, INT32_MAX - 1, 0, 1, -1, 1 << 30};
    if (user_random(&d->state) % 64 == 0) {
        return limits[user_random(&d->state) % (sizeof limits / sizeof limits[0])];
    }
    const int64_t steps = frame->span / frame->grid;
    const uint64_t range = 2 * (uint64_t)steps + 1;
    return (int32_t)clamped(middle + ((int64_t)(user_random(&d->state) % range) - steps) * frame->grid);
}

static lob_point anywhere(user_dice *d, const user_frame *frame) {
    const int32_t x = user_coordinate(d, frame->x, frame);
    return (lob_point){x, user_coordinate(d, frame->y, frame)};
}

static double unit(user_dice *d) {
    return (double)(user_random(&d->state) >> 11) * 0x1p-53;
}

static double length(user_dice *d, const user_frame *frame) {
    const double whole = ldexp((double)frame->span, -(int)user_roll(d, 8)); /* in this order, whatever the compiler */
    return whole * (0.1 + unit(d));
}

static uint32_t some_points(user_dice *d, const user_frame *f, uint32_t least) {
    const uint64_t dice = user_roll(d, 256);
    const uint64_t most = f->is_heavy ? USER_POINTS_MAX - 16 : 60;
    const uint64_t many = dice < 224 ? 9 : dice < 250 ? 30 : dice < 254 && most > 400 ? 400 : most;
    return least + (uint32_t)(user_random(&d->state) % many);
}

/* Around a centre: radii all alike (convex), or each its own (a star). */
static uint32_t around(user_dice *d, const user_frame *f, lob_point *p, bool is_star) {
    const uint32_t n = some_points(d, f, 3);
    const lob_point c = anywhere(d, f);
    const double rx = length(d, f), ry = user_one_in(d, 4) ? length(d, f) : rx;
    double turn = unit(d);
    for (uint32_t i = 0; i < n; i++) {
        const double r = is_star ? 0.05 + unit(d) : 1;
        p[i] = user_point(c.x + rx * r * cos(turn * TURN), c.y + ry * r * sin(turn * TURN));
        turn += (is_star ? 1 : 2 * unit(d)) / n;
    }
    return n;
}

static uint32_t crossing(user_dice *d, const user_frame *f, lob_point *p) {
    const uint32_t n = some_points(d, f, 3);
    for (uint32_t i = 0; i < n; i++) {
        p[i] = anywhere(d, f);
    }
    return n;
}

static uint32_t needle(user_dice *d, const user_frame *f, lob_point *p) {
    p[0] = anywhere(d, f);
    p[1] = anywhere(d, f);
    const double dx = (double)user_roll(d, 3) - 1, dy = (double)user_roll(d, 3) - 1;
    p[2] = user_point(p[1].x + dx, p[1].y + dy);
    p[3] = user_point((double)p[0].x + 1, (double)p[0].y);
    return 3 + (uint32_t)user_roll(d, 2);
}

static uint32_t comb(user_dice *d, const user_frame *f, lob_point *p) {
    const uint32_t teeth = (some_points(d, f, 4) + 3) / 4;
    const lob_point at = anywhere(d, f);
    const double pitch = 1 + length(d, f) / teeth, high = length(d, f), slant = user_one_in(d, 4) ? pitch / 3 : 0;
    uint32_t n = 0;
    for (uint32_t i = 0; i < teeth; i++) {
        const double x = at.x + i * pitch;
        p[n++] = user_point(x, at.y);
        p[n++] = user_point(x + slant, at.y + high);
        p[n++] = user_point(x + pitch / 2, at.y + high);
        p[n++] = user_point(x + pitch / 2 + slant, at.y);
    }
    p[n++] = user_point(at.x + teeth * pitch, at.y - high);
    p[n++] = user_point(at.x, at.y - high);
    return n;
}

/* A band between two curves, as a waveguide is drawn: a sector of a circle, a spiral, a line, a taper, an s. */
static uint32_t band(user_dice *d, const user_frame *f, lob_point *p) {
    const uint32_t half = (some_points(d, f, 4) + 1) / 2;
    const unsigned kind = (unsigned)user_roll(d, 5);
    const lob_point c = anywhere(d, f);
    const double r = length(d, f), w0 = 1 + length(d, f) / 8, w1 = kind == 3 ? 1 + length(d, f) / 4 : w0;
    const double whole = (kind == 1 ? 3 : 0.05 + unit(d)) * TURN, first = user_one_in(d, 2) ? 0 : unit(d) * TURN;
    for (uint32_t i = 0; i < half; i++) {
        const double t = (double)i / (half > 1 ? half - 1 : 1), w = (w0 + (w1 - w0) * t) / 2;
        double x = c.x + 4 * r * t * cos(first), y = c.y + 4 * r * t * sin(first), normal = first + TURN / 4;
        if (kind <= 1) {
            const double turned = first + whole * t, radius = kind == 1 ? r * (1 + 2 * t) : r;
            x = c.x + radius * cos(turned);
            y = c.y + radius * sin(turned);
            normal = turned;
        } else if (kind == 4) {
            x += r * sin(TURN * t) * cos(normal);
            y += r * sin(TURN * t) * sin(normal);
        }
        p[i] = user_point(x + w * cos(normal), y + w * sin(normal));
        p[2 * half - 1 - i] = user_point(x - w * cos(normal), y - w * sin(normal));
    }
    return 2 * half;
}

static uint32_t in_line(user_dice *d, const user_frame *f, lob_point *p) {
    const uint32_t n = some_points(d, f, 3);
    const lob_point at = anywhere(d, f);
    const int64_t dx = user_between(d, -2, 2), dy = user_between(d, -2, 2), step = 1 + f->span / 16;
    for (uint32_t i = 0; i < n; i++) {
        const int64_t k = (int64_t)(user_random(&d->state) % 16) * step;
        p[i] = (lob_point){(int32_t)clamped(at.x + k * dx), (int32_t)clamped(at.y + k * dy)};
    }
    if (user_one_in(d, 2)) {
        p[n - 1] = anywhere(d, f);
    }
    return n;
}

static uint32_t stairs(user_dice *d, const user_frame *f, lob_point *p) {
    const uint32_t steps = (some_points(d, f, 4) + 1) / 2;
    lob_point at = anywhere(d, f), first = at;
    uint32_t n = 0;
    for (uint32_t i = 0; i < steps; i++) {
        p[n++] = at;
        at.x = (int32_t)clamped(at.x + (int64_t)(length(d, f) / steps));
        p[n++] = at;
        at.y = (int32_t)clamped(at.y + (int64_t)(length(d, f) / steps));
    }
    p[n++] = at;
    p[n++] = (lob_point){first.x, at.y};
    return n;
}

/* A box with a hole, cut open by a line that is gone along twice. */
static uint32_t keyhole(user_dice *d, const user_frame *f, lob_point *p) {
    const lob_point c = anywhere(d, f);
    const double r = 4 + length(d, f), s = r * (0.2 + 0.7 * unit(d));
    const double at[10][2] = {{-r, -r}, {r, -r}, {r, r}, {-r, r}, {-r, -r},
                              {-s, -s}, {-s, s}, {s, s}, {s, -s}, {-s, -s}};
    for (unsigned i = 0; i < 10; i++) {
        p[i] = user_point(c.x + at[i][0], c.y + at[i][1]);
    }
    return 10;
}

static uint32_t rectangle(user_dice *d, const user_frame *f, lob_point *p) {
    const lob_point a = anywhere(d, f), b = anywhere(d, f);
    p[0] = a;
    p[1] = (lob_point){b.x, a.y};
    p[2] = b;
    p[3] = (lob_point){a.x, b.y};
    return 4;
}

static uint32_t outline(user_dice *d, const user_frame *f, lob_point *p) {
    switch (user_roll(d, 12)) {
    case 0:
        return rectangle(d, f, p);
    case 1:
        return around(d, f, p, true);
    case 2:
        return crossing(d, f, p);
    case 3:
        return needle(d, f, p);
    case 4:
        return comb(d, f, p);
    case 5:
    case 6:
    case 7:
        return band(d, f, p);
    case 8:
        return in_line(d, f, p);
    case 9:
        return stairs(d, f, p);
    case 10:
        return keyhole(d, f, p);
    default:
        return around(d, f, p, false);
    }
}

/* Points stand twice, or all of them are one. */
static uint32_t doubled(user_dice *d, lob_point *p, uint32_t n) {
    const uint32_t more = 1 + (uint32_t)user_roll(d, 4);
    for (uint32_t k = 0; k < more && n < USER_POINTS_MAX; k++) {
        const uint32_t at = (uint32_t)(user_random(&d->state) % n);
        for (uint32_t i = n++; i > at; i--) {
            p[i] = p[i - 1];
        }
    }
    for (uint32_t i = 1; i < n && more == 4 && user_one_in(d, 16); i++) {
        p[i] = p[0];
    }
    return n;
}

uint32_t user_polygon(user_dice *d, const user_frame *frame, lob_point points[USER_POINTS_MAX]) {
    const uint32_t n = outline(d, frame, points);
    for (uint32_t i = 0, j = n - 1; user_one_in(d, 2) && i < j; i++, j--) {
        const lob_point p = points[i];
        points[i] = points[j];
        points[j] = p;
    }
    return user_one_in(d, 12) ? doubled(d, points, n) : n;
}

uint32_t user_spine(user_dice *d, const user_frame *frame, lob_point points[USER_POINTS_MAX]) {
    uint32_t n = some_points(d, frame, 2);
    lob_point at = anywhere(d, frame);
    const unsigned kind = (unsigned)user_roll(d, 4);
    if (kind == 3) {
        n = band(d, frame, points) / 2;
    }
    for (uint32_t i = 0; i < n && kind != 3; i++) {
        points[i] = at;
        const lob_point next = anywhere(d, frame);
        at = (lob_point){kind == 1 && i % 2 ? at.x : next.x, kind == 1 && i % 2 == 0 ? at.y : next.y};
    }
    return user_one_in(d, 12) ? doubled(d, points, n) : n;
}
