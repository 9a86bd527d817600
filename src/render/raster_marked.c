/* The second pass: what each ring has in the marked pixels, and their exact areas.
 *
 * Bands of rows keep the lists short: a band has at most RASTER_MARKS_MAX marked pixels, or one row; raster_pile.c
 * bounds what they hold. Rings come again for each band. Within a row a ring's strips are swept from left to right
 * beside its marked pixels: a strip left of the pixel that spans the whole row is a winding, other strips left of it
 * stand on its left border.
 */
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "render/raster_impl.h"

static bool grow(void **items, uint32_t *capacity, uint32_t need, size_t size) {
    if (need <= *capacity) {
        return true;
    }
    uint32_t more = need + need / 2 + 256;
    void *block = lob_realloc(*items, (size_t)more * size);
    if (block) {
        *items = block;
        *capacity = more;
    }
    return block != NULL;
}

/* ---- which rows ---- */

/* Drops marks of whole pixels; how many are left. */
static uint32_t count_marks(lob_raster *r, uint32_t y, uint32_t columns[2]) {
    uint64_t *words = r->marks + (size_t)y * r->mark_words;
    const uint16_t *values = lob_raster_row(r, y);
    uint32_t count = 0;
    for (uint32_t w = 0; w < r->mark_words; w++) {
        for (uint64_t bits = words[w]; bits; bits &= bits - 1) {
            uint32_t x = w * 64 + (uint32_t)__builtin_ctzll(bits);
            if (values[x] == LOB_COVER_FULL) {
                words[w] &= ~(UINT64_C(1) << (x % 64));
                continue;
            }
            columns[0] = x < columns[0] ? x : columns[0];
            columns[1] = x >= columns[1] ? x + 1 : columns[1];
            count++;
        }
    }
    r->rows[y].is_marked = count > 0;
    return count;
}

/* Marked pixels of the band in order, and how many come before each word of marks. */
static void rank_marks(lob_raster *r, uint32_t first, uint32_t end) {
    uint32_t rank = 0;
    for (uint32_t y = first; y < end; y++) {
        if (!r->rows[y].is_marked) {
            continue;
        }
        for (uint32_t w = 0; w < r->mark_words; w++) {
            size_t word = (size_t)y * r->mark_words + w;
            r->ranks[word] = rank;
            for (uint64_t bits = r->marks[word]; bits; bits &= bits - 1) {
                r->places[rank++] = y * r->width + w * 64 + (uint32_t)__builtin_ctzll(bits);
            }
        }
    }
}

bool lob_raster_second(lob_raster *r, uint32_t columns[2], uint32_t rows[2]) {
    r->pass = 1;
    r->ring = 0;
    r->found_count = 0;
    r->pile.grain_count = 0;
    r->is_over = false;
    uint32_t y = r->band_end;
    while (y < r->height && !r->rows[y].is_marked) {
        y++;
    }
    columns[0] = UINT32_MAX;
    columns[1] = 0;
    uint32_t total = 0;
    uint32_t end = y;
    uint32_t last = y; /* after the last marked row */
    r->band_first = y;
    for (; end < r->height; end++) {
        uint32_t own[2] = {columns[0], columns[1]};
        uint32_t count = r->rows[end].is_marked ? count_marks(r, end, own) : 0;
        if (total > 0 && total + count > r->marks_max) {
            break;
        }
        memcpy(columns, own, sizeof own);
        total += count;
        last = count > 0 ? end + 1 : last;
    }
    end = last;
    r->band_end = total > 0 ? end : r->height;
    r->marked += total;
    r->band_count = total;
    rank_marks(r, r->band_first, end);
    rows[0] = r->band_first;
    rows[1] = end;
    return total > 0;
}

/* ---- collecting ---- */

bool lob_raster_strip(lob_raster *r, uint32_t y, double xa, double ya, double xb, double yb, int sign) {
    if (!grow((void **)&r->strips, &r->strip_capacity, r->strip_count + 1, sizeof *r->strips)) {
        return false;
    }
    r->strips[r->strip_count++] = (raster_strip){y, sign, xa, ya, xb, yb};
    return true;
}

