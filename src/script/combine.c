/* Booleans and merging: what geom/region.h does, over values. KLayout leaves polygons unmerged where it can answer
 * without a boolean; so does this. */
#include "script/ops.h"

lob_status lob_script_refuse(lob_ctx *ctx, const char *what) {
    lob_status status = lob_fail(ctx, LOB_E_DRC_RUN_FAILED, "The built-in engine does not run this deck: %s", what);
    lob_hint(ctx, "Run the deck with engine klayout, or with engine auto, which chooses by itself.");
    lob_error_text(&ctx->error, "reason", LOB_STR("unsupported"));
    return status;
}

/* The merged form, when it is there already: fewer edges, none of them doubled. */
static const lob_polygons *best(const lob_value *a) {
    return a->has_parts ? &a->parts : &a->raw;
}

/* ---- answers without a boolean ---- */

static lob_box64 box_of(const lob_polygons *p) {
    lob_box64 box = LOB_BOX64_EMPTY;
    for (uint32_t c = 0; c < p->contour_count; c++) {
        const lob_point64 *ring = p->points + p->contours[c].first;
        for (uint32_t i = 0; i < p->contours[c].count; i++) {
            box = lob_box64_add_point(box, ring[i].x, ring[i].y);
        }
    }
    return box;
}

static bool share_area(lob_box64 a, lob_box64 b) {
    return a.left < b.right && b.left < a.right && a.bottom < b.top && b.bottom < a.top;
}

/* One polygon alone, a box. */
static bool is_box(const lob_polygons *p) {
    const lob_point64 *q = p->contour_count == 1 ? p->points + p->contours[0].first : NULL;
    if (!q || p->contours[0].count != 4) {
        return false;
    }
    return q[0].y == q[1].y ? q[1].x == q[2].x && q[2].y == q[3].y && q[3].x == q[0].x
                            : q[0].x == q[1].x && q[1].y == q[2].y && q[2].x == q[3].x && q[3].y == q[0].y;
}

static lob_status add_all(lob_ctx *ctx, const lob_polygons *p, lob_polygon_list *list) {
    for (uint32_t k = 0; k < p->contour_count; k++) {
        const lob_contour *c = &p->contours[k];
        LOB_TRY(lob_polygon_list_add(ctx, list, p->points + c->first, c->count, c->is_hole));
    }
    return LOB_OK;
}

static bool is_within(lob_box64 inner, lob_box64 box) {
    return inner.left >= box.left && inner.right <= box.right && inner.bottom >= box.bottom && inner.top <= box.top;
}

/* The part of a polygon in a window; what meets itself in a point stays together, as KLayout has it. */
static lob_status clip_one(lob_ctx *ctx, const lob_polygons *one, lob_box64 window, lob_polygon_list *list) {
    lob_region *region;
    lob_polygons inside, whole;
    if (is_within(box_of(one), window)) {
        return add_all(ctx, one, list);
    }
    LOB_TRY(lob_region_new(ctx, 1, &region));
    LOB_TRY(lob_value_add(ctx, one, region, 0));
    LOB_TRY(lob_region_add_box(ctx, region, 1, window));
    LOB_TRY(lob_region_polygons(ctx, region, LOB_REGION_AND, &inside));
    LOB_TRY(lob_polygons_join(ctx, &inside, &whole));
    return add_all(ctx, &whole, list);
}

/* Each polygon by itself. */
static lob_status clip(lob_ctx *ctx, const lob_polygons *p, const lob_polygons *box, lob_value *result) {
    const lob_box64 window = box_of(box);
    lob_polygon_list list = {0};
    lob_polygon_at at = {0};
    while (lob_polygon_next(p, &at)) {
        const lob_polygons one = lob_polygon_view(p, at);
        LOB_TRY(share_area(box_of(&one), window) ? clip_one(ctx, &one, window, &list) : LOB_OK);
    }
    const lob_polygons all = lob_polygon_list_view(&list);
    return lob_value_put_raw(ctx, result, &all);
}

