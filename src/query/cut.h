/* A cut: the merged material of each layer along a straight line through a cell and all below it.
 *
 * The line is closed and so is the material: what touches along the line hangs together. A point alone (a vertex that
 * is touched) is nothing; a stretch with material on one side alone (along an edge) counts and says so. Places are
 * exact fractions of the line (geom/cut.h) until they are shown. docs/mechanisms/measuring.md
 */
#ifndef LOB_QUERY_CUT_H
#define LOB_QUERY_CUT_H

#include "geom/cut.h"
#include "query/object.h"

typedef struct lob_cut_question {
    const lob_layout *layout;
    lob_cell_index cell;
    lob_line64 line;               /* dbu of the cell */
    const lob_layer_index *layers; /* sorted, each once; NULL: all */
    uint32_t layer_count;
    uint64_t work_max; /* objects and points looked at; 0: LOB_LIMIT_QUERY_WORK */
} lob_cut_question;

typedef struct lob_cut_run { /* a stretch of material, as long as it goes on within the line */
    lob_fraction from, to;
    double begin, end;    /* dbu from the start of the line */
    bool is_edge;         /* somewhere the line runs along an edge of the merged material */
    bool is_cut_at_start; /* the material goes on before the line's start ... */
    bool is_cut_at_end;   /* ... or behind its end */
} lob_cut_run;

typedef struct lob_cut_layer {
    lob_layer_index layer;
    const lob_cut_run *runs; /* in order along the line, apart from each other */
    uint32_t count;
    double material; /* dbu, sum of all runs */
} lob_cut_layer;

typedef struct lob_cut {
    const lob_cut_layer *layers; /* those with material on the line, sorted */
    uint32_t layer_count;
    uint64_t run_count; /* of all layers */
    double length;      /* of the line, dbu */
} lob_cut;

/* Memory: ctx->arena for the runs. QUERY_TOO_LARGE: more than LOB_LIMIT_CUT_RUNS runs, or too much work.
 * Cost: the figures near the line; a slanted line is taken in parts whose boxes hold few others. */
lob_status lob_query_cut(lob_ctx *ctx, const lob_cut_question *question, lob_cut *cut);

/* The shapes whose borders a run begins and ends at, each once: the first of the walk that do. *count 0 to 2: a run cut
 * at the line's end has none there. Paths of the objects: ctx->arena. */
lob_status lob_query_cut_evidence(lob_ctx *ctx, const lob_cut_question *question, lob_layer_index layer,
                                  const lob_cut_run *run, lob_object objects[2], unsigned *count);

/* ---- repetition ---- */

typedef struct lob_cut_period { /* the longest stretch of whole runs in which `per_period` of them repeat */
    uint32_t first, count;      /* runs */
    uint32_t per_period;        /* 1 to LOB_CUT_PERIOD_RUNS; of several as good ones the least */
    double pitch;               /* dbu: mean */
    double deviation;           /* dbu: how far the begin of a run is from its place by `pitch` at most */
    double width_deviation;     /* dbu: how much the widths of runs that correspond differ at most */
} lob_cut_period;

/* Runs correspond when their begins are a pitch apart within LOB_CUT_PERIOD_SLACK, and as wide as each other within it.
 * False: nothing repeats three times. */
enum { LOB_CUT_PERIOD_RUNS = 8, LOB_CUT_PERIOD_SLACK = 2 };
bool lob_query_cut_period(const lob_cut_layer *layer, lob_cut_period *period);

#endif
