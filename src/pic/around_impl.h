/* What the files of the judgement share: around.c, around_letters.c, around_part.c, around_rows.c. See around.h. */
#ifndef LOB_PIC_AROUND_IMPL_H
#define LOB_PIC_AROUND_IMPL_H

#include <math.h>

#include "pic/around.h"

enum { LOB_NEAR_OFF = 3 /* dbu: what is drawn to abut may be two off where it is rotated */ };

typedef struct lob_judging {
    lob_ctx *ctx;
    const lob_guide *guide;
    const lob_near *self;
    double dbu;
    const lob_near_source *source;
    lob_around *around;
    uint64_t at_end[2]; /* samples across the end that anything covers */
} lob_judging;

typedef struct lob_crossed { /* where a line enters and leaves a figure */
    double from, to;
} lob_crossed;

static inline bool lob_is_like(double a, double b, double ratio) {
    return a <= ratio * b && b <= ratio * a;
}

/* The centre line at a length from its first point: where, which way, how wide. */
lob_vec2 lob_around_line_at(const lob_guide *guide, double s, lob_vec2 *way, double *width);
/* Of the parts of the line inside the ring only that nearest to `at`. False: none, or too many to sort. */
bool lob_around_cut(const lob_near *near, lob_vec2 at, lob_vec2 way, lob_crossed *crossed);

bool lob_near_covers(const lob_near *near, lob_vec2 at); /* its border counts */

/* Each sets *around when the figure is one of its kind. `is_free`: nothing touches the figure's ends. */
lob_status lob_around_teeth(lob_judging *judging, bool is_free);
lob_status lob_around_letters(lob_judging *judging, bool is_free);
lob_status lob_around_part(lob_judging *judging);

#endif
