/* Made by tools/schemac from spec/. Do not edit. The tables of the shared types. */
#include "gen/tables.h"

#include "base/limits.h"

const lob_wire_table lob_artifact_ref_table = {
    .size = sizeof(lob_artifact_ref),
    .count = 3,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(artifact_ref, kind, STRING)},
        {LOB_NEED(artifact_ref, path, STRING)},
        {LOB_NEED(artifact_ref, media_type, STRING)},
    },
};

const lob_wire_table lob_micron_box_table = {
    .size = sizeof(lob_micron_box), .number_count = 4,
    .count = 4,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(micron_box, left, MICRONS)},
        {LOB_NEED(micron_box, bottom, MICRONS)},
        {LOB_NEED(micron_box, right, MICRONS)},
        {LOB_NEED(micron_box, top, MICRONS)},
    },
};

const lob_wire_table lob_dbu_box_table = {
    .size = sizeof(lob_dbu_box), .number_count = 4,
    .count = 4,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(dbu_box, left, INTEGER)},
        {LOB_NEED(dbu_box, bottom, INTEGER)},
        {LOB_NEED(dbu_box, right, INTEGER)},
        {LOB_NEED(dbu_box, top, INTEGER)},
    },
};

const lob_wire_table lob_query_box_table = {
    .size = sizeof(lob_query_box), .code = LOB_E_INVALID_BOX, .is_closed = true, .number_count = 4,
    .count = 4,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(query_box, left, NUMBER)},
        {LOB_NEED(query_box, bottom, NUMBER)},
        {LOB_NEED(query_box, right, NUMBER)},
        {LOB_NEED(query_box, top, NUMBER)},
    },
};

const lob_wire_table lob_circuit_device_params_table = {
    .size = sizeof(lob_circuit_device_params),
    .count = 5,
    .fields = (const lob_wire_field[]){
        {LOB_HAS(circuit_device_params, w, NUMBER), .is_nullable = 1},
        {LOB_HAS(circuit_device_params, l, NUMBER), .is_nullable = 1},
        {LOB_FILL(circuit_device_params, m, INTEGER), LOB_RULES(LOB_MINIMUM(1), LOB_PRESET(1))},
        {LOB_FILL(circuit_device_params, nf, INTEGER), LOB_RULES(LOB_MINIMUM(1), LOB_PRESET(1))},
        {LOB_NEED(circuit_device_params, extra, MAP), LOB_LIST(sizeof(lob_str), LOB_ITEM(ANY))},
    },
};

const lob_wire_table lob_circuit_device_table = {
    .size = sizeof(lob_circuit_device),
    .count = 5,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(circuit_device, id, STRING)},
        {LOB_NEED(circuit_device, type, ENUM), LOB_ONE_OF(device_type, 4)},
        {LOB_MAY(circuit_device, model, STRING), .is_nullable = 1},
        {LOB_NEED(circuit_device, params, OBJECT), LOB_OBJECT(lob_circuit_device_params)},
        {LOB_NEED(circuit_device, terminals, MAP), LOB_LIST(sizeof(lob_str), LOB_ITEM(STRING))},
    },
};

const lob_wire_table lob_terminal_ref_table = {
    .size = sizeof(lob_terminal_ref),
    .count = 2,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(terminal_ref, device_id, STRING)},
        {LOB_NEED(terminal_ref, terminal_name, STRING)},
    },
};

const lob_wire_table lob_circuit_net_table = {
    .size = sizeof(lob_circuit_net),
    .count = 4,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(circuit_net, name, STRING)},
        {LOB_NEED(circuit_net, connections, ARRAY), LOB_LIST(sizeof(lob_terminal_ref), LOB_ITEM(OBJECT),
            LOB_OBJECT(lob_terminal_ref))},
        {LOB_HAS(circuit_net, connections_left_out, INTEGER)},
        {LOB_NEED(circuit_net, net_type, ENUM), LOB_ONE_OF(net_type, 3)},
    },
};

const lob_wire_table lob_circuit_module_properties_table = {
    .size = sizeof(lob_circuit_module_properties),
    .count = 6,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(circuit_module_properties, why, STRING)},
        {LOB_NEED(circuit_module_properties, matched, BOOLEAN)},
        {LOB_NEED(circuit_module_properties, matched_devices, ARRAY), LOB_LIST(sizeof(lob_wire_array_field),
            LOB_ITEM(ARRAY), LOB_LIST(sizeof(lob_str), LOB_ITEM(STRING)))},
        {LOB_MAY(circuit_module_properties, form, STRING)},
        {LOB_MAY(circuit_module_properties, reference, STRING)},
        {LOB_HAS(circuit_module_properties, ratios, ARRAY), LOB_LIST(sizeof(double), LOB_ITEM(NUMBER))},
    },
};

const lob_wire_table lob_circuit_module_table = {
    .size = sizeof(lob_circuit_module),
    .count = 4,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(circuit_module, id, STRING)},
        {LOB_NEED(circuit_module, type, ENUM), LOB_ONE_OF(module_type, 4)},
        {LOB_NEED(circuit_module, devices, ARRAY), LOB_LIST(sizeof(lob_str), LOB_ITEM(STRING))},
        {LOB_NEED(circuit_module, properties, OBJECT), LOB_OBJECT(lob_circuit_module_properties)},
    },
};

const lob_wire_table lob_circuit_table = {
    .size = sizeof(lob_circuit),
    .count = 4,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(circuit, name, STRING)},
        {LOB_NEED(circuit, devices, ARRAY), LOB_LIST(sizeof(lob_circuit_device), LOB_ITEM(OBJECT),
            LOB_OBJECT(lob_circuit_device))},
        {LOB_NEED(circuit, nets, ARRAY), LOB_LIST(sizeof(lob_circuit_net), LOB_ITEM(OBJECT),
            LOB_OBJECT(lob_circuit_net))},
        {LOB_NEED(circuit, modules, ARRAY), LOB_LIST(sizeof(lob_circuit_module), LOB_ITEM(OBJECT),
            LOB_OBJECT(lob_circuit_module))},
    },
};

const lob_wire_table lob_units_table = {
    .size = sizeof(lob_units),
    .count = 2,
    .fields = (const lob_wire_field[]){
        {LOB_SAYS("length", "um"), .is_required = 1},
        {LOB_SAYS("database", "dbu"), .is_required = 1},
    },
};

const lob_wire_table lob_warning_item_table = {
    .size = sizeof(lob_warning_item),
    .count = 4,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(warning_item, kind, STRING)},
        {LOB_NEED(warning_item, message, STRING)},
        {LOB_NEED(warning_item, count, INTEGER)},
        {LOB_HAS(warning_item, offset, INTEGER)},
    },
};

const lob_wire_table lob_conformance_step_table = {
    .size = sizeof(lob_conformance_step), .is_closed = true,
    .count = 28,
    .fields = (const lob_wire_field[]){
        {LOB_MAY(conformance_step, about, STRING)},
        {LOB_MAY(conformance_step, call, STRING)},
        {LOB_MAY(conformance_step, arguments, ANY)},
        {LOB_MAY(conformance_step, request, STRING)},
        {LOB_MAY(conformance_step, notify, STRING)},
        {LOB_MAY(conformance_step, params, ANY)},
        {LOB_MAY(conformance_step, send, STRING)},
        {LOB_MAY(conformance_step, as, STRING)},
        {LOB_MAY(conformance_step, await, STRING)},
        {LOB_MAY(conformance_step, silent, STRING)},
        {LOB_HAS(conformance_step, within_ms, INTEGER), LOB_RULES(LOB_MINIMUM(0), LOB_MAXIMUM(60000))},
        {LOB_HAS(conformance_step, wait_ms, INTEGER), LOB_RULES(LOB_MINIMUM(0), LOB_MAXIMUM(60000))},
        {LOB_HAS(conformance_step, restart, ENUM), LOB_ONE_OF(conformance_step_restart, 2)},
        {LOB_MAY(conformance_step, file, STRING)},
        {LOB_MAY(conformance_step, make, STRING)},
        {LOB_MAY(conformance_step, copy, STRING)},
        {LOB_MAY(conformance_step, text, STRING)},
        {LOB_MAY(conformance_step, link, STRING)},
        {LOB_HAS(conformance_step, kind, ENUM), LOB_ONE_OF(conformance_step_kind, 2)},
        {LOB_MAY(conformance_step, mode, STRING)},
        {LOB_MAY(conformance_step, check, ANY)},
        {LOB_MAY(conformance_step, expect, ANY)},
        {LOB_MAY(conformance_step, error, ANY)},
        {LOB_MAY(conformance_step, rpc_error, ANY)},
        {LOB_HAS(conformance_step, save, MAP), LOB_LIST(sizeof(lob_str), LOB_ITEM(STRING))},
        {LOB_HAS(conformance_step, tolerance, MAP), LOB_LIST(sizeof(double), LOB_ITEM(NUMBER),
            LOB_RULES(LOB_MINIMUM(0)))},
        {LOB_MAY(conformance_step, picture, ANY)},
        {LOB_HAS(conformance_step, timeout_ms, INTEGER), LOB_RULES(LOB_MINIMUM(1), LOB_MAXIMUM(600000))},
    },
};

const lob_wire_table lob_conformance_case_table = {
    .size = sizeof(lob_conformance_case), .is_closed = true,
    .count = 9,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(conformance_case, id, STRING), LOB_RULES(LOB_SIZE_MIN(3), LOB_SIZE_MAX(96))},
        {LOB_NEED(conformance_case, about, STRING), LOB_RULES(LOB_SIZE_MIN(1))},
        {LOB_NEED(conformance_case, profile, ENUM), LOB_ONE_OF(conformance_profile, 5)},
        {LOB_NEED(conformance_case, level, ENUM), LOB_ONE_OF(conformance_level, 4)},
        {LOB_NEED(conformance_case, requirements, ARRAY), LOB_LIST(sizeof(lob_str), LOB_ITEM(STRING)),
            LOB_RULES(LOB_SIZE_MIN(1), LOB_SIZE_MAX(32))},
        {LOB_NEED(conformance_case, since, STRING)},
        {LOB_HAS(conformance_case, needs, ARRAY), LOB_LIST(sizeof(lob_conformance_need), LOB_ITEM(ENUM),
            LOB_ONE_OF(conformance_need, 2)), LOB_RULES(LOB_SIZE_MAX(4))},
        {LOB_HAS(conformance_case, env, MAP), LOB_LIST(sizeof(lob_str), LOB_ITEM(STRING))},
        {LOB_NEED(conformance_case, steps, ARRAY), LOB_LIST(sizeof(lob_conformance_step), LOB_ITEM(OBJECT),
            LOB_OBJECT(lob_conformance_step)), LOB_RULES(LOB_SIZE_MIN(1), LOB_SIZE_MAX(200))},
    },
};

const lob_wire_table lob_known_failure_table = {
    .size = sizeof(lob_known_failure), .is_closed = true,
    .count = 2,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(known_failure, id, STRING)},
        {LOB_NEED(known_failure, reason, STRING), LOB_RULES(LOB_SIZE_MIN(1))},
    },
};

const lob_wire_table lob_known_failures_table = {
    .size = sizeof(lob_known_failures), .is_closed = true,
    .count = 1,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(known_failures, known_failures, ARRAY), LOB_LIST(sizeof(lob_known_failure), LOB_ITEM(OBJECT),
            LOB_OBJECT(lob_known_failure))},
    },
};

const lob_wire_table lob_requirement_table = {
    .size = sizeof(lob_requirement), .is_closed = true,
    .count = 5,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(requirement, id, STRING)},
        {LOB_NEED(requirement, level, ENUM), LOB_ONE_OF(requirement_level, 3)},
        {LOB_NEED(requirement, source, ENUM), LOB_ONE_OF(requirement_source, 6)},
        {LOB_NEED(requirement, text, STRING)},
        {LOB_MAY(requirement, unasked, STRING), LOB_RULES(LOB_SIZE_MIN(1))},
    },
};

const lob_wire_table lob_convention_layer_table = {
    .size = sizeof(lob_convention_layer), .is_closed = true,
    .count = 4,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(convention_layer, layer, INTEGER), LOB_RULES(LOB_MINIMUM(0), LOB_MAXIMUM(4294967295))},
        {LOB_NEED(convention_layer, datatype, INTEGER), LOB_RULES(LOB_MINIMUM(0), LOB_MAXIMUM(4294967295))},
        {LOB_NEED(convention_layer, role, ENUM), LOB_ONE_OF(convention_layer_role, 9)},
        {LOB_MAY(convention_layer, material, STRING), LOB_RULES(LOB_SIZE_MAX(64))},
    },
};

