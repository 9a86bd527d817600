/* What scripts do with values: each operation makes a new one, as KLayout's methods of the same names do.
 *
 * Lengths are database units, areas their squares. Scratch memory is the context's arena, results belong to the value.
 * An operation that it cannot do as KLayout does fails with lob_script_refuse(): never an approximation.
 */
#ifndef LOB_SCRIPT_OPS_H
#define LOB_SCRIPT_OPS_H

#include "db/walk.h"
#include "script/value.h"

/* DRC_RUN_FAILED with reason "unsupported": the built-in engine does not do this; KLayout does. `what` is our own word.
 */
lob_status lob_script_refuse(lob_ctx *ctx, const char *what);

/* ---- combine.c ---- */
lob_status lob_op_boolean(lob_ctx *ctx, lob_value *a, lob_value *b, lob_region_op op, lob_value *result);
/* All polygons, edges or pairs of both; nothing is merged. */
lob_status lob_op_join(lob_ctx *ctx, const lob_value *a, const lob_value *b, lob_value *result);
lob_status lob_op_merged(lob_ctx *ctx, lob_value *a, lob_value *result);

/* ---- covered.c ---- */
/* Where at least `least` polygons lie on each other, as parts; in ctx->arena. Quadratic in the polygons. */
lob_status lob_op_covered(lob_ctx *ctx, const lob_polygons *polygons, double least, const lob_polygons **parts);
/* The same of a layer, group by group. */
lob_status lob_op_merged_least(lob_ctx *ctx, const lob_value *a, int64_t least, lob_value *result);

/* ---- odd.c ---- */
/* Of each polygon as drawn, the parts around which its hull winds twice or more, or against its own sense. */
lob_status lob_op_odd(lob_ctx *ctx, const lob_value *a, lob_value *result);

/* ---- sized.c ---- */
/* Every polygon grown (dx, dy >= 0) or shrunk (<= 0) by itself. `mode`: up to which turn a corner stays sharp when it
 * grows: 0 not at all, 1 up to 45 degrees, 2 up to 90, 3 up to 135, 4 nearly always. */
lob_status lob_op_sized(lob_ctx *ctx, lob_value *a, int64_t dx, int64_t dy, int mode, lob_value *result);

/* ---- tidy.c ---- */
/* What is alike comes once, sorted. Polygons in ctx->arena, the others in place. */
lob_status lob_polygons_unite(lob_ctx *ctx, const lob_polygons *polygons, lob_polygons *united);
lob_status lob_edges_unite(lob_ctx *ctx, lob_edge64 *edges, uint32_t *count);
lob_status lob_pairs_unite(lob_ctx *ctx, lob_edge_pair *pairs, uint32_t *count);
/* Merged polygons or edges that b has as well, or has not; of the same kind. */
lob_status lob_op_in(lob_ctx *ctx, lob_value *a, lob_value *b, bool is_inverse, lob_value *result);

/* ---- edges.c ---- */
/* Edges on one line that meet become one; where edges of both directions lie on each other, the majority decides.
 * Points are left out. In ctx->arena. */
lob_status lob_edges_merged(lob_ctx *ctx, const lob_value *a, lob_edge64 **edges, uint32_t *count);

bool lob_edge_holds(lob_edge64 e, lob_point64 p); /* KLayout's: less than half a unit off, ends included */
lob_status lob_op_edges_merged(lob_ctx *ctx, const lob_value *a, lob_value *result); /* without dots */

/* Edges on one line: AND, NOT or XOR of what they cover, merged. */
lob_status lob_op_edges_boolean(lob_ctx *ctx, const lob_value *a, const lob_value *b, lob_region_op op,
                                lob_value *result);

/* ---- segments.c ---- */
/* Turned counter-clockwise by quarters, then moved. */
lob_status lob_op_moved(lob_ctx *ctx, const lob_value *a, int quarters, int64_t dx, int64_t dy, lob_value *result);
/* A polygon around each edge: `by` begin, end, out (left of it), in. */
lob_status lob_op_extended(lob_ctx *ctx, const lob_value *a, const int64_t by[4], lob_value *result);
/* ---- joined.c ---- */
/* A polygon around each line of edges that follow each other, `by` begin and end of the line, out, in. */
lob_status lob_op_joined(lob_ctx *ctx, const lob_value *a, const int64_t by[4], lob_value *result);

