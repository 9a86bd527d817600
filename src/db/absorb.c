/* One layout of parts: what a builder has gathered from a run of whole cells becomes part of another builder, as if
 * that one had been told the same events.
 *
 * Whatever is known by an index is looked up once in the other's tables, in order of the index, which is the order of
 * first appearance; then the cells move over, small columns copied, large ones as they are, and their indices are
 * exchanged. So the result does not depend on where the file was cut.
 *
 * Invariant: a large column belongs to one of the two layouts at any time, also after a failure.
 */
#include "base/alloc.h"
#include "db/builder_impl.h"

typedef struct absorption {
    lob_builder *to, *from;
    uint32_t *strings, *outlines, *reps, *cplx, *sets, *layers, *drafts; /* theirs -> ours; one block */
    uint32_t next_block;                                                 /* of theirs that is still theirs */
} absorption;

/* ---- tables ---- */

static uint32_t *take_table(uint32_t **room, uint32_t count) {
    uint32_t *table = *room;
    *room += count;
    return table;
}

static bool tables_open(absorption *a) {
    const lob_layout *l = a->from->layout;
    const size_t count = (size_t)l->strings.count + l->outlines.count + l->reps.count + l->cplx.count + l->sets.count +
                         l->layers.count + a->from->drafts.count;
    uint32_t *room = lob_malloc((count + 1) * sizeof *room);
    if (!room) {
        return false;
    }
    a->strings = take_table(&room, l->strings.count);
    a->outlines = take_table(&room, l->outlines.count);
    a->reps = take_table(&room, l->reps.count);
    a->cplx = take_table(&room, l->cplx.count);
    a->sets = take_table(&room, l->sets.count);
    a->layers = take_table(&room, l->layers.count);
    a->drafts = take_table(&room, a->from->drafts.count);
    return true;
}

/* Also those of texts that are known by number alone, which have no data yet. */
static bool find_strings(absorption *a) {
    const lob_layout *l = a->from->layout;
    uint32_t late = 0;
    lob_name_map_find_all(&a->to->intern.strings, &a->from->intern.strings, a->strings);
    for (uint32_t i = 0; i < l->strings.count; i++) {
        const lob_late_text *text =
            late < a->from->late_texts.count ? LOB_AT(a->from->late_texts, lob_late_text, late) : NULL;
        if (text && text->string == i) {
            const lob_text_event event = {.string_ref = text->ref};
            a->strings[i] = lob_builder_text_string(a->to, &event);
            late++;
        } else if (a->strings[i] == LOB_NONE) {
            a->strings[i] = lob_intern_string(&a->to->intern, *LOB_AT(l->strings, lob_str, i));
        }
        if (a->strings[i] == LOB_NONE) {
            return false;
        }
    }
    return true;
}

static bool find_outlines(absorption *a) {
    const lob_layout *l = a->from->layout;
    for (uint32_t i = 0; i < l->outlines.count; i++) {
        const lob_outline *outline = LOB_AT(l->outlines, lob_outline, i);
        a->outlines[i] = lob_intern_relative(&a->to->intern, lob_layout_points(l, outline), outline->count);
        if (a->outlines[i] == LOB_NONE) {
            return false;
        }
    }
    return true;
}

static bool find_rest(absorption *a) {
    const lob_layout *l = a->from->layout;
    bool fine = true;
    for (uint32_t i = 0; i < l->reps.count && fine; i++) {
        a->reps[i] = lob_intern_rep(&a->to->intern, LOB_AT(l->reps, lob_rep, i));
        fine = a->reps[i] != LOB_NONE;
    }
    for (uint32_t i = 0; i < l->cplx.count && fine; i++) {
        a->cplx[i] = lob_intern_cplx(&a->to->intern, LOB_AT(l->cplx, lob_cplx, i));
        fine = a->cplx[i] != LOB_NONE;
    }
    for (uint32_t i = 0; i < l->sets.count; i++) {
        a->sets[i] = LOB_NONE;
    }
    lob_intern_find_sets(&a->to->intern, &a->from->intern, a->strings, a->sets);
    for (uint32_t i = 0; i < l->sets.count && fine; i++) {
        const lob_prop_set *set = LOB_AT(l->sets, lob_prop_set, i);
        a->sets[i] = a->sets[i] != LOB_NONE
                         ? a->sets[i]
                         : lob_intern_props(&a->to->intern, LOB_AT(l->props, lob_prop, set->first), set->count);
        fine = a->sets[i] != LOB_NONE;
    }
    return fine;
}

