/* Made by tools/schemac from spec/. Do not edit. Reading and writing of check_rules. */
#include "gen/limits.h"
#include "gen/parse.h"
#include "gen/write.h"

static void check_rules_request_read(lob_wire *w, const cJSON *json, lob_check_rules_request *out) {
    static const char *const members[] = {"session_id", "rules", "deck_path", "cell", "box", "only", "limit", "cursor",
        NULL};
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
    if ((value = lob_wire_member(w, json, "rules", NULL)) != NULL) {
        lob_wire_any(w, value, &out->rules);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "deck_path", NULL)) != NULL) {
        lob_wire_string(w, value, &out->deck_path);
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
    if ((value = lob_wire_member(w, json, "only", NULL)) != NULL) {
        out->has_only = true;
        if (lob_wire_array(w, value) && lob_wire_limit(w, value, LOB_LIMIT_RULES_IN_DECK, LOB_E_INVALID_TARGET)) {
            lob_wire_min_items(w, value, 1);
            out->only.count = lob_wire_count(value);
            out->only.items = lob_wire_alloc(w, out->only.count, sizeof *out->only.items);
            const cJSON *item0 = out->only.items ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                lob_wire_enter_item(w, i0);
                if (lob_wire_string(w, item0, &out->only.items[i0])) {
                    lob_wire_max_length(w, item0, 200);
                }
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
    out->limit = 20;
    if ((value = lob_wire_member(w, json, "limit", NULL)) != NULL) {
        if (lob_wire_int(w, value, &out->limit)) {
            lob_wire_minimum(w, value, 0);
            lob_wire_limit(w, value, LOB_LIMIT_VIOLATIONS_ON_PAGE, LOB_E_QUERY_TOO_LARGE);
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

lob_status lob_check_rules_request_parse(lob_ctx *ctx, const cJSON *json, lob_check_rules_request *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "request", false);
    check_rules_request_read(&w, json, out);
    return lob_wire_end(&w);
}

static void check_rules_response_truncation_read(lob_wire *w, const cJSON *json,
    lob_check_rules_response_truncation *out) {
    static const char *const members[] = {"limit", "counts_dropped", "violations_dropped", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .numbers = members,
        .number_count = 3,
        .form = "{\"limit\": 0, \"counts_dropped\": 0, \"violations_dropped\": 0}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "limit", "integer")) != NULL) {
        lob_wire_int(w, value, &out->limit);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "counts_dropped", "integer")) != NULL) {
        lob_wire_int(w, value, &out->counts_dropped);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "violations_dropped", "integer")) != NULL) {
        lob_wire_int(w, value, &out->violations_dropped);
        lob_wire_leave(w);
    }
}

static void check_rules_response_read(lob_wire *w, const cJSON *json, lob_check_rules_response *out) {
    static const char *const members[] = {"schema_version", "session_id", "dbu", "units", "cell", "raw_hex", "deck",
        "box_um", "box_dbu", "rule_count", "violation_count", "error_count", "counts", "violations", "truncation",
        "next_cursor", "notes", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .form = "{\"schema_version\": \"1.0.0\", \"session_id\": \"...\", \"dbu\": 0, \"units\": {...}, \"cell\": \"."
                "..\", \"rule_count\": 0}",
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
    if ((value = lob_wire_member(w, json, "deck", NULL)) != NULL) {
        lob_wire_string(w, value, &out->deck);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "box_um", NULL)) != NULL) {
        out->box_um = lob_wire_alloc(w, 1, sizeof *out->box_um);
        if (out->box_um) {
            lob_micron_box_read(w, value, out->box_um);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "box_dbu", NULL)) != NULL) {
        out->box_dbu = lob_wire_alloc(w, 1, sizeof *out->box_dbu);
        if (out->box_dbu) {
            lob_dbu_box_read(w, value, out->box_dbu);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "rule_count", "integer")) != NULL) {
        lob_wire_int(w, value, &out->rule_count);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "violation_count", "integer")) != NULL) {
        lob_wire_int(w, value, &out->violation_count);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "error_count", "integer")) != NULL) {
        lob_wire_int(w, value, &out->error_count);
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
    if ((value = lob_wire_member(w, json, "violations", "array")) != NULL) {
        if (lob_wire_array(w, value)) {
            out->violations.count = lob_wire_count(value);
            out->violations.items = lob_wire_alloc(w, out->violations.count, sizeof *out->violations.items);
            const cJSON *item0 = out->violations.items ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                lob_wire_enter_item(w, i0);
                lob_rule_violation_read(w, item0, &out->violations.items[i0]);
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "truncation", "object")) != NULL) {
        check_rules_response_truncation_read(w, value, &out->truncation);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "next_cursor", NULL)) != NULL) {
        lob_wire_string(w, value, &out->next_cursor);
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

lob_status lob_check_rules_response_parse(lob_ctx *ctx, const cJSON *json, lob_check_rules_response *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "response", true);
    check_rules_response_read(&w, json, out);
    return lob_wire_end(&w);
}

static void check_rules_response_truncation_write(lob_jsonw *out, const lob_check_rules_response_truncation *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "limit");
    lob_jsonw_int(out, value->limit);
    lob_jsonw_key(out, "counts_dropped");
    lob_jsonw_int(out, value->counts_dropped);
    lob_jsonw_key(out, "violations_dropped");
    lob_jsonw_int(out, value->violations_dropped);
    lob_jsonw_end_object(out);
}

void lob_check_rules_response_write(lob_jsonw *out, const lob_check_rules_response *value) {
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
    if (value->deck.data) {
        lob_jsonw_key(out, "deck");
        lob_jsonw_str(out, value->deck);
    }
    if (value->box_um) {
        lob_jsonw_key(out, "box_um");
        lob_micron_box_write(out, value->box_um);
    }
    if (value->box_dbu) {
        lob_jsonw_key(out, "box_dbu");
        lob_dbu_box_write(out, value->box_dbu);
    }
    lob_jsonw_key(out, "rule_count");
    lob_jsonw_int(out, value->rule_count);
    lob_jsonw_key(out, "violation_count");
    lob_jsonw_int(out, value->violation_count);
    lob_jsonw_key(out, "error_count");
    lob_jsonw_int(out, value->error_count);
    lob_jsonw_key(out, "counts");
    lob_jsonw_begin_array(out);
    for (size_t i0 = 0; i0 < value->counts.count; i0++) {
        lob_rule_count_write(out, &value->counts.items[i0]);
    }
    lob_jsonw_end_array(out);
    lob_jsonw_key(out, "violations");
    lob_jsonw_begin_array(out);
    for (size_t i0 = 0; i0 < value->violations.count; i0++) {
        lob_rule_violation_write(out, &value->violations.items[i0]);
    }
    lob_jsonw_end_array(out);
    lob_jsonw_key(out, "truncation");
    check_rules_response_truncation_write(out, &value->truncation);
    if (value->next_cursor.data) {
        lob_jsonw_key(out, "next_cursor");
        lob_jsonw_str(out, value->next_cursor);
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
