/* Made by tools/schemac from spec/. Do not edit. Reading and writing of describe_region. */
#include "gen/limits.h"
#include "gen/parse.h"
#include "gen/write.h"

static void describe_region_request_read(lob_wire *w, const cJSON *json, lob_describe_region_request *out) {
    static const char *const members[] = {"session_id", "box", "cell", "budget_tokens", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .closed = true,
        .form = "{\"session_id\": \"...\", \"box\": {...}}",
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
    lob_wire_absent(w, LOB_E_INVALID_BOX, "send {\"left\": 0, \"bottom\": 0, \"right\": 0, \"top\": 0}");
    if ((value = lob_wire_member(w, json, "box", "object")) != NULL) {
        lob_query_box_read(w, value, &out->box);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "cell", NULL)) != NULL) {
        if (lob_wire_string(w, value, &out->cell)) {
            lob_wire_min_length(w, value, 1);
            lob_wire_limit(w, value, LOB_LIMIT_NAME_SIZE, LOB_E_INVALID_TARGET);
        }
        lob_wire_leave(w);
    }
    out->budget_tokens = 1000;
    if ((value = lob_wire_member(w, json, "budget_tokens", NULL)) != NULL) {
        if (lob_wire_int(w, value, &out->budget_tokens)) {
            lob_wire_minimum(w, value, 300);
            lob_wire_limit(w, value, LOB_LIMIT_DESCRIBE_BUDGET, LOB_E_QUERY_TOO_LARGE);
        }
        lob_wire_leave(w);
    }
}

lob_status lob_describe_region_request_parse(lob_ctx *ctx, const cJSON *json, lob_describe_region_request *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "request", false);
    describe_region_request_read(&w, json, out);
    return lob_wire_end(&w);
}

static void describe_region_response_summary_read(lob_wire *w, const cJSON *json,
    lob_describe_region_response_summary *out) {
    static const char *const members[] = {"component_count", "port_count", "instance_count", "shape_count",
        "text_count", "layer_count", "lower_bound", NULL};
    static const char *const required[] = {"component_count", "port_count", "instance_count", "shape_count",
        "text_count", "layer_count", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .numbers = required,
        .number_count = 6,
        .form = "{\"component_count\": 0, \"port_count\": 0, \"instance_count\": 0, \"shape_count\": 0, \"text_count\""
                ": 0, \"layer_count\": 0}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "component_count", "integer")) != NULL) {
        lob_wire_int(w, value, &out->component_count);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "port_count", "integer")) != NULL) {
        lob_wire_int(w, value, &out->port_count);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "instance_count", "integer")) != NULL) {
        lob_wire_int(w, value, &out->instance_count);
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
    if ((value = lob_wire_member(w, json, "layer_count", "integer")) != NULL) {
        lob_wire_int(w, value, &out->layer_count);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "lower_bound", NULL)) != NULL) {
        out->has_lower_bound = true;
        lob_wire_bool(w, value, &out->lower_bound);
        lob_wire_leave(w);
    }
}

static void describe_region_response_components_item_ports_item_source_read(lob_wire *w, const cJSON *json,
    lob_describe_region_response_components_item_ports_item_source *out) {
    int choice;
    if (lob_wire_enum(w, json, lob_describe_region_response_components_item_ports_item_source_names,
        LOB_DESCRIBE_REGION_RESPONSE_COMPONENTS_ITEM_PORTS_ITEM_SOURCE_COUNT, &choice)) {
        *out = (lob_describe_region_response_components_item_ports_item_source)choice;
    }
}

static void describe_region_response_components_item_ports_item_read(lob_wire *w, const cJSON *json,
    lob_describe_region_response_components_item_ports_item *out) {
    static const char *const members[] = {"name", "type", "at_um", "angle_deg", "width_um", "source", "confidence",
        NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .form = "{\"name\": \"...\", \"type\": \"...\", \"at_um\": {...}, \"source\": \"meta\", \"confidence\": 0}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "name", "string")) != NULL) {
        lob_wire_string(w, value, &out->name);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "type", "string")) != NULL) {
        lob_wire_string(w, value, &out->type);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "at_um", "object")) != NULL) {
        lob_point_um_read(w, value, &out->at_um);
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
    if ((value = lob_wire_member(w, json, "source", "string")) != NULL) {
        describe_region_response_components_item_ports_item_source_read(w, value, &out->source);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "confidence", "number")) != NULL) {
        lob_wire_number(w, value, &out->confidence);
        lob_wire_leave(w);
    }
}

