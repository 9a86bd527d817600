/* Made by tools/schemac from spec/. Do not edit. Reading and writing of extract_markers. */
#include "gen/limits.h"
#include "gen/parse.h"
#include "gen/write.h"

static void extract_markers_request_crop_size_um_read(lob_wire *w, const cJSON *json,
    lob_extract_markers_request_crop_size_um *out) {
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
        if (lob_wire_number(w, value, &out->x)) {
            lob_wire_above(w, value, 0);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "y", "number")) != NULL) {
        if (lob_wire_number(w, value, &out->y)) {
            lob_wire_above(w, value, 0);
        }
        lob_wire_leave(w);
    }
}

static void extract_markers_request_export_item_read(lob_wire *w, const cJSON *json,
    lob_extract_markers_request_export_item *out) {
    int choice;
    if (lob_wire_enum(w, json, lob_extract_markers_request_export_item_names,
        LOB_EXTRACT_MARKERS_REQUEST_EXPORT_ITEM_COUNT, &choice)) {
        *out = (lob_extract_markers_request_export_item)choice;
    }
}

static void extract_markers_request_read(lob_wire *w, const cJSON *json, lob_extract_markers_request *out) {
    static const char *const members[] = {"session_id", "run_id", "include_crops", "crop_size_um", "rules", "box",
        "cluster_um", "waivers_path", "export", "limit", "cursor", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .closed = true,
        .form = "{\"session_id\": \"...\", \"run_id\": \"...\"}",
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
    if ((value = lob_wire_member(w, json, "run_id", "string")) != NULL) {
        if (lob_wire_string(w, value, &out->run_id)) {
            lob_wire_min_length(w, value, 1);
            lob_wire_limit(w, value, LOB_LIMIT_ID_SIZE, LOB_E_INVALID_TARGET);
        }
        lob_wire_leave(w);
    }
    out->include_crops = false;
    if ((value = lob_wire_member(w, json, "include_crops", NULL)) != NULL) {
        lob_wire_bool(w, value, &out->include_crops);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "crop_size_um", NULL)) != NULL) {
        out->crop_size_um = lob_wire_alloc(w, 1, sizeof *out->crop_size_um);
        if (out->crop_size_um) {
            extract_markers_request_crop_size_um_read(w, value, out->crop_size_um);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "rules", NULL)) != NULL) {
        out->has_rules = true;
        if (lob_wire_array(w, value) && lob_wire_limit(w, value, LOB_LIMIT_MARKER_RULES, LOB_E_INVALID_TARGET)) {
            lob_wire_min_items(w, value, 1);
            out->rules.count = lob_wire_count(value);
            out->rules.items = lob_wire_alloc(w, out->rules.count, sizeof *out->rules.items);
            const cJSON *item0 = out->rules.items ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                lob_wire_enter_item(w, i0);
                lob_wire_string(w, item0, &out->rules.items[i0]);
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "box", NULL)) != NULL) {
        out->box = lob_wire_alloc(w, 1, sizeof *out->box);
        if (out->box) {
            lob_query_box_read(w, value, out->box);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "cluster_um", NULL)) != NULL) {
        out->has_cluster_um = true;
        if (lob_wire_number(w, value, &out->cluster_um)) {
            lob_wire_minimum(w, value, 0);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "waivers_path", NULL)) != NULL) {
        lob_wire_string(w, value, &out->waivers_path);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "export", NULL)) != NULL) {
        out->has_export = true;
        if (lob_wire_array(w, value)) {
            out->export.count = lob_wire_count(value);
            out->export.items = lob_wire_alloc(w, out->export.count, sizeof *out->export.items);
            const cJSON *item0 = out->export.items ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                lob_wire_enter_item(w, i0);
                extract_markers_request_export_item_read(w, item0, &out->export.items[i0]);
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
    out->limit = 100;
    if ((value = lob_wire_member(w, json, "limit", NULL)) != NULL) {
        if (lob_wire_int(w, value, &out->limit)) {
            lob_wire_minimum(w, value, 1);
            lob_wire_limit(w, value, LOB_LIMIT_MARKERS_MAX, LOB_E_QUERY_TOO_LARGE);
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

lob_status lob_extract_markers_request_parse(lob_ctx *ctx, const cJSON *json, lob_extract_markers_request *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "request", false);
    extract_markers_request_read(&w, json, out);
    return lob_wire_end(&w);
}

static void extract_markers_response_markers_item_severity_read(lob_wire *w, const cJSON *json,
    lob_extract_markers_response_markers_item_severity *out) {
    int choice;
    if (lob_wire_enum(w, json, lob_extract_markers_response_markers_item_severity_names,
        LOB_EXTRACT_MARKERS_RESPONSE_MARKERS_ITEM_SEVERITY_COUNT, &choice)) {
        *out = (lob_extract_markers_response_markers_item_severity)choice;
    }
}

static void extract_markers_response_markers_item_waived_read(lob_wire *w, const cJSON *json,
    lob_extract_markers_response_markers_item_waived *out) {
    static const char *const members[] = {"reason", "expires", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .form = "{\"reason\": \"...\"}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "reason", "string")) != NULL) {
        lob_wire_string(w, value, &out->reason);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "expires", NULL)) != NULL) {
        lob_wire_string(w, value, &out->expires);
        lob_wire_leave(w);
    }
}

static void extract_markers_response_markers_item_read(lob_wire *w, const cJSON *json,
    lob_extract_markers_response_markers_item *out) {
    static const char *const members[] = {"id", "rule", "description", "cell", "box_um", "box_dbu", "bbox_empty",
        "in_cell_coordinates", "severity", "multiplicity", "geometry", "more", "values_dropped", "distance_um",
        "cluster", "waived", "crop", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .form = "{\"id\": \"...\", \"rule\": \"...\", \"cell\": \"...\", \"box_um\": {...}, \"box_dbu\": {...}}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "id", "string")) != NULL) {
        lob_wire_string(w, value, &out->id);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "rule", "string")) != NULL) {
        lob_wire_string(w, value, &out->rule);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "description", NULL)) != NULL) {
        lob_wire_string(w, value, &out->description);
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
    if ((value = lob_wire_member(w, json, "bbox_empty", NULL)) != NULL) {
        out->has_bbox_empty = true;
        lob_wire_bool(w, value, &out->bbox_empty);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "in_cell_coordinates", NULL)) != NULL) {
        out->has_in_cell_coordinates = true;
        lob_wire_bool(w, value, &out->in_cell_coordinates);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "severity", NULL)) != NULL) {
        out->has_severity = true;
        extract_markers_response_markers_item_severity_read(w, value, &out->severity);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "multiplicity", NULL)) != NULL) {
        out->has_multiplicity = true;
        lob_wire_int(w, value, &out->multiplicity);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "geometry", NULL)) != NULL) {
        out->geometry = lob_wire_alloc(w, 1, sizeof *out->geometry);
        if (out->geometry) {
            lob_marker_geometry_read(w, value, out->geometry);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "more", NULL)) != NULL) {
        out->has_more = true;
        if (lob_wire_array(w, value)) {
            out->more.count = lob_wire_count(value);
            out->more.items = lob_wire_alloc(w, out->more.count, sizeof *out->more.items);
            const cJSON *item0 = out->more.items ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                lob_wire_enter_item(w, i0);
                lob_marker_geometry_read(w, item0, &out->more.items[i0]);
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "values_dropped", NULL)) != NULL) {
        out->has_values_dropped = true;
        lob_wire_int(w, value, &out->values_dropped);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "distance_um", NULL)) != NULL) {
        out->has_distance_um = true;
        lob_wire_number(w, value, &out->distance_um);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "cluster", NULL)) != NULL) {
        out->has_cluster = true;
        lob_wire_int(w, value, &out->cluster);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "waived", NULL)) != NULL) {
        out->waived = lob_wire_alloc(w, 1, sizeof *out->waived);
        if (out->waived) {
            extract_markers_response_markers_item_waived_read(w, value, out->waived);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "crop", NULL)) != NULL) {
        out->crop = lob_wire_alloc(w, 1, sizeof *out->crop);
        if (out->crop) {
            lob_artifact_ref_read(w, value, out->crop);
        }
        lob_wire_leave(w);
    }
}

