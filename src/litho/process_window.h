/* The process window of gauges: which doses and focuses print all of them within tolerance.
 *
 * One aerial image a focus is enough: a dose multiplies the image, so at a higher dose a lower intensity prints. The
 * image depends on the magnitude of the defocus alone (kernels.h), so the window is the same on either side of focus.
 *
 * Exposure latitude of an interval of doses [a, b]: 2 (b - a) / (b + a), as a percentage. Depth of focus: the length of
 * an interval of focuses. A window is a rectangle: all of its doses print at all of its focuses (Mack, Fundamental
 * Principles of Optical Lithography, 2007, 8.3).
 */
#ifndef LOB_LITHO_PROCESS_WINDOW_H
#define LOB_LITHO_PROCESS_WINDOW_H

#include "base/buf.h"
#include "litho/cd.h"
#include "litho/evaluate.h"
#include "litho/picture.h"

enum { LOB_FOCUSES_MAX = 41, LOB_DOSES_MAX = 101 };

typedef struct lob_window_ask {
    lob_cd_gauges gauges;               /* kinds that are not known are found from the target */
    double focuses_nm[LOB_FOCUSES_MAX]; /* rising; on top of the setup's defocus */
    double doses[LOB_DOSES_MAX];        /* rising, above 0 */
    uint32_t focus_count, dose_count;
    double tolerance;      /* of widths: a share of the target */
    double edge_within_nm; /* of edges */
} lob_window_ask;

typedef struct lob_dose_range {
    double low, high; /* low > high: no dose */
} lob_dose_range;

typedef struct lob_window_rectangle {
    uint32_t first, last; /* focuses */
    lob_dose_range doses;
} lob_window_rectangle;

typedef struct lob_gauge_finding {
    double nominal_nm; /* at dose 1 in the focus nearest to 0; may be infinite (cd.h) */
    bool is_within;
    double threshold; /* at which it is as measured; NAN: at none, or nothing was measured */
} lob_gauge_finding;

typedef struct lob_window_calibration {
    uint32_t count; /* of gauges with a measured width that some threshold gives; 0: nothing was fitted */
    uint32_t left_out;
    double threshold, dose;     /* the best one; the dose that does the same with the setup's threshold */
    double before_nm, after_nm; /* root of the mean square of print - measured; before: infinite when one is */
    double largest_nm;          /* after */
    uint32_t largest;           /* its gauge */
} lob_window_calibration;

typedef struct lob_process_window { /* in ctx->arena */
    uint32_t nominal;               /* focus nearest to 0 */
    double *sizes;                  /* [gauge][focus][dose], nm */
    lob_dose_range *ranges;      /* [gauge][focus]: doses between a quarter and four that print it within tolerance */
    lob_dose_range *common;      /* [focus]: of all gauges */
    lob_gauge_finding *found;    /* [gauge] */
    lob_window_rectangle *curve; /* [focuses beyond the first]: for each depth of focus the one of largest latitude */
    lob_window_rectangle best;   /* of the largest product of depth and latitude; first > last: there is none */
    uint32_t within_count;       /* gauges, nominally */
    lob_window_calibration calibration;
} lob_process_window;

/* Tells progress by focuses. Errors of lob_litho_evaluate() and lob_cd_cut(); INVALID_TARGET with reason
 * "no_aerial_image" when the canvas is too large to keep an image. */
lob_status lob_process_window_find(lob_ctx *ctx, const lob_litho_setup *setup, const lob_litho_input *input,
                                   lob_window_ask *ask, lob_process_window *window);
double lob_exposure_latitude(lob_dose_range range); /* percent; 0: no dose */

/* process_window_report.c: one line of JSON, newline behind, with_sizes: with all sizes; Bossung data as a table:
 * gauge,kind,focus_nm,dose,size_nm, a size that is none left empty. */
void lob_process_window_json(const lob_litho_setup *setup, const lob_window_ask *ask, const lob_process_window *window,
                             bool with_sizes, lob_buf *out);
void lob_process_window_csv(const lob_window_ask *ask, const lob_process_window *window, lob_buf *out);
/* process_window_draw.c: Bossung curves of the first gauges, doses over focus, latitude over depth of focus. */
lob_status lob_process_window_lay(lob_ctx *ctx, const lob_window_ask *ask, const lob_process_window *window,
                                  lob_litho_laid *laid);

#endif
