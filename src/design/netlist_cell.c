/* One cell of a netlist, its nets numbered and its devices ready to be copied: all work that expanding would do again
 * for each instance is done here once. */
#include "design/netlist_impl.h"

typedef struct naming {
    lob_flattening *f;
    lob_flat_cell *cell;
} naming;

static lob_status number_net(naming *n, lob_str name, uint8_t flag, uint32_t *number) {
    const uint32_t next = n->cell->nets.count;
    if (!lob_name_map_add(&n->cell->nets, name, next, number)) {
        return lob_fail_memory(n->f->document->ctx);
    }
    if (*number == next) {
        n->cell->net_names[next] = name;
        n->cell->net_types[next] = lob_net_type_of(name);
    }
    n->cell->flags[*number] |= flag;
    return LOB_OK;
}

static size_t names_in(const lob_netlist_cell *cell, size_t *terminal_count) {
    size_t count = 0;
    for (size_t i = 0; i < cell->devices.count; i++) {
        count += cell->devices.items[i].terminals.count;
    }
    *terminal_count = count;
    for (size_t i = 0; i < cell->subcells.count; i++) {
        count += cell->subcells.items[i].connections.count;
    }
    return count + cell->nets.count + cell->net_types.count + cell->ports.count;
}

static lob_status number_nets(naming *n, uint32_t *terminals) {
    const lob_netlist_cell *source = n->cell->source;
    uint32_t number;
    for (size_t i = 0; i < source->devices.count; i++) {
        const lob_netlist_device *device = &source->devices.items[i];
        for (size_t k = 0; k < device->terminals.count; k++) {
            LOB_TRY(number_net(n, device->terminals.items[k], LOB_FLAT_NET_USED, terminals++));
        }
    }
    for (size_t i = 0; i < source->nets.count; i++) {
        LOB_TRY(number_net(n, source->nets.items[i], LOB_FLAT_NET_DECLARED, &number));
    }
    for (size_t i = 0; i < source->subcells.count; i++) {
        const lob_netlist_instance *instance = &source->subcells.items[i];
        for (size_t k = 0; k < instance->connections.count; k++) {
            LOB_TRY(number_net(n, instance->connections.items[k], LOB_FLAT_NET_USED, &number));
        }
    }
    for (size_t i = 0; i < source->net_types.count; i++) {
        LOB_TRY(number_net(n, source->net_types.names[i], 0, &number));
        n->cell->net_types[number] = source->net_types.items[i];
    }
    for (size_t i = 0; i < source->ports.count; i++) {
        LOB_TRY(number_net(n, source->ports.items[i], LOB_FLAT_NET_PORT, &number));
    }
    return LOB_OK;
}

static lob_status note_nets(const naming *n) {
    const lob_netlist_cell *source = n->cell->source;
    for (uint32_t i = 0; i < n->cell->nets.count; i++) {
        if (!(n->cell->flags[i] & LOB_FLAT_NET_USED)) {
            LOB_TRY(lob_document_note(n->f->document, "unused_net", "A net is named, but nothing is on it."));
        }
        if (n->cell->flags[i] == LOB_FLAT_NET_USED && source->nets.count > 0) {
            LOB_TRY(lob_document_note(n->f->document, "undeclared_net",
                                      "Something is on a net that the nets of its cell do not name."));
        }
    }
    return LOB_OK;
}

/* ---- devices ---- */

static bool is_member(const char *name) {
    static const char *const members[] = {"id", "type", "model", "w", "l", "m", "nf", "terminals"};
    for (size_t i = 0; i < sizeof members / sizeof members[0]; i++) {
        if (strcmp(name, members[i]) == 0) {
            return true;
        }
    }
    return false;
}