static void describe_region_response_components_item_read(lob_wire *w, const cJSON *json,
    lob_describe_region_response_components_item *out) {
    static const char *const members[] = {"cell", "raw_hex", "count", "is_guide", "bbox_um", "ports", "ports_dropped",
        "source", "confidence", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .form = "{\"cell\": \"...\", \"count\": 0, \"bbox_um\": {...}, \"ports\": [...], \"source\": \"...\", \"confi"
                "dence\": 0}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "cell", "string")) != NULL) {
        lob_wire_string(w, value, &out->cell);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "raw_hex", NULL)) != NULL) {
        lob_wire_string(w, value, &out->raw_hex);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "count", "integer")) != NULL) {
        lob_wire_int(w, value, &out->count);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "is_guide", NULL)) != NULL) {
        out->has_is_guide = true;
        lob_wire_bool(w, value, &out->is_guide);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "bbox_um", "object")) != NULL) {
        lob_micron_box_read(w, value, &out->bbox_um);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "ports", "array")) != NULL) {
        if (lob_wire_array(w, value)) {
            out->ports.count = lob_wire_count(value);
            out->ports.items = lob_wire_alloc(w, out->ports.count, sizeof *out->ports.items);
            const cJSON *item0 = out->ports.items ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                lob_wire_enter_item(w, i0);
                describe_region_response_components_item_ports_item_read(w, item0, &out->ports.items[i0]);
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
    if ((value = lob_wire_member(w, json, "source", "string")) != NULL) {
        lob_wire_string(w, value, &out->source);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "confidence", "number")) != NULL) {
        lob_wire_number(w, value, &out->confidence);
        lob_wire_leave(w);
    }
}

static void describe_region_response_layers_item_read(lob_wire *w, const cJSON *json,
    lob_describe_region_response_layers_item *out) {
    static const char *const members[] = {"layer", "shape_count", "text_count", "area_um2", "density",
        "least_box_side_um", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .form = "{\"layer\": {...}, \"shape_count\": 0, \"text_count\": 0}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "layer", "object")) != NULL) {
        lob_layer_ref_read(w, value, &out->layer);
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
    if ((value = lob_wire_member(w, json, "area_um2", NULL)) != NULL) {
        out->has_area_um2 = true;
        lob_wire_number(w, value, &out->area_um2);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "density", NULL)) != NULL) {
        out->has_density = true;
        lob_wire_number(w, value, &out->density);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "least_box_side_um", NULL)) != NULL) {
        out->has_least_box_side_um = true;
        lob_wire_number(w, value, &out->least_box_side_um);
        lob_wire_leave(w);
    }
}

static void describe_region_response_instances_item_read(lob_wire *w, const cJSON *json,
    lob_describe_region_response_instances_item *out) {
    static const char *const members[] = {"cell", "raw_hex", "instance_count", "member_count", "bbox_um", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .form = "{\"cell\": \"...\", \"instance_count\": 0, \"member_count\": 0, \"bbox_um\": {...}}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "cell", "string")) != NULL) {
        lob_wire_string(w, value, &out->cell);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "raw_hex", NULL)) != NULL) {
        lob_wire_string(w, value, &out->raw_hex);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "instance_count", "integer")) != NULL) {
        lob_wire_int(w, value, &out->instance_count);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "member_count", "integer")) != NULL) {
        lob_wire_int(w, value, &out->member_count);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "bbox_um", "object")) != NULL) {
        lob_micron_box_read(w, value, &out->bbox_um);
        lob_wire_leave(w);
    }
}

static void describe_region_response_labels_item_read(lob_wire *w, const cJSON *json,
    lob_describe_region_response_labels_item *out) {
    static const char *const members[] = {"text", "raw_hex", "layer", "count", "at_um", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .form = "{\"text\": \"...\", \"layer\": {...}, \"count\": 0, \"at_um\": {...}}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "text", "string")) != NULL) {
        lob_wire_string(w, value, &out->text);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "raw_hex", NULL)) != NULL) {
        lob_wire_string(w, value, &out->raw_hex);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "layer", "object")) != NULL) {
        lob_layer_ref_read(w, value, &out->layer);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "count", "integer")) != NULL) {
        lob_wire_int(w, value, &out->count);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "at_um", "object")) != NULL) {
        lob_point_um_read(w, value, &out->at_um);
        lob_wire_leave(w);
    }
}

