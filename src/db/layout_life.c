/* A layout from its birth to its last user: counted references, and what it holds. */
#include <sys/mman.h>

#include "base/alloc.h"
#include "db/index.h"
#include "db/layout_impl.h"

lob_layout *lob_layout_new(uint64_t size_max) {
    lob_layout *layout = lob_calloc(1, sizeof *layout);
    if (!layout) {
        return NULL;
    }
    atomic_init(&layout->references, 1);
    layout->arena = lob_arena_new(0);
    layout->budget = (lob_budget){.size_max = size_max, .arena = layout->arena};
    lob_account_init(&layout->trees, "layout_size", size_max ? (int64_t)size_max : INT64_MAX);
    layout->format = "gds";
    layout->dbu_um = 0.001;
    layout->own_props = LOB_NONE;
    layout->own_context = LOB_NONE;
    if (!layout->arena) {
        lob_free(layout);
        return NULL;
    }
    return layout;
}

lob_layout *lob_layout_keep(lob_layout *layout) {
    atomic_fetch_add_explicit(&layout->references, 1, memory_order_relaxed);
    return layout;
}

bool lob_layout_is_shared(const lob_layout *layout) {
    return atomic_load_explicit(&layout->references, memory_order_acquire) > 1;
}

void lob_layout_drop(lob_layout *layout) {
    if (!layout || atomic_fetch_sub_explicit(&layout->references, 1, memory_order_acq_rel) != 1) {
        return;
    }
    lob_budget *budget = &layout->budget;
    lob_account *before = lob_account_enter(NULL); /* it was not taken by who drops it */
    lob_memory_note_end(lob_layout_size(layout));
    lob_index_drop(atomic_load_explicit(&layout->index, memory_order_relaxed));
    if (layout->image) {
        munmap(layout->image, layout->image_size);
        lob_arena_drop(layout->arena);
        lob_free(layout);
        lob_account_enter(before);
        return;
    }
    for (uint32_t i = 0; i < layout->blocks.count; i++) {
        lob_free(*LOB_AT(layout->blocks, void *, i));
    }
    lob_column_release(budget, &layout->blocks, sizeof(void *));
    lob_column_release(budget, &layout->shares, sizeof(lob_share));
    lob_column_release(budget, &layout->layers, sizeof(lob_layer));
    lob_column_release(budget, &layout->cells, sizeof(lob_cell));
    lob_column_release(budget, &layout->outlines, sizeof(lob_outline));
    lob_column_release(budget, &layout->points, sizeof(lob_point));
    lob_column_release(budget, &layout->reps, sizeof(lob_rep));
    lob_column_release(budget, &layout->cplx, sizeof(lob_cplx));
    lob_column_release(budget, &layout->strings, sizeof(lob_str));
    lob_column_release(budget, &layout->sets, sizeof(lob_prop_set));
    lob_column_release(budget, &layout->props, sizeof(lob_prop));
    lob_column_release(budget, &layout->contexts, sizeof(lob_prop_set));
    lob_column_release(budget, &layout->context_strings, sizeof(lob_str));
    lob_column_release(budget, &layout->warnings, sizeof(lob_warning));
    lob_arena_drop(layout->arena);
    lob_free(layout);
    lob_account_enter(before);
}

uint64_t lob_layout_size(const lob_layout *layout) {
    return layout->budget.held + lob_arena_size(layout->arena) + sizeof *layout +
           lob_index_size(atomic_load_explicit(&layout->index, memory_order_acquire));
}
