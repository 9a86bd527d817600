/* Shared by the files of the trace. */
#ifndef LOB_PIC_TRACE_IMPL_H
#define LOB_PIC_TRACE_IMPL_H

#include "pic/trace.h"

/* A guide more than so many times as wide as the one before is a device: a slab, a coupler, a pad. A convention. */
#define LOB_TRACE_WIDTH_RATIO 2.0
/* Figures that fit two sides and two ends worse than this are devices: steps in width cost most of it. */
#define LOB_TRACE_CONFIDENCE_MIN 0.75
/* A straight so wide (um) and not so many times as long is a pad or an outline. */
#define LOB_TRACE_PLATE_UM     20
#define LOB_TRACE_PLATE_LENGTH 3

typedef struct lob_trace_step { /* one figure on the way */
    lob_stored figure;
    lob_box64 box;
    lob_guide_end ends[2]; /* in the guide's own order, extensions of a path included */
    double length;         /* from end to end */
    bool is_reversed;
    uint8_t pairing; /* 0: as measured; else a figure of four corners seen as a guide between sides 0, 2 (1) or 1, 3 */
    double overlap;
    lob_vec2 offset; /* from the end before it to its own, when they should be one */
} lob_trace_step;

/* A figure looked at; borrowed from the arena it was made in. */
typedef struct lob_trace_look {
    lob_figure figure;
    bool is_guide;
    lob_centre centre;
    double extension[2]; /* what a path's ends add to its line */
    lob_trace_step step;
} lob_trace_look;

typedef enum {
    LOB_JOIN_PAST, /* a guide that ends there as well: nothing goes on */
    LOB_JOIN_NONE,
    LOB_JOIN_SIDE,
    LOB_JOIN_ANGLE,
    LOB_JOIN_OFFSET,
    LOB_JOIN_ALONG, /* drawn over the route's end */
    LOB_JOIN_END    /* end at end */
} lob_join_kind;

typedef struct lob_join { /* how a figure goes on from where the route stands */
    lob_join_kind kind;   /* ALONG: drawn over the route's end; END: end at end */
    int end;              /* the one that is entered */
    double overlap, angle_error_deg;
    lob_vec2 offset;
} lob_join;

typedef struct lob_tracer {
    lob_ctx *ctx;
    lob_ctx own, check; /* arenas of their own, emptied at each step: what is looked at, what it is compared with */
    const lob_layout *layout;
    const lob_trace_start *start;
    const lob_layer_index *layers;
    uint32_t layer_count;
    lob_layer_index first_layer;
    double distance; /* ends nearer than this are one */
    lob_trace_step *steps;
    uint32_t step_count, step_room;
    uint32_t *slots; /* of steps, by their figures: open addressing, a power of two; LOB_NONE: free */
    uint32_t slot_count;
    uint32_t back; /* steps that were walked backwards; they stand first once the route is made */
} lob_tracer;

/* Where the route stands. */
typedef struct lob_trace_place {
    lob_vec2 at;
    double angle_deg, width; /* width 0: unknown */
} lob_trace_place;

/* trace_step.c */
lob_stored lob_stored_of_hit(const lob_hit *hit); /* the path is the hit's */
bool lob_stored_is_same(const lob_stored *a, const lob_stored *b);
lob_status lob_trace_look_at(lob_tracer *t, lob_ctx *ctx, const lob_hit *hit, lob_trace_look *look);
/* The figure of a step again. */
lob_status lob_trace_look_again(lob_tracer *t, lob_ctx *ctx, const lob_trace_step *step, lob_trace_look *look);
/* May change what a figure of four corners is seen as. */
lob_status lob_trace_join(lob_tracer *t, lob_trace_look *look, const lob_trace_place *place, lob_join *join);
/* Distance of a place from the figure; 0 inside. */
double lob_trace_reach(const lob_figure *figure, lob_vec2 at);
/* The point of the centre line nearest to a place: its length from the first point, and its distance. */
double lob_trace_nearest_s(const lob_guide *guide, lob_vec2 at, double *distance);

/* trace.c */
/* Figures of the layers within `reach` of a place. */
lob_status lob_trace_near(lob_tracer *t, lob_vec2 at, double reach, lob_walk **walk);
lob_status lob_trace_add(lob_tracer *t, const lob_trace_step *step, const lob_join *how);
uint32_t lob_trace_walked(const lob_tracer *t, const lob_stored *figure); /* which step; LOB_NONE */
/* Goes on from a place until nothing goes on. */
lob_status lob_trace_walk(lob_tracer *t, const lob_trace_place *from, lob_trace_end *end);

/* trace_cross.c */
typedef struct lob_trace_events {
    lob_trace_event *items;
    uint32_t count, room;
    uint32_t checked; /* figures compared so far */
} lob_trace_events;
lob_status lob_trace_event_put(lob_ctx *ctx, lob_trace_events *events, const lob_trace_event *event);
/* What crosses the segment, by its drawn area. *cut: the limit came first. */
lob_status lob_trace_crossings(lob_tracer *t, const lob_trace_look *look, const lob_trace_segment *segment,
                               uint32_t index, lob_trace_events *events, bool *cut);

#endif
