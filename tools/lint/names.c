/* What a C file declares at its top level: types, tags, enum constants, functions, variables, macros; and the rule that
 * no two headers of src declare one name.
 *
 * It reads the blanked text token by token and keeps those of the statement at hand that stand outside of braces. Tags
 * are names of their own, so an opaque `typedef struct x x;` and the `struct x { ... }` elsewhere do not meet.
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lint.h"

enum { TOKENS_MAX = 256, DEPTH_MAX = 64 };

typedef struct token {
    const char *at;
    size_t size;
} token;

typedef struct reading {
    const source *file;
    name_sink *sink;
    void *who;
    unsigned long line;
    token tokens[TOKENS_MAX]; /* of the statement, outside of braces; a pair of braces is one '{' */
    size_t count;
    int depth, parens;
    bool is_enum[DEPTH_MAX]; /* of the braces at each depth */
    bool is_item;            /* the next word in an enum is a constant */
    bool enum_begins;        /* `enum` or `enum TAG` came last */
} reading;

static bool is_word(char c) {
    return isalnum((unsigned char)c) || c == '_';
}

static bool is_name(const token *t) {
    return is_word(*t->at) && !isdigit((unsigned char)*t->at);
}

static bool is_text(const token *t, const char *text) {
    return strlen(text) == t->size && memcmp(t->at, text, t->size) == 0;
}

static void tell(const reading *r, name_kind kind, const token *t, bool has_body) {
    const declared name = {.kind = kind,
                           .name = t->at,
                           .size = t->size,
                           .line = r->line,
                           .is_static = r->count > 0 && is_text(&r->tokens[0], "static"),
                           .is_extern = r->count > 0 && is_text(&r->tokens[0], "extern"),
                           .has_body = has_body};
    r->sink(r->who, r->file, &name);
}

/* ---- statements ---- */

/* Where attributes begin, else the end. */
static size_t end_of(const reading *r) {
    size_t end = 0;
    while (end < r->count && !is_text(&r->tokens[end], "__attribute__")) {
        end++;
    }
    return end;
}

static size_t find(const reading *r, size_t end, char c) {
    size_t at = 0;
    while (at < end && *r->tokens[at].at != c) {
        at++;
    }
    return at;
}

/* struct TAG { ... } */
static void take_tag(const reading *r) {
    for (size_t i = 0; i + 2 < r->count; i++) {
        const token *t = &r->tokens[i];
        if ((is_text(t, "struct") || is_text(t, "union") || is_text(t, "enum")) && is_name(&t[1]) && *t[2].at == '{') {
            tell(r, NAME_TAG, &t[1], true);
        }
    }
}

/* T name; T name[N]; T name(...); T (*name)(...); */
static void take_typedef(const reading *r) {
    const size_t end = end_of(r), open = find(r, end, '(');
    if (open + 2 < end && *r->tokens[open + 1].at == '*' && is_name(&r->tokens[open + 2])) {
        tell(r, NAME_TYPE, &r->tokens[open + 2], true);
        return;
    }
    const size_t bracket = find(r, end, '['), last = open < bracket ? open : bracket;
    if (last > 1 && is_name(&r->tokens[last - 1])) {
        tell(r, NAME_TYPE, &r->tokens[last - 1], true);
    }
}

static void take_variables(const reading *r, size_t end) {
    for (size_t i = 1; i < end; i++) {
        const token *t = &r->tokens[i];
        const char next = i + 1 < end ? *t[1].at : ';', before = *t[-1].at;
        if (is_name(t) && (next == ';' || next == ',' || next == '=' || next == '[') &&
            !(i == 1 && (is_text(t - 1, "struct") || is_text(t - 1, "union")))) {
            if (is_word(before) || before == '*' || before == ',' || before == '{') {
                tell(r, NAME_VARIABLE, t, true);
            }
        }
        if (next == '=') { /* what comes behind is a value */
            return;
        }
    }
}

static void end_statement(reading *r, bool has_body) {
    const size_t end = end_of(r), open = find(r, end, '('), value = find(r, end, '=');
    if (r->count > 0 && !is_text(&r->tokens[0], "_Static_assert")) {
        take_tag(r);
        if (is_text(&r->tokens[0], "typedef")) {
            take_typedef(r);
        } else if (open > 0 && open < end && open < value && is_name(&r->tokens[open - 1])) {
            tell(r, NAME_FUNCTION, &r->tokens[open - 1], has_body);
        } else {
            take_variables(r, end);
        }
    }
    r->count = 0;
}

/* ---- tokens ---- */

static void push(reading *r, const char *at, size_t size) {
    if (r->depth == 0 && r->count < TOKENS_MAX) {
        r->tokens[r->count++] = (token){at, size};
    }
}

