/* What differs, as the answer tells it: a page of each list, sorted by the engines. */
#include <math.h>

#include "base/limits.h"
#include "base/num.h"
#include "tool/diff_layouts.h"
#include "tool/room.h"

enum { TEXT_SIZE = 200, LAYER_WEIGHT = 100 };

static lob_micron_box box_um(lob_box64 box, double dbu) {
    lob_micron_box um;
    lob_dbu_box exact;
    lob_box_show(box, dbu, &um, &exact);
    return um;
}

static uint32_t page_end(const lob_differ *d, uint64_t count) {
    const uint64_t end = d->position + (uint64_t)d->request->limit;
    return (uint32_t)(end < count ? end : count);
}

static int64_t dropped(const lob_differ *d, uint64_t total, uint64_t listed) {
    const uint64_t before = d->position < total ? d->position : total;
    return lob_count_show(total - before - listed);
}

/* ---- sides and layers ---- */

/* Text of a layout, copied: files are closed before the answer is written. */
static lob_status keep_text(lob_differ *d, lob_str raw, size_t size_max, lob_str *text) {
    lob_shown shown;
    LOB_TRY(lob_name_show(d->call->ctx, raw, size_max, &shown));
    *text = (lob_str){lob_arena_strdup(d->call->ctx->arena, shown.text.data, shown.text.size), shown.text.size};
    return text->data ? LOB_OK : lob_fail_memory(d->call->ctx);
}

static lob_status show_side(lob_differ *d, int k, lob_diff_side *side) {
    *side = (lob_diff_side){.source = d->sources[k], .dbu = lob_layout_dbu(d->layouts[k])};
    return keep_text(d, lob_layout_cell(d->layouts[k], d->cells[k])->name, LOB_LIMIT_NAME_TEXT_SIZE, &side->cell);
}

static lob_status only_in(lob_differ *d, int k, lob_layer_ref **items, size_t *count) {
    lob_ctx *ctx = d->call->ctx;
    size_t room = LOB_LIMIT_PAGE_WEIGHT / 4;
    *count = 0;
    *items = LOB_NEW_ARRAY(ctx->arena, lob_layer_ref, d->layer_count + 1);
    if (!*items) {
        return lob_fail_memory(ctx);
    }
    for (uint32_t i = 0; i < d->layer_count; i++) {
        const lob_layer_index index = lob_layout_find_layer(d->layouts[k], d->layers[i].layer, d->layers[i].datatype);
        if (index == LOB_NONE ||
            lob_layout_find_layer(d->layouts[1 - k], d->layers[i].layer, d->layers[i].datatype) != LOB_NONE) {
            continue;
        }
        const lob_layer *layer = lob_layout_layer(d->layouts[k], index);
        const lob_str name = d->sessions[k] ? lob_session_layer(d->sessions[k], index).name : layer->name;
        lob_layer_ref *item = &(*items)[*count];
        item->layer = layer->layer;
        item->datatype = layer->datatype;
        LOB_TRY(name.size > 0 ? keep_text(d, name, TEXT_SIZE, &item->name) : LOB_OK);
        if (!lob_room_take(&room, LAYER_WEIGHT + lob_text_weight(item->name), *count == 0)) {
            break;
        }
        (*count)++;
    }
    return LOB_OK;
}

/* ---- cells ---- */

static lob_status show_name(lob_differ *d, const lob_cell_index cells[2], lob_str *text) {
    const int k = cells[0] == LOB_NONE;
    return keep_text(d, lob_layout_cell(d->layouts[k], cells[k])->name, TEXT_SIZE, text);
}

static lob_status show_counts(lob_differ *d, const uint64_t count[LOB_THING_COUNT], lob_diff_counts **counts) {
    *counts = LOB_NEW(d->call->ctx->arena, lob_diff_counts);
    if (!*counts) {
        return lob_fail_memory(d->call->ctx);
    }
    **counts = (lob_diff_counts){.polygons = lob_count_show(count[LOB_THING_POLYGON]),
                                 .paths = lob_count_show(count[LOB_THING_PATH]),
                                 .texts = lob_count_show(count[LOB_THING_TEXT]),
                                 .instances = lob_count_show(count[LOB_THING_INSTANCE]),
                                 .properties = lob_count_show(count[LOB_THING_PROPERTIES])};
    return LOB_OK;
}

