/* Made by tools/schemac from spec/. Do not edit. Writers of the shared types. */
#include "gen/write.h"

void lob_artifact_ref_write(lob_jsonw *out, const lob_artifact_ref *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "kind");
    lob_jsonw_str(out, value->kind);
    lob_jsonw_key(out, "path");
    lob_jsonw_str(out, value->path);
    lob_jsonw_key(out, "media_type");
    lob_jsonw_str(out, value->media_type);
    lob_jsonw_end_object(out);
}

void lob_micron_box_write(lob_jsonw *out, const lob_micron_box *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "left");
    lob_jsonw_um(out, value->left);
    lob_jsonw_key(out, "bottom");
    lob_jsonw_um(out, value->bottom);
    lob_jsonw_key(out, "right");
    lob_jsonw_um(out, value->right);
    lob_jsonw_key(out, "top");
    lob_jsonw_um(out, value->top);
    lob_jsonw_end_object(out);
}

void lob_dbu_box_write(lob_jsonw *out, const lob_dbu_box *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "left");
    lob_jsonw_int(out, value->left);
    lob_jsonw_key(out, "bottom");
    lob_jsonw_int(out, value->bottom);
    lob_jsonw_key(out, "right");
    lob_jsonw_int(out, value->right);
    lob_jsonw_key(out, "top");
    lob_jsonw_int(out, value->top);
    lob_jsonw_end_object(out);
}

void lob_query_box_write(lob_jsonw *out, const lob_query_box *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "left");
    lob_jsonw_number(out, value->left);
    lob_jsonw_key(out, "bottom");
    lob_jsonw_number(out, value->bottom);
    lob_jsonw_key(out, "right");
    lob_jsonw_number(out, value->right);
    lob_jsonw_key(out, "top");
    lob_jsonw_number(out, value->top);
    lob_jsonw_end_object(out);
}

void lob_circuit_device_params_write(lob_jsonw *out, const lob_circuit_device_params *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "w");
    if (value->has_w) {
        lob_jsonw_number(out, value->w);
    } else {
        lob_jsonw_null(out);
    }
    lob_jsonw_key(out, "l");
    if (value->has_l) {
        lob_jsonw_number(out, value->l);
    } else {
        lob_jsonw_null(out);
    }
    lob_jsonw_key(out, "m");
    lob_jsonw_int(out, value->m);
    lob_jsonw_key(out, "nf");
    lob_jsonw_int(out, value->nf);
    lob_jsonw_key(out, "extra");
    lob_jsonw_begin_object(out);
    for (size_t i0 = 0; i0 < value->extra.count; i0++) {
        lob_jsonw_key_str(out, value->extra.names[i0]);
        lob_jsonw_raw(out, value->extra.items[i0]);
    }
    lob_jsonw_end_object(out);
    lob_jsonw_end_object(out);
}

void lob_circuit_device_write(lob_jsonw *out, const lob_circuit_device *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "id");
    lob_jsonw_str(out, value->id);
    lob_jsonw_key(out, "type");
    lob_jsonw_text(out, lob_device_type_names[value->type]);
    lob_jsonw_key(out, "model");
    if (value->model.data) {
        lob_jsonw_str(out, value->model);
    } else {
        lob_jsonw_null(out);
    }
    lob_jsonw_key(out, "params");
    lob_circuit_device_params_write(out, &value->params);
    lob_jsonw_key(out, "terminals");
    lob_jsonw_begin_object(out);
    for (size_t i0 = 0; i0 < value->terminals.count; i0++) {
        lob_jsonw_key_str(out, value->terminals.names[i0]);
        lob_jsonw_str(out, value->terminals.items[i0]);
    }
    lob_jsonw_end_object(out);
    lob_jsonw_end_object(out);
}

void lob_terminal_ref_write(lob_jsonw *out, const lob_terminal_ref *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "device_id");
    lob_jsonw_str(out, value->device_id);
    lob_jsonw_key(out, "terminal_name");
    lob_jsonw_str(out, value->terminal_name);
    lob_jsonw_end_object(out);
}

void lob_circuit_net_write(lob_jsonw *out, const lob_circuit_net *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "name");
    lob_jsonw_str(out, value->name);
    lob_jsonw_key(out, "connections");
    lob_jsonw_begin_array(out);
    for (size_t i0 = 0; i0 < value->connections.count; i0++) {
        lob_terminal_ref_write(out, &value->connections.items[i0]);
    }
    lob_jsonw_end_array(out);
    lob_jsonw_key(out, "net_type");
    lob_jsonw_text(out, lob_net_type_names[value->net_type]);
    lob_jsonw_end_object(out);
}

void lob_circuit_module_properties_write(lob_jsonw *out, const lob_circuit_module_properties *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "why");
    lob_jsonw_str(out, value->why);
    lob_jsonw_key(out, "matched");
    lob_jsonw_bool(out, value->matched);
    lob_jsonw_key(out, "matched_devices");
    lob_jsonw_begin_array(out);
    for (size_t i0 = 0; i0 < value->matched_devices.count; i0++) {
        lob_jsonw_begin_array(out);
        for (size_t i1 = 0; i1 < value->matched_devices.items[i0].count; i1++) {
            lob_jsonw_str(out, value->matched_devices.items[i0].items[i1]);
        }
        lob_jsonw_end_array(out);
    }
    lob_jsonw_end_array(out);
    if (value->reference.data) {
        lob_jsonw_key(out, "reference");
        lob_jsonw_str(out, value->reference);
    }
    if (value->has_ratios) {
        lob_jsonw_key(out, "ratios");
        lob_jsonw_begin_array(out);
        for (size_t i0 = 0; i0 < value->ratios.count; i0++) {
            lob_jsonw_number(out, value->ratios.items[i0]);
        }
        lob_jsonw_end_array(out);
    }
    lob_jsonw_end_object(out);
}

void lob_circuit_module_write(lob_jsonw *out, const lob_circuit_module *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "id");
    lob_jsonw_str(out, value->id);
    lob_jsonw_key(out, "type");
    lob_jsonw_text(out, lob_module_type_names[value->type]);
    lob_jsonw_key(out, "devices");
    lob_jsonw_begin_array(out);
    for (size_t i0 = 0; i0 < value->devices.count; i0++) {
        lob_jsonw_str(out, value->devices.items[i0]);
    }
    lob_jsonw_end_array(out);
    lob_jsonw_key(out, "properties");
    lob_circuit_module_properties_write(out, &value->properties);
    lob_jsonw_end_object(out);
}

void lob_circuit_write(lob_jsonw *out, const lob_circuit *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "name");
    lob_jsonw_str(out, value->name);
    lob_jsonw_key(out, "devices");
    lob_jsonw_begin_array(out);
    for (size_t i0 = 0; i0 < value->devices.count; i0++) {
        lob_circuit_device_write(out, &value->devices.items[i0]);
    }
    lob_jsonw_end_array(out);
    lob_jsonw_key(out, "nets");
    lob_jsonw_begin_array(out);
    for (size_t i0 = 0; i0 < value->nets.count; i0++) {
        lob_circuit_net_write(out, &value->nets.items[i0]);
    }
    lob_jsonw_end_array(out);
    lob_jsonw_key(out, "modules");
    lob_jsonw_begin_array(out);
    for (size_t i0 = 0; i0 < value->modules.count; i0++) {
        lob_circuit_module_write(out, &value->modules.items[i0]);
    }
    lob_jsonw_end_array(out);
    lob_jsonw_end_object(out);
}

void lob_units_write(lob_jsonw *out, const lob_units *value) {
    (void)value;
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "length");
    lob_jsonw_text(out, "um");
    lob_jsonw_key(out, "database");
    lob_jsonw_text(out, "dbu");
    lob_jsonw_end_object(out);
}

void lob_warning_item_write(lob_jsonw *out, const lob_warning_item *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "kind");
    lob_jsonw_str(out, value->kind);
    lob_jsonw_key(out, "message");
    lob_jsonw_str(out, value->message);
    lob_jsonw_key(out, "count");
    lob_jsonw_int(out, value->count);
    if (value->has_offset) {
        lob_jsonw_key(out, "offset");
        lob_jsonw_int(out, value->offset);
    }
    lob_jsonw_end_object(out);
}

void lob_conformance_step_write(lob_jsonw *out, const lob_conformance_step *value) {
    lob_jsonw_begin_object(out);
    if (value->about.data) {
        lob_jsonw_key(out, "about");
        lob_jsonw_str(out, value->about);
    }
    if (value->call.data) {
        lob_jsonw_key(out, "call");
        lob_jsonw_str(out, value->call);
    }
    if (value->arguments.data) {
        lob_jsonw_key(out, "arguments");
        lob_jsonw_raw(out, value->arguments);
    }
    if (value->request.data) {
        lob_jsonw_key(out, "request");
        lob_jsonw_str(out, value->request);
    }
    if (value->notify.data) {
        lob_jsonw_key(out, "notify");
        lob_jsonw_str(out, value->notify);
    }
    if (value->params.data) {
        lob_jsonw_key(out, "params");
        lob_jsonw_raw(out, value->params);
    }
    if (value->send.data) {
        lob_jsonw_key(out, "send");
        lob_jsonw_str(out, value->send);
    }
    if (value->as.data) {
        lob_jsonw_key(out, "as");
        lob_jsonw_str(out, value->as);
    }
    if (value->await.data) {
        lob_jsonw_key(out, "await");
        lob_jsonw_str(out, value->await);
    }
    if (value->silent.data) {
        lob_jsonw_key(out, "silent");
        lob_jsonw_str(out, value->silent);
    }
    if (value->has_within_ms) {
        lob_jsonw_key(out, "within_ms");
        lob_jsonw_int(out, value->within_ms);
    }
    if (value->has_wait_ms) {
        lob_jsonw_key(out, "wait_ms");
        lob_jsonw_int(out, value->wait_ms);
    }
    if (value->has_restart) {
        lob_jsonw_key(out, "restart");
        lob_jsonw_text(out, lob_conformance_step_restart_names[value->restart]);
    }
    if (value->file.data) {
        lob_jsonw_key(out, "file");
        lob_jsonw_str(out, value->file);
    }
    if (value->make.data) {
        lob_jsonw_key(out, "make");
        lob_jsonw_str(out, value->make);
    }
    if (value->copy.data) {
        lob_jsonw_key(out, "copy");
        lob_jsonw_str(out, value->copy);
    }
    if (value->text.data) {
        lob_jsonw_key(out, "text");
        lob_jsonw_str(out, value->text);
    }
    if (value->link.data) {
        lob_jsonw_key(out, "link");
        lob_jsonw_str(out, value->link);
    }
    if (value->has_kind) {
        lob_jsonw_key(out, "kind");
        lob_jsonw_text(out, lob_conformance_step_kind_names[value->kind]);
    }
    if (value->mode.data) {
        lob_jsonw_key(out, "mode");
        lob_jsonw_str(out, value->mode);
    }
    if (value->check.data) {
        lob_jsonw_key(out, "check");
        lob_jsonw_raw(out, value->check);
    }
    if (value->expect.data) {
        lob_jsonw_key(out, "expect");
        lob_jsonw_raw(out, value->expect);
    }
    if (value->error.data) {
        lob_jsonw_key(out, "error");
        lob_jsonw_raw(out, value->error);
    }
    if (value->rpc_error.data) {
        lob_jsonw_key(out, "rpc_error");
        lob_jsonw_raw(out, value->rpc_error);
    }
    if (value->has_save) {
        lob_jsonw_key(out, "save");
        lob_jsonw_begin_object(out);
        for (size_t i0 = 0; i0 < value->save.count; i0++) {
            lob_jsonw_key_str(out, value->save.names[i0]);
            lob_jsonw_str(out, value->save.items[i0]);
        }
        lob_jsonw_end_object(out);
    }
    if (value->has_tolerance) {
        lob_jsonw_key(out, "tolerance");
        lob_jsonw_begin_object(out);
        for (size_t i0 = 0; i0 < value->tolerance.count; i0++) {
            lob_jsonw_key_str(out, value->tolerance.names[i0]);
            lob_jsonw_number(out, value->tolerance.items[i0]);
        }
        lob_jsonw_end_object(out);
    }
    if (value->picture.data) {
        lob_jsonw_key(out, "picture");
        lob_jsonw_raw(out, value->picture);
    }
    if (value->has_timeout_ms) {
        lob_jsonw_key(out, "timeout_ms");
        lob_jsonw_int(out, value->timeout_ms);
    }
    lob_jsonw_end_object(out);
}

