/* What all emitters share. */
#include "emit.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { LINE_WIDTH = 120 };

static void add_output(sc_emit *e, const char *path, sc_home home) {
    sc_outputs *outputs = e->outputs;
    if (outputs->count == outputs->capacity) {
        size_t capacity = outputs->capacity ? 2 * outputs->capacity : 16;
        sc_output *items = sc_alloc(e->model->load, capacity, sizeof *items);
        if (outputs->count) {
            memcpy(items, outputs->items, outputs->count * sizeof *items);
        }
        outputs->items = items;
        outputs->capacity = capacity;
    }
    sc_output *output = &outputs->items[outputs->count++];
    *output = (sc_output){.path = path, .home = home};
    lob_buf_init(&output->text, 16 << 20);
    e->out = &output->text;
}

static bool is_below(const char *path, const char *folder) {
    return strncmp(path, folder, strlen(folder)) == 0;
}

void sc_begin(sc_emit *e, const char *path, const char *about) {
    const char *end = strrchr(path, '.');
    bool is_doc = end && strcmp(end, ".md") == 0, is_in_src = is_below(path, "base/") || is_below(path, "tool/");
    add_output(e, path, is_doc ? SC_DOCS : is_in_src ? SC_SRC : SC_GEN);
    if (is_doc) {
        lob_buf_printf(e->out, "<!-- Made by tools/schemac from spec/. Do not edit. -->\n%s", about);
    } else {
        lob_buf_printf(e->out, "/* Made by tools/schemac from spec/. Do not edit. %s */\n", about);
    }
}

/* types.h -> LOB_GEN_TYPES_H, base/errors.h -> LOB_BASE_ERRORS_H */
static const char *guard(const sc_model *model, const char *path) {
    char *name = sc_alloc(model->load, 1, strlen(path) + 1);
    for (size_t i = 0; path[i]; i++) {
        name[i] = isalnum((unsigned char)path[i]) ? (char)toupper((unsigned char)path[i]) : '_';
    }
    return sc_format(model->load, "LOB_%s%s", strchr(path, '/') ? "" : "GEN_", name);
}

void sc_begin_header(sc_emit *e, const char *path, const char *about) {
    sc_begin(e, path, about);
    const char *name = guard(e->model, path);
    lob_buf_printf(e->out, "#ifndef %s\n#define %s\n\n", name, name);
}

void sc_end_header(sc_emit *e) {
    lob_buf_add_text(e->out, "\n#endif\n");
}

/* How much of the line fits: up to the last comma, = or && before the margin that stands in no string; all of it when
 * there is none. */
static size_t fitting(const char *text, size_t room) {
    size_t size = strlen(text), best = size;
    bool is_quoted = false;
    for (size_t i = 1; size > room && i < room; i++) {
        is_quoted ^= text[i - 1] == '"' && (i < 2 || text[i - 2] != '\\');
        bool may_break = text[i] == ' ' && (text[i - 1] == ',' || text[i - 1] == '=' || text[i - 1] == '&');
        best = may_break && !is_quoted ? i : best;
    }
    return best;
}

void sc_line(sc_emit *e, int indent, const char *format, ...) {
    va_list args;
    va_start(args, format);
    const char *text = sc_vformat(e->model->load, format, args);
    va_end(args);
    for (int at = indent; *text; at = indent + 4) {
        size_t size = fitting(text, (size_t)(LINE_WIDTH - at));
        lob_buf_printf(e->out, "%*s%.*s\n", at, "", (int)size, text);
        text += size + (text[size] == ' ');
    }
}

void sc_comment(sc_emit *e, int indent, const char *text) {
    lob_buf_printf(e->out, "%*s/*", indent, "");
    size_t column = (size_t)indent + 2;
    while (*text) {
        size_t word = strcspn(text, " \n");
        if (column + 1 + word + 3 > LINE_WIDTH) {
            lob_buf_printf(e->out, "\n%*s *", indent, "");
            column = (size_t)indent + 2;
        }
        lob_buf_add_byte(e->out, ' ');
        for (size_t i = 0; i < word; i++) {
            lob_buf_add_byte(e->out, text[i]);
            if (text[i] == '*' && text[i + 1] == '/') {
                lob_buf_add_byte(e->out, ' ');
            }
        }
        text += word + strspn(text + word, " \n");
        column += word + 1;
    }
    lob_buf_add_text(e->out, " */\n");
}

void sc_field(sc_emit *e, int indent, const char *line, const char *comment) {
    const bool fits = (size_t)indent + strlen(line) + strlen(comment) + strlen(" /*  */") <= LINE_WIDTH;
    if (*comment && fits) {
        lob_buf_printf(e->out, "%*s%s", indent, "", line);
        sc_comment(e, 1, comment);
        return;
    }
    if (*comment) {
        sc_comment(e, indent, comment);
    }
    sc_line(e, indent, "%s", line);
}

void sc_literal(lob_buf *out, int indent, const char *text) {
    size_t column = (size_t)indent + 1;
    lob_buf_add_byte(out, '"');
    for (; *text; text++) {
        char escape = *text == '\n' ? 'n' : *text;
        bool is_escaped = *text == '\n' || *text == '"' || *text == '\\';
        if (column + 4 > LINE_WIDTH) {
            lob_buf_printf(out, "\"\n%*s\"", indent, "");
            column = (size_t)indent + 1;
        }
        if (is_escaped) {
            lob_buf_add_byte(out, '\\');
        }
        lob_buf_add_byte(out, escape);
        column += is_escaped ? 2 : 1;
    }
    lob_buf_add_byte(out, '"');
}

const char *sc_quoted(const sc_model *model, const char *text) {
    char *out = sc_alloc(model->load, 1, 2 * strlen(text) + 3), *at = out;
    *at++ = '"';
    for (; *text; text++) {
        if (*text == '\n' || *text == '"' || *text == '\\') {
            *at++ = '\\';
        }
        *at++ = *text == '\n' ? 'n' : *text;
    }
    *at = '"';
    return out;
}

const char *sc_constant(const sc_model *model, const char *name, const char *value) {
    const char *joined = sc_format(model->load, "LOB_%s_%s", name, value);
    char *constant = sc_alloc(model->load, 1, strlen(joined) + 1);
    for (size_t i = 0; joined[i]; i++) {
        constant[i] = isalnum((unsigned char)joined[i]) ? (char)toupper((unsigned char)joined[i]) : '_';
    }
    return constant;
}

static bool is_root(const sc_type *type) {
    return type->owner && (type == type->owner->request || type == type->owner->response);
}

bool sc_is_extern(const sc_type *type) {
    return type->is_named || is_root(type);
}

bool sc_is_emitted(const sc_type *type) {
    return !type->owner || type->owner->is_registered;
}

const char *sc_expected(sc_kind kind) {
    static const char *const names[] = {
        [SC_OBJECT] = "object",   [SC_MAP] = "object",   [SC_ARRAY] = "array",   [SC_STRING] = "string",
        [SC_ENUM] = "string",     [SC_CONST] = "string", [SC_NUMBER] = "number", [SC_INTEGER] = "integer",
        [SC_BOOLEAN] = "boolean", [SC_ANY] = "any value"};
    return names[kind];
}

bool sc_has_fields(const sc_type *type) {
    for (size_t i = 0; i < type->member_count; i++) {
        if (type->members[i].type->kind != SC_CONST) {
            return true;
        }
    }
    return false;
}
