/* Made by tools/schemac from spec/. Do not edit. Reading and writing of measure_geometry. */
#include "gen/limits.h"
#include "gen/parse.h"
#include "gen/write.h"

static void measure_geometry_request_mode_read(lob_wire *w, const cJSON *json, lob_measure_geometry_request_mode *out) {
    int choice;
    if (lob_wire_enum(w, json, lob_measure_geometry_request_mode_names, LOB_MEASURE_GEOMETRY_REQUEST_MODE_COUNT,
        &choice)) {
        *out = (lob_measure_geometry_request_mode)choice;
    }
}

static void measure_geometry_request_at_read(lob_wire *w, const cJSON *json, lob_measure_geometry_request_at *out) {
    static const char *const members[] = {"x_um", "y_um", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .closed = true,
        .numbers = members,
        .number_count = 2,
        .form = "{\"x_um\": 0, \"y_um\": 0}",
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
}

static void measure_geometry_request_read(lob_wire *w, const cJSON *json, lob_measure_geometry_request *out) {
    static const char *const members[] = {"session_id", "mode", "target_ids", "at", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .closed = true,
        .form = "{\"session_id\": \"...\", \"mode\": \"path_width\", \"target_ids\": [...]}",
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
    if ((value = lob_wire_member(w, json, "mode", "string")) != NULL) {
        measure_geometry_request_mode_read(w, value, &out->mode);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "target_ids", "array")) != NULL) {
        if (lob_wire_array(w, value) && lob_wire_max_items(w, value, 2)) {
            lob_wire_min_items(w, value, 1);
            out->target_ids.count = lob_wire_count(value);
            out->target_ids.items = lob_wire_alloc(w, out->target_ids.count, sizeof *out->target_ids.items);
            const cJSON *item0 = out->target_ids.items ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                lob_wire_enter_item(w, i0);
                if (lob_wire_string(w, item0, &out->target_ids.items[i0])) {
                    lob_wire_min_length(w, item0, 1);
                    lob_wire_limit(w, item0, LOB_LIMIT_ID_SIZE, LOB_E_INVALID_TARGET);
                }
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "at", NULL)) != NULL) {
        out->at = lob_wire_alloc(w, 1, sizeof *out->at);
        if (out->at) {
            measure_geometry_request_at_read(w, value, out->at);
        }
        lob_wire_leave(w);
    }
}

lob_status lob_measure_geometry_request_parse(lob_ctx *ctx, const cJSON *json, lob_measure_geometry_request *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "request", false);
    measure_geometry_request_read(&w, json, out);
    return lob_wire_end(&w);
}

static void measure_geometry_response_mode_read(lob_wire *w, const cJSON *json,
    lob_measure_geometry_response_mode *out) {
    int choice;
    if (lob_wire_enum(w, json, lob_measure_geometry_response_mode_names, LOB_MEASURE_GEOMETRY_RESPONSE_MODE_COUNT,
        &choice)) {
        *out = (lob_measure_geometry_response_mode)choice;
    }
}

static void measure_geometry_response_details_targets_item_kind_read(lob_wire *w, const cJSON *json,
    lob_measure_geometry_response_details_targets_item_kind *out) {
    int choice;
    if (lob_wire_enum(w, json, lob_measure_geometry_response_details_targets_item_kind_names,
        LOB_MEASURE_GEOMETRY_RESPONSE_DETAILS_TARGETS_ITEM_KIND_COUNT, &choice)) {
        *out = (lob_measure_geometry_response_details_targets_item_kind)choice;
    }
}

static void measure_geometry_response_details_targets_item_read(lob_wire *w, const cJSON *json,
    lob_measure_geometry_response_details_targets_item *out) {
    static const char *const members[] = {"id", "kind", "cell", "layer", "text", "bbox_um", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .form = "{\"id\": \"...\", \"kind\": \"box\", \"cell\": \"...\", \"bbox_um\": {...}}",
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
        measure_geometry_response_details_targets_item_kind_read(w, value, &out->kind);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "cell", "string")) != NULL) {
        lob_wire_string(w, value, &out->cell);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "layer", NULL)) != NULL) {
        out->layer = lob_wire_alloc(w, 1, sizeof *out->layer);
        if (out->layer) {
            lob_layer_ref_read(w, value, out->layer);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "text", NULL)) != NULL) {
        lob_wire_string(w, value, &out->text);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "bbox_um", "object")) != NULL) {
        lob_micron_box_read(w, value, &out->bbox_um);
        lob_wire_leave(w);
    }
}

