/* What repeats along a cut: runs are compared with those one period before, for each number of runs a period may have.
 */
#include <math.h>

#include "query/cut.h"

static double width_of(const lob_cut_run *run) {
    return run->end - run->begin;
}

static bool is_near(double a, double b) {
    return fabs(a - b) <= LOB_CUT_PERIOD_SLACK + 1e-6;
}

/* Runs from `first` on that repeat: how many. */
static uint32_t stretch(const lob_cut_run *runs, uint32_t first, uint32_t end, uint32_t per_period) {
    const double pitch = runs[first + per_period].begin - runs[first].begin;
    uint32_t i = first;
    while (i + per_period < end && is_near(runs[i + per_period].begin - runs[i].begin, pitch) &&
           is_near(width_of(&runs[i + per_period]), width_of(&runs[i]))) {
        i++;
    }
    return i + per_period - first;
}

static void measure(const lob_cut_run *runs, lob_cut_period *p) {
    const lob_cut_run *first = &runs[p->first];
    const uint32_t last = (p->count - 1) / p->per_period * p->per_period;
    p->pitch = (first[last].begin - first->begin) / (last / p->per_period);
    for (uint32_t i = p->per_period; i < p->count; i++) {
        const lob_cut_run *base = &first[i % p->per_period];
        const double place = base->begin + p->pitch * (i / p->per_period);
        p->deviation = fmax(p->deviation, fabs(first[i].begin - place));
        p->width_deviation = fmax(p->width_deviation, fabs(width_of(&first[i]) - width_of(base)));
    }
}

bool lob_query_cut_period(const lob_cut_layer *layer, lob_cut_period *period) {
    const lob_cut_run *runs = layer->runs;
    uint32_t begin = 0, end = layer->count;
    *period = (lob_cut_period){.count = 0};
    begin += end > 0 && runs[0].is_cut_at_start;
    end -= end > begin && runs[end - 1].is_cut_at_end;
    for (uint32_t m = 1; m <= LOB_CUT_PERIOD_RUNS; m++) {
        for (uint32_t first = begin; first < end && end - first >= 3 * m;) {
            const uint32_t count = stretch(runs, first, end, m);
            /* A longer period that only reaches a little further says less than the short one. */
            if (count >= 3 * m && count > period->count + (period->count > 0 ? m : 0)) {
                *period = (lob_cut_period){.first = first, .count = count, .per_period = m};
            }
            first += count > m ? count - m : 1;
        }
    }
    if (period->count == 0) {
        return false;
    }
    measure(runs, period);
    return true;
}
