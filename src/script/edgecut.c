/* Edges against polygons: which parts of an edge lie inside, on a border, outside; and who shares a point with whom.
 *
 * An edge is cut where borders of polygons cross or touch it. Between two cuts it lies on one side everywhere, so the
 * place between them decides: on a border that it follows, else by the first border to the right of it. Cuts off the
 * grid are rounded, as in KLayout.
 */
#include <math.h>
#include <stdlib.h>

#include "base/list.h"
#include "base/sort.h"
#include "script/outline.h"

typedef __int128 wide;

typedef struct cut {
    long double t; /* along the edge, 0 to 1 */
    lob_point64 at;
    int border; /* +1: from here on the edge follows a border, -1: no longer */
} cut;

typedef struct piece {
    lob_point64 from, to;
    bool is_inside, is_border;
} piece;

typedef struct touch { /* a polygon whose border shares a point with the edge */
    uint32_t polygon;
    bool is_along; /* more than a point */
} touch;

typedef struct cutting {
    lob_ctx *ctx;
    lob_outlines set;
    uint64_t work;
    lob_edge64 edge;
    cut *cuts;
    uint32_t cut_count, cut_room;
    piece *pieces;
    uint32_t piece_count;
    touch *touched; /* may name a polygon twice */
    uint32_t touched_count, touched_room;
} cutting;

static lob_status add_cut(cutting *c, long double t, lob_point64 at, int border) {
    LOB_TRY(LOB_LIST_ROOM(c->ctx, c->ctx->arena, c->cuts, c->cut_count, c->cut_room));
    c->cuts[c->cut_count++] = (cut){t, at, border};
    return LOB_OK;
}

static lob_status add_touched(cutting *c, uint32_t polygon, bool is_along) {
    LOB_TRY(LOB_LIST_ROOM(c->ctx, c->ctx->arena, c->touched, c->touched_count, c->touched_room));
    c->touched[c->touched_count++] = (touch){polygon, is_along};
    return LOB_OK;
}

/* ---- cuts ---- */

static wide cross(lob_point64 a, lob_point64 b, lob_point64 p) {
    return (wide)(b.x - a.x) * (p.y - a.y) - (wide)(b.y - a.y) * (p.x - a.x);
}

/* Of a point on the line of the edge. */
static long double place_of(lob_edge64 e, lob_point64 p) {
    const int64_t dx = e.to.x - e.from.x, dy = e.to.y - e.from.y;
    return llabs(dx) >= llabs(dy) ? (long double)(p.x - e.from.x) / (long double)dx
                                  : (long double)(p.y - e.from.y) / (long double)dy;
}

/* A border on the line of the edge. */
static lob_status cut_along(cutting *c, lob_point64 a, lob_point64 b, uint32_t polygon) {
    const lob_edge64 e = c->edge;
    long double t = place_of(e, a), u = place_of(e, b);
    if (t > u) {
        const long double v = t;
        const lob_point64 p = a;
        t = u, a = b;
        u = v, b = p;
    }
    if (t > 1 || u < 0) {
        return LOB_OK;
    }
    LOB_TRY(add_touched(c, polygon, t < 1 && u > 0));
    LOB_TRY(add_cut(c, t < 0 ? 0 : t, t < 0 ? e.from : a, +1));
    return add_cut(c, u > 1 ? 1 : u, u > 1 ? e.to : b, -1);
}

/* length * part / all to the nearest unit; 99 bits of coordinates of 32. */
static int64_t rounded(int64_t length, wide part, wide all) {
    const wide twice = all < 0 ? -2 * all : 2 * all, value = 2 * length * (all < 0 ? -part : part) + twice / 2;
    return (int64_t)(value >= 0 ? value / twice : -((twice - 1 - value) / twice));
}

