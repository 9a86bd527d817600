/* The circuit of a top cell: what it will hold is counted first, cell by cell from the leaves up, so that a bomb of
 * instances is refused before it is lit; then each cell is copied at its place.
 *
 * Invariant while copying: frames[d].nets says for each net of the cell at depth d which slot of the circuit it is.
 */
#include <assert.h>

#include "base/limits.h"
#include "base/num.h"
#include "design/netlist_impl.h"

enum { FRAMES_MAX = LOB_LIMIT_CIRCUIT_DEPTH + 1, NOT_YET = UINT32_MAX };

/* ---- counting ---- */

static void add_own(lob_flat_cell *cell) {
    cell->device_count = cell->source->devices.count;
    cell->net_count = cell->nets.count;
    cell->instance_count = cell->source->subcells.count;
    for (size_t i = 0; i < cell->source->devices.count; i++) {
        cell->terminal_count += cell->source->devices.items[i].terminals.count;
        cell->text_size += cell->source->devices.items[i].id.size;
    }
    for (uint32_t i = 0; i < cell->nets.count; i++) {
        cell->text_size += cell->net_names[i].size;
    }
}

static void add_placed(lob_flat_cell *cell, const lob_flat_cell *placed, size_t prefix_size) {
    const uint64_t names = lob_u64_add_sat(placed->device_count, placed->net_count);
    cell->device_count = lob_u64_add_sat(cell->device_count, placed->device_count);
    cell->net_count = lob_u64_add_sat(cell->net_count, placed->net_count);
    cell->terminal_count = lob_u64_add_sat(cell->terminal_count, placed->terminal_count);
    cell->instance_count = lob_u64_add_sat(cell->instance_count, placed->instance_count);
    cell->text_size = lob_u64_add_sat(cell->text_size, placed->text_size);
    cell->text_size = lob_u64_add_sat(cell->text_size, lob_u64_mul_sat(names, prefix_size + 1));
    cell->depth = placed->depth + 1 > cell->depth ? placed->depth + 1 : cell->depth;
}

typedef struct visit {
    uint32_t cell;
    size_t next; /* instance */
} visit;

static lob_status enter_cell(lob_flattening *f, visit *stack, size_t *depth, uint32_t cell) {
    lob_flat_cell *entered = &f->cells[cell];
    if (entered->state == LOB_FLAT_OPEN) {
        return lob_document_fail(f->document->ctx, LOB_DESIGN_NETLIST, "recursion", "Recursive subcell",
                                 entered->source->name);
    }
    if (entered->state == LOB_FLAT_NEW) {
        LOB_TRY(lob_flat_cell_make(f, cell));
        add_own(entered);
        entered->state = LOB_FLAT_OPEN;
        stack[(*depth)++] = (visit){.cell = cell};
    }
    return LOB_OK;
}

/* Cells from `top` down, a cell after all it holds; on a stack of our own, for a file decides the depth. */
static lob_status count_cells(lob_flattening *f, uint32_t top) {
    visit *stack = LOB_NEW_ARRAY(f->document->ctx->arena, visit, f->source->cells.count);
    size_t depth = 0;
    if (!stack) {
        return lob_fail_memory(f->document->ctx);
    }
    LOB_TRY(enter_cell(f, stack, &depth, top));
    while (depth > 0) {
        visit *at = &stack[depth - 1];
        lob_flat_cell *cell = &f->cells[at->cell];
        if (at->next < cell->source->subcells.count) {
            LOB_TRY(enter_cell(f, stack, &depth, cell->placed[at->next++]));
            continue;
        }
        for (size_t i = 0; i < cell->source->subcells.count; i++) {
            add_placed(cell, &f->cells[cell->placed[i]], cell->source->subcells.items[i].name.size);
        }
        cell->state = LOB_FLAT_DONE;
        depth--;
    }
    return LOB_OK;
}

