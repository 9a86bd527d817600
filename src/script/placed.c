/* What KLayout places elsewhere: layers transformed, points off the grid rounded half away from zero; boxes of cells
 * wherever they are placed; shapes that a deck makes by itself. */
#include "script/placed.h"

#include <stdlib.h>

#include "db/walk.h"
#include "geom/path.h"
#include "script/texts.h"

enum { BOXES_MAX = 8000000 };

/* ---- transformed ---- */

static lob_edge64 edge_of(const lob_trans *t, lob_edge64 e) {
    return (lob_edge64){lob_trans_point(t, e.from), lob_trans_point(t, e.to)};
}

static lob_status transform_region(lob_ctx *ctx, const lob_polygons *p, const lob_trans *t, lob_value *result) {
    lob_point64 *ring = lob_arena_alloc(ctx->arena, ((size_t)p->point_count + 1) * sizeof *ring);
    lob_polygon_list list = {0};
    bool has_hull = false;
    if (!ring) {
        return lob_fail_memory(ctx);
    }
    for (uint32_t c = 0; c < p->contour_count; c++) {
        const lob_contour *contour = &p->contours[c];
        for (uint32_t i = 0; i < contour->count; i++) {
            ring[i] = lob_trans_point(t, p->points[contour->first + i]);
        }
        const uint32_t left = lob_ring_compress(ring, contour->count);
        has_hull = contour->is_hole ? has_hull : left > 0;
        LOB_TRY(left && has_hull ? lob_polygon_list_add(ctx, &list, ring, left, contour->is_hole) : LOB_OK);
        LOB_TRY(c % 4096 == 4095 ? lob_poll(ctx) : LOB_OK);
    }
    const lob_polygons all = lob_polygon_list_view(&list);
    return lob_value_put_raw(ctx, result, &all);
}

lob_status lob_op_transformed(lob_ctx *ctx, const lob_value *a, const lob_trans *t, lob_value *result) {
    lob_edge_pair *pairs = lob_arena_alloc(ctx->arena, ((size_t)a->count + 1) * sizeof *pairs);
    lob_edge64 *edges = lob_arena_alloc(ctx->arena, ((size_t)a->count + 1) * sizeof *edges);
    if (!pairs || !edges) {
        return lob_fail_memory(ctx);
    }
    if (a->kind == LOB_VALUE_REGION) {
        return transform_region(ctx, &a->raw, t, result);
    }
    result->is_symmetric = a->is_symmetric;
    result->lacks_order = a->lacks_order;
    for (uint32_t i = 0; i < a->count; i++) {
        if (a->kind == LOB_VALUE_PAIRS) {
            pairs[i] = (lob_edge_pair){edge_of(t, a->pairs[i].first), edge_of(t, a->pairs[i].second)};
        } else {
            edges[i] = edge_of(t, a->edges[i]);
        }
    }
    return a->kind == LOB_VALUE_PAIRS ? lob_value_put_pairs(ctx, result, pairs, a->count)
                                      : lob_value_put_edges(ctx, result, edges, a->count);
}

/* ---- boxes of cells ---- */

typedef struct boxes {
    lob_ctx *ctx;
    const lob_layout *layout;
    lob_str pattern;
    lob_polygon_list list;
} boxes;

static bool is_meant(const boxes *b, lob_cell_index cell) {
    return lob_script_pattern_fits(b->pattern, lob_layout_cell(b->layout, cell)->name);
}

static lob_status add_box(boxes *b, lob_box64 box, const lob_trans *t) {
    lob_point64 ring[4] = {{box.left, box.bottom}, {box.right, box.bottom}, {box.right, box.top}, {box.left, box.top}};
    if (lob_box64_is_empty(box)) {
        return LOB_OK;
    }
    if (b->list.contour_count == BOXES_MAX) {
        return lob_script_refuse(b->ctx, "an extent of more than 8 million cells");
    }
    for (int i = 0; i < 4; i++) {
        ring[i] = lob_trans_point(t, ring[i]);
    }
    const uint32_t left = lob_ring_compress(ring, 4);
    return left ? lob_polygon_list_add(b->ctx, &b->list, ring, left, false) : LOB_OK;
}

