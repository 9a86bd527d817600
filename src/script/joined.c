/* Edges that follow each other as one line with a width: extended with `joined`.
 *
 * A line begins at the edge that no other leads to, going back from the edge that begins lowest (of those, leftmost),
 * and takes the first edge at each end: KLayout's choice. Where several edges begin in one point, KLayout's order of
 * them is that of its scanner; here it is that of the layer. A closed line is a ring: what lies between the grown and
 * the shrunk polygon.
 */
#include <stdlib.h>

#include "base/sort.h"
#include "geom/path.h"
#include "script/ops.h"

typedef struct ends { /* edges by one of their ends; those taken are jumped over */
    const lob_edge64 *edges;
    uint32_t *order; /* places of edges, sorted */
    uint32_t *place; /* of an edge in `order` */
    uint32_t *next;  /* of a place: itself, or nearer to the next that is left; `count` is the end */
    uint32_t count;
    bool is_to;
} ends;

static lob_point64 end_of(const ends *e, uint32_t edge) {
    return e->is_to ? e->edges[edge].to : e->edges[edge].from;
}

static int compare(lob_point64 a, lob_point64 b) {
    return a.y != b.y ? (a.y > b.y) - (a.y < b.y) : (a.x > b.x) - (a.x < b.x);
}

static int by_end(const void *a, const void *b, void *all) {
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    const int order = compare(end_of(all, x), end_of(all, y));
    return order ? order : (x > y) - (x < y);
}

static lob_status make_ends(lob_ctx *ctx, const lob_edge64 *edges, uint32_t count, bool is_to, ends *e) {
    *e = (ends){.edges = edges, .count = count, .is_to = is_to};
    e->order = LOB_NEW_ARRAY(ctx->arena, uint32_t, (size_t)count + 1);
    e->place = LOB_NEW_ARRAY(ctx->arena, uint32_t, (size_t)count + 1);
    e->next = LOB_NEW_ARRAY(ctx->arena, uint32_t, (size_t)count + 1);
    if (!e->order || !e->place || !e->next) {
        return lob_fail_memory(ctx);
    }
    for (uint32_t i = 0; i < count; i++) {
        e->order[i] = i;
    }
    LOB_TRY(lob_sort(ctx, e->order, count, sizeof *e->order, by_end, e));
    for (uint32_t i = 0; i <= count; i++) {
        e->next[i] = i;
        if (i < count) {
            e->place[e->order[i]] = i;
        }
    }
    return LOB_OK;
}

/* The first place from here on that is left. */
static uint32_t left_from(ends *e, uint32_t place) {
    uint32_t end = place;
    while (e->next[end] != end) {
        end = e->next[end];
    }
    while (e->next[place] != end) {
        const uint32_t next = e->next[place];
        e->next[place] = end;
        place = next;
    }
    return end;
}

/* The first edge left with its end in p, or `count`. */
static uint32_t find(ends *e, lob_point64 p) {
    uint32_t from = 0, to = e->count;
    while (from < to) {
        const uint32_t middle = from + (to - from) / 2;
        if (compare(end_of(e, e->order[middle]), p) < 0) {
            from = middle + 1;
        } else {
            to = middle;
        }
    }
    from = left_from(e, from);
    return from < e->count && compare(end_of(e, e->order[from]), p) == 0 ? e->order[from] : e->count;
}

static void take(ends *e, uint32_t edge) {
    e->next[e->place[edge]] = e->place[edge] + 1;
}

/* Where the next line begins; `count`: nothing is left. Going back may lead into a circle beside the way. */
static lob_status begin_of(lob_ctx *ctx, ends *from, ends *to, uint32_t *first) {
    const uint32_t place = left_from(from, 0);
    uint32_t edge = place < from->count ? from->order[place] : from->count;
    const uint32_t start = edge;
    for (uint32_t steps = 0; edge < from->count && steps < from->count; steps++) {
        const uint32_t before = find(to, from->edges[edge].from);
        if (before == to->count) {
            break;
        }
        edge = find(from, from->edges[before].from);
        if (edge == start) {
            break;
        }
        LOB_TRY(steps % 1024 == 1023 ? lob_poll(ctx) : LOB_OK);
    }
    *first = edge;
    return LOB_OK;
}

typedef struct joining {
    lob_ctx *ctx;
    const int64_t *by;
    lob_polygon_list list;
    lob_point64 *points; /* of a line */
    uint32_t count;
} joining;

/* A polygon grown or shrunk. */
static lob_status sized(lob_ctx *ctx, const lob_polygons *ring, int64_t by, lob_value **result) {
    lob_value *one;
    LOB_TRY(lob_value_new(ctx, LOB_VALUE_REGION, &one));
    lob_status status = lob_value_put_raw(ctx, one, ring);
    *result = one;
    if (status == LOB_OK && by != 0) {
        status = lob_value_new(ctx, LOB_VALUE_REGION, result);
        status = status == LOB_OK ? lob_op_sized(ctx, one, by, by, 2, *result) : status;
        lob_value_drop(one);
    } else if (status != LOB_OK) {
        lob_value_drop(one);
        *result = NULL;
    }
    return status;
}

