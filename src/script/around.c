/* Expressions worked out: all steps for one polygon, then all for the next. Checks are the exception: they run once
 * over all polygons, and each polygon takes the pairs that begin on it. What a polygon needs lives until the next. */
#include <math.h>

#include "geom/rtree.h"
#include "script/corners.h"
#include "script/expression.h"
#include "script/owned.h"

typedef struct nearby { /* polygons of a layer, found by their boxes */
    const lob_polygons *polygons;
    lob_polygon_at *at;
    lob_box64 *boxes;
    lob_rtree tree;
    uint32_t count;
} nearby;

typedef struct source { /* what a step has of all polygons */
    nearby others;
    lob_owned_pairs pairs;
    uint32_t reached; /* in pairs */
    bool drops;       /* CHECK: the pairs of polygons without others nearby do not count */
} source;

typedef struct around {
    lob_ctx *ctx;
    lob_ctx own; /* of one polygon */
    const lob_expression *expression;
    const lob_polygons *polygons;
    lob_polygon_at at; /* the polygon */
    uint32_t number;
    lob_box64 box;
    int64_t reach;
    source *sources;   /* by step */
    lob_value *values; /* by step */
    lob_polygon_list found;
    lob_edge64 *edges;
    lob_edge_pair *pairs;
    uint32_t count, room;
} around;

typedef struct local_select {
    lob_select_kind kind;
    uint64_t least, most;
} local_select;

/* ---- who is near ---- */

static lob_box64 box_of(const lob_polygons *p, lob_polygon_at at) {
    const lob_contour *hull = &p->contours[at.contour];
    lob_box64 box = LOB_BOX64_EMPTY;
    for (uint32_t i = hull->first; i < hull->first + hull->count; i++) {
        box = lob_box64_add_point(box, p->points[i].x, p->points[i].y);
    }
    return box;
}

static lob_status open_nearby(lob_ctx *ctx, const lob_polygons *p, nearby *n) {
    const size_t most = (size_t)p->contour_count + 1;
    lob_polygon_at at = {0};
    n->polygons = p;
    n->at = lob_arena_alloc(ctx->arena, most * sizeof *n->at);
    n->boxes = lob_arena_alloc(ctx->arena, most * sizeof *n->boxes);
    lob_box *cut = lob_arena_alloc(ctx->arena, most * sizeof *cut);
    void *block = lob_arena_alloc(ctx->arena, lob_rtree_size((uint32_t)most));
    void *scratch = lob_arena_alloc(ctx->arena, lob_rtree_scratch_size((uint32_t)most));
    if (!n->at || !n->boxes || !cut || !block || !scratch) {
        return lob_fail_memory(ctx);
    }
    while (lob_polygon_next(p, &at)) {
        n->at[n->count] = at;
        n->boxes[n->count] = box_of(p, at);
        cut[n->count] = lob_box_cut(n->boxes[n->count]);
        n->count++;
    }
    return lob_rtree_make(ctx, &n->tree, cut, n->count, block, scratch);
}

/* Boxes that come nearer than `reach`, not those that are just so far away. */
static bool are_near(lob_box64 a, lob_box64 b, int64_t reach) {
    return a.left < b.right + reach && b.left < a.right + reach && a.bottom < b.top + reach && b.bottom < a.top + reach;
}

static lob_status add_polygon(lob_ctx *ctx, lob_polygon_list *list, const lob_polygons *p, lob_polygon_at at) {
    for (uint32_t c = at.contour; c < at.contour + at.count; c++) {
        const lob_contour *contour = &p->contours[c];
        LOB_TRY(lob_polygon_list_add(ctx, list, p->points + contour->first, contour->count, contour->is_hole));
    }
    return LOB_OK;
}

