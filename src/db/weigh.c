/* Weights of figures: an outline is brought into its normal form once, then each figure is a product.
 *
 * Invariant: outlines[i] is zero or the weight of outline i as a ring. Only polygons ask for it, so the centre lines of
 * paths are never weighed as rings.
 */
#include "db/weigh.h"

#include "base/alloc.h"
#include "base/wrap.h"

enum { POLL_MASK = 0x3fff /* figures between two looks at cancellation */ };

bool lob_weigher_open(lob_weigher *w, lob_ctx *ctx, const lob_layout *layout, uint32_t outline_count) {
    *w = (lob_weigher){.ctx = ctx, .layout = layout};
    w->table = lob_malloc(sizeof *w->table);
    w->outlines = lob_calloc((size_t)outline_count + 1, sizeof *w->outlines);
    if (!w->table || !w->outlines) {
        return false;
    }
    lob_weight_table_fill(w->table);
    return true;
}

bool lob_weigher_open_like(lob_weigher *w, lob_ctx *ctx, const lob_weigher *like) {
    *w = (lob_weigher){.ctx = ctx,
                       .layout = like->layout,
                       .table = like->table,
                       .is_shared = true,
                       .reps = like->reps,
                       .sets = like->sets};
    w->outlines = lob_calloc((size_t)like->layout->outlines.count + 1, sizeof *w->outlines);
    return w->outlines != NULL;
}

void lob_weigher_close(lob_weigher *w) {
    lob_column_release(&w->budget, &w->scratch, sizeof(lob_point));
    if (!w->is_shared) {
        lob_free(w->table);
    }
    lob_free(w->outlines);
    w->table = NULL;
    w->outlines = NULL;
}

/* ---- outlines ---- */

static bool point_less(lob_point a, lob_point b) {
    return a.x != b.x ? a.x < b.x : a.y < b.y;
}

/* `start` and `i` are below `count`. */
static lob_point ring_at(const lob_point *points, uint32_t count, bool backward, uint64_t start, uint64_t i) {
    uint64_t at = start + i;
    at -= at >= count ? count : 0;
    return points[backward ? count - 1 - at : at];
}

/* Where the least rotation of the ring begins: two candidates race, the loser's whole run is skipped; linear. */
static uint64_t ring_race(const lob_point *points, uint32_t count, bool backward) {
    uint64_t i = 0;
    uint64_t j = 1;
    uint64_t k = 0;
    while (i < count && j < count && k < count) {
        lob_point a = ring_at(points, count, backward, i, k);
        lob_point b = ring_at(points, count, backward, j, k);
        if (a.x == b.x && a.y == b.y) {
            k++;
            continue;
        }
        *(point_less(a, b) ? &j : &i) += k + 1;
        j += i == j;
        k = 0;
    }
    return i < j ? i : j;
}

/* A point as a number in the order of point_less(). */
static uint64_t point_rank(lob_point p) {
    return (uint64_t)((uint32_t)p.x ^ UINT32_C(0x80000000)) << 32 | ((uint32_t)p.y ^ UINT32_C(0x80000000));
}

/* Where the least rotations begin, forward and backward. Nearly every ring has its least point once: there. */
static void ring_starts(const lob_point *points, uint32_t count, uint64_t *forward, uint64_t *backward) {
    uint64_t least = point_rank(points[0]);
    uint32_t where = 0;
    bool is_doubled = false;
    for (uint32_t i = 1; i < count; i++) {
        uint64_t rank = point_rank(points[i]);
        if (rank <= least) {
            is_doubled = rank == least;
            where = i;
            least = rank;
        }
    }
    *forward = is_doubled ? ring_race(points, count, false) : where;
    *backward = is_doubled ? ring_race(points, count, true) : count - 1 - where;
}

static bool ring_backward_is_less(const lob_point *points, uint32_t count, uint64_t forward, uint64_t backward) {
    for (uint64_t i = 0; i < count; i++) {
        lob_point a = ring_at(points, count, false, forward, i);
        lob_point b = ring_at(points, count, true, backward, i);
        if (a.x != b.x || a.y != b.y) {
            return point_less(b, a);
        }
    }
    return false;
}

/* Differences to `from` wrap at 32 bits, which a hash does not mind. */
LOB_WRAPS static lob_point minus(lob_point a, lob_point from) {
    return (lob_point){(int32_t)((uint32_t)a.x - (uint32_t)from.x), (int32_t)((uint32_t)a.y - (uint32_t)from.y)};
}

