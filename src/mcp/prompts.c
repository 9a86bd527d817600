/* prompts/list and prompts/get. Invariant: a text that is given out has no argument left open. */
#include <stdio.h>
#include <string.h>

#include "mcp/ask.h"

enum { TTL_MS = 3600000 };

/* ---- the list ---- */

static void write_argument(lob_jsonw *w, const lob_prompt_argument *argument) {
    lob_jsonw_begin_object(w);
    lob_jsonw_key(w, "name");
    lob_jsonw_text(w, argument->name);
    lob_jsonw_key(w, "description");
    lob_jsonw_text(w, argument->description);
    lob_jsonw_key(w, "required");
    lob_jsonw_bool(w, argument->is_required);
    lob_jsonw_end_object(w);
}

static void write_prompt(lob_jsonw *w, const lob_prompt *prompt) {
    lob_jsonw_begin_object(w);
    lob_jsonw_key(w, "name");
    lob_jsonw_text(w, prompt->name);
    lob_jsonw_key(w, "title");
    lob_jsonw_text(w, prompt->title);
    lob_jsonw_key(w, "description");
    lob_jsonw_text(w, prompt->description);
    lob_jsonw_key(w, "arguments");
    lob_jsonw_begin_array(w);
    for (size_t i = 0; i < LOB_PROMPT_ARGUMENT_COUNT_MAX && prompt->arguments[i].name; i++) {
        write_argument(w, &prompt->arguments[i]);
    }
    lob_jsonw_end_array(w);
    lob_jsonw_end_object(w);
}

void lob_prompts_list(const lob_product *product, const lob_rpc_message *request, bool modern, lob_buf *line) {
    const cJSON *cursor = cJSON_GetObjectItemCaseSensitive(request->params, "cursor");
    lob_jsonw w;
    if (cursor && !cJSON_IsNull(cursor)) {
        lob_rpc_error(line, request->id, LOB_RPC_INVALID_PARAMS, "Invalid params: unknown cursor; leave it out",
                      (lob_str){0});
        return;
    }
    lob_ask_begin(request->id, &w, line);
    lob_jsonw_key(&w, "prompts");
    lob_jsonw_begin_array(&w);
    for (size_t i = 0; i < product->prompt_count; i++) {
        write_prompt(&w, &product->prompts[i]);
    }
    lob_jsonw_end_array(&w);
    if (modern) {
        lob_ask_cache(&w, TTL_MS, "public");
    }
    lob_ask_end(product, modern, &w, line);
}

/* ---- one prompt ---- */

static const lob_prompt *find_prompt(const lob_product *product, const char *name) {
    for (size_t i = 0; name && i < product->prompt_count; i++) {
        if (strcmp(product->prompts[i].name, name) == 0) {
            return &product->prompts[i];
        }
    }
    return NULL;
}

static const char *given(const cJSON *arguments, const char *name) {
    return cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(arguments, name));
}

static const lob_prompt_argument *find_argument(const lob_prompt *prompt, const char *name) {
    for (size_t i = 0; i < LOB_PROMPT_ARGUMENT_COUNT_MAX && prompt->arguments[i].name; i++) {
        if (strcmp(prompt->arguments[i].name, name) == 0) {
            return &prompt->arguments[i];
        }
    }
    return NULL;
}

/* False: ctx->error says which argument is missing, unknown or no text. */
static bool check_arguments(const lob_ask *ask, const lob_prompt *prompt, const cJSON *arguments) {
    const cJSON *item;
    cJSON_ArrayForEach(item, arguments) {
        if (!find_argument(prompt, item->string) || !cJSON_IsString(item)) {
            lob_fail(ask->ctx, LOB_E_INVALID_TARGET,
                     "The prompt %s does not accept the argument \"%.60s\" or its value", prompt->name, item->string);
            lob_hint(ask->ctx, "prompts/list names the arguments; each value is a string.");
            return false;
        }
    }
    for (size_t i = 0; i < LOB_PROMPT_ARGUMENT_COUNT_MAX && prompt->arguments[i].name; i++) {
        const char *text = given(arguments, prompt->arguments[i].name);
        if (prompt->arguments[i].is_required && (!text || !*text)) {
            lob_fail(ask->ctx, LOB_E_INVALID_TARGET, "The prompt %s needs the argument \"%s\"", prompt->name,
                     prompt->arguments[i].name);
            lob_hint(ask->ctx, "%s.", prompt->arguments[i].description);
            return false;
        }
    }
    return true;
}

static bool is_session(const char *layout) {
    return strncmp(layout, "ses_", 4) == 0;
}

/* What a session can lack beside cells. Ids of ports and names of layers are not looked up. */
static const struct {
    lob_prompt_source source;
    const char *what, *hint;
} looked_up[] = {
    {LOB_PROMPT_LAYER, "layer", "list_layers has the layers, as 1/0; completion/complete offers them."},
    {LOB_PROMPT_PORT, "port", "list_ports has the ports; completion/complete offers their names."},
    {LOB_PROMPT_RUN, "run", "run_drc_script makes runs; completion/complete offers their ids."},
    {LOB_PROMPT_RULE, "violated rule",
     "extract_markers has the rules of a run in rule_counts; completion/complete offers them."},
};

