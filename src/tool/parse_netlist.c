/* parse_netlist: a netlist.json, or a SPICE netlist that becomes one, as the circuit that src/design reads in it.
 * Devices, nets and modules come in this order, a net that was asked for first, page by page; a cursor is how many of
 * them were given before. */
#include <stdio.h>

#include "base/digest.h"
#include "base/limits.h"
#include "design/netlist.h"
#include "design/summary.h"
#include "tool/common.h"
#include "tool/cursor.h"
#include "tool/design_files.h"
#include "tool/registry.h"
#include "tool/room.h"

enum { CONNECTIONS_SHOWN = 40 };

_Static_assert((int)LOB_LANGUAGE_ENGLISH == (int)LOB_PARSE_NETLIST_REQUEST_LANGUAGE_EN &&
                   (int)LOB_LANGUAGE_CHINESE == (int)LOB_PARSE_NETLIST_REQUEST_LANGUAGE_ZH,
               "languages");

/* ---- one device, one net ---- */

/* Of a name that the circuit lacks; what it has was offered. */
static lob_status hint_names(lob_ctx *ctx, const char *argument, lob_status status) {
    lob_error_text(&ctx->error, "argument", lob_str_from(argument));
    lob_error_hint_candidates(&ctx->error,
                              "Give one of the names of the circuit (details.candidates), or leave it out.",
                              "The circuit has none: leave it out.");
    return status;
}

static bool is_listed(const lob_str *items, size_t count, lob_str name) {
    for (size_t i = 0; i < count; i++) {
        if (lob_str_equal(items[i], name)) {
            return true;
        }
    }
    return false;
}

static bool has_device(const lob_circuit_net *net, lob_str device) {
    for (size_t i = 0; i < net->connections.count; i++) {
        if (lob_str_equal(net->connections.items[i].device_id, device)) {
            return true;
        }
    }
    return false;
}

/* Modules of which a device stays. */
static void keep_modules(lob_circuit *circuit) {
    size_t count = 0;
    for (size_t i = 0; i < circuit->modules.count; i++) {
        const lob_circuit_module *module = &circuit->modules.items[i];
        bool is_kept = false;
        for (size_t k = 0; k < circuit->devices.count && !is_kept; k++) {
            is_kept = is_listed(module->devices.items, module->devices.count, circuit->devices.items[k].id);
        }
        if (is_kept) {
            circuit->modules.items[count++] = *module;
        }
    }
    circuit->modules.count = count;
}

static lob_status keep_device(lob_ctx *ctx, lob_str id, lob_circuit *circuit) {
    size_t place = 0, count = 0;
    while (place < circuit->devices.count && !lob_str_equal(circuit->devices.items[place].id, id)) {
        place++;
    }
    if (place == circuit->devices.count) {
        lob_status status = lob_fail(ctx, LOB_E_INVALID_TARGET, "The circuit has no device with that id");
        for (size_t i = 0; i < circuit->devices.count; i++) {
            lob_error_candidate(&ctx->error, circuit->devices.items[i].id);
        }
        return hint_names(ctx, "device", status);
    }
    circuit->devices.items += place;
    circuit->devices.count = 1;
    for (size_t i = 0; i < circuit->nets.count; i++) {
        if (has_device(&circuit->nets.items[i], id)) {
            circuit->nets.items[count++] = circuit->nets.items[i];
        }
    }
    circuit->nets.count = count;
    keep_modules(circuit);
    return LOB_OK;
}

static lob_status keep_net(lob_ctx *ctx, lob_str name, lob_circuit *circuit) {
    size_t place = 0, count = 0;
    while (place < circuit->nets.count && !lob_str_equal(circuit->nets.items[place].name, name)) {
        place++;
    }
    if (place == circuit->nets.count) {
        lob_status status = lob_fail(ctx, LOB_E_INVALID_TARGET, "The circuit has no net with that name");
        for (size_t i = 0; i < circuit->nets.count; i++) {
            lob_error_candidate(&ctx->error, circuit->nets.items[i].name);
        }
        return hint_names(ctx, "net", status);
    }
    circuit->nets.items += place;
    circuit->nets.count = 1;
    for (size_t i = 0; i < circuit->devices.count; i++) {
        if (has_device(&circuit->nets.items[0], circuit->devices.items[i].id)) {
            circuit->devices.items[count++] = circuit->devices.items[i];
        }
    }
    circuit->devices.count = count;
    keep_modules(circuit);
    return LOB_OK;
}

