/* Made by tools/schemac from spec/. Do not edit. Reading and writing of analyze_waveguide. */
#include "gen/limits.h"
#include "gen/parse.h"
#include "gen/write.h"

static void analyze_waveguide_request_at_read(lob_wire *w, const cJSON *json, lob_analyze_waveguide_request_at *out) {
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

static void analyze_waveguide_request_read(lob_wire *w, const cJSON *json, lob_analyze_waveguide_request *out) {
    static const char *const members[] = {"session_id", "target_id", "allow_polygon", "at", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .closed = true,
        .form = "{\"session_id\": \"...\", \"target_id\": \"...\"}",
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
    if ((value = lob_wire_member(w, json, "target_id", "string")) != NULL) {
        if (lob_wire_string(w, value, &out->target_id)) {
            lob_wire_min_length(w, value, 1);
            lob_wire_limit(w, value, LOB_LIMIT_ID_SIZE, LOB_E_INVALID_TARGET);
        }
        lob_wire_leave(w);
    }
    out->allow_polygon = false;
    if ((value = lob_wire_member(w, json, "allow_polygon", NULL)) != NULL) {
        lob_wire_bool(w, value, &out->allow_polygon);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "at", NULL)) != NULL) {
        out->at = lob_wire_alloc(w, 1, sizeof *out->at);
        if (out->at) {
            analyze_waveguide_request_at_read(w, value, out->at);
        }
        lob_wire_leave(w);
    }
}

lob_status lob_analyze_waveguide_request_parse(lob_ctx *ctx, const cJSON *json, lob_analyze_waveguide_request *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "request", false);
    analyze_waveguide_request_read(&w, json, out);
    return lob_wire_end(&w);
}

static void analyze_waveguide_response_kind_read(lob_wire *w, const cJSON *json,
    lob_analyze_waveguide_response_kind *out) {
    int choice;
    if (lob_wire_enum(w, json, lob_analyze_waveguide_response_kind_names, LOB_ANALYZE_WAVEGUIDE_RESPONSE_KIND_COUNT,
        &choice)) {
        *out = (lob_analyze_waveguide_response_kind)choice;
    }
}

static void analyze_waveguide_response_bend_radius_method_read(lob_wire *w, const cJSON *json,
    lob_analyze_waveguide_response_bend_radius_method *out) {
    int choice;
    if (lob_wire_enum(w, json, lob_analyze_waveguide_response_bend_radius_method_names,
        LOB_ANALYZE_WAVEGUIDE_RESPONSE_BEND_RADIUS_METHOD_COUNT, &choice)) {
        *out = (lob_analyze_waveguide_response_bend_radius_method)choice;
    }
}

static void analyze_waveguide_response_bends_item_kind_read(lob_wire *w, const cJSON *json,
    lob_analyze_waveguide_response_bends_item_kind *out) {
    int choice;
    if (lob_wire_enum(w, json, lob_analyze_waveguide_response_bends_item_kind_names,
        LOB_ANALYZE_WAVEGUIDE_RESPONSE_BENDS_ITEM_KIND_COUNT, &choice)) {
        *out = (lob_analyze_waveguide_response_bends_item_kind)choice;
    }
}

static void analyze_waveguide_response_bends_item_read(lob_wire *w, const cJSON *json,
    lob_analyze_waveguide_response_bends_item *out) {
    static const char *const members[] = {"radius_um", "radius_at_least_um", "angle_deg", "kind", "at_um", "length_um",
        "residual_um", "radius_uncertainty_um", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .form = "{\"angle_deg\": 0, \"kind\": \"arc\", \"at_um\": {...}}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "radius_um", NULL)) != NULL) {
        out->has_radius_um = true;
        lob_wire_number(w, value, &out->radius_um);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "radius_at_least_um", NULL)) != NULL) {
        out->has_radius_at_least_um = true;
        lob_wire_number(w, value, &out->radius_at_least_um);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "angle_deg", "number")) != NULL) {
        lob_wire_number(w, value, &out->angle_deg);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "kind", "string")) != NULL) {
        analyze_waveguide_response_bends_item_kind_read(w, value, &out->kind);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "at_um", "object")) != NULL) {
        lob_point_um_read(w, value, &out->at_um);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "length_um", NULL)) != NULL) {
        out->has_length_um = true;
        lob_wire_number(w, value, &out->length_um);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "residual_um", NULL)) != NULL) {
        out->has_residual_um = true;
        lob_wire_number(w, value, &out->residual_um);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "radius_uncertainty_um", NULL)) != NULL) {
        out->has_radius_uncertainty_um = true;
        lob_wire_number(w, value, &out->radius_uncertainty_um);
        lob_wire_leave(w);
    }
}

