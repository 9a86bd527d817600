/* Figures within reach of each other, joined; each group told by its forms and their offsets. */
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "rules/scan_impl.h"

enum { POLL_EVERY = 4096 };

typedef struct grouped { /* a figure and the first of its group */
    uint32_t group, item;
} grouped;

static uint32_t root_of(uint32_t *parents, uint32_t i) {
    while (parents[i] != i) {
        parents[i] = parents[parents[i]];
        i = parents[i];
    }
    return i;
}

static lob_status join_neighbours(scan_run *r, uint32_t *parents, uint32_t item) {
    scan_search search;
    uint32_t found;
    lob_scan_search_start(r, item, &search);
    LOB_TRY(lob_scan_search_next(r, &search, &found));
    while (found != LOB_NONE) {
        if (found > item && !r->items[found].is_placement) {
            uint32_t a = root_of(parents, item), b = root_of(parents, found);
            parents[a < b ? b : a] = a < b ? a : b;
        }
        LOB_TRY(lob_scan_search_next(r, &search, &found));
    }
    return LOB_OK;
}

static lob_status join(scan_run *r, uint32_t *parents) {
    for (uint32_t i = 0; i < r->item_count; i++) {
        parents[i] = i;
    }
    for (uint32_t i = 0; i < r->item_count; i++) {
        if (i % POLL_EVERY == 0) {
            LOB_TRY(lob_poll(r->ctx));
        }
        if (!r->items[i].is_placement) {
            LOB_TRY(join_neighbours(r, parents, i));
        }
    }
    return LOB_OK;
}

static int by_group(const void *a, const void *b) {
    const grouped *x = a, *y = b;
    return x->group != y->group ? (x->group > y->group) - (x->group < y->group)
                                : (x->item > y->item) - (x->item < y->item);
}

static int by_form(const void *a, const void *b) {
    const lob_patch_figure *x = a, *y = b;
    if (x->form != y->form) {
        return x->form < y->form ? -1 : 1;
    }
    if (x->at.y != y->at.y) {
        return x->at.y < y->at.y ? -1 : 1;
    }
    return (x->at.x > y->at.x) - (x->at.x < y->at.x);
}

/* The number of a patch of these figures, whose order and first place are made the patch's own. */
static lob_status intern_patch(scan_run *r, lob_patch_figure *figures, uint32_t count, lob_patch_place *place) {
    qsort(figures, count, sizeof *figures, by_form);
    place->at = figures[0].at;
    for (uint32_t i = 0; i < count; i++) {
        figures[i].at.x -= place->at.x;
        figures[i].at.y -= place->at.y;
    }
    const lob_str key = {(const char *)figures, count * sizeof *figures};
    place->patch = lob_name_map_find(&r->patch_map, key);
    if (place->patch != LOB_MAP_NONE) {
        return LOB_OK;
    }
    LOB_TRY(lob_list_grow(r->ctx, &r->patches, r->patch_count, &r->patch_capacity, sizeof *r->patches));
    lob_patch_figure *kept = lob_arena_alloc(r->ctx->arena, key.size);
    if (!kept) {
        return lob_fail_memory(r->ctx);
    }
    memcpy(kept, figures, key.size);
    if (!lob_name_map_add(&r->patch_map, (lob_str){(const char *)kept, key.size}, r->patch_count, &place->patch)) {
        return lob_fail_memory(r->ctx);
    }
    r->patches[r->patch_count++] = (lob_patch){kept, count};
    return LOB_OK;
}

static lob_status number_groups(scan_run *r, const grouped *list, uint32_t count, lob_patch_figure *figures,
                                lob_scan_job *job) {
    lob_patch_place *places = LOB_NEW_ARRAY(r->ctx->arena, lob_patch_place, count + 1);
    if (!places) {
        return lob_fail_memory(r->ctx);
    }
    for (uint32_t i = 0; i < count;) {
        uint32_t n = 0;
        for (uint32_t group = list[i].group; i < count && list[i].group == group; i++) {
            const scan_item *item = &r->items[list[i].item];
            memset(&figures[n], 0, sizeof figures[n]);
            figures[n].form = item->what;
            figures[n++].at = item->at;
        }
        LOB_TRY(intern_patch(r, figures, n, &places[job->place_count++]));
        if (job->place_count % POLL_EVERY == 0) {
            LOB_TRY(lob_poll(r->ctx));
        }
    }
    job->places = places;
    return LOB_OK;
}

lob_status lob_scan_patches(scan_run *r, lob_scan_job *job) {
    uint32_t *parents = lob_malloc(r->item_count * sizeof *parents + 1);
    grouped *list = lob_malloc(r->item_count * sizeof *list + 1);
    lob_patch_figure *figures = lob_malloc(r->item_count * sizeof *figures + 1);
    lob_status status = parents && list && figures ? join(r, parents) : lob_fail_memory(r->ctx);
    if (status == LOB_OK) {
        uint32_t count = 0;
        for (uint32_t i = 0; i < r->item_count; i++) {
            if (!r->items[i].is_placement) {
                list[count++] = (grouped){root_of(parents, i), i};
            }
        }
        qsort(list, count, sizeof *list, by_group);
        status = number_groups(r, list, count, figures, job);
    }
    lob_free(parents);
    lob_free(list);
    lob_free(figures);
    return status;
}