void lob_conformance_case_write(lob_jsonw *out, const lob_conformance_case *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "id");
    lob_jsonw_str(out, value->id);
    lob_jsonw_key(out, "about");
    lob_jsonw_str(out, value->about);
    lob_jsonw_key(out, "profile");
    lob_jsonw_text(out, lob_conformance_profile_names[value->profile]);
    lob_jsonw_key(out, "level");
    lob_jsonw_text(out, lob_conformance_level_names[value->level]);
    lob_jsonw_key(out, "requirements");
    lob_jsonw_begin_array(out);
    for (size_t i0 = 0; i0 < value->requirements.count; i0++) {
        lob_jsonw_str(out, value->requirements.items[i0]);
    }
    lob_jsonw_end_array(out);
    lob_jsonw_key(out, "since");
    lob_jsonw_str(out, value->since);
    if (value->has_needs) {
        lob_jsonw_key(out, "needs");
        lob_jsonw_begin_array(out);
        for (size_t i0 = 0; i0 < value->needs.count; i0++) {
            lob_jsonw_text(out, lob_conformance_need_names[value->needs.items[i0]]);
        }
        lob_jsonw_end_array(out);
    }
    if (value->has_env) {
        lob_jsonw_key(out, "env");
        lob_jsonw_begin_object(out);
        for (size_t i0 = 0; i0 < value->env.count; i0++) {
            lob_jsonw_key_str(out, value->env.names[i0]);
            lob_jsonw_str(out, value->env.items[i0]);
        }
        lob_jsonw_end_object(out);
    }
    lob_jsonw_key(out, "steps");
    lob_jsonw_begin_array(out);
    for (size_t i0 = 0; i0 < value->steps.count; i0++) {
        lob_conformance_step_write(out, &value->steps.items[i0]);
    }
    lob_jsonw_end_array(out);
    lob_jsonw_end_object(out);
}

void lob_known_failure_write(lob_jsonw *out, const lob_known_failure *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "id");
    lob_jsonw_str(out, value->id);
    lob_jsonw_key(out, "reason");
    lob_jsonw_str(out, value->reason);
    lob_jsonw_end_object(out);
}

void lob_known_failures_write(lob_jsonw *out, const lob_known_failures *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "known_failures");
    lob_jsonw_begin_array(out);
    for (size_t i0 = 0; i0 < value->known_failures.count; i0++) {
        lob_known_failure_write(out, &value->known_failures.items[i0]);
    }
    lob_jsonw_end_array(out);
    lob_jsonw_end_object(out);
}

void lob_requirement_write(lob_jsonw *out, const lob_requirement *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "id");
    lob_jsonw_str(out, value->id);
    lob_jsonw_key(out, "level");
    lob_jsonw_text(out, lob_requirement_level_names[value->level]);
    lob_jsonw_key(out, "source");
    lob_jsonw_text(out, lob_requirement_source_names[value->source]);
    lob_jsonw_key(out, "text");
    lob_jsonw_str(out, value->text);
    if (value->unasked.data) {
        lob_jsonw_key(out, "unasked");
        lob_jsonw_str(out, value->unasked);
    }
    lob_jsonw_end_object(out);
}

void lob_convention_layer_write(lob_jsonw *out, const lob_convention_layer *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "layer");
    lob_jsonw_int(out, value->layer);
    lob_jsonw_key(out, "datatype");
    lob_jsonw_int(out, value->datatype);
    lob_jsonw_key(out, "role");
    lob_jsonw_text(out, lob_convention_layer_role_names[value->role]);
    if (value->material.data) {
        lob_jsonw_key(out, "material");
        lob_jsonw_str(out, value->material);
    }
    lob_jsonw_end_object(out);
}

void lob_convention_port_name_write(lob_jsonw *out, const lob_convention_port_name *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "from");
    lob_jsonw_text(out, lob_convention_port_name_from_names[value->from]);
    if (value->on.data) {
        lob_jsonw_key(out, "on");
        lob_jsonw_str(out, value->on);
    }
    lob_jsonw_key(out, "where");
    lob_jsonw_text(out, lob_convention_port_name_where_names[value->where]);
    lob_jsonw_key(out, "scope");
    lob_jsonw_text(out, lob_convention_port_name_scope_names[value->scope]);
    lob_jsonw_key(out, "distance_um");
    lob_jsonw_number(out, value->distance_um);
    lob_jsonw_end_object(out);
}

void lob_convention_marker_write(lob_jsonw *out, const lob_convention_marker *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "id");
    lob_jsonw_str(out, value->id);
    if (value->on.data) {
        lob_jsonw_key(out, "on");
        lob_jsonw_str(out, value->on);
    }
    lob_jsonw_key(out, "shape");
    lob_jsonw_text(out, lob_convention_marker_shape_names[value->shape]);
    if (value->has_direction) {
        lob_jsonw_key(out, "direction");
        lob_jsonw_text(out, lob_convention_marker_direction_names[value->direction]);
    }
    if (value->has_position) {
        lob_jsonw_key(out, "position");
        lob_jsonw_text(out, lob_convention_marker_position_names[value->position]);
    }
    if (value->has_width) {
        lob_jsonw_key(out, "width");
        lob_jsonw_text(out, lob_convention_marker_width_names[value->width]);
    }
    if (value->name) {
        lob_jsonw_key(out, "name");
        lob_convention_port_name_write(out, value->name);
    }
    lob_jsonw_key(out, "type");
    lob_jsonw_str(out, value->type);
    if (value->has_connects) {
        lob_jsonw_key(out, "connects");
        lob_jsonw_begin_array(out);
        for (size_t i0 = 0; i0 < value->connects.count; i0++) {
            lob_jsonw_str(out, value->connects.items[i0]);
        }
        lob_jsonw_end_array(out);
    }
    lob_jsonw_end_object(out);
}

void lob_convention_param_write(lob_jsonw *out, const lob_convention_param *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "prefix");
    lob_jsonw_str(out, value->prefix);
    lob_jsonw_key(out, "key");
    lob_jsonw_str(out, value->key);
    lob_jsonw_key(out, "form");
    lob_jsonw_text(out, lob_convention_param_form_names[value->form]);
    lob_jsonw_end_object(out);
}

void lob_convention_device_write(lob_jsonw *out, const lob_convention_device *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "on");
    lob_jsonw_str(out, value->on);
    lob_jsonw_key(out, "outline");
    lob_jsonw_text(out, lob_convention_device_outline_names[value->outline]);
    if (value->has_params) {
        lob_jsonw_key(out, "params");
        lob_jsonw_begin_array(out);
        for (size_t i0 = 0; i0 < value->params.count; i0++) {
            lob_convention_param_write(out, &value->params.items[i0]);
        }
        lob_jsonw_end_array(out);
    }
    lob_jsonw_end_object(out);
}

void lob_convention_label_write(lob_jsonw *out, const lob_convention_label *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "regex");
    lob_jsonw_str(out, value->regex);
    lob_jsonw_key(out, "on");
    lob_jsonw_begin_array(out);
    for (size_t i0 = 0; i0 < value->on.count; i0++) {
        lob_jsonw_str(out, value->on.items[i0]);
    }
    lob_jsonw_end_array(out);
    lob_jsonw_key(out, "means");
    lob_jsonw_str(out, value->means);
    if (value->has_groups) {
        lob_jsonw_key(out, "groups");
        lob_jsonw_begin_array(out);
        for (size_t i0 = 0; i0 < value->groups.count; i0++) {
            lob_jsonw_str(out, value->groups.items[i0]);
        }
        lob_jsonw_end_array(out);
    }
    lob_jsonw_end_object(out);
}

void lob_convention_connect_write(lob_jsonw *out, const lob_convention_connect *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "distance_dbu");
    lob_jsonw_number(out, value->distance_dbu);
    lob_jsonw_key(out, "angle_tol_deg");
    lob_jsonw_number(out, value->angle_tol_deg);
    lob_jsonw_key(out, "width_tol_dbu");
    lob_jsonw_number(out, value->width_tol_dbu);
    lob_jsonw_key(out, "require_device_touch");
    lob_jsonw_bool(out, value->require_device_touch);
    lob_jsonw_end_object(out);
}

void lob_convention_port_write(lob_jsonw *out, const lob_convention_port *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "cell");
    lob_jsonw_str(out, value->cell);
    lob_jsonw_key(out, "name");
    lob_jsonw_str(out, value->name);
    lob_jsonw_key(out, "x_um");
    lob_jsonw_number(out, value->x_um);
    lob_jsonw_key(out, "y_um");
    lob_jsonw_number(out, value->y_um);
    if (value->has_angle_deg) {
        lob_jsonw_key(out, "angle_deg");
        lob_jsonw_number(out, value->angle_deg);
    }
    if (value->has_width_um) {
        lob_jsonw_key(out, "width_um");
        lob_jsonw_number(out, value->width_um);
    }
    if (value->layer.data) {
        lob_jsonw_key(out, "layer");
        lob_jsonw_str(out, value->layer);
    }
    lob_jsonw_key(out, "type");
    lob_jsonw_str(out, value->type);
    if (value->cross_section.data) {
        lob_jsonw_key(out, "cross_section");
        lob_jsonw_str(out, value->cross_section);
    }
    lob_jsonw_end_object(out);
}

void lob_convention_units_write(lob_jsonw *out, const lob_convention_units *value) {
    (void)value;
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "length");
    lob_jsonw_text(out, "um");
    lob_jsonw_key(out, "angle");
    lob_jsonw_text(out, "deg");
    lob_jsonw_end_object(out);
}

void lob_convention_metadata_write(lob_jsonw *out, const lob_convention_metadata *value) {
    lob_jsonw_begin_object(out);
    if (value->has_klayout_meta) {
        lob_jsonw_key(out, "klayout_meta");
        lob_jsonw_text(out, lob_convention_metadata_klayout_meta_names[value->klayout_meta]);
    }
    lob_jsonw_end_object(out);
}

void lob_convention_write(lob_jsonw *out, const lob_convention *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "schema_version");
    lob_jsonw_text(out, "1.0");
    lob_jsonw_key(out, "name");
    lob_jsonw_str(out, value->name);
    if (value->about.data) {
        lob_jsonw_key(out, "about");
        lob_jsonw_str(out, value->about);
    }
    if (value->extends.data) {
        lob_jsonw_key(out, "extends");
        lob_jsonw_str(out, value->extends);
    }
    if (value->units) {
        lob_jsonw_key(out, "units");
        lob_convention_units_write(out, value->units);
    }
    if (value->has_layers) {
        lob_jsonw_key(out, "layers");
        lob_jsonw_begin_object(out);
        for (size_t i0 = 0; i0 < value->layers.count; i0++) {
            lob_jsonw_key_str(out, value->layers.names[i0]);
            lob_convention_layer_write(out, &value->layers.items[i0]);
        }
        lob_jsonw_end_object(out);
    }
    if (value->has_port_markers) {
        lob_jsonw_key(out, "port_markers");
        lob_jsonw_begin_array(out);
        for (size_t i0 = 0; i0 < value->port_markers.count; i0++) {
            lob_convention_marker_write(out, &value->port_markers.items[i0]);
        }
        lob_jsonw_end_array(out);
    }
    if (value->device) {
        lob_jsonw_key(out, "device");
        lob_convention_device_write(out, value->device);
    }
    if (value->has_labels) {
        lob_jsonw_key(out, "labels");
        lob_jsonw_begin_array(out);
        for (size_t i0 = 0; i0 < value->labels.count; i0++) {
            lob_convention_label_write(out, &value->labels.items[i0]);
        }
        lob_jsonw_end_array(out);
    }
    if (value->connect) {
        lob_jsonw_key(out, "connect");
        lob_convention_connect_write(out, value->connect);
    }
    if (value->has_known_ports) {
        lob_jsonw_key(out, "known_ports");
        lob_jsonw_begin_array(out);
        for (size_t i0 = 0; i0 < value->known_ports.count; i0++) {
            lob_convention_port_write(out, &value->known_ports.items[i0]);
        }
        lob_jsonw_end_array(out);
    }
    if (value->metadata) {
        lob_jsonw_key(out, "metadata");
        lob_convention_metadata_write(out, value->metadata);
    }
    lob_jsonw_end_object(out);
}

void lob_density_tile_write(lob_jsonw *out, const lob_density_tile *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "density");
    lob_jsonw_number(out, value->density);
    lob_jsonw_key(out, "column");
    lob_jsonw_int(out, value->column);
    lob_jsonw_key(out, "row");
    lob_jsonw_int(out, value->row);
    lob_jsonw_key(out, "box_um");
    lob_micron_box_write(out, &value->box_um);
    lob_jsonw_key(out, "box_dbu");
    lob_dbu_box_write(out, &value->box_dbu);
    lob_jsonw_end_object(out);
}

void lob_design_rule_write(lob_jsonw *out, const lob_design_rule *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "id");
    lob_jsonw_str(out, value->id);
    lob_jsonw_key(out, "type");
    lob_jsonw_text(out, lob_design_rule_type_names[value->type]);
    lob_jsonw_key(out, "layer");
    lob_jsonw_str(out, value->layer);
    if (value->layer2.data) {
        lob_jsonw_key(out, "layer2");
        lob_jsonw_str(out, value->layer2);
    }
    if (value->has_min) {
        lob_jsonw_key(out, "min");
        lob_jsonw_number(out, value->min);
    }
    if (value->has_max) {
        lob_jsonw_key(out, "max");
        lob_jsonw_number(out, value->max);
    }
    if (value->description.data) {
        lob_jsonw_key(out, "description");
        lob_jsonw_str(out, value->description);
    }
    lob_jsonw_end_object(out);
}

void lob_design_rules_write(lob_jsonw *out, const lob_design_rules *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "schema_version");
    lob_jsonw_str(out, value->schema_version);
    lob_jsonw_key(out, "tech");
    lob_jsonw_str(out, value->tech);
    lob_jsonw_key(out, "layers");
    lob_jsonw_begin_object(out);
    for (size_t i0 = 0; i0 < value->layers.count; i0++) {
        lob_jsonw_key_str(out, value->layers.names[i0]);
        lob_jsonw_int(out, value->layers.items[i0]);
    }
    lob_jsonw_end_object(out);
    lob_jsonw_key(out, "rules");
    lob_jsonw_begin_array(out);
    for (size_t i0 = 0; i0 < value->rules.count; i0++) {
        lob_design_rule_write(out, &value->rules.items[i0]);
    }
    lob_jsonw_end_array(out);
    lob_jsonw_end_object(out);
}