/* All members of an instance. */
static lob_status add_members(boxes *b, const lob_hit *hit) {
    const lob_inst *inst = &lob_layout_cell(b->layout, hit->leaf)->insts[hit->index];
    const lob_trans first = lob_inst_trans(b->layout, inst);
    const uint64_t count = inst->rep == LOB_NONE ? 1 : lob_rep_count(lob_layout_rep(b->layout, inst->rep));
    for (uint64_t i = 0; i < count; i++) {
        const lob_point64 by =
            inst->rep == LOB_NONE ? (lob_point64){0, 0} : lob_rep_at(lob_layout_rep(b->layout, inst->rep), i);
        const lob_trans own = lob_trans_moved(&first, by), t = lob_trans_compose(hit->trans, &own);
        LOB_TRY(add_box(b, lob_layout_cell(b->layout, inst->child)->box, &t));
        LOB_TRY(i % 4096 == 4095 ? lob_poll(b->ctx) : LOB_OK);
    }
    return LOB_OK;
}

lob_status lob_op_cell_boxes(lob_ctx *ctx, const lob_layout *layout, lob_cell_index cell, lob_str pattern,
                             lob_value *result) {
    const lob_walk_options options = {.window = LOB_WALK_EVERYTHING,
                                      .what = LOB_WALK_INSTS,
                                      .depth_max = UINT32_MAX,
                                      .work_max = UINT64_MAX,
                                      .skips_paths = true};
    const lob_trans here = lob_trans_identity();
    boxes b = {.ctx = ctx, .layout = layout, .pattern = pattern};
    const lob_hit *hit;
    lob_walk *walk;
    if (lob_script_pattern_has_more(pattern)) {
        return lob_script_refuse(ctx, "an extent of cells by a pattern with more than * and ?");
    }
    LOB_TRY(is_meant(&b, cell) ? add_box(&b, lob_layout_cell(layout, cell)->box, &here) : LOB_OK);
    LOB_TRY(lob_walk_open(ctx, layout, cell, &options, &walk));
    for (;;) {
        LOB_TRY(lob_walk_next(walk, &hit));
        if (!hit) {
            break;
        }
        LOB_TRY(is_meant(&b, lob_layout_cell(layout, hit->leaf)->insts[hit->index].child) ? add_members(&b, hit)
                                                                                          : LOB_OK);
    }
    const lob_polygons all = lob_polygon_list_view(&b.list);
    return lob_value_put_raw(ctx, result, &all);
}

/* ---- made by the deck ---- */

static lob_status read_points(lob_ctx *ctx, const lob_talk_arg *args, uint32_t count, lob_point64 *points) {
    for (uint32_t i = 0; i < count; i++) {
        const lob_point64 p = {args[2 * i].integer, args[2 * i + 1].integer};
        if (args[2 * i].type != 'i' || args[2 * i + 1].type != 'i') {
            return lob_talk_fail(ctx);
        }
        if (p.x < -INT32_MAX || p.x > INT32_MAX || p.y < -INT32_MAX || p.y > INT32_MAX) {
            return lob_script_refuse(ctx, "a shape beyond 32 bits");
        }
        points[i] = p;
    }
    return LOB_OK;
}

