/* Freezing, first part: numbers become names, drafts become cells, layers are sorted.
 *
 * Cells end up in file order of their definition, followed by those only referred to (ghosts) in order of appearance.
 */
#include <stdlib.h>

#include "base/alloc.h"
#include "db/builder_impl.h"

static lob_status undefined(lob_builder *b, const char *what, uint64_t ref) {
    lob_status status =
        lob_fail(b->ctx, LOB_E_UNSUPPORTED_FORMAT, "The file uses a %s number that it never defines.", what);
    lob_hint(b->ctx, "The file is incomplete or damaged; export it again with the tool that made it.");
    lob_error_text(&b->ctx->error, "reason", LOB_STR("undefined_reference"));
    lob_error_integer(&b->ctx->error, "reference", (int64_t)(ref & INT64_MAX));
    return status;
}

static lob_status resolve(lob_builder *b, lob_table table, uint64_t ref, const char *what, lob_str *string) {
    uint32_t index = lob_id_map_find(&b->defined[table], ref);
    if (index == LOB_MAP_NONE) {
        return undefined(b, what, ref);
    }
    *string = *LOB_AT(b->layout->strings, lob_str, index);
    return LOB_OK;
}

static lob_status resolve_prop(lob_builder *b, lob_prop *prop) {
    if (prop->name_by_ref) {
        LOB_TRY(resolve(b, LOB_TABLE_PROP, prop->name_ref, "property name", &prop->name));
        prop->name_by_ref = false;
    }
    lob_prop_value *values = (lob_prop_value *)(uintptr_t)prop->values; /* our own copy, in the arena */
    for (uint32_t i = 0; i < prop->value_count; i++) {
        if (values[i].kind == LOB_PROP_STRING_REF) {
            LOB_TRY(resolve(b, LOB_TABLE_PROP_STRING, values[i].u, "property string", &values[i].string));
            values[i].kind = LOB_PROP_STRING;
        }
    }
    return LOB_OK;
}

/* OASIS keeps the attributes of GDSII as the standard property S_GDS_PROPERTY (number, text): attributes again. */
static void attr_from_oasis(lob_prop *prop) {
    const lob_prop_value *values = prop->values;
    if (prop->is_standard && prop->value_count == 2 && values[0].kind == LOB_PROP_UINT && values[0].u <= UINT16_MAX &&
        values[1].kind == LOB_PROP_STRING && prop->name.data && lob_str_equal(prop->name, LOB_STR("S_GDS_PROPERTY"))) {
        *prop = (lob_prop){.attr = (uint16_t)values[0].u, .values = values + 1, .value_count = 1};
    }
}

static lob_status resolve_props(lob_builder *b) {
    if (b->layout_props.count) {
        b->layout->own_props = lob_intern_props(&b->intern, b->layout_props.data, b->layout_props.count);
        if (b->layout->own_props == LOB_NONE) {
            return lob_fail_memory(b->ctx);
        }
    }
    for (uint32_t i = 0; i < b->layout->props.count; i++) {
        LOB_TRY(resolve_prop(b, LOB_AT(b->layout->props, lob_prop, i)));
        attr_from_oasis(LOB_AT(b->layout->props, lob_prop, i));
    }
    return LOB_OK;
}

/* Strings that texts knew by number: their place was kept empty. */
static lob_status resolve_texts(lob_builder *b) {
    for (uint32_t i = 0; i < b->late_texts.count; i++) {
        const lob_late_text *late = LOB_AT(b->late_texts, lob_late_text, i);
        lob_str *place = LOB_AT(b->layout->strings, lob_str, late->string);
        LOB_TRY(resolve(b, LOB_TABLE_TEXT, late->ref, "text", place));
    }
    return LOB_OK;
}

typedef struct merge {
    lob_builder *b;
    uint32_t *target; /* draft -> the draft that stands for it */
} merge;

