/* Made by tools/schemac from spec/. Do not edit. Reading and writing of describe_cell. */
#include "gen/limits.h"
#include "gen/parse.h"
#include "gen/write.h"

static void describe_cell_request_read(lob_wire *w, const cJSON *json, lob_describe_cell_request *out) {
    static const char *const members[] = {"session_id", "cell", "depth", "max_instances", "max_labels", "cursor", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .closed = true,
        .form = "{\"session_id\": \"...\"}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "session_id", "string")) != NULL) {
        if (lob_wire_string(w, value, &out->session_id)) {
            lob_wire_limit(w, value, LOB_LIMIT_SESSION_ID_SIZE, LOB_E_INVALID_TARGET);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "cell", NULL)) != NULL) {
        if (lob_wire_string(w, value, &out->cell)) {
            lob_wire_min_length(w, value, 1);
            lob_wire_limit(w, value, LOB_LIMIT_NAME_SIZE, LOB_E_INVALID_TARGET);
        }
        lob_wire_leave(w);
    }
    out->depth = 1;
    if ((value = lob_wire_member(w, json, "depth", NULL)) != NULL) {
        if (lob_wire_int(w, value, &out->depth)) {
            lob_wire_minimum(w, value, 0);
            lob_wire_limit(w, value, LOB_LIMIT_DESCRIBE_DEPTH, LOB_E_QUERY_TOO_LARGE);
        }
        lob_wire_leave(w);
    }
    out->max_instances = 100;
    if ((value = lob_wire_member(w, json, "max_instances", NULL)) != NULL) {
        if (lob_wire_int(w, value, &out->max_instances)) {
            lob_wire_minimum(w, value, 1);
            lob_wire_limit(w, value, LOB_LIMIT_MAX_INSTANCES, LOB_E_QUERY_TOO_LARGE);
        }
        lob_wire_leave(w);
    }
    out->max_labels = 64;
    if ((value = lob_wire_member(w, json, "max_labels", NULL)) != NULL) {
        if (lob_wire_int(w, value, &out->max_labels)) {
            lob_wire_minimum(w, value, 1);
            lob_wire_limit(w, value, LOB_LIMIT_MAX_LABELS, LOB_E_QUERY_TOO_LARGE);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "cursor", NULL)) != NULL) {
        if (lob_wire_string(w, value, &out->cursor)) {
            lob_wire_limit(w, value, LOB_LIMIT_CURSOR_SIZE, LOB_E_INVALID_TARGET);
        }
        lob_wire_leave(w);
    }
}

lob_status lob_describe_cell_request_parse(lob_ctx *ctx, const cJSON *json, lob_describe_cell_request *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "request", false);
    describe_cell_request_read(&w, json, out);
    return lob_wire_end(&w);
}

static void describe_cell_response_summary_read(lob_wire *w, const cJSON *json,
    lob_describe_cell_response_summary *out) {
    static const char *const members[] = {"instance_count", "label_count", "shape_count", "expanded_instance_count",
        "expanded_shape_count", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .numbers = members,
        .number_count = 5,
        .form = "{\"instance_count\": 0, \"label_count\": 0, \"shape_count\": 0, \"expanded_instance_count\": 0, \"ex"
                "panded_shape_count\": 0}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "instance_count", "integer")) != NULL) {
        lob_wire_int(w, value, &out->instance_count);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "label_count", "integer")) != NULL) {
        lob_wire_int(w, value, &out->label_count);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "shape_count", "integer")) != NULL) {
        lob_wire_int(w, value, &out->shape_count);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "expanded_instance_count", "integer")) != NULL) {
        lob_wire_int(w, value, &out->expanded_instance_count);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "expanded_shape_count", "integer")) != NULL) {
        lob_wire_int(w, value, &out->expanded_shape_count);
        lob_wire_leave(w);
    }
}

