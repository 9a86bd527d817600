/* See sums.h. An edge within a pixel adds its height h there: the part right of it to this pixel's step, the rest to
 * the next one's, so that the running sum is the share of this pixel and the height from the next on. */
#include "render/sums.h"

#include <string.h>

#include "base/alloc.h"
#include "render/raster.h"

static const double UNIT = 4294967296.0;

static void clear(lob_sums *s) {
    for (uint32_t y = 0; y < s->height; y++) {
        uint32_t first;
        uint32_t end = 0;
        while (lob_block_run(s->step_blocks[y], s->block_bits, s->width, &first, &end)) {
            uint32_t beyond = end == s->width ? 2 : 0;
            memset(s->steps + (size_t)y * (s->width + 2) + first, 0, (end - first + beyond) * sizeof *s->steps);
        }
        end = 0;
        while (lob_block_run(s->plain_blocks[y], s->block_bits, s->width, &first, &end)) {
            memset(s->plain + (size_t)y * s->width + first, 0, (end - first) * sizeof *s->plain);
        }
        s->step_blocks[y] = s->plain_blocks[y] = 0;
    }
}

lob_status lob_sums_shape(lob_ctx *ctx, lob_sums *s, uint32_t width, uint32_t height) {
    size_t need = (size_t)(width + 2) * height;
    if (need > s->capacity || height > s->row_capacity) {
        lob_sums_release(s);
        s->steps = lob_calloc(need, sizeof *s->steps);
        s->plain = lob_calloc(need, sizeof *s->plain);
        s->step_blocks = lob_calloc(height, sizeof *s->step_blocks);
        s->plain_blocks = lob_calloc(height, sizeof *s->plain_blocks);
        if (!s->steps || !s->plain || !s->step_blocks || !s->plain_blocks) {
            lob_sums_release(s);
            return lob_fail_memory(ctx);
        }
        s->capacity = need;
        s->row_capacity = height;
    } else {
        clear(s);
    }
    s->width = width;
    s->height = height;
    s->block_bits = lob_block_bits(width);
    return LOB_OK;
}

void lob_sums_release(lob_sums *s) {
    lob_free(s->steps);
    lob_free(s->plain);
    lob_free(s->step_blocks);
    lob_free(s->plain_blocks);
    *s = (lob_sums){0};
}

static void step(int64_t *row, uint32_t x, int64_t height, double right_part) {
    int64_t here = (int64_t)((double)height * right_part);
    row[x] += here;
    row[x + 1] += height - here;
}

/* An edge within one row: from x = a to x = b, its height in units. */
static void row_edge(const lob_sums *s, uint32_t y, double a, double b, int64_t height) {
    int64_t *row = s->steps + (size_t)y * (s->width + 2);
    double from = lob_least(a, b);
    double to = lob_most(a, b);
    double width = s->width;
    if (from >= width) {
        return;
    }
    if (to <= 0) {
        row[0] += height;
        s->step_blocks[y] |= 1;
        return;
    }
    uint32_t i = from > 0 ? (uint32_t)from : 0;
    uint32_t last = to + 1 < width ? (uint32_t)to + 1 : s->width - 1; /* the height goes on in the next pixel */
    s->step_blocks[y] |= lob_block_count(s->block_bits, i, last + 1);
    if (from >= 0 && to <= i + 1.0) {
        step(row, i, height, 1 - ((from + to) / 2 - i));
        return;
    }
    double per_x = (double)height / (to - from);
    int64_t left = height;
    double x = from;
    if (x < 0) {
        int64_t part = (int64_t)(-x * per_x);
        row[0] += part;
        left -= part;
        x = 0;
    }
    for (; x < to && i < s->width; i++) {
        double end = to < i + 1.0 ? to : i + 1.0;
        int64_t part = end == to ? left : (int64_t)((end - x) * per_x);
        step(row, i, part, 1 - ((x + end) / 2 - i));
        left -= part;
        x = end;
    }
}

static void edge_add(const lob_sums *s, double ax, int64_t ay, double bx, int64_t by, int64_t sign) {
    if (ay > by) {
        int64_t y = ay;
        double x = ax;
        ay = by;
        by = y;
        ax = bx;
        bx = x;
        sign = -sign;
    }
    const int64_t one = INT64_C(1) << 32;
    int64_t end = (int64_t)s->height << 32;
    if (ay == by || by <= 0 || ay >= end) {
        return;
    }
    if (ay >= 0 && by <= end && (ay >> 32) == ((by - 1) >> 32)) {
        row_edge(s, (uint32_t)(ay >> 32), ax, bx, sign * (by - ay));
        return;
    }
    double slope = (bx - ax) / (double)(by - ay);
    int64_t y = ay > 0 ? ay : 0;
    double x = ax + (double)(y - ay) * slope;
    end = by < end ? by : end;
    while (y < end) {
        int64_t next = (y & ~(one - 1)) + one;
        next = next < end ? next : end;
        double x_next = next == by ? bx : ax + (double)(next - ay) * slope;
        row_edge(s, (uint32_t)(y >> 32), x, x_next, sign * (next - y));
        y = next;
        x = x_next;
    }
}

static int64_t fixed(double y) {
    return (int64_t)(lob_least(lob_most(y, -0x1p28), 0x1p28) * UNIT);
}

