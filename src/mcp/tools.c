/* Tool lists and results. Invariant: a result's text block, unescaped, is its structuredContent byte for byte. */
#include "mcp/tools.h"

#include <stdio.h>
#include <string.h>

#include "base/base64.h"
#include "mcp/identity.h"
#include "mcp/links.h"
#include "json/reader.h"

enum { TTL_MS = 3600000, DISTANCE_MAX = 5 };

/* tools/list */

static bool is_offered(const lob_product *product, const lob_tool *tool) {
    return lob_tool_is_offered(tool, product->toolset);
}

static void write_raw(lob_jsonw *w, const char *key, const char *json) {
    lob_jsonw_key(w, key);
    lob_jsonw_raw(w, lob_str_from(json));
}

/* What a host does not take for granted: without a hint a tool writes, destroys, does more when called twice, and meets
 * an open world; of one that only reads, nothing can be destroyed nor be done twice. */
static void write_annotations(lob_jsonw *w, const lob_tool *tool) {
    const struct {
        const char *name;
        bool is_told, value;
    } hints[] = {{"readOnlyHint", tool->read_only, true},
                 {"destructiveHint", !tool->read_only && !tool->destructive, false},
                 {"idempotentHint", !tool->read_only && tool->idempotent, true},
                 {"openWorldHint", !tool->open_world, false}};
    lob_jsonw_key(w, "annotations");
    lob_jsonw_begin_object(w);
    for (size_t i = 0; i < sizeof hints / sizeof hints[0]; i++) {
        if (hints[i].is_told) {
            lob_jsonw_key(w, hints[i].name);
            lob_jsonw_bool(w, hints[i].value);
        }
    }
    lob_jsonw_end_object(w);
}

/* Parts of a tool that not every list has. */
enum { WITH_OUTPUTS = 1, WITH_META = 2, WITH_TASKS = 4 };

static void write_tool(lob_jsonw *w, const lob_tool *tool, unsigned parts) {
    lob_jsonw_begin_object(w);
    lob_jsonw_key(w, "name");
    lob_jsonw_text(w, tool->name);
    lob_jsonw_key(w, "title");
    lob_jsonw_text(w, tool->title);
    lob_jsonw_key(w, "description");
    lob_jsonw_text(w, tool->description);
    write_raw(w, "inputSchema", tool->input_schema);
    if (tool->output_schema && (parts & WITH_OUTPUTS)) {
        write_raw(w, "outputSchema", tool->output_schema);
    }
    write_annotations(w, tool);
    if ((parts & WITH_TASKS) && lob_tools_make_task(tool)) {
        write_raw(w, "execution", "{\"taskSupport\":\"optional\"}");
    }
    if (tool->meta && (parts & WITH_META)) {
        write_raw(w, "_meta", tool->meta);
    }
    lob_jsonw_end_object(w);
}

static void write_list(const lob_product *product, unsigned parts, lob_buf *list) {
    lob_jsonw w;
    lob_jsonw_init(&w, list);
    lob_jsonw_begin_array(&w);
    for (size_t i = 0; i < product->tool_count; i++) {
        if (is_offered(product, &product->tools[i])) {
            write_tool(&w, &product->tools[i], parts);
        }
    }
    lob_jsonw_end_array(&w);
}

void lob_tools_write_list(const lob_product *product, lob_tools_form form, lob_buf *list) {
    static const unsigned parts[LOB_LIST_COUNT] = {[LOB_LIST_EARLY] = WITH_META,
                                                   [LOB_LIST_PLAIN] = WITH_OUTPUTS | WITH_META,
                                                   [LOB_LIST_OF_TASKS] = WITH_OUTPUTS | WITH_META | WITH_TASKS};
    write_list(product, parts[form], list);
}

bool lob_tools_measure(const lob_product *product, lob_tools_size *size) {
    lob_buf inputs, all;
    *size = (lob_tools_size){0};
    lob_buf_init(&inputs, 0);
    lob_buf_init(&all, 0);
    write_list(product, 0, &inputs);
    lob_tools_write_list(product, LOB_LIST_PLAIN, &all);
    for (size_t i = 0; i < product->tool_count; i++) {
        const lob_tool *tool = &product->tools[i];
        if (is_offered(product, tool)) {
            size->tools++;
            size->outputs += tool->output_schema ? strlen(tool->output_schema) : 0;
        }
    }
    size->inputs = inputs.size;
    size->total = all.size;
    const bool fine = !inputs.failed && !all.failed;
    lob_buf_release(&inputs);
    lob_buf_release(&all);
    return fine;
}

static bool is_of_word(char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
}

