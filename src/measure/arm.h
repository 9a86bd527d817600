/* The arm of a figure at a place: what is measured when the figure as a whole is no guide. */
#ifndef LOB_MEASURE_ARM_H
#define LOB_MEASURE_ARM_H

#include "db/figure.h"
#include "geom/guide.h"

/* `arm`: the figure itself when it has a line of its own (measure/centre.h), else a polygon of the arm around `at`
 * (dbu), whose box stays that of the figure. INVALID_TARGET with detail `reason` "at" when there is none.
 * Memory: ctx->arena. */
lob_status lob_figure_arm(lob_ctx *ctx, const lob_figure *figure, lob_vec2 at, lob_figure *arm);

#endif