/* Perhaps a flat one, which the reader of GDSII makes a box as well. The first point is the least, so the third is the
 * corner across from it. */
static bool is_rectangle(const lob_point *p, uint32_t count) {
    return count == 4 && ((p[0].x == p[1].x && p[1].y == p[2].y && p[2].x == p[3].x && p[3].y == p[0].y) ||
                          (p[0].y == p[1].y && p[1].x == p[2].x && p[2].y == p[3].y && p[3].x == p[0].x));
}

/* Three points on a line along an axis, which GDSII gives back as a flat box, for the first point stands at the end
 * again. */
static bool is_flat_triangle(const lob_point *p, uint32_t count) {
    return count == 3 && ((p[0].x == p[1].x && p[1].x == p[2].x) || (p[0].y == p[1].y && p[1].y == p[2].y));
}

static uint32_t larger(int32_t a, int32_t b) {
    return (uint32_t)a > (uint32_t)b ? (uint32_t)a : (uint32_t)b;
}

static lob_weight box_weight(uint32_t width, uint32_t height) {
    const uint32_t size[2] = {width, height};
    return lob_weight_hash(size, sizeof size, LOB_SEED_BOX);
}

static bool ring_weight(lob_weigher *w, const lob_outline *outline, lob_weight *weight) {
    const lob_point *points = lob_layout_points(w->layout, outline);
    uint32_t count = outline->count;
    w->scratch.count = 0;
    if (!lob_column_reserve(&w->budget, &w->scratch, sizeof(lob_point), count)) {
        return false;
    }
    lob_point *normal = w->scratch.data;
    uint64_t forward, backward;
    ring_starts(points, count, &forward, &backward);
    bool turn = ring_backward_is_less(points, count, forward, backward);
    lob_point start = ring_at(points, count, turn, turn ? backward : forward, 0);
    for (uint32_t i = 0; i < count; i++) {
        normal[i] = minus(ring_at(points, count, turn, turn ? backward : forward, i), start);
    }
    if (is_rectangle(normal, count)) {
        *weight = box_weight((uint32_t)normal[2].x, (uint32_t)normal[2].y);
    } else if (is_flat_triangle(normal, count)) {
        *weight = box_weight(larger(normal[1].x, normal[2].x), larger(normal[1].y, normal[2].y));
    } else {
        *weight = lob_weight_hash(normal, count * sizeof *normal, LOB_SEED_POLYGON);
    }
    *weight = lob_weight_mul(*weight, lob_weight_move(w->table, start));
    return true;
}

/* A point that is doubled does not change a path, and where it has one place alone OASIS must double it. */
static bool path_weight(lob_weigher *w, const lob_path *path, lob_weight *weight) {
    const lob_outline *outline = lob_layout_outline(w->layout, path->outline);
    const lob_point *points = lob_layout_points(w->layout, outline);
    w->scratch.count = 0;
    if (!lob_column_reserve(&w->budget, &w->scratch, sizeof(lob_point), outline->count)) {
        return false;
    }
    lob_point *normal = w->scratch.data;
    uint32_t count = 0;
    for (uint32_t i = 0; i < outline->count; i++) {
        if (i == 0 || points[i].x != points[i - 1].x || points[i].y != points[i - 1].y) {
            normal[count++] = points[i];
        }
    }
    bool turn = ring_backward_is_less(normal, count, 0, 0);
    for (uint32_t i = 0; turn && i < count / 2; i++) {
        lob_point kept = normal[i];
        normal[i] = normal[count - 1 - i];
        normal[count - 1 - i] = kept;
    }
    lob_point start = normal[0];
    for (uint32_t i = 0; i < count; i++) {
        normal[i] = minus(normal[i], start);
    }
    const int32_t words[4] = {path->width, turn ? path->end_ext : path->begin_ext,
                              turn ? path->begin_ext : path->end_ext, path->round_ends};
    *weight = lob_weight_mul(lob_weight_hash(normal, count * sizeof *normal, LOB_SEED_PATH),
                             lob_weight_hash(words, sizeof words, LOB_SEED_PATH));
    *weight = lob_weight_mul(*weight, lob_weight_move(w->table, start));
    return true;
}

/* ---- figures ---- */

void lob_weigh_attr(lob_weight *weight, const lob_attrs *attrs, uint32_t *next, uint32_t index, const lob_weight *of) {
    if (*next < attrs->count && attrs->items[*next].index == index) {
        *weight = lob_weight_mul(*weight, of[attrs->items[(*next)++].value]);
    }
}

