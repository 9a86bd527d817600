/* KLayout's context strings on their way into the layout: one form for both formats.
 *
 * GDSII has them by the name of the cell, before or after it, as events; OASIS as the property KLAYOUT_CONTEXT of cells
 * and of the layout, whose name may be a number until the end. So the lists wait until the cells are final; then the
 * property is taken out of the property sets, and all lists of one cell are put behind each other, in order of arrival.
 * What fits no cell is warned about, never an error.
 */
#include <stdlib.h>

#include "db/builder_impl.h"

static lob_status warn(lob_builder *b, const char *text) {
    return b->sink.warning(b, "context", text, 0);
}

/* ---- collecting ---- */

static lob_late_context *list_begin(lob_builder *b, lob_str name, uint32_t cell) {
    lob_late_context *list = lob_column_push(&b->layout->budget, &b->contexts, sizeof *list);
    if (list) {
        *list = (lob_late_context){name, cell, b->context_strings.count, 0};
    }
    return list;
}

static bool list_add(lob_builder *b, lob_late_context *list, lob_str string) {
    if (string.size == 0) {
        return true;
    }
    lob_str *slot = lob_column_push(&b->layout->budget, &b->context_strings, sizeof *slot);
    if (slot) {
        *slot = string;
        list->count++;
    }
    return slot != NULL;
}

static bool keep(lob_builder *b, lob_str string, lob_str *kept) {
    uint32_t index = lob_intern_string(&b->intern, string);
    if (index != LOB_NONE) {
        *kept = *LOB_AT(b->layout->strings, lob_str, index);
    }
    return index != LOB_NONE;
}

lob_status lob_builder_on_context(void *self, lob_str cell, const lob_str *strings, uint32_t count) {
    lob_builder *b = self;
    lob_str name = {0}, kept;
    if (cell.data && !keep(b, cell, &name)) {
        return lob_fail_memory(b->ctx);
    }
    lob_late_context *list = list_begin(b, name, LOB_NONE);
    for (uint32_t i = 0; list && i < count; i++) {
        if (!keep(b, strings[i], &kept) || !list_add(b, list, kept)) {
            return lob_fail_memory(b->ctx);
        }
    }
    return list ? LOB_OK : lob_fail_memory(b->ctx);
}

/* ---- the property of OASIS ---- */

static bool is_context(const lob_prop *prop) {
    return prop->name.data && !prop->is_standard && lob_str_equal(prop->name, LOB_STR("KLAYOUT_CONTEXT"));
}

static lob_status take_values(lob_builder *b, const lob_prop *prop, uint32_t cell) {
    lob_late_context *list = list_begin(b, (lob_str){0}, cell);
    uint32_t odd = 0;
    for (uint32_t i = 0; list && i < prop->value_count; i++) {
        bool is_string = prop->values[i].kind == LOB_PROP_STRING;
        odd += !is_string;
        if (is_string && !list_add(b, list, prop->values[i].string)) {
            return lob_fail_memory(b->ctx);
        }
    }
    if (!list) {
        return lob_fail_memory(b->ctx);
    }
    return odd ? warn(b, "KLAYOUT_CONTEXT has values that are not strings; they were omitted.") : LOB_OK;
}

/* Takes the property out of *set, which becomes another one, or none. */
static lob_status take_prop(lob_builder *b, uint32_t *set, uint32_t cell) {
    uint32_t count = 0, found = 0;
    const lob_prop *props = *set == LOB_NONE ? NULL : lob_layout_props(b->layout, *set, &count);
    for (uint32_t i = 0; i < count; i++) {
        found += is_context(&props[i]);
    }
    if (!found) {
        return LOB_OK;
    }
    b->cell_props.count = 0; /* no cell is open any more */
    for (uint32_t i = 0; i < count; i++) {
        if (is_context(&props[i])) {
            LOB_TRY(take_values(b, &props[i], cell));
            continue;
        }
        lob_prop *other = lob_column_push(&b->layout->budget, &b->cell_props, sizeof *other);
        if (!other) {
            return lob_fail_memory(b->ctx);
        }
        *other = props[i];
    }
    *set = LOB_NONE;
    if (found < count) {
        *set = lob_intern_props(&b->intern, b->cell_props.data, b->cell_props.count);
        return *set == LOB_NONE ? lob_fail_memory(b->ctx) : LOB_OK;
    }
    return LOB_OK;
}

