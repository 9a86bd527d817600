/* 4-connected parts of a set of pixels, and the spots they are told as.
 *
 * Runs of a row that overlap runs of the row below are one part. A part is named by its first run, so numbers follow
 * the lowest, leftmost pixels: a union always keeps the earlier run as the root.
 */
#include "base/alloc.h"
#include "base/list.h"
#include "litho/metrics_impl.h"

/* While parts are made `part` is an earlier run of the same part, or the run itself. */
static uint32_t root_of(lob_pixel_run *runs, uint32_t i) {
    while (runs[i].part != i) {
        runs[i].part = runs[runs[i].part].part;
        i = runs[i].part;
    }
    return i;
}

static void join(lob_pixel_run *runs, uint32_t a, uint32_t b) {
    a = root_of(runs, a);
    b = root_of(runs, b);
    if (a < b) {
        runs[b].part = a;
    } else {
        runs[a].part = b;
    }
}

static lob_status add_row(lob_ctx *ctx, const lob_bits *bits, uint32_t row, lob_parts *p) {
    uint32_t below = row > 0 ? p->row_first[row - 1] : 0, below_end = p->run_count;
    p->row_first[row] = p->run_count;
    for (uint32_t first, end = 0; lob_run_next(lob_bits_row(bits, row), bits->frame.width, &first, &end);) {
        LOB_TRY(lob_list_grow(ctx, &p->runs, p->run_count, &p->run_capacity, sizeof *p->runs));
        uint32_t own = p->run_count++;
        p->runs[own] = (lob_pixel_run){row, first, end, own};
        while (below < below_end && p->runs[below].end <= first) {
            below++;
        }
        for (uint32_t i = below; i < below_end && p->runs[i].first < end; i++) {
            join(p->runs, i, own);
        }
    }
    return LOB_OK;
}

lob_status lob_parts_of(lob_ctx *ctx, const lob_bits *bits, lob_parts *parts) {
    uint32_t height = bits->frame.height;
    *parts = (lob_parts){.row_first = lob_malloc((height + (size_t)1) * sizeof *parts->row_first)};
    if (!parts->row_first) {
        return lob_fail_memory(ctx);
    }
    for (uint32_t row = 0; row < height; row++) {
        LOB_TRY(row % LOB_METRICS_POLL_ROWS == 0 ? lob_poll(ctx) : LOB_OK);
        LOB_TRY(add_row(ctx, bits, row, parts));
    }
    parts->row_first[height] = parts->run_count;
    for (uint32_t i = 0; i < parts->run_count; i++) { /* roots come before the rest of their parts */
        uint32_t before = parts->runs[i].part;
        parts->runs[i].part = before == i ? parts->part_count++ : parts->runs[before].part;
    }
    return LOB_OK;
}

void lob_parts_drop(lob_parts *parts) {
    lob_free(parts->runs);
    lob_free(parts->row_first);
    *parts = (lob_parts){0};
}

uint32_t lob_parts_at(const lob_parts *parts, uint32_t column, uint32_t row) {
    uint32_t low = parts->row_first[row], high = parts->row_first[row + 1];
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (parts->runs[middle].first <= column) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return parts->runs[low].part;
}

/* ---- spots ---- */

static void extend(lob_litho_spot *spot, const lob_pixel_run *run, const lob_frame *frame) {
    int64_t left = frame->column + run->first, right = frame->column + run->end, row = frame->row + run->row;
    if (spot->pixels == 0) {
        *spot = (lob_litho_spot){.x_nm = lob_frame_x_nm(frame, run->first + 0.5),
                                 .y_nm = lob_frame_y_nm(frame, run->row + 0.5),
                                 .left = left,
                                 .bottom = row,
                                 .right = right};
    }
    spot->left = left < spot->left ? left : spot->left;
    spot->right = right > spot->right ? right : spot->right;
    spot->top = row + 1;
    spot->pixels += run->end - run->first;
}

/* Sides of the largest squares that end in each pixel: one more than the least of the three before it. */
typedef struct squares {
    uint32_t *below, *own; /* a row each, 0 outside the set; column i at i + 1 */
} squares;

