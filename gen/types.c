/* Made by tools/schemac from spec/. Do not edit. The spellings of enums and groups. */
#include "gen/types.h"

const char *const lob_device_type_names[4] = {"nmos", "pmos", "resistor", "capacitor"};
const char *const lob_net_type_names[3] = {"signal", "power", "ground"};
const char *const lob_module_type_names[4] = {"differential_pair", "current_mirror", "cascode", "tail_current_source"};
const char *const lob_detail_names[2] = {"lean", "full"};
const char *const lob_conformance_level_names[4] = {"required", "recommended", "optional", "reference"};
const char *const lob_conformance_profile_names[5] = {"core", "render", "drc", "pic", "litho"};
const char *const lob_conformance_need_names[2] = {"klayout", "stdio"};
const char *const lob_conformance_step_restart_names[2] = {"close", "kill"};
const char *const lob_conformance_step_kind_names[2] = {"folder", "fifo"};
const char *const lob_requirement_level_names[3] = {"MUST", "SHOULD", "MAY"};
const char *const lob_requirement_source_names[6] = {"contract", "contract-notes", "data-model", "design", "rfc-0006",
    "roundtrip-notes"};
const char *const lob_convention_layer_role_names[9] = {"waveguide", "guide", "slab", "metal", "port", "device",
    "text", "fiber", "other"};
const char *const lob_convention_port_name_from_names[3] = {"text", "cell", "none"};
const char *const lob_convention_port_name_where_names[3] = {"touches_bbox", "inside", "nearest"};
const char *const lob_convention_port_name_scope_names[2] = {"same_cell", "below"};
const char *const lob_convention_marker_shape_names[9] = {"path2", "box", "polygon", "box_or_polygon", "triangle",
    "rect_half_out", "rect_inside", "arrow", "edge_on_boundary"};
const char *const lob_convention_marker_direction_names[6] = {"p1_to_p2", "p2_to_p1", "tip", "tip_opposite",
    "nearest_side", "none"};
const char *const lob_convention_marker_position_names[7] = {"mid", "p1", "p2", "center", "tip", "base", "side"};
const char *const lob_convention_marker_width_names[6] = {"path_width", "base", "across", "min_side", "max_side",
    "none"};
const char *const lob_convention_param_form_names[3] = {"text", "kv_list", "kv_lines"};
const char *const lob_convention_device_outline_names[2] = {"bbox", "polygon"};
const char *const lob_convention_metadata_klayout_meta_names[1] = {"kfactory"};
const char *const lob_design_rule_type_names[6] = {"width", "spacing", "enclosure", "extension", "overlap", "density"};
const char *const lob_error_object_code_names[16] = {"FILE_NOT_FOUND", "UNSUPPORTED_FORMAT", "TOP_CELL_NOT_FOUND",
    "SESSION_NOT_FOUND", "SESSION_EXPIRED", "INVALID_BOX", "INVALID_LAYER", "INVALID_TARGET", "QUERY_TOO_LARGE",
    "TOOL_LIMIT_EXCEEDED", "RENDER_FAILED", "DRC_RUN_FAILED", "INTERNAL_ERROR", "cache_evicted", "layout_not_pinned",
    "report_level_unsupported"};
const char *const lob_objective_name_names[4] = {"area_min", "matching_max", "performance_max", "cost_min"};
const char *const lob_constraint_result_name_names[2] = {"max_area", "min_matching_score"};
const char *const lob_device_difference_what_names[6] = {"w", "l", "m", "nf", "units", "area"};
const char *const lob_finding_kind_name_names[13] = {"near_miss", "angle_mismatch", "type_mismatch", "layer_mismatch",
    "width_mismatch", "cross_section_mismatch", "overloaded", "dangling", "unmatched_geometry", "device_overlap",
    "shape_overlap", "connected", "exposed"};
const char *const lob_finding_item_severity_names[3] = {"error", "warning", "info"};
const char *const lob_port_item_source_names[4] = {"meta", "known", "marker", "inferred"};
const char *const lob_port_item_evidence_item_names[3] = {"guide_end", "edge_on_outline", "label"};
const char *const lob_litho_process_source_names[4] = {"circular", "annular", "dipole", "quasar"};
const char *const lob_litho_process_dose_on_names[2] = {"aerial", "mask"};
const char *const lob_litho_gauge_kind_names[3] = {"line", "space", "edge"};
const char *const lob_shown_job_kind_names[3] = {"evaluate", "optimize", "unknown"};
const char *const lob_shown_job_state_names[5] = {"queued", "working", "completed", "failed", "cancelled"};
const char *const lob_litho_deck_source_translated_from_names[4] = {"svrf", "icv", "manual", "other"};
const char *const lob_litho_deck_file_polarity_names[2] = {"clear", "dark"};
const char *const lob_marker_geometry_kind_names[8] = {"box", "edge", "edge_pair", "polygon", "path", "text", "float",
    "string"};
