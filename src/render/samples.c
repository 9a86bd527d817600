/* See samples.h. A sample is the middle of its square: of an interval [from, to) it is in when from <= i + 1/2 < to, so
 * intervals that abut share none and leave none out. */
#include "render/samples.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

enum { SIDE = LOB_SAMPLE_SIDE, CROSSINGS_MOST = 1 << 20, SORT_FEW = 24, UPRIGHT_MOST = 32 };

void lob_samples_release(lob_samples *s) {
    lob_free(s->bits);
    lob_free(s->excess);
    lob_free(s->crossings);
    lob_free(s->sorted);
    lob_free(s->rows);
    *s = (lob_samples){0};
}

lob_status lob_samples_shape(lob_ctx *ctx, lob_samples *s, uint32_t width, uint32_t height) {
    const size_t texels = (size_t)width * height;
    if (texels > s->capacity || height > s->row_capacity) {
        lob_samples_release(s);
        s->bits = lob_malloc(texels * SIDE * sizeof *s->bits);
        s->excess = lob_malloc(texels * sizeof *s->excess);
        s->rows = lob_calloc((size_t)height * SIDE, sizeof *s->rows);
        if (!s->bits || !s->excess || !s->rows) {
            lob_samples_release(s);
            return lob_fail_memory(ctx);
        }
        s->capacity = texels;
        s->row_capacity = height;
    }
    memset(s->bits, 0, texels * SIDE * sizeof *s->bits);
    memset(s->excess, 0, texels * sizeof *s->excess);
    s->width = width;
    s->height = height;
    s->words = 0;
    return LOB_OK;
}

/* The first sample at or beyond `at`, of `count`. */
static inline uint32_t sample_at(double at, uint32_t count) {
    const double low = at - 0.5;
    if (low <= 0 || low >= count) {
        return low <= 0 ? 0 : count;
    }
    const uint32_t whole = (uint32_t)low;
    return whole + (whole < low);
}

/* Of 32; the builtin is a call where the processor is not known. */
static inline int32_t count_bits(uint32_t v) {
    v -= v >> 1 & 0x55555555u;
    v = (v & 0x33333333u) + (v >> 2 & 0x33333333u);
    return (int32_t)(((v + (v >> 4)) & 0x0f0f0f0fu) * 0x01010101u >> 24);
}

typedef struct part { /* of the samples: columns and rows [from, end), not empty */
    uint32_t from, end, top, bottom;
} part;

/* Rows [from, end) of one texel: `mask` of each is in a figure, which counts it `times` times. */
static void cover_texel(lob_samples *s, size_t texel, uint32_t mask, uint32_t from, uint32_t end, int32_t times) {
    uint32_t *words = s->bits + texel * SIDE;
    int32_t excess = times == 1 ? 0 : (times - 1) * count_bits(mask) * (int32_t)(end - from);
    for (uint32_t row = from; row < end; row++) {
        const uint32_t again = words[row] & mask;
        if (again) {
            excess += count_bits(again);
        }
        words[row] |= mask;
    }
    s->excess[texel] += excess;
}

/* One column of texels. */
static void cover_column(lob_samples *s, uint32_t x, uint32_t mask, const part *p, int32_t times) {
    for (uint32_t row = p->top; row < p->bottom;) {
        const uint32_t y = row / SIDE, left = p->bottom - y * SIDE, end = left < SIDE ? left : SIDE;
        cover_texel(s, (size_t)y * s->width + x, mask, row % SIDE, end, times);
        row = y * SIDE + end;
    }
}

static void cover(lob_samples *s, const part *p, int32_t times) {
    const uint32_t first = p->from / SIDE, last = (p->end - 1) / SIDE;
    s->words += (uint64_t)(last - first + 1) * (p->bottom - p->top);
    if (!lob_samples_is_worth(s)) {
        return;
    }
    const uint32_t left = UINT32_MAX << (p->from % SIDE), right = UINT32_MAX >> (SIDE - 1 - (p->end - 1) % SIDE);
    for (uint32_t x = first; x <= last; x++) {
        cover_column(s, x, (x == first ? left : UINT32_MAX) & (x == last ? right : UINT32_MAX), p, times);
    }
}

void lob_samples_box(lob_samples *s, double left, double top, double right, double bottom) {
    const part p = {sample_at(left * SIDE, s->width * SIDE), sample_at(right * SIDE, s->width * SIDE),
                    sample_at(top * SIDE, s->height * SIDE), sample_at(bottom * SIDE, s->height * SIDE)};
    if (p.from < p.end && p.top < p.bottom) {
        cover(s, &p, 1);
    }
}

