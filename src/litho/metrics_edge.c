/* Edge to edge placement error.
 *
 * Edge pixels by words: a Sobel sum of three pixels weighted 1, 2, 1 has three bits, and its gradient is not zero where
 * two such sums differ; magnitudes of sets of 0 and 1 are 0 or at least 1, so "above .5" is "not 0". Distances: per
 * column the nearest edge pixel, per row the lower envelope of parabolas (Meijster, Roerdink, Hesselink 2000; also
 * Felzenszwalb, Huttenlocher 2004), in whole squares, so they are exact; roots are taken only of what is listed.
 */
#include <math.h>

#include "base/alloc.h"
#include "litho/metrics_impl.h"

/* ---- edge pixels ---- */

typedef struct sums { /* of three pixels weighted 1, 2, 1: bits of the sum, 64 pixels */
    uint64_t ones, twos, fours;
} sums;

static sums weigh(uint64_t before, uint64_t own, uint64_t after) {
    uint64_t pair = before & after;
    return (sums){before ^ after, own ^ pair, own & pair};
}

static uint64_t differ(sums a, sums b) {
    return (a.ones ^ b.ones) | (a.twos ^ b.twos) | (a.fours ^ b.fours);
}

static uint64_t word_at(const lob_bits *bits, uint32_t row, uint32_t w) {
    return w < bits->stride ? lob_bits_row(bits, row)[w] : 0;
}

/* The pixel west of each, and east: those of the neighbouring words come in. */
static uint64_t west_of(uint64_t before, uint64_t own) {
    return own << 1 | before >> 63;
}

static uint64_t east_of(uint64_t own, uint64_t after) {
    return own >> 1 | after << 63;
}

static sums weigh_column(const lob_bits *bits, uint32_t row, uint32_t w) {
    return weigh(word_at(bits, row - 1, w), word_at(bits, row, w), word_at(bits, row + 1, w));
}

static sums weigh_row(const lob_bits *bits, uint32_t row, uint32_t w) {
    uint64_t own = word_at(bits, row, w), before = w > 0 ? word_at(bits, row, w - 1) : 0;
    return weigh(west_of(before, own), own, east_of(own, word_at(bits, row, w + 1)));
}

static uint64_t edge_word(const lob_bits *bits, uint32_t row, uint32_t w) {
    sums before = {0, 0, 0}, own = weigh_column(bits, row, w), after = weigh_column(bits, row, w + 1);
    if (w > 0) {
        before = weigh_column(bits, row, w - 1);
    }
    sums west = {west_of(before.ones, own.ones), west_of(before.twos, own.twos), west_of(before.fours, own.fours)};
    sums east = {east_of(own.ones, after.ones), east_of(own.twos, after.twos), east_of(own.fours, after.fours)};
    return differ(west, east) | differ(weigh_row(bits, row - 1, w), weigh_row(bits, row + 1, w));
}

/* All but the outermost pixels of the frame. */
static uint64_t find_edges(const lob_bits *bits, lob_bits *edges) {
    uint32_t width = bits->frame.width, height = bits->frame.height, last = (width - 1) / 64;
    for (uint32_t row = 1; width > 2 && row + 1 < height; row++) {
        uint64_t *out = edges->words + (size_t)row * edges->stride;
        for (uint32_t w = 0; w < bits->stride; w++) {
            out[w] = edge_word(bits, row, w) & (w == last ? lob_bits_tail(bits) : ~UINT64_C(0));
        }
        out[0] &= ~UINT64_C(1);
        out[last] &= ~(UINT64_C(1) << (width - 1) % 64);
    }
    return lob_bits_count(edges);
}

/* ---- distances ---- */

enum { FAR = UINT32_MAX };

typedef struct distances {
    uint32_t width, height;
    uint32_t *columns; /* rows to the nearest pixel of the column; FAR: none */
    /* The lower envelope of a row: parabola k is of column `apex[k]` and least from column `from[k]` on. */
    uint32_t *apex;
    int64_t *from;
} distances;

