/* Parts that touch in a point, joined as KLayout joins them.
 *
 * Where several wedges of a region meet in a point, contours can lead around each wedge, so that they are apart (the
 * parts of geom/region.h), or around the gaps between them, so that they hang together (KLayout). From one to the other
 * each visit of a point takes the way on of the next wedge, counter-clockwise. A touching point can be a vertex or lie
 * inside an edge, which is then cut in two. A ring that runs clockwise in the end is a hole of the polygon that its
 * wedges belong to.
 */
#include "base/list.h"
#include "base/sets.h"
#include "base/sort.h"
#include "geom/rtree.h"
#include "script/value.h"

typedef __int128 wide;

typedef struct joint { /* a point that lies inside an edge */
    uint32_t edge;     /* by its first point */
    lob_point64 at;
} joint;

typedef struct corner {
    lob_point64 at;
    uint32_t point, contour;
} corner;

typedef struct joining {
    lob_ctx *ctx;
    const lob_polygons *parts;
    uint32_t *contour_of, *polygon_of; /* of points; of contours: number of the hull */
    joint *joints;
    uint32_t joint_count, joint_room;
    bool any_corner; /* a point is a vertex twice */
} joining;

static uint32_t end_of(const joining *j, uint32_t point) {
    const lob_contour *c = &j->parts->contours[j->contour_of[point]];
    return point + 1 == c->first + c->count ? c->first : point + 1;
}

static bool same(lob_point64 a, lob_point64 b) {
    return a.x == b.x && a.y == b.y;
}

static bool lies_on(lob_point64 a, lob_point64 b, lob_point64 p) {
    return (wide)(b.x - a.x) * (p.y - a.y) == (wide)(b.y - a.y) * (p.x - a.x) && p.x >= (a.x < b.x ? a.x : b.x) &&
           p.x <= (a.x < b.x ? b.x : a.x) && p.y >= (a.y < b.y ? a.y : b.y) && p.y <= (a.y < b.y ? b.y : a.y);
}

static lob_status add_joint(joining *j, uint32_t edge, lob_point64 at) {
    LOB_TRY(LOB_LIST_ROOM(j->ctx, j->ctx->arena, j->joints, j->joint_count, j->joint_room));
    j->joints[j->joint_count++] = (joint){edge, at};
    return LOB_OK;
}

static lob_status list_points(joining *j) {
    const lob_polygons *p = j->parts;
    uint32_t hull = 0;
    j->contour_of = lob_arena_alloc(j->ctx->arena, (p->point_count + 1) * sizeof *j->contour_of);
    j->polygon_of = lob_arena_alloc(j->ctx->arena, (p->contour_count + 1) * sizeof *j->polygon_of);
    if (!j->contour_of || !j->polygon_of) {
        return lob_fail_memory(j->ctx);
    }
    for (uint32_t i = 0; i < p->contour_count; i++) {
        hull = p->contours[i].is_hole ? hull : i;
        j->polygon_of[i] = hull;
        for (uint32_t k = 0; k < p->contours[i].count; k++) {
            j->contour_of[p->contours[i].first + k] = i;
        }
    }
    return LOB_OK;
}

static lob_status plant(joining *j, lob_rtree *tree) {
    const lob_polygons *p = j->parts;
    lob_box *boxes = lob_arena_alloc(j->ctx->arena, (p->point_count + 1) * sizeof *boxes);
    void *block = lob_arena_alloc(j->ctx->arena, lob_rtree_size(p->point_count));
    void *scratch = lob_arena_alloc(j->ctx->arena, lob_rtree_scratch_size(p->point_count));
    if (!boxes || !block || !scratch) {
        return lob_fail_memory(j->ctx);
    }
    for (uint32_t i = 0; i < p->point_count; i++) {
        const lob_point64 a = p->points[i], b = p->points[end_of(j, i)];
        boxes[i] = lob_box_cut(lob_box64_add_point((lob_box64){a.x, a.y, a.x, a.y}, b.x, b.y));
    }
    return lob_rtree_make(j->ctx, tree, boxes, p->point_count, block, scratch);
}

/* Where point `i` touches other contours. */
static lob_status look_around(joining *j, const lob_rtree *tree, uint32_t i, uint64_t *work) {
    const lob_point64 at = j->parts->points[i];
    const lob_rtree_query query = lob_rtree_query_window((lob_box64){at.x, at.y, at.x, at.y});
    lob_rtree_cursor cursor;
    uint32_t item;
    lob_rtree_begin(tree, &cursor);
    while (lob_rtree_next(tree, &cursor, &query, &item, work)) {
        if (item == LOB_RTREE_PAUSE) {
            LOB_TRY(lob_poll(j->ctx));
            continue;
        }
        const uint32_t edge = tree->ids[item];
        const lob_point64 a = j->parts->points[edge], b = j->parts->points[end_of(j, edge)];
        if (edge == i || end_of(j, edge) == i || !lies_on(a, b, at)) {
            continue;
        }
        if (same(a, at) || same(b, at)) {
            j->any_corner = true;
        } else {
            LOB_TRY(add_joint(j, edge, at));
        }
    }
    return LOB_OK;
}

