/* Patches that are alike except for their place, combined once.
 *
 * A flattened layout repeats its blocks, so what differs in one of them differs in all. What a patch comes to hangs on
 * its figures alone (geom/region.h decides nothing by where they lie), so it is kept relative to their lower left
 * corner, and used again wherever the same figures of the same sides lie in the same places to each other. Figures are
 * compared whole, not by a hash.
 */
#ifndef LOB_DIFF_ALIKE_H
#define LOB_DIFF_ALIKE_H

#include "base/map.h"
#include "diff/side.h"
#include "geom/region.h"

/* Patches of more figures seldom have a twin. What is kept is at most LOB_ALIKE_BYTES_MAX: later patches are combined
 * one by one. */
enum { LOB_ALIKE_FIGURES_MAX = 512, LOB_ALIKE_BYTES_MAX = 1 << 25 };

typedef struct lob_alike_result {
    lob_polygons polygons; /* where one or the other side is */
    double area_error;
    __int128 only_a2; /* twice the area in the first side alone */
} lob_alike_result;

typedef struct lob_alike_figure {
    lob_diff_figure figure;
    int side;
} lob_alike_figure;

typedef struct lob_alike {
    lob_alike_figure *figures; /* heap; of the patch at work */
    size_t count, capacity;
    lob_name_map known;     /* figures to results */
    lob_alike_result *kept; /* heap; relative */
    size_t kept_count, kept_capacity, bytes;
    lob_arena *arena; /* keys and polygons; NULL: nothing kept yet */
    bool is_started;
    lob_str key; /* of the patch at work, in the request's arena; data NULL: none */
    lob_point64 corner;
} lob_alike;

/* Zeroed ones may be released. */
void lob_alike_release(lob_alike *alike);
/* A figure of the patch at work; lob_alike_clear() begins the next one. */
lob_status lob_alike_add(lob_ctx *ctx, lob_alike *alike, int side, const lob_diff_figure *figure);
static inline void lob_alike_clear(lob_alike *alike) {
    alike->count = 0;
}
/* *found: the result of such a patch, at the place of this one, in ctx->arena. */
lob_status lob_alike_find(lob_ctx *ctx, lob_alike *alike, bool *found, lob_alike_result *result);
/* The result of the patch that was looked for last, and not found. */
lob_status lob_alike_keep(lob_ctx *ctx, lob_alike *alike, const lob_alike_result *result);

#endif