static void measure_columns(const lob_bits *bits, distances *d) {
    uint32_t width = d->width;
    for (uint32_t row = 0; row < d->height; row++) {
        uint32_t *own = d->columns + (size_t)row * width;
        const uint64_t *words = lob_bits_row(bits, row);
        for (uint32_t i = 0; i < width; i++) {
            uint32_t below = row > 0 ? own[(ptrdiff_t)i - (ptrdiff_t)width] : FAR;
            own[i] = words[i / 64] >> i % 64 & 1 ? 0 : below == FAR ? FAR : below + 1;
        }
    }
    for (uint32_t row = d->height - 1; row > 0;) {
        row--;
        uint32_t *own = d->columns + (size_t)row * width;
        for (uint32_t i = 0; i < width; i++) {
            uint32_t above = own[i + width];
            own[i] = above != FAR && above + 1 < own[i] ? above + 1 : own[i];
        }
    }
}

static int64_t square(int64_t v) {
    return v * v;
}

/* The first column from which on the parabola of the later column b is not above that of a. */
static int64_t meet(const uint32_t *heights, uint32_t a, uint32_t b) {
    int64_t over = square(b) - square(a) + square(heights[b]) - square(heights[a]), by = 2 * ((int64_t)b - a);
    return over >= 0 ? (over + by - 1) / by : -(-over / by);
}

static uint32_t build_envelope(distances *d, const uint32_t *heights) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < d->width; i++) {
        if (heights[i] == FAR) {
            continue;
        }
        int64_t from = 0;
        while (count > 0) {
            from = meet(heights, d->apex[count - 1], i);
            if (from > d->from[count - 1]) {
                break;
            }
            count--;
            from = 0;
        }
        if (from < d->width) {
            d->apex[count] = i;
            d->from[count++] = from;
        }
    }
    return count;
}

/* Squared distances of the wanted pixels, in their order, to the nearest of the set; both have some. */
static lob_status measure_wanted(lob_ctx *ctx, distances *d, const lob_bits *wanted, uint64_t *squares) {
    for (uint32_t row = 0; row < d->height; row++) {
        const uint32_t *heights = d->columns + (size_t)row * d->width;
        uint32_t count = 0, k = 0;
        LOB_TRY(row % LOB_METRICS_POLL_ROWS == 0 ? lob_poll(ctx) : LOB_OK);
        for (uint32_t first, end = 0; lob_run_next(lob_bits_row(wanted, row), d->width, &first, &end);) {
            count = count > 0 ? count : build_envelope(d, heights);
            for (uint32_t i = first; i < end; i++) {
                while (k + 1 < count && d->from[k + 1] <= i) {
                    k++;
                }
                *squares++ = (uint64_t)(square((int64_t)i - d->apex[k]) + square(heights[d->apex[k]]));
            }
        }
    }
    return LOB_OK;
}

static lob_status measure(lob_ctx *ctx, const lob_bits *set, const lob_bits *wanted, uint64_t *squares) {
    distances d = {.width = set->frame.width, .height = set->frame.height};
    d.columns = lob_malloc((size_t)d.width * d.height * sizeof *d.columns);
    d.apex = lob_malloc(d.width * sizeof *d.apex);
    d.from = lob_malloc(d.width * sizeof *d.from);
    lob_status status = d.columns && d.apex && d.from ? LOB_OK : lob_fail_memory(ctx);
    if (status == LOB_OK) {
        measure_columns(set, &d);
        status = measure_wanted(ctx, &d, wanted, squares);
    }
    lob_free(d.columns);
    lob_free(d.apex);
    lob_free(d.from);
    return status;
}

/* ---- the list ---- */

static void sum_up(const uint64_t *squares, uint64_t count, double pixel_nm, lob_edge_error *error) {
    double sum = 0, off = 0;
    uint64_t most = 0;
    for (uint64_t i = 0; i < count; i++) {
        sum += sqrt((double)squares[i]);
        most = squares[i] > most ? squares[i] : most;
    }
    double mean = sum / (double)count;
    for (uint64_t i = 0; i < count; i++) {
        double from_mean = sqrt((double)squares[i]) - mean;
        off += from_mean * from_mean;
    }
    *error = (lob_edge_error){.mean_nm = mean * pixel_nm,
                              .max_nm = sqrt((double)most) * pixel_nm,
                              .std_nm = count > 1 ? sqrt(off / (double)(count - 1)) * pixel_nm : (double)NAN,
                              .count = count,
                              .is_valid = true};
}

