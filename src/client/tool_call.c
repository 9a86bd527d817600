/* See tool_call.h. Invariant: what a server says of its failure is kept, in error.details, whatever code it becomes. */
#include "client/tool_call.h"

#include <string.h>

#include "base/clock.h"
#include "client/mcp_answer.h"
#include "client/mcp_talk.h"
#include "tool/call.h"
#include "json/reader.h"
#include "json/writer.h"

enum { TRACE_ID_SIZE_MAX = 256 };

typedef struct call {
    lob_ctx *ctx;
    lob_mcp_client *client;
    const lob_tool_call_request *request;
    lob_tool_call_result *result;
} call;

/* ---- results ---- */

/* What a buffer holds, in the arena; the buffer is released. */
static lob_status keep(const call *c, lob_buf *buf, lob_str *out) {
    bool fine = buf->failed == LOB_BUF_FINE;
    *out = (lob_str){fine ? lob_arena_strdup(c->ctx->arena, buf->data, buf->size) : NULL, buf->size};
    lob_buf_release(buf);
    return out->data != NULL ? LOB_OK : lob_fail_memory(c->ctx);
}

/* `details`: raw JSON, data NULL for none. Texts live in the arena or for ever. */
static lob_status fail_with(const call *c, lob_tool_error_code code, lob_str message, lob_str details) {
    lob_tool_error *error = LOB_NEW(c->ctx->arena, lob_tool_error);
    if (error == NULL) {
        return lob_fail_memory(c->ctx);
    }
    *error = (lob_tool_error){.code = code, .message = message, .details = details};
    c->result->error = error;
    return LOB_OK;
}

/* {key: value, rest of `object`}. */
static lob_status details_of(const call *c, const char *key, lob_str value, lob_str object, lob_str *out) {
    lob_buf buf;
    lob_jsonw w;
    lob_buf_init(&buf, 0);
    lob_jsonw_init(&w, &buf);
    lob_jsonw_begin_object(&w);
    lob_jsonw_key(&w, key);
    lob_jsonw_raw(&w, value);
    lob_jsonw_end_object(&w);
    size_t at = object.data != NULL && object.data[0] == '{' ? 1 + strspn(object.data + 1, " \t") : 0;
    if (at > 0 && object.data[at] != '}' && buf.failed == LOB_BUF_FINE) {
        buf.size--; /* the brace */
        lob_buf_add_byte(&buf, ',');
        lob_buf_add(&buf, object.data + at, object.size - at);
    }
    return keep(c, &buf, out);
}

static lob_status refuse(const call *c, const char *message) {
    return fail_with(c, LOB_TOOL_ERROR_CODE_INVALID_PARAM, lob_str_from(message), (lob_str){NULL, 0});
}

/* ---- out of what a server said ---- */

/* The text of a string in raw JSON; data NULL: it is none. */
static lob_status text_of(const call *c, lob_str raw, lob_str *text) {
    lob_json_fault fault;
    *text = (lob_str){NULL, 0};
    if (raw.data == NULL || raw.data[0] != '"') {
        return LOB_OK;
    }
    cJSON *string = lob_json_parse(raw, &fault);
    if (string != NULL) {
        size_t size = strlen(string->valuestring);
        *text = (lob_str){lob_arena_strdup(c->ctx->arena, string->valuestring, size), size};
    }
    bool fails = string != NULL ? text->data == NULL : strcmp(fault.what, "out of memory") == 0;
    cJSON_Delete(string);
    return fails ? lob_fail_memory(c->ctx) : LOB_OK;
}

static lob_status member_text(const call *c, lob_str object, const char *key, const char *otherwise, lob_str *text) {
    LOB_TRY(text_of(c, lob_json_raw_member(object, key), text));
    *text = text->data != NULL ? *text : lob_str_from(otherwise);
    return LOB_OK;
}

/* An ErrorObject {code, message, details} of the contract. */
static lob_status take_error_object(const call *c, lob_str object) {
    lob_str code, message, reason, details = lob_json_raw_member(object, "details"), told;
    LOB_TRY(member_text(c, object, "code", "", &code));
    LOB_TRY(member_text(c, object, "message", "", &message));
    LOB_TRY(member_text(c, details.data != NULL ? details : LOB_STR("{}"), "reason", "", &reason));
    LOB_TRY(details_of(c, "contract_code", lob_json_raw_member(object, "code"), details, &told));
    return fail_with(c, lob_tool_error_of_contract(code, reason), message, told);
}