static void measure_geometry_response_details_read(lob_wire *w, const cJSON *json,
    lob_measure_geometry_response_details *out) {
    static const char *const members[] = {"method", "points_um", "uncertainty_um", "overlapping", "analysis_warnings",
        "min_um", "max_um", "min_at_um", "max_at_um", "dx_um", "dy_um", "angle_deg", "targets", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .form = "{\"method\": \"...\", \"targets\": [...]}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "method", "string")) != NULL) {
        lob_wire_string(w, value, &out->method);
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
    if ((value = lob_wire_member(w, json, "uncertainty_um", NULL)) != NULL) {
        out->has_uncertainty_um = true;
        lob_wire_number(w, value, &out->uncertainty_um);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "overlapping", NULL)) != NULL) {
        out->has_overlapping = true;
        lob_wire_bool(w, value, &out->overlapping);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "analysis_warnings", NULL)) != NULL) {
        out->has_analysis_warnings = true;
        if (lob_wire_array(w, value)) {
            out->analysis_warnings.count = lob_wire_count(value);
            out->analysis_warnings.items = lob_wire_alloc(w, out->analysis_warnings.count,
                sizeof *out->analysis_warnings.items);
            const cJSON *item0 = out->analysis_warnings.items ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                lob_wire_enter_item(w, i0);
                lob_wire_string(w, item0, &out->analysis_warnings.items[i0]);
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "min_um", NULL)) != NULL) {
        out->has_min_um = true;
        lob_wire_number(w, value, &out->min_um);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "max_um", NULL)) != NULL) {
        out->has_max_um = true;
        lob_wire_number(w, value, &out->max_um);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "min_at_um", NULL)) != NULL) {
        out->min_at_um = lob_wire_alloc(w, 1, sizeof *out->min_at_um);
        if (out->min_at_um) {
            lob_point_um_read(w, value, out->min_at_um);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "max_at_um", NULL)) != NULL) {
        out->max_at_um = lob_wire_alloc(w, 1, sizeof *out->max_at_um);
        if (out->max_at_um) {
            lob_point_um_read(w, value, out->max_at_um);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "dx_um", NULL)) != NULL) {
        out->has_dx_um = true;
        lob_wire_number(w, value, &out->dx_um);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "dy_um", NULL)) != NULL) {
        out->has_dy_um = true;
        lob_wire_number(w, value, &out->dy_um);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "angle_deg", NULL)) != NULL) {
        out->has_angle_deg = true;
        lob_wire_number(w, value, &out->angle_deg);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "targets", "array")) != NULL) {
        if (lob_wire_array(w, value)) {
            out->targets.count = lob_wire_count(value);
            out->targets.items = lob_wire_alloc(w, out->targets.count, sizeof *out->targets.items);
            const cJSON *item0 = out->targets.items ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                lob_wire_enter_item(w, i0);
                measure_geometry_response_details_targets_item_read(w, item0, &out->targets.items[i0]);
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
}

static void measure_geometry_response_read(lob_wire *w, const cJSON *json, lob_measure_geometry_response *out) {
    static const char *const members[] = {"schema_version", "session_id", "dbu", "units", "mode", "target_ids",
        "value_um", "value_dbu", "value_dbu_exact", "details", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .form = "{\"schema_version\": \"1.0.0\", \"session_id\": \"...\", \"dbu\": 0, \"units\": {...}, \"mode\": \"p"
                "ath_width\", \"target_ids\": [...]}",
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
    if ((value = lob_wire_member(w, json, "mode", "string")) != NULL) {
        measure_geometry_response_mode_read(w, value, &out->mode);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "target_ids", "array")) != NULL) {
        if (lob_wire_array(w, value)) {
            out->target_ids.count = lob_wire_count(value);
            out->target_ids.items = lob_wire_alloc(w, out->target_ids.count, sizeof *out->target_ids.items);
            const cJSON *item0 = out->target_ids.items ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                lob_wire_enter_item(w, i0);
                lob_wire_string(w, item0, &out->target_ids.items[i0]);
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "value_um", "number")) != NULL) {
        lob_wire_number(w, value, &out->value_um);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "value_dbu", "integer")) != NULL) {
        lob_wire_int(w, value, &out->value_dbu);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "value_dbu_exact", NULL)) != NULL) {
        out->has_value_dbu_exact = true;
        lob_wire_number(w, value, &out->value_dbu_exact);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "details", "object")) != NULL) {
        measure_geometry_response_details_read(w, value, &out->details);
        lob_wire_leave(w);
    }
}

lob_status lob_measure_geometry_response_parse(lob_ctx *ctx, const cJSON *json, lob_measure_geometry_response *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "response", true);
    measure_geometry_response_read(&w, json, out);
    return lob_wire_end(&w);
}

