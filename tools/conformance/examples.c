/* Examples of tools as cases. spec/tools/TOOL.json may have
 *
 *   "examples": [{"about": "...", "requirements": ["R-..."], "before": [steps], "arguments": {...},
 *                 "response": pattern or "error": pattern, "tolerance": {...}, "level": "recommended",
 *                 "profile": "core"}]
 *
 * The Nth becomes the case example/TOOL_N, whose last step calls the tool. `before` usually opens a layout and saves
 * its session. Without a level it is `recommended`, without a profile that of the tool. Invariant: texts are put
 * together as they stand in the file, so the case is what somebody would have written.
 */
#include <cjson/cJSON.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "load.h"
#include "json/raw.h"
#include "json/reader.h"

static const char *const members[] = {"about", "requirements", "before", "arguments", "response",
                                      "error", "tolerance",    "level",  "profile"};
enum { MEMBER_COUNT = sizeof members / sizeof members[0] };

static bool is_space(char c) {
    return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

/* What stands between the brackets of a raw array, without white space around it. */
static lob_str inside(lob_str array) {
    lob_str in = {array.data + 1, array.size - 2};
    while (in.size > 0 && is_space(in.data[0])) {
        in.data++;
        in.size--;
    }
    while (in.size > 0 && is_space(in.data[in.size - 1])) {
        in.size--;
    }
    return in;
}

/* Takes the first of raw values between commas. */
static lob_str take_value(lob_str *rest) {
    unsigned depth = 0;
    size_t at = 0;
    while (at < rest->size && (depth > 0 || rest->data[at] != ',')) {
        char c = rest->data[at];
        depth += c == '[' || c == '{';
        depth -= c == ']' || c == '}';
        at = c == '"' ? lob_json_string_end(*rest, at) : at + 1;
    }
    lob_str value = {rest->data, at};
    at += at < rest->size;
    while (at < rest->size && is_space(rest->data[at])) {
        at++;
    }
    *rest = (lob_str){rest->data + at, rest->size - at};
    return value;
}

static const char *profile_of(const cJSON *tool, const char *name) {
    if (strcmp(name, "set_view") == 0 || strcmp(name, "render_view") == 0) {
        return "render";
    }
    if (strcmp(name, "run_drc_script") == 0 || strcmp(name, "extract_markers") == 0) {
        return "drc";
    }
    const cJSON *group;
    cJSON_ArrayForEach(group, cJSON_GetObjectItemCaseSensitive(tool, "groups")) {
        if (cJSON_IsString(group) && strcmp(group->valuestring, "contract") == 0) {
            return "core";
        }
    }
    return "pic";
}

static void add_member(lob_buf *out, const char *name, lob_str raw) {
    if (raw.data != NULL) {
        lob_buf_printf(out, ",\"%s\":", name);
        lob_buf_add(out, raw.data, raw.size);
    }
}

/* NULL, or what is wrong with the form of an example; what is inside is the parser's of cases to judge. */
static const char *form_fault(const cJSON *example) {
    bool has_response = cJSON_HasObjectItem(example, "response"), has_error = cJSON_HasObjectItem(example, "error");
    const cJSON *before = cJSON_GetObjectItemCaseSensitive(example, "before");
    if (!cJSON_IsObject(example)) {
        return "an example is an object";
    }
    for (const cJSON *member = example->child; member != NULL; member = member->next) {
        bool is_known = false;
        for (size_t i = 0; i < MEMBER_COUNT; i++) {
            is_known = is_known || strcmp(member->string, members[i]) == 0;
        }
        if (!is_known) {
            return "an example has about, requirements, before, arguments, response or error, tolerance, level, "
                   "profile";
        }
    }
    if (!cJSON_HasObjectItem(example, "arguments") || has_response == has_error) {
        return "an example has arguments, and response or error";
    }
    return before != NULL && !cJSON_IsArray(before) ? "before is an array of steps" : NULL;
}

typedef struct source {
    const char *tool, *path, *profile;
} source;

static lob_status add_example(lob_ctx *ctx, conf_cases *cases, const source *from, lob_str id, lob_str raw) {
    lob_buf text;
    lob_str level = lob_json_raw_member(raw, "level"), profile = lob_json_raw_member(raw, "profile");
    lob_str before = lob_json_raw_member(raw, "before");
    lob_buf_init(&text, 0);
    lob_buf_printf(&text, "{\"id\":\"%s\",\"since\":\"%s\"", id.data, LOB_SCHEMA_VERSION);
    add_member(&text, "about", lob_json_raw_member(raw, "about"));
    add_member(&text, "requirements", lob_json_raw_member(raw, "requirements"));
    add_member(&text, "level", level.data != NULL ? level : LOB_STR("\"recommended\""));
    if (profile.data != NULL) {
        add_member(&text, "profile", profile);
    } else {
        lob_buf_printf(&text, ",\"profile\":\"%s\"", from->profile);
    }
    lob_buf_add_text(&text, ",\"steps\":[");
    lob_str steps = before.data != NULL ? inside(before) : (lob_str){"", 0};
    lob_buf_add(&text, steps.data, steps.size);
    lob_buf_printf(&text, "%s{\"call\":\"%s\"", steps.size > 0 ? "," : "", from->tool);
    add_member(&text, "arguments", lob_json_raw_member(raw, "arguments"));
    add_member(&text, "expect", lob_json_raw_member(raw, "response"));
    add_member(&text, "error", lob_json_raw_member(raw, "error"));
    add_member(&text, "tolerance", lob_json_raw_member(raw, "tolerance"));
    lob_buf_add_text(&text, "}]}");
    lob_str kept = conf_buf_text(ctx, &text);
    return kept.data != NULL ? conf_cases_add(ctx, cases, id, from->path, kept) : LOB_E_TOOL_LIMIT_EXCEEDED;
}

static lob_status add_examples(lob_ctx *ctx, conf_cases *cases, const source *from, const cJSON *examples,
                               lob_str raw) {
    const cJSON *example = cJSON_IsArray(examples) ? examples->child : NULL;
    lob_str rest = example != NULL ? inside(raw) : (lob_str){"", 0};
    for (unsigned number = 1; example != NULL; example = example->next, number++) {
        char text[200];
        int size = snprintf(text, sizeof text, "example/%.120s_%u", from->tool, number);
        lob_str id = {lob_arena_strdup(ctx->arena, text, (size_t)size), (size_t)size};
        lob_str value = take_value(&rest);
        if (id.data == NULL) {
            return lob_fail_memory(ctx);
        }
        const char *fault = form_fault(example);
        LOB_TRY(fault != NULL ? conf_fault(ctx, cases, id, "%s", fault) : add_example(ctx, cases, from, id, value));
    }
    return LOB_OK;
}

static lob_status add_tool(lob_ctx *ctx, conf_cases *cases, const char *folder, const char *file) {
    size_t size = strlen(file) - strlen(".json");
    const char *path = conf_join(ctx, folder, file), *name = lob_arena_strdup(ctx->arena, file, size);
    lob_str text;
    lob_json_fault fault;
    if (path == NULL || name == NULL) {
        return lob_fail_memory(ctx);
    }
    LOB_TRY(conf_read_file(ctx, path, &text));
    cJSON *tool = lob_json_parse(text, &fault);
    if (tool == NULL && strcmp(fault.what, "out of memory") == 0) {
        return lob_fail_memory(ctx);
    }
    if (tool == NULL) {
        return conf_fault(ctx, cases, lob_str_from(name), "the tool's file, line %u: %s", fault.line, fault.what);
    }
    source from = {.tool = name, .path = path, .profile = profile_of(tool, name)};
    lob_status status = add_examples(ctx, cases, &from, cJSON_GetObjectItemCaseSensitive(tool, "examples"),
                                     lob_json_raw_member(text, "examples"));
    cJSON_Delete(tool);
    return status;
}

static int is_tool(const struct dirent *entry) {
    size_t size = strlen(entry->d_name);
    return entry->d_name[0] != '.' && size > 5 && strcmp(entry->d_name + size - 5, ".json") == 0;
}

lob_status conf_examples_load(lob_ctx *ctx, const char *folder, conf_cases *cases) {
    struct dirent **entries = NULL;
    int count = scandir(folder, &entries, is_tool, alphasort);
    lob_status status = LOB_OK;
    if (count < 0) {
        status = lob_fail(ctx, LOB_E_FILE_NOT_FOUND, "The folder of the tools' schemas cannot be read");
        lob_hint(ctx, "Keep tools beside the folder of cases.");
        lob_error_text(&ctx->error, "path", lob_str_from(folder));
    }
    for (int i = 0; i < count; i++) {
        if (status == LOB_OK) {
            status = add_tool(ctx, cases, folder, entries[i]->d_name);
        }
        free(entries[i]);
    }
    free(entries);
    return status;
}
