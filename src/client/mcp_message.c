/* Messages as they leave. Up to 2025-11-25 params are sent as they came; from 2026-07-28 on every request says its
 * revision and what the client can do, in _meta, unless the caller said so: members of the caller's are never touched.
 */
#include <string.h>

#include "base/clock.h"
#include "client/mcp_talk.h"
#include "json/reader.h"
#include "json/writer.h"

#define META_PREFIX "io.modelcontextprotocol/"

static bool is_modern(const lob_mcp_client *client) {
    return strcmp(client->protocol, LOB_MCP_STATELESS) == 0;
}

/* The members of _meta that `own`, the caller's, has not. */
static void write_meta(lob_jsonw *w, const lob_mcp_client *client, lob_str own) {
    if (lob_json_raw_member(own, META_PREFIX "protocolVersion").data == NULL) {
        lob_jsonw_key(w, META_PREFIX "protocolVersion");
        lob_jsonw_text(w, client->protocol);
    }
    if (lob_json_raw_member(own, META_PREFIX "clientInfo").data == NULL && client->name[0] != '\0') {
        lob_jsonw_key(w, META_PREFIX "clientInfo");
        lob_jsonw_begin_object(w);
        lob_jsonw_key(w, "name");
        lob_jsonw_text(w, client->name);
        lob_jsonw_key(w, "version");
        lob_jsonw_text(w, "1");
        lob_jsonw_end_object(w);
    }
    if (lob_json_raw_member(own, META_PREFIX "clientCapabilities").data == NULL) {
        lob_jsonw_key(w, META_PREFIX "clientCapabilities");
        lob_jsonw_raw(w, LOB_STR("{}"));
    }
}

static bool is_space(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static lob_str trim(lob_str text) {
    while (text.size > 0 && is_space(text.data[0])) {
        text.data++;
        text.size--;
    }
    while (text.size > 0 && is_space(text.data[text.size - 1])) {
        text.size--;
    }
    return text;
}

/* What stands between the braces of an object. */
static lob_str inside(lob_str object) {
    return trim((lob_str){object.data + 1, object.size - 2});
}

/* {members of ours, rest} into `out`. */
static void write_merged(lob_buf *out, const lob_mcp_client *client, lob_str own) {
    lob_jsonw w;
    lob_jsonw_init(&w, out);
    lob_jsonw_begin_object(&w);
    size_t before = out->size;
    write_meta(&w, client, own);
    lob_str rest = inside(own);
    if (rest.size > 0) {
        lob_buf_add(out, ",", out->size > before);
        lob_buf_add(out, rest.data, rest.size);
    }
    lob_buf_add_byte(out, '}');
}

/* params with _meta; false: they are no object, or their _meta is none, and go as they are. */
static bool write_params(lob_buf *out, const lob_mcp_client *client, lob_str params) {
    lob_json_fault fault;
    lob_str own = {"{}", 2};
    params = params.data != NULL ? trim(params) : own;
    if (params.size == 0 || params.data[0] != '{' || !lob_json_check(params, true, &fault)) {
        return false;
    }
    lob_str meta = lob_json_raw_member(params, "_meta");
    if (meta.data != NULL && meta.data[0] != '{') {
        return false;
    }
    if (meta.data != NULL) {
        lob_buf_add(out, params.data, (size_t)(meta.data - params.data));
        write_merged(out, client, meta);
        const char *after = meta.data + meta.size;
        lob_buf_add(out, after, params.size - (size_t)(after - params.data));
        return true;
    }
    lob_buf_add_text(out, "{\"_meta\":");
    write_merged(out, client, own);
    lob_str rest = inside(params);
    lob_buf_add(out, ",", rest.size > 0);
    lob_buf_add(out, rest.data, rest.size);
    lob_buf_add_byte(out, '}');
    return true;
}

void lob_mcp_write_id(lob_jsonw *w, const lob_mcp_slot *slot) {
    if (slot->name != NULL) {
        lob_jsonw_text(w, slot->name);
    } else {
        lob_jsonw_int(w, slot->id);
    }
}

void lob_mcp_write_message(lob_buf *line, const lob_mcp_client *client, int64_t id, const char *method,
                           lob_str params) {
    lob_jsonw w;
    lob_jsonw_init(&w, line);
    lob_jsonw_begin_object(&w);
    lob_jsonw_key(&w, "jsonrpc");
    lob_jsonw_text(&w, "2.0");
    if (id != 0) {
        const lob_mcp_slot *slot = lob_mcp_shelf_find(client->shelf, id);
        lob_jsonw_key(&w, "id");
        lob_mcp_write_id(&w, slot);
    }
    lob_jsonw_key(&w, "method");
    lob_jsonw_text(&w, method);
    if (id != 0 && is_modern(client)) {
        lob_buf merged;
        lob_buf_init(&merged, 0);
        if (write_params(&merged, client, params)) {
            lob_jsonw_key(&w, "params");
            lob_jsonw_raw(&w, (lob_str){merged.data, merged.size});
            params.data = NULL;
        }
        line->failed = merged.failed != LOB_BUF_FINE ? merged.failed : line->failed;
        lob_buf_release(&merged);
    }
    if (params.data != NULL) {
        lob_jsonw_key(&w, "params");
        lob_jsonw_raw(&w, params);
    }
    lob_jsonw_end_object(&w);
    lob_buf_add_byte(line, '\n');
}

/* ---- the requests everybody makes ---- */

void lob_mcp_write_initialize(lob_buf *params, const char *protocol, const char *name) {
    lob_jsonw w;
    lob_jsonw_init(&w, params);
    lob_jsonw_begin_object(&w);
    lob_jsonw_key(&w, "protocolVersion");
    lob_jsonw_text(&w, protocol);
    lob_jsonw_key(&w, "capabilities");
    lob_jsonw_raw(&w, LOB_STR("{}"));
    lob_jsonw_key(&w, "clientInfo");
    lob_jsonw_begin_object(&w);
    lob_jsonw_key(&w, "name");
    lob_jsonw_text(&w, name);
    lob_jsonw_key(&w, "version");
    lob_jsonw_text(&w, "1");
    lob_jsonw_end_object(&w);
    lob_jsonw_end_object(&w);
}

void lob_mcp_write_call(lob_buf *params, const char *tool, lob_str arguments) {
    lob_jsonw w;
    lob_jsonw_init(&w, params);
    lob_jsonw_begin_object(&w);
    lob_jsonw_key(&w, "name");
    lob_jsonw_text(&w, tool);
    lob_jsonw_key(&w, "arguments");
    lob_jsonw_raw(&w, arguments);
    lob_jsonw_end_object(&w);
}
