/* Repetitions: many placements of one thing, never expanded.
 *
 * LATTICE: member (i, j) is displaced by i * a + j * b, 0 <= i < na, 0 <= j < nb.
 * FRACTION: a GDSII AREF whose extent does not divide by its count: `a` and `b` are the whole extents and member (i, j)
 *           is displaced by a * i / na + b * j / nb, each coordinate rounded as KLayout does. `extent` is their box,
 *           NULL: not known yet.
 * LIST: displacements one by one (OASIS types 4-7, 10, 11); the first is (0, 0). na = 1: `a` and `b` are the lower and
 *       upper corner of their box (lob_rep_keep_extent); na = 0: the box is not known yet.
 * Counts are at least 1, and a repetition has fewer than 2^63 members: readers refuse others.
 */
#ifndef LOB_GEOM_REPETITION_H
#define LOB_GEOM_REPETITION_H

#include "geom/point.h"

typedef enum { LOB_REP_NONE, LOB_REP_LATTICE, LOB_REP_FRACTION, LOB_REP_LIST } lob_rep_kind;

typedef struct lob_rep {
    lob_rep_kind kind;
    uint64_t na, nb; /* LATTICE, FRACTION; LIST: see above */
    lob_point64 a, b;
    union {
        const lob_point *list;   /* LIST, borrowed */
        const lob_box64 *extent; /* FRACTION, borrowed */
    };
    uint32_t list_count;
} lob_rep;

uint64_t lob_rep_count(const lob_rep *rep);
lob_point64 lob_rep_at(const lob_rep *rep, uint64_t index); /* index = j * na + i; < lob_rep_count() */
/* Box of all displacements: [min, max] of x and y. O(1), for a LIST without a kept extent O(list_count), for a
 * FRACTION without one some hundred steps. */
lob_box64 lob_rep_extent(const lob_rep *rep);
/* Keeps the extent of a LIST in `rep`; other kinds do not need it. The list must not change afterwards. */
void lob_rep_keep_extent(lob_rep *rep);

#endif
