/* Random guides whose length, widths and least radius follow from formulas: straights, arcs, Euler bends, S, sine and
 * Bezier bends, tapers, spirals, rings. Drawn as layout tools draw them: vertices square to the centre curve, rotated,
 * mirrored, rounded to the grid. Nothing of the product is used but the type of a point.
 *
 * Units: nm, which is the database unit; radians.
 */
#ifndef TOOLS_TRUTH_TRUTH_H
#define TOOLS_TRUTH_TRUTH_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "base/ctx.h"
#include "geom/point.h"

enum { TRUTH_SAMPLES_MAX = 8192 };

typedef enum {
    TRUTH_STRAIGHT,
    TRUTH_ARC,
    TRUTH_EULER,
    TRUTH_S_ARCS,
    TRUTH_SINE,
    TRUTH_WAVE,
    TRUTH_BEZIER_S,
    TRUTH_BEZIER_BEND,
    TRUTH_TAPER,
    TRUTH_SPIRAL,
    TRUTH_RING,
    TRUTH_FAMILIES
} truth_family;

typedef struct truth_sample {
    double x, y, angle, width;
} truth_sample;

typedef struct truth_guide {
    truth_family family;
    double length, radius; /* least of curvature; 0: straight */
    double width_min, width_median, width_max;
    int64_t grid;
    double turn_deg; /* how it was rotated */
    lob_point64 ring[2 * TRUTH_SAMPLES_MAX + 2];
    uint32_t ring_count;
    /* while it is drawn: */
    uint64_t random;
    double x, y, angle, width;
    truth_sample samples[TRUTH_SAMPLES_MAX];
    uint32_t count;
} truth_guide;

/* Guide `index` of the collection: the same at every call. */
void truth_make(truth_guide *g, uint32_t index);
const char *truth_name(truth_family family);

/* ---- score.c ---- */

typedef enum {
    TRUTH_LENGTH,
    TRUTH_WIDTH,
    TRUTH_WIDTH_MIN,
    TRUTH_WIDTH_MAX,
    TRUTH_RADIUS,
    TRUTH_QUANTITIES
} truth_quantity;

typedef struct truth_tally {
    uint32_t asked, answered, inside; /* answered: with a value and an uncertainty */
    uint32_t unknown;                 /* said to be unknown; a bound that is stated holds, or it counts as outside */
    float *ratios;                    /* stated over real error, one an answer; infinite where there was no error */
} truth_tally;

typedef struct truth_score {
    uint32_t guides, refused[TRUTH_FAMILIES];
    truth_tally tallies[TRUTH_FAMILIES][TRUTH_QUANTITIES];
    bool tells; /* each answer that is wrong, on stdout */
} truth_score;

/* Guides first, first + step, ... below end, measured by the product. False: out of memory. */
bool truth_run(truth_score *score, uint32_t first, uint32_t step, uint32_t end);
/* Of a quantity over all families, or of one: share inside, median ratio. Nothing answered: 1 and 1. */
double truth_share(const truth_score *score, int family, truth_quantity quantity);
double truth_ratio(truth_score *score, int family, truth_quantity quantity);
void truth_print(truth_score *score, FILE *out);
void truth_drop(truth_score *score);

#endif
