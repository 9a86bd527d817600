/* The end of a cell: its columns move into the layout. Small ones are copied into the arena, so that a hundred thousand
 * cells do not mean a million heap blocks; large ones change owner, so that nothing large is ever held twice. */
#include "base/alloc.h"
#include "db/builder_impl.h"

static bool store_large(lob_layout *layout, lob_column *column, size_t item_size, void **items) {
    void **slot = lob_column_push(&layout->budget, &layout->blocks, sizeof *slot);
    if (!slot) {
        return false;
    }
    lob_column_shrink(&layout->budget, column, item_size);
    *items = *slot = column->data;
    *column = (lob_column){0}; /* the budget keeps counting it */
    return true;
}

/* Moves a column into the layout: small ones into the arena, large ones as they are. False: out of memory. */
static bool store_column(lob_layout *layout, lob_column *column, size_t item_size, void **items) {
    *items = NULL;
    size_t size = column->count * item_size;
    if (size == 0) {
        return true;
    }
    if (size > LOB_COLUMN_LARGE) {
        return store_large(layout, column, item_size, items);
    }
    *items = lob_budget_allows(&layout->budget, size) ? lob_arena_alloc(layout->arena, size) : NULL;
    if (!*items) {
        return false;
    }
    memcpy(*items, column->data, size);
    column->count = 0;
    return true;
}

static bool attrs_store(lob_layout *layout, lob_column *column, lob_attrs *attrs) {
    attrs->count = column->count;
    void *items;
    bool ok = store_column(layout, column, sizeof(lob_attr), &items);
    attrs->items = items;
    return ok;
}

lob_shapes lob_bench_view(const lob_bench *bench) {
    lob_shapes view = {.boxes = bench->kinds[LOB_KIND_BOX].data,
                       .paths = bench->kinds[LOB_KIND_PATH].data,
                       .polygons = bench->kinds[LOB_KIND_POLYGON].data,
                       .texts = bench->kinds[LOB_KIND_TEXT].data,
                       .box_reps = {bench->box_reps.data, bench->box_reps.count}};
    for (int kind = 0; kind < LOB_KIND_COUNT; kind++) {
        view.count[kind] = bench->kinds[kind].count;
        view.props[kind] = (lob_attrs){bench->props[kind].data, bench->props[kind].count};
    }
    return view;
}

void lob_bench_reset(lob_bench *bench) {
    bench->is_touched = false;
    bench->share = (lob_share){.box = LOB_BOX64_EMPTY};
    for (int kind = 0; kind < LOB_KIND_COUNT; kind++) {
        bench->early_at[kind] = LOB_EARLY_STEP;
    }
}

static bool share_store(lob_layout *layout, const lob_share *share, uint32_t *index) {
    *index = LOB_NONE;
    if (lob_box64_is_empty(share->box)) { /* nothing was worked out */
        return true;
    }
    lob_share *slot = lob_column_push(&layout->budget, &layout->shares, sizeof *slot);
    if (!slot) {
        return false;
    }
    *slot = *share;
    *index = layout->shares.count - 1;
    return true;
}

static bool shapes_store(lob_layout *layout, lob_bench *bench, lob_shapes *shapes) {
    void *items[LOB_KIND_COUNT];
    for (int kind = 0; kind < LOB_KIND_COUNT; kind++) {
        shapes->count[kind] = bench->kinds[kind].count;
        if (!store_column(layout, &bench->kinds[kind], lob_kind_sizes[kind], &items[kind]) ||
            !attrs_store(layout, &bench->props[kind], &shapes->props[kind])) {
            return false;
        }
    }
    shapes->boxes = items[LOB_KIND_BOX];
    shapes->paths = items[LOB_KIND_PATH];
    shapes->polygons = items[LOB_KIND_POLYGON];
    shapes->texts = items[LOB_KIND_TEXT];
    if (!share_store(layout, &bench->share, &shapes->share)) {
        return false;
    }
    lob_bench_reset(bench);
    return attrs_store(layout, &bench->box_reps, &shapes->box_reps);
}

static bool cell_store(lob_builder *b, lob_cell *cell) {
    lob_layout *layout = b->layout;
    size_t size = b->touched.count * sizeof(lob_shapes);
    if (!lob_budget_allows(&layout->budget, size)) {
        return false;
    }
    cell->shapes = LOB_NEW_ARRAY(layout->arena, lob_shapes, b->touched.count);
    if (!cell->shapes) {
        return false;
    }
    cell->shapes_count = b->touched.count;
    for (uint32_t i = 0; i < cell->shapes_count; i++) {
        uint32_t layer = *LOB_AT(b->touched, uint32_t, i);
        cell->shapes[i].layer = layer;
        if (!shapes_store(layout, LOB_AT(b->benches, lob_bench, layer), &cell->shapes[i])) {
            return false;
        }
    }
    b->touched.count = 0;
    cell->inst_count = b->insts.count;
    void *insts;
    if (!store_column(layout, &b->insts, sizeof(lob_inst), &insts) ||
        !attrs_store(layout, &b->inst_props, &cell->inst_props)) {
        return false;
    }
    cell->insts = insts;
    if (b->cell_props.count) {
        cell->props = lob_intern_props(&b->intern, b->cell_props.data, b->cell_props.count);
        b->cell_props.count = 0;
        return cell->props != LOB_NONE;
    }
    return true;
}

const size_t lob_kind_sizes[LOB_KIND_COUNT] = {sizeof(lob_box), sizeof(lob_path), sizeof(lob_polygon),
                                               sizeof(lob_text)};

lob_status lob_builder_close_cell(lob_builder *b) {
    if (b->open == LOB_NONE) {
        return LOB_OK;
    }
    lob_draft *draft = LOB_AT(b->drafts, lob_draft, b->open);
    if (!cell_store(b, &draft->cell)) {
        return lob_fail_memory(b->ctx);
    }
    b->open = LOB_NONE;
    b->last_key = UINT64_MAX;
    return LOB_OK;
}