static lob_status cut_at(cutting *c, lob_point64 a, lob_point64 b, uint32_t polygon) {
    const lob_edge64 e = c->edge;
    const wide from = cross(a, b, e.from), to = cross(a, b, e.to);
    const wide one = cross(e.from, e.to, a), two = cross(e.from, e.to, b);
    if (from == to) {
        return from == 0 ? cut_along(c, a, b, polygon) : LOB_OK;
    }
    if ((from > 0 && to > 0) || (from < 0 && to < 0) || (one > 0 && two > 0) || (one < 0 && two < 0)) {
        return LOB_OK;
    }
    LOB_TRY(add_touched(c, polygon, false));
    const lob_point64 at = one == 0   ? a
                           : two == 0 ? b
                                      : (lob_point64){e.from.x + rounded(e.to.x - e.from.x, from, from - to),
                                                      e.from.y + rounded(e.to.y - e.from.y, from, from - to)};
    const wide part = from < 0 ? -from : from, all = from < to ? to - from : from - to;
    const long double t = (long double)part / (long double)all; /* of positive ones: valgrind rounds others */
    return add_cut(c, t, at, 0);
}

static lob_status find_cuts(cutting *c) {
    const lob_point64 a = c->edge.from, b = c->edge.to;
    const bool is_dot = a.x == b.x && a.y == b.y;
    const lob_rtree_query query =
        lob_rtree_query_window(is_dot ? (lob_box64){a.x - 1, a.y - 1, a.x + 1, a.y + 1}
                                      : lob_box64_add_point((lob_box64){a.x, a.y, a.x, a.y}, b.x, b.y));
    lob_rtree_cursor cursor;
    uint32_t item;
    c->cut_count = c->touched_count = 0;
    lob_rtree_begin(&c->set.tree, &cursor);
    while (lob_rtree_next(&c->set.tree, &cursor, &query, &item, &c->work)) {
        if (item == LOB_RTREE_PAUSE) {
            LOB_TRY(lob_poll(c->ctx));
            continue;
        }
        const uint32_t border = c->set.tree.ids[item];
        const lob_point64 *points = c->set.polygons->points;
        const lob_point64 from = points[border], to = points[c->set.end_of[border]];
        if (!is_dot) {
            LOB_TRY(cut_at(c, from, to, c->set.polygon_of[border]));
        } else if (lob_edge_holds((lob_edge64){from, to}, a)) {
            LOB_TRY(add_touched(c, c->set.polygon_of[border], false));
        }
    }
    return LOB_OK;
}

/* ---- inside or outside ---- */

typedef struct crossing { /* of a border with the line through a place that runs right */
    long double x, lean;  /* lean: change of x with y, for borders that begin in one point */
    bool is_up;
    uint32_t polygon;
} crossing;

static bool find_crossing(lob_point64 a, lob_point64 b, long double y, crossing *found) {
    if (((long double)a.y <= y) == ((long double)b.y <= y)) {
        return false;
    }
    found->lean = (long double)(b.x - a.x) / (long double)(b.y - a.y);
    found->x = y == (long double)a.y   ? (long double)a.x
               : y == (long double)b.y ? (long double)b.x
                                       : (long double)a.x + (y - (long double)a.y) * found->lean;
    found->is_up = b.y > a.y;
    return true;
}

/* The first border to the right of a place that lies on none, in ever wider windows: inside is left of its direction.
 * Borders count from their lower end on, without the upper: as if the place were a trifle higher. */
