/* Made by tools/schemac from spec/. Do not edit. Reading and writing of list_layers. */
#include "gen/limits.h"
#include "gen/parse.h"
#include "gen/write.h"

static void list_layers_request_read(lob_wire *w, const cJSON *json, lob_list_layers_request *out) {
    static const char *const members[] = {"session_id", "limit", "cursor", NULL};
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
    out->limit = 256;
    if ((value = lob_wire_member(w, json, "limit", NULL)) != NULL) {
        if (lob_wire_int(w, value, &out->limit)) {
            lob_wire_minimum(w, value, 1);
            lob_wire_limit(w, value, LOB_LIMIT_LIST_LAYERS_MAX, LOB_E_QUERY_TOO_LARGE);
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

lob_status lob_list_layers_request_parse(lob_ctx *ctx, const cJSON *json, lob_list_layers_request *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "request", false);
    list_layers_request_read(&w, json, out);
    return lob_wire_end(&w);
}

static void list_layers_response_layers_item_name_source_read(lob_wire *w, const cJSON *json,
    lob_list_layers_response_layers_item_name_source *out) {
    int choice;
    if (lob_wire_enum(w, json, lob_list_layers_response_layers_item_name_source_names,
        LOB_LIST_LAYERS_RESPONSE_LAYERS_ITEM_NAME_SOURCE_COUNT, &choice)) {
        *out = (lob_list_layers_response_layers_item_name_source)choice;
    }
}

static void list_layers_response_layers_item_read(lob_wire *w, const cJSON *json,
    lob_list_layers_response_layers_item *out) {
    static const char *const members[] = {"layer", "datatype", "name", "raw_hex", "name_source", "visible",
        "shape_count", "text_count", "expanded_shape_count", "bbox_um", "bbox_dbu", "bbox_empty", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .form = "{\"layer\": 0, \"datatype\": 0, \"visible\": true, \"shape_count\": 0, \"text_count\": 0, \"expanded"
                "_shape_count\": 0}",
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
    if ((value = lob_wire_member(w, json, "name_source", NULL)) != NULL) {
        out->has_name_source = true;
        list_layers_response_layers_item_name_source_read(w, value, &out->name_source);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "visible", "boolean")) != NULL) {
        lob_wire_bool(w, value, &out->visible);
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
}

static void list_layers_response_truncation_read(lob_wire *w, const cJSON *json,
    lob_list_layers_response_truncation *out) {
    static const char *const members[] = {"limit", "layers_dropped", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .numbers = members,
        .number_count = 2,
        .form = "{\"limit\": 0, \"layers_dropped\": 0}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "limit", "integer")) != NULL) {
        lob_wire_int(w, value, &out->limit);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "layers_dropped", "integer")) != NULL) {
        lob_wire_int(w, value, &out->layers_dropped);
        lob_wire_leave(w);
    }
}

static void list_layers_response_read(lob_wire *w, const cJSON *json, lob_list_layers_response *out) {
    static const char *const members[] = {"schema_version", "session_id", "dbu", "units", "layer_count", "layers",
        "truncation", "next_cursor", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .form = "{\"schema_version\": \"1.0.0\", \"session_id\": \"...\", \"dbu\": 0, \"units\": {...}, \"layer_count"
                "\": 0, \"layers\": [...]}",
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
    if ((value = lob_wire_member(w, json, "layer_count", "integer")) != NULL) {
        lob_wire_int(w, value, &out->layer_count);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "layers", "array")) != NULL) {
        if (lob_wire_array(w, value)) {
            out->layers.count = lob_wire_count(value);
            out->layers.items = lob_wire_alloc(w, out->layers.count, sizeof *out->layers.items);
            const cJSON *item0 = out->layers.items ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                lob_wire_enter_item(w, i0);
                list_layers_response_layers_item_read(w, item0, &out->layers.items[i0]);
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "truncation", "object")) != NULL) {
        list_layers_response_truncation_read(w, value, &out->truncation);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "next_cursor", NULL)) != NULL) {
        lob_wire_string(w, value, &out->next_cursor);
        lob_wire_leave(w);
    }
}

lob_status lob_list_layers_response_parse(lob_ctx *ctx, const cJSON *json, lob_list_layers_response *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "response", true);
    list_layers_response_read(&w, json, out);
    return lob_wire_end(&w);
}

static void list_layers_response_layers_item_write(lob_jsonw *out, const lob_list_layers_response_layers_item *value) {
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
    if (value->has_name_source) {
        lob_jsonw_key(out, "name_source");
        lob_jsonw_text(out, lob_list_layers_response_layers_item_name_source_names[value->name_source]);
    }
    lob_jsonw_key(out, "visible");
    lob_jsonw_bool(out, value->visible);
    lob_jsonw_key(out, "shape_count");
    lob_jsonw_int(out, value->shape_count);
    lob_jsonw_key(out, "text_count");
    lob_jsonw_int(out, value->text_count);
    lob_jsonw_key(out, "expanded_shape_count");
    lob_jsonw_int(out, value->expanded_shape_count);
    lob_jsonw_key(out, "bbox_um");
    lob_micron_box_write(out, &value->bbox_um);
    lob_jsonw_key(out, "bbox_dbu");
    lob_dbu_box_write(out, &value->bbox_dbu);
    if (value->has_bbox_empty) {
        lob_jsonw_key(out, "bbox_empty");
        lob_jsonw_bool(out, value->bbox_empty);
    }
    lob_jsonw_end_object(out);
}

static void list_layers_response_truncation_write(lob_jsonw *out, const lob_list_layers_response_truncation *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "limit");
    lob_jsonw_int(out, value->limit);
    lob_jsonw_key(out, "layers_dropped");
    lob_jsonw_int(out, value->layers_dropped);
    lob_jsonw_end_object(out);
}

void lob_list_layers_response_write(lob_jsonw *out, const lob_list_layers_response *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "schema_version");
    lob_jsonw_text(out, "1.0.0");
    lob_jsonw_key(out, "session_id");
    lob_jsonw_str(out, value->session_id);
    lob_jsonw_key(out, "dbu");
    lob_jsonw_number(out, value->dbu);
    lob_jsonw_key(out, "units");
    lob_units_write(out, &value->units);
    lob_jsonw_key(out, "layer_count");
    lob_jsonw_int(out, value->layer_count);
    lob_jsonw_key(out, "layers");
    lob_jsonw_begin_array(out);
    for (size_t i0 = 0; i0 < value->layers.count; i0++) {
        list_layers_response_layers_item_write(out, &value->layers.items[i0]);
    }
    lob_jsonw_end_array(out);
    lob_jsonw_key(out, "truncation");
    list_layers_response_truncation_write(out, &value->truncation);
    if (value->next_cursor.data) {
        lob_jsonw_key(out, "next_cursor");
        lob_jsonw_str(out, value->next_cursor);
    }
    lob_jsonw_end_object(out);
}