static bool is_whole(const lob_samples *s, uint32_t x, uint32_t y) {
    const uint32_t *words = s->bits + ((size_t)y * s->width + x) * SIDE;
    uint32_t all = UINT32_MAX;
    for (uint32_t row = 0; row < SIDE; row++) {
        all &= words[row];
    }
    return all == UINT32_MAX;
}

void lob_samples_take_off(const lob_samples *s, uint32_t y, lob_sums *sums) {
    for (uint32_t x = 0; x < s->width; x++) {
        const double excess = lob_samples_excess(s, x, y);
        if (excess != 0) {
            float *sum = lob_sums_plain(sums, y, x, x + 1);
            *sum += is_whole(s, x, y) ? 1 + (float)fabs(excess) : -(float)excess; /* sums are cut at 1 */
        }
    }
}

/* ---- rings ---- */

static bool room(lob_samples *s, uint32_t count) {
    if (count <= s->crossing_capacity) {
        return true;
    }
    const uint32_t more = count + count / 2 + 256;
    lob_sample_crossing *crossings = lob_realloc(s->crossings, more * sizeof *crossings);
    s->crossings = crossings ? crossings : s->crossings;
    lob_sample_crossing *sorted = crossings ? lob_realloc(s->sorted, more * sizeof *sorted) : NULL;
    s->sorted = sorted ? sorted : s->sorted;
    s->crossing_capacity = sorted ? more : s->crossing_capacity;
    return sorted != NULL;
}

static int by_x(const void *a, const void *b) {
    const lob_sample_crossing *p = a, *q = b;
    return p->x < q->x ? -1 : p->x > q->x;
}

static void sort_row(lob_sample_crossing *c, uint32_t n) {
    if (n > SORT_FEW) {
        qsort(c, n, sizeof *c, by_x);
        return;
    }
    for (uint32_t i = 1; i < n; i++) {
        const lob_sample_crossing one = c[i];
        uint32_t k = i;
        for (; k > 0 && c[k - 1].x > one.x; k--) {
            c[k] = c[k - 1];
        }
        c[k] = one;
    }
}

static double area2_of(const lob_pixel *p, uint32_t n) {
    double area2 = 0;
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t k = i + 1 < n ? i + 1 : 0;
        area2 += (p[i].x - p[0].x) * (p[k].y - p[0].y) - (p[k].x - p[0].x) * (p[i].y - p[0].y);
    }
    return area2;
}

/* An edge, downwards: the rows [first, end) whose middles it crosses. */
typedef struct edge {
    lob_pixel a, b;
    int32_t winding;
    uint32_t first, end;
} edge;

static edge edge_of(const lob_samples *s, lob_pixel a, lob_pixel b, int32_t sign) {
    edge e = a.y > b.y ? (edge){.a = b, .b = a, .winding = -sign} : (edge){.a = a, .b = b, .winding = sign};
    e.first = sample_at(e.a.y * SIDE, s->height * SIDE);
    e.end = sample_at(e.b.y * SIDE, s->height * SIDE);
    return e;
}

/* ---- rings of few edges, all along the axes ---- */

typedef struct upright {
    uint32_t x, first, end;
    int32_t winding;
} upright;

/* Its upright edges from left to right; false: there are others, or too many. */
static bool uprights_of(const lob_samples *s, const lob_pixel *p, uint32_t n, int32_t sign, upright *to,
                        uint32_t *count) {
    *count = 0;
    for (uint32_t i = 0; i < n; i++) {
        const lob_pixel a = p[i], b = p[i + 1 < n ? i + 1 : 0];
        if (a.y == b.y) {
            continue;
        }
        if (a.x != b.x || *count == UPRIGHT_MOST) {
            return false;
        }
        const edge e = edge_of(s, a, b, sign);
        const upright one = {sample_at(a.x * SIDE, s->width * SIDE), e.first, e.end, e.winding};
        uint32_t k = one.first < one.end ? (*count)++ : 0;
        for (; k > 0 && to[k - 1].x > one.x; k--) {
            to[k] = to[k - 1];
        }
        if (one.first < one.end) {
            to[k] = one;
        }
    }
    return true;
}