/* ---- lists and cells ---- */

/* Names to indices; a list without a cell loses its strings. */
static lob_status find_cells(lob_builder *b) {
    for (uint32_t i = 0; i < b->contexts.count; i++) {
        lob_late_context *list = LOB_AT(b->contexts, lob_late_context, i);
        if (!list->name.data) {
            continue;
        }
        uint32_t draft = lob_name_map_find(&b->names, list->name);
        list->cell = draft == LOB_MAP_NONE ? LOB_NONE : LOB_AT(b->drafts, lob_draft, draft)->final;
        if (draft == LOB_MAP_NONE || lob_layout_cell(b->layout, list->cell)->is_ghost) {
            list->count = 0;
            LOB_TRY(warn(b, "Context of cells that the file does not define was omitted."));
        }
    }
    return LOB_OK;
}

static int by_cell(const void *a, const void *b) {
    const lob_late_context *x = a, *y = b;
    if (x->cell != y->cell) {
        return x->cell < y->cell ? -1 : 1;
    }
    return x->first < y->first ? -1 : x->first > y->first;
}

/* The lists [from, to), all of one cell, as one. */
static bool store(lob_builder *b, uint32_t from, uint32_t to) {
    lob_layout *layout = b->layout;
    uint32_t first = layout->context_strings.count;
    for (uint32_t i = from; i < to; i++) {
        const lob_late_context *list = LOB_AT(b->contexts, lob_late_context, i);
        if (!lob_column_reserve(&layout->budget, &layout->context_strings, sizeof(lob_str), list->count)) {
            return false;
        }
        for (uint32_t k = 0; k < list->count; k++) {
            *LOB_AT(layout->context_strings, lob_str, layout->context_strings.count++) =
                *LOB_AT(b->context_strings, lob_str, list->first + k);
        }
    }
    if (layout->context_strings.count == first) {
        return true;
    }
    lob_prop_set *set = lob_column_push(&layout->budget, &layout->contexts, sizeof *set);
    if (!set) {
        return false;
    }
    *set = (lob_prop_set){first, layout->context_strings.count - first};
    uint32_t cell = LOB_AT(b->contexts, lob_late_context, from)->cell;
    uint32_t *owner = cell == LOB_NONE ? &layout->own_context : &LOB_AT(layout->cells, lob_cell, cell)->context;
    *owner = layout->contexts.count - 1;
    return true;
}

lob_status lob_builder_freeze_contexts(lob_builder *b) {
    lob_layout *layout = b->layout;
    for (uint32_t i = 0; i < layout->cells.count; i++) {
        LOB_TRY(take_prop(b, &LOB_AT(layout->cells, lob_cell, i)->props, i));
    }
    LOB_TRY(take_prop(b, &layout->own_props, LOB_NONE));
    LOB_TRY(find_cells(b));
    if (b->contexts.count) {
        qsort(b->contexts.data, b->contexts.count, sizeof(lob_late_context), by_cell);
    }
    for (uint32_t from = 0, to; from < b->contexts.count; from = to) {
        uint32_t cell = LOB_AT(b->contexts, lob_late_context, from)->cell;
        for (to = from; to < b->contexts.count && LOB_AT(b->contexts, lob_late_context, to)->cell == cell;) {
            to++;
        }
        if (!store(b, from, to)) {
            return lob_fail_memory(b->ctx);
        }
    }
    return LOB_OK;
}
