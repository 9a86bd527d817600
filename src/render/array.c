/* See array.h. */
#include "render/array.h"

#include <string.h>

#include "base/alloc.h"

/* The same axis with a pitch of no less than 0; members in one place are one. */
static lob_array_axis plain_of(const lob_array_axis *axis) {
    lob_array_axis a = *axis;
    if (a.pitch < 0) {
        a.from += a.pitch * (double)(a.count - 1);
        a.pitch = -a.pitch;
    }
    if (a.pitch == 0 || a.count == 1) {
        a.count = 1;
        a.pitch = 0;
    }
    return a;
}

static double bounded(double n, double most) {
    return n < 0 ? 0 : n > most ? most : n;
}

uint64_t lob_array_seen(const lob_array_axis *axis, uint32_t size) {
    const lob_array_axis a = plain_of(axis);
    const double width = a.size * a.texels;
    if (a.count == 1) {
        return a.from <= size && a.from + width >= 0;
    }
    const double first = ceil((-width - a.from) / a.pitch), end = floor((size - a.from) / a.pitch) + 1;
    const double count = bounded(end, (double)a.count) - bounded(first, (double)a.count);
    return count > 0 ? (uint64_t)count : 0;
}

/* Of all members' copies of a texel, the first at 0, what lies left of z. */
static double left_of(const lob_array_axis *a, double z) {
    if (a->count == 1) {
        return bounded(z, a->size);
    }
    const double most = (double)a->count;
    const double whole = bounded(floor((z - a->size) / a->pitch) + 1, most);
    const double begun = bounded(ceil(z / a->pitch), most);
    const double parts = begun > whole ? begun - whole : 0;
    return whole * a->size + parts * (z - a->pitch * (begun - 1 + whole) / 2);
}

/* Pixels that the array meets. */
static void reach_of(const lob_array_axis *a, uint32_t size, uint32_t *first, uint32_t *end) {
    const double low = floor(a->from);
    const double high = ceil(a->from + a->pitch * (double)(a->count - 1) + a->size * a->texels);
    *first = (uint32_t)bounded(low, size);
    *end = (uint32_t)bounded(high, size);
}

/* By texel of the values, then by pixel from `first` on: what the texel covers of the pixel in all members together. */
static void shares_of(const lob_array_axis *a, uint32_t first, uint32_t end, float *shares) {
    for (uint32_t u = 0; u < a->texels; u++) {
        float *to = shares + (size_t)(a->is_turned ? a->texels - 1 - u : u) * (end - first);
        const double from = a->from + a->size * u;
        double before = left_of(a, first - from);
        for (uint32_t i = first; i < end; i++) {
            const double after = left_of(a, i + 1 - from);
            to[i - first] = (float)lob_most(after - before, 0);
            before = after;
        }
    }
}

typedef struct work {
    const uint16_t *values;
    float *across, *up, *row; /* shares by texel; a row of pixels by texels across */
    uint32_t columns[2], rows[2], texels[2];
} work;

static void add_row(const work *w, uint32_t y, lob_sums *sums) {
    const uint32_t height = w->rows[1] - w->rows[0], width = w->columns[1] - w->columns[0];
    memset(w->row, 0, w->texels[0] * sizeof *w->row);
    for (uint32_t v = 0; v < w->texels[1]; v++) {
        const float part = w->up[(size_t)v * height + (y - w->rows[0])];
        if (part == 0) {
            continue;
        }
        const uint16_t *values = w->values + (size_t)v * w->texels[0];
        for (uint32_t u = 0; u < w->texels[0]; u++) {
            w->row[u] += part * (values[u] ? (float)(values[u] - 1) / 65534.0f : 0);
        }
    }
    float *at = lob_sums_plain(sums, y, w->columns[0], w->columns[1]);
    for (uint32_t u = 0; u < w->texels[0]; u++) {
        const float part = w->row[u], *across = w->across + (size_t)u * width;
        for (uint32_t i = 0; part != 0 && i < width; i++) {
            at[i] += part * across[i];
        }
    }
}

lob_status lob_array_add(lob_ctx *ctx, lob_sums *sums, const lob_array_axis *x_axis, const lob_array_axis *y_axis,
                         const uint16_t *values) {
    const uint16_t whole = 65535;
    const lob_array_axis x = plain_of(x_axis), y = plain_of(y_axis);
    work w = {.values = values ? values : &whole, .texels = {x.texels, y.texels}};
    reach_of(&x, sums->width, &w.columns[0], &w.columns[1]);
    reach_of(&y, sums->height, &w.rows[0], &w.rows[1]);
    if (w.columns[0] >= w.columns[1] || w.rows[0] >= w.rows[1]) {
        return LOB_OK;
    }
    w.across = lob_malloc((size_t)x.texels * (w.columns[1] - w.columns[0]) * sizeof *w.across);
    w.up = lob_malloc((size_t)y.texels * (w.rows[1] - w.rows[0]) * sizeof *w.up);
    w.row = lob_malloc(x.texels * sizeof *w.row);
    lob_status status = w.across && w.up && w.row ? LOB_OK : lob_fail_memory(ctx);
    if (status == LOB_OK) {
        shares_of(&x, w.columns[0], w.columns[1], w.across);
        shares_of(&y, w.rows[0], w.rows[1], w.up);
    }
    for (uint32_t row = w.rows[0]; row < w.rows[1] && status == LOB_OK; row++) {
        add_row(&w, row, sums);
        status = row % 16 == 15 ? lob_poll(ctx) : LOB_OK;
    }
    lob_free(w.across);
    lob_free(w.up);
    lob_free(w.row);
    return status;
}
