/* Where several polygons lie on each other. */
#include "geom/rtree.h"
#include "rules/near.h"
#include "script/ops.h"

enum { DEPTH_MAX = 64, GROUP_MAX = 4000 };

/* covered[k] is what k + 1 of the polygons so far share. */
static lob_status add_covered(lob_ctx *ctx, lob_value *covered, int depth, const lob_polygons *polygon) {
    lob_value one = {.kind = LOB_VALUE_REGION, .arena = ctx->arena, .raw = *polygon}, shared;
    for (int k = depth - 1; k >= 0; k--) {
        lob_value *more = &one;
        shared = (lob_value){.kind = LOB_VALUE_REGION, .arena = ctx->arena};
        if (k > 0) {
            LOB_TRY(lob_op_boolean(ctx, &covered[k - 1], &one, LOB_REGION_AND, &shared));
            more = &shared;
        }
        lob_value sum = {.kind = LOB_VALUE_REGION, .arena = ctx->arena};
        LOB_TRY(lob_op_boolean(ctx, &covered[k], more, LOB_REGION_OR, &sum));
        covered[k] = sum;
    }
    return LOB_OK;
}

lob_status lob_op_covered(lob_ctx *ctx, const lob_polygons *polygons, double least, const lob_polygons **parts) {
    lob_value *covered = LOB_NEW_ARRAY(ctx->arena, lob_value, DEPTH_MAX);
    lob_polygon_at at = {0};
    if (!covered) {
        return lob_fail_memory(ctx);
    }
    if (least > DEPTH_MAX) {
        return lob_script_refuse(ctx, "merged with more than 64 polygons on each other");
    }
    const int depth = least < 1 ? 1 : (int)least;
    for (int k = 0; k < depth; k++) {
        covered[k] = (lob_value){.kind = LOB_VALUE_REGION, .arena = ctx->arena};
    }
    while (lob_polygon_next(polygons, &at)) {
        const lob_polygons one = lob_polygon_view(polygons, at);
        LOB_TRY(add_covered(ctx, covered, depth, &one));
    }
    return lob_value_parts(ctx, &covered[depth - 1], parts); /* apart where they touch in a point */
}

/* ---- a layer: groups of polygons whose boxes meet, each by itself ---- */

typedef struct layer {
    lob_ctx *ctx;
    const lob_polygons *polygons;
    lob_polygon_at *places;
    uint32_t count;
    lob_box *boxes;
    uint32_t *next, *last; /* of the same group: 0 is the end, as no group goes on with the first */
    lob_near_parent *parents;
} layer;

static lob_status open_layer(layer *l) {
    lob_arena *arena = l->ctx->arena;
    const size_t room = (size_t)l->polygons->contour_count + 1;
    lob_polygon_at at = {0};
    l->places = lob_arena_alloc(arena, room * sizeof *l->places);
    l->boxes = lob_arena_alloc(arena, room * sizeof *l->boxes);
    l->next = LOB_NEW_ARRAY(arena, uint32_t, room);
    l->last = LOB_NEW_ARRAY(arena, uint32_t, room);
    l->parents = LOB_NEW_ARRAY(arena, lob_near_parent, room);
    if (!l->places || !l->boxes || !l->next || !l->last || !l->parents) {
        return lob_fail_memory(l->ctx);
    }
    while (lob_polygon_next(l->polygons, &at)) {
        const lob_contour *hull = &l->polygons->contours[at.contour];
        lob_box64 box = LOB_BOX64_EMPTY;
        for (uint32_t i = hull->first; i < hull->first + hull->count; i++) {
            box = lob_box64_add_point(box, l->polygons->points[i].x, l->polygons->points[i].y);
        }
        l->boxes[l->count] = lob_box_cut(box);
        l->places[l->count++] = at;
    }
    return LOB_OK;
}

static lob_status group(layer *l) {
    lob_rtree tree;
    void *block = lob_arena_alloc(l->ctx->arena, lob_rtree_size(l->count));
    void *scratch = lob_arena_alloc(l->ctx->arena, lob_rtree_scratch_size(l->count));
    if (!block || !scratch) {
        return lob_fail_memory(l->ctx);
    }
    LOB_TRY(lob_rtree_make(l->ctx, &tree, l->boxes, l->count, block, scratch));
    const lob_near_question question = {.tree = &tree};
    LOB_TRY(lob_near_groups(l->ctx, &question, l->parents));
    for (uint32_t i = 0; i < l->count; i++) {
        const uint32_t first = lob_near_first(l->parents, i);
        if (first != i) {
            l->next[first == l->last[first] || l->last[first] == 0 ? first : l->last[first]] = i;
        }
        l->last[first] = i;
    }
    return LOB_OK;
}

/* The polygons of a group as a list of their own. */
static lob_status gather(layer *l, uint32_t first, lob_ctx *own, lob_polygons *polygons) {
    lob_polygon_list list = {0};
    uint32_t count = 0, i = first;
    do {
        const lob_polygon_at at = l->places[i];
        if (++count > GROUP_MAX) {
            return lob_script_refuse(own, "merged with a count where more than 4000 polygons hang together");
        }
        for (uint32_t c = at.contour; c < at.contour + at.count; c++) {
            const lob_contour *contour = &l->polygons->contours[c];
            LOB_TRY(lob_polygon_list_add(own, &list, l->polygons->points + contour->first, contour->count,
                                         contour->is_hole));
        }
        i = l->next[i];
    } while (i != 0);
    *polygons = lob_polygon_list_view(&list);
    return LOB_OK;
}

static lob_status add_group(layer *l, uint32_t first, double least, lob_ctx *own, lob_polygon_list *list) {
    lob_polygons polygons;
    const lob_polygons *parts;
    lob_arena_reset(own->arena);
    LOB_TRY(gather(l, first, own, &polygons));
    LOB_TRY(lob_op_covered(own, &polygons, least, &parts));
    for (uint32_t c = 0; c < parts->contour_count; c++) {
        const lob_contour *contour = &parts->contours[c];
        LOB_TRY(lob_polygon_list_add(l->ctx, list, parts->points + contour->first, contour->count, contour->is_hole));
    }
    return LOB_OK;
}

lob_status lob_op_merged_least(lob_ctx *ctx, const lob_value *a, int64_t least, lob_value *result) {
    layer l = {.ctx = ctx, .polygons = &a->raw};
    lob_polygon_list list = {0};
    lob_ctx own;
    LOB_TRY(open_layer(&l));
    LOB_TRY(group(&l));
    LOB_TRY(lob_ctx_child(ctx, &own, 0));
    lob_status status = LOB_OK;
    for (uint32_t i = 0; status == LOB_OK && i < l.count; i++) {
        if (lob_near_first(l.parents, i) == i) {
            status = lob_ctx_join(ctx, &own, add_group(&l, i, (double)least, &own, &list));
        }
    }
    lob_ctx_drop(&own);
    const lob_polygons all = lob_polygon_list_view(&list);
    return status == LOB_OK ? lob_value_put_merged(ctx, result, &all) : status;
}