/* Others nearby; `list` may be NULL, to count them alone. `is_own`: the polygon itself is among them and no other. */
static lob_status find_near(around *a, const nearby *n, bool is_own, lob_polygon_list *list, uint32_t *count) {
    const lob_box64 b = a->box;
    const lob_rtree_query query = lob_rtree_query_window(
        (lob_box64){b.left - a->reach, b.bottom - a->reach, b.right + a->reach, b.top + a->reach});
    lob_rtree_cursor cursor;
    uint64_t work = 0;
    uint32_t item;
    *count = 0;
    lob_rtree_begin(&n->tree, &cursor);
    while (lob_rtree_next(&n->tree, &cursor, &query, &item, &work)) {
        if (item == LOB_RTREE_PAUSE) {
            LOB_TRY(lob_poll(&a->own));
            continue;
        }
        const uint32_t id = n->tree.ids[item];
        if ((is_own && id == a->number) || !are_near(n->boxes[id], b, a->reach)) {
            continue;
        }
        ++*count;
        LOB_TRY(list ? add_polygon(&a->own, list, n->polygons, n->at[id]) : LOB_OK);
    }
    return LOB_OK;
}

/* ---- sets ---- */

/* Polygons as they are: to the operations each is a whole of its own. */
static void set_polygons(lob_value *v, const lob_polygons *p) {
    v->raw = v->parts = v->whole = *p;
    v->has_parts = v->has_whole = true;
}

static lob_status tidy(around *a, lob_value *v) {
    if (v->kind == LOB_VALUE_REGION) {
        lob_polygons united;
        LOB_TRY(lob_polygons_unite(&a->own, &v->raw, &united));
        set_polygons(v, &united);
        return LOB_OK;
    }
    if (v->kind == LOB_VALUE_EDGES) {
        lob_edge64 *edges = lob_arena_alloc(a->own.arena, ((size_t)v->count + 1) * sizeof *edges);
        if (!edges) {
            return lob_fail_memory(&a->own);
        }
        for (uint32_t i = 0; i < v->count; i++) {
            edges[i] = v->edges[i];
        }
        v->edges = edges;
        v->is_merged = true;
        return lob_edges_unite(&a->own, edges, &v->count);
    }
    lob_edge_pair *pairs = lob_arena_alloc(a->own.arena, ((size_t)v->count + 1) * sizeof *pairs);
    if (!pairs) {
        return lob_fail_memory(&a->own);
    }
    for (uint32_t i = 0; i < v->count; i++) {
        pairs[i] = v->pairs[i];
    }
    v->pairs = pairs;
    return lob_pairs_unite(&a->own, pairs, &v->count);
}

/* For operations that are to merge what they get. */
static lob_value unmerged(const lob_value *v) {
    lob_value copy = *v;
    copy.has_parts = copy.has_whole = copy.is_merged = false;
    return copy;
}

static bool is_empty(const lob_value *v) {
    return v->kind == LOB_VALUE_REGION ? v->raw.contour_count == 0 : v->count == 0;
}

static const lob_value *input(const around *a, const lob_local_step *step, uint32_t i) {
    return &a->values[step->of[i]];
}

/* ---- steps ---- */

static lob_status do_near(around *a, uint32_t s, bool is_own, lob_value *v) {
    lob_polygon_list list = {0};
    uint32_t count;
    LOB_TRY(find_near(a, &a->sources[s].others, is_own, &list, &count));
    const lob_polygons all = lob_polygon_list_view(&list);
    return lob_value_put_raw(&a->own, v, &all);
}

/* The polygon itself. */
static lob_status do_primary(around *a, lob_value *v) {
    lob_polygon_list list = {0};
    LOB_TRY(add_polygon(&a->own, &list, a->polygons, a->at));
    const lob_polygons all = lob_polygon_list_view(&list);
    return lob_value_put_raw(&a->own, v, &all);
}