static lob_status between(joining *j, lob_value *outer, lob_value *inner) {
    lob_value *ring;
    const lob_polygons *p;
    LOB_TRY(lob_value_new(j->ctx, LOB_VALUE_REGION, &ring));
    lob_status status = lob_op_boolean(j->ctx, outer, inner, LOB_REGION_NOT, ring);
    status = status == LOB_OK ? lob_value_whole(j->ctx, ring, &p) : status;
    for (uint32_t i = 0; status == LOB_OK && i < p->contour_count; i++) {
        const lob_contour *c = &p->contours[i];
        status = lob_polygon_list_add(j->ctx, &j->list, p->points + c->first, c->count, c->is_hole);
    }
    lob_value_drop(ring);
    return status;
}

static void turn_left(lob_point64 *ring, uint32_t count) {
    __int128 area = 0;
    for (uint32_t i = 0; i < count; i++) {
        const lob_point64 a = ring[i], b = ring[i + 1 == count ? 0 : i + 1];
        area += (__int128)a.x * b.y - (__int128)a.y * b.x;
    }
    for (uint32_t i = 0; area < 0 && i < count / 2; i++) {
        const lob_point64 kept = ring[i];
        ring[i] = ring[count - 1 - i];
        ring[count - 1 - i] = kept;
    }
}

static lob_status put_ring(joining *j) {
    const uint32_t count = lob_ring_compress(j->points, j->count - 1);
    const lob_contour contour = {0, count, false};
    const lob_polygons ring = {j->points, &contour, count, count ? 1 : 0};
    lob_value *outer = NULL, *inner = NULL;
    turn_left(j->points, count);
    lob_status status = sized(j->ctx, &ring, j->by[2], &outer);
    status = status == LOB_OK ? sized(j->ctx, &ring, -j->by[3], &inner) : status;
    status = status == LOB_OK ? between(j, outer, inner) : status;
    lob_value_drop(outer);
    lob_value_drop(inner);
    return status;
}

static lob_status put_line(joining *j) {
    lob_point *centre = LOB_NEW_ARRAY(j->ctx->arena, lob_point, j->count);
    lob_path_shape path = {.points = centre, .count = j->count, .begin_ext = j->by[0], .end_ext = j->by[1]};
    if (!centre) {
        return lob_fail_memory(j->ctx);
    }
    for (uint32_t i = 0; i < j->count; i++) {
        const lob_point64 p = j->points[i];
        if (llabs(p.x) > INT32_MAX || llabs(p.y) > INT32_MAX) {
            return lob_script_refuse(j->ctx, "edges beyond 32 bits");
        }
        centre[i] = (lob_point){(int32_t)p.x, (int32_t)p.y};
    }
    const double out = (double)j->by[2], in = (double)j->by[3];
    const uint32_t room = lob_path_band(&path, out, in, NULL, 0);
    lob_point64 *ring = LOB_NEW_ARRAY(j->ctx->arena, lob_point64, (size_t)room + 1);
    if (!ring) {
        return lob_fail_memory(j->ctx);
    }
    lob_path_band(&path, out, in, ring, room);
    const uint32_t count = lob_ring_compress(ring, room);
    return count ? lob_polygon_list_add(j->ctx, &j->list, ring, count, false) : LOB_OK;
}

lob_status lob_op_joined(lob_ctx *ctx, const lob_value *a, const int64_t by[4], lob_value *result) {
    joining j = {.ctx = ctx, .by = by};
    lob_edge64 *edges = LOB_NEW_ARRAY(ctx->arena, lob_edge64, (size_t)a->count + 1);
    uint32_t count = 0, edge;
    ends from, to;
    j.points = LOB_NEW_ARRAY(ctx->arena, lob_point64, (size_t)a->count + 2);
    if (!edges || !j.points) {
        return lob_fail_memory(ctx);
    }
    for (uint32_t i = 0; i < a->count; i++) {
        edges[count] = a->edges[i];
        count += compare(a->edges[i].from, a->edges[i].to) != 0;
    }
    LOB_TRY(make_ends(ctx, edges, count, false, &from));
    LOB_TRY(make_ends(ctx, edges, count, true, &to));
    for (;;) {
        LOB_TRY(begin_of(ctx, &from, &to, &edge));
        if (edge == count) {
            break;
        }
        j.count = 0;
        j.points[j.count++] = edges[edge].from;
        while (edge < count) {
            j.points[j.count++] = edges[edge].to;
            take(&from, edge);
            take(&to, edge);
            edge = find(&from, edges[edge].to);
        }
        LOB_TRY(compare(j.points[0], j.points[j.count - 1]) == 0 ? put_ring(&j) : put_line(&j));
        LOB_TRY(lob_poll(ctx));
    }
    const lob_polygons all = lob_polygon_list_view(&j.list);
    return lob_value_put_raw(ctx, result, &all);
}
