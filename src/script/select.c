/* Polygons chosen by how they lie to others: which share an area, a point, which are inside.
 *
 * What two sets share, or what one has and the other has not, is found for all polygons at once by one boolean. Each
 * part of that result lies in one polygon of a set; which one is asked of a tree over the set's edges: from a point
 * inside the part, half a unit above its lowest corner, where no corner lies, the first edge to the right is of the
 * polygon around it. Who only touch is found edge by edge, exactly.
 */
#include "base/list.h"
#include "base/sort.h"
#include "script/outline.h"

typedef __int128 wide;

typedef struct selecting {
    lob_ctx *ctx;
    lob_outlines a, b;
    lob_meeting *mets;
    uint32_t count, room;
    uint64_t work;
} selecting;

static lob_status add_met(selecting *s, uint32_t a, uint32_t b) {
    LOB_TRY(LOB_LIST_ROOM(s->ctx, s->ctx->arena, s->mets, s->count, s->room));
    s->mets[s->count++] = (lob_meeting){a, b};
    return LOB_OK;
}

/* ---- which polygon is around a point ---- */

typedef struct spot { /* on the line half a unit above row */
    double x;
    int64_t row;
} spot;

/* Where the edge crosses that line; false: nowhere. */
static bool crossing(lob_point64 a, lob_point64 b, int64_t row, double *x) {
    if ((a.y <= row) == (b.y <= row)) {
        return false;
    }
    *x = (double)((long double)a.x +
                  (long double)(b.x - a.x) * ((long double)(row - a.y) + 0.5L) / (long double)(b.y - a.y));
    return true;
}

/* A spot inside a part: between the two leftmost edges over its lowest corner. */
static bool spot_in(const lob_polygons *p, lob_polygon_at at, spot *inside) {
    const lob_contour *hull = &p->contours[at.contour];
    double first = 0, second = 0, x;
    int found = 0;
    inside->row = p->points[hull->first].y;
    for (uint32_t i = hull->first; i < hull->first + hull->count; i++) {
        inside->row = p->points[i].y < inside->row ? p->points[i].y : inside->row;
    }
    for (uint32_t c = at.contour; c < at.contour + at.count; c++) {
        const lob_contour *contour = &p->contours[c];
        for (uint32_t i = 0; i < contour->count; i++) {
            const lob_point64 a = p->points[contour->first + i];
            const lob_point64 b = p->points[contour->first + (i + 1 == contour->count ? 0 : i + 1)];
            if (!crossing(a, b, inside->row, &x)) {
                continue;
            }
            if (found == 0 || x < first) {
                second = first;
                first = x;
            } else if (found == 1 || x < second) {
                second = x;
            }
            found++;
        }
    }
    inside->x = (first + second) / 2;
    return found >= 2;
}

/* The polygon of the first edge to the right, looked for in ever wider windows; the set's count: none. Of a set of one
 * it is that one, also where rounding has moved the part a little. */
static lob_status polygon_around(selecting *s, const lob_outlines *set, spot at, uint32_t *polygon) {
    int64_t width = 64;
    *polygon = set->count == 1 ? 0 : set->count;
    for (; set->count != 1;) {
        const int64_t left = (int64_t)at.x - 1, right = left + width;
        const lob_rtree_query query = lob_rtree_query_window((lob_box64){left, at.row, right, at.row + 1});
        lob_rtree_cursor cursor;
        uint32_t item;
        double best = (double)right, x;
        lob_rtree_begin(&set->tree, &cursor);
        while (lob_rtree_next(&set->tree, &cursor, &query, &item, &s->work)) {
            if (item == LOB_RTREE_PAUSE) {
                LOB_TRY(lob_poll(s->ctx));
                continue;
            }
            const uint32_t edge = set->tree.ids[item];
            const lob_polygons *p = set->polygons;
            if (crossing(p->points[edge], p->points[set->end_of[edge]], at.row, &x) && x >= at.x && x <= best) {
                best = x;
                *polygon = set->polygon_of[edge];
            }
        }
        if (*polygon < set->count || right > set->box.right) {
            return LOB_OK;
        }
        width *= 8;
    }
    return LOB_OK;
}

/* ---- what a boolean says ---- */

static lob_status combine(selecting *s, lob_value *a, lob_value *b, lob_region_op op, lob_polygons *parts) {
    const lob_polygons *x, *y;
    lob_region *region;
    LOB_TRY(lob_value_parts(s->ctx, a, &x));
    LOB_TRY(lob_value_parts(s->ctx, b, &y));
    LOB_TRY(lob_region_new(s->ctx, 1, &region));
    LOB_TRY(lob_value_add(s->ctx, x, region, 0));
    LOB_TRY(lob_value_add(s->ctx, y, region, 1));
    return lob_region_polygons(s->ctx, region, op, parts);
}

