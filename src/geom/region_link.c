/* Following edges around what they enclose.
 *
 * Where one edge arrives and one leaves there is no choice. Elsewhere the directions around the point are sorted: going
 * counter-clockwise from an edge that leaves, the inside lies between it and the next edge that arrives, so these two
 * follow each other. A cut line is an edge in both directions: the one that arrives comes first then.
 */
#include "geom/region_parts.h"

#include "base/alloc.h"
#include "base/sort.h"

enum { POLL_STEPS = 4096 };

typedef struct ray {
    lob_point64 dir;
    bool leaves;
    uint32_t edge;
} ray;

static int compare_rays(const void *a, const void *b, void *unused) {
    const ray *p = a, *q = b;
    (void)unused;
    bool p_low = p->dir.y < 0 || (p->dir.y == 0 && p->dir.x < 0),
         q_low = q->dir.y < 0 || (q->dir.y == 0 && q->dir.x < 0);
    if (p_low != q_low) {
        return p_low ? 1 : -1;
    }
    __int128 turn = lob_cross(p->dir, q->dir);
    return turn ? (turn > 0 ? -1 : 1) : (int)p->leaves - (int)q->leaves;
}

static lob_status link_rays(lob_ctx *ctx, ray *rays, uint32_t count, uint32_t *next) {
    LOB_TRY(lob_sort(ctx, rays, count, sizeof *rays, compare_rays, NULL));
    for (uint32_t i = 0; i < count; i++) {
        const ray *arriving = &rays[i + 1 < count ? i + 1 : 0];
        if (rays[i].leaves) {
            next[arriving->edge] = rays[i].edge;
        }
    }
    return LOB_OK;
}

typedef struct linking {
    const lob_edge64 *edges;
    uint32_t count;
    uint32_t *leaving, *arriving; /* order of edges by from, by to */
    ray *rays;
    uint32_t ray_capacity;
} linking;

static lob_status link_points(lob_ctx *ctx, linking *t, uint32_t *next) {
    uint32_t steps = 0;
    for (uint32_t i = 0; i < t->count;) {
        lob_point64 p = t->edges[t->leaving[i]].from;
        uint32_t stop = i + 1;
        if (steps++ % POLL_STEPS == 0) {
            LOB_TRY(lob_poll(ctx));
        }
        while (stop < t->count && lob_point_equal(t->edges[t->leaving[stop]].from, p)) {
            stop++;
        }
        if (stop == i + 1) {
            next[t->arriving[i]] = t->leaving[i];
            i = stop;
            continue;
        }
        if (2 * (stop - i) > t->ray_capacity) {
            uint32_t capacity = 4 * (stop - i);
            ray *more = lob_realloc(t->rays, capacity * sizeof *more);
            if (!more) {
                return lob_fail_memory(ctx);
            }
            t->rays = more;
            t->ray_capacity = capacity;
        }
        uint32_t count = 0;
        for (; i < stop; i++) {
            const lob_edge64 *out = &t->edges[t->leaving[i]], *in = &t->edges[t->arriving[i]];
            t->rays[count++] = (ray){lob_point_minus(out->to, p), true, t->leaving[i]};
            t->rays[count++] = (ray){lob_point_minus(in->from, p), false, t->arriving[i]};
        }
        LOB_TRY(link_rays(ctx, t->rays, count, next));
    }
    return LOB_OK;
}

lob_status lob_edges_link(lob_ctx *ctx, const lob_edge64 *edges, uint32_t count, uint32_t **next) {
    linking t = {.edges = edges, .count = count};
    *next = NULL;
    lob_status status = lob_point_order(ctx, &edges->from, sizeof *edges, count, &t.leaving);
    if (status == LOB_OK) {
        status = lob_point_order(ctx, &edges->to, sizeof *edges, count, &t.arriving);
    }
    if (status == LOB_OK) {
        *next = lob_malloc(count * sizeof **next + 1);
        status = *next ? link_points(ctx, &t, *next) : lob_fail_memory(ctx);
    }
    lob_free(t.leaving);
    lob_free(t.arriving);
    lob_free(t.rays);
    if (status != LOB_OK) {
        lob_free(*next);
        *next = NULL;
    }
    return status;
}