static void measure_row(squares *s, const lob_parts *parts, uint32_t row, lob_litho_spot *spots, uint32_t kept,
                        double pixel_nm) {
    for (uint32_t r = parts->row_first[row]; r < parts->row_first[row + 1]; r++) {
        const lob_pixel_run *run = &parts->runs[r];
        uint32_t most = 0;
        for (uint32_t i = run->first; i < run->end; i++) {
            uint32_t least = s->below[i] < s->below[i + 1] ? s->below[i] : s->below[i + 1];
            least = i > run->first && s->own[i] < least ? s->own[i] : i > run->first ? least : 0;
            s->own[i + 1] = least + 1;
            most = least + 1 > most ? least + 1 : most;
        }
        if (run->part < kept && spots[run->part].actual_nm < most * pixel_nm) {
            spots[run->part].actual_nm = most * pixel_nm;
        }
    }
    for (uint32_t r = row > 0 ? parts->row_first[row - 1] : 0; r < parts->row_first[row]; r++) {
        for (uint32_t i = parts->runs[r].first; i < parts->runs[r].end; i++) {
            s->below[i + 1] = 0;
        }
    }
    uint32_t *swap = s->below;
    s->below = s->own;
    s->own = swap;
}

static lob_status measure_squares(lob_ctx *ctx, const lob_bits *bits, const lob_parts *parts, lob_litho_spot *spots,
                                  uint32_t kept) {
    size_t width = bits->frame.width + (size_t)1;
    uint32_t *rows = lob_calloc(2 * width, sizeof *rows);
    if (!rows) {
        return lob_fail_memory(ctx);
    }
    squares s = {rows, rows + width};
    for (uint32_t row = 0; row < bits->frame.height; row++) {
        measure_row(&s, parts, row, spots, kept, bits->frame.pixel_nm);
    }
    lob_free(rows);
    return LOB_OK;
}

/* The first `max` parts. */
static lob_status gather(lob_ctx *ctx, const lob_bits *bits, const lob_parts *parts, uint32_t max,
                         lob_litho_spot **spots, uint32_t *count) {
    *count = parts->part_count < max ? parts->part_count : max;
    *spots = LOB_NEW_ARRAY(ctx->arena, lob_litho_spot, *count);
    if (!*spots) {
        return lob_fail_memory(ctx);
    }
    for (uint32_t i = 0; i < parts->run_count; i++) {
        if (parts->runs[i].part < *count) {
            extend(&(*spots)[parts->runs[i].part], &parts->runs[i], &bits->frame);
        }
    }
    return LOB_OK;
}

lob_status lob_spots_of(lob_ctx *ctx, const lob_bits *violating, uint32_t max, lob_litho_spot **spots, uint32_t *count,
                        uint64_t *total) {
    lob_parts parts;
    lob_status status = lob_parts_of(ctx, violating, &parts);
    if (status == LOB_OK) {
        *total = parts.part_count;
        status = gather(ctx, violating, &parts, max, spots, count);
    }
    if (status == LOB_OK) {
        status = measure_squares(ctx, violating, &parts, *spots, *count);
    }
    lob_parts_drop(&parts);
    return status;
}

/* ---- areas ---- */

static lob_status keep_small(lob_ctx *ctx, const lob_bits *mask, lob_parts *parts, double area_min_nm2, uint32_t max,
                             lob_litho_spot **spots, uint32_t *count, uint64_t *total) {
    const double pixel_nm2 = mask->frame.pixel_nm * mask->frame.pixel_nm;
    uint64_t *pixels = lob_calloc(parts->part_count + (size_t)1, sizeof *pixels);
    if (!pixels) {
        return lob_fail_memory(ctx);
    }
    for (uint32_t i = 0; i < parts->run_count; i++) {
        pixels[parts->runs[i].part] += parts->runs[i].end - parts->runs[i].first;
    }
    uint32_t small = 0; /* parts are numbered anew, UINT32_MAX: large enough */
    for (uint32_t i = 0; i < parts->part_count; i++) {
        pixels[i] = (double)pixels[i] * pixel_nm2 < area_min_nm2 ? small++ : UINT32_MAX;
    }
    for (uint32_t i = 0; i < parts->run_count; i++) {
        parts->runs[i].part = (uint32_t)pixels[parts->runs[i].part];
    }
    lob_free(pixels);
    parts->part_count = small;
    *total = small;
    LOB_TRY(gather(ctx, mask, parts, max, spots, count));
    for (uint32_t i = 0; i < *count; i++) {
        (*spots)[i].actual_nm = (double)(*spots)[i].pixels * pixel_nm2;
    }
    return LOB_OK;
}

lob_status lob_mrc_areas(lob_ctx *ctx, const lob_bits *mask, double area_min_nm2, uint32_t max, lob_litho_spot **spots,
                         uint32_t *count, uint64_t *total) {
    lob_parts parts;
    lob_status status = lob_parts_of(ctx, mask, &parts);
    if (status == LOB_OK) {
        status = keep_small(ctx, mask, &parts, area_min_nm2, max, spots, count, total);
    }
    lob_parts_drop(&parts);
    return status;
}