static lob_status lost(lob_ctx *ctx) {
    return lob_script_refuse(ctx, "polygons so narrow that it cannot tell which of them meet");
}

/* Pairs that share an area. */
static lob_status find_shared(selecting *s, lob_value *a, lob_value *b) {
    lob_polygons parts;
    lob_polygon_at at = {0};
    LOB_TRY(combine(s, a, b, LOB_REGION_AND, &parts));
    while (lob_polygon_next(&parts, &at)) {
        spot inside;
        uint32_t x, y;
        if (!spot_in(&parts, at, &inside) && (s->a.count > 1 || s->b.count > 1)) {
            return lost(s->ctx);
        }
        LOB_TRY(polygon_around(s, &s->a, inside, &x));
        LOB_TRY(polygon_around(s, &s->b, inside, &y));
        if (x == s->a.count || y == s->b.count) {
            return lost(s->ctx);
        }
        LOB_TRY(add_met(s, x, y));
    }
    return LOB_OK;
}

/* Marks the polygons of `set` that are not wholly inside `other`. */
static lob_status mark_outsiders(selecting *s, const lob_outlines *set, lob_value *own, lob_value *other, bool *marks) {
    lob_polygons parts;
    lob_polygon_at at = {0};
    LOB_TRY(combine(s, own, other, LOB_REGION_NOT, &parts));
    while (lob_polygon_next(&parts, &at)) {
        spot inside;
        uint32_t polygon;
        if (!spot_in(&parts, at, &inside) && set->count > 1) {
            return lost(s->ctx);
        }
        LOB_TRY(polygon_around(s, set, inside, &polygon));
        if (polygon == set->count) {
            return lost(s->ctx);
        }
        marks[polygon] = true;
    }
    return LOB_OK;
}

/* ---- who touches ---- */

static int side(lob_point64 a, lob_point64 b, lob_point64 p) {
    const wide area = (wide)(b.x - a.x) * (p.y - a.y) - (wide)(b.y - a.y) * (p.x - a.x);
    return (area > 0) - (area < 0);
}

static bool edges_touch(lob_point64 a, lob_point64 b, lob_point64 c, lob_point64 d) {
    return side(a, b, c) * side(a, b, d) <= 0 && side(c, d, a) * side(c, d, b) <= 0;
}

static lob_status find_touching(selecting *s) {
    const lob_polygons *p = s->a.polygons, *q = s->b.polygons;
    for (uint32_t i = 0; i < q->point_count; i++) {
        const lob_point64 c = q->points[i], d = q->points[s->b.end_of[i]];
        const lob_rtree_query query =
            lob_rtree_query_window(lob_box64_add_point((lob_box64){c.x, c.y, c.x, c.y}, d.x, d.y));
        lob_rtree_cursor cursor;
        uint32_t item;
        lob_rtree_begin(&s->a.tree, &cursor);
        while (lob_rtree_next(&s->a.tree, &cursor, &query, &item, &s->work)) {
            if (item == LOB_RTREE_PAUSE) {
                LOB_TRY(lob_poll(s->ctx));
                continue;
            }
            const uint32_t edge = s->a.tree.ids[item], polygon = s->a.polygon_of[edge];
            const bool is_last =
                s->count && s->mets[s->count - 1].a == polygon && s->mets[s->count - 1].b == s->b.polygon_of[i];
            if (!is_last && edges_touch(p->points[edge], p->points[s->a.end_of[edge]], c, d)) {
                LOB_TRY(add_met(s, polygon, s->b.polygon_of[i]));
            }
        }
    }
    return LOB_OK;
}

/* ---- the choice ---- */

static int by_pair(const void *a, const void *b, void *unused) {
    (void)unused;
    const lob_meeting *x = a, *y = b;
    return x->a != y->a ? (x->a > y->a) - (x->a < y->a) : (x->b > y->b) - (x->b < y->b);
}

/* How many different polygons of b each of a meets. KLayout 0.28 lets a polygon cover others only when none that shares
 * an area with it sticks out. */
static lob_status count_mets(selecting *s, const bool *sticks_out, uint64_t *counts) {
    LOB_TRY(lob_sort(s->ctx, s->mets, s->count, sizeof *s->mets, by_pair, NULL));
    for (uint32_t i = 0; i < s->count; i++) {
        const lob_meeting *m = &s->mets[i];
        const bool is_new = i == 0 || m->a != s->mets[i - 1].a || m->b != s->mets[i - 1].b;
        counts[m->a] += is_new;
    }
    for (uint32_t i = 0; sticks_out && i < s->count; i++) {
        counts[s->mets[i].a] = sticks_out[s->mets[i].b] ? 0 : counts[s->mets[i].a];
    }
    return LOB_OK;
}