const lob_wire_table lob_convention_port_name_table = {
    .size = sizeof(lob_convention_port_name), .is_closed = true,
    .count = 5,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(convention_port_name, from, ENUM), LOB_ONE_OF(convention_port_name_from, 3)},
        {LOB_MAY(convention_port_name, on, STRING), LOB_RULES(LOB_SIZE_MAX(64))},
        {LOB_FILL(convention_port_name, where, ENUM), LOB_ONE_OF(convention_port_name_where, 3),
            LOB_RULES(LOB_PRESET(LOB_CONVENTION_PORT_NAME_WHERE_TOUCHES_BBOX))},
        {LOB_FILL(convention_port_name, scope, ENUM), LOB_ONE_OF(convention_port_name_scope, 2),
            LOB_RULES(LOB_PRESET(LOB_CONVENTION_PORT_NAME_SCOPE_SAME_CELL))},
        {LOB_FILL(convention_port_name, distance_um, NUMBER), LOB_RULES(LOB_ABOVE(0), LOB_MAXIMUM(1000),
            LOB_PRESET(5))},
    },
};

const lob_wire_table lob_convention_marker_table = {
    .size = sizeof(lob_convention_marker), .is_closed = true,
    .count = 9,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(convention_marker, id, STRING), LOB_RULES(LOB_SIZE_MAX(40), LOB_FORMAT(IDENTIFIER))},
        {LOB_MAY(convention_marker, on, STRING), LOB_RULES(LOB_SIZE_MAX(64))},
        {LOB_NEED(convention_marker, shape, ENUM), LOB_ONE_OF(convention_marker_shape, 9)},
        {LOB_HAS(convention_marker, direction, ENUM), LOB_ONE_OF(convention_marker_direction, 6)},
        {LOB_HAS(convention_marker, position, ENUM), LOB_ONE_OF(convention_marker_position, 7)},
        {LOB_HAS(convention_marker, width, ENUM), LOB_ONE_OF(convention_marker_width, 6)},
        {LOB_MAY(convention_marker, name, OBJECT), LOB_OBJECT(lob_convention_port_name)},
        {LOB_FILL(convention_marker, type, STRING), LOB_RULES(LOB_SIZE_MIN(1), LOB_SIZE_MAX(40),
            LOB_PRESET_TEXT("optical"))},
        {LOB_HAS(convention_marker, connects, ARRAY), LOB_LIST(sizeof(lob_str), LOB_ITEM(STRING),
            LOB_RULES(LOB_SIZE_MAX(64))), LOB_RULES(LOB_SIZE_MAX(32))},
    },
};

const lob_wire_table lob_convention_param_table = {
    .size = sizeof(lob_convention_param), .is_closed = true,
    .count = 3,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(convention_param, prefix, STRING), LOB_RULES(LOB_SIZE_MIN(1), LOB_SIZE_MAX(100))},
        {LOB_NEED(convention_param, key, STRING), LOB_RULES(LOB_SIZE_MAX(40), LOB_FORMAT(IDENTIFIER))},
        {LOB_FILL(convention_param, form, ENUM), LOB_ONE_OF(convention_param_form, 3),
            LOB_RULES(LOB_PRESET(LOB_CONVENTION_PARAM_FORM_TEXT))},
    },
};

const lob_wire_table lob_convention_device_table = {
    .size = sizeof(lob_convention_device), .is_closed = true,
    .count = 3,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(convention_device, on, STRING), LOB_RULES(LOB_SIZE_MAX(64))},
        {LOB_FILL(convention_device, outline, ENUM), LOB_ONE_OF(convention_device_outline, 2),
            LOB_RULES(LOB_PRESET(LOB_CONVENTION_DEVICE_OUTLINE_BBOX))},
        {LOB_HAS(convention_device, params, ARRAY), LOB_LIST(sizeof(lob_convention_param), LOB_ITEM(OBJECT),
            LOB_OBJECT(lob_convention_param)), LOB_RULES(LOB_SIZE_MAX(32))},
    },
};

const lob_wire_table lob_convention_label_table = {
    .size = sizeof(lob_convention_label), .is_closed = true,
    .count = 4,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(convention_label, regex, STRING), LOB_RULES(LOB_SIZE_MIN(1), LOB_SIZE_MAX(200))},
        {LOB_NEED(convention_label, on, ARRAY), LOB_LIST(sizeof(lob_str), LOB_ITEM(STRING),
            LOB_RULES(LOB_SIZE_MAX(64))), LOB_RULES(LOB_SIZE_MIN(1), LOB_SIZE_MAX(16))},
        {LOB_NEED(convention_label, means, STRING), LOB_RULES(LOB_SIZE_MAX(40), LOB_FORMAT(IDENTIFIER))},
        {LOB_HAS(convention_label, groups, ARRAY), LOB_LIST(sizeof(lob_str), LOB_ITEM(STRING),
            LOB_RULES(LOB_SIZE_MAX(40), LOB_FORMAT(IDENTIFIER))), LOB_RULES(LOB_SIZE_MAX(8))},
    },
};

const lob_wire_table lob_convention_connect_table = {
    .size = sizeof(lob_convention_connect), .is_closed = true,
    .count = 4,
    .fields = (const lob_wire_field[]){
        {LOB_FILL(convention_connect, distance_dbu, NUMBER), LOB_RULES(LOB_MINIMUM(0), LOB_MAXIMUM(1000),
            LOB_PRESET(0))},
        {LOB_FILL(convention_connect, angle_tol_deg, NUMBER), LOB_RULES(LOB_MINIMUM(0), LOB_MAXIMUM(90),
            LOB_PRESET(0))},
        {LOB_FILL(convention_connect, width_tol_dbu, NUMBER), LOB_RULES(LOB_MINIMUM(0), LOB_MAXIMUM(1000),
            LOB_PRESET(0))},
        {LOB_FILL(convention_connect, require_device_touch, BOOLEAN), LOB_RULES(LOB_PRESET(false))},
    },
};

const lob_wire_table lob_convention_port_table = {
    .size = sizeof(lob_convention_port), .is_closed = true,
    .count = 9,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(convention_port, cell, STRING), LOB_RULES(LOB_SIZE_MIN(1), LOB_LIMITED(LOB_LIMIT_NAME_SIZE,
            LOB_E_INVALID_TARGET))},
        {LOB_NEED(convention_port, name, STRING), LOB_RULES(LOB_SIZE_MIN(1), LOB_SIZE_MAX(100))},
        {LOB_NEED(convention_port, x_um, NUMBER), LOB_RULES(LOB_MINIMUM(-1000000000), LOB_MAXIMUM(1000000000))},
        {LOB_NEED(convention_port, y_um, NUMBER), LOB_RULES(LOB_MINIMUM(-1000000000), LOB_MAXIMUM(1000000000))},
        {LOB_HAS(convention_port, angle_deg, NUMBER), LOB_RULES(LOB_MINIMUM(-360), LOB_MAXIMUM(360))},
        {LOB_HAS(convention_port, width_um, NUMBER), LOB_RULES(LOB_ABOVE(0), LOB_MAXIMUM(1000000))},
        {LOB_MAY(convention_port, layer, STRING), LOB_RULES(LOB_SIZE_MAX(64))},
        {LOB_FILL(convention_port, type, STRING), LOB_RULES(LOB_SIZE_MIN(1), LOB_SIZE_MAX(40),
            LOB_PRESET_TEXT("optical"))},
        {LOB_MAY(convention_port, cross_section, STRING), LOB_RULES(LOB_SIZE_MAX(100))},
    },
};

const lob_wire_table lob_convention_units_table = {
    .size = sizeof(lob_convention_units), .is_closed = true,
    .count = 2,
    .fields = (const lob_wire_field[]){
        {LOB_SAYS("length", "um"), .is_required = 1},
        {LOB_SAYS("angle", "deg"), .is_required = 1},
    },
};

const lob_wire_table lob_convention_metadata_table = {
    .size = sizeof(lob_convention_metadata), .is_closed = true,
    .count = 1,
    .fields = (const lob_wire_field[]){
        {LOB_HAS(convention_metadata, klayout_meta, ENUM), LOB_ONE_OF(convention_metadata_klayout_meta, 1)},
    },
};

const lob_wire_table lob_convention_table = {
    .size = sizeof(lob_convention), .is_closed = true,
    .count = 12,
    .fields = (const lob_wire_field[]){
        {LOB_SAYS("schema_version", "1.0"), .is_required = 1},
        {LOB_NEED(convention, name, STRING), LOB_RULES(LOB_SIZE_MIN(1), LOB_SIZE_MAX(64))},
        {LOB_MAY(convention, about, STRING), LOB_RULES(LOB_SIZE_MAX(2000))},
        {LOB_MAY(convention, extends, STRING), LOB_RULES(LOB_SIZE_MIN(1), LOB_SIZE_MAX(64))},
        {LOB_MAY(convention, units, OBJECT), LOB_OBJECT(lob_convention_units)},
        {LOB_HAS(convention, layers, MAP), LOB_LIST(sizeof(lob_convention_layer), LOB_ITEM(OBJECT),
            LOB_OBJECT(lob_convention_layer))},
        {LOB_HAS(convention, port_markers, ARRAY), LOB_LIST(sizeof(lob_convention_marker), LOB_ITEM(OBJECT),
            LOB_OBJECT(lob_convention_marker)), LOB_RULES(LOB_SIZE_MAX(32))},
        {LOB_MAY(convention, device, OBJECT), LOB_OBJECT(lob_convention_device)},
        {LOB_HAS(convention, labels, ARRAY), LOB_LIST(sizeof(lob_convention_label), LOB_ITEM(OBJECT),
            LOB_OBJECT(lob_convention_label)), LOB_RULES(LOB_SIZE_MAX(16))},
        {LOB_MAY(convention, connect, OBJECT), LOB_OBJECT(lob_convention_connect)},
        {LOB_HAS(convention, known_ports, ARRAY), LOB_LIST(sizeof(lob_convention_port), LOB_ITEM(OBJECT),
            LOB_OBJECT(lob_convention_port)), LOB_RULES(LOB_SIZE_MAX(10000))},
        {LOB_MAY(convention, metadata, OBJECT), LOB_OBJECT(lob_convention_metadata)},
    },
};

const lob_wire_table lob_density_tile_table = {
    .size = sizeof(lob_density_tile),
    .count = 5,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(density_tile, density, NUMBER)},
        {LOB_NEED(density_tile, column, INTEGER)},
        {LOB_NEED(density_tile, row, INTEGER)},
        {LOB_NEED(density_tile, box_um, OBJECT), LOB_OBJECT(lob_micron_box)},
        {LOB_NEED(density_tile, box_dbu, OBJECT), LOB_OBJECT(lob_dbu_box)},
    },
};

const lob_wire_table lob_design_rule_table = {
    .size = sizeof(lob_design_rule),
    .count = 7,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(design_rule, id, STRING), LOB_RULES(LOB_SIZE_MIN(1))},
        {LOB_NEED(design_rule, type, ENUM), LOB_ONE_OF(design_rule_type, 6)},
        {LOB_NEED(design_rule, layer, STRING)},
        {LOB_MAY(design_rule, layer2, STRING)},
        {LOB_HAS(design_rule, min, NUMBER)},
        {LOB_HAS(design_rule, max, NUMBER)},
        {LOB_MAY(design_rule, description, STRING)},
    },
};

const lob_wire_table lob_design_rules_table = {
    .size = sizeof(lob_design_rules),
    .count = 5,
    .fields = (const lob_wire_field[]){
        {LOB_FILL(design_rules, schema_version, STRING), LOB_RULES(LOB_PRESET_TEXT("1.0.0"))},
        {LOB_NEED(design_rules, tech, STRING)},
        {LOB_NEED(design_rules, layers, MAP), LOB_LIST(sizeof(int64_t), LOB_ITEM(INTEGER), LOB_RULES(LOB_MINIMUM(0),
            LOB_MAXIMUM(4294967295))), LOB_RULES(LOB_LIMITED(LOB_LIMIT_RULE_LAYERS, LOB_E_INVALID_TARGET))},
        {LOB_HAS(design_rules, datatypes, MAP), LOB_LIST(sizeof(int64_t), LOB_ITEM(INTEGER), LOB_RULES(LOB_MINIMUM(0),
            LOB_MAXIMUM(4294967295))), LOB_RULES(LOB_LIMITED(LOB_LIMIT_RULE_LAYERS, LOB_E_INVALID_TARGET))},
        {LOB_NEED(design_rules, rules, ARRAY), LOB_LIST(sizeof(lob_design_rule), LOB_ITEM(OBJECT),
            LOB_OBJECT(lob_design_rule)), LOB_RULES(LOB_LIMITED(LOB_LIMIT_RULES_IN_DECK, LOB_E_INVALID_TARGET))},
    },
};