static void describe_cell_response_shape_counts_by_layer_item_read(lob_wire *w, const cJSON *json,
    lob_describe_cell_response_shape_counts_by_layer_item *out) {
    static const char *const members[] = {"layer", "datatype", "name", "raw_hex", "shape_count", "text_count",
        "expanded_shape_count", NULL};
    static const char *const required[] = {"layer", "datatype", "shape_count", "text_count", "expanded_shape_count",
        NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .numbers = required,
        .number_count = 5,
        .form = "{\"layer\": 0, \"datatype\": 0, \"shape_count\": 0, \"text_count\": 0, \"expanded_shape_count\": 0}",
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
    if ((value = lob_wire_member(w, json, "shape_count", "integer")) != NULL) {
        lob_wire_int(w, value, &out->shape_count);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "text_count", "integer")) != NULL) {
        lob_wire_int(w, value, &out->text_count);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "expanded_shape_count", "integer")) != NULL) {
        lob_wire_int(w, value, &out->expanded_shape_count);
        lob_wire_leave(w);
    }
}

static void describe_cell_response_instances_item_read(lob_wire *w, const cJSON *json,
    lob_describe_cell_response_instances_item *out) {
    static const char *const members[] = {"name", "child_cell", "raw_hex", "is_ghost", "instance_path", "array",
        "transform", "bbox_um", "bbox_dbu", "bbox_empty", "properties", "properties_dropped", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .form = "{\"name\": \"...\", \"child_cell\": \"...\", \"array\": {...}, \"transform\": {...}, \"bbox_um\": {."
                "..}, \"bbox_dbu\": {...}}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "name", "string")) != NULL) {
        lob_wire_string(w, value, &out->name);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "child_cell", "string")) != NULL) {
        lob_wire_string(w, value, &out->child_cell);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "raw_hex", NULL)) != NULL) {
        lob_wire_string(w, value, &out->raw_hex);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "is_ghost", NULL)) != NULL) {
        out->has_is_ghost = true;
        lob_wire_bool(w, value, &out->is_ghost);
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
    if ((value = lob_wire_member(w, json, "array", "object")) != NULL) {
        lob_array_info_read(w, value, &out->array);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "transform", "object")) != NULL) {
        lob_transform_read(w, value, &out->transform);
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
    if ((value = lob_wire_member(w, json, "bbox_empty", NULL)) != NULL) {
        out->has_bbox_empty = true;
        lob_wire_bool(w, value, &out->bbox_empty);
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

static void describe_cell_response_device_params_item_read(lob_wire *w, const cJSON *json,
    lob_describe_cell_response_device_params_item *out) {
    static const char *const members[] = {"key", "value", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .form = "{\"key\": \"...\", \"value\": \"...\"}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "key", "string")) != NULL) {
        lob_wire_string(w, value, &out->key);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "value", "string")) != NULL) {
        lob_wire_string(w, value, &out->value);
        lob_wire_leave(w);
    }
}

static void describe_cell_response_truncation_read(lob_wire *w, const cJSON *json,
    lob_describe_cell_response_truncation *out) {
    static const char *const members[] = {"instances_dropped", "labels_dropped", "layers_dropped",
        "label_bytes_dropped", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .numbers = members,
        .number_count = 4,
        .form = "{\"instances_dropped\": 0, \"labels_dropped\": 0, \"layers_dropped\": 0, \"label_bytes_dropped\": 0}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "instances_dropped", "integer")) != NULL) {
        lob_wire_int(w, value, &out->instances_dropped);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "labels_dropped", "integer")) != NULL) {
        lob_wire_int(w, value, &out->labels_dropped);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "layers_dropped", "integer")) != NULL) {
        lob_wire_int(w, value, &out->layers_dropped);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "label_bytes_dropped", "integer")) != NULL) {
        lob_wire_int(w, value, &out->label_bytes_dropped);
        lob_wire_leave(w);
    }
}

