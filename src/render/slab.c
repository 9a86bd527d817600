/* Slabs: between two neighbouring levels of all ends and crossings no edge begins, ends or crosses another, so the
 * order of the edges at half height is that of the whole slab, and the width there is the mean width.
 *
 * n edges that all cross cost n^3 so. A part with many crossings is therefore halved, in turns across and up, until few
 * lie within each; what lies left of a part stands on its left side, where the windings of a ring add up to one
 * step function. Both are exact. Invariant: the parts in `parts` and what was added up tile the pixel, and the pieces
 * of a part are closed within it as those of the pixel are. */
#include "render/slab.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

enum { FEW = 32, CROSSINGS_EACH = 4, DEPTH_MAX = 28, POLL_STEPS = 1 << 16 };

typedef struct lob_slab_edge {
    double x;
    const lob_piece *piece;
} slab_edge;

/* A part of the pixel, and its pieces in `pieces`. */
typedef struct lob_slab_part {
    double left, bottom, right, top;
    uint32_t first, count;
    unsigned depth;
} slab_part;

static bool grow(void **items, uint32_t *capacity, uint32_t need, size_t size) {
    if (need <= *capacity) {
        return true;
    }
    uint32_t more = need + need / 2 + 16;
    void *block = lob_realloc(*items, (size_t)more * size);
    if (block) {
        *items = block;
        *capacity = more;
    }
    return block != NULL;
}

void lob_slabs_release(lob_slabs *s) {
    lob_free(s->levels);
    lob_free(s->active);
    lob_free(s->windings);
    lob_free(s->pieces);
    lob_free(s->parts);
    lob_free(s->lasts);
    *s = (lob_slabs){0};
}

static lob_status charge(lob_ctx *ctx, lob_slabs *s, uint64_t steps) {
    const uint64_t before = s->work;
    s->work += steps;
    if (s->stop != 0 && s->work > s->stop) {
        return LOB_E_QUERY_TOO_LARGE;
    }
    if (s->work > (uint64_t)LOB_SLAB_WORK_MAX) {
        lob_status status =
            lob_fail(ctx, LOB_E_QUERY_TOO_LARGE, "Too many edges cross each other in the pixels of the picture");
        lob_hint(ctx, "Ask for a smaller box, fewer layers or a larger picture");
        lob_error_text(&ctx->error, "limit_name", LOB_STR("query_work"));
        lob_error_integer(&ctx->error, "limit", LOB_SLAB_WORK_MAX);
        return status;
    }
    return before / POLL_STEPS != s->work / POLL_STEPS ? lob_poll(ctx) : LOB_OK;
}

static int by_value(const void *a, const void *b) {
    double x = *(const double *)a;
    double y = *(const double *)b;
    return x < y ? -1 : x > y;
}

static int by_bottom(const void *a, const void *b) {
    return by_value(&((const lob_piece *)a)->y0, &((const lob_piece *)b)->y0);
}

static int by_ring(const void *a, const void *b) {
    const lob_piece *p = a;
    const lob_piece *q = b;
    return p->ring != q->ring ? (p->ring < q->ring ? -1 : 1) : by_bottom(a, b);
}

static void sort_small(double *v, uint32_t n) {
    if (n > 24) {
        qsort(v, n, sizeof *v, by_value);
        return;
    }
    for (uint32_t i = 1; i < n; i++) {
        double x = v[i];
        uint32_t k = i;
        for (; k > 0 && v[k - 1] > x; k--) {
            v[k] = v[k - 1];
        }
        v[k] = x;
    }
}

static double x_at(const lob_piece *p, double y) {
    return p->x0 + (p->x1 - p->x0) * ((y - p->y0) / (p->y1 - p->y0));
}

/* Whether two pieces cross strictly between the levels that both span, and where. */
static bool crossing(const lob_piece *a, const lob_piece *b, double *y) {
    double low = a->y0 > b->y0 ? a->y0 : b->y0;
    double high = a->y1 < b->y1 ? a->y1 : b->y1;
    if (low >= high || fmax(a->x0, a->x1) < fmin(b->x0, b->x1) || fmax(b->x0, b->x1) < fmin(a->x0, a->x1)) {
        return false;
    }
    double d0 = x_at(a, low) - x_at(b, low);
    double d1 = x_at(a, high) - x_at(b, high);
    if (!((d0 < 0 && d1 > 0) || (d0 > 0 && d1 < 0))) {
        return false;
    }
    *y = low + (high - low) * (d0 / (d0 - d1));
    return *y > low && *y < high;
}

