/* Made by tools/schemac from spec/. Do not edit. Reading and writing of check_connectivity. */
#include "gen/limits.h"
#include "gen/parse.h"
#include "gen/write.h"

static void check_connectivity_request_read(lob_wire *w, const cJSON *json, lob_check_connectivity_request *out) {
    static const char *const members[] = {"session_id", "cell", "box", "depth", "kinds", "types", "tolerance_um",
        "angle_tolerance_deg", "near_miss_um", "include_connected", "limit", "cursor", NULL};
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
    if ((value = lob_wire_member(w, json, "box", NULL)) != NULL) {
        out->box = lob_wire_alloc(w, 1, sizeof *out->box);
        if (out->box) {
            lob_query_box_read(w, value, out->box);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "depth", NULL)) != NULL) {
        out->has_depth = true;
        if (lob_wire_int(w, value, &out->depth)) {
            lob_wire_minimum(w, value, 1);
            lob_wire_limit(w, value, LOB_LIMIT_MAX_DEPTH, LOB_E_QUERY_TOO_LARGE);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "kinds", NULL)) != NULL) {
        out->has_kinds = true;
        if (lob_wire_array(w, value) && lob_wire_max_items(w, value, 13)) {
            out->kinds.count = lob_wire_count(value);
            out->kinds.items = lob_wire_alloc(w, out->kinds.count, sizeof *out->kinds.items);
            const cJSON *item0 = out->kinds.items ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                lob_wire_enter_item(w, i0);
                lob_finding_kind_name_read(w, item0, &out->kinds.items[i0]);
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "types", NULL)) != NULL) {
        out->has_types = true;
        if (lob_wire_array(w, value) && lob_wire_max_items(w, value, 16)) {
            out->types.count = lob_wire_count(value);
            out->types.items = lob_wire_alloc(w, out->types.count, sizeof *out->types.items);
            const cJSON *item0 = out->types.items ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                lob_wire_enter_item(w, i0);
                if (lob_wire_string(w, item0, &out->types.items[i0])) {
                    lob_wire_max_length(w, item0, 100);
                }
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "tolerance_um", NULL)) != NULL) {
        out->has_tolerance_um = true;
        if (lob_wire_number(w, value, &out->tolerance_um)) {
            lob_wire_minimum(w, value, 0);
            lob_wire_maximum(w, value, 10);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "angle_tolerance_deg", NULL)) != NULL) {
        out->has_angle_tolerance_deg = true;
        if (lob_wire_number(w, value, &out->angle_tolerance_deg)) {
            lob_wire_minimum(w, value, 0);
            lob_wire_maximum(w, value, 90);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "near_miss_um", NULL)) != NULL) {
        out->has_near_miss_um = true;
        if (lob_wire_number(w, value, &out->near_miss_um)) {
            lob_wire_above(w, value, 0);
            lob_wire_maximum(w, value, 1000);
        }
        lob_wire_leave(w);
    }
    out->include_connected = false;
    if ((value = lob_wire_member(w, json, "include_connected", NULL)) != NULL) {
        lob_wire_bool(w, value, &out->include_connected);
        lob_wire_leave(w);
    }
    out->limit = 20;
    if ((value = lob_wire_member(w, json, "limit", NULL)) != NULL) {
        if (lob_wire_int(w, value, &out->limit)) {
            lob_wire_minimum(w, value, 1);
            lob_wire_limit(w, value, LOB_LIMIT_FINDINGS_MAX, LOB_E_QUERY_TOO_LARGE);
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

lob_status lob_check_connectivity_request_parse(lob_ctx *ctx, const cJSON *json, lob_check_connectivity_request *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "request", false);
    check_connectivity_request_read(&w, json, out);
    return lob_wire_end(&w);
}

static void check_connectivity_response_rules_read(lob_wire *w, const cJSON *json,
    lob_check_connectivity_response_rules *out) {
    static const char *const members[] = {"tolerance_um", "near_miss_um", "angle_tolerance_deg", "width_tolerance_um",
        NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .numbers = members,
        .number_count = 4,
        .form = "{\"tolerance_um\": 0, \"near_miss_um\": 0, \"angle_tolerance_deg\": 0, \"width_tolerance_um\": 0}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "tolerance_um", "number")) != NULL) {
        lob_wire_number(w, value, &out->tolerance_um);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "near_miss_um", "number")) != NULL) {
        lob_wire_number(w, value, &out->near_miss_um);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "angle_tolerance_deg", "number")) != NULL) {
        lob_wire_number(w, value, &out->angle_tolerance_deg);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "width_tolerance_um", "number")) != NULL) {
        lob_wire_number(w, value, &out->width_tolerance_um);
        lob_wire_leave(w);
    }
}