static void analyze_waveguide_response_width_profile_read(lob_wire *w, const cJSON *json,
    lob_analyze_waveguide_response_width_profile *out) {
    static const char *const members[] = {"min_um", "mean_um", "max_um", "min_at_um", "max_at_um", NULL};
    static const char *const required[] = {"min_um", "mean_um", "max_um", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .numbers = required,
        .number_count = 3,
        .form = "{\"min_um\": 0, \"mean_um\": 0, \"max_um\": 0}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "min_um", "number")) != NULL) {
        lob_wire_number(w, value, &out->min_um);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "mean_um", "number")) != NULL) {
        lob_wire_number(w, value, &out->mean_um);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "max_um", "number")) != NULL) {
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
}

static void analyze_waveguide_response_ends_item_read(lob_wire *w, const cJSON *json,
    lob_analyze_waveguide_response_ends_item *out) {
    static const char *const members[] = {"x_um", "y_um", "angle_deg", "width_um", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .numbers = members,
        .number_count = 4,
        .form = "{\"x_um\": 0, \"y_um\": 0, \"angle_deg\": 0, \"width_um\": 0}",
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
    if ((value = lob_wire_member(w, json, "angle_deg", "number")) != NULL) {
        lob_wire_number(w, value, &out->angle_deg);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "width_um", "number")) != NULL) {
        lob_wire_number(w, value, &out->width_um);
        lob_wire_leave(w);
    }
}

static void analyze_waveguide_response_orientation_read(lob_wire *w, const cJSON *json,
    lob_analyze_waveguide_response_orientation *out) {
    int choice;
    if (lob_wire_enum(w, json, lob_analyze_waveguide_response_orientation_names,
        LOB_ANALYZE_WAVEGUIDE_RESPONSE_ORIENTATION_COUNT, &choice)) {
        *out = (lob_analyze_waveguide_response_orientation)choice;
    }
}

static void analyze_waveguide_response_truncation_read(lob_wire *w, const cJSON *json,
    lob_analyze_waveguide_response_truncation *out) {
    static const char *const members[] = {"bends_dropped", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .numbers = members,
        .number_count = 1,
        .form = "{\"bends_dropped\": 0}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "bends_dropped", "integer")) != NULL) {
        lob_wire_int(w, value, &out->bends_dropped);
        lob_wire_leave(w);
    }
}

