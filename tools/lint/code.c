/* Rules of C files: what stands at their head, how long functions are, which calls belong in which folder.
 *
 * All rules but the first look at the blanked text, in which comments and the insides of strings are spaces, so that a
 * word in a sentence is no call.
 */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "lint.h"

enum { FUNCTION_LINES_MAX = 70, FILE_LINES_MAX = 900 };

/* Words that may stand as a call, or as a name, only in the listed places (prefixes of paths, comma-separated). */
static const struct {
    const char *word;
    const char *places;
    const char *instead;
} words[] = {
    {"malloc", "src/base/alloc.c,tests/,tools/", "memory comes from base/alloc.h, arenas and buffers"},
    {"calloc", "src/base/alloc.c,tests/,tools/,examples/", "memory comes from base/alloc.h, arenas and buffers"},
    {"realloc", "src/base/alloc.c,tests/,tools/", "memory comes from base/alloc.h, arenas and buffers"},
    {"free", "src/base/alloc.c,tests/,tools/,examples/", "memory goes back through base/alloc.h"},
    {"strdup", "tests/", "lob_arena_strdup()"},
    {"printf", "src/main/,tools/,tests/,examples/", "standard output belongs to the protocol"},
    {"puts", "src/main/,tools/,tests/", "standard output belongs to the protocol"},
    {"putchar", "src/main/,tools/,tests/", "standard output belongs to the protocol"},
    {"stdout", "src/main/,src/cli/program.c,tools/,tests/", "standard output belongs to the protocol"},
    {"sprintf", "tests/", "snprintf() or lob_buf_printf()"},
    {"vsprintf", "tests/", "vsnprintf()"},
    {"strcpy", "tests/", "memcpy() with a size"},
    {"strcat", "tests/", "lob_buf"},
    {"gets", "", "anything else"},
    {"strtok", "tests/", "strcspn()"},
    {"strtod", "src/base/num.c,tests/,tools/", "lob_num_strtod(): a point is a point in every locale"},
    {"system", "tests/", "posix_spawn() with an argument list"},
    {"popen", "tests/", "posix_spawn() with an argument list"},
    {"setlocale", "tests/", "the locale is C, always"},
    {"cJSON_Print", "tests/", "json/writer.h"},
    {"cJSON_PrintUnformatted", "tests/", "json/writer.h"},
    {"longjmp", "", "a status"},
};

static bool place_fits(const char *places, const char *path) {
    while (*places != '\0') {
        size_t size = strcspn(places, ",");
        if (strncmp(places, path, size) == 0) {
            return true;
        }
        places += size + (places[size] == ',');
    }
    return false;
}

typedef enum { IN_CODE, IN_BLOCK, IN_LINE, IN_STRING, IN_CHAR } place_kind;

/* What the next character is in, after `at`; moves over two-character marks. */
static place_kind step(place_kind in, const char *text, size_t *at) {
    char here = text[*at];
    char next = text[*at + 1];
    if (in == IN_CODE && here == '/' && (next == '*' || next == '/')) {
        return next == '*' ? IN_BLOCK : IN_LINE;
    }
    if (in == IN_CODE && (here == '"' || here == '\'')) {
        return here == '"' ? IN_STRING : IN_CHAR;
    }
    if (in == IN_BLOCK && here == '*' && next == '/') {
        (*at)++;
        return IN_CODE;
    }
    if (in == IN_LINE && here == '\n') {
        return IN_CODE;
    }
    if ((in == IN_STRING && here == '"') || (in == IN_CHAR && here == '\'')) {
        return IN_CODE;
    }
    if ((in == IN_STRING || in == IN_CHAR) && here == '\\' && next != '\0') {
        (*at)++;
    }
    return in;
}

char *blank_comments(lint *run, const source *file) {
    char *code = lob_arena_strdup(run->arena, file->text, file->size);
    if (code == NULL) {
        return NULL;
    }
    place_kind in = IN_CODE;
    for (size_t at = 0; at < file->size; at++) {
        size_t from = at;
        place_kind next = step(in, file->text, &at);
        for (size_t i = from; i <= at; i++) {
            bool keep = in == IN_CODE && next == IN_CODE;
            if (!keep && code[i] != '\n') {
                code[i] = ' ';
            }
        }
        if (in == IN_CODE && (next == IN_BLOCK || next == IN_LINE)) {
            at++;
            code[at] = ' ';
        }
        in = next;
    }
    return code;
}

static bool is_word(char c) {
    return isalnum((unsigned char)c) || c == '_';
}

static void check_word(lint *run, const source *file, const char *word, size_t size, unsigned long line) {
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (strlen(words[i].word) == size && strncmp(words[i].word, word, size) == 0 &&
            !place_fits(words[i].places, file->path)) {
            complain(run, file->path, line, "%s: not here (%s)", words[i].word, words[i].instead);
        }
    }
}

/* A member or a field of that name (x.free, x->free) is no call of the library. */
static bool is_member(const char *code, const char *word) {
    return word > code && (word[-1] == '.' || (word[-1] == '>' && word - 1 > code && word[-2] == '-'));
}

