/* Made by tools/schemac from spec/. Do not edit. Reading and writing of demo. */
#include "gen/limits.h"
#include "gen/parse.h"
#include "gen/write.h"

static void demo_request_kind_read(lob_wire *w, const cJSON *json, lob_demo_request_kind *out) {
    int choice;
    if (lob_wire_enum(w, json, lob_demo_request_kind_names, LOB_DEMO_REQUEST_KIND_COUNT, &choice)) {
        *out = (lob_demo_request_kind)choice;
    }
}

static void demo_request_layers_item_read(lob_wire *w, const cJSON *json, lob_demo_request_layers_item *out) {
    static const char *const members[] = {"layer", "datatype", NULL};
    static const char *const required[] = {"layer", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .closed = true,
        .numbers = required,
        .number_count = 1,
        .form = "{\"layer\": 0}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "layer", "integer")) != NULL) {
        lob_wire_int(w, value, &out->layer);
        lob_wire_leave(w);
    }
    out->datatype = 0;
    if ((value = lob_wire_member(w, json, "datatype", NULL)) != NULL) {
        lob_wire_int(w, value, &out->datatype);
        lob_wire_leave(w);
    }
}

static void demo_request_read(lob_wire *w, const cJSON *json, lob_demo_request *out) {
    static const char *const members[] = {"session_id", "path", "box", "view", "name", "color", "variable", "mode",
        "kind", "max_shapes", "depth", "scale", "deep", "flag", "layers", "points", "params", "extra", "double",
        "quiet", NULL};
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
            lob_wire_format(w, value, LOB_FORMAT_SESSION_ID);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "path", NULL)) != NULL) {
        lob_wire_code(w, LOB_E_FILE_NOT_FOUND);
        if (lob_wire_string(w, value, &out->path)) {
            lob_wire_format(w, value, LOB_FORMAT_ABSOLUTE_PATH);
        }
        lob_wire_leave(w);
    }
    lob_wire_absent(w, LOB_E_INVALID_BOX, "send {\"left\": 0, \"right\": 0}");
    if ((value = lob_wire_member(w, json, "box", "object")) != NULL) {
        lob_sample_box_read(w, value, &out->box);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "view", NULL)) != NULL) {
        lob_wire_code(w, LOB_E_INVALID_TARGET);
        out->view = lob_wire_alloc(w, 1, sizeof *out->view);
        if (out->view) {
            lob_sample_box_read(w, value, out->view);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "name", NULL)) != NULL) {
        if (lob_wire_string(w, value, &out->name)) {
            lob_wire_min_length(w, value, 1);
            lob_wire_limit(w, value, LOB_LIMIT_SAMPLE_NAME, LOB_E_INVALID_TARGET);
        }
        lob_wire_leave(w);
    }
    out->color = LOB_STR("#ff0000");
    if ((value = lob_wire_member(w, json, "color", NULL)) != NULL) {
        if (lob_wire_string(w, value, &out->color)) {
            lob_wire_format(w, value, LOB_FORMAT_COLOR);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "variable", NULL)) != NULL) {
        if (lob_wire_string(w, value, &out->variable)) {
            lob_wire_max_length(w, value, 6);
            lob_wire_format(w, value, LOB_FORMAT_IDENTIFIER);
        }
        lob_wire_leave(w);
    }
    out->mode = LOB_SAMPLE_MODE_ALL_LEVELS;
    if ((value = lob_wire_member(w, json, "mode", NULL)) != NULL) {
        lob_sample_mode_read(w, value, &out->mode);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "kind", NULL)) != NULL) {
        out->has_kind = true;
        demo_request_kind_read(w, value, &out->kind);
        lob_wire_leave(w);
    }
    out->max_shapes = 10;
    if ((value = lob_wire_member(w, json, "max_shapes", NULL)) != NULL) {
        if (lob_wire_int(w, value, &out->max_shapes)) {
            lob_wire_minimum(w, value, 1);
            lob_wire_limit(w, value, LOB_LIMIT_SAMPLE_SHAPES, LOB_E_QUERY_TOO_LARGE);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "depth", NULL)) != NULL) {
        out->has_depth = true;
        if (lob_wire_int(w, value, &out->depth)) {
            lob_wire_maximum(w, value, 5);
        }
        lob_wire_leave(w);
    }
    out->scale = 0.5;
    if ((value = lob_wire_member(w, json, "scale", NULL)) != NULL) {
        if (lob_wire_number(w, value, &out->scale)) {
            lob_wire_above(w, value, 0);
            lob_wire_maximum(w, value, 1.5);
        }
        lob_wire_leave(w);
    }
    out->deep = true;
    if ((value = lob_wire_member(w, json, "deep", NULL)) != NULL) {
        lob_wire_bool(w, value, &out->deep);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "flag", NULL)) != NULL) {
        out->has_flag = true;
        lob_wire_bool(w, value, &out->flag);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "layers", NULL)) != NULL) {
        out->has_layers = true;
        if (lob_wire_array(w, value)) {
            lob_wire_min_items(w, value, 1);
            out->layers.count = lob_wire_count(value);
            out->layers.items = lob_wire_alloc(w, out->layers.count, sizeof *out->layers.items);
            const cJSON *item0 = out->layers.items ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                lob_wire_enter_item(w, i0);
                demo_request_layers_item_read(w, item0, &out->layers.items[i0]);
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "points", NULL)) != NULL) {
        out->has_points = true;
        if (lob_wire_array(w, value) && lob_wire_limit(w, value, LOB_LIMIT_SAMPLE_POINTS, LOB_E_QUERY_TOO_LARGE)) {
            out->points.count = lob_wire_count(value);
            out->points.items = lob_wire_alloc(w, out->points.count, sizeof *out->points.items);
            const cJSON *item0 = out->points.items ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                lob_wire_enter_item(w, i0);
                if (lob_wire_array(w, item0) && lob_wire_max_items(w, item0, 2)) {
                    lob_wire_min_items(w, item0, 2);
                    out->points.items[i0].count = lob_wire_count(item0);
                    out->points.items[i0].items = lob_wire_alloc(w, out->points.items[i0].count,
                        sizeof *out->points.items[i0].items);
                    const cJSON *item1 = out->points.items[i0].items ? item0->child : NULL;
                    for (size_t i1 = 0; item1; i1++, item1 = item1->next) {
                        lob_wire_enter_item(w, i1);
                        lob_wire_int(w, item1, &out->points.items[i0].items[i1]);
                        lob_wire_leave(w);
                    }
                }
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "params", NULL)) != NULL) {
        out->has_params = true;
        if (lob_wire_map(w, value) && lob_wire_limit(w, value, LOB_LIMIT_SAMPLE_POINTS, LOB_E_QUERY_TOO_LARGE)) {
            out->params.count = lob_wire_count(value);
            out->params.items = lob_wire_alloc(w, out->params.count, sizeof *out->params.items);
            out->params.names = lob_wire_alloc(w, out->params.count, sizeof *out->params.names);
            const cJSON *item0 = out->params.items && out->params.names ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                out->params.names[i0] = lob_wire_text(w, item0->string);
                lob_wire_enter_key(w, item0->string);
                lob_wire_string(w, item0, &out->params.items[i0]);
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "extra", NULL)) != NULL) {
        lob_wire_any(w, value, &out->extra);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "double", NULL)) != NULL) {
        out->has_double = true;
        lob_wire_number(w, value, &out->double_);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "quiet", NULL)) != NULL) {
        out->has_quiet = true;
        lob_wire_bool(w, value, &out->quiet);
        lob_wire_leave(w);
    }
}

