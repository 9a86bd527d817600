/* See sums.h. An edge within a pixel adds its height h there: the part right of it to this pixel's step, the rest to
 * the next one's, so that the running sum is the share of this pixel and the height from the next on. */
#include "render/sums.h"

#include <string.h>

#include "base/alloc.h"
#include "render/raster.h"

static const double UNIT = 4294967296.0;

lob_status lob_sums_new(lob_ctx *ctx, uint32_t width, uint32_t height, lob_sums *s) {
    s->width = width;
    s->height = height;
    s->steps = lob_calloc((size_t)(width + 2) * height, sizeof *s->steps);
    s->plain = lob_calloc((size_t)width * height, sizeof *s->plain);
    if (!s->steps || !s->plain) {
        lob_sums_release(s);
        return lob_fail_memory(ctx);
    }
    return LOB_OK;
}

void lob_sums_release(lob_sums *s) {
    lob_free(s->steps);
    lob_free(s->plain);
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
    double from = fmin(a, b);
    double to = fmax(a, b);
    double width = s->width;
    if (from >= width) {
        return;
    }
    if (to <= 0) {
        row[0] += height;
        return;
    }
    uint32_t i = from > 0 ? (uint32_t)from : 0;
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
    return (int64_t)(fmin(fmax(y, -0x1p28), 0x1p28) * UNIT);
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

void lob_sums_rectangle(lob_sums *s, double left, double top, double right, double bottom) {
    int64_t from = fixed(top);
    int64_t to = fixed(bottom);
    edge_add(s, left, from, left, to, 1);
    edge_add(s, right, from, right, to, -1);
}

void lob_sums_point(lob_sums *s, double x, double y, double area) {
    uint32_t i = (uint32_t)x;
    uint32_t j = (uint32_t)y;
    if (i < s->width && j < s->height) {
        int64_t units = (int64_t)(area * UNIT + 0.5);
        int64_t *row = s->steps + (size_t)j * (s->width + 2);
        row[i] += units;
        row[i + 1] -= units;
    }
}

void lob_sums_box(lob_sums *s, double left, double top, double right, double bottom, double density) {
    left = fmax(left, 0);
    top = fmax(top, 0);
    right = fmin(right, s->width);
    bottom = fmin(bottom, s->height);
    if (!(left < right && top < bottom)) {
        return;
    }
    for (uint32_t y = (uint32_t)top; y < bottom; y++) {
        double part = (fmin(bottom, y + 1.0) - fmax(top, y)) * density;
        float *row = s->plain + (size_t)y * s->width;
        for (uint32_t x = (uint32_t)left; x < right; x++) {
            row[x] += (float)(part * (fmin(right, x + 1.0) - fmax(left, x)));
        }
    }
}

void lob_sums_row(const lob_sums *s, uint32_t y, uint16_t *row) {
    const int64_t *steps = s->steps + (size_t)y * (s->width + 2);
    const float *plain = s->plain + (size_t)y * s->width;
    int64_t sum = 0;
    for (uint32_t x = 0; x < s->width; x++) {
        sum += steps[x];
        double area = (double)sum / UNIT + (double)plain[x];
        /* Nothing that is there is dropped: the least value but 0 is 1. */
        row[x] = area < 0x1p-31 ? 0 : area >= 1 ? LOB_COVER_FULL : (uint16_t)(1 + (unsigned)(area * 65534 + 0.5));
    }
}
