/* One tool call from arguments to one JSON object, the same for the MCP server and the command line.
 *
 * Invariant: whatever happens, the session is given back, and a session that this call opened but could not tell of is
 * closed again. Room for the shortest error is taken before anything else, so that running out of memory can be said.
 */
#include "tool/call.h"

#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "gen/types.h"
#include "tool/registry.h"

static const char bare_error[] =
    "{\"code\":\"TOOL_LIMIT_EXCEEDED\",\"message\":\"The server ran out of memory for this request\",\"details\":{"
    "\"hint\":\"Close sessions that are no longer needed with close_session, then try again.\",\"reason\":\"memory\"}}";

const lob_tool *lob_tool_find(lob_str name, lob_toolset toolset) {
    for (size_t i = 0; i < lob_tool_count; i++) {
        const lob_tool *tool = &lob_tools[i];
        if (lob_str_equal(name, lob_str_from(tool->name))) {
            return lob_tool_is_offered(tool, toolset) ? tool : NULL;
        }
    }
    return NULL;
}

/* A member of the request as it was read; NULL when the tool has none of this name. */
static const void *asked_for(const lob_wire_table *request, const void *asked, const char *name, lob_wire_kind kind) {
    for (unsigned i = 0; i < request->count; i++) {
        const lob_wire_field *field = &request->fields[i];
        if (field->kind == kind && strcmp(field->name, name) == 0) {
            return (const char *)asked + field->offset;
        }
    }
    return NULL;
}

/* Handlers called from C (the report) keep what they had: no bound, full. */
static void take_size(lob_call *call, const lob_wire_table *request, const void *asked) {
    const int64_t *chars = asked_for(request, asked, "max_chars", LOB_WIRE_INTEGER);
    const int *detail = asked_for(request, asked, "detail", LOB_WIRE_ENUM);
    call->chars_max = chars ? *chars : 0;
    call->is_lean = detail && *detail == LOB_DETAIL_LEAN;
}

lob_status lob_tool_invoke(lob_call *call, const cJSON *arguments, lob_jsonw *out, const lob_wire_table *request,
                           const lob_wire_table *response, lob_tool_handler *handler) {
    void *asked = lob_arena_zalloc(call->ctx->arena, 1, request->size);
    void *answer = lob_arena_zalloc(call->ctx->arena, 1, response->size);
    if (!asked || !answer) {
        return lob_fail_memory(call->ctx);
    }
    LOB_TRY(lob_wire_parse(call->ctx, arguments, request, "request", false, asked));
    take_size(call, request, asked);
    LOB_TRY(handler(call, asked, answer));
    out->is_lean = call->is_lean;
    lob_wire_write(out, response, answer);
    return LOB_OK;
}

lob_status lob_call_session(lob_call *call, lob_str id) {
    if (call->session) {
        return LOB_OK;
    }
    return lob_session_find(call->ctx, call->sessions, id, &call->session);
}

lob_status lob_call_add_image(lob_call *call, const lob_buf *png) {
    const char *copy = lob_arena_strdup(call->ctx->arena, png->data, png->size);
    if (!copy) {
        return lob_fail_memory(call->ctx);
    }
    call->images.items[call->images.count++] = (lob_str){copy, png->size};
    return LOB_OK;
}

void lob_call_end(lob_call *call) {
    if (call->session) {
        lob_session_drop(call->session);
        call->session = NULL;
    }
}

static lob_status answer_failed(lob_ctx *ctx, lob_buf_state why) {
    if (why != LOB_BUF_TOO_LARGE) {
        return lob_fail_memory(ctx);
    }
    lob_status status = lob_fail(ctx, LOB_E_QUERY_TOO_LARGE, "The answer would be larger than a message may be");
    lob_error_text(&ctx->error, "limit_name", LOB_STR("result_size"));
    lob_error_integer(&ctx->error, "limit", LOB_LIMIT_RESULT_SIZE);
    lob_hint(ctx, "Ask for fewer items per page with the limit arguments, and follow next_cursor.");
    return status;
}

