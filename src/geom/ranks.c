/* See ranks.h. */
#include "geom/ranks.h"

#include <string.h>

#include "base/alloc.h"
#include "base/sort.h"

enum { POINTS_LEAST = 3, SIDES = 4 };

typedef __int128 wide;

typedef struct site { /* a point, each once, by x, then y */
    lob_point64 at;
    size_t index;
    int64_t i, j; /* steps from the first of its class */
    bool is_in, is_tried;
} site;

typedef struct finder {
    lob_ctx *ctx;
    site *sites;
    size_t count;
    lob_point64 *steps; /* between all pairs; scratch */
    lob_point64 a, b;   /* b 0: one row */
    lob_point64 first;  /* of the class */
    size_t in_count;
    int64_t low[2], high[2]; /* of i and j */
} finder;

/* ---- order ---- */

static int order_points(const void *x, const void *y, void *arg) {
    const lob_point64 *a = x, *b = y;
    (void)arg;
    return a->x != b->x ? (a->x > b->x) - (a->x < b->x) : (a->y > b->y) - (a->y < b->y);
}

static int order_sites(const void *x, const void *y, void *arg) {
    return order_points(&((const site *)x)->at, &((const site *)y)->at, arg);
}

static wide cross(lob_point64 a, lob_point64 b) {
    return (wide)a.x * b.y - (wide)a.y * b.x;
}

static wide squared(lob_point64 a) {
    return (wide)a.x * a.x + (wide)a.y * a.y;
}

static lob_point64 minus(lob_point64 a, lob_point64 b) {
    return (lob_point64){a.x - b.x, a.y - b.y};
}

static bool is_zero(lob_point64 a) {
    return a.x == 0 && a.y == 0;
}

/* ---- sites and steps ---- */

static lob_status take_sites(finder *f, const lob_point64 *points, size_t count) {
    size_t kept = 0;
    f->sites = LOB_NEW_ARRAY(f->ctx->arena, site, count);
    if (!f->sites) {
        return lob_fail_memory(f->ctx);
    }
    for (size_t i = 0; i < count; i++) {
        f->sites[i] = (site){.at = points[i], .index = i};
    }
    LOB_TRY(lob_sort(f->ctx, f->sites, count, sizeof *f->sites, order_sites, NULL));
    for (size_t i = 0; i < count; i++) {
        if (kept == 0 || order_sites(&f->sites[kept - 1], &f->sites[i], NULL) != 0) {
            f->sites[kept++] = f->sites[i];
        }
    }
    f->count = kept;
    return LOB_OK;
}

/* The step that most pairs have, of equals the shorter; `unlike`: not along it. 0: no two pairs agree. */
static lob_point64 most_common(const finder *f, size_t step_count, lob_point64 unlike) {
    lob_point64 best = {0, 0};
    size_t best_count = 1;
    for (size_t i = 0; i < step_count;) {
        size_t end = i + 1;
        while (end < step_count && order_points(&f->steps[i], &f->steps[end], NULL) == 0) {
            end++;
        }
        const bool may_be = is_zero(unlike) || cross(unlike, f->steps[i]) != 0;
        const bool is_more = end - i > best_count;
        if (may_be && (is_more || (end - i == best_count && best_count > 1 && squared(f->steps[i]) < squared(best)))) {
            best = f->steps[i];
            best_count = end - i;
        }
        i = end;
    }
    return best;
}

static lob_status find_steps(finder *f) {
    const size_t step_count = f->count * (f->count - 1) / 2;
    size_t at = 0;
    for (size_t i = 0; i < f->count; i++) {
        for (size_t k = i + 1; k < f->count; k++) {
            f->steps[at++] = minus(f->sites[k].at, f->sites[i].at);
        }
    }
    LOB_TRY(lob_sort(f->ctx, f->steps, step_count, sizeof *f->steps, order_points, NULL));
    f->a = most_common(f, step_count, (lob_point64){0, 0});
    f->b = is_zero(f->a) ? f->a : most_common(f, step_count, f->a);
    return LOB_OK;
}

/* ---- classes ---- */

static bool is_small(wide steps) {
    return steps <= LOB_COORD_MAX && steps >= -LOB_COORD_MAX;
}