const lob_wire_table lob_drc_rule_set_rule_table = {
    .size = sizeof(lob_drc_rule_set_rule),
    .count = 7,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(drc_rule_set_rule, id, STRING)},
        {LOB_NEED(drc_rule_set_rule, type, ENUM), LOB_ONE_OF(design_rule_type, 6)},
        {LOB_NEED(drc_rule_set_rule, layer, STRING)},
        {LOB_MAY(drc_rule_set_rule, layer2, STRING), .is_nullable = 1},
        {LOB_HAS(drc_rule_set_rule, min_value, NUMBER), .is_nullable = 1},
        {LOB_HAS(drc_rule_set_rule, max_value, NUMBER), .is_nullable = 1},
        {LOB_MAY(drc_rule_set_rule, description, STRING), .is_nullable = 1},
    },
};

const lob_wire_table lob_drc_rule_set_table = {
    .size = sizeof(lob_drc_rule_set),
    .count = 5,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(drc_rule_set, tech, STRING)},
        {LOB_NEED(drc_rule_set, layers, MAP), LOB_LIST(sizeof(int64_t), LOB_ITEM(INTEGER))},
        {LOB_HAS(drc_rule_set, datatypes, MAP), LOB_LIST(sizeof(int64_t), LOB_ITEM(INTEGER))},
        {LOB_NEED(drc_rule_set, rules, ARRAY), LOB_LIST(sizeof(lob_drc_rule_set_rule), LOB_ITEM(OBJECT),
            LOB_OBJECT(lob_drc_rule_set_rule))},
        {LOB_FILL(drc_rule_set, schema_version, STRING), LOB_RULES(LOB_PRESET_TEXT("1.0.0"))},
    },
};

const lob_wire_table lob_diff_side_table = {
    .size = sizeof(lob_diff_side),
    .count = 3,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(diff_side, source, STRING)},
        {LOB_NEED(diff_side, cell, STRING)},
        {LOB_NEED(diff_side, dbu, NUMBER)},
    },
};

const lob_wire_table lob_diff_counts_table = {
    .size = sizeof(lob_diff_counts), .number_count = 5,
    .count = 5,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(diff_counts, polygons, INTEGER)},
        {LOB_NEED(diff_counts, paths, INTEGER)},
        {LOB_NEED(diff_counts, texts, INTEGER)},
        {LOB_NEED(diff_counts, instances, INTEGER)},
        {LOB_NEED(diff_counts, properties, INTEGER)},
    },
};

const lob_wire_table lob_argument_issue_table = {
    .size = sizeof(lob_argument_issue),
    .count = 5,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(argument_issue, path, STRING)},
        {LOB_NEED(argument_issue, rule, STRING)},
        {LOB_NEED(argument_issue, expected, STRING)},
        {LOB_NEED(argument_issue, got, STRING)},
        {LOB_MAY(argument_issue, hint, STRING)},
    },
};

const lob_wire_table lob_point_um_table = {
    .size = sizeof(lob_point_um), .number_count = 2,
    .count = 2,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(point_um, x, MICRONS)},
        {LOB_NEED(point_um, y, MICRONS)},
    },
};

static const lob_wire_table error_object_details_table = {
    .size = sizeof(lob_error_object_details),
    .count = 24,
    .fields = (const lob_wire_field[]){
        {LOB_MAY(error_object_details, hint, STRING)},
        {LOB_HAS(error_object_details, issues, ARRAY), LOB_LIST(sizeof(lob_argument_issue), LOB_ITEM(OBJECT),
            LOB_OBJECT(lob_argument_issue))},
        {LOB_HAS(error_object_details, issue_count, INTEGER)},
        {LOB_HAS(error_object_details, candidates, ARRAY), LOB_LIST(sizeof(lob_str), LOB_ITEM(STRING))},
        {LOB_HAS(error_object_details, places_um, ARRAY), LOB_LIST(sizeof(lob_point_um), LOB_ITEM(OBJECT),
            LOB_OBJECT(lob_point_um))},
        {LOB_MAY(error_object_details, reason, STRING)},
        {LOB_MAY(error_object_details, path, STRING)},
        {LOB_HAS(error_object_details, offset, INTEGER)},
        {LOB_MAY(error_object_details, record, STRING)},
        {LOB_HAS(error_object_details, record_index, INTEGER)},
        {LOB_MAY(error_object_details, cell, STRING)},
        {LOB_HAS(error_object_details, layer, INTEGER)},
        {LOB_HAS(error_object_details, datatype, INTEGER)},
        {LOB_MAY(error_object_details, session_id, STRING)},
        {LOB_MAY(error_object_details, target_id, STRING)},
        {LOB_MAY(error_object_details, run_id, STRING)},
        {LOB_MAY(error_object_details, argument, STRING)},
        {LOB_HAS(error_object_details, limit, INTEGER)},
        {LOB_MAY(error_object_details, limit_name, STRING)},
        {LOB_HAS(error_object_details, size, INTEGER)},
        {LOB_HAS(error_object_details, system_error, INTEGER)},
        {LOB_HAS(error_object_details, ttl_seconds, INTEGER)},
        {LOB_HAS(error_object_details, return_code, INTEGER)},
        {LOB_MAY(error_object_details, stderr_tail, STRING)},
    },
};

const lob_wire_table lob_error_object_table = {
    .size = sizeof(lob_error_object),
    .count = 3,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(error_object, code, ENUM), LOB_ONE_OF(error_object_code, 16)},
        {LOB_NEED(error_object, message, STRING)},
        {LOB_NEED(error_object, details, OBJECT), LOB_OBJECT(error_object_details)},
    },
};

const lob_wire_table lob_layout_metrics_table = {
    .size = sizeof(lob_layout_metrics),
    .count = 6,
    .fields = (const lob_wire_field[]){
        {LOB_HAS(layout_metrics, drc_error_count, INTEGER), .is_nullable = 1, LOB_RULES(LOB_MINIMUM(0))},
        {LOB_HAS(layout_metrics, total_area, MICRONS), .is_nullable = 1, LOB_RULES(LOB_MINIMUM(0))},
        {LOB_HAS(layout_metrics, matching_score, NUMBER), .is_nullable = 1, LOB_RULES(LOB_MINIMUM(0), LOB_MAXIMUM(1))},
        {LOB_HAS(layout_metrics, utilization, NUMBER), .is_nullable = 1, LOB_RULES(LOB_MINIMUM(0), LOB_MAXIMUM(1))},
        {LOB_HAS(layout_metrics, performance, NUMBER), .is_nullable = 1, LOB_RULES(LOB_MINIMUM(0), LOB_MAXIMUM(1))},
        {LOB_HAS(layout_metrics, cost, NUMBER), .is_nullable = 1, LOB_RULES(LOB_MINIMUM(0))},
    },
};

const lob_wire_table lob_objective_score_table = {
    .size = sizeof(lob_objective_score),
    .count = 6,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(objective_score, name, ENUM), LOB_ONE_OF(objective_name, 4)},
        {LOB_NEED(objective_score, weight, NUMBER)},
        {LOB_HAS(objective_score, value, NUMBER), .is_nullable = 1},
        {LOB_HAS(objective_score, target, NUMBER)},
        {LOB_HAS(objective_score, meets_target, BOOLEAN)},
        {LOB_NEED(objective_score, not_evaluated, BOOLEAN)},
    },
};

const lob_wire_table lob_constraint_result_table = {
    .size = sizeof(lob_constraint_result),
    .count = 4,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(constraint_result, name, ENUM), LOB_ONE_OF(constraint_result_name, 2)},
        {LOB_NEED(constraint_result, limit, NUMBER)},
        {LOB_HAS(constraint_result, value, NUMBER), .is_nullable = 1},
        {LOB_NEED(constraint_result, holds, BOOLEAN)},
    },
};

const lob_wire_table lob_evaluation_report_table = {
    .size = sizeof(lob_evaluation_report),
    .count = 7,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(evaluation_report, metrics, OBJECT), LOB_OBJECT(lob_layout_metrics)},
        {LOB_NEED(evaluation_report, qualitative_feedback, STRING)},
        {LOB_HAS(evaluation_report, score, NUMBER), .is_nullable = 1, LOB_RULES(LOB_MINIMUM(0), LOB_MAXIMUM(1))},
        {LOB_NEED(evaluation_report, passed, BOOLEAN)},
        {LOB_NEED(evaluation_report, suggestions, ARRAY), LOB_LIST(sizeof(lob_str), LOB_ITEM(STRING))},
        {LOB_NEED(evaluation_report, objectives, ARRAY), LOB_LIST(sizeof(lob_objective_score), LOB_ITEM(OBJECT),
            LOB_OBJECT(lob_objective_score))},
        {LOB_NEED(evaluation_report, constraints, ARRAY), LOB_LIST(sizeof(lob_constraint_result), LOB_ITEM(OBJECT),
            LOB_OBJECT(lob_constraint_result))},
    },
};

const lob_wire_table lob_device_difference_table = {
    .size = sizeof(lob_device_difference),
    .count = 5,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(device_difference, device, STRING)},
        {LOB_NEED(device_difference, what, ENUM), LOB_ONE_OF(device_difference_what, 6)},
        {LOB_NEED(device_difference, expected, NUMBER)},
        {LOB_NEED(device_difference, drawn, NUMBER)},
        {LOB_NEED(device_difference, center_um, OBJECT), LOB_OBJECT(lob_point_um)},
    },
};

const lob_wire_table lob_extra_device_table = {
    .size = sizeof(lob_extra_device),
    .count = 4,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(extra_device, name, STRING)},
        {LOB_NEED(extra_device, cell, STRING)},
        {LOB_NEED(extra_device, count, INTEGER)},
        {LOB_NEED(extra_device, center_um, OBJECT), LOB_OBJECT(lob_point_um)},
    },
};

const lob_wire_table lob_layout_comparison_table = {
    .size = sizeof(lob_layout_comparison),
    .count = 9,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(layout_comparison, agrees, BOOLEAN)},
        {LOB_NEED(layout_comparison, found, INTEGER)},
        {LOB_NEED(layout_comparison, missing, ARRAY), LOB_LIST(sizeof(lob_str), LOB_ITEM(STRING))},
        {LOB_NEED(layout_comparison, missing_count, INTEGER)},
        {LOB_NEED(layout_comparison, extra, ARRAY), LOB_LIST(sizeof(lob_extra_device), LOB_ITEM(OBJECT),
            LOB_OBJECT(lob_extra_device))},
        {LOB_NEED(layout_comparison, extra_count, INTEGER)},
        {LOB_NEED(layout_comparison, different, ARRAY), LOB_LIST(sizeof(lob_device_difference), LOB_ITEM(OBJECT),
            LOB_OBJECT(lob_device_difference))},
        {LOB_NEED(layout_comparison, different_count, INTEGER)},
        {LOB_NEED(layout_comparison, not_compared, ARRAY), LOB_LIST(sizeof(lob_str), LOB_ITEM(STRING))},
    },
};

const lob_wire_table lob_matching_group_table = {
    .size = sizeof(lob_matching_group),
    .count = 6,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(matching_group, devices, ARRAY), LOB_LIST(sizeof(lob_str), LOB_ITEM(STRING))},
        {LOB_HAS(matching_group, score, NUMBER), .is_nullable = 1, LOB_RULES(LOB_MINIMUM(0), LOB_MAXIMUM(1))},
        {LOB_HAS(matching_group, size, NUMBER), .is_nullable = 1},
        {LOB_HAS(matching_group, orientation, NUMBER), .is_nullable = 1},
        {LOB_HAS(matching_group, symmetry, NUMBER), .is_nullable = 1},
        {LOB_NEED(matching_group, missing, ARRAY), LOB_LIST(sizeof(lob_str), LOB_ITEM(STRING))},
    },
};

const lob_wire_table lob_matching_result_table = {
    .size = sizeof(lob_matching_result),
    .count = 2,
    .fields = (const lob_wire_field[]){
        {LOB_HAS(matching_result, score, NUMBER), .is_nullable = 1, LOB_RULES(LOB_MINIMUM(0), LOB_MAXIMUM(1))},
        {LOB_NEED(matching_result, groups, ARRAY), LOB_LIST(sizeof(lob_matching_group), LOB_ITEM(OBJECT),
            LOB_OBJECT(lob_matching_group))},
    },
};

const lob_wire_table lob_finding_count_table = {
    .size = sizeof(lob_finding_count),
    .count = 2,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(finding_count, kind, ENUM), LOB_ONE_OF(finding_kind_name, 13)},
        {LOB_NEED(finding_count, count, INTEGER)},
    },
};

const lob_wire_table lob_path_member_table = {
    .size = sizeof(lob_path_member), .number_count = 2,
    .count = 2,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(path_member, instance, INTEGER)},
        {LOB_NEED(path_member, member, INTEGER)},
    },
};

