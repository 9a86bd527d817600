/* Made by tools/schemac from spec/. Do not edit. JSON to structs: strict, all faults at once. */
#ifndef LOB_GEN_PARSE_H
#define LOB_GEN_PARSE_H

#include "gen/types.h"
#include "json/wire.h"

/* _parse reads a whole text and sets the error; _read is a step inside a parse. The struct must be zeroed. */
lob_status lob_artifact_ref_parse(lob_ctx *ctx, const cJSON *json, lob_artifact_ref *out);
void lob_artifact_ref_read(lob_wire *w, const cJSON *json, lob_artifact_ref *out);
lob_status lob_micron_box_parse(lob_ctx *ctx, const cJSON *json, lob_micron_box *out);
void lob_micron_box_read(lob_wire *w, const cJSON *json, lob_micron_box *out);
lob_status lob_dbu_box_parse(lob_ctx *ctx, const cJSON *json, lob_dbu_box *out);
void lob_dbu_box_read(lob_wire *w, const cJSON *json, lob_dbu_box *out);
lob_status lob_query_box_parse(lob_ctx *ctx, const cJSON *json, lob_query_box *out);
void lob_query_box_read(lob_wire *w, const cJSON *json, lob_query_box *out);
lob_status lob_units_parse(lob_ctx *ctx, const cJSON *json, lob_units *out);
void lob_units_read(lob_wire *w, const cJSON *json, lob_units *out);
lob_status lob_warning_item_parse(lob_ctx *ctx, const cJSON *json, lob_warning_item *out);
void lob_warning_item_read(lob_wire *w, const cJSON *json, lob_warning_item *out);
lob_status lob_convention_layer_parse(lob_ctx *ctx, const cJSON *json, lob_convention_layer *out);
void lob_convention_layer_read(lob_wire *w, const cJSON *json, lob_convention_layer *out);
lob_status lob_convention_port_name_parse(lob_ctx *ctx, const cJSON *json, lob_convention_port_name *out);
void lob_convention_port_name_read(lob_wire *w, const cJSON *json, lob_convention_port_name *out);
lob_status lob_convention_marker_parse(lob_ctx *ctx, const cJSON *json, lob_convention_marker *out);
void lob_convention_marker_read(lob_wire *w, const cJSON *json, lob_convention_marker *out);
lob_status lob_convention_param_parse(lob_ctx *ctx, const cJSON *json, lob_convention_param *out);
void lob_convention_param_read(lob_wire *w, const cJSON *json, lob_convention_param *out);
lob_status lob_convention_device_parse(lob_ctx *ctx, const cJSON *json, lob_convention_device *out);
void lob_convention_device_read(lob_wire *w, const cJSON *json, lob_convention_device *out);
lob_status lob_convention_label_parse(lob_ctx *ctx, const cJSON *json, lob_convention_label *out);
void lob_convention_label_read(lob_wire *w, const cJSON *json, lob_convention_label *out);
lob_status lob_convention_connect_parse(lob_ctx *ctx, const cJSON *json, lob_convention_connect *out);
void lob_convention_connect_read(lob_wire *w, const cJSON *json, lob_convention_connect *out);
lob_status lob_convention_port_parse(lob_ctx *ctx, const cJSON *json, lob_convention_port *out);
void lob_convention_port_read(lob_wire *w, const cJSON *json, lob_convention_port *out);
lob_status lob_convention_units_parse(lob_ctx *ctx, const cJSON *json, lob_convention_units *out);
void lob_convention_units_read(lob_wire *w, const cJSON *json, lob_convention_units *out);
lob_status lob_convention_metadata_parse(lob_ctx *ctx, const cJSON *json, lob_convention_metadata *out);
void lob_convention_metadata_read(lob_wire *w, const cJSON *json, lob_convention_metadata *out);
lob_status lob_convention_parse(lob_ctx *ctx, const cJSON *json, lob_convention *out);
void lob_convention_read(lob_wire *w, const cJSON *json, lob_convention *out);
lob_status lob_argument_issue_parse(lob_ctx *ctx, const cJSON *json, lob_argument_issue *out);
void lob_argument_issue_read(lob_wire *w, const cJSON *json, lob_argument_issue *out);
lob_status lob_error_object_parse(lob_ctx *ctx, const cJSON *json, lob_error_object *out);
void lob_error_object_read(lob_wire *w, const cJSON *json, lob_error_object *out);
lob_status lob_path_member_parse(lob_ctx *ctx, const cJSON *json, lob_path_member *out);
void lob_path_member_read(lob_wire *w, const cJSON *json, lob_path_member *out);
lob_status lob_transform_parse(lob_ctx *ctx, const cJSON *json, lob_transform *out);
void lob_transform_read(lob_wire *w, const cJSON *json, lob_transform *out);
lob_status lob_point_um_parse(lob_ctx *ctx, const cJSON *json, lob_point_um *out);
void lob_point_um_read(lob_wire *w, const cJSON *json, lob_point_um *out);
lob_status lob_point_dbu_parse(lob_ctx *ctx, const cJSON *json, lob_point_dbu *out);
void lob_point_dbu_read(lob_wire *w, const cJSON *json, lob_point_dbu *out);
lob_status lob_array_info_parse(lob_ctx *ctx, const cJSON *json, lob_array_info *out);
void lob_array_info_read(lob_wire *w, const cJSON *json, lob_array_info *out);
lob_status lob_layer_ref_parse(lob_ctx *ctx, const cJSON *json, lob_layer_ref *out);
void lob_layer_ref_read(lob_wire *w, const cJSON *json, lob_layer_ref *out);
lob_status lob_label_parse(lob_ctx *ctx, const cJSON *json, lob_label *out);
void lob_label_read(lob_wire *w, const cJSON *json, lob_label *out);
lob_status lob_layer_filter_parse(lob_ctx *ctx, const cJSON *json, lob_layer_filter *out);
void lob_layer_filter_read(lob_wire *w, const cJSON *json, lob_layer_filter *out);
lob_status lob_point_in_parse(lob_ctx *ctx, const cJSON *json, lob_point_in *out);
void lob_point_in_read(lob_wire *w, const cJSON *json, lob_point_in *out);
lob_status lob_convention_used_parse(lob_ctx *ctx, const cJSON *json, lob_convention_used *out);
void lob_convention_used_read(lob_wire *w, const cJSON *json, lob_convention_used *out);
lob_status lob_port_place_dbu_parse(lob_ctx *ctx, const cJSON *json, lob_port_place_dbu *out);
void lob_port_place_dbu_read(lob_wire *w, const cJSON *json, lob_port_place_dbu *out);
lob_status lob_port_item_parse(lob_ctx *ctx, const cJSON *json, lob_port_item *out);
void lob_port_item_read(lob_wire *w, const cJSON *json, lob_port_item *out);
lob_status lob_property_parse(lob_ctx *ctx, const cJSON *json, lob_property *out);
void lob_property_read(lob_wire *w, const cJSON *json, lob_property *out);
lob_status lob_shape_ref_parse(lob_ctx *ctx, const cJSON *json, lob_shape_ref *out);
void lob_shape_ref_read(lob_wire *w, const cJSON *json, lob_shape_ref *out);
lob_status lob_analyze_waveguide_request_parse(lob_ctx *ctx, const cJSON *json, lob_analyze_waveguide_request *out);
lob_status lob_analyze_waveguide_response_parse(lob_ctx *ctx, const cJSON *json, lob_analyze_waveguide_response *out);
lob_status lob_close_session_request_parse(lob_ctx *ctx, const cJSON *json, lob_close_session_request *out);
lob_status lob_close_session_response_parse(lob_ctx *ctx, const cJSON *json, lob_close_session_response *out);
lob_status lob_describe_cell_request_parse(lob_ctx *ctx, const cJSON *json, lob_describe_cell_request *out);
lob_status lob_describe_cell_response_parse(lob_ctx *ctx, const cJSON *json, lob_describe_cell_response *out);
lob_status lob_list_cells_request_parse(lob_ctx *ctx, const cJSON *json, lob_list_cells_request *out);
lob_status lob_list_cells_response_parse(lob_ctx *ctx, const cJSON *json, lob_list_cells_response *out);
lob_status lob_list_layers_request_parse(lob_ctx *ctx, const cJSON *json, lob_list_layers_request *out);
lob_status lob_list_layers_response_parse(lob_ctx *ctx, const cJSON *json, lob_list_layers_response *out);
lob_status lob_measure_geometry_request_parse(lob_ctx *ctx, const cJSON *json, lob_measure_geometry_request *out);
lob_status lob_measure_geometry_response_parse(lob_ctx *ctx, const cJSON *json, lob_measure_geometry_response *out);
lob_status lob_open_layout_request_parse(lob_ctx *ctx, const cJSON *json, lob_open_layout_request *out);
lob_status lob_open_layout_response_parse(lob_ctx *ctx, const cJSON *json, lob_open_layout_response *out);
lob_status lob_query_region_request_parse(lob_ctx *ctx, const cJSON *json, lob_query_region_request *out);
lob_status lob_query_region_response_parse(lob_ctx *ctx, const cJSON *json, lob_query_region_response *out);
lob_status lob_trace_waveguide_request_parse(lob_ctx *ctx, const cJSON *json, lob_trace_waveguide_request *out);
lob_status lob_trace_waveguide_response_parse(lob_ctx *ctx, const cJSON *json, lob_trace_waveguide_response *out);

#endif
