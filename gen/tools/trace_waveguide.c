/* Made by tools/schemac from spec/. Do not edit. Reading and writing of trace_waveguide. */
#include "gen/limits.h"
#include "gen/parse.h"
#include "gen/write.h"

static void trace_waveguide_request_from_read(lob_wire *w, const cJSON *json, lob_trace_waveguide_request_from *out) {
    static const char *const members[] = {"x_um", "y_um", "angle_deg", "port", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .closed = true,
        .form = "{}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "x_um", NULL)) != NULL) {
        out->has_x_um = true;
        lob_wire_number(w, value, &out->x_um);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "y_um", NULL)) != NULL) {
        out->has_y_um = true;
        lob_wire_number(w, value, &out->y_um);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "angle_deg", NULL)) != NULL) {
        out->has_angle_deg = true;
        lob_wire_number(w, value, &out->angle_deg);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "port", NULL)) != NULL) {
        if (lob_wire_string(w, value, &out->port)) {
            lob_wire_min_length(w, value, 1);
            lob_wire_limit(w, value, LOB_LIMIT_ID_SIZE, LOB_E_INVALID_TARGET);
        }
        lob_wire_leave(w);
    }
}

static void trace_waveguide_request_read(lob_wire *w, const cJSON *json, lob_trace_waveguide_request *out) {
    static const char *const members[] = {"session_id", "from", "cell", "layers", "max_segments", "tolerance_um",
        "angle_tolerance_deg", "cursor", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .closed = true,
        .form = "{\"session_id\": \"...\", \"from\": {...}}",
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
    lob_wire_absent(w, LOB_OK, "send {}");
    if ((value = lob_wire_member(w, json, "from", "object")) != NULL) {
        trace_waveguide_request_from_read(w, value, &out->from);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "cell", NULL)) != NULL) {
        if (lob_wire_string(w, value, &out->cell)) {
            lob_wire_min_length(w, value, 1);
            lob_wire_limit(w, value, LOB_LIMIT_NAME_SIZE, LOB_E_INVALID_TARGET);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "layers", NULL)) != NULL) {
        out->has_layers = true;
        if (lob_wire_array(w, value) && lob_wire_limit(w, value, LOB_LIMIT_LAYERS_IN_REQUEST, LOB_E_QUERY_TOO_LARGE)) {
            out->layers.count = lob_wire_count(value);
            out->layers.items = lob_wire_alloc(w, out->layers.count, sizeof *out->layers.items);
            const cJSON *item0 = out->layers.items ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                lob_wire_enter_item(w, i0);
                lob_layer_filter_read(w, item0, &out->layers.items[i0]);
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
    out->max_segments = 20;
    if ((value = lob_wire_member(w, json, "max_segments", NULL)) != NULL) {
        if (lob_wire_int(w, value, &out->max_segments)) {
            lob_wire_minimum(w, value, 1);
            lob_wire_limit(w, value, LOB_LIMIT_TRACE_LISTED, LOB_E_QUERY_TOO_LARGE);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "tolerance_um", NULL)) != NULL) {
        out->has_tolerance_um = true;
        if (lob_wire_number(w, value, &out->tolerance_um)) {
            lob_wire_minimum(w, value, 0);
        }
        lob_wire_leave(w);
    }
    out->angle_tolerance_deg = 1;
    if ((value = lob_wire_member(w, json, "angle_tolerance_deg", NULL)) != NULL) {
        if (lob_wire_number(w, value, &out->angle_tolerance_deg)) {
            lob_wire_minimum(w, value, 0);
            lob_wire_maximum(w, value, 45);
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

lob_status lob_trace_waveguide_request_parse(lob_ctx *ctx, const cJSON *json, lob_trace_waveguide_request *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "request", false);
    trace_waveguide_request_read(&w, json, out);
    return lob_wire_end(&w);
}

static void trace_waveguide_response_ends_item_reason_read(lob_wire *w, const cJSON *json,
    lob_trace_waveguide_response_ends_item_reason *out) {
    int choice;
    if (lob_wire_enum(w, json, lob_trace_waveguide_response_ends_item_reason_names,
        LOB_TRACE_WAVEGUIDE_RESPONSE_ENDS_ITEM_REASON_COUNT, &choice)) {
        *out = (lob_trace_waveguide_response_ends_item_reason)choice;
    }
}

static void trace_waveguide_response_ends_item_shape_read(lob_wire *w, const cJSON *json,
    lob_trace_waveguide_response_ends_item_shape *out) {
    static const char *const members[] = {"id", "cell", "layer", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .form = "{\"id\": \"...\", \"cell\": \"...\", \"layer\": {...}}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "id", "string")) != NULL) {
        lob_wire_string(w, value, &out->id);
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
}

static void trace_waveguide_response_ends_item_port_read(lob_wire *w, const cJSON *json,
    lob_trace_waveguide_response_ends_item_port *out) {
    static const char *const members[] = {"id", "name", "cell", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .form = "{\"id\": \"...\", \"cell\": \"...\"}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "id", "string")) != NULL) {
        lob_wire_string(w, value, &out->id);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "name", NULL)) != NULL) {
        lob_wire_string(w, value, &out->name);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "cell", "string")) != NULL) {
        lob_wire_string(w, value, &out->cell);
        lob_wire_leave(w);
    }
}