const lob_wire_table lob_finding_component_table = {
    .size = sizeof(lob_finding_component),
    .count = 4,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(finding_component, component, STRING)},
        {LOB_MAY(finding_component, raw_hex, STRING)},
        {LOB_HAS(finding_component, instance_path, ARRAY), LOB_LIST(sizeof(lob_str), LOB_ITEM(STRING))},
        {LOB_HAS(finding_component, path_members, ARRAY), .is_full = 1, LOB_LIST(sizeof(lob_path_member),
            LOB_ITEM(OBJECT), LOB_OBJECT(lob_path_member))},
    },
};

const lob_wire_table lob_port_place_dbu_table = {
    .size = sizeof(lob_port_place_dbu), .number_count = 2,
    .count = 2,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(port_place_dbu, x, NUMBER)},
        {LOB_NEED(port_place_dbu, y, NUMBER)},
    },
};

const lob_wire_table lob_layer_ref_table = {
    .size = sizeof(lob_layer_ref), .number_count = 2,
    .count = 4,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(layer_ref, layer, INTEGER)},
        {LOB_NEED(layer_ref, datatype, INTEGER)},
        {LOB_MAY(layer_ref, name, STRING)},
        {LOB_MAY(layer_ref, raw_hex, STRING)},
    },
};

const lob_wire_table lob_port_item_table = {
    .size = sizeof(lob_port_item),
    .count = 20,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(port_item, id, STRING)},
        {LOB_NEED(port_item, name, STRING)},
        {LOB_MAY(port_item, raw_hex, STRING)},
        {LOB_NEED(port_item, component, STRING)},
        {LOB_HAS(port_item, instance_path, ARRAY), LOB_LIST(sizeof(lob_str), LOB_ITEM(STRING))},
        {LOB_HAS(port_item, path_members, ARRAY), .is_full = 1, LOB_LIST(sizeof(lob_path_member), LOB_ITEM(OBJECT),
            LOB_OBJECT(lob_path_member))},
        {LOB_NEED(port_item, at_um, OBJECT), LOB_OBJECT(lob_point_um)},
        {LOB_NEED(port_item, at_dbu, OBJECT), .is_full = 1, LOB_OBJECT(lob_port_place_dbu)},
        {LOB_HAS(port_item, angle_deg, NUMBER)},
        {LOB_HAS(port_item, width_um, MICRONS)},
        {LOB_MAY(port_item, layer, OBJECT), LOB_OBJECT(lob_layer_ref)},
        {LOB_NEED(port_item, type, STRING)},
        {LOB_MAY(port_item, cross_section, STRING)},
        {LOB_NEED(port_item, source, ENUM), LOB_ONE_OF(port_item_source, 4)},
        {LOB_NEED(port_item, rule, STRING)},
        {LOB_NEED(port_item, confidence, NUMBER)},
        {LOB_HAS(port_item, evidence, ARRAY), LOB_LIST(sizeof(lob_port_item_evidence_item), LOB_ITEM(ENUM),
            LOB_ONE_OF(port_item_evidence_item, 3))},
        {LOB_HAS(port_item, conflict_angle_deg, NUMBER)},
        {LOB_HAS(port_item, conflict_width_um, MICRONS)},
        {LOB_MAY(port_item, conflict_um, OBJECT), LOB_OBJECT(lob_point_um)},
    },
};

const lob_wire_table lob_finding_item_table = {
    .size = sizeof(lob_finding_item),
    .count = 19,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(finding_item, kind, ENUM), LOB_ONE_OF(finding_kind_name, 13)},
        {LOB_NEED(finding_item, severity, ENUM), LOB_ONE_OF(finding_item_severity, 3)},
        {LOB_NEED(finding_item, at_um, OBJECT), LOB_OBJECT(lob_point_um)},
        {LOB_NEED(finding_item, at_dbu, OBJECT), .is_full = 1, LOB_OBJECT(lob_port_place_dbu)},
        {LOB_NEED(finding_item, ports, ARRAY), LOB_LIST(sizeof(lob_port_item), LOB_ITEM(OBJECT),
            LOB_OBJECT(lob_port_item))},
        {LOB_HAS(finding_item, ports_dropped, INTEGER)},
        {LOB_HAS(finding_item, is_exposure, BOOLEAN)},
        {LOB_MAY(finding_item, offset_um, OBJECT), LOB_OBJECT(lob_point_um)},
        {LOB_MAY(finding_item, offset_dbu, OBJECT), .is_full = 1, LOB_OBJECT(lob_port_place_dbu)},
        {LOB_HAS(finding_item, gap_um, MICRONS)},
        {LOB_HAS(finding_item, shift_um, MICRONS)},
        {LOB_HAS(finding_item, angle_error_deg, NUMBER)},
        {LOB_HAS(finding_item, width_difference_um, MICRONS)},
        {LOB_HAS(finding_item, components, ARRAY), LOB_LIST(sizeof(lob_finding_component), LOB_ITEM(OBJECT),
            LOB_OBJECT(lob_finding_component))},
        {LOB_MAY(finding_item, box_um, OBJECT), LOB_OBJECT(lob_micron_box)},
        {LOB_MAY(finding_item, box_dbu, OBJECT), .is_full = 1, LOB_OBJECT(lob_dbu_box)},
        {LOB_HAS(finding_item, area_um2, MICRONS)},
        {LOB_NEED(finding_item, confidence, NUMBER)},
        {LOB_NEED(finding_item, remedy, STRING)},
    },
};

const lob_wire_table lob_transform_table = {
    .size = sizeof(lob_transform),
    .count = 7,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(transform, x_um, MICRONS)},
        {LOB_NEED(transform, y_um, MICRONS)},
        {LOB_NEED(transform, x_dbu, INTEGER), .is_full = 1},
        {LOB_NEED(transform, y_dbu, INTEGER), .is_full = 1},
        {LOB_NEED(transform, rotation, NUMBER)},
        {LOB_NEED(transform, mirror, BOOLEAN)},
        {LOB_NEED(transform, magnification, NUMBER)},
    },
};

const lob_wire_table lob_point_dbu_table = {
    .size = sizeof(lob_point_dbu), .number_count = 2,
    .count = 2,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(point_dbu, x, INTEGER)},
        {LOB_NEED(point_dbu, y, INTEGER)},
    },
};

const lob_wire_table lob_array_info_table = {
    .size = sizeof(lob_array_info),
    .count = 10,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(array_info, is_array, BOOLEAN)},
        {LOB_HAS(array_info, na, INTEGER)},
        {LOB_HAS(array_info, nb, INTEGER)},
        {LOB_MAY(array_info, a_um, OBJECT), LOB_OBJECT(lob_point_um)},
        {LOB_MAY(array_info, b_um, OBJECT), LOB_OBJECT(lob_point_um)},
        {LOB_MAY(array_info, a_dbu, OBJECT), .is_full = 1, LOB_OBJECT(lob_point_dbu)},
        {LOB_MAY(array_info, b_dbu, OBJECT), .is_full = 1, LOB_OBJECT(lob_point_dbu)},
        {LOB_HAS(array_info, irregular_count, INTEGER)},
        {LOB_HAS(array_info, offsets_um, ARRAY), LOB_LIST(sizeof(lob_point_um), LOB_ITEM(OBJECT),
            LOB_OBJECT(lob_point_um))},
        {LOB_HAS(array_info, offsets_dropped, INTEGER)},
    },
};

const lob_wire_table lob_label_table = {
    .size = sizeof(lob_label),
    .count = 8,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(label, id, STRING)},
        {LOB_NEED(label, text, STRING)},
        {LOB_MAY(label, raw_hex, STRING)},
        {LOB_HAS(label, bytes_cut, INTEGER)},
        {LOB_NEED(label, layer, OBJECT), LOB_OBJECT(lob_layer_ref)},
        {LOB_NEED(label, position_um, OBJECT), LOB_OBJECT(lob_point_um)},
        {LOB_NEED(label, position_dbu, OBJECT), .is_full = 1, LOB_OBJECT(lob_point_dbu)},
        {LOB_HAS(label, count, INTEGER)},
    },
};

const lob_wire_table lob_layer_filter_table = {
    .size = sizeof(lob_layer_filter), .code = LOB_E_INVALID_LAYER, .number_count = 2,
    .count = 2,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(layer_filter, layer, INTEGER), LOB_RULES(LOB_MINIMUM(0), LOB_MAXIMUM(4294967295))},
        {LOB_NEED(layer_filter, datatype, INTEGER), LOB_RULES(LOB_MINIMUM(0), LOB_MAXIMUM(4294967295))},
    },
};

const lob_wire_table lob_litho_corner_table = {
    .size = sizeof(lob_litho_corner), .is_closed = true, .number_count = 1,
    .count = 2,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(litho_corner, dose, NUMBER), LOB_RULES(LOB_ABOVE(0), LOB_MAXIMUM(10))},
        {LOB_FILL(litho_corner, defocus_nm, NUMBER), LOB_RULES(LOB_MINIMUM(-10000), LOB_MAXIMUM(10000), LOB_PRESET(0))},
    },
};

const lob_wire_table lob_litho_process_table = {
    .size = sizeof(lob_litho_process), .is_closed = true,
    .count = 22,
    .fields = (const lob_wire_field[]){
        {LOB_HAS(litho_process, wavelength_nm, NUMBER), LOB_RULES(LOB_ABOVE(0), LOB_MAXIMUM(1000))},
        {LOB_HAS(litho_process, na, NUMBER), LOB_RULES(LOB_ABOVE(0), LOB_MAXIMUM(2))},
        {LOB_HAS(litho_process, source, ENUM), LOB_ONE_OF(litho_process_source, 4)},
        {LOB_MAY(litho_process, source_path, STRING), LOB_RULES(LOB_FORMAT(ABSOLUTE_PATH))},
        {LOB_HAS(litho_process, sigma_outer, NUMBER), LOB_RULES(LOB_ABOVE(0), LOB_MAXIMUM(1))},
        {LOB_HAS(litho_process, sigma_inner, NUMBER), LOB_RULES(LOB_MINIMUM(0), LOB_MAXIMUM(1))},
        {LOB_HAS(litho_process, opening_deg, NUMBER), LOB_RULES(LOB_ABOVE(0), LOB_MAXIMUM(180))},
        {LOB_HAS(litho_process, defocus_nm, NUMBER), LOB_RULES(LOB_MINIMUM(-10000), LOB_MAXIMUM(10000))},
        {LOB_HAS(litho_process, kernel_count, INTEGER), LOB_RULES(LOB_MINIMUM(1), LOB_MAXIMUM(64))},
        {LOB_MAY(litho_process, kernels_path, STRING), LOB_RULES(LOB_FORMAT(ABSOLUTE_PATH))},
        {LOB_MAY(litho_process, kernels_defocus_path, STRING), LOB_RULES(LOB_FORMAT(ABSOLUTE_PATH))},
        {LOB_HAS(litho_process, kernel_offset, INTEGER), LOB_RULES(LOB_MINIMUM(20), LOB_MAXIMUM(24))},
        {LOB_HAS(litho_process, threshold, NUMBER), LOB_RULES(LOB_ABOVE(0), LOB_MAXIMUM(10))},
        {LOB_HAS(litho_process, mask_blur_nm, NUMBER), LOB_RULES(LOB_MINIMUM(0), LOB_MAXIMUM(1000))},
        {LOB_HAS(litho_process, resist_blur_nm, NUMBER), LOB_RULES(LOB_MINIMUM(0), LOB_MAXIMUM(1000))},
        {LOB_HAS(litho_process, dose_on, ENUM), LOB_ONE_OF(litho_process_dose_on, 2)},
        {LOB_HAS(litho_process, corners, ARRAY), LOB_LIST(sizeof(lob_litho_corner), LOB_ITEM(OBJECT),
            LOB_OBJECT(lob_litho_corner)), LOB_RULES(LOB_SIZE_MAX(16))},
        {LOB_HAS(litho_process, tile_px, INTEGER), LOB_RULES(LOB_MINIMUM(64), LOB_MAXIMUM(8192))},
        {LOB_HAS(litho_process, halo_px, INTEGER), LOB_RULES(LOB_MINIMUM(0), LOB_MAXIMUM(4096))},
        {LOB_HAS(litho_process, epe_max_nm, NUMBER), LOB_RULES(LOB_ABOVE(0), LOB_MAXIMUM(1000))},
        {LOB_HAS(litho_process, pvband_max_nm, NUMBER), LOB_RULES(LOB_MINIMUM(0), LOB_MAXIMUM(1000))},
        {LOB_HAS(litho_process, threads, INTEGER), LOB_RULES(LOB_MINIMUM(0), LOB_MAXIMUM(64))},
    },
};