typedef struct edge_sets {
    lob_bits printed, target;               /* all edges: what distances go to */
    lob_bits printed_wanted, target_wanted; /* those that are listed; empty sets without words: all of them */
    uint64_t printed_count, target_count;   /* wanted */
    bool has_both;                          /* printed and target have edges at all */
} edge_sets;

static const lob_bits *wanted(const lob_bits *all, const lob_bits *some) {
    return some->words ? some : all;
}

static lob_status compare_edges(lob_ctx *ctx, const edge_sets *sets, lob_edge_error *error) {
    const uint64_t count = sets->printed_count + sets->target_count;
    if (count == 0 || !sets->has_both) {
        const bool is_fine = count == 0;
        *error = (lob_edge_error){.mean_nm = is_fine ? 0 : (double)INFINITY,
                                  .max_nm = is_fine ? 0 : (double)INFINITY,
                                  .std_nm = is_fine ? 0 : (double)NAN,
                                  .count = count,
                                  .is_valid = is_fine};
        return LOB_OK;
    }
    uint64_t *squares = lob_malloc(count * sizeof *squares);
    if (!squares) {
        return lob_fail_memory(ctx);
    }
    lob_status status = measure(ctx, &sets->target, wanted(&sets->printed, &sets->printed_wanted), squares);
    if (status == LOB_OK) {
        status =
            measure(ctx, &sets->printed, wanted(&sets->target, &sets->target_wanted), squares + sets->printed_count);
    }
    if (status == LOB_OK) {
        sum_up(squares, count, sets->printed.frame.pixel_nm, error);
    }
    lob_free(squares);
    return status;
}

/* Keeps of `all` what lies in the window. */
static lob_status choose(lob_ctx *ctx, const lob_bits *all, const lob_frame *asked, lob_bits *some, uint64_t *count) {
    const uint32_t left = (uint32_t)(asked->column - all->frame.column);
    const uint32_t bottom = (uint32_t)(asked->row - all->frame.row);
    lob_bits window;
    LOB_TRY(lob_bits_new(ctx, all->frame, some));
    LOB_TRY(lob_bits_new(ctx, *asked, &window));
    lob_bits_copy(all, left, bottom, asked->width, asked->height, &window, 0, 0);
    lob_bits_copy(&window, 0, 0, asked->width, asked->height, some, left, bottom);
    lob_bits_drop(&window);
    *count = lob_bits_count(some);
    return LOB_OK;
}

static lob_status find_sets(lob_ctx *ctx, const lob_bits *printed, const lob_bits *target, const lob_frame *asked,
                            edge_sets *sets) {
    LOB_TRY(lob_bits_new(ctx, printed->frame, &sets->printed));
    LOB_TRY(lob_bits_new(ctx, target->frame, &sets->target));
    sets->printed_count = find_edges(printed, &sets->printed);
    sets->target_count = find_edges(target, &sets->target);
    sets->has_both = sets->printed_count > 0 && sets->target_count > 0;
    if (asked == NULL) {
        return LOB_OK;
    }
    LOB_TRY(choose(ctx, &sets->printed, asked, &sets->printed_wanted, &sets->printed_count));
    return choose(ctx, &sets->target, asked, &sets->target_wanted, &sets->target_count);
}

lob_status lob_edge_error_within(lob_ctx *ctx, const lob_bits *printed, const lob_bits *target, const lob_frame *asked,
                                 lob_edge_error *error) {
    edge_sets sets = {.has_both = false};
    lob_status status = find_sets(ctx, printed, target, asked, &sets);
    if (status == LOB_OK) {
        status = compare_edges(ctx, &sets, error);
    }
    lob_bits *const all[] = {&sets.printed, &sets.target, &sets.printed_wanted, &sets.target_wanted};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        lob_bits_drop(all[i]);
    }
    return status;
}
