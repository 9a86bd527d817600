/* Edges against edges, whatever polygons they come from: which meet, lie on or cross each other, and which are too
 * near. KLayout's predicates: a point lies on an edge when it is less than half a unit off it. */
#include <math.h>

#include "base/list.h"
#include "base/sort.h"
#include "geom/rtree.h"
#include "script/ops.h"

typedef __int128 wide;

/* ---- two edges ---- */

static int side(lob_edge64 e, lob_point64 p) {
    const wide area = (wide)(e.to.x - e.from.x) * (p.y - e.from.y) - (wide)(e.to.y - e.from.y) * (p.x - e.from.x);
    return (area > 0) - (area < 0);
}

/* The sign of (p - o) * (q - o). */
static int ahead(lob_point64 p, lob_point64 q, lob_point64 o) {
    const wide product = (wide)(p.x - o.x) * (q.x - o.x) + (wide)(p.y - o.y) * (q.y - o.y);
    return (product > 0) - (product < 0);
}

static bool is_near_line(lob_edge64 e, lob_point64 p) {
    const double dx = (double)(e.to.x - e.from.x), dy = (double)(e.to.y - e.from.y);
    const double area = dx * (double)(p.y - e.from.y) - dy * (double)(p.x - e.from.x);
    return fabs(area) / sqrt(dx * dx + dy * dy) < 0.5;
}

/* `least` 0: with the ends, 1: without. */
static bool holds(lob_edge64 e, lob_point64 p, int least) {
    return is_near_line(e, p) && ahead(p, e.to, e.from) >= least && ahead(p, e.from, e.to) >= least;
}

bool lob_edge_holds(lob_edge64 e, lob_point64 p) {
    return holds(e, p, 0);
}

static lob_box64 box_of(lob_edge64 e) {
    return lob_box64_add_point((lob_box64){e.from.x, e.from.y, e.from.x, e.from.y}, e.to.x, e.to.y);
}

static bool meet(lob_edge64 a, lob_edge64 b) {
    return lob_box64_touch(box_of(a), box_of(b)) && side(a, b.from) * side(a, b.to) <= 0 &&
           side(b, a.from) * side(b, a.to) <= 0;
}

/* On one line, with more than a point in common. */
static bool lie_on_each_other(lob_edge64 a, lob_edge64 b) {
    const wide along =
        (wide)(a.to.x - a.from.x) * (b.to.x - b.from.x) + (wide)(a.to.y - a.from.y) * (b.to.y - b.from.y);
    const lob_point64 first = along < 0 ? b.to : b.from, last = along < 0 ? b.from : b.to;
    return is_near_line(a, b.from) && is_near_line(a, b.to) && ahead(last, a.to, a.from) > 0 &&
           ahead(first, a.from, a.to) > 0;
}

/* Where they cross; ends that lie on the other edge come first, as KLayout looks for them. */
static bool crossing(lob_edge64 a, lob_edge64 b, lob_point64 *at) {
    const lob_point64 ends[4] = {b.from, b.to, a.from, a.to};
    if (!meet(a, b)) {
        return false;
    }
    const bool has_end = side(b, a.from) == 0 || side(b, a.to) == 0;
    for (int i = 0; has_end && i < 4; i++) {
        if (holds(i < 2 ? a : b, ends[i], 0)) {
            *at = ends[i];
            return true;
        }
    }
    const double dx = (double)(a.to.x - a.from.x), dy = (double)(a.to.y - a.from.y);
    const double bx = (double)(b.to.x - b.from.x), by = (double)(b.to.y - b.from.y);
    const double t = ((double)(b.from.x - a.from.x) * by - (double)(b.from.y - a.from.y) * bx) / (dx * by - dy * bx);
    *at = (lob_point64){a.from.x + (int64_t)floor(dx * t + 0.5), a.from.y + (int64_t)floor(dy * t + 0.5)};
    return !has_end;
}

/* Beside each other: no stretch in common, no crossing but at an end. */
static bool is_beside(lob_edge64 a, lob_edge64 b) {
    lob_point64 at;
    const wide turn = (wide)(a.to.x - a.from.x) * (b.to.y - b.from.y) - (wide)(a.to.y - a.from.y) * (b.to.x - b.from.x);
    if (turn == 0) {
        return !lie_on_each_other(a, b);
    }
    return !crossing(a, b, &at) || !holds(a, at, 1) || !holds(b, at, 1);
}

/* ---- many ---- */

typedef struct edge_list {
    lob_edge64 *items;
    uint32_t count, room;
} edge_list;

typedef struct meeting {
    lob_ctx *ctx;
    lob_edge64 *a;
    const lob_edge64 *b;
    uint32_t a_count, b_count;
    lob_rtree tree; /* of b */
    lob_rtree_cursor cursor;
    lob_rtree_query query;
    uint64_t work;
} meeting;

