/* See ask.h: what its requests have in common. */
#include "mcp/ask.h"

#include <stdio.h>

#include "mcp/identity.h"
#include "mcp/tools.h"
#include "json/reader.h"

void lob_ask_begin(lob_str id, lob_jsonw *w, lob_buf *line) {
    lob_rpc_begin_result(line, id);
    lob_jsonw_init(w, line);
    lob_jsonw_begin_object(w);
}

void lob_ask_cache(lob_jsonw *w, int ttl_ms, const char *scope) {
    lob_jsonw_key(w, "ttlMs");
    lob_jsonw_int(w, ttl_ms);
    lob_jsonw_key(w, "cacheScope");
    lob_jsonw_text(w, scope);
}

void lob_ask_end(const lob_product *product, bool modern, lob_jsonw *w, lob_buf *line) {
    if (modern) {
        lob_modern_tail(product, line);
    }
    lob_jsonw_end_object(w);
    lob_rpc_end_result(line);
}

void lob_ask_refuse(const lob_ask *ask, int code, lob_buf *line) {
    const lob_error *error = &ask->ctx->error;
    char text[1100];
    snprintf(text, sizeof text, "%s%s%s", error->message, error->hint[0] ? ". " : "", error->hint);
    lob_rpc_error(line, ask->id, code, text, (lob_str){0});
}

cJSON *lob_ask_tool(const lob_ask *ask, const char *name, cJSON *arguments) {
    const lob_tool *tool = lob_tools_find(ask->product, name);
    lob_call call = {.ctx = ask->ctx, .sessions = ask->sessions};
    lob_json_fault fault;
    cJSON *answer = NULL;
    lob_buf_clear(ask->json);
    if (tool && arguments && lob_runner_run(&ask->product->runner, &call, tool, arguments, ask->json) == LOB_OK &&
        !ask->json->failed) {
        answer = lob_json_parse((lob_str){ask->json->data, ask->json->size}, &fault);
    }
    lob_call_end(&call);
    cJSON_Delete(arguments);
    return answer;
}

static lob_str session_of(const cJSON *arguments) {
    const char *text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(arguments, "layout"));
    text = text ? text : cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(arguments, "session_id"));
    return text ? lob_str_from(text) : (lob_str){0};
}

lob_str lob_ask_session(const cJSON *params) {
    const lob_str of_prompt = session_of(cJSON_GetObjectItemCaseSensitive(params, "arguments"));
    const cJSON *context = cJSON_GetObjectItemCaseSensitive(params, "context");
    return of_prompt.data ? of_prompt : session_of(cJSON_GetObjectItemCaseSensitive(context, "arguments"));
}