/* A cell known by number whose name is also used directly: one cell, whichever of the two was defined. */
static lob_status merge_named(merge *m, uint32_t by_ref, uint32_t by_name) {
    lob_draft *a = LOB_AT(m->b->drafts, lob_draft, by_ref);
    lob_draft *n = LOB_AT(m->b->drafts, lob_draft, by_name);
    if (a->is_defined && n->is_defined) {
        lob_status status = lob_fail(m->b->ctx, LOB_E_UNSUPPORTED_FORMAT, "Two cells of the file have the same name.");
        lob_hint(m->b->ctx, "Rename one of them; details.cell has the name.");
        lob_error_text(&m->b->ctx->error, "reason", LOB_STR("duplicate_cell"));
        lob_error_text(&m->b->ctx->error, "cell", n->cell.name);
        return status;
    }
    if (a->is_defined) {
        a->cell.name = n->cell.name;
        n->cell = a->cell;
        n->is_defined = true;
        a->is_defined = false;
    }
    m->target[by_ref] = by_name;
    return LOB_OK;
}

static lob_status name_cells(merge *m) {
    lob_builder *b = m->b;
    for (uint32_t i = 0; i < b->drafts.count; i++) {
        lob_draft *draft = LOB_AT(b->drafts, lob_draft, i);
        m->target[i] = i;
        if (!draft->by_ref) {
            continue;
        }
        LOB_TRY(resolve(b, LOB_TABLE_CELL, draft->ref, "cell", &draft->cell.name));
        uint32_t found;
        if (!lob_name_map_add(&b->names, draft->cell.name, i, &found)) {
            return lob_fail_memory(b->ctx);
        }
        if (found != i) {
            LOB_TRY(merge_named(m, i, found));
        }
    }
    return LOB_OK;
}

static lob_status cell_move(merge *m, uint32_t draft) {
    lob_builder *b = m->b;
    lob_draft *from = LOB_AT(b->drafts, lob_draft, draft);
    lob_cell *to = lob_column_push(&b->layout->budget, &b->layout->cells, sizeof *to);
    if (!to) {
        return lob_fail_memory(b->ctx);
    }
    *to = from->cell;
    to->is_ghost = !from->is_defined;
    from->final = b->layout->cells.count - 1;
    return LOB_OK;
}

static lob_status move_cells(merge *m) {
    lob_builder *b = m->b;
    if (!lob_column_reserve(&b->layout->budget, &b->layout->cells, sizeof(lob_cell), b->drafts.count)) {
        return lob_fail_memory(b->ctx);
    }
    for (uint32_t i = 0; i < b->order.count; i++) {
        LOB_TRY(cell_move(m, m->target[*LOB_AT(b->order, uint32_t, i)]));
    }
    uint32_t ghosts = 0;
    for (uint32_t i = 0; i < b->drafts.count; i++) {
        if (m->target[i] == i && !LOB_AT(b->drafts, lob_draft, i)->is_defined) {
            LOB_TRY(cell_move(m, i));
            ghosts++;
        }
    }
    for (uint32_t i = 0; i < b->layout->cells.count; i++) {
        lob_cell *cell = LOB_AT(b->layout->cells, lob_cell, i);
        for (uint32_t k = 0; k < cell->inst_count; k++) {
            uint32_t target = m->target[cell->insts[k].child];
            cell->insts[k].child = LOB_AT(b->drafts, lob_draft, target)->final;
        }
    }
    if (ghosts == 0) {
        return LOB_OK;
    }
    LOB_TRY(b->sink.warning(b, "undefined_cell", "Cells are placed that the file does not define; they are empty.", 0));
    LOB_AT(b->layout->warnings, lob_warning, b->layout->warnings.count - 1)->count = ghosts;
    return LOB_OK;
}

static lob_status freeze_cells(lob_builder *b) {
    merge m = {b, lob_malloc((b->drafts.count + 1) * sizeof(uint32_t))};
    if (!m.target) {
        return lob_fail_memory(b->ctx);
    }
    lob_status status = name_cells(&m);
    if (status == LOB_OK) {
        status = move_cells(&m);
    }
    lob_free(m.target);
    return status;
}

/* ---- layers ---- */

static bool in_range(const lob_layer_range *r, const lob_layer *layer) {
    return layer->layer >= r->layer_low && layer->layer <= r->layer_high && layer->datatype >= r->datatype_low &&
           layer->datatype <= r->datatype_high;
}

/* The first name that covers a layer counts. */
static void name_layers(lob_builder *b) {
    for (uint32_t i = 0; i < b->layout->layers.count; i++) {
        lob_layer *layer = LOB_AT(b->layout->layers, lob_layer, i);
        for (uint32_t k = 0; k < b->labels.count && layer->name_source == LOB_NAME_NONE; k++) {
            const lob_label *label = LOB_AT(b->labels, lob_label, k);
            if (in_range(&label->range, layer)) {
                layer->name = label->name;
                layer->name_source = LOB_NAME_OASIS;
            }
        }
    }
}