static lob_status check_limit(lob_ctx *ctx, const char *name, uint64_t count, uint64_t limit) {
    if (count <= limit) {
        return LOB_OK;
    }
    lob_status status = lob_fail(ctx, LOB_E_TOOL_LIMIT_EXCEEDED, "The circuit exceeds the limit %s of %llu", name,
                                 (unsigned long long)limit);
    lob_error_text(&ctx->error, "kind", LOB_STR("NetlistParseError"));
    lob_error_text(&ctx->error, "reason", LOB_STR("limit"));
    lob_error_text(&ctx->error, "limit_name", lob_str_from(name));
    lob_error_integer(&ctx->error, "limit", (int64_t)limit);
    lob_error_integer(&ctx->error, "count", count > INT64_MAX ? INT64_MAX : (int64_t)count);
    lob_hint(ctx, "Name a smaller top cell, or replace sub-cells that need not be expanded by devices.");
    return status;
}

static lob_status check_limits(lob_ctx *ctx, const lob_flat_cell *top) {
    LOB_TRY(check_limit(ctx, "circuit_depth", top->depth, LOB_LIMIT_CIRCUIT_DEPTH));
    LOB_TRY(check_limit(ctx, "circuit_devices", top->device_count, LOB_LIMIT_CIRCUIT_DEVICES));
    const uint64_t net_count = lob_u64_add_sat(top->net_count, top->instance_count);
    LOB_TRY(check_limit(ctx, "circuit_terminals", lob_u64_add_sat(top->terminal_count, net_count),
                        LOB_LIMIT_CIRCUIT_TERMINALS));
    return check_limit(ctx, "circuit_text_size", top->text_size, LOB_LIMIT_CIRCUIT_TEXT_SIZE);
}

/* ---- copying ---- */

typedef struct slot {
    lob_str name;
    lob_net_type type;
    uint32_t order; /* among the nets of the circuit, NOT_YET without a terminal */
} slot;

typedef struct frame {
    const lob_flat_cell *cell;
    size_t next;    /* instance */
    lob_str prefix; /* "X1/X2/", or empty */
    uint32_t *nets;
} frame;

typedef struct copying {
    lob_flattening *f;
    lob_ctx *ctx;
    lob_parsed_netlist *netlist;
    lob_printed_size *printed;
    slot *slots;
    uint32_t slot_count;
    uint32_t *terminal_slots; /* of all terminals, in the order of the devices */
    size_t terminal_count;
    lob_str *names; /* of nets, for the terminals of all devices */
} copying;

static lob_str joined(const copying *c, lob_str prefix, lob_str name) {
    if (prefix.size == 0) {
        return name;
    }
    char *text = lob_arena_alloc(c->ctx->arena, prefix.size + name.size + 1);
    if (!text) {
        return (lob_str){0};
    }
    memcpy(text, prefix.data, prefix.size);
    if (name.size) {
        memcpy(text + prefix.size, name.data, name.size);
    }
    text[prefix.size + name.size] = '\0';
    return (lob_str){text, prefix.size + name.size};
}

/* Nets of the frame that are not connected from above are new. */
static lob_status open_slots(copying *c, frame *at) {
    for (uint32_t i = 0; i < at->cell->nets.count; i++) {
        if (at->nets[i] != NOT_YET) {
            continue;
        }
        slot *new_slot = &c->slots[c->slot_count];
        *new_slot = (slot){joined(c, at->prefix, at->cell->net_names[i]), at->cell->net_types[i], NOT_YET};
        if (!new_slot->name.data) {
            return lob_fail_memory(c->ctx);
        }
        at->nets[i] = c->slot_count++;
        if (at->prefix.size > 0 && new_slot->type != LOB_NET_TYPE_SIGNAL) {
            LOB_TRY(lob_document_note(c->f->document, "supply_not_connected",
                                      "An instance leaves a power or ground net of its cell unconnected, so it is a "
                                      "net of its own."));
        }
    }
    return LOB_OK;
}

static lob_status copy_devices(copying *c, const frame *at) {
    const lob_netlist_cell *source = at->cell->source;
    size_t terminal = 0;
    for (size_t i = 0; i < source->devices.count; i++) {
        const lob_netlist_device *from = &source->devices.items[i];
        const size_t place = c->netlist->circuit.devices.count++;
        lob_circuit_device *to = &c->netlist->circuit.devices.items[place];
        *to = (lob_circuit_device){.id = joined(c, at->prefix, from->id),
                                   .type = from->type,
                                   .model = from->model,
                                   .params = at->cell->params[i]};
        if (!to->id.data) {
            return lob_fail_memory(c->ctx);
        }
        to->terminals.names = from->terminals.names;
        to->terminals.items = c->names + c->terminal_count;
        to->terminals.count = from->terminals.count;
        for (size_t k = 0; k < from->terminals.count; k++) {
            const uint32_t number = at->nets[at->cell->terminals[terminal++]];
            c->names[c->terminal_count] = c->slots[number].name;
            c->terminal_slots[c->terminal_count++] = number;
        }
        c->printed[place] = at->cell->printed[i];
    }
    return LOB_OK;
}