static lob_status find_layers_and_cells(absorption *a) {
    const lob_layout *l = a->from->layout;
    for (uint32_t i = 0; i < l->layers.count; i++) {
        const lob_layer *layer = LOB_AT(l->layers, lob_layer, i);
        LOB_TRY(lob_builder_layer(a->to, (uint64_t)layer->layer << 32 | layer->datatype, &a->layers[i]));
    }
    for (uint32_t i = 0; i < a->from->drafts.count; i++) {
        const lob_draft *draft = LOB_AT(a->from->drafts, lob_draft, i);
        LOB_TRY(lob_builder_draft(a->to, draft, &a->drafts[i]));
    }
    return LOB_OK;
}

static lob_status find_all(absorption *a) {
    if (!find_strings(a) || !find_outlines(a) || !find_rest(a)) {
        return lob_fail_memory(a->to->ctx);
    }
    return find_layers_and_cells(a);
}

/* ---- columns ---- */

/* The block moves from their layout to ours. */
static bool move_block(absorption *a, void *items, size_t size) {
    lob_layout *to = a->to->layout, *from = a->from->layout;
    void **slot = lob_budget_allows(&to->budget, size) ? lob_column_push(&to->budget, &to->blocks, sizeof *slot) : NULL;
    if (!slot) {
        return false;
    }
    *slot = NULL;
    while (a->next_block < from->blocks.count) { /* they were stored in this order */
        void **theirs = LOB_AT(from->blocks, void *, a->next_block++);
        if (*theirs == items) {
            *slot = items;
            *theirs = NULL;
            from->budget.held -= size;
            to->budget.held += size;
            return true;
        }
    }
    return false;
}

/* *items: theirs, then ours. */
static bool move_column(absorption *a, void **items, uint32_t count, size_t item_size) {
    lob_layout *to = a->to->layout;
    const size_t size = count * item_size;
    if (size == 0) {
        return true;
    }
    if (size > LOB_COLUMN_LARGE) {
        return move_block(a, *items, size);
    }
    void *copy = lob_budget_allows(&to->budget, size) ? lob_arena_alloc(to->arena, size) : NULL;
    if (copy) {
        memcpy(copy, *items, size);
        *items = copy;
    }
    return copy != NULL;
}

static bool move_attrs(absorption *a, lob_attrs *attrs, const uint32_t *table) {
    void *items = attrs->items;
    if (!move_column(a, &items, attrs->count, sizeof *attrs->items)) {
        return false;
    }
    attrs->items = items;
    for (uint32_t i = 0; i < attrs->count; i++) {
        attrs->items[i].value = table[attrs->items[i].value];
    }
    return true;
}

static void exchange(uint32_t *index, const uint32_t *table) {
    if (*index != LOB_NONE) {
        *index = table[*index];
    }
}

static void exchange_figures(const absorption *a, lob_shapes *s) {
    for (uint32_t i = 0; i < s->count[LOB_KIND_PATH]; i++) {
        exchange(&s->paths[i].outline, a->outlines);
        exchange(&s->paths[i].rep, a->reps);
    }
    for (uint32_t i = 0; i < s->count[LOB_KIND_POLYGON]; i++) {
        exchange(&s->polygons[i].outline, a->outlines);
        exchange(&s->polygons[i].rep, a->reps);
    }
    for (uint32_t i = 0; i < s->count[LOB_KIND_TEXT]; i++) {
        exchange(&s->texts[i].string, a->strings);
        exchange(&s->texts[i].rep, a->reps);
    }
}

static bool move_share(absorption *a, lob_shapes *s) {
    if (s->share == LOB_NONE) {
        return true;
    }
    lob_layout *to = a->to->layout;
    lob_share *slot = lob_column_push(&to->budget, &to->shares, sizeof *slot);
    if (slot) {
        *slot = *LOB_AT(a->from->layout->shares, lob_share, s->share);
        s->share = to->shares.count - 1;
    }
    return slot != NULL;
}

