/* A region's edges as they are added, and the arrangement that operations are read from.
 *
 * Rings are turned to positive area when added. While no ring touches itself, windings of single rings are 0 or 1 and
 * may simply be summed. Rings that do (found only when the sweep of all met a crossing or a vertex of several rings)
 * are first replaced by the border of what they wind around.
 */
#include "geom/region_parts.h"

#include <string.h>

#include "base/alloc.h"

enum { CHUNK_COUNT_MIN = 64, CHUNK_COUNT_MAX = 1 << 16 };

/* Up to so many crossings, and so many a segment, rings are merged all at once (region_piles.c). Along the axes both
 * ways give the same; slanted edges may come out half a unit elsewhere, so of those ordinary layouts stay far below. */
enum { USUAL_ALONG_AXES = 1 << 16, USUAL_EACH_ALONG_AXES = 4, USUAL_SLANTED = 1 << 18, USUAL_EACH_SLANTED = 16 };

lob_status lob_region_new(lob_ctx *ctx, int64_t scale, lob_region **region) {
    lob_region *r = LOB_NEW(ctx->arena, lob_region);
    if (!r) {
        return lob_fail_memory(ctx);
    }
    r->scale = scale < 1 ? 1 : scale > 1024 ? 1024 : scale;
    r->crossings_max = LOB_REGION_CROSSINGS_MAX;
    *region = r;
    return LOB_OK;
}

void lob_region_limit(lob_region *region, uint64_t crossings_max) {
    region->crossings_max = crossings_max ? crossings_max : 1;
}

/* ---- adding ---- */

static lob_status add_segment(lob_ctx *ctx, lob_region *r, int operand, lob_point64 from, lob_point64 to) {
    lob_chunk *chunk = r->last;
    if (!chunk || chunk->count == chunk->capacity) {
        uint32_t capacity = chunk ? 2 * chunk->capacity : CHUNK_COUNT_MIN;
        capacity = capacity > CHUNK_COUNT_MAX ? CHUNK_COUNT_MAX : capacity;
        chunk = lob_arena_alloc(ctx->arena, sizeof *chunk + capacity * sizeof *chunk->items);
        if (!chunk) {
            return lob_fail_memory(ctx);
        }
        chunk->next = NULL;
        chunk->count = 0;
        chunk->capacity = capacity;
        *(r->last ? &r->last->next : &r->first) = chunk;
        r->last = chunk;
    }
    bool is_up = lob_point_compare(from, to) < 0;
    lob_segment *s = &chunk->items[chunk->count++];
    *s = is_up ? (lob_segment){from, to, {0, 0}} : (lob_segment){to, from, {0, 0}};
    s->d[operand] = is_up ? -1 : 1;
    r->count++;
    return LOB_OK;
}

static lob_status add_ring_ref(lob_ctx *ctx, lob_region *r, lob_ring_ref ref) {
    if (r->ring_count == r->ring_capacity) {
        uint32_t capacity = r->ring_capacity ? 2 * r->ring_capacity : 16;
        lob_ring_ref *more = lob_arena_alloc(ctx->arena, capacity * sizeof *more);
        if (!more) {
            return lob_fail_memory(ctx);
        }
        if (r->ring_count) {
            memcpy(more, r->rings, r->ring_count * sizeof *more);
        }
        r->rings = more;
        r->ring_capacity = capacity;
    }
    r->rings[r->ring_count++] = ref;
    return LOB_OK;
}

/* Turns in one direction only, once around: such a ring cannot meet itself. */
static bool is_convex(const lob_point64 *ring, uint32_t count) {
    int turn = 0, last_x = 0, last_y = 0, first_x = 0, first_y = 0;
    unsigned changes_x = 0, changes_y = 0;
    lob_point64 before = lob_point_minus(ring[0], ring[count - 1]);
    for (uint32_t i = 0; i < count; i++) {
        lob_point64 v = lob_point_minus(ring[i + 1 < count ? i + 1 : 0], ring[i]);
        __int128 cross = lob_cross(before, v);
        int sign = cross > 0 ? 1 : cross < 0 ? -1 : 0;
        if ((sign == 0 && lob_dot(before, v) <= 0) || (sign && turn && sign != turn)) {
            return false;
        }
        turn = sign ? sign : turn;
        int x = v.x > 0 ? 1 : v.x < 0 ? -1 : 0, y = v.y > 0 ? 1 : v.y < 0 ? -1 : 0;
        changes_x += x && last_x && x != last_x;
        changes_y += y && last_y && y != last_y;
        first_x = first_x ? first_x : x;
        first_y = first_y ? first_y : y;
        last_x = x ? x : last_x;
        last_y = y ? y : last_y;
        before = v;
    }
    return changes_x + (first_x != last_x) <= 2 && changes_y + (first_y != last_y) <= 2;
}