static void describe_region_response_guides_item_source_read(lob_wire *w, const cJSON *json,
    lob_describe_region_response_guides_item_source *out) {
    int choice;
    if (lob_wire_enum(w, json, lob_describe_region_response_guides_item_source_names,
        LOB_DESCRIBE_REGION_RESPONSE_GUIDES_ITEM_SOURCE_COUNT, &choice)) {
        *out = (lob_describe_region_response_guides_item_source)choice;
    }
}

static void describe_region_response_guides_item_read(lob_wire *w, const cJSON *json,
    lob_describe_region_response_guides_item *out) {
    static const char *const members[] = {"layer", "width_um", "count", "source", "confidence", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .form = "{\"layer\": {...}, \"width_um\": 0, \"count\": 0, \"source\": \"drawn\", \"confidence\": 0}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "layer", "object")) != NULL) {
        lob_layer_ref_read(w, value, &out->layer);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "width_um", "number")) != NULL) {
        lob_wire_number(w, value, &out->width_um);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "count", "integer")) != NULL) {
        lob_wire_int(w, value, &out->count);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "source", "string")) != NULL) {
        describe_region_response_guides_item_source_read(w, value, &out->source);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "confidence", "number")) != NULL) {
        lob_wire_number(w, value, &out->confidence);
        lob_wire_leave(w);
    }
}

static void describe_region_response_nearest_kind_read(lob_wire *w, const cJSON *json,
    lob_describe_region_response_nearest_kind *out) {
    int choice;
    if (lob_wire_enum(w, json, lob_describe_region_response_nearest_kind_names,
        LOB_DESCRIBE_REGION_RESPONSE_NEAREST_KIND_COUNT, &choice)) {
        *out = (lob_describe_region_response_nearest_kind)choice;
    }
}

static void describe_region_response_nearest_direction_read(lob_wire *w, const cJSON *json,
    lob_describe_region_response_nearest_direction *out) {
    int choice;
    if (lob_wire_enum(w, json, lob_describe_region_response_nearest_direction_names,
        LOB_DESCRIBE_REGION_RESPONSE_NEAREST_DIRECTION_COUNT, &choice)) {
        *out = (lob_describe_region_response_nearest_direction)choice;
    }
}

static void describe_region_response_nearest_read(lob_wire *w, const cJSON *json,
    lob_describe_region_response_nearest *out) {
    static const char *const members[] = {"kind", "layer", "dx_um", "dy_um", "direction", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .form = "{\"kind\": \"shape\", \"layer\": {...}, \"dx_um\": 0, \"dy_um\": 0, \"direction\": \"touching\"}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "kind", "string")) != NULL) {
        describe_region_response_nearest_kind_read(w, value, &out->kind);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "layer", "object")) != NULL) {
        lob_layer_ref_read(w, value, &out->layer);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "dx_um", "number")) != NULL) {
        lob_wire_number(w, value, &out->dx_um);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "dy_um", "number")) != NULL) {
        lob_wire_number(w, value, &out->dy_um);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "direction", "string")) != NULL) {
        describe_region_response_nearest_direction_read(w, value, &out->direction);
        lob_wire_leave(w);
    }
}

static void describe_region_response_truncation_read(lob_wire *w, const cJSON *json,
    lob_describe_region_response_truncation *out) {
    static const char *const members[] = {"budget_tokens", "used_tokens", "components_dropped", "layers_dropped",
        "instances_dropped", "labels_dropped", "guides_dropped", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .numbers = members,
        .number_count = 7,
        .form = "{\"budget_tokens\": 0, \"used_tokens\": 0, \"components_dropped\": 0, \"layers_dropped\": 0, \"insta"
                "nces_dropped\": 0, \"labels_dropped\": 0}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "budget_tokens", "integer")) != NULL) {
        lob_wire_int(w, value, &out->budget_tokens);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "used_tokens", "integer")) != NULL) {
        lob_wire_int(w, value, &out->used_tokens);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "components_dropped", "integer")) != NULL) {
        lob_wire_int(w, value, &out->components_dropped);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "layers_dropped", "integer")) != NULL) {
        lob_wire_int(w, value, &out->layers_dropped);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "instances_dropped", "integer")) != NULL) {
        lob_wire_int(w, value, &out->instances_dropped);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "labels_dropped", "integer")) != NULL) {
        lob_wire_int(w, value, &out->labels_dropped);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "guides_dropped", "integer")) != NULL) {
        lob_wire_int(w, value, &out->guides_dropped);
        lob_wire_leave(w);
    }
}

