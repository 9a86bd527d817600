/* Made by tools/schemac from spec/. Do not edit. Readers of the shared types. */
#include "gen/parse.h"

#include "gen/limits.h"

void lob_artifact_ref_read(lob_wire *w, const cJSON *json, lob_artifact_ref *out) {
    static const char *const members[] = {"kind", "path", "media_type", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .form = "{\"kind\": \"...\", \"path\": \"...\", \"media_type\": \"...\"}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "kind", "string")) != NULL) {
        lob_wire_string(w, value, &out->kind);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "path", "string")) != NULL) {
        lob_wire_string(w, value, &out->path);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "media_type", "string")) != NULL) {
        lob_wire_string(w, value, &out->media_type);
        lob_wire_leave(w);
    }
}

lob_status lob_artifact_ref_parse(lob_ctx *ctx, const cJSON *json, lob_artifact_ref *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "artifact_ref", false);
    lob_artifact_ref_read(&w, json, out);
    return lob_wire_end(&w);
}

void lob_micron_box_read(lob_wire *w, const cJSON *json, lob_micron_box *out) {
    static const char *const members[] = {"left", "bottom", "right", "top", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .numbers = members,
        .number_count = 4,
        .form = "{\"left\": 0, \"bottom\": 0, \"right\": 0, \"top\": 0}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "left", "number")) != NULL) {
        lob_wire_number(w, value, &out->left);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "bottom", "number")) != NULL) {
        lob_wire_number(w, value, &out->bottom);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "right", "number")) != NULL) {
        lob_wire_number(w, value, &out->right);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "top", "number")) != NULL) {
        lob_wire_number(w, value, &out->top);
        lob_wire_leave(w);
    }
}

lob_status lob_micron_box_parse(lob_ctx *ctx, const cJSON *json, lob_micron_box *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "micron_box", false);
    lob_micron_box_read(&w, json, out);
    return lob_wire_end(&w);
}

void lob_dbu_box_read(lob_wire *w, const cJSON *json, lob_dbu_box *out) {
    static const char *const members[] = {"left", "bottom", "right", "top", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .numbers = members,
        .number_count = 4,
        .form = "{\"left\": 0, \"bottom\": 0, \"right\": 0, \"top\": 0}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "left", "integer")) != NULL) {
        lob_wire_int(w, value, &out->left);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "bottom", "integer")) != NULL) {
        lob_wire_int(w, value, &out->bottom);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "right", "integer")) != NULL) {
        lob_wire_int(w, value, &out->right);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "top", "integer")) != NULL) {
        lob_wire_int(w, value, &out->top);
        lob_wire_leave(w);
    }
}

lob_status lob_dbu_box_parse(lob_ctx *ctx, const cJSON *json, lob_dbu_box *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "dbu_box", false);
    lob_dbu_box_read(&w, json, out);
    return lob_wire_end(&w);
}

void lob_query_box_read(lob_wire *w, const cJSON *json, lob_query_box *out) {
    static const char *const members[] = {"left", "bottom", "right", "top", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .closed = true,
        .numbers = members,
        .number_count = 4,
        .form = "{\"left\": 0, \"bottom\": 0, \"right\": 0, \"top\": 0}",
    };
    lob_wire_code(w, LOB_E_INVALID_BOX);
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "left", "number")) != NULL) {
        lob_wire_number(w, value, &out->left);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "bottom", "number")) != NULL) {
        lob_wire_number(w, value, &out->bottom);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "right", "number")) != NULL) {
        lob_wire_number(w, value, &out->right);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "top", "number")) != NULL) {
        lob_wire_number(w, value, &out->top);
        lob_wire_leave(w);
    }
}

lob_status lob_query_box_parse(lob_ctx *ctx, const cJSON *json, lob_query_box *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "query_box", false);
    lob_query_box_read(&w, json, out);
    return lob_wire_end(&w);
}

void lob_circuit_device_params_read(lob_wire *w, const cJSON *json, lob_circuit_device_params *out) {
    static const char *const members[] = {"w", "l", "m", "nf", "extra", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .form = "{\"extra\": {...}}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_nullable(w, json, "w", NULL)) != NULL) {
        out->has_w = true;
        lob_wire_number(w, value, &out->w);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_nullable(w, json, "l", NULL)) != NULL) {
        out->has_l = true;
        lob_wire_number(w, value, &out->l);
        lob_wire_leave(w);
    }
    out->m = 1;
    if ((value = lob_wire_member(w, json, "m", NULL)) != NULL) {
        if (lob_wire_int(w, value, &out->m)) {
            lob_wire_minimum(w, value, 1);
        }
        lob_wire_leave(w);
    }
    out->nf = 1;
    if ((value = lob_wire_member(w, json, "nf", NULL)) != NULL) {
        if (lob_wire_int(w, value, &out->nf)) {
            lob_wire_minimum(w, value, 1);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "extra", "object")) != NULL) {
        if (lob_wire_map(w, value)) {
            out->extra.count = lob_wire_count(value);
            out->extra.items = lob_wire_alloc(w, out->extra.count, sizeof *out->extra.items);
            out->extra.names = lob_wire_alloc(w, out->extra.count, sizeof *out->extra.names);
            const cJSON *item0 = out->extra.items && out->extra.names ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                out->extra.names[i0] = lob_wire_text(w, item0->string);
                lob_wire_enter_key(w, item0->string);
                lob_wire_any(w, item0, &out->extra.items[i0]);
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
}

lob_status lob_circuit_device_params_parse(lob_ctx *ctx, const cJSON *json, lob_circuit_device_params *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "circuit_device_params", false);
    lob_circuit_device_params_read(&w, json, out);
    return lob_wire_end(&w);
}

void lob_device_type_read(lob_wire *w, const cJSON *json, lob_device_type *out) {
    int choice;
    if (lob_wire_enum(w, json, lob_device_type_names, LOB_DEVICE_TYPE_COUNT, &choice)) {
        *out = (lob_device_type)choice;
    }
}

void lob_circuit_device_read(lob_wire *w, const cJSON *json, lob_circuit_device *out) {
    static const char *const members[] = {"id", "type", "model", "params", "terminals", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .form = "{\"id\": \"...\", \"type\": \"nmos\", \"params\": {...}, \"terminals\": {...}}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "id", "string")) != NULL) {
        lob_wire_string(w, value, &out->id);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "type", "string")) != NULL) {
        lob_device_type_read(w, value, &out->type);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_nullable(w, json, "model", NULL)) != NULL) {
        lob_wire_string(w, value, &out->model);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "params", "object")) != NULL) {
        lob_circuit_device_params_read(w, value, &out->params);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "terminals", "object")) != NULL) {
        if (lob_wire_map(w, value)) {
            out->terminals.count = lob_wire_count(value);
            out->terminals.items = lob_wire_alloc(w, out->terminals.count, sizeof *out->terminals.items);
            out->terminals.names = lob_wire_alloc(w, out->terminals.count, sizeof *out->terminals.names);
            const cJSON *item0 = out->terminals.items && out->terminals.names ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                out->terminals.names[i0] = lob_wire_text(w, item0->string);
                lob_wire_enter_key(w, item0->string);
                lob_wire_string(w, item0, &out->terminals.items[i0]);
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
}

lob_status lob_circuit_device_parse(lob_ctx *ctx, const cJSON *json, lob_circuit_device *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "circuit_device", false);
    lob_circuit_device_read(&w, json, out);
    return lob_wire_end(&w);
}

void lob_terminal_ref_read(lob_wire *w, const cJSON *json, lob_terminal_ref *out) {
    static const char *const members[] = {"device_id", "terminal_name", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .form = "{\"device_id\": \"...\", \"terminal_name\": \"...\"}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "device_id", "string")) != NULL) {
        lob_wire_string(w, value, &out->device_id);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "terminal_name", "string")) != NULL) {
        lob_wire_string(w, value, &out->terminal_name);
        lob_wire_leave(w);
    }
}

lob_status lob_terminal_ref_parse(lob_ctx *ctx, const cJSON *json, lob_terminal_ref *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "terminal_ref", false);
    lob_terminal_ref_read(&w, json, out);
    return lob_wire_end(&w);
}

void lob_net_type_read(lob_wire *w, const cJSON *json, lob_net_type *out) {
    int choice;
    if (lob_wire_enum(w, json, lob_net_type_names, LOB_NET_TYPE_COUNT, &choice)) {
        *out = (lob_net_type)choice;
    }
}

void lob_circuit_net_read(lob_wire *w, const cJSON *json, lob_circuit_net *out) {
    static const char *const members[] = {"name", "connections", "net_type", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .form = "{\"name\": \"...\", \"connections\": [...], \"net_type\": \"signal\"}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "name", "string")) != NULL) {
        lob_wire_string(w, value, &out->name);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "connections", "array")) != NULL) {
        if (lob_wire_array(w, value)) {
            out->connections.count = lob_wire_count(value);
            out->connections.items = lob_wire_alloc(w, out->connections.count, sizeof *out->connections.items);
            const cJSON *item0 = out->connections.items ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                lob_wire_enter_item(w, i0);
                lob_terminal_ref_read(w, item0, &out->connections.items[i0]);
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "net_type", "string")) != NULL) {
        lob_net_type_read(w, value, &out->net_type);
        lob_wire_leave(w);
    }
}

lob_status lob_circuit_net_parse(lob_ctx *ctx, const cJSON *json, lob_circuit_net *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "circuit_net", false);
    lob_circuit_net_read(&w, json, out);
    return lob_wire_end(&w);
}

void lob_module_type_read(lob_wire *w, const cJSON *json, lob_module_type *out) {
    int choice;
    if (lob_wire_enum(w, json, lob_module_type_names, LOB_MODULE_TYPE_COUNT, &choice)) {
        *out = (lob_module_type)choice;
    }
}

void lob_circuit_module_properties_read(lob_wire *w, const cJSON *json, lob_circuit_module_properties *out) {
    static const char *const members[] = {"why", "matched", "matched_devices", "reference", "ratios", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .form = "{\"why\": \"...\", \"matched\": true, \"matched_devices\": [...]}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "why", "string")) != NULL) {
        lob_wire_string(w, value, &out->why);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "matched", "boolean")) != NULL) {
        lob_wire_bool(w, value, &out->matched);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "matched_devices", "array")) != NULL) {
        if (lob_wire_array(w, value)) {
            out->matched_devices.count = lob_wire_count(value);
            out->matched_devices.items = lob_wire_alloc(w, out->matched_devices.count,
                sizeof *out->matched_devices.items);
            const cJSON *item0 = out->matched_devices.items ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                lob_wire_enter_item(w, i0);
                if (lob_wire_array(w, item0)) {
                    out->matched_devices.items[i0].count = lob_wire_count(item0);
                    out->matched_devices.items[i0].items = lob_wire_alloc(w, out->matched_devices.items[i0].count,
                        sizeof *out->matched_devices.items[i0].items);
                    const cJSON *item1 = out->matched_devices.items[i0].items ? item0->child : NULL;
                    for (size_t i1 = 0; item1; i1++, item1 = item1->next) {
                        lob_wire_enter_item(w, i1);
                        lob_wire_string(w, item1, &out->matched_devices.items[i0].items[i1]);
                        lob_wire_leave(w);
                    }
                }
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "reference", NULL)) != NULL) {
        lob_wire_string(w, value, &out->reference);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "ratios", NULL)) != NULL) {
        out->has_ratios = true;
        if (lob_wire_array(w, value)) {
            out->ratios.count = lob_wire_count(value);
            out->ratios.items = lob_wire_alloc(w, out->ratios.count, sizeof *out->ratios.items);
            const cJSON *item0 = out->ratios.items ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                lob_wire_enter_item(w, i0);
                lob_wire_number(w, item0, &out->ratios.items[i0]);
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
}

lob_status lob_circuit_module_properties_parse(lob_ctx *ctx, const cJSON *json, lob_circuit_module_properties *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "circuit_module_properties", false);
    lob_circuit_module_properties_read(&w, json, out);
    return lob_wire_end(&w);
}

void lob_circuit_module_read(lob_wire *w, const cJSON *json, lob_circuit_module *out) {
    static const char *const members[] = {"id", "type", "devices", "properties", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .form = "{\"id\": \"...\", \"type\": \"differential_pair\", \"devices\": [...], \"properties\": {...}}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "id", "string")) != NULL) {
        lob_wire_string(w, value, &out->id);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "type", "string")) != NULL) {
        lob_module_type_read(w, value, &out->type);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "devices", "array")) != NULL) {
        if (lob_wire_array(w, value)) {
            out->devices.count = lob_wire_count(value);
            out->devices.items = lob_wire_alloc(w, out->devices.count, sizeof *out->devices.items);
            const cJSON *item0 = out->devices.items ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                lob_wire_enter_item(w, i0);
                lob_wire_string(w, item0, &out->devices.items[i0]);
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "properties", "object")) != NULL) {
        lob_circuit_module_properties_read(w, value, &out->properties);
        lob_wire_leave(w);
    }
}

lob_status lob_circuit_module_parse(lob_ctx *ctx, const cJSON *json, lob_circuit_module *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "circuit_module", false);
    lob_circuit_module_read(&w, json, out);
    return lob_wire_end(&w);
}

void lob_circuit_read(lob_wire *w, const cJSON *json, lob_circuit *out) {
    static const char *const members[] = {"name", "devices", "nets", "modules", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .form = "{\"name\": \"...\", \"devices\": [...], \"nets\": [...], \"modules\": [...]}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "name", "string")) != NULL) {
        lob_wire_string(w, value, &out->name);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "devices", "array")) != NULL) {
        if (lob_wire_array(w, value)) {
            out->devices.count = lob_wire_count(value);
            out->devices.items = lob_wire_alloc(w, out->devices.count, sizeof *out->devices.items);
            const cJSON *item0 = out->devices.items ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                lob_wire_enter_item(w, i0);
                lob_circuit_device_read(w, item0, &out->devices.items[i0]);
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "nets", "array")) != NULL) {
        if (lob_wire_array(w, value)) {
            out->nets.count = lob_wire_count(value);
            out->nets.items = lob_wire_alloc(w, out->nets.count, sizeof *out->nets.items);
            const cJSON *item0 = out->nets.items ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                lob_wire_enter_item(w, i0);
                lob_circuit_net_read(w, item0, &out->nets.items[i0]);
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "modules", "array")) != NULL) {
        if (lob_wire_array(w, value)) {
            out->modules.count = lob_wire_count(value);
            out->modules.items = lob_wire_alloc(w, out->modules.count, sizeof *out->modules.items);
            const cJSON *item0 = out->modules.items ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                lob_wire_enter_item(w, i0);
                lob_circuit_module_read(w, item0, &out->modules.items[i0]);
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
}

lob_status lob_circuit_parse(lob_ctx *ctx, const cJSON *json, lob_circuit *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "circuit", false);
    lob_circuit_read(&w, json, out);
    return lob_wire_end(&w);
}

void lob_units_read(lob_wire *w, const cJSON *json, lob_units *out) {
    static const char *const members[] = {"length", "database", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .form = "{\"length\": \"um\", \"database\": \"dbu\"}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    out->unused = 0;
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "length", "string")) != NULL) {
        lob_wire_const(w, value, "um");
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "database", "string")) != NULL) {
        lob_wire_const(w, value, "dbu");
        lob_wire_leave(w);
    }
}

lob_status lob_units_parse(lob_ctx *ctx, const cJSON *json, lob_units *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "units", false);
    lob_units_read(&w, json, out);
    return lob_wire_end(&w);
}

void lob_warning_item_read(lob_wire *w, const cJSON *json, lob_warning_item *out) {
    static const char *const members[] = {"kind", "message", "count", "offset", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .form = "{\"kind\": \"...\", \"message\": \"...\", \"count\": 0}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "kind", "string")) != NULL) {
        lob_wire_string(w, value, &out->kind);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "message", "string")) != NULL) {
        lob_wire_string(w, value, &out->message);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "count", "integer")) != NULL) {
        lob_wire_int(w, value, &out->count);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "offset", NULL)) != NULL) {
        out->has_offset = true;
        lob_wire_int(w, value, &out->offset);
        lob_wire_leave(w);
    }
}

lob_status lob_warning_item_parse(lob_ctx *ctx, const cJSON *json, lob_warning_item *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "warning_item", false);
    lob_warning_item_read(&w, json, out);
    return lob_wire_end(&w);
}

void lob_conformance_level_read(lob_wire *w, const cJSON *json, lob_conformance_level *out) {
    int choice;
    if (lob_wire_enum(w, json, lob_conformance_level_names, LOB_CONFORMANCE_LEVEL_COUNT, &choice)) {
        *out = (lob_conformance_level)choice;
    }
}

void lob_conformance_profile_read(lob_wire *w, const cJSON *json, lob_conformance_profile *out) {
    int choice;
    if (lob_wire_enum(w, json, lob_conformance_profile_names, LOB_CONFORMANCE_PROFILE_COUNT, &choice)) {
        *out = (lob_conformance_profile)choice;
    }
}

void lob_conformance_need_read(lob_wire *w, const cJSON *json, lob_conformance_need *out) {
    int choice;
    if (lob_wire_enum(w, json, lob_conformance_need_names, LOB_CONFORMANCE_NEED_COUNT, &choice)) {
        *out = (lob_conformance_need)choice;
    }
}

static void conformance_step_restart_read(lob_wire *w, const cJSON *json, lob_conformance_step_restart *out) {
    int choice;
    if (lob_wire_enum(w, json, lob_conformance_step_restart_names, LOB_CONFORMANCE_STEP_RESTART_COUNT, &choice)) {
        *out = (lob_conformance_step_restart)choice;
    }
}

static void conformance_step_kind_read(lob_wire *w, const cJSON *json, lob_conformance_step_kind *out) {
    int choice;
    if (lob_wire_enum(w, json, lob_conformance_step_kind_names, LOB_CONFORMANCE_STEP_KIND_COUNT, &choice)) {
        *out = (lob_conformance_step_kind)choice;
    }
}

void lob_conformance_step_read(lob_wire *w, const cJSON *json, lob_conformance_step *out) {
    static const char *const members[] = {"about", "call", "arguments", "request", "notify", "params", "send", "as",
        "await", "silent", "within_ms", "wait_ms", "restart", "file", "make", "copy", "text", "link", "kind", "mode",
        "check", "expect", "error", "rpc_error", "save", "tolerance", "picture", "timeout_ms", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .closed = true,
        .form = "{}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "about", NULL)) != NULL) {
        lob_wire_string(w, value, &out->about);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "call", NULL)) != NULL) {
        lob_wire_string(w, value, &out->call);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "arguments", NULL)) != NULL) {
        lob_wire_any(w, value, &out->arguments);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "request", NULL)) != NULL) {
        lob_wire_string(w, value, &out->request);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "notify", NULL)) != NULL) {
        lob_wire_string(w, value, &out->notify);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "params", NULL)) != NULL) {
        lob_wire_any(w, value, &out->params);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "send", NULL)) != NULL) {
        lob_wire_string(w, value, &out->send);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "as", NULL)) != NULL) {
        lob_wire_string(w, value, &out->as);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "await", NULL)) != NULL) {
        lob_wire_string(w, value, &out->await);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "silent", NULL)) != NULL) {
        lob_wire_string(w, value, &out->silent);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "within_ms", NULL)) != NULL) {
        out->has_within_ms = true;
        if (lob_wire_int(w, value, &out->within_ms)) {
            lob_wire_minimum(w, value, 0);
            lob_wire_maximum(w, value, 60000);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "wait_ms", NULL)) != NULL) {
        out->has_wait_ms = true;
        if (lob_wire_int(w, value, &out->wait_ms)) {
            lob_wire_minimum(w, value, 0);
            lob_wire_maximum(w, value, 60000);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "restart", NULL)) != NULL) {
        out->has_restart = true;
        conformance_step_restart_read(w, value, &out->restart);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "file", NULL)) != NULL) {
        lob_wire_string(w, value, &out->file);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "make", NULL)) != NULL) {
        lob_wire_string(w, value, &out->make);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "copy", NULL)) != NULL) {
        lob_wire_string(w, value, &out->copy);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "text", NULL)) != NULL) {
        lob_wire_string(w, value, &out->text);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "link", NULL)) != NULL) {
        lob_wire_string(w, value, &out->link);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "kind", NULL)) != NULL) {
        out->has_kind = true;
        conformance_step_kind_read(w, value, &out->kind);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "mode", NULL)) != NULL) {
        lob_wire_string(w, value, &out->mode);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "check", NULL)) != NULL) {
        lob_wire_any(w, value, &out->check);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "expect", NULL)) != NULL) {
        lob_wire_any(w, value, &out->expect);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "error", NULL)) != NULL) {
        lob_wire_any(w, value, &out->error);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "rpc_error", NULL)) != NULL) {
        lob_wire_any(w, value, &out->rpc_error);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "save", NULL)) != NULL) {
        out->has_save = true;
        if (lob_wire_map(w, value)) {
            out->save.count = lob_wire_count(value);
            out->save.items = lob_wire_alloc(w, out->save.count, sizeof *out->save.items);
            out->save.names = lob_wire_alloc(w, out->save.count, sizeof *out->save.names);
            const cJSON *item0 = out->save.items && out->save.names ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                out->save.names[i0] = lob_wire_text(w, item0->string);
                lob_wire_enter_key(w, item0->string);
                lob_wire_string(w, item0, &out->save.items[i0]);
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "tolerance", NULL)) != NULL) {
        out->has_tolerance = true;
        if (lob_wire_map(w, value)) {
            out->tolerance.count = lob_wire_count(value);
            out->tolerance.items = lob_wire_alloc(w, out->tolerance.count, sizeof *out->tolerance.items);
            out->tolerance.names = lob_wire_alloc(w, out->tolerance.count, sizeof *out->tolerance.names);
            const cJSON *item0 = out->tolerance.items && out->tolerance.names ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                out->tolerance.names[i0] = lob_wire_text(w, item0->string);
                lob_wire_enter_key(w, item0->string);
                if (lob_wire_number(w, item0, &out->tolerance.items[i0])) {
                    lob_wire_minimum(w, item0, 0);
                }
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "picture", NULL)) != NULL) {
        lob_wire_any(w, value, &out->picture);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "timeout_ms", NULL)) != NULL) {
        out->has_timeout_ms = true;
        if (lob_wire_int(w, value, &out->timeout_ms)) {
            lob_wire_minimum(w, value, 1);
            lob_wire_maximum(w, value, 600000);
        }
        lob_wire_leave(w);
    }
}

lob_status lob_conformance_step_parse(lob_ctx *ctx, const cJSON *json, lob_conformance_step *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "conformance_step", false);
    lob_conformance_step_read(&w, json, out);
    return lob_wire_end(&w);
}

void lob_conformance_case_read(lob_wire *w, const cJSON *json, lob_conformance_case *out) {
    static const char *const members[] = {"id", "about", "profile", "level", "requirements", "since", "needs", "env",
        "steps", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .closed = true,
        .form = "{\"id\": \"...\", \"about\": \"...\", \"profile\": \"core\", \"level\": \"required\", \"requirements"
                "\": [...], \"since\": \"...\"}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "id", "string")) != NULL) {
        if (lob_wire_string(w, value, &out->id)) {
            lob_wire_min_length(w, value, 3);
            lob_wire_max_length(w, value, 96);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "about", "string")) != NULL) {
        if (lob_wire_string(w, value, &out->about)) {
            lob_wire_min_length(w, value, 1);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "profile", "string")) != NULL) {
        lob_conformance_profile_read(w, value, &out->profile);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "level", "string")) != NULL) {
        lob_conformance_level_read(w, value, &out->level);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "requirements", "array")) != NULL) {
        if (lob_wire_array(w, value) && lob_wire_max_items(w, value, 32)) {
            lob_wire_min_items(w, value, 1);
            out->requirements.count = lob_wire_count(value);
            out->requirements.items = lob_wire_alloc(w, out->requirements.count, sizeof *out->requirements.items);
            const cJSON *item0 = out->requirements.items ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                lob_wire_enter_item(w, i0);
                lob_wire_string(w, item0, &out->requirements.items[i0]);
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "since", "string")) != NULL) {
        lob_wire_string(w, value, &out->since);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "needs", NULL)) != NULL) {
        out->has_needs = true;
        if (lob_wire_array(w, value) && lob_wire_max_items(w, value, 4)) {
            out->needs.count = lob_wire_count(value);
            out->needs.items = lob_wire_alloc(w, out->needs.count, sizeof *out->needs.items);
            const cJSON *item0 = out->needs.items ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                lob_wire_enter_item(w, i0);
                lob_conformance_need_read(w, item0, &out->needs.items[i0]);
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "env", NULL)) != NULL) {
        out->has_env = true;
        if (lob_wire_map(w, value)) {
            out->env.count = lob_wire_count(value);
            out->env.items = lob_wire_alloc(w, out->env.count, sizeof *out->env.items);
            out->env.names = lob_wire_alloc(w, out->env.count, sizeof *out->env.names);
            const cJSON *item0 = out->env.items && out->env.names ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                out->env.names[i0] = lob_wire_text(w, item0->string);
                lob_wire_enter_key(w, item0->string);
                lob_wire_string(w, item0, &out->env.items[i0]);
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "steps", "array")) != NULL) {
        if (lob_wire_array(w, value) && lob_wire_max_items(w, value, 200)) {
            lob_wire_min_items(w, value, 1);
            out->steps.count = lob_wire_count(value);
            out->steps.items = lob_wire_alloc(w, out->steps.count, sizeof *out->steps.items);
            const cJSON *item0 = out->steps.items ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                lob_wire_enter_item(w, i0);
                lob_conformance_step_read(w, item0, &out->steps.items[i0]);
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
}

lob_status lob_conformance_case_parse(lob_ctx *ctx, const cJSON *json, lob_conformance_case *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "conformance_case", false);
    lob_conformance_case_read(&w, json, out);
    return lob_wire_end(&w);
}

