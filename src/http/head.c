/* Rules of headers. Invariant: a header that is not plainly as it must be is refused, with a sentence that says how it
 * should be; what came is never repeated in it. */
#include "http/head.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/num.h"
#include "client/mcp_http_header.h"
#include "http/limits.h"
#include "mcp/lifecycle.h"
#include "json/reader.h"

enum {
    OK = 200,
    BAD_REQUEST = 400,
    NOT_FOUND = 404,
    NOT_ACCEPTABLE = 406,
    TOO_LARGE = 413,
    WRONG_TYPE = 415,
    INTERNAL_ERROR = 500
};
enum { ERROR_SIZE_MAX = 65536 }; /* of an answer that may be an error of the protocol: a larger one is a result */

static const lob_refusal none = {0};

static lob_refusal refuse(unsigned status, int code, const char *message) {
    return (lob_refusal){status, code, message};
}

/* ---- types and size ---- */

static lob_str trim(lob_str text) {
    while (text.size > 0 && strchr(" \t", text.data[0]) != NULL) {
        text = (lob_str){text.data + 1, text.size - 1};
    }
    while (text.size > 0 && strchr(" \t", text.data[text.size - 1]) != NULL) {
        text.size--;
    }
    return text;
}

lob_str lob_head_value(const char *text) {
    return text != NULL ? trim(lob_str_from(text)) : (lob_str){0};
}

static bool is_word(lob_str text, const char *word) {
    return text.size == strlen(word) && strncasecmp(text.data, word, text.size) == 0;
}

/* `;q=0` says that it is not wanted. */
static bool is_wanted(lob_str parameters) {
    const char *at = memmem(parameters.data, parameters.size, "q=", 2);
    char *end;
    return at == NULL || lob_num_strtod(at + 2, &end) > 0;
}

/* Does the list, which ends with its line, name the type, or all types? */
static bool accepts(lob_str list, const char *type) {
    char group[32];
    snprintf(group, sizeof group, "%.*s*", (int)(strchr(type, '/') + 1 - type), type);
    for (const char *at = list.data != NULL ? list.data : ""; *at != '\0';) {
        const size_t size = strcspn(at, ",");
        const size_t end = strcspn(at, ",;");
        const lob_str name = trim((lob_str){at, end});
        if ((is_word(name, type) || is_word(name, group) || is_word(name, "*/*")) &&
            is_wanted((lob_str){at + end, size - end})) {
            return true;
        }
        at += size + (at[size] == ',');
    }
    return false;
}

lob_refusal lob_head_judge_post(const lob_head *head) {
    int64_t size;
    if (head->content_type.data == NULL || !lob_http_type_is(head->content_type, "application/json")) {
        return refuse(WRONG_TYPE, LOB_RPC_INVALID_REQUEST, "Content-Type must be application/json");
    }
    if (!accepts(head->accept, "application/json") || !accepts(head->accept, "text/event-stream")) {
        return refuse(NOT_ACCEPTABLE, LOB_RPC_INVALID_REQUEST,
                      "Accept must list application/json and text/event-stream, for the answer may be either");
    }
    if (head->content_length.data != NULL &&
        !lob_num_parse_int(head->content_length.data, 0, LOB_HTTP_BODY_SIZE_MAX, &size)) {
        return refuse(TOO_LARGE, LOB_RPC_INVALID_REQUEST, "Invalid request: the message is longer than 16 MiB");
    }
    return none;
}

/* ---- the newest revision ---- */

static lob_str newest(void) {
    return lob_str_from(lob_revision_name(LOB_REVISION_2026_07_28));
}

bool lob_head_names_stateless(const lob_head *head) {
    return lob_str_equal(head->protocol, newest());
}

bool lob_head_is_stateless(const lob_head *head, const lob_rpc_message *message) {
    return lob_head_names_stateless(head) || (message->method != NULL && lob_lifecycle_is_modern(message));
}

/* data NULL: there is none. */
static lob_str text_of(const cJSON *object, const char *name) {
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, name);
    return cJSON_IsString(item) ? lob_str_from(item->valuestring) : (lob_str){0};
}

/* Is `coded` the Base64 of `value`, padding and all? */
static bool is_base64_of(lob_str coded, lob_str value) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    if (coded.size != (value.size + 2) / 3 * 4) {
        return false;
    }
    for (size_t i = 0; i < value.size; i += 3) {
        const size_t count = value.size - i < 3 ? value.size - i : 3;
        unsigned bits = 0;
        for (size_t k = 0; k < 3; k++) {
            bits = bits << 8 | (k < count ? (unsigned char)value.data[i + k] : 0U);
        }
        for (size_t k = 0; k < 4; k++) {
            if (coded.data[i / 3 * 4 + k] != (k <= count ? digits[bits >> (18 - 6 * k) & 63] : '=')) {
                return false;
            }
        }
    }
    return true;
}

