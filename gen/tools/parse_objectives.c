/* Made by tools/schemac from spec/. Do not edit. Reading and writing of parse_objectives. */
#include "gen/limits.h"
#include "gen/parse.h"
#include "gen/write.h"

static void parse_objectives_request_language_read(lob_wire *w, const cJSON *json,
    lob_parse_objectives_request_language *out) {
    int choice;
    if (lob_wire_enum(w, json, lob_parse_objectives_request_language_names,
        LOB_PARSE_OBJECTIVES_REQUEST_LANGUAGE_COUNT, &choice)) {
        *out = (lob_parse_objectives_request_language)choice;
    }
}

static void parse_objectives_request_read(lob_wire *w, const cJSON *json, lob_parse_objectives_request *out) {
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
    out->language = LOB_PARSE_OBJECTIVES_REQUEST_LANGUAGE_EN;
    if ((value = lob_wire_member(w, json, "language", NULL)) != NULL) {
        parse_objectives_request_language_read(w, value, &out->language);
        lob_wire_leave(w);
    }
}

lob_status lob_parse_objectives_request_parse(lob_ctx *ctx, const cJSON *json, lob_parse_objectives_request *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "request", false);
    parse_objectives_request_read(&w, json, out);
    return lob_wire_end(&w);
}

static void parse_objectives_response_read(lob_wire *w, const cJSON *json, lob_parse_objectives_response *out) {
    static const char *const members[] = {"schema_version", "design_objectives", "primary", "summary", "warnings",
        NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .form = "{\"schema_version\": \"1.0.0\", \"design_objectives\": {...}, \"summary\": \"...\"}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "schema_version", "string")) != NULL) {
        lob_wire_const(w, value, "1.0.0");
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "design_objectives", "object")) != NULL) {
        lob_design_objectives_read(w, value, &out->design_objectives);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "primary", NULL)) != NULL) {
        out->has_primary = true;
        lob_objective_name_read(w, value, &out->primary);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "summary", "string")) != NULL) {
        lob_wire_string(w, value, &out->summary);
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

lob_status lob_parse_objectives_response_parse(lob_ctx *ctx, const cJSON *json, lob_parse_objectives_response *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "response", true);
    parse_objectives_response_read(&w, json, out);
    return lob_wire_end(&w);
}

void lob_parse_objectives_response_write(lob_jsonw *out, const lob_parse_objectives_response *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "schema_version");
    lob_jsonw_text(out, "1.0.0");
    lob_jsonw_key(out, "design_objectives");
    lob_design_objectives_write(out, &value->design_objectives);
    if (value->has_primary) {
        lob_jsonw_key(out, "primary");
        lob_jsonw_text(out, lob_objective_name_names[value->primary]);
    }
    lob_jsonw_key(out, "summary");
    lob_jsonw_str(out, value->summary);
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