/* In the order in which they were stored (store.c). */
static bool move_shapes(absorption *a, lob_shapes *s) {
    void *items[LOB_KIND_COUNT] = {s->boxes, s->paths, s->polygons, s->texts};
    s->layer = a->layers[s->layer];
    for (int kind = 0; kind < LOB_KIND_COUNT; kind++) {
        if (!move_column(a, &items[kind], s->count[kind], lob_kind_sizes[kind]) ||
            !move_attrs(a, &s->props[kind], a->sets)) {
            return false;
        }
    }
    s->boxes = items[LOB_KIND_BOX];
    s->paths = items[LOB_KIND_PATH];
    s->polygons = items[LOB_KIND_POLYGON];
    s->texts = items[LOB_KIND_TEXT];
    exchange_figures(a, s);
    return move_attrs(a, &s->box_reps, a->reps) && move_share(a, s);
}

static bool move_insts(absorption *a, lob_cell *cell) {
    void *items = cell->insts;
    if (!move_column(a, &items, cell->inst_count, sizeof *cell->insts) || !move_attrs(a, &cell->inst_props, a->sets)) {
        return false;
    }
    cell->insts = items;
    for (uint32_t i = 0; i < cell->inst_count; i++) {
        lob_inst *inst = &cell->insts[i];
        inst->child = a->drafts[inst->child];
        exchange(&inst->rep, a->reps);
        exchange(&inst->cplx, a->cplx);
    }
    return true;
}

static bool move_cell(absorption *a, lob_cell *cell, const lob_cell *theirs) {
    lob_layout *to = a->to->layout;
    const size_t size = theirs->shapes_count * sizeof(lob_shapes);
    cell->shapes = lob_budget_allows(&to->budget, size) ? lob_arena_alloc(to->arena, size) : NULL;
    if (!cell->shapes) {
        return false;
    }
    if (size) {
        memcpy(cell->shapes, theirs->shapes, size);
    }
    for (uint32_t i = 0; i < theirs->shapes_count; i++) {
        if (!move_shapes(a, &cell->shapes[i])) {
            return false;
        }
    }
    cell->shapes_count = theirs->shapes_count;
    cell->insts = theirs->insts;
    cell->inst_count = theirs->inst_count;
    cell->inst_props = theirs->inst_props;
    cell->props = theirs->props;
    exchange(&cell->props, a->sets);
    return move_insts(a, cell);
}

/* ---- all of it ---- */

static lob_status move_cells(absorption *a) {
    for (uint32_t i = 0; i < a->from->order.count; i++) {
        const uint32_t theirs = *LOB_AT(a->from->order, uint32_t, i), ours = a->drafts[theirs];
        LOB_TRY(lob_builder_begin_draft(a->to, ours));
        a->to->open = LOB_NONE; /* whole already */
        if (!move_cell(a, &LOB_AT(a->to->drafts, lob_draft, ours)->cell,
                       &LOB_AT(a->from->drafts, lob_draft, theirs)->cell)) {
            return lob_fail_memory(a->to->ctx);
        }
    }
    return LOB_OK;
}

static lob_status tell_rest(absorption *a) {
    const lob_builder *from = a->from;
    for (uint32_t i = 0; i < from->contexts.count; i++) {
        const lob_late_context *list = LOB_AT(from->contexts, lob_late_context, i);
        LOB_TRY(lob_builder_on_context(a->to, list->name, LOB_AT(from->context_strings, lob_str, list->first),
                                       list->count));
    }
    for (uint32_t i = 0; i < from->layout->warnings.count; i++) {
        LOB_TRY(lob_builder_warn(a->to, LOB_AT(from->layout->warnings, lob_warning, i)));
    }
    return LOB_OK;
}

lob_status lob_builder_absorb(lob_builder *builder, lob_builder *part) {
    absorption a = {.to = builder, .from = part};
    if (!tables_open(&a)) {
        return lob_fail_memory(builder->ctx);
    }
    lob_status status = find_all(&a);
    if (status == LOB_OK) {
        status = move_cells(&a);
    }
    if (status == LOB_OK) {
        status = tell_rest(&a);
    }
    lob_free(a.strings);
    return status;
}