/* Does the header say `value`, plainly or as =?base64?...?= */
static bool says(lob_str header, lob_str value) {
    static const char before[] = "=?base64?", after[] = "?=";
    const size_t ends = sizeof before - 1 + sizeof after - 1;
    const bool is_coded = header.size >= ends && memcmp(header.data, before, sizeof before - 1) == 0 &&
                          memcmp(header.data + header.size - 2, after, sizeof after - 1) == 0;
    return header.data != NULL &&
           (is_coded ? is_base64_of((lob_str){header.data + sizeof before - 1, header.size - ends}, value)
                     : lob_str_equal(header, value));
}

/* What Mcp-Name repeats: data NULL when the method has none, or its message lacks it. */
static lob_str name_of(const lob_rpc_message *message) {
    if (strcmp(message->method, "resources/read") == 0) {
        return text_of(message->params, "uri");
    }
    return strcmp(message->method, "tools/call") == 0 || strcmp(message->method, "prompts/get") == 0
               ? text_of(message->params, "name")
               : (lob_str){0};
}

lob_refusal lob_head_judge_stateless(const lob_head *head, const lob_rpc_message *message) {
    if (message->kind != LOB_RPC_REQUEST) {
        return none;
    }
    const cJSON *meta = cJSON_GetObjectItemCaseSensitive(message->params, "_meta");
    const lob_str version = text_of(meta, "io.modelcontextprotocol/protocolVersion");
    const lob_str name = name_of(message);
    if (head->protocol.data == NULL || (version.data != NULL && !lob_str_equal(head->protocol, version))) {
        return refuse(BAD_REQUEST, LOB_HTTP_HEADER_MISMATCH,
                      "Header mismatch: MCP-Protocol-Version must be there, and say what "
                      "_meta[\"io.modelcontextprotocol/protocolVersion\"] says");
    }
    if (!lob_str_equal(version, newest())) {
        return none; /* the core has a word on that */
    }
    if (!lob_str_equal(head->method, lob_str_from(message->method))) {
        return refuse(BAD_REQUEST, LOB_HTTP_HEADER_MISMATCH,
                      "Header mismatch: Mcp-Method must be there, and say what method says");
    }
    if (name.data != NULL && !says(head->name, name)) {
        return refuse(BAD_REQUEST, LOB_HTTP_HEADER_MISMATCH,
                      "Header mismatch: Mcp-Name must be there, and say what params.name or params.uri says");
    }
    return none;
}

static bool is_one_of(lob_str code, const char *const *codes, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (lob_str_equal(code, lob_str_from(codes[i]))) {
            return true;
        }
    }
    return false;
}

unsigned lob_head_status(lob_str answer, bool is_stateless) {
    static const char *const bad_request[] = {"-32600", "-32602", "-32700", "-32021", "-32022"};
    if (answer.size == 0 || answer.size > ERROR_SIZE_MAX || answer.data[0] != '{') {
        return OK;
    }
    const lob_str id = lob_json_raw_member(answer, "id");
    const bool is_nameless = id.data == NULL || lob_str_equal(id, LOB_STR("null"));
    const lob_str error = lob_json_raw_member(answer, "error");
    if (error.data == NULL || (!is_stateless && !is_nameless)) {
        return OK;
    }
    const lob_str code = lob_json_raw_member(error, "code");
    if (lob_str_equal(code, LOB_STR("-32601"))) {
        return NOT_FOUND;
    }
    if (is_one_of(code, bad_request, sizeof bad_request / sizeof bad_request[0])) {
        return BAD_REQUEST;
    }
    return is_nameless ? INTERNAL_ERROR : OK;
}

/* ---- the others ---- */

lob_refusal lob_head_judge_session(const lob_head *head) {
    for (int i = LOB_REVISION_2024_11_05; head->protocol.data != NULL; i++) {
        if (i == LOB_REVISION_2026_07_28) {
            return refuse(BAD_REQUEST, LOB_RPC_INVALID_REQUEST,
                          "MCP-Protocol-Version must be 2024-11-05, 2025-03-26, 2025-06-18 or 2025-11-25 in a session, "
                          "and 2026-07-28 without one");
        }
        if (lob_str_equal(head->protocol, lob_str_from(lob_revision_name((lob_revision)i)))) {
            break;
        }
    }
    return none;
}
