/* A figure as a waveguide: where it runs, how wide it is, how it bends.
 *
 * Width and line of a path are those stored; of a box or polygon they are found (measure/centre.h), or the figure is no
 * waveguide. Units: dbu as doubles, degrees. Memory: ctx->arena.
 */
#ifndef LOB_MEASURE_WAVEGUIDE_H
#define LOB_MEASURE_WAVEGUIDE_H

#include "measure/centre.h"

typedef enum {
    LOB_GUIDE_ZERO_WIDTH = 1,       /* nothing is drawn */
    LOB_GUIDE_ONE_POINT = 2,        /* a path without length */
    LOB_GUIDE_CROSSES_ITSELF = 4,   /* the centre line meets itself */
    LOB_GUIDE_TURNS_BACK = 8,       /* a corner of 180 degrees */
    LOB_GUIDE_WIDTH_VARIES = 16,    /* by more than what rounding to the grid explains */
    LOB_GUIDE_TIGHT = 32,           /* a bend's radius is less than half the width: the inner side folds */
    LOB_GUIDE_RADIUS_UNSURE = 64,   /* the bound of the radius' error is above 1 % */
    LOB_GUIDE_NOT_CHECKED = 128,    /* whether it crosses itself: too many segments near each other */
    LOB_GUIDE_RADIUS_UNKNOWN = 256, /* of a bend at least */
    /* What lies around a figure says that it is none (pic/around.h); lob_guide_warnings() never sets these. */
    LOB_GUIDE_IS_MARK = 512,
    LOB_GUIDE_IS_PAD = 1024,
    LOB_GUIDE_IS_TOOTH = 2048,
    LOB_GUIDE_IS_LETTER = 4096,
    LOB_GUIDE_IS_BRANCH = 8192,
    LOB_GUIDE_IS_BODY = 16384,
    LOB_GUIDE_IS_PART = 32768
} lob_guide_warning;

typedef struct lob_waveguide {
    lob_centre centre;
    double width;       /* stored, or the median by length */
    double width_error; /* bound; 0 when exact */
    double width_min, width_mean, width_max;
    bool has_profile_places; /* of polygons */
    double length;           /* of the centre line: stored or fitted */
    double length_error;
    lob_radius radius;
    lob_bends bends;       /* lines left out by nobody: see kind */
    lob_guide_end ends[2]; /* middle of the drawn ends, extensions included; as many as end_count says */
    unsigned end_count;
    unsigned warnings; /* sum of lob_guide_warning */
} lob_waveguide;

/* What to know about a measured line: the sum of lob_guide_warning. `radius` NULL: no bend was looked at. */
lob_status lob_guide_warnings(lob_ctx *ctx, const lob_figure *figure, const lob_centre *centre,
                              const lob_radius *radius, unsigned *warnings);

/* `allow_polygon`: boxes and polygons too. INVALID_TARGET with detail `reason`: "kind" (no path, and not allowed), or
 * those of lob_centre_refuse. */
lob_status lob_waveguide_analyze(lob_ctx *ctx, const lob_figure *figure, bool allow_polygon, lob_waveguide *waveguide);

#endif
