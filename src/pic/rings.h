/* Closed rings and racetracks: merged material of a layer whose outline is a hull with one hole, and which is as wide
 * all around. Whatever it is drawn of, and in whatever cells, is one ring. Units: dbu as doubles, degrees.
 */
#ifndef LOB_PIC_RINGS_H
#define LOB_PIC_RINGS_H

#include "measure/centre.h"
#include "query/object.h"

typedef enum { LOB_RING_CIRCLE, LOB_RING_RACETRACK, LOB_RING_OTHER } lob_ring_kind;

typedef struct lob_closed_ring {
    lob_layer_index layer;
    lob_box64 box;
    uint32_t piece; /* of the merged layer */
} lob_closed_ring;

typedef struct lob_rings_question {
    const lob_layout *layout;
    lob_cell_index cell;
    lob_box64 window; /* rings lie wholly inside */
    const lob_layer_index *layers;
    uint32_t layer_count;
} lob_rings_question;

typedef struct lob_rings lob_rings;

/* All rings, by box left, bottom, right, top, then layer. Memory: ctx->arena, that of the merged layers.
 * QUERY_TOO_LARGE beyond LOB_LIMIT_RINGS_POINTS vertices. */
lob_status lob_rings_find(lob_ctx *ctx, const lob_rings_question *question, lob_rings **rings);
const lob_closed_ring *lob_rings_items(const lob_rings *rings, uint32_t *count);

typedef struct lob_ring_shape {
    lob_ring_kind kind;
    lob_vec2 centre;           /* of the area that the centre line encloses */
    double radius;             /* least of the bends; 0: none is determined */
    double radius_error;       /* bound */
    double straights[4];       /* RACETRACK: between the bends, in order around */
    double straight_error;     /* bound, of each */
    unsigned straight_count;   /* 2 or 4 */
    double width, width_error; /* median by length */
    double width_min, width_max;
    double length, length_error; /* around, along the centre line */
} lob_ring_shape;

lob_status lob_ring_measure(lob_ctx *ctx, const lob_rings *rings, uint32_t index, lob_ring_shape *shape);

typedef struct lob_ring_gap { /* to another piece of the merged layer */
    double gap;
    lob_vec2 at, to; /* nearest points: on the ring, on the neighbour */
    bool has_figure; /* one of those the neighbour is drawn of, at `to` */
    lob_object figure;
} lob_ring_gap;

/* The neighbours at most `reach` away, nearest first; *count of all, the first `count_max` in `gaps`. */
lob_status lob_ring_gaps(lob_ctx *ctx, const lob_rings *rings, uint32_t index, double reach, uint32_t count_max,
                         lob_ring_gap *gaps, uint32_t *count);

/* The figures the ring is drawn of, in the order of the walk; *count of all, the first `count_max` in `objects`. */
lob_status lob_ring_figures(lob_ctx *ctx, const lob_rings *rings, uint32_t index, uint32_t count_max,
                            lob_object *objects, uint32_t *count);

#endif