static void describe_region_response_read(lob_wire *w, const cJSON *json, lob_describe_region_response *out) {
    static const char *const members[] = {"schema_version", "session_id", "dbu", "units", "cell", "box_um", "box_dbu",
        "summary", "components", "layers", "instances", "labels", "guides", "nearest", "truncation", "notes", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .form = "{\"schema_version\": \"1.0.0\", \"session_id\": \"...\", \"dbu\": 0, \"units\": {...}, \"cell\": \"."
                "..\", \"box_um\": {...}}",
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
    if ((value = lob_wire_member(w, json, "box_um", "object")) != NULL) {
        lob_micron_box_read(w, value, &out->box_um);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "box_dbu", "object")) != NULL) {
        lob_dbu_box_read(w, value, &out->box_dbu);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "summary", "object")) != NULL) {
        describe_region_response_summary_read(w, value, &out->summary);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "components", "array")) != NULL) {
        if (lob_wire_array(w, value)) {
            out->components.count = lob_wire_count(value);
            out->components.items = lob_wire_alloc(w, out->components.count, sizeof *out->components.items);
            const cJSON *item0 = out->components.items ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                lob_wire_enter_item(w, i0);
                describe_region_response_components_item_read(w, item0, &out->components.items[i0]);
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "layers", "array")) != NULL) {
        if (lob_wire_array(w, value)) {
            out->layers.count = lob_wire_count(value);
            out->layers.items = lob_wire_alloc(w, out->layers.count, sizeof *out->layers.items);
            const cJSON *item0 = out->layers.items ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                lob_wire_enter_item(w, i0);
                describe_region_response_layers_item_read(w, item0, &out->layers.items[i0]);
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
                describe_region_response_instances_item_read(w, item0, &out->instances.items[i0]);
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
                describe_region_response_labels_item_read(w, item0, &out->labels.items[i0]);
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "guides", "array")) != NULL) {
        if (lob_wire_array(w, value)) {
            out->guides.count = lob_wire_count(value);
            out->guides.items = lob_wire_alloc(w, out->guides.count, sizeof *out->guides.items);
            const cJSON *item0 = out->guides.items ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                lob_wire_enter_item(w, i0);
                describe_region_response_guides_item_read(w, item0, &out->guides.items[i0]);
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "nearest", NULL)) != NULL) {
        out->nearest = lob_wire_alloc(w, 1, sizeof *out->nearest);
        if (out->nearest) {
            describe_region_response_nearest_read(w, value, out->nearest);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "truncation", "object")) != NULL) {
        describe_region_response_truncation_read(w, value, &out->truncation);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "notes", NULL)) != NULL) {
        out->has_notes = true;
        if (lob_wire_array(w, value)) {
            out->notes.count = lob_wire_count(value);
            out->notes.items = lob_wire_alloc(w, out->notes.count, sizeof *out->notes.items);
            const cJSON *item0 = out->notes.items ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                lob_wire_enter_item(w, i0);
                lob_wire_string(w, item0, &out->notes.items[i0]);
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
}

lob_status lob_describe_region_response_parse(lob_ctx *ctx, const cJSON *json, lob_describe_region_response *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "response", true);
    describe_region_response_read(&w, json, out);
    return lob_wire_end(&w);
}

static void describe_region_response_summary_write(lob_jsonw *out, const lob_describe_region_response_summary *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "component_count");
    lob_jsonw_int(out, value->component_count);
    lob_jsonw_key(out, "port_count");
    lob_jsonw_int(out, value->port_count);
    lob_jsonw_key(out, "instance_count");
    lob_jsonw_int(out, value->instance_count);
    lob_jsonw_key(out, "shape_count");
    lob_jsonw_int(out, value->shape_count);
    lob_jsonw_key(out, "text_count");
    lob_jsonw_int(out, value->text_count);
    lob_jsonw_key(out, "layer_count");
    lob_jsonw_int(out, value->layer_count);
    if (value->has_lower_bound) {
        lob_jsonw_key(out, "lower_bound");
        lob_jsonw_bool(out, value->lower_bound);
    }
    lob_jsonw_end_object(out);
}