void lob_drc_rule_set_rule_write(lob_jsonw *out, const lob_drc_rule_set_rule *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "id");
    lob_jsonw_str(out, value->id);
    lob_jsonw_key(out, "type");
    lob_jsonw_text(out, lob_design_rule_type_names[value->type]);
    lob_jsonw_key(out, "layer");
    lob_jsonw_str(out, value->layer);
    lob_jsonw_key(out, "layer2");
    if (value->layer2.data) {
        lob_jsonw_str(out, value->layer2);
    } else {
        lob_jsonw_null(out);
    }
    lob_jsonw_key(out, "min_value");
    if (value->has_min_value) {
        lob_jsonw_number(out, value->min_value);
    } else {
        lob_jsonw_null(out);
    }
    lob_jsonw_key(out, "max_value");
    if (value->has_max_value) {
        lob_jsonw_number(out, value->max_value);
    } else {
        lob_jsonw_null(out);
    }
    lob_jsonw_key(out, "description");
    if (value->description.data) {
        lob_jsonw_str(out, value->description);
    } else {
        lob_jsonw_null(out);
    }
    lob_jsonw_end_object(out);
}

void lob_drc_rule_set_write(lob_jsonw *out, const lob_drc_rule_set *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "tech");
    lob_jsonw_str(out, value->tech);
    lob_jsonw_key(out, "layers");
    lob_jsonw_begin_object(out);
    for (size_t i0 = 0; i0 < value->layers.count; i0++) {
        lob_jsonw_key_str(out, value->layers.names[i0]);
        lob_jsonw_int(out, value->layers.items[i0]);
    }
    lob_jsonw_end_object(out);
    lob_jsonw_key(out, "rules");
    lob_jsonw_begin_array(out);
    for (size_t i0 = 0; i0 < value->rules.count; i0++) {
        lob_drc_rule_set_rule_write(out, &value->rules.items[i0]);
    }
    lob_jsonw_end_array(out);
    lob_jsonw_key(out, "schema_version");
    lob_jsonw_str(out, value->schema_version);
    lob_jsonw_end_object(out);
}

void lob_diff_side_write(lob_jsonw *out, const lob_diff_side *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "source");
    lob_jsonw_str(out, value->source);
    lob_jsonw_key(out, "cell");
    lob_jsonw_str(out, value->cell);
    lob_jsonw_key(out, "dbu");
    lob_jsonw_number(out, value->dbu);
    lob_jsonw_end_object(out);
}

void lob_diff_counts_write(lob_jsonw *out, const lob_diff_counts *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "polygons");
    lob_jsonw_int(out, value->polygons);
    lob_jsonw_key(out, "paths");
    lob_jsonw_int(out, value->paths);
    lob_jsonw_key(out, "texts");
    lob_jsonw_int(out, value->texts);
    lob_jsonw_key(out, "instances");
    lob_jsonw_int(out, value->instances);
    lob_jsonw_key(out, "properties");
    lob_jsonw_int(out, value->properties);
    lob_jsonw_end_object(out);
}

void lob_drc_rule_write(lob_jsonw *out, const lob_drc_rule *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "id");
    lob_jsonw_str(out, value->id);
    lob_jsonw_key(out, "type");
    lob_jsonw_text(out, lob_drc_rule_type_names[value->type]);
    lob_jsonw_key(out, "layer");
    lob_jsonw_str(out, value->layer);
    if (value->layer2.data) {
        lob_jsonw_key(out, "layer2");
        lob_jsonw_str(out, value->layer2);
    }
    if (value->has_min) {
        lob_jsonw_key(out, "min");
        lob_jsonw_number(out, value->min);
    }
    if (value->has_max) {
        lob_jsonw_key(out, "max");
        lob_jsonw_number(out, value->max);
    }
    if (value->description.data) {
        lob_jsonw_key(out, "description");
        lob_jsonw_str(out, value->description);
    }
    lob_jsonw_end_object(out);
}

void lob_drc_rules_write(lob_jsonw *out, const lob_drc_rules *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "schema_version");
    lob_jsonw_str(out, value->schema_version);
    lob_jsonw_key(out, "tech");
    lob_jsonw_str(out, value->tech);
    lob_jsonw_key(out, "layers");
    lob_jsonw_begin_object(out);
    for (size_t i0 = 0; i0 < value->layers.count; i0++) {
        lob_jsonw_key_str(out, value->layers.names[i0]);
        lob_jsonw_int(out, value->layers.items[i0]);
    }
    lob_jsonw_end_object(out);
    lob_jsonw_key(out, "rules");
    lob_jsonw_begin_array(out);
    for (size_t i0 = 0; i0 < value->rules.count; i0++) {
        lob_drc_rule_write(out, &value->rules.items[i0]);
    }
    lob_jsonw_end_array(out);
    lob_jsonw_end_object(out);
}

void lob_argument_issue_write(lob_jsonw *out, const lob_argument_issue *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "path");
    lob_jsonw_str(out, value->path);
    lob_jsonw_key(out, "rule");
    lob_jsonw_str(out, value->rule);
    lob_jsonw_key(out, "expected");
    lob_jsonw_str(out, value->expected);
    lob_jsonw_key(out, "got");
    lob_jsonw_str(out, value->got);
    if (value->hint.data) {
        lob_jsonw_key(out, "hint");
        lob_jsonw_str(out, value->hint);
    }
    lob_jsonw_end_object(out);
}

void lob_point_um_write(lob_jsonw *out, const lob_point_um *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "x");
    lob_jsonw_um(out, value->x);
    lob_jsonw_key(out, "y");
    lob_jsonw_um(out, value->y);
    lob_jsonw_end_object(out);
}

static void error_object_details_write(lob_jsonw *out, const lob_error_object_details *value) {
    lob_jsonw_begin_object(out);
    if (value->hint.data) {
        lob_jsonw_key(out, "hint");
        lob_jsonw_str(out, value->hint);
    }
    if (value->has_issues) {
        lob_jsonw_key(out, "issues");
        lob_jsonw_begin_array(out);
        for (size_t i0 = 0; i0 < value->issues.count; i0++) {
            lob_argument_issue_write(out, &value->issues.items[i0]);
        }
        lob_jsonw_end_array(out);
    }
    if (value->has_issue_count) {
        lob_jsonw_key(out, "issue_count");
        lob_jsonw_int(out, value->issue_count);
    }
    if (value->has_candidates) {
        lob_jsonw_key(out, "candidates");
        lob_jsonw_begin_array(out);
        for (size_t i0 = 0; i0 < value->candidates.count; i0++) {
            lob_jsonw_str(out, value->candidates.items[i0]);
        }
        lob_jsonw_end_array(out);
    }
    if (value->has_places_um) {
        lob_jsonw_key(out, "places_um");
        lob_jsonw_begin_array(out);
        for (size_t i0 = 0; i0 < value->places_um.count; i0++) {
            lob_point_um_write(out, &value->places_um.items[i0]);
        }
        lob_jsonw_end_array(out);
    }
    if (value->reason.data) {
        lob_jsonw_key(out, "reason");
        lob_jsonw_str(out, value->reason);
    }
    if (value->path.data) {
        lob_jsonw_key(out, "path");
        lob_jsonw_str(out, value->path);
    }
    if (value->has_offset) {
        lob_jsonw_key(out, "offset");
        lob_jsonw_int(out, value->offset);
    }
    if (value->record.data) {
        lob_jsonw_key(out, "record");
        lob_jsonw_str(out, value->record);
    }
    if (value->has_record_index) {
        lob_jsonw_key(out, "record_index");
        lob_jsonw_int(out, value->record_index);
    }
    if (value->cell.data) {
        lob_jsonw_key(out, "cell");
        lob_jsonw_str(out, value->cell);
    }
    if (value->has_layer) {
        lob_jsonw_key(out, "layer");
        lob_jsonw_int(out, value->layer);
    }
    if (value->has_datatype) {
        lob_jsonw_key(out, "datatype");
        lob_jsonw_int(out, value->datatype);
    }
    if (value->session_id.data) {
        lob_jsonw_key(out, "session_id");
        lob_jsonw_str(out, value->session_id);
    }
    if (value->target_id.data) {
        lob_jsonw_key(out, "target_id");
        lob_jsonw_str(out, value->target_id);
    }
    if (value->run_id.data) {
        lob_jsonw_key(out, "run_id");
        lob_jsonw_str(out, value->run_id);
    }
    if (value->argument.data) {
        lob_jsonw_key(out, "argument");
        lob_jsonw_str(out, value->argument);
    }
    if (value->has_limit) {
        lob_jsonw_key(out, "limit");
        lob_jsonw_int(out, value->limit);
    }
    if (value->limit_name.data) {
        lob_jsonw_key(out, "limit_name");
        lob_jsonw_str(out, value->limit_name);
    }
    if (value->has_size) {
        lob_jsonw_key(out, "size");
        lob_jsonw_int(out, value->size);
    }
    if (value->has_system_error) {
        lob_jsonw_key(out, "system_error");
        lob_jsonw_int(out, value->system_error);
    }
    if (value->has_ttl_seconds) {
        lob_jsonw_key(out, "ttl_seconds");
        lob_jsonw_int(out, value->ttl_seconds);
    }
    if (value->has_return_code) {
        lob_jsonw_key(out, "return_code");
        lob_jsonw_int(out, value->return_code);
    }
    if (value->stderr_tail.data) {
        lob_jsonw_key(out, "stderr_tail");
        lob_jsonw_str(out, value->stderr_tail);
    }
    lob_jsonw_end_object(out);
}

void lob_error_object_write(lob_jsonw *out, const lob_error_object *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "code");
    lob_jsonw_text(out, lob_error_object_code_names[value->code]);
    lob_jsonw_key(out, "message");
    lob_jsonw_str(out, value->message);
    lob_jsonw_key(out, "details");
    error_object_details_write(out, &value->details);
    lob_jsonw_end_object(out);
}

void lob_layout_metrics_write(lob_jsonw *out, const lob_layout_metrics *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "drc_error_count");
    if (value->has_drc_error_count) {
        lob_jsonw_int(out, value->drc_error_count);
    } else {
        lob_jsonw_null(out);
    }
    lob_jsonw_key(out, "total_area");
    if (value->has_total_area) {
        lob_jsonw_um(out, value->total_area);
    } else {
        lob_jsonw_null(out);
    }
    lob_jsonw_key(out, "matching_score");
    if (value->has_matching_score) {
        lob_jsonw_number(out, value->matching_score);
    } else {
        lob_jsonw_null(out);
    }
    lob_jsonw_key(out, "utilization");
    if (value->has_utilization) {
        lob_jsonw_number(out, value->utilization);
    } else {
        lob_jsonw_null(out);
    }
    lob_jsonw_key(out, "performance");
    if (value->has_performance) {
        lob_jsonw_number(out, value->performance);
    } else {
        lob_jsonw_null(out);
    }
    lob_jsonw_key(out, "cost");
    if (value->has_cost) {
        lob_jsonw_number(out, value->cost);
    } else {
        lob_jsonw_null(out);
    }
    lob_jsonw_end_object(out);
}

void lob_objective_score_write(lob_jsonw *out, const lob_objective_score *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "name");
    lob_jsonw_text(out, lob_objective_name_names[value->name]);
    lob_jsonw_key(out, "weight");
    lob_jsonw_number(out, value->weight);
    lob_jsonw_key(out, "value");
    if (value->has_value) {
        lob_jsonw_number(out, value->value);
    } else {
        lob_jsonw_null(out);
    }
    if (value->has_target) {
        lob_jsonw_key(out, "target");
        lob_jsonw_number(out, value->target);
    }
    if (value->has_meets_target) {
        lob_jsonw_key(out, "meets_target");
        lob_jsonw_bool(out, value->meets_target);
    }
    lob_jsonw_key(out, "not_evaluated");
    lob_jsonw_bool(out, value->not_evaluated);
    lob_jsonw_end_object(out);
}

void lob_constraint_result_write(lob_jsonw *out, const lob_constraint_result *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "name");
    lob_jsonw_text(out, lob_constraint_result_name_names[value->name]);
    lob_jsonw_key(out, "limit");
    lob_jsonw_number(out, value->limit);
    lob_jsonw_key(out, "value");
    if (value->has_value) {
        lob_jsonw_number(out, value->value);
    } else {
        lob_jsonw_null(out);
    }
    lob_jsonw_key(out, "holds");
    lob_jsonw_bool(out, value->holds);
    lob_jsonw_end_object(out);
}