static void trace_waveguide_response_ends_item_read(lob_wire *w, const cJSON *json,
    lob_trace_waveguide_response_ends_item *out) {
    static const char *const members[] = {"x_um", "y_um", "angle_deg", "width_um", "reason", "shape", "port",
        "offset_um", "angle_error_deg", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .form = "{\"x_um\": 0, \"y_um\": 0, \"angle_deg\": 0, \"width_um\": 0, \"reason\": \"open\"}",
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
    if ((value = lob_wire_member(w, json, "reason", "string")) != NULL) {
        trace_waveguide_response_ends_item_reason_read(w, value, &out->reason);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "shape", NULL)) != NULL) {
        out->shape = lob_wire_alloc(w, 1, sizeof *out->shape);
        if (out->shape) {
            trace_waveguide_response_ends_item_shape_read(w, value, out->shape);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "port", NULL)) != NULL) {
        out->port = lob_wire_alloc(w, 1, sizeof *out->port);
        if (out->port) {
            trace_waveguide_response_ends_item_port_read(w, value, out->port);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "offset_um", NULL)) != NULL) {
        out->offset_um = lob_wire_alloc(w, 1, sizeof *out->offset_um);
        if (out->offset_um) {
            lob_point_um_read(w, value, out->offset_um);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "angle_error_deg", NULL)) != NULL) {
        out->has_angle_error_deg = true;
        lob_wire_number(w, value, &out->angle_error_deg);
        lob_wire_leave(w);
    }
}

static void trace_waveguide_response_segments_item_kind_read(lob_wire *w, const cJSON *json,
    lob_trace_waveguide_response_segments_item_kind *out) {
    int choice;
    if (lob_wire_enum(w, json, lob_trace_waveguide_response_segments_item_kind_names,
        LOB_TRACE_WAVEGUIDE_RESPONSE_SEGMENTS_ITEM_KIND_COUNT, &choice)) {
        *out = (lob_trace_waveguide_response_segments_item_kind)choice;
    }
}

static void trace_waveguide_response_segments_item_read(lob_wire *w, const cJSON *json,
    lob_trace_waveguide_response_segments_item *out) {
    static const char *const members[] = {"id", "kind", "leaf_cell", "instance_path", "layer", "at_um", "s_um",
        "length_um", "width_um", "width_min_um", "width_max_um", "radius_min_um", "turn_deg", "bend_count",
        "corner_count", "overlap_um", "confidence", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .form = "{\"id\": \"...\", \"kind\": \"box\", \"leaf_cell\": \"...\", \"instance_path\": [...], \"at_um\": {."
                "..}, \"s_um\": 0}",
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
        trace_waveguide_response_segments_item_kind_read(w, value, &out->kind);
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
    if ((value = lob_wire_member(w, json, "layer", NULL)) != NULL) {
        out->layer = lob_wire_alloc(w, 1, sizeof *out->layer);
        if (out->layer) {
            lob_layer_ref_read(w, value, out->layer);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "at_um", "object")) != NULL) {
        lob_point_um_read(w, value, &out->at_um);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "s_um", "number")) != NULL) {
        lob_wire_number(w, value, &out->s_um);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "length_um", "number")) != NULL) {
        lob_wire_number(w, value, &out->length_um);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "width_um", "number")) != NULL) {
        lob_wire_number(w, value, &out->width_um);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "width_min_um", NULL)) != NULL) {
        out->has_width_min_um = true;
        lob_wire_number(w, value, &out->width_min_um);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "width_max_um", NULL)) != NULL) {
        out->has_width_max_um = true;
        lob_wire_number(w, value, &out->width_max_um);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "radius_min_um", NULL)) != NULL) {
        out->has_radius_min_um = true;
        lob_wire_number(w, value, &out->radius_min_um);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "turn_deg", NULL)) != NULL) {
        out->has_turn_deg = true;
        lob_wire_number(w, value, &out->turn_deg);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "bend_count", NULL)) != NULL) {
        out->has_bend_count = true;
        lob_wire_int(w, value, &out->bend_count);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "corner_count", NULL)) != NULL) {
        out->has_corner_count = true;
        lob_wire_int(w, value, &out->corner_count);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "overlap_um", NULL)) != NULL) {
        out->has_overlap_um = true;
        lob_wire_number(w, value, &out->overlap_um);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "confidence", NULL)) != NULL) {
        out->has_confidence = true;
        lob_wire_number(w, value, &out->confidence);
        lob_wire_leave(w);
    }
}