static void describe_region_response_components_item_ports_item_write(lob_jsonw *out,
    const lob_describe_region_response_components_item_ports_item *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "name");
    lob_jsonw_str(out, value->name);
    lob_jsonw_key(out, "type");
    lob_jsonw_str(out, value->type);
    lob_jsonw_key(out, "at_um");
    lob_point_um_write(out, &value->at_um);
    if (value->has_angle_deg) {
        lob_jsonw_key(out, "angle_deg");
        lob_jsonw_number(out, value->angle_deg);
    }
    if (value->has_width_um) {
        lob_jsonw_key(out, "width_um");
        lob_jsonw_um(out, value->width_um);
    }
    lob_jsonw_key(out, "source");
    lob_jsonw_text(out, lob_describe_region_response_components_item_ports_item_source_names[value->source]);
    lob_jsonw_key(out, "confidence");
    lob_jsonw_number(out, value->confidence);
    lob_jsonw_end_object(out);
}

static void describe_region_response_components_item_write(lob_jsonw *out,
    const lob_describe_region_response_components_item *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "cell");
    lob_jsonw_str(out, value->cell);
    if (value->raw_hex.data) {
        lob_jsonw_key(out, "raw_hex");
        lob_jsonw_str(out, value->raw_hex);
    }
    lob_jsonw_key(out, "count");
    lob_jsonw_int(out, value->count);
    if (value->has_is_guide) {
        lob_jsonw_key(out, "is_guide");
        lob_jsonw_bool(out, value->is_guide);
    }
    lob_jsonw_key(out, "bbox_um");
    lob_micron_box_write(out, &value->bbox_um);
    lob_jsonw_key(out, "ports");
    lob_jsonw_begin_array(out);
    for (size_t i0 = 0; i0 < value->ports.count; i0++) {
        describe_region_response_components_item_ports_item_write(out, &value->ports.items[i0]);
    }
    lob_jsonw_end_array(out);
    if (value->has_ports_dropped) {
        lob_jsonw_key(out, "ports_dropped");
        lob_jsonw_int(out, value->ports_dropped);
    }
    lob_jsonw_key(out, "source");
    lob_jsonw_str(out, value->source);
    lob_jsonw_key(out, "confidence");
    lob_jsonw_number(out, value->confidence);
    lob_jsonw_end_object(out);
}

static void describe_region_response_layers_item_write(lob_jsonw *out,
    const lob_describe_region_response_layers_item *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "layer");
    lob_layer_ref_write(out, &value->layer);
    lob_jsonw_key(out, "shape_count");
    lob_jsonw_int(out, value->shape_count);
    lob_jsonw_key(out, "text_count");
    lob_jsonw_int(out, value->text_count);
    if (value->has_area_um2) {
        lob_jsonw_key(out, "area_um2");
        lob_jsonw_um(out, value->area_um2);
    }
    if (value->has_density) {
        lob_jsonw_key(out, "density");
        lob_jsonw_number(out, value->density);
    }
    if (value->has_least_box_side_um) {
        lob_jsonw_key(out, "least_box_side_um");
        lob_jsonw_um(out, value->least_box_side_um);
    }
    lob_jsonw_end_object(out);
}

static void describe_region_response_instances_item_write(lob_jsonw *out,
    const lob_describe_region_response_instances_item *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "cell");
    lob_jsonw_str(out, value->cell);
    if (value->raw_hex.data) {
        lob_jsonw_key(out, "raw_hex");
        lob_jsonw_str(out, value->raw_hex);
    }
    lob_jsonw_key(out, "instance_count");
    lob_jsonw_int(out, value->instance_count);
    lob_jsonw_key(out, "member_count");
    lob_jsonw_int(out, value->member_count);
    lob_jsonw_key(out, "bbox_um");
    lob_micron_box_write(out, &value->bbox_um);
    lob_jsonw_end_object(out);
}

static void describe_region_response_labels_item_write(lob_jsonw *out,
    const lob_describe_region_response_labels_item *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "text");
    lob_jsonw_str(out, value->text);
    if (value->raw_hex.data) {
        lob_jsonw_key(out, "raw_hex");
        lob_jsonw_str(out, value->raw_hex);
    }
    lob_jsonw_key(out, "layer");
    lob_layer_ref_write(out, &value->layer);
    lob_jsonw_key(out, "count");
    lob_jsonw_int(out, value->count);
    lob_jsonw_key(out, "at_um");
    lob_point_um_write(out, &value->at_um);
    lob_jsonw_end_object(out);
}