const char *const lob_agent_state_names[9] = {"init", "parsing", "planning", "executing", "evaluating", "iterating",
    "completed", "failed", "done"};
const char *const lob_deck_rule_type_names[12] = {"width", "space", "notch", "isolated", "separation", "enclosure",
    "extension", "overlap", "area", "grid", "angle", "density"};
const char *const lob_deck_rule_metrics_names[3] = {"euclidian", "square", "projection"};
const char *const lob_deck_rule_severity_names[2] = {"error", "warning"};
const char *const lob_rule_violation_kind_names[5] = {"edge_pair", "polygon", "edge", "point", "box"};
const char *const lob_rule_count_severity_names[2] = {"error", "warning"};
const char *const lob_shape_ref_kind_names[3] = {"box", "path", "polygon"};
const char *const lob_tool_error_code_names[7] = {"INVALID_PARAM", "NOT_FOUND", "CONFLICT", "DRC_VIOLATION", "TIMEOUT",
    "SERVICE_UNAVAILABLE", "INTERNAL_ERROR"};
const char *const lob_unchecked_rule_part_names[3] = {"all", "max", "min"};
const char *const lob_unchecked_rule_reason_names[10] = {"no_limit", "not_positive", "max_of_length", "no_layer2",
    "layer2_unused", "not_a_share", "below_grid", "too_long", "id_too_long", "layer_absent"};
const char *const lob_analyze_waveguide_response_kind_names[3] = {"path", "polygon", "box"};
const char *const lob_analyze_waveguide_response_bend_radius_method_names[4] = {"arc_fit", "half_shortest_segment",
    "undetermined", "none"};
const char *const lob_analyze_waveguide_response_bends_item_kind_names[5] = {"arc", "euler", "s-bend", "corner",
    "other"};
const char *const lob_analyze_waveguide_response_orientation_names[3] = {"horizontal", "vertical", "mixed"};
const char *const lob_check_rules_request_order_names[2] = {"place", "distance"};
const char *const lob_cut_profile_response_layers_item_intervals_item_cut_by_names[3] = {"start", "end", "both"};
const char *const lob_density_map_request_border_names[2] = {"cut", "shift"};
const char *const lob_density_map_response_mode_names[1] = {"merged"};
const char *const lob_density_map_response_border_names[2] = {"cut", "shift"};
const char *const lob_describe_region_response_components_item_ports_item_source_names[4] = {"meta", "known", "marker",
    "inferred"};
const char *const lob_describe_region_response_guides_item_source_names[2] = {"drawn", "measured"};
const char *const lob_describe_region_response_nearest_kind_names[2] = {"shape", "text"};
const char *const lob_describe_region_response_nearest_direction_names[9] = {"touching", "right", "upper_right", "up",
    "upper_left", "left", "lower_left", "down", "lower_right"};
const char *const lob_diff_layouts_request_mode_names[3] = {"both", "hierarchy", "xor"};
const char *const lob_diff_layouts_response_mode_names[3] = {"both", "hierarchy", "xor"};
const char *const lob_diff_layouts_response_hierarchy_cells_item_in_names[3] = {"a", "b", "both"};
const char *const lob_diff_layouts_response_hierarchy_differences_item_in_names[2] = {"a", "b"};
const char *const lob_diff_layouts_response_hierarchy_differences_item_kind_names[5] = {"polygon", "path", "text",
    "instance", "properties"};
const char *const lob_diff_layouts_response_xor_polygons_item_in_names[3] = {"a", "b", "both"};
const char *const lob_evaluate_request_node_names[6] = {"2nm-euv", "3nm-euv", "5nm-euv", "7nm", "28nm", "45nm"};
const char *const lob_evaluate_request_checks_item_names[5] = {"drc", "mrc", "epe", "pvband", "shots"};
const char *const lob_evaluate_request_report_level_names[2] = {"aggregate", "detailed"};
const char *const lob_extract_markers_request_export_item_names[4] = {"lyrdb", "sarif", "junit", "geojson"};
const char *const lob_extract_markers_response_markers_item_severity_names[2] = {"error", "warning"};
const char *const lob_find_cells_request_sort_by_names[4] = {"name", "width", "height", "area"};
const char *const lob_find_coincident_request_kind_names[3] = {"all", "instances", "shapes"};
const char *const lob_find_coincident_response_sets_item_kind_names[5] = {"instance", "box", "path", "polygon", "text"};
const char *const lob_find_rings_response_rings_item_kind_names[3] = {"circle", "racetrack", "other"};
const char *const lob_list_cells_request_sort_by_names[4] = {"name", "width", "height", "area"};
const char *const lob_list_layers_response_layers_item_name_source_names[3] = {"lyp", "oasis", "convention"};
const char *const lob_measure_geometry_request_mode_names[8] = {"path_width", "segment_length", "centerline_distance",
    "edge_gap", "bend_radius_estimate", "overlap", "label_distance", "port_spacing"};
