/* completion/complete: values for arguments of prompts and for the parts of a resource's address.
 *
 * Cells, layers, ports and rules are what the tools say of the session; sessions and runs are what is there. Where
 * nothing can be looked up the answer is empty, as the protocol wants it: a client asks at each key.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mcp/ask.h"
#include "session/files.h"

enum { VALUE_COUNT_MAX = 100 /* by the protocol */, PORTS_LOOKED_AT = 2000, CHARS_LOOKED_AT = 1000000 };

typedef struct values {
    const lob_ask *ask;
    const char *begin; /* what was typed so far */
    const char *items[VALUE_COUNT_MAX];
    size_t count, total;
    bool has_failed; /* a tool did, so more may be there */
} values;

static bool begins_with(const char *text, const char *begin) {
    for (; *begin; text++, begin++) {
        const char a = *text >= 'A' && *text <= 'Z' ? (char)(*text + 32) : *text;
        const char b = *begin >= 'A' && *begin <= 'Z' ? (char)(*begin + 32) : *begin;
        if (a != b) {
            return false;
        }
    }
    return true;
}

/* Keeps a copy, once. */
static void offer(values *v, const char *text, size_t size) {
    char *copy = lob_arena_alloc(v->ask->ctx->arena, size + 1);
    if (!copy) {
        return;
    }
    memcpy(copy, text, size);
    copy[size] = '\0';
    for (size_t i = 0; i < v->count; i++) {
        if (strcmp(v->items[i], copy) == 0) {
            return;
        }
    }
    if (begins_with(copy, v->begin)) {
        v->total++;
        if (v->count < VALUE_COUNT_MAX) {
            v->items[v->count++] = copy;
        }
    }
}

/* ---- what there is ---- */

static void offer_sessions(values *v) {
    lob_str *ids = NULL;
    unsigned count = 0;
    if (v->ask->client != 0 && lob_sessions_of(v->ask->ctx, v->ask->sessions, v->ask->client, &ids, &count) == LOB_OK) {
        for (unsigned i = 0; i < count; i++) {
            offer(v, ids[i].data, ids[i].size);
        }
    }
}

/* The session that is meant: named beside the argument, or the client's only one. "": none. */
static const char *session_meant(const values *v) {
    const lob_str named = lob_ask_session(v->ask->params);
    lob_str *ids = NULL;
    unsigned count = 0;
    if (named.data || v->ask->client == 0 ||
        lob_sessions_of(v->ask->ctx, v->ask->sessions, v->ask->client, &ids, &count) != LOB_OK || count != 1) {
        return named.data && strncmp(named.data, "ses_", 4) == 0 ? named.data : "";
    }
    char *copy = lob_arena_alloc(v->ask->ctx->arena, ids[0].size + 1);
    if (!copy) {
        return "";
    }
    memcpy(copy, ids[0].data, ids[0].size);
    copy[ids[0].size] = '\0';
    return copy;
}

static bool is_open(const values *v, const char *id) {
    lob_session *session = NULL;
    if (lob_session_find(v->ask->ctx, v->ask->sessions, lob_str_from(id), &session) != LOB_OK) {
        return false;
    }
    lob_session_drop(session);
    return true;
}

/* Whole paths where `folder` is ""; else the names in that folder, such as "drc/". */
static void offer_files(values *v, const char *session, const char *folder) {
    lob_session_file *files = NULL;
    size_t count = 0;
    const size_t skip = strlen(folder);
    if (!is_open(v, session) || lob_session_files(v->ask->ctx, v->ask->sessions, session, &files, &count) != LOB_OK) {
        return;
    }
    for (size_t i = 0; i < count; i++) {
        const lob_str path = files[i].path;
        if (skip == 0) {
            offer(v, path.data, path.size);
        } else if (path.size > skip && memcmp(path.data, folder, skip) == 0) {
            offer(v, path.data + skip, strcspn(path.data + skip, "/"));
        }
    }
}

/* ---- what tools say ---- */

static cJSON *arguments_of(const char *session) {
    cJSON *arguments = cJSON_CreateObject();
    cJSON_AddStringToObject(arguments, "session_id", session);
    return arguments;
}

/* NULL: the tool failed, which is no fault of what was asked. Takes `arguments`. */
static cJSON *ask_of(values *v, const char *tool, cJSON *arguments) {
    cJSON *answer = lob_ask_tool(v->ask, tool, arguments);
    v->has_failed = v->has_failed || !answer;
    return answer;
}

