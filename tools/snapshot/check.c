/* What holds for every answer of every tool, whatever the case expects of it. */
#include <string.h>

#include "snapshot.h"
#include "tool/registry.h"
#include "json/reader.h"

static size_t tool_index(const char *name) {
    for (size_t i = 0; i < lob_tool_count; i++) {
        if (strcmp(lob_tools[i].name, name) == 0) {
            return i;
        }
    }
    return lob_tool_count;
}

/* The contract's ErrorObject: a known code, a message, details with a hint. */
static const char *check_error(totals *all, const cJSON *error) {
    const cJSON *code = cJSON_GetObjectItemCaseSensitive(error, "code");
    const cJSON *message = cJSON_GetObjectItemCaseSensitive(error, "message");
    const cJSON *details = cJSON_GetObjectItemCaseSensitive(error, "details");
    const cJSON *hint = cJSON_GetObjectItemCaseSensitive(details, "hint");
    if (!cJSON_IsString(code) || !cJSON_IsString(message) || message->valuestring[0] == '\0') {
        return "an error without code or message";
    }
    if (!cJSON_IsString(hint) || hint->valuestring[0] == '\0') {
        return "an error without a hint";
    }
    if (strstr(hint->valuestring, "candidates") && !cJSON_GetObjectItemCaseSensitive(details, "candidates")) {
        return "a hint that promises candidates which the answer lacks";
    }
    for (unsigned i = 1; i < CODE_COUNT_MAX; i++) {
        if (strcmp(lob_status_name((lob_status)i), code->valuestring) == 0) {
            all->code_seen[i] = true;
            return NULL;
        }
    }
    return "an error code that no list knows";
}

static const char *check_success(lob_ctx *ctx, const char *tool, const cJSON *structured) {
    size_t index = tool_index(tool);
    if (index == lob_tool_count) {
        return "an answer of a tool that is not registered";
    }
    if (lob_tool_check_response(ctx, &lob_tools[index], structured) != LOB_OK) {
        return ctx->error.issue_count > 0 ? ctx->error.issues[0].path : "an answer that its strict schema refuses";
    }
    return NULL;
}

static const char *check_tree(totals *all, lob_ctx *ctx, const char *tool, const cJSON *result, lob_str structured,
                              bool *is_error) {
    const cJSON *content = cJSON_GetObjectItemCaseSensitive(result, "content");
    const cJSON *block = cJSON_GetArrayItem(content, 0);
    const cJSON *type = cJSON_GetObjectItemCaseSensitive(block, "type");
    const cJSON *text = cJSON_GetObjectItemCaseSensitive(block, "text");
    const cJSON *flag = cJSON_GetObjectItemCaseSensitive(result, "isError");
    const cJSON *tree = cJSON_GetObjectItemCaseSensitive(result, "structuredContent");
    *is_error = cJSON_IsTrue(flag);
    if (flag != NULL && !cJSON_IsBool(flag)) {
        return "isError is no boolean";
    }
    if (!cJSON_IsString(type) || strcmp(type->valuestring, "text") != 0 || !cJSON_IsString(text)) {
        return "no text block";
    }
    if (structured.data == NULL || !lob_str_equal(lob_str_from(text->valuestring), structured)) {
        return "the text block is not the structured content";
    }
    return *is_error ? check_error(all, tree) : check_success(ctx, tool, tree);
}

/* Texts of a layout may hold NUL, which the tree cannot: \u0000 becomes \u0001 there. Raw text keeps it. */
static lob_str for_tree(lob_ctx *ctx, lob_str raw) {
    char *copy = lob_arena_strdup(ctx->arena, raw.data, raw.size);
    for (size_t i = 0; copy != NULL && i + 5 < raw.size; i++) {
        if (copy[i] == '\\') {
            if (memcmp(copy + i + 1, "u0000", 5) == 0) {
                copy[i + 5] = '1';
            }
            i++;
        }
    }
    return (lob_str){copy, copy != NULL ? raw.size : 0};
}

const char *check_answer(totals *all, lob_ctx *ctx, const char *tool, lob_str result, lob_str *structured,
                         bool *is_error) {
    size_t index = tool_index(tool);
    if (index < TOOL_COUNT_MAX) {
        all->called[index] = true;
    }
    *structured = lob_json_raw_member(result, "structuredContent");
    lob_json_fault fault;
    cJSON *tree = lob_json_parse(for_tree(ctx, result), &fault);
    if (tree == NULL) {
        return "a result that is no JSON";
    }
    const char *wrong = check_tree(all, ctx, tool, tree, *structured, is_error);
    cJSON_Delete(tree);
    return wrong;
}
