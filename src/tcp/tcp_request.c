/* See tcp_request.h. Invariant: an error text of the original's is written as the original writes it, letter by letter;
 * what comes from the caller follows a fixed text and is escaped on its way out. */
#include "tcp/tcp_request.h"

#include "base/alloc.h"
#include "tcp/tcp_json.h"
#include "json/reader.h"

enum { ERROR_SIZE_MAX = 64 * 1024, ANSWER_SIZE_MAX = 64 * 1024 * 1024 };

#define TOOL_PREFIX "mcp."

static const struct {
    const char *name;
    lob_tcp_action action;
} methods[] = {
    {"ping", LOB_TCP_PING},
    {"shutdown", LOB_TCP_SHUTDOWN},
    {"open_layout", LOB_TCP_OPEN},
    {"load_gds", LOB_TCP_LOAD},
    {"get_cell_list", LOB_TCP_CELLS},
    {"export_gds", LOB_TCP_EXPORT},
    {"subscribe_selection", LOB_TCP_SUBSCRIBE},
    {"unsubscribe_selection", LOB_TCP_UNSUBSCRIBE},
    {"select", LOB_TCP_SELECT},
};

/* ---- life ---- */

static lob_tcp_request *request_new(lob_str line) {
    lob_tcp_request *request = lob_calloc(1, sizeof *request);
    if (!request) {
        return NULL;
    }
    lob_buf_init(&request->text, 0);
    lob_buf_init(&request->error, ERROR_SIZE_MAX);
    lob_buf_init(&request->result, ANSWER_SIZE_MAX);
    lob_buf_add(&request->text, line.data, line.size);
    if (!lob_buf_reserve(&request->error, 128) || !lob_buf_reserve(&request->result, 128) || request->text.failed) {
        lob_tcp_request_drop(request);
        return NULL;
    }
    return request;
}

void lob_tcp_request_drop(lob_tcp_request *request) {
    if (!request) {
        return;
    }
    lob_rpc_drop(&request->message);
    lob_buf_release(&request->text);
    lob_buf_release(&request->error);
    lob_buf_release(&request->result);
    lob_free(request);
}

void lob_tcp_fail(lob_tcp_request *request, int code, const char *text, const char *shown) {
    request->failed = true;
    request->code = code;
    lob_buf_clear(&request->error);
    lob_buf_clear(&request->result);
    lob_buf_add_text(&request->error, text);
    lob_buf_add_text(&request->error, shown ? shown : "");
}

lob_tcp_request *lob_tcp_request_refused(int code, const char *error) {
    lob_tcp_request *request = request_new((lob_str){"", 0});
    if (request) {
        lob_tcp_fail(request, code, error, NULL);
    }
    return request;
}

/* ---- what is asked ---- */

const cJSON *lob_tcp_param(const lob_tcp_request *request, const char *name) {
    return cJSON_GetObjectItemCaseSensitive(request->params, name);
}

static const lob_tool *find_tool(const lob_product *product, const char *name) {
    for (size_t i = 0; i < product->tool_count; i++) {
        const lob_tool *tool = &product->tools[i];
        if (strcmp(tool->name, name) == 0) {
            return lob_tool_is_offered(tool, product->toolset) ? tool : NULL;
        }
    }
    return NULL;
}

static bool find_method(lob_tcp_request *request, const char *name) {
    for (size_t i = 0; i < sizeof methods / sizeof methods[0]; i++) {
        if (strcmp(methods[i].name, name) == 0) {
            request->action = methods[i].action;
            return true;
        }
    }
    return false;
}

static bool take_tool(lob_tcp_request *request, const lob_product *product, const char *name) {
    request->tool = find_tool(product, name);
    request->action = request->tool ? LOB_TCP_TOOL : LOB_TCP_ANSWERED;
    return request->tool != NULL;
}

static void route(lob_tcp_request *request, const lob_product *product, const char *name) {
    bool has_prefix = strncmp(name, TOOL_PREFIX, sizeof TOOL_PREFIX - 1) == 0;
    const char *bare = has_prefix ? name + sizeof TOOL_PREFIX - 1 : name;
    bool is_known = request->is_rpc ? take_tool(request, product, bare) || (!has_prefix && find_method(request, name))
                    : has_prefix    ? take_tool(request, product, bare)
                                    : find_method(request, name);
    if (!is_known) {
        request->action = LOB_TCP_ANSWERED;
        lob_tcp_fail(request, LOB_RPC_METHOD_NOT_FOUND, "Unknown method: ", name);
    } else if (!request->params && !request->message.params_fine && request->action >= LOB_TCP_SELECT &&
               request->action != LOB_TCP_CELLS) {
        request->action = LOB_TCP_ANSWERED;
        lob_tcp_fail(request, LOB_RPC_INVALID_PARAMS, "params must be an object", NULL);
    }
}

/* ---- the two dialects ---- */

/* As Python's "%s" shows what is no string. */
static void refuse_method(lob_tcp_request *request, const cJSON *method, lob_str text) {
    lob_str raw = lob_json_raw_member(text, "method");
    lob_tcp_fail(request, LOB_RPC_METHOD_NOT_FOUND, "Unknown method: ",
                 cJSON_IsTrue(method)                ? "True"
                 : cJSON_IsFalse(method)             ? "False"
                 : !raw.data || cJSON_IsNull(method) ? "None"
                                                     : NULL);
    if (cJSON_IsNumber(method) || cJSON_IsArray(method) || cJSON_IsObject(method)) {
        lob_tcp_json_add(&request->error, raw);
    }
}

