/* Hot pixels, and which of them a segment meets.
 *
 * The points lie in Morton order. Most segments are facets of a bend, hardly longer than their pixels are apart: the
 * cells of a grid, each a run of the order, have what is near them at once. The others ask a packed tree over the same
 * order, with exact tests against its boxes. Both ask the same test of the same points.
 */
#include "geom/region_parts.h"

#include "base/alloc.h"

/* POINTS_NEAR: up to which it pays to look at runs and not at the tree. */
enum { FAN = 8, KEY_BITS = 16, CELL_BITS_MAX = 11, RUNS_MAX = 4, POINTS_NEAR = 64 };

static uint64_t spread(uint64_t v) { /* 16 bits, a gap after each */
    v = (v | v << 8) & 0x00ff00ff;
    v = (v | v << 4) & 0x0f0f0f0f;
    v = (v | v << 2) & 0x33333333;
    return (v | v << 1) & 0x55555555;
}

static uint64_t morton(uint64_t x, uint64_t y) {
    return spread(x) | spread(y) << 1;
}

static lob_point64 key_place(const lob_hot_pixels *h, int64_t x, int64_t y) {
    return (lob_point64){(int64_t)((uint64_t)(x - h->origin.x) >> h->shift),
                         (int64_t)((uint64_t)(y - h->origin.y) >> h->shift)};
}

static uint64_t key_of(const lob_hot_pixels *h, lob_point64 p) {
    const lob_point64 at = key_place(h, p.x, p.y);
    return morton((uint64_t)at.x, (uint64_t)at.y);
}

/* ---- building ---- */

static lob_status sort_morton(lob_ctx *ctx, const lob_points64 *points, lob_hot_pixels *h) {
    lob_box64 box = LOB_BOX64_EMPTY;
    for (uint32_t i = 0; i < points->count; i++) {
        box = lob_box64_add_point(box, points->items[i].x, points->items[i].y);
    }
    const uint64_t span = (uint64_t)(box.right - box.left) | (uint64_t)(box.top - box.bottom);
    h->origin = (lob_point64){box.left, box.bottom};
    while (span >> h->shift >> KEY_BITS) {
        h->shift++;
    }
    for (uint32_t i = 0; i < points->count; i++) {
        h->points[i] = (lob_point64){(int64_t)key_of(h, points->items[i]), 0};
    }
    uint32_t *order;
    LOB_TRY(lob_point_order(ctx, h->points, sizeof *h->points, points->count, &order));
    for (uint32_t i = 0; i < points->count; i++) {
        h->points[i] = points->items[order[i]];
    }
    lob_free(order);
    return LOB_OK;
}

/* About four points to a cell, were they spread evenly: where halving begins. */
static lob_status build_cells(lob_ctx *ctx, lob_hot_pixels *h) {
    while (h->cell_bits < CELL_BITS_MAX && UINT64_C(16) << 2 * h->cell_bits <= h->count) {
        h->cell_bits++;
    }
    const unsigned below = 2 * (KEY_BITS - h->cell_bits);
    const uint32_t cell_count = UINT32_C(1) << 2 * h->cell_bits;
    h->keys = lob_malloc(h->count * sizeof *h->keys + 1);
    h->cells = lob_malloc(((size_t)cell_count + 1) * sizeof *h->cells);
    if (!h->keys || !h->cells) {
        return lob_fail_memory(ctx);
    }
    uint32_t cell = 0;
    for (uint32_t i = 0; i < h->count; i++) {
        h->keys[i] = (uint32_t)key_of(h, h->points[i]);
        for (; cell <= (uint64_t)h->keys[i] >> below; cell++) {
            h->cells[cell] = i;
        }
    }
    for (; cell <= cell_count; cell++) {
        h->cells[cell] = h->count;
    }
    return LOB_OK;
}

static lob_box64 box_of_points(const lob_hot_pixels *h, uint32_t first, uint32_t last) {
    lob_box64 box = LOB_BOX64_EMPTY;
    for (uint32_t k = first; k < last; k++) {
        box = lob_box64_add_point(box, h->points[k].x, h->points[k].y);
    }
    return box;
}

static lob_box64 box_of_boxes(const lob_box64 *below, uint32_t first, uint32_t last) {
    lob_box64 box = LOB_BOX64_EMPTY;
    for (uint32_t k = first; k < last; k++) {
        box = lob_box64_join(box, below[k]);
    }
    return box;
}

