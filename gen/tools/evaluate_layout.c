/* Made by tools/schemac from spec/. Do not edit. Reading and writing of evaluate_layout. */
#include "gen/limits.h"
#include "gen/parse.h"
#include "gen/write.h"

static void evaluate_layout_request_metrics_read(lob_wire *w, const cJSON *json,
    lob_evaluate_layout_request_metrics *out) {
    static const char *const members[] = {"performance", "cost", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .closed = true,
        .form = "{}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "performance", NULL)) != NULL) {
        out->has_performance = true;
        if (lob_wire_number(w, value, &out->performance)) {
            lob_wire_minimum(w, value, 0);
            lob_wire_maximum(w, value, 1);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "cost", NULL)) != NULL) {
        out->has_cost = true;
        if (lob_wire_number(w, value, &out->cost)) {
            lob_wire_minimum(w, value, 0);
        }
        lob_wire_leave(w);
    }
}

static void evaluate_layout_request_read(lob_wire *w, const cJSON *json, lob_evaluate_layout_request *out) {
    static const char *const members[] = {"session_id", "cell", "netlist_path", "drc_rules_path", "objectives_path",
        "metrics", NULL};
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
    if ((value = lob_wire_member(w, json, "netlist_path", NULL)) != NULL) {
        lob_wire_string(w, value, &out->netlist_path);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "drc_rules_path", NULL)) != NULL) {
        lob_wire_string(w, value, &out->drc_rules_path);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "objectives_path", NULL)) != NULL) {
        lob_wire_string(w, value, &out->objectives_path);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "metrics", NULL)) != NULL) {
        out->metrics = lob_wire_alloc(w, 1, sizeof *out->metrics);
        if (out->metrics) {
            evaluate_layout_request_metrics_read(w, value, out->metrics);
        }
        lob_wire_leave(w);
    }
}

lob_status lob_evaluate_layout_request_parse(lob_ctx *ctx, const cJSON *json, lob_evaluate_layout_request *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "request", false);
    evaluate_layout_request_read(&w, json, out);
    return lob_wire_end(&w);
}

