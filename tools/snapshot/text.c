/* Raw JSON text, cut and laid out without changing a byte of any value. All of it has been checked as strict JSON
 * before. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "snapshot.h"
#include "json/reader.h"

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

void add_golden_close(lob_buf *out, lob_str raw, unsigned indent) {
    add_laid_out(out, raw, &(layout){.comma = ",", .colon = ":", .is_golden = true, .indent = indent});
}

void add_without(lob_buf *out, lob_str raw, const lob_str *keys, size_t key_count) {
    bool is_first = true; /* nothing of the object has been added */
    for (size_t i = 0; i < raw.size;) {
        size_t end = i + 1;
        if (raw.data[i] != '"') {
            is_first = raw.data[i] == '{' || raw.data[i] == '[';
            lob_buf_add_byte(out, raw.data[i++]);
            continue;
        }
        while (raw.data[end] != '"') {
            end += raw.data[end] == '\\' ? 2 : 1;
        }
        end++;
        bool is_dropped = false;
        for (size_t k = 0; k < key_count && end < raw.size && raw.data[end] == ':'; k++) {
            is_dropped = is_dropped || lob_str_equal(keys[k], (lob_str){raw.data + i + 1, end - i - 2});
        }
        if (!is_dropped) {
            lob_buf_add(out, raw.data + i, end - i);
            is_first = false;
            i = end;
            continue;
        }
        i = end + 1 + value_size((lob_str){raw.data + end + 1, raw.size - end - 1});
        if (is_first && i < raw.size && raw.data[i] == ',') {
            i++;
        } else if (!is_first) {
            out->size--; /* the comma before it */
        }
    }
}

const char *plain_text(lob_arena *arena, lob_str raw) {
    if (raw.size < 2 || raw.data[0] != '"') {
        return "";
    }
    const char *text = lob_arena_strdup(arena, raw.data + 1, raw.size - 2);
    return text != NULL ? text : "";
}

/* ---- paths ---- */

/* What stands before and behind the first `c`; all of it before when there is none. */
static lob_str cut_at(lob_str *text, char c) {
    const char *at = text->size > 0 ? memchr(text->data, c, text->size) : NULL;
    lob_str head = {text->data, at != NULL ? (size_t)(at - text->data) : text->size};
    size_t taken = head.size + (at != NULL);
    *text = (lob_str){text->data + taken, text->size - taken};
    return head;
}

static bool element_fits(lob_str element, lob_str wanted) {
    char key[64];
    lob_str name = cut_at(&wanted, '=');
    snprintf(key, sizeof key, "%.*s", (int)name.size, name.data);
    lob_str is = lob_json_raw_member(element, key);
    if (is.size >= 2 && is.data[0] == '"') {
        is = (lob_str){is.data + 1, is.size - 2};
    }
    return is.data != NULL && lob_str_equal(is, wanted);
}

/* The elements of an array that [..] names: all, the one of a number, or the first with a member of this value. */
static size_t pick_elements(lob_str array, lob_str which, lob_str *out, size_t out_max) {
    size_t count = 0, index = 0;
    bool is_number = which.size > 0 && isdigit((unsigned char)which.data[0]);
    unsigned long wanted = is_number ? strtoul(which.data, NULL, 10) : 0;
    if (array.data == NULL || *array.data != '[') {
        return 0;
    }
    for (lob_str element; count < out_max && next_element(&array, &element); index++) {
        if (which.size == 0 || (is_number ? index == wanted : element_fits(element, which))) {
            out[count++] = element;
            if (which.size > 0) {
                break;
            }
        }
    }
    return count;
}

size_t pick(lob_str text, lob_str path, lob_str *out, size_t out_max) {
    static lob_str next[PICK_MAX];
    size_t count = out_max > 0 ? 1 : 0;
    out[0] = text;
    while (path.size > 0 && count > 0) {
        lob_str step = cut_at(&path, '.');
        char key[64];
        lob_str name = cut_at(&step, '[');
        snprintf(key, sizeof key, "%.*s", (int)name.size, name.data);
        size_t kept = 0;
        for (size_t i = 0; i < count; i++) {
            lob_str value = lob_json_raw_member(out[i], key);
            if (value.data != NULL) {
                out[kept++] = value;
            }
        }
        count = kept;
        while (step.size > 0) {
            lob_str which = cut_at(&step, ']');
            size_t found = 0;
            for (size_t i = 0; i < count; i++) {
                found += pick_elements(out[i], which, next + found, (out_max < PICK_MAX ? out_max : PICK_MAX) - found);
            }
            memcpy(out, next, found * sizeof *out);
            count = found;
            (void)cut_at(&step, '[');
        }
    }
    return count;
}
