/* Made by tools/schemac from spec/. Do not edit. Reading and writing of open_layout. */
#include "gen/limits.h"
#include "gen/parse.h"
#include "gen/write.h"

static void open_layout_request_read(lob_wire *w, const cJSON *json, lob_open_layout_request *out) {
    static const char *const members[] = {"path", "top_cell", "format", "convention_path", "lyp_path", "strict", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .closed = true,
        .form = "{\"path\": \"...\"}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "path", "string")) != NULL) {
        lob_wire_string(w, value, &out->path);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "top_cell", NULL)) != NULL) {
        if (lob_wire_string(w, value, &out->top_cell)) {
            lob_wire_min_length(w, value, 1);
            lob_wire_limit(w, value, LOB_LIMIT_NAME_SIZE, LOB_E_INVALID_TARGET);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "format", NULL)) != NULL) {
        lob_wire_string(w, value, &out->format);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "convention_path", NULL)) != NULL) {
        lob_wire_string(w, value, &out->convention_path);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "lyp_path", NULL)) != NULL) {
        lob_wire_string(w, value, &out->lyp_path);
        lob_wire_leave(w);
    }
    out->strict = false;
    if ((value = lob_wire_member(w, json, "strict", NULL)) != NULL) {
        lob_wire_bool(w, value, &out->strict);
        lob_wire_leave(w);
    }
}

lob_status lob_open_layout_request_parse(lob_ctx *ctx, const cJSON *json, lob_open_layout_request *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "request", false);
    open_layout_request_read(&w, json, out);
    return lob_wire_end(&w);
}

static void open_layout_response_source_format_read(lob_wire *w, const cJSON *json,
    lob_open_layout_response_source_format *out) {
    int choice;
    if (lob_wire_enum(w, json, lob_open_layout_response_source_format_names,
        LOB_OPEN_LAYOUT_RESPONSE_SOURCE_FORMAT_COUNT, &choice)) {
        *out = (lob_open_layout_response_source_format)choice;
    }
}

static void open_layout_response_source_read(lob_wire *w, const cJSON *json, lob_open_layout_response_source *out) {
    static const char *const members[] = {"path", "format", "sha256", "size_bytes", "is_gzip", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .form = "{\"path\": \"...\", \"format\": \"gds\", \"sha256\": \"...\", \"size_bytes\": 0, \"is_gzip\": true}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "path", "string")) != NULL) {
        lob_wire_string(w, value, &out->path);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "format", "string")) != NULL) {
        open_layout_response_source_format_read(w, value, &out->format);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "sha256", "string")) != NULL) {
        lob_wire_string(w, value, &out->sha256);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "size_bytes", "integer")) != NULL) {
        lob_wire_int(w, value, &out->size_bytes);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "is_gzip", "boolean")) != NULL) {
        lob_wire_bool(w, value, &out->is_gzip);
        lob_wire_leave(w);
    }
}

static void open_layout_response_lyp_found_read(lob_wire *w, const cJSON *json,
    lob_open_layout_response_lyp_found *out) {
    int choice;
    if (lob_wire_enum(w, json, lob_open_layout_response_lyp_found_names, LOB_OPEN_LAYOUT_RESPONSE_LYP_FOUND_COUNT,
        &choice)) {
        *out = (lob_open_layout_response_lyp_found)choice;
    }
}

static void open_layout_response_lyp_read(lob_wire *w, const cJSON *json, lob_open_layout_response_lyp *out) {
    static const char *const members[] = {"path", "found", "entry_count", "layer_count", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .form = "{\"path\": \"...\", \"found\": \"given\", \"entry_count\": 0, \"layer_count\": 0}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "path", "string")) != NULL) {
        lob_wire_string(w, value, &out->path);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "found", "string")) != NULL) {
        open_layout_response_lyp_found_read(w, value, &out->found);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "entry_count", "integer")) != NULL) {
        lob_wire_int(w, value, &out->entry_count);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "layer_count", "integer")) != NULL) {
        lob_wire_int(w, value, &out->layer_count);
        lob_wire_leave(w);
    }
}

static void open_layout_response_truncation_read(lob_wire *w, const cJSON *json,
    lob_open_layout_response_truncation *out) {
    static const char *const members[] = {"top_cells_dropped", "layers_dropped", "warnings_dropped", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .numbers = members,
        .number_count = 3,
        .form = "{\"top_cells_dropped\": 0, \"layers_dropped\": 0, \"warnings_dropped\": 0}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "top_cells_dropped", "integer")) != NULL) {
        lob_wire_int(w, value, &out->top_cells_dropped);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "layers_dropped", "integer")) != NULL) {
        lob_wire_int(w, value, &out->layers_dropped);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "warnings_dropped", "integer")) != NULL) {
        lob_wire_int(w, value, &out->warnings_dropped);
        lob_wire_leave(w);
    }
}

