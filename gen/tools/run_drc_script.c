/* Made by tools/schemac from spec/. Do not edit. Reading and writing of run_drc_script. */
#include "gen/limits.h"
#include "gen/parse.h"
#include "gen/write.h"

static void run_drc_script_request_script_type_read(lob_wire *w, const cJSON *json,
    lob_run_drc_script_request_script_type *out) {
    int choice;
    if (lob_wire_enum(w, json, lob_run_drc_script_request_script_type_names,
        LOB_RUN_DRC_SCRIPT_REQUEST_SCRIPT_TYPE_COUNT, &choice)) {
        *out = (lob_run_drc_script_request_script_type)choice;
    }
}

static void run_drc_script_request_read(lob_wire *w, const cJSON *json, lob_run_drc_script_request *out) {
    static const char *const members[] = {"session_id", "script_path", "script_type", "params", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .closed = true,
        .form = "{\"session_id\": \"...\", \"script_path\": \"...\"}",
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
    if ((value = lob_wire_member(w, json, "script_path", "string")) != NULL) {
        lob_wire_string(w, value, &out->script_path);
        lob_wire_leave(w);
    }
    out->script_type = LOB_RUN_DRC_SCRIPT_REQUEST_SCRIPT_TYPE_RUBY;
    if ((value = lob_wire_member(w, json, "script_type", NULL)) != NULL) {
        run_drc_script_request_script_type_read(w, value, &out->script_type);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "params", NULL)) != NULL) {
        out->has_params = true;
        if (lob_wire_map(w, value) && lob_wire_limit(w, value, LOB_LIMIT_DRC_PARAMS, LOB_E_INVALID_TARGET)) {
            out->params.count = lob_wire_count(value);
            out->params.items = lob_wire_alloc(w, out->params.count, sizeof *out->params.items);
            out->params.names = lob_wire_alloc(w, out->params.count, sizeof *out->params.names);
            const cJSON *item0 = out->params.items && out->params.names ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                out->params.names[i0] = lob_wire_text(w, item0->string);
                lob_wire_enter_key(w, item0->string);
                if (lob_wire_string(w, item0, &out->params.items[i0])) {
                    lob_wire_limit(w, item0, LOB_LIMIT_DRC_PARAM_SIZE, LOB_E_INVALID_TARGET);
                }
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
}

lob_status lob_run_drc_script_request_parse(lob_ctx *ctx, const cJSON *json, lob_run_drc_script_request *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "request", false);
    run_drc_script_request_read(&w, json, out);
    return lob_wire_end(&w);
}

static void run_drc_script_response_script_type_read(lob_wire *w, const cJSON *json,
    lob_run_drc_script_response_script_type *out) {
    int choice;
    if (lob_wire_enum(w, json, lob_run_drc_script_response_script_type_names,
        LOB_RUN_DRC_SCRIPT_RESPONSE_SCRIPT_TYPE_COUNT, &choice)) {
        *out = (lob_run_drc_script_response_script_type)choice;
    }
}

static void run_drc_script_response_sandbox_state_read(lob_wire *w, const cJSON *json,
    lob_run_drc_script_response_sandbox_state *out) {
    int choice;
    if (lob_wire_enum(w, json, lob_run_drc_script_response_sandbox_state_names,
        LOB_RUN_DRC_SCRIPT_RESPONSE_SANDBOX_STATE_COUNT, &choice)) {
        *out = (lob_run_drc_script_response_sandbox_state)choice;
    }
}

static void run_drc_script_response_sandbox_read(lob_wire *w, const cJSON *json,
    lob_run_drc_script_response_sandbox *out) {
    static const char *const members[] = {"state", "walls", "landlock_abi", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .form = "{\"state\": \"walls\", \"walls\": [...], \"landlock_abi\": 0}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "state", "string")) != NULL) {
        run_drc_script_response_sandbox_state_read(w, value, &out->state);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "walls", "array")) != NULL) {
        if (lob_wire_array(w, value)) {
            out->walls.count = lob_wire_count(value);
            out->walls.items = lob_wire_alloc(w, out->walls.count, sizeof *out->walls.items);
            const cJSON *item0 = out->walls.items ? value->child : NULL;
            for (size_t i0 = 0; item0; i0++, item0 = item0->next) {
                lob_wire_enter_item(w, i0);
                lob_wire_string(w, item0, &out->walls.items[i0]);
                lob_wire_leave(w);
            }
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "landlock_abi", "integer")) != NULL) {
        lob_wire_int(w, value, &out->landlock_abi);
        lob_wire_leave(w);
    }
}

