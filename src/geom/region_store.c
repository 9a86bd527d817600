/* Growing lists and sorting of the region engine.
 *
 * Points are sorted by radix on what the coordinates really span: one key of 64 bits when y and x fit into it together,
 * else x first and then y. Sorting is stable, so results depend on the order of the input nowhere but among equals.
 */
#include "geom/region_parts.h"

#include <string.h>

#include "base/alloc.h"

/* Of a few entries a long table of digits would cost more than they do. */
enum { SMALL = 48, FEW = 1024, DIGIT_BITS_OF_FEW = 8, DIGIT_BITS = 10, FRAGMENTS_MAX = 1 << 25 };

lob_status lob_region_fail_size(lob_ctx *ctx) {
    bool first = ctx->error.code == LOB_OK;
    lob_status status = lob_fail(ctx, LOB_E_QUERY_TOO_LARGE, "Too many edges for one operation on polygons");
    if (first) {
        lob_error_text(&ctx->error, "reason", LOB_STR("edges"));
        lob_error_integer(&ctx->error, "maximum", FRAGMENTS_MAX);
        lob_hint(ctx, "Ask for a smaller box or fewer layers.");
    }
    return status;
}

/* Room for one more where there is none. */
static lob_status grow(lob_ctx *ctx, void **items, uint32_t count, uint32_t *capacity, size_t size) {
    if (count >= FRAGMENTS_MAX) {
        return lob_region_fail_size(ctx);
    }
    uint32_t wanted = *capacity ? 2 * *capacity : 64;
    void *more = lob_realloc(*items, wanted * size);
    if (!more) {
        return lob_fail_memory(ctx);
    }
    *items = more;
    *capacity = wanted;
    return LOB_OK;
}

lob_status lob_segments_add(lob_ctx *ctx, lob_segments *list, lob_point64 from, lob_point64 to, int32_t da,
                            int32_t db) {
    int order = lob_point_compare(from, to);
    if (order == 0) {
        return LOB_OK;
    }
    if (list->count == list->capacity) {
        void *items = list->items;
        LOB_TRY(grow(ctx, &items, list->count, &list->capacity, sizeof *list->items));
        list->items = items;
    }
    list->items[list->count++] = order < 0 ? (lob_segment){from, to, {da, db}} : (lob_segment){to, from, {-da, -db}};
    return LOB_OK;
}

void lob_segments_drop(lob_segments *list) {
    lob_free(list->items);
    *list = (lob_segments){0};
}

lob_status lob_points64_add(lob_ctx *ctx, lob_points64 *list, lob_point64 point) {
    if (list->count == list->capacity) {
        void *items = list->items;
        LOB_TRY(grow(ctx, &items, list->count, &list->capacity, sizeof *list->items));
        list->items = items;
    }
    list->items[list->count++] = point;
    return LOB_OK;
}

void lob_points64_drop(lob_points64 *list) {
    lob_free(list->items);
    *list = (lob_points64){0};
}

/* ---- sorting ---- */

typedef struct entry {
    uint64_t key;
    uint32_t index;
} entry;

static void insertion_sort(entry *e, uint32_t count) {
    for (uint32_t i = 1; i < count; i++) {
        entry moving = e[i];
        uint32_t k = i;
        for (; k > 0 && e[k - 1].key > moving.key; k--) {
            e[k] = e[k - 1];
        }
        e[k] = moving;
    }
}

/* Sorts *sorted by key; it may come out in `other`. */
static lob_status radix_sort(lob_ctx *ctx, entry **sorted, entry *other, uint32_t count, unsigned bits) {
    entry *e = *sorted;
    if (count <= SMALL) {
        insertion_sort(e, count);
        return LOB_OK;
    }
    const unsigned digit_bits = count < FEW ? DIGIT_BITS_OF_FEW : DIGIT_BITS, digits = 1U << digit_bits;
    for (unsigned shift = 0; shift < bits; shift += digit_bits) {
        uint32_t at[1 << DIGIT_BITS], sum = 0;
        LOB_TRY(lob_poll(ctx));
        memset(at, 0, digits * sizeof *at);
        for (uint32_t i = 0; i < count; i++) {
            at[(e[i].key >> shift) & (digits - 1)]++;
        }
        for (unsigned d = 0; d < digits; d++) {
            uint32_t n = at[d];
            at[d] = sum;
            sum += n;
        }
        for (uint32_t i = 0; i < count; i++) {
            other[at[(e[i].key >> shift) & (digits - 1)]++] = e[i];
        }
        entry *swap = e;
        e = other;
        other = swap;
    }
    *sorted = e;
    return LOB_OK;
}