static lob_status fail_range(lob_ctx *ctx) {
    bool first = ctx->error.code == LOB_OK;
    lob_status status = lob_fail(ctx, LOB_E_QUERY_TOO_LARGE,
                                 "A polygon is too far from the origin to be combined "
                                 "with others");
    if (first) {
        lob_error_text(&ctx->error, "reason", LOB_STR("coordinates"));
        lob_error_integer(&ctx->error, "maximum", LOB_REGION_COORD_MAX);
        lob_hint(ctx, "Ask for a box nearer to the origin.");
    }
    return status;
}

static bool is_within(int64_t v, int64_t limit) {
    return v >= -limit && v <= limit;
}

lob_status lob_region_add(lob_ctx *ctx, lob_region *region, int operand, const lob_point64 *ring, uint32_t count) {
    int64_t limit = LOB_REGION_COORD_MAX / region->scale, scale = region->scale;
    __int128 area2 = 0;
    if (count < 3) {
        return LOB_OK;
    }
    for (uint32_t i = 0, j = count - 1; i < count; j = i++) {
        if (!is_within(ring[i].x, limit) || !is_within(ring[i].y, limit)) {
            return fail_range(ctx);
        }
        if (is_within(ring[j].x, limit) && is_within(ring[j].y, limit)) {
            area2 += lob_cross(ring[j], ring[i]);
        }
    }
    region->arrangement = NULL;
    uint32_t first = region->count;
    for (uint32_t i = 0, j = count - 1; i < count; j = i++) {
        lob_point64 a = {ring[j].x * scale, ring[j].y * scale}, b = {ring[i].x * scale, ring[i].y * scale};
        if (!lob_point_equal(a, b)) {
            LOB_TRY(add_segment(ctx, region, operand, area2 < 0 ? b : a, area2 < 0 ? a : b));
        }
    }
    uint32_t added = region->count - first;
    return added <= 3 || is_convex(ring, count) ? LOB_OK
                                                : add_ring_ref(ctx, region, (lob_ring_ref){first, added, operand});
}

lob_status lob_region_add_box(lob_ctx *ctx, lob_region *region, int operand, lob_box64 box) {
    if (box.left >= box.right || box.bottom >= box.top) {
        return LOB_OK;
    }
    const lob_point64 ring[4] = {
        {box.left, box.bottom}, {box.right, box.bottom}, {box.right, box.top}, {box.left, box.top}};
    return lob_region_add(ctx, region, operand, ring, 4);
}

static bool is_odd(int32_t windings) {
    return windings < 0 || windings > 1;
}

/* Borders of what is odd, as segments that wind around it once. */
static lob_status add_odd_borders(lob_ctx *ctx, lob_region *r, int operand, lob_segments *ring) {
    lob_sweep sweep = {0};
    double moved;
    lob_status status = lob_segments_arrange(ctx, ring, r->crossings_max, false, &sweep, &moved);
    for (uint32_t i = 0; status == LOB_OK && i < ring->count; i++) {
        const lob_segment *s = &ring->items[i];
        const bool left = is_odd(sweep.w[i][0]), right = is_odd(sweep.w[i][0] + s->d[0]);
        if (left != right) {
            status = add_segment(ctx, r, operand, left ? s->from : s->to, left ? s->to : s->from);
        }
    }
    lob_sweep_drop(&sweep);
    return status;
}

lob_status lob_region_add_odd(lob_ctx *ctx, lob_region *region, int operand, const lob_point64 *ring, uint32_t count) {
    const int64_t limit = LOB_REGION_COORD_MAX / region->scale, scale = region->scale;
    lob_segments segments = {0};
    lob_status status = LOB_OK;
    __int128 area2 = 0;
    for (uint32_t i = 0, j = count - 1; i < count; j = i++) {
        if (!is_within(ring[i].x, limit) || !is_within(ring[i].y, limit)) {
            return fail_range(ctx);
        }
        area2 += (__int128)ring[j].x * ring[i].y - (__int128)ring[j].y * ring[i].x;
    }
    region->arrangement = NULL;
    for (uint32_t i = 0, j = count - 1; i < count && status == LOB_OK; j = i++) {
        const lob_point64 a = {ring[j].x * scale, ring[j].y * scale}, b = {ring[i].x * scale, ring[i].y * scale};
        const bool is_up = lob_point_compare(a, b) < 0;
        if (!lob_point_equal(a, b)) {
            status = lob_segments_add(ctx, &segments, is_up ? a : b, is_up ? b : a, is_up == (area2 >= 0) ? -1 : 1, 0);
        }
    }
    status = status == LOB_OK && segments.count > 0 ? add_odd_borders(ctx, region, operand, &segments) : status;
    lob_segments_drop(&segments);
    return status;
}

/* ---- arranging ---- */