static lob_status build_tree(lob_ctx *ctx, lob_hot_pixels *h) {
    uint32_t total = 0;
    for (uint32_t n = h->count; h->levels == 0 || n > 1; h->levels++) {
        n = (n + FAN - 1) / FAN;
        h->level[h->levels].first = total;
        h->level[h->levels].count = n;
        total += n;
    }
    h->boxes = lob_malloc(total * sizeof *h->boxes + 1);
    if (!h->boxes) {
        return lob_fail_memory(ctx);
    }
    for (unsigned level = 0; level < h->levels; level++) {
        const uint32_t below = level ? h->level[level - 1].count : h->count;
        for (uint32_t i = 0; i < h->level[level].count; i++) {
            const uint32_t first = i * FAN, last = below - first < FAN ? below : first + FAN;
            h->boxes[h->level[level].first + i] =
                level ? box_of_boxes(h->boxes + h->level[level - 1].first, first, last) : box_of_points(h, first, last);
        }
    }
    return LOB_OK;
}

lob_status lob_hot_pixels_build(lob_ctx *ctx, const lob_points64 *points, lob_hot_pixels *h) {
    *h = (lob_hot_pixels){.count = points->count};
    h->points = lob_malloc(points->count * sizeof *h->points + 1);
    if (!h->points) {
        return lob_fail_memory(ctx);
    }
    LOB_TRY(sort_morton(ctx, points, h));
    LOB_TRY(build_cells(ctx, h));
    LOB_TRY(lob_poll(ctx));
    return build_tree(ctx, h);
}

void lob_hot_pixels_drop(lob_hot_pixels *h) {
    lob_free(h->points);
    lob_free(h->keys);
    lob_free(h->cells);
    lob_free(h->boxes);
    *h = (lob_hot_pixels){0};
}

/* ---- asking ---- */

lob_hot_line lob_hot_line_of(const lob_segment *s, bool is_exact) {
    lob_hot_line l = {.from = s->from, .dir = lob_point_minus(s->to, s->from), .is_exact = is_exact};
    const bool is_leftward = l.dir.x < 0;
    l.reach = is_exact ? 0 : (__int128)(is_leftward ? -l.dir.x : l.dir.x) + l.dir.y;
    l.box = (lob_box64){is_leftward ? s->to.x : s->from.x, s->from.y, is_leftward ? s->from.x : s->to.x, s->to.y};
    return l;
}

static bool may_meet_box(const lob_hot_line *l, const lob_box64 *b) {
    if (b->left > l->box.right || b->right < l->box.left || b->bottom > l->box.top || b->top < l->box.bottom) {
        return false;
    }
    int64_t dx = l->dir.x, dy = l->dir.y; /* dy > 0 */
    int64_t high_y = dx > 0 ? b->top : b->bottom, low_y = dx > 0 ? b->bottom : b->top;
    __int128 most = (__int128)dx * (high_y - l->from.y) - (__int128)dy * (b->left - l->from.x);
    __int128 least = (__int128)dx * (low_y - l->from.y) - (__int128)dy * (b->right - l->from.x);
    return 2 * least <= l->reach && 2 * most >= -l->reach;
}