static lob_status make_tree(meeting *m) {
    lob_box *boxes = lob_arena_alloc(m->ctx->arena, ((size_t)m->b_count + 1) * sizeof *boxes);
    void *block = lob_arena_alloc(m->ctx->arena, lob_rtree_size(m->b_count));
    void *scratch = lob_arena_alloc(m->ctx->arena, lob_rtree_scratch_size(m->b_count));
    if (!boxes || !block || !scratch) {
        return lob_fail_memory(m->ctx);
    }
    for (uint32_t i = 0; i < m->b_count; i++) {
        boxes[i] = lob_box_cut(box_of(m->b[i]));
    }
    return lob_rtree_make(m->ctx, &m->tree, boxes, m->b_count, block, scratch);
}

/* Edges of b whose boxes come nearer to that of `e` than `reach`. */
static void begin(meeting *m, lob_edge64 e, int64_t reach) {
    const lob_box64 box = box_of(e);
    m->query = lob_rtree_query_window(
        (lob_box64){box.left - reach + 1, box.bottom - reach + 1, box.right + reach - 1, box.top + reach - 1});
    lob_rtree_begin(&m->tree, &m->cursor);
}

/* *place: the count of b at the end. */
static lob_status next(meeting *m, uint32_t *place) {
    uint32_t item;
    while (lob_rtree_next(&m->tree, &m->cursor, &m->query, &item, &m->work)) {
        if (item != LOB_RTREE_PAUSE) {
            *place = m->tree.ids[item];
            return LOB_OK;
        }
        LOB_TRY(lob_poll(m->ctx));
    }
    *place = m->b_count;
    return LOB_OK;
}

static lob_status is_chosen(meeting *m, lob_edge64 e, lob_select_kind kind, bool *is_chosen) {
    *is_chosen = kind == LOB_SELECT_OUTSIDE;
    begin(m, e, 1);
    for (;;) {
        uint32_t i;
        LOB_TRY(next(m, &i));
        if (i == m->b_count) {
            return LOB_OK;
        }
        const lob_edge64 b = m->b[i];
        const bool is_found = kind == LOB_SELECT_INTERACTING ? meet(e, b)
                              : kind == LOB_SELECT_INSIDE    ? holds(b, e.from, 0) && holds(b, e.to, 0)
                                                             : !is_beside(e, b);
        if (is_found) {
            *is_chosen = kind != LOB_SELECT_OUTSIDE;
            return LOB_OK;
        }
    }
}

static bool has_point(const lob_value *a) {
    for (uint32_t i = 0; i < a->count; i++) {
        if (a->edges[i].from.x == a->edges[i].to.x && a->edges[i].from.y == a->edges[i].to.y) {
            return true;
        }
    }
    return false;
}

lob_status lob_op_edges_meet(lob_ctx *ctx, const lob_value *a, const lob_value *b, lob_select_kind kind,
                             bool is_inverse, lob_value *result) {
    meeting m = {.ctx = ctx};
    lob_edge64 *merged;
    uint32_t count = 0;
    if (has_point(a) || has_point(b)) {
        return lob_script_refuse(ctx, "edges without length beside edges");
    }
    LOB_TRY(lob_edges_merged(ctx, a, &m.a, &m.a_count));
    m.b = b->edges;
    m.b_count = b->count;
    if (kind == LOB_SELECT_INSIDE) {
        LOB_TRY(lob_edges_merged(ctx, b, &merged, &m.b_count));
        m.b = merged;
    }
    LOB_TRY(make_tree(&m));
    for (uint32_t i = 0; i < m.a_count; i++) {
        bool is_one;
        LOB_TRY(is_chosen(&m, m.a[i], kind, &is_one));
        if (is_one != is_inverse) {
            m.a[count++] = m.a[i];
        }
    }
    result->is_merged = true;
    return lob_value_put_edges(ctx, result, m.a, count);
}

/* ---- crossings ---- */

/* Halves go down, as KLayout rounds crossings. */
static int64_t rounded(wide numerator, wide denominator) {
    const wide above = 2 * numerator + denominator - 1, twice = 2 * denominator;
    return (int64_t)(above >= 0 ? above / twice : -((twice - 1 - above) / twice));
}

/* Where two edges meet that do not lie on one line. */
static bool find_crossing(lob_edge64 a, lob_edge64 b, lob_point64 *at) {
    const wide dx = a.to.x - a.from.x, dy = a.to.y - a.from.y, bx = b.to.x - b.from.x, by = b.to.y - b.from.y;
    wide turn = dx * by - dy * bx;
    if (turn == 0) {
        return false;
    }
    if (side(b, a.from) == 0 || side(b, a.to) == 0) {
        return crossing(a, b, at);
    }
    wide along = (b.from.x - a.from.x) * by - (b.from.y - a.from.y) * bx;
    along = turn < 0 ? -along : along;
    turn = turn < 0 ? -turn : turn;
    *at = (lob_point64){a.from.x + rounded(dx * along, turn), a.from.y + rounded(dy * along, turn)};
    return meet(a, b);
}

static int by_from(const void *a, const void *b, void *unused) {
    (void)unused;
    const lob_point64 x = ((const lob_edge64 *)a)->from, y = ((const lob_edge64 *)b)->from;
    return x.y != y.y ? (x.y > y.y) - (x.y < y.y) : (x.x > y.x) - (x.x < y.x);
}

