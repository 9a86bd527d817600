/* One case against one server: a fresh child, a fresh folder, the steps in order, the first thing that is not as it
 * should be.
 *
 * The outcome never depends on other cases. Everything a case makes lies in its own folder below the run's, which is
 * removed afterwards (kept with `keep`). ${fixtures}, ${work} (the case's folder) and ${artifacts} (the artifact root
 * that the server is given in KLAYOUT_MCP_ARTIFACT_ROOT) are known from the start; so are ${fixtures}/... copies: a
 * server may be kept from reading elsewhere.
 */
#ifndef TOOLS_CONFORMANCE_RUN_H
#define TOOLS_CONFORMANCE_RUN_H

#include "base/ctx.h"
#include "gen/types.h"
#include "match.h"

typedef enum conf_outcome {
    CONF_PASSED,
    CONF_FAILED,  /* an answer is not as it must be */
    CONF_BROKEN,  /* the server broke: hung, ended, flooded, wrote what is no message, left processes behind */
    CONF_SKIPPED, /* cannot be asked here; `reason` says why */
    CONF_FAULTY   /* the case itself is wrong */
} conf_outcome;

/* What is asked of all cases. */
typedef struct conf_target {
    char *const *argv; /* NULL: url */
    const char *url;
    const char *protocol;
    const char *fixtures; /* absolute */
    const char *folder;   /* absolute; exists; a folder for each case is made in it */
    int64_t timeout_ms;
    bool keep;
    bool has_klayout;
    const char *const *tools; /* names that tools/list gave, NULL-terminated */
} conf_target;

typedef struct conf_result {
    conf_outcome outcome;
    unsigned step;     /* 1-based; 0: none in particular */
    char reason[1024]; /* one line: the verdict, the difference, or why it was skipped; "" when passed */
    int64_t elapsed_ms;
} conf_result;

/* A case as it was read. */
typedef struct conf_case {
    lob_conformance_case is;
    const char *path; /* of its file */
    lob_str raw;      /* its text */
} conf_case;

/* Thread-safe for different cases: `ctx` and its arena belong to this call. */
void conf_run_case(lob_ctx *ctx, const conf_target *target, const conf_case *item, conf_result *result);

/* Starts a server once, greets it, lists its tools. NULL: *why says in a sentence what was wrong, else NULL-terminated
 * names. Memory: ctx->arena. */
const char *const *conf_probe(lob_ctx *ctx, const conf_target *target, const char **why);

/* The answer of tools/call as cases see it: structuredContent, a lone member `result` of it unwrapped, else the first
 * text block parsed. *is_error: an ErrorObject (code and message are strings), or isError. NULL: *why. */
cJSON *conf_unwrap(lob_ctx *ctx, lob_str result, bool *is_error, const char **why);

#endif