static void check_connectivity_response_summary_read(lob_wire *w, const cJSON *json,
    lob_check_connectivity_response_summary *out) {
    static const char *const members[] = {"component_count", "port_count", "own_port_count", "external_port_count",
        "joined_count", "error_count", "warning_count", "info_count", "kinds", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .form = "{\"component_count\": 0, \"port_count\": 0, \"own_port_count\": 0, \"external_port_count\": 0, \"joi"
                "ned_count\": 0, \"error_count\": 0}",
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
    if ((value = lob_wire_member(w, json, "own_port_count", "integer")) != NULL) {
        lob_wire_int(w, value, &out->own_port_count);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "external_port_count", "integer")) != NULL) {
        lob_wire_int(w, value, &out->external_port_count);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "joined_count", "integer")) != NULL) {
        lob_wire_int(w, value, &out->joined_count);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "error_count", "integer")) != NULL) {
        lob_wire_int(w, value, &out->error_count);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "warning_count", "integer")) != NULL) {
        lob_wire_int(w, value, &out->warning_count);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "info_count", "integer")) != NULL) {
        lob_wire_int(w, value, &out->info_count);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "kinds", "array")) != NULL) {
        if (lob_wire_array(w, value)) {
            out->kinds.count = lob_wire_count(value);
            out->kinds.items = lob_wire_alloc(w, out->kinds.count, sizeof *out->kinds.items);
            const cJSON *item0 = out->kinds.items ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                lob_wire_enter_item(w, i0);
                lob_finding_count_read(w, item0, &out->kinds.items[i0]);
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
}

static void check_connectivity_response_nets_read(lob_wire *w, const cJSON *json,
    lob_check_connectivity_response_nets *out) {
    static const char *const members[] = {"net_count", "largest", "components_alone", "guide_count", "guides_measured",
        "guide_length_um", "guide_length_largest_um", NULL};
    static const char *const required[] = {"net_count", "largest", "components_alone", "guide_count",
        "guides_measured", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .numbers = required,
        .number_count = 5,
        .form = "{\"net_count\": 0, \"largest\": 0, \"components_alone\": 0, \"guide_count\": 0, \"guides_measured\":"
                " 0}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "net_count", "integer")) != NULL) {
        lob_wire_int(w, value, &out->net_count);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "largest", "integer")) != NULL) {
        lob_wire_int(w, value, &out->largest);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "components_alone", "integer")) != NULL) {
        lob_wire_int(w, value, &out->components_alone);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "guide_count", "integer")) != NULL) {
        lob_wire_int(w, value, &out->guide_count);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "guides_measured", "integer")) != NULL) {
        lob_wire_int(w, value, &out->guides_measured);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "guide_length_um", NULL)) != NULL) {
        out->has_guide_length_um = true;
        lob_wire_number(w, value, &out->guide_length_um);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "guide_length_largest_um", NULL)) != NULL) {
        out->has_guide_length_largest_um = true;
        lob_wire_number(w, value, &out->guide_length_largest_um);
        lob_wire_leave(w);
    }
}