static void take_word(reading *r, const char *at, size_t size) {
    const token t = {at, size};
    push(r, at, size);
    if (is_text(&t, "enum")) {
        r->enum_begins = true;
    } else if (r->depth > 0 && r->is_enum[r->depth] && r->is_item) {
        tell(r, NAME_CONSTANT, &t, true);
        r->is_item = false;
    }
}

static void open_brace(reading *r, const char *at) {
    push(r, at, 1);
    r->depth += r->depth + 1 < DEPTH_MAX;
    r->is_enum[r->depth] = r->is_item = r->enum_begins;
    r->parens = 0;
}

static void close_brace(reading *r) {
    r->depth -= r->depth > 0;
    const bool is_function = r->depth == 0 && r->count > 1 && *r->tokens[r->count - 2].at == ')';
    if (is_function) {
        end_statement(r, true);
    }
}

static void take_mark(reading *r, const char *at) {
    if (*at == '{') {
        open_brace(r, at);
    } else if (*at == '}') {
        close_brace(r);
    } else if (*at == ';' && r->depth == 0) {
        end_statement(r, false);
    } else {
        r->parens += *at == '(';
        r->parens -= *at == ')';
        r->is_item = r->is_item || (*at == ',' && r->parens == 0);
        push(r, at, 1);
    }
    r->enum_begins = false;
}

/* To the last character of a directive, its continued lines included. */
static const char *take_directive(reading *r, const char *at) {
    char name[128];
    int size = 0;
    if (sscanf(at, "# define %n%127[A-Za-z0-9_]", &size, name) == 1 && !ends_with(name, "_H")) {
        const token t = {at + size, strlen(name)};
        tell(r, NAME_MACRO, &t, true);
    }
    while (at[1] != '\0' && (at[1] != '\n' || *at == '\\')) {
        at++;
        r->line += *at == '\n';
    }
    return at;
}

void each_name(const source *file, name_sink *sink, void *who) {
    reading r = {.file = file, .sink = sink, .who = who, .line = 1};
    bool is_line_begin = true;
    for (const char *at = file->code; *at != '\0'; at++) {
        if (*at == '#' && is_line_begin) {
            at = take_directive(&r, at);
        } else if (is_word(*at)) {
            size_t size = 1;
            while (is_word(at[size])) {
                size++;
            }
            take_word(&r, at, size);
            at += size - 1;
            is_line_begin = false;
        } else if (!isspace((unsigned char)*at)) {
            take_mark(&r, at);
            is_line_begin = false;
        }
        r.line += *at == '\n';
        is_line_begin = is_line_begin || *at == '\n';
    }
}

/* ---- the rule ---- */

typedef struct place {
    const char *name, *path;
    unsigned long line;
    bool is_tag;
} place;

struct header_names {
    place *items;
    size_t count, capacity;
};

static void keep(void *who, const source *file, const declared *name) {
    lint *run = who;
    header_names *all = run->names;
    if (all->count == all->capacity) {
        const size_t capacity = all->capacity ? 2 * all->capacity : 4096;
        place *items = LOB_NEW_ARRAY(run->kept, place, capacity);
        if (items == NULL) {
            run->is_short = true;
            return;
        }
        if (all->count > 0) {
            memcpy(items, all->items, all->count * sizeof *items);
        }
        all->items = items;
        all->capacity = capacity;
    }
    all->items[all->count++] = (place){.name = lob_arena_strdup(run->kept, name->name, name->size),
                                       .path = lob_arena_strdup(run->kept, file->path, strlen(file->path)),
                                       .line = name->line,
                                       .is_tag = name->kind == NAME_TAG};
}

void take_names(lint *run, const source *file) {
    if (!starts_with(file->path, "src/") || !ends_with(file->path, ".h")) {
        return;
    }
    if (run->names == NULL) {
        run->names = LOB_NEW(run->kept, header_names);
    }
    if (run->names != NULL) {
        each_name(file, keep, run);
    }
}

static int by_name(const void *a, const void *b) {
    const place *x = a, *y = b;
    int order = strcmp(x->name, y->name);
    order = order != 0 ? order : x->is_tag - y->is_tag;
    order = order != 0 ? order : strcmp(x->path, y->path);
    return order != 0 ? order : (x->line > y->line) - (x->line < y->line);
}

void check_names(lint *run) {
    const header_names *all = run->names;
    if (all == NULL || all->count == 0) {
        return;
    }
    qsort(all->items, all->count, sizeof *all->items, by_name);
    for (size_t i = 1; i < all->count; i++) {
        const place *one = &all->items[i - 1], *two = &all->items[i];
        if (strcmp(one->name, two->name) == 0 && one->is_tag == two->is_tag && strcmp(one->path, two->path) != 0) {
            complain(run, two->path, two->line, "%s is declared in %s:%lu as well: one name, one meaning", two->name,
                     one->path, one->line);
        }
    }
}