static void extract_markers_response_truncation_read(lob_wire *w, const cJSON *json,
    lob_extract_markers_response_truncation *out) {
    static const char *const members[] = {"limit", "markers_dropped", "crops_dropped", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .numbers = members,
        .number_count = 3,
        .form = "{\"limit\": 0, \"markers_dropped\": 0, \"crops_dropped\": 0}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "limit", "integer")) != NULL) {
        lob_wire_int(w, value, &out->limit);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "markers_dropped", "integer")) != NULL) {
        lob_wire_int(w, value, &out->markers_dropped);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "crops_dropped", "integer")) != NULL) {
        lob_wire_int(w, value, &out->crops_dropped);
        lob_wire_leave(w);
    }
}

static void extract_markers_response_read(lob_wire *w, const cJSON *json, lob_extract_markers_response *out) {
    static const char *const members[] = {"schema_version", "session_id", "dbu", "units", "run_id", "marker_count",
        "lower_bound", "waived_count", "cluster_count", "rule_counts", "rules_dropped", "markers", "artifacts",
        "truncation", "notes", "next_cursor", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .form = "{\"schema_version\": \"1.0.0\", \"session_id\": \"...\", \"dbu\": 0, \"units\": {...}, \"run_id\": \""
                "...\", \"marker_count\": 0}",
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
    if ((value = lob_wire_member(w, json, "run_id", "string")) != NULL) {
        lob_wire_string(w, value, &out->run_id);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "marker_count", "integer")) != NULL) {
        lob_wire_int(w, value, &out->marker_count);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "lower_bound", NULL)) != NULL) {
        out->has_lower_bound = true;
        lob_wire_bool(w, value, &out->lower_bound);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "waived_count", NULL)) != NULL) {
        out->has_waived_count = true;
        lob_wire_int(w, value, &out->waived_count);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "cluster_count", NULL)) != NULL) {
        out->has_cluster_count = true;
        lob_wire_int(w, value, &out->cluster_count);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "rule_counts", NULL)) != NULL) {
        out->has_rule_counts = true;
        if (lob_wire_map(w, value)) {
            out->rule_counts.count = lob_wire_count(value);
            out->rule_counts.items = lob_wire_alloc(w, out->rule_counts.count, sizeof *out->rule_counts.items);
            out->rule_counts.names = lob_wire_alloc(w, out->rule_counts.count, sizeof *out->rule_counts.names);
            const cJSON *item0 = out->rule_counts.items && out->rule_counts.names ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                out->rule_counts.names[i0] = lob_wire_text(w, item0->string);
                lob_wire_enter_key(w, item0->string);
                lob_wire_int(w, item0, &out->rule_counts.items[i0]);
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "rules_dropped", NULL)) != NULL) {
        out->has_rules_dropped = true;
        lob_wire_int(w, value, &out->rules_dropped);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "markers", "array")) != NULL) {
        if (lob_wire_array(w, value)) {
            out->markers.count = lob_wire_count(value);
            out->markers.items = lob_wire_alloc(w, out->markers.count, sizeof *out->markers.items);
            const cJSON *item0 = out->markers.items ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                lob_wire_enter_item(w, i0);
                extract_markers_response_markers_item_read(w, item0, &out->markers.items[i0]);
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "artifacts", NULL)) != NULL) {
        out->has_artifacts = true;
        if (lob_wire_array(w, value)) {
            out->artifacts.count = lob_wire_count(value);
            out->artifacts.items = lob_wire_alloc(w, out->artifacts.count, sizeof *out->artifacts.items);
            const cJSON *item0 = out->artifacts.items ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                lob_wire_enter_item(w, i0);
                lob_artifact_ref_read(w, item0, &out->artifacts.items[i0]);
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "truncation", "object")) != NULL) {
        extract_markers_response_truncation_read(w, value, &out->truncation);
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
    if ((value = lob_wire_member(w, json, "next_cursor", NULL)) != NULL) {
        lob_wire_string(w, value, &out->next_cursor);
        lob_wire_leave(w);
    }
}