static lob_status show_cells(lob_differ *d, lob_diff_layouts_response_hierarchy *h) {
    const lob_cells *result = &d->cells_result;
    const uint32_t end = page_end(d, result->cell_count);
    h->cells.items = lob_arena_zalloc(d->call->ctx->arena, (size_t)d->request->limit + 1, sizeof *h->cells.items);
    if (!h->cells.items) {
        return lob_fail_memory(d->call->ctx);
    }
    for (uint64_t i = d->position; i < end; i++) {
        const lob_cells_cell *cell = &result->cells[i];
        lob_diff_layouts_response_hierarchy_cells_item *item = &h->cells.items[h->cells.count++];
        LOB_TRY(show_name(d, cell->cells, &item->cell));
        item->in = cell->cells[1] == LOB_NONE   ? LOB_DIFF_LAYOUTS_RESPONSE_HIERARCHY_CELLS_ITEM_IN_A
                   : cell->cells[0] == LOB_NONE ? LOB_DIFF_LAYOUTS_RESPONSE_HIERARCHY_CELLS_ITEM_IN_B
                                                : LOB_DIFF_LAYOUTS_RESPONSE_HIERARCHY_CELLS_ITEM_IN_BOTH;
        if (cell->cells[0] != LOB_NONE && cell->cells[1] != LOB_NONE) {
            LOB_TRY(show_counts(d, cell->count[0], &item->only_a));
            LOB_TRY(show_counts(d, cell->count[1], &item->only_b));
        }
    }
    return LOB_OK;
}

/* What a text says, what a placement places. */
static lob_status show_of(lob_differ *d, const lob_cells_item *from, lob_str *of) {
    const lob_layout *layout = d->layouts[from->side];
    const lob_cell *cell = lob_layout_cell(layout, from->cells[from->side]);
    lob_str text = {0};
    if (from->thing == LOB_THING_TEXT) {
        text = lob_layout_string(layout, cell->shapes[from->shapes].texts[from->index].string);
    } else if (from->thing == LOB_THING_INSTANCE) {
        text = lob_layout_cell(layout, cell->insts[from->index].child)->name;
    }
    return text.data ? keep_text(d, text, TEXT_SIZE, of) : LOB_OK;
}

static lob_status show_differences(lob_differ *d, lob_diff_layouts_response_hierarchy *h) {
    typedef lob_diff_layouts_response_hierarchy_differences_item shown_item;
    lob_arena *arena = d->call->ctx->arena;
    const lob_cells *result = &d->cells_result;
    const uint32_t end = page_end(d, result->item_count);
    h->differences.items = lob_arena_zalloc(arena, (size_t)d->request->limit + 1, sizeof *h->differences.items);
    if (!h->differences.items) {
        return lob_fail_memory(d->call->ctx);
    }
    for (uint64_t i = d->position; i < end; i++) {
        const lob_cells_item *from = &result->items[i];
        shown_item *item = &h->differences.items[h->differences.count++];
        LOB_TRY(show_name(d, from->cells, &item->cell));
        item->in = from->side ? LOB_DIFF_LAYOUTS_RESPONSE_HIERARCHY_DIFFERENCES_ITEM_IN_B
                              : LOB_DIFF_LAYOUTS_RESPONSE_HIERARCHY_DIFFERENCES_ITEM_IN_A;
        item->kind = (lob_diff_layouts_response_hierarchy_differences_item_kind)from->thing;
        item->has_layer = item->has_datatype = from->thing <= LOB_THING_TEXT;
        item->layer = from->layer.layer;
        item->datatype = from->layer.datatype;
        item->has_count = from->members > 1;
        item->count = lob_count_show(from->members);
        LOB_TRY(show_of(d, from, &item->of));
        if (from->thing != LOB_THING_PROPERTIES) {
            item->box_um = LOB_NEW(arena, lob_micron_box);
            LOB_TRY(item->box_um ? LOB_OK : lob_fail_memory(d->call->ctx));
            *item->box_um = box_um(from->box, d->grid.dbu);
        }
    }
    return LOB_OK;
}

static lob_status show_hierarchy(lob_differ *d, lob_diff_layouts_response *response) {
    const lob_cells *result = &d->cells_result;
    lob_diff_layouts_response_hierarchy *h = LOB_NEW(d->call->ctx->arena, lob_diff_layouts_response_hierarchy);
    if (!h) {
        return lob_fail_memory(d->call->ctx);
    }
    response->hierarchy = h;
    h->cells_only_a = lob_count_show(result->only_count[0]);
    h->cells_only_b = lob_count_show(result->only_count[1]);
    h->cells_different = lob_count_show(result->different_count);
    h->cells_equal = lob_count_show(result->equal_count);
    h->difference_count = lob_count_show(result->item_total);
    LOB_TRY(show_cells(d, h));
    LOB_TRY(show_differences(d, h));
    const uint64_t cells = result->only_count[0] + result->only_count[1] + result->different_count;
    response->truncation.cells_dropped = dropped(d, cells, h->cells.count);
    response->truncation.differences_dropped = dropped(d, result->item_total, h->differences.count);
    response->equal = response->equal && cells == 0;
    return LOB_OK;
}

/* ---- geometry ---- */