const char *const lob_measure_geometry_response_mode_names[8] = {"path_width", "segment_length", "centerline_distance",
    "edge_gap", "bend_radius_estimate", "overlap", "label_distance", "port_spacing"};
const char *const lob_measure_geometry_response_details_targets_item_kind_names[5] = {"box", "path", "polygon", "text",
    "port"};
const char *const lob_measure_many_request_measurements_item_mode_names[8] = {"path_width", "segment_length",
    "centerline_distance", "edge_gap", "bend_radius_estimate", "overlap", "label_distance", "port_spacing"};
const char *const lob_measure_many_response_results_item_mode_names[8] = {"path_width", "segment_length",
    "centerline_distance", "edge_gap", "bend_radius_estimate", "overlap", "label_distance", "port_spacing"};
const char *const lob_migrate_response_kind_names[3] = {"netlist", "drc_rules", "objectives"};
const char *const lob_min_distance_request_kind_names[9] = {"width", "space", "notch", "isolated", "separation",
    "enclosure", "extension", "overlap", "ids"};
const char *const lob_min_distance_response_kind_names[9] = {"width", "space", "notch", "isolated", "separation",
    "enclosure", "extension", "overlap", "ids"};
const char *const lob_open_layout_response_source_format_names[2] = {"gds", "oas"};
const char *const lob_open_layout_response_lyp_found_names[2] = {"given", "beside"};
const char *const lob_optimize_request_scope_names[2] = {"group", "record_only"};
const char *const lob_optimize_request_node_names[6] = {"2nm-euv", "3nm-euv", "5nm-euv", "7nm", "28nm", "45nm"};
const char *const lob_optimize_request_method_names[2] = {"level_set", "pixel"};
const char *const lob_optimize_request_format_names[2] = {"gds", "oas"};
const char *const lob_parse_drc_rules_request_language_names[2] = {"en", "zh"};
const char *const lob_parse_netlist_request_language_names[2] = {"en", "zh"};
const char *const lob_parse_objectives_request_language_names[2] = {"en", "zh"};
const char *const lob_query_region_request_hierarchy_mode_names[3] = {"top", "recursive", "flattened"};
const char *const lob_query_region_request_match_names[2] = {"bbox", "geometry"};
const char *const lob_query_region_response_hierarchy_mode_names[3] = {"top", "recursive", "flattened"};
const char *const lob_query_region_response_match_names[2] = {"bbox", "geometry"};
const char *const lob_render_view_request_annotations_item_kind_names[15] = {"shape_outline", "shape_fill", "box",
    "marker", "point", "label", "ruler", "arrow", "ports", "cell_frames", "scale_bar", "grid", "legend", "crosshair",
    "title"};
const char *const lob_render_view_request_style_names[3] = {"light", "dark", "mask"};
const char *const lob_render_view_response_style_names[3] = {"light", "dark", "mask"};
const char *const lob_run_drc_script_request_script_type_names[2] = {"ruby", "json"};
const char *const lob_run_drc_script_request_engine_names[3] = {"klayout", "native", "auto"};
const char *const lob_run_drc_script_response_script_type_names[2] = {"ruby", "json"};
const char *const lob_run_drc_script_response_engine_names[2] = {"klayout", "native"};
const char *const lob_run_drc_script_response_sandbox_state_names[2] = {"walls", "off"};
const char *const lob_trace_waveguide_response_ends_item_reason_names[9] = {"open", "device", "side", "angle",
    "offset", "branch", "loop", "limit", "start"};
const char *const lob_trace_waveguide_response_segments_item_kind_names[3] = {"box", "path", "polygon"};
const char *const lob_trace_waveguide_response_events_item_kind_names[5] = {"width_change", "offset", "taper",
    "corner", "crossing"};
const char *const lob_trace_waveguide_response_source_names[1] = {"geometry"};
const char *const lob_group_names[5] = {
    "contract",
    "inspect",
    "check",
    "litho",
    "design",
};
const char *const lob_group_abouts[5] = {
    "The twelve tools of the KLayout Observer contract.",
    "Looks at a layout: cells, layers, shapes, ports, waveguides, pictures.",
    "Checks a layout: rules, DRC decks, markers, connections, differences.",
    "Prints masks and optimizes them, as jobs.",
    "Reads netlists, design rules and objectives, and scores a layout by them.",
};
