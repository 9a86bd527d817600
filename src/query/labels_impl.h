/* What labels.c and labels_walk.c share: a walk over the places of some texts, in order, by parts that are taken whole
 * or taken apart. */
#ifndef LOB_QUERY_LABELS_IMPL_H
#define LOB_QUERY_LABELS_IMPL_H

#include "query/labels.h"

/* Which texts are looked for: those of one group, or all that fit (group NULL). */
typedef struct lob_label_aim {
    const lob_labels *labels;
    const uint8_t *fits; /* by string: LOB_LABEL_FITS */
    const lob_label_row *group;
} lob_label_aim;

enum { LOB_LABEL_UNKNOWN, LOB_LABEL_FITS, LOB_LABEL_FITS_ANY_CASE, LOB_LABEL_FITS_NOT };

/* By cell: aimed texts below it, its own included, and a box around them in its coordinates; empty: none. */
typedef struct lob_label_sum {
    uint64_t count;
    lob_box64 box;
} lob_label_sum;

bool lob_label_is_asked(const lob_label_ask *ask, lob_layer_index layer); /* by its layers */
bool lob_label_is_aimed(const lob_label_aim *aim, lob_layer_index layer, uint32_t string);

/* From the own texts of each cell to all below: parents get what their instances hold. */
lob_status lob_label_sums_up(lob_ctx *ctx, const lob_labels *labels, lob_label_sum *sums);

typedef struct lob_label_walk lob_label_walk;

/* What a walk finds: `whole` a cell placed `times` all of whose aimed texts are inside, or one place of a text. */
typedef struct lob_label_find {
    bool is_whole;
    lob_cell_index cell; /* whole: placed `times`; else: the leaf */
    uint64_t times;      /* of one text: its members */
    uint32_t shapes, text;
    uint64_t member;
    lob_point64 at;
    const lob_step *path; /* valid until the next find */
    uint32_t depth;
} lob_label_find;

/* *skip: NULL: everything inside is given whole where that can be; else so many places are passed by first, and then
 * each is given by itself. Memory: ctx->arena. */
lob_status lob_label_walk_open(lob_ctx *ctx, const lob_label_aim *aim, const lob_label_sum *sums, lob_cell_index root,
                               uint64_t *skip, uint64_t *work_left, lob_label_walk **walk);
/* *is_done at the end. */
lob_status lob_label_walk_next(lob_label_walk *walk, lob_label_find *find, bool *is_done);

#endif