void lob_known_failure_read(lob_wire *w, const cJSON *json, lob_known_failure *out) {
    static const char *const members[] = {"id", "reason", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .closed = true,
        .form = "{\"id\": \"...\", \"reason\": \"...\"}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "id", "string")) != NULL) {
        lob_wire_string(w, value, &out->id);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "reason", "string")) != NULL) {
        if (lob_wire_string(w, value, &out->reason)) {
            lob_wire_min_length(w, value, 1);
        }
        lob_wire_leave(w);
    }
}

lob_status lob_known_failure_parse(lob_ctx *ctx, const cJSON *json, lob_known_failure *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "known_failure", false);
    lob_known_failure_read(&w, json, out);
    return lob_wire_end(&w);
}

void lob_known_failures_read(lob_wire *w, const cJSON *json, lob_known_failures *out) {
    static const char *const members[] = {"known_failures", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .closed = true,
        .form = "{\"known_failures\": [...]}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "known_failures", "array")) != NULL) {
        if (lob_wire_array(w, value)) {
            out->known_failures.count = lob_wire_count(value);
            out->known_failures.items = lob_wire_alloc(w, out->known_failures.count, sizeof *out->known_failures.items);
            const cJSON *item0 = out->known_failures.items ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                lob_wire_enter_item(w, i0);
                lob_known_failure_read(w, item0, &out->known_failures.items[i0]);
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
}

lob_status lob_known_failures_parse(lob_ctx *ctx, const cJSON *json, lob_known_failures *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "known_failures", false);
    lob_known_failures_read(&w, json, out);
    return lob_wire_end(&w);
}

static void requirement_level_read(lob_wire *w, const cJSON *json, lob_requirement_level *out) {
    int choice;
    if (lob_wire_enum(w, json, lob_requirement_level_names, LOB_REQUIREMENT_LEVEL_COUNT, &choice)) {
        *out = (lob_requirement_level)choice;
    }
}

static void requirement_source_read(lob_wire *w, const cJSON *json, lob_requirement_source *out) {
    int choice;
    if (lob_wire_enum(w, json, lob_requirement_source_names, LOB_REQUIREMENT_SOURCE_COUNT, &choice)) {
        *out = (lob_requirement_source)choice;
    }
}

void lob_requirement_read(lob_wire *w, const cJSON *json, lob_requirement *out) {
    static const char *const members[] = {"id", "level", "source", "text", "unasked", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .closed = true,
        .form = "{\"id\": \"...\", \"level\": \"MUST\", \"source\": \"contract\", \"text\": \"...\"}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "id", "string")) != NULL) {
        lob_wire_string(w, value, &out->id);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "level", "string")) != NULL) {
        requirement_level_read(w, value, &out->level);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "source", "string")) != NULL) {
        requirement_source_read(w, value, &out->source);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "text", "string")) != NULL) {
        lob_wire_string(w, value, &out->text);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "unasked", NULL)) != NULL) {
        if (lob_wire_string(w, value, &out->unasked)) {
            lob_wire_min_length(w, value, 1);
        }
        lob_wire_leave(w);
    }
}

lob_status lob_requirement_parse(lob_ctx *ctx, const cJSON *json, lob_requirement *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "requirement", false);
    lob_requirement_read(&w, json, out);
    return lob_wire_end(&w);
}

static void convention_layer_role_read(lob_wire *w, const cJSON *json, lob_convention_layer_role *out) {
    int choice;
    if (lob_wire_enum(w, json, lob_convention_layer_role_names, LOB_CONVENTION_LAYER_ROLE_COUNT, &choice)) {
        *out = (lob_convention_layer_role)choice;
    }
}

void lob_convention_layer_read(lob_wire *w, const cJSON *json, lob_convention_layer *out) {
    static const char *const members[] = {"layer", "datatype", "role", "material", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .closed = true,
        .form = "{\"layer\": 0, \"datatype\": 0, \"role\": \"waveguide\"}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "layer", "integer")) != NULL) {
        if (lob_wire_int(w, value, &out->layer)) {
            lob_wire_minimum(w, value, 0);
            lob_wire_maximum(w, value, 4294967295);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "datatype", "integer")) != NULL) {
        if (lob_wire_int(w, value, &out->datatype)) {
            lob_wire_minimum(w, value, 0);
            lob_wire_maximum(w, value, 4294967295);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "role", "string")) != NULL) {
        convention_layer_role_read(w, value, &out->role);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "material", NULL)) != NULL) {
        if (lob_wire_string(w, value, &out->material)) {
            lob_wire_max_length(w, value, 64);
        }
        lob_wire_leave(w);
    }
}

lob_status lob_convention_layer_parse(lob_ctx *ctx, const cJSON *json, lob_convention_layer *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "convention_layer", false);
    lob_convention_layer_read(&w, json, out);
    return lob_wire_end(&w);
}

static void convention_port_name_from_read(lob_wire *w, const cJSON *json, lob_convention_port_name_from *out) {
    int choice;
    if (lob_wire_enum(w, json, lob_convention_port_name_from_names, LOB_CONVENTION_PORT_NAME_FROM_COUNT, &choice)) {
        *out = (lob_convention_port_name_from)choice;
    }
}

static void convention_port_name_where_read(lob_wire *w, const cJSON *json, lob_convention_port_name_where *out) {
    int choice;
    if (lob_wire_enum(w, json, lob_convention_port_name_where_names, LOB_CONVENTION_PORT_NAME_WHERE_COUNT, &choice)) {
        *out = (lob_convention_port_name_where)choice;
    }
}

static void convention_port_name_scope_read(lob_wire *w, const cJSON *json, lob_convention_port_name_scope *out) {
    int choice;
    if (lob_wire_enum(w, json, lob_convention_port_name_scope_names, LOB_CONVENTION_PORT_NAME_SCOPE_COUNT, &choice)) {
        *out = (lob_convention_port_name_scope)choice;
    }
}

void lob_convention_port_name_read(lob_wire *w, const cJSON *json, lob_convention_port_name *out) {
    static const char *const members[] = {"from", "on", "where", "scope", "distance_um", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .closed = true,
        .form = "{\"from\": \"text\"}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "from", "string")) != NULL) {
        convention_port_name_from_read(w, value, &out->from);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "on", NULL)) != NULL) {
        if (lob_wire_string(w, value, &out->on)) {
            lob_wire_max_length(w, value, 64);
        }
        lob_wire_leave(w);
    }
    out->where = LOB_CONVENTION_PORT_NAME_WHERE_TOUCHES_BBOX;
    if ((value = lob_wire_member(w, json, "where", NULL)) != NULL) {
        convention_port_name_where_read(w, value, &out->where);
        lob_wire_leave(w);
    }
    out->scope = LOB_CONVENTION_PORT_NAME_SCOPE_SAME_CELL;
    if ((value = lob_wire_member(w, json, "scope", NULL)) != NULL) {
        convention_port_name_scope_read(w, value, &out->scope);
        lob_wire_leave(w);
    }
    out->distance_um = 5;
    if ((value = lob_wire_member(w, json, "distance_um", NULL)) != NULL) {
        if (lob_wire_number(w, value, &out->distance_um)) {
            lob_wire_above(w, value, 0);
            lob_wire_maximum(w, value, 1000);
        }
        lob_wire_leave(w);
    }
}

lob_status lob_convention_port_name_parse(lob_ctx *ctx, const cJSON *json, lob_convention_port_name *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "convention_port_name", false);
    lob_convention_port_name_read(&w, json, out);
    return lob_wire_end(&w);
}

static void convention_marker_shape_read(lob_wire *w, const cJSON *json, lob_convention_marker_shape *out) {
    int choice;
    if (lob_wire_enum(w, json, lob_convention_marker_shape_names, LOB_CONVENTION_MARKER_SHAPE_COUNT, &choice)) {
        *out = (lob_convention_marker_shape)choice;
    }
}

static void convention_marker_direction_read(lob_wire *w, const cJSON *json, lob_convention_marker_direction *out) {
    int choice;
    if (lob_wire_enum(w, json, lob_convention_marker_direction_names, LOB_CONVENTION_MARKER_DIRECTION_COUNT, &choice)) {
        *out = (lob_convention_marker_direction)choice;
    }
}

static void convention_marker_position_read(lob_wire *w, const cJSON *json, lob_convention_marker_position *out) {
    int choice;
    if (lob_wire_enum(w, json, lob_convention_marker_position_names, LOB_CONVENTION_MARKER_POSITION_COUNT, &choice)) {
        *out = (lob_convention_marker_position)choice;
    }
}

static void convention_marker_width_read(lob_wire *w, const cJSON *json, lob_convention_marker_width *out) {
    int choice;
    if (lob_wire_enum(w, json, lob_convention_marker_width_names, LOB_CONVENTION_MARKER_WIDTH_COUNT, &choice)) {
        *out = (lob_convention_marker_width)choice;
    }
}

void lob_convention_marker_read(lob_wire *w, const cJSON *json, lob_convention_marker *out) {
    static const char *const members[] = {"id", "on", "shape", "direction", "position", "width", "name", "type",
        "connects", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .closed = true,
        .form = "{\"id\": \"...\", \"shape\": \"path2\"}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "id", "string")) != NULL) {
        if (lob_wire_string(w, value, &out->id)) {
            lob_wire_max_length(w, value, 40);
            lob_wire_format(w, value, LOB_FORMAT_IDENTIFIER);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "on", NULL)) != NULL) {
        if (lob_wire_string(w, value, &out->on)) {
            lob_wire_max_length(w, value, 64);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "shape", "string")) != NULL) {
        convention_marker_shape_read(w, value, &out->shape);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "direction", NULL)) != NULL) {
        out->has_direction = true;
        convention_marker_direction_read(w, value, &out->direction);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "position", NULL)) != NULL) {
        out->has_position = true;
        convention_marker_position_read(w, value, &out->position);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "width", NULL)) != NULL) {
        out->has_width = true;
        convention_marker_width_read(w, value, &out->width);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "name", NULL)) != NULL) {
        out->name = lob_wire_alloc(w, 1, sizeof *out->name);
        if (out->name) {
            lob_convention_port_name_read(w, value, out->name);
        }
        lob_wire_leave(w);
    }
    out->type = LOB_STR("optical");
    if ((value = lob_wire_member(w, json, "type", NULL)) != NULL) {
        if (lob_wire_string(w, value, &out->type)) {
            lob_wire_min_length(w, value, 1);
            lob_wire_max_length(w, value, 40);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "connects", NULL)) != NULL) {
        out->has_connects = true;
        if (lob_wire_array(w, value) && lob_wire_max_items(w, value, 32)) {
            out->connects.count = lob_wire_count(value);
            out->connects.items = lob_wire_alloc(w, out->connects.count, sizeof *out->connects.items);
            const cJSON *item0 = out->connects.items ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                lob_wire_enter_item(w, i0);
                if (lob_wire_string(w, item0, &out->connects.items[i0])) {
                    lob_wire_max_length(w, item0, 64);
                }
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
}

lob_status lob_convention_marker_parse(lob_ctx *ctx, const cJSON *json, lob_convention_marker *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "convention_marker", false);
    lob_convention_marker_read(&w, json, out);
    return lob_wire_end(&w);
}

static void convention_param_form_read(lob_wire *w, const cJSON *json, lob_convention_param_form *out) {
    int choice;
    if (lob_wire_enum(w, json, lob_convention_param_form_names, LOB_CONVENTION_PARAM_FORM_COUNT, &choice)) {
        *out = (lob_convention_param_form)choice;
    }
}

void lob_convention_param_read(lob_wire *w, const cJSON *json, lob_convention_param *out) {
    static const char *const members[] = {"prefix", "key", "form", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .closed = true,
        .form = "{\"prefix\": \"...\", \"key\": \"...\"}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "prefix", "string")) != NULL) {
        if (lob_wire_string(w, value, &out->prefix)) {
            lob_wire_min_length(w, value, 1);
            lob_wire_max_length(w, value, 100);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "key", "string")) != NULL) {
        if (lob_wire_string(w, value, &out->key)) {
            lob_wire_max_length(w, value, 40);
            lob_wire_format(w, value, LOB_FORMAT_IDENTIFIER);
        }
        lob_wire_leave(w);
    }
    out->form = LOB_CONVENTION_PARAM_FORM_TEXT;
    if ((value = lob_wire_member(w, json, "form", NULL)) != NULL) {
        convention_param_form_read(w, value, &out->form);
        lob_wire_leave(w);
    }
}

lob_status lob_convention_param_parse(lob_ctx *ctx, const cJSON *json, lob_convention_param *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "convention_param", false);
    lob_convention_param_read(&w, json, out);
    return lob_wire_end(&w);
}

static void convention_device_outline_read(lob_wire *w, const cJSON *json, lob_convention_device_outline *out) {
    int choice;
    if (lob_wire_enum(w, json, lob_convention_device_outline_names, LOB_CONVENTION_DEVICE_OUTLINE_COUNT, &choice)) {
        *out = (lob_convention_device_outline)choice;
    }
}

void lob_convention_device_read(lob_wire *w, const cJSON *json, lob_convention_device *out) {
    static const char *const members[] = {"on", "outline", "params", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .closed = true,
        .form = "{\"on\": \"...\"}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "on", "string")) != NULL) {
        if (lob_wire_string(w, value, &out->on)) {
            lob_wire_max_length(w, value, 64);
        }
        lob_wire_leave(w);
    }
    out->outline = LOB_CONVENTION_DEVICE_OUTLINE_BBOX;
    if ((value = lob_wire_member(w, json, "outline", NULL)) != NULL) {
        convention_device_outline_read(w, value, &out->outline);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "params", NULL)) != NULL) {
        out->has_params = true;
        if (lob_wire_array(w, value) && lob_wire_max_items(w, value, 32)) {
            out->params.count = lob_wire_count(value);
            out->params.items = lob_wire_alloc(w, out->params.count, sizeof *out->params.items);
            const cJSON *item0 = out->params.items ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                lob_wire_enter_item(w, i0);
                lob_convention_param_read(w, item0, &out->params.items[i0]);
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
}

lob_status lob_convention_device_parse(lob_ctx *ctx, const cJSON *json, lob_convention_device *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "convention_device", false);
    lob_convention_device_read(&w, json, out);
    return lob_wire_end(&w);
}

void lob_convention_label_read(lob_wire *w, const cJSON *json, lob_convention_label *out) {
    static const char *const members[] = {"regex", "on", "means", "groups", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .closed = true,
        .form = "{\"regex\": \"...\", \"on\": [...], \"means\": \"...\"}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "regex", "string")) != NULL) {
        if (lob_wire_string(w, value, &out->regex)) {
            lob_wire_min_length(w, value, 1);
            lob_wire_max_length(w, value, 200);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "on", "array")) != NULL) {
        if (lob_wire_array(w, value) && lob_wire_max_items(w, value, 16)) {
            lob_wire_min_items(w, value, 1);
            out->on.count = lob_wire_count(value);
            out->on.items = lob_wire_alloc(w, out->on.count, sizeof *out->on.items);
            const cJSON *item0 = out->on.items ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                lob_wire_enter_item(w, i0);
                if (lob_wire_string(w, item0, &out->on.items[i0])) {
                    lob_wire_max_length(w, item0, 64);
                }
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "means", "string")) != NULL) {
        if (lob_wire_string(w, value, &out->means)) {
            lob_wire_max_length(w, value, 40);
            lob_wire_format(w, value, LOB_FORMAT_IDENTIFIER);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "groups", NULL)) != NULL) {
        out->has_groups = true;
        if (lob_wire_array(w, value) && lob_wire_max_items(w, value, 8)) {
            out->groups.count = lob_wire_count(value);
            out->groups.items = lob_wire_alloc(w, out->groups.count, sizeof *out->groups.items);
            const cJSON *item0 = out->groups.items ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                lob_wire_enter_item(w, i0);
                if (lob_wire_string(w, item0, &out->groups.items[i0])) {
                    lob_wire_max_length(w, item0, 40);
                    lob_wire_format(w, item0, LOB_FORMAT_IDENTIFIER);
                }
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
}

lob_status lob_convention_label_parse(lob_ctx *ctx, const cJSON *json, lob_convention_label *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "convention_label", false);
    lob_convention_label_read(&w, json, out);
    return lob_wire_end(&w);
}

void lob_convention_connect_read(lob_wire *w, const cJSON *json, lob_convention_connect *out) {
    static const char *const members[] = {"distance_dbu", "angle_tol_deg", "width_tol_dbu", "require_device_touch",
        NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .closed = true,
        .form = "{}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    out->distance_dbu = 0;
    if ((value = lob_wire_member(w, json, "distance_dbu", NULL)) != NULL) {
        if (lob_wire_number(w, value, &out->distance_dbu)) {
            lob_wire_minimum(w, value, 0);
            lob_wire_maximum(w, value, 1000);
        }
        lob_wire_leave(w);
    }
    out->angle_tol_deg = 0;
    if ((value = lob_wire_member(w, json, "angle_tol_deg", NULL)) != NULL) {
        if (lob_wire_number(w, value, &out->angle_tol_deg)) {
            lob_wire_minimum(w, value, 0);
            lob_wire_maximum(w, value, 90);
        }
        lob_wire_leave(w);
    }
    out->width_tol_dbu = 0;
    if ((value = lob_wire_member(w, json, "width_tol_dbu", NULL)) != NULL) {
        if (lob_wire_number(w, value, &out->width_tol_dbu)) {
            lob_wire_minimum(w, value, 0);
            lob_wire_maximum(w, value, 1000);
        }
        lob_wire_leave(w);
    }
    out->require_device_touch = false;
    if ((value = lob_wire_member(w, json, "require_device_touch", NULL)) != NULL) {
        lob_wire_bool(w, value, &out->require_device_touch);
        lob_wire_leave(w);
    }
}

lob_status lob_convention_connect_parse(lob_ctx *ctx, const cJSON *json, lob_convention_connect *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "convention_connect", false);
    lob_convention_connect_read(&w, json, out);
    return lob_wire_end(&w);
}

void lob_convention_port_read(lob_wire *w, const cJSON *json, lob_convention_port *out) {
    static const char *const members[] = {"cell", "name", "x_um", "y_um", "angle_deg", "width_um", "layer", "type",
        "cross_section", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .closed = true,
        .form = "{\"cell\": \"...\", \"name\": \"...\", \"x_um\": 0, \"y_um\": 0}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "cell", "string")) != NULL) {
        if (lob_wire_string(w, value, &out->cell)) {
            lob_wire_min_length(w, value, 1);
            lob_wire_limit(w, value, LOB_LIMIT_NAME_SIZE, LOB_E_INVALID_TARGET);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "name", "string")) != NULL) {
        if (lob_wire_string(w, value, &out->name)) {
            lob_wire_min_length(w, value, 1);
            lob_wire_max_length(w, value, 100);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "x_um", "number")) != NULL) {
        if (lob_wire_number(w, value, &out->x_um)) {
            lob_wire_minimum(w, value, -1000000000);
            lob_wire_maximum(w, value, 1000000000);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "y_um", "number")) != NULL) {
        if (lob_wire_number(w, value, &out->y_um)) {
            lob_wire_minimum(w, value, -1000000000);
            lob_wire_maximum(w, value, 1000000000);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "angle_deg", NULL)) != NULL) {
        out->has_angle_deg = true;
        if (lob_wire_number(w, value, &out->angle_deg)) {
            lob_wire_minimum(w, value, -360);
            lob_wire_maximum(w, value, 360);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "width_um", NULL)) != NULL) {
        out->has_width_um = true;
        if (lob_wire_number(w, value, &out->width_um)) {
            lob_wire_above(w, value, 0);
            lob_wire_maximum(w, value, 1000000);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "layer", NULL)) != NULL) {
        if (lob_wire_string(w, value, &out->layer)) {
            lob_wire_max_length(w, value, 64);
        }
        lob_wire_leave(w);
    }
    out->type = LOB_STR("optical");
    if ((value = lob_wire_member(w, json, "type", NULL)) != NULL) {
        if (lob_wire_string(w, value, &out->type)) {
            lob_wire_min_length(w, value, 1);
            lob_wire_max_length(w, value, 40);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "cross_section", NULL)) != NULL) {
        if (lob_wire_string(w, value, &out->cross_section)) {
            lob_wire_max_length(w, value, 100);
        }
        lob_wire_leave(w);
    }
}

lob_status lob_convention_port_parse(lob_ctx *ctx, const cJSON *json, lob_convention_port *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "convention_port", false);
    lob_convention_port_read(&w, json, out);
    return lob_wire_end(&w);
}

void lob_convention_units_read(lob_wire *w, const cJSON *json, lob_convention_units *out) {
    static const char *const members[] = {"length", "angle", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .closed = true,
        .form = "{\"length\": \"um\", \"angle\": \"deg\"}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    out->unused = 0;
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "length", "string")) != NULL) {
        lob_wire_const(w, value, "um");
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "angle", "string")) != NULL) {
        lob_wire_const(w, value, "deg");
        lob_wire_leave(w);
    }
}

lob_status lob_convention_units_parse(lob_ctx *ctx, const cJSON *json, lob_convention_units *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "convention_units", false);
    lob_convention_units_read(&w, json, out);
    return lob_wire_end(&w);
}

static void convention_metadata_klayout_meta_read(lob_wire *w, const cJSON *json,
    lob_convention_metadata_klayout_meta *out) {
    int choice;
    if (lob_wire_enum(w, json, lob_convention_metadata_klayout_meta_names, LOB_CONVENTION_METADATA_KLAYOUT_META_COUNT,
        &choice)) {
        *out = (lob_convention_metadata_klayout_meta)choice;
    }
}

void lob_convention_metadata_read(lob_wire *w, const cJSON *json, lob_convention_metadata *out) {
    static const char *const members[] = {"klayout_meta", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .closed = true,
        .form = "{}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "klayout_meta", NULL)) != NULL) {
        out->has_klayout_meta = true;
        convention_metadata_klayout_meta_read(w, value, &out->klayout_meta);
        lob_wire_leave(w);
    }
}

lob_status lob_convention_metadata_parse(lob_ctx *ctx, const cJSON *json, lob_convention_metadata *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "convention_metadata", false);
    lob_convention_metadata_read(&w, json, out);
    return lob_wire_end(&w);
}