/* As a whole word: "evaluate" is not in "evaluate_layout". */
static bool names_tool(const char *text, const char *name) {
    const size_t size = strlen(name);
    for (const char *at = strstr(text, name); at; at = strstr(at + 1, name)) {
        if ((at == text || !is_of_word(at[-1])) && !is_of_word(at[size])) {
            return true;
        }
    }
    return false;
}

static bool is_of_toolset(const lob_product *product, const char *sentence) {
    /* With all tools there is nothing to look for: hosts wait for the start. */
    for (size_t i = 0; product->toolset != LOB_TOOLSET_FULL && i < product->tool_count; i++) {
        if (!is_offered(product, &product->tools[i]) && names_tool(sentence, product->tools[i].name)) {
            return false;
        }
    }
    return true;
}

void lob_tools_write_instructions(const lob_product *product, lob_buf *text) {
    for (size_t i = 0; product->instructions && product->instructions[i]; i++) {
        if (is_of_toolset(product, product->instructions[i])) {
            lob_buf_add_text(text, product->instructions[i]);
        }
    }
}

bool lob_tools_is_dear(const lob_tool *tool) {
    static const char *const dear[] = {"open_layout",     "render_view",     "run_drc_script",  "check_rules",
                                       "diff_layouts",    "density_map",     "describe_region", "check_connectivity",
                                       "evaluate_layout", "trace_waveguide", "list_ports",      "analyze_waveguide",
                                       "extract_markers"};
    for (size_t i = 0; i < sizeof dear / sizeof dear[0]; i++) {
        if (strcmp(tool->name, dear[i]) == 0) {
            return true;
        }
    }
    return false;
}

void lob_tools_answer_list(const lob_product *product, const lob_rpc_message *request, bool modern, lob_str list,
                           lob_buf *out) {
    const cJSON *cursor = cJSON_GetObjectItemCaseSensitive(request->params, "cursor");
    if (cursor && !cJSON_IsNull(cursor)) {
        /* The list is one page, so no cursor was ever given out. */
        lob_rpc_error(out, request->id, LOB_RPC_INVALID_PARAMS, "Invalid params: unknown cursor; leave it out",
                      (lob_str){0});
        return;
    }
    lob_rpc_begin_result(out, request->id);
    lob_buf_add_text(out, "{\"tools\":");
    lob_buf_add(out, list.data, list.size);
    if (modern) {
        lob_buf_printf(out, ",\"ttlMs\":%d,\"cacheScope\":\"public\"", TTL_MS);
        lob_modern_tail(product, out);
    }
    lob_buf_add_byte(out, '}');
    lob_rpc_end_result(out);
}

/* tools/call: the request */

const lob_tool *lob_tools_find(const lob_product *product, const char *name) {
    for (size_t i = 0; i < product->tool_count; i++) {
        if (strcmp(product->tools[i].name, name) == 0 && is_offered(product, &product->tools[i])) {
            return &product->tools[i];
        }
    }
    return NULL;
}

/* The name that was perhaps meant, or NULL. */
static const lob_tool *nearest_tool(const lob_product *product, const char *name) {
    const lob_tool *best = NULL;
    unsigned best_distance = DISTANCE_MAX;
    for (size_t i = 0; i < product->tool_count; i++) {
        const lob_tool *tool = &product->tools[i];
        unsigned distance = lob_str_distance(lob_str_from(tool->name), lob_str_from(name), DISTANCE_MAX);
        if (distance < best_distance && is_offered(product, tool)) {
            best_distance = distance;
            best = tool;
        }
    }
    return best;
}

static void refuse(const lob_rpc_message *request, const char *what, lob_buf *out) {
    lob_rpc_error(out, request->id, LOB_RPC_INVALID_PARAMS, what, (lob_str){0});
}

static void refuse_unknown(const lob_product *product, const lob_rpc_message *request, const char *name, lob_buf *out) {
    const lob_tool *nearest = nearest_tool(product, name);
    char text[160];
    if (nearest) {
        snprintf(text, sizeof text, "Unknown tool; did you mean %.64s? tools/list names them all", nearest->name);
    } else {
        snprintf(text, sizeof text, "Unknown tool; tools/list names them all");
    }
    refuse(request, text, out);
}

/* A string, or an integer written as one. */
static bool is_token(lob_str raw) {
    bool is_integer = raw.size > 0;
    for (size_t i = 0; i < raw.size; i++) {
        is_integer = is_integer && (raw.data[i] == '-' || (raw.data[i] >= '0' && raw.data[i] <= '9'));
    }
    return is_integer || (raw.size > 0 && raw.data[0] == '"');
}