static void trace_waveguide_response_events_item_kind_read(lob_wire *w, const cJSON *json,
    lob_trace_waveguide_response_events_item_kind *out) {
    int choice;
    if (lob_wire_enum(w, json, lob_trace_waveguide_response_events_item_kind_names,
        LOB_TRACE_WAVEGUIDE_RESPONSE_EVENTS_ITEM_KIND_COUNT, &choice)) {
        *out = (lob_trace_waveguide_response_events_item_kind)choice;
    }
}

static void trace_waveguide_response_events_item_read(lob_wire *w, const cJSON *json,
    lob_trace_waveguide_response_events_item *out) {
    static const char *const members[] = {"kind", "at_um", "s_um", "segment", "width_before_um", "width_behind_um",
        "angle_deg", "offset_um", "id", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .form = "{\"kind\": \"width_change\", \"at_um\": {...}, \"s_um\": 0, \"segment\": 0}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "kind", "string")) != NULL) {
        trace_waveguide_response_events_item_kind_read(w, value, &out->kind);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "at_um", "object")) != NULL) {
        lob_point_um_read(w, value, &out->at_um);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "s_um", "number")) != NULL) {
        lob_wire_number(w, value, &out->s_um);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "segment", "integer")) != NULL) {
        lob_wire_int(w, value, &out->segment);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "width_before_um", NULL)) != NULL) {
        out->has_width_before_um = true;
        lob_wire_number(w, value, &out->width_before_um);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "width_behind_um", NULL)) != NULL) {
        out->has_width_behind_um = true;
        lob_wire_number(w, value, &out->width_behind_um);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "angle_deg", NULL)) != NULL) {
        out->has_angle_deg = true;
        lob_wire_number(w, value, &out->angle_deg);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "offset_um", NULL)) != NULL) {
        out->offset_um = lob_wire_alloc(w, 1, sizeof *out->offset_um);
        if (out->offset_um) {
            lob_point_um_read(w, value, out->offset_um);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "id", NULL)) != NULL) {
        lob_wire_string(w, value, &out->id);
        lob_wire_leave(w);
    }
}

static void trace_waveguide_response_source_read(lob_wire *w, const cJSON *json,
    lob_trace_waveguide_response_source *out) {
    int choice;
    if (lob_wire_enum(w, json, lob_trace_waveguide_response_source_names, LOB_TRACE_WAVEGUIDE_RESPONSE_SOURCE_COUNT,
        &choice)) {
        *out = (lob_trace_waveguide_response_source)choice;
    }
}

static void trace_waveguide_response_truncation_read(lob_wire *w, const cJSON *json,
    lob_trace_waveguide_response_truncation *out) {
    static const char *const members[] = {"segments_dropped", "events_dropped", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .numbers = members,
        .number_count = 2,
        .form = "{\"segments_dropped\": 0, \"events_dropped\": 0}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "segments_dropped", "integer")) != NULL) {
        lob_wire_int(w, value, &out->segments_dropped);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "events_dropped", "integer")) != NULL) {
        lob_wire_int(w, value, &out->events_dropped);
        lob_wire_leave(w);
    }
}