const lob_wire_table lob_litho_gauge_table = {
    .size = sizeof(lob_litho_gauge), .is_closed = true, .number_count = 2,
    .count = 7,
    .fields = (const lob_wire_field[]){
        {LOB_MAY(litho_gauge, name, STRING), LOB_RULES(LOB_LIMITED(LOB_LIMIT_NAME_SIZE, LOB_E_INVALID_TARGET))},
        {LOB_HAS(litho_gauge, kind, ENUM), LOB_ONE_OF(litho_gauge_kind, 3)},
        {LOB_NEED(litho_gauge, x_um, NUMBER), LOB_RULES(LOB_MINIMUM(-2147484), LOB_MAXIMUM(2147484))},
        {LOB_NEED(litho_gauge, y_um, NUMBER), LOB_RULES(LOB_MINIMUM(-2147484), LOB_MAXIMUM(2147484))},
        {LOB_FILL(litho_gauge, angle_deg, NUMBER), LOB_RULES(LOB_MINIMUM(-360), LOB_MAXIMUM(360), LOB_PRESET(0))},
        {LOB_HAS(litho_gauge, target_nm, NUMBER), LOB_RULES(LOB_ABOVE(0), LOB_MAXIMUM(1000000))},
        {LOB_HAS(litho_gauge, measured_nm, NUMBER), LOB_RULES(LOB_MINIMUM(-1000000), LOB_MAXIMUM(1000000))},
    },
};

const lob_wire_table lob_litho_window_table = {
    .size = sizeof(lob_litho_window), .is_closed = true,
    .count = 4,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(litho_window, gauges, ARRAY), LOB_LIST(sizeof(lob_litho_gauge), LOB_ITEM(OBJECT),
            LOB_OBJECT(lob_litho_gauge)), LOB_RULES(LOB_SIZE_MIN(1), LOB_SIZE_MAX(100))},
        {LOB_HAS(litho_window, focuses_nm, ARRAY), LOB_LIST(sizeof(double), LOB_ITEM(NUMBER),
            LOB_RULES(LOB_MINIMUM(-10000), LOB_MAXIMUM(10000))), LOB_RULES(LOB_SIZE_MIN(1), LOB_SIZE_MAX(41))},
        {LOB_HAS(litho_window, doses, ARRAY), LOB_LIST(sizeof(double), LOB_ITEM(NUMBER), LOB_RULES(LOB_MINIMUM(0.01),
            LOB_MAXIMUM(10))), LOB_RULES(LOB_SIZE_MIN(1), LOB_SIZE_MAX(101))},
        {LOB_FILL(litho_window, tolerance_percent, NUMBER), LOB_RULES(LOB_ABOVE(0), LOB_MAXIMUM(99), LOB_PRESET(10))},
    },
};

const lob_wire_table lob_shown_job_error_table = {
    .size = sizeof(lob_shown_job_error),
    .count = 5,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(shown_job_error, code, STRING)},
        {LOB_NEED(shown_job_error, message, STRING)},
        {LOB_NEED(shown_job_error, hint, STRING)},
        {LOB_MAY(shown_job_error, reason, STRING)},
        {LOB_MAY(shown_job_error, details, ANY)},
    },
};

const lob_wire_table lob_litho_deck_rules_table = {
    .size = sizeof(lob_litho_deck_rules), .is_closed = true,
    .count = 4,
    .fields = (const lob_wire_field[]){
        {LOB_HAS(litho_deck_rules, min_width_nm, NUMBER), LOB_RULES(LOB_ABOVE(0), LOB_MAXIMUM(1000000))},
        {LOB_HAS(litho_deck_rules, min_spacing_nm, NUMBER), LOB_RULES(LOB_ABOVE(0), LOB_MAXIMUM(1000000))},
        {LOB_HAS(litho_deck_rules, min_curvature_radius_nm, NUMBER), LOB_RULES(LOB_ABOVE(0), LOB_MAXIMUM(1000000))},
        {LOB_HAS(litho_deck_rules, min_feature_area_nm2, NUMBER), LOB_RULES(LOB_ABOVE(0), LOB_MAXIMUM(1000000000000))},
    },
};

const lob_wire_table lob_litho_deck_source_table = {
    .size = sizeof(lob_litho_deck_source),
    .count = 3,
    .fields = (const lob_wire_field[]){
        {LOB_MAY(litho_deck_source, vendor, STRING), LOB_RULES(LOB_SIZE_MAX(1000))},
        {LOB_HAS(litho_deck_source, translated_from, ENUM), LOB_ONE_OF(litho_deck_source_translated_from, 4)},
        {LOB_MAY(litho_deck_source, reference, STRING), LOB_RULES(LOB_SIZE_MAX(1000))},
    },
};

const lob_wire_table lob_litho_deck_radii_table = {
    .size = sizeof(lob_litho_deck_radii), .is_closed = true,
    .count = 5,
    .fields = (const lob_wire_field[]){
        {LOB_HAS(litho_deck_radii, width, NUMBER), LOB_RULES(LOB_MINIMUM(0), LOB_MAXIMUM(1000000))},
        {LOB_HAS(litho_deck_radii, spacing, NUMBER), LOB_RULES(LOB_MINIMUM(0), LOB_MAXIMUM(1000000))},
        {LOB_HAS(litho_deck_radii, area, NUMBER), LOB_RULES(LOB_MINIMUM(0), LOB_MAXIMUM(1000000))},
        {LOB_HAS(litho_deck_radii, mrc, NUMBER), LOB_RULES(LOB_MINIMUM(0), LOB_MAXIMUM(1000000))},
        {LOB_HAS(litho_deck_radii, gauge, NUMBER), LOB_RULES(LOB_MINIMUM(0), LOB_MAXIMUM(1000000))},
    },
};

const lob_wire_table lob_litho_deck_file_table = {
    .size = sizeof(lob_litho_deck_file), .is_closed = true,
    .count = 9,
    .fields = (const lob_wire_field[]){
        {LOB_SAYS("schema_version", "1"), .is_required = 1},
        {LOB_NEED(litho_deck_file, process_node, STRING), LOB_RULES(LOB_SIZE_MIN(1), LOB_SIZE_MAX(200))},
        {LOB_NEED(litho_deck_file, layer, STRING), LOB_RULES(LOB_SIZE_MIN(1), LOB_SIZE_MAX(200))},
        {LOB_FILL(litho_deck_file, polarity, ENUM), LOB_ONE_OF(litho_deck_file_polarity, 2),
            LOB_RULES(LOB_PRESET(LOB_LITHO_DECK_FILE_POLARITY_CLEAR))},
        {LOB_HAS(litho_deck_file, pixel_size_nm, NUMBER), LOB_RULES(LOB_ABOVE(0), LOB_MAXIMUM(1000000))},
        {LOB_NEED(litho_deck_file, rules, OBJECT), LOB_OBJECT(lob_litho_deck_rules)},
        {LOB_MAY(litho_deck_file, source, OBJECT), LOB_OBJECT(lob_litho_deck_source)},
        {LOB_MAY(litho_deck_file, notes, STRING), LOB_RULES(LOB_SIZE_MAX(100000))},
        {LOB_MAY(litho_deck_file, dedup_radius_nm, OBJECT), LOB_OBJECT(lob_litho_deck_radii)},
    },
};

const lob_wire_table lob_litho_optimize_metrics_table = {
    .size = sizeof(lob_litho_optimize_metrics), .number_count = 4,
    .count = 8,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(litho_optimize_metrics, l2_error_pixels, INTEGER), LOB_RULES(LOB_MINIMUM(0))},
        {LOB_NEED(litho_optimize_metrics, pvband_pixels, INTEGER), LOB_RULES(LOB_MINIMUM(0))},
        {LOB_HAS(litho_optimize_metrics, epe_gauge_violations, INTEGER), LOB_RULES(LOB_MINIMUM(0))},
        {LOB_HAS(litho_optimize_metrics, mrc_violations, INTEGER), LOB_RULES(LOB_MINIMUM(0))},
        {LOB_HAS(litho_optimize_metrics, drc_violations, INTEGER), LOB_RULES(LOB_MINIMUM(0))},
        {LOB_HAS(litho_optimize_metrics, shots_vsb, INTEGER), LOB_RULES(LOB_MINIMUM(0))},
        {LOB_NEED(litho_optimize_metrics, violations_total, INTEGER), LOB_RULES(LOB_MINIMUM(0))},
        {LOB_NEED(litho_optimize_metrics, violation_groups_total, INTEGER), LOB_RULES(LOB_MINIMUM(0))},
    },
};

const lob_wire_table lob_litho_optimize_move_table = {
    .size = sizeof(lob_litho_optimize_move),
    .count = 6,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(litho_optimize_move, what, STRING)},
        {LOB_NEED(litho_optimize_move, area_nm2, NUMBER)},
        {LOB_NEED(litho_optimize_move, by_nm, NUMBER)},
        {LOB_NEED(litho_optimize_move, box_nm, ARRAY), LOB_LIST(sizeof(double), LOB_ITEM(NUMBER)),
            LOB_RULES(LOB_SIZE_MIN(4), LOB_SIZE_MAX(4))},
        {LOB_NEED(litho_optimize_move, box_um, ARRAY), LOB_LIST(sizeof(double), LOB_ITEM(NUMBER)),
            LOB_RULES(LOB_SIZE_MIN(4), LOB_SIZE_MAX(4))},
        {LOB_NEED(litho_optimize_move, message, STRING)},
    },
};

const lob_wire_table lob_litho_optimize_new_table = {
    .size = sizeof(lob_litho_optimize_new),
    .count = 5,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(litho_optimize_new, violation_id, STRING)},
        {LOB_NEED(litho_optimize_new, rule_id, STRING)},
        {LOB_NEED(litho_optimize_new, location_nm, ARRAY), LOB_LIST(sizeof(double), LOB_ITEM(NUMBER)),
            LOB_RULES(LOB_SIZE_MIN(2), LOB_SIZE_MAX(2))},
        {LOB_NEED(litho_optimize_new, location_um, ARRAY), LOB_LIST(sizeof(double), LOB_ITEM(NUMBER)),
            LOB_RULES(LOB_SIZE_MIN(2), LOB_SIZE_MAX(2))},
        {LOB_NEED(litho_optimize_new, message, STRING)},
    },
};

const lob_wire_table lob_litho_optimize_rule_table = {
    .size = sizeof(lob_litho_optimize_rule),
    .count = 3,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(litho_optimize_rule, rule_id, STRING)},
        {LOB_NEED(litho_optimize_rule, violations, INTEGER), LOB_RULES(LOB_MINIMUM(0))},
        {LOB_NEED(litho_optimize_rule, message, STRING)},
    },
};

const lob_wire_table lob_litho_optimize_layer_table = {
    .size = sizeof(lob_litho_optimize_layer), .number_count = 2,
    .count = 2,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(litho_optimize_layer, layer, INTEGER)},
        {LOB_NEED(litho_optimize_layer, datatype, INTEGER)},
    },
};

const lob_wire_table lob_litho_optimize_box_table = {
    .size = sizeof(lob_litho_optimize_box), .number_count = 4,
    .count = 4,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(litho_optimize_box, left, NUMBER)},
        {LOB_NEED(litho_optimize_box, bottom, NUMBER)},
        {LOB_NEED(litho_optimize_box, right, NUMBER)},
        {LOB_NEED(litho_optimize_box, top, NUMBER)},
    },
};

const lob_wire_table lob_litho_optimize_again_table = {
    .size = sizeof(lob_litho_optimize_again),
    .count = 3,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(litho_optimize_again, layer, OBJECT), LOB_OBJECT(lob_litho_optimize_layer)},
        {LOB_NEED(litho_optimize_again, target_layer, OBJECT), LOB_OBJECT(lob_litho_optimize_layer)},
        {LOB_NEED(litho_optimize_again, box, OBJECT), LOB_OBJECT(lob_litho_optimize_box)},
    },
};