lob_str lob_tools_progress_token(const lob_rpc_message *request) {
    if (!cJSON_HasObjectItem(request->params, "_meta")) {
        return (lob_str){0};
    }
    const lob_str token = lob_json_raw_member(lob_json_raw_member(request->params_text, "_meta"), "progressToken");
    return is_token(token) ? token : (lob_str){0};
}

lob_tools_call lob_tools_read_call(const lob_product *product, const lob_rpc_message *request, lob_buf *out) {
    lob_tools_call call = {0};
    const cJSON *name = cJSON_GetObjectItemCaseSensitive(request->params, "name");
    const cJSON *arguments = cJSON_GetObjectItemCaseSensitive(request->params, "arguments");
    if (!cJSON_IsString(name)) {
        refuse(request, "Invalid params: name must be a string", out);
        return call;
    }
    if (arguments && !cJSON_IsObject(arguments) && !cJSON_IsNull(arguments)) {
        refuse(request, "Invalid params: arguments must be an object", out);
        return call;
    }
    call.tool = lob_tools_find(product, name->valuestring);
    if (!call.tool) {
        refuse_unknown(product, request, name->valuestring, out);
        return call;
    }
    call.arguments = cJSON_IsObject(arguments) ? arguments : NULL;
    const cJSON *session_id = cJSON_GetObjectItemCaseSensitive(arguments, "session_id");
    if (call.tool->has_session && cJSON_IsString(session_id)) {
        call.session_id = lob_str_from(session_id->valuestring);
    }
    call.progress_token = lob_tools_progress_token(request);
    return call;
}

/* tools/call: the answer */

void lob_tools_add_escaped(lob_buf *out, lob_str json) {
    size_t extra = 0;
    for (size_t i = 0; i < json.size; i++) {
        extra += json.data[i] == '"' || json.data[i] == '\\';
    }
    char *at = lob_buf_reserve(out, json.size + extra);
    if (!at) {
        return;
    }
    /* Without a branch a byte: the backslash is always written, but only kept where it is needed. */
    for (size_t i = 0; i + 1 < json.size; i++) {
        char c = json.data[i];
        *at = '\\';
        at += c == '"' || c == '\\';
        *at++ = c;
    }
    if (json.size > 0) { /* the last byte, with no room to spare */
        char c = json.data[json.size - 1];
        if (c == '"' || c == '\\') {
            *at++ = '\\';
        }
        *at++ = c;
    }
    *at = '\0';
    out->size += json.size + extra;
}

static void add_image(lob_buf *out, lob_str png) {
    lob_buf_add_text(out, ",{\"type\":\"image\",\"data\":\"");
    lob_base64_add(out, png);
    lob_buf_add_text(out, "\",\"mimeType\":\"image/png\"}");
}

void lob_tools_begin_result(const lob_tools_result *result, lob_buf *out) {
    lob_buf_add_text(out, "{\"content\":[{\"type\":\"text\",\"text\":\"");
    lob_tools_add_escaped(out, result->json);
    lob_buf_add_text(out, "\"}");
    for (uint32_t i = 0; result->images && i < result->images->count; i++) {
        add_image(out, result->images->items[i]);
    }
    if (result->root) {
        lob_resource_links(result->json, result->root, out);
    }
    lob_buf_add_text(out, "],\"structuredContent\":");
    lob_buf_add(out, result->json.data, result->json.size);
    lob_buf_add_text(out, result->is_error ? ",\"isError\":true" : ",\"isError\":false");
}

void lob_tools_answer_call(const lob_product *product, const lob_tools_result *result, lob_buf *out) {
    lob_rpc_begin_result(out, result->id);
    lob_tools_begin_result(result, out);
    if (result->modern) {
        lob_modern_tail(product, out);
    }
    if (result->task_id.data) {
        lob_buf_printf(out, ",\"_meta\":{\"io.modelcontextprotocol/related-task\":{\"taskId\":\"%.*s\"}}",
                       (int)result->task_id.size, result->task_id.data);
    }
    lob_buf_add_byte(out, '}');
    lob_rpc_end_result(out);
}

/* The tools that begin a job and answer its id. */
static const char *const makers[] = {"evaluate", "optimize"};

bool lob_tools_make_task(const lob_tool *tool) {
    for (size_t i = 0; i < sizeof makers / sizeof makers[0]; i++) {
        if (strcmp(tool->name, makers[i]) == 0) {
            return true;
        }
    }
    return false;
}

bool lob_tools_offer_tasks(const lob_product *product) {
    for (size_t i = 0; i < sizeof makers / sizeof makers[0]; i++) {
        if (lob_tools_find(product, makers[i])) {
            return true;
        }
    }
    return false;
}