static lob_status find_around(cutting *c, long double x, long double y, bool *is_inside, uint32_t *polygon) {
    int64_t width = 64;
    *is_inside = false;
    for (;;) {
        const int64_t left = (int64_t)floorl(x) - 1, right = left + width, row = (int64_t)floorl(y);
        const lob_rtree_query query = lob_rtree_query_window((lob_box64){left, row, right, row + 1});
        crossing best = {.x = (long double)right}, found = {0};
        bool has_best = false;
        lob_rtree_cursor cursor;
        uint32_t item;
        lob_rtree_begin(&c->set.tree, &cursor);
        while (lob_rtree_next(&c->set.tree, &cursor, &query, &item, &c->work)) {
            if (item == LOB_RTREE_PAUSE) {
                LOB_TRY(lob_poll(c->ctx));
                continue;
            }
            const uint32_t border = c->set.tree.ids[item];
            const lob_point64 *points = c->set.polygons->points;
            if (!find_crossing(points[border], points[c->set.end_of[border]], y, &found) || found.x < x ||
                found.x > best.x || (has_best && found.x == best.x && found.lean >= best.lean)) {
                continue;
            }
            found.polygon = c->set.polygon_of[border];
            best = found;
            has_best = true;
        }
        if (has_best || right > c->set.box.right) {
            *is_inside = has_best && best.is_up;
            *polygon = best.polygon;
            return LOB_OK;
        }
        width *= 8;
    }
}

/* ---- pieces ---- */

static int by_place(const void *a, const void *b, void *unused) {
    (void)unused;
    const cut *x = a, *y = b;
    return (x->t > y->t) - (x->t < y->t);
}

static lob_status add_piece(cutting *c, const cut *from, const cut *to, bool is_border) {
    const lob_edge64 e = c->edge;
    const long double t = (from->t + to->t) / 2;
    piece *last = c->piece_count ? &c->pieces[c->piece_count - 1] : NULL;
    piece p = {from->at, to->at, false, is_border};
    uint32_t polygon;
    if (!is_border) {
        LOB_TRY(find_around(c, (long double)e.from.x + t * (long double)(e.to.x - e.from.x),
                            (long double)e.from.y + t * (long double)(e.to.y - e.from.y), &p.is_inside, &polygon));
    }
    if (last && last->is_border == p.is_border && last->is_inside == p.is_inside) {
        last->to = p.to;
    } else {
        c->pieces[c->piece_count++] = p;
    }
    return LOB_OK;
}

/* An edge without length: on a border, inside or outside, as a piece of its own. */
static lob_status place_dot(cutting *c) {
    const lob_point64 at = c->edge.from;
    piece *only = c->pieces;
    uint32_t polygon;
    c->piece_count = 1;
    *only = (piece){at, at, false, c->touched_count > 0};
    return only->is_border ? LOB_OK : find_around(c, (long double)at.x, (long double)at.y, &only->is_inside, &polygon);
}

static lob_status cut_edge(cutting *c, lob_edge64 edge) {
    c->edge = edge;
    c->piece_count = 0;
    LOB_TRY(find_cuts(c));
    LOB_TRY(add_cut(c, 0, edge.from, 0));
    LOB_TRY(add_cut(c, 1, edge.to, 0));
    LOB_TRY(lob_sort(c->ctx, c->cuts, c->cut_count, sizeof *c->cuts, by_place, NULL));
    c->pieces = lob_arena_alloc(c->ctx->arena, c->cut_count * sizeof *c->pieces);
    if (!c->pieces) {
        return lob_fail_memory(c->ctx);
    }
    if (edge.from.x == edge.to.x && edge.from.y == edge.to.y) {
        return place_dot(c);
    }
    int borders = 0;
    uint32_t from = 0;
    for (uint32_t i = 0; i + 1 < c->cut_count; i++) {
        const cut *a = &c->cuts[from], *b = &c->cuts[i + 1];
        borders += c->cuts[i].border;
        if (c->cuts[i].t == b->t || (a->at.x == b->at.x && a->at.y == b->at.y)) {
            continue; /* nothing lies between */
        }
        LOB_TRY(add_piece(c, a, b, borders > 0));
        from = i + 1;
    }
    return LOB_OK;
}

/* ---- what scripts ask ---- */

static lob_status open_cutting(lob_ctx *ctx, lob_value *region, cutting *c) {
    const lob_polygons *whole;
    *c = (cutting){.ctx = ctx};
    LOB_TRY(lob_value_whole(ctx, region, &whole));
    return lob_outlines_make(ctx, whole, &c->set);
}