void lob_convention_read(lob_wire *w, const cJSON *json, lob_convention *out) {
    static const char *const members[] = {"schema_version", "name", "about", "extends", "units", "layers",
        "port_markers", "device", "labels", "connect", "known_ports", "metadata", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .closed = true,
        .form = "{\"schema_version\": \"1.0\", \"name\": \"...\"}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "schema_version", "string")) != NULL) {
        lob_wire_const(w, value, "1.0");
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "name", "string")) != NULL) {
        if (lob_wire_string(w, value, &out->name)) {
            lob_wire_min_length(w, value, 1);
            lob_wire_max_length(w, value, 64);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "about", NULL)) != NULL) {
        if (lob_wire_string(w, value, &out->about)) {
            lob_wire_max_length(w, value, 2000);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "extends", NULL)) != NULL) {
        if (lob_wire_string(w, value, &out->extends)) {
            lob_wire_min_length(w, value, 1);
            lob_wire_max_length(w, value, 64);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "units", NULL)) != NULL) {
        out->units = lob_wire_alloc(w, 1, sizeof *out->units);
        if (out->units) {
            lob_convention_units_read(w, value, out->units);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "layers", NULL)) != NULL) {
        out->has_layers = true;
        if (lob_wire_map(w, value)) {
            out->layers.count = lob_wire_count(value);
            out->layers.items = lob_wire_alloc(w, out->layers.count, sizeof *out->layers.items);
            out->layers.names = lob_wire_alloc(w, out->layers.count, sizeof *out->layers.names);
            const cJSON *item0 = out->layers.items && out->layers.names ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                out->layers.names[i0] = lob_wire_text(w, item0->string);
                lob_wire_enter_key(w, item0->string);
                lob_convention_layer_read(w, item0, &out->layers.items[i0]);
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "port_markers", NULL)) != NULL) {
        out->has_port_markers = true;
        if (lob_wire_array(w, value) && lob_wire_max_items(w, value, 32)) {
            out->port_markers.count = lob_wire_count(value);
            out->port_markers.items = lob_wire_alloc(w, out->port_markers.count, sizeof *out->port_markers.items);
            const cJSON *item0 = out->port_markers.items ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                lob_wire_enter_item(w, i0);
                lob_convention_marker_read(w, item0, &out->port_markers.items[i0]);
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "device", NULL)) != NULL) {
        out->device = lob_wire_alloc(w, 1, sizeof *out->device);
        if (out->device) {
            lob_convention_device_read(w, value, out->device);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "labels", NULL)) != NULL) {
        out->has_labels = true;
        if (lob_wire_array(w, value) && lob_wire_max_items(w, value, 16)) {
            out->labels.count = lob_wire_count(value);
            out->labels.items = lob_wire_alloc(w, out->labels.count, sizeof *out->labels.items);
            const cJSON *item0 = out->labels.items ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                lob_wire_enter_item(w, i0);
                lob_convention_label_read(w, item0, &out->labels.items[i0]);
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "connect", NULL)) != NULL) {
        out->connect = lob_wire_alloc(w, 1, sizeof *out->connect);
        if (out->connect) {
            lob_convention_connect_read(w, value, out->connect);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "known_ports", NULL)) != NULL) {
        out->has_known_ports = true;
        if (lob_wire_array(w, value) && lob_wire_max_items(w, value, 10000)) {
            out->known_ports.count = lob_wire_count(value);
            out->known_ports.items = lob_wire_alloc(w, out->known_ports.count, sizeof *out->known_ports.items);
            const cJSON *item0 = out->known_ports.items ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                lob_wire_enter_item(w, i0);
                lob_convention_port_read(w, item0, &out->known_ports.items[i0]);
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "metadata", NULL)) != NULL) {
        out->metadata = lob_wire_alloc(w, 1, sizeof *out->metadata);
        if (out->metadata) {
            lob_convention_metadata_read(w, value, out->metadata);
        }
        lob_wire_leave(w);
    }
}

lob_status lob_convention_parse(lob_ctx *ctx, const cJSON *json, lob_convention *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "convention", false);
    lob_convention_read(&w, json, out);
    return lob_wire_end(&w);
}

void lob_density_tile_read(lob_wire *w, const cJSON *json, lob_density_tile *out) {
    static const char *const members[] = {"density", "column", "row", "box_um", "box_dbu", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .form = "{\"density\": 0, \"column\": 0, \"row\": 0, \"box_um\": {...}, \"box_dbu\": {...}}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "density", "number")) != NULL) {
        lob_wire_number(w, value, &out->density);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "column", "integer")) != NULL) {
        lob_wire_int(w, value, &out->column);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "row", "integer")) != NULL) {
        lob_wire_int(w, value, &out->row);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "box_um", "object")) != NULL) {
        lob_micron_box_read(w, value, &out->box_um);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "box_dbu", "object")) != NULL) {
        lob_dbu_box_read(w, value, &out->box_dbu);
        lob_wire_leave(w);
    }
}

lob_status lob_density_tile_parse(lob_ctx *ctx, const cJSON *json, lob_density_tile *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "density_tile", false);
    lob_density_tile_read(&w, json, out);
    return lob_wire_end(&w);
}

void lob_design_rule_type_read(lob_wire *w, const cJSON *json, lob_design_rule_type *out) {
    int choice;
    if (lob_wire_enum(w, json, lob_design_rule_type_names, LOB_DESIGN_RULE_TYPE_COUNT, &choice)) {
        *out = (lob_design_rule_type)choice;
    }
}

void lob_design_rule_read(lob_wire *w, const cJSON *json, lob_design_rule *out) {
    static const char *const members[] = {"id", "type", "layer", "layer2", "min", "max", "description", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .form = "{\"id\": \"...\", \"type\": \"width\", \"layer\": \"...\"}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "id", "string")) != NULL) {
        if (lob_wire_string(w, value, &out->id)) {
            lob_wire_min_length(w, value, 1);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "type", "string")) != NULL) {
        lob_design_rule_type_read(w, value, &out->type);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "layer", "string")) != NULL) {
        lob_wire_string(w, value, &out->layer);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "layer2", NULL)) != NULL) {
        lob_wire_string(w, value, &out->layer2);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "min", NULL)) != NULL) {
        out->has_min = true;
        lob_wire_number(w, value, &out->min);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "max", NULL)) != NULL) {
        out->has_max = true;
        lob_wire_number(w, value, &out->max);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "description", NULL)) != NULL) {
        lob_wire_string(w, value, &out->description);
        lob_wire_leave(w);
    }
}

lob_status lob_design_rule_parse(lob_ctx *ctx, const cJSON *json, lob_design_rule *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "design_rule", false);
    lob_design_rule_read(&w, json, out);
    return lob_wire_end(&w);
}

void lob_design_rules_read(lob_wire *w, const cJSON *json, lob_design_rules *out) {
    static const char *const members[] = {"schema_version", "tech", "layers", "rules", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .form = "{\"tech\": \"...\", \"layers\": {...}, \"rules\": [...]}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    out->schema_version = LOB_STR("1.0.0");
    if ((value = lob_wire_member(w, json, "schema_version", NULL)) != NULL) {
        lob_wire_string(w, value, &out->schema_version);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "tech", "string")) != NULL) {
        lob_wire_string(w, value, &out->tech);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "layers", "object")) != NULL) {
        if (lob_wire_map(w, value) && lob_wire_limit(w, value, LOB_LIMIT_RULE_LAYERS, LOB_E_INVALID_TARGET)) {
            out->layers.count = lob_wire_count(value);
            out->layers.items = lob_wire_alloc(w, out->layers.count, sizeof *out->layers.items);
            out->layers.names = lob_wire_alloc(w, out->layers.count, sizeof *out->layers.names);
            const cJSON *item0 = out->layers.items && out->layers.names ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                out->layers.names[i0] = lob_wire_text(w, item0->string);
                lob_wire_enter_key(w, item0->string);
                lob_wire_int(w, item0, &out->layers.items[i0]);
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "rules", "array")) != NULL) {
        if (lob_wire_array(w, value) && lob_wire_limit(w, value, LOB_LIMIT_RULES_IN_DECK, LOB_E_INVALID_TARGET)) {
            out->rules.count = lob_wire_count(value);
            out->rules.items = lob_wire_alloc(w, out->rules.count, sizeof *out->rules.items);
            const cJSON *item0 = out->rules.items ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                lob_wire_enter_item(w, i0);
                lob_design_rule_read(w, item0, &out->rules.items[i0]);
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
}

lob_status lob_design_rules_parse(lob_ctx *ctx, const cJSON *json, lob_design_rules *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "design_rules", false);
    lob_design_rules_read(&w, json, out);
    return lob_wire_end(&w);
}

void lob_drc_rule_set_rule_read(lob_wire *w, const cJSON *json, lob_drc_rule_set_rule *out) {
    static const char *const members[] = {"id", "type", "layer", "layer2", "min_value", "max_value", "description",
        NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .form = "{\"id\": \"...\", \"type\": \"width\", \"layer\": \"...\"}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "id", "string")) != NULL) {
        lob_wire_string(w, value, &out->id);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "type", "string")) != NULL) {
        lob_design_rule_type_read(w, value, &out->type);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "layer", "string")) != NULL) {
        lob_wire_string(w, value, &out->layer);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_nullable(w, json, "layer2", NULL)) != NULL) {
        lob_wire_string(w, value, &out->layer2);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_nullable(w, json, "min_value", NULL)) != NULL) {
        out->has_min_value = true;
        lob_wire_number(w, value, &out->min_value);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_nullable(w, json, "max_value", NULL)) != NULL) {
        out->has_max_value = true;
        lob_wire_number(w, value, &out->max_value);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_nullable(w, json, "description", NULL)) != NULL) {
        lob_wire_string(w, value, &out->description);
        lob_wire_leave(w);
    }
}

lob_status lob_drc_rule_set_rule_parse(lob_ctx *ctx, const cJSON *json, lob_drc_rule_set_rule *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "drc_rule_set_rule", false);
    lob_drc_rule_set_rule_read(&w, json, out);
    return lob_wire_end(&w);
}

void lob_drc_rule_set_read(lob_wire *w, const cJSON *json, lob_drc_rule_set *out) {
    static const char *const members[] = {"tech", "layers", "rules", "schema_version", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .form = "{\"tech\": \"...\", \"layers\": {...}, \"rules\": [...]}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "tech", "string")) != NULL) {
        lob_wire_string(w, value, &out->tech);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "layers", "object")) != NULL) {
        if (lob_wire_map(w, value)) {
            out->layers.count = lob_wire_count(value);
            out->layers.items = lob_wire_alloc(w, out->layers.count, sizeof *out->layers.items);
            out->layers.names = lob_wire_alloc(w, out->layers.count, sizeof *out->layers.names);
            const cJSON *item0 = out->layers.items && out->layers.names ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                out->layers.names[i0] = lob_wire_text(w, item0->string);
                lob_wire_enter_key(w, item0->string);
                lob_wire_int(w, item0, &out->layers.items[i0]);
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "rules", "array")) != NULL) {
        if (lob_wire_array(w, value)) {
            out->rules.count = lob_wire_count(value);
            out->rules.items = lob_wire_alloc(w, out->rules.count, sizeof *out->rules.items);
            const cJSON *item0 = out->rules.items ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                lob_wire_enter_item(w, i0);
                lob_drc_rule_set_rule_read(w, item0, &out->rules.items[i0]);
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
    out->schema_version = LOB_STR("1.0.0");
    if ((value = lob_wire_member(w, json, "schema_version", NULL)) != NULL) {
        lob_wire_string(w, value, &out->schema_version);
        lob_wire_leave(w);
    }
}

lob_status lob_drc_rule_set_parse(lob_ctx *ctx, const cJSON *json, lob_drc_rule_set *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "drc_rule_set", false);
    lob_drc_rule_set_read(&w, json, out);
    return lob_wire_end(&w);
}

void lob_diff_side_read(lob_wire *w, const cJSON *json, lob_diff_side *out) {
    static const char *const members[] = {"source", "cell", "dbu", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .form = "{\"source\": \"...\", \"cell\": \"...\", \"dbu\": 0}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "source", "string")) != NULL) {
        lob_wire_string(w, value, &out->source);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "cell", "string")) != NULL) {
        lob_wire_string(w, value, &out->cell);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "dbu", "number")) != NULL) {
        lob_wire_number(w, value, &out->dbu);
        lob_wire_leave(w);
    }
}

lob_status lob_diff_side_parse(lob_ctx *ctx, const cJSON *json, lob_diff_side *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "diff_side", false);
    lob_diff_side_read(&w, json, out);
    return lob_wire_end(&w);
}

void lob_diff_counts_read(lob_wire *w, const cJSON *json, lob_diff_counts *out) {
    static const char *const members[] = {"polygons", "paths", "texts", "instances", "properties", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .numbers = members,
        .number_count = 5,
        .form = "{\"polygons\": 0, \"paths\": 0, \"texts\": 0, \"instances\": 0, \"properties\": 0}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "polygons", "integer")) != NULL) {
        lob_wire_int(w, value, &out->polygons);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "paths", "integer")) != NULL) {
        lob_wire_int(w, value, &out->paths);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "texts", "integer")) != NULL) {
        lob_wire_int(w, value, &out->texts);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "instances", "integer")) != NULL) {
        lob_wire_int(w, value, &out->instances);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "properties", "integer")) != NULL) {
        lob_wire_int(w, value, &out->properties);
        lob_wire_leave(w);
    }
}

lob_status lob_diff_counts_parse(lob_ctx *ctx, const cJSON *json, lob_diff_counts *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "diff_counts", false);
    lob_diff_counts_read(&w, json, out);
    return lob_wire_end(&w);
}

static void drc_rule_type_read(lob_wire *w, const cJSON *json, lob_drc_rule_type *out) {
    int choice;
    if (lob_wire_enum(w, json, lob_drc_rule_type_names, LOB_DRC_RULE_TYPE_COUNT, &choice)) {
        *out = (lob_drc_rule_type)choice;
    }
}

void lob_drc_rule_read(lob_wire *w, const cJSON *json, lob_drc_rule *out) {
    static const char *const members[] = {"id", "type", "layer", "layer2", "min", "max", "description", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .form = "{\"id\": \"...\", \"type\": \"width\", \"layer\": \"...\"}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "id", "string")) != NULL) {
        if (lob_wire_string(w, value, &out->id)) {
            lob_wire_min_length(w, value, 1);
            lob_wire_max_length(w, value, 200);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "type", "string")) != NULL) {
        drc_rule_type_read(w, value, &out->type);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "layer", "string")) != NULL) {
        if (lob_wire_string(w, value, &out->layer)) {
            lob_wire_max_length(w, value, 200);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "layer2", NULL)) != NULL) {
        if (lob_wire_string(w, value, &out->layer2)) {
            lob_wire_max_length(w, value, 200);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "min", NULL)) != NULL) {
        out->has_min = true;
        if (lob_wire_number(w, value, &out->min)) {
            lob_wire_minimum(w, value, 0);
            lob_wire_maximum(w, value, 1);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "max", NULL)) != NULL) {
        out->has_max = true;
        if (lob_wire_number(w, value, &out->max)) {
            lob_wire_minimum(w, value, 0);
            lob_wire_maximum(w, value, 1);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "description", NULL)) != NULL) {
        if (lob_wire_string(w, value, &out->description)) {
            lob_wire_max_length(w, value, 2000);
        }
        lob_wire_leave(w);
    }
}

lob_status lob_drc_rule_parse(lob_ctx *ctx, const cJSON *json, lob_drc_rule *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "drc_rule", false);
    lob_drc_rule_read(&w, json, out);
    return lob_wire_end(&w);
}

void lob_drc_rules_read(lob_wire *w, const cJSON *json, lob_drc_rules *out) {
    static const char *const members[] = {"schema_version", "tech", "layers", "rules", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .form = "{\"tech\": \"...\", \"layers\": {...}, \"rules\": [...]}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    out->schema_version = LOB_STR("1.0.0");
    if ((value = lob_wire_member(w, json, "schema_version", NULL)) != NULL) {
        if (lob_wire_string(w, value, &out->schema_version)) {
            lob_wire_max_length(w, value, 32);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "tech", "string")) != NULL) {
        if (lob_wire_string(w, value, &out->tech)) {
            lob_wire_max_length(w, value, 200);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "layers", "object")) != NULL) {
        if (lob_wire_map(w, value) && lob_wire_limit(w, value, LOB_LIMIT_RULE_LAYERS, LOB_E_INVALID_TARGET)) {
            out->layers.count = lob_wire_count(value);
            out->layers.items = lob_wire_alloc(w, out->layers.count, sizeof *out->layers.items);
            out->layers.names = lob_wire_alloc(w, out->layers.count, sizeof *out->layers.names);
            const cJSON *item0 = out->layers.items && out->layers.names ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                out->layers.names[i0] = lob_wire_text(w, item0->string);
                lob_wire_enter_key(w, item0->string);
                if (lob_wire_int(w, item0, &out->layers.items[i0])) {
                    lob_wire_minimum(w, item0, 0);
                    lob_wire_maximum(w, item0, 4294967295);
                }
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "rules", "array")) != NULL) {
        if (lob_wire_array(w, value) && lob_wire_limit(w, value, LOB_LIMIT_RULES_IN_DECK, LOB_E_INVALID_TARGET)) {
            out->rules.count = lob_wire_count(value);
            out->rules.items = lob_wire_alloc(w, out->rules.count, sizeof *out->rules.items);
            const cJSON *item0 = out->rules.items ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                lob_wire_enter_item(w, i0);
                lob_drc_rule_read(w, item0, &out->rules.items[i0]);
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
}

lob_status lob_drc_rules_parse(lob_ctx *ctx, const cJSON *json, lob_drc_rules *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "drc_rules", false);
    lob_drc_rules_read(&w, json, out);
    return lob_wire_end(&w);
}

static void error_object_code_read(lob_wire *w, const cJSON *json, lob_error_object_code *out) {
    int choice;
    if (lob_wire_enum(w, json, lob_error_object_code_names, LOB_ERROR_OBJECT_CODE_COUNT, &choice)) {
        *out = (lob_error_object_code)choice;
    }
}

void lob_argument_issue_read(lob_wire *w, const cJSON *json, lob_argument_issue *out) {
    static const char *const members[] = {"path", "rule", "expected", "got", "hint", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .form = "{\"path\": \"...\", \"rule\": \"...\", \"expected\": \"...\", \"got\": \"...\"}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "path", "string")) != NULL) {
        lob_wire_string(w, value, &out->path);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "rule", "string")) != NULL) {
        lob_wire_string(w, value, &out->rule);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "expected", "string")) != NULL) {
        lob_wire_string(w, value, &out->expected);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "got", "string")) != NULL) {
        lob_wire_string(w, value, &out->got);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "hint", NULL)) != NULL) {
        lob_wire_string(w, value, &out->hint);
        lob_wire_leave(w);
    }
}

lob_status lob_argument_issue_parse(lob_ctx *ctx, const cJSON *json, lob_argument_issue *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "argument_issue", false);
    lob_argument_issue_read(&w, json, out);
    return lob_wire_end(&w);
}

void lob_point_um_read(lob_wire *w, const cJSON *json, lob_point_um *out) {
    static const char *const members[] = {"x", "y", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .numbers = members,
        .number_count = 2,
        .form = "{\"x\": 0, \"y\": 0}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "x", "number")) != NULL) {
        lob_wire_number(w, value, &out->x);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "y", "number")) != NULL) {
        lob_wire_number(w, value, &out->y);
        lob_wire_leave(w);
    }
}

lob_status lob_point_um_parse(lob_ctx *ctx, const cJSON *json, lob_point_um *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "point_um", false);
    lob_point_um_read(&w, json, out);
    return lob_wire_end(&w);
}

static void error_object_details_read(lob_wire *w, const cJSON *json, lob_error_object_details *out) {
    static const char *const members[] = {"hint", "issues", "issue_count", "candidates", "places_um", "reason", "path",
        "offset", "record", "record_index", "cell", "layer", "datatype", "session_id", "target_id", "run_id",
        "argument", "limit", "limit_name", "size", "system_error", "ttl_seconds", "return_code", "stderr_tail", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .form = "{}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "hint", NULL)) != NULL) {
        lob_wire_string(w, value, &out->hint);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "issues", NULL)) != NULL) {
        out->has_issues = true;
        if (lob_wire_array(w, value)) {
            out->issues.count = lob_wire_count(value);
            out->issues.items = lob_wire_alloc(w, out->issues.count, sizeof *out->issues.items);
            const cJSON *item0 = out->issues.items ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                lob_wire_enter_item(w, i0);
                lob_argument_issue_read(w, item0, &out->issues.items[i0]);
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "issue_count", NULL)) != NULL) {
        out->has_issue_count = true;
        lob_wire_int(w, value, &out->issue_count);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "candidates", NULL)) != NULL) {
        out->has_candidates = true;
        if (lob_wire_array(w, value)) {
            out->candidates.count = lob_wire_count(value);
            out->candidates.items = lob_wire_alloc(w, out->candidates.count, sizeof *out->candidates.items);
            const cJSON *item0 = out->candidates.items ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                lob_wire_enter_item(w, i0);
                lob_wire_string(w, item0, &out->candidates.items[i0]);
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "places_um", NULL)) != NULL) {
        out->has_places_um = true;
        if (lob_wire_array(w, value)) {
            out->places_um.count = lob_wire_count(value);
            out->places_um.items = lob_wire_alloc(w, out->places_um.count, sizeof *out->places_um.items);
            const cJSON *item0 = out->places_um.items ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                lob_wire_enter_item(w, i0);
                lob_point_um_read(w, item0, &out->places_um.items[i0]);
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "reason", NULL)) != NULL) {
        lob_wire_string(w, value, &out->reason);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "path", NULL)) != NULL) {
        lob_wire_string(w, value, &out->path);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "offset", NULL)) != NULL) {
        out->has_offset = true;
        lob_wire_int(w, value, &out->offset);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "record", NULL)) != NULL) {
        lob_wire_string(w, value, &out->record);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "record_index", NULL)) != NULL) {
        out->has_record_index = true;
        lob_wire_int(w, value, &out->record_index);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "cell", NULL)) != NULL) {
        lob_wire_string(w, value, &out->cell);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "layer", NULL)) != NULL) {
        out->has_layer = true;
        lob_wire_int(w, value, &out->layer);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "datatype", NULL)) != NULL) {
        out->has_datatype = true;
        lob_wire_int(w, value, &out->datatype);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "session_id", NULL)) != NULL) {
        lob_wire_string(w, value, &out->session_id);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "target_id", NULL)) != NULL) {
        lob_wire_string(w, value, &out->target_id);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "run_id", NULL)) != NULL) {
        lob_wire_string(w, value, &out->run_id);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "argument", NULL)) != NULL) {
        lob_wire_string(w, value, &out->argument);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "limit", NULL)) != NULL) {
        out->has_limit = true;
        lob_wire_int(w, value, &out->limit);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "limit_name", NULL)) != NULL) {
        lob_wire_string(w, value, &out->limit_name);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "size", NULL)) != NULL) {
        out->has_size = true;
        lob_wire_int(w, value, &out->size);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "system_error", NULL)) != NULL) {
        out->has_system_error = true;
        lob_wire_int(w, value, &out->system_error);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "ttl_seconds", NULL)) != NULL) {
        out->has_ttl_seconds = true;
        lob_wire_int(w, value, &out->ttl_seconds);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "return_code", NULL)) != NULL) {
        out->has_return_code = true;
        lob_wire_int(w, value, &out->return_code);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "stderr_tail", NULL)) != NULL) {
        lob_wire_string(w, value, &out->stderr_tail);
        lob_wire_leave(w);
    }
}

void lob_error_object_read(lob_wire *w, const cJSON *json, lob_error_object *out) {
    static const char *const members[] = {"code", "message", "details", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .form = "{\"code\": \"FILE_NOT_FOUND\", \"message\": \"...\", \"details\": {...}}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "code", "string")) != NULL) {
        error_object_code_read(w, value, &out->code);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "message", "string")) != NULL) {
        lob_wire_string(w, value, &out->message);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "details", "object")) != NULL) {
        error_object_details_read(w, value, &out->details);
        lob_wire_leave(w);
    }
}

lob_status lob_error_object_parse(lob_ctx *ctx, const cJSON *json, lob_error_object *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "error_object", false);
    lob_error_object_read(&w, json, out);
    return lob_wire_end(&w);
}

