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

typedef struct header_names header_names;
typedef struct call_file call_file;

typedef struct lint {
    lob_arena *arena; /* of one file; reset between files */
    lob_arena *kept;  /* of the run */
    exception *exceptions;
    size_t exception_count;
    const char **ids; /* requirement ids seen */
    size_t id_count;
    unsigned long passed, failed; /* files */
    bool file_failed;
    unsigned long includes[64]; /* a bit for each layer that a layer includes, in the order of layers.c */
    header_names *names;        /* of src, from take_names() on */
    call_file *calls;
    bool is_short; /* of memory: what was gathered is not whole */
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
/* names.c: what a file declares at its top level */
typedef enum { NAME_TYPE, NAME_TAG, NAME_CONSTANT, NAME_FUNCTION, NAME_VARIABLE, NAME_MACRO } name_kind;
typedef struct declared {
    name_kind kind;
    const char *name; /* in the code, `size` bytes */
    size_t size;
    unsigned long line;
    bool is_static, is_extern, has_body;
} declared;
typedef void name_sink(void *who, const source *file, const declared *name);
void each_name(const source *file, name_sink *sink, void *who);
/* Gathers the names of headers of src; complains of those that two of them declare. */
void take_names(lint *run, const source *file);
void check_names(lint *run);
/* circles.c: gathers the C files of src; how many circles they have, by folder below the ceiling of each. */
void take_calls(lint *run, const source *file);
unsigned long check_circles(lint *run, bool print);
/* layers.c: gathers what each layer includes; the table of docs/ARCHITECTURE.md says the same */
void check_layers(lint *run, const source *file);
void check_layer_table(lint *run, const char *page);

#endif
