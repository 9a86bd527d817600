/* The cases: files of a folder, read, checked against their schema and beyond it, chosen by id, profile and level.
 *
 * A case is AREA/NAME.json below the folder of cases; examples of spec/tools/TOOL.json are cases example/TOOL_N,
 * FIXTURES/transcripts/NAME.jsonl is transcript/NAME. Cases come in the order of their ids, by bytes. A folder with one
 * faulty case loads the others: validate tells all faults.
 */
#ifndef TOOLS_CONFORMANCE_CASES_H
#define TOOLS_CONFORMANCE_CASES_H

#include "run.h"

typedef struct conf_cases {
    conf_case *items;
    size_t count;
    struct {
        lob_str *items;
        size_t count;
    } faults; /* "AREA/NAME: what is wrong", a line each */
} conf_cases;

/* Where cases, fixtures and requirements lie: as the options say, else beside the program
 * (../share/layout-observer/conformance), else in the source tree. */
typedef struct conf_places {
    const char *cases, *fixtures, *requirements;
    const char *tools; /* schemas whose examples are cases; NULL: none */
} conf_places;

/* False: something is missing, or memory (then ctx knows). Members of *places that are set stay. */
bool conf_places_find(lob_ctx *ctx, const char *program, conf_places *places);
lob_status conf_cases_load(lob_ctx *ctx, const conf_places *places, conf_cases *cases);
/* What the schema does not say: one action a step, names saved before they are used, patterns that compile, requirement
 * ids that exist, levels that the sources of the requirements allow (required: one of `contract` at least). */
lob_status conf_cases_validate(lob_ctx *ctx, const conf_places *places, conf_cases *cases);

enum { CONF_GLOB_COUNT_MAX = 1024 };

/* Patterns over ids: one that fits is enough. */
typedef struct conf_globs {
    const char *items[CONF_GLOB_COUNT_MAX];
    size_t count;
} conf_globs;

typedef struct conf_choice {
    uint32_t profiles;    /* bit by lob_conformance_profile */
    conf_globs run, skip; /* run empty: all; skip comes after run */
} conf_choice;

bool conf_is_chosen(const conf_choice *choice, const conf_case *item);

#endif