static void check_connectivity_response_truncation_read(lob_wire *w, const cJSON *json,
    lob_check_connectivity_response_truncation *out) {
    static const char *const members[] = {"limit", "findings_dropped", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .numbers = members,
        .number_count = 2,
        .form = "{\"limit\": 0, \"findings_dropped\": 0}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "limit", "integer")) != NULL) {
        lob_wire_int(w, value, &out->limit);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "findings_dropped", "integer")) != NULL) {
        lob_wire_int(w, value, &out->findings_dropped);
        lob_wire_leave(w);
    }
}

static void check_connectivity_response_read(lob_wire *w, const cJSON *json, lob_check_connectivity_response *out) {
    static const char *const members[] = {"schema_version", "session_id", "cell", "raw_hex", "dbu", "units",
        "conventions", "rules", "summary", "nets", "findings", "truncation", "notes", "next_cursor", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .form = "{\"schema_version\": \"1.0.0\", \"session_id\": \"...\", \"cell\": \"...\", \"dbu\": 0, \"units\": {"
                "...}, \"conventions\": [...]}",
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
    if ((value = lob_wire_member(w, json, "cell", "string")) != NULL) {
        lob_wire_string(w, value, &out->cell);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "raw_hex", NULL)) != NULL) {
        lob_wire_string(w, value, &out->raw_hex);
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
    if ((value = lob_wire_member(w, json, "conventions", "array")) != NULL) {
        if (lob_wire_array(w, value)) {
            out->conventions.count = lob_wire_count(value);
            out->conventions.items = lob_wire_alloc(w, out->conventions.count, sizeof *out->conventions.items);
            const cJSON *item0 = out->conventions.items ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                lob_wire_enter_item(w, i0);
                lob_convention_used_read(w, item0, &out->conventions.items[i0]);
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "rules", "object")) != NULL) {
        check_connectivity_response_rules_read(w, value, &out->rules);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "summary", "object")) != NULL) {
        check_connectivity_response_summary_read(w, value, &out->summary);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "nets", "object")) != NULL) {
        check_connectivity_response_nets_read(w, value, &out->nets);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "findings", "array")) != NULL) {
        if (lob_wire_array(w, value)) {
            out->findings.count = lob_wire_count(value);
            out->findings.items = lob_wire_alloc(w, out->findings.count, sizeof *out->findings.items);
            const cJSON *item0 = out->findings.items ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                lob_wire_enter_item(w, i0);
                lob_finding_item_read(w, item0, &out->findings.items[i0]);
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "truncation", "object")) != NULL) {
        check_connectivity_response_truncation_read(w, value, &out->truncation);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "notes", "array")) != NULL) {
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

lob_status lob_check_connectivity_response_parse(lob_ctx *ctx, const cJSON *json,
    lob_check_connectivity_response *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "response", true);
    check_connectivity_response_read(&w, json, out);
    return lob_wire_end(&w);
}

static void check_connectivity_response_rules_write(lob_jsonw *out,
    const lob_check_connectivity_response_rules *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "tolerance_um");
    lob_jsonw_um(out, value->tolerance_um);
    lob_jsonw_key(out, "near_miss_um");
    lob_jsonw_um(out, value->near_miss_um);
    lob_jsonw_key(out, "angle_tolerance_deg");
    lob_jsonw_number(out, value->angle_tolerance_deg);
    lob_jsonw_key(out, "width_tolerance_um");
    lob_jsonw_um(out, value->width_tolerance_um);
    lob_jsonw_end_object(out);
}

static void check_connectivity_response_summary_write(lob_jsonw *out,
    const lob_check_connectivity_response_summary *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "component_count");
    lob_jsonw_int(out, value->component_count);
    lob_jsonw_key(out, "port_count");
    lob_jsonw_int(out, value->port_count);
    lob_jsonw_key(out, "own_port_count");
    lob_jsonw_int(out, value->own_port_count);
    lob_jsonw_key(out, "external_port_count");
    lob_jsonw_int(out, value->external_port_count);
    lob_jsonw_key(out, "joined_count");
    lob_jsonw_int(out, value->joined_count);
    lob_jsonw_key(out, "error_count");
    lob_jsonw_int(out, value->error_count);
    lob_jsonw_key(out, "warning_count");
    lob_jsonw_int(out, value->warning_count);
    lob_jsonw_key(out, "info_count");
    lob_jsonw_int(out, value->info_count);
    lob_jsonw_key(out, "kinds");
    lob_jsonw_begin_array(out);
    for (size_t i0 = 0; i0 < value->kinds.count; i0++) {
        lob_finding_count_write(out, &value->kinds.items[i0]);
    }
    lob_jsonw_end_array(out);
    lob_jsonw_end_object(out);
}