/* ---- segments.c ---- */
typedef enum { LOB_SEGMENT_START, LOB_SEGMENT_END, LOB_SEGMENT_CENTER } lob_segment_kind;
/* A piece of each edge, `length` long or the fraction of the edge, whichever is longer. */
lob_status lob_op_segments(lob_ctx *ctx, const lob_value *a, lob_segment_kind kind, int64_t length, double fraction,
                           lob_value *result);

/* ---- filter.c ---- */
typedef enum {
    LOB_FILTER_AREA,
    LOB_FILTER_PERIMETER,
    LOB_FILTER_BBOX_MIN,
    LOB_FILTER_BBOX_MAX,
    LOB_FILTER_BBOX_WIDTH,
    LOB_FILTER_BBOX_HEIGHT,
    LOB_FILTER_HOLES,
    LOB_FILTER_RECTANGLES,
    LOB_FILTER_RECTILINEAR,
    LOB_FILTER_SQUARES,
    LOB_FILTER_AREA_RATIO,      /* of the box and the polygon */
    LOB_FILTER_ASPECT_RATIO,    /* longer by shorter side of the box; 0 for no area */
    LOB_FILTER_RELATIVE_HEIGHT, /* height by width of the box */
    LOB_FILTER_LENGTH,          /* of edges, and of the edges of pairs, from here on */
    LOB_FILTER_ANGLE,
    LOB_FILTER_ORTHO,    /* along the axes */
    LOB_FILTER_DIAGONAL, /* 45 degrees to them */
    LOB_FILTER_ORTHO_DIAGONAL,
    LOB_FILTER_DISTANCE, /* of the two edges of pairs, from here on */
    LOB_FILTER_PAIR_ANGLE,
    LOB_FILTER_PAIR_AREA,
    LOB_FILTER_KINDS
} lob_filter_kind;

typedef struct lob_filter {
    lob_filter_kind kind;
    bool has_low, has_high; /* low <= value < high */
    bool is_one;            /* value == low */
    double low, high;
    bool is_low_open, is_high_closed; /* of ratios and angles */
    bool is_sum;                      /* of all polygons or edges: all of them or none */
    bool is_inverse;                  /* of each edge, when it is pairs */
    bool is_both;                     /* both edges of a pair, else one of them */
} lob_filter;
lob_status lob_op_filter(lob_ctx *ctx, lob_value *a, const lob_filter *filter, lob_value *result);

typedef enum { LOB_SHAPE_EXTENTS, LOB_SHAPE_HOLES, LOB_SHAPE_HULLS } lob_shape_kind;
/* EXTENTS: boxes of the polygons, grown by dx and dy. */
lob_status lob_op_shape(lob_ctx *ctx, lob_value *a, lob_shape_kind kind, int64_t dx, int64_t dy, lob_value *result);
/* Edges of merged polygons, or of pairs: both, the first, the second. */
typedef enum { LOB_EDGES_ALL, LOB_EDGES_FIRST, LOB_EDGES_SECOND } lob_edges_kind;
lob_status lob_op_edges(lob_ctx *ctx, lob_value *a, lob_edges_kind kind, lob_value *result);
/* Polygons that pairs of edges span, each edge made longer by `more` at its ends. */
lob_status lob_op_polygons(lob_ctx *ctx, const lob_value *a, int64_t more, lob_value *result);
/* Whole polygons with their corners moved to the grid; 1: none. What has no area left is gone. */
lob_status lob_op_snapped(lob_ctx *ctx, lob_value *a, int64_t gx, int64_t gy, lob_value *result);
/* Vertices off the grid, as pairs of two points each. */
lob_status lob_op_ongrid(lob_ctx *ctx, lob_value *a, int64_t gx, int64_t gy, lob_value *result);

typedef struct lob_value_sums {
    uint64_t count;       /* raw polygons, edges, pairs */
    double area2, length; /* of whole polygons; of edges their lengths, merged, each in whole units */
    lob_box64 box;
} lob_value_sums;
lob_status lob_op_sums(lob_ctx *ctx, lob_value *a, lob_value_sums *sums);

/* ---- select.c ---- */
typedef enum {
    LOB_SELECT_INTERACTING, /* shares a point */
    LOB_SELECT_OVERLAPPING, /* shares an area */
    LOB_SELECT_INSIDE,
    LOB_SELECT_OUTSIDE,
    LOB_SELECT_COVERING,
    LOB_SELECT_KINDS
} lob_select_kind;