/* Pieces are sorted by y0. More than `most` crossings: not all of them, *count is 0. */
static lob_status levels_find(lob_ctx *ctx, lob_slabs *s, const lob_piece *p, uint32_t n, uint32_t most,
                              uint32_t *count) {
    uint32_t k = 0;
    *count = 0;
    if (!grow((void **)&s->levels, &s->level_capacity, 2 * n, sizeof *s->levels)) {
        return lob_fail_memory(ctx);
    }
    for (uint32_t i = 0; i < n; i++) {
        s->levels[k++] = p[i].y0;
        s->levels[k++] = p[i].y1;
    }
    for (uint32_t i = 0; i < n; i++) {
        uint32_t j = i + 1;
        for (; j < n && p[j].y0 < p[i].y1; j++) {
            double y;
            if (!crossing(&p[i], &p[j], &y)) {
                continue;
            }
            if (k - 2 * n >= most) {
                return LOB_OK;
            }
            if (k == UINT32_MAX / 2 || !grow((void **)&s->levels, &s->level_capacity, k + 1, sizeof *s->levels)) {
                return lob_fail_memory(ctx);
            }
            s->levels[k++] = y;
        }
        LOB_TRY(charge(ctx, s, 1 + (j - i) / 8));
    }
    sort_small(s->levels, k);
    *count = k;
    return LOB_OK;
}

/* Windings are nothing before and after. */
static double width_of(lob_slabs *s, uint32_t active, double right) {
    int32_t inside = 0;
    double from = 0;
    double width = 0;
    for (uint32_t i = 0; i < active; i++) {
        const lob_piece *p = s->active[i].piece;
        int32_t before = s->windings[p->ring];
        int32_t after = before + p->weight;
        s->windings[p->ring] = after;
        int32_t now = inside + (after != 0) - (before != 0);
        if (inside == 0 && now != 0) {
            from = s->active[i].x;
        } else if (inside != 0 && now == 0) {
            width += s->active[i].x - from;
        }
        inside = now;
    }
    for (uint32_t i = 0; i < active; i++) {
        s->windings[s->active[i].piece->ring] = 0;
    }
    return inside != 0 ? width + right - from : width;
}

/* The pieces that span the slab, left to right at its half height. The order of the slab below is nearly right. */
static uint32_t activate(lob_slabs *s, lob_piece *p, uint32_t n, uint32_t active, uint32_t *next, double low,
                         double middle) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < active; i++) {
        if (s->active[i].piece->y1 > middle) {
            s->active[kept++] = s->active[i];
        }
    }
    for (; *next < n && p[*next].y0 <= low; ++*next) {
        if (p[*next].y1 > middle) {
            s->active[kept++].piece = &p[*next];
        }
    }
    for (uint32_t i = 0; i < kept; i++) {
        slab_edge e = {x_at(s->active[i].piece, middle), s->active[i].piece};
        uint32_t k = i;
        for (; k > 0 && s->active[k - 1].x > e.x; k--) {
            s->active[k] = s->active[k - 1];
        }
        s->active[k] = e;
    }
    return kept;
}

/* Adds the area within one part, unless more than `most` edges cross there: then *is_done is false. */
static lob_status part_area(lob_ctx *ctx, lob_slabs *s, lob_piece *pieces, uint32_t count, double right, uint32_t most,
                            double *area, bool *is_done) {
    if (count > 1) {
        qsort(pieces, count, sizeof *pieces, by_bottom);
    }
    uint32_t levels = 0;
    if (!grow((void **)&s->active, &s->active_capacity, count, sizeof *s->active)) {
        return lob_fail_memory(ctx);
    }
    LOB_TRY(levels_find(ctx, s, pieces, count, most, &levels));
    *is_done = levels > 0 || count == 0;
    uint32_t active = 0;
    uint32_t next = 0;
    for (uint32_t i = 0; i + 1 < levels; i++) {
        double low = s->levels[i];
        double high = s->levels[i + 1];
        double middle = (low + high) / 2;
        if (!(middle > low && middle < high)) {
            continue;
        }
        active = activate(s, pieces, count, active, &next, low, middle);
        *area += width_of(s, active, right) * (high - low);
        LOB_TRY(charge(ctx, s, active));
    }
    return LOB_OK;
}

