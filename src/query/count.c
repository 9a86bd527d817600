/* Counting what is in the window. */
#include "base/num.h"
#include "query/impl.h"

lob_walk_options lob_query_options(const lob_query *query, unsigned what) {
    return (lob_walk_options){.window = query->window,
                              .meet = LOB_MEET_OVERLAP,
                              .what = what,
                              .layers = query->layers,
                              .layer_count = query->layer_count,
                              .depth_max = query->is_top_only ? 0 : UINT32_MAX,
                              .work_max = query->work_max};
}

/* A budget that ends while counting costs exactness, not the answer. */
static lob_status allow_lower_bound(lob_ctx *ctx, lob_status status, lob_query_counts *counts) {
    if (status != LOB_E_QUERY_TOO_LARGE) {
        return status;
    }
    lob_error_clear(&ctx->error);
    counts->is_lower_bound = true;
    return LOB_OK;
}

static lob_status judge_all(const lob_query *query, lob_walk *walk, lob_judge *judge, lob_query_counts *counts) {
    for (;;) {
        const lob_hit *hit;
        LOB_TRY(lob_walk_next(walk, &hit));
        if (!hit) {
            return LOB_OK;
        }
        bool is_one;
        LOB_TRY(lob_judge_hit(judge, query, hit, &is_one));
        counts->shapes_of[hit->shapes->layer] += is_one;
    }
}

/* Shapes whose figures truly overlap the window, one by one. */
static lob_status count_figures(lob_ctx *ctx, const lob_query *query, lob_query_counts *counts) {
    const lob_walk_options options = lob_query_options(query, LOB_WALK_SHAPES);
    lob_walk *walk;
    lob_judge judge;
    LOB_TRY(lob_walk_open(ctx, query->layout, query->cell, &options, &walk));
    LOB_TRY(lob_judge_open(ctx, &judge));
    lob_status status = judge_all(query, walk, &judge, counts);
    lob_judge_close(&judge);
    return allow_lower_bound(ctx, status, counts);
}

lob_status lob_query_count(lob_ctx *ctx, const lob_query *query, lob_query_counts *counts) {
    const uint32_t layers = lob_layout_layer_count(query->layout);
    *counts = (lob_query_counts){.by_layer = LOB_NEW_ARRAY(ctx->arena, lob_walk_count, layers),
                                 .shapes_of = LOB_NEW_ARRAY(ctx->arena, uint64_t, layers)};
    if (!counts->by_layer || !counts->shapes_of) {
        return lob_fail_memory(ctx);
    }
    unsigned what = LOB_WALK_SHAPES | LOB_WALK_TEXTS | (query->is_flat ? 0 : LOB_WALK_INSTS);
    const lob_walk_options options = lob_query_options(query, what);
    lob_status status = lob_walk_counts(ctx, query->layout, query->cell, &options, counts->by_layer, &counts->insts);
    LOB_TRY(allow_lower_bound(ctx, status, counts));
    if (query->by_geometry) {
        LOB_TRY(count_figures(ctx, query, counts));
    }
    for (uint32_t i = 0; i < layers; i++) {
        if (!query->by_geometry) {
            counts->shapes_of[i] = counts->by_layer[i].shapes;
        }
        counts->shapes = lob_u64_add_sat(counts->shapes, counts->shapes_of[i]);
        counts->texts = lob_u64_add_sat(counts->texts, counts->by_layer[i].texts);
    }
    return LOB_OK;
}