static lob_status choose(selecting *s, lob_value *a, lob_value *b, const lob_select *select, bool *is_chosen) {
    uint64_t *counts = LOB_NEW_ARRAY(s->ctx->arena, uint64_t, s->a.count + 1);
    bool *marks = LOB_NEW_ARRAY(s->ctx->arena, bool, (size_t)s->a.count + s->b.count + 1);
    const bool by_area = select->kind != LOB_SELECT_INSIDE;
    if (!counts || !marks) {
        return lob_fail_memory(s->ctx);
    }
    LOB_TRY(by_area ? find_shared(s, a, b) : mark_outsiders(s, &s->a, a, b, marks));
    if (select->kind == LOB_SELECT_INTERACTING) {
        LOB_TRY(find_touching(s));
    } else if (select->kind == LOB_SELECT_COVERING) {
        LOB_TRY(mark_outsiders(s, &s->b, b, a, marks));
    }
    LOB_TRY(count_mets(s, select->kind == LOB_SELECT_COVERING ? marks : NULL, counts));
    for (uint32_t i = 0; i < s->a.count; i++) {
        const bool is_counted = counts[i] >= select->count_min && counts[i] <= select->count_max;
        is_chosen[i] = select->kind == LOB_SELECT_INSIDE    ? !marks[i]
                       : select->kind == LOB_SELECT_OUTSIDE ? counts[i] == 0
                                                            : is_counted;
    }
    return LOB_OK;
}

lob_status lob_op_select(lob_ctx *ctx, lob_value *a, lob_value *b, const lob_select *select, lob_value *result) {
    const lob_polygons *x, *y;
    lob_polygon_list list = {0};
    lob_polygon_at at = {0};
    selecting s = {.ctx = ctx};
    LOB_TRY(lob_value_whole(ctx, a, &x));
    LOB_TRY(lob_value_whole(ctx, b, &y));
    LOB_TRY(lob_outlines_make(ctx, x, &s.a));
    LOB_TRY(lob_outlines_make(ctx, y, &s.b));
    bool *is_chosen = LOB_NEW_ARRAY(ctx->arena, bool, s.a.count + 1);
    if (!is_chosen) {
        return lob_fail_memory(ctx);
    }
    LOB_TRY(choose(&s, a, b, select, is_chosen));
    for (uint32_t i = 0; lob_polygon_next(x, &at); i++) {
        for (uint32_t c = at.contour; is_chosen[i] != select->is_inverse && c < at.contour + at.count; c++) {
            const lob_contour *contour = &x->contours[c];
            LOB_TRY(lob_polygon_list_add(ctx, &list, x->points + contour->first, contour->count, contour->is_hole));
        }
    }
    const lob_polygons all = lob_polygon_list_view(&list);
    return lob_value_put_raw(ctx, result, &all);
}

lob_status lob_op_meetings(lob_ctx *ctx, lob_value *a, lob_value *b, lob_value *result) {
    const lob_polygons *x, *y;
    selecting s = {.ctx = ctx};
    uint32_t count = 0;
    LOB_TRY(lob_value_whole(ctx, a, &x));
    LOB_TRY(lob_value_whole(ctx, b, &y));
    if (x->contour_count == 0 || y->contour_count == 0) {
        return lob_value_put_meetings(ctx, result, NULL, 0);
    }
    LOB_TRY(lob_outlines_make(ctx, x, &s.a));
    LOB_TRY(lob_outlines_make(ctx, y, &s.b));
    LOB_TRY(find_shared(&s, a, b));
    LOB_TRY(find_touching(&s));
    LOB_TRY(lob_sort(ctx, s.mets, s.count, sizeof *s.mets, by_pair, NULL));
    for (uint32_t i = 0; i < s.count; i++) {
        if (count == 0 || s.mets[i].a != s.mets[count - 1].a || s.mets[i].b != s.mets[count - 1].b) {
            s.mets[count++] = s.mets[i];
        }
    }
    return lob_value_put_meetings(ctx, result, s.mets, count);
}

static bool is_empty(const lob_value *a) {
    return a->kind == LOB_VALUE_REGION ? a->raw.contour_count == 0 : a->count == 0;
}

lob_status lob_op_select_nothing(lob_ctx *ctx, const lob_value *a, const lob_value *b, const lob_select *select,
                                 lob_value *result, bool *is_done) {
    const bool is_all = (select->kind == LOB_SELECT_OUTSIDE) != select->is_inverse;
    const lob_polygons none = {0};
    *is_done = is_empty(a) || is_empty(b) || select->count_max < select->count_min;
    if (!*is_done) {
        return LOB_OK;
    }
    if (a->kind == LOB_VALUE_EDGES) {
        result->is_merged = a->is_merged;
        return lob_value_put_edges(ctx, result, a->edges, is_all ? a->count : 0);
    }
    if (!is_all) {
        return lob_value_put_merged(ctx, result, &none);
    }
    return a->is_merged ? lob_value_put_merged(ctx, result, &a->parts) : lob_value_put_raw(ctx, result, &a->raw);
}