/* Rows in which the same edges come are covered at once. */
static void cover_uprights(lob_samples *s, const upright *e, uint32_t count) {
    uint32_t row = UINT32_MAX, high = 0;
    for (uint32_t i = 0; i < count; i++) {
        row = e[i].first < row ? e[i].first : row;
        high = e[i].end > high ? e[i].end : high;
    }
    while (row < high) {
        uint32_t next = high;
        for (uint32_t i = 0; i < count; i++) {
            const uint32_t change = e[i].first > row ? e[i].first : e[i].end > row ? e[i].end : high;
            next = change < next ? change : next;
        }
        int32_t winding = 0;
        part p = {0, 0, row, next};
        for (uint32_t i = 0; i < count; i++) {
            if (e[i].first > row || e[i].end <= row) {
                continue;
            }
            p.end = e[i].x;
            if (winding != 0 && p.from < p.end) {
                cover(s, &p, winding);
            }
            winding += e[i].winding;
            p.from = p.end;
        }
        row = next;
    }
}

/* ---- any others ---- */

/* Where one edge crosses the middles of rows; false: no memory, or (*is_done false) too many. */
static bool edge_cross(lob_samples *s, const edge *e, uint32_t *count, bool *is_done) {
    if (e->first >= e->end) {
        return true;
    }
    *is_done = *count + (e->end - e->first) <= CROSSINGS_MOST;
    if (!*is_done || !room(s, *count + (e->end - e->first))) {
        return false;
    }
    const double slope = (e->b.x - e->a.x) / (e->b.y - e->a.y);
    for (uint32_t row = e->first; row < e->end; row++) {
        const double x = e->a.x + ((row + 0.5) / SIDE - e->a.y) * slope;
        s->crossings[(*count)++] = (lob_sample_crossing){row, sample_at(x * SIDE, s->width * SIDE), e->winding};
        s->rows[row]++;
    }
    return true;
}

/* By row: counting. Then each row's runs in which the ring winds. */
static void cover_rows(lob_samples *s, uint32_t low, uint32_t high, uint32_t count) {
    uint32_t sum = 0, begin = 0;
    for (uint32_t row = low; row <= high; row++) {
        const uint32_t own = s->rows[row];
        s->rows[row] = sum;
        sum += own;
    }
    for (uint32_t i = 0; i < count; i++) {
        s->sorted[s->rows[s->crossings[i].row]++] = s->crossings[i];
    }
    for (uint32_t row = low; row <= high; row++) {
        lob_sample_crossing *c = s->sorted + begin;
        const uint32_t n = s->rows[row] - begin;
        begin = s->rows[row];
        s->rows[row] = 0;
        sort_row(c, n);
        int32_t winding = 0;
        for (uint32_t i = 0; i + 1 < n; i++) {
            const part p = {c[i].x, c[i + 1].x, row, row + 1};
            winding += c[i].winding;
            if (winding != 0 && p.from < p.end) {
                cover(s, &p, winding);
            }
        }
    }
}

static lob_status cover_any(lob_ctx *ctx, lob_samples *s, const lob_pixel *p, uint32_t n, int32_t sign, bool *is_done) {
    uint32_t count = 0, low = UINT32_MAX, high = 0;
    bool is_fine = true;
    for (uint32_t i = 0; i < n && is_fine; i++) {
        const edge e = edge_of(s, p[i], p[i + 1 < n ? i + 1 : 0], sign);
        is_fine = edge_cross(s, &e, &count, is_done);
    }
    for (uint32_t i = 0; i < count; i++) {
        low = s->crossings[i].row < low ? s->crossings[i].row : low;
        high = s->crossings[i].row > high ? s->crossings[i].row : high;
    }
    if (count > 0 && is_fine) {
        cover_rows(s, low, high, count);
    } else if (count > 0) {
        memset(s->rows + low, 0, (high - low + 1) * sizeof *s->rows);
    }
    return is_fine || !*is_done ? LOB_OK : lob_fail_memory(ctx);
}

lob_status lob_samples_ring(lob_ctx *ctx, lob_samples *s, const lob_pixel *p, uint32_t n, bool *is_done) {
    const double area2 = n < 3 ? 0 : area2_of(p, n);
    const int32_t sign = area2 < 0 ? 1 : -1; /* as sums have it: edges that go down add when the inside is right */
    upright few[UPRIGHT_MOST];
    uint32_t count;
    *is_done = true;
    if (area2 == 0) {
        return LOB_OK; /* sums have nothing of it either */
    }
    if (!uprights_of(s, p, n, sign, few, &count)) {
        LOB_TRY(cover_any(ctx, s, p, n, sign, is_done));
    } else {
        cover_uprights(s, few, count);
    }
    *is_done = *is_done && lob_samples_is_worth(s);
    return LOB_OK;
}