/* {ok, error, data} of a server that makes the envelope itself. */
static lob_status take_envelope(const call *c, lob_str object) {
    lob_str error = lob_json_raw_member(object, "error"), data = lob_json_raw_member(object, "data");
    if (lob_str_equal(lob_json_raw_member(object, "ok"), LOB_STR("true"))) {
        c->result->ok = true;
        c->result->data = data.data != NULL && data.data[0] == '{' ? data : (lob_str){NULL, 0};
        return LOB_OK;
    }
    error = error.data != NULL && error.data[0] == '{' ? error : LOB_STR("{}");
    lob_str name, message, details = lob_json_raw_member(error, "details");
    lob_tool_error_code code;
    LOB_TRY(member_text(c, error, "code", "", &name));
    LOB_TRY(member_text(c, error, "message", "The tool failed and did not say why", &message));
    lob_tool_error_of_skill(name, &code);
    if (name.size > 0 && !lob_str_equal(name, lob_str_from(lob_tool_error_code_names[code]))) {
        LOB_TRY(details_of(c, "skill_code", lob_json_raw_member(error, "code"), details, &details));
    }
    return fail_with(c, code, message, details.data != NULL && details.data[0] == '{' ? details : (lob_str){NULL, 0});
}

static bool is_bool(lob_str raw) {
    return lob_str_equal(raw, LOB_STR("true")) || lob_str_equal(raw, LOB_STR("false"));
}

static lob_status take_result(const call *c, lob_str raw) {
    lob_mcp_answer answer;
    LOB_TRY(lob_mcp_answer_find(c->ctx, raw, &answer));
    lob_str object = answer.json.data != NULL ? answer.json : LOB_STR("{}");
    bool is_error_object = answer.is_error && lob_json_raw_member(object, "code").data != NULL;
    if (is_bool(lob_json_raw_member(object, "ok"))) {
        return take_envelope(c, object);
    }
    if (is_error_object) {
        return take_error_object(c, object);
    }
    bool is_object = raw.data[0] == '{';
    if (answer.is_error || !is_object) { /* prose, or nothing: kept whole */
        lob_str details;
        LOB_TRY(details_of(c, "result", raw, (lob_str){NULL, 0}, &details));
        return fail_with(c, LOB_TOOL_ERROR_CODE_INTERNAL_ERROR,
                         LOB_STR("The tool failed without an error code; details.result is what it said"), details);
    }
    c->result->ok = true;
    c->result->data = answer.json.data != NULL ? answer.json : raw;
    return LOB_OK;
}

/* {code, message, data} of JSON-RPC. */
static lob_status take_rpc_error(const call *c, lob_str raw) {
    lob_json_fault fault;
    cJSON *tree = lob_json_parse(raw, &fault);
    const cJSON *number = cJSON_GetObjectItemCaseSensitive(tree, "code");
    int64_t code = cJSON_IsNumber(number) && number->valuedouble > -1e9 && number->valuedouble < 1e9
                       ? (int64_t)number->valuedouble
                       : 0;
    bool fails = tree == NULL && strcmp(fault.what, "out of memory") == 0;
    cJSON_Delete(tree);
    lob_str message, details;
    if (fails) {
        return lob_fail_memory(c->ctx);
    }
    LOB_TRY(member_text(c, raw, "message", "The server refused the request and did not say why", &message));
    LOB_TRY(details_of(c, "rpc_error", raw, (lob_str){NULL, 0}, &details));
    return fail_with(c, lob_tool_error_of_rpc(code), message, details);
}

/* ---- the conversation ---- */

/* The client broke; its verdict is the message. */
static lob_status take_breakage(const call *c, lob_status status) {
    const char *verdict = lob_mcp_client_verdict(c->client);
    if (status != LOB_E_INTERNAL_ERROR || verdict[0] == '\0') {
        return status; /* memory */
    }
    lob_buf message;
    lob_str text, reason = LOB_STR("closed"), quoted, details;
    lob_buf_init(&message, 0);
    lob_buf_printf(&message, "%s%s", strncmp(verdict, "no answer", 9) == 0 ? "" : "The server ", verdict);
    LOB_TRY(keep(c, &message, &text));
    for (unsigned i = 0; i < c->ctx->error.detail_count; i++) {
        reason = strcmp(c->ctx->error.details[i].key, "reason") == 0 ? c->ctx->error.details[i].text : reason;
    }
    lob_buf word;
    lob_jsonw w;
    lob_buf_init(&word, 0);
    lob_jsonw_init(&w, &word);
    lob_jsonw_str(&w, reason);
    LOB_TRY(keep(c, &word, &quoted));
    LOB_TRY(details_of(c, "reason", quoted, (lob_str){NULL, 0}, &details));
    bool is_time = lob_str_equal(reason, LOB_STR("timeout"));
    lob_error_clear(&c->ctx->error);
    return fail_with(c, is_time ? LOB_TOOL_ERROR_CODE_TIMEOUT : LOB_TOOL_ERROR_CODE_SERVICE_UNAVAILABLE, text, details);
}

