/* An ErrorObject of another process becomes the error of this one. */
#include "tool/litho_child_impl.h"

#include <stdio.h>

#include "json/reader.h"

/* Keys of details are static here: those that the engine and the reading of files use. */
static const char *key_of(const char *name) {
    static const char *const keys[] = {
        "reason",  "argument",     "limit",        "limit_name", "path",         "offset",      "actual",
        "cell",    "layer",        "datatype",     "line",       "column",       "record",      "size",
        "rule_id", "record_index", "name",         "format",     "system_error", "stderr_tail", "target_id",
        "version", "required",     "violation_id", "session_id", "index",        "count",       "member",
        "rule",    "field",        "kind",         "block",      "expected",     "candidate",   "signal",
        "element", "exit_code",    "crash_report"};
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        if (strcmp(keys[i], name) == 0) {
            return keys[i];
        }
    }
    return NULL;
}

static const char *text_of(const cJSON *object, const char *name) {
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, name);
    return cJSON_IsString(item) ? item->valuestring : "";
}

static lob_status code_of(const char *name) {
    for (int code = LOB_OK + 1; code < LOB_E_CANCELLED; code++) {
        if (strcmp(lob_status_name((lob_status)code), name) == 0) {
            return (lob_status)code;
        }
    }
    return LOB_OK;
}

static void take_issues(lob_error *error, const cJSON *details) {
    const cJSON *item, *total = cJSON_GetObjectItemCaseSensitive(details, "issue_count");
    cJSON_ArrayForEach(item, cJSON_GetObjectItemCaseSensitive(details, "issues")) {
        lob_issue *issue = lob_error_issue(error);
        if (issue) {
            snprintf(issue->path, sizeof issue->path, "%s", text_of(item, "path"));
            snprintf(issue->rule, sizeof issue->rule, "%s", text_of(item, "rule"));
            snprintf(issue->expected, sizeof issue->expected, "%s", text_of(item, "expected"));
            snprintf(issue->got, sizeof issue->got, "%s", text_of(item, "got"));
            snprintf(issue->hint, sizeof issue->hint, "%s", text_of(item, "hint"));
        }
    }
    if (cJSON_IsNumber(total)) {
        error->issue_count_total = (unsigned)total->valuedouble;
    }
}

static void take_details(lob_error *error, const cJSON *details) {
    const cJSON *item;
    take_issues(error, details);
    cJSON_ArrayForEach(item, cJSON_GetObjectItemCaseSensitive(details, "candidates")) {
        if (cJSON_IsString(item)) {
            lob_error_candidate(error, lob_str_from(item->valuestring));
        }
    }
    cJSON_ArrayForEach(item, details) {
        const char *key = key_of(item->string);
        if (key && cJSON_IsString(item)) {
            lob_error_text(error, key, lob_str_from(item->valuestring));
        } else if (key && cJSON_IsNumber(item)) {
            lob_error_integer(error, key, (int64_t)item->valuedouble);
        }
    }
}

bool lob_litho_child_error(lob_ctx *ctx, lob_str line, lob_status *status) {
    lob_json_fault fault;
    cJSON *tree = line.size && line.data[0] == '{' ? lob_json_parse(line, &fault) : NULL;
    const lob_status code = code_of(text_of(tree, "code"));
    if (code != LOB_OK) {
        const cJSON *details = cJSON_GetObjectItemCaseSensitive(tree, "details");
        *status = lob_fail(ctx, code, "%s", text_of(tree, "message"));
        lob_hint(ctx, "%s", text_of(details, "hint"));
        take_details(&ctx->error, details);
    }
    cJSON_Delete(tree);
    return code != LOB_OK;
}

void lob_litho_child_hear(lob_ctx *ctx, const lob_litho_child *child, lob_str line) {
    lob_json_fault fault;
    cJSON *tree = line.size && line.data[0] == '{' ? lob_json_parse(line, &fault) : NULL;
    const cJSON *done = cJSON_GetObjectItemCaseSensitive(tree, "done");
    const cJSON *total = cJSON_GetObjectItemCaseSensitive(tree, "total");
    if (cJSON_IsNumber(done) && cJSON_IsNumber(total)) {
        lob_progress(ctx, done->valuedouble, total->valuedouble, text_of(tree, "message"));
    }
    if (child->told && text_of(tree, "layout_artifact_id")[0]) {
        child->told(child->told_arg, text_of(tree, "layout_artifact_id"));
    }
    cJSON_Delete(tree);
}