static bool is_dot(lob_edge64 e) {
    return e.from.x == e.to.x && e.from.y == e.to.y;
}

/* Each crossing of a and b, as often as it is found. */
static lob_status find_crossings(meeting *m, const lob_value *a, edge_list *dots) {
    for (uint32_t i = 0; i < a->count; i++) {
        begin(m, a->edges[i], 1);
        for (;;) {
            uint32_t k;
            lob_point64 at;
            LOB_TRY(next(m, &k));
            if (k == m->b_count) {
                break;
            }
            if (!is_dot(a->edges[i]) && !is_dot(m->b[k]) && find_crossing(a->edges[i], m->b[k], &at)) {
                LOB_TRY(LOB_LIST_ROOM(m->ctx, m->ctx->arena, dots->items, dots->count, dots->room));
                dots->items[dots->count++] = (lob_edge64){at, at};
            }
        }
    }
    return LOB_OK;
}

/* Sorted dots, each once, that lie on no edge of `shared`, behind these. */
static lob_status add_dots(meeting *shared, edge_list *dots, lob_edge64 *all, uint32_t *count) {
    LOB_TRY(dots->count > 0 ? lob_sort(shared->ctx, dots->items, dots->count, sizeof *dots->items, by_from, NULL)
                            : LOB_OK);
    LOB_TRY(make_tree(shared));
    for (uint32_t i = 0; i < dots->count; i++) {
        const lob_edge64 dot = dots->items[i];
        uint32_t k = 0;
        bool is_free = i == 0 || by_from(&dots->items[i - 1], &dot, NULL) != 0;
        begin(shared, dot, 2);
        while (is_free && k != shared->b_count) {
            LOB_TRY(next(shared, &k));
            is_free = k == shared->b_count || !holds(shared->b[k], dot.from, 0);
        }
        if (is_free) {
            all[(*count)++] = dot;
        }
    }
    return LOB_OK;
}

lob_status lob_op_edges_crossings(lob_ctx *ctx, const lob_value *a, const lob_value *b, lob_value *result) {
    meeting m = {.ctx = ctx, .b = b->edges, .b_count = b->count}, shared = {.ctx = ctx};
    lob_value on_both = {.kind = LOB_VALUE_EDGES, .arena = ctx->arena};
    edge_list dots = {0};
    LOB_TRY(lob_op_edges_boolean(ctx, a, b, LOB_REGION_AND, &on_both));
    LOB_TRY(make_tree(&m));
    LOB_TRY(find_crossings(&m, a, &dots)); /* unmerged: also of what runs back and forth */
    shared.b = on_both.edges;
    shared.b_count = on_both.count;
    lob_edge64 *all = lob_arena_alloc(ctx->arena, ((size_t)on_both.count + dots.count + 1) * sizeof *all);
    if (!all) {
        return lob_fail_memory(ctx);
    }
    uint32_t count = on_both.count;
    for (uint32_t i = 0; i < count; i++) {
        all[i] = on_both.edges[i];
    }
    LOB_TRY(add_dots(&shared, &dots, all, &count));
    result->is_merged = true; /* dots stay */
    return lob_value_put_edges(ctx, result, all, count);
}

/* ---- distances ---- */

typedef struct pair_list {
    lob_edge_pair *items;
    uint32_t count, room;
} pair_list;

static lob_status add_pair(lob_ctx *ctx, pair_list *list, lob_edge_pair pair) {
    LOB_TRY(LOB_LIST_ROOM(ctx, ctx->arena, list->items, list->count, list->room));
    list->items[list->count++] = pair;
    return LOB_OK;
}

/* Of one layer each two edges once. */
static lob_status find_near(meeting *m, const lob_check_rule *rule, bool is_one, pair_list *found) {
    for (uint32_t i = 0; i < m->a_count; i++) {
        begin(m, m->a[i], rule->distance);
        for (;;) {
            uint32_t k;
            lob_edge_pair pair;
            LOB_TRY(next(m, &k));
            if (k == m->b_count) {
                break;
            }
            if ((!is_one || k > i) && lob_edges_check(rule, m->a[i], m->b[k], &pair)) {
                LOB_TRY(add_pair(m->ctx, found, pair));
            }
        }
    }
    return LOB_OK;
}

lob_status lob_op_edges_check(lob_ctx *ctx, const lob_value *a, const lob_value *b, const lob_check_rule *rule,
                              lob_value *result) {
    meeting m = {.ctx = ctx};
    pair_list found = {0};
    lob_edge64 *merged;
    LOB_TRY(lob_edges_merged(ctx, a, &m.a, &m.a_count));
    m.b = m.a;
    m.b_count = m.a_count;
    if (b) {
        LOB_TRY(lob_edges_merged(ctx, b, &merged, &m.b_count));
        m.b = merged;
    }
    LOB_TRY(make_tree(&m));
    LOB_TRY(rule->distance > 0 ? find_near(&m, rule, !b, &found) : LOB_OK);
    result->is_symmetric = result->lacks_order = !b;
    return lob_value_put_pairs(ctx, result, found.items, found.count);
}