static void trace_waveguide_response_read(lob_wire *w, const cJSON *json, lob_trace_waveguide_response *out) {
    static const char *const members[] = {"schema_version", "session_id", "dbu", "units", "cell", "layer", "length_um",
        "length_uncertainty_um", "turn_deg", "radius_min_um", "radius_min_uncertainty_um", "radius_min_at_um",
        "width_min_um", "width_max_um", "width_min_at_um", "segment_count", "event_count", "ends", "segments",
        "events", "confidence", "source", "notes", "truncation", "next_cursor", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .form = "{\"schema_version\": \"1.0.0\", \"session_id\": \"...\", \"dbu\": 0, \"units\": {...}, \"cell\": \"."
                "..\", \"layer\": {...}}",
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
    if ((value = lob_wire_member(w, json, "layer", "object")) != NULL) {
        lob_layer_ref_read(w, value, &out->layer);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "length_um", "number")) != NULL) {
        lob_wire_number(w, value, &out->length_um);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "length_uncertainty_um", "number")) != NULL) {
        lob_wire_number(w, value, &out->length_uncertainty_um);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "turn_deg", "number")) != NULL) {
        lob_wire_number(w, value, &out->turn_deg);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_nullable(w, json, "radius_min_um", "number")) != NULL) {
        out->has_radius_min_um = true;
        lob_wire_number(w, value, &out->radius_min_um);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "radius_min_uncertainty_um", NULL)) != NULL) {
        out->has_radius_min_uncertainty_um = true;
        lob_wire_number(w, value, &out->radius_min_uncertainty_um);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "radius_min_at_um", NULL)) != NULL) {
        out->radius_min_at_um = lob_wire_alloc(w, 1, sizeof *out->radius_min_at_um);
        if (out->radius_min_at_um) {
            lob_point_um_read(w, value, out->radius_min_at_um);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "width_min_um", "number")) != NULL) {
        lob_wire_number(w, value, &out->width_min_um);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "width_max_um", "number")) != NULL) {
        lob_wire_number(w, value, &out->width_max_um);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "width_min_at_um", "object")) != NULL) {
        lob_point_um_read(w, value, &out->width_min_at_um);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "segment_count", "integer")) != NULL) {
        lob_wire_int(w, value, &out->segment_count);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "event_count", "integer")) != NULL) {
        lob_wire_int(w, value, &out->event_count);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "ends", "array")) != NULL) {
        if (lob_wire_array(w, value)) {
            out->ends.count = lob_wire_count(value);
            out->ends.items = lob_wire_alloc(w, out->ends.count, sizeof *out->ends.items);
            const cJSON *item0 = out->ends.items ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                lob_wire_enter_item(w, i0);
                trace_waveguide_response_ends_item_read(w, item0, &out->ends.items[i0]);
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "segments", "array")) != NULL) {
        if (lob_wire_array(w, value)) {
            out->segments.count = lob_wire_count(value);
            out->segments.items = lob_wire_alloc(w, out->segments.count, sizeof *out->segments.items);
            const cJSON *item0 = out->segments.items ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                lob_wire_enter_item(w, i0);
                trace_waveguide_response_segments_item_read(w, item0, &out->segments.items[i0]);
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "events", "array")) != NULL) {
        if (lob_wire_array(w, value)) {
            out->events.count = lob_wire_count(value);
            out->events.items = lob_wire_alloc(w, out->events.count, sizeof *out->events.items);
            const cJSON *item0 = out->events.items ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                lob_wire_enter_item(w, i0);
                trace_waveguide_response_events_item_read(w, item0, &out->events.items[i0]);
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "confidence", "number")) != NULL) {
        lob_wire_number(w, value, &out->confidence);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "source", "string")) != NULL) {
        trace_waveguide_response_source_read(w, value, &out->source);
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
    if ((value = lob_wire_member(w, json, "truncation", "object")) != NULL) {
        trace_waveguide_response_truncation_read(w, value, &out->truncation);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "next_cursor", NULL)) != NULL) {
        lob_wire_string(w, value, &out->next_cursor);
        lob_wire_leave(w);
    }
}

lob_status lob_trace_waveguide_response_parse(lob_ctx *ctx, const cJSON *json, lob_trace_waveguide_response *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "response", true);
    trace_waveguide_response_read(&w, json, out);
    return lob_wire_end(&w);
}

static void trace_waveguide_response_ends_item_shape_write(lob_jsonw *out,
    const lob_trace_waveguide_response_ends_item_shape *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "id");
    lob_jsonw_str(out, value->id);
    lob_jsonw_key(out, "cell");
    lob_jsonw_str(out, value->cell);
    lob_jsonw_key(out, "layer");
    lob_layer_ref_write(out, &value->layer);
    lob_jsonw_end_object(out);
}

static void trace_waveguide_response_ends_item_port_write(lob_jsonw *out,
    const lob_trace_waveguide_response_ends_item_port *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "id");
    lob_jsonw_str(out, value->id);
    if (value->name.data) {
        lob_jsonw_key(out, "name");
        lob_jsonw_str(out, value->name);
    }
    lob_jsonw_key(out, "cell");
    lob_jsonw_str(out, value->cell);
    lob_jsonw_end_object(out);
}