static void analyze_waveguide_response_read(lob_wire *w, const cJSON *json, lob_analyze_waveguide_response *out) {
    static const char *const members[] = {"schema_version", "session_id", "dbu", "units", "target_id", "kind", "cell",
        "layer", "bbox_um", "bbox_dbu", "center_um", "path_width_um", "path_width_uncertainty_um", "path_width_dbu",
        "segment_length_um", "length_um_exact", "bend_radius_estimate_um", "segment_length_uncertainty_um",
        "bend_radius_uncertainty_um", "bend_radius_at_least_um", "bend_radius_method", "sharp_corner_count", "bends",
        "width_profile", "ends", "orientation", "is_path", "is_axis_aligned", "analysis_warnings", "truncation", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .form = "{\"schema_version\": \"1.0.0\", \"session_id\": \"...\", \"dbu\": 0, \"units\": {...}, \"target_id\""
                ": \"...\", \"kind\": \"path\"}",
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
    if ((value = lob_wire_member(w, json, "target_id", "string")) != NULL) {
        lob_wire_string(w, value, &out->target_id);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "kind", "string")) != NULL) {
        analyze_waveguide_response_kind_read(w, value, &out->kind);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "cell", "string")) != NULL) {
        lob_wire_string(w, value, &out->cell);
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
    if ((value = lob_wire_member(w, json, "center_um", "object")) != NULL) {
        lob_point_um_read(w, value, &out->center_um);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "path_width_um", "number")) != NULL) {
        lob_wire_number(w, value, &out->path_width_um);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "path_width_uncertainty_um", NULL)) != NULL) {
        out->has_path_width_uncertainty_um = true;
        lob_wire_number(w, value, &out->path_width_uncertainty_um);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "path_width_dbu", NULL)) != NULL) {
        out->has_path_width_dbu = true;
        lob_wire_int(w, value, &out->path_width_dbu);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "segment_length_um", "number")) != NULL) {
        lob_wire_number(w, value, &out->segment_length_um);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "length_um_exact", NULL)) != NULL) {
        out->has_length_um_exact = true;
        lob_wire_number(w, value, &out->length_um_exact);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_nullable(w, json, "bend_radius_estimate_um", "number")) != NULL) {
        out->has_bend_radius_estimate_um = true;
        lob_wire_number(w, value, &out->bend_radius_estimate_um);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "segment_length_uncertainty_um", NULL)) != NULL) {
        out->has_segment_length_uncertainty_um = true;
        lob_wire_number(w, value, &out->segment_length_uncertainty_um);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "bend_radius_uncertainty_um", NULL)) != NULL) {
        out->has_bend_radius_uncertainty_um = true;
        lob_wire_number(w, value, &out->bend_radius_uncertainty_um);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "bend_radius_at_least_um", NULL)) != NULL) {
        out->has_bend_radius_at_least_um = true;
        lob_wire_number(w, value, &out->bend_radius_at_least_um);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "bend_radius_method", NULL)) != NULL) {
        out->has_bend_radius_method = true;
        analyze_waveguide_response_bend_radius_method_read(w, value, &out->bend_radius_method);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "sharp_corner_count", NULL)) != NULL) {
        out->has_sharp_corner_count = true;
        lob_wire_int(w, value, &out->sharp_corner_count);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "bends", NULL)) != NULL) {
        out->has_bends = true;
        if (lob_wire_array(w, value)) {
            out->bends.count = lob_wire_count(value);
            out->bends.items = lob_wire_alloc(w, out->bends.count, sizeof *out->bends.items);
            const cJSON *item0 = out->bends.items ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                lob_wire_enter_item(w, i0);
                analyze_waveguide_response_bends_item_read(w, item0, &out->bends.items[i0]);
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "width_profile", NULL)) != NULL) {
        out->width_profile = lob_wire_alloc(w, 1, sizeof *out->width_profile);
        if (out->width_profile) {
            analyze_waveguide_response_width_profile_read(w, value, out->width_profile);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "ends", NULL)) != NULL) {
        out->has_ends = true;
        if (lob_wire_array(w, value)) {
            out->ends.count = lob_wire_count(value);
            out->ends.items = lob_wire_alloc(w, out->ends.count, sizeof *out->ends.items);
            const cJSON *item0 = out->ends.items ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                lob_wire_enter_item(w, i0);
                analyze_waveguide_response_ends_item_read(w, item0, &out->ends.items[i0]);
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "orientation", "string")) != NULL) {
        analyze_waveguide_response_orientation_read(w, value, &out->orientation);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "is_path", "boolean")) != NULL) {
        lob_wire_bool(w, value, &out->is_path);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "is_axis_aligned", "boolean")) != NULL) {
        lob_wire_bool(w, value, &out->is_axis_aligned);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "analysis_warnings", "array")) != NULL) {
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
    if ((value = lob_wire_member(w, json, "truncation", NULL)) != NULL) {
        out->truncation = lob_wire_alloc(w, 1, sizeof *out->truncation);
        if (out->truncation) {
            analyze_waveguide_response_truncation_read(w, value, out->truncation);
        }
        lob_wire_leave(w);
    }
}