void lob_evaluation_report_write(lob_jsonw *out, const lob_evaluation_report *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "metrics");
    lob_layout_metrics_write(out, &value->metrics);
    lob_jsonw_key(out, "qualitative_feedback");
    lob_jsonw_str(out, value->qualitative_feedback);
    lob_jsonw_key(out, "score");
    if (value->has_score) {
        lob_jsonw_number(out, value->score);
    } else {
        lob_jsonw_null(out);
    }
    lob_jsonw_key(out, "passed");
    lob_jsonw_bool(out, value->passed);
    lob_jsonw_key(out, "suggestions");
    lob_jsonw_begin_array(out);
    for (size_t i0 = 0; i0 < value->suggestions.count; i0++) {
        lob_jsonw_str(out, value->suggestions.items[i0]);
    }
    lob_jsonw_end_array(out);
    lob_jsonw_key(out, "objectives");
    lob_jsonw_begin_array(out);
    for (size_t i0 = 0; i0 < value->objectives.count; i0++) {
        lob_objective_score_write(out, &value->objectives.items[i0]);
    }
    lob_jsonw_end_array(out);
    lob_jsonw_key(out, "constraints");
    lob_jsonw_begin_array(out);
    for (size_t i0 = 0; i0 < value->constraints.count; i0++) {
        lob_constraint_result_write(out, &value->constraints.items[i0]);
    }
    lob_jsonw_end_array(out);
    lob_jsonw_end_object(out);
}

void lob_matching_group_write(lob_jsonw *out, const lob_matching_group *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "devices");
    lob_jsonw_begin_array(out);
    for (size_t i0 = 0; i0 < value->devices.count; i0++) {
        lob_jsonw_str(out, value->devices.items[i0]);
    }
    lob_jsonw_end_array(out);
    lob_jsonw_key(out, "score");
    if (value->has_score) {
        lob_jsonw_number(out, value->score);
    } else {
        lob_jsonw_null(out);
    }
    lob_jsonw_key(out, "size");
    if (value->has_size) {
        lob_jsonw_number(out, value->size);
    } else {
        lob_jsonw_null(out);
    }
    lob_jsonw_key(out, "orientation");
    if (value->has_orientation) {
        lob_jsonw_number(out, value->orientation);
    } else {
        lob_jsonw_null(out);
    }
    lob_jsonw_key(out, "symmetry");
    if (value->has_symmetry) {
        lob_jsonw_number(out, value->symmetry);
    } else {
        lob_jsonw_null(out);
    }
    lob_jsonw_key(out, "missing");
    lob_jsonw_begin_array(out);
    for (size_t i0 = 0; i0 < value->missing.count; i0++) {
        lob_jsonw_str(out, value->missing.items[i0]);
    }
    lob_jsonw_end_array(out);
    lob_jsonw_end_object(out);
}

void lob_matching_result_write(lob_jsonw *out, const lob_matching_result *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "score");
    if (value->has_score) {
        lob_jsonw_number(out, value->score);
    } else {
        lob_jsonw_null(out);
    }
    lob_jsonw_key(out, "groups");
    lob_jsonw_begin_array(out);
    for (size_t i0 = 0; i0 < value->groups.count; i0++) {
        lob_matching_group_write(out, &value->groups.items[i0]);
    }
    lob_jsonw_end_array(out);
    lob_jsonw_end_object(out);
}

void lob_finding_count_write(lob_jsonw *out, const lob_finding_count *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "kind");
    lob_jsonw_text(out, lob_finding_kind_name_names[value->kind]);
    lob_jsonw_key(out, "count");
    lob_jsonw_int(out, value->count);
    lob_jsonw_end_object(out);
}

void lob_path_member_write(lob_jsonw *out, const lob_path_member *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "instance");
    lob_jsonw_int(out, value->instance);
    lob_jsonw_key(out, "member");
    lob_jsonw_int(out, value->member);
    lob_jsonw_end_object(out);
}

void lob_finding_component_write(lob_jsonw *out, const lob_finding_component *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "component");
    lob_jsonw_str(out, value->component);
    if (value->raw_hex.data) {
        lob_jsonw_key(out, "raw_hex");
        lob_jsonw_str(out, value->raw_hex);
    }
    if (value->has_instance_path) {
        lob_jsonw_key(out, "instance_path");
        lob_jsonw_begin_array(out);
        for (size_t i0 = 0; i0 < value->instance_path.count; i0++) {
            lob_jsonw_str(out, value->instance_path.items[i0]);
        }
        lob_jsonw_end_array(out);
    }
    if (value->has_path_members) {
        lob_jsonw_key(out, "path_members");
        lob_jsonw_begin_array(out);
        for (size_t i0 = 0; i0 < value->path_members.count; i0++) {
            lob_path_member_write(out, &value->path_members.items[i0]);
        }
        lob_jsonw_end_array(out);
    }
    lob_jsonw_end_object(out);
}

void lob_port_place_dbu_write(lob_jsonw *out, const lob_port_place_dbu *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "x");
    lob_jsonw_number(out, value->x);
    lob_jsonw_key(out, "y");
    lob_jsonw_number(out, value->y);
    lob_jsonw_end_object(out);
}

void lob_layer_ref_write(lob_jsonw *out, const lob_layer_ref *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "layer");
    lob_jsonw_int(out, value->layer);
    lob_jsonw_key(out, "datatype");
    lob_jsonw_int(out, value->datatype);
    if (value->name.data) {
        lob_jsonw_key(out, "name");
        lob_jsonw_str(out, value->name);
    }
    if (value->raw_hex.data) {
        lob_jsonw_key(out, "raw_hex");
        lob_jsonw_str(out, value->raw_hex);
    }
    lob_jsonw_end_object(out);
}

void lob_port_item_write(lob_jsonw *out, const lob_port_item *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "id");
    lob_jsonw_str(out, value->id);
    lob_jsonw_key(out, "name");
    lob_jsonw_str(out, value->name);
    if (value->raw_hex.data) {
        lob_jsonw_key(out, "raw_hex");
        lob_jsonw_str(out, value->raw_hex);
    }
    lob_jsonw_key(out, "component");
    lob_jsonw_str(out, value->component);
    if (value->has_instance_path) {
        lob_jsonw_key(out, "instance_path");
        lob_jsonw_begin_array(out);
        for (size_t i0 = 0; i0 < value->instance_path.count; i0++) {
            lob_jsonw_str(out, value->instance_path.items[i0]);
        }
        lob_jsonw_end_array(out);
    }
    if (value->has_path_members) {
        lob_jsonw_key(out, "path_members");
        lob_jsonw_begin_array(out);
        for (size_t i0 = 0; i0 < value->path_members.count; i0++) {
            lob_path_member_write(out, &value->path_members.items[i0]);
        }
        lob_jsonw_end_array(out);
    }
    lob_jsonw_key(out, "at_um");
    lob_point_um_write(out, &value->at_um);
    lob_jsonw_key(out, "at_dbu");
    lob_port_place_dbu_write(out, &value->at_dbu);
    if (value->has_angle_deg) {
        lob_jsonw_key(out, "angle_deg");
        lob_jsonw_number(out, value->angle_deg);
    }
    if (value->has_width_um) {
        lob_jsonw_key(out, "width_um");
        lob_jsonw_um(out, value->width_um);
    }
    if (value->layer) {
        lob_jsonw_key(out, "layer");
        lob_layer_ref_write(out, value->layer);
    }
    lob_jsonw_key(out, "type");
    lob_jsonw_str(out, value->type);
    if (value->cross_section.data) {
        lob_jsonw_key(out, "cross_section");
        lob_jsonw_str(out, value->cross_section);
    }
    lob_jsonw_key(out, "source");
    lob_jsonw_text(out, lob_port_item_source_names[value->source]);
    lob_jsonw_key(out, "rule");
    lob_jsonw_str(out, value->rule);
    lob_jsonw_key(out, "confidence");
    lob_jsonw_number(out, value->confidence);
    if (value->has_conflict_angle_deg) {
        lob_jsonw_key(out, "conflict_angle_deg");
        lob_jsonw_number(out, value->conflict_angle_deg);
    }
    if (value->has_conflict_width_um) {
        lob_jsonw_key(out, "conflict_width_um");
        lob_jsonw_um(out, value->conflict_width_um);
    }
    if (value->conflict_um) {
        lob_jsonw_key(out, "conflict_um");
        lob_point_um_write(out, value->conflict_um);
    }
    lob_jsonw_end_object(out);
}

void lob_finding_item_write(lob_jsonw *out, const lob_finding_item *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "kind");
    lob_jsonw_text(out, lob_finding_kind_name_names[value->kind]);
    lob_jsonw_key(out, "severity");
    lob_jsonw_text(out, lob_finding_item_severity_names[value->severity]);
    lob_jsonw_key(out, "at_um");
    lob_point_um_write(out, &value->at_um);
    lob_jsonw_key(out, "at_dbu");
    lob_port_place_dbu_write(out, &value->at_dbu);
    lob_jsonw_key(out, "ports");
    lob_jsonw_begin_array(out);
    for (size_t i0 = 0; i0 < value->ports.count; i0++) {
        lob_port_item_write(out, &value->ports.items[i0]);
    }
    lob_jsonw_end_array(out);
    if (value->has_ports_dropped) {
        lob_jsonw_key(out, "ports_dropped");
        lob_jsonw_int(out, value->ports_dropped);
    }
    if (value->has_is_exposure) {
        lob_jsonw_key(out, "is_exposure");
        lob_jsonw_bool(out, value->is_exposure);
    }
    if (value->offset_um) {
        lob_jsonw_key(out, "offset_um");
        lob_point_um_write(out, value->offset_um);
    }
    if (value->offset_dbu) {
        lob_jsonw_key(out, "offset_dbu");
        lob_port_place_dbu_write(out, value->offset_dbu);
    }
    if (value->has_gap_um) {
        lob_jsonw_key(out, "gap_um");
        lob_jsonw_um(out, value->gap_um);
    }
    if (value->has_shift_um) {
        lob_jsonw_key(out, "shift_um");
        lob_jsonw_um(out, value->shift_um);
    }
    if (value->has_angle_error_deg) {
        lob_jsonw_key(out, "angle_error_deg");
        lob_jsonw_number(out, value->angle_error_deg);
    }
    if (value->has_width_difference_um) {
        lob_jsonw_key(out, "width_difference_um");
        lob_jsonw_um(out, value->width_difference_um);
    }
    if (value->has_components) {
        lob_jsonw_key(out, "components");
        lob_jsonw_begin_array(out);
        for (size_t i0 = 0; i0 < value->components.count; i0++) {
            lob_finding_component_write(out, &value->components.items[i0]);
        }
        lob_jsonw_end_array(out);
    }
    if (value->box_um) {
        lob_jsonw_key(out, "box_um");
        lob_micron_box_write(out, value->box_um);
    }
    if (value->box_dbu) {
        lob_jsonw_key(out, "box_dbu");
        lob_dbu_box_write(out, value->box_dbu);
    }
    if (value->has_area_um2) {
        lob_jsonw_key(out, "area_um2");
        lob_jsonw_um(out, value->area_um2);
    }
    lob_jsonw_key(out, "confidence");
    lob_jsonw_number(out, value->confidence);
    lob_jsonw_key(out, "remedy");
    lob_jsonw_str(out, value->remedy);
    lob_jsonw_end_object(out);
}

void lob_transform_write(lob_jsonw *out, const lob_transform *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "x_um");
    lob_jsonw_um(out, value->x_um);
    lob_jsonw_key(out, "y_um");
    lob_jsonw_um(out, value->y_um);
    lob_jsonw_key(out, "x_dbu");
    lob_jsonw_int(out, value->x_dbu);
    lob_jsonw_key(out, "y_dbu");
    lob_jsonw_int(out, value->y_dbu);
    lob_jsonw_key(out, "rotation");
    lob_jsonw_number(out, value->rotation);
    lob_jsonw_key(out, "mirror");
    lob_jsonw_bool(out, value->mirror);
    lob_jsonw_key(out, "magnification");
    lob_jsonw_number(out, value->magnification);
    lob_jsonw_end_object(out);
}

void lob_point_dbu_write(lob_jsonw *out, const lob_point_dbu *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "x");
    lob_jsonw_int(out, value->x);
    lob_jsonw_key(out, "y");
    lob_jsonw_int(out, value->y);
    lob_jsonw_end_object(out);
}

void lob_array_info_write(lob_jsonw *out, const lob_array_info *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "is_array");
    lob_jsonw_bool(out, value->is_array);
    lob_jsonw_key(out, "na");
    lob_jsonw_int(out, value->na);
    lob_jsonw_key(out, "nb");
    lob_jsonw_int(out, value->nb);
    lob_jsonw_key(out, "a_um");
    lob_point_um_write(out, &value->a_um);
    lob_jsonw_key(out, "b_um");
    lob_point_um_write(out, &value->b_um);
    lob_jsonw_key(out, "a_dbu");
    lob_point_dbu_write(out, &value->a_dbu);
    lob_jsonw_key(out, "b_dbu");
    lob_point_dbu_write(out, &value->b_dbu);
    if (value->has_irregular_count) {
        lob_jsonw_key(out, "irregular_count");
        lob_jsonw_int(out, value->irregular_count);
    }
    lob_jsonw_end_object(out);
}