/* Whether `by` is i * a + j * b. */
static bool is_whole(const finder *f, lob_point64 by, int64_t *i, int64_t *j) {
    if (is_zero(f->b)) {
        const bool by_x = f->a.x != 0;
        const int64_t step = by_x ? f->a.x : f->a.y, way = by_x ? by.x : by.y;
        *i = way / step;
        *j = 0;
        return cross(f->a, by) == 0 && way % step == 0;
    }
    const wide det = cross(f->a, f->b), of_i = cross(by, f->b), of_j = cross(f->a, by);
    if (of_i % det != 0 || of_j % det != 0 || !is_small(of_i / det) || !is_small(of_j / det)) {
        return false;
    }
    *i = (int64_t)(of_i / det);
    *j = (int64_t)(of_j / det);
    return true;
}

static size_t count_class(const finder *f, lob_point64 first) {
    size_t count = 0;
    for (size_t k = 0; k < f->count; k++) {
        int64_t i, j;
        const bool is_in = is_whole(f, minus(f->sites[k].at, first), &i, &j);
        f->sites[k].is_tried = f->sites[k].is_tried || is_in;
        count += is_in;
    }
    return count;
}

static void span(finder *f) {
    f->in_count = 0;
    for (size_t k = 0; k < f->count; k++) {
        const site *s = &f->sites[k];
        if (!s->is_in) {
            continue;
        }
        const bool is_first = f->in_count++ == 0;
        f->low[0] = is_first || s->i < f->low[0] ? s->i : f->low[0];
        f->high[0] = is_first || s->i > f->high[0] ? s->i : f->high[0];
        f->low[1] = is_first || s->j < f->low[1] ? s->j : f->low[1];
        f->high[1] = is_first || s->j > f->high[1] ? s->j : f->high[1];
    }
}

/* The largest class, of equals the one of the least point. */
static void take_class(finder *f) {
    size_t best = 0;
    for (size_t k = 0; k < f->count; k++) {
        f->sites[k].is_tried = false;
    }
    for (size_t k = 0; k < f->count; k++) {
        const size_t count = f->sites[k].is_tried ? 0 : count_class(f, f->sites[k].at);
        if (count > best) {
            best = count;
            f->first = f->sites[k].at;
        }
    }
    for (size_t k = 0; k < f->count; k++) {
        site *s = &f->sites[k];
        s->is_in = is_whole(f, minus(s->at, f->first), &s->i, &s->j);
    }
    span(f);
}

/* ---- borders ---- */

typedef struct border { /* the outermost row or column of one side */
    size_t taken;
    uint64_t places, gap; /* gap: lines to the next one that is not empty */
} border;

static int64_t line_of(const site *s, int side) {
    return side < 2 ? s->i : s->j;
}

static border look_at(const finder *f, int side) {
    const int axis = side / 2;
    const bool is_low = side % 2 == 0;
    const int64_t line = is_low ? f->low[axis] : f->high[axis];
    border b = {.places = (uint64_t)(f->high[1 - axis] - f->low[1 - axis]) + 1, .gap = UINT64_MAX};
    for (size_t k = 0; k < f->count; k++) {
        if (!f->sites[k].is_in) {
            continue;
        }
        const int64_t at = line_of(&f->sites[k], side);
        const uint64_t gap = (uint64_t)(is_low ? at - line : line - at);
        b.taken += gap == 0;
        b.gap = gap > 0 && gap < b.gap ? gap : b.gap;
    }
    return b;
}

/* What lies far away goes first: it makes all other lines look empty. */
static bool is_looser(const border *a, const border *b) {
    const wide x = (wide)a->taken * (wide)b->places, y = (wide)b->taken * (wide)a->places;
    return a->gap != b->gap ? a->gap > b->gap : x < y;
}

static bool is_half_full(const finder *f) {
    const wide places = ((wide)f->high[0] - f->low[0] + 1) * ((wide)f->high[1] - f->low[1] + 1);
    return 2 * (wide)f->in_count >= places;
}

/* Until half of the places are taken. */
static lob_status trim(finder *f) {
    while (f->in_count > 0 && !is_half_full(f)) {
        int worst = -1;
        border of_worst = {0};
        LOB_TRY(lob_poll(f->ctx));
        for (int side = 0; side < SIDES; side++) {
            const border b = look_at(f, side);
            if (f->low[side / 2] < f->high[side / 2] && (worst < 0 || is_looser(&b, &of_worst))) {
                worst = side;
                of_worst = b;
            }
        }
        const int64_t line = worst % 2 == 0 ? f->low[worst / 2] : f->high[worst / 2];
        for (size_t k = 0; k < f->count; k++) {
            f->sites[k].is_in = f->sites[k].is_in && line_of(&f->sites[k], worst) != line;
        }
        span(f);
    }
    return LOB_OK;
}