void lob_layout_metrics_read(lob_wire *w, const cJSON *json, lob_layout_metrics *out) {
    static const char *const members[] = {"drc_error_count", "total_area", "matching_score", "utilization",
        "performance", "cost", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .form = "{}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_nullable(w, json, "drc_error_count", NULL)) != NULL) {
        out->has_drc_error_count = true;
        if (lob_wire_int(w, value, &out->drc_error_count)) {
            lob_wire_minimum(w, value, 0);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_nullable(w, json, "total_area", NULL)) != NULL) {
        out->has_total_area = true;
        if (lob_wire_number(w, value, &out->total_area)) {
            lob_wire_minimum(w, value, 0);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_nullable(w, json, "matching_score", NULL)) != NULL) {
        out->has_matching_score = true;
        if (lob_wire_number(w, value, &out->matching_score)) {
            lob_wire_minimum(w, value, 0);
            lob_wire_maximum(w, value, 1);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_nullable(w, json, "utilization", NULL)) != NULL) {
        out->has_utilization = true;
        if (lob_wire_number(w, value, &out->utilization)) {
            lob_wire_minimum(w, value, 0);
            lob_wire_maximum(w, value, 1);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_nullable(w, json, "performance", NULL)) != NULL) {
        out->has_performance = true;
        if (lob_wire_number(w, value, &out->performance)) {
            lob_wire_minimum(w, value, 0);
            lob_wire_maximum(w, value, 1);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_nullable(w, json, "cost", NULL)) != NULL) {
        out->has_cost = true;
        if (lob_wire_number(w, value, &out->cost)) {
            lob_wire_minimum(w, value, 0);
        }
        lob_wire_leave(w);
    }
}

lob_status lob_layout_metrics_parse(lob_ctx *ctx, const cJSON *json, lob_layout_metrics *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "layout_metrics", false);
    lob_layout_metrics_read(&w, json, out);
    return lob_wire_end(&w);
}

void lob_objective_name_read(lob_wire *w, const cJSON *json, lob_objective_name *out) {
    int choice;
    if (lob_wire_enum(w, json, lob_objective_name_names, LOB_OBJECTIVE_NAME_COUNT, &choice)) {
        *out = (lob_objective_name)choice;
    }
}

void lob_objective_score_read(lob_wire *w, const cJSON *json, lob_objective_score *out) {
    static const char *const members[] = {"name", "weight", "value", "target", "meets_target", "not_evaluated", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .form = "{\"name\": \"area_min\", \"weight\": 0, \"not_evaluated\": true}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "name", "string")) != NULL) {
        lob_objective_name_read(w, value, &out->name);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "weight", "number")) != NULL) {
        lob_wire_number(w, value, &out->weight);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_nullable(w, json, "value", NULL)) != NULL) {
        out->has_value = true;
        lob_wire_number(w, value, &out->value);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "target", NULL)) != NULL) {
        out->has_target = true;
        lob_wire_number(w, value, &out->target);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "meets_target", NULL)) != NULL) {
        out->has_meets_target = true;
        lob_wire_bool(w, value, &out->meets_target);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "not_evaluated", "boolean")) != NULL) {
        lob_wire_bool(w, value, &out->not_evaluated);
        lob_wire_leave(w);
    }
}

lob_status lob_objective_score_parse(lob_ctx *ctx, const cJSON *json, lob_objective_score *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "objective_score", false);
    lob_objective_score_read(&w, json, out);
    return lob_wire_end(&w);
}

static void constraint_result_name_read(lob_wire *w, const cJSON *json, lob_constraint_result_name *out) {
    int choice;
    if (lob_wire_enum(w, json, lob_constraint_result_name_names, LOB_CONSTRAINT_RESULT_NAME_COUNT, &choice)) {
        *out = (lob_constraint_result_name)choice;
    }
}

void lob_constraint_result_read(lob_wire *w, const cJSON *json, lob_constraint_result *out) {
    static const char *const members[] = {"name", "limit", "value", "holds", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .form = "{\"name\": \"max_area\", \"limit\": 0, \"holds\": true}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "name", "string")) != NULL) {
        constraint_result_name_read(w, value, &out->name);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "limit", "number")) != NULL) {
        lob_wire_number(w, value, &out->limit);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_nullable(w, json, "value", NULL)) != NULL) {
        out->has_value = true;
        lob_wire_number(w, value, &out->value);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "holds", "boolean")) != NULL) {
        lob_wire_bool(w, value, &out->holds);
        lob_wire_leave(w);
    }
}

lob_status lob_constraint_result_parse(lob_ctx *ctx, const cJSON *json, lob_constraint_result *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "constraint_result", false);
    lob_constraint_result_read(&w, json, out);
    return lob_wire_end(&w);
}

void lob_evaluation_report_read(lob_wire *w, const cJSON *json, lob_evaluation_report *out) {
    static const char *const members[] = {"metrics", "qualitative_feedback", "score", "passed", "suggestions",
        "objectives", "constraints", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .form = "{\"metrics\": {...}, \"qualitative_feedback\": \"...\", \"passed\": true, \"suggestions\": [...], \""
                "objectives\": [...], \"constraints\": [...]}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "metrics", "object")) != NULL) {
        lob_layout_metrics_read(w, value, &out->metrics);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "qualitative_feedback", "string")) != NULL) {
        lob_wire_string(w, value, &out->qualitative_feedback);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_nullable(w, json, "score", NULL)) != NULL) {
        out->has_score = true;
        if (lob_wire_number(w, value, &out->score)) {
            lob_wire_minimum(w, value, 0);
            lob_wire_maximum(w, value, 1);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "passed", "boolean")) != NULL) {
        lob_wire_bool(w, value, &out->passed);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "suggestions", "array")) != NULL) {
        if (lob_wire_array(w, value)) {
            out->suggestions.count = lob_wire_count(value);
            out->suggestions.items = lob_wire_alloc(w, out->suggestions.count, sizeof *out->suggestions.items);
            const cJSON *item0 = out->suggestions.items ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                lob_wire_enter_item(w, i0);
                lob_wire_string(w, item0, &out->suggestions.items[i0]);
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "objectives", "array")) != NULL) {
        if (lob_wire_array(w, value)) {
            out->objectives.count = lob_wire_count(value);
            out->objectives.items = lob_wire_alloc(w, out->objectives.count, sizeof *out->objectives.items);
            const cJSON *item0 = out->objectives.items ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                lob_wire_enter_item(w, i0);
                lob_objective_score_read(w, item0, &out->objectives.items[i0]);
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "constraints", "array")) != NULL) {
        if (lob_wire_array(w, value)) {
            out->constraints.count = lob_wire_count(value);
            out->constraints.items = lob_wire_alloc(w, out->constraints.count, sizeof *out->constraints.items);
            const cJSON *item0 = out->constraints.items ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                lob_wire_enter_item(w, i0);
                lob_constraint_result_read(w, item0, &out->constraints.items[i0]);
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
}

lob_status lob_evaluation_report_parse(lob_ctx *ctx, const cJSON *json, lob_evaluation_report *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "evaluation_report", false);
    lob_evaluation_report_read(&w, json, out);
    return lob_wire_end(&w);
}

void lob_matching_group_read(lob_wire *w, const cJSON *json, lob_matching_group *out) {
    static const char *const members[] = {"devices", "score", "size", "orientation", "symmetry", "missing", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .form = "{\"devices\": [...], \"missing\": [...]}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "devices", "array")) != NULL) {
        if (lob_wire_array(w, value)) {
            out->devices.count = lob_wire_count(value);
            out->devices.items = lob_wire_alloc(w, out->devices.count, sizeof *out->devices.items);
            const cJSON *item0 = out->devices.items ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                lob_wire_enter_item(w, i0);
                lob_wire_string(w, item0, &out->devices.items[i0]);
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_nullable(w, json, "score", NULL)) != NULL) {
        out->has_score = true;
        if (lob_wire_number(w, value, &out->score)) {
            lob_wire_minimum(w, value, 0);
            lob_wire_maximum(w, value, 1);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_nullable(w, json, "size", NULL)) != NULL) {
        out->has_size = true;
        lob_wire_number(w, value, &out->size);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_nullable(w, json, "orientation", NULL)) != NULL) {
        out->has_orientation = true;
        lob_wire_number(w, value, &out->orientation);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_nullable(w, json, "symmetry", NULL)) != NULL) {
        out->has_symmetry = true;
        lob_wire_number(w, value, &out->symmetry);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "missing", "array")) != NULL) {
        if (lob_wire_array(w, value)) {
            out->missing.count = lob_wire_count(value);
            out->missing.items = lob_wire_alloc(w, out->missing.count, sizeof *out->missing.items);
            const cJSON *item0 = out->missing.items ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                lob_wire_enter_item(w, i0);
                lob_wire_string(w, item0, &out->missing.items[i0]);
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
}

lob_status lob_matching_group_parse(lob_ctx *ctx, const cJSON *json, lob_matching_group *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "matching_group", false);
    lob_matching_group_read(&w, json, out);
    return lob_wire_end(&w);
}

void lob_matching_result_read(lob_wire *w, const cJSON *json, lob_matching_result *out) {
    static const char *const members[] = {"score", "groups", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .form = "{\"groups\": [...]}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_nullable(w, json, "score", NULL)) != NULL) {
        out->has_score = true;
        if (lob_wire_number(w, value, &out->score)) {
            lob_wire_minimum(w, value, 0);
            lob_wire_maximum(w, value, 1);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "groups", "array")) != NULL) {
        if (lob_wire_array(w, value)) {
            out->groups.count = lob_wire_count(value);
            out->groups.items = lob_wire_alloc(w, out->groups.count, sizeof *out->groups.items);
            const cJSON *item0 = out->groups.items ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                lob_wire_enter_item(w, i0);
                lob_matching_group_read(w, item0, &out->groups.items[i0]);
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
}

lob_status lob_matching_result_parse(lob_ctx *ctx, const cJSON *json, lob_matching_result *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "matching_result", false);
    lob_matching_result_read(&w, json, out);
    return lob_wire_end(&w);
}

void lob_finding_kind_name_read(lob_wire *w, const cJSON *json, lob_finding_kind_name *out) {
    int choice;
    if (lob_wire_enum(w, json, lob_finding_kind_name_names, LOB_FINDING_KIND_NAME_COUNT, &choice)) {
        *out = (lob_finding_kind_name)choice;
    }
}

void lob_finding_count_read(lob_wire *w, const cJSON *json, lob_finding_count *out) {
    static const char *const members[] = {"kind", "count", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .form = "{\"kind\": \"near_miss\", \"count\": 0}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "kind", "string")) != NULL) {
        lob_finding_kind_name_read(w, value, &out->kind);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "count", "integer")) != NULL) {
        lob_wire_int(w, value, &out->count);
        lob_wire_leave(w);
    }
}

lob_status lob_finding_count_parse(lob_ctx *ctx, const cJSON *json, lob_finding_count *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "finding_count", false);
    lob_finding_count_read(&w, json, out);
    return lob_wire_end(&w);
}

void lob_path_member_read(lob_wire *w, const cJSON *json, lob_path_member *out) {
    static const char *const members[] = {"instance", "member", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .numbers = members,
        .number_count = 2,
        .form = "{\"instance\": 0, \"member\": 0}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "instance", "integer")) != NULL) {
        lob_wire_int(w, value, &out->instance);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "member", "integer")) != NULL) {
        lob_wire_int(w, value, &out->member);
        lob_wire_leave(w);
    }
}

lob_status lob_path_member_parse(lob_ctx *ctx, const cJSON *json, lob_path_member *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "path_member", false);
    lob_path_member_read(&w, json, out);
    return lob_wire_end(&w);
}

void lob_finding_component_read(lob_wire *w, const cJSON *json, lob_finding_component *out) {
    static const char *const members[] = {"component", "raw_hex", "instance_path", "path_members", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .form = "{\"component\": \"...\"}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "component", "string")) != NULL) {
        lob_wire_string(w, value, &out->component);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "raw_hex", NULL)) != NULL) {
        lob_wire_string(w, value, &out->raw_hex);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "instance_path", NULL)) != NULL) {
        out->has_instance_path = true;
        if (lob_wire_array(w, value)) {
            out->instance_path.count = lob_wire_count(value);
            out->instance_path.items = lob_wire_alloc(w, out->instance_path.count, sizeof *out->instance_path.items);
            const cJSON *item0 = out->instance_path.items ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                lob_wire_enter_item(w, i0);
                lob_wire_string(w, item0, &out->instance_path.items[i0]);
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "path_members", NULL)) != NULL) {
        out->has_path_members = true;
        if (lob_wire_array(w, value)) {
            out->path_members.count = lob_wire_count(value);
            out->path_members.items = lob_wire_alloc(w, out->path_members.count, sizeof *out->path_members.items);
            const cJSON *item0 = out->path_members.items ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                lob_wire_enter_item(w, i0);
                lob_path_member_read(w, item0, &out->path_members.items[i0]);
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
}

lob_status lob_finding_component_parse(lob_ctx *ctx, const cJSON *json, lob_finding_component *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "finding_component", false);
    lob_finding_component_read(&w, json, out);
    return lob_wire_end(&w);
}

static void finding_item_severity_read(lob_wire *w, const cJSON *json, lob_finding_item_severity *out) {
    int choice;
    if (lob_wire_enum(w, json, lob_finding_item_severity_names, LOB_FINDING_ITEM_SEVERITY_COUNT, &choice)) {
        *out = (lob_finding_item_severity)choice;
    }
}

void lob_port_place_dbu_read(lob_wire *w, const cJSON *json, lob_port_place_dbu *out) {
    static const char *const members[] = {"x", "y", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .numbers = members,
        .number_count = 2,
        .form = "{\"x\": 0, \"y\": 0}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "x", "number")) != NULL) {
        lob_wire_number(w, value, &out->x);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "y", "number")) != NULL) {
        lob_wire_number(w, value, &out->y);
        lob_wire_leave(w);
    }
}

lob_status lob_port_place_dbu_parse(lob_ctx *ctx, const cJSON *json, lob_port_place_dbu *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "port_place_dbu", false);
    lob_port_place_dbu_read(&w, json, out);
    return lob_wire_end(&w);
}

void lob_layer_ref_read(lob_wire *w, const cJSON *json, lob_layer_ref *out) {
    static const char *const members[] = {"layer", "datatype", "name", "raw_hex", NULL};
    static const char *const required[] = {"layer", "datatype", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .numbers = required,
        .number_count = 2,
        .form = "{\"layer\": 0, \"datatype\": 0}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "layer", "integer")) != NULL) {
        lob_wire_int(w, value, &out->layer);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "datatype", "integer")) != NULL) {
        lob_wire_int(w, value, &out->datatype);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "name", NULL)) != NULL) {
        lob_wire_string(w, value, &out->name);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "raw_hex", NULL)) != NULL) {
        lob_wire_string(w, value, &out->raw_hex);
        lob_wire_leave(w);
    }
}

lob_status lob_layer_ref_parse(lob_ctx *ctx, const cJSON *json, lob_layer_ref *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "layer_ref", false);
    lob_layer_ref_read(&w, json, out);
    return lob_wire_end(&w);
}

static void port_item_source_read(lob_wire *w, const cJSON *json, lob_port_item_source *out) {
    int choice;
    if (lob_wire_enum(w, json, lob_port_item_source_names, LOB_PORT_ITEM_SOURCE_COUNT, &choice)) {
        *out = (lob_port_item_source)choice;
    }
}

void lob_port_item_read(lob_wire *w, const cJSON *json, lob_port_item *out) {
    static const char *const members[] = {"id", "name", "raw_hex", "component", "instance_path", "path_members",
        "at_um", "at_dbu", "angle_deg", "width_um", "layer", "type", "cross_section", "source", "rule", "confidence",
        "conflict_angle_deg", "conflict_width_um", "conflict_um", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .form = "{\"id\": \"...\", \"name\": \"...\", \"component\": \"...\", \"at_um\": {...}, \"at_dbu\": {...}, \""
                "type\": \"...\"}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "id", "string")) != NULL) {
        lob_wire_string(w, value, &out->id);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "name", "string")) != NULL) {
        lob_wire_string(w, value, &out->name);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "raw_hex", NULL)) != NULL) {
        lob_wire_string(w, value, &out->raw_hex);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "component", "string")) != NULL) {
        lob_wire_string(w, value, &out->component);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "instance_path", NULL)) != NULL) {
        out->has_instance_path = true;
        if (lob_wire_array(w, value)) {
            out->instance_path.count = lob_wire_count(value);
            out->instance_path.items = lob_wire_alloc(w, out->instance_path.count, sizeof *out->instance_path.items);
            const cJSON *item0 = out->instance_path.items ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                lob_wire_enter_item(w, i0);
                lob_wire_string(w, item0, &out->instance_path.items[i0]);
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "path_members", NULL)) != NULL) {
        out->has_path_members = true;
        if (lob_wire_array(w, value)) {
            out->path_members.count = lob_wire_count(value);
            out->path_members.items = lob_wire_alloc(w, out->path_members.count, sizeof *out->path_members.items);
            const cJSON *item0 = out->path_members.items ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                lob_wire_enter_item(w, i0);
                lob_path_member_read(w, item0, &out->path_members.items[i0]);
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "at_um", "object")) != NULL) {
        lob_point_um_read(w, value, &out->at_um);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "at_dbu", "object")) != NULL) {
        lob_port_place_dbu_read(w, value, &out->at_dbu);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "angle_deg", NULL)) != NULL) {
        out->has_angle_deg = true;
        lob_wire_number(w, value, &out->angle_deg);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "width_um", NULL)) != NULL) {
        out->has_width_um = true;
        lob_wire_number(w, value, &out->width_um);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "layer", NULL)) != NULL) {
        out->layer = lob_wire_alloc(w, 1, sizeof *out->layer);
        if (out->layer) {
            lob_layer_ref_read(w, value, out->layer);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "type", "string")) != NULL) {
        lob_wire_string(w, value, &out->type);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "cross_section", NULL)) != NULL) {
        lob_wire_string(w, value, &out->cross_section);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "source", "string")) != NULL) {
        port_item_source_read(w, value, &out->source);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "rule", "string")) != NULL) {
        lob_wire_string(w, value, &out->rule);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "confidence", "number")) != NULL) {
        lob_wire_number(w, value, &out->confidence);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "conflict_angle_deg", NULL)) != NULL) {
        out->has_conflict_angle_deg = true;
        lob_wire_number(w, value, &out->conflict_angle_deg);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "conflict_width_um", NULL)) != NULL) {
        out->has_conflict_width_um = true;
        lob_wire_number(w, value, &out->conflict_width_um);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "conflict_um", NULL)) != NULL) {
        out->conflict_um = lob_wire_alloc(w, 1, sizeof *out->conflict_um);
        if (out->conflict_um) {
            lob_point_um_read(w, value, out->conflict_um);
        }
        lob_wire_leave(w);
    }
}

lob_status lob_port_item_parse(lob_ctx *ctx, const cJSON *json, lob_port_item *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "port_item", false);
    lob_port_item_read(&w, json, out);
    return lob_wire_end(&w);
}

void lob_finding_item_read(lob_wire *w, const cJSON *json, lob_finding_item *out) {
    static const char *const members[] = {"kind", "severity", "at_um", "at_dbu", "ports", "ports_dropped",
        "is_exposure", "offset_um", "offset_dbu", "gap_um", "shift_um", "angle_error_deg", "width_difference_um",
        "components", "box_um", "box_dbu", "area_um2", "confidence", "remedy", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .form = "{\"kind\": \"near_miss\", \"severity\": \"error\", \"at_um\": {...}, \"at_dbu\": {...}, \"ports\": ["
                "...], \"confidence\": 0}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "kind", "string")) != NULL) {
        lob_finding_kind_name_read(w, value, &out->kind);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "severity", "string")) != NULL) {
        finding_item_severity_read(w, value, &out->severity);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "at_um", "object")) != NULL) {
        lob_point_um_read(w, value, &out->at_um);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "at_dbu", "object")) != NULL) {
        lob_port_place_dbu_read(w, value, &out->at_dbu);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "ports", "array")) != NULL) {
        if (lob_wire_array(w, value)) {
            out->ports.count = lob_wire_count(value);
            out->ports.items = lob_wire_alloc(w, out->ports.count, sizeof *out->ports.items);
            const cJSON *item0 = out->ports.items ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                lob_wire_enter_item(w, i0);
                lob_port_item_read(w, item0, &out->ports.items[i0]);
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "ports_dropped", NULL)) != NULL) {
        out->has_ports_dropped = true;
        lob_wire_int(w, value, &out->ports_dropped);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "is_exposure", NULL)) != NULL) {
        out->has_is_exposure = true;
        lob_wire_bool(w, value, &out->is_exposure);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "offset_um", NULL)) != NULL) {
        out->offset_um = lob_wire_alloc(w, 1, sizeof *out->offset_um);
        if (out->offset_um) {
            lob_point_um_read(w, value, out->offset_um);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "offset_dbu", NULL)) != NULL) {
        out->offset_dbu = lob_wire_alloc(w, 1, sizeof *out->offset_dbu);
        if (out->offset_dbu) {
            lob_port_place_dbu_read(w, value, out->offset_dbu);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "gap_um", NULL)) != NULL) {
        out->has_gap_um = true;
        lob_wire_number(w, value, &out->gap_um);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "shift_um", NULL)) != NULL) {
        out->has_shift_um = true;
        lob_wire_number(w, value, &out->shift_um);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "angle_error_deg", NULL)) != NULL) {
        out->has_angle_error_deg = true;
        lob_wire_number(w, value, &out->angle_error_deg);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "width_difference_um", NULL)) != NULL) {
        out->has_width_difference_um = true;
        lob_wire_number(w, value, &out->width_difference_um);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "components", NULL)) != NULL) {
        out->has_components = true;
        if (lob_wire_array(w, value)) {
            out->components.count = lob_wire_count(value);
            out->components.items = lob_wire_alloc(w, out->components.count, sizeof *out->components.items);
            const cJSON *item0 = out->components.items ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                lob_wire_enter_item(w, i0);
                lob_finding_component_read(w, item0, &out->components.items[i0]);
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "box_um", NULL)) != NULL) {
        out->box_um = lob_wire_alloc(w, 1, sizeof *out->box_um);
        if (out->box_um) {
            lob_micron_box_read(w, value, out->box_um);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "box_dbu", NULL)) != NULL) {
        out->box_dbu = lob_wire_alloc(w, 1, sizeof *out->box_dbu);
        if (out->box_dbu) {
            lob_dbu_box_read(w, value, out->box_dbu);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "area_um2", NULL)) != NULL) {
        out->has_area_um2 = true;
        lob_wire_number(w, value, &out->area_um2);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "confidence", "number")) != NULL) {
        lob_wire_number(w, value, &out->confidence);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "remedy", "string")) != NULL) {
        lob_wire_string(w, value, &out->remedy);
        lob_wire_leave(w);
    }
}

lob_status lob_finding_item_parse(lob_ctx *ctx, const cJSON *json, lob_finding_item *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "finding_item", false);
    lob_finding_item_read(&w, json, out);
    return lob_wire_end(&w);
}

void lob_transform_read(lob_wire *w, const cJSON *json, lob_transform *out) {
    static const char *const members[] = {"x_um", "y_um", "x_dbu", "y_dbu", "rotation", "mirror", "magnification",
        NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .form = "{\"x_um\": 0, \"y_um\": 0, \"x_dbu\": 0, \"y_dbu\": 0, \"rotation\": 0, \"mirror\": true}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "x_um", "number")) != NULL) {
        lob_wire_number(w, value, &out->x_um);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "y_um", "number")) != NULL) {
        lob_wire_number(w, value, &out->y_um);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "x_dbu", "integer")) != NULL) {
        lob_wire_int(w, value, &out->x_dbu);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "y_dbu", "integer")) != NULL) {
        lob_wire_int(w, value, &out->y_dbu);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "rotation", "number")) != NULL) {
        lob_wire_number(w, value, &out->rotation);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "mirror", "boolean")) != NULL) {
        lob_wire_bool(w, value, &out->mirror);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "magnification", "number")) != NULL) {
        lob_wire_number(w, value, &out->magnification);
        lob_wire_leave(w);
    }
}

lob_status lob_transform_parse(lob_ctx *ctx, const cJSON *json, lob_transform *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "transform", false);
    lob_transform_read(&w, json, out);
    return lob_wire_end(&w);
}

void lob_point_dbu_read(lob_wire *w, const cJSON *json, lob_point_dbu *out) {
    static const char *const members[] = {"x", "y", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .numbers = members,
        .number_count = 2,
        .form = "{\"x\": 0, \"y\": 0}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "x", "integer")) != NULL) {
        lob_wire_int(w, value, &out->x);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "y", "integer")) != NULL) {
        lob_wire_int(w, value, &out->y);
        lob_wire_leave(w);
    }
}

lob_status lob_point_dbu_parse(lob_ctx *ctx, const cJSON *json, lob_point_dbu *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "point_dbu", false);
    lob_point_dbu_read(&w, json, out);
    return lob_wire_end(&w);
}

