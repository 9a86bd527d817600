/* Windows of a grid, whether they overlap or not.
 *
 * All borders of windows together cut the box into cells; each cell is measured once, and a window is the sum of its
 * cells: first along the rows, then up the columns. No difference is ever taken, so a window without figures is 0.
 */
#include "query/density.h"

/* ---- windows ---- */

bool lob_windows_make(int64_t from, int64_t to, int64_t tile, int64_t step, bool shifts, uint32_t count_max,
                      lob_windows *windows) {
    int64_t rest = to - from - tile;
    uint64_t count = rest > 0 ? 1 + (uint64_t)(rest / step) + (rest % step != 0) : 1;
    *windows = (lob_windows){from, to, tile, step, (uint32_t)count, shifts};
    return count <= count_max;
}

/* from + length * index / count; the product would not fit. */
static int64_t part_at(const lob_windows *w, uint32_t index) {
    return w->from + (int64_t)((__int128)(w->to - w->from) * index / w->count);
}

int64_t lob_windows_low(const lob_windows *w, uint32_t index) {
    if (w->tile == 0) {
        return part_at(w, index);
    }
    int64_t low = w->from + w->step * index;
    if (w->shifts && low > w->to - w->tile) {
        low = w->to - w->tile > w->from ? w->to - w->tile : w->from;
    }
    return low;
}

int64_t lob_windows_high(const lob_windows *w, uint32_t index) {
    if (w->tile == 0) {
        return part_at(w, index + 1);
    }
    int64_t high = lob_windows_low(w, index) + w->tile;
    return high < w->to ? high : w->to;
}

/* ---- cells ---- */

/* The borders of all windows, each once: both begins and ends rise, so this is a merge. */
static lob_status make_lines(lob_ctx *ctx, const lob_windows *w, lob_lines *lines) {
    int64_t *at = LOB_NEW_ARRAY(ctx->arena, int64_t, 2 * (size_t)w->count);
    uint32_t low = 0, high = 0, count = 0;
    if (!at) {
        return lob_fail_memory(ctx);
    }
    while (high < w->count) {
        int64_t end = lob_windows_high(w, high);
        bool is_low = low < w->count && lob_windows_low(w, low) <= end;
        int64_t next = is_low ? lob_windows_low(w, low) : end;
        *(is_low ? &low : &high) += 1;
        if (count == 0 || at[count - 1] < next) {
            at[count++] = next;
        }
    }
    *lines = (lob_lines){at, count - 1};
    return LOB_OK;
}

/* Which cells each window holds: from first[i] up to, not including, end[i]. */
typedef struct span {
    uint32_t first, end;
} span;

static lob_status make_spans(lob_ctx *ctx, const lob_windows *w, lob_lines lines, span **spans) {
    *spans = LOB_NEW_ARRAY(ctx->arena, span, w->count);
    if (!*spans) {
        return lob_fail_memory(ctx);
    }
    uint32_t first = 0, end = 0;
    for (uint32_t i = 0; i < w->count; i++) {
        while (lines.at[first] < lob_windows_low(w, i)) {
            first++;
        }
        while (lines.at[end] < lob_windows_high(w, i)) {
            end++;
        }
        (*spans)[i] = (span){first, end};
    }
    return LOB_OK;
}

/* to[outer * spans + i] = sum of from[outer * cells + k] over the span; `stride` steps along, `across` between. */
typedef struct summing {
    const double *from;
    double *to;
    size_t from_along, from_across, to_along, to_across;
    size_t across;
} summing;

static lob_status add_up(lob_ctx *ctx, const summing *s, const span *spans, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        LOB_TRY(lob_poll(ctx));
        for (size_t line = 0; line < s->across; line++) {
            const double *from = s->from + line * s->from_across;
            double sum = 0;
            for (uint32_t k = spans[i].first; k < spans[i].end; k++) {
                sum += from[k * s->from_along];
            }
            s->to[i * s->to_along + line * s->to_across] = sum;
        }
    }
    return LOB_OK;
}

lob_status lob_query_density(lob_ctx *ctx, const lob_query *query, const lob_windows *x, const lob_windows *y,
                             lob_density *density) {
    lob_lines columns, rows;
    span *of_x, *of_y;
    LOB_TRY(make_lines(ctx, x, &columns));
    LOB_TRY(make_lines(ctx, y, &rows));
    LOB_TRY(make_spans(ctx, x, columns, &of_x));
    LOB_TRY(make_spans(ctx, y, rows, &of_y));
    const size_t cells = (size_t)columns.count * rows.count;
    double *areas = LOB_NEW_ARRAY(ctx->arena, double, cells);
    double *in_rows = LOB_NEW_ARRAY(ctx->arena, double, (size_t)x->count *rows.count);
    *density = (lob_density){.areas = LOB_NEW_ARRAY(ctx->arena, double, (size_t)x->count * y->count)};
    if (!areas || !in_rows || !density->areas) {
        return lob_fail_memory(ctx);
    }
    LOB_TRY(lob_query_coverage(ctx, query, columns, rows, areas, &density->area_error));
    for (size_t i = 0; i < cells; i++) {
        density->total += areas[i];
    }
    const summing along = {areas, in_rows, 1, columns.count, 1, x->count, rows.count};
    LOB_TRY(add_up(ctx, &along, of_x, x->count));
    const summing up = {in_rows, density->areas, x->count, 1, x->count, 1, x->count};
    return add_up(ctx, &up, of_y, y->count);
}
