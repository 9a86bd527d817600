/* Made by tools/schemac from spec/. Do not edit. Reading and writing of list_ports. */
#include "gen/limits.h"
#include "gen/parse.h"
#include "gen/write.h"

static void list_ports_request_read(lob_wire *w, const cJSON *json, lob_list_ports_request *out) {
    static const char *const members[] = {"session_id", "cell", "component", "box", "depth", "type", "limit", "cursor",
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
    if ((value = lob_wire_member(w, json, "cell", NULL)) != NULL) {
        if (lob_wire_string(w, value, &out->cell)) {
            lob_wire_min_length(w, value, 1);
            lob_wire_limit(w, value, LOB_LIMIT_NAME_SIZE, LOB_E_INVALID_TARGET);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "component", NULL)) != NULL) {
        if (lob_wire_string(w, value, &out->component)) {
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
            lob_wire_minimum(w, value, 0);
            lob_wire_limit(w, value, LOB_LIMIT_MAX_DEPTH, LOB_E_QUERY_TOO_LARGE);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "type", NULL)) != NULL) {
        if (lob_wire_string(w, value, &out->type)) {
            lob_wire_min_length(w, value, 1);
            lob_wire_max_length(w, value, 100);
        }
        lob_wire_leave(w);
    }
    out->limit = 20;
    if ((value = lob_wire_member(w, json, "limit", NULL)) != NULL) {
        if (lob_wire_int(w, value, &out->limit)) {
            lob_wire_minimum(w, value, 1);
            lob_wire_limit(w, value, LOB_LIMIT_LIST_PORTS_MAX, LOB_E_QUERY_TOO_LARGE);
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

lob_status lob_list_ports_request_parse(lob_ctx *ctx, const cJSON *json, lob_list_ports_request *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "request", false);
    list_ports_request_read(&w, json, out);
    return lob_wire_end(&w);
}

static void list_ports_response_truncation_read(lob_wire *w, const cJSON *json,
    lob_list_ports_response_truncation *out) {
    static const char *const members[] = {"limit", "ports_dropped", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .numbers = members,
        .number_count = 2,
        .form = "{\"limit\": 0, \"ports_dropped\": 0}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "limit", "integer")) != NULL) {
        lob_wire_int(w, value, &out->limit);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "ports_dropped", "integer")) != NULL) {
        lob_wire_int(w, value, &out->ports_dropped);
        lob_wire_leave(w);
    }
}

static void list_ports_response_read(lob_wire *w, const cJSON *json, lob_list_ports_response *out) {
    static const char *const members[] = {"schema_version", "session_id", "cell", "raw_hex", "dbu", "units",
        "conventions", "port_count", "ports", "notes", "truncation", "next_cursor", NULL};
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
    if ((value = lob_wire_member(w, json, "port_count", "integer")) != NULL) {
        lob_wire_int(w, value, &out->port_count);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "ports", "array")) != NULL) {
        if (lob_wire_array(w, value)) {
            out->ports.count = lob_wire_count(value);
            out->ports.items = lob_wire_alloc(w, out->ports.count, sizeof *out->ports.items);
            const cJSON *item0 = out->ports.items ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                lob_wire_enter_item(w, i0);
                lob_port_item_read(w, item0, &out->ports.items[i0]);
                lob_wire_leave(w);
            }
        }
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
    if ((value = lob_wire_member(w, json, "truncation", "object")) != NULL) {
        list_ports_response_truncation_read(w, value, &out->truncation);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "next_cursor", NULL)) != NULL) {
        lob_wire_string(w, value, &out->next_cursor);
        lob_wire_leave(w);
    }
}

lob_status lob_list_ports_response_parse(lob_ctx *ctx, const cJSON *json, lob_list_ports_response *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "response", true);
    list_ports_response_read(&w, json, out);
    return lob_wire_end(&w);
}

static void list_ports_response_truncation_write(lob_jsonw *out, const lob_list_ports_response_truncation *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "limit");
    lob_jsonw_int(out, value->limit);
    lob_jsonw_key(out, "ports_dropped");
    lob_jsonw_int(out, value->ports_dropped);
    lob_jsonw_end_object(out);
}

void lob_list_ports_response_write(lob_jsonw *out, const lob_list_ports_response *value) {
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
    lob_jsonw_key(out, "port_count");
    lob_jsonw_int(out, value->port_count);
    lob_jsonw_key(out, "ports");
    lob_jsonw_begin_array(out);
    for (size_t i0 = 0; i0 < value->ports.count; i0++) {
        lob_port_item_write(out, &value->ports.items[i0]);
    }
    lob_jsonw_end_array(out);
    lob_jsonw_key(out, "notes");
    lob_jsonw_begin_array(out);
    for (size_t i0 = 0; i0 < value->notes.count; i0++) {
        lob_jsonw_str(out, value->notes.items[i0]);
    }
    lob_jsonw_end_array(out);
    lob_jsonw_key(out, "truncation");
    list_ports_response_truncation_write(out, &value->truncation);
    if (value->next_cursor.data) {
        lob_jsonw_key(out, "next_cursor");
        lob_jsonw_str(out, value->next_cursor);
    }
    lob_jsonw_end_object(out);
}