static lob_status show_xor_layers(lob_differ *d, lob_diff_layouts_response_xor *x) {
    const double unit = d->grid.dbu * d->grid.dbu;
    x->layers.items = lob_arena_zalloc(d->call->ctx->arena, (size_t)d->layer_count + 1, sizeof *x->layers.items);
    if (!x->layers.items) {
        return lob_fail_memory(d->call->ctx);
    }
    for (uint32_t i = 0; i < d->layer_count; i++) {
        const lob_xor_sum *sum = &d->xor.layers[i];
        if (sum->count == 0) {
            continue;
        }
        lob_diff_layouts_response_xor_layers_item *item = &x->layers.items[x->layers.count++];
        item->layer = d->layers[i].layer;
        item->datatype = d->layers[i].datatype;
        item->polygon_count = lob_count_show(sum->count);
        item->area_a_um2 = sum->area[0] * unit;
        item->area_b_um2 = sum->area[1] * unit;
        item->has_area_error_um2 = sum->area_error > 0;
        item->area_error_um2 = sum->area_error * unit;
        item->box_um = box_um(sum->box, d->grid.dbu);
    }
    return LOB_OK;
}

static lob_status show_xor(lob_differ *d, lob_diff_layouts_response *response) {
    typedef lob_diff_layouts_response_xor_polygons_item shown_item;
    const double unit = d->grid.dbu * d->grid.dbu;
    const uint32_t end = page_end(d, d->xor.item_count);
    lob_diff_layouts_response_xor *x = LOB_NEW(d->call->ctx->arena, lob_diff_layouts_response_xor);
    response->xor = x;
    if (x) {
        x->polygons.items = lob_arena_zalloc(d->call->ctx->arena, (size_t)d->request->limit + 1, sizeof(shown_item));
    }
    if (!x || !x->polygons.items) {
        return lob_fail_memory(d->call->ctx);
    }
    x->layers_compared = d->layer_count;
    x->polygon_count = lob_count_show(d->xor.count);
    LOB_TRY(show_xor_layers(d, x));
    for (uint64_t i = d->position; i < end; i++) {
        const lob_xor_item *from = &d->xor.items[i];
        shown_item *item = &x->polygons.items[x->polygons.count++];
        item->layer = d->layers[from->layer].layer;
        item->datatype = d->layers[from->layer].datatype;
        item->in = from->area[1] <= 0   ? LOB_DIFF_LAYOUTS_RESPONSE_XOR_POLYGONS_ITEM_IN_A
                   : from->area[0] <= 0 ? LOB_DIFF_LAYOUTS_RESPONSE_XOR_POLYGONS_ITEM_IN_B
                                        : LOB_DIFF_LAYOUTS_RESPONSE_XOR_POLYGONS_ITEM_IN_BOTH;
        item->area_um2 = (from->area[0] + from->area[1]) * unit;
        item->box_um = box_um(from->box, d->grid.dbu);
    }
    response->truncation.polygons_dropped = dropped(d, d->xor.count, x->polygons.count);
    response->equal = response->equal && d->xor.count == 0;
    return LOB_OK;
}

static lob_status show_cursor(lob_differ *d, lob_diff_layouts_response *response) {
    const int64_t left = response->truncation.cells_dropped + response->truncation.differences_dropped +
                         response->truncation.polygons_dropped;
    const uint64_t next = d->position + (uint64_t)d->request->limit;
    if (left == 0 || d->request->limit == 0) {
        return LOB_OK;
    }
    if (next > LOB_LIMIT_DIFF_DEPTH) {
        return lob_note(d->call->ctx, &d->notes,
                        "There are too many differences to page further; ask for a box, a layer or a cell.");
    }
    return lob_cursor_print_position(d->call->ctx, next, d->binding, &response->next_cursor);
}

lob_status lob_differ_show(lob_differ *d, lob_diff_layouts_response *response) {
    response->equal = true;
    response->mode = (lob_diff_layouts_response_mode)d->request->mode;
    response->dbu = d->grid.dbu;
    LOB_TRY(show_side(d, 0, &response->a));
    LOB_TRY(show_side(d, 1, &response->b));
    LOB_TRY(only_in(d, 0, &response->layers_only_a.items, &response->layers_only_a.count));
    LOB_TRY(only_in(d, 1, &response->layers_only_b.items, &response->layers_only_b.count));
    if (d->request->mode != LOB_DIFF_LAYOUTS_REQUEST_MODE_XOR) {
        LOB_TRY(show_hierarchy(d, response));
    }
    if (d->request->mode != LOB_DIFF_LAYOUTS_REQUEST_MODE_HIERARCHY) {
        LOB_TRY(show_xor(d, response));
    }
    LOB_TRY(d->shows_view ? lob_differ_show_view(d, response) : LOB_OK);
    LOB_TRY(show_cursor(d, response));
    return lob_notes_show(d->call->ctx, &d->notes, &response->notes.items, &response->notes.count,
                          &response->has_notes);
}