static void trace_waveguide_response_ends_item_write(lob_jsonw *out,
    const lob_trace_waveguide_response_ends_item *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "x_um");
    lob_jsonw_um(out, value->x_um);
    lob_jsonw_key(out, "y_um");
    lob_jsonw_um(out, value->y_um);
    lob_jsonw_key(out, "angle_deg");
    lob_jsonw_number(out, value->angle_deg);
    lob_jsonw_key(out, "width_um");
    lob_jsonw_um(out, value->width_um);
    lob_jsonw_key(out, "reason");
    lob_jsonw_text(out, lob_trace_waveguide_response_ends_item_reason_names[value->reason]);
    if (value->shape) {
        lob_jsonw_key(out, "shape");
        trace_waveguide_response_ends_item_shape_write(out, value->shape);
    }
    if (value->port) {
        lob_jsonw_key(out, "port");
        trace_waveguide_response_ends_item_port_write(out, value->port);
    }
    if (value->offset_um) {
        lob_jsonw_key(out, "offset_um");
        lob_point_um_write(out, value->offset_um);
    }
    if (value->has_angle_error_deg) {
        lob_jsonw_key(out, "angle_error_deg");
        lob_jsonw_number(out, value->angle_error_deg);
    }
    lob_jsonw_end_object(out);
}

static void trace_waveguide_response_segments_item_write(lob_jsonw *out,
    const lob_trace_waveguide_response_segments_item *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "id");
    lob_jsonw_str(out, value->id);
    lob_jsonw_key(out, "kind");
    lob_jsonw_text(out, lob_trace_waveguide_response_segments_item_kind_names[value->kind]);
    lob_jsonw_key(out, "leaf_cell");
    lob_jsonw_str(out, value->leaf_cell);
    lob_jsonw_key(out, "instance_path");
    lob_jsonw_begin_array(out);
    for (size_t i0 = 0; i0 < value->instance_path.count; i0++) {
        lob_jsonw_str(out, value->instance_path.items[i0]);
    }
    lob_jsonw_end_array(out);
    if (value->layer) {
        lob_jsonw_key(out, "layer");
        lob_layer_ref_write(out, value->layer);
    }
    lob_jsonw_key(out, "at_um");
    lob_point_um_write(out, &value->at_um);
    lob_jsonw_key(out, "s_um");
    lob_jsonw_um(out, value->s_um);
    lob_jsonw_key(out, "length_um");
    lob_jsonw_um(out, value->length_um);
    lob_jsonw_key(out, "width_um");
    lob_jsonw_um(out, value->width_um);
    if (value->has_width_min_um) {
        lob_jsonw_key(out, "width_min_um");
        lob_jsonw_um(out, value->width_min_um);
    }
    if (value->has_width_max_um) {
        lob_jsonw_key(out, "width_max_um");
        lob_jsonw_um(out, value->width_max_um);
    }
    if (value->has_radius_min_um) {
        lob_jsonw_key(out, "radius_min_um");
        lob_jsonw_um(out, value->radius_min_um);
    }
    if (value->has_turn_deg) {
        lob_jsonw_key(out, "turn_deg");
        lob_jsonw_number(out, value->turn_deg);
    }
    if (value->has_bend_count) {
        lob_jsonw_key(out, "bend_count");
        lob_jsonw_int(out, value->bend_count);
    }
    if (value->has_corner_count) {
        lob_jsonw_key(out, "corner_count");
        lob_jsonw_int(out, value->corner_count);
    }
    if (value->has_overlap_um) {
        lob_jsonw_key(out, "overlap_um");
        lob_jsonw_um(out, value->overlap_um);
    }
    if (value->has_confidence) {
        lob_jsonw_key(out, "confidence");
        lob_jsonw_number(out, value->confidence);
    }
    lob_jsonw_end_object(out);
}