static lob_status do_edges_boolean(around *a, lob_region_op op, lob_value *x, lob_value *y, lob_value *v) {
    lob_value edges = unmerged(x->kind == LOB_VALUE_EDGES ? x : y), *other = x->kind == LOB_VALUE_EDGES ? y : x;
    if (other->kind == LOB_VALUE_REGION) {
        lob_value polygons = unmerged(other);
        return lob_op_edges_cut(&a->own, &edges, &polygons, op == LOB_REGION_AND ? LOB_CUT_AND : LOB_CUT_NOT, v);
    }
    if (op != LOB_REGION_OR) {
        return lob_op_edges_boolean(&a->own, x, y, op, v);
    }
    lob_value both = {.kind = LOB_VALUE_EDGES, .arena = a->own.arena};
    lob_edge64 *merged;
    uint32_t count;
    LOB_TRY(lob_op_join(&a->own, x, y, &both));
    both.is_merged = false;
    LOB_TRY(lob_edges_merged(&a->own, &both, &merged, &count));
    return lob_value_put_edges(&a->own, v, merged, count);
}

/* With nothing on one side the other comes as it is; so does the union of polygons, as in KLayout. */
static lob_status do_boolean(around *a, const lob_local_step *step, lob_value *v) {
    lob_value *x = &a->values[step->of[0]], *y = &a->values[step->of[1]];
    const lob_region_op op = (lob_region_op)(int)step->numbers[0];
    const bool keeps_b = op == LOB_REGION_OR || op == LOB_REGION_XOR;
    if (is_empty(x) || is_empty(y)) {
        const lob_value *left = is_empty(x) ? y : x;
        const bool stays = left == y ? keeps_b : op != LOB_REGION_AND;
        if (stays && left->kind == v->kind) {
            lob_arena *arena = v->arena;
            *v = *left;
            v->arena = arena;
        }
        return LOB_OK;
    }
    if (v->kind == LOB_VALUE_EDGES) {
        return do_edges_boolean(a, op, x, y, v);
    }
    return op == LOB_REGION_OR ? lob_op_join(&a->own, x, y, v) : lob_op_boolean(&a->own, x, y, op, v);
}

static lob_status do_join(around *a, const lob_local_step *step, lob_value *v) {
    *v = (lob_value){.kind = v->kind, .arena = v->arena, .is_symmetric = true};
    for (uint32_t i = 0; i < step->of_count; i++) {
        lob_value before = *v;
        *v = (lob_value){.kind = before.kind, .arena = before.arena};
        LOB_TRY(lob_op_join(&a->own, &before, input(a, step, i), v));
    }
    return LOB_OK;
}

static lob_status do_merged(around *a, const lob_local_step *step, lob_value *v) {
    const lob_polygons *parts;
    LOB_TRY(lob_op_covered(&a->own, &input(a, step, 0)->raw, step->numbers[0], &parts));
    return lob_value_put_raw(&a->own, v, parts);
}

static lob_status do_filter(around *a, const lob_local_step *step, lob_value *v) {
    const double *n = step->numbers;
    const lob_filter filter = {.kind = (lob_filter_kind)(int)n[0],
                               .is_inverse = n[1] != 0,
                               .is_sum = n[2] != 0,
                               .has_low = !isinf(n[3]),
                               .has_high = !isinf(n[4]),
                               .low = n[3],
                               .high = n[4],
                               .is_low_open = n[5] != 0,
                               .is_high_closed = n[6] != 0};
    return lob_op_filter(&a->own, &a->values[step->of[0]], &filter, v);
}

static uint64_t count_of(const lob_value *v) {
    lob_polygon_at at = {0};
    uint64_t count = v->count;
    while (v->kind == LOB_VALUE_REGION && lob_polygon_next(&v->raw, &at)) {
        count++;
    }
    return count;
}

static void do_count(const around *a, const lob_local_step *step, lob_value *v) {
    const double count = (double)count_of(input(a, step, 0));
    const bool suits = count >= step->numbers[1] && count <= step->numbers[2];
    if (suits != (step->numbers[0] != 0)) {
        lob_arena *arena = v->arena;
        *v = *input(a, step, 0);
        v->arena = arena;
    }
}