static void open_layout_response_read(lob_wire *w, const cJSON *json, lob_open_layout_response *out) {
    static const char *const members[] = {"schema_version", "session_id", "source", "content_hash",
        "selected_top_cell", "top_cells", "dbu", "units", "bbox_um", "bbox_dbu", "bbox_empty", "layer_count",
        "cell_count", "shape_count", "instance_count", "layers", "lyp", "conventions_detected", "ports_found",
        "warnings", "truncation", "artifact_root", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .form = "{\"schema_version\": \"1.0.0\", \"session_id\": \"...\", \"source\": {...}, \"content_hash\": \"...\""
                ", \"selected_top_cell\": \"...\", \"top_cells\": [...]}",
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
    if ((value = lob_wire_member(w, json, "source", "object")) != NULL) {
        open_layout_response_source_read(w, value, &out->source);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "content_hash", "string")) != NULL) {
        lob_wire_string(w, value, &out->content_hash);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "selected_top_cell", "string")) != NULL) {
        lob_wire_string(w, value, &out->selected_top_cell);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "top_cells", "array")) != NULL) {
        if (lob_wire_array(w, value)) {
            out->top_cells.count = lob_wire_count(value);
            out->top_cells.items = lob_wire_alloc(w, out->top_cells.count, sizeof *out->top_cells.items);
            const cJSON *item0 = out->top_cells.items ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                lob_wire_enter_item(w, i0);
                lob_wire_string(w, item0, &out->top_cells.items[i0]);
                lob_wire_leave(w);
            }
        }
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
    if ((value = lob_wire_member(w, json, "layer_count", "integer")) != NULL) {
        lob_wire_int(w, value, &out->layer_count);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "cell_count", "integer")) != NULL) {
        lob_wire_int(w, value, &out->cell_count);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "shape_count", "integer")) != NULL) {
        lob_wire_int(w, value, &out->shape_count);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "instance_count", "integer")) != NULL) {
        lob_wire_int(w, value, &out->instance_count);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "layers", "array")) != NULL) {
        if (lob_wire_array(w, value)) {
            out->layers.count = lob_wire_count(value);
            out->layers.items = lob_wire_alloc(w, out->layers.count, sizeof *out->layers.items);
            const cJSON *item0 = out->layers.items ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                lob_wire_enter_item(w, i0);
                lob_layer_ref_read(w, item0, &out->layers.items[i0]);
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "lyp", NULL)) != NULL) {
        out->lyp = lob_wire_alloc(w, 1, sizeof *out->lyp);
        if (out->lyp) {
            open_layout_response_lyp_read(w, value, out->lyp);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "conventions_detected", "array")) != NULL) {
        if (lob_wire_array(w, value)) {
            out->conventions_detected.count = lob_wire_count(value);
            out->conventions_detected.items = lob_wire_alloc(w, out->conventions_detected.count,
                sizeof *out->conventions_detected.items);
            const cJSON *item0 = out->conventions_detected.items ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                lob_wire_enter_item(w, i0);
                lob_convention_used_read(w, item0, &out->conventions_detected.items[i0]);
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "ports_found", NULL)) != NULL) {
        out->has_ports_found = true;
        lob_wire_int(w, value, &out->ports_found);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "warnings", "array")) != NULL) {
        if (lob_wire_array(w, value)) {
            out->warnings.count = lob_wire_count(value);
            out->warnings.items = lob_wire_alloc(w, out->warnings.count, sizeof *out->warnings.items);
            const cJSON *item0 = out->warnings.items ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                lob_wire_enter_item(w, i0);
                lob_warning_item_read(w, item0, &out->warnings.items[i0]);
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "truncation", "object")) != NULL) {
        open_layout_response_truncation_read(w, value, &out->truncation);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "artifact_root", "string")) != NULL) {
        lob_wire_string(w, value, &out->artifact_root);
        lob_wire_leave(w);
    }
}

lob_status lob_open_layout_response_parse(lob_ctx *ctx, const cJSON *json, lob_open_layout_response *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "response", true);
    open_layout_response_read(&w, json, out);
    return lob_wire_end(&w);
}