/* Of lists that are asked for whole. */
static cJSON *arguments_of_all(const char *session) {
    cJSON *arguments = arguments_of(session);
    cJSON_AddNumberToObject(arguments, "max_chars", CHARS_LOOKED_AT);
    return arguments;
}

static void offer_cells(values *v, const char *session) {
    char pattern[512];
    size_t size = 0;
    for (const char *at = v->begin; *at && size + 4 < sizeof pattern; at++) {
        if (strchr("*?\\", *at)) {
            pattern[size++] = '\\';
        }
        pattern[size++] = *at;
    }
    snprintf(pattern + size, sizeof pattern - size, "*");
    cJSON *arguments = arguments_of(session), *answer;
    const cJSON *cell;
    cJSON_AddStringToObject(arguments, "pattern", pattern);
    cJSON_AddBoolToObject(arguments, "ignore_case", true);
    cJSON_AddBoolToObject(arguments, "include_places", false);
    cJSON_AddBoolToObject(arguments, "all", true);
    cJSON_AddNumberToObject(arguments, "limit", VALUE_COUNT_MAX);
    answer = ask_of(v, "find_cells", arguments);
    cJSON_ArrayForEach(cell, cJSON_GetObjectItemCaseSensitive(answer, "cells")) {
        const char *name = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(cell, "name"));
        offer(v, name ? name : "", name ? strlen(name) : 0);
    }
    const double total = cJSON_GetNumberValue(cJSON_GetObjectItemCaseSensitive(answer, "match_count"));
    v->total = answer && total > (double)v->total ? (size_t)total : v->total;
    cJSON_Delete(answer);
}

static void offer_layers(values *v, const char *session) {
    cJSON *answer = ask_of(v, "list_layers", arguments_of_all(session));
    const cJSON *layer;
    cJSON_ArrayForEach(layer, cJSON_GetObjectItemCaseSensitive(answer, "layers")) {
        char text[32];
        const double number = cJSON_GetNumberValue(cJSON_GetObjectItemCaseSensitive(layer, "layer"));
        const double datatype = cJSON_GetNumberValue(cJSON_GetObjectItemCaseSensitive(layer, "datatype"));
        const int size = snprintf(text, sizeof text, "%.0f/%.0f", number, datatype);
        offer(v, text, (size_t)size);
    }
    cJSON_Delete(answer);
}

static void offer_ports(values *v, const char *session) {
    cJSON *arguments = arguments_of_all(session);
    cJSON_AddNumberToObject(arguments, "limit", PORTS_LOOKED_AT);
    cJSON *answer = ask_of(v, "list_ports", arguments);
    const cJSON *port;
    cJSON_ArrayForEach(port, cJSON_GetObjectItemCaseSensitive(answer, "ports")) {
        const char *name = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(port, "name"));
        if (name && *name) { /* inferred ports have none */
            offer(v, name, strlen(name));
        }
    }
    cJSON_Delete(answer);
}

/* Rules that a run found violated; NULL: those of all runs of the session. */
static void offer_rules(values *v, const char *session, const char *run) {
    if (!run || !*run) {
        values runs = {.ask = v->ask, .begin = ""};
        offer_files(&runs, session, "drc/");
        for (size_t i = 0; i < runs.count; i++) {
            offer_rules(v, session, runs.items[i]);
        }
        return;
    }
    cJSON *arguments = arguments_of(session);
    cJSON_AddStringToObject(arguments, "run_id", run);
    cJSON_AddNumberToObject(arguments, "limit", 1);
    cJSON *answer = ask_of(v, "extract_markers", arguments);
    const cJSON *rule;
    cJSON_ArrayForEach(rule, cJSON_GetObjectItemCaseSensitive(answer, "rule_counts")) {
        offer(v, rule->string, strlen(rule->string));
    }
    cJSON_Delete(answer);
}

/* What a session has; run: NULL where none is named. */
static void offer_in(values *v, lob_prompt_source source, const char *session, const char *run) {
    if (source == LOB_PROMPT_CELL) {
        offer_cells(v, session);
    } else if (source == LOB_PROMPT_LAYER) {
        offer_layers(v, session);
    } else if (source == LOB_PROMPT_PORT) {
        offer_ports(v, session);
    } else if (source == LOB_PROMPT_RUN) {
        offer_files(v, session, "drc/");
    } else if (source == LOB_PROMPT_RULE) {
        offer_rules(v, session, run);
    }
}

