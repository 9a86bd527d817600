/* What the product says of the guides, held against their formulas.
 *
 * A value is right when the truth lies within the uncertainty that is stated with it. How far too large uncertainties
 * are is their median ratio to the real error.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "measure/measure.h"
#include "measure/waveguide.h"
#include "truth.h"

static const char *const quantity_names[TRUTH_QUANTITIES] = {"length", "width", "least width", "greatest width",
                                                             "radius"};

typedef struct answer {
    bool is_known;
    double value, error, at_least; /* at_least: of what is not known; 0: no bound */
} answer;

static bool note(truth_score *score, uint32_t index, const truth_guide *g, truth_quantity quantity, double truth,
                 answer a) {
    truth_tally *t = &score->tallies[g->family][quantity];
    double off = fabs(a.value - truth);
    t->asked++;
    bool is_right = a.is_known ? off <= a.error + 1e-6 : a.at_least <= truth * (1 + 1e-9);
    if (!is_right && score->tells) {
        printf("  %u %s, %s: %.6g is said to be %.6g +- %.6g (grid %d, turned %.4g, %u points)\n", index,
               truth_name(g->family), quantity_names[quantity], truth, a.is_known ? a.value : a.at_least,
               a.is_known ? a.error : NAN, (int)g->grid, g->turn_deg, g->ring_count);
    }
    t->inside += is_right;
    if (!a.is_known) {
        t->unknown++;
        return true;
    }
    if ((t->answered & (t->answered + 1)) == 0) { /* room doubles */
        float *grown = realloc(t->ratios, 2 * ((size_t)t->answered + 1) * sizeof *grown);
        if (!grown) {
            return false;
        }
        t->ratios = grown;
    }
    t->ratios[t->answered++] = off > 1e-6 ? (float)(a.error / off) : a.error > 1e-6 ? INFINITY : 1;
    return true;
}

static bool measure(truth_score *score, uint32_t index, const truth_guide *g, lob_ctx *ctx) {
    lob_figure f = {.kind = LOB_KIND_POLYGON,
                    .ring = g->ring,
                    .ring_count = g->ring_count,
                    .box = LOB_BOX64_EMPTY,
                    .is_exact = true};
    for (uint32_t i = 0; i < g->ring_count; i++) {
        f.box = lob_box64_add_point(f.box, g->ring[i].x, g->ring[i].y);
    }
    lob_waveguide w;
    lob_measure m;
    if (lob_waveguide_analyze(ctx, &f, true, &w) != LOB_OK ||
        lob_measure_figures(ctx, LOB_MEASURE_PATH_WIDTH, &f, NULL, &m) != LOB_OK) {
        score->refused[g->family]++;
        if (score->tells) {
            printf("  %u %s: %s (grid %d, turned %.4g, %u points)\n", index, truth_name(g->family), ctx->error.message,
                   (int)g->grid, g->turn_deg, g->ring_count);
        }
        return ctx->error.code == LOB_E_INVALID_TARGET;
    }
    bool fits = note(score, index, g, TRUTH_LENGTH, g->length, (answer){true, w.length, w.length_error, 0}) &&
                note(score, index, g, TRUTH_WIDTH, g->width_median, (answer){true, m.value, m.uncertainty, 0});
    /* Elsewhere the extremes are those of the facets, which a guide has and its formula has not. */
    if (fits && m.has_span && (g->family == TRUTH_TAPER || g->family == TRUTH_STRAIGHT)) {
        fits = note(score, index, g, TRUTH_WIDTH_MIN, g->width_min, (answer){true, m.least, m.span_uncertainty, 0}) &&
               note(score, index, g, TRUTH_WIDTH_MAX, g->width_max, (answer){true, m.greatest, m.span_uncertainty, 0});
    }
    if (fits && g->radius > 0) {
        /* The least of the determined bends is the least of all only where no other bends as tightly. */
        bool is_known = w.radius.source == LOB_RADIUS_ARC_FIT &&
                        (w.radius.undetermined_count == 0 || w.radius.bound >= w.radius.value);
        double bound = w.radius.source == LOB_RADIUS_ARC_FIT ? fmin(w.radius.bound, w.radius.value) : w.radius.bound;
        fits =
            note(score, index, g, TRUTH_RADIUS, g->radius, (answer){is_known, w.radius.value, w.radius.error, bound});
    }
    return fits;
}