static void describe_cell_response_read(lob_wire *w, const cJSON *json, lob_describe_cell_response *out) {
    static const char *const members[] = {"schema_version", "session_id", "dbu", "units", "cell", "raw_hex",
        "is_ghost", "bbox_um", "bbox_dbu", "bbox_empty", "depth_used", "summary", "shape_counts_by_layer", "instances",
        "labels", "ports", "ports_dropped", "device_params", "properties", "properties_dropped", "truncation",
        "next_cursor", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .form = "{\"schema_version\": \"1.0.0\", \"session_id\": \"...\", \"dbu\": 0, \"units\": {...}, \"cell\": \"."
                "..\", \"bbox_um\": {...}}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "schema_version", "string")) != NULL) {
        lob_wire_const(w, value, "1.0.0");
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "session_id", "string")) != NULL) {
        lob_wire_string(w, value, &out->session_id);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "dbu", "number")) != NULL) {
        lob_wire_number(w, value, &out->dbu);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "units", "object")) != NULL) {
        lob_units_read(w, value, &out->units);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "cell", "string")) != NULL) {
        lob_wire_string(w, value, &out->cell);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "raw_hex", NULL)) != NULL) {
        lob_wire_string(w, value, &out->raw_hex);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "is_ghost", NULL)) != NULL) {
        out->has_is_ghost = true;
        lob_wire_bool(w, value, &out->is_ghost);
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
    if ((value = lob_wire_member(w, json, "bbox_empty", NULL)) != NULL) {
        out->has_bbox_empty = true;
        lob_wire_bool(w, value, &out->bbox_empty);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "depth_used", "integer")) != NULL) {
        lob_wire_int(w, value, &out->depth_used);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "summary", "object")) != NULL) {
        describe_cell_response_summary_read(w, value, &out->summary);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "shape_counts_by_layer", "array")) != NULL) {
        if (lob_wire_array(w, value)) {
            out->shape_counts_by_layer.count = lob_wire_count(value);
            out->shape_counts_by_layer.items = lob_wire_alloc(w, out->shape_counts_by_layer.count,
                sizeof *out->shape_counts_by_layer.items);
            const cJSON *item0 = out->shape_counts_by_layer.items ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                lob_wire_enter_item(w, i0);
                describe_cell_response_shape_counts_by_layer_item_read(w, item0, &out->shape_counts_by_layer.items[i0]);
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "instances", "array")) != NULL) {
        if (lob_wire_array(w, value)) {
            out->instances.count = lob_wire_count(value);
            out->instances.items = lob_wire_alloc(w, out->instances.count, sizeof *out->instances.items);
            const cJSON *item0 = out->instances.items ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                lob_wire_enter_item(w, i0);
                describe_cell_response_instances_item_read(w, item0, &out->instances.items[i0]);
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "labels", "array")) != NULL) {
        if (lob_wire_array(w, value)) {
            out->labels.count = lob_wire_count(value);
            out->labels.items = lob_wire_alloc(w, out->labels.count, sizeof *out->labels.items);
            const cJSON *item0 = out->labels.items ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                lob_wire_enter_item(w, i0);
                lob_label_read(w, item0, &out->labels.items[i0]);
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
    if ((value = lob_wire_member(w, json, "device_params", NULL)) != NULL) {
        out->has_device_params = true;
        if (lob_wire_array(w, value)) {
            out->device_params.count = lob_wire_count(value);
            out->device_params.items = lob_wire_alloc(w, out->device_params.count, sizeof *out->device_params.items);
            const cJSON *item0 = out->device_params.items ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                lob_wire_enter_item(w, i0);
                describe_cell_response_device_params_item_read(w, item0, &out->device_params.items[i0]);
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "properties", "array")) != NULL) {
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
    if ((value = lob_wire_member(w, json, "truncation", "object")) != NULL) {
        describe_cell_response_truncation_read(w, value, &out->truncation);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "next_cursor", NULL)) != NULL) {
        lob_wire_string(w, value, &out->next_cursor);
        lob_wire_leave(w);
    }
}