lob_status lob_analyze_waveguide_response_parse(lob_ctx *ctx, const cJSON *json, lob_analyze_waveguide_response *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "response", true);
    analyze_waveguide_response_read(&w, json, out);
    return lob_wire_end(&w);
}

static void analyze_waveguide_response_bends_item_write(lob_jsonw *out,
    const lob_analyze_waveguide_response_bends_item *value) {
    lob_jsonw_begin_object(out);
    if (value->has_radius_um) {
        lob_jsonw_key(out, "radius_um");
        lob_jsonw_um(out, value->radius_um);
    }
    if (value->has_radius_at_least_um) {
        lob_jsonw_key(out, "radius_at_least_um");
        lob_jsonw_um(out, value->radius_at_least_um);
    }
    lob_jsonw_key(out, "angle_deg");
    lob_jsonw_number(out, value->angle_deg);
    lob_jsonw_key(out, "kind");
    lob_jsonw_text(out, lob_analyze_waveguide_response_bends_item_kind_names[value->kind]);
    lob_jsonw_key(out, "at_um");
    lob_point_um_write(out, &value->at_um);
    if (value->has_length_um) {
        lob_jsonw_key(out, "length_um");
        lob_jsonw_um(out, value->length_um);
    }
    if (value->has_residual_um) {
        lob_jsonw_key(out, "residual_um");
        lob_jsonw_um(out, value->residual_um);
    }
    if (value->has_radius_uncertainty_um) {
        lob_jsonw_key(out, "radius_uncertainty_um");
        lob_jsonw_um(out, value->radius_uncertainty_um);
    }
    lob_jsonw_end_object(out);
}

static void analyze_waveguide_response_width_profile_write(lob_jsonw *out,
    const lob_analyze_waveguide_response_width_profile *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "min_um");
    lob_jsonw_um(out, value->min_um);
    lob_jsonw_key(out, "mean_um");
    lob_jsonw_um(out, value->mean_um);
    lob_jsonw_key(out, "max_um");
    lob_jsonw_um(out, value->max_um);
    if (value->min_at_um) {
        lob_jsonw_key(out, "min_at_um");
        lob_point_um_write(out, value->min_at_um);
    }
    if (value->max_at_um) {
        lob_jsonw_key(out, "max_at_um");
        lob_point_um_write(out, value->max_at_um);
    }
    lob_jsonw_end_object(out);
}

static void analyze_waveguide_response_ends_item_write(lob_jsonw *out,
    const lob_analyze_waveguide_response_ends_item *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "x_um");
    lob_jsonw_um(out, value->x_um);
    lob_jsonw_key(out, "y_um");
    lob_jsonw_um(out, value->y_um);
    lob_jsonw_key(out, "angle_deg");
    lob_jsonw_number(out, value->angle_deg);
    lob_jsonw_key(out, "width_um");
    lob_jsonw_um(out, value->width_um);
    lob_jsonw_end_object(out);
}

static void analyze_waveguide_response_truncation_write(lob_jsonw *out,
    const lob_analyze_waveguide_response_truncation *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "bends_dropped");
    lob_jsonw_int(out, value->bends_dropped);
    lob_jsonw_end_object(out);
}

