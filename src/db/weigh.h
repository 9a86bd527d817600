/* Weights of figures for the content hash (db/weight.h says what a weight is). For the files of src/db. */
#ifndef LOB_DB_WEIGH_H
#define LOB_DB_WEIGH_H

#include "base/ctx.h"
#include "db/layout_impl.h"

enum {
    LOB_SEED_BOX = 1,
    LOB_SEED_POLYGON,
    LOB_SEED_PATH,
    LOB_SEED_TEXT,
    LOB_SEED_INSTANCE,
    LOB_SEED_LAYER,
    LOB_SEED_PROP,
    LOB_SEED_SET
};

typedef struct lob_weigher {
    lob_ctx *ctx;             /* polled; NULL: never */
    const lob_layout *layout; /* borrowed */
    lob_weight_table *table;  /* owned, or, when it is_shared, another weigher's */
    bool is_shared;
    lob_weight *outlines; /* owned; with the way from the first point to the normal one; zero: not weighed yet */
    const lob_weight *reps, *sets; /* borrowed; set them before figures that have any */
    lob_budget budget;
    lob_column scratch; /* lob_point */
} lob_weigher;

/* For figures whose outlines are below `outline_count`. False: out of memory; close it all the same. */
bool lob_weigher_open(lob_weigher *weigher, lob_ctx *ctx, const lob_layout *layout, uint32_t outline_count);
/* One more for another thread: with the table, repetitions and sets of `like`, which outlives it. */
bool lob_weigher_open_like(lob_weigher *weigher, lob_ctx *ctx, const lob_weigher *like);
void lob_weigher_close(lob_weigher *weigher);

/* Adds the weights of the figures of `kind` from index `from` on; those before it must have neither repetition nor
 * properties. False: out of memory, or cancelled (then ctx says so); the sum is then of no use. */
bool lob_weigh_figures(lob_weigher *weigher, const lob_shapes *shapes, lob_kind kind, uint32_t from, lob_weight *sum);

/* Takes the value that `attrs` has for `index` into the weight. Attributes come in order of the index, so one pass
 * over both will do: `next` begins at 0. */
void lob_weigh_attr(lob_weight *weight, const lob_attrs *attrs, uint32_t *next, uint32_t index, const lob_weight *of);
/* Adds `weight`, moved to `at` and repeated (LOB_NONE: not), to the sum. */
void lob_weigh_placed(const lob_weigher *weigher, lob_weight *sum, lob_weight weight, lob_point at, uint32_t rep);

#endif
