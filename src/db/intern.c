/* Interning of outlines, repetitions, strings and transformations. The outlines decide the speed of reading: one pass
 * subtracts the first point, watches for overflow and hashes; a second compares with the stored one. */
#include "db/intern.h"

#include "base/alloc.h"
#include "base/digest.h"
#include "base/wrap.h"
#include "db/intern_table.h"

static const uint64_t prime1 = 0x9e3779b97f4a7c15u;
static const uint64_t prime2 = 0xd6e8feb86659fd93u;

bool lob_intern_init(lob_intern *in, lob_layout *layout) {
    *in = (lob_intern){.layout = layout, .last_set = LOB_NONE};
    lob_name_map_init(&in->strings);
    return lob_random(&in->seed, sizeof in->seed);
}

void lob_intern_release(lob_intern *in) {
    lob_intern_table_release(in, &in->outlines);
    lob_intern_table_release(in, &in->reps);
    lob_intern_table_release(in, &in->sets);
    lob_intern_table_release(in, &in->cplx);
    lob_name_map_release(&in->strings);
    lob_intern_smalls_release(in);
    if (in->layout) {
        lob_column_release(&in->layout->budget, &in->scratch, sizeof(lob_point));
    }
}

void lob_intern_table_release(lob_intern *in, lob_intern_table *table) {
    if (in->layout) {
        in->layout->budget.held -= (uint64_t)table->capacity * sizeof(lob_intern_slot);
    }
    lob_free(table->slots);
    *table = (lob_intern_table){0};
}

bool lob_intern_table_grow(lob_intern *in, lob_intern_table *table) {
    uint32_t capacity = table->capacity ? table->capacity * 2 : 64;
    uint64_t extra = (uint64_t)(capacity - table->capacity) * sizeof(lob_intern_slot);
    if (capacity == 0 || !lob_budget_allows(&in->layout->budget, extra)) {
        return false;
    }
    lob_intern_slot *slots = lob_calloc(capacity, sizeof *slots);
    if (!slots) {
        return false;
    }
    for (uint32_t i = 0; i < table->capacity; i++) {
        lob_intern_slot slot = table->slots[i];
        if (slot.index) {
            uint32_t at = slot.tag & (capacity - 1);
            while (slots[at].index) {
                at = (at + 1) & (capacity - 1);
            }
            slots[at] = slot;
        }
    }
    lob_free(table->slots);
    table->slots = slots;
    table->capacity = capacity;
    in->layout->budget.held += extra;
    return true;
}

/* One lane of the outline hash; four run side by side. */
LOB_WRAPS static inline uint64_t mix(uint64_t lane, uint64_t value) {
    lane = (lane ^ value) * prime1;
    return lane ^ (lane >> 29);
}

/* Two points side by side. */
typedef uint32_t pair __attribute__((vector_size(16)));

/* points - first into `out`; false when a difference does not fit into 32 bits. */
static bool subtract_first(const lob_point *points, uint32_t count, lob_point *out) {
    const uint32_t x = (uint32_t)points[0].x, y = (uint32_t)points[0].y;
    const pair first = {x, y, x, y};
    pair overflow = {0}, from = first, by;
    uint32_t i = 0;
    for (; i + 2 <= count; i += 2) {
        memcpy(&from, points + i, sizeof from);
        by = from - first;
        overflow |= (from ^ first) & (from ^ by);
        memcpy(out + i, &by, sizeof by);
    }
    if (i < count) {
        from = first;
        memcpy(&from, points + i, sizeof *points);
        by = from - first;
        overflow |= (from ^ first) & (from ^ by);
        memcpy(out + i, &by, sizeof *out);
    }
    return ((overflow[0] | overflow[1] | overflow[2] | overflow[3]) >> 31) == 0;
}

LOB_WRAPS static uint32_t hash_points(const lob_point *points, uint32_t count, uint64_t seed) {
    uint64_t lanes[4] = {seed, seed ^ prime1, seed + prime2, ~seed};
    uint64_t value[4];
    uint32_t i = 0;
    for (; i + 4 <= count; i += 4) {
        memcpy(value, points + i, sizeof value);
        lanes[0] = mix(lanes[0], value[0]);
        lanes[1] = mix(lanes[1], value[1]);
        lanes[2] = mix(lanes[2], value[2]);
        lanes[3] = mix(lanes[3], value[3]);
    }
    for (; i < count; i++) {
        memcpy(value, points + i, sizeof(lob_point));
        lanes[i & 3] = mix(lanes[i & 3], value[0]);
    }
    uint64_t hash = mix(mix(mix(lanes[0], lanes[1]), lanes[2]), lanes[3] + count);
    return (uint32_t)(hash ^ (hash >> 32));
}

static uint32_t outline_new(lob_intern *in, const lob_point *points, uint32_t count) {
    lob_layout *layout = in->layout;
    if (!lob_column_reserve(&layout->budget, &layout->points, sizeof(lob_point), count)) {
        return LOB_NONE;
    }
    lob_outline *outline = lob_column_push(&layout->budget, &layout->outlines, sizeof *outline);
    if (!outline) {
        return LOB_NONE;
    }
    *outline = (lob_outline){layout->points.count, count, lob_points_box(points, count)};
    memcpy(LOB_AT(layout->points, lob_point, layout->points.count), points, count * sizeof(lob_point));
    layout->points.count += count;
    return layout->outlines.count - 1;
}

uint32_t lob_intern_outline(lob_intern *in, const lob_point *points, uint32_t count, lob_point *at) {
    in->scratch.count = 0;
    if (!lob_column_reserve(&in->layout->budget, &in->scratch, sizeof(lob_point), count)) {
        return LOB_NONE;
    }
    lob_point *relative = in->scratch.data;
    *at = points[0];
    if (!subtract_first(points, count, relative)) {
        memcpy(relative, points, count * sizeof(lob_point));
        *at = (lob_point){0, 0};
    }
    return lob_intern_relative(in, relative, count);
}

