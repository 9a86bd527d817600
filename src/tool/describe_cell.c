/* describe_cell: what one cell is made of.
 *
 * Instances and labels are two ordered collections on one page; the cursor holds for each how much was given and the
 * place of the last item, so any page is found without a memory of the pages before.
 */
#include <stdio.h>
#include <string.h>

#include "base/num.h"
#include "query/find.h"
#include "tool/describe.h"
#include "tool/ports.h"
#include "tool/registry.h"
#include "tool/room.h"

typedef lob_describe_cell_response_shape_counts_by_layer_item layer_item;

enum { LAYER_WEIGHT = 330 };

/* Own shapes on a layer; both lists are sorted by layer, so `at` only moves forward. */
static lob_stored_count own_count(const lob_describe *d, lob_layer_index layer, uint32_t *at) {
    while (*at < d->cell->shapes_count && d->cell->shapes[*at].layer < layer) {
        ++*at;
    }
    if (*at == d->cell->shapes_count || d->cell->shapes[*at].layer != layer) {
        return (lob_stored_count){0, 0};
    }
    return lob_shapes_stored(d->layout, &d->cell->shapes[*at]);
}

static lob_status show_layers(lob_describe *d, lob_describe_cell_response *response) {
    lob_ctx *ctx = d->call->ctx;
    uint32_t count = d->cell->layer_box_count;
    uint32_t listed = count < LOB_LIMIT_LIST_LAYERS_DEFAULT ? count : LOB_LIMIT_LIST_LAYERS_DEFAULT;
    layer_item *items = LOB_NEW_ARRAY(ctx->arena, layer_item, listed);
    if (!items) {
        return lob_fail_memory(ctx);
    }
    uint32_t own_at = 0;
    d->room = lob_room_open(d->call, &lob_describe_cell_response_table, response);
    const lob_room kept = lob_room_split(&d->room, 1, 2);
    response->shape_counts_by_layer.items = items;
    for (uint32_t i = 0; i < listed; i++) {
        const lob_layer_box *below = &d->cell->layer_boxes[i];
        lob_layer_ref ref;
        LOB_TRY(lob_layer_show(d->call, lob_layout_layer(d->layout, below->layer), &ref));
        lob_stored_count own = own_count(d, below->layer, &own_at);
        items[i] = (layer_item){.layer = ref.layer,
                                .datatype = ref.datatype,
                                .name = ref.name,
                                .raw_hex = ref.raw_hex,
                                .shape_count = lob_count_show(own.shapes),
                                .text_count = lob_count_show(own.texts),
                                .expanded_shape_count = lob_count_show(below->shape_count)};
        const size_t weight = LAYER_WEIGHT + lob_text_weight(ref.name) + lob_text_weight(ref.raw_hex);
        if (!lob_room_fits(&d->room, "shape_counts_by_layer", &items[i], weight, i == 0)) {
            break;
        }
        response->shape_counts_by_layer.count++;
    }
    lob_room_join(&d->room, &kept);
    response->truncation.layers_dropped = count - (int64_t)response->shape_counts_by_layer.count;
    return LOB_OK;
}

static lob_status show_cell(lob_describe *d, lob_describe_cell_response *response) {
    const lob_cell *cell = d->cell;
    lob_shown name;
    LOB_TRY(lob_name_show(d->call->ctx, cell->name, LOB_LIMIT_NAME_TEXT_SIZE, &name));
    response->cell = name.text;
    response->raw_hex = name.raw_hex;
    response->has_is_ghost = response->is_ghost = cell->is_ghost;
    response->bbox_empty = lob_box_show(cell->box, d->dbu, &response->bbox_um, &response->bbox_dbu);
    response->has_bbox_empty = response->bbox_empty;
    response->depth_used = d->depth;
    response->summary.shape_count = lob_count_show(cell->shape_count);
    response->summary.expanded_instance_count = lob_count_show(cell->inst_count_expanded_total);
    response->summary.expanded_shape_count = lob_count_show(cell->shape_count_expanded);
    lob_shown_props props;
    LOB_TRY(lob_props_show(d->call->ctx, d->layout, cell->props, &props));
    response->properties.items = props.items;
    response->properties.count = props.count;
    response->has_properties_dropped = props.dropped > 0;
    response->properties_dropped = props.dropped;
    return show_layers(d, response);
}