static lob_status refuse_connection(const copying *c, const char *text, const frame *from,
                                    const lob_netlist_instance *instance, lob_str net) {
    char place[128];
    lob_str name = joined(c, from->prefix, instance->name);
    lob_status status = lob_document_fail(c->ctx, LOB_DESIGN_NETLIST, "connection", text, net);
    if (name.data) {
        lob_error_text(&c->ctx->error, "instance", lob_document_quoted(name, place));
    }
    return status;
}

static lob_status connect(const copying *c, const frame *from, const lob_netlist_instance *instance, frame *to) {
    const lob_flat_cell *cell = to->cell;
    for (size_t i = 0; i < instance->connections.count; i++) {
        const lob_str name = instance->connections.names[i];
        const uint32_t inner = lob_name_map_find(&cell->nets, name);
        if (inner == LOB_MAP_NONE) {
            return refuse_connection(c, "Unknown net in connections", from, instance, name);
        }
        if (cell->source->has_ports && !(cell->flags[inner] & LOB_FLAT_NET_PORT)) {
            return refuse_connection(c, "No port of the subcell in connections", from, instance, name);
        }
        to->nets[inner] = from->nets[lob_name_map_find(&from->cell->nets, instance->connections.items[i])];
    }
    for (uint32_t i = 0; i < cell->nets.count; i++) {
        if ((cell->flags[i] & LOB_FLAT_NET_PORT) && to->nets[i] == NOT_YET) {
            return refuse_connection(c, "Port not connected", from, instance, cell->net_names[i]);
        }
    }
    return LOB_OK;
}

/* The frame of an instance of `from`, NULL for the top cell. */
static lob_status open_frame(copying *c, const frame *from, const lob_netlist_instance *instance, frame *to) {
    const uint32_t count = to->cell->nets.count;
    to->nets = LOB_NEW_ARRAY(c->ctx->arena, uint32_t, count);
    if (!to->nets) {
        return lob_fail_memory(c->ctx);
    }
    memset(to->nets, 0xff, count * sizeof *to->nets);
    if (from) {
        const lob_str name = joined(c, from->prefix, instance->name);
        to->prefix = name.data ? joined(c, name, LOB_STR("/")) : (lob_str){0};
        if (!to->prefix.data) {
            return lob_fail_memory(c->ctx);
        }
        LOB_TRY(connect(c, from, instance, to));
    }
    LOB_TRY(open_slots(c, to));
    return copy_devices(c, to);
}

static lob_status copy_cells(copying *c, uint32_t top) {
    frame frames[FRAMES_MAX];
    unsigned depth = 0;
    frames[0] = (frame){.cell = &c->f->cells[top]};
    LOB_TRY(open_frame(c, NULL, NULL, &frames[0]));
    for (;;) {
        frame *at = &frames[depth];
        if (at->next == at->cell->source->subcells.count) {
            if (depth == 0) {
                return LOB_OK;
            }
            depth--;
            continue;
        }
        const size_t next = at->next++;
        LOB_TRY(lob_poll(c->ctx));
        assert(depth + 1 < FRAMES_MAX);
        frames[++depth] = (frame){.cell = &c->f->cells[at->cell->placed[next]]};
        LOB_TRY(open_frame(c, at, &at->cell->source->subcells.items[next], &frames[depth]));
    }
}

/* ---- nets ---- */