void lob_label_write(lob_jsonw *out, const lob_label *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "id");
    lob_jsonw_str(out, value->id);
    lob_jsonw_key(out, "text");
    lob_jsonw_str(out, value->text);
    if (value->raw_hex.data) {
        lob_jsonw_key(out, "raw_hex");
        lob_jsonw_str(out, value->raw_hex);
    }
    if (value->has_bytes_cut) {
        lob_jsonw_key(out, "bytes_cut");
        lob_jsonw_int(out, value->bytes_cut);
    }
    lob_jsonw_key(out, "layer");
    lob_layer_ref_write(out, &value->layer);
    lob_jsonw_key(out, "position_um");
    lob_point_um_write(out, &value->position_um);
    lob_jsonw_key(out, "position_dbu");
    lob_point_dbu_write(out, &value->position_dbu);
    if (value->has_count) {
        lob_jsonw_key(out, "count");
        lob_jsonw_int(out, value->count);
    }
    lob_jsonw_end_object(out);
}

void lob_layer_filter_write(lob_jsonw *out, const lob_layer_filter *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "layer");
    lob_jsonw_int(out, value->layer);
    lob_jsonw_key(out, "datatype");
    lob_jsonw_int(out, value->datatype);
    if (value->name.data) {
        lob_jsonw_key(out, "name");
        lob_jsonw_str(out, value->name);
    }
    lob_jsonw_end_object(out);
}

void lob_litho_corner_write(lob_jsonw *out, const lob_litho_corner *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "dose");
    lob_jsonw_number(out, value->dose);
    lob_jsonw_key(out, "defocus_nm");
    lob_jsonw_number(out, value->defocus_nm);
    lob_jsonw_end_object(out);
}

void lob_litho_process_write(lob_jsonw *out, const lob_litho_process *value) {
    lob_jsonw_begin_object(out);
    if (value->has_wavelength_nm) {
        lob_jsonw_key(out, "wavelength_nm");
        lob_jsonw_number(out, value->wavelength_nm);
    }
    if (value->has_na) {
        lob_jsonw_key(out, "na");
        lob_jsonw_number(out, value->na);
    }
    if (value->has_source) {
        lob_jsonw_key(out, "source");
        lob_jsonw_text(out, lob_litho_process_source_names[value->source]);
    }
    if (value->has_sigma_outer) {
        lob_jsonw_key(out, "sigma_outer");
        lob_jsonw_number(out, value->sigma_outer);
    }
    if (value->has_sigma_inner) {
        lob_jsonw_key(out, "sigma_inner");
        lob_jsonw_number(out, value->sigma_inner);
    }
    if (value->has_opening_deg) {
        lob_jsonw_key(out, "opening_deg");
        lob_jsonw_number(out, value->opening_deg);
    }
    if (value->has_defocus_nm) {
        lob_jsonw_key(out, "defocus_nm");
        lob_jsonw_number(out, value->defocus_nm);
    }
    if (value->has_kernel_count) {
        lob_jsonw_key(out, "kernel_count");
        lob_jsonw_int(out, value->kernel_count);
    }
    if (value->kernels_path.data) {
        lob_jsonw_key(out, "kernels_path");
        lob_jsonw_str(out, value->kernels_path);
    }
    if (value->kernels_defocus_path.data) {
        lob_jsonw_key(out, "kernels_defocus_path");
        lob_jsonw_str(out, value->kernels_defocus_path);
    }
    if (value->has_kernel_offset) {
        lob_jsonw_key(out, "kernel_offset");
        lob_jsonw_int(out, value->kernel_offset);
    }
    if (value->has_threshold) {
        lob_jsonw_key(out, "threshold");
        lob_jsonw_number(out, value->threshold);
    }
    if (value->has_dose_on) {
        lob_jsonw_key(out, "dose_on");
        lob_jsonw_text(out, lob_litho_process_dose_on_names[value->dose_on]);
    }
    if (value->has_corners) {
        lob_jsonw_key(out, "corners");
        lob_jsonw_begin_array(out);
        for (size_t i0 = 0; i0 < value->corners.count; i0++) {
            lob_litho_corner_write(out, &value->corners.items[i0]);
        }
        lob_jsonw_end_array(out);
    }
    if (value->has_tile_px) {
        lob_jsonw_key(out, "tile_px");
        lob_jsonw_int(out, value->tile_px);
    }
    if (value->has_halo_px) {
        lob_jsonw_key(out, "halo_px");
        lob_jsonw_int(out, value->halo_px);
    }
    if (value->has_epe_max_nm) {
        lob_jsonw_key(out, "epe_max_nm");
        lob_jsonw_number(out, value->epe_max_nm);
    }
    if (value->has_pvband_max_nm) {
        lob_jsonw_key(out, "pvband_max_nm");
        lob_jsonw_number(out, value->pvband_max_nm);
    }
    if (value->has_threads) {
        lob_jsonw_key(out, "threads");
        lob_jsonw_int(out, value->threads);
    }
    lob_jsonw_end_object(out);
}

void lob_shown_job_error_write(lob_jsonw *out, const lob_shown_job_error *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "code");
    lob_jsonw_str(out, value->code);
    lob_jsonw_key(out, "message");
    lob_jsonw_str(out, value->message);
    lob_jsonw_key(out, "hint");
    lob_jsonw_str(out, value->hint);
    if (value->reason.data) {
        lob_jsonw_key(out, "reason");
        lob_jsonw_str(out, value->reason);
    }
    if (value->details.data) {
        lob_jsonw_key(out, "details");
        lob_jsonw_raw(out, value->details);
    }
    lob_jsonw_end_object(out);
}

void lob_litho_deck_rules_write(lob_jsonw *out, const lob_litho_deck_rules *value) {
    lob_jsonw_begin_object(out);
    if (value->has_min_width_nm) {
        lob_jsonw_key(out, "min_width_nm");
        lob_jsonw_number(out, value->min_width_nm);
    }
    if (value->has_min_spacing_nm) {
        lob_jsonw_key(out, "min_spacing_nm");
        lob_jsonw_number(out, value->min_spacing_nm);
    }
    if (value->has_min_curvature_radius_nm) {
        lob_jsonw_key(out, "min_curvature_radius_nm");
        lob_jsonw_number(out, value->min_curvature_radius_nm);
    }
    if (value->has_min_feature_area_nm2) {
        lob_jsonw_key(out, "min_feature_area_nm2");
        lob_jsonw_number(out, value->min_feature_area_nm2);
    }
    lob_jsonw_end_object(out);
}

void lob_litho_deck_source_write(lob_jsonw *out, const lob_litho_deck_source *value) {
    lob_jsonw_begin_object(out);
    if (value->vendor.data) {
        lob_jsonw_key(out, "vendor");
        lob_jsonw_str(out, value->vendor);
    }
    if (value->has_translated_from) {
        lob_jsonw_key(out, "translated_from");
        lob_jsonw_text(out, lob_litho_deck_source_translated_from_names[value->translated_from]);
    }
    if (value->reference.data) {
        lob_jsonw_key(out, "reference");
        lob_jsonw_str(out, value->reference);
    }
    lob_jsonw_end_object(out);
}

void lob_litho_deck_radii_write(lob_jsonw *out, const lob_litho_deck_radii *value) {
    lob_jsonw_begin_object(out);
    if (value->has_width) {
        lob_jsonw_key(out, "width");
        lob_jsonw_number(out, value->width);
    }
    if (value->has_spacing) {
        lob_jsonw_key(out, "spacing");
        lob_jsonw_number(out, value->spacing);
    }
    if (value->has_area) {
        lob_jsonw_key(out, "area");
        lob_jsonw_number(out, value->area);
    }
    if (value->has_mrc) {
        lob_jsonw_key(out, "mrc");
        lob_jsonw_number(out, value->mrc);
    }
    if (value->has_gauge) {
        lob_jsonw_key(out, "gauge");
        lob_jsonw_number(out, value->gauge);
    }
    lob_jsonw_end_object(out);
}

void lob_litho_deck_file_write(lob_jsonw *out, const lob_litho_deck_file *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "schema_version");
    lob_jsonw_text(out, "1");
    lob_jsonw_key(out, "process_node");
    lob_jsonw_str(out, value->process_node);
    lob_jsonw_key(out, "layer");
    lob_jsonw_str(out, value->layer);
    lob_jsonw_key(out, "polarity");
    lob_jsonw_text(out, lob_litho_deck_file_polarity_names[value->polarity]);
    if (value->has_pixel_size_nm) {
        lob_jsonw_key(out, "pixel_size_nm");
        lob_jsonw_number(out, value->pixel_size_nm);
    }
    lob_jsonw_key(out, "rules");
    lob_litho_deck_rules_write(out, &value->rules);
    if (value->source) {
        lob_jsonw_key(out, "source");
        lob_litho_deck_source_write(out, value->source);
    }
    if (value->notes.data) {
        lob_jsonw_key(out, "notes");
        lob_jsonw_str(out, value->notes);
    }
    if (value->dedup_radius_nm) {
        lob_jsonw_key(out, "dedup_radius_nm");
        lob_litho_deck_radii_write(out, value->dedup_radius_nm);
    }
    lob_jsonw_end_object(out);
}

void lob_litho_optimize_metrics_write(lob_jsonw *out, const lob_litho_optimize_metrics *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "l2_error_pixels");
    lob_jsonw_int(out, value->l2_error_pixels);
    lob_jsonw_key(out, "pvband_pixels");
    lob_jsonw_int(out, value->pvband_pixels);
    if (value->has_epe_gauge_violations) {
        lob_jsonw_key(out, "epe_gauge_violations");
        lob_jsonw_int(out, value->epe_gauge_violations);
    }
    if (value->has_mrc_violations) {
        lob_jsonw_key(out, "mrc_violations");
        lob_jsonw_int(out, value->mrc_violations);
    }
    if (value->has_drc_violations) {
        lob_jsonw_key(out, "drc_violations");
        lob_jsonw_int(out, value->drc_violations);
    }
    if (value->has_shots_vsb) {
        lob_jsonw_key(out, "shots_vsb");
        lob_jsonw_int(out, value->shots_vsb);
    }
    lob_jsonw_key(out, "violations_total");
    lob_jsonw_int(out, value->violations_total);
    lob_jsonw_key(out, "violation_groups_total");
    lob_jsonw_int(out, value->violation_groups_total);
    lob_jsonw_end_object(out);
}

void lob_litho_optimize_report_write(lob_jsonw *out, const lob_litho_optimize_report *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "schema_version");
    lob_jsonw_str(out, value->schema_version);
    lob_jsonw_key(out, "method");
    lob_jsonw_str(out, value->method);
    if (value->violation_id.data) {
        lob_jsonw_key(out, "violation_id");
        lob_jsonw_str(out, value->violation_id);
    }
    if (value->rule_id.data) {
        lob_jsonw_key(out, "rule_id");
        lob_jsonw_str(out, value->rule_id);
    }
    if (value->has_is_resolved) {
        lob_jsonw_key(out, "is_resolved");
        lob_jsonw_bool(out, value->is_resolved);
    }
    if (value->has_resolved) {
        lob_jsonw_key(out, "resolved");
        lob_jsonw_begin_array(out);
        for (size_t i0 = 0; i0 < value->resolved.count; i0++) {
            lob_jsonw_str(out, value->resolved.items[i0]);
        }
        lob_jsonw_end_array(out);
    }
    lob_jsonw_key(out, "violations_new");
    lob_jsonw_int(out, value->violations_new);
    lob_jsonw_key(out, "iterations");
    lob_jsonw_int(out, value->iterations);
    lob_jsonw_key(out, "loss_first");
    lob_jsonw_number(out, value->loss_first);
    lob_jsonw_key(out, "loss_best");
    lob_jsonw_number(out, value->loss_best);
    lob_jsonw_key(out, "before");
    lob_litho_optimize_metrics_write(out, &value->before);
    lob_jsonw_key(out, "after");
    lob_litho_optimize_metrics_write(out, &value->after);
    if (value->file.data) {
        lob_jsonw_key(out, "file");
        lob_jsonw_str(out, value->file);
    }
    lob_jsonw_end_object(out);
}

