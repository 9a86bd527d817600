/* An array onto sums without its members: what each texel of one member adds to a pixel over all members is a number of
 * closed form along each axis, so an array costs its pixels times the texels of a member across, however many members
 * it has. Exact for members as they are given; where they overlap, they add.
 */
#ifndef LOB_RENDER_ARRAY_H
#define LOB_RENDER_ARRAY_H

#include "render/sums.h"

typedef struct lob_array_axis {
    double from, size; /* pixels: where the first texel of the first member begins; of one texel, > 0 */
    double pitch;      /* pixels from member to member, of any sign */
    uint64_t count;    /* members */
    uint32_t texels;
    bool is_turned; /* the first texel is the last one of the values */
} lob_array_axis;

/* values: rows of x->texels, as of a raster's plane; NULL: one texel, which is whole. Polls. */
lob_status lob_array_add(lob_ctx *ctx, lob_sums *sums, const lob_array_axis *x, const lob_array_axis *y,
                         const uint16_t *values);
/* Members of the axis that meet pixels [0, size). */
uint64_t lob_array_seen(const lob_array_axis *axis, uint32_t size);

#endif
