/* Made by tools/schemac from spec/. Do not edit. Reading and writing of close_session. */
#include "gen/limits.h"
#include "gen/parse.h"
#include "gen/write.h"

static void close_session_request_read(lob_wire *w, const cJSON *json, lob_close_session_request *out) {
    static const char *const members[] = {"session_id", NULL};
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
}

lob_status lob_close_session_request_parse(lob_ctx *ctx, const cJSON *json, lob_close_session_request *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "request", false);
    close_session_request_read(&w, json, out);
    return lob_wire_end(&w);
}

static void close_session_response_read(lob_wire *w, const cJSON *json, lob_close_session_response *out) {
    static const char *const members[] = {"schema_version", "session_id", "closed", "artifact_dir_deleted",
        "deleted_artifact_count", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .form = "{\"schema_version\": \"1.0.0\", \"session_id\": \"...\", \"closed\": true, \"artifact_dir_deleted\":"
                " true, \"deleted_artifact_count\": 0}",
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
    if ((value = lob_wire_member(w, json, "closed", "boolean")) != NULL) {
        lob_wire_bool(w, value, &out->closed);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "artifact_dir_deleted", "boolean")) != NULL) {
        lob_wire_bool(w, value, &out->artifact_dir_deleted);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "deleted_artifact_count", "integer")) != NULL) {
        lob_wire_int(w, value, &out->deleted_artifact_count);
        lob_wire_leave(w);
    }
}

lob_status lob_close_session_response_parse(lob_ctx *ctx, const cJSON *json, lob_close_session_response *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "response", true);
    close_session_response_read(&w, json, out);
    return lob_wire_end(&w);
}

void lob_close_session_response_write(lob_jsonw *out, const lob_close_session_response *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "schema_version");
    lob_jsonw_text(out, "1.0.0");
    lob_jsonw_key(out, "session_id");
    lob_jsonw_str(out, value->session_id);
    lob_jsonw_key(out, "closed");
    lob_jsonw_bool(out, value->closed);
    lob_jsonw_key(out, "artifact_dir_deleted");
    lob_jsonw_bool(out, value->artifact_dir_deleted);
    lob_jsonw_key(out, "deleted_artifact_count");
    lob_jsonw_int(out, value->deleted_artifact_count);
    lob_jsonw_end_object(out);
}