static bool has_corner(const lob_hot_pixels *h, lob_point64 p) {
    uint32_t low = 0;
    for (uint32_t high = h->corners.count; low < high;) {
        const uint32_t middle = low + (high - low) / 2;
        if (lob_point_compare(h->corners.items[middle], p) < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < h->corners.count && lob_point_equal(h->corners.items[low], p);
}

/* The segment meets the inside of the pixel, or its upper right corner where something crosses there. (No side of a
 * pixel lies on a line through grid points along an axis, and other lines touch corners alone.) */
static bool meets_pixel(const lob_hot_pixels *h, const lob_hot_line *l, lob_point64 p) {
    if (p.x < l->box.left || p.x > l->box.right || p.y < l->box.bottom || p.y > l->box.top) {
        return false;
    }
    __int128 c = 2 * lob_cross(l->dir, lob_point_minus(p, l->from));
    if (l->is_exact) {
        return c == 0;
    }
    return (c < l->reach && c > -l->reach) || (c == (__int128)l->dir.y - l->dir.x && has_corner(h, p));
}

static lob_status ask_points(lob_ctx *ctx, const lob_hot_pixels *h, const lob_hot_line *l, uint32_t first,
                             uint32_t last, lob_points64 *hits) {
    for (uint32_t k = first; k < last; k++) {
        if (meets_pixel(h, l, h->points[k])) {
            LOB_TRY(lob_points64_add(ctx, hits, h->points[k]));
        }
    }
    return LOB_OK;
}

static lob_status ask_tree(lob_ctx *ctx, const lob_hot_pixels *h, const lob_hot_line *l, lob_points64 *hits) {
    struct {
        unsigned level;
        uint32_t index;
    } stack[FAN * LOB_HOT_LEVELS_MAX];
    unsigned depth = 0;
    stack[depth].level = h->levels - 1;
    stack[depth++].index = 0;
    while (depth) {
        const unsigned level = stack[--depth].level;
        const uint32_t index = stack[depth].index;
        if (!may_meet_box(l, &h->boxes[h->level[level].first + index])) {
            continue;
        }
        const uint32_t below = level ? h->level[level - 1].count : h->count, first = index * FAN;
        const uint32_t last = below - first < FAN ? below : first + FAN;
        if (level == 0) {
            LOB_TRY(ask_points(ctx, h, l, first, last, hits));
            continue;
        }
        for (uint32_t k = first; k < last; k++) {
            stack[depth].level = level - 1;
            stack[depth++].index = k;
        }
    }
    return LOB_OK;
}

/* The first point of those from `low` to `high` whose key is `key` or more; `high` where there is none. */
static uint32_t halve(const uint32_t *keys, uint32_t low, uint32_t high, uint64_t key) {
    for (uint32_t count = high - low; count > 0;) {
        const uint32_t half = count / 2;
        const bool is_below = keys[low + half] < key;
        low += is_below ? half + 1 : 0;
        count = is_below ? count - half - 1 : half;
    }
    return low;
}

/* The run of a square `up` levels above the keys. It is short as a rule: its end is looked for in growing steps. */
static void find_run(const lob_hot_pixels *h, uint64_t square, unsigned up, uint32_t run[2]) {
    const uint64_t key = square << 2 * up, behind = (square + 1) << 2 * up;
    const uint64_t cell = key >> 2 * (KEY_BITS - h->cell_bits);
    uint32_t low = halve(h->keys, h->cells[cell], h->cells[cell + 1], key), step = 4;
    run[0] = low;
    while (h->count - low > step && h->keys[low + step] < behind) {
        low += step;
        step *= 2;
    }
    run[1] = halve(h->keys, low, h->count - low > step ? low + step : h->count, behind);
}

/* The squares of the quadtree, two by two at most, that the box of the segment meets, as runs of points: false where
 * those are too many. */
static bool find_runs(const lob_hot_pixels *h, const lob_hot_line *l, uint32_t run[RUNS_MAX][2], unsigned *count) {
    const lob_point64 low = key_place(h, l->box.left, l->box.bottom), high = key_place(h, l->box.right, l->box.top);
    uint64_t x0 = (uint64_t)low.x, x1 = (uint64_t)high.x, y0 = (uint64_t)low.y, y1 = (uint64_t)high.y;
    unsigned up = 0;
    for (; x1 - x0 > 1 || y1 - y0 > 1; up++) {
        x0 >>= 1;
        x1 >>= 1;
        y0 >>= 1;
        y1 >>= 1;
    }
    uint32_t total = 0;
    *count = 0;
    for (uint64_t y = y0; y <= y1; y++) {
        for (uint64_t x = x0; x <= x1 && total <= POINTS_NEAR; x++) {
            uint32_t *own = run[(*count)++];
            find_run(h, morton(x, y), up, own);
            total += own[1] - own[0];
        }
    }
    return total <= POINTS_NEAR;
}

lob_status lob_hot_pixels_on(lob_ctx *ctx, const lob_hot_pixels *h, const lob_hot_line *l, lob_points64 *hits) {
    uint32_t run[RUNS_MAX][2];
    unsigned count;
    if (!find_runs(h, l, run, &count)) {
        return ask_tree(ctx, h, l, hits);
    }
    for (unsigned i = 0; i < count; i++) {
        LOB_TRY(ask_points(ctx, h, l, run[i][0], run[i][1], hits));
    }
    return LOB_OK;
}
