/* Following a waveguide: figure after figure, end to end, through the hierarchy.
 *
 * A figure is followed when it is a guide (measure/centre.h): from the end that was met to its other end. There the
 * next one begins where a figure of the guide layers has an end at the same place that points the other way, or runs on
 * along the same line. Lengths are those that measuring gives for each figure, without what two of them share. Nothing
 * is assumed about ports or names; where it stops and why is part of the answer. docs/mechanisms/ports.md has the
 * rules.
 *
 * Units: dbu of the traced cell, doubles; angles in degrees, counter-clockwise from +x.
 */
#ifndef LOB_PIC_TRACE_H
#define LOB_PIC_TRACE_H

#include "measure/centre.h"
#include "query/object.h"

typedef enum {
    LOB_END_OPEN,   /* nothing of the guide layers begins there */
    LOB_END_FIGURE, /* a figure begins there that is no guide, or a much wider one: a device, a pad */
    LOB_END_SIDE,   /* it runs into the side of a guide */
    LOB_END_ANGLE,  /* a guide begins there in another direction: see angle_error_deg */
    LOB_END_OFFSET, /* a guide begins beside it, or after a gap: see offset */
    LOB_END_BRANCH, /* several guides go on */
    LOB_END_LOOP,   /* it comes back to where it was before */
    LOB_END_LIMIT,  /* more segments than asked for */
    LOB_END_START   /* where the way was asked to begin */
} lob_trace_reason;

typedef struct lob_trace_end {
    lob_vec2 at;
    double angle_deg; /* pointing out of the route */
    double width;     /* 0: unknown, nothing was followed */
    lob_trace_reason reason;
    lob_vec2 offset;        /* OFFSET: from here to the end of the guide found */
    double angle_error_deg; /* ANGLE: off a straight continuation */
    bool has_figure;        /* all but OPEN and START: what was found */
    lob_stored figure;
} lob_trace_end;

typedef struct lob_trace_segment {
    lob_stored figure;
    lob_box64 box;
    bool is_reversed;      /* the guide's first end is where the route leaves it */
    lob_guide_end ends[2]; /* in the direction of the route */
    double overlap;        /* how much of it the segment before covers already, or lies before the start */
    double s;              /* length of the route where it begins */
    double length, length_error;
    double width_min, width_mean, width_max;
    lob_vec2 width_min_at;
    double radius_min, radius_error; /* 0: no bend whose radius is determined */
    lob_vec2 radius_min_at;
    uint32_t undetermined_count; /* bends whose radius is not */
    double turn_deg;
    uint32_t bend_count, corner_count;
    double confidence; /* that the figure is a guide */
} lob_trace_segment;

typedef enum {
    LOB_TRACE_WIDTH_CHANGE, /* where one segment meets the next */
    LOB_TRACE_OFFSET,       /* the next begins beside, by less than the tolerance: followed all the same */
    LOB_TRACE_TAPER,        /* the width at its end differs from that where it begins */
    LOB_TRACE_CORNER,
    LOB_TRACE_CROSSING
} lob_trace_event_kind;

typedef struct lob_trace_event { /* in order along the route */
    lob_trace_event_kind kind;
    lob_vec2 at;
    double s;
    uint32_t segment;
    double width_before, width_behind; /* WIDTH_CHANGE, TAPER */
    double angle_deg;                  /* CORNER: left positive */
    lob_vec2 offset;                   /* OFFSET */
    bool has_figure;                   /* CROSSING: the other figure */
    lob_stored figure;
} lob_trace_event;

typedef struct lob_trace_route {
    const lob_trace_segment *segments;
    uint32_t segment_count;
    const lob_trace_event *events;
    uint32_t event_count;
    lob_trace_end ends[2];
    double length, length_error;
    double width_min, width_max, radius_min, radius_error;
    lob_vec2 width_min_at, radius_min_at;
    uint32_t undetermined_count; /* bends that radius_min says nothing of */
    double turn_deg;             /* sum of the turns of bends and corners, unsigned; of an S-bend what is left of it */
    bool crossings_cut;          /* there was more to check than the limit allows */
    double confidence;           /* the least of its segments */
    lob_layer_index layer;       /* of the first segment */
} lob_trace_route;

typedef struct lob_trace_start {
    lob_cell_index cell;
    lob_vec2 at;
    bool has_angle; /* go this way from `at` (a port's direction); else `at` lies on a guide, followed both ways */
    double angle_deg;
    double width;                  /* of the port, with has_angle; 0: unknown */
    const lob_layer_index *layers; /* sorted; NULL: that of the most drawn-out guide at the place */
    const lob_layer_index
        *first_layers; /* where `layers` is NULL: what that guide may lie on, sorted; NULL: anything */
    uint32_t first_layer_count;
    uint32_t layer_count;
    double distance; /* ends nearer than this are one (dbu); at least 1.5, what rounding does */
    double angle_tol_deg;
    uint32_t segment_max; /* 1 or more */
    bool is_rough;        /* lengths along the chords; no bends, corners and crossings: a hundred times as fast */
} lob_trace_start;

/* *found false: no guide at the place (ends[1].has_figure tells what is there instead, reason BRANCH that several
 * guides begin there). Memory: ctx->arena, and heap that is given back. QUERY_TOO_LARGE, LOB_E_CANCELLED. Cost: that of
 * measuring each figure twice, and of looking once at all that touches each end. */
lob_status lob_trace_route_find(lob_ctx *ctx, const lob_layout *layout, const lob_trace_start *start, bool *found,
                                lob_trace_route *route);

#endif
