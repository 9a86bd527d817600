/* True overlap: which of the hits of a walk are more than boxes that meet.
 *
 * Most are decided by their box alone: what lies in the window, what is a box, what has no area. Only figures across
 * the window's border are made and cut. A figure whose ring encloses no area (a line there and back) counts when it
 * touches the window.
 */
#include "base/limits.h"
#include "query/impl.h"
#include "query/overlap.h"

lob_status lob_judge_open(lob_ctx *ctx, lob_judge *judge) {
    judge->ctx = ctx;
    return lob_ctx_child(ctx, &judge->own, LOB_LIMIT_REQUEST_MEMORY_SIZE);
}

void lob_judge_close(lob_judge *judge) {
    lob_ctx_drop(&judge->own);
}

static bool is_inside(lob_box64 box, lob_box64 window) {
    return box.left >= window.left && box.right <= window.right && box.bottom >= window.bottom && box.top <= window.top;
}

static bool has_area(lob_box64 box) {
    return box.left < box.right && box.bottom < box.top;
}

static lob_status judge_ring(lob_ctx *ctx, const lob_figure *figure, lob_box64 window, bool *counts) {
    LOB_TRY(lob_ring_overlaps(ctx, figure->ring, figure->ring_count, window, counts));
    if (*counts || !lob_ring_touches(figure->ring, figure->ring_count, window)) {
        return LOB_OK;
    }
    const lob_box64 b = figure->box, around = {b.left - 1, b.bottom - 1, b.right + 1, b.top + 1};
    bool has_inside;
    LOB_TRY(lob_ring_overlaps(ctx, figure->ring, figure->ring_count, around, &has_inside));
    *counts = !has_inside;
    return LOB_OK;
}

lob_status lob_judge_hit(lob_judge *judge, const lob_query *query, const lob_hit *hit, bool *counts) {
    *counts = true;
    if (!query->by_geometry || !hit->shapes || hit->kind == LOB_KIND_TEXT || !has_area(hit->box) ||
        is_inside(hit->box, query->window) || (hit->kind == LOB_KIND_BOX && hit->trans->is_orthogonal)) {
        return LOB_OK;
    }
    lob_figure figure;
    lob_status status = lob_figure_make(&judge->own, query->layout, hit->shapes, hit->kind, hit->index, hit->member,
                                        hit->trans, &figure);
    if (status == LOB_OK) {
        status = judge_ring(&judge->own, &figure, query->window, counts);
    }
    lob_arena_reset(judge->own.arena);
    return lob_ctx_join(judge->ctx, &judge->own, status);
}