static lob_status keep_asked(lob_ctx *ctx, const lob_parse_netlist_request *request, lob_circuit *circuit) {
    if (request->device.data && request->net.data) {
        lob_status status = lob_fail(ctx, LOB_E_INVALID_TARGET, "device and net exclude each other");
        lob_error_text(&ctx->error, "argument", LOB_STR("net"));
        lob_hint(ctx, "Give one of them.");
        return status;
    }
    LOB_TRY(request->device.data ? keep_device(ctx, request->device, circuit) : LOB_OK);
    return request->net.data ? keep_net(ctx, request->net, circuit) : LOB_OK;
}

/* ---- pages ---- */

typedef struct pager {
    lob_room room; /* of the members of the circuit */
    uint64_t first, passed, given;
    bool is_full;
} pager;

/* As JSON, about: lob_wire_size() measures short values alone. */
static size_t net_chars(const lob_circuit_net *net) {
    size_t chars = net->name.size + 80;
    for (size_t i = 0; i < net->connections.count; i++) {
        const lob_terminal_ref *end = &net->connections.items[i];
        chars += end->device_id.size + end->terminal_name.size + sizeof "{\"device_id\":\"\",\"terminal_name\":\"\"},";
    }
    return chars;
}

static bool fits(pager *p, const char *list, const void *item, size_t otherwise) {
    const lob_wire_field *as = lob_wire_items(&lob_circuit_table, list);
    const size_t chars = lob_wire_size(as, item, p->room.is_lean, otherwise) + 1;
    p->is_full = !lob_room_take_chars(&p->room, chars, 3 * chars, p->given == 0);
    p->given += !p->is_full;
    return !p->is_full;
}

/* Where the page begins in the next list, of so many items. */
static size_t begin(pager *p, size_t count) {
    const uint64_t before = p->first > p->passed ? p->first - p->passed : 0;
    p->passed += count;
    return before < count ? (size_t)before : count;
}

static void take_devices(pager *p, const lob_circuit *all, lob_circuit *page) {
    const size_t from = begin(p, all->devices.count);
    page->devices.items = all->devices.items ? all->devices.items + from : NULL;
    while (!p->is_full && from + page->devices.count < all->devices.count) {
        page->devices.count += fits(p, "devices", &page->devices.items[page->devices.count], LOB_LIMIT_PAGE_WEIGHT / 3);
    }
}

static void take_nets(pager *p, const lob_circuit *all, lob_circuit *page) {
    const size_t from = begin(p, all->nets.count);
    page->nets.items = all->nets.items ? all->nets.items + from : NULL;
    while (!p->is_full && from + page->nets.count < all->nets.count) {
        const lob_circuit_net *net = &page->nets.items[page->nets.count];
        page->nets.count += fits(p, "nets", net, net_chars(net));
    }
}

static void take_modules(pager *p, const lob_circuit *all, lob_circuit *page) {
    const size_t from = begin(p, all->modules.count);
    page->modules.items = all->modules.items ? all->modules.items + from : NULL;
    while (!p->is_full && from + page->modules.count < all->modules.count) {
        page->modules.count += fits(p, "modules", &page->modules.items[page->modules.count], LOB_LIMIT_PAGE_WEIGHT / 3);
    }
}

/* A supply net of a large circuit would be an answer of its own. */
static void cut_nets(const lob_call *call, lob_circuit *circuit) {
    for (size_t i = 0; i < circuit->nets.count && call->chars_max > 0; i++) {
        lob_circuit_net *net = &circuit->nets.items[i];
        if (net->connections.count > CONNECTIONS_SHOWN && net_chars(net) > (size_t)call->chars_max / 2) {
            net->has_connections_left_out = true;
            net->connections_left_out = lob_count_show(net->connections.count - CONNECTIONS_SHOWN);
            net->connections.count = CONNECTIONS_SHOWN;
        }
    }
}

