/* OASIS values as bytes. The tables stand in stream.c and points.c. */
#include "io/oas/put.h"

#include <math.h>
#include <string.h>

#include "base/num.h"
#include "base/wrap.h"

void oas_put_uint(lob_buf *out, uint64_t value) {
    char bytes[10];
    size_t size = 0;
    do {
        bytes[size++] = (char)((value & 0x7f) | (value > 0x7f ? 0x80 : 0));
        value >>= 7;
    } while (value);
    lob_buf_add(out, bytes, size);
}

void oas_put_sint(lob_buf *out, int64_t value) {
    uint64_t magnitude = lob_magnitude(value);
    oas_put_uint(out, magnitude << 1 | (value < 0));
}

void oas_put_real(lob_buf *out, double value) {
    double magnitude = fabs(value);
    if (magnitude < 9e15 && magnitude == floor(magnitude)) {
        oas_put_uint(out, value < 0);
        oas_put_uint(out, (uint64_t)magnitude);
        return;
    }
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    lob_buf_add_byte(out, 7);
    for (unsigned i = 0; i < 8; i++) {
        lob_buf_add_byte(out, (char)(bits >> (8 * i)));
    }
}

void oas_put_string(lob_buf *out, lob_str text) {
    oas_put_uint(out, text.size);
    lob_buf_add(out, text.data, text.size);
}

/* The directions of 3-deltas and of the first form of g-deltas: E N W S NE NW SW SE. */
static unsigned octant_of(int64_t x, int64_t y) {
    if (x == 0 || y == 0) {
        return y == 0 ? (x < 0 ? 2 : 0) : (y < 0 ? 3 : 1);
    }
    return y > 0 ? (x > 0 ? 4 : 5) : (x < 0 ? 6 : 7);
}

void oas_put_gdelta(lob_buf *out, int64_t x, int64_t y) {
    uint64_t ax = lob_magnitude(x), ay = lob_magnitude(y);
    if (x == 0 || y == 0 || ax == ay) {
        oas_put_uint(out, (ax > ay ? ax : ay) << 4 | octant_of(x, y) << 1);
        return;
    }
    oas_put_uint(out, ax << 2 | (x < 0) << 1 | 1);
    oas_put_sint(out, y);
}

/* Do the edges alternate between horizontal and vertical, the first as said, and (of a polygon) the closing ones too?
 */
static bool alternates(const lob_point *p, uint32_t count, bool horizontal, bool is_polygon) {
    uint32_t edges = is_polygon ? count : count - 1;
    if (is_polygon && (count & 1)) {
        return false;
    }
    for (uint32_t i = 0; i < edges; i++, horizontal = !horizontal) {
        const lob_point a = p[i], b = p[i + 1 == count ? 0 : i + 1];
        if (horizontal ? a.y != b.y : a.x != b.x) {
            return false;
        }
    }
    return true;
}

/* The closing edge of a polygon counts. */
static bool is_manhattan(const lob_point *p, uint32_t count, bool is_polygon) {
    for (uint32_t i = is_polygon ? 0 : 1; i < count; i++) {
        const lob_point a = p[i == 0 ? count - 1 : i - 1];
        if (p[i].x != a.x && p[i].y != a.y) {
            return false;
        }
    }
    return true;
}

static void one_deltas(lob_buf *out, const lob_point *p, uint32_t count, bool horizontal) {
    oas_put_uint(out, count - 1);
    for (uint32_t i = 1; i < count; i++, horizontal = !horizontal) {
        oas_put_sint(out, horizontal ? (int64_t)p[i].x - p[i - 1].x : (int64_t)p[i].y - p[i - 1].y);
    }
}

static void two_deltas(lob_buf *out, const lob_point *p, uint32_t count) {
    oas_put_uint(out, count - 1);
    for (uint32_t i = 1; i < count; i++) {
        int64_t dx = (int64_t)p[i].x - p[i - 1].x, dy = (int64_t)p[i].y - p[i - 1].y;
        unsigned direction = dx > 0 ? 0 : dx < 0 ? 2 : dy < 0 ? 3 : 1;
        uint64_t magnitude = (uint64_t)(dx > 0 ? dx : dx < 0 ? -dx : dy < 0 ? -dy : dy);
        oas_put_uint(out, magnitude << 2 | direction);
    }
}

/* Are all edges horizontal, vertical, or at 45 degrees? The closing edge of a polygon counts. */
static bool is_octangular(const lob_point *p, uint32_t count, bool is_polygon) {
    for (uint32_t i = is_polygon ? 0 : 1; i < count; i++) {
        const lob_point a = p[i == 0 ? count - 1 : i - 1];
        int64_t dx = (int64_t)p[i].x - a.x, dy = (int64_t)p[i].y - a.y;
        if (dx != 0 && dy != 0 && dx != dy && dx != -dy) {
            return false;
        }
    }
    return true;
}

static uint64_t magnitude_of(int64_t value) {
    return lob_magnitude(value);
}

static void three_deltas(lob_buf *out, const lob_point *p, uint32_t count) {
    oas_put_uint(out, 3);
    oas_put_uint(out, count - 1);
    for (uint32_t i = 1; i < count; i++) {
        int64_t dx = (int64_t)p[i].x - p[i - 1].x, dy = (int64_t)p[i].y - p[i - 1].y;
        oas_put_uint(out, magnitude_of(dx != 0 ? dx : dy) << 3 | octant_of(dx, dy));
    }
}