static int by_edge(const void *a, const void *b, void *points) {
    const joint *x = a, *y = b;
    if (x->edge != y->edge) {
        return x->edge < y->edge ? -1 : 1;
    }
    const lob_point64 from = ((const lob_point64 *)points)[x->edge];
    const int64_t dx = (x->at.x > from.x ? x->at.x - from.x : from.x - x->at.x) +
                       (x->at.y > from.y ? x->at.y - from.y : from.y - x->at.y);
    const int64_t dy = (y->at.x > from.x ? y->at.x - from.x : from.x - y->at.x) +
                       (y->at.y > from.y ? y->at.y - from.y : from.y - y->at.y);
    return (dx > dy) - (dx < dy);
}

/* The same contours, with a vertex wherever another touches. */
static lob_status cut_edges(joining *j, lob_polygon_list *list) {
    const lob_polygons *p = j->parts;
    uint32_t at = 0;
    lob_point64 *ring = lob_arena_alloc(j->ctx->arena, (p->point_count + j->joint_count + 1) * sizeof *ring);
    if (!ring) {
        return lob_fail_memory(j->ctx);
    }
    LOB_TRY(lob_sort(j->ctx, j->joints, j->joint_count, sizeof *j->joints, by_edge, (void *)(uintptr_t)p->points));
    for (uint32_t i = 0; i < p->contour_count; i++) {
        uint32_t count = 0;
        for (uint32_t k = p->contours[i].first; k < p->contours[i].first + p->contours[i].count; k++) {
            ring[count++] = p->points[k];
            for (; at < j->joint_count && j->joints[at].edge == k; at++) {
                if (!same(ring[count - 1], j->joints[at].at)) {
                    ring[count++] = j->joints[at].at;
                }
            }
        }
        LOB_TRY(lob_polygon_list_add(j->ctx, list, ring, count, p->contours[i].is_hole));
    }
    return LOB_OK;
}

/* ---- rings become one ---- */

static int by_place(const void *a, const void *b, void *unused) {
    (void)unused;
    const corner *x = a, *y = b;
    const int order = lob_point_compare(x->at, y->at);
    return order ? order : (x->point > y->point) - (x->point < y->point);
}

typedef struct rings {
    lob_polygons cut;     /* the contours with all their vertices */
    uint32_t *next;       /* of points */
    uint32_t *group;      /* of contours: parents; the least is that of the polygon that they are part of */
    uint32_t *contour_of; /* of points */
    bool *is_read;        /* of points */
} rings;

static lob_status make_rings(joining *j, rings *r, corner *corners) {
    const lob_polygons *p = &r->cut;
    r->next = lob_arena_alloc(j->ctx->arena, (p->point_count + 1) * sizeof *r->next);
    r->contour_of = lob_arena_alloc(j->ctx->arena, (p->point_count + 1) * sizeof *r->contour_of);
    r->is_read = LOB_NEW_ARRAY(j->ctx->arena, bool, p->point_count + 1);
    r->group = lob_arena_alloc(j->ctx->arena, (p->contour_count + 1) * sizeof *r->group);
    if (!r->next || !r->contour_of || !r->is_read || !r->group) {
        return lob_fail_memory(j->ctx);
    }
    for (uint32_t i = 0; i < p->contour_count; i++) {
        const lob_contour *c = &p->contours[i];
        r->group[i] = j->polygon_of[i];
        for (uint32_t k = c->first; k < c->first + c->count; k++) {
            r->next[k] = k + 1 == c->first + c->count ? c->first : k + 1;
            r->contour_of[k] = i;
            corners[k] = (corner){p->points[k], k, i};
        }
    }
    return lob_sort(j->ctx, corners, p->point_count, sizeof *corners, by_place, NULL);
}

/* Half turns from the direction (1, 0), then the cross product, tell which of two ways on comes first. */
static int by_direction(const void *a, const void *b, void *arg) {
    const rings *r = arg;
    const corner *x = a, *y = b;
    const lob_point64 p = r->cut.points[r->next[x->point]], q = r->cut.points[r->next[y->point]];
    const int64_t px = p.x - x->at.x, py = p.y - x->at.y, qx = q.x - y->at.x, qy = q.y - y->at.y;
    const bool p_low = py < 0 || (py == 0 && px < 0), q_low = qy < 0 || (qy == 0 && qx < 0);
    if (p_low != q_low) {
        return p_low ? 1 : -1;
    }
    const wide turn = (wide)px * qy - (wide)py * qx;
    return turn > 0 ? -1 : turn < 0 ? 1 : (x->point > y->point) - (x->point < y->point);
}

