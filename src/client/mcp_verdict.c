/* What is said of a server that broke. Whatever it sent stands in quotes, cut and escaped: a verdict is one printable
 * line, and nobody takes the server's words for ours. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/utf8.h"
#include "client/mcp_talk.h"

enum { EXCERPT_CHARACTER_COUNT = 60, ESCAPE_SIZE_MAX = 10 };

const char *lob_mcp_excerpt(lob_str text, char out[LOB_MCP_EXCERPT_SIZE]) {
    size_t at = 0, size = 0;
    out[size++] = '"';
    for (int i = 0; i < EXCERPT_CHARACTER_COUNT && at < text.size; i++) {
        if (size > LOB_MCP_EXCERPT_SIZE - ESCAPE_SIZE_MAX - 5) { /* "..." and the quote and the NUL */
            break;
        }
        uint32_t code = 0;
        unsigned length = lob_utf8_decode(text, at, &code);
        if (length == 0) {
            size += (size_t)snprintf(out + size, ESCAPE_SIZE_MAX + 1, "\\x%02x", (unsigned char)text.data[at]);
            length = 1;
        } else if (code == '"' || code == '\\') {
            out[size++] = '\\';
            out[size++] = (char)code;
        } else if (lob_utf8_unsafe(code)) {
            size += (size_t)snprintf(out + size, ESCAPE_SIZE_MAX + 1, "\\u{%x}", (unsigned)code);
        } else {
            memcpy(out + size, text.data + at, length);
            size += length;
        }
        at += length;
    }
    const char *end = at < text.size ? "...\"" : "\"";
    memcpy(out + size, end, strlen(end) + 1);
    return out;
}

lob_status lob_mcp_break(lob_ctx *ctx, lob_mcp_client *client, const char *reason, const char *format, ...) {
    static const struct {
        const char *reason, *message;
    } stories[] = {
        {"spawn", "The server could not be started"},
        {"closed", "The server ended or closed its side"},
        {"timeout", "The server did not answer in time"},
        {"malformed", "The server sent something that is not a message"},
        {"unexpected", "The server sent a message that was not requested"},
    };
    va_list args;
    va_start(args, format);
    vsnprintf(client->verdict, sizeof client->verdict, format, args);
    va_end(args);
    const char *message = "The server broke";
    for (size_t i = 0; i < sizeof stories / sizeof stories[0]; i++) {
        message = strcmp(stories[i].reason, reason) == 0 ? stories[i].message : message;
    }
    lob_status status = lob_fail(ctx, LOB_E_INTERNAL_ERROR, "%s", message);
    lob_error_text(&ctx->error, "reason", lob_str_from(reason));
    return status;
}

const char *lob_mcp_client_verdict(const lob_mcp_client *client) {
    return client->verdict;
}
