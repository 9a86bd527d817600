/* The imager: from a mask on a periodic tile to the aerial image, and the way back for gradients.
 *
 * Fields are band-limited to r frequencies and intensities to 2 r, so per kernel the work is done on a small grid of at
 * least 4 r + 1 samples a side and the sum is brought to the tile once. What that leaves out is nothing: it equals the
 * full-size computation but for rounding (1e-5 of the open frame, tested). Only the frequencies that are needed are
 * computed: rows, then the few columns that matter.
 *
 * An imager may be used by several threads, each with a lob_imager_work of its own. It keeps its kernels.
 */
#ifndef LOB_LITHO_IMAGER_H
#define LOB_LITHO_IMAGER_H

#include "litho/kernels.h"
#include "litho/plane.h"

typedef struct lob_imager lob_imager;
typedef struct lob_imager_work lob_imager_work; /* buffers of one thread */

/* A tile of width x height pixels; the kernels' field must be its size on both sides (square tiles), of any kernels (r
 * <= (side - 1) / 4). Takes the kernels over, also when it fails. */
lob_status lob_imager_new(lob_ctx *ctx, uint32_t side, double pixel_nm, lob_kernels *kernels, lob_imager **imager);
void lob_imager_drop(lob_imager *imager);
const lob_kernels *lob_imager_kernels(const lob_imager *imager);
uint32_t lob_imager_side(const lob_imager *imager);
lob_status lob_imager_work_new(lob_ctx *ctx, const lob_imager *imager, lob_imager_work **work);
void lob_imager_work_drop(lob_imager_work *work);

/* Low frequencies of a mask, n x n as in kernels.h, in `work`: common to all focus settings of one n. mask: side * side
 * values. */
void lob_imager_mask(const lob_imager *imager, lob_imager_work *work, const float *mask);
/* Intensity of the mask last given to `work` by an imager of the same side and radius. The token is checked after each
 * batch of kernels: LOB_E_CANCELLED. intensity: side * side, dose 1. */
lob_status lob_imager_image(lob_ctx *ctx, const lob_imager *imager, lob_imager_work *work, float *intensity);
/* The same on the small grid, lob_imager_small_side() samples a side: what gradients are made of. */
uint32_t lob_imager_small_side(const lob_imager *imager);

/* d(loss)/d(mask) for a loss whose derivative by each intensity is `by_intensity` (side * side, not changed):
 * sum over k of 2 w Re( conj(kernel) correlated with (field * by_intensity) ). Uses the mask last given; adds to
 * `by_mask`. */
lob_status lob_imager_gradient(lob_ctx *ctx, const lob_imager *imager, lob_imager_work *work, const float *by_intensity,
                               float *by_mask);

#endif