static lob_status do_check(around *a, uint32_t s, const lob_local_step *step, lob_value *v) {
    source *from = &a->sources[s];
    uint32_t near = 1;
    const uint32_t first = from->reached;
    while (from->reached < from->pairs.count && from->pairs.items[from->reached].polygon == a->number) {
        from->reached++;
    }
    if (from->drops) {
        LOB_TRY(step->of_count ? LOB_OK : find_near(a, &from->others, true, NULL, &near));
        near = step->of_count ? !is_empty(input(a, step, 0)) : near;
    }
    const uint32_t count = near ? from->reached - first : 0;
    lob_edge_pair *pairs = lob_arena_alloc(a->own.arena, ((size_t)count + 1) * sizeof *pairs);
    if (!pairs) {
        return lob_fail_memory(&a->own);
    }
    for (uint32_t i = 0; i < count; i++) {
        pairs[i] = from->pairs.items[first + i].pair;
    }
    v->is_symmetric = from->pairs.is_symmetric;
    v->pairs = pairs;
    v->count = count;
    return LOB_OK;
}

static lob_status do_logic(around *a, const lob_local_step *step, lob_value *v) {
    uint32_t full = 0;
    for (uint32_t i = 0; i < step->of_count; i++) {
        full += !is_empty(input(a, step, i));
    }
    const bool holds = step->numbers[0] == 0 ? full == step->of_count : step->numbers[0] == 1 ? full > 0 : full == 0;
    return holds ? do_primary(a, v) : LOB_OK;
}

static void do_switch(const around *a, const lob_local_step *step, lob_value *v) {
    for (uint32_t i = 0; i < step->of_count; i += 2) {
        const bool is_else = i + 1 == step->of_count;
        if (is_else || !is_empty(input(a, step, i))) {
            lob_arena *arena = v->arena;
            *v = *input(a, step, is_else ? i : i + 1);
            v->arena = arena;
            return;
        }
    }
}

static lob_status alone(around *a, const lob_polygons *p, lob_polygon_at at, lob_value *one) {
    lob_polygon_list list = {0};
    LOB_TRY(add_polygon(&a->own, &list, p, at));
    const lob_polygons polygon = lob_polygon_list_view(&list);
    *one = (lob_value){.kind = LOB_VALUE_REGION, .arena = a->own.arena};
    set_polygons(one, &polygon);
    return LOB_OK;
}

static lob_status do_they(around *a, lob_value *x, lob_value *y, lob_select_kind kind, bool *they_do) {
    const lob_select select = {.kind = kind, .count_min = 1, .count_max = UINT64_MAX};
    lob_value chosen = {.kind = LOB_VALUE_REGION, .arena = a->own.arena};
    LOB_TRY(y->kind == LOB_VALUE_EDGES ? lob_op_select_by_edges(&a->own, x, y, &select, &chosen)
                                       : lob_op_select(&a->own, x, y, &select, &chosen));
    *they_do = chosen.raw.contour_count > 0;
    return LOB_OK;
}

/* With how many of the others the polygon has to do; with none when it is to cover and one sticks out. */
static lob_status count_others(around *a, lob_value *one, lob_value *others, lob_select_kind kind, uint64_t *count) {
    const lob_polygons *whole;
    lob_polygon_at at = {0};
    bool sticks_out = false;
    *count = 0;
    LOB_TRY(lob_value_whole(&a->own, others, &whole));
    while (lob_polygon_next(whole, &at)) {
        lob_value other;
        bool they_do, it_covers = true;
        LOB_TRY(alone(a, whole, at, &other));
        LOB_TRY(do_they(a, one, &other, kind == LOB_SELECT_INTERACTING ? kind : LOB_SELECT_OVERLAPPING, &they_do));
        LOB_TRY(they_do && kind == LOB_SELECT_COVERING ? do_they(a, one, &other, kind, &it_covers) : LOB_OK);
        sticks_out = sticks_out || !it_covers;
        *count += they_do;
    }
    *count = sticks_out ? 0 : *count;
    return LOB_OK;
}

