/* Shared by the files of the trace. */
#ifndef LOB_PIC_TRACE_IMPL_H
#define LOB_PIC_TRACE_IMPL_H

#include "geom/chain.h"
#include "geom/distance.h"
#include "pic/trace.h"

typedef struct lob_trace_step { /* one figure on the way */
    lob_stored figure;
    lob_box64 box;
    const lob_point64 *ring;
    uint32_t ring_count;
    bool is_guide, is_reversed;
    lob_centre centre;
    lob_guide_end ends[2]; /* in the guide's own order */
    double extension;      /* what both ends of a path add to its line */
    double overlap;
} lob_trace_step;

typedef struct lob_tracer {
    lob_ctx *ctx;
    const lob_layout *layout;
    const lob_trace_start *start;
    double distance; /* ends nearer than this are one */
    lob_trace_step *steps;
    uint32_t step_count, step_room;
} lob_tracer;

bool lob_stored_is_same(const lob_stored *a, const lob_stored *b);
/* Figures of the guide layers within `reach` of a place. */
lob_status lob_trace_near(lob_tracer *t, lob_vec2 at, double reach, lob_walk **walk);
lob_status lob_trace_step_make(lob_tracer *t, const lob_hit *hit, lob_trace_step *step);
/* entry: the end that is entered. */
lob_status lob_trace_add(lob_tracer *t, const lob_trace_step *step, int entry, double overlap);
/* Goes on from a place until nothing goes on. */
lob_status lob_trace_walk(lob_tracer *t, lob_vec2 at, double angle_deg, double width, lob_trace_end *end);

#endif