lob_status lob_describe_cell_response_parse(lob_ctx *ctx, const cJSON *json, lob_describe_cell_response *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "response", true);
    describe_cell_response_read(&w, json, out);
    return lob_wire_end(&w);
}

static void describe_cell_response_summary_write(lob_jsonw *out, const lob_describe_cell_response_summary *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "instance_count");
    lob_jsonw_int(out, value->instance_count);
    lob_jsonw_key(out, "label_count");
    lob_jsonw_int(out, value->label_count);
    lob_jsonw_key(out, "shape_count");
    lob_jsonw_int(out, value->shape_count);
    lob_jsonw_key(out, "expanded_instance_count");
    lob_jsonw_int(out, value->expanded_instance_count);
    lob_jsonw_key(out, "expanded_shape_count");
    lob_jsonw_int(out, value->expanded_shape_count);
    lob_jsonw_end_object(out);
}

static void describe_cell_response_shape_counts_by_layer_item_write(lob_jsonw *out,
    const lob_describe_cell_response_shape_counts_by_layer_item *value) {
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
    lob_jsonw_key(out, "shape_count");
    lob_jsonw_int(out, value->shape_count);
    lob_jsonw_key(out, "text_count");
    lob_jsonw_int(out, value->text_count);
    lob_jsonw_key(out, "expanded_shape_count");
    lob_jsonw_int(out, value->expanded_shape_count);
    lob_jsonw_end_object(out);
}

static void describe_cell_response_instances_item_write(lob_jsonw *out,
    const lob_describe_cell_response_instances_item *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "name");
    lob_jsonw_str(out, value->name);
    lob_jsonw_key(out, "child_cell");
    lob_jsonw_str(out, value->child_cell);
    if (value->raw_hex.data) {
        lob_jsonw_key(out, "raw_hex");
        lob_jsonw_str(out, value->raw_hex);
    }
    if (value->has_is_ghost) {
        lob_jsonw_key(out, "is_ghost");
        lob_jsonw_bool(out, value->is_ghost);
    }
    if (value->has_instance_path) {
        lob_jsonw_key(out, "instance_path");
        lob_jsonw_begin_array(out);
        for (size_t i0 = 0; i0 < value->instance_path.count; i0++) {
            lob_jsonw_str(out, value->instance_path.items[i0]);
        }
        lob_jsonw_end_array(out);
    }
    lob_jsonw_key(out, "array");
    lob_array_info_write(out, &value->array);
    lob_jsonw_key(out, "transform");
    lob_transform_write(out, &value->transform);
    lob_jsonw_key(out, "bbox_um");
    lob_micron_box_write(out, &value->bbox_um);
    lob_jsonw_key(out, "bbox_dbu");
    lob_dbu_box_write(out, &value->bbox_dbu);
    if (value->has_bbox_empty) {
        lob_jsonw_key(out, "bbox_empty");
        lob_jsonw_bool(out, value->bbox_empty);
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

static void describe_cell_response_device_params_item_write(lob_jsonw *out,
    const lob_describe_cell_response_device_params_item *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "key");
    lob_jsonw_str(out, value->key);
    lob_jsonw_key(out, "value");
    lob_jsonw_str(out, value->value);
    lob_jsonw_end_object(out);
}

static void describe_cell_response_truncation_write(lob_jsonw *out,
    const lob_describe_cell_response_truncation *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "instances_dropped");
    lob_jsonw_int(out, value->instances_dropped);
    lob_jsonw_key(out, "labels_dropped");
    lob_jsonw_int(out, value->labels_dropped);
    lob_jsonw_key(out, "layers_dropped");
    lob_jsonw_int(out, value->layers_dropped);
    lob_jsonw_key(out, "label_bytes_dropped");
    lob_jsonw_int(out, value->label_bytes_dropped);
    lob_jsonw_end_object(out);
}