/* Members of the device that the schema does not name, as they are. */
static lob_status keep_extra(lob_ctx *ctx, const cJSON *device, lob_circuit_device_params *params) {
    size_t count = 0;
    for (const cJSON *member = device->child; member; member = member->next) {
        count += !is_member(member->string);
    }
    if (count == 0) {
        return LOB_OK;
    }
    params->extra.names = LOB_NEW_ARRAY(ctx->arena, lob_str, count);
    params->extra.items = LOB_NEW_ARRAY(ctx->arena, lob_str, count);
    if (!params->extra.names || !params->extra.items) {
        return lob_fail_memory(ctx);
    }
    lob_wire w;
    lob_wire_begin(&w, ctx, "device", true);
    for (const cJSON *member = device->child; member; member = member->next) {
        if (!is_member(member->string)) {
            params->extra.names[params->extra.count] = lob_wire_text(&w, member->string);
            lob_wire_any(&w, member, &params->extra.items[params->extra.count++]);
        }
    }
    return lob_wire_end(&w);
}

static lob_status keep_devices(lob_flattening *f, lob_flat_cell *cell) {
    lob_ctx *ctx = f->document->ctx;
    const size_t count = cell->source->devices.count;
    cell->printed = LOB_NEW_ARRAY(ctx->arena, lob_printed_size, count);
    cell->params = LOB_NEW_ARRAY(ctx->arena, lob_circuit_device_params, count);
    if (!cell->printed || !cell->params) {
        return lob_fail_memory(ctx);
    }
    const cJSON *json = lob_document_array(cell->json, "devices")->child;
    for (size_t i = 0; i < count; i++, json = json->next) {
        const lob_netlist_device *device = &cell->source->devices.items[i];
        cell->params[i] = (lob_circuit_device_params){.has_w = device->has_w,
                                                      .w = device->w,
                                                      .has_l = device->has_l,
                                                      .l = device->l,
                                                      .m = device->m,
                                                      .nf = device->nf};
        LOB_TRY(keep_extra(ctx, json, &cell->params[i]));
        cell->printed[i].w = lob_document_printed(f->document, cJSON_GetObjectItemCaseSensitive(json, "w"));
        cell->printed[i].l = lob_document_printed(f->document, cJSON_GetObjectItemCaseSensitive(json, "l"));
        if (!cell->printed[i].w.data || !cell->printed[i].l.data) {
            return lob_fail_memory(ctx);
        }
    }
    return LOB_OK;
}

/* ---- instances ---- */

static lob_status find_placed(lob_flattening *f, lob_flat_cell *cell) {
    lob_ctx *ctx = f->document->ctx;
    uint32_t *placed = LOB_NEW_ARRAY(ctx->arena, uint32_t, cell->source->subcells.count);
    if (!placed) {
        return lob_fail_memory(ctx);
    }
    for (size_t i = 0; i < cell->source->subcells.count; i++) {
        const lob_str name = cell->source->subcells.items[i].cell;
        placed[i] = lob_name_map_find(&f->by_name, name);
        if (placed[i] == LOB_MAP_NONE) {
            return lob_document_fail(ctx, LOB_DESIGN_NETLIST, "subcell", "Subcell not found", name);
        }
    }
    cell->placed = placed;
    return LOB_OK;
}

lob_status lob_flat_cell_make(lob_flattening *f, uint32_t index) {
    lob_ctx *ctx = f->document->ctx;
    lob_flat_cell *cell = &f->cells[index];
    naming n = {.f = f, .cell = cell};
    size_t terminal_count;
    const size_t count = names_in(cell->source, &terminal_count);
    uint32_t *terminals = LOB_NEW_ARRAY(ctx->arena, uint32_t, terminal_count);
    cell->net_names = LOB_NEW_ARRAY(ctx->arena, lob_str, count);
    cell->net_types = LOB_NEW_ARRAY(ctx->arena, lob_net_type, count);
    cell->flags = LOB_NEW_ARRAY(ctx->arena, uint8_t, count);
    if (!terminals || !cell->net_names || !cell->net_types || !cell->flags) {
        return lob_fail_memory(ctx);
    }
    LOB_TRY(number_nets(&n, terminals));
    cell->terminals = terminals;
    LOB_TRY(note_nets(&n));
    LOB_TRY(keep_devices(f, cell));
    return find_placed(f, cell);
}
