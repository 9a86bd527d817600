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

/* A tile of side x side pixels, a multiple of 8; the kernels' field must be its size (side * pixel_nm, to 1e-6 of it),
 * and 4 r + 1 <= side: else INVALID_TARGET with details.reason tile_side | kernel_field | kernel_radius. Takes the
 * kernels over, also when it fails. */
lob_status lob_imager_new(lob_ctx *ctx, uint32_t side, double pixel_nm, lob_kernels *kernels, lob_imager **imager);
void lob_imager_drop(lob_imager *imager); /* NULL is fine */
const lob_kernels *lob_imager_kernels(const lob_imager *imager);
uint32_t lob_imager_side(const lob_imager *imager);
uint32_t lob_imager_small_side(const lob_imager *imager); /* samples a side of the grid where kernels are summed */

/* For all imagers of one side and one radius; another one is refused (INVALID_TARGET, kernel_radius). */
lob_status lob_imager_work_new(lob_ctx *ctx, const lob_imager *imager, lob_imager_work **work);
void lob_imager_work_drop(lob_imager_work *work); /* NULL is fine */

/* Keeps the mask's low frequencies in `work`, for what is asked next by any imager of the same side and radius: other
 * focus settings share them. mask: side * side values, any real ones (0 dark, 1 clear), not kept. */
void lob_imager_mask(const lob_imager *imager, lob_imager_work *work, const float *mask);
/* Intensity of the mask last given to `work`, dose 1: side * side values. Rounding may leave values of -1e-6. The token
 * is looked at after each batch of kernels and of columns: LOB_E_CANCELLED. */
lob_status lob_imager_image(lob_ctx *ctx, const lob_imager *imager, lob_imager_work *work, float *intensity);

/* d(loss)/d(mask) for a loss whose derivative by each intensity is `by_intensity` (side * side, not changed):
 *     by_mask += sum over k of 2 weight[k] Re( conj(kernel[k]) correlated with (field[k] * by_intensity) )
 * at the mask last given: the exact adjoint of what lob_imager_image() does. LOB_E_CANCELLED as there; `by_mask` may
 * then have been added to in part. */
lob_status lob_imager_gradient(lob_ctx *ctx, const lob_imager *imager, lob_imager_work *work, const float *by_intensity,
                               float *by_mask);

#endif