static void check_words(lint *run, const source *file) {
    unsigned long line = 1;
    for (const char *at = file->code; *at != '\0';) {
        if (!is_word(*at)) {
            line += *at == '\n';
            at++;
            continue;
        }
        const char *word = at;
        while (is_word(*at)) {
            at++;
        }
        if (!is_member(file->code, word) && (*at == '(' || strncmp(word, "stdout", 6) == 0)) {
            check_word(run, file, word, (size_t)(at - word), line);
        }
    }
}

/* The name before the parameter list that ends at `close`, the last ')' before a body. */
static void function_name(const char *code, const char *close, char *name, size_t size) {
    int depth = 0;
    const char *at = close;
    for (; at > code; at--) {
        depth += *at == ')';
        depth -= *at == '(';
        if (depth == 0) {
            break;
        }
    }
    while (at > code && !is_word(at[-1])) {
        at--;
    }
    const char *end = at;
    while (at > code && is_word(at[-1])) {
        at--;
    }
    snprintf(name, size, "%.*s", (int)(end - at), at);
}

static void check_function(lint *run, const source *file, const char *close, unsigned long first, unsigned long last) {
    char name[128];
    char place[512];
    function_name(file->code, close, name, sizeof name);
    snprintf(place, sizeof place, "%s:%s", file->path, name);
    check_ceiling(run, "function-lines", place, first, last - first + 1, FUNCTION_LINES_MAX);
}

/* A body is a brace at depth 0 after a parameter list. */
static void check_functions(lint *run, const source *file) {
    unsigned long line = 1;
    unsigned long first = 0;
    int depth = 0;
    const char *before = file->code; /* last character that is no space */
    const char *close = NULL;
    for (const char *at = file->code; *at != '\0'; at++) {
        if (*at == '{' && depth++ == 0) {
            close = *before == ')' ? before : NULL;
            first = line;
        } else if (*at == '}' && --depth == 0 && close != NULL) {
            check_function(run, file, close, first, line);
        }
        line += *at == '\n';
        before = isspace((unsigned char)*at) ? before : at;
    }
}

/* Where the bracket closes that opens before `at`; whether what is between is a comparison and no more: one operator
 * outside of brackets, and nothing that joins conditions. */
static const char *argument_end(const char *at, bool *is_comparison) {
    int depth = 0;
    int compared = 0;
    bool joined = false;
    for (; *at != '\0'; at++) {
        bool outside = depth == 0;
        depth += (*at == '(' || *at == '[' || *at == '{') - (*at == ')' || *at == ']' || *at == '}');
        if (depth < 0) {
            break;
        }
        if (!outside || strchr("=!<>&|^?,-", *at) == NULL) {
            continue;
        }
        bool is_pair = at[1] == '=';
        bool is_shift = (*at == '<' || *at == '>') && at[1] == *at;
        bool is_compared = is_pair || ((*at == '<' || *at == '>') && !is_shift);
        bool is_spaced = at[1] == ' ' || at[1] == '\n' || at[1] == *at;
        compared += is_compared;
        joined = joined || (strchr("&|^?,", *at) != NULL && is_spaced);
        at += is_pair || is_shift || (*at == '-' && at[1] == '>') || (at[1] == *at && *at != '!');
    }
    *is_comparison = compared == 1 && !joined;
    return at;
}

/* Tests include tests/support/lob_test.h, whose asserts print both sides of a comparison. */
static void check_asserts(lint *run, const source *file) {
    unsigned long line = 1;
    const char *counted = file->code;
    for (const char *at = strstr(file->code, "assert_true("); at != NULL; at = strstr(at + 1, "assert_true(")) {
        bool is_comparison = false;
        if (at == file->code || !is_word(at[-1])) {
            argument_end(at + strlen("assert_true("), &is_comparison);
        }
        for (; counted < at; counted++) {
            line += *counted == '\n';
        }
        if (is_comparison) {
            complain(run, file->path, line,
                     "assert_true of a comparison: assert_eq, _ne, _lt, _le, _gt or _ge prints both sides");
        }
    }
    if (strstr(file->code, "#include <cmocka.h>") != NULL && !ends_with(file->path, "tests/support/lob_test.h")) {
        complain(run, file->path, 1, "cmocka comes with tests/support/lob_test.h");
    }
}

void check_code(lint *run, const source *file) {
    if (!starts_with(file->text, "/*")) {
        complain(run, file->path, 1, "a file opens with a comment: its idea and its invariant");
    }
    check_layers(run, file);
    if (starts_with(file->path, "gen/")) {
        return;
    }
    if (!starts_with(file->text, "/* Made by tools/schemac")) { /* as long as there are tools */
        check_ceiling(run, "file-lines", file->path, 1, file->lines, FILE_LINES_MAX);
    }
    check_words(run, file);
    if (starts_with(file->path, "tests/")) {
        check_asserts(run, file);
    }
    check_functions(run, file);
}
