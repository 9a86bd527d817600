/* mutate: copies of source files with faults built in, one of which an environment variable switches on.
 *
 * All mutants of a set are compiled into one program: at its place each reads (lob_mutant == 7 ? mutant : original), so
 * a hundred faults cost one build, and the sources stay as they are. Mutants come from a list (an exact text of a file
 * and what stands there instead) or from the conditions of whole files: each `if` once flipped and once never taken,
 * each LOB_TRY once ignored. Invariant: mutants are ordered by file and place, and two of them share a place wholly or
 * not at all.
 */
#ifndef TOOLS_MUTATE_MUTATE_H
#define TOOLS_MUTATE_MUTATE_H

#include "base/arena.h"
#include "base/buf.h"
#include "base/str.h"

enum { MUTANT_COUNT_MAX = 8192, SOURCE_COUNT_MAX = 256 };

typedef struct source {
    const char *path;
    lob_str text;
} source;

typedef struct mutant {
    const char *name;
    const source *in;
    size_t begin, end;  /* what it replaces */
    const char *before; /* stands instead: before, the original text if it is kept, after */
    const char *after;
    bool keeps;
    const char *caught_by; /* a case of the conformance suite; of a condition: why none can find it, "" when one can */
} mutant;

typedef struct mutants {
    lob_arena *arena;
    source sources[SOURCE_COUNT_MAX];
    size_t source_count;
    mutant *items;
    size_t count;
} mutants;

/* sources.c. Reads a file once; NULL and a line on stderr when that fails. */
const source *mutate_source(mutants *all, const char *path);
bool mutate_add(mutants *all, const mutant *item);
unsigned mutate_line(const source *in, size_t at);

/* named.c: a list {mutants: [{name, about, file, find, replace, case}]}. False: told on stderr. */
bool mutate_read_list(mutants *all, const char *path);
/* conditions.c: every condition of a file. */
bool mutate_conditions(mutants *all, const char *path);
/* except.c: tells the mutants of a list why none can find them. False: told on stderr. */
bool mutate_except(mutants *all, const char *path);
/* emit.c: FOLDER/PATH for each source with mutants, FOLDER/lob_mutant.c and FOLDER/mutants.tsv (name, file:line, case).
 * Files whose text did not change are not touched. */
bool mutate_emit(mutants *all, const char *folder);

#endif