/* Type 4: each delta; type 5: how it differs from the one before, which is shorter along smooth curves. */
static void g_deltas(lob_buf *out, const lob_point *p, uint32_t count, bool differences) {
    lob_point64 before = {0, 0};
    oas_put_uint(out, differences ? 5 : 4);
    oas_put_uint(out, count - 1);
    for (uint32_t i = 1; i < count; i++) {
        lob_point64 d = {(int64_t)p[i].x - p[i - 1].x, (int64_t)p[i].y - p[i - 1].y};
        oas_put_gdelta(out, d.x - before.x, d.y - before.y);
        before = differences ? d : before;
    }
}

/* Of two encodings, written from `start` and from `middle` on, keeps the shorter; the first when they are equal. */
static void keep_shorter(lob_buf *out, size_t start, size_t middle) {
    if (!out->failed) {
        size_t first = middle - start, second = out->size - middle;
        if (second < first) {
            memmove(out->data + start, out->data + middle, second);
        }
        out->size = start + (second < first ? second : first);
    }
}

void oas_put_points(lob_buf *out, const lob_point *points, uint32_t count, bool is_polygon, bool differences) {
    for (unsigned type = 0; type < 2 && count >= 2; type++) {
        if (alternates(points, count, type == 0, is_polygon)) {
            oas_put_uint(out, type);
            one_deltas(out, points, is_polygon ? count - 1 : count, type == 0);
            return;
        }
    }
    if (is_manhattan(points, count, is_polygon)) {
        oas_put_uint(out, 2);
        two_deltas(out, points, count);
        return;
    }
    size_t start = out->size;
    if (is_octangular(points, count, is_polygon)) {
        three_deltas(out, points, count);
    } else {
        g_deltas(out, points, count, false);
    }
    size_t middle = out->size;
    if (differences) {
        g_deltas(out, points, count, true);
        keep_shorter(out, start, middle);
    }
}

/* ---- repetitions ---- */

/* What the steps of a list have in common. */
typedef struct steps {
    bool along_x, along_y; /* and forward */
    uint64_t grid;         /* divides all; 0: all are at one place */
} steps;

static steps steps_of(const lob_rep *rep, uint64_t count) {
    steps s = {true, true, 0};
    lob_point64 before = lob_rep_at(rep, 0);
    for (uint64_t i = 1; i < count; i++) {
        lob_point64 at = lob_rep_at(rep, i);
        int64_t dx = at.x - before.x, dy = at.y - before.y;
        s.along_x = s.along_x && dy == 0 && dx >= 0;
        s.along_y = s.along_y && dx == 0 && dy >= 0;
        if (s.grid != 1) {
            s.grid = lob_u64_divisor(lob_u64_divisor(s.grid, magnitude_of(dx)), magnitude_of(dy));
        }
        before = at;
    }
    return s;
}

static void put_list_of(lob_buf *out, const lob_rep *rep, uint64_t count, unsigned type, int64_t grid) {
    oas_put_uint(out, type);
    oas_put_uint(out, count - 2);
    if (grid > 1) {
        oas_put_uint(out, (uint64_t)grid);
    }
    lob_point64 before = lob_rep_at(rep, 0);
    for (uint64_t i = 1; i < count; i++) {
        lob_point64 at = lob_rep_at(rep, i);
        int64_t dx = (at.x - before.x) / grid, dy = (at.y - before.y) / grid;
        if (type >= 10) {
            oas_put_gdelta(out, dx, dy);
        } else {
            oas_put_uint(out, (uint64_t)(type <= 5 ? dx : dy));
        }
        before = at;
    }
}

/* Types 4, 6, 10, and 5, 7, 11, which are the same on a grid. */
static void put_list(lob_buf *out, const lob_rep *rep, uint64_t count) {
    const steps s = steps_of(rep, count);
    const unsigned type = s.along_x ? 4 : s.along_y ? 6 : 10;
    size_t start = out->size;
    put_list_of(out, rep, count, type, 1);
    if (s.grid > 1 && s.grid <= INT32_MAX) {
        size_t middle = out->size;
        put_list_of(out, rep, count, type + 1, (int64_t)s.grid);
        keep_shorter(out, start, middle);
    }
}

void oas_put_repetition(lob_buf *out, const lob_rep *rep) {
    if (rep->kind != LOB_REP_LATTICE) {
        put_list(out, rep, lob_rep_count(rep));
        return;
    }
    const lob_rep n = oas_rep_normal(rep);
    const lob_point64 a = n.a, b = n.b;
    bool a_in_x = a.y == 0 && a.x >= 0, a_in_y = a.x == 0 && a.y >= 0, b_in_y = b.x == 0 && b.y >= 0;
    if (n.nb == 1) {
        oas_put_uint(out, a_in_x ? 2 : a_in_y ? 3 : 9);
        oas_put_uint(out, n.na - 2);
        if (a_in_x || a_in_y) {
            oas_put_uint(out, (uint64_t)(a_in_x ? a.x : a.y));
        } else {
            oas_put_gdelta(out, a.x, a.y);
        }
        return;
    }
    bool upright = a_in_x && b_in_y;
    oas_put_uint(out, upright ? 1 : 8);
    oas_put_uint(out, n.na - 2);
    oas_put_uint(out, n.nb - 2);
    if (upright) {
        oas_put_uint(out, (uint64_t)a.x);
        oas_put_uint(out, (uint64_t)b.y);
    } else {
        oas_put_gdelta(out, a.x, a.y);
        oas_put_gdelta(out, b.x, b.y);
    }
}