lob_status lob_extract_markers_response_parse(lob_ctx *ctx, const cJSON *json, lob_extract_markers_response *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "response", true);
    extract_markers_response_read(&w, json, out);
    return lob_wire_end(&w);
}

static void extract_markers_response_markers_item_waived_write(lob_jsonw *out,
    const lob_extract_markers_response_markers_item_waived *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "reason");
    lob_jsonw_str(out, value->reason);
    if (value->expires.data) {
        lob_jsonw_key(out, "expires");
        lob_jsonw_str(out, value->expires);
    }
    lob_jsonw_end_object(out);
}

static void extract_markers_response_markers_item_write(lob_jsonw *out,
    const lob_extract_markers_response_markers_item *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "id");
    lob_jsonw_str(out, value->id);
    lob_jsonw_key(out, "rule");
    lob_jsonw_str(out, value->rule);
    if (value->description.data) {
        lob_jsonw_key(out, "description");
        lob_jsonw_str(out, value->description);
    }
    lob_jsonw_key(out, "cell");
    lob_jsonw_str(out, value->cell);
    lob_jsonw_key(out, "box_um");
    lob_micron_box_write(out, &value->box_um);
    lob_jsonw_key(out, "box_dbu");
    lob_dbu_box_write(out, &value->box_dbu);
    if (value->has_bbox_empty) {
        lob_jsonw_key(out, "bbox_empty");
        lob_jsonw_bool(out, value->bbox_empty);
    }
    if (value->has_in_cell_coordinates) {
        lob_jsonw_key(out, "in_cell_coordinates");
        lob_jsonw_bool(out, value->in_cell_coordinates);
    }
    if (value->has_severity) {
        lob_jsonw_key(out, "severity");
        lob_jsonw_text(out, lob_extract_markers_response_markers_item_severity_names[value->severity]);
    }
    if (value->has_multiplicity) {
        lob_jsonw_key(out, "multiplicity");
        lob_jsonw_int(out, value->multiplicity);
    }
    if (value->geometry) {
        lob_jsonw_key(out, "geometry");
        lob_marker_geometry_write(out, value->geometry);
    }
    if (value->has_more) {
        lob_jsonw_key(out, "more");
        lob_jsonw_begin_array(out);
        for (size_t i0 = 0; i0 < value->more.count; i0++) {
            lob_marker_geometry_write(out, &value->more.items[i0]);
        }
        lob_jsonw_end_array(out);
    }
    if (value->has_values_dropped) {
        lob_jsonw_key(out, "values_dropped");
        lob_jsonw_int(out, value->values_dropped);
    }
    if (value->has_distance_um) {
        lob_jsonw_key(out, "distance_um");
        lob_jsonw_um(out, value->distance_um);
    }
    if (value->has_cluster) {
        lob_jsonw_key(out, "cluster");
        lob_jsonw_int(out, value->cluster);
    }
    if (value->waived) {
        lob_jsonw_key(out, "waived");
        extract_markers_response_markers_item_waived_write(out, value->waived);
    }
    if (value->crop) {
        lob_jsonw_key(out, "crop");
        lob_artifact_ref_write(out, value->crop);
    }
    lob_jsonw_end_object(out);
}

