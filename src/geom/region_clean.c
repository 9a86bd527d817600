/* Segments that cross nowhere but at their ends: swept and snapped in turns, for a snapped segment may meet others. */
#include "geom/region_parts.h"

enum { ROUNDS_MAX = 4 };

lob_status lob_segments_clean(lob_ctx *ctx, lob_segments *segments, uint64_t crossings_max, bool wants_helpers,
                              lob_sweep *sweep, double *moved) {
    for (int round = 0; !sweep->is_clean; round++) {
        uint64_t crossings = sweep->crossings, off_grid = sweep->off_grid;
        lob_status status = round == ROUNDS_MAX
                                ? lob_fail(ctx, LOB_E_INTERNAL_ERROR, "Edges still cross after they were snapped")
                                : lob_segments_snap(ctx, segments, &sweep->hot, &sweep->corners, off_grid == 0, moved);
        lob_sweep_drop(sweep);
        LOB_TRY(status);
        LOB_TRY(lob_sweep_run(ctx, segments, crossings_max, wants_helpers, sweep));
        sweep->crossings += crossings;
        sweep->off_grid += off_grid;
    }
    return LOB_OK;
}

lob_status lob_segments_arrange(lob_ctx *ctx, lob_segments *segments, uint64_t crossings_max, bool wants_helpers,
                                lob_sweep *sweep, double *moved) {
    LOB_TRY(lob_sweep_run(ctx, segments, crossings_max, wants_helpers, sweep));
    return lob_segments_clean(ctx, segments, crossings_max, wants_helpers, sweep, moved);
}
