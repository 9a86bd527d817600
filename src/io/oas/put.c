/* OASIS values as bytes. The tables stand in stream.c and points.c. */
#include "io/oas/put.h"

#include <math.h>
#include <string.h>

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
    uint64_t magnitude = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
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

void oas_put_gdelta(lob_buf *out, int64_t x, int64_t y) {
    uint64_t ax = x < 0 ? 0 - (uint64_t)x : (uint64_t)x, ay = y < 0 ? 0 - (uint64_t)y : (uint64_t)y;
    if (x == 0 || y == 0 || ax == ay) {
        unsigned octant = y == 0   ? (x < 0 ? 2 : 0)
                          : x == 0 ? (y < 0 ? 3 : 1)
                          : y > 0  ? (x > 0 ? 4 : 5)
                                   : (x < 0 ? 6 : 7);
        oas_put_uint(out, (ax > ay ? ax : ay) << 4 | octant << 1);
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

void oas_put_points(lob_buf *out, const lob_point *points, uint32_t count, bool is_polygon) {
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
    oas_put_uint(out, 4);
    oas_put_uint(out, count - 1);
    for (uint32_t i = 1; i < count; i++) {
        oas_put_gdelta(out, (int64_t)points[i].x - points[i - 1].x, (int64_t)points[i].y - points[i - 1].y);
    }
}

static void put_list(lob_buf *out, const lob_rep *rep, uint64_t count) {
    oas_put_uint(out, 10);
    oas_put_uint(out, count - 2);
    lob_point64 before = lob_rep_at(rep, 0);
    for (uint64_t i = 1; i < count; i++) {
        lob_point64 at = lob_rep_at(rep, i);
        oas_put_gdelta(out, at.x - before.x, at.y - before.y);
        before = at;
    }
}

void oas_put_repetition(lob_buf *out, const lob_rep *rep) {
    uint64_t na = rep->na, nb = rep->nb;
    lob_point64 a = rep->a, b = rep->b;
    if (rep->kind != LOB_REP_LATTICE) {
        put_list(out, rep, lob_rep_count(rep));
        return;
    }
    if (na == 1) {
        na = nb;
        a = b;
        nb = 1;
    }
    bool a_in_x = a.y == 0 && a.x >= 0, a_in_y = a.x == 0 && a.y >= 0, b_in_x = b.y == 0 && b.x >= 0,
         b_in_y = b.x == 0 && b.y >= 0;
    if (nb == 1) {
        oas_put_uint(out, a_in_x ? 2 : a_in_y ? 3 : 9);
        oas_put_uint(out, na - 2);
        if (a_in_x || a_in_y) {
            oas_put_uint(out, (uint64_t)(a_in_x ? a.x : a.y));
        } else {
            oas_put_gdelta(out, a.x, a.y);
        }
    } else if (a_in_x && b_in_y) {
        oas_put_uint(out, 1);
        oas_put_uint(out, na - 2);
        oas_put_uint(out, nb - 2);
        oas_put_uint(out, (uint64_t)a.x);
        oas_put_uint(out, (uint64_t)b.y);
    } else if (a_in_y && b_in_x) {
        oas_put_uint(out, 1);
        oas_put_uint(out, nb - 2);
        oas_put_uint(out, na - 2);
        oas_put_uint(out, (uint64_t)b.x);
        oas_put_uint(out, (uint64_t)a.y);
    } else {
        oas_put_uint(out, 8);
        oas_put_uint(out, na - 2);
        oas_put_uint(out, nb - 2);
        oas_put_gdelta(out, a.x, a.y);
        oas_put_gdelta(out, b.x, b.y);
    }
}