static void run_drc_script_response_read(lob_wire *w, const cJSON *json, lob_run_drc_script_response *out) {
    static const char *const members[] = {"schema_version", "session_id", "dbu", "units", "run_id", "script_path",
        "script_type", "return_code", "marker_count", "rule_counts", "artifacts", "sandbox", "seconds", "cpu_seconds",
        "memory_peak_bytes", "notes", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .form = "{\"schema_version\": \"1.0.0\", \"session_id\": \"...\", \"dbu\": 0, \"units\": {...}, \"run_id\": \""
                "...\", \"script_path\": \"...\"}",
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
    if ((value = lob_wire_member(w, json, "script_path", "string")) != NULL) {
        lob_wire_string(w, value, &out->script_path);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "script_type", "string")) != NULL) {
        run_drc_script_response_script_type_read(w, value, &out->script_type);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "return_code", "integer")) != NULL) {
        lob_wire_int(w, value, &out->return_code);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "marker_count", "integer")) != NULL) {
        lob_wire_int(w, value, &out->marker_count);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "rule_counts", "object")) != NULL) {
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
    if ((value = lob_wire_member(w, json, "artifacts", "array")) != NULL) {
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
    if ((value = lob_wire_member(w, json, "sandbox", NULL)) != NULL) {
        out->sandbox = lob_wire_alloc(w, 1, sizeof *out->sandbox);
        if (out->sandbox) {
            run_drc_script_response_sandbox_read(w, value, out->sandbox);
        }
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "seconds", NULL)) != NULL) {
        out->has_seconds = true;
        lob_wire_number(w, value, &out->seconds);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "cpu_seconds", NULL)) != NULL) {
        out->has_cpu_seconds = true;
        lob_wire_number(w, value, &out->cpu_seconds);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "memory_peak_bytes", NULL)) != NULL) {
        out->has_memory_peak_bytes = true;
        lob_wire_int(w, value, &out->memory_peak_bytes);
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

lob_status lob_run_drc_script_response_parse(lob_ctx *ctx, const cJSON *json, lob_run_drc_script_response *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "response", true);
    run_drc_script_response_read(&w, json, out);
    return lob_wire_end(&w);
}

static void run_drc_script_response_sandbox_write(lob_jsonw *out, const lob_run_drc_script_response_sandbox *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "state");
    lob_jsonw_text(out, lob_run_drc_script_response_sandbox_state_names[value->state]);
    lob_jsonw_key(out, "walls");
    lob_jsonw_begin_array(out);
    for (size_t i0 = 0; i0 < value->walls.count; i0++) {
        lob_jsonw_str(out, value->walls.items[i0]);
    }
    lob_jsonw_end_array(out);
    lob_jsonw_key(out, "landlock_abi");
    lob_jsonw_int(out, value->landlock_abi);
    lob_jsonw_end_object(out);
}

void lob_run_drc_script_response_write(lob_jsonw *out, const lob_run_drc_script_response *value) {
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
    lob_jsonw_key(out, "script_path");
    lob_jsonw_str(out, value->script_path);
    lob_jsonw_key(out, "script_type");
    lob_jsonw_text(out, lob_run_drc_script_response_script_type_names[value->script_type]);
    lob_jsonw_key(out, "return_code");
    lob_jsonw_int(out, value->return_code);
    lob_jsonw_key(out, "marker_count");
    lob_jsonw_int(out, value->marker_count);
    lob_jsonw_key(out, "rule_counts");
    lob_jsonw_begin_object(out);
    for (size_t i0 = 0; i0 < value->rule_counts.count; i0++) {
        lob_jsonw_key_str(out, value->rule_counts.names[i0]);
        lob_jsonw_int(out, value->rule_counts.items[i0]);
    }
    lob_jsonw_end_object(out);
    lob_jsonw_key(out, "artifacts");
    lob_jsonw_begin_array(out);
    for (size_t i0 = 0; i0 < value->artifacts.count; i0++) {
        lob_artifact_ref_write(out, &value->artifacts.items[i0]);
    }
    lob_jsonw_end_array(out);
    if (value->sandbox) {
        lob_jsonw_key(out, "sandbox");
        run_drc_script_response_sandbox_write(out, value->sandbox);
    }
    if (value->has_seconds) {
        lob_jsonw_key(out, "seconds");
        lob_jsonw_number(out, value->seconds);
    }
    if (value->has_cpu_seconds) {
        lob_jsonw_key(out, "cpu_seconds");
        lob_jsonw_number(out, value->cpu_seconds);
    }
    if (value->has_memory_peak_bytes) {
        lob_jsonw_key(out, "memory_peak_bytes");
        lob_jsonw_int(out, value->memory_peak_bytes);
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
