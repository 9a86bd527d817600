/* Made by tools/schemac from spec/. Do not edit. Reading and writing of parse_drc_rules. */
#include "gen/limits.h"
#include "gen/parse.h"
#include "gen/write.h"

static void parse_drc_rules_request_language_read(lob_wire *w, const cJSON *json,
    lob_parse_drc_rules_request_language *out) {
    int choice;
    if (lob_wire_enum(w, json, lob_parse_drc_rules_request_language_names, LOB_PARSE_DRC_RULES_REQUEST_LANGUAGE_COUNT,
        &choice)) {
        *out = (lob_parse_drc_rules_request_language)choice;
    }
}

static void parse_drc_rules_request_read(lob_wire *w, const cJSON *json, lob_parse_drc_rules_request *out) {
    static const char *const members[] = {"path", "language", NULL};
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
    out->language = LOB_PARSE_DRC_RULES_REQUEST_LANGUAGE_EN;
    if ((value = lob_wire_member(w, json, "language", NULL)) != NULL) {
        parse_drc_rules_request_language_read(w, value, &out->language);
        lob_wire_leave(w);
    }
}

lob_status lob_parse_drc_rules_request_parse(lob_ctx *ctx, const cJSON *json, lob_parse_drc_rules_request *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "request", false);
    parse_drc_rules_request_read(&w, json, out);
    return lob_wire_end(&w);
}

static void parse_drc_rules_response_read(lob_wire *w, const cJSON *json, lob_parse_drc_rules_response *out) {
    static const char *const members[] = {"schema_version", "rule_set", "summary", "rules", "not_checkable",
        "warnings", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .form = "{\"schema_version\": \"1.0.0\", \"rule_set\": {...}, \"summary\": \"...\", \"rules\": [...], \"not_c"
                "heckable\": [...]}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "schema_version", "string")) != NULL) {
        lob_wire_const(w, value, "1.0.0");
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "rule_set", "object")) != NULL) {
        lob_drc_rule_set_read(w, value, &out->rule_set);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "summary", "string")) != NULL) {
        lob_wire_string(w, value, &out->summary);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "rules", "array")) != NULL) {
        if (lob_wire_array(w, value)) {
            out->rules.count = lob_wire_count(value);
            out->rules.items = lob_wire_alloc(w, out->rules.count, sizeof *out->rules.items);
            const cJSON *item0 = out->rules.items ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                lob_wire_enter_item(w, i0);
                lob_deck_rule_read(w, item0, &out->rules.items[i0]);
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "not_checkable", "array")) != NULL) {
        if (lob_wire_array(w, value)) {
            out->not_checkable.count = lob_wire_count(value);
            out->not_checkable.items = lob_wire_alloc(w, out->not_checkable.count, sizeof *out->not_checkable.items);
            const cJSON *item0 = out->not_checkable.items ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                lob_wire_enter_item(w, i0);
                lob_unchecked_rule_read(w, item0, &out->not_checkable.items[i0]);
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
}

lob_status lob_parse_drc_rules_response_parse(lob_ctx *ctx, const cJSON *json, lob_parse_drc_rules_response *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "response", true);
    parse_drc_rules_response_read(&w, json, out);
    return lob_wire_end(&w);
}

void lob_parse_drc_rules_response_write(lob_jsonw *out, const lob_parse_drc_rules_response *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "schema_version");
    lob_jsonw_text(out, "1.0.0");
    lob_jsonw_key(out, "rule_set");
    lob_drc_rule_set_write(out, &value->rule_set);
    lob_jsonw_key(out, "summary");
    lob_jsonw_str(out, value->summary);
    lob_jsonw_key(out, "rules");
    lob_jsonw_begin_array(out);
    for (size_t i0 = 0; i0 < value->rules.count; i0++) {
        lob_deck_rule_write(out, &value->rules.items[i0]);
    }
    lob_jsonw_end_array(out);
    lob_jsonw_key(out, "not_checkable");
    lob_jsonw_begin_array(out);
    for (size_t i0 = 0; i0 < value->not_checkable.count; i0++) {
        lob_unchecked_rule_write(out, &value->not_checkable.items[i0]);
    }
    lob_jsonw_end_array(out);
    if (value->has_warnings) {
        lob_jsonw_key(out, "warnings");
        lob_jsonw_begin_array(out);
        for (size_t i0 = 0; i0 < value->warnings.count; i0++) {
            lob_warning_item_write(out, &value->warnings.items[i0]);
        }
        lob_jsonw_end_array(out);
    }
    lob_jsonw_end_object(out);
}