void lob_array_info_read(lob_wire *w, const cJSON *json, lob_array_info *out) {
    static const char *const members[] = {"is_array", "na", "nb", "a_um", "b_um", "a_dbu", "b_dbu", "irregular_count",
        NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .form = "{\"is_array\": true, \"na\": 0, \"nb\": 0, \"a_um\": {...}, \"b_um\": {...}, \"a_dbu\": {...}}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "is_array", "boolean")) != NULL) {
        lob_wire_bool(w, value, &out->is_array);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "na", "integer")) != NULL) {
        lob_wire_int(w, value, &out->na);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "nb", "integer")) != NULL) {
        lob_wire_int(w, value, &out->nb);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "a_um", "object")) != NULL) {
        lob_point_um_read(w, value, &out->a_um);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "b_um", "object")) != NULL) {
        lob_point_um_read(w, value, &out->b_um);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "a_dbu", "object")) != NULL) {
        lob_point_dbu_read(w, value, &out->a_dbu);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "b_dbu", "object")) != NULL) {
        lob_point_dbu_read(w, value, &out->b_dbu);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "irregular_count", NULL)) != NULL) {
        out->has_irregular_count = true;
        lob_wire_int(w, value, &out->irregular_count);
        lob_wire_leave(w);
    }
}

lob_status lob_array_info_parse(lob_ctx *ctx, const cJSON *json, lob_array_info *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "array_info", false);
    lob_array_info_read(&w, json, out);
    return lob_wire_end(&w);
}

void lob_label_read(lob_wire *w, const cJSON *json, lob_label *out) {
    static const char *const members[] = {"id", "text", "raw_hex", "bytes_cut", "layer", "position_um", "position_dbu",
        "count", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .form = "{\"id\": \"...\", \"text\": \"...\", \"layer\": {...}, \"position_um\": {...}, \"position_dbu\": {.."
                ".}}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "id", "string")) != NULL) {
        lob_wire_string(w, value, &out->id);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "text", "string")) != NULL) {
        lob_wire_string(w, value, &out->text);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "raw_hex", NULL)) != NULL) {
        lob_wire_string(w, value, &out->raw_hex);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "bytes_cut", NULL)) != NULL) {
        out->has_bytes_cut = true;
        lob_wire_int(w, value, &out->bytes_cut);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "layer", "object")) != NULL) {
        lob_layer_ref_read(w, value, &out->layer);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "position_um", "object")) != NULL) {
        lob_point_um_read(w, value, &out->position_um);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "position_dbu", "object")) != NULL) {
        lob_point_dbu_read(w, value, &out->position_dbu);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "count", NULL)) != NULL) {
        out->has_count = true;
        lob_wire_int(w, value, &out->count);
        lob_wire_leave(w);
    }
}

lob_status lob_label_parse(lob_ctx *ctx, const cJSON *json, lob_label *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "label", false);
    lob_label_read(&w, json, out);
    return lob_wire_end(&w);
}

void lob_layer_filter_read(lob_wire *w, const cJSON *json, lob_layer_filter *out) {
    static const char *const members[] = {"layer", "datatype", "name", NULL};
    static const char *const required[] = {"layer", "datatype", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .closed = true,
        .numbers = required,
        .number_count = 2,
        .form = "{\"layer\": 0, \"datatype\": 0}",
    };
    lob_wire_code(w, LOB_E_INVALID_LAYER);
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "layer", "integer")) != NULL) {
        if (lob_wire_int(w, value, &out->layer)) {
            lob_wire_minimum(w, value, 0);
            lob_wire_maximum(w, value, 4294967295);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "datatype", "integer")) != NULL) {
        if (lob_wire_int(w, value, &out->datatype)) {
            lob_wire_minimum(w, value, 0);
            lob_wire_maximum(w, value, 4294967295);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "name", NULL)) != NULL) {
        lob_wire_string(w, value, &out->name);
        lob_wire_leave(w);
    }
}

lob_status lob_layer_filter_parse(lob_ctx *ctx, const cJSON *json, lob_layer_filter *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "layer_filter", false);
    lob_layer_filter_read(&w, json, out);
    return lob_wire_end(&w);
}

void lob_litho_corner_read(lob_wire *w, const cJSON *json, lob_litho_corner *out) {
    static const char *const members[] = {"dose", "defocus_nm", NULL};
    static const char *const required[] = {"dose", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .closed = true,
        .numbers = required,
        .number_count = 1,
        .form = "{\"dose\": 0}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "dose", "number")) != NULL) {
        if (lob_wire_number(w, value, &out->dose)) {
            lob_wire_above(w, value, 0);
            lob_wire_maximum(w, value, 10);
        }
        lob_wire_leave(w);
    }
    out->defocus_nm = 0;
    if ((value = lob_wire_member(w, json, "defocus_nm", NULL)) != NULL) {
        if (lob_wire_number(w, value, &out->defocus_nm)) {
            lob_wire_minimum(w, value, -10000);
            lob_wire_maximum(w, value, 10000);
        }
        lob_wire_leave(w);
    }
}

lob_status lob_litho_corner_parse(lob_ctx *ctx, const cJSON *json, lob_litho_corner *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "litho_corner", false);
    lob_litho_corner_read(&w, json, out);
    return lob_wire_end(&w);
}

static void litho_process_source_read(lob_wire *w, const cJSON *json, lob_litho_process_source *out) {
    int choice;
    if (lob_wire_enum(w, json, lob_litho_process_source_names, LOB_LITHO_PROCESS_SOURCE_COUNT, &choice)) {
        *out = (lob_litho_process_source)choice;
    }
}

static void litho_process_dose_on_read(lob_wire *w, const cJSON *json, lob_litho_process_dose_on *out) {
    int choice;
    if (lob_wire_enum(w, json, lob_litho_process_dose_on_names, LOB_LITHO_PROCESS_DOSE_ON_COUNT, &choice)) {
        *out = (lob_litho_process_dose_on)choice;
    }
}

void lob_litho_process_read(lob_wire *w, const cJSON *json, lob_litho_process *out) {
    static const char *const members[] = {"wavelength_nm", "na", "source", "sigma_outer", "sigma_inner", "opening_deg",
        "defocus_nm", "kernel_count", "kernels_path", "kernels_defocus_path", "kernel_offset", "threshold", "dose_on",
        "corners", "tile_px", "halo_px", "epe_max_nm", "pvband_max_nm", "threads", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .closed = true,
        .form = "{}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "wavelength_nm", NULL)) != NULL) {
        out->has_wavelength_nm = true;
        if (lob_wire_number(w, value, &out->wavelength_nm)) {
            lob_wire_above(w, value, 0);
            lob_wire_maximum(w, value, 1000);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "na", NULL)) != NULL) {
        out->has_na = true;
        if (lob_wire_number(w, value, &out->na)) {
            lob_wire_above(w, value, 0);
            lob_wire_maximum(w, value, 2);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "source", NULL)) != NULL) {
        out->has_source = true;
        litho_process_source_read(w, value, &out->source);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "sigma_outer", NULL)) != NULL) {
        out->has_sigma_outer = true;
        if (lob_wire_number(w, value, &out->sigma_outer)) {
            lob_wire_above(w, value, 0);
            lob_wire_maximum(w, value, 1);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "sigma_inner", NULL)) != NULL) {
        out->has_sigma_inner = true;
        if (lob_wire_number(w, value, &out->sigma_inner)) {
            lob_wire_minimum(w, value, 0);
            lob_wire_maximum(w, value, 1);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "opening_deg", NULL)) != NULL) {
        out->has_opening_deg = true;
        if (lob_wire_number(w, value, &out->opening_deg)) {
            lob_wire_above(w, value, 0);
            lob_wire_maximum(w, value, 180);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "defocus_nm", NULL)) != NULL) {
        out->has_defocus_nm = true;
        if (lob_wire_number(w, value, &out->defocus_nm)) {
            lob_wire_minimum(w, value, -10000);
            lob_wire_maximum(w, value, 10000);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "kernel_count", NULL)) != NULL) {
        out->has_kernel_count = true;
        if (lob_wire_int(w, value, &out->kernel_count)) {
            lob_wire_minimum(w, value, 1);
            lob_wire_maximum(w, value, 64);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "kernels_path", NULL)) != NULL) {
        if (lob_wire_string(w, value, &out->kernels_path)) {
            lob_wire_format(w, value, LOB_FORMAT_ABSOLUTE_PATH);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "kernels_defocus_path", NULL)) != NULL) {
        if (lob_wire_string(w, value, &out->kernels_defocus_path)) {
            lob_wire_format(w, value, LOB_FORMAT_ABSOLUTE_PATH);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "kernel_offset", NULL)) != NULL) {
        out->has_kernel_offset = true;
        if (lob_wire_int(w, value, &out->kernel_offset)) {
            lob_wire_minimum(w, value, 20);
            lob_wire_maximum(w, value, 24);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "threshold", NULL)) != NULL) {
        out->has_threshold = true;
        if (lob_wire_number(w, value, &out->threshold)) {
            lob_wire_above(w, value, 0);
            lob_wire_maximum(w, value, 10);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "dose_on", NULL)) != NULL) {
        out->has_dose_on = true;
        litho_process_dose_on_read(w, value, &out->dose_on);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "corners", NULL)) != NULL) {
        out->has_corners = true;
        if (lob_wire_array(w, value) && lob_wire_max_items(w, value, 16)) {
            out->corners.count = lob_wire_count(value);
            out->corners.items = lob_wire_alloc(w, out->corners.count, sizeof *out->corners.items);
            const cJSON *item0 = out->corners.items ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                lob_wire_enter_item(w, i0);
                lob_litho_corner_read(w, item0, &out->corners.items[i0]);
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "tile_px", NULL)) != NULL) {
        out->has_tile_px = true;
        if (lob_wire_int(w, value, &out->tile_px)) {
            lob_wire_minimum(w, value, 64);
            lob_wire_maximum(w, value, 8192);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "halo_px", NULL)) != NULL) {
        out->has_halo_px = true;
        if (lob_wire_int(w, value, &out->halo_px)) {
            lob_wire_minimum(w, value, 0);
            lob_wire_maximum(w, value, 4096);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "epe_max_nm", NULL)) != NULL) {
        out->has_epe_max_nm = true;
        if (lob_wire_number(w, value, &out->epe_max_nm)) {
            lob_wire_above(w, value, 0);
            lob_wire_maximum(w, value, 1000);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "pvband_max_nm", NULL)) != NULL) {
        out->has_pvband_max_nm = true;
        if (lob_wire_number(w, value, &out->pvband_max_nm)) {
            lob_wire_minimum(w, value, 0);
            lob_wire_maximum(w, value, 1000);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "threads", NULL)) != NULL) {
        out->has_threads = true;
        if (lob_wire_int(w, value, &out->threads)) {
            lob_wire_minimum(w, value, 0);
            lob_wire_maximum(w, value, 64);
        }
        lob_wire_leave(w);
    }
}

lob_status lob_litho_process_parse(lob_ctx *ctx, const cJSON *json, lob_litho_process *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "litho_process", false);
    lob_litho_process_read(&w, json, out);
    return lob_wire_end(&w);
}

void lob_shown_job_kind_read(lob_wire *w, const cJSON *json, lob_shown_job_kind *out) {
    int choice;
    if (lob_wire_enum(w, json, lob_shown_job_kind_names, LOB_SHOWN_JOB_KIND_COUNT, &choice)) {
        *out = (lob_shown_job_kind)choice;
    }
}

void lob_shown_job_state_read(lob_wire *w, const cJSON *json, lob_shown_job_state *out) {
    int choice;
    if (lob_wire_enum(w, json, lob_shown_job_state_names, LOB_SHOWN_JOB_STATE_COUNT, &choice)) {
        *out = (lob_shown_job_state)choice;
    }
}

void lob_shown_job_error_read(lob_wire *w, const cJSON *json, lob_shown_job_error *out) {
    static const char *const members[] = {"code", "message", "hint", "reason", "details", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .form = "{\"code\": \"...\", \"message\": \"...\", \"hint\": \"...\"}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "code", "string")) != NULL) {
        lob_wire_string(w, value, &out->code);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "message", "string")) != NULL) {
        lob_wire_string(w, value, &out->message);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "hint", "string")) != NULL) {
        lob_wire_string(w, value, &out->hint);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "reason", NULL)) != NULL) {
        lob_wire_string(w, value, &out->reason);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "details", NULL)) != NULL) {
        lob_wire_any(w, value, &out->details);
        lob_wire_leave(w);
    }
}

lob_status lob_shown_job_error_parse(lob_ctx *ctx, const cJSON *json, lob_shown_job_error *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "shown_job_error", false);
    lob_shown_job_error_read(&w, json, out);
    return lob_wire_end(&w);
}

void lob_litho_deck_rules_read(lob_wire *w, const cJSON *json, lob_litho_deck_rules *out) {
    static const char *const members[] = {"min_width_nm", "min_spacing_nm", "min_curvature_radius_nm",
        "min_feature_area_nm2", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .closed = true,
        .form = "{}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "min_width_nm", NULL)) != NULL) {
        out->has_min_width_nm = true;
        if (lob_wire_number(w, value, &out->min_width_nm)) {
            lob_wire_above(w, value, 0);
            lob_wire_maximum(w, value, 1000000);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "min_spacing_nm", NULL)) != NULL) {
        out->has_min_spacing_nm = true;
        if (lob_wire_number(w, value, &out->min_spacing_nm)) {
            lob_wire_above(w, value, 0);
            lob_wire_maximum(w, value, 1000000);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "min_curvature_radius_nm", NULL)) != NULL) {
        out->has_min_curvature_radius_nm = true;
        if (lob_wire_number(w, value, &out->min_curvature_radius_nm)) {
            lob_wire_above(w, value, 0);
            lob_wire_maximum(w, value, 1000000);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "min_feature_area_nm2", NULL)) != NULL) {
        out->has_min_feature_area_nm2 = true;
        if (lob_wire_number(w, value, &out->min_feature_area_nm2)) {
            lob_wire_above(w, value, 0);
            lob_wire_maximum(w, value, 1000000000000);
        }
        lob_wire_leave(w);
    }
}

lob_status lob_litho_deck_rules_parse(lob_ctx *ctx, const cJSON *json, lob_litho_deck_rules *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "litho_deck_rules", false);
    lob_litho_deck_rules_read(&w, json, out);
    return lob_wire_end(&w);
}

static void litho_deck_source_translated_from_read(lob_wire *w, const cJSON *json,
    lob_litho_deck_source_translated_from *out) {
    int choice;
    if (lob_wire_enum(w, json, lob_litho_deck_source_translated_from_names,
        LOB_LITHO_DECK_SOURCE_TRANSLATED_FROM_COUNT, &choice)) {
        *out = (lob_litho_deck_source_translated_from)choice;
    }
}

void lob_litho_deck_source_read(lob_wire *w, const cJSON *json, lob_litho_deck_source *out) {
    static const char *const members[] = {"vendor", "translated_from", "reference", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .form = "{}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "vendor", NULL)) != NULL) {
        if (lob_wire_string(w, value, &out->vendor)) {
            lob_wire_max_length(w, value, 1000);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "translated_from", NULL)) != NULL) {
        out->has_translated_from = true;
        litho_deck_source_translated_from_read(w, value, &out->translated_from);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "reference", NULL)) != NULL) {
        if (lob_wire_string(w, value, &out->reference)) {
            lob_wire_max_length(w, value, 1000);
        }
        lob_wire_leave(w);
    }
}

lob_status lob_litho_deck_source_parse(lob_ctx *ctx, const cJSON *json, lob_litho_deck_source *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "litho_deck_source", false);
    lob_litho_deck_source_read(&w, json, out);
    return lob_wire_end(&w);
}

void lob_litho_deck_radii_read(lob_wire *w, const cJSON *json, lob_litho_deck_radii *out) {
    static const char *const members[] = {"width", "spacing", "area", "mrc", "gauge", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .closed = true,
        .form = "{}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "width", NULL)) != NULL) {
        out->has_width = true;
        if (lob_wire_number(w, value, &out->width)) {
            lob_wire_minimum(w, value, 0);
            lob_wire_maximum(w, value, 1000000);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "spacing", NULL)) != NULL) {
        out->has_spacing = true;
        if (lob_wire_number(w, value, &out->spacing)) {
            lob_wire_minimum(w, value, 0);
            lob_wire_maximum(w, value, 1000000);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "area", NULL)) != NULL) {
        out->has_area = true;
        if (lob_wire_number(w, value, &out->area)) {
            lob_wire_minimum(w, value, 0);
            lob_wire_maximum(w, value, 1000000);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "mrc", NULL)) != NULL) {
        out->has_mrc = true;
        if (lob_wire_number(w, value, &out->mrc)) {
            lob_wire_minimum(w, value, 0);
            lob_wire_maximum(w, value, 1000000);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "gauge", NULL)) != NULL) {
        out->has_gauge = true;
        if (lob_wire_number(w, value, &out->gauge)) {
            lob_wire_minimum(w, value, 0);
            lob_wire_maximum(w, value, 1000000);
        }
        lob_wire_leave(w);
    }
}

lob_status lob_litho_deck_radii_parse(lob_ctx *ctx, const cJSON *json, lob_litho_deck_radii *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "litho_deck_radii", false);
    lob_litho_deck_radii_read(&w, json, out);
    return lob_wire_end(&w);
}

static void litho_deck_file_polarity_read(lob_wire *w, const cJSON *json, lob_litho_deck_file_polarity *out) {
    int choice;
    if (lob_wire_enum(w, json, lob_litho_deck_file_polarity_names, LOB_LITHO_DECK_FILE_POLARITY_COUNT, &choice)) {
        *out = (lob_litho_deck_file_polarity)choice;
    }
}

void lob_litho_deck_file_read(lob_wire *w, const cJSON *json, lob_litho_deck_file *out) {
    static const char *const members[] = {"schema_version", "process_node", "layer", "polarity", "pixel_size_nm",
        "rules", "source", "notes", "dedup_radius_nm", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .closed = true,
        .form = "{\"schema_version\": \"1\", \"process_node\": \"...\", \"layer\": \"...\", \"rules\": {...}}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "schema_version", "string")) != NULL) {
        lob_wire_const(w, value, "1");
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "process_node", "string")) != NULL) {
        if (lob_wire_string(w, value, &out->process_node)) {
            lob_wire_min_length(w, value, 1);
            lob_wire_max_length(w, value, 200);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "layer", "string")) != NULL) {
        if (lob_wire_string(w, value, &out->layer)) {
            lob_wire_min_length(w, value, 1);
            lob_wire_max_length(w, value, 200);
        }
        lob_wire_leave(w);
    }
    out->polarity = LOB_LITHO_DECK_FILE_POLARITY_CLEAR;
    if ((value = lob_wire_member(w, json, "polarity", NULL)) != NULL) {
        litho_deck_file_polarity_read(w, value, &out->polarity);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "pixel_size_nm", NULL)) != NULL) {
        out->has_pixel_size_nm = true;
        if (lob_wire_number(w, value, &out->pixel_size_nm)) {
            lob_wire_above(w, value, 0);
            lob_wire_maximum(w, value, 1000000);
        }
        lob_wire_leave(w);
    }
    lob_wire_absent(w, LOB_OK, "send {}");
    if ((value = lob_wire_member(w, json, "rules", "object")) != NULL) {
        lob_litho_deck_rules_read(w, value, &out->rules);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "source", NULL)) != NULL) {
        out->source = lob_wire_alloc(w, 1, sizeof *out->source);
        if (out->source) {
            lob_litho_deck_source_read(w, value, out->source);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "notes", NULL)) != NULL) {
        if (lob_wire_string(w, value, &out->notes)) {
            lob_wire_max_length(w, value, 100000);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "dedup_radius_nm", NULL)) != NULL) {
        out->dedup_radius_nm = lob_wire_alloc(w, 1, sizeof *out->dedup_radius_nm);
        if (out->dedup_radius_nm) {
            lob_litho_deck_radii_read(w, value, out->dedup_radius_nm);
        }
        lob_wire_leave(w);
    }
}

lob_status lob_litho_deck_file_parse(lob_ctx *ctx, const cJSON *json, lob_litho_deck_file *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "litho_deck_file", false);
    lob_litho_deck_file_read(&w, json, out);
    return lob_wire_end(&w);
}

void lob_litho_optimize_metrics_read(lob_wire *w, const cJSON *json, lob_litho_optimize_metrics *out) {
    static const char *const members[] = {"l2_error_pixels", "pvband_pixels", "epe_gauge_violations", "mrc_violations",
        "drc_violations", "shots_vsb", "violations_total", "violation_groups_total", NULL};
    static const char *const required[] = {"l2_error_pixels", "pvband_pixels", "violations_total",
        "violation_groups_total", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .numbers = required,
        .number_count = 4,
        .form = "{\"l2_error_pixels\": 0, \"pvband_pixels\": 0, \"violations_total\": 0, \"violation_groups_total\": "
                "0}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "l2_error_pixels", "integer")) != NULL) {
        if (lob_wire_int(w, value, &out->l2_error_pixels)) {
            lob_wire_minimum(w, value, 0);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "pvband_pixels", "integer")) != NULL) {
        if (lob_wire_int(w, value, &out->pvband_pixels)) {
            lob_wire_minimum(w, value, 0);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "epe_gauge_violations", NULL)) != NULL) {
        out->has_epe_gauge_violations = true;
        if (lob_wire_int(w, value, &out->epe_gauge_violations)) {
            lob_wire_minimum(w, value, 0);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "mrc_violations", NULL)) != NULL) {
        out->has_mrc_violations = true;
        if (lob_wire_int(w, value, &out->mrc_violations)) {
            lob_wire_minimum(w, value, 0);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "drc_violations", NULL)) != NULL) {
        out->has_drc_violations = true;
        if (lob_wire_int(w, value, &out->drc_violations)) {
            lob_wire_minimum(w, value, 0);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "shots_vsb", NULL)) != NULL) {
        out->has_shots_vsb = true;
        if (lob_wire_int(w, value, &out->shots_vsb)) {
            lob_wire_minimum(w, value, 0);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "violations_total", "integer")) != NULL) {
        if (lob_wire_int(w, value, &out->violations_total)) {
            lob_wire_minimum(w, value, 0);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "violation_groups_total", "integer")) != NULL) {
        if (lob_wire_int(w, value, &out->violation_groups_total)) {
            lob_wire_minimum(w, value, 0);
        }
        lob_wire_leave(w);
    }
}

lob_status lob_litho_optimize_metrics_parse(lob_ctx *ctx, const cJSON *json, lob_litho_optimize_metrics *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "litho_optimize_metrics", false);
    lob_litho_optimize_metrics_read(&w, json, out);
    return lob_wire_end(&w);
}

void lob_litho_optimize_report_read(lob_wire *w, const cJSON *json, lob_litho_optimize_report *out) {
    static const char *const members[] = {"schema_version", "method", "violation_id", "rule_id", "is_resolved",
        "resolved", "violations_new", "iterations", "loss_first", "loss_best", "before", "after", "file", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .form = "{\"schema_version\": \"...\", \"method\": \"...\", \"violations_new\": 0, \"iterations\": 0, \"loss_"
                "first\": 0, \"loss_best\": 0}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "schema_version", "string")) != NULL) {
        lob_wire_string(w, value, &out->schema_version);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "method", "string")) != NULL) {
        lob_wire_string(w, value, &out->method);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "violation_id", NULL)) != NULL) {
        lob_wire_string(w, value, &out->violation_id);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "rule_id", NULL)) != NULL) {
        lob_wire_string(w, value, &out->rule_id);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "is_resolved", NULL)) != NULL) {
        out->has_is_resolved = true;
        lob_wire_bool(w, value, &out->is_resolved);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "resolved", NULL)) != NULL) {
        out->has_resolved = true;
        if (lob_wire_array(w, value)) {
            out->resolved.count = lob_wire_count(value);
            out->resolved.items = lob_wire_alloc(w, out->resolved.count, sizeof *out->resolved.items);
            const cJSON *item0 = out->resolved.items ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                lob_wire_enter_item(w, i0);
                lob_wire_string(w, item0, &out->resolved.items[i0]);
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "violations_new", "integer")) != NULL) {
        if (lob_wire_int(w, value, &out->violations_new)) {
            lob_wire_minimum(w, value, 0);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "iterations", "integer")) != NULL) {
        if (lob_wire_int(w, value, &out->iterations)) {
            lob_wire_minimum(w, value, 0);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "loss_first", "number")) != NULL) {
        lob_wire_number(w, value, &out->loss_first);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "loss_best", "number")) != NULL) {
        lob_wire_number(w, value, &out->loss_best);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "before", "object")) != NULL) {
        lob_litho_optimize_metrics_read(w, value, &out->before);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "after", "object")) != NULL) {
        lob_litho_optimize_metrics_read(w, value, &out->after);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "file", NULL)) != NULL) {
        lob_wire_string(w, value, &out->file);
        lob_wire_leave(w);
    }
}