/* ---- the union as pieces ---- */

typedef struct join { /* pieces put out so far, and which of them each piece that came in went on in */
    const lob_piece *pieces;
    uint32_t *lasts;
    lob_piece *out;
    uint32_t most, count;
} join;

static double within(double x) {
    return x < 0 ? 0 : x > 1 ? 1 : x;
}

/* A piece that ends at `low` and goes on as `p`: from the same piece, or another upright one on the same line. */
static lob_piece *join_last(const join *j, const lob_piece *p, int32_t sign, double low) {
    enum { NEAR = 8 };
    const uint32_t last = j->lasts[p - j->pieces];
    if (last < j->count && j->out[last].y1 == low && j->out[last].weight == sign) {
        return &j->out[last];
    }
    for (uint32_t k = j->count; p->x0 == p->x1 && k > 0 && k + NEAR > j->count; k--) {
        lob_piece *o = &j->out[k - 1];
        if (o->y1 == low && o->weight == sign && o->x0 == p->x0 && o->x1 == p->x0) {
            return o;
        }
    }
    return NULL;
}

static bool join_put(join *j, const lob_piece *p, int32_t sign, double low, double high) {
    lob_piece *o = join_last(j, p, sign, low);
    if (!o) {
        if (j->count == j->most) {
            return false;
        }
        o = &j->out[j->count++];
        *o = (lob_piece){within(x_at(p, low)), low, 0, high, sign, 0};
    }
    o->x1 = within(x_at(p, high));
    o->y1 = high;
    j->lasts[p - j->pieces] = (uint32_t)(o - j->out);
    return true;
}

/* Where some ring winds in one slab: what width_of() adds up. Intervals that touch are one. */
static bool join_slab(lob_slabs *s, join *j, uint32_t active, double low, double high) {
    int32_t inside = 0;
    const slab_edge *from = NULL, *to = NULL;
    bool fine = true;
    for (uint32_t i = 0; i < active; i++) {
        const slab_edge *e = &s->active[i];
        const int32_t before = s->windings[e->piece->ring];
        const int32_t after = before + e->piece->weight;
        s->windings[e->piece->ring] = after;
        const int32_t now = inside + (after != 0) - (before != 0);
        if (inside == 0 && now != 0) {
            if (to && to->x < e->x) {
                fine = fine && join_put(j, from->piece, 1, low, high) && join_put(j, to->piece, -1, low, high);
                to = NULL;
            }
            from = to ? from : e;
            to = NULL;
        } else if (inside != 0 && now == 0) {
            to = from->x < e->x ? e : NULL;
        }
        inside = now;
    }
    for (uint32_t i = 0; i < active; i++) {
        s->windings[s->active[i].piece->ring] = 0;
    }
    if (inside != 0 || to) {
        fine = fine && join_put(j, from->piece, 1, low, high);
    }
    return fine && (inside != 0 || !to || join_put(j, to->piece, -1, low, high));
}

lob_status lob_slab_union(lob_ctx *ctx, lob_slabs *s, lob_piece *pieces, uint32_t count, uint32_t ring_count,
                          lob_piece *out, uint32_t most, uint32_t *out_count) {
    uint32_t levels = 0, active = 0, next = 0;
    *out_count = count == 0 ? 0 : LOB_SLAB_MANY;
    if (count == 0) {
        return LOB_OK;
    }
    if (!grow((void **)&s->windings, &s->winding_capacity, ring_count, sizeof *s->windings) ||
        !grow((void **)&s->active, &s->active_capacity, count, sizeof *s->active) ||
        !grow((void **)&s->lasts, &s->last_capacity, count, sizeof *s->lasts)) {
        return lob_fail_memory(ctx);
    }
    memset(s->windings, 0, ring_count * sizeof *s->windings);
    memset(s->lasts, 0xff, count * sizeof *s->lasts);
    qsort(pieces, count, sizeof *pieces, by_bottom);
    LOB_TRY(levels_find(ctx, s, pieces, count, CROSSINGS_EACH * count, &levels));
    if (levels == 0) {
        return LOB_OK;
    }
    join j = {pieces, s->lasts, out, most, 0};
    for (uint32_t i = 0; i + 1 < levels; i++) {
        const double low = s->levels[i], high = s->levels[i + 1], middle = (low + high) / 2;
        if (!(middle > low && middle < high)) {
            continue;
        }
        active = activate(s, pieces, count, active, &next, low, middle);
        LOB_TRY(charge(ctx, s, active));
        if (!join_slab(s, &j, active, low, high)) {
            return LOB_OK;
        }
    }
    *out_count = j.count;
    return LOB_OK;
}