static void evaluate_layout_response_drc_read(lob_wire *w, const cJSON *json, lob_evaluate_layout_response_drc *out) {
    static const char *const members[] = {"tech", "rules_checked", "violation_count", "counts", "counts_dropped",
        "not_checked", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .form = "{\"tech\": \"...\", \"rules_checked\": 0, \"violation_count\": 0, \"counts\": [...], \"not_checked\""
                ": [...]}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "tech", "string")) != NULL) {
        lob_wire_string(w, value, &out->tech);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "rules_checked", "integer")) != NULL) {
        lob_wire_int(w, value, &out->rules_checked);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "violation_count", "integer")) != NULL) {
        lob_wire_int(w, value, &out->violation_count);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "counts", "array")) != NULL) {
        if (lob_wire_array(w, value)) {
            out->counts.count = lob_wire_count(value);
            out->counts.items = lob_wire_alloc(w, out->counts.count, sizeof *out->counts.items);
            const cJSON *item0 = out->counts.items ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                lob_wire_enter_item(w, i0);
                lob_rule_count_read(w, item0, &out->counts.items[i0]);
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "counts_dropped", NULL)) != NULL) {
        out->has_counts_dropped = true;
        lob_wire_int(w, value, &out->counts_dropped);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "not_checked", "array")) != NULL) {
        if (lob_wire_array(w, value)) {
            out->not_checked.count = lob_wire_count(value);
            out->not_checked.items = lob_wire_alloc(w, out->not_checked.count, sizeof *out->not_checked.items);
            const cJSON *item0 = out->not_checked.items ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                lob_wire_enter_item(w, i0);
                lob_unchecked_rule_read(w, item0, &out->not_checked.items[i0]);
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
}

static void evaluate_layout_response_placements_item_read(lob_wire *w, const cJSON *json,
    lob_evaluate_layout_response_placements_item *out) {
    static const char *const members[] = {"device", "count", "centers_um", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .form = "{\"device\": \"...\", \"count\": 0, \"centers_um\": [...]}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "device", "string")) != NULL) {
        lob_wire_string(w, value, &out->device);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "count", "integer")) != NULL) {
        lob_wire_int(w, value, &out->count);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "centers_um", "array")) != NULL) {
        if (lob_wire_array(w, value)) {
            out->centers_um.count = lob_wire_count(value);
            out->centers_um.items = lob_wire_alloc(w, out->centers_um.count, sizeof *out->centers_um.items);
            const cJSON *item0 = out->centers_um.items ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                lob_wire_enter_item(w, i0);
                lob_point_um_read(w, item0, &out->centers_um.items[i0]);
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
}

static void evaluate_layout_response_read(lob_wire *w, const cJSON *json, lob_evaluate_layout_response *out) {
    static const char *const members[] = {"schema_version", "session_id", "dbu", "units", "cell", "raw_hex", "bbox_um",
        "bbox_dbu", "bbox_empty", "covered_area_um2", "metrics", "qualitative_feedback", "score", "passed",
        "suggestions", "objectives", "constraints", "not_evaluated", "drc", "matching", "placements", "warnings",
        "notes", NULL};
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
    if ((value = lob_wire_member(w, json, "covered_area_um2", "number")) != NULL) {
        lob_wire_number(w, value, &out->covered_area_um2);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "metrics", "object")) != NULL) {
        lob_layout_metrics_read(w, value, &out->metrics);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "qualitative_feedback", "string")) != NULL) {
        lob_wire_string(w, value, &out->qualitative_feedback);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_nullable(w, json, "score", NULL)) != NULL) {
        out->has_score = true;
        if (lob_wire_number(w, value, &out->score)) {
            lob_wire_minimum(w, value, 0);
            lob_wire_maximum(w, value, 1);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "passed", "boolean")) != NULL) {
        lob_wire_bool(w, value, &out->passed);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "suggestions", "array")) != NULL) {
        if (lob_wire_array(w, value)) {
            out->suggestions.count = lob_wire_count(value);
            out->suggestions.items = lob_wire_alloc(w, out->suggestions.count, sizeof *out->suggestions.items);
            const cJSON *item0 = out->suggestions.items ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                lob_wire_enter_item(w, i0);
                lob_wire_string(w, item0, &out->suggestions.items[i0]);
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "objectives", "array")) != NULL) {
        if (lob_wire_array(w, value)) {
            out->objectives.count = lob_wire_count(value);
            out->objectives.items = lob_wire_alloc(w, out->objectives.count, sizeof *out->objectives.items);
            const cJSON *item0 = out->objectives.items ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                lob_wire_enter_item(w, i0);
                lob_objective_score_read(w, item0, &out->objectives.items[i0]);
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "constraints", "array")) != NULL) {
        if (lob_wire_array(w, value)) {
            out->constraints.count = lob_wire_count(value);
            out->constraints.items = lob_wire_alloc(w, out->constraints.count, sizeof *out->constraints.items);
            const cJSON *item0 = out->constraints.items ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                lob_wire_enter_item(w, i0);
                lob_constraint_result_read(w, item0, &out->constraints.items[i0]);
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "not_evaluated", "array")) != NULL) {
        if (lob_wire_array(w, value)) {
            out->not_evaluated.count = lob_wire_count(value);
            out->not_evaluated.items = lob_wire_alloc(w, out->not_evaluated.count, sizeof *out->not_evaluated.items);
            const cJSON *item0 = out->not_evaluated.items ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                lob_wire_enter_item(w, i0);
                lob_wire_string(w, item0, &out->not_evaluated.items[i0]);
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "drc", NULL)) != NULL) {
        out->drc = lob_wire_alloc(w, 1, sizeof *out->drc);
        if (out->drc) {
            evaluate_layout_response_drc_read(w, value, out->drc);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "matching", NULL)) != NULL) {
        out->matching = lob_wire_alloc(w, 1, sizeof *out->matching);
        if (out->matching) {
            lob_matching_result_read(w, value, out->matching);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "placements", NULL)) != NULL) {
        out->has_placements = true;
        if (lob_wire_array(w, value)) {
            out->placements.count = lob_wire_count(value);
            out->placements.items = lob_wire_alloc(w, out->placements.count, sizeof *out->placements.items);
            const cJSON *item0 = out->placements.items ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                lob_wire_enter_item(w, i0);
                evaluate_layout_response_placements_item_read(w, item0, &out->placements.items[i0]);
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "warnings", NULL)) != NULL) {
        out->has_warnings = true;
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

lob_status lob_evaluate_layout_response_parse(lob_ctx *ctx, const cJSON *json, lob_evaluate_layout_response *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "response", true);
    evaluate_layout_response_read(&w, json, out);
    return lob_wire_end(&w);
}