/* Edges are counted all at once: one edge may touch several polygons, but here there is one. */
static lob_status is_selected(around *a, const local_select *how, lob_value *one, lob_value *others, bool *is) {
    uint64_t count;
    if (how->kind == LOB_SELECT_INSIDE) {
        return do_they(a, one, others, how->kind, is);
    }
    if (others->kind == LOB_VALUE_EDGES) {
        const lob_select select = {.count_min = how->least, .count_max = how->most};
        lob_value chosen = {.kind = LOB_VALUE_REGION, .arena = a->own.arena};
        LOB_TRY(lob_op_select_by_edges(&a->own, one, others, &select, &chosen));
        *is = chosen.raw.contour_count > 0;
        return LOB_OK;
    }
    LOB_TRY(count_others(a, one, others, how->kind, &count));
    *is = how->kind == LOB_SELECT_OUTSIDE ? count == 0 : count >= how->least && count <= how->most;
    return LOB_OK;
}

/* Polygon by polygon, as they may lie on each other. */
static lob_status do_select(around *a, const lob_local_step *step, lob_value *v) {
    const lob_value *x = input(a, step, 0);
    const double *n = step->numbers;
    const local_select how = {(lob_select_kind)(int)n[0], (uint64_t)fmax(1, n[2]),
                              isinf(n[3]) ? UINT64_MAX : (uint64_t)n[3]};
    lob_value others = unmerged(input(a, step, 1));
    lob_polygon_list list = {0};
    lob_polygon_at at = {0};
    while (lob_polygon_next(&x->raw, &at)) {
        lob_value one;
        bool is;
        LOB_TRY(alone(a, &x->raw, at, &one));
        LOB_TRY(is_selected(a, &how, &one, &others, &is));
        LOB_TRY(is != (n[1] != 0) ? add_polygon(&a->own, &list, &x->raw, at) : LOB_OK);
    }
    const lob_polygons all = lob_polygon_list_view(&list);
    return lob_value_put_raw(&a->own, v, &all);
}

static lob_status do_parts(around *a, const lob_local_step *step, lob_value *v) {
    lob_value *x = &a->values[step->of[0]];
    const double *n = step->numbers;
    const int64_t by[4] = {(int64_t)n[0], (int64_t)n[1], (int64_t)n[2], (int64_t)n[3]};
    const lob_turns turns = {n[1], n[3], n[2] != 0, n[4] != 0};
    const lob_box_part part = {n[1], n[2], n[3], n[4], (int64_t)n[5], (int64_t)n[6]};
    switch (step->op) {
    case LOB_STEP_SHAPE:
        return lob_op_shape(&a->own, x, (lob_shape_kind)by[0], by[1], by[2], v);
    case LOB_STEP_SIZED:
        return lob_op_sized(&a->own, x, by[0], by[1], (int)n[2], v);
    case LOB_STEP_POLYGONS:
        return lob_op_polygons(&a->own, x, by[0], v);
    case LOB_STEP_SEGMENTS:
        return lob_op_segments(&a->own, x, (lob_segment_kind)by[0], by[1], n[2], v);
    case LOB_STEP_EXTENDED:
        return lob_op_extended(&a->own, x, by, v);
    case LOB_STEP_CORNERS:
        return lob_op_corners(&a->own, x, (lob_corners_kind)by[0], turns, LOB_CORNERS_HALF, v);
    case LOB_STEP_BOX_PART:
        return lob_op_box_part(&a->own, x, &part, v);
    case LOB_STEP_SMOOTHED:
        return lob_op_smoothed(&a->own, x, by[0], n[1] != 0, v);
    default:
        return lob_op_rounded(&a->own, x, n[0], n[1], (uint32_t)n[2], v);
    }
}

/* Of pairs without order both edges are first ones and none is a second, as KLayout has it in expressions. */
static lob_status do_edges(around *a, const lob_local_step *step, lob_value *v) {
    lob_value x = *input(a, step, 0);
    lob_edges_kind kind = (lob_edges_kind)(int)step->numbers[0];
    if (x.is_symmetric && kind == LOB_EDGES_SECOND) {
        return LOB_OK;
    }
    return lob_op_edges(&a->own, &x, x.is_symmetric ? LOB_EDGES_ALL : kind, v);
}

