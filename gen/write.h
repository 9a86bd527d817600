/* Made by tools/schemac from spec/. Do not edit. Structs to canonical JSON. */
#ifndef LOB_GEN_WRITE_H
#define LOB_GEN_WRITE_H

#include "gen/types.h"
#include "json/writer.h"

void lob_artifact_ref_write(lob_jsonw *out, const lob_artifact_ref *value);
void lob_micron_box_write(lob_jsonw *out, const lob_micron_box *value);
void lob_dbu_box_write(lob_jsonw *out, const lob_dbu_box *value);
void lob_query_box_write(lob_jsonw *out, const lob_query_box *value);
void lob_units_write(lob_jsonw *out, const lob_units *value);
void lob_warning_item_write(lob_jsonw *out, const lob_warning_item *value);
void lob_conformance_step_write(lob_jsonw *out, const lob_conformance_step *value);
void lob_conformance_case_write(lob_jsonw *out, const lob_conformance_case *value);
void lob_known_failure_write(lob_jsonw *out, const lob_known_failure *value);
void lob_known_failures_write(lob_jsonw *out, const lob_known_failures *value);
void lob_requirement_write(lob_jsonw *out, const lob_requirement *value);
void lob_convention_layer_write(lob_jsonw *out, const lob_convention_layer *value);
void lob_convention_port_name_write(lob_jsonw *out, const lob_convention_port_name *value);
void lob_convention_marker_write(lob_jsonw *out, const lob_convention_marker *value);
void lob_convention_param_write(lob_jsonw *out, const lob_convention_param *value);
void lob_convention_device_write(lob_jsonw *out, const lob_convention_device *value);
void lob_convention_label_write(lob_jsonw *out, const lob_convention_label *value);
void lob_convention_connect_write(lob_jsonw *out, const lob_convention_connect *value);
void lob_convention_port_write(lob_jsonw *out, const lob_convention_port *value);
void lob_convention_units_write(lob_jsonw *out, const lob_convention_units *value);
void lob_convention_metadata_write(lob_jsonw *out, const lob_convention_metadata *value);
void lob_convention_write(lob_jsonw *out, const lob_convention *value);
void lob_density_tile_write(lob_jsonw *out, const lob_density_tile *value);
void lob_diff_side_write(lob_jsonw *out, const lob_diff_side *value);
void lob_diff_counts_write(lob_jsonw *out, const lob_diff_counts *value);
void lob_drc_rule_write(lob_jsonw *out, const lob_drc_rule *value);
void lob_drc_rules_write(lob_jsonw *out, const lob_drc_rules *value);
void lob_argument_issue_write(lob_jsonw *out, const lob_argument_issue *value);
void lob_error_object_write(lob_jsonw *out, const lob_error_object *value);
void lob_finding_count_write(lob_jsonw *out, const lob_finding_count *value);
void lob_path_member_write(lob_jsonw *out, const lob_path_member *value);
void lob_finding_component_write(lob_jsonw *out, const lob_finding_component *value);
void lob_point_um_write(lob_jsonw *out, const lob_point_um *value);
void lob_port_place_dbu_write(lob_jsonw *out, const lob_port_place_dbu *value);
void lob_layer_ref_write(lob_jsonw *out, const lob_layer_ref *value);
void lob_port_item_write(lob_jsonw *out, const lob_port_item *value);
void lob_finding_item_write(lob_jsonw *out, const lob_finding_item *value);
void lob_transform_write(lob_jsonw *out, const lob_transform *value);
void lob_point_dbu_write(lob_jsonw *out, const lob_point_dbu *value);
void lob_array_info_write(lob_jsonw *out, const lob_array_info *value);
void lob_label_write(lob_jsonw *out, const lob_label *value);
void lob_layer_filter_write(lob_jsonw *out, const lob_layer_filter *value);
void lob_marker_geometry_write(lob_jsonw *out, const lob_marker_geometry *value);
void lob_point_in_write(lob_jsonw *out, const lob_point_in *value);
void lob_convention_used_write(lob_jsonw *out, const lob_convention_used *value);
void lob_property_write(lob_jsonw *out, const lob_property *value);
void lob_deck_rule_write(lob_jsonw *out, const lob_deck_rule *value);
void lob_rule_deck_write(lob_jsonw *out, const lob_rule_deck *value);
void lob_rule_count_write(lob_jsonw *out, const lob_rule_count *value);
void lob_rule_violation_write(lob_jsonw *out, const lob_rule_violation *value);
void lob_shape_ref_write(lob_jsonw *out, const lob_shape_ref *value);
void lob_waiver_box_write(lob_jsonw *out, const lob_waiver_box *value);
void lob_waiver_write(lob_jsonw *out, const lob_waiver *value);
void lob_waivers_write(lob_jsonw *out, const lob_waivers *value);
void lob_analyze_waveguide_response_write(lob_jsonw *out, const lob_analyze_waveguide_response *value);
void lob_check_connectivity_response_write(lob_jsonw *out, const lob_check_connectivity_response *value);
void lob_check_rules_response_write(lob_jsonw *out, const lob_check_rules_response *value);
void lob_close_session_response_write(lob_jsonw *out, const lob_close_session_response *value);
void lob_density_map_response_write(lob_jsonw *out, const lob_density_map_response *value);
void lob_describe_cell_response_write(lob_jsonw *out, const lob_describe_cell_response *value);
void lob_describe_region_response_write(lob_jsonw *out, const lob_describe_region_response *value);
void lob_diff_layouts_response_write(lob_jsonw *out, const lob_diff_layouts_response *value);
void lob_extract_markers_response_write(lob_jsonw *out, const lob_extract_markers_response *value);
void lob_find_cells_response_write(lob_jsonw *out, const lob_find_cells_response *value);
void lob_list_cells_response_write(lob_jsonw *out, const lob_list_cells_response *value);
void lob_list_layers_response_write(lob_jsonw *out, const lob_list_layers_response *value);
void lob_list_ports_response_write(lob_jsonw *out, const lob_list_ports_response *value);
void lob_measure_geometry_response_write(lob_jsonw *out, const lob_measure_geometry_response *value);
void lob_open_layout_response_write(lob_jsonw *out, const lob_open_layout_response *value);
void lob_query_region_response_write(lob_jsonw *out, const lob_query_region_response *value);
void lob_render_view_response_write(lob_jsonw *out, const lob_render_view_response *value);
void lob_run_drc_script_response_write(lob_jsonw *out, const lob_run_drc_script_response *value);
void lob_set_view_response_write(lob_jsonw *out, const lob_set_view_response *value);
void lob_trace_waveguide_response_write(lob_jsonw *out, const lob_trace_waveguide_response *value);

#endif
