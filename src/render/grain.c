/* See grain.h. Rows are gone through upwards with the pieces that span them; windings along each row decide. */
#include "render/grain.h"

#include <math.h>
#include <stdlib.h>

#include "base/alloc.h"

enum { ROWS = LOB_GRAIN_ROWS, COLUMNS = 64 };

typedef struct lob_grain_cut { /* of a row by a piece */
    double x;
    int32_t weight;
} cut;

void lob_grain_release(lob_grain_scratch *s) {
    lob_free(s->cuts);
    lob_free(s->active);
    *s = (lob_grain_scratch){0};
}

static bool room(lob_grain_scratch *s, uint32_t count) {
    if (count > s->cut_capacity) {
        lob_free(s->cuts);
        s->cuts = lob_malloc(((size_t)count + count / 2) * sizeof *s->cuts);
        s->cut_capacity = s->cuts ? count + count / 2 : 0;
    }
    if (count > s->active_capacity) {
        lob_free(s->active);
        s->active = lob_malloc(((size_t)count + count / 2) * sizeof *s->active);
        s->active_capacity = s->active ? count + count / 2 : 0;
    }
    return s->cuts && s->active;
}

static int by_bottom(const void *a, const void *b) {
    const lob_piece *p = a, *q = b;
    return p->y0 < q->y0 ? -1 : p->y0 > q->y0;
}

static int by_x(const void *a, const void *b) {
    const cut *p = a, *q = b;
    return p->x < q->x ? -1 : p->x > q->x;
}

static void sort_cuts(cut *c, uint32_t n) {
    if (n > 24) {
        qsort(c, n, sizeof *c, by_x);
        return;
    }
    for (uint32_t i = 1; i < n; i++) {
        const cut one = c[i];
        uint32_t k = i;
        for (; k > 0 && c[k - 1].x > one.x; k--) {
            c[k] = c[k - 1];
        }
        c[k] = one;
    }
}

/* A number in [0, 1) for each row, all of them spread evenly: the bits of the row in reverse. */
static double shift_of(uint32_t row) {
    uint32_t bits = 0;
    for (unsigned i = 0; i < 8; i++) {
        bits |= (row >> i & 1) << (7 - i);
    }
    return (bits + 0.5) / ROWS;
}

static double height_of(uint32_t row) {
    const double golden = 0.6180339887498949;
    const double part = row * golden;
    return (row + (part - floor(part))) / ROWS;
}

/* Samples at or right of x. */
static uint64_t right_of(double x, double shift) {
    const double first = ceil(x * COLUMNS - shift);
    return first <= 0 ? UINT64_MAX : first >= COLUMNS ? 0 : UINT64_MAX << (unsigned)first;
}

static uint64_t row_of(const cut *cuts, uint32_t count, double shift) {
    uint64_t bits = 0, from = 0;
    int32_t winding = 0;
    for (uint32_t i = 0; i < count; i++) {
        const int32_t after = winding + cuts[i].weight;
        if (winding == 0 && after != 0) {
            from = right_of(cuts[i].x, shift);
        } else if (winding != 0 && after == 0) {
            bits |= from & ~right_of(cuts[i].x, shift);
        }
        winding = after;
    }
    return winding != 0 ? bits | from : bits;
}

/* The pieces that span the height, as cuts; those that end below it are left out from now on. */
static uint32_t cut_row(lob_grain_scratch *s, const lob_piece *p, uint32_t *active, double y) {
    uint32_t kept = 0, cuts = 0;
    for (uint32_t i = 0; i < *active; i++) {
        const lob_piece *one = &p[s->active[i]];
        if (one->y1 > y) {
            s->active[kept++] = s->active[i];
            s->cuts[cuts++] = (cut){one->x0 + (one->x1 - one->x0) * ((y - one->y0) / (one->y1 - one->y0)), one->weight};
        }
    }
    *active = kept;
    return cuts;
}

lob_status lob_grain_add(lob_ctx *ctx, lob_grain_scratch *s, lob_grain *grain, lob_piece *p, uint32_t count) {
    uint32_t active = 0, next = 0;
    uint64_t work = 0;
    if (!room(s, count)) {
        return lob_fail_memory(ctx);
    }
    if (count > 1) {
        qsort(p, count, sizeof *p, by_bottom);
    }
    for (uint32_t row = 0; row < ROWS; row++) {
        const double y = height_of(row);
        for (; next < count && p[next].y0 <= y; next++) {
            s->active[active++] = next;
        }
        if (active == 0 || grain->rows[row] == UINT64_MAX) {
            continue;
        }
        const uint32_t cuts = cut_row(s, p, &active, y);
        sort_cuts(s->cuts, cuts);
        grain->rows[row] |= row_of(s->cuts, cuts, shift_of(row));
        work += cuts;
        if (work > 1 << 16) {
            LOB_TRY(lob_poll(ctx));
            work = 0;
        }
    }
    return LOB_OK;
}

double lob_grain_area(const lob_grain *grain) {
    uint32_t count = 0;
    for (uint32_t row = 0; row < ROWS; row++) {
        count += (uint32_t)__builtin_popcountll(grain->rows[row]);
    }
    return count / (double)(ROWS * COLUMNS);
}