static void evaluate_layout_response_drc_write(lob_jsonw *out, const lob_evaluate_layout_response_drc *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "tech");
    lob_jsonw_str(out, value->tech);
    lob_jsonw_key(out, "rules_checked");
    lob_jsonw_int(out, value->rules_checked);
    lob_jsonw_key(out, "violation_count");
    lob_jsonw_int(out, value->violation_count);
    lob_jsonw_key(out, "counts");
    lob_jsonw_begin_array(out);
    for (size_t i0 = 0; i0 < value->counts.count; i0++) {
        lob_rule_count_write(out, &value->counts.items[i0]);
    }
    lob_jsonw_end_array(out);
    if (value->has_counts_dropped) {
        lob_jsonw_key(out, "counts_dropped");
        lob_jsonw_int(out, value->counts_dropped);
    }
    lob_jsonw_key(out, "not_checked");
    lob_jsonw_begin_array(out);
    for (size_t i0 = 0; i0 < value->not_checked.count; i0++) {
        lob_unchecked_rule_write(out, &value->not_checked.items[i0]);
    }
    lob_jsonw_end_array(out);
    lob_jsonw_end_object(out);
}

static void evaluate_layout_response_placements_item_write(lob_jsonw *out,
    const lob_evaluate_layout_response_placements_item *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "device");
    lob_jsonw_str(out, value->device);
    lob_jsonw_key(out, "count");
    lob_jsonw_int(out, value->count);
    lob_jsonw_key(out, "centers_um");
    lob_jsonw_begin_array(out);
    for (size_t i0 = 0; i0 < value->centers_um.count; i0++) {
        lob_point_um_write(out, &value->centers_um.items[i0]);
    }
    lob_jsonw_end_array(out);
    lob_jsonw_end_object(out);
}

void lob_evaluate_layout_response_write(lob_jsonw *out, const lob_evaluate_layout_response *value) {
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
    lob_jsonw_key(out, "bbox_um");
    lob_micron_box_write(out, &value->bbox_um);
    lob_jsonw_key(out, "bbox_dbu");
    lob_dbu_box_write(out, &value->bbox_dbu);
    if (value->has_bbox_empty) {
        lob_jsonw_key(out, "bbox_empty");
        lob_jsonw_bool(out, value->bbox_empty);
    }
    lob_jsonw_key(out, "covered_area_um2");
    lob_jsonw_um(out, value->covered_area_um2);
    lob_jsonw_key(out, "metrics");
    lob_layout_metrics_write(out, &value->metrics);
    lob_jsonw_key(out, "qualitative_feedback");
    lob_jsonw_str(out, value->qualitative_feedback);
    lob_jsonw_key(out, "score");
    if (value->has_score) {
        lob_jsonw_number(out, value->score);
    } else {
        lob_jsonw_null(out);
    }
    lob_jsonw_key(out, "passed");
    lob_jsonw_bool(out, value->passed);
    lob_jsonw_key(out, "suggestions");
    lob_jsonw_begin_array(out);
    for (size_t i0 = 0; i0 < value->suggestions.count; i0++) {
        lob_jsonw_str(out, value->suggestions.items[i0]);
    }
    lob_jsonw_end_array(out);
    lob_jsonw_key(out, "objectives");
    lob_jsonw_begin_array(out);
    for (size_t i0 = 0; i0 < value->objectives.count; i0++) {
        lob_objective_score_write(out, &value->objectives.items[i0]);
    }
    lob_jsonw_end_array(out);
    lob_jsonw_key(out, "constraints");
    lob_jsonw_begin_array(out);
    for (size_t i0 = 0; i0 < value->constraints.count; i0++) {
        lob_constraint_result_write(out, &value->constraints.items[i0]);
    }
    lob_jsonw_end_array(out);
    lob_jsonw_key(out, "not_evaluated");
    lob_jsonw_begin_array(out);
    for (size_t i0 = 0; i0 < value->not_evaluated.count; i0++) {
        lob_jsonw_str(out, value->not_evaluated.items[i0]);
    }
    lob_jsonw_end_array(out);
    if (value->drc) {
        lob_jsonw_key(out, "drc");
        evaluate_layout_response_drc_write(out, value->drc);
    }
    if (value->matching) {
        lob_jsonw_key(out, "matching");
        lob_matching_result_write(out, value->matching);
    }
    if (value->has_placements) {
        lob_jsonw_key(out, "placements");
        lob_jsonw_begin_array(out);
        for (size_t i0 = 0; i0 < value->placements.count; i0++) {
            evaluate_layout_response_placements_item_write(out, &value->placements.items[i0]);
        }
        lob_jsonw_end_array(out);
    }
    if (value->has_warnings) {
        lob_jsonw_key(out, "warnings");
        lob_jsonw_begin_array(out);
        for (size_t i0 = 0; i0 < value->warnings.count; i0++) {
            lob_warning_item_write(out, &value->warnings.items[i0]);
        }
        lob_jsonw_end_array(out);
    }
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