static lob_status work_out(around *a, uint32_t s, lob_value *v) {
    const lob_local_step *step = &a->expression->steps[s];
    switch (step->op) {
    case LOB_STEP_PRIMARY:
        return do_primary(a, v);
    case LOB_STEP_SECONDARY:
    case LOB_STEP_FOREIGN:
        return do_near(a, s, step->op == LOB_STEP_FOREIGN, v);
    case LOB_STEP_EMPTY:
        return LOB_OK;
    case LOB_STEP_BOOLEAN:
        return do_boolean(a, step, v);
    case LOB_STEP_JOIN:
        return do_join(a, step, v);
    case LOB_STEP_MERGED:
        return do_merged(a, step, v);
    case LOB_STEP_FILTER:
        return do_filter(a, step, v);
    case LOB_STEP_COUNT:
        do_count(a, step, v);
        return LOB_OK;
    case LOB_STEP_EDGES:
        return do_edges(a, step, v);
    case LOB_STEP_CHECK:
        return do_check(a, s, step, v);
    case LOB_STEP_LOGIC:
        return do_logic(a, step, v);
    case LOB_STEP_SWITCH:
        do_switch(a, step, v);
        return LOB_OK;
    case LOB_STEP_SELECT:
        return do_select(a, step, v);
    default:
        return do_parts(a, step, v);
    }
}

/* ---- all polygons ---- */

static lob_status make_room(around *a, uint32_t more) {
    const uint64_t wanted = (uint64_t)a->count + more;
    if (wanted <= a->room) {
        return LOB_OK;
    }
    const uint64_t room = 2 * wanted + 64;
    lob_edge64 *edges = room <= UINT32_MAX ? lob_arena_alloc(a->ctx->arena, room * sizeof *edges) : NULL;
    lob_edge_pair *pairs = edges ? lob_arena_alloc(a->ctx->arena, room * sizeof *pairs) : NULL;
    if (!pairs) {
        return lob_fail_memory(a->ctx);
    }
    for (uint32_t i = 0; i < a->count; i++) {
        edges[i] = a->edges[i];
        pairs[i] = a->pairs[i];
    }
    a->edges = edges;
    a->pairs = pairs;
    a->room = (uint32_t)room;
    return LOB_OK;
}

static int compare(lob_edge64 a, lob_edge64 b) {
    const int64_t x[4] = {a.from.y, a.from.x, a.to.y, a.to.x}, y[4] = {b.from.y, b.from.x, b.to.y, b.to.x};
    for (int i = 0; i < 4; i++) {
        if (x[i] != y[i]) {
            return x[i] < y[i] ? -1 : 1;
        }
    }
    return 0;
}

/* Pairs whose edges have no order are seen from both polygons: the lower one first, so that they are alike. */
static lob_status keep(around *a, const lob_value *v) {
    lob_polygon_at at = {0};
    LOB_TRY(make_room(a, v->count));
    while (v->kind == LOB_VALUE_REGION && lob_polygon_next(&v->raw, &at)) {
        LOB_TRY(add_polygon(a->ctx, &a->found, &v->raw, at));
    }
    for (uint32_t i = 0; i < v->count; i++) {
        if (v->kind == LOB_VALUE_EDGES) {
            a->edges[a->count++] = v->edges[i];
            continue;
        }
        const lob_edge_pair p = v->pairs[i];
        const bool turns = v->is_symmetric && compare(p.second, p.first) < 0;
        a->pairs[a->count++] = turns ? (lob_edge_pair){p.second, p.first} : p;
    }
    return LOB_OK;
}

static lob_status finish(around *a, lob_value *result) {
    lob_polygons united = {0};
    const lob_polygons found = lob_polygon_list_view(&a->found);
    result->is_merged = false;
    switch (result->kind) {
    case LOB_VALUE_REGION:
        LOB_TRY(lob_polygons_unite(a->ctx, &found, &united));
        return lob_value_put_raw(a->ctx, result, &united);
    case LOB_VALUE_EDGES:
        LOB_TRY(lob_edges_unite(a->ctx, a->edges, &a->count));
        return lob_value_put_edges(a->ctx, result, a->edges, a->count);
    default:
        LOB_TRY(lob_pairs_unite(a->ctx, a->pairs, &a->count));
        return lob_value_put_pairs(a->ctx, result, a->pairs, a->count);
    }
}

