/* What a tool answered, as a tree, and what the runner says about it. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "client/mcp_answer.h"
#include "run_impl.h"
#include "json/reader.h"
#include "json/wire.h"

enum { EXCERPT_SIZE = 160 };

const char *conf_format(lob_ctx *ctx, const char *format, ...) {
    char text[2048];
    va_list arguments;
    va_start(arguments, format);
    int size = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    size_t kept = size < 0 ? 0 : (size_t)size < sizeof text ? (size_t)size : sizeof text - 1;
    const char *copy = lob_arena_strdup(ctx->arena, text, kept);
    return copy != NULL ? copy : CONF_NO_MEMORY;
}

lob_str conf_compact(lob_ctx *ctx, const cJSON *tree) {
    lob_wire w;
    lob_str text = {NULL, 0};
    lob_wire_begin(&w, ctx, "value", true);
    return lob_wire_any(&w, tree, &text) ? text : (lob_str){NULL, 0};
}

cJSON *conf_unwrap(lob_ctx *ctx, lob_str result, bool *is_error, const char **why) {
    lob_mcp_answer answer;
    lob_json_fault fault;
    *is_error = false;
    if (lob_mcp_answer_find(ctx, result, &answer) != LOB_OK) {
        *why = CONF_NO_MEMORY;
        return NULL;
    }
    *is_error = answer.is_error;
    *why = answer.json.data != NULL ? CONF_NO_MEMORY : answer.why;
    return answer.json.data != NULL ? lob_json_parse(answer.json, &fault) : NULL;
}