static double left_of(const raster_strip *s) {
    return s->xa < s->xb ? s->xa : s->xb;
}

static double right_of(const raster_strip *s) {
    return s->xa > s->xb ? s->xa : s->xb;
}

static int by_row(const void *a, const void *b) {
    const raster_strip *p = a;
    const raster_strip *q = b;
    if (p->y != q->y) {
        return p->y < q->y ? -1 : 1;
    }
    double x = left_of(p);
    double z = left_of(q);
    return x < z ? -1 : x > z;
}

/* Most lists hold a few items. */
static void sort_items(void *items, uint32_t count, size_t size, int (*order)(const void *, const void *)) {
    char one[128];
    char *at = items;
    if (count > 12 || size > sizeof one) {
        qsort(items, count, size, order);
        return;
    }
    for (uint32_t i = 1; i < count; i++) {
        uint32_t k = i;
        while (k > 0 && order(at + (k - 1) * size, at + i * size) > 0) {
            k--;
        }
        if (k < i) {
            memcpy(one, at + i * size, size);
            memmove(at + (k + 1) * size, at + k * size, (i - k) * size);
            memcpy(at + k * size, one, size);
        }
    }
}

static lob_status found_add(lob_raster *r, uint32_t pixel, uint32_t ring, lob_piece piece) {
    if (!(piece.y0 < piece.y1)) {
        return LOB_OK;
    }
    if (!grow((void **)&r->found, &r->found_capacity, r->found_count + 1, sizeof *r->found)) {
        return lob_fail_memory(r->ctx);
    }
    piece.ring = ring;
    r->found[r->found_count++] = (raster_found){pixel, r->flags, piece};
    return LOB_OK;
}

/* The part of a strip left of the pixel goes to its left border, the part right of it nowhere. */
static lob_status clip(lob_raster *r, const raster_strip *s, uint32_t x, uint32_t pixel, uint32_t ring) {
    double a = s->xa - x;
    double b = s->xb - x;
    double ya = s->ya;
    double yb = s->yb;
    double slope = b == a ? 0 : (yb - ya) / (b - a); /* rows a column */
    lob_piece p = {.weight = s->sign};
    if (a >= 0 && a <= 1 && b >= 0 && b <= 1) {
        p = (lob_piece){a, ya, b, yb, s->sign, 0};
        return found_add(r, pixel, ring, p);
    }
    double y_left = a == b ? ya : lob_least(lob_most(ya - a * slope, ya), yb);
    double y_right = a == b ? ya : lob_least(lob_most(ya + (1 - a) * slope, ya), yb);
    if (a < 0) {
        p.y0 = ya;
        p.y1 = b < 0 ? yb : y_left;
        LOB_TRY(found_add(r, pixel, ring, p));
    }
    if (b < 0) {
        p.y0 = a < 0 ? yb : y_left;
        p.y1 = yb;
        LOB_TRY(found_add(r, pixel, ring, p));
    }
    double low = a < 0 ? y_left : a > 1 ? y_right : ya;
    double high = b < 0 ? y_left : b > 1 ? y_right : yb;
    if ((a < 0 && b <= 0) || (a > 1 && b >= 1) || low >= high) {
        return LOB_OK;
    }
    p = (lob_piece){lob_least(lob_most(a + (b - a) * ((low - ya) / (yb - ya)), 0), 1),
                    low,
                    lob_least(lob_most(a + (b - a) * ((high - ya) / (yb - ya)), 0), 1),
                    high,
                    s->sign,
                    0};
    return found_add(r, pixel, ring, p);
}

enum { SIDES_FEW = 16 };

typedef struct row_sweep {
    const raster_strip *strips;
    uint32_t count, next, active;
    int32_t winding;
    uint32_t side_count, merged_count; /* of r->sides */
} row_sweep;

