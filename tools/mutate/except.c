/* The list of mutants that none can find, each line with its reason:
 *
 *   REASON FILE:FUNCTION KIND TEXT       memory stream.c:oas_string ignored lob_buf_reserve(*
 *
 * FILE:FUNCTION, KIND and TEXT (the condition, runs of blanks as one) are shell patterns. Mutants are named by what
 * stands there and not by line, so that the list outlives edits. Invariant: each line names at least one mutant, and
 * only mutants that no line before it named; a line that names none is stale and fails.
 */
#include <ctype.h>
#include <fnmatch.h>
#include <stdio.h>
#include <string.h>

#include "mutate.h"

enum { FIELD_COUNT = 4, TEXT_SIZE = 1024 };

/* The name of the function that `at` lies in: the word before the first parenthesis of the last line above that begins
 * with a letter and holds one. */
static lob_str function_of(const source *in, size_t at) {
    const char *text = in->text.data;
    for (size_t line = at; line > 0;) {
        for (line--; line > 0 && text[line - 1] != '\n'; line--) {
        }
        size_t open = line + strcspn(text + line, "(\n");
        if (isalpha((unsigned char)text[line]) && text[open] == '(') {
            size_t begin = open;
            while (begin > line && (isalnum((unsigned char)text[begin - 1]) || text[begin - 1] == '_')) {
                begin--;
            }
            return (lob_str){text + begin, open - begin};
        }
    }
    return LOB_STR("");
}

/* Runs of blanks become one. */
static void squeeze(const mutant *item, char out[TEXT_SIZE]) {
    size_t size = 0;
    for (size_t at = item->begin; at < item->end && size + 1 < TEXT_SIZE; at++) {
        const char c = item->in->text.data[at];
        const bool is_blank = isspace((unsigned char)c);
        if (!is_blank || (size > 0 && out[size - 1] != ' ')) {
            out[size++] = is_blank ? ' ' : c;
        }
    }
    out[size] = '\0';
}

static bool is_named(const mutant *item, char *const field[FIELD_COUNT]) {
    char text[TEXT_SIZE], place[TEXT_SIZE];
    squeeze(item, text);
    const char *base = strrchr(item->in->path, '/'), *kind = strrchr(item->name, ':');
    lob_str function = function_of(item->in, item->begin);
    snprintf(place, sizeof place, "%s:%.*s", base ? base + 1 : item->in->path, (int)function.size, function.data);
    return kind && fnmatch(field[1], place, 0) == 0 && fnmatch(field[2], kind + 1, 0) == 0 &&
           fnmatch(field[3], text, 0) == 0;
}

/* Cuts a line into fields, the last with all that is left. */
static bool split(char *line, char *field[FIELD_COUNT]) {
    for (unsigned i = 0; i < FIELD_COUNT; i++) {
        line += strspn(line, " \t");
        field[i] = line;
        line += i + 1 < FIELD_COUNT ? strcspn(line, " \t") : strlen(line);
        if (*field[i] == '\0') {
            return false;
        }
        if (*line != '\0') {
            *line++ = '\0';
        }
    }
    return true;
}

static bool apply(mutants *all, const char *path, unsigned line_number, char *line) {
    char *field[FIELD_COUNT];
    if (!split(line, field)) {
        fprintf(stderr, "%s:%u: a line is REASON FILE:FUNCTION KIND TEXT\n", path, line_number);
        return false;
    }
    size_t named = 0;
    for (size_t i = 0; i < all->count; i++) {
        mutant *item = &all->items[i];
        if (item->caught_by[0] == '\0' && is_named(item, field)) {
            item->caught_by = lob_arena_strdup(all->arena, field[0], strlen(field[0]));
            named++;
            if (item->caught_by == NULL) {
                fputs("out of memory\n", stderr);
                return false;
            }
        }
    }
    if (named == 0) {
        fprintf(stderr, "%s:%u: names no mutant, or none that no line before it names; take it out\n", path,
                line_number);
    }
    return named > 0;
}

bool mutate_except(mutants *all, const char *path) {
    const source *list = mutate_source(all, path);
    if (list == NULL) {
        return false;
    }
    bool fine = true;
    unsigned line_number = 0;
    for (const char *at = list->text.data; *at != '\0';) {
        const size_t size = strcspn(at, "\n");
        char *line = lob_arena_strdup(all->arena, at, size);
        line_number++;
        if (line == NULL) {
            fputs("out of memory\n", stderr);
            return false;
        }
        if (line[0] != '\0' && line[0] != '#') {
            fine = apply(all, path, line_number, line) && fine;
        }
        at += size + (at[size] == '\n');
    }
    return fine;
}
