/* Kernels of coherent systems: the imaging of a partially coherent projector as a sum of coherent ones (Hopkins 1953;
 * SOCS, Cobb 1998).
 *
 *     I(x) = sum over k of weight[k] * |(mask * kernel[k])(x)|^2
 *
 * A kernel is given by its samples in the frequency domain, on the frequencies i / field_nm for i = -r..r in x and y:
 * samples[k][(fy + r) * n + fx + r], n = 2 r + 1. The field is periodic with field_nm. Weights fall; those computed
 * here give an open frame the intensity 1.
 */
#ifndef LOB_LITHO_KERNELS_H
#define LOB_LITHO_KERNELS_H

#include "litho/fft.h"
#include "litho/source.h"

typedef enum {
    LOB_SOURCE_CIRCULAR,
    LOB_SOURCE_ANNULAR,
    LOB_SOURCE_DIPOLE,
    LOB_SOURCE_QUASAR,
    LOB_SOURCE_FREE /* points; sigma_outer is theirs, sigma_inner 0 */
} lob_illumination;

typedef struct lob_optics {
    double wavelength_nm, na; /* numerical aperture, 0 < na */
    lob_illumination source;
    double sigma_outer, sigma_inner; /* partial coherence, 0 <= inner < outer <= 1; circular: inner 0 */
    double opening_deg; /* of a pole of dipole (two, on the x axis) and quasar (four, on the diagonals): its full angle,
                           30 */
    double defocus_nm;  /* phase pi * defocus * wavelength * f^2 */
    uint32_t count;     /* kernels wanted, 1..LOB_KERNELS_MAX */
    lob_source_points points; /* of a free source; borrowed */
} lob_optics;

enum { LOB_KERNELS_MAX = 64 };

typedef struct lob_kernels { /* owned: lob_kernels_drop() */
    uint32_t radius, count;  /* r; kernels */
    double field_nm;
    double weights[LOB_KERNELS_MAX];
    lob_cfloat *samples; /* count * n * n */
    double share; /* of the whole system's energy (trace of the TCC) that these kernels hold, 0..1; 0: unknown (read
                     from files) */
    double mask_blur_nm; /* of the mask, before it is imaged: standard deviation of a Gaussian; 0: none */
    double blur_nm;      /* of the image, in the resist: standard deviation of a Gaussian (diffusion length); 0: none */
} lob_kernels;

/* The source is taken as points on the field's frequencies, each weighing the share of its cell that shines (32 x 32
 * samples); above some 1200 points, on every second frequency, third ... Samples have length 1 and are orthogonal, each
 * kernel's largest one is real and positive; weights are the squares of the system's singular values, divided by what
 * the kernels taken give an open frame. `count` may come out smaller: kernels that are nothing are left out, and so is
 * the last when its twin of equal weight would be the next, for half a pair would print x and y differently.
 * Points of a free source are divided among the frequencies around them (litho/source.h).
 * INVALID_TARGET with details.reason lens | source | opening | count_or_defocus | field (below 4 wavelength / na) |
 * source_empty | source_symmetry; TOOL_LIMIT_EXCEEDED (memory, or a field above 200 wavelength / na); LOB_E_CANCELLED.
 */
lob_status lob_kernels_compute(lob_ctx *ctx, const lob_optics *optics, double field_nm, lob_kernels *kernels);
/* The contest's: a folder with fh0.bin ... and scales.txt. `offset`: 24, where the numbers begin; or 20, as OpenILT and
 * LithoBench read them (the last four bytes of the header are the first number, so each sample is the im of the one
 * before and its own re; and by columns). field_nm 2048. UNSUPPORTED_FORMAT with details.file and details.reason absent
 * | file_size | short | long | header | sample | scales_count | scales_value | scales_rest; INVALID_TARGET, reason
 * count | offset; LOB_E_CANCELLED. */
lob_status lob_kernels_read(lob_ctx *ctx, int dir_fd, uint32_t count, uint32_t offset, lob_kernels *kernels);
void lob_kernels_drop(lob_kernels *kernels);

#endif