lob_status lob_demo_request_parse(lob_ctx *ctx, const cJSON *json, lob_demo_request *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "request", false);
    demo_request_read(&w, json, out);
    return lob_wire_end(&w);
}

static void demo_response_totals_item_read(lob_wire *w, const cJSON *json, lob_demo_response_totals_item *out) {
    static const char *const members[] = {"n", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .numbers = members,
        .number_count = 1,
        .form = "{\"n\": 0}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "n", "integer")) != NULL) {
        lob_wire_int(w, value, &out->n);
        lob_wire_leave(w);
    }
}

static void demo_response_read(lob_wire *w, const cJSON *json, lob_demo_response *out) {
    static const char *const members[] = {"schema_version", "units", "area_um2", "ratio", "crop", "label", "shapes",
        "counts", "totals", "notes", "truncated", "raw", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .form = "{\"schema_version\": \"1.0.0\", \"units\": {...}, \"area_um2\": 0, \"ratio\": 0, \"shapes\": [...], "
                "\"counts\": {...}}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "schema_version", "string")) != NULL) {
        lob_wire_const(w, value, "1.0.0");
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "units", "object")) != NULL) {
        lob_sample_units_read(w, value, &out->units);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "area_um2", "number")) != NULL) {
        lob_wire_number(w, value, &out->area_um2);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_nullable(w, json, "ratio", "number")) != NULL) {
        out->has_ratio = true;
        lob_wire_number(w, value, &out->ratio);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_nullable(w, json, "crop", NULL)) != NULL) {
        out->crop = lob_wire_alloc(w, 1, sizeof *out->crop);
        if (out->crop) {
            lob_sample_box_read(w, value, out->crop);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_nullable(w, json, "label", NULL)) != NULL) {
        lob_wire_string(w, value, &out->label);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "shapes", "array")) != NULL) {
        if (lob_wire_array(w, value)) {
            out->shapes.count = lob_wire_count(value);
            out->shapes.items = lob_wire_alloc(w, out->shapes.count, sizeof *out->shapes.items);
            const cJSON *item0 = out->shapes.items ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                lob_wire_enter_item(w, i0);
                lob_sample_shape_read(w, item0, &out->shapes.items[i0]);
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "counts", "object")) != NULL) {
        if (lob_wire_map(w, value)) {
            out->counts.count = lob_wire_count(value);
            out->counts.items = lob_wire_alloc(w, out->counts.count, sizeof *out->counts.items);
            out->counts.names = lob_wire_alloc(w, out->counts.count, sizeof *out->counts.names);
            const cJSON *item0 = out->counts.items && out->counts.names ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                out->counts.names[i0] = lob_wire_text(w, item0->string);
                lob_wire_enter_key(w, item0->string);
                lob_wire_int(w, item0, &out->counts.items[i0]);
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "totals", NULL)) != NULL) {
        out->has_totals = true;
        if (lob_wire_map(w, value)) {
            out->totals.count = lob_wire_count(value);
            out->totals.items = lob_wire_alloc(w, out->totals.count, sizeof *out->totals.items);
            out->totals.names = lob_wire_alloc(w, out->totals.count, sizeof *out->totals.names);
            const cJSON *item0 = out->totals.items && out->totals.names ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                out->totals.names[i0] = lob_wire_text(w, item0->string);
                lob_wire_enter_key(w, item0->string);
                demo_response_totals_item_read(w, item0, &out->totals.items[i0]);
                lob_wire_leave(w);
            }
        }
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
    if ((value = lob_wire_member(w, json, "truncated", NULL)) != NULL) {
        out->has_truncated = true;
        lob_wire_bool(w, value, &out->truncated);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "raw", NULL)) != NULL) {
        lob_wire_any(w, value, &out->raw);
        lob_wire_leave(w);
    }
}