/* ---- parts ---- */

static bool is_left(const lob_piece *p, double left) {
    return p->x0 <= left && p->x1 <= left;
}

uint32_t lob_slab_steps(lob_piece *p, uint32_t count) {
    const double x = count > 0 ? p[0].x0 : 0;
    for (uint32_t i = 0; i < count; i++) { /* where the winding changes, and by how much */
        p[count + i] = (lob_piece){x, p[i].y1, x, 0, -p[i].weight, p[i].ring};
    }
    qsort(p, 2 * (size_t)count, sizeof *p, by_ring);
    uint32_t kept = 0;
    int32_t winding = 0;
    for (uint32_t i = 0; i + 1 < 2 * count; i++) {
        winding += p[i].weight;
        const lob_piece step = {x, p[i].y0, x, p[i + 1].y0, winding, p[i].ring};
        if (winding == 0 || step.y0 == step.y1) { /* the last change of a ring brings its winding to 0 */
            continue;
        }
        lob_piece *last = kept > 0 ? &p[kept - 1] : NULL;
        if (last && last->ring == step.ring && last->weight == winding && last->y1 == step.y0) {
            last->y1 = step.y1;
        } else {
            p[kept++] = step;
        }
    }
    return kept;
}

/* What stands on the left side, as one step function a ring; the other pieces stay as they are. */
static lob_status merge_left(lob_ctx *ctx, lob_slabs *s, slab_part *part) {
    uint32_t inner = 0;
    lob_piece *p = s->pieces + part->first;
    for (uint32_t i = 0; i < part->count; i++) {
        if (!is_left(&p[i], part->left)) {
            lob_piece one = p[i];
            p[i] = p[inner];
            p[inner++] = one;
        }
    }
    const uint32_t sides = part->count - inner;
    if (sides < 2) {
        return LOB_OK;
    }
    if (!grow((void **)&s->pieces, &s->piece_capacity, part->first + inner + 2 * sides, sizeof *s->pieces)) {
        return lob_fail_memory(ctx);
    }
    const uint32_t kept = lob_slab_steps(s->pieces + part->first + inner, sides);
    part->count = inner + kept;
    return charge(ctx, s, sides);
}

/* [ya, yb] of a piece, from xa to xb. */
static void put(lob_slabs *s, slab_part *part, const lob_piece *p, double xa, double ya, double xb, double yb) {
    if (ya < yb) {
        s->pieces[part->first + part->count++] = (lob_piece){xa, ya, xb, yb, p->weight, p->ring};
    }
}

/* Of a piece what lies left of x, and what lies right of it with what stands on its left side. */
static void split_across(lob_slabs *s, const lob_piece *p, double x, slab_part *left, slab_part *right) {
    if (p->x0 <= x && p->x1 <= x) {
        put(s, left, p, p->x0, p->y0, p->x1, p->y1);
        put(s, right, p, x, p->y0, x, p->y1);
        return;
    }
    if (p->x0 >= x && p->x1 >= x) {
        put(s, right, p, p->x0, p->y0, p->x1, p->y1);
        return;
    }
    double y = p->y0 + (p->y1 - p->y0) * ((x - p->x0) / (p->x1 - p->x0));
    y = fmin(fmax(y, p->y0), p->y1);
    if (p->x0 < x) {
        put(s, left, p, p->x0, p->y0, x, y);
        put(s, right, p, x, p->y0, x, y);
        put(s, right, p, x, y, p->x1, p->y1);
    } else {
        put(s, right, p, p->x0, p->y0, x, y);
        put(s, right, p, x, y, x, p->y1);
        put(s, left, p, x, y, p->x1, p->y1);
    }
}

