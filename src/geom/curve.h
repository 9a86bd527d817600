/* Curves as routes are made of them, fitted to the centre points of a guide.
 *
 * Either pieces of linear curvature one after the other with a common tangent (lines, arcs, clothoids), or one smooth
 * curve whose curvature is a polynomial in the length (Bezier and cosine bends, spirals). Lengths in dbu, angles in
 * radians, curvatures in 1/dbu, left positive.
 */
#ifndef LOB_GEOM_CURVE_H
#define LOB_GEOM_CURVE_H

#include "geom/chain.h"

enum { LOB_CURVE_PIECES_MAX = 5, LOB_CURVE_TERMS_MAX = 16 };

typedef struct lob_curve_piece {
    double length;
    double k0, k1; /* curvature at its ends; both 0: a line; equal: an arc */
} lob_curve_piece;

typedef struct lob_curve {
    lob_vec2 at;  /* start */
    double angle; /* of the tangent there */
    lob_curve_piece pieces[LOB_CURVE_PIECES_MAX];
    uint32_t piece_count; /* 0: smooth */
    /* Smooth: a line of length `lead`, then curvature as a Chebyshev series over `length`, then a line. */
    double terms[LOB_CURVE_TERMS_MAX];
    uint32_t term_count;
    double turns[LOB_CURVE_TERMS_MAX + 1]; /* its integral: lob_curve_integrate() */
    double lead, length;
    /* From the fit: */
    double begin, end; /* where the first and last point lie along the curve */
    double residual;   /* greatest distance of a point from the curve */
    double sigma;      /* root of the mean square, by degrees of freedom */
    double k_max;      /* greatest curvature between begin and end, unsigned; of pieces that turn enough to know */
    double k_max_s;    /* where; the middle of an arc */
    double k_error;    /* its standard error */
} lob_curve;

typedef struct lob_fit_point {
    lob_vec2 at;
    double s; /* length so far; the fits move it onto the curve */
} lob_fit_point;

/* What is fitted: the pieces between an optional line before and behind. Curvature is continuous but where an arc meets
 * a line or another arc. */
typedef enum {
    LOB_FIT_SPIRAL, /* one clothoid with free ends */
    LOB_FIT_ARC,
    LOB_FIT_ARCS,  /* two arcs */
    LOB_FIT_S,     /* the same with a line between */
    LOB_FIT_PEAK,  /* clothoid 0 to k, clothoid k to 0 */
    LOB_FIT_EULER, /* the same with an arc between */
    LOB_FIT_SMOOTH
} lob_fit_kind;

typedef struct lob_fit_spec {
    lob_fit_kind kind;
    bool has_before, has_behind;
    uint32_t term_count; /* SMOOTH */
    const lob_curve
        *start;       /* SMOOTH: a fit with fewer terms; EULER: an arc, a peak or its like; S: two arcs; or NULL */
    double arc;       /* EULER from `start`: 0, or the length of the arc, which then stays */
    uint32_t most;    /* of so many points; 0: of all */
    double margin[2]; /* SMOOTH: shares of it at its ends where the greatest curvature is not looked for */
    double hopeless;  /* 0, or the root of the mean square above which no fit is wanted: it may be given up */
    /* Where to start from: */
    double line_before, line_behind; /* their lengths */
    double turn;                     /* of all bent pieces together; ARCS: of the first */
    double k[2];                     /* SPIRAL: at the ends; ARC, ARCS: of the arcs */
} lob_fit_spec;

/* Greatest distance from the best line. Two points at least. */
double lob_line_residual(const lob_fit_point *points, uint32_t count);
/* The same for the best circle by Taubin's fit, three points at least. k: curvature, 0 when the points are on a line.
 */
double lob_arc_residual(const lob_fit_point *points, uint32_t count, double *k);

/* Least squares of the distances (Levenberg-Marquardt). *found false: it leads nowhere. Working memory: scratch, which
 * the caller resets. noise: standard deviation of a point, at least. Errors: memory, cancelled. */
lob_status lob_curve_fit(lob_ctx *ctx, lob_arena *scratch, lob_fit_point *points, uint32_t count, double noise,
                         const lob_fit_spec *spec, lob_curve *curve, bool *found);

/* To be called when terms or length of a smooth curve have changed. */
void lob_curve_integrate(lob_curve *curve);
/* Position and tangent at each point's s, which must not decrease. */
void lob_curve_walk(const lob_curve *curve, const lob_fit_point *points, uint32_t count, lob_vec2 *at, lob_vec2 *way);
/* What a walk finds at each point, arrays of the caller. */
typedef struct lob_curve_slopes {
    lob_vec2 *at, *way; /* way: the tangent */
    lob_vec2 *beside;   /* where the same walk from another start comes to */
    lob_vec2 *moves;    /* of a smooth curve, term_count a point: how the place moves with each term */
    double *turns;      /* and how the tangent turns */
} lob_curve_slopes;

/* lob_curve_walk(), and what derivatives need besides: `start` is that of `beside`. */
void lob_curve_walk_slopes(const lob_curve *curve, lob_vec2 start, const lob_fit_point *points, uint32_t count,
                           const lob_curve_slopes *out);
void lob_curve_at(const lob_curve *curve, double s, lob_vec2 *at, double *angle);
double lob_curve_curvature(const lob_curve *curve, double s);

#endif