static bool is_kept(lob_cut_kind kind, const piece *p) {
    switch (kind) {
    case LOB_CUT_AND:
        return p->is_inside || p->is_border;
    case LOB_CUT_NOT:
        return !p->is_inside && !p->is_border;
    case LOB_CUT_INSIDE:
        return p->is_inside;
    default:
        return !p->is_inside;
    }
}

lob_status lob_op_edges_cut(lob_ctx *ctx, const lob_value *a, lob_value *b, lob_cut_kind kind, lob_value *result) {
    lob_edge64 *edges = NULL;
    uint32_t count = 0, room = 0;
    cutting c;
    LOB_TRY(open_cutting(ctx, b, &c));
    for (uint32_t i = 0; i < a->count; i++) {
        const lob_edge64 e = a->edges[i];
        if (e.from.x == e.to.x && e.from.y == e.to.y) {
            continue;
        }
        LOB_TRY(cut_edge(&c, e));
        bool is_open = false; /* the last edge goes on in this piece */
        for (uint32_t k = 0; k < c.piece_count; k++) {
            const piece *p = &c.pieces[k];
            if (is_kept(kind, p) && is_open) {
                edges[count - 1].to = p->to;
            } else if (is_kept(kind, p)) {
                LOB_TRY(LOB_LIST_ROOM(ctx, ctx->arena, edges, count, room));
                edges[count++] = (lob_edge64){p->from, p->to};
            }
            is_open = is_kept(kind, p);
        }
    }
    return lob_value_put_edges(ctx, result, edges, count);
}

typedef struct drawn { /* polygons as drawn, with the boxes around them */
    cutting cutting;
    lob_box64 *boxes;
} drawn;

static lob_status open_drawn(lob_ctx *ctx, const lob_value *region, drawn *d) {
    const lob_polygons *p = &region->raw;
    d->cutting = (cutting){.ctx = ctx};
    LOB_TRY(lob_outlines_make(ctx, p, &d->cutting.set));
    d->boxes = lob_arena_alloc(ctx->arena, ((size_t)d->cutting.set.count + 1) * sizeof *d->boxes);
    if (!d->boxes) {
        return lob_fail_memory(ctx);
    }
    for (uint32_t i = 0; i < d->cutting.set.count; i++) {
        d->boxes[i] = LOB_BOX64_EMPTY;
    }
    for (uint32_t i = 0; i < p->point_count; i++) {
        lob_box64 *box = &d->boxes[d->cutting.set.polygon_of[i]];
        *box = lob_box64_add_point(*box, p->points[i].x, p->points[i].y);
    }
    return LOB_OK;
}

/* Whether the edge follows a border, except at the box around the polygon: KLayout calls that outside. */
static lob_status is_on_inner_border(drawn *d, lob_edge64 e, bool *is_found) {
    const lob_box64 box = lob_box64_add_point((lob_box64){e.from.x, e.from.y, e.from.x, e.from.y}, e.to.x, e.to.y);
    *is_found = false;
    d->cutting.edge = e;
    LOB_TRY(find_cuts(&d->cutting));
    for (uint32_t i = 0; i < d->cutting.touched_count; i++) {
        const lob_box64 *b = &d->boxes[d->cutting.touched[i].polygon];
        *is_found = *is_found || (d->cutting.touched[i].is_along && box.left < b->right && b->left < box.right &&
                                  box.bottom < b->top && b->bottom < box.top);
    }
    return LOB_OK;
}

static lob_status is_chosen(cutting *c, drawn *d, lob_select_kind kind, bool *is_chosen) {
    bool has_inside = false, has_outside = false, has_border = false;
    for (uint32_t k = 0; k < c->piece_count; k++) {
        has_border = has_border || c->pieces[k].is_border;
        has_inside = has_inside || c->pieces[k].is_inside;
        has_outside = has_outside || (!c->pieces[k].is_inside && !c->pieces[k].is_border);
    }
    if (kind == LOB_SELECT_OUTSIDE && has_border && !has_inside) {
        LOB_TRY(is_on_inner_border(d, c->edge, &has_inside));
    }
    *is_chosen = kind == LOB_SELECT_INTERACTING ? has_inside || c->touched_count > 0
                 : kind == LOB_SELECT_INSIDE    ? !has_outside
                                                : !has_inside;
    return LOB_OK;
}