lob_status lob_litho_optimize_report_parse(lob_ctx *ctx, const cJSON *json, lob_litho_optimize_report *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "litho_optimize_report", false);
    lob_litho_optimize_report_read(&w, json, out);
    return lob_wire_end(&w);
}

void lob_litho_report_metrics_read(lob_wire *w, const cJSON *json, lob_litho_report_metrics *out) {
    static const char *const members[] = {"epe_mean_nm", "epe_mean_nm_dropped_nonfinite", "epe_max_nm",
        "epe_max_nm_dropped_nonfinite", "epe_std_nm", "epe_std_nm_dropped_nonfinite", "epe_edge_pixels",
        "epe_wafer_mean_nm", "epe_wafer_mean_nm_dropped_nonfinite", "epe_wafer_max_nm",
        "epe_wafer_max_nm_dropped_nonfinite", "epe_wafer_std_nm", "epe_wafer_std_nm_dropped_nonfinite",
        "epe_wafer_edge_pixels", "epe_gauge_count", "epe_gauge_violations", "l2_error_pixels", "l2_error_nm2",
        "pvband_pixels", "pvband_area_nm2", "pvband_mean_nm", "pvband_max_nm", "target_pixels", "printed_pixels",
        "intensity_max", "mrc_pass_rate", "mrc_violation_rate", "mrc_width_pixels", "mrc_spacing_pixels",
        "mrc_total_pixels", "mrc_violations", "drc_pass_rate", "drc_violations", "shots_vsb", "shots_mbmw",
        "tile_count", NULL};
    static const char *const required[] = {"tile_count", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .numbers = required,
        .number_count = 1,
        .form = "{\"tile_count\": 0}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "epe_mean_nm", NULL)) != NULL) {
        out->has_epe_mean_nm = true;
        lob_wire_number(w, value, &out->epe_mean_nm);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "epe_mean_nm_dropped_nonfinite", NULL)) != NULL) {
        out->has_epe_mean_nm_dropped_nonfinite = true;
        if (lob_wire_int(w, value, &out->epe_mean_nm_dropped_nonfinite)) {
            lob_wire_minimum(w, value, 0);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "epe_max_nm", NULL)) != NULL) {
        out->has_epe_max_nm = true;
        lob_wire_number(w, value, &out->epe_max_nm);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "epe_max_nm_dropped_nonfinite", NULL)) != NULL) {
        out->has_epe_max_nm_dropped_nonfinite = true;
        if (lob_wire_int(w, value, &out->epe_max_nm_dropped_nonfinite)) {
            lob_wire_minimum(w, value, 0);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "epe_std_nm", NULL)) != NULL) {
        out->has_epe_std_nm = true;
        lob_wire_number(w, value, &out->epe_std_nm);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "epe_std_nm_dropped_nonfinite", NULL)) != NULL) {
        out->has_epe_std_nm_dropped_nonfinite = true;
        if (lob_wire_int(w, value, &out->epe_std_nm_dropped_nonfinite)) {
            lob_wire_minimum(w, value, 0);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "epe_edge_pixels", NULL)) != NULL) {
        out->has_epe_edge_pixels = true;
        if (lob_wire_int(w, value, &out->epe_edge_pixels)) {
            lob_wire_minimum(w, value, 0);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "epe_wafer_mean_nm", NULL)) != NULL) {
        out->has_epe_wafer_mean_nm = true;
        lob_wire_number(w, value, &out->epe_wafer_mean_nm);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "epe_wafer_mean_nm_dropped_nonfinite", NULL)) != NULL) {
        out->has_epe_wafer_mean_nm_dropped_nonfinite = true;
        if (lob_wire_int(w, value, &out->epe_wafer_mean_nm_dropped_nonfinite)) {
            lob_wire_minimum(w, value, 0);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "epe_wafer_max_nm", NULL)) != NULL) {
        out->has_epe_wafer_max_nm = true;
        lob_wire_number(w, value, &out->epe_wafer_max_nm);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "epe_wafer_max_nm_dropped_nonfinite", NULL)) != NULL) {
        out->has_epe_wafer_max_nm_dropped_nonfinite = true;
        if (lob_wire_int(w, value, &out->epe_wafer_max_nm_dropped_nonfinite)) {
            lob_wire_minimum(w, value, 0);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "epe_wafer_std_nm", NULL)) != NULL) {
        out->has_epe_wafer_std_nm = true;
        lob_wire_number(w, value, &out->epe_wafer_std_nm);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "epe_wafer_std_nm_dropped_nonfinite", NULL)) != NULL) {
        out->has_epe_wafer_std_nm_dropped_nonfinite = true;
        if (lob_wire_int(w, value, &out->epe_wafer_std_nm_dropped_nonfinite)) {
            lob_wire_minimum(w, value, 0);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "epe_wafer_edge_pixels", NULL)) != NULL) {
        out->has_epe_wafer_edge_pixels = true;
        if (lob_wire_int(w, value, &out->epe_wafer_edge_pixels)) {
            lob_wire_minimum(w, value, 0);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "epe_gauge_count", NULL)) != NULL) {
        out->has_epe_gauge_count = true;
        if (lob_wire_int(w, value, &out->epe_gauge_count)) {
            lob_wire_minimum(w, value, 0);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "epe_gauge_violations", NULL)) != NULL) {
        out->has_epe_gauge_violations = true;
        if (lob_wire_int(w, value, &out->epe_gauge_violations)) {
            lob_wire_minimum(w, value, 0);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "l2_error_pixels", NULL)) != NULL) {
        out->has_l2_error_pixels = true;
        if (lob_wire_int(w, value, &out->l2_error_pixels)) {
            lob_wire_minimum(w, value, 0);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "l2_error_nm2", NULL)) != NULL) {
        out->has_l2_error_nm2 = true;
        lob_wire_number(w, value, &out->l2_error_nm2);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "pvband_pixels", NULL)) != NULL) {
        out->has_pvband_pixels = true;
        if (lob_wire_int(w, value, &out->pvband_pixels)) {
            lob_wire_minimum(w, value, 0);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "pvband_area_nm2", NULL)) != NULL) {
        out->has_pvband_area_nm2 = true;
        lob_wire_number(w, value, &out->pvband_area_nm2);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "pvband_mean_nm", NULL)) != NULL) {
        out->has_pvband_mean_nm = true;
        lob_wire_number(w, value, &out->pvband_mean_nm);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "pvband_max_nm", NULL)) != NULL) {
        out->has_pvband_max_nm = true;
        lob_wire_number(w, value, &out->pvband_max_nm);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "target_pixels", NULL)) != NULL) {
        out->has_target_pixels = true;
        if (lob_wire_int(w, value, &out->target_pixels)) {
            lob_wire_minimum(w, value, 0);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "printed_pixels", NULL)) != NULL) {
        out->has_printed_pixels = true;
        if (lob_wire_int(w, value, &out->printed_pixels)) {
            lob_wire_minimum(w, value, 0);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "intensity_max", NULL)) != NULL) {
        out->has_intensity_max = true;
        lob_wire_number(w, value, &out->intensity_max);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "mrc_pass_rate", NULL)) != NULL) {
        out->has_mrc_pass_rate = true;
        lob_wire_number(w, value, &out->mrc_pass_rate);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "mrc_violation_rate", NULL)) != NULL) {
        out->has_mrc_violation_rate = true;
        lob_wire_number(w, value, &out->mrc_violation_rate);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "mrc_width_pixels", NULL)) != NULL) {
        out->has_mrc_width_pixels = true;
        if (lob_wire_int(w, value, &out->mrc_width_pixels)) {
            lob_wire_minimum(w, value, 0);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "mrc_spacing_pixels", NULL)) != NULL) {
        out->has_mrc_spacing_pixels = true;
        if (lob_wire_int(w, value, &out->mrc_spacing_pixels)) {
            lob_wire_minimum(w, value, 0);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "mrc_total_pixels", NULL)) != NULL) {
        out->has_mrc_total_pixels = true;
        if (lob_wire_int(w, value, &out->mrc_total_pixels)) {
            lob_wire_minimum(w, value, 0);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "mrc_violations", NULL)) != NULL) {
        out->has_mrc_violations = true;
        if (lob_wire_int(w, value, &out->mrc_violations)) {
            lob_wire_minimum(w, value, 0);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "drc_pass_rate", NULL)) != NULL) {
        out->has_drc_pass_rate = true;
        lob_wire_number(w, value, &out->drc_pass_rate);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "drc_violations", NULL)) != NULL) {
        out->has_drc_violations = true;
        if (lob_wire_int(w, value, &out->drc_violations)) {
            lob_wire_minimum(w, value, 0);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "shots_vsb", NULL)) != NULL) {
        out->has_shots_vsb = true;
        if (lob_wire_int(w, value, &out->shots_vsb)) {
            lob_wire_minimum(w, value, 0);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "shots_mbmw", NULL)) != NULL) {
        out->has_shots_mbmw = true;
        lob_wire_number(w, value, &out->shots_mbmw);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "tile_count", "integer")) != NULL) {
        if (lob_wire_int(w, value, &out->tile_count)) {
            lob_wire_minimum(w, value, 0);
        }
        lob_wire_leave(w);
    }
}

lob_status lob_litho_report_metrics_parse(lob_ctx *ctx, const cJSON *json, lob_litho_report_metrics *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "litho_report_metrics", false);
    lob_litho_report_metrics_read(&w, json, out);
    return lob_wire_end(&w);
}

void lob_litho_report_transform_read(lob_wire *w, const cJSON *json, lob_litho_report_transform *out) {
    static const char *const members[] = {"op", "params", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .form = "{\"op\": \"...\", \"params\": ...}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "op", "string")) != NULL) {
        lob_wire_string(w, value, &out->op);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "params", "any value")) != NULL) {
        lob_wire_any(w, value, &out->params);
        lob_wire_leave(w);
    }
}

lob_status lob_litho_report_transform_parse(lob_ctx *ctx, const cJSON *json, lob_litho_report_transform *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "litho_report_transform", false);
    lob_litho_report_transform_read(&w, json, out);
    return lob_wire_end(&w);
}

void lob_litho_report_context_read(lob_wire *w, const cJSON *json, lob_litho_report_context *out) {
    static const char *const members[] = {"tile_id", "tile_local_nm", "tile_origin_nm", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .form = "{\"tile_id\": \"...\", \"tile_local_nm\": [...], \"tile_origin_nm\": [...]}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "tile_id", "string")) != NULL) {
        lob_wire_string(w, value, &out->tile_id);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "tile_local_nm", "array")) != NULL) {
        if (lob_wire_array(w, value) && lob_wire_max_items(w, value, 2)) {
            lob_wire_min_items(w, value, 2);
            out->tile_local_nm.count = lob_wire_count(value);
            out->tile_local_nm.items = lob_wire_alloc(w, out->tile_local_nm.count, sizeof *out->tile_local_nm.items);
            const cJSON *item0 = out->tile_local_nm.items ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                lob_wire_enter_item(w, i0);
                lob_wire_number(w, item0, &out->tile_local_nm.items[i0]);
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "tile_origin_nm", "array")) != NULL) {
        if (lob_wire_array(w, value) && lob_wire_max_items(w, value, 2)) {
            lob_wire_min_items(w, value, 2);
            out->tile_origin_nm.count = lob_wire_count(value);
            out->tile_origin_nm.items = lob_wire_alloc(w, out->tile_origin_nm.count, sizeof *out->tile_origin_nm.items);
            const cJSON *item0 = out->tile_origin_nm.items ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                lob_wire_enter_item(w, i0);
                lob_wire_number(w, item0, &out->tile_origin_nm.items[i0]);
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
}

lob_status lob_litho_report_context_parse(lob_ctx *ctx, const cJSON *json, lob_litho_report_context *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "litho_report_context", false);
    lob_litho_report_context_read(&w, json, out);
    return lob_wire_end(&w);
}

void lob_litho_report_dedup_read(lob_wire *w, const cJSON *json, lob_litho_report_dedup *out) {
    static const char *const members[] = {"rule_deck_hash", "radius_nm", "rule_id", "canonical_location_nm", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .form = "{\"rule_deck_hash\": \"...\", \"radius_nm\": 0, \"rule_id\": \"...\", \"canonical_location_nm\": [.."
                ".]}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "rule_deck_hash", "string")) != NULL) {
        lob_wire_string(w, value, &out->rule_deck_hash);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "radius_nm", "number")) != NULL) {
        lob_wire_number(w, value, &out->radius_nm);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "rule_id", "string")) != NULL) {
        lob_wire_string(w, value, &out->rule_id);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "canonical_location_nm", "array")) != NULL) {
        if (lob_wire_array(w, value) && lob_wire_max_items(w, value, 2)) {
            lob_wire_min_items(w, value, 2);
            out->canonical_location_nm.count = lob_wire_count(value);
            out->canonical_location_nm.items = lob_wire_alloc(w, out->canonical_location_nm.count,
                sizeof *out->canonical_location_nm.items);
            const cJSON *item0 = out->canonical_location_nm.items ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                lob_wire_enter_item(w, i0);
                lob_wire_number(w, item0, &out->canonical_location_nm.items[i0]);
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
}

lob_status lob_litho_report_dedup_parse(lob_ctx *ctx, const cJSON *json, lob_litho_report_dedup *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "litho_report_dedup", false);
    lob_litho_report_dedup_read(&w, json, out);
    return lob_wire_end(&w);
}

void lob_litho_report_violation_read(lob_wire *w, const cJSON *json, lob_litho_report_violation *out) {
    static const char *const members[] = {"violation_id", "violation_group_id", "rule_id", "rule_deck", "severity",
        "coordinate_frame", "location_nm", "transforms", "context", "dedup_strategy", "dedup_provenance", "actual",
        "required", "unit", "box_nm", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .form = "{\"violation_id\": \"...\", \"violation_group_id\": \"...\", \"rule_id\": \"...\", \"rule_deck\": \""
                "...\", \"severity\": \"...\", \"coordinate_frame\": \"...\"}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "violation_id", "string")) != NULL) {
        lob_wire_string(w, value, &out->violation_id);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "violation_group_id", "string")) != NULL) {
        lob_wire_string(w, value, &out->violation_group_id);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "rule_id", "string")) != NULL) {
        lob_wire_string(w, value, &out->rule_id);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "rule_deck", "string")) != NULL) {
        lob_wire_string(w, value, &out->rule_deck);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "severity", "string")) != NULL) {
        lob_wire_string(w, value, &out->severity);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "coordinate_frame", "string")) != NULL) {
        lob_wire_string(w, value, &out->coordinate_frame);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "location_nm", "array")) != NULL) {
        if (lob_wire_array(w, value) && lob_wire_max_items(w, value, 2)) {
            lob_wire_min_items(w, value, 2);
            out->location_nm.count = lob_wire_count(value);
            out->location_nm.items = lob_wire_alloc(w, out->location_nm.count, sizeof *out->location_nm.items);
            const cJSON *item0 = out->location_nm.items ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                lob_wire_enter_item(w, i0);
                lob_wire_number(w, item0, &out->location_nm.items[i0]);
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "transforms", "array")) != NULL) {
        if (lob_wire_array(w, value)) {
            out->transforms.count = lob_wire_count(value);
            out->transforms.items = lob_wire_alloc(w, out->transforms.count, sizeof *out->transforms.items);
            const cJSON *item0 = out->transforms.items ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                lob_wire_enter_item(w, i0);
                lob_litho_report_transform_read(w, item0, &out->transforms.items[i0]);
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "context", NULL)) != NULL) {
        out->context = lob_wire_alloc(w, 1, sizeof *out->context);
        if (out->context) {
            lob_litho_report_context_read(w, value, out->context);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "dedup_strategy", "string")) != NULL) {
        lob_wire_string(w, value, &out->dedup_strategy);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "dedup_provenance", "object")) != NULL) {
        lob_litho_report_dedup_read(w, value, &out->dedup_provenance);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "actual", NULL)) != NULL) {
        out->has_actual = true;
        lob_wire_number(w, value, &out->actual);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "required", NULL)) != NULL) {
        out->has_required = true;
        lob_wire_number(w, value, &out->required);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "unit", NULL)) != NULL) {
        lob_wire_string(w, value, &out->unit);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "box_nm", NULL)) != NULL) {
        out->has_box_nm = true;
        if (lob_wire_array(w, value) && lob_wire_max_items(w, value, 4)) {
            lob_wire_min_items(w, value, 4);
            out->box_nm.count = lob_wire_count(value);
            out->box_nm.items = lob_wire_alloc(w, out->box_nm.count, sizeof *out->box_nm.items);
            const cJSON *item0 = out->box_nm.items ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                lob_wire_enter_item(w, i0);
                lob_wire_number(w, item0, &out->box_nm.items[i0]);
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
}

lob_status lob_litho_report_violation_parse(lob_ctx *ctx, const cJSON *json, lob_litho_report_violation *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "litho_report_violation", false);
    lob_litho_report_violation_read(&w, json, out);
    return lob_wire_end(&w);
}

void lob_litho_report_corner_read(lob_wire *w, const cJSON *json, lob_litho_report_corner *out) {
    static const char *const members[] = {"dose", "defocus_nm", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .numbers = members,
        .number_count = 2,
        .form = "{\"dose\": 0, \"defocus_nm\": 0}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "dose", "number")) != NULL) {
        lob_wire_number(w, value, &out->dose);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "defocus_nm", "number")) != NULL) {
        lob_wire_number(w, value, &out->defocus_nm);
        lob_wire_leave(w);
    }
}

lob_status lob_litho_report_corner_parse(lob_ctx *ctx, const cJSON *json, lob_litho_report_corner *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "litho_report_corner", false);
    lob_litho_report_corner_read(&w, json, out);
    return lob_wire_end(&w);
}

void lob_litho_report_optics_read(lob_wire *w, const cJSON *json, lob_litho_report_optics *out) {
    static const char *const members[] = {"wavelength_nm", "na", "source", "sigma_outer", "sigma_inner", "opening_deg",
        "kernels", "kernel_count", "kernel_offset", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .form = "{\"wavelength_nm\": 0, \"na\": 0, \"source\": \"...\", \"sigma_outer\": 0, \"sigma_inner\": 0, \"ker"
                "nels\": \"...\"}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "wavelength_nm", "number")) != NULL) {
        lob_wire_number(w, value, &out->wavelength_nm);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "na", "number")) != NULL) {
        lob_wire_number(w, value, &out->na);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "source", "string")) != NULL) {
        lob_wire_string(w, value, &out->source);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "sigma_outer", "number")) != NULL) {
        lob_wire_number(w, value, &out->sigma_outer);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "sigma_inner", "number")) != NULL) {
        lob_wire_number(w, value, &out->sigma_inner);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "opening_deg", NULL)) != NULL) {
        out->has_opening_deg = true;
        lob_wire_number(w, value, &out->opening_deg);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "kernels", "string")) != NULL) {
        lob_wire_string(w, value, &out->kernels);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "kernel_count", "integer")) != NULL) {
        if (lob_wire_int(w, value, &out->kernel_count)) {
            lob_wire_minimum(w, value, 0);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "kernel_offset", NULL)) != NULL) {
        out->has_kernel_offset = true;
        if (lob_wire_int(w, value, &out->kernel_offset)) {
            lob_wire_minimum(w, value, 0);
        }
        lob_wire_leave(w);
    }
}

lob_status lob_litho_report_optics_parse(lob_ctx *ctx, const cJSON *json, lob_litho_report_optics *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "litho_report_optics", false);
    lob_litho_report_optics_read(&w, json, out);
    return lob_wire_end(&w);
}

void lob_litho_report_tiling_read(lob_wire *w, const cJSON *json, lob_litho_report_tiling *out) {
    static const char *const members[] = {"tile_side_pixels", "halo_pixels", "columns", "rows", "canvas_nm", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .form = "{\"tile_side_pixels\": 0, \"halo_pixels\": 0, \"columns\": 0, \"rows\": 0, \"canvas_nm\": [...]}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "tile_side_pixels", "integer")) != NULL) {
        if (lob_wire_int(w, value, &out->tile_side_pixels)) {
            lob_wire_minimum(w, value, 0);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "halo_pixels", "integer")) != NULL) {
        if (lob_wire_int(w, value, &out->halo_pixels)) {
            lob_wire_minimum(w, value, 0);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "columns", "integer")) != NULL) {
        if (lob_wire_int(w, value, &out->columns)) {
            lob_wire_minimum(w, value, 0);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "rows", "integer")) != NULL) {
        if (lob_wire_int(w, value, &out->rows)) {
            lob_wire_minimum(w, value, 0);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "canvas_nm", "array")) != NULL) {
        if (lob_wire_array(w, value) && lob_wire_max_items(w, value, 4)) {
            lob_wire_min_items(w, value, 4);
            out->canvas_nm.count = lob_wire_count(value);
            out->canvas_nm.items = lob_wire_alloc(w, out->canvas_nm.count, sizeof *out->canvas_nm.items);
            const cJSON *item0 = out->canvas_nm.items ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                lob_wire_enter_item(w, i0);
                lob_wire_number(w, item0, &out->canvas_nm.items[i0]);
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
}

lob_status lob_litho_report_tiling_parse(lob_ctx *ctx, const cJSON *json, lob_litho_report_tiling *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "litho_report_tiling", false);
    lob_litho_report_tiling_read(&w, json, out);
    return lob_wire_end(&w);
}

void lob_litho_report_provenance_read(lob_wire *w, const cJSON *json, lob_litho_report_provenance *out) {
    static const char *const members[] = {"engine", "engine_version", "model", "dataset", "node", "optics",
        "threshold", "pixel_nm", "dose_meaning", "nominal", "corners", "checks", "tiling", "rule_deck",
        "rule_deck_hash", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .form = "{\"engine\": \"...\", \"engine_version\": \"...\", \"model\": \"...\", \"dataset\": \"...\", \"node\""
                ": \"...\", \"optics\": {...}}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "engine", "string")) != NULL) {
        lob_wire_string(w, value, &out->engine);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "engine_version", "string")) != NULL) {
        lob_wire_string(w, value, &out->engine_version);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "model", "string")) != NULL) {
        lob_wire_string(w, value, &out->model);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "dataset", "string")) != NULL) {
        lob_wire_string(w, value, &out->dataset);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "node", "string")) != NULL) {
        lob_wire_string(w, value, &out->node);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "optics", "object")) != NULL) {
        lob_litho_report_optics_read(w, value, &out->optics);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "threshold", "number")) != NULL) {
        lob_wire_number(w, value, &out->threshold);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "pixel_nm", "number")) != NULL) {
        lob_wire_number(w, value, &out->pixel_nm);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "dose_meaning", "string")) != NULL) {
        lob_wire_string(w, value, &out->dose_meaning);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "nominal", "object")) != NULL) {
        lob_litho_report_corner_read(w, value, &out->nominal);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "corners", "array")) != NULL) {
        if (lob_wire_array(w, value)) {
            out->corners.count = lob_wire_count(value);
            out->corners.items = lob_wire_alloc(w, out->corners.count, sizeof *out->corners.items);
            const cJSON *item0 = out->corners.items ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                lob_wire_enter_item(w, i0);
                lob_litho_report_corner_read(w, item0, &out->corners.items[i0]);
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "checks", "array")) != NULL) {
        if (lob_wire_array(w, value)) {
            out->checks.count = lob_wire_count(value);
            out->checks.items = lob_wire_alloc(w, out->checks.count, sizeof *out->checks.items);
            const cJSON *item0 = out->checks.items ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                lob_wire_enter_item(w, i0);
                lob_wire_string(w, item0, &out->checks.items[i0]);
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "tiling", "object")) != NULL) {
        lob_litho_report_tiling_read(w, value, &out->tiling);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "rule_deck", "string")) != NULL) {
        lob_wire_string(w, value, &out->rule_deck);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "rule_deck_hash", "string")) != NULL) {
        lob_wire_string(w, value, &out->rule_deck_hash);
        lob_wire_leave(w);
    }
}

lob_status lob_litho_report_provenance_parse(lob_ctx *ctx, const cJSON *json, lob_litho_report_provenance *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "litho_report_provenance", false);
    lob_litho_report_provenance_read(&w, json, out);
    return lob_wire_end(&w);
}

