/* Counting what is in the window. */
#include "base/num.h"
#include "query/impl.h"

lob_walk_options lob_query_options(const lob_query *query, unsigned what) {
    return (lob_walk_options){.window = (query->window),
                              .meet = LOB_MEET_OVERLAP,
                              .what = what,
                              .layers = query->layers,
                              .layer_count = query->layer_count,
                              .depth_max = query->is_top_only ? 0 : UINT32_MAX,
                              .work_max = query->work_max};
}

enum { FEW_WORK = 300000 };

/* A budget that ends while counting costs exactness, not the answer. */
static lob_status allow_lower_bound(lob_ctx *ctx, lob_status status, lob_query_counts *counts) {
    if (status != LOB_E_QUERY_TOO_LARGE) {
        return status;
    }
    lob_error_clear(&ctx->error);
    counts->is_lower_bound = true;
    return LOB_OK;
}

/* ---- by geometry ---- */

/* Sides of the window, as boxes without area. What lies across its border touches one of them. */
enum { SIDES = 4, SIDES_WORK = 5000000, SOME_WORK = 500000 };

static void sides_of(lob_box64 w, lob_box64 sides[SIDES]) {
    sides[0] = (lob_box64){w.left, w.bottom, w.left, w.top};
    sides[1] = (lob_box64){w.right, w.bottom, w.right, w.top};
    sides[2] = (lob_box64){w.left, w.bottom, w.right, w.bottom};
    sides[3] = (lob_box64){w.left, w.top, w.right, w.top};
}

static bool touches(lob_box64 a, lob_box64 b) {
    return a.left <= b.right && a.right >= b.left && a.bottom <= b.top && a.top >= b.bottom;
}

/* More than a border is shared; or the box has no area (then it counts however it lies). */
static bool overlaps(lob_box64 a, lob_box64 w) {
    return a.left < w.right && a.right > w.left && a.bottom < w.top && a.top > w.bottom && a.left < a.right &&
           a.bottom < a.top;
}

/* What touches a side, was not seen at one before, and does not truly overlap the window. */
static lob_status judge_side(const lob_query *query, lob_walk *walk, const lob_box64 *sides, int side, lob_judge *judge,
                             uint64_t *refused) {
    for (;;) {
        const lob_hit *hit;
        bool is_new = true, is_one;
        LOB_TRY(lob_walk_next(walk, &hit));
        if (!hit) {
            return LOB_OK;
        }
        for (int i = 0; i < side && is_new; i++) {
            is_new = !touches(hit->box, sides[i]);
        }
        if (is_new && overlaps(hit->box, query->window)) {
            LOB_TRY(lob_judge_hit(judge, query, hit, &is_one));
            refused[hit->shapes->layer] += !is_one;
        }
    }
}

static lob_status judge_sides(lob_ctx *ctx, const lob_query *query, lob_judge *judge, uint64_t *refused) {
    lob_walk_options options = lob_query_options(query, LOB_WALK_SHAPES);
    lob_box64 sides[SIDES];
    sides_of(query->window, sides);
    options.meet = LOB_MEET_TOUCH;
    for (int i = 0; i < SIDES; i++) {
        lob_walk *walk;
        options.window = sides[i];
        LOB_TRY(lob_walk_open(ctx, query->layout, query->cell, &options, &walk));
        LOB_TRY(judge_side(query, walk, sides, i, judge, refused));
    }
    return LOB_OK;
}

/* One by one, as far as a little work goes: a lower bound. */
static lob_status judge_some(lob_ctx *ctx, const lob_query *query, lob_judge *judge, lob_query_counts *counts) {
    lob_walk_options options = lob_query_options(query, LOB_WALK_SHAPES);
    lob_walk *walk;
    options.work_max = query->work_max && query->work_max < SOME_WORK ? query->work_max : SOME_WORK;
    LOB_TRY(lob_walk_open(ctx, query->layout, query->cell, &options, &walk));
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

/* Shapes whose figures truly overlap the window: all whose boxes do, but for those across the border that are seen to
 * lie beside it. When that is too much work, some are counted. */
static lob_status count_figures(lob_ctx *ctx, const lob_query *query, lob_query_counts *counts) {
    const uint32_t layers = lob_layout_layer_count(query->layout);
    uint64_t *refused = LOB_NEW_ARRAY(ctx->arena, uint64_t, layers);
    lob_judge judge;
    if (!refused) {
        return lob_fail_memory(ctx);
    }
    LOB_TRY(lob_judge_open(ctx, &judge));
    lob_status status = counts->is_lower_bound ? LOB_OK : judge_sides(ctx, query, &judge, refused);
    status = allow_lower_bound(ctx, status, counts);
    if (status == LOB_OK && counts->is_lower_bound) {
        status = allow_lower_bound(ctx, judge_some(ctx, query, &judge, counts), counts);
    }
    lob_judge_close(&judge);
    for (uint32_t i = 0; i < layers && !counts->is_lower_bound; i++) {
        const uint64_t all = counts->by_layer[i].shapes;
        counts->shapes_of[i] = all > refused[i] ? all - refused[i] : 0;
    }
    return status;
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

static lob_status count_some(lob_ctx *ctx, const lob_query *query, unsigned what, uint64_t *count) {
    const uint32_t layers = lob_layout_layer_count(query->layout);
    lob_walk_options options = lob_query_options(query, what);
    lob_walk_count *counts;
    lob_ctx own;
    uint64_t insts = 0;
    *count = 0;
    options.work_max = FEW_WORK;
    options.layers = what == LOB_WALK_INSTS ? NULL : options.layers;
    LOB_TRY(lob_ctx_child(ctx, &own, 0));
    counts = LOB_NEW_ARRAY(own.arena, lob_walk_count, layers);
    lob_status status =
        counts ? lob_walk_counts(&own, query->layout, query->cell, &options, counts, &insts) : lob_fail_memory(&own);
    status = status == LOB_E_QUERY_TOO_LARGE ? LOB_OK : status;
    for (uint32_t i = 0; counts && status == LOB_OK && i < layers; i++) {
        *count = lob_u64_add_sat(*count, counts[i].shapes);
    }
    *count = what == LOB_WALK_INSTS ? insts : *count;
    lob_ctx_drop(&own);
    return lob_ctx_join(ctx, &own, status);
}

lob_status lob_query_at_least(lob_ctx *ctx, const lob_query *query, uint64_t *count) {
    return count_some(ctx, query, LOB_WALK_SHAPES, count);
}

lob_status lob_query_insts_at_least(lob_ctx *ctx, const lob_query *query, uint64_t *count) {
    return count_some(ctx, query, LOB_WALK_INSTS, count);
}
