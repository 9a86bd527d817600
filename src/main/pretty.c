/* White space put into compact JSON; no value is touched. */
#include "main/pretty.h"

static void new_line(lob_buf *out, unsigned depth) {
    lob_buf_add_byte(out, '\n');
    for (unsigned i = 0; i < depth; i++) {
        lob_buf_add(out, "  ", 2);
    }
}

/* The end of the string whose quote is json[at]. */
static size_t string_end(lob_str json, size_t at) {
    for (at++; at < json.size && json.data[at] != '"'; at++) {
        at += json.data[at] == '\\';
    }
    return at + 1 < json.size ? at + 1 : json.size;
}

void lob_pretty(lob_str json, lob_buf *out) {
    unsigned depth = 0;
    for (size_t at = 0; at < json.size;) {
        char c = json.data[at];
        if (c == '"') {
            size_t end = string_end(json, at);
            lob_buf_add(out, json.data + at, end - at);
            at = end;
            continue;
        }
        bool closes = c == '}' || c == ']';
        bool opens = c == '{' || c == '[';
        bool is_empty = opens && at + 1 < json.size && (json.data[at + 1] == '}' || json.data[at + 1] == ']');
        if (is_empty) {
            lob_buf_add(out, json.data + at, 2);
            at += 2;
            continue;
        }
        if (closes) {
            new_line(out, --depth);
        }
        lob_buf_add_byte(out, c);
        if (c == ':') {
            lob_buf_add_byte(out, ' ');
        } else if (opens || c == ',') {
            depth += opens;
            new_line(out, depth);
        }
        at++;
    }
}