void lob_litho_report_metrics_write(lob_jsonw *out, const lob_litho_report_metrics *value) {
    lob_jsonw_begin_object(out);
    if (value->has_epe_mean_nm) {
        lob_jsonw_key(out, "epe_mean_nm");
        lob_jsonw_number(out, value->epe_mean_nm);
    }
    if (value->has_epe_mean_nm_dropped_nonfinite) {
        lob_jsonw_key(out, "epe_mean_nm_dropped_nonfinite");
        lob_jsonw_int(out, value->epe_mean_nm_dropped_nonfinite);
    }
    if (value->has_epe_max_nm) {
        lob_jsonw_key(out, "epe_max_nm");
        lob_jsonw_number(out, value->epe_max_nm);
    }
    if (value->has_epe_max_nm_dropped_nonfinite) {
        lob_jsonw_key(out, "epe_max_nm_dropped_nonfinite");
        lob_jsonw_int(out, value->epe_max_nm_dropped_nonfinite);
    }
    if (value->has_epe_std_nm) {
        lob_jsonw_key(out, "epe_std_nm");
        lob_jsonw_number(out, value->epe_std_nm);
    }
    if (value->has_epe_std_nm_dropped_nonfinite) {
        lob_jsonw_key(out, "epe_std_nm_dropped_nonfinite");
        lob_jsonw_int(out, value->epe_std_nm_dropped_nonfinite);
    }
    if (value->has_epe_edge_pixels) {
        lob_jsonw_key(out, "epe_edge_pixels");
        lob_jsonw_int(out, value->epe_edge_pixels);
    }
    if (value->has_epe_wafer_mean_nm) {
        lob_jsonw_key(out, "epe_wafer_mean_nm");
        lob_jsonw_number(out, value->epe_wafer_mean_nm);
    }
    if (value->has_epe_wafer_mean_nm_dropped_nonfinite) {
        lob_jsonw_key(out, "epe_wafer_mean_nm_dropped_nonfinite");
        lob_jsonw_int(out, value->epe_wafer_mean_nm_dropped_nonfinite);
    }
    if (value->has_epe_wafer_max_nm) {
        lob_jsonw_key(out, "epe_wafer_max_nm");
        lob_jsonw_number(out, value->epe_wafer_max_nm);
    }
    if (value->has_epe_wafer_max_nm_dropped_nonfinite) {
        lob_jsonw_key(out, "epe_wafer_max_nm_dropped_nonfinite");
        lob_jsonw_int(out, value->epe_wafer_max_nm_dropped_nonfinite);
    }
    if (value->has_epe_wafer_std_nm) {
        lob_jsonw_key(out, "epe_wafer_std_nm");
        lob_jsonw_number(out, value->epe_wafer_std_nm);
    }
    if (value->has_epe_wafer_std_nm_dropped_nonfinite) {
        lob_jsonw_key(out, "epe_wafer_std_nm_dropped_nonfinite");
        lob_jsonw_int(out, value->epe_wafer_std_nm_dropped_nonfinite);
    }
    if (value->has_epe_wafer_edge_pixels) {
        lob_jsonw_key(out, "epe_wafer_edge_pixels");
        lob_jsonw_int(out, value->epe_wafer_edge_pixels);
    }
    if (value->has_epe_gauge_count) {
        lob_jsonw_key(out, "epe_gauge_count");
        lob_jsonw_int(out, value->epe_gauge_count);
    }
    if (value->has_epe_gauge_violations) {
        lob_jsonw_key(out, "epe_gauge_violations");
        lob_jsonw_int(out, value->epe_gauge_violations);
    }
    if (value->has_l2_error_pixels) {
        lob_jsonw_key(out, "l2_error_pixels");
        lob_jsonw_int(out, value->l2_error_pixels);
    }
    if (value->has_l2_error_nm2) {
        lob_jsonw_key(out, "l2_error_nm2");
        lob_jsonw_number(out, value->l2_error_nm2);
    }
    if (value->has_pvband_pixels) {
        lob_jsonw_key(out, "pvband_pixels");
        lob_jsonw_int(out, value->pvband_pixels);
    }
    if (value->has_pvband_area_nm2) {
        lob_jsonw_key(out, "pvband_area_nm2");
        lob_jsonw_number(out, value->pvband_area_nm2);
    }
    if (value->has_pvband_mean_nm) {
        lob_jsonw_key(out, "pvband_mean_nm");
        lob_jsonw_number(out, value->pvband_mean_nm);
    }
    if (value->has_pvband_max_nm) {
        lob_jsonw_key(out, "pvband_max_nm");
        lob_jsonw_number(out, value->pvband_max_nm);
    }
    if (value->has_target_pixels) {
        lob_jsonw_key(out, "target_pixels");
        lob_jsonw_int(out, value->target_pixels);
    }
    if (value->has_printed_pixels) {
        lob_jsonw_key(out, "printed_pixels");
        lob_jsonw_int(out, value->printed_pixels);
    }
    if (value->has_intensity_max) {
        lob_jsonw_key(out, "intensity_max");
        lob_jsonw_number(out, value->intensity_max);
    }
    if (value->has_mrc_pass_rate) {
        lob_jsonw_key(out, "mrc_pass_rate");
        lob_jsonw_number(out, value->mrc_pass_rate);
    }
    if (value->has_mrc_violation_rate) {
        lob_jsonw_key(out, "mrc_violation_rate");
        lob_jsonw_number(out, value->mrc_violation_rate);
    }
    if (value->has_mrc_width_pixels) {
        lob_jsonw_key(out, "mrc_width_pixels");
        lob_jsonw_int(out, value->mrc_width_pixels);
    }
    if (value->has_mrc_spacing_pixels) {
        lob_jsonw_key(out, "mrc_spacing_pixels");
        lob_jsonw_int(out, value->mrc_spacing_pixels);
    }
    if (value->has_mrc_total_pixels) {
        lob_jsonw_key(out, "mrc_total_pixels");
        lob_jsonw_int(out, value->mrc_total_pixels);
    }
    if (value->has_mrc_violations) {
        lob_jsonw_key(out, "mrc_violations");
        lob_jsonw_int(out, value->mrc_violations);
    }
    if (value->has_drc_pass_rate) {
        lob_jsonw_key(out, "drc_pass_rate");
        lob_jsonw_number(out, value->drc_pass_rate);
    }
    if (value->has_drc_violations) {
        lob_jsonw_key(out, "drc_violations");
        lob_jsonw_int(out, value->drc_violations);
    }
    if (value->has_shots_vsb) {
        lob_jsonw_key(out, "shots_vsb");
        lob_jsonw_int(out, value->shots_vsb);
    }
    if (value->has_shots_mbmw) {
        lob_jsonw_key(out, "shots_mbmw");
        lob_jsonw_number(out, value->shots_mbmw);
    }
    lob_jsonw_key(out, "tile_count");
    lob_jsonw_int(out, value->tile_count);
    lob_jsonw_end_object(out);
}

void lob_litho_report_transform_write(lob_jsonw *out, const lob_litho_report_transform *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "op");
    lob_jsonw_str(out, value->op);
    lob_jsonw_key(out, "params");
    lob_jsonw_raw(out, value->params);
    lob_jsonw_end_object(out);
}

void lob_litho_report_context_write(lob_jsonw *out, const lob_litho_report_context *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "tile_id");
    lob_jsonw_str(out, value->tile_id);
    lob_jsonw_key(out, "tile_local_nm");
    lob_jsonw_begin_array(out);
    for (size_t i0 = 0; i0 < value->tile_local_nm.count; i0++) {
        lob_jsonw_number(out, value->tile_local_nm.items[i0]);
    }
    lob_jsonw_end_array(out);
    lob_jsonw_key(out, "tile_origin_nm");
    lob_jsonw_begin_array(out);
    for (size_t i0 = 0; i0 < value->tile_origin_nm.count; i0++) {
        lob_jsonw_number(out, value->tile_origin_nm.items[i0]);
    }
    lob_jsonw_end_array(out);
    lob_jsonw_end_object(out);
}

void lob_litho_report_dedup_write(lob_jsonw *out, const lob_litho_report_dedup *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "rule_deck_hash");
    lob_jsonw_str(out, value->rule_deck_hash);
    lob_jsonw_key(out, "radius_nm");
    lob_jsonw_number(out, value->radius_nm);
    lob_jsonw_key(out, "rule_id");
    lob_jsonw_str(out, value->rule_id);
    lob_jsonw_key(out, "canonical_location_nm");
    lob_jsonw_begin_array(out);
    for (size_t i0 = 0; i0 < value->canonical_location_nm.count; i0++) {
        lob_jsonw_number(out, value->canonical_location_nm.items[i0]);
    }
    lob_jsonw_end_array(out);
    lob_jsonw_end_object(out);
}

void lob_litho_report_violation_write(lob_jsonw *out, const lob_litho_report_violation *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "violation_id");
    lob_jsonw_str(out, value->violation_id);
    lob_jsonw_key(out, "violation_group_id");
    lob_jsonw_str(out, value->violation_group_id);
    lob_jsonw_key(out, "rule_id");
    lob_jsonw_str(out, value->rule_id);
    lob_jsonw_key(out, "rule_deck");
    lob_jsonw_str(out, value->rule_deck);
    lob_jsonw_key(out, "severity");
    lob_jsonw_str(out, value->severity);
    lob_jsonw_key(out, "coordinate_frame");
    lob_jsonw_str(out, value->coordinate_frame);
    lob_jsonw_key(out, "location_nm");
    lob_jsonw_begin_array(out);
    for (size_t i0 = 0; i0 < value->location_nm.count; i0++) {
        lob_jsonw_number(out, value->location_nm.items[i0]);
    }
    lob_jsonw_end_array(out);
    lob_jsonw_key(out, "transforms");
    lob_jsonw_begin_array(out);
    for (size_t i0 = 0; i0 < value->transforms.count; i0++) {
        lob_litho_report_transform_write(out, &value->transforms.items[i0]);
    }
    lob_jsonw_end_array(out);
    if (value->context) {
        lob_jsonw_key(out, "context");
        lob_litho_report_context_write(out, value->context);
    }
    lob_jsonw_key(out, "dedup_strategy");
    lob_jsonw_str(out, value->dedup_strategy);
    lob_jsonw_key(out, "dedup_provenance");
    lob_litho_report_dedup_write(out, &value->dedup_provenance);
    if (value->has_actual) {
        lob_jsonw_key(out, "actual");
        lob_jsonw_number(out, value->actual);
    }
    if (value->has_required) {
        lob_jsonw_key(out, "required");
        lob_jsonw_number(out, value->required);
    }
    if (value->unit.data) {
        lob_jsonw_key(out, "unit");
        lob_jsonw_str(out, value->unit);
    }
    if (value->has_box_nm) {
        lob_jsonw_key(out, "box_nm");
        lob_jsonw_begin_array(out);
        for (size_t i0 = 0; i0 < value->box_nm.count; i0++) {
            lob_jsonw_number(out, value->box_nm.items[i0]);
        }
        lob_jsonw_end_array(out);
    }
    lob_jsonw_end_object(out);
}

void lob_litho_report_corner_write(lob_jsonw *out, const lob_litho_report_corner *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "dose");
    lob_jsonw_number(out, value->dose);
    lob_jsonw_key(out, "defocus_nm");
    lob_jsonw_number(out, value->defocus_nm);
    lob_jsonw_end_object(out);
}

void lob_litho_report_optics_write(lob_jsonw *out, const lob_litho_report_optics *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "wavelength_nm");
    lob_jsonw_number(out, value->wavelength_nm);
    lob_jsonw_key(out, "na");
    lob_jsonw_number(out, value->na);
    lob_jsonw_key(out, "source");
    lob_jsonw_str(out, value->source);
    lob_jsonw_key(out, "sigma_outer");
    lob_jsonw_number(out, value->sigma_outer);
    lob_jsonw_key(out, "sigma_inner");
    lob_jsonw_number(out, value->sigma_inner);
    if (value->has_opening_deg) {
        lob_jsonw_key(out, "opening_deg");
        lob_jsonw_number(out, value->opening_deg);
    }
    lob_jsonw_key(out, "kernels");
    lob_jsonw_str(out, value->kernels);
    lob_jsonw_key(out, "kernel_count");
    lob_jsonw_int(out, value->kernel_count);
    if (value->has_kernel_offset) {
        lob_jsonw_key(out, "kernel_offset");
        lob_jsonw_int(out, value->kernel_offset);
    }
    lob_jsonw_end_object(out);
}

void lob_litho_report_tiling_write(lob_jsonw *out, const lob_litho_report_tiling *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "tile_side_pixels");
    lob_jsonw_int(out, value->tile_side_pixels);
    lob_jsonw_key(out, "halo_pixels");
    lob_jsonw_int(out, value->halo_pixels);
    lob_jsonw_key(out, "columns");
    lob_jsonw_int(out, value->columns);
    lob_jsonw_key(out, "rows");
    lob_jsonw_int(out, value->rows);
    lob_jsonw_key(out, "canvas_nm");
    lob_jsonw_begin_array(out);
    for (size_t i0 = 0; i0 < value->canvas_nm.count; i0++) {
        lob_jsonw_number(out, value->canvas_nm.items[i0]);
    }
    lob_jsonw_end_array(out);
    lob_jsonw_end_object(out);
}

void lob_litho_report_provenance_write(lob_jsonw *out, const lob_litho_report_provenance *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "engine");
    lob_jsonw_str(out, value->engine);
    lob_jsonw_key(out, "engine_version");
    lob_jsonw_str(out, value->engine_version);
    lob_jsonw_key(out, "model");
    lob_jsonw_str(out, value->model);
    lob_jsonw_key(out, "dataset");
    lob_jsonw_str(out, value->dataset);
    lob_jsonw_key(out, "node");
    lob_jsonw_str(out, value->node);
    lob_jsonw_key(out, "optics");
    lob_litho_report_optics_write(out, &value->optics);
    lob_jsonw_key(out, "threshold");
    lob_jsonw_number(out, value->threshold);
    lob_jsonw_key(out, "pixel_nm");
    lob_jsonw_number(out, value->pixel_nm);
    lob_jsonw_key(out, "dose_meaning");
    lob_jsonw_str(out, value->dose_meaning);
    lob_jsonw_key(out, "nominal");
    lob_litho_report_corner_write(out, &value->nominal);
    lob_jsonw_key(out, "corners");
    lob_jsonw_begin_array(out);
    for (size_t i0 = 0; i0 < value->corners.count; i0++) {
        lob_litho_report_corner_write(out, &value->corners.items[i0]);
    }
    lob_jsonw_end_array(out);
    lob_jsonw_key(out, "checks");
    lob_jsonw_begin_array(out);
    for (size_t i0 = 0; i0 < value->checks.count; i0++) {
        lob_jsonw_str(out, value->checks.items[i0]);
    }
    lob_jsonw_end_array(out);
    lob_jsonw_key(out, "tiling");
    lob_litho_report_tiling_write(out, &value->tiling);
    lob_jsonw_key(out, "rule_deck");
    lob_jsonw_str(out, value->rule_deck);
    lob_jsonw_key(out, "rule_deck_hash");
    lob_jsonw_str(out, value->rule_deck_hash);
    lob_jsonw_end_object(out);
}