/* A session nobody was told of would only wait for its expiry. */
static void forget_new_session(lob_call *call) {
    if (!call->opened_session || !call->session) {
        return;
    }
    lob_arena *arena = call->ctx->arena;
    lob_ctx quiet;
    lob_ctx_init(&quiet, arena);
    (void)lob_session_close(&quiet, call->sessions, lob_str_from(call->session->id), NULL);
}

void lob_call_write_error(const lob_ctx *ctx, lob_buf *out) {
    lob_buf_clear(out);
    lob_jsonw w;
    lob_jsonw_init(&w, out);
    lob_error_write(&ctx->error, &w);
    if (out->failed != LOB_BUF_FINE) {
        lob_buf_clear(out);
        lob_buf_add(out, bare_error, sizeof bare_error - 1);
    }
}

/* The tool under an account of memory: that of the caller when there is one. */
static lob_status invoke(lob_call *call, const lob_tool *tool, const cJSON *arguments, lob_jsonw *w) {
    if (lob_account_current()) {
        return tool->invoke(call, arguments, w);
    }
    lob_account account;
    lob_account_init(&account, "request_memory_size", LOB_LIMIT_REQUEST_MEMORY_SIZE);
    atomic_store(&account.held, call->memory_held);
    lob_account *before = lob_account_enter(&account);
    lob_status status = tool->invoke(call, arguments, w);
    lob_account_end(&account, before);
    return status;
}

static bool is_damaged(const lob_session *session) {
    const lob_layout *layout = session->layout;
    return layout ? lob_layout_warning_count(layout) > 0 &&
                        strcmp(lob_layout_warning(layout, 0)->kind, LOB_WARNING_CONTENT_DAMAGED) == 0
                  : session->is_damaged;
}

/* Numbers of a file whose own signature says that it is damaged never go out without saying so: the answer's first
 * member. */
static void put_damage_first(const lob_call *call, lob_buf *out) {
    static const char member[] = "\"content_damaged\":\"The file does not match its validation signature: its bytes "
                                 "changed after it was written. Do not trust this answer.\",";
    if (!call->session || out->size < 2 || !is_damaged(call->session)) {
        return;
    }
    const size_t size = sizeof member - 1, behind = out->size - 1;
    if (lob_buf_reserve(out, size)) {
        memmove(out->data + 1 + size, out->data + 1, behind);
        memcpy(out->data + 1, member, size);
        out->size += size;
    }
}

lob_status lob_tool_run(lob_call *call, const lob_tool *tool, const cJSON *arguments, lob_buf *out) {
    lob_ctx *ctx = call->ctx;
    lob_jsonw w;
    call->arguments = arguments;
    lob_jsonw_init(&w, out);
    lob_status status = LOB_OK;
    if (!lob_buf_reserve(out, sizeof bare_error)) {
        status = lob_fail_memory(ctx);
    } else {
        status = invoke(call, tool, arguments, &w);
    }
    if (status == LOB_OK && out->failed == LOB_BUF_FINE) {
        put_damage_first(call, out);
    }
    if (status == LOB_OK && out->failed != LOB_BUF_FINE) {
        status = answer_failed(ctx, out->failed);
    }
    if (status != LOB_OK) {
        forget_new_session(call);
        status = lob_fail(ctx, LOB_E_INTERNAL_ERROR, "A tool failed without saying why"); /* keeps an earlier error */
        call->images.count = 0;
    }
    lob_call_end(call);
    if (status == LOB_E_CANCELLED) {
        lob_buf_clear(out);
    } else if (status != LOB_OK) {
        lob_call_write_error(ctx, out);
    }
    return status;
}

lob_status lob_runner_run(const lob_runner *runner, lob_call *call, const lob_tool *tool, const cJSON *arguments,
                          lob_buf *out) {
    return runner->run ? runner->run(runner->arg, call, tool, arguments, out)
                       : lob_tool_run(call, tool, arguments, out);
}