lob_status lob_op_edges_select(lob_ctx *ctx, const lob_value *a, lob_value *b, lob_select_kind kind, bool is_inverse,
                               lob_value *result) {
    lob_edge64 *edges;
    uint32_t merged, count = 0;
    cutting c;
    drawn d;
    LOB_TRY(lob_edges_merged(ctx, a, &edges, &merged));
    LOB_TRY(open_cutting(ctx, b, &c));
    LOB_TRY(kind == LOB_SELECT_OUTSIDE ? open_drawn(ctx, b, &d) : LOB_OK);
    for (uint32_t i = 0; i < merged; i++) {
        bool is_one;
        LOB_TRY(cut_edge(&c, edges[i]));
        LOB_TRY(is_chosen(&c, &d, kind, &is_one));
        if (is_one != is_inverse) {
            edges[count++] = edges[i];
        }
    }
    result->is_merged = true;
    return lob_value_put_edges(ctx, result, edges, count);
}

static int by_number(const void *a, const void *b, void *unused) {
    (void)unused;
    const uint32_t x = ((const touch *)a)->polygon, y = ((const touch *)b)->polygon;
    return (x > y) - (x < y);
}

/* Adds one to each polygon that shares a point with the edge. */
static lob_status count_touched(cutting *c, lob_edge64 edge, uint64_t *counts) {
    bool is_inside = false;
    uint32_t polygon;
    c->edge = edge;
    LOB_TRY(find_cuts(c));
    if (c->touched_count == 0) { /* wholly inside one, or outside all */
        LOB_TRY(find_around(c, (long double)edge.from.x, (long double)edge.from.y, &is_inside, &polygon));
        LOB_TRY(is_inside ? add_touched(c, polygon, false) : LOB_OK);
    }
    LOB_TRY(lob_sort(c->ctx, c->touched, c->touched_count, sizeof *c->touched, by_number, NULL));
    for (uint32_t i = 0; i < c->touched_count; i++) {
        counts[c->touched[i].polygon] += i == 0 || c->touched[i].polygon != c->touched[i - 1].polygon;
    }
    return LOB_OK;
}

lob_status lob_op_select_by_edges(lob_ctx *ctx, lob_value *a, const lob_value *b, const lob_select *select,
                                  lob_value *result) {
    lob_polygon_list list = {0};
    lob_polygon_at at = {0};
    lob_edge64 *edges;
    uint32_t count;
    cutting c;
    LOB_TRY(lob_edges_merged(ctx, b, &edges, &count));
    LOB_TRY(open_cutting(ctx, a, &c));
    uint64_t *counts = LOB_NEW_ARRAY(ctx->arena, uint64_t, c.set.count + 1);
    if (!counts) {
        return lob_fail_memory(ctx);
    }
    for (uint32_t i = 0; i < count; i++) {
        LOB_TRY(count_touched(&c, edges[i], counts));
    }
    const lob_polygons *p = c.set.polygons;
    for (uint32_t i = 0; lob_polygon_next(p, &at); i++) {
        const bool is_counted = counts[i] >= select->count_min && counts[i] <= select->count_max;
        for (uint32_t k = at.contour; is_counted != select->is_inverse && k < at.contour + at.count; k++) {
            const lob_contour *contour = &p->contours[k];
            LOB_TRY(lob_polygon_list_add(ctx, &list, p->points + contour->first, contour->count, contour->is_hole));
        }
    }
    const lob_polygons all = lob_polygon_list_view(&list);
    return lob_value_put_raw(ctx, result, &all);
}