void lob_litho_detailed_report_write(lob_jsonw *out, const lob_litho_detailed_report *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "schema_version");
    lob_jsonw_str(out, value->schema_version);
    lob_jsonw_key(out, "report_level");
    lob_jsonw_str(out, value->report_level);
    lob_jsonw_key(out, "degraded_to_aggregate");
    lob_jsonw_bool(out, value->degraded_to_aggregate);
    lob_jsonw_key(out, "metrics");
    lob_litho_report_metrics_write(out, &value->metrics);
    lob_jsonw_key(out, "violations");
    lob_jsonw_begin_array(out);
    for (size_t i0 = 0; i0 < value->violations.count; i0++) {
        lob_litho_report_violation_write(out, &value->violations.items[i0]);
    }
    lob_jsonw_end_array(out);
    lob_jsonw_key(out, "violations_total");
    lob_jsonw_int(out, value->violations_total);
    lob_jsonw_key(out, "violation_groups_total");
    lob_jsonw_int(out, value->violation_groups_total);
    if (value->provenance) {
        lob_jsonw_key(out, "provenance");
        lob_litho_report_provenance_write(out, value->provenance);
    }
    lob_jsonw_end_object(out);
}

void lob_marker_geometry_write(lob_jsonw *out, const lob_marker_geometry *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "kind");
    lob_jsonw_text(out, lob_marker_geometry_kind_names[value->kind]);
    if (value->has_points_um) {
        lob_jsonw_key(out, "points_um");
        lob_jsonw_begin_array(out);
        for (size_t i0 = 0; i0 < value->points_um.count; i0++) {
            lob_point_um_write(out, &value->points_um.items[i0]);
        }
        lob_jsonw_end_array(out);
    }
    if (value->has_points_dropped) {
        lob_jsonw_key(out, "points_dropped");
        lob_jsonw_int(out, value->points_dropped);
    }
    if (value->has_contour_ends) {
        lob_jsonw_key(out, "contour_ends");
        lob_jsonw_begin_array(out);
        for (size_t i0 = 0; i0 < value->contour_ends.count; i0++) {
            lob_jsonw_int(out, value->contour_ends.items[i0]);
        }
        lob_jsonw_end_array(out);
    }
    if (value->text.data) {
        lob_jsonw_key(out, "text");
        lob_jsonw_str(out, value->text);
    }
    if (value->has_text_cut) {
        lob_jsonw_key(out, "text_cut");
        lob_jsonw_int(out, value->text_cut);
    }
    if (value->has_value) {
        lob_jsonw_key(out, "value");
        lob_jsonw_number(out, value->value);
    }
    if (value->has_width_um) {
        lob_jsonw_key(out, "width_um");
        lob_jsonw_um(out, value->width_um);
    }
    lob_jsonw_end_object(out);
}

void lob_netlist_device_write(lob_jsonw *out, const lob_netlist_device *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "id");
    lob_jsonw_str(out, value->id);
    lob_jsonw_key(out, "type");
    lob_jsonw_text(out, lob_device_type_names[value->type]);
    if (value->model.data) {
        lob_jsonw_key(out, "model");
        lob_jsonw_str(out, value->model);
    }
    if (value->has_w) {
        lob_jsonw_key(out, "w");
        lob_jsonw_number(out, value->w);
    }
    if (value->has_l) {
        lob_jsonw_key(out, "l");
        lob_jsonw_number(out, value->l);
    }
    lob_jsonw_key(out, "m");
    lob_jsonw_int(out, value->m);
    lob_jsonw_key(out, "nf");
    lob_jsonw_int(out, value->nf);
    lob_jsonw_key(out, "terminals");
    lob_jsonw_begin_object(out);
    for (size_t i0 = 0; i0 < value->terminals.count; i0++) {
        lob_jsonw_key_str(out, value->terminals.names[i0]);
        lob_jsonw_str(out, value->terminals.items[i0]);
    }
    lob_jsonw_end_object(out);
    lob_jsonw_end_object(out);
}

void lob_netlist_instance_write(lob_jsonw *out, const lob_netlist_instance *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "name");
    lob_jsonw_str(out, value->name);
    lob_jsonw_key(out, "cell");
    lob_jsonw_str(out, value->cell);
    if (value->has_connections) {
        lob_jsonw_key(out, "connections");
        lob_jsonw_begin_object(out);
        for (size_t i0 = 0; i0 < value->connections.count; i0++) {
            lob_jsonw_key_str(out, value->connections.names[i0]);
            lob_jsonw_str(out, value->connections.items[i0]);
        }
        lob_jsonw_end_object(out);
    }
    lob_jsonw_end_object(out);
}

void lob_netlist_cell_write(lob_jsonw *out, const lob_netlist_cell *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "name");
    lob_jsonw_str(out, value->name);
    lob_jsonw_key(out, "devices");
    lob_jsonw_begin_array(out);
    for (size_t i0 = 0; i0 < value->devices.count; i0++) {
        lob_netlist_device_write(out, &value->devices.items[i0]);
    }
    lob_jsonw_end_array(out);
    if (value->has_nets) {
        lob_jsonw_key(out, "nets");
        lob_jsonw_begin_array(out);
        for (size_t i0 = 0; i0 < value->nets.count; i0++) {
            lob_jsonw_str(out, value->nets.items[i0]);
        }
        lob_jsonw_end_array(out);
    }
    if (value->has_subcells) {
        lob_jsonw_key(out, "subcells");
        lob_jsonw_begin_array(out);
        for (size_t i0 = 0; i0 < value->subcells.count; i0++) {
            lob_netlist_instance_write(out, &value->subcells.items[i0]);
        }
        lob_jsonw_end_array(out);
    }
    if (value->has_net_types) {
        lob_jsonw_key(out, "net_types");
        lob_jsonw_begin_object(out);
        for (size_t i0 = 0; i0 < value->net_types.count; i0++) {
            lob_jsonw_key_str(out, value->net_types.names[i0]);
            lob_jsonw_text(out, lob_net_type_names[value->net_types.items[i0]]);
        }
        lob_jsonw_end_object(out);
    }
    if (value->has_ports) {
        lob_jsonw_key(out, "ports");
        lob_jsonw_begin_array(out);
        for (size_t i0 = 0; i0 < value->ports.count; i0++) {
            lob_jsonw_str(out, value->ports.items[i0]);
        }
        lob_jsonw_end_array(out);
    }
    lob_jsonw_end_object(out);
}

void lob_netlist_write(lob_jsonw *out, const lob_netlist *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "schema_version");
    lob_jsonw_str(out, value->schema_version);
    lob_jsonw_key(out, "cells");
    lob_jsonw_begin_array(out);
    for (size_t i0 = 0; i0 < value->cells.count; i0++) {
        lob_netlist_cell_write(out, &value->cells.items[i0]);
    }
    lob_jsonw_end_array(out);
    lob_jsonw_key(out, "top");
    lob_jsonw_str(out, value->top);
    lob_jsonw_end_object(out);
}

void lob_objective_write(lob_jsonw *out, const lob_objective *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "name");
    lob_jsonw_text(out, lob_objective_name_names[value->name]);
    lob_jsonw_key(out, "weight");
    lob_jsonw_number(out, value->weight);
    if (value->has_target) {
        lob_jsonw_key(out, "target");
        lob_jsonw_number(out, value->target);
    }
    lob_jsonw_end_object(out);
}

void lob_design_constraints_write(lob_jsonw *out, const lob_design_constraints *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "max_iterations");
    lob_jsonw_int(out, value->max_iterations);
    if (value->has_max_area) {
        lob_jsonw_key(out, "max_area");
        lob_jsonw_um(out, value->max_area);
    }
    if (value->has_min_matching_score) {
        lob_jsonw_key(out, "min_matching_score");
        lob_jsonw_number(out, value->min_matching_score);
    }
    lob_jsonw_end_object(out);
}

void lob_design_objectives_write(lob_jsonw *out, const lob_design_objectives *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "schema_version");
    lob_jsonw_str(out, value->schema_version);
    lob_jsonw_key(out, "objectives");
    lob_jsonw_begin_array(out);
    for (size_t i0 = 0; i0 < value->objectives.count; i0++) {
        lob_objective_write(out, &value->objectives.items[i0]);
    }
    lob_jsonw_end_array(out);
    if (value->constraints) {
        lob_jsonw_key(out, "constraints");
        lob_design_constraints_write(out, value->constraints);
    }
    lob_jsonw_end_object(out);
}

void lob_plan_step_write(lob_jsonw *out, const lob_plan_step *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "id");
    lob_jsonw_str(out, value->id);
    lob_jsonw_key(out, "name");
    lob_jsonw_str(out, value->name);
    lob_jsonw_key(out, "skill_name");
    lob_jsonw_str(out, value->skill_name);
    lob_jsonw_key(out, "params");
    lob_jsonw_begin_object(out);
    for (size_t i0 = 0; i0 < value->params.count; i0++) {
        lob_jsonw_key_str(out, value->params.names[i0]);
        lob_jsonw_raw(out, value->params.items[i0]);
    }
    lob_jsonw_end_object(out);
    if (value->has_dependencies) {
        lob_jsonw_key(out, "dependencies");
        lob_jsonw_begin_array(out);
        for (size_t i0 = 0; i0 < value->dependencies.count; i0++) {
            lob_jsonw_str(out, value->dependencies.items[i0]);
        }
        lob_jsonw_end_array(out);
    }
    lob_jsonw_key(out, "status");
    lob_jsonw_str(out, value->status);
    lob_jsonw_end_object(out);
}

void lob_plan_write(lob_jsonw *out, const lob_plan *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "steps");
    lob_jsonw_begin_array(out);
    for (size_t i0 = 0; i0 < value->steps.count; i0++) {
        lob_plan_step_write(out, &value->steps.items[i0]);
    }
    lob_jsonw_end_array(out);
    lob_jsonw_key(out, "summary");
    lob_jsonw_str(out, value->summary);
    lob_jsonw_key(out, "status");
    lob_jsonw_str(out, value->status);
    if (value->created_at.data) {
        lob_jsonw_key(out, "created_at");
        lob_jsonw_str(out, value->created_at);
    }
    lob_jsonw_end_object(out);
}

void lob_task_context_write(lob_jsonw *out, const lob_task_context *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "circuit");
    lob_circuit_write(out, &value->circuit);
    lob_jsonw_key(out, "drc_rules");
    lob_drc_rule_set_write(out, &value->drc_rules);
    lob_jsonw_key(out, "objectives");
    lob_design_objectives_write(out, &value->objectives);
    lob_jsonw_key(out, "session_id");
    lob_jsonw_str(out, value->session_id);
    lob_jsonw_end_object(out);
}

void lob_point_in_write(lob_jsonw *out, const lob_point_in *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "x");
    lob_jsonw_number(out, value->x);
    lob_jsonw_key(out, "y");
    lob_jsonw_number(out, value->y);
    lob_jsonw_end_object(out);
}

void lob_convention_used_write(lob_jsonw *out, const lob_convention_used *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "name");
    lob_jsonw_str(out, value->name);
    lob_jsonw_key(out, "confidence");
    lob_jsonw_number(out, value->confidence);
    lob_jsonw_key(out, "why");
    lob_jsonw_str(out, value->why);
    lob_jsonw_key(out, "evidence");
    lob_jsonw_int(out, value->evidence);
    lob_jsonw_end_object(out);
}

void lob_property_write(lob_jsonw *out, const lob_property *value) {
    lob_jsonw_begin_object(out);
    if (value->name.data) {
        lob_jsonw_key(out, "name");
        lob_jsonw_str(out, value->name);
    }
    if (value->has_attribute) {
        lob_jsonw_key(out, "attribute");
        lob_jsonw_int(out, value->attribute);
    }
    lob_jsonw_key(out, "values");
    lob_jsonw_begin_array(out);
    for (size_t i0 = 0; i0 < value->values.count; i0++) {
        lob_jsonw_raw(out, value->values.items[i0]);
    }
    lob_jsonw_end_array(out);
    if (value->raw_hex.data) {
        lob_jsonw_key(out, "raw_hex");
        lob_jsonw_str(out, value->raw_hex);
    }
    if (value->has_bytes_cut) {
        lob_jsonw_key(out, "bytes_cut");
        lob_jsonw_int(out, value->bytes_cut);
    }
    if (value->has_values_dropped) {
        lob_jsonw_key(out, "values_dropped");
        lob_jsonw_int(out, value->values_dropped);
    }
    lob_jsonw_end_object(out);
}

