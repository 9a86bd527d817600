/* What the parts of lob_xor_make() share: the run over layers (xor.c), a patch (xor_patch.c). */
#ifndef LOB_DIFF_XOR_IMPL_H
#define LOB_DIFF_XOR_IMPL_H

#include "base/smallest.h"
#include "diff/alike.h"
#include "diff/flat.h"
#include "diff/xor.h"

typedef struct xor_run {
    lob_ctx *ctx;
    /* Each has an arena of its own, emptied after each window, patch, and question about a polygon. */
    lob_ctx *work, *keep, *probe;
    const lob_xor_question *question;
    lob_side sides[2];
    cell_sums *sums[2]; /* heap */
    uint32_t figures_max;
    uint64_t work_left; /* of walks in patches */
    uint32_t layer;     /* at work */
    __int128 area2[2];  /* of the layer: twice the areas, in units of 1 / LOB_FINE_MAX, squared */
    int64_t fine;       /* the finest grid that both sides' coordinates allow */
    lob_xor_sum sum;
    lob_smallest kept;
    lob_alike alike; /* patches done, of all layers */
    lob_xor_each *each;
    void *who;
} xor_run;

/* Half of what is in units of area2, in those of the common grid. */
double lob_xor_area(__int128 area2);

/* Everything that differs within a box whose surroundings are alike. */
lob_status lob_xor_patch(xor_run *run, lob_box64 box);

#endif