void lob_sums_ring(lob_sums *s, const lob_pixel *p, uint32_t n) {
    double area2 = 0;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t k = i + 1 < n ? i + 1 : 0;
        area2 += (p[i].x - p[0].x) * (p[k].y - p[0].y) - (p[k].x - p[0].x) * (p[i].y - p[0].y);
    }
    /* Edges that go down add when the inside is on their right. */
    int64_t sign = area2 < 0 ? 1 : -1;
    if (n < 3 || area2 == 0) {
        return;
    }
    int64_t y = fixed(p[n - 1].y);
    double x = p[n - 1].x;
    for (uint32_t i = 0; i < n; i++) {
        int64_t next = fixed(p[i].y);
        edge_add(s, x, y, p[i].x, next, sign);
        x = p[i].x;
        y = next;
    }
}

enum { NARROW = 4 };

void lob_sums_rectangle(lob_sums *s, double left, double top, double right, double bottom) {
    if (right - left < NARROW && bottom - top < NARROW) {
        lob_sums_box(s, left, top, right, bottom, 1);
        return;
    }
    int64_t from = fixed(top);
    int64_t to = fixed(bottom);
    edge_add(s, left, from, left, to, 1);
    edge_add(s, right, from, right, to, -1);
}

float *lob_sums_plain(lob_sums *s, uint32_t y, uint32_t first, uint32_t end) {
    s->plain_blocks[y] |= lob_block_count(s->block_bits, first, end);
    return s->plain + (size_t)y * s->width + first;
}

void lob_sums_point(lob_sums *s, double x, double y, double area) {
    uint32_t i = (uint32_t)x;
    uint32_t j = (uint32_t)y;
    if (i < s->width && j < s->height) {
        *lob_sums_plain(s, j, i, i + 1) += (float)area;
    }
}

void lob_sums_box(lob_sums *s, double left, double top, double right, double bottom, double density) {
    left = lob_most(left, 0);
    top = lob_most(top, 0);
    right = lob_least(right, s->width);
    bottom = lob_least(bottom, s->height);
    if (!(left < right && top < bottom)) {
        return;
    }
    uint32_t first = (uint32_t)left;
    uint32_t end = (uint32_t)right;
    end += end < right;
    for (uint32_t y = (uint32_t)top; y < bottom; y++) {
        double part = (lob_least(bottom, y + 1.0) - lob_most(top, y)) * density;
        float *row = lob_sums_plain(s, y, first, end);
        for (uint32_t x = first; x < end; x++) {
            row[x - first] += (float)(part * (lob_least(right, x + 1.0) - lob_most(left, x)));
        }
    }
}

/* Nothing that is there is dropped: the least value but 0 is 1. */
static inline uint16_t encode(double area) {
    return area < 0x1p-31 ? 0 : area >= 1 ? LOB_COVER_FULL : (uint16_t)(1 + (unsigned)(area * 65534 + 0.5));
}

typedef float four_floats __attribute__((vector_size(16)));
typedef int32_t four_ints __attribute__((vector_size(16)));
typedef uint16_t four_shorts __attribute__((vector_size(8)));

/* Where no ring reaches, four at a time. */
static bool plain_row(const float *plain, uint32_t count, uint16_t *row) {
    const float most = 65535;
    unsigned any = 0;
    uint32_t x = 0;
    for (; x + 4 <= count; x += 4) {
        four_floats area;
        memcpy(&area, plain + x, sizeof area);
        four_floats value = area * 65534.0F + 1.5F;
        four_ints is_more = value > most;
        four_ints is_there = area >= 0x1p-31F;
        four_ints whole = __builtin_convertvector(value, four_ints);
        whole = ((whole & ~is_more) | (is_more & 65535)) & is_there;
        four_shorts values = __builtin_convertvector(whole, four_shorts);
        uint64_t all;
        memcpy(&all, &values, sizeof all);
        memcpy(row + x, &values, sizeof values);
        any |= all != 0;
    }
    for (; x < count; x++) {
        any |= row[x] = encode((double)plain[x]);
    }
    return any != 0;
}

/* One block of columns; `steps` and `plain` are NULL where nothing was added. */
static bool block_row(const int64_t *steps, const float *plain, uint32_t count, int64_t *sum, uint16_t *row) {
    unsigned any = 0;
    if (!steps && *sum == 0) {
        return plain_row(plain, count, row);
    }
    for (uint32_t x = 0; x < count; x++) {
        *sum += steps ? steps[x] : 0;
        any |= row[x] = encode((double)*sum / UNIT + (plain ? (double)plain[x] : 0));
    }
    return any != 0;
}

uint64_t lob_sums_row(const lob_sums *s, uint32_t y, uint16_t *row) {
    const int64_t *steps = s->steps + (size_t)y * (s->width + 2);
    const float *plain = s->plain + (size_t)y * s->width;
    uint64_t some = s->step_blocks[y] | s->plain_blocks[y];
    uint64_t blocks = 0;
    int64_t sum = 0;
    for (unsigned b = 0; b < 64 && (some >> b || sum != 0); b++) {
        uint32_t first = (uint32_t)b << s->block_bits;
        if (first >= s->width) {
            break;
        }
        uint32_t size = UINT32_C(1) << s->block_bits;
        uint32_t count = s->width - first < size ? s->width - first : size;
        if (sum == 0 && !(some >> b & 1)) {
            continue;
        }
        bool has_steps = s->step_blocks[y] >> b & 1;
        bool has_plain = s->plain_blocks[y] >> b & 1;
        if (block_row(has_steps ? steps + first : NULL, has_plain ? plain + first : NULL, count, &sum, row + first)) {
            blocks |= UINT64_C(1) << b;
        }
    }
    return blocks;
}
