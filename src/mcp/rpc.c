/* JSON-RPC 2.0 messages. Invariant: a message of kind REQUEST has an id that is a string or an integer, and a method.
 */
#include "mcp/rpc.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "base/utf8.h"
#include "json/reader.h"

enum { TEXT_SHORT = 1 << 20, TREE_PER_BYTE = 48 };

static void set_fault(lob_rpc_message *message, int code, const char *what) {
    message->kind = LOB_RPC_FAULT;
    message->fault_code = code;
    message->fault = what;
}

static void set_parse_fault(lob_rpc_message *message, const lob_json_fault *fault) {
    if (strcmp(fault->what, "out of memory") == 0) {
        set_fault(message, LOB_RPC_INTERNAL_ERROR, "Out of memory");
        return;
    }
    snprintf(message->note, sizeof message->note, "Parse error at byte %zu: %s", fault->offset, fault->what);
    set_fault(message, LOB_RPC_PARSE_ERROR, message->note);
}

/* The id of a text that was refused */

static bool is_space(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static size_t skip_space(lob_str text, size_t at) {
    while (at < text.size && is_space(text.data[at])) {
        at++;
    }
    return at;
}

/* The place after the string that begins at `at`; beyond the text when it is not closed. */
static size_t string_end(lob_str text, size_t at) {
    for (at++; at < text.size && text.data[at] != '"'; at++) {
        at += text.data[at] == '\\';
    }
    return at + 1;
}

/* A string or a plain integer at `at`, else data NULL. Needs no memory. */
static lob_str id_at(lob_str text, size_t at) {
    lob_json_fault fault;
    size_t end = at;
    if (at < text.size && text.data[at] == '"') {
        end = string_end(text, at);
    } else {
        end += at < text.size && text.data[at] == '-';
        while (end < text.size && text.data[end] >= '0' && text.data[end] <= '9') {
            end++;
        }
    }
    lob_str id = {text.data + at, end - at};
    bool fine =
        at < text.size && end < text.size && lob_json_check(id, true, &fault) && strchr(",} \t\r\n", text.data[end]);
    return fine ? id : (lob_str){0};
}

/* An answer without its id leaves the client waiting. So the id is looked for even in a text that the strict reader
 * refused, for a character in an argument say; it counts only when it is the only one, the text is UTF-8 and its
 * brackets match up. */
static lob_str find_id(lob_str text) {
    lob_str id = {0};
    size_t depth = 0, count = 0;
    for (size_t at = 0; at < text.size;) {
        char c = text.data[at];
        if (c == '"') {
            size_t end = string_end(text, at), colon = skip_space(text, end);
            if (depth == 1 && colon < text.size && text.data[colon] == ':' && end - at == 4 &&
                memcmp(text.data + at, "\"id\"", 4) == 0) {
                id = id_at(text, skip_space(text, colon + 1));
                count++;
            }
            at = end;
            continue;
        }
        if ((c == '}' || c == ']') && (depth == 0 || (--depth == 0 && skip_space(text, at + 1) < text.size))) {
            return (lob_str){0};
        }
        depth += c == '{' || c == '[';
        at++;
    }
    return depth == 0 && count == 1 ? id : (lob_str){0};
}

static bool id_is_fine(const cJSON *id) {
    return cJSON_IsString(id) || (cJSON_IsNumber(id) && floor(id->valuedouble) == id->valuedouble);
}

static const cJSON *member(const cJSON *object, const char *name) {
    return cJSON_GetObjectItemCaseSensitive(object, name);
}

/* Has an object of JSON-RPC 2.0 in hand; finds out which. */
static void classify(lob_rpc_message *message, lob_str text) {
    const cJSON *id = member(message->tree, "id"), *method = member(message->tree, "method");
    const cJSON *version = member(message->tree, "jsonrpc"), *params = member(message->tree, "params");
    static const char *const keys[2] = {"id", "params"};
    lob_str raw[2]; /* of both in one walk over the text */
    lob_json_raw_members(text, keys, 2, raw);
    if (id && id_is_fine(id)) {
        message->id = raw[0];
    }
    if (!cJSON_IsString(version) || strcmp(version->valuestring, "2.0") != 0) {
        set_fault(message, LOB_RPC_INVALID_REQUEST, "Invalid request: jsonrpc must be \"2.0\"");
    } else if (!method && (member(message->tree, "result") || member(message->tree, "error"))) {
        message->kind = LOB_RPC_RESPONSE;
    } else if (!cJSON_IsString(method)) {
        set_fault(message, LOB_RPC_INVALID_REQUEST, "Invalid request: method must be a string");
    } else if (id && !message->id.data) {
        set_fault(message, LOB_RPC_INVALID_REQUEST, "Invalid request: id must be a string or an integer");
    } else {
        message->kind = id ? LOB_RPC_REQUEST : LOB_RPC_NOTIFICATION;
        message->method = method->valuestring;
        message->params_fine = !params || cJSON_IsObject(params) || cJSON_IsNull(params);
        if (cJSON_IsObject(params)) {
            message->params = params;
            message->params_text = raw[1];
        }
    }
}

/* What the tree takes is the request's. Of a short text it is guessed, which is cheaper than counting: `[0,0,` makes 40
 * bytes of each of its own. */
static cJSON *parse(lob_str text, int64_t *size, lob_json_fault *fault) {
    if (text.size < TEXT_SHORT) {
        *size = (int64_t)text.size * TREE_PER_BYTE;
        return lob_json_parse_message(text, fault);
    }
    lob_account account;
    lob_account_init(&account, "request_memory_size", LOB_LIMIT_REQUEST_MEMORY_SIZE);
    lob_account *before = lob_account_enter(&account);
    cJSON *tree = lob_json_parse_message(text, fault);
    lob_account_end(&account, before);
    *size = atomic_load(&account.held);
    return tree;
}

void lob_rpc_read(lob_str text, lob_rpc_message *message) {
    lob_json_fault fault;
    *message = (lob_rpc_message){.kind = LOB_RPC_FAULT};
    message->tree = parse(text, &message->tree_size, &fault);
    if (!message->tree) {
        set_parse_fault(message, &fault);
        message->id = lob_utf8_valid(text) ? find_id(text) : (lob_str){0};
    } else if (!cJSON_IsObject(message->tree)) {
        set_fault(message, LOB_RPC_INVALID_REQUEST, "Invalid request: a message must be an object");
    } else {
        classify(message, text);
    }
}

void lob_rpc_drop(lob_rpc_message *message) {
    cJSON_Delete(message->tree);
    message->tree = NULL;
}

/* Batches */

bool lob_rpc_is_batch(lob_str text) {
    size_t at = skip_space(text, 0);
    return at < text.size && text.data[at] == '[';
}

/* The comma or bracket that ends the element at `at`. */
static size_t element_end(lob_str text, size_t at) {
    size_t depth = 0;
    bool in_string = false;
    for (; at < text.size; at++) {
        char c = text.data[at];
        if (in_string) {
            at += c == '\\';
            in_string = c != '"';
        } else if (depth == 0 && (c == ',' || c == ']')) {
            break;
        } else {
            in_string = c == '"';
            depth += c == '{' || c == '[';
            depth -= c == '}' || c == ']';
        }
    }
    return at;
}

bool lob_rpc_batch_next(lob_str text, size_t *at, lob_str *element) {
    /* *at is 0, or the place of the comma or bracket after the element before. */
    size_t first = *at == 0 ? skip_space(text, 0) : *at;
    first = skip_space(text, first + 1);
    if (*at >= text.size || text.data[*at] == ']' || first >= text.size || text.data[first] == ']') {
        return false;
    }
    *at = element_end(text, first);
    *element = (lob_str){text.data + first, *at - first};
    return true;
}

/* Ids */

bool lob_rpc_same_id(lob_str a, lob_str b) {
    if (!a.data || !b.data) {
        return false;
    }
    if (lob_str_equal(a, b)) {
        return true;
    }
    if (a.data[0] != '"' || b.data[0] != '"') {
        return false;
    }
    lob_json_fault fault;
    cJSON *left = lob_json_parse(a, &fault), *right = lob_json_parse(b, &fault);
    bool same = left && right && strcmp(left->valuestring, right->valuestring) == 0;
    cJSON_Delete(left);
    cJSON_Delete(right);
    return same;
}

/* Envelopes */

static void begin(lob_buf *out, lob_str id) {
    lob_buf_add_text(out, "{\"jsonrpc\":\"2.0\"");
    if (id.data) {
        lob_buf_add_text(out, ",\"id\":");
        lob_buf_add(out, id.data, id.size);
    }
}

void lob_rpc_begin_result(lob_buf *out, lob_str id) {
    begin(out, id);
    lob_buf_add_text(out, ",\"result\":");
}

void lob_rpc_end_result(lob_buf *out) {
    lob_buf_add(out, "}\n", 2);
}

void lob_rpc_begin_notification(lob_jsonw *w, lob_buf *out, const char *method) {
    lob_jsonw_init(w, out);
    lob_jsonw_begin_object(w);
    lob_jsonw_key(w, "jsonrpc");
    lob_jsonw_text(w, "2.0");
    lob_jsonw_key(w, "method");
    lob_jsonw_text(w, method);
    lob_jsonw_key(w, "params");
    lob_jsonw_begin_object(w);
}

void lob_rpc_end_notification(lob_jsonw *w, lob_buf *out) {
    lob_jsonw_end_object(w);
    lob_jsonw_end_object(w);
    lob_buf_add_byte(out, '\n');
}

void lob_rpc_error(lob_buf *out, lob_str id, int code, const char *message, lob_str data) {
    lob_jsonw w;
    begin(out, id);
    lob_buf_add_text(out, ",\"error\":");
    lob_jsonw_init(&w, out);
    lob_jsonw_begin_object(&w);
    lob_jsonw_key(&w, "code");
    lob_jsonw_int(&w, code);
    lob_jsonw_key(&w, "message");
    lob_jsonw_text(&w, message);
    if (data.data) {
        lob_jsonw_key(&w, "data");
        lob_jsonw_raw(&w, data);
    }
    lob_jsonw_end_object(&w);
    lob_buf_add(out, "}\n", 2);
}
