/* See mcp_answer.h. Invariant: bytes of the answer are those of the server, so that no number is read and written
 * again; trees are looked at only. */
#include "client/mcp_answer.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "json/reader.h"

enum { EXCERPT_SIZE = 160, WHY_SIZE = 320 };
static const char no_memory[] = "out of memory"; /* as the reader says it */

/* True: {code, message, ...}, both strings. */
static bool is_error_object(const cJSON *tree) {
    return cJSON_IsObject(tree) && cJSON_IsString(cJSON_GetObjectItemCaseSensitive(tree, "code")) &&
           cJSON_IsString(cJSON_GetObjectItemCaseSensitive(tree, "message"));
}

static bool is_no_memory(const lob_json_fault *fault) {
    return strcmp(fault->what, no_memory) == 0;
}

static lob_status __attribute__((format(printf, 3, 4)))
say(lob_ctx *ctx, lob_mcp_answer *answer, const char *format, ...) {
    char text[WHY_SIZE];
    va_list args;
    va_start(args, format);
    int size = vsnprintf(text, sizeof text, format, args);
    va_end(args);
    answer->why = lob_arena_strdup(ctx->arena, text, (size_t)size < sizeof text ? (size_t)size : sizeof text - 1);
    return answer->why != NULL ? LOB_OK : lob_fail_memory(ctx);
}

/* A string of JSON becomes the answer when it holds an object; *is_object says whether. */
static lob_status take_text(lob_ctx *ctx, const char *text, lob_mcp_answer *answer, bool *is_object) {
    lob_json_fault fault;
    lob_str json = lob_str_from(text);
    *is_object = false;
    if (!lob_json_check(json, false, &fault)) {
        return is_no_memory(&fault) ? lob_fail_memory(ctx) : LOB_OK;
    }
    size_t at = strspn(text, " \t\r\n");
    if (text[at] != '{') {
        return LOB_OK;
    }
    answer->json = (lob_str){lob_arena_strdup(ctx->arena, text + at, json.size - at), json.size - at};
    *is_object = answer->json.data != NULL;
    return *is_object ? LOB_OK : lob_fail_memory(ctx);
}

/* What lies in a member `result` that is alone, as it is or as a string of JSON; else all of it. */
static lob_status take_structured(lob_ctx *ctx, lob_str raw, const cJSON *structured, lob_mcp_answer *answer) {
    const cJSON *only = structured->child;
    bool is_lone = only != NULL && only->next == NULL && strcmp(only->string, "result") == 0, is_object = false;
    if (is_lone && cJSON_IsString(only)) {
        LOB_TRY(take_text(ctx, only->valuestring, answer, &is_object));
    } else if (is_lone && cJSON_IsObject(only)) {
        answer->json = lob_json_raw_member(raw, "result");
        is_object = true;
    }
    answer->json = is_object ? answer->json : raw;
    return LOB_OK;
}

static lob_status take_content(lob_ctx *ctx, const cJSON *content, lob_mcp_answer *answer) {
    const char *wanted = answer->is_error ? "an ErrorObject {code, message}" : "a JSON object";
    const cJSON *block;
    cJSON_ArrayForEach(block, content) {
        const cJSON *type = cJSON_GetObjectItemCaseSensitive(block, "type");
        const cJSON *text = cJSON_GetObjectItemCaseSensitive(block, "text");
        if (!cJSON_IsString(type) || strcmp(type->valuestring, "text") != 0 || !cJSON_IsString(text)) {
            continue;
        }
        bool is_object;
        LOB_TRY(take_text(ctx, text->valuestring, answer, &is_object));
        return is_object ? LOB_OK
                         : say(ctx, answer,
                               "expected %s in structuredContent or as the first text block, got the text \"%.*s\"",
                               wanted, EXCERPT_SIZE, text->valuestring);
    }
    return say(ctx, answer, "expected %s in structuredContent or as the first text block, got neither", wanted);
}

static lob_status find_in(lob_ctx *ctx, lob_str result, const cJSON *tree, lob_mcp_answer *answer) {
    if (!cJSON_IsObject(tree)) {
        answer->why = "expected a result that is an object, got another value";
        return LOB_OK;
    }
    const cJSON *structured = cJSON_GetObjectItemCaseSensitive(tree, "structuredContent");
    answer->is_error = cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(tree, "isError"));
    return cJSON_IsObject(structured)
               ? take_structured(ctx, lob_json_raw_member(result, "structuredContent"), structured, answer)
               : take_content(ctx, cJSON_GetObjectItemCaseSensitive(tree, "content"), answer);
}

/* An ErrorObject is an error, whether the result says isError or not. */
static lob_status look_for_error(lob_ctx *ctx, lob_mcp_answer *answer) {
    lob_json_fault fault;
    cJSON *tree = answer->json.data != NULL ? lob_json_parse(answer->json, &fault) : NULL;
    bool fails = answer->json.data != NULL && tree == NULL;
    answer->is_error = answer->is_error || is_error_object(tree);
    cJSON_Delete(tree);
    return fails ? lob_fail_memory(ctx) : LOB_OK;
}

lob_status lob_mcp_answer_find(lob_ctx *ctx, lob_str result, lob_mcp_answer *answer) {
    lob_json_fault fault;
    *answer = (lob_mcp_answer){.why = ""};
    cJSON *tree = lob_json_parse(result, &fault);
    if (tree == NULL) {
        return is_no_memory(&fault) ? lob_fail_memory(ctx)
                                    : say(ctx, answer, "expected JSON that can be read, got a fault: %s", fault.what);
    }
    lob_status status = find_in(ctx, result, tree, answer);
    cJSON_Delete(tree);
    return status == LOB_OK ? look_for_error(ctx, answer) : status;
}