static void open_layout_response_source_write(lob_jsonw *out, const lob_open_layout_response_source *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "path");
    lob_jsonw_str(out, value->path);
    lob_jsonw_key(out, "format");
    lob_jsonw_text(out, lob_open_layout_response_source_format_names[value->format]);
    lob_jsonw_key(out, "sha256");
    lob_jsonw_str(out, value->sha256);
    lob_jsonw_key(out, "size_bytes");
    lob_jsonw_int(out, value->size_bytes);
    lob_jsonw_key(out, "is_gzip");
    lob_jsonw_bool(out, value->is_gzip);
    lob_jsonw_end_object(out);
}

static void open_layout_response_lyp_write(lob_jsonw *out, const lob_open_layout_response_lyp *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "path");
    lob_jsonw_str(out, value->path);
    lob_jsonw_key(out, "found");
    lob_jsonw_text(out, lob_open_layout_response_lyp_found_names[value->found]);
    lob_jsonw_key(out, "entry_count");
    lob_jsonw_int(out, value->entry_count);
    lob_jsonw_key(out, "layer_count");
    lob_jsonw_int(out, value->layer_count);
    lob_jsonw_end_object(out);
}

static void open_layout_response_truncation_write(lob_jsonw *out, const lob_open_layout_response_truncation *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "top_cells_dropped");
    lob_jsonw_int(out, value->top_cells_dropped);
    lob_jsonw_key(out, "layers_dropped");
    lob_jsonw_int(out, value->layers_dropped);
    lob_jsonw_key(out, "warnings_dropped");
    lob_jsonw_int(out, value->warnings_dropped);
    lob_jsonw_end_object(out);
}

void lob_open_layout_response_write(lob_jsonw *out, const lob_open_layout_response *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "schema_version");
    lob_jsonw_text(out, "1.0.0");
    lob_jsonw_key(out, "session_id");
    lob_jsonw_str(out, value->session_id);
    lob_jsonw_key(out, "source");
    open_layout_response_source_write(out, &value->source);
    lob_jsonw_key(out, "content_hash");
    lob_jsonw_str(out, value->content_hash);
    lob_jsonw_key(out, "selected_top_cell");
    lob_jsonw_str(out, value->selected_top_cell);
    lob_jsonw_key(out, "top_cells");
    lob_jsonw_begin_array(out);
    for (size_t i0 = 0; i0 < value->top_cells.count; i0++) {
        lob_jsonw_str(out, value->top_cells.items[i0]);
    }
    lob_jsonw_end_array(out);
    lob_jsonw_key(out, "dbu");
    lob_jsonw_number(out, value->dbu);
    lob_jsonw_key(out, "units");
    lob_units_write(out, &value->units);
    lob_jsonw_key(out, "bbox_um");
    lob_micron_box_write(out, &value->bbox_um);
    lob_jsonw_key(out, "bbox_dbu");
    lob_dbu_box_write(out, &value->bbox_dbu);
    if (value->has_bbox_empty) {
        lob_jsonw_key(out, "bbox_empty");
        lob_jsonw_bool(out, value->bbox_empty);
    }
    lob_jsonw_key(out, "layer_count");
    lob_jsonw_int(out, value->layer_count);
    lob_jsonw_key(out, "cell_count");
    lob_jsonw_int(out, value->cell_count);
    lob_jsonw_key(out, "shape_count");
    lob_jsonw_int(out, value->shape_count);
    lob_jsonw_key(out, "instance_count");
    lob_jsonw_int(out, value->instance_count);
    lob_jsonw_key(out, "layers");
    lob_jsonw_begin_array(out);
    for (size_t i0 = 0; i0 < value->layers.count; i0++) {
        lob_layer_ref_write(out, &value->layers.items[i0]);
    }
    lob_jsonw_end_array(out);
    if (value->lyp) {
        lob_jsonw_key(out, "lyp");
        open_layout_response_lyp_write(out, value->lyp);
    }
    lob_jsonw_key(out, "conventions_detected");
    lob_jsonw_begin_array(out);
    for (size_t i0 = 0; i0 < value->conventions_detected.count; i0++) {
        lob_convention_used_write(out, &value->conventions_detected.items[i0]);
    }
    lob_jsonw_end_array(out);
    if (value->has_ports_found) {
        lob_jsonw_key(out, "ports_found");
        lob_jsonw_int(out, value->ports_found);
    }
    lob_jsonw_key(out, "warnings");
    lob_jsonw_begin_array(out);
    for (size_t i0 = 0; i0 < value->warnings.count; i0++) {
        lob_warning_item_write(out, &value->warnings.items[i0]);
    }
    lob_jsonw_end_array(out);
    lob_jsonw_key(out, "truncation");
    open_layout_response_truncation_write(out, &value->truncation);
    lob_jsonw_key(out, "artifact_root");
    lob_jsonw_str(out, value->artifact_root);
    lob_jsonw_end_object(out);
}
