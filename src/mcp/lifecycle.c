/* Revisions and routing. Invariant: a request that passes lob_lifecycle_route() is allowed under its revision. */
#include "mcp/lifecycle.h"

#include <string.h>

#define META_PREFIX "io.modelcontextprotocol/"

/* Lists may be kept this long by a client: they change with the program alone. */
enum { TTL_MS = 3600000, ECHO_SIZE_MAX = 256 };

static const char *const names[LOB_REVISION_COUNT] = {"",           "2024-11-05", "2025-03-26",
                                                      "2025-06-18", "2025-11-25", "2026-07-28"};

const char *lob_revision_name(lob_revision revision) {
    return names[revision];
}

lob_revision lob_revision_negotiate(const char *asked) {
    for (int i = LOB_REVISION_2024_11_05; i <= LOB_REVISION_2025_11_25; i++) {
        if (strcmp(asked, names[i]) == 0) {
            return (lob_revision)i;
        }
    }
    return LOB_REVISION_2025_11_25;
}

static lob_method find_method(const char *name, bool modern) {
    static const struct {
        const char *name;
        lob_method method;
        bool legacy, modern;
    } methods[] = {
        {"tools/call", LOB_METHOD_TOOLS_CALL, true, true},     {"ping", LOB_METHOD_PING, true, false},
        {"tools/list", LOB_METHOD_TOOLS_LIST, true, true},     {"initialize", LOB_METHOD_INITIALIZE, true, false},
        {"server/discover", LOB_METHOD_DISCOVER, false, true},
    };
    for (size_t i = 0; i < sizeof methods / sizeof methods[0]; i++) {
        if (strcmp(name, methods[i].name) == 0) {
            return (modern ? methods[i].modern : methods[i].legacy) ? methods[i].method : LOB_METHOD_UNKNOWN;
        }
    }
    return LOB_METHOD_UNKNOWN;
}

static const cJSON *meta_member(const lob_rpc_message *request, const char *name) {
    const cJSON *meta = cJSON_GetObjectItemCaseSensitive(request->params, "_meta");
    return cJSON_GetObjectItemCaseSensitive(meta, name);
}

static bool is_modern(const lob_rpc_message *request) {
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

lob_route lob_lifecycle_route(const lob_rpc_message *request, lob_revision agreed, lob_buf *out) {
    lob_route route = {LOB_METHOD_UNKNOWN, is_modern(request)};
    if (route.modern && !check_meta(request, out)) {
        return route;
    }
    lob_method method = find_method(request->method, route.modern);
    if (method == LOB_METHOD_UNKNOWN) {
        lob_rpc_error(out, request->id, LOB_RPC_METHOD_NOT_FOUND, "Method not found", (lob_str){0});
    } else if (!request->params_fine) {
        lob_rpc_error(out, request->id, LOB_RPC_INVALID_PARAMS, "Invalid params: an object is expected", (lob_str){0});
    } else if (!route.modern && agreed == LOB_REVISION_NONE && method != LOB_METHOD_INITIALIZE &&
               method != LOB_METHOD_PING) {
        lob_rpc_error(
            out, request->id, LOB_RPC_INVALID_PARAMS,
            "Not initialized: send initialize first, or name the protocol version and the client capabilities in _meta",
            (lob_str){0});
    } else {
        route.method = method;
    }
    return route;
}

/* Answers */

static void write_identity(lob_jsonw *w, const lob_product *product) {
    lob_jsonw_begin_object(w);
    lob_jsonw_key(w, "name");
    lob_jsonw_text(w, product->name);
    lob_jsonw_key(w, "title");
    lob_jsonw_text(w, product->title);
    lob_jsonw_key(w, "version");
    lob_jsonw_text(w, product->version);
    lob_jsonw_end_object(w);
}

static void write_capabilities(lob_jsonw *w) {
    lob_jsonw_key(w, "capabilities");
    lob_jsonw_begin_object(w);
    lob_jsonw_key(w, "tools");
    lob_jsonw_begin_object(w);
    lob_jsonw_end_object(w);
    lob_jsonw_end_object(w);
}

static void write_instructions(lob_jsonw *w, const lob_product *product) {
    if (product->instructions) {
        lob_jsonw_key(w, "instructions");
        lob_jsonw_text(w, product->instructions);
    }
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
    write_capabilities(&w);
    lob_jsonw_key(&w, "serverInfo");
    write_identity(&w, product);
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
    write_capabilities(&w);
    write_instructions(&w, product);
    lob_jsonw_key(&w, "ttlMs");
    lob_jsonw_int(&w, TTL_MS);
    lob_jsonw_key(&w, "cacheScope");
    lob_jsonw_text(&w, "public");
    lob_lifecycle_modern_tail(product, out);
    lob_jsonw_end_object(&w);
    lob_rpc_end_result(out);
}

void lob_lifecycle_empty(lob_str id, lob_buf *out) {
    lob_rpc_begin_result(out, id);
    lob_buf_add_text(out, "{}");
    lob_rpc_end_result(out);
}

void lob_lifecycle_modern_tail(const lob_product *product, lob_buf *out) {
    lob_jsonw w;
    lob_buf_add_text(out, ",\"resultType\":\"complete\",\"_meta\":{\"" META_PREFIX "serverInfo\":");
    lob_jsonw_init(&w, out);
    write_identity(&w, product);
    lob_buf_add_byte(out, '}');
}