void lob_deck_rule_write(lob_jsonw *out, const lob_deck_rule *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "id");
    lob_jsonw_str(out, value->id);
    lob_jsonw_key(out, "type");
    lob_jsonw_text(out, lob_deck_rule_type_names[value->type]);
    lob_jsonw_key(out, "layer");
    lob_jsonw_raw(out, value->layer);
    if (value->layer2.data) {
        lob_jsonw_key(out, "layer2");
        lob_jsonw_raw(out, value->layer2);
    }
    if (value->has_min_um) {
        lob_jsonw_key(out, "min_um");
        lob_jsonw_um(out, value->min_um);
    }
    if (value->has_metrics) {
        lob_jsonw_key(out, "metrics");
        lob_jsonw_text(out, lob_deck_rule_metrics_names[value->metrics]);
    }
    if (value->has_projection_min_um) {
        lob_jsonw_key(out, "projection_min_um");
        lob_jsonw_um(out, value->projection_min_um);
    }
    if (value->has_ignore_angle_deg) {
        lob_jsonw_key(out, "ignore_angle_deg");
        lob_jsonw_number(out, value->ignore_angle_deg);
    }
    if (value->has_whole_edges) {
        lob_jsonw_key(out, "whole_edges");
        lob_jsonw_bool(out, value->whole_edges);
    }
    if (value->has_exact) {
        lob_jsonw_key(out, "exact");
        lob_jsonw_bool(out, value->exact);
    }
    if (value->has_tolerance_um) {
        lob_jsonw_key(out, "tolerance_um");
        lob_jsonw_um(out, value->tolerance_um);
    }
    if (value->has_min_um2) {
        lob_jsonw_key(out, "min_um2");
        lob_jsonw_um(out, value->min_um2);
    }
    if (value->has_max_um2) {
        lob_jsonw_key(out, "max_um2");
        lob_jsonw_um(out, value->max_um2);
    }
    if (value->has_grid_um) {
        lob_jsonw_key(out, "grid_um");
        lob_jsonw_um(out, value->grid_um);
    }
    if (value->has_step_deg) {
        lob_jsonw_key(out, "step_deg");
        lob_jsonw_number(out, value->step_deg);
    }
    if (value->has_min) {
        lob_jsonw_key(out, "min");
        lob_jsonw_number(out, value->min);
    }
    if (value->has_max) {
        lob_jsonw_key(out, "max");
        lob_jsonw_number(out, value->max);
    }
    if (value->has_window_um) {
        lob_jsonw_key(out, "window_um");
        lob_jsonw_um(out, value->window_um);
    }
    if (value->has_step_um) {
        lob_jsonw_key(out, "step_um");
        lob_jsonw_um(out, value->step_um);
    }
    lob_jsonw_key(out, "severity");
    lob_jsonw_text(out, lob_deck_rule_severity_names[value->severity]);
    if (value->description.data) {
        lob_jsonw_key(out, "description");
        lob_jsonw_str(out, value->description);
    }
    lob_jsonw_end_object(out);
}

void lob_rule_deck_write(lob_jsonw *out, const lob_rule_deck *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "rule_deck");
    lob_jsonw_text(out, "1.0");
    if (value->name.data) {
        lob_jsonw_key(out, "name");
        lob_jsonw_str(out, value->name);
    }
    if (value->about.data) {
        lob_jsonw_key(out, "about");
        lob_jsonw_str(out, value->about);
    }
    if (value->has_layers) {
        lob_jsonw_key(out, "layers");
        lob_jsonw_begin_object(out);
        for (size_t i0 = 0; i0 < value->layers.count; i0++) {
            lob_jsonw_key_str(out, value->layers.names[i0]);
            lob_jsonw_raw(out, value->layers.items[i0]);
        }
        lob_jsonw_end_object(out);
    }
    lob_jsonw_key(out, "rules");
    lob_jsonw_begin_array(out);
    for (size_t i0 = 0; i0 < value->rules.count; i0++) {
        lob_deck_rule_write(out, &value->rules.items[i0]);
    }
    lob_jsonw_end_array(out);
    lob_jsonw_end_object(out);
}

void lob_rule_count_write(lob_jsonw *out, const lob_rule_count *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "rule");
    lob_jsonw_str(out, value->rule);
    lob_jsonw_key(out, "type");
    lob_jsonw_text(out, lob_deck_rule_type_names[value->type]);
    lob_jsonw_key(out, "severity");
    lob_jsonw_text(out, lob_rule_count_severity_names[value->severity]);
    lob_jsonw_key(out, "count");
    lob_jsonw_int(out, value->count);
    lob_jsonw_end_object(out);
}

void lob_rule_violation_write(lob_jsonw *out, const lob_rule_violation *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "rule");
    lob_jsonw_str(out, value->rule);
    lob_jsonw_key(out, "kind");
    lob_jsonw_text(out, lob_rule_violation_kind_names[value->kind]);
    lob_jsonw_key(out, "box_um");
    lob_micron_box_write(out, &value->box_um);
    lob_jsonw_key(out, "box_dbu");
    lob_dbu_box_write(out, &value->box_dbu);
    if (value->has_points_um) {
        lob_jsonw_key(out, "points_um");
        lob_jsonw_begin_array(out);
        for (size_t i0 = 0; i0 < value->points_um.count; i0++) {
            lob_point_um_write(out, &value->points_um.items[i0]);
        }
        lob_jsonw_end_array(out);
    }
    if (value->has_points_left_out) {
        lob_jsonw_key(out, "points_left_out");
        lob_jsonw_int(out, value->points_left_out);
    }
    if (value->has_distance_um) {
        lob_jsonw_key(out, "distance_um");
        lob_jsonw_um(out, value->distance_um);
    }
    if (value->has_area_um2) {
        lob_jsonw_key(out, "area_um2");
        lob_jsonw_um(out, value->area_um2);
    }
    if (value->has_angle_deg) {
        lob_jsonw_key(out, "angle_deg");
        lob_jsonw_number(out, value->angle_deg);
    }
    if (value->has_density) {
        lob_jsonw_key(out, "density");
        lob_jsonw_number(out, value->density);
    }
    lob_jsonw_end_object(out);
}

void lob_shape_ref_write(lob_jsonw *out, const lob_shape_ref *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "id");
    lob_jsonw_str(out, value->id);
    lob_jsonw_key(out, "kind");
    lob_jsonw_text(out, lob_shape_ref_kind_names[value->kind]);
    lob_jsonw_key(out, "cell");
    lob_jsonw_str(out, value->cell);
    lob_jsonw_key(out, "leaf_cell");
    lob_jsonw_str(out, value->leaf_cell);
    lob_jsonw_key(out, "instance_path");
    lob_jsonw_begin_array(out);
    for (size_t i0 = 0; i0 < value->instance_path.count; i0++) {
        lob_jsonw_str(out, value->instance_path.items[i0]);
    }
    lob_jsonw_end_array(out);
    if (value->has_path_members) {
        lob_jsonw_key(out, "path_members");
        lob_jsonw_begin_array(out);
        for (size_t i0 = 0; i0 < value->path_members.count; i0++) {
            lob_path_member_write(out, &value->path_members.items[i0]);
        }
        lob_jsonw_end_array(out);
    }
    lob_jsonw_key(out, "layer");
    lob_layer_ref_write(out, &value->layer);
    lob_jsonw_key(out, "bbox_um");
    lob_micron_box_write(out, &value->bbox_um);
    lob_jsonw_key(out, "bbox_dbu");
    lob_dbu_box_write(out, &value->bbox_dbu);
    lob_jsonw_key(out, "point_count");
    lob_jsonw_int(out, value->point_count);
    if (value->has_path_width_um) {
        lob_jsonw_key(out, "path_width_um");
        lob_jsonw_um(out, value->path_width_um);
    }
    if (value->has_path_width_dbu) {
        lob_jsonw_key(out, "path_width_dbu");
        lob_jsonw_int(out, value->path_width_dbu);
    }
    if (value->has_path_begin_ext_um) {
        lob_jsonw_key(out, "path_begin_ext_um");
        lob_jsonw_um(out, value->path_begin_ext_um);
    }
    if (value->has_path_end_ext_um) {
        lob_jsonw_key(out, "path_end_ext_um");
        lob_jsonw_um(out, value->path_end_ext_um);
    }
    if (value->has_round_ends) {
        lob_jsonw_key(out, "round_ends");
        lob_jsonw_bool(out, value->round_ends);
    }
    if (value->has_points_dbu) {
        lob_jsonw_key(out, "points_dbu");
        lob_jsonw_begin_array(out);
        for (size_t i0 = 0; i0 < value->points_dbu.count; i0++) {
            lob_point_dbu_write(out, &value->points_dbu.items[i0]);
        }
        lob_jsonw_end_array(out);
    }
    if (value->has_points_dropped) {
        lob_jsonw_key(out, "points_dropped");
        lob_jsonw_int(out, value->points_dropped);
    }
    if (value->has_area_um2) {
        lob_jsonw_key(out, "area_um2");
        lob_jsonw_um(out, value->area_um2);
    }
    if (value->has_perimeter_um) {
        lob_jsonw_key(out, "perimeter_um");
        lob_jsonw_um(out, value->perimeter_um);
    }
    if (value->has_properties) {
        lob_jsonw_key(out, "properties");
        lob_jsonw_begin_array(out);
        for (size_t i0 = 0; i0 < value->properties.count; i0++) {
            lob_property_write(out, &value->properties.items[i0]);
        }
        lob_jsonw_end_array(out);
    }
    if (value->has_properties_dropped) {
        lob_jsonw_key(out, "properties_dropped");
        lob_jsonw_int(out, value->properties_dropped);
    }
    lob_jsonw_end_object(out);
}

void lob_tool_call_request_write(lob_jsonw *out, const lob_tool_call_request *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "name");
    lob_jsonw_str(out, value->name);
    lob_jsonw_key(out, "input");
    lob_jsonw_begin_object(out);
    for (size_t i0 = 0; i0 < value->input.count; i0++) {
        lob_jsonw_key_str(out, value->input.names[i0]);
        lob_jsonw_raw(out, value->input.items[i0]);
    }
    lob_jsonw_end_object(out);
    lob_jsonw_key(out, "trace_id");
    lob_jsonw_str(out, value->trace_id);
    lob_jsonw_key(out, "timeout_ms");
    lob_jsonw_int(out, value->timeout_ms);
    lob_jsonw_end_object(out);
}

void lob_tool_error_write(lob_jsonw *out, const lob_tool_error *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "code");
    lob_jsonw_text(out, lob_tool_error_code_names[value->code]);
    lob_jsonw_key(out, "message");
    lob_jsonw_str(out, value->message);
    lob_jsonw_key(out, "details");
    if (value->details.data) {
        lob_jsonw_raw(out, value->details);
    } else {
        lob_jsonw_null(out);
    }
    lob_jsonw_end_object(out);
}

void lob_tool_call_result_write(lob_jsonw *out, const lob_tool_call_result *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "ok");
    lob_jsonw_bool(out, value->ok);
    lob_jsonw_key(out, "error");
    if (value->error) {
        lob_tool_error_write(out, value->error);
    } else {
        lob_jsonw_null(out);
    }
    lob_jsonw_key(out, "data");
    if (value->data.data) {
        lob_jsonw_raw(out, value->data);
    } else {
        lob_jsonw_null(out);
    }
    lob_jsonw_key(out, "duration_ms");
    lob_jsonw_int(out, value->duration_ms);
    lob_jsonw_end_object(out);
}

void lob_unchecked_rule_write(lob_jsonw *out, const lob_unchecked_rule *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "rule");
    lob_jsonw_str(out, value->rule);
    lob_jsonw_key(out, "part");
    lob_jsonw_text(out, lob_unchecked_rule_part_names[value->part]);
    lob_jsonw_key(out, "reason");
    lob_jsonw_text(out, lob_unchecked_rule_reason_names[value->reason]);
    lob_jsonw_end_object(out);
}

void lob_waiver_box_write(lob_jsonw *out, const lob_waiver_box *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "left");
    lob_jsonw_number(out, value->left);
    lob_jsonw_key(out, "bottom");
    lob_jsonw_number(out, value->bottom);
    lob_jsonw_key(out, "right");
    lob_jsonw_number(out, value->right);
    lob_jsonw_key(out, "top");
    lob_jsonw_number(out, value->top);
    lob_jsonw_end_object(out);
}

void lob_waiver_write(lob_jsonw *out, const lob_waiver *value) {
    lob_jsonw_begin_object(out);
    if (value->has_ids) {
        lob_jsonw_key(out, "ids");
        lob_jsonw_begin_array(out);
        for (size_t i0 = 0; i0 < value->ids.count; i0++) {
            lob_jsonw_str(out, value->ids.items[i0]);
        }
        lob_jsonw_end_array(out);
    }
    if (value->rule.data) {
        lob_jsonw_key(out, "rule");
        lob_jsonw_str(out, value->rule);
    }
    if (value->box_um) {
        lob_jsonw_key(out, "box_um");
        lob_waiver_box_write(out, value->box_um);
    }
    lob_jsonw_key(out, "reason");
    lob_jsonw_str(out, value->reason);
    if (value->expires.data) {
        lob_jsonw_key(out, "expires");
        lob_jsonw_str(out, value->expires);
    }
    lob_jsonw_end_object(out);
}

void lob_waivers_write(lob_jsonw *out, const lob_waivers *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "version");
    lob_jsonw_int(out, value->version);
    lob_jsonw_key(out, "waivers");
    lob_jsonw_begin_array(out);
    for (size_t i0 = 0; i0 < value->waivers.count; i0++) {
        lob_waiver_write(out, &value->waivers.items[i0]);
    }
    lob_jsonw_end_array(out);
    lob_jsonw_end_object(out);
}