static lob_status give_up(const call *c, int64_t id) {
    lob_buf digits;
    lob_str limit, details;
    lob_buf_init(&digits, 0);
    lob_buf_printf(&digits, "%lld", (long long)c->request->timeout_ms);
    LOB_TRY(keep(c, &digits, &limit));
    LOB_TRY(details_of(c, "timeout_ms", limit, (lob_str){NULL, 0}, &details));
    if (lob_mcp_talk_give_up(c->ctx, c->client, id, "timeout_ms is over") != LOB_OK) {
        lob_error_clear(&c->ctx->error); /* it is gone: the next call will say so */
    }
    return fail_with(c, LOB_TOOL_ERROR_CODE_TIMEOUT, LOB_STR("The tool did not answer in time and was stopped"),
                     details);
}

static lob_status talk(const call *c, lob_str params, const char *tool) {
    lob_mcp_reply reply;
    bool found = false;
    int64_t id;
    lob_status status = lob_mcp_talk_ask_as(c->ctx, c->client, c->request->trace_id, "tools/call", params, tool, &id);
    if (status == LOB_OK) {
        status = lob_mcp_talk_try(c->ctx, c->client, id, c->request->timeout_ms, &reply, &found);
    }
    if (status != LOB_OK) {
        return take_breakage(c, status);
    }
    return !found                      ? give_up(c, id)
           : reply.result.data != NULL ? take_result(c, reply.result)
                                       : take_rpc_error(c, reply.error);
}

/* What is wrong with the request, or NULL. */
static const char *fault_of(const call *c) {
    const lob_tool_call_request *request = c->request;
    lob_str id = request->trace_id;
    if (request->name.size == 0 || memchr(request->name.data, '\0', request->name.size) != NULL) {
        return "name must name a tool";
    }
    if (id.size == 0 || id.size > TRACE_ID_SIZE_MAX || memchr(id.data, '\0', id.size) != NULL) {
        return "trace_id must have 1 to 256 bytes, none of them NUL";
    }
    if (request->timeout_ms < 1 || request->timeout_ms > INT32_MAX) {
        return "timeout_ms must lie between 1 and 2147483647";
    }
    if (c->client->transport == NULL) {
        return NULL;
    }
    return lob_mcp_shelf_find_name(c->client->shelf, id) != NULL
               ? "trace_id is that of a call under way; every call needs one of its own"
               : NULL;
}

static lob_status write_params(const call *c, lob_str tool, lob_str *params) {
    const lob_tool_call_request *request = c->request;
    lob_buf arguments, buf;
    lob_jsonw w;
    lob_buf_init(&arguments, 0);
    lob_buf_init(&buf, 0);
    lob_jsonw_init(&w, &arguments);
    lob_jsonw_begin_object(&w);
    for (size_t i = 0; i < request->input.count; i++) {
        lob_jsonw_key_str(&w, request->input.names[i]);
        lob_jsonw_raw(&w, request->input.items[i]);
    }
    lob_jsonw_end_object(&w);
    if (arguments.failed == LOB_BUF_FINE) {
        lob_mcp_write_call(&buf, tool.data, (lob_str){arguments.data, arguments.size});
    } else {
        buf.failed = arguments.failed;
    }
    lob_buf_release(&arguments);
    return keep(c, &buf, params);
}

static lob_status run(const call *c) {
    const char *fault = fault_of(c);
    if (fault != NULL) {
        return refuse(c, fault);
    }
    if (c->client->transport == NULL) {
        return fail_with(c, LOB_TOOL_ERROR_CODE_SERVICE_UNAVAILABLE, LOB_STR("The server is not running"),
                         LOB_STR("{\"reason\":\"closed\"}"));
    }
    lob_str name = c->request->name, params;
    name.data = lob_arena_strdup(c->ctx->arena, name.data, name.size); /* ended by NUL */
    if (name.data == NULL) {
        return lob_fail_memory(c->ctx);
    }
    LOB_TRY(write_params(c, name, &params));
    return talk(c, params, name.data);
}

lob_status lob_tool_call(lob_ctx *ctx, lob_mcp_client *client, const lob_tool_call_request *request,
                         lob_tool_call_result *result) {
    int64_t began_ns = lob_clock_ns();
    call c = {ctx, client, request, result};
    *result = (lob_tool_call_result){.ok = false};
    lob_status status = run(&c);
    result->duration_ms = (lob_clock_ns() - began_ns) / 1000000;
    return status;
}

lob_status lob_tool_call_fail(lob_ctx *ctx, const lob_error *error, lob_tool_call_result *result) {
    call c = {.ctx = ctx, .result = result};
    lob_buf buf;
    lob_jsonw w;
    lob_str object;
    *result = (lob_tool_call_result){.ok = false};
    lob_buf_init(&buf, 0);
    lob_jsonw_init(&w, &buf);
    lob_error_write(error, &w);
    LOB_TRY(keep(&c, &buf, &object));
    return take_error_object(&c, object);
}