const lob_wire_table lob_litho_optimize_report_table = {
    .size = sizeof(lob_litho_optimize_report),
    .count = 19,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(litho_optimize_report, schema_version, STRING)},
        {LOB_NEED(litho_optimize_report, method, STRING)},
        {LOB_MAY(litho_optimize_report, violation_id, STRING)},
        {LOB_MAY(litho_optimize_report, rule_id, STRING)},
        {LOB_HAS(litho_optimize_report, is_resolved, BOOLEAN)},
        {LOB_HAS(litho_optimize_report, resolved, ARRAY), LOB_LIST(sizeof(lob_str), LOB_ITEM(STRING))},
        {LOB_NEED(litho_optimize_report, violations_new, INTEGER), LOB_RULES(LOB_MINIMUM(0))},
        {LOB_HAS(litho_optimize_report, new_violations, ARRAY), LOB_LIST(sizeof(lob_litho_optimize_new),
            LOB_ITEM(OBJECT), LOB_OBJECT(lob_litho_optimize_new))},
        {LOB_HAS(litho_optimize_report, moves_total, INTEGER), LOB_RULES(LOB_MINIMUM(0))},
        {LOB_HAS(litho_optimize_report, moves, ARRAY), LOB_LIST(sizeof(lob_litho_optimize_move), LOB_ITEM(OBJECT),
            LOB_OBJECT(lob_litho_optimize_move))},
        {LOB_NEED(litho_optimize_report, iterations, INTEGER), LOB_RULES(LOB_MINIMUM(0))},
        {LOB_NEED(litho_optimize_report, loss_first, NUMBER)},
        {LOB_NEED(litho_optimize_report, loss_best, NUMBER)},
        {LOB_NEED(litho_optimize_report, before, OBJECT), LOB_OBJECT(lob_litho_optimize_metrics)},
        {LOB_NEED(litho_optimize_report, after, OBJECT), LOB_OBJECT(lob_litho_optimize_metrics)},
        {LOB_HAS(litho_optimize_report, rules_met, BOOLEAN)},
        {LOB_HAS(litho_optimize_report, rules_failed, ARRAY), LOB_LIST(sizeof(lob_litho_optimize_rule),
            LOB_ITEM(OBJECT), LOB_OBJECT(lob_litho_optimize_rule))},
        {LOB_MAY(litho_optimize_report, file, STRING)},
        {LOB_MAY(litho_optimize_report, evaluate_again, OBJECT), LOB_OBJECT(lob_litho_optimize_again)},
    },
};

const lob_wire_table lob_litho_report_metrics_table = {
    .size = sizeof(lob_litho_report_metrics), .number_count = 1,
    .count = 36,
    .fields = (const lob_wire_field[]){
        {LOB_HAS(litho_report_metrics, epe_mean_nm, NUMBER)},
        {LOB_HAS(litho_report_metrics, epe_mean_nm_dropped_nonfinite, INTEGER), LOB_RULES(LOB_MINIMUM(0))},
        {LOB_HAS(litho_report_metrics, epe_max_nm, NUMBER)},
        {LOB_HAS(litho_report_metrics, epe_max_nm_dropped_nonfinite, INTEGER), LOB_RULES(LOB_MINIMUM(0))},
        {LOB_HAS(litho_report_metrics, epe_std_nm, NUMBER)},
        {LOB_HAS(litho_report_metrics, epe_std_nm_dropped_nonfinite, INTEGER), LOB_RULES(LOB_MINIMUM(0))},
        {LOB_HAS(litho_report_metrics, epe_edge_pixels, INTEGER), LOB_RULES(LOB_MINIMUM(0))},
        {LOB_HAS(litho_report_metrics, epe_wafer_mean_nm, NUMBER)},
        {LOB_HAS(litho_report_metrics, epe_wafer_mean_nm_dropped_nonfinite, INTEGER), LOB_RULES(LOB_MINIMUM(0))},
        {LOB_HAS(litho_report_metrics, epe_wafer_max_nm, NUMBER)},
        {LOB_HAS(litho_report_metrics, epe_wafer_max_nm_dropped_nonfinite, INTEGER), LOB_RULES(LOB_MINIMUM(0))},
        {LOB_HAS(litho_report_metrics, epe_wafer_std_nm, NUMBER)},
        {LOB_HAS(litho_report_metrics, epe_wafer_std_nm_dropped_nonfinite, INTEGER), LOB_RULES(LOB_MINIMUM(0))},
        {LOB_HAS(litho_report_metrics, epe_wafer_edge_pixels, INTEGER), LOB_RULES(LOB_MINIMUM(0))},
        {LOB_HAS(litho_report_metrics, epe_gauge_count, INTEGER), LOB_RULES(LOB_MINIMUM(0))},
        {LOB_HAS(litho_report_metrics, epe_gauge_violations, INTEGER), LOB_RULES(LOB_MINIMUM(0))},
        {LOB_HAS(litho_report_metrics, l2_error_pixels, INTEGER), LOB_RULES(LOB_MINIMUM(0))},
        {LOB_HAS(litho_report_metrics, l2_error_nm2, NUMBER)},
        {LOB_HAS(litho_report_metrics, pvband_pixels, INTEGER), LOB_RULES(LOB_MINIMUM(0))},
        {LOB_HAS(litho_report_metrics, pvband_area_nm2, NUMBER)},
        {LOB_HAS(litho_report_metrics, pvband_mean_nm, NUMBER)},
        {LOB_HAS(litho_report_metrics, pvband_max_nm, NUMBER)},
        {LOB_HAS(litho_report_metrics, target_pixels, INTEGER), LOB_RULES(LOB_MINIMUM(0))},
        {LOB_HAS(litho_report_metrics, printed_pixels, INTEGER), LOB_RULES(LOB_MINIMUM(0))},
        {LOB_HAS(litho_report_metrics, intensity_max, NUMBER)},
        {LOB_HAS(litho_report_metrics, mrc_pass_rate, NUMBER)},
        {LOB_HAS(litho_report_metrics, mrc_violation_rate, NUMBER)},
        {LOB_HAS(litho_report_metrics, mrc_width_pixels, INTEGER), LOB_RULES(LOB_MINIMUM(0))},
        {LOB_HAS(litho_report_metrics, mrc_spacing_pixels, INTEGER), LOB_RULES(LOB_MINIMUM(0))},
        {LOB_HAS(litho_report_metrics, mrc_total_pixels, INTEGER), LOB_RULES(LOB_MINIMUM(0))},
        {LOB_HAS(litho_report_metrics, mrc_violations, INTEGER), LOB_RULES(LOB_MINIMUM(0))},
        {LOB_HAS(litho_report_metrics, drc_pass_rate, NUMBER)},
        {LOB_HAS(litho_report_metrics, drc_violations, INTEGER), LOB_RULES(LOB_MINIMUM(0))},
        {LOB_HAS(litho_report_metrics, shots_vsb, INTEGER), LOB_RULES(LOB_MINIMUM(0))},
        {LOB_HAS(litho_report_metrics, shots_mbmw, NUMBER)},
        {LOB_NEED(litho_report_metrics, tile_count, INTEGER), LOB_RULES(LOB_MINIMUM(0))},
    },
};

const lob_wire_table lob_litho_report_transform_table = {
    .size = sizeof(lob_litho_report_transform),
    .count = 2,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(litho_report_transform, op, STRING)},
        {LOB_NEED(litho_report_transform, params, ANY)},
    },
};

const lob_wire_table lob_litho_report_context_table = {
    .size = sizeof(lob_litho_report_context),
    .count = 3,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(litho_report_context, tile_id, STRING)},
        {LOB_NEED(litho_report_context, tile_local_nm, ARRAY), LOB_LIST(sizeof(double), LOB_ITEM(NUMBER)),
            LOB_RULES(LOB_SIZE_MIN(2), LOB_SIZE_MAX(2))},
        {LOB_NEED(litho_report_context, tile_origin_nm, ARRAY), LOB_LIST(sizeof(double), LOB_ITEM(NUMBER)),
            LOB_RULES(LOB_SIZE_MIN(2), LOB_SIZE_MAX(2))},
    },
};

const lob_wire_table lob_litho_report_dedup_table = {
    .size = sizeof(lob_litho_report_dedup),
    .count = 4,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(litho_report_dedup, rule_deck_hash, STRING)},
        {LOB_NEED(litho_report_dedup, radius_nm, NUMBER)},
        {LOB_NEED(litho_report_dedup, rule_id, STRING)},
        {LOB_NEED(litho_report_dedup, canonical_location_nm, ARRAY), LOB_LIST(sizeof(double), LOB_ITEM(NUMBER)),
            LOB_RULES(LOB_SIZE_MIN(2), LOB_SIZE_MAX(2))},
    },
};

const lob_wire_table lob_litho_report_violation_table = {
    .size = sizeof(lob_litho_report_violation),
    .count = 19,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(litho_report_violation, violation_id, STRING)},
        {LOB_NEED(litho_report_violation, violation_group_id, STRING)},
        {LOB_MAY(litho_report_violation, same_defect_as, STRING)},
        {LOB_NEED(litho_report_violation, rule_id, STRING)},
        {LOB_MAY(litho_report_violation, message, STRING)},
        {LOB_NEED(litho_report_violation, rule_deck, STRING)},
        {LOB_NEED(litho_report_violation, severity, STRING)},
        {LOB_NEED(litho_report_violation, coordinate_frame, STRING)},
        {LOB_NEED(litho_report_violation, location_nm, ARRAY), LOB_LIST(sizeof(double), LOB_ITEM(NUMBER)),
            LOB_RULES(LOB_SIZE_MIN(2), LOB_SIZE_MAX(2))},
        {LOB_HAS(litho_report_violation, location_um, ARRAY), LOB_LIST(sizeof(double), LOB_ITEM(NUMBER)),
            LOB_RULES(LOB_SIZE_MIN(2), LOB_SIZE_MAX(2))},
        {LOB_NEED(litho_report_violation, transforms, ARRAY), LOB_LIST(sizeof(lob_litho_report_transform),
            LOB_ITEM(OBJECT), LOB_OBJECT(lob_litho_report_transform))},
        {LOB_MAY(litho_report_violation, context, OBJECT), LOB_OBJECT(lob_litho_report_context)},
        {LOB_NEED(litho_report_violation, dedup_strategy, STRING)},
        {LOB_NEED(litho_report_violation, dedup_provenance, OBJECT), LOB_OBJECT(lob_litho_report_dedup)},
        {LOB_HAS(litho_report_violation, actual, NUMBER)},
        {LOB_HAS(litho_report_violation, required, NUMBER)},
        {LOB_MAY(litho_report_violation, unit, STRING)},
        {LOB_HAS(litho_report_violation, box_nm, ARRAY), LOB_LIST(sizeof(double), LOB_ITEM(NUMBER)),
            LOB_RULES(LOB_SIZE_MIN(4), LOB_SIZE_MAX(4))},
        {LOB_HAS(litho_report_violation, box_um, ARRAY), LOB_LIST(sizeof(double), LOB_ITEM(NUMBER)),
            LOB_RULES(LOB_SIZE_MIN(4), LOB_SIZE_MAX(4))},
    },
};

const lob_wire_table lob_litho_report_corner_table = {
    .size = sizeof(lob_litho_report_corner), .number_count = 2,
    .count = 2,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(litho_report_corner, dose, NUMBER)},
        {LOB_NEED(litho_report_corner, defocus_nm, NUMBER)},
    },
};

const lob_wire_table lob_litho_report_optics_table = {
    .size = sizeof(lob_litho_report_optics),
    .count = 10,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(litho_report_optics, wavelength_nm, NUMBER)},
        {LOB_NEED(litho_report_optics, na, NUMBER)},
        {LOB_NEED(litho_report_optics, source, STRING)},
        {LOB_MAY(litho_report_optics, source_sha256, STRING)},
        {LOB_NEED(litho_report_optics, sigma_outer, NUMBER)},
        {LOB_NEED(litho_report_optics, sigma_inner, NUMBER)},
        {LOB_HAS(litho_report_optics, opening_deg, NUMBER)},
        {LOB_NEED(litho_report_optics, kernels, STRING)},
        {LOB_NEED(litho_report_optics, kernel_count, INTEGER), LOB_RULES(LOB_MINIMUM(0))},
        {LOB_HAS(litho_report_optics, kernel_offset, INTEGER), LOB_RULES(LOB_MINIMUM(0))},
    },
};

const lob_wire_table lob_litho_report_tiling_table = {
    .size = sizeof(lob_litho_report_tiling),
    .count = 5,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(litho_report_tiling, tile_side_pixels, INTEGER), LOB_RULES(LOB_MINIMUM(0))},
        {LOB_NEED(litho_report_tiling, halo_pixels, INTEGER), LOB_RULES(LOB_MINIMUM(0))},
        {LOB_NEED(litho_report_tiling, columns, INTEGER), LOB_RULES(LOB_MINIMUM(0))},
        {LOB_NEED(litho_report_tiling, rows, INTEGER), LOB_RULES(LOB_MINIMUM(0))},
        {LOB_NEED(litho_report_tiling, canvas_nm, ARRAY), LOB_LIST(sizeof(double), LOB_ITEM(NUMBER)),
            LOB_RULES(LOB_SIZE_MIN(4), LOB_SIZE_MAX(4))},
    },
};

