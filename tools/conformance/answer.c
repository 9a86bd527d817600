/* The answer of a tool out of the result of tools/call, however a server's library wraps it.
 *
 * Some libraries put what a tool returned into structuredContent, some below a lone member `result` there (and then
 * perhaps as a string of JSON), some only as text. Which of them it was must not matter to a case.
 */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

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

bool conf_is_error_object(const cJSON *tree) {
    return cJSON_IsObject(tree) && cJSON_IsString(cJSON_GetObjectItemCaseSensitive(tree, "code")) &&
           cJSON_IsString(cJSON_GetObjectItemCaseSensitive(tree, "message"));
}

static bool is_no_memory(const lob_json_fault *fault) {
    return strcmp(fault->what, CONF_NO_MEMORY) == 0;
}

/* The object in a member `result` that is alone, as it is or as a string of JSON, else `tree`. Takes `tree` over; NULL:
 * out of memory. */
static cJSON *unwrap_lone(cJSON *tree) {
    cJSON *only = tree->child;
    if (only == NULL || only->next != NULL || strcmp(only->string, "result") != 0) {
        return tree;
    }
    cJSON *inner = NULL;
    if (cJSON_IsObject(only)) {
        inner = cJSON_DetachItemViaPointer(tree, only);
    } else if (cJSON_IsString(only)) {
        lob_json_fault fault;
        inner = lob_json_parse(lob_str_from(only->valuestring), &fault);
        if (inner == NULL && is_no_memory(&fault)) {
            cJSON_Delete(tree);
            return NULL;
        }
    }
    if (!cJSON_IsObject(inner)) {
        cJSON_Delete(inner);
        return tree;
    }
    cJSON_Delete(tree);
    return inner;
}

/* NULL: *why. `wanted`: what is missed. */
static cJSON *parse_text(lob_ctx *ctx, const cJSON *content, const char *wanted, const char **why) {
    const cJSON *block;
    cJSON_ArrayForEach(block, content) {
        const cJSON *type = cJSON_GetObjectItemCaseSensitive(block, "type");
        const cJSON *text = cJSON_GetObjectItemCaseSensitive(block, "text");
        if (cJSON_IsString(type) && strcmp(type->valuestring, "text") == 0 && cJSON_IsString(text)) {
            lob_json_fault fault;
            cJSON *tree = lob_json_parse(lob_str_from(text->valuestring), &fault);
            if (cJSON_IsObject(tree)) {
                return tree;
            }
            *why = tree == NULL && is_no_memory(&fault)
                       ? fault.what
                       : conf_format(
                             ctx, "expected %s in structuredContent or as the first text block, got the text \"%.*s\"",
                             wanted, EXCERPT_SIZE, text->valuestring);
            cJSON_Delete(tree);
            return NULL;
        }
    }
    *why = conf_format(ctx, "expected %s in structuredContent or as the first text block, got neither", wanted);
    return NULL;
}

cJSON *conf_unwrap(lob_ctx *ctx, lob_str result, bool *is_error, const char **why) {
    lob_json_fault fault;
    *is_error = false;
    cJSON *tree = lob_json_parse(result, &fault);
    if (!cJSON_IsObject(tree)) {
        *why = tree != NULL           ? "expected a result that is an object, got another value"
               : is_no_memory(&fault) ? fault.what
                                      : conf_format(ctx, "expected JSON that can be read, got a fault: %s", fault.what);
        cJSON_Delete(tree);
        return NULL;
    }
    *is_error = cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(tree, "isError"));
    cJSON *structured = cJSON_GetObjectItemCaseSensitive(tree, "structuredContent");
    cJSON *answer;
    if (cJSON_IsObject(structured)) {
        answer = unwrap_lone(cJSON_DetachItemViaPointer(tree, structured));
        *why = CONF_NO_MEMORY;
    } else {
        const char *wanted = *is_error ? "an ErrorObject {code, message}" : "a JSON object";
        answer = parse_text(ctx, cJSON_GetObjectItemCaseSensitive(tree, "content"), wanted, why);
    }
    cJSON_Delete(tree);
    *is_error = *is_error || conf_is_error_object(answer);
    return answer;
}