void lob_describe_cell_response_write(lob_jsonw *out, const lob_describe_cell_response *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "schema_version");
    lob_jsonw_text(out, "1.0.0");
    lob_jsonw_key(out, "session_id");
    lob_jsonw_str(out, value->session_id);
    lob_jsonw_key(out, "dbu");
    lob_jsonw_number(out, value->dbu);
    lob_jsonw_key(out, "units");
    lob_units_write(out, &value->units);
    lob_jsonw_key(out, "cell");
    lob_jsonw_str(out, value->cell);
    if (value->raw_hex.data) {
        lob_jsonw_key(out, "raw_hex");
        lob_jsonw_str(out, value->raw_hex);
    }
    if (value->has_is_ghost) {
        lob_jsonw_key(out, "is_ghost");
        lob_jsonw_bool(out, value->is_ghost);
    }
    lob_jsonw_key(out, "bbox_um");
    lob_micron_box_write(out, &value->bbox_um);
    lob_jsonw_key(out, "bbox_dbu");
    lob_dbu_box_write(out, &value->bbox_dbu);
    if (value->has_bbox_empty) {
        lob_jsonw_key(out, "bbox_empty");
        lob_jsonw_bool(out, value->bbox_empty);
    }
    lob_jsonw_key(out, "depth_used");
    lob_jsonw_int(out, value->depth_used);
    lob_jsonw_key(out, "summary");
    describe_cell_response_summary_write(out, &value->summary);
    lob_jsonw_key(out, "shape_counts_by_layer");
    lob_jsonw_begin_array(out);
    for (size_t i0 = 0; i0 < value->shape_counts_by_layer.count; i0++) {
        describe_cell_response_shape_counts_by_layer_item_write(out, &value->shape_counts_by_layer.items[i0]);
    }
    lob_jsonw_end_array(out);
    lob_jsonw_key(out, "instances");
    lob_jsonw_begin_array(out);
    for (size_t i0 = 0; i0 < value->instances.count; i0++) {
        describe_cell_response_instances_item_write(out, &value->instances.items[i0]);
    }
    lob_jsonw_end_array(out);
    lob_jsonw_key(out, "labels");
    lob_jsonw_begin_array(out);
    for (size_t i0 = 0; i0 < value->labels.count; i0++) {
        lob_label_write(out, &value->labels.items[i0]);
    }
    lob_jsonw_end_array(out);
    if (value->has_ports) {
        lob_jsonw_key(out, "ports");
        lob_jsonw_begin_array(out);
        for (size_t i0 = 0; i0 < value->ports.count; i0++) {
            lob_port_item_write(out, &value->ports.items[i0]);
        }
        lob_jsonw_end_array(out);
    }
    if (value->has_ports_dropped) {
        lob_jsonw_key(out, "ports_dropped");
        lob_jsonw_int(out, value->ports_dropped);
    }
    if (value->has_device_params) {
        lob_jsonw_key(out, "device_params");
        lob_jsonw_begin_array(out);
        for (size_t i0 = 0; i0 < value->device_params.count; i0++) {
            describe_cell_response_device_params_item_write(out, &value->device_params.items[i0]);
        }
        lob_jsonw_end_array(out);
    }
    lob_jsonw_key(out, "properties");
    lob_jsonw_begin_array(out);
    for (size_t i0 = 0; i0 < value->properties.count; i0++) {
        lob_property_write(out, &value->properties.items[i0]);
    }
    lob_jsonw_end_array(out);
    if (value->has_properties_dropped) {
        lob_jsonw_key(out, "properties_dropped");
        lob_jsonw_int(out, value->properties_dropped);
    }
    lob_jsonw_key(out, "truncation");
    describe_cell_response_truncation_write(out, &value->truncation);
    if (value->next_cursor.data) {
        lob_jsonw_key(out, "next_cursor");
        lob_jsonw_str(out, value->next_cursor);
    }
    lob_jsonw_end_object(out);
}
