/* Evaluation: a mask printed tile by tile at each corner of the process window, measured and checked; the report.
 *
 * The same input gives the same report, byte for byte, whatever the number of threads and ranks.
 */
#ifndef LOB_LITHO_EVALUATE_H
#define LOB_LITHO_EVALUATE_H

#include "base/buf.h"
#include "base/team.h"
#include "io/share.h"
#include "litho/deck.h"
#include "litho/kernels.h"
#include "litho/mask.h"
#include "litho/metrics.h"
#include "litho/tiles.h"

typedef enum {
    LOB_DOSE_AERIAL,
    LOB_DOSE_MASK
} lob_dose_meaning; /* intensity * dose (OpenLithoHub) | mask * dose: intensity * dose^2 (OpenILT) */

typedef struct lob_corner { /* of the process window */
    double dose, defocus_nm;
} lob_corner;

enum { LOB_CORNERS_MAX = 16 };

typedef enum {
    LOB_CHECK_DRC = 1,
    LOB_CHECK_MRC = 2,
    LOB_CHECK_EPE = 4,
    LOB_CHECK_PVBAND = 8,
    LOB_CHECK_SHOTS = 16
} lob_litho_checks;

typedef struct lob_litho_setup {
    const lob_litho_node *node; /* NULL: none named */
    lob_optics optics;          /* defocus_nm of the nominal corner */
    char source_sha256[72];     /* of the file of a free source; "" without */
    int kernels_dir_fd;         /* -1: computed; else the contest's folder: focus kernels here, defocus ones in
                                   kernels_defocus_fd */
    int kernels_defocus_fd;
    uint32_t kernels_offset; /* 24 or 20 */
    double threshold;        /* of the intensity, open frame 1: .225 */
    double resist_blur_nm;   /* lob_kernels.blur_nm */
    double mask_blur_nm;     /* lob_kernels.mask_blur_nm */
    double pixel_nm;
    uint32_t tile_side, halo; /* pixels; halo UINT32_MAX: by the optics */
    bool tile_by_canvas;      /* a smaller tile where one holds the canvas: lob_litho_tile_side() */
    lob_dose_meaning dose_meaning;
    lob_corner nominal,
        corners[LOB_CORNERS_MAX]; /* corners: the band is what prints at some, not at all of them (and the nominal) */
    uint32_t corner_count;
    unsigned checks; /* of lob_litho_checks */
    lob_gauge_rule gauges;
    bool keeps_gauges;  /* errors at the check points are measured and counted, without records, also when EPE is not
                           checked: for pictures */
    double band_max_nm; /* a check point whose band is wider violates; 0: not checked */
    lob_litho_deck deck;
    uint32_t violations_max;    /* listed: 10000 */
    double canvas_area_max_nm2; /* above: detailed degrades to aggregate */
    uint32_t violation_count_max;
    bool by_windows; /* a canvas above canvas_pixels_max is evaluated window by window: numbers alone, degraded,
                        without sets of pixels; false: QUERY_TOO_LARGE */
    uint64_t canvas_pixels_max;   /* 0: the limit litho_canvas_pixels */
    uint32_t window_side;         /* pixels; 0: usual */
    const lob_share_about *about; /* what ranks share (ranks.h), of which parts are; NULL: this process does all */
    lob_team team;
    const char *model; /* "identity", "levelset-ilt" ...: as the report has it */
    lob_str dataset;   /* name of the input in the report, never a path */
} lob_litho_setup;

void lob_litho_setup_usual(lob_litho_setup *setup); /* 193 nm, NA 1.35, circular .7, 24 kernels, 1 nm ... */
void lob_litho_setup_node(lob_litho_setup *setup, const lob_litho_node *node); /* what the node says over that */

typedef struct lob_litho_input {
    lob_mask mask, target; /* nm of one canvas; both in one unit */
    bool has_window;
    lob_box64 window; /* units of the mask: where violations are asked for; else the box of both. The canvas is that,
                         widened to whole pixels and by the reach of the check points, and by
                         the widths of the mask rules where they are larger */
} lob_litho_input;

/* The side of tiles that an evaluation of this input takes: tile_side, or with tile_by_canvas 256, 512 or 1024 when one
 * such tile holds the canvas and the optics see a field of 14 wavelength / na. */
uint32_t lob_litho_tile_side(const lob_litho_setup *setup, const lob_litho_input *input);

typedef struct lob_litho_metrics {
    lob_edge_error edges_mask, edges_wafer; /* mask (design) and printed nominal against the target */
    uint64_t target_pixels, printed_pixels, l2_pixels, band_pixels;
    lob_band band;
    uint32_t gauge_count, gauge_violations;
    double intensity_max;
    lob_mrc_counts mrc;
    uint64_t drc_count, mrc_count, shots_vsb;
    double shots_mbmw;
    uint32_t tile_count, tiles_drc_clean, tiles_mrc_clean; /* clean: without a violation */
} lob_litho_metrics;

typedef struct lob_litho_result { /* in ctx->arena, but the sets of pixels: lob_litho_result_drop() */
    lob_litho_metrics metrics;
    lob_violations violations;
    uint64_t violations_total;
    bool is_degraded;
    lob_tiling tiling;
    lob_frame asked; /* the window in whole pixels, what metrics are of; without one the canvas */
    lob_bits target, mask, nominal, outer, inner; /* of the canvas */
    lob_plane aerial;                             /* nominal; values NULL above the limit litho_aerial_pixels */
    lob_gauge *gauges;
    uint32_t gauge_count;
} lob_litho_result;

/* Tells progress by tiles. INVALID_TARGET (also for a window without figures), QUERY_TOO_LARGE (canvas),
 * TOOL_LIMIT_EXCEEDED, LOB_E_CANCELLED: checked in every tile, corner and batch of kernels; what is held is given back
 * within 100 ms. */
lob_status lob_litho_evaluate(lob_ctx *ctx, const lob_litho_setup *setup, const lob_litho_input *input,
                              lob_litho_result *result);
void lob_litho_result_drop(lob_litho_result *result);

/* One line of JSON with schema_version, metrics, violations (RFC 0006, 2), provenance; no newline in it, one behind it.
 * The schema is spec/types/litho_report.json. At most setup->violations_max records are listed, none when the result is
 * degraded. TOOL_LIMIT_EXCEEDED (memory, or the limit of `out`). */
lob_status lob_litho_report_detailed(lob_ctx *ctx, const lob_litho_setup *setup, const lob_litho_result *result,
                                     lob_buf *out);
/* The flat object of the leaderboard, as Python's json.dumps(d, indent=2) writes it, without schema_version, newline
 * behind. Its bytes stay. mrc_passed_all: no pixel violates width or spacing, and no other mask rule is violated. */
lob_status lob_litho_report_aggregate(lob_ctx *ctx, const lob_litho_setup *setup, const lob_litho_result *result,
                                      lob_buf *out);
/* A detailed report read back, for optimize(violation_id): unknown members are passed over, unknown enum values become
 * UNKNOWN, which lob_violation_to_native() refuses. The records come as listed, with group, record and is_shadow by
 * their ids. INVALID_TARGET with details.reason: `json`, `schema_version` (another major version), `violation_id` (an
 * id that is none, or not of its group, deck or place: the report was altered), or details.issues. In ctx->arena. */
lob_status lob_litho_report_read(lob_ctx *ctx, lob_str text, lob_violations *violations);

#endif
