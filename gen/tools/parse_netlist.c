/* Made by tools/schemac from spec/. Do not edit. Reading and writing of parse_netlist. */
#include "gen/limits.h"
#include "gen/parse.h"
#include "gen/write.h"

static void parse_netlist_request_language_read(lob_wire *w, const cJSON *json,
    lob_parse_netlist_request_language *out) {
    int choice;
    if (lob_wire_enum(w, json, lob_parse_netlist_request_language_names, LOB_PARSE_NETLIST_REQUEST_LANGUAGE_COUNT,
        &choice)) {
        *out = (lob_parse_netlist_request_language)choice;
    }
}

static void parse_netlist_request_read(lob_wire *w, const cJSON *json, lob_parse_netlist_request *out) {
    static const char *const members[] = {"path", "identify_modules", "language", NULL};
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
    out->identify_modules = true;
    if ((value = lob_wire_member(w, json, "identify_modules", NULL)) != NULL) {
        lob_wire_bool(w, value, &out->identify_modules);
        lob_wire_leave(w);
    }
    out->language = LOB_PARSE_NETLIST_REQUEST_LANGUAGE_EN;
    if ((value = lob_wire_member(w, json, "language", NULL)) != NULL) {
        parse_netlist_request_language_read(w, value, &out->language);
        lob_wire_leave(w);
    }
}

lob_status lob_parse_netlist_request_parse(lob_ctx *ctx, const cJSON *json, lob_parse_netlist_request *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "request", false);
    parse_netlist_request_read(&w, json, out);
    return lob_wire_end(&w);
}

static void parse_netlist_response_parse_info_read(lob_wire *w, const cJSON *json,
    lob_parse_netlist_response_parse_info *out) {
    static const char *const members[] = {"file_version", "device_count", "net_count", "module_count", "is_migrated",
        NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .form = "{\"file_version\": \"...\", \"device_count\": 0, \"net_count\": 0, \"module_count\": 0}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "file_version", "string")) != NULL) {
        lob_wire_string(w, value, &out->file_version);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "device_count", "integer")) != NULL) {
        lob_wire_int(w, value, &out->device_count);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "net_count", "integer")) != NULL) {
        lob_wire_int(w, value, &out->net_count);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "module_count", "integer")) != NULL) {
        lob_wire_int(w, value, &out->module_count);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "is_migrated", NULL)) != NULL) {
        out->has_is_migrated = true;
        lob_wire_bool(w, value, &out->is_migrated);
        lob_wire_leave(w);
    }
}

static void parse_netlist_response_read(lob_wire *w, const cJSON *json, lob_parse_netlist_response *out) {
    static const char *const members[] = {"schema_version", "circuit", "parse_info", "summary", "warnings", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .form = "{\"schema_version\": \"1.0.0\", \"circuit\": {...}, \"parse_info\": {...}, \"summary\": \"...\"}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "schema_version", "string")) != NULL) {
        lob_wire_const(w, value, "1.0.0");
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "circuit", "object")) != NULL) {
        lob_circuit_read(w, value, &out->circuit);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "parse_info", "object")) != NULL) {
        parse_netlist_response_parse_info_read(w, value, &out->parse_info);
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

lob_status lob_parse_netlist_response_parse(lob_ctx *ctx, const cJSON *json, lob_parse_netlist_response *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "response", true);
    parse_netlist_response_read(&w, json, out);
    return lob_wire_end(&w);
}

static void parse_netlist_response_parse_info_write(lob_jsonw *out,
    const lob_parse_netlist_response_parse_info *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "file_version");
    lob_jsonw_str(out, value->file_version);
    lob_jsonw_key(out, "device_count");
    lob_jsonw_int(out, value->device_count);
    lob_jsonw_key(out, "net_count");
    lob_jsonw_int(out, value->net_count);
    lob_jsonw_key(out, "module_count");
    lob_jsonw_int(out, value->module_count);
    if (value->has_is_migrated) {
        lob_jsonw_key(out, "is_migrated");
        lob_jsonw_bool(out, value->is_migrated);
    }
    lob_jsonw_end_object(out);
}

void lob_parse_netlist_response_write(lob_jsonw *out, const lob_parse_netlist_response *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "schema_version");
    lob_jsonw_text(out, "1.0.0");
    lob_jsonw_key(out, "circuit");
    lob_circuit_write(out, &value->circuit);
    lob_jsonw_key(out, "parse_info");
    parse_netlist_response_parse_info_write(out, &value->parse_info);
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