/* As it is, with what is known of its merged form. */
static lob_status copy(lob_ctx *ctx, const lob_value *a, lob_value *result) {
    return a->is_merged ? lob_value_put_merged(ctx, result, &a->parts) : lob_value_put_raw(ctx, result, &a->raw);
}

/* *is_done: there was no need of a boolean. */
static lob_status answer_simply(lob_ctx *ctx, const lob_value *a, const lob_value *b, lob_region_op op,
                                lob_value *result, bool *is_done) {
    const bool is_and = op == LOB_REGION_AND, a_is_box = is_box(&a->raw), b_is_box = is_box(&b->raw);
    const bool is_apart = !share_area(box_of(&a->raw), box_of(&b->raw));
    *is_done = true;
    if (is_and && a_is_box != b_is_box) {
        return clip(ctx, a_is_box ? &b->raw : &a->raw, a_is_box ? &a->raw : &b->raw, result);
    }
    if (!is_and && b->raw.contour_count == 0) {
        return copy(ctx, a, result);
    }
    if (!is_and && op != LOB_REGION_NOT && a->raw.contour_count == 0) {
        return copy(ctx, b, result);
    }
    if (is_apart && op == LOB_REGION_NOT) {
        return copy(ctx, a, result);
    }
    if (is_apart && !is_and) {
        return lob_op_join(ctx, a, b, result);
    }
    *is_done = false;
    return LOB_OK;
}

lob_status lob_op_boolean(lob_ctx *ctx, lob_value *a, lob_value *b, lob_region_op op, lob_value *result) {
    bool is_done;
    lob_region *region;
    lob_polygons merged;
    LOB_TRY(answer_simply(ctx, a, b, op, result, &is_done));
    if (is_done) {
        return LOB_OK;
    }
    LOB_TRY(lob_region_new(ctx, 1, &region));
    LOB_TRY(lob_value_add(ctx, best(a), region, 0));
    LOB_TRY(lob_value_add(ctx, best(b), region, 1));
    LOB_TRY(lob_region_polygons(ctx, region, op, &merged));
    return lob_value_put_merged(ctx, result, &merged);
}

static lob_status join_regions(lob_ctx *ctx, const lob_value *a, const lob_value *b, lob_value *result) {
    const lob_polygons *of[2] = {&a->raw, &b->raw};
    lob_polygon_list list = {0};
    LOB_TRY(add_all(ctx, of[0], &list));
    LOB_TRY(add_all(ctx, of[1], &list));
    const lob_polygons all = lob_polygon_list_view(&list);
    return lob_value_put_raw(ctx, result, &all);
}

lob_status lob_op_join(lob_ctx *ctx, const lob_value *a, const lob_value *b, lob_value *result) {
    const uint64_t count = (uint64_t)a->count + b->count;
    result->is_symmetric = (a->is_symmetric || a->count == 0) && (b->is_symmetric || b->count == 0);
    result->lacks_order = a->lacks_order || b->lacks_order;
    if (a->kind == LOB_VALUE_REGION) {
        return join_regions(ctx, a, b, result);
    }
    lob_edge_pair *pairs = lob_arena_alloc(ctx->arena, (count + 1) * sizeof *pairs);
    lob_edge64 *edges = lob_arena_alloc(ctx->arena, (count + 1) * sizeof *edges);
    if (!pairs || !edges || count > UINT32_MAX) {
        return lob_fail_memory(ctx);
    }
    for (uint32_t i = 0; i < count; i++) {
        const lob_value *of = i < a->count ? a : b;
        const uint32_t at = i < a->count ? i : i - a->count;
        if (a->kind == LOB_VALUE_PAIRS) {
            pairs[i] = of->pairs[at];
        } else {
            edges[i] = of->edges[at];
        }
    }
    return a->kind == LOB_VALUE_PAIRS ? lob_value_put_pairs(ctx, result, pairs, (uint32_t)count)
                                      : lob_value_put_edges(ctx, result, edges, (uint32_t)count);
}

lob_status lob_op_merged(lob_ctx *ctx, lob_value *a, lob_value *result) {
    const lob_polygons *parts;
    LOB_TRY(lob_value_parts(ctx, a, &parts));
    return lob_value_put_merged(ctx, result, parts);
}