void lob_litho_detailed_report_read(lob_wire *w, const cJSON *json, lob_litho_detailed_report *out) {
    static const char *const members[] = {"schema_version", "report_level", "degraded_to_aggregate", "metrics",
        "violations", "violations_total", "violation_groups_total", "provenance", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .form = "{\"schema_version\": \"...\", \"report_level\": \"...\", \"degraded_to_aggregate\": true, \"metrics\""
                ": {...}, \"violations\": [...], \"violations_total\": 0}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "schema_version", "string")) != NULL) {
        lob_wire_string(w, value, &out->schema_version);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "report_level", "string")) != NULL) {
        lob_wire_string(w, value, &out->report_level);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "degraded_to_aggregate", "boolean")) != NULL) {
        lob_wire_bool(w, value, &out->degraded_to_aggregate);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "metrics", "object")) != NULL) {
        lob_litho_report_metrics_read(w, value, &out->metrics);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "violations", "array")) != NULL) {
        if (lob_wire_array(w, value)) {
            out->violations.count = lob_wire_count(value);
            out->violations.items = lob_wire_alloc(w, out->violations.count, sizeof *out->violations.items);
            const cJSON *item0 = out->violations.items ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                lob_wire_enter_item(w, i0);
                lob_litho_report_violation_read(w, item0, &out->violations.items[i0]);
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "violations_total", "integer")) != NULL) {
        if (lob_wire_int(w, value, &out->violations_total)) {
            lob_wire_minimum(w, value, 0);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "violation_groups_total", "integer")) != NULL) {
        if (lob_wire_int(w, value, &out->violation_groups_total)) {
            lob_wire_minimum(w, value, 0);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "provenance", NULL)) != NULL) {
        out->provenance = lob_wire_alloc(w, 1, sizeof *out->provenance);
        if (out->provenance) {
            lob_litho_report_provenance_read(w, value, out->provenance);
        }
        lob_wire_leave(w);
    }
}

lob_status lob_litho_detailed_report_parse(lob_ctx *ctx, const cJSON *json, lob_litho_detailed_report *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "litho_detailed_report", false);
    lob_litho_detailed_report_read(&w, json, out);
    return lob_wire_end(&w);
}

static void marker_geometry_kind_read(lob_wire *w, const cJSON *json, lob_marker_geometry_kind *out) {
    int choice;
    if (lob_wire_enum(w, json, lob_marker_geometry_kind_names, LOB_MARKER_GEOMETRY_KIND_COUNT, &choice)) {
        *out = (lob_marker_geometry_kind)choice;
    }
}

void lob_marker_geometry_read(lob_wire *w, const cJSON *json, lob_marker_geometry *out) {
    static const char *const members[] = {"kind", "points_um", "points_dropped", "contour_ends", "text", "text_cut",
        "value", "width_um", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .form = "{\"kind\": \"box\"}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "kind", "string")) != NULL) {
        marker_geometry_kind_read(w, value, &out->kind);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "points_um", NULL)) != NULL) {
        out->has_points_um = true;
        if (lob_wire_array(w, value)) {
            out->points_um.count = lob_wire_count(value);
            out->points_um.items = lob_wire_alloc(w, out->points_um.count, sizeof *out->points_um.items);
            const cJSON *item0 = out->points_um.items ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                lob_wire_enter_item(w, i0);
                lob_point_um_read(w, item0, &out->points_um.items[i0]);
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "points_dropped", NULL)) != NULL) {
        out->has_points_dropped = true;
        lob_wire_int(w, value, &out->points_dropped);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "contour_ends", NULL)) != NULL) {
        out->has_contour_ends = true;
        if (lob_wire_array(w, value)) {
            out->contour_ends.count = lob_wire_count(value);
            out->contour_ends.items = lob_wire_alloc(w, out->contour_ends.count, sizeof *out->contour_ends.items);
            const cJSON *item0 = out->contour_ends.items ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                lob_wire_enter_item(w, i0);
                lob_wire_int(w, item0, &out->contour_ends.items[i0]);
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "text", NULL)) != NULL) {
        lob_wire_string(w, value, &out->text);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "text_cut", NULL)) != NULL) {
        out->has_text_cut = true;
        lob_wire_int(w, value, &out->text_cut);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "value", NULL)) != NULL) {
        out->has_value = true;
        lob_wire_number(w, value, &out->value);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "width_um", NULL)) != NULL) {
        out->has_width_um = true;
        lob_wire_number(w, value, &out->width_um);
        lob_wire_leave(w);
    }
}

lob_status lob_marker_geometry_parse(lob_ctx *ctx, const cJSON *json, lob_marker_geometry *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "marker_geometry", false);
    lob_marker_geometry_read(&w, json, out);
    return lob_wire_end(&w);
}

void lob_netlist_device_read(lob_wire *w, const cJSON *json, lob_netlist_device *out) {
    static const char *const members[] = {"id", "type", "model", "w", "l", "m", "nf", "terminals", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .form = "{\"id\": \"...\", \"type\": \"nmos\", \"terminals\": {...}}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "id", "string")) != NULL) {
        if (lob_wire_string(w, value, &out->id)) {
            lob_wire_min_length(w, value, 1);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "type", "string")) != NULL) {
        lob_device_type_read(w, value, &out->type);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "model", NULL)) != NULL) {
        lob_wire_string(w, value, &out->model);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "w", NULL)) != NULL) {
        out->has_w = true;
        if (lob_wire_number(w, value, &out->w)) {
            lob_wire_minimum(w, value, 0);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "l", NULL)) != NULL) {
        out->has_l = true;
        if (lob_wire_number(w, value, &out->l)) {
            lob_wire_minimum(w, value, 0);
        }
        lob_wire_leave(w);
    }
    out->m = 1;
    if ((value = lob_wire_member(w, json, "m", NULL)) != NULL) {
        if (lob_wire_int(w, value, &out->m)) {
            lob_wire_minimum(w, value, 1);
        }
        lob_wire_leave(w);
    }
    out->nf = 1;
    if ((value = lob_wire_member(w, json, "nf", NULL)) != NULL) {
        if (lob_wire_int(w, value, &out->nf)) {
            lob_wire_minimum(w, value, 1);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "terminals", "object")) != NULL) {
        if (lob_wire_map(w, value)) {
            out->terminals.count = lob_wire_count(value);
            out->terminals.items = lob_wire_alloc(w, out->terminals.count, sizeof *out->terminals.items);
            out->terminals.names = lob_wire_alloc(w, out->terminals.count, sizeof *out->terminals.names);
            const cJSON *item0 = out->terminals.items && out->terminals.names ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                out->terminals.names[i0] = lob_wire_text(w, item0->string);
                lob_wire_enter_key(w, item0->string);
                lob_wire_string(w, item0, &out->terminals.items[i0]);
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
}

lob_status lob_netlist_device_parse(lob_ctx *ctx, const cJSON *json, lob_netlist_device *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "netlist_device", false);
    lob_netlist_device_read(&w, json, out);
    return lob_wire_end(&w);
}

void lob_netlist_instance_read(lob_wire *w, const cJSON *json, lob_netlist_instance *out) {
    static const char *const members[] = {"name", "cell", "connections", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .form = "{\"name\": \"...\", \"cell\": \"...\"}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "name", "string")) != NULL) {
        lob_wire_string(w, value, &out->name);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "cell", "string")) != NULL) {
        lob_wire_string(w, value, &out->cell);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "connections", NULL)) != NULL) {
        out->has_connections = true;
        if (lob_wire_map(w, value)) {
            out->connections.count = lob_wire_count(value);
            out->connections.items = lob_wire_alloc(w, out->connections.count, sizeof *out->connections.items);
            out->connections.names = lob_wire_alloc(w, out->connections.count, sizeof *out->connections.names);
            const cJSON *item0 = out->connections.items && out->connections.names ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                out->connections.names[i0] = lob_wire_text(w, item0->string);
                lob_wire_enter_key(w, item0->string);
                lob_wire_string(w, item0, &out->connections.items[i0]);
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
}

lob_status lob_netlist_instance_parse(lob_ctx *ctx, const cJSON *json, lob_netlist_instance *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "netlist_instance", false);
    lob_netlist_instance_read(&w, json, out);
    return lob_wire_end(&w);
}

void lob_netlist_cell_read(lob_wire *w, const cJSON *json, lob_netlist_cell *out) {
    static const char *const members[] = {"name", "devices", "nets", "subcells", "net_types", "ports", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .form = "{\"name\": \"...\", \"devices\": [...]}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "name", "string")) != NULL) {
        lob_wire_string(w, value, &out->name);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "devices", "array")) != NULL) {
        if (lob_wire_array(w, value)) {
            out->devices.count = lob_wire_count(value);
            out->devices.items = lob_wire_alloc(w, out->devices.count, sizeof *out->devices.items);
            const cJSON *item0 = out->devices.items ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                lob_wire_enter_item(w, i0);
                lob_netlist_device_read(w, item0, &out->devices.items[i0]);
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "nets", NULL)) != NULL) {
        out->has_nets = true;
        if (lob_wire_array(w, value)) {
            out->nets.count = lob_wire_count(value);
            out->nets.items = lob_wire_alloc(w, out->nets.count, sizeof *out->nets.items);
            const cJSON *item0 = out->nets.items ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                lob_wire_enter_item(w, i0);
                lob_wire_string(w, item0, &out->nets.items[i0]);
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "subcells", NULL)) != NULL) {
        out->has_subcells = true;
        if (lob_wire_array(w, value)) {
            out->subcells.count = lob_wire_count(value);
            out->subcells.items = lob_wire_alloc(w, out->subcells.count, sizeof *out->subcells.items);
            const cJSON *item0 = out->subcells.items ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                lob_wire_enter_item(w, i0);
                lob_netlist_instance_read(w, item0, &out->subcells.items[i0]);
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "net_types", NULL)) != NULL) {
        out->has_net_types = true;
        if (lob_wire_map(w, value)) {
            out->net_types.count = lob_wire_count(value);
            out->net_types.items = lob_wire_alloc(w, out->net_types.count, sizeof *out->net_types.items);
            out->net_types.names = lob_wire_alloc(w, out->net_types.count, sizeof *out->net_types.names);
            const cJSON *item0 = out->net_types.items && out->net_types.names ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                out->net_types.names[i0] = lob_wire_text(w, item0->string);
                lob_wire_enter_key(w, item0->string);
                lob_net_type_read(w, item0, &out->net_types.items[i0]);
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "ports", NULL)) != NULL) {
        out->has_ports = true;
        if (lob_wire_array(w, value)) {
            out->ports.count = lob_wire_count(value);
            out->ports.items = lob_wire_alloc(w, out->ports.count, sizeof *out->ports.items);
            const cJSON *item0 = out->ports.items ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                lob_wire_enter_item(w, i0);
                lob_wire_string(w, item0, &out->ports.items[i0]);
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
}

lob_status lob_netlist_cell_parse(lob_ctx *ctx, const cJSON *json, lob_netlist_cell *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "netlist_cell", false);
    lob_netlist_cell_read(&w, json, out);
    return lob_wire_end(&w);
}

void lob_netlist_read(lob_wire *w, const cJSON *json, lob_netlist *out) {
    static const char *const members[] = {"schema_version", "cells", "top", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .form = "{\"cells\": [...], \"top\": \"...\"}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    out->schema_version = LOB_STR("1.0.0");
    if ((value = lob_wire_member(w, json, "schema_version", NULL)) != NULL) {
        lob_wire_string(w, value, &out->schema_version);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "cells", "array")) != NULL) {
        if (lob_wire_array(w, value)) {
            out->cells.count = lob_wire_count(value);
            out->cells.items = lob_wire_alloc(w, out->cells.count, sizeof *out->cells.items);
            const cJSON *item0 = out->cells.items ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                lob_wire_enter_item(w, i0);
                lob_netlist_cell_read(w, item0, &out->cells.items[i0]);
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "top", "string")) != NULL) {
        lob_wire_string(w, value, &out->top);
        lob_wire_leave(w);
    }
}

lob_status lob_netlist_parse(lob_ctx *ctx, const cJSON *json, lob_netlist *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "netlist", false);
    lob_netlist_read(&w, json, out);
    return lob_wire_end(&w);
}

void lob_objective_read(lob_wire *w, const cJSON *json, lob_objective *out) {
    static const char *const members[] = {"name", "weight", "target", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .form = "{\"name\": \"area_min\"}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "name", "string")) != NULL) {
        lob_objective_name_read(w, value, &out->name);
        lob_wire_leave(w);
    }
    out->weight = 1;
    if ((value = lob_wire_member(w, json, "weight", NULL)) != NULL) {
        if (lob_wire_number(w, value, &out->weight)) {
            lob_wire_minimum(w, value, 0);
            lob_wire_maximum(w, value, 1);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "target", NULL)) != NULL) {
        out->has_target = true;
        lob_wire_number(w, value, &out->target);
        lob_wire_leave(w);
    }
}

lob_status lob_objective_parse(lob_ctx *ctx, const cJSON *json, lob_objective *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "objective", false);
    lob_objective_read(&w, json, out);
    return lob_wire_end(&w);
}

void lob_design_constraints_read(lob_wire *w, const cJSON *json, lob_design_constraints *out) {
    static const char *const members[] = {"max_iterations", "max_area", "min_matching_score", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .form = "{}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    out->max_iterations = 5;
    if ((value = lob_wire_member(w, json, "max_iterations", NULL)) != NULL) {
        if (lob_wire_int(w, value, &out->max_iterations)) {
            lob_wire_minimum(w, value, 1);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "max_area", NULL)) != NULL) {
        out->has_max_area = true;
        lob_wire_number(w, value, &out->max_area);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "min_matching_score", NULL)) != NULL) {
        out->has_min_matching_score = true;
        if (lob_wire_number(w, value, &out->min_matching_score)) {
            lob_wire_minimum(w, value, 0);
            lob_wire_maximum(w, value, 1);
        }
        lob_wire_leave(w);
    }
}

lob_status lob_design_constraints_parse(lob_ctx *ctx, const cJSON *json, lob_design_constraints *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "design_constraints", false);
    lob_design_constraints_read(&w, json, out);
    return lob_wire_end(&w);
}

void lob_design_objectives_read(lob_wire *w, const cJSON *json, lob_design_objectives *out) {
    static const char *const members[] = {"schema_version", "objectives", "constraints", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .form = "{\"objectives\": [...]}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    out->schema_version = LOB_STR("1.0.0");
    if ((value = lob_wire_member(w, json, "schema_version", NULL)) != NULL) {
        lob_wire_string(w, value, &out->schema_version);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "objectives", "array")) != NULL) {
        if (lob_wire_array(w, value)) {
            out->objectives.count = lob_wire_count(value);
            out->objectives.items = lob_wire_alloc(w, out->objectives.count, sizeof *out->objectives.items);
            const cJSON *item0 = out->objectives.items ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                lob_wire_enter_item(w, i0);
                lob_objective_read(w, item0, &out->objectives.items[i0]);
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "constraints", NULL)) != NULL) {
        out->constraints = lob_wire_alloc(w, 1, sizeof *out->constraints);
        if (out->constraints) {
            lob_design_constraints_read(w, value, out->constraints);
        }
        lob_wire_leave(w);
    }
}

lob_status lob_design_objectives_parse(lob_ctx *ctx, const cJSON *json, lob_design_objectives *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "design_objectives", false);
    lob_design_objectives_read(&w, json, out);
    return lob_wire_end(&w);
}

void lob_agent_state_read(lob_wire *w, const cJSON *json, lob_agent_state *out) {
    int choice;
    if (lob_wire_enum(w, json, lob_agent_state_names, LOB_AGENT_STATE_COUNT, &choice)) {
        *out = (lob_agent_state)choice;
    }
}

void lob_plan_step_read(lob_wire *w, const cJSON *json, lob_plan_step *out) {
    static const char *const members[] = {"id", "name", "skill_name", "params", "dependencies", "status", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .form = "{\"id\": \"...\", \"name\": \"...\", \"skill_name\": \"...\", \"params\": {...}}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "id", "string")) != NULL) {
        if (lob_wire_string(w, value, &out->id)) {
            lob_wire_min_length(w, value, 1);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "name", "string")) != NULL) {
        lob_wire_string(w, value, &out->name);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "skill_name", "string")) != NULL) {
        lob_wire_string(w, value, &out->skill_name);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "params", "object")) != NULL) {
        if (lob_wire_map(w, value)) {
            out->params.count = lob_wire_count(value);
            out->params.items = lob_wire_alloc(w, out->params.count, sizeof *out->params.items);
            out->params.names = lob_wire_alloc(w, out->params.count, sizeof *out->params.names);
            const cJSON *item0 = out->params.items && out->params.names ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                out->params.names[i0] = lob_wire_text(w, item0->string);
                lob_wire_enter_key(w, item0->string);
                lob_wire_any(w, item0, &out->params.items[i0]);
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "dependencies", NULL)) != NULL) {
        out->has_dependencies = true;
        if (lob_wire_array(w, value)) {
            out->dependencies.count = lob_wire_count(value);
            out->dependencies.items = lob_wire_alloc(w, out->dependencies.count, sizeof *out->dependencies.items);
            const cJSON *item0 = out->dependencies.items ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                lob_wire_enter_item(w, i0);
                lob_wire_string(w, item0, &out->dependencies.items[i0]);
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
    out->status = LOB_STR("pending");
    if ((value = lob_wire_member(w, json, "status", NULL)) != NULL) {
        lob_wire_string(w, value, &out->status);
        lob_wire_leave(w);
    }
}

lob_status lob_plan_step_parse(lob_ctx *ctx, const cJSON *json, lob_plan_step *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "plan_step", false);
    lob_plan_step_read(&w, json, out);
    return lob_wire_end(&w);
}

void lob_plan_read(lob_wire *w, const cJSON *json, lob_plan *out) {
    static const char *const members[] = {"steps", "summary", "status", "created_at", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .form = "{\"steps\": [...]}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "steps", "array")) != NULL) {
        if (lob_wire_array(w, value)) {
            out->steps.count = lob_wire_count(value);
            out->steps.items = lob_wire_alloc(w, out->steps.count, sizeof *out->steps.items);
            const cJSON *item0 = out->steps.items ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                lob_wire_enter_item(w, i0);
                lob_plan_step_read(w, item0, &out->steps.items[i0]);
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
    out->summary = LOB_STR("");
    if ((value = lob_wire_member(w, json, "summary", NULL)) != NULL) {
        lob_wire_string(w, value, &out->summary);
        lob_wire_leave(w);
    }
    out->status = LOB_STR("pending");
    if ((value = lob_wire_member(w, json, "status", NULL)) != NULL) {
        lob_wire_string(w, value, &out->status);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "created_at", NULL)) != NULL) {
        lob_wire_string(w, value, &out->created_at);
        lob_wire_leave(w);
    }
}

lob_status lob_plan_parse(lob_ctx *ctx, const cJSON *json, lob_plan *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "plan", false);
    lob_plan_read(&w, json, out);
    return lob_wire_end(&w);
}

void lob_task_context_read(lob_wire *w, const cJSON *json, lob_task_context *out) {
    static const char *const members[] = {"circuit", "drc_rules", "objectives", "session_id", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .form = "{\"circuit\": {...}, \"drc_rules\": {...}, \"objectives\": {...}}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "circuit", "object")) != NULL) {
        lob_circuit_read(w, value, &out->circuit);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "drc_rules", "object")) != NULL) {
        lob_drc_rule_set_read(w, value, &out->drc_rules);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "objectives", "object")) != NULL) {
        lob_design_objectives_read(w, value, &out->objectives);
        lob_wire_leave(w);
    }
    out->session_id = LOB_STR("");
    if ((value = lob_wire_member(w, json, "session_id", NULL)) != NULL) {
        lob_wire_string(w, value, &out->session_id);
        lob_wire_leave(w);
    }
}

lob_status lob_task_context_parse(lob_ctx *ctx, const cJSON *json, lob_task_context *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "task_context", false);
    lob_task_context_read(&w, json, out);
    return lob_wire_end(&w);
}

void lob_point_in_read(lob_wire *w, const cJSON *json, lob_point_in *out) {
    static const char *const members[] = {"x", "y", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .closed = true,
        .numbers = members,
        .number_count = 2,
        .form = "{\"x\": 0, \"y\": 0}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "x", "number")) != NULL) {
        lob_wire_number(w, value, &out->x);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "y", "number")) != NULL) {
        lob_wire_number(w, value, &out->y);
        lob_wire_leave(w);
    }
}

lob_status lob_point_in_parse(lob_ctx *ctx, const cJSON *json, lob_point_in *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "point_in", false);
    lob_point_in_read(&w, json, out);
    return lob_wire_end(&w);
}

void lob_convention_used_read(lob_wire *w, const cJSON *json, lob_convention_used *out) {
    static const char *const members[] = {"name", "confidence", "why", "evidence", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .form = "{\"name\": \"...\", \"confidence\": 0, \"why\": \"...\", \"evidence\": 0}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "name", "string")) != NULL) {
        lob_wire_string(w, value, &out->name);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "confidence", "number")) != NULL) {
        lob_wire_number(w, value, &out->confidence);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "why", "string")) != NULL) {
        lob_wire_string(w, value, &out->why);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "evidence", "integer")) != NULL) {
        lob_wire_int(w, value, &out->evidence);
        lob_wire_leave(w);
    }
}

lob_status lob_convention_used_parse(lob_ctx *ctx, const cJSON *json, lob_convention_used *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "convention_used", false);
    lob_convention_used_read(&w, json, out);
    return lob_wire_end(&w);
}

void lob_property_read(lob_wire *w, const cJSON *json, lob_property *out) {
    static const char *const members[] = {"name", "attribute", "values", "raw_hex", "bytes_cut", "values_dropped",
        NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .form = "{\"values\": [...]}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "name", NULL)) != NULL) {
        lob_wire_string(w, value, &out->name);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "attribute", NULL)) != NULL) {
        out->has_attribute = true;
        lob_wire_int(w, value, &out->attribute);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "values", "array")) != NULL) {
        if (lob_wire_array(w, value)) {
            out->values.count = lob_wire_count(value);
            out->values.items = lob_wire_alloc(w, out->values.count, sizeof *out->values.items);
            const cJSON *item0 = out->values.items ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                lob_wire_enter_item(w, i0);
                lob_wire_any(w, item0, &out->values.items[i0]);
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "raw_hex", NULL)) != NULL) {
        lob_wire_string(w, value, &out->raw_hex);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "bytes_cut", NULL)) != NULL) {
        out->has_bytes_cut = true;
        lob_wire_int(w, value, &out->bytes_cut);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "values_dropped", NULL)) != NULL) {
        out->has_values_dropped = true;
        lob_wire_int(w, value, &out->values_dropped);
        lob_wire_leave(w);
    }
}

lob_status lob_property_parse(lob_ctx *ctx, const cJSON *json, lob_property *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "property", false);
    lob_property_read(&w, json, out);
    return lob_wire_end(&w);
}

void lob_deck_rule_type_read(lob_wire *w, const cJSON *json, lob_deck_rule_type *out) {
    int choice;
    if (lob_wire_enum(w, json, lob_deck_rule_type_names, LOB_DECK_RULE_TYPE_COUNT, &choice)) {
        *out = (lob_deck_rule_type)choice;
    }
}

static void deck_rule_metrics_read(lob_wire *w, const cJSON *json, lob_deck_rule_metrics *out) {
    int choice;
    if (lob_wire_enum(w, json, lob_deck_rule_metrics_names, LOB_DECK_RULE_METRICS_COUNT, &choice)) {
        *out = (lob_deck_rule_metrics)choice;
    }
}

static void deck_rule_severity_read(lob_wire *w, const cJSON *json, lob_deck_rule_severity *out) {
    int choice;
    if (lob_wire_enum(w, json, lob_deck_rule_severity_names, LOB_DECK_RULE_SEVERITY_COUNT, &choice)) {
        *out = (lob_deck_rule_severity)choice;
    }
}

