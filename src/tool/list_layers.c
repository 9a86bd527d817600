/* list_layers: the layers in order, a page at a time. A cursor is the number of layers already given.
 *
 * Stored counts are over all cells of the file; expanded counts and boxes are those under the selected top.
 */
#include <stdio.h>

#include "base/limits.h"
#include "base/num.h"
#include "tool/common.h"
#include "tool/cursor.h"
#include "tool/registry.h"
#include "tool/room.h"

typedef lob_list_layers_response_layers_item layer_item;

enum { LAYER_WEIGHT = 800 };

static lob_status count_stored(lob_ctx *ctx, const lob_layout *layout, lob_stored_count *stored) {
    for (uint32_t c = 0; c < lob_layout_cell_count(layout); c++) {
        const lob_cell *cell = lob_layout_cell(layout, c);
        LOB_TRY(lob_poll(ctx));
        for (uint32_t i = 0; i < cell->shapes_count; i++) {
            lob_stored_count own = lob_shapes_stored(layout, &cell->shapes[i]);
            lob_stored_count *sum = &stored[cell->shapes[i].layer];
            sum->shapes = lob_u64_add_sat(sum->shapes, own.shapes);
            sum->texts = lob_u64_add_sat(sum->texts, own.texts);
        }
    }
    return LOB_OK;
}

static void show_source(lob_name_source source, layer_item *item) {
    item->has_name_source = source != LOB_NAME_NONE;
    item->name_source = source == LOB_NAME_LYP     ? LOB_LIST_LAYERS_RESPONSE_LAYERS_ITEM_NAME_SOURCE_LYP
                        : source == LOB_NAME_OASIS ? LOB_LIST_LAYERS_RESPONSE_LAYERS_ITEM_NAME_SOURCE_OASIS
                                                   : LOB_LIST_LAYERS_RESPONSE_LAYERS_ITEM_NAME_SOURCE_CONVENTION;
}

/* Layers that the selected top does not reach have an empty box there. */
static void show_in_top(const lob_layout *layout, const lob_cell *top, lob_layer_index layer, layer_item *item) {
    const lob_layer_box *found = lob_cell_layer_box(top, layer);
    lob_box64 box = found ? found->box : LOB_BOX64_EMPTY;
    item->expanded_shape_count = found ? lob_count_show(found->shape_count) : 0;
    item->bbox_empty = lob_box_show(box, lob_layout_dbu(layout), &item->bbox_um, &item->bbox_dbu);
    item->has_bbox_empty = item->bbox_empty;
}

static lob_status show_page(lob_call *call, int64_t limit, uint64_t first, lob_list_layers_response *response) {
    const lob_layout *layout = call->session->layout;
    lob_ctx *ctx = call->ctx;
    uint32_t count = lob_layout_layer_count(layout);
    if (first > 0 && first >= count) {
        return lob_cursor_refuse(ctx);
    }
    uint64_t left = count - first;
    uint64_t listed = (uint64_t)limit < left ? (uint64_t)limit : left;
    lob_stored_count *stored = LOB_NEW_ARRAY(ctx->arena, lob_stored_count, count);
    layer_item *items = LOB_NEW_ARRAY(ctx->arena, layer_item, listed);
    if (!stored || !items) {
        return lob_fail_memory(ctx);
    }
    LOB_TRY(count_stored(ctx, layout, stored));
    lob_room room = lob_room_open(call, &lob_list_layers_response_table, response);
    uint64_t shown = 0;
    for (uint64_t i = 0; i < listed; i++) {
        lob_layer_index index = (lob_layer_index)(first + i);
        const lob_layer *layer = lob_layout_layer(layout, index);
        lob_layer_ref ref;
        const lob_layer_look look = lob_session_layer(call->session, index);
        LOB_TRY(lob_layer_look_show(ctx, layer, &look, &ref));
        size_t weight = LAYER_WEIGHT + lob_text_weight(ref.name) + lob_text_weight(ref.raw_hex);
        items[i] = (layer_item){.layer = ref.layer,
                                .datatype = ref.datatype,
                                .name = ref.name,
                                .raw_hex = ref.raw_hex,
                                .visible = look.visible,
                                .shape_count = lob_count_show(stored[index].shapes),
                                .text_count = lob_count_show(stored[index].texts)};
        show_source(look.source, &items[i]);
        show_in_top(layout, lob_layout_cell(layout, call->session->top), index, &items[i]);
        if (!lob_room_fits(&room, "layers", &items[i], weight, i == 0)) {
            break;
        }
        shown++;
    }
    response->layer_count = count;
    response->layers.items = items;
    response->layers.count = shown;
    response->truncation.limit = limit;
    response->truncation.layers_dropped = (int64_t)(left - shown);
    return LOB_OK;
}

lob_status lob_tool_list_layers(lob_call *call, const lob_list_layers_request *request,
                                lob_list_layers_response *response) {
    LOB_TRY(lob_call_session(call, request->session_id));
    response->session_id = request->session_id;
    response->dbu = lob_layout_dbu(call->session->layout);
    char binding[LOB_BINDING_SIZE];
    snprintf(binding, sizeof binding, "list_layers %s", call->session->key);
    uint64_t first;
    LOB_TRY(lob_cursor_parse_position(call->ctx, request->cursor, lob_str_from(binding), &first));
    LOB_TRY(show_page(call, request->limit, first, response));
    if (response->truncation.layers_dropped == 0) {
        return LOB_OK;
    }
    first += response->layers.count;
    return lob_cursor_print_position(call->ctx, first, lob_str_from(binding), &response->next_cursor);
}
