/* parse_netlist: a netlist.json as the circuit that src/design reads in it. */
#include "design/netlist.h"
#include "design/summary.h"
#include "tool/common.h"
#include "tool/design_files.h"
#include "tool/registry.h"

_Static_assert((int)LOB_LANGUAGE_ENGLISH == (int)LOB_PARSE_NETLIST_REQUEST_LANGUAGE_EN &&
                   (int)LOB_LANGUAGE_CHINESE == (int)LOB_PARSE_NETLIST_REQUEST_LANGUAGE_ZH,
               "languages");

lob_status lob_tool_parse_netlist(lob_call *call, const lob_parse_netlist_request *request,
                                  lob_parse_netlist_response *response) {
    lob_ctx *ctx = call->ctx;
    lob_str text;
    lob_parsed_netlist netlist;
    LOB_TRY(lob_call_design_file(call, LOB_DESIGN_NETLIST, "path", request->path, &text));
    LOB_TRY(lob_design_blame(ctx, "path", lob_netlist_read_text(ctx, text, request->identify_modules, &netlist)));
    LOB_TRY(lob_netlist_summary(ctx, &netlist, (lob_language)request->language, &response->summary));
    response->circuit = netlist.circuit;
    response->parse_info.file_version = netlist.schema_version;
    response->parse_info.device_count = lob_count_show(netlist.circuit.devices.count);
    response->parse_info.net_count = lob_count_show(netlist.circuit.nets.count);
    response->parse_info.module_count = lob_count_show(netlist.circuit.modules.count);
    response->parse_info.has_is_migrated = response->parse_info.is_migrated = netlist.is_migrated;
    response->has_warnings = netlist.notes.count > 0;
    response->warnings.items = netlist.notes.items;
    response->warnings.count = netlist.notes.count;
    return LOB_OK;
}