static bool merge_sides(lob_raster *r, row_sweep *w) {
    if (!grow((void **)&r->sides, &r->side_capacity, 2 * w->side_count, sizeof *r->sides)) {
        return false;
    }
    w->side_count = w->merged_count = lob_slab_steps(r->sides, w->side_count);
    return true;
}

/* A strip that ended left of the pixel: what all such do is a step function of height, and kept short as that. */
static bool retire(lob_raster *r, row_sweep *w, const raster_strip *s) {
    if (s->ya <= 0 && s->yb >= 1) {
        w->winding += s->sign;
        return true;
    }
    if (!(s->ya < s->yb)) {
        return true;
    }
    if (w->side_count >= 2 * w->merged_count + SIDES_FEW && !merge_sides(r, w)) {
        return false;
    }
    if (!grow((void **)&r->sides, &r->side_capacity, w->side_count + 1, sizeof *r->sides)) {
        return false;
    }
    r->sides[w->side_count++] = (lob_piece){0, s->ya, 0, s->yb, s->sign, 0};
    return true;
}

/* Whether the ring may cover anything on the right border of the pixel, past which no active strip reaches. */
static bool winds_behind(const lob_raster *r, const row_sweep *w) {
    int32_t winding = w->winding;
    for (uint32_t i = 0; i < w->active; i++) {
        const raster_strip *s = &w->strips[r->active[i]];
        if (s->ya > 0 || s->yb < 1) {
            return true;
        }
        winding += s->sign;
    }
    return winding != 0 || w->side_count > 0;
}

/* One marked pixel. *is_past: nothing of the ring comes further right. */
static lob_status pixel_collect(lob_raster *r, row_sweep *w, uint32_t x, uint32_t pixel, uint32_t ring, bool *is_past) {
    while (w->next < w->count && left_of(&w->strips[w->next]) < x + 1.0) {
        r->active[w->active++] = w->next++;
    }
    uint32_t kept = 0;
    bool reaches = w->next < w->count, passes = false;
    for (uint32_t i = 0; i < w->active; i++) {
        const raster_strip *s = &w->strips[r->active[i]];
        if (right_of(s) <= x) {
            if (!retire(r, w, s)) {
                return lob_fail_memory(r->ctx);
            }
            continue;
        }
        r->active[kept++] = r->active[i];
        reaches = reaches || right_of(s) > x;
        passes = passes || right_of(s) > x + 1.0;
    }
    w->active = kept;
    /* A band along the row is as high as it is, not as high as both its edges come down: such boxes seem to overlap. */
    if (w->side_count != w->merged_count && w->side_count < SIDES_FEW && !merge_sides(r, w)) {
        return lob_fail_memory(r->ctx);
    }
    *is_past = !reaches; /* a closed ring winds around nothing right of all its edges */
    if (*is_past) {
        return LOB_OK;
    }
    LOB_TRY(lob_pile_room(r, w->side_count + 3 * (uint64_t)kept + 1));
    if (r->is_over) {
        *is_past = true;
        return LOB_OK;
    }
    const bool is_open = passes || (w->next < w->count && winds_behind(r, w));
    r->flags = (uint8_t)((r->flags & FOUND_SIMPLE) | (is_open ? FOUND_OPEN : 0));
    for (uint32_t i = 0; i < w->side_count; i++) {
        LOB_TRY(found_add(r, pixel, ring, r->sides[i]));
    }
    for (uint32_t i = 0; i < kept; i++) {
        LOB_TRY(clip(r, &w->strips[r->active[i]], x, pixel, ring));
    }
    if (w->winding != 0) {
        LOB_TRY(found_add(r, pixel, ring, (lob_piece){0, 0, 0, 1, w->winding, 0}));
    }
    return LOB_OK;
}

/* The first column behind x where the ring covers anything. Nested rings would visit each other's pixels otherwise. */
static uint32_t next_column(const row_sweep *w, uint32_t x, uint32_t width) {
    if (w->active > 0 || w->side_count > 0 || w->winding != 0) {
        return x + 1;
    }
    const double left = w->next < w->count ? left_of(&w->strips[w->next]) : width;
    return left < width ? (uint32_t)left : width;
}