static bool check_others(const lob_ask *ask, const lob_prompt *prompt, const cJSON *arguments, const char *layout) {
    for (size_t i = 0; i < LOB_PROMPT_ARGUMENT_COUNT_MAX && prompt->arguments[i].name; i++) {
        const char *value = given(arguments, prompt->arguments[i].name);
        for (size_t k = 0; value && *value && k < sizeof looked_up / sizeof *looked_up; k++) {
            const lob_prompt_source source = prompt->arguments[i].source;
            const bool is_other_name = (source == LOB_PROMPT_LAYER && !strchr(value, '/')) ||
                                       (source == LOB_PROMPT_PORT && strncmp(value, "prt_", 4) == 0);
            if (source == looked_up[k].source && !is_other_name && !lob_complete_knows(ask, source, layout, value)) {
                lob_fail(ask->ctx, LOB_E_INVALID_TARGET, "The layout has no %s \"%.200s\"", looked_up[k].what, value);
                lob_hint(ask->ctx, "%s", looked_up[k].hint);
                return false;
            }
        }
    }
    return true;
}

/* False: ctx->error says that the session is not open, or has no such cell, layer, port, run or rule. */
static bool check_names(const lob_ask *ask, const lob_prompt *prompt, const cJSON *arguments) {
    const char *layout = given(arguments, "layout"), *cell = given(arguments, "cell");
    lob_session *session = NULL;
    if (!layout || !is_session(layout)) {
        return true;
    }
    if (lob_session_find(ask->ctx, ask->sessions, lob_str_from(layout), &session) != LOB_OK) {
        return false;
    }
    lob_session_drop(session);
    if (!cell || !*cell) {
        return check_others(ask, prompt, arguments, layout);
    }
    cJSON *question = cJSON_CreateObject();
    cJSON_AddStringToObject(question, "session_id", layout);
    cJSON_AddStringToObject(question, "name", cell);
    cJSON_AddBoolToObject(question, "all", true);
    cJSON_AddBoolToObject(question, "include_places", false);
    cJSON *answer = lob_ask_tool(ask, "find_cells", question);
    const bool is_there = cJSON_GetNumberValue(cJSON_GetObjectItemCaseSensitive(answer, "match_count")) >= 1;
    if (answer && !is_there) {
        lob_fail(ask->ctx, LOB_E_INVALID_TARGET, "The layout has no cell \"%.200s\"", cell);
        lob_hint(ask->ctx,
                 "find_cells with a pattern such as \"*part*\" finds names; completion/complete offers them.");
    }
    cJSON_Delete(answer);
    return is_there && check_others(ask, prompt, arguments, layout);
}

/* Adds the value of an argument as the text wants it. */
static void add_value(const char *name, size_t size, const char *value, lob_buf *text) {
    if (size != 6 || strncmp(name, "layout", 6) != 0) {
        lob_buf_add_text(text, value);
    } else if (is_session(value)) {
        lob_buf_printf(text, "The layout is open as session %s.", value);
    } else {
        lob_buf_printf(text, "Open the layout \"%s\" with open_layout.", value);
    }
}

static void fill_text(const lob_prompt *prompt, const cJSON *arguments, lob_buf *text) {
    const char *at = prompt->text;
    for (const char *open; (open = strchr(at, '{')) != NULL;) {
        const char *close = strchr(open, '}');
        const char *name = open + 1;
        const size_t inner = (size_t)(close - name), size = strcspn(name, "|}");
        char key[32];
        snprintf(key, sizeof key, "%.*s", (int)size, name);
        const char *value = given(arguments, key);
        lob_buf_add(text, at, (size_t)(open - at));
        if (value && *value) {
            add_value(name, size, value, text);
        } else if (size < inner) {
            lob_buf_add(text, name + size + 1, inner - size - 1);
        }
        at = close + 1;
    }
    lob_buf_add_text(text, at);
}

static void answer_prompt(const lob_ask *ask, const lob_prompt *prompt, const cJSON *arguments, lob_buf *line) {
    lob_jsonw w;
    lob_buf_clear(ask->json);
    fill_text(prompt, arguments, ask->json);
    lob_ask_begin(ask->id, &w, line);
    lob_jsonw_key(&w, "description");
    lob_jsonw_text(&w, prompt->description);
    lob_jsonw_key(&w, "messages");
    lob_jsonw_begin_array(&w);
    lob_jsonw_begin_object(&w);
    lob_jsonw_key(&w, "role");
    lob_jsonw_text(&w, "user");
    lob_jsonw_key(&w, "content");
    lob_jsonw_begin_object(&w);
    lob_jsonw_key(&w, "type");
    lob_jsonw_text(&w, "text");
    lob_jsonw_key(&w, "text");
    lob_jsonw_str(&w, (lob_str){ask->json->data, ask->json->size});
    lob_jsonw_end_object(&w);
    lob_jsonw_end_object(&w);
    lob_jsonw_end_array(&w);
    lob_ask_end(ask->product, ask->modern, &w, line);
}

void lob_prompts_get(const lob_ask *ask, lob_buf *line) {
    const lob_prompt *prompt = find_prompt(ask->product, given(ask->params, "name"));
    const cJSON *arguments = cJSON_GetObjectItemCaseSensitive(ask->params, "arguments");
    if (!prompt || (arguments && !cJSON_IsObject(arguments))) {
        lob_rpc_error(line, ask->id, LOB_RPC_INVALID_PARAMS,
                      prompt ? "Invalid params: arguments must be an object"
                             : "Unknown prompt; prompts/list names them all",
                      (lob_str){0});
    } else if (check_arguments(ask, prompt, arguments) && check_names(ask, prompt, arguments)) {
        answer_prompt(ask, prompt, arguments, line);
    } else {
        lob_ask_refuse(ask, LOB_RPC_INVALID_PARAMS, line);
    }
}
