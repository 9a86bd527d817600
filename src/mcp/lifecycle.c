/* Revisions and routing. Invariant: a request that passes lob_lifecycle_route() is allowed under its revision. */
#include "mcp/lifecycle.h"

#include <string.h>

#include "mcp/identity.h"
#include "mcp/roots.h"
#include "mcp/tools.h"

#define META_PREFIX     "io.modelcontextprotocol/"
#define TASKS_EXTENSION META_PREFIX "tasks"

/* Lists may be kept this long by a client: they change with the program alone. */
enum { TTL_MS = 3600000, ECHO_SIZE_MAX = 256 };

static const char *const names[LOB_REVISION_COUNT] = {"",           "2024-11-05", "2025-03-26",
                                                      "2025-06-18", "2025-11-25", "2026-07-28"};

const char *lob_revision_name(lob_revision revision) {
    return names[revision];
}

lob_str lob_revision_no_id(lob_revision revision) {
    return revision <= LOB_REVISION_2025_06_18 ? LOB_STR("null") : (lob_str){0};
}

void lob_agreed_release(lob_agreed *agreed) {
    lob_client_roots_drop(agreed->roots);
    agreed->roots = NULL;
}

lob_revision lob_revision_negotiate(const char *asked) {
    for (int i = LOB_REVISION_2024_11_05; i <= LOB_REVISION_2025_11_25; i++) {
        if (strcmp(asked, names[i]) == 0) {
            return (lob_revision)i;
        }
    }
    return LOB_REVISION_2025_11_25;
}

static bool is_of_tasks(lob_method method) {
    return method >= LOB_METHOD_TASKS_GET;
}

/* `agreed`: NONE before initialize, which is then what is missing first. */
static lob_method find_method(const char *name, bool modern, lob_revision agreed) {
    static const struct {
        const char *name;
        lob_method method;
        lob_revision since; /* of the legacy ones; NONE: in none of them */
        bool modern;
    } methods[] = {
        {"tools/call", LOB_METHOD_TOOLS_CALL, LOB_REVISION_2024_11_05, true},
        {"tools/list", LOB_METHOD_TOOLS_LIST, LOB_REVISION_2024_11_05, true},
        {"ping", LOB_METHOD_PING, LOB_REVISION_2024_11_05, false},
        {"initialize", LOB_METHOD_INITIALIZE, LOB_REVISION_2024_11_05, false},
        {"prompts/list", LOB_METHOD_PROMPTS_LIST, LOB_REVISION_2024_11_05, true},
        {"prompts/get", LOB_METHOD_PROMPTS_GET, LOB_REVISION_2024_11_05, true},
        {"completion/complete", LOB_METHOD_COMPLETE, LOB_REVISION_2024_11_05, true},
        {"resources/list", LOB_METHOD_RESOURCES_LIST, LOB_REVISION_2024_11_05, true},
        {"resources/templates/list", LOB_METHOD_RESOURCES_TEMPLATES, LOB_REVISION_2024_11_05, true},
        {"resources/read", LOB_METHOD_RESOURCES_READ, LOB_REVISION_2024_11_05, true},
        {"logging/setLevel", LOB_METHOD_SET_LEVEL, LOB_REVISION_2024_11_05, false},
        {"server/discover", LOB_METHOD_DISCOVER, LOB_REVISION_NONE, true},
        {"tasks/get", LOB_METHOD_TASKS_GET, LOB_REVISION_2025_11_25, true},
        {"tasks/result", LOB_METHOD_TASKS_RESULT, LOB_REVISION_2025_11_25, false},
        {"tasks/list", LOB_METHOD_TASKS_LIST, LOB_REVISION_2025_11_25, false},
        {"tasks/cancel", LOB_METHOD_TASKS_CANCEL, LOB_REVISION_2025_11_25, true},
        {"tasks/update", LOB_METHOD_TASKS_UPDATE, LOB_REVISION_NONE, true},
    };
    for (size_t i = 0; i < sizeof methods / sizeof methods[0]; i++) {
        if (strcmp(name, methods[i].name) == 0) {
            const bool is_legacy =
                methods[i].since != LOB_REVISION_NONE && (agreed == LOB_REVISION_NONE || agreed >= methods[i].since);
            return (modern ? methods[i].modern : is_legacy) ? methods[i].method : LOB_METHOD_UNKNOWN;
        }
    }
    return LOB_METHOD_UNKNOWN;
}

static const cJSON *meta_member(const lob_rpc_message *request, const char *name) {
    const cJSON *meta = cJSON_GetObjectItemCaseSensitive(request->params, "_meta");
    return cJSON_GetObjectItemCaseSensitive(meta, name);
}

const char *lob_lifecycle_log_level(const lob_rpc_message *request) {
    return cJSON_GetStringValue(meta_member(request, META_PREFIX "logLevel"));
}