static lob_status row_collect(lob_raster *r, const raster_strip *strips, uint32_t count, uint32_t ring) {
    uint32_t y = strips[0].y;
    const uint64_t *words = r->marks + (size_t)y * r->mark_words;
    double left = left_of(&strips[0]);
    if (left >= r->width) {
        return LOB_OK;
    }
    if (!grow((void **)&r->active, &r->active_capacity, count, sizeof *r->active)) {
        return lob_fail_memory(r->ctx);
    }
    uint32_t from = left > 0 ? (uint32_t)left : 0;
    row_sweep sweep = {.strips = strips, .count = count};
    bool is_past = false;
    while (from < r->width && !is_past) {
        const uint32_t w = from / 64;
        uint64_t bits = words[w] & UINT64_MAX << (from % 64);
        uint32_t rank = r->ranks[(size_t)y * r->mark_words + w] +
                        (uint32_t)(__builtin_popcountll(words[w]) - __builtin_popcountll(bits));
        from = (w + 1) * 64;
        for (; bits && !is_past; bits &= bits - 1) {
            const uint32_t x = w * 64 + (uint32_t)__builtin_ctzll(bits);
            LOB_TRY(pixel_collect(r, &sweep, x, rank++, ring, &is_past));
            const uint32_t next = next_column(&sweep, x, r->width);
            if (next > x + 1) {
                from = next;
                break;
            }
        }
    }
    return LOB_OK;
}

lob_status lob_raster_collect(lob_raster *r, uint32_t ring) {
    if (r->strip_count > 1) {
        sort_items(r->strips, r->strip_count, sizeof *r->strips, by_row);
    }
    for (uint32_t i = 0; i < r->strip_count && !r->is_over;) {
        uint32_t end = i + 1;
        while (end < r->strip_count && r->strips[end].y == r->strips[i].y) {
            end++;
        }
        LOB_TRY(row_collect(r, r->strips + i, end - i, ring));
        i = end;
    }
    return LOB_OK;
}

/* ---- areas ---- */

/* Rings of a pixel whose boxes stay apart cannot overlap. So a ring that meets no other is its own signed area, when it
 * is simple; the rest goes group by group through the slabs. */
static bool part_begin(lob_raster *r, uint32_t first, const raster_found *found) {
    if (!grow((void **)&r->parts, &r->part_capacity, r->part_count + 1, sizeof *r->parts)) {
        return false;
    }
    r->parts[r->part_count] = (raster_part){.left = 1,
                                            .right = found->flags & FOUND_OPEN ? 1 : 0,
                                            .low = 1,
                                            .first = first,
                                            .group = r->part_count,
                                            .is_simple = found->flags & FOUND_SIMPLE};
    r->part_count++;
    return true;
}

static void part_add(raster_part *part, const lob_piece *p) {
    part->left = lob_least(part->left, lob_least(p->x0, p->x1));
    part->right = lob_most(part->right, lob_most(p->x0, p->x1));
    part->low = lob_least(part->low, p->y0);
    part->high = lob_most(part->high, p->y1);
    part->area += p->weight * (p->y1 - p->y0) * (1 - (p->x0 + p->x1) / 2);
    part->count++;
}

static int by_left(const void *a, const void *b) {
    const raster_part *p = a;
    const raster_part *q = b;
    if (p->left != q->left) {
        return p->left < q->left ? -1 : 1;
    }
    return p->first < q->first ? -1 : p->first > q->first;
}

static uint32_t root_of(raster_part *parts, uint32_t i) {
    while (parts[i].group != i) {
        parts[i].group = parts[parts[i].group].group;
        i = parts[i].group;
    }
    return i;
}