static void measure_geometry_response_details_targets_item_write(lob_jsonw *out,
    const lob_measure_geometry_response_details_targets_item *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "id");
    lob_jsonw_str(out, value->id);
    lob_jsonw_key(out, "kind");
    lob_jsonw_text(out, lob_measure_geometry_response_details_targets_item_kind_names[value->kind]);
    lob_jsonw_key(out, "cell");
    lob_jsonw_str(out, value->cell);
    if (value->layer) {
        lob_jsonw_key(out, "layer");
        lob_layer_ref_write(out, value->layer);
    }
    if (value->text.data) {
        lob_jsonw_key(out, "text");
        lob_jsonw_str(out, value->text);
    }
    lob_jsonw_key(out, "bbox_um");
    lob_micron_box_write(out, &value->bbox_um);
    lob_jsonw_end_object(out);
}

static void measure_geometry_response_details_write(lob_jsonw *out,
    const lob_measure_geometry_response_details *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "method");
    lob_jsonw_str(out, value->method);
    if (value->has_points_um) {
        lob_jsonw_key(out, "points_um");
        lob_jsonw_begin_array(out);
        for (size_t i0 = 0; i0 < value->points_um.count; i0++) {
            lob_point_um_write(out, &value->points_um.items[i0]);
        }
        lob_jsonw_end_array(out);
    }
    if (value->has_uncertainty_um) {
        lob_jsonw_key(out, "uncertainty_um");
        lob_jsonw_um(out, value->uncertainty_um);
    }
    if (value->has_overlapping) {
        lob_jsonw_key(out, "overlapping");
        lob_jsonw_bool(out, value->overlapping);
    }
    if (value->has_analysis_warnings) {
        lob_jsonw_key(out, "analysis_warnings");
        lob_jsonw_begin_array(out);
        for (size_t i0 = 0; i0 < value->analysis_warnings.count; i0++) {
            lob_jsonw_str(out, value->analysis_warnings.items[i0]);
        }
        lob_jsonw_end_array(out);
    }
    if (value->has_min_um) {
        lob_jsonw_key(out, "min_um");
        lob_jsonw_um(out, value->min_um);
    }
    if (value->has_max_um) {
        lob_jsonw_key(out, "max_um");
        lob_jsonw_um(out, value->max_um);
    }
    if (value->min_at_um) {
        lob_jsonw_key(out, "min_at_um");
        lob_point_um_write(out, value->min_at_um);
    }
    if (value->max_at_um) {
        lob_jsonw_key(out, "max_at_um");
        lob_point_um_write(out, value->max_at_um);
    }
    if (value->has_dx_um) {
        lob_jsonw_key(out, "dx_um");
        lob_jsonw_um(out, value->dx_um);
    }
    if (value->has_dy_um) {
        lob_jsonw_key(out, "dy_um");
        lob_jsonw_um(out, value->dy_um);
    }
    if (value->has_angle_deg) {
        lob_jsonw_key(out, "angle_deg");
        lob_jsonw_number(out, value->angle_deg);
    }
    lob_jsonw_key(out, "targets");
    lob_jsonw_begin_array(out);
    for (size_t i0 = 0; i0 < value->targets.count; i0++) {
        measure_geometry_response_details_targets_item_write(out, &value->targets.items[i0]);
    }
    lob_jsonw_end_array(out);
    lob_jsonw_end_object(out);
}

void lob_measure_geometry_response_write(lob_jsonw *out, const lob_measure_geometry_response *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "schema_version");
    lob_jsonw_text(out, "1.0.0");
    lob_jsonw_key(out, "session_id");
    lob_jsonw_str(out, value->session_id);
    lob_jsonw_key(out, "dbu");
    lob_jsonw_number(out, value->dbu);
    lob_jsonw_key(out, "units");
    lob_units_write(out, &value->units);
    lob_jsonw_key(out, "mode");
    lob_jsonw_text(out, lob_measure_geometry_response_mode_names[value->mode]);
    lob_jsonw_key(out, "target_ids");
    lob_jsonw_begin_array(out);
    for (size_t i0 = 0; i0 < value->target_ids.count; i0++) {
        lob_jsonw_str(out, value->target_ids.items[i0]);
    }
    lob_jsonw_end_array(out);
    lob_jsonw_key(out, "value_um");
    lob_jsonw_um(out, value->value_um);
    lob_jsonw_key(out, "value_dbu");
    lob_jsonw_int(out, value->value_dbu);
    if (value->has_value_dbu_exact) {
        lob_jsonw_key(out, "value_dbu_exact");
        lob_jsonw_number(out, value->value_dbu_exact);
    }
    lob_jsonw_key(out, "details");
    measure_geometry_response_details_write(out, &value->details);
    lob_jsonw_end_object(out);
}
