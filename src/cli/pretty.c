/* White space put into compact JSON; no value is touched. */
#include "cli/pretty.h"

const char *lob_colour_text(bool has_colour, lob_colour colour) {
    static const char *const texts[] = {
        [LOB_COLOUR_END] = "\033[0m", [LOB_COLOUR_GOOD] = "\033[1;32m", [LOB_COLOUR_BAD] = "\033[1;31m"};
    return has_colour ? texts[colour] : "";
}

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

static void add_string(lob_buf *out, lob_str json, size_t at, size_t end, bool has_colour) {
    const bool is_name = has_colour && end < json.size && json.data[end] == ':';
    lob_buf_add_text(out, is_name ? "\033[1;34m" : "");
    lob_buf_add(out, json.data + at, end - at);
    lob_buf_add_text(out, is_name ? "\033[0m" : "");
}

void lob_pretty(lob_str json, bool has_colour, lob_buf *out) {
    unsigned depth = 0;
    for (size_t at = 0; at < json.size;) {
        char c = json.data[at];
        if (c == '"') {
            size_t end = string_end(json, at);
            add_string(out, json, at, end, has_colour);
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
