/* Low frequencies of a square periodic plane, and the plane that has given low frequencies: the two ends of the imager.
 *
 *     analyse:     S(kx, ky) = sum over x, y of plane[y][x] * exp(-2 pi i (kx x + ky y) / side)
 *     synthesise:  plane[y][x] = sum over all |kx|, |ky| <= reach of S(kx, ky) * exp(+2 pi i (kx x + ky y) / side)
 *
 * for |kx|, |ky| <= reach, unnormalised; each is the other's adjoint. Planes are real, so S(-kx, -ky) = conj S(kx, ky),
 * and spectra here are halves: half[ky * (2 reach + 1) + kx + reach], ky = 0..reach.
 *
 * Nothing but what is asked for is computed: along y by products of small matrices over what four mirrored rows have in
 * common, (side / 4 + 1) * reach real multiplications for a column; along x by transforms of reach + 1 lines.
 */
#ifndef LOB_LITHO_IMAGER_LOWPASS_H
#define LOB_LITHO_IMAGER_LOWPASS_H

#include "litho/fft.h"

typedef struct lob_lowpass lob_lowpass;

/* side: a multiple of 8; 2 * reach < side. May be used by several threads. */
lob_status lob_lowpass_new(lob_ctx *ctx, uint32_t side, uint32_t reach, lob_lowpass **lowpass);
void lob_lowpass_drop(lob_lowpass *lowpass); /* NULL is fine */
/* Bytes of the scratch that both functions want, from lob_fft_alloc(). */
size_t lob_lowpass_scratch_size(const lob_lowpass *lowpass);

/* LOB_E_CANCELLED; ctx NULL: cannot be cancelled. scale: multiplies S. */
lob_status lob_lowpass_analyse(lob_ctx *ctx, const lob_lowpass *lowpass, void *scratch, const float *plane, float scale,
                               lob_cfloat *half);
/* adds: to what the plane has. */
lob_status lob_lowpass_synthesise(lob_ctx *ctx, const lob_lowpass *lowpass, void *scratch, const lob_cfloat *half,
                                  bool adds, float *plane);

#endif