lob_status lob_demo_response_parse(lob_ctx *ctx, const cJSON *json, lob_demo_response *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "response", true);
    demo_response_read(&w, json, out);
    return lob_wire_end(&w);
}

static void demo_response_totals_item_write(lob_jsonw *out, const lob_demo_response_totals_item *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "n");
    lob_jsonw_int(out, value->n);
    lob_jsonw_end_object(out);
}

void lob_demo_response_write(lob_jsonw *out, const lob_demo_response *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "schema_version");
    lob_jsonw_text(out, "1.0.0");
    lob_jsonw_key(out, "units");
    lob_sample_units_write(out, &value->units);
    lob_jsonw_key(out, "area_um2");
    lob_jsonw_um(out, value->area_um2);
    lob_jsonw_key(out, "ratio");
    if (value->has_ratio) {
        lob_jsonw_number(out, value->ratio);
    } else {
        lob_jsonw_null(out);
    }
    lob_jsonw_key(out, "crop");
    if (value->crop) {
        lob_sample_box_write(out, value->crop);
    } else {
        lob_jsonw_null(out);
    }
    lob_jsonw_key(out, "label");
    if (value->label.data) {
        lob_jsonw_str(out, value->label);
    } else {
        lob_jsonw_null(out);
    }
    lob_jsonw_key(out, "shapes");
    lob_jsonw_begin_array(out);
    for (size_t i0 = 0; i0 < value->shapes.count; i0++) {
        lob_sample_shape_write(out, &value->shapes.items[i0]);
    }
    lob_jsonw_end_array(out);
    lob_jsonw_key(out, "counts");
    lob_jsonw_begin_object(out);
    for (size_t i0 = 0; i0 < value->counts.count; i0++) {
        lob_jsonw_key_str(out, value->counts.names[i0]);
        lob_jsonw_int(out, value->counts.items[i0]);
    }
    lob_jsonw_end_object(out);
    if (value->has_totals) {
        lob_jsonw_key(out, "totals");
        lob_jsonw_begin_object(out);
        for (size_t i0 = 0; i0 < value->totals.count; i0++) {
            lob_jsonw_key_str(out, value->totals.names[i0]);
            demo_response_totals_item_write(out, &value->totals.items[i0]);
        }
        lob_jsonw_end_object(out);
    }
    if (value->has_notes) {
        lob_jsonw_key(out, "notes");
        lob_jsonw_begin_array(out);
        for (size_t i0 = 0; i0 < value->notes.count; i0++) {
            lob_jsonw_str(out, value->notes.items[i0]);
        }
        lob_jsonw_end_array(out);
    }
    if (value->has_truncated) {
        lob_jsonw_key(out, "truncated");
        lob_jsonw_bool(out, value->truncated);
    }
    if (value->raw.data) {
        lob_jsonw_key(out, "raw");
        lob_jsonw_raw(out, value->raw);
    }
    lob_jsonw_end_object(out);
}