/* Groups of parts whose boxes overlap, directly or over others; one group, when that takes too long to find out. */
static void group_parts(raster_part *parts, uint32_t count) {
    const uint64_t most = 64 * (uint64_t)count + 4096;
    uint64_t steps = 0;
    sort_items(parts, count, sizeof *parts, by_left);
    for (uint32_t i = 0; i < count; i++) {
        parts[i].group = i;
    }
    for (uint32_t i = 0; i < count && steps <= most; i++) {
        for (uint32_t k = i + 1; k < count && parts[k].left < parts[i].right; k++) {
            steps++;
            if (parts[k].low < parts[i].high && parts[i].low < parts[k].high) {
                uint32_t a = root_of(parts, i);
                uint32_t b = root_of(parts, k);
                parts[a > b ? a : b].group = a < b ? a : b;
            }
        }
    }
    for (uint32_t i = 0; i < count && steps > most; i++) {
        parts[i].group = 0;
    }
}

static int by_group(const void *a, const void *b) {
    const raster_part *p = a;
    const raster_part *q = b;
    if (p->group != q->group) {
        return p->group < q->group ? -1 : 1;
    }
    return p->first < q->first ? -1 : p->first > q->first;
}

static bool is_same_part(const lob_raster *r, const raster_part *a, const raster_part *b) {
    if (a->count != b->count || a->area != b->area || a->left != b->left) {
        return false;
    }
    for (uint32_t i = 0; i < a->count; i++) {
        const lob_piece *p = &r->picked[a->first + i], *q = &r->picked[b->first + i];
        if (p->x0 != q->x0 || p->y0 != q->y0 || p->x1 != q->x1 || p->y1 != q->y1 || p->weight != q->weight) {
            return false;
        }
    }
    return true;
}

/* Copies in one place are one: a few different parts are looked for. The end of what is left of [first, end). */
static uint32_t drop_copies(lob_raster *r, uint32_t first, uint32_t end) {
    enum { LOOKED_AT = 4 };
    uint32_t kept = first;
    for (uint32_t i = first; i < end; i++) {
        bool is_copy = false;
        for (uint32_t k = kept; k > first && k + LOOKED_AT > kept && !is_copy; k--) {
            is_copy = is_same_part(r, &r->parts[k - 1], &r->parts[i]);
        }
        if (!is_copy) {
            r->parts[kept++] = r->parts[i];
        }
    }
    return kept;
}

/* Parts [first, end) of one group. */
static lob_status group_area(lob_raster *r, uint32_t first, uint32_t end, bool is_united, double *area) {
    const raster_part *one = &r->parts[first];
    end = drop_copies(r, first, end);
    if (end - first == 1 && one->is_simple) {
        *area = fabs(one->area);
        return LOB_OK;
    }
    uint32_t count = 0;
    for (uint32_t i = first; i < end; i++) {
        count += r->parts[i].count;
    }
    if (!grow((void **)&r->grouped, &r->grouped_capacity, count, sizeof *r->grouped)) {
        return lob_fail_memory(r->ctx);
    }
    count = 0;
    for (uint32_t i = first; i < end; i++) {
        for (uint32_t k = 0; k < r->parts[i].count; k++) {
            r->grouped[count] = r->picked[r->parts[i].first + k];
            r->grouped[count++].ring = i - first;
        }
    }
    return count > LOB_PILE_MIN ? lob_pile_area(r, r->grouped, count, is_united, area)
                                : lob_slab_area(r->ctx, &r->slabs, r->grouped, count, end - first, area);
}

static void pixel_set(lob_raster *r, uint32_t pixel, double sum) {
    uint16_t *at = r->plane + r->places[pixel];
    const uint16_t least = *at != 0; /* what was met stays so, however little it is */
    *at = sum < 1e-12 ? least : sum > 1 - 1e-12 ? LOB_COVER_FULL : (uint16_t)(1 + (unsigned)(sum * 65534 + 0.5));
}