static lob_status gather_nets(copying *c) {
    lob_circuit *circuit = &c->netlist->circuit;
    uint32_t count = 0;
    for (size_t i = 0; i < c->terminal_count; i++) {
        slot *at = &c->slots[c->terminal_slots[i]];
        at->order = at->order == NOT_YET ? count++ : at->order;
    }
    circuit->nets.items = LOB_NEW_ARRAY(c->ctx->arena, lob_circuit_net, count);
    lob_terminal_ref *refs = LOB_NEW_ARRAY(c->ctx->arena, lob_terminal_ref, c->terminal_count);
    if (!circuit->nets.items || !refs) {
        return lob_fail_memory(c->ctx);
    }
    circuit->nets.count = count;
    for (size_t i = 0; i < c->terminal_count; i++) {
        circuit->nets.items[c->slots[c->terminal_slots[i]].order].connections.count++;
    }
    for (uint32_t i = 0; i < c->slot_count; i++) {
        if (c->slots[i].order != NOT_YET) {
            circuit->nets.items[c->slots[i].order].name = c->slots[i].name;
            circuit->nets.items[c->slots[i].order].net_type = c->slots[i].type;
        }
    }
    for (uint32_t i = 0; i < count; i++) {
        circuit->nets.items[i].connections.items = refs;
        refs += circuit->nets.items[i].connections.count;
        circuit->nets.items[i].connections.count = 0;
    }
    size_t terminal = 0;
    for (size_t i = 0; i < circuit->devices.count; i++) {
        const lob_circuit_device *device = &circuit->devices.items[i];
        for (size_t k = 0; k < device->terminals.count; k++) {
            lob_circuit_net *net = &circuit->nets.items[c->slots[c->terminal_slots[terminal++]].order];
            net->connections.items[net->connections.count++] =
                (lob_terminal_ref){device->id, device->terminals.names[k]};
        }
    }
    return LOB_OK;
}

/* A device X1/M1 of the top cell and M1 of its instance X1 cannot be told apart; nor can nets. */
static lob_status check_clashes(const copying *c, lob_name_map *seen, bool are_nets) {
    const lob_circuit *circuit = &c->netlist->circuit;
    const size_t count = are_nets ? circuit->nets.count : circuit->devices.count;
    for (size_t i = 0; i < count; i++) {
        const lob_str name = are_nets ? circuit->nets.items[i].name : circuit->devices.items[i].id;
        uint32_t found;
        if (!lob_name_map_add(seen, name, (uint32_t)i, &found)) {
            return lob_fail_memory(c->ctx);
        }
        if (found != i) {
            return lob_document_fail(c->ctx, LOB_DESIGN_NETLIST, "name_clash",
                                     are_nets ? "Two nets have one name when subcells are expanded"
                                              : "Two devices have one id when subcells are expanded",
                                     name);
        }
    }
    return LOB_OK;
}

static lob_status check_names(const copying *c, bool are_nets) {
    lob_name_map seen;
    lob_name_map_init(&seen);
    lob_status status = check_clashes(c, &seen, are_nets);
    lob_name_map_release(&seen);
    return status;
}

lob_status lob_flat_expand(lob_flattening *f, uint32_t top, lob_parsed_netlist *netlist) {
    LOB_TRY(count_cells(f, top));
    const lob_flat_cell *cell = &f->cells[top];
    copying c = {.f = f, .ctx = f->document->ctx, .netlist = netlist};
    LOB_TRY(check_limits(c.ctx, cell));
    c.slots = LOB_NEW_ARRAY(c.ctx->arena, slot, cell->net_count);
    c.terminal_slots = LOB_NEW_ARRAY(c.ctx->arena, uint32_t, cell->terminal_count);
    c.names = LOB_NEW_ARRAY(c.ctx->arena, lob_str, cell->terminal_count);
    c.printed = LOB_NEW_ARRAY(c.ctx->arena, lob_printed_size, cell->device_count);
    netlist->circuit.devices.items = LOB_NEW_ARRAY(c.ctx->arena, lob_circuit_device, cell->device_count);
    if (!c.slots || !c.terminal_slots || !c.names || !c.printed || !netlist->circuit.devices.items) {
        return lob_fail_memory(c.ctx);
    }
    LOB_TRY(copy_cells(&c, top));
    netlist->printed = c.printed;
    LOB_TRY(gather_nets(&c));
    if (cell->source->subcells.count == 0) {
        return LOB_OK;
    }
    LOB_TRY(check_names(&c, false));
    return check_names(&c, true);
}
