/* What the checks of the lint share: a file in memory, how to complain, and the list of exceptions.
 *
 * An exception names a rule, a place and the value that stands there now: its ceiling. A larger value fails, a smaller
 * one fails as well ("lower the ceiling"), and one that is not needed any more fails, so that the list can only shrink.
 */
#ifndef TOOLS_LINT_LINT_H
#define TOOLS_LINT_LINT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"

typedef struct exception {
    const char *rule, *place;
    long ceiling;
    bool used;
} exception;

typedef struct lint {
    lob_arena *arena; /* of one file; reset between files */
    lob_arena *kept;  /* of the run */
    exception *exceptions;
    size_t exception_count;
    const char **ids; /* requirement ids seen */
    size_t id_count;
    unsigned long passed, failed; /* files */
    bool file_failed;
} lint;

typedef struct source {
    const char *path; /* relative to the root */
    const char *text; /* NUL-terminated */
    size_t size;
    char *code; /* C files: the text with comments and the insides of literals blanked, lines kept; else NULL */
    unsigned long lines;
} source;

void complain(lint *run, const char *path, unsigned long line, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* A value above `limit` at a place ("path" or "path:function") is a fault unless listed with exactly this value. */
void check_ceiling(lint *run, const char *rule, const char *place, unsigned long line, unsigned long value,
                   unsigned long limit);
bool load_exceptions(lint *run, char *text);
void finish_exceptions(lint *run);

bool ends_with(const char *text, const char *end);
bool starts_with(const char *text, const char *start);

/* text.c: rules of every text file */
void check_text(lint *run, const source *file);
/* code.c: rules of C files */
char *blank_comments(lint *run, const source *file);
void check_code(lint *run, const source *file);
/* layers.c */
void check_layers(lint *run, const source *file);

#endif