typedef struct lob_select {
    lob_select_kind kind;
    bool is_inverse;
    uint64_t count_min, count_max; /* of the other's polygons; not for INSIDE and OUTSIDE */
} lob_select;
/* Of merged polygons against merged polygons. */
lob_status lob_op_select(lob_ctx *ctx, lob_value *a, lob_value *b, const lob_select *select, lob_value *result);

/* Which of the whole polygons of a and b share a point. */
lob_status lob_op_meetings(lob_ctx *ctx, lob_value *a, lob_value *b, lob_value *result);

/* With nothing on one side KLayout gives a layer back as it was drawn, unmerged: *is_done. Of regions and edges. */
lob_status lob_op_select_nothing(lob_ctx *ctx, const lob_value *a, const lob_value *b, const lob_select *select,
                                 lob_value *result, bool *is_done);

/* ---- edgecut.c ---- */
typedef enum {
    LOB_CUT_AND,    /* inside or on a border */
    LOB_CUT_NOT,    /* neither */
    LOB_CUT_INSIDE, /* inside, not on a border */
    LOB_CUT_OUTSIDE /* outside or on a border */
} lob_cut_kind;
/* The parts of edges that lie so to the merged polygons of b. */
lob_status lob_op_edges_cut(lob_ctx *ctx, const lob_value *a, lob_value *b, lob_cut_kind kind, lob_value *result);
/* Whole merged edges: INTERACTING, INSIDE or OUTSIDE the merged polygons of b. */
lob_status lob_op_edges_select(lob_ctx *ctx, const lob_value *a, lob_value *b, lob_select_kind kind, bool is_inverse,
                               lob_value *result);
/* Merged polygons that share a point with count_min to count_max merged edges of b. */
lob_status lob_op_select_by_edges(lob_ctx *ctx, lob_value *a, const lob_value *b, const lob_select *select,
                                  lob_value *result);

/* ---- edgemeet.c ---- */
/* Whole merged edges: INTERACTING, INSIDE (covered by one of b's) or OUTSIDE the edges of b. */
lob_status lob_op_edges_meet(lob_ctx *ctx, const lob_value *a, const lob_value *b, lob_select_kind kind,
                             bool is_inverse, lob_value *result);
/* What edges of both have in common on one line, and as dots where they cross or touch elsewhere. */
lob_status lob_op_edges_crossings(lob_ctx *ctx, const lob_value *a, const lob_value *b, lob_value *result);
/* Edges that are too near to each other, whatever lies between; b NULL: those of a among themselves. */
lob_status lob_op_edges_check(lob_ctx *ctx, const lob_value *a, const lob_value *b, const lob_check_rule *rule,
                              lob_value *result);

/* ---- pairs.c ---- */
typedef enum { LOB_OPPOSITE_ANY, LOB_OPPOSITE_ONLY, LOB_OPPOSITE_NOT } lob_opposite;
typedef struct lob_pairs_ask {
    lob_check_kind kind;
    lob_check_scope scope;
    lob_check_rule rule;
    bool is_transparent;
    bool is_negative;      /* what passes the check */
    lob_opposite opposite; /* whether another violation lies across the polygon */
    uint32_t sides;        /* of rectangles that may be violated, each set four bits, turned as needed; 0: none */
} lob_pairs_ask;
lob_status lob_op_check(lob_ctx *ctx, lob_value *a, lob_value *b, const lob_pairs_ask *ask, lob_value *result);

/* ---- input.c ---- */
typedef struct lob_input_ask {
    const lob_layout *layout;
    lob_cell_index cell;
    const lob_layer_index *layers; /* LOB_NONE: a layer that the layout does not have */
    uint32_t layer_count;
    lob_box64 window; /* figures whose boxes meet it come, whole */
    lob_meet meet;
    lob_str
        selection; /* of cells, a line each: "+NAME" counts it and what is below, "-NAME" does not; last the others */
} lob_input_ask;
/* Figures without texts. */
lob_status lob_op_input(lob_ctx *ctx, const lob_input_ask *ask, lob_value *result);
/* ---- texts.c ---- */
/* Whether the text is what the pattern says, `*` any text, `?` any one byte. */
bool lob_script_pattern_fits(lob_str pattern, lob_str text);
/* Whether it has other signs of KLayout's patterns, which are not known here. */
bool lob_script_pattern_has_more(lob_str pattern);

#endif