bool lob_lifecycle_offers(const lob_product *product, lob_method method) {
    switch (method) {
    case LOB_METHOD_PROMPTS_LIST:
    case LOB_METHOD_PROMPTS_GET:
        return product->prompt_count > 0;
    case LOB_METHOD_COMPLETE:
        return product->prompt_count > 0 || product->offers_files;
    case LOB_METHOD_RESOURCES_LIST:
    case LOB_METHOD_RESOURCES_TEMPLATES:
    case LOB_METHOD_RESOURCES_READ:
        return product->offers_files;
    default:
        return true;
    }
}

bool lob_lifecycle_is_modern(const lob_rpc_message *request) {
    return meta_member(request, META_PREFIX "protocolVersion") ||
           meta_member(request, META_PREFIX "clientCapabilities") || strcmp(request->method, "server/discover") == 0;
}

static void unsupported_version(const lob_rpc_message *request, const char *asked, lob_buf *out) {
    lob_buf data;
    lob_jsonw w;
    lob_buf_init(&data, 0);
    lob_jsonw_init(&w, &data);
    lob_jsonw_begin_object(&w);
    lob_jsonw_key(&w, "supported");
    lob_jsonw_begin_array(&w);
    lob_jsonw_text(&w, names[LOB_REVISION_2026_07_28]);
    lob_jsonw_end_array(&w);
    lob_jsonw_key(&w, "requested");
    lob_jsonw_str(&w, (lob_str){asked, strnlen(asked, ECHO_SIZE_MAX)});
    lob_jsonw_end_object(&w);
    lob_rpc_error(out, request->id, LOB_RPC_UNSUPPORTED_VERSION, "Unsupported protocol version",
                  data.failed ? (lob_str){0} : (lob_str){data.data, data.size});
    lob_buf_release(&data);
}

/* True: the _meta of a 2026-07-28 request is as it must be. */
static bool check_meta(const lob_rpc_message *request, lob_buf *out) {
    const cJSON *version = meta_member(request, META_PREFIX "protocolVersion");
    const char *fault = NULL;
    if (!cJSON_IsString(version)) {
        fault = "Invalid params: _meta[\"" META_PREFIX "protocolVersion\"] must be a string";
    } else if (strcmp(version->valuestring, names[LOB_REVISION_2026_07_28]) != 0) {
        unsupported_version(request, version->valuestring, out);
        return false;
    } else if (!cJSON_IsObject(meta_member(request, META_PREFIX "clientCapabilities"))) {
        fault = "Invalid params: _meta[\"" META_PREFIX "clientCapabilities\"] must be an object";
    }
    if (fault) {
        lob_rpc_error(out, request->id, LOB_RPC_INVALID_PARAMS, fault, (lob_str){0});
    }
    return !fault;
}

/* By request, or for good: the revisions before the newest legacy one know nothing of tasks. */
static lob_task_form tasks_of(const lob_rpc_message *request, bool modern, lob_revision agreed) {
    if (!modern) {
        return agreed == LOB_REVISION_2025_11_25 ? LOB_TASK_CORE : LOB_TASK_NONE;
    }
    const cJSON *capabilities = meta_member(request, META_PREFIX "clientCapabilities");
    const cJSON *extensions = cJSON_GetObjectItemCaseSensitive(capabilities, "extensions");
    return cJSON_IsObject(cJSON_GetObjectItemCaseSensitive(extensions, TASKS_EXTENSION)) ? LOB_TASK_EXTENSION
                                                                                         : LOB_TASK_NONE;
}

lob_route lob_lifecycle_route(const lob_rpc_message *request, lob_revision agreed, bool has_tasks, lob_buf *out) {
    lob_route route = {LOB_METHOD_UNKNOWN, lob_lifecycle_is_modern(request), LOB_TASK_NONE};
    if (route.modern && !check_meta(request, out)) {
        return route;
    }
    route.tasks = has_tasks ? tasks_of(request, route.modern, agreed) : LOB_TASK_NONE;
    lob_method method = find_method(request->method, route.modern, agreed);
    if (method == LOB_METHOD_UNKNOWN || (is_of_tasks(method) && !has_tasks)) {
        lob_rpc_error(out, request->id, LOB_RPC_METHOD_NOT_FOUND, "Method not found", (lob_str){0});
    } else if (!request->params_fine) {
        lob_rpc_error(out, request->id, LOB_RPC_INVALID_PARAMS, "Invalid params: an object is expected", (lob_str){0});
    } else if (!route.modern && agreed == LOB_REVISION_NONE && method != LOB_METHOD_INITIALIZE &&
               method != LOB_METHOD_PING) {
        lob_rpc_error(
            out, request->id, LOB_RPC_INVALID_PARAMS,
            "Not initialized: send initialize first, or name the protocol version and the client capabilities in _meta",
            (lob_str){0});
    } else if (is_of_tasks(method) && route.tasks == LOB_TASK_NONE) {
        lob_rpc_error(out, request->id, LOB_RPC_MISSING_CAPABILITY, "Missing required client capability",
                      LOB_STR("{\"requiredCapabilities\":{\"extensions\":{\"" TASKS_EXTENSION "\":{}}}}"));
    } else {
        route.method = method;
    }
    return route;
}

