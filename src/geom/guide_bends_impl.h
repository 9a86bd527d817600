/* Shared by the files that take a centre line apart: guide_pieces.c lays lines, arcs and clothoids along a stretch,
 * guide_fits.c fits one curve to neighbouring bent ones, guide_bends.c makes bends of both.
 *
 * Lengths are in units of the guide, curvature is their inverse, to the left positive.
 */
#ifndef LOB_GEOM_GUIDE_BENDS_IMPL_H
#define LOB_GEOM_GUIDE_BENDS_IMPL_H

#include "geom/curve.h"
#include "geom/guide_impl.h"

/* Standard deviation of a centre point in units of the grid: two roundings, averaged, or alike along an axis. */
#define LOB_POINT_NOISE 0.3

typedef enum { LOB_PIECE_LINE, LOB_PIECE_ARC, LOB_PIECE_CLOTHOID } lob_piece_kind;

typedef struct lob_laid_part { /* a piece as laid: points first .. last */
    lob_piece_kind kind;
    uint32_t first, last;
    double k0, k1;
} lob_laid_part;

typedef struct lob_bender {
    lob_ctx *ctx;
    lob_arena *scratch; /* for one fit */
    double finest;      /* the layout's grid; `grid` may be coarser */
    double grid, tolerance, step;
    double margin;         /* so near an end or a corner the guide has no points */
    lob_fit_point *points; /* of the stretch */
    uint32_t *source;      /* guide points they came from (the last one before) */
    uint32_t count;
    lob_laid_part *parts;
    uint32_t part_count;
    lob_bend *bends; /* of the whole guide */
    uint32_t bend_count, bend_room;
    double length, length_error;
    uint32_t unfitted;
    lob_vec2 reached; /* where the pieces so far end */
} lob_bender;

typedef struct lob_bend_group { /* neighbouring bent parts, and the straight points on either side */
    uint32_t first_part, last_part;
    uint32_t bent_first, bent_last; /* points of the bent parts */
    uint32_t first, last;           /* with the straight ones */
    bool has_before, has_behind;
    double turn;      /* of the whole, radians */
    double margin[2]; /* of a part of a bend: shares at its ends where it is not looked how tightly it bends */
} lob_bend_group;

typedef struct lob_tightest { /* of a bend */
    double k, error;          /* error: four deviations */
    lob_vec2 at;
    double sigma, swing; /* of the curve's points; of the radius, what they may do between points */
    uint32_t points;
} lob_tightest;

/* ---- guide_pieces.c ---- */

/* From a point to the next. */
double lob_fit_gap(const lob_fit_point *p, uint32_t i);
/* Along the points first .. last of the stretch. */
double lob_bender_span(const lob_bender *b, uint32_t first, uint32_t last);
/* The stretch first .. last of the chain, thinned to b->step: b->points, source, and room for parts. */
lob_status lob_bender_take_points(lob_bender *b, const lob_chain *chain, uint32_t first, uint32_t last);
/* b->parts: from one end of the stretch to the other. */
lob_status lob_bender_lay_pieces(lob_bender *b);
/* One curve through at most `most` of the points first .. last; false: none within the noise. */
lob_status lob_bender_fit(lob_bender *b, uint32_t first, uint32_t last, uint32_t most, const lob_fit_spec *spec,
                          lob_curve *curve, bool *found);

/* ---- guide_fits.c ---- */

lob_bend_group lob_bend_group_of(const lob_bender *b, uint32_t first_part, uint32_t last_part);
/* The points first .. last of the bend alone. */
lob_bend_group lob_bend_group_part(const lob_bender *b, const lob_bend_group *g, uint32_t first, uint32_t last);
/* The same as a free curve. */
lob_status lob_bend_group_look(lob_bender *b, const lob_bend_group *g, lob_curve *curve, bool *found);
/* The first of the shapes that routes are made of, simple ones first, that all points agree with. */
lob_status lob_bend_group_fit(lob_bender *b, const lob_bend_group *g, lob_curve *curve, lob_bend_kind *kind,
                              bool *found);

/* ---- guide_tightest.c ---- */

/* Where the bent part of a curve begins and ends, and how far it turns. */
void lob_curve_bent_part(const lob_curve *curve, double *from, double *to, double *turn);
/* Of a free curve: how tightly it bends. */
lob_status lob_bend_group_tightest(lob_bender *b, const lob_bend_group *g, const lob_curve *curve, lob_tightest *best);

#endif
