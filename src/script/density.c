/* See density.h. A polygon is cut to the columns that it reaches, what is left of it to their rows; areas add up. */
#include "script/density.h"

enum { TILES_MAX = 1 << 24, COUNT_MAX = 1 << 20 };

/* KLayout takes nothing smaller for a difference. */
static const double SMALL = 1e-10;

typedef struct spot {
    double x, y;
} spot;

typedef struct grid {
    lob_ctx *ctx;
    lob_point64 first; /* lower left corner of the first tile */
    lob_point64 size, step;
    int64_t columns, rows;
    spot *ring[3]; /* scratch: as drawn, cut to a column, cut to a row */
    spot *half;    /* between two cuts */
    uint32_t room;
} grid;

/* ---- where the tiles lie ---- */

static lob_box64 box_of(const lob_polygons *p) {
    lob_box64 box = LOB_BOX64_EMPTY;
    for (uint32_t i = 0; i < p->point_count; i++) {
        box = lob_box64_add_point(box, p->points[i].x, p->points[i].y);
    }
    return box;
}

static int64_t tiles_over(int64_t length, int64_t step) {
    return (length + step - 1) / step;
}

/* Half of an odd number goes up. */
static int64_t half_of(int64_t value) {
    return value >= 0 ? (value + 1) / 2 : -(-value / 2);
}

/* False: there is nothing to lay them over. */
static bool lay(const lob_tiles *t, lob_box64 all, grid *g) {
    const lob_point64 more = {(t->size.x - t->step.x) / 2, (t->size.y - t->step.y) / 2};
    if (lob_box64_is_empty(all) && !(t->has_origin && t->has_count)) {
        return false;
    }
    const lob_point64 around = {more.x > 0 ? more.x : 0, more.y > 0 ? more.y : 0};
    g->columns = t->has_count ? t->count.x : tiles_over(all.right - all.left + 2 * around.x, t->step.x);
    g->rows = t->has_count ? t->count.y : tiles_over(all.top - all.bottom + 2 * around.y, t->step.y);
    g->columns = g->columns < 1 ? 1 : g->columns;
    g->rows = g->rows < 1 ? 1 : g->rows;
    g->size = t->size;
    g->step = t->step;
    const lob_point64 middle = {half_of(all.left + all.right - g->columns * t->step.x),
                                half_of(all.bottom + all.top - g->rows * t->step.y)};
    g->first = t->has_origin ? t->origin : middle;
    g->first = (lob_point64){g->first.x - more.x, g->first.y - more.y};
    return true;
}

static bool is_too_large(const grid *g) {
    return g->columns > COUNT_MAX || g->rows > COUNT_MAX || g->columns * g->rows > TILES_MAX;
}

/* ---- how much lies in them ---- */

/* The part with x (or y) at least, or at most, `limit`; how many corners it has. */
static uint32_t cut(const spot *from, uint32_t count, bool is_y, bool is_above, double limit, spot *to) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < count; i++) {
        const spot a = from[i], b = from[i + 1 == count ? 0 : i + 1];
        const double u = (is_y ? a.y : a.x) - limit, v = (is_y ? b.y : b.x) - limit;
        const bool has_a = is_above ? u >= 0 : u <= 0, has_b = is_above ? v >= 0 : v <= 0;
        if (has_a) {
            to[n++] = a;
        }
        if (has_a != has_b && u != 0 && v != 0) {
            const double t = u / (u - v);
            to[n] = (spot){a.x + t * (b.x - a.x), a.y + t * (b.y - a.y)};
            *(is_y ? &to[n].y : &to[n].x) = limit;
            n++;
        }
    }
    return n;
}

static double area2_of(const spot *ring, uint32_t count) {
    double area2 = 0;
    for (uint32_t i = 0; i < count; i++) {
        const spot a = ring[i], b = ring[i + 1 == count ? 0 : i + 1];
        area2 += (a.x - ring[0].x) * (b.y - ring[0].y) - (a.y - ring[0].y) * (b.x - ring[0].x);
    }
    return area2 < 0 ? -area2 : area2;
}

static lob_status make_room(grid *g, uint32_t count) {
    const uint64_t room = 2 * (uint64_t)count + 8; /* each cut adds a corner for two at most */
    if (room <= g->room) {
        return LOB_OK;
    }
    for (int i = 0; i < 4; i++) {
        spot *made = lob_arena_alloc(g->ctx->arena, 4 * room * sizeof *made);
        if (!made) {
            return lob_fail_memory(g->ctx);
        }
        *(i < 3 ? &g->ring[i] : &g->half) = made;
    }
    g->room = (uint32_t)(room > UINT32_MAX ? UINT32_MAX : room);
    return LOB_OK;
}

typedef struct span { /* tiles from first to last; none when last < first */
    int64_t first, last;
} span;

static span reached(int64_t low, int64_t high, int64_t origin, int64_t size, int64_t step, int64_t count) {
    span s = {(low - origin - size) / step - 1, (high - origin) / step + 1};
    s.first = s.first < 0 ? 0 : s.first;
    s.last = s.last >= count ? count - 1 : s.last;
    while (s.first <= s.last && origin + s.first * step + size <= low) {
        s.first++;
    }
    while (s.first <= s.last && origin + s.last * step >= high) {
        s.last--;
    }
    return s;
}