/* On the first page alone: they are few, and list_ports pages them. */
static lob_status show_ports(lob_describe *d, lob_describe_cell_response *response) {
    lob_pic_query query = {.cell = d->cell_index,
                           .window = LOB_WALK_EVERYTHING,
                           .limit = LOB_LIMIT_PORTS_DESCRIBED,
                           .is_marked_only = true};
    lob_ports ports;
    lob_pic *pic;
    LOB_TRY(lob_call_pic(d->call, &pic));
    LOB_TRY(lob_pic_ports(d->call->ctx, pic, &query, &ports));
    lob_port_item *items = LOB_NEW_ARRAY(d->call->ctx->arena, lob_port_item, ports.count);
    if (!items) {
        return lob_fail_memory(d->call->ctx);
    }
    const lob_room kept = lob_room_split(&d->room, 1, 2);
    for (uint32_t i = 0; i < ports.count; i++) {
        size_t weight;
        LOB_TRY(lob_port_show(d->call, d->cell_index, &ports.items[i], &items[i], &weight));
        if (!lob_room_fits(&d->room, "ports", &items[i], weight, i == 0)) {
            break;
        }
        response->ports.count++;
    }
    lob_room_join(&d->room, &kept);
    response->ports.items = items;
    response->has_ports = ports.count > 0;
    response->has_ports_dropped = ports.count_total > response->ports.count;
    response->ports_dropped = lob_count_show(ports.count_total - response->ports.count);
    return LOB_OK;
}

static lob_status show_params(lob_describe *d, lob_describe_cell_response *response) {
    const lob_param *params;
    uint32_t count;
    lob_pic *pic;
    LOB_TRY(lob_call_pic(d->call, &pic));
    LOB_TRY(lob_pic_params(d->call->ctx, pic, d->cell_index, &params, &count));
    count = count < LOB_LIMIT_PORTS_DESCRIBED ? count : LOB_LIMIT_PORTS_DESCRIBED;
    response->device_params.items =
        LOB_NEW_ARRAY(d->call->ctx->arena, lob_describe_cell_response_device_params_item, count);
    if (!response->device_params.items) {
        return lob_fail_memory(d->call->ctx);
    }
    for (uint32_t i = 0; i < count; i++) {
        lob_shown key, value;
        LOB_TRY(lob_name_show(d->call->ctx, params[i].key, LOB_LIMIT_NAME_TEXT_SIZE, &key));
        LOB_TRY(lob_name_show(d->call->ctx, params[i].value, LOB_LIMIT_NAME_TEXT_SIZE, &value));
        lob_describe_cell_response_device_params_item *item = &response->device_params.items[i];
        item->key = key.text;
        item->value = value.text;
        lob_room_fits(&d->room, "device_params", item, 60 + lob_text_weight(key.text) + lob_text_weight(value.text),
                      true);
    }
    response->device_params.count = count;
    response->has_device_params = count > 0;
    return LOB_OK;
}

/* A cell that holds no texts itself may look as if there were none. */
static lob_status count_labels_below(const lob_describe *d, lob_describe_cell_response *response) {
    lob_census census;
    uint64_t below = 0;
    if (response->summary.label_count > 0 || d->cell->inst_count == 0) {
        return LOB_OK;
    }
    LOB_TRY(lob_query_census(d->call->ctx, d->layout, &d->cell_index, 1, &census));
    for (uint32_t c = 0; c < lob_layout_cell_count(d->layout); c++) {
        below = lob_u64_add_sat(below, lob_u64_mul_sat(census.placed[c], lob_layout_cell(d->layout, c)->text_count));
    }
    response->summary.has_labels_below = below > 0;
    response->summary.labels_below = lob_count_show(below);
    return LOB_OK;
}

