/* See arm.h. */
#include "measure/arm.h"

#include "measure/centre.h"

lob_status lob_figure_arm(lob_ctx *ctx, const lob_figure *figure, lob_vec2 at, lob_figure *arm) {
    lob_centre centre;
    bool found = false;
    *arm = *figure;
    LOB_TRY(lob_centre_find(ctx, figure, &centre));
    if (centre.source != LOB_CENTRE_NONE || figure->kind == LOB_KIND_TEXT) {
        return LOB_OK;
    }
    if (figure->ring_count >= 3) {
        LOB_TRY(lob_guide_arm(ctx, figure->ring, figure->ring_count, at, &found, &arm->ring, &arm->ring_count));
    }
    if (found) {
        LOB_TRY(lob_centre_find(ctx, arm, &centre));
        found = centre.source != LOB_CENTRE_NONE;
    }
    if (found) {
        return LOB_OK;
    }
    lob_status status = lob_fail(ctx, LOB_E_INVALID_TARGET, "The figure has no arm at the point at");
    lob_error_text(&ctx->error, "reason", LOB_STR("at"));
    lob_hint(ctx, "Give a point inside an arm, away from where it joins others; query_region with include_points "
                  "shows the outline.");
    return status;
}