bool truth_run(truth_score *score, uint32_t first, uint32_t step, uint32_t end) {
    truth_guide *g = calloc(1, sizeof *g);
    lob_arena *arena = lob_arena_new(0);
    bool fits = g != NULL && arena != NULL;
    for (uint32_t i = first; fits && i < end; i += step) {
        lob_ctx ctx;
        lob_ctx_init(&ctx, arena);
        truth_make(g, i);
        fits = measure(score, i, g, &ctx);
        score->guides++;
        lob_arena_reset(arena);
    }
    if (arena) {
        lob_arena_drop(arena);
    }
    free(g);
    return fits;
}

/* ---- sums ---- */

double truth_share(const truth_score *score, int family, truth_quantity quantity) {
    uint32_t asked = 0, inside = 0;
    for (int f = 0; f < TRUTH_FAMILIES; f++) {
        asked += family < 0 || f == family ? score->tallies[f][quantity].asked : 0;
        inside += family < 0 || f == family ? score->tallies[f][quantity].inside : 0;
    }
    return asked > 0 ? (double)inside / asked : 1;
}

static int by_size(const void *a, const void *b) {
    float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

double truth_ratio(truth_score *score, int family, truth_quantity quantity) {
    size_t count = 0;
    for (int f = 0; f < TRUTH_FAMILIES; f++) {
        count += family < 0 || f == family ? score->tallies[f][quantity].answered : 0;
    }
    if (count == 0) {
        return 1;
    }
    float *all = malloc(count * sizeof *all);
    if (all == NULL) {
        return INFINITY;
    }
    count = 0;
    for (int f = 0; f < TRUTH_FAMILIES; f++) {
        const truth_tally *t = &score->tallies[f][quantity];
        if ((family < 0 || f == family) && t->answered > 0) {
            memcpy(all + count, t->ratios, t->answered * sizeof *all);
            count += t->answered;
        }
    }
    qsort(all, count, sizeof *all, by_size);
    double middle = all[count / 2];
    free(all);
    return middle;
}

void truth_print(truth_score *score, FILE *out) {
    fprintf(out, "%-12s %-15s %6s %8s %8s %8s %8s\n", "family", "quantity", "asked", "unknown", "refused", "inside",
            "ratio");
    for (int q = 0; q < TRUTH_QUANTITIES; q++) {
        uint32_t asked = 0, unknown = 0, refused = 0;
        for (int f = 0; f < TRUTH_FAMILIES; f++) {
            const truth_tally *t = &score->tallies[f][q];
            asked += t->asked;
            unknown += t->unknown;
            refused += score->refused[f];
            if (t->asked > 0) {
                fprintf(out, "%-12s %-15s %6u %8u %8u %7.2f%% %8.2f\n", truth_name((truth_family)f), quantity_names[q],
                        t->asked, t->unknown, score->refused[f], 100 * truth_share(score, f, (truth_quantity)q),
                        truth_ratio(score, f, (truth_quantity)q));
            }
        }
        fprintf(out, "%-12s %-15s %6u %8u %8u %7.2f%% %8.2f\n", "all", quantity_names[q], asked, unknown, refused,
                100 * truth_share(score, -1, (truth_quantity)q), truth_ratio(score, -1, (truth_quantity)q));
    }
}

void truth_drop(truth_score *score) {
    for (int f = 0; f < TRUTH_FAMILIES; f++) {
        for (int q = 0; q < TRUTH_QUANTITIES; q++) {
            free(score->tallies[f][q].ratios);
        }
    }
    *score = (truth_score){0};
}
