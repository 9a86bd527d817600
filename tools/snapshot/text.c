/* Raw JSON text, cut and laid out without changing a byte of any value. All of it has been checked as strict JSON
 * before. */
#include <ctype.h>
#include <string.h>

#include "snapshot.h"

/* The size of the value that begins at text[0]. */
static size_t value_size(lob_str text) {
    unsigned depth = 0;
    bool in_string = false;
    for (size_t i = 0; i < text.size; i++) {
        char c = text.data[i];
        if (in_string) {
            i += c == '\\';
            in_string = c != '"';
        } else if (c == '"') {
            in_string = true;
        } else if (c == '{' || c == '[') {
            depth++;
        } else if (depth == 0 && (c == ',' || c == '}' || c == ']')) {
            return i;
        } else if (c == '}' || c == ']') {
            depth--;
        }
    }
    return text.size;
}

static void skip_space(lob_str *text) {
    while (text->size > 0 && isspace((unsigned char)*text->data)) {
        text->data++;
        text->size--;
    }
}

bool next_element(lob_str *rest, lob_str *element) {
    skip_space(rest);
    if (rest->size == 0 || *rest->data == ']') {
        return false;
    }
    rest->data++; /* the bracket, or the comma after the element before */
    rest->size--;
    skip_space(rest);
    size_t size = value_size(*rest);
    if (size == 0) {
        return false;
    }
    *element = (lob_str){rest->data, size};
    rest->data += size;
    rest->size -= size;
    while (element->size > 0 && isspace((unsigned char)element->data[element->size - 1])) {
        element->size--;
    }
    return true;
}

typedef struct layout {
    const char *comma, *colon;
    bool is_golden;
    unsigned indent, depth;
    bool broken[64]; /* containers printed one item a line */
} layout;

static void add_line(lob_buf *out, const layout *l) {
    lob_buf_add_byte(out, '\n');
    for (unsigned i = 0; i < l->indent + 2 * l->depth; i++) {
        lob_buf_add_byte(out, ' ');
    }
}

static void open_container(lob_buf *out, layout *l, lob_str rest) {
    char c = *rest.data;
    lob_buf_add_byte(out, c);
    lob_str inside = {rest.data + 1, rest.size - 1};
    skip_space(&inside);
    bool is_empty = *inside.data == '}' || *inside.data == ']';
    bool fits = (l->depth == 0 && c == '{') || (l->depth == 1 && c == '[' && l->broken[0]);
    l->broken[l->depth % 64] = l->is_golden && fits && !is_empty;
    l->depth++;
    if (l->broken[(l->depth - 1) % 64]) {
        add_line(out, l);
    }
}

static void close_container(lob_buf *out, layout *l, char c) {
    l->depth--;
    if (l->broken[l->depth % 64]) {
        add_line(out, l);
    }
    lob_buf_add_byte(out, c);
}

static void add_comma(lob_buf *out, const layout *l) {
    if (l->depth > 0 && l->broken[(l->depth - 1) % 64]) {
        lob_buf_add_byte(out, ',');
        add_line(out, l);
    } else {
        lob_buf_add_text(out, l->comma);
    }
}

static void add_laid_out(lob_buf *out, lob_str raw, layout *l) {
    for (size_t i = 0; i < raw.size; i++) {
        char c = raw.data[i];
        if (c == '"') {
            size_t from = i;
            for (i++; raw.data[i] != '"'; i++) {
                i += raw.data[i] == '\\';
            }
            lob_buf_add(out, raw.data + from, i + 1 - from);
        } else if (c == '{' || c == '[') {
            open_container(out, l, (lob_str){raw.data + i, raw.size - i});
        } else if (c == '}' || c == ']') {
            close_container(out, l, c);
        } else if (c == ',') {
            add_comma(out, l);
        } else if (c == ':') {
            lob_buf_add_text(out, l->colon);
        } else if (!isspace((unsigned char)c)) {
            lob_buf_add_byte(out, c);
        }
    }
}

void add_compact(lob_buf *out, lob_str raw) {
    add_laid_out(out, raw, &(layout){.comma = ",", .colon = ":"});
}

void add_inline(lob_buf *out, lob_str raw) {
    add_laid_out(out, raw, &(layout){.comma = ", ", .colon = ": "});
}

void add_golden(lob_buf *out, lob_str raw, unsigned indent) {
    add_laid_out(out, raw, &(layout){.comma = ", ", .colon = ": ", .is_golden = true, .indent = indent});
}

const char *plain_text(lob_arena *arena, lob_str raw) {
    if (raw.size < 2 || raw.data[0] != '"') {
        return "";
    }
    const char *text = lob_arena_strdup(arena, raw.data + 1, raw.size - 2);
    return text != NULL ? text : "";
}