void lob_analyze_waveguide_response_write(lob_jsonw *out, const lob_analyze_waveguide_response *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "schema_version");
    lob_jsonw_text(out, "1.0.0");
    lob_jsonw_key(out, "session_id");
    lob_jsonw_str(out, value->session_id);
    lob_jsonw_key(out, "dbu");
    lob_jsonw_number(out, value->dbu);
    lob_jsonw_key(out, "units");
    lob_units_write(out, &value->units);
    lob_jsonw_key(out, "target_id");
    lob_jsonw_str(out, value->target_id);
    lob_jsonw_key(out, "kind");
    lob_jsonw_text(out, lob_analyze_waveguide_response_kind_names[value->kind]);
    lob_jsonw_key(out, "cell");
    lob_jsonw_str(out, value->cell);
    lob_jsonw_key(out, "layer");
    lob_layer_ref_write(out, &value->layer);
    lob_jsonw_key(out, "bbox_um");
    lob_micron_box_write(out, &value->bbox_um);
    lob_jsonw_key(out, "bbox_dbu");
    lob_dbu_box_write(out, &value->bbox_dbu);
    lob_jsonw_key(out, "center_um");
    lob_point_um_write(out, &value->center_um);
    lob_jsonw_key(out, "path_width_um");
    lob_jsonw_um(out, value->path_width_um);
    if (value->has_path_width_uncertainty_um) {
        lob_jsonw_key(out, "path_width_uncertainty_um");
        lob_jsonw_um(out, value->path_width_uncertainty_um);
    }
    if (value->has_path_width_dbu) {
        lob_jsonw_key(out, "path_width_dbu");
        lob_jsonw_int(out, value->path_width_dbu);
    }
    lob_jsonw_key(out, "segment_length_um");
    lob_jsonw_um(out, value->segment_length_um);
    if (value->has_length_um_exact) {
        lob_jsonw_key(out, "length_um_exact");
        lob_jsonw_number(out, value->length_um_exact);
    }
    lob_jsonw_key(out, "bend_radius_estimate_um");
    if (value->has_bend_radius_estimate_um) {
        lob_jsonw_um(out, value->bend_radius_estimate_um);
    } else {
        lob_jsonw_null(out);
    }
    if (value->has_segment_length_uncertainty_um) {
        lob_jsonw_key(out, "segment_length_uncertainty_um");
        lob_jsonw_um(out, value->segment_length_uncertainty_um);
    }
    if (value->has_bend_radius_uncertainty_um) {
        lob_jsonw_key(out, "bend_radius_uncertainty_um");
        lob_jsonw_um(out, value->bend_radius_uncertainty_um);
    }
    if (value->has_bend_radius_at_least_um) {
        lob_jsonw_key(out, "bend_radius_at_least_um");
        lob_jsonw_um(out, value->bend_radius_at_least_um);
    }
    if (value->has_bend_radius_method) {
        lob_jsonw_key(out, "bend_radius_method");
        lob_jsonw_text(out, lob_analyze_waveguide_response_bend_radius_method_names[value->bend_radius_method]);
    }
    if (value->has_sharp_corner_count) {
        lob_jsonw_key(out, "sharp_corner_count");
        lob_jsonw_int(out, value->sharp_corner_count);
    }
    if (value->has_bends) {
        lob_jsonw_key(out, "bends");
        lob_jsonw_begin_array(out);
        for (size_t i0 = 0; i0 < value->bends.count; i0++) {
            analyze_waveguide_response_bends_item_write(out, &value->bends.items[i0]);
        }
        lob_jsonw_end_array(out);
    }
    if (value->width_profile) {
        lob_jsonw_key(out, "width_profile");
        analyze_waveguide_response_width_profile_write(out, value->width_profile);
    }
    if (value->has_ends) {
        lob_jsonw_key(out, "ends");
        lob_jsonw_begin_array(out);
        for (size_t i0 = 0; i0 < value->ends.count; i0++) {
            analyze_waveguide_response_ends_item_write(out, &value->ends.items[i0]);
        }
        lob_jsonw_end_array(out);
    }
    lob_jsonw_key(out, "orientation");
    lob_jsonw_text(out, lob_analyze_waveguide_response_orientation_names[value->orientation]);
    lob_jsonw_key(out, "is_path");
    lob_jsonw_bool(out, value->is_path);
    lob_jsonw_key(out, "is_axis_aligned");
    lob_jsonw_bool(out, value->is_axis_aligned);
    lob_jsonw_key(out, "analysis_warnings");
    lob_jsonw_begin_array(out);
    for (size_t i0 = 0; i0 < value->analysis_warnings.count; i0++) {
        lob_jsonw_str(out, value->analysis_warnings.items[i0]);
    }
    lob_jsonw_end_array(out);
    if (value->truncation) {
        lob_jsonw_key(out, "truncation");
        analyze_waveguide_response_truncation_write(out, value->truncation);
    }
    lob_jsonw_end_object(out);
}
