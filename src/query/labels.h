/* Finding labels: which texts fit a pattern below a cell, how often, and where one after the other stands.
 *
 * Counts come from one pass over the stored texts and the graph of cells; with a window, what lies wholly inside is
 * counted from sums as well. Places are taken by number: whatever comes before the first wanted one is skipped by
 * arithmetic, so an array of any size costs what the page shows of it.
 */
#ifndef LOB_QUERY_LABELS_H
#define LOB_QUERY_LABELS_H

#include "query/find.h"

typedef struct lob_label_ask {
    const lob_layout *layout;
    const lob_cell_index *roots; /* each once, none below another */
    uint32_t root_count;
    lob_str pattern; /* as of lob_glob_matches() */
    bool ignore_case;
    const lob_layer_index *layers; /* sorted; NULL: all */
    uint32_t layer_count;
    const lob_box64 *window; /* NULL: none; a label on its border is inside */
} lob_label_ask;

typedef struct lob_label_row { /* one text on one layer */
    uint32_t string;
    lob_layer_index layer;
    uint64_t count; /* places, in the window when there is one; saturating */
} lob_label_row;

typedef struct lob_labels {
    lob_label_ask ask;
    lob_finder *finder;
    lob_label_row *groups; /* by text, layer; none without a place */
    uint32_t group_count;
    uint64_t total, text_count; /* places of all groups, saturating; different texts */
    /* What an empty answer is explained with; all saturating, none is limited by the window. */
    uint64_t below;      /* labels of any text on any layer */
    uint64_t fitting;    /* those that fit the pattern on the layers asked for */
    uint64_t off_layers; /* those that fit on other layers */
    uint64_t off_case;   /* those that would fit if case were ignored, on any layer; 0 when it is */
    uint64_t elsewhere;  /* stored ones that fit in cells that are not below the roots */
    lob_box64 box; /* around those that are `fitting`, by root or all roots; may be a little larger off the axes */
} lob_labels;

/* Memory: ctx->arena. QUERY_TOO_LARGE when the window cuts through too many arrays, LOB_E_CANCELLED. */
lob_status lob_query_labels(lob_ctx *ctx, const lob_label_ask *ask, lob_labels *labels);

typedef struct lob_label_spot {
    uint32_t group;
    lob_cell_index root, leaf;
    const lob_step *path; /* depth steps from the root to the leaf */
    uint32_t depth;
    uint32_t shapes, text; /* index in the leaf's shapes and in their texts */
    uint64_t member;
    lob_point64 at; /* in the root's coordinates */
} lob_label_spot;

/* The places number `first` and those that follow, at most count_max: by group, then root, then depth first: a cell's
 * own texts in file order, then its instances in file order. Memory: ctx->arena. Errors as above. */
lob_status lob_query_label_places(lob_ctx *ctx, const lob_labels *labels, uint64_t first, size_t count_max,
                                  lob_label_spot *spots, size_t *count);

#endif