/* What Python holds for false is the same as nothing. */
static bool is_nothing(const cJSON *params) {
    return !params || cJSON_IsNull(params) || cJSON_IsFalse(params) ||
           (cJSON_IsNumber(params) && params->valuedouble == 0) ||
           (cJSON_IsString(params) && params->valuestring[0] == '\0') || (cJSON_IsArray(params) && !params->child);
}

static void read_plain(lob_tcp_request *request, const lob_product *product, lob_str text) {
    cJSON *params = cJSON_GetObjectItemCaseSensitive(request->message.tree, "params");
    const cJSON *method = cJSON_GetObjectItemCaseSensitive(request->message.tree, "method");
    request->id = lob_json_raw_member(text, "id");
    request->params = cJSON_IsObject(params) ? params : NULL;
    request->message.params_fine = request->params || is_nothing(params);
    if (cJSON_IsString(method)) {
        route(request, product, method->valuestring);
    } else {
        refuse_method(request, method, text);
    }
}

static void read_rpc(lob_tcp_request *request, const lob_product *product, lob_str text) {
    lob_rpc_drop(&request->message);
    lob_rpc_read(text, &request->message);
    request->is_rpc = true;
    request->id = request->message.id;
    request->params = cJSON_GetObjectItemCaseSensitive(request->message.tree, "params");
    request->params = request->message.params ? request->params : NULL;
    switch (request->message.kind) {
    case LOB_RPC_RESPONSE:
        request->action = LOB_TCP_IGNORED;
        break;
    case LOB_RPC_FAULT:
        lob_tcp_fail(request, request->message.fault_code, request->message.fault, NULL);
        break;
    case LOB_RPC_NOTIFICATION:
    case LOB_RPC_REQUEST:
        request->is_silent = request->message.kind == LOB_RPC_NOTIFICATION;
        route(request, product, request->message.method);
        break;
    }
}

/* A list of requests of JSON-RPC is told so in its own dialect. */
static void refuse_value(lob_tcp_request *request) {
    request->is_rpc = cJSON_GetObjectItemCaseSensitive(request->message.tree->child, "jsonrpc") != NULL &&
                      cJSON_IsArray(request->message.tree);
    lob_tcp_fail(request, LOB_RPC_INVALID_REQUEST, "Invalid request: send one object a line", NULL);
}

lob_tcp_request *lob_tcp_request_new(const lob_product *product, lob_str line) {
    lob_json_fault fault;
    lob_tcp_request *request = request_new(line);
    if (!request) {
        return NULL;
    }
    lob_str text = {request->text.data, request->text.size};
    request->message.tree = lob_json_parse_message(text, &fault);
    if (!request->message.tree) {
        bool no_memory = strcmp(fault.what, "out of memory") == 0;
        lob_tcp_fail(request, LOB_RPC_PARSE_ERROR, no_memory ? "Out of memory" : "Invalid JSON", NULL);
    } else if (!cJSON_IsObject(request->message.tree)) {
        refuse_value(request);
    } else if (cJSON_GetObjectItemCaseSensitive(request->message.tree, "jsonrpc")) {
        read_rpc(request, product, text);
    } else {
        read_plain(request, product, text);
    }
    return request;
}

/* ---- the answer ---- */

static void add_text(lob_buf *out, lob_str text) {
    lob_buf json;
    lob_jsonw w;
    lob_buf_init(&json, 0);
    lob_jsonw_init(&w, &json);
    lob_jsonw_str(&w, text);
    out->failed = json.failed ? json.failed : out->failed;
    lob_tcp_json_add(out, (lob_str){json.data, json.size});
    lob_buf_release(&json);
}

static void write_plain(const lob_tcp_request *request, lob_buf *out) {
    lob_buf_add_text(out, "{\"id\": ");
    lob_tcp_json_add(out, request->id.data ? request->id : LOB_STR("null"));
    if (!request->failed) {
        lob_buf_add_text(out, ", \"ok\": true, \"result\": ");
    } else {
        lob_buf_add_text(out, ", \"ok\": false, \"error\": ");
        add_text(out, (lob_str){request->error.data, request->error.size});
        lob_buf_add_text(out, request->result.size > 0 ? ", \"details\": " : "");
    }
    lob_tcp_json_add(out, (lob_str){request->result.data, request->result.size});
    lob_buf_add_text(out, "}\n");
}

static void write_rpc(const lob_tcp_request *request, lob_buf *out) {
    lob_str id = request->id.data ? request->id : LOB_STR("null");
    lob_str result = {request->result.data, request->result.size};
    if (request->failed) {
        lob_rpc_error(out, id, request->code, request->error.data, result.size > 0 ? result : (lob_str){0});
    } else {
        lob_rpc_begin_result(out, id);
        lob_buf_add(out, result.data, result.size);
        lob_rpc_end_result(out);
    }
}

bool lob_tcp_answer(const lob_tcp_request *request, lob_buf *out) {
    if (request->result.failed || request->error.failed) {
        return false;
    }
    (request->is_rpc ? write_rpc : write_plain)(request, out);
    return !out->failed && out->size <= ANSWER_SIZE_MAX;
}

void lob_tcp_event(const char *selection, bool is_rpc, lob_buf *out) {
    lob_buf_add_text(out, is_rpc ? "{\"jsonrpc\":\"2.0\",\"method\":\"selection\",\"params\":{\"data\":"
                                 : "{\"event\": \"selection\", \"data\": ");
    if (selection) { /* digits, slash, at sign, underscore and minus alone */
        lob_buf_add_byte(out, '"');
        lob_buf_add_text(out, selection);
        lob_buf_add_byte(out, '"');
    } else {
        lob_buf_add_text(out, "null");
    }
    lob_buf_add_text(out, is_rpc ? "}}\n" : "}\n");
}
