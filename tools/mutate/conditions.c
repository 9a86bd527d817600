/* Mutants of every condition: `if (C)` with C flipped and with C never true, and LOB_TRY(E) whose failure is ignored.
 *
 * Left out is what only a failing allocation decides (the block names lob_fail_memory, or nothing but memory is
 * asked): the allocation sweeps make each of those fail. Strings, comments and preprocessor lines hold no conditions.
 */
#include <stdio.h>
#include <string.h>

#include "mutate.h"

/* Behind the string, character, comment or preprocessor line that begins at `at`; `at` when none does. */
static size_t skip_inert(lob_str text, size_t at) {
    const char *p = text.data + at;
    bool at_line_start = at == 0 || p[-1] == '\n';
    if (p[0] == '"' || p[0] == '\'') {
        size_t end = at + 1;
        while (end < text.size && text.data[end] != p[0]) {
            end += text.data[end] == '\\' ? 2 : 1;
        }
        return end + 1;
    }
    if (strncmp(p, "/*", 2) == 0) {
        const char *end = strstr(p + 2, "*/");
        return end ? (size_t)(end + 2 - text.data) : text.size;
    }
    if (strncmp(p, "//", 2) == 0 || (at_line_start && p[0] == '#')) {
        size_t end = at;
        while (end < text.size && (text.data[end] != '\n' || text.data[end - 1] == '\\')) {
            end++;
        }
        return end;
    }
    return at;
}

/* The place of the parenthesis that closes the one at `open`. */
static size_t closing(lob_str text, size_t open) {
    unsigned depth = 0;
    for (size_t at = open; at < text.size;) {
        size_t behind = skip_inert(text, at);
        if (behind != at) {
            at = behind;
            continue;
        }
        depth += text.data[at] == '(';
        if (text.data[at] == ')' && --depth == 0) {
            return at;
        }
        at++;
    }
    return text.size;
}

/* Only memory: the condition, or the line behind it, says so. */
static bool is_of_memory(lob_str text, size_t begin, size_t end) {
    size_t stop = end;
    for (unsigned lines = 0; stop < text.size && lines < 2; stop++) {
        lines += text.data[stop] == '\n';
    }
    static const char *const words[] = {"lob_fail_memory", "->failed", ".failed", "no_memory", "LOB_BUF_"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        const char *found = memmem(text.data + begin, stop - begin, words[i], strlen(words[i]));
        if (found != NULL) {
            return true;
        }
    }
    return false;
}

static bool add_one(mutants *all, const source *in, size_t begin, size_t end, const char *kind, const char *before,
                    const char *after, bool keeps) {
    char name[256];
    const char *base = strrchr(in->path, '/');
    int size =
        snprintf(name, sizeof name, "%s:%u:%zu:%s", base ? base + 1 : in->path, mutate_line(in, begin), begin, kind);
    mutant made = {.name = lob_arena_strdup(all->arena, name, (size_t)size),
                   .in = in,
                   .begin = begin,
                   .end = end,
                   .before = before,
                   .after = after,
                   .keeps = keeps,
                   .caught_by = ""};
    return made.name != NULL && mutate_add(all, &made);
}

static bool is_word_at(lob_str text, size_t at, const char *word) {
    return strncmp(text.data + at, word, strlen(word)) == 0 && (at == 0 || strchr(" \n\t{;(", text.data[at - 1]));
}

bool mutate_conditions(mutants *all, const char *path) {
    const source *in = mutate_source(all, path);
    if (in == NULL) {
        return false;
    }
    bool fine = true;
    for (size_t at = 0; fine && at < in->text.size;) {
        size_t behind = skip_inert(in->text, at);
        if (behind != at) {
            at = behind;
            continue;
        }
        bool is_if = is_word_at(in->text, at, "if ("), is_try = is_word_at(in->text, at, "LOB_TRY(");
        if (!is_if && !is_try) {
            at++;
            continue;
        }
        size_t begin = at + (is_if ? strlen("if (") : strlen("LOB_TRY("));
        size_t end = closing(in->text, begin - 1);
        if (is_if && !is_of_memory(in->text, begin, end)) {
            fine = add_one(all, in, begin, end, "flipped", "!(", ")", true) &&
                   add_one(all, in, begin, end, "dropped", "0", "", false);
        } else if (is_try && !is_of_memory(in->text, begin, end)) {
            fine = add_one(all, in, begin, end, "ignored", "((void)(", "), LOB_OK)", true);
        }
        at = end;
    }
    return fine;
}