typedef struct layer_order {
    lob_layer layer;
    uint32_t old;
} layer_order;

static int compare_layers(const void *a, const void *b) {
    const lob_layer *x = &((const layer_order *)a)->layer;
    const lob_layer *y = &((const layer_order *)b)->layer;
    if (x->layer != y->layer) {
        return x->layer < y->layer ? -1 : 1;
    }
    return x->datatype < y->datatype ? -1 : x->datatype > y->datatype;
}

static int compare_shapes(const void *a, const void *b) {
    lob_layer_index x = ((const lob_shapes *)a)->layer;
    lob_layer_index y = ((const lob_shapes *)b)->layer;
    return x < y ? -1 : x > y;
}

static lob_status sort_layers(lob_builder *b) {
    lob_layout *layout = b->layout;
    uint32_t count = layout->layers.count;
    layer_order *order = lob_malloc((count + 1) * sizeof *order);
    uint32_t *now = lob_malloc((count + 1) * sizeof *now);
    if (!order || !now) {
        lob_free(order);
        lob_free(now);
        return lob_fail_memory(b->ctx);
    }
    for (uint32_t i = 0; i < count; i++) {
        order[i] = (layer_order){*LOB_AT(layout->layers, lob_layer, i), i};
    }
    qsort(order, count, sizeof *order, compare_layers);
    for (uint32_t i = 0; i < count; i++) {
        *LOB_AT(layout->layers, lob_layer, i) = order[i].layer;
        now[order[i].old] = i;
    }
    for (uint32_t i = 0; i < layout->cells.count; i++) {
        lob_cell *cell = LOB_AT(layout->cells, lob_cell, i);
        for (uint32_t k = 0; k < cell->shapes_count; k++) {
            cell->shapes[k].layer = now[cell->shapes[k].layer];
        }
        if (cell->shapes_count > 1) {
            qsort(cell->shapes, cell->shapes_count, sizeof(lob_shapes), compare_shapes);
        }
    }
    lob_free(order);
    lob_free(now);
    return LOB_OK;
}

static void shrink(lob_layout *layout) {
    lob_budget *budget = &layout->budget;
    lob_column_shrink(budget, &layout->blocks, sizeof(void *));
    lob_column_shrink(budget, &layout->shares, sizeof(lob_share));
    lob_column_shrink(budget, &layout->layers, sizeof(lob_layer));
    lob_column_shrink(budget, &layout->cells, sizeof(lob_cell));
    lob_column_shrink(budget, &layout->outlines, sizeof(lob_outline));
    lob_column_shrink(budget, &layout->points, sizeof(lob_point));
    lob_column_shrink(budget, &layout->reps, sizeof(lob_rep));
    lob_column_shrink(budget, &layout->cplx, sizeof(lob_cplx));
    lob_column_shrink(budget, &layout->strings, sizeof(lob_str));
    lob_column_shrink(budget, &layout->sets, sizeof(lob_prop_set));
    lob_column_shrink(budget, &layout->props, sizeof(lob_prop));
    lob_column_shrink(budget, &layout->contexts, sizeof(lob_prop_set));
    lob_column_shrink(budget, &layout->context_strings, sizeof(lob_str));
    lob_column_shrink(budget, &layout->warnings, sizeof(lob_warning));
}

lob_status lob_builder_freeze(lob_builder *b, lob_layout **layout) {
    *layout = NULL;
    if (!b->has_begun) {
        return lob_fail(b->ctx, LOB_E_INTERNAL_ERROR, "The layout was never started.");
    }
    LOB_TRY(lob_builder_close_cell(b));
    LOB_TRY(resolve_props(b));
    LOB_TRY(resolve_texts(b));
    LOB_TRY(freeze_cells(b));
    LOB_TRY(lob_builder_freeze_contexts(b));
    name_layers(b);
    LOB_TRY(sort_layers(b));
    lob_builder_clear(b);
    shrink(b->layout);
    LOB_TRY(lob_layout_order(b->ctx, b->layout));
    LOB_TRY(lob_layout_foresee(b->ctx, b->layout));
    LOB_TRY(lob_layout_summarize(b->ctx, b->layout));
    *layout = b->layout;
    b->layout = NULL;
    return LOB_OK;
}