static void trace_waveguide_response_events_item_write(lob_jsonw *out,
    const lob_trace_waveguide_response_events_item *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "kind");
    lob_jsonw_text(out, lob_trace_waveguide_response_events_item_kind_names[value->kind]);
    lob_jsonw_key(out, "at_um");
    lob_point_um_write(out, &value->at_um);
    lob_jsonw_key(out, "s_um");
    lob_jsonw_um(out, value->s_um);
    lob_jsonw_key(out, "segment");
    lob_jsonw_int(out, value->segment);
    if (value->has_width_before_um) {
        lob_jsonw_key(out, "width_before_um");
        lob_jsonw_um(out, value->width_before_um);
    }
    if (value->has_width_behind_um) {
        lob_jsonw_key(out, "width_behind_um");
        lob_jsonw_um(out, value->width_behind_um);
    }
    if (value->has_angle_deg) {
        lob_jsonw_key(out, "angle_deg");
        lob_jsonw_number(out, value->angle_deg);
    }
    if (value->offset_um) {
        lob_jsonw_key(out, "offset_um");
        lob_point_um_write(out, value->offset_um);
    }
    if (value->id.data) {
        lob_jsonw_key(out, "id");
        lob_jsonw_str(out, value->id);
    }
    lob_jsonw_end_object(out);
}

static void trace_waveguide_response_truncation_write(lob_jsonw *out,
    const lob_trace_waveguide_response_truncation *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "segments_dropped");
    lob_jsonw_int(out, value->segments_dropped);
    lob_jsonw_key(out, "events_dropped");
    lob_jsonw_int(out, value->events_dropped);
    lob_jsonw_end_object(out);
}

void lob_trace_waveguide_response_write(lob_jsonw *out, const lob_trace_waveguide_response *value) {
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
    lob_jsonw_key(out, "layer");
    lob_layer_ref_write(out, &value->layer);
    lob_jsonw_key(out, "length_um");
    lob_jsonw_um(out, value->length_um);
    lob_jsonw_key(out, "length_uncertainty_um");
    lob_jsonw_um(out, value->length_uncertainty_um);
    lob_jsonw_key(out, "turn_deg");
    lob_jsonw_number(out, value->turn_deg);
    lob_jsonw_key(out, "radius_min_um");
    if (value->has_radius_min_um) {
        lob_jsonw_um(out, value->radius_min_um);
    } else {
        lob_jsonw_null(out);
    }
    if (value->has_radius_min_uncertainty_um) {
        lob_jsonw_key(out, "radius_min_uncertainty_um");
        lob_jsonw_um(out, value->radius_min_uncertainty_um);
    }
    if (value->radius_min_at_um) {
        lob_jsonw_key(out, "radius_min_at_um");
        lob_point_um_write(out, value->radius_min_at_um);
    }
    lob_jsonw_key(out, "width_min_um");
    lob_jsonw_um(out, value->width_min_um);
    lob_jsonw_key(out, "width_max_um");
    lob_jsonw_um(out, value->width_max_um);
    lob_jsonw_key(out, "width_min_at_um");
    lob_point_um_write(out, &value->width_min_at_um);
    lob_jsonw_key(out, "segment_count");
    lob_jsonw_int(out, value->segment_count);
    lob_jsonw_key(out, "event_count");
    lob_jsonw_int(out, value->event_count);
    lob_jsonw_key(out, "ends");
    lob_jsonw_begin_array(out);
    for (size_t i0 = 0; i0 < value->ends.count; i0++) {
        trace_waveguide_response_ends_item_write(out, &value->ends.items[i0]);
    }
    lob_jsonw_end_array(out);
    lob_jsonw_key(out, "segments");
    lob_jsonw_begin_array(out);
    for (size_t i0 = 0; i0 < value->segments.count; i0++) {
        trace_waveguide_response_segments_item_write(out, &value->segments.items[i0]);
    }
    lob_jsonw_end_array(out);
    lob_jsonw_key(out, "events");
    lob_jsonw_begin_array(out);
    for (size_t i0 = 0; i0 < value->events.count; i0++) {
        trace_waveguide_response_events_item_write(out, &value->events.items[i0]);
    }
    lob_jsonw_end_array(out);
    lob_jsonw_key(out, "confidence");
    lob_jsonw_number(out, value->confidence);
    lob_jsonw_key(out, "source");
    lob_jsonw_text(out, lob_trace_waveguide_response_source_names[value->source]);
    if (value->has_notes) {
        lob_jsonw_key(out, "notes");
        lob_jsonw_begin_array(out);
        for (size_t i0 = 0; i0 < value->notes.count; i0++) {
            lob_jsonw_str(out, value->notes.items[i0]);
        }
        lob_jsonw_end_array(out);
    }
    lob_jsonw_key(out, "truncation");
    trace_waveguide_response_truncation_write(out, &value->truncation);
    if (value->next_cursor.data) {
        lob_jsonw_key(out, "next_cursor");
        lob_jsonw_str(out, value->next_cursor);
    }
    lob_jsonw_end_object(out);
}