const lob_wire_table lob_litho_report_provenance_table = {
    .size = sizeof(lob_litho_report_provenance),
    .count = 17,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(litho_report_provenance, engine, STRING)},
        {LOB_NEED(litho_report_provenance, engine_version, STRING)},
        {LOB_NEED(litho_report_provenance, model, STRING)},
        {LOB_NEED(litho_report_provenance, dataset, STRING)},
        {LOB_NEED(litho_report_provenance, node, STRING)},
        {LOB_NEED(litho_report_provenance, optics, OBJECT), LOB_OBJECT(lob_litho_report_optics)},
        {LOB_NEED(litho_report_provenance, threshold, NUMBER)},
        {LOB_HAS(litho_report_provenance, mask_blur_nm, NUMBER)},
        {LOB_HAS(litho_report_provenance, resist_blur_nm, NUMBER)},
        {LOB_NEED(litho_report_provenance, pixel_nm, NUMBER)},
        {LOB_NEED(litho_report_provenance, dose_meaning, STRING)},
        {LOB_NEED(litho_report_provenance, nominal, OBJECT), LOB_OBJECT(lob_litho_report_corner)},
        {LOB_NEED(litho_report_provenance, corners, ARRAY), LOB_LIST(sizeof(lob_litho_report_corner), LOB_ITEM(OBJECT),
            LOB_OBJECT(lob_litho_report_corner))},
        {LOB_NEED(litho_report_provenance, checks, ARRAY), LOB_LIST(sizeof(lob_str), LOB_ITEM(STRING))},
        {LOB_NEED(litho_report_provenance, tiling, OBJECT), LOB_OBJECT(lob_litho_report_tiling)},
        {LOB_NEED(litho_report_provenance, rule_deck, STRING)},
        {LOB_NEED(litho_report_provenance, rule_deck_hash, STRING)},
    },
};

const lob_wire_table lob_litho_detailed_report_table = {
    .size = sizeof(lob_litho_detailed_report),
    .count = 11,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(litho_detailed_report, schema_version, STRING)},
        {LOB_NEED(litho_detailed_report, report_level, STRING)},
        {LOB_NEED(litho_detailed_report, degraded_to_aggregate, BOOLEAN)},
        {LOB_NEED(litho_detailed_report, metrics, OBJECT), LOB_OBJECT(lob_litho_report_metrics)},
        {LOB_NEED(litho_detailed_report, violations, ARRAY), LOB_LIST(sizeof(lob_litho_report_violation),
            LOB_ITEM(OBJECT), LOB_OBJECT(lob_litho_report_violation))},
        {LOB_MAY(litho_detailed_report, process_window, ANY)},
        {LOB_NEED(litho_detailed_report, violations_total, INTEGER), LOB_RULES(LOB_MINIMUM(0))},
        {LOB_NEED(litho_detailed_report, violation_groups_total, INTEGER), LOB_RULES(LOB_MINIMUM(0))},
        {LOB_HAS(litho_detailed_report, defects_total, INTEGER), LOB_RULES(LOB_MINIMUM(0))},
        {LOB_MAY(litho_detailed_report, repair_first, STRING)},
        {LOB_MAY(litho_detailed_report, provenance, OBJECT), LOB_OBJECT(lob_litho_report_provenance)},
    },
};

const lob_wire_table lob_marker_geometry_table = {
    .size = sizeof(lob_marker_geometry),
    .count = 8,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(marker_geometry, kind, ENUM), LOB_ONE_OF(marker_geometry_kind, 8)},
        {LOB_HAS(marker_geometry, points_um, ARRAY), LOB_LIST(sizeof(lob_point_um), LOB_ITEM(OBJECT),
            LOB_OBJECT(lob_point_um))},
        {LOB_HAS(marker_geometry, points_dropped, INTEGER)},
        {LOB_HAS(marker_geometry, contour_ends, ARRAY), LOB_LIST(sizeof(int64_t), LOB_ITEM(INTEGER))},
        {LOB_MAY(marker_geometry, text, STRING)},
        {LOB_HAS(marker_geometry, text_cut, INTEGER)},
        {LOB_HAS(marker_geometry, value, NUMBER)},
        {LOB_HAS(marker_geometry, width_um, MICRONS)},
    },
};

const lob_wire_table lob_netlist_device_table = {
    .size = sizeof(lob_netlist_device),
    .count = 8,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(netlist_device, id, STRING), LOB_RULES(LOB_SIZE_MIN(1))},
        {LOB_NEED(netlist_device, type, ENUM), LOB_ONE_OF(device_type, 4)},
        {LOB_MAY(netlist_device, model, STRING)},
        {LOB_HAS(netlist_device, w, NUMBER), LOB_RULES(LOB_MINIMUM(0))},
        {LOB_HAS(netlist_device, l, NUMBER), LOB_RULES(LOB_MINIMUM(0))},
        {LOB_FILL(netlist_device, m, INTEGER), LOB_RULES(LOB_MINIMUM(1), LOB_PRESET(1))},
        {LOB_FILL(netlist_device, nf, INTEGER), LOB_RULES(LOB_MINIMUM(1), LOB_PRESET(1))},
        {LOB_NEED(netlist_device, terminals, MAP), LOB_LIST(sizeof(lob_str), LOB_ITEM(STRING))},
    },
};

const lob_wire_table lob_netlist_instance_table = {
    .size = sizeof(lob_netlist_instance),
    .count = 3,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(netlist_instance, name, STRING)},
        {LOB_NEED(netlist_instance, cell, STRING)},
        {LOB_HAS(netlist_instance, connections, MAP), LOB_LIST(sizeof(lob_str), LOB_ITEM(STRING))},
    },
};

const lob_wire_table lob_netlist_cell_table = {
    .size = sizeof(lob_netlist_cell),
    .count = 6,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(netlist_cell, name, STRING)},
        {LOB_NEED(netlist_cell, devices, ARRAY), LOB_LIST(sizeof(lob_netlist_device), LOB_ITEM(OBJECT),
            LOB_OBJECT(lob_netlist_device))},
        {LOB_HAS(netlist_cell, nets, ARRAY), LOB_LIST(sizeof(lob_str), LOB_ITEM(STRING))},
        {LOB_HAS(netlist_cell, subcells, ARRAY), LOB_LIST(sizeof(lob_netlist_instance), LOB_ITEM(OBJECT),
            LOB_OBJECT(lob_netlist_instance))},
        {LOB_HAS(netlist_cell, net_types, MAP), LOB_LIST(sizeof(lob_net_type), LOB_ITEM(ENUM), LOB_ONE_OF(net_type,
            3))},
        {LOB_HAS(netlist_cell, ports, ARRAY), LOB_LIST(sizeof(lob_str), LOB_ITEM(STRING))},
    },
};

const lob_wire_table lob_netlist_table = {
    .size = sizeof(lob_netlist),
    .count = 3,
    .fields = (const lob_wire_field[]){
        {LOB_FILL(netlist, schema_version, STRING), LOB_RULES(LOB_PRESET_TEXT("1.0.0"))},
        {LOB_NEED(netlist, cells, ARRAY), LOB_LIST(sizeof(lob_netlist_cell), LOB_ITEM(OBJECT),
            LOB_OBJECT(lob_netlist_cell))},
        {LOB_NEED(netlist, top, STRING)},
    },
};

const lob_wire_table lob_objective_table = {
    .size = sizeof(lob_objective),
    .count = 3,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(objective, name, ENUM), LOB_ONE_OF(objective_name, 4)},
        {LOB_FILL(objective, weight, NUMBER), LOB_RULES(LOB_MINIMUM(0), LOB_MAXIMUM(1), LOB_PRESET(1))},
        {LOB_HAS(objective, target, NUMBER)},
    },
};

const lob_wire_table lob_design_constraints_table = {
    .size = sizeof(lob_design_constraints),
    .count = 3,
    .fields = (const lob_wire_field[]){
        {LOB_FILL(design_constraints, max_iterations, INTEGER), LOB_RULES(LOB_MINIMUM(1), LOB_PRESET(5))},
        {LOB_HAS(design_constraints, max_area, MICRONS)},
        {LOB_HAS(design_constraints, min_matching_score, NUMBER), LOB_RULES(LOB_MINIMUM(0), LOB_MAXIMUM(1))},
    },
};

const lob_wire_table lob_design_objectives_table = {
    .size = sizeof(lob_design_objectives),
    .count = 3,
    .fields = (const lob_wire_field[]){
        {LOB_FILL(design_objectives, schema_version, STRING), LOB_RULES(LOB_PRESET_TEXT("1.0.0"))},
        {LOB_NEED(design_objectives, objectives, ARRAY), LOB_LIST(sizeof(lob_objective), LOB_ITEM(OBJECT),
            LOB_OBJECT(lob_objective))},
        {LOB_MAY(design_objectives, constraints, OBJECT), LOB_OBJECT(lob_design_constraints)},
    },
};

const lob_wire_table lob_plan_step_table = {
    .size = sizeof(lob_plan_step),
    .count = 6,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(plan_step, id, STRING), LOB_RULES(LOB_SIZE_MIN(1))},
        {LOB_NEED(plan_step, name, STRING)},
        {LOB_NEED(plan_step, skill_name, STRING)},
        {LOB_NEED(plan_step, params, MAP), LOB_LIST(sizeof(lob_str), LOB_ITEM(ANY))},
        {LOB_HAS(plan_step, dependencies, ARRAY), LOB_LIST(sizeof(lob_str), LOB_ITEM(STRING))},
        {LOB_FILL(plan_step, status, STRING), LOB_RULES(LOB_PRESET_TEXT("pending"))},
    },
};

const lob_wire_table lob_plan_table = {
    .size = sizeof(lob_plan),
    .count = 4,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(plan, steps, ARRAY), LOB_LIST(sizeof(lob_plan_step), LOB_ITEM(OBJECT), LOB_OBJECT(lob_plan_step))},
        {LOB_FILL(plan, summary, STRING), LOB_RULES(LOB_PRESET_TEXT(""))},
        {LOB_FILL(plan, status, STRING), LOB_RULES(LOB_PRESET_TEXT("pending"))},
        {LOB_MAY(plan, created_at, STRING)},
    },
};

const lob_wire_table lob_task_context_table = {
    .size = sizeof(lob_task_context),
    .count = 4,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(task_context, circuit, OBJECT), LOB_OBJECT(lob_circuit)},
        {LOB_NEED(task_context, drc_rules, OBJECT), LOB_OBJECT(lob_drc_rule_set)},
        {LOB_NEED(task_context, objectives, OBJECT), LOB_OBJECT(lob_design_objectives)},
        {LOB_FILL(task_context, session_id, STRING), LOB_RULES(LOB_PRESET_TEXT(""))},
    },
};

const lob_wire_table lob_point_in_table = {
    .size = sizeof(lob_point_in), .is_closed = true, .number_count = 2,
    .count = 2,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(point_in, x, NUMBER)},
        {LOB_NEED(point_in, y, NUMBER)},
    },
};

const lob_wire_table lob_arm_at_table = {
    .size = sizeof(lob_arm_at), .is_closed = true, .number_count = 2,
    .count = 2,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(arm_at, x_um, MICRONS)},
        {LOB_NEED(arm_at, y_um, MICRONS)},
    },
};

const lob_wire_table lob_convention_used_table = {
    .size = sizeof(lob_convention_used),
    .count = 4,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(convention_used, name, STRING)},
        {LOB_NEED(convention_used, confidence, NUMBER)},
        {LOB_NEED(convention_used, why, STRING), .is_full = 1},
        {LOB_NEED(convention_used, evidence, INTEGER), .is_full = 1},
    },
};

const lob_wire_table lob_property_table = {
    .size = sizeof(lob_property),
    .count = 6,
    .fields = (const lob_wire_field[]){
        {LOB_MAY(property, name, STRING)},
        {LOB_HAS(property, attribute, INTEGER)},
        {LOB_NEED(property, values, ARRAY), LOB_LIST(sizeof(lob_str), LOB_ITEM(ANY))},
        {LOB_MAY(property, raw_hex, STRING)},
        {LOB_HAS(property, bytes_cut, INTEGER)},
        {LOB_HAS(property, values_dropped, INTEGER)},
    },
};

const lob_wire_table lob_regular_set_table = {
    .size = sizeof(lob_regular_set),
    .count = 10,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(regular_set, origin_um, OBJECT), LOB_OBJECT(lob_point_um)},
        {LOB_NEED(regular_set, columns, INTEGER)},
        {LOB_NEED(regular_set, rows, INTEGER)},
        {LOB_NEED(regular_set, column_pitch_um, OBJECT), LOB_OBJECT(lob_point_um)},
        {LOB_NEED(regular_set, row_pitch_um, OBJECT), LOB_OBJECT(lob_point_um)},
        {LOB_NEED(regular_set, place_count, INTEGER)},
        {LOB_NEED(regular_set, hole_count, INTEGER)},
        {LOB_NEED(regular_set, rotation, NUMBER)},
        {LOB_NEED(regular_set, mirror, BOOLEAN)},
        {LOB_NEED(regular_set, magnification, NUMBER)},
    },
};