static void put_place(lob_cursor *cursor, const lob_describe_place *place) {
    lob_cursor_add_u64(cursor, place->given);
    cursor->words[cursor->count++] = place->step_count;
    for (unsigned i = 0; i < place->step_count; i++) {
        cursor->words[cursor->count++] = place->steps[i];
    }
}

static bool take_place(const lob_cursor *cursor, unsigned *at, lob_describe_place *place) {
    if (cursor->count - *at < 3) {
        return false;
    }
    place->given = lob_cursor_u64(cursor, *at);
    place->step_count = cursor->words[*at + 2];
    *at += 3;
    if (place->step_count > LOB_LIMIT_DESCRIBE_DEPTH || place->step_count > cursor->count - *at) {
        return false;
    }
    memcpy(place->steps, cursor->words + *at, place->step_count * sizeof place->steps[0]);
    *at += place->step_count;
    return true;
}

static lob_status parse_cursor(lob_ctx *ctx, lob_str text, lob_str binding, lob_describe_place places[2]) {
    if (!text.data) {
        return LOB_OK;
    }
    lob_cursor cursor;
    LOB_TRY(lob_cursor_parse(ctx, text, binding, &cursor));
    unsigned at = 0;
    if (!take_place(&cursor, &at, &places[0]) || !take_place(&cursor, &at, &places[1]) || at != cursor.count) {
        return lob_cursor_refuse(ctx);
    }
    return LOB_OK;
}

static lob_status print_cursor(lob_ctx *ctx, const lob_describe_place places[2], lob_str binding,
                               lob_describe_cell_response *response) {
    if (response->truncation.instances_dropped == 0 && response->truncation.labels_dropped == 0) {
        return LOB_OK;
    }
    lob_cursor cursor = {.count = 0};
    put_place(&cursor, &places[0]);
    put_place(&cursor, &places[1]);
    return lob_cursor_print(ctx, &cursor, binding, &response->next_cursor);
}

lob_status lob_tool_describe_cell(lob_call *call, const lob_describe_cell_request *request,
                                  lob_describe_cell_response *response) {
    LOB_TRY(lob_call_session(call, request->session_id));
    lob_cell_index cell;
    LOB_TRY(lob_call_cell(call, request->cell, &cell));
    const lob_layout *layout = call->session->layout;
    lob_describe d = {.call = call,
                      .layout = layout,
                      .dbu = lob_layout_dbu(layout),
                      .cell_index = cell,
                      .cell = lob_layout_cell(layout, cell),
                      .depth = request->depth,
                      .request = request};
    char binding[LOB_BINDING_SIZE];
    snprintf(binding, sizeof binding, "describe_cell %s %u %lld", call->session->key, cell, (long long)request->depth);
    lob_describe_place places[2] = {{.given = 0}, {.given = 0}};
    LOB_TRY(parse_cursor(call->ctx, request->cursor, lob_str_from(binding), places));
    response->session_id = request->session_id;
    response->dbu = d.dbu;
    LOB_TRY(show_cell(&d, response));
    if (!request->cursor.data && request->include_ports) {
        LOB_TRY(show_ports(&d, response));
        LOB_TRY(show_params(&d, response));
    }
    LOB_TRY(lob_describe_labels(&d, &places[1], response));
    LOB_TRY(count_labels_below(&d, response));
    LOB_TRY(request->cursor.data ? LOB_OK : lob_describe_regular(&d, response));
    LOB_TRY(lob_describe_instances(&d, &places[0], response));
    return print_cursor(call->ctx, places, lob_str_from(binding), response);
}
