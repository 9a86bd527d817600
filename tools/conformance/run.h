/* One case against one server: a fresh child, a fresh folder, the steps in order, the first thing that is not as it
 * should be.
 *
 * The outcome never depends on other cases. Everything a case makes lies in its own folder below the run's, which is
 * removed afterwards (kept with `keep`); what the server writes to standard error lies there, too, in stderr.txt. With
 * `keep` there is also trace.jsonl: each line that went to the server or came from it, as {"step", "at_ms", "to" |
 * "from": the message, or a string when it is no JSON}, and {"started": true}, {"ended": "closed" | "killed"}. Known
 * from the start: ${fixtures}, ${work} (an empty folder of the case) and ${artifacts} (an empty folder below it, the
 * artifact root that the server is given in KLAYOUT_MCP_ARTIFACT_ROOT).
 *
 * The server. Its environment is the runner's without KLAYOUT_MCP_*, with the artifact root, and with `env` of the case
 * over both. It runs where the runner runs. It is started and greeted at the first step that talks to it (call,
 * request, notify, send) or restarts it, so that files may be made before. Two kinds of first step are not preceded by
 * a greeting, for they speak first: `send`, and `request` of initialize or server/discover; the case then goes on by
 * itself (to send a line after the greeting, ask for something before). restart keeps folder and environment, greets,
 * and forgets what was left running. At the end of a case, and at restart "close", the input is closed: a server that
 * must be killed then, that crashes then (SIGSEGV, SIGABRT ...), or that leaves processes behind is CONF_BROKEN. After
 * a CONF_BROKEN, and at restart "kill", it is killed without such questions.
 *
 * Answers. Each is a success, an ErrorObject (of a call, see conf_unwrap()) or a protocol error. A step wants one kind:
 * `error` an ErrorObject, `rpc_error` a protocol error, everything else (expect, save, picture, or nothing) a success;
 * another kind fails. Patterns and paths of save see: of a call what conf_unwrap() gives; of another request its result
 * as it is; of a protocol error {code, message, data}; of `send` the whole line that answers. `send` without expect and
 * save waits for no line. A save that finds nothing fails.
 *
 * Files. Paths that are not absolute are below ${work}. make makes folders on the way, follows no link, and puts a new
 * file in place of one that was there; modes are 0644, of folders 0755, else as `mode` says. file says sha256, json and
 * png of regular files of at most 64 MiB that can be read; a link is not followed.
 *
 * Reasons are one line: `step 3 (query_region): $.summary.shape_count: expected 3, got 2`, in which the folders of the
 * run are told as ${work}, ${artifacts}, ${fixtures}, and unsafe characters are escaped.
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
    CONF_SKIPPED, /* cannot be asked here; `reason` says why: no KLayout, no stdio (restart, send, env, ${artifacts}),
                   * or a tool that is not offered. Such a tool fails a case of level required, before its first step,
                   * but for steps that want rpc_error: they ask for it on purpose. */
    CONF_FAULTY   /* the case itself is wrong, or the runner could not do its part (no memory, no disk) */
} conf_outcome;

/* What is asked of all cases. */
typedef struct conf_target {
    char *const *argv; /* NULL: url */
    const char *url;
    const char *protocol; /* revision that is asked for; NULL: 2025-11-25 */
    const char *fixtures; /* absolute */
    const char *folder;   /* absolute; exists; a folder for each case is made in it */
    int64_t timeout_ms;
    bool keep;
    bool has_klayout;
    const char *const *tools; /* names that tools/list gave, NULL-terminated; NULL: any */
} conf_target;

typedef struct conf_result {
    conf_outcome outcome;
    unsigned step;     /* 1-based; 0: none in particular */
    char reason[1024]; /* one line: the verdict, the difference, or why it was skipped; "" when passed */
    int64_t elapsed_ms;
    const char *missing_tool; /* it failed since the server does not offer this tool; NULL: not that. Of the case */
} conf_result;

/* A case as it was read. */
typedef struct conf_case {
    lob_conformance_case is;
    const char *path; /* of its file */
    lob_str raw;      /* its text */
} conf_case;

/* Thread-safe for different cases: `ctx` and its arena belong to this call. lob_json_init() has run. */
void conf_run_case(lob_ctx *ctx, const conf_target *target, const conf_case *item, conf_result *result);

/* What a server says of itself; "" what it does not say. */
typedef struct conf_told {
    const char *server;   /* name and version */
    const char *protocol; /* the revision that is spoken */
} conf_told;

/* Starts a server once, greets it, asks who it is, lists its tools. NULL: *why says in a sentence what was wrong, else
 * NULL-terminated names. Memory: ctx->arena. */
const char *const *conf_probe(lob_ctx *ctx, const conf_target *target, conf_told *told, const char **why);

/* The answer of tools/call as cases see it: structuredContent if it is an object (a lone member `result` of it, an
 * object or a string of JSON that is one, in its place), else the first text block parsed, which must be an object.
 * *is_error: an ErrorObject (code and message are strings), or isError. NULL: *why, `expected ..., got ...` or `out of
 * memory`. The caller drops the tree. */
cJSON *conf_unwrap(lob_ctx *ctx, lob_str result, bool *is_error, const char **why);

#endif