const lob_wire_table lob_deck_rule_table = {
    .size = sizeof(lob_deck_rule), .is_closed = true,
    .count = 22,
    .fields = (const lob_wire_field[]){
        {LOB_MAY(deck_rule, id, STRING), LOB_RULES(LOB_SIZE_MIN(1), LOB_SIZE_MAX(200))},
        {LOB_NEED(deck_rule, type, ENUM), LOB_ONE_OF(deck_rule_type, 12)},
        {LOB_NEED(deck_rule, layer, ANY)},
        {LOB_MAY(deck_rule, layer2, ANY)},
        {LOB_HAS(deck_rule, min_um, MICRONS), LOB_RULES(LOB_ABOVE(0), LOB_MAXIMUM(100000))},
        {LOB_HAS(deck_rule, max_um, MICRONS), LOB_RULES(LOB_ABOVE(0), LOB_MAXIMUM(100000))},
        {LOB_HAS(deck_rule, metrics, ENUM), LOB_ONE_OF(deck_rule_metrics, 3)},
        {LOB_HAS(deck_rule, projection_min_um, MICRONS), LOB_RULES(LOB_MINIMUM(0), LOB_MAXIMUM(100000))},
        {LOB_HAS(deck_rule, ignore_angle_deg, NUMBER), LOB_RULES(LOB_ABOVE(0), LOB_MAXIMUM(90))},
        {LOB_HAS(deck_rule, whole_edges, BOOLEAN)},
        {LOB_HAS(deck_rule, exact, BOOLEAN)},
        {LOB_HAS(deck_rule, tolerance_um, MICRONS), LOB_RULES(LOB_MINIMUM(0), LOB_MAXIMUM(100000))},
        {LOB_HAS(deck_rule, min_um2, MICRONS), LOB_RULES(LOB_MINIMUM(0), LOB_MAXIMUM(1000000000000))},
        {LOB_HAS(deck_rule, max_um2, MICRONS), LOB_RULES(LOB_MINIMUM(0), LOB_MAXIMUM(1000000000000))},
        {LOB_HAS(deck_rule, grid_um, MICRONS), LOB_RULES(LOB_ABOVE(0), LOB_MAXIMUM(100000))},
        {LOB_HAS(deck_rule, step_deg, NUMBER), LOB_RULES(LOB_MINIMUM(0.001), LOB_MAXIMUM(180))},
        {LOB_HAS(deck_rule, min, NUMBER), LOB_RULES(LOB_MINIMUM(0), LOB_MAXIMUM(1))},
        {LOB_HAS(deck_rule, max, NUMBER), LOB_RULES(LOB_MINIMUM(0), LOB_MAXIMUM(1))},
        {LOB_HAS(deck_rule, window_um, MICRONS), LOB_RULES(LOB_ABOVE(0), LOB_MAXIMUM(100000))},
        {LOB_HAS(deck_rule, step_um, MICRONS), LOB_RULES(LOB_ABOVE(0), LOB_MAXIMUM(100000))},
        {LOB_FILL(deck_rule, severity, ENUM), LOB_ONE_OF(deck_rule_severity, 2),
            LOB_RULES(LOB_PRESET(LOB_DECK_RULE_SEVERITY_ERROR))},
        {LOB_MAY(deck_rule, description, STRING), LOB_RULES(LOB_SIZE_MAX(2000))},
    },
};

const lob_wire_table lob_rule_deck_table = {
    .size = sizeof(lob_rule_deck), .is_closed = true,
    .count = 5,
    .fields = (const lob_wire_field[]){
        {LOB_SAYS("rule_deck", "1.0"), .is_required = 1},
        {LOB_MAY(rule_deck, name, STRING), LOB_RULES(LOB_SIZE_MAX(200))},
        {LOB_MAY(rule_deck, about, STRING), LOB_RULES(LOB_SIZE_MAX(2000))},
        {LOB_HAS(rule_deck, layers, MAP), LOB_LIST(sizeof(lob_str), LOB_ITEM(ANY)),
            LOB_RULES(LOB_LIMITED(LOB_LIMIT_RULE_LAYERS, LOB_E_INVALID_TARGET))},
        {LOB_NEED(rule_deck, rules, ARRAY), LOB_LIST(sizeof(lob_deck_rule), LOB_ITEM(OBJECT),
            LOB_OBJECT(lob_deck_rule)), LOB_RULES(LOB_LIMITED(LOB_LIMIT_RULES_IN_DECK, LOB_E_INVALID_TARGET))},
    },
};

const lob_wire_table lob_rule_count_table = {
    .size = sizeof(lob_rule_count),
    .count = 7,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(rule_count, rule, STRING)},
        {LOB_HAS(rule_count, type, ENUM), LOB_ONE_OF(deck_rule_type, 12)},
        {LOB_NEED(rule_count, severity, ENUM), LOB_ONE_OF(rule_count_severity, 2)},
        {LOB_NEED(rule_count, count, INTEGER)},
        {LOB_HAS(rule_count, least_um, MICRONS)},
        {LOB_HAS(rule_count, greatest_um, MICRONS)},
        {LOB_MAY(rule_count, least_box_um, OBJECT), LOB_OBJECT(lob_micron_box)},
    },
};

const lob_wire_table lob_rule_violation_table = {
    .size = sizeof(lob_rule_violation),
    .count = 13,
    .fields = (const lob_wire_field[]){
        {LOB_MAY(rule_violation, id, STRING)},
        {LOB_NEED(rule_violation, rule, STRING)},
        {LOB_NEED(rule_violation, kind, ENUM), LOB_ONE_OF(rule_violation_kind, 5)},
        {LOB_NEED(rule_violation, box_um, OBJECT), LOB_OBJECT(lob_micron_box)},
        {LOB_NEED(rule_violation, box_dbu, OBJECT), .is_full = 1, LOB_OBJECT(lob_dbu_box)},
        {LOB_HAS(rule_violation, points_um, ARRAY), LOB_LIST(sizeof(lob_point_um), LOB_ITEM(OBJECT),
            LOB_OBJECT(lob_point_um))},
        {LOB_HAS(rule_violation, points_left_out, INTEGER)},
        {LOB_HAS(rule_violation, distance_um, MICRONS)},
        {LOB_HAS(rule_violation, area_um2, MICRONS)},
        {LOB_HAS(rule_violation, angle_deg, NUMBER)},
        {LOB_HAS(rule_violation, density, NUMBER)},
        {LOB_HAS(rule_violation, more_here, INTEGER)},
        {LOB_MAY(rule_violation, place_um, OBJECT), LOB_OBJECT(lob_micron_box)},
    },
};

const lob_wire_table lob_shape_ref_table = {
    .size = sizeof(lob_shape_ref),
    .count = 21,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(shape_ref, id, STRING)},
        {LOB_NEED(shape_ref, kind, ENUM), LOB_ONE_OF(shape_ref_kind, 3)},
        {LOB_NEED(shape_ref, cell, STRING)},
        {LOB_MAY(shape_ref, leaf_cell, STRING)},
        {LOB_NEED(shape_ref, instance_path, ARRAY), LOB_LIST(sizeof(lob_str), LOB_ITEM(STRING))},
        {LOB_HAS(shape_ref, path_members, ARRAY), .is_full = 1, LOB_LIST(sizeof(lob_path_member), LOB_ITEM(OBJECT),
            LOB_OBJECT(lob_path_member))},
        {LOB_NEED(shape_ref, layer, OBJECT), LOB_OBJECT(lob_layer_ref)},
        {LOB_NEED(shape_ref, bbox_um, OBJECT), LOB_OBJECT(lob_micron_box)},
        {LOB_NEED(shape_ref, bbox_dbu, OBJECT), .is_full = 1, LOB_OBJECT(lob_dbu_box)},
        {LOB_NEED(shape_ref, point_count, INTEGER)},
        {LOB_HAS(shape_ref, path_width_um, MICRONS)},
        {LOB_HAS(shape_ref, path_width_dbu, INTEGER), .is_full = 1},
        {LOB_HAS(shape_ref, path_begin_ext_um, MICRONS)},
        {LOB_HAS(shape_ref, path_end_ext_um, MICRONS)},
        {LOB_HAS(shape_ref, round_ends, BOOLEAN)},
        {LOB_HAS(shape_ref, points_dbu, ARRAY), LOB_LIST(sizeof(lob_point_dbu), LOB_ITEM(OBJECT),
            LOB_OBJECT(lob_point_dbu))},
        {LOB_HAS(shape_ref, points_dropped, INTEGER)},
        {LOB_HAS(shape_ref, area_um2, MICRONS)},
        {LOB_HAS(shape_ref, perimeter_um, MICRONS)},
        {LOB_HAS(shape_ref, properties, ARRAY), LOB_LIST(sizeof(lob_property), LOB_ITEM(OBJECT),
            LOB_OBJECT(lob_property))},
        {LOB_HAS(shape_ref, properties_dropped, INTEGER)},
    },
};

const lob_wire_table lob_tool_call_request_table = {
    .size = sizeof(lob_tool_call_request),
    .count = 4,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(tool_call_request, name, STRING), LOB_RULES(LOB_SIZE_MIN(1))},
        {LOB_NEED(tool_call_request, input, MAP), LOB_LIST(sizeof(lob_str), LOB_ITEM(ANY))},
        {LOB_NEED(tool_call_request, trace_id, STRING)},
        {LOB_FILL(tool_call_request, timeout_ms, INTEGER), LOB_RULES(LOB_MINIMUM(1), LOB_PRESET(30000))},
    },
};

const lob_wire_table lob_tool_error_table = {
    .size = sizeof(lob_tool_error),
    .count = 3,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(tool_error, code, ENUM), LOB_ONE_OF(tool_error_code, 7)},
        {LOB_NEED(tool_error, message, STRING)},
        {LOB_MAY(tool_error, details, ANY), .is_nullable = 1},
    },
};

const lob_wire_table lob_tool_call_result_table = {
    .size = sizeof(lob_tool_call_result),
    .count = 4,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(tool_call_result, ok, BOOLEAN)},
        {LOB_MAY(tool_call_result, error, OBJECT), .is_nullable = 1, LOB_OBJECT(lob_tool_error)},
        {LOB_MAY(tool_call_result, data, ANY), .is_nullable = 1},
        {LOB_FILL(tool_call_result, duration_ms, INTEGER), LOB_RULES(LOB_MINIMUM(0), LOB_PRESET(0))},
    },
};

const lob_wire_table lob_unchecked_rule_table = {
    .size = sizeof(lob_unchecked_rule),
    .count = 6,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(unchecked_rule, rule, STRING)},
        {LOB_NEED(unchecked_rule, part, ENUM), LOB_ONE_OF(unchecked_rule_part, 3)},
        {LOB_NEED(unchecked_rule, reason, ENUM), LOB_ONE_OF(unchecked_rule_reason, 10)},
        {LOB_MAY(unchecked_rule, layer, STRING)},
        {LOB_HAS(unchecked_rule, datatypes, ARRAY), LOB_LIST(sizeof(int64_t), LOB_ITEM(INTEGER))},
        {LOB_NEED(unchecked_rule, advice, STRING)},
    },
};

const lob_wire_table lob_waiver_box_table = {
    .size = sizeof(lob_waiver_box), .is_closed = true, .number_count = 4,
    .count = 4,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(waiver_box, left, NUMBER)},
        {LOB_NEED(waiver_box, bottom, NUMBER)},
        {LOB_NEED(waiver_box, right, NUMBER)},
        {LOB_NEED(waiver_box, top, NUMBER)},
    },
};

const lob_wire_table lob_waiver_table = {
    .size = sizeof(lob_waiver), .is_closed = true,
    .count = 5,
    .fields = (const lob_wire_field[]){
        {LOB_HAS(waiver, ids, ARRAY), LOB_LIST(sizeof(lob_str), LOB_ITEM(STRING), LOB_RULES(LOB_SIZE_MAX(20))),
            LOB_RULES(LOB_SIZE_MIN(1))},
        {LOB_MAY(waiver, rule, STRING), LOB_RULES(LOB_SIZE_MIN(1))},
        {LOB_MAY(waiver, box_um, OBJECT), LOB_OBJECT(lob_waiver_box)},
        {LOB_NEED(waiver, reason, STRING), LOB_RULES(LOB_SIZE_MIN(1), LOB_SIZE_MAX(1000))},
        {LOB_MAY(waiver, expires, STRING), LOB_RULES(LOB_SIZE_MAX(10))},
    },
};

const lob_wire_table lob_waivers_table = {
    .size = sizeof(lob_waivers), .is_closed = true,
    .count = 2,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(waivers, version, INTEGER), LOB_RULES(LOB_MINIMUM(1), LOB_MAXIMUM(1))},
        {LOB_NEED(waivers, waivers, ARRAY), LOB_LIST(sizeof(lob_waiver), LOB_ITEM(OBJECT), LOB_OBJECT(lob_waiver)),
            LOB_RULES(LOB_LIMITED(LOB_LIMIT_WAIVERS, LOB_E_INVALID_TARGET))},
    },
};