static void bind(const lob_parse_netlist_request *q, lob_str text, char binding[LOB_BINDING_SIZE]) {
    const uint64_t parts[] = {lob_hash64_stable(text.data, text.size), q->identify_modules,
                              q->device.data ? lob_hash64_stable(q->device.data, q->device.size) : 0,
                              q->net.data ? lob_hash64_stable(q->net.data, q->net.size) : 0};
    snprintf(binding, LOB_BINDING_SIZE, "parse_netlist %016llx",
             (unsigned long long)lob_hash64_stable(parts, sizeof parts));
}

static lob_status show_page(lob_call *call, const lob_parse_netlist_request *request, lob_circuit *all, lob_str text,
                            lob_parse_netlist_response *response) {
    lob_ctx *ctx = call->ctx;
    char binding[LOB_BINDING_SIZE];
    pager p = {.first = 0};
    lob_circuit *page = &response->circuit;
    const uint64_t total = (uint64_t)all->devices.count + all->nets.count + all->modules.count;
    bind(request, text, binding);
    LOB_TRY(lob_cursor_parse_position(ctx, request->cursor, lob_str_from(binding), &p.first));
    if (p.first > 0 && p.first >= total) {
        return lob_cursor_refuse(ctx);
    }
    page->name = all->name;
    p.room = lob_room_open(call, &lob_parse_netlist_response_table, response);
    cut_nets(call, all);
    if (request->net.data) {
        take_nets(&p, all, page);
    }
    take_devices(&p, all, page);
    if (!request->net.data) {
        take_nets(&p, all, page);
    }
    take_modules(&p, all, page);
    if (p.given == total) {
        return LOB_OK;
    }
    response->truncation = LOB_NEW(ctx->arena, lob_parse_netlist_response_truncation);
    if (!response->truncation) {
        return lob_fail_memory(ctx);
    }
    response->truncation->devices_dropped = lob_count_show(all->devices.count - page->devices.count);
    response->truncation->nets_dropped = lob_count_show(all->nets.count - page->nets.count);
    response->truncation->modules_dropped = lob_count_show(all->modules.count - page->modules.count);
    return p.first + p.given == total
               ? LOB_OK
               : lob_cursor_print_position(ctx, p.first + p.given, lob_str_from(binding), &response->next_cursor);
}

lob_status lob_tool_parse_netlist(lob_call *call, const lob_parse_netlist_request *request,
                                  lob_parse_netlist_response *response) {
    lob_ctx *ctx = call->ctx;
    lob_str text;
    lob_parsed_netlist netlist;
    lob_design_notes notes;
    LOB_TRY(lob_call_netlist_file(call, "path", request->path, &text, &notes));
    LOB_TRY(lob_design_blame(ctx, "path", lob_netlist_read_text(ctx, text, request->identify_modules, &netlist)));
    LOB_TRY(lob_netlist_summary(ctx, &netlist, (lob_language)request->language, &response->summary));
    response->parse_info.file_version = netlist.schema_version;
    response->parse_info.device_count = lob_count_show(netlist.circuit.devices.count);
    response->parse_info.net_count = lob_count_show(netlist.circuit.nets.count);
    response->parse_info.module_count = lob_count_show(netlist.circuit.modules.count);
    response->parse_info.has_is_migrated = response->parse_info.is_migrated = netlist.is_migrated;
    LOB_TRY(keep_asked(ctx, request, &netlist.circuit));
    LOB_TRY(lob_design_notes_join(ctx, &netlist.notes, &notes));
    response->has_warnings = notes.count > 0;
    response->warnings.items = notes.items;
    response->warnings.count = notes.count;
    LOB_TRY(lob_design_shorten(ctx, &response->summary));
    return show_page(call, request, &netlist.circuit, text, response);
}