static void check_connectivity_response_nets_write(lob_jsonw *out, const lob_check_connectivity_response_nets *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "net_count");
    lob_jsonw_int(out, value->net_count);
    lob_jsonw_key(out, "largest");
    lob_jsonw_int(out, value->largest);
    lob_jsonw_key(out, "components_alone");
    lob_jsonw_int(out, value->components_alone);
    lob_jsonw_key(out, "guide_count");
    lob_jsonw_int(out, value->guide_count);
    lob_jsonw_key(out, "guides_measured");
    lob_jsonw_int(out, value->guides_measured);
    if (value->has_guide_length_um) {
        lob_jsonw_key(out, "guide_length_um");
        lob_jsonw_um(out, value->guide_length_um);
    }
    if (value->has_guide_length_largest_um) {
        lob_jsonw_key(out, "guide_length_largest_um");
        lob_jsonw_um(out, value->guide_length_largest_um);
    }
    lob_jsonw_end_object(out);
}

static void check_connectivity_response_truncation_write(lob_jsonw *out,
    const lob_check_connectivity_response_truncation *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "limit");
    lob_jsonw_int(out, value->limit);
    lob_jsonw_key(out, "findings_dropped");
    lob_jsonw_int(out, value->findings_dropped);
    lob_jsonw_end_object(out);
}

void lob_check_connectivity_response_write(lob_jsonw *out, const lob_check_connectivity_response *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "schema_version");
    lob_jsonw_text(out, "1.0.0");
    lob_jsonw_key(out, "session_id");
    lob_jsonw_str(out, value->session_id);
    lob_jsonw_key(out, "cell");
    lob_jsonw_str(out, value->cell);
    if (value->raw_hex.data) {
        lob_jsonw_key(out, "raw_hex");
        lob_jsonw_str(out, value->raw_hex);
    }
    lob_jsonw_key(out, "dbu");
    lob_jsonw_number(out, value->dbu);
    lob_jsonw_key(out, "units");
    lob_units_write(out, &value->units);
    lob_jsonw_key(out, "conventions");
    lob_jsonw_begin_array(out);
    for (size_t i0 = 0; i0 < value->conventions.count; i0++) {
        lob_convention_used_write(out, &value->conventions.items[i0]);
    }
    lob_jsonw_end_array(out);
    lob_jsonw_key(out, "rules");
    check_connectivity_response_rules_write(out, &value->rules);
    lob_jsonw_key(out, "summary");
    check_connectivity_response_summary_write(out, &value->summary);
    lob_jsonw_key(out, "nets");
    check_connectivity_response_nets_write(out, &value->nets);
    lob_jsonw_key(out, "findings");
    lob_jsonw_begin_array(out);
    for (size_t i0 = 0; i0 < value->findings.count; i0++) {
        lob_finding_item_write(out, &value->findings.items[i0]);
    }
    lob_jsonw_end_array(out);
    lob_jsonw_key(out, "truncation");
    check_connectivity_response_truncation_write(out, &value->truncation);
    lob_jsonw_key(out, "notes");
    lob_jsonw_begin_array(out);
    for (size_t i0 = 0; i0 < value->notes.count; i0++) {
        lob_jsonw_str(out, value->notes.items[i0]);
    }
    lob_jsonw_end_array(out);
    if (value->next_cursor.data) {
        lob_jsonw_key(out, "next_cursor");
        lob_jsonw_str(out, value->next_cursor);
    }
    lob_jsonw_end_object(out);
}