bool lob_complete_knows(const lob_ask *ask, lob_prompt_source source, const char *session, const char *value) {
    values *v = lob_arena_alloc(ask->ctx->arena, sizeof *v);
    if (!v) {
        return true;
    }
    *v = (values){.ask = ask, .begin = value};
    offer_in(v, source, session, NULL);
    for (size_t i = 0; i < v->count; i++) {
        if (strcmp(v->items[i], value) == 0) {
            return true;
        }
    }
    lob_error_clear(&ask->ctx->error);
    return v->has_failed;
}

/* ---- the request ---- */

static void offer_of(values *v, lob_prompt_source source) {
    const char *session = source == LOB_PROMPT_LAYOUT || source == LOB_PROMPT_WORDS ? "" : session_meant(v);
    const cJSON *context = cJSON_GetObjectItemCaseSensitive(v->ask->params, "context");
    const cJSON *known = cJSON_GetObjectItemCaseSensitive(context, "arguments");
    if (source == LOB_PROMPT_LAYOUT) {
        offer_sessions(v);
    } else if (session[0] != '\0') {
        offer_in(v, source, session, cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(known, "run_id")));
    }
}

static const lob_prompt_argument *find_argument(const lob_product *product, const char *prompt, const char *name) {
    for (size_t i = 0; i < product->prompt_count; i++) {
        for (size_t k = 0; strcmp(product->prompts[i].name, prompt) == 0 && k < LOB_PROMPT_ARGUMENT_COUNT_MAX &&
                           product->prompts[i].arguments[k].name;
             k++) {
            if (strcmp(product->prompts[i].arguments[k].name, name) == 0) {
                return &product->prompts[i].arguments[k];
            }
        }
    }
    return NULL;
}

/* False: there is no such prompt, template or argument. */
static bool offer_for(values *v, const cJSON *ref, const char *name) {
    const char *type = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(ref, "type"));
    const char *prompt = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(ref, "name"));
    const lob_prompt_argument *argument =
        type && prompt && strcmp(type, "ref/prompt") == 0 ? find_argument(v->ask->product, prompt, name) : NULL;
    if (argument) {
        offer_of(v, argument->source);
        return true;
    }
    if (!type || strcmp(type, "ref/resource") != 0) {
        return false;
    }
    if (strcmp(name, "session_id") == 0) {
        offer_sessions(v);
    } else if (strcmp(name, "path") == 0) {
        offer_files(v, session_meant(v), "");
    } else {
        return false;
    }
    return true;
}

static void answer(const values *v, lob_buf *line) {
    lob_jsonw w;
    lob_ask_begin(v->ask->id, &w, line);
    lob_jsonw_key(&w, "completion");
    lob_jsonw_begin_object(&w);
    lob_jsonw_key(&w, "values");
    lob_jsonw_begin_array(&w);
    for (size_t i = 0; i < v->count; i++) {
        lob_jsonw_text(&w, v->items[i]);
    }
    lob_jsonw_end_array(&w);
    lob_jsonw_key(&w, "total");
    lob_jsonw_uint(&w, v->total);
    lob_jsonw_key(&w, "hasMore");
    lob_jsonw_bool(&w, v->total > v->count);
    lob_jsonw_end_object(&w);
    lob_ask_end(v->ask->product, v->ask->modern, &w, line);
}

void lob_complete(const lob_ask *ask, lob_buf *line) {
    const cJSON *argument = cJSON_GetObjectItemCaseSensitive(ask->params, "argument");
    const char *name = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(argument, "name"));
    const char *value = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(argument, "value"));
    values *v = lob_arena_alloc(ask->ctx->arena, sizeof *v);
    if (!name || !value) {
        lob_rpc_error(line, ask->id, LOB_RPC_INVALID_PARAMS,
                      "Invalid params: argument must be an object with name and value, both strings", (lob_str){0});
        return;
    }
    if (!v) {
        lob_rpc_error(line, ask->id, LOB_RPC_INTERNAL_ERROR, "Out of memory", (lob_str){0});
        return;
    }
    *v = (values){.ask = ask, .begin = value};
    if (offer_for(v, cJSON_GetObjectItemCaseSensitive(ask->params, "ref"), name)) {
        answer(v, line);
    } else {
        lob_rpc_error(line, ask->id, LOB_RPC_INVALID_PARAMS,
                      "Unknown prompt, template or argument; prompts/list and resources/templates/list name them",
                      (lob_str){0});
    }
}