/* The parts of r->picked, `count` pieces of the pixel, from the found ones in their order. */
static lob_status parts_of(lob_raster *r, const uint32_t *order, uint32_t count) {
    r->part_count = 0;
    for (uint32_t i = 0; i < count; i++) {
        if ((i == 0 || r->picked[i].ring != r->picked[i - 1].ring) && !part_begin(r, i, &r->found[order[i]])) {
            return lob_fail_memory(r->ctx);
        }
        part_add(&r->parts[r->part_count - 1], &r->picked[i]);
    }
    return LOB_OK;
}

static const double DEEP = 8;

/* How many boxes of parts lie over each other, on the mean. */
static double depth_of(const raster_part *parts, uint32_t count) {
    double depth = 0;
    for (uint32_t i = 0; i < count; i++) {
        depth += lob_most(parts[i].right - parts[i].left, 0) * lob_most(parts[i].high - parts[i].low, 0);
    }
    return depth;
}

/* Pieces of one pixel, picked ring by ring as they came. Where they lie deep over each other their union is short. */
static lob_status pixel_end(lob_raster *r, uint32_t pixel, const uint32_t *order, uint32_t count) {
    double sum = 0;
    LOB_TRY(parts_of(r, order, count));
    const bool is_deep = count > LOB_PILE_MIN && depth_of(r->parts, r->part_count) > DEEP;
    if (is_deep) {
        bool is_many;
        LOB_TRY(lob_pile_union(r, r->picked, count, &sum, &is_many));
        if (!is_many) {
            pixel_set(r, pixel, sum);
            return LOB_OK;
        }
        sum = 0;
    }
    group_parts(r->parts, r->part_count);
    for (uint32_t i = 0; i < r->part_count; i++) { /* after this, only equal numbers matter */
        r->parts[i].group = root_of(r->parts, i);
    }
    sort_items(r->parts, r->part_count, sizeof *r->parts, by_group);
    for (uint32_t i = 0; i < r->part_count;) {
        uint32_t end = i + 1;
        while (end < r->part_count && r->parts[end].group == r->parts[i].group) {
            end++;
        }
        double area;
        LOB_TRY(group_area(r, i, end, is_deep, &area));
        sum += area;
        i = end;
    }
    pixel_set(r, pixel, sum);
    return LOB_OK;
}

static lob_status pick(lob_raster *r, const uint32_t *order, uint32_t count) {
    if (!grow((void **)&r->picked, &r->picked_capacity, count, sizeof *r->picked)) {
        return lob_fail_memory(r->ctx);
    }
    for (uint32_t i = 0; i < count; i++) {
        r->picked[i] = r->found[order[i]].piece;
    }
    return LOB_OK;
}

static lob_status areas(lob_raster *r) {
    uint32_t from = 0;
    uint64_t done = 0;
    for (uint32_t p = 0; p < r->band_count; p++) {
        const uint32_t *order = r->order + from;
        const uint32_t count = r->starts[p] - from;
        lob_grain *grain = lob_pile_grain(r, p);
        if (count > 0) {
            LOB_TRY(pick(r, order, count));
        }
        from = r->starts[p];
        if (grain) {
            LOB_TRY(lob_pile_grain_add(r, grain, r->picked, count));
            pixel_set(r, p, lob_grain_area(grain));
        } else if (count > 0) {
            LOB_TRY(pixel_end(r, p, order, count));
        }
        const uint64_t before = done;
        done += 8 + (uint64_t)count;
        if (before / 32768 != done / 32768) {
            LOB_TRY(lob_poll(r->ctx));
        }
    }
    return LOB_OK;
}

lob_status lob_raster_end(lob_raster *r) {
    if (r->is_over) { /* the same rows again, fewer at a time */
        r->marks_max = LOB_PILE_MARKS_MIN;
        r->marked -= r->band_count;
        r->band_end = r->band_first;
        return LOB_OK;
    }
    if (r->pass == 0 || (r->found_count == 0 && r->pile.grain_count == 0)) {
        return LOB_OK;
    }
    LOB_TRY(lob_pile_order(r));
    return areas(r);
}