uint32_t lob_intern_relative(lob_intern *in, const lob_point *relative, uint32_t count) {
    lob_layout *layout = in->layout;
    lob_intern_cursor cursor;
    if (!lob_intern_seek(in, &in->outlines, hash_points(relative, count, in->seed), &cursor)) {
        return LOB_NONE;
    }
    for (uint32_t i; (i = lob_intern_next(&in->outlines, &cursor)) != LOB_NONE;) {
        const lob_outline *outline = LOB_AT(layout->outlines, lob_outline, i);
        if (outline->count == count &&
            memcmp(LOB_AT(layout->points, lob_point, outline->first), relative, count * sizeof(lob_point)) == 0) {
            return i;
        }
    }
    uint32_t index = outline_new(in, relative, count);
    return lob_intern_add(&in->outlines, &cursor, index);
}

static bool rep_equal(const lob_rep *a, const lob_rep *b) {
    if (a->kind != b->kind) {
        return false;
    }
    if (a->kind == LOB_REP_LIST) {
        return a->list_count == b->list_count && memcmp(a->list, b->list, a->list_count * sizeof(lob_point)) == 0;
    }
    return a->na == b->na && a->nb == b->nb && a->a.x == b->a.x && a->a.y == b->a.y && a->b.x == b->b.x &&
           a->b.y == b->b.y;
}

static uint64_t rep_hash(const lob_rep *rep, uint64_t seed) {
    if (rep->kind == LOB_REP_LIST) {
        return lob_hash64_fast(rep->list, rep->list_count * sizeof(lob_point), seed);
    }
    const uint64_t words[7] = {rep->kind,          rep->na,           rep->nb, (uint64_t)rep->a.x, (uint64_t)rep->a.y,
                               (uint64_t)rep->b.x, (uint64_t)rep->b.y};
    return lob_hash64_fast(words, sizeof words, seed);
}

uint32_t lob_intern_rep(lob_intern *in, const lob_rep *rep) {
    lob_layout *layout = in->layout;
    lob_intern_cursor cursor;
    uint64_t hash = rep_hash(rep, in->seed);
    if (!lob_intern_seek(in, &in->reps, (uint32_t)(hash ^ (hash >> 32)), &cursor)) {
        return LOB_NONE;
    }
    for (uint32_t i; (i = lob_intern_next(&in->reps, &cursor)) != LOB_NONE;) {
        if (rep_equal(LOB_AT(layout->reps, lob_rep, i), rep)) {
            return i;
        }
    }
    lob_rep copy = *rep;
    if (rep->kind == LOB_REP_LIST) {
        size_t size = rep->list_count * sizeof(lob_point);
        lob_point *list = lob_budget_allows(&layout->budget, size) ? lob_arena_alloc(layout->arena, size) : NULL;
        if (!list) {
            return LOB_NONE;
        }
        memcpy(list, rep->list, size);
        copy.list = list;
    }
    lob_rep *slot = lob_column_push(&layout->budget, &layout->reps, sizeof *slot);
    if (!slot) {
        return LOB_NONE;
    }
    *slot = copy;
    return lob_intern_add(&in->reps, &cursor, layout->reps.count - 1);
}

uint32_t lob_intern_cplx(lob_intern *in, const lob_cplx *cplx) {
    lob_layout *layout = in->layout;
    uint64_t words[3] = {0, 0, (uint64_t)cplx->mag_is_absolute | (uint64_t)cplx->angle_is_absolute << 1};
    memcpy(&words[0], &cplx->angle_deg, sizeof(double));
    memcpy(&words[1], &cplx->mag, sizeof(double));
    uint64_t hash = lob_hash64_fast(words, sizeof words, in->seed);
    lob_intern_cursor cursor;
    if (!lob_intern_seek(in, &in->cplx, (uint32_t)(hash ^ (hash >> 32)), &cursor)) {
        return LOB_NONE;
    }
    for (uint32_t i; (i = lob_intern_next(&in->cplx, &cursor)) != LOB_NONE;) {
        const lob_cplx *have = LOB_AT(layout->cplx, lob_cplx, i);
        if (have->angle_deg == cplx->angle_deg && have->mag == cplx->mag &&
            have->mag_is_absolute == cplx->mag_is_absolute && have->angle_is_absolute == cplx->angle_is_absolute) {
            return i;
        }
    }
    lob_cplx *slot = lob_column_push(&layout->budget, &layout->cplx, sizeof *slot);
    if (!slot) {
        return LOB_NONE;
    }
    *slot = *cplx;
    return lob_intern_add(&in->cplx, &cursor, layout->cplx.count - 1);
}

uint32_t lob_intern_string(lob_intern *in, lob_str string) {
    lob_layout *layout = in->layout;
    uint32_t found = lob_name_map_find(&in->strings, string);
    if (found != LOB_MAP_NONE) {
        return found;
    }
    char *copy = lob_budget_allows(&layout->budget, string.size)
                     ? lob_arena_strdup(layout->arena, string.data ? string.data : "", string.size)
                     : NULL;
    if (!copy || !lob_column_reserve(&layout->budget, &layout->strings, sizeof(lob_str), 1)) {
        return LOB_NONE;
    }
    lob_str stored = {copy, string.size};
    if (!lob_name_map_add(&in->strings, stored, layout->strings.count, &found)) {
        return LOB_NONE;
    }
    *LOB_AT(layout->strings, lob_str, layout->strings.count) = stored;
    return layout->strings.count++;
}
