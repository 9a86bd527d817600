/* Made by tools/schemac from spec/. Do not edit. Reading and writing of poll. */
#include "gen/limits.h"
#include "gen/parse.h"
#include "gen/write.h"

static void poll_request_read(lob_wire *w, const cJSON *json, lob_poll_request *out) {
    static const char *const members[] = {"job_id", "wait_ms", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .closed = true,
        .form = "{\"job_id\": \"...\"}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "job_id", "string")) != NULL) {
        if (lob_wire_string(w, value, &out->job_id)) {
            lob_wire_limit(w, value, LOB_LIMIT_SESSION_ID_SIZE, LOB_E_INVALID_TARGET);
        }
        lob_wire_leave(w);
    }
    out->wait_ms = 0;
    if ((value = lob_wire_member(w, json, "wait_ms", NULL)) != NULL) {
        if (lob_wire_int(w, value, &out->wait_ms)) {
            lob_wire_minimum(w, value, 0);
            lob_wire_limit(w, value, LOB_LIMIT_JOB_WAIT_MS, LOB_E_INVALID_TARGET);
        }
        lob_wire_leave(w);
    }
}

lob_status lob_poll_request_parse(lob_ctx *ctx, const cJSON *json, lob_poll_request *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "request", false);
    poll_request_read(&w, json, out);
    return lob_wire_end(&w);
}

static void poll_response_read(lob_wire *w, const cJSON *json, lob_poll_response *out) {
    static const char *const members[] = {"schema_version", "job_id", "kind", "status", "progress", "done", "total",
        "message", "elapsed_ms", "next_poll_ms", "layout_artifact_id", "result", "error", NULL};
    static const lob_wire_shape shape = {
        .members = members,
        .form = "{\"schema_version\": \"1.0.0\", \"job_id\": \"...\", \"kind\": \"evaluate\", \"status\": \"queued\","
                " \"progress\": 0, \"done\": 0}",
    };
    if (!lob_wire_object(w, json, &shape)) {
        return;
    }
    const cJSON *value;
    if ((value = lob_wire_member(w, json, "schema_version", "string")) != NULL) {
        lob_wire_const(w, value, "1.0.0");
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "job_id", "string")) != NULL) {
        lob_wire_string(w, value, &out->job_id);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "kind", "string")) != NULL) {
        lob_shown_job_kind_read(w, value, &out->kind);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "status", "string")) != NULL) {
        lob_shown_job_state_read(w, value, &out->status);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "progress", "number")) != NULL) {
        lob_wire_number(w, value, &out->progress);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "done", "number")) != NULL) {
        lob_wire_number(w, value, &out->done);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "total", "number")) != NULL) {
        lob_wire_number(w, value, &out->total);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "message", NULL)) != NULL) {
        lob_wire_string(w, value, &out->message);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "elapsed_ms", "integer")) != NULL) {
        lob_wire_int(w, value, &out->elapsed_ms);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "next_poll_ms", NULL)) != NULL) {
        out->has_next_poll_ms = true;
        lob_wire_int(w, value, &out->next_poll_ms);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "layout_artifact_id", NULL)) != NULL) {
        lob_wire_string(w, value, &out->layout_artifact_id);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "result", NULL)) != NULL) {
        lob_wire_any(w, value, &out->result);
        lob_wire_leave(w);
    }
    if ((value = lob_wire_member(w, json, "error", NULL)) != NULL) {
        out->error = lob_wire_alloc(w, 1, sizeof *out->error);
        if (out->error) {
            lob_shown_job_error_read(w, value, out->error);
        }
        lob_wire_leave(w);
    }
}

lob_status lob_poll_response_parse(lob_ctx *ctx, const cJSON *json, lob_poll_response *out) {
    lob_wire w;
    lob_wire_begin(&w, ctx, "response", true);
    poll_response_read(&w, json, out);
    return lob_wire_end(&w);
}

void lob_poll_response_write(lob_jsonw *out, const lob_poll_response *value) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "schema_version");
    lob_jsonw_text(out, "1.0.0");
    lob_jsonw_key(out, "job_id");
    lob_jsonw_str(out, value->job_id);
    lob_jsonw_key(out, "kind");
    lob_jsonw_text(out, lob_shown_job_kind_names[value->kind]);
    lob_jsonw_key(out, "status");
    lob_jsonw_text(out, lob_shown_job_state_names[value->status]);
    lob_jsonw_key(out, "progress");
    lob_jsonw_number(out, value->progress);
    lob_jsonw_key(out, "done");
    lob_jsonw_number(out, value->done);
    lob_jsonw_key(out, "total");
    lob_jsonw_number(out, value->total);
    if (value->message.data) {
        lob_jsonw_key(out, "message");
        lob_jsonw_str(out, value->message);
    }
    lob_jsonw_key(out, "elapsed_ms");
    lob_jsonw_int(out, value->elapsed_ms);
    if (value->has_next_poll_ms) {
        lob_jsonw_key(out, "next_poll_ms");
        lob_jsonw_int(out, value->next_poll_ms);
    }
    if (value->layout_artifact_id.data) {
        lob_jsonw_key(out, "layout_artifact_id");
        lob_jsonw_str(out, value->layout_artifact_id);
    }
    if (value->result.data) {
        lob_jsonw_key(out, "result");
        lob_jsonw_raw(out, value->result);
    }
    if (value->error) {
        lob_jsonw_key(out, "error");
        lob_shown_job_error_write(out, value->error);
    }
    lob_jsonw_end_object(out);
}