/* Of each polygon how many contours; of each contour how many points, and these. */
static lob_status put_polygons(lob_ctx *ctx, const lob_talk_arg *args, uint32_t count, lob_value *result) {
    lob_point64 *ring = LOB_NEW_ARRAY(ctx->arena, lob_point64, (size_t)count + 1);
    lob_polygon_list list = {0};
    int64_t contours = 0;
    bool is_hole = false, has_hull = false;
    if (!ring) {
        return lob_fail_memory(ctx);
    }
    for (uint32_t i = 0; i < count;) {
        const int64_t n = args[i].type == 'i' ? args[i].integer : -1;
        i++;
        if (contours == 0) {
            contours = n;
            is_hole = has_hull = false;
            continue;
        }
        if (n < 0 || contours < 0 || 2 * n > (int64_t)count - i) {
            return lob_talk_fail(ctx);
        }
        LOB_TRY(read_points(ctx, args + i, (uint32_t)n, ring));
        i += 2 * (uint32_t)n;
        const uint32_t left = lob_ring_compress(ring, (uint32_t)n);
        has_hull = is_hole ? has_hull : left > 0;
        LOB_TRY(left && has_hull ? lob_polygon_list_add(ctx, &list, ring, left, is_hole) : LOB_OK);
        is_hole = true;
        contours--;
    }
    const lob_polygons all = lob_polygon_list_view(&list);
    return contours == 0 ? lob_value_put_raw(ctx, result, &all) : lob_talk_fail(ctx);
}

lob_status lob_op_put(lob_ctx *ctx, const lob_value *like, const lob_talk_arg *args, uint32_t count,
                      lob_value *result) {
    const uint32_t size = result->kind == LOB_VALUE_EDGES ? 4 : 8;
    lob_point64 *points = LOB_NEW_ARRAY(ctx->arena, lob_point64, (size_t)count + 1);
    lob_edge_pair *pairs = LOB_NEW_ARRAY(ctx->arena, lob_edge_pair, (size_t)count + 1);
    if (!points || !pairs) {
        return lob_fail_memory(ctx);
    }
    if (result->kind == LOB_VALUE_REGION) {
        return put_polygons(ctx, args, count, result);
    }
    if (count % size != 0) {
        return lob_talk_fail(ctx);
    }
    LOB_TRY(read_points(ctx, args, count / 2, points));
    if (result->kind == LOB_VALUE_EDGES) {
        lob_edge64 *edges = LOB_NEW_ARRAY(ctx->arena, lob_edge64, (size_t)count + 1);
        for (uint32_t i = 0; edges && i < count / 4; i++) {
            edges[i] = (lob_edge64){points[2 * i], points[2 * i + 1]};
        }
        return edges ? lob_value_put_edges(ctx, result, edges, count / 4) : lob_fail_memory(ctx);
    }
    result->is_symmetric = like && like->is_symmetric;
    result->lacks_order = like && like->lacks_order;
    for (uint32_t i = 0; i < count / 8; i++) {
        const lob_point64 *p = points + 4 * (size_t)i;
        pairs[i] = (lob_edge_pair){{p[0], p[1]}, {p[2], p[3]}};
    }
    return lob_value_put_pairs(ctx, result, pairs, count / 8);
}

lob_status lob_op_path(lob_ctx *ctx, const int64_t sizes[3], const lob_talk_arg *args, uint32_t count,
                       lob_value *result) {
    lob_point64 *points = LOB_NEW_ARRAY(ctx->arena, lob_point64, (size_t)count + 1);
    lob_point *centre = LOB_NEW_ARRAY(ctx->arena, lob_point, (size_t)count + 1);
    if (!points || !centre) {
        return lob_fail_memory(ctx);
    }
    if (count % 2 != 0 || count == 0) {
        return lob_talk_fail(ctx);
    }
    LOB_TRY(read_points(ctx, args, count / 2, points));
    for (uint32_t i = 0; i < count / 2; i++) {
        centre[i] = (lob_point){(int32_t)points[i].x, (int32_t)points[i].y};
    }
    const lob_path_shape path = {
        .points = centre, .count = count / 2, .width = sizes[0], .begin_ext = sizes[1], .end_ext = sizes[2]};
    const uint32_t room = lob_path_outline(&path, NULL, 0);
    lob_point64 *ring = LOB_NEW_ARRAY(ctx->arena, lob_point64, (size_t)room + 1);
    if (!ring) {
        return lob_fail_memory(ctx);
    }
    lob_path_outline(&path, ring, room);
    const lob_contour contour = {0, lob_ring_compress(ring, room), false};
    const lob_polygons one = {ring, &contour, contour.count, contour.count ? 1 : 0};
    return lob_value_put_raw(ctx, result, &one);
}