/* A check counts for polygons with others nearby alone, when it is the whole expression or one of several inputs. */
static bool drops_the_lonely(const lob_expression *e, uint32_t s) {
    bool is_used = false, is_one_of_many = false;
    for (uint32_t i = s + 1; i < e->count; i++) {
        for (uint32_t k = 0; k < e->steps[i].of_count; k++) {
            is_used = is_used || e->steps[i].of[k] == s;
            is_one_of_many = is_one_of_many || (e->steps[i].of[k] == s && e->steps[i].of_count > 1);
        }
    }
    return e->steps[s].needs_others && (!is_used || is_one_of_many);
}

static lob_status open_sources(around *a, lob_value *layer) {
    const lob_expression *e = a->expression;
    for (uint32_t s = 0; s < e->count; s++) {
        const lob_local_step *step = &e->steps[s];
        source *to = &a->sources[s];
        lob_pairs_ask ask;
        if (step->op == LOB_STEP_SECONDARY && step->layer == layer) {
            return lob_script_refuse(a->ctx, "a layer that is secondary to itself");
        }
        if (step->op == LOB_STEP_SECONDARY || step->op == LOB_STEP_FOREIGN) {
            LOB_TRY(open_nearby(a->ctx, step->layer ? &step->layer->raw : a->polygons, &to->others));
        }
        if (step->op != LOB_STEP_CHECK || !lob_step_ask(step, &ask)) {
            continue;
        }
        lob_value *other = step->of_count ? e->steps[step->of[0]].layer : NULL;
        LOB_TRY(lob_owned_check(a->ctx, layer, other, &ask, &to->pairs));
        to->drops = ask.is_negative && drops_the_lonely(e, s);
        LOB_TRY(to->drops && !other ? open_nearby(a->ctx, a->polygons, &to->others) : LOB_OK);
    }
    return LOB_OK;
}

static lob_status do_polygon(around *a) {
    const lob_expression *e = a->expression;
    lob_arena_reset(a->own.arena);
    a->box = box_of(a->polygons, a->at);
    for (uint32_t s = 0; s < e->count; s++) {
        a->values[s] = (lob_value){.kind = e->steps[s].kind, .arena = a->own.arena};
        LOB_TRY(work_out(a, s, &a->values[s]));
        LOB_TRY(tidy(a, &a->values[s]));
    }
    return LOB_OK;
}

lob_status lob_op_expression(lob_ctx *ctx, lob_value *layer, const lob_expression *expression, lob_value *result) {
    around a = {.ctx = ctx, .expression = expression, .reach = expression->steps[expression->count - 1].reach};
    lob_status status = LOB_OK;
    LOB_TRY(lob_value_whole(ctx, layer, &a.polygons));
    a.sources = LOB_NEW_ARRAY(ctx->arena, source, expression->count);
    a.values = LOB_NEW_ARRAY(ctx->arena, lob_value, expression->count);
    if (!a.sources || !a.values) {
        return lob_fail_memory(ctx);
    }
    LOB_TRY(open_sources(&a, layer));
    LOB_TRY(make_room(&a, 1));
    LOB_TRY(lob_ctx_child(ctx, &a.own, 0));
    for (; status == LOB_OK && lob_polygon_next(a.polygons, &a.at); a.number++) {
        const lob_value *last = &a.values[expression->count - 1];
        status = lob_ctx_join(ctx, &a.own, do_polygon(&a));
        status = status == LOB_OK ? keep(&a, last) : status;
        result->is_symmetric = result->is_symmetric || last->is_symmetric;
        result->lacks_order = result->is_symmetric;
    }
    lob_ctx_drop(&a.own);
    return status == LOB_OK ? finish(&a, result) : status;
}