/* ---- the answer ---- */

/* Wide on the way: two steps that are nearly alike go far and back. */
static lob_point64 place_of(const finder *f, int64_t i, int64_t j) {
    return (lob_point64){(int64_t)(f->first.x + (wide)i * f->a.x + (wide)j * f->b.x),
                         (int64_t)(f->first.y + (wide)i * f->a.y + (wide)j * f->b.y)};
}

static void turn_round(lob_ranks *g, lob_point64 *step, uint64_t count) {
    const int64_t times = (int64_t)count - 1;
    g->origin = (lob_point64){g->origin.x + times * step->x, g->origin.y + times * step->y};
    *step = (lob_point64){-step->x, -step->y};
}

static int64_t size_of(int64_t v) {
    return v < 0 ? -v : v;
}

/* column: flatter than row. */
static bool is_flatter(lob_point64 a, lob_point64 b) {
    return (wide)size_of(a.y) * size_of(b.x) < (wide)size_of(b.y) * size_of(a.x);
}

static lob_ranks grid_of(const finder *f) {
    const uint64_t na = (uint64_t)(f->high[0] - f->low[0]) + 1, nb = (uint64_t)(f->high[1] - f->low[1]) + 1;
    lob_ranks g = {.origin = place_of(f, f->low[0], f->low[1]),
                   .column = f->a,
                   .row = f->b,
                   .column_count = na,
                   .row_count = nb,
                   .fit_count = f->in_count};
    if (na == 1 || (nb > 1 && is_flatter(f->b, f->a))) {
        g.column = f->b;
        g.row = f->a;
        g.column_count = nb;
        g.row_count = na;
    }
    if (g.row_count == 1) {
        g.row = (lob_point64){0, 0};
    }
    if (g.row_count == 1 && size_of(g.column.y) > size_of(g.column.x)) { /* an upright line is one column */
        g.row = g.column;
        g.row_count = g.column_count;
        g.column = (lob_point64){0, 0};
        g.column_count = 1;
    }
    if (g.column_count > 1 && (g.column.x < 0 || (g.column.x == 0 && g.column.y < 0))) {
        turn_round(&g, &g.column, g.column_count);
    }
    if (g.row.y < 0 || (g.row.y == 0 && g.row.x < 0)) {
        turn_round(&g, &g.row, g.row_count);
    }
    return g;
}

/* One try with the steps of the finder; it counts when it has more points than the one before. */
static lob_status try_steps(finder *f, lob_ranks *grid, bool *is_on) {
    take_class(f);
    LOB_TRY(trim(f));
    const bool is_row = f->low[0] == f->high[0] || f->low[1] == f->high[1];
    if (f->in_count < (size_t)POINTS_LEAST + !is_row || 2 * f->in_count < f->count || f->in_count <= grid->fit_count) {
        return LOB_OK;
    }
    *grid = grid_of(f);
    for (size_t k = 0; k < f->count; k++) {
        is_on[f->sites[k].index] = f->sites[k].is_in;
    }
    return LOB_OK;
}

static lob_status find(finder *f, lob_ranks *grid, bool *is_on) {
    LOB_TRY(find_steps(f));
    if (is_zero(f->a)) {
        return LOB_OK;
    }
    const lob_point64 row = f->b;
    f->b = (lob_point64){0, 0};
    LOB_TRY(try_steps(f, grid, is_on));
    f->b = row;
    return is_zero(row) ? LOB_OK : try_steps(f, grid, is_on);
}

lob_status lob_ranks_find(lob_ctx *ctx, const lob_point64 *points, size_t count, lob_ranks *grid, bool *is_on) {
    finder f = {.ctx = ctx};
    *grid = (lob_ranks){.fit_count = 0};
    memset(is_on, 0, count * sizeof *is_on);
    LOB_TRY(take_sites(&f, points, count));
    if (f.count < POINTS_LEAST) {
        return LOB_OK;
    }
    f.steps = lob_realloc(NULL, f.count * (f.count - 1) / 2 * sizeof *f.steps);
    const lob_status status = f.steps ? find(&f, grid, is_on) : lob_fail_memory(ctx);
    lob_free(f.steps);
    return status;
}
