/* parse_netlist: a netlist.json, or a SPICE netlist that becomes one, as the circuit that src/design reads in it. */
#include "design/netlist.h"
#include "design/summary.h"
#include "tool/common.h"
#include "tool/design_files.h"
#include "tool/registry.h"

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
        lob_status status = lob_fail(ctx, LOB_E_INVALID_TARGET, "The circuit has no device of that id");
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
        lob_status status = lob_fail(ctx, LOB_E_INVALID_TARGET, "The circuit has no net of that name");
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
    response->circuit = netlist.circuit;
    LOB_TRY(lob_design_notes_join(ctx, &netlist.notes, &notes));
    response->has_warnings = notes.count > 0;
    response->warnings.items = notes.items;
    response->warnings.count = notes.count;
    return LOB_OK;
}