/* Answers */

static void write_capabilities(lob_jsonw *w, const lob_product *product, lob_task_form tasks) {
    const struct {
        const char *name;
        bool is_there;
    } plain[] = {{"tools", true},
                 {"prompts", lob_lifecycle_offers(product, LOB_METHOD_PROMPTS_LIST)},
                 {"resources", lob_lifecycle_offers(product, LOB_METHOD_RESOURCES_LIST)},
                 {"completions", lob_lifecycle_offers(product, LOB_METHOD_COMPLETE)},
                 {"logging", true}};
    lob_jsonw_key(w, "capabilities");
    lob_jsonw_begin_object(w);
    for (size_t i = 0; i < sizeof plain / sizeof plain[0]; i++) {
        if (plain[i].is_there) {
            lob_jsonw_key(w, plain[i].name);
            lob_jsonw_raw(w, LOB_STR("{}"));
        }
    }
    if (tasks == LOB_TASK_CORE) {
        lob_jsonw_key(w, "tasks");
        lob_jsonw_raw(w, LOB_STR("{\"list\":{},\"cancel\":{},\"requests\":{\"tools\":{\"call\":{}}}}"));
    } else if (tasks == LOB_TASK_EXTENSION) {
        lob_jsonw_key(w, "extensions");
        lob_jsonw_raw(w, LOB_STR("{\"" TASKS_EXTENSION "\":{}}"));
    }
    lob_jsonw_end_object(w);
}

static void write_instructions(lob_jsonw *w, const lob_product *product) {
    lob_buf text;
    lob_buf_init(&text, 0);
    lob_tools_write_instructions(product, &text);
    if (text.failed) {
        w->out->failed = text.failed;
    } else if (text.size > 0) {
        lob_jsonw_key(w, "instructions");
        lob_jsonw_str(w, (lob_str){text.data, text.size});
    }
    lob_buf_release(&text);
}

bool lob_lifecycle_offers_roots(const lob_rpc_message *request) {
    const cJSON *capabilities = cJSON_GetObjectItemCaseSensitive(request->params, "capabilities");
    return cJSON_IsObject(cJSON_GetObjectItemCaseSensitive(capabilities, "roots"));
}

void lob_lifecycle_initialize(const lob_product *product, const lob_rpc_message *request, lob_revision *agreed,
                              lob_buf *out) {
    const cJSON *version = cJSON_GetObjectItemCaseSensitive(request->params, "protocolVersion");
    if (!cJSON_IsString(version)) {
        lob_rpc_error(out, request->id, LOB_RPC_INVALID_PARAMS, "Invalid params: protocolVersion must be a string",
                      (lob_str){0});
        return;
    }
    *agreed = lob_revision_negotiate(version->valuestring);
    lob_jsonw w;
    lob_rpc_begin_result(out, request->id);
    lob_jsonw_init(&w, out);
    lob_jsonw_begin_object(&w);
    lob_jsonw_key(&w, "protocolVersion");
    lob_jsonw_text(&w, lob_revision_name(*agreed));
    write_capabilities(&w, product,
                       *agreed == LOB_REVISION_2025_11_25 && lob_tools_offer_tasks(product) ? LOB_TASK_CORE
                                                                                            : LOB_TASK_NONE);
    lob_jsonw_key(&w, "serverInfo");
    lob_identity_write(&w, product, *agreed == LOB_REVISION_2025_11_25);
    write_instructions(&w, product);
    lob_jsonw_end_object(&w);
    lob_rpc_end_result(out);
}

void lob_lifecycle_discover(const lob_product *product, lob_str id, lob_buf *out) {
    lob_jsonw w;
    lob_rpc_begin_result(out, id);
    lob_jsonw_init(&w, out);
    lob_jsonw_begin_object(&w);
    lob_jsonw_key(&w, "supportedVersions");
    lob_jsonw_begin_array(&w);
    lob_jsonw_text(&w, names[LOB_REVISION_2026_07_28]);
    lob_jsonw_end_array(&w);
    write_capabilities(&w, product, lob_tools_offer_tasks(product) ? LOB_TASK_EXTENSION : LOB_TASK_NONE);
    write_instructions(&w, product);
    lob_jsonw_key(&w, "ttlMs");
    lob_jsonw_int(&w, TTL_MS);
    lob_jsonw_key(&w, "cacheScope");
    lob_jsonw_text(&w, "public");
    lob_modern_greeting(product, out);
    lob_jsonw_end_object(&w);
    lob_rpc_end_result(out);
}

void lob_lifecycle_empty(lob_str id, lob_buf *out) {
    lob_rpc_begin_result(out, id);
    lob_buf_add_text(out, "{}");
    lob_rpc_end_result(out);
}
