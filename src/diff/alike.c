/* See alike.h. A key is five numbers for each figure (side and form, then its box), sorted, so that the order in which
 * figures were found does not matter. */
#include "diff/alike.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "diff/group.h"
#include "diff/tally.h"

typedef struct entry {
    int64_t what; /* side and form */
    lob_box64 box;
} entry;

static int by_all(const void *a, const void *b) {
    const entry *x = a, *y = b;
    return x->what != y->what ? (x->what > y->what) - (x->what < y->what) : lob_box64_order(&x->box, &y->box);
}

void lob_alike_release(lob_alike *alike) {
    if (alike->is_started) {
        lob_name_map_release(&alike->known);
    }
    lob_free(alike->figures);
    lob_free(alike->kept);
    lob_arena_drop(alike->arena);
    *alike = (lob_alike){0};
}

static lob_status start(lob_ctx *ctx, lob_alike *alike) {
    if (!alike->is_started) {
        lob_name_map_init(&alike->known);
        alike->is_started = true;
        alike->arena = lob_arena_new(0);
    }
    return alike->arena ? LOB_OK : lob_fail_memory(ctx);
}

lob_status lob_alike_add(lob_ctx *ctx, lob_alike *alike, int side, const lob_diff_figure *figure) {
    void *items = alike->figures;
    const lob_status status = lob_diff_grow(ctx, &items, alike->count, &alike->capacity, sizeof *alike->figures);
    alike->figures = items;
    LOB_TRY(status);
    alike->figures[alike->count++] = (lob_alike_figure){*figure, side};
    return LOB_OK;
}

static lob_status make_key(lob_ctx *ctx, lob_alike *alike) {
    lob_box64 all = LOB_BOX64_EMPTY;
    entry *entries = LOB_NEW_ARRAY(ctx->arena, entry, alike->count);
    if (!entries) {
        return lob_fail_memory(ctx);
    }
    for (size_t i = 0; i < alike->count; i++) {
        all = lob_box64_join(all, alike->figures[i].figure.box);
    }
    alike->corner = (lob_point64){all.left, all.bottom};
    for (size_t i = 0; i < alike->count; i++) {
        const lob_diff_figure *f = &alike->figures[i].figure;
        entries[i].what = (int64_t)alike->figures[i].side << 32 | f->form;
        entries[i].box = (lob_box64){f->box.left - all.left, f->box.bottom - all.bottom, f->box.right - all.left,
                                     f->box.top - all.bottom};
    }
    qsort(entries, alike->count, sizeof *entries, by_all);
    alike->key = (lob_str){(const char *)entries, alike->count * sizeof *entries};
    return LOB_OK;
}

/* A copy in the arena, moved. */
static bool copy(lob_arena *arena, const lob_polygons *from, lob_point64 by, lob_polygons *to) {
    lob_point64 *points = LOB_NEW_ARRAY(arena, lob_point64, from->point_count + 1);
    lob_contour *contours = LOB_NEW_ARRAY(arena, lob_contour, from->contour_count + 1);
    if (!points || !contours) {
        return false;
    }
    for (uint32_t i = 0; i < from->point_count; i++) {
        points[i] = (lob_point64){from->points[i].x + by.x, from->points[i].y + by.y};
    }
    if (from->contour_count > 0) {
        memcpy(contours, from->contours, from->contour_count * sizeof *contours);
    }
    *to = (lob_polygons){points, contours, from->point_count, from->contour_count};
    return true;
}

lob_status lob_alike_find(lob_ctx *ctx, lob_alike *alike, bool *found, lob_alike_result *result) {
    *found = false;
    alike->key = (lob_str){NULL, 0};
    if (alike->count == 0 || alike->count > LOB_ALIKE_FIGURES_MAX) {
        return LOB_OK;
    }
    LOB_TRY(start(ctx, alike));
    LOB_TRY(make_key(ctx, alike));
    const uint32_t number = lob_name_map_find(&alike->known, alike->key);
    if (number == LOB_MAP_NONE) {
        return LOB_OK;
    }
    *result = alike->kept[number];
    *found = copy(ctx->arena, &alike->kept[number].polygons, alike->corner, &result->polygons);
    return *found ? LOB_OK : lob_fail_memory(ctx);
}

lob_status lob_alike_keep(lob_ctx *ctx, lob_alike *alike, const lob_alike_result *result) {
    const size_t bytes = alike->key.size + result->polygons.point_count * sizeof(lob_point64) +
                         result->polygons.contour_count * sizeof(lob_contour);
    if (!alike->key.data || alike->bytes + bytes > LOB_ALIKE_BYTES_MAX) {
        return LOB_OK;
    }
    void *items = alike->kept;
    const lob_status status = lob_diff_grow(ctx, &items, alike->kept_count, &alike->kept_capacity, sizeof *alike->kept);
    alike->kept = items;
    LOB_TRY(status);
    lob_alike_result *own = &alike->kept[alike->kept_count];
    *own = *result;
    const char *key = lob_arena_strdup(alike->arena, alike->key.data, alike->key.size);
    uint32_t number;
    if (!key ||
        !copy(alike->arena, &result->polygons, (lob_point64){-alike->corner.x, -alike->corner.y}, &own->polygons) ||
        !lob_name_map_add(&alike->known, (lob_str){key, alike->key.size}, (uint32_t)alike->kept_count, &number)) {
        return lob_fail_memory(ctx);
    }
    alike->kept_count++;
    alike->bytes += bytes;
    return LOB_OK;
}