static lob_status splice(joining *j, rings *r, corner *corners) {
    for (uint32_t i = 0, end; i < r->cut.point_count; i = end) {
        for (end = i + 1; end < r->cut.point_count && same(corners[i].at, corners[end].at); end++) {
            lob_sets_join(r->group, corners[i].contour, corners[end].contour);
        }
        if (end - i > 1) {
            LOB_TRY(lob_sort(j->ctx, corners + i, end - i, sizeof *corners, by_direction, r));
            const uint32_t first = r->next[corners[i].point];
            for (uint32_t k = i; k + 1 < end; k++) {
                r->next[corners[k].point] = r->next[corners[k + 1].point];
            }
            r->next[corners[end - 1].point] = first;
        }
    }
    return LOB_OK;
}

typedef struct found_ring { /* in the order of polygons, the hull before its holes */
    uint32_t group, first, size;
    bool is_hole;
} found_ring;

static int by_polygon(const void *a, const void *b, void *unused) {
    (void)unused;
    const found_ring *x = a, *y = b;
    if (x->group != y->group) {
        return x->group < y->group ? -1 : 1;
    }
    return x->is_hole != y->is_hole ? (x->is_hole ? 1 : -1) : (x->first > y->first) - (x->first < y->first);
}

/* The points of a ring, in *ring; twice its area. */
static wide read_ring(rings *r, uint32_t first, lob_point64 *ring, uint32_t *count) {
    const lob_point64 o = r->cut.points[first];
    wide area = 0;
    uint32_t at = first;
    *count = 0;
    do {
        const lob_point64 a = r->cut.points[at], b = r->cut.points[r->next[at]];
        area += (wide)(a.x - o.x) * (b.y - o.y) - (wide)(b.x - o.x) * (a.y - o.y);
        ring[(*count)++] = a;
        r->is_read[at] = true;
        at = r->next[at];
    } while (at != first);
    return area;
}

static lob_status read_out(joining *j, rings *r, lob_polygons *whole) {
    const uint32_t n = r->cut.point_count;
    found_ring *found = lob_arena_alloc(j->ctx->arena, (n + 1) * sizeof *found);
    lob_point64 *ring = lob_arena_alloc(j->ctx->arena, (n + 1) * sizeof *ring);
    lob_polygon_list list = {0};
    uint32_t count = 0;
    if (!found || !ring) {
        return lob_fail_memory(j->ctx);
    }
    for (uint32_t i = 0; i < n; i++) {
        if (!r->is_read[i]) {
            found_ring *f = &found[count++];
            f->is_hole = read_ring(r, i, ring, &f->size) < 0;
            f->first = i;
            f->group = lob_set_first(r->group, r->contour_of[i]);
        }
    }
    LOB_TRY(lob_sort(j->ctx, found, count, sizeof *found, by_polygon, NULL));
    for (uint32_t i = 0; i < count; i++) {
        uint32_t size;
        (void)read_ring(r, found[i].first, ring, &size);
        size = lob_ring_compress(ring, size);
        LOB_TRY(lob_polygon_list_add(j->ctx, &list, ring, size, found[i].is_hole));
    }
    *whole = lob_polygon_list_view(&list);
    return LOB_OK;
}

lob_status lob_polygons_join(lob_ctx *ctx, const lob_polygons *parts, lob_polygons *whole) {
    joining j = {.ctx = ctx, .parts = parts};
    lob_polygon_list list = {0};
    rings r = {0};
    lob_rtree tree;
    uint64_t work = 0;
    *whole = *parts;
    if (parts->point_count < 6) {
        return LOB_OK;
    }
    LOB_TRY(list_points(&j));
    LOB_TRY(plant(&j, &tree));
    for (uint32_t i = 0; i < parts->point_count; i++) {
        LOB_TRY(look_around(&j, &tree, i, &work));
    }
    if (!j.any_corner && j.joint_count == 0) {
        return LOB_OK;
    }
    LOB_TRY(cut_edges(&j, &list));
    r.cut = lob_polygon_list_view(&list);
    corner *corners = lob_arena_alloc(ctx->arena, (r.cut.point_count + 1) * sizeof *corners);
    if (!corners) {
        return lob_fail_memory(ctx);
    }
    LOB_TRY(make_rings(&j, &r, corners));
    LOB_TRY(splice(&j, &r, corners));
    return read_out(&j, &r, whole);
}