static unsigned bits_of(uint64_t span) {
    return span ? 64 - (unsigned)__builtin_clzll(span) : 0;
}

static const lob_point64 *point_at(const void *points, size_t stride, uint32_t k) {
    return (const lob_point64 *)(const void *)((const char *)points + k * stride);
}

static void fill_order(const void *points, size_t stride, entry *e, uint32_t count, lob_box64 box, unsigned bits_x,
                       bool is_one_key) {
    for (uint32_t i = 0; i < count; i++) {
        lob_point64 p = *point_at(points, stride, i);
        uint64_t x = (uint64_t)(p.x - box.left), y = (uint64_t)(p.y - box.bottom);
        e[i] = (entry){is_one_key ? y << bits_x | x : x, i};
    }
}

static lob_status sort_points(lob_ctx *ctx, const void *points, size_t stride, uint32_t count, entry *entries,
                              entry **sorted) {
    lob_box64 box = LOB_BOX64_EMPTY;
    for (uint32_t i = 0; i < count; i++) {
        lob_point64 p = *point_at(points, stride, i);
        box = lob_box64_add_point(box, p.x, p.y);
    }
    const unsigned bits_x = bits_of((uint64_t)(box.right - box.left)),
                   bits_y = bits_of((uint64_t)(box.top - box.bottom));
    const bool is_one_key = bits_x + bits_y <= 64 && bits_x < 64;
    entry *e = *sorted = entries;
    fill_order(points, stride, e, count, box, bits_x, is_one_key);
    LOB_TRY(radix_sort(ctx, &e, entries + count, count, is_one_key ? bits_x + bits_y : bits_x));
    if (!is_one_key) {
        for (uint32_t i = 0; i < count; i++) {
            e[i].key = (uint64_t)(point_at(points, stride, e[i].index)->y - box.bottom);
        }
        LOB_TRY(radix_sort(ctx, &e, e == entries ? entries + count : entries, count, bits_y));
    }
    *sorted = e;
    return LOB_OK;
}

lob_status lob_point_order(lob_ctx *ctx, const void *points, size_t stride, uint32_t count, uint32_t **order) {
    *order = lob_malloc(count * sizeof **order + 1);
    entry *entries = lob_malloc(2 * (size_t)count * sizeof *entries + 1), *sorted = NULL;
    lob_status status =
        *order && entries ? sort_points(ctx, points, stride, count, entries, &sorted) : lob_fail_memory(ctx);
    for (uint32_t i = 0; status == LOB_OK && i < count; i++) {
        (*order)[i] = sorted[i].index;
    }
    lob_free(entries);
    if (status != LOB_OK) {
        lob_free(*order);
        *order = NULL;
    }
    return status;
}

static bool is_sorted(const lob_segments *list) {
    for (uint32_t i = 1; i < list->count; i++) {
        if (lob_point_compare(list->items[i - 1].from, list->items[i].from) > 0) {
            return false;
        }
    }
    return true;
}

static lob_status sort_by(lob_ctx *ctx, lob_segments *list, size_t offset) {
    uint32_t *order;
    LOB_TRY(lob_point_order(ctx, (const char *)list->items + offset, sizeof *list->items, list->count, &order));
    lob_segment *sorted = lob_malloc(list->count * sizeof *sorted + 1);
    if (sorted) {
        for (uint32_t i = 0; i < list->count; i++) {
            sorted[i] = list->items[order[i]];
        }
        lob_free(list->items);
        list->items = sorted;
        list->capacity = list->count;
    }
    lob_free(order);
    return sorted ? LOB_OK : lob_fail_memory(ctx);
}

lob_status lob_segments_sort(lob_ctx *ctx, lob_segments *list) {
    return list->count < 2 || is_sorted(list) ? LOB_OK : sort_by(ctx, list, offsetof(lob_segment, from));
}

lob_status lob_segments_join(lob_ctx *ctx, lob_segments *list) {
    if (list->count == 0) {
        return LOB_OK;
    }
    LOB_TRY(sort_by(ctx, list, offsetof(lob_segment, to)));
    LOB_TRY(sort_by(ctx, list, offsetof(lob_segment, from)));
    LOB_TRY(lob_poll(ctx));
    uint32_t kept = 0;
    lob_segment *s = list->items;
    for (uint32_t i = 0; i < list->count;) {
        i = lob_segment_join(s, i, list->count, &kept);
    }
    list->count = kept;
    return LOB_OK;
}