typedef struct cursor {
    const lob_chunk *chunk;
    uint32_t before; /* segments of chunks before this one */
} cursor;

static const lob_segment *segment_at(cursor *c, uint32_t index) {
    while (index - c->before >= c->chunk->count) {
        c->before += c->chunk->count;
        c->chunk = c->chunk->next;
    }
    return &c->chunk->items[index - c->before];
}

typedef struct rework { /* rings that meet themselves, and what takes their place */
    lob_ctx *ctx;
    lob_region *region;
    lob_segments ring, scratch, border;
    uint32_t *replaced; /* indices of rings, ascending */
    uint32_t *ends;     /* of their borders in `border` */
    uint32_t replaced_count;
    uint64_t off_grid;
    double moved;
} rework;

/* Adds the border of what the ring winds around. */
static lob_status resolve_ring(rework *t, int operand) {
    lob_sweep sweep = {0};
    lob_status status = lob_segments_arrange(t->ctx, &t->ring, t->region->crossings_max, false, &sweep, &t->moved);
    for (uint32_t i = 0; status == LOB_OK && i < t->ring.count; i++) {
        const lob_segment *s = &t->ring.items[i];
        int d = (sweep.w[i][operand] + s->d[operand] != 0) - (sweep.w[i][operand] != 0);
        if (d) {
            status = lob_segments_add(t->ctx, &t->border, s->from, s->to, operand ? 0 : d, operand ? d : 0);
        }
    }
    t->off_grid += sweep.off_grid;
    lob_sweep_drop(&sweep);
    return status;
}

static lob_status resolve_rings(rework *t) {
    cursor c = {t->region->first, 0};
    for (uint32_t r = 0; r < t->region->ring_count; r++) {
        const lob_ring_ref *ref = &t->region->rings[r];
        bool is_simple;
        t->ring.count = 0;
        for (uint32_t i = 0; i < ref->count; i++) {
            const lob_segment *s = segment_at(&c, ref->first + i);
            LOB_TRY(lob_segments_add(t->ctx, &t->ring, s->from, s->to, s->d[0], s->d[1]));
        }
        LOB_TRY(lob_ring_is_simple(t->ctx, t->ring.items, t->ring.count, &t->scratch, &is_simple));
        if (!is_simple) {
            t->replaced[t->replaced_count++] = r;
            LOB_TRY(resolve_ring(t, ref->operand));
            t->ends[t->replaced_count - 1] = t->border.count;
        }
        LOB_TRY(lob_poll(t->ctx));
    }
    return LOB_OK;
}

/* All segments but those of replaced rings, then their borders. */
static lob_status collect(rework *t, lob_segments *all) {
    uint32_t index = 0, next = 0;
    all->count = 0;
    for (const lob_chunk *chunk = t->region->first; chunk; chunk = chunk->next) {
        for (uint32_t i = 0; i < chunk->count; i++, index++) {
            const lob_segment *s = &chunk->items[i];
            const lob_ring_ref *ref = next < t->replaced_count ? &t->region->rings[t->replaced[next]] : NULL;
            if (ref && index >= ref->first) {
                next += index + 1 == ref->first + ref->count;
                continue;
            }
            LOB_TRY(lob_segments_add(t->ctx, all, s->from, s->to, s->d[0], s->d[1]));
        }
    }
    for (uint32_t i = 0; i < t->border.count; i++) {
        const lob_segment *s = &t->border.items[i];
        LOB_TRY(lob_segments_add(t->ctx, all, s->from, s->to, s->d[0], s->d[1]));
    }
    return LOB_OK;
}

static uint64_t usual_crossings(const lob_region *r, const lob_segments *all) {
    bool is_slanted = false;
    for (uint32_t i = 0; i < all->count && !is_slanted; i++) {
        const lob_segment *s = &all->items[i];
        is_slanted = s->from.x != s->to.x && s->from.y != s->to.y;
    }
    const uint64_t each = (uint64_t)all->count * (is_slanted ? USUAL_EACH_SLANTED : USUAL_EACH_ALONG_AXES);
    const uint64_t least = is_slanted ? USUAL_SLANTED : USUAL_ALONG_AXES, usual = each > least ? each : least;
    const uint64_t most = LOB_REGION_CROSSINGS_MAX / (is_slanted ? 2 : 4);
    return r->crossings_usual ? r->crossings_usual : usual < most ? usual : most;
}

static lob_status sweep_collected(rework *t, lob_segments *all, lob_sweep *sweep) {
    LOB_TRY(collect(t, all));
    const uint64_t usual = usual_crossings(t->region, all), most = t->region->crossings_max;
    return usual < most ? lob_sweep_try(t->ctx, all, usual, sweep) : lob_sweep_run(t->ctx, all, most, false, sweep);
}

