/* Figures within reach of each other, joined; each group told by its forms and their offsets. */
#include <string.h>

#include "base/alloc.h"
#include "base/sort.h"
#include "rules/near.h"
#include "rules/scan_impl.h"

enum { POLL_EVERY = 4096 };

typedef struct grouped { /* a figure and the first of its group */
    uint32_t group, item;
} grouped;

static int by_group(const void *a, const void *b, void *unused) {
    (void)unused;
    const grouped *x = a, *y = b;
    return x->group != y->group ? (x->group > y->group) - (x->group < y->group)
                                : (x->item > y->item) - (x->item < y->item);
}

static int by_form(const void *a, const void *b, void *unused) {
    (void)unused;
    const lob_patch_figure *x = a, *y = b;
    if (x->form != y->form) {
        return x->form < y->form ? -1 : 1;
    }
    return lob_point_compare(x->at, y->at);
}

/* The number of a patch of these figures, whose order and first place are made the patch's own. */
static lob_status intern_patch(scan_run *r, lob_patch_figure *figures, uint32_t count, lob_patch_place *place) {
    LOB_TRY(lob_sort(r->ctx, figures, count, sizeof *figures, by_form, NULL));
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

static bool are_near(const void *who, uint32_t a, uint32_t b) {
    const scan_run *r = who;
    const scan_item *x = &r->items[a], *y = &r->items[b];
    return lob_forms_are_near(lob_forms_get(r->forms, x->what), x->at, lob_forms_get(r->forms, y->what), y->at,
                              r->question->reach);
}

static lob_status group(scan_run *r, bool *is_out, lob_near_parent *parents) {
    const lob_near_question question = {.tree = &r->tree,
                                        .reach = r->question->reach,
                                        .is_out = is_out,
                                        .is_near = r->question->takes_parts ? are_near : NULL,
                                        .who = r,
                                        .team = r->question->team};
    for (uint32_t i = 0; i < r->item_count; i++) {
        is_out[i] = r->items[i].is_placement;
    }
    return lob_near_groups(r->ctx, &question, parents);
}

lob_status lob_scan_patches(scan_run *r, lob_scan_job *job) {
    lob_near_parent *parents = lob_malloc(r->item_count * sizeof *parents + 1);
    bool *is_out = lob_malloc(r->item_count * sizeof *is_out + 1);
    grouped *list = lob_malloc(r->item_count * sizeof *list + 1);
    lob_patch_figure *figures = lob_malloc(r->item_count * sizeof *figures + 1);
    lob_status status = parents && is_out && list && figures ? group(r, is_out, parents) : lob_fail_memory(r->ctx);
    if (status == LOB_OK) {
        uint32_t count = 0;
        for (uint32_t i = 0; i < r->item_count; i++) {
            if (!is_out[i]) {
                list[count++] = (grouped){lob_near_first(parents, i), i};
            }
        }
        status = lob_sort(r->ctx, list, count, sizeof *list, by_group, NULL);
        status = status == LOB_OK ? number_groups(r, list, count, figures, job) : status;
    }
    lob_free(parents);
    lob_free(is_out);
    lob_free(list);
    lob_free(figures);
    return status;
}