/* In squares of database units, twice the area, added with the sign to each tile. */
static lob_status add_ring(grid *g, const lob_point64 *points, uint32_t count, double sign, double *sums) {
    lob_box64 box = LOB_BOX64_EMPTY;
    LOB_TRY(make_room(g, count));
    for (uint32_t i = 0; i < count; i++) {
        box = lob_box64_add_point(box, points[i].x, points[i].y);
        g->ring[0][i] = (spot){(double)points[i].x, (double)points[i].y};
    }
    const span columns = reached(box.left, box.right, g->first.x, g->size.x, g->step.x, g->columns);
    const span rows = reached(box.bottom, box.top, g->first.y, g->size.y, g->step.y, g->rows);
    for (int64_t x = columns.first; x <= columns.last; x++) {
        const double left = (double)(g->first.x + x * g->step.x), right = left + (double)g->size.x;
        uint32_t n = cut(g->ring[0], count, false, true, left, g->half);
        n = cut(g->half, n, false, false, right, g->ring[1]);
        for (int64_t y = rows.first; n > 0 && y <= rows.last; y++) {
            const double bottom = (double)(g->first.y + y * g->step.y), top = bottom + (double)g->size.y;
            uint32_t m = cut(g->ring[1], n, true, true, bottom, g->half);
            m = cut(g->half, m, true, false, top, g->ring[2]);
            sums[x * g->rows + y] += sign * area2_of(g->ring[2], m);
        }
        LOB_TRY(lob_poll(g->ctx));
    }
    return LOB_OK;
}

static lob_status add_layer(grid *g, const lob_polygons *p, double *sums) {
    for (uint32_t i = 0; i < p->contour_count; i++) {
        const lob_contour *c = &p->contours[i];
        LOB_TRY(add_ring(g, p->points + c->first, c->count, c->is_hole ? -1 : 1, sums));
    }
    return LOB_OK;
}

static lob_status add_box(grid *g, lob_box64 box, double *sums) {
    const lob_point64 ring[4] = {
        {box.left, box.bottom}, {box.right, box.bottom}, {box.right, box.top}, {box.left, box.top}};
    return lob_box64_is_empty(box) ? LOB_OK : add_ring(g, ring, 4, 1, sums);
}

/* ---- the choice ---- */

static lob_status choose(grid *g, const lob_tile_shares *d, const double *sums, const double *grounds,
                         lob_value *result) {
    lob_polygon_list list = {0};
    const double whole = 2 * (double)g->size.x * (double)g->size.y;
    for (int64_t i = 0; i < g->columns * g->rows; i++) {
        const double ground = grounds ? grounds[i] : whole;
        const double share = ground > 0 ? sums[i] / ground : 0;
        const bool fits = share > d->low - SMALL && share < d->high + SMALL;
        if (ground <= 0 || fits == d->is_inverse) {
            continue;
        }
        const lob_point64 at = {g->first.x + i / g->rows * g->step.x, g->first.y + i % g->rows * g->step.y};
        const lob_point64 ring[4] = {
            {at.x, at.y}, {at.x, at.y + g->size.y}, {at.x + g->size.x, at.y + g->size.y}, {at.x + g->size.x, at.y}};
        LOB_TRY(lob_polygon_list_add(g->ctx, &list, ring, 4, false));
    }
    const lob_polygons boxes = lob_polygon_list_view(&list);
    return lob_value_put_raw(g->ctx, result, &boxes);
}

lob_status lob_op_density(lob_ctx *ctx, lob_value *a, const lob_tile_shares *density, lob_value *result) {
    grid g = {.ctx = ctx};
    const lob_polygons *p, *b = NULL;
    double *sums, *grounds = NULL;
    LOB_TRY(lob_value_parts(ctx, a, &p));
    LOB_TRY(density->boundary ? lob_value_parts(ctx, density->boundary, &b) : LOB_OK);
    const lob_box64 box = box_of(&a->raw);
    const lob_polygons none = {0};
    lob_box64 all = b ? lob_box64_join(box, box_of(&density->boundary->raw)) : box;
    for (uint32_t i = 0; density->texts && i < density->texts->count; i++) {
        all = lob_box64_add_point(all, density->texts->texts[i].at.x, density->texts->texts[i].at.y);
    }
    if (!lay(&density->tiles, all, &g)) {
        return lob_value_put_raw(ctx, result, &none);
    }
    if (is_too_large(&g)) {
        return lob_script_refuse(ctx, "more than 16 million tiles");
    }
    sums = LOB_NEW_ARRAY(ctx->arena, double, (size_t)(g.columns * g.rows));
    grounds = density->skips_outside ? LOB_NEW_ARRAY(ctx->arena, double, (size_t)(g.columns * g.rows)) : NULL;
    if (!sums || (density->skips_outside && !grounds)) {
        return lob_fail_memory(ctx);
    }
    LOB_TRY(add_layer(&g, p, sums));
    LOB_TRY(grounds ? b ? add_layer(&g, b, grounds) : add_box(&g, box, grounds) : LOB_OK);
    return choose(&g, density, sums, grounds, result);
}