static void describe_region_response_guides_item_write(lob_jsonw *out,
    const lob_describe_region_response_guides_item *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "layer");
    lob_layer_ref_write(out, &value->layer);
    lob_jsonw_key(out, "width_um");
    lob_jsonw_um(out, value->width_um);
    lob_jsonw_key(out, "count");
    lob_jsonw_int(out, value->count);
    lob_jsonw_key(out, "source");
    lob_jsonw_text(out, lob_describe_region_response_guides_item_source_names[value->source]);
    lob_jsonw_key(out, "confidence");
    lob_jsonw_number(out, value->confidence);
    lob_jsonw_end_object(out);
}

static void describe_region_response_nearest_write(lob_jsonw *out, const lob_describe_region_response_nearest *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "kind");
    lob_jsonw_text(out, lob_describe_region_response_nearest_kind_names[value->kind]);
    lob_jsonw_key(out, "layer");
    lob_layer_ref_write(out, &value->layer);
    lob_jsonw_key(out, "dx_um");
    lob_jsonw_um(out, value->dx_um);
    lob_jsonw_key(out, "dy_um");
    lob_jsonw_um(out, value->dy_um);
    lob_jsonw_key(out, "direction");
    lob_jsonw_text(out, lob_describe_region_response_nearest_direction_names[value->direction]);
    lob_jsonw_end_object(out);
}

static void describe_region_response_truncation_write(lob_jsonw *out,
    const lob_describe_region_response_truncation *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "budget_tokens");
    lob_jsonw_int(out, value->budget_tokens);
    lob_jsonw_key(out, "used_tokens");
    lob_jsonw_int(out, value->used_tokens);
    lob_jsonw_key(out, "components_dropped");
    lob_jsonw_int(out, value->components_dropped);
    lob_jsonw_key(out, "layers_dropped");
    lob_jsonw_int(out, value->layers_dropped);
    lob_jsonw_key(out, "instances_dropped");
    lob_jsonw_int(out, value->instances_dropped);
    lob_jsonw_key(out, "labels_dropped");
    lob_jsonw_int(out, value->labels_dropped);
    lob_jsonw_key(out, "guides_dropped");
    lob_jsonw_int(out, value->guides_dropped);
    lob_jsonw_end_object(out);
}

void lob_describe_region_response_write(lob_jsonw *out, const lob_describe_region_response *value) {
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
    lob_jsonw_key(out, "box_um");
    lob_micron_box_write(out, &value->box_um);
    lob_jsonw_key(out, "box_dbu");
    lob_dbu_box_write(out, &value->box_dbu);
    lob_jsonw_key(out, "summary");
    describe_region_response_summary_write(out, &value->summary);
    lob_jsonw_key(out, "components");
    lob_jsonw_begin_array(out);
    for (size_t i0 = 0; i0 < value->components.count; i0++) {
        describe_region_response_components_item_write(out, &value->components.items[i0]);
    }
    lob_jsonw_end_array(out);
    lob_jsonw_key(out, "layers");
    lob_jsonw_begin_array(out);
    for (size_t i0 = 0; i0 < value->layers.count; i0++) {
        describe_region_response_layers_item_write(out, &value->layers.items[i0]);
    }
    lob_jsonw_end_array(out);
    lob_jsonw_key(out, "instances");
    lob_jsonw_begin_array(out);
    for (size_t i0 = 0; i0 < value->instances.count; i0++) {
        describe_region_response_instances_item_write(out, &value->instances.items[i0]);
    }
    lob_jsonw_end_array(out);
    lob_jsonw_key(out, "labels");
    lob_jsonw_begin_array(out);
    for (size_t i0 = 0; i0 < value->labels.count; i0++) {
        describe_region_response_labels_item_write(out, &value->labels.items[i0]);
    }
    lob_jsonw_end_array(out);
    lob_jsonw_key(out, "guides");
    lob_jsonw_begin_array(out);
    for (size_t i0 = 0; i0 < value->guides.count; i0++) {
        describe_region_response_guides_item_write(out, &value->guides.items[i0]);
    }
    lob_jsonw_end_array(out);
    if (value->nearest) {
        lob_jsonw_key(out, "nearest");
        describe_region_response_nearest_write(out, value->nearest);
    }
    lob_jsonw_key(out, "truncation");
    describe_region_response_truncation_write(out, &value->truncation);
    if (value->has_notes) {
        lob_jsonw_key(out, "notes");
        lob_jsonw_begin_array(out);
        for (size_t i0 = 0; i0 < value->notes.count; i0++) {
            lob_jsonw_str(out, value->notes.items[i0]);
        }
        lob_jsonw_end_array(out);
    }
    lob_jsonw_end_object(out);
}
