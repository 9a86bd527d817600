/* Slabs: between two neighbouring levels of all ends and crossings no edge begins, ends or crosses another, so the
 * order of the edges at half height is that of the whole slab, and the width there is the mean width. */
#include "render/slab.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

typedef struct lob_slab_edge {
    double x;
    const lob_piece *piece;
} slab_edge;

static bool grow(void **items, uint32_t *capacity, uint32_t need, size_t size) {
    if (need <= *capacity) {
        return true;
    }
    uint32_t more = need + need / 2 + 16;
    void *block = lob_realloc(*items, (size_t)more * size);
    if (block) {
        *items = block;
        *capacity = more;
    }
    return block != NULL;
}

void lob_slabs_release(lob_slabs *s) {
    lob_free(s->levels);
    lob_free(s->active);
    lob_free(s->windings);
    *s = (lob_slabs){0};
}

static int by_value(const void *a, const void *b) {
    double x = *(const double *)a;
    double y = *(const double *)b;
    return x < y ? -1 : x > y;
}

static int by_bottom(const void *a, const void *b) {
    return by_value(&((const lob_piece *)a)->y0, &((const lob_piece *)b)->y0);
}

static void sort_small(double *v, uint32_t n) {
    if (n > 24) {
        qsort(v, n, sizeof *v, by_value);
        return;
    }
    for (uint32_t i = 1; i < n; i++) {
        double x = v[i];
        uint32_t k = i;
        for (; k > 0 && v[k - 1] > x; k--) {
            v[k] = v[k - 1];
        }
        v[k] = x;
    }
}

static double x_at(const lob_piece *p, double y) {
    return p->x0 + (p->x1 - p->x0) * ((y - p->y0) / (p->y1 - p->y0));
}

/* Whether two pieces cross strictly between the levels that both span, and where. */
static bool crossing(const lob_piece *a, const lob_piece *b, double *y) {
    double low = a->y0 > b->y0 ? a->y0 : b->y0;
    double high = a->y1 < b->y1 ? a->y1 : b->y1;
    if (low >= high || fmax(a->x0, a->x1) < fmin(b->x0, b->x1) || fmax(b->x0, b->x1) < fmin(a->x0, a->x1)) {
        return false;
    }
    double d0 = x_at(a, low) - x_at(b, low);
    double d1 = x_at(a, high) - x_at(b, high);
    if (!((d0 < 0 && d1 > 0) || (d0 > 0 && d1 < 0))) {
        return false;
    }
    *y = low + (high - low) * (d0 / (d0 - d1));
    return *y > low && *y < high;
}

/* Pieces are sorted by y0. */
static bool levels_find(lob_slabs *s, const lob_piece *p, uint32_t n, uint32_t *count) {
    uint32_t k = 0;
    if (!grow((void **)&s->levels, &s->level_capacity, 2 * n, sizeof *s->levels)) {
        return false;
    }
    for (uint32_t i = 0; i < n; i++) {
        s->levels[k++] = p[i].y0;
        s->levels[k++] = p[i].y1;
    }
    for (uint32_t i = 0; i < n; i++) {
        for (uint32_t j = i + 1; j < n && p[j].y0 < p[i].y1; j++) {
            double y;
            if (!crossing(&p[i], &p[j], &y)) {
                continue;
            }
            if (!grow((void **)&s->levels, &s->level_capacity, k + 1, sizeof *s->levels)) {
                return false;
            }
            s->levels[k++] = y;
        }
    }
    sort_small(s->levels, k);
    *count = k;
    return true;
}

static double width_of(lob_slabs *s, uint32_t active, uint32_t rings) {
    memset(s->windings, 0, rings * sizeof *s->windings);
    int32_t inside = 0;
    double from = 0;
    double width = 0;
    for (uint32_t i = 0; i < active; i++) {
        const lob_piece *p = s->active[i].piece;
        int32_t before = s->windings[p->ring];
        int32_t after = before + p->weight;
        s->windings[p->ring] = after;
        int32_t now = inside + (after != 0) - (before != 0);
        if (inside == 0 && now != 0) {
            from = s->active[i].x;
        } else if (inside != 0 && now == 0) {
            width += s->active[i].x - from;
        }
        inside = now;
    }
    return inside != 0 ? width + 1 - from : width;
}

/* The pieces that span the slab, left to right at its half height. The order of the slab below is nearly right. */
static uint32_t activate(lob_slabs *s, lob_piece *p, uint32_t n, uint32_t active, uint32_t *next, double low,
                         double middle) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < active; i++) {
        if (s->active[i].piece->y1 > middle) {
            s->active[kept++] = s->active[i];
        }
    }
    for (; *next < n && p[*next].y0 <= low; ++*next) {
        if (p[*next].y1 > middle) {
            s->active[kept++].piece = &p[*next];
        }
    }
    for (uint32_t i = 0; i < kept; i++) {
        slab_edge e = {x_at(s->active[i].piece, middle), s->active[i].piece};
        uint32_t k = i;
        for (; k > 0 && s->active[k - 1].x > e.x; k--) {
            s->active[k] = s->active[k - 1];
        }
        s->active[k] = e;
    }
    return kept;
}

lob_status lob_slab_area(lob_ctx *ctx, lob_slabs *s, lob_piece *pieces, uint32_t count, uint32_t ring_count,
                         double *area) {
    *area = 0;
    if (count > 1) {
        qsort(pieces, count, sizeof *pieces, by_bottom);
    }
    uint32_t levels = 0;
    if (!grow((void **)&s->active, &s->active_capacity, count, sizeof *s->active) ||
        !grow((void **)&s->windings, &s->winding_capacity, ring_count, sizeof *s->windings) ||
        !levels_find(s, pieces, count, &levels)) {
        return lob_fail_memory(ctx);
    }
    uint32_t active = 0;
    uint32_t next = 0;
    double sum = 0;
    for (uint32_t i = 0; i + 1 < levels; i++) {
        double low = s->levels[i];
        double high = s->levels[i + 1];
        double middle = (low + high) / 2;
        if (!(middle > low && middle < high)) {
            continue;
        }
        active = activate(s, pieces, count, active, &next, low, middle);
        sum += width_of(s, active, ring_count) * (high - low);
        if (i % 1024 == 1023) {
            LOB_TRY(lob_poll(ctx));
        }
    }
    *area = sum < 0 ? 0 : sum > 1 ? 1 : sum;
    return LOB_OK;
}