void lob_weigh_placed(const lob_weigher *w, lob_weight *sum, lob_weight weight, lob_point at, uint32_t rep) {
    weight = lob_weight_placed(w->table, weight, at);
    if (rep != LOB_NONE) {
        weight = lob_weight_mul(weight, w->reps[rep]);
    }
    *sum = lob_weight_add(*sum, weight);
}

static bool may_go_on(const lob_weigher *w, uint32_t index) {
    return (index & POLL_MASK) != 0 || !w->ctx || lob_poll(w->ctx) == LOB_OK;
}

static bool add_boxes(const lob_weigher *w, const lob_shapes *s, uint32_t from, lob_weight *sum) {
    uint32_t next_rep = 0, next_prop = 0;
    for (uint32_t i = from; i < s->count[LOB_KIND_BOX]; i++) {
        lob_box b = s->boxes[i];
        if (!may_go_on(w, i)) {
            return false;
        }
        lob_weight weight = box_weight((uint32_t)((int64_t)b.right - b.left), (uint32_t)((int64_t)b.top - b.bottom));
        lob_weigh_attr(&weight, &s->box_reps, &next_rep, i, w->reps);
        lob_weigh_attr(&weight, &s->props[LOB_KIND_BOX], &next_prop, i, w->sets);
        lob_weigh_placed(w, sum, weight, (lob_point){b.left, b.bottom}, LOB_NONE);
    }
    return true;
}

static bool outline_weight(lob_weigher *w, uint32_t index, lob_weight *weight) {
    lob_weight *known = &w->outlines[index];
    if ((known->v[0] | known->v[1]) == 0 && !ring_weight(w, lob_layout_outline(w->layout, index), known)) {
        return false;
    }
    *weight = *known;
    return true;
}

static bool add_polygons(lob_weigher *w, const lob_shapes *s, uint32_t from, lob_weight *sum) {
    uint32_t next = 0;
    for (uint32_t i = from; i < s->count[LOB_KIND_POLYGON]; i++) {
        lob_weight weight;
        if (!may_go_on(w, i) || !outline_weight(w, s->polygons[i].outline, &weight)) {
            return false;
        }
        lob_weigh_attr(&weight, &s->props[LOB_KIND_POLYGON], &next, i, w->sets);
        lob_weigh_placed(w, sum, weight, s->polygons[i].at, s->polygons[i].rep);
    }
    return true;
}

static bool add_paths(lob_weigher *w, const lob_shapes *s, uint32_t from, lob_weight *sum) {
    uint32_t next = 0;
    for (uint32_t i = from; i < s->count[LOB_KIND_PATH]; i++) {
        lob_weight weight;
        if (!may_go_on(w, i) || !path_weight(w, &s->paths[i], &weight)) {
            return false;
        }
        lob_weigh_attr(&weight, &s->props[LOB_KIND_PATH], &next, i, w->sets);
        lob_weigh_placed(w, sum, weight, s->paths[i].at, s->paths[i].rep);
    }
    return true;
}

static bool add_texts(const lob_weigher *w, const lob_shapes *s, uint32_t from, lob_weight *sum) {
    uint32_t next = 0;
    for (uint32_t i = from; i < s->count[LOB_KIND_TEXT]; i++) {
        lob_str string = lob_layout_string(w->layout, s->texts[i].string);
        if (!may_go_on(w, i)) {
            return false;
        }
        lob_weight weight = lob_weight_hash(string.data, string.size, LOB_SEED_TEXT);
        lob_weigh_attr(&weight, &s->props[LOB_KIND_TEXT], &next, i, w->sets);
        lob_weigh_placed(w, sum, weight, s->texts[i].at, s->texts[i].rep);
    }
    return true;
}

bool lob_weigh_figures(lob_weigher *weigher, const lob_shapes *shapes, lob_kind kind, uint32_t from, lob_weight *sum) {
    switch (kind) {
    case LOB_KIND_BOX:
        return add_boxes(weigher, shapes, from, sum);
    case LOB_KIND_POLYGON:
        return add_polygons(weigher, shapes, from, sum);
    case LOB_KIND_PATH:
        return add_paths(weigher, shapes, from, sum);
    case LOB_KIND_TEXT:
    case LOB_KIND_COUNT:
    default:
        return add_texts(weigher, shapes, from, sum);
    }
}
