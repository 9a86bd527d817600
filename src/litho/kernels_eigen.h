/* Eigenvalues and eigenvectors of symmetric matrices of double precision, by additions, multiplications, divisions and
 * square roots in a fixed order. */
#ifndef LOB_LITHO_KERNELS_EIGEN_H
#define LOB_LITHO_KERNELS_EIGEN_H

#include "base/ctx.h"

/* matrix: n * n, destroyed. values: n, in no order; vectors: n * n, row i the unit vector of values[i]. work: 3 n.
 * Householder's tridiagonal form, then implicit QL steps with Wilkinson's shift (Golub and Van Loan, 8.3); errors of
 * some 1e-15 times the largest value. LOB_E_CANCELLED. */
lob_status lob_eigen_symmetric(lob_ctx *ctx, uint32_t n, double *matrix, double *values, double *vectors, double *work);

#endif
