/* Critical dimensions at the places that a user names: how wide a line or a space prints there, or how far the print's
 * edge lies from a point of the target's.
 *
 * An aerial image is sampled along a straight cut through the gauge; what prints there at any threshold, and so at any
 * dose, follows from the samples. Between pixels the image is interpolated by cubic convolution (Keys 1981, a = -1/2)
 * both ways, between samples, an eighth of a pixel apart, linearly.
 */
#ifndef LOB_LITHO_CD_H
#define LOB_LITHO_CD_H

#include "litho/plane.h"

typedef enum {
    LOB_CD_LINE,  /* what prints: from edge to edge */
    LOB_CD_SPACE, /* what does not */
    LOB_CD_EDGE   /* from the gauge to the print's edge along the direction, which points out of the feature */
} lob_cd_kind;

typedef struct lob_cd_gauge {
    lob_str name;
    lob_cd_kind kind;
    bool has_kind;     /* false: the target says whether it is a line or a space */
    double x_nm, y_nm; /* of the layout */
    double angle_deg;  /* of the cut, counterclockwise from x */
    double target_nm;  /* width; of an edge 0 */
    bool has_measured;
    double measured_nm; /* on the wafer */
    uint32_t line;      /* of the file */
} lob_cd_gauge;

typedef struct lob_cd_gauges { /* in ctx->arena */
    lob_cd_gauge *items;
    uint32_t count;
} lob_cd_gauges;

enum { LOB_CD_GAUGES_MAX = 10000 };

/* A table of comma-separated values: the first line names the columns, in any order: x_um and y_um; target_nm, unless
 * the kind is edge; and, if wanted, name, angle_deg (default 0), kind (line, space, edge) and measured_nm. An empty
 * field is as if it were not there; `#` begins a comment. INVALID_TARGET with details.line and details.column: what is
 * no table, a column unknown, twice or missing, a number that is none or out of range, more gauges than
 * LOB_CD_GAUGES_MAX, none at all. */
lob_status lob_cd_gauges_read(lob_ctx *ctx, lob_str csv, lob_cd_gauges *gauges);

typedef struct lob_cd_profile { /* owned: lob_cd_profile_release() */
    lob_cd_kind kind;
    double step_nm;
    uint32_t before, after; /* samples on either side of the gauge's own; cut short where the image ends */
    float *values;          /* before + 1 + after; from the far end against the direction on */
} lob_cd_profile;

/* The gauge's kind must be known. INVALID_TARGET with reason "outside": the image does not hold the gauge. */
lob_status lob_cd_cut(lob_ctx *ctx, const lob_plane *image, const lob_cd_gauge *gauge, lob_cd_profile *profile);
void lob_cd_profile_release(lob_cd_profile *profile); /* one of zeros is fine; leaves one */

/* nm, at an intensity from which on it prints. The width of a line and the place of an edge grow as it falls. What has
 * no edge within the cut is infinite: -inf when a line or space is not there at all, or a whole cut has no print; +inf
 * when it has no end. Never NaN. */
double lob_cd_at(const lob_cd_profile *profile, double intensity);

/* The intensity at which the width or place is `nm`; false: at none. */
bool lob_cd_intensity(const lob_cd_profile *profile, double nm, double *intensity);

#endif