static void split_up(lob_slabs *s, const lob_piece *p, double y, slab_part *low, slab_part *high) {
    if (p->y1 <= y) {
        put(s, low, p, p->x0, p->y0, p->x1, p->y1);
    } else if (p->y0 >= y) {
        put(s, high, p, p->x0, p->y0, p->x1, p->y1);
    } else {
        double x = x_at(p, y);
        x = fmin(fmax(x, fmin(p->x0, p->x1)), fmax(p->x0, p->x1));
        put(s, low, p, p->x0, p->y0, x, y);
        put(s, high, p, x, y, p->x1, p->y1);
    }
}

/* Two parts instead of one. Its pieces stay where they are until both are done. */
static lob_status split(lob_ctx *ctx, lob_slabs *s, const slab_part *part, slab_part *a, slab_part *b) {
    const uint64_t end = (uint64_t)part->first + part->count;
    const bool is_across = part->depth % 2 == 0;
    const double middle = is_across ? (part->left + part->right) / 2 : (part->bottom + part->top) / 2;
    if (end + 3 * (uint64_t)part->count > UINT32_MAX / 2 ||
        !grow((void **)&s->pieces, &s->piece_capacity, (uint32_t)end + 3 * part->count, sizeof *s->pieces)) {
        return lob_fail_memory(ctx);
    }
    *a = *b = *part;
    a->depth = b->depth = part->depth + 1;
    *(is_across ? &a->right : &a->top) = middle;
    *(is_across ? &b->left : &b->bottom) = middle;
    a->count = b->count = 0;
    a->first = (uint32_t)end;
    b->first = (uint32_t)end + part->count; /* a piece leaves at most one in the first, two in the second */
    for (uint32_t i = 0; i < part->count; i++) {
        const lob_piece p = s->pieces[part->first + i];
        if (is_across) {
            split_across(s, &p, middle, a, b);
        } else {
            split_up(s, &p, middle, a, b);
        }
    }
    return charge(ctx, s, part->count);
}

/* One part: its area, or two parts in its place. */
static lob_status part_do(lob_ctx *ctx, lob_slabs *s, slab_part part, uint32_t *part_count, double *area) {
    LOB_TRY(merge_left(ctx, s, &part));
    const bool is_last = part.count <= FEW || part.depth >= DEPTH_MAX;
    bool is_done;
    LOB_TRY(part_area(ctx, s, s->pieces + part.first, part.count, part.right,
                      is_last ? UINT32_MAX : CROSSINGS_EACH * part.count, area, &is_done));
    if (is_done) {
        return LOB_OK;
    }
    slab_part a, b;
    LOB_TRY(split(ctx, s, &part, &a, &b));
    if (!grow((void **)&s->parts, &s->part_capacity, *part_count + 2, sizeof *s->parts)) {
        return lob_fail_memory(ctx);
    }
    s->parts[(*part_count)++] = a;
    s->parts[(*part_count)++] = b;
    return LOB_OK;
}

static lob_status area_by_parts(lob_ctx *ctx, lob_slabs *s, const lob_piece *pieces, uint32_t count, double *area) {
    uint32_t part_count = 1;
    if (!grow((void **)&s->pieces, &s->piece_capacity, count, sizeof *s->pieces) ||
        !grow((void **)&s->parts, &s->part_capacity, part_count, sizeof *s->parts)) {
        return lob_fail_memory(ctx);
    }
    memcpy(s->pieces, pieces, count * sizeof *pieces);
    s->parts[0] = (slab_part){0, 0, 1, 1, 0, count, 0};
    while (part_count > 0) {
        const slab_part part = s->parts[--part_count];
        LOB_TRY(part_do(ctx, s, part, &part_count, area));
    }
    return LOB_OK;
}

lob_status lob_slab_area(lob_ctx *ctx, lob_slabs *s, lob_piece *pieces, uint32_t count, uint32_t ring_count,
                         double *area) {
    double sum = 0;
    *area = 0;
    if (!grow((void **)&s->windings, &s->winding_capacity, ring_count, sizeof *s->windings)) {
        return lob_fail_memory(ctx);
    }
    memset(s->windings, 0, ring_count * sizeof *s->windings);
    bool is_done;
    LOB_TRY(count <= FEW ? part_area(ctx, s, pieces, count, 1, UINT32_MAX, &sum, &is_done)
                         : area_by_parts(ctx, s, pieces, count, &sum));
    *area = sum < 0 ? 0 : sum > 1 ? 1 : sum;
    return LOB_OK;
}