/* The end of a segment that its ring comes from, or goes to. */
static lob_point64 ring_end(const lob_segment *s, bool is_from) {
    const bool is_up = (s->d[0] ? s->d[0] : s->d[1]) < 0;
    return is_up == is_from ? s->from : s->to;
}

/* Where rings of the region begin is read off their chains, which run either way: none that is left comes to its
 * beginning twice. */
static uint32_t find_piles(const rework *t, const lob_segments *all, lob_pile *piles) {
    const uint32_t border = all->count - t->border.count;
    uint32_t count = 0, first = 0;
    for (uint32_t i = 1; i < border; i++) {
        const lob_segment *s = all->items;
        const bool is_forward = lob_point_equal(ring_end(&s[first + 1], true), ring_end(&s[first], false));
        if (i > first && lob_point_equal(ring_end(&s[i], !is_forward), ring_end(&s[first], is_forward))) {
            piles[count++] = (lob_pile){.first = first, .count = i + 1 - first, .operand = s[first].d[0] ? 0 : 1};
            first = i + 1;
        }
    }
    for (uint32_t i = 0, from = 0; i < t->replaced_count; from = t->ends[i++]) {
        piles[count++] =
            (lob_pile){border + from, t->ends[i] - from, t->region->rings[t->replaced[i]].operand, LOB_BOX64_EMPTY, 0};
    }
    return count;
}

static lob_status merge_piles(rework *t, lob_segments *all, lob_sweep *sweep) {
    lob_region *r = t->region;
    lob_sweep_drop(sweep);
    LOB_TRY(collect(t, all));
    lob_pile *piles = lob_malloc(((size_t)r->count + t->replaced_count + 1) * sizeof *piles);
    if (!piles) {
        return lob_fail_memory(t->ctx);
    }
    const uint64_t most = r->crossings_max + (uint64_t)USUAL_EACH_SLANTED * all->count;
    lob_status status = lob_piles_merge(t->ctx, all, piles, find_piles(t, all, piles), most, &t->off_grid, &t->moved);
    lob_free(piles);
    return status == LOB_OK ? lob_sweep_run(t->ctx, all, r->crossings_max, false, sweep) : status;
}

static lob_status arrange(rework *t, lob_segments *all, lob_sweep *sweep) {
    lob_region *r = t->region;
    LOB_TRY(sweep_collected(t, all, sweep));
    if ((!sweep->is_clean || sweep->has_knots) && r->ring_count) {
        t->replaced = lob_malloc(r->ring_count * sizeof *t->replaced);
        t->ends = lob_malloc(r->ring_count * sizeof *t->ends);
        if (!t->replaced || !t->ends) {
            return lob_fail_memory(t->ctx);
        }
        LOB_TRY(resolve_rings(t));
        if (t->replaced_count) {
            lob_sweep_drop(sweep);
            LOB_TRY(sweep_collected(t, all, sweep));
        }
    }
    if (sweep->is_cut) {
        LOB_TRY(merge_piles(t, all, sweep));
    }
    return lob_segments_clean(t->ctx, all, r->crossings_max, false, sweep, &t->moved);
}

static void *copy(lob_ctx *ctx, const void *data, size_t size) {
    void *to = lob_arena_alloc(ctx->arena, size);
    return to && size ? memcpy(to, data, size) : to;
}

static lob_status keep(rework *t, const lob_segments *all, const lob_sweep *sweep) {
    lob_ctx *ctx = t->ctx;
    lob_arrangement *a = LOB_NEW(ctx->arena, lob_arrangement);
    if (!a) {
        return lob_fail_memory(ctx);
    }
    a->count = all->count;
    a->off_grid = t->off_grid + sweep->off_grid;
    a->moved = t->moved;
    a->segments = copy(ctx, all->items, a->count * sizeof *a->segments);
    a->w = copy(ctx, sweep->w, a->count * sizeof *a->w);
    a->left = copy(ctx, sweep->left, a->count * sizeof *a->left);
    if (!a->segments || !a->w || !a->left) {
        return lob_fail_memory(ctx);
    }
    t->region->arrangement = a;
    return LOB_OK;
}

lob_status lob_region_arrange(lob_ctx *ctx, lob_region *region) {
    if (region->arrangement) {
        return LOB_OK;
    }
    rework t = {.ctx = ctx, .region = region};
    lob_segments all = {0};
    lob_sweep sweep = {0};
    lob_status status = arrange(&t, &all, &sweep);
    if (status == LOB_OK) {
        status = keep(&t, &all, &sweep);
    }
    lob_free(t.replaced);
    lob_free(t.ends);
    lob_segments_drop(&t.ring);
    lob_segments_drop(&t.scratch);
    lob_segments_drop(&t.border);
    lob_segments_drop(&all);
    lob_sweep_drop(&sweep);
    return status;
}
