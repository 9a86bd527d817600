/* Made by tools/schemac from spec/. Do not edit. The registered tools, in the order of tools/list. */
#ifndef LOB_TOOL_REGISTRY_H
#define LOB_TOOL_REGISTRY_H

#include "gen/types.h"
#include "tool/call.h"

extern const lob_tool lob_tools[];
extern const size_t lob_tool_count;
extern const char *const lob_instructions[]; /* sentences; NULL ends them */

/* The handlers, written by hand in src/tool. */
lob_status lob_tool_open_layout(lob_call *call, const lob_open_layout_request *request,
    lob_open_layout_response *response);
lob_status lob_tool_close_session(lob_call *call, const lob_close_session_request *request,
    lob_close_session_response *response);
lob_status lob_tool_list_cells(lob_call *call, const lob_list_cells_request *request,
    lob_list_cells_response *response);
lob_status lob_tool_describe_cell(lob_call *call, const lob_describe_cell_request *request,
    lob_describe_cell_response *response);
lob_status lob_tool_list_layers(lob_call *call, const lob_list_layers_request *request,
    lob_list_layers_response *response);
lob_status lob_tool_query_region(lob_call *call, const lob_query_region_request *request,
    lob_query_region_response *response);
lob_status lob_tool_measure_geometry(lob_call *call, const lob_measure_geometry_request *request,
    lob_measure_geometry_response *response);
lob_status lob_tool_analyze_waveguide(lob_call *call, const lob_analyze_waveguide_request *request,
    lob_analyze_waveguide_response *response);
lob_status lob_tool_set_view(lob_call *call, const lob_set_view_request *request, lob_set_view_response *response);
lob_status lob_tool_render_view(lob_call *call, const lob_render_view_request *request,
    lob_render_view_response *response);
lob_status lob_tool_run_drc_script(lob_call *call, const lob_run_drc_script_request *request,
    lob_run_drc_script_response *response);
lob_status lob_tool_extract_markers(lob_call *call, const lob_extract_markers_request *request,
    lob_extract_markers_response *response);
lob_status lob_tool_list_ports(lob_call *call, const lob_list_ports_request *request,
    lob_list_ports_response *response);
lob_status lob_tool_trace_waveguide(lob_call *call, const lob_trace_waveguide_request *request,
    lob_trace_waveguide_response *response);
lob_status lob_tool_check_connectivity(lob_call *call, const lob_check_connectivity_request *request,
    lob_check_connectivity_response *response);
lob_status lob_tool_find_cells(lob_call *call, const lob_find_cells_request *request,
    lob_find_cells_response *response);
lob_status lob_tool_find_labels(lob_call *call, const lob_find_labels_request *request,
    lob_find_labels_response *response);
lob_status lob_tool_find_coincident(lob_call *call, const lob_find_coincident_request *request,
    lob_find_coincident_response *response);
lob_status lob_tool_density_map(lob_call *call, const lob_density_map_request *request,
    lob_density_map_response *response);
lob_status lob_tool_check_rules(lob_call *call, const lob_check_rules_request *request,
    lob_check_rules_response *response);
lob_status lob_tool_describe_region(lob_call *call, const lob_describe_region_request *request,
    lob_describe_region_response *response);
lob_status lob_tool_diff_layouts(lob_call *call, const lob_diff_layouts_request *request,
    lob_diff_layouts_response *response);
lob_status lob_tool_evaluate(lob_call *call, const lob_evaluate_request *request, lob_evaluate_response *response);
lob_status lob_tool_optimize(lob_call *call, const lob_optimize_request *request, lob_optimize_response *response);
lob_status lob_tool_poll(lob_call *call, const lob_poll_request *request, lob_poll_response *response);
lob_status lob_tool_cancel_job(lob_call *call, const lob_cancel_job_request *request,
    lob_cancel_job_response *response);
lob_status lob_tool_parse_netlist(lob_call *call, const lob_parse_netlist_request *request,
    lob_parse_netlist_response *response);
lob_status lob_tool_parse_drc_rules(lob_call *call, const lob_parse_drc_rules_request *request,
    lob_parse_drc_rules_response *response);
lob_status lob_tool_parse_objectives(lob_call *call, const lob_parse_objectives_request *request,
    lob_parse_objectives_response *response);
lob_status lob_tool_evaluate_layout(lob_call *call, const lob_evaluate_layout_request *request,
    lob_evaluate_layout_response *response);
lob_status lob_tool_cut_profile(lob_call *call, const lob_cut_profile_request *request,
    lob_cut_profile_response *response);
lob_status lob_tool_find_rings(lob_call *call, const lob_find_rings_request *request,
    lob_find_rings_response *response);
lob_status lob_tool_min_distance(lob_call *call, const lob_min_distance_request *request,
    lob_min_distance_response *response);
lob_status lob_tool_measure_many(lob_call *call, const lob_measure_many_request *request,
    lob_measure_many_response *response);
lob_status lob_tool_migrate(lob_call *call, const lob_migrate_request *request, lob_migrate_response *response);

#endif