void lob_deck_rule_read(lob_wire *w, const cJSON *json, lob_deck_rule *out) {
    static const char *const members[] = {"id", "type", "layer", "layer2", "min_um", "metrics", "projection_min_um",
        "ignore_angle_deg", "whole_edges", "exact", "tolerance_um", "min_um2", "max_um2", "grid_um", "step_deg", "min",
        "max", "window_um", "step_um", "severity", "description", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .closed = true,
        .form = "{\"id\": \"...\", \"type\": \"width\", \"layer\": ...}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "id", "string")) != NULL) {
        if (lob_wire_string(w, value, &out->id)) {
            lob_wire_min_length(w, value, 1);
            lob_wire_max_length(w, value, 200);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "type", "string")) != NULL) {
        lob_deck_rule_type_read(w, value, &out->type);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "layer", "any value")) != NULL) {
        lob_wire_any(w, value, &out->layer);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "layer2", NULL)) != NULL) {
        lob_wire_any(w, value, &out->layer2);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "min_um", NULL)) != NULL) {
        out->has_min_um = true;
        if (lob_wire_number(w, value, &out->min_um)) {
            lob_wire_above(w, value, 0);
            lob_wire_maximum(w, value, 100000);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "metrics", NULL)) != NULL) {
        out->has_metrics = true;
        deck_rule_metrics_read(w, value, &out->metrics);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "projection_min_um", NULL)) != NULL) {
        out->has_projection_min_um = true;
        if (lob_wire_number(w, value, &out->projection_min_um)) {
            lob_wire_minimum(w, value, 0);
            lob_wire_maximum(w, value, 100000);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "ignore_angle_deg", NULL)) != NULL) {
        out->has_ignore_angle_deg = true;
        if (lob_wire_number(w, value, &out->ignore_angle_deg)) {
            lob_wire_above(w, value, 0);
            lob_wire_maximum(w, value, 90);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "whole_edges", NULL)) != NULL) {
        out->has_whole_edges = true;
        lob_wire_bool(w, value, &out->whole_edges);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "exact", NULL)) != NULL) {
        out->has_exact = true;
        lob_wire_bool(w, value, &out->exact);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "tolerance_um", NULL)) != NULL) {
        out->has_tolerance_um = true;
        if (lob_wire_number(w, value, &out->tolerance_um)) {
            lob_wire_minimum(w, value, 0);
            lob_wire_maximum(w, value, 100000);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "min_um2", NULL)) != NULL) {
        out->has_min_um2 = true;
        if (lob_wire_number(w, value, &out->min_um2)) {
            lob_wire_minimum(w, value, 0);
            lob_wire_maximum(w, value, 1000000000000);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "max_um2", NULL)) != NULL) {
        out->has_max_um2 = true;
        if (lob_wire_number(w, value, &out->max_um2)) {
            lob_wire_minimum(w, value, 0);
            lob_wire_maximum(w, value, 1000000000000);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "grid_um", NULL)) != NULL) {
        out->has_grid_um = true;
        if (lob_wire_number(w, value, &out->grid_um)) {
            lob_wire_above(w, value, 0);
            lob_wire_maximum(w, value, 100000);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "step_deg", NULL)) != NULL) {
        out->has_step_deg = true;
        if (lob_wire_number(w, value, &out->step_deg)) {
            lob_wire_minimum(w, value, 0.001);
            lob_wire_maximum(w, value, 180);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "min", NULL)) != NULL) {
        out->has_min = true;
        if (lob_wire_number(w, value, &out->min)) {
            lob_wire_minimum(w, value, 0);
            lob_wire_maximum(w, value, 1);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "max", NULL)) != NULL) {
        out->has_max = true;
        if (lob_wire_number(w, value, &out->max)) {
            lob_wire_minimum(w, value, 0);
            lob_wire_maximum(w, value, 1);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "window_um", NULL)) != NULL) {
        out->has_window_um = true;
        if (lob_wire_number(w, value, &out->window_um)) {
            lob_wire_above(w, value, 0);
            lob_wire_maximum(w, value, 100000);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "step_um", NULL)) != NULL) {
        out->has_step_um = true;
        if (lob_wire_number(w, value, &out->step_um)) {
            lob_wire_above(w, value, 0);
            lob_wire_maximum(w, value, 100000);
        }
        lob_wire_leave(w);
    }
    out->severity = LOB_DECK_RULE_SEVERITY_ERROR;
    if ((value = lob_wire_member(w, json, "severity", NULL)) != NULL) {
        deck_rule_severity_read(w, value, &out->severity);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "description", NULL)) != NULL) {
        if (lob_wire_string(w, value, &out->description)) {
            lob_wire_max_length(w, value, 2000);
        }
        lob_wire_leave(w);
    }
}

lob_status lob_deck_rule_parse(lob_ctx *ctx, const cJSON *json, lob_deck_rule *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "deck_rule", false);
    lob_deck_rule_read(&w, json, out);
    return lob_wire_end(&w);
}

void lob_rule_deck_read(lob_wire *w, const cJSON *json, lob_rule_deck *out) {
    static const char *const members[] = {"rule_deck", "name", "about", "layers", "rules", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .closed = true,
        .form = "{\"rule_deck\": \"1.0\", \"rules\": [...]}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "rule_deck", "string")) != NULL) {
        lob_wire_const(w, value, "1.0");
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "name", NULL)) != NULL) {
        if (lob_wire_string(w, value, &out->name)) {
            lob_wire_max_length(w, value, 200);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "about", NULL)) != NULL) {
        if (lob_wire_string(w, value, &out->about)) {
            lob_wire_max_length(w, value, 2000);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "layers", NULL)) != NULL) {
        out->has_layers = true;
        if (lob_wire_map(w, value) && lob_wire_limit(w, value, LOB_LIMIT_RULE_LAYERS, LOB_E_INVALID_TARGET)) {
            out->layers.count = lob_wire_count(value);
            out->layers.items = lob_wire_alloc(w, out->layers.count, sizeof *out->layers.items);
            out->layers.names = lob_wire_alloc(w, out->layers.count, sizeof *out->layers.names);
            const cJSON *item0 = out->layers.items && out->layers.names ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                out->layers.names[i0] = lob_wire_text(w, item0->string);
                lob_wire_enter_key(w, item0->string);
                lob_wire_any(w, item0, &out->layers.items[i0]);
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "rules", "array")) != NULL) {
        if (lob_wire_array(w, value) && lob_wire_limit(w, value, LOB_LIMIT_RULES_IN_DECK, LOB_E_INVALID_TARGET)) {
            out->rules.count = lob_wire_count(value);
            out->rules.items = lob_wire_alloc(w, out->rules.count, sizeof *out->rules.items);
            const cJSON *item0 = out->rules.items ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                lob_wire_enter_item(w, i0);
                lob_deck_rule_read(w, item0, &out->rules.items[i0]);
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
}

lob_status lob_rule_deck_parse(lob_ctx *ctx, const cJSON *json, lob_rule_deck *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "rule_deck", false);
    lob_rule_deck_read(&w, json, out);
    return lob_wire_end(&w);
}

void lob_rule_violation_kind_read(lob_wire *w, const cJSON *json, lob_rule_violation_kind *out) {
    int choice;
    if (lob_wire_enum(w, json, lob_rule_violation_kind_names, LOB_RULE_VIOLATION_KIND_COUNT, &choice)) {
        *out = (lob_rule_violation_kind)choice;
    }
}

static void rule_count_severity_read(lob_wire *w, const cJSON *json, lob_rule_count_severity *out) {
    int choice;
    if (lob_wire_enum(w, json, lob_rule_count_severity_names, LOB_RULE_COUNT_SEVERITY_COUNT, &choice)) {
        *out = (lob_rule_count_severity)choice;
    }
}

void lob_rule_count_read(lob_wire *w, const cJSON *json, lob_rule_count *out) {
    static const char *const members[] = {"rule", "type", "severity", "count", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .form = "{\"rule\": \"...\", \"type\": \"width\", \"severity\": \"error\", \"count\": 0}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "rule", "string")) != NULL) {
        lob_wire_string(w, value, &out->rule);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "type", "string")) != NULL) {
        lob_deck_rule_type_read(w, value, &out->type);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "severity", "string")) != NULL) {
        rule_count_severity_read(w, value, &out->severity);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "count", "integer")) != NULL) {
        lob_wire_int(w, value, &out->count);
        lob_wire_leave(w);
    }
}

lob_status lob_rule_count_parse(lob_ctx *ctx, const cJSON *json, lob_rule_count *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "rule_count", false);
    lob_rule_count_read(&w, json, out);
    return lob_wire_end(&w);
}

void lob_rule_violation_read(lob_wire *w, const cJSON *json, lob_rule_violation *out) {
    static const char *const members[] = {"rule", "kind", "box_um", "box_dbu", "points_um", "points_left_out",
        "distance_um", "area_um2", "angle_deg", "density", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .form = "{\"rule\": \"...\", \"kind\": \"edge_pair\", \"box_um\": {...}, \"box_dbu\": {...}}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "rule", "string")) != NULL) {
        lob_wire_string(w, value, &out->rule);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "kind", "string")) != NULL) {
        lob_rule_violation_kind_read(w, value, &out->kind);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "box_um", "object")) != NULL) {
        lob_micron_box_read(w, value, &out->box_um);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "box_dbu", "object")) != NULL) {
        lob_dbu_box_read(w, value, &out->box_dbu);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "points_um", NULL)) != NULL) {
        out->has_points_um = true;
        if (lob_wire_array(w, value)) {
            out->points_um.count = lob_wire_count(value);
            out->points_um.items = lob_wire_alloc(w, out->points_um.count, sizeof *out->points_um.items);
            const cJSON *item0 = out->points_um.items ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                lob_wire_enter_item(w, i0);
                lob_point_um_read(w, item0, &out->points_um.items[i0]);
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "points_left_out", NULL)) != NULL) {
        out->has_points_left_out = true;
        lob_wire_int(w, value, &out->points_left_out);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "distance_um", NULL)) != NULL) {
        out->has_distance_um = true;
        lob_wire_number(w, value, &out->distance_um);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "area_um2", NULL)) != NULL) {
        out->has_area_um2 = true;
        lob_wire_number(w, value, &out->area_um2);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "angle_deg", NULL)) != NULL) {
        out->has_angle_deg = true;
        lob_wire_number(w, value, &out->angle_deg);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "density", NULL)) != NULL) {
        out->has_density = true;
        lob_wire_number(w, value, &out->density);
        lob_wire_leave(w);
    }
}

lob_status lob_rule_violation_parse(lob_ctx *ctx, const cJSON *json, lob_rule_violation *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "rule_violation", false);
    lob_rule_violation_read(&w, json, out);
    return lob_wire_end(&w);
}

static void shape_ref_kind_read(lob_wire *w, const cJSON *json, lob_shape_ref_kind *out) {
    int choice;
    if (lob_wire_enum(w, json, lob_shape_ref_kind_names, LOB_SHAPE_REF_KIND_COUNT, &choice)) {
        *out = (lob_shape_ref_kind)choice;
    }
}

void lob_shape_ref_read(lob_wire *w, const cJSON *json, lob_shape_ref *out) {
    static const char *const members[] = {"id", "kind", "cell", "leaf_cell", "instance_path", "path_members", "layer",
        "bbox_um", "bbox_dbu", "point_count", "path_width_um", "path_width_dbu", "path_begin_ext_um",
        "path_end_ext_um", "round_ends", "points_dbu", "points_dropped", "area_um2", "perimeter_um", "properties",
        "properties_dropped", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .form = "{\"id\": \"...\", \"kind\": \"box\", \"cell\": \"...\", \"leaf_cell\": \"...\", \"instance_path\": ["
                "...], \"layer\": {...}}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "id", "string")) != NULL) {
        lob_wire_string(w, value, &out->id);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "kind", "string")) != NULL) {
        shape_ref_kind_read(w, value, &out->kind);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "cell", "string")) != NULL) {
        lob_wire_string(w, value, &out->cell);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "leaf_cell", "string")) != NULL) {
        lob_wire_string(w, value, &out->leaf_cell);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "instance_path", "array")) != NULL) {
        if (lob_wire_array(w, value)) {
            out->instance_path.count = lob_wire_count(value);
            out->instance_path.items = lob_wire_alloc(w, out->instance_path.count, sizeof *out->instance_path.items);
            const cJSON *item0 = out->instance_path.items ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                lob_wire_enter_item(w, i0);
                lob_wire_string(w, item0, &out->instance_path.items[i0]);
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "path_members", NULL)) != NULL) {
        out->has_path_members = true;
        if (lob_wire_array(w, value)) {
            out->path_members.count = lob_wire_count(value);
            out->path_members.items = lob_wire_alloc(w, out->path_members.count, sizeof *out->path_members.items);
            const cJSON *item0 = out->path_members.items ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                lob_wire_enter_item(w, i0);
                lob_path_member_read(w, item0, &out->path_members.items[i0]);
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "layer", "object")) != NULL) {
        lob_layer_ref_read(w, value, &out->layer);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "bbox_um", "object")) != NULL) {
        lob_micron_box_read(w, value, &out->bbox_um);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "bbox_dbu", "object")) != NULL) {
        lob_dbu_box_read(w, value, &out->bbox_dbu);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "point_count", "integer")) != NULL) {
        lob_wire_int(w, value, &out->point_count);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "path_width_um", NULL)) != NULL) {
        out->has_path_width_um = true;
        lob_wire_number(w, value, &out->path_width_um);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "path_width_dbu", NULL)) != NULL) {
        out->has_path_width_dbu = true;
        lob_wire_int(w, value, &out->path_width_dbu);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "path_begin_ext_um", NULL)) != NULL) {
        out->has_path_begin_ext_um = true;
        lob_wire_number(w, value, &out->path_begin_ext_um);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "path_end_ext_um", NULL)) != NULL) {
        out->has_path_end_ext_um = true;
        lob_wire_number(w, value, &out->path_end_ext_um);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "round_ends", NULL)) != NULL) {
        out->has_round_ends = true;
        lob_wire_bool(w, value, &out->round_ends);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "points_dbu", NULL)) != NULL) {
        out->has_points_dbu = true;
        if (lob_wire_array(w, value)) {
            out->points_dbu.count = lob_wire_count(value);
            out->points_dbu.items = lob_wire_alloc(w, out->points_dbu.count, sizeof *out->points_dbu.items);
            const cJSON *item0 = out->points_dbu.items ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                lob_wire_enter_item(w, i0);
                lob_point_dbu_read(w, item0, &out->points_dbu.items[i0]);
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "points_dropped", NULL)) != NULL) {
        out->has_points_dropped = true;
        lob_wire_int(w, value, &out->points_dropped);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "area_um2", NULL)) != NULL) {
        out->has_area_um2 = true;
        lob_wire_number(w, value, &out->area_um2);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "perimeter_um", NULL)) != NULL) {
        out->has_perimeter_um = true;
        lob_wire_number(w, value, &out->perimeter_um);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "properties", NULL)) != NULL) {
        out->has_properties = true;
        if (lob_wire_array(w, value)) {
            out->properties.count = lob_wire_count(value);
            out->properties.items = lob_wire_alloc(w, out->properties.count, sizeof *out->properties.items);
            const cJSON *item0 = out->properties.items ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                lob_wire_enter_item(w, i0);
                lob_property_read(w, item0, &out->properties.items[i0]);
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "properties_dropped", NULL)) != NULL) {
        out->has_properties_dropped = true;
        lob_wire_int(w, value, &out->properties_dropped);
        lob_wire_leave(w);
    }
}

lob_status lob_shape_ref_parse(lob_ctx *ctx, const cJSON *json, lob_shape_ref *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "shape_ref", false);
    lob_shape_ref_read(&w, json, out);
    return lob_wire_end(&w);
}

void lob_tool_call_request_read(lob_wire *w, const cJSON *json, lob_tool_call_request *out) {
    static const char *const members[] = {"name", "input", "trace_id", "timeout_ms", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .form = "{\"name\": \"...\", \"input\": {...}, \"trace_id\": \"...\"}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "name", "string")) != NULL) {
        if (lob_wire_string(w, value, &out->name)) {
            lob_wire_min_length(w, value, 1);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "input", "object")) != NULL) {
        if (lob_wire_map(w, value)) {
            out->input.count = lob_wire_count(value);
            out->input.items = lob_wire_alloc(w, out->input.count, sizeof *out->input.items);
            out->input.names = lob_wire_alloc(w, out->input.count, sizeof *out->input.names);
            const cJSON *item0 = out->input.items && out->input.names ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                out->input.names[i0] = lob_wire_text(w, item0->string);
                lob_wire_enter_key(w, item0->string);
                lob_wire_any(w, item0, &out->input.items[i0]);
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "trace_id", "string")) != NULL) {
        lob_wire_string(w, value, &out->trace_id);
        lob_wire_leave(w);
    }
    out->timeout_ms = 30000;
    if ((value = lob_wire_member(w, json, "timeout_ms", NULL)) != NULL) {
        if (lob_wire_int(w, value, &out->timeout_ms)) {
            lob_wire_minimum(w, value, 1);
        }
        lob_wire_leave(w);
    }
}

lob_status lob_tool_call_request_parse(lob_ctx *ctx, const cJSON *json, lob_tool_call_request *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "tool_call_request", false);
    lob_tool_call_request_read(&w, json, out);
    return lob_wire_end(&w);
}

void lob_tool_error_code_read(lob_wire *w, const cJSON *json, lob_tool_error_code *out) {
    int choice;
    if (lob_wire_enum(w, json, lob_tool_error_code_names, LOB_TOOL_ERROR_CODE_COUNT, &choice)) {
        *out = (lob_tool_error_code)choice;
    }
}

void lob_tool_error_read(lob_wire *w, const cJSON *json, lob_tool_error *out) {
    static const char *const members[] = {"code", "message", "details", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .form = "{\"code\": \"INVALID_PARAM\", \"message\": \"...\"}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "code", "string")) != NULL) {
        lob_tool_error_code_read(w, value, &out->code);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "message", "string")) != NULL) {
        lob_wire_string(w, value, &out->message);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_nullable(w, json, "details", NULL)) != NULL) {
        lob_wire_any(w, value, &out->details);
        lob_wire_leave(w);
    }
}

lob_status lob_tool_error_parse(lob_ctx *ctx, const cJSON *json, lob_tool_error *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "tool_error", false);
    lob_tool_error_read(&w, json, out);
    return lob_wire_end(&w);
}

void lob_tool_call_result_read(lob_wire *w, const cJSON *json, lob_tool_call_result *out) {
    static const char *const members[] = {"ok", "error", "data", "duration_ms", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .form = "{\"ok\": true}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "ok", "boolean")) != NULL) {
        lob_wire_bool(w, value, &out->ok);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_nullable(w, json, "error", NULL)) != NULL) {
        out->error = lob_wire_alloc(w, 1, sizeof *out->error);
        if (out->error) {
            lob_tool_error_read(w, value, out->error);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_nullable(w, json, "data", NULL)) != NULL) {
        lob_wire_any(w, value, &out->data);
        lob_wire_leave(w);
    }
    out->duration_ms = 0;
    if ((value = lob_wire_member(w, json, "duration_ms", NULL)) != NULL) {
        if (lob_wire_int(w, value, &out->duration_ms)) {
            lob_wire_minimum(w, value, 0);
        }
        lob_wire_leave(w);
    }
}

lob_status lob_tool_call_result_parse(lob_ctx *ctx, const cJSON *json, lob_tool_call_result *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "tool_call_result", false);
    lob_tool_call_result_read(&w, json, out);
    return lob_wire_end(&w);
}

static void unchecked_rule_part_read(lob_wire *w, const cJSON *json, lob_unchecked_rule_part *out) {
    int choice;
    if (lob_wire_enum(w, json, lob_unchecked_rule_part_names, LOB_UNCHECKED_RULE_PART_COUNT, &choice)) {
        *out = (lob_unchecked_rule_part)choice;
    }
}

static void unchecked_rule_reason_read(lob_wire *w, const cJSON *json, lob_unchecked_rule_reason *out) {
    int choice;
    if (lob_wire_enum(w, json, lob_unchecked_rule_reason_names, LOB_UNCHECKED_RULE_REASON_COUNT, &choice)) {
        *out = (lob_unchecked_rule_reason)choice;
    }
}

void lob_unchecked_rule_read(lob_wire *w, const cJSON *json, lob_unchecked_rule *out) {
    static const char *const members[] = {"rule", "part", "reason", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .form = "{\"rule\": \"...\", \"part\": \"all\", \"reason\": \"no_limit\"}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "rule", "string")) != NULL) {
        lob_wire_string(w, value, &out->rule);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "part", "string")) != NULL) {
        unchecked_rule_part_read(w, value, &out->part);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "reason", "string")) != NULL) {
        unchecked_rule_reason_read(w, value, &out->reason);
        lob_wire_leave(w);
    }
}

lob_status lob_unchecked_rule_parse(lob_ctx *ctx, const cJSON *json, lob_unchecked_rule *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "unchecked_rule", false);
    lob_unchecked_rule_read(&w, json, out);
    return lob_wire_end(&w);
}

void lob_waiver_box_read(lob_wire *w, const cJSON *json, lob_waiver_box *out) {
    static const char *const members[] = {"left", "bottom", "right", "top", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .closed = true,
        .numbers = members,
        .number_count = 4,
        .form = "{\"left\": 0, \"bottom\": 0, \"right\": 0, \"top\": 0}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "left", "number")) != NULL) {
        lob_wire_number(w, value, &out->left);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "bottom", "number")) != NULL) {
        lob_wire_number(w, value, &out->bottom);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "right", "number")) != NULL) {
        lob_wire_number(w, value, &out->right);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "top", "number")) != NULL) {
        lob_wire_number(w, value, &out->top);
        lob_wire_leave(w);
    }
}

lob_status lob_waiver_box_parse(lob_ctx *ctx, const cJSON *json, lob_waiver_box *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "waiver_box", false);
    lob_waiver_box_read(&w, json, out);
    return lob_wire_end(&w);
}

void lob_waiver_read(lob_wire *w, const cJSON *json, lob_waiver *out) {
    static const char *const members[] = {"ids", "rule", "box_um", "reason", "expires", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .closed = true,
        .form = "{\"reason\": \"...\"}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "ids", NULL)) != NULL) {
        out->has_ids = true;
        if (lob_wire_array(w, value)) {
            lob_wire_min_items(w, value, 1);
            out->ids.count = lob_wire_count(value);
            out->ids.items = lob_wire_alloc(w, out->ids.count, sizeof *out->ids.items);
            const cJSON *item0 = out->ids.items ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                lob_wire_enter_item(w, i0);
                if (lob_wire_string(w, item0, &out->ids.items[i0])) {
                    lob_wire_max_length(w, item0, 20);
                }
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "rule", NULL)) != NULL) {
        if (lob_wire_string(w, value, &out->rule)) {
            lob_wire_min_length(w, value, 1);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "box_um", NULL)) != NULL) {
        out->box_um = lob_wire_alloc(w, 1, sizeof *out->box_um);
        if (out->box_um) {
            lob_waiver_box_read(w, value, out->box_um);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "reason", "string")) != NULL) {
        if (lob_wire_string(w, value, &out->reason)) {
            lob_wire_min_length(w, value, 1);
            lob_wire_max_length(w, value, 1000);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "expires", NULL)) != NULL) {
        if (lob_wire_string(w, value, &out->expires)) {
            lob_wire_max_length(w, value, 10);
        }
        lob_wire_leave(w);
    }
}

lob_status lob_waiver_parse(lob_ctx *ctx, const cJSON *json, lob_waiver *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "waiver", false);
    lob_waiver_read(&w, json, out);
    return lob_wire_end(&w);
}

void lob_waivers_read(lob_wire *w, const cJSON *json, lob_waivers *out) {
    static const char *const members[] = {"version", "waivers", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .closed = true,
        .form = "{\"version\": 0, \"waivers\": [...]}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "version", "integer")) != NULL) {
        if (lob_wire_int(w, value, &out->version)) {
            lob_wire_minimum(w, value, 1);
            lob_wire_maximum(w, value, 1);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "waivers", "array")) != NULL) {
        if (lob_wire_array(w, value) && lob_wire_limit(w, value, LOB_LIMIT_WAIVERS, LOB_E_INVALID_TARGET)) {
            out->waivers.count = lob_wire_count(value);
            out->waivers.items = lob_wire_alloc(w, out->waivers.count, sizeof *out->waivers.items);
            const cJSON *item0 = out->waivers.items ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                lob_wire_enter_item(w, i0);
                lob_waiver_read(w, item0, &out->waivers.items[i0]);
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
}

lob_status lob_waivers_parse(lob_ctx *ctx, const cJSON *json, lob_waivers *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "waivers", false);
    lob_waivers_read(&w, json, out);
    return lob_wire_end(&w);
}
