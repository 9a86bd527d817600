/* What drc() is given: a graph of steps that are worked out around each polygon of a layer, one polygon after another.
 *
 * Steps stand in an order in which each uses earlier ones alone; the last is the answer. A step yields polygons, edges
 * or pairs as a set: nothing is merged, and what is alike is there once.
 */
#ifndef LOB_SCRIPT_EXPRESSION_H
#define LOB_SCRIPT_EXPRESSION_H

#include "script/ops.h"
#include "script/talk.h"

typedef enum {
    LOB_STEP_PRIMARY,   /* the polygon itself */
    LOB_STEP_SECONDARY, /* polygons of another layer nearby; value */
    LOB_STEP_FOREIGN,   /* other polygons of the same layer nearby */
    LOB_STEP_EMPTY,     /* kind */
    LOB_STEP_BOOLEAN,   /* lob_region_op; of two */
    LOB_STEP_JOIN,      /* of any number */
    LOB_STEP_MERGED,    /* where at least so many overlap */
    LOB_STEP_FILTER,    /* kind, inverse, sum, low, high, low is open, high is closed */
    LOB_STEP_COUNT,     /* inverse, least, most: all of them or none, by their number */
    LOB_STEP_SHAPE,     /* lob_shape_kind, dx, dy */
    LOB_STEP_SIZED,     /* dx, dy, mode */
    LOB_STEP_EDGES,     /* lob_edges_kind */
    LOB_STEP_POLYGONS,  /* enlargement */
    LOB_STEP_SEGMENTS,  /* lob_segment_kind, length, fraction */
    LOB_STEP_EXTENDED,  /* begin, end, out, in */
    LOB_STEP_CORNERS,   /* lob_corners_kind, low, low is open, high, high is open */
    LOB_STEP_BOX_PART,  /* is edge, x1, y1, x2, y2, dx, dy */
    LOB_STEP_SMOOTHED,  /* distance, keeps edges along the axes */
    LOB_STEP_ROUNDED,   /* inner, outer, points of a circle */
    LOB_STEP_CHECK,     /* as of "check", without layers; of one when there is a second layer */
    LOB_STEP_LOGIC,     /* 0 all, 1 any, 2 none: the polygon itself or nothing */
    LOB_STEP_SWITCH,    /* condition, result, condition, result, ..., else */
    LOB_STEP_SELECT,    /* lob_select_kind, inverse, least, most; of two */
    LOB_STEP_KINDS
} lob_step_op;

enum { LOB_STEP_NUMBERS = 12, LOB_STEPS_MAX = 1000 };

typedef struct lob_local_step {
    lob_step_op op;
    lob_value_kind kind; /* of what it yields */
    const uint32_t *of;  /* earlier steps */
    uint32_t of_count, number_count;
    double numbers[LOB_STEP_NUMBERS]; /* whole ones exact: they are within 53 bits */
    int64_t reach;                    /* how near others have to be for it */
    bool needs_others;                /* CHECK: nothing comes of a polygon that has no others nearby */
    lob_value *layer;                 /* SECONDARY */
} lob_local_step;

typedef struct lob_expression {
    lob_local_step *steps;
    uint32_t count;
} lob_expression;

/* Steps as messages carry them: each its op, how many steps it is of and which, how many numbers and these. Values by
 * number in `values`. DRC_RUN_FAILED reason "wire" for what the language never sends. In ctx->arena. */
lob_status lob_expression_read(lob_ctx *ctx, const lob_talk_arg *args, uint32_t count, lob_value *const *values,
                               uint32_t value_count, lob_expression *expression);
/* The check that a CHECK step asks for; false: it is none. */
bool lob_step_ask(const lob_local_step *step, lob_pairs_ask *ask);

/* ---- around.c ---- */
/* Of the whole polygons of a; `result` is of the kind of the last step. */
lob_status lob_op_expression(lob_ctx *ctx, lob_value *a, const lob_expression *expression, lob_value *result);

#endif