static void extract_markers_response_truncation_write(lob_jsonw *out,
    const lob_extract_markers_response_truncation *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "limit");
    lob_jsonw_int(out, value->limit);
    lob_jsonw_key(out, "markers_dropped");
    lob_jsonw_int(out, value->markers_dropped);
    lob_jsonw_key(out, "crops_dropped");
    lob_jsonw_int(out, value->crops_dropped);
    lob_jsonw_end_object(out);
}

void lob_extract_markers_response_write(lob_jsonw *out, const lob_extract_markers_response *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "schema_version");
    lob_jsonw_text(out, "1.0.0");
    lob_jsonw_key(out, "session_id");
    lob_jsonw_str(out, value->session_id);
    lob_jsonw_key(out, "dbu");
    lob_jsonw_number(out, value->dbu);
    lob_jsonw_key(out, "units");
    lob_units_write(out, &value->units);
    lob_jsonw_key(out, "run_id");
    lob_jsonw_str(out, value->run_id);
    lob_jsonw_key(out, "marker_count");
    lob_jsonw_int(out, value->marker_count);
    if (value->has_lower_bound) {
        lob_jsonw_key(out, "lower_bound");
        lob_jsonw_bool(out, value->lower_bound);
    }
    if (value->has_waived_count) {
        lob_jsonw_key(out, "waived_count");
        lob_jsonw_int(out, value->waived_count);
    }
    if (value->has_cluster_count) {
        lob_jsonw_key(out, "cluster_count");
        lob_jsonw_int(out, value->cluster_count);
    }
    if (value->has_rule_counts) {
        lob_jsonw_key(out, "rule_counts");
        lob_jsonw_begin_object(out);
        for (size_t i0 = 0; i0 < value->rule_counts.count; i0++) {
            lob_jsonw_key_str(out, value->rule_counts.names[i0]);
            lob_jsonw_int(out, value->rule_counts.items[i0]);
        }
        lob_jsonw_end_object(out);
    }
    if (value->has_rules_dropped) {
        lob_jsonw_key(out, "rules_dropped");
        lob_jsonw_int(out, value->rules_dropped);
    }
    lob_jsonw_key(out, "markers");
    lob_jsonw_begin_array(out);
    for (size_t i0 = 0; i0 < value->markers.count; i0++) {
        extract_markers_response_markers_item_write(out, &value->markers.items[i0]);
    }
    lob_jsonw_end_array(out);
    if (value->has_artifacts) {
        lob_jsonw_key(out, "artifacts");
        lob_jsonw_begin_array(out);
        for (size_t i0 = 0; i0 < value->artifacts.count; i0++) {
            lob_artifact_ref_write(out, &value->artifacts.items[i0]);
        }
        lob_jsonw_end_array(out);
    }
    lob_jsonw_key(out, "truncation");
    extract_markers_response_truncation_write(out, &value->truncation);
    if (value->has_notes) {
        lob_jsonw_key(out, "notes");
        lob_jsonw_begin_array(out);
        for (size_t i0 = 0; i0 < value->notes.count; i0++) {
            lob_jsonw_str(out, value->notes.items[i0]);
        }
        lob_jsonw_end_array(out);
    }
    if (value->next_cursor.data) {
        lob_jsonw_key(out, "next_cursor");
        lob_jsonw_str(out, value->next_cursor);
    }
    lob_jsonw_end_object(out);
}
